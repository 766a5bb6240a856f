"""``python -m ctv_env.compile [GAME ...]``: ``ctv compile``, where no command is installed."""

import sys

from ctv_env.cli.main import main

if __name__ == "__main__":
    sys.exit(main(["compile", *sys.argv[1:]]))
