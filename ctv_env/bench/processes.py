"""The same measurement in several processes at once: the rate of a whole machine."""

import functools
import multiprocessing
from collections.abc import Sequence
from multiprocessing.connection import Connection
from multiprocessing.synchronize import Barrier

from ctv_env.bench.measure import Measurement, Work, interleave, rate


def measure(measurements: Sequence[Measurement], rounds: int, seconds: float) -> dict[str, list[float]]:
    """The rate of each measurement in each round; those of several processes share one set of them."""
    many = max(measurement.processes for measurement in measurements)
    together = Processes(many) if many > 1 else None
    try:
        meters = {}
        for m in measurements:
            if together is None or m.processes == 1:
                meters[m.name] = functools.partial(rate, m.setup(), seconds)
            else:
                meters[m.name] = functools.partial(together.rate, m, seconds)
        return interleave(meters, rounds)
    finally:
        if together is not None:
            together.close()


class Processes:
    """``n`` processes that wait for measurements; each keeps the works that it has once set up.

    They set up on their own and then begin together, so that all measure while all are busy.
    """

    def __init__(self, n: int):
        context = multiprocessing.get_context("spawn")  # a fork would inherit the compiled code's threads
        self._barrier = context.Barrier(n)  # kept: it is gone for the processes if it is gone here
        self._pipes, self._processes = [], []
        for _ in range(n):
            ours, theirs = context.Pipe()
            process = context.Process(target=_serve, args=(theirs, self._barrier), daemon=True)
            process.start()
            theirs.close()  # so that a process that dies is noticed here as the end of the pipe
            self._pipes.append(ours)
            self._processes.append(process)

    def rate(self, measurement: Measurement, seconds: float) -> float:
        """Sum of the rates that the processes reach at the same time.

        Raises:
            RuntimeError: a process has died.
            Exception: whatever the measurement raised in a process.
        """
        try:
            for pipe in self._pipes:
                pipe.send((measurement, seconds))
            answers = [pipe.recv() for pipe in self._pipes]
        except (EOFError, OSError) as error:
            raise RuntimeError(f"a process that was to measure {measurement.name!r} has died") from error
        for answer in answers:
            if isinstance(answer, Exception):
                raise answer
        return sum(answers)

    def close(self) -> None:
        """End the processes."""
        for process in self._processes:
            process.terminate()
            process.join()


def _serve(pipe: Connection, barrier: Barrier) -> None:
    """Measure what comes through the pipe, until it is closed."""
    works: dict[str, Work] = {}
    while True:
        try:
            measurement, seconds = pipe.recv()
        except EOFError:
            return
        pipe.send(_measured(works, barrier, measurement, seconds))


def _measured(works: dict[str, Work], barrier: Barrier, measurement: Measurement, seconds: float) -> float | Exception:
    failure = None
    if measurement.name not in works:
        try:
            works[measurement.name] = measurement.setup()
        except Exception as error:
            failure = error
    barrier.wait()  # also after a failure, on which the others wait
    return failure or rate(works[measurement.name], seconds)
