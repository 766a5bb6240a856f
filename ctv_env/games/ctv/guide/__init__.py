"""The house's aid to people who play at a screen; loaded when such a game begins, not with the rules."""

import functools

from ctv_env.core.datafile import Document
from ctv_env.core.game import Game
from ctv_env.core.ui import Aid
from ctv_env.games.ctv.drawing.battle_map import battle_map
from ctv_env.games.ctv.guide import inspection as sight
from ctv_env.games.ctv.guide import odds
from ctv_env.games.ctv.guide.advice import ADVICE, AIMS, AWAITED, HELP, SUMMARY
from ctv_env.games.ctv.guide.battles import battles
from ctv_env.games.ctv.guide.plan import plan
from ctv_env.games.ctv.loading.deployment import SCENARIO
from ctv_env.games.ctv.loading.load import DATA_DIR, OPTIONS, GameTables, scenarios
from ctv_env.games.ctv.model.actions import as_cell, as_piece
from ctv_env.games.ctv.model.codes import FIRST_HEX, FIRST_PIECE, MAP, RAIN


@functools.cache
def _titles() -> dict[str, str]:
    """Title of each scenario, by name."""
    return {name: Document(DATA_DIR / "scenarios" / f"{name}.yaml", SCENARIO).data["title"] for name in scenarios()}


_CHOICES = {
    "fog": "Fog of war: of the enemy you see only where counters stand, and how many",
    "play_forced": "Choices with a single possibility are made for you",
    "air_combat": "Optional rule 15.1: air units fight each other",
    "dsg_reduction": "Optional rule 15.3: disorganised units recover step by step",
    "rivers": "Rivers hinder movement and attack",
}


def _status(game: Game, _) -> list[tuple[str, str]]:
    """Turn, weather, points, morale: all of it lies open (ruling R-56)."""
    record, t = game.record, game.tables.record[0]
    return [
        ("Turn", f"{game.turn} of {int(t['n_turns'])}" if game.turn else "set-up"),
        ("Weather", "rain" if record["weather"] == RAIN else "fair"),
        ("Nationalist points", f"{game.vp()} of {int(t['vp_to_win'])}"),
        ("Republican morale", str(int(record["morale"]))),
    ]


def _beside(game: Game, _) -> list[tuple[str, str]]:
    return sight.beside(game)


def _marks(game: Game, _) -> dict:
    """Asked for only at decisions of the side that looks, and at dice: what the enemy holds in hand is not shown."""
    return sight.marks(game)


def _hides(tables: GameTables) -> bool:
    return tables.options["fog"]


def _place_of(game: Game, action: int) -> str | None:
    """Code of the hex that an action names, or where the piece stands that it names."""
    if action >= FIRST_HEX:
        return game.tables.grid.code(as_cell(action))
    if action < FIRST_PIECE or game.record["piece_place"][as_piece(action)] != MAP:
        return None
    return game.tables.grid.code(int(game.record["piece_hex"][as_piece(action)]))


AID = Aid(
    title="Corpo Truppe Volontarie: Santander 1937",
    summary=SUMMARY,
    help=HELP,
    aims=AIMS,
    advice=ADVICE,
    awaited=AWAITED,
    choices={name: (bool(OPTIONS[name].default), words) for name, words in _CHOICES.items()},
    scenarios=_titles,
    status=_status,
    beside=_beside,
    stacks=sight.stacks,
    marks=_marks,
    preview=odds.preview,
    hides=_hides,
    reveals=sight.reveals,
    place_of=_place_of,
    plan=plan,
    battles=battles,
    battle_map=battle_map,
)
