"""The sequence after the combat die: step losses, morale, retreats, advances (10.3 to 10.6)."""

import typing

from naive import advance, after_combat, combat, retreat
from naive.position import Position

AFTER_THE_DIE = ("COMBAT_DIE", "LOSS_ATT", "MORALE_DIE", "RETREAT", "LOSS_DEF", "ADVANCE_TO")


class Due(typing.NamedTuple):
    """What is due next; no node at the end of the combat.  Steps owed never exceed those left (ruling R-40)."""

    node: str | None
    judged: str | None = None
    att: int = 0
    defender: int = 0


def due(before: Position, chosen, now: Position) -> Due:
    """Return what is due after an action ``(kind, name)`` or a face at ``before`` has led to ``now``."""
    if before.node == "COMBAT_DIE":
        lost, killed = combat.result(before, chosen)
        return attackers_lose(now, lost) or next_stack(now, None, killed)
    if before.node == "LOSS_ATT" and not before.judged_hex:
        return attackers_lose(now, before.owed["att"] - 1) or next_stack(now, None, before.result_def)
    if before.judged_hex:
        return judged_stack(before, chosen, now)
    if before.node == "ADVANCE_TO":
        return end(now)
    return defenders(before, chosen, now)


def attackers_lose(now: Position, steps: int) -> Due | None:
    """The attackers lose their steps first, down to the last (10.3, ruling R-40)."""
    owed = min(steps, sum(unit.steps for unit in now.attackers()))
    return Due("LOSS_ATT", att=owed) if owed > 0 else None


def next_stack(now: Position, judged: str | None, killed: int | str) -> Due:
    """The next Republican attacking stack with losses, in order of hex, rolls for morale; then come the defenders
    (10.6; rulings R-41, R-59, R-61)."""
    if now.phasing == "republican":
        stacks = {unit.hex for unit in now.attackers()}
        suffered = {unit.start for unit in now.pieces.values() if unit.role == "attacks" and unit.lost}
        later = sorted(code for code in stacks & suffered if code > (judged or ""))
        if later:
            return Due("MORALE_DIE", later[0])
    return first_of_defenders(now, killed)


def judged_stack(before: Position, chosen, now: Position) -> Due:
    """An attacking stack has no choice: it holds, or retreats after all losses; without a hex it loses an extra step
    (10.6; rulings R-41, R-61)."""
    code, killed = before.judged_hex, before.result_def
    stack = [unit for unit in now.attackers() if unit.hex == code]
    done = next_stack(now, code, killed)
    if before.node == "RETREAT" or not stack:
        return done
    if before.node == "LOSS_ATT" and before.morale_step == 2:
        return done
    result = after_combat.morale_result(before, chosen) if before.node == "MORALE_DIE" else before.morale_result
    if result not in after_combat.GO_BACK:
        return done
    if before.node == "MORALE_DIE" and result == "collapse":
        return Due("LOSS_ATT", code, att=1)
    return Due("RETREAT", code) if retreat.open_hexes(now, stack) else Due("LOSS_ATT", code, att=1)


def first_of_defenders(now: Position, killed: int | str) -> Due:
    """Defenders with losses: Republicans roll for morale, Nationalists choose at once (10.5, 10.6)."""
    if killed == combat.BREAKTHROUGH or killed == 0 or not retreat.defenders(now):
        return end(now)
    if now.defending == "republican":
        return Due("MORALE_DIE", defender=capped(now, killed))
    return choice(now, killed)


def choice(now: Position, owed: int) -> Due:
    """Stand or retreat, if there is a hex to retreat to (10.5)."""
    node = "RETREAT" if retreat.open_hexes(now, retreat.defenders(now)) else "LOSS_DEF"
    return Due(node, defender=capped(now, owed))


def defenders(before: Position, chosen, now: Position) -> Due:
    """The morale of the defenders, their retreat, their losses (10.5, 10.6; rulings R-41, R-42)."""
    owed = before.owed["def"]
    if before.node == "MORALE_DIE":
        result = after_combat.morale_result(before, chosen)
        owed += 1 if result == "collapse" else 0
        if result == "hold" or retreat.open_hexes(now, retreat.defenders(now)):
            return choice(now, owed)
        return Due("LOSS_DEF", defender=capped(now, owed + 1))
    if before.node == "RETREAT":
        traded = chosen[0] == "HEX" and before.morale_result not in after_combat.GO_BACK
        owed -= 1 if traded else 0
    else:
        owed -= 1
    left = capped(now, owed)
    return Due("LOSS_DEF", defender=left) if left else end(now)


def capped(now: Position, owed: int) -> int:
    """Ignore losses beyond the last step (10.3, ruling R-40)."""
    return min(owed, sum(unit.steps for unit in retreat.defenders(now)))


def end(now: Position) -> Due:
    """The attackers advance if they can (10.4)."""
    if any(advance.destinations(now, unit) for unit in now.attackers()):
        return Due("ADVANCE")
    return Due(None)


def as_due(before: Position, now: Position) -> Due:
    """Return what is due according to a position after ``before``; an advance that no unit can make does not count,
    and a retreat without a hex counts as standing."""
    if now.target != before.target:
        return Due(None)
    if now.node == "ADVANCE":
        return end(now)
    if now.node == "LOSS_ATT":
        stack = [unit for unit in now.attackers() if now.judged_hex in (None, unit.hex)]
        owed = 1 if now.judged_hex else now.owed["att"]
        return Due(now.node, now.judged_hex, att=min(owed, sum(unit.steps for unit in stack)))
    stands = now.node == "RETREAT" and not now.judged_hex and not retreat.open_hexes(now, retreat.defenders(now))
    return Due("LOSS_DEF" if stands else now.node, now.judged_hex, defender=capped(now, now.owed["def"]))
