/* SPDX-License-Identifier: MIT */
/* tables.c - names, sizes and start values as the run-time half wants them.
 *
 * A table has one number per declaration for the start of all its elements. Where that is not all
 * there is to say, the number is 0 and the start function (startup.c) says the rest. */
#include "emit/back.h"
#include "emit/lower/lower.h"
#include <stdlib.h>
#include <string.h>

bool lower_uniform(const struct ir_var *v, double *value)
{
    struct ir *e = v->kind == VAR_PARAMETER || v->kind == VAR_CONSTANT ? v->binding : v->start;
    *value = 0;
    if (v->data) {
        *value = v->data[0];
        for (int32_t k = 1; k < v->count; k++)
            if (memcmp(&v->data[k], value, sizeof *value) != 0) return false;
        return true;
    }
    return e && ir_constant(e, value);
}

static double literal(const struct ir *e)
{
    double value = 0;
    return e && ir_constant(e, &value) ? value : 0;
}

static saltus_loc loc_of(struct lower *l, struct place at)
{
    const saltus_loc *loc = code_loc(l->code, at);
    return loc ? *loc : (saltus_loc){0};
}

static saltus_variable entry(struct lower *l, const struct ir_var *v)
{
    saltus_variable out = {.name = v->label ? v->label : v->name, .unit = v->unit, .text = v->text};
    double start;
    for (int32_t k = 0; k < v->rank; k++) out.size[k] = v->size[k];
    if (lower_uniform(v, &start)) out.start = start;
    out.nominal = literal(v->nominal);
    out.min = literal(v->min);
    out.max = literal(v->max);
    out.at = loc_of(l, v->at);
    out.input = v->outside;
    return out;
}

static int by_first(const void *a, const void *b)
{
    const struct ir_var *x = *(struct ir_var *const *)a, *y = *(struct ir_var *const *)b;
    return x->first < y->first ? -1 : x->first > y->first;
}

/* Variables of one kind that have elements, by number. */
static int32_t of_kind(struct lower *l, enum ir_kind kind, struct ir_var **list)
{
    int32_t n = 0;
    for (int32_t k = 0; k < l->m->vars.n; k++) {
        struct ir_var *v = l->m->vars.at[k];
        if (v->kind == kind && v->count > 0) list[n++] = v;
    }
    if (n) qsort(list, (size_t)n, sizeof *list, by_first);
    return n;
}

#define FILL(kind, table)                                                                          \
    for (int32_t k = 0, n = of_kind(l, kind, list); k < n; k++)                                    \
    VEC_ADD(l->arena, &l->code->table, entry(l, list[k]))

static void variables(struct lower *l)
{
    struct ir_var **list = ARENA_ARRAY(l->arena, struct ir_var *, l->m->vars.n + 1);
    FILL(VAR_STATE, states);
    FILL(VAR_DISCRETE, discretes);
    FILL(VAR_PARAMETER, parameters);
    FILL(VAR_ALGEBRAIC, outputs);
}

static void random_numbers(struct lower *l)
{
    saltus_variable seed = {.name = "__seed", .text = "of the random numbers"};
    saltus_variable draws = {.name = "__draws", .text = "random numbers drawn so far"};
    const struct checked *c = l->m->checked;
    if (l->draws < 0) return;
    if (c && c->settings.has_seed) seed.start = (double)c->settings.seed;
    VEC_ADD(l->arena, &l->code->parameters, seed);
    VEC_ADD(l->arena, &l->code->discretes, draws);
}

/* ---- Things with a box ----------------------------------------------------------------------- */

static void sizes(int32_t *size, struct ir_iter **iters, int32_t n)
{
    for (int32_t k = 0; k < n && k < SALTUS_RANK; k++) size[k] = iters[k]->count;
}

static void guards(struct lower *l)
{
    for (int32_t k = 0; k < l->m->guards.n; k++) {
        const struct ir_guard *g = &l->m->guards.at[k];
        saltus_guard out = {.name = g->text ? g->text : "guard", .at = loc_of(l, g->at)};
        sizes(out.size, g->iters, g->n_iters);
        out.side = g->side;
        if (g->floor_of) out.direction = 1;
        if (lower_points(g->iters, g->n_iters)) VEC_ADD(l->arena, &l->code->guards, out);
    }
    for (int32_t k = 0; k < l->m->clocks.n; k++) {
        const struct ir_clock *c = &l->m->clocks.at[k];
        saltus_guard out = {.name = c->text ? c->text : "clock", .at = loc_of(l, c->at)};
        sizes(out.size, c->iters, c->n_iters);
        if (lower_points(c->iters, c->n_iters)) VEC_ADD(l->arena, &l->code->clocks, out);
    }
}

static void sums_and_delays(struct lower *l)
{
    for (int32_t k = 0; k < l->m->sums.n; k++) {
        const struct ir_sum *s = &l->m->sums.at[k];
        saltus_variable out = {.name = arena_format(l->arena, "sum_%d", k + 1),
                               .at = loc_of(l, s->at)};
        sizes(out.size, s->iters, s->n_iters);
        VEC_ADD(l->arena, &l->code->sums, out);
        VEC_ADD(l->arena, &l->code->terms, s->iter->count);
    }
    for (int32_t k = 0; k < l->m->delays.n; k++) {
        const struct ir_delay *d = &l->m->delays.at[k];
        saltus_variable out = {.name = arena_format(l->arena, d->of < 0 ? "delay_%d" : "lag_%d",
                                                    (d->of < 0 ? k : d->of) + 1),
                               .input = d->by + 1,
                               .at = loc_of(l, d->at)};
        sizes(out.size, d->iters, d->n_iters);
        VEC_ADD(l->arena, &l->code->delays, out);
    }
}

/* ---- Experiment ------------------------------------------------------------------------------ */

static void experiment(struct lower *l)
{
    const struct check_settings *s = &l->m->checked->settings;
    saltus_experiment *e = &l->code->experiment;
    *e = (saltus_experiment){.start = s->start,
                             .stop = s->stop,
                             .rel = s->rel,
                             .abs = s->abs,
                             .interval = s->interval,
                             .method = s->method,
                             .text = s->text ? s->text : l->m->checked->model->class_->comment};
    if (s->rules.n) {
        saltus_rule *rules = ARENA_ARRAY(l->arena, saltus_rule, s->rules.n + 1);
        for (int32_t k = 0; k < s->rules.n; k++) rules[k] = s->rules.at[k];
        e->rules = rules;
    }
    if (s->watch.n) {
        const char **watch = ARENA_ARRAY(l->arena, const char *, s->watch.n + 1);
        for (int32_t k = 0; k < s->watch.n; k++) watch[k] = s->watch.at[k];
        e->watch = watch;
    }
}

void lower_tables(struct lower *l)
{
    variables(l);
    random_numbers(l);
    guards(l);
    sums_and_delays(l);
    if (l->m->checked) experiment(l);
}
