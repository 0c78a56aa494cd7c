from collections.abc import Callable, Mapping, Sequence
from typing import Any, final

__version__: str

@final
class Desk:
    def __new__(cls, library: str | None = None, proofs: str | None = None) -> Desk: ...
    @staticmethod
    def usual_library() -> Any: ...
    def ask(
        self,
        question: str,
        limits: Mapping[str, float] | None = None,
        progress: Callable[[str, int, int, str], None] | None = None,
    ) -> dict[str, Any]: ...
    def value(
        self, game: str, position: Sequence[int], misere: bool
    ) -> tuple[int | None, str]: ...
    def table(
        self,
        game: str,
        shape: Sequence[int],
        limits: Mapping[str, float] | None = None,
        progress: Callable[[str, int, int, str], None] | None = None,
    ) -> Any: ...

def schema() -> str: ...
