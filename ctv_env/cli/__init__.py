"""The command line ``ctv``: one file per command."""
