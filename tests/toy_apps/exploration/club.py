"""A club behind a sign-in, whose member may close the account and is not let in again.

It may also let in one at a time: whoever signs in puts out who was in before.
"""

from toy_apps.serving import Answer, Page

LOGIN = """<!doctype html><link rel=icon href=data:,><title>Club</title>
<form method=post action=/in>
<label>Name <input name=user></label><label>Password <input type=password name=word></label>
<button>Log in</button></form>"""
INSIDE = """<!doctype html><link rel=icon href=data:,><title>Club</title><h1>Inside</h1>
<form method=post action=/close><button>Close account</button></form><a href=/out>Log out</a>"""


def pages(*, one_at_a_time: bool = False) -> dict[str, Page]:
    """The club, with one member: `ann`, `pw`."""
    state = {"closed": False, "visits": 1}

    def led(place, cookie="in=1"):
        return Answer("", 303, headers={"Location": place, "Set-Cookie": cookie})

    def home(request):
        is_in = f"in={state['visits']};" in f"{request.cookie};" and not state["closed"]
        return Answer(INSIDE if is_in else LOGIN)

    def come_in(request):
        sent = request.form
        is_known = sent.get("user") == "ann" and sent.get("word") == "pw"
        if one_at_a_time and is_known:
            state["visits"] += 1
        return led("/", f"in={state['visits']}" if is_known and not state["closed"] else "in=0")

    def close(_):
        state["closed"] = True
        return led("/", "in=0")

    return {"/": home, "/in": come_in, "/close": close, "/out": lambda _: led("/", "in=0")}
