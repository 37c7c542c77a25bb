# Everything runs in a virtual environment of its own, .venv, made on first use.
PY ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
export UV_PYTHON_DOWNLOADS := never

.PHONY: play test lint types unit browser nightly bench bench-server docs coverage clean

play: $(STAMP) ## the table, in your browser; games are kept in a SQLite file in your data folder
	@$(BIN)/grognard serve --open

test: lint types unit docs ## everything a change must pass

lint: $(STAMP)
	$(BIN)/ruff check .

types: $(STAMP)
	$(BIN)/mypy

unit: $(STAMP)
	$(BIN)/python -m pytest -q -n 2 --dist loadfile -m "not nightly and not browser"
	for game in $$($(BIN)/python -m tests.gates); do $(BIN)/grognard rules $$game --coverage || exit 1; done

browser: $(STAMP) ## the page in headless Chromium, which must be installed
	GROGNARD_BROWSER_REQUIRED=1 $(BIN)/python -m pytest -q -m browser

nightly: $(STAMP) ## thousands of random games
	$(BIN)/python -m pytest -q -m nightly

bench: $(STAMP) ## speed as ratios against python-chess, into bench/results.json
	$(BIN)/python bench/bench.py
	$(BIN)/python bench/study.py
	$(BIN)/python bench/load.py

bench-server: $(STAMP) ## the table's server under load, into bench/results.json
	$(BIN)/python bench/load.py

docs: $(STAMP) ## the documentation, into site/
	$(BIN)/python docs/pages.py
	$(BIN)/zensical build --clean

coverage: $(STAMP) ## notes which code and tests carry each clause
	$(BIN)/python -m tests.coverage --write

$(STAMP): pyproject.toml constraints.txt
	@$(PY) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "grognard needs Python 3.11 or newer; set PY=python3.x"; exit 1; }
	@test -x $(BIN)/python || $(PY) -m venv $(VENV) || { echo "$(PY) cannot make a virtual environment; on Debian: apt install python3-venv"; exit 1; }
	@$(BIN)/python -m pip install -q --disable-pip-version-check uv 2>/dev/null || true
	@if [ -x $(BIN)/uv ]; then $(BIN)/uv pip install -q --python $(BIN)/python -c constraints.txt -e ".[dev,docs]"; \
	else $(BIN)/python -m pip install -q --disable-pip-version-check -c constraints.txt -e ".[dev,docs]"; fi
	@touch $@

clean:
	rm -rf $(VENV) site .pytest_cache .mypy_cache .ruff_cache .hypothesis
