"""The data model: codes, records of state and tables, events, reasons, actions.  It contains no rules."""
