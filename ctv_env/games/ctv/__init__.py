"""Corpo Truppe Volontarie: Santander 1937.  Start at README.md here."""

import pathlib


def _environments() -> dict[str, str]:
    """The campaign's id, then one for each other scenario by its file's name: ``last-stand``, LastStand1937."""
    files = (pathlib.Path(__file__).parent / "data" / "scenarios").glob("*.yaml")
    small = sorted(file.stem for file in files if file.stem != "campaign")
    ids = {name: f"ctv_env/{name.title().replace('-', '')}1937-v0" for name in small}
    return {"campaign": "ctv_env/Santander1937-v0"} | ids


ENVIRONMENTS = _environments()
"""Gymnasium's environment ids by scenario; the first is the default scenario."""
