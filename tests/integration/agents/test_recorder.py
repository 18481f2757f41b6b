"""What agents do in their browsers is recorded without their help, and the bug recognised."""

from bugsweep.recording.notes import Recording

PYTHON = """\
from playwright.sync_api import sync_playwright
with sync_playwright() as playwright:
    browser = playwright.chromium.launch()
    page = browser.new_page()
    page.goto("http://127.0.0.1:13200/")
    page.get_by_label("Name").fill("{name}")
    page.get_by_role("button", name="Add").click()
    page.get_by_text("{first}").wait_for()
    page.reload()
    browser.close()
"""

NODE = """\
import { chromium } from 'playwright';
const browser = await chromium.launch();
const page = await browser.newPage();
await page.goto('http://127.0.0.1:13200/');
await page.getByLabel('Name').pressSequentially('{name}');
await page.keyboard.press('Enter');
await page.getByText('{first}').waitFor();
await page.reload();
await browser.close();
"""

BY_HAND = """\
import { chromium } from 'playwright';
const place = 'http://127.0.0.1:9222';
while (!(await fetch(place).catch(() => null))) await new Promise(go => setTimeout(go, 50));
const browser = await chromium.connectOverCDP(place);
const [page] = browser.contexts()[0].pages();
await page.getByLabel('Name').fill('{name}');
await page.getByRole('button', { name: 'Add' }).click();
await page.getByText('{first}').waitFor();
await page.reload();
await browser.close();
"""

ALL_WAYS = """\
#!/bin/bash
here=$(dirname "$0")
python3 $here/python.py; node $here/node.mjs
hand=$(command -v chromium-headless-shell chromium | head -1)
env -i $hand --remote-debugging-port=9222 http://127.0.0.1:13200/ &
node $here/by-hand.mjs; kill $!
chromium --dump-dom http://127.0.0.1:13200/ >/dev/null
curl -s -d name=Curly http://localhost:13200/
sed -i 's/name.split()\\[0\\]/name.strip()/' guests.py
"""


def test_browsers_of_all_ways_are_recorded_and_the_bug_is_seen_in_them(evaluate, tmp_path):
    names = ("Ann Lee", "Bo Olsen", "Cy Young")
    scripts = {"python.py": PYTHON, "node.mjs": NODE, "by-hand.mjs": BY_HAND}
    folder = tmp_path / "browsing"
    folder.mkdir()
    for (file, text), name in zip(scripts.items(), names, strict=True):
        # Reloading before the answer to what was sent is there would fail, as either may win.
        filled = text.replace("{name}", name).replace("{first}", name.split()[0])
        (folder / file).write_text(filled)
    (folder / "agent").write_text(ALL_WAYS)
    (folder / "agent").chmod(0o755)

    ran = evaluate(f"command:{folder}")

    use = ran.result.browser
    assert ran.result.outcome == "pass", ran.said
    assert use.launches == 4
    assert use.unwatched_launches == 1  # it had one errand and was gone
    assert use.actions == {"goto": 3, "fill": 3, "click": 2, "press": 1, "reload": 3}
    assert use.pages == ("/",)
    assert "button `Add` at /" in use.features
    assert use.other_requests == 1
    assert use.encounter.triggered is True, use.encounter
    assert "Zarathustra" in use.encounter.reason
    recording = Recording(ran.folder)
    (shown,) = [it for it in recording.states() if it.number == use.encounter.state]
    assert "<li>Ann</li>" in recording.page(shown)
    typed = {it.value for it in recording.actions() if it.action == "fill"}
    assert typed == set(names)
