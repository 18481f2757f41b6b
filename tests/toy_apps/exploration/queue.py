"""A queue of songs in one page: added, edited in a dialog, copied, and dragged to another place."""

import html
import json

from toy_apps.serving import Answer, Page

BUGS = (
    "kept_one_further",  # O32: a song that is dragged down is kept one place further down
    "drops_another",  # O32: a song that is dragged up takes the place of another
    "dialog_keeps_mood",  # O20: the dialog holds the mood of the song it was opened for before
    "summary_is_stale",  # O14: the summary shows the mood that a song had when it was added
    "fails_below_zero",  # O01: a song that was played less than never is answered by an error
    "copy_without_mood",  # O22: a copy has the mood of a new song
)

_PAGE = """<!doctype html><link rel=icon href=data:,><title>Queue</title><h1>Queue</h1>
<a href=/summary>Summary</a>
<style>li{cursor:move;padding:8px}</style>
<form id=adding><label>Song <input id=song></label><label>Mood <select id=mood><option>Calm
<option>Wild<option>Sad</select></label><label>Plays <input id=plays type=number></label>
<button>Add song</button></form><ul id=queue></ul>
<dialog id=dialog><form method=dialog><label>Title <input id=title></label>
<label>Feeling <select id=feeling><option>Calm<option>Wild<option>Sad</select></label>
<label>Times <input id=times type=number></label>
<button value=save>Save</button><button value=cancel>Cancel</button></form></dialog>
<script>
let songs=[],held=null,open=null;
const el=id=>document.getElementById(id);
const send=async(path,body)=>{songs=await (await fetch(path,{method:'POST',
  body:JSON.stringify(body)})).json();draw()};
const draw=()=>{el('queue').replaceChildren(...songs.map((s,n)=>{
  const li=document.createElement('li');li.draggable=true;
  li.innerHTML='<span></span> <small></small> <button>Edit</button> <button>Copy</button> '+
    '<button>Delete</button>';
  li.children[0].textContent=s.song;li.children[1].textContent=s.mood;
  li.children[2].onclick=()=>edit(n);li.children[3].onclick=()=>send('/copy',{n});
  li.children[4].onclick=()=>send('/delete',{n});
  li.ondragstart=()=>{held=n};li.ondragover=e=>e.preventDefault();
  li.ondrop=()=>move(held,n);return li}))};
const move=(from,to)=>{const [s]=songs.splice(from,1);
  if(BUGS.drops_another&&to<from)songs.splice(to,1,s,songs[to+1]??s);else songs.splice(to,0,s);
  draw();fetch('/move',{method:'POST',body:JSON.stringify({from,to})})};
const edit=n=>{open=n;el('title').value=songs[n].song;el('times').value=songs[n].plays;
  if(!(BUGS.dialog_keeps_mood&&el('feeling').dataset.set))el('feeling').value=songs[n].mood;
  el('feeling').dataset.set=1;el('dialog').showModal()};
el('dialog').onclose=()=>{if(el('dialog').returnValue==='save'){delete el('feeling').dataset.set;
  send('/edit',{n:open,song:el('title').value,mood:el('feeling').value,
  plays:el('times').value})}};
el('adding').onsubmit=e=>{e.preventDefault();
  send('/add',{song:el('song').value,mood:el('mood').value,
  plays:el('plays').value});el('song').value=''};
send('/all',{});
</script>"""


def pages(*bugs: str) -> dict[str, Page]:
    """The queue with these bugs; healthy without any."""
    assert set(bugs) <= set(BUGS)
    songs = []
    moods = {}

    def answer(change):
        def handle(request):
            sent = json.loads(request.body or b"{}")
            if "fails_below_zero" in bugs and str(sent.get("plays")).startswith("-"):
                return Answer("Internal Server Error", 500)
            change(sent)
            return Answer(json.dumps(songs), headers={"Content-Type": "application/json"})

        return handle

    def add(sent):
        songs.append(sent)
        moods[sent["song"]] = sent["mood"]

    def edit(sent):
        songs[sent.pop("n")].update(sent)
        moods.setdefault(sent["song"], sent["mood"])

    def summary(_):
        is_stale = "summary_is_stale" in bugs
        rows = "".join(
            f"<tr><td>{html.escape(one['song'])}</td>"
            f"<td>{moods.get(one['song']) if is_stale else one['mood']}</td></tr>"
            for one in songs
        )
        head = "<!doctype html><link rel=icon href=data:,><title>Summary</title><h1>Summary</h1>"
        return Answer(f"{head}<table>{rows}</table>")

    def move(sent):
        start, end = sent["from"], sent["to"]
        further = "kept_one_further" in bugs and end > start
        songs.insert(end + further, songs.pop(start))

    def copy(sent):
        one = songs[sent["n"]]
        mood = "Calm" if "copy_without_mood" in bugs else one["mood"]
        songs.append({**one, "song": f"{one['song']} (copy)", "mood": mood})

    known = json.dumps(dict.fromkeys(bugs, True))
    return {
        "/": _PAGE.replace("<script>", f"<script>const BUGS={known};", 1),
        "/all": answer(lambda _: None),
        "/add": answer(add),
        "/edit": answer(edit),
        "/delete": answer(lambda sent: songs.pop(sent["n"])),
        "/summary": summary,
        "/copy": answer(copy),
        "/move": answer(move),
    }
