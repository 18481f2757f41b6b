import csv
import io
import re

import pytest

from bugsweep.reports.tables.table import Cell, Table, count, rate_cell, words
from bugsweep.reports.tables.writing import to_csv, to_html, to_latex, to_markdown
from bugsweep.stats.rates import Rate

EVIL = '=1|2 & 50% <script>alert("x")</script> \\ $_{}^~#\n@owner'


def table(*cells: Cell):
    columns = ("who", "pass")
    return Table(name="t", title="A <b> & title", columns=columns, rows=(cells,), note="n_1")


def test_a_row_that_does_not_fit_is_refused():
    with pytest.raises(ValueError, match="expected 2 cells in table `t`, got 1"):
        table(words("a"))


def test_html_shows_words_and_takes_none_for_tags():
    html = to_html(table(words(EVIL, href='x"y.html'), rate_cell(Rate(1, 2))), root="../")

    assert "<script" not in html
    assert "&lt;script&gt;" in html
    assert 'href="../x&#34;y.html"' in html
    assert 'data-sort="0.5"' in html


def test_markdown_keeps_a_cell_on_its_line_and_mentions_nobody():
    text = to_markdown(table(words(EVIL), count(3)))

    row = text.splitlines()[4]
    assert row.replace("\\|", "").count("|") == 3
    assert "<script" not in row.replace("\\<", "")
    assert "@" not in text
    assert text.splitlines()[3] == "| --- | ---: |"


def test_latex_escapes_what_it_reads_as_commands():
    text = to_latex(table(words(EVIL), count(3)))

    row = next(line for line in text.splitlines() if "script" in line)
    assert r"\& 50\% \textless{}script\textgreater{}" in row
    assert r"\textbackslash{} \$\_\{\}\textasciicircum{}\textasciitilde{}\#" in row
    assert r"\caption{A \textless{}b\textgreater{} \& title}" in text
    assert r"{\scriptsize n\_1}" in text


@pytest.mark.parametrize(("rows", "environment"), [(3, "tabular"), (60, "longtable")])
def test_latex_is_no_wider_than_the_line_and_every_group_is_closed(rows, environment):
    wide = Table(
        name="t",
        title="wide",
        columns=("who", "pass rate of all trials", "b", "c", "d"),
        rows=((words("a"), *[rate_cell(Rate(1, 2))] * 4),) * rows,
        note="n",
        front=("who", "pass rate of all trials", "b", "c", "d"),
    )

    text = to_latex(wide)

    begun, ended = (re.findall(rf"\\{word}{{(\w+)}}", text) for word in ("begin", "end"))
    assert begun == ended[::-1]
    assert environment in begun
    assert text.replace(r"\{", "").count("{") == text.replace(r"\}", "").count("}")
    assert r"\shortstack[r]{pass rate of\\all trials}" in text
    assert text.count(r"\shortstack[r]{50.0 \%\\(1/2;") == 4 * rows


def test_csv_has_the_numbers_behind_a_rate_in_columns_of_their_own():
    rows = list(csv.DictReader(io.StringIO(to_csv(table(words("a"), rate_cell(Rate(1, 4)))))))

    assert rows[0]["pass k"] == "1"
    assert rows[0]["pass n"] == "4"
    assert float(rows[0]["pass rate"]) == 0.25
    assert float(rows[0]["pass low"]) < 0.25 < float(rows[0]["pass high"])


@pytest.mark.parametrize("start", ["=", "+", "-", "@", "\t"])
def test_csv_holds_no_formula(start):
    text = to_csv(table(words(f"{start}HYPERLINK()"), words("b")))

    assert next(csv.reader(text.splitlines()[1:]))[0].startswith("'")
