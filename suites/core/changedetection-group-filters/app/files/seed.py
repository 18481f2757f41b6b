"""Two watches of a ferryman, none of them in a group, and an empty group."""

from pathlib import Path

from changedetectionio.store import ChangeDetectionStore

Path("/srv/state/data").mkdir()
store = ChangeDetectionStore("/srv/state/data", include_default_watches=False)
for page, title in [("ferry", "Ferry bookings"), ("allotments", "Allotments")]:
    store.add_watch(url=f"http://127.0.0.1:13201/{page}", extras={"title": title})
store.add_tag("Harbour")
store.sync_to_json()
store.stop_thread = True
