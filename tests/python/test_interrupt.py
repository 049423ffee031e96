# SPDX-License-Identifier: MIT
"""Ctrl-C, forks, memory: what surrounds a run."""
import gc
import os
import resource
import signal
import subprocess
import sys
import time
import unittest

from helper import DECAY, ROOT, Case
import saltus

LONG = """model long
  Real x(start = 1, fixed = true), v(start = 0, fixed = true);
equation
  der(x) = v;
  der(v) = -1e4*x;
  annotation(experiment(StopTime = 1e6), __Saltus_method = "qss2");
end long;
"""

# A program that is interrupted while it runs, and says how long that took.
PROGRAM = """
import os, signal, sys, threading, time
import saltus
WHAT
def at_once():
    time.sleep(0.7)
    box.append(time.perf_counter())
    os.kill(os.getpid(), signal.SIGINT)
box = []
threading.Thread(target=at_once, daemon=True).start()
try:
    work()
    print("not interrupted")
except KeyboardInterrupt:
    print("%.3f" % (time.perf_counter() - box[0]))
    after()
"""


class Interrupt(Case):
    def seconds(self, what):
        code = PROGRAM.replace("WHAT", what)
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=False,
                              env=dict(os.environ, PYTHONPATH=os.path.join(ROOT, "python")))
        self.assertRegex(done.stdout, r"^\d+\.\d+\n(fine\n)?$", done.stdout + done.stderr)
        return float(done.stdout.split()[0])

    def test_run(self):
        what = f"m = saltus.load({LONG!r})\nwork = lambda: m.run(vars=[], estimate=False)\nafter = lambda: m.run(0.01, tol=1e-2, estimate=False) and print('fine')"
        self.assertLess(self.seconds(what), 0.5)

    def test_run_of_all_states_together(self):
        what = f"m = saltus.load({LONG!r})\nwork = lambda: m.run(vars=[], method='radau5', estimate=False)\nafter = lambda: 0"
        self.assertLess(self.seconds(what), 0.5)

    def test_estimate(self):
        what = f"m = saltus.load({LONG!r})\nwork = lambda: m.run(1000, accuracy=1e-7, vars=['x'])\nafter = lambda: 0"
        self.assertLess(self.seconds(what), 0.5)

    def test_python_functions(self):
        what = "work = lambda: saltus.solve_ivp(lambda t, y: [y[1], -1e4*y[0]], (0, 1e4), [1, 0])\nafter = lambda: 0"
        self.assertLess(self.seconds(what), 0.5)

    def test_none_is_lost(self):
        """Also one that comes between two calls of a Python function."""
        for k in range(3):
            what = (f"import gc\nwork = lambda: saltus.solve_ivp(lambda t, y: -y, (0, 1e7), [1.0], 'rk5', max_step=0.1, vectorized={k % 2 == 0})\n"
                    "after = lambda: 0")
            self.assertLess(self.seconds(what), 0.5)

    def test_sweep(self):
        what = f"m = saltus.load({LONG!r})\nwork = lambda: saltus.sweep(m, {{'x': [1, 2, 3]}}, 'x')\nafter = lambda: 0"
        self.assertLess(self.seconds(what), 0.5)

    def test_sweep_in_threads(self):
        what = (f"import concurrent.futures\nm = saltus.load({LONG!r})\npool = concurrent.futures.ThreadPoolExecutor(2)\n"
                "work = lambda: saltus.sweep(m, {'x': [1, 2, 3]}, 'x', pool)\nafter = pool.shutdown")
        self.assertLess(self.seconds(what), 0.8)

    def test_a_handler_that_goes_on(self):
        """A run that was paused gives the same bits."""
        m, seen = saltus.load("inverters"), []
        expected = m.run(N=200, estimate=False)["w"]
        old = signal.signal(signal.SIGALRM, lambda *ignored: seen.append(1))
        try:
            signal.setitimer(signal.ITIMER_REAL, 0.01, 0.01)
            again = m.run(N=200, estimate=False, tol=None)["w"]
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, old)
        self.assertEqual(expected.tobytes(), again.tobytes())
        self.assertTrue(seen)


class Process(Case):
    def test_fork(self):
        m = saltus.load(DECAY)
        expected = m.run()["x"][-1]
        child = os.fork()
        if child == 0:
            try:
                os._exit(0 if m.run()["x"][-1] == expected and saltus.load("buck").run(estimate=False) else 1)
            except BaseException:
                os._exit(2)
        self.assertEqual(os.waitpid(child, 0)[1], 0)

    def test_memory_is_given_back(self):
        m = saltus.load("buck")

        def many():
            for _ in range(150):
                r = m.run(estimate=False)
                r["VC"], r.events, r.parameters
                del r
        many()
        gc.collect()
        before = resident()
        many()
        many()
        self.assertLess(resident() - before, 8e6)

    def test_results_outlive_their_model(self):
        r = saltus.load("buck").run(estimate=False)
        gc.collect()
        self.assertEqual(len(r["VC"]), len(r.t))
        self.assertEqual(r.parameters["R"], 10)

    def test_huge_result(self):
        """A million pieces are seen without a copy of them."""
        r = saltus.load(DECAY).run(1, tol=(0, 5e-7), method="qss1", vars="x", estimate=False)
        c = r.pieces("x")
        self.assertGreater(len(c), 1000000)
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        begun = time.process_time()
        for _ in range(100):
            c = r.pieces("x")
            self.assertGreater(c.t[-1], 0.99)
        self.assertLess(time.process_time() - begun, 0.5)
        self.assertLess(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before, 4000)


def resident():
    with open("/proc/self/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * resource.getpagesize()


if __name__ == "__main__":
    unittest.main()
