# SPDX-License-Identifier: MIT
"""library.py - the parts of models/lib: what their texts say of them, and the page docs/library.md.

The texts are regular enough to be read line by line: a class begins with `model NAME "description"`, an element
of it is one line that ends in `"description";`, its documentation is an annotation at its end.
"""
import collections
import glob
import os
import re

Part = collections.namedtuple("Part", "domain name kind partial description bases elements info text")
Element = collections.namedtuple("Element", "prefix type name default description")

HEAD = re.compile(r'(?m)^( *)(partial )?(model|block|connector|package|function) (\w+)(?: "([^"]*)")?$')
SHORT = re.compile(r'(?m)^ *connector (\w+) = ((?:input|output) \w+) "([^"]*)";$')
ELEMENT = re.compile(r'(?m)^ *(parameter |flow |discrete |constant |final parameter )?([\w.]+) (\w+)'
                     r'(\[[^\]]*\])?(?:\((?:[^()]|\([^()]*\))*\))?(?: = ([^"\n]*?))?(?: "([^"]*)")?;$')
BASE = re.compile(r"(?m)^ *extends ([\w.]+)")
INFO = re.compile(r'Documentation\(info = "(.*?)"\)', re.S)
DOMAINS = ("Electrical", "Spice", "Rotational", "Thermal", "Blocks")
SIGNALS = {"RealInput": "real-input", "RealOutput": "real-output", "BooleanInput": "boolean-input", "BooleanOutput": "boolean-output",
           "IntegerInput": "integer-input", "IntegerOutput": "integer-output"}
PHYSICAL = {"Pin": "pin", "PositivePin": "pin", "NegativePin": "pin", "Flange": "flange", "HeatPort": "heat"}


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def public(body):
    """The declarations of a class that others may see: until its first section."""
    return re.split(r"(?m)^ *(?:protected|equation|algorithm|initial equation)$", body)[0]


def classes(domain, text):
    """The classes of a text, those inside a package by their own names."""
    found = {short[1]: Part(domain, short[1], "connector", False, short[3], [], [], "", text) for short in SHORT.finditer(text)}
    for head in HEAD.finditer(text):
        indent, partial, kind, name, description = head.groups()
        end = re.search(rf"(?m)^{indent}end {name};$", text[head.end():])
        body = text[head.end():head.end() + end.start()] if end else ""
        if kind in ("package", "function"):
            continue
        elements = [Element((e[1] or "").strip(), e[2], e[3] + (e[4] or ""), e[5] or "", e[6] or "") for e in ELEMENT.finditer(public(body))
                    if e[2] not in ("extends", "import")]
        info = INFO.search(body)
        found[name] = Part(domain, name, kind, bool(partial), description or "", BASE.findall(body), elements,
                           " ".join(info[1].split()) if info else "", text)
    return found


def read_library(root):
    """{domain: {name: Part}}, and the classes of the Interfaces as {"Electrical.Interfaces": {name: Part}}."""
    library = {}
    for domain in DOMAINS:
        folder = os.path.join(root, "models", "lib", "Saltus", domain)
        library[domain] = {}
        for path in sorted(glob.glob(os.path.join(folder, "*.mo"))):
            name = os.path.basename(path)[:-3]
            if name == "Interfaces":
                library[domain + ".Interfaces"] = classes(domain, read(path))
            elif name != "package":
                library[domain].update(classes(domain, read(path)))
    return library


def find(library, part, name):
    """The class that `name` means in a part; None: none of this library."""
    words = name.split(".")
    if words[0] == "Saltus":
        words = words[1:]
    elif words[0] == "Interfaces" or words[0] in library[part.domain]:
        words = [part.domain] + words
    elif len(words) == 1:
        words = [part.domain, "Interfaces"] + words
    return library.get(".".join(words[:-1]), {}).get(words[-1])


def all_elements(library, part):
    """Its own ones and those of its base classes, first the inherited ones."""
    inherited = [e for base in part.bases if find(library, part, base) for e in all_elements(library, find(library, part, base))]
    return inherited + list(part.elements)


def parameters(library, part):
    return [e for e in all_elements(library, part) if e.prefix == "parameter" and not re.search(rf"final {e.name} =", part.text)]


def connectors(library, part):
    """(name, kind) of all connectors that others may use."""
    kinds = {**SIGNALS, **PHYSICAL}
    return [(re.sub(r"\[.*", "", e.name), kinds[e.type.split(".")[-1]]) for e in all_elements(library, part)
            if not e.prefix and e.type.split(".")[-1] in kinds]


# ---- The page ------------------------------------------------------------------------------------

PAGE = """<!-- generated from the texts of the library by tools/docs/generate.py -->
# The component library

`Saltus` is a package of components for [models](language.md): circuits, shafts, heat and signals. It is always on the
library path. Nothing is built in: every component is a text of a few lines in `models/lib/Saltus`. Use a component by its
full name, or after an import:

```modelica
model rc "A capacitor is charged through a resistor"
  import Saltus.Electrical.*;
  ConstantVoltage source(V = 10);
  Resistor r(R = 1e3);
  Capacitor c(C = 1e-6, v(start = 0));
  Ground ground;
equation
  connect(source.p, r.p);
  connect(r.n, c.p);
  connect(c.n, source.n);
  connect(source.n, ground.p);
  annotation(experiment(StopTime = 5e-3), __Saltus_watch = {"c.v"});
end rc;
```

Start values of states are not fixed: `c(v(start = 5))` sets one. If wires leave a state no freedom (two capacitors in
parallel), it follows from the others. Components of your own begin with `extends` of one of the `Interfaces`, such as
`Saltus.Electrical.Interfaces.OnePort`, and add their equations.

"""


def cell(text):
    return text.replace("|", "\\|").replace("*", "\\*").replace("_", "\\_")


def parameter_cell(library, part):
    return "<br>".join(f"`{e.name}" + (f" = {e.default}" if e.default else "") + "`" + (f" {cell(e.description)}" if e.description else "")
                       for e in parameters(library, part))


def row(library, part):
    name = f"Saltus.{part.domain}.{part.name}"
    ends = " ".join(f"`{end}`" for end, _ in connectors(library, part))
    return (f"| ![{part.name}](../models/lib/icons/{name}.svg) | **{part.name}**<br>{ends} | {cell(part.description)}. "
            f"{cell(part.info)} | {parameter_cell(library, part)} |\n")


def interfaces(library, domain):
    """Connectors and partial classes, for those who write parts."""
    names = "".join(f"- `{part.name}`: {cell(part.description)}\n" for part in library[domain + ".Interfaces"].values())
    return f"`Saltus.{domain}.Interfaces`, for components of your own:\n\n{names}\n"


def page(root):
    library = read_library(root)
    text = PAGE
    for domain in DOMAINS:
        head = read(os.path.join(root, "models", "lib", "Saltus", domain, "package.mo"))
        text += f"## {domain}\n\n{' '.join(INFO.search(head)[1].split())}\n\n| | component, connectors | | parameters |\n|---|---|---|---|\n"
        text += "".join(row(library, part) for part in library[domain].values()) + "\n" + interfaces(library, domain)
    return text.rstrip("\n") + "\n"
