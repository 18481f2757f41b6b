"""A wiki with three pages and an administrator, who signs up as its first user."""

import subprocess
from pathlib import Path

PAGES = {
    "home": "# Welcome\n\nThis is the handbook of the bicycle workshop.\n",
    "opening-hours": "# Opening hours\n\nTuesday and Friday, four to eight.\n",
    "tools": "# Tools\n\n- truing stand\n- chain gauge\n",
}

pages = Path("/srv/state/pages")
pages.mkdir()
for name, text in PAGES.items():
    (pages / f"{name}.md").write_text(text)
git = ["git", "-C", str(pages), "-c", "user.name=Seed", "-c", "user.email=seed@localhost"]
subprocess.run([*git, "init", "--quiet", "--initial-branch=main"], check=True)
subprocess.run([*git, "add", "."], check=True)
subprocess.run([*git, "commit", "--quiet", "--message", "First pages"], check=True)

from otterwiki.server import app  # noqa: E402  (it opens the repository at import)

client = app.test_client()
answer = client.post(
    "/-/register",
    data={
        "name": "Noor Haddad",
        "email": "noor@workshop.example",
        "password1": "truing-stand-7",
        "password2": "truing-stand-7",
    },
)
if answer.status_code not in {200, 302}:
    raise SystemExit(f"the administrator cannot sign up: {answer.status}")
