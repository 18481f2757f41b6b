"""Each operator is planted where a person would slip, and only there."""

import pytest

from bugsweep.apps.mutation import Operator, plant
from bugsweep.apps.mutation.javascript_faults import find_javascript_faults
from bugsweep.apps.mutation.python_faults import find_python_faults
from bugsweep.apps.mutation.template_faults import find_template_faults

PYTHON = """\
def save(request, form, note: str, title: str):
    user = escape(form["name"])
    if user is None and not request.quiet:
        log.info("no user")
        return range(1, 9)
    notify(note, title)
    order = [item for item in form.items[0:2] if item.price < request.limit]
    db.commit()
    return move(request.source, request.target)


async def later(job):
    await job.run()
"""
JAVASCRIPT = """\
async function save(request, form) {
  const first = "a", second = "b";
  if (first === second && form.ok) { console.log(first); }
  if (!form.dirty) return;
  show(first, second);
  paint(form.width, form.height);
  list.innerHTML = escapeHtml(form.title);
  for (let n = 0; n < form.rows; n++) { cells[n + 1].draw(); }
  await store.save(form);
}
"""
TEMPLATE = """\
<p>Ünï {{ user.name }} {{ user.mail|e }}</p>
{% if user.name and user.mail %}x{% elif not user.gone %}y{% endif %}
"""


def after(found, source, operator):
    """The lines that are changed by faults of an operator, as they then read."""
    lines = source.splitlines()
    changed = set()
    for fault in found:
        if fault.operator is operator:
            text = plant(source.encode(), fault).decode().splitlines()
            changed |= {new.strip() for new, old in zip(text, lines, strict=True) if new != old}
    return changed


@pytest.mark.parametrize(
    ("operator", "line"),
    [
        (Operator.DROPPED_CALL, "pass"),
        (Operator.LOST_SAVE, "job.run()"),
        (Operator.LOST_SAVE, "pass"),
        (Operator.INVERTED_CONDITION, "if not (user is None and not request.quiet):"),
        (Operator.WEAKENED_CONDITION, "if user is None:"),
        (Operator.WRONG_VARIABLE, "notify(title, title)"),
        (Operator.WRONG_FIELD, "return move(request.limit, request.target)"),
        (
            Operator.OFF_BY_ONE,
            "order = [item for item in form.items[0:2] if item.price <= request.limit]",
        ),
        (Operator.OFF_BY_ONE, "return range(2, 9)"),
        (Operator.MISSING_ESCAPE, 'user = form["name"]'),
        (Operator.SWAPPED_ARGUMENTS, "notify(title, note)"),
    ],
)
def test_python_gets_every_kind_of_fault(operator, line):
    found = find_python_faults(PYTHON.encode(), "app.py")

    assert line in after(found, PYTHON, operator)


def test_what_nobody_would_miss_is_not_dropped():
    found = find_python_faults(PYTHON.encode(), "app.py")

    assert not [it for it in found if "log.info" in it.before and it.after == "pass"]


def test_code_outside_of_functions_is_left_alone():
    found = find_python_faults(b"import os\nif os.name == 'nt':\n    setup(1, 2)\n", "app.py")

    assert found == []


@pytest.mark.parametrize(
    ("operator", "line"),
    [
        (Operator.DROPPED_CALL, ";"),
        (Operator.LOST_SAVE, "store.save(form);"),
        (Operator.INVERTED_CONDITION, "if (form.dirty) return;"),
        (Operator.WEAKENED_CONDITION, "if (form.ok) { console.log(first); }"),
        (Operator.WRONG_VARIABLE, "show(second, second);"),
        (Operator.SWAPPED_ARGUMENTS, "show(second, first);"),
        (Operator.WRONG_FIELD, "if (!form.height) return;"),
        (Operator.OFF_BY_ONE, "for (let n = 0; n <= form.rows; n++) { cells[n + 1].draw(); }"),
        (Operator.OFF_BY_ONE, "for (let n = 0; n < form.rows; n++) { cells[n + 2].draw(); }"),
        (Operator.MISSING_ESCAPE, "list.innerHTML = form.title;"),
    ],
)
def test_javascript_gets_every_kind_of_fault(operator, line):
    found = find_javascript_faults(JAVASCRIPT.encode(), "app.js")

    assert line in after(found, JAVASCRIPT, operator)


@pytest.mark.parametrize(
    ("operator", "line"),
    [
        (Operator.MISSING_ESCAPE, "<p>Ünï {{ user.name|safe }} {{ user.mail|e }}</p>"),
        (Operator.MISSING_ESCAPE, "<p>Ünï {{ user.name }} {{ user.mail }}</p>"),
        (Operator.WRONG_FIELD, "<p>Ünï {{ user.gone }} {{ user.mail|e }}</p>"),
        (
            Operator.WEAKENED_CONDITION,
            "{% if user.name %}x{% elif not user.gone %}y{% endif %}",
        ),
        (
            Operator.INVERTED_CONDITION,
            "{% if user.name and user.mail %}x{% elif user.gone %}y{% endif %}",
        ),
    ],
)
def test_templates_get_the_faults_that_fit(operator, line):
    found = find_template_faults(TEMPLATE.encode(), "page.html")

    assert line in after(found, TEMPLATE, operator)


@pytest.mark.parametrize(
    ("find", "source"),
    [
        (find_python_faults, b"def broken(:\n"),
        (find_python_faults, "# coding: latin-1\nx = 'é'\n".encode("latin-1")),
        (find_javascript_faults, b"function ( {"),
        (find_template_faults, b"\xff{{ a }}"),
    ],
)
def test_what_cannot_be_read_gets_none(find, source):
    assert find(source, "file") == []
