"""The shared folder of a printing workshop: notes and two versions of a poster's text."""

from pathlib import Path

FILES = {
    "poster.txt": "Open studio on Saturday, ten to four.\n",
    "poster-second-draft.txt": "Open studio on Sunday, eleven to five.\n",
    "paper-stock.txt": "Cotton 300 g: 40 sheets\nNewsprint: 2 reams\n",
    "presses/etching-press.txt": "Felt replaced in March.\n",
}

for name, text in FILES.items():
    path = Path("/srv/state/shared", name)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
Path("/srv/state/index").mkdir()
Path("/srv/state/home").mkdir()
