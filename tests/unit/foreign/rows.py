"""A row of a data set as the paper publishes it, made up."""

WORKFLOWS = """\
workflows:
- id: rename-board-target
  category: target
  purpose: A renamed board keeps its name
  setup:
  - {type: clear_localStorage}
  - {type: set_localStorage, key: lang, value: '"en" \\ x'}
  viewport: {width: 1280, height: 800}
  steps:
  - Click the button "Rename" and type "Q3 Desk" into the field "Title".
  - Look around for anything odd.
  - Verify that "Q3 Desk" is shown.
- id: rename-board-preservation
  category: preservation
  purpose: Other boards stay
  steps:
  - Open "/boards".
  - Verify the list "Boards" contains "Old".
"""


def row(**changes):
    values = {
        "case_id": "sweeper-007",
        "slug": "Board names",
        "repo": "owner/boards",
        "base_commit": "a" * 40,
        "reference_commit": "b" * 40,
        "task_scoped": "Find and fix issues in Boards's sidebar.",
        "task_specified": "A renamed board forgets its new name after a reload.",
        "pr": "34",
        "issue": 12,
        "workflows": WORKFLOWS,
    }
    return {**values, **changes}
