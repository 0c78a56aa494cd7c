"""Games on a few numbers: values, tables, periods, laws, sums."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from hissho._desk import Answer, Limits, _bar, _limits, ask, desk

if TYPE_CHECKING:
    from hissho._table import Table

__all__ = ["Game", "game"]


def game(text: str) -> Game:
    """A game by its name with parameters, or by its rules text.

    >>> hissho.game("wythoff(s=2)").value((1, 4))
    5
    >>> mine = hissho.game('''game twins
    ... position x, y
    ... move x' < x, y' = y
    ... move x' = x, y' < y
    ... ''')
    >>> mine.value((5, 3))
    6
    """
    return Game(text)


class Game:
    """An impartial game, or a sum of such games."""

    def __init__(self, text: str) -> None:
        if not isinstance(text, str):
            raise TypeError(f"a game is a name or a rules text, not {type(text).__name__}")
        self._text = text
        found = ask({"games": {"game": text}})
        self._name = str(found.get("game", text))

    @property
    def name(self) -> str:
        """The game's name with its parameters."""
        return self._name

    @property
    def text(self) -> str:
        """The name or rules text that it was made from."""
        return self._text

    def value(self, position: Sequence[int] | int) -> int:
        """The Grundy value.

        >>> hissho.game("nim(3)").value((3, 5, 6))
        0
        """
        grundy, _ = desk().value(self._text, _numbers(position), False)
        if grundy is None:
            from hissho._faults import GaveUp

            raise GaveUp(f"of {self._name} at {position} only the outcome is known; ask `outcome`")
        return grundy

    def outcome(self, position: Sequence[int] | int, *, misere: bool = False) -> str:
        """``P`` if the player to move loses, ``N`` if that player wins."""
        return desk().value(self._text, _numbers(position), misere)[1]

    def explain(self, position: Sequence[int] | int) -> Answer:
        """The options with their values, by kind of move, and their mex."""
        return self._ask("value", position=_numbers(position), explain=True)

    def options(self, position: Sequence[int] | int) -> list[tuple[int, ...]]:
        """Every position that one move leads to, each once, sorted.

        >>> hissho.game("wythoff").options((1, 1))
        [(0, 0), (0, 1), (1, 0)]
        """
        numbers = _numbers(position)
        found, start = set(), 0
        for part in self.explain(numbers)["explained"]:
            end = start + len(part["position"])
            for group in part["groups"]:
                for option in group["options"]:
                    found.add((*numbers[:start], *option["to"], *numbers[end:]))
            start = end
        return sorted(found)

    def winning_moves(self, position: Sequence[int] | int) -> list[tuple[int, ...]]:
        """The positions that winning moves lead to, sorted.

        >>> hissho.game("nim(3)").winning_moves((1, 2, 4))
        [(1, 2, 3)]
        """
        return [tuple(to) for to in self._ask("value", position=_numbers(position))["moves"]]

    def table(self, shape: Sequence[int] | int, *, limits: Limits | None = None) -> Table:
        """The Grundy values of all positions in a box, as an array of numpy.

        >>> hissho.game("wythoff").table((3, 3)).tolist()
        [[0, 1, 2], [1, 2, 0], [2, 0, 1]]
        """
        from hissho._table import Table

        with _bar() as progress:
            values = desk().table(self._text, _numbers(shape), _limits(limits), progress)
        return Table.of(values, self)

    def losing(self, shape: Sequence[int] | int) -> list[tuple[int, ...]]:
        """The positions in a box from which the player to move loses.

        >>> hissho.game("wythoff").losing((5, 8))
        [(0, 0), (1, 2), (2, 1), (3, 5), (4, 7)]
        """
        import numpy

        return [tuple(map(int, at)) for at in numpy.argwhere(self.table(shape) == 0)]

    def period(self, size: int = 1000, *, limits: Limits | None = None) -> Answer:
        """The period of the values of a game of one heap, proved for every heap.

        >>> print(hissho.game("subtraction(1,2,3)").period()["law"])  # doctest: +ELLIPSIS
        grundy = ...
        """
        if self._text.strip().startswith("0.") or self._text.strip() in ("kayles", "dawson"):
            return self._ask("table", limits=limits, shape=[size], certificate=True)
        return self.discover(limits=limits)

    def prove(self, claim: str | None = None, *, limits: Limits | None = None) -> Law:
        """Decides a claim for every position, or the claims that stand in the rules text.

        >>> law = hissho.game("rook").prove("grundy = x xor y")
        >>> law.verdict
        'proved'
        >>> hissho.game("rook").prove("grundy = x + y").counterexample
        {'x': 1, 'y': 1, 'value': 2, 'other': 0}
        """
        wanted = {} if claim is None else {"claim": claim}
        return Law(self._ask("prove", limits=limits, **wanted))

    def discover(self, *, limits: Limits | None = None) -> Answer:
        """Finds a law from tables, and proves it.

        >>> hissho.game("corner(dragon-king)").discover()["verdict"]
        'proved'
        """
        return self._ask("discover", limits=limits)

    def picture(self, shape: Sequence[int] | int) -> str:
        """The table as SVG."""
        svg = self._ask("table", shape=_numbers(shape), format="svg").file("svg")
        return "" if svg is None else svg.decode()

    def __add__(self, other: Game) -> Game:
        """The direct sum."""
        if not isinstance(other, Game):
            return NotImplemented
        if "\n" in self._text or "\n" in other._text:
            raise ValueError("a sum is of games by name; a rules text by itself has none")
        return Game(f"{self._text} + {other._text}")

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and self._text == other._text

    def __hash__(self) -> int:
        return hash(self._text)

    def __repr__(self) -> str:
        return f"hissho.game({self._text!r})"

    def _ask(self, sort: str, *, limits: Limits | None = None, **fields: Any) -> Answer:
        return ask({sort: {"game": self._text, **fields}}, limits=limits)


class Law(Answer):
    """Claims of a game, decided for every position."""

    def __init__(self, answer: Answer) -> None:
        self.__dict__.update(answer.__dict__)

    @property
    def verdict(self) -> str:
        """``proved``, ``refuted`` or ``gave-up``, of the first claim."""
        return str(self["claims"][0]["verdict"]) if self["claims"] else "gave-up"

    @property
    def counterexample(self) -> dict[str, int] | None:
        """The smallest position at which the first claim is false, with the value claimed and the true one."""
        found: dict[str, int] | None = self["claims"][0]["counterexample"]
        return found


def _numbers(position: Sequence[int] | int) -> list[int]:
    """The numbers of a position, each checked."""
    import operator

    try:
        numbers = [position] if isinstance(position, int) else list(position)
        numbers = [operator.index(number) for number in numbers]
    except TypeError:
        raise TypeError(f"a position is a whole number or a sequence of them, not {position!r}") from None
    for number in numbers:
        if not 0 <= number < 2**64:
            raise ValueError(f"{number} in {position!r}: numbers are from 0 to 2^64 - 1")
    return numbers
