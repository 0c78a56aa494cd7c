"""How things look in a notebook."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

__all__ = ["gallery", "refused", "seal"]

_SEAL = (
    "display:inline-block;min-width:1.6em;padding:.1em .2em;margin-right:.6em;text-align:center;"
    "background:#b5402a;color:#fff;border-radius:.15em;font-weight:bold"
)


def seal(claim: str, source: str) -> str:
    """A sentence that the checker accepted, with its seal."""
    return (
        f'<div><span style="{_SEAL}" title="accepted by the checker">証</span>'
        f'{escape(claim)}<br><small style="opacity:.7">{escape(source)}</small></div>'
    )


def refused(reason: str) -> str:
    """What the checker said instead of accepting, without a seal."""
    return f"<div>{escape(reason)}</div>"


def gallery(pictures: Iterable[tuple[str, str]]) -> str:
    """Pictures side by side, each with its title."""
    cells = (
        f'<figure style="margin:.5em;display:inline-block;vertical-align:top">{svg}'
        f"<figcaption>{escape(title)}</figcaption></figure>"
        for title, svg in pictures
    )
    return f'<div style="display:flex;flex-wrap:wrap">{"".join(cells)}</div>'
