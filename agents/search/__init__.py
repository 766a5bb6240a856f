"""Agents that look ahead: expectimax, plans tried by playouts, tree search, the exact solver."""
