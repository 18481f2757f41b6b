"""Faults are planted where the behaviour tests come by."""

import subprocess

import pytest

from bugsweep.apps.mutation import Fault, Operator
from bugsweep.browser import lines_run
from bugsweep.verification.reaching import Reach, with_tracer


def fault(path, line=5):
    return Fault(Operator.DROPPED_CALL, path, line, 0, 1, "a", "b")


@pytest.mark.parametrize(
    ("place", "is_held"),
    [
        (fault("app/views.py", 5), True),
        (fault("app/views.py", 6), False),
        (fault("app/start.py", 1), False),
        (fault("app/page.html", 99), True),
        (fault("app/other.html"), False),
        (fault("app/static/list.js", 5), False),
        (fault("app/static/list.js", 7), True),
    ],
)
def test_only_what_the_tests_reach_beyond_the_start_counts(place, is_held):
    reach = Reach(
        at_start={("app/start.py", 1)},
        by_tests={("app/start.py", 1), ("app/views.py", 5), ("app/page.html", 1)},
        in_pages={("app/static/list.js", 7)},
    )

    assert reach.holds(place) is is_held


def test_templates_of_an_engine_that_cannot_be_traced_all_count():
    reach = Reach(by_tests={("app/views.py", 5)})

    assert reach.holds(fault("app/page.html"))


def test_where_nothing_was_traced_everything_counts():
    assert Reach().holds(fault("server.js"))


def test_the_tracer_comes_in_as_a_patch_and_is_python(tmp_path):
    subprocess.run(
        ["git", "apply"], cwd=tmp_path, input=with_tracer(None, None).diff, text=True, check=True
    )

    compile((tmp_path / "sitecustomize.py").read_text(), "sitecustomize.py", "exec")


def test_a_line_counts_when_anything_in_it_was_run():
    source = "let 𝒂 = 1\nfunction f() {\n  if (a) {\n    b()\n  }\n}\n"
    places = [(0, len(source) + 1, 1), (12, len(source), 1), (source.index("{\n    b") + 1, 48, 0)]
    ranges = [{"startOffset": b, "endOffset": e, "count": n} for b, e, n in places]

    assert 4 not in lines_run(source, [{"ranges": ranges}])
    assert {1, 2, 3} <= lines_run(source, [{"ranges": ranges}])
