/* SPDX-License-Identifier: MIT */
/* tyson.c - the cell division cycle of cdc2 and cyclin, in N independent cells:
 *
 *     C2' = k6 M - k8 C2 + k9 CP                 cdc2
 *     CP' = -k3 CP Y + k8 C2 - k9 CP             phosphorylated cdc2
 *     pM' = k3 CP Y - pM F + k5 M                inactive complex (preMPF)
 *     M'  = pM F - k5 M - k6 M                   active complex (MPF)
 *     Y'  = k1 - k2 Y - k3 CP Y                  cyclin
 *     YP' = k6 M - k7 YP                         phosphorylated cyclin
 *     F   = k4' + k4 (M/CT)^2,  CT = C2 + CP + pM + M = 1 for ever
 *
 * k1 = 0.015, k2 = k5 = 0 (left out below), k3 = 200, k4 = 180, k4' = 0.018, k6 = 1, k7 = 0.6,
 * k8 = 1e6, k9 = 1e3. Cell c = 1..N starts with pM = 0.1 + 0.3 (c-1)/(N-1), CP = 1 - pM, rest 0;
 * a single cell with pM = 0.25.                                                                */
#include "models.h"
#include "saltus_jet.h"
#include <stdlib.h>

enum { C2, CP, PM, M, Y, YP, SPECIES };

static const double K1 = 0.015, K3 = 200, K4 = 180, K4P = 0.018, K6 = 1, K7 = 0.6, K8 = 1e6,
                    K9 = 1e3;

struct tyson {
    saltus_model model;
    saltus_variable states[SPECIES + 1];
    int32_t n;
};

/* One cell, as f sees it; a species is read where it is used and nowhere else. */
struct cell {
    jet_at e;
    int32_t n, index;
};

SALTUS_INLINE jet of(struct cell c, int32_t species)
{
    return jet_state(c.e, species * c.n + c.index);
}
SALTUS_INLINE jet binding(struct cell c) /* k3 CP Y */
{
    return jet_mul(jet_mul(K3, of(c, CP)), of(c, Y));
}
SALTUS_INLINE jet activation(struct cell c) /* pM F */
{
    return jet_mul(of(c, PM), jet_add(K4P, jet_mul(K4, jet_sqr(of(c, M)))));
}
SALTUS_INLINE jet exchange(struct cell c) /* k8 C2 - k9 CP */
{
    return jet_sub(jet_mul(K8, of(c, C2)), jet_mul(K9, of(c, CP)));
}

SALTUS_INLINE jet f(jet_at e, int32_t i)
{
    int32_t n = ((const struct tyson *)jet_data(e))->n, species = i / n;
    struct cell c = {e, n, i - species * n};
    switch (species) {
    case C2: return jet_sub(jet_mul(K6, of(c, M)), exchange(c));
    case CP: return jet_sub(exchange(c), binding(c));
    case PM: return jet_sub(binding(c), activation(c));
    case M: return jet_sub(activation(c), jet_mul(K6, of(c, M)));
    case Y: return jet_sub(K1, binding(c));
    default: return jet_sub(jet_mul(K6, of(c, M)), jet_mul(K7, of(c, YP)));
    }
}
SALTUS_FUNCTION(f)
SALTUS_RANGE(range, SALTUS_RANGE_OF(STATE, f))
static int f_affine(const saltus_env *e, int32_t i)
{
    int32_t species = i / ((const struct tyson *)e->model->data)->n;
    return species == C2 || species == YP;
}
static int f_degree(const saltus_env *e, int32_t i)
{
    static const int degree[SPECIES] = {[C2] = 1, [CP] = 2, [PM] = 3, [M] = 3, [Y] = 2, [YP] = 1};
    return degree[i / ((const struct tyson *)e->model->data)->n];
}

static void start(const saltus_env *e, const unsigned char *given, double *p, double *x, double *d)
{
    int32_t n = ((const struct tyson *)e->model->data)->n;
    (void)given, (void)p, (void)d;
    for (int32_t c = 0; c < n; c++) {
        double pm = n > 1 ? 0.1 + 0.3 * c / (n - 1) : 0.25;
        x[PM * n + c] = pm;
        x[CP * n + c] = 1 - pm;
    }
}

saltus_model *models_tyson(int32_t n)
{
    static const char *const name[SPECIES] = {"C2", "CP", "pM", "M", "Y", "YP"};
    struct tyson *m = calloc(1, sizeof *m);
    if (!m) return NULL;
    m->n = n = n > 0 ? n : 100;
    for (int s = 0; s < SPECIES; s++)
        m->states[s] = (saltus_variable){.name = name[s], .size = {n}, .nominal = 1};
    m->states[C2].nominal = 1e-3;
    m->model = (saltus_model){
        .abi = SALTUS_ABI,
        .name = "tyson",
        .data = m,
        .states = m->states,
        .experiment = {.stop = 50, .interval = 0.1, .method = "mliqss2"},
        .der = SALTUS_AFFINE_FUNCTION_OF(f),
        .range = range,
        .degree = f_degree,
        .start = start,
    };
    return &m->model;
}
