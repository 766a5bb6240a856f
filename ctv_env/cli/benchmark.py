"""``ctv benchmark``: play the tasks of the benchmark, and make the leaderboard of submitted results."""

import argparse
import pathlib
import typing

from ctv_env.cli.arguments import add_threads, agents_help, count
from ctv_env.cli.errors import UserError, user_errors
from ctv_env.core.host import shows_progress, tell

if typing.TYPE_CHECKING:
    from ctv_env.agents.benchmark.result import Result
    from ctv_env.agents.benchmark.tasks import Task

EXAMPLES = """\
A task has a game, a scenario, a side, fixed seeds, and two pools of opponents: one that training may use, and one that
it must not (held out).  The score in a pool is the mean of the win rates against its opponents.  Without AGENT the
tasks are listed.  Tasks that the agent cannot play are left out, unless --task names them.

examples:
  ctv benchmark                                        list the tasks
  ctv benchmark runs/mine --games 4                    try all tasks with few games
  ctv benchmark runs/mine --task TASK --out mine.json  play one in full, and write the result
  ctv benchmark --page docs/benchmark                  check the submitted results, and rank them
"""


def add_arguments(parser: argparse.ArgumentParser, argv: list[str]) -> None:
    """Declare the arguments of ``ctv benchmark``."""
    from ctv_env.core.spec import spec_of

    parser.epilog = f"{agents_help(spec_of())}\n\n{EXAMPLES}"
    parser.add_argument("agent", nargs="?", metavar="AGENT", help="the agent to play (list the tasks)")
    parser.add_argument(
        "--task", action="append", default=[], metavar="NAME", help="play this task; may be repeated (all)"
    )
    meaning = "at most so many against each opponent on each side; the result cannot be compared or submitted (all)"
    parser.add_argument("--games", type=count, metavar="N", help=meaning)
    path = pathlib.Path
    meaning = "write the result there as JSON, after each task; other tasks in the file stay"
    parser.add_argument("--out", type=path, metavar="FILE", help=meaning)
    meaning = "check the results in DIR/results, and write the leaderboard to DIR, after playing if there is an AGENT"
    parser.add_argument("--page", type=path, metavar="DIR", help=meaning)
    add_threads(parser)


def run(args: argparse.Namespace) -> int:
    """List, play, or write the leaderboard; return the exit code."""
    from ctv_env.agents.benchmark.tasks import read_suite

    _check(args)
    with user_errors(ValueError):
        tasks = read_suite().chosen(args.task)
    if args.agent:
        _play(args, tasks)
    if args.page:
        _rank(args.page)
    if not args.agent and not args.page:
        from ctv_env.agents.reports.benchmark_report import tasks_table

        print(tasks_table(tasks), end="")
    return 0


def _check(args: argparse.Namespace) -> None:
    """Refuse arguments that do not go together, before any game."""
    for flag, given in (("--games", args.games), ("--out", args.out)):
        if given and not args.agent:
            raise UserError(f"{flag} needs an agent to play: ctv benchmark AGENT {flag} {given}")
    if args.games and args.page:
        raise UserError("--games makes a result that the leaderboard refuses; leave out --games or --page")
    if args.task and args.page and not args.agent:
        raise UserError("--page ranks the results of all tasks; leave out --task")
    if args.out and not args.out.parent.is_dir():
        raise UserError(f"cannot write {args.out}: there is no folder {args.out.parent}")


def _play(args: argparse.Namespace, tasks: "list[Task]") -> None:
    """Let the agent play, print its results, and write them."""
    import tqdm

    from ctv_env.agents.benchmark.play import begin, fitting, play_task
    from ctv_env.agents.benchmark.result import write_result
    from ctv_env.agents.reports.benchmark_report import task_table

    with user_errors(ValueError, OSError):
        playable, refused = fitting(args.agent, tasks)
        if refused and args.task:
            name, reason = next(iter(refused.items()))
            raise UserError(f"{args.agent} cannot play {name}: {reason}")
        result = _continued(begin(args.agent, playable, args.games), args.out)
    total = sum(task.games_up_to(args.games) for task in playable)
    with tqdm.tqdm(total=total, unit=" games", leave=False, disable=not shows_progress()) as bar:
        for task in playable:
            with user_errors(ValueError, OSError):
                try:
                    played = play_task(args.agent, task, args.games, args.threads, bar.update)
                except KeyboardInterrupt:
                    if args.out and result.tasks:
                        tell(f"ctv: the tasks that had ended are in {args.out}: the same command plays the rest")
                    raise
                result = result.with_task(played)
                if args.out:
                    write_result(args.out, result)
            bar.clear()
            print(task_table(played))
    for name, reason in refused.items():
        print(f"{name} was not played: {reason}")
    if not result.complete:
        print("This run was shortened: it cannot be compared with others, and the leaderboard refuses it.")


def _continued(result: "Result", file: pathlib.Path | None) -> "Result":
    """Return the result with the tasks that are in its file already."""
    from ctv_env.agents.benchmark.result import read_result
    from ctv_env.agents.benchmark.tasks import BenchmarkError

    if file is None or not file.exists():
        return result
    try:
        return result.continuing(read_result(file))
    except BenchmarkError as error:
        raise UserError(f"cannot write {file}: {error}") from error


def _rank(folder: pathlib.Path) -> None:
    """Check the submitted results, write the leaderboard, and print what does not apply any more."""
    from ctv_env.agents.benchmark.conditions import conditions_of, write_conditions
    from ctv_env.agents.benchmark.result import read_results
    from ctv_env.agents.benchmark.tasks import read_suite
    from ctv_env.agents.reports.benchmark_report import outdated, page_of

    with user_errors(ValueError, OSError):
        suite, results = read_suite(), read_results(folder / "results")
        conditions = {name: conditions_of(task) for name, task in suite.tasks.items()}
        (folder / "README.md").write_text(page_of(suite, results, conditions), encoding="utf-8")
        write_conditions(folder / "conditions.json", conditions)
    left_out = outdated(suite, results, conditions)
    for name, task, reason in left_out:
        print(f"{name} on {task} is outdated: {reason}")
    n_all = sum(len(result.tasks) for result in results.values())
    print(f"{n_all - len(left_out)} of {n_all} task results are ranked in {folder / 'README.md'}")
