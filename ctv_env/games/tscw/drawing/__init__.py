"""Pictures of a position, made of the primitives of ``core/drawing.py``."""
