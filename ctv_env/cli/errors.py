"""User errors, as opposed to errors of the program."""

import contextlib
from collections.abc import Iterator

EXIT_USAGE, EXIT_INTERRUPTED = 2, 130


class UserError(Exception):
    """A mistake of the user, shown as one sentence without a traceback."""


@contextlib.contextmanager
def user_errors(*kinds: type[Exception]) -> Iterator[None]:
    """Treat errors of these kinds within this block as the user's, such as a ValueError about an argument."""
    try:
        yield
    except BrokenPipeError:  # the reader of the output has stopped reading, which is nobody's mistake
        raise
    except kinds as error:
        raise UserError(" ".join(str(error).split())) from error
