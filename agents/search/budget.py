"""Budget of a search for one decision: a number of playouts, or seconds."""

import re
import time
import typing

_FORM = re.compile(r"(\d+(?:\.\d+)?)(s?)")


class Budget(typing.NamedTuple):
    """A number of playouts or of seconds."""

    amount: float
    in_seconds: bool = False

    @classmethod
    def parse(cls, text: str) -> "Budget":
        """Parse a budget such as ``"120"`` (playouts) or ``"0.5s"`` (seconds); ValueError for anything else."""
        found = _FORM.fullmatch(text)
        if not found or not float(found[1]) or not (found[2] or found[1].isdigit()):
            raise ValueError(f"no budget {text!r}: it is a number of playouts such as 120, or seconds such as 0.5s")
        return cls(float(found[1]), bool(found[2]))

    def times(self, factor: float) -> "Budget":
        """Return a multiple of the budget."""
        return self._replace(amount=self.amount * factor)

    def open(self) -> "Meter":
        """Start spending it."""
        return Meter(self)


class Meter:
    """The remainder of a budget; its clock starts on creation."""

    def __init__(self, budget: Budget):
        self._budget = budget
        self._playouts = 0
        self._begun = time.perf_counter()

    def spend(self, playouts: int) -> None:
        """Count playouts as spent."""
        self._playouts += playouts

    @property
    def is_empty(self) -> bool:
        """Whether the playouts, or the seconds, are used up."""
        spent = time.perf_counter() - self._begun if self._budget.in_seconds else self._playouts
        return spent >= self._budget.amount
