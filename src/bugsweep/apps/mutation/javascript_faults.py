"""Faults in JavaScript, found with tree-sitter."""

from collections import defaultdict
from collections.abc import Iterator
from typing import Final

import tree_sitter_javascript
from tree_sitter import Language, Node, Parser

from bugsweep.apps.mutation.fault import ESCAPING, HARMLESS, SAVING, Fault, Operator, words

_OPPOSITES: Final = {"==": "!=", "!=": "==", "===": "!==", "!==": "==="}
_BOUNDS: Final = {"<": "<=", "<=": "<", ">": ">=", ">=": ">"}
_FUNCTIONS: Final = words(
    "function_declaration function_expression arrow_function method_definition "
    "generator_function generator_function_declaration"
)
_COUNTED: Final = words("subscript_expression binary_expression arguments")
_LARGEST_STEP: Final = 100


def find_javascript_faults(source: bytes, path: str) -> list[Fault]:
    """All faults that can be planted in a script; none when it cannot be parsed."""
    root = _parser().parse(source).root_node
    return [] if root.has_error else list(_Finder(path).all(root))


def is_javascript(source: bytes) -> bool:
    """Whether it can be parsed."""
    return not _parser().parse(source).root_node.has_error


def _parser() -> Parser:
    return Parser(Language(tree_sitter_javascript.language()))


class _Finder:
    def __init__(self, path: str) -> None:
        self._path = path

    def all(self, root: Node) -> Iterator[Fault]:
        """Those of every node, and those of every function as a whole."""
        waiting = [(root, False)]
        while waiting:
            node, is_inside = waiting.pop()
            if node.type in _FUNCTIONS:
                is_inside = True
                yield from self._of_function(node)
            if is_inside:
                yield from self._of(node)
            waiting += [(child, is_inside) for child in reversed(node.children)]

    def _of(self, node: Node) -> Iterator[Fault]:
        if node.type == "expression_statement":
            yield from self._of_statement(node)
        elif node.type in {"if_statement", "ternary_expression"}:
            condition = node.child_by_field_name("condition")
            if condition:
                yield self._inverted(condition)
        elif node.type == "binary_expression":
            yield from self._of_binary(node)
        elif node.type == "number":
            yield from self._of_number(node)
        elif node.type == "call_expression":
            yield from self._of_call(node)

    def _of_statement(self, node: Node) -> Iterator[Fault]:
        value = node.named_children[0]
        if value.type == "await_expression":
            inner = value.named_children[0]
            yield self._fault(Operator.LOST_SAVE, value, _text(inner))
            value = inner
        if value.type != "call_expression":
            return
        name = _called(value).lower()
        if name in SAVING:
            yield self._fault(Operator.LOST_SAVE, node, ";")
        elif name and name not in HARMLESS:
            yield self._fault(Operator.DROPPED_CALL, node, ";")

    def _inverted(self, condition: Node) -> Fault:
        inner = condition.named_children[0] if _is_bracketed(condition) else condition
        operator = inner.child_by_field_name("operator")
        if inner.type == "binary_expression" and operator and _text(operator) in _OPPOSITES:
            opposite = _OPPOSITES[_text(operator)]
            return self._fault(Operator.INVERTED_CONDITION, operator, opposite)
        argument = inner.child_by_field_name("argument")
        if inner.type == "unary_expression" and operator and argument and _text(operator) == "!":
            return self._fault(Operator.INVERTED_CONDITION, inner, _text(argument))
        return self._fault(Operator.INVERTED_CONDITION, inner, f"!({_text(inner)})")

    def _of_binary(self, node: Node) -> Iterator[Fault]:
        operator = node.child_by_field_name("operator")
        left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
        if not operator or not left or not right:
            return
        if _text(operator) in {"&&", "||"}:
            for side in (left, right):
                yield self._fault(Operator.WEAKENED_CONDITION, node, _text(side))
        elif _text(operator) in _BOUNDS:
            bound = _BOUNDS[_text(operator)]
            yield self._fault(Operator.OFF_BY_ONE, operator, bound)

    def _of_number(self, node: Node) -> Iterator[Fault]:
        text = _text(node)
        is_counted = node.parent is not None and node.parent.type in _COUNTED
        if is_counted and text.isdecimal() and int(text) < _LARGEST_STEP:
            yield self._fault(Operator.OFF_BY_ONE, node, str(int(text) + 1))

    def _of_call(self, node: Node) -> Iterator[Fault]:
        arguments = node.child_by_field_name("arguments")
        values = arguments.named_children if arguments else []
        if _called(node).lower() in ESCAPING and len(values) == 1:
            yield self._fault(Operator.MISSING_ESCAPE, node, _text(values[0]))
        plain = {"identifier", "member_expression"}
        if len(values) < 2 or not {values[0].type, values[1].type} <= plain:  # noqa: PLR2004
            return
        first, second = _text(values[0]), _text(values[1])
        if first != second:
            whole = arguments.text or b"" if arguments else b""
            begin = values[0].start_byte - (arguments.start_byte if arguments else 0)
            end = values[1].end_byte - (arguments.start_byte if arguments else 0)
            joint = whole[begin + len(first.encode()) : end - len(second.encode())].decode()
            yield Fault(
                Operator.SWAPPED_ARGUMENTS,
                self._path,
                node.start_point.row + 1,
                values[0].start_byte,
                values[1].end_byte,
                whole[begin:end].decode(),
                f"{second}{joint}{first}",
            )

    def _of_function(self, function: Node) -> Iterator[Fault]:
        """Names and fields that a slip could exchange."""
        uses = _Uses()
        for node in _own_nodes(function):
            uses.take(node)
        for group in uses.made.values():
            for node in uses.passed:
                others = sorted(group - {_text(node)})
                if _text(node) in group and others:
                    yield self._fault(Operator.WRONG_VARIABLE, node, others[0])
        for fields in uses.fields.values():
            for node in fields:
                others = sorted({_text(field) for field in fields} - {_text(node)})
                if others:
                    yield self._fault(Operator.WRONG_FIELD, node, others[0])

    def _fault(self, operator: Operator, node: Node, after: str) -> Fault:
        line = node.start_point.row + 1
        return Fault(
            operator,
            self._path,
            line,
            node.start_byte,
            node.end_byte,
            _text(node),
            after,
        )


class _Uses:
    """What a function does with names."""

    def __init__(self) -> None:
        self.made: dict[str, set[str]] = defaultdict(set)
        """Kind of value → the variables that are declared with one."""
        self.passed: list[Node] = []
        self.fields: dict[str, list[Node]] = defaultdict(list)
        """Object → where its fields are read."""

    def take(self, node: Node) -> None:
        """Note what this node does."""
        if node.type == "variable_declarator":
            name, value = node.child_by_field_name("name"), node.child_by_field_name("value")
            if name and value and name.type == "identifier" and _kind_of(value):
                self.made[_kind_of(value)].add(_text(name))
        elif node.type == "identifier" and node.parent and node.parent.type == "arguments":
            self.passed.append(node)
        elif node.type == "member_expression" and _is_read(node):
            owner = node.child_by_field_name("object")
            field = node.child_by_field_name("property")
            if owner and field and owner.type in {"identifier", "this"}:
                self.fields[_text(owner)].append(field)


def _own_nodes(function: Node) -> Iterator[Node]:
    """Its nodes, without those of functions inside."""
    waiting = list(reversed(function.children))
    while waiting:
        node = waiting.pop()
        yield node
        if node.type not in _FUNCTIONS:
            waiting += reversed(node.children)


def _is_read(node: Node) -> bool:
    parent = node.parent
    if parent is None:
        return False
    is_called = parent.type == "call_expression" and parent.child_by_field_name("function") == node
    is_stored = (
        parent.type in {"assignment_expression", "augmented_assignment_expression"}
        and parent.child_by_field_name("left") == node
    )
    return not is_called and not is_stored


def _kind_of(value: Node) -> str:
    if value.type in {"string", "template_string", "number", "array", "object"}:
        return value.type
    if value.type in {"call_expression", "new_expression"}:
        named = value.child_by_field_name("function") or value.child_by_field_name("constructor")
        return f"{_text(named)}()" if named and "\n" not in _text(named) else ""
    return ""


def _called(call: Node) -> str:
    function = call.child_by_field_name("function")
    if function is None:
        return ""
    if function.type == "member_expression":
        function = function.child_by_field_name("property")
    return _text(function) if function and function.type.endswith("identifier") else ""


def _is_bracketed(node: Node) -> bool:
    return node.type == "parenthesized_expression" and bool(node.named_children)


def _text(node: Node) -> str:
    return (node.text or b"").decode(errors="replace")
