"""Sword Beach for the tools of researchers: Gymnasium, PettingZoo and OpenSpiel. See `docs/adapters.md`.

Each adapter is imported from its own module and needs its own extra: `gym` and `zoo` the extra `rl`, `spiel`
the extra `openspiel`.
"""
