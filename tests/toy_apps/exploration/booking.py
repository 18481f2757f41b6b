"""Bookings, each made by an assistant of three pages and opened for editing afterwards."""

import html

from toy_apps.serving import Answer, Page

BUGS = ("diet_is_lost",)  # O04: what the second page asks is not stored

_PAGES = (("guest", "Guest"), ("diet", "Diet"), ("room", "Room"))


def pages(*bugs: str) -> dict[str, Page]:
    """The bookings with these bugs; healthy without any."""
    assert set(bugs) <= set(BUGS)
    bookings = []
    begun = {}

    def shown(body, status=200, **headers):
        head = "<!doctype html><link rel=icon href=data:,><title>Bookings</title>"
        return Answer(f"{head}<h1>Bookings</h1>{body}", status, headers=headers)

    def row(number, booking):
        words = html.escape(f"{booking['guest']}: {booking['room']}")
        return f"<tr><td>{words}</td><td><a href=/edit?id={number}>Edit</a></td></tr>"

    def listed(_):
        rows = "".join(row(number, booking) for number, booking in enumerate(bookings))
        return shown(f"<a href=/new>New booking</a><table>{rows}</table>")

    def one(place):
        name, label = _PAGES[place]
        button = "Finish" if place == len(_PAGES) - 1 else "Continue"
        return shown(
            f"<form method=post action=/new?page={place + 1}><label>{label} "
            f"<input name={name}></label><button>{button}</button></form>"
        )

    def new(request):
        place = int(request.query.get("page", 0))
        begun.update(request.form)
        if place < len(_PAGES):
            return one(place)
        if "diet_is_lost" in bugs:
            begun["diet"] = ""
        bookings.append(dict(begun))
        return shown("", 303, Location="/")

    def edit(request):
        booking = bookings[int(request.query["id"])]
        if request.body:
            booking.update(request.form)
            return shown("", 303, Location="/")
        fields = "".join(
            f"<p><label>{label} <input name={name} value='{html.escape(booking[name])}'></label>"
            for name, label in _PAGES
        )
        return shown(f"<form method=post>{fields}<button>Save</button></form>")

    return {"/": listed, "/new": new, "/edit": edit}
