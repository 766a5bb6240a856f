"""The rules, organised like the rulebook: one file or more per chapter, including the sequence of play."""
