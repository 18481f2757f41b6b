from django.contrib import admin
from django.urls import path
from django.views.generic import RedirectView

admin.site.site_header = "Harrow Lane Seed Library"
admin.site.site_title = "Harrow Lane Seed Library"

urlpatterns = [
    path("admin/", admin.site.urls),
    path("", RedirectView.as_view(url="/admin/")),
]
