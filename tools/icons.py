#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""icons.py - the icons of the library of parts: models/lib/icons/Saltus.DOMAIN.PART.svg

    python3 tools/icons.py [--check] [FOLDER]      writes them (compares them) in FOLDER, models/lib/icons

A picture is 100 x 100, one colour per domain, symbols of IEC 60617 where there are some. Every connector of the part is an
element with its name as id, of class "connector" and its kind, and its place in data-at: programs that draw wires need
no other table. Shapes that several parts share are functions; a part is one line of a table.
"""
import math
import os
import sys

COLOURS = {"Electrical": "#1d4f91", "Spice": "#1d4f91", "Rotational": "#4a4a4a", "Thermal": "#b3321f", "Blocks": "#20306e"}
BOOLEAN = "#9c2a86"
HEAT = "#b3321f"
FLANGE = "#4a4a4a"
PIN = "#1d4f91"
REAL = "#20306e"


# ---- Strokes -------------------------------------------------------------------------------------

def number(x):
    return f"{x:.1f}".rstrip("0").rstrip(".")


def line(*points, more=""):
    """A line through points x, y, x, y, ..."""
    places = " ".join(f"{number(x)},{number(y)}" for x, y in zip(points[::2], points[1::2]))
    return f'<polyline points="{places}"{more}/>'


def area(*points, fill="currentColor"):
    places = " ".join(f"{number(x)},{number(y)}" for x, y in zip(points[::2], points[1::2]))
    return f'<polygon points="{places}" fill="{fill}"/>'


def path(d, more=""):
    return f'<path d="{d}"{more}/>'


def rect(x, y, w, h, more=""):
    return f'<rect x="{number(x)}" y="{number(y)}" width="{number(w)}" height="{number(h)}"{more}/>'


def circle(x, y, r, more=""):
    return f'<circle cx="{number(x)}" cy="{number(y)}" r="{number(r)}"{more}/>'


def text(x, y, words, size=22):
    words = words.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return (f'<text x="{number(x)}" y="{number(y)}" font-size="{size}" text-anchor="middle" '
            f'fill="currentColor" stroke="none">{words}</text>')


DASHED = ' stroke-dasharray="4 4" stroke-width="2"'
THIN = ' stroke-width="2"'
FULL = ' fill="currentColor"'


def arrow(x1, y1, x2, y2, size=9):
    """A line with a filled head at its second end."""
    length = math.hypot(x2 - x1, y2 - y1)
    ux, uy = (x2 - x1)/length, (y2 - y1)/length
    bx, by = x2 - size*ux, y2 - size*uy
    return line(x1, y1, bx, by) + area(x2, y2, bx - size*uy/2, by + size*ux/2, bx + size*uy/2, by - size*ux/2)


# ---- Connectors ----------------------------------------------------------------------------------

def connector(name, kind, x, y):
    about = f' id="{name}" class="connector {kind}" data-at="{number(x)} {number(y)}"'
    cx, cy = min(max(x, 5), 95), min(max(y, 5), 95)
    if kind in ("real-input", "boolean-input", "real-output", "boolean-output", "integer-output"):
        colour = BOOLEAN if "boolean" in kind else REAL
        # inward from the edge for inputs, outward for outputs
        dx, dy = (1, 0) if x == 0 else (-1, 0) if x == 100 else (0, 1) if y == 0 else (0, -1)
        if "output" in kind:
            dx, dy = -dx, -dy
        points = (cx + 5*dx, cy + 5*dy, cx - 5*dx - 5*dy, cy - 5*dy - 5*dx, cx - 5*dx + 5*dy, cy - 5*dy + 5*dx)
        places = " ".join(f"{number(a)},{number(b)}" for a, b in zip(points[::2], points[1::2]))
        fill = colour if "input" in kind else "#ffffff"
        return f'<polygon points="{places}" fill="{fill}" stroke="{colour}" stroke-width="1.5"{about}/>'
    colour = {"pin": PIN, "flange": FLANGE, "heat": HEAT}[kind.split("-")[0]]
    fill = "#ffffff" if kind.endswith("-n") else colour
    if kind.startswith("flange"):
        return circle(cx, cy, 4.2, f' fill="{fill}" stroke="{colour}" stroke-width="1.5"{about}')
    return rect(cx - 4, cy - 4, 8, 8, f' fill="{fill}" stroke="{colour}" stroke-width="1.5"{about}')


def p_n():
    return [("p", "pin", 0, 50), ("n", "pin-n", 100, 50)]


def pairs():
    return [("p1", "pin", 0, 20), ("n1", "pin-n", 0, 80), ("p2", "pin", 100, 20), ("n2", "pin-n", 100, 80)]


def meter_pins():
    return [("pc", "pin", 0, 50), ("nc", "pin-n", 100, 50), ("pv", "pin", 50, 0), ("nv", "pin-n", 50, 100)]


def flanges():
    return [("flange_a", "flange", 0, 50), ("flange_b", "flange-n", 100, 50)]


def ports():
    return [("port_a", "heat", 0, 50), ("port_b", "heat-n", 100, 50)]


def u_y(i="real", o="real"):
    return [("u", i + "-input", 0, 50), ("y", o + "-output", 100, 50)]


def u2_y(i="real", o="real"):
    return [("u1", i + "-input", 0, 28), ("u2", i + "-input", 0, 72), ("y", o + "-output", 100, 50)]


def out(kind="real"):
    return [("y", kind + "-output", 100, 50)]


# ---- Shapes of circuits --------------------------------------------------------------------------

def leads(a, b, y=50):
    return line(4, y, a, y) + line(b, y, 96, y)


def coil(x, y, n, r=6, down=False, upright=False):
    """n half circles, to the right (upright: downwards) from (x, y)."""
    step = f"a{r},{r} 0 0 {0 if down else 1} " + (f"0,{2*r}" if upright else f"{2*r},0")
    return path(f"M{number(x)},{number(y)} " + " ".join([step]*n))


def wave(kind, x=50, y=13):
    """A small picture of a signal about (x, y), 32 wide and 14 high."""
    a, b, t, s = x - 16, x + 16, y - 7, y + 7
    return {
        "constant": line(a, y - 3, b, y - 3, more=THIN) + line(a, y + 4, a + 8, y + 4, more=THIN) +
                    line(a + 12, y + 4, b - 12, y + 4, more=THIN) + line(b - 8, y + 4, b, y + 4, more=THIN),
        "sine": path(f"M{a},{y} c5.5,-14 10.5,-14 16,0 s10.5,14 16,0", THIN),
        "pulse": line(a, s, a + 4, s, a + 4, t, x - 4, t, x - 4, s, x + 6, s, x + 6, t, b - 4, t, b - 4, s, b, s, more=THIN),
        "pwm": line(a, s, a + 2, s, a + 2, t, a + 11, t, a + 11, s, a + 14, s, a + 14, t, a + 20, t, a + 20, s, a + 27, s,
                    a + 27, t, a + 30, t, a + 30, s, b, s, more=THIN),
        "table": line(a, s, a + 9, t + 3, a + 18, s - 5, a + 24, t, b, t + 6, more=THIN),
        "signal": "",
    }[kind]


def source(kind, current):
    inside = line(50, 30, 50, 70) if current else line(30, 50, 70, 50)
    mark = arrow(38, 84, 64, 84, 8) if current else line(18, 36, 18, 44, more=THIN) + line(14, 40, 22, 40, more=THIN)
    return leads(30, 70) + circle(50, 50, 20) + inside + mark + wave(kind)


def diode_body(x1=34, x2=66):
    return leads(x1, x2) + area(x1, 34, x2, 50, x1, 66) + line(x2, 34, x2, 66)


def contact(y=50):
    return line(4, y, 32, y) + line(68, y, 96, y) + line(32, y, 64, y - 20) + circle(32, y, 2.5, FULL) + circle(68, y, 2.5, FULL)


def meter(letter, through=True):
    return (leads(28, 72) if through else "") + circle(50, 50, 22) + text(50, 58, letter)


def op_amp(ideal):
    return (area(22, 12, 22, 88, 86, 50, fill="#ffffff") + line(4, 28, 22, 28) + line(4, 72, 22, 72) + line(86, 50, 96, 50) +
            line(28, 28, 38, 28, more=THIN) + line(28, 72, 38, 72, more=THIN) + line(33, 67, 33, 77, more=THIN) +
            text(52, 57, "∞" if ideal else "A", 20))


def body_diode():
    return line(20, 50, 20, 72, 40, 72) + line(80, 50, 80, 72, 60, 72) + area(60, 61, 60, 83, 40, 72) + line(40, 61, 40, 83)


def mosfet():
    flat = ' stroke-linecap="butt"'
    return (line(36, 18, 64, 18) + line(50, 10, 50, 18) + line(33, 26, 43, 26, more=flat) + line(46, 26, 54, 26, more=flat) + line(57, 26, 67, 26, more=flat) +
            line(4, 50, 20, 50, 20, 40, 38, 40, 38, 26) + line(96, 50, 80, 50, 80, 40, 62, 40, 62, 26) + line(62, 40, 50, 40) + arrow(50, 42, 50, 27, 8) +
            body_diode())


def igbt():
    return (line(4, 50, 20, 50, 20, 36, 30, 36, 38, 28) + line(34, 28, 66, 28) + line(34, 20, 66, 20) + line(50, 10, 50, 20) +
            arrow(62, 28, 72, 38, 8) + line(71, 37, 80, 37, 80, 50, 96, 50) + body_diode())


def windings(extra):
    return (line(4, 20, 34, 20, 34, 26) + coil(34, 26, 4, 6, upright=True) + line(34, 74, 34, 80, 4, 80) +
            line(96, 20, 66, 20, 66, 26) + coil(66, 26, 4, 6, down=True, upright=True) + line(66, 74, 66, 80, 96, 80) + extra +
            circle(24, 33, 2.5, FULL) + circle(76, 33, 2.5, FULL))


CORE = line(47, 26, 47, 74) + line(53, 26, 53, 74)

ELECTRICAL = {
    "Ground": (line(50, 4, 50, 42) + line(22, 42, 78, 42) + line(33, 56, 67, 56) + line(43, 70, 57, 70), [("p", "pin", 50, 0)]),
    "ConstantVoltage": (source("constant", False), p_n()),
    "ConstantCurrent": (source("constant", True), p_n()),
    "SineVoltage": (source("sine", False), p_n()),
    "SineCurrent": (source("sine", True), p_n()),
    "PulseVoltage": (source("pulse", False), p_n()),
    "PulseCurrent": (source("pulse", True), p_n()),
    "PWMVoltage": (source("pwm", False) + line(50, 70, 50, 92, more=THIN), p_n() + [("duty", "real-input", 50, 100)]),
    "TableVoltage": (source("table", False), p_n()),
    "TableCurrent": (source("table", True), p_n()),
    "SignalVoltage": (source("signal", False) + line(50, 8, 50, 30), p_n() + [("v", "real-input", 50, 0)]),
    "SignalCurrent": (source("signal", True) + line(50, 8, 50, 30), p_n() + [("i", "real-input", 50, 0)]),
    "Resistor": (leads(22, 78) + rect(22, 38, 56, 24), p_n()),
    "Conductor": (leads(22, 78) + rect(22, 38, 56, 24) + text(50, 57, "G", 20), p_n()),
    "Capacitor": (leads(43, 57) + line(43, 26, 43, 74) + line(57, 26, 57, 74), p_n()),
    "Inductor": (leads(18, 82) + coil(18, 50, 4, 8), p_n()),
    "CoupledInductors": (windings(path("M43,50 h14", DASHED) + text(50, 44, "M", 14)), pairs()),
    "IdealTransformer": (windings(CORE), pairs()),
    "Transformer": (windings(CORE) + rect(14, 15, 14, 10, ' fill="#ffffff"') + rect(72, 15, 14, 10, ' fill="#ffffff"'), pairs()),
    "Diode": (diode_body() + line(30, 80, 46, 80, 58, 72, 70, 72, more=THIN), p_n()),
    "IdealDiode": (diode_body(), p_n()),
    "Switch": (contact() + rect(22, 66, 56, 12, THIN) + path("M48,40 V8", DASHED), p_n() + [("control", "boolean-input", 50, 0)]),
    "IdealSwitch": (contact() + path("M48,40 V8", DASHED), p_n() + [("control", "boolean-input", 50, 0)]),
    "TimedSwitch": (contact() + circle(50, 18, 11, THIN) + line(50, 11, 50, 18, 55, 21, more=THIN) + path("M48,40 V30", DASHED), p_n()),
    "Thyristor": (diode_body() + line(66, 50, 76, 28, 76, 10), p_n() + [("fire", "boolean-input", 76, 0)]),
    "GTO": (diode_body() + line(66, 50, 76, 28, 76, 10) + line(70, 24, 82, 32, more=THIN), p_n() + [("fire", "boolean-input", 76, 0)]),
    "MOSFET": (mosfet(), p_n() + [("gate", "boolean-input", 50, 0)]),
    "IGBT": (igbt(), p_n() + [("gate", "boolean-input", 50, 0)]),
    "Breaker": (contact() + line(45, 33, 53, 45, more=THIN) + line(43, 43, 55, 35, more=THIN) + rect(30, 62, 40, 22, THIN) +
                text(50, 79, "I>", 17), p_n()),
    "IdealOpAmp": (op_amp(True), [("in_n", "pin-n", 0, 28), ("in_p", "pin", 0, 72), ("out", "pin", 100, 50)]),
    "OpAmp": (op_amp(False), [("in_n", "pin-n", 0, 28), ("in_p", "pin", 0, 72), ("out", "pin", 100, 50)]),
    "OpAmpPole": (op_amp(False), [("in_n", "pin-n", 0, 28), ("in_p", "pin", 0, 72), ("out", "pin", 100, 50)]),
    "VoltageSensor": (meter("V") + line(50, 72, 50, 92, more=THIN), p_n() + [("v", "real-output", 50, 100)]),
    "CurrentSensor": (meter("A") + line(50, 72, 50, 92, more=THIN), p_n() + [("i", "real-output", 50, 100)]),
    "PowerSensor": (meter("W") + line(50, 8, 50, 28) + line(50, 72, 50, 92) + line(34, 66, 14, 86, 14, 92, more=THIN),
                    meter_pins() + [("power", "real-output", 14, 100)]),
    "Multimeter": (rect(24, 24, 52, 52) + rect(31, 30, 38, 16, THIN) + text(50, 69, "V A W", 15) + leads(24, 76) + line(50, 8, 50, 24) +
                   line(50, 76, 50, 92) + line(76, 76, 82, 92, more=THIN) + line(24, 76, 18, 92, more=THIN) + line(76, 24, 82, 8, more=THIN),
                   meter_pins() + [("v", "real-output", 14, 100), ("i", "real-output", 86, 100), ("power", "real-output", 86, 0)]),
}


CHARGE = line(38, 66, 62, 66, more=THIN) + line(38, 76, 62, 76, more=THIN)

SPICE = {
    "PulseVoltage": (source("pulse", False), p_n()),
    "PulseCurrent": (source("pulse", True), p_n()),
    "SineVoltage": (source("sine", False), p_n()),
    "SineCurrent": (source("sine", True), p_n()),
    "ExponentialVoltage": (source("table", False) + text(50, 92, "e", 20), p_n()),
    "ExponentialCurrent": (source("table", True) + text(50, 92, "e", 20), p_n()),
    "ModulatedVoltage": (source("sine", False) + text(50, 92, "FM", 16), p_n()),
    "ModulatedCurrent": (source("sine", True) + text(50, 92, "FM", 16), p_n()),
    "StraightVoltage": (source("table", False), p_n()),
    "StraightCurrent": (source("table", True), p_n()),
    "Junction": (diode_body() + path("M34,84 C54,84 62,82 64,66", THIN), p_n()),
    "JunctionCharge": (leads(43, 57) + line(43, 26, 43, 74) + path("M61,26 C54,42 54,58 61,74") + line(50, 8, 50, 20, more=THIN),
                       p_n() + [("e", "real-input", 50, 0)]),
    "Diode": (diode_body() + CHARGE, p_n()),
    "BJT": (line(4, 50, 40, 50) + line(40, 24, 40, 76) + line(40, 40, 70, 22, 70, 6) + arrow(40, 60, 66, 76, 10) + line(66, 76, 70, 78, 70, 94),
            [("b", "pin", 0, 50), ("c", "pin", 70, 0), ("e", "pin", 70, 100)]),
    "MOSFET": (line(4, 50, 36, 50) + line(36, 28, 36, 72) + line(44, 24, 44, 36) + line(44, 44, 44, 56) + line(44, 64, 44, 76) +
               line(44, 30, 70, 30, 70, 6) + line(44, 70, 70, 70, 70, 94) + line(44, 50, 96, 50),
               [("g", "pin", 0, 50), ("d", "pin", 70, 0), ("s", "pin", 70, 100), ("b", "pin", 100, 50)]),
    "Switch": (contact() + rect(22, 66, 56, 12, THIN) + path("M48,40 V8", DASHED),
               p_n() + [("cp", "pin", 30, 0), ("cn", "pin", 70, 0)]),
    "CurrentSwitch": (contact() + rect(22, 66, 56, 12, THIN) + path("M48,40 V8", DASHED), p_n() + [("ic", "real-input", 50, 0)]),
    "Winding": (leads(18, 82) + coil(18, 50, 4, 8) + path("M50,40 V8", DASHED), p_n() + [("induced", "real-input", 50, 0)]),
    "Line": (rect(20, 12, 60, 16) + line(4, 20, 20, 20) + line(80, 20, 96, 20) + line(4, 80, 96, 80), pairs()),
}


# ---- Shapes of shafts ----------------------------------------------------------------------------

def frame(x, y, width):
    """Hatching below a line: what does not move."""
    marks = "".join(line(x + k, y, x + k - 8, y + 9, more=THIN) for k in range(6, width + 1, 9))
    return line(x, y, x + width, y) + marks


def spring(x, y, width, teeth=5):
    step = width/(2*teeth)
    points = [x, y]
    for k in range(2*teeth):
        points += [x + step*(k + 0.5), y + (-9 if k % 2 == 0 else 9)]
    return line(*points, x + width, y)


def dashpot(y, more=""):
    return line(40, y - 9, 66, y - 9, more=more) + line(40, y + 9, 66, y + 9, more=more) + line(40, y - 9, 40, y + 9, more=more) + line(54, y - 9, 54, y + 9)


def turn(x, y, r=16):
    """A bent arrow around the end of a shaft that comes from the right."""
    return (line(x, y, 94, y) + circle(x, y, 2.5, FULL) + path(f"M{number(x + 0.9*r)},{number(y - 0.44*r)} A{r},{r} 0 0 0 {x - r},{y + 3}") +
            area(x - r, y + 13, x - r - 7, y + 2, x - r + 7, y + 2))


ROTATIONAL = {
    "Fixed": (line(50, 8, 50, 56) + frame(24, 56, 52), [("flange", "flange", 50, 0)]),
    "Inertia": (leads(28, 72) + rect(28, 24, 44, 52, ' fill="#dddddd"'), flanges()),
    "Spring": (leads(20, 80) + spring(20, 50, 60), flanges()),
    "Damper": (line(4, 50, 40, 50) + dashpot(50) + line(54, 50, 96, 50), flanges()),
    "SpringDamper": (line(4, 50, 16, 50) + line(84, 50, 96, 50) + line(16, 32, 16, 68) + line(84, 32, 84, 68) + spring(16, 32, 68) +
                     line(16, 68, 40, 68) + dashpot(68) + line(54, 68, 84, 68), flanges()),
    "IdealGear": (line(4, 50, 36, 50) + line(64, 50, 96, 50) + rect(36, 14, 12, 72, ' fill="#dddddd"') + rect(52, 32, 12, 36, ' fill="#dddddd"') +
                  line(48, 40, 52, 40, more=THIN) + line(48, 50, 52, 50, more=THIN) + line(48, 60, 52, 60, more=THIN), flanges()),
    "TorqueSource": (turn(60, 50, 20) + line(8, 50, 28, 50, more=THIN), [("tau", "real-input", 0, 50), ("flange", "flange", 100, 50)]),
    "ConstantTorque": (turn(50, 50, 22) + text(56, 84, "M", 20), [("flange", "flange", 100, 50)]),
    "LoadTorque": (turn(50, 50, 20) + line(36, 88, 54, 88, 54, 74, 84, 74, more=THIN), [("flange", "flange", 100, 50)]),
    "LinearSpeedTorque": (turn(50, 50, 20) + line(36, 88, 84, 66) + line(36, 88, 88, 88, more=THIN), [("flange", "flange", 100, 50)]),
    "QuadraticSpeedTorque": (turn(50, 50, 20) + path("M36,88 Q68,88 84,64") + line(36, 88, 88, 88, more=THIN), [("flange", "flange", 100, 50)]),
    "SpeedSensor": (circle(50, 50, 24) + text(50, 57, "ω") + line(4, 50, 26, 50) + line(74, 50, 92, 50, more=THIN), [("flange", "flange", 0, 50), ("w", "real-output", 100, 50)]),
    "AngleSensor": (circle(50, 50, 24) + text(50, 57, "φ") + line(4, 50, 26, 50) + line(74, 50, 92, 50, more=THIN), [("flange", "flange", 0, 50), ("phi", "real-output", 100, 50)]),
    "TorqueSensor": (circle(50, 50, 24) + text(50, 57, "τ") + leads(26, 74) + line(50, 74, 50, 92, more=THIN), flanges() + [("tau", "real-output", 50, 100)]),
    "EMF": (circle(46, 50, 24) + line(46, 8, 46, 26) + line(46, 74, 46, 92) + line(70, 50, 92, 50) + text(46, 57, "k"),
            [("p", "pin", 46, 0), ("n", "pin-n", 46, 100), ("flange", "flange", 100, 50)]),
    "DCMachine": (circle(46, 50, 24) + rect(38, 18, 16, 8, FULL) + rect(38, 74, 16, 8, FULL) + line(46, 8, 46, 18) + line(46, 82, 46, 92) +
                  line(70, 50, 92, 50) + text(46, 57, "M"), [("p", "pin", 46, 0), ("n", "pin-n", 46, 100), ("flange", "flange", 100, 50)]),
    "DCMotor": (rect(12, 12, 76, 76) + circle(50, 50, 20) + text(50, 57, "M", 20) + text(24, 33, "v", 14) + text(24, 81, "τ", 14) +
                text(78, 33, "ω", 14) + text(78, 81, "i", 14),
                [("v", "real-input", 0, 28), ("load", "real-input", 0, 76), ("w", "real-output", 100, 28), ("i", "real-output", 100, 76)]),
}


# ---- Shapes of heat ------------------------------------------------------------------------------

def thermometer(x, y):
    return path(f"M{x - 5},{y + 18} V{y - 26} a5,5 0 0 1 10,0 V{y + 18}") + circle(x, y + 26, 10, FULL) + line(x, y + 20, x, y - 8)


def wall(inside=""):
    return rect(30, 16, 40, 68, ' fill="#f3d9d3"') + inside + leads(30, 70)


def flow(y, x1=34, x2=68):
    return arrow(x1, y, x2, y, 9)


THERMAL = {
    "HeatCapacitor": (path("M24,62 C12,40 26,14 50,14 C74,14 88,40 76,62 C70,74 30,74 24,62 Z", ' fill="#f3d9d3"') + text(50, 50, "C") + line(50, 71, 50, 94),
                      [("port", "heat", 50, 100)]),
    "ThermalConductor": (wall(flow(34) + flow(66)), ports()),
    "ThermalResistor": (leads(22, 78) + rect(22, 36, 56, 28, ' fill="#f3d9d3"') + text(50, 57, "R", 20), ports()),
    "Convection": (line(4, 50, 12, 50) + line(82, 50, 96, 50) + line(50, 8, 50, 16, more=THIN) + rect(12, 16, 22, 68, ' fill="#f3d9d3"') + path("M44,76 c-8,-9 8,-17 0,-26 s8,-17 0,-26") + path("M60,76 c-8,-9 8,-17 0,-26 s8,-17 0,-26") +
                   path("M76,76 c-8,-9 8,-17 0,-26 s8,-17 0,-26"),
                   [("solid", "heat", 0, 50), ("fluid", "heat-n", 100, 50), ("Gc", "real-input", 50, 0)]),
    "FixedTemperature": (rect(12, 12, 62, 76, ' fill="#f3d9d3"') + text(43, 58, "T", 24) + line(74, 50, 94, 50), [("port", "heat", 100, 50)]),
    "PrescribedTemperature": (rect(22, 16, 52, 68, ' fill="#f3d9d3"') + text(48, 58, "T", 24) + line(8, 50, 22, 50) + line(74, 50, 94, 50),
                              [("T", "real-input", 0, 50), ("port", "heat", 100, 50)]),
    "FixedHeatFlow": (circle(38, 50, 24, ' fill="#f3d9d3"') + arrow(24, 50, 54, 50, 10) + line(62, 50, 94, 50), [("port", "heat", 100, 50)]),
    "PrescribedHeatFlow": (circle(48, 50, 24, ' fill="#f3d9d3"') + arrow(34, 50, 64, 50, 10) + line(8, 50, 24, 50) + line(72, 50, 94, 50),
                           [("Q_flow", "real-input", 0, 50), ("port", "heat", 100, 50)]),
    "TemperatureSensor": (thermometer(50, 46) + line(4, 72, 40, 72) + line(56, 46, 92, 46, more=THIN), [("port", "heat", 0, 72), ("T", "real-output", 100, 46)]),
    "HeatFlowSensor": (circle(50, 50, 24, ' fill="#f3d9d3"') + arrow(36, 50, 66, 50, 10) + leads(26, 74) + line(50, 74, 50, 92, more=THIN),
                       ports() + [("Q_flow", "real-output", 50, 100)]),
    "Thermostat": (thermometer(32, 46) + line(4, 72, 22, 72) + line(48, 66, 76, 66, 76, 34, 86, 34, more=THIN) + line(76, 34, 58, 34, 58, 66, more=THIN), [("port", "heat", 0, 72), ("on", "boolean-output", 100, 50)]),
}


# ---- Shapes of blocks ----------------------------------------------------------------------------

BOX = rect(10, 10, 80, 80)


def axes(x=22, y=78):
    return line(x, 20, x, 80, more=THIN) + line(20, y, 80, y, more=THIN)


def cross():
    return line(50, 20, 50, 80, more=THIN) + line(20, 50, 80, 50, more=THIN)


def curve(*points):
    return BOX + axes() + line(*points)


def word(words, size=24):
    return BOX + text(50, 50 + 0.35*size, words, size)


def fraction(top, below, size=19):
    return BOX + text(50, 42, top, size) + line(22, 50, 78, 50, more=THIN) + text(50, 72, below, size)


def steps(*points):
    return BOX + axes() + path("M22,74 C36,30 52,24 60,40 S76,60 80,30", THIN) + line(*points)


BLOCKS = {
    "Constant": (curve(22, 44, 80, 44), out()),
    "Step": (curve(22, 70, 46, 70, 46, 34, 80, 34), out()),
    "Ramp": (curve(22, 70, 38, 70, 64, 32, 80, 32), out()),
    "Sine": (BOX + line(22, 20, 22, 80, more=THIN) + line(20, 50, 80, 50, more=THIN) + path("M22,50 C32,14 41,14 51,50 S70,86 80,50"), out()),
    "Pulse": (curve(22, 70, 30, 70, 30, 34, 46, 34, 46, 70, 58, 70, 58, 34, 74, 34, 74, 70, 80, 70), out()),
    "Triangle": (curve(22, 72, 36, 32, 51, 72, 65, 32, 80, 72), out()),
    "TimeTable": (BOX + rect(22, 22, 56, 56, THIN) + line(41, 22, 41, 78, more=THIN) + line(22, 36, 78, 36, more=THIN) + line(22, 50, 78, 50, more=THIN) +
                  line(22, 64, 78, 64, more=THIN) + rect(22, 22, 56, 14, FULL), out()),
    "Gain": (area(12, 10, 12, 90, 90, 50, fill="#ffffff") + text(36, 58, "k", 24), u_y()),
    "Sum": (word("Σ", 44), u_y()),
    "Add": (circle(50, 50, 38) + text(50, 62, "+", 36) + line(8, 28, 19, 28, more=THIN) + line(8, 72, 19, 72, more=THIN), u2_y()),
    "Feedback": (circle(50, 50, 38) + text(32, 44, "+", 24) + text(36, 76, "−", 24) + line(8, 28, 19, 28, more=THIN) + line(8, 72, 19, 72, more=THIN), u2_y()),
    "Product": (word("×", 44), u2_y()),
    "Division": (word("÷", 44), u2_y()),
    "Abs": (BOX + cross() + line(24, 24, 50, 50, 76, 24), u_y()),
    "Integrator": (fraction("1", "s", 24), u_y()),
    "FirstOrder": (BOX + axes() + path("M22,76 C30,44 44,34 80,32"), u_y()),
    "SecondOrder": (BOX + axes() + path("M22,76 C34,-4 42,30 50,42 S64,34 80,38"), u_y()),
    "Derivative": (fraction("s", "Ts + 1"), u_y()),
    "PI": (word("PI", 34), u_y()),
    "PID": (word("PID", 30), [("u_s", "real-input", 0, 50), ("u_m", "real-input", 50, 100), ("y", "real-output", 100, 50)]),
    "Limiter": (BOX + cross() + line(20, 72, 36, 72, 64, 28, 80, 28), u_y()),
    "DeadZone": (BOX + cross() + line(20, 72, 38, 50, 62, 50, 80, 28), u_y()),
    "Hysteresis": (BOX + cross() + line(20, 70, 64, 70, 64, 30, 80, 30) + line(64, 30, 36, 30, 36, 70), u_y("real", "boolean")),
    "Comparator": (word(">", 44), u2_y("real", "boolean")),
    "PWM": (BOX + line(18, 46, 30, 22, 42, 46, 54, 22, 66, 46, 78, 22, more=THIN) + line(18, 34, 82, 30, more=THIN) +
            line(18, 78, 26, 78, 26, 58, 34, 58, 34, 78, 48, 78, 48, 58, 59, 58, 59, 78, 71, 78, 71, 58, 82, 58), u_y("real", "boolean")),
    "PWMTimer": (BOX + circle(50, 32, 15, THIN) + line(50, 22, 50, 32, 57, 36, more=THIN) +
                 line(18, 78, 26, 78, 26, 58, 34, 58, 34, 78, 48, 78, 48, 58, 59, 58, 59, 78, 71, 78, 71, 58, 82, 58), u_y("real", "boolean")),
    "SampleHold": (steps(22, 74, 32, 74, 32, 46, 44, 46, 44, 32, 56, 32, 56, 36, 68, 36, 68, 48, 80, 48), u_y()),
    "TriggeredSampler": (line(10, 50, 32, 50) + line(66, 50, 90, 50) + line(32, 50, 62, 30) + circle(32, 50, 2.5, FULL) + circle(66, 50, 2.5, FULL) + BOX +
                         path("M50,90 V44", DASHED), u_y() + [("trigger", "boolean-input", 50, 100)]),
    "UnitDelay": (fraction("1", "z", 24), u_y()),
    "DiscreteTransferFunction": (fraction("b(z)", "a(z)"), u_y()),
    "And": (word("&", 36), u2_y("boolean", "boolean")),
    "Or": (word("≥1", 32), u2_y("boolean", "boolean")),
    "Xor": (word("=1", 32), u2_y("boolean", "boolean")),
    "Not": (rect(10, 10, 72, 80) + text(46, 61, "1", 32) + circle(86, 50, 4), u_y("boolean", "boolean")),
    "RSFlipFlop": (BOX + text(26, 36, "S", 20) + text(26, 80, "R", 20) + text(74, 36, "Q", 20) + text(74, 80, "Q", 20) + line(66, 63, 82, 63, more=THIN),
                   [("s", "boolean-input", 0, 28), ("r", "boolean-input", 0, 72), ("q", "boolean-output", 100, 28), ("qn", "boolean-output", 100, 72)]),
    "Switch": (BOX + line(10, 24, 34, 24) + line(10, 76, 34, 76) + line(66, 50, 90, 50) + line(34, 24, 66, 50) + circle(34, 24, 2.5, FULL) + circle(34, 76, 2.5, FULL) +
               path("M10,50 H46", DASHED), [("u1", "real-input", 0, 24), ("control", "boolean-input", 0, 50), ("u2", "real-input", 0, 76), ("y", "real-output", 100, 50)]),
    "Edge": (BOX + line(22, 74, 46, 74, 46, 28, 78, 28) + area(46, 42, 39, 56, 53, 56), u_y("boolean", "boolean")),
    "Counter": (BOX + line(20, 76, 34, 76, 34, 62, 50, 62, 50, 48, 64, 48, 64, 34, 80, 34) + text(34, 42, "n", 20), u_y("boolean", "integer")),
    "BooleanConstant": (curve(22, 34, 80, 34), out("boolean")),
    "BooleanStep": (curve(22, 78, 46, 78, 46, 34, 80, 34), out("boolean")),
    "BooleanPulse": (curve(22, 78, 30, 78, 30, 34, 46, 34, 46, 78, 58, 78, 58, 34, 74, 34, 74, 78, 80, 78), out("boolean")),
    "RealToBoolean": (BOX + text(30, 57, "R", 20) + arrow(42, 50, 58, 50) + text(71, 57, "B", 20), u_y("real", "boolean")),
    "BooleanToReal": (BOX + text(30, 57, "B", 20) + arrow(42, 50, 58, 50) + text(71, 57, "R", 20), u_y("boolean", "real")),
    "Mean": (BOX + text(50, 60, "x", 30) + line(36, 32, 64, 32), u_y()),
    "RMS": (word("RMS", 26), u_y()),
}
MADE_OF_TRUTH = ("And", "Or", "Xor", "Not", "RSFlipFlop", "Edge", "Counter", "BooleanConstant", "BooleanStep", "BooleanPulse", "Hysteresis", "Comparator")

DOMAINS = {"Electrical": ELECTRICAL, "Spice": SPICE, "Rotational": ROTATIONAL, "Thermal": THERMAL, "Blocks": BLOCKS}


# ---- Files ---------------------------------------------------------------------------------------

def picture(domain, name, shapes, connectors):
    colour = BOOLEAN if domain == "Blocks" and name in MADE_OF_TRUTH else COLOURS[domain]
    shapes = shapes.replace("/><", "/>\n    <").replace("</text><", "</text>\n    <")
    ends = "\n    ".join(connector(*c) for c in connectors)
    return f"""<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100" width="100" height="100" color="{colour}">
  <title>Saltus.{domain}.{name}</title>
  <g fill="none" stroke="currentColor" stroke-width="3" stroke-linecap="round" stroke-linejoin="round" font-family="sans-serif">
    {shapes}
  </g>
  <g fill="none">
    {ends}
  </g>
</svg>
"""


def pictures():
    return {f"Saltus.{domain}.{name}.svg": picture(domain, name, *drawn)
            for domain, parts in DOMAINS.items() for name, drawn in parts.items()}


def read(path):
    if not os.path.exists(path):
        return ""
    with open(path, encoding="utf-8") as file:
        return file.read()


def main():
    words = [w for w in sys.argv[1:] if w != "--check"]
    root = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")
    folder = words[0] if words else os.path.join(root, "models", "lib", "icons")
    made = pictures()
    wrong = [name for name in made if read(os.path.join(folder, name)) != made[name]]
    extra = [name for name in sorted(os.listdir(folder)) if name.endswith(".svg") and name not in made]
    if "--check" in sys.argv:
        for name in wrong + extra:
            print(f"{name} is not what tools/icons.py draws")
        return 1 if wrong or extra else 0
    for name in wrong:
        with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
            file.write(made[name])
    for name in extra:
        os.remove(os.path.join(folder, name))
    print(f"icons: {len(made)}, {len(wrong)} new, {len(extra)} gone")
    return 0


if __name__ == "__main__":
    sys.exit(main())
