"""What a run folder keeps of a design between epochs: settings and state, of disjoint or of overlapping dice."""

from __future__ import annotations

import msgspec

from dicelab.search.design.overlapping import OverlappingState
from dicelab.search.design.settings import DesignSettings, OverlappingSettings
from dicelab.search.design.values import DesignState
from dicelab.version import __version__
from solver.polyform import Puzzle
from solver.runs.folder import RunKind

CHECKPOINT_SCHEMA = "dicelab/design-checkpoint/3"
SHARED_SCHEMA = "dicelab/design-shared-checkpoint/1"
DESIGN_RUN = RunKind(
    "design",
    __version__,
    (CHECKPOINT_SCHEMA, "dicelab/design-checkpoint/2", "dicelab/design-checkpoint/1", SHARED_SCHEMA),
    ("design.json", "design.svg", "proof.cnf"),
    noun="search",
)


class DesignCheckpoint(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a run folder keeps between epochs; there is no state before the tables are loaded."""

    settings: DesignSettings
    state: DesignState | None


class SharedCheckpoint(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The same for overlapping dice."""

    puzzle: str
    sizes: tuple[int, ...]
    min_tilings: int
    climb: bool
    seed: int
    members: int
    epochs: int
    faces: tuple[int, ...]
    state: OverlappingState | None

    @classmethod
    def of(cls, settings: OverlappingSettings, state: OverlappingState | None) -> SharedCheckpoint:
        """Put settings and state together."""
        return cls(
            settings.puzzle.name or settings.puzzle.format(),
            settings.sizes,
            settings.min_tilings,
            settings.climb,
            settings.seed,
            settings.members,
            settings.epochs,
            settings.faces,
            state,
        )

    @property
    def settings(self) -> OverlappingSettings:
        """The settings alone."""
        return OverlappingSettings(
            Puzzle.parse(self.puzzle),
            self.sizes,
            self.min_tilings,
            self.climb,
            self.seed,
            self.members,
            self.epochs,
            self.faces,
        )
