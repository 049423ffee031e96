# SPDX-License-Identifier: MIT
"""Names of a model: declarations, elements of arrays, and which of them a name means.

A declaration is a scalar or an array; elements are named x[1], x[2,3], or stage[3].c.x where the array is one of parts
(include/saltus_model.h, saltus_variable). Elements of one kind are numbered through.
"""
import itertools
import re

import numpy as np

from . import _lib
from ._errors import UnknownName, nearest
from ._lib import text

KINDS = {_lib.STATE: "state", _lib.DISCRETE: "discrete", _lib.PARAMETER: "parameter", _lib.OUTPUT: "output"}
DTYPES = {_lib.TYPE_REAL: np.dtype(float), _lib.TYPE_INTEGER: np.dtype(np.int64), _lib.TYPE_BOOLEAN: np.dtype(bool)}
_HOLE = re.compile(r"(?<=[\[,])#(?=[\],])")
_HOLES = re.compile(r"\[#(?:,#)*\]")
_INDICES = re.compile(r"\[\s*([\d\s,]+?)\s*\]")
_QUOTED = re.compile(r"'(?:\\.|[^'\\])*'")


def _unquoted(name):
    return _QUOTED.sub("q", name)


def presentable(name):
    """Not made by the compiler, and no relation."""
    return not name.startswith("__") and not re.search(r"[ <>=+\-*/(]", _unquoted(name))


def subscripted(label, indices):
    """Element of a declaration: ("stage[#].x", (3, 2)) -> "stage[3].x[2]"."""
    if not indices:
        return label
    if " " in _unquoted(label):
        return f"({label})[{','.join(map(str, indices))}]"
    rest = list(indices)
    named = _HOLE.sub(lambda hole: str(rest.pop(0)) if rest else "#", label)
    return named + (f"[{','.join(map(str, rest))}]" if rest else "")


class Declared:
    """One declaration: a scalar or an array. .first is the number of its first element among those of its kind."""
    __slots__ = ("name", "label", "kind", "shape", "count", "first", "unit", "description", "start", "min", "max", "nominal",
                 "dtype", "hidden")

    def __init__(self, entry, kind, first, dtype, hidden):
        self.label = text(entry.name)
        self.name = _HOLES.sub("", self.label)
        self.kind, self.first, self.dtype, self.hidden = kind, first, dtype, hidden
        self.shape = tuple(n for n in itertools.takewhile(bool, entry.size))
        self.count = int(np.prod(self.shape)) if self.shape else 1
        self.unit, self.description = text(entry.unit), text(entry.text)
        self.start, self.nominal = entry.start, entry.nominal or None
        self.min, self.max = (None, None) if entry.min == entry.max == 0 else (entry.min, entry.max)

    def element(self, k):
        """Name of element k = 0, 1 ..."""
        if not self.shape:
            return self.name
        return subscripted(self.label, tuple(int(i) + 1 for i in np.unravel_index(k, self.shape)))

    def elements(self):
        return (self.element(k) for k in range(self.count))

    def place(self, indices):
        """Number of the element with these indices, counted from 1; None: there is none."""
        if len(indices) != len(self.shape) or not all(1 <= i <= n for i, n in zip(indices, self.shape)):
            return None
        return int(np.ravel_multi_index([i - 1 for i in indices], self.shape))

    def __repr__(self):
        shape = str(list(self.shape)) if self.shape else ""
        unit = f" [{self.unit}]" if self.unit else ""
        return f"<{KINDS[self.kind]} {self.name}{shape}{unit}{': ' + self.description if self.description else ''}>"


class Names:
    """All declarations of a model."""

    def __init__(self, declared, what):
        self.declared, self.what = declared, what
        self.by_name = {}
        for d in declared:
            self.by_name.setdefault(d.name, d)
        self.found = {}

    def find(self, name):
        """(declaration, number of the element or None for the whole); None: no such name."""
        if name not in self.found:
            self.found[name] = self._find(name)
        return self.found[name]

    def _find(self, name):
        if name in self.by_name:
            return self.by_name[name], None
        groups = _INDICES.findall(name)
        d = self.by_name.get(_INDICES.sub("", name)) if groups else None
        place = d.place([int(i) for g in groups for i in g.split(",") if i.strip()]) if d else None
        return None if place is None else (d, place)

    def unknown(self, name, what, kinds=tuple(KINDS), more=()):
        """The exception for a name that there is not."""
        near = self.by_name.get(_INDICES.sub("", name))
        if near is not None and near.kind in kinds and near.shape:
            hint = f"; '{near.name}' is an array, its last element is '{near.element(near.count - 1)}'"
        else:
            known = [d.name for d in self.declared if d.kind in kinds and presentable(d.name)]
            hint = nearest(name, known + list(more))
        return UnknownName(f"{self.what} has no {what} '{name}'{hint}", variable=name)


def matcher(patterns):
    """Does a name fit one of the patterns (* and ? as in file names, brackets as they are)?"""
    texts = [re.escape(p).replace(r"\*", ".*").replace(r"\?", ".") for p in patterns]
    return re.compile("|".join(f"(?:{t})" for t in texts) or "(?!)").fullmatch
