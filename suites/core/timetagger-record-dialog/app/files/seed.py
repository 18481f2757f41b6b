"""A week of a pottery's working hours for one of its two people, through the app's own interface."""

import base64
import datetime
import json
import urllib.request

API = "http://127.0.0.1:13200/timetagger/api/v2/"
RECORDS = [
    ("2024-03-04", 9, 90, "Wedge clay #studio"),
    ("2024-03-04", 13, 60, "Order glazes #office"),
    ("2024-03-05", 10, 150, "Throw bowls #studio"),
    ("2024-03-07", 8, 45, "Load the kiln #studio"),
]


def send(method: str, name: str, body: str, token: str = "") -> object:
    headers = {"authtoken": token} if token else {}
    request = urllib.request.Request(API + name, body.encode(), headers, method=method)
    return json.loads(urllib.request.urlopen(request).read())


login = {"method": "usernamepassword", "username": "ilse", "password": "kiln-43"}
answer = send(
    "POST", "bootstrap_authentication", base64.b64encode(json.dumps(login).encode()).decode()
)
records = []
for number, (day, hour, minutes, text) in enumerate(RECORDS):
    start = datetime.datetime.fromisoformat(f"{day}T{hour:02}:00:00+00:00").timestamp()
    records.append(
        {
            "key": f"seed{number:04}",
            "mt": int(start),
            "t1": int(start),
            "t2": int(start) + minutes * 60,
            "ds": text,
        }
    )
send("PUT", "records", json.dumps(records), answer["token"])
