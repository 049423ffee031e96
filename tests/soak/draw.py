# SPDX-License-Identifier: MIT
"""draw.py - random hybrid models, as a stranger might write them.

A model is a list of items. An item defines some variables and reads others; it can be left out, and what read it then
reads a number instead. So a model that shows an error can be made smaller without knowing why it does (shrink.py).

All values stay bounded: each state decays by itself, and what drives it is built from bounded functions, some of them
flat here and steep there. Relays have two thresholds, so that nothing slides.

Time is measured from the start, in the model's own unit: TAU stands for it, RATE for 1/unit, LEN[n] for n units. So the
same model can be written for another start and another unit (text), and must do the same there.
"""
import math
import random
import re

from kinds import LINEAR, WIDER, Wider

# Bounded functions of one argument; k is a steepness, c a place.
BOUNDED = [
    "sin({k}*({u}))", "cos({k}*({u}))", "tanh({k}*(({u}) - {c}))", "exp(-(({u}) - {c})^2*{k})", "atan({k}*(({u}) - {c}))",
    "1/(1 + exp(-{k}*(({u}) - {c})))", "({u})^2/(1 + ({u})^2)", "1/(1 + ({k}*({u}))^4)", "log(1 + ({u})^2)/(1 + abs({u}))",
    "noEvent(if {u} < {c} then 0 else tanh({u} - {c}))", "noEvent(min(1, max(-1, {u})))", "max(-1, min({c}, {u}))",
    "sqrt(1 + ({u})^2)/(1 + ({u})^2)", "abs({u})/(1 + abs({u}))", "sin({u})*cos({k}*({u}))",
    "smooth(0, if {u} > {c} then tanh({u} - {c}) else 0)", "smooth(1, if {u} > {c} then ({u} - {c})^2/(1 + ({u} - {c})^2) else 0)",
    "(if {u} > {c} then 0.4 else -0.3)", "floor(3*sin({u}))/3", "sign({u} - ({c}))*0.5", "sinh(2*tanh({u}))/4", "asin(0.99*sin({u}))",
    "exp(-{k}*abs({u}))", "({u})/sqrt(1e-4 + ({u})^2)", "mod(({u}), 0.7)", "noEvent(if ({u}) > {c} then 1 else -1)*tanh({u} - {c})",
    "semiLinear(tanh({u}), 0.3, 1)", "(tanh({u}) - {c})^7", "atan2({u}, 1 + ({u})^2)",
]
STEEP = [0.5, 1, 2, 5, 20, 100, 400]
STARTS = [(0, 1)] * 5 + [(0, 1e-6), (0, 3600), (1e4, 1), (-7, 1), (1e4, 1e-3), (-5e-6, 1e-6),
                          (0, 1e-9), (3e7, 86400)]


class Item:
    """defines: names; declare, equations: lines in which {name} stands for a name that the item reads."""

    def __init__(self, kind, defines, declare, equations, reads=(), functions=(), watched=(), count=(), absolute=()):
        self.kind, self.defines, self.declare, self.equations = kind, list(defines), list(declare), list(equations)
        self.reads, self.functions = list(reads), list(functions)
        self.watched, self.count, self.absolute = list(watched), list(count), list(absolute)   # absolute: not from the start


class Draw(Wider):
    def __init__(self, seed):
        self.r = random.Random(seed)
        self.items, self.values, self.numbers = [], [], {}
        self.read = set()

    def name(self, stem):
        self.numbers[stem] = self.numbers.get(stem, 0) + 1
        return f"{stem}{self.numbers[stem]}"

    def number(self, lo=-1.0, hi=1.0):
        return f"{self.r.uniform(lo, hi):.3g}"

    def leaf(self):
        c = self.r.random()
        if c < 0.15:
            return "TAU"
        if c < 0.25 or not self.values:
            return self.number(-2, 2)
        v = self.r.choice(self.values)
        self.read.add(v)
        return "{" + v + "}"

    def bounded(self, depth):
        c = self.r.random()
        if depth > 0 and c < 0.2:
            return f"0.5*({self.bounded(depth - 1)} + {self.bounded(depth - 1)})"
        if depth > 0 and c < 0.4:
            return f"({self.bounded(depth - 1)})*({self.bounded(depth - 1)})"
        shape = self.r.choice(BOUNDED)
        u = self.bounded(depth - 1) if depth > 0 and self.r.random() < 0.4 else self.leaf()
        # A function of the time itself may happen anywhere in the run.
        at = self.number(0, 10) if u == "TAU" else self.number(-1, 1)
        return shape.replace("{u}", u).replace("{k}", str(self.r.choice(STEEP))).replace("{c}", f"({at})")

    def expression(self, depth=2):
        self.read = set()
        return self.bounded(depth)

    def add(self, *args, value=True, **named):
        item = Item(*args, **named)
        self.items.append(item)
        if value:
            self.values += item.defines
        return item

    # ---- Kinds of items ------------------------------------------------------------------------------------------

    def state(self):
        x, a = self.name("x"), self.r.choice([0.1, 0.5, 1, 3, 30])
        e, k = self.expression(), self.r.choice([1, 2, 5])
        own = "" if self.r.random() < 0.7 else f" - 0.2*{x}^3"
        self.add("state", [x], [f"Real {x}(start = {self.number()}, fixed = true);"],
                 [f"der({x}) = RATE*({a}*({k}*({e}) - {x}){own});"], self.read, watched=[x])

    def ramp(self):
        s = self.name("s")
        self.add("ramp", [s], [f"Real {s}(start = {self.number(-5, 0)}, fixed = true);"],
                 [f"der({s}) = RATE*{self.r.choice([0.2, 0.5, 1])};"], watched=[s])

    def oscillator(self):
        p, v, w = self.name("p"), self.name("v"), self.r.choice([1, 3, 10])
        self.add("oscillator", [p, v], [f"Real {p}(start = 1, fixed = true), {v}(start = 0, fixed = true);"],
                 [f"der({p}) = RATE*{v};", f"der({v}) = RATE*(-{w * w}*{p} - {self.r.choice([0, 0.1])}*{v});"], watched=[p])

    def output(self):
        y, e = self.name("y"), self.expression()
        self.add("output", [y], [f"Real {y} = {e};"], [], self.read, value=self.r.random() < 0.3, watched=[y])

    def counter(self):
        n, e = self.name("n"), self.expression()
        turn = self.r.choice(["n", "n", "reinit"])
        states = [i.defines[0] for i in self.items if i.kind == "state"]
        body, reads = f"{n} = pre({n}) + 1;", set(self.read)
        if turn == "reinit" and states:
            x = self.r.choice(states)
            body += f" reinit({{{x}}}, 0.5*{{{x}}} + ({self.number(-0.3, 0.3)}));"
            reads.add(x)
        sign = self.r.choice([">", "<", ">", ">="])
        self.add("counter", [n], [f"Integer {n}(start = 0, fixed = true);"],
                 [f"when {e} {sign} ({self.number(-0.6, 0.6)}) then {body} end when;"], reads, value=False, count=[n])

    def relay(self):
        d, e = self.name("d"), self.expression(1)
        mid = self.r.uniform(-0.4, 0.4)
        self.add("relay", [d], [f"discrete Real {d}(start = 1, fixed = true);"],
                 [f"when {e} > ({mid + 0.15:.3g}) then {d} = -1; elsewhen {e} < ({mid - 0.15:.3g}) then {d} = 1; end when;"],
                 self.read)

    def clock(self):
        d, e = self.name("d"), self.expression(1)
        self.add("clock", [d], [f"discrete Real {d}(start = 0, fixed = true);"],
                 [f"when {self.ticks()} then {d} = 0.5*pre({d}) + {e}; end when;"],
                 self.read)

    def delay(self):
        if not self.values:
            return
        z, v = self.name("z"), self.r.choice(self.values)
        self.add("delay", [z], [f"Real {z};"], [f"{z} = delay({{{v}}}, LEN[{self.number(0.1, 2)}]);"], [v], watched=[z])

    def function(self):
        f, y = self.name("f"), self.name("y")
        u = self.expression(1)
        c, k = self.number(), self.r.choice(STEEP)
        bodies = [f"v := max(0, u) - 0.5*min(0.3, u); v := v/(1 + abs(v));",
                  f"v := 0; for i in 1:4 loop if u > 0.3*i then v := v + 0.2; else v := v + 0.1*u/(1 + u*u); end if; end for;",
                  f"w := abs(u); if w > 1 then v := 1/w; else v := w; end if;",
                  f"v := noEvent(if u > {c} then (u - ({c}))/(1 + u*u) else 0);",
                  f"v := if u > {c} then u - ({c}) else 0;", f"v := tanh({k}*u); if v < 0 then v := 0.1*v; end if;",
                  f"v := 0; for i in 1:3 loop v := v + sin(i*u)/i; end for;", f"w := u*u; v := w/(1 + w);"]
        text = [f"function {f}", "  input Real u;", "  output Real v;", "protected", "  Real w;", "algorithm",
                "  w := u;", "  " + self.r.choice(bodies), f"end {f};"]
        self.add("function", [y], [f"Real {y} = {f}({u});"], [], self.read, functions=text, watched=[y])

    def array(self):
        w, n = self.name("w"), self.r.randint(2, 5)
        e = self.expression(1)
        self.add("array", [f"{w}[{n}]"], [f"Real {w}[{n}](each start = {self.number()}, each fixed = true);"],
                 [f"der({w}[1]) = RATE*({e} - {w}[1]);",
                  f"for i in 2:{n} loop der({w}[i]) = RATE*{self.r.choice([1, 5, 50])}*(tanh({w}[i - 1]) - {w}[i]); end for;"],
                 self.read, watched=[f"{w}[{n}]"])

    def ticks(self):
        """The condition of a clock: a number, or a fraction that no double is; never on a row of the table for long."""
        if self.r.random() < 0.5:
            return f"sample(T0 + LEN[{self.number(0, 1)}], LEN[{self.number(0.2, 2)}])"
        a, b = self.r.randint(0, 6), self.r.choice([3, 7, 9, 11])
        return f"sample(T0 + LEN[{a}/{b}], LEN[{self.r.randint(2, 9)}/{self.r.choice([7, 9, 11, 13])}])"

    def wave(self, frequencies):
        f = self.r.choice(frequencies)
        return f"f = {f}*RATE, phase = PHASE[{f}]"

    def scaled(self):
        """A state in another unit than the others."""
        x, e, size = self.name("x"), self.expression(), self.r.choice(["1e5", "3e8", "250"])
        y = self.name("y")
        self.add("scaled", [y], [f"Real {x}(start = {size}*({self.number()}), fixed = true);", f"Real {y} = {x}/{size};"],
                 [f"der({x}) = RATE*({self.r.choice([0.5, 2])}*({size}*({e}) - {x}));"], self.read, watched=[x])

    def pool(self):
        """What flows from one to another: the sum must stay."""
        n, p = self.r.randint(3, 5), self.name("m")
        e = self.expression(1)
        names = [f"{p}_{k}" for k in range(n)]
        flows = [f"{p}f_{k}" for k in range(n)]
        lines = [f"{flows[k]} = {self.r.choice([0.5, 2, 20])}*{names[k]}*(1.2 + {e if k == 0 else f'sin({names[(k + 2) % n]})'});"
                 for k in range(n)]
        lines += [f"der({names[k]}) = RATE*({flows[(k - 1) % n]} - {flows[k]});" for k in range(n)]
        self.add("pool", [names[0], f"{p}sum"],
                 [f"Real {', '.join(f'{m}(start = {self.number(0, 1)}, fixed = true)' for m in names)};",
                  f"Real {', '.join(flows)};", f"Real {p}sum = {' + '.join(names)};"], lines, self.read, watched=[names[0]])

    def cases(self):
        """when and elsewhen, with a reinit chain: the second fires because of the first."""
        n, x = self.name("n"), self.name("x")
        a, b, c = self.expression(1), None, None
        reads = set(self.read)
        b = self.expression(1)
        reads |= self.read
        self.add("cases", [x], [f"Integer {n}(start = 0, fixed = true);", f"Integer {n}b(start = 0, fixed = true);",
                                f"Real {x}(start = 0.1, fixed = true);"],
                 [f"der({x}) = RATE*({self.number(0.2, 1)} - 0.2*{x});",
                  f"when {x} > 1 then reinit({x}, {self.number(-0.5, 0.5)}); {n} = pre({n}) + 1;"
                  f" elsewhen {a} > ({self.number(-0.3, 0.3)}) then reinit({x}, 0.5*{x}); {n} = pre({n}) + 10;"
                  f" elsewhen {b} < ({self.number(-0.3, 0.3)}) then {n} = pre({n}) + 100; end when;",
                  f"when {n} > pre({n}) + 5 or {x} < 0.05 then {n}b = pre({n}b) + 1; end when;"],
                 reads, watched=[x], count=[n, f"{n}b"])

    def integers(self):
        k, y, m = self.name("k"), self.name("y"), self.r.randint(3, 11)
        op = self.r.choice(["mod({o}*3 + 1, {m})", "mod({o} + 2, {m}) - div({o}, 3)", "rem({o}*5 - 7, {m})", "integer(3*{e}) + mod({o}, 2)"])
        e = self.expression(1)
        self.add("integers", [y], [f"Integer {k}(start = 1, fixed = true);", f"Real {y} = {k}/{m};"],
                 [f"when {self.ticks()} then {k} = {op.format(o=f'pre({k})', m=m, e=f'({e})')}; end when;"],
                 self.read, watched=[y], count=[k])

    def regimes(self):
        """if-equations: another equation in each regime."""
        x, y = self.name("x"), self.name("y")
        a = self.expression(1)
        reads = set(self.read)
        b = self.expression(1)
        reads |= self.read
        self.add("regimes", [x, y], [f"Real {x}(start = {self.number()}, fixed = true), {y};"],
                 [f"if {x} > {self.number(-0.3, 0.3)} then {y} = {a}; elseif TAU > {self.number(0, 8)} then {y} + {x} = 0.5;"
                  f" else 2*{y} = {b}; end if;", f"der({x}) = RATE*({y} - 0.5*{x} + 0.6*cos(TAU));"], reads, watched=[x, y])

    def total(self):
        """A sum over many elements."""
        w, y, n = self.name("w"), self.name("y"), self.r.randint(16, 24)
        e = self.expression(1)
        term = self.r.choice([f"sum({w})", f"sum(tanh({w}[i]) for i in 1:{n})", f"sum({w}[i]^2/(1 + {w}[i]^2) for i in 1:{n})"])
        self.add("total", [y], [f"Real {w}[{n}](each start = {self.number()}, each fixed = true);", f"Real {y} = {term}/{n};"],
                 [f"for i in 1:{n} loop der({w}[i]) = RATE*({self.r.choice([0.5, 3])}*(sin(0.3*i + TAU) + 0.5*{y} + {e} - {w}[i])); end for;"],
                 self.read, watched=[y])

    def initial(self):
        x, e = self.name("x"), self.expression(1)
        rule = self.r.choice([f"der({x}) = 0;", f"{x} = 0.3*cos({x});", f"2*{x} + der({x})/RATE = 0.2;"])
        self.add("initial", [x], [f"Real {x}(start = 0.1);"], [f"der({x}) = RATE*({e} - {x});", f"INITIAL {rule}"], self.read, watched=[x])

    def linear(self):
        a, b, c, e = self.name("y"), self.name("y"), self.name("y"), self.expression(1)
        reads = set(self.read)
        d = self.expression(1)
        self.add("linear", [a, b], [f"Real {a}, {b}, {c};"],
                 [f"3*{a} - {b} + 0.5*{c} = {e};", f"{a} + 2*{b} - {c} = {d};", f"{c} - 0.3*{a} = 0.2*{b};"], reads | self.read, watched=[a, b])

    def nonlinear(self):
        a, b, e = self.name("y"), self.name("y"), self.expression(1)
        self.add("nonlinear", [a, b], [f"Real {a}(start = 0), {b}(start = 0);"],
                 [f"{a} + 0.3*tanh({b}) = {e};", f"{b} + {b}^3 = {a} - 0.2;"], self.read, watched=[a, b])

    def truth(self):
        b, y, n, e = self.name("b"), self.name("y"), self.name("n"), self.expression()
        f = self.r.choice(["edge", "change"])
        self.add("truth", [y], [f"Boolean {b};", f"Real {y} = if {b} then 0.7 else -0.2;", f"Integer {n}(start = 0, fixed = true);"],
                 [f"{b} = {e} > ({self.number(-0.5, 0.5)}) {self.r.choice(['or', 'and'])} TAU {self.r.choice(['<', '>'])} {self.number(0, 10)};",
                  f"when {f}({b}) then {n} = pre({n}) + 1; end when;"], self.read, watched=[y], count=[n])

    def slope(self):
        """A derivative as a value."""
        states = [i.defines[0] for i in self.items if i.kind in ("state", "ramp")]
        if not states:
            return
        y, x = self.name("y"), self.r.choice(states)
        self.add("slope", [y], [f"Real {y};"], [f"{y} = tanh(0.03*SLOPE[{x}]/RATE);"], [x], watched=[y])

    def program(self):
        """An algorithm section with memory."""
        d, k, e = self.name("d"), self.name("n"), self.expression(1)
        self.add("program", [d], [f"discrete Real {d}(start = 0, fixed = true);", f"Integer {k}(start = 0, fixed = true);"],
                 [f"ALGORITHM when {e} > {self.number(-0.3, 0.3)} then {k} := {k} + 1; for i in 1:3 loop {d} := 0.5*{d} + 0.1*i;"
                  f" if {d} > 0.6 then {d} := {d} - 1; end if; end for; end when;"], self.read, count=[k])

    def deadline(self):
        """The next event is set by the last one."""
        d, n, e = self.name("d"), self.name("n"), self.expression(1)
        self.add("deadline", [], [f"discrete Real {d}(start = T0 + LEN[{self.number(0, 1)}], fixed = true);",
                                  f"Integer {n}(start = 0, fixed = true);"],
                 [f"when time >= pre({d}) then {n} = pre({n}) + 1; {d} = time + LEN[0.4 + 0.2*({e})]; end when;"], self.read, count=[n], absolute=[d])

    def echo(self):
        """An event seen again later, and counted."""
        states = [i.defines[0] for i in self.items if i.kind in ("state", "oscillator", "cases", "clock")]
        if not states:
            return
        z, n, v = self.name("z"), self.name("n"), self.r.choice(states)
        self.add("echo", [z], [f"Real {z};", f"Integer {n}(start = 0, fixed = true);"],
                 [f"{z} = delay({{{v}}}, LEN[{self.r.choice(['1/3', '0.25', '2/7', '1'])}]);",
                  f"when {z} > {self.number(-0.3, 0.3)} then {n} = pre({n}) + 1; end when;"], [v], watched=[z], count=[n])

    def network(self):
        """A circuit of random topology: each node has a resistor to the ground, between them is anything."""
        p, n = self.name("q"), self.r.randint(2, 4)
        e = "Saltus.Electrical."
        source = self.r.choice([f"{e}SineVoltage {p}s(V = {self.r.choice([5, 24, 325])}, {self.wave([0.31, 0.53, 1.1])})",
                                f"{e}PulseVoltage {p}s(V = {self.r.choice([5, 24])}, period = LEN[{self.r.choice(['2/3', '0.9', '1.7'])}], startTime = T0 + LEN[0.1])",
                                f"{e}ConstantVoltage {p}s(V = {self.r.choice([5, 24])})"])
        parts = [f"{source};", f"{e}Ground {p}g;", f"{e}Resistor {p}r0(R = {self.r.choice([0.1, 1, 10])});"]
        lines = [f"connect({p}s.n, {p}g.p);", f"connect({p}s.p, {p}r0.p);"]
        pins = [[f"{p}r0.n"]] + [[] for _ in range(n - 1)]
        watched, count = [], 0
        for k in range(n):
            parts.append(f"{e}Resistor {p}g{k}(R = {self.r.choice([5, 50, 500])});")
            lines.append(f"connect({p}g{k}.n, {p}g.p);")
            pins[k].append(f"{p}g{k}.p")
            watched.append(f"{p}g{k}.v")
        wires = [(self.r.randint(0, k - 1), k) for k in range(1, n)]
        wires += [tuple(self.r.sample(range(n), 2)) for _ in range(self.r.randint(0, 2))] if n > 1 else []
        wires += [(self.r.randrange(n), None) for _ in range(self.r.randint(1, 2))]
        for a, b in wires:
            count += 1
            w = f"{p}e{count}"
            kind = self.r.choice(["Resistor", "Inductor", "Capacitor", "IdealDiode", "IdealDiode", "TimedSwitch", "Diode"])
            value = {"Resistor": f"R = {self.r.choice([1, 20])}", "Inductor": f"L = {self.r.choice([0.05, 0.5])}/RATE",
                     "Capacitor": f"C = {self.r.choice([1e-3, 2e-2])}/RATE", "IdealDiode": self.r.choice(["", "Vknee = 0.7", "Ron = 0.01, Goff = 1e-4"]),
                     "Diode": "", "TimedSwitch": f"tClose = T0 + LEN[{self.number(0, 3)}], tOpen = T0 + LEN[{self.number(4, 8)}]"}[kind]
            first, last = f"{w}.p", f"{w}.n"
            parts.append(f"{e}{kind} {w}({value});" if value else f"{e}{kind} {w};")
            if kind in ("Capacitor",):   # with what a real one has in series
                parts.append(f"{e}Resistor {w}r(R = 0.2);")
                lines.append(f"connect({w}.n, {w}r.p);")
                last = f"{w}r.n"
            pins[a].append(first)
            if b is None:
                lines.append(f"connect({last}, {p}g.p);")
            else:
                pins[b].append(last)
        for node in pins:
            lines += [f"connect({node[0]}, {pin});" for pin in node[1:]]
        self.add("network", [], parts, lines, value=False, watched=watched)

    def loop(self):
        y, e = self.name("y"), self.expression(1)
        self.add("loop", [y], [f"Real {y}(start = 0);"], [f"{y} = 0.4*sin({y}) + {e};"], self.read, watched=[y])

    def circuit(self):
        p = self.name("c")
        load = self.r.choice(["r", "rc", "rl"])
        v = self.r.choice([5, 12, 325])
        parts = [f"Saltus.Electrical.SineVoltage {p}src(V = {v}, {self.wave([0.47, 1.03, 1.91])});", f"Saltus.Electrical.Ground {p}gnd;",
                 f"Saltus.Electrical.IdealDiode {p}d;", f"Saltus.Electrical.Resistor {p}r(R = {self.r.choice([1, 10, 100])});"]
        lines = [f"connect({p}src.n, {p}gnd.p);", f"connect({p}src.p, {p}d.p);"]
        if load == "rl":
            parts.append(f"Saltus.Electrical.Inductor {p}l(L = {self.r.choice([0.01, 0.1, 1])}/RATE);")
            lines += [f"connect({p}d.n, {p}l.p);", f"connect({p}l.n, {p}r.p);", f"connect({p}r.n, {p}gnd.p);"]
        else:
            lines += [f"connect({p}d.n, {p}r.p);", f"connect({p}r.n, {p}gnd.p);"]
        if load == "rc":
            parts += [f"Saltus.Electrical.Capacitor {p}c(C = {self.r.choice([1e-3, 1e-2])}/RATE);",
                      f"Saltus.Electrical.Resistor {p}rs(R = 0.5);"]
            lines = [line.replace(f"connect({p}src.p, {p}d.p);", f"connect({p}src.p, {p}rs.p); connect({p}rs.n, {p}d.p);")
                     for line in lines]
            lines += [f"connect({p}c.p, {p}d.n);", f"connect({p}c.n, {p}gnd.p);"]
        self.add("circuit", [p], parts, lines, value=False, watched=[f"{p}r.v"])


KINDS = ["state"] * 5 + ["output"] * 3 + ["counter"] * 3 + [
    "ramp", "oscillator", "relay", "clock", "delay", "function", "array", "loop", "circuit", "scaled", "pool", "cases", "integers",
    "regimes", "total", "initial", "linear", "nonlinear", "truth", "slope", "program", "deadline", "echo", "network", "function", "relay"] + WIDER


class Model:
    """Items, and where and in what unit the time runs."""

    def __init__(self, items, start=0, unit=1):
        self.items, self.start, self.unit = items, start, unit

    def of(self, items):
        return Model(items, self.start, self.unit)

    def at(self, start, unit):
        return Model(self.items, start, unit)


def draw(seed):
    """One in five is linear between events, so that it can be taken exactly."""
    d = Draw(seed)
    kinds = LINEAR if d.r.random() < 0.2 else KINDS
    d.r.choice([d.state, d.ramp, d.oscillator] if kinds is KINDS else [d.ramp, d.oscillator])()
    for _ in range(d.r.randint(2, 7) if kinds is KINDS else d.r.randint(1, 3)):
        getattr(d, d.r.choice(kinds))()
    return Model(d.items, *d.r.choice(STARTS))


def number(v):
    return f"{v:.15g}" if v >= 0 else f"({v:.15g})"


def in_time(line, start, unit):
    """TAU, RATE, LEN[...] and T0 become Modelica."""
    tau = "time" if (start, unit) == (0, 1) else f"((time - {number(start)})/{number(unit)})"
    line = line.replace("TAU", tau).replace("T0 + ", "" if start == 0 else f"{number(start)} + ")
    line = re.sub(r"PHASE\[([^\]]*)\]", lambda m: number(-2 * math.pi * float(m.group(1)) * start / unit), line)
    line = re.sub(r"LEN\[([^\]]*)\]", r"\1" if unit == 1 else rf"{number(unit)}*(\1)", line)
    if unit == 1:
        line = line.replace("RATE*", "").replace("*RATE", "").replace("/RATE", "")
    return line.replace("RATE", f"(1/{number(unit)})")


def text(model, stop=10):
    """The model. What is read but not defined any more is a number."""
    items = model.items
    defined = {name for item in items for name in item.defines}
    lines = ["model Soak"]

    def fill(line, item):
        for name in item.reads:
            line = line.replace("{" + name + "}", name if name in defined else "0.3")
            line = line.replace("SLOPE[" + name + "]", f"der({name})" if name in defined else "0.3")
        return in_time(line, model.start, model.unit)

    for item in items:
        lines += ["  " + fill(line, item) for line in item.functions]
    for item in items:
        lines += ["  " + fill(line, item) for line in item.declare]
    parts = {"INITIAL ": [], "ALGORITHM ": [], "": []}
    for item in items:
        for line in item.equations:
            key = next(k for k in parts if line.startswith(k))
            parts[key].append("  " + fill(line[len(key):], item))
    if parts["INITIAL "]:
        lines += ["initial equation"] + parts["INITIAL "]
    for line in parts["ALGORITHM "]:
        lines += ["algorithm", line]
    lines += ["equation"] + parts[""]
    end = model.start + stop * model.unit
    lines.append(f"  annotation(experiment(StartTime = {number(model.start)}, StopTime = {number(end)}));")
    return "\n".join(lines + ["end Soak;", ""])
