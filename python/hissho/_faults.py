"""Why a question has no answer, as Python exceptions with the place and the advice."""

from __future__ import annotations

import json
from typing import Any

__all__ = ["BadInput", "Fault", "GaveUp", "Interrupted", "Refused", "TooLarge"]


class Fault(Exception):
    """A question without an answer.

    ``message`` says what was found and what would be right, ``place`` where (a dictionary with the
    field or file, line and column, or ``None``), ``help`` what to do about it.
    """

    def __init__(
        self, message: str, place: dict[str, Any] | None = None, help: str | None = None
    ) -> None:
        super().__init__(message)
        self.message = message
        self.place = place
        self.help = help

    def __str__(self) -> str:
        if self.help and self.help not in self.message:
            return f"{self.message}\n{self.help}"
        return self.message


class BadInput(Fault, ValueError):
    """The question is not understood, or there is no such thing."""


class TooLarge(Fault, ValueError):
    """The question is understood, but larger than what can be answered."""


class GaveUp(Fault):
    """A limit was reached before anything was found."""


class Refused(Fault):
    """The checker did not accept what was to be shown."""


class Interrupted(KeyboardInterrupt):
    """Ctrl-C. ``found`` is the answer as far as it was found, or ``None``."""

    def __init__(self, found: Any = None) -> None:
        super().__init__("stopped")
        self.found = found


_KINDS: dict[str, type[Fault]] = {
    "bad-input": BadInput,
    "too-large": TooLarge,
    "gave-up": GaveUp,
    "cancelled": GaveUp,
    "refused": Refused,
}


def from_engine(document: str) -> Fault:
    """The exception for a fault of the engine."""
    fault = json.loads(document)
    kind = _KINDS.get(fault["kind"], Fault)
    return kind(fault["message"], fault.get("place"), fault.get("help"))
