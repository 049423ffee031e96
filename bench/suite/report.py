#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""report.py - the page of the docs and its pictures from results of the suite.

    python3 bench/suite/report.py results.json                  the table of targets, printed
    python3 bench/suite/report.py results.json --keep docs      the same, and docs/data/benchmarks.json anew, and the page of it
    python3 bench/suite/report.py a.json b.json --linear        the table of models that are linear between events alone, which has a
                                                                run of its own (make bench-linear); with --keep docs/data/linear.json

The page docs/benchmarks.md and the pictures docs/pictures/bench-*.svg are made from docs/data/benchmarks.json and docs/data/linear.json
alone, by pages(); `make docs` does that, too."""
import argparse
import json
import math
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import curves
import plot

HERE = os.path.dirname(os.path.abspath(__file__))
ERRORS = (1e-2, 1e-3, 1e-4)


def times(ratio):
    """A ratio as people say it."""
    return f"{ratio:.0f}x" if ratio >= 9.5 else f"{ratio:.1f}x" if ratio >= 0.95 else f"{ratio:.2f}x"


def power(error):
    digits, exponent = f"{error:.0e}".split("e")
    return f"{digits}e{int(exponent)}"


# ---- Targets ---------------------------------------------------------------------------------------------------------

class Target:
    """What is asked, what was found, and whether that is enough. value None: it could not be measured. all: the ratio against
    everybody who moves all states together, where there is one."""

    def __init__(self, what, asked, value, shown, met, note="", all=""):
        self.what, self.asked, self.value, self.shown, self.met, self.note, self.all = what, asked, value, shown, met, note, all

    def verdict(self):
        return "not measured" if self.value is None else "met" if self.met else "**missed**"


def find(cases, problem, name):
    return next((case for case in cases if (case.problem, case.name) == (problem, name)), None)


def label(problem, name):
    return problem if problem == name else f"{problem} {name}"


def taken(time):
    """(seconds, name) for people."""
    return f"`{time[1]}` {plot.seconds(float(f'{time[0]:.3g}'))}"


AGAINST = {"standard": "SUNDIALS and DOPRI5", "ngspice": "ngspice"}


def against_all(case, ours, error):
    """The ratio against everybody, loops written by hand for this problem too, and who that is."""
    theirs = case.best("classic", error)
    return f"{times(theirs[0] / ours[0])} ({taken(theirs)})" if theirs else ""


def ratio_target(cases, problem, name, error, least, against):
    case, error, least = find(cases, problem, name), float(error), float(least)
    what = f"{label(problem, name)} at {power(error)}, against {AGAINST.get(against, f'`{against}`')}"
    asked = f"≥ {least:g}x" if least >= 0.5 else f"within {1 / least:.0f}x"
    ours = case and case.best("ours", error)
    theirs = case and case.best(against, error)
    bound = case and not theirs and case.longer_than(against)
    if not ours or not (theirs or bound):
        why = "no case" if not case else "no quantized method reached this error" if not ours else "no other method reached this error"
        return Target(what, asked, None, "-", False, why, against_all(case, ours, error) if ours else "")
    value = (theirs or bound)[0] / ours[0]
    note = f"{taken(ours)}, {taken(theirs or bound)}" + ("" if theirs else ", stopped there before it was done")
    if auto := case.best("auto", error):
        note += f"; `auto` {times((theirs or bound)[0] / auto[0])}"
    if bound and value < least:
        return Target(what, asked, None, f"> {times(value)}", False, note, against_all(case, ours, error))
    return Target(what, asked, value, ("> " if bound else "") + times(value), value >= least, note,
                  against_all(case, ours, error) if against != "ngspice" else "")


def run_of(cases, problem, name, method, tol):
    case = find(cases, problem, name)
    contestant = case and case.contestant(method)
    return contestant and contestant.run_at(tol)


def step_target(cases, problem, name, method, most):
    run = run_of(cases, problem, name, method, 1e-4)
    value = 1e9 * run["seconds"] / run["steps"] if run and run["steps"] else None
    return Target(f"{label(problem, name)}, `{method}`: time per step", f"≤ {most} ns", value,
                  f"{value:.0f} ns" if value else "-", bool(value) and value <= float(most), "at 1e-4")


def bytes_target(cases, problem, name, method, most):
    run = run_of(cases, problem, name, method, 1e-3)
    value = run["bytes"] / find(cases, problem, name).data["states"] if run else None
    return Target(f"{label(problem, name)}, `{method}`: memory per state", f"≤ {most} bytes", value,
                  f"{value:.0f} bytes" if value else "-", bool(value) and value <= float(most), "structure and queues included")


def load_target(cases, problem, name, method, most):
    run = run_of(cases, problem, name, method, 1e-3)
    value = run["ready"] + find(cases, problem, name).data["compile"] if run else None
    return Target(f"{label(problem, name)}: from the text to the first step", f"≤ {most} s", value,
                  f"{value:.2f} s" if value else "-", bool(value) and value <= float(most), "")


def grow_target(cases, problem, small, large, method, most):
    runs = [run_of(cases, problem, name, method, 1e-3) for name in (small, large)]
    value = None
    if all(run and run["steps"] for run in runs):
        value = (runs[1]["seconds"] / runs[1]["steps"]) / (runs[0]["seconds"] / runs[0]["steps"])
    return Target(f"{problem}, `{method}`: time per step, {large} over {small}", f"≤ {most}x", value,
                  times(value) if value else "-", value is not None and value <= float(most), "at 1e-3")


KINDS = {"ratio": ratio_target, "step": step_target, "bytes": bytes_target, "load": load_target, "grow": grow_target}


def target_lines():
    with open(os.path.join(HERE, "targets.txt"), encoding="utf-8") as file:
        return [words for line in file if (words := line.split("#")[0].split())]


def targets(cases):
    return [KINDS[words[0]](cases, *words[1:]) for words in target_lines() if words[0] in KINDS]


def table_of_targets(found):
    rows = ["| what | target | found | | how | against everything, including hand-written loops |", "|---|---|---|---|---|---|"]
    rows += [f"| {t.what} | {t.asked} | {t.shown} | {t.verdict()} | {t.note} | {t.all} |" for t in found]
    return "\n".join(rows)


# ---- auto against a method picked by hand ----------------------------------------------------------------------------

AUTO_MOST = 1.3


def errors_of(case):
    """Those of the case's targets, or the usual ones."""
    named = {float(w[3]) for w in target_lines() if w[0] == "ratio" and (w[1], w[2]) == (case.problem, case.name)}
    return sorted(named or ERRORS, reverse=True)


def auto_row(case, error):
    """A row of the table and whether auto is near enough; None: no quantized method came to this error."""
    auto, best = case.best("auto", error), case.best("picked", error)
    if not auto and not best:
        return None
    if not auto:
        return f"| {label(case.problem, case.name)} | {power(error)} | - | {taken(best)} | - | **missed** |", False
    if not best:
        return f"| {label(case.problem, case.name)} | {power(error)} | {taken(auto)} | none | - | met |", True
    ratio = auto[0] / best[0]
    verdict = "met" if ratio <= AUTO_MOST else "**missed**"
    return f"| {label(case.problem, case.name)} | {power(error)} | {taken(auto)} | {taken(best)} | {ratio:.2f} | {verdict} |", ratio <= AUTO_MOST


def table_of_auto(cases):
    """The table, how many rows it has and how many are met."""
    found = [row for case in cases for error in errors_of(case) if (row := auto_row(case, error))]
    head = ["| case | error | `auto` | the best other method | time of `auto` relative to it | |", "|---|---|---|---|---|---|"]
    return "\n".join(head + [text for text, _ in found]), len(found), sum(met for _, met in found)


# ---- Linear between events -------------------------------------------------------------------------------------------

LINEAR_TOL = 1e-3
EQUAL = 2e-6  # errors below are told apart by the errors of references alone


def linear_lines():
    return [words[1:] for words in target_lines() if words[0] == "linear"]


def against_time(case, side, run):
    """What the fastest of a side takes at no more error than the run has, and how many times as long that is."""
    found = case.best(side, max(run["error"], EQUAL))
    return (f"{taken(found)}: {times(found[0] / run['seconds'])}", found[0] / run["seconds"]) if found else ("none so accurate", None)


def reached(run):
    return f"{plot.seconds(float(format(run['seconds'], '.3g')))}, {power(run['error'])}" if run else "-"


def linear_row(cases, problem, name, least):
    """A row, and how many of its two targets are met; None: not measured."""
    case = find(cases, problem, name)
    auto, steps = case and case.contestant("auto"), case and case.contestant(curves.STEPS)
    run, old = auto and auto.run_at(LINEAR_TOL), steps and steps.run_at(LINEAR_TOL)
    if not run or not old or not run.get("error"):
        return None
    gain = old["seconds"] / run["seconds"]
    lean, lean_ratio = against_time(case, curves.LEAN, run)
    generic, _ = against_time(case, "generic", run)
    standard, _ = against_time(case, "standard", run)
    exact = next((r for c in case.of("exact") for r in c.runs if r["status"] == "ok" and math.isclose(r["tol"], LINEAR_TOL)), None)
    equal = case.best(curves.STEPS, max(run["error"], EQUAL))
    if equal and equal[0] > 1.05 * old["seconds"]:
        gain_told = f"{times(gain)}, at no more error {times(equal[0] / run['seconds'])}"
    else:
        gain_told = times(gain)
    gained, kept = gain >= float(least), lean_ratio is None or lean_ratio >= 1
    row = (f"| {label(problem, name)} | {reached(run)} | {reached(exact)} | {reached(old)}: {gain_told} | ≥ {least}x | "
           f"{'met' if gained else '**missed**'} | {lean} | {'met' if kept else '**missed**'} | {generic} | {standard} |")
    return row, gained + kept


def table_of_linear(cases):
    found = [row for line in linear_lines() if (row := linear_row(cases, *line))]
    head = ["| case | `auto` | `exact` | `auto` without exact parts | asked | | loop for this model alone | | best but that loop | SUNDIALS, DOPRI5 |",
            "|---|---|---|---|---|---|---|---|---|---|"]
    return "\n".join(head + [row for row, _ in found]) if found else "Not measured.", 2 * len(found), sum(met for _, met in found)


# ---- Problems --------------------------------------------------------------------------------------------------------

def faster(ours, theirs):
    first, second = sorted((ours, theirs))
    return f"`{first[1]}` is {times(second[0] / first[0])} faster than `{second[1]}`"


def faster_by(ours, lean):
    return f"{times(ours[0] / lean[0])} faster" if lean[0] < ours[0] else f"{times(lean[0] / ours[0])} slower than `{ours[1]}`"


def duel(case, error):
    """Who wins at this error, as the end of a sentence; None: no method reached it."""
    ours, theirs, lean = (case.best(side, error) for side in ("ours", "standard", "classic"))
    theirs = theirs or lean
    if not ours and not theirs:
        return None
    if not theirs:
        return f"at {power(error)} only `{ours[1]}` arrives"
    if not ours:
        return f"at {power(error)} only `{theirs[1]}` arrives"
    told = f"at {power(error)} " + faster(ours, theirs)
    return told if lean == theirs else told + f" (the hand-written loop, `{lean[1]}`: {faster_by(ours, lean)})"


def sentence(case):
    parts = [part for part in (duel(case, error) for error in ERRORS) if part]
    head = f"**{case.name}** ({case.data['states']} states)" if case.name != case.problem else f"({case.data['states']} states)"
    if not parts and (coarse := coarse_error(case)):
        parts = [duel(case, coarse)]
    if parts:
        return f"- {head}: " + "; ".join(parts) + "."
    return f"- {head}: " + (only_times(case) or "no method finished.")


def coarse_error(case):
    """Where nobody came below the usual errors: the least that both ours and the others reached."""
    least = [min((error for c in case.of(side) for error, _ in c.points), default=None) for side in ("ours", "classic")]
    return max(least) if all(least) else None


def only_times(case):
    """Of a case without a reference: how long the fastest took."""
    done = [(run["seconds"], c.name, run) for c in case.of("ours") for run in c.runs if run["status"] == "ok"]
    if not done:
        return None
    seconds, name, run = min(done, key=lambda d: d[:2])
    return (f"no reference to compare with; `{name}` at {power(run['tol'])} takes {plot.seconds(float(f'{seconds:.3g}'))}, "
            f"{1e9 * seconds / max(run['steps'], 1):.0f} ns per step, {run['bytes'] / case.data['states']:.0f} bytes per state.")


def unfinished(case):
    """Quantized methods that did not come to the end somewhere."""
    names = {}
    for c in case.of("quantized"):
        tols = [power(run["tol"]) for run in c.runs if run["status"] in ("time limit", "failed")]
        if tols and c.order != 1:
            names[c.name] = tols
    if not names:
        return ""
    told = ", ".join(f"`{name}` ({', '.join(tols)})" for name, tols in names.items())
    return f"  Not finished in time ({case.data['limit']:g} s, or 15 times the fastest): {told}.\n"


def section(problem, cases):
    made = [f"{case.name}: `{case.data['reference']}`, accurate to about {case.data['accuracy']:.0e}" for case in cases if case.data["accuracy"] > 0]
    out = [f"### {cases[0].title}\n", f"`bench/suite/{problem}`, model [{cases[0].data['model']}](../models/{cases[0].data['model']}/README.md), "
           + ("text compiled to native code" if cases[0].data["source"] == "text" else "twin in C") + ".\n"]
    for case in cases:
        out.append(sentence(case))
        if rest := unfinished(case):
            out.append(rest.rstrip("\n"))
    if made:
        out.append("\nReferences made in the run: " + "; ".join(made) + ".")
    if plot.svg(cases):
        out.append(f"\n![{cases[0].title}: CPU time over error](pictures/bench-{problem}.svg)")
    return "\n".join(out) + "\n"


# ---- The page --------------------------------------------------------------------------------------------------------

PAGE = """<!-- generated from docs/data/benchmarks.json and linear.json by bench/suite/report.py -->
# Who is fastest, and where

This page shows CPU time against error for all quantized methods of the library, for classic methods behind the same
contract, for *rivals* on hand-written C equations with sparse Jacobians (`bench/rivals`), and for ngspice on the
converters. There are three kinds of rivals:

- *SUNDIALS and DOPRI5*: CVODE, IDA and ARKODE called directly, tuned, with optimized code, and DOPRI5. Anyone can use
  these on any model. Targets are judged against the best of these and of the classic methods behind the library's
  contract, most of which are SUNDIALS, too. ARKODE finds events as an expert would make it: a step that crosses one is
  taken back and done again up to there, because its own interpolant starts the next mode of a circuit with errors.
- *Hand-written loops*, made for this suite and not part of any library: `rival-esdirk...`, diagonally implicit
  Runge-Kutta with only the equations, a factorization and the events in its loop, and `rival-grid`, made for one problem
  each, which knows the solution between events (spiking neurons by exponentials, each air conditioner alone).
- *Loops for one model alone*, `rival-lean`: what an expert writes who needs this one model and no simulator. On circuits
  they sum Taylor series from switching to switching and eliminate the stiff modes by hand; of the neurons and the rooms
  they use closed forms, without a single exponential in the loop. They are right up to rounding, and nothing general can
  be expected to beat them; they show how far a general program is from what is possible. Ratios of hand-written loops
  are listed next to the others, but the targets of the first table are not judged by them.

    make bench                    # measures everything below on your machine; half an hour or more
    make bench SUITE=adr,buck     # two problems

One case alone, with contestants and tolerances of your choice:

    build-release/bench/suite --problem adr --case 1000 --methods liqss2,rival-dopri5 --tolerances 1e-3,1e-4

The error is relative, equation 20 of [dmk18], over the variables that `bench/suite/*/problem.txt` names, against a far
more accurate reference. Tolerances from 1e-2 to 1e-6 give each method a curve. Ratios *at equal error* are read off the
curves, with linear interpolation on logarithmic axes between two runs and without extrapolation. If a whole side was
stopped by the limit, the ratio is a lower bound (>). Time is CPU time of the integration alone: the least of several
repetitions, all contestants in turn. Each run is a separate process; runs of less than 20 ms are repeated in it, because
the first one pays for memory and code that it meets for the first time. It has a time limit: the seconds given below or,
if less, 15 times the time of the fastest of its side (quantized, SUNDIALS and DOPRI5, hand-written loops) at this
tolerance. A method that reaches the limit twice in a row (once, if it moves all states together), or that is three times
slower than another one without being more accurate, is not run at finer tolerances.

Measured on {machine}, {compiler_name} {compiler}, `{flags}`, {measured}. Rivals are compiled with `-O3 -march=native`.

## Targets

{met} of {count} met.

{targets}

## Linear between events

Models whose equations are linear between events, at tolerance 1e-3: time and error of `auto` and of `exact`; then what others
need for no more error than `auto` has (or 2e-6, up to which references can be trusted), and how many times as long as `auto`
that is: a number below 1 is a loss. Two targets: `auto` is so many times faster than without its exact parts (`auto-steps`,
option `exact_parts=false`; time and error of that are given, and the ratio at no more error than `auto` has, where its curve
goes so far), and no slower than the loop for this model alone.
{linear_met} of {linear_count} met.

    make bench-linear             # this table alone, on your machine; KEEP=1: for the docs

{linear_measured}All times of a row are of one run, contestants in turn, the least of several repetitions. What else the machine does
changes times by a tenth and more; read the ratios of a row, not times of different rows.

{linear}

What is missed, and why:

- *Converters and drives* (`buckn`, `cuk`, `motor`): an event of an exact part of 5 to 13 states costs 0.5 to 1.5 µs, of 2 states
  0.2 µs. No function has more than a quarter of that: looking at guards, choosing the coefficients, one product with them,
  Newton's method at the crossing and the event itself have about equal shares. The loop for one model needs 0.07 to 0.2 µs, since it
  knows which guard comes next, and has no stiff mode. At equal error exact parts are far ahead of quantized steps; at
  an error of 1e-4 both cost the same, and there `auto` takes the steps.
- *More than 30 states* (`buckn` 32, `cuk` 32) are no exact part: a step would cost the square of the states.
- *Populations* (`neurons`, `airconds`): each part costs 0.3 to 1 µs for each of its events, most of it memory (part, setting, record,
  guard, queue) that has been out of the caches since its last event. Calling up the memory of parts ahead, in the order in which an
  event meets them, was tried: 5 % slower, because it comes in order already. The loop by hand keeps 48 bytes a room.

## The default against the best method

`auto` may take at most 1.3 times as long as the best quantized method that one could have picked for the problem and the error: {auto_met} of {auto_count} met.

{auto}

## Problem by problem

In the pictures, lower left is better. Quantized methods are coloured, methods that move all states together are dashed,
and ngspice is dotted. Only methods that come near the best of their side are drawn.

{sections}"""


def by_problem(cases):
    found = {}
    for case in cases:
        found.setdefault(case.problem, []).append(case)
    return found


def measured(packed, cases):
    """When, and of what commit; case by case if the page is made of several runs."""
    groups = {}
    for case in cases:
        groups.setdefault((case.data.get("commit", packed["commit"]), case.data.get("date", packed["date"])), []).append(label(case.problem, case.name))
    if len(groups) == 1:
        (commit, date), = groups
        return f"commit {commit}, {date}"
    told = [f"{', '.join(names)}: commit {commit}, {date}" for (commit, date), names in sorted(groups.items(), key=lambda g: g[0][1])]
    return "**not in one run**: " + "; ".join(told)


def page(packed, cases, linear_packed=None):
    found = targets(cases)
    auto, auto_count, auto_met = table_of_auto(cases)
    linear_cases = curves.unpack(linear_packed) if linear_packed else cases
    linear, linear_count, linear_met = table_of_linear(linear_cases)
    linear_measured = f"Measured in a run of its own, {measured(linear_packed, linear_cases)}. " if linear_packed else ""
    return PAGE.format(machine=packed["machine"], compiler=packed["compiler"], compiler_name="gcc", flags=packed["flags"],
                       measured=measured(packed, cases), linear=linear, linear_measured=linear_measured, linear_count=linear_count, linear_met=linear_met, targets=table_of_targets(found), count=len(found),
                       met=sum(t.met for t in found), auto=auto, auto_count=auto_count, auto_met=auto_met, sections="\n".join(section(*item) for item in by_problem(cases).items()))


def kept(docs, name):
    """Results that have been kept; None: there are none."""
    path = os.path.join(docs, "data", f"{name}.json")
    if not os.path.exists(path):
        return None
    with open(path, encoding="utf-8") as file:
        return json.load(file)


def pages(root):
    """For tools/docs/generate.py: name below docs/ -> text."""
    packed = kept(os.path.join(root, "docs"), "benchmarks")
    cases = curves.unpack(packed)
    made = {"benchmarks.md": page(packed, cases, kept(os.path.join(root, "docs"), "linear"))}
    for problem, group in by_problem(cases).items():
        if drawing := plot.svg(group):
            made[f"pictures/bench-{problem}.svg"] = drawing
    return made


def merge(old, new):
    """Cases that were measured again take the place of the old ones; the rest stays, and says what it was measured of."""
    again = {(case["problem"], case["case"]) for case in new["cases"]}
    kept = [{"commit": old["commit"], "date": old["date"], **case} for case in old["cases"] if (case["problem"], case["case"]) not in again]
    return dict(new, cases=sorted(kept + new["cases"], key=lambda case: case["problem"]))


def main():
    parser = argparse.ArgumentParser(description="targets from results of the suite")
    parser.add_argument("results", nargs="+")
    parser.add_argument("--keep", metavar="DOCS", help="write DOCS/data/benchmarks.json and its page; cases that were not run stay as they are there")
    parser.add_argument("--linear", action="store_true", help="results of the models that are linear between events, which are kept in DOCS/data/linear.json")
    arguments = parser.parse_args()
    packed = None
    for name in arguments.results:
        with open(name, encoding="utf-8") as file:
            new = curves.pack(json.load(file))
        packed = merge(packed, new) if packed else new
    cases = curves.unpack(packed)
    print(*([table_of_linear(cases)[0]] if arguments.linear else
            [table_of_targets(targets(cases)), table_of_linear(cases)[0], table_of_auto(cases)[0]]), sep="\n\n")
    if arguments.keep:
        name = "linear" if arguments.linear else "benchmarks"
        if before := kept(arguments.keep, name):
            packed = merge(before, packed)
        os.makedirs(os.path.join(arguments.keep, "data"), exist_ok=True)
        with open(os.path.join(arguments.keep, "data", f"{name}.json"), "w", encoding="utf-8") as file:
            file.write(curves.text_of(packed))
        for name, text in pages(os.path.dirname(os.path.abspath(arguments.keep))).items():
            with open(os.path.join(arguments.keep, name), "w", encoding="utf-8") as file:
                file.write(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
