#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""level.py - is auto level with the best classic method? The page docs/classics.md from one run of the classics by the suite.

    build-release/bench/suite --folder bench/classics --work build-release/bench/work --out classics.json
    python3 bench/classics/level.py classics.json --keep docs     docs/data/classics.json and the page anew; cases that were not run stay

The page is made from docs/data/classics.json alone, by pages(); `make docs` does that, too."""
import argparse
import json
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), os.pardir, "suite"))
import curves
import plot
import report

ERRORS = (1e-2, 1e-3, 1e-4)
LEVEL, NEARLY = 1.0, 0.7  # time of the best classic method over that of auto
MANY = 10  # tolerances that an error may have


def word(ratio):
    return "met" if ratio >= LEVEL else "nearly" if ratio >= NEARLY else "**missed**"


def shown(time):
    return plot.seconds(float(f"{time:.3g}"))


def row(case, error):
    """(text, ratio) at this error, the ratio None where no rival came to it; None: nobody of either side did."""
    auto, other = case.contestant("auto"), case.best("foreign", error)
    time = auto.time_at(error) if auto else None
    head = f"| {report.label(case.problem, case.name)} | {report.power(error)} | "
    if not time and not other:
        return None
    if not time:
        return head + f"- | {report.taken(other)} | - | **missed** |", 0
    if not other:
        return head + f"{shown(time)} | none came there | - | |", None
    ratio = other[0] / time
    return head + f"{shown(time)} | {report.taken(other)} | {ratio:.2f} | {word(ratio)} |", ratio


def ratios(cases):
    """The table, and how many rows there are, are level and nearly so."""
    found = [made for case in cases for error in ERRORS if (made := row(case, error))]
    lines = ["| problem | error | `auto` | best classic method | ratio | |", "|---|---|---|---|---|---|"]
    judged = [ratio for _, ratio in found if ratio is not None]
    return ("\n".join(lines + [text for text, _ in found]), len(judged), sum(ratio >= LEVEL for ratio in judged),
            sum(NEARLY <= ratio < LEVEL for ratio in judged))


def in_tolerances(case, who):
    """Errors of a contestant at each tolerance, in tolerances."""
    found = case.contestant(who)
    runs = [run for run in found.runs if run["status"] == "ok" and run.get("error") is not None] if found else []
    return {run["tol"]: run["error"] / run["tol"] for run in runs}


def errors(cases):
    lines = ["| problem | " + " | ".join(f"`auto` {report.power(error)}" for error in ERRORS) + " | best classic at these | |",
             "|---|" + "---|" * len(ERRORS) + "---|---|"]
    for case in cases:
        auto = in_tolerances(case, "auto")
        others = [in_tolerances(case, c.name) for c in case.of("foreign")]
        least = {tol: min((o[tol] for o in others if tol in o), default=None) for tol in ERRORS}
        told = [f"{auto[tol]:.2g}" if tol in auto else "-" for tol in ERRORS]
        fair = all(tol in auto and (auto[tol] <= MANY or (least[tol] is not None and auto[tol] <= 3 * least[tol])) for tol in ERRORS)
        theirs = ", ".join(f"{least[tol]:.2g}" if least[tol] is not None else "-" for tol in ERRORS)
        lines.append(f"| {report.label(case.problem, case.name)} | " + " | ".join(told) + f" | {theirs} | {'met' if fair else '**missed**'} |")
    return "\n".join(lines)


def references(cases):
    return "\n".join(f"| {report.label(case.problem, case.name)} | {case.title} | {case.data['states']} | {case.data['stop']:g} | {case.data['reference']} | "
                     + (f"{case.data['confirmed']:.0e}" if case.data.get("confirmed") is not None else "not confirmed") + " |" for case in cases)


PAGE = """<!-- generated from docs/data/classics.json by bench/classics/level.py -->
# auto on the problems of others

Problems on which classic methods are at home: stiff reactions, oscillators, diffusion in one and two dimensions, bodies and
a drive, from the literature on ordinary differential equations ([equations and sources](../bench/classics/README.md)). Is
`auto` level with the best classic method there, at equal error?

    make bench-classics             # all below again, on your machine
    make bench-classics KEEP=1      # and put the results into docs/data/classics.json and onto this page

*Best classic method* is the fastest of all that move all states together at that error: CVODE, IDA and ARKODE called directly on
equations and sparse Jacobians written by hand, with root functions, DOPRI5, loops of ESDIRK methods that know nothing but the
equations (`rival-...`, `bench/rivals`), and the methods of SUNDIALS behind the contract of the library.
`rodas4`, `radau5` and `rk5`, which `auto` may choose, are not among them. Errors and times are those of
[the benchmarks](benchmarks.md): relative, over the variables that `bench/classics/*/problem.txt` names, and CPU time of the integration
alone, the least of several repetitions, all contestants in turn. A ratio below 1 is a loss.

Measured on {machine}, gcc {compiler}, `{flags}`, {measured}.

## Time at equal error

{met} of {rows} level, {nearly} more within {least}.

{ratios}

## Why rows are missed

- `toggles`, `kuramoto`, `pleiades`: `auto` makes about as many steps as DOPRI5, by `rk5`, nearly from the beginning on. What a step
  costs makes the difference. DOPRI5 has its equations as loops over arrays; `toggles` calls `pow` for each state, since its exponents are
  parameters, `kuramoto` evaluates the terms of its sums one by one through a table of functions, and each step is
  looked at for what it might hide (`src/base/calm.c`). In `pleiades` the spans of some distances are too wide for that, and enclosures
  of the accelerations take most of the time.
- `bruss2d`, `heat`: DOPRI5 is at the end of its stability and wins by its price of a step, 0.4 to 1.1 ns for each state and
  stage; `rk5` takes about six times that for `bruss2d`. Joint blocks and implicit methods pay for linear algebra in two dimensions.
- `brusselator`: stiff. `auto` begins quantized and changes after a part of the run; `radau5` alone takes about half of the time at 1e-2.
- `drive`: 14000 events in 4 states. DOPRI5 goes from event to event in 0.3 µs; here that takes 2.7 µs by `rk5` and 3.5 µs by
  quantized states.

## Errors

Errors in tolerances; at most {many} are asked, or three times that of the best classic method at the same tolerance where the
problem amplifies errors. The absolute tolerances are those of `problem.txt`.

{errors}

## Solutions

Computed by the method named, at a much finer tolerance than any that is compared; the last column says how far `cvode`
differs from it.

| problem | | states | until | by | `cvode` differs by |
|---|---|---|---|---|---|
{references}
"""


def page(packed, cases):
    table, rows, met, nearly = ratios(cases)
    return PAGE.format(machine=packed["machine"], compiler=packed["compiler"], flags=packed["flags"], measured=report.measured(packed, cases),
                       rows=rows, met=met, nearly=nearly, least=NEARLY, many=MANY, ratios=table, errors=errors(cases), references=references(cases))


def pages(root):
    """For tools/docs/generate.py: name below docs/ -> text."""
    with open(os.path.join(root, "docs", "data", "classics.json"), encoding="utf-8") as file:
        packed = json.load(file)
    return {"classics.md": page(packed, curves.unpack(packed))}


def main():
    parser = argparse.ArgumentParser(description="the page of the classics from results of the suite")
    parser.add_argument("results", nargs="+")
    parser.add_argument("--keep", metavar="DOCS", help="write DOCS/data/classics.json and its page; cases that were not run stay as they are there")
    arguments = parser.parse_args()
    packed = None
    for name in arguments.results:
        with open(name, encoding="utf-8") as file:
            new = curves.pack(json.load(file))
        packed = report.merge(packed, new) if packed else new
    if arguments.keep:
        path = os.path.join(arguments.keep, "data", "classics.json")
        if os.path.exists(path):
            with open(path, encoding="utf-8") as file:
                packed = report.merge(json.load(file), packed)
        with open(path, "w", encoding="utf-8") as file:
            file.write(curves.text_of(packed))
        for name, text in pages(os.path.dirname(os.path.abspath(arguments.keep))).items():
            with open(os.path.join(arguments.keep, name), "w", encoding="utf-8") as file:
                file.write(text)
    print(ratios(curves.unpack(packed))[0])
    return 0


if __name__ == "__main__":
    sys.exit(main())
