# SPDX-License-Identifier: MIT
"""kinds.py - more kinds of items for draw.py, as strangers write them: programs, records, controllers, tables, machines, converters and
circuits of several parts.

What is linear between events (LINEAR) is drawn by itself for the methods that take it exactly.
"""

E = "Saltus.Electrical."
LINEAR = ["circuit", "network", "shared", "coupled", "converter", "pair", "thermostat", "ramp", "circuit", "network"]
WIDER = ["record", "vector", "machine", "controller", "flags", "late", "table", "shared", "coupled", "pwm", "thermostat", "sequence",
         "invariant", "gain", "pair", "converter", "unread", "turns"]


class Wider:
    """Mixed into draw.Draw, which has the names, numbers, expressions and add()."""

    # ---- Values that are computed -----------------------------------------------------------------------------------

    def unread(self):
        """Outputs that no one reads, of each other."""
        a, b, e = self.name("o"), self.name("o"), self.expression(1)
        self.add("unread", [a, b], [f"Real {a} = {e};", f"Real {b} = {a}*{a} + 0.5*tanh({self.r.choice([3, 50])}*{a});"], [], self.read,
                 value=False, watched=[b])

    def record(self):
        """A record, filled by a function, with an array in it."""
        p, y = self.name("f"), self.name("y")
        a = self.expression(1)
        reads = set(self.read)
        b = self.expression(1)
        reads |= self.read
        text = [f"record {p}R", "  Real a;", "  Real b[2];", f"end {p}R;",
                f"function {p}", "  input Real u;", "  input Real v;", f"  output {p}R r;", "algorithm",
                "  r.a := u*v;", f"  r.b[1] := if u > v then u else {self.number()};",
                "  r.b[2] := tanh(r.b[1] + r.a);", f"end {p};"]
        self.add("record", [y], [f"{p}R {p}r = {p}({a}, {b});", f"Real {y} = {p}r.a + {p}r.b[1]*{p}r.b[2];"], [], reads, functions=text,
                 watched=[y])

    def vector(self):
        """A function of an array, with loops."""
        f, y, n = self.name("f"), self.name("y"), self.r.randint(2, 4)
        inputs, reads = [], set()
        for _ in range(n):
            inputs.append(self.expression(0))
            reads |= self.read
        body = self.r.choice([
            "k := 1; while k < n loop if u[k] > u[k + 1] then s := s + u[k]; else s := s - 0.5*u[k + 1]; end if; k := k + 1; end while;",
            "for i in 1:n loop for j in i:n loop s := s + u[i]*u[j]/(i + j); end for; end for;",
            "s := max(u) - min(u) + sum(u)/n;",
            "for i in 1:n loop if noEvent(u[i] > 0.2) then s := s + (u[i] - 0.2)^2; else break; end if; end for;",
            "s := u*u; if s > 1 then s := sqrt(s); end if;"])
        text = [f"function {f}", "  input Real u[:];", "  output Real v;", "protected", "  Real s = 0;", "  Integer k = 0;",
                "  Integer n = size(u, 1);", "algorithm", "  " + body, "  v := s/(1 + abs(s));", f"end {f};"]
        self.add("vector", [y], [f"Real {y} = {f}({{{', '.join(inputs)}}});".replace("{{", "{").replace("}}", "}")], [], reads,
                 functions=text, watched=[y])

    def table(self):
        """Straight pieces between points, some of them steep, some a jump."""
        y, u = self.name("y"), self.expression(1)
        xs = sorted(self.r.sample(range(-9, 10), 4))
        ys = [self.r.randint(-10, 10) / 10 for _ in xs]
        event = self.r.random() < 0.5
        line = f"{ys[-1]}"
        for k in range(len(xs) - 1, 0, -1):
            a, b = xs[k - 1] / 10, xs[k] / 10
            piece = f"{ys[k - 1]} + ({ys[k] - ys[k - 1]:.3g})/({b - a:.3g})*({y}u - ({a}))"
            line = f"if {y}u < {b} then {piece} else {line}"
        line = f"if {y}u < {xs[0] / 10} then {ys[0]} else {line}"
        self.add("table", [y], [f"Real {y}u = {u};", f"Real {y} = {line if event else f'noEvent({line})'};"], [], self.read, watched=[y])

    def gain(self):
        """An amplifier that saturates."""
        y, e = self.name("y"), self.expression(1)
        k = self.r.choice(["1e3", "1e5", "1e-5", "1e8"])
        shape = self.r.choice([f"noEvent(max(-1, min(1, {k}*({y}u - {self.number()}))))", f"max(-1, min(1, {k}*({y}u - {self.number()})))",
                               f"tanh({k}*({y}u - {self.number()}))"])
        self.add("gain", [y], [f"Real {y}u = {e};", f"Real {y} = {shape};"], [], self.read, value=self.r.random() < 0.5, watched=[y])

    def invariant(self):
        """What stays by the equations: an energy, or two ways to the same sum."""
        x, y, e = self.name("x"), self.name("y"), self.expression(1)
        self.add("invariant", [x], [f"Real {x}(start = 0.6, fixed = true), {y}(start = 0.8, fixed = true);",
                                    f"Real {x}e = {x}^2 + {y}^2;"],
                 [f"der({x}) = RATE*(1 + 0.5*({e}))*{y};", f"der({y}) = -RATE*(1 + 0.5*({e}))*{x};"], self.read, watched=[x, f"{x}e"])

    # ---- Discrete ----------------------------------------------------------------------------------------------------

    def machine(self):
        """An algorithm at a clock: while, if, memory."""
        k, d, e = self.name("k"), self.name("d"), self.expression(1)
        m = self.r.randint(2, 6)
        self.add("machine", [d], [f"Integer {k}(start = 1, fixed = true);", f"Integer {k}j(start = 0, fixed = true);",
                                  f"discrete Real {d}(start = 0, fixed = true);"],
                 [f"ALGORITHM when {self.ticks()} then {k}j := 0; while {k}j < {m} loop {k}j := {k}j + 1;"
                  f" if mod({k}, 2) == 0 then {k} := div({k}, 2); else {k} := 3*{k} + 1; end if; end while;"
                  f" if {k} > 20 then {k} := 1; elseif {e} > {self.number(-0.3, 0.3)} then {k} := {k} + 1; end if;"
                  f" {d} := 0.7*{d} + 0.01*{k}; end when;"], self.read, watched=[d], count=[k])

    def controller(self):
        """A sampled PI controller with limits, and its plant."""
        x, d, e = self.name("x"), self.name("d"), self.expression(1)
        kp, ki = self.r.choice([1, 4]), self.r.choice([0.1, 0.5])
        self.add("controller", [x], [f"Real {x}(start = 0, fixed = true);", f"discrete Real {d}(start = 0, fixed = true);",
                                     f"discrete Real {d}i(start = 0, fixed = true);"],
                 [f"when {self.ticks()} then {d}i = max(-1, min(1, pre({d}i) + {ki}*({e} - {x})));"
                  f" {d} = max(-2, min(2, {kp}*({e} - {x}) + {d}i)); end when;",
                  f"der({x}) = RATE*({self.r.choice([0.5, 2])}*({d} - {x}));"], self.read, watched=[x])

    def flags(self):
        """Integers and Booleans of continuous values; what changes is counted."""
        k, b, n, y = self.name("k"), self.name("b"), self.name("n"), self.name("y")
        e = self.expression(1)
        reads = set(self.read)
        f = self.expression(1)
        reads |= self.read
        self.add("flags", [y], [f"Integer {k};", f"Boolean {b};", f"Integer {n}(start = 0, fixed = true), {n}b(start = 0, fixed = true);",
                                f"Real {y} = 0.2*{k} + (if {b} then 0.5 else 0);"],
                 [f"{k} = integer(3*({e}) + 0.123) + (if {b} then 1 else 0);",
                  f"{b} = {f} > {self.number(-0.4, 0.4)} and not TAU > {self.number(3, 12)};",
                  f"when change({k}) then {n} = pre({n}) + 1; end when;",
                  f"when {{edge({b}), {k} > pre({k})}} then {n}b = pre({n}b) + 1; end when;".replace("{{", "{").replace("}}", "}")],
                 reads, watched=[y], count=[n, f"{n}b"])

    def late(self):
        """A delay of what jumps, and what follows from it."""
        z, x, n, e = self.name("z"), self.name("x"), self.name("n"), self.expression(1)
        v = self.r.choice([f"if {e} > {self.number(-0.4, 0.4)} then 1 else -1", f"0.5*floor(3*({e}))", f"sign({e})"])
        self.add("late", [x], [f"Real {z}u = {v};", f"Real {z};", f"Real {x}(start = 0, fixed = true);", f"Integer {n}(start = 0, fixed = true);"],
                 [f"{z} = delay({z}u, LEN[{self.number(0.1, 2)}]);", f"der({x}) = RATE*({z} - {x});",
                  f"when {z} > 0.25 then {n} = pre({n}) + 1; end when;"], self.read, watched=[x], count=[n])

    def sequence(self):
        """A chart: states with times and conditions, resets on the way."""
        m, x, t, e = self.name("k"), self.name("x"), self.name("d"), self.expression(1)
        self.add("sequence", [x], [f"Integer {m}(start = 1, fixed = true);", f"Real {x}(start = 0, fixed = true);",
                                   f"discrete Real {t}(start = T0 + LEN[0.5], fixed = true);"],
                 [f"der({x}) = RATE*(if {m} == 1 then 1 - 0.1*{x} elseif {m} == 2 then -2*{x} else 0.3*({e}) - 0.4*{x});",
                  f"when pre({m}) == 1 and {x} > 1.2 then {m} = 2; {t} = time + LEN[{self.number(0.2, 0.9)}];"
                  f" elsewhen pre({m}) == 2 and time >= pre({t}) then {m} = 3; {t} = time + LEN[{self.number(0.2, 1.5)}];"
                  f" elsewhen pre({m}) == 3 and (time >= pre({t}) or {x} < -0.5) then {m} = 1; {t} = pre({t});"
                  f" reinit({x}, 0.3*{x}); end when;"], self.read, watched=[x], count=[m], absolute=[t])

    def pwm(self):
        """Pulses whose width is set once in a period, and a filter."""
        x, p, e = self.name("x"), self.name("w"), self.expression(1)
        f = self.r.choice([3, 7, 11])
        self.add("pwm", [x], [f"Saltus.Blocks.PWMTimer {p}t(f = {f}*RATE, startTime = T0 + LEN[0.013]);", f"Real {x}(start = 0, fixed = true);"],
                 [f"{p}t.u = 0.5 + 0.6*({e});", f"der({x}) = RATE*{self.r.choice([2, 20])}*((if {p}t.y then 1 else 0) - {x});"], self.read,
                 watched=[x])

    def turns(self):
        """A wheel: an angle that wraps around, and counts."""
        a, n, e = self.name("x"), self.name("n"), self.expression(1)
        self.add("turns", [a], [f"Real {a}(start = {self.number(0, 3)}, fixed = true);", f"Integer {n}(start = 0, fixed = true);"],
                 [f"der({a}) = RATE*(2.5 + 1.3*({e}));", f"when {a} > 6.25 then reinit({a}, {a} - 6.25); {n} = pre({n}) + 1; end when;"],
                 self.read, watched=[a], count=[n])

    # ---- Linear between events ---------------------------------------------------------------------------------------

    def thermostat(self):
        """A relay as an equation, of a state that it drives."""
        x, b, n = self.name("x"), self.name("b"), self.name("n")
        up, down = self.r.uniform(0.5, 2), self.r.uniform(0.5, 2)
        hi, lo = self.r.uniform(0.2, 0.8), -self.r.uniform(0.2, 0.8)
        self.add("thermostat", [x], [f"Real {x}(start = 0, fixed = true);", f"Boolean {b}(start = true, fixed = true);",
                                     f"Integer {n}(start = 0, fixed = true);"],
                 [f"{b} = {x} < {lo:.3g} or pre({b}) and {x} < {hi:.3g};",
                  f"der({x}) = RATE*((if {b} then {up:.3g} else -{down:.3g}) - 0.1*{x});",
                  f"when edge({b}) then {n} = pre({n}) + 1; end when;"], watched=[x], count=[n])

    def pair(self):
        """Two states, driven by a sine and by a switch of their own."""
        x, v, n, w = self.name("x"), self.name("v"), self.name("n"), self.r.choice([2, 9, 40])
        self.add("pair", [x], [f"Real {x}(start = {self.number()}, fixed = true), {v}(start = 0, fixed = true);",
                               f"Integer {n}(start = 0, fixed = true);"],
                 [f"der({x}) = RATE*{v};",
                  f"der({v}) = RATE*(-{w * w}*{x} - {self.r.choice([0.1, 2, 300])}*{v} + {w * w}*sin({self.number(0.5, 3)}*TAU)"
                  f" + (if {x} > {self.number(-0.3, 0.3)} then {w} else 0));",
                  f"when {x} > {self.number(0.3, 0.6)} then {n} = pre({n}) + 1; end when;"], watched=[x], count=[n])

    def shared(self):
        """Several branches on one source, which has a resistance."""
        p = self.name("h")
        parts = [f"{E}SineVoltage {p}s(V = {self.r.choice([5, 24, 325])}, {self.wave([0.31, 0.53, 1.1])});", f"{E}Ground {p}g;",
                 f"{E}Resistor {p}r(R = {self.r.choice([0.1, 1])});"]
        lines = [f"connect({p}s.n, {p}g.p);", f"connect({p}s.p, {p}r.p);"]
        watched = []
        for k in range(self.r.randint(2, 3)):
            b = f"{p}{k}"
            kind = self.r.choice(["rl", "rc", "diode", "diode"])
            parts.append(f"{E}Resistor {b}r(R = {self.r.choice([5, 50])});")
            if kind == "rl":
                parts.append(f"{E}Inductor {b}l(L = {self.r.choice([0.05, 1])}/RATE);")
                lines += [f"connect({p}r.n, {b}l.p);", f"connect({b}l.n, {b}r.p);"]
            elif kind == "rc":
                parts.append(f"{E}Capacitor {b}c(C = {self.r.choice([1e-4, 1e-2])}/RATE);")
                lines += [f"connect({p}r.n, {b}c.p);", f"connect({b}c.n, {b}r.p);"]
            else:
                parts += [f"{E}IdealDiode {b}d;", f"{E}Capacitor {b}c(C = {self.r.choice([1e-3, 1e-2])}/RATE);"]
                ends = (f"{b}d.p", f"{b}d.n") if self.r.random() < 0.5 else (f"{b}d.n", f"{b}d.p")
                lines += [f"connect({p}r.n, {ends[0]});", f"connect({ends[1]}, {b}r.p);", f"connect({b}c.p, {b}r.p);",
                          f"connect({b}c.n, {p}g.p);"]
            lines.append(f"connect({b}r.n, {p}g.p);")
            watched.append(f"{b}r.v")
        self.add("network", [], parts, lines, value=False, watched=watched)

    def coupled(self):
        """Coupled coils with a load on the second."""
        p = self.name("t")
        load = self.r.choice(["r", "diode", "diode rc"])
        coil = self.r.choice([f"{E}CoupledInductors {p}t(L1 = 0.5/RATE, L2 = 0.2/RATE, M = {self.r.choice([0.05, 0.25, 0.31])}/RATE);",
                              f"{E}Transformer {p}t(n = {self.r.choice([0.5, 3])}, R1 = 0.3, R2 = 0.2, L1 = 0.01/RATE, L2 = 0.02/RATE, Lm = 0.8/RATE);"])
        parts = [f"{E}SineVoltage {p}s(V = {self.r.choice([5, 24])}, {self.wave([0.53, 1.1])});", f"{E}Ground {p}g;", f"{E}Ground {p}g2;",
                 f"{E}Resistor {p}r(R = 1);", coil, f"{E}Resistor {p}o(R = {self.r.choice([2, 30])});"]
        lines = [f"connect({p}s.n, {p}g.p);", f"connect({p}s.p, {p}r.p);", f"connect({p}r.n, {p}t.p1);", f"connect({p}t.n1, {p}g.p);",
                 f"connect({p}t.n2, {p}g2.p);", f"connect({p}o.n, {p}g2.p);"]
        if load == "r":
            lines.append(f"connect({p}t.p2, {p}o.p);")
        else:
            parts.append(f"{E}IdealDiode {p}d;")
            lines += [f"connect({p}t.p2, {p}d.p);", f"connect({p}d.n, {p}o.p);"]
        if load == "diode rc":
            parts.append(f"{E}Capacitor {p}c(C = 5e-3/RATE);")
            lines += [f"connect({p}c.p, {p}o.p);", f"connect({p}c.n, {p}g2.p);"]
        self.add("network", [], parts, lines, value=False, watched=[f"{p}o.v"])

    def converter(self):
        """A switch that a timer drives, a freewheeling diode, a coil, a capacitor and a load."""
        p, duty = self.name("b"), self.number(0.15, 0.85)
        up = self.r.random() < 0.4
        parts = [f"{E}ConstantVoltage {p}s(V = {self.r.choice([5, 24])});", f"{E}Ground {p}g;", f"{E}Switch {p}w;", f"{E}IdealDiode {p}d;",
                 f"{E}Inductor {p}l(L = {self.r.choice([0.05, 0.5])}/RATE);", f"{E}Capacitor {p}c(C = {self.r.choice([2e-3, 2e-2])}/RATE);",
                 f"{E}Resistor {p}o(R = {self.r.choice([5, 50])});",
                 f"Saltus.Blocks.PWMTimer {p}t(f = {self.r.choice([7, 11])}*RATE, startTime = T0 + LEN[0.013]);"]
        lines = [f"connect({p}s.n, {p}g.p);", f"{p}t.u = {duty};", f"{p}w.control = {p}t.y;", f"connect({p}c.n, {p}g.p);",
                 f"connect({p}o.p, {p}c.p);", f"connect({p}o.n, {p}g.p);"]
        if up:
            lines += [f"connect({p}s.p, {p}l.p);", f"connect({p}l.n, {p}w.p);", f"connect({p}w.n, {p}g.p);", f"connect({p}l.n, {p}d.p);",
                      f"connect({p}d.n, {p}c.p);"]
        else:
            lines += [f"connect({p}s.p, {p}w.p);", f"connect({p}w.n, {p}l.p);", f"connect({p}d.n, {p}w.n);", f"connect({p}d.p, {p}g.p);",
                      f"connect({p}l.n, {p}c.p);"]
        self.add("network", [], parts, lines, value=False, watched=[f"{p}o.v"])
