"""Pages with every kind of control, well made and badly made, for the step patterns."""

# ruff: noqa: E501 - HTML is more readable in long lines
import base64
import threading

from toy_apps.serving import Answer, Page, Request

FORM = """<!doctype html><title>Form</title>
<style>.box input{position:absolute;opacity:0;width:1px;height:1px}</style>
<label>Name <input id=name value=Bob></label>
<label>Nickname <input></label>
<label for=search>Search</label><input id=search onkeyup="keys.textContent=++n+' keys'">
<p id=keys>0 keys</p>
<label>Note <textarea></textarea></label>
<label>Due <input type=date></label>
<label>Colour <select><option>Red<option>Green</select></label>
<span id=sz>Size</span>
<button role=combobox aria-labelledby=sz aria-expanded=false onclick="opt.hidden=false">pick</button>
<ul role=listbox id=opt hidden><li role=option onclick="size.textContent='size '+this.innerText;
opt.hidden=true">Large<li role=option>Small</ul><p id=size></p>
<label class=box><input type=checkbox onchange="agreed.textContent=this.checked">I agree</label>
<p id=agreed></p>
<label><input type=checkbox role=switch checked> Public</label>
<label><input type=radio name=r> Weekly</label>
<label>Volume <input type=range min=0 max=100 oninput="vol.textContent='volume '+this.value"></label>
<p id=vol></p>
<div role=slider aria-label=Zoom tabindex=0 aria-valuenow=2 onkeydown="this.setAttribute(
'aria-valuenow',+this.getAttribute('aria-valuenow')+(event.key=='ArrowRight'?1:-1))
;zoom.textContent='zoom '+this.getAttribute('aria-valuenow')">o</div><p id=zoom></p>
<label>Data <input type=file onchange="this.files[0].text().then(t=>file.textContent=
this.files[0].name+': '+t)"></label>
<button onclick="var i=document.createElement('input');i.type='file';i.onchange=()=>file.textContent=
'chosen '+i.files[0].name;i.click()">Attach</button><p id=file></p>
<form novalidate onsubmit="event.preventDefault();err.textContent=mail.value?'':'is required'">
<label>Mail <input id=mail></label><p class=error id=err></p><button>Send</button></form>
<label>City <input required></label>
<button disabled>Locked</button>
<form onsubmit="event.preventDefault();done.textContent='entered '+q.value">
<label>Quick <input id=q></label></form><p id=done></p>
<label>Price <input value="1.50"></label>
<script>var n=0</script>"""

LISTS = """<!doctype html><title>Lists</title>
<style>.loud{text-transform:uppercase}.gone{display:none}</style>
<h2>Tasks</h2><ul><li>Milk 15<li>Tea<li>Coffee beans</ul>
<h2>Done</h2><ul></ul>
<h2>Bills</h2><table><thead><tr><th>What<th>Amount<tbody><tr><td>Rent<td>$900
<tr><td>Rent deposit<td>$1,800<tr><td>Power<td>$45</table>
<section aria-label=Total><h3>Total</h3><p>Sum <b>2</b>745</p><button>Pay</button></section>
<section aria-label=Draft><h3>Draft</h3><p>Nothing yet</p><button>Pay</button></section>
<div class=cards><div class=tile><h4>Alpha</h4><p>ready</p><button onclick="out.innerText='ok Alpha'">
Go</button></div><div class=tile><h4>Beta</h4><p>late</p><button onclick="out.innerText='ok Beta'">Go
</button></div></div><p id=out></p>
<p class=loud>shouted</p><p class=gone>Hidden words</p><p style="visibility:hidden">Unseen words</p>
<aside><a href=#x>Inbox</a></aside><a href=#y>Inbox</a>
<img alt=Logo width=20 height=20 src="/dot.png"><img alt=Broken src="/none.png">
<p>It’s “fine” – really</p>"""

TOASTS = """<!doctype html><title>Toasts</title>
<button onclick="var t=document.createElement('div');t.role='status';t.textContent='Saved 3 items';
document.body.append(t);setTimeout(()=>t.remove(),250)">Save</button>
<button onclick="out.textContent=confirm('Really delete Milk?')?'deleted':'kept'">Delete</button>
<button onclick="out.textContent='named '+prompt('New name?')">Rename</button>
<button onclick="alert('Be careful')">Warn</button>
<button onclick="missing.call()">Break</button>
<button onclick="setTimeout(()=>out.textContent='late',700)">Later</button>
<button onclick="fetch('/slow').then(r=>r.text()).then(t=>out.textContent=t)">Fetch</button>
<button onclick="fetch('/broken').then(()=>out.textContent='asked in vain')">Ask in vain</button>
<button onclick="setInterval(()=>out.textContent=++n,20)">Restless</button>
<button onclick="for(;;);">Loop</button>
<div role=dialog aria-label=Tip hidden id=tip><button onclick="tip.hidden=true">Close</button>
<p>A tip</p></div><button onclick="tip.hidden=false">Help</button><button>Close</button>
<p id=out></p><script>var n=0</script>"""

MOVES = """<!doctype html><title>Moves</title>
<style>#sub{display:none}#file:hover #sub{display:block}div,li{user-select:none}</style>
<div id=file role=menuitem tabindex=0>File<div id=sub>Recent</div></div>
<ul aria-label=Todo><li draggable=true ondragstart="d=this">Milk<li>Tea</ul>
<ul aria-label=Ready ondragover="event.preventDefault()" ondrop="this.append(d)">
<li>Old</ul>
<p ondblclick="out.textContent='twice'" onclick="out.textContent='once'"><button>Card</button></p>
<div oncontextmenu="event.preventDefault();out.textContent='menu'"><button>More</button></div>
<canvas aria-label=Map width=200 height=100 onclick="out.textContent=
'at '+event.offsetX+' '+event.offsetY"></canvas>
<button class=bin onclick="out.textContent='binned'"><svg width=9 height=9></svg></button>
<div style="height:3000px"></div><h2>Bottom</h2><p id=out></p>
<script>var d;addEventListener('scroll',()=>out.textContent='scrolled')</script>"""

HARD = """<!doctype html><title>Hard</title>
<button title=Undo onclick="out.textContent='undone'">&#8630;</button>
<button data-testid=refresh onclick="out.textContent='fresh'"><svg width=9 height=9></svg></button>
<span id=s>Archive</span>
<div contenteditable role=textbox aria-label=Body style="height:20px"></div>
<div contenteditable data-placeholder="Write here" style="height:20px"></div>
<button onclick="navigator.clipboard.writeText('x').then(()=>out.textContent='copied')">Copy</button>
<p>Street</p><input id=street>
<p>Zip<br><input></p>
<input placeholder=Filter>
<iframe title=Inner srcdoc="<button onclick=&quot;this.textContent='Inside!'&quot;>Push</button>"></iframe>
<x-box></x-box>
<label>User name <input></label><button onclick="out.textContent='in'">Sign in</button>
<button onclick="out.textContent='all gone'">Delete all</button>
<button>Twin</button><button>Twin</button>
<p id=out></p>
<script>
s.addEventListener('click',()=>out.textContent='archived');
customElements.define('x-box',class extends HTMLElement{connectedCallback(){
var r=this.attachShadow({mode:'open'});r.innerHTML='<label>Deep <input></label><button>Dig</button>';
r.querySelector('button').onclick=()=>{var p=document.createElement('p');p.textContent='dug';r.append(p)}
}});
</script>"""

FRAMED = """<!doctype html><title>Framed</title>
<iframe title=Inside src=/tabs width=600 height=300></iframe>
<iframe title=Editor srcdoc="<body contenteditable aria-label=Essay>so far</body>"></iframe>"""

SILENT = """<!doctype html><title>Silent</title><label>Guests <input id=n type=number value=4></label>
<button onclick="n.value=+n.value+1">More</button><canvas id=c width=90 height=20></canvas>
<button onclick="c.getContext('2d').fillRect(0,0,9,9);window.drawn=(window.drawn||0)+1">Draw</button>
<button onclick="n.value=window.drawn">Count</button>"""

SLEEPY = """<!doctype html><title>Sleepy</title><button>Wake</button><p id=out></p>
<script>setTimeout(()=>document.querySelector('button').onclick=()=>out.textContent='awake',300)
</script>"""

VIRTUAL = """<!doctype html><title>Virtual</title><h2>Log</h2>
<div role=list aria-label=Log id=v style="height:200px;overflow-y:auto;position:relative">
<div id=fill style="height:6000px;position:relative"></div></div><p id=out></p>
<script>function draw(){fill.innerHTML='';var a=Math.floor(v.scrollTop/20);
for(let i=a;i<a+11&&i<300;i++){let d=document.createElement('div');d.role='listitem';
d.style='position:absolute;height:20px;top:'+i*20+'px';d.textContent='entry '+i;
d.onclick=()=>out.textContent='chose '+i;fill.append(d)}}v.onscroll=draw;draw()</script>"""

COUNTER = """<!doctype html><title>Counter</title>
<section aria-label=Cart><p>You have <b id=c>3</b> things</p></section>
<label>Code <input id=code value=a></label>
<button onclick="c.textContent=+c.textContent+1;code.value='b'">Add</button><button>Rest</button>"""

TABS = """<!doctype html><title>Start</title><a href=/lists target=_blank>Popup</a>
<a href=/counter>Next</a><a href=/items.csv>Export</a>
<p id=w></p><input autofocus aria-label=First>
<script>onresize=()=>w.textContent='width '+innerWidth;onresize()</script>"""

SWIFT = """<!doctype html><title>Swift</title><a href=/late>Onward</a>
<a href=/early>Further</a><p id=n></p>
<script>for(let i=0;i<9;i++)queueMicrotask(()=>n.append(i))</script>"""

LATE = """<!doctype html><title>Late</title><p>Arrived</p>
<script>for(const end=performance.now()+600;performance.now()<end;);</script>"""

EARLY = """<!doctype html><title>Early</title><button id=a>Add</button><p id=o>added 0</p><p id=c></p>
<script>let n=0;const t=setInterval(()=>c.textContent=++n,30);onload=()=>clearInterval(t)</script>
<script defer src=/early.js></script>"""

MODAL = """<!doctype html><title>Modal</title>
<style>.modal{visibility:hidden;opacity:0;transition:opacity .3s}.modal.show{visibility:visible;opacity:1}
</style><button onclick="m.classList.add('show')">New bill</button>
<div class=modal id=m><label>What? <input id=what></label><label>How much? <input id=much></label></div>
<button onclick="load()">Edit bill</button><div role=dialog aria-label=Edit id=e hidden></div>
<label>Thief <input oninput="thief.focus()" id=mark></label><label>Loot <input id=thief></label>
<label>Code <input id=code oninput="this.value=this.value.toUpperCase()"></label>
<script>m.ontransitionend=()=>what.focus();mark.onfocus=()=>thief.focus();
async function load(){e.hidden=false;const body=await(await fetch('/body')).text();e.innerHTML=body;
await new Promise(requestAnimationFrame);e.querySelector('input').focus()}</script>"""

BODY = "<label>Payer <input></label><label>Amount <input></label>"

ICONS = """<!doctype html><title>Icons</title>
<h1>Welcome <a href=#w>\ue9cb</a></h1><h2 id=i>Install<a class=headerlink href=#i>¶</a></h2>
<h2 id=u>Use it <a href=#u aria-label="Permalink to use it">🔗</a></h2><h2>Learn C#</h2>
<a href=#h onclick="out.textContent='at home'"><i>\uf015</i> Home</a>
<button onclick="out.textContent='sent'">Send \U000f02ca</button>
<select hidden><option>Brakes<option>Wheels</select>
<ul role=listbox aria-label=Labels><li role=option onclick="out.textContent='chose brakes'">Brakes</ul>
<select hidden><option>Bell</select>
<svg width=90 height=30><g onclick="out.textContent='node'"><text x=5 y=20>by weight</text>
<rect width=90 height=30 fill=blue opacity=.2 /></g></svg><p id=out></p>"""

COVERED = """<!doctype html><title>Covered</title>
<style>#t,#c{position:fixed;inset:0;background:#fff9}#t{animation:a 3s linear forwards}
@keyframes a{99%{visibility:visible}100%{visibility:hidden}}</style>
<button onclick="out.textContent='saved'">Save</button><button disabled>Locked</button><p id=out></p>"""

HALF = """<!doctype html><title>Half</title><button>Free</button>
<button style="position:fixed;bottom:0">Under</button><div style="position:fixed;inset:50% 0 0 0"></div>"""

TOASTED = f"{COVERED}<div class=toast id=t>Signed in</div>"
COOKIES = f"{COVERED}<div id=c aria-label='We use cookies'></div>"

LOGIN = """<!doctype html><title>Login</title><form action=/in method=post><button>Log in</button>
<label>Name <input></label></form><button onclick="fetch('/held').then(()=>out.textContent='x')">
Ask</button><p id=out>waiting</p><a href=/held>Held</a>"""

SLOW_S = 2.5
"""Longer than the first try of a click."""
HELD_S = 20


def _slowly(body: str, wait_s: float) -> Page:
    def answer(_: Request) -> Answer:
        threading.Event().wait(wait_s)
        return Answer(body)

    return answer


DOT = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=="
)


def _who(request: Request) -> Answer:
    user = request.query.get("user") or request.cookie.partition("user=")[2] or "nobody"
    body = f"<!doctype html><title>Who</title><body class=table><p>You are {user}</p>"
    return Answer(body, headers={"Set-Cookie": f"user={user}"})


# What old libraries do to mend old browsers.
SHIMMED = """<!doctype html><title>Shimmed</title>
<script>
  "use strict";
  const native = window.getComputedStyle;
  window.getComputedStyle = (element) => {
    try { return native(element); } catch { return null; }
  };
  Element.prototype.matches = Element.prototype.webkitMatchesSelector;
</script>
<h1>Shelf</h1><ul aria-label="Books"><li>Emma</li><li hidden>Dune</li></ul>"""


def pages() -> dict[str, Page]:
    """The pages by path."""
    return {
        "/form": FORM,
        "/lists": LISTS,
        "/shimmed": SHIMMED,
        "/toasts": TOASTS,
        "/broken": lambda _: Answer("no", status=500),
        "/moves": MOVES,
        "/hard": HARD,
        "/framed": FRAMED,
        "/silent": SILENT,
        "/sleepy": SLEEPY,
        "/virtual": VIRTUAL,
        "/counter": COUNTER,
        "/tabs": TABS,
        "/swift": SWIFT,
        "/late": LATE,
        "/early": EARLY,
        "/early.js": _slowly("let k=0;a.onclick=()=>{o.textContent='added '+(++k)}", SLOW_S),
        "/modal": MODAL,
        "/body": BODY,
        "/icons": ICONS,
        "/toasted": TOASTED,
        "/cookies": COOKIES,
        "/half": HALF,
        "/login": LOGIN,
        "/in": _slowly("<!doctype html><title>In</title><p>You are in</p>", SLOW_S),
        "/held": _slowly("", HELD_S),
        "/who": _who,
        "/dot.png": lambda _: Answer(DOT, kind="image/png"),
        "/slow": lambda _: Answer("fetched", kind="text/plain"),
        "/items.csv": lambda _: Answer(
            "name,n\nMilk,2\n",
            kind="text/csv",
            headers={"Content-Disposition": "attachment; filename=items.csv"},
        ),
    }
