"""Pictures: a schematic map of the areas and their contents."""
