/* SPDX-License-Identifier: MIT */
/* load.c - a model becomes a network: sizes, methods and quanta, values.
 *
 * In this order: count the variables, allocate, give each state its method and quantum (options,
 * then rules in their order), fill in start values and parameters, then ask who reads whom
 * (structure.c) and make the queues.
 *
 * sim_load does what every engine needs, then the engine does its part; one that evaluates the
 * functions of the model calls sim_load_functions.
 *
 * Invariant: the first refusal is kept in s->status, told to the user once, and turns all that
 * follows into nothing. Memory for a run is allocated here and in structure.c; run.c frees it. */
#include "base/text.h"
#include "run/doubt.h"
#include "run/edge/edge.h"
#include "run/horizon/horizon.h"
#include "run/loop/loop.h"
#include "run/engine.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

void sim_refuse(struct sim *s, saltus_status st, const char *what, const char *text,
                const char *hint)
{
    saltus_diag d = {.status = st, .t = NAN, .var = what, .text = text, .hint = hint};
    if (s->status < 0) return;
    s->status = st;
    sim_tell(&s->opt, &d);
}

void sim_no_memory(struct sim *s)
{
    sim_refuse(s, SALTUS_ENOMEM, NULL, "out of memory while loading the model", NULL);
}

void *sim_room(struct sim *s, int32_t n, size_t size)
{
    void *p = s->status < 0 ? NULL : alloc_array(&s->alloc, (size_t)n, size);
    if (!p) sim_no_memory(s);
    return p;
}

/* ---- Sizes ----------------------------------------------------------------------------------- */

static int32_t add_elements(struct sim *s, const char *name, const int32_t size[SALTUS_RANK],
                            int32_t sum)
{
    int32_t n = text_elements(size);
    if (n >= 0 && n <= INT32_MAX / 4 - sum) return sum + n;
    sim_refuse(s, SALTUS_EMODEL, name, "its size is negative or too large", NULL);
    return sum;
}
static int32_t count_variables(struct sim *s, const saltus_variable *v)
{
    int32_t n = 0;
    for (; v && v->name; v++) n = add_elements(s, v->name, v->size, n);
    return n;
}
static int32_t count_guards(struct sim *s, const saltus_guard *g)
{
    int32_t n = 0;
    for (; g && g->name; g++) n = add_elements(s, g->name, g->size, n);
    return n;
}

static void sizes(struct sim *s)
{
    const saltus_model *m = s->model;
    s->net.n = count_variables(s, m->states);
    s->n_discretes = count_variables(s, m->discretes);
    s->n_parameters = count_variables(s, m->parameters);
    s->n_outputs = count_variables(s, m->outputs);
    s->n_guards = count_guards(s, m->guards);
    s->n_clocks = count_guards(s, m->clocks);
    s->net.n_sums = count_variables(s, m->sums);
    s->n_delays = count_variables(s, m->delays);
    s->n_signals = s->net.n_sums + s->n_delays;
    if (!m->engine && s->net.n == 0 && s->n_clocks == 0 && s->n_discretes == 0 && s->n_outputs == 0)
        sim_refuse(s, SALTUS_EMODEL, m->name, "the model is empty: it has no variables", NULL);
    if (m->engine) return; /* it has no functions */
    if ((s->net.n && !m->der.eval) || (s->n_guards && !m->guard.eval) ||
        (s->n_outputs && !m->output.eval) || (s->n_clocks && !m->next))
        sim_refuse(
            s, SALTUS_EMODEL, m->name,
            "the model declares states, guards, outputs or clocks but has no function for them",
            NULL);
    if ((s->net.n_sums && !(m->term.eval && m->terms)) ||
        (s->n_delays && !(m->delayed.eval && m->lag)))
        sim_refuse(s, SALTUS_EMODEL, m->name,
                   "the model declares sums or delays but has no functions for them", NULL);
}

/* ---- Options --------------------------------------------------------------------------------- */

static const struct method *find_method(struct sim *s, const char *name)
{
    const struct method *m = method_find(name);
    char hint[100] = "";
    int best = TEXT_FAR;
    if (m) return m;
    if (strcmp(name, method_exact.info.name) == 0) return &method_exact;
    for (int k = 0; method_list[k]; k++)
        if (text_nearer(name, method_list[k]->info.name, &best))
            snprintf(hint, sizeof hint, "did you mean '%s'?", method_list[k]->info.name);
    sim_refuse(s, SALTUS_EARG, name, "there is no method of this name", hint[0] ? hint : NULL);
    return NULL;
}

/* The method of all states that no rule names. Without states any will do. */
static const struct method *find_base(struct sim *s)
{
    if (s->chosen && s->chosen->info.missing) {
        sim_refuse(s, SALTUS_EARG, s->chosen->info.name, "this method is not built in",
                   s->chosen->info.missing);
        return NULL;
    }
    if (s->engine->method) return s->engine->method;
    return s->chosen ? method_any() : find_method(s, s->opt.method);
}

static int use_method(struct sim *s, const struct method *m, int used)
{
    int k = 0;
    while (k < used && s->methods[k] != m) k++;
    s->methods[k] = m;
    return k;
}

void sim_give_method(struct sim *s, int32_t i, const struct method *m)
{
    int used = 0;
    while (s->methods[used]) used++;
    s->method_of[i] = (uint8_t)use_method(s, m, used);
}

static void check_quantum(struct sim *s, int32_t i, double rel, double abs)
{
    char name[200];
    if (s->status < 0 || (rel >= 0 && abs >= 0 && isfinite(rel) && isfinite(abs) && abs > 0))
        return;
    sim_name(s->model, SALTUS_STATE, i, name, sizeof name);
    sim_refuse(s, SALTUS_EARG, name,
               "the absolute quantum must be positive, the relative one not negative", NULL);
}

/* Inputs move when they are moved from outside (outside.c), and never by themselves. */
static double never(const struct method *m, const struct state *x, const struct tuning *k, bool own)
{
    return (void)m, (void)x, (void)k, (void)own, INFINITY;
}
static const struct method input_method = {.info = {.name = "input", .order = SALTUS_SIGNAL},
                                           .wait = never};

bool sim_is_input(const struct sim *s, int32_t i)
{
    return i < s->net.n && sim_method(s, i) == &input_method;
}

/* A walk over the declarations of states. */
struct walk {
    const saltus_variable *next;
    int32_t left; /* elements of the one before */
};
static bool walk_input(struct walk *w) /* the next state: is it an input? */
{
    while (w->left == 0) w->left = text_elements(w->next++->size);
    w->left--;
    return w->next[-1].input != 0;
}

static bool any_rules(const struct sim *s)
{
    return s->opt.n_rules || s->model->experiment.rules;
}

/* Single states with methods of their own need a run of quantized states. What the model suggests
 * is then no reason to refuse it. */
static const struct method *rule_method(struct sim *s, const saltus_rule *r)
{
    bool asked = s->opt.n_rules && r >= s->opt.rules && r < s->opt.rules + s->opt.n_rules;
    if (!sim_together(s)) return find_method(s, r->method);
    if (asked)
        sim_refuse(s, SALTUS_EARG, s->opt.method,
                   "this method moves all states together: none can have another one",
                   "a quantized-state method, or rules with tolerances only");
    return s->engine->method;
}

static void apply_rule(struct sim *s, const saltus_rule *r, const char *name, struct quantum *q,
                       const struct method **m)
{
    if (!*m || !text_match(r->pattern, name)) return;
    if (r->method) *m = rule_method(s, r);
    if (r->rel > 0 || (r->rel == 0 && r->abs > 0)) q->rel = r->rel;
    if (r->abs > 0) q->abs = r->abs;
    if (!(r->rel >= 0 && r->abs >= 0)) q->abs = NAN;
}

/* The model's rules, then the user's, in their order, for every state; a run without rules does
 * not look at names. */
static void quanta(struct sim *s)
{
    const saltus_options *o = &s->opt;
    const struct method *base = find_base(s), *m;
    int used = base ? use_method(s, base, 0) + 1 : 0;
    struct walk walk = {s->model->states, 0};
    char name[200];
    s->width = 1;
    for (int32_t i = 0; base && i < s->net.n; i++) {
        struct quantum q = {o->rel, o->abs};
        const saltus_rule *r = s->model->experiment.rules;
        m = base;
        if (any_rules(s)) sim_name(s->model, SALTUS_STATE, i, name, sizeof name);
        for (; r && r->pattern; r++) apply_rule(s, r, name, &q, &m);
        for (size_t k = 0; k < o->n_rules; k++)
            if (o->rules[k].pattern) apply_rule(s, &o->rules[k], name, &q, &m);
        if (!m) return;
        q.rel *= s->knobs.scale;
        q.abs *= s->knobs.scale;
        if (!sim_together(s) && walk_input(&walk)) m = &input_method;
        s->quanta[i & s->net.each] = q;
        s->method_of[i] = (uint8_t)use_method(s, m, used);
        if (s->method_of[i] == used) used++;
        if (m->info.order > s->width && m != &input_method) s->width = m->info.order;
        s->targets |= m->target != NULL;
        s->contrary |= m->contrary;
        check_quantum(s, i, q.rel, q.abs);
    }
    if (s->outside && s->n_signals) s->width = SALTUS_SIGNAL; /* rows of sums do not grow */
}

static void rules_match(struct sim *s)
{
    char name[200];
    for (size_t k = 0; k < s->opt.n_rules && s->status >= 0; k++) {
        bool hit = false;
        for (int32_t i = 0; i < s->net.n && !hit && s->opt.rules[k].pattern; i++) {
            sim_name(s->model, SALTUS_STATE, i, name, sizeof name);
            hit = text_match(s->opt.rules[k].pattern, name);
        }
        if (!hit)
            sim_refuse(s, SALTUS_EARG, s->opt.rules[k].pattern, "this pattern matches no state",
                       NULL);
    }
}

/* ---- Values ---------------------------------------------------------------------------------- */

static void table_values(const saltus_variable *v, double *to, int32_t stride)
{
    for (; v && v->name; v++)
        for (int32_t k = text_elements(v->size); k > 0; k--, to += stride) *to = v->start;
}

int32_t sim_find_in(const saltus_variable *v, const char *name)
{
    int32_t base = 0;
    for (; v && v->name; v++) {
        int32_t k = text_index(name, v->name, v->size);
        if (k >= 0) return base + k;
        base += text_elements(v->size);
    }
    return -1;
}

/* The elements of a table that a setting names: one, or all of an array. */
static bool find_named(const saltus_variable *v, const char *name, int32_t *first, int32_t *count)
{
    char whole[512];
    *first = sim_find_in(v, name);
    *count = 1;
    if (*first >= 0) return true;
    for (*first = 0; v && v->name; v++, *first += *count) {
        *count = text_elements(v->size);
        text_whole(whole, sizeof whole, v->name);
        if (v->size[0] != 0 && strcmp(whole, name) == 0) return true;
    }
    return false;
}

/* given: not NULL for the first of two turns, in which parameters are set and noted. */
static void set_value(struct sim *s, const saltus_set *set, double *x, unsigned char *given)
{
    const saltus_model *m = s->model;
    int32_t first, n;
    if (!isfinite(set->value)) {
        sim_refuse(s, SALTUS_EARG, set->name, "its value is not finite", NULL);
    } else if (find_named(m->parameters, set->name, &first, &n)) {
        for (int32_t k = first; given && k < first + n; k++)
            s->parameters[k] = set->value, given[k] = 1;
    } else if (find_named(m->states, set->name, &first, &n))
        for (int32_t k = first; k < first + n; k++) x[k] = set->value;
    else if (find_named(m->discretes, set->name, &first, &n))
        for (int32_t k = first; k < first + n; k++) s->discretes[k] = set->value;
    else
        sim_refuse(s, SALTUS_EARG, set->name,
                   "there is no parameter, state or discrete of this name", NULL);
}

static void check_values(struct sim *s, const double *x)
{
    for (int32_t k = 0; k < s->n_parameters; k++)
        if (!isfinite(s->parameters[k]))
            sim_fail(s, SALTUS_ENAN, SALTUS_PARAMETER, k, "its value is not finite", NULL);
    for (int32_t i = 0; i < s->net.n; i++)
        if (!isfinite(x[i]))
            sim_fail(s, SALTUS_ENAN, SALTUS_STATE, i, "its start value is not finite", NULL);
}

/* Tables, then what the user has set, then the model's own function of it, then the user's start
 * values again. */
static void values(struct sim *s)
{
    double *x = sim_room(s, s->net.n, sizeof *x);
    unsigned char *given = sim_room(s, s->n_parameters, 1);
    const saltus_options *o = &s->opt;
    if (s->status < 0) goto done;
    table_values(s->model->states, x, 1);
    table_values(s->model->discretes, s->discretes, 1);
    table_values(s->model->parameters, s->parameters, 1);
    for (size_t k = 0; k < o->n_sets; k++) set_value(s, &o->sets[k], x, given);
    sim_asks(s, SALTUS_STATE, -1);
    if (s->model->start && s->status >= 0)
        s->model->start(&s->net.env, given, s->parameters, x, s->discretes);
    for (size_t k = 0; k < o->n_sets; k++) set_value(s, &o->sets[k], x, NULL);
    check_values(s, x);
    for (int32_t i = 0; i < s->net.n; i++) s->net.s[i].x[0] = x[i];
done:
    alloc_free(&s->alloc, x);
    alloc_free(&s->alloc, given);
}

/* Items are written before they are read: pages that no list ever reaches stay untouched. */
void sim_set_room(struct sim *s, struct set *a, int32_t n)
{
    a->mark = sim_room(s, n, sizeof *a->mark);
    a->item = s->status < 0 ? NULL : alloc_resize(&s->alloc, NULL, (size_t)n, sizeof *a->item);
    if (!a->item) sim_no_memory(s);
}

static void arrays(struct sim *s)
{
    int32_t n = s->net.n, methods = 0;
    while (method_list[methods]) methods++;
    s->net.each = any_rules(s) ? -1 : 0;
    s->methods = sim_room(s, methods + 3, sizeof *s->methods);
    s->net.s = sim_room(s, n + s->n_signals, sizeof *s->net.s);
    s->discretes = sim_room(s, s->n_discretes, sizeof(double));
    s->parameters = sim_room(s, s->n_parameters, sizeof(double));
    s->pre = sim_room(s, s->n_discretes, sizeof(double));
    s->method_of = sim_room(s, n, 1);
    s->quanta = sim_room(s, s->net.each ? n : 1, sizeof *s->quanta);
    s->affine = sim_room(s, n, 1);
    s->timed = sim_room(s, n, 1);
    if (s->outside) s->fresh = sim_room(s, n, sizeof *s->fresh);
    for (int32_t i = 0; s->fresh && i < n; i++) s->fresh[i] = INFINITY;
    s->initial = sim_room(s, n, 1);
    s->steps = sim_room(s, n, sizeof *s->steps);
    s->watch = sim_room(s, s->n_guards, sizeof *s->watch);
    sim_set_room(s, &s->changed, n);
    sim_set_room(s, &s->touched, n);
    sim_set_room(s, &s->looked, s->n_guards);
}

bool sim_ends(const struct sim *s, const saltus_function *f, int32_t i, int order)
{
    int kind = f->affine ? f->affine(&s->net.env, i) : 0;
    return order >= s->width && (kind == 1 || (kind == 2 && order >= 2));
}

uint8_t sim_series_kind(const struct sim *s, int32_t i)
{
    int order = sim_method(s, i)->info.order, degree, last;
    if (sim_ends(s, &s->model->der, i, order)) return SERIES_ENDS;
    degree = s->model->degree ? s->model->degree(&s->net.env, i) : 0;
    last = degree * (s->width - 1);
    if (degree <= 0 || s->timed[i] || last >= SALTUS_SERIES) return SERIES_GOES_ON;
    return (uint8_t)(SERIES_ENDS_NEXT + (last > order ? last - order : 0));
}

static void environment(struct sim *s)
{
    struct net *net = &s->net;
    bool failed;
    net->model = s->model;
    net->methods = s->methods;
    net->method_of = s->method_of;
    net->quanta = s->quanta;
    net->tune = (struct tuning){
        .theta = s->knobs.theta, .band = s->knobs.band, .contact = s->knobs.contact != 0};
    net->env = (saltus_env){.t = s->opt.t0,
                            .q = net->s ? &net->s->tq : NULL,
                            .stride = STATE_STRIDE,
                            .width = s->width,
                            .d = s->discretes,
                            .p = s->parameters,
                            .model = s->model,
                            .fault = sim_fault,
                            .solve = loop_solve,
                            .known = loop_known};
    net->env.own = loop_memory_new(&s->alloc, s->model, &failed);
    if (failed) sim_no_memory(s);
}

/* x as it will be expanded, and of which functions the series end by themselves. */
static void series(struct sim *s)
{
    for (int32_t i = 0; i < s->net.n && s->status >= 0; i++) {
        s->net.s[i].tx = s->net.s[i].tq = s->opt.t0;
        s->net.s[i].q[0] = s->net.s[i].x[0];
        s->affine[i] = sim_together(s) ? SERIES_ENDS : sim_series_kind(s, i);
    }
    for (int32_t k = 0; k < s->n_guards && s->status >= 0; k++)
        s->watch[k].affine = sim_ends(s, &s->model->guard, k, s->width);
}

static bool any_seen_otherwise(const struct sim *s)
{
    for (int k = 0; s->engine->slaved && s->methods[k]; k++)
        if (s->methods[k]->implicit || s->methods[k]->flows) return true;
    return false;
}

void sim_load_functions(struct sim *s)
{
    series(s);
    for (int32_t k = 0; k < s->n_discretes && s->status >= 0; k++) s->pre[k] = s->discretes[k];
    if (s->n_signals) sim_signals_load(s);
    edge_load(s);
    sim_structure(s);
    sim_bands_load(s);
    if (s->n_outputs > 0 &&
        (any_seen_otherwise(s) || (s->opt.sink && s->opt.n_outputs && !sim_together(s))))
        s->sight = sim_room(s, s->net.n + s->n_signals, (1 + SALTUS_SIGNAL) * sizeof *s->sight);
    if (s->status >= 0) sim_outputs_load(s);
    if (s->status >= 0) doubt_load(s);
    if (!sim_together(s)) horizon_load(s);
    if (s->status < 0) return;
    s->events = sched_new(&s->alloc, s->n_clocks + s->n_guards, SCHED_HEAP);
    if (!s->events) sim_no_memory(s);
}

saltus_status sim_load(struct sim *s)
{
    sizes(s);
    if (s->status >= 0) arrays(s);
    if (s->status < 0) return s->status;
    if (s->engine->check) s->engine->check(s);
    quanta(s);
    rules_match(s);
    environment(s);
    values(s);
    s->engine->load(s);
    return s->status;
}
