"""Configs of training runs: other values, moved lines, damaged text."""

import os
import pathlib
import random
import tempfile

from fuzz.play_on import InconsistentError
from fuzz.run import Case

from ctv_env.agents.training.config import TrainConfig, as_dict, named_configs, read_config
from ctv_env.agents.training.settings import ConfigError, read

_VALUES = (
    "null", "true", "-1", "0", "7", "1e308", ".nan", ".inf", "1" * 30, "9" * 5000, "0." + "1" * 400, "1e400",
    "[]", "{}",
    "[[[[[1]]]]]", "!!python/object/apply:os.system ['true']", "!!python/name:os.system", "&a [*a]", "../../x", "staff",
    "self", r'"\x1b[2J"', "2024-01-01", "2024-13-45", "0x7fffffff", "1:30", "random", "{a: b}", "{1: 2}",
    "{[1]: 2}", "~",
    '""', "| text", "[" * 300 + "]" * 300, "[" * 5000, "{a: &a [*a, *a]}", "!!timestamp x", "!!binary x",
    "!!set {a, b}",
    "!!float x", "!!int x", "!!bool x", "<<: 1", "A" * 20_000, "[1, x, null]", "\ud800", "\u0000",
)  # fmt: skip
_SIGNS = "[]{}:,-&*!|>'\"%@#09aZ \t\x00\x7f\n"
_LAUGHS = "side: [&a [x, x, x], &b [*a, *a, *a], &c [*b, *b, *b]]"


def target(game: str) -> Case:
    """Return the case, which is the same for all games."""
    folder = tempfile.TemporaryDirectory()
    texts = [file.read_text() for file in named_configs().values()]
    texts += [f"{text}\n{_LAUGHS}\n" for text in texts[:1]]

    def case(rng: random.Random) -> str:
        file = pathlib.Path(folder.name) / f"{os.getpid()}.yaml"
        file.write_bytes(damaged(rng.choice(texts), rng).encode("utf-8", "surrogatepass"))
        try:
            config = read_config(file, _changes(rng))
        except ConfigError as error:
            if len(str(error)) > 2000:
                raise InconsistentError(f"an error of {len(str(error))} characters") from error
            return "refused"
        if read(TrainConfig, as_dict(config)) != config and "nan" not in str(config):
            raise InconsistentError("the config is another once it has been written and read")
        return "read"

    return case


def _changes(rng: random.Random) -> list[str]:
    """Sometimes a change on the command line."""
    if rng.random() < 0.7:
        return []
    key = rng.choice(
        ("net", "seed", "evaluation.games", "warm_start.rounds", "a.b", "", "options.fog", "name", "options")
    )
    return [f"{key}={rng.choice(_VALUES)}"]


def damaged(text: str, rng: random.Random) -> str:
    """Return another text."""
    lines = text.split("\n")
    for _ in range(rng.choice((1, 1, 2, 3))):
        k = rng.randrange(len(lines))
        chance = rng.random()
        if chance < 0.5 and ":" in lines[k]:
            lines[k] = f"{lines[k].partition(':')[0]}: {rng.choice(_VALUES)}"
        elif chance < 0.6:
            lines.insert(k, lines[rng.randrange(len(lines))])
        elif chance < 0.7 and len(lines) > 1:
            del lines[k]
        elif chance < 0.85 and lines[k]:
            place = rng.randrange(len(lines[k]))
            lines[k] = lines[k][:place] + rng.choice(_SIGNS) + lines[k][place + 1 :]
        else:
            other = rng.randrange(len(lines))
            lines[k], lines[other] = lines[other], lines[k]
    return "\n".join(lines)
