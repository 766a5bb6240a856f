# `make demo` trains and evaluates an agent, and `make test` runs the tests; both set up a virtual environment first.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

.PHONY: demo docs test test-examples test-newest test-oldest test-pythons test-browser test-wheel release-check browser test-interpreted test-bounds test-slow mutants golden same-play page-pictures
.PHONY: rules-page env-pages agent-pages picture gallery balance lint bench gate load fuzz fuzz-bounds clean

$(VENV)/.ready: pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "ctv_env needs Python 3.11 or newer")'
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade pip -c constraints.txt
	$(BIN)/python -m pip install --quiet -c constraints.txt -e '.[serve,train]'
	touch $@

# What the tests need in addition: the libraries that the environments plug in to.
$(VENV)/.tests-ready: $(VENV)/.ready
	$(BIN)/python -m pip install --quiet -c constraints.txt -e '.[train,ladder,test,offline,openspiel,pettingzoo,plot,render,rllib]'
	touch $@

# What the site and the tutorials need in addition.
$(VENV)/.docs-ready: $(VENV)/.ready
	$(BIN)/python -m pip install --quiet -c constraints.txt -e '.[docs,plot]'
	touch $@

demo: $(VENV)/.ready
	$(BIN)/ctv train quick

# The site of the documentation, in build/site: notebooks are executed, and a dead link is an error.  External links are
# listed in build/external-links.txt, and not fetched.
docs: $(VENV)/.docs-ready
	NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs build
	$(BIN)/python -m website.check build/site

# On all cores; the tests of a file stay in one process, so that they share what it prepares.  If a process crashes, that
# ends the run: pytest-xdist would start another and wait for ever for the rest of the file.
ON_ALL_CORES = pytest -n auto --dist loadfile --max-worker-restart 0
test: lint
	$(BIN)/python -m $(ON_ALL_CORES) -m 'not slow and not browser and not examples'
	$(BIN)/python -m $(ON_ALL_CORES) --markdown-docs README.md docs  # the Python examples

# The examples for other libraries, in an environment of their own: some of them pin other versions.
test-examples:
	$(PYTHON) -m venv $(VENV)-examples
	$(VENV)-examples/bin/python -m pip install --quiet -c constraints.txt -e '.[train,offline]' pytest
	$(VENV)-examples/bin/python -m pip install --quiet 'minari[create,hdf5]' 'tianshou>=2' 'torchrl>=0.14'
	$(VENV)-examples/bin/python -m pytest -m 'examples or slow' tests/test_examples.py

# What needs no torch, in each of these Pythons that is installed.
PYTHONS ?= python3.11 python3.12 python3.13
test-pythons:
	for python in $(PYTHONS); do command -v $$python >/dev/null || { echo "$$python is not installed"; continue; }; \
		$$python -m venv $(VENV)-$$(basename $$python) && \
		$(VENV)-$$(basename $$python)/bin/python -m pip install --quiet -c constraints.txt -e '.[test,plot,render,serve]' && \
		$(VENV)-$$(basename $$python)/bin/python -m pytest -m 'not slow' tests/core tests/games tests/toygame || exit 1; \
	done

# What most people use, in environments of their own: with the lowest versions that pyproject.toml admits on the oldest
# Python, and with the newest that there are on the newest Python.
OLDEST_PYTHON ?= python3.11
NEWEST_PYTHON ?= python3.13
WITH_BOUNDS = $(ON_ALL_CORES) -m 'not slow and not browser and not examples and not openspiel and not rllib' \
	tests/agents tests/cli tests/conformance tests/core tests/envs tests/games tests/serve tests/toygame
test-oldest:
	$(OLDEST_PYTHON) -m venv $(VENV)-oldest
	$(VENV)-oldest/bin/python -m pip install --quiet uv
	$(VENV)-oldest/bin/uv pip install --quiet --python $(VENV)-oldest/bin/python --resolution lowest-direct \
		-e '.[ladder,offline,plot,render,test,train]'
	$(VENV)-oldest/bin/python -m $(WITH_BOUNDS)

test-newest:
	$(NEWEST_PYTHON) -m venv $(VENV)-newest
	$(VENV)-newest/bin/python -m pip install --quiet --upgrade -e '.[ladder,offline,plot,render,test,train]'
	$(VENV)-newest/bin/python -m $(WITH_BOUNDS)

# The pages in a real browser, which is installed first if necessary.
test-browser: $(VENV)/.tests-ready browser
	$(BIN)/python -m pytest -m browser

# The wheel, installed into an empty environment: with nothing else, then with the extra `train`.
test-wheel: $(VENV)/.tests-ready
	$(BIN)/python -m pytest tests/test_wheel.py

# Rehearse a release of what is committed: sdist, wheel, metadata, long description, installation, first use.
# RELEASE="python3.11 python3.12" for other Pythons than that of the virtual environment.
release-check: $(VENV)/.ready
	$(BIN)/python -m pip install --quiet -c constraints.txt -e '.[release]'
	PYTHONPATH=tests $(BIN)/python -m release.check $(RELEASE)

browser:
	@command -v chromedriver >/dev/null || { command -v apt-get >/dev/null && apt-get update -q && \
		apt-get install -qy chromium chromium-driver; } || \
		{ echo 'install Chromium and chromedriver, on Debian and Ubuntu the packages chromium and chromium-driver' >&2; exit 1; }

lint: $(VENV)/.tests-ready
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

# The tests of the rules without compiling, which is how coverage is measured reliably.  A quarter of an hour.
test-interpreted: $(VENV)/.tests-ready
	NUMBA_DISABLE_JIT=1 $(BIN)/python -m coverage run -m pytest -m 'not slow and not whole_games' \
		tests/core tests/games
	$(BIN)/python -m coverage report

# The rules, compiled with every array index checked, and what strangers may give to them.
test-bounds: $(VENV)/.tests-ready
	NUMBA_BOUNDSCHECK=1 NUMBA_CACHE_DIR=$(VENV)/cache-bounds $(BIN)/python -m pytest -m 'not slow' \
		tests/games tests/fuzz tests/conformance/test_saves.py tests/conformance/test_finished_games.py

# Long statistical checks: ten thousand random games and the like.
test-slow: $(VENV)/.tests-ready $(VENV)/.docs-ready
	$(BIN)/python -m pytest -m slow

# Feed damaged saves, positions, records and configs to the package: some minutes for each game.  FUZZ="saves --count 100"
# for less, or for another kind (tests/fuzz/run.py).
FUZZ ?= saves positions records configs
fuzz: $(VENV)/.tests-ready
	PYTHONPATH=tests $(BIN)/python -m fuzz.run $(FUZZ)

# The same with every array index of compiled code checked.
fuzz-bounds: $(VENV)/.tests-ready
	NUMBA_BOUNDSCHECK=1 NUMBA_CACHE_DIR=$(VENV)/cache-bounds PYTHONPATH=tests $(BIN)/python -m fuzz.run $(FUZZ)

# 200 players beside 300 slow connections and four searches, for five minutes on a quiet machine; Linux only.
load: $(VENV)/.tests-ready
	PYTHONPATH=tests $(BIN)/python -m load.players $(LOAD)

# Change the rule chapters bit by bit, and see whether a test notices.  An hour and a half on two cores;
# MUTATE="r10_losses --sample 50" for less, "--game arriba" or "--game tscw" for another game.
mutants: $(VENV)/.tests-ready
	NUMBA_DISABLE_JIT=1 $(BIN)/python tests/mutation/run.py $(MUTATE)

# Rewrite the golden games and exact values after a deliberate change to the rules; say why in the changelog.
golden: $(VENV)/.tests-ready
	PYTHONPATH=tests $(BIN)/python -m golden.make

# Prove that a change of the code changed no game, so that ladders and results of the benchmark still count.  An hour;
# SAME_PLAY="--pairs 1" replays less.
same-play: $(VENV)/.tests-ready
	PYTHONPATH=tests $(BIN)/python -m golden.same_play $(SAME_PLAY)

# Retake the reference pictures for the screenshots of the pages, then look at them.
page-pictures: $(VENV)/.tests-ready browser
	PYTHONPATH=tests $(BIN)/python -m browser.references

# Generate the tables clause -> code -> tests, and the tables of nodes.
rules-page: $(VENV)/.tests-ready
	PYTHONPATH=tests $(BIN)/python -m support.ledger
	PYTHONPATH=tests $(BIN)/python -m support.node_page

# Generate the environment pages, and the page of positions, from the declarations.
env-pages: $(VENV)/.tests-ready
	PYTHONPATH=tests $(BIN)/python -m support.env_pages
	PYTHONPATH=tests $(BIN)/python -m support.position_page

# Generate the agent pages from the ladder.
agent-pages: $(VENV)/.tests-ready
	PYTHONPATH=tests $(BIN)/python -m support.agent_pages

# The picture at the top of the README.
picture: $(VENV)/.tests-ready
	$(BIN)/ctv draw --seed 7 --turn 2 --node COMBAT_DIE --out docs/pictures/board.png

# Generate the gallery and its pictures, then look at them.  It plays and trains for some of them, which takes a quarter
# of an hour; GALLERY="start play" generates only these.
gallery: $(VENV)/.tests-ready browser
	PYTHONPATH=tests $(BIN)/python -m gallery.make $(GALLERY)

# Measure how even and how historical the games are: a quarter of an hour each on two fast cores.
balance: $(VENV)/.tests-ready
	$(BIN)/ctv balance staff random greedy expectimax rollout mcts --games expectimax=400 --games rollout=200 \
		--games mcts=100 --variant-games 500 --out docs/balance
	$(BIN)/ctv balance staff greedy rollout --game arriba --games 1000 --games rollout=40 --variant-games 800 \
		--out docs/balance-arriba
	$(BIN)/ctv balance staff greedy rollout --game tscw --games 1000 --games rollout=20 --variant-games 500 \
		--out docs/balance-tscw
	$(BIN)/ctv balance staff greedy --game tscw --scenario 1937 --games 400 --variant-games 200 \
		--out docs/balance-tscw-1937

# Measure speed, compared with other libraries' games and with a kernel in C.
bench: $(VENV)/.ready
	$(BIN)/python -m pip install --quiet -c constraints.txt -e '.[bench]'
	$(BIN)/ctv bench --peers
	PYTHONPATH=tests $(BIN)/python -m kernel.compare

# Fail if it has become slower than the commit BASELINE.  Choose a later commit after a change that saved time, or one
# that deliberately costs some.
BASELINE = c881cba5
gate: $(VENV)/.ready
	$(BIN)/ctv bench --against $(BASELINE)

clean:
	rm -rf $(VENV) $(VENV)-* build *.egg-info .pytest_cache .ruff_cache .mypy_cache .hypothesis .coverage
