from django.contrib import admin
from django.urls import path
from django.views.generic import RedirectView

admin.site.site_header = "Kiln Row Instrument Register"
admin.site.site_title = "Kiln Row Instrument Register"

urlpatterns = [
    path("admin/", admin.site.urls),
    path("", RedirectView.as_view(url="/admin/")),
]
