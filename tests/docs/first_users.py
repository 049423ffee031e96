#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""first_users.py BUILD - docs/first-users.md has the items 1 to 25, and names only files and tests that exist."""
import os
import re
import subprocess
import sys

ROOT = os.path.realpath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))


def tests_of(build):
    listed = subprocess.run(["ctest", "--test-dir", build, "-N"], capture_output=True, text=True, check=True).stdout
    return set(re.findall(r"(?m)^ *Test +#\d+: (\S+)", listed))


def main():
    with open(os.path.join(ROOT, "docs", "first-users.md"), encoding="utf-8") as file:
        rows = re.findall(r"(?m)^\| (\d+) \|.*\| (.*) \| (.*) \|$", file.read())
    known, wrong = tests_of(sys.argv[1]), []
    if [int(n) for n, _, _ in rows] != list(range(1, 26)):
        wrong.append(f"the items are {', '.join(n for n, _, _ in rows)}")
    for n, files, tests in rows:
        paths = [name for name in re.findall(r"`([^`]+)`", files) if "/" in name or name.endswith(".md")]
        names = re.findall(r"`([^`]+)`", tests)
        if not paths or not names:
            wrong.append(f"item {n} has no file or no test")
        wrong += [f"item {n}: there is no {path}" for path in paths if not os.path.exists(os.path.join(ROOT, path))]
        wrong += [f"item {n}: there is no test {name}" for name in names if name not in known]
    for text in wrong:
        print(f"FAILED {text}")
    print(f"first users: {len(rows)} items, {len(wrong)} faults")
    sys.exit(1 if wrong or not rows else 0)


if __name__ == "__main__":
    main()
