# SPDX-License-Identifier: MIT
"""functions.py - the page of the elementary functions, from the rows of include/saltus_elementary.h."""
import os
import re

ROWS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "include", "saltus_elementary.h")
PAGE = """<!-- generated from include/saltus_elementary.h by tools/docs/generate.py -->
# Elementary functions

Of the [model language](language.md); of an array they give an array. Those with a jet are functions of
[saltus_jet.h](api/saltus_jet.md), too, and, with one argument, [blocks](blocks.md).

| function | | argument | unit | jet |
|---|---|---|---|---|
"""
UNITS = {"NUMBER": "number", "ANGLE": "number to rad", "POINT": "two equal ones to rad", "ROOT(1)": "kept", "ROOT(2)": "square root",
         "ROOT(3)": "cube root", "UNKNOWN": ""}


def fields(text):
    """The arguments of a macro: split at commas outside parentheses and quotes."""
    found, depth, quoted, start = [], 0, False, 0
    for k, c in enumerate(text + ","):
        if c == '"':
            quoted = not quoted
        elif not quoted:
            depth += (c == "(") - (c == ")")
            if c == "," and depth == 0:
                found.append(text[start:k].strip())
                start = k + 1
    return found


def string(text):
    return "".join(re.findall(r'"([^"]*)"', text))


class Function:
    def __init__(self, row):
        (_, self.name, _, count, _, self.unit, _, self.series, _, _, must, _, _, _, title, text) = fields(row)
        self.count, self.must, self.title, self.text = int(count), string(must), string(title), string(text)
        self.jet = self.series not in ("KINK", "JUMP")


def read():
    with open(ROWS, encoding="utf-8") as file:
        text = re.sub(r"\s*\\\n\s*", " ", file.read())
    rows = re.split(r"\sX\(", re.search(r"#define SALTUS_ELEMENTARY\(X, O\)(.*)", text)[1])[1:]
    return [Function(row.strip()[:row.strip().rindex('")') + 1]) for row in rows]


def jets(functions):
    """The declarations that SALTUS_ELEMENTARY makes in saltus_jet.h."""
    return "\n".join(f"SALTUS_INLINE jet jet_{f.name}({'jet a, jet b' if f.count == 2 else 'jet a'}) {{}}"
                     for f in functions if f.series in ("SLOPE", "SELF"))


def spans(functions):
    """The declarations that SALTUS_ELEMENTARY makes in saltus_span.h."""
    return "\n".join(f"static inline {kind} span_{f.name}{end}({'saltus_span a, saltus_span b' if f.count == 2 else 'saltus_span a'}) {{}}"
                     for kind, end in (("saltus_span", ""), ("int", "_smooth")) for f in functions)


def page(functions):
    out = PAGE
    for f in functions:
        jet = f"`jet_{f.name}`" if f.jet else ""
        call = f"{f.name}({'a, b' if f.count == 2 else 'u'})"
        text = f.text.replace("|", "\\|")
        out += f"| `{call}` | {f.title[0].upper()}{f.title[1:]}. {text} | {'must ' + f.must if f.must else ''} | {UNITS[f.unit]} | {jet} |\n"
    return out
