/* SPDX-License-Identifier: MIT */
/* source_shape.c - sources made of straight lines: constant, step, ramp, and what repeats itself.
 *
 * A shape is a list of corners in one period: from `at` on, counted from the beginning of the
 * period, the signal is value + slope * (time - corner). Corner j of turn k is at
 *     start + k * period + at_j,                                                             (1)
 * computed again each time: after any number of turns it is off by rounding once, not k times.
 * Before `start` the signal is constant. A shape without an end to its first turn has an infinite
 * period. Two corners at one instant: the later counts. */
#include "blocks/discrete/event.h"
#include "blocks/source/source.h"

#include <math.h>

enum { CORNERS = 4 };

struct corner {
    double at, value, slope;
};

struct shape {
    double start, before, period;
    int n;
    struct corner corner[CORNERS];
};

static double real(const saltus_cell *c, const char *name, int32_t i)
{
    return saltus_part_real(c->part, name, i);
}

typedef void shape_fn(const saltus_cell *c, int32_t i, int64_t turn, struct shape *s);

static double corner_time(const struct shape *s, int64_t turn, int place) /* (1) */
{
    double first = turn > 0 ? s->start + (double)turn * s->period : s->start;
    return first + s->corner[place].at;
}

static void say(struct source_piece *p, double t, double value, double slope)
{
    p->t = t;
    p->c[0] = value;
    p->c[1] = slope;
    p->order = slope != 0;
}

/* The turn that t >= s->start belongs to; (1) decides, not the quotient. */
static int64_t turn_at(const struct shape *s, double t)
{
    double k = floor((t - s->start) / s->period);
    if (!(k > 0)) return 0;
    while (k > 0 && s->start + k * s->period > t) k--;
    while (s->start + (k + 1) * s->period <= t && s->start + (k + 1) * s->period > s->start) k++;
    return (int64_t)k;
}

static void first_piece(const saltus_cell *c, int32_t i, shape_fn *f, struct source_piece *p)
{
    struct shape s = {0};
    f(c, i, 0, &s);
    if (c->t < s.start) {
        p->turn = -1;
        say(p, c->t, s.before, 0);
        return;
    }
    p->turn = turn_at(&s, c->t);
    f(c, i, p->turn, &s);
    for (p->place = s.n - 1; p->place > 0; p->place--)
        if (corner_time(&s, p->turn, p->place) <= c->t) break;
    const struct corner *b = &s.corner[p->place];
    say(p, c->t, b->value + b->slope * (c->t - corner_time(&s, p->turn, p->place)), b->slope);
}

static void step_on(const saltus_cell *c, int32_t i, shape_fn *f, struct shape *s,
                    struct source_piece *p)
{
    if (p->turn >= 0 && p->place + 1 < s->n) {
        p->place++;
        return;
    }
    p->turn++;
    p->place = 0;
    f(c, i, p->turn, s);
}

static void shape_next(const saltus_cell *c, int32_t i, shape_fn *f, struct source_piece *p)
{
    struct shape s = {0};
    if (p->k == 0) {
        first_piece(c, i, f, p);
        return;
    }
    f(c, i, p->turn < 0 ? 0 : p->turn, &s);
    double t = p->t;
    int tries = 0;
    do {
        step_on(c, i, f, &s, p);
        t = corner_time(&s, p->turn, p->place);
    } while (!(t > p->t) && ++tries <= 2 * s.n);
    /* of several corners at this instant the last: the others would be sent and replaced at once */
    while (p->place + 1 < s.n && corner_time(&s, p->turn, p->place + 1) <= t) p->place++;
    if (tries > 2 * s.n)
        event_fail(c, "period", NULL, "the period %g is below the rounding of the time", s.period);
    say(p, t, s.corner[p->place].value, s.corner[p->place].slope);
}

/* ---- The shapes ------------------------------------------------------------------------------ */

static void begin(struct shape *s, double start, double before, double period)
{
    s->start = start;
    s->before = before;
    s->period = period;
    s->n = 0;
}

static void corner(struct shape *s, double at, double value, double slope)
{
    s->corner[s->n++] = (struct corner){at, value, slope};
}

static void constant_next(saltus_cell *c, int32_t i, struct source_piece *p)
{
    if (p->k == 0)
        say(p, c->t, real(c, "value", i), 0);
    else
        p->t = INFINITY;
}

static void step_shape(const saltus_cell *c, int32_t i, int64_t turn, struct shape *s)
{
    (void)turn;
    begin(s, real(c, "start", i), real(c, "low", i), INFINITY);
    corner(s, 0, real(c, "high", i), 0);
}

static void ramp_shape(const saltus_cell *c, int32_t i, int64_t turn, struct shape *s)
{
    double offset = real(c, "offset", i), slope = real(c, "slope", i);
    double length = real(c, "duration", i);
    (void)turn;
    begin(s, real(c, "start", i), offset, INFINITY);
    corner(s, 0, offset, slope);
    if (length < INFINITY) corner(s, length, offset + slope * length, 0);
}

static void pulse_shape(const saltus_cell *c, int32_t i, int64_t turn, struct shape *s)
{
    double low = real(c, "low", i);
    (void)turn;
    begin(s, real(c, "start", i), low, real(c, "period", i));
    corner(s, 0, real(c, "high", i), 0);
    if (real(c, "width", i) < s->period) corner(s, real(c, "width", i), low, 0);
}

static void square_shape(const saltus_cell *c, int32_t i, int64_t turn, struct shape *s)
{
    double low = real(c, "low", i), high = real(c, "high", i), duty = real(c, "duty", i);
    (void)turn;
    begin(s, real(c, "start", i), low, real(c, "period", i));
    corner(s, 0, high, 0);
    if (duty < 1) corner(s, duty * s->period, low, 0);
}

static void saw_shape(const saltus_cell *c, int32_t i, int64_t turn, struct shape *s)
{
    double low = real(c, "low", i), high = real(c, "high", i);
    (void)turn;
    begin(s, real(c, "start", i), low, real(c, "period", i));
    corner(s, 0, low, (high - low) / s->period);
}

static void triangle_shape(const saltus_cell *c, int32_t i, int64_t turn, struct shape *s)
{
    double low = real(c, "low", i), high = real(c, "high", i);
    (void)turn;
    begin(s, real(c, "start", i), low, real(c, "period", i));
    corner(s, 0, low, 2 * (high - low) / s->period);
    corner(s, s->period / 2, high, 2 * (low - high) / s->period);
}

static void trapezoid_shape(const saltus_cell *c, int32_t i, int64_t turn, struct shape *s)
{
    double low = real(c, "low", i), high = real(c, "high", i), rise = real(c, "rise", i);
    double top = real(c, "top", i), fall = real(c, "fall", i);
    (void)turn;
    begin(s, real(c, "start", i), low, real(c, "period", i));
    if (rise > 0) corner(s, 0, low, (high - low) / rise);
    if (top > 0 || rise <= 0) corner(s, rise, high, 0);
    if (fall > 0) corner(s, rise + top, high, (low - high) / fall);
    if (rise + top + fall < s->period) corner(s, rise + top + fall, low, 0);
}

static int trapezoid_ready(saltus_cell *c)
{
    for (int32_t i = 0; i < c->size; i++) {
        double sum = real(c, "rise", i) + real(c, "top", i) + real(c, "fall", i);
        if (sum <= real(c, "period", i)) continue;
        event_fail(c, "period", NULL, "rise + top + fall = %g do not fit into the period %g", sum,
                   real(c, "period", i));
        return 0;
    }
    return 1;
}

/* Regular sampling: the share of turn k is taken from the sine at the beginning of that turn. */
static void pwm_shape(const saltus_cell *c, int32_t i, int64_t turn, struct shape *s)
{
    double low = real(c, "low", i), high = real(c, "high", i);
    begin(s, real(c, "start", i), low, real(c, "period", i));
    double turns = fmod((double)turn * s->period * real(c, "frequency", i), 1);
    double duty = real(c, "duty", i) +
                  real(c, "depth", i) * sin(6.283185307179586 * turns + real(c, "phase", i));
    duty = fmin(fmax(duty, 0), 1);
    corner(s, 0, duty > 0 ? high : low, 0);
    if (duty > 0 && duty < 1) corner(s, duty * s->period, low, 0);
}

#define NEXT(name)                                                                                 \
    static void name##_next(saltus_cell *c, int32_t i, struct source_piece *p)                     \
    {                                                                                              \
        shape_next(c, i, name##_shape, p);                                                         \
    }
NEXT(step)
NEXT(ramp)
NEXT(pulse)
NEXT(square)
NEXT(saw)
NEXT(triangle)
NEXT(trapezoid)
NEXT(pwm)

/* ---- The tables ------------------------------------------------------------------------------ */

#define LOW              REAL_PARAM("low", 0, NULL, "the lower value, also before the start")
#define HIGH             REAL_PARAM("high", 1, NULL, "the upper value")
#define START            REAL_PARAM("start", 0, "s", "when it begins")
#define PERIOD           REAL_NEEDED_IN("period", 1e-300, 1e300, "s", "length of a turn")
#define TIME(name, text) REAL_IN(name, 0, 0, 1e300, "s", text)

static const saltus_param constant_params[] = {REAL_NEEDED("value", NULL, "the value"), {0}};
static const saltus_param step_params[] = {START, LOW, HIGH, {0}};
static const saltus_param ramp_params[] = {
    START,
    REAL_NEEDED("slope", NULL, "how fast it rises"),
    REAL_PARAM("offset", 0, NULL, "the value before the start"),
    REAL_IN("duration", INFINITY, 0, INFINITY, "s",
            "how long it rises; then it stays where it is. Default: forever"),
    {0}};
static const saltus_param pulse_params[] = {
    START,
    REAL_NEEDED_IN("width", 0, 1e300, "s", "how long a pulse lasts"),
    REAL_IN("period", INFINITY, 1e-300, INFINITY, "s",
            "time from pulse to pulse; default: there is only one"),
    LOW,
    HIGH,
    {0}};
static const saltus_param square_params[] = {
    PERIOD, REAL_IN("duty", 0.5, 0, 1, NULL, "share of a turn that is high"), START, LOW, HIGH,
    {0}};
static const saltus_param wave_params[] = {PERIOD, START, LOW, HIGH, {0}};
static const saltus_param trapezoid_params[] = {PERIOD,
                                                TIME("rise", "time from low to high"),
                                                TIME("top", "time at the upper value"),
                                                TIME("fall", "time from high to low"),
                                                START,
                                                LOW,
                                                HIGH,
                                                {0}};
static const saltus_param pwm_params[] = {
    PERIOD,
    REAL_IN("duty", 0.5, 0, 1, NULL, "mean share that is high"),
    REAL_IN("depth", 0, 0, 1, NULL, "amplitude of the sine added to it"),
    REAL_IN("frequency", 0, 0, 1e300, "Hz", "frequency of that sine"),
    REAL_PARAM("phase", 0, "rad", "its phase at the start"),
    START,
    LOW,
    HIGH,
    {0}};

const struct source_type source_constant = {SOURCE_TABLE("constant", "A constant",
                                                         "Sends its value once, at the beginning.",
                                                         signal, constant_params),
                                            constant_next, NULL, 0};
const struct source_type source_step = {SOURCE_TABLE("step", "A step",
                                                     "`low` before `start`, `high` from then on.",
                                                     signal, step_params),
                                        step_next, NULL, 0};
const struct source_type source_ramp = {
    SOURCE_TABLE("ramp", "A ramp",
                 "`offset` before `start`, then `offset + slope (t - start)`, for `duration` at "
                 "most. Exact: one polynomial of degree 1.",
                 signal, ramp_params),
    ramp_next, NULL, 0};
const struct source_type source_pulse = {
    SOURCE_TABLE("pulse", "One pulse, or one every period",
                 "`high` from `start` for `width`, and again every `period`; else `low`. A width "
                 "that is not shorter than the period gives a constant.",
                 signal, pulse_params),
    pulse_next, NULL, 0};
const struct source_type source_square = {
    SOURCE_TABLE("square_wave", "A square wave",
                 "`high` for the share `duty` of each turn, `low` for the rest. Edges are at "
                 "`start + k period` and `start + k period + duty period`, without drift.",
                 signal, square_params),
    square_next, NULL, 0};
const struct source_type source_saw = {
    SOURCE_TABLE(
        "saw", "A sawtooth wave",
        "Rises from `low` to `high` in each turn and falls back at once. Exact: one line a turn.",
        signal, wave_params),
    saw_next, NULL, 0};
const struct source_type source_triangle = {
    SOURCE_TABLE("triangle", "A triangle wave",
                 "Rises from `low` to `high` in the first half of a turn and falls back in the "
                 "second. Exact: two lines a turn.",
                 signal, wave_params),
    triangle_next, NULL, 0};
const struct source_type source_trapezoid = {
    SOURCE_TABLE("trapezoid", "A trapezoid wave",
                 "Rises from `low` to `high` in `rise`, stays for `top`, falls in `fall`, and is "
                 "`low` for the rest of the turn. A `rise` or `fall` of 0 is a jump.",
                 signal, trapezoid_params),
    trapezoid_next, trapezoid_ready, 0};
const struct source_type source_pwm = {
    SOURCE_TABLE("pwm_source", "Pulses of varying width",
                 "In turn k, which begins at `start + k period`, the signal is `high` for the "
                 "share `duty + depth sin(2 pi frequency k period + phase)` of the turn, not below "
                 "0 nor above 1, and `low` for the rest (regular sampling). Edges are exact. For a "
                 "width that follows a signal there is `pwm`.",
                 signal, pwm_params),
    pwm_next, NULL, 0};
