"""Each oracle on a trail with its bug, and on the healthy twin of that trail."""

from dataclasses import replace

import pytest

from bugsweep.browser.looking import Call, FormSeen
from bugsweep.exploration.action import Action, Op, Spot
from bugsweep.exploration.oracles import ORACLES
from bugsweep.exploration.rows import remembered
from bugsweep.exploration.trail import Sense
from bugsweep.exploration.writing import property_of
from unit.exploration.trails import control, field, held, look, moment, step, trail

A, B, C = "Zqbcdfg", "Zqhjklm", "Zqnprst"


def _listed(*rows, **facts):
    seen = look(facts.pop("line", "Items"), rows=[(row,) for row in rows])
    return moment(Sense.LISTED, seen, **facts)


def _created(second):
    return trail(
        _listed(A, detail="1", others=(A,)), _listed(A, *second, detail="2", others=(A, B))
    )


def _reload(before, after):
    at_once = {"marker": A, "detail": "at once"}
    rows = [look(rows=[(A,)] * count or [("other",)]) for count in (before, after)]
    return trail(
        moment(Sense.CREATED, rows[0], **at_once), moment(Sense.RELOADED, rows[1], **at_once)
    )


def _form(sense, value, **facts):
    seen = look(fields=(field("Note", value), field("Name", A)))
    wanted = (held("Note", "old"), held("Name", A))
    return trail(moment(sense, seen, wanted=wanted, **facts))


def _deleted(*rows):
    seen = look(rows=[(row,) for row in rows])
    sent = Call(method="POST", url="http://app/", kind="document", status=302)
    return trail(moment(Sense.DELETED, seen, marker=A), steps=[step(0, calls=(sent,))])


def _searched(found):
    rows = (("Ann", "red"), ("Bob", "blue"))
    texts = tuple(" ".join(row) for row in rows)
    first = look(rows=rows[:1])
    second = look(rows=rows[1:]) if found else look("nothing found")
    asked = [("Ann", first, "name"), ("Bob", second, "colour")]
    return trail(
        *(
            moment(Sense.SEARCHED, seen, marker=marker, detail=detail, others=texts)
            for marker, seen, detail in asked
        )
    )


def _sorted(*numbers):
    seen = look(rows=[(number,) for number in numbers], columns=("Price",))
    return trail(moment(Sense.SORTED, seen, detail="Price"))


def _paged(*second):
    first = [("a one",), ("b two",), ("c three",)]
    return trail(
        moment(Sense.PAGED, look(rows=first), detail="1"),
        moment(Sense.PAGED, look(rows=[(row,) for row in second]), detail="2"),
    )


def _counted(last):
    moments = [_listed(A, line=f"{n} items", detail=str(n)) for n in range(3)]
    gone = moment(Sense.DELETED, look(f"{last} items", rows=[(B,)]), marker=A)
    return trail(*moments, gone)


def _text(shown):
    wanted = (held("Name", f"{A} <i>a&b</i>"),)
    return trail(moment(Sense.LISTED, look(f"{A} {shown}"), marker=A, wanted=wanted))


def _typed(line):
    return trail(moment(Sense.TYPED, look(line), marker="0x1F", detail="code", others=("none",)))


def _back(*lines):
    seen = look("Tickets", *lines)
    return trail(moment(Sense.RETURNED, seen, detail="a choice", others=("Tickets",)))


def _clicked(after):
    spot = Spot(kind="button", name="Archive")
    seen = look("Page")
    done = step(0, Op.CLICK, before=seen, after=look(after))
    return trail(moment(Sense.CLICKED, look(after), spot=spot), steps=[done])


def _measured(why):
    spot = Spot(kind="button", name="Go")
    measured = moment(Sense.MEASURED, look("Page"), spot=spot, detail=f"390x844: {why}", at=2)
    return trail(measured, steps=[step(0, Op.OPEN), step(1, Op.RESIZE)])


def _answered(status):
    call = Call(method="GET", url="http://app/x", kind="document", status=status)
    return trail(steps=[step(0, Op.CLICK, after=look("Oops", url="http://app/x"), calls=(call,))])


def _bulk(left):
    """Two rows were chosen and one was not."""
    columns = ("Name", "State")
    before = look(rows=[("Ann", "open"), ("Bob", "open"), ("Cid", "open")], columns=columns)
    after = look(rows=[("Ann", "shut"), ("Bob", "shut"), ("Cid", left)], columns=columns)
    chosen = remembered(before, {0, 1}, {2})
    return trail(moment(Sense.CHOSEN, after, wanted=chosen, detail="some"))


def _agreeing(colour):
    """Three things with a colour each; the list is asked for that of the last."""
    colours = {A: "red", B: "blue", C: "green"}
    moments = []
    for name, given in colours.items():
        rows = [(other, colour if other == C else colours[other]) for other in colours]
        wanted = (held("Colour", given),)
        moments.append(moment(Sense.LISTED, look(rows=rows), marker=name, wanted=wanted))
    return trail(*moments)


def _typed_pair(start):
    """A start is typed, then a stop."""
    fields = [(field("Start", ""), field("Stop", "")), (field("Start", "09:00"), field("Stop", ""))]
    last = (field("Start", start), field("Stop", "11:30"))
    looks = [look(fields=row) for row in (*fields, last)]
    steps = [
        step(
            place,
            before=looks[place],
            after=looks[place + 1],
            action=Action(op=Op.SET, spot=Spot(kind="field", name=name), value="x"),
        )
        for place, name in enumerate(("Start", "Stop"))
    ]
    return trail(steps=steps)


def _folded(text):
    return trail(moment(Sense.FOLDED, look(text), wanted=(held("Note", f"{B} thing"),), detail="−"))


def _ordered(*values):
    seen = look(fields=tuple(field(f"Row {n}", value) for n, value in enumerate(values)))
    old = tuple(held(f"Row {n}", value) for n, value in enumerate(("old", "older")))
    return trail(moment(Sense.ORDERED, seen, wanted=old, others=(A, B)))


def _taken_out(line):
    seen = look(line, fields=(field("Name", A),))
    return trail(moment(Sense.TAKEN_OUT, seen, marker=A, others=("There is another of this name",)))


def _linked(*, leads_nowhere):
    link = control("History", kind="link", href="http://app/items", leads_nowhere=leads_nowhere)
    seen = look("Old version").model_copy(
        update={"controls": (link,), "headings": ("Old version",)}
    )
    return trail(steps=[step(0, Op.OPEN, after=seen)])


def _stored(later):
    moments = [
        moment(Sense.STORED, look(text), marker=f"about {A}", detail="a.txt")
        for text in (f"about {A}", later)
    ]
    return trail(*moments)


def _shut_out(line):
    return trail(moment(Sense.SHUT_OUT, look(line), marker="Saltwife", detail="ann"))


def _dragged(*rows):
    """The first of three rows was dragged onto the last."""
    told = ("Ann", "Bob", "Cid")
    holder = Spot(kind="table", name="People")
    return trail(
        moment(
            Sense.DRAGGED,
            look(rows=[(row,) for row in rows]),
            marker="Ann",
            detail="Cid",
            others=("\n".join(told),),
            changed=("TABLE.>TR.",),
            spot=holder,
        )
    )


def _opened_after(colour):
    seen = look(fields=(field("Name", B), field("Colour", colour)))
    before = (f"Name\n{A}", "Colour\nred")
    wanted = (held("Name", B), held("Colour", "blue"))
    facts = {"marker": B, "detail": A, "wanted": wanted, "others": before, "at": 3}
    steps = [step(place) for place in range(3)]
    return trail(moment(Sense.OPENED_AFTER, seen, **facts), steps=steps)


def _copied(colour):
    fields = (field("Name", f"{A} (copy)"), field("Colour", colour), field("Size", "12"))
    wanted = (held("Name", A), held("Colour", "blue"), held("Size", "12"))
    return trail(moment(Sense.COPIED, look(fields=fields), marker=A, wanted=wanted))


def _inverted(*lines):
    """Next and Previous were clicked in a calendar."""
    before = ("March", "Mo", "Tu", "We")
    facts = {"detail": "“Next” and “Previous”", "others": before, "at": 3}
    steps = [step(place) for place in range(3)]
    return trail(moment(Sense.INVERTED, look(*lines), **facts), steps=steps)


def _formatted(*values, second=None):
    """What each tool left at the first time; the second time all is as before, unless told."""
    text = f"{A} apple"
    wanted = (held("Note", text, kind="textarea"),)
    moments = []
    for place, (value, after) in enumerate(
        zip(values, second or [text] * len(values), strict=True)
    ):
        for detail, now in (("once", value), ("twice", after)):
            seen = look(fields=(field("Note", now, kind="textarea"),))
            facts = {
                "marker": text,
                "wanted": wanted,
                "detail": detail,
                "others": (f"Tool {place}",),
            }
            moments.append(moment(Sense.FORMATTED, seen, **facts))
    return trail(*moments, steps=[step(0, Op.SET, value=text)])


CASES = {
    "formatting-keeps-text": (
        _formatted(f"**{A} apple**", f"> {A}"),
        _formatted(f"**{A} apple**", f"> {A} apple", f"_{A} apple_"),
    ),
    "opposites-restore": (
        _inverted("February", "Mo", "Tu", "We"),
        _inverted("March", "Mo", "Tu", "We", "Moved"),
    ),
    "dragged-lands": (_dragged("Cid", "Bob", "Ann", "Bob"), _dragged("Bob", "Cid", "Ann")),
    "forms-show-their-own": (_opened_after("red"), _opened_after("blue")),
    "copies-equal": (_copied("red"), _copied("blue")),
    "no-faults": (_answered(500), _answered(200)),
    "created-is-listed": (_created([]), _created([B])),
    "survives-reload": (_reload(2, 1), _reload(1, 1)),
    "values-come-back": (_form(Sense.OPENED, "other"), _form(Sense.OPENED, " old")),
    "resave-changes-nothing": (_form(Sense.RESAVED, "old!"), _form(Sense.RESAVED, "old")),
    "edit-takes-effect": (
        _form(Sense.EDITED, "other", changed=("Note",)),
        _form(Sense.EDITED, "old", changed=("Note",)),
    ),
    "edit-leaves-others": (
        _form(Sense.EDITED, "other", changed=("Name",)),
        _form(Sense.EDITED, "old", changed=("Name",)),
    ),
    "deleted-is-gone": (_deleted(A, B), _deleted(B)),
    "cancel-keeps": (_form(Sense.CANCELLED, "new"), _form(Sense.CANCELLED, "old")),
    "search-finds": (_searched(found=False), _searched(found=True)),
    "sort-orders": (_sorted("10", "100", "2"), _sorted("2", "10", "100")),
    "pages-partition": (_paged("c three", "d four"), _paged("d four", "e five")),
    "counters-follow": (_counted(2), _counted(1)),
    "text-as-typed": (_text("&lt;i&gt;a&amp;b&lt;/i&gt;"), _text("<i>a&b</i>")),
    "typed-is-kept": (_typed("31"), _typed("0x1F")),
    "returns-to-the-same": (_back("No more room here"), _back()),
    "controls-have-effect": (_clicked("Page"), _clicked("Another page")),
    "shut-out-is-out": (_shut_out("Boats: Saltwife"), _shut_out("Sign in")),
    "views-agree": (_agreeing("red"), _agreeing("green")),
    "bulk-touches-the-chosen": (_bulk("shut"), _bulk("open")),
    "typing-leaves-others": (_typed_pair("08:00"), _typed_pair("09:00")),
    "folding-keeps": (_folded("Saved"), _folded(f"Saved {B} thing")),
    "rows-keep-order": (_ordered(A, B, "old", "older"), _ordered("old", "older", A, B)),
    "taken-out-is-out": (_taken_out("There is another of this name"), _taken_out("Saved")),
    "links-lead-somewhere": (_linked(leads_nowhere=True), _linked(leads_nowhere=False)),
    "files-stay-whole": (_stored(f"about {B}"), _stored(f"about {A}")),
    "controls-reachable": (_measured("<div> covers it"), _measured("it is not visible")),
}


@pytest.mark.parametrize("name", ORACLES)
def test_sees_the_planted_bug(name):
    found = list(ORACLES[name]().judge(CASES[name][0]))

    assert [suspicion.oracle for suspicion in found] == [name]
    assert found[0].claims


@pytest.mark.parametrize("name", ORACLES)
def test_leaves_the_healthy_twin_alone(name):
    assert list(ORACLES[name]().judge(CASES[name][1])) == []


@pytest.mark.parametrize("name", ORACLES)
def test_says_its_property_first(name):
    assert property_of(name).endswith(".")
    assert any(word in property_of(name) for word in (" must ", "No action may"))


def test_a_list_of_the_latest_few_is_no_loss():
    judged = trail(_listed(B, C, detail="3", others=(A, B, C)))

    assert list(ORACLES["created-is-listed"]().judge(judged)) == []


def test_a_click_that_deleted_nothing_is_no_deletion():
    judged = _deleted(A, B)
    judged.steps = [step(0)]

    assert list(ORACLES["deleted-is-gone"]().judge(judged)) == []


def test_what_deleted_is_never_left_out():
    (suspicion,) = ORACLES["deleted-is-gone"]().judge(_deleted(A, B))

    assert suspicion.needs == (0,)


def test_a_history_may_show_what_was_deleted():
    seen = look(rows=[(A,)], url="http://app/history")
    judged = trail(moment(Sense.DELETED, seen, marker=A))

    assert list(ORACLES["deleted-is-gone"]().judge(judged)) == []


def test_a_search_that_looks_at_one_column_only_is_no_bug():
    rows = ("Ann red", "Bob blue")
    nothing = look("nothing found")
    judged = trail(
        *(
            moment(Sense.SEARCHED, nothing, marker=name, detail="colour", others=rows)
            for name in ("Ann", "Bob")
        )
    )

    assert list(ORACLES["search-finds"]().judge(judged)) == []


def test_a_list_that_is_back_at_its_empty_choice_has_lost_what_was_chosen():
    chosen = held("Owner", "Ann", kind="select")
    kept = held("Note", A)
    fields = (field("Owner", "---", kind="select"), field("Note", A))
    saved = moment(
        Sense.SAVED, look(fields=fields), detail="own", wanted=(chosen, kept), changed=("Note",)
    )

    (suspicion,) = ORACLES["values-come-back"]().judge(trail(saved))

    assert "Owner" in suspicion.title


def test_an_exchange_of_two_rows_is_one_way_to_drag():
    assert list(ORACLES["dragged-lands"]().judge(_dragged("Cid", "Bob", "Ann"))) == []


def test_a_row_that_goes_while_another_is_dragged_is_lost():
    (suspicion,) = ORACLES["dragged-lands"]().judge(_dragged("Cid", "Ann"))

    assert suspicion.claims[0].sentence == 'I see "Bob"'


def test_a_form_that_shows_what_nothing_held_is_another_fault():
    assert list(ORACLES["forms-show-their-own"]().judge(_opened_after("green"))) == []


def test_a_copy_may_take_over_nothing_but_the_name():
    fields = (field("Name", f"{A} (copy)"), field("Colour", ""), field("Size", ""))
    wanted = (held("Name", A), held("Colour", "blue"), held("Size", "12"))
    judged = trail(moment(Sense.COPIED, look(fields=fields), marker=A, wanted=wanted))

    assert list(ORACLES["copies-equal"]().judge(judged)) == []


def test_what_lies_beside_the_form_is_not_what_was_opened():
    form = FormSeen(method="post", is_real=True, in_dialog=False, text="")
    fields = (field("Title", A), field("Note", "").model_copy(update={"form": 1}))
    seen = look(fields=fields).model_copy(update={"forms": (form, form)})
    opened = moment(Sense.OPENED, seen, wanted=(held("Note", "typed"),), form=0)

    assert list(ORACLES["values-come-back"]().judge(trail(opened))) == []


def test_what_shows_most_of_a_list_again_is_no_further_page():
    judged = _paged("b two", "c three", "d four")

    assert list(ORACLES["pages-partition"]().judge(judged)) == []


def test_a_form_laid_out_as_a_table_is_no_list():
    judged = _paged("c three", "d four")
    judged.moments = [
        replace(one, look=one.look.model_copy(update={"fields": (in_row,)}))
        for one, in_row in zip(
            judged.moments,
            (field("Most").model_copy(update={"row": n}) for n in (2, 0)),
            strict=True,
        )
    ]

    assert list(ORACLES["pages-partition"]().judge(judged)) == []


def test_a_field_that_makes_a_slug_of_what_was_typed_keeps_it():
    typed, left = field("Slug", "Old thing"), field("Slug", "old-thing")
    title = field("Title", "")
    looks = [look(fields=(one, title)) for one in (field("Slug"), typed, left)]
    spots = [Spot(kind="field", name=name) for name in ("Slug", "Title")]
    steps = [
        step(n, before=looks[n], after=looks[n + 1], action=Action(op=Op.SET, spot=spot, value="x"))
        for n, spot in enumerate(spots)
    ]

    assert list(ORACLES["typing-leaves-others"]().judge(trail(steps=steps))) == []


def test_what_was_done_and_undone_stays_in_the_test():
    spot = Spot(kind="field", name="Size")
    set_twice = [step(n, action=Action(op=Op.SET, spot=spot, value=str(n))) for n in (1, 2)]
    judged = _back("Still too large")
    judged.steps = [step(0, Op.OPEN), *set_twice]
    judged.moments[0] = replace(judged.moments[0], at=3)

    (suspicion,) = ORACLES["returns-to-the-same"]().judge(judged)

    assert suspicion.needs == (1, 2)


def test_an_exception_that_follows_from_a_server_fault_is_not_told_apart():
    judged = _answered(500)
    judged.steps[0] = replace(judged.steps[0], errors=("Unexpected token 'I'",))

    (suspicion,) = ORACLES["no-faults"]().judge(judged)

    assert suspicion.title == "GET /x answers 500"


def test_a_long_address_is_told_in_short():
    judged = _answered(500)
    (call,) = judged.steps[0].calls
    long = call.model_copy(update={"url": f"{call.url}{'long' * 90}"})
    judged.steps[0] = replace(judged.steps[0], calls=(long,))

    (suspicion,) = ORACLES["no-faults"]().judge(judged)

    assert len(suspicion.title) < 100
    assert suspicion.title.endswith("… answers 500")


def test_what_brings_another_page_is_no_opposite():
    assert list(ORACLES["opposites-restore"]().judge(_inverted("Elsewhere"))) == []


def test_a_tool_that_piles_up_where_two_others_take_off_is_told():
    marked = [f"**{A} apple**", f"_{A} apple_", f"`{A} apple`"]
    judged = _formatted(*marked, second=[f"{A} apple", f"{A} apple", f"``{A} apple``"])

    (suspicion,) = ORACLES["formatting-keeps-text"]().judge(judged)

    assert "Tool 2" in suspicion.title


def test_an_editor_that_took_nothing_says_nothing_of_its_arrow_keys():
    seen = look("2026-01-02")
    judged = trail(moment(Sense.TYPED, seen, marker=f"{A}-ab", detail="arrow keys"))

    assert list(ORACLES["typed-is-kept"]().judge(judged)) == []


@pytest.mark.parametrize("value", ["", "NaN", "0"])
def test_a_field_that_is_no_word_when_it_is_left_has_not_taken_what_was_typed(value):
    typed, left = field("Deadline", "some words"), field("Deadline", value)
    title = field("Title")
    looks = [look(fields=(one, title)) for one in (field("Deadline"), typed, left)]
    spots = [Spot(kind="field", name=name) for name in ("Deadline", "Title")]
    steps = [
        step(n, before=looks[n], after=looks[n + 1], action=Action(op=Op.SET, spot=spot, value="x"))
        for n, spot in enumerate(spots)
    ]

    assert list(ORACLES["typing-leaves-others"]().judge(trail(steps=steps))) == []
