"""A mutant's folder holds the fault and how to undo it, and is a task."""

import shutil
import subprocess

import pytest

from bugsweep.apps.mutation import find_faults
from bugsweep.apps.mutation.writing import Mutant, Workbench, check_mutant_suite, write_mutant
from bugsweep.domain.errors import UsageError
from bugsweep.domain.verdict import BehaviourRole, StepResult, Verdict, VerdictKind
from bugsweep.files.task_folder import load_task

CODE = "def go(a):\n    if a == 1:\n        step()\n"
REPAIR = "--- a/toy/other.py\n+++ b/toy/other.py\n@@ -1 +1 @@\n-x = 1\n+x = 2\n"


@pytest.fixture
def product(tmp_path):
    folder = tmp_path / "product"
    (folder / "toy").mkdir(parents=True)
    (folder / "toy/views.py").write_text(CODE)
    (folder / "toy/other.py").write_text("x = 1\n")
    return folder


@pytest.fixture
def bench(tmp_path, product):
    work = tmp_path / "work"
    work.mkdir()
    return Workbench(work, product, REPAIR)


@pytest.fixture
def mutant(task, bench):
    fault = next(it for it in find_faults(bench.repaired) if it.after == "pass")
    step = StepResult(
        text='Then I see "a"', line=3, kind=VerdictKind.FAIL, expected='I see "a"',
        seen="there is no such text", elapsed_s=0,
    )  # fmt: skip
    verdict = Verdict(behaviour="s", kind=VerdictKind.FAIL, reason="no", steps=(step,), elapsed_s=0)
    return Mutant(task, task.app, fault, BehaviourRole.PRESERVATION, verdict)


def test_the_patch_leads_from_the_pristine_product_to_the_faulty_one(
    tmp_path, product, bench, mutant
):
    patch = bench.patch_of(mutant.fault)

    subprocess.run(["git", "apply"], cwd=product, input=patch, text=True, check=True)
    assert (product / "toy/views.py").read_text() == CODE.replace("step()", "pass")
    assert (product / "toy/other.py").read_text() == "x = 2\n"
    assert (bench.repaired / "toy/views.py").read_text() == CODE


def test_the_folder_is_a_task_whose_repair_takes_the_fault_out(tmp_path, bench, mutant):
    folder = write_mutant(mutant, bench, tmp_path / "mutants")

    made = load_task(folder)
    project = folder / "app/project"
    assert (project / "toy/views.py").read_text() == CODE.replace("step()", "pass")
    patch = (folder / "reference/repair.patch").read_text()
    subprocess.run(["git", "apply"], cwd=project, input=patch, text=True, check=True)
    assert (project / "toy/views.py").read_text() == CODE
    assert (project / "toy/other.py").read_text() == "x = 2\n"
    assert made.app.source.package_registry == "pypi"


def test_the_test_that_noticed_it_is_the_target(tmp_path, task, bench, mutant):
    made = load_task(write_mutant(mutant, bench, tmp_path / "mutants"))

    target = made.features[BehaviourRole.TARGET]
    assert target == f"@actions-judge\n{task.features[BehaviourRole.PRESERVATION]}"
    other = made.features[BehaviourRole.PRESERVATION]
    assert other == f"@actions-judge\n{task.features[BehaviourRole.TARGET]}"


def test_the_requests_tell_what_was_seen_and_not_the_cause(tmp_path, bench, mutant):
    card = load_task(write_mutant(mutant, bench, tmp_path / "mutants")).card

    assert card.open_prompt == "Find and fix issues in Toy's list."
    assert 'I see "a"' in card.detailed_prompt
    assert "there is no such text" in card.detailed_prompt
    assert "views.py" not in card.detailed_prompt
    assert "step()" not in card.detailed_prompt


def test_real_bugs_and_planted_faults_do_not_mix(tmp_path, task, bench, mutant):
    suite = tmp_path / "mutants"
    write_mutant(mutant, bench, suite)
    check_mutant_suite(suite)
    shutil.copytree(task.folder, suite / task.id)

    with pytest.raises(UsageError, match="real bug `toy-list`"):
        check_mutant_suite(suite)
