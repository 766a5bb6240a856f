"""How a check of a written position refuses it."""

import numpy as np


def refuse_if(wrong: bool | np.bool, key: str, problem: str, remedy: str) -> None:
    """Raise a ValueError that names the key, what is wrong and what would be right, if it is wrong."""
    if wrong:
        raise ValueError(f"{key!r}: {problem}; {remedy}")
