"""Two projects with people, made through the application's own interface."""

import base64
import json
import urllib.request

API = "http://127.0.0.1:13200/api/projects"
PROJECTS = {
    "lisbon": ("Lisbon flat", ["Amara", "Bjorn", "Chiara", "Dmitri", "Elif", "Farid"]),
    "choir": ("Choir weekend", ["Gesa", "Hamza", "Ines"]),
}


def post(url: str, values: dict[str, str], login: str = "") -> None:
    headers = {"Content-Type": "application/json"}
    if login:
        token = base64.b64encode(f"{login}:{login}-code".encode()).decode()
        headers["Authorization"] = f"Basic {token}"
    request = urllib.request.Request(url, json.dumps(values).encode(), headers)
    urllib.request.urlopen(request).read()


for project, (name, people) in PROJECTS.items():
    post(
        API,
        {
            "name": name,
            "id": project,
            "password": f"{project}-code",
            "contact_email": f"{project}@localhost.localdomain",
            "default_currency": "XXX",
        },
    )
    for person in people:
        post(f"{API}/{project}/members", {"name": person}, login=project)
