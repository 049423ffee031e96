/* SPDX-License-Identifier: MIT */
/* motor.c - a DC motor, the buck converter that feeds it, and its speed and voltage controllers:
 *
 *     Ia'     = (VC - Ra Ia - Km omega)/La       motor
 *     omega'  = (Km Ia - b omega)/J
 *     VC'     = (IL - VC/R - Ia)/C               converter; VD, RLL and RD as in buck.c
 *     IL'     = (VD - VC)/L
 *     int_ew' = wref - omega                     Vref = 1.5 (wref - omega) + 5 int_ew
 *     int_ev' = Vref - VC                        x = 0.5 (Vref - VC) + 0.5 int_ev
 *
 * wref = 54.2 t until t = 2, then 108.4. Everything starts at 0. The switch is closed while
 *     min(max(x, -1), 1) > triangle(t),
 * a triangle between -1.1 and 1.1 of 10 kHz that starts upwards from -1.1.
 *
 * Modes: the clamp (two guards), the comparison, the diode. The corners of the triangle are a
 * clock; between them it is a straight line through the last corner, at CORNERS T/2.           */
#include "models.h"
#include "saltus_jet.h"
#include <stdlib.h>

enum { IA, OMEGA, VC, IL, INT_EW, INT_EV };
enum { SWITCH, DIODE, HIGH, LOW, CORNERS, SLOPE, RAMP };
enum { Z_DIODE, Z_HIGH, Z_LOW, Z_SWITCH };
enum { CLOCK_CORNER, CLOCK_RAMP };
enum { R };

static const double U = 24, C = 1e-4, L = 1e-4, RON = 1e-6, ROFF = 1e6;
static const double RA = 1.73, LA = 2.54e-3, J = 1.62e-5, KM = 0.0551, B = 1.12e-5;
static const double T = 1e-4, PEAK = 1.1, RAMP_SLOPE = 54.2, RAMP_END = 2;

struct motor {
    saltus_model model;
    double source[4], resistor[4]; /* buck.c (1), for mode 2 switch + diode */
    double per_C, per_L, per_LA, per_J;
};

SALTUS_INLINE jet diode_voltage(jet_at e)
{
    const struct motor *m = jet_data(e);
    int k = 2 * (int)jet_discrete(e, SWITCH) + (int)jet_discrete(e, DIODE);
    return jet_sub(m->source[k], jet_mul(m->resistor[k], jet_state(e, IL)));
}

/* wref - omega */
SALTUS_INLINE jet speed_error(jet_at e)
{
    jet wref = jet_mul(RAMP_SLOPE, jet_time(e));
    if (jet_discrete(e, RAMP) == 0) wref = jet_const(RAMP_SLOPE * RAMP_END);
    return jet_sub(wref, jet_state(e, OMEGA));
}

/* Vref - VC */
SALTUS_INLINE jet voltage_error(jet_at e)
{
    jet vref = jet_add(jet_mul(1.5, speed_error(e)), jet_mul(5, jet_state(e, INT_EW)));
    return jet_sub(vref, jet_state(e, VC));
}

SALTUS_INLINE jet command(jet_at e)
{
    return jet_mul(0.5, jet_add(voltage_error(e), jet_state(e, INT_EV)));
}

SALTUS_INLINE jet triangle(jet_at e)
{
    double slope = jet_discrete(e, SLOPE), since = jet_discrete(e, CORNERS) * (T / 2);
    return jet_add(slope > 0 ? -PEAK : PEAK, jet_mul(slope, jet_sub(jet_time(e), since)));
}

SALTUS_INLINE jet f(jet_at e, int32_t i)
{
    const struct motor *m = jet_data(e);
    jet ia, omega, v, drop;
    if (i == INT_EW) return speed_error(e);
    if (i == INT_EV) return voltage_error(e);
    if (i == IL) return jet_mul(m->per_L, jet_sub(diode_voltage(e), jet_state(e, VC)));
    ia = jet_state(e, IA);
    if (i == VC) {
        v = jet_mul(1 / jet_parameter(e, R), jet_state(e, VC));
        return jet_mul(m->per_C, jet_sub(jet_sub(jet_state(e, IL), v), ia));
    }
    omega = jet_state(e, OMEGA);
    if (i == OMEGA) return jet_mul(m->per_J, jet_sub(jet_mul(KM, ia), jet_mul(B, omega)));
    drop = jet_add(jet_mul(RA, ia), jet_mul(KM, omega));
    return jet_mul(m->per_LA, jet_sub(jet_state(e, VC), drop));
}
SALTUS_FUNCTION(f)
static int f_affine(const saltus_env *e, int32_t i)
{
    (void)e;
    return i == INT_EW || i == INT_EV ? 2 : 1;
}

SALTUS_INLINE jet z(jet_at e, int32_t k)
{
    double resistance, high, low;
    jet x;
    if (k == Z_DIODE) {
        resistance = jet_discrete(e, SWITCH) != 0 ? RON : ROFF;
        return jet_sub(U, jet_mul(resistance, jet_state(e, IL)));
    }
    x = command(e);
    if (k == Z_HIGH) return jet_sub(x, 1);
    if (k == Z_LOW) return jet_add(x, 1);
    high = jet_discrete(e, HIGH), low = jet_discrete(e, LOW);
    x = jet_if(high != 0, jet_const(1), jet_if(low != 0, jet_const(-1), x));
    return jet_sub(x, triangle(e));
}
SALTUS_FUNCTION(z)
static int z_affine(const saltus_env *e, int32_t k)
{
    (void)e;
    (void)e;
    return k == Z_DIODE ? 1 : 2;
}

SALTUS_INLINE jet y(jet_at e, int32_t k)
{
    return k == 0 ? jet_add(voltage_error(e), jet_state(e, VC)) : command(e);
}
SALTUS_FUNCTION(y)
SALTUS_RANGE(range, SALTUS_RANGE_OF(STATE, f) SALTUS_RANGE_OF(GUARD, z) SALTUS_RANGE_OF(OUTPUT, y))

static double next(const saltus_env *e, int32_t k)
{
    if (k == CLOCK_CORNER) return (e->d[CORNERS] + 1) * (T / 2);
    return e->d[RAMP] != 0 ? RAMP_END : INFINITY;
}

static void next_reads(const saltus_env *e, int32_t k, saltus_reads *r)
{
    (void)e;
    r->add(r, SALTUS_DISCRETE, k == CLOCK_CORNER ? CORNERS : RAMP);
}

static void handle(saltus_event *ev)
{
    static const int32_t mode[] = {DIODE, HIGH, LOW, SWITCH};
    if (ev->cause == SALTUS_GUARD) {
        int negative = ev->index == Z_DIODE || ev->index == Z_LOW; /* the mode in which z < 0 */
        saltus_event_assign(ev, mode[ev->index], (ev->direction < 0) == negative);
    } else if (ev->index == CLOCK_CORNER) {
        saltus_event_assign(ev, CORNERS, saltus_event_discrete(ev, CORNERS) + 1);
        saltus_event_assign(ev, SLOPE, -saltus_event_discrete(ev, SLOPE));
    } else {
        saltus_event_assign(ev, RAMP, 0);
    }
}

static void writes(const saltus_env *e, saltus_kind cause, int32_t k, saltus_reads *r)
{
    static const int32_t mode[] = {DIODE, HIGH, LOW, SWITCH};
    if (cause == SALTUS_GUARD) {
        r->add(r, SALTUS_DISCRETE, mode[k]);
    } else {
        next_reads(e, k, r);
        if (k == CLOCK_CORNER) r->add(r, SALTUS_DISCRETE, SLOPE);
    }
}

static const saltus_variable states[] = {
    {.name = "Ia", .unit = "A", .text = "armature", .nominal = 1},
    {.name = "omega", .unit = "rad/s", .text = "speed", .nominal = 100},
    {.name = "VC", .unit = "V", .text = "output of the converter", .nominal = 10},
    {.name = "IL", .unit = "A", .text = "inductor", .nominal = 1},
    {.name = "int_ew", .unit = "rad", .text = "integral of the speed error", .nominal = 1},
    {.name = "int_ev", .unit = "V.s", .text = "integral of the voltage error", .nominal = 1},
    {.name = NULL},
};
static const saltus_variable discretes[] = {
    {.name = "switch", .start = 1, .text = "1: closed", .max = 1},
    {.name = "diode", .start = 0, .text = "1: conducts", .max = 1},
    {.name = "high", .text = "1: x > 1", .max = 1},
    {.name = "low", .text = "1: x < -1", .max = 1},
    {.name = "corners", .text = "corners of the triangle passed"},
    {.name = "slope", .start = 44000, .unit = "1/s", .text = "of the triangle"},
    {.name = "ramp", .start = 1, .text = "1: wref still rises", .max = 1},
    {.name = NULL},
};
static const saltus_variable parameters[] = {
    {.name = "R", .start = 10, .unit = "Ohm", .text = "across the output of the converter"},
    {.name = NULL},
};
static const saltus_variable outputs[] = {
    {.name = "Vref", .unit = "V", .text = "what the speed controller asks for"},
    {.name = "x", .text = "what the voltage controller asks for"},
    {.name = NULL},
};
static const saltus_guard guards[] = {
    {.name = "U - RLL IL > 0"},
    {.name = "x > 1"},
    {.name = "x > -1"},
    {.name = "min(max(x, -1), 1) > triangle"},
    {.name = NULL},
};
static const saltus_guard clocks[] = {
    {.name = "corner of the triangle"},
    {.name = "end of the ramp"},
    {.name = NULL},
};

saltus_model *models_motor(int32_t n)
{
    struct motor *m = calloc(1, sizeof *m);
    (void)n;
    if (!m) return NULL;
    for (int k = 0; k < 4; k++) {
        double rll = k & 2 ? RON : ROFF, rd = k & 1 ? RON : ROFF;
        m->source[k] = U * rd / (rll + rd);
        m->resistor[k] = rll * rd / (rll + rd);
    }
    m->per_C = 1 / C;
    m->per_L = 1 / L;
    m->per_LA = 1 / LA;
    m->per_J = 1 / J;
    m->model = (saltus_model){
        .abi = SALTUS_ABI,
        .name = "motor",
        .data = m,
        .states = states,
        .discretes = discretes,
        .parameters = parameters,
        .outputs = outputs,
        .guards = guards,
        .clocks = clocks,
        .experiment = {.stop = 3, .interval = 0.003},
        .der = SALTUS_AFFINE_FUNCTION_OF(f),
        .guard = SALTUS_AFFINE_FUNCTION_OF(z),
        .output = SALTUS_FUNCTION_OF(y),
        .range = range,
        .next = next,
        .clock_reads = next_reads,
        .handle = handle,
        .handler_writes = writes,
    };
    return &m->model;
}
