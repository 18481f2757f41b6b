"""A task around a shopping list in Node; the planted bug: blanks around an entry are kept."""

SERVER = """\
import fs from "node:fs";
import http from "node:http";

const state = "/srv/state/list.json";

function entries() {
  return JSON.parse(fs.readFileSync(state, "utf8"));
}

function tidy(text) {
  return text;
}

function add(text) {
  const entry = tidy(text);
  const known = entries();
  if (entry && !known.includes(entry)) {
    fs.writeFileSync(state, JSON.stringify([...known, entry]));
  }
}

function forget(text) {
  const rest = entries().filter((entry) => entry !== text);
  fs.writeFileSync(state, JSON.stringify(rest));
}

function answer(asked, body) {
  if (asked.method === "POST" && asked.url === "/add") add(body);
  if (asked.method === "POST" && asked.url === "/forget") forget(body);
  if (asked.url === "/list.js") return fs.readFileSync("list.js");
  if (asked.url === "/") return fs.readFileSync("page.html");
  return JSON.stringify(entries());
}

http
  .createServer((asked, told) => {
    let body = "";
    asked.on("data", (part) => (body += part));
    asked.on("end", () => told.end(answer(asked, body)));
  })
  .listen(13200, "127.0.0.1");
"""

SCRIPT = """\
const list = document.querySelector("ul");

function show(entries) {
  list.replaceChildren();
  for (const entry of entries) {
    const item = document.createElement("li");
    item.textContent = entry;
    list.append(item);
  }
}

function clear(entries) {
  if (entries.length > 3) {
    list.replaceChildren();
  }
}

async function add() {
  const field = document.querySelector("input");
  const answer = await fetch("/add", { method: "POST", body: field.value });
  show(await answer.json());
}

document.querySelector("button").onclick = add;
fetch("/all").then((answer) => answer.json()).then(show);
"""

PAGE = """<!doctype html><title>Shopping</title><h1>Shopping</h1><ul aria-label="Shopping"></ul>
<label>Entry <input></label><button>Add</button><script src="/list.js"></script>
"""

PATCH = """\
diff --git a/server.mjs b/server.mjs
--- a/server.mjs
+++ b/server.mjs
@@ -9,5 +9,5 @@

 function tidy(text) {
-  return text;
+  return text.trim();
 }

"""

FILES = {
    "task.toml": """\
format_version = 1
id = "toy-shopping"
domain = "toys"
area = "list of entries"
open_prompt = "Find and fix issues in Shopping's list of entries."
detailed_prompt = "An entry with blanks around it is taken for another. It should not be."
interaction_note = "It takes an entry with blanks."

[upstream]
reference = "made up"
""",
    "app/app.toml": """\
format_version = 1
name = "Shopping"

[source]
kind = "local"
registry = "npm"
project = "project"

[start]
command = ["node", "server.mjs"]

[ready]
text = "Shopping"

[seed]
command = ["sh", "-c", "echo '[\\"Milk\\"]' > /srv/state/list.json"]

[resources]
memory_mb = 512
disk_mb = 64
""",
    "app/project/server.mjs": SERVER,
    "app/project/list.js": SCRIPT,
    "app/project/page.html": PAGE,
    "reference/reference.toml": 'format_version = 1\n\n[candidate]\npatch = "repair.patch"\n',
    "reference/repair.patch": PATCH,
    "target.feature": """\
Feature: Shopping
  Scenario: An entry is the same with blanks around it
    Given I open "/"
    When I type "  Milk " into the field "Entry"
    And I click the button "Add"
    Then the list "Shopping" contains "Milk" exactly once
    And the list "Shopping" has 1 item
""",
    "preservation.feature": """\
Feature: Shopping
  Scenario: A new entry comes to the others and stays
    Given I open "/"
    When I type "Tea" into the field "Entry"
    And I click the button "Add"
    Then the list "Shopping" contains "Milk" first
    When I reload the page
    Then the list "Shopping" contains "Tea" last
""",
    "diagnosis.md": "Entries are compared with the blanks around them.\n",
}


def write_shopping_task(root):
    """The task's folder below `root`."""
    folder = root / "toy-shopping"
    for name, text in FILES.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return folder
