from django.contrib import admin, messages

from packets.models import Grower, Packet


@admin.register(Grower)
class GrowerAdmin(admin.ModelAdmin):
    list_display = ["name", "plot"]
    search_fields = ["name"]


@admin.register(Packet)
class PacketAdmin(admin.ModelAdmin):
    list_display = ["variety", "grower", "harvest", "grams", "status"]
    list_filter = ["status", "harvest"]
    search_fields = ["variety", "grower__name"]
    list_per_page = 12
    # The lists are long, so there is an action bar at either end.
    actions_on_top = True
    actions_on_bottom = True
    actions = ["withdraw", "put_back"]

    @admin.action(description="Withdraw selected packets")
    def withdraw(self, request, queryset):
        changed = queryset.update(status=Packet.Status.WITHDRAWN)
        self.message_user(request, f"Packets withdrawn: {changed}.", messages.SUCCESS)

    @admin.action(description="Put selected packets back on the shelf")
    def put_back(self, request, queryset):
        changed = queryset.update(status=Packet.Status.ON_SHELF)
        self.message_user(request, f"Packets back on the shelf: {changed}.", messages.SUCCESS)
