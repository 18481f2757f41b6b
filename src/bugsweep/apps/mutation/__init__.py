"""Single faults in an app's own source: found by language, planted as bytes. Nothing is run."""

from bugsweep.apps.mutation.fault import Fault, Operator, plant
from bugsweep.apps.mutation.finding import choose_faults, find_faults, is_sound

__all__ = ["Fault", "Operator", "choose_faults", "find_faults", "is_sound", "plant"]
