from django.contrib import admin
from django.urls import path

from walks import views

admin.site.site_header = "Old Town Walks"
admin.site.site_title = "Old Town Walks"
admin.site.site_url = "/"

urlpatterns = [
    path("", views.index, name="index"),
    path("walks/<slug:slug>/", views.walk, name="walk"),
    path("admin/", admin.site.urls),
]
