"""From data files and options to the tables record."""
