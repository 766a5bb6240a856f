"""Writing files that the user names."""

import os
import pathlib


def write_whole(file: pathlib.Path, content: bytes) -> None:
    """Write a file that gets its name only when it is complete: a failure leaves what was there before.

    A device or a pipe is written directly, since it must not be replaced; so is a folder, which is an error.

    Raises:
        OSError: it cannot be written.
    """
    target = pathlib.Path(os.path.realpath(file))  # a link stays a link
    if target.exists() and not target.is_file():
        target.write_bytes(content)
        return
    part = target.with_name(f".{target.name}.part")
    try:
        part.write_bytes(content)
        part.replace(target)
    finally:
        part.unlink(missing_ok=True)
