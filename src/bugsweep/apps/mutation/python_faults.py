"""Faults in Python, found with libcst."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Final

import libcst as cst
from libcst import metadata

from bugsweep.apps.mutation.fault import ESCAPING, HARMLESS, SAVING, Fault, Operator

_COMPARISONS: Final[dict[type[cst.BaseCompOp], str]] = {
    cst.Equal: "!=",
    cst.NotEqual: "==",
    cst.In: "not in",
    cst.NotIn: "in",
    cst.Is: "is not",
    cst.IsNot: "is",
}
_BOUNDS: Final[dict[type[cst.BaseCompOp], str]] = {
    cst.LessThan: "<=",
    cst.LessThanEqual: "<",
    cst.GreaterThan: ">=",
    cst.GreaterThanEqual: ">",
}
_LARGEST_STEP: Final = 100
"""Integers above are sizes, statuses and limits rather than positions and counts."""


def find_python_faults(source: bytes, path: str) -> list[Fault]:
    """All faults that can be planted in a module; none when it cannot be parsed."""
    try:
        module = cst.parse_module(source)
    except (cst.ParserSyntaxError, UnicodeDecodeError):
        return []
    if module.encoding.lower().replace("_", "-") not in {"utf-8", "ascii"}:
        return []
    wrapper = metadata.MetadataWrapper(module, unsafe_skip_copy=True)
    finder = _Finder(source, path)
    wrapper.visit(finder)
    return finder.faults


def is_python(source: bytes) -> bool:
    """Whether it compiles."""
    try:
        compile(source, "<fault>", "exec", dont_inherit=True)
    except (SyntaxError, ValueError):
        return False
    return True


class _Finder(cst.CSTVisitor):
    METADATA_DEPENDENCIES = (
        metadata.ByteSpanPositionProvider,
        metadata.PositionProvider,
        metadata.ParentNodeProvider,
    )

    def __init__(self, source: bytes, path: str) -> None:
        super().__init__()
        self._source = source
        self._path = path
        self._functions: list[cst.FunctionDef] = []
        self.faults: list[Fault] = []

    def visit_FunctionDef(self, node: cst.FunctionDef) -> None:  # noqa: N802  # libcst's name
        self._functions.append(node)
        names = _Names()
        node.body.visit(names)
        for group in _same_types(node, names):
            for use in names.arguments:
                if use.value in group:
                    self._exchange(Operator.WRONG_VARIABLE, use, use.value, group)
        for uses in names.fields.values():
            fields = {use.attr.value for use in uses}
            for read in uses:
                self._exchange(Operator.WRONG_FIELD, read.attr, read.attr.value, fields)
        for keys in names.keys.values():
            texts = {key.value for key in keys}
            for key in keys:
                self._exchange(Operator.WRONG_FIELD, key, key.value, texts)

    def _exchange(self, operator: Operator, node: cst.CSTNode, own: str, group: set[str]) -> None:
        others = sorted(group - {own})
        if others:
            self._add(operator, node, others[0])

    def leave_FunctionDef(self, original_node: cst.FunctionDef) -> None:  # noqa: N802
        del original_node
        self._functions.pop()

    def visit_SimpleStatementLine(self, node: cst.SimpleStatementLine) -> None:  # noqa: N802
        if len(node.body) != 1 or not isinstance(node.body[0], cst.Expr) or not self._functions:
            return
        value = node.body[0].value
        if isinstance(value, cst.Await):
            self._add(Operator.LOST_SAVE, value, self._text(value.expression))
            value = value.expression
        if not isinstance(value, cst.Call):
            return
        name = _called(value).lower()
        if name in SAVING:
            self._add(Operator.LOST_SAVE, node.body[0], "pass")
        elif name and name not in HARMLESS:
            self._add(Operator.DROPPED_CALL, node.body[0], "pass")

    def visit_If(self, node: cst.If) -> None:  # noqa: N802
        self._invert(node.test)

    def visit_IfExp(self, node: cst.IfExp) -> None:  # noqa: N802
        self._invert(node.test)

    def visit_CompIf(self, node: cst.CompIf) -> None:  # noqa: N802
        self._invert(node.test)

    def visit_BooleanOperation(self, node: cst.BooleanOperation) -> None:  # noqa: N802
        self._add(Operator.WEAKENED_CONDITION, node, self._text(node.left))
        self._add(Operator.WEAKENED_CONDITION, node, self._text(node.right))

    def visit_Comparison(self, node: cst.Comparison) -> None:  # noqa: N802
        for comparison in node.comparisons:
            bound = _BOUNDS.get(type(comparison.operator))
            if bound:
                self._add(Operator.OFF_BY_ONE, comparison.operator, bound)

    def visit_Integer(self, node: cst.Integer) -> None:  # noqa: N802
        parent = self.get_metadata(metadata.ParentNodeProvider, node)
        counted = isinstance(
            parent, cst.Index | cst.Slice | cst.BinaryOperation | cst.ComparisonTarget
        ) or (isinstance(parent, cst.Arg) and self._is_range(parent))
        if counted and self._functions and 0 <= node.evaluated_value < _LARGEST_STEP:
            self._add(Operator.OFF_BY_ONE, node, str(node.evaluated_value + 1))

    def visit_Call(self, node: cst.Call) -> None:  # noqa: N802
        plain = [arg for arg in node.args if arg.keyword is None and not arg.star]
        if _called(node).lower() in ESCAPING and len(plain) == 1 and len(node.args) == 1:
            self._add(Operator.MISSING_ESCAPE, node, self._text(plain[0].value))
        if len(plain) >= 2 and self._functions:  # noqa: PLR2004  # two can be swapped
            first, second = (self._text(arg.value) for arg in plain[:2])
            if first != second and _are_alike(plain[0].value, plain[1].value):
                between = self._between(plain[0].value, plain[1].value)
                begin, end = self._span(plain[0].value)[0], self._span(plain[1].value)[1]
                after = f"{second}{between}{first}"
                self._add_span(Operator.SWAPPED_ARGUMENTS, node, (begin, end), after)

    def _invert(self, test: cst.BaseExpression) -> None:
        """The nearest opposite: another comparison, a `not` more or less."""
        if not self._functions:
            return
        if isinstance(test, cst.UnaryOperation) and isinstance(test.operator, cst.Not):
            self._add(Operator.INVERTED_CONDITION, test, self._text(test.expression))
            return
        if isinstance(test, cst.Comparison) and len(test.comparisons) == 1:
            operator = test.comparisons[0].operator
            opposite = _COMPARISONS.get(type(operator))
            if opposite:
                self._add(Operator.INVERTED_CONDITION, operator, opposite)
                return
        self._add(Operator.INVERTED_CONDITION, test, f"not ({self._text(test)})")

    def _is_range(self, arg: cst.Arg) -> bool:
        call = self.get_metadata(metadata.ParentNodeProvider, arg)
        return isinstance(call, cst.Call) and _called(call) in {"range", "islice", "get_page"}

    def _span(self, node: cst.CSTNode) -> tuple[int, int]:
        span = self.get_metadata(metadata.ByteSpanPositionProvider, node)
        return span.start, span.start + span.length

    def _text(self, node: cst.CSTNode) -> str:
        start, end = self._span(node)
        return self._source[start:end].decode()

    def _between(self, left: cst.CSTNode, right: cst.CSTNode) -> str:
        return self._source[self._span(left)[1] : self._span(right)[0]].decode()

    def _add(self, operator: Operator, node: cst.CSTNode, after: str) -> None:
        self._add_span(operator, node, self._span(node), after)

    def _add_span(
        self, operator: Operator, node: cst.CSTNode, span: tuple[int, int], after: str
    ) -> None:
        start, end = span
        before = self._source[start:end].decode()
        if before == after:
            return
        line = self.get_metadata(metadata.PositionProvider, node).start.line
        self.faults.append(Fault(operator, self._path, line, start, end, before, after))


class _Names(cst.CSTVisitor):
    """What a function's body does with names."""

    def __init__(self) -> None:
        self.arguments: list[cst.Name] = []
        self.assigned: dict[str, str] = {}
        self.fields: dict[str, list[cst.Attribute]] = defaultdict(list)
        self.keys: dict[str, list[cst.SimpleString]] = defaultdict(list)
        self._called: set[cst.CSTNode] = set()
        self._stored: set[cst.CSTNode] = set()

    def visit_FunctionDef(self, node: cst.FunctionDef) -> bool:  # noqa: N802
        del node
        return False

    def visit_Arg(self, node: cst.Arg) -> None:  # noqa: N802
        if isinstance(node.value, cst.Name):
            self.arguments.append(node.value)

    def visit_Return(self, node: cst.Return) -> None:  # noqa: N802
        if isinstance(node.value, cst.Name):
            self.arguments.append(node.value)

    def visit_Call(self, node: cst.Call) -> None:  # noqa: N802
        self._called.add(node.func)

    def visit_AssignTarget(self, node: cst.AssignTarget) -> None:  # noqa: N802
        self._stored.add(node.target)

    def visit_Assign(self, node: cst.Assign) -> None:  # noqa: N802
        for target in node.targets:
            if isinstance(target.target, cst.Name):
                self.assigned[target.target.value] = _kind_of(node.value)

    def visit_Attribute(self, node: cst.Attribute) -> None:  # noqa: N802
        if isinstance(node.value, cst.Name) and not {node} & (self._called | self._stored):
            self.fields[node.value.value].append(node)

    def visit_Subscript(self, node: cst.Subscript) -> None:  # noqa: N802
        element = node.slice[0].slice if len(node.slice) == 1 else None
        if isinstance(element, cst.Index) and isinstance(element.value, cst.SimpleString):
            owner = _dotted(node.value)
            if owner and node not in self._stored:
                self.keys[owner].append(element.value)


def _same_types(function: cst.FunctionDef, names: _Names) -> Iterator[set[str]]:
    """Names that hold the same type: by annotation, or by what they are made with."""
    groups: dict[str, set[str]] = defaultdict(set)
    for parameter in (*function.params.params, *function.params.kwonly_params):
        if parameter.annotation:
            kind = f": {_code(parameter.annotation.annotation)}"
            groups[kind].add(parameter.name.value)
    for name, kind in names.assigned.items():
        if kind:
            groups[kind].add(name)
    yield from (group for group in groups.values() if len(group) > 1)


def _kind_of(value: cst.BaseExpression) -> str:
    if isinstance(value, cst.Call):
        return f"{_dotted(value.func)}()" if _dotted(value.func) else ""
    literals = (cst.BaseString, cst.BaseNumber, cst.BaseList, cst.BaseDict, cst.BaseSet)
    for literal in literals:
        if isinstance(value, literal):
            return literal.__name__
    return ""


def _are_alike(first: cst.BaseExpression, second: cst.BaseExpression) -> bool:
    """Whether both are plain values: swapped, they are a slip of a person and not nonsense."""
    plain = (cst.Name, cst.Attribute)
    return isinstance(first, plain) and isinstance(second, plain)


def _called(call: cst.Call) -> str:
    if isinstance(call.func, cst.Attribute):
        return call.func.attr.value
    return call.func.value if isinstance(call.func, cst.Name) else ""


def _dotted(node: cst.BaseExpression) -> str:
    parts: Sequence[str] = ()
    while isinstance(node, cst.Attribute):
        parts = (node.attr.value, *parts)
        node = node.value
    return ".".join((node.value, *parts)) if isinstance(node, cst.Name) else ""


def _code(node: cst.BaseExpression) -> str:
    return cst.Module(body=[]).code_for_node(node)
