/* SPDX-License-Identifier: MIT */
/* many.c - brief runs of one model, one after the other (saltus_sim_many). Last values are those of
 * the newest polynomials that a sink gets, as a saltus_traj would tell them. */
#include "base/alloc.h"
#include "num/poly.h"
#include "run/options.h"
#include "run/sim.h"
#include <math.h>
#include <string.h>

struct newest {
    double t, poly[SALTUS_SERIES + 1];
    int order; /* -1: none yet */
};

struct many {
    const saltus_model *model;
    saltus_options opt;
    double stop;
    saltus_set *sets;
    int32_t *slot, n_slots; /* by variable: its place in newest, or -1 */
    struct newest *newest;
    size_t n_vars;
    unsigned char plain; /* the present run has said nothing */
};

static void on_diag(void *user, const saltus_diag *d)
{
    (void)d;
    ((struct many *)user)->plain = 0;
}

static int on_segment(void *user, double t, int32_t var, const double *poly, int order)
{
    struct many *m = user;
    struct newest *n;
    if (var >= m->n_slots || m->slot[var] < 0 || order > SALTUS_SERIES) return 0;
    n = &m->newest[m->slot[var]];
    n->t = t;
    n->order = order;
    memcpy(n->poly, poly, ((size_t)order + 1) * sizeof *poly);
    return 0;
}

static void one(struct many *m, double *out)
{
    saltus_sim *s = NULL;
    saltus_status status;
    m->plain = 1;
    for (size_t i = 0; i < m->n_vars; i++) m->newest[i].order = -1;
    status = saltus_sim_new(m->model, &m->opt, &s);
    if (status == SALTUS_OK) status = saltus_sim_run(s, m->stop);
    if (status == SALTUS_OK) status = saltus_sim_finish(s);
    for (size_t i = 0; i < m->n_vars; i++) {
        const struct newest *n = &m->newest[i];
        out[i] =
            s && n->order >= 0 ? poly_value(n->poly, n->order, saltus_sim_time(s) - n->t) : NAN;
    }
    if (status != SALTUS_OK) m->plain = 0;
    saltus_sim_free(s);
}

static bool prepare(struct many *m, struct alloc *a, const int32_t *vars)
{
    saltus_options *o = &m->opt;
    for (size_t i = 0; i < m->n_vars; i++)
        if (vars[i] >= m->n_slots) m->n_slots = vars[i] + 1;
    m->sets = alloc_array(a, o->n_sets, sizeof *m->sets);
    m->slot = alloc_array(a, (size_t)m->n_slots, sizeof *m->slot);
    m->newest = alloc_array(a, m->n_vars, sizeof *m->newest);
    if (!m->sets || !m->slot || !m->newest) return false;
    if (o->n_sets) memcpy(m->sets, o->sets, o->n_sets * sizeof *m->sets);
    for (int32_t k = 0; k < m->n_slots; k++) m->slot[k] = -1;
    for (size_t i = 0; i < m->n_vars; i++) m->slot[vars[i]] = (int32_t)i;
    o->sets = m->sets;
    o->sink = on_segment;
    o->fired = NULL;
    o->sample = NULL;
    o->diag = on_diag;
    o->user = m;
    return true;
}

static bool are_variables(const int32_t *vars, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (vars[i] < 0 || vars[i] == INT32_MAX) return false;
    return true;
}

saltus_status saltus_sim_many(const saltus_model *model, const saltus_options *o, double stop,
                              const double *values, size_t n_runs, const int32_t *vars,
                              size_t n_vars, double *out, unsigned char *plain)
{
    struct many m = {.model = model, .stop = stop, .n_vars = n_vars};
    struct alloc a;
    saltus_status status = SALTUS_ENOMEM;
    if (!model || !values || !vars || !out || !plain || !options_take(&m.opt, o) ||
        !are_variables(vars, n_vars))
        return SALTUS_EARG;
    alloc_init(&a, m.opt.alloc, m.opt.alloc_user);
    if (prepare(&m, &a, vars)) {
        status = SALTUS_OK;
        for (size_t k = 0; k < n_runs; k++) {
            for (size_t j = 0; j < m.opt.n_sets; j++)
                m.sets[j].value = values[k * m.opt.n_sets + j];
            one(&m, out + k * n_vars);
            plain[k] = m.plain;
        }
    }
    alloc_free(&a, m.sets);
    alloc_free(&a, m.slot);
    alloc_free(&a, m.newest);
    return status;
}
