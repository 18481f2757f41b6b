"""Letters in a list that can be narrowed; each is printed from its own page, in two steps."""

from urllib.parse import quote

from toy_apps.serving import Answer

BUGS = ("narrowed_print",)  # O01: printing a letter that was opened from a narrowed list fails

LETTERS = {"1": ("Harbour dues", "new"), "2": ("Ropewalk lease", "old"), "3": ("Pilots", "new")}


def pages(*bugs):
    """The archive with these bugs; healthy without any."""
    assert set(bugs) <= set(BUGS)

    def listed(request):
        state = request.query.get("state", "")
        back = f"&back={quote(f'state={state}')}" if state else ""
        rows = "".join(
            f"<tr><td><a href='/letters/{number}?v=1{back}'>{name}</a><td>{its}</tr>"
            for number, (name, its) in LETTERS.items()
            if state in {"", its}
        )
        return Answer(
            "<!doctype html><link rel=icon href=data:,><title>Letters</title><h1>Letters</h1>"
            f"<a href='/?state=new'>New</a> <a href='/?state=old'>Old</a><table>{rows}</table>"
        )

    def letter(number, request):
        body = (request.body or b"").decode()
        if "copies=" in body:
            if "narrowed_print" in bugs and "back" in request.query:
                return Answer("<h1>Internal Server Error</h1>", 500)
            return Answer("<!doctype html><title>Done</title><p>Printed</p>")
        ask = (
            "<label>Copies <input name=copies type=number value=1></label><button>Print</button>"
            if body
            else "<input type=hidden name=ask value=1><button>Print…</button>"
        )
        return Answer(
            f"<!doctype html><link rel=icon href=data:,><title>Letter</title>"
            f"<h1>{LETTERS[number][0]}</h1><form method=post>{ask}</form>"
        )

    own = {
        f"/letters/{number}": lambda request, number=number: letter(number, request)
        for number in LETTERS
    }
    return {"/": listed, **own}
