"""Fresh tasks out of faults in a toy app whose server and pages are JavaScript."""

from toy_apps.shopping_task import SCRIPT, SERVER, write_shopping_task


def _lines_of(source, name):
    """Line numbers of a function that no behaviour test comes by."""
    lines = source.splitlines()
    begin = next(i for i, line in enumerate(lines) if line.startswith(f"function {name}("))
    return set(range(begin + 1, begin + 2 + lines[begin:].index("}")))


def test_faults_are_planted_where_tests_come_by_and_become_tasks(bugsweep, tmp_path):
    task = write_shopping_task(tmp_path)
    unreached = {
        "server.mjs": _lines_of(SERVER, "forget"),
        "list.js": _lines_of(SCRIPT, "clear"),
    }

    done = bugsweep(
        *("task", "mutate", str(task), "-n", "4", "-o", "suites/fresh", "--gate", "0"),
        *("--page", "page.md", "--json"),
    )

    assert done.exit_code == 0, done.stderr
    assert len(done.rows) == 4
    assert {row["path"] for row in done.rows} == {"server.mjs", "list.js"}
    assert not [row for row in done.rows if row["line"] in unreached[row["path"]]]
    kept = [row["task"] for row in done.rows if row["fate"] == "kept"]
    assert kept
    assert bugsweep("task", "lint", "suites/fresh").exit_code == 0
    assert "| all | 4 |" in (tmp_path / "page.md").read_text()
