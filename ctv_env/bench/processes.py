"""The same measurement in several processes at once: the rate of a whole machine."""

import functools
import multiprocessing
from collections.abc import Sequence
from multiprocessing.connection import Connection
from multiprocessing.synchronize import Barrier

from ctv_env.bench.measure import Measurement, Workload, interleave, rate


def measure(measurements: Sequence[Measurement], rounds: int, seconds: float) -> dict[str, list[float]]:
    """Return the rate of each measurement in each round; those with several processes share one set of them."""
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
    """``n`` processes that wait for measurements; each keeps the workloads it has set up.

    They set up independently and then start together, so that each measures while all are busy.
    """

    def __init__(self, n: int):
        context = multiprocessing.get_context("spawn")  # a fork would inherit the compiled code's threads
        self._barrier = context.Barrier(n)  # keep a reference, or the processes lose it
        self._pipes, self._processes = [], []
        for _ in range(n):
            ours, theirs = context.Pipe()
            process = context.Process(target=_serve, args=(theirs, self._barrier), daemon=True)
            process.start()
            theirs.close()  # so that a dead process shows up here as the end of the pipe
            self._pipes.append(ours)
            self._processes.append(process)

    def rate(self, measurement: Measurement, seconds: float) -> float:
        """Return the sum of the rates that the processes reach at the same time.

        Raises:
            RuntimeError: a process has died.
            Exception: whatever the measurement raised in a process.
        """
        try:
            for pipe in self._pipes:
                pipe.send((measurement, seconds))
            answers = [pipe.recv() for pipe in self._pipes]
        except (EOFError, OSError) as error:
            raise RuntimeError(f"a process measuring {measurement.name!r} has died") from error
        for answer in answers:
            if isinstance(answer, Exception):
                raise answer
        return sum(answers)

    def close(self) -> None:
        """Terminate the processes."""
        for process in self._processes:
            process.terminate()
            process.join()


def _serve(pipe: Connection, barrier: Barrier) -> None:
    """Run the measurements that arrive through the pipe until it is closed."""
    workloads: dict[str, Workload] = {}
    while True:
        try:
            measurement, seconds = pipe.recv()
        except EOFError:
            return
        pipe.send(_measured(workloads, barrier, measurement, seconds))


def _measured(
    workloads: dict[str, Workload], barrier: Barrier, measurement: Measurement, seconds: float
) -> float | Exception:
    failure = None
    if measurement.name not in workloads:
        try:
            workloads[measurement.name] = measurement.setup()
        except Exception as error:
            failure = error
    barrier.wait()  # also after a failure, since the others wait for it
    return failure or rate(workloads[measurement.name], seconds)
