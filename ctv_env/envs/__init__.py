"""Front ends of the games, one file per library's conventions."""

import gymnasium

SINGLE_SIDE_ID = "ctv_env/Santander1937-v0"
IDS = {
    "campaign": SINGLE_SIDE_ID,
    "escudo": "ctv_env/Escudo1937-v0",
    "reinosa": "ctv_env/Reinosa1937-v0",
    "last-stand": "ctv_env/LastStand1937-v0",
    "duel": "ctv_env/Duel1937-v0",
}
"""Gymnasium's ids by scenario."""


def register_all() -> None:
    """Register the environments with Gymnasium; a second call changes nothing."""
    for scenario, name in IDS.items():
        if name not in gymnasium.registry:
            gymnasium.register(
                id=name,
                entry_point="ctv_env.envs.single:SingleSideEnv",
                vector_entry_point="ctv_env.envs.vector:VectorEnv",
                kwargs={"scenario": scenario},
            )
