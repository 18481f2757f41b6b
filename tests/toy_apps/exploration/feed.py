"""A feed of notes, the newest last, that goes on when it is scrolled to its end."""

import html
import json

from toy_apps.serving import Answer, Page

BUGS = ("mood_is_lost",)  # O04: the mood of a note is not stored
_OLD = 50
_AT_ONCE = 15

_PAGE = """<!doctype html><link rel=icon href=data:,><title>Feed</title><h1>Feed</h1>
<form method=post action=/><label>Note <input name=note></label>
<label>Mood <input name=mood></label><button>Add</button></form><ul id=feed></ul><script>
let from=0,busy=false;const more=async()=>{if(busy)return;busy=true;
  for(const one of await (await fetch('/more?from='+from)).json()){
    const item=document.createElement('li');item.style.height='60px';
    item.innerHTML=`<span></span> <a href=/edit?id=${from}>Edit</a>`;
    item.firstChild.textContent=one;document.getElementById('feed').append(item);from+=1}
  busy=false};
addEventListener('scroll',()=>{
  if(innerHeight+scrollY>document.body.scrollHeight-80)more()});more();
</script>"""


def pages(*bugs: str) -> dict[str, Page]:
    """The feed with these bugs; healthy without any."""
    assert set(bugs) <= set(BUGS)
    notes = [{"note": f"Entry {number:02}", "mood": "calm"} for number in range(_OLD)]

    def home(request):
        if request.body:
            notes.append(request.form)
            if "mood_is_lost" in bugs:
                notes[-1]["mood"] = ""
            return Answer("", 303, headers={"Location": "/"})
        return Answer(_PAGE)

    def more(request):
        start = int(request.query["from"])
        words = [note["note"] for note in notes[start : start + _AT_ONCE]]
        return Answer(json.dumps(words), kind="application/json")

    def edit(request):
        note = notes[int(request.query["id"])]
        if request.body:
            note.update(request.form)
            return Answer("", 303, headers={"Location": "/"})
        held = [html.escape(value, quote=True) for value in note.values()]
        return Answer(
            "<!doctype html><link rel=icon href=data:,><title>Note</title><form method=post>"
            f'<label>Note <input name=note value="{held[0]}"></label>'
            f'<label>Mood <input name=mood value="{held[1]}"></label><button>Save</button></form>'
        )

    return {"/": home, "/more": more, "/edit": edit}
