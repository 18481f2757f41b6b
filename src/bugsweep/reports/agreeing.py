"""How far executors and people agree on the same behaviour tests of the same candidates."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Final

from bugsweep.domain.record import Record
from bugsweep.domain.verdict import BehaviourRole, Verdict, VerdictKind
from bugsweep.files.run_folder import judgement_paths, load_result
from bugsweep.reports.reading import Results, Trial
from bugsweep.reports.tables.table import (
    Table,
    coefficient_cell,
    count,
    rate_cell,
    words,
)
from bugsweep.stats.agreement import agreement_rate, cohen_kappa, fleiss_kappa
from bugsweep.stats.coefficient import Coefficient
from bugsweep.stats.rates import Rate

_ARBITER: Final = "arbiter-"
_LARGEST_REASON: Final = 120


@dataclass(frozen=True, slots=True)
class Unit:
    """One behaviour test of one candidate, and who said what of it."""

    trial: Trial
    role: BehaviourRole
    verdicts: dict[str, Verdict] = field(default_factory=dict)
    """By executor; of several by the same one the first."""
    arbitrated: dict[str, Verdict] = field(default_factory=dict)
    """By arbiter; only asked where nothing was decided, so no part of any agreement."""

    @property
    def title(self) -> str:
        """Where it belongs."""
        return f"{self.trial.result.agent}, {self.trial.task}, {self.role.value}"

    @property
    def is_disputed(self) -> bool:
        """Whether two executors saw different things."""
        return len({verdict.kind for verdict in self.verdicts.values()}) > 1


class PairRecord(Record):
    """Two executors, for programs."""

    first: str
    second: str
    same: int
    units: int
    kappa: float | None
    kappa_undefined: str = ""
    same_of_decided: int
    decided: int
    kappa_of_decided: float | None
    confusion: dict[str, dict[str, int]]
    """Kind of the first, kind of the second, units."""


class DisputeRecord(Record):
    """One test that executors saw differently."""

    run: str
    agent: str
    task: str
    epoch: int
    role: BehaviourRole
    kinds: dict[str, VerdictKind]
    reasons: dict[str, str]
    evidence: dict[str, str]


class ArbitratedRecord(DisputeRecord):
    """One test that was undecided, and what an arbiter said of it."""

    before: dict[str, VerdictKind]
    """What it was, by executor."""


class AgreementRecord(Record):
    """All of it, for programs."""

    executors: tuple[str, ...]
    pairs: tuple[PairRecord, ...]
    fleiss_kappa: float | None = None
    """Of all executors, over the tests that all of them carried out; with three or more."""
    disputes: tuple[DisputeRecord, ...]
    arbitrated: tuple[ArbitratedRecord, ...]


@dataclass(frozen=True, slots=True)
class Pair:
    """Two executors over the tests that both carried out."""

    first: str
    second: str
    kinds: tuple[tuple[VerdictKind, VerdictKind], ...]

    @property
    def decided(self) -> tuple[tuple[VerdictKind, VerdictKind], ...]:
        """The tests that both gave PASS or FAIL."""
        return tuple(pair for pair in self.kinds if all(kind.is_decided for kind in pair))

    def confusion(self) -> dict[str, dict[str, int]]:
        """Counts by the kind of the first, then of the second."""
        table: dict[str, dict[str, int]] = {}
        for one, other in self.kinds:
            row = table.setdefault(one.value, {})
            row[other.value] = row.get(other.value, 0) + 1
        return table


def find_units(results: Results) -> list[Unit]:
    """Every behaviour test of every candidate that was judged, with all its verdicts."""
    units = []
    for trial in results.trials:
        found = {role: Unit(trial, role) for role in BehaviourRole}
        _note(found, trial.result.target, trial.result.preservation)
        for path in judgement_paths(trial.folder):
            again = load_result(path)
            is_arbiter = path.parent.name.startswith(_ARBITER)
            _note(found, again.target, again.preservation, is_arbiter=is_arbiter)
        units += [unit for unit in found.values() if unit.verdicts]
    return units


def _note(
    units: dict[BehaviourRole, Unit],
    target: Verdict | None,
    preservation: Verdict | None,
    *,
    is_arbiter: bool = False,
) -> None:
    given = {BehaviourRole.TARGET: target, BehaviourRole.PRESERVATION: preservation}
    for role, verdict in given.items():
        if verdict is None:
            continue
        unit = units[role]
        # What an arbiter took over as it was is no verdict of its own.
        if is_arbiter and unit.verdicts.get(verdict.executor) != verdict:
            unit.arbitrated.setdefault(verdict.executor, verdict)
        elif not is_arbiter:
            unit.verdicts.setdefault(verdict.executor, verdict)


def find_pairs(units: Sequence[Unit]) -> list[Pair]:
    """Every two executors that carried out a test in common."""
    pairs = []
    for first, second in combinations(executors_of(units), 2):
        kinds = tuple(
            (unit.verdicts[first].kind, unit.verdicts[second].kind)
            for unit in units
            if {first, second} <= unit.verdicts.keys()
        )
        if kinds:
            pairs.append(Pair(first, second, kinds))
    return pairs


def executors_of(units: Sequence[Unit]) -> list[str]:
    """All of them, in the order in which they appear."""
    return list(dict.fromkeys(name for unit in units for name in unit.verdicts))


def agreement_tables(units: Sequence[Unit]) -> list[Table]:
    """What a person reads; a table without rows is left out."""
    pairs = find_pairs(units)
    tables = [
        _agreement(units, pairs),
        *map(_confusion, pairs),
        _disputes(units),
        _arbitrated(units),
    ]
    return [table for table in tables if table.rows]


def make_agreement(units: Sequence[Unit]) -> AgreementRecord:
    """What a program reads."""
    kappa = _all_raters(units)
    return AgreementRecord(
        executors=tuple(executors_of(units)),
        pairs=tuple(map(_pair_record, find_pairs(units))),
        fleiss_kappa=kappa[1].value if kappa else None,
        disputes=tuple(_dispute(it, it.verdicts) for it in units if it.is_disputed),
        arbitrated=tuple(_arbitration(it) for it in units if it.arbitrated),
    )


def _agreement(units: Sequence[Unit], pairs: Sequence[Pair]) -> Table:
    rows = [
        (
            words(pair.first),
            words(pair.second),
            rate_cell(agreement_rate(pair.kinds)),
            coefficient_cell(_kappa(pair.kinds)),
            rate_cell(agreement_rate(pair.decided)),
            coefficient_cell(_kappa(pair.decided)),
        )
        for pair in pairs
    ]
    everybody = _all_raters(units)
    if everybody:
        rate, kappa = everybody
        nothing = words("")
        rows.append(
            (
                words("all"),
                words("Fleiss"),
                rate_cell(rate),
                coefficient_cell(kappa),
                nothing,
                nothing,
            )
        )
    return Table(
        name="agreement",
        title="Agreement on the same behaviour tests of the same candidates",
        columns=(
            "executor",
            "other executor",
            "same verdict (k/n; 95 % Wilson interval)",
            "Cohen's kappa",
            "same, of those both decided",
            "kappa of those",
        ),
        rows=tuple(rows),
        note=(
            "The five kinds of verdict are labels; decided are PASS and FAIL. Of several verdicts"
            " by one executor the first counts. Verdicts of arbiters are left out: they were asked"
            " only where nothing was decided. Tests of one candidate hang together, so the"
            " intervals are too narrow."
        ),
    )


def _all_raters(units: Sequence[Unit]) -> tuple[Rate, Coefficient] | None:
    names = executors_of(units)
    if len(names) < 3:  # noqa: PLR2004  # two are a pair
        return None
    rows = [
        [unit.verdicts[name].kind for name in names]
        for unit in units
        if unit.verdicts.keys() >= set(names)
    ]
    return agreement_rate(rows), fleiss_kappa(rows)


def _confusion(pair: Pair) -> Table:
    table = pair.confusion()
    kinds = [kind.value for kind in VerdictKind if any(kind in found for found in pair.kinds)]
    return Table(
        name=f"confusion-{pair.first}-{pair.second}",
        title=f"{pair.first} (rows) and {pair.second} (columns)",
        columns=("", *kinds),
        rows=tuple(
            (words(kind), *(count(table.get(kind, {}).get(other, 0)) for other in kinds))
            for kind in kinds
        ),
    )


def _disputes(units: Sequence[Unit]) -> Table:
    return Table(
        name="disagreements",
        title="Disagreements, with the evidence of each side",
        columns=("test", "executor", "verdict", "reason", "evidence"),
        rows=tuple(
            (
                words(unit.title),
                words(name),
                words(it.kind),
                words(_short(it.reason)),
                words(it.evidence_dir),
            )
            for unit in units
            if unit.is_disputed
            for name, it in unit.verdicts.items()
        ),
    )


def _arbitrated(units: Sequence[Unit]) -> Table:
    return Table(
        name="arbitrated",
        title="Judged by an arbiter, because nothing had been decided",
        columns=("test", "before", "arbiter", "verdict", "reason", "evidence"),
        rows=tuple(
            (
                words(unit.title),
                words(next(iter(unit.verdicts.values())).kind),
                words(name),
                words(it.kind),
                words(_short(it.reason)),
                words(it.evidence_dir),
            )
            for unit in units
            for name, it in unit.arbitrated.items()
        ),
    )


def _pair_record(pair: Pair) -> PairRecord:
    kappa = _kappa(pair.kinds)
    same, decided = agreement_rate(pair.kinds), agreement_rate(pair.decided)
    return PairRecord(
        first=pair.first,
        second=pair.second,
        same=same.k,
        units=same.n,
        kappa=kappa.value,
        kappa_undefined=kappa.reason,
        same_of_decided=decided.k,
        decided=decided.n,
        kappa_of_decided=_kappa(pair.decided).value,
        confusion=pair.confusion(),
    )


def _dispute(unit: Unit, verdicts: dict[str, Verdict]) -> DisputeRecord:
    return DisputeRecord(
        run=unit.trial.run,
        agent=unit.trial.result.agent,
        task=unit.trial.task,
        epoch=unit.trial.epoch,
        role=unit.role,
        kinds={name: it.kind for name, it in verdicts.items()},
        reasons={name: it.reason for name, it in verdicts.items()},
        evidence={name: it.evidence_dir for name, it in verdicts.items()},
    )


def _arbitration(unit: Unit) -> ArbitratedRecord:
    before = {name: it.kind for name, it in unit.verdicts.items()}
    told = _dispute(unit, unit.arbitrated)
    return ArbitratedRecord.model_validate({**told.model_dump(), "before": before})


def _kappa(kinds: Sequence[tuple[VerdictKind, VerdictKind]]) -> Coefficient:
    return cohen_kappa([one for one, _ in kinds], [other for _, other in kinds])


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _LARGEST_REASON else f"{line[:_LARGEST_REASON]}…"
