"""What the game is made of: codes, records of state and tables, events, reasons, actions.  No rule is here."""
