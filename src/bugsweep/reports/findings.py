"""What the explorer found, read from the findings.json of an exploration or of a trial."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from bugsweep.exploration.oracles import ORACLES
from bugsweep.reports.untrusted import Json, as_dicts, as_list, as_text, load_json

FINDINGS_FILE = "findings.json"
SEVERITIES = {
    3: "data is lost or wrong",
    2: "something does not work",
    1: "it only looks wrong",
}


@dataclass(frozen=True, slots=True)
class ExplorerFinding:
    """A breach of a property, as the explorer reports it."""

    id: str
    oracle: str
    title: str
    expected: str = ""
    seen: str = ""
    feature: str = ""
    """A behaviour test that fails now."""
    steps: tuple[str, ...] = ()
    evidence: str = ""
    severity: str = ""
    """In words."""
    certainty: float | None = None
    layer: str = ""
    also: tuple[str, ...] = ()
    pictures: Mapping[str, str] | None = None
    """Paths beside the file, by what they show."""

    @property
    def property(self) -> str:
        """The property that was broken, in one sentence; empty where it is not one of ours."""
        found = ORACLES.get(self.oracle)
        return (found.__doc__ or "").strip().partition("\n")[0] if found else ""


@dataclass(frozen=True, slots=True)
class Exploration:
    """One findings.json: what was found, and what was looked at."""

    name: str
    """Tells it from the others of a report."""
    folder: Path
    findings: tuple[ExplorerFinding, ...]
    unconfirmed: tuple[tuple[str, str], ...] = ()
    """Titles of suspicions that did not come back, and why they were dropped."""
    facts: Mapping[str, str] | None = None
    """What was explored and how far, in words."""

    @property
    def target(self) -> str:
        """What was explored; empty when nobody noted it."""
        return (self.facts or {}).get("target", "")


def has_findings_file(folder: Path) -> bool:
    """Whether an explorer wrote into this folder."""
    return (folder / FINDINGS_FILE).is_file()


def load_exploration(folder: Path, name: str) -> Exploration:
    """Read a folder; what does not read is absent."""
    content = load_json(folder / FINDINGS_FILE)
    whole = content if isinstance(content, dict) else {"findings": content}
    return Exploration(
        name=name,
        folder=folder,
        findings=tuple(map(_finding, as_dicts(whole.get("findings")))),
        unconfirmed=tuple(
            (as_text(it.get("title")), as_text(it.get("why")))
            for it in as_dicts(whole.get("unconfirmed"))
        ),
        facts=dict(_facts(whole)),
    )


def _finding(item: Mapping[str, Json]) -> ExplorerFinding:
    severity, certainty = item.get("severity"), item.get("certainty")
    pictures = {
        "before": as_text(item.get("before")),
        "after": as_text(item.get("after") or item.get("screenshot")),
    }
    return ExplorerFinding(
        id=as_text(item.get("id")),
        oracle=as_text(item.get("oracle")),
        title=as_text(item.get("title")),
        expected=as_text(item.get("expected")),
        seen=as_text(item.get("seen")),
        feature=as_text(item.get("feature")),
        steps=tuple(map(as_text, as_list(item.get("steps")))),
        evidence=as_text(item.get("evidence")),
        severity=SEVERITIES.get(severity, "") if isinstance(severity, int) else "",
        certainty=certainty if isinstance(certainty, float) else None,
        layer=as_text(item.get("layer")),
        also=tuple(map(as_text, as_list(item.get("also")))),
        pictures={label: name for label, name in pictures.items() if name},
    )


def _facts(whole: Mapping[str, Json]) -> list[tuple[str, str]]:
    views, elapsed = as_list(whole.get("views")), whole.get("elapsed_s")
    found = [
        ("target", as_text(whole.get("target"))),
        ("area", as_text(whole.get("area"))),
        ("time", f"{elapsed:.0f} s" if isinstance(elapsed, int | float) else ""),
        ("actions", as_text(whole.get("actions"))),
        ("pages", str(len(views)) if views else ""),
        ("forms", str(len(as_list(whole.get("forms")))) if views else ""),
        ("probes", as_text(whole.get("probes"))),
        ("seed", as_text(whole.get("seed"))),
        ("ended", as_text(whole.get("ended"))),
    ]
    return [(name, words) for name, words in found if words]
