"""A report for programs: JSON, JUnit for continuous integration, a short Markdown summary."""

import re
from dataclasses import replace
from typing import Literal
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from bugsweep import __version__
from bugsweep.domain.outcome import Outcome, TrialResult
from bugsweep.domain.record import Record
from bugsweep.reports.findings import Exploration, ExplorerFinding
from bugsweep.reports.reading import Entrant, Results, Trial
from bugsweep.reports.tables.standings import leaderboard, pass_rate
from bugsweep.reports.tables.writing import escape_markdown, to_markdown
from bugsweep.stats.rates import Rate

SUMMARY_COLUMNS = ("agent", "pass", "undecided", "infra error", "missing", "tied with best")
"""Of the leaderboard: what fits on a narrow page or a terminal."""

_SHOWN = 20
_FAULTS = {Outcome.UNDECIDED, Outcome.INFRA_ERROR}
# XML 1.0 has no way to write these, not even escaped.
_NOT_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


class RateRecord(Record):
    """A rate, its counts and its 95 % Wilson interval; shares of 0..1, null of nothing."""

    k: int
    n: int
    rate: float | None
    low: float | None
    high: float | None


class EntrantRecord(Record):
    """One row of the leaderboard."""

    name: str
    agent: str
    prompt: str
    executor: str
    browser_hint: bool | None
    minutes: float | None
    passed: RateRecord
    outcomes: dict[Outcome, int]
    missing: int


class TrialRecord(Record):
    """One trial and where it is."""

    run: str
    entrant: str
    epoch: int
    result: TrialResult


class FindingRecord(Record):
    """One finding of the explorer and where it was made."""

    exploration: str
    target: str
    id: str
    oracle: str
    title: str
    expected: str
    seen: str


class ReportRecord(Record):
    """What report.json says."""

    format_version: Literal[1] = 1
    bugsweep_version: str = __version__
    is_synthetic: bool
    runs: tuple[str, ...]
    entrants: tuple[EntrantRecord, ...]
    trials: tuple[TrialRecord, ...]
    findings: tuple[FindingRecord, ...] = ()


def make_record(results: Results) -> ReportRecord:
    """The whole report as one record."""
    return ReportRecord(
        is_synthetic=results.is_synthetic,
        runs=tuple(run.name for run in results.runs),
        entrants=tuple(_entrant(entrant) for entrant in results.entrants),
        trials=tuple(
            TrialRecord(run=it.run, entrant=entrant.name, epoch=it.epoch, result=it.result)
            for entrant in results.entrants
            for it in entrant.trials
        ),
        findings=tuple(
            FindingRecord(
                exploration=exploration.name,
                target=exploration.target,
                id=it.id,
                oracle=it.oracle,
                title=it.title,
                expected=it.expected,
                seen=it.seen,
            )
            for exploration in results.explorations
            for it in exploration.findings
        ),
    )


def render_json(results: Results) -> str:
    """The whole report as JSON."""
    return make_record(results).model_dump_json(indent=1) + "\n"


def render_junit(results: Results) -> str:
    """One suite per agent with a case per trial, and one per exploration with a case per finding.

    What does not pass and what was found is a failure; an undecided trial and one lost by our own
    fault are errors.
    """
    suites = Element("testsuites", name="bugsweep")
    for entrant in results.entrants:
        ends = [trial.result.outcome for trial in entrant.trials]
        errors = sum(end in _FAULTS for end in ends)
        failures = len(ends) - errors - ends.count(Outcome.PASS)
        suite = SubElement(
            suites,
            "testsuite",
            name=_xml(entrant.name),
            tests=str(len(ends)),
            failures=str(failures),
            errors=str(errors),
            time=f"{sum(_elapsed_s(trial) for trial in entrant.trials):.3f}",
        )
        if results.is_synthetic:
            properties = SubElement(suite, "properties")
            SubElement(properties, "property", name="synthetic", value="true")
        for trial in entrant.trials:
            _add_case(suite, entrant, trial)
    for exploration in results.explorations:
        _add_exploration(suites, exploration)
    indent(suites)
    return '<?xml version="1.0" encoding="utf-8"?>\n' + tostring(suites, encoding="unicode") + "\n"


def render_summary(results: Results) -> str:
    """A few lines for a pull request or a job's summary page."""
    lines = ["## bugsweep", ""]
    if results.is_synthetic:
        lines += ["**Synthetic data: made up to try the report.**", ""]
    if results.runs:
        lines += _summary_of_trials(results)
    for exploration in results.explorations:
        number = len(exploration.findings)
        target = escape_markdown(exploration.target or exploration.name)
        lines += [f"**{number} finding{'' if number == 1 else 's'} in {target}**", ""]
        lines += [_found(finding) for finding in exploration.findings[:_SHOWN]] + [""]
    return "\n".join(lines)


def _summary_of_trials(results: Results) -> list[str]:
    table = replace(
        leaderboard(results).select(*SUMMARY_COLUMNS),
        note="k/n with 95 % Wilson intervals; undecided counts as not passed.",
    )
    missed = [(it, trial) for it in results.entrants for trial in it.trials if not trial.has_passed]
    lines = [to_markdown(table)]
    if missed:
        lines += ["<details>", f"<summary>{len(missed)} trials did not pass</summary>", ""]
        lines += [_missed(entrant, trial) for entrant, trial in missed[:_SHOWN]]
        if len(missed) > _SHOWN:
            lines.append(f"- … and {len(missed) - _SHOWN} more")
        lines += ["", "</details>", ""]
    return lines


def _found(finding: ExplorerFinding) -> str:
    words = f"{finding.title}: expected {finding.expected}, seen {finding.seen} ({finding.oracle})"
    return f"- {escape_markdown(words)}"


def _entrant(entrant: Entrant) -> EntrantRecord:
    ends = [trial.result.outcome for trial in entrant.trials]
    return EntrantRecord(
        name=entrant.name,
        agent=entrant.agent,
        prompt=entrant.condition.prompt,
        executor=entrant.condition.executor,
        browser_hint=entrant.condition.browser_hint,
        minutes=entrant.condition.minutes,
        passed=_rate(pass_rate(entrant)),
        outcomes={outcome: ends.count(outcome) for outcome in Outcome},
        missing=entrant.missing,
    )


def _rate(rate: Rate) -> RateRecord:
    interval = rate.wilson()
    return RateRecord(
        k=rate.k,
        n=rate.n,
        rate=rate.rate,
        low=interval.low if interval else None,
        high=interval.high if interval else None,
    )


def _add_case(suite: Element, entrant: Entrant, trial: Trial) -> None:
    result = trial.result
    name = trial.task if trial.epoch == 1 else f"{trial.task} #{trial.epoch}"
    case = SubElement(
        suite,
        "testcase",
        classname=_xml(entrant.name),
        name=_xml(name),
        time=f"{_elapsed_s(trial):.3f}",
    )
    if not trial.has_passed:
        tag = "error" if result.outcome in _FAULTS else "failure"
        reason = _xml(result.reason)
        end = SubElement(case, tag, type=result.outcome.value, message=reason.splitlines()[0])
        end.text = reason


def _add_exploration(suites: Element, exploration: Exploration) -> None:
    number = str(len(exploration.findings))
    name = _xml(f"explorer: {exploration.target or exploration.name}")
    suite = SubElement(suites, "testsuite", name=name, tests=number, failures=number, errors="0")
    for finding in exploration.findings:
        title = _xml(finding.title) or "a finding"
        case = SubElement(suite, "testcase", classname=_xml(finding.oracle), name=title)
        message = _xml(f"expected {finding.expected}, seen {finding.seen}")
        end = SubElement(case, "failure", type="finding", message=message)
        end.text = _xml(finding.feature)


def _elapsed_s(trial: Trial) -> float:
    clocks = trial.result.clocks
    return clocks.start_s + clocks.work_s + clocks.verify_s


def _missed(entrant: Entrant, trial: Trial) -> str:
    reason = trial.result.reason.splitlines()[0][:200]
    words = f"{entrant.name} on {trial.task}: {trial.result.outcome.value}: {reason}"
    return f"- {escape_markdown(words)}"


def _xml(text: str) -> str:
    return _NOT_XML.sub("\ufffd", text)
