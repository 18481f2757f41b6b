from django.contrib import admin
from django.urls import path
from django.views.generic import RedirectView

admin.site.site_header = "Lindow Rowing Club"
admin.site.site_title = "Lindow Rowing Club"

urlpatterns = [
    path("admin/", admin.site.urls),
    path("", RedirectView.as_view(url="/admin/")),
]
