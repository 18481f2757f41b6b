"""A table as Markdown, LaTeX, CSV or HTML. Cells may hold what an agent wrote: all is escaped."""

import csv
import io
import re
import textwrap
from collections.abc import Callable, Iterator, Mapping, Sequence

from markupsafe import Markup, escape

from bugsweep.reports.tables.table import Cell, Table

_LATEX = {
    "\\": r"\textbackslash{}",
    "&": r"\&",
    "%": r"\%",
    "$": r"\$",
    "#": r"\#",
    "_": r"\_",
    "{": r"\{",
    "}": r"\}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "–": "--",
    "±": r"$\pm$",
    "≤": r"$\leq$",
    "≥": r"$\geq$",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
}
_MARKDOWN = re.compile(r"([\\`*_\[\]<>|~#])")
_BAR_PX = 100
_ROWS_OF_A_PAGE = 40
_WIDE = 4
_HEAD_WIDTH = 12
_LINE = r"\\"
# A spreadsheet takes a text that begins so for a formula.
_FORMULA = re.compile(r"^[=+\-@\t\r]")


def to_markdown(table: Table) -> str:
    """GitHub's kind of Markdown: a bold title, the table and its note."""
    aligns = ["---:" if table.is_numeric(i) else "---" for i in range(len(table.columns))]
    lines = [
        f"**{escape_markdown(table.title)}**",
        "",
        _markdown_row([escape_markdown(column) for column in table.columns]),
        _markdown_row(aligns),
        *(_markdown_row([escape_markdown(cell.text) for cell in row]) for row in table.rows),
    ]
    if table.note:
        lines += ["", escape_markdown(table.note)]
    return "\n".join(lines) + "\n"


def to_latex(table: Table) -> str:
    """A table with booktabs rules, no wider than the line; a long one goes on over pages.

    It shows the columns for little room; all of them are in the other formats.
    """
    table = table.narrow()
    aligns = "".join("r" if table.is_numeric(i) else "l" for i in range(len(table.columns)))
    heads = [
        _latex_stack(_broken(column), align)
        for column, align in zip(table.columns, aligns, strict=True)
    ]
    head = [r"\toprule", " & ".join(heads) + r" \\", r"\midrule"]
    body = [_latex_row(table, row) for row in table.rows]
    named = [rf"\caption{{{escape_latex(table.title)}}}", rf"\label{{tab:{table.name}}}"]
    note = [
        rf"\par\smallskip\noindent\parbox{{\linewidth}}{{\scriptsize {escape_latex(table.note)}}}"
    ]
    if len(body) > _ROWS_OF_A_PAGE:
        lines = [
            r"% needs \usepackage{booktabs,longtable}",
            r"\begingroup\scriptsize",
            rf"\begin{{longtable}}{{{aligns}}}",
            "".join(named) + r"\\",
            *head,
            r"\endhead",
            r"\bottomrule",
            r"\endfoot",
            *body,
            r"\end{longtable}",
            *(note if table.note else []),
            r"\endgroup",
        ]
    else:
        lines = [
            r"% needs \usepackage{booktabs,graphicx}",
            r"\begin{table}",
            r"\centering\footnotesize",
            *named,
            r"\resizebox{\ifdim\width>\linewidth\linewidth\else\width\fi}{!}{%",
            rf"\begin{{tabular}}{{{aligns}}}",
            *head,
            *body,
            r"\bottomrule",
            r"\end{tabular}}",
            *(note if table.note else []),
            r"\end{table}",
        ]
    return "\n".join(lines) + "\n"


def to_csv(table: Table) -> str:
    """Comma-separated values; the numbers behind a cell stand in columns of their own."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    parts = [_parts(table, i) for i in range(len(table.columns))]
    head: list[str] = []
    for column, names in zip(table.columns, parts, strict=True):
        head += [f"{column} {name}" for name in names] or [column]
    writer.writerow(head)
    for row in table.rows:
        values: list[str] = []
        for cell, names in zip(row, parts, strict=True):
            values += _csv_values(cell, names)
        writer.writerow(values)
    return out.getvalue()


def to_html(table: Table, *, root: str = "") -> Markup:
    """A `table` element; `root` leads from the page to the folder of the site."""
    head = Markup("").join(
        Markup('<th scope="col"{}>{}</th>').format(_number_class(table.is_numeric(i)), column)
        for i, column in enumerate(table.columns)
    )
    body = Markup("\n").join(
        Markup("<tr>{}</tr>").format(
            Markup("").join(
                _html_cell(cell, root, is_head=index == 0, is_number=table.is_numeric(index))
                for index, cell in enumerate(row)
            )
        )
        for row in table.rows
    )
    return Markup(
        "<table>\n<caption>{}</caption>\n<thead><tr>{}</tr></thead>\n<tbody>\n{}\n</tbody>\n</table>"
    ).format(table.title, head, body)


WRITERS: Mapping[str, Callable[[Table], str]] = {
    "md": to_markdown,
    "tex": to_latex,
    "csv": to_csv,
}
"""File endings and who writes them."""


def escape_markdown(text: str) -> str:
    """Words that Markdown shows as they are, on one line."""
    return _MARKDOWN.sub(r"\\\1", " ".join(text.split())).replace("@", "&#64;")


def escape_latex(text: str) -> str:
    """Words that LaTeX shows as they are, on one line."""
    return "".join(_LATEX.get(letter, letter) for letter in " ".join(text.split()))


def _markdown_row(cells: list[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _latex_row(table: Table, row: Sequence[Cell]) -> str:
    is_wide = len(table.columns) > _WIDE
    cells = []
    for cell in row:
        main, bracket, rest = cell.text.partition(" (")
        stacked = [main, f"({rest}"] if bracket and is_wide else [cell.text]
        cells.append(_latex_stack(stacked, "l" if cell.value is None else "r"))
    return " & ".join(cells) + r" \\"


def _latex_stack(lines: Sequence[str], align: str) -> str:
    """Lines above each other in one cell."""
    escaped = [escape_latex(line) for line in lines]
    return escaped[0] if len(escaped) == 1 else rf"\shortstack[{align}]{{{_LINE.join(escaped)}}}"


def _broken(words: str) -> list[str]:
    """The words of a head in lines of a width that suits a column of numbers."""
    return textwrap.wrap(words, _HEAD_WIDTH, break_long_words=False) or [""]


def _parts(table: Table, column: int) -> list[str]:
    return list(dict.fromkeys(name for row in table.rows for name in row[column].parts))


def _csv_values(cell: Cell, names: list[str]) -> Iterator[str]:
    if names:
        numbers = (cell.parts.get(name) for name in names)
        yield from ("" if number is None else f"{number:.10g}" for number in numbers)
    elif cell.value is not None:
        yield f"{cell.value:.10g}"
    else:
        yield f"'{cell.text}" if _FORMULA.match(cell.text) else cell.text


def _number_class(is_number: bool) -> Markup:  # noqa: FBT001
    return Markup(' class="number"') if is_number else Markup("")


def _html_cell(cell: Cell, root: str, *, is_head: bool, is_number: bool) -> Markup:
    tag = Markup("th") if is_head else Markup("td")
    scope = Markup(' scope="row"') if is_head else Markup("")
    sort = Markup(' data-sort="{}"').format(cell.value) if cell.value is not None else Markup("")
    shown: str = cell.text
    if cell.href:
        shown = Markup('<a href="{}">{}</a>').format(root + cell.href, cell.text)
    elif cell.value is not None:
        shown = _html_number(cell)
    return Markup("<{}{}{}{}>{}</{}>").format(
        tag, scope, _number_class(is_number), sort, shown, tag
    )


def _html_number(cell: Cell) -> Markup:
    """A number above what stands behind it, with its interval drawn where it is a share."""
    main, bracket, rest = cell.text.partition(" (")
    if not bracket:
        return escape(cell.text)
    drawn = _html_interval(cell)
    return Markup('{}{} <span class="behind">{}</span>').format(main, drawn, bracket.strip() + rest)


def _html_interval(cell: Cell) -> Markup:
    """From 0 to 1: the interval as a bar, the share as a mark."""
    share, low, high = (cell.parts.get(name) for name in ("rate", "low", "high"))
    if share is None or low is None or high is None:
        return Markup("")
    start, end, at = (round(_BAR_PX * float(it), 1) for it in (low, high, share))
    mark = min(max(at - 1, 0), _BAR_PX - 2)
    return Markup(
        '<svg class="interval" width="{0}" height="9" aria-hidden="true">'
        '<rect class="scale" y="4" width="{0}" height="1"/>'
        '<rect class="range" x="{1}" y="2" width="{2}" height="5"/>'
        '<rect class="share" x="{3}" width="2" height="9"/></svg>'
    ).format(_BAR_PX, start, round(end - start, 1), mark)
