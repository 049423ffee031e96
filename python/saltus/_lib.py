# SPDX-License-Identifier: MIT
"""The shared library: where it is, and its functions and structs as ctypes knows them.

Looked for, in this order: what the environment variable SALTUS_LIBRARY names (a file or a folder); beside this
package (a wheel brings it along); in the build folders of the source tree, the newest first; installed, beside the
command `saltus` and where the system keeps its libraries. Structs repeat include/saltus*.h.
"""
import ctypes
import glob
import os
import shutil
import sys
from ctypes import CFUNCTYPE, POINTER, Structure, c_char_p, c_double, c_int, c_int32, c_size_t, c_uint32, c_uint64, c_void_p

VERSION = (0, 1)  # of the library that this package was written for: minor versions must agree
NEEDED = ("saltus_history_segments", "saltus_sim_many", "saltus_compiled_type", "saltus_estimate_is_short")

OK, STOPPED, TERMINATED = 0, 1, 2
ENOMEM, EARG, EMODEL, ENAN, EZENO, ESTUCK, EIO, ELIMIT = range(-1, -9, -1)
STATE, DISCRETE, PARAMETER, OUTPUT, GUARD, CLOCK = range(6)
TYPE_REAL, TYPE_INTEGER, TYPE_BOOLEAN = range(3)
RANK = 8

# ---- Structs ------------------------------------------------------------------------------------


class Loc(Structure):
    _fields_ = [("file", c_char_p), ("line", c_uint32), ("col", c_uint32), ("len", c_uint32)]


class Diag(Structure):
    _fields_ = [("status", c_int), ("at", Loc), ("t", c_double), ("var", c_char_p), ("text", c_char_p), ("hint", c_char_p)]


class Variable(Structure):
    _fields_ = [("name", c_char_p), ("size", c_int32 * RANK), ("start", c_double), ("unit", c_char_p), ("text", c_char_p),
                ("nominal", c_double), ("min", c_double), ("max", c_double), ("at", Loc), ("input", c_int)]


class Guard(Structure):
    _fields_ = [("name", c_char_p), ("size", c_int32 * RANK), ("direction", c_int), ("side", c_int), ("at", Loc)]


class Rule(Structure):
    _fields_ = [("pattern", c_char_p), ("method", c_char_p), ("rel", c_double), ("abs", c_double)]


class Experiment(Structure):
    _fields_ = [("start", c_double), ("stop", c_double), ("rel", c_double), ("abs", c_double), ("interval", c_double),
                ("method", c_char_p), ("text", c_char_p), ("rules", POINTER(Rule)), ("watch", POINTER(c_char_p))]


class Env(Structure):
    pass


class Event(Structure):
    pass


Env._fields_ = [("t", c_double), ("q", c_void_p), ("stride", c_int32), ("width", c_int32), ("d", c_void_p), ("p", c_void_p),
                ("model", c_void_p), ("fault", CFUNCTYPE(None, POINTER(Env), c_void_p, c_char_p)), ("solve", c_void_p),
                ("own", c_void_p), ("stamp", c_uint64)]
Event._fields_ = [("env", POINTER(Env)), ("pre", c_void_p), ("cause", c_int), ("index", c_int32), ("direction", c_int),
                  ("initial", c_int), ("state", CFUNCTYPE(c_double, POINTER(Event), c_int32)),
                  ("assign", CFUNCTYPE(None, POINTER(Event), c_int32, c_double)),
                  ("reinit", c_void_p), ("message", c_void_p), ("terminate", CFUNCTYPE(None, POINTER(Event), c_char_p))]

EVAL = CFUNCTYPE(None, POINTER(Env), c_int32, c_int, POINTER(c_double))
PARTIAL = CFUNCTYPE(c_double, POINTER(Env), c_int32, c_int32)
READS = CFUNCTYPE(None, POINTER(Env), c_int32, c_void_p)
READS_ADD = CFUNCTYPE(None, c_void_p, c_int, c_int32)
DERIVATIVES = CFUNCTYPE(None, POINTER(Env), POINTER(c_double))
NEXT = CFUNCTYPE(c_double, POINTER(Env), c_int32)
HANDLE = CFUNCTYPE(None, POINTER(Event))


class Function(Structure):
    _fields_ = [("eval", EVAL), ("partial", PARTIAL), ("reads", READS), ("affine", c_void_p)]


class Model(Structure):
    """As far as version 7.0 of the contract goes."""
    _fields_ = [("abi", c_uint64), ("name", c_char_p), ("data", c_void_p), ("states", POINTER(Variable)),
                ("discretes", POINTER(Variable)), ("parameters", POINTER(Variable)), ("outputs", POINTER(Variable)),
                ("guards", POINTER(Guard)), ("clocks", POINTER(Guard)), ("experiment", Experiment), ("der", Function),
                ("derivatives", DERIVATIVES), ("guard", Function), ("output", Function), ("start", c_void_p),
                ("next", NEXT), ("clock_reads", c_void_p), ("handle", HANDLE), ("handler_writes", c_void_p),
                ("formula", c_void_p), ("sums", POINTER(Variable)), ("terms", c_void_p), ("term", Function),
                ("delays", POINTER(Variable)), ("lag", c_void_p), ("delayed", Function), ("where", c_void_p),
                ("engine", c_void_p), ("degree", c_void_p), ("loops", c_void_p)]


ABI = 7 << 48 | 0 << 32 | ctypes.sizeof(Model)


class Set(Structure):
    _fields_ = [("name", c_char_p), ("value", c_double)]


class Options(Structure):
    _fields_ = [("struct_size", c_size_t), ("method", c_char_p), ("engine", c_void_p), ("rel", c_double), ("abs", c_double),
                ("t0", c_double), ("rules", POINTER(Rule)), ("n_rules", c_size_t), ("sets", POINTER(Set)), ("n_sets", c_size_t),
                ("sink", c_void_p), ("outputs", c_void_p), ("n_outputs", c_size_t), ("fired", c_void_p),
                ("sample", c_void_p), ("interval", c_double), ("diag", c_void_p), ("user", c_void_p),
                ("max_events", c_uint64), ("max_instant", c_uint32), ("shadow", c_int), ("alloc", c_void_p),
                ("alloc_user", c_void_p), ("given", c_uint64), ("by_name", c_double * 32)]


class OptionInfo(Structure):
    _fields_ = [("name", c_char_p), ("type", c_int), ("argument", c_char_p), ("range", c_char_p), ("choices", c_char_p),
                ("otherwise", c_char_p), ("text", c_char_p), ("of_method", c_int)]


class MethodInfo(Structure):
    _fields_ = [("name", c_char_p), ("title", c_char_p), ("cite", c_char_p), ("text", c_char_p), ("options", c_char_p),
                ("order", c_int), ("family", c_char_p), ("missing", c_char_p)]


class Stats(Structure):
    _fields_ = [("struct_size", c_size_t)] + [(name, c_uint64) for name in (
        "steps", "initial", "evaluations", "guard_evaluations", "term_evaluations", "partials", "events", "clocks",
        "pair_steps", "blocks", "largest_block", "refreshes", "rejected", "restarts", "iterations", "factorizations",
        "queue_operations")] + [("bytes", c_size_t), ("cpu_seconds", c_double)] + [(name, c_uint64) for name in (
            "uncertified", "range_evaluations", "uncertain", "exact_parts", "exact_modes")]


class CompileOptions(Structure):
    _fields_ = [("struct_size", c_size_t), ("model", c_char_p), ("library", c_char_p), ("sets", POINTER(Set)),
                ("n_sets", c_size_t), ("backend", c_int), ("diag", c_void_p), ("log", c_void_p), ("alloc", c_void_p),
                ("user", c_void_p), ("alloc_user", c_void_p), ("max_memory", c_size_t), ("only_errors", c_int),
                ("no_external", c_int)]


class CompileStats(Structure):
    _fields_ = [("struct_size", c_size_t), ("front_ms", c_double), ("native_ms", c_double), ("load_ms", c_double),
                ("interpreted", c_int), ("cached", c_int), ("bytes", c_size_t), ("code", c_char_p)]


class DiagramOptions(Structure):
    _fields_ = [("struct_size", c_size_t), ("sets", POINTER(Set)), ("n_sets", c_size_t), ("interpret", c_int),
                ("library", c_char_p), ("semantics", c_int), ("speed", c_double), ("seed", c_uint64), ("engine", c_void_p),
                ("trace", c_void_p), ("diag", c_void_p), ("log", c_void_p), ("user", c_void_p), ("alloc", c_void_p),
                ("alloc_user", c_void_p), ("only_errors", c_int), ("no_external", c_int)]


class Error(Structure):
    _fields_ = [("var", c_int32), ("size", c_double), ("tolerance", c_double), ("error", c_double), ("start", c_double),
                ("end", c_double)]


class EstimateOptions(Structure):
    _fields_ = [("struct_size", c_size_t), ("vars", c_void_p), ("n_vars", c_size_t), ("first", c_void_p),
                ("first_end", c_double), ("max_events", c_uint64), ("watch", c_void_p), ("user", c_void_p)]


class Piece(Structure):
    _fields_ = [("t", c_double), ("at", c_size_t), ("order", c_int)]


class Firing(Structure):
    _fields_ = [("t", c_double), ("kind", c_int32), ("index", c_int32), ("direction", c_int32)]


class Column(Structure):
    _fields_ = [("name", c_char_p), ("unit", c_char_p), ("text", c_char_p), ("kind", c_int), ("value", c_double)]


class Note(Structure):
    _fields_ = [("key", c_char_p), ("value", c_char_p)]


class Header(Structure):
    _fields_ = [("struct_size", c_size_t), ("model", c_char_p), ("t0", c_double), ("t1", c_double),
                ("columns", POINTER(Column)), ("n_columns", c_size_t), ("marks", POINTER(c_char_p)), ("n_marks", c_size_t),
                ("notes", POINTER(Note)), ("n_notes", c_size_t), ("interval", c_double)]


class Curve(Structure):
    _fields_ = [("traj", c_void_p), ("var", c_int32), ("label", c_char_p)]


class Plot(Structure):
    _fields_ = [("struct_size", c_size_t), ("title", c_char_p), ("xlabel", c_char_p), ("ylabel", c_char_p), ("t0", c_double),
                ("t1", c_double), ("curves", POINTER(Curve)), ("n", c_size_t), ("width", c_int), ("height", c_int)]


DIAG = CFUNCTYPE(None, c_void_p, POINTER(Diag))
WATCH = CFUNCTYPE(c_int, c_void_p, c_void_p)

# ---- Functions ----------------------------------------------------------------------------------

_PROTOTYPES = {  # name: result, arguments
    "saltus_version": (c_char_p, []),
    "saltus_status_name": (c_char_p, [c_int]),
    "saltus_status_text": (c_char_p, [c_int]),
    "saltus_option": (POINTER(OptionInfo), [c_size_t]),
    "saltus_options_set": (c_int, [POINTER(Options), c_char_p, c_char_p]),
    "saltus_options_set_number": (c_int, [POINTER(Options), c_char_p, c_double]),
    "saltus_method": (POINTER(MethodInfo), [c_size_t]),
    "saltus_sim_new": (c_int, [c_void_p, POINTER(Options), POINTER(c_void_p)]),
    "saltus_sim_free": (None, [c_void_p]),
    "saltus_sim_run": (c_int, [c_void_p, c_double]),
    "saltus_sim_stop": (None, [c_void_p]),
    "saltus_sim_finish": (c_int, [c_void_p]),
    "saltus_sim_time": (c_double, [c_void_p]),
    "saltus_sim_count": (c_int32, [c_void_p, c_int]),
    "saltus_sim_many": (c_int, [c_void_p, POINTER(Options), c_double, c_void_p, c_size_t, c_void_p, c_size_t, c_void_p, c_void_p]),
    "saltus_sim_value": (c_double, [c_void_p, c_int32, c_double]),
    "saltus_sim_parameter": (c_double, [c_void_p, c_int32]),
    "saltus_sim_get_stats": (c_int, [c_void_p, POINTER(Stats)]),
    "saltus_sim_steps": (c_uint64, [c_void_p, c_int32]),
    "saltus_sim_events": (c_uint64, [c_void_p, c_int32]),
    "saltus_traj_new": (c_int, [c_void_p, c_size_t, POINTER(c_void_p)]),
    "saltus_traj_free": (None, [c_void_p]),
    "saltus_traj_sink": (c_int, [c_void_p, c_double, c_int32, c_void_p, c_int]),
    "saltus_traj_value": (c_double, [c_void_p, c_int32, c_double]),
    "saltus_traj_pieces": (c_void_p, [c_void_p, c_int32, POINTER(c_size_t), POINTER(c_void_p)]),
    "saltus_plot_svg": (c_int, [c_char_p, POINTER(Plot)]),
    "saltus_history_new": (c_int, [c_void_p, c_size_t, POINTER(c_void_p)]),
    "saltus_history_free": (None, [c_void_p]),
    "saltus_history_keep": (c_int, [c_void_p, POINTER(Options)]),
    "saltus_history_traj": (c_void_p, [c_void_p]),
    "saltus_history_segments": (c_uint64, [c_void_p]),
    "saltus_history_firings": (c_void_p, [c_void_p, POINTER(c_size_t)]),
    "saltus_history_message": (POINTER(Diag), [c_void_p, c_size_t]),
    "saltus_history_messages": (c_size_t, [c_void_p]),
    "saltus_history_read": (c_int, [c_void_p, c_void_p]),
    "saltus_history_write": (c_int, [c_void_p, c_void_p, c_void_p, c_size_t, c_int32]),
    "saltus_compile_file": (c_int, [c_char_p, POINTER(CompileOptions), POINTER(c_void_p)]),
    "saltus_compile_text": (c_int, [c_char_p, c_char_p, c_size_t, POINTER(CompileOptions), POINTER(c_void_p)]),
    "saltus_compiled_model": (POINTER(Model), [c_void_p]),
    "saltus_compiled_free": (None, [c_void_p]),
    "saltus_compiled_get_stats": (c_int, [c_void_p, POINTER(CompileStats)]),
    "saltus_compiled_took": (c_int, [c_void_p, c_size_t]),
    "saltus_compiled_structural": (c_int, [c_void_p, c_char_p]),
    "saltus_compiled_repeats": (c_int, [c_void_p, c_size_t]),
    "saltus_compiled_type": (c_int, [c_void_p, c_int, c_size_t]),
    "saltus_diagram_load": (c_int, [c_char_p, POINTER(DiagramOptions), POINTER(c_void_p)]),
    "saltus_diagram_parse": (c_int, [c_char_p, c_char_p, c_size_t, POINTER(DiagramOptions), POINTER(c_void_p)]),
    "saltus_diagram_free": (None, [c_void_p]),
    "saltus_diagram_model": (POINTER(Model), [c_void_p]),
    "saltus_diagram_took": (c_int, [c_void_p, c_char_p]),
    "saltus_estimate": (c_int, [c_void_p, POINTER(Options), c_double, POINTER(EstimateOptions), POINTER(Error)]),
    "saltus_estimate_is_short": (c_int, [POINTER(Stats), c_int32, c_uint64, c_int]),
    "saltus_estimate_limit": (c_uint64, [POINTER(Stats)]),
    "saltus_accuracy": (c_int, [c_void_p, POINTER(Options), c_double, POINTER(EstimateOptions), c_double, c_double,
                                POINTER(c_double), POINTER(Error)]),
    "saltus_writer_open": (c_int, [c_char_p, POINTER(Header), POINTER(c_void_p)]),
    "saltus_writer_close": (c_int, [c_void_p, c_double, c_char_p]),
    "saltus_result_open": (c_int, [c_char_p, POINTER(c_void_p), POINTER(c_char_p)]),
    "saltus_result_header": (POINTER(Header), [c_void_p]),
    "saltus_result_complete": (c_int, [c_void_p]),
    "saltus_result_end": (c_double, [c_void_p]),
    "saltus_result_outcome": (c_char_p, [c_void_p]),
    "saltus_result_why": (c_char_p, [c_void_p]),
    "saltus_result_close": (None, [c_void_p]),
}

# ---- Where it is --------------------------------------------------------------------------------

_HERE = os.path.dirname(os.path.abspath(__file__))
_ROOT = os.path.dirname(os.path.dirname(_HERE))  # of the source tree, if this is in one
_NAMES = ("libsaltus.so", "libsaltus.so.0", "libsaltus.dylib")


def _in_folder(folder):
    return next((path for name in _NAMES if os.path.exists(path := os.path.join(folder, name))), None)


def _in_tree():
    if not os.path.exists(os.path.join(_ROOT, "include", "saltus.h")):
        return []
    found = [path for name in ("build", "build-release") if (path := _in_folder(os.path.join(_ROOT, name)))]
    return sorted(found, key=os.path.getmtime, reverse=True)


def _installed():
    command = shutil.which("saltus")
    places = [os.path.dirname(os.path.dirname(os.path.realpath(command)))] if command else []
    places += [sys.prefix, os.path.expanduser("~/.local"), "/usr/local", "/usr"]
    for place in dict.fromkeys(places):
        for folder in [os.path.join(place, "lib")] + sorted(glob.glob(os.path.join(place, "lib", "*-linux-gnu"))):
            path = _in_folder(folder)
            if path:
                yield path


def _named(text):
    path = _in_folder(text) if os.path.isdir(text) else text
    if path is None or not os.path.exists(path):
        raise ImportError(f"SALTUS_LIBRARY is '{text}', where there is no libsaltus.so")
    return path


def _candidates():
    named = os.environ.get("SALTUS_LIBRARY")
    if named:
        return [_named(named)]
    beside = _in_folder(os.path.join(_HERE, "lib")) or _in_folder(_HERE)
    return ([beside] if beside else []) + _in_tree() + list(_installed()) + ["libsaltus.so.0"]


def _unfit(library):
    """Why it does not fit; None: it does."""
    if not hasattr(library, "saltus_version"):
        return "it is no libsaltus"
    library.saltus_version.restype = c_char_p
    version = library.saltus_version().decode()
    if tuple(int(part) for part in version.split(".")[:2]) != VERSION:
        return f"its version is {version}, this package needs {VERSION[0]}.{VERSION[1]}"
    lacks = [name for name in NEEDED if not hasattr(library, name)]
    return f"it is older than this package and lacks {lacks[0]}" if lacks else None


def _open():
    tried = []
    for path in _candidates():
        try:
            library = ctypes.CDLL(path)
        except OSError as error:
            tried.append(str(error))
            continue
        why = _unfit(library)
        if why is None:
            return library, path
        tried.append(f"{path}: {why}")
    raise ImportError("saltus: the shared library was not found. `make` in the source tree builds it; SALTUS_LIBRARY "
                      "names its file. Tried:\n    " + "\n    ".join(tried))


def _declare(library):
    for name, (result, arguments) in _PROTOTYPES.items():
        function = getattr(library, name)
        function.restype, function.argtypes = result, arguments


def _open_classic(path):
    """The classic methods, a library of their own beside the first; None: not there."""
    classic = os.path.join(os.path.dirname(path), os.path.basename(path).replace("libsaltus", "libsaltus_classic"))
    try:
        library = ctypes.CDLL(classic)
    except OSError:
        return None
    library.saltus_classic.restype = c_void_p
    library.saltus_classic_method.restype, library.saltus_classic_method.argtypes = POINTER(MethodInfo), [c_size_t]
    library.saltus_classic_version.restype = c_char_p
    return library


lib, path = _open()
_declare(lib)
classic = _open_classic(path)
engine = classic.saltus_classic() if classic else None


def text(value):
    """A string of the library; None: none."""
    return None if value is None else value.decode("utf-8", "replace")


def _listed(get):
    k = 0
    while (info := get(k)):
        yield info[0]
        k += 1


def methods():
    """All methods that there are, also those that were not built, as MethodInfo."""
    found = list(_listed(lib.saltus_method))
    names = {info.name for info in found}
    if classic:
        found += [info for info in _listed(classic.saltus_classic_method) if info.name not in names]
    return {text(info.name): info for info in found}


OPTIONS = {text(info.name): info for info in _listed(lib.saltus_option)}
