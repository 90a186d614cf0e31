# numerics-bot: `make demo` and `make test` set up everything they need in .venv; neither needs root.
SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
MAKEFLAGS += --no-builtin-rules

PYTHON ?= $(firstword $(foreach p,python3 python3.13 python3.12 python3.11,$(if $(shell $(p) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo y),$(p))))
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/ready
BOOT := .make/boot
UV := $(BOOT)/bin/uv

.PHONY: help setup demo test check lint benchmarks faults lock clean

help: ## Show this.
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z]+):.*## /  make \1\t/' | expand -t 20

setup: $(READY) ## Set up .venv from requirements.lock.

demo: $(READY) ## Triage a real report on the CPU; comment, HTML and JSON go to demo/.
	@echo "==> triage of tests/cases/flag-ab-gather-demote/issue.json, into demo/"
	@$(BIN)/numerics-bot triage tests/cases/flag-ab-gather-demote/issue.json --out demo

test: $(READY) ## Run all tests that this machine can run; others are named.
	@echo "==> tests"
	@$(BIN)/pytest

check: lint test ## Everything that must pass before a commit: lint, types, imports, dependencies, tests.

lint: $(READY) ## Everything of check but the tests.
	@echo "==> ruff, mypy, import-linter, deptry"
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check --quiet .
	@$(BIN)/mypy --no-error-summary
	@$(BIN)/lint-imports --no-cache > .make/imports.log || { cat .make/imports.log; exit 1; }
	@$(BIN)/deptry . 2> .make/deptry.log || { cat .make/deptry.log; exit 1; }

benchmarks: $(READY) ## Measure speed, as ratios taken in one run.
	@for bench in tests/benchmarks/bench_*.py; do echo "==> $$bench"; $(BIN)/python -m tests.benchmarks.$$(basename $$bench .py); done

faults: $(READY) ## Plant 200 faults in exported models and look whether the dispatch is found (half an hour or more; goes on where it was stopped).
	@$(BIN)/python -m tests.faults.suite --full --results .make/faults.jsonl

lock: $(UV) ## Write requirements.lock anew from pyproject.toml.
	@$(UV) pip compile -q --universal --python-version 3.11 --generate-hashes --no-header --all-extras --group dev pyproject.toml -o requirements.lock
	@$(UV) pip compile -q --universal --python-version 3.11 --generate-hashes --no-header -c requirements.lock pyproject.toml -o runners/requirements.lock

clean: ## Remove what set-up and tests made.
	@rm -rf $(VENV) .make demo .mypy_cache .pytest_cache .ruff_cache .hypothesis

$(READY): $(UV) pyproject.toml requirements.lock
	@echo "==> packages (requirements.lock) into $(VENV)"
	@test -d $(VENV) || $(UV) venv --quiet --python $(BOOT)/bin/python $(VENV)
	@$(UV) pip sync --python $(VENV) --require-hashes requirements.lock
	@$(UV) pip install --quiet --python $(VENV) --no-deps --no-build-isolation --editable .
	@touch $@

# uv itself, in the version and with the hashes that requirements.lock names.
$(UV): requirements.lock
	@echo "==> uv into $(BOOT)"
	@test -n "$(PYTHON)" || { echo "Python 3.11 or newer is needed; on Debian and Ubuntu: apt install python3 python3-venv" >&2; exit 1; }
	@mkdir -p .make
	@$(PYTHON) -m venv $(BOOT) || { echo "python3 -m venv does not work here; on Debian and Ubuntu: apt install python3-venv" >&2; exit 1; }
	@awk '/^[a-z]/ { keep = /^uv==/ } keep' requirements.lock > .make/uv.txt
	@$(BOOT)/bin/python -m pip install --quiet --disable-pip-version-check --no-deps --require-hashes -r .make/uv.txt
	@touch $@
