from django.contrib import admin
from simple_history.admin import SimpleHistoryAdmin

from instruments.models import Instrument


@admin.register(Instrument)
class InstrumentAdmin(SimpleHistoryAdmin):
    list_display = ["name", "room", "keeper", "days_between_checks"]
    history_list_display = ["room", "keeper"]
    search_fields = ["name", "keeper"]
