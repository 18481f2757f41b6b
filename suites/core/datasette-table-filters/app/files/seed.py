"""The loans of a tool library; columns kept by the front desk begin with an underscore."""

import sqlite3

LOANS = [
    ("Belt sander", "Yusuf Demir", "Quay", "out", 2),
    ("Tile cutter", "Maren Voss", "Mill", "back", 1),
    ("Post digger", "Lucia Ferrante", "Mill", "overdue", 5),
    ("Heat gun", "Yusuf Demir", "Quay", "back", 1),
    ("Pipe bender", "Oskar Lind", "Gasworks", "out", 3),
    ("Hedge trimmer", "Priya Nair", "Quay", "overdue", 4),
    ("Wallpaper steamer", "Maren Voss", "Gasworks", "out", 2),
    ("Angle grinder", "Tomasz Wrona", "Mill", "back", 3),
]

with sqlite3.connect("/srv/state/toolshed.db") as database:
    database.execute(
        "create table loans (id integer primary key, tool text, borrower text, district text,"
        " _state text, weeks integer)"
    )
    database.executemany(
        "insert into loans (tool, borrower, district, _state, weeks) values (?, ?, ?, ?, ?)", LOANS
    )
