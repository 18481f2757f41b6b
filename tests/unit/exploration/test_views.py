"""How the explorer tells pages, forms and elements apart."""

import random
import re

import pytest

from bugsweep.browser.looking import EMPTY_LOOK, FormSeen
from bugsweep.exploration.action import Op, spot_of_control, spot_of_field
from bugsweep.exploration.filling import Filler
from bugsweep.exploration.ground import fillable, is_refused
from bugsweep.exploration.markers import Markers
from bugsweep.exploration.oracles import ORACLES
from bugsweep.exploration.scenario import Scenario
from bugsweep.exploration.views import form_key, forms_in, page_template, submits, url_template
from bugsweep.exploration.walker import held_in
from unit.exploration.trails import control, field, look, step, trail


def page(*controls, fields=(), method="post", is_real=True):
    form = FormSeen(method=method, is_real=is_real, in_dialog=False, text="")
    return EMPTY_LOOK.model_copy(
        update={"controls": controls, "fields": fields, "forms": (form,), "url": "http://app/x"}
    )


@pytest.mark.parametrize(
    ("url", "template"),
    [
        ("http://app/a/7/edit?tab=a&q=b", "/a/*/edit?q&tab=a"),
        ("http://app/index.php?page=users&id=4", "/index.php?id&page=users"),
        ("http://app/a/7/?kept=squad%3DEight%26q%3Db", "/a/*/?kept(q,squad)"),
        ("http://app/list?page=2", "/list?page"),
    ],
)
def test_an_address_is_told_by_what_leads_to_other_pages(url, template):
    assert url_template(url) == template


@pytest.mark.parametrize(
    ("url", "page"),
    [
        ("http://app/a/7/?kept=squad%3DEight&q=b", "/a/*/"),
        ("http://app/index.php?id=4&page=users", "/index.php?page=users"),
        ("http://app/#/a/7", "/#/a/*"),
    ],
)
def test_variants_of_a_page_are_one_page(url, page):
    assert page_template(url) == page


def test_names_that_differ_in_case_alone_are_told_apart_by_their_rows():
    above = control("HISTORY", kind="link", row=0)
    rows = look(rows=[("HISTORY",)])
    alone = rows.model_copy(update={"controls": (above,)})
    both = rows.model_copy(update={"controls": (above, control("History", kind="link"))})

    assert spot_of_control(alone, above).row == ""
    assert spot_of_control(both, above).row == "HISTORY"


@pytest.mark.parametrize(
    ("names", "first"),
    [(("", "Create"), "Create"), (("Help", "Save"), "Save"), (("", ""), "")],
)
def test_what_has_a_name_sends_a_form_before_what_has_none(names, first):
    seen = page(*(control(name, form=0, is_submit=not name) for name in names))

    assert submits(seen, 0)[0].name == first


def test_a_form_of_scripts_is_no_search():
    fields = (field("What did you do?"), field("Where?"))

    (of_scripts,) = forms_in(page(fields=fields, method=""), (), "v")
    (of_the_browser,) = forms_in(page(fields=fields, method="get"), (), "v")

    assert (of_scripts.role, of_the_browser.role) == ("create", "search")


def test_only_what_is_sent_and_does_not_change_the_language_is_filled():
    helping = field("Filter").model_copy(update={"is_sent": False})
    language = field("Language", kind="select")
    halves = [
        field("Rights", kind="multiselect").model_copy(update={"name": name})
        for name in ("rights", "rights_old")
    ]
    seen = page(fields=(field("Name"), helping, language, *halves))

    assert [item.title for item in fillable(seen, 0)] == ["Name"]


@pytest.mark.parametrize(
    ("held", "shape"),
    [
        ("2026-01-31", r"2026-\d\d-\d\d"),
        ("31.01.2026", r"\d\d\.\d\d\.2026"),
        ("01/31/2026", "03/03/2026"),
        ("a b", "Zq.* thing"),
    ],
)
def test_a_text_that_holds_a_date_gets_a_date_of_the_same_shape(held, shape):
    source = random.Random(0)

    assert re.fullmatch(shape, Filler(Markers(source), source).value(field("When", held)))


def test_a_file_is_given_and_a_long_name_becomes_a_place():
    file = field("Data", kind="file")
    long = field("Words " * 20)
    seen = page(fields=(file, long))
    scenario = Scenario("a title")

    assert spot_of_field(seen, file).kind == "file"
    name = scenario.name_of(spot_of_field(seen, long))
    assert scenario.names == {name: long.css}


def test_a_button_that_is_off_says_nothing_of_its_own():
    fields = (field("Weekly", kind="radio"), field("Daily", kind="radio", ticked=True))

    assert [item.title for item in held_in(page(fields=fields), 0)] == ["Daily"]


@pytest.mark.parametrize(
    ("line", "leaks"),
    [
        ("Dear {{ user.name }}", True),
        ("monospace (hence {{{ or ` quoting)", False),
        ("Write {{ to begin", False),
        ("[object Object]", True),
    ],
)
def test_code_that_was_to_be_filled_in_is_told_from_marks(line, leaks):
    walked = trail(steps=[step(0, Op.OPEN, after=look(line))])

    assert bool(list(ORACLES["no-faults"]().judge(walked))) is leaks


@pytest.mark.parametrize(
    ("shown", "refused"),
    [((field("Name"),), True), ((), False)],
    ids=["the form again", "another page"],
)
def test_words_of_complaint_refuse_only_beside_the_form(shown, refused):
    before = page(fields=(field("Name"),))
    after = page(fields=shown).model_copy(update={"lines": ("What must be mended",)})

    sent = step(0, before=before, after=after)

    assert is_refused(sent, form_key(before, 0)) is refused
