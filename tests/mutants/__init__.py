"""Mutation testing: a seeded sample of small changes to the rules and their figures, each of which some test
must notice.

`make mutants` runs the sample and writes `docs/mutants.md`, which says how it is drawn and run.
"""
