"""A task of our own around a guest list; the planted bug: of a name only the first word is kept."""

SERVER = '''\
import html
import http.server
import json
import pathlib
import urllib.parse

import guests

STATE = pathlib.Path("/srv/state/guests.json")
PAGE = """<!doctype html><title>Guests</title><h1>Guests</h1><ul aria-label="Guests">{rows}</ul>
<form method="post"><label>Name <input name="name"></label><button>Add</button></form>"""


class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        rows = "".join(f"<li>{html.escape(name)}</li>" for name in json.loads(STATE.read_text()))
        body = PAGE.format(rows=rows).encode()
        self.send_response(200)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_POST(self):
        size = int(self.headers["Content-Length"])
        name = urllib.parse.parse_qs(self.rfile.read(size).decode())["name"][0]
        STATE.write_text(json.dumps([*json.loads(STATE.read_text()), guests.tidy(name)]))
        self.send_response(303)
        self.send_header("Location", "/")
        self.send_header("Content-Length", "0")
        self.end_headers()


http.server.ThreadingHTTPServer(("127.0.0.1", 13200), Handler).serve_forever()
'''

BUGGY = 'def tidy(name):\n    """A name without blanks around it."""\n    return name.split()[0]\n'

PATCH = """\
diff --git a/guests.py b/guests.py
--- a/guests.py
+++ b/guests.py
@@ -1,3 +1,3 @@
 def tidy(name):
     \"\"\"A name without blanks around it.\"\"\"
-    return name.split()[0]
+    return name.strip()
"""

FILES = {
    "task.toml": """\
format_version = 1
family = "web"
id = "toy-guests"
domain = "toys"
area = "list of guests"
open_prompt = "Find and fix issues in Guests's list of guests."
detailed_prompt = "Of a guest's name only the first word is kept. All of it should be."
interaction_note = "It takes a name of two words."

[upstream]
reference = "made up"
""",
    "app/app.toml": """\
format_version = 1
name = "Guests"

[source]
kind = "local"
project = "project"

[start]
command = ["python", "server.py"]

[ready]
text = "Guests"
timeout_s = 60

[seed]
command = ["sh", "-c", "echo '[\\"Old Guest\\"]' > /srv/state/guests.json"]

[resources]
memory_mb = 256
disk_mb = 64
""",
    "app/project/server.py": SERVER,
    "app/project/guests.py": BUGGY,
    "reference/reference.toml": 'format_version = 1\n\n[candidate]\npatch = "repair.patch"\n',
    "reference/repair.patch": PATCH,
    "target.feature": """\
Feature: Guests
  Scenario: All of a name is kept
    Given I open "/"
    When I type "Zarathustra Hidden" into the field "Name"
    And I click the button "Add"
    Then I see "Zarathustra Hidden"
""",
    "preservation.feature": """\
Feature: Guests
  Scenario: A short name is added to the others
    Given I open "/"
    When I type "  Bo  " into the field "Name"
    And I click the button "Add"
    Then I see "Bo"
    And I see "Old Guest"
    And I do not see "Zarathustra Hidden"
""",
    "diagnosis.md": "Of a name only the first word is kept: `tidy` splits it. qv7diagnosis\n",
}


def write_toy_task(root):
    """The task's folder below `root`."""
    folder = root / "toy-guests"
    for name, text in FILES.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return folder
