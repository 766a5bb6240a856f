"""Positions of random games of any game, and all that a holder of a game may call."""

import json
import random

from conformance.subjects import step_at_random

from ctv_env.core.game import Game
from ctv_env.core.spec import GameSpec, spec_of
from ctv_env.core.terms import CHANCE_NAME

_STEPS, _LOOKS = 30, 0.1  # after what is accepted; the part of them with a look


class InconsistentError(Exception):
    """Data was accepted that should not have been."""


def positions(spec: GameSpec, seed: int = 0, games: int = 6, each: int = 12) -> list[Game]:
    """Copies from random games in all scenarios, with options drawn at random."""
    chooser, found = random.Random(seed), []
    scenarios = [scenario.name for scenario in spec.scenarios(None)]
    for k in range(max(games, len(scenarios))):
        game = _begin(spec, scenarios[k % len(scenarios)], chooser)
        walked = [game.clone()]
        while game.to_move is not None:
            step_at_random(game, chooser)
            walked.append(game.clone())
        found += [walked[0], walked[-1], *chooser.sample(walked, min(each, len(walked)))]
    return found


def _begin(spec: GameSpec, scenario: str, chooser: random.Random) -> Game:
    """Begin a game with a few options that are not the default, if they go together and with the scenario."""
    while True:
        options = {option.name: chooser.choice(option.values) for option in spec.options if chooser.random() < 0.3}
        try:
            return Game.new(spec, scenario, chooser.randrange(2**31), **options)
        except ValueError:
            continue


def use(game: Game, chooser: random.Random) -> None:
    """Look at a game in every way, then play it on at random, with a look now and then, which takes longer.

    Raises:
        InconsistentError: there is nothing to do, or the game is not the same after it has been saved.
    """
    for step in range(_STEPS):
        if step == 0 or chooser.random() < _LOOKS:
            _look(game, chooser)
        if game.to_move is None:
            return
        actions = game.legal_actions()
        if not actions:
            raise InconsistentError(f"no action is legal at {game.node}")
        action = chooser.choice(actions)
        if game.to_move != CHANCE_NAME:
            game.describe(action)
        game.step(action)


def _look(game: Game, chooser: random.Random) -> None:
    side = chooser.choice(game.spec.sides)
    game.observation(side, chooser.choice([*game.tables.observations]))
    game.text(side)
    game.explain_illegal(chooser.randrange(game.n_actions))
    game.score()
    game.log_of(side)
    again = Game.from_dict(json.loads(json.dumps(game.to_dict())))
    if again.to_bytes() != game.to_bytes():
        raise InconsistentError(f"at {game.node} the game is another once it has been written and read")


def spec_named(game: str) -> GameSpec:
    """Return the spec of a game, with its code compiled, which forked processes then need not do."""
    spec = spec_of(game)
    use(Game.new(spec, None, 0), random.Random(0))
    return spec
