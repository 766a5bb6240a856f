# `make demo` trains and evaluates an agent, `make test` runs the tests; both set up a virtual environment first.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

.PHONY: demo test test-browser browser test-interpreted test-bounds test-slow mutants golden page-pictures rules-page
.PHONY: env-pages picture gallery balance lint bench gate clean

$(VENV)/.ready: pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "ctv_env needs Python 3.11 or newer")'
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade pip -c constraints.txt
	$(BIN)/python -m pip install --quiet -c constraints.txt -e '.[serve,train]'
	touch $@

# What the tests need besides: the libraries whose conventions the front ends keep.
$(VENV)/.tests-ready: $(VENV)/.ready
	$(BIN)/python -m pip install --quiet -c constraints.txt -e '.[train,ladder,test,openspiel,pettingzoo,plot,render,rllib]'
	touch $@

demo: $(VENV)/.ready
	$(BIN)/ctv train configs/train/quick.yaml

test: lint
	$(BIN)/python -m pytest -m 'not slow and not browser'

# The pages in a real browser, which is installed first if it is missing.
test-browser: $(VENV)/.tests-ready browser
	$(BIN)/python -m pytest -m browser

browser:
	@command -v chromedriver >/dev/null || { command -v apt-get >/dev/null && apt-get update -q && \
		apt-get install -qy chromium chromium-driver; } || \
		{ echo 'install Chromium and chromedriver, on Debian and Ubuntu the packages chromium and chromium-driver' >&2; exit 1; }

lint: $(VENV)/.tests-ready
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

# The tests of the rules without compiling: this is where coverage is measured truthfully.  A quarter of an hour.
test-interpreted: $(VENV)/.tests-ready
	NUMBA_DISABLE_JIT=1 $(BIN)/python -m coverage run -m pytest -m 'not slow and not whole_games' tests/core tests/games
	$(BIN)/python -m coverage report

# Compiled with every index checked.
test-bounds: $(VENV)/.tests-ready
	NUMBA_BOUNDSCHECK=1 NUMBA_CACHE_DIR=$(VENV)/cache-bounds $(BIN)/python -m pytest -m 'not slow' tests/games

# Long statistical checks: ten thousand random games and the like.
test-slow: $(VENV)/.tests-ready
	$(BIN)/python -m pytest -m slow

# Change the rule chapters bit by bit: does a test notice?  An hour and a half on two cores;
# MUTATE="r10_losses --sample 50" for less.
mutants: $(VENV)/.tests-ready
	NUMBA_DISABLE_JIT=1 $(BIN)/python tests/mutation/run.py $(MUTATE)

# Write the golden games and exact values anew, after a change of the rules on purpose; say why in the changelog.
golden: $(VENV)/.tests-ready
	PYTHONPATH=tests $(BIN)/python -m golden.make

# Take the pictures anew with which screenshots of pages are compared; look at them.
page-pictures: $(VENV)/.tests-ready browser
	PYTHONPATH=tests $(BIN)/python -m browser.references

# The table clause -> code -> tests, and the table of nodes.
rules-page: $(VENV)/.tests-ready
	PYTHONPATH=tests $(BIN)/python -m support.ledger
	PYTHONPATH=tests $(BIN)/python -m support.node_page

# The environment pages, from the declarations.
env-pages: $(VENV)/.tests-ready
	PYTHONPATH=tests $(BIN)/python -m support.env_pages

# The picture at the top of the README.
picture: $(VENV)/.tests-ready
	$(BIN)/ctv draw --seed 7 --turn 2 --node COMBAT_DIE --out docs/pictures/board.png

# The pictures of docs/gallery.md; it plays and trains for some of them, a quarter of an hour.  GALLERY="start play" for
# some; look at them.
gallery: $(VENV)/.tests-ready browser
	PYTHONPATH=tests $(BIN)/python -m gallery.make $(GALLERY)

# How even and how historical the game is: a quarter of an hour on two fast cores.
balance: $(VENV)/.tests-ready
	$(BIN)/ctv balance staff random greedy expectimax rollout mcts --games expectimax=400 --games rollout=200 \
		--games mcts=100 --variant-games 500 --out docs/balance

# How fast it is, beside other libraries' games and beside a kernel in C.
bench: $(VENV)/.ready
	$(BIN)/python -m pip install --quiet -c constraints.txt -e '.[bench]'
	$(BIN)/ctv bench --peers
	PYTHONPATH=tests $(BIN)/python -m kernel.compare

# Is it as fast as it was?  Ratios to a fixed loop, against ctv_env/bench/baseline.json.
gate: $(VENV)/.ready
	$(BIN)/ctv bench --gate

clean:
	rm -rf $(VENV) build *.egg-info .pytest_cache .ruff_cache .mypy_cache .hypothesis .coverage
