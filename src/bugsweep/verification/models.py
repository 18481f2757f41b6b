"""Models by the names that Inspect gives them."""

import re
from typing import Final

from inspect_ai.model import Model, get_model

from bugsweep.domain.errors import UsageError

_MARKUP: Final = re.compile(r"\[/?[a-z ]+\]")
"""Inspect's messages are made for a terminal."""


def find_model(name: str) -> Model:
    """The model of this name, ready to be asked.

    Raises:
        UsageError: there is no such model, or its key or package is missing.
    """
    try:
        return get_model(name)
    except Exception as error:
        # A missing key, an unknown provider and a missing package are errors of many kinds.
        said = " ".join(_MARKUP.sub("", str(error)).split())
        raise UsageError(f"the model `{name}` cannot be had: {said}") from error
