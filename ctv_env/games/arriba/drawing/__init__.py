"""Pictures: a schematic map of the areas, with what stands in them."""
