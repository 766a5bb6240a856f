"""What one side sees of a position: arrays, visible pieces, visible events."""
