"""Searching for what is known to be there, in every column."""

import re
from collections.abc import Iterator
from functools import partial

from bugsweep.browser.looking import FieldSeen, Look, RowSeen
from bugsweep.exploration.action import Action, Op
from bugsweep.exploration.ground import Ground, find_form
from bugsweep.exploration.probes.job import Offer, forms_of, words_of_form
from bugsweep.exploration.rows import remembered
from bugsweep.exploration.trail import Sense
from bugsweep.exploration.views import Form, is_search, is_texty, submits
from bugsweep.exploration.walker import Walker

_ASKS = re.compile(r"^(search|find|go|apply|filter|show|query|ok|submit)\b", re.IGNORECASE)
_QUOTES = "\"'“”‘’«»"
_ROWS = 3
_COLUMNS = 8
_TABLE_MIN = 2
_SIGNS = re.compile(r"[^\w\s()./:-]")
"""Arrows and other signs beside the name of a column."""
_PLAIN_VALUE = re.compile(r"[^\W\d_][\w-]{2,20}")
_TAKES_OFF = re.compile(r"\b(remove|clear|no filter|none|any|all)\b", re.IGNORECASE)
_SHORTEST = 3
_LONGEST = 60


def jobs(ground: Ground) -> Iterator[Offer]:
    """Each form to search with, on a page that lists something."""
    for form in forms_of(ground, "search"):
        if form.look.rows:
            words = words_of_form(form)
            yield Offer(f"{form.key}|{form.view}", words, partial(_search, form=form))


async def _search(ground: Ground, *, form: Form) -> None:
    index = form.index
    texts = [field for field in form.look.fields_of(index) if is_texty(field) and field.is_enabled]
    if not texts:
        return
    if _column_list(form.look, form.look.fields_of(index)) is not None:
        await _by_list(ground, form)
        return
    if len(texts) > 1 and not any(is_search(field) for field in texts):
        await _by_column(ground, form)
        return
    walker = ground.begin("searching", form.key)
    for row, words in _samples(form.look):
        await _ask(ground, walker, form, {texts[0].css: words}, row, words)


def _samples(look: Look) -> list[tuple[RowSeen, str]]:
    """Rows with the last word of their first telling cell."""
    found = []
    group = max(range(len(look.groups)), key=lambda g: sum(r.group == g for r in look.rows))
    for row in [row for row in look.rows if row.group == group][:_ROWS]:
        for cell in _own_cells(look, row):
            words = [word.strip(".,;:()") for word in cell.split()]
            telling = [word for word in words if len(word) >= _SHORTEST and word.isalpha()]
            if telling:
                found.append((row, telling[-1]))
                break
    return found


async def _by_column(ground: Ground, form: Form) -> None:
    """A field for the column, a field for the value: every column with a value of its own."""
    look = form.look
    tables = [n for n, group in enumerate(look.groups) if len(group.columns) >= _TABLE_MIN]
    if not tables:
        return
    group = tables[0]
    rows = [row for row in look.rows if row.group == group]
    columns = look.groups[group].columns
    walker = ground.begin("searching", form.key)
    for place, column in enumerate(columns[:_COLUMNS]):
        row = next((r for r in rows if place < len(r.cells) and r.cells[place].strip()), None)
        if row is None or not column or not _is_words(look, row, row.cells[place]):
            continue
        texts = [item for item in look.fields_of(form.index) if is_texty(item)]
        values = {texts[0].css: column, texts[1].css: row.cells[place].strip(_QUOTES)}
        await _ask(ground, walker, form, values, row, row.cells[place], column=column)


def _columns(look: Look) -> tuple[int, tuple[str, ...]]:
    """The first table with named columns: its place and their names."""
    for place, group in enumerate(look.groups):
        if len([name for name in group.columns if name]) >= _TABLE_MIN:
            return place, group.columns
    return -1, ()


def _column_list(look: Look, fields: tuple[FieldSeen, ...]) -> FieldSeen | None:
    """A list to choose from that offers the columns of the table."""
    _, columns = _columns(look)
    names = {_SIGNS.sub("", name).strip() for name in columns if name}
    for field in fields:
        if field.kind == "select" and len(names & set(field.options)) >= _TABLE_MIN:
            return field
    return None


async def _by_list(ground: Ground, form: Form) -> None:
    """Filter by each column that a list offers, and take the filter off again."""
    group, columns = _columns(form.look)
    rows = [row for row in form.look.rows if row.group == group]
    for place, column in enumerate(columns[:_COLUMNS]):
        name = _SIGNS.sub("", column).strip()
        cells = [row.cells[place] for row in rows if place < len(row.cells)]
        often = [cell for cell in cells if 0 < cells.count(cell) < len(cells)]
        value = next((cell for cell in often if _PLAIN_VALUE.fullmatch(cell)), "")
        chooser = _column_list(form.look, form.look.fields_of(form.index))
        if value and chooser is not None and name in chooser.options:
            await _filter_and_back(ground, form, chooser, name, value)


async def _filter_and_back(
    ground: Ground, form: Form, chooser: FieldSeen, column: str, value: str
) -> None:
    walker = ground.begin("searching", form.key)
    index = await ground.reach(walker, form)
    before = walker.look
    chosen = _field(before, chooser.css)
    if index is None or chosen is None:
        return
    await walker.set(chosen, column)
    text = next((f for f in walker.look.fields_of(index) if is_texty(f)), None)
    if text is None:
        return
    await walker.set(text, value)
    await _send(walker, index)
    if not 0 < _rows_in(walker.look, before) < _rows_in(before, before):
        return
    held = [f for f in walker.look.fields if f.kind == "select" and f.value == column]
    offs = [(f, name) for f in held for name in f.options if _TAKES_OFF.search(name)]
    if not offs:
        return
    await walker.set(*offs[0])
    await _send(walker, held[0].form)
    everything = {
        place for place, row in enumerate(before.rows) if row.group == _columns(before)[0]
    }
    walker.mark(
        Sense.UNFILTERED, detail=column, wanted=remembered(before, everything, set()), marker=value
    )


def _rows_in(look: Look, before: Look) -> int:
    place, _ = _columns(before)
    sign = before.groups[place].sign
    return sum(look.groups[row.group].sign == sign for row in look.rows)


async def _ask(  # noqa: PLR0913 - one question: where, what, and what must be found
    ground: Ground,
    walker: Walker,
    form: Form,
    values: dict[str, str],
    row: RowSeen,
    words: str,
    *,
    column: str = "",
) -> None:
    index = await ground.reach(walker, form)
    if index is None:
        return
    telling = _telling(walker.look, row, words)
    if telling is None:
        return
    unfiltered = tuple(r.text for r in walker.look.rows if r.group == row.group)
    for css, value in values.items():
        field = _field(walker.look, css)
        if field is None:
            return
        await walker.set(field, value)
    await _send(walker, index)
    walker.mark(
        Sense.SEARCHED, marker=telling, detail=column or words, others=unfiltered, changed=(words,)
    )
    again = find_form(walker.look, form.key)
    if again is None or column:
        return
    field = _field(walker.look, next(iter(values)))
    if field is not None:
        await walker.set(field, "")
        await _send(walker, again)
        walker.mark(Sense.UNFILTERED, marker=telling, others=unfiltered)


async def _send(walker: Walker, index: int) -> None:
    senders = sorted(
        submits(walker.look, index), key=lambda control: not _ASKS.search(control.name)
    )
    real = [control for control in senders if control.is_submit or len(senders) == 1]
    if real:
        await walker.click(real[0])
    elif senders and walker.look.forms[index].is_real:
        await walker.click(senders[0])
    else:
        await walker.do(Action(op=Op.PRESS, value="Enter"))


def _field(look: Look, css: str) -> FieldSeen | None:
    return next((field for field in look.fields if field.css == css), None)


def _is_words(look: Look, row: RowSeen, cell: str) -> bool:
    """Whether a cell is text: no control of the row, and no number, which may need a kind."""
    controls = {control.name for control in look.controls if look.rows[control.row] == row}
    return cell not in controls and any(sign.isalpha() for sign in cell)


def _own_cells(look: Look, row: RowSeen) -> list[str]:
    return [cell for cell in row.cells or (row.text,) if _is_words(look, row, cell)]


def _telling(look: Look, row: RowSeen, words: str) -> str | None:
    """Another text of the row that only this row shows: it tells that the row was found."""
    others = [other.text for other in look.rows if other.text != row.text]
    for cell in _own_cells(look, row):
        is_telling = _SHORTEST <= len(cell) < _LONGEST and cell != words
        if is_telling and not any(cell in other for other in others):
            return cell
    if len(row.text) < _LONGEST and not any(row.text in other for other in others):
        return row.text
    return None
