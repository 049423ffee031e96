# SPDX-License-Identifier: MIT
"""curves.py - results of the suite as work-precision curves: who needs how long for an error.

The time of a contestant at an error is that of the cheapest of its runs with no more error, or, if that is less, the point
on the line between two runs at neighbouring tolerances, of which one is above and one below the error (both axes logarithmic). No line
is continued beyond its ends: a contestant that never came to the error has no time there."""
import json
import math

CLASSIC = ("classic", "rival")
BY_HAND = ("rival-esdirk", "rival-grid", "rival-lean")  # loops written for this suite: neither SUNDIALS nor DOPRI5
LEAN = "rival-lean"  # of these, the loops for one model alone
STEPS = "auto-steps"  # auto without exact parts: an old acquaintance, no choice of its own
OWN = ("abm", "radau5", "rodas4", "rk5")  # behind the library's contract, but of its own making


class Contestant:
    def __init__(self, runs):
        self.name, self.family, self.order = runs[0]["who"], runs[0]["family"], runs[0]["order"]
        self.runs = runs
        self.points = [(run["error"], run["seconds"]) for run in runs
                       if run["status"] == "ok" and run.get("error") and run["seconds"] > 0]

    def standard(self):
        """Is it SUNDIALS, called directly or behind our contract, or DOPRI5?"""
        return self.family in CLASSIC and self.name not in OWN and not self.name.startswith(BY_HAND)

    def cut_off(self):
        """Of one that never came to the end: seconds after which it was ended at the coarsest tolerance it was asked for."""
        ended = any(run["status"] == "ok" for run in self.runs)
        return self.runs[0].get("seconds") if not ended and self.runs[0]["status"] == "time limit" else None

    def run_at(self, tol):
        return next((run for run in self.runs if run["status"] == "ok" and math.isclose(run["tol"], tol, rel_tol=1e-6)), None)

    def time_at(self, error):
        times = [seconds for reached, seconds in self.points if reached <= error]
        for (e1, s1), (e2, s2) in zip(self.points, self.points[1:]):
            if e1 > error > e2 or e2 > error > e1:
                share = math.log(error / e1) / math.log(e2 / e1)
                times.append(math.exp(math.log(s1) + share * math.log(s2 / s1)))
        return min(times, default=None)


class Case:
    def __init__(self, data):
        self.data = data
        self.problem, self.name, self.title = data["problem"], data["case"], data["title"]
        names = list(dict.fromkeys(run["who"] for run in data["runs"]))
        self.all = [Contestant([run for run in data["runs"] if run["who"] == name]) for name in names]

    def of(self, side):
        """"ours" (quantized or exact), "classic" (behind our contract, or rivals), "standard" (those of them that are SUNDIALS or
        DOPRI5), "generic" (classic but the loops for one model), "foreign" (classic but our own), "ngspice", "picked" (ours but auto), a
        family, or the name of one."""
        if side == "standard":
            return [c for c in self.all if c.standard()]
        if side == "ours":
            return [c for c in self.all if c.family in ("quantized", "exact") and c.name != STEPS]
        if side == "picked":
            return [c for c in self.of("ours") if c.name != "auto"]
        if side == "generic":
            return [c for c in self.of("classic") if c.name != LEAN]
        if side == "foreign":
            return [c for c in self.of("classic") if c.name not in OWN]
        if side == "classic":
            return [c for c in self.all if c.family in CLASSIC]
        return [c for c in self.all if side in (c.family, c.name)]

    def best(self, side, error):
        """(seconds, name) of the fastest at this error, or None."""
        return min(((time, c.name) for c in self.of(side) if (time := c.time_at(error))), default=None)

    def longer_than(self, side):
        """(seconds, name): what the side needs at least, if nobody of it came to any end."""
        found = [(c.cut_off(), c.name) for c in self.of(side)]
        return min(found) if found and all(time for time, _ in found) else None

    def contestant(self, name):
        return next((c for c in self.all if c.name == name), None)


FIELDS = ("tol", "seconds", "error", "steps", "evaluations", "events", "bytes", "ready")


def pack(results):
    """The results with what the page needs: a row of FIELDS for each run that ended, a word for each other. Each case says when and of
    what it was measured, since a page may be made of several runs of the suite."""
    packed = {key: value for key, value in results.items() if key != "cases"}
    packed["cases"] = []
    for case in results["cases"]:
        small = {key: value for key, value in case.items() if key != "runs"}
        small.update(commit=results["commit"], date=results["date"])
        small["contestants"] = [
            {"who": c.name, "family": c.family, "order": c.order,
             "runs": [[run.get(f) for f in FIELDS] if run["status"] == "ok" else [run["tol"], run["status"], run.get("seconds")] for run in c.runs]}
            for c in Case(case).all]
        packed["cases"].append(small)
    return packed


def unpack(packed):
    """The inverse of pack, as a list of cases."""
    cases = []
    for small in packed["cases"]:
        runs = []
        for c in small["contestants"]:
            for row in c["runs"]:
                values = dict(zip(("tol", "status", "seconds"), row)) if len(row) <= 3 else dict(zip(FIELDS, row), status="ok")
                runs.append(dict(values, who=c["who"], family=c["family"], order=c["order"]))
        cases.append(Case(dict(small, runs=runs)))
    return cases


def text_of(packed):
    """JSON with one contestant a line: small, and its changes can be read."""
    cases = []
    for case in packed["cases"]:
        lines = ",\n    ".join(json.dumps(c, separators=(",", ":")) for c in case["contestants"])
        head = json.dumps({k: v for k, v in case.items() if k != "contestants"})[:-1]
        cases.append(f"  {head}, \"contestants\": [\n    {lines}]}}")
    head = json.dumps({k: v for k, v in packed.items() if k != "cases"}, indent=1)[:-2]
    return head + ",\n \"cases\": [\n" + ",\n".join(cases) + "\n ]}\n"
