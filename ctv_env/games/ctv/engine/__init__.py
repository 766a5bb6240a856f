"""What makes the rules play: nodes, legality, dice, steps, and the hooks of the batch driver."""
