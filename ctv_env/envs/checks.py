"""Checks of calls to an environment: use by several threads at a time."""

import functools
from collections.abc import Callable
from typing import Any, NoReturn, TypeVar

Method = TypeVar("Method", bound=Callable[..., Any])


def by_one_thread(method: Method) -> Method:
    """Wrap a method of an environment, whose class has ``in_use = False``, that must not run twice at a time.

    The method then raises a RuntimeError if another one so wrapped is running on the same object; nothing has moved.
    The flag needs no lock: Python does not switch threads between the test and the assignment.
    """

    @functools.wraps(method)
    def alone(self: Any, *args: Any, **given: Any) -> Any:
        if self.in_use:
            _refuse(self)
        self.in_use = True
        try:
            return method(self, *args, **given)
        finally:
            self.in_use = False

    return alone  # type: ignore[return-value]


def step_by_one_thread(step: Method) -> Method:
    """As ``by_one_thread``, for ``step(self, action)``: passing on any arguments would take a percent of its time."""

    @functools.wraps(step)
    def alone(self: Any, action: Any) -> Any:
        if self.in_use:
            _refuse(self)
        self.in_use = True
        try:
            return step(self, action)
        finally:
            self.in_use = False

    return alone  # type: ignore[return-value]


def _refuse(environment: object) -> NoReturn:
    raise RuntimeError(
        f"this {type(environment).__name__} is in use by another thread: "
        "make one environment for each thread, or let them take turns"
    )
