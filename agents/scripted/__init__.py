"""Agents that play by a game's compiled policies, or at random."""
