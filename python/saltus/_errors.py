# SPDX-License-Identifier: MIT
"""Exceptions and warnings, and messages of the library as both.

    SaltusError                 all of them
      ModelError                the text of a model has errors: .messages
      RunError                  a run did not come to its end: .t, .variable, .status, .result
        LimitError              ... because of a limit in the options: what there is by then is complete
      UnknownName (KeyError)    no variable, parameter, option or method of that name
      ArgumentError (ValueError) a value outside its range
      FileError (OSError)       a file cannot be read or written, or is damaged

    SaltusWarning
      CompileWarning            of the compiler
      RunWarning                of a run: how good its result is
"""
import difflib
import math
import os
import sys
import threading
import warnings

from . import _lib
from ._lib import text


class SaltusError(Exception):
    """What Saltus cannot do. Where it is known, .file, .line, .column, .t (time) and .variable say more."""

    def __init__(self, message, *, messages=(), status=None, file=None, line=None, column=None, t=None, variable=None,
                 hint=None, result=None):
        super().__init__(message)
        self.messages, self.status, self.file, self.line, self.column = list(messages), status, file, line, column
        self.t, self.variable, self.hint, self.result = t, variable, hint, result

    def __str__(self):
        return str(self.args[0]) if self.args else ""

    def __reduce__(self):
        state = dict(self.__dict__, result=None)
        return _again, (type(self), str(self), state)


def _again(kind, message, state):
    error = kind(message)
    error.__dict__.update(state)
    return error


class ModelError(SaltusError):
    """The text of a model has errors; .messages has all of them."""


class RunError(SaltusError):
    """A run has ended before its time; .result has what there was until then, or is None."""


class LimitError(RunError):
    """A limit that the options set was reached; .result is complete until then."""


class UnknownName(SaltusError, KeyError):
    """There is no variable, parameter, option or method of that name."""


class ArgumentError(SaltusError, ValueError):
    """A value is outside of its range."""


class FileError(SaltusError, OSError):
    """A file cannot be read or written, or is damaged."""


class SaltusWarning(UserWarning):
    """All warnings of Saltus."""


class CompileWarning(SaltusWarning):
    """The compiler notes something about a model."""


class RunWarning(SaltusWarning):
    """A run notes how good its result is."""


class Message:
    """One message of the library: .text, .hint, .file, .line, .column, .t, .variable, .status (below 0: an error)."""
    __slots__ = ("status", "file", "line", "column", "t", "variable", "text", "hint")

    def __init__(self, d):
        self.status, self.text, self.hint = d.status, text(d.text) or "", text(d.hint)
        self.file, self.line, self.column = text(d.at.file), d.at.line or None, d.at.col or None
        self.t, self.variable = None if math.isnan(d.t) else d.t, text(d.var)

    def __str__(self):
        where = self.file or ""
        if self.line:
            where += f":{self.line}:{self.column or 0}"
        parts = [where] if where else []
        if self.t is not None and (self.variable or self.status < 0) and not (self.line and self.t == 0):
            parts.append(f"t = {self.t:.9g}")
        if self.variable:
            parts.append(self.variable)
        line = ": ".join(parts + [self.text])
        return line + (f"\n    = hint: {self.hint}" if self.hint else "")

    __repr__ = __str__

    def __getstate__(self):
        return {name: getattr(self, name) for name in self.__slots__}

    def __setstate__(self, state):
        for name, value in state.items():
            setattr(self, name, value)


class Collector:
    """A function for saltus_diag_fn that collects messages."""

    def __init__(self):
        self.messages = []
        self.function = _lib.DIAG(self._add)

    def _add(self, user, d):
        self.messages.append(Message(d[0]))

    @property
    def address(self):
        return _lib.ctypes.cast(self.function, _lib.c_void_p)


def error_of(kind, status, messages, what, result=None):
    """The exception for a status below 0; its text is that of all error messages."""
    errors = [m for m in messages if m.status < 0]
    first = errors[0] if errors else None
    told = "\n".join(str(m) for m in errors) or f"{what}: {text(_lib.lib.saltus_status_text(status))}"
    error = kind(told, messages=messages, status=text(_lib.lib.saltus_status_name(status)), result=result)
    if first:
        error.file, error.line, error.column = first.file, first.line, first.column
        error.t, error.variable, error.hint = first.t, first.variable, first.hint
    return error


def _outside():
    """How many frames up the first one is that is not of this package."""
    here, level = os.path.dirname(os.path.abspath(__file__)), 1
    frame = sys._getframe(1)
    while frame is not None and os.path.dirname(os.path.abspath(frame.f_code.co_filename)) == here:
        frame, level = frame.f_back, level + 1
    return level


class collected:
    """While this lasts, warnings of this thread are kept in a list. (warnings.catch_warnings is for all threads at once.)"""
    present = threading.local()

    def __enter__(self):
        self.before = getattr(self.present, "list", None)
        self.present.list = told = []
        return told

    def __exit__(self, *ignored):
        self.present.list = self.before


def warn(message, kind=RunWarning):
    """As a warning at the line of the caller's program."""
    told = getattr(collected.present, "list", None)
    if told is not None:
        told.append((str(message), kind))
        return
    warnings.warn(str(message), kind, stacklevel=_outside())


def nearest(name, names):
    """"; did you mean 'x'?", or nothing."""
    names = list(names)
    folded = {n.lower(): n for n in reversed(names)}
    found = [folded[name.lower()]] if name.lower() in folded else difflib.get_close_matches(name, names, 1, 0.6)
    if not found and len(name) > 2:
        longer = sorted((n for n in names if n.lower().startswith(name.lower())), key=len)
        found = longer[:1]
    return f"; did you mean '{found[0]}'?" if found else ""
