# SPDX-License-Identifier: MIT
"""Makes FMUs for the tests: compiles fmu.c around a model, writes modelDescription.xml, packs both."""
import os
import platform
import subprocess
import sys
import zipfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
TOKEN = "{1}"

# name, type, causality, variability, start, derivative of (1-based; FMI 3.0: reference + 1), reference, elements
MODELS = {
    "dahlquist": dict(
        variables=[("x", "Float64", "output", "continuous", 1, None, 0), ("xdot", "Float64", "local", "continuous", None, 1, 1),
                   ("k", "Float64", "parameter", "tunable", 2, None, 2), ("y", "Float64", "local", "continuous", None, None, 3)],
        derivatives=[2], indicators=0, stop=3, step=0.1),
    "ball": dict(
        variables=[("h", "Float64", "output", "continuous", 1, None, 0), ("hdot", "Float64", "local", "continuous", None, 1, 1),
                   ("v", "Float64", "output", "continuous", 0, None, 2), ("vdot", "Float64", "local", "continuous", None, 3, 3),
                   ("g", "Float64", "parameter", "fixed", 9.81, None, 4), ("e", "Float64", "parameter", "tunable", 0.7, None, 5),
                   ("bounces", "Int32", "output", "discrete", None, None, 6)],
        derivatives=[2, 4], indicators=1, stop=2, step=0.01),
    "vanderpol": dict(
        variables=[("x0", "Float64", "output", "continuous", 2, None, 0), ("x0dot", "Float64", "local", "continuous", None, 1, 1),
                   ("x1", "Float64", "output", "continuous", 0, None, 2), ("x1dot", "Float64", "local", "continuous", None, 3, 3),
                   ("mu", "Float64", "parameter", "fixed", 1, None, 4)],
        derivatives=[2, 4], indicators=0, stop=10, step=0.05),
    "stair": dict(variables=[("counter", "Int32", "output", "discrete", None, None, 0)], derivatives=[], indicators=0, stop=9.5, step=0.2),
    "through": dict(
        variables=[("real_in", "Float64", "input", "continuous", 0.5, None, 0), ("real_out", "Float64", "output", "continuous", None, None, 1),
                   ("int_in", "Int32", "input", "discrete", 3, None, 2), ("int_out", "Int32", "output", "discrete", None, None, 3),
                   ("bool_in", "Boolean", "input", "discrete", "true", None, 4), ("bool_out", "Boolean", "output", "discrete", None, None, 5)],
        arrays=[("row_in", "Float64", "input", "continuous", "1 2 3", None, 6), ("row_out", "Float64", "output", "continuous", None, None, 9)],
        derivatives=[], indicators=0, stop=1, step=0.5),
}
OLD = {"Float64": "Real", "Int32": "Integer", "Boolean": "Boolean"}


def variable2(v):
    name, kind, causality, variability, start, of, ref = v
    extra = f' start="{start}"' if start is not None else ""
    extra += f' derivative="{of}"' if of else ""
    initial = ' initial="exact"' if start is not None and causality in ("output", "local") else ""
    return (f'    <ScalarVariable name="{name}" valueReference="{ref}" causality="{causality}" variability="{variability}"{initial}>'
            f'<{OLD[kind]}{extra}/></ScalarVariable>')


def variable3(v, size=None):
    name, kind, causality, variability, start, of, ref = v
    extra = f' start="{start}"' if start is not None else ""
    extra += f' derivative="{of - 1}"' if of else ""
    extra += ' initial="exact"' if start is not None and causality in ("output", "local") else ""
    head = f'    <{kind} name="{name}" valueReference="{ref}" causality="{causality}" variability="{variability}"{extra}'
    return head + (f'><Dimension start="{size}"/></{kind}>' if size else "/>")


def xml(model, fmi, kinds=("me", "cs"), experiment=True, variable_step=True, token=TOKEN):
    m = MODELS[model]
    lines = ['<?xml version="1.0" encoding="UTF-8"?>']
    if fmi == 2:
        lines.append(f'<fmiModelDescription fmiVersion="2.0" modelName="{model}" guid="{token}" numberOfEventIndicators="{m["indicators"]}">')
    else:
        lines.append(f'<fmiModelDescription fmiVersion="3.0" modelName="{model}" instantiationToken="{token}">')
    if "me" in kinds:
        lines.append(f'  <ModelExchange modelIdentifier="{model}"/>')
    if "cs" in kinds:
        steps = "true" if variable_step else "false"
        more = ' hasEventMode="true" canReturnEarlyAfterIntermediateUpdate="true"' if fmi == 3 else ""
        lines.append(f'  <CoSimulation modelIdentifier="{model}" canHandleVariableCommunicationStepSize="{steps}"{more}/>')
    if experiment:
        lines.append(f'  <DefaultExperiment startTime="0" stopTime="{m["stop"]}" stepSize="{m["step"]}"/>')
    lines.append("  <ModelVariables>")
    lines += [variable2(v) if fmi == 2 else variable3(v) for v in m["variables"]]
    if fmi == 3:
        lines += [variable3(v, 3) for v in m.get("arrays", [])]
        if m["indicators"]:
            lines.append('    <Float64 name="z" valueReference="7" causality="local" variability="continuous"/>')
    lines += ["  </ModelVariables>", "  <ModelStructure>"]
    if fmi == 2:
        lines.append("    <Outputs>" + "".join(f'<Unknown index="{k + 1}"/>' for k, v in enumerate(m["variables"]) if v[2] == "output") + "</Outputs>")
        lines.append("    <Derivatives>" + "".join(f'<Unknown index="{k}"/>' for k in m["derivatives"]) + "</Derivatives>")
    else:
        lines += [f'    <ContinuousStateDerivative valueReference="{k - 1}"/>' for k in m["derivatives"]]
        if m["indicators"]:
            lines.append('    <EventIndicator valueReference="7"/>')
    lines += ["  </ModelStructure>", "</fmiModelDescription>", ""]
    return "\n".join(lines)


def place(model, fmi):
    folder = ("linux64" if platform.machine() == "x86_64" else platform.machine()) if fmi == 2 else platform.machine() + "-linux"
    return f"binaries/{folder}/{model}.so"


def library(model, fmi, path, *options):
    cc = os.environ.get("CC", "cc")
    subprocess.run([cc, "-std=gnu11", "-O1", "-g", "-shared", "-fPIC", "-fvisibility=hidden", f"-I{ROOT}/src", f"-I{HERE}", f"-DFMI={fmi}",
                    f'-DMODEL="models/{model}.h"', f'-DTOKEN="{TOKEN}"', *options, f"{HERE}/fmu.c", "-o", path, "-lm"], check=True)


def fmu(model, fmi, path, *options, text=None, **xml_options):
    """Compiled with `options`, described by `text` if it is given."""
    so = path + ".so"
    library(model, fmi, so, *options)
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as z:
        z.writestr("modelDescription.xml", text or xml(model, fmi, **xml_options))
        z.write(so, place(model, fmi))
    os.unlink(so)
    return path


def seeds(folder):
    """For tests/fuzz/fuzz_fmu.c: a description of each model, and an archive."""
    for fmi in (2, 3):
        for model in MODELS:
            with open(f"{folder}/{model}{fmi}.xml", "w", encoding="utf-8") as f:
                f.write(xml(model, fmi))
        with zipfile.ZipFile(f"{folder}/{fmi}.fmu", "w", zipfile.ZIP_DEFLATED) as z:
            z.writestr("modelDescription.xml", xml("ball", fmi))
            z.writestr(place("ball", fmi), "x")


if __name__ == "__main__" and sys.argv[1:2] == ["--seeds"]:
    seeds(sys.argv[2])
