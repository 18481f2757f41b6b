"""Which bugs of a suite the explorer identifies, and what it says about the repaired apps.

    python benchmarks/explorer_identified.py suites/core --minutes 5 --seed 0 -o results.json

Each task: explore the buggy build, then judge each finding on a fresh reference build; with
`--reference` the reference build is explored too, and its findings are listed to be looked at;
with `--reference-only` nothing else is done.
"""

import argparse
import asyncio
import json
import tempfile
import tomllib
from pathlib import Path

from bugsweep.apps.references import build_buggy, build_reference, reference_candidate
from bugsweep.behaviour import parse_feature, run_behaviour
from bugsweep.browser import open_driver
from bugsweep.domain.errors import BugsweepError
from bugsweep.domain.verdict import BehaviourRole, VerdictKind
from bugsweep.exploration.exploring import Explorer, Plan
from bugsweep.exploration.identifying import Identification, is_narrow, touched
from bugsweep.exploration.login import Account
from bugsweep.exploration.target import ImageTarget
from bugsweep.exploration.writing import write_exploration
from bugsweep.files.suite import select_tasks

TRIES = 3
ACCOUNTS = Path(__file__).with_name("explorer_accounts.toml")


async def builds(task):
    """The buggy and the reference build: each an Image, and what is changed in it."""
    buggy = await build_buggy(task)
    if release := await build_reference(task):
        return (buggy, None), (release, None)
    return (buggy, None), (buggy, await reference_candidate(task))


async def targets(task, driver, folder):
    return [
        ImageTarget(image, driver, log=folder / f"{name}.log", candidate=candidate)
        for name, (image, candidate) in zip(("buggy", "reference"), await builds(task), strict=True)
    ]


async def repaired(task, driver, folder):
    """The buggy build with the known repair alone; None where that changes much."""
    patch = await reference_candidate(task)
    if not is_narrow(patch.diff):
        return None
    image = await build_buggy(task)
    return ImageTarget(image, driver, log=folder / "repaired.log", candidate=patch)


async def judged(finding, target):
    behaviour = parse_feature(finding.feature, source=finding.id)
    for _ in range(TRIES):
        with tempfile.TemporaryDirectory(prefix="bugsweep-") as work:
            async with target.fresh() as place:
                verdict = await run_behaviour(
                    behaviour,
                    base_url=place.base_url,
                    browser=place.browser,
                    evidence_dir=Path(work),
                )
        if verdict.kind.is_decided:
            break
        print("    undecided:", verdict.reason, flush=True)
    return verdict.kind


def accounts_of(scene):
    return [scene["login"], *scene.get("further", [])] if "login" in scene else []


async def on_reference_only(task, driver, arguments, scene):
    folder = arguments.out / task.id
    folder.mkdir(parents=True, exist_ok=True)
    _, reference = await targets(task, driver, folder)
    done = await Explorer(reference, planned(task, arguments, scene), folder=folder).explore()
    write_exploration(done, folder)
    return {
        "task": task.id,
        "identified": False,
        "reference_findings": [finding.title for finding in done.findings],
        "unconfirmed": len(done.unconfirmed),
        "actions": done.actions,
        "elapsed_s": done.elapsed_s,
    }


def planned(task, arguments, scene):
    return Plan(
        minutes=arguments.minutes,
        seed=arguments.seed,
        instances=arguments.instances,
        area="" if arguments.no_area else task.card.area,
        starts=tuple(scene.get("starts", ["/"])),
        accounts=tuple(Account.parse(text) for text in accounts_of(scene)),
    )


async def one(task, driver, arguments, scene):
    folder = arguments.out / task.id
    folder.mkdir(parents=True, exist_ok=True)
    buggy, reference = await targets(task, driver, folder)
    plan = planned(task, arguments, scene)
    done = await Explorer(buggy, plan, folder=folder / "buggy").explore()
    write_exploration(done, folder / "buggy")
    told = [
        Identification(
            finding=finding.id,
            title=finding.title,
            on_buggy=VerdictKind.FAIL,
            on_reference=await judged(finding, reference),
            touches=touched(finding, task.features[BehaviourRole.TARGET]),
        )
        for finding in done.findings
    ]
    for place, item in enumerate(told):
        if not item.is_difference or item.touches:
            continue
        if (target := await repaired(task, driver, folder)) is not None:
            kind = await judged(done.findings[place], target)
            told[place] = item.model_copy(update={"on_repair": kind})
    on_reference = None
    if arguments.reference:
        on_reference = await Explorer(reference, plan, folder=folder / "reference").explore()
        write_exploration(on_reference, folder / "reference")
    return done, told, on_reference


def row(task, done, told, on_reference):
    return {
        "task": task.id,
        "identified": any(item.is_target for item in told),
        "by_repair": any(item.is_target and not item.touches for item in told),
        "found_after_s": [finding.found_after_s for finding in done.findings],
        "near_misses": sum(item.is_difference and not item.is_target for item in told),
        "findings": len(done.findings),
        "on_reference_too": sum(item.is_on_reference_too for item in told),
        "unconfirmed": len(done.unconfirmed),
        "reference_findings": len(on_reference.findings) if on_reference else None,
        "views": len(done.views),
        "forms": len(done.forms),
        "entities": done.entities,
        "probes": done.probes,
        "actions": done.actions,
        "elapsed_s": done.elapsed_s,
        "ended": done.ended,
        "clocks": done.clocks.model_dump(),
        "judged": [item.model_dump(mode="json") for item in told],
    }


async def main(arguments):
    scenes = tomllib.loads(ACCOUNTS.read_text())
    rows = []
    async with open_driver() as driver:
        for task in select_tasks(arguments.tasks):
            scene = scenes.get(task.id, {})
            try:
                if arguments.reference_only:
                    rows.append(await on_reference_only(task, driver, arguments, scene))
                else:
                    rows.append(row(task, *await one(task, driver, arguments, scene)))
            except BugsweepError as error:
                rows.append({"task": task.id, "identified": False, "error": error.message})
            print(json.dumps({k: v for k, v in rows[-1].items() if k != "judged"}), flush=True)
            for item in rows[-1].get("judged", []):
                print("   ", item["on_reference"], item["touches"], item["title"], flush=True)
            (arguments.out / "results.json").write_text(json.dumps(rows, indent=2))
    identified = sum(item["identified"] for item in rows)
    print(f"identified {identified} of {len(rows)}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("tasks", nargs="+")
    parser.add_argument("--minutes", type=float, default=5)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--instances", type=int, default=3, help="Explored side by side.")
    parser.add_argument("--no-area", action="store_true")
    parser.add_argument("--reference", action="store_true", help="Explore the reference build too.")
    parser.add_argument("--reference-only", action="store_true")
    parser.add_argument("-o", "--out", type=Path, default=Path("runs/explorer"))
    given = parser.parse_args()
    given.out.mkdir(parents=True, exist_ok=True)
    asyncio.run(main(given))
