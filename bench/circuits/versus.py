#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""versus.py - the page docs/circuits-vs-spice.md from one run of the circuits by the suite.

    build-release/bench/suite --folder bench/circuits --work build-release/bench/work --out circuits.json
    python3 bench/circuits/versus.py circuits.json --keep docs     docs/data/circuits.json and the page anew; cases that were not run stay

The page is made from docs/data/circuits.json alone, by pages(); `make docs` does that, too."""
import argparse
import json
import os
import sys

KEPT = ("who", "tol", "status", "seconds", "steps", "events", "mean")
CASE = ("problem", "case", "title", "states", "stop", "columns", "reference", "confirm", "confirmed", "limit", "commit", "date")
HEAD = ("machine", "compiler", "flags", "commit", "date")
OURS = ("auto", "mliqss2", "exact")
LEAST = 30  # how many times as long ngspice is to take
# What the table shows: (title, contestants, tolerance). Of several the most accurate one counts.
SHOWN = (("auto 1e-2", ("auto",), 1e-2), ("auto 1e-3", ("auto",), 1e-3), ("auto 1e-4", ("auto",), 1e-4), ("exact 1e-3", ("exact",), 1e-3),
         ("steps 1e-3", ("auto-steps",), 1e-3), ("cvode 1e-5", ("cvode",), 1e-5), ("esdirk43 1e-4", ("esdirk43",), 1e-4),
         ("ngspice 1e-3", ("ngspice-trap", "ngspice-gear"), 1e-3), ("ngspice 1e-5", ("ngspice-trap", "ngspice-gear"), 1e-5))


def pack(results):
    cases = [{**{key: case.get(key, results.get(key)) for key in CASE},
              "runs": [{key: run[key] for key in KEPT if key in run} for run in case["runs"]]} for case in results["cases"]]
    return {**{key: results.get(key) for key in HEAD}, "cases": cases}


def merge(old, new):
    """Cases that were measured again take the place of the old ones; the rest stays."""
    again = {(case["problem"], case["case"]) for case in new["cases"]}
    kept = [{"commit": old.get("commit"), "date": old["date"], **case} for case in old["cases"] if (case["problem"], case["case"]) not in again]
    return dict(new, cases=sorted(kept + new["cases"], key=lambda case: (case["problem"], len(case["case"]), case["case"])))


def text_of(packed):
    head = "".join(f' "{key}": {json.dumps(packed.get(key))},\n' for key in HEAD)
    cases = ",\n".join("  " + json.dumps({key: case.get(key, packed.get(key)) for key in CASE})[:-1] + ', "runs": [\n   '
                       + ",\n   ".join(json.dumps(run) for run in case["runs"]) + "]}" for case in packed["cases"])
    return "{" + head[1:] + ' "cases": [\n' + cases + "\n]}\n"


def name_of(case):
    return case["problem"] if case["case"] == case["problem"] else f"{case['problem']} {case['case']}"


def time_of(seconds):
    return f"{seconds:.3g} s" if seconds >= 1 else f"{1000 * seconds:.3g} ms"


def done(case, who):
    """Runs of these contestants that came to their end, most accurate first."""
    return sorted((run for run in case["runs"] if run["who"].startswith(who) and run["status"] == "ok" and run["mean"] is not None),
                  key=lambda run: run["mean"])


def cell(case, who, tol):
    found = [run for run in case["runs"] if run["who"] in who and abs(run["tol"] / tol - 1) < 1e-9]
    good = sorted((run for run in found if run["status"] == "ok" and run["mean"] is not None), key=lambda run: run["mean"])
    if good:
        return f"{time_of(good[0]['seconds'])}, {good[0]['mean']:.0e}"
    return found[0]["status"] if found else ""


def events(case):
    found = [run for run in case["runs"] if run["who"] == "esdirk43" and run["status"] == "ok"]
    return f"{found[0]['events']}" if found else ""


def overview(cases):
    lines = ["| circuit | states | events | " + " | ".join(title for title, _, _ in SHOWN) + " |",
             "|---|---:|---:|" + "---|" * len(SHOWN)]
    for case in cases:
        cells = " | ".join(cell(case, who, tol) for _, who, tol in SHOWN)
        lines.append(f"| {name_of(case)} | {case['states']} | {events(case)} | {cells} |")
    return "\n".join(lines)


def ratio(case, family):
    """ngspice's most accurate run, and the fastest of the family with no more error. None: there is none."""
    spice = done(case, "ngspice")
    if not spice:
        return None, None
    ours = [run for who in family for run in done(case, who) if run["who"] == who and run["mean"] <= spice[0]["mean"]]
    return spice[0], min(ours, key=lambda run: run["seconds"], default=None)


def verdict(spice, ours):
    """Is ngspice's time, over ours, what was asked?"""
    return "**missed**" if not ours or spice["seconds"] / ours["seconds"] < LEAST else "met"


def against(case):
    spice, auto = ratio(case, OURS)
    _, classic = ratio(case, ("cvode", "esdirk32", "esdirk43", "dopri5"))
    if not spice:
        reason = next((run["status"] for run in case["runs"] if run["who"].startswith("ngspice")), "not asked")
        return f"| {name_of(case)} | {reason} (limit {case['limit']:g} s) | | | |"
    def shown(run):
        return f"{spice['seconds'] / run['seconds']:.3g}x: {run['who']} {run['tol']:g}, {time_of(run['seconds'])}, {run['mean']:.0e}" if run else "none so accurate"
    return (f"| {name_of(case)} | {spice['who']} {spice['tol']:g}: {time_of(spice['seconds'])}, {spice['mean']:.0e} | "
            f"{shown(auto)} | {verdict(spice, auto)} | {shown(classic)} |")


def not_done(cases):
    lines = []
    for case in cases:
        bad = [f"{run['who']} {run['tol']:g}" + (" (time limit)" if run["status"] == "time limit" else "")
               for run in case["runs"] if run["status"] in ("failed", "time limit")]
        if bad:
            lines.append(f"- {name_of(case)}: " + ", ".join(bad))
    return "\n".join(lines)


def references(cases):
    return "\n".join(f"| {name_of(case)} | {case['stop']:g} s | {case['columns'].replace(',', ', ')} | {case['reference']} | "
                     + (f"{case['confirmed']:.0e}" if case["confirmed"] is not None else "not confirmed") + " |" for case in cases)


PAGE = """<!-- generated from docs/data/circuits.json by bench/circuits/versus.py -->
# Circuits, compared with ngspice

This page compares time and error of single runs. The circuits of [models/circuits](../models/circuits/README.md), made
of library components, are run by `auto`, `exact` and `mliqss2`, by `auto` without its exact parts (`auto-steps`), by classic methods behind the same contract
(`cvode`, `esdirk32`, `esdirk43`, `dopri5`), and by ngspice on a netlist of the same circuit
(`bench/circuits/NAME/NAME.cir`: the same resistances of switches and diodes, no junction capacitances).

    make bench-circuits             # all below again, on your machine; a quarter of an hour
    make bench-circuits KEEP=1      # and put the results into docs/data/circuits.json and onto this page

The error is measured in the same way for all: the mean of |x - reference| at 1001 equidistant instants, in units of the
range of the reference, for the worst column. Time is CPU time of the integration alone, without compiling. ngspice
reports the time of its transient analysis; if the CPU time of the whole process is less, because the machine was busy,
that is used. Tolerances are `--tol` and `reltol`; ngspice always uses `abstol` 1e-9 and `vntol` 1e-6. Its points are
joined by straight lines, so its longest step is limited (`tran` in the netlists); with pulse-width modulation by a
triangle, to 1/100 or 1/50 of the period.

Measured on {machine}, {compiler}, `{flags}`, {measured}. Times of less than a second are the least of up to three runs. Circuits may have been measured one by one (`SUITE=Drive`), the long
ones at fewer tolerances.

## Time and error

Each cell shows time and error. For ngspice it shows the more accurate of its two methods, trapezoidal and Gear. Empty
cells were not run.

{overview}

## At the error of ngspice

The table shows the most accurate run of ngspice, and the fastest run of Saltus whose error is not larger. The number
before the colon says how many times as long ngspice took; {least} times is asked.

{against}

*None so accurate* means that ngspice was more accurate than every run of that column.

## Runs that did not finish

These runs exceeded the CPU time limit, or the method gave up (ngspice: "timestep too small").

{failures}

## What to keep in mind

- ngspice is made for transistors with all their physics. These circuits have ideal switches, for which it has `S`
  elements and sources with `?:`; their jumps are hard for its Newton iterations and its step control. It does not locate
  the instant at which a comparator switches, but notices it after a step. Therefore its error in the circuits with
  pulse-width modulation (Drive, HBridge, Inverter) is determined by its longest step, not by `reltol`.
- The gain is smallest on the rectifiers with few events (Rectifier, SixPulse): there ngspice is about as fast as `auto`,
  and classic methods are the best choice.
- ngspice has neither thyristors nor breakers. In the netlists a capacitor stores the mode, within a microsecond.
- Classic methods are more accurate than requested on circuits with many events, because they stop at each of them.
  They beat the quantized methods where accuracy matters; with many states (Breakers, ThermalGrid) they are slower, since
  every event affects all states.
- The quantum of a state is relative to its value: at 1e-3 a room of 293 K is known within 0.3 K, which is coarse for a
  thermostat of 2 K.

## The references

The references are computed by the method named, at a tolerance of 1e-8 to 1e-10. The last column shows how far CVODE at
its own fine tolerance differs, in the unit of all errors on this page.

| circuit | until | columns | by | CVODE differs by |
|---|---:|---|---|---:|
{references}
"""


def measured(packed):
    """When, and of what commit; circuit by circuit if the page is made of several runs."""
    groups = {}
    for case in packed["cases"]:
        commit, date = (case.get(key) or packed.get(key) for key in ("commit", "date"))
        groups.setdefault((date, commit), []).append(name_of(case))
    told = [(f"commit {commit}, " if commit else "") + date + (f" ({', '.join(names)})" if len(groups) > 1 else "")
            for (date, commit), names in sorted(groups.items(), key=lambda g: (g[0][0], g[0][1] or ""))]
    return ("**not in one run**: " if len(told) > 1 else "") + "; ".join(told)


def page(packed):
    cases = packed["cases"]
    rows = "\n".join(against(case) for case in cases)
    head = "| circuit | ngspice | Saltus, with no more error | | classic, with no more error |\n|---|---|---|---|---|\n"
    return PAGE.format(machine=packed["machine"], compiler=f"gcc {packed['compiler']}", flags=packed["flags"], measured=measured(packed), least=LEAST,
                       overview=overview(cases), against=head + rows, failures=not_done(cases), references=references(cases))


def pages(root):
    """For tools/docs/generate.py: name below docs/ -> text."""
    with open(os.path.join(root, "docs", "data", "circuits.json"), encoding="utf-8") as file:
        return {"circuits-vs-spice.md": page(json.load(file))}


def main():
    parser = argparse.ArgumentParser(description="the page of the circuits from results of the suite")
    parser.add_argument("results", nargs="+")
    parser.add_argument("--keep", metavar="DOCS", help="write DOCS/data/circuits.json and its page; cases that were not run stay as they are there")
    arguments = parser.parse_args()
    packed = None
    for name in arguments.results:
        with open(name, encoding="utf-8") as file:
            new = pack(json.load(file))
        packed = merge(packed, new) if packed else new
    if arguments.keep:
        path = os.path.join(arguments.keep, "data", "circuits.json")
        if os.path.exists(path):
            with open(path, encoding="utf-8") as file:
                packed = merge(json.load(file), packed)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text_of(packed))
        for name, text in pages(os.path.dirname(os.path.abspath(arguments.keep))).items():
            with open(os.path.join(arguments.keep, name), "w", encoding="utf-8") as file:
                file.write(text)
    print(overview(packed["cases"]))
    return 0


if __name__ == "__main__":
    sys.exit(main())
