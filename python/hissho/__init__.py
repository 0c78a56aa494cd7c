"""Hissho (必勝): settle the game, prove it, hand over the proof.

>>> import hissho
>>> hissho.game("wythoff").value((6, 10))
0
"""

from hissho import infinite_four, records, words
from hissho._boards import Board, Hex, connect_four, hex, otrio, qubic
from hissho._bricks import Bricks, bricks
from hissho._desk import Answer, Certificate, Limits, ask, check, configure, reproduce, schema
from hissho._faults import BadInput, Fault, GaveUp, Interrupted, Refused, TooLarge
from hissho._hissho import __version__
from hissho._impartial import Game, Law, game

__all__ = [
    "Answer",
    "BadInput",
    "Board",
    "Bricks",
    "Certificate",
    "Fault",
    "Game",
    "GaveUp",
    "Hex",
    "Interrupted",
    "Law",
    "Limits",
    "Refused",
    "TooLarge",
    "__version__",
    "ask",
    "bricks",
    "check",
    "configure",
    "connect_four",
    "game",
    "hex",
    "infinite_four",
    "otrio",
    "qubic",
    "records",
    "reproduce",
    "schema",
    "words",
]
