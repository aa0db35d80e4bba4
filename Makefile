# Two commands do everything: `make book` and `make test`. Each target installs what it needs.

PYTHON      ?= python3
CONSTRAINTS ?= -c constraints.txt
PORT        ?= 8000
BIN         := .venv/bin
INSTALLED   := .venv/.installed
PAPER       := .venv/.installed-paper
TESTING     := .venv/.installed-test
ASSETS      := book/assets/third-party/.copied
LITE        := .venv-lite/.installed
BENCH       := .venv-bench/.installed
MUTATION    := .venv-mutation/.installed
# Make or mend an environment, but not when it is whole; PYTHON, when it is given, is insisted on.
ENVIRONMENT  = @GOAL="$(MAKECMDGOALS)" $(PYTHON) -S tools/install/environment.py \
               $(if $(filter file,$(origin PYTHON)),,--this-python) $(CONSTRAINTS)
LAB         := .venv/share/jupyter/lab/settings/overrides.json

export OPENBLAS_NUM_THREADS := 1
export COURSE COURSES GRADES HOMEWORK_MASTERS

.DEFAULT_GOAL := help
.PHONY: ASK help install book serve test test-site test-daily test-all lab pdf slides new-chapter page record homework grade mark mutation bench constraints clean distclean

help: ## list these commands
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1|\2/p' Makefile | awk -F'|' '{printf "%-16s %s\n", $$1, $$2}'

install: $(INSTALLED) $(ASSETS) $(LITE)

$(INSTALLED): ASK
	$(ENVIRONMENT) $@ requirements.txt

$(ASSETS): package.json package-lock.json $(wildcard tools/install/vendor.py tools/install/*.*js) $(INSTALLED)
	$(BIN)/python tools/install/vendor.py

$(PAPER): ASK | $(INSTALLED)
	$(ENVIRONMENT) $@ requirements-paper.txt

$(TESTING): ASK | $(PAPER)
	$(ENVIRONMENT) $@ requirements-test.txt

$(LITE): ASK | $(INSTALLED)
	$(ENVIRONMENT) $@ requirements-lite.txt

$(BENCH): ASK | $(INSTALLED)
	$(ENVIRONMENT) $@ requirements-bench.txt

$(MUTATION): ASK | $(INSTALLED)
	$(ENVIRONMENT) $@ requirements-mutation.txt

$(LAB): tools/install/jupyterlab_overrides.json $(INSTALLED)
	@mkdir -p $(@D) && cp $< $@.new && mv $@.new $@

book: install ## build the site; OFFLINE=1: its notebooks run without network
	@$(BIN)/python tools/site/build_site.py
	@$(BIN)/python tools/browser/lite.py $(if $(OFFLINE),--offline)

serve: OFFLINE ?= $(wildcard _build/html/lite/static/pyodide/scipy-*)# the form that is there
serve: book ## serve the site on this machine, PORT=8000
	@$(BIN)/python tools/site/serve.py $(PORT)

test: install $(TESTING) ## run the tests that need no site, in minutes; PARTS="lint site" runs some parts
	@$(BIN)/python tools/run_tests.py $(PARTS)

test-site: install $(TESTING) ## build the site; test it, in the browser too, and the homework in the sandbox
	@$(BIN)/python tools/run_tests.py --site $(PARTS)

test-daily: install $(TESTING) # both, as .ci/run does
	@$(BIN)/python tools/run_tests.py --daily $(PARTS)

test-all: install $(TESTING) $(MUTATION) ## the weekly run: both, and all that is slow (an hour and a half)
	@$(BIN)/python tools/run_tests.py --all $(PARTS)

pdf: book $(PAPER) ## print the whole book into dist/
	@$(BIN)/python tools/site/pdf.py

slides: install $(PAPER) ## the slides of all weeks, on the site and as PDF in dist/slides; WEEK=6 or CHAPTER=6: one deck
	@$(BIN)/python tools/site/build_site.py
	@$(BIN)/python tools/site/slides.py $(if $(WEEK),week $(WEEK)) $(if $(CHAPTER),chapter $(CHAPTER))
	@$(BIN)/python tools/site/build_site.py > /dev/null

lab: install $(LAB) ## open the chapters in JupyterLab, sliders live
	@LECTURE_CODE_EXPLORE=live $(BIN)/jupyter lab book $(ARGS)

new-chapter: $(INSTALLED) ## begin a chapter, NAME=14-bandits, or another page, NAME=06-perceptron-margins
	@$(BIN)/python tools/new_chapter.py "$(NAME)"

page: $(TESTING) ## while you write: record one page and try what touches it, NAME=06-perceptron-margins
	@test -n "$(NAME)" || { echo "Say which page: make page NAME=06-perceptron-margins"; exit 1; }
	@$(BIN)/python tools/pages/record.py "$(NAME)"
	@$(BIN)/python -m pytest -q -n 2 tests/book \
	  $(wildcard tests/theorems/test_chapter_$(firstword $(subst -, ,$(NAME))).py) tests/theorems/test_every_statement.py

record: install ## run the chapters and write their notebooks
	@$(BIN)/python tools/pages/record.py

homework: $(INSTALLED) ## make and check all assignments; COURSE="autumn 2027" varies them
	@$(BIN)/python -m homework.kit.make $(HW)

grade: $(INSTALLED) $(ASSETS) ## grade submissions: SUBS=folder or zip, LATE=days; without SUBS: write grades anew, HW=name
	@$(BIN)/python -m homework.kit.grade $(if $(SUBS),"$(SUBS)") $(if $(HW),--homework "$(HW)") \
	  $(if $(LATE),--late "$(LATE)") $(if $(JOIN),--join "$(JOIN)") $(if $(EXPORTED),--exported) \
	  $(if $(UNSAFE),--without-sandbox)

mark: $(INSTALLED) $(ASSETS) ## mark proofs and comment code in the browser, on this machine: HW=name
	@$(BIN)/python -m homework.kit.mark "$(HW)" $(if $(QUESTION),--question "$(QUESTION)") \
	  $(if $(SECTION),--section "$(SECTION)") $(if $(ANONYMOUS),--anonymous)

mutation: install $(TESTING) $(MUTATION) ## change the package in 100 places: do the tests notice? (an hour)
	@.venv-mutation/bin/python tools/judge/mutate.py $(ARGS)

bench: $(BENCH) ## measure speed against the peers; ARGS="--only kernel" some of it
	@.venv-bench/bin/python -m benchmarks $(ARGS)

constraints: install $(TESTING) $(BENCH) $(MUTATION)
	@$(BIN)/python tools/install/pin.py

clean: ## remove what was built, the execution cache included
	rm -rf _build build dist .pytest_cache .ruff_cache .mypy_cache .hypothesis

distclean: clean ## remove the environment too
	rm -rf .venv .venv-lite .venv-bench .venv-mutation .pyodide node_modules book/assets/third-party *.egg-info
