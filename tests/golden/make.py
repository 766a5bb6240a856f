"""Regenerate the golden games and the exact values (``make golden``).  Explain the change in the changelog."""

from golden import duel
from golden.games import CASES, FOLDER, record


def main() -> None:
    """Write all files of this folder that tests compare with."""
    for name, case in CASES.items():
        (FOLDER / f"{name}.txt").write_text(record(case))
        print(f"wrote {name}.txt")
    duel.write()
    print(f"wrote {duel.FILE.name}")


if __name__ == "__main__":
    main()
