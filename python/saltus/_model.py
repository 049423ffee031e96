# SPDX-License-Identifier: MIT
"""Models: load() and what it returns."""
import ctypes
import hashlib
import os
import re
import threading
import types
from typing import Any, List, Mapping, Optional, Sequence, Tuple, Union

from . import _gallery, _interrupt, _lib, _run
from ._errors import ArgumentError, Collector, CompileWarning, FileError, ModelError, error_of, warn
from ._lib import text
from ._names import DTYPES, KINDS, Declared, Names, presentable
from ._result import Result

_AUTO, _INTERPRETED = 0, 2
Tolerance = Union[float, Tuple[float, float]]


class Compiled:
    """A model as the library has it; freed with its last user."""

    def __init__(self, address, is_diagram, structural):
        self.address, self.is_diagram, self.structural = address, is_diagram, structural
        get = _lib.lib.saltus_diagram_model if is_diagram else _lib.lib.saltus_compiled_model
        self.model = get(address)
        self.name = text(self.model[0].name)
        self.names = Names(self._declarations(), f"{'diagram' if is_diagram else 'model'} {self.name}")
        self.count = {kind: sum(d.count for d in self.names.declared if d.kind == kind) for kind in KINDS}
        self.base = {_lib.STATE: 0, _lib.DISCRETE: self.count[_lib.STATE],
                     _lib.OUTPUT: self.count[_lib.STATE] + self.count[_lib.DISCRETE]}
        self.method = text(self.model[0].experiment.method) or "auto"
        self.is_structural, self.chosen, self.ambiguous, self._marks = {}, {}, None, None

    def __del__(self):
        if _lib is not None and self.address:
            (_lib.lib.saltus_diagram_free if self.is_diagram else _lib.lib.saltus_compiled_free)(self.address)

    def _declarations(self):
        tables = self.model[0]
        return [d for kind, table in ((_lib.PARAMETER, tables.parameters), (_lib.STATE, tables.states),
                                      (_lib.DISCRETE, tables.discretes), (_lib.OUTPUT, tables.outputs))
                for d in self._table(kind, table)]

    def _table(self, kind, table):
        first, k = 0, 0
        while table and table[k].name is not None:
            repeats, dtype = False, float
            if not self.is_diagram:
                repeats = kind == _lib.OUTPUT and bool(_lib.lib.saltus_compiled_repeats(self.address, k))
                dtype = DTYPES.get(_lib.lib.saltus_compiled_type(self.address, kind, k), DTYPES[_lib.TYPE_REAL])
            d = Declared(table[k], kind, first, dtype, repeats)
            yield d
            first, k = first + d.count, k + 1

    def took(self, name):
        """Was this value built in?"""
        return name in self.structural

    def needs_compiling(self, name):
        """Do sizes depend on this parameter? Of diagrams, all values are taken when they are loaded."""
        if self.is_diagram:
            return True
        if name not in self.is_structural:
            self.is_structural[name] = bool(_lib.lib.saltus_compiled_structural(self.address, name.encode()))
        return self.is_structural[name]

    def marks(self):
        """(names of events: guards, then clocks; how many of them are guards)"""
        if self._marks is None:
            guards, clocks = (list(_events(table)) for table in (self.model[0].guards, self.model[0].clocks))
            self._marks = guards + clocks, len(guards)
        return self._marks


def _events(table):
    k = 0
    while table and table[k].name is not None:
        yield from Declared(_as_variable(table[k]), _lib.GUARD, 0, None, False).elements()
        k += 1


def _as_variable(guard):
    return _lib.Variable(name=guard.name, size=guard.size)


class Source:
    """Where the text of a model is; it can be sent to other processes."""

    def __init__(self, path, code, class_name, library, interpret, external):
        self.path, self.code, self.class_name = path, code, class_name
        self.library, self.interpret, self.external = library, interpret, external
        self.key = hashlib.sha256(self._bytes()).hexdigest()

    def _bytes(self):
        if self.code is not None:
            return self.code
        try:
            with open(self.path, "rb") as file:
                return file.read()
        except OSError as error:
            raise FileError(f"{self.path}: {error.strerror}", file=self.path) from None

    @property
    def is_diagram(self):
        return (self.path or "").endswith(".json") or (self.code is not None and self.code.lstrip()[:1] == b"{")

    def __getstate__(self):
        return dict(self.__dict__, sent=self._bytes())

    def __setstate__(self, state):
        """The file may be elsewhere, or another one, where this arrives: what was sent counts."""
        sent = state.pop("sent")
        self.__dict__.update(state)
        try:
            here = self._bytes()
        except FileError:
            here = None
        if here is not None and hashlib.sha256(here).hexdigest() == hashlib.sha256(sent).hexdigest() == self.key:
            return
        if hashlib.sha256(sent).hexdigest() != self.key:
            raise ModelError(f"{self.path} has changed since it was loaded; load it again", file=self.path)
        self.code = sent

    def compile(self, sets):
        """Compiles with values of structural parameters. All messages are told; errors raise ModelError."""
        collector = Collector()
        listed = (_lib.Set * max(1, len(sets)))(*[_lib.Set(name.encode(), value) for name, value in sets.items()])
        library = ":".join(self.library).encode() or None
        address = ctypes.c_void_p()
        status = _interrupt.call(lambda: self._compile(collector, listed, len(sets), library, address))
        for message in collector.messages:  # there is no time yet
            message.t, message.file = None, message.file or self.path
        if status < 0:
            kind = {_lib.EIO: FileError, _lib.EARG: ArgumentError, _lib.ENOMEM: MemoryError}.get(status, ModelError)
            if kind is MemoryError:
                raise MemoryError(f"not enough memory for the model {self.path or ''}")
            raise error_of(kind, status, collector.messages, self.path or "the model")
        return Compiled(address, self.is_diagram, dict(sets)), collector.messages

    def _compile(self, collector, sets, n, library, address):
        name = (self.path or "<text>").encode()
        if self.is_diagram:
            o = _lib.DiagramOptions(struct_size=ctypes.sizeof(_lib.DiagramOptions), sets=sets, n_sets=n, library=library,
                                    interpret=self.interpret, engine=_lib.engine, diag=collector.address,
                                    no_external=not self.external)
            if self.code is not None:
                return _lib.lib.saltus_diagram_parse(name, self.code, len(self.code), o, address)
            return _lib.lib.saltus_diagram_load(name, o, address)
        o = _lib.CompileOptions(struct_size=ctypes.sizeof(_lib.CompileOptions), library=library, sets=sets, n_sets=n,
                                model=self.class_name.encode() if self.class_name else None, diag=collector.address,
                                backend=_INTERPRETED if self.interpret else _AUTO, no_external=not self.external)
        if self.code is not None:
            return _lib.lib.saltus_compile_text(name, self.code, len(self.code), o, address)
        return _lib.lib.saltus_compile_file(name, o, address)


def _is_text(model):
    """A text, and not a path: it has several lines, or it declares something and ends."""
    return "\n" in model or model.lstrip().startswith("{") or bool(
        re.search(r"\b(model|block|class|package|partial|encapsulated)\s+\w+.*;\s*\Z", model, re.S))


class Model:
    """A model that can be run, any number of times, in any thread. load() makes one.

    .name, .description     what the text says
    .variables              {name: declaration} of all that a result can have
    .parameters             {name: declaration} of all that run() can set
    .experiment             what the text suggests: start, stop, rel, abs, interval, method, watch
    run(...)                makes a run

    It can be pickled and copied: what is sent is its text, and whoever receives it compiles it again (which takes a
    millisecond where the compiled code is in the cache).
    """

    def __init__(self, source, announce=True):
        self._source = source
        self._lock = threading.Lock()
        self._compiled, messages = source.compile({})
        self._variants = {(): self._compiled}
        self._told = set()
        self._tell(messages, announce)

    def _tell(self, messages, announce=True):
        """Notes of the compiler, each once."""
        for message in map(str, messages):
            if announce and message not in self._told:
                warn(message, CompileWarning)
            self._told.add(message)

    # ---- What it is ---------------------------------------------------------------------------------

    @property
    def name(self) -> str:
        """Its name in the text."""
        return self._compiled.name

    @property
    def path(self) -> Optional[str]:
        """Of its file; None: it was given as text."""
        return self._source.path

    @property
    def description(self) -> str:
        """What the text says the model is."""
        return text(self._compiled.model[0].experiment.text) or ""

    def _kind(self, *kinds):
        return types.MappingProxyType({d.name: d for d in self._compiled.names.declared
                                       if d.kind in kinds and presentable(d.name)})

    @property
    def variables(self) -> Mapping[str, Declared]:
        """What a result can have: states, discretes, outputs, by name."""
        return self._kind(_lib.STATE, _lib.DISCRETE, _lib.OUTPUT)

    @property
    def states(self) -> Mapping[str, Declared]:
        """The states, by name."""
        return self._kind(_lib.STATE)

    @property
    def parameters(self) -> Mapping[str, Declared]:
        """The parameters, by name. .start is the value, where the text has a number."""
        return self._kind(_lib.PARAMETER)

    @property
    def experiment(self):
        """What the text suggests for a run; None: nothing."""
        e = self._compiled.model[0].experiment
        return types.SimpleNamespace(start=e.start, stop=e.stop or None, rel=e.rel or None, abs=e.abs or None,
                                     interval=e.interval or None, method=text(e.method), watch=_run.watched(self._compiled))

    # ---- Runs ---------------------------------------------------------------------------------------

    def run(self, stop: Optional[float] = None, *, start: Optional[float] = None, tol: Optional[Tolerance] = None,
            accuracy: Optional[Tolerance] = None, method: Optional[str] = None, interval: Optional[float] = None,
            times: Optional[Sequence[float]] = None, vars: Union[str, Sequence[str], None] = None,
            params: Optional[Mapping[str, Any]] = None, methods: Optional[Mapping[str, str]] = None,
            quanta: Optional[Mapping[str, Tolerance]] = None, estimate: Optional[bool] = None,
            max_events: Optional[int] = None, seed: Optional[int] = None, options: Optional[Mapping[str, Any]] = None,
            **given: Any) -> Result:
        """Runs the model; returns a Result. All arguments may be left out.

        stop, start      times; else the model's, else 0 and start + 1
        tol              tolerance, REL or (REL, ABS): the quantum of a state x is max(REL*|x|, ABS)
        accuracy         instead of tol: the errors that the result may have, REL or (REL, ABS); looks for a tolerance
        method           name of a method; else the model's, else "auto"
        interval         the grid of r["x"]: a value every interval; 0: at every change, twice where a value jumps; else
                         the model's, else 500 intervals
        times            the grid of r["x"] as an array of times; stop is then the last of them
        vars             names or patterns (* and ?) of what is kept; else everything
        params           {name: value} of parameters and start values; arrays for arrays. The same as keywords: R=5
        methods          {pattern: method} of single states
        quanta           {pattern: REL or (REL, ABS)} of single states
        estimate         True, False, or None: a second, finer run tells the errors, if the first one was short;
                         r.errors has them, and errors above ten tolerances are warned of
        max_events       ends the run with LimitError after so many steps and events
        seed             of the random numbers
        options          {name: value} of options of methods, as in `saltus run --help`; the same as keywords: band=3

        Whatever the command `saltus run` warns of comes as a RunWarning. A run that cannot go on raises RunError with the
        time and the variable; .result is what there was until then. Ctrl-C raises KeyboardInterrupt.
        """
        return _run.run(self, stop, given, start=start, tol=tol, accuracy=accuracy, method=method, interval=interval, times=times,
                        vars=vars, params=params, methods=methods, quanta=quanta, estimate=estimate, max_events=max_events,
                        seed=seed, options=options)

    def variant(self, sets):
        """Compiled with the values of those parameters that sizes depend on, and whatever else must be built in."""
        key = tuple(sorted(sets.items()))
        with self._lock:
            found = self._variants.get(key)
            if found is None:
                found, messages = self._source.compile(dict(key))
                if len(self._variants) > 64:  # a sweep over sizes
                    del self._variants[next(k for k in self._variants if k)]
                self._variants[key] = found
                self._tell(messages)
        return found

    # ---- As an object -------------------------------------------------------------------------------

    def __reduce__(self):
        return _received, (self._source,)

    def __copy__(self):
        return self

    def __deepcopy__(self, memo):
        return Model(self._source, announce=False)

    def __repr__(self):
        count = self._compiled.count
        counted = ", ".join(f"{count[kind]} {name}{'s' if count[kind] != 1 else ''}" for kind, name in KINDS.items() if count[kind])
        return f"<saltus.Model {self.name}: {counted}>"

    def _repr_html_(self):
        import html
        rows = "".join(f"<tr><td>{html.escape(d.name)}{list(d.shape) or ''}</td><td>{KINDS[d.kind]}</td><td>{d.start:g}</td>"
                       f"<td>{html.escape(d.unit or '')}</td><td style='text-align:left'>{html.escape(d.description or '')}</td></tr>"
                       for d in self._compiled.names.declared[:100] if presentable(d.name))
        return (f"<b>{html.escape(self.name)}</b> {html.escape(self.description)}<table><tr><th>name</th><th>kind</th>"
                f"<th>start or value</th><th>unit</th><th></th></tr>{rows}</table>")


_received_models = {}


def _received(source):
    """Of a pickle: a process that receives a model again and again compiles it once."""
    key = (source.path, source.key, source.class_name, tuple(source.library), source.interpret, source.external)
    model = _received_models.get(key)
    if model is None:
        if len(_received_models) > 32:
            _received_models.clear()
        model = _received_models[key] = Model(source, announce=False)
    return model


def load(model: Union[str, "os.PathLike[str]"], *, name: Optional[str] = None, library: Union[str, Sequence[str], None] = None,
         interpret: bool = False, external: bool = True) -> Model:
    """Loads a model and compiles it; returns a Model.

    model       path of a .mo or .json file, name of a model of the gallery ("buck"), dotted name of a class
                ("Saltus.Examples.Rc"), or the text itself
    name        which class of the file; else the only one, or the last
    library     folder or folders of packages; SALTUS_PATH and the library of parts come after them
    interpret   do not compile to native code; the same results, more slowly
    external    False: models with functions in C are refused

    Errors in the text raise ModelError, which has all of them; what the compiler notes comes as CompileWarning. A file
    that has changed is compiled anew by the next load.
    """
    if isinstance(model, os.PathLike):
        model = os.fspath(model)
        if isinstance(model, bytes):
            model = os.fsdecode(model)
        if not os.path.isfile(model):
            raise FileError(f"there is no file '{model}'", file=model)
    if not isinstance(model, str):
        raise TypeError(f"a model is a path, a name or a text, not {type(model).__name__}")
    if not model.strip():
        raise ArgumentError("the name of the model is empty")
    if "\0" in model:
        raise ArgumentError("the text or path of a model has a zero byte")
    folders = _gallery.libraries(library)
    if _is_text(model):
        return Model(Source(None, model.encode(), name, folders, interpret, external))
    path, class_name = _gallery.find(model, folders)
    return Model(Source(os.path.abspath(path), None, name or class_name, folders, interpret, external))


def models() -> List[str]:
    """Names of the models of the gallery; load(name) loads one."""
    return _gallery.models()
