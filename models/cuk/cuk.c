/* SPDX-License-Identifier: MIT */
/* cuk.c - N Cuk converters, switched one after the other, that feed one load. Stage j = 0..N-1:
 *
 *     iL1' = (U - uC1 - iD RD)/L1                U = 24, L1 = L2 = C1 = C2 = 1e-4, Ro = 10
 *     iL2' = (-uC2 - iD RD)/L2
 *     uC1' = (iD - iL2)/C1                       iD = ((iL1 + iL2) RS - uC1)/(RS + RD)
 *
 * and together uC2' = (sum iL2 - uC2/Ro)/C2. Everything starts at 0.
 * RS is Ron = 1e-5 while the switch is closed, else Roff = 1e5: it closes at (j/N + k) T for
 * k = 0, 1 ... and opens T/4 later, T = 1e-4; before the first closing it is open. RD is Ron while
 * the diode conducts, that is while (iL1 + iL2) RS - uC1 > 0, else Roff.
 *
 * With A = RS/(RS + RD), B = RD/(RS + RD) = 1 - A, P = RS RD/(RS + RD) and G = 1/(RS + RD), one set
 * for each of the four modes, nothing cancels:
 *     iL1' = (U - A uC1 - P (iL1 + iL2))/L1                                                 (1)
 *     iL2' = (B uC1 - uC2 - P (iL1 + iL2))/L2                                               (2)
 *     uC1' = (A iL1 - B iL2 - G uC1)/C1                                                     (3)
 *
 * States: iL1 of all stages, iL2, uC1, then uC2. Discretes: switch, diode, count (of changes of
 * the switch) of all stages. All instants are whole multiples of T/(4N), so that one stage opens
 * exactly when another closes if they are to coincide.                                        */
#include "models.h"
#include "saltus_jet.h"
#include <stdlib.h>

static const double U = 24, L1 = 1e-4, L2 = 1e-4, C1 = 1e-4, C2 = 1e-4, RO = 10;
static const double RON = 1e-5, ROFF = 1e5, T = 1e-4;

struct cuk {
    saltus_model model;
    saltus_variable states[5], discretes[4];
    saltus_guard guards[2], clocks[2];
    int32_t n;
    struct mode {
        double a, b, p, g; /* as above */
    } mode[4];             /* 2 switch + diode */
    double per_L1, per_L2, per_C1, per_C2, per_RO;
};

static const struct cuk *self(const saltus_env *e)
{
    return e->model->data;
}

SALTUS_INLINE jet load(jet_at e, const struct cuk *m)
{
    jet sum = jet_mul(-m->per_RO, jet_state(e, 3 * m->n));
    for (int32_t j = 0; j < m->n; j++) sum = jet_add(sum, jet_state(e, m->n + j));
    return jet_mul(m->per_C2, sum);
}

SALTUS_INLINE jet f(jet_at e, int32_t i)
{
    const struct cuk *m = jet_data(e);
    int32_t n = m->n, j = i < n ? i : i < 2 * n ? i - n : i - 2 * n;
    const struct mode *k;
    jet i1, i2, u1, drop;
    if (i == 3 * n) return load(e, m);
    k = &m->mode[2 * (int)jet_discrete(e, j) + (int)jet_discrete(e, n + j)];
    i1 = jet_state(e, j), i2 = jet_state(e, n + j), u1 = jet_state(e, 2 * n + j);
    if (i >= 2 * n) {
        drop = jet_add(jet_mul(k->b, i2), jet_mul(k->g, u1));
        return jet_mul(m->per_C1, jet_sub(jet_mul(k->a, i1), drop)); /* (3) */
    }
    drop = jet_mul(k->p, jet_add(i1, i2));
    if (i < n) return jet_mul(m->per_L1, jet_sub(jet_sub(U, jet_mul(k->a, u1)), drop)); /* (1) */
    u1 = jet_sub(jet_mul(k->b, u1), jet_state(e, 3 * n));
    return jet_mul(m->per_L2, jet_sub(u1, drop)); /* (2) */
}
SALTUS_AFFINE_FUNCTION(f)

SALTUS_INLINE jet z(jet_at e, int32_t j)
{
    int32_t n = ((const struct cuk *)jet_data(e))->n;
    double rs = jet_discrete(e, j) != 0 ? RON : ROFF;
    jet i = jet_add(jet_state(e, j), jet_state(e, n + j));
    return jet_sub(jet_mul(rs, i), jet_state(e, 2 * n + j));
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

/* Change c of stage j comes c/2 periods, or c/2 and a quarter, after j/N of one. */
static double next(const saltus_env *e, int32_t j)
{
    double n = self(e)->n, c = e->d[2 * self(e)->n + j], odd = fmod(c, 2);
    return (2 * (c - odd) * n + 4 * j + odd * n) * (T / (4 * n));
}

static void next_reads(const saltus_env *e, int32_t j, saltus_reads *r)
{
    r->add(r, SALTUS_DISCRETE, 2 * self(e)->n + j);
}

static void handle(saltus_event *ev)
{
    int32_t n = self(ev->env)->n, j = ev->index;
    if (ev->cause == SALTUS_GUARD) {
        saltus_event_assign(ev, n + j, ev->direction > 0);
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

static void constants(struct cuk *m)
{
    for (int k = 0; k < 4; k++) {
        double rs = k & 2 ? RON : ROFF, rd = k & 1 ? RON : ROFF, sum = rs + rd;
        m->mode[k] = (struct mode){rs / sum, rd / sum, rs * rd / sum, 1 / sum};
    }
    m->per_L1 = 1 / L1;
    m->per_L2 = 1 / L2;
    m->per_C1 = 1 / C1;
    m->per_C2 = 1 / C2;
    m->per_RO = 1 / RO;
}

saltus_model *models_cuk(int32_t n)
{
    struct cuk *m = calloc(1, sizeof *m);
    if (!m) return NULL;
    m->n = n = n > 0 ? n : 4;
    constants(m);
    m->states[0] = (saltus_variable){.name = "iL1", .size = {n}, .unit = "A", .nominal = 1};
    m->states[1] = (saltus_variable){.name = "iL2", .size = {n}, .unit = "A", .nominal = 1};
    m->states[2] = (saltus_variable){.name = "uC1", .size = {n}, .unit = "V", .nominal = 10};
    m->states[3] = (saltus_variable){.name = "uC2", .unit = "V", .text = "output", .nominal = 10};
    m->discretes[0] = (saltus_variable){.name = "switch", .size = {n}, .max = 1};
    m->discretes[1] = (saltus_variable){.name = "diode", .size = {n}, .start = 1, .max = 1};
    m->discretes[2] = (saltus_variable){.name = "count", .size = {n}};
    m->guards[0] = (saltus_guard){.name = "(iL1 + iL2) RS - uC1 > 0", .size = {n}};
    m->clocks[0] = (saltus_guard){.name = "switch", .size = {n}};
    m->model = (saltus_model){
        .abi = SALTUS_ABI,
        .name = "cuk",
        .data = m,
        .states = m->states,
        .discretes = m->discretes,
        .guards = m->guards,
        .clocks = m->clocks,
        .experiment = {.stop = 0.02, .interval = 2e-5, .method = "mliqss2"},
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
