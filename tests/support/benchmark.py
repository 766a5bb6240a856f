"""A benchmark of a few short games, in place of the real one."""

import pathlib

SMALL = """\
seeds: suite-v1
why_held_out:
  greedy: plays in another way
tasks:
  duel-both:
    game: ctv
    scenario: duel
    side: both
    seconds: 2
    pool: {random: 3, staff: 2}
    held_out: {greedy: 4}
  campaign-republican:
    game: ctv
    scenario: campaign
    side: republican
    seconds: 2
    pool: {random: 1}
    held_out: {greedy: 1}
"""


def write_small(folder: pathlib.Path, old: str = "", new: str = "") -> pathlib.Path:
    """Write the file of the tasks, with one text replaced by another."""
    assert old in SMALL
    file = folder / "tasks.yaml"
    file.write_text(SMALL.replace(old, new) if old else SMALL)
    return file
