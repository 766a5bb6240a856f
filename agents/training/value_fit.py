"""Fitting a value network to the results of games."""

from collections.abc import Mapping, Sequence

import numpy as np
import torch

from ctv_env.agents.learned.plan_trials import inputs
from ctv_env.core.observation import Layout

_WIDTHS = (128, 32)
_DROPOUT = 0.2
_DECAY = 0.03
_MINIBATCH = 256


def new_network(layouts: Sequence[Layout], seed: int, widths: Sequence[int] = _WIDTHS) -> torch.nn.Sequential:
    """Return an untrained network for observations of ``layouts``; ``widths`` are those of its hidden layers."""
    torch.manual_seed(seed)
    size = 1 + sum(layout.size for layout in layouts)
    layers: list[torch.nn.Module] = []
    for width in widths:
        layers += [torch.nn.Linear(size, width), torch.nn.ReLU(), torch.nn.Dropout(_DROPOUT)]
        size = width
    return torch.nn.Sequential(*layers, torch.nn.Linear(size, 1))


def weights_of(network: torch.nn.Sequential) -> dict[str, np.ndarray]:
    """Return the weights of a network, as ``ValueNetwork`` takes them."""
    return {
        f"{k}.{name}": one.numpy().copy()
        for k, layer in enumerate(_layers(network))
        for name, one in layer.state_dict().items()
    }


def network_from(weights: Mapping[str, np.ndarray], layouts: Sequence[Layout], seed: int) -> torch.nn.Sequential:
    """Return a network with ``weights`` (``weights_of``), to be trained on; ``seed`` is that of its dropout.

    It may be wider than a new one, as that of an ensemble is.

    Raises:
        ValueError: these are not the arrays of such a network.
    """
    names = {f"{k}.{name}" for k in range(len(_WIDTHS) + 1) for name in ("weight", "bias")}
    if weights.keys() != names:
        raise ValueError(f"the network has the arrays {sorted(weights)}, but {sorted(names)} are needed")
    network = new_network(layouts, seed, [weights[f"{k}.bias"].size for k in range(len(_WIDTHS))])
    for k, layer in enumerate(_layers(network)):
        arrays = {name: torch.from_numpy(weights[f"{k}.{name}"].astype(np.float32)) for name in layer.state_dict()}
        try:
            layer.load_state_dict(arrays)
        except RuntimeError as error:
            raise ValueError(f"the sizes of its arrays do not go together: {error}") from error
    return network.eval()


def _layers(network: torch.nn.Sequential) -> list[torch.nn.Linear]:
    return [layer for layer in network if isinstance(layer, torch.nn.Linear)]


def fit(
    network: torch.nn.Sequential,
    rows: np.ndarray,
    outlooks: np.ndarray,
    targets: np.ndarray,
    layouts: Sequence[Layout],
    passes: int,
    learning_rate: float,
) -> float:
    """Train a network by cross-entropy; return its mean loss in the last pass.

    Args:
        network: modified in place.
        rows: uint8 (n, size), observations.
        outlooks: float32 (n,), of the same positions.
        targets: float32 (n,), the probability of winning that it is to learn.
        layouts: of the rows.
        passes: number of passes over the data.
        learning_rate: at the start; it falls to 0.
    """
    optimizer = torch.optim.AdamW(network.parameters(), learning_rate, weight_decay=_DECAY)
    batches = passes * -(-len(rows) // _MINIBATCH)
    schedule = torch.optim.lr_scheduler.LambdaLR(optimizer, lambda batch: 1 - batch / batches)
    total = 0.0
    network.train()
    for _ in range(passes):
        total = 0.0
        for batch in torch.randperm(len(rows)).split(_MINIBATCH):
            which = batch.numpy()
            logits = network(torch.from_numpy(inputs(rows[which], outlooks[which], layouts)))[:, 0]
            loss = torch.nn.functional.binary_cross_entropy_with_logits(logits, torch.from_numpy(targets[which]))
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            schedule.step()
            total += loss.item() * len(which)
    network.eval()
    return total / len(rows)
