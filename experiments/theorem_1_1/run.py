"""Prove Theorem 1.1 (Jensen 2023) again."""

from experiments.published_set import prove

if __name__ == "__main__":
    prove("theorem_1_1", "default", "Theorem 1.1 (Jensen 2023): every board of the default dice is solvable", 62_208)
