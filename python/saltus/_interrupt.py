# SPDX-License-Identifier: MIT
"""Ctrl-C during a run.

Python handles signals in its main thread, between two of its instructions. A run is one call into the library, so a
thread pauses the run of the main thread twenty times a second (saltus_sim_stop); the call returns between two events,
Python looks at its signals, and the run goes on. Runs of other threads need no pauses. A paused run gives the same
bits. The thread sleeps while there is no run.
"""
import os
import sys
import threading
import time

from . import _lib

PERIOD = 0.05
IDLE = 40  # periods without a run after which the thread sleeps


class _Pauser:
    def __init__(self):
        self.lock = threading.Lock()
        self.wake = threading.Event()
        self.thread = None
        self.sim = None
        self.runs = 0

    def _loop(self):
        seen, quiet = -1, 0
        while True:
            time.sleep(PERIOD)
            with self.lock:
                if self.sim:
                    _lib.lib.saltus_sim_stop(self.sim)
                quiet = 0 if self.sim or self.runs != seen else quiet + 1
                seen = self.runs
                if quiet > IDLE:
                    self.wake.clear()
            if quiet > IDLE:
                self.wake.wait()
                quiet = 0

    def watch(self, sim):
        """The run of the main thread from now on; None: there is none."""
        with self.lock:
            self.sim = sim
            self.runs += 1
            if sim is None:
                return
            if self.thread is None:
                self.wake.set()
                self.thread = threading.Thread(target=self._loop, name="saltus-pause", daemon=True)
                self.thread.start()
            elif not self.wake.is_set():
                self.wake.set()


_pauser = _Pauser()


def _after_fork():
    global _pauser
    _pauser = _Pauser()


os.register_at_fork(after_in_child=_after_fork)


def in_main_thread():
    return threading.current_thread() is threading.main_thread()


class Group:
    """Runs of other threads that belong together: give_up ends them all, by KeyboardInterrupt in their threads."""
    present = threading.local()

    def __init__(self):
        self.lock, self.sims, self.over = threading.Lock(), set(), False

    def __enter__(self):
        Group.present.value = self

    def __exit__(self, *ignored):
        Group.present.value = None

    def add(self, sim):
        with self.lock:
            self.sims.add(sim.value)

    def remove(self, sim):
        with self.lock:
            self.sims.discard(sim.value)

    def give_up(self):
        with self.lock:
            self.over = True
            for sim in self.sims:
                _lib.lib.saltus_sim_stop(sim)


def _run_in_group(group, sim, until):
    group.add(sim)
    try:
        status = _lib.STOPPED
        while status == _lib.STOPPED and not group.over:
            status = _lib.lib.saltus_sim_run(sim, until)
    finally:
        group.remove(sim)
    if group.over:
        raise KeyboardInterrupt
    return status


def run(sim, until):
    """saltus_sim_run that Ctrl-C can end, by KeyboardInterrupt."""
    go = _lib.lib.saltus_sim_run
    if not in_main_thread():
        group = getattr(Group.present, "value", None)
        if group is not None:
            return _run_in_group(group, sim, until)
        status = go(sim, until)
        while status == _lib.STOPPED:
            status = go(sim, until)
        return status
    try:
        _pauser.watch(sim)
        status = go(sim, until)
        while status == _lib.STOPPED:
            status = go(sim, until)
        return status
    finally:
        _pauser.watch(None)


class Watch:
    """A saltus_estimate_watch_fn: the runs of an estimate end when .give_up is called."""

    def __init__(self):
        self.lock, self.sim, self.over = threading.Lock(), None, False
        self.function = _lib.WATCH(self._watch)

    def _watch(self, user, sim):
        with self.lock:
            self.sim = sim
            return int(self.over)

    def give_up(self):
        with self.lock:
            self.over = True
            if self.sim:
                _lib.lib.saltus_sim_stop(self.sim)

    @property
    def address(self):
        return _lib.ctypes.cast(self.function, _lib.c_void_p)


class caught:
    """While this lasts, a KeyboardInterrupt that Python raises in a callback before its first instruction, where the callback
    cannot catch it, becomes .error of the target and not a line on stderr."""

    def __init__(self, target):
        self.target = target

    def __enter__(self):
        self.before = sys.unraisablehook
        sys.unraisablehook = self._hook

    def __exit__(self, *ignored):
        sys.unraisablehook = self.before

    def _hook(self, what):
        if isinstance(what.exc_value, KeyboardInterrupt):
            self.target.error = what.exc_value
        else:
            self.before(what)


def call(function, give_up=None):
    """Calls it so that Ctrl-C in the main thread is noticed at once; the call itself then goes on in the background, until
    what give_up asks for has been done."""
    if not in_main_thread():
        return function()
    box = []

    def work():
        try:
            box.append((function(), None))
        except BaseException as error:
            box.append((None, error))
        finally:
            done.set()

    done = threading.Event()
    threading.Thread(target=work, name="saltus-work", daemon=True).start()
    try:
        done.wait()
    except BaseException:
        if give_up:
            give_up()
            done.wait()
        raise
    value, error = box[0]
    if error is not None:
        raise error
    return value
