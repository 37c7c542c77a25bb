"""The firefight: a scenario of Purple Heart Draw fought squad by squad on the map of 40-meter hexes.

So far: who sees what (`sight`). The campaign does not use it yet.
"""
