#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""parts.py - has every part of models/lib all that belongs to it?

    python3 tests/library/parts.py [ROOT]

A description, a documentation, a description and a unit of every parameter that has one, a model in tests/library that uses it, and
an icon: well-formed XML, 100 x 100, drawn by tools/icons.py, with one element for each connector, of its kind, at an edge.
"""
import glob
import os
import re
import subprocess
import sys
import xml.etree.ElementTree as ElementTree

ROOT = sys.argv[1] if len(sys.argv) > 1 else os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
sys.path.insert(0, os.path.join(ROOT, "tools", "docs"))
import library


def drawn_connectors(tree):
    """{name: (kind, x, y)} of an icon."""
    found = {}
    for element in tree.iter():
        words = element.get("class", "").split()
        if words[:1] == ["connector"]:
            x, y = element.get("data-at").split()
            found[element.get("id")] = (words[1], float(x), float(y))
    return found


def icon_faults(texts, part):
    path = os.path.join(ROOT, "models", "lib", "icons", f"Saltus.{part.domain}.{part.name}.svg")
    if not os.path.exists(path):
        return ["it has no icon"]
    try:
        tree = ElementTree.parse(path).getroot()
    except ElementTree.ParseError as fault:
        return [f"its icon is not well-formed: {fault}"]
    faults = [] if tree.get("viewBox") == "0 0 100 100" else ["its icon is not 100 x 100"]
    drawn = drawn_connectors(tree)
    declared = dict(library.connectors(texts, part))
    if set(drawn) != set(declared):
        faults.append(f"its icon shows the connectors {sorted(drawn)}, it has {sorted(declared)}")
    for name, (kind, x, y) in drawn.items():
        if kind.removesuffix("-n") != declared.get(name, ""):
            faults.append(f"its icon shows '{name}' as {kind}")
        if x not in (0, 100) and y not in (0, 100):
            faults.append(f"its icon has '{name}' away from the edge")
    return faults


def text_faults(texts, part, used):
    faults = []
    if not part.description:
        faults.append("it has no description")
    if len(part.info) < 5:
        faults.append("it has no documentation")
    if part.name not in used:
        faults.append("no model in tests/library uses it")
    for element in library.parameters(texts, part):
        if not element.description:
            faults.append(f"its parameter '{element.name}' has no description")
    if not part.text.startswith(f"within Saltus.{part.domain};\n"):
        faults.append("its text does not begin with its package")
    return faults


def main():
    texts = library.read_library(ROOT)
    used = set()
    for path in glob.glob(os.path.join(ROOT, "tests", "library", "*", "*.mo")):
        used |= set(re.findall(r"(?m)^  (?:Saltus\.\w+\.)?(\w+) \w+", library.read(path)))
    parts = [part for domain in library.DOMAINS for part in texts[domain].values()]
    faults = [f"Saltus.{part.domain}.{part.name}: {fault}" for part in parts
              for fault in text_faults(texts, part, used) + icon_faults(texts, part)]
    print("\n".join(faults + [f"library: {len(parts)} parts, {len(faults)} faults"]))
    icons = subprocess.run([sys.executable, os.path.join(ROOT, "tools", "icons.py"), "--check"], check=False).returncode
    return 1 if faults or icons or len(parts) < 100 else 0


if __name__ == "__main__":
    sys.exit(main())
