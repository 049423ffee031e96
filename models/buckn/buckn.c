/* SPDX-License-Identifier: MIT */
/* buckn.c - N buck converters, switched one after the other, that feed one load. Stage j = 0..N-1:
 *
 *     IL' = (VD - VC)/L                          IL(0) = 0
 *     VD  = RD (U - RLL IL)/(RLL + RD)           U = 24, L = C = 1e-4
 *
 * and together VC' = (sum IL - VC/R)/C, VC(0) = 12, R = 10/N.
 * RLL is Ron = 1e-6 while the switch is closed, else Roff = 1e6: it closes at (j/N + k) T for
 * k = 0, 1 ... and opens T/2 later, T = 1e-4; before the first closing it is open. RD is Ron while
 * the diode conducts, that is while U - RLL IL <= 0, else Roff.
 *
 * In each of the four modes VD is a source behind a resistor:
 *     VD = E - Z IL,   E = U RD/(RLL + RD),   Z = RLL RD/(RLL + RD).                       (1)
 *
 * States: IL of all stages, then VC. Discretes: switch, diode, count (of changes of the switch) of
 * all stages. All instants are whole multiples of T/(2N), so that one stage opens exactly when
 * another closes if they are to coincide.                                                     */
#include "models.h"
#include "saltus_jet.h"
#include <stdlib.h>

static const double U = 24, C = 1e-4, L = 1e-4, R = 10, RON = 1e-6, ROFF = 1e6, T = 1e-4;

struct buckn {
    saltus_model model;
    saltus_variable states[3], discretes[4];
    saltus_guard guards[2], clocks[2];
    int32_t n;
    double source[4], resistor[4]; /* (1), for mode 2 switch + diode */
    double per_C, per_L, per_R;
};

static const struct buckn *self(const saltus_env *e)
{
    return e->model->data;
}

SALTUS_INLINE jet f(jet_at e, int32_t i)
{
    const struct buckn *m = jet_data(e);
    jet v = jet_state(e, m->n), sum;
    int k;
    if (i < m->n) {
        k = 2 * (int)jet_discrete(e, i) + (int)jet_discrete(e, m->n + i);
        sum = jet_sub(m->source[k], jet_mul(m->resistor[k], jet_state(e, i)));
        return jet_mul(m->per_L, jet_sub(sum, v));
    }
    sum = jet_mul(-m->per_R, v);
    for (int32_t j = 0; j < m->n; j++) sum = jet_add(sum, jet_state(e, j));
    return jet_mul(m->per_C, sum);
}
SALTUS_AFFINE_FUNCTION(f)

SALTUS_INLINE jet z(jet_at e, int32_t j)
{
    double resistance = jet_discrete(e, j) != 0 ? RON : ROFF;
    return jet_sub(U, jet_mul(resistance, jet_state(e, j)));
}
SALTUS_AFFINE_FUNCTION(z)
SALTUS_RANGE(range, SALTUS_RANGE_OF(STATE, f) SALTUS_RANGE_OF(GUARD, z))

/* The first stage closes at 0: this is where it starts. */
static void start(const saltus_env *e, const unsigned char *given, double *p, double *x, double *d)
{
    (void)given, (void)p, (void)x;
    d[0] = 1;
    d[2 * self(e)->n] = 1;
}

/* Change c of stage j comes c/2 periods after j/N of one. */
static double next(const saltus_env *e, int32_t j)
{
    double n = self(e)->n, c = e->d[2 * self(e)->n + j];
    return (c * n + 2 * j) * (T / (2 * n));
}

static void next_reads(const saltus_env *e, int32_t j, saltus_reads *r)
{
    r->add(r, SALTUS_DISCRETE, 2 * self(e)->n + j);
}

static void handle(saltus_event *ev)
{
    int32_t n = self(ev->env)->n, j = ev->index;
    if (ev->cause == SALTUS_GUARD) {
        saltus_event_assign(ev, n + j, ev->direction < 0);
    } else {
        saltus_event_assign(ev, j, saltus_event_discrete(ev, j) == 0);
        saltus_event_assign(ev, 2 * n + j, saltus_event_discrete(ev, 2 * n + j) + 1);
    }
}

static void writes(const saltus_env *e, saltus_kind cause, int32_t j, saltus_reads *r)
{
    r->add(r, SALTUS_DISCRETE, cause == SALTUS_GUARD ? self(e)->n + j : j);
    if (cause == SALTUS_CLOCK) next_reads(e, j, r);
}

static void constants(struct buckn *m)
{
    for (int k = 0; k < 4; k++) {
        double rll = k & 2 ? RON : ROFF, rd = k & 1 ? RON : ROFF;
        m->source[k] = U * rd / (rll + rd);
        m->resistor[k] = rll * rd / (rll + rd);
    }
    m->per_C = 1 / C;
    m->per_L = 1 / L;
    m->per_R = m->n / R;
}

saltus_model *models_buckn(int32_t n)
{
    struct buckn *m = calloc(1, sizeof *m);
    if (!m) return NULL;
    m->n = n = n > 0 ? n : 4;
    constants(m);
    m->states[0] = (saltus_variable){.name = "IL", .size = {n}, .unit = "A", .nominal = 1};
    m->states[1] =
        (saltus_variable){.name = "VC", .unit = "V", .text = "output", .start = 12, .nominal = 10};
    m->discretes[0] = (saltus_variable){.name = "switch", .size = {n}, .max = 1};
    m->discretes[1] = (saltus_variable){.name = "diode", .size = {n}, .max = 1};
    m->discretes[2] = (saltus_variable){.name = "count", .size = {n}};
    m->guards[0] = (saltus_guard){.name = "U - RLL IL > 0", .size = {n}};
    m->clocks[0] = (saltus_guard){.name = "switch", .size = {n}};
    m->model = (saltus_model){
        .abi = SALTUS_ABI,
        .name = "buckn",
        .data = m,
        .states = m->states,
        .discretes = m->discretes,
        .guards = m->guards,
        .clocks = m->clocks,
        .experiment = {.stop = 0.01, .interval = 1e-5},
        .der = SALTUS_AFFINE_FUNCTION_OF(f),
        .guard = SALTUS_AFFINE_FUNCTION_OF(z),
        .range = range,
        .start = start,
        .next = next,
        .clock_reads = next_reads,
        .handle = handle,
        .handler_writes = writes,
    };
    return &m->model;
}
