from adminsortable2.admin import SortableAdminBase, SortableTabularInline
from django.contrib import admin

from walks.models import Stop, Walk


class StopInline(SortableTabularInline):
    model = Stop
    extra = 0


@admin.register(Walk)
class WalkAdmin(SortableAdminBase, admin.ModelAdmin):
    inlines = [StopInline]
    list_display = ["title", "meeting_point"]
