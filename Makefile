# SPDX-License-Identifier: MIT
# A thin front for CMake (CMakePresets.json). `make help` lists the targets.
PREFIX ?= /usr/local
DESTDIR ?=
BEFORE ?= build/before.txt
JOBS ?= $(shell nproc 2>/dev/null || echo 2)

FORMATTED = $(shell find include src models examples bench tests -name '*.[ch]')

.PHONY: all demo test bench bench-linear bench-circuits bench-classics parts papers estimates same soak docs python sundials release install clean format help

all: build/build.ninja              ## build everything into build/ (what make alone does); the program is build/saltus
	@cmake --build build -j $(JOBS)

demo:                               ## all that the tutorial uses; then a converter and 500 inverters: tables and pictures
	@sh tools/need.sh build command
	@sh tools/sundials.sh || echo 'demo: going on without the classic methods' >&2
	@test -f build/build.ninja || cmake --preset dev
	@cmake --build build -j $(JOBS) --target saltus
	@mkdir -p build/demo
	@echo; echo 'saltus run buck'; echo
	@build/saltus run buck --plot --plot=build/demo/buck.svg
	@echo; echo 'saltus run inverters'; echo
	@build/saltus run inverters --plot --plot=build/demo/inverters.svg
	@echo; echo 'Any browser shows build/demo/buck.svg and build/demo/inverters.svg.'

test:                               ## build and run all tests
	@sh tools/need.sh build command test docs
	@sh tools/sundials.sh
	@cmake --preset dev --log-level=WARNING
	@$(MAKE) --no-print-directory all
	@ctest --test-dir build --output-on-failure --no-tests=error -j $(JOBS)

bench:                              ## build optimised and measure: the suite (SUITE=adr,buck: only these), then the engine's parts
	@sh tools/need.sh build command bench
	@sh tools/sundials.sh
	@$(MAKE) --no-print-directory release
	@echo "The suite: work and precision of all methods, rivals and ngspice (docs/benchmarks.md)"
	@mkdir -p build-release/bench/work
	@build-release/bench/suite $(if $(SUITE),--problem $(SUITE)) --work build-release/bench/work --out build-release/bench/results.json
	@echo; python3 bench/suite/report.py build-release/bench/results.json $(if $(KEEP),--keep docs)
	@$(if $(SUITE),:,$(MAKE) --no-print-directory bench-linear bench-circuits bench-classics parts)

LINEAR = auto,auto-steps,exact,rival-lean,rival-grid,rival-dopri5,rival-cvode-dense,rival-cvode-klu,rival-arkode32-klu,rival-arkode43-dense,rival-arkode43-klu,rival-esdirk43-dense,rival-esdirk43-klu,esdirk43

bench-linear:                       ## build optimised and measure models that are linear between events, against their rivals (KEEP=1: for the docs)
	@sh tools/need.sh build command bench
	@sh tools/sundials.sh
	@$(MAKE) --no-print-directory release
	@mkdir -p build-release/bench/work
	@build-release/bench/suite --problem buck,buckn,cuk,motor,neurons --case buck,4,32,motor,1000 --methods $(LINEAR) --tolerances 1e-3,1e-5,1e-6 --repeat 5 --work build-release/bench/work --out build-release/bench/linear.json
	@build-release/bench/suite --problem airconds --case 20000 --methods auto,auto-steps,exact,rival-grid,rival-lean --tolerances 1e-3 --repeat 2 --work build-release/bench/work --out build-release/bench/linear-airconds.json
	@echo; python3 bench/suite/report.py --linear build-release/bench/linear.json build-release/bench/linear-airconds.json $(if $(KEEP),--keep docs)

bench-circuits:                     ## build optimised and measure the circuits of models/circuits, also with ngspice (KEEP=1: for the docs)
	@sh tools/need.sh build command bench
	@sh tools/sundials.sh
	@$(MAKE) --no-print-directory release
	@mkdir -p build-release/bench/work
	@build-release/bench/suite --folder bench/circuits $(if $(SUITE),--problem $(SUITE)) --work build-release/bench/work --out build-release/bench/circuits.json
	@echo; python3 bench/circuits/versus.py build-release/bench/circuits.json $(if $(KEEP),--keep docs)

bench-classics:                     ## build optimised and measure problems from the literature (SUITE=rober,e5: only these; KEEP=1: for the docs)
	@sh tools/need.sh build command bench
	@sh tools/sundials.sh
	@$(MAKE) --no-print-directory release
	@mkdir -p build-release/bench/work
	@build-release/bench/suite --folder bench/classics $(if $(SUITE),--problem $(SUITE)) --work build-release/bench/work --out build-release/bench/classics.json
	@echo; python3 bench/classics/level.py build-release/bench/classics.json $(if $(KEEP),--keep docs)

parts:
	@echo "Nanoseconds per step"; build-release/bench/steps
	@echo; echo "Enclosures, for certificates"; build-release/bench/certain
	@echo; echo "Roots of polynomials, and the pair step of mLIQSS2 by quartics and by bisection"; build-release/bench/roots
	@echo; echo "Schedulers"; build-release/bench/sched
	@echo; echo "DEVStone: nested models of discrete events, counts checked"; build-release/bench/devstone
	@echo; echo "Diagrams by the DEVS engine, and the same models alone"; build-release/bench/diagrams .
	@echo; echo "Models as text"; build-release/bench/compile models
	@echo; echo "Parts and wires"; build-release/bench/flatten models/lib
	@echo; echo "Events next to edges: the experiments of Esposito and Kumar"; build-release/bench/events models
	@echo; echo "Random stiff models by every method that is meant for them"; build-release/bench/sweep 500 -m auto,rliqss2,mliqss2,liqss2,cvode

soak: build/build.ninja             ## random hybrid models by every method against tight runs; MINUTES=10, SEED=1, METHODS=auto,cvode
	@cmake --build build -j $(JOBS) --target saltus
	@python3 tests/soak/soak.py --saltus build/saltus --minutes $(or $(MINUTES),10) --seed $(or $(SEED),1) \
	    $(if $(METHODS),--methods $(METHODS)) --keep build/soak

estimates: release                  ## are estimated errors true? All models and methods; the table of docs/trust.md, in minutes
	@build-release/tests/estimates/estimates

same: build/build.ninja             ## do all models and methods give what they gave? Writes BEFORE=build/before.txt, or compares
	@cmake --build build -j $(JOBS) --target saltus
	@test -f $(BEFORE) && mode=compare || mode=write; sh tools/fingerprint.sh build/saltus > build/results.txt; \
	    if [ $$mode = write ]; then cp build/results.txt $(BEFORE); echo "$(BEFORE) is written."; \
	    else diff $(BEFORE) build/results.txt && echo "The results are those of $(BEFORE)."; fi

papers:                             ## run the papers' tables again and write them into docs/reproduction.md
	@sh tools/need.sh build command
	@sh tools/sundials.sh
	@$(MAKE) --no-print-directory release
	@JOBS=$(JOBS) sh tools/papers.sh build-release/saltus --update

docs:                               ## the documentation as a site in build/site, offline; its generated pages are written anew
	@sh tools/need.sh build docs
	@test -f build/build.ninja || cmake --preset dev
	@cmake --build build -j $(JOBS) --target saltus example_methods
	@sh tools/docs.sh build
	@echo "The site begins at build/site/index.html; any browser shows it."

python: build/build.ninja           ## build what the package for Python needs, and say how to use it
	@sh tools/need.sh python
	@cmake --build build -j $(JOBS) --target python
	@echo 'The package is in python/: PYTHONPATH=$(CURDIR)/python python3, then import saltus.'
	@echo 'pip install ./python puts it, the library and the gallery into one wheel. docs/python.md begins at the beginning.'

sundials:                           ## fetch and build SUNDIALS for the classic methods, into build/sundials (once)
	@sh tools/need.sh build command
	@sh tools/sundials.sh

release: build-release/build.ninja  ## build optimised, without asserts, into build-release/
	@cmake --build build-release -j $(JOBS)

install: build-release/build.ninja  ## build optimised, install into PREFIX (make install PREFIX=...; /usr/local)
	@cmake --build build-release -j $(JOBS) --target installed
	@DESTDIR="$(DESTDIR)" cmake --install build-release --prefix "$(PREFIX)"

clean:                              ## remove all build folders
	rm -rf build build-release build-asan build-clang

format:                             ## rewrite all C files with clang-format-14
	clang-format-14 -i $(FORMATTED)

help:                               ## this list
	@awk -F '## ' '/^[a-z-]+:.*## / { split($$1, name, ":"); printf "  make %-14s %s\n", name[1], $$2 }' Makefile

build/build.ninja:
	@sh tools/need.sh --check build
	@cmake --preset dev

build-release/build.ninja:
	@sh tools/need.sh --check build
	@cmake --preset release
