# SPDX-License-Identifier: MIT
"""Curves: the polynomials of a run as arrays, and values of them; which variables there are.

Memory of the library is seen as numpy arrays without a copy; an array keeps alive what it lies in.
"""
import collections
import ctypes

import numpy as np

from . import _lib
from ._errors import Message
from ._names import _INDICES

PIECE = np.dtype({"names": ["t", "at", "order"], "formats": ["f8", "i8", "i4"], "offsets": [0, 8, 16], "itemsize": 24})
FIRING = np.dtype({"names": ["t", "kind", "index", "direction"], "formats": ["f8", "i4", "i4", "i4"],
                   "offsets": [0, 8, 12, 16], "itemsize": 24})
assert ctypes.sizeof(_lib.Piece) == PIECE.itemsize and ctypes.sizeof(_lib.Firing) == FIRING.itemsize

# ---- Memory of the library as arrays --------------------------------------------------------------


def _view(address, count, dtype, owner):
    """An array over memory of the library, read-only, that keeps its owner alive."""
    if not count:
        return np.zeros(0, dtype)
    block = (ctypes.c_char * (count * dtype.itemsize)).from_address(address)
    block._owner = owner
    array = np.frombuffer(block, dtype)
    array.flags.writeable = False
    return array


class History:
    """A saltus_history; freed with its last user."""

    def __init__(self, variables, at=None):
        self.address = ctypes.c_void_p()
        status = _lib.lib.saltus_history_new(at or variables.ctypes.data, len(variables), self.address)
        if status < 0:
            raise MemoryError("not enough memory for the curves of a run")

    def __del__(self):
        if _lib is not None and self.address:
            _lib.lib.saltus_history_free(self.address)
            self.address = None

    def keep(self, o):
        _lib.lib.saltus_history_keep(self.address, o)

    @property
    def traj(self):
        return _lib.lib.saltus_history_traj(self.address)

    def segments(self):
        return _lib.lib.saltus_history_segments(self.address)

    def messages(self):
        n = min(_lib.lib.saltus_history_messages(self.address), 1001)
        return [] if not n else [Message(m[0]) for m in (_lib.lib.saltus_history_message(self.address, k) for k in range(n)) if m]

    def lost(self):
        return max(0, _lib.lib.saltus_history_messages(self.address) - 1001)

    def curve(self, variable):
        n, pool = ctypes.c_size_t(), ctypes.c_void_p()
        pieces = _view(_lib.lib.saltus_traj_pieces(self.traj, variable, n, pool), n.value, PIECE, self)
        if not n.value:
            return Curve(pieces, np.zeros(0))
        return Curve(pieces, _view(pool.value, int(pieces[-1]["at"]) + int(pieces[-1]["order"]) + 1, np.dtype(float), self))

    def firings(self):
        n = ctypes.c_size_t()
        return _view(_lib.lib.saltus_history_firings(self.address, n), n.value, FIRING, self)


class Curve:
    """One variable: from t[k] on it is sum_j coefficients[at[k] + j] (t - t[k])^j, j = 0 .. order[k]."""
    __slots__ = ("pieces", "coefficients")

    def __init__(self, pieces, coefficients):
        self.pieces, self.coefficients = pieces, coefficients

    t = property(lambda self: self.pieces["t"])
    at = property(lambda self: self.pieces["at"])
    order = property(lambda self: self.pieces["order"])

    def __reduce__(self):
        return Curve, (np.array(self.pieces), np.array(self.coefficients))

    def __len__(self):
        return len(self.pieces)

    def __repr__(self):
        return f"<curve of {len(self)} pieces>"

    def _piece(self, k, dt, sizes=False):
        """Values of pieces k at dt after their starts; sizes: sums of the sizes of their terms."""
        at, order, c = self.at[k], self.order[k], self.coefficients
        y = np.zeros(np.shape(dt))
        if sizes:
            dt = np.abs(dt)
        for j in range(int(order.max(initial=0)), -1, -1):
            term = c[np.minimum(at + j, len(c) - 1)]
            y = y * dt + np.where(order >= j, np.abs(term) if sizes else term, 0.0)
        return y

    def values(self, t, left=None):
        """At times t; left: where True, the limit from before. NaN before the first piece."""
        t = np.asarray(t, float)
        if not len(self):
            return np.full(t.shape, np.nan)
        k = np.searchsorted(self.t, t, side="right") - 1
        if left is not None:
            k = np.where(left, np.maximum(np.searchsorted(self.t, t, side="left") - 1, 0), k)
        known = (k >= 0) & ~np.isnan(t)
        k = np.where(known, k, 0)
        with np.errstate(over="ignore", invalid="ignore"):
            return np.where(known, self._piece(k, t - self.t[k]), np.nan)

    def ends(self):
        """Limits from before at the starts of all pieces but the first, and where the curve jumps there."""
        dt = np.diff(self.t)
        with np.errstate(over="ignore", invalid="ignore"):
            before = self._piece(np.arange(len(dt)), dt)
            slack = 2.0**-40 * self._piece(np.arange(len(dt)), dt, sizes=True)
            starts = self.coefficients[self.at[1:]]
            jumps = ~(np.abs(starts - before) <= slack) & (starts != before) & ~np.isnan(before)
        return before, starts, jumps


# ---- Which variables there are ----------------------------------------------------------------------


class Table:
    """What a result has, by name: elements, and the arrays that they make up."""

    def __init__(self, names, variables, kinds, dtypes, units):
        self.names, self.vars, self.kinds, self.dtypes, self.units = names, variables, kinds, dtypes, units
        self.place = {name: k for k, name in enumerate(names)}
        self.numbers = variables.tolist()
        self._arrays = None

    @classmethod
    def of_run(cls, keep):
        if not hasattr(keep, "table"):
            pairs = keep.pairs
            keep.table = cls([d.element(k) for d, k in pairs], keep.vars, [d.kind for d, _ in pairs],
                             [d.dtype for d, _ in pairs], [d.unit for d, _ in pairs])
        return keep.table

    @property
    def arrays(self):
        """{name: (shape, places)}; shape None: some elements are missing."""
        if self._arrays is None:
            found = collections.defaultdict(list)
            for k, name in enumerate(self.names):
                groups = _INDICES.findall(name)
                if groups:
                    index = tuple(int(i) for g in groups for i in g.split(",") if i.strip())
                    found[_INDICES.sub("", name)].append((index, k))
            self._arrays = {name: _array_of(elements) for name, elements in found.items()}
        return self._arrays

    def find(self, name):
        """A place, (shape, places), or None."""
        if name in self.place:
            return self.place[name]
        if name in self.arrays:
            return self.arrays[name]
        stem = _INDICES.sub("", name)
        index = tuple(int(i) for g in _INDICES.findall(name) for i in g.split(",") if i.strip())
        return next((k for i, k in self.arrays.get(stem, (None, (), ()))[2] if i == index), None) if index else None


def _array_of(elements):
    elements.sort()
    rank = {len(index) for index, _ in elements}
    shape = tuple(max(axis) for axis in zip(*(index for index, _ in elements))) if len(rank) == 1 else None
    if shape is not None and int(np.prod(shape)) != len(elements):
        shape = None
    return shape, [k for _, k in elements], elements


# ---- Values ----------------------------------------------------------------------------------------


def typed(values, dtype):
    """As Integers or Booleans, where the variable is one and all values are."""
    if dtype == float or not np.all(np.isfinite(values)):
        return values
    return np.rint(values).astype(dtype)


def missed(curve, t):
    """(part of its range, how far) a curve goes beyond its values at t, as far as starts and ends of pieces tell."""
    if len(curve) < 2 or len(t) < 2:
        return 0.0, 0.0
    y = curve.values(t)
    before, starts, _ = curve.ends()
    inside = (curve.t[1:] >= t[0]) & (curve.t[1:] <= t[-1])
    at = np.concatenate([curve.t[1:][inside]] * 2)
    v = np.concatenate([before[inside], starts[inside]])
    if not len(v) or not np.all(np.isfinite(v)) or not np.all(np.isfinite(y)):
        return 0.0, 0.0
    k = np.clip(np.searchsorted(t, at, side="right") - 1, 0, len(t) - 2)
    beyond = np.maximum(v - np.maximum(y[k], y[k + 1]), np.minimum(y[k], y[k + 1]) - v)
    missed = float(beyond.max())
    size = max(float(v.max()), float(y.max())) - min(float(v.min()), float(y.min()))
    return (missed / size, missed) if missed > 0 and size > 0 else (0.0, 0.0)
