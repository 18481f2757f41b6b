"""What a probe offers: jobs, each on one form or view."""

from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass

from bugsweep.browser.looking import Look
from bugsweep.exploration.ground import Ground
from bugsweep.exploration.trail import Trail
from bugsweep.exploration.views import Form, View

Run = Callable[[Ground], Awaitable[None]]
"""Does a job; the trails it leaves go to the ground."""


@dataclass(frozen=True, slots=True)
class Offer:
    """One thing a probe could do now."""

    about: str
    """What is probed: done once."""
    words: str
    """What a user reads there, for telling how near it is to an area."""
    run: Run
    value: float = 1.0
    """How likely it is to be worth its time, beside the others of its probe."""


def words_of(look: Look) -> str:
    """What a page is about, in its own words."""
    return " ".join((look.path, look.title, *look.headings[:6]))


def forms_of(ground: Ground, *roles: str) -> Iterator[Form]:
    """The forms that are known, by their role."""
    return (form for form in list(ground.model.forms.values()) if form.role in roles)


def views_of(ground: Ground) -> Iterator[View]:
    """The views that are known."""
    return iter(list(ground.model.views.values()))


def words_of_form(form: Form) -> str:
    """What a form is about, in its own words."""
    titles = " ".join(field.title for field in form.fields)
    return f"{words_of(form.look)} {titles} {form.look.forms[form.index].text}"


__all__ = ["Offer", "Run", "Trail", "forms_of", "views_of", "words_of", "words_of_form"]
