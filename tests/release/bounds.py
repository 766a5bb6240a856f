"""Print the lowest versions that ``pyproject.toml`` admits, as constraints for pip (``make test-oldest``)."""

import pathlib
import re
import tomllib

ROOT = pathlib.Path(__file__).parents[2]


def lowest(requirements: list[str]) -> list[str]:
    """Return ``NAME==VERSION`` for each requirement with a lower bound."""
    found = (re.match(r"([\w-]+)(?:\[[\w,]+\])?>=([\w.]+)", one) for one in requirements)
    return sorted({f"{match[1]}=={match[2]}" for match in found if match})


def main() -> None:
    """Print those of the package and of all its extras."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"].values()
    print("\n".join(lowest([*project["dependencies"], *(one for extra in extras for one in extra)])))


if __name__ == "__main__":
    main()
