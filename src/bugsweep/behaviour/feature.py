"""The text of a behaviour test, read: one Gherkin scenario and its steps."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any, Final

from gherkin.errors import CompositeParserException, ParserError
from gherkin.parser import Parser

from bugsweep.behaviour.pattern import Block
from bugsweep.behaviour.phrases import Phrase
from bugsweep.behaviour.prose import PROSE, prose_phrase
from bugsweep.behaviour.steps.seeing import looks_like
from bugsweep.behaviour.vocabulary import find_nearest, find_step
from bugsweep.domain.errors import FeatureError

ACTIONS_JUDGE: Final = "@actions-judge"
PROCEDURE: Final = "@procedure"
_PLACEHOLDER: Final = re.compile(r"<(\w+)>")
_DEPTH: Final = 5

# What gherkin-official's parser hands out: dictionaries of dictionaries.
_Node = Mapping[str, Any]


class Role(StrEnum):
    """What a step is for, by its keyword; `And` and `But` go on with the one before."""

    GIVEN = "Given"
    WHEN = "When"
    THEN = "Then"


@dataclass(frozen=True, slots=True)
class Step:
    """One line of the scenario."""

    role: Role
    text: str
    """As written, with its keyword."""
    line: int
    phrase: Phrase
    block: object = None
    """The data table below it as rows, or the doc string."""


@dataclass(frozen=True, slots=True)
class Behaviour:
    """A behaviour test, ready to be run."""

    name: str
    source: str
    steps: tuple[Step, ...]
    actions_judge: bool = False
    """Whether a When that cannot be done is a FAIL."""
    is_prose: bool = False
    """Whether its steps are sentences that only an agentic or human executor can carry out."""


@dataclass(frozen=True, slots=True)
class _Procedure:
    pattern: re.Pattern[str]
    parameters: tuple[str, ...]
    steps: Sequence[_Node]


def parse_feature(text: str, *, source: str) -> Behaviour:
    """Read the text of a `.feature` file; `source` is what errors call it.

    Raises:
        FeatureError: not Gherkin, not exactly one scenario, or a step nobody knows.
    """
    return _Reader(source).behaviour(_parsed(text, source))


def find_missing_pictures(behaviour: Behaviour) -> list[FeatureError]:
    """The pictures that steps name and that do not stand beside the behaviour test."""
    folder = Path(behaviour.source).parent
    return [
        FeatureError(
            behaviour.source,
            f"there is no picture `{phrase.arguments[-1]}` beside it",
            line=step.line,
            hint="`bugsweep verify TASK --build reference` keeps what it sees under that name",
        )
        for step in behaviour.steps
        for phrase in (step.phrase.awaited or step.phrase,)
        if phrase.pattern is looks_like and not (folder / str(phrase.arguments[-1])).is_file()
    ]


def _parsed(text: str, source: str) -> _Node:
    try:
        document: _Node = Parser().parse(text)
    except CompositeParserException as error:
        first = error.errors[0]
        raise _unreadable(source, first) from error
    except ParserError as error:
        raise _unreadable(source, error) from error
    return document


def _unreadable(source: str, error: ParserError) -> FeatureError:
    found = re.match(r"\((\d+):\d+\): (.*)", str(error), re.DOTALL)
    line, problem = (int(found[1]), found[2]) if found else (None, str(error))
    return FeatureError(
        source, problem, line=line, hint="a step begins with Given, When, Then, And or But"
    )


class _Reader:
    def __init__(self, source: str) -> None:
        self._source = source
        self._procedures: list[_Procedure] = []

    def behaviour(self, document: _Node) -> Behaviour:
        feature = document.get("feature")
        if not feature:
            raise FeatureError(self._source, "there is no `Feature:` in it")
        background: list[_Node] = []
        scenarios: list[_Node] = []
        for child in feature["children"]:
            if "background" in child:
                background.extend(child["background"]["steps"])
            elif "scenario" in child:
                self._sort(child["scenario"], scenarios)
            else:
                line = child["rule"]["location"]["line"]
                raise FeatureError(self._source, "a `Rule` has no place in it", line=line)
        if len(scenarios) != 1:
            raise FeatureError(
                self._source,
                f"there must be exactly one scenario, it has {len(scenarios)}",
                line=scenarios[1]["location"]["line"] if scenarios else None,
            )
        scenario = scenarios[0]
        tags = {tag["name"] for tag in (*feature["tags"], *scenario["tags"])}
        if PROSE in tags:
            return self._prose([*background, *scenario["steps"]], scenario, feature)
        steps = tuple(self._steps([*background, *scenario["steps"]]))
        if not any(step.role is Role.THEN for step in steps):
            line = scenario["location"]["line"]
            raise FeatureError(self._source, "no `Then` judges anything", line=line)
        return Behaviour(
            scenario["name"] or feature["name"], self._source, steps, ACTIONS_JUDGE in tags
        )

    def _prose(self, nodes: Sequence[_Node], scenario: _Node, feature: _Node) -> Behaviour:
        steps = []
        for node in nodes:
            line = node["location"]["line"]
            if node["keyword"].strip() != "*":
                raise FeatureError(self._source, "in prose every step begins with `*`", line=line)
            steps.append(Step(Role.GIVEN, f"* {node['text']}", line, prose_phrase()))
        if not steps:
            line = scenario["location"]["line"]
            raise FeatureError(self._source, "there is no step in it", line=line)
        name = scenario["name"] or feature["name"]
        return Behaviour(name, self._source, tuple(steps), is_prose=True)

    def _sort(self, scenario: _Node, scenarios: list[_Node]) -> None:
        if scenario["examples"]:
            line = scenario["location"]["line"]
            raise FeatureError(self._source, "a scenario outline has no place in it", line=line)
        if PROCEDURE not in {tag["name"] for tag in scenario["tags"]}:
            scenarios.append(scenario)
            return
        name = scenario["name"]
        pieces = [re.escape(piece) for piece in _PLACEHOLDER.split(name)[::2]]
        self._procedures.append(
            _Procedure(
                re.compile(r'((?:[^"\\]|\\.)*)'.join(pieces)),
                tuple(_PLACEHOLDER.findall(name)),
                scenario["steps"],
            )
        )

    def _steps(
        self,
        nodes: Sequence[_Node],
        *,
        role: Role | None = None,
        values: Mapping[str, str] | None = None,
        depth: int = 0,
    ) -> Iterator[Step]:
        """Read steps; those of a procedure all take the role of the step that calls it."""
        current = role or Role.GIVEN
        for node in nodes:
            keyword = node["keyword"].strip()
            if role is None and keyword in list(Role):
                current = Role(keyword)
            text = _filled(node["text"], values)
            inner = self._called(text)
            if inner is None:
                yield self._step(node, current, f"{keyword} {text}", text, values)
                continue
            if depth >= _DEPTH:
                line = node["location"]["line"]
                raise FeatureError(self._source, "procedures call each other forever", line=line)
            procedure, given = inner
            yield from self._steps(procedure.steps, role=current, values=given, depth=depth + 1)

    def _called(self, text: str) -> tuple[_Procedure, Mapping[str, str]] | None:
        for procedure in self._procedures:
            found = procedure.pattern.fullmatch(text)
            if found:
                return procedure, dict(zip(procedure.parameters, found.groups(), strict=True))
        return None

    def _step(
        self, node: _Node, role: Role, written: str, text: str, values: Mapping[str, str] | None
    ) -> Step:
        line = node["location"]["line"]
        phrase = find_step(text)
        if phrase is None:
            raise FeatureError(
                self._source,
                f"no step is written `{text}`",
                line=line,
                hint=f"the nearest one is `{find_nearest(text)}`",
            )
        kind, block = _block(node, values)
        wanted = (phrase.awaited or phrase).pattern.block
        if kind != wanted:
            expected = f"a {wanted} below it" if wanted else "nothing below it"
            raise FeatureError(self._source, f"`{text}` needs {expected}", line=line)
        return Step(role, written, line, phrase, block)


def _filled(text: str, values: Mapping[str, str] | None) -> str:
    if not values:
        return text
    return _PLACEHOLDER.sub(lambda found: values.get(found[1], found[0]), text)


def _block(node: _Node, values: Mapping[str, str] | None) -> tuple[Block, object]:
    if "dataTable" in node:
        rows = node["dataTable"]["rows"]
        return Block.TABLE, [
            [_filled(cell["value"], values) for cell in row["cells"]] for row in rows
        ]
    if "docString" in node:
        return Block.TEXT, _filled(node["docString"]["content"], values)
    return Block.NONE, None
