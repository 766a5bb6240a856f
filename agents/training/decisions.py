"""Decisions kept for learning: the features of their legal actions, in flat arrays, and what was chosen."""

import typing

import numpy as np

from ctv_env.agents.learned.gather import Gathered


class Decisions(typing.NamedTuple):
    """n decisions with m legal actions in all."""

    gathered: Gathered
    starts: np.ndarray  # int64 (n,), index of the first action of each decision
    chosen: np.ndarray  # int64 (n,), index of the action taken or advised, counted from that

    def __len__(self) -> int:
        return len(self.chosen)

    def select(self, which: np.ndarray) -> tuple[Gathered, np.ndarray]:
        """Return the features of some decisions, indices (k,), and the indices of their actions among all, (m',)."""
        counts = self.gathered.counts[which]
        ends = np.cumsum(counts)
        actions = np.repeat(self.starts[which] - (ends - counts), counts) + np.arange(ends[-1])
        return (
            Gathered(
                self.gathered.context[which], self.gathered.features[actions], self.gathered.actions[actions], counts
            ),
            actions,
        )


def join(parts: list[Gathered], actions: np.ndarray) -> Decisions:
    """Return the decisions of ``parts``, in order, at which ``actions``, (n,), were taken."""
    gathered = Gathered(*(np.concatenate(arrays) for arrays in zip(*parts, strict=True)))
    starts = np.cumsum(gathered.counts) - gathered.counts
    owners = np.repeat(np.arange(len(actions)), gathered.counts)
    places = np.flatnonzero(gathered.actions == actions[owners])
    return Decisions(gathered, starts, places - starts)
