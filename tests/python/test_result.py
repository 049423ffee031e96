# SPDX-License-Identifier: MIT
"""Runs and results: values, grids, events, warnings, errors, files."""
import os
import pickle
import subprocess
import sys
import tempfile
import threading
import unittest
import warnings

from helper import BALL, CELLS, DECAY, ROOT, Case
import numpy as np
import saltus

T1 = np.sqrt(2 / 9.81)


class Access(Case):
    @classmethod
    def setUpClass(cls):
        cls.m = saltus.load(BALL)
        cls.r = cls.m.run(tol=1e-5)

    def test_grid(self):
        r = self.r
        self.assertEqual(len(r.t), len(r["h"]))
        self.close(r["h"][r.t < T1], 1 - 4.905 * r.t[r.t < T1]**2, 1e-4)
        self.assertEqual(r.t[0], 0)
        self.assertEqual(r.t[-1], r.end)
        self.assertEqual(self.m.run(interval=0.25, stop=1).t.tolist(), [0, 0.25, 0.5, 0.75, 1])
        self.assertEqual(self.m.run(interval=0.3, stop=0.5).t.tolist(), [0, 0.3, 0.5])
        times = [0.1, 0.2, 0.45]
        self.assertEqual(self.m.run(times=times).t.tolist(), times)
        self.assertEqual(self.m.run(times=times).end, 0.45)
        self.assertEqual(r.on(times=times)["h"].tolist(), r.at(times, "h").tolist())
        self.assertTrue(np.array_equal(r["time"], r.t))

    def test_changes(self):
        r = self.m.run(stop=1, interval=0)
        t, v = r.t, r["v"]
        k = np.flatnonzero(np.diff(t) == 0)
        self.close(t[k], [T1, 1.8 * T1], 1e-4)  # the second one is that of `up`
        self.close((v[k[0]], v[k[0] + 1]), (-9.81 * T1, 0.8 * 9.81 * T1), 1e-3)

    def test_exact(self):
        t, v = self.r.exact("v")
        k = np.flatnonzero(np.diff(t) == 0)
        self.assertEqual(len(k), 2)
        self.close(v[k[0] + 1] / v[k[0]], -0.8, 1e-6)
        self.assertEqual((t[0], t[-1]), (0, self.r.end))

    def test_types(self):
        self.assertEqual(self.r["bounces"].dtype, np.int64)
        self.assertEqual(self.r["up"].dtype, bool)
        self.assertIs(type(self.r.at(0.1, "bounces")), int)
        self.assertIs(self.r.at(T1 + 0.01, "up"), True)
        self.assertEqual(self.r["bounces"][-1], 2)
        self.assertIs(type(self.r["most"]), int)

    def test_at(self):
        self.close(self.r.at(0.1, "h"), 1 - 0.04905, 1e-6)
        self.assertEqual(set(self.r.at(0.1)), {"h", "v", "bounces", "up"})
        self.assertTrue(np.isnan(self.r.at(-1, "h")) and np.isnan(self.r.at(1e9, "h")) and np.isnan(self.r.at(np.nan, "h")))
        self.assertEqual(self.r.at([[0, 0.1], [0.2, 0.3]], "h").shape, (2, 2))
        self.assertEqual(self.r.at([0, 0.1, 0.2], ["h", "v"]).shape, (3, 2))

    def test_pieces_are_views(self):
        c = self.r.pieces("h")
        self.assertFalse(c.t.flags.owndata or c.coefficients.flags.owndata)
        self.assertFalse(c.coefficients.flags.writeable)
        k = len(c) // 2
        own = sum(c.coefficients[c.at[k] + j] * 0.001**j for j in range(c.order[k] + 1))
        self.assertGreater(c.t[k + 1], c.t[k] + 0.001)
        self.close(own, self.r.at(c.t[k] + 0.001, "h"), 1e-15)
        pieces = self.m.run(estimate=False).pieces("h")  # its result is gone, the memory is not
        self.assertEqual(pieces.coefficients[0], 1)

    def test_events(self):
        e = self.r.events
        times = e["h < 0"]
        self.close(times, [T1, T1 * 2.6], 1e-4)
        self.assertEqual(len(e.times("h < 0", 0)), 2 + len(e.times("h < 0", -1)))
        self.assertEqual(e[0]._fields, ("t", "name", "direction"))
        self.assertTrue(all(a.t <= b.t for a, b in zip(e, e[1:])))
        self.refused(saltus.UnknownName, "did you mean 'h < 0'", lambda: e["h<0"])

    def test_terminated_by_the_model(self):
        self.assertEqual(self.r.status, "terminated")
        self.close(self.r.end, T1 * 2.6, 1e-4)
        self.assertIn("enough", [m.text for m in self.r.messages])

    def test_arrays(self):
        r = saltus.load(CELLS).run(tol=1e-6)
        self.assertEqual(r["x"].shape, (len(r.t), 3))
        self.assertTrue(np.array_equal(r["x[3]"], r["x"][:, 2]))
        self.assertEqual(r.at(0.5, "x").shape, (3,))
        self.close(r["x"], np.exp(-np.outer(r.t, [1, 2, 3])), 1e-4)
        one = saltus.load(CELLS).run(vars="x[2]", estimate=False)
        self.assertEqual(one.names, ["x[2]"])
        self.refused(saltus.UnknownName, "only some elements", lambda: one["x"])
        self.refused(saltus.UnknownName, "was not kept", lambda: one["x[1]"])

    def test_unknown(self):
        self.refused(KeyError, "did you mean 'bounces'", lambda: self.r["bounce"])
        self.refused(TypeError, "by their names", lambda: self.r[0])
        self.refused(AttributeError, "did you mean 'steps'", lambda: self.r.stats.step)
        self.refused(saltus.UnknownName, "no variable 'z'", self.m.run, vars=["h", "z"])

    def test_repr_and_pictures(self):
        self.assertIn("terminated", repr(self.r))
        self.assertTrue(self.r._repr_svg_().lstrip().startswith(("<svg", "<?xml")))
        self.assertIn("<svg", self.r._repr_html_())
        self.assertIn("steps", repr(self.r.stats))
        self.refused(saltus.UnknownName, "no variable 'z'", self.r.svg, "z")
        os.environ["MPLBACKEND"] = "Agg"
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of matplotlib
            import matplotlib
            matplotlib.use("Agg")
            ax = self.r.plot("h", "v", color="red")
        self.assertEqual(len(ax.lines), 2)

    def test_plot_without_matplotlib(self):
        code = ("import sys; sys.modules['matplotlib'] = None; sys.modules['pandas'] = None; import saltus\n"
                "r = saltus.load('bounce').run(); assert '<svg' in r.plot('h')\n"
                "try: r.to_pandas()\nexcept ImportError: print('fine')")
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False,
                              env=dict(os.environ, PYTHONPATH=os.path.join(ROOT, "python")))
        self.assertEqual(done.stdout, "fine\n", done.stderr)

    def test_pandas(self):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            frame = self.r.to_pandas()
        self.assertEqual(frame.index.name, "t")
        self.assertEqual(str(frame["up"].dtype), "bool")
        self.assertTrue(np.array_equal(frame["h"].to_numpy(), self.r["h"]))

    def test_pickle(self):
        r = pickle.loads(pickle.dumps(self.r))
        self.assertTrue(np.array_equal(r["h"], self.r["h"]))
        self.assertEqual((r.events["h < 0"].tolist(), r.stats, r.parameters), (self.r.events["h < 0"].tolist(), self.r.stats, self.r.parameters))
        self.assertEqual(r.svg("h"), self.r.svg("h"))


class Options(Case):
    def test_they_reach_the_engine(self):
        m = saltus.load(DECAY)
        steps = [m.run(tol=tol, method="qss2", estimate=False).stats.steps for tol in (1e-3, 1e-5)]
        self.assertGreater(steps[1], 5 * steps[0])
        self.assertEqual(m.run(method="qss2").method, "qss2")
        self.assertEqual(m.run(start=0.5).start, 0.5)
        self.assertEqual(m.run(method="rk5", max_step=0.01, estimate=False).stats.steps >= 200, True)
        self.assertGreater(m.run(quanta={"x": 1e-6}, method="qss2", estimate=False).stats.steps, steps[0])
        self.assertGreater(m.run(methods={"*": "qss1"}, method="qss2", estimate=False).stats.steps, steps[0])

    def test_classic(self):
        if "not built" in saltus.methods()["cvode"]:
            self.refused(saltus.ArgumentError, "not built", saltus.load(DECAY).run, method="cvode")
        else:
            self.close(saltus.load(DECAY).run(method="cvode", tol=1e-6).at(1, "x"), np.exp(-1), 1e-5)

    def test_accuracy(self):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            r = saltus.load("vanderpol").run(accuracy=1e-3)
        self.assertTrue(all(e.tolerances <= 1 for e in r.errors.values()), r.errors)

    def test_wrong_ones(self):
        m = saltus.load(DECAY)
        for pattern, arguments in (("must be positive", dict(tol=-1)), ("must be positive", dict(tol=0)), ("REL or", dict(tol=(1, 2, 3))),
                                   ("not after its start", dict(stop=-1)), ("not after its start", dict(start=3, stop=2)),
                                   ("not finite", dict(stop=float("inf"))), ("negative", dict(interval=-1)), ("ascending", dict(times=[1, 0])),
                                   ("a number above 0", dict(band=-3)), ("shape|did you mean", dict(method="liqs2")),
                                   ("no option", dict(options={"bnd": 1}))):
            self.refused(saltus.SaltusError, pattern, m.run, **arguments)
        self.refused(saltus.UnknownName, "did you mean 'band'", m.run, bandd=3)
        self.refused(saltus.UnknownName, "did you mean 'stop'", m.run, stopp=3)
        self.refused(TypeError, "exclude", m.run, times=[0, 1], interval=1)
        self.refused(TypeError, "exclude", m.run, tol=1e-3, accuracy=1e-3)
        self.refused(TypeError, "tol is a number", m.run, tol="1e-3")
        self.refused(saltus.ArgumentError, "times, one every", m.run, interval=1e-12)

    def test_seed(self):
        with self.assertWarnsRegex(saltus.RunWarning, "draws no random numbers"):
            saltus.load(DECAY).run(seed=1)


class Trouble(Case):
    """Nothing ends well and is wrong."""

    def test_what_the_command_warns_of(self):
        with self.assertWarnsRegex(saltus.RunWarning, "has no effect: qss2 does not listen"):
            saltus.load(DECAY).run(method="qss2", band=3)
        with self.assertWarnsRegex(saltus.RunWarning, "does not say when to stop"):
            saltus.load(DECAY.replace("annotation(experiment(StopTime = 2));", "")).run()

    def test_estimate(self):
        unstable = DECAY.replace("der(x) = -a*x", "der(x) = 10*(x - sin(time))").replace("StopTime = 2", "StopTime = 1").replace("start = 1", "start = 10/101").replace(', unit = "V"', "")
        m = saltus.load(unstable)  # errors grow by exp(10)
        with self.assertWarnsRegex(saltus.RunWarning, "the error of x is about .* times its tolerance"):
            r = m.run(tol=1e-3, method="qss2")
        self.assertGreater(r.errors["x"].tolerances, 10)
        self.assertIsNone(m.run(tol=1e-3, method="qss2", estimate=False).errors)

    def test_messages_of_the_model(self):
        text = BALL.replace('terminate("enough")', 'assert(bounces < 2, "twice", AssertionLevel.warning)').replace("StopTime = 10", "StopTime = 1.5")
        with self.assertWarnsRegex(saltus.RunWarning, "twice"):
            saltus.load(text).run()

    def test_grid_that_misses_events(self):
        pulses = """model pulses
  discrete Real u(start = 0);
  Real x(start = 0, fixed = true);
equation
  der(x) = u;
  when sample(0.1005, 0.1) then u = 1000; elsewhen sample(0.1006, 0.1) then u = -1000;
  elsewhen sample(0.1007, 0.1) then u = 0; end when;
  annotation(experiment(StopTime = 1));
end pulses;"""
        r = saltus.load(pulses).run(estimate=False)
        with self.assertWarnsRegex(saltus.RunWarning, "misses what happens between: x goes 0.1"):
            r["x"]
        r["x"]  # said once
        self.assertGreater(r.on(interval=0)["x"].max(), 0.09)
        saltus.load(pulses).run(estimate=False, interval=0.002)["x"]  # chosen

    def test_errors_have_time_and_variable(self):
        m = saltus.load("model m\n  Real x(start = 1, fixed = true);\nequation\n  der(x) = x*x;\nend m;\n")
        error = self.refused(saltus.RunError, "x", m.run, 2)
        self.close(error.t, 1, 0.1)
        self.assertEqual(error.variable, "x")
        self.assertEqual(error.status, "ESTUCK")
        self.assertGreater(error.result["x"][-1], 100)
        self.assertLess(error.result.end, 1.1)

    def test_not_a_number(self):
        m = saltus.load("model m\n  Real x(start = 1, fixed = true);\nequation\n  der(x) = -sqrt(x);\nend m;\n")
        error = self.refused(saltus.RunError, "x", m.run, 10, method="qss2")
        self.assertTrue(error.line == 4 or error.t is not None)
        m = saltus.load("model m\n  Real x(start = 1, fixed = true);\nequation\n  der(x) = -x;\n  assert(x > 0.5, \"too low\");\nend m;\n")
        error = self.refused(saltus.RunError, "too low", m.run, 10)
        self.close(error.t, np.log(2), 1e-2)

    def test_max_events(self):
        error = self.refused(saltus.LimitError, "max_events", saltus.load("buck").run, max_events=100)
        self.assertGreater(len(error.result["VC"]), 1)

    def test_errors_can_be_sent(self):
        error = self.refused(saltus.LimitError, "max_events", saltus.load("buck").run, max_events=100)
        again = pickle.loads(pickle.dumps(error))
        self.assertEqual((type(again), str(again), again.t), (type(error), str(error), error.t))


class Threads(Case):
    def test_same_bits_in_many(self):
        m, found = saltus.load("buck"), [None] * 8
        expected = m.run(R=5, estimate=False)["VC"]

        def work(k):
            found[k] = m.run(R=5, estimate=False)["VC"]
        threads = [threading.Thread(target=work, args=(k,)) for k in range(8)]
        [t.start() for t in threads]
        [t.join() for t in threads]
        self.assertTrue(all(np.array_equal(f, expected) for f in found))

    def test_the_lock_is_released(self):
        """Python goes on while a run does: the count below stands still otherwise."""
        m, counted, over = saltus.load("inverters"), [0], threading.Event()

        def count():
            while not over.is_set():
                counted[0] += 1
                over.wait(0.001)
        thread = threading.Thread(target=count)
        thread.start()
        m.run(estimate=False, N=300)
        over.set()
        thread.join()
        self.assertGreater(counted[0], 5)


class Files(Case):
    def test_there_and_back(self):
        r = saltus.load(BALL).run(tol=1e-5)
        with tempfile.TemporaryDirectory() as folder:
            for end in ("seg", "csv", "mat"):
                path = os.path.join(folder, "x." + end)
                r.save(path, interval=0.001 if end != "seg" else None)
                again = saltus.read(path)
                self.close(again.at([0.1, 0.2, 0.7], "h"), r.at([0.1, 0.2, 0.7], "h"), 1e-12 if end == "seg" else 1e-5)
                self.assertEqual(again.end, r.end)
            again = saltus.read(os.path.join(folder, "x.seg"))
            self.assertEqual(again.events["h < 0"].tolist(), r.events["h < 0"].tolist())
            self.assertEqual((again.parameters["g"], again.model, again.status), (9.81, "ball", "terminated"))
            self.refused(saltus.FileError, "formats are", r.save, os.path.join(folder, "x.xls"))
            self.refused(OSError, "cannot be written", r.save, "/nowhere/x.seg")

    def test_of_the_command(self):
        command = os.path.join(os.path.dirname(saltus.library()), "saltus")
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "x.seg")
            subprocess.run([command, "run", "buck", "-qq", "--no-plot", "-o", path], check=True, capture_output=True)
            r, own = saltus.read(path), saltus.load("buck").run(estimate=False)
            self.assertTrue(np.array_equal(r["VC"], own["VC"]))
            self.assertEqual(len(r.events), len(own.events))
            with open(path, "rb") as file:
                half = file.read()
            with open(path, "wb") as file:
                file.write(half[:len(half) * 2 // 3])
            with self.assertWarnsRegex(saltus.RunWarning, "not complete"):
                saltus.read(path)

    def test_what_is_none(self):
        self.refused(saltus.FileError, "no file", saltus.read, "/nowhere.seg")
        with tempfile.NamedTemporaryFile(suffix=".seg") as file:
            file.write(b"hello")
            file.flush()
            self.refused(saltus.FileError, ".seg: ", saltus.read, file.name)

    def test_diagrams(self):
        r = saltus.load("buck.json").run(estimate=False)
        self.assertEqual(r.status, "ok")
        self.assertGreater(len(r.names), 0)


if __name__ == "__main__":
    unittest.main()
