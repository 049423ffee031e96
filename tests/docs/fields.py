#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""fields.py BUILD - docs/statistics.md has every name that --stats json prints, and no other."""
import json
import os
import re
import subprocess
import sys

ROOT = os.path.realpath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))


def printed(program, *words):
    environment = dict(os.environ, SALTUS_MODELS=os.path.join(ROOT, "models"))
    done = subprocess.run([program, *words, "--stats", "json", "--quiet"], stdout=subprocess.PIPE, env=environment, check=True)
    return json.loads(done.stdout)


def main():
    program = os.path.join(os.path.realpath(sys.argv[1]), "saltus")
    runs = [printed(program, "run", "buck"), printed(program, "run", "second_order.json"),
            printed(program, "compare", "buck", "--methods", "liqss2")[0]]
    names = {name for run in runs for name in run}
    with open(os.path.join(ROOT, "docs", "statistics.md"), encoding="utf-8") as file:
        rows = re.findall(r"(?m)^\| ((?:`\w+`(?:, )?)+) \|", file.read())
    listed = {name for row in rows for name in re.findall(r"`(\w+)`", row)}
    for name in sorted(names - listed):
        print(f"FAILED docs/statistics.md does not explain {name}")
    for name in sorted(listed - names):
        print(f"FAILED docs/statistics.md explains {name}, which is not printed")
    print(f"statistics: {len(names)} names, {len(names ^ listed)} wrong")
    sys.exit(1 if names != listed else 0)


if __name__ == "__main__":
    main()
