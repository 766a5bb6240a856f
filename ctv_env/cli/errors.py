"""What a user did wrong, as against what the program did wrong."""

import contextlib
from collections.abc import Iterator

EXIT_USAGE, EXIT_INTERRUPTED = 2, 130


class UserError(Exception):
    """A mistake of the user: shown as one sentence, without a traceback."""


@contextlib.contextmanager
def user_errors(*kinds: type[Exception]) -> Iterator[None]:
    """Within this block errors of these kinds are the user's, such as a ValueError about an argument."""
    try:
        yield
    except kinds as error:
        raise UserError(" ".join(str(error).split())) from error
