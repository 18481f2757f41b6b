"""Signing in: the form is found by its password field."""

import re
from dataclasses import dataclass

from bugsweep.browser.looking import FieldSeen, Look
from bugsweep.exploration.action import Action, Op
from bugsweep.exploration.views import is_search, is_texty, leads_on, submits
from bugsweep.exploration.walker import Walker

_SIGNS_IN = re.compile(r"\b(log|sign)[\s_-]*(in|on)\b|anmelden|connexion|login", re.IGNORECASE)
_NAMES = re.compile(
    r"\b(user|e-?mail|login|account|identifier|benutzer|utilisateur)", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class Account:
    """Who signs in; without a user where only a code is asked for."""

    user: str
    password: str

    @classmethod
    def parse(cls, text: str) -> "Account":
        """Read `USER:PASSWORD`; the password may hold colons."""
        user, _, password = text.partition(":")
        return cls(user, password)


def signs_in(name: str) -> bool:
    """Whether a control of this name leads to signing in."""
    return bool(_SIGNS_IN.search(name))


def login_form(look: Look) -> int | None:
    """Which form of the page asks for a password and nothing but a name beside it."""
    for field in look.fields:
        if field.kind != "password":
            continue
        own = look.fields_of(field.form)
        passwords = [other for other in own if other.kind == "password"]
        if len(passwords) == 1 and len([other for other in own if is_texty(other)]) <= 1:
            return field.form
    return None


def name_form(look: Look) -> FieldSeen | None:
    """The field of a form that asks for a name alone: the password comes on the next page.

    Traps: a search for users, and a letter to subscribe to.
    """
    for field in look.fields:
        own = [other for other in look.fields_of(field.form) if is_texty(other)]
        is_name = _NAMES.search(f"{field.title} {field.name} {field.kind}")
        if own != [field] or not field.is_enabled or not is_name or is_search(field):
            continue
        senders = submits(look, field.form)[:1]
        if leads_on(look, field.form) or all(signs_in(control.name) for control in senders):
            return field
    return None


async def sign_in(walker: Walker, account: Account, *, start: str) -> bool:
    """Sign in from `start`; False when no form took the account."""
    await walker.open(start)
    return await enter(walker, account)


async def enter(walker: Walker, account: Account) -> bool:
    """Sign in on the page as it stands; False when no form took the account."""
    form = login_form(walker.look)
    if form is None and name_form(walker.look) is None:
        for control in walker.look.controls:
            if signs_in(control.name) and control.kind in {"link", "button"}:
                await walker.click(control)
                break
        form = login_form(walker.look)
    name = name_form(walker.look)
    if form is None and name is not None and account.user:
        await walker.set(name, account.user)
        await _send(walker, name.form)
        form = login_form(walker.look)
    if form is None:
        return False
    user, password = _fields(walker.look, form)
    if user is not None and user.is_enabled and account.user and user.value != account.user:
        await walker.set(user, account.user)
        _, password = _fields(walker.look, form)
    await walker.set(password, account.password)
    await _send(walker, form)
    return login_form(walker.look) is None


async def _send(walker: Walker, form: int) -> None:
    senders = submits(walker.look, form)
    senders.sort(key=lambda control: not (control.is_submit or _SIGNS_IN.search(control.name)))
    if senders:
        await walker.click(senders[0])
    else:
        await walker.do(Action(op=Op.PRESS, value="Enter"))


def _fields(look: Look, form: int) -> tuple[FieldSeen | None, FieldSeen]:
    own = look.fields_of(form)
    password = next(field for field in own if field.kind == "password")
    return next((field for field in own if is_texty(field)), None), password
