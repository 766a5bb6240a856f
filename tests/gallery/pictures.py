"""What the gallery shows: each picture, what is to be seen, and how it is made."""

import shlex
import typing
from collections.abc import Callable

from gallery import boards, screens

from ctv_env.cli.main import main

_SEEDS = (0, 1, 2)


class Picture(typing.NamedTuple):
    """A picture of the gallery.

    Attributes:
        name: of its file, without the suffix.
        title: heading.
        words: what is to be seen.
        commands: typed one after the other; the last writes ``NAME.png``, unless ``make`` does.
        make: (name of the file) writes the picture into the working folder; None where the commands do.
    """

    name: str
    title: str
    words: str
    commands: tuple[str, ...] = ()
    make: Callable[[str], None] | None = None

    @property
    def file(self) -> str:
        return f"{self.name}.png"

    def run(self) -> None:
        """Make the picture in the working folder.

        Raises:
            RuntimeError: a command fails.
        """
        for command in self.commands:
            if main(shlex.split(command)[1:]):
                raise RuntimeError(f"`{command}` fails")
        if self.make:
            self.make(self.file)


def _draw(arguments: str, name: str, width: int = 1200) -> tuple[str]:
    return (f"ctv draw {arguments} --width {width} --out {name}.png",)


def _scenario(name: str, words: str) -> Picture:
    title = name.replace("-", " ").capitalize()
    return Picture(name, f"Scenario: {title}", words, _draw(f"--scenario {name}", name, 800))


PICTURES = (
    Picture(
        "start",
        "The campaign begins",
        "Turn 1, the Nationalist may move any piece that is outlined in yellow. Gold rings are objectives.",
        _draw("--seed 7", "start"),
    ),
    Picture(
        "choice",
        "A choice half made",
        "Reinosa is the target, two attackers are named; outlined in yellow are those who may join them.",
        make=boards.half_made_choice,
    ),
    Picture(
        "layers",
        "Zones of control and supply",
        "Hatching leans to the right for the Nationalist, to the left for the Republican; dots are hexes in supply.",
        _draw("--seed 7 --turn 3 --node MOVE --layers zoc,supply", "layers"),
    ),
    Picture(
        "nationalist",
        "What the Nationalist sees",
        "In fog an enemy counter shows its back; slips tell which piece was seen there last, and on which turn.",
        _draw("--seed 7 --turn 4 --node ATTACKERS --side nationalist", "nationalist"),
    ),
    Picture(
        "republican",
        "What the Republican sees",
        "The same moment from the other side.",
        _draw("--seed 7 --turn 4 --node ATTACKERS --side republican", "republican"),
    ),
    _scenario("escudo", "The CTV breaks in on the Burgos road."),
    _scenario("reinosa", "The pocket of the upper Ebro is closed from two sides."),
    _scenario("last-stand", "The end of the campaign."),
    _scenario("duel", "Two units against three, small enough to be solved."),
    Picture(
        "replay",
        "A recorded game in the browser",
        "One page that needs no server: steps, jumps, each side's sight, every combat term by term, curves."
        " [Open one](escudo.html).",
        make=screens.replay_page,
    ),
    Picture(
        "play",
        "A game against an agent in the browser",
        "What can be clicked is marked; the page says what is to be decided, and sums up the odds before the die.",
        make=screens.play_page,
    ),
    Picture(
        "curves",
        "Learning curves",
        "Three seeds of the smallest scenario, learned from nothing against random play.",
        (
            *(f"ctv train configs/train/duel.yaml seed={seed} --runs runs --quiet" for seed in _SEEDS),
            "ctv plot runs --out curves.png",
        ),
    ),
    Picture(
        "policy",
        "What a network would do",
        "How likely the first of these agents takes each of its first choices, and that it passes.",
        make=boards.policy,
    ),
    Picture(
        "ladder",
        "A ladder",
        "Ratings with intervals, and who beats whom, in the scenario `escudo`.",
        (
            "ctv ladder random greedy staff --scenario escudo --games 100 --file ladder.jsonl --out ladder",
            "ctv plot ladder.jsonl --out ladder.png",
        ),
    ),
    Picture(
        "battles",
        "Where battles are fought",
        "A hundred games of `staff` against `greedy`: how many battles in each hex, and who won them.",
        (
            "ctv evaluate staff greedy --games 100 --record games",
            "ctv plot games --width 1200 --out battles.png",
        ),
    ),
)
"""In the order of the page, in which they are made."""
