# SPDX-License-Identifier: MIT
"""Saltus: simulation of stiff, discontinuous and large models by quantized-state methods.

    import saltus

    m = saltus.load("buck")                     # of the gallery; or a path, a dotted class, or the text of a model
    r = m.run(stop=0.01, tol=1e-4, R=5)         # parameters by name
    r["VC"]                                     # values on the grid r.t
    r.exact("VC")                               # times and values at every change
    r.at(0.005, "VC"), r.events, r.stats
    r.plot("VC"), r.to_pandas()

    saltus.sweep(m, {"R": [5, 10, 20]}, observe="VC")
    saltus.solve_ivp(f, (0, 10), y0)            # equations as Python functions, like scipy's
    saltus.read("x.seg")                        # results of the command

Errors are SaltusError with .file, .line, .t and .variable; what the command would warn of are warnings of the class
SaltusWarning. Runs release the interpreter lock: several may go on in threads, also of one model. The library is
libsaltus.so; SALTUS_LIBRARY names another one. docs/python.md begins at the beginning.
"""
from . import _lib
from ._errors import (ArgumentError, CompileWarning, FileError, LimitError, Message, ModelError, RunError, RunWarning, SaltusError,
                      SaltusWarning, UnknownName)
from ._ivp import OdeResult, solve_ivp
from ._model import Model, load, models
from ._result import Curve, Estimate, Event, Events, Result, Stats, Svg, read
from ._sweep import Sweep, sweep

__version__ = _lib.text(_lib.lib.saltus_version())
__all__ = [
    "ArgumentError", "CompileWarning", "Curve", "Estimate", "Event", "Events", "FileError", "LimitError", "Message", "Model",
    "ModelError", "OdeResult", "Result", "RunError", "RunWarning", "SaltusError", "SaltusWarning", "Stats", "Svg", "Sweep",
    "UnknownName", "library", "load", "methods", "models", "read", "solve_ivp", "sweep",
]


def library():
    """Path of the shared library in use."""
    return _lib.path


def methods():
    """{name: title} of all methods; those that this library was built without say so."""
    return {name: _lib.text(info.title) + ("" if info.missing is None else f" (not built: {_lib.text(info.missing)})")
            for name, info in _lib.methods().items()}
