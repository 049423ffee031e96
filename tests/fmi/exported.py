# SPDX-License-Identifier: MIT
"""exported.py - exports a model, unpacks the FMU, and drives it by the program drive."""
import os
import subprocess
import sys
import xml.etree.ElementTree as tree
import zipfile

TYPES = {"Float64": "Float64", "Int64": "Int64", "Boolean": "Boolean",
         "Real": "Float64", "Integer": "Int64"}


class Fmu:
    """One exported FMU: its description, and runs of it."""

    def __init__(self, saltus, drive, model, version, folder, extra=()):
        self.version, self.drive = version, drive
        self.path = os.path.join(folder, "%s%d.fmu" % (os.path.basename(model).split(".")[0], version))
        done = subprocess.run([saltus, "export", model, "--fmi", str(version), "-o", self.path, "-q", *extra],
                              capture_output=True, text=True)
        if done.returncode:
            sys.exit("fmi: export of %s failed (%d): %s" % (model, done.returncode, done.stderr))
        self.folder = self.path + ".d"
        with zipfile.ZipFile(self.path) as z:
            z.extractall(self.folder)
        self.root = tree.parse(os.path.join(self.folder, "modelDescription.xml")).getroot()
        self.token = self.root.get("guid" if version == 2 else "instantiationToken")
        self.id = (self.kind("ModelExchange") if self.kind("ModelExchange") is not None
                   else self.kind("CoSimulation")).get("modelIdentifier")
        self.library = os.path.join(self.folder, "binaries",
                                    "linux64" if version == 2 else "x86_64-linux", self.id + ".so")
        self.variables = list(self.root.find("ModelVariables"))
        self.by_name = {v.get("name"): v for v in self.variables}
        # derivatives and their states, as value references
        self.states, self.ders = [], []
        for v in self.variables:
            of = v.find("Real").get("derivative") if version == 2 and v.find("Real") is not None else v.get("derivative")
            if of is None:
                continue
            state = self.variables[int(of) - 1] if version == 2 else next(
                w for w in self.variables if w.get("valueReference") == of)
            self.states.append(state.get("valueReference"))
            self.ders.append(v.get("valueReference"))
        self.indicators = (int(self.root.get("numberOfEventIndicators")) if version == 2
                           else len(self.root.findall("ModelStructure/EventIndicator")))

    def kind(self, name):
        return self.root.find(name)

    def ref(self, name):
        return self.by_name[name].get("valueReference")

    def reals(self):
        """Names of all Real variables but the time, derivatives and indicators."""
        return [v.get("name") for v in self.variables
                if (v.find("Real") is not None if self.version == 2 else v.tag == "Float64")
                and v.get("causality") in ("local", "output") and v.get("variability") == "continuous"
                and not v.get("name").startswith(("der(", "eventIndicator_"))]

    def run(self, kind, start, stop, rows, tol, names, *options):
        """The rows as lists of numbers; 'again' is a row by itself. Also what went to stderr."""
        refs = ",".join(self.ref(n) for n in names) or "-"
        done = subprocess.run([self.drive, self.library, str(self.version), kind, self.token, repr(start), repr(stop),
                               str(rows), repr(tol), str(self.indicators), ",".join(self.states) or "-",
                               ",".join(self.ders) or "-", refs, *options],
                              capture_output=True, text=True, timeout=60)
        if done.returncode:
            raise RuntimeError("%s, FMI %d, %s: status %d: %s" % (self.path, self.version, kind, done.returncode,
                                                                  done.stderr.strip()))
        return done.stdout.splitlines(), done.stderr
