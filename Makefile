# `make demo` and `make test` need nothing but Python 3.11 (with venv), make and git: they do all the set-up.

PYTHON ?= $(shell command -v python3.11 || command -v python3)
BIN := .venv/bin
LOCAL := $(BIN)/python -m deploy.local
TEMPLATES = $$(git ls-files '*/templates/*.html')
# The settings, which its plugins read, name servers; nobody calls them.
TYPES := DATABASE_URL=postgresql:///nowhere REDIS_URL=redis://localhost:1/0 $(LOCAL) $(BIN)/mypy
# Bytecode is worth keeping: without it every process that a test starts compiles the whole project anew.
unexport PYTHONDONTWRITEBYTECODE
ADMINS := --custom-settings ttr_site.openapi.ADMIN_SETTINGS

.DEFAULT_GOAL := help
.PHONY: help demo quick types units test test-long test-sample test-browser test-engines test-checker test-deploy nightly test-sweeps test-servers test-pool test-clients stages screenshots wheel cluster cluster-soak small test-install rolling upgrade rotation soak soak-browser fuzz mutate check bench bench-million format schema examples messages pictures board keys lock clean

help: ## List what you make every day; ARGS=all lists the rest, too
	@awk -F ':.*#[#:] ' '/^[a-z-]+:.*## / || /^[a-z-]+:.*#: / && "$(ARGS)" == "all" {printf "  make %-13s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

demo: .venv/runtime .local/catalogs ## Start the whole site on this machine, with games to join
	@exec $(BIN)/python -m deploy.demo

quick: .venv/development ## Check style and types, and run the tests that need no server, within 45 seconds
	$(BIN)/ruff check --quiet .
	$(BIN)/ruff format --quiet --check .
	$(BIN)/lint-imports --no-logo
	@$(MAKE) --no-print-directory --jobs=2 --output-sync types units

types: .venv/development
	$(TYPES)

units: .venv/development
	$(BIN)/python -m pytest -n logical -q --stage=quick $(ARGS)

# The languages that are offered, compiled as on a site: the demo and the tests speak what its readers do.
.local/catalogs: .venv/runtime $(wildcard games/locale/*/*/LC_MESSAGES/*.po notifications/locale/*/*/LC_MESSAGES/*.po) ttr_site/languages.py
	$(BIN)/python -m deploy.catalogs.compiled
	@mkdir -p .local && touch $@

test: .venv/development .local/catalogs ## Run the tests that take no more than Python, make and git, and no long time
	$(BIN)/python -m pytest -n auto --stage=test $(ARGS)

test-long: .venv/development .local/catalogs ## Kill the site's own processes, and run whatever else takes seconds
	$(BIN)/python -m pytest -n auto --stage=long $(ARGS)

test-sample: .venv/development #: Run the tests that commit, and a test of each folder, on Debian's servers through PgBouncer (needs root; installs them)
	.ci/with-debian-servers .ci/with-pgbouncer $(BIN)/python -m pytest -n auto --stage=sample $(ARGS)

nightly: .venv/development ## Run what takes too long for every change; before a release, too (needs root; installs what it needs)
	.ci/nightly

test-sweeps: .venv/development #: Play whole games and seasons in every way, and sweep over all that make test has a few cases of
	$(BIN)/python -m pytest -n auto --stage=sweeps $(ARGS)

test-servers: .venv/development #: Run all tests that need PostgreSQL and Redis on those of a Debian (needs root; installs them)
	.ci/with-debian-servers $(BIN)/python -m pytest -n auto --stage=servers $(ARGS)

test-pool: .venv/development #: The same, through PgBouncer in transaction mode (needs root; installs them)
	.ci/with-debian-servers .ci/with-pgbouncer $(BIN)/python -m pytest -n auto --stage=pool $(ARGS)

stages: .venv/development #: Write tests/stages.txt again, the list of where each test runs
	$(BIN)/python -m tests.stages

test-browser: .venv/development .local/catalogs tests/browser/node_modules/axe-core ## Run the tests that drive a real browser (needs Chromium and npm: apt-get install chromium npm)
	@command -v "$${CHROMIUM:-chromium}" >/dev/null || { echo 'Chromium is needed: apt-get install chromium, or say where it is with CHROMIUM=/path/to/it'; exit 1; }
	$(BIN)/python -m pytest -n auto --stage=browser $(ARGS)

test-engines: .venv/development #: Run some of the browser tests in Firefox and WebKit, and play a turn in w3m (needs firefox-esr, webkit2gtk-driver, xvfb, w3m and tmux)
	@for tool in firefox-esr WebKitWebDriver Xvfb w3m tmux; do command -v $$tool >/dev/null || { echo "$$tool is needed: apt-get install firefox-esr webkit2gtk-driver xvfb w3m tmux"; exit 1; }; done
	@dpkg-query --show firefox-esr webkit2gtk-driver w3m
	$(BIN)/python -m pytest -n auto --stage=engines $(ARGS)

soak-browser: .venv/development #: Play all games to their end in a real browser with the keyboard alone and without JavaScript
	$(BIN)/python -m pytest --stage=browser-soak $(ARGS)

test-deploy: .venv/development #: Try out the release, the units, the alerts, the proxy and the mail server, and play by mail (needs root, systemd, nginx, openssl, curl, postfix, opendkim, dovecot and promtool)
	@for tool in systemd-analyze nginx openssl curl postfix opendkim dovecot promtool; do command -v $$tool >/dev/null || { echo "$$tool is needed: apt-get install systemd nginx openssl curl postfix opendkim dovecot-imapd prometheus"; exit 1; }; done
	systemd-analyze security --offline=true --threshold=29 --no-pager deploy/systemd/*.service | grep Overall
	systemd-analyze security --offline=true --threshold=29 --no-pager deploy/systemd/*.service >/dev/null
	promtool check rules deploy/prometheus/night-mail.rules.yml
	promtool test rules deploy/prometheus/night-mail.test.yml
	.ci/try-proxy
	$(BIN)/python -m pytest --stage=deploy $(ARGS)

test-checker: .venv/development #: Run docs/checker.mjs on played games and on forged ones (needs Node: apt-get install nodejs)
	@command -v node >/dev/null || { echo 'Node 20 or newer is needed: apt-get install nodejs'; exit 1; }
	$(BIN)/python -m pytest -n auto --stage=checker $(ARGS)

test-clients: .venv/development tests/generated/node_modules/typescript #: Make the clients of docs/clients.md from the API's schema, check their types, and play with them (needs npm: apt-get install npm)
	$(BIN)/python -m pytest --stage=clients $(ARGS)

screenshots: #: Take the pictures of the desk, the front page, the table, a turn's email and a guided game again, in the same browser
	SCREENSHOTS=docs/screenshots $(MAKE) test-browser ARGS='-k pictures'

cluster: .venv/development #: Start a whole cluster on this machine: two web machines, a standby, a replica, PgBouncer (needs nginx and pgbouncer)
	@for tool in nginx pgbouncer; do PATH=$$PATH:/usr/sbin command -v $$tool >/dev/null || { echo "$$tool is needed: apt-get install nginx pgbouncer"; exit 1; }; done
	@exec $(BIN)/python -m deploy.cluster

cluster-soak: .venv/development #: Play in that cluster while its parts are killed, the primary too, and check that nothing is lost; ARGS="--minutes 10"
	$(BIN)/python -m tests.cluster $(ARGS)

test-install: .venv/development #: Install a site on a bare Debian with a systemd of its own, upgrade it, hurt it, go back (needs root and debootstrap)
	PATH=$$PATH:/usr/sbin .ci/try-install

small: .venv/development #: Install a site on a bare Debian with one processor, play 50 games there, and tell what it takes (needs root and debootstrap)
	PATH=$$PATH:/usr/sbin .ci/try-install measure

rolling: .venv/development #: Restart every part while sixteen clients play, and print how long they waited (needs nginx)
	$(BIN)/python -m pytest -q -s -m deploy tests/upgrade/test_rolling.py $(ARGS)

upgrade: .venv/development #: Upgrade from the release before while sixteen clients play, and print how long they waited (needs nginx)
	$(BIN)/python -m pytest -q -s -m deploy tests/upgrade/test_release_before.py $(ARGS)

rotation: .venv/development #: Change all keys while sixteen clients play, and print how long they waited (needs nginx)
	$(BIN)/python -m pytest -q -s -m deploy tests/upgrade/test_rotation.py $(ARGS)

soak: .venv/development #: Run the long tests: a thousand random games at every table, as many with stand-ins, and deeper perft
	$(BIN)/python -m pytest -n auto --stage=soak $(ARGS)

fuzz: .venv/development #: Send requests made up from the API's schema, as a player and as an admin; ARGS="--minutes 15" for each
	$(LOCAL) $(BIN)/python -m tests.fuzz $(ARGS)

mutate: .venv/development #: Make a thousand small changes to the rules: do the engine's tests notice? (an hour or so)
	$(BIN)/python -m tests.mutation $(ARGS)

check: .venv/development ## Check style, types, import contracts, licenses, migrations and the API schema
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/djade --target-version 5.2 --check $(TEMPLATES)
	$(BIN)/lint-imports
	$(BIN)/python -m deploy.licenses --check
	$(TYPES)
	$(LOCAL) $(BIN)/python manage.py check --fail-level WARNING
	$(LOCAL) $(BIN)/python manage.py makemigrations --check --dry-run
	$(LOCAL) $(BIN)/python manage.py spectacular --validate --fail-on-warn --file .local/openapi.yaml
	diff -u docs/openapi.yaml .local/openapi.yaml
	$(LOCAL) $(BIN)/python manage.py spectacular $(ADMINS) --validate --fail-on-warn --file .local/openapi-admin.yaml
	diff -u docs/openapi-admin.yaml .local/openapi-admin.yaml

bench: .venv/development ## Measure how fast it is, against what could be
	$(LOCAL) $(BIN)/python -m tests.bench $(ARGS)

bench-million: .venv/development #: Fill a database with a million games (30 GB, most of an hour), and measure them beside 10,000; ARGS="--games 1000 20000"
	$(BIN)/python -m tests.bench.million $(ARGS)

format: .venv/development ## Format the code and the templates
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	$(BIN)/djade --target-version 5.2 $(TEMPLATES)

schema: .venv/development ## Write docs/openapi*.yaml, errors.md and events.md again
	$(LOCAL) $(BIN)/python manage.py spectacular --validate --fail-on-warn --file docs/openapi.yaml
	$(LOCAL) $(BIN)/python manage.py spectacular $(ADMINS) --validate --fail-on-warn --file docs/openapi-admin.yaml
	$(LOCAL) $(BIN)/python manage.py problems > docs/errors.md
	$(LOCAL) $(BIN)/python manage.py events > docs/events.md

examples: .venv/development #: Ask the live API for the schema's examples again; then run make schema
	EXAMPLES=write $(BIN)/python -m pytest -q --stage=long tests/api/test_schema_examples.py

messages: .venv/development #: Write the catalogs of all languages anew from the sources, and say how much of each is translated
	$(BIN)/python -m deploy.catalogs

board: .venv/development #: Work out where everything lies on a board, on a larger sheet until nothing overlaps; NAME=lagoon
	$(BIN)/python -m games.presentation.pictures.workshop.layout $(NAME)
	$(BIN)/python -m pytest -q tests/pictures/test_geometry.py

pictures: .venv/development #: Draw docs/pictures and the site's icons again
	$(BIN)/python -m tests.pictures.icons
	$(LOCAL) $(BIN)/python manage.py shell --no-imports --command 'from tests.pictures.gallery import draw_all; draw_all()'

keys: .venv/runtime ## Print a new SECRET_KEY, a new key for SEED_KEYS and a new VAPID_PRIVATE_KEY
	@$(BIN)/python -m deploy.keys

lock: .venv/lock #: Resolve requirements*.in again
	.venv/lock/bin/uv pip compile $(LOCK) requirements.in --output-file requirements.lock
	.venv/lock/bin/uv pip compile $(LOCK) --constraints requirements.lock requirements-demo.in --output-file requirements-demo.lock
	.venv/lock/bin/uv pip compile $(LOCK) --constraints requirements-demo.lock requirements-dev.in --output-file requirements-dev.lock

wheel: .venv/development ## Build the engine alone as a wheel in .local/wheel, compiled if there is a C compiler
	$(BIN)/python -m deploy.wheel .local/wheel $(ARGS)

clean: ## Remove everything that make has made, including the demo's data
	rm -rf .venv .local .static .mypy_cache .ruff_cache .pytest_cache .hypothesis

# ----------------------------------------------------------------------------------------------------------

LOCK := --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header
# It says what it is about to fetch, and then each package, for on a slow machine this takes minutes. Python compiles
# what is used when it is first used, which is far from all of it.
INSTALL = @echo "Installing $$(grep -c '^[a-z]' $<) packages of $< into .venv: once, and again when that list changes."; \
	$(BIN)/python -m pip install --progress-bar off --disable-pip-version-check --no-compile --require-hashes

.venv/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo 'Python 3.11 or newer is needed; say which with make PYTHON=...'; exit 1; }
	$(PYTHON) -m venv .venv

.venv/runtime: requirements-demo.lock | .venv/bin/python
	$(INSTALL) -r requirements-demo.lock
	@touch $@

.venv/development: requirements-dev.lock | .venv/bin/python
	$(INSTALL) -r requirements-dev.lock
	@touch $@ .venv/runtime

tests/browser/node_modules/axe-core: tests/browser/package-lock.json
	@command -v npm >/dev/null || { echo 'npm is needed to fetch axe-core, which looks at the pages: apt-get install npm'; exit 1; }
	npm ci --prefix tests/browser --no-audit --no-fund --ignore-scripts
	@touch $@

tests/generated/node_modules/typescript: tests/generated/package-lock.json
	@command -v npm >/dev/null || { echo 'npm is needed to make a client in TypeScript: apt-get install npm'; exit 1; }
	npm ci --prefix tests/generated --no-audit --no-fund --ignore-scripts
	@touch $@

.venv/lock: | .venv/bin/python
	$(PYTHON) -m venv .venv/lock
	.venv/lock/bin/python -m pip install --quiet --disable-pip-version-check uv
