#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""check.py - the rules of FMI 2.0 and 3.0 for modelDescription.xml, written from the text of the standard.

    check.py FMU...

Prints what is against a rule, and fails. Rules: elements in their order; names and value references are there once;
which causality goes with which variability and initial; where a start value must or must not be; units are declared;
min <= start <= max; states and derivatives belong together; ModelStructure lists all outputs and derivatives and the
initial unknowns that the standard asks for, in order, with dependences on what may be depended on."""
import re
import sys
import xml.etree.ElementTree as tree
import zipfile

ORDER = {2: ["ModelExchange", "CoSimulation", "UnitDefinitions", "TypeDefinitions", "LogCategories",
             "DefaultExperiment", "VendorAnnotations", "ModelVariables", "ModelStructure"],
         3: ["ModelExchange", "CoSimulation", "ScheduledExecution", "UnitDefinitions", "TypeDefinitions",
             "LogCategories", "DefaultExperiment", "ModelVariables", "ModelStructure", "Annotations"]}
# (causality, variability): allowed values of initial; None: it must not be given
A, B, C, NO = {"exact"}, {"approx", "calculated"}, {"exact", "approx", "calculated"}, {None}
INITIAL = {("parameter", "fixed"): A, ("parameter", "tunable"): A,
           ("calculatedParameter", "fixed"): B, ("calculatedParameter", "tunable"): B,
           ("input", "discrete"): NO, ("input", "continuous"): NO,
           ("output", "constant"): A, ("output", "discrete"): C, ("output", "continuous"): C,
           ("local", "constant"): A, ("local", "fixed"): B, ("local", "tunable"): B,
           ("local", "discrete"): C, ("local", "continuous"): C,
           ("independent", "continuous"): NO}
NAME = re.compile(r"[A-Za-z_][A-Za-z_0-9]*(\[\d+(,\d+)*\])?(\.[A-Za-z_][A-Za-z_0-9]*(\[\d+(,\d+)*\])?)*$")


class Variable:
    def __init__(self, e, version, row):
        kind = e if version == 3 else list(e)[0]
        self.row, self.name, self.ref = row, e.get("name"), e.get("valueReference")
        self.type = kind.tag
        self.real = kind.tag in ("Real", "Float64")
        self.causality, self.variability = e.get("causality", "local"), e.get("variability", "continuous")
        self.initial = e.get("initial")
        self.start, self.unit, self.derivative = kind.get("start"), kind.get("unit"), kind.get("derivative")
        self.min, self.max, self.reinit = kind.get("min"), kind.get("max"), kind.get("reinit")
        self.key = str(row) if version == 2 else self.ref


def check_variable(v, structured, units):
    allowed = INITIAL.get((v.causality, v.variability))
    if allowed is None:
        yield "%s: %s does not go with %s" % (v.name, v.causality, v.variability)
    elif v.initial not in allowed:
        yield "%s: initial %s does not go with %s, %s" % (v.name, v.initial, v.causality, v.variability)
    needed = v.initial in ("exact", "approx") or v.causality == "input"
    if needed != (v.start is not None):
        yield "%s: start is %s" % (v.name, "missing" if needed else "forbidden")
    if v.variability == "continuous" and not v.real:
        yield "%s: only a Real is continuous" % v.name
    if v.unit is not None and v.unit not in units:
        yield "%s: the unit %s is not declared" % (v.name, v.unit)
    if structured and not NAME.match(re.sub(r"^der\((.*)\)$", r"\1", v.name)):
        yield "%s: not a structured name" % v.name
    if v.start is not None and v.type != "Boolean":
        if v.min is not None and float(v.start) < float(v.min) or v.max is not None and float(v.start) > float(v.max):
            yield "%s: start is outside min and max" % v.name
    if v.start is not None and v.real and float(v.start) - float(v.start) != 0:
        yield "%s: start is not finite" % v.name
    if v.type == "Boolean" and v.start not in (None, "true", "false"):
        yield "%s: start of a Boolean is %s" % (v.name, v.start)


def unknowns(root, version, name):
    two = {"Output": "Outputs/Unknown", "ContinuousStateDerivative": "Derivatives/Unknown",
           "InitialUnknown": "InitialUnknowns/Unknown", "EventIndicator": "-"}
    s = root.find("ModelStructure")
    return s.findall(two[name] if version == 2 else name)


def check_structure(root, version, variables):
    by_key = {v.key: v for v in variables}
    key = "index" if version == 2 else "valueReference"
    listed = {}
    for name in ("Output", "ContinuousStateDerivative", "InitialUnknown", "EventIndicator"):
        listed[name] = [u.get(key) for u in unknowns(root, version, name)]
        if len(set(listed[name])) != len(listed[name]):
            yield "%s lists one twice" % name
        for u in unknowns(root, version, name):
            if u.get(key) not in by_key:
                yield "%s lists %s, which is not there" % (name, u.get(key))
            for d in (u.get("dependencies") or "").split():
                v = by_key.get(d)
                state = v is not None and any(w.derivative == v.key for w in variables)
                if v is None or not (v.causality in ("input", "independent") or state):
                    yield "%s %s depends on %s, neither a state nor an input" % (name, u.get(key), d)
    outputs = [v.key for v in variables if v.causality == "output"]
    if listed["Output"] != outputs:
        yield "Outputs are not those of the variables, in their order"
    derivatives = [v.key for v in variables if v.derivative is not None]
    if sorted(listed["ContinuousStateDerivative"]) != sorted(derivatives):
        yield "Derivatives are not those of the variables"
    states = {v.derivative for v in variables if v.derivative is not None}
    for v in variables:
        if v.derivative is not None and (v.derivative not in by_key or by_key[v.derivative].variability != "continuous"):
            yield "%s is the derivative of nothing continuous" % v.name
        if v.reinit is not None and v.key not in states:
            yield "%s has reinit, but is no state" % v.name
    initial = [v.key for v in variables if
               v.initial in ("approx", "calculated") and
               (v.causality in ("output", "calculatedParameter") or v.key in states or v.derivative is not None)]
    if sorted(listed["InitialUnknown"]) != sorted(initial):
        yield "InitialUnknowns are not those that the standard asks for"
    if version == 2 and [int(k) for k in listed["InitialUnknown"]] != sorted(int(k) for k in listed["InitialUnknown"]):
        yield "InitialUnknowns are not in order"


def check(root):
    """What is against a rule, as texts."""
    version = {"2.0": 2, "3.0": 3}[root.get("fmiVersion")]
    wrong = []
    tags = [e.tag for e in root]
    if any(t not in ORDER[version] for t in tags) or tags != sorted(tags, key=ORDER[version].index):
        wrong.append("elements are not in their order: %s" % tags)
    for need in ("modelName", "guid" if version == 2 else "instantiationToken"):
        if not root.get(need):
            wrong.append("%s is missing" % need)
    kinds = [root.find(k) for k in ("ModelExchange", "CoSimulation") if root.find(k) is not None]
    if not kinds or any(not re.match(r"[A-Za-z_]\w*$", k.get("modelIdentifier") or "") for k in kinds):
        wrong.append("modelIdentifier is missing, or no identifier")
    units = [u.get("name") for u in root.findall("UnitDefinitions/Unit")]
    if len(set(units)) != len(units):
        wrong.append("a unit is declared twice")
    variables = [Variable(e, version, k + 1) for k, e in enumerate(root.find("ModelVariables"))]
    for what, all_of in (("name", [v.name for v in variables]),
                         ("value reference", [(v.type if version == 2 else "", v.ref) for v in variables])):
        if len(set(all_of)) != len(all_of):
            wrong.append("a %s is there twice" % what)
    if sum(v.causality == "independent" for v in variables) != 1:
        wrong.append("there is not one independent variable")
    structured = root.get("variableNamingConvention") == "structured"
    for v in variables:
        wrong += check_variable(v, structured, units)
    wrong += check_structure(root, version, variables)
    e = root.find("DefaultExperiment")
    if e is not None and e.get("stopTime") and float(e.get("stopTime")) < float(e.get("startTime", "0")):
        wrong.append("the default experiment stops before it starts")
    return wrong


def main():
    failed = False
    for path in sys.argv[1:]:
        with zipfile.ZipFile(path) as z:
            names = z.namelist()
            wrong = check(tree.fromstring(z.read("modelDescription.xml")))
        if any(n.startswith("/") or ".." in n.split("/") or "\\" in n for n in names) or len(set(names)) != len(names):
            wrong.append("names of files")
        print("%s: %s" % (path, "fine" if not wrong else "; ".join(wrong)))
        failed |= bool(wrong)
    sys.exit(failed)


if __name__ == "__main__":
    main()
