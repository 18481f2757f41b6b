"""What Inspect prints of a web run: rates with their Wilson intervals."""

import math

from inspect_ai.scorer import Metric, SampleScore, metric

from bugsweep.stats.rates import Rate


def _rate(scores: list[SampleScore]) -> Rate:
    return Rate(sum(score.score.as_float() >= 1 for score in scores), len(scores))


@metric
def rate() -> Metric:
    """The share of trials, 0..1."""

    def measure(scores: list[SampleScore]) -> float:
        share = _rate(scores).rate
        return math.nan if share is None else share

    return measure


@metric
def wilson_low() -> Metric:
    """The lower end of the 95 % Wilson interval."""

    def measure(scores: list[SampleScore]) -> float:
        interval = _rate(scores).wilson()
        return interval.low if interval else math.nan

    return measure


@metric
def wilson_high() -> Metric:
    """The upper end of the 95 % Wilson interval."""

    def measure(scores: list[SampleScore]) -> float:
        interval = _rate(scores).wilson()
        return interval.high if interval else math.nan

    return measure
