# `make demo` trains and evaluates an agent, `make test` runs the tests; both set up a virtual environment first.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

.PHONY: demo test test-interpreted test-bounds test-slow mutants golden rules-page lint bench clean

$(VENV)/.ready: pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "ctv_env needs Python 3.11 or newer")'
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade pip -c constraints.txt
	$(BIN)/python -m pip install --quiet -c constraints.txt -e '.[train,test]'
	touch $@

demo: $(VENV)/.ready
	$(BIN)/ctv train configs/train/quick.yaml

test: lint
	$(BIN)/python -m pytest -m 'not slow'

lint: $(VENV)/.ready
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

# The tests of the rules without compiling: this is where coverage is measured truthfully.  A quarter of an hour.
test-interpreted: $(VENV)/.ready
	NUMBA_DISABLE_JIT=1 $(BIN)/python -m coverage run -m pytest -m 'not slow and not whole_games' tests/core tests/games
	$(BIN)/python -m coverage report

# Compiled with every index checked.
test-bounds: $(VENV)/.ready
	NUMBA_BOUNDSCHECK=1 NUMBA_CACHE_DIR=$(VENV)/cache-bounds $(BIN)/python -m pytest -m 'not slow' tests/games

# Long statistical checks: ten thousand random games and the like.
test-slow: $(VENV)/.ready
	$(BIN)/python -m pytest -m slow

# Change the rule chapters bit by bit: does a test notice?  An hour and a half on two cores;
# MUTATE="r10_losses --sample 50" for less.
mutants: $(VENV)/.ready
	NUMBA_DISABLE_JIT=1 $(BIN)/python tests/mutation/run.py $(MUTATE)

# Write the golden games and exact values anew, after a change of the rules on purpose; say why in the changelog.
golden: $(VENV)/.ready
	PYTHONPATH=tests $(BIN)/python -m golden.make

# The table clause -> code -> tests.
rules-page: $(VENV)/.ready
	PYTHONPATH=tests $(BIN)/python -m support.ledger

bench: $(VENV)/.ready
	$(BIN)/ctv bench

clean:
	rm -rf $(VENV) build *.egg-info .pytest_cache .ruff_cache .hypothesis .coverage
