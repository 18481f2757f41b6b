"""What models cost, for limits on money: Inspect's own table, and a file of the user's."""

from pathlib import Path

import yaml
from inspect_ai.model import (
    Model,
    ModelCost,
    ModelInfo,
    get_model_info,
    set_model_cost,
    set_model_info,
)
from pydantic import TypeAdapter, ValidationError

from bugsweep.domain.errors import UsageError

_TABLE = TypeAdapter(dict[str, ModelCost])


def use_prices(path: Path) -> None:
    """Take the prices of a YAML or JSON file, in USD for a million tokens, by model.

    Raises:
        UsageError: it holds something else.
    """
    try:
        table = _TABLE.validate_python(yaml.safe_load(path.read_text(encoding="utf-8")))
    except (yaml.YAMLError, ValidationError) as error:
        raise UsageError(
            f"`{path}` is no table of prices: {error}",
            hint="of each model `input`, `output`, `input_cache_write`, `input_cache_read`",
        ) from None
    for name, cost in table.items():
        if get_model_info(name):
            set_model_cost(name, cost)
        else:
            set_model_info(name, ModelInfo(cost=cost))


def has_price(model: str | Model) -> bool:
    """Whether it is known what a call of `model` costs."""
    known = get_model_info(model)
    return known is not None and known.cost is not None
