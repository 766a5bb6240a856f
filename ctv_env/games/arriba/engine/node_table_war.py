"""The nodes of movement, combat, recovery and the Inter-Phase (chapters 8 to 13)."""

from ctv_env.core.nodes import DIE, NodeDeclaration
from ctv_env.games.arriba.engine.deciders import CHANCE
from ctv_env.games.arriba.engine.node_table_battle import BATTLE_NODES
from ctv_env.games.arriba.engine.node_table_moves import MOVEMENT_NODES
from ctv_env.games.arriba.model.codes import Node, Stage
from ctv_env.games.arriba.rules.r10_recovery import roll_recovery
from ctv_env.games.arriba.rules.r12_inter_phase import roll_control, roll_region

_INTER_PHASE = (Stage.INTER_PHASE,)

WAR_NODES: tuple[NodeDeclaration, ...] = (
    *MOVEMENT_NODES,
    *BATTLE_NODES,
    NodeDeclaration(
        Node.RECOVERY_DIE,
        (Stage.RECOVERY_1, Stage.RECOVERY_2),
        CHANCE,
        rules="10, A-97, A-128",
        asks=DIE,
        act=roll_recovery,
        holds=("cursor", "rolled", "recovered"),
    ),
    NodeDeclaration(
        Node.CONTROL_DIE,
        _INTER_PHASE,
        CHANCE,
        rules="12.2, A-102",
        asks=DIE,
        act=roll_control,
        holds=("cursor", "control_before", "dice_left", "dice_sum"),
    ),
    NodeDeclaration(
        Node.PS_DIE,
        _INTER_PHASE,
        CHANCE,
        rules="12.3, A-103, A-104",
        asks=DIE,
        act=roll_region,
        holds=("cursor", "control_before", "dice_left", "sum_ps"),
    ),
)
