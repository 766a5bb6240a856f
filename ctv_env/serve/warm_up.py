"""Warm-up: compiles code before anyone has to wait for it."""

import random

from ctv_env.core.game import Game
from ctv_env.core.spec import spec_of
from ctv_env.core.terms import CHANCE_NAME
from ctv_env.serve import picture
from ctv_env.serve.offer import Offer
from ctv_env.serve.players import PERSON, Player

_STEPS = 400


def warm_up(offer: Offer) -> None:
    """Play the offered game, persons at random, until something has been previewed and every agent has decided."""
    spec = spec_of(offer.game)
    game = Game.new(spec, offer.scenario, 0, data_dir=offer.data_dir, **offer.options)
    picture.counters(game, game.spec.sides[0])
    players = {side: Player(name, game, side, 0) for side, name in offer.seats.items() if name != PERSON}
    try:
        _play(game, players)
    finally:
        for player in players.values():
            player.close()


def _play(game: Game, players: dict[str, Player]) -> None:
    """Play as ``warm_up`` says; ``players`` are the agents by their sides."""
    ui, chooser = game.spec.ui(), random.Random(0)
    waited_for, previewed = set(players), False
    for _ in range(_STEPS):
        if game.to_move is None or (previewed and not waited_for):
            return
        previewed = previewed or ui.preview(game, 0) is not None
        if game.to_move == CHANCE_NAME:
            game.roll()
            continue
        waited_for.discard(game.to_move)
        player = players.get(game.to_move)
        action = player.decide(game) if player else chooser.choice(game.legal_actions())
        game.explain_illegal(action)
        game.step(action)
