"""Behaviour tests: Gherkin text read as steps, done in a browser, judged as a Verdict."""

from bugsweep.behaviour.evidence import Pictures
from bugsweep.behaviour.feature import Behaviour, Role, Step, parse_feature
from bugsweep.behaviour.running import FreshApp, Manner, Rerun, run_behaviour
from bugsweep.behaviour.vocabulary import StepCard, vocabulary

__all__ = [
    "Behaviour",
    "FreshApp",
    "Manner",
    "Pictures",
    "Rerun",
    "Role",
    "Step",
    "StepCard",
    "parse_feature",
    "run_behaviour",
    "vocabulary",
]
