"""Game records and repetition rules: KIF, CSA, USI, PGN.

>>> hissho.records.example("yonenaga-tanigawa")["plies"]
60
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from hissho._desk import Answer, ask

__all__ = ["example", "read"]


def read(record: str | os.PathLike[str], **wanted: Any) -> Answer:
    """What repeats in a record, given as a text of several lines or as a file."""
    if isinstance(record, str) and "\n" in record:
        named: dict[str, str] = {"name": "record", "text": record}
    else:
        path = Path(os.fspath(record))
        named = {"name": path.name, "hex": path.read_bytes().hex()}
    return ask({"record": {"file": named, **wanted}})


def example(name: str, **wanted: Any) -> Answer:
    """A record that comes with the program: ``yonenaga-tanigawa``, ``figure-12`` or ``euwe``."""
    return ask({"record": {"example": name, **wanted}})
