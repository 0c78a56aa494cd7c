"""Board games: Hex, Otrio, Qubic, Connect-Four."""

from __future__ import annotations

from typing import Any

from hissho._desk import Answer, Certificate, Limits, ask

__all__ = ["Board", "Hex", "connect_four", "hex", "otrio", "qubic"]


class Board:
    """A board game by its name."""

    def __init__(self, name: str) -> None:
        self.name = name

    def solve(
        self,
        position: str = "",
        *,
        certificate: bool = False,
        all_moves: bool = False,
        limits: Limits | None = None,
    ) -> Answer:
        """Who wins a position, given by its moves, with the moves that keep the value.

        >>> hissho.otrio().solve("b2M")["value"]
        'first'
        """
        wanted = {"position": position, "certificate": certificate, "all_moves": all_moves}
        return ask({"solve": {"game": self.name, **wanted}}, limits=limits)

    def value(self, position: str = "", *, limits: Limits | None = None) -> str:
        """``first``, ``second`` or ``draw``; of Hex ``black`` or ``white``."""
        answer = self.solve(position, limits=limits)
        return str(answer["winner"] if "winner" in answer else answer["value"])

    def reply(self, position: str = "", *, limits: Limits | None = None) -> str | None:
        """A move that keeps the value."""
        found: str | None = self._reply(position, "move", limits)["reply"]
        return found

    def moves(self, position: str = "", *, limits: Limits | None = None) -> dict[str, str]:
        """The value of every move."""
        return {move["move"]: move["value"] for move in self._reply(position, "values", limits)["moves"]}

    def legal(self, position: str = "") -> list[str]:
        """The moves that the rules allow."""
        return list(self._reply(position, "turn", None)["legal"])

    def openings(self, plies: int = 1, *, limits: Limits | None = None) -> Answer:
        """The values of all openings."""
        return ask({"openings": {"game": self.name, "plies": plies}}, limits=limits)

    def _reply(self, position: str, wanted: str, limits: Limits | None) -> Answer:
        question = {"game": self.name, "position": position, "wanted": wanted}
        return ask({"reply": question}, limits=limits)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.name}>"


class Hex(Board):
    """Hex on a rhombus."""

    def __init__(self, size: int) -> None:
        super().__init__(f"hex({size})")
        self.size = size

    def openings(self, plies: int = 1, *, limits: Limits | None = None) -> Answer:
        """The winner of every first move."""
        if plies != 1:
            raise ValueError("of Hex the openings of one move are decided")
        return ask({"hex-map": {"size": self.size}}, limits=limits)

    def walk(self, certificate: Certificate, **wanted: Any) -> Answer:
        """A proof of a win as the tree of a paper."""
        named = {"name": "proof", "text": certificate.text}
        return ask({"walk": {"certificate": named, **wanted}})

    def lemma(self, *names: str) -> Answer:
        """Statements about connections, by name or as texts in the notation of the figures."""
        lemmas = [{"name": "lemma", "text": name} if "\n" in name else name for name in names]
        return ask({"lemma": {"lemmas": lemmas}})


def hex(size: int) -> Hex:
    """Hex on a board of `size` by `size` cells.

    >>> hissho.hex(4).value("b2")
    'white'
    """
    return Hex(size)


def otrio(**rules: str | int) -> Board:
    """Otrio; rules are ``forbidden``, ``stock`` and ``players``.

    >>> hissho.otrio(forbidden="b2M").name
    'otrio(forbidden=b2M)'
    """
    return Board(_named("otrio", rules))


def qubic(size: int = 3, **rules: str | int) -> Board:
    """Lines in a cube."""
    return Board(_named("qubic", rules, str(size)))


def connect_four(columns: int = 7, rows: int = 6) -> Board:
    """Connect-Four.

    >>> hissho.connect_four(4, 4).value()
    'draw'
    """
    return Board(f"connect4({columns},{rows})")


def _named(name: str, rules: dict[str, str | int], *first: str) -> str:
    arguments = [*first, *(f"{key}={value}" for key, value in rules.items())]
    return f"{name}({','.join(arguments)})" if arguments else name
