# SPDX-License-Identifier: MIT
"""solve_ivp against closed forms and against scipy's, with its conventions."""
import unittest
import warnings

from helper import Case
import numpy as np
import saltus
from scipy.integrate import solve_ivp as scipys


def pendulum(t, y):
    return [y[1], -np.sin(y[0])]


def decay(t, y, a=1.0):
    return -a * y


class Solutions(Case):
    def test_every_kind_of_method(self):
        reference = scipys(pendulum, (0, 5), [1, 0], rtol=1e-11, atol=1e-13, dense_output=True)
        t = np.linspace(0, 5, 40)
        for method in ("qss2", "qss3", "liqss2", "liqss3", "mliqss2", "auto", "abm", "radau5", "rodas4", "rk5"):
            r = saltus.solve_ivp(pendulum, (0, 5), [1, 0], method, dense_output=True, rtol=1e-3, atol=1e-4, estimate=False)
            self.assertTrue(r.success and r.status == 0, method)
            self.close(r.sol(t), reference.sol(t), 2e-2)
            self.close(r.y, reference.sol(r.t), 2e-2)

    def test_stiff(self):
        def f(t, y):
            return [100 * (np.cos(t) - y[0]), y[0] - y[1]]
        reference = scipys(f, (0, 5), [0, 1], "Radau", rtol=1e-9, atol=1e-11)
        for method in ("liqss2", "auto", "radau5"):
            r = saltus.solve_ivp(f, (0, 5), [0, 1], method, rtol=1e-3, atol=1e-4, estimate=False)
            self.close(r.y[:, -1], reference.y[:, -1], 1e-2)

    def test_members_are_scipys(self):
        ours, theirs = (solve(decay, (0, 1), [1.0, 2.0], dense_output=True) for solve in (saltus.solve_ivp, scipys))
        self.assertLessEqual(set(theirs), set(ours))
        self.assertEqual((ours.y.ndim, ours.y.shape[0], ours.t_events, ours.y_events), (2, 2, None, None))
        self.assertEqual(ours.sol(0.5).shape, theirs.sol(0.5).shape)
        self.assertEqual(ours.sol([0.1, 0.5, 0.7]).shape, (2, 3))
        self.assertIsNone(saltus.solve_ivp(decay, (0, 1), [1.0]).sol)
        self.assertTrue(np.isnan(ours.sol(2)).all())
        self.assertGreater(ours.nfev, 0)
        self.assertEqual(ours["t"][0], 0)
        self.assertIn("success", repr(ours))

    def test_t_eval_args_vectorized(self):
        t = np.linspace(0, 1, 5)
        r = saltus.solve_ivp(decay, (0, 1), [1.0], "qss3", t_eval=t, args=(3.0,), rtol=1e-6, atol=1e-9)
        self.assertTrue(np.array_equal(r.t, t))
        self.close(r.y[0], np.exp(-3 * t), 1e-4)
        shapes = set()

        def f(t, y):
            shapes.add(y.ndim)
            return -y
        r = saltus.solve_ivp(f, (0, 1), [1.0], "qss3", vectorized=True, rtol=1e-6, atol=1e-9)
        self.close(r.y[0, -1], np.exp(-1), 1e-4)
        self.assertEqual(shapes, {2})

    def test_backwards(self):
        r = saltus.solve_ivp(decay, (1, 0), [1.0], "qss3", rtol=1e-6, atol=1e-9, t_eval=[1, 0.5, 0], dense_output=True)
        self.close(r.y[0], np.exp([0, 0.5, 1]), 1e-4)
        self.close(r.sol(0.25), np.exp(0.75), 1e-4)
        self.assertTrue(np.all(np.diff(saltus.solve_ivp(decay, (1, 0), [1.0]).t) < 0))

    def test_tolerances(self):
        rough, fine = (saltus.solve_ivp(pendulum, (0, 5), [1, 0], rtol=r, atol=r, estimate=False) for r in (1e-2, 1e-5))
        self.assertGreater(fine.stats.steps, 1.5 * rough.stats.steps)
        r = saltus.solve_ivp(pendulum, (0, 5), [1, 0], rtol=0, atol=[1e-6, 1e-2], estimate=False)
        self.assertTrue(r.success)

    def test_jacobian_and_sparsity(self):
        def f(t, y):
            return np.array([-100 * y[0], y[0] - y[1], y[1] - y[2]])
        jac = np.array([[-100.0, 0, 0], [1, -1, 0], [0, 1, -1]])
        plain = saltus.solve_ivp(f, (0, 2), [1, 0, 0], rtol=1e-5, estimate=False)
        for given in (dict(jac=jac), dict(jac=lambda t, y: jac), dict(jac_sparsity=jac != 0)):
            r = saltus.solve_ivp(f, (0, 2), [1, 0, 0], rtol=1e-5, estimate=False, **given)
            self.close(r.y[:, -1], plain.y[:, -1], 1e-4)
        self.assertLess(saltus.solve_ivp(f, (0, 2), [1, 0, 0], rtol=1e-5, estimate=False, jac=jac).nfev, plain.nfev)

    def test_nothing_to_do(self):
        r = saltus.solve_ivp(decay, (1, 1), [2.0], dense_output=True)
        self.assertEqual((r.status, r.t.tolist(), r.y.tolist()), (0, [1], [[2]]))

    def test_random_systems(self):
        """Linear ones with sources, against the exponential of the matrix; all methods see the same model."""
        rng = np.random.default_rng(7)
        for k in range(4):
            n = int(rng.integers(1, 5))
            a = rng.normal(size=(n, n)) - 2 * np.eye(n)
            b, y0 = rng.normal(size=n), rng.normal(size=n)

            def f(t, y, a=a, b=b):
                return a @ y + b * np.cos(3 * t)
            reference = scipys(f, (0, 3), y0, rtol=1e-10, atol=1e-12)
            for method in ("liqss2", "qss3", "radau5"):
                r = saltus.solve_ivp(f, (0, 3), y0, method, rtol=1e-3, atol=1e-4, estimate=False)
                self.close(r.y[:, -1], reference.y[:, -1], 2e-2)


class Events(Case):
    def test_like_scipy(self):
        def crossing(t, y):
            return y[0]
        for direction in (0, 1, -1):
            crossing.direction = direction
            ours, theirs = (solve(pendulum, (0, 8), [1, 0], rtol=1e-5, atol=1e-6, events=crossing, **more)
                            for solve, more in ((saltus.solve_ivp, dict(estimate=False, method="qss3")), (scipys, {})))
            self.assertEqual(len(ours.t_events[0]), len(theirs.t_events[0]), direction)
            self.close(ours.t_events[0], theirs.t_events[0], 1e-3)
            self.close(ours.y_events[0], theirs.y_events[0], 1e-3)
            self.assertEqual(ours.y_events[0].shape, theirs.y_events[0].shape)

    def test_terminal(self):
        def ground(t, y):
            return y[0]

        def apex(t, y):
            return y[1]
        ground.terminal, ground.direction = True, -1
        r = saltus.solve_ivp(lambda t, y: [y[1], -10], (0, 100), [0.001, 20], events=[ground, apex], rtol=1e-5)
        self.assertEqual((r.status, r.success), (1, True))
        self.close(r.t[-1], 4, 1e-3)
        self.close(r.t_events[1], 2, 1e-4)
        ground.terminal, ground.direction = 3, 0
        r = saltus.solve_ivp(lambda t, y: [np.cos(t)], (0, 100), [0.1], events=ground, rtol=1e-5, estimate=False)
        self.assertEqual(len(r.t_events[0]), 3)

    def test_states_that_pass_zero(self):
        """The ball starts at rest, and the run is long: differences must not drown in rounding."""
        def floor(t, y):
            return y[0]
        end = np.sqrt(2 / 9.81)
        for floor.terminal in (True, False):
            for method in ("qss2", "qss3", "qss4", "liqss2", "liqss3", "auto", "abm", "rk5"):
                r = saltus.solve_ivp(lambda t, y: [y[1], -9.81], (0, 100), [1, 0], method, events=floor, estimate=False)
                self.assertEqual(len(r.t_events[0]), 1, method)
                self.close(r.t_events[0], end, 1e-3)

    def test_backwards(self):
        def g(t, y):
            return y[0] - 2
        g.terminal = True
        r = saltus.solve_ivp(decay, (0, -5), [1.0], events=g, method="qss3", rtol=1e-6)
        self.close(r.t_events[0], -np.log(2), 1e-4)


class Trouble(Case):
    def test_exceptions_reach_the_caller(self):
        class Mine(Exception):
            pass

        def late(t, y):
            if t > 0.5:
                raise Mine("here")
            return -y
        for method in ("liqss2", "qss3", "radau5", "auto"):
            self.refused(Mine, "here", saltus.solve_ivp, late, (0, 1), [1.0], method)
        self.refused(ZeroDivisionError, "zero", saltus.solve_ivp, lambda t, y: 1 / 0, (0, 1), [1.0])

        def bad_event(t, y):
            raise Mine("event")
        self.refused(Mine, "event", saltus.solve_ivp, decay, (0, 1), [1.0], events=bad_event)

        def interrupted(t, y):
            raise KeyboardInterrupt
        self.assertRaises(KeyboardInterrupt, saltus.solve_ivp, interrupted, (0, 1), [1.0])

    def test_failures_are_told(self):
        r = saltus.solve_ivp(lambda t, y: y**2, (0, 2), [1.0])
        self.assertEqual((r.status, r.success), (-1, False))
        self.close(r.t[-1], 1, 1e-2)
        self.assertIn("y1", r.message)
        r = saltus.solve_ivp(lambda t, y: [np.nan if t > 0.3 else -y[0]], (0, 1), [1.0])
        self.assertFalse(r.success)

    def test_errors_are_estimated(self):
        with self.assertWarnsRegex(saltus.RunWarning, r"the error of y\[0\] is about .* times its tolerance"):
            r = saltus.solve_ivp(lambda t, y: 10 * (y - np.sin(t)), (0, 1), [10 / 101], method="qss2")
        self.assertGreater(r.errors["y[0]"].tolerances, 10)

    def test_what_happens_while_nothing_moves(self):
        """A derivative that is 0 now, and not later: fun is looked at every max_step."""
        r = saltus.solve_ivp(lambda t, y: [np.exp(-((t - 7) / 0.2)**2)], (0, 10), [0.0])
        self.close(r.y[0, -1], 0.2 * np.sqrt(np.pi), 1e-3)
        r = saltus.solve_ivp(lambda t, y: [1.0 if 3 < t < 4 else 0.0], (0, 10), [0.0], max_step=0.01)
        self.close(r.y[0, -1], 1, 0.02)
        with self.assertWarnsRegex(saltus.RunWarning, "may overlook"):
            saltus.solve_ivp(decay, (0, 1), [1.0], max_step=np.inf)

    def test_wrong_arguments(self):
        for pattern, arguments in (("one dimension", (decay, (0, 1), [[1.0]])), ("complex", (decay, (0, 1), [1j])), ("finite", (decay, (0, 1), [np.nan])),
                                   ("not finite", (decay, (0, np.inf), [1.0])), ("shape", (lambda t, y: [1, 2], (0, 1), [1.0])),
                                   ("no method", (decay, (0, 1), [1.0], "RK45")), ("not be empty", (decay, (0, 1), []))):
            self.refused((ValueError, KeyError), pattern, saltus.solve_ivp, *arguments)
        for pattern, more in (("within t_span", dict(t_eval=[2])), ("sorted", dict(t_eval=[1, 0.5])), ("negative", dict(rtol=-1)),
                              ("both 0", dict(rtol=0, atol=0)), ("max_step", dict(max_step=0)), ("jac has the shape", dict(jac=np.eye(3))),
                              ("jac_sparsity", dict(jac_sparsity=np.eye(3))), ("no option 'first_step'", dict(first_step=1))):
            self.refused((ValueError, KeyError), pattern, saltus.solve_ivp, decay, (0, 1), [1.0], **more)
        self.assertRaises(TypeError, saltus.solve_ivp, 3, (0, 1), [1.0])


if __name__ == "__main__":
    warnings.simplefilter("error")
    unittest.main()
