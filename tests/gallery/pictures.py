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
        "Turn 1: the Nationalist may move any piece outlined in yellow. Gold rings mark objectives.",
        _draw("--seed 7", "start"),
    ),
    Picture(
        "choice",
        "A choice half made",
        "Reinosa is the target and two attackers have been chosen. The pieces outlined in yellow may join them.",
        make=boards.half_made_choice,
    ),
    Picture(
        "layers",
        "Zones of control and supply",
        "Hatching leans right for the Nationalist and left for the Republican. Dots mark hexes in supply.",
        _draw("--seed 7 --turn 3 --node MOVE --layers zoc,supply", "layers"),
    ),
    Picture(
        "nationalist",
        "What the Nationalist sees",
        "In fog of war an enemy counter shows its back. Labels name the piece last seen there, and the turn.",
        _draw("--seed 7 --turn 4 --node ATTACKERS --side nationalist", "nationalist"),
    ),
    Picture(
        "republican",
        "What the Republican sees",
        "The same moment, from the other side.",
        _draw("--seed 7 --turn 4 --node ATTACKERS --side republican", "republican"),
    ),
    _scenario("escudo", "The CTV attacks along the Burgos road."),
    _scenario("reinosa", "Two pincers close the pocket on the upper Ebro."),
    _scenario("last-stand", "The end of the campaign."),
    _scenario("duel", "Two units against three: small enough to solve exactly."),
    Picture(
        "replay",
        "A recorded game in the browser",
        "One page that needs no server: go through a game step by step, as each side sees it, with every combat term"
        " by term. [Open one](escudo.html).",
        make=screens.replay_page,
    ),
    Picture(
        "play",
        "A game against an agent in the browser",
        "The page marks what can be clicked, says what has to be decided, and adds up the odds before the die roll.",
        make=screens.play_page,
    ),
    Picture(
        "curves",
        "Learning curves",
        "Three seeds of the smallest scenario, trained from scratch against random play.",
        (
            *(f"ctv train configs/train/duel.yaml seed={seed} --runs runs --quiet" for seed in _SEEDS),
            "ctv plot runs --out curves.png",
        ),
    ),
    Picture(
        "policy",
        "What a network would do",
        "The first of these agents' opening action probabilities, and its probability of passing.",
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
        "A hundred games of `staff` against `greedy`: how many battles were fought in each hex, and who won them.",
        (
            "ctv evaluate staff greedy --games 100 --record games",
            "ctv plot games --width 1200 --out battles.png",
        ),
    ),
)
"""In the order of the page, in which they are made."""
