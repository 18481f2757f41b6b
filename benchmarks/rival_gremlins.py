"""gremlins.js, let loose on every page of an app until the time is up."""

import asyncio
import fcntl
import re
import subprocess
import time
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from rival_visits import Told, Visit, signed_in, told_by

from bugsweep.browser import ActionRefusedError
from bugsweep.browser.failures import translated
from bugsweep.browser.looking import EMPTY_LOOK, Call
from bugsweep.exploration.action import Action, Op, Spot
from bugsweep.exploration.ground import Ground
from bugsweep.exploration.login import login_form
from bugsweep.exploration.trail import Step, Trail

PACKAGE = "gremlins.js@2"
BUNDLE = "node_modules/gremlins.js/dist/gremlins.min.js"
CACHE = Path.home() / ".cache" / "bugsweep" / "rivals"
INSTALL_TIMEOUT_S = 300

SPELL_S = 20
"""How long it goes on from one start; a horde of a thousand takes half as long or more."""
LOOK_S = 0.25
ANSWER_S = 5.0
"""A page that does not answer for so long is given up."""

CLICK = Action(op=Op.CLICK, spot=Spot(kind="page", name="gremlins"))
OWN_FILE = "gremlins-unleashed.js"

# The species are its own, as many as it comes with; what they paint on the page is left out.
# A gremlin that falls over a page without a body would end its horde: it is passed over.
UNLEASH = """
(seed => {
  (function (define, exports, module) {
    BUNDLE
  }).call(window);
  const { gremlins } = window;
  const acts = { made: 0, isOver: false };
  const counted = make => tools => {
    const attack = make(tools);
    return () => { acts.made += 1; try { attack(); } catch { } };
  };
  const kinds = ["clicker", "formFiller", "scroller", "typer", "toucher"];
  const quiet = () => {};
  const horde = gremlins.createHorde({
    species: kinds.map(kind => counted(gremlins.species[kind]({ showAction: false }))),
    mogwais: [gremlins.mogwais.alert()],
    randomizer: new gremlins.Chance(seed),
    logger: { log: quiet, info: quiet, warn: quiet, error: quiet },
  });
  window.__gremlinActs = acts;
  const end = () => { acts.isOver = true; };
  horde.unleash().then(end, end);
})(SEED)
//# sourceURL=OWN_FILE
"""
# What was done since the last look, and whether there is nothing more to do here, as on a page of
# nothing but text; null on a page that has no horde yet.
COUNT = """
() => {
  const acts = window.__gremlinActs;
  if (!acts) return document.readyState === "loading" || !document.body ? {} : null;
  const made = acts.made;
  acts.made = 0;
  const isBare = !document.querySelector(
    "a, button, input, select, textarea, canvas, iframe, [onclick], [tabindex], [role]"
  );
  return { made, isOver: acts.isOver || isBare };
}
"""


def fetch_gremlins(cache: Path = CACHE) -> str:
    """The text of the bundle, fetched by npm at the first time."""
    bundle = cache / BUNDLE
    cache.mkdir(parents=True, exist_ok=True)
    with (cache / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not bundle.exists():
            words = ["npm", "install", "--no-audit", "--no-fund", "--ignore-scripts", "--prefix"]
            subprocess.run(
                [*words, str(cache), PACKAGE],
                check=True,
                timeout=INSTALL_TIMEOUT_S,
                stdout=subprocess.DEVNULL,
            )
    return bundle.read_text()


# Without slots: Playwright keeps a wrapped listener on the object whose method it is.
@dataclass
class Horde:
    """The gremlins in the window of one person."""

    ground: Ground
    bundle: str
    made: int = 0
    unleashed: int = 0
    errors: list[str] = field(default_factory=list)

    async def prepare(self) -> None:
        """Keep to the origin, and listen for exceptions that are not the gremlins' own."""
        context = self.ground.scout.session.tab.page.context
        origin = self.ground.safety.origin
        elsewhere = re.compile(rf"^(?!{re.escape(origin.rstrip('/'))}(/|$))https?:")
        await context.route(elsewhere, lambda route: route.abort("aborted"))
        context.on("weberror", self._on_error)

    def _on_error(self, error) -> None:
        frames = [
            line for line in error.error.stack.splitlines() if line.lstrip().startswith("at ")
        ]
        if not frames or OWN_FILE not in frames[0]:
            self.errors.append(str(error.error).splitlines()[0])

    async def rage(self, seconds: float) -> None:
        """Let them loose on the page that is open, and on all that they come to from there."""
        ends = time.monotonic() + seconds
        while time.monotonic() < ends:
            try:
                async with asyncio.timeout(ANSWER_S):
                    if await self._is_over():
                        return
            except TimeoutError:
                await self._give_up()
                return
            except ActionRefusedError:
                pass  # The page went on to another one.
            await asyncio.sleep(LOOK_S)

    async def _is_over(self) -> bool:
        session = self.ground.scout.session
        for tab in session.tabs[1:]:
            await tab.close()
        with translated("the gremlins were counted"):
            acts = await session.tab.page.evaluate(COUNT)
        if acts is None:
            return not await self._unleash()
        self.made += acts.get("made", 0)
        return acts.get("isOver", False)

    async def _unleash(self) -> bool:
        """Begin on a new page, unless nobody is signed in any more."""
        session = self.ground.scout.session
        if not self.ground.safety.is_inside(session.address):
            return False
        if self.ground.account and login_form(await self.ground.scout.look()) is not None:
            return False
        self.unleashed += 1
        script = UNLEASH.replace("OWN_FILE", OWN_FILE)
        script = script.replace("SEED", str(self.ground.random.randrange(2**31)))
        with translated("the gremlins were let loose"):
            await session.tab.page.evaluate(script.replace("BUNDLE", self.bundle))
        return True

    async def _give_up(self) -> None:
        """Go on in another tab: this page is in an endless loop, or its process is gone."""
        session = self.ground.scout.session
        for tab in list(session.tabs):
            with suppress(TimeoutError, ActionRefusedError):
                async with asyncio.timeout(ANSWER_S):
                    await tab.close()
        await session.open_tab()

    def note(self, trail: Trail) -> None:
        """Write down what came of it, one fault at a step, as the explorer's oracle wants it."""
        here = EMPTY_LOOK.model_copy(update={"url": self.ground.safety.origin})
        for call in self.ground.scout.take_calls():
            trail.steps.append(_step(trail, here, calls=(call,)))
        for error in self.errors:
            trail.steps.append(_step(trail, here, errors=(error,)))
        self.errors.clear()


def _step(
    trail: Trail, here, *, calls: tuple[Call, ...] = (), errors: tuple[str, ...] = ()
) -> Step:
    # A dead link is one that shows something new.
    after = here.model_copy(update={"lines": tuple(f"{call.status}" for call in calls)})
    return Step(len(trail.steps), CLICK, before=here, after=after, calls=calls, errors=errors)


async def gremlins(visit: Visit) -> Told:
    """Unleash hordes, from one start after the other, until the time is up."""
    bundle = await asyncio.to_thread(fetch_gremlins)
    async with signed_in(visit) as ground:
        horde = Horde(ground, bundle)
        await horde.prepare()
        while True:
            walker = ground.begin("gremlins")
            start = ground.random.choice(visit.starts)
            await ground.follow(walker, (Action(op=Op.OPEN, value=start),))
            await horde.rage(min(SPELL_S, ground.meter.left_s))
            horde.note(walker.trail)
    return told_by(ground, horde.made, note=f"{horde.unleashed} hordes")
