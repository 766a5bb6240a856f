"""Measures the guarded rates once for each line of input: the program that ``revisions`` runs in each process.

It runs as text in the folder with the sources to measure, so it uses only what earlier revisions have too.
"""

import json
import sys
import time

from ctv_env.bench.measure import rate
from ctv_env.bench.own import batch, engine


def main() -> None:
    """Print a line of JSON for each line of input: decisions per second of processor time, by workload.

    The games are the first one and the one with the largest map.
    """
    workloads = {"engine": engine(), "batch with mask and observation": batch(1)}
    workloads |= {"engine of tscw": engine("tscw"), "batch of tscw": batch(1, game="tscw")}
    seconds = float(sys.argv[1])
    for _ in sys.stdin:
        print(
            json.dumps({name: rate(work, seconds, time.process_time) for name, work in workloads.items()}), flush=True
        )


if __name__ == "__main__":
    main()
