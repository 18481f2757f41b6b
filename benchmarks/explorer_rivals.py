"""What a user would take instead of the explorer, on the same apps with the same accounts.

    python benchmarks/explorer_rivals.py suites/core --minutes 2 -o rivals.json

Four rivals: a random monkey, a crawler for errors, gremlins.js, and Schemathesis where an app has
a schema. They report what they can see: exceptions, faults of the server, dead links. A task
counts as hit when one of these is on the buggy build and not on the reference build, looked at in
the same way for as long; whether it is the task's bug is for a person to say, so what differs is
printed. What is only on the reference build is listed too: it tells how much differs by chance.
"""

import argparse
import asyncio
import json
import time
import tomllib
from pathlib import Path

from explorer_identified import ACCOUNTS, accounts_of, builds
from playwright.async_api import Error as PlaywrightError
from rival_gremlins import gremlins
from rival_schemathesis import schemathesis
from rival_visits import Visit, visiting
from rival_walks import crawler, monkey

from bugsweep.browser import open_driver
from bugsweep.domain.errors import BugsweepError
from bugsweep.exploration.login import Account
from bugsweep.files.suite import select_tasks

RIVALS = {
    "gremlins": gremlins,
    "schemathesis": schemathesis,
    "crawler": crawler,
    "monkey": monkey,
}
START_S = 240
"""How much longer than asked for one walk may take, with starting the app."""


async def walk(rival, build, driver, scene, arguments, folder):
    """What one rival told of one build."""
    folder.mkdir(parents=True, exist_ok=True)
    accounts = [Account.parse(text) for text in accounts_of(scene)]
    async with (
        asyncio.timeout(arguments.minutes * 60 + START_S),
        visiting(build, driver, folder / "app.log") as (place, door),
    ):
        visit = Visit(
            place=place,
            door=door,
            starts=tuple(scene.get("starts", ["/"])),
            account=accounts[0] if accounts else None,
            minutes=arguments.minutes,
            seed=arguments.seed,
            folder=folder,
        )
        return await RIVALS[rival](visit)


async def row(task, rival, driver, scene, arguments):
    """What a rival showed in both builds, side by side."""
    folder = arguments.out.parent / rival / task.id
    began = time.monotonic()
    try:
        pair = await builds(task)
        done = await asyncio.gather(
            *(
                walk(rival, build, driver, scene, arguments, folder / name)
                for name, build in zip(("buggy", "reference"), pair, strict=True)
            ),
            # The other one ends its app itself, before anything else is begun.
            return_exceptions=True,
        )
        for outcome in done:
            if isinstance(outcome, BaseException):
                raise outcome
    except (BugsweepError, PlaywrightError, TimeoutError) as error:
        told = str(error) or "it did not end in time"
        return {"task": task.id, "rival": rival, "error": told}
    buggy, reference = done
    return {
        "task": task.id,
        "rival": rival,
        "actions": buggy.actions,
        "actions_on_reference": reference.actions,
        "seconds": [round(buggy.seconds), round(reference.seconds)],
        "elapsed_s": round(time.monotonic() - began),
        "note": buggy.note,
        "faults": len(buggy.faults),
        "only_buggy": beyond(buggy.faults, reference.faults),
        "only_reference": beyond(reference.faults, buggy.faults),
        "on_both": [buggy.faults[key] for key in sorted(buggy.faults.keys() & reference.faults)],
        "unlike_the_schema": len(buggy.unlike_the_schema),
        "unlike_only_buggy": beyond(buggy.unlike_the_schema, reference.unlike_the_schema),
        "unlike_only_reference": beyond(reference.unlike_the_schema, buggy.unlike_the_schema),
    }


def beyond(these, those):
    return [these[key] for key in sorted(these.keys() - those.keys())]


async def main(arguments):
    scenes = tomllib.loads(ACCOUNTS.read_text())
    rows = []
    async with open_driver() as driver:
        for rival in arguments.rival or RIVALS:
            for task in select_tasks(arguments.tasks):
                rows.append(await row(task, rival, driver, scenes.get(task.id, {}), arguments))
                print(json.dumps(rows[-1]), flush=True)
                arguments.out.write_text(json.dumps(rows, indent=2))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("tasks", nargs="+")
    parser.add_argument("--minutes", type=float, default=1.5)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--rival", action="append", choices=list(RIVALS), help="Repeatable.")
    parser.add_argument("-o", "--out", type=Path, default=Path("runs/rivals.json"))
    given = parser.parse_args()
    given.out.parent.mkdir(parents=True, exist_ok=True)
    asyncio.run(main(given))
