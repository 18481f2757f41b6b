"""Every row of the vectors is a test of the function it concerns."""

import inspect

import pytest

from unit.stats.vector_checks import CHECKS, ROWS, checks_for

KNOWN_MISPRINTS = {
    "sweeper.stage.mean_pass_vs_stage5",
    "sweeper.t5.denominator",
    "sweeper.fig10.glm_peak",
    "nocode.text.ragkimi_minus_vkimi",
}


def run_check(row):
    (check,) = checks_for(row["name"])
    known = {"name": row["name"]} if "name" in inspect.signature(check).parameters else {}
    check(row["inputs"], row["expected"], row["recomputed"], **known)


def spoilt(value):
    """Another value at every leaf."""
    match value:
        case dict():
            return {key: spoilt(part) for key, part in value.items()}
        case list():
            return [spoilt(part) for part in value] or ["spoilt"]
        case bool():
            return not value
        case int() | float():
            return value + 1
        case _:
            return f"not {value}"


def holds_a_number(value):
    match value:
        case dict():
            return any(map(holds_a_number, value.values()))
        case list():
            return any(map(holds_a_number, value))
        case _:
            return isinstance(value, int | float)


def test_all_211_rows_are_used_by_exactly_one_check_each():
    used = {name: len(checks_for(name)) for name in ROWS}

    assert len(used) == 211
    assert {name: count for name, count in used.items() if count != 1} == {}


def test_no_check_is_without_a_row():
    idle = [p.pattern for p in CHECKS if not any(map(p.fullmatch, ROWS))]

    assert idle == []


@pytest.mark.parametrize("name", ROWS)
def test_agrees_with_the_vector(name):
    run_check(ROWS[name])


@pytest.mark.parametrize("name", ROWS)
def test_notices_a_wrong_recomputed_value(name):
    row = ROWS[name] | {"recomputed": spoilt(ROWS[name]["recomputed"])}

    with pytest.raises((AssertionError, AttributeError, TypeError)):
        run_check(row)


@pytest.mark.parametrize("name", [name for name in ROWS if holds_a_number(ROWS[name]["expected"])])
def test_notices_another_print(name):
    row = ROWS[name] | {"expected": spoilt(ROWS[name]["expected"])}

    with pytest.raises(AssertionError):
        run_check(row)


def test_the_rows_whose_print_does_not_reproduce_are_the_four_known_ones():
    differing = {name for name, row in ROWS.items() if row["match"] is False}

    assert differing == KNOWN_MISPRINTS
