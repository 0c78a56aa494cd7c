"""The one door: questions, answers, certificates, limits and progress."""

from __future__ import annotations

import json
import os
import time as _time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from hissho import _hissho

__all__ = ["Answer", "Certificate", "Limits", "ask", "check", "configure", "reproduce", "schema"]

Limits = Mapping[str, float]
"""Limits of a question: ``time`` (seconds), ``nodes``, ``steps``, ``memory`` (bytes), ``threads``."""

Progress = Callable[[str, int, int, str], None]

_settings: dict[str, Any] = {"library": None, "proofs": None, "progress": True}
_desk: _hissho.Desk | None = None


def configure(
    *,
    library: str | os.PathLike[str] | None = None,
    proofs: str | os.PathLike[str] | None = None,
    progress: bool | None = None,
) -> None:
    """Says where answers are kept between runs, where kept proofs are, and whether bars are shown.

    Without a call nothing is kept and no proofs are used, as in ``hissho --fresh``; the environment
    variables ``HISSHO_LIBRARY`` and ``HISSHO_PROOFS`` count as for the command.
    """
    global _desk
    if library is not None:
        _settings["library"] = library
    if proofs is not None:
        _settings["proofs"] = proofs
    if progress is not None:
        _settings["progress"] = progress
    _desk = None


def desk() -> _hissho.Desk:
    """The desk that all questions are asked at."""
    global _desk
    if _desk is None:
        library = _settings["library"] or os.environ.get("HISSHO_LIBRARY")
        proofs = _settings["proofs"] or os.environ.get("HISSHO_PROOFS")
        library = None if library in (None, "none") else os.fspath(library)
        _desk = _hissho.Desk(library, None if proofs is None else os.fspath(proofs))
    return _desk


class Certificate:
    """A certificate that the checker accepted when it was made, with its text.

    >>> certificate = hissho.game("rook").prove("grundy = x xor y").certificate
    >>> certificate.claim
    'rook, at every position: grundy = x xor y'
    >>> certificate.check()
    'accepted'
    """

    def __init__(
        self, text: str, kind: str, claim: str, digest: str, beside: Mapping[str, bytes] | None = None
    ) -> None:
        self._text, self._kind, self._claim, self._digest = text, kind, claim, digest
        self._beside = dict(beside or {})

    @property
    def text(self) -> str:
        """The certificate itself."""
        return self._text

    @property
    def kind(self) -> str:
        """The kind of certificate, as its second line says."""
        return self._kind

    @property
    def claim(self) -> str:
        """The sentence that it establishes, as the checker says it."""
        return self._claim

    @property
    def digest(self) -> str:
        """The digest in its last line."""
        return self._digest

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Certificate:
        """Reads a certificate from a file, plain or compressed by zstd, and has it checked."""
        path = Path(path)
        beside = {side.stem: side.read_bytes() for side in path.parent.glob("*.values")}
        found = _checked(path.name, path.read_bytes(), beside)
        if found["verdict"] not in ("accepted", "counted"):
            from hissho._faults import Refused

            raise Refused(f"{path.name}: {found['reason']}")
        return cls(found["text"], found["kind"], found["claim"], found["digest"], beside)

    def check(self) -> str:
        """Has it checked again; the checker's word: ``accepted``, ``counted``, ``refused`` or ``gave-up``."""
        return str(_checked("certificate", self._text.encode(), self._beside)["verdict"])

    def save(self, path: str | os.PathLike[str]) -> Path:
        """Writes it to a file, whole or not at all, with the files that it names."""
        path = Path(path)
        for digest, data in self._beside.items():
            _write_whole(path.parent / f"{digest}.values", data)
        _write_whole(path, self._text.encode())
        return path

    def cite(self) -> str:
        """A BibTeX entry with the sentence, the digest and the version."""
        return (
            f"@misc{{hissho-{self._digest[:8]},\n"
            f"  title = {{{self._claim}}},\n"
            f"  howpublished = {{Certificate of kind {self._kind}, sha256 {self._digest}}},\n"
            f"  note = {{Hissho {_hissho.__version__}; the checker says: {self.check()}}}\n"
            f"}}"
        )

    def __repr__(self) -> str:
        return f"<Certificate {self._kind} {self._digest[:12]}: {self._claim}>"

    def _repr_html_(self) -> str:
        from hissho._notebook import refused, seal

        # The seal is drawn for what the checker says now, not for what this object was made with.
        found = _checked("certificate", self._text.encode(), self._beside)
        if found["verdict"] != "accepted":
            return refused(f"{found['verdict']}: {found['reason'] or found['claim']}")
        return seal(found["claim"], f"{self._kind}, sha256 {found['digest'][:16]}…")


class Answer(Mapping[str, Any]):
    """The facts that answer a question, as a mapping, with ``text``, ``certificates`` and ``files``."""

    def __init__(self, raw: Mapping[str, Any]) -> None:
        self._facts: dict[str, Any] = json.loads(raw["document"])
        self.text: str = raw["text"]
        self.ending: str = raw["ending"]
        self.certificates: list[Certificate] = [
            Certificate(one["text"], one["kind"], one["claim"], one["digest"], one["beside"])
            for one in raw["certificates"]
        ]
        self.files: list[tuple[str, bytes]] = list(raw["files"])

    def __getitem__(self, key: str) -> Any:
        return self._facts[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._facts)

    def __len__(self) -> int:
        return len(self._facts)

    @property
    def certificate(self) -> Certificate | None:
        """The first certificate, if there is one."""
        return self.certificates[0] if self.certificates else None

    def file(self, ending: str) -> bytes | None:
        """The file in this format that belongs to the answer."""
        return next((data for format, data in self.files if format == ending), None)

    def __repr__(self) -> str:
        return self.text.rstrip("\n")

    def _repr_svg_(self) -> str | None:
        svg = self.file("svg")
        if svg is not None:
            return svg.decode()
        drawn = self._facts.get("svg")
        return drawn if isinstance(drawn, str) else None


def ask(question: Mapping[str, Any], *, limits: Limits | None = None) -> Answer:
    """Asks a question through the one door, as ``hissho ask`` does.

    >>> hissho.ask({"value": {"game": "wythoff", "position": [6, 10]}})["outcome"]
    'P'
    """
    from hissho._faults import Interrupted

    with _bar() as progress:
        try:
            return Answer(desk().ask(json.dumps(question), _limits(limits), progress))
        except Interrupted as stopped:
            if stopped.found is not None:
                stopped.found = Answer(stopped.found)
            raise


def reproduce(*ids: str, limits: Limits | None = None) -> Answer:
    """Settles claims of the sources: all of them, or those with these ids.

    >>> [claim["verdict"] for claim in hissho.reproduce("C7")["claims"]]
    ['refuted']
    """
    return ask({"claims": {"ids": list(ids)}}, limits=limits)


def check(certificate: str | bytes | os.PathLike[str]) -> Answer:
    """Has a certificate checked: its text, its bytes, or a file."""
    if isinstance(certificate, str) and "\n" in certificate:
        name, data, beside = "certificate", certificate.encode(), dict[str, bytes]()
    elif isinstance(certificate, bytes):
        name, data, beside = "certificate", certificate, dict[str, bytes]()
    else:
        path = Path(os.fspath(certificate))
        name, data = path.name, path.read_bytes()
        beside = {side.stem: side.read_bytes() for side in path.parent.glob("*.values")}
    return _check(name, data, beside)


def schema() -> dict[str, Any]:
    """The schema of questions and answers."""
    found: dict[str, Any] = json.loads(_hissho.schema())
    return found


def _check(name: str, data: bytes, beside: Mapping[str, bytes]) -> Answer:
    files = [{"name": name, "hex": data.hex()}]
    sides = [{"name": f"{digest}.values", "hex": side.hex()} for digest, side in beside.items()]
    return ask({"check": {"files": files, "beside": sides}})


def _checked(name: str, data: bytes, beside: Mapping[str, bytes]) -> dict[str, Any]:
    answer = _check(name, data, beside)
    found = dict(answer["files"][0])
    if answer.certificates:
        first = answer.certificates[0]
        found.update(text=first.text, kind=first.kind)
    return found


def _limits(limits: Limits | None) -> dict[str, float] | None:
    if limits is None:
        return None
    known = {"time", "nodes", "steps", "memory", "threads"}
    for key in limits:
        if key not in known:
            raise ValueError(f"there is no limit {key!r}; the limits are {', '.join(sorted(known))}")
    return dict(limits)


def _write_whole(path: Path, data: bytes) -> None:
    beside = path.with_name(f".{path.name}.part")
    try:
        beside.write_bytes(data)
        os.replace(beside, path)
    finally:
        beside.unlink(missing_ok=True)


@contextmanager
def _bar() -> Iterator[Progress | None]:
    """A bar by tqdm, where that is installed, for work of more than half a second."""
    if not _settings["progress"]:
        yield None
        return
    begun, bars = _time.monotonic(), dict[str, Any]()

    def show(what: str, done: int, total: int, remark: str) -> None:
        if _time.monotonic() - begun < 0.5:
            return
        try:
            from tqdm.auto import tqdm
        except ImportError:
            return
        bar = bars.get(what)
        if bar is None:
            for other in bars.values():
                other.close()
            bars.clear()
            bar = bars[what] = tqdm(desc=what, total=total or None, leave=False)
        bar.n = done
        bar.set_postfix_str(remark, refresh=False)
        bar.refresh()

    try:
        yield show
    finally:
        for bar in bars.values():
            bar.close()
