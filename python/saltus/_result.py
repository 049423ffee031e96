# SPDX-License-Identifier: MIT
"""Results: curves as polynomials in pieces, values on a grid, events, statistics; of runs and of files.

A curve is kept as the run has made it, as polynomials from change to change. Values are computed when they are asked
for. Arrays of pieces are views of the library's memory, without a copy.
"""
import collections
import collections.abc
import ctypes
import html
import os
import tempfile
from typing import Any, Dict, List, Optional, Sequence, Tuple, Union

import numpy as np

from . import _lib
from ._curves import FIRING, Curve, History, Table, missed, typed
from ._errors import ArgumentError, FileError, UnknownName, nearest, warn
from ._lib import text
from ._names import matcher

MISSED = 0.1  # part of its range that a curve may go beyond its grid without a word
MOST_ROWS = 1000000000
SHOWN = 8  # curves that are drawn if none are chosen
REASONS = {_lib.OK: "ok", _lib.STOPPED: "interrupted", _lib.TERMINATED: "terminated", _lib.ELIMIT: "max_events",
           _lib.ENOMEM: "memory", _lib.ENAN: "nan", _lib.EZENO: "zeno", _lib.ESTUCK: "stuck", _lib.EIO: "write",
           _lib.EARG: "argument"}

# ---- Parts of a result --------------------------------------------------------------------------------

Event = collections.namedtuple("Event", "t name direction")
Event.__doc__ = "An event: its time, the relation or clock, and +1 where the relation becomes true, -1 false, 0 of a clock."


class Events(collections.abc.Sequence):
    """All events of a run, in order: a sequence of Event(t, name, direction). .t, .index and .direction are arrays;
    events["h < 0"] are the times at which it became true, .times("h < 0", -1) those at which it became false. Names that
    fired are in .names."""

    def __init__(self, firings, marks, guards):
        self.t, self.direction = firings["t"], firings["direction"]
        self.index = np.where(firings["kind"] == _lib.GUARD, firings["index"], firings["index"] + guards)
        self._marks = marks

    @property
    def names(self):
        return [self._marks[k] for k in sorted(set(self.index.tolist()))]

    def times(self, name, direction=1):
        """Times at which a relation became true (1), false (-1), or both (0); of a clock all."""
        if name not in self._marks:
            raise UnknownName(f"there is no event '{name}'{nearest(name, self._marks)}")
        return np.array(self.t[(self.index == self._marks.index(name)) & ((direction == 0) | (self.direction * direction >= 0))])

    def __len__(self):
        return len(self.t)

    def __getitem__(self, k):
        if isinstance(k, str):
            return self.times(k)
        if isinstance(k, slice):
            return [self[i] for i in range(*k.indices(len(self)))]
        return Event(float(self.t[k]), self._marks[int(self.index[k])], int(self.direction[k]))

    def __repr__(self):
        shown = ", ".join(f"{e.t:g}: {e.name}" for e in self[:5])
        return f"<{len(self)} events{': ' + shown if shown else ''}{', ...' if len(self) > 5 else ''}>"


class Stats(dict):
    """Counters of a run, as a dictionary and as attributes: .steps, .events, .evaluations, .cpu_seconds ..."""

    def __getattr__(self, name):
        try:
            return self[name]
        except KeyError:
            raise AttributeError(f"a run counts no '{name}'{nearest(name, self)}") from None

    def __repr__(self):
        return "\n".join(f"{name:>20}  {value:.6g}" if isinstance(value, float) else f"{name:>20}  {value}"
                         for name, value in self.items() if value)


Estimate = collections.namedtuple("Estimate", "name error size tolerance start end")
Estimate.__doc__ = """The estimated error of a variable: the largest mean of |error| over a twentieth of the run, from start to
end; size is the largest |value| of the run, tolerance the one that it was to have."""
Estimate.tolerances = property(lambda e: e.error / e.tolerance if e.tolerance else float("inf") if e.error else 0.0)


class Svg(str):
    """A picture, shown by notebooks; a string with the SVG otherwise."""

    def _repr_svg_(self):
        return str(self)

    def save(self, path):
        with open(path, "w", encoding="utf-8") as file:
            file.write(self)


def check_rows(start, end, step):
    """How many times a grid has, about. A slip in the interval would fill the memory."""
    rows = (end - start) / step if step > 0 else 0
    if rows > MOST_ROWS:
        raise ArgumentError(f"the grid would have {rows:.2g} times, one every {step:g}; interval=0 has one at every change")
    return rows


# ---- The result -------------------------------------------------------------------------------------------


class Result:
    """What a run has made, or a file has.

    r["x"]              values on the grid r.t; of an array a 2-D array with a row per time; of a parameter its value
    r.t                 the grid; run(interval=...), run(times=...) or r.on(...) choose it
    r.at(t, "x")        values at any times; without a name those of all variables, as a dictionary
    r.exact("x")        (t, values) at every change, twice where it jumps
    r.pieces("x")       the polynomials themselves, without a copy
    r.events            all events: r.events["h < 0"] are times, for e in r.events: e.t, e.name, e.direction
    r.stats             counters; r.stats.steps
    r.errors            {name: Estimate} of the errors, if they were estimated; else None
    r.parameters        {name: value} as they were in this run
    r.messages          all messages of the run
    r.names, r.units    what there is, in which units
    r.start, r.end      of the run; r.stop: what was asked for
    r.status            "ok", "terminated" (by the model), or what ended it
    r.plot("x"), r.svg("x"), r.to_pandas(), r.save("x.seg")
    """

    def __init__(self, **members):
        self.__dict__.update(members)
        self._vars = self._table.numbers
        self._t, self._left, self._told = None, None, set()

    @classmethod
    def of_run(cls, compiled, sim, history, keep, method, start, stop, status, interval, times):
        from ._run import stats_of, watched
        r = cls(model=compiled.name, method=method, start=start, stop=stop, end=_lib.lib.saltus_sim_time(sim.address),
                status=REASONS.get(status, "model"), errors=None, messages=history.messages(), notes={},
                _history=history, _table=Table.of_run(keep), _keep=keep, _sim=sim, _compiled=compiled,
                _raw_stats=stats_of(sim.address), _interval=interval, _times=times, _curves={}, _watch=None)
        r._own_interval = compiled.model[0].experiment.interval
        return r

    # ---- The grid -----------------------------------------------------------------------------------

    @property
    def t(self) -> np.ndarray:
        """Times of the grid."""
        if self._t is None:
            self._make_grid()
        return self._t

    def on(self, interval: Optional[float] = None, times: Optional[Sequence[float]] = None) -> "Result":
        """The same result on another grid: interval (0: at every change), or times."""
        from ._run import _grid
        interval, times, _ = _grid(interval, times, 0.0)
        other = Result(**self.__dict__)
        other.__dict__.update(_interval=interval, _times=times, _t=None, _left=None, _told=set())
        return other

    def _make_grid(self):
        if self._times is not None:
            self._t = self._times[(self._times >= self.start) & (self._times <= self.end)]
            if len(self._t) < len(self._times) and self.status == "ok":
                warn(f"{len(self._times) - len(self._t)} of the times lie outside of the run, from {self.start:g} to {self.end:g}")
        elif self._interval == 0:
            self._t, self._left = self._changes()
        else:
            self._t = self._equidistant(self._step())
        self._t.flags.writeable = False

    def _step(self):
        return self._interval or self._own_interval or (self.stop - self.start) / 500

    def _equidistant(self, step):
        rows = check_rows(self.start, self.end, step)
        n = int(rows * (1 + 1e-12))
        t = self.start + step * np.arange(n + 1)
        if self.end - t[-1] <= 1e-9 * step:
            t[-1] = self.end
            return t
        return np.append(t, self.end)

    def _changes(self):
        """Every change of every variable, twice where one of them jumps."""
        starts, jumps = [np.array([self.start, self.end])], [np.zeros(0)]
        for k in range(len(self._table.names)):
            curve = self._curve(k)
            starts.append(curve.t)
            if len(curve) > 1:
                jumps.append(curve.t[1:][curve.ends()[2]])
        t, jump = np.unique(np.concatenate(starts)), np.unique(np.concatenate(jumps))
        t = t[(t >= self.start) & (t <= self.end)]
        twice = np.isin(t, jump) & (t > self.start)
        both = np.repeat(t, 1 + twice)
        left = np.zeros(len(both), bool)
        left[np.flatnonzero(np.repeat(twice, 1 + twice))[::2]] = True
        return both, left

    # ---- Values --------------------------------------------------------------------------------------

    @property
    def names(self) -> List[str]:
        """Names of all variables that it has; elements of arrays one by one."""
        return list(self._table.names)

    @property
    def units(self) -> Dict[str, str]:
        """{name: unit}, of those that have one."""
        return {name: unit for name, unit in zip(self._table.names, self._table.units) if unit}

    @property
    def parameters(self) -> Dict[str, Any]:
        """{name: value} of all parameters in this run; arrays as arrays."""
        if "_parameters" not in self.__dict__:
            get, sim, found = _lib.lib.saltus_sim_parameter, self._sim.address, {}
            for d in self._compiled.names.declared:
                if d.kind == _lib.PARAMETER and not d.name.startswith("__"):
                    values = np.array([get(sim, d.first + k) for k in range(d.count)]).reshape(d.shape)
                    found[d.name] = typed(values, d.dtype) if d.shape else typed(values, d.dtype).item()
            self._parameters = found
        return self._parameters

    def _curve(self, k):
        if k not in self._curves:
            self._curves[k] = self._history.curve(int(self._table.vars[k]))
        return self._curves[k]

    def _places(self, name):
        """(shape, places) of a name; shape () of a single variable."""
        found = self._table.find(name) if isinstance(name, str) else None
        if isinstance(found, int):
            return (), [found]
        if found is None:
            if not isinstance(name, str):
                raise TypeError(f"variables are chosen by their names, not by {type(name).__name__}; r.t and r[name] are arrays")
            raise self._unknown(name)
        shape, places, _ = found
        if shape is None:
            raise UnknownName(f"of '{name}' only some elements were kept: {self._table.names[places[0]]}, ...", variable=name)
        return shape, places

    def _unknown(self, name):
        d = self._compiled.names.find(name) if self.__dict__.get("_compiled") else None
        if d is not None and d[0].kind != _lib.PARAMETER:
            return UnknownName(f"'{name}' was not kept; vars=... of run() says what is, or it repeats another variable and must be "
                               "named there", variable=name)
        known = list(self._table.place) + list(self._table.arrays) + list(self.parameters)
        return UnknownName(f"{self.model} has no variable '{name}'{nearest(name, known)}", variable=name)

    def _values(self, name, t, left=None):
        shape, places = self._places(name)
        if not shape:
            return typed(self._curve(places[0]).values(t, left), self._table.dtypes[places[0]])
        t = np.asarray(t, float)
        out = np.empty(t.shape + (len(places),))
        for column, k in enumerate(places):
            out[..., column] = self._curve(k).values(t, left)
        return typed(out.reshape(t.shape + shape), self._table.dtypes[places[0]])

    def __getitem__(self, name: Union[str, Sequence[str]]) -> Any:
        """Values on the grid r.t."""
        if isinstance(name, str) and self._table.find(name) is None:
            if name == "time":
                return self.t
            if name in self.parameters:
                return self.parameters[name]
        if isinstance(name, (list, tuple)):
            return np.stack([self[n] for n in name], axis=-1)
        t = self.t
        values = self._values(name, t, self._left)
        if self._interval is None and self._times is None and name not in self._told:
            self._told.add(name)
            self._warn_of_missed(name)
        return values

    def __contains__(self, name):
        return isinstance(name, str) and (self._table.find(name) is not None or name in self.parameters)

    def __iter__(self):
        return iter(self._table.names)

    def __len__(self):
        return len(self._table.names)

    def keys(self):
        """Names of all variables that it has."""
        return self.names

    def at(self, t: Any, name: Union[str, Sequence[str], None] = None) -> Any:
        """Values at a time or at an array of times; without a name a dictionary of all. NaN outside of the run."""
        if type(t) is float and self._history is not None and type(place := self._table.place.get(name)) is int and \
                self.start <= t <= self.end:
            value = _lib.lib.saltus_traj_value(self._history.traj, self._vars[place], t)
            return value if self._table.dtypes[place] == np.float64 else typed(np.float64(value), self._table.dtypes[place]).item()
        if isinstance(t, str):
            raise TypeError("at(t, name): the time comes first")
        t = np.asarray(t, float)
        inside = np.where((t >= self.start) & (t <= self.end), t, np.nan)
        if name is None:
            return {n: self.at(t, n) for n in self._table.names}
        if not isinstance(name, str):
            return np.stack([self.at(t, n) for n in name], axis=-1)
        if self._table.find(name) is None and name in self.parameters:
            return self.parameters[name]
        values = self._values(name, inside)
        return values.item() if values.ndim == 0 else values

    def exact(self, name: str) -> Tuple[np.ndarray, np.ndarray]:
        """(t, values) of one variable at every change, twice where it jumps, and at the end."""
        shape, places = self._places(name)
        if shape:
            raise ArgumentError(f"'{name}' is an array, whose elements change at times of their own; exact('{self._table.names[places[0]]}')")
        curve, dtype = self._curve(places[0]), self._table.dtypes[places[0]]
        if not len(curve):
            return np.zeros(0), np.zeros(0, dtype)
        before, starts, jumps = curve.ends()
        twice = np.concatenate([[False], jumps])
        t = np.repeat(curve.t, 1 + twice)
        values = np.repeat(curve.coefficients[curve.at], 1 + twice)
        first = np.flatnonzero(np.repeat(twice, 1 + twice))[::2]
        values[first] = before[jumps]
        if t[-1] < self.end:
            t, values = np.append(t, self.end), np.append(values, curve.values(self.end))
        return t, typed(values, dtype)

    def pieces(self, name: str) -> Curve:
        """The polynomials of one variable, as views of the library's memory: .t, .order, .at, .coefficients; from t[k] on it
        is the sum of coefficients[at[k] + j] * (t - t[k])**j for j = 0 .. order[k]."""
        shape, places = self._places(name)
        if shape:
            raise ArgumentError(f"'{name}' is an array; its elements are '{self._table.names[places[0]]}', ...")
        return self._curve(places[0])

    def _warn_of_missed(self, *names):
        """A grid that was not chosen may miss what happens between its times. Said of the worst."""
        worst = (MISSED, 0.0, None)
        for k in [k for name in names for k in self._places(name)[1]][:1000]:
            if self._table.dtypes[k] == float:
                part, by = missed(self._curve(k), self.t)
                worst = max(worst, (part, by, self._table.names[k]), key=lambda w: w[0])
        if worst[2]:
            warn(f"the grid has a time every {self._step():g} and misses what happens between: {worst[2]} goes {worst[1]:.3g} beyond "
                 "its values there; interval=0 has a time at every change, a smaller interval shows more")

    # ---- Events, statistics ----------------------------------------------------------------------------

    @property
    def events(self) -> Events:
        """All events of the run."""
        if "_events" not in self.__dict__:
            marks, guards = self._compiled.marks()
            self._events = Events(self._history.firings(), marks, guards)
        return self._events

    @property
    def stats(self) -> Stats:
        """Counters of the run."""
        if "_stats" not in self.__dict__:
            self._stats = Stats((name, getattr(self._raw_stats, name)) for name, _ in _lib.Stats._fields_[1:])
        return self._stats

    def _take_errors(self, errors):
        names = dict(zip(self._table.vars.tolist(), self._table.names))
        self.errors = {names[e.var]: Estimate(names[e.var], e.error, e.size, e.tolerance, e.start, e.end) for e in errors}

    # ---- Pictures ---------------------------------------------------------------------------------------

    def _chosen(self, names):
        """Places of what is drawn: names and patterns; else what the model watches; else the first ones."""
        if not names:
            patterns = self._watched()
            if not patterns:
                first = [k for k, kind in enumerate(self._table.kinds) if kind == _lib.STATE] or list(range(len(self._table.names)))
                return first[:SHOWN]
        else:
            patterns = [n for name in names for n in ([name] if isinstance(name, str) else name)]
        places = {}
        for pattern in patterns:
            if self._table.find(pattern) is not None:
                fits = self._places(pattern)[1]
            else:
                match = matcher([pattern])
                fits = [k for k, name in enumerate(self._table.names) if match(name)]
            if not fits and names:
                raise self._unknown(pattern)
            places.update((k, None) for k in fits)
        return list(places) if names else list(places)[:SHOWN]

    def _watched(self):
        if self._watch is None:
            from ._run import watched
            self._watch = watched(self._compiled) if self.__dict__.get("_compiled") else \
                [w for w in self.notes.get("watch", "").split("\n") if w]
        return self._watch

    def plot(self, *names: str, ax: Any = None, **kwargs: Any) -> Any:
        """Draws curves, of all that the model watches or of these names and patterns: by matplotlib, if it is there (returns
        the axes; keywords go to ax.plot), else as the SVG of Saltus."""
        try:
            import matplotlib.pyplot as pyplot
        except ImportError:
            if ax is not None or kwargs:
                raise
            return self.svg(*names)
        if ax is None:
            ax = pyplot.subplots(figsize=(9, 4.2))[1]
        for k in self._chosen(names):
            unit = self._table.units[k]
            ax.plot(*self._drawn(k), label=self._table.names[k] + (f" [{unit}]" if unit else ""), **kwargs)
        ax.set_xlabel("t")
        ax.set_title(self.model)
        ax.legend()
        return ax

    def _drawn(self, k):
        """As many points as a picture needs: all changes, and 1000 between."""
        curve = self._curve(k)
        t = np.linspace(self.start, self.end, 1000)
        if not len(curve):
            return t, np.full(len(t), np.nan)
        jumps = curve.t[1:][curve.ends()[2]] if len(curve) > 1 else np.zeros(0)
        t = np.sort(np.concatenate([t, curve.t, jumps]))
        left = np.append(t[1:] == t[:-1], False) & np.isin(t, jumps)
        return t, curve.values(t, left)

    def svg(self, *names: str, title: Optional[str] = None, width: int = 0, height: int = 0) -> Svg:
        """The picture as SVG, drawn by Saltus: every piece exactly."""
        places = self._chosen(names)
        curves = (_lib.Curve * max(1, len(places)))()
        traj = self._traj()
        for c, k in zip(curves, places):
            unit = self._table.units[k]
            c.traj, c.var = traj, int(self._table.vars[k])
            c.label = (self._table.names[k] + (f" [{unit}]" if unit else "")).encode()
        plot = _lib.Plot(struct_size=ctypes.sizeof(_lib.Plot), title=(title if title is not None else self.model).encode(),
                         xlabel=b"t", t0=self.start, t1=self.end, curves=curves, n=len(places), width=width, height=height)
        handle, path = tempfile.mkstemp(suffix=".svg")
        os.close(handle)
        try:
            status = _lib.lib.saltus_plot_svg(os.fsencode(path), plot)
            if status < 0:
                raise ArgumentError(f"the picture cannot be drawn: {text(_lib.lib.saltus_status_text(status))}")
            with open(path, encoding="utf-8") as file:
                return Svg(file.read())
        finally:
            os.unlink(path)

    def _traj(self):
        """The curves as the library has them; of a result that came from another process, made again."""
        if self._history is None:
            self._history = History(self._table.vars)
            for k, v in enumerate(self._table.vars.tolist()):
                c = self._curve(k)
                for t, at, order in zip(c.t.tolist(), c.at.tolist(), c.order.tolist()):
                    _lib.lib.saltus_traj_sink(self._history.traj, t, v, c.coefficients[at:at + order + 1].ctypes.data, order)
        return self._history.traj

    def _repr_svg_(self):
        return str(self.svg()) if self._table.names else None

    def _repr_html_(self):
        rows = "".join(f"<tr><td>{html.escape(str(k))}</td><td>{html.escape(str(v))}</td></tr>" for k, v in (
            ("method", self.method), ("from, to", f"{self.start:g}, {self.end:g}"), ("status", self.status),
            ("steps", self.stats.get("steps", "")), ("events", len(self.events))))
        return f"<b>{html.escape(self.model)}</b><table>{rows}</table>{self._repr_svg_() or ''}"

    def __repr__(self):
        counted = f"{self.stats['steps']} steps, {len(self.events)} events" if self.stats.get("steps") is not None else \
            f"{len(self.events)} events"
        return (f"<saltus.Result {self.model} from {self.start:g} to {self.end:g} by {self.method}: {self.status}, "
                f"{len(self._table.names)} variables, {counted}>")

    # ---- Elsewhere -----------------------------------------------------------------------------------------

    def to_pandas(self) -> Any:
        """A pandas.DataFrame with a column per variable, and the grid r.t as its index."""
        import pandas
        columns = {name: typed(self._curve(k).values(self.t, self._left), self._table.dtypes[k])
                   for k, name in enumerate(self._table.names)}
        frame = pandas.DataFrame(columns, index=pandas.Index(self.t, name="t"))
        if self._interval is None and self._times is None:
            self._warn_of_missed(*self._table.names)
        return frame

    def save(self, path: Union[str, "os.PathLike[str]"], interval: Optional[float] = None) -> None:
        """Writes a .seg (the polynomials), .csv or .mat file; interval is that of its rows, 0 for every change; else the
        grid of this result."""
        path = os.fspath(path)
        if interval is None:
            interval = self._step() if self._interval != 0 else 0.0
        self._traj()
        columns = [_lib.Column(name=n.encode(), unit=u.encode() if u else None, kind=kind)
                   for n, u, kind in zip(self._table.names, self._table.units, self._table.kinds)]
        scalars = {k: v for k, v in self.parameters.items() if np.ndim(v) == 0}
        columns += [_lib.Column(name=n.encode(), kind=_lib.PARAMETER, value=float(v)) for n, v in scalars.items()]
        marks, guards = self._marks()
        notes = [_lib.Note(key=b"tool", value=b"saltus for Python"), _lib.Note(key=b"method", value=(self.method or "").encode())]
        header = _lib.Header(struct_size=ctypes.sizeof(_lib.Header), model=self.model.encode(), t0=self.start, t1=self.stop,
                             columns=(_lib.Column * max(1, len(columns)))(*columns), n_columns=len(columns),
                             marks=(ctypes.c_char_p * max(1, len(marks)))(*[m.encode() for m in marks]), n_marks=len(marks),
                             notes=(_lib.Note * 2)(*notes), n_notes=2, interval=interval)
        self._write(path, header, guards)

    def _write(self, path, header, guards):
        writer = ctypes.c_void_p()
        ctypes.set_errno(0)
        status = _lib.lib.saltus_writer_open(os.fsencode(path), header, writer)
        if status < 0:
            why = "the formats are .seg, .csv and .mat" if status == _lib.EARG else "it cannot be written"
            raise FileError(f"{path}: {why}", file=path)
        written = _lib.lib.saltus_history_write(self._history.address, writer, self._table.vars.ctypes.data,
                                                len(self._table.vars), guards)
        status = _lib.lib.saltus_writer_close(writer, self.end, self.status.encode())
        if min(status, written) < 0:
            raise FileError(f"{path}: {text(_lib.lib.saltus_status_text(min(status, written)))}", file=path)

    def _marks(self):
        if self.__dict__.get("_compiled"):
            return self._compiled.marks()
        return self.events._marks, len(self.events._marks)

    def __reduce__(self):
        """All arrays, copied; without the model."""
        for k in range(len(self._table.names)):
            self._curve(k)
        state = {k: v for k, v in self.__dict__.items() if k not in ("_history", "_sim", "_compiled", "_keep", "_raw_stats", "_curves")}
        e = self.events
        state.update(_parameters=self.parameters, _stats=self.stats, _watch=self._watched(), _history=None,
                     _curves={k: Curve(np.array(c.pieces), np.array(c.coefficients)) for k, c in self._curves.items()})
        state["_events"] = _events_of(np.array(e.t), np.array(e.direction), np.array(e.index), e._marks)
        return _rebuilt, (state,)


def _events_of(t, direction, index, marks):
    firings = np.zeros(len(t), FIRING)
    firings["t"], firings["direction"], firings["index"], firings["kind"] = t, direction, index, _lib.GUARD
    return Events(firings, marks, len(marks))


def _rebuilt(state):
    r = Result.__new__(Result)
    r.__dict__.update(state)
    return r


# ---- Files ----------------------------------------------------------------------------------------------


class _File:
    def __init__(self, path):
        self.address = ctypes.c_void_p()
        why = ctypes.c_char_p()
        status = _lib.lib.saltus_result_open(os.fsencode(path), self.address, why)
        if status < 0:
            raise FileError(f"{path}: {text(why.value) or text(_lib.lib.saltus_status_text(status))}", file=path)

    def __enter__(self):
        return self.address

    def __exit__(self, *ignored):
        _lib.lib.saltus_result_close(self.address)


def read(path: Union[str, "os.PathLike[str]"]) -> Result:
    """Reads a result: a .seg, .csv or .mat file; returns a Result. A file that was cut off gives what is complete, and a
    RunWarning; one that is damaged or none at all raises FileError."""
    path = os.fspath(path)
    if not os.path.exists(path):
        raise FileError(f"there is no file '{path}'", file=path)
    with _File(path) as file:
        header = _lib.lib.saltus_result_header(file)[0]
        columns = [header.columns[k] for k in range(header.n_columns)]
        curves = [k for k, c in enumerate(columns) if c.kind != _lib.PARAMETER]
        history = History(np.array(curves, np.int32))
        status = _lib.lib.saltus_history_read(history.address, file)
        why, complete = text(_lib.lib.saltus_result_why(file)), bool(_lib.lib.saltus_result_complete(file))
        if status < 0:
            raise FileError(f"{path}: {why or text(_lib.lib.saltus_status_text(status))}", file=path)
        if not complete:
            warn(f"{path} is not complete: {why or 'it was not closed'}")
        notes = {text(header.notes[k].key): text(header.notes[k].value) for k in range(header.n_notes)}
        marks = [text(header.marks[k]) for k in range(header.n_marks)]
        table = Table([text(columns[k].name) for k in curves], np.array(curves, np.int32), [columns[k].kind for k in curves],
                      [np.dtype(float)] * len(curves), [text(columns[k].unit) for k in curves])
        end = _lib.lib.saltus_result_end(file)
        outcome = text(_lib.lib.saltus_result_outcome(file)) or ("ok" if complete else "incomplete")
        r = Result(model=text(header.model) or os.path.basename(path), method=notes.get("method", ""), start=header.t0,
                   stop=header.t1, end=end, status=outcome, errors=None, messages=[], notes=notes, _history=history, _table=table,
                   _interval=None, _times=None, _curves={}, _watch=None, _compiled=None, _stats=Stats(),
                   _parameters={text(c.name): c.value for c in columns if c.kind == _lib.PARAMETER})
        r._own_interval = header.interval
        r._events = Events(history.firings(), marks, len(marks))
    return r
