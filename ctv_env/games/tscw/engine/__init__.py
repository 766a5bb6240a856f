"""The engine that runs the rules: nodes, legality, chance, steps."""
