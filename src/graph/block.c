/* SPDX-License-Identifier: MIT */
/* block.c - rows that need each other: what they say of their unknowns.
 *
 * First, unknowns are eliminated as one does it by hand (tearing): an equation that gives u as
 * an expression of the others is used up, and the expression takes the place of u in the other
 * equations. Preferred are equations with u alone on one side, then coefficient 1 of u, then a
 * number, then what is made of parameters; coefficients that vary, or may be 0 in one mode, are
 * never divided by. Among equals, what makes the fewest new terms; what would make many is left
 * alone, and so are coefficients much smaller than others of their equation, which would make
 * rounding errors grow. A linear system of three is small enough: each of its unknowns gets a
 * quotient of its own, without differences of large numbers that putting one into the other makes.
 * What is left are m equations for m unknowns:
 *     m = 1, linear         u = -r0/a
 *     m = 2, 3, linear      Cramer's rule
 *     m <= GRAPH_LOOP       solved at run time (ir_loop), Newton's method; one step if linear
 * Definitions are added in the order in which they can be evaluated: what was eliminated first
 * comes last. */
#include "graph/graph.h"
#include "graph/rank.h"

#include <math.h>
#include <string.h>

enum level { LEVEL_EXPLICIT, LEVEL_ONE, LEVEL_NUMBER, LEVEL_PARAMETER, LEVEL_NEVER };

static const double SMALLEST_PIVOT = 0.1; /* of the largest known coefficient of its equation */
enum { CRAMER = 3 };
enum {
    LARGE = 64,
    GROWN = 12
}; /* in blocks of more equations, none is used up, or put into one, that has taken in so many others */
enum { MARKOWITZ = 8 }; /* a pivot that may make more new terms than this is left to the run time */

struct incidence { /* an unknown in an equation */
    int32_t unknown;
    enum level level;
    bool linear;        /* its coefficient has no unknowns */
    double least, most; /* sizes of its coefficient, 0: not known */
};

struct solver {
    struct graph_system *s;
    struct ir_model *m;
    struct graph_block *b;
    struct ir **lhs, **rhs;             /* as far as unknowns are eliminated */
    struct ir **first_lhs, **first_rhs; /* as they came */
    int32_t *sorted;                    /* unknowns by id */
    bool *used, *known;                 /* equations, unknowns */
    struct {
        struct incidence *at;
        int32_t n, room;
    } * in;         /* by equation: unknowns in it */
    int32_t *uses;  /* by unknown: equations that contain it */
    int32_t *grown; /* by equation: how many others were put into it */
    int32_t *worst; /* by unknown: the most grown equation that has it */
    int32_t left;
    VEC(int32_t) eliminated; /* unknowns, in this order; value[k] */
    struct ir **value;
    int32_t now; /* equation whose unknowns are being collected */
};

void graph_add_def(struct graph_system *s, struct graph_block *b, int32_t k, struct ir *value)
{
    struct ir *u = b->unknown[k];
    struct graph_def d = {.def = {.var = u->var,
                                  .der = u->op == IR_DER,
                                  .iters = b->iters,
                                  .n_iters = b->n_iters,
                                  .index = u->arg[0],
                                  .value = value,
                                  .at = b->at[k],
                                  .text = b->text[k]}};
    d.span = graph_span_of(s->m, u->arg[0], u->var->count);
    VEC_ADD(s->m->arena, &s->defs, d);
}

/* What became of it, for people. */
static void note(struct graph_system *s, const struct graph_block *b, int32_t k, enum ir_how how,
                 int32_t block)
{
    struct ir_solution n = {.unknown = b->unknown[k],
                            .iters = b->iters,
                            .n_iters = b->n_iters,
                            .how = how,
                            .block = block,
                            .start = s->start,
                            .at = b->at[k],
                            .text = b->text[k]};
    if (!s->only_explicit) VEC_ADD(s->m->arena, &s->m->solutions, n);
}

/* ---- Elimination ----------------------------------------------------------------------------- */

static int32_t position(const struct solver *v, const struct ir *e)
{
    int32_t a = 0, b = v->b->n;
    while (a < b) {
        int32_t mid = a + (b - a) / 2;
        if (v->b->unknown[v->sorted[mid]]->id < e->id)
            a = mid + 1;
        else
            b = mid;
    }
    return a < v->b->n && v->b->unknown[v->sorted[a]] == e ? v->sorted[a] : -1;
}

static int32_t find_in(const struct solver *v, int32_t e, int32_t u)
{
    for (int32_t k = 0; k < v->in[e].n; k++)
        if (v->in[e].at[k].unknown == u) return k;
    return -1;
}

static int collect(void *user, struct ir *e)
{
    struct solver *v = user;
    int32_t u = e->op == IR_VAR || e->op == IR_DER || e->op == IR_PRE ? position(v, e) : -1;
    struct incidence in = {.unknown = u, .level = LEVEL_NEVER};
    if (u < 0 || find_in(v, v->now, u) >= 0) return 0;
    VEC_ADD(v->m->arena, &v->in[v->now], in);
    v->uses[u]++;
    return 0;
}

static int changes_at_events(void *user, struct ir *e)
{
    (void)user;
    return e->op == IR_PRE || e->op == IR_FLOOR || (e->op == IR_VAR && e->var->kind == VAR_DISCRETE);
}

/* A choice made at events is safe between numbers that are not 0: a parameter may well be 0 in one
 * of its branches (an ideal switch), and then the run time chooses another pivot. */
static enum level level_of(const struct solver *v, struct ir *a)
{
    double value;
    enum level x, y;
    if (ir_constant(a, &value))
        return value == 0 ? LEVEL_NEVER : value == 1 || value == -1 ? LEVEL_ONE : LEVEL_NUMBER;
    if (a->op == IR_IF) {
        x = level_of(v, a->arg[1]);
        y = level_of(v, a->arg[2]);
        x = x > y ? x : y;
        if (ir_continuous(v->m, a->arg[0])) return LEVEL_NEVER;
        if (x == LEVEL_PARAMETER && ir_visit(v->m, a, changes_at_events, NULL)) return LEVEL_NEVER;
        return x;
    }
    if (ir_continuous(v->m, a) || ir_visit(v->m, a, changes_at_events, NULL)) return LEVEL_NEVER;
    return LEVEL_PARAMETER;
}

static int is_unknown(void *user, struct ir *e)
{
    return (e->op == IR_VAR || e->op == IR_DER || e->op == IR_PRE) && position(user, e) >= 0;
}

/* Smallest and largest size of a coefficient, if it is made of numbers and choices between them. */
static bool size_of(struct ir *a, double *least, double *most)
{
    double value, lo, hi;
    if (ir_constant(a, &value)) return *least = *most = fabs(value), true;
    if (a->op == IR_NEG) return size_of(a->arg[0], least, most);
    if (a->op != IR_IF && a->op != IR_MUL && a->op != IR_DIV) return false;
    if (!size_of(a->arg[a->op == IR_IF ? 2 : 0], least, most) || !size_of(a->arg[1], &lo, &hi))
        return false;
    if (a->op == IR_IF) return *least = fmin(*least, lo), *most = fmax(*most, hi), true;
    if (a->op == IR_MUL) return *least *= lo, *most *= hi, true;
    return *least /= hi, *most /= lo, lo > 0;
}

/* Sets level and, if that is known, the size of the coefficient. */
static void weigh(const struct solver *v, int32_t e, struct incidence *in)
{
    struct ir *a = graph_coefficient(v->m, v->lhs[e], v->rhs[e], v->b->unknown[in->unknown]);
    struct ir *u = v->b->unknown[in->unknown];
    in->level = a ? level_of(v, a) : LEVEL_NEVER;
    if (in->level == LEVEL_ONE && (v->lhs[e] == u || v->rhs[e] == u)) in->level = LEVEL_EXPLICIT;
    in->linear = a && !ir_visit(v->m, a, is_unknown, (void *)(uintptr_t)v);
    in->least = in->most = 0;
    if (a && !size_of(a, &in->least, &in->most)) in->least = in->most = 0;
}

static void look_at(struct solver *v, int32_t e)
{
    double most = 0;
    for (int32_t k = 0; k < v->in[e].n; k++) v->uses[v->in[e].at[k].unknown]--;
    v->now = e;
    v->in[e].n = 0;
    ir_visit(v->m, v->lhs[e], collect, v);
    ir_visit(v->m, v->rhs[e], collect, v);
    for (int32_t k = 0; k < v->in[e].n; k++) {
        weigh(v, e, &v->in[e].at[k]);
        most = fmax(most, v->in[e].at[k].most);
    }
    for (int32_t k = 0; k < v->in[e].n; k++)
        if (v->in[e].at[k].most > 0 && v->in[e].at[k].least < SMALLEST_PIVOT * most)
            v->in[e].at[k].level = LEVEL_NEVER;
}

/* The best equation and unknown; false: none is left that may be eliminated. Each other equation
 * with u gets the other unknowns of e: Markowitz' count of what is made. */
static bool next_pivot(const struct solver *v, int32_t *eq, int32_t *at)
{
    enum level best_level = LEVEL_NEVER;
    int64_t best_cost = INT64_MAX;
    for (int32_t e = 0; e < v->b->n; e++) {
        if (v->b->n > LARGE && v->grown[e] > GROWN) continue;
        for (int32_t k = 0; !v->used[e] && k < v->in[e].n; k++) {
            enum level level = v->in[e].at[k].level;
            int64_t cost = (int64_t)(v->in[e].n - 1) * (v->uses[v->in[e].at[k].unknown] - 1);
            if (level == LEVEL_NEVER || cost > MARKOWITZ || level > best_level) continue;
            if (v->b->n > LARGE && v->worst[v->in[e].at[k].unknown] > GROWN) continue;
            if (level == best_level && cost >= best_cost) continue;
            best_level = level;
            best_cost = cost;
            *eq = e;
            *at = k;
        }
    }
    return best_level != LEVEL_NEVER;
}

static void eliminate(struct solver *v, int32_t e, int32_t at)
{
    int32_t k = v->in[e].at[at].unknown;
    struct ir *u = v->b->unknown[k], *value = graph_isolate(v->m, v->lhs[e], v->rhs[e], u);
    if (!value || graph_contains(v->m, value, u)) {
        v->in[e].at[at].level = LEVEL_NEVER;
        return;
    }
    v->used[e] = v->known[k] = true;
    for (int32_t j = 0; j < v->in[e].n; j++) v->uses[v->in[e].at[j].unknown]--;
    v->value[k] = value;
    VEC_ADD(v->m->arena, &v->eliminated, k);
    v->left--;
    for (int32_t f = 0; f < v->b->n; f++) {
        if (v->used[f] || find_in(v, f, k) < 0) continue;
        v->lhs[f] = graph_substitute(v->m, v->lhs[f], u, value);
        v->rhs[f] = graph_substitute(v->m, v->rhs[f], u, value);
        v->grown[f] += v->grown[e] + 1;
        look_at(v, f);
        for (int32_t j = 0; j < v->in[f].n; j++)
            if (v->worst[v->in[f].at[j].unknown] < v->grown[f])
                v->worst[v->in[f].at[j].unknown] = v->grown[f];
    }
}

/* ---- What is left ---------------------------------------------------------------------------- */

struct rest {
    int32_t n, *eq, *u;  /* which equations and unknowns of the block */
    struct ir **a, **r0; /* linear: a u + r0 = 0 */
    bool linear;
};

static struct ir *at_zero(struct solver *v, const struct rest *r, struct ir *e)
{
    for (int32_t k = 0; k < r->n; k++)
        e = graph_substitute(v->m, e, v->b->unknown[r->u[k]], ir_real(v->m, 0));
    return e;
}

/* What is left is linear if no coefficient has an unknown in it. */
static bool rest_linear(const struct solver *v, const struct rest *r)
{
    for (int32_t i = 0; i < r->n; i++)
        for (int32_t k = 0; k < v->in[r->eq[i]].n; k++)
            if (!v->in[r->eq[i]].at[k].linear) return false;
    return true;
}

/* For Cramer's rule. */
static void find_coefficients(struct solver *v, struct rest *r)
{
    r->linear = true;
    r->a = ARENA_ARRAY(v->m->arena, struct ir *, r->n * r->n);
    r->r0 = ARENA_ARRAY(v->m->arena, struct ir *, r->n);
    for (int32_t i = 0; i < r->n; i++) {
        struct ir *lhs = v->lhs[r->eq[i]], *rhs = v->rhs[r->eq[i]];
        for (int32_t j = 0; j < r->n && r->linear; j++) {
            struct ir *a = graph_coefficient(v->m, lhs, rhs, v->b->unknown[r->u[j]]);
            for (int32_t k = 0; a && k < r->n; k++)
                if (graph_contains(v->m, a, v->b->unknown[r->u[k]])) a = NULL;
            r->a[i * r->n + j] = a;
            r->linear = a != NULL;
        }
        if (!r->linear) return;
        r->r0[i] = ir_binary(v->m, IR_SUB, at_zero(v, r, lhs), at_zero(v, r, rhs));
    }
}

/* Determinant of n <= 3 columns; column `col` is replaced by r0 if col >= 0. Laplace, along row i0.
 */
static struct ir *det(struct solver *v, const struct rest *r, int32_t i0, uint32_t taken,
                      int32_t col)
{
    struct ir *sum = NULL;
    bool minus = false;
    if (i0 == r->n) return ir_real(v->m, 1);
    for (int32_t j = 0; j < r->n; j++) {
        struct ir *a, *term;
        if (taken >> j & 1) continue;
        a = j == col ? r->r0[i0] : r->a[i0 * r->n + j];
        term = graph_times(v->m, a, det(v, r, i0 + 1, taken | 1u << j, col));
        if (minus) term = graph_minus(v->m, term);
        sum = sum ? graph_plus(v->m, sum, term) : term;
        minus = !minus;
    }
    return sum;
}

static bool singular(struct solver *v, const struct rest *r, struct ir *d)
{
    if (rank_value(d) != 0) return false;
    if (graph_diagnose(v->s)) return true;
    error_at(v->m->messages, v->b->at[r->eq[0]],
             "the equations of this loop do not determine '%s': they depend on each other",
             v->b->unknown[r->u[0]]->var->name);
    return true;
}

static int is_variable(void *user, struct ir *e)
{
    (void)user;
    return e->op == IR_VAR && (e->var->kind == VAR_STATE || e->var->kind == VAR_ALGEBRAIC);
}

/* A combination of the equations in which all unknowns cancel: if it says something of what is known, it
 * is an equation between states that was hidden, as the sum of currents into a part of a circuit. */
static bool find_hidden(struct solver *v, const struct rest *r, const struct rank_vector *sum,
                        int32_t width)
{
    struct graph_system *s = v->s->whole ? v->s->whole : v->s;
    struct graph_hidden *h = ARENA_NEW(v->m->arena, struct graph_hidden);
    struct ir *zero = ir_real(v->m, 0);
    double factor;
    int32_t last = -1;
    for (int32_t k = 0; k < sum->n; k++) {
        int32_t e = r->eq[sum->at[k].position - width];
        struct ir *term =
            ir_binary(v->m, IR_SUB, at_zero(v, r, v->lhs[e]), at_zero(v, r, v->rhs[e]));
        if (!rank_ratio(sum->at[k].value, sum->at[0].value, &factor)) return false;
        zero = graph_plus(v->m, zero, graph_times(v->m, ir_real(v->m, factor), term));
        last = e;
    }
    if (last < 0 || v->s->start || v->b->n_iters || !ir_visit(v->m, zero, is_variable, NULL))
        return false;
    *h = (struct graph_hidden){.lhs = v->first_lhs[last],
                               .rhs = v->first_rhs[last],
                               .zero = zero,
                               .unknown = v->b->unknown[last],
                               .at = v->b->at[last],
                               .text = v->b->text[last]};
    s->hidden = h;
    return true;
}

/* Do the equations depend on each other, whatever the values in them are? */
static bool deficient(struct solver *v, const struct rest *r)
{
    struct rank_basis *b = rank_basis_new(v->m->arena, v->b->n);
    for (int32_t i = 0; i < r->n; i++) {
        struct rank_vector row = {0};
        int32_t e = r->eq[i];
        for (int32_t k = 0; k < v->in[e].n; k++) {
            int32_t u = v->in[e].at[k].unknown;
            struct ir *a = graph_coefficient(v->m, v->lhs[e], v->rhs[e], v->b->unknown[u]);
            if (a) rank_put(b, &row, u, rank_value(a));
        }
        rank_put(b, &row, b->width + i, 1);
        if (rank_add(b, &row)) continue;
        return find_hidden(v, r, &row, b->width) || singular(v, r, ir_real(v->m, 0));
    }
    return false;
}

static bool cramer(struct solver *v, const struct rest *r)
{
    struct ir *d = det(v, r, 0, 0, -1);
    for (int32_t k = 0; k < r->n; k++)
        v->value[r->u[k]] = graph_minus_quotient(v->m, det(v, r, 0, 0, k), d);
    return true;
}

static struct ir *start_of(struct ir_model *m, struct ir *u)
{
    struct ir_var *v = u->var;
    struct ir *to[CHECK_RANK];
    if (u->op == IR_DER || !v->start) return ir_real(m, 0);
    if (v->rank == 0) return v->start;
    if (!graph_invert(m, graph_position(m, v->iters, v->rank), v->iters, v->rank, u->arg[0], to))
        return ir_real(m, 0);
    return ir_replace(m, v->start, v->iters, to, v->rank);
}

/* Unknowns become those of the loop. */
static struct ir *to_solved(void *user, struct ir *e)
{
    struct solver *v = user;
    int32_t u = e->op == IR_VAR || e->op == IR_DER || e->op == IR_PRE ? position(v, e) : -1;
    return u >= 0 && v->value[u] ? v->value[u] : e;
}

static void make_loop(struct solver *v, const struct rest *r)
{
    struct ir_loop *loop = ARENA_NEW(v->m->arena, struct ir_loop);
    struct ir *where = graph_position(v->m, v->b->iters, v->b->n_iters);
    struct graph_span span;
    *loop = (struct ir_loop){.iters = v->b->iters, .n_iters = v->b->n_iters, .n = r->n};
    loop->linear = r->linear;
    loop->number = v->m->loops.n;
    loop->residual = ARENA_ARRAY(v->m->arena, struct ir *, r->n);
    loop->start = ARENA_ARRAY(v->m->arena, struct ir *, r->n);
    loop->names = ARENA_ARRAY(v->m->arena, const char *, r->n);
    loop->at = ARENA_ARRAY(v->m->arena, struct place, r->n);
    loop->text = ARENA_ARRAY(v->m->arena, const char *, r->n);
    for (int32_t i = 0; i < r->n; i++) {
        struct ir *u = v->b->unknown[r->u[i]];
        loop->start[i] = start_of(v->m, u);
        span = graph_span_of(v->m, u->arg[0], u->var->count);
        loop->names[i] = graph_name(v->m, u->var, u->op, span.lo == span.hi ? &span : NULL);
        loop->at[i] = v->b->at[r->eq[i]];
        loop->text[i] = v->b->text[r->eq[i]];
        v->value[r->u[i]] = ir_solved(v->m, loop, i, where);
    }
    for (int32_t i = 0; i < r->n; i++) {
        struct ir *e = ir_binary(v->m, IR_SUB, v->lhs[r->eq[i]], v->rhs[r->eq[i]]);
        loop->residual[i] = ir_map(v->m, e, to_solved, v);
    }
    VEC_ADD(v->m->arena, &v->m->loops, loop);
}

static bool solve_one(struct solver *v, const struct rest *r)
{
    int32_t e = r->eq[0], u = r->u[0];
    struct ir *a = graph_coefficient(v->m, v->lhs[e], v->rhs[e], v->b->unknown[u]);
    if (a && singular(v, r, a)) return false;
    v->value[u] = graph_isolate(v->m, v->lhs[e], v->rhs[e], v->b->unknown[u]);
    if (!v->value[u]) make_loop(v, r);
    return true;
}

static bool solve_rest(struct solver *v)
{
    struct rest r = {.linear = false};
    r.eq = ARENA_ARRAY(v->m->arena, int32_t, v->left + 1);
    r.u = ARENA_ARRAY(v->m->arena, int32_t, v->left + 1);
    for (int32_t k = 0; k < v->b->n; k++)
        if (!v->used[k]) r.eq[r.n++] = k;
    r.n = 0;
    for (int32_t k = 0; k < v->b->n; k++)
        if (!v->known[k]) r.u[r.n++] = k;
    if (r.n == 1) return solve_one(v, &r);
    if (r.n > GRAPH_LOOP) {
        error_at(v->m->messages, v->b->at[r.eq[0]],
                 "%d equations form a loop that must be solved together; the limit is %d", r.n,
                 GRAPH_LOOP);
        return false;
    }
    r.linear = rest_linear(v, &r);
    if (r.linear && r.n <= CRAMER) find_coefficients(v, &r);
    if (r.linear && deficient(v, &r)) return false;
    if (r.linear && r.n <= CRAMER) return cramer(v, &r);
    make_loop(v, &r);
    return true;
}

/* ---- All of it ------------------------------------------------------------------------------- */

static void sort_unknowns(struct solver *v)
{
    v->sorted = ARENA_ARRAY(v->m->arena, int32_t, v->b->n);
    for (int32_t k = 0; k < v->b->n; k++) {
        int32_t j = k;
        for (; j > 0 && v->b->unknown[v->sorted[j - 1]]->id > v->b->unknown[k]->id; j--)
            v->sorted[j] = v->sorted[j - 1];
        v->sorted[j] = k;
    }
}

static bool solve_simple(struct graph_system *s, struct graph_block *b)
{
    struct ir *u = b->unknown[0];
    struct ir *value = NULL;
    if (b->n != 1) return false;
    if (b->lhs[0] == u && !graph_contains(s->m, b->rhs[0], u)) value = b->rhs[0];
    if (b->rhs[0] == u && !graph_contains(s->m, b->lhs[0], u)) value = b->lhs[0];
    if (!value) return false;
    graph_add_def(s, b, 0, value);
    note(s, b, 0, HOW_EXPLICIT, 0);
    return true;
}

/* How the rest of a block was solved: the loop that it left says it. */
static enum ir_how how_of(const struct solver *v, int32_t loops)
{
    if (v->m->loops.n > loops) return v->m->loops.at[loops]->linear ? HOW_LU : HOW_NEWTON;
    return v->left > 1 ? HOW_CRAMER : HOW_LINEAR;
}

static void note_all(const struct solver *v, int32_t loops)
{
    int32_t block = v->b->n > 1 || v->m->loops.n > loops ? ++v->m->n_blocks : 0;
    for (int32_t k = 0; k < v->b->n; k++)
        if (!v->known[k]) note(v->s, v->b, k, how_of(v, loops), block);
    for (int32_t k = v->eliminated.n - 1; k >= 0; k--)
        note(v->s, v->b, v->eliminated.at[k], HOW_ELIMINATED, block);
}

static bool all_linear(const struct solver *v)
{
    for (int32_t e = 0; e < v->b->n; e++)
        for (int32_t k = 0; k < v->in[e].n; k++)
            if (!v->in[e].at[k].linear) return false;
    return true;
}

static bool report_cycle(struct graph_system *s, struct graph_block *b)
{
    const char *names = NULL;
    for (int32_t k = 0; k < b->n && k < 6; k++) {
        const char *name = b->unknown[k]->var->name;
        if (b->n_iters == 0 && b->unknown[k]->arg[0]->op == IR_INT) {
            struct graph_span one = {.lo = b->unknown[k]->arg[0]->integer};
            one.hi = one.lo;
            name = graph_name(s->m, b->unknown[k]->var, IR_VAR, &one);
        }
        names = names ? arena_format(s->m->arena, "%s, %s", names, name) : name;
    }
    error_at(s->m->messages, b->at[0],
             b->n > 1 ? "the %s %s depend on each other" : "the %s %s depend on themselves",
             s->only_explicit, names);
    return false;
}

bool graph_solve_block(struct graph_system *s, struct graph_block *b)
{
    struct arena *a = s->m->arena;
    struct solver v = {.s = s, .m = s->m, .b = b, .lhs = b->lhs, .rhs = b->rhs, .left = b->n};
    int32_t e, at, enough, loops = s->m->loops.n;
    s->m->at = b->at[0];
    if (solve_simple(s, b)) return true;
    if (s->only_explicit) return report_cycle(s, b);
    v.first_lhs = ARENA_ARRAY(a, struct ir *, b->n);
    v.first_rhs = ARENA_ARRAY(a, struct ir *, b->n);
    memcpy(v.first_lhs, b->lhs, sizeof *b->lhs * (size_t)b->n);
    memcpy(v.first_rhs, b->rhs, sizeof *b->rhs * (size_t)b->n);
    sort_unknowns(&v);
    v.used = ARENA_ARRAY(a, bool, b->n);
    v.known = ARENA_ARRAY(a, bool, b->n);
    v.in = arena_take(a, sizeof *v.in * (size_t)b->n);
    v.uses = ARENA_ARRAY(a, int32_t, b->n);
    v.grown = ARENA_ARRAY(a, int32_t, b->n);
    v.worst = ARENA_ARRAY(a, int32_t, b->n);
    v.value = ARENA_ARRAY(a, struct ir *, b->n);
    for (int32_t k = 0; b->n > 1 && k < b->n; k++) look_at(&v, k);
    enough = all_linear(&v) ? CRAMER : 1;
    while (v.left > enough && next_pivot(&v, &e, &at)) eliminate(&v, e, at);
    if (!solve_rest(&v)) return false;
    for (int32_t k = 0; k < b->n; k++)
        if (!v.known[k]) graph_add_def(s, b, k, v.value[k]);
    for (int32_t k = v.eliminated.n - 1; k >= 0; k--)
        graph_add_def(s, b, v.eliminated.at[k], v.value[v.eliminated.at[k]]);
    note_all(&v, loops);
    return true;
}
