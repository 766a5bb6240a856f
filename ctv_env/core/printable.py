"""Untrusted text, such as an outside program's, made safe for a terminal."""


def printable(text: str, keep: str = "") -> str:
    """Return ``text`` with escapes such as ``\\x1b`` in place of control and other invisible characters.

    A terminal interprets these: they can clear it, rename it, or hide and reorder text.

    Args:
        text: of any origin.
        keep: characters that stay, such as a line's end.
    """
    return "".join(
        char if char.isprintable() or char in keep else char.encode("unicode_escape").decode() for char in text
    )
