"""Infinite words and their repetitions.

>>> hissho.words.symbols("thue-morse", 16)
'0110100110010110'
>>> hissho.words.repetitions("fibonacci", 200)["power"]
3
"""

from __future__ import annotations

from typing import Any

from hissho._desk import Answer, Limits, ask

__all__ = ["build", "count", "draw", "repetitions", "symbol", "symbols"]


def symbols(word: str, length: int = 64, *, by: str | None = None) -> str:
    """The first symbols of a word, such as ``thue-morse`` or ``fibonacci(2)``."""
    wanted = {} if by is None else {"by": by}
    return str(ask({"word": {"word": word, "length": length, **wanted}})["word"])


def symbol(word: str, number: int) -> int:
    """One symbol, however far out. Thue-Morse is numbered from 0, Fibonacci words from 1."""
    return int(ask({"word": {"word": word, "symbol": str(number)}})["symbol"])


def draw(word: str, picture: str = "bar-code", length: int = 64) -> Answer:
    """A picture: ``bar-code``, ``dot-plot`` or ``cutting-line``."""
    return ask({"word": {"word": word, "length": length, "picture": picture}})


def repetitions(word: str, length: int = 1024, **wanted: Any) -> Answer:
    """Every repetition in the beginning of a word."""
    return ask({"repetitions": {"word": word, "length": length, **wanted}})


def build(prefix: str, length: int = 100, *, limits: Limits | None = None) -> Answer:
    """How a word without cubes can be continued."""
    return ask({"build-word": {"prefix": prefix, "length": length}}, limits=limits)


def count(avoid: str = "cubes", letters: int = 2, length: int = 20, *, limits: Limits | None = None) -> list[int]:
    """How many words of each length, from 0, avoid ``squares``, ``overlaps`` or ``cubes``.

    >>> hissho.words.count("cubes", length=5)
    [1, 2, 4, 6, 10, 16]
    """
    answer = ask({"count-words": {"avoid": avoid, "letters": letters, "length": length}}, limits=limits)
    return [int(number) for number in answer["counts"]]
