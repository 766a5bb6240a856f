"""External programs: one that plays, and every way to fail; the match continues, and no process is left behind."""

import functools
import json
import multiprocessing
import os
import pathlib
import shlex
import signal
import subprocess
import sys
import threading
import time

import pytest

from ctv_env import agents, new_game
from ctv_env.agents.base import ForfeitError
from ctv_env.agents.evaluation.arena import Arena
from ctv_env.agents.evaluation.evaluate import StoppedError, evaluate
from ctv_env.agents.evaluation.records import Setting
from ctv_env.agents.evaluation.single_match import play_single
from ctv_env.agents.evaluation.worker import Worker
from ctv_env.agents.external import subprocess_client
from ctv_env.agents.external.program import ProgramAgent
from ctv_env.agents.external.subprocess_client import KEPT, LINE_LIMIT, ClientError, SubprocessClient
from ctv_env.agents.offline.recorder import Job, Task, record
from ctv_env.agents.registry import make_agent
from ctv_env.agents.scripted.uniform import UniformAgent
from ctv_env.core.view import View

EXAMPLE = f"program:{sys.executable} {pathlib.Path(agents.__file__).parent / 'examples' / 'random_player.py'}"
DUEL = Setting(scenario="duel", options={"dice": "keyed"}, time_limit=20.0)

BEGIN = "import json, os, sys, time; ask = lambda: json.loads(sys.stdin.readline())\n"
SAY = "say = lambda **answer: print(json.dumps(answer), flush=True)\n"
START = BEGIN + SAY + "question = ask(); say(id=question['id'])\n"
DECIDE = START + "question = ask()\n"
STUBBORN = (
    BEGIN
    + SAY
    + """
for line in sys.stdin:
    question = json.loads(line)
    say(id=question["id"], action=question.get("actions", [{"action": None}])[0]["action"])
time.sleep(60)
"""
)


def program(code, tmp_path) -> str:
    file = tmp_path / "player.py"
    file.write_text(code)
    return f"program:{sys.executable} {file}"


def forfeit(name, time_limit=20.0) -> str:
    """Why a program forfeits the duel as the Nationalist."""
    with_time_limit = DUEL._replace(time_limit=time_limit)
    agent = make_agent(name, "ctv", "duel", "nationalist", time_limit=time_limit)
    record = play_single({"nationalist": agent, "republican": UniformAgent()}, 1, with_time_limit)
    agent.close()
    assert record.winner == 1
    return record.forfeit


def left_behind(folder) -> list[str]:
    """Players of a folder that run, and processes of ours that have ended and that nobody has waited for."""
    listing = subprocess.run(["ps", "-wweo", "ppid,stat,args"], capture_output=True, text=True, check=True).stdout
    rows = [line.split(None, 2) for line in listing.splitlines()[1:]]
    return [row[2] for row in rows if str(folder) in row[2] or (row[0] == str(os.getpid()) and row[1][0] == "Z")]


@pytest.fixture(autouse=True)
def _nothing_stays_behind(tmp_path):
    yield
    deadline = time.monotonic() + 5
    while left_behind(tmp_path) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert left_behind(tmp_path) == []


# -- a program that plays ------------------------------------------------------------------------------------------


def test_the_example_plays_games_to_their_end():
    result, *_ = evaluate(EXAMPLE, "random", "both", [1, 2], DUEL)
    assert (result.agent, result.games, result.forfeits, result.forfeits_won) == (EXAMPLE, 4, {}, {})
    assert result.mean_decisions > 2


def test_the_seed_reaches_the_program():
    def digests(seeds):
        with Arena(DUEL) as arena:
            return [record.digest for (record,) in arena.play([(EXAMPLE, "staff")], seeds)]

    assert digests([1, 2, 1, 3])[::2] == digests([1]) * 2
    assert len(set(digests([1, 2, 3, 4, 5]))) > 1


def test_programs_play_in_processes_too_and_end_with_them(tmp_path):
    name = program(STUBBORN, tmp_path)
    alone, two = (evaluate(name, "staff", "both", [1, 2], DUEL._replace(threads=n)) for n in (1, 2))
    assert [result.as_dict() for result in alone] == [result.as_dict() for result in two]
    assert alone[0].forfeits == {}


@pytest.mark.parametrize("threads", [1, 2])
def test_a_stand_in_ends_with_the_recording(threads, tmp_path):
    task = Task(DUEL._replace(threads=threads), "flat", program(STUBBORN, tmp_path), 0.5)
    jobs = [Job(("staff", "random"), ("nationalist",), seed) for seed in (1, 2)]
    assert len(list(record(task, jobs))) == 2


@pytest.mark.parametrize("ending", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_programs_end_with_a_match_that_is_stopped(ending, tmp_path):
    """Ctrl-C goes to all processes of a terminal, a request to end or a kill to the first alone."""
    begun = tmp_path / "begun"
    name = program(BEGIN + f"open({str(begun)!r}, 'w'); time.sleep(60)", tmp_path)
    command = [sys.executable, "-m", "ctv_env.cli.main", "evaluate", name, "random", "--scenario=duel"]
    command += ["--side=nationalist", "--games=4", "--threads=2"]
    listening = functools.partial(signal.signal, signal.SIGINT, signal.SIG_DFL)  # background jobs ignore SIGINT
    match = subprocess.Popen(command, start_new_session=True, stderr=subprocess.PIPE, preexec_fn=listening)
    deadline = time.monotonic() + 60
    while not begun.exists() and time.monotonic() < deadline:
        time.sleep(0.05)
    if ending == signal.SIGKILL:
        match.kill()
        match.wait()
    else:
        (os.killpg if ending == signal.SIGINT else os.kill)(match.pid, ending)
        code, said = match.wait(20), match.stderr.read().decode()
        assert code == 130, said
        assert "stopped after 0 of 4 seeds, no game had ended" in said
        assert "leaked" not in said
    match.stderr.close()


def test_a_process_that_ends_waits_for_a_program_that_it_is_starting(monkeypatch):
    """One that is ended in between would leave the program behind."""
    events, held, worker = [], [], Worker(DUEL, multiprocessing.Pipe()[0])
    monkeypatch.setattr(worker.agents, "dismiss", lambda: events.append("dismissed"))
    monkeypatch.setattr(os, "_exit", events.append)
    leaving = threading.Thread(target=worker.leave)

    def start(command):
        leaving.start()
        leaving.join(0.2)
        held.append(list(events))
        raise ClientError("is not a program")

    monkeypatch.setattr(agents.external.program, "SubprocessClient", start)
    with pytest.raises(ForfeitError):
        make_agent(EXAMPLE, "ctv", "duel", "nationalist").reset(1)
    leaving.join(20)
    agents.external.program.STARTING.release()
    assert (held, events) == ([[]], ["dismissed", 1])


def test_a_program_that_kills_its_parent_ends_the_evaluation_in_a_sentence(tmp_path):
    name = program(BEGIN + "os.kill(os.getppid(), 9)", tmp_path)
    with pytest.raises(StoppedError, match="were ended from outside") as stopped:
        evaluate(name, "staff", "both", [1, 2], DUEL._replace(threads=2))
    assert (stopped.value.results, stopped.value.n_seeds) == ([], 0)


@pytest.mark.parametrize("state", ["words", "planes", "both"])
def test_a_program_is_told_what_its_side_may_know_and_no_more(state, tmp_path):
    code = BEGIN + SAY + f"asked = [ask()]; say(id=asked[0]['id'], state={state!r})\n"
    code += f"asked.append(ask()); json.dump(asked, open({str(tmp_path / 'asked.json')!r}, 'w'))\n"
    game = new_game("ctv", "escudo", seed=1)
    while game.to_move == "chance":
        game.roll()
    agent = ProgramAgent(program(code, tmp_path), "ctv", "escudo", "nationalist", 20.0)
    agent.reset(7)
    with pytest.raises(ForfeitError):
        agent.act(None, game.action_mask(), {"view": View(game, "nationalist")})
    start, decide = json.loads((tmp_path / "asked.json").read_text())
    assert {key: start[key] for key in ("type", "protocol", "game", "scenario", "side", "seed")} == {
        "type": "start", "protocol": 1, "game": "ctv", "scenario": "escudo", "side": "nationalist", "seed": 7,
    }  # fmt: skip
    assert state in start["states"]
    common = {"id", "type", "turn", "node", "vp", "actions"}
    assert decide.keys() == common | ({"text", "log"} if state == "words" else {"observation"})
    assert (decide["turn"], decide["node"], decide["vp"]) == (1, game.node, game.score())
    assert decide["actions"] == [{"action": a, "words": game.describe(a)} for a in game.legal_actions()]
    if state == "words":
        assert decide["text"] == View(game, "nationalist").text
        assert decide["log"] == View(game, "nationalist").log
    else:
        seen = game.observation("nationalist", state)
        arrays = seen if isinstance(seen, dict) else {state: seen}
        sent = {name: (tuple(one["shape"]), one["values"]) for name, one in decide["observation"].items()}
        assert sent == {name: (array.shape, array.ravel().tolist()) for name, array in arrays.items()}


def test_the_log_is_told_once(tmp_path):
    code = START + "for line in sys.stdin:\n  question = json.loads(line)\n"
    code += f"  open({str(tmp_path / 'log')!r}, 'a').write(json.dumps(question['log']) + '\\n')\n"
    code += "  say(id=question['id'], action=question['actions'][-1]['action'])\n"
    game = new_game("ctv", "escudo", seed=1)
    agent = ProgramAgent(program(code, tmp_path), "ctv", "escudo", "nationalist", 20.0)
    agent.reset(7)
    view = View(game, "nationalist")
    for _ in range(4):
        while game.to_move == "chance":
            game.roll()
        game.step(agent.act(None, game.action_mask(), {"view": view}))
        log = view.log
    agent.close()
    sent = [line for news in (tmp_path / "log").read_text().splitlines() for line in json.loads(news)]
    assert sent == log[: len(sent)]
    assert len(sent) > 0


# -- programs that fail --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("code", "reason"),
    [
        ("raise SystemExit(3)", "ended with exit code 3"),
        (BEGIN + "os.kill(os.getpid(), 9)", "was ended by signal 9"),
        (BEGIN + "ask(); os.close(1); time.sleep(60)", "closed its standard output"),
        (BEGIN + "ask(); print('hello', flush=True); ask()", "answered hello, which is not JSON"),
        (BEGIN + "ask(); os.write(1, b'\\xff\\n'); ask()", "which is not JSON"),
        (BEGIN + "ask(); print('[' * 100000, flush=True); ask()", "which is not JSON"),
        (BEGIN + "ask(); print('9' * 100000, flush=True); ask()", "which is not JSON"),
        (BEGIN + "ask(); print('[1]', flush=True); ask()", "answered [1] instead of an object with the question's id"),
        (BEGIN + SAY + "ask(); say(id=77); ask()", "instead of an object with the question's id"),
        (BEGIN + SAY + "say(id=ask()['id'], state='maps'); ask()", "wants the state maps; there are words, planes"),
        (BEGIN + SAY + "say(id=ask()['id'], state=[]); ask()", "wants the state []; there are words"),
        (START + "sys.exit(0)", "ended with exit code 0"),
        (START + "time.sleep(60)", "did not answer within 1 seconds"),
        (START + "os.close(0); time.sleep(60)", "did not answer within 1 seconds"),
        (DECIDE + "say(id=question['id']); ask()", "which names no action by its number"),
        (DECIDE + "say(id=question['id'], action=True); ask()", "which names no action by its number"),
        (DECIDE + "say(id=question['id'], action='3'); ask()", "which names no action by its number"),
        (DECIDE + "say(id=question['id'], action=10**30); ask()", "chose an illegal action at MOVE: action 1000"),
        (DECIDE + "say(id=question['id'], action=-1); ask()", "chose an illegal action at MOVE: action -1 is not"),
        (DECIDE + "say(id=question['id'], action=468); ask()", "chose an illegal action at MOVE: "),
        (START + "while True: print('x' * 1000)", "answered "),
        (BEGIN + "os.write(1, b'x' * 10**7); time.sleep(60)", f"wrote more than {LINE_LIMIT:,} bytes"),
        (
            START + "while True: os.write(2, b'x' * 10**5)",
            "did not answer within 1 seconds; its error output ends: xxx",
        ),
        (
            BEGIN + "ask(); print('one\\ntwo', file=sys.stderr); sys.exit(1)",
            "ended with exit code 1; its error output ends: two",
        ),
    ],
)
def test_whatever_a_program_does_wrong_it_forfeits_with_a_reason(code, reason, tmp_path):
    found = forfeit(program(code, tmp_path), time_limit=1.0 if "within 1" in reason else 20.0)
    assert reason in found
    assert len(found) < 1000


def test_a_question_that_is_not_read_does_not_block(tmp_path):
    """The pipe takes less than the question."""
    client = SubprocessClient([sys.executable, "-c", "import time; time.sleep(60)"])
    with pytest.raises(ClientError, match="did not answer within 1 seconds"):
        client.ask(b"x" * 10**7, 1)
    client.kill()


def test_an_answer_before_the_question_was_read_is_none(tmp_path):
    client = SubprocessClient([sys.executable, "-c", "print(1, flush=True); import time; time.sleep(60)"])
    with pytest.raises(ClientError, match="answered before it had read the question"):
        client.ask(b"x" * 10**7, 20)
    client.kill()


def test_of_what_it_writes_to_standard_error_the_end_is_kept(tmp_path, caplog):
    found = forfeit(program(BEGIN + "os.write(2, b'x' * 10**5 + b'\\nthe end\\n'); sys.exit(1)", tmp_path))
    assert found == "ended with exit code 1; its error output ends: the end"
    (logged,) = caplog.messages
    assert logged.endswith("xxx\nthe end")
    assert KEPT - 20 < len(logged.split("its error output:")[1]) < KEPT + 20


def test_what_a_program_has_started_ends_with_it(tmp_path):
    code = START + "import subprocess; subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(60)', "
    code += f"'child in {tmp_path}']); time.sleep(60)"
    assert "did not answer" in forfeit(program(code, tmp_path), time_limit=1.0)


def test_a_program_that_does_not_end_with_its_input_is_ended(tmp_path):
    assert forfeit(program(STUBBORN, tmp_path)) == ""


def test_the_match_goes_on_and_forfeits_are_counted(tmp_path):
    """It dies in its second game, and plays the others."""
    flag = tmp_path / "flag"
    code = BEGIN + SAY + "games = 0\nfor line in sys.stdin:\n  question = json.loads(line)\n  if question['type'] == "
    code += f"'start':\n    games += 1\n    if games == 2 and not os.path.exists({str(flag)!r}):\n"
    code += f"      open({str(flag)!r}, 'w'); sys.exit(5)\n    say(id=question['id'])\n  else:\n"
    code += "    say(id=question['id'], action=question['actions'][0]['action'])\n"
    (result,) = evaluate(program(code, tmp_path), "random", "republican", [1, 2, 3, 4], DUEL)
    assert (result.games, result.forfeits) == (4, {"ended with exit code 5": 1})
    assert result.mean_decisions > 0


def test_a_program_that_is_not_there_is_refused_with_the_form_that_is_right():
    for name in ("program:", "program:no-such-program --fast", "program:python3 'player.py"):
        with pytest.raises(ValueError, match=r"no program in .*"):
            make_agent(name, "ctv", "duel", "nationalist")


def test_the_files_of_a_program_are_all_that_its_command_names(tmp_path):
    player, weights = tmp_path / "my player", tmp_path / "weights"
    for file in (player, weights):
        file.touch(0o755)
    command = shlex.join([str(player), "--fast", str(weights), str(tmp_path), str(tmp_path / "none")])
    assert make_agent(f"program:{command}", "ctv", "duel", "nationalist").files == (player, weights)


LEAVING = (
    BEGIN
    + """
import subprocess
open({pids!r}, "w").close()
def leave():  # a child in a session of its own, whose parent ends before it
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            open({pids!r}, "a").write(f"{{os.getpid()}}\\n")
            time.sleep(60)
        os._exit(0)
    os.wait()
leave()
write = "import os, time; open({pids!r}, 'a').write(str(os.getpid()) + chr(10)); time.sleep(60)"
subprocess.Popen([sys.executable, "-c", write], start_new_session=True)
while len(open({pids!r}).readlines()) < 2:
    time.sleep(0.01)
print("nonsense", flush=True)
"""
)


@pytest.mark.skipif(sys.platform != "linux", reason="needs /proc")
def test_what_a_program_leaves_in_other_sessions_ends_with_it(tmp_path):
    pids = tmp_path / "pids"
    assert "nonsense" in forfeit(program(LEAVING.format(pids=str(pids)), tmp_path))
    left = [int(line) for line in pids.read_text().split()]
    assert len(left) == 2
    assert not [pid for pid in left if is_running(pid)]


@pytest.mark.skipif(sys.platform != "linux", reason="needs /proc")
def test_what_is_killed_has_ended_even_if_it_ends_late(tmp_path, monkeypatch):
    """On a busy machine a killed process has lost its environment, by which it is found, before it has ended."""
    pids, kill, found = tmp_path / "pids", os.kill, subprocess_client._processes_with
    late: set[int] = set()

    def kill_late(pid, number):
        if pid not in late:
            late.add(pid)
            threading.Timer(0.1, kill, (pid, number)).start()

    monkeypatch.setattr(os, "kill", kill_late)
    monkeypatch.setattr(subprocess_client, "_processes_with", lambda mark: [] if late else found(mark))
    forfeit(program(LEAVING.format(pids=str(pids)), tmp_path))
    assert late
    assert not [pid for pid in late if is_running(pid)]


def is_running(pid: int) -> bool:
    """Whether a process is there and has not ended."""
    try:
        return pathlib.Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


def test_text_of_a_program_reaches_a_terminal_escaped(tmp_path, caplog):
    title = "\x1b]0;pwned\x07"
    answers = program(BEGIN + f"ask(); print({title!r}, flush=True)", tmp_path)
    assert forfeit(answers) == "answered \\x1b]0;pwned\\x07, which is not JSON"
    dies = program(BEGIN + f"sys.exit('first\\n' + {title!r})", tmp_path)
    assert forfeit(dies).endswith("its error output ends: \\x1b]0;pwned\\x07")
    assert "\x1b" not in caplog.text
    assert "first\n" in caplog.text
