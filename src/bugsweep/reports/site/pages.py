"""The templates, and what is handed to them."""

import json
from dataclasses import dataclass

from jinja2 import Environment, PackageLoader, StrictUndefined

from bugsweep import __version__
from bugsweep.reports.addresses import agent_page, task_page, trial_page
from bugsweep.reports.reading import Results
from bugsweep.reports.site.shelf import Shelf
from bugsweep.reports.site.text import (
    code_in_text,
    duration,
    first_line,
    highlight_patch,
    is_long,
    shorten,
    visible,
)
from bugsweep.reports.tables.writing import to_html
from bugsweep.reports.wording import meaning

CONTENT_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
    "base-uri 'none'; form-action 'none'"
)
"""What a page may load: its own files. Nothing inline is run, nothing is sent anywhere."""


@dataclass(frozen=True, slots=True)
class Frame:
    """What every page of a site shows around its content."""

    title: str
    is_synthetic: bool
    places: tuple[tuple[str, str], ...]
    """The pages that the head of a page leads to: file and words."""
    live_s: int = 0
    """Seconds after which a page of a run in progress looks again; 0 for a finished one."""
    version: str = __version__


class Pages:
    """Writes pages into the folder of a site."""

    def __init__(self, shelf: Shelf, results: Results, frame: Frame) -> None:
        self._shelf = shelf
        self._templates = Environment(
            loader=PackageLoader("bugsweep.reports.site"),
            autoescape=True,
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
        )
        self._templates.filters |= {
            "agent_page": agent_page,
            "task_page": task_page,
            "trial_page": trial_page,
            "table": to_html,
            "patch": highlight_patch,
            "shorten": shorten,
            "visible": visible,
            "meaning": meaning,
            "duration": duration,
            "code": code_in_text,
            "is_long": is_long,
            "first_line": first_line,
        }
        self._templates.globals |= {
            "policy": CONTENT_POLICY,
            "frame": frame,
            "results": results,
        }

    def write(self, template: str, path: str, **content: object) -> None:
        """Render `template` to `path`, seen from the folder of the site."""
        root = "../" * path.count("/")
        text = self._templates.get_template(template).render(root=root, path=path, **content)
        self._shelf.write(path, text)

    def write_data(self, name: str, value: object) -> None:
        """Write data that a page loads as a script: a page on disk may not fetch JSON."""
        content = json.dumps(value, separators=(",", ":"))
        self._shelf.write(f"data/{name}.js", f"bugsweepData({json.dumps(name)},{content});\n")
