# SPDX-License-Identifier: MIT
"""What the command does with FMUs: results against closed forms, and FMUs that mean no good.

    python3 tests/fmi/run.py path/to/saltus [test ...]

The FMUs are made here (make.py, fmu.c, models/)."""
import csv
import io
import math
import os
import struct
import subprocess
import sys
import tempfile
import time
import unittest
import zipfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import make

SALTUS = os.path.abspath(sys.argv.pop(1))
WORK = tempfile.mkdtemp(prefix="saltus-test-fmi-")
CRASH, QUIT, HANG, FAIL, DISCARD, FATAL, NONSENSE, NAN, ABORT = range(9)
SANITIZED = {"ASAN_OPTIONS": "handle_segv=0:handle_abort=0:detect_leaks=0"}  # crashes are what they are without sanitizers
MADE = {}


def fmu(model, fmi, *options, **more):
    key = (model, fmi, options, tuple(sorted(more.items())))
    if key not in MADE:
        MADE[key] = make.fmu(model, fmi, f"{WORK}/{model}{fmi}_{len(MADE)}.fmu", *options, **more)
    return MADE[key]


def saltus(*args, env=None, timeout=60):
    return subprocess.run([SALTUS, *args], capture_output=True, text=True, timeout=timeout, errors="replace",
                          env={**os.environ, "TMPDIR": WORK, **(env or {}), **(SANITIZED if env else {})})


def content(path):
    with open(path, "rb") as f:
        return f.read()


def store(path, data):
    with open(path, "wb") as f:
        f.write(data)


def run(path, *args, **more):
    """Columns of a run that must end well."""
    p = saltus("run", path, "--no-plot", "-q", "-o", "-", *args, **more)
    assert p.returncode == 0, (args, p.returncode, p.stderr)
    rows = list(csv.reader(io.StringIO(p.stdout)))
    return {name: [float(r[k]) for r in rows[1:]] for k, name in enumerate(rows[0])}


def fails(test, path, *args, code=None, says=(), env=None, timeout=60):
    """A run that must fail in an orderly way."""
    p = saltus("run", path, "--no-plot", "-q", *args, env=env, timeout=timeout)
    test.assertIn(p.returncode, [1, 2, 3] if code is None else [code], p.stderr)
    for text in [says] if isinstance(says, str) else says:
        test.assertIn(text, p.stderr)
    return p


class Results(unittest.TestCase):
    def test_dahlquist_is_an_exponential(self):
        for fmi in (2, 3):
            c = run(fmu("dahlquist", fmi))
            self.assertEqual(len(c["time"]), 31)
            for t, x, y in zip(c["time"], c["x"], c["y"]):
                self.assertLess(abs(x - math.exp(-2 * t)), 1e-9)
                self.assertEqual(y, 2 * x)

    def test_settings_reach_the_fmu(self):
        for fmi in (2, 3):
            c = run(fmu("dahlquist", fmi), "--set", "k=0.5", "--set", "x=3", "--stop", "4")
            self.assertEqual(c["time"][-1], 4)
            self.assertLess(abs(c["x"][-1] - 3 * math.exp(-2)), 1e-9)

    def test_start_time_is_that_of_the_run(self):
        c = run(fmu("dahlquist", 2), "--start", "1", "--stop", "1.25")
        self.assertEqual([c["time"][0], c["time"][-1]], [1, 1.25])
        self.assertLess(abs(c["x"][-1] - math.exp(-0.5)), 1e-9)

    def test_start_without_an_experiment(self):
        path = fmu("dahlquist", 2, experiment=False)
        for more in ([], ["--fmu", "me", "--in-process"]):
            c = run(path, "--start", "5", "--tol", "1e-8", *more)
            self.assertEqual([c["time"][0], c["time"][-1]], [5, 6])
            self.assertLess(abs(c["x"][-1] - math.exp(-2)), 1e-6)

    def test_communication_interval(self):
        c = run(fmu("dahlquist", 3), "--communicate", "0.7")
        self.assertEqual([round(t, 9) for t in c["time"]], [0, 0.7, 1.4, 2.1, 2.8, 3])

    def test_a_ball_bounces_when_it_should(self):
        for fmi in (2, 3):
            c = run(fmu("ball", fmi))
            first = math.sqrt(2 / 9.81)
            v = 0.7 * 9.81 * first
            self.assertEqual(c["bounces"][-1], 4)
            for t, h, n in zip(c["time"], c["h"], c["bounces"]):
                if t < first - 0.01:
                    self.assertEqual(n, 0)
                    self.assertLess(abs(h - (1 - 9.81 * t * t / 2)), 1e-9)
                elif n == 1:  # events are found to a substep of the FMU
                    s = t - first
                    self.assertLess(abs(h - (v * s - 9.81 * s * s / 2)), 0.02)

    def test_early_return_shows_the_event(self):
        c = run(fmu("ball", 3), "--communicate", "0.5", "--events")
        first = math.sqrt(2 / 9.81)
        at = [t for t, n, m in zip(c["time"][1:], c["bounces"], c["bounces"][1:]) if n == 0 and m == 1]
        self.assertEqual(len(at), 1)
        self.assertLess(abs(at[0] - first), 1.1e-3)

    def test_stairs_are_stairs(self):
        for fmi in (2, 3):
            c = run(fmu("stair", fmi))
            for t, n in zip(c["time"], c["counter"]):
                if abs(t - round(t)) > 0.01:
                    self.assertEqual(n, 1 + math.floor(t), t)

    def test_every_type_goes_through(self):
        for fmi in (2, 3):
            c = run(fmu("through", fmi), "--set", "real_in=2.5", "--set", "int_in=-7", "--set", "bool_in=0")
            self.assertEqual([c["real_out"][-1], c["int_out"][-1], c["bool_out"][-1]], [2.5, -7, 0])
        c = run(fmu("through", 3), "--set", "row_in[2]=5")
        self.assertEqual([c[f"row_out[{k}]"][-1] for k in (1, 2, 3)], [2, 10, 6])

    def test_in_process_is_the_same(self):
        for fmi in (2, 3):
            self.assertEqual(run(fmu("ball", fmi)), run(fmu("ball", fmi), "--in-process"))

    def test_statistics_and_files(self):
        p = saltus("run", fmu("ball", 3), "--stats=json", "-o", f"{WORK}/b.seg", "-o", f"{WORK}/b.mat", "--plot", f"{WORK}/b.svg")
        self.assertEqual(p.returncode, 0, p.stderr)
        self.assertIn('"method": "co-simulation"', p.stdout)
        self.assertIn('"steps": 204', p.stdout)
        p = saltus("convert", f"{WORK}/b.seg", f"{WORK}/b.csv")
        self.assertEqual(p.returncode, 0, p.stderr)
        self.assertIn(b"<svg", content(f"{WORK}/b.svg"))

    def test_explain(self):
        p = saltus("explain", fmu("ball", 3))
        self.assertEqual(p.returncode, 0, p.stderr)
        for text in ("FMU ball, FMI 3.0", "Parameters (2)", "  e: Float64 = 0.7", "bounces: Int32"):
            self.assertIn(text, p.stdout)

    def test_nothing_is_left_behind(self):
        run(fmu("ball", 2))
        self.assertEqual([f for f in os.listdir(WORK) if f.startswith("saltus-fmu")], [])


def bounces(t, g=9.81, e=0.7):
    """Height and number of bounces of the ball at t, in closed form."""
    at, speed, n = math.sqrt(2 / g), math.sqrt(2 * g), 0
    if t < at:
        return 1 - g * t * t / 2, 0
    while True:
        speed *= e
        n += 1
        if t < at + 2 * speed / g:
            return speed * (t - at) - g * (t - at) ** 2 / 2, n
        at += 2 * speed / g


METHODS = ["radau5", "rk5", "rodas4", "cvode", "cvode-adams", "ida", "esdirk43", "dopri5"]


class Exchange(unittest.TestCase):
    """Model exchange: Saltus integrates."""

    def test_dahlquist_by_all_methods(self):
        for method in METHODS:
            for fmi in (2, 3):
                with self.subTest(method=method, fmi=fmi):
                    c = run(fmu("dahlquist", fmi), "--fmu", "me", "--method", method, "--tol", "1e-8", "--in-process", "--interval", "0.1")
                    for t, x, y in zip(c["time"], c["x"], c["y"]):
                        self.assertLess(abs(x - math.exp(-2 * t)), 1e-6)
                        self.assertLess(abs(y - 2 * x), 1e-6)

    def test_a_ball_bounces_when_it_should(self):
        for method in METHODS:
            with self.subTest(method=method):
                c = run(fmu("ball", 2 if method == "rk5" else 3), "--fmu", "me", "--method", method, "--tol", "1e-8", "--in-process")
                for t, h, n in zip(c["time"], c["h"], c["bounces"]):
                    exact = bounces(t)
                    self.assertLess(abs(h - exact[0]), 1e-6, t)
                    self.assertEqual(n, exact[1], t)

    def test_events_are_counted_and_where_they_are(self):
        p = saltus("run", fmu("ball", 3), "--fmu", "me", "--no-plot", "--stats=json", "--no-estimate")
        self.assertEqual(p.returncode, 0, p.stderr)
        c = run(fmu("ball", 3), "--fmu", "me", "--events", "--tol", "1e-9")
        at = [t for t, n, m in zip(c["time"][1:], c["bounces"], c["bounces"][1:]) if n == 0 and m == 1]
        self.assertLess(abs(at[0] - math.sqrt(2 / 9.81)), 1e-9)

    def test_the_two_kinds_agree(self):
        a = run(fmu("vanderpol", 3), "--fmu", "me", "--tol", "1e-9", "--interval", "0.05", "--in-process")
        b = run(fmu("vanderpol", 3), "--fmu", "cs")
        for x, y in zip(a["x0"], b["x0"]):
            self.assertLess(abs(x - y), 1e-6)

    def test_stiff(self):
        c = run(fmu("vanderpol", 2), "--fmu", "me", "--set", "mu=1000", "--stop", "2000", "--tol", "1e-5", "--in-process")
        self.assertLess(abs(abs(c["x0"][-1]) - 1.7059), 0.02)

    def test_time_events(self):
        for fmi in (2, 3):
            c = run(fmu("stair", fmi), "--fmu", "me", "--interval", "0.25")
            for t, n in zip(c["time"], c["counter"]):
                self.assertEqual(n, 1 + math.floor(t), t)

    def test_settings(self):
        c = run(fmu("dahlquist", 3), "--fmu", "me", "--set", "k=0.5", "--set", "x=3", "--stop", "4", "--tol", "1e-8")
        self.assertLess(abs(c["x"][-1] - 3 * math.exp(-2)), 1e-6)
        for fmi in (2, 3):
            c = run(fmu("through", fmi), "--fmu", "me", "--set", "real_in=2.5", "--set", "int_in=-7", "--set", "bool_in=0")
            self.assertEqual([c["real_out"][-1], c["int_out"][-1], c["bool_out"][-1]], [2.5, -7, 0])

    def test_events_after_a_step(self):
        """The FMU asks for an event when a step is complete, and has it."""
        path = fmu("dahlquist", 3, "-DSTEPPED(m)=(m->t > 1 && m->mode == 0)", "-DON_EVENT=if (m->t > 1) m->mode = 1, m->v[0] = 5")
        c = run(path, "--fmu", "me", "--tol", "1e-8", "--events")
        jump = [(t, y) for t, x, y in zip(c["time"][1:], c["x"], c["x"][1:]) if y > x]
        self.assertEqual(len(jump), 1)
        self.assertLess(abs(jump[0][0] - 1), 0.01)
        self.assertLess(abs(c["x"][-1] - 5 * math.exp(-2 * (3 - jump[0][0]))), 1e-6)

    def test_estimate(self):
        p = saltus("run", fmu("dahlquist", 2), "--fmu", "me", "--no-plot", "--estimate", "--tol", "1e-5", "--vars", "x")
        self.assertEqual(p.returncode, 0, p.stderr)
        self.assertIn("estimated errors", p.stdout)

    def test_in_process_is_the_same(self):
        for fmi in (2, 3):
            self.assertEqual(run(fmu("ball", fmi), "--fmu", "me"), run(fmu("ball", fmi), "--fmu", "me", "--in-process"))

    def test_sweep(self):
        p = saltus("sweep", fmu("dahlquist", 2), "--fmu", "me", "--set", "k=1,2,4", "-o", f"{WORK}/sweep.csv")
        self.assertEqual(p.returncode, 0, p.stderr)
        self.assertEqual(len(content(f"{WORK}/sweep.csv").decode().splitlines()), 4)

    def test_methods_that_cannot_say_so(self):
        for method in ("auto", "liqss2", "qss3", "exact", "abm"):
            fails(self, fmu("dahlquist", 2), "--fmu", "me", "--method", method, says=[method, "needs Taylor series"])


class RoundTrip(unittest.TestCase):
    """Models of the gallery, exported and run as FMUs of both versions and kinds, against the direct run."""
    MODELS = ["lotka", "vanderpol", "thermostat", "stiff2", "bounce", "buck", "d4", "pair", "oscillator", "hybrid_pi", "appendix_a"]

    def near(self, direct, fmu_run, k, size):
        """At an event a sample may be of before or after it."""
        return min(abs(fmu_run[k] - direct[j]) for j in range(max(k - 1, 0), min(k + 2, len(direct)))) / size < 1e-3 \
            if abs(fmu_run[k] - direct[k]) / size >= 1e-3 else True

    def compare(self, direct, got, jumps):
        names = [n for n in direct if n in got and n != "time"]
        self.assertGreater(len(names), 0)
        for n in names:
            size = max(map(abs, direct[n])) or 1
            self.assertEqual(len(direct[n]), len(got[n]))
            far = [k for k in range(len(direct[n])) if not self.near(direct[n], got[n], k, size)]
            self.assertLessEqual(len(far), 0.02 * len(direct[n]), (n, far[:5]))
            if not jumps:
                off = sum(abs(x - y) / size >= 1e-3 for x, y in zip(direct[n], got[n]))
                self.assertLessEqual(off, 0.02 * len(direct[n]), n)

    def test_gallery(self):
        for model in self.MODELS:
            direct = run(model, "--tol", "1e-6")
            step, stop = repr(direct["time"][1] - direct["time"][0]), repr(direct["time"][-1])
            for fmi in ("2", "3"):
                path = f"{WORK}/{model}{fmi}.fmu"
                p = saltus("export", model, "--fmi", fmi, "-q", "-o", path)
                self.assertEqual(p.returncode, 0, p.stderr)
                for kind in ("cs", "me"):
                    with self.subTest(model=model, fmi=fmi, kind=kind):
                        got = run(path, "--fmu", kind, "--tol", "1e-6", "--interval", step, "--stop", stop, "--in-process",
                                  *(["--communicate", step] if kind == "cs" else []))
                        self.compare(direct, got, kind == "cs")

    def test_in_its_own_process(self):
        p = saltus("export", "bounce", "-q", "-o", f"{WORK}/own.fmu")
        self.assertEqual(p.returncode, 0, p.stderr)
        for kind in ("cs", "me"):
            self.assertEqual(run(f"{WORK}/own.fmu", "--fmu", kind), run(f"{WORK}/own.fmu", "--fmu", kind, "--in-process"))


class Refused(unittest.TestCase):
    def test_settings(self):
        path = fmu("through", 3)
        fails(self, path, "--set", "real_im=1", code=3, says="did you mean 'real_in'")
        fails(self, path, "--set", "int_in=1.5", code=3, says="1.5 is not a value of type Int32")
        fails(self, path, "--set", "bool_in=2", code=3, says="2 is not a value of type Boolean")
        fails(self, path, "--set", "real_out=1", code=3, says="the FMU computes it")

    def test_options(self):
        fails(self, fmu("ball", 2), "--method", "liqss2", code=2, says="the FMU makes its own steps")
        fails(self, fmu("ball", 2), "--parallel", code=2, says="is an FMU")
        p = saltus("compare", fmu("ball", 2))
        self.assertEqual(p.returncode, 2)
        self.assertIn("the FMU makes its own steps", p.stderr)
        p = saltus("dump", fmu("ball", 2))
        self.assertEqual(p.returncode, 2)
        self.assertIn("is an FMU", p.stderr)

    def test_steps_that_may_not_vary(self):
        path = fmu("dahlquist", 2, variable_step=False)
        run(path)
        fails(self, path, "--stop", "2.95", code=3, says="no multiple of the communication interval")

    def test_no_such_file(self):
        fails(self, f"{WORK}/none.fmu", code=2, says="there is no file")

    def test_not_for_this_machine(self):
        path = f"{WORK}/other.fmu"
        with zipfile.ZipFile(path, "w") as z:
            z.writestr("modelDescription.xml", make.xml("ball", 2))
            z.writestr("binaries/win64/ball.dll", "x")
        fails(self, path, code=3, says="its binaries are for win64")
        self.assertEqual(saltus("explain", path).returncode, 0)

    def test_not_a_library(self):
        path = f"{WORK}/text.fmu"
        with zipfile.ZipFile(path, "w") as z:
            z.writestr("modelDescription.xml", make.xml("ball", 2))
            z.writestr(make.place("ball", 2), "no library")
        fails(self, path, says="cannot be loaded")

    def test_wrong_token(self):
        for fmi in (2, 3):
            fails(self, fmu("ball", fmi, token="{2}"), says=["refused to make an instance", "wrong"])

    def test_missing_functions(self):
        for fmi, name in ((2, "fmi2DoStep"), (2, "fmi2GetBoolean"), (3, "fmi3DoStep"), (3, "fmi3Terminate")):
            fails(self, fmu("ball", fmi, f"-D{name}=another"), says=f"its library lacks {name}")


class Hostile(unittest.TestCase):
    """Functions that crash, end the process, hang, or return what they should not."""
    FUNCTIONS = {
        2: ["Instantiate", "SetupExperiment", "EnterInitializationMode", "ExitInitializationMode", "GetReal", "GetInteger", "DoStep", "Terminate"],
        3: ["InstantiateCoSimulation", "EnterInitializationMode", "ExitInitializationMode", "GetFloat64", "GetInt32", "DoStep",
            "UpdateDiscreteStates", "EnterStepMode", "EnterEventMode", "Terminate"]}

    def each(self, how, says):
        for fmi, names in self.FUNCTIONS.items():
            for name in names:
                function = f"fmi{fmi}{name}"
                with self.subTest(function=function):
                    fails(self, fmu("ball", fmi), env={"FMU_BAD": function, "FMU_HOW": str(how)}, says=["FMU ball", function, *says])

    def test_crash(self):
        self.each(CRASH, ["crashed (signal 11"])

    def test_exit(self):
        self.each(QUIT, ["ended its process with exit status 0"])

    def test_abort(self):
        self.each(ABORT, ["crashed (signal 6"])

    ME = {
        2: ["Instantiate", "SetupExperiment", "EnterInitializationMode", "ExitInitializationMode", "NewDiscreteStates", "EnterContinuousTimeMode",
            "SetTime", "SetContinuousStates", "GetDerivatives", "GetEventIndicators", "GetContinuousStates", "GetNominalsOfContinuousStates",
            "CompletedIntegratorStep", "EnterEventMode", "GetReal", "GetInteger"],
        3: ["InstantiateModelExchange", "UpdateDiscreteStates", "SetContinuousStates", "GetContinuousStateDerivatives", "GetEventIndicators",
            "CompletedIntegratorStep", "EnterEventMode", "GetFloat64"]}

    def test_model_exchange(self):
        for fmi, names in self.ME.items():
            for name in names:
                for how, says in ((CRASH, "crashed (signal 11"), (FATAL, "returned 'fatal'")):
                    function = f"fmi{fmi}{name}"
                    if how == FATAL and "Instantiate" in name:
                        says = "refused to make an instance"
                    with self.subTest(function=function, how=how):
                        fails(self, fmu("ball", fmi), "--fmu", "me", "--vars", "*", env={"FMU_BAD": function, "FMU_HOW": str(how)},
                              says=["FMU ball", function, says])

    def test_model_exchange_endless(self):
        fails(self, fmu("ball", 2), "--fmu", "me", "--fmu-limit", "0.5", code=1, says="fmi2GetDerivatives has not returned within 0.5 seconds",
              env={"FMU_BAD": "fmi2GetDerivatives", "FMU_HOW": str(HANG), "FMU_FROM": "1"})

    def test_model_exchange_not_a_number(self):
        fails(self, fmu("ball", 2), "--fmu", "me", code=1, says=["h: its derivative is not finite", "t = 1"],
              env={"FMU_BAD": "fmi2GetDerivatives", "FMU_HOW": str(NAN), "FMU_FROM": "1"})

    def test_model_exchange_discards(self):
        fails(self, fmu("ball", 2), "--fmu", "me", code=1, says=["fmi2GetDerivatives returned 'discard'", "t = 1"],
              env={"FMU_BAD": "fmi2GetDerivatives", "FMU_HOW": str(DISCARD), "FMU_FROM": "1"})

    def test_end_of_model_exchange(self):
        """Results are complete; that the end was not is told."""
        p = saltus("run", fmu("ball", 2), "--fmu", "me", "--no-plot", env={"FMU_BAD": "fmi2Terminate", "FMU_HOW": "0"})
        self.assertEqual(p.returncode, 0)
        self.assertIn("after the run: crashed", p.stderr)

    def test_errors(self):
        for how, text in ((FAIL, "'error'"), (FATAL, "'fatal'"), (NONSENSE, "77, which is no status")):
            for fmi in (2, 3):
                fails(self, fmu("ball", fmi), env={"FMU_BAD": f"fmi{fmi}DoStep", "FMU_HOW": str(how), "FMU_FROM": "0.5"}, code=1,
                      says=[f"fmi{fmi}DoStep returned {text}", "t = 0.5"])

    def test_discard(self):
        for fmi in (2, 3):
            fails(self, fmu("ball", fmi), env={"FMU_BAD": f"fmi{fmi}DoStep", "FMU_HOW": str(DISCARD)}, code=1, says=f"fmi{fmi}DoStep returned 'discard'")

    def test_endless(self):
        for fmi in (2, 3):
            begun = time.time()
            fails(self, fmu("ball", fmi), "--fmu-limit", "0.5", env={"FMU_BAD": f"fmi{fmi}DoStep", "FMU_HOW": str(HANG), "FMU_FROM": "1"}, code=1,
                  says=[f"fmi{fmi}DoStep has not returned within 0.5 seconds", "t = 1"])
            self.assertLess(time.time() - begun, 10)

    def test_endless_at_the_end(self):
        """The results are there; what hangs when it is freed is ended."""
        begun = time.time()
        for fmi in (2, 3):
            fails(self, fmu("ball", fmi), "--fmu-limit", "0.5", env={"FMU_BAD": f"fmi{fmi}FreeInstance", "FMU_HOW": str(HANG)}, code=1,
                  says=f"fmi{fmi}FreeInstance has not returned")
        self.assertLess(time.time() - begun, 10)

    def test_interrupted(self):
        p = subprocess.Popen([SALTUS, "run", fmu("ball", 2), "--no-plot", "-q"], stderr=subprocess.PIPE, text=True,
                             env={**os.environ, "TMPDIR": WORK, "FMU_BAD": "fmi2DoStep", "FMU_HOW": str(HANG)})
        time.sleep(1)
        p.send_signal(2)
        _, err = p.communicate(timeout=20)
        self.assertNotEqual(p.returncode, 0)
        self.assertIn("did not return when the run was interrupted", err)

    def test_not_a_number(self):
        for fmi, name in ((2, "fmi2GetReal"), (3, "fmi3GetFloat64")):
            env = {"FMU_BAD": name, "FMU_HOW": str(NAN), "FMU_FROM": "0.3"}
            fails(self, fmu("ball", fmi), "-o", f"{WORK}/nan.csv", env=env, code=1, says=["the value of 'h' is not finite", "t = 0.3"])
            run(fmu("ball", fmi), "--vars", "bounces", env=env)

    def test_results_up_to_the_crash_are_kept(self):
        p = saltus("run", fmu("ball", 2), "--no-plot", "-q", "-o", f"{WORK}/half.csv", env={"FMU_BAD": "fmi2DoStep", "FMU_HOW": "0", "FMU_FROM": "1"})
        self.assertEqual(p.returncode, 1)
        last = content(f"{WORK}/half.csv").decode().splitlines()[-1].split(",")[0]
        self.assertLess(abs(float(last) - 1), 0.011)

    def test_nothing_is_left_behind(self):
        fails(self, fmu("ball", 2), env={"FMU_BAD": "fmi2DoStep", "FMU_HOW": "0"})
        self.assertEqual([f for f in os.listdir(WORK) if f.startswith("saltus-fmu")], [])


def changed(old, new, fmi=2, model="ball"):
    text = make.xml(model, fmi)
    assert old in text, old
    return text.replace(old, new, 1)


class BadXml(unittest.TestCase):
    """Each says the file, the line and what is wrong."""

    def bad(self, text, line, says):
        path = f"{WORK}/bad.fmu"
        with zipfile.ZipFile(path, "w") as z:
            z.writestr("modelDescription.xml", text)
        for command in ("explain", "run"):
            p = saltus(command, path)
            self.assertEqual(p.returncode, 3, (says, p.stderr))
            self.assertIn(says, p.stderr)
            self.assertIn(f"bad.fmu/modelDescription.xml:{line}: error", p.stderr)

    CASES = [
        ("", 1, "there is no element"),
        ("Dear reader", 1, "this is not XML"),
        (b"\xff\xfe<\0f\0", 1, "not UTF-8"),
        (b"<\0f\0", 1, "byte 0"),
        (b"<a b='\xc3\x28'/>", 1, "not UTF-8"),
        ('<?xml version="1.0" encoding="UTF-16"?>\n<a/>', 1, "the encoding is UTF-16"),
        ('<!DOCTYPE a [<!ENTITY b "c">]>\n<a/>', 1, "document types and declarations"),
        (changed("<ModelVariables>", "<ModelVariables>&b;"), 6, "an entity other than"),
        ("<a b='&#0;'/>", 1, "no character"),
        ("<a b='&#xD800;'/>", 1, "no character"),
        (changed("</ModelStructure>", "<a>" * 100), 18, "nested deeper than 64"),
        ("<a\n" + "".join(f" b{k}=''" for k in range(100)) + "/>", 2, "more than 64 attributes"),
        ("<a b='1' b='2'/>", 1, "'b' is given twice"),
        ("<a b=1/>", 1, "not in quotes"),
        ("<a b='1/>", 1, "does not end"),
        ("<a b='<'/>", 1, "'<' in the value"),
        ("<!-- a", 1, "a comment that begins here does not end"),
        ("<other/>", 1, "the outermost element is <other>"),
        ("<a/><a/>", 1, "<a>, not <fmiModelDescription>"),
        (changed("</ModelStructure>", "</Modelstructure>"), 18, "closes <ModelStructure>"),
        (changed("</fmiModelDescription>", ""), 2, "is never closed"),
        (changed("</fmiModelDescription>", "</fmiModelDescription><a/>"), 19, "a second element"),
        (changed('fmiVersion="2.0"', 'fmiVersion="1.0"'), 2, "2.0 and 3.0 are understood"),
        (changed('guid="{1}"', ""), 2, "needs the attribute 'guid'"),
        (changed('modelIdentifier="ball"', 'modelIdentifier="../ball"'), 3, "is not a name of C"),
        (changed('valueReference="0"', ""), 7, "'h' has no valueReference"),
        (changed('valueReference="0"', 'valueReference="-1"'), 7, "is not an integer"),
        (changed('valueReference="0"', 'valueReference="99999999999"'), 7, "is not an integer"),
        (changed('start="9.81"', 'start="0x10"'), 11, "is not a value of type Float64"),
        (changed('start="9.81"', 'start="9,81"'), 11, "is not a value of type Float64"),
        (changed('start="9.81"', 'start=""'), 11, "is empty"),
        (changed('name="v"', 'name="h"'), 9, "the name 'h' is taken"),
        (changed('causality="parameter"', 'causality="guess"'), 11, "is unknown"),
        (changed('derivative="1"', 'derivative="77"'), 8, "a variable that does not exist"),
        (changed('<Unknown index="2"/>', '<Unknown index="99"/>'), 17, "names variable 99"),
        (changed('<Unknown index="4"/>', '<Unknown index="5"/>'), 17, "is not said to be one"),
        (changed('stopTime="2"', 'stopTime="-2"'), 5, "the default experiment goes from 0 to -2"),
        (changed('stepSize="0.01"', 'stepSize="0"'), 5, "must be positive"),
        (changed('numberOfEventIndicators="1"', 'numberOfEventIndicators="many"'), 2, "is not an integer"),
        (changed("<Real start", "<Real start='1'/><Real start"), 7, "has two types"),
        (changed("Float64", "Float63", 3), 7, "unknown type <Float63>"),
        (changed('<Dimension start="3"/>', '<Dimension start="99999999"/>', 3, "through"), 13, "is not an integer"),
        (changed('<Dimension start="3"/>', '<Dimension valueReference="44"/>', 3, "through"), 13, "no structural parameter"),
        (changed('<Dimension start="3"/>', '<Dimension start="4"/>', 3, "through"), 13, "4 elements and 3 start values"),
        (make.xml("ball", 2, kinds=()), 1, "neither for model exchange nor for co-simulation"),
    ]

    def test_all(self):
        for text, line, says in self.CASES:
            with self.subTest(says=says):
                self.bad(text, line, says)

    def test_no_expansion(self):
        """A million laughs: refused, at once."""
        text = "<!DOCTYPE a [" + "".join(f'<!ENTITY x{k + 1} "{f"&x{k};" * 10}">' for k in range(10)) + "]><a>&x9;</a>"
        self.bad(text, 1, "document types and declarations")


class BadZip(unittest.TestCase):
    def bad(self, entries, says, mode=None):
        path = f"{WORK}/zip.fmu"
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as z:
            z.writestr("modelDescription.xml", make.xml("ball", 2))
            for name, text in entries:
                info = zipfile.ZipInfo(name)
                info.compress_type = zipfile.ZIP_DEFLATED
                info.create_system = 3
                info.external_attr = (mode or 0o100644) << 16
                z.writestr(info, text)
        p = fails(self, path, code=3, says=says)
        self.assertFalse(os.path.exists(f"{WORK}/evil"))
        self.assertFalse(os.path.exists("/tmp/evil"))
        return p

    def test_names(self):
        for name, says in (("../evil", "leads out"), ("resources/../../evil", "leads out"), ("/tmp/evil", "is absolute"), ("C:/evil", "names a drive"),
                           ("resources\\..\\evil", "backslash"), ("resources//evil", "empty folder"), ("./evil", "'.' as a folder"),
                           ("x" * 2000, "longer than 1000")):
            with self.subTest(name=name):
                self.bad([(name, "x")], says)

    def test_links(self):
        self.bad([("resources/link", "/etc/passwd")], "is a link or a device", mode=0o120777)
        self.bad([("resources/null", "")], "is a link or a device", mode=0o020666)

    def test_bomb(self):
        self.bad([("resources/zeros", b"\0" * (80 << 20))], "times as many")

    def test_lies_about_sizes(self):
        path = f"{WORK}/lie.fmu"
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as z:
            z.writestr("modelDescription.xml", make.xml("ball", 2))
        data = bytearray(content(path))
        size = len(make.xml("ball", 2))
        for at in range(len(data) - 4):
            if struct.unpack_from("<I", data, at)[0] == size:
                struct.pack_into("<I", data, at, size - 100)
        store(path, data)
        fails(self, path, code=3, says="modelDescription.xml cannot be unpacked")

    def test_same_name_twice(self):
        path = f"{WORK}/twice.fmu"
        with zipfile.ZipFile(path, "w") as z:
            z.writestr("modelDescription.xml", make.xml("ball", 2))
            z.writestr(make.place("ball", 2), "x")
            z.writestr("resources/a", "x")
            z.writestr("resources/a/b", "x")
        fails(self, path, code=3, says="resources/a/b' cannot be unpacked")

    def test_no_archive(self):
        for text in (b"", b"PK", b"PK\3\4" + b"\0" * 100, content(fmu("ball", 2))[:-30], b"x" * 10000):
            path = f"{WORK}/no.fmu"
            store(path, text)
            fails(self, path, code=3, says="not a zip archive")

    def test_empty(self):
        path = f"{WORK}/empty.fmu"
        with zipfile.ZipFile(path, "w") as z:
            z.writestr("a", "b")
        fails(self, path, code=3, says="the archive has no modelDescription.xml")


if __name__ == "__main__":
    code = 1
    try:
        code = 0 if unittest.main(exit=False, verbosity=1).result.wasSuccessful() else 1
    finally:
        import shutil
        shutil.rmtree(WORK, ignore_errors=True)
    sys.exit(code)
