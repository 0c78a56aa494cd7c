"""Buildings of bricks."""

from __future__ import annotations

from typing import Any

from hissho._desk import Answer, Limits, ask

__all__ = ["Bricks", "bricks"]


class Bricks:
    """Bricks of p by q studs."""

    def __init__(self, p: int, q: int) -> None:
        self.p, self.q = p, q

    def buildings(self, n: int, *, limits: Limits | None = None, **wanted: Any) -> Answer:
        """The count of buildings of n bricks, with its parts."""
        return ask({"buildings": {"p": self.p, "q": self.q, "n": n, **wanted}}, limits=limits)

    def count(self, n: int, *, limits: Limits | None = None, **wanted: Any) -> int:
        """How many buildings n bricks make.

        >>> hissho.bricks(2, 4).count(2)
        24
        """
        return int(self.buildings(n, limits=limits, **wanted)["count"])

    def draw(self, n: int, **wanted: Any) -> Answer:
        """Single buildings, drawn."""
        question = {"p": self.p, "q": self.q, "n": n, "picture": "svg", **wanted}
        return ask({"draw-buildings": question})

    def __repr__(self) -> str:
        return f"hissho.bricks({self.p}, {self.q})"


def bricks(p: int, q: int) -> Bricks:
    """Bricks of p by q studs."""
    return Bricks(p, q)
