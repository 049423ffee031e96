/* SPDX-License-Identifier: MIT */
/* sums.c - long sums and delays become quantities that the engine keeps.
 *
 * A sum of many terms costs one term for each change of a state, and nothing if its terms do not
 * change, if the engine keeps it. First what does not depend on the iterator is taken out:
 *     sum(c*b) = c*sum(b),   sum(a + c) = sum(a) + n*c.
 * What is left may depend on iterators outside only so that no state is in more than one term of
 * all these sums (sum over row i of a matrix, say); otherwise, as in sum_j f(x_i - x_j), there
 * would be as many terms as pairs, and the sum stays a loop.
 *
 * A sum of sums over the elements of a matrix is one sum, if its index runs through without a gap.
 *
 * delay(u, T) is the number of an ir_delay and a point of its box: the iterators free in u and
 * T. A lag that changes is another one, of the same box, which delays nothing. */
#include "graph/graph.h"

/* ---- Sums ------------------------------------------------------------------------------------ */

struct terms {
    struct ir_model *m;
    int64_t points; /* of all iterators of the term */
    bool states, foreign, shared;
};

static int look_at_term(void *user, struct ir *e)
{
    struct terms *t = user;
    struct graph_span span;
    switch (e->op) {
    case IR_TIME:
    case IR_DELAYED:
    case IR_DELAY:
    case IR_SUM_OF:
    case IR_SOLVED:
    case IR_DER:
    case IR_PRE: t->foreign = true; break;
    case IR_VAR:
        if (e->var->kind != VAR_STATE) break;
        t->states = true;
        span = graph_span_of(t->m, e->arg[0], e->var->count);
        if (!span.exact || span.size != t->points) t->shared = true;
        break;
    default: break;
    }
    return 0;
}

static bool worth_keeping(struct ir_model *m, struct ir *body, struct ir_iter **box, int32_t n,
                          struct ir_iter *it)
{
    struct terms t = {.m = m, .points = graph_points(box, n)};
    if (it->count < GRAPH_SUM_MIN || t.points > INT32_MAX / it->count) return false;
    t.points *= it->count;
    ir_visit(m, body, look_at_term, &t);
    return !t.foreign && (n == 0 || (t.states && !t.shared));
}

static struct ir *keep(struct ir_model *m, struct ir *body, struct ir_iter *it, struct place at)
{
    struct ir_iter *all[GRAPH_RANK];
    struct ir_sum s = {.iter = it, .body = body, .at = at};
    int32_t free = ir_free_iters(m, body, all, GRAPH_RANK), k = 0;
    struct ir *where;
    if (free > GRAPH_RANK) return ir_reduce(m, IR_SUM, it, body);
    s.iters = ARENA_ARRAY(m->arena, struct ir_iter *, free + 1);
    for (int32_t j = 0; j < free; j++)
        if (all[j] != it) s.iters[s.n_iters++] = all[j];
    if (!worth_keeping(m, body, s.iters, s.n_iters, it)) return ir_reduce(m, IR_SUM, it, body);
    while (k < m->sums.n && (m->sums.at[k].body != body || m->sums.at[k].iter != it)) k++;
    if (k == m->sums.n) VEC_ADD(m->arena, &m->sums, s);
    where = graph_position(m, s.iters, s.n_iters);
    return ir_other(m, IR_SUM_OF, IR_R, k, &where, 1);
}

static struct ir *sum_of(struct ir_model *m, struct ir *body, struct ir_iter *it, struct place at)
{
    struct ir *a = body->n > 0 ? body->arg[0] : NULL, *b = body->n > 1 ? body->arg[1] : NULL;
    bool in_a = a && ir_has_iter(m, a, it), in_b = b && ir_has_iter(m, b, it);
    if (!ir_has_iter(m, body, it)) return ir_reduce(m, IR_SUM, it, body);
    if (body->type != IR_R) return ir_reduce(m, IR_SUM, it, body);
    if (body->op == IR_NEG) return ir_unary(m, IR_NEG, sum_of(m, a, it, at));
    if (body->op == IR_MUL && !in_a) return ir_binary(m, IR_MUL, a, sum_of(m, b, it, at));
    if ((body->op == IR_MUL || body->op == IR_DIV) && !in_b)
        return ir_binary(m, body->op, sum_of(m, a, it, at), b);
    if ((body->op == IR_ADD || body->op == IR_SUB) && in_a != in_b)
        return ir_binary(m, body->op, sum_of(m, a, it, at), sum_of(m, b, it, at));
    return keep(m, body, it, at);
}

struct ir *graph_take_sum(struct ir_model *m, struct ir *sum, struct place at)
{
    return sum->iter->count < GRAPH_SUM_MIN ? sum : sum_of(m, sum->arg[0], sum->iter, at);
}

/* ---- Sums of sums ---------------------------------------------------------------------------- */

struct flattener {
    struct ir_model *m;
    struct ir_iter *outer, *inner, *both; /* both: 0 .. of all pairs */
    bool good;
};

/* Index c0 + a i + b j runs through an interval with step b if a continues where b ends. */
static struct ir *joined_index(void *user, struct ir *e)
{
    struct flattener *f = user;
    struct ir_iter *pair[2] = {f->outer, f->inner};
    int64_t c0, c[2];
    bool element = e->op == IR_VAR || e->op == IR_PRE || e->op == IR_DER;
    if (!element || (!ir_has_iter(f->m, e, f->outer) && !ir_has_iter(f->m, e, f->inner))) return e;
    if (!ir_affine(e->arg[0], pair, 2, &c0, c) ||
        c[0] * f->outer->step != c[1] * f->inner->step * f->inner->count) {
        f->good = false;
        return e;
    }
    struct ir *step = ir_int(f->m, c[1] * f->inner->step);
    struct ir *from = ir_int(f->m, c0 + c[0] * f->outer->lo + c[1] * f->inner->lo);
    struct ir *index = ir_binary(f->m, IR_MUL, step, ir_iter_value(f->m, f->both));
    return ir_var_at(f->m, e->op, e->var, ir_binary(f->m, IR_ADD, index, from));
}

static struct ir *flatten(void *user, struct ir *e)
{
    struct ir_model *m = user;
    struct ir *inner = e->op == IR_SUM ? e->arg[0] : NULL, *body;
    struct flattener f = {.m = m, .good = true};
    if (!inner || inner->op != IR_SUM) return e;
    if ((int64_t)e->iter->count * inner->iter->count > INT32_MAX) return e;
    f.outer = e->iter;
    f.inner = inner->iter;
    f.both = ir_iter_new(m, e->iter->depth, 0, 1, e->iter->count * inner->iter->count, "k");
    if (ir_has_iter(m, inner->arg[0], f.both)) return e;
    body = ir_map(m, inner->arg[0], joined_index, &f);
    if (!f.good || ir_has_iter(m, body, f.outer) || ir_has_iter(m, body, f.inner)) return e;
    return ir_reduce(m, IR_SUM, f.both, body);
}

struct ir *graph_join_sums(struct ir_model *m, struct ir *e)
{
    return ir_has_op(m, e, IR_SUM) ? ir_map(m, e, flatten, m) : e;
}

/* ---- Delays ---------------------------------------------------------------------------------- */

struct taker {
    struct ir_model *m;
    struct place at;
};

static int not_parameter(void *user, struct ir *e)
{
    (void)user;
    if (e->op == IR_VAR) return e->var->kind != VAR_PARAMETER && e->var->kind != VAR_CONSTANT;
    return e->op == IR_TIME || e->op == IR_DER || e->op == IR_PRE || e->op == IR_DELAYED;
}

static void add_iters(struct ir_model *m, struct ir_delay *d, struct ir *e)
{
    struct ir_iter *all[GRAPH_RANK];
    int32_t n = ir_free_iters(m, e, all, GRAPH_RANK);
    for (int32_t j = 0; j < n && j < GRAPH_RANK; j++) {
        int32_t k = 0;
        while (k < d->n_iters && d->iters[k] != all[j]) k++;
        if (k == d->n_iters) d->iters[d->n_iters++] = all[j];
    }
}

/* Of a delay like d whose lag is, or changes as, `lag`; -1: none. */
static int32_t find_delay(const struct ir_model *m, const struct ir_delay *d,
                          const struct ir *changing)
{
    for (int32_t k = 0; k < m->delays.n; k++) {
        const struct ir_delay *is = &m->delays.at[k];
        const struct ir *by = is->by < 0 ? NULL : m->delays.at[is->by].value;
        if (is->of < 0 && is->value == d->value && is->lag == d->lag && by == changing) return k;
    }
    return -1;
}

/* Its lag, behind it. */
static void add_changing(struct ir_model *m, int32_t k, struct ir *lag)
{
    struct ir_delay by = m->delays.at[k];
    by.value = lag;
    by.of = k;
    m->delays.at[k].by = m->delays.n;
    VEC_ADD(m->arena, &m->delays, by);
}

/* The largest lag says how much is kept. */
static bool good_lag(struct taker *t, struct ir *e, bool changes)
{
    double lag;
    if (ir_constant(e->arg[1], &lag) && lag < 0) {
        error_at(t->m->messages, t->at, "the delay time must not be negative");
        return false;
    }
    if (!changes || (e->n == 3 && !ir_visit(t->m, e->arg[2], not_parameter, NULL))) return true;
    error_at(t->m->messages, t->at, "the delay time must be an expression of parameters");
    hint_last(t->m->messages, e->n == 2 ? "a delay time that changes needs the largest it may be: "
                                          "delay(u, lag, most)"
                                        : "the largest delay time does not change");
    return false;
}

static struct ir *take_delay(void *user, struct ir *e)
{
    struct taker *t = user;
    struct ir_delay d = {.at = t->at, .by = -1, .of = -1};
    struct ir *where;
    double lag;
    bool changes;
    int32_t k;
    if (e->op != IR_DELAY) return e;
    changes = ir_visit(t->m, e->arg[1], not_parameter, NULL);
    if (!good_lag(t, e, changes)) return e->arg[0];
    if (ir_constant(e->arg[1], &lag) && lag == 0) return e->arg[0];
    d.value = e->arg[0];
    d.lag = changes ? e->arg[2] : e->arg[1];
    d.iters = ARENA_ARRAY(t->m->arena, struct ir_iter *, 3 * GRAPH_RANK);
    add_iters(t->m, &d, d.value);
    add_iters(t->m, &d, e->arg[1]);
    add_iters(t->m, &d, d.lag);
    k = find_delay(t->m, &d, changes ? e->arg[1] : NULL);
    if (k < 0) {
        k = t->m->delays.n;
        VEC_ADD(t->m->arena, &t->m->delays, d);
        if (changes) add_changing(t->m, k, e->arg[1]);
    }
    where = graph_position(t->m, d.iters, d.n_iters);
    return ir_other(t->m, IR_DELAYED, IR_R, k, &where, 1);
}

static struct ir *take_in(void *user, struct ir *e, enum graph_use use, struct place at)
{
    struct taker *t = user;
    (void)use;
    t->at = at;
    return ir_has_op(t->m, e, IR_DELAY) ? ir_map(t->m, e, take_delay, t) : e;
}

void graph_take_delays(struct ir_model *m)
{
    struct taker t = {.m = m};
    for (int32_t k = 0; k < m->eqs.n + m->initial_eqs.n; k++) {
        struct ir_eq *e = k < m->eqs.n ? &m->eqs.at[k] : &m->initial_eqs.at[k - m->eqs.n];
        e->lhs = take_in(&t, e->lhs, USE_RUN, e->at);
        e->rhs = take_in(&t, e->rhs, USE_RUN, e->at);
    }
    graph_rewrite(m, take_in, &t);
}
