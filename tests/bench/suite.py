#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""suite.py - does the work-precision suite measure what it says? A short run of it, and its arithmetic.

    python3 tests/bench/suite.py ROOT PROGRAM"""
import json
import math
import os
import subprocess
import sys
import tempfile

root, program = sys.argv[1:3]
sys.path[:0] = [os.path.join(root, "bench", folder) for folder in ("suite", "circuits", "classics")]
import curves
import level
import plot
import report
import versus


def run(*options):
    with tempfile.TemporaryDirectory() as folder:
        out = os.path.join(folder, "r.json")
        subprocess.run([program, "--work", folder, "--out", out, "--repeat", "1", *options], check=True, stdout=subprocess.DEVNULL)
        with open(out, encoding="utf-8") as file, open(out[:-4] + "csv", encoding="utf-8") as rows:
            return json.load(file), rows.read().splitlines()


def contestant(*points):
    return curves.Contestant([{"who": "x", "family": "quantized", "order": 2, "tol": 1, "status": "ok", "error": error, "seconds": time}
                              for error, time in points])


def check_a_run():
    results, rows = run("--problem", "buck", "--methods", "liqss2,liqss2-2013", "--tolerances", "1e-2,1e-3")
    case = curves.Case(results["cases"][0])
    assert len(rows) == 5 and case.data["states"] == 2, rows
    for c in case.all:
        coarse, fine = c.runs
        assert coarse["status"] == fine["status"] == "ok", c.runs
        assert fine["error"] < coarse["error"] < 0.05 and fine["steps"] > coarse["steps"] > 100, c.runs
        assert fine["error"] <= fine["max"] and fine["seconds"] > 0 and fine["bytes"] > 0, c.runs
    packed = curves.pack(results)
    assert json.loads(curves.text_of(packed)) == json.loads(json.dumps(packed))
    again = curves.unpack(packed)[0]
    assert again.best("quantized", 1e-2) == case.best("quantized", 1e-2) and "<polyline" in plot.svg([again])


def check_circuits():
    """Problems of another folder, whose model is a text made of parts; and their page."""
    results, _ = run("--folder", os.path.join(root, "bench", "circuits"), "--problem", "Buck", "--methods", "auto,mliqss2", "--tolerances", "1e-2,1e-3")
    case = results["cases"][0]
    assert case["model"] == "models/circuits/Buck.mo" and [run["status"] for run in case["runs"]] == ["ok"] * 4, case
    assert all(run["mean"] is None or 0 < run["mean"] <= run["max"] for run in case["runs"]), case["runs"]
    packed = versus.pack(results)
    assert json.loads(versus.text_of(packed)) == json.loads(json.dumps(packed))
    assert versus.merge(packed, packed) == packed and "| Buck | 2 |" in versus.page(packed), versus.page(packed)
    runs = [{"who": "ngspice-trap", "tol": 1e-3, "status": "ok", "seconds": 3.0, "mean": 1e-3},
            {"who": "auto", "tol": 1e-2, "status": "ok", "seconds": 0.01, "mean": 2e-3},
            {"who": "auto", "tol": 1e-3, "status": "ok", "seconds": 0.5, "mean": 5e-4}]
    assert "6x: auto 0.001" in versus.against(dict(case, runs=runs)), versus.against(dict(case, runs=runs))


def check_classics():
    """A problem by auto, a rival and one of our own, which is no rival; and the table of ratios."""
    results, _ = run("--folder", os.path.join(root, "bench", "classics"), "--problem", "hires", "--methods", "auto,radau5,cvode", "--tolerances", "1e-2,1e-3")
    packed = curves.pack(results)
    text = level.page(packed, curves.unpack(packed))
    assert "| hires | 1e-3 | " in text and "`cvode`" in text and "`radau5` " not in level.ratios(curves.unpack(packed))[0], text
    runs = [a_run("auto", "quantized", "ok", 2, 1e-3), a_run("radau5", "classic", "ok", 1, 1e-3), a_run("cvode", "classic", "ok", 1.5, 5e-4)]
    case = curves.Case({"problem": "p", "case": "p", "title": "t", "runs": [dict(run, tol=1e-3) for run in runs]})
    text, ratio = level.row(case, 1e-2)
    assert ratio == 0.75 and "nearly" in text and "`cvode` 1.5 s" in text, text
    assert level.row(case, 1e-4) is None and "| p | - | 1 | - | -, 0.5, - | **missed** |" in level.errors([case]), level.errors([case])


def check_rivals_are_the_models():
    """The loops for one model against references by engines of the library, on the same columns: the same problem."""
    bounds = {("buck", "buck"): 1e-9, ("cuk", "4"): 1e-8, ("motor", "motor"): 1e-9, ("airconds", "20000"): 5e-6}
    results, _ = run("--problem", "buck,cuk,motor,airconds", "--case", "buck,4,motor,20000", "--methods", "rival-lean", "--tolerances", "1e-8")
    found = {(case["problem"], case["case"]): case["runs"][0] for case in results["cases"]}
    if not any(run for run in found.values()):
        return  # a build without SUNDIALS has no rivals
    for name, bound in bounds.items():
        assert found[name]["status"] == "ok" and found[name]["error"] < bound, (name, found[name])


def check_exact():
    """The exact method takes part; where a model is not linear it is left out."""
    results, _ = run("--problem", "buck,vanderpol", "--methods", "exact", "--tolerances", "1e-3")
    linear, other = (case["runs"][0] for case in results["cases"])
    assert linear["family"] == "exact" and linear["status"] == "ok" and linear["error"] < 1e-9, linear
    assert other["status"] == "skipped", other
    results, _ = run("--folder", os.path.join(root, "bench", "circuits"), "--problem", "HBridge", "--methods", "exact", "--tolerances", "1e-3")
    large = results["cases"][0]["runs"][0]  # so many states that auto would quantize them
    assert large["status"] == "ok" and large["mean"] < 1e-7, large


def check_the_table_of_linear_models():
    """Ratios of its rows, and what is met; nothing is asked of a case that was not measured."""
    runs = [a_run("auto", "quantized", "ok", 2, 1e-7), a_run("auto-steps", "quantized", "ok", 10, 1e-3),
            a_run("exact", "exact", "ok", 3, 1e-9), a_run("rival-lean", "rival", "ok", 1, 1e-9), a_run("rival-grid", "rival", "ok", 5, 1e-6)]
    case = curves.Case({"problem": "buck", "case": "buck", "title": "t", "runs": [dict(run, tol=1e-3) for run in runs]})
    row, met = report.linear_row([case], "buck", "buck", "4")
    assert met == 1 and "5.0x | ≥ 4x | met |" in row and "0.50x | **missed** |" in row and "`rival-grid` 5 s: 2.5x" in row, row
    assert "none so accurate |" in row and report.linear_row([], "buck", "buck", "4") is None, row
    assert case.best("ours", 1e-2)[1] == "auto" and case.best("picked", 1e-2)[1] == "exact"


def check_a_page_of_two_runs():
    """Cases say when they were measured, and the page says it if they differ."""
    def results(name, commit):
        return curves.pack({"commit": commit, "date": "today", "cases": [{"problem": name, "case": name, "title": "t", "runs": []}]})
    old = results("a", "1")
    for case in old["cases"]:
        del case["commit"], case["date"]  # as pages were kept before
    both = report.merge(old, results("b", "2"))
    told = report.measured(both, curves.unpack(both))
    assert "not in one run" in told and "a: commit 1, today" in told and "b: commit 2, today" in told, told
    again = report.merge(both, report.merge(results("a", "2"), results("b", "2")))
    assert report.measured(again, curves.unpack(again)) == "commit 2, today"


def check_the_limit():
    """A run that does not end is told, and does not take longer than it may."""
    results, _ = run("--problem", "buck", "--methods", "qss2", "--tolerances", "1e-6")
    assert [r["status"] for r in results["cases"][0]["runs"]] == ["time limit"], results


def check_a_killed_run():
    """After each case the file is whole, though more is to come."""
    with tempfile.TemporaryDirectory() as folder:
        out = os.path.join(folder, "r.json")
        options = ["--problem", "buck,tline", "--methods", "qss2", "--tolerances", "1e-2", "--repeat", "1", "--work", folder, "--out", out]
        with subprocess.Popen([program, *options], stdout=subprocess.PIPE, text=True) as child:
            next(line for line in child.stdout if line.startswith("tline"))
            child.kill()
        with open(out, encoding="utf-8") as file:
            assert [case["problem"] for case in json.load(file)["cases"]] == ["buck"]


def a_run(who, family, status, seconds, error=None):
    return {"who": who, "family": family, "order": 2, "tol": 1e-2, "status": status, "seconds": seconds, "error": error}


def check_sides():
    """Who is judged against whom, and what a side that never ended is worth."""
    runs = [a_run("auto", "quantized", "ok", 2, 1e-3), a_run("liqss2", "quantized", "ok", 1, 1e-3),
            a_run("rival-dopri5", "rival", "time limit", 30), a_run("cvode", "classic", "time limit", 40),
            a_run("rival-grid", "rival", "ok", 0.5, 1e-3), a_run("abm", "classic", "ok", 0.2, 1e-3)]
    case = curves.Case({"problem": "p", "case": "c", "title": "t", "runs": runs})
    assert [c.name for c in case.of("standard")] == ["rival-dopri5", "cvode"]
    assert case.longer_than("standard") == (30, "rival-dopri5") and case.longer_than("classic") is None
    met = report.ratio_target([case], "p", "c", "1e-2", "20", "standard")
    assert met.shown == "> 30x" and met.met and met.all.startswith("0.20x (`abm`"), vars(met)
    assert report.ratio_target([case], "p", "c", "1e-2", "50", "standard").verdict() == "not measured"
    assert report.auto_row(case, 1e-2) == ("| p c | 1e-2 | `auto` 2 s | `liqss2` 1 s | 2.00 | **missed** |", False)


def check_equal_errors():
    c = contestant((1e-1, 1), (1e-3, 100))
    assert math.isclose(c.time_at(1e-2), 10), c.time_at(1e-2)  # half way on logarithmic axes
    assert c.time_at(1) == 1 and c.time_at(1e-4) is None  # nothing is continued
    assert contestant((1e-1, 5), (1e-3, 2)).time_at(1e-1) == 2  # finer and cheaper
    assert report.times(12.3) == "12x" and report.times(0.5) == "0.50x" and report.power(2e-3) == "2e-3" and report.power(9.8e-2) == "1e-1"


check_equal_errors()
check_sides()
check_the_table_of_linear_models()
check_a_page_of_two_runs()
check_a_killed_run()
check_a_run()
check_circuits()
check_classics()
check_exact()
check_rivals_are_the_models()
check_the_limit()
print("suite: its runs, its limit and its ratios are right")
