"""Outside programs that break the protocol in every way, and leave processes behind."""

import json
import os
import pathlib
import random
import secrets
import sys
import tempfile
from collections.abc import Callable

from ctv_env.agents.evaluation.records import Setting
from ctv_env.agents.evaluation.single_match import play_single
from ctv_env.agents.external.program import ProgramAgent
from ctv_env.agents.registry import make_agent
from ctv_env.core.spec import spec_of

_PROGRAM = """
import json, os, random, signal, subprocess, sys, time
rng = random.Random(SEED)
NASTY = ["\\x1b]0;pwned\\x07", "\\x1b[2J", "\\u202e", "\\x00", "\\ud800", "A" * 3000, "9" * 500]
WILD = [None, True, -1, 0.5, 10**30, "7", [], {}, [[]], float("nan"), "[" * 90000]

def say(text):
    sys.stdout.buffer.write(text.encode("utf-8", "surrogatepass") + b"\\n")
    sys.stdout.buffer.flush()

def answer(**changes):
    legal = [one["action"] for one in question.get("actions", [])]
    say(json.dumps({"id": question["id"]} | ({"action": rng.choice(legal)} if legal else {}) | changes))

def leave():
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            time.sleep(60)
        os._exit(0)

def flood(stream):
    for _ in range(rng.choice((10, 300))):
        stream.write(rng.choice(NASTY).encode("utf-8", "surrogatepass") * 9)
    stream.flush()

def leave_too():
    subprocess.Popen(["sleep", "60"], start_new_session=True)

def end():
    os.kill(os.getpid(), rng.choice((6, 9, 11)))

BAD = [
    lambda: answer(id=rng.choice(WILD)), lambda: answer(action=rng.choice(WILD)),
    lambda: answer(action=rng.randrange(500)), lambda: answer(state=rng.choice(WILD)),
    lambda: (answer(), answer()), lambda: say(rng.choice(NASTY)), lambda: say(""), lambda: say("null"),
    lambda: say("[" * 50000), lambda: say("1" * 2**21), lambda: sys.stdout.buffer.write(rng.randbytes(99)),
    lambda: flood(sys.stdout.buffer), lambda: flood(sys.stderr.buffer), lambda: sys.exit(rng.choice(NASTY[:4])),
    lambda: os._exit(rng.randrange(256)), lambda: 1 // 0, end, lambda: os.close(0), lambda: os.close(1),
    lambda: os.close(2), lambda: time.sleep(rng.choice((0.1, 5))), leave, leave_too,
    lambda: signal.signal(signal.SIGTERM, signal.SIG_IGN), lambda: os.killpg(0, 19),
    lambda: os.setpgid(0, os.getppid()),
]
if rng.random() < 0.1:
    rng.choice(BAD)()
for line in sys.stdin:
    question = json.loads(line)
    if rng.random() < RATE:
        rng.choice(BAD)()
    answer(**({"state": rng.choice(question["states"])} if question["type"] == "start" and rng.random() < 0.5 else {}))
"""
_SECONDS = 1.5  # that a program has for an answer


class BrokenError(Exception):
    """A program did more than lose its game."""


def target(game: str) -> Callable[[random.Random], str]:
    """Return the case for a game."""
    spec = spec_of(game)
    folder = tempfile.TemporaryDirectory()
    scenarios = [scenario.name for scenario in spec.scenarios(None)]
    smallest = "duel" if "duel" in scenarios else scenarios[0]

    def case(rng: random.Random) -> str:
        file = pathlib.Path(folder.name) / f"{os.getpid()}.py"
        rate = rng.choice((0.0, 0.3, 0.6, 1.0))
        file.write_text(_PROGRAM.replace("SEED", str(rng.randrange(2**32))).replace("RATE", str(rate)))
        return _played(f"program:{sys.executable} {file}", rng, game, smallest)

    return case


def _played(name: str, rng: random.Random, game: str, scenario: str) -> str:
    """Play a game between the program and a random agent; judge how it ended, and what is left of the program."""
    first, second = rng.sample(spec_of(game).sides, 2)
    mark = secrets.token_hex(8)
    os.environ["CTV_FUZZ"] = mark  # inherited by all that the program starts
    program = ProgramAgent(name, game, scenario, first, _SECONDS)
    agents = {first: program, second: make_agent("random", game, scenario, second)}
    try:
        record = play_single(agents, rng.randrange(2**31), Setting(game, scenario))
    finally:
        program.close()
    if left := _left_with(mark):
        raise BrokenError(f"left behind: {left}")
    reason = record.forfeit
    if not reason.isprintable() or len(reason) > 1000:
        raise BrokenError(f"a reason that is not one line of text: {reason[:200]!r}")
    if not reason:
        return "played"
    json.dumps(reason).encode()
    return "refused"


def _left_with(mark: str) -> list[str]:
    """Return the commands of all other processes with ``mark`` in their environment."""
    found = []
    for folder in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            if folder.name != str(os.getpid()) and mark.encode() in (folder / "environ").read_bytes():
                found.append((folder / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")[:80])
        except OSError:  # it has ended, or belongs to somebody else
            continue
    return found
