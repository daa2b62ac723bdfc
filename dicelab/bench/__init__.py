"""What runs here, and how fast: backends and programs of others side by side, and the health of an installation.

``dicelab.bench.doctor`` imports nothing that may be broken, so nothing is imported here.
"""
