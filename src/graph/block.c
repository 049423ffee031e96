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
 * What is left are m equations for m unknowns (block_rest.c):
 *     m = 1, linear         u = -r0/a
 *     m = 2, 3, linear      Cramer's rule, unless the block was large
 *     m <= GRAPH_LOOP       solved at run time (ir_loop), Newton's method; one step if linear
 * Definitions are added in the order in which they can be evaluated: what was eliminated first
 * comes last. */
#include "graph/block.h"

#include <math.h>
#include <string.h>

static const double SMALLEST_PIVOT = 0.1; /* of the largest known coefficient of its equation */
enum {
    GROWN = 6
}; /* in large blocks no equation is used up, or put into one, that has taken in more others */
enum { MARKOWITZ = 8 }; /* a pivot that may make more new terms than this is left to the run time */

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
static void note(struct graph_system *s, const struct graph_block *b, int32_t k, saltus_how how,
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

int32_t block_position(const struct block_solver *v, const struct ir *e)
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

static int32_t find_in(const struct block_solver *v, int32_t e, int32_t u)
{
    for (int32_t k = 0; k < v->in[e].n; k++)
        if (v->in[e].at[k].unknown == u) return k;
    return -1;
}

static int collect(void *user, struct ir *e)
{
    struct block_solver *v = user;
    int32_t u = e->op == IR_VAR || e->op == IR_DER || e->op == IR_PRE ? block_position(v, e) : -1;
    struct block_incidence in = {.unknown = u, .level = LEVEL_NEVER};
    if (u < 0 || find_in(v, v->now, u) >= 0) return 0;
    VEC_ADD(v->m->arena, &v->in[v->now], in);
    v->uses[u]++;
    return 0;
}

static int changes_at_events(void *user, struct ir *e)
{
    (void)user;
    return e->op == IR_PRE || e->op == IR_FLOOR ||
           (e->op == IR_VAR && e->var->kind == VAR_DISCRETE);
}

/* A choice made at events is safe between numbers that are not 0: a parameter may well be 0 in one
 * of its branches (an ideal switch), and then the run time chooses another pivot. */
static enum block_level level_of(const struct block_solver *v, struct ir *a)
{
    double value;
    enum block_level x, y;
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
    return (e->op == IR_VAR || e->op == IR_DER || e->op == IR_PRE) && block_position(user, e) >= 0;
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
static void weigh(const struct block_solver *v, int32_t e, struct block_incidence *in)
{
    struct ir *a = graph_coefficient(v->m, v->lhs[e], v->rhs[e], v->b->unknown[in->unknown]);
    struct ir *u = v->b->unknown[in->unknown];
    in->level = a ? level_of(v, a) : LEVEL_NEVER;
    if (in->level == LEVEL_ONE && (v->lhs[e] == u || v->rhs[e] == u)) in->level = LEVEL_EXPLICIT;
    in->linear = a && !ir_visit(v->m, a, is_unknown, (void *)(uintptr_t)v);
    in->least = in->most = 0;
    if (a && !size_of(a, &in->least, &in->most)) in->least = in->most = 0;
}

static void look_at(struct block_solver *v, int32_t e)
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
static bool next_pivot(const struct block_solver *v, int32_t *eq, int32_t *at)
{
    enum block_level best_level = LEVEL_NEVER;
    int64_t best_cost = INT64_MAX;
    for (int32_t e = 0; e < v->b->n; e++) {
        if (v->b->n > BLOCK_LARGE && v->grown[e] > GROWN) continue;
        for (int32_t k = 0; !v->used[e] && k < v->in[e].n; k++) {
            enum block_level level = v->in[e].at[k].level;
            int64_t cost = (int64_t)(v->in[e].n - 1) * (v->uses[v->in[e].at[k].unknown] - 1);
            if (level == LEVEL_NEVER || cost > MARKOWITZ || level > best_level) continue;
            if (v->b->n > BLOCK_LARGE && v->worst[v->in[e].at[k].unknown] > GROWN) continue;
            if (level == best_level && cost >= best_cost) continue;
            best_level = level;
            best_cost = cost;
            *eq = e;
            *at = k;
        }
    }
    return best_level != LEVEL_NEVER;
}

static void eliminate(struct block_solver *v, int32_t e, int32_t at)
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

/* ---- All of it ------------------------------------------------------------------------------- */

static void sort_unknowns(struct block_solver *v)
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
    note(s, b, 0, SALTUS_EXPLICIT, 0);
    return true;
}

/* How the rest of a block was solved: the loop that it left says it. */
static saltus_how how_of(const struct block_solver *v, int32_t loops)
{
    if (v->m->loops.n > loops) return v->m->loops.at[loops]->linear ? SALTUS_LU : SALTUS_NEWTON;
    return v->left > 1 ? SALTUS_CRAMER : SALTUS_DIVIDED;
}

static void note_all(const struct block_solver *v, int32_t loops)
{
    int32_t block = v->b->n > 1 || v->m->loops.n > loops ? ++v->m->n_blocks : 0;
    for (int32_t k = 0; k < v->b->n; k++)
        if (!v->known[k]) note(v->s, v->b, k, how_of(v, loops), block);
    for (int32_t k = v->eliminated.n - 1; k >= 0; k--)
        note(v->s, v->b, v->eliminated.at[k], SALTUS_ELIMINATED, block);
}

static bool all_linear(const struct block_solver *v)
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
    struct block_solver v = {.s = s, .m = s->m, .b = b, .lhs = b->lhs, .rhs = b->rhs, .left = b->n};
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
    enough = all_linear(&v) ? BLOCK_CRAMER : 1;
    while (v.left > enough && next_pivot(&v, &e, &at)) eliminate(&v, e, at);
    if (!block_solve_rest(&v)) return false;
    for (int32_t k = 0; k < b->n; k++)
        if (!v.known[k]) graph_add_def(s, b, k, v.value[k]);
    for (int32_t k = v.eliminated.n - 1; k >= 0; k--)
        graph_add_def(s, b, v.eliminated.at[k], v.value[v.eliminated.at[k]]);
    note_all(&v, loops);
    return true;
}
