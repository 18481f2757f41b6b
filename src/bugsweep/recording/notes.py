"""What is noted of an agent's browsers and requests, on disk beside its trial.

TRIAL/
  browser.jsonl                 what a user does, one action per line
  recording/launches.jsonl      browsers that were started, and the commands they got
  recording/states.jsonl        what their pages showed whenever they had come to rest
  recording/pages/*.html.gz     those pages, without their scripts
  recording/requests.jsonl      what the app was asked over the network
"""

import gzip
import hashlib
from collections import Counter
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import TypeVar

from pydantic import Field, ValidationError

from bugsweep.domain.record import Record

ACTIONS_FILE = "browser.jsonl"
FOLDER = "recording"
_LAUNCHES, _STATES, _REQUESTS = "launches.jsonl", "states.jsonl", "requests.jsonl"
_MOST_PAGES = 1500
"""Different ones; what an agent shows beyond that is not kept."""
_MOST_PAGE_BYTES = 200_000_000
_MOST_LINES = 100_000
"""Of each kind: an agent must not be able to fill the disk."""


class Action(Record):
    """One thing that a user of the browser did."""

    number: int
    """Counts actions and states together, in the order in which they came."""
    time: str
    action: str
    target: str = ""
    """The first of its names."""
    role: str = ""
    names: tuple[str, ...] = ()
    """All words that a user could have for it."""
    row: str = ""
    """What the row or item reads that it is in."""
    value: str = ""
    onto: tuple[str, ...] = ()
    """The names of what it was dragged onto."""
    url: str = ""
    person: str = ""
    """Whose cookies and storage: equal within one context of one browser."""


class State(Record):
    """A page at rest, or as it was when the next action came."""

    number: int
    time: str
    url: str
    title: str = ""
    page: str
    """The name of its file."""
    person: str = ""
    is_settled: bool = True
    """Whether nothing was on its way: neither an answer of the app nor another page."""


class Launch(Record):
    """A browser that was started."""

    number: int
    time: str
    arguments: tuple[str, ...]
    is_watched: bool
    """Whether its pages were seen; else only its commands, if they came over a pipe."""
    commands: Mapping[str, int] = Field(default_factory=dict)
    """How often each method was called over the pipe."""


class Request(Record):
    """One request to the app."""

    time: str
    method: str
    path: str
    status: int = 0
    """0 when no answer was seen."""
    client: str = ""
    """How it calls itself."""
    is_browser: bool


R = TypeVar("R", bound=Record)


class Notebook:
    """Writes down what is seen, line by line, so that nothing is lost however a trial ends."""

    def __init__(self, trial: Path) -> None:
        self._trial = trial
        self._folder = trial / FOLDER
        self._numbers = {"states": 0, "launches": 0}
        self._pages: set[str] = set()
        self._page_bytes = 0
        self._lines: Counter[Path] = Counter()
        (self._folder / "pages").mkdir(parents=True, exist_ok=True)

    def next_launch(self) -> int:
        """The number of a browser."""
        self._numbers["launches"] += 1
        return self._numbers["launches"]

    def add_launch(self, launch: Launch) -> None:
        """Note a browser, when it has ended."""
        self._append(self._folder / _LAUNCHES, launch)

    def add_request(self, request: Request) -> None:
        """Note a request."""
        self._append(self._folder / _REQUESTS, request)

    def add_action(self, **seen: object) -> None:
        """Note what a user did."""
        action = Action.model_validate({"number": self._next(), "time": moment(), **seen})
        self._append(self._trial / ACTIONS_FILE, action)

    def add_state(self, page: str, **seen: object) -> None:
        """Note what a page shows, as HTML, and what else a State says of it."""
        name = hashlib.sha256(page.encode(errors="replace")).hexdigest()[:24] + ".html.gz"
        if name not in self._pages:
            if len(self._pages) >= _MOST_PAGES or self._page_bytes >= _MOST_PAGE_BYTES:
                return
            self._pages.add(name)
            data = gzip.compress(page.encode(errors="replace"), compresslevel=3, mtime=0)
            (self._folder / "pages" / name).write_bytes(data)
            self._page_bytes += len(data)
        told = {"number": self._next(), "time": moment(), "page": name, **seen}
        state = State.model_validate(told)
        self._append(self._folder / _STATES, state)

    def _append(self, path: Path, record: Record) -> None:
        self._lines[path] += 1
        if self._lines[path] <= _MOST_LINES:
            with path.open("a", encoding="utf-8") as file:
                file.write(record.model_dump_json() + "\n")

    def _next(self) -> int:
        self._numbers["states"] += 1
        return self._numbers["states"]


def moment() -> str:
    """Now, in UTC."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")


class Recording:
    """What was noted in a trial's folder."""

    def __init__(self, trial: Path) -> None:
        self._trial = trial
        self._folder = trial / FOLDER

    @property
    def was_made(self) -> bool:
        """Whether anybody watched."""
        return self._folder.is_dir()

    def launches(self) -> list[Launch]:
        """The browsers."""
        return list(_read(self._folder / _LAUNCHES, Launch))

    def actions(self) -> list[Action]:
        """What was done in them."""
        return list(_read(self._trial / ACTIONS_FILE, Action))

    def states(self) -> list[State]:
        """What they showed."""
        return list(_read(self._folder / _STATES, State))

    def requests(self) -> list[Request]:
        """What the app was asked."""
        return list(_read(self._folder / _REQUESTS, Request))

    def page(self, state: State) -> str:
        """The HTML of a state, without scripts."""
        return gzip.decompress((self._folder / "pages" / state.page).read_bytes()).decode()


def _read(path: Path, kind: type[R]) -> Iterator[R]:
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except FileNotFoundError:
        return
    for line in lines:
        try:
            yield kind.model_validate_json(line)
        except ValidationError:
            # The last line of a recording that was cut off.
            continue
