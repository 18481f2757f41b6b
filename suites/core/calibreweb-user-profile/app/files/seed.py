"""A library of three books; the administrator chooses it and adds a reader."""

import datetime
import http.cookiejar
import re
import sys
import urllib.parse
import urllib.request
from pathlib import Path

sys.argv = ["cps", "-p", "/srv/state/seed.db"]
from calibreweb.cps import db  # noqa: E402  (it reads the command line at import)
from sqlalchemy import create_engine  # noqa: E402
from sqlalchemy.orm import Session  # noqa: E402

LIBRARY = Path("/srv/state/library")
BOOKS = [
    ("Letters from a Weather Station", "Anneke Brandt", "2011-04-02"),
    ("The Beekeeper's Almanac", "Samuel Oduya", "2016-09-21"),
    ("Walking the Old Canal", "Anneke Brandt", "2019-06-11"),
]
APP = "http://127.0.0.1:13200"


def make_library() -> None:
    LIBRARY.mkdir()
    engine = create_engine(f"sqlite:///{LIBRARY}/metadata.db").execution_options(
        schema_translate_map={"calibre": None}
    )
    db.Base.metadata.create_all(engine)
    authors = {}
    with Session(engine) as session:
        identity = db.Library_Id()
        identity.uuid = "4a1d5c3e-0000-4000-8000-000000000001"
        session.add(identity)
        for number, (title, author, day) in enumerate(BOOKS, 1):
            authors.setdefault(author, db.Authors(author, author, ""))
            date = datetime.datetime.fromisoformat(day)
            path = f"{author}/{title} ({number})"
            session.add(
                db.Books(
                    title, title, author, date, date, "1.0", date, path, 0, [authors[author]], []
                )
            )
        session.commit()


def open_form(url: str) -> str:
    page = browser.open(APP + url).read().decode()
    return re.search(r'name="csrf_token" value="([^"]+)"', page)[1]


def send(url: str, values: dict[str, str], *, form: str = "") -> str:
    data = urllib.parse.urlencode({**values, "csrf_token": open_form(form or url)}).encode()
    return browser.open(APP + url, data).read().decode()


make_library()
browser = urllib.request.build_opener(
    urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar())
)
send("/login", {"username": "admin", "password": "admin123"})
send("/admin/dbconfig", {"config_calibre_dir": str(LIBRARY)})
page = send(
    "/admin/user/new",
    {
        "name": "nadia",
        "email": "nadia@reading.example",
        "password": "Canal-boat-7",
        "locale": "en",
        "default_language": "all",
        "passwd_role": "on",
        "viewer_role": "on",
        "show_32": "on",
    },
)
if "created" not in page:
    raise SystemExit("the reader could not be added")
Path("/srv/state/seed.db").unlink(missing_ok=True)
