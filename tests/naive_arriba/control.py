"""Control of regions and what it does to political support (12.2, 12.3, rulings A-102 to A-106)."""

from naive_arriba.board import read, region_of, regions


def control(
    before: dict[str, str], present: dict[str, set[str]], cities: dict[str, set[str]], dice: list[int]
) -> dict[str, str]:
    """Status of all regions after the dice, which are taken from the list in order.

    Args:
        before: ``"government"``, ``"rebel"`` or ``"contested"`` by region.
        present: areas with units of a side.
        cities: areas whose city a side occupies.
    """
    after = dict(before)
    for region in regions():
        sides = [side for side in ("government", "rebel") if region in {region_of(area) for area in present[side]}]
        if len(sides) == 1:
            after[region] = sides[0]
        elif sides:
            won = [side for side in sides if dice.pop(0) <= 2 * sum(region_of(a) == region for a in cities[side])]
            after[region] = won[0] if len(won) == 1 else "contested"
    return after


def points(before: dict[str, str], after: dict[str, str], dice: list[int]) -> dict[str, int]:
    """PSP of both sides."""
    total = {"government": 0, "rebel": 0}
    for region in regions():
        if before[region] != after[region]:
            if before[region] in total:
                total[before[region]] -= dice.pop(0)
            if after[region] in total:
                total[after[region]] += dice.pop(0)
    held = {side: list(after.values()).count(side) for side in total}
    lead = held["government"] - held["rebel"]
    lead = int(lead / read("charts.yaml")["support"]["changes"]["hold_divisor"])
    return {"government": total["government"] + lead, "rebel": total["rebel"] - lead}
