"""The nouns of bugsweep as frozen records, and its tree of errors. No input, no output."""
