"""A wedding whose guests stand in a page of their own within the page, beside a note.

The note is written in a frame that a script fills, as many editors of rich text do.
"""

import html
import json

from toy_apps.serving import Answer, Page

BUGS = (
    "seats_are_lost",  # O04: the seats of a guest, in the frame, are not stored
    "bold_eats_words",  # O34: the tool of the editor keeps only the first word
)

_HOME = """<!doctype html><link rel=icon href=data:,><title>Wedding</title><h1>Wedding</h1>
<p><button id=bold>Bold</button><button id=italic>Italic</button><button id=quote>Quote</button></p>
<iframe id=note title="Note"></iframe><iframe src=/guests title="Guests" width=600></iframe>
<script>
const inner=document.getElementById('note').contentDocument;
inner.open();inner.write('<body contenteditable aria-label=Note><p>So far nothing</p></body>');
inner.close();
for(const [id,tag] of [['bold','b'],['italic','i'],['quote','q']])
  document.getElementById(id).onclick=()=>{
    const chosen=inner.getSelection();if(!chosen.rangeCount)return;
    const range=chosen.getRangeAt(0);let text=range.toString();
    if(BUGS.bold_eats_words&&id==='bold')text=text.split(' ')[0];
    const mark=inner.createElement(tag);mark.textContent=text;
    range.deleteContents();inner.body.innerHTML='';inner.body.append(mark)};
</script>"""


def pages(*bugs: str) -> dict[str, Page]:
    """The wedding with these bugs; healthy without any."""
    assert set(bugs) <= set(BUGS)
    guests = []

    def shown(body, status=200, **headers):
        head = "<!doctype html><link rel=icon href=data:,><title>Guests</title>"
        return Answer(head + body, status, headers=headers)

    def form(action, name="", seats="1"):
        return (
            f"<form method=post action={action}><label>Name <input name=name value='{name}'>"
            f"</label><label>Seats <input name=seats type=number value='{seats}'></label>"
            "<button>Save</button></form>"
        )

    def listed(request):
        if request.body:
            guests.append(request.form)
            if "seats_are_lost" in bugs:
                guests[-1]["seats"] = "1"
            return shown("", 303, Location="/guests")
        rows = "".join(
            f"<tr><td>{html.escape(guest['name'])}</td><td><a href=/guest?id={number}>Edit</a>"
            "</td></tr>"
            for number, guest in enumerate(guests)
        )
        return shown(f"{form('/guests')}<table>{rows}</table>")

    def one(request):
        guest = guests[int(request.query["id"])]
        if request.body:
            guest.update(request.form)
            return shown("", 303, Location="/guests")
        return shown(form(f"/guest?id={request.query['id']}", *map(html.escape, guest.values())))

    known = json.dumps(dict.fromkeys(bugs, True))
    home = _HOME.replace("<script>", f"<script>const BUGS={known};", 1)
    return {"/": home, "/guests": listed, "/guest": one}
