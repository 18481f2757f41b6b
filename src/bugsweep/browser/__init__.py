"""The only door to Playwright: sessions, observation, locators and evidence."""

from bugsweep.browser.chromium import find_chromium, find_full_chromium
from bugsweep.browser.debuggable import open_debuggable
from bugsweep.browser.element import Element, Place
from bugsweep.browser.failures import (
    ActionRefusedError,
    BrowserGoneError,
    TargetAmbiguousError,
    TargetMissingError,
)
from bugsweep.browser.kinds import Kind, Target
from bugsweep.browser.launch import Browser, Driver, open_browser, open_driver
from bugsweep.browser.locating import Effort, find_all, find_place, find_target
from bugsweep.browser.observation import PATIENCE, PageState, Patience, is_quiet, watch
from bugsweep.browser.script_coverage import ScriptCoverage, lines_run
from bugsweep.browser.session import Question, Session, Tab
from bugsweep.browser.window import open_window, require_window

__all__ = [
    "PATIENCE",
    "ActionRefusedError",
    "Browser",
    "BrowserGoneError",
    "Driver",
    "Effort",
    "Element",
    "Kind",
    "PageState",
    "Patience",
    "Place",
    "Question",
    "ScriptCoverage",
    "Session",
    "Tab",
    "Target",
    "TargetAmbiguousError",
    "TargetMissingError",
    "find_all",
    "find_chromium",
    "find_full_chromium",
    "find_place",
    "find_target",
    "is_quiet",
    "lines_run",
    "open_browser",
    "open_debuggable",
    "open_driver",
    "open_window",
    "require_window",
    "watch",
]
