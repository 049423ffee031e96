/* SPDX-License-Identifier: MIT */
/* buck.c - a converter from 24 V to about 15 V with a driven switch and a diode:
 *
 *     VC' = (IL - VC/R)/C                        VC(0) = 0
 *     IL' = (VD - VC)/L                          IL(0) = 0
 *     VD  = RD (U - RLL IL)/(RLL + RD)
 *
 * U = 24, R = 10, C = L = 1e-4; RLL is Ron = 1e-6 while the switch is closed, else Roff = 1e6; RD
 * is Ron while the diode conducts, that is while VD <= 0, else Roff. The sign of VD is that of
 * U - RLL IL, which does not jump when RD does: this is the guard.
 * The switch is closed during the first half of each period T = 1e-4.
 *
 * In each of the four modes VD is a source behind a resistor:
 *     VD = E - Z IL,   E = U RD/(RLL + RD),   Z = RLL RD/(RLL + RD).                       (1) */
#include "models.h"
#include "saltus_jet.h"
#include <stdlib.h>

enum { VC, IL };
enum { SWITCH, DIODE, TICKS }; /* closed, conducts, half periods passed */
enum { R };

static const double U = 24, C = 1e-4, L = 1e-4, RON = 1e-6, ROFF = 1e6, T = 1e-4;

struct buck {
    saltus_model model;
    double source[4], resistor[4]; /* (1), for mode 2 switch + diode */
    double per_C, per_L;
};

SALTUS_INLINE int mode(jet_at e)
{
    return 2 * (int)jet_discrete(e, SWITCH) + (int)jet_discrete(e, DIODE);
}

SALTUS_INLINE jet diode_voltage(jet_at e)
{
    const struct buck *m = jet_data(e);
    int k = mode(e);
    return jet_sub(m->source[k], jet_mul(m->resistor[k], jet_state(e, IL)));
}

SALTUS_INLINE jet f(jet_at e, int32_t i)
{
    const struct buck *m = jet_data(e);
    jet v = jet_state(e, VC);
    if (i == IL) return jet_mul(m->per_L, jet_sub(diode_voltage(e), v));
    v = jet_mul(1 / jet_parameter(e, R), v);
    return jet_mul(m->per_C, jet_sub(jet_state(e, IL), v));
}
SALTUS_AFFINE_FUNCTION(f)

SALTUS_INLINE jet z(jet_at e, int32_t k)
{
    double resistance = jet_discrete(e, SWITCH) != 0 ? RON : ROFF;
    (void)k;
    return jet_sub(U, jet_mul(resistance, jet_state(e, IL)));
}
SALTUS_AFFINE_FUNCTION(z)

SALTUS_INLINE jet y(jet_at e, int32_t k)
{
    (void)k;
    return diode_voltage(e);
}
SALTUS_AFFINE_FUNCTION(y)
SALTUS_RANGE(range, SALTUS_RANGE_OF(STATE, f) SALTUS_RANGE_OF(GUARD, z) SALTUS_RANGE_OF(OUTPUT, y))

static double next(const saltus_env *e, int32_t k)
{
    (void)k;
    return (e->d[TICKS] + 1) * (T / 2);
}

static void next_reads(const saltus_env *e, int32_t k, saltus_reads *r)
{
    (void)e, (void)k;
    r->add(r, SALTUS_DISCRETE, TICKS);
}

static void handle(saltus_event *ev)
{
    if (ev->cause == SALTUS_GUARD) {
        saltus_event_assign(ev, DIODE, ev->direction < 0);
    } else {
        saltus_event_assign(ev, TICKS, saltus_event_discrete(ev, TICKS) + 1);
        saltus_event_assign(ev, SWITCH, saltus_event_discrete(ev, SWITCH) == 0);
    }
}

static void writes(const saltus_env *e, saltus_kind cause, int32_t k, saltus_reads *r)
{
    (void)e, (void)k;
    r->add(r, SALTUS_DISCRETE, cause == SALTUS_GUARD ? DIODE : SWITCH);
    if (cause == SALTUS_CLOCK) r->add(r, SALTUS_DISCRETE, TICKS);
}

static const saltus_variable states[] = {
    {.name = "VC", .unit = "V", .text = "output", .nominal = 10},
    {.name = "IL", .unit = "A", .text = "inductor", .nominal = 1},
    {.name = NULL},
};
static const saltus_variable discretes[] = {
    {.name = "switch", .start = 1, .text = "1: closed", .max = 1},
    {.name = "diode", .start = 0, .text = "1: conducts", .max = 1},
    {.name = "ticks", .text = "half periods passed"},
    {.name = NULL},
};
static const saltus_variable parameters[] = {
    {.name = "R", .start = 10, .unit = "Ohm", .text = "load"},
    {.name = NULL},
};
static const saltus_variable outputs[] = {
    {.name = "VD", .unit = "V", .text = "across the diode"},
    {.name = NULL},
};
static const saltus_guard guards[] = {
    {.name = "U - RLL IL > 0"},
    {.name = NULL},
};
static const saltus_guard clocks[] = {
    {.name = "switch"},
    {.name = NULL},
};

saltus_model *models_buck(int32_t n)
{
    struct buck *m = calloc(1, sizeof *m);
    (void)n;
    if (!m) return NULL;
    for (int k = 0; k < 4; k++) {
        double rll = k & 2 ? RON : ROFF, rd = k & 1 ? RON : ROFF;
        m->source[k] = U * rd / (rll + rd);
        m->resistor[k] = rll * rd / (rll + rd);
    }
    m->per_C = 1 / C;
    m->per_L = 1 / L;
    m->model = (saltus_model){
        .abi = SALTUS_ABI,
        .name = "buck",
        .data = m,
        .states = states,
        .discretes = discretes,
        .parameters = parameters,
        .outputs = outputs,
        .guards = guards,
        .clocks = clocks,
        .experiment = {.stop = 0.01, .interval = 1e-5},
        .der = SALTUS_AFFINE_FUNCTION_OF(f),
        .guard = SALTUS_AFFINE_FUNCTION_OF(z),
        .output = SALTUS_AFFINE_FUNCTION_OF(y),
        .range = range,
        .next = next,
        .clock_reads = next_reads,
        .handle = handle,
        .handler_writes = writes,
    };
    return &m->model;
}
