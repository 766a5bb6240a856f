"""The engine that runs the rules: nodes, legality, dice, steps, and the hooks of the batch driver."""
