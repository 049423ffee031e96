#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""links.py - every link between files of the tree leads to a file, and to a heading if it names one."""
import glob
import os
import sys

ROOT = os.path.realpath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))
sys.path.insert(0, os.path.join(ROOT, "tools", "docs"))
import links as tree


def main():
    paths = glob.glob(os.path.join(ROOT, "*.md"))
    for folder in ("docs", "models", "tests", "bench", "examples"):
        paths += glob.glob(os.path.join(ROOT, folder, "**", "*.md"), recursive=True)
    broken = []
    for path in sorted(paths):
        with open(path, encoding="utf-8") as file:
            broken += tree.broken(ROOT, os.path.relpath(path, ROOT), file.read())
    for text in broken:
        print("FAILED", text)
    print(f"links: {len(paths)} files, {len(broken)} broken links")
    sys.exit(1 if broken else 0)


if __name__ == "__main__":
    main()
