"""Connect-Four on a board without edges: strategies that never lose.

>>> hissho.infinite_four.verify("cup-x")["verdict"]
'accepted'
"""

from __future__ import annotations

from typing import Any

from hissho._desk import Answer, Limits, ask

__all__ = ["board", "contest", "duel", "forced_win", "handicap", "replies", "search", "verify", "words"]


def verify(strategy: str) -> Answer:
    """Whether a response strategy, by name or as a text, is accepted."""
    return ask({"response": {"strategy": strategy}})


def board(strategy: str, **wanted: Any) -> Answer:
    """The board of a response strategy, with its zones; draws itself in a notebook."""
    return ask({"response-board": {"strategy": strategy, "picture": "svg", **wanted}})


def words(period: int | None = None, **wanted: Any) -> Answer:
    """The words of zone heights of a period, or the named strategies."""
    return ask({"zone-words": {"period": period, **wanted}})


def search(stones: str, responder: str, *, limits: Limits | None = None, **wanted: Any) -> Answer:
    """A response strategy against given stones, such as ``X0 X3``."""
    return ask({"response-search": {"stones": stones, "responder": responder, **wanted}}, limits=limits)


def forced_win(stones: str, *, limits: Limits | None = None, **wanted: Any) -> Answer:
    """A win by threats alone."""
    return ask({"forced-win": {"stones": stones, **wanted}}, limits=limits)


def handicap(distance: int | None = None, *, limits: Limits | None = None, **wanted: Any) -> Answer:
    """One handicap stone, at each distance."""
    return ask({"handicap": {"distance": distance, **wanted}}, limits=limits)


def contest(strategy: str, games: int, **wanted: Any) -> Answer:
    """Opponents with dice against a strategy."""
    return ask({"contest": {"strategy": strategy, "games": games, **wanted}})


def duel(strategy: str, against: str, **wanted: Any) -> Answer:
    """A strategy of X against one of O."""
    return ask({"duel": {"strategy": strategy, "against": against, **wanted}})


def replies(strategy: str, moves: str = "") -> Answer:
    """What a strategy answers to moves, given by their columns."""
    return ask({"replies": {"strategy": strategy, "moves": moves}})
