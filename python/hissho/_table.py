"""Tables as arrays of numpy that know their game and can draw themselves."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy

if TYPE_CHECKING:
    from hissho._impartial import Game

__all__ = ["Table"]


class Table(numpy.ndarray[Any, Any]):
    """Grundy values; the greatest number of its type marks what is no position."""

    game: Game | None = None

    @classmethod
    def of(cls, values: Any, game: Game) -> Table:
        """The values as a table of `game`, not copied."""
        table: Table = values.view(cls)
        table.game = game
        return table

    def __array_finalize__(self, source: Any) -> None:
        # A part or a calculation is no longer the game's table.
        self.game = None

    def _repr_svg_(self) -> str | None:
        if self.game is None or self.ndim > 2 or max(self.shape, default=0) > 200:
            return None
        return self.game.picture(self.shape)
