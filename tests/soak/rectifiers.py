#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""rectifiers.py - does a diode conduct as often as it must, also where the current that it leaves is below the quantum?

    rectifiers.py --saltus build/saltus [--seed 1] [--count 100] [--methods auto,exact]

Random rectifiers of ideal diodes (half wave, center tap, bridge, bridge with two lines, doubler), with resistances and
coils in the lines or without, and loads of R, RL, RC, RLC, run at tolerance 1e-3,1e-3 for 20 periods. Goff times the
voltage is mostly below the absolute quantum. Counters tell how often each diode began to conduct. Two runs at
1e-8,1e-10, by cvode and radau5, say how often it must: at rounding, one of them may count a beginning twice, so the
lower number counts, also of diodes that conduct together, and one interval at the ends of the run does not. An interval
that is lost without a warning is a finding. Exit status 1: there are findings.
"""
import argparse
import json
import os
import random
import subprocess
import sys
import tempfile

DIODES = {"half": 1, "center": 2, "doubler": 2, "full": 4, "lines": 4}
MOST_EVENTS = "500000"


class Circuit:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.parts, self.wires = [], []
        self.kind = self.random.choice(sorted(DIODES))
        self.text = self.draw(seed)

    def part(self, text):
        self.parts.append(text)

    def wire(self, a, b):
        self.wires.append(f"connect({a}, {b})")

    def size(self, low, high):
        return f"{10 ** self.random.uniform(low, high):.4g}"

    def line(self, node, name, resistance, coil):
        """From a source to the diodes."""
        for cls, letter, value in (("Resistor", "R", resistance), ("Inductor", "L", coil)):
            if value:
                self.part(f"{cls} {letter.lower()}{name}({letter} = {value})")
                self.wire(node, f"{letter.lower()}{name}.p")
                node = f"{letter.lower()}{name}.n"
        return node

    def diodes(self, a, other, second):
        """The upper and the lower node of the load."""
        if self.kind == "half":
            self.wire(a, "d1.p")
            return "d1.n", "g.p"
        if self.kind == "center":
            self.wire(a, "d1.p")
            self.wire(second, "d2.p")
            self.wire("d1.n", "d2.n")
            return "d1.n", "g.p"
        if self.kind == "doubler":
            self.part(f"Capacitor ca(C = {self.size(-5, -3)})")
            self.part(f"Capacitor cb(C = {self.size(-5, -3)})")
            for one, two in ((a, "d1.p"), (a, "d2.n"), ("d1.n", "ca.p"), ("ca.n", "g.p"), ("cb.p", "g.p"), ("cb.n", "d2.p")):
                self.wire(one, two)
            return "d1.n", "d2.p"
        for one, two in ((a, "d1.p"), (other, "d2.p"), ("d1.n", "d2.n"), ("d3.n", a), ("d4.n", other), ("d3.p", "d4.p")):
            self.wire(one, two)
        return "d1.n", "d3.p"

    def draw(self, seed):
        pick = self.random.choice
        source = f"(V = {self.size(0.3, 2.5)}, f = 50)"
        resistance, coil = pick([0, 0, self.size(-2, 1)]), pick([0, 0, self.size(-5, -2)])
        some = [pick(["", f"Ron = {self.size(-4, -1)}"]), pick(["", f"Goff = {self.size(-8, -4)}"])]
        self.part("SineVoltage s" + source)
        self.part("Ground g")
        for k in range(DIODES[self.kind]):
            self.part(f"IdealDiode d{k + 1}({', '.join(one for one in some if one)})")
        a, other, second = self.line("s.p", "1", resistance, coil), "s.n", ""
        if self.kind == "center":
            self.part("SineVoltage s2" + source)
            self.wire("s2.p", "g.p")
            second = self.line("s2.n", "2", resistance, coil)
        if self.kind == "lines":
            other = self.line("s.n", "2", resistance, coil)
        top, bottom = self.diodes(a, other, second)
        self.wire("r.n" if self.kind in ("full", "lines") else "s.n", "g.p")
        load = "R" if self.kind == "doubler" else pick(["R", "RC", "RL", "RLC"])
        if "L" in load:
            self.part(f"Inductor l(L = {self.size(-4, -1)})")
            self.wire(top, "l.p")
            top = "l.n"
        if "C" in load:
            self.part(f"Capacitor c(C = {self.size(-5, -2.7)})")
            self.wire(top, "c.p")
            self.wire("c.n", bottom)
        self.part(f"Resistor r(R = {self.size(0.5, 4)})")
        self.wire(top, "r.p")
        self.wire("r.n", bottom)
        for k in range(DIODES[self.kind]):
            self.part(f"Saltus.Blocks.Counter n{k + 1}")
            self.wires.append(f"n{k + 1}.u = not d{k + 1}.off")
        lines = [f"model rectifier{seed}", "  import Saltus.Electrical.*;"] + [f"  {one};" for one in self.parts] + ["equation"]
        lines += [f"  {one};" for one in self.wires] + ["  annotation(experiment(StopTime = 0.406));", f"end rectifier{seed};", ""]
        return "\n".join(lines)


def run(saltus, path, circuit, method, tolerance):
    """(how often each diode began to conduct, events, was there a warning?), or (None, why not, False)."""
    words = [saltus, "run", path, "--method", method, "--tol", tolerance, "--interpret", "--no-plot", "-q", "--stats", "json",
             "--max-events", MOST_EVENTS]
    for k in range(DIODES[circuit.kind]):
        words += ["--measure", f"final(n{k + 1}.y)"]
    done = subprocess.run(words, capture_output=True, text=True)
    start = done.stdout.find("{")
    stats = json.JSONDecoder().raw_decode(done.stdout[start:])[0] if start >= 0 else {"outcome": "none"}
    if stats["outcome"] != "ok":
        return None, f"{stats['outcome']}: {done.stderr.strip()[:200]}", False
    warned = "warning" in done.stderr or "is uncertain by" in done.stderr or "chatters" in done.stderr
    return [one["value"] for one in stats["measurements"]], stats["events"], warned


def judge(saltus, path, circuit, methods):
    """What was found: (is it a finding, text)."""
    references = [run(saltus, path, circuit, method, "1e-8,1e-10") for method in ("cvode", "radau5")]
    if any(one[0] is None for one in references):
        return [(False, "not judged: " + next(str(one[1]) for one in references if one[0] is None))]
    must = [min(counts) for counts in zip(*(one[0] for one in references))]
    if len(must) == 4:     # d1 and d4 conduct together, as do d2 and d3
        one, two = min(must[0], must[3]), min(must[1], must[2])
        must = [one, two, two, one]
    found = []
    for method in methods:
        counts, events, warned = run(saltus, path, circuit, method, "1e-3,1e-3")
        if counts is None:
            found.append((False, f"{method} ended with {events}"))
        elif any(got < least - 1 for got, least in zip(counts, must)):
            found.append((not warned, f"{method} lost intervals: {counts} for {must}, {'with a' if warned else 'without'} warning"))
        elif events > 2 * references[0][1] + 10:
            found.append((False, f"{method} has {events} events for {references[0][1]}"))
    return found


def main():
    options = argparse.ArgumentParser()
    options.add_argument("--saltus", required=True)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--count", type=int, default=100)
    options.add_argument("--methods", default="auto,exact")
    given = options.parse_args()
    findings = judged = 0
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(given.seed, given.seed + given.count):
            circuit = Circuit(seed)
            path = os.path.join(folder, "rectifier.mo")
            with open(path, "w", encoding="utf-8") as file:
                file.write(circuit.text)
            found = judge(os.path.abspath(given.saltus), path, circuit, given.methods.split(","))
            judged += not any(text.startswith("not judged") for _, text in found)
            for is_finding, text in found:
                findings += is_finding
                print(f"{'FOUND ' if is_finding else ''}seed {seed}, {circuit.kind}: {text}", flush=True)
                if is_finding:
                    print(circuit.text, flush=True)
    print(f"{given.count} rectifiers, {judged} judged, {findings} findings")
    sys.exit(1 if findings or not judged else 0)


main()
