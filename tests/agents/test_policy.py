"""The fast masked distribution is the one of sb3-contrib: probabilities, entropy, gradients, samples."""

import numpy as np
import pytest
import torch
from sb3_contrib.common.maskable.distributions import MaskableCategoricalDistribution

from ctv_env.agents.learned.policy import MaskedActions

N_ROWS, N_ACTIONS = 20, 300


@pytest.fixture
def logits():
    return torch.randn(N_ROWS, N_ACTIONS, generator=torch.Generator().manual_seed(1)) * 3


@pytest.fixture
def masks():
    """One action is legal in the first row, two in the second, and so on."""
    ranks = np.random.default_rng(1).permuted(np.tile(np.arange(N_ACTIONS), (N_ROWS, 1)), axis=1)
    return ranks <= np.arange(N_ROWS)[:, None]


def _judged(kind, logits, masks):
    """Log probability of one legal action of each row, entropy, likeliest action, gradient of the first two."""
    logits = logits.clone().requires_grad_()
    distribution = kind(N_ACTIONS).proba_distribution(logits)
    distribution.apply_masking(masks)
    actions = torch.arange(N_ROWS) if masks is None else torch.from_numpy(np.argmax(masks, axis=1))
    log_prob, entropy = distribution.log_prob(actions), distribution.entropy()
    (log_prob + entropy).sum().backward()
    return log_prob.detach(), entropy.detach(), distribution.mode(), logits.grad


@pytest.mark.parametrize("masked", [True, False])
def test_it_agrees_with_the_original(logits, masks, masked):
    masks = masks if masked else None
    for own, original in zip(
        _judged(MaskedActions, logits, masks), _judged(MaskableCategoricalDistribution, logits, masks), strict=True
    ):
        torch.testing.assert_close(own, original, atol=1e-5, rtol=1e-5)


def test_samples_are_legal_and_as_frequent_as_likely(masks):
    torch.manual_seed(1)
    n = 20_000
    distribution = MaskedActions(N_ACTIONS).proba_distribution(torch.linspace(0, 3, N_ACTIONS).repeat(n, 1))
    distribution.apply_masking(np.tile(masks[3], (n, 1)))
    found = np.bincount(distribution.sample().numpy(), minlength=N_ACTIONS) / n
    expected = distribution.log_probabilities[0].exp().numpy()
    assert (found[~masks[3]] == 0).all()
    assert found == pytest.approx(expected, abs=5 * 0.5 / n**0.5)  # five standard deviations


def test_a_single_legal_action_is_certain(logits, masks):
    distribution = MaskedActions(N_ACTIONS).proba_distribution(logits[:1])
    distribution.apply_masking(masks[:1])
    assert distribution.sample().item() == distribution.mode().item() == np.argmax(masks[0])
    assert distribution.entropy().item() == 0.0


def test_a_mask_can_be_taken_off(logits, masks):
    distribution = MaskedActions(N_ACTIONS).proba_distribution(logits)
    free = distribution.mode()
    distribution.apply_masking(masks)
    assert not torch.equal(distribution.mode(), free)
    distribution.apply_masking(None)
    assert torch.equal(distribution.mode(), free)


def test_the_largest_draw_is_legal_too(logits, masks, monkeypatch):
    monkeypatch.setattr(torch, "rand_like", torch.ones_like)
    distribution = MaskedActions(N_ACTIONS).proba_distribution(logits)
    distribution.apply_masking(masks)
    assert masks[np.arange(N_ROWS), distribution.sample().numpy()].all()


def test_a_mask_that_allows_nothing_is_refused_instead_of_taking_a_forbidden_action(logits, masks):
    masks = masks.copy()
    masks[7] = False
    distribution = MaskedActions(N_ACTIONS).proba_distribution(logits)
    distribution.apply_masking(masks)
    with pytest.raises(ValueError, match="the mask of position 7 of 20 allows no action"):
        distribution.sample()
