"""Records of games: changed lines, lines that are moved or missing, damaged files."""

import gzip
import json
import os
import pathlib
import random
import tempfile

from conformance.subjects import step_at_random
from fuzz.mutations import damage, damage_bytes, words_in
from fuzz.play_on import InconsistentError, positions, spec_named
from fuzz.run import Case

from ctv_env.core.game import Game
from ctv_env.core.replay.format import Content
from ctv_env.core.replay.playback import verify
from ctv_env.core.replay.reader import ReplayError
from ctv_env.core.replay.recording import RecordedGame
from ctv_env.core.spec import GameSpec

_ODD = (
    b"[" * 100_000 + b"\n",
    b'{"a":' * 50_000 + b"\n",
    b"\n",
    b"\xff\xfe\n",
    b"\0" * 99,
    b"9" * 9999 + b"\n",
    b"{}\n",
)


def target(game: str) -> Case:
    """Return the case for a game."""
    folder = tempfile.TemporaryDirectory()
    texts = _recorded(spec_named(game), pathlib.Path(folder.name))

    def case(rng: random.Random) -> str:
        text = rng.choice(texts)
        changed, forged = damaged(text, rng)
        file = pathlib.Path(folder.name) / f"{os.getpid()}.jsonl"
        file.write_bytes(changed)
        try:
            verify(file)
        except ReplayError:
            return "refused"
        if not forged and _told(changed) != _told(text):
            raise InconsistentError("a changed record was verified")
        return "verified, though its header is forged" if forged else "verified"

    return case


def _recorded(spec: GameSpec, folder: pathlib.Path) -> list[bytes]:
    """The texts of records of short games, some of which begin in the middle."""
    players = dict(zip(spec.sides, ("one", "another"), strict=True))
    late = [game for game in positions(spec, seed=5) if game.to_move is not None]
    begins = [(Game.new(spec, spec.scenarios(None)[-1].name, seed), seed) for seed in range(3)]
    begins += [(game, None) for game in late[-3:]]
    texts = []
    for k, (begin, seed) in enumerate(begins):
        file = folder / f"game{k}.jsonl"
        game, chooser = RecordedGame(begin, file, players, seed), random.Random(k)
        while game.to_move is not None:
            step_at_random(game, chooser)
        texts.append(file.read_bytes())
    return texts


def damaged(text: bytes, rng: random.Random) -> tuple[bytes, bool]:
    """Return another text, and whether its header was changed by somebody who knows how to make the hash right."""
    lines = text.splitlines(keepends=True)
    chance = rng.random()
    if chance < 0.3:
        return _forged(lines, rng), True
    if chance < 0.55:
        k = rng.choice((0, rng.randrange(len(lines)), len(lines) - 1))
        lines[k] = _changed_line(lines[k], rng)
    elif chance < 0.65:
        one, other = rng.randrange(len(lines)), rng.randrange(len(lines))
        lines[one], lines[other] = lines[other], lines[one]
    elif chance < 0.72:
        k = rng.randrange(len(lines))
        lines[k : k + 1] = [] if rng.random() < 0.5 else [lines[k]] * 2
    elif chance < 0.78:
        lines.insert(rng.randrange(len(lines) + 1), rng.choice(_ODD))
    elif chance < 0.9:
        return damage_bytes(text, rng), False
    else:
        return damage_bytes(gzip.compress(text, 1), rng), False
    return b"".join(lines), False


def _changed_line(line: bytes, rng: random.Random) -> bytes:
    data = json.loads(line)
    return json.dumps(damage(data, rng, words_in(data))).encode() + b"\n"


def _forged(lines: list[bytes], rng: random.Random) -> bytes:
    """The record with another header and the hash that goes with it."""
    content = Content()
    lines[0] = _changed_line(lines[0], rng)
    for line in lines[:-1]:
        content.add(line)
    lines[-1] = json.dumps(json.loads(lines[-1]) | {"content": content.hash()}).encode() + b"\n"
    return b"".join(lines)


def _told(text: bytes) -> list[str]:
    """What the lines say, however they are written."""
    text = gzip.decompress(text) if text.startswith(b"\x1f\x8b") else text
    return [json.dumps(json.loads(line), sort_keys=True) for line in text.splitlines()]
