# SPDX-License-Identifier: MIT
"""sweep: many runs of one model with other values, here or by any concurrent.futures.Executor."""
import collections.abc
import concurrent.futures
import functools
import itertools
import math
import pickle
from typing import Any, Mapping, Optional, Sequence, Union

import numpy as np

from ._errors import ArgumentError, RunError, UnknownName, collected, nearest, warn
from ._interrupt import Group
from ._run import Many

_LISTED = ("raise", "nan")


class Sweep(collections.abc.Mapping):
    """What a sweep has found: s["R"] are the values that were set, s["VC"] what was observed, an element per run, in
    the order of the points. .grid("VC") has an axis per parameter; .points, .failures; to_pandas()."""

    def __init__(self, model, names, points, shape, columns, failures, axes):
        self.model, self.points, self.shape, self.failures, self.axes = model, points, shape, failures, axes
        self._names, self._columns = names, columns

    def __getitem__(self, name):
        if name not in self._columns:
            raise UnknownName(f"the sweep has no '{name}'{nearest(str(name), self._columns)}")
        return self._columns[name]

    def __iter__(self):
        return iter(self._columns)

    def __len__(self):
        return len(self._columns)

    def grid(self, name):
        """What was observed with an axis for every parameter, in the order in which they were given."""
        if self.shape is None:
            raise ArgumentError("the points of this sweep are a list, and no grid")
        values = self[name]
        return values.reshape(self.shape + values.shape[1:])

    def to_pandas(self):
        """A pandas.DataFrame with a row per run."""
        import pandas
        return pandas.DataFrame({name: list(v) if v.ndim > 1 else v for name, v in self._columns.items()})

    def __repr__(self):
        failed = f", {len(self.failures)} of them failed" if self.failures else ""
        return f"<saltus.Sweep of {self.model}: {len(self.points)} runs{failed}; {', '.join(map(str, self._columns))}>"

    def _repr_html_(self):
        try:
            return self.to_pandas()._repr_html_()
        except ImportError:
            return None


def _points(values):
    """(names, points, shape, axes) of a dictionary of lists, or of a list of dictionaries."""
    if isinstance(values, collections.abc.Mapping):
        axes = {name: [v] if np.isscalar(v) else list(v) for name, v in values.items()}
        empty = [name for name, v in axes.items() if not v]
        if not axes or empty:
            raise ArgumentError(f"there are no values for '{empty[0]}'" if empty else "there are no parameters to sweep over")
        points = [dict(zip(axes, combination)) for combination in itertools.product(*axes.values())]
        return list(axes), points, tuple(len(v) for v in axes.values()), axes
    points = [dict(p) for p in values]
    names = list(points[0]) if points else []
    if not points or any(list(p) != names for p in points):
        raise ArgumentError("points are a list of dictionaries that have the same names")
    return names, points, None, None


def _observed(observe, result):
    """{name: value} of one run."""
    if observe is None:
        return {name: result.at(result.end, name) for name in result}
    if callable(observe):
        value = observe(result)
        return value if isinstance(value, dict) else {getattr(observe, "__name__", "value").replace("<lambda>", "value"): value}
    if isinstance(observe, collections.abc.Mapping):
        return {name: _observed_one(what, result) for name, what in observe.items()}
    names = [observe] if isinstance(observe, str) else observe
    return {name: _observed_one(name, result) for name in names}


def _observed_one(what, result):
    return what(result) if callable(what) else result.at(result.end, what)


def _kept(observe):
    """Which variables a run must keep; None: all."""
    if isinstance(observe, str):
        return (observe,)
    if observe is None or callable(observe):
        return None
    listed = list(observe.values() if isinstance(observe, collections.abc.Mapping) else observe)
    return tuple(listed) if all(isinstance(what, str) for what in listed) else None


def _brief(model, points, observe, arguments):
    """Runs that the library makes in one call, if they are of that kind: see _run.Many. None: they are not."""
    listed = _kept(observe)
    keys = list(observe) if isinstance(observe, collections.abc.Mapping) else listed
    many = Many.of(model, list(points[0]), listed, arguments) if listed and len(points) > 2 else None
    if many is None or not all(type(v) in (int, float, np.float64, np.int64) for p in points for v in p.values()):
        return None
    with collected():  # they come again
        try:
            if not many.is_brief(model.run(**dict(arguments, params=points[0]))):
                return None
        except RunError:
            return None
    done = []
    while len(done) < len(points):
        values, plain = many.run(points[len(done):])
        for row, fine in zip(values.tolist(), plain.tolist()):
            done += [(dict(zip(keys, row)), None, [])] if fine else _alone(model, [points[len(done)]], observe, arguments)
    return done


def _task(model, points, observe, arguments):
    """Some runs, wherever this is: a list of (values, error, warnings)."""
    return _brief(model, points, observe, arguments) or _alone(model, points, observe, arguments)


def _alone(model, points, observe, arguments):
    done = []
    for point in points:
        with collected() as told:
            try:
                given = dict(arguments, params={**(arguments.get("params") or {}), **point})
                values, error = _observed(observe, model.run(**given)), None
            except RunError as failed:
                values, error = None, failed
        done.append((values, error, list(told)))
    return done


def _executor(executor):
    """A concurrent.futures.Executor; a client of Dask has one."""
    if hasattr(executor, "get_executor"):
        return executor.get_executor()
    if not callable(getattr(executor, "submit", None)):
        raise TypeError(f"executor is a concurrent.futures.Executor, not {type(executor).__name__}")
    return executor


def _chunks(points, executor, chunk):
    workers = getattr(executor, "_max_workers", None) or 8
    size = chunk or max(1, min(100, math.ceil(len(points) / (8 * workers))))
    return [points[k:k + size] for k in range(0, len(points), size)]


def _must_pickle(observe):
    """Says what cannot be sent, before workers die of it."""
    try:
        pickle.dumps(observe)
    except Exception as error:
        raise ArgumentError(f"observe cannot be sent to other processes ({error}); a function of a module can, a lambda or a "
                            "function inside of a function cannot") from None


def _everywhere(model, points, observe, arguments, executor, chunk):
    if not hasattr(executor, "get_executor"):
        _executor(executor)
    group = Group() if isinstance(executor, concurrent.futures.ThreadPoolExecutor) else None
    if group is None and not hasattr(executor, "get_executor"):
        _must_pickle(observe)
    executor = _executor(executor)
    task = functools.partial(_in_thread, group) if group else _task
    futures = [executor.submit(task, model, part, observe, arguments) for part in _chunks(points, executor, chunk)]
    try:
        return [one for future in futures for one in future.result()]
    except BaseException:
        for future in futures:
            future.cancel()
        if group:
            group.give_up()
        raise


def _in_thread(group, *arguments):
    with group:
        return _task(*arguments)


def _column(values):
    """One array of what all runs have observed; NaN where one has failed."""
    known = next((v for v in values if v is not None), math.nan)
    fill = np.full(np.shape(known), np.nan)
    try:
        return np.array([fill if v is None else v for v in values])
    except ValueError:  # of different shapes
        out = np.empty(len(values), object)
        out[:] = values
        return out


def sweep(model: Any, values: Union[Mapping[str, Sequence[Any]], Sequence[Mapping[str, Any]]], observe: Any = None,
          executor: Any = None, *, on_error: str = "raise", chunk: Optional[int] = None, **arguments: Any) -> Sweep:
    """Runs a model with many values of its parameters; returns a Sweep.

    values      {name: list} for all combinations, {"R": [5, 10], "C": [1e-4, 1e-3]}; or a list of dictionaries, a run each
    observe     what is kept of a run: names of variables, whose last values are taken; a function of the Result that returns
                a number, an array or a dictionary; or {name: either}. Else the last values of all variables
    executor    None: one run after the other, here; else any concurrent.futures.Executor: ProcessPoolExecutor(),
                ThreadPoolExecutor(), mpi4py.futures.MPIPoolExecutor(), or the client of Dask. Results do not depend on it
    on_error    "raise" the error of a run that fails, or "nan" for its values; .failures has {number: error}
    chunk       runs that are sent together; else such that each worker gets several portions
    arguments   of run(): stop, tol, method, params ... estimate is False unless it is given

    Warnings of runs come as warnings here, each once, with the number of runs that gave it. With processes, observe must be a
    function that can be pickled: one of a module. The model is compiled here; workers find it in the cache.
    """
    if on_error not in _LISTED:
        raise ArgumentError(f"on_error is one of {_LISTED}, not {on_error!r}")
    names, points, shape, axes = _points(values)
    arguments.setdefault("estimate", False)
    if arguments.get("vars") is None and _kept(observe) is not None:
        arguments["vars"] = _kept(observe)
    twice = [name for name in names if name in (arguments.get("params") or {}) or name in arguments]
    if twice:
        raise ArgumentError(f"'{twice[0]}' is swept over and set, too")
    if executor is None:
        done = _brief(model, points, observe, arguments)
        if done is None:
            done = _alone(model, points, observe, arguments) if on_error == "nan" else list(_until_error(model, points, observe, arguments))
    else:
        done = _everywhere(model, points, observe, arguments, executor, chunk)
    _tell(done)
    failures = {k: error for k, (_, error, _) in enumerate(done) if error is not None}
    if failures and on_error == "raise":
        k, error = next(iter(failures.items()))
        error.args = (f"run {k} of {len(points)}, {points[k]}: {error}",)
        raise error
    columns = {name: np.array([p[name] for p in points]) for name in names}
    observed = list(dict.fromkeys(n for v, _, _ in done if v is not None for n in v))
    for name in observed:
        columns[f"{name} (observed)" if name in columns else name] = _column([None if v is None else v.get(name) for v, _, _ in done])
    return Sweep(getattr(model, "name", "?"), names, points, shape, columns, failures, axes)


def _until_error(model, points, observe, arguments):
    for point in points:
        for one in _alone(model, [point], observe, arguments):
            yield one
            if one[1] is not None:
                return


def _tell(done):
    """Warnings of all runs, each once."""
    counted = {}
    for _, _, told in done:
        for message, category in told:
            counted.setdefault((category, message), 0)
            counted[category, message] += 1
    for (category, message), n in itertools.islice(counted.items(), 20):
        warn(message + (f" (in {n} of {len(done)} runs)" if len(done) > 1 else ""), category)
    if len(counted) > 20:
        warn(f"{len(counted) - 20} more warnings of the runs are not shown")
