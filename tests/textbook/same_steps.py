#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""same_steps.py - models in which auto finds no exact part make the steps that they make without exact parts.

    python3 tests/textbook/same_steps.py SALTUS [MODEL...]     the table of the gallery, and status 1 where steps differ

Every model of the gallery is run by auto with and without exact parts, in turn, three times each. Of a model with no exact part all
counts of steps, of every state, and of events must be equal; times are shown, the least of three. Models with exact parts are listed,
too: their other states may see events at other instants, up to the tolerance. A run that takes longer than 10 s is left out."""
import json
import subprocess
import sys

COUNTS = ("states", "steps", "evaluations", "crossing_evaluations", "events", "steps_by_state", "events_by_guard")


def run(saltus, model, parts):
    done = subprocess.run([saltus, "run", model, "--method", "auto", "--exact-parts", parts, "--no-plot", "--no-estimate", "--stats", "json-all",
                           "--max-cpu", "10"], capture_output=True, text=True)
    start = done.stdout.find("{")
    return json.loads(done.stdout[start:]) if done.returncode == 0 and start >= 0 else None


def compare(saltus, model):
    """(row, 0: the same, 1: it has exact parts, 2: steps differ, 3: left out)"""
    best = {}
    for _ in range(3):
        for parts in ("true", "false"):
            stats = run(saltus, model, parts)
            if not stats or stats["outcome"] != "ok":
                return f"| {model} | left out | | |", 3
            if parts not in best or stats["cpu_seconds"] < best[parts]["cpu_seconds"]:
                best[parts] = stats
        if best["true"]["cpu_seconds"] > 1:
            break
    with_parts, without = best["true"], best["false"]
    same = all(with_parts[key] == without[key] for key in COUNTS)
    verdict = 0 if same else 1 if with_parts["exact_modes"] else 2
    told = ("the same steps", f"{with_parts['exact_parts']} exact parts", "**other steps**")[verdict]
    return f"| {model} | {told} | {1e3 * with_parts['cpu_seconds']:.3g} ms | {1e3 * without['cpu_seconds']:.3g} ms |", verdict


def main():
    saltus = sys.argv[1]
    models = sys.argv[2:] or [line.split()[0] for line in subprocess.run([saltus, "models"], capture_output=True, text=True, check=True).stdout.splitlines()
                              if "  " in line and line[:1].isalpha()]
    found = {0: 0, 1: 0, 2: 0, 3: 0}
    print("| model | `auto` | time | with `--exact-parts false` |\n|---|---|---|---|")
    for model in models:
        row, verdict = compare(saltus, model)
        found[verdict] += 1
        print(row, flush=True)
    print(f"\n{found[0]} models make the same steps, {found[1]} have exact parts, {found[2]} make other steps, {found[3]} were left out")
    if found[2] or not found[0]:
        raise SystemExit("same_steps.py: models without exact parts make other steps")


main()
