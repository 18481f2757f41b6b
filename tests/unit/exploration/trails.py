"""Looks, steps and trails for judging without a browser."""

from bugsweep.browser.looking import (
    EMPTY_LOOK,
    Call,
    ControlSeen,
    FieldSeen,
    GroupSeen,
    Look,
    RowSeen,
)
from bugsweep.exploration.action import Action, Op, Spot
from bugsweep.exploration.trail import Held, Moment, Sense, Step, Trail


def field(label, value="", *, kind="text", ticked=False):
    return FieldSeen(
        ref=0,
        form=0,
        kind=kind,
        name=label.lower(),
        label=label,
        css=f"#{label.lower()}",
        value=value,
        is_ticked=ticked,
        options=(),
        hints=(),
        input_mode="",
        is_required=False,
        is_enabled=True,
        is_invalid=False,
        row=-1,
        in_dialog=False,
        limit=0,
    )


def control(name, *, kind="button", **facts):
    return ControlSeen(
        ref=0,
        kind=kind,
        name=name,
        css=facts.pop("css", f"[title='{name}']"),
        href=facts.pop("href", ""),
        target="",
        form=facts.pop("form", -1),
        row=facts.pop("row", -1),
        nth=0,
        is_submit=facts.pop("is_submit", False),
        is_enabled=True,
        is_download=False,
        in_dialog=False,
        in_nav=False,
        has_popup=False,
        is_pressed=False,
        **facts,
    )


def look(*lines, rows=(), columns=(), fields=(), url="http://app/items"):
    group = GroupSeen(ref=0, kind="table", name="", columns=columns, sign="TABLE.>TR.")
    seen = tuple(RowSeen(ref=0, group=0, text=" ".join(row), cells=tuple(row)) for row in rows)
    texts = tuple(" ".join(row) for row in rows)
    return EMPTY_LOOK.model_copy(
        update={
            "url": url,
            "lines": (*lines, *texts),
            "rows": seen,
            "groups": (group,) if rows else (),
            "fields": fields,
        }
    )


def held(label, value, *, kind="text"):
    spot = Spot(kind="checkbox" if kind == "checkbox" else "field", name=label)
    return Held(label, kind, value, spot)


def trail(*moments, steps=()):
    made = Trail("probe", "form")
    made.moments = list(moments)
    made.steps = list(steps)
    return made


def moment(sense, seen, **facts):
    return Moment(sense, facts.pop("at", 1), seen, **facts)


def step(index, op=Op.CLICK, *, after=EMPTY_LOOK, before=EMPTY_LOOK, **facts):
    action = facts.pop("action", Action(op=op, value=facts.pop("value", "")))
    return Step(index=index, action=action, before=before, after=after, **facts)


__all__ = ["Call", "Look", "Sense"]
