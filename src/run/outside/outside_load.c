/* SPDX-License-Identifier: MIT */
/* outside_load.c - a model becomes a run with inputs from outside.
 *
 * The run gets a copy of the model's table in which derivatives of inputs are those of the signals
 * given, so that all that integrates states or asks for their slopes (the start, engines that move
 * all states together) finds them where it looks. */
#include "base/text.h"
#include "num/poly.h"
#include "run/engine.h"
#include "run/outside/outside.h"
#include "sched/sched.h"
#include <string.h>

/* ---- The model ------------------------------------------------------------------------------- */

static const struct outside *of(const saltus_env *e)
{
    return (const struct outside *)(const void *)e->model;
}

bool outside_has(const struct outside *o, int32_t state)
{
    return o->input[state] != 0;
}

/* Of the derivative of an input's signal, about t. */
static void given_slopes(const struct outside_signal *g, double t, int order, double *c)
{
    double p[SALTUS_SERIES];
    memcpy(p, g->c, sizeof p);
    poly_shift(p, OUTSIDE_LAST, t - g->t);
    for (int k = 0; k < order; k++) c[k] = k < OUTSIDE_LAST ? (k + 1) * p[k + 1] : 0;
}

static void der_eval(const saltus_env *e, int32_t i, int order, double *c)
{
    const struct outside *o = of(e);
    if (outside_has(o, i))
        given_slopes(&o->given[i], e->t, order, c);
    else
        o->inner->der.eval(e, i, order, c);
}

static void derivatives(const saltus_env *e, double *f)
{
    const struct outside *o = of(e);
    o->inner->derivatives(e, f);
    for (int32_t i = 0; i < o->sim->net.n; i++)
        if (outside_has(o, i)) given_slopes(&o->given[i], e->t, 1, &f[i]);
}

/* ---- Memory ---------------------------------------------------------------------------------- */

struct timing {
    saltus_reads reads;
    bool timed, signal;
};

static void timing_add(saltus_reads *r, saltus_kind kind, int32_t i)
{
    struct timing *t = (struct timing *)r;
    (void)i;
    t->timed |= kind == SALTUS_TIME;
    t->signal |= kind == SALTUS_SUM || kind == SALTUS_DELAY;
}

static void lines_timed(struct outside *o)
{
    const saltus_function *f = &o->model.output;
    const saltus_env *e = &o->sim->net.env;
    for (int32_t k = 0; k < o->n_lines; k++) {
        struct timing t = {{timing_add}, !f->reads, !f->reads};
        if (o->line[k].kind != SALTUS_OUTPUT) continue;
        if (f->reads) f->reads(e, o->line[k].index, &t.reads);
        o->timed[k] = t.timed;
        if (f->affine && !(t.signal && o->sim->bent))
            o->ends[k] = (uint8_t)f->affine(e, o->line[k].index);
    }
}

static int add_watched(struct outside *o, struct csr_builder *b, const struct csr *seen,
                       int32_t row)
{
    const struct sim *s = o->sim;
    int failed = 0;
    if (!s->n_watched) return 0;
    for (const int32_t *w = csr_first(seen, row); w < csr_last(seen, row); w++)
        failed |= csr_add(b, o->line_of[s->net.n + s->n_discretes + s->outputs[*w]]);
    return failed;
}

/* Lines that read state i, also through sums. */
static int add_reach(struct outside *o, struct csr_builder *b, int32_t i)
{
    const struct sim *s = o->sim;
    int failed = add_watched(o, b, &s->seen_state, i);
    if (o->line_of[i] >= 0) failed |= csr_add(b, o->line_of[i]);
    if (s->net.n_terms)
        for (const int32_t *f = csr_first(&s->net.inner, i);
             f < csr_last(&s->net.inner, i) && *f < s->net.n_terms; f++)
            failed |= add_watched(o, b, &s->seen_signal, net_sum_of(&s->net, *f));
    return failed || csr_row(b);
}

static bool find_reach(struct outside *o)
{
    struct csr_builder b;
    int32_t n = o->sim->net.n;
    int failed = csr_begin(&b, &o->reach, n, &o->alloc);
    for (int32_t i = 0; i < n && !failed; i++) failed = add_reach(o, &b, i);
    return !failed && !csr_end(&b) && !csr_transpose(&o->reads, &o->reach, o->n_lines, &o->alloc);
}

static bool set_room(struct outside *o, struct set *a, int32_t n)
{
    a->mark = alloc_array(&o->alloc, (size_t)n, sizeof *a->mark);
    a->item = alloc_array(&o->alloc, (size_t)n, sizeof *a->item);
    return a->mark && a->item;
}

static int32_t elements(const saltus_variable *v)
{
    int32_t n = 0;
    for (; v && v->name; v++) n += text_elements(v->size);
    return n;
}

/* Before the run is loaded. */
static bool room(struct outside *o)
{
    const saltus_model *m = o->inner;
    int32_t n = elements(m->states), all = n + elements(m->discretes) + elements(m->outputs), i = 0;
    o->given = alloc_array(&o->alloc, (size_t)n, sizeof *o->given);
    o->input = alloc_array(&o->alloc, (size_t)n, 1);
    o->still_at = alloc_array(&o->alloc, (size_t)n, sizeof *o->still_at);
    o->line_of = alloc_array(&o->alloc, (size_t)all, sizeof *o->line_of);
    o->timed = alloc_array(&o->alloc, (size_t)o->n_lines, 1);
    o->ends = alloc_array(&o->alloc, (size_t)o->n_lines, 1);
    o->jumped = alloc_array(&o->alloc, (size_t)o->n_lines, sizeof *o->jumped);
    if (!set_room(o, &o->moved, n) || !set_room(o, &o->cut, n) || !set_room(o, &o->stepped, n) ||
        !set_room(o, &o->lines, o->n_lines) || !o->given || !o->input || !o->still_at ||
        !o->line_of || !o->timed || !o->ends || !o->jumped)
        return false;
    for (const saltus_variable *v = m->states; v && v->name; v++)
        for (int32_t k = text_elements(v->size); k > 0; k--) {
            o->given[i].known = SALTUS_SERIES;
            o->still_at[i] = true;
            o->input[i++] = v->input != 0;
        }
    for (int32_t k = 0; k < all; k++) o->line_of[k] = -1;
    return true;
}

/* The numbers of the outputs among the lines, as variables; you own it. */
static int32_t *watched(struct outside *o, size_t *count)
{
    int32_t first = elements(o->inner->states), discretes = elements(o->inner->discretes);
    int32_t *list = alloc_array(&o->alloc, (size_t)o->n_lines, sizeof *list);
    *count = 0;
    for (int32_t k = 0; list && k < o->n_lines; k++) {
        int32_t at = o->line[k].index;
        if (o->line[k].kind == SALTUS_DISCRETE) at += first;
        if (o->line[k].kind == SALTUS_OUTPUT) list[(*count)++] = at += first + discretes;
        o->line_of[at] = k;
    }
    return list;
}

static bool shape(struct outside *o)
{
    struct sim *s = o->sim;
    o->still = s->n_clocks == 0 && s->n_delays == 0;
    for (int32_t i = 0; i < s->net.n; i++) o->still &= outside_has(o, i);
    o->plain = o->still && !s->n_signals && !s->fences;
    lines_timed(o);
    for (int32_t i = 0; i < s->net.n; i++) {
        o->given[i].t = s->opt.t0;
        o->given[i].c[0] = s->net.s[i].x[0];
    }
    if (!o->model.output.partial && s->n_watched)
        o->seeds = alloc_array(&o->alloc, (size_t)(s->net.n + s->n_signals),
                               (1 + SALTUS_SIGNAL) * sizeof *o->seeds);
    return find_reach(o) && (!s->n_watched || o->model.output.partial || o->seeds);
}

/* Lines that go on, of an engine that does not tell them step by step. */
static bool tell_room(struct outside *o)
{
    bool any = false;
    int32_t watched = 0;
    for (int32_t k = 0; k < o->n_lines; k++) any |= o->line[k].kind == SALTUS_OUTPUT && !o->ends[k];
    if (!any || o->sim->engine->outside->line != outside_series) return true;
    o->told = alloc_array(&o->alloc, (size_t)o->n_lines, sizeof *o->told);
    o->telling = sched_new(&o->alloc, o->n_lines, SCHED_AUTO);
    for (int32_t k = 0; o->told && k < o->n_lines; k++)
        if (o->line[k].kind == SALTUS_OUTPUT) o->told[k].watched = watched++;
    return o->told && o->telling;
}

static saltus_status load(struct outside *o, const saltus_options *opt)
{
    saltus_options mine = *opt;
    int32_t *list;
    saltus_status st;
    if (!room(o)) return SALTUS_ENOMEM;
    list = watched(o, &mine.n_outputs);
    mine.outputs = list;
    st = list ? sim_open(&o->model, &mine, true, &o->sim) : SALTUS_ENOMEM;
    alloc_free(&o->alloc, list);
    if (st < 0) return st;
    if (!shape(o) || !tell_room(o)) return SALTUS_ENOMEM;
    return o->sim->engine->outside->open ? o->sim->engine->outside->open(o) : SALTUS_OK;
}

saltus_status outside_new(const saltus_model *m, const saltus_options *opt,
                          const struct outside_line *line, int32_t n_lines, struct outside **out)
{
    struct alloc a;
    struct outside *o;
    saltus_status st;
    *out = NULL;
    alloc_init(&a, opt->alloc, opt->alloc_user);
    o = alloc_array(&a, 1, sizeof *o);
    if (!o) return SALTUS_ENOMEM;
    o->alloc = a;
    o->inner = m;
    o->model = *m;
    o->model.der.eval = der_eval;
    if (m->derivatives) o->model.derivatives = derivatives;
    o->line = line;
    o->n_lines = n_lines;
    st = load(o, opt);
    if (st < 0)
        outside_free(o);
    else
        *out = o;
    return st < 0 ? st : SALTUS_OK;
}

void outside_free(struct outside *o)
{
    struct alloc a;
    if (!o) return;
    void *arrays[] = {o->given,        o->input,      o->line_of,    o->timed,    o->ends,
                      o->jumped,       o->moved.item, o->moved.mark, o->cut.item, o->cut.mark,
                      o->lines.item,   o->lines.mark, o->seeds,      o->still_at, o->stepped.item,
                      o->stepped.mark, o->told};
    if (o->sim && o->sim->engine->outside->close) o->sim->engine->outside->close(o);
    saltus_sim_free((saltus_sim *)o->sim);
    sched_free(o->telling);
    csr_free(&o->reach, &o->alloc);
    csr_free(&o->reads, &o->alloc);
    for (size_t k = 0; k < sizeof arrays / sizeof *arrays; k++) alloc_free(&o->alloc, arrays[k]);
    a = o->alloc;
    alloc_free(&a, o);
}
