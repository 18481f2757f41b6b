"""Which files are a product's own, and which faults are tried first."""

import pytest

from bugsweep.apps.mutation import Operator, choose_faults, find_faults, is_sound, plant

CODE = (
    "def go(a):\n    if a == 1:\n        step()\n    keep.save()\n    if a < 2:\n        stop()\n"
)


@pytest.fixture
def product(tmp_path):
    for name in ("app/views.py", "app/tests/test_views.py", "node_modules/x/i.py", "test_a.py"):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(CODE)
    (tmp_path / "app/built.js").write_text("function f(a) { if (a) { b(); } }" + " " * 3000)
    (tmp_path / "app/folder.js").mkdir()
    return tmp_path


def test_only_code_of_its_own_written_by_hand_counts(product):
    assert {fault.path for fault in find_faults(product)} == {"app/views.py"}


def test_the_same_seed_chooses_the_same_and_more_only_adds(product):
    faults = find_faults(product)

    few, many = (choose_faults(faults, count, seed=5) for count in (2, 4))

    assert many[:2] == few
    assert choose_faults(faults, 4, seed=5) == many


def test_operators_take_turns(product):
    chosen = choose_faults(find_faults(product), 4, seed=1)

    assert {fault.operator for fault in chosen} == {
        Operator.DROPPED_CALL,
        Operator.INVERTED_CONDITION,
        Operator.LOST_SAVE,
        Operator.OFF_BY_ONE,
    }


def test_every_chosen_fault_leaves_a_module_that_compiles(product):
    chosen = choose_faults(
        find_faults(product), 99, seed=1, is_sound=lambda fault: is_sound(product, fault)
    )

    assert chosen
    for fault in chosen:
        compile(plant(CODE.encode(), fault), fault.path, "exec")


def test_unsound_faults_are_passed_over(product):
    faults = find_faults(product)

    assert choose_faults(faults, 4, seed=1, is_sound=lambda _: False) == []


def test_near_ones_come_first(product):
    faults = find_faults(product)

    chosen = choose_faults(faults, 4, seed=1, is_near=lambda fault: fault.line > 4)

    lines = {fault.operator: fault.line for fault in chosen}
    assert lines[Operator.DROPPED_CALL] == 6
    assert lines[Operator.INVERTED_CONDITION] == 5
