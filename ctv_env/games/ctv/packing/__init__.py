"""From the data files to fields of the tables record: one module per file, read by ``load.py``."""
