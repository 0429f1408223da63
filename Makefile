# make run, make test: all that is needed to start. Both create .venv on first use.
# PYTHON=/path/to/python chooses the interpreter, ARGS=... passes arguments on.

PYTHON ?= python3.13 python3.12 python3.11 python3 python
VENV := .venv/bin/python
SUITS := import sys, ensurepip; sys.exit(not (3, 11) <= sys.version_info[:2] < (3, 14))
TS := assets/translations/descent_lab_zh_CN.ts

# Tests need a screen. On Linux without one: Xvfb if it is installed, else Qt draws off screen.
ifeq ($(shell uname -s)$(DISPLAY),Linux)
    ifneq ($(shell command -v xvfb-run 2>/dev/null),)
        SCREEN := xvfb-run -a -s "-screen 0 1600x1000x24"
    else
        SCREEN := env QT_QPA_PLATFORM=offscreen
    endif
endif

.PHONY: run test bench lint translations .venv

run: .venv/.app
	$(VENV) -m gui.launch $(ARGS)

test: .venv/.test
	$(SCREEN) $(VENV) -m pytest $(ARGS)

bench: .venv/.test
	$(SCREEN) $(VENV) -m tests.bench $(ARGS)

lint: .venv/.test
	$(VENV) -m ruff check
	$(VENV) -m ruff format --check
	$(VENV) -m mypy
	.venv/bin/lint-imports --no-logo
	$(VENV) tests/project/lint_translations.py

# Takes the texts of gui/ into the .ts (translate them there), and compiles it.
translations: .venv/.test
	.venv/bin/pyside6-lupdate $$(find gui -name '*.py' | LC_ALL=C sort) -ts $(TS) -locations none -no-obsolete
	.venv/bin/pyside6-lrelease $(TS)

# The environment with everything in it; installs anew when pyproject.toml has changed.
.venv: .venv/.test

.venv/.app: pyproject.toml
	@if ! .venv/bin/python -c 'import pip; $(SUITS)' 2>/dev/null; then \
	    for python in $(PYTHON); do \
	        if "$$python" -c '$(SUITS)' 2>/dev/null; then \
	            echo "Creating .venv with $$python"; \
	            exec "$$python" -m venv --clear .venv; \
	        fi; \
	    done; \
	    echo "Descent Lab needs Python 3.11, 3.12 or 3.13 with its venv module (tried: $(PYTHON)); install one, or name it: make PYTHON=/path/to/python" >&2; \
	    exit 1; \
	fi
	$(VENV) -m pip install --quiet --editable .
	@touch $@

.venv/.test: .venv/.app
	$(VENV) -m pip install --quiet --editable '.[test]'
	@touch $@
