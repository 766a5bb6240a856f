"""The rules, one file per chapter or part of one, in the order of the rulebook."""
