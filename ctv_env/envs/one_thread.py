"""Use of one environment by several threads at a time: an error instead of mixed-up games."""

import functools
from collections.abc import Callable
from typing import Any, TypeVar

Method = TypeVar("Method", bound=Callable[..., Any])


def by_one_thread(method: Method) -> Method:
    """Wrap a method of an environment, whose class has ``in_use = False``, that must not run twice at a time.

    The method then raises a RuntimeError if another one so wrapped is running on the same object; nothing has moved.
    The flag needs no lock: Python does not switch threads between the test and the assignment.
    """

    @functools.wraps(method)
    def alone(self: Any, *args: Any, **given: Any) -> Any:
        if self.in_use:
            raise RuntimeError(
                f"this {type(self).__name__} is in use by another thread: "
                "make one environment for each thread, or let them take turns"
            )
        self.in_use = True
        try:
            return method(self, *args, **given)
        finally:
            self.in_use = False

    return alone  # type: ignore[return-value]
