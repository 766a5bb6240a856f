"""What a side sees, as arrays."""
