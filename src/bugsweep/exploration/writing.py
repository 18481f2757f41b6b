"""Findings as files: JSON, one HTML page, behaviour tests, SARIF and JUnit."""

import base64
import json
from importlib.resources import files
from pathlib import Path
from xml.etree import ElementTree as ET

from jinja2 import Environment, StrictUndefined

from bugsweep.exploration.finding import Exploration, Finding
from bugsweep.exploration.oracles import ORACLES

_LEVELS = {3: "error", 2: "warning", 1: "note"}
_SARIF_SCHEMA = "2.1.0"


def property_of(oracle: str) -> str:
    """The property an oracle stands for, as its docstring says it."""
    lines = (ORACLES[oracle].__doc__ or "").strip().splitlines()
    return lines[0]


def write_exploration(done: Exploration, folder: Path) -> None:
    """Write all forms of an exploration into `folder`."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "findings.json").write_text(done.model_dump_json(indent=2) + "\n", encoding="utf-8")
    for finding in done.findings:
        (folder / f"{finding.id}.feature").write_text(finding.feature, encoding="utf-8")
    (folder / "findings.html").write_text(render_page(done, folder), encoding="utf-8")
    (folder / "findings.sarif").write_text(render_sarif(done), encoding="utf-8")
    (folder / "findings.xml").write_text(render_junit(done), encoding="utf-8")


def render_page(done: Exploration, folder: Path) -> str:
    """One HTML page with the pictures in it; it asks no other address for anything."""
    template = files("bugsweep.exploration").joinpath("templates", "findings.html").read_text()
    pictures = {
        name: _embedded(folder / name)
        for finding in done.findings
        for name in (finding.before, finding.after)
        if name and (folder / name).is_file()
    }
    return (
        Environment(autoescape=True, undefined=StrictUndefined)
        .from_string(template)
        .render(
            done=done,
            pictures=pictures,
            properties={finding.oracle: property_of(finding.oracle) for finding in done.findings},
        )
    )


def _embedded(path: Path) -> str:
    return f"data:image/jpeg;base64,{base64.b64encode(path.read_bytes()).decode()}"


def render_sarif(done: Exploration) -> str:
    """SARIF 2.1.0, which code hosts show beside a change."""
    rules = dict.fromkeys(finding.oracle for finding in done.findings)
    run = {
        "tool": {
            "driver": {
                "name": "bugsweep",
                "rules": [
                    {"id": name, "shortDescription": {"text": property_of(name)}} for name in rules
                ],
            }
        },
        "results": [_sarif_result(finding) for finding in done.findings],
    }
    return json.dumps({"version": _SARIF_SCHEMA, "runs": [run]}, indent=2) + "\n"


def _sarif_result(finding: Finding) -> dict[str, object]:
    text = f"{finding.title}. Expected: {finding.expected}. Seen: {finding.seen}."
    return {
        "ruleId": finding.oracle,
        "level": _LEVELS[finding.severity],
        "message": {"text": text},
        "locations": [{"physicalLocation": {"artifactLocation": {"uri": f"{finding.id}.feature"}}}],
    }


def render_junit(done: Exploration) -> str:
    """JUnit XML: each property that held is a passed test, each finding a failed one."""
    broken = {finding.oracle for finding in done.findings}
    whole = [name for name in ORACLES if name not in broken]
    suite = ET.Element(
        "testsuite",
        name=f"bugsweep explore {done.target}",
        tests=str(len(whole) + len(done.findings)),
        failures=str(len(done.findings)),
        time=str(done.elapsed_s),
    )
    for name in whole:
        ET.SubElement(suite, "testcase", classname=name, name=property_of(name))
    for finding in done.findings:
        case = ET.SubElement(suite, "testcase", classname=finding.oracle, name=finding.title)
        failure = ET.SubElement(case, "failure", message=f"expected {finding.expected}")
        failure.text = f"seen: {finding.seen}\n\n{finding.feature}"
    return ET.tostring(suite, encoding="unicode") + "\n"
