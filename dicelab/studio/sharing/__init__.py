"""Races over the local network: rooms with a code, and guests who may do nothing else.

What a page sends (:mod:`.messages`) is part of the description of the API; all other modules are imported by
``dicelab web --share`` alone.
"""
