"""The rulebook's chapters, one file each, numbered as there.  A rule takes the die as an argument and rolls none."""
