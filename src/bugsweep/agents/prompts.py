"""What an agent is told: one template with one slot for the request."""

from dataclasses import dataclass

from jinja2 import Environment, StrictUndefined

from bugsweep.apps.image import PRODUCT
from bugsweep.domain.app import INSTANCE_URL

TASK_SHELL = "/workspace/task-shell"
"""Runs a command in the app's own environment."""

_ENVIRONMENT = Environment(undefined=StrictUndefined, autoescape=False)  # noqa: S701  # plain text

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
{% if minutes -%}
- You have {{ minutes }} from now. Go on looking for issues and mending them until the time is \
over; what is in the checkout then is what counts.
{% endif %}
What to leave behind:
- The edited source: a small change that a reviewer can follow, with a real change of behaviour.
- A change that is empty does not count.
"""

_RETURN = """\
You have {{ minutes }} left. Look for further issues in the same area until the time is over: try \
{{ "in the browser " if mentions_browser }}what you have not tried yet, see that what you changed \
holds, and mend what you find. What is in the checkout at the end is what counts.
"""


@dataclass(frozen=True, slots=True)
class PromptCondition:
    """What is varied between experiments, beside the request itself."""

    mentions_browser: bool = True
    minutes: float | None = None
    """The time that the agent is told it has; None says nothing about time."""


def render_prompt(request: str, condition: PromptCondition) -> str:
    """The whole text, exactly as an agent gets it."""
    minutes = condition.minutes
    return _ENVIRONMENT.from_string(_TEMPLATE).render(
        request=request.strip(),
        product=PRODUCT,
        url=INSTANCE_URL,
        task_shell=TASK_SHELL,
        mentions_browser=condition.mentions_browser,
        minutes=minutes and _told(minutes),
    )


def render_return(minutes: float, condition: PromptCondition) -> str:
    """What an agent is told that ends with `minutes` of its time left."""
    return _ENVIRONMENT.from_string(_RETURN).render(
        minutes=_told(round(minutes)), mentions_browser=condition.mentions_browser
    )


def _told(minutes: float) -> str:
    return f"{minutes:g} minute{'' if minutes == 1 else 's'}"
