# Everything runs in a virtual environment of its own, .venv, made on first use.
PY ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
# what playing needs, a small part of what the tests need
TABLE := $(VENV)/.table
export UV_PYTHON_DOWNLOADS := never

# oxlint needs Node 20.19 or newer; the other tools and the checker of records run with Node 18 as well
NEW_NODE := node -e 'const [a, b] = process.versions.node.split("."); process.exit(a > 20 || (a == 20 && b >= 19) ? 0 : 1)'
OXLINT = if $(NEW_NODE); then .node/node_modules/.bin/oxlint -c .oxlintrc.json src/grognard/web/static/js; else echo "Node is older than 20.19: oxlint is passed over"; fi

.PHONY: play test lint types unit page browser script screenshots nightly mutants bench bench-server bench-page docs coverage clean

play: $(TABLE) ## the table, in your browser; games are kept in a SQLite file in your data folder
	@$(BIN)/grognard serve --open

test: $(STAMP) ## everything a change must pass; what one core does goes two at a time
	$(MAKE) --no-print-directory -j2 types script lint docs
	$(MAKE) --no-print-directory unit
	$(MAKE) --no-print-directory page

lint: $(STAMP)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check -q .

types: $(STAMP)
	$(BIN)/mypy

unit: coverage
	$(BIN)/python -m pytest -q -n 2 --dist loadgroup --no-loadscope-reorder -m "not nightly and not browser"
	for game in $$($(BIN)/python -m tests.gates); do $(BIN)/grognard rules $$game --coverage || exit 1; done

page: $(STAMP) # passed over where no Chromium is found, unless GROGNARD_BROWSER_REQUIRED is set
	$(BIN)/python -m tests.web.page

browser: export GROGNARD_BROWSER_REQUIRED = 1
browser: page ## the page in headless Chromium, which must be installed

script: ## types, lint and unit tests of the page's script, with Node; passed over where it or its packages cannot be had, unless GROGNARD_NODE_REQUIRED is set
	@if command -v npm >/dev/null && $(MAKE) --no-print-directory .node/.installed; then \
	.node/node_modules/.bin/tsc -p jsconfig.json && $(OXLINT) && .node/node_modules/.bin/prettier --check --log-level warn src/grognard/web/static tests/script && node --test --test-reporter=dot tests/script/*.test.mjs; \
	elif [ -n "$$GROGNARD_NODE_REQUIRED" ]; then echo "GROGNARD_NODE_REQUIRED is set, and the page's script cannot be checked"; exit 1; \
	else echo "no Node: the page's script is not checked"; fi

.node/.installed: .oxlintrc.json .prettierrc.json jsconfig.json
	@mkdir -p .node && npm install --prefix .node --no-audit --no-fund --no-save --loglevel error typescript@5.9.3 oxlint@1.93.0 prettier@3.9.10 && touch $@

screenshots: $(STAMP) ## pictures of every main screen, into docs/screens
	$(BIN)/python -m tests.web.page.shots
	$(BIN)/python -m tests.web.page.small

nightly: export GROGNARD_EXPLORE = 1
nightly: $(STAMP) ## thousands of random games, and properties on new examples
	$(BIN)/python -m pytest -q -m nightly
	$(BIN)/python -m pytest -q $$(grep -rl "from hypothesis" tests --include=test_*.py)

mutants: coverage ## small mistakes planted in the rules, each of which some test must notice, into docs/mutants.md
	nice -n 5 $(BIN)/python -m tests.mutants

bench: $(STAMP) ## speed as ratios against python-chess, into bench/results.json
	$(BIN)/python bench/bench.py
	$(BIN)/python bench/beyond_the_rhine.py
	$(BIN)/python bench/beyond_the_rhine_map.py
	$(BIN)/python bench/longest_day.py
	$(BIN)/python bench/purple_heart_draw.py
	$(BIN)/python bench/firefight.py
	$(BIN)/python bench/study.py
	$(BIN)/python bench/players.py
	$(BIN)/python bench/load.py
	$(BIN)/python bench/page.py

bench-server: $(STAMP) ## the table's server under load, into bench/results.json
	$(BIN)/python bench/load.py

bench-page: $(STAMP) ## the page in headless Chromium, into bench/results.json
	$(BIN)/python bench/page.py

docs: $(STAMP) ## the documentation, into site/
	$(BIN)/python docs/pages.py
	$(BIN)/zensical build --clean

coverage: $(STAMP) ## writes which code and tests carry each clause; git does not keep the files
	$(BIN)/python -m tests.coverage --write

$(STAMP): pyproject.toml constraints.txt $(VENV)/.made
	@if [ -x $(BIN)/uv ]; then $(BIN)/uv pip install -q --python $(BIN)/python -c constraints.txt -e ".[dev,docs]"; \
	else $(BIN)/python -m pip install -q --disable-pip-version-check -c constraints.txt -e ".[dev,docs]"; fi
	@touch $@ $(VENV)/.table

$(VENV)/.table: pyproject.toml constraints.txt $(VENV)/.made
	@if [ -x $(BIN)/uv ]; then $(BIN)/uv pip install -q --python $(BIN)/python -c constraints.txt -e .; \
	else $(BIN)/python -m pip install -q --disable-pip-version-check -c constraints.txt -e .; fi
	@touch $@

$(VENV)/.made:
	@$(PY) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "grognard needs Python 3.11 or newer; set PY=python3.x"; exit 1; }
	@test -x $(BIN)/python || $(PY) -m venv $(VENV) || { echo "$(PY) cannot make a virtual environment; on Debian: apt install python3-venv"; exit 1; }
	@$(BIN)/python -m pip install -q --disable-pip-version-check uv 2>/dev/null || true
	@touch $@

clean:
	rm -rf $(VENV) .node site .pytest_cache .mypy_cache .ruff_cache .hypothesis
