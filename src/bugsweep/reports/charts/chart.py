"""What every chart shares: its words, its look, and its files."""

import json
from dataclasses import dataclass
from typing import Any, TypeAlias

import altair as alt
import vl_convert

Rows: TypeAlias = list[dict[str, "str | float | int | bool | None"]]

VEGA_LITE = ".".join(alt.SCHEMA_VERSION.removeprefix("v").split(".")[:2])
"""The version that altair writes; vl-convert draws several."""

# Okabe and Ito's colours: told apart with any colour vision, and by their grey values in print.
PALETTE = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#e69f00", "#000000", "#7f7f7f"]

_CONFIG = {
    "font": "system-ui, sans-serif",
    "view": {"stroke": None},
    "axis": {"labelFontSize": 12, "titleFontSize": 12, "gridColor": "#e5e5e5"},
    "legend": {"labelFontSize": 12, "titleFontSize": 12, "labelLimit": 260},
    "title": {"anchor": "start", "fontSize": 15, "subtitleFontSize": 12, "subtitleColor": "#444"},
    "range": {"category": PALETTE},
    "background": "#ffffff",
}

Chart: TypeAlias = "alt.Chart | alt.LayerChart | alt.FacetChart | alt.HConcatChart"


@dataclass(frozen=True, slots=True)
class Figure:
    """A chart with the words that it is found and read by."""

    name: str
    """File name without its ending."""
    title: str
    """What is shown, in one sentence."""
    note: str
    """Over how many trials, and what is left out."""
    spec: dict[str, Any]
    """Vega-Lite, as JSON: altair's own shape."""

    def to_json(self) -> str:
        """The Vega-Lite specification with its data."""
        return json.dumps(self.spec, ensure_ascii=False)

    def to_svg(self) -> str:
        """A drawing that scales."""
        return vl_convert.vegalite_to_svg(
            self.to_json(), vl_version=VEGA_LITE, allowed_base_urls=[]
        )

    def to_png(self) -> bytes:
        """A drawing of pixels, twice as fine as the screen."""
        return vl_convert.vegalite_to_png(
            self.to_json(), vl_version=VEGA_LITE, scale=2, allowed_base_urls=[]
        )


def figure(name: str, chart: Chart, *, title: str, note: str) -> Figure:
    """Give a chart its words and its look."""
    titled = chart.properties(title=alt.TitleParams(text=title, subtitle=_lines(note)))
    spec = titled.to_dict()
    spec["config"] = _CONFIG
    return Figure(name, title, note, spec)


def data(rows: Rows) -> alt.InlineData:
    """Rows that travel inside the chart."""
    return alt.InlineData(values=rows)


def _lines(text: str, width: int = 100) -> list[str]:
    lines = [""]
    for word in text.split():
        if len(lines[-1]) + len(word) > width:
            lines.append("")
        lines[-1] = f"{lines[-1]} {word}".strip()
    return lines
