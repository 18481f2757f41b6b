"""What a user would take instead of the explorer: a random monkey, and a crawler for errors.

    python benchmarks/explorer_rivals.py suites/core --minutes 1.5 -o rivals.json

Both work on the same apps with the same accounts and report what they can see: exceptions, faults
of the server, dead links, leaked code. A task counts as hit when one of these is on the buggy build
and not on the reference build, looked at in the same way for as long; whether it is the task's
bug is for a person to say, so what differs is printed.
"""

import argparse
import asyncio
import json
import random
import tomllib
from pathlib import Path

from explorer_identified import ACCOUNTS, accounts_of, targets

from bugsweep.browser import open_driver
from bugsweep.domain.errors import BugsweepError
from bugsweep.exploration.action import Action, Op, spot_of_control
from bugsweep.exploration.crawling import crawl
from bugsweep.exploration.filling import Filler
from bugsweep.exploration.ground import Ground
from bugsweep.exploration.login import Account
from bugsweep.exploration.markers import Markers
from bugsweep.exploration.oracles.no_faults import NoFaultsOracle
from bugsweep.exploration.safety import Safety
from bugsweep.exploration.walker import Budget, BudgetSpentError
from bugsweep.files.suite import select_tasks


async def monkey(ground, starts):
    """Click and type anywhere, begin again now and then."""
    filler = Filler(ground.markers, ground.random)
    while True:
        walker = ground.begin("monkey")
        await ground.follow(walker, (Action(op=Op.OPEN, value=ground.random.choice(starts)),))
        for _ in range(30):
            look = walker.look
            fields = [field for field in look.fields if field.is_enabled]
            controls = [c for c in look.controls if ground.safety.allows(look, c) and c.is_enabled]
            if not fields and not controls:
                break
            chosen = ground.random.choice([*fields, *controls])
            if chosen in fields:
                value = filler.value(chosen)
                if value is not None:
                    await walker.set(chosen, value)
            else:
                await walker.do(Action(op=Op.CLICK, spot=spot_of_control(look, chosen)))


async def crawler(ground, starts):
    """Follow links and open what opens, and look for errors only."""
    await crawl(ground, starts=starts)


RIVALS = {"monkey": monkey, "crawler": crawler}


async def faults(rival, target, scene, minutes, seed):
    source = random.Random(seed)
    markers = Markers(source)
    starts = tuple(scene.get("starts", ["/"]))
    accounts = [Account.parse(text) for text in accounts_of(scene)]
    budget = Budget(minutes * 60)
    async with target.fresh() as place, place.open_scout() as scout:
        ground = Ground(
            scout,
            Safety(place.base_url, may_destroy=True),
            budget,
            source,
            markers,
            start=starts[0],
            account=accounts[0] if accounts else None,
        )
        try:
            await ground.sign_in()
            await RIVALS[rival](ground, starts)
        except BudgetSpentError:
            pass
        judge = NoFaultsOracle().judge
        found = {s.subject: s.title for trail in ground.trails for s in judge(trail)}
        return found, budget.actions


async def main(arguments):
    scenes = tomllib.loads(ACCOUNTS.read_text())
    rows = []
    async with open_driver() as driver:
        for task in select_tasks(arguments.tasks):
            folder = arguments.out.parent / task.id
            folder.mkdir(parents=True, exist_ok=True)
            scene = scenes.get(task.id, {})
            try:
                pair = await targets(task, driver, folder)
                told = await asyncio.gather(
                    *(
                        faults(rival, target, scene, arguments.minutes, arguments.seed)
                        for rival in RIVALS
                        for target in pair
                    )
                )
            except BugsweepError as error:
                rows.append({"task": task.id, "error": error.message})
                continue
            for rival, (buggy, actions), (reference, _) in zip(
                RIVALS, told[::2], told[1::2], strict=True
            ):
                rows.append(
                    {
                        "task": task.id,
                        "rival": rival,
                        "actions": actions,
                        "faults": len(buggy),
                        "only_buggy": [buggy[key] for key in buggy.keys() - reference.keys()],
                    }
                )
                print(json.dumps(rows[-1]), flush=True)
            arguments.out.write_text(json.dumps(rows, indent=2))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("tasks", nargs="+")
    parser.add_argument("--minutes", type=float, default=1.5)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("-o", "--out", type=Path, default=Path("runs/rivals.json"))
    given = parser.parse_args()
    given.out.parent.mkdir(parents=True, exist_ok=True)
    asyncio.run(main(given))
