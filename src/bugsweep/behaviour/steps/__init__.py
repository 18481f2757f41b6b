"""The step patterns, one module per topic; `bugsweep.behaviour.vocabulary` lists the modules."""
