"""A calendar that is turned month by month, beside counters and a plan that has a largest size."""

import json

from toy_apps.serving import Page

BUGS = (
    "month_is_skipped",  # O33: from the 31st, the next month is the one after the next
    "minus_takes_two",  # O33: the counter goes down by two
)

_PAGE = """<!doctype html><link rel=icon href=data:,><title>Calendar</title><h1>Calendar</h1>
<button id=back>Previous month</button> <b id=month></b> <button id=on>Next month</button>
<ol id=days></ol><label>Guests <input id=guests type=number value=4></label>
<button id=plus>+</button><button id=minus>−</button>
<p><label>Tables <input id=tables></label><button id=more>Increase tables</button>
<button id=less>Decrease tables</button></p>
<p>The plan at <b id=size>1×</b></p><p>
<i id=hint></i><button id=in>Zoom in</button><button id=out>Zoom out</button></p>
<script>
const el=id=>document.getElementById(id),shown=new Date(2025,0,31);
const draw=()=>{el('month').textContent=shown.toLocaleString('en',{month:'long',year:'numeric'});
  el('days').replaceChildren(...['Mo','Tu','We','Th','Fr'].map(d=>{
    const li=document.createElement('li');li.textContent=d+' in week';return li}))};
const turn=by=>{if(!BUGS.month_is_skipped)shown.setDate(1);
  shown.setMonth(shown.getMonth()+by);draw()};
el('on').onclick=()=>turn(1);el('back').onclick=()=>turn(-1);
el('plus').onclick=()=>{el('guests').value=+el('guests').value+1};
el('minus').onclick=()=>{el('guests').value-=BUGS.minus_takes_two?2:1};
el('more').onclick=()=>{el('tables').value=+el('tables').value+1};
el('less').onclick=()=>{el('tables').value=Math.max(0,el('tables').value-1)};
const sized=now=>{el('size').textContent=now+'×'};
const zoom=by=>{const now=parseFloat(el('size').textContent),next=now+by;
  // At one end it gives a little and springs back, at the other the last step is shorter.
  if(next>3){sized(now+by/5);setTimeout(()=>sized(now),1000)}else sized(Math.max(.9,next))};
for(const id of ['in','out'])el(id).onmouseenter=()=>{el('hint').textContent='The plan, '+id};
el('in').onclick=()=>zoom(1);el('out').onclick=()=>zoom(-1);
draw();
</script>"""


def pages(*bugs: str) -> dict[str, Page]:
    """The calendar with these bugs; healthy without any."""
    assert set(bugs) <= set(BUGS)
    known = json.dumps(dict.fromkeys(bugs, True))
    return {"/": _PAGE.replace("<script>", f"<script>const BUGS={known};", 1)}
