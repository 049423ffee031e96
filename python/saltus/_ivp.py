# SPDX-License-Identifier: MIT
"""solve_ivp: a model as Python functions, as scipy.integrate.solve_ivp takes it.

The library wants Taylor coefficients of the derivatives along the present polynomials of the states. A Python function has
values only, so they come from central differences: with y(t + s) as the polynomials go, and F(s) = f(t + s, y(t + s)),
    F' = (F(h) - F(-h)) / 2h,    F'' = (F(h) - 2 F(0) + F(-h)) / h^2,                                    (1)
and with F(2h) and F(-2h) the third and the fourth. One evaluation of f gives all components, so what was computed is
kept as long as nothing that f reads has changed, and columns of the Jacobian likewise.

The step h is a part of the time in which the states change by as much as they are. A state that passes zero makes this
time as short as one likes, and the differences drown in rounding. Where rounding would be seen within the time in which a
polynomial is believed, longer steps are tried, the longest first: one is taken if a quarter of it gives the same
coefficients.

A quantized method sleeps as long as a polynomial says that nothing happens, and nothing is known of a Python function
between the points where it was evaluated. So a clock wakes all derivatives and events at least every max_step.
"""
import ctypes
import math
from typing import Any, Callable, Optional, Sequence

import numpy as np

from . import _interrupt, _lib, _run
from ._errors import ArgumentError, error_of, warn
from ._curves import History
from ._result import Estimate, Stats

SERIES = 5
# Steps of the differences, in time scales of the motion, by the highest derivative.
STEP = {1: 1e-6, 2: 1e-4, 3: 3e-3, 4: 3e-3}
EPSILON = float(np.finfo(float).eps)
AGREE = 1e-3  # what two steps of differences may differ by, relatively
SHORTER = 8  # so much shorter is the next one that is tried
LOOKS = 200  # so often at least a quantized method evaluates f
SHORT = 20000  # evaluations of f above which no second run is made unless it is asked for


class OdeResult(dict):
    """The result, with scipy's members: t, y, sol, t_events, y_events, nfev, njev, nlu, status, message, success; and
    stats and errors of Saltus."""

    def __getattr__(self, name):
        try:
            return self[name]
        except KeyError:
            raise AttributeError(name) from None

    __setattr__ = dict.__setitem__

    def __dir__(self):
        return list(self)

    def __repr__(self):
        width = max(map(len, self), default=0)
        return "\n".join(f"{k.rjust(width)}: {np.array2string(v, threshold=10) if isinstance(v, np.ndarray) else v!r}"
                         for k, v in self.items())


class Solution:
    """The solution as a function: sol(t) has the shape (n,), or (n, len(t)) for an array. NaN outside of [t_min, t_max]."""

    def __init__(self, curves, sign, first, last):
        self._curves, self._sign = curves, sign
        self.t_min, self.t_max = min(first, last), max(first, last)

    def __call__(self, t):
        t = np.asarray(t, float)
        inside = np.where((t >= self.t_min) & (t <= self.t_max), t, np.nan)
        return np.array([c.values(self._sign * inside) for c in self._curves]).reshape((len(self._curves),) + t.shape)


# ---- The functions of the model, as the library calls them ----------------------------------------------


class _Point:
    """What is known of f and of the events for one set of signals at one time."""
    __slots__ = ("key", "t", "signals", "y", "series", "columns", "guards", "slopes")


class _System:
    def __init__(self, fun, events, n, sign, span, reach, vectorized, jac, atol):
        self.fun, self.events, self.n, self.sign, self.span = fun, events, n, sign, span
        self.reach = min(reach, span)  # so long a polynomial is believed
        self.longest = {}  # by order: the step to begin with where (1) would drown
        self.vectorized, self.jac, self.atol = vectorized, jac, atol
        self.error, self.nfev, self.njev = None, 0, 0
        self.fired = [0] * len(events)
        self.points = {}

    # ---- Values of f

    def f(self, t, y):
        """f for several columns of y, at several times: an array (n, columns)."""
        self.nfev += len(t)
        if self.vectorized and np.all(t == t[0]):
            out = np.asarray(self.fun(self.sign * t[0], y.copy()), float)
        else:
            out = np.array([self._one(s, column) for s, column in zip(t.tolist(), y.T)]).T
        if out.shape != y.shape:
            raise ValueError(f"fun returned the shape {out.shape[:-1] or out.shape}, and y has {(self.n,)}")
        return self.sign * out

    def _one(self, t, y):
        y = np.array(y)
        if self.vectorized:
            value = np.asarray(self.fun(self.sign * t, y[:, None]))
            value = value[:, 0] if value.ndim == 2 else value
        else:
            value = np.asarray(self.fun(self.sign * t, y))
        if value.ndim == 0 and self.n == 1:
            value = value.reshape(1)
        if value.dtype.kind == "c":
            raise ValueError("fun returned complex numbers; write their real and imaginary parts as states")
        if value.shape != (self.n,):
            raise ValueError(f"fun returned the shape {value.shape}, and y has {(self.n,)}")
        return value.astype(float)

    # ---- Points

    def point(self, env):
        """The signals now; what was computed for the same ones before is found again."""
        e = env[0]
        block = (ctypes.c_double * (self.n * e.stride)).from_address(e.q)
        signals = np.frombuffer(block).reshape(self.n, e.stride)[:, :1 + e.width]
        key = (e.t, signals.tobytes())
        p = self.points.get(key)
        if p is None:
            if len(self.points) > 3:
                self.points.clear()
            p = self.points[key] = _Point()
            p.t, p.signals, p.series, p.columns, p.guards, p.slopes = e.t, signals.copy(), {}, {}, {}, None
            p.y = self.motion(p, np.zeros(1))[:, 0]
        return p

    @staticmethod
    def motion(p, s):
        """y(t + s) for several s: an array (n, len(s))."""
        dt = (p.t - p.signals[:, :1]) + s[None, :]
        y = np.zeros(dt.shape)
        for k in range(p.signals.shape[1] - 1, 0, -1):
            y = y * dt + p.signals[:, k:k + 1]
        return y

    def step(self, p, order):
        """h of (1): a part of the time in which the states change by as much as they are."""
        if p.slopes is None:
            dt, slope = p.t - p.signals[:, 0], np.zeros(self.n)
            for k in range(p.signals.shape[1] - 1, 1, -1):
                slope = slope * dt + (k - 1) * p.signals[:, k]
            size = np.abs(p.y) + self.atol
            fastest = float(np.max(np.abs(slope) / size))
            p.slopes = min(self.span / 10, 1 / fastest if 0 < fastest < math.inf else math.inf)
        h = STEP[order] * p.slopes
        return max(h, 1e-15 * abs(p.t), 1e-300)

    def along(self, p, order, values):
        """Taylor coefficients 0 .. order-1 by (1) of what values gives at several s."""
        if order == 1:
            return values(np.zeros(1)).T[:1]

        def differences(h):
            s = h * np.array([0.0, 1, -1] if order <= 3 else [0.0, 1, -1, 2, -2])
            return _coefficients(values(s).T, h, order)
        h = self.step(p, order - 1)
        if EPSILON * (self.reach / h)**(order - 1) > AGREE:
            longer = min(self.longest.get(order, math.inf), self.reach / 4)
            while longer > 4 * h:
                self.longest[order] = SHORTER**2 * longer
                far = differences(longer)
                if _same(far, differences(longer / 4), longer):
                    return far
                longer /= SHORTER
        return differences(h)

    def series(self, p, order):
        for known in range(order, SERIES + 1):
            if known in p.series:
                return p.series[known]
        p.series[order] = self.along(p, order, lambda s: self.f(p.t + s, self.motion(p, s)))
        return p.series[order]

    def column(self, p, j):
        """d f / d y_j."""
        if j not in p.columns:
            if self.jac is not None:
                self.njev += 1
                full = np.asarray(self.jac(self.sign * p.t, p.y.copy()) if callable(self.jac) else self.jac, float)
                if full.shape != (self.n, self.n):
                    raise ValueError(f"jac has the shape {full.shape}, not {(self.n, self.n)}")
                p.columns.update(enumerate(self.sign * full.T))
            else:
                d = 1e-7 * (abs(p.y[j]) + self.atol[j])
                y = np.stack([p.y, p.y], axis=1)
                y[j] += (d, -d)
                v = self.f(np.array([p.t, p.t]), y)
                p.columns[j] = (v[:, 0] - v[:, 1]) / (y[j, 0] - y[j, 1])
        return p.columns[j]

    def guard(self, p, k, order):
        key = (k, order)
        if key not in p.guards:
            g = self.events[k]

            def values(s):
                y = self.motion(p, s)
                return np.array([[float(np.asarray(g(self.sign * (p.t + a), np.array(c))).item()) for a, c in zip(s.tolist(), y.T)]])
            p.guards[key] = self.along(p, order, values)[:, 0]
        return p.guards[key]


def _same(far, near, h):
    """Do the steps h and h/4 give the same coefficients, but for rounding?"""
    size = np.abs(far[0])
    return all(np.all(np.abs(far[k] - near[k]) <= AGREE * np.abs(far[k]) + 50 * EPSILON * size * (4 / h)**k)
               for k in range(1, len(far)))


def _coefficients(v, h, order):
    """(1) divided by factorials. Where a neighbour is not finite, the function ends here: what is on the other side, or 0."""
    up, down = v[1], v[2]
    if order == 2 and np.isfinite(v).all():
        return np.stack((v[0], (up - down) * (0.5 / h)))
    c = np.zeros((order,) + v.shape[1:])
    c[0] = v[0]
    with np.errstate(invalid="ignore", over="ignore"):
        c[1] = (up - down) / (2 * h)
        one_sided = np.where(np.isfinite(up), (up - v[0]) / h, np.where(np.isfinite(down), (v[0] - down) / h, 0))
        c[1] = np.where(np.isfinite(c[1]), c[1], one_sided)
        if order > 2:
            c[2] = (up - 2 * v[0] + down) / (2 * h * h)
        if order > 3:
            c[3] = (v[3] - 2 * up + 2 * down - v[4]) / (12 * h**3)
        if order > 4:
            c[4] = (v[3] - 4 * up + 6 * v[0] - 4 * down + v[4]) / (24 * h**4)
    c[1:][~np.isfinite(c[1:])] = 0
    return c


class _Table:
    """The saltus_model of a system; everything that it points to lives as long as it does."""

    def __init__(self, system, y0, events, sparsity, look):
        n = len(y0)
        self.system, self.looks = system, 0
        self.states = (_lib.Variable * (n + 1))(*[_lib.Variable(name=f"y{i + 1}".encode(), start=float(v)) for i, v in enumerate(y0)])
        self.guards = (_lib.Guard * (len(events) + 1))(*[
            _lib.Guard(name=f"event {k}".encode(), direction=int(np.sign(getattr(g, "direction", 0) or 0))) for k, g in enumerate(events)])
        self.sparsity = sparsity
        m = self.model = _lib.Model(abi=_lib.ABI, name=b"fun", states=self.states)
        m.der.eval = _lib.EVAL(self._der)
        m.der.partial = _lib.PARTIAL(self._partial)
        if sparsity is not None:
            m.der.reads = _lib.READS(self._reads)
        m.derivatives = _lib.DERIVATIVES(self._all)
        if events:
            m.guards = self.guards
            m.guard.eval = _lib.EVAL(self._guard)
        if look < math.inf:
            self.look = look
            self.discretes = (_lib.Variable * 2)(_lib.Variable(name=b"__looks"))
            self.clocks = (_lib.Guard * 2)(_lib.Guard(name=b"max_step"))
            m.discretes, m.clocks, m.next = self.discretes, self.clocks, _lib.NEXT(self._next)
        m.handle = _lib.HANDLE(self._handle)

    def _guarded(self, env, work, otherwise=None):
        """An exception must not be lost in C: the run ends, and the caller gets it."""
        if self.system.error is None:
            try:
                return work()
            except BaseException as error:
                self.system.error = error
        env[0].fault(env, None, b"the Python function raised an exception")
        return otherwise

    def _der(self, env, i, order, c):
        def work():
            series = self.system.series(self.system.point(env), order)
            for k in range(order):
                c[k] = series[k, i]
        self._guarded(env, work)

    def _guard(self, env, k, order, c):
        def work():
            series = self.system.guard(self.system.point(env), k, order)
            for j in range(order):
                c[j] = series[j]
        self._guarded(env, work)

    def _partial(self, env, i, j):
        return self._guarded(env, lambda: float(self.system.column(self.system.point(env), j)[i]), 0.0)

    def _reads(self, env, i, reads):
        add = _lib.READS_ADD(ctypes.cast(reads, ctypes.POINTER(ctypes.c_void_p))[0])
        for j in self.sparsity[i]:
            add(reads, _lib.STATE, int(j))
        add(reads, 8, 0)  # SALTUS_TIME
        if self.model.discretes:
            add(reads, _lib.DISCRETE, 0)

    def _next(self, env, k):
        return env[0].t + self.look

    def _all(self, env, out):
        def work():
            n = self.system.n
            y = np.frombuffer((ctypes.c_double * (n + 1)).from_address(env[0].q))[1:].copy()
            value = self.system.f(np.array([env[0].t]), y[:, None])[:, 0]
            ctypes.memmove(out, np.ascontiguousarray(value).ctypes.data, 8 * n)
        self._guarded(env, work)

    def _handle(self, ev):
        e = ev[0]
        if e.cause == _lib.CLOCK:
            self.looks += 1
            e.assign(ev, 0, self.looks)
        if e.cause != _lib.GUARD or e.initial:
            return
        system = self.system
        system.fired[e.index] += 1
        wanted = getattr(system.events[e.index], "terminal", False)
        if wanted and system.fired[e.index] >= int(wanted):
            e.terminate(ev, f"event {e.index}".encode())


# ---- Arguments --------------------------------------------------------------------------------------------


def _start(y0):
    y0 = np.asarray(y0)
    if np.iscomplexobj(y0):
        raise ValueError("y0 is complex; write the real and imaginary parts as states")
    y0 = y0.astype(float)
    if y0.ndim != 1 or not len(y0):
        raise ValueError(f"y0 has the shape {y0.shape}; it must have one dimension, and not be empty")
    if not np.all(np.isfinite(y0)):
        raise ValueError("all components of y0 must be finite")
    return y0


def _span(t_span):
    t0, t1 = map(float, t_span)
    if not (math.isfinite(t0) and math.isfinite(t1)):
        raise ValueError(f"t_span = {tuple(t_span)} is not finite")
    return t0, t1


def _times(t_eval, t0, t1):
    if t_eval is None:
        return None
    t = np.asarray(t_eval, float)
    if t.ndim != 1:
        raise ValueError("t_eval must have one dimension")
    if np.any(t < min(t0, t1)) or np.any(t > max(t0, t1)):
        raise ValueError("values in t_eval are not within t_span")
    if np.any((np.diff(t) if t1 > t0 else -np.diff(t)) <= 0):
        raise ValueError("values in t_eval are not sorted in the direction of t_span")
    return t


def _sparsity(given, n):
    """Which states each derivative reads."""
    if given is None:
        return None
    dense = np.asarray(given.todense() if hasattr(given, "todense") else given)
    if dense.shape != (n, n):
        raise ValueError(f"jac_sparsity has the shape {dense.shape}, not {(n, n)}")
    return [np.flatnonzero(row) for row in dense]


def _tolerances(rtol, atol, n):
    rtol, atol = float(rtol), np.broadcast_to(np.asarray(atol, float), (n,))
    if not rtol >= 0 or not np.all(atol >= 0) or (rtol == 0 and np.any(atol == 0)):
        raise ValueError("rtol and atol must not be negative, and not both 0")
    return rtol, np.where(atol > 0, atol, np.finfo(float).tiny)


def solve_ivp(fun: Callable[..., Any], t_span: Sequence[float], y0: Sequence[float], method: str = "liqss2",
              t_eval: Optional[Sequence[float]] = None, dense_output: bool = False, events: Any = None, vectorized: bool = False,
              args: Optional[Sequence[Any]] = None, *, rtol: float = 1e-3, atol: Any = 1e-6, jac: Any = None, jac_sparsity: Any = None,
              max_step: Optional[float] = None, estimate: Optional[bool] = None, **options: Any) -> OdeResult:
    """Solves dy/dt = fun(t, y), y(t0) = y0 as scipy.integrate.solve_ivp does, by a method of Saltus.

    fun(t, y)       returns dy/dt; with vectorized=True it also takes y of the shape (n, k) at one t
    t_span          (t0, t1), also backwards
    method          any method of Saltus (`saltus methods`): "liqss2" (stiff or not), "qss3", "radau5", "cvode" ...
    t_eval          times of t and y in the result; else all times at which some component changes its polynomial
    dense_output    sol(t) in the result
    events          a function g(t, y), or a list: events are its zeros, with g.terminal (True, or after how many) and
                    g.direction (> 0 rising, < 0 falling) as in scipy
    args            more arguments of fun, events and jac
    rtol, atol      the quantum of y_i is max(rtol*|y_i|, atol); methods that move all states together keep the error of a
                    step below rtol*|y| + atol. atol may be an array
    jac             the Jacobian, a matrix or jac(t, y); else by differences
    jac_sparsity    which components read which: quantized methods then evaluate only those
    max_step        of methods that move all states together; quantized ones evaluate fun at least so often: else 200 times
    estimate        True, False, or None: a second, finer run tells the errors (result.errors), if the first was short
    options         of the method, as in `saltus run --help`: band=3

    Returns an object with t, y (shape (n, len(t))), sol, t_events, y_events, nfev, njev, nlu, status (0: the end of t_span was
    reached, 1: a terminal event, -1: failed), message and success, and with stats and errors. An exception in fun
    reaches the caller. Errors above ten tolerances come as RunWarning.

    When this is slow, and what to do instead. Every evaluation of fun is a call of Python, 2 to 50 microseconds with numpy.
    A quantized method moves one component at a time, and needs fun at three points (derivatives along time are
    differences) for every move, of which it uses the components that read the one that moved. So this pays for few states,
    for models with events, and to try a method. It is slow for many states: thousands of components that each move
    thousands of times are millions of calls. Then

    - write the model as text and load() it: the same equations in Modelica are compiled to native code, their derivatives
      are exact, sparsity and events are found by the compiler, and a step costs 0.1 microseconds instead of 50;
    - give jac_sparsity, if the functions must stay in Python;
    - take "radau5", "rk5" or "cvode" for smooth models whose components all move: they evaluate fun once for all.

    fun must depend on t and y only, and be smooth between events: a branch in fun (if y[0] > 1) that is no event is seen
    late, and what is shorter than max_step may be missed. Make it an event, or write the model as text, where every relation is
    one, and where quantized methods know how far they may look ahead.
    """
    if not callable(fun):
        raise TypeError("fun must be a function of t and y")
    y0, (t0, t1) = _start(y0), _span(t_span)
    times, n = _times(t_eval, t0, t1), len(y0)
    rtol, atol = _tolerances(rtol, atol, n)
    events = [events] if callable(events) else list(events or [])
    called = [fun] + events + ([jac] if callable(jac) else [])
    if args is not None:
        args = tuple(args)
        bound = [_bind(g, args) for g in called]
    else:
        bound = called
    fun, handlers = bound[0], bound[1:1 + len(events)]
    jac = bound[-1] if callable(jac) else jac
    sign = 1.0 if t1 >= t0 else -1.0
    if t0 == t1:
        return _nothing(y0, t0, len(events), dense_output)
    max_step, look = _longest(max_step, method, abs(t1 - t0))
    system = _System(fun, handlers, n, sign, abs(t1 - t0), min(max_step, look), vectorized, jac, atol)
    table = _Table(system, y0, events, _sparsity(jac_sparsity, n), look)
    run = _Run(table, method, rtol, atol, max_step, options, sign * t0, sign * t1)
    with _interrupt.caught(system):
        run.go()
        run.estimate(estimate)
    return run.result(times, dense_output, t0, t1)


def _longest(max_step, method, span):
    """(the option max_step, how often f is looked at)."""
    info = _run.METHODS.get(method) if isinstance(method, str) else None
    quantized = info is not None and info.family == b"quantized"
    if max_step is not None and not max_step > 0:
        raise ValueError("max_step must be positive")
    if not quantized:
        return (math.inf if max_step is None else max_step), math.inf
    if max_step == math.inf:
        warn("max_step is infinite: a quantized method may overlook what a Python function does while nothing moves")
    return math.inf, span / LOOKS if max_step is None else max_step


def _bind(g, args):
    def bound(t, y):
        return g(t, y, *args)
    for name in ("terminal", "direction"):
        if hasattr(g, name):
            setattr(bound, name, getattr(g, name))
    return bound


def _nothing(y0, t0, n_events, dense):
    empty = [np.zeros(0) for _ in range(n_events)]
    return OdeResult(t=np.array([t0]), y=y0[:, None], sol=(lambda t: np.broadcast_to(y0[:, None] if np.ndim(t) else y0,
                     (len(y0),) + np.shape(t))) if dense else None, t_events=empty if n_events else None,
                     y_events=[np.zeros((0, len(y0)))] * n_events if n_events else None, nfev=0, njev=0, nlu=0, status=0,
                     message="The solver successfully reached the end of the integration interval.", success=True,
                     stats=Stats(), errors=None)


class _Run:
    def __init__(self, table, method, rtol, atol, max_step, options, start, stop):
        self.table, self.system, self.start, self.stop = table, table.system, start, stop
        self.n = self.system.n
        self.vars = np.arange(self.n, dtype=np.int32)
        self.history = History(self.vars)
        o = self.o = _lib.Options(struct_size=ctypes.sizeof(_lib.Options))
        self.history.keep(o)
        o.method, o.engine = _run.method(method), _lib.engine
        o.rel, o.abs = rtol, float(atol[0])
        if np.any(atol != atol[0]):
            self.rules = (_lib.Rule * self.n)(*[_lib.Rule(pattern=f"y{i + 1}".encode(), rel=rtol, abs=a) for i, a in enumerate(atol)])
            o.rules, o.n_rules = self.rules, self.n
        if max_step != math.inf:
            options = dict(options, max_step=max_step)
        _run._set_options(o, options, self.history)
        _run._check_heard(list(options), method, None, table.model)
        if _lib.lib.saltus_options_set_number(o, b"start", start) < 0:
            _run._refused(self.history, "t_span")
        self.errors = None

    def go(self):
        address = ctypes.c_void_p()
        status = _lib.lib.saltus_sim_new(ctypes.pointer(self.table.model), self.o, address)
        self.raise_python()
        if status < 0:
            kind = ArgumentError if status == _lib.EARG else _run.RunError
            raise error_of(kind, status, self.history.messages(), "solve_ivp")
        self.sim = _run.Sim(address, self.table, self.history)
        self.status = _interrupt.run(address, self.stop)
        self.raise_python()
        if self.status >= 0:
            _lib.lib.saltus_sim_finish(address)
            self.raise_python()
        self.end = _lib.lib.saltus_sim_time(address)
        self.stats = _run.stats_of(address)
        self.counted = self.system.nfev, self.system.njev
        self.fired = list(self.system.fired)
        for message in self.history.messages():
            if message.status == _lib.OK and "not certified" not in message.text:  # no Python function is: max_step
                warn(message)

    def raise_python(self):
        if self.system.error is not None:
            error, self.system.error = self.system.error, None
            raise error

    def estimate(self, wish):
        """The second run, as Model.run makes it."""
        if wish is False or self.status not in (_lib.OK, _lib.TERMINATED) or (wish is None and self.system.nfev > SHORT):
            return
        want = _run._wanted(self.vars, None)
        want.first, want.first_end, want.max_events = self.history.traj, self.end, _lib.lib.saltus_estimate_limit(self.stats)
        other, told = _run._quietly(self.o, None)
        errors = (_lib.Error * self.n)()
        self.system.fired = [0] * len(self.system.events)
        status = _lib.lib.saltus_estimate(ctypes.pointer(self.table.model), other, self.stop, want, errors)
        self.raise_python()
        if status < 0 and status not in (_lib.ELIMIT, _lib.ENOMEM):
            warn("the errors are not known: a run with 0.25 of the tolerances failed: " +
                 "; ".join(str(m) for m in told.messages() if m.status < 0))
        if status == _lib.OK:
            self.errors = {f"y[{e.var}]": Estimate(f"y[{e.var}]", e.error, e.size, e.tolerance, *sorted(
                (self.system.sign * e.start, self.system.sign * e.end))) for e in errors}
            _run.warn_of(self.errors, "a smaller rtol and atol")

    def events_of(self, k, sol):
        """Times of event k, and y there. The directions that the engine does not hand on are not there."""
        firings = self.history.firings()
        times = firings["t"][(firings["kind"] == _lib.GUARD) & (firings["index"] == k)]
        wanted = int(self.table.guards[k].direction)
        if wanted:
            times = times[firings["direction"][(firings["kind"] == _lib.GUARD) & (firings["index"] == k)] == wanted]
        t = self.system.sign * times
        return t, sol(t).T if len(t) else np.zeros((0, self.n))

    def result(self, times, dense, t0, t1):
        sign, end = self.system.sign, self.system.sign * self.end
        curves = [self.history.curve(i) for i in range(self.n)]
        sol = Solution(curves, sign, t0, end)
        if times is None:
            t = np.unique(np.concatenate([c.t for c in curves] + [[self.start, self.end]]))
            t = sign * t[(t >= self.start) & (t <= self.end)]
        else:
            t = times[(sign * times >= self.start) & (sign * times <= self.end)]
        t_events = y_events = None
        if self.system.events:
            t_events, y_events = map(list, zip(*[self.events_of(k, sol) for k in range(len(self.system.events))]))
        status, message = 0, "The solver successfully reached the end of the integration interval."
        if self.status == _lib.TERMINATED:
            status, message = 1, "A termination event occurred."
        elif self.status < 0:
            status = -1
            message = str(error_of(_run.RunError, self.status, self.history.messages(), "solve_ivp"))
        stats = Stats((name, getattr(self.stats, name)) for name, _ in _lib.Stats._fields_[1:])
        return OdeResult(t=t, y=sol(t), sol=sol if dense else None, t_events=t_events, y_events=y_events, nfev=self.counted[0],
                         njev=self.counted[1], nlu=self.stats.factorizations, status=status, message=message, success=status >= 0,
                         stats=stats, errors=self.errors)
