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
        # A device context slows every operation; torch 2.5 cannot tell the default device once it was reset to None.
        if before == torch.float32 and torch.empty(0).device == _CPU:
            return function(*args, **given)
        torch.set_default_dtype(torch.float32)
        try:
            with _CPU:
                return function(*args, **given)
        finally:
            torch.set_default_dtype(before)

    return called  # type: ignore[return-value]
