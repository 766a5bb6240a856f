"""Front ends of the games, one file per library's conventions."""

import gymnasium

SINGLE_SIDE_ID = "ctv_env/Santander1937-v0"


def register_all() -> None:
    """Register the environments with Gymnasium; a second call changes nothing."""
    if SINGLE_SIDE_ID not in gymnasium.registry:
        gymnasium.register(id=SINGLE_SIDE_ID, entry_point="ctv_env.envs.single:SingleSideEnv")
