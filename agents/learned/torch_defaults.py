"""The defaults of torch under which the networks of this package play, whatever a program has set for its own."""

import functools
from collections.abc import Callable
from typing import Any, TypeVar

import torch

Function = TypeVar("Function", bound=Callable[..., Any])
_CPU = torch.device("cpu")


def under_own_defaults(function: Function) -> Function:
    """Wrap a function that creates tensors: new ones are float32 on the processor, for this call."""

    @functools.wraps(function)
    def called(*args: Any, **given: Any) -> Any:
        before = torch.get_default_dtype()
        if before == torch.float32 and torch.get_default_device() == _CPU:  # a device context slows every operation
            return function(*args, **given)
        torch.set_default_dtype(torch.float32)
        try:
            with _CPU:
                return function(*args, **given)
        finally:
            torch.set_default_dtype(before)

    return called  # type: ignore[return-value]
