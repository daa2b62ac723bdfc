"""Prove Theorem 5.3 (Jensen 2023) again."""

from experiments.published_set import prove

if __name__ == "__main__":
    prove(
        "theorem_5_3",
        "theorem-5.3",
        "Theorem 5.3 (Jensen 2023): every board of the alternative dice is solvable",
        93_750,
    )
