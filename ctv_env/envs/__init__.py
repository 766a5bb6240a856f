"""Front ends of the games."""


def register_all() -> None:
    """Register the environments with Gymnasium."""
