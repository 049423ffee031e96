# SPDX-License-Identifier: MIT
"""Models: where they come from, what they have, what they refuse."""
import copy
import os
import pickle
import subprocess
import sys
import tempfile
import unittest

from helper import BALL, CELLS, DECAY, ROOT, Case
import numpy as np
import saltus


class Load(Case):
    def test_by_path_name_class_and_text(self):
        path = os.path.join(ROOT, "models", "buck", "buck.mo")
        for what in (path, "buck", os.fspath(path)):
            self.assertEqual(saltus.load(what).name, "buck")
        self.assertEqual(saltus.load(DECAY).name, "decay")
        self.assertEqual(saltus.load(DECAY).description, "exponential decay")
        self.assertIn("buck", saltus.models())

    def test_dotted_class_of_a_library(self):
        with tempfile.TemporaryDirectory() as folder:
            with open(os.path.join(folder, "Mine.mo"), "w", encoding="utf-8") as file:
                file.write("package Mine\n model A\n  Real x(start = 1, fixed = true);\n equation der(x) = 1;\n end A;\nend Mine;\n")
            m = saltus.load("Mine.A", library=folder)
            self.assertAlmostEqual(m.run(2, estimate=False).at(2, "x"), 3)
        self.refused(saltus.FileError, "no folder", saltus.load, "Mine.A", library="/nowhere")

    def test_parts(self):
        m = saltus.load("""model rc
  import Saltus.Electrical.*;
  ConstantVoltage source(V = 10); Resistor r(R = 1e3); Capacitor c(C = 1e-6); Ground ground;
equation
  connect(source.p, r.p); connect(r.n, c.p); connect(c.n, source.n); connect(source.n, ground.p);
  annotation(experiment(StopTime = 1e-3));
end rc;""")
        r = m.run(params={"r.R": 2e3}, tol=1e-6)
        self.close(r.at(1e-3, "c.v"), 10 * (1 - np.exp(-0.5)), 1e-3)

    def test_errors_have_file_and_line(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "bad.mo")
            with open(path, "w", encoding="utf-8") as file:
                file.write("model bad\n  Real x, z;\nequation\n  der(x) = y;\n  z = w;\nend bad;\n")
            error = self.refused(saltus.ModelError, "bad.mo:4:.*y", saltus.load, path)
            self.assertEqual((error.line, error.file), (4, path))
            self.assertEqual([m.line for m in error.messages if m.status < 0], [4, 5])

    def test_what_there_is_not(self):
        self.refused(saltus.FileError, "did you mean 'buck'", saltus.load, "bukc")
        self.refused(FileNotFoundError if False else OSError, "no file 'x.mo'", saltus.load, "x.mo")
        self.refused(saltus.ArgumentError, "empty", saltus.load, "")
        self.refused(TypeError, "not int", saltus.load, 3)
        self.refused(saltus.ArgumentError, "zero byte", saltus.load, "bu\0ck")
        self.refused(saltus.SaltusError, "is a folder|no model|no file", saltus.load, "/tmp")

    def test_file_that_changes(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "decay.mo")
            for a in (1, 2):
                with open(path, "w", encoding="utf-8") as file:
                    file.write(DECAY.replace("a = 1", f"a = {a}"))
                m = saltus.load(path)
                self.close(m.run(tol=1e-6).at(1, "x"), np.exp(-a), 1e-4)
            copy_of = pickle.dumps(m)
            with open(path, "w", encoding="utf-8") as file:
                file.write(DECAY.replace("a = 1", "a = 3"))
            again = pickle.loads(copy_of)  # what was sent counts
            self.close(again.run(tol=1e-6).at(1, "x"), np.exp(-2), 1e-4)
            self.refused(saltus.ModelError, "has changed", pickle.dumps(m) and pickle.loads, pickle.dumps(m))

    def test_compiler_notes_are_warnings(self):
        with self.assertWarnsRegex(saltus.CompileWarning, ":1:.*units do not agree"):
            saltus.load(DECAY.replace("\n", " ").replace("= 1;", "(unit = \"A\") = 1;", 1).replace("-a*x", "x + a"))

    def test_unicode(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "größe.mo")
            with open(path, "w", encoding="utf-8") as file:
                file.write("model m \"Größe é\"\n  Real 'a b'(start = 1, fixed = true, unit = \"Ω\") \"→\";\n"
                           "equation\n  der('a b') = -1;\nend m;\n")
            m = saltus.load(path)
            r = m.run(1)
            self.assertEqual((r.names, m.description, m.variables["'a b'"].description), (["'a b'"], "Größe é", "→"))
            self.assertEqual(r.units, {"'a b'": "Ω"})
            self.close(r.at(1, "'a b'"), 0, 1e-9)
            self.assertIn("Ω", r.svg())
            self.refused(saltus.ModelError, "größe.mo", saltus.load, path, name="größe")

    def test_interpreted_is_the_same(self):
        a, b = (saltus.load(BALL, interpret=i).run(tol=1e-5) for i in (False, True))
        self.assertTrue(np.array_equal(a["h"], b["h"]))


class AsObject(Case):
    def test_copies_and_pickles(self):
        m = saltus.load(BALL)
        for other in (pickle.loads(pickle.dumps(m)), copy.copy(m), copy.deepcopy(m)):
            self.assertTrue(np.array_equal(other.run()["h"], m.run()["h"]))

    def test_tells_what_it_has(self):
        m = saltus.load(CELLS)
        self.assertEqual(m.parameters["k"].shape, (3,))
        self.assertEqual(m.variables["x"].shape, (3,))
        self.assertEqual(saltus.load(DECAY).variables["x"].unit, "V")
        self.assertEqual(saltus.load(DECAY).parameters["a"].start, 1)
        self.assertIn("3 states", repr(m))
        self.assertIn("<table>", m._repr_html_())
        self.assertEqual(saltus.load(BALL).experiment.method, "qss3")

    def test_help_and_hints(self):
        import inspect
        for what in (saltus.load, saltus.solve_ivp, saltus.sweep, saltus.read, saltus.Model.run, saltus.Result.at):
            self.assertTrue(inspect.getdoc(what))
            self.assertTrue(inspect.signature(what).return_annotation is not inspect.Signature.empty, what)
        self.assertIn("load", saltus.__doc__)


class Values(Case):
    def test_parameters(self):
        m = saltus.load(DECAY)
        self.close(m.run(a=2, tol=1e-6).at(1, "x"), np.exp(-2), 1e-4)
        self.close(m.run(params={"a": 3, "x": 2}, tol=1e-6).at(1, "x"), 2 * np.exp(-3), 1e-4)
        self.close(m.run(tol=1e-6).at(1, "x"), np.exp(-1), 1e-4)  # nothing is left of it
        self.assertEqual(m.run(a=2).parameters, {"a": 2})

    def test_arrays(self):
        m = saltus.load(CELLS)
        r = m.run(k=[4, 5, 6], tol=1e-6)
        self.close(r["x"][-1], np.exp([-4, -5, -6]), 1e-3)
        self.close(m.run(params={"k[2]": 0}, tol=1e-6)["x"][-1], np.exp([-1.0, 0, -3]), 1e-3)
        self.assertEqual(r.parameters["w"].tolist(), [[1, 2], [3, 4]])
        self.assertEqual(m.run(params={"w[2,1]": 7}).parameters["w"][1, 0], 7)
        self.refused(saltus.ArgumentError, r"shape \[3\]", m.run, k=[1, 2])

    def test_sizes_compile_again(self):
        m = saltus.load(CELLS.replace("{1, 2, 3}", "fill(2, N)"))
        self.assertEqual(m.run(N=5)["x"].shape[1], 5)
        self.assertEqual(m.run()["x"].shape[1], 3)
        self.assertEqual(m.run(N=5, params={"k[5]": 0})["x"][-1, 4], 1)

    def test_wrong_ones(self):
        m = saltus.load(BALL)
        self.refused(saltus.UnknownName, "did you mean 'g'", m.run, G=1)
        self.refused(KeyError, "no parameter or start value 'xyz'", m.run, params={"xyz": 1})
        self.refused(saltus.ArgumentError, "not finite", m.run, g=float("nan"))
        self.refused(TypeError, "g is a number, not str", m.run, g="9")
        self.refused(saltus.ArgumentError, "Integer, and 2.5", m.run, most=2.5)
        self.refused(TypeError, "given twice", m.run, g=1, params={"g": 2})
        cells = saltus.load(CELLS)
        self.refused(saltus.UnknownName, r"last element is 'k\[3\]'", cells.run, params={"k[4]": 1})

    def test_a_parameter_named_like_an_option(self):
        m = saltus.load(DECAY.replace("a = 1", "gamma = 1").replace("-a*", "-gamma*"))
        self.refused(saltus.ArgumentError, "option of a run and a parameter", m.run, gamma=0.5)
        self.close(m.run(params={"gamma": 2}, tol=1e-6).at(1, "x"), np.exp(-2), 1e-4)
        m = saltus.load(DECAY.replace("a = 1", "tol = 1").replace("-a*", "-tol*"))
        with self.assertWarnsRegex(saltus.RunWarning, "parameter 'tol', too"):
            r = m.run(tol=1e-6)
        self.close(r.at(1, "x"), np.exp(-1), 1e-4)


class Wheel(Case):
    def test_has_all_it_needs(self):
        """What `pip install ./python` installs, without pip: it runs far away from the tree."""
        import zipfile
        sys.path.insert(0, os.path.join(ROOT, "python", "backend"))
        import saltus_build
        with tempfile.TemporaryDirectory() as folder:
            name = saltus_build.build_wheel(folder)
            self.assertRegex(name, r"^saltus-[0-9.]+-py3-none-linux_\w+\.whl$")
            with zipfile.ZipFile(os.path.join(folder, name)) as archive:
                archive.extractall(os.path.join(folder, "site"))
            code = ("import saltus; print(saltus.library()); print(saltus.load('buck').run(estimate=False).status);"
                    "print(saltus.load('model m Saltus.Electrical.Ground g; Real x(start = 1, fixed = true); equation der(x) = -x; end m;').name);"
                    "print(saltus.load('buck.json').name)")
            environment = {k: v for k, v in os.environ.items() if k not in ("SALTUS_LIBRARY", "SALTUS_MODELS")}
            done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=folder, check=False,
                                  env=dict(environment, PYTHONPATH=os.path.join(folder, "site")))
            lines = done.stdout.split()
            self.assertEqual(lines[1:], ["ok", "m", "buck"], done.stderr)
            self.assertTrue(lines[0].startswith(os.path.join(folder, "site")), lines[0])


class Library(Case):
    def outside(self, **environment):
        return subprocess.run([sys.executable, "-c", "import saltus; print(saltus.library())"], text=True, capture_output=True,
                              env=dict(os.environ, PYTHONPATH=os.path.join(ROOT, "python"), **environment), check=False)

    def test_is_found(self):
        done = self.outside()
        self.assertIn("libsaltus", done.stdout, done.stderr)
        self.assertEqual(self.outside(SALTUS_LIBRARY=saltus.library()).stdout.strip(), saltus.library())
        self.assertEqual(self.outside(SALTUS_LIBRARY=os.path.dirname(saltus.library())).stdout.strip(), saltus.library())

    def test_is_not_found(self):
        done = self.outside(SALTUS_LIBRARY="/nowhere/libsaltus.so")
        self.assertRegex(done.stderr, "ImportError: SALTUS_LIBRARY is '/nowhere")
        libm = next(p for p in ("/lib/x86_64-linux-gnu/libm.so.6", "/lib/aarch64-linux-gnu/libm.so.6", "/lib64/libm.so.6") if os.path.exists(p))
        self.assertRegex(self.outside(SALTUS_LIBRARY=libm).stderr, "it is no libsaltus")


if __name__ == "__main__":
    unittest.main()
