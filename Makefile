# SPDX-License-Identifier: MIT
# A thin front for CMake (CMakePresets.json). `make help` lists the targets.
PREFIX ?= /usr/local
DESTDIR ?=
JOBS ?= $(shell nproc 2>/dev/null || echo 2)

FORMATTED = $(wildcard include/*.h src/*/*.[ch] models/*.[ch] models/*/*.[ch] examples/*.[ch] \
                       bench/*.[ch] tests/*.[ch] tests/*/*.[ch])

.PHONY: all demo test bench papers release install clean format help

all: build/build.ninja              ## build library, models, examples, tests into build/ (default)
	@cmake --build build -j $(JOBS)

demo:                               ## simulate 500 inverters, print a table, draw a plot
	@sh tools/need.sh build
	@test -f build/build.ninja || cmake --preset dev
	@cmake --build build -j $(JOBS) --target example_demo
	@mkdir -p build/demo
	@build/examples/demo
	@echo "The plot is in build/demo/inverters.svg; any browser shows it."

test:                               ## build and run all tests
	@sh tools/need.sh build test
	@$(MAKE) --no-print-directory all
	@ctest --test-dir build --output-on-failure --no-tests=error -j $(JOBS)

bench:                              ## build optimised and measure the engine
	@sh tools/need.sh build
	@$(MAKE) --no-print-directory release
	@echo "Nanoseconds per step"; build-release/bench/steps
	@echo; echo "Roots of polynomials, and the pair step of mLIQSS2 by quartics and by bisection"; build-release/bench/roots
	@echo; echo "Schedulers"; build-release/bench/sched
	@echo; echo "Models as text"; build-release/bench/compile models

papers:                             ## run the papers' tables again and write them into docs/reproduction.md
	@sh tools/need.sh build
	@$(MAKE) --no-print-directory release
	@build-release/bench/papers tests/data/reference > build-release/papers.md
	@awk 'NR == FNR { table = table $$0 "\n"; next } \
	      /^<!-- papers: end/ { inside = 0 } \
	      !inside { print } \
	      /^<!-- papers: begin/ { inside = 1; printf "%s", table }' \
	    build-release/papers.md docs/reproduction.md > build-release/reproduction.md
	@cp build-release/reproduction.md docs/reproduction.md

release: build-release/build.ninja  ## build optimised, without asserts, into build-release/
	@cmake --build build-release -j $(JOBS)

install: build-release/build.ninja  ## install into $(DESTDIR)$(PREFIX), by default /usr/local
	@cmake --build build-release -j $(JOBS) --target saltus_static saltus_shared
	@DESTDIR="$(DESTDIR)" cmake --install build-release --prefix "$(PREFIX)"

clean:                              ## remove all build folders
	rm -rf build build-release build-asan build-clang

format:                             ## rewrite all C files with clang-format-14
	clang-format-14 -i $(FORMATTED)

help:                               ## this list
	@awk -F ':|##' '/^[a-z]+:.*##/ { printf "  make %-9s%s\n", $$1, $$NF }' Makefile

build/build.ninja:
	@sh tools/need.sh --check build
	@cmake --preset dev

build-release/build.ninja:
	@sh tools/need.sh --check build
	@cmake --preset release
