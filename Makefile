# Every command of the project, one line each. `make` alone prints them.
# A step is printed before it starts and timed when it ends (scripts/step).

SHELL := /bin/bash
.DEFAULT_GOAL := help
.NOTPARALLEL:
.PHONY: help run dev test test-rust test-long test-web test-browser test-contract \
        check check-rust check-web check-contract check-rules gen bench crash guesses shots lighthouse ledger setup clean

STEP := scripts/step
# .ci/run lints while it builds instead.
LINTS := cargo clippy --workspace --all-targets --locked -- -D warnings

help: ## this list
	@sed -nE 's/^([a-z-]+):.*## (.*)/  make \1\t\2/p' $(MAKEFILE_LIST) | expand -t 24

run: ## build, import the demo hotels, serve: prints the addresses to open
	@scripts/run

dev: ## the same with reload on every change
	@scripts/dev

test: test-rust test-web test-browser test-contract ## every test
check: check-rust check-web check-contract check-rules ## format, lints, types, contract, dependencies, labels

check-rust:
	@scripts/setup rust
	@$(STEP) "Rust: format" cargo fmt --all --check
	@$(STEP) "Rust: lints" $(LINTS)

check-web:
	@scripts/setup web browser
	@$(STEP) "Web: format and lints" npm --prefix web run --silent lint
	@$(STEP) "Web: types" npm --prefix web run --silent types
	@$(STEP) "Browser tests: types" npm --prefix e2e run --silent types
	@$(STEP) "Web: build" scripts/build-web
	@$(STEP) "Web: size of the first screen" npm --prefix web run --silent size

check-contract:
	@scripts/setup rust web
	@$(STEP) "Contract: committed files are fresh" scripts/contract check

check-rules:
	@scripts/setup deny
	@$(STEP) "Dependencies: bans, licences, sources" cargo deny --offline --log-level error check bans licenses sources
	@$(STEP) "Walls between the crates" scripts/walls
	@$(STEP) "Labels: complete in every language" scripts/labels
	@$(STEP) "Clauses: tests name only real ones" scripts/ledger --check

test-rust: ## Rust tests, SQLite and PostgreSQL
	@scripts/setup rust nextest postgres
	@$(STEP) "Rust: tests" cargo nextest run --workspace --locked

test-long: ## Rust tests with other random cases each round (ROUNDS=n, SEED=n for the first)
	@scripts/setup rust nextest postgres
	@scripts/test-long

test-web: ## unit and component tests of the page
	@scripts/setup web
	@$(STEP) "Web: tests" npm --prefix web run --silent test

test-browser: ## journeys in Chromium, desktop and phone
	@scripts/setup rust web browser
	@$(STEP) "Web: build" scripts/build-web
	@$(STEP) "Server: build" cargo build --workspace --locked
	@$(STEP) "Browser: journeys" npm --prefix e2e run --silent test

test-contract: ## bad input from the OpenAPI document, over every call
	@scripts/setup rust contract
	@$(STEP) "Server: build" cargo build --workspace --locked
	@$(STEP) "Contract: bad input" scripts/fuzz

gen: ## write api/openapi.json and what is generated from it
	@scripts/setup rust web
	@scripts/contract write

bench: ## speed beside its limits
	@scripts/setup rust web postgres bench
	@bench/run

guesses: ## whether the time of a look-up tells what was wrong (COUNT=n of each)
	@scripts/setup rust
	@bench/guesses $(COUNT)

crash: ## kill -9 under load, 100 rounds (ROUNDS=n), both databases
	@scripts/setup rust postgres
	@bench/crash $(ROUNDS)

shots: ## pictures of every screen, into shots/
	@scripts/setup rust web browser
	@scripts/build-web && cargo build --workspace --locked && npm --prefix e2e run --silent shots

lighthouse: ## Lighthouse on search and rooms, and how fast a long list of rooms is drawn
	@scripts/setup rust web browser chromium
	@scripts/build-web && cargo build --release --locked --package cli --package bench --bin portico
	@PORTICO=$(CURDIR)/target/release/portico npm --prefix e2e run --silent rendering
	@PORTICO=$(CURDIR)/target/release/portico npm --prefix e2e run --silent lighthouse

ledger: ## which clauses of docs/clauses.tsv the tests cover
	@scripts/ledger

setup: ## install whatever any of the above needs
	@scripts/setup all

clean: ## forget builds and demo data (not the dependencies)
	@rm -rf target web/dist shots e2e/results e2e/report \
	  $(filter-out var/contract var/stamps var/stamps/contract var/stamps/npm-%,$(wildcard var/* var/stamps/*))
