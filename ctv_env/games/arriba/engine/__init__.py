"""What makes the rules play: nodes, legality, dice, steps."""
