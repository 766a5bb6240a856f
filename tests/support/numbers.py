"""Positions in bare numbers, as games of the beginning wrote them: they are still read."""

from ctv_env.core.game import Game


def in_numbers(game: Game) -> dict:
    """The position with every field as numbers, derived ones too."""
    record, head = (
        game.record,
        {key: game.to_dict()[key] for key in ("game", "scenario", "options", "data_dir", "data")},
    )
    fields = {name: record[name].tolist() for name in record.dtype.names if name not in ("rng", "padding")}
    return head | {"rng": f"{int(record['rng']):016x}"} | fields
