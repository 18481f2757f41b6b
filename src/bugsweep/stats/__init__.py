"""Statistics of trials as pure functions: rates are 0..1, seeds are arguments."""
