"""The engine that runs the rules: nodes, legality, dice, steps."""
