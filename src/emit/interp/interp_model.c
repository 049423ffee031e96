/* SPDX-License-Identifier: MIT */
/* interp_model.c - the interpreter as a saltus_model.
 *
 * Its functions find the code through e->model->data, find the group of the index that the engine
 * asks for, and run the function of that group on the index inside the group. They keep no state.
 *
 * Once there is machine code (native_ready), functions that a run calls again and again hand over to
 * it. It computes the same bits, so that no one can tell when. */
#include "emit/interp/interp.h"
#include <string.h>

static const struct interp *interp_of(const saltus_env *e)
{
    return e->model->data;
}

static const saltus_model *native_of(const saltus_env *e)
{
    return atomic_load_explicit(&interp_of(e)->native, memory_order_acquire);
}

/* ---- From the engine ------------------------------------------------------------------------- */

static struct cell cell_int(int64_t i)
{
    return (struct cell){.v.i = i};
}

static struct cell cell_array(double *at, int64_t n)
{
    return (struct cell){.v.at = at, .n = n};
}

static const struct code_group *group(const struct code_kind *k, int32_t i)
{
    return &k->groups.at[code_group_of(k, i)];
}

static void kind_eval(const struct code_kind *k, const saltus_env *e, int32_t i, int order,
                      double *c)
{
    const struct code_group *g = group(k, i);
    struct cell p[] = {cell_int(i - g->first), cell_int(order), cell_array(c, order)};
    code_evaluate(&(struct sight){.e = e}, g->eval, g->eval_row, p);
}

static double kind_partial(const struct code_kind *k, const saltus_env *e, int32_t i, int32_t j)
{
    const struct code_group *g = group(k, i);
    struct cell p[] = {cell_int(i - g->first), cell_int(j)};
    return code_evaluate(&(struct sight){.e = e}, g->partial, g->partial_row, p);
}

static void kind_reads(const struct code_kind *k, const saltus_env *e, int32_t i, saltus_reads *r)
{
    const struct code_group *g = group(k, i);
    struct cell p[] = {cell_int(i - g->first)};
    if (g->reads) code_evaluate(&(struct sight){.e = e, .reads = r}, g->reads, g->reads_row, p);
}

static double kind_by_wave(const struct code_kind *k, const saltus_env *e, int32_t i, int32_t j)
{
    const struct code_group *g = group(k, i);
    struct cell p[] = {cell_int(i - g->first), cell_int(j)};
    return g->by_wave ? code_evaluate(&(struct sight){.e = e}, g->by_wave, g->by_wave_row, p) : 0;
}

#define KIND(kind)                                                                                 \
    static void kind##_eval(const saltus_env *e, int32_t i, int order, double *c)                  \
    {                                                                                              \
        const saltus_model *n = native_of(e);                                                      \
        if (n)                                                                                     \
            n->kind.eval(e, i, order, c);                                                          \
        else                                                                                       \
            kind_eval(&interp_of(e)->code->kind, e, i, order, c);                                  \
    }                                                                                              \
    static double kind##_partial(const saltus_env *e, int32_t i, int32_t j)                        \
    {                                                                                              \
        const saltus_model *n = native_of(e);                                                      \
        return n ? n->kind.partial(e, i, j) : kind_partial(&interp_of(e)->code->kind, e, i, j);    \
    }                                                                                              \
    static void kind##_reads(const saltus_env *e, int32_t i, saltus_reads *r)                      \
    {                                                                                              \
        kind_reads(&interp_of(e)->code->kind, e, i, r);                                            \
    }                                                                                              \
    static int kind##_affine(const saltus_env *e, int32_t i)                                       \
    {                                                                                              \
        return group(&interp_of(e)->code->kind, i)->affine;                                        \
    }
static int der_degree(const saltus_env *e, int32_t i)
{
    return group(&interp_of(e)->code->der, i)->degree;
}
KIND(der)
KIND(guard)
KIND(output)
KIND(term)
KIND(delayed)
KIND(angle)
#undef KIND

static void start(const saltus_env *e, const unsigned char *given, double *p, double *x, double *d)
{
    const struct interp *in = interp_of(e);
    struct cell params[] = {{.v.bytes = given, .n = in->n_parameters},
                            cell_array(p, in->n_parameters),
                            cell_array(x, in->n_states),
                            cell_array(d, in->n_discretes)};
    code_evaluate(&(struct sight){.e = e}, in->code->start, 0, params);
}

/* All derivatives, of values. */
static void derivatives(const saltus_env *e, double *f)
{
    const struct code_kind *k = &interp_of(e)->code->der;
    const saltus_model *n = native_of(e);
    if (n) n->derivatives(e, f);
    for (int32_t j = 0; !n && j < k->groups.n; j++) {
        const struct code_group *g = &k->groups.at[j];
        struct cell p[] = {cell_array(f + g->first, g->count)};
        code_evaluate(&(struct sight){.e = e}, g->flat, g->flat_row, p);
    }
}

static double next(const saltus_env *e, int32_t k)
{
    const saltus_model *n = native_of(e);
    const struct code_group *g = group(&interp_of(e)->code->clock, k);
    struct cell p[] = {cell_int(k - g->first)};
    if (n) return n->next(e, k);
    return code_evaluate(&(struct sight){.e = e}, g->eval, g->eval_row, p);
}

static void clock_reads(const saltus_env *e, int32_t k, saltus_reads *r)
{
    kind_reads(&interp_of(e)->code->clock, e, k, r);
}

static double lag(const saltus_env *e, int32_t k)
{
    const saltus_model *n = native_of(e);
    struct cell p[] = {cell_int(k)};
    return n ? n->lag(e, k) : code_evaluate(&(struct sight){.e = e}, interp_of(e)->code->lag, 0, p);
}

static void handle(saltus_event *ev)
{
    const struct code_model *m = interp_of(ev->env)->code;
    struct code_group end = {.handle = m->end};
    const struct code_group *g = ev->cause == SALTUS_GUARD   ? group(&m->guard, ev->index)
                                 : ev->cause == SALTUS_CLOCK ? group(&m->clock, ev->index)
                                                             : &end;
    const saltus_model *n = native_of(ev->env);
    struct cell p[] = {cell_int(g == &end ? 0 : ev->index - g->first), cell_int(ev->direction),
                       cell_int(ev->initial)};
    if (n) {
        n->handle(ev);
    } else if (g->handle) {
        code_evaluate(&(struct sight){.e = ev->env, .ev = ev}, g->handle, g->handle_row, p);
    }
}

static void handler_writes(const saltus_env *e, saltus_kind cause, int32_t k, saltus_reads *r)
{
    const struct code_model *m = interp_of(e)->code;
    const struct code_kind *kind = cause == SALTUS_GUARD ? &m->guard : &m->clock;
    const struct code_group *g;
    struct cell p[1];
    if (cause != SALTUS_GUARD && cause != SALTUS_CLOCK) return;
    g = group(kind, k);
    p[0] = cell_int(k - g->first);
    if (g->writes) code_evaluate(&(struct sight){.e = e, .reads = r}, g->writes, g->writes_row, p);
}

static int formula(const saltus_env *e, int32_t k, int32_t *code)
{
    const struct code_group *g = group(&interp_of(e)->code->guard, k);
    for (int32_t j = 0; j < g->n_formula; j++)
        code[j] = g->formula[j] < 0 ? g->formula[j] : g->formula[j] + k - g->first;
    return g->n_formula;
}

static int32_t terms(const saltus_env *e, int32_t k)
{
    const struct interp *in = interp_of(e);
    int32_t entry = in->sum_first.n - 1;
    while (entry > 0 && in->sum_first.at[entry] > k) entry--;
    return in->code->terms.at[entry];
}

static int32_t first_term(const saltus_env *e, int32_t sum)
{
    int32_t term = 0;
    for (int32_t k = 0; k < sum; k++) term += terms(e, k);
    return term;
}

static struct cell cell_given(const double *at, int64_t n)
{
    return cell_array((double *)(uintptr_t)at, n); /* is not written to */
}

static void residual(const saltus_env *e, int32_t k, const double *u, const double *v,
                     const double *y, int order, double *r)
{
    const saltus_model *native = native_of(e);
    const struct code_loop *l = &interp_of(e)->code->loops.at[k];
    int64_t n = (int64_t)SALTUS_SERIES * l->table.n;
    struct cell p[] = {cell_int(k),
                       cell_given(u, (int64_t)SALTUS_SERIES * l->table.inputs),
                       cell_given(v, l->table.values),
                       cell_given(y, n),
                       cell_int(order),
                       cell_array(r, n)};
    if (native)
        native->loops[k].residual(e, k, u, v, y, order, r);
    else
        code_evaluate(&(struct sight){.e = e}, l->residual, 0, p);
}

static void jacobian(const saltus_env *e, int32_t k, const double *u, const double *v,
                     const double *y, double *a)
{
    const saltus_model *native = native_of(e);
    const struct code_loop *l = &interp_of(e)->code->loops.at[k];
    struct cell p[] = {cell_int(k), cell_given(u, (int64_t)SALTUS_SERIES * l->table.inputs),
                       cell_given(v, l->table.values),
                       cell_given(y, (int64_t)SALTUS_SERIES * l->table.n),
                       cell_array(a, l->table.entries)};
    if (native)
        native->loops[k].jacobian(e, k, u, v, y, a);
    else
        code_evaluate(&(struct sight){.e = e}, l->jacobian, 0, p);
}

static const struct code_kind *kind_of(const struct code_model *m, saltus_kind kind)
{
    switch (kind) {
    case SALTUS_STATE: return &m->der;
    case SALTUS_GUARD: return &m->guard;
    case SALTUS_OUTPUT: return &m->output;
    case SALTUS_SUM: return &m->term;
    case SALTUS_DELAY: return &m->delayed;
    default: return NULL;
    }
}

static const struct code_kind *waving_kind(const saltus_env *e, saltus_kind kind)
{
    bool any = kind == SALTUS_STATE || kind == SALTUS_GUARD || kind == SALTUS_OUTPUT;
    return any ? kind_of(interp_of(e)->code, kind) : NULL;
}

static int waves(const saltus_env *e, saltus_kind kind, int32_t i)
{
    const struct code_kind *k = waving_kind(e, kind);
    return k ? group(k, i)->waves : 0;
}

static double by_wave(const saltus_env *e, saltus_kind kind, int32_t i, int32_t j)
{
    const saltus_model *n = native_of(e);
    const struct code_kind *k = waving_kind(e, kind);
    if (n) return n->by_wave(e, kind, i, j);
    return k ? kind_by_wave(k, e, i, j) : 0;
}

static int range(const saltus_box *b, saltus_kind kind, int32_t i, int order, saltus_span *r)
{
    const struct interp *in = interp_of(b->env);
    const struct code_kind *k = kind_of(in->code, kind);
    const struct code_group *g = k && b->run ? group(k, i) : NULL;
    if (!g || g->opaque) return 0;
    return b->run(b, &in->program, g->range, i - g->first, order, r);
}

static const saltus_loc *where(const saltus_env *e, saltus_kind kind, int32_t i)
{
    const struct interp *in = interp_of(e);
    const struct code_model *m = in->code;
    switch (kind) {
    case SALTUS_STATE: return in->where[0][code_group_of(&m->der, i)];
    case SALTUS_GUARD: return in->where[1][code_group_of(&m->guard, i)];
    case SALTUS_OUTPUT: return in->where[2][code_group_of(&m->output, i)];
    case SALTUS_SUM: return in->where[3][code_group_of(&m->term, first_term(e, i))];
    case SALTUS_DELAY: return in->where[4][code_group_of(&m->delayed, i)];
    case SALTUS_CLOCK: return in->where[CODE_KINDS][code_group_of(&m->clock, i)];
    default: return NULL;
    }
}

/* ---- The table ------------------------------------------------------------------------------- */

static void make_where(struct interp *in, int k, const struct code_kind *kind)
{
    in->where[k] = ARENA_ARRAY(in->code->arena, const saltus_loc *, kind->groups.n + 1);
    for (int32_t g = 0; g < kind->groups.n; g++) {
        in->where[k][g] = code_loc(in->code, kind->groups.at[g].at);
    }
}

static void count_scalars(struct interp *in)
{
    const struct code_model *m = in->code;
    in->n_states = code_scalars(m->states.at, m->states.n);
    in->n_discretes = code_scalars(m->discretes.at, m->discretes.n);
    in->n_parameters = code_scalars(m->parameters.at, m->parameters.n);
    in->n_signals = in->n_states + code_scalars(m->sums.at, m->sums.n);
    in->n_signals += code_scalars(m->delays.at, m->delays.n);
    for (int32_t k = 0; k < m->sums.n; k++) {
        VEC_ADD(m->arena, &in->sum_first, code_scalars(m->sums.at, k));
    }
}

/* The entries and one with name NULL behind them; NULL if there are none. */
#define ENDED(type, list)                                                                          \
    ((list).n ? memcpy(ARENA_ARRAY(m->arena, type, (list).n + 1), (list).at,                       \
                       (size_t)(list).n * sizeof(type))                                            \
              : NULL)

static void fill_tables(saltus_model *to, const struct code_model *m)
{
    to->states = ENDED(saltus_variable, m->states);
    to->discretes = ENDED(saltus_variable, m->discretes);
    to->parameters = ENDED(saltus_variable, m->parameters);
    to->outputs = ENDED(saltus_variable, m->outputs);
    to->sums = ENDED(saltus_variable, m->sums);
    to->delays = ENDED(saltus_variable, m->delays);
    to->guards = ENDED(saltus_guard, m->guards);
    to->clocks = ENDED(saltus_guard, m->clocks);
}

#define FUNCTION(kind)                                                                             \
    (saltus_function)                                                                              \
    {                                                                                              \
        m->kind.groups.n ? kind##_eval : NULL, code_has_partial(&m->kind) ? kind##_partial : NULL, \
            code_has_reads(&m->kind) ? kind##_reads : NULL,                                        \
            code_has_affine(&m->kind) ? kind##_affine : NULL                                       \
    }

static void fill_functions(saltus_model *to, const struct code_model *m)
{
    bool handles = code_has_handle(&m->guard) || code_has_handle(&m->clock) || m->end;
    bool writes = code_has_writes(&m->guard) || code_has_writes(&m->clock);
    to->der = FUNCTION(der);
    to->derivatives = code_has_flat(&m->der) ? derivatives : NULL;
    to->degree = code_has_degree(&m->der) ? der_degree : NULL;
    to->guard = FUNCTION(guard);
    to->output = FUNCTION(output);
    to->term = FUNCTION(term);
    to->delayed = FUNCTION(delayed);
    to->start = m->start ? start : NULL;
    to->next = m->clock.groups.n ? next : NULL;
    to->clock_reads = m->clock.groups.n ? clock_reads : NULL;
    to->handle = handles ? handle : NULL;
    to->handler_writes = writes ? handler_writes : NULL;
    to->formula = code_has_formula(&m->guard) ? formula : NULL;
    to->terms = m->sums.n ? terms : NULL;
    to->lag = m->lag ? lag : NULL;
    to->where = where;
    to->angles = m->angle.count;
    to->angle = FUNCTION(angle);
    to->waves = m->angle.count ? waves : NULL;
    to->by_wave = m->angle.count ? by_wave : NULL;
}

static const saltus_loop *make_loops(const struct code_model *m)
{
    saltus_loop *to = ARENA_ARRAY(m->arena, saltus_loop, m->loops.n + 1);
    for (int32_t k = 0; k < m->loops.n; k++) {
        const struct code_loop *l = &m->loops.at[k];
        to[k] = l->table;
        to[k].residual = l->residual ? residual : NULL;
        to[k].jacobian = l->jacobian ? jacobian : NULL;
        to[k].at = code_loop_places(m, l);
    }
    return m->loops.n ? to : NULL;
}

static saltus_program make_program(const struct code_model *m)
{
    const double **tables = ARENA_ARRAY(m->arena, const double *, m->tables.n + 1);
    for (int32_t k = 0; k < m->tables.n; k++) tables[k] = m->tables.at[k].at;
    return (saltus_program){m->programs.code.at, m->programs.whole.at, m->programs.real.at, tables};
}

const saltus_model *code_interpret(struct code_model *m)
{
    struct interp *in = ARENA_NEW(m->arena, struct interp);
    struct code_kind_name kinds[CODE_KINDS];
    code_prepare(m);
    in->code = m;
    in->programs = machine_assemble(m);
    code_kinds(m, kinds);
    for (int k = 0; k < CODE_KINDS; k++) make_where(in, k, kinds[k].kind);
    make_where(in, CODE_KINDS, &m->clock);
    count_scalars(in);
    in->model = (saltus_model){.abi = SALTUS_ABI, .name = m->name, .data = in};
    in->model.experiment = m->experiment;
    fill_tables(&in->model, m);
    fill_functions(&in->model, m);
    in->model.loops = make_loops(m);
    in->program = make_program(m);
    in->model.range = code_has_range(m) ? range : NULL;
    return &in->model;
}

native_ready *code_native(const saltus_model *interpreted)
{
    return &((struct interp *)(uintptr_t)interpreted->data)->native;
}
