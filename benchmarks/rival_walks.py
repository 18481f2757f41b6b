"""A random monkey, and a crawler that looks for errors only."""

from rival_visits import Told, Visit, signed_in, told_by

from bugsweep.exploration.action import Action, Op, spot_of_control
from bugsweep.exploration.crawling import crawl
from bugsweep.exploration.filling import Filler

CLICKS_IN_A_ROW = 30


async def monkey(visit: Visit) -> Told:
    """Click and type anywhere, begin again now and then."""
    async with signed_in(visit) as ground:
        filler = Filler(ground.markers, ground.random)
        while True:
            walker = ground.begin("monkey")
            start = ground.random.choice(visit.starts)
            await ground.follow(walker, (Action(op=Op.OPEN, value=start),))
            for _ in range(CLICKS_IN_A_ROW):
                if not await _touch_anything(ground, walker, filler):
                    break
    return told_by(ground, ground.meter.actions)


async def _touch_anything(ground, walker, filler) -> bool:
    look = walker.look
    fields = [field for field in look.fields if field.is_enabled]
    controls = [c for c in look.controls if ground.safety.allows(look, c) and c.is_enabled]
    if not fields and not controls:
        return False
    chosen = ground.random.choice([*fields, *controls])
    if chosen in controls:
        await walker.do(Action(op=Op.CLICK, spot=spot_of_control(look, chosen)))
    elif (value := filler.value(chosen)) is not None:
        await walker.set(chosen, value)
    return True


async def crawler(visit: Visit) -> Told:
    """Follow links and open what opens, and look for errors only."""
    async with signed_in(visit) as ground:
        await crawl(ground, starts=visit.starts)
    return told_by(ground, ground.meter.actions)
