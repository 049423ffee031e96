#!/bin/sh
# SPDX-License-Identifier: MIT
# docs.sh [build folder] [--check] - the documentation as a site, in <build>/site; no network.
#
# First the pages of docs/ that are generated are written anew (--check: compared); then everything is gathered in
# <build>/site-src, where models are run for the gallery, and mkdocs makes the site. A broken link is an error.
set -eu
cd "$(dirname "$0")/.."
build=${1:-build}
check=${2:-}
case $build in /*) ;; *) build=$PWD/$build ;; esac

sh tools/need.sh --check docs
python3 tools/docs/generate.py --root . --build "$build" $check
python3 tools/docs/assemble.py --root . --build "$build" --into "$build/site-src"
SALTUS_SITE_SRC="$build/site-src" mkdocs build --quiet --strict --clean --config-file mkdocs.yml --site-dir "$build/site"
python3 tools/docs/offline_search.py "$build/site"
python3 tools/docs/inspect_site.py "$build/site"
