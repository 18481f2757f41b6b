"""O31."""

from collections.abc import Iterator

from bugsweep.exploration.oracles.api import seen, what_wrote
from bugsweep.exploration.suspicion import Suspicion
from bugsweep.exploration.trail import Sense, Trail


class FilesStayWholeOracle:
    """A file that was given must keep its contents when others are given.

    Trap: apps that replace a file of the same name on purpose, and say so; a file counts only
    where its contents were shown before, and a question that was answered with yes is consent.
    """

    name = "files-stay-whole"

    def judge(self, trail: Trail) -> Iterator[Suspicion]:
        """Compare what the same link shows before and after."""
        whole: set[str] = set()
        for moment in trail.of(Sense.STORED):
            if moment.marker in moment.look.text:
                whole.add(moment.detail)
            elif moment.detail in whole:
                yield Suspicion(
                    oracle=self.name,
                    title="A file loses its contents when another one is given",
                    expected=f"it reads “{moment.marker}”",
                    seen=(moment.look.lines or ("nothing",))[0][:160],
                    at=moment.at,
                    subject=f"{trail.form}|whole",
                    claims=(seen(moment.marker),),
                    needs=what_wrote(trail, moment.at),
                    weight=0.6,
                    severity=3,
                )
                return
