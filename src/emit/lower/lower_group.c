/* SPDX-License-Identifier: MIT */
/* lower_group.c - eval, partial and reads of a cluster.
 *
 * A signal has up to four coefficients, but in most runs only two are in use. If that matters,
 * there are two versions of a function: one that knows that there are at most two, and one for all
 * cases. Levels follow each other as
 *     c[0] = ...; if (order < 2) return; c[1] = ...; if (order < 3) return; ...
 * up to the last one that can differ from 0.
 *
 * Derivatives have a third version, for those who want all of them at a point: signals are values,
 * and the points of the cluster are gone through by loops instead of being told from their number.
 * It does the operations of the others' c[0]. */
#include "emit/range/range.h"

void lower_line(struct taylor *t, struct code_body *to, struct place at, const char *text)
{
    struct code_stmt *s = code_add(t->code, to, CODE_LINE);
    s->at = at;
    s->text = text;
    t->at = t->l->m->at = at;
}

static struct code_expr *local(struct taylor *t, int32_t slot)
{
    return code_local(t->code, t->f, slot);
}

/* ---- Eval ------------------------------------------------------------------------------------ */

enum { SLOT_I, SLOT_ORDER, SLOT_C, SLOT_J = 1 };

static void return_below(struct taylor *t, struct code_body *to, int order)
{
    struct code_body part = {0};
    code_add(t->code, &part, CODE_RETURN);
    taylor_if(t, to, code_binary(t->code, CODE_LT, local(t, SLOT_ORDER), code_int(t->code, order)),
              &part, NULL);
}

static void zero_from(struct taylor *t, struct code_body *to, int level)
{
    struct code_body part = {0};
    int32_t k;
    if (level >= SERIES) return;
    k = code_slot_new(t->code, t->f, "k", CODE_I, 0);
    code_put(t->code, &part, SLOT_C, local(t, k), code_real(t->code, 0));
    taylor_loop(t, to, k, level, 0, 1, &part)->b =
        code_binary(t->code, CODE_SUB, local(t, SLOT_ORDER), code_int(t->code, 1));
}

static void eval_levels(struct taylor *t, struct code_body *to, struct ir *e)
{
    int levels = taylor_span(t, e);
    struct plan *p = taylor_plan(t, NULL, NULL, levels, e);
    p->top->body = to;
    for (int k = 0; k < levels; k++) {
        if (k) return_below(t, to, k + 1);
        taylor_push(p->top, k);
        code_put(t->code, to, SLOT_C, code_int(t->code, k), taylor_number(p->top, e, k));
    }
    zero_from(t, to, levels);
}

/* ---- Any function of a cluster --------------------------------------------------------------- */

typedef void body_fn(struct taylor *t, struct code_body *to, struct ir *e);

/* For each piece: if it is meant, its body, which ends with a return. */
static void fill(struct taylor *t, const struct cluster *c, body_fn *make)
{
    struct code_fn *f = t->f;
    for (int32_t k = 0; k < c->n; k++) {
        const struct piece *p = &c->pieces[k];
        struct bound *outside = t->bounds;
        struct code_body part = {0};
        struct code_expr *member = lower_enter(t, &f->body, c, p, local(t, SLOT_I));
        lower_line(t, &part, p->at, p->text);
        make(t, &part, p->value);
        if (c->n > 1 && f->type == CODE_V) code_add(t->code, &part, CODE_RETURN);
        t->bounds = outside;
        taylor_if(t, &f->body, member ? member : code_int(t->code, 1), &part, NULL);
    }
    if (c->n > 1 && f->type == CODE_R)
        code_add(t->code, &f->body, CODE_RETURN)->a = code_real(t->code, 0);
}

static struct code_fn *fn_new(struct lower *l, enum code_role role, const struct cluster *c,
                              const char *suffix)
{
    const char *name = taylor_identifier(l->arena, c->pieces[0].name, -1);
    struct code_fn *f = code_fn_new(l->code, role, arena_format(l->arena, "%s%s", name, suffix));
    f->text = c->pieces[0].text;
    f->at = c->pieces[0].at;
    return f;
}

/* A function with the same parameters that may be called: the version for narrow signals. */
static struct code_fn *twin(struct lower *l, const struct code_fn *of, const struct cluster *c,
                            const char *suffix)
{
    struct code_fn *f = fn_new(l, CODE_USER, c, suffix);
    f->type = of->type;
    f->twin = true;
    for (int32_t k = 0; k < of->n_params; k++) {
        const struct code_slot *s = &of->slots.at[k];
        code_slot_new(l->code, f, s->name, s->type, s->size);
    }
    f->n_params = of->n_params;
    return f;
}

static void call_if_narrow(struct lower *l, struct code_fn *f, struct code_fn *narrow)
{
    struct code_stmt *s = code_add(l->code, &f->body, CODE_IF);
    struct code_expr **args = ARENA_ARRAY(l->arena, struct code_expr *, f->n_params), *call;
    s->a = code_binary(l->code, CODE_LE, code_leaf(l->code, CODE_WIDTH, 0, NULL),
                       code_int(l->code, 2));
    for (int32_t k = 0; k < f->n_params; k++) args[k] = code_local(l->code, f, k);
    call = code_call(l->code, narrow, args);
    if (f->type == CODE_V) code_add(l->code, &s->body, CODE_DO)->a = call;
    code_add(l->code, &s->body, CODE_RETURN)->a = f->type == CODE_V ? NULL : call;
}

static struct code_fn *make_eval(struct lower *l, const struct cluster *c, bool two)
{
    struct code_fn *f = fn_new(l, CODE_EVAL, c, "");
    for (int narrow = two; narrow >= 0; narrow--) {
        struct code_fn *g = narrow ? twin(l, f, c, "_narrow") : f;
        struct taylor t = taylor_new(l, g, AT_EVAL);
        t.order = SLOT_ORDER;
        t.width = narrow ? 2 : SALTUS_SIGNAL;
        fill(&t, c, eval_levels);
        if (narrow) call_if_narrow(l, f, g);
    }
    return f;
}

static struct code_fn *make_partial(struct lower *l, const struct cluster *c, bool two)
{
    struct code_fn *f = fn_new(l, CODE_PARTIAL, c, "_partial");
    for (int narrow = two; narrow >= 0; narrow--) {
        struct code_fn *g = narrow ? twin(l, f, c, "_partial_narrow") : f;
        struct taylor t = taylor_new(l, g, AT_EVAL);
        t.width = narrow ? 2 : SALTUS_SIGNAL;
        fill(&t, c, lower_partial);
        if (narrow) call_if_narrow(l, f, g);
    }
    return f;
}

static struct code_fn *make_by_wave(struct lower *l, const struct cluster *c)
{
    struct code_fn *f = fn_new(l, CODE_PARTIAL, c, "_by_wave");
    struct taylor t = taylor_new(l, f, AT_EVAL);
    fill(&t, c, lower_by_wave);
    return f;
}

static struct code_fn *make_reads(struct lower *l, const struct cluster *c)
{
    struct code_fn *f = fn_new(l, CODE_READS, c, "_reads");
    struct taylor t = taylor_new(l, f, AT_EVAL);
    fill(&t, c, lower_reads);
    return f;
}

/* ---- All at once ----------------------------------------------------------------------------- */

enum { SLOT_F };

/* Its place in f at digits 0. */
static int64_t base_of(const struct cluster *c, const struct piece *p)
{
    int64_t base = p->lo - c->lo;
    for (int32_t k = 0; k < p->n_iters; k++)
        if (p->stride[k] < 0) base -= p->stride[k] * (p->iters[k]->count - 1);
    return base;
}

/* Loops over the iterators of p from number k on; `at`: the place in f so far. */
static void flat_loops(struct taylor *t, struct code_body *to, const struct piece *p, int32_t k,
                       struct code_expr *at)
{
    struct code_model *m = t->code;
    struct code_body part = {0};
    const struct ir_iter *it;
    int32_t digit;
    if (k == p->n_iters) {
        lower_line(t, to, p->at, p->text);
        code_put(m, to, SLOT_F, at, taylor_value(t, to, p->value));
        return;
    }
    it = p->iters[k];
    digit = code_slot_new(m, t->f, taylor_identifier(t->l->arena, it->name, -1), CODE_I, 0);
    taylor_bind(t, it, local(t, digit), it->lo, it->step);
    at = code_binary(m, CODE_ADD, at,
                     code_binary(m, CODE_MUL, local(t, digit), code_int(m, p->stride[k])));
    flat_loops(t, &part, p, k + 1, at);
    taylor_unbind(t);
    taylor_loop(t, to, digit, 0, it->count - 1, 1, &part);
}

static struct code_fn *make_flat(struct lower *l, const struct cluster *c)
{
    struct code_fn *f = fn_new(l, CODE_FLAT, c, "");
    struct taylor t = taylor_new(l, f, AT_EVAL);
    t.levels = t.width = 1;
    for (int32_t k = 0; k < c->n; k++)
        flat_loops(&t, &f->body, &c->pieces[k], 0, code_int(l->code, base_of(c, &c->pieces[k])));
    return f;
}

/* ---- Groups ---------------------------------------------------------------------------------- */

static int affine_of(struct lower *l, const struct cluster *c)
{
    int affine = 1;
    for (int32_t k = 0; k < c->n && affine; k++) {
        int one = lower_affine(l, c->pieces[k].value);
        affine = one == 0 || one > affine ? one : affine;
    }
    return affine;
}

/* The most of its pieces, of which each has waves or is affine without; 0: one is neither. */
static int waves_of(struct lower *l, const struct cluster *c)
{
    int waves = 0;
    bool time = false;
    for (int32_t k = 0; k < c->n; k++) {
        int affine = lower_affine(l, c->pieces[k].value);
        int one = affine ? 0 : lower_waves(l, c->pieces[k].value);
        if (!affine && !one) return 0;
        time |= affine == 2;
        waves = one > waves ? one : waves;
    }
    return waves && time ? 2 : waves;
}

static int degree_of(struct lower *l, const struct cluster *c)
{
    int degree = 1;
    for (int32_t k = 0; k < c->n && degree; k++) {
        int one = lower_degree(l, c->pieces[k].value);
        degree = one == 0 || one > degree ? one : degree;
    }
    return degree;
}

static int reads_signal(void *user, struct ir *e)
{
    (void)user;
    return (e->op == IR_VAR && e->var->kind == VAR_STATE) || e->op == IR_SUM_OF ||
           e->op == IR_DELAYED || e->op == IR_SOLVED;
}

struct code_group lower_group(struct lower *l, const struct cluster *c, enum lower_use use)
{
    struct code_group g = {.first = (int32_t)c->lo, .count = (int32_t)(c->hi - c->lo + 1)};
    bool signals = false;
    for (int32_t k = 0; k < c->n; k++)
        signals = signals || ir_visit(l->m, c->pieces[k].value, reads_signal, NULL);
    g.affine = affine_of(l, c);
    g.waves = g.affine ? 0 : waves_of(l, c);
    for (int32_t k = 0; g.waves && k < c->n; k++) {
        l->m->at = c->pieces[k].at;
        lower_find_waves(l, c->pieces[k].value);
    }
    if (g.waves) g.by_wave = make_by_wave(l, c);
    g.at = c->pieces[0].at;
    g.text = c->pieces[0].text;
    g.eval = make_eval(l, c, signals && use != LOWER_OUTPUT);
    if (use == LOWER_DERIVATIVE || use == LOWER_BLOCK)
        g.partial = make_partial(l, c, signals && !g.affine);
    if (use == LOWER_DERIVATIVE && !g.affine) g.degree = degree_of(l, c);
    if (use == LOWER_DERIVATIVE) g.flat = make_flat(l, c);
    g.reads = make_reads(l, c);
    if (use == LOWER_ANGLE)
        g.opaque = "an angle";
    else
        range_group(l, c, &g);
    return g;
}
