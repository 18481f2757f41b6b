"""A note with a toolbar that writes marks around what is chosen, and takes them off again."""

import json

from toy_apps.serving import Page

BUGS = (
    "quote_eats_words",  # O34: a quote keeps only the first word
    "code_piles_up",  # O34: code is marked again instead of being taken off
)

_PAGE = """<!doctype html><link rel=icon href=data:,><title>Note</title><h1>Note</h1>
<p id=tools></p><textarea aria-label=Note id=note rows=6></textarea><script>
const note=document.getElementById('note'),marks={Bold:'**',Italic:'_',Code:'`',Quote:'> '};
for(const [name,mark] of Object.entries(marks)){
  const tool=document.createElement('button');tool.textContent=name;tool.onclick=()=>{
    const [from,to]=[note.selectionStart,note.selectionEnd];
    let text=note.value.slice(from,to);const end=name==='Quote'?'':mark;
    const isOn=text.startsWith(mark)&&text.endsWith(end)&&!(BUGS.code_piles_up&&name==='Code');
    if(BUGS.quote_eats_words&&name==='Quote')text=text.split(' ')[0];
    note.setRangeText(isOn?text.slice(mark.length,text.length-end.length):mark+text+end,
      from,to,'select');note.focus()};
  document.getElementById('tools').append(tool)}
</script>"""


def pages(*bugs: str) -> dict[str, Page]:
    """The note with these bugs; healthy without any."""
    assert set(bugs) <= set(BUGS)
    known = json.dumps(dict.fromkeys(bugs, True))
    return {"/": _PAGE.replace("<script>", f"<script>const BUGS={known};", 1)}
