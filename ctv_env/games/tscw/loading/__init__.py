"""Loading data files and options into the tables record."""
