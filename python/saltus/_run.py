# SPDX-License-Identifier: MIT
"""One run: what run() is given becomes options of the library, and what the library made becomes a Result."""
import ctypes
import math
import numbers

import numpy as np

from . import _interrupt, _lib
from ._errors import ArgumentError, LimitError, RunError, UnknownName, error_of, nearest, warn
from ._lib import text
from ._names import matcher, presentable
from ._curves import History
from ._result import Result, check_rows

ALARM = 10.0  # SALTUS_ESTIMATE_ALARM
MOST_ESTIMATED = 200
BRIEF = 0.01  # seconds of CPU time
SETTABLE = (_lib.PARAMETER, _lib.STATE, _lib.DISCRETE)
VARIABLES = (_lib.STATE, _lib.DISCRETE, _lib.OUTPUT)
_OWN = {"method", "tol", "start"}  # options that are arguments of run()
METHODS = _lib.methods()
ARGUMENTS = ("stop", "start", "tol", "accuracy", "method", "interval", "times", "vars", "params", "methods", "quanta", "estimate",
             "max_events", "seed", "options")


# ---- Values that are set --------------------------------------------------------------------------


def _number(name, value):
    if isinstance(value, (str, bytes)) or not isinstance(value, (numbers.Real, np.generic)):
        raise TypeError(f"{name} is a number, not {type(value).__name__} {value!r}")
    value = float(value)
    if not math.isfinite(value):
        raise ArgumentError(f"{name} = {value} is not finite", variable=name)
    return value


def _checked(d, name, value):
    """An Integer must be one: what is cut off silently is wrong."""
    value = _number(name, value)
    if d.dtype == np.int64 and value != round(value):
        raise ArgumentError(f"{name} is an Integer, and {value} is none", variable=name)
    if d.dtype == bool and value not in (0.0, 1.0):
        raise ArgumentError(f"{name} is a Boolean, and {value} is neither False nor True", variable=name)
    return value


def _of_array(d, name, values):
    values = np.asarray(values)
    if values.shape != d.shape:
        raise ArgumentError(f"{name} has the shape {list(d.shape)}, and what is set has {list(values.shape)}", variable=name)
    return {d.element(k): _checked(d, d.element(k), v) for k, v in enumerate(values.ravel())}


def settings(compiled, params):
    """{name: number} of scalars and elements. A number for an array sets all its elements."""
    sets = {}
    for name, value in params.items():
        found = compiled.names.find(name)
        if type(value) is float and found is not None and found[1] is None and found[0].kind in SETTABLE and \
                not (found[0].dtype != np.float64 or value - value != 0):
            sets[name] = value  # the usual case, at once
            continue
        if found is None or found[0].kind not in SETTABLE:
            if compiled.is_diagram:
                sets[name] = _number(name, value)  # parameters of blocks; those that name nothing are found afterwards
                continue
            raise compiled.names.unknown(name, "parameter or start value", SETTABLE)
        d, element = found
        if element is None and d.shape and not np.isscalar(value) and np.ndim(value) > 0:
            sets.update(_of_array(d, name, value))
        elif np.ndim(value) == 0:
            sets[d.element(element) if element is not None else d.name] = _checked(d, name, value)
        else:
            raise ArgumentError(f"{name} is one number, and what is set has the shape {list(np.shape(value))}", variable=name)
    return sets


def split(model, params):
    """The compiled model that has what must be built in, and the other settings."""
    compiled = model._compiled
    if not params:
        return compiled, {}
    built_in = {name: value for name, value in params.items() if compiled.needs_compiling(name)}
    if compiled.is_diagram:
        built_in = settings(compiled, built_in)
    else:
        for name, value in built_in.items():
            built_in[name] = _checked(compiled.names.by_name[name], name, value)
    if built_in:
        compiled = model.variant(built_in)
        for name in built_in:
            if compiled.is_diagram and not _lib.lib.saltus_diagram_took(compiled.address, name.encode()) and \
                    compiled.names.find(name) is None:
                raise compiled.names.unknown(name, "parameter or start value", SETTABLE)
    return compiled, settings(compiled, {name: value for name, value in params.items() if name not in built_in})


def separate(compiled, given, params, options, names):
    """Keywords are parameters or options; what could be both is refused."""
    params, options = dict(params or {}), dict(options or {})
    for name in names:
        if name not in ("params", "options"):
            warn(f"{compiled.names.what} has a parameter '{name}', too; run({name}=...) is that of the run, "
                 f"params={{'{name}': ...}} sets the parameter")
    for name, value in given.items():
        is_option = name in _lib.OPTIONS and name not in _OWN
        found = compiled.names.find(name)
        is_parameter = found is not None and found[0].kind in SETTABLE
        if is_option and is_parameter:
            raise ArgumentError(f"'{name}' is an option of a run and a parameter of {compiled.names.what}; say which by "
                                f"options={{'{name}': ...}} or params={{'{name}': ...}}")
        if not is_option and not is_parameter and not compiled.is_diagram:
            raise compiled.names.unknown(name, "parameter or start value", SETTABLE, [*_lib.OPTIONS, *ARGUMENTS])
        if name in params or name in options:
            raise TypeError(f"'{name}' is given twice")
        (options if is_option else params)[name] = value
    return params, options


# ---- Options ------------------------------------------------------------------------------------------


def tolerance(name, value):
    """(rel, abs) of REL or (REL, ABS)."""
    both = value if isinstance(value, (tuple, list)) else (value,)
    if not 1 <= len(both) <= 2:
        raise ArgumentError(f"{name} is REL or (REL, ABS), not {value!r}")
    rel, abs_ = (_number(name, v) for v in (both if len(both) == 2 else (both[0], 0.0)))
    if rel < 0 or abs_ < 0 or rel == abs_ == 0:
        raise ArgumentError(f"{name} = {value!r} must be positive")
    return rel, abs_


def method(name):
    """A method that is there, as bytes."""
    info = METHODS.get(name) if isinstance(name, str) else None
    if info is None:
        raise UnknownName(f"there is no method '{name}'{nearest(str(name), METHODS)}")
    if info.missing is not None:
        raise ArgumentError(f"the method '{name}' is not built: {text(info.missing)}")
    return name.encode()


def _as_text(name, value):
    if isinstance(value, (bool, np.bool_)):
        return b"true" if value else b"false"
    if isinstance(value, str):
        return value.encode()
    value = _number(name, value)
    return (repr(int(value)) if value == int(value) and abs(value) < 1e15 else repr(value)).encode()


def _refused(history, what):
    raise error_of(ArgumentError, _lib.EARG, history.messages(), what)


def _set_options(o, options, history):
    for name, value in options.items():
        if name not in _lib.OPTIONS or name in _OWN:
            raise UnknownName(f"there is no option '{name}'{nearest(name, [k for k in _lib.OPTIONS if k not in _OWN])}")
        if _lib.lib.saltus_options_set(o, name.encode(), _as_text(name, value)) < 0:
            _refused(history, f"option {name}")


def _rules(methods, quanta):
    listed = [_lib.Rule(pattern=p.encode(), method=method(m)) for p, m in (methods or {}).items()]
    for p, tol in (quanta or {}).items():
        rel, abs_ = tolerance(f"quanta of {p}", tol)
        listed.append(_lib.Rule(pattern=p.encode(), rel=rel, abs=abs_))
    return listed


def _check_heard(options, used, methods, model):
    """Options that no method of the run listens to have no effect."""
    names = [used] + list((methods or {}).values())
    rules, k = model.experiment.rules, 0
    while rules and rules[k].pattern is not None:
        names.append(text(rules[k].method))
        k += 1
    heard = {word for n in names if n in METHODS for word in (text(METHODS[n].options) or "").split()}
    for name in options:
        if _lib.OPTIONS[name].of_method and name not in heard:
            warn(f"{name} has no effect: {used} does not listen to it")


# ---- Which variables ------------------------------------------------------------------------------------


def watched(compiled):
    """Patterns of what the model says is worth looking at."""
    listed, k = compiled.model[0].experiment.watch, 0
    found = []
    while listed and listed[k] is not None:
        found.append(text(listed[k]))
        k += 1
    return found


def _fitting(compiled, patterns, kinds):
    """[(declaration, element)] of those that fit, in the order of the patterns; None: one fits nothing."""
    for pattern in patterns:
        found = compiled.names.find(pattern)
        if found is not None and found[0].kind in kinds:
            d, element = found
            yield pattern, [(d, k) for k in (range(d.count) if element is None else (element,))]
            continue
        fits = matcher([pattern])
        yield pattern, [(d, k) for d in compiled.names.declared if d.kind in kinds and presentable(d.name)
                        for k in range(d.count) if fits(d.element(k))]


class Chosen:
    """Variables that are kept: numbers of all, and of those that are outputs."""

    def __init__(self, compiled, patterns):
        pairs = {}
        if patterns is None:
            for d in compiled.names.declared:
                if d.kind in VARIABLES and presentable(d.name) and not d.hidden:
                    pairs.update(((d, k), None) for k in range(d.count))
        else:
            for pattern, fits in _fitting(compiled, patterns, VARIABLES):
                if not fits:
                    raise compiled.names.unknown(pattern, "variable", VARIABLES)
                pairs.update((pair, None) for pair in fits)
        base = compiled.base
        self.pairs = list(pairs)
        self.vars = np.array([base[d.kind] + d.first + k for d, k in self.pairs], np.int32)
        self.outputs = np.array([base[d.kind] + d.first + k for d, k in self.pairs if d.kind == _lib.OUTPUT], np.int32)
        self.vars_at, self.outputs_at = self.vars.ctypes.data, self.outputs.ctypes.data
        self.estimated = self._to_estimate(compiled, patterns)

    def _to_estimate(self, compiled, patterns):
        """Those of them whose errors are estimated: as chosen, else what the model watches, else the states."""
        base, kept = compiled.base, set(self.vars.tolist())
        if patterns is not None:
            pairs = self.pairs
        else:
            shown = watched(compiled)
            pairs = [pair for _, fits in _fitting(compiled, shown, VARIABLES) for pair in fits] if shown else \
                [pair for pair in self.pairs if pair[0].kind == _lib.STATE]
        chosen = list(dict.fromkeys(v for v in (base[d.kind] + d.first + k for d, k in pairs) if v in kept))
        n = len(chosen)
        if n > MOST_ESTIMATED:
            chosen = [chosen[math.ceil(k * n / MOST_ESTIMATED)] for k in range(MOST_ESTIMATED)]
        return np.array(chosen, np.int32)


def chosen(compiled, patterns):
    if isinstance(patterns, str):
        patterns = (patterns,)
    key = None if patterns is None else tuple(patterns)
    if key not in compiled.chosen:
        compiled.chosen[key] = Chosen(compiled, key)
    return compiled.chosen[key]


# ---- The run --------------------------------------------------------------------------------------------


class Sim:
    """A saltus_sim; freed with its last user, before its model."""

    def __init__(self, address, *owners):
        self.address, self.owners = address, owners

    def __del__(self):
        if _lib is not None and self.address:
            _lib.lib.saltus_sim_free(self.address)
            self.address = None


def stats_of(sim):
    s = _lib.Stats(struct_size=ctypes.sizeof(_lib.Stats))
    _lib.lib.saltus_sim_get_stats(sim, s)
    return s


def _interval(start, stop):
    if not stop > start:
        raise ArgumentError(f"the run would end at {stop:g}, which is not after its start at {start:g}")
    if not math.isfinite(stop - start):
        raise ArgumentError(f"from {start:g} to {stop:g} is more than a double holds")


def _grid(interval, times, stop):
    """Checked; the end of the run follows from times."""
    if times is not None:
        if interval is not None:
            raise TypeError("interval and times exclude each other")
        times = np.array(times, float, ndmin=1)
        if times.ndim != 1 or times.size == 0 or not np.all(np.isfinite(times)) or np.any(np.diff(times) < 0):
            raise ArgumentError("times are finite numbers in ascending order")
        stop = float(times[-1]) if stop is None else stop
    if interval is not None:
        interval = _number("interval", interval)
        if interval < 0:
            raise ArgumentError(f"interval = {interval} is negative")
    return interval, times, stop


def _failed(status, history, result):
    kind = {_lib.ELIMIT: LimitError, _lib.EARG: ArgumentError}.get(status, RunError)
    if status == _lib.ENOMEM:
        return MemoryError("not enough memory for the run")
    messages = history.messages()
    error = error_of(kind, status, messages, f"the run of {result.model}" if result else "the run", result)
    if result is not None and error.t is None:
        error.t = result.end
    if status == _lib.ELIMIT and result is not None and not any(m.status < 0 for m in messages):
        error.args = (f"max_events was reached at t = {result.end:.9g} of {result.stop:.9g}",)
    return error


def run(model, stop, given, *, start, tol, accuracy, method, interval, times, vars, params, methods, quanta, estimate, max_events,
        seed, options):
    """Model.run; its documentation is there."""
    plain = model._compiled
    if plain.ambiguous is None:
        plain.ambiguous = [name for name in ARGUMENTS if (found := plain.names.find(name)) and found[0].kind in SETTABLE]
    if given or options or plain.ambiguous:
        own = locals()
        params, options = separate(plain, given, params, options, [name for name in plain.ambiguous if own[name] is not None])
    compiled, sets = split(model, params) if params else (plain, {})
    interval, times, stop = _grid(interval, times, stop)
    _exclude(tol, accuracy, estimate)
    if max_events is not None:
        options = dict(options or {}, max_events=max_events)
    if seed is not None:
        sets.update(_seeded(compiled, seed))
    keep = chosen(compiled, vars)
    history = History(keep.vars, keep.vars_at)
    used = method if method is not None else compiled.method
    o = _start_options(compiled, history, used, method, tol if accuracy is None else accuracy, start)
    if options:
        _set_options(o, options, history)
        _check_heard([name for name in options if name in _lib.OPTIONS], used, methods, compiled.model[0])
    if sets:
        o.sets, o.n_sets = (_lib.Set * len(sets))(*[(name.encode(), value) for name, value in sets.items()]), len(sets)
    if methods or quanta:
        rules = _rules(methods, quanta)
        o.rules, o.n_rules = (_lib.Rule * len(rules))(*rules), len(rules)
    stop = _set_outputs(o, compiled, keep, _end(compiled, start, stop), interval)
    sought = _seek(compiled, o, stop, keep, accuracy) if accuracy is not None else None
    result = _go(compiled, o, stop, keep, history, used, interval, times)
    if sought is not None:
        result._take_errors(sought)
    _estimate(result, compiled, o, keep, estimate)
    return result


def _exclude(tol, accuracy, estimate):
    if tol is not None and accuracy is not None:
        raise TypeError("tol and accuracy exclude each other")
    if accuracy is not None and estimate is False:
        raise TypeError("accuracy and estimate=False exclude each other")


def _start_options(compiled, history, used, method, tol, start):
    """The struct, with what almost every run has."""
    o = _lib.Options(struct_size=_SIZE)
    history.keep(o)
    o.method, o.engine = _method_bytes(used, method, compiled), _lib.engine
    if tol is not None:
        o.rel, o.abs = tolerance("tol", tol)
    if start is not None and _lib.lib.saltus_options_set(o, b"start", _as_text("start", start)) < 0:
        _refused(history, "start")
    return o


_SIZE = ctypes.sizeof(_lib.Options)


def _set_outputs(o, compiled, keep, whole, interval):
    """Outputs, and the interval at which those are told whose series do not end by themselves. Returns the end of the run."""
    _interval(*whole)
    step = interval or compiled.model[0].experiment.interval or (whole[1] - whole[0]) / 500
    check_rows(*whole, step)
    o.outputs, o.n_outputs = keep.outputs_at, len(keep.outputs)
    if len(keep.outputs):
        o.interval = step
    return whole[1]


def _method_bytes(used, given, compiled):
    if given is None and used in _fine:
        return _fine[used]
    info = METHODS.get(used)
    if given is None and (info is None or info.missing is not None):
        what = "which there is not" if info is None else f"which is not built: {text(info.missing)}"
        raise ArgumentError(f"{compiled.names.what} asks for the method '{used}', {what}; method=\"auto\" takes another one")
    _fine[used] = method(used)
    return _fine[used]


_fine = {}  # methods that are there, as bytes


def _end(compiled, start, stop):
    """(start, stop) of the run, as the command has them."""
    e = compiled.model[0].experiment
    begin = _number("start", start) if start is not None else e.start
    if stop is not None:
        return begin, _number("stop", stop)
    if not e.stop > 0:
        warn(f"{compiled.names.what} does not say when to stop; it runs for 1 s (stop=...)")
    return begin, e.stop if e.stop > 0 else begin + 1


def _seeded(compiled, seed):
    if compiled.names.find("__seed") is None:
        warn(f"seed has no effect: {compiled.names.what} draws no random numbers")
        return {}
    if seed != int(seed) or seed < 0:
        raise ArgumentError(f"seed = {seed} is no natural number")
    return {"__seed": float(seed)}


def _go(compiled, o, stop, keep, history, used, interval, times):
    address = ctypes.c_void_p()
    status = _lib.lib.saltus_sim_new(compiled.model, o, address)
    if status < 0:
        raise _failed(status, history, None)
    sim = Sim(address, compiled, history)
    begun = _lib.lib.saltus_sim_time(address)
    status = _interrupt.run(address, stop)
    finished = _lib.lib.saltus_sim_finish(address) if status >= 0 else status
    status = min(status, finished) if finished < 0 else status
    result = Result.of_run(compiled, sim, history, keep, used, begun, stop, status, interval, times)
    if status < 0:
        raise _failed(status, history, result)
    for message in result.messages:
        if message.status == _lib.OK:
            warn(message)
    if history.lost():
        warn(f"{history.lost()} more messages of this run are not shown")
    return result


# ---- Estimates ----------------------------------------------------------------------------------------------


def _wanted(variables, watch):
    return _lib.EstimateOptions(struct_size=ctypes.sizeof(_lib.EstimateOptions), vars=variables.ctypes.data,
                                n_vars=len(variables), watch=watch.address if watch else None)


def _quietly(o, keep):
    """The same options, with messages of their own."""
    other = _lib.Options.from_buffer_copy(o)
    history = History(np.zeros(0, np.int32))
    history.keep(other)
    return other, history


def _estimate(result, compiled, o, keep, wish):
    """The second run, if it is to be made, and the warning."""
    if wish is False or not len(keep.estimated) or not compiled.count[_lib.STATE]:
        return
    stats = result._raw_stats
    if result.errors is None:
        if wish is None and not _lib.lib.saltus_estimate_is_short(stats, compiled.count[_lib.STATE],
                                                                  result._history.segments(), compiled.is_diagram):
            return
        brief = stats.cpu_seconds < BRIEF  # then the second run is over before anybody could interrupt it
        watch = None if brief else _interrupt.Watch()
        want = _wanted(keep.estimated, watch)
        want.first, want.first_end = result._history.traj, result.end
        want.max_events = _lib.lib.saltus_estimate_limit(stats)
        other, history = _quietly(o, keep)
        errors = (_lib.Error * len(keep.estimated))()
        def estimate():
            return _lib.lib.saltus_estimate(compiled.model, other, result.stop, want, errors)
        status = estimate() if brief else _interrupt.call(estimate, watch.give_up)
        if status < 0 and status not in (_lib.ELIMIT, _lib.ENOMEM):
            why = [str(m) for m in history.messages() if m.status < 0] or [text(_lib.lib.saltus_status_text(status))]
            warn(f"the errors are not known: a run with 0.25 of the tolerances failed: {why[-1]}")
        if status != _lib.OK:
            return
        result._take_errors(errors)
    warn_of(result.errors, "a smaller tol, or accuracy=..., which looks for one")


def warn_of(errors, advice):
    """Errors above ten tolerances are told."""
    above = [e for e in errors.values() if e.tolerances > ALARM]
    if not above:
        return
    worst = max(above, key=lambda e: e.tolerances)
    others = f"; of {len(above) - 1} more it is above {ALARM:g}" if len(above) > 1 else ""
    warn(f"the error of {worst.name} is about {worst.error:.2g}, {worst.tolerances:.0f} times its tolerance, between "
         f"t = {worst.start:g} and {worst.end:g}{others}; {advice}")


def _seek(compiled, o, stop, keep, accuracy):
    """Looks for the tolerances that keep the errors within what accuracy says; sets the option scale."""
    if not len(keep.estimated) or not compiled.count[_lib.STATE]:
        return None
    watch = _interrupt.Watch()
    want = _wanted(keep.estimated, watch)
    other, told = _quietly(o, keep)
    rel, abs_ = tolerance("accuracy", accuracy)
    abs_ = abs_ or rel * 1e-3
    o.rel, o.abs = other.rel, other.abs = rel, abs_
    scale, errors = ctypes.c_double(1), (_lib.Error * len(keep.estimated))()
    status = _interrupt.call(lambda: _lib.lib.saltus_accuracy(compiled.model, other, stop, want, rel, abs_, scale, errors),
                             watch.give_up)
    if status == _lib.ELIMIT:
        raise RunError(f"the accuracy {rel:g} is not reached: errors do not fall with the tolerance; the solution may be "
                       "chaotic, or an event hangs by a hair; tol=... runs without an accuracy")
    if status < 0:
        raise error_of(RunError, status, told.messages(), "a run for the accuracy")
    _lib.lib.saltus_options_set_number(o, b"scale", scale.value)
    return errors


# ---- Many brief runs ----------------------------------------------------------------------------------------


class Many:
    """Brief runs in one call of the library: last values of states and discretes, for points that differ in plain numbers of the
    same parameters. What a run would warn of, or fail with, is not heard there: such a run must be made again alone."""

    SECONDS = 0.02  # of one call, so that Ctrl-C is noticed
    BRIEF = 0.002
    MORE = 20

    @classmethod
    def of(cls, model, names, observed, arguments):
        """None: these runs are not of that kind."""
        compiled = model._compiled
        plain = {"stop", "tol", "method", "max_events", "estimate", "vars"}
        if compiled.is_diagram or set(arguments) - plain or arguments.get("estimate") or arguments.get("max_events"):
            return None
        vars_, sets = [], []
        for name in observed:
            found = compiled.names.find(name)
            if found is None or found[0].kind not in (_lib.STATE, _lib.DISCRETE) or found[0].dtype != np.float64 or \
                    (found[1] is None and found[0].shape):
                return None
            vars_.append(compiled.base[found[0].kind] + found[0].first + (found[1] or 0))
        for name in names:
            found = compiled.names.find(name)
            if found is None or found[0].kind not in SETTABLE or compiled.needs_compiling(name) or (found[1] is None and found[0].shape):
                return None
            sets.append(found[0])
        return cls(compiled, names, sets, vars_, arguments)

    def __init__(self, compiled, names, sets, vars_, arguments):
        self.compiled, self.names, self.declared = compiled, names, sets
        self.vars = np.array(vars_, np.int32)
        self.stop = _end(compiled, None, arguments.get("stop"))[1]
        o = self.o = _lib.Options(struct_size=ctypes.sizeof(_lib.Options))
        o.method, o.engine = _method_bytes(arguments.get("method") or compiled.method, arguments.get("method"), compiled), _lib.engine
        if arguments.get("tol") is not None:
            o.rel, o.abs = tolerance("tol", arguments["tol"])
        o.sets, o.n_sets = (_lib.Set * len(names))(*[(name.encode(), 0.0) for name in names]), len(names)

    def is_brief(self, result):
        """As a run that was made tells; the others may make some times its steps."""
        stats = result._raw_stats
        self.o.max_events = self.MORE * (stats.steps + stats.events + stats.clocks) + 1000
        self.seconds = max(stats.cpu_seconds, 2e-6)
        return stats.cpu_seconds < self.BRIEF

    def run(self, points):
        """(values, plain) of the first of these points; at least one."""
        points = points[:max(1, min(10000, int(self.SECONDS / self.seconds)))]
        values = np.array([[_checked(d, name, p[name]) for d, name in zip(self.declared, self.names)] for p in points])
        out, plain = np.empty((len(points), len(self.vars))), np.zeros(len(points), np.uint8)
        status = _lib.lib.saltus_sim_many(self.compiled.model, self.o, self.stop, values.ctypes.data, len(points), self.vars.ctypes.data,
                                          len(self.vars), out.ctypes.data, plain.ctypes.data)
        if status == _lib.ENOMEM:
            raise MemoryError("not enough memory for the runs")
        return out, plain if status == _lib.OK else np.zeros(len(points), np.uint8)
