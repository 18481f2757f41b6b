"""A desk of tickets with actions on several rows, filters and a form that grows."""

import html
from urllib.parse import parse_qs

from toy_apps.serving import Answer, Page

BUGS = (
    "hidden_too",  # O25: ticking all ticks what the filter hides
    "filter_stays",  # O10: a filter by one column cannot be taken off
    "new_rows_first",  # O28: rows that are added come first
    "no_longer_unassigned",  # O04: the choice of nobody is ignored
    "stop_moves_start",  # O26: typing a stop changes the start
)
_TICKETS = [
    ("Lamp flickers", "Mill Lane", "open"),
    ("Bench is broken", "Rose Garden", "open"),
    ("Dark path", "Library", "open"),
    ("Lamp is bent", "Harbour", "open"),
    ("Gate sticks", "Harbour", "open"),
]
_SCRIPT = """<script>
const rows=()=>[...document.querySelectorAll('tbody tr')];
document.getElementById('find').oninput=e=>rows().forEach(r=>
  r.hidden=!r.innerText.toLowerCase().includes(e.target.value.toLowerCase()));
document.getElementById('all').onclick=e=>rows().forEach(r=>{
  if(%s)r.querySelector('input').checked=e.target.checked});
</script>"""


def pages(*bugs: str) -> dict[str, Page]:
    """The desk with these bugs; healthy without any."""
    assert set(bugs) <= set(BUGS)
    desk = _Desk(frozenset(bugs))
    return {
        "/": '<title>Desk</title><h1>Desk</h1><a href="/tickets">Tickets</a> '
        '<a href="/walk">Walk</a> <a href="/shift">Shift</a> <a href="/loans">Loans</a>',
        "/tickets": desk.tickets,
        "/bulk": desk.bulk,
        "/loans": desk.loans,
        "/walk": desk.walk,
        "/shift": desk.shift,
    }


class _Desk:
    def __init__(self, bugs):
        self.bugs = bugs
        self.rows = [list(ticket) for ticket in _TICKETS]
        self.stops = ["Weir house", "Paper mill"]
        self.day = {"owner": "Rosa", "start": "08:00", "stop": "09:00"}

    def tickets(self, _):
        body = "".join(
            f"<tr><td><input type=checkbox name=id value={place}></td>"
            + "".join(f"<td>{html.escape(cell)}</td>" for cell in row)
            + "</tr>"
            for place, row in enumerate(self.rows)
        )
        condition = "true" if "hidden_too" in self.bugs else "!r.hidden"
        return Answer(
            "<title>Tickets</title><h1>Tickets</h1><label>Filter <input id=find></label>"
            "<form method=post action=/bulk><table><thead><tr><th><input type=checkbox id=all"
            " aria-label='Select all'></th><th>Subject</th><th>Place</th><th>State</th></tr>"
            f"</thead><tbody>{body}</tbody></table><label>Action <select name=action>"
            "<option value=''>---</option><option>Close tickets</option></select></label>"
            f"<button>Go</button></form>{_SCRIPT % condition}"
        )

    def bulk(self, request):
        sent = parse_qs(request.body.decode())
        for place in map(int, sent.get("id", []) if sent.get("action") else []):
            self.rows[place][2] = "closed"
        return Answer("", 303, headers={"Location": "/tickets"})

    def loans(self, request):
        column, value = request.query.get("column", ""), request.query.get("value", "")
        if column == "Place" and "filter_stays" in self.bugs:
            self.day["place"] = value
        stuck = self.day.get("place", "")
        names = ("Subject", "Place")
        shown = [
            row
            for row in self.rows
            if (not column or column == "none" or row[names.index(column)] == value)
            and (not stuck or row[1] == stuck)
        ]
        options = "".join(
            f"<option value={v} {'selected' if v == column else ''}>{t}</option>"
            for v, t in (("", "- column -"), ("Subject",) * 2, ("Place",) * 2)
        )
        off = "<option value=none>- remove filter -</option>" if column else ""
        cells = "".join(f"<tr><td>{row[0]}</td><td>{row[1]}</td></tr>" for row in shown)
        return Answer(
            f"<title>Loans</title><h1>Loans</h1><form><select name=column>{options}{off}</select>"
            f"<input name=value value='{html.escape(value)}'><button>Apply</button></form>"
            f"<table><thead><tr><th>Subject</th><th>Place</th></tr></thead>{cells}</table>"
        )

    def walk(self, request):
        if request.body:
            sent = parse_qs(request.body.decode()).get("stop", [])
            fresh = [stop for stop in sent if stop not in self.stops]
            self.stops = fresh + self.stops if "new_rows_first" in self.bugs else sent
        fields = "".join(
            f"<p><label>Stop <input name=stop id=stop-{place} value='{html.escape(stop)}'></label>"
            for place, stop in enumerate(self.stops)
        )
        return Answer(
            f"<title>Walk</title><h1>Walk</h1><form method=post><div id=stops>{fields}</div>"
            "<button type=button onclick=\"var n=document.querySelectorAll('[name=stop]').length;"
            "var p=document.createElement('p');p.innerHTML='<label>Stop <input name=stop id=stop-'"
            "+n+'></label>';stops.append(p)\">Add stop</button> <button>Save</button></form>"
        )

    def shift(self, request):
        if request.body:
            sent = {name: values[0] for name, values in parse_qs(request.body.decode()).items()}
            if "no_longer_unassigned" in self.bugs and sent.get("owner") == "Nobody":
                del sent["owner"]
            self.day.update(sent)
        owners = "".join(
            f"<option {'selected' if name == self.day['owner'] else ''}>{name}</option>"
            for name in ("Rosa", "Idris", "Nobody")
        )
        moves = "oninput=\"start.value='07:00'\"" if "stop_moves_start" in self.bugs else ""
        return Answer(
            "<title>Shift</title><h1>Shift</h1><form method=post>"
            f"<label>Owner <select name=owner>{owners}</select></label>"
            f"<label>Start <input id=start name=start value='{self.day['start']}'></label>"
            f"<label>Stop <input name=stop value='{self.day['stop']}' {moves}></label>"
            "<button>Save</button></form>"
        )
