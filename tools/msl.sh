#!/bin/sh
# SPDX-License-Identifier: MIT
# msl.sh - the examples of the Modelica Standard Library as a judge; options and rules: msl.py.
exec python3 "$(dirname "$0")/msl.py" "$@"
