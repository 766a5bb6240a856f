"""Agents that look ahead: expectimax, plans tested by playouts, tree search, the exact solver."""
