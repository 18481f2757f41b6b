"""What the explorer never does."""

import re
from dataclasses import dataclass, field
from urllib.parse import urljoin, urlsplit

from bugsweep.browser.looking import ControlSeen, Look
from bugsweep.exploration.markers import find_markers

_SIGNS_OUT = re.compile(
    r"\b(log|sign)[\s_-]*(out|off)\b|abmelden|déconnexion|cerrar sesi", re.IGNORECASE
)
DESTROYS = re.compile(
    r"\b(delet|remov|trash|destroy|erase|purge|discard|drop|wipe|reset|clear all|deactivat"
    r"|archiv|lösch|entfern|supprim|elimin)\w*|^[×✕✖🗑x]$",
    re.IGNORECASE,
)
_ENDS_ALL = re.compile(r"\b(shut ?down|restart|reboot|uninstall|factory)\w*", re.IGNORECASE)


def signs_out(name: str) -> bool:
    """Whether a control of this name signs out."""
    return bool(_SIGNS_OUT.search(name))


@dataclass(frozen=True, slots=True)
class Safety:
    """The limits of what may be touched."""

    origin: str
    may_destroy: bool = False
    """Whether things that the explorer did not make may be changed and deleted."""
    passwords: tuple[str, ...] = field(default=())

    def is_inside(self, url: str) -> bool:
        """Whether an address belongs to the app."""
        parts = urlsplit(urljoin(self.origin, url))
        own = urlsplit(self.origin)
        return (parts.scheme, parts.netloc) == (own.scheme, own.netloc)

    def allows(self, look: Look, control: ControlSeen, *, gently: bool = False) -> bool:
        """Whether a control may be clicked.

        While looking around, `gently`, nothing is destroyed that a later probe may need.
        """
        words = f"{control.name} {urlsplit(control.href).path if control.href else ''}"
        if _SIGNS_OUT.search(words) or _ENDS_ALL.search(words):
            return False
        leads = control.href and not control.href.startswith("javascript:")
        if leads and not self.is_inside(control.href):
            return False
        if not DESTROYS.search(words) or (self.may_destroy and not gently):
            return True
        row = look.rows[control.row].text if control.row >= 0 else ""
        return bool(find_markers(row))

    def allows_change(self, text: str) -> bool:
        """Whether something that shows `text` may be edited or deleted."""
        return self.may_destroy or bool(find_markers(text))
