"""Behaviour tests: Gherkin text read as steps, done in a browser, judged as a Verdict."""

from bugsweep.behaviour.evidence import Exhibit, Pictures
from bugsweep.behaviour.feature import Behaviour, Role, Step, parse_feature
from bugsweep.behaviour.hands import Hands, action_cards, open_hands
from bugsweep.behaviour.judging import is_judging
from bugsweep.behaviour.running import FreshApp, Manner, Rerun, run_behaviour
from bugsweep.behaviour.vocabulary import StepCard, vocabulary

__all__ = [
    "Behaviour",
    "Exhibit",
    "FreshApp",
    "Hands",
    "Manner",
    "Pictures",
    "Rerun",
    "Role",
    "Step",
    "StepCard",
    "action_cards",
    "is_judging",
    "open_hands",
    "parse_feature",
    "run_behaviour",
    "vocabulary",
]
