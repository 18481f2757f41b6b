"""What an agent is told: one template with one slot for the request."""

from dataclasses import dataclass

from jinja2 import Environment, StrictUndefined

from bugsweep.apps.image import PRODUCT
from bugsweep.domain.app import INSTANCE_URL

TASK_SHELL = "/workspace/task-shell"
"""Runs a command in the app's own environment."""

_TEMPLATE = """\
{{ request }}

Where you are:
- The source of the application is checked out at {{ product }}. Change that, and nothing else.
- The application is running at {{ url }} and shows your changes.
{% if mentions_browser -%}
- Use the application in the browser from end to end, as a person would, in the area named above. \
Go on looking after you have found a first issue.
- Chromium and Playwright are installed.
{% endif -%}
- `{{ task_shell }} COMMAND …` runs a command in the application's own environment.
{% if mentions_browser -%}
- Open the user interface in the browser; do not judge by the source alone.
{% endif -%}
- There is no outbound network. A download that is refused stays refused.
- Work from this checkout alone: no other repositories, known repairs, history, remotes or commits.

What to leave behind:
- The edited source: a small change that a reviewer can follow, with a real change of behaviour.
- A change that is empty does not count.
"""


@dataclass(frozen=True, slots=True)
class PromptCondition:
    """What is varied between experiments, beside the request itself."""

    mentions_browser: bool = True


def render_prompt(request: str, condition: PromptCondition) -> str:
    """The whole text, exactly as an agent gets it."""
    template = Environment(undefined=StrictUndefined, autoescape=False).from_string(_TEMPLATE)  # noqa: S701  # plain text
    return template.render(
        request=request.strip(),
        product=PRODUCT,
        url=INSTANCE_URL,
        task_shell=TASK_SHELL,
        mentions_browser=condition.mentions_browser,
    )
