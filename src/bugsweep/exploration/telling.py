"""What was found and seen, as short texts for whoever plans the next thing to try."""

from collections.abc import Iterable, Mapping, Sequence

from bugsweep.browser.looking import Look
from bugsweep.exploration.finding import Exploration, Finding, Suspect
from bugsweep.exploration.probes import Job
from bugsweep.exploration.trail import Step
from bugsweep.exploration.views import Model

_OPERATIONS = 60
_DOUBTS = 10
_LINES, _NEW_LINES, _THINGS = 40, 6, 30
_LONGEST = 160
_REFUSED = 400


def tell_survey(done: Exploration, jobs: Sequence[Job], model: Model) -> str:
    """What there is, and what can be probed."""
    pages = _listed(done.views)
    forms = _listed(done.forms)
    return f"Pages:\n{pages}\n\nForms:\n{forms}\n\n{tell_jobs(jobs, model)}\n\n({done.ended})"


def tell_jobs(jobs: Sequence[Job], model: Model) -> str:
    """What can be probed, by number."""
    lines = [
        f"{number}. {job.probe}: {_about(job, model)}"
        for number, job in enumerate(jobs[:_OPERATIONS], 1)
    ]
    return "Can be probed:\n" + "\n".join(lines)


def _about(job: Job, model: Model) -> str:
    parts = []
    for part in job.offer.about.split("|"):
        form = model.forms.get(part)
        parts.append(form.title.partition("|")[0] + _fields(form.title) if form else part)
    return ", ".join(part for part in parts if part)[:_LONGEST]


def _fields(title: str) -> str:
    return " (" + title.rpartition("(")[2]


def tell_findings(
    findings: Iterable[Finding], doubts: Sequence[Suspect], ids: Mapping[tuple[str, str], str]
) -> list[str]:
    """Each finding with its test, and what was not confirmed, by the names they go by."""
    told = [
        f"## {ids.get((finding.oracle, finding.title), finding.id)}: {finding.title}\n"
        f"Expected: {finding.expected}\nSeen: {finding.seen}\n\n{finding.feature}"
        for finding in findings
    ]
    if doubts:
        lines = [
            f"- {ids.get((doubt.oracle, doubt.title), '')} {doubt.title}: {doubt.why[:_LONGEST]}"
            for doubt in doubts[:_DOUBTS]
        ]
        told.append("Not confirmed:\n" + "\n".join(lines))
    return told


def tell_step(step: Step) -> str:
    """What an action brought."""
    new = [line for line in step.after.lines if line not in step.before.lines]
    bad = [f"{call.method} {call.url} answers {call.status}" for call in step.calls]
    bad = [text for text, call in zip(bad, step.calls, strict=True) if call.status >= _REFUSED]
    lines = [f"- {step.action} → {step.after.path}"]
    lines += [f"    new: {line[:_LONGEST]}" for line in new[:_NEW_LINES]]
    lines += [f"    wrong: {text[:_LONGEST]}" for text in (*step.errors, *bad)]
    return "\n".join(lines)


def tell_page(look: Look) -> str:
    """What a user reads on a page, and what can be used there."""
    fields = [f"{field.title} = “{field.held}”" for field in look.fields[:_THINGS]]
    names = [f"{control.kind} “{control.name}”" for control in look.controls if control.name]
    return "\n".join(
        (
            f"Now at {look.path}:",
            *(f"  {line[:_LONGEST]}" for line in look.lines[:_LINES]),
            f"Fields: {', '.join(fields) or 'none'}",
            f"To click: {', '.join(list(dict.fromkeys(names))[:_THINGS]) or 'nothing'}",
        )
    )


def _listed(lines: Iterable[str]) -> str:
    return "\n".join(f"- {line}" for line in lines)
