from django.contrib import admin
from import_export.admin import ExportActionMixin, ImportExportModelAdmin
from import_export.formats.base_formats import CSV, JSON

from members.models import Member
from members.resources import MemberResource


@admin.register(Member)
class MemberAdmin(ExportActionMixin, ImportExportModelAdmin):
    resource_classes = [MemberResource]
    formats = [CSV, JSON]
    list_display = ["name", "email", "squad", "standing", "joined"]
    list_filter = ["standing", "squad"]
    search_fields = ["name", "email"]

    def get_export_filename(self, request, queryset, file_format):
        return f"members.{file_format.get_extension()}"
