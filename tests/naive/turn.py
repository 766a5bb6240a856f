"""The turn of the game: supply checks, dice of the events, the end of a turn (3, 6.4, 11 to 13)."""

from naive import changes, supply
from naive.board import FACTORY, OBJECTIVES, VICTORY, ZONES, column
from naive.bombardment import HIGHEST_DSG
from naive.counters import CHARTS
from naive.position import Position

CHECKED = ("NAT_MOVEMENT", "NAT_COMBAT", "BASQUE", "REP_COMBAT")
STAGES = ("SETUP_DICE", "SETUP_REPUBLICAN", "SETUP_TRENCHES", "SETUP_ARMOUR", "SETUP_NATIONALIST", "SETUP_RESERVES",
          "WEATHER", "OFFENSIVE", "OFFENSIVE_SUCCESS", "WITHDRAWAL", "NEW_COLUMN", "NAT_MOVEMENT", "NAT_COMBAT",
          "BASQUE", "BREAKDOWNS", "FACTORY", "REP_MOVEMENT", "REP_COMBAT", "GAME_OVER")  # fmt: skip


def check_supply(position: Position, involved: list[str] | None = None) -> None:
    """Set new flags; units out of supply at the highest DSG level surrender (6.4, 9.5.1; R-08, R-15, R-16)."""
    flags = supply.checked(position, involved)
    for name, flag in flags.items():
        position.pieces[name].supplied = flag
    lost = [position.pieces[name] for name, flag in flags.items() if not flag]
    changes.eliminate(position, [unit for unit in lost if unit.dsg == HIGHEST_DSG])


def end_stage(position: Position, now: Position) -> None:
    """After set-up all air units are ready (4.3.2); units that have attacked may attack in the next segment (10.1);
    Basques that had to leave battalions have surrendered (13.3)."""
    over = position.stage.startswith("SETUP") and not now.stage.startswith("SETUP")
    for piece in position.pieces.values():
        piece.attacked = False
        if over and piece.counter.kind == "air":
            piece.place = "air_ready"
    if position.stage == "BREAKDOWNS":
        surrender(position, [p.name for p in position.pieces.values() if p.role == "leaves_battalion"])


def end_turn(position: Position, now: Position) -> None:
    """DSG levels fall, HQs and air units are ready again, columns turn over (3.D, 15.3); air units absent until the
    new turn return (9.1.1)."""
    for piece in position.pieces.values():
        piece.dsg = max(piece.dsg - 1, 0) if position.options["dsg_reduction"] else 0
        piece.used = piece.moved = piece.attacked = False
        if piece.place == "air_used" or (piece.place == "air_absent" and piece.back == now.turn):
            piece.place, piece.back = "air_ready", 0


def roll_armour(position: Position, face: int) -> None:
    """Withdraw armour that the Nationalist does not receive (4.3)."""
    for name, smallest in CHARTS["setup"]["armour_from"].items():
        if face < int(smallest):
            position.pieces[name].place = "withdrawn"


def roll_weather(position: Position, face: int) -> None:
    """Apply the weather die: rain on a six, or on a five after rain (11.2, ruling R-46)."""
    rules = CHARTS["weather"]
    die = face + (int(rules["after_rain"]) if position.weather == "rain" else 0)
    position.weather = "rain" if die >= int(rules["rain_from"]) else "fair"


def roll_attrition(position: Position, name: str, face: int) -> None:
    """Apply the attrition die: an air unit is withdrawn for two turns on a one (9.1.1, ruling R-32)."""
    if face <= int(CHARTS["air"]["lost_up_to"]):
        air = position.pieces[name]
        air.place, air.back = "air_absent", position.turn + int(CHARTS["air"]["turns_absent"])


def roll_factory(position: Position, face: int) -> None:
    """Apply the demolition die of the factory of Reinosa (14.2, ruling R-49)."""
    position.factory = face < int(CHARTS["factory"]["demolished_from"])


def republican_opening(position: Position) -> str:
    """The node that opens the Republican Phase (3.C, 13.2, 14.2)."""
    return "BASQUE_DIE" if may_surrender(position) else after_basques(position)


def after_basques(position: Position) -> str:
    """A die for the factory from turn 4 on, while the Republican holds Reinosa; else movement (14.2, ruling R-49).

    In the English edition he need only have held it as the turn began.
    """
    by_turn = position.options["edition"] == "en"
    return "FACTORY_DIE" if (position.factory_due if by_turn else position.reinosa_is_at_stake()) else "MOVE"


def may_surrender(position: Position) -> bool:
    """Whether no Basque brigade in supply is near column 18, or most are out of supply (13.2, ruling R-48)."""
    brigades = [u for u in position.units("republican") if u.counter.is_basque_brigade]
    home = [u for u in brigades if u.supplied and near_home(u.hex)]
    return bool(brigades) and (not home or 2 * sum(not u.supplied for u in brigades) > len(brigades))


def near_home(code: str) -> bool:
    """Whether a hex is within four hexes of column 18 (13.2)."""
    return abs(column(code) - int(ZONES["basque_column"])) <= int(ZONES["basque_home"])


def roll_surrender(position: Position, face: int, named: bool) -> None:
    """Apply the surrender die: 1 to 4; with over five brigades the Republican names those that leave battalions
    (13.2, 13.3)."""
    if face <= int(CHARTS["basque_surrender"]["up_to"]) and not named:
        surrender(position, [u.name for u in position.units("republican") if u.counter.is_basque_brigade])


def surrender(position: Position, leaving: list[str]) -> None:
    """Surrender all Basque brigades; those named leave a battalion in their hex (13.3, ruling R-48)."""
    brigades = [u for u in position.units("republican") if u.counter.is_basque_brigade]
    hexes = [position.pieces[name].hex for name in leaving]
    spare = [p for p in position.pieces.values() if p.counter.breakdown and p.place == "waiting"]
    for code, battalion in zip(hexes, spare, strict=False):
        battalion.hex, battalion.place, battalion.steps, battalion.supplied = code, "map", 1, True
    changes.eliminate(position, brigades, "surrendered")


def victory_points(position: Position) -> int:
    """Victory points of the Nationalist (14.1, 14.2; ruling R-51)."""
    dead = [p for p in position.pieces.values() if p.side == "republican" and p.counter.kind == "infantry"]
    dead = [p for p in dead if not p.counter.breakdown and p.place == "eliminated"]
    points = VICTORY["brigade_points"] if len(dead) >= VICTORY["brigades"] else 0
    for code, worth in OBJECTIVES.items():
        if position.control[code] == "nationalist" and (code != FACTORY or position.factory):
            points += worth
    return points


def winner(points: int) -> str:
    """Return the winner: the Nationalist with six points, or as set by a small scenario, else the Republican (14.1)."""
    return "nationalist" if points >= VICTORY["needed"] else "republican"
