"""Races over the local network: rooms with a code, and guests who may do nothing else.

The messages of a page (:mod:`.messages`) are part of the description of the API; all other modules are imported by
``dicelab web --share`` alone.
"""
