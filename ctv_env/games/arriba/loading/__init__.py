"""Data files, read and checked, and packed into the tables record."""
