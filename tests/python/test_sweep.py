# SPDX-License-Identifier: MIT
"""Sweeps: here, in threads, in processes, by MPI and by Dask, all the same numbers."""
import concurrent.futures
import multiprocessing
import os
import shutil
import subprocess
import sys
import unittest
import warnings

from helper import DECAY, ROOT, Case
import numpy as np
import saltus

VALUES = {"a": [0.5, 1.0, 2.0], "x": [1.0, 3.0]}


def middle(r):
    """What is observed in other processes: a function of a module."""
    return {"half": r.at(1.0, "x"), "steps": r.stats.steps}


class Points(Case):
    def test_grid(self):
        m = saltus.load(DECAY)
        s = saltus.sweep(m, VALUES, "x", tol=1e-6)
        self.assertEqual(s.shape, (3, 2))
        self.assertEqual(s["a"].tolist(), [0.5, 0.5, 1, 1, 2, 2])
        self.close(s["x (observed)"], s["x"] * np.exp(-2 * s["a"]), 1e-4)
        self.assertEqual(s.grid("x (observed)").shape, (3, 2))

    def test_observing(self):
        m = saltus.load(DECAY)
        self.assertEqual(set(saltus.sweep(m, {"a": [1, 2]}, middle)), {"a", "half", "steps"})
        s = saltus.sweep(m, {"a": [1, 2]}, {"end": "x", "start": lambda r: r.at(0, "x"), "curve": lambda r: r.at([0, 1, 2], "x")})
        self.assertEqual((s["start"].tolist(), s["curve"].shape), ([1, 1], (2, 3)))
        self.assertEqual(set(saltus.sweep(m, [{"a": 1}, {"a": 2}], lambda r: r.end)), {"a", "value"})
        self.assertEqual(list(saltus.sweep(m, {"a": 1})), ["a", "x"])
        self.assertIn("2 runs", repr(saltus.sweep(m, {"a": [1, 2]})))
        self.assertEqual(saltus.sweep(m, {"a": [1, 2]}).to_pandas().shape, (2, 2))

    def test_structural(self):
        s = saltus.sweep(saltus.load("inverters"), {"N": [5, 9]}, lambda r: len(r.names), stop=1)
        self.assertEqual(s["value"][1] - s["value"][0], 4)

    def test_failures(self):
        m = saltus.load("model m\n  parameter Real a = 1;\n  Real x(start = 1, fixed = true);\nequation\n  der(x) = a*x*x;\nend m;\n")
        error = self.refused(saltus.RunError, r"run 1 of 3, \{'a': 1.0\}: .*x", saltus.sweep, m, {"a": [-1.0, 1.0, 0.1]}, "x", stop=2)
        self.assertEqual(error.variable, "x")
        s = saltus.sweep(m, {"a": [-1.0, 1.0, 0.1]}, "x", stop=2, on_error="nan")
        self.assertEqual((np.isnan(s["x"]).tolist(), list(s.failures)), ([False, True, False], [1]))

    def test_warnings_come_once(self):
        m = saltus.load(DECAY)
        with warnings.catch_warnings(record=True) as told:
            warnings.simplefilter("always")
            saltus.sweep(m, {"a": [1, 2, 3]}, "x", method="qss2", band=3)
        self.assertEqual(len(told), 1)
        self.assertIn("has no effect: qss2 does not listen to it (in 3 of 3 runs)", str(told[0].message))

    def test_brief_runs_in_one_call_are_the_same(self):
        """Last values of states come from one call for many runs; a run alone gives the same bits, and the same warnings. (Exact parts go
        other ways where their curves are shown, and agree to rounding.)"""
        buck = saltus.load("buck")
        s = saltus.sweep(buck, {"R": [5, 10, 20]}, "VC")
        for k, r in enumerate([5, 10, 20]):
            alone = buck.run(R=r, estimate=False)
            self.close(s["VC"][k], alone.at(alone.end, "VC"), 1e-9)
        for model, name, values, observe in ((DECAY, "a", np.linspace(0.1, 3, 50), "x"),
                                             ("bounce", "e", [0.7, 0.75, 0.8, 0.85], {"height": "h"})):
            m = saltus.load(model)
            s = saltus.sweep(m, {name: values}, observe)
            key = next(iter(observe)) if isinstance(observe, dict) else observe if isinstance(observe, str) else observe[0]
            what = observe[key] if isinstance(observe, dict) else key
            alone = [(r := m.run(params={name: v}, estimate=False)).at(r.end, what) for v in values]
            self.assertEqual(s[key].tolist(), alone)
        text = DECAY.replace("der(x) = -a*x;", 'der(x) = -a*x; assert(x > 0.2, "low", AssertionLevel.warning);')
        with self.assertWarnsRegex(saltus.RunWarning, r"low.*\n?.*\(in 1 of 4 runs\)"):
            s = saltus.sweep(saltus.load(text), {"a": [0.1, 0.2, 0.3, 1]}, "x")
        self.close(s["x"], np.exp(-2 * s["a"]), 1e-2)

    def test_warnings_in_threads(self):
        """Filters of the program are as before, and no warning is lost or comes twice."""
        m, before = saltus.load(DECAY), list(warnings.filters)
        with warnings.catch_warnings(record=True) as told:
            warnings.simplefilter("always")
            with concurrent.futures.ThreadPoolExecutor(4) as pool:
                saltus.sweep(m, {"a": list(range(1, 41))}, lambda r: r.end, pool, method="qss2", band=3, chunk=1)
            saltus.load("buck").run(method="qss2", band=3, estimate=False)
        self.assertEqual(len(told), 2)
        self.assertIn("in 40 of 40 runs", str(told[0].message))
        self.assertEqual(warnings.filters, before)

    def test_wrong_ones(self):
        m = saltus.load(DECAY)
        self.refused(saltus.UnknownName, "did you mean 'a'", saltus.sweep, m, {"A": [1]}, "x")
        self.refused(saltus.ArgumentError, "no values for 'a'", saltus.sweep, m, {"a": []}, "x")
        self.refused(saltus.ArgumentError, "no parameters", saltus.sweep, m, {}, "x")
        self.refused(saltus.ArgumentError, "same names", saltus.sweep, m, [{"a": 1}, {"x": 1}], "x")
        self.refused(saltus.ArgumentError, "swept over and set", saltus.sweep, m, {"a": [1]}, "x", params={"a": 1})
        self.refused(saltus.ArgumentError, "on_error", saltus.sweep, m, {"a": [1]}, "x", on_error="skip")
        self.refused(TypeError, "Executor, not int", saltus.sweep, m, {"a": [1]}, "x", executor=3)
        self.refused(saltus.UnknownName, "no variable 'y'", saltus.sweep, m, {"a": [1]}, "y")
        with concurrent.futures.ProcessPoolExecutor(1) as pool:
            self.refused(saltus.ArgumentError, "a lambda", saltus.sweep, m, {"a": [1]}, lambda r: 1, pool)


class Executors(Case):
    @classmethod
    def setUpClass(cls):
        cls.m = saltus.load(DECAY)
        cls.alone = saltus.sweep(cls.m, VALUES, middle, tol=1e-5)

    def same(self, executor, **more):
        s = saltus.sweep(self.m, VALUES, middle, executor, tol=1e-5, **more)
        self.assertEqual(s["half"].tolist(), self.alone["half"].tolist())
        self.assertEqual(s["steps"].tolist(), self.alone["steps"].tolist())

    def test_threads(self):
        with concurrent.futures.ThreadPoolExecutor(3) as pool:
            self.same(pool)
            self.assertEqual(len(saltus.sweep(self.m, VALUES, lambda r: r.end, pool)["value"]), 6)

    def test_processes(self):
        for start in ("fork", "spawn", "forkserver"):
            with concurrent.futures.ProcessPoolExecutor(2, multiprocessing.get_context(start)) as pool:
                self.same(pool, chunk=2)

    def test_errors_come_back_from_processes(self):
        m = saltus.load("model m\n  parameter Real a = 1;\n  Real x(start = 1, fixed = true);\nequation\n  der(x) = a*x*x;\nend m;\n")
        with concurrent.futures.ProcessPoolExecutor(2) as pool:
            error = self.refused(saltus.RunError, "run 1 of 2", saltus.sweep, m, {"a": [-1, 1]}, "x", pool, stop=2)
        self.close(error.t, 1, 0.1)

    def test_dask(self):
        from dask.distributed import Client
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # those of Dask
            with Client(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None) as client:
                self.same(client)
                self.same(client.get_executor())

    def test_mpi(self):
        program = os.path.join(os.path.dirname(os.path.abspath(__file__)), "mpi_sweep.py")
        self.assertTrue(shutil.which("mpirun"), "mpirun is missing: sh tools/need.sh test")
        done = subprocess.run(["mpirun", "--allow-run-as-root", "--oversubscribe", "-n", "3", sys.executable, "-m", "mpi4py.futures", program],
                              capture_output=True, text=True, timeout=300, check=False,
                              env=dict(os.environ, PYTHONPATH=os.path.join(ROOT, "python"), OMPI_MCA_btl_vader_single_copy_mechanism="none"))
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(done.stdout.split(), [repr(v) for v in self.alone["half"].tolist()], done.stderr)


if __name__ == "__main__":
    unittest.main()
