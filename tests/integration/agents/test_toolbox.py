"""What every agent finds in its sandbox, used as it would use it."""

PYTHON = """\
from playwright.sync_api import sync_playwright
with sync_playwright() as playwright:
    browser = playwright.chromium.launch()
    page = browser.new_page()
    page.goto("http://127.0.0.1:13200/")
    page.get_by_label("Name").fill("ByPython")
    page.get_by_role("button", name="Add").click()
    print("python:", page.get_by_role("listitem").last.inner_text())
    browser.close()
"""

NODE = """\
import { chromium } from 'playwright';
const browser = await chromium.launch();
const page = await browser.newPage();
await page.goto('http://127.0.0.1:13200/');
for (let turn = 0; turn < 60; turn++) {
  await page.getByLabel('Name').fill('ByNode');
  await page.getByRole('button', { name: 'Add' }).click();
  if (await page.getByText('[ByNode]').count()) break;
  await page.waitForTimeout(500);
}
console.log('node:', await page.getByRole('listitem').last().innerText());
await browser.close();
"""

AGENT = """\
#!/bin/bash
exec > report.txt 2>&1
echo "who: $(id -un)"
python3 /opt/agent/look.py
sed -i 's/return .*/return f"[{name}]"/' guests.py
for turn in 1 2 3 4 5; do node /opt/agent/look.mjs && break; sleep 1; done
echo "shell: $(/workspace/task-shell python -c 'import sys; print(sys.prefix)')"
chromium --version
"""


def test_scripts_of_both_languages_drive_the_live_app_and_see_an_edit(evaluate, tmp_path):
    folder = tmp_path / "my-agent"
    folder.mkdir()
    for name, text in {"agent": AGENT, "look.py": PYTHON, "look.mjs": NODE}.items():
        (folder / name).write_text(text)
    (folder / "agent").chmod(0o755)

    ran = evaluate(f"command:{folder}")

    report = [line[1:] for line in ran.patch.splitlines() if line.startswith("+")]
    told = "\n".join([*map(str, ran.said), *report])
    assert "who: agent" in report, told
    assert "python: ByPython" in report, told
    assert "node: [ByNode]" in report, told
    assert "shell: /opt/app/venv" in report, told
    assert any(line.startswith("Chromium ") or "Chrom" in line for line in report)
    # A name of one word does not set the bug off.
    encounter = ran.result.browser.encounter
    assert (encounter.reached, encounter.triggered) == (True, False), encounter
