/* SPDX-License-Identifier: MIT */
/* value.c - looking at a run from outside: names, values, statistics, methods. */
#include "base/contract.h"
#include "base/text.h"
#include "num/poly.h"
#include "run/engine.h"
#include <math.h>
#include <string.h>

static const struct sim *of(const saltus_sim *s)
{
    return (const struct sim *)s;
}

int32_t saltus_sim_count(const saltus_sim *h, saltus_kind kind)
{
    if (!h) return 0;
    const struct sim *s = of(h);
    switch (kind) {
    case SALTUS_STATE: return s->net.n;
    case SALTUS_DISCRETE: return s->n_discretes;
    case SALTUS_PARAMETER: return s->n_parameters;
    case SALTUS_OUTPUT: return s->n_outputs;
    case SALTUS_GUARD: return s->n_guards;
    case SALTUS_CLOCK: return s->n_clocks;
    case SALTUS_SUM: return s->net.n_sums;
    case SALTUS_DELAY: return s->n_delays;
    default: return 0;
    }
}

int32_t saltus_sim_var(const saltus_sim *h, saltus_kind kind, int32_t index)
{
    if (!h) return -1;
    const struct sim *s = of(h);
    if (index < 0 || index >= saltus_sim_count(h, kind)) return -1;
    if (kind == SALTUS_STATE) return index;
    if (kind == SALTUS_DISCRETE) return s->net.n + index;
    if (kind == SALTUS_OUTPUT) return s->net.n + s->n_discretes + index;
    return -1;
}

int32_t saltus_model_find(const saltus_model *m, const char *name)
{
    if (!m || !name) return -1;
    const saltus_variable *const tables[] = {m->states, m->discretes, m->outputs};
    int32_t base = 0;
    for (int k = 0; k < 3; k++) {
        int32_t i = sim_find_in(tables[k], name);
        if (i >= 0) return base + i;
        for (const saltus_variable *v = tables[k]; v && v->name; v++)
            base += text_elements(v->size);
    }
    return -1;
}

int32_t saltus_sim_find(const saltus_sim *h, const char *name)
{
    if (!h || !name) return -1;
    return saltus_model_find(of(h)->model, name);
}

int saltus_sim_name(const saltus_sim *h, saltus_kind kind, int32_t index, char *buf, size_t size)
{
    if (!h) return 0;
    return sim_name(of(h)->model, kind, index, buf, size);
}

double saltus_sim_time(const saltus_sim *h)
{
    if (!h) return (double)NAN;
    return of(h)->reached;
}

double saltus_sim_value(const saltus_sim *h, int32_t var, double t)
{
    if (!h) return (double)NAN;
    const struct sim *s = of(h);
    int32_t discrete = var - s->net.n, output = discrete - s->n_discretes;
    double y;
    if (var < 0 || output >= s->n_outputs) return NAN;
    if (discrete >= 0 && output < 0) return s->discretes[discrete];
    if (s->engine->value) return s->engine->value(s, var, t);
    if (discrete < 0) {
        double signal[1 + SALTUS_SIGNAL];
        const struct state *x = &s->net.s[var];
        if (s->engine->known && s->engine->known(s, var, t, signal)) return signal[1];
        return poly_value(x->x, sim_method(s, var)->info.order + 1, t - x->tx);
    }
    sim_output_series(s, output, t, 1, &y);
    return y;
}

double saltus_sim_quantized(const saltus_sim *h, int32_t i, double t)
{
    if (!h) return (double)NAN;
    const struct sim *s = of(h);
    double signal[1 + SALTUS_SIGNAL];
    if (i < 0 || i >= s->net.n) return NAN;
    if (s->engine->known && s->engine->known(s, i, t, signal)) return signal[1];
    if (s->engine->value) return s->engine->value(s, i, t); /* it has no q that can be seen */
    return poly_value(s->net.s[i].q, SALTUS_SIGNAL - 1, t - s->net.s[i].tq);
}

double saltus_sim_parameter(const saltus_sim *h, int32_t k)
{
    if (!h) return (double)NAN;
    return k >= 0 && k < of(h)->n_parameters ? of(h)->parameters[k] : NAN;
}

static saltus_stats counted(const struct sim *s)
{
    saltus_stats st = s->stats;
    for (int32_t i = 0; i < s->net.n; i++) st.initial += s->initial[i];
    st.partials = s->net.partials;
    st.bytes = s->alloc.bytes;
    if (s->events) st.queue_operations = sched_operations(s->events);
    if (s->signals) st.queue_operations += sched_operations(s->signals);
    if (s->engine->count) s->engine->count(s, &st);
    if (s->changes) s->changes->count(s, &st);
    return st;
}

saltus_status saltus_sim_get_stats(const saltus_sim *h, saltus_stats *out)
{
    saltus_stats st;
    if (!h || !out) return SALTUS_EARG;
    st = counted(of(h));
    return contract_give(out, &st, sizeof st) ? SALTUS_OK : SALTUS_EARG;
}

uint64_t saltus_sim_all_steps(const saltus_sim *h)
{
    if (!h) return 0;
    return of(h)->stats.steps;
}
uint64_t saltus_sim_steps(const saltus_sim *h, int32_t i)
{
    if (!h) return 0;
    if (i < 0 || i >= of(h)->net.n) return 0;
    if (sim_together(of(h)) && !of(h)->changes) return of(h)->stats.steps;
    return of(h)->steps[i] + counted(of(h)).together;
}
uint64_t saltus_sim_initial(const saltus_sim *h, int32_t i)
{
    if (!h) return 0;
    return i >= 0 && i < of(h)->net.n ? of(h)->initial[i] : 0;
}

/* Does derivative f read q_i, or a sum with one of the first `terms` terms that read it? */
static bool reads_before(const struct sim *s, int32_t i, const int32_t *terms, int32_t f)
{
    if (csr_has(&s->net.feeds, i, f)) return true;
    for (const int32_t *j = csr_first(&s->net.inner, i); j < terms; j++)
        if (csr_has(&s->shown, net_sum_of(&s->net, *j), f)) return true;
    return false;
}

/* Those that read it themselves, and those that do so through a sum. */
int32_t saltus_sim_dependents(const saltus_sim *h, int32_t i)
{
    if (!h) return 0;
    const struct sim *s = of(h);
    int32_t n;
    if (i < 0 || i >= s->net.n || !s->net.feeds.start) return 0;
    n = csr_count(&s->net.feeds, i);
    if (!s->net.n_terms) return n;
    for (const int32_t *j = csr_first(&s->net.inner, i); j < csr_last(&s->net.inner, i); j++) {
        int32_t k = *j < s->net.n_terms ? net_sum_of(&s->net, *j) : -1;
        if (k < 0) break;
        for (const int32_t *f = csr_first(&s->shown, k); f < csr_last(&s->shown, k); f++)
            n += !reads_before(s, i, j, *f);
    }
    return n;
}
uint64_t saltus_sim_events(const saltus_sim *h, int32_t k)
{
    if (!h) return 0;
    return k >= 0 && k < of(h)->n_guards ? watch_events(&of(h)->watch[k]) : 0;
}

/* ---- Constant tables ------------------------------------------------------------------------- */

const char *saltus_version(void)
{
    return SALTUS_VERSION;
}

const char *saltus_status_name(saltus_status st)
{
    switch (st) {
#define NAME(name, value, text)                                                                    \
    case SALTUS_##name: return #name;
        SALTUS_STATUS_MAP(NAME)
    }
    return "?";
}

const char *saltus_status_text(saltus_status st)
{
    switch (st) {
#define TEXT(name, value, text)                                                                    \
    case SALTUS_##name: return text;
        SALTUS_STATUS_MAP(TEXT)
    }
    return "?";
}
