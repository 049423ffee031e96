#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes the files *.events: what each model of this folder must do, from closed forms.

Every function below is one model. It says the formula in a comment of the file and computes it with 30 digits.
None of it uses Saltus. Run it after a change of a model; mpmath is all it needs."""
import os
from mpmath import mp, mpf, sqrt, log, exp, pi, sin, cos, acos, floor

mp.dps = 30
here = os.path.dirname(os.path.abspath(__file__))


class File:
    def __init__(self, name, why, **settings):
        self.name = name
        self.lines = ["# " + line for line in ["made by make.py"] + why.strip().split("\n")]
        self.events = []
        self.tail = []
        for key, value in settings.items():
            self.lines.append("%s %s" % (key, value))

    def at(self, t, sign, name, either=False):
        self.events.append("%s%s %s %s" % ("~ " if either else "", mp.nstr(mpf(t), 17, strip_zeros=True), sign, name))

    def pulse(self, t, name):
        """a guard that its own handler takes back"""
        self.at(t, "+", name)
        self.at(t, "-", name)

    def value(self, name, v, gain=0):
        self.tail.append("value %s %s%s" % (name, mp.nstr(mpf(v), 17), " %g" % gain if gain else ""))

    def say(self, line):
        self.tail.append(line)

    def write(self):
        with open(os.path.join(here, self.name + ".events"), "w") as out:
            out.write("\n".join(self.lines + self.events + self.tail) + "\n")


def cubic():
    f = File("cubic", "y = (t - 1)(t - 3/2)(t - 2): slopes 1/2, -1/4, 1/2 at the roots; x = t", stop=3, gain=40)
    for t, sign, name in [("1", "+", 0), ("1.2", "+", 1), ("1.5", "-", 0), ("1.7", "-", 1), ("2", "+", 0), ("2.2", "+", 1)]:
        f.at(t, sign, ["y > 0", "(x - 1.2)*(x - 1.7)*(x - 2.2) > 0"][name])
    f.value("n", 2)
    f.value("m", 2)
    f.write()


def touch():
    f = File("touch", "the squares touch 0 at t = 1 and 1.5, w = 0.001 + (t - 1)^2", stop=2)
    f.value("n", 0)
    f.value("above", 1)
    f.value("w", "1.001", 40)
    f.write()


def twins():
    f = File("twins", "x = t; at each instant the guard that was declared first", stop=3)
    for t, name in [(1, "x > 1"), (1, "2*x > 2"), (2, "2*x > 4"), (2, "x > 2")]:
        f.at(t, "+", name)
    f.value("log", 1234)
    f.write()


def start_zero():
    f = File("start_zero", "x = t - t^2/2 = -y: zero at t = 0, no event, and at t = 2, slope -1", stop=3)
    f.at(2, "-", "x > 0")
    f.at(2, "+", "y > 0", True)
    f.value("ups", 1)
    f.value("downs", 1)
    f.write()


def below():
    f = File("below", "h = -0.4 + 3 t - 5 t^2 up to t = 0.4, then flights of 0.1 and 0.05; the last contact is the end of\n"
             "them. There h = 0 and stays: h < 0 does not hold", stop=1, gain=40)
    f.at("0.2", "-", "h < 0")
    f.pulse("0.4", "h < 0")
    f.pulse("0.5", "h < 0")
    f.pulse("0.55", "h < 0")
    f.value("hits", 3)
    f.value("h", 0, 2)
    f.value("v", 0, 2)
    f.value("b", -1, 2)
    f.value("lying", 1)
    f.write()


def landing():
    f = File("landing", "x = t; a jumps on its guard with slope 1, c beyond its own", stop=2)
    f.at(1, "+", "x > 1")
    f.at(1, "+", "a > 2")
    f.at(1, "+", "c > 2", True)
    for name, v in [("na", 1), ("nb", 0), ("nc", 1), ("nd", 0), ("c", 3), ("d", 2)]:
        f.value(name, v)
    f.value("a", 3, 10)
    f.write()


def settles():
    f = File("settles", "x = t from 0 to 1, three times", stop=3.5)
    for t in (1, 2, 3):
        for sign in "+-":
            for name in ("x > 1", "a > 0.5", "b > 0.5"):
                f.at(t, sign, name)
    f.value("n", 3)
    f.value("x", "0.5", 10)
    f.write()


def unsettled():
    f = File("unsettled", "x = t", stop=3)
    f.at(1, "+", "x > 1")
    f.pulse(1, "ball > 0")
    f.say("... ball > 0")
    f.say("ends EZENO 1")
    f.say("says ball > 0")
    f.write()


def bounces(g, e, h, slow=0):
    """times and speeds of arrival of a ball dropped from h"""
    t, v = sqrt(2*h/g), sqrt(2*g*h)
    while True:
        yield t, v
        if v <= slow:
            return
        t, v = t + 2*e*v/g, e*v


def zeno():
    g, e = mpf(10), mpf("0.5")
    f = File("zeno", "bounce k at t1 (1 + 2 (e + e^2 + ... + e^k)), t1 = sqrt(2/g): they pile up at t1 (1 + e)/(1 - e) = 3 t1.\n"
             "The first six are compared one by one", stop=2, gain=100)
    for k, (t, v) in enumerate(bounces(g, e, mpf(1))):
        if k == 6:
            break
        f.pulse(t, "h < 0")
    f.say("... h < 0")
    f.say("ends EZENO %s 1e-3" % mp.nstr(3*sqrt(2/g), 17))
    f.say("says h < 0")
    f.write()


def zeno_rest():
    g, e, slow = mpf(10), mpf("0.5"), mpf("0.05")
    f = File("zeno_rest", "as zeno; it rests from the first contact on at which it is no faster than 0.05, with h = 0", stop=2,
             gain=200)
    hits = 0
    for t, v in bounces(g, e, mpf(1), slow):
        hits += 1
        f.pulse(t, "h < 0")
    f.value("hits", hits)
    f.value("flying", 0)
    f.value("h", 0, 2)
    f.value("v", 0, 2)
    f.write()


def relay():
    f = File("relay", "x = 1 - t up to t = 1, where it slides", stop=2)
    f.at(1, "+", "x < 0")
    f.say("... x < 0")
    f.say("ends EZENO 1 1e-3")
    f.say("says x < 0")
    f.write()


def hysteresis():
    f = File("hysteresis", "down with slope -1 from 1 to -0.1, up with slope 2 to 0.1, ...", stop=2.95, gain=40)
    low, high = "x < -0.1", "x > 0.1"
    f.at("0.9", "-", high)
    f.at("1.1", "+", low)
    t, end = mpf("1.1"), mpf("2.95")
    while True:
        f.at(t, "-", low)
        if t + mpf("0.1") > end:
            break
        f.pulse(t + mpf("0.1"), high)
        t += mpf("0.3")
        f.at(t, "+", low)
    f.value("x", 2*(end - t) - mpf("0.1"), 60)
    f.value("up", 1)
    f.write()


def sqrt_decay():
    f = File("sqrt_decay", "x = (1 - t/2)^2, empty at t = 2 without slope: x is up to 2 quanta where q is a hundredth", stop=3,
             gain=20, power=0.5)
    f.at(2, "+", "x <= 0")
    f.value("empty", 1)
    f.value("x", 0, 0.01)
    f.write()


def sqrt_assert():
    f = File("sqrt_assert", "x = 1 - t; y = 2/3 (1 - (1 - t)^(3/2))", stop=2)
    f.at(1, "+", "x >= 0")
    f.say("ends EMODEL 1")
    f.say("says x has left the domain of its root")
    f.value("x", 0, 10)
    f.value("y", mpf(2)/3, 100)
    f.write()


def log_domain():
    f = File("log_domain", "x = 1 - t; y = x - x log x - 1", stop=2)
    f.at(1, "+", "x <= 0")
    f.say("ends TERMINATED 1")
    f.say("says x has come to 0")
    f.value("x", 0, 10)
    f.value("y", -1, 200)
    f.write()


def reciprocal():
    f = File("reciprocal", "x falls from 1 to 1/64 in 63/64; each time y grows by log 64", stop=10, gain=60)
    period = mpf(63)/64
    n = int(floor(10/period))
    for k in range(1, n + 1):
        f.pulse(k*period, "x <= least")
    x = 1 - (10 - n*period)
    f.value("fills", n)
    f.value("x", x, 60)
    f.value("y", n*log(64) - log(x), 2000)
    f.write()


def dosing():
    k, dose, rescue, low = mpf("0.2"), mpf(1), mpf("0.25"), mpf("0.45")
    f = File("dosing", "c falls as exp(-k t): from c to low it takes log(c/low)/k", stop=48, gain=200)
    t, c, doses, rescues = mpf(0), mpf(0), 0, 0
    while t < 48:
        due = mpf(6*doses)
        if c > low and t + log(c/low)/k < due:
            t, c, rescues = t + log(c/low)/k, low, rescues + 1
            f.at(t, "+", "c < low")
            c += rescue
            f.at(t, "-", "c < low")
        else:
            below = doses == 0
            c, t, doses = c*exp(-k*(due - t)) + dose, due, doses + 1
            f.at(t, ".", "sample(0, 6)")
            if below:
                f.at(t, "-", "c < low")
    f.value("doses", doses)
    f.value("rescues", rescues)
    f.value("c", c, 50)
    f.write()


def pll():
    T, f0, K, I, C, R, leak = mpf(1), mpf("0.9"), mpf(1), mpf("0.05"), mpf(1), mpf(4), mpf("0.006")
    f = File("pll", "between events u is a line and the phase a parabola: each edge is the root of a quadratic.\n"
             "127 cycles of the reference", stop=127.5, gain=200)
    t, phase, u, pump, cycles, ref = mpf(0), mpf(0), mpf(0), 0, 0, 1
    gap = mpf(1)

    def edge():
        a, b, c = K*(I*pump - leak)/C/2, f0 + K*(u + R*I*pump), phase - 1
        return -2*c/(b + sqrt(b*b - 4*a*c))

    while True:
        h, clock = edge(), ref*T - t
        gap = min(gap, abs(h - clock))
        step = min(h, clock, mpf("127.5") - t)
        phase += step*(f0 + K*(u + R*I*pump)) + step**2*K*(I*pump - leak)/C/2
        u += step*(I*pump - leak)/C
        t += step
        if t == mpf("127.5"):
            break
        if step == clock:
            pump, ref = min(pump + 1, 1), ref + 1
            f.at(t, ".", "sample(T, T)")
        else:
            pump, phase, cycles = max(pump - 1, -1), mpf(0), cycles + 1
            f.pulse(t, "phase > 1")
    assert gap > 0.005, gap
    f.value("cycles", cycles)
    f.value("pump", pump)
    f.value("u", u, 200)
    f.write()


def gears():
    force, drag = [mpf("4"), mpf("3"), mpf("2.2"), mpf("1.6")], mpf("0.04")
    up, down = [10, 20, 30, 1000], [-1000, 7, 15, 24]
    f = File("gears", "v goes to v8 = (force - climb)/drag as exp(-drag t): from v to w it takes log((v - v8)/(w - v8))/drag", stop=60,
             scale=10, gain=50)
    t, v, gear, climb, shifts = mpf(0), mpf(0), 0, mpf(0), 0
    clocks = [(mpf(20), mpf("1.9"), "time >= 20"), (mpf(40), mpf(0), "time >= 40"), (mpf(60), mpf(0), None)]
    while clocks:
        end = (force[gear] - climb)/drag
        target = up[gear] if end > v else down[gear]
        ratio = (v - end)/(target - end) if target != end else -1
        wait = log(ratio)/drag if ratio > 1 else mpf(1000)
        if t + wait < clocks[0][0]:
            t, v = t + wait, mpf(target)
            f.pulse(t, "v > up[gear]" if target == up[gear] else "v < down[gear]")
            gear += 1 if target == up[gear] else -1
            shifts += 1
        else:
            due, climb, name = clocks.pop(0)
            v, t = end + (v - end)*exp(-drag*(due - t)), due
            if name:
                f.at(t, ".", name)
    f.value("gear", gear + 1)
    f.value("shifts", shifts)
    f.value("v", v, 20)
    f.write()


def escapement():
    d, push = mpf("0.05"), mpf("0.2")
    f = File("escapement", "x' = v - d x, v' = -x - d v is a rotation with decay: x = exp(-d t) r cos(t + phase). It passes 0 at\n"
             "(k + 1/2) pi, whatever the pushes along v do", stop=40, gain=100)
    k, ticks, v = 0, 0, mpf(0)
    t, x, v = mpf(0), mpf("0.5"), mpf(0)
    while True:
        due = (mpf(k) + mpf("0.5"))*pi
        h = min(due, mpf(40)) - t
        x, v = exp(-d*h)*(x*cos(h) + v*sin(h)), exp(-d*h)*(v*cos(h) - x*sin(h))
        t += h
        if due > 40:
            break
        rising = v > 0
        f.at(t, "+" if rising else "-", "x > 0")
        if rising:
            v, ticks = v + push, ticks + 1
        k += 1
    f.value("ticks", ticks)
    f.value("x", x, 100)
    f.value("v", v, 100)
    f.write()


def rates():
    f = File("rates", "x goes to u as exp(-t); all instants are multiples of 1/8. Where the slow one and the fast one are due\n"
             "together they are one event, told of the first; the third needs nothing of them and stays alone", stop=6)
    x, u, wanted, seen = mpf(0), mpf(0), mpf(0), mpf(0)
    slow = fast = 0
    names = ["sample(0.5, 0.75)", "sample(0, 0.25)", "sample(0.125, 1.125)"]
    for k in range(0, 49):
        due = [k >= 4 and (k - 4) % 6 == 0, k % 2 == 0, k >= 1 and (k - 1) % 9 == 0]
        if due[0] or due[1]:
            f.at(mpf(k)/8, ".", names[due.index(True)])
        if due[2]:
            f.at(mpf(k)/8, ".", names[2])
        if due[0]:
            wanted, slow = wanted + mpf("0.25"), slow + 1
        if due[1]:
            u, fast = 2*wanted - x, fast + 1
        if due[2]:
            seen = x
        if k < 48:
            x = u + (x - u)*exp(-mpf(1)/8)
    f.value("slow", slow)
    f.value("fast", fast)
    f.value("wanted", wanted)
    f.value("seen", seen, 20)
    f.value("u", u, 20)
    f.value("x", x, 20)
    f.write()


def rectifier():
    f = File("rectifier", "all four at the zeros k/100 of sin(100 pi t)", stop="0.055")
    for k in range(1, 6):
        for n, name in enumerate(["s1 < 0", "s4 < 0", "s2 < 0", "s3 < 0"]):
            f.at(mpf(k) / 100, "+-"[(k + n // 2 + 1) % 2], name, either=n > 0)
    f.value("off1", 1)
    f.value("off2", 0)
    f.write()


def commutation():
    f = File("commutation", "upper diodes at -0.1 + k/3, lower ones at 1/6 - 0.1 + k/3; both conduct for 3e-7 s, because of Ron",
             stop=1, gain=1000)
    for k in range(3):
        for start, name, last in [(mpf(1) / 6, "z", k + 2), (mpf(1) / 3, "s", k + 1)]:
            t = start - mpf(1) / 10 + mpf(k) / 3
            f.at(t, "+", "(%s[i] < 0)[%d]" % (name, (last - 1) % 3 + 1))
            f.at(t, "-", "(%s[i] < 0)[%d]" % (name, last % 3 + 1), either=True)
    f.value("off[1]", 0)
    f.value("down[2]", 0)
    f.write()


def thyristor():
    f = File("thyristor", "u = (1 - t)(3 - t); fired at 1/2, 3/2 (u < 0) and 7/2; n counts", stop=4)
    for t, sign, name in [("0.5", "+", "x > 0.5"), ("0.625", "-", "x < 0.625"), ("1", "+", "s < 0"), ("1.5", "+", "x > 1.5"),
                          ("1.625", "-", "x < 1.625"), ("3", "-", "s < 0"), ("3.5", "+", "x > 3.5"), ("3.625", "-", "x < 3.625")]:
        f.at(t, sign, name)
    f.value("n", 2)
    f.value("i", 3 / (2 + mpf("1e-5")), 40)
    f.write()


def waves():
    f = File("waves", """x = t, y = 1
sin(10 t) = 1/2 at (pi/6 + 2 pi k)/10 and (5 pi/6 + 2 pi k)/10
(t - 2)^2 = 1e-8 at 2 -+ 1e-4
cos(7 t) = 0.99 at (2 pi k -+ acos(0.99))/7, of which k counts those after 3
tanh(20 (t - 3.25)) = 0 at 3.25, flat before and after""", stop="6.28")
    near = "(x - 2)^2 < 1e-08*y"
    events = [(2 - mpf("1e-4"), "+", near), (2 + mpf("1e-4"), "-", near), (mpf(3), "+", "(x - 3)*y > 0"),
              (mpf("3.25"), "+", "tanh(20*(x - 3.25)) > 0")]
    half = acos(mpf("0.99"))
    for k in range(10):
        events.append(((pi / 6 + 2 * pi * k) / 10, "+", "sin(10*x) > 0.5"))
        events.append(((5 * pi / 6 + 2 * pi * k) / 10, "-", "sin(10*x) > 0.5"))
        events.append(((2 * pi * k - half) / 7, "+", "cos(7*x) > 0.99"))
        events.append(((2 * pi * k + half) / 7, "-", "cos(7*x) > 0.99"))
    events = sorted((e for e in events if 0 < e[0] < mpf("6.28")), key=lambda e: e[0])
    for t, sign, name in events:
        f.at(t, sign, name)
    f.value("n", 10)
    f.value("m", 1)
    f.value("j", 1)
    f.value("k", sum(1 for e in events if e[0] > 3 and e[1] == "+" and e[2].startswith("cos")))
    f.write()


def sides():
    f = File("sides", """x = t
sin t = -1/2 at 7 pi/6 and 11 pi/6, sin(t - 4) = 1/2 at 4 + pi/6 and 4 + 5 pi/6""", stop=9, gain=40)
    one, two = "1000*(x - 8) > 0 or sin(time) < -0.5", "500000*(x - 10) > 0 or (x - 5)*(0.01 + 1000*exp(-10*x)) > 0"
    three = "1000*(x - 1) > 0 and sin(time - 4) > 0.5"
    events = [(7 * pi / 6, "+", one), (11 * pi / 6, "-", one), (mpf(8), "+", one), (mpf(5), "+", two),
              (4 + pi / 6, "+", three), (4 + 5 * pi / 6, "-", three)]
    for t, sign, name in sorted(events, key=lambda e: e[0]):
        f.at(t, sign, name)
    f.value("n", 2)
    f.value("m", 1)
    f.value("k", 1)
    f.value("y", 11 - 7 * pi / 6 - 1, 200)
    f.write()


for model in (cubic, touch, twins, start_zero, below, landing, settles, unsettled, zeno, zeno_rest, relay, hysteresis,
              sqrt_decay, sqrt_assert, log_domain, reciprocal, dosing, pll, gears, escapement, rates, rectifier,
              commutation, thyristor, waves, sides):
    model()
