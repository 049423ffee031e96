# SPDX-License-Identifier: MIT
"""draw.py - random hybrid models, as a stranger might write them.

A model is a list of items. An item defines some variables and reads others; it can be left out, and what read it then
reads a number instead. So a model that shows an error can be made smaller without knowing why it does (shrink.py).

All values stay bounded: each state decays by itself, and what drives it is built from bounded functions, some of them
flat here and steep there. Relays have two thresholds, so that nothing slides.
"""
import random

# Bounded functions of one argument; k is a steepness, c a place.
BOUNDED = [
    "sin({k}*({u}))", "cos({k}*({u}))", "tanh({k}*(({u}) - {c}))", "exp(-(({u}) - {c})^2*{k})", "atan({k}*(({u}) - {c}))",
    "1/(1 + exp(-{k}*(({u}) - {c})))", "({u})^2/(1 + ({u})^2)", "1/(1 + ({k}*({u}))^4)", "log(1 + ({u})^2)/(1 + abs({u}))",
    "noEvent(if {u} < {c} then 0 else tanh({u} - {c}))", "noEvent(min(1, max(-1, {u})))", "max(-1, min({c}, {u}))",
    "sqrt(1 + ({u})^2)/(1 + ({u})^2)", "abs({u})/(1 + abs({u}))", "sin({u})*cos({k}*({u}))",
]
STEEP = [0.5, 1, 2, 5, 20, 100]


class Item:
    """defines: names; declare, equations: lines in which {name} stands for a name that the item reads."""

    def __init__(self, kind, defines, declare, equations, reads=(), functions=(), watched=(), count=()):
        self.kind, self.defines, self.declare, self.equations = kind, list(defines), list(declare), list(equations)
        self.reads, self.functions = list(reads), list(functions)
        self.watched, self.count = list(watched), list(count)


class Draw:
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
            return "time"
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
        at = self.number(0, 10) if u == "time" else self.number(-1, 1)
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
                 [f"der({x}) = {a}*({k}*({e}) - {x}){own};"], self.read, watched=[x])

    def ramp(self):
        s = self.name("s")
        self.add("ramp", [s], [f"Real {s}(start = {self.number(-5, 0)}, fixed = true);"],
                 [f"der({s}) = {self.r.choice([0.2, 0.5, 1])};"], watched=[s])

    def oscillator(self):
        p, v, w = self.name("p"), self.name("v"), self.r.choice([1, 3, 10])
        self.add("oscillator", [p, v], [f"Real {p}(start = 1, fixed = true), {v}(start = 0, fixed = true);"],
                 [f"der({p}) = {v};", f"der({v}) = -{w * w}*{p} - {self.r.choice([0, 0.1])}*{v};"], watched=[p])

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
                 [f"when sample({self.number(0, 1)}, {self.number(0.2, 2)}) then {d} = 0.5*pre({d}) + {e}; end when;"],
                 self.read)

    def delay(self):
        if not self.values:
            return
        z, v = self.name("z"), self.r.choice(self.values)
        self.add("delay", [z], [f"Real {z};"], [f"{z} = delay({{{v}}}, {self.number(0.1, 2)});"], [v], watched=[z])

    def function(self):
        f, y = self.name("f"), self.name("y")
        u = self.expression(1)
        c, k = self.number(), self.r.choice(STEEP)
        bodies = [f"v := if u > {c} then u - ({c}) else 0;", f"v := tanh({k}*u); if v < 0 then v := 0.1*v; end if;",
                  f"v := 0; for i in 1:3 loop v := v + sin(i*u)/i; end for;", f"w := u*u; v := w/(1 + w);"]
        text = [f"function {f}", "  input Real u;", "  output Real v;", "protected", "  Real w;", "algorithm",
                "  w := u;", "  " + self.r.choice(bodies), f"end {f};"]
        self.add("function", [y], [f"Real {y} = {f}({u});"], [], self.read, functions=text, watched=[y])

    def array(self):
        w, n = self.name("w"), self.r.randint(2, 5)
        e = self.expression(1)
        self.add("array", [f"{w}[{n}]"], [f"Real {w}[{n}](each start = {self.number()}, each fixed = true);"],
                 [f"der({w}[1]) = {e} - {w}[1];",
                  f"for i in 2:{n} loop der({w}[i]) = {self.r.choice([1, 5, 50])}*(tanh({w}[i - 1]) - {w}[i]); end for;"],
                 self.read, watched=[f"{w}[{n}]"])

    def loop(self):
        y, e = self.name("y"), self.expression(1)
        self.add("loop", [y], [f"Real {y}(start = 0);"], [f"{y} = 0.4*sin({y}) + {e};"], self.read, watched=[y])

    def circuit(self):
        p = self.name("c")
        load = self.r.choice(["r", "rc", "rl"])
        v, f = self.r.choice([5, 12, 325]), self.r.choice([0.47, 1.03, 1.91])
        parts = [f"Saltus.Electrical.SineVoltage {p}src(V = {v}, f = {f});", f"Saltus.Electrical.Ground {p}gnd;",
                 f"Saltus.Electrical.IdealDiode {p}d;", f"Saltus.Electrical.Resistor {p}r(R = {self.r.choice([1, 10, 100])});"]
        lines = [f"connect({p}src.n, {p}gnd.p);", f"connect({p}src.p, {p}d.p);"]
        if load == "rl":
            parts.append(f"Saltus.Electrical.Inductor {p}l(L = {self.r.choice([0.01, 0.1, 1])});")
            lines += [f"connect({p}d.n, {p}l.p);", f"connect({p}l.n, {p}r.p);", f"connect({p}r.n, {p}gnd.p);"]
        else:
            lines += [f"connect({p}d.n, {p}r.p);", f"connect({p}r.n, {p}gnd.p);"]
        if load == "rc":
            parts += [f"Saltus.Electrical.Capacitor {p}c(C = {self.r.choice([1e-3, 1e-2])});",
                      f"Saltus.Electrical.Resistor {p}rs(R = 0.5);"]
            lines = [line.replace(f"connect({p}src.p, {p}d.p);", f"connect({p}src.p, {p}rs.p); connect({p}rs.n, {p}d.p);")
                     for line in lines]
            lines += [f"connect({p}c.p, {p}d.n);", f"connect({p}c.n, {p}gnd.p);"]
        self.add("circuit", [p], parts, lines, value=False, watched=[f"{p}r.v"])


KINDS = ["state"] * 4 + ["output"] * 2 + ["counter"] * 3 + ["ramp", "oscillator", "relay", "clock", "delay", "function", "array",
                                                           "loop", "circuit"]


def draw(seed):
    d = Draw(seed)
    d.r.choice([d.state, d.ramp, d.oscillator])()
    for _ in range(d.r.randint(2, 7)):
        getattr(d, d.r.choice(KINDS))()
    return d.items


def text(items, stop=10):
    """The model. What is read but not defined any more is a number."""
    defined = {name for item in items for name in item.defines}
    lines = ["model Soak", f"  annotation(experiment(StopTime = {stop}));"]

    def fill(line, item):
        for name in item.reads:
            line = line.replace("{" + name + "}", name if name in defined else "0.3")
        return line

    for item in items:
        lines += ["  " + fill(line, item) for line in item.functions]
    for item in items:
        lines += ["  " + fill(line, item) for line in item.declare]
    lines.append("equation")
    for item in items:
        lines += ["  " + fill(line, item) for line in item.equations]
    return "\n".join(lines + ["end Soak;", ""])
