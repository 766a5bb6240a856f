"""Corpo Truppe Volontarie: Santander 1937.  Start with README.md in this folder."""

import pathlib


def _environments() -> dict[str, str]:
    """Ids by scenario: the campaign's, then one per file name, such as LastStand1937 for ``last-stand``."""
    files = (pathlib.Path(__file__).parent / "data" / "scenarios").glob("*.yaml")
    small = sorted(file.stem for file in files if file.stem != "campaign")
    ids = {name: f"ctv_env/{name.title().replace('-', '')}1937-v0" for name in small}
    return {"campaign": "ctv_env/Santander1937-v0"} | ids


ENVIRONMENTS = _environments()
"""Gymnasium's environment ids by scenario; the first is the default scenario."""

MOST_DECISIONS = {"campaign": 37_800, "duel": 37_800, "escudo": 16_200, "last-stand": 37_800, "reinosa": 21_600}
"""Bound on the decisions of a game by scenario: the spec's ``max_steps``, whose tables are too slow to load here."""
