/* SPDX-License-Identifier: MIT */
/* index.c - equations that bind states: index reduction.
 *
 * Two capacitors in parallel have two states and one voltage: v1 = v2 is an equation without
 * unknowns. Its derivative v1' = v2' has some. After Pantelides, rows that match no unknown are
 * differentiated, together with all rows that hold what these could use, until all rows match:
 *
 *  1. Match. A row r without match, and the rows that can be reached from it (from an unknown in a row
 *     to the row that determines it, and so on), are n + 1 rows for n unknowns.   index_excess.c
 *  2. If these have states in them: put their derivatives in their place, and keep the rows
 *     themselves as what is *below* these. The unknowns in them are replaced by their derivatives.
 *     Go to 1.
 *  3. Choose as many derivatives as there are rows that have something below (Mattsson and
 *     Soderlind): these become unknowns of their own (*dummy derivatives*), and what they are
 *     derivatives of is no longer a state, but determined by the rows below.       index_choose.c
 *
 * Rolled rows stay rolled if each variable in them is a whole array, element by element; otherwise
 * rows are written out, and arrays of which some elements are concerned are split.  index_split.c
 *
 * A row that changes at events cannot be differentiated: a state would have to jump.
 * Mathematics: docs/math/index-reduction.md (1) to (3). */
#include "base/text.h"
#include "graph/alias/alias.h"
#include "graph/index/index.h"

#include <string.h>

/* ---- Variables ------------------------------------------------------------------------------- */

struct index_var *index_of(struct index *x, const struct ir_var *v)
{
    if (x->m->vars.n > x->room) {
        int32_t room = 2 * x->m->vars.n;
        struct index_var *wider = ARENA_ARRAY(x->m->arena, struct index_var, room);
        if (x->room) memcpy(wider, x->of, sizeof *wider * (size_t)x->room);
        x->of = wider;
        x->room = room;
    }
    return &x->of[v->number];
}

/* The system's tables of unknowns get room for the last variable. */
static void widen(struct index *x)
{
    struct graph_system *s = x->s;
    int32_t n = s->m->vars.n - 1;
    for (int32_t k = 0; k < 3; k++) {
        if (n >= x->numbers) {
            int32_t *wider = ARENA_ARRAY(s->m->arena, int32_t, 2 * n + 8);
            memcpy(wider, s->number[k], sizeof *wider * (size_t)n);
            s->number[k] = wider;
        }
        s->number[k][n] = -1;
    }
    if (n >= x->numbers) x->numbers = 2 * n + 8;
}

struct ir_var *index_add(struct index *x, const char *name, const struct ir_var *like)
{
    struct ir_var *v = ARENA_NEW(x->m->arena, struct ir_var);
    v->name = name;
    v->type = IR_R;
    v->kind = VAR_ALGEBRAIC;
    v->rank = like->rank;
    memcpy(v->size, like->size, sizeof v->size);
    memcpy(v->iters, like->iters, sizeof v->iters);
    v->count = like->count;
    v->at = like->at;
    v->number = x->m->vars.n;
    VEC_ADD(x->m->arena, &x->m->vars, v);
    widen(x);
    return v;
}

/* der(x[#]): names of elements are der(x[1]), der(x[2]) ... */
static const char *label_of(struct index *x, const struct ir_var *v)
{
    const char *label = v->label ? v->label : v->name, *hole = label;
    int32_t holes = 0;
    if (v->rank == 0 && !v->label) return NULL;
    while ((hole = text_hole(hole))) holes++, hole++;
    for (int32_t k = holes; k < v->rank; k++)
        label = arena_format(x->m->arena, "%s%s", label, k == holes ? "[#" : ",#");
    return arena_format(x->m->arena, "der(%s%s)", label, holes < v->rank ? "]" : "");
}

struct ir_var *index_next(struct index *x, struct ir_var *v)
{
    struct ir_var *next = index_of(x, v)->next;
    if (next) return next;
    next = index_add(x, arena_format(x->m->arena, "der(%s)", v->name), v);
    next->label = label_of(x, v);
    index_of(x, next)->before = v;
    index_of(x, next)->order = index_of(x, v)->order + 1;
    index_of(x, v)->next = next;
    return next;
}

bool index_is_variable(const struct ir *e)
{
    return (e->op == IR_VAR || e->op == IR_DER) &&
           (e->var->kind == VAR_STATE || e->var->kind == VAR_ALGEBRAIC);
}

/* ---- Derivatives of rows --------------------------------------------------------------------- */

static struct ir *as_variable(void *user, struct ir *e)
{
    struct index *x = user;
    return e->op == IR_DER ? ir_var_at(x->m, IR_VAR, index_next(x, e->var), e->arg[0]) : e;
}

static struct ir *as_derivative(void *user, struct ir *e)
{
    struct index *x = user;
    struct ir_var *before = e->op == IR_VAR ? index_of(x, e->var)->before : NULL;
    return before ? ir_var_at(x->m, IR_DER, before, e->arg[0]) : e;
}

static struct ir *differentiate(struct index *x, struct ir *e)
{
    struct ir *d = ir_time_derivative(x->m, ir_map(x->m, e, as_variable, x));
    return d ? ir_map(x->m, d, as_derivative, x) : NULL;
}

/* The unknown u is replaced by its derivative. */
static bool raise(struct index *x, int32_t u)
{
    struct graph_system *s = x->s;
    struct graph_unknown *unknown = &s->unknowns.at[u];
    struct ir_var *v = unknown->var, *base = v;
    if (unknown->op == IR_DER) {
        s->number[1][v->number] = -1;
        v = index_next(x, v);
    } else {
        s->number[0][v->number] = -1;
    }
    *unknown = (struct graph_unknown){v, IR_DER, 0};
    s->number[1][v->number] = u;
    while (index_of(x, base)->before) base = index_of(x, base)->before;
    return ++index_of(x, base)->top <= INDEX_ORDER;
}

/* ---- One step -------------------------------------------------------------------------------- */

const struct graph_row *index_lowest(const struct graph_row *r)
{
    while (r->below) r = r->below;
    return r;
}

static int find_call(void *user, struct ir *e)
{
    const char **name = user;
    if (e->op == IR_CALL || e->op == IR_CALL_AT) *name = e->fn->name;
    return *name != NULL;
}

static bool refuse_derivative(struct index *x, const struct graph_row *r)
{
    const char *name = NULL;
    error_at(x->m->messages, index_lowest(r)->at,
             "the equation binds states, so its derivative is needed, and is not known");
    if (ir_visit(x->m, r->lhs, find_call, &name) || ir_visit(x->m, r->rhs, find_call, &name))
        hint_last(x->m->messages,
                  "functions like '%s' have no derivative here; write as an equation what it does",
                  name);
    else
        hint_last(x->m->messages, "delays, minima and maxima over arrays have none here");
    return false;
}

static bool differentiate_row(struct index *x, struct graph_row *r)
{
    struct ir *lhs = differentiate(x, r->lhs), *rhs = differentiate(x, r->rhs);
    struct graph_row *below;
    if (!lhs || !rhs) return refuse_derivative(x, r);
    below = ARENA_NEW(x->m->arena, struct graph_row);
    *below = *r;
    *r = graph_row_make(x->s, r->iters, r->n_iters, lhs, rhs, r->at, r->text);
    r->below = below;
    return true;
}

static void make_again(struct index *x, struct graph_row *r)
{
    const struct graph_row *below = r->below;
    bool of_pieces = r->of_pieces;
    *r = graph_row_make(x->s, r->iters, r->n_iters, r->lhs, r->rhs, r->at, r->text);
    r->below = below;
    r->of_pieces = of_pieces;
}

/* The rows of e, which are plain, make room for their derivatives. */
static bool step_up(struct index_excess *e)
{
    struct index *x = e->x;
    struct graph_system *s = x->s;
    char *raised = ARENA_ARRAY(s->m->arena, char, s->unknowns.n + 1);
    char *in = ARENA_ARRAY(s->m->arena, char, s->rows.n + 1);
    for (int32_t k = 0; k < e->rows.n; k++) {
        struct graph_row *r = &s->rows.at[e->rows.at[k]];
        in[e->rows.at[k]] = 1;
        for (int32_t j = 0; j < r->accesses.n; j++) raised[r->accesses.at[j].unknown] = 1;
    }
    for (int32_t u = 0; u < s->unknowns.n; u++)
        if (raised[u] && !raise(x, u)) return false;
    for (int32_t k = 0; k < s->rows.n; k++) {
        struct graph_row *r = &s->rows.at[k];
        bool touched = false;
        for (int32_t j = 0; j < r->accesses.n; j++) touched |= raised[r->accesses.at[j].unknown];
        if (in[k] && !differentiate_row(x, r)) return false;
        if (!in[k] && touched) make_again(x, r);
    }
    x->steps++;
    return true;
}

enum result { DONE, AGAIN, FAILED };

static enum result step(struct index *x)
{
    struct index_excess e = {.x = x};
    bool plain = true;
    index_find_excess(&e);
    if (e.rows.n == 0) return DONE;
    for (int32_t k = 0; k < e.rows.n; k++)
        plain = plain && index_plain(x, &x->s->rows.at[e.rows.at[k]]);
    if (!plain && index_crowded(&e)) return FAILED;
    if (!plain) return index_take_apart(x, e.rows.at, e.rows.n) ? AGAIN : FAILED;
    if (index_hopeless(&e) || !index_may_differentiate(&e)) return FAILED;
    return step_up(&e) ? AGAIN : FAILED;
}

/* ---- All of it ------------------------------------------------------------------------------- */

static bool unmatched(const struct graph_system *s)
{
    for (int32_t r = 0; r < s->rows.n; r++)
        if (s->rows.at[r].match < 0) return true;
    return false;
}

static struct index *index_new(struct graph_system *s)
{
    struct index *x = ARENA_NEW(s->m->arena, struct index);
    x->s = s;
    x->m = s->m;
    x->vars = x->numbers = s->m->vars.n;
    for (int32_t k = 0; k < s->m->vars.n; k++) {
        struct ir_var *v = s->m->vars.at[k];
        index_of(x, v)->state = v->kind == VAR_STATE;
        index_of(x, v)->top = v->kind == VAR_STATE;
    }
    return x;
}

static struct graph_system *copy_of(const struct graph_system *s)
{
    struct graph_system *copy = ARENA_NEW(s->m->arena, struct graph_system);
    *copy = *s;
    memset(&copy->rows, 0, sizeof copy->rows);
    memset(&copy->unknowns, 0, sizeof copy->unknowns);
    for (int32_t k = 0; k < s->rows.n; k++) VEC_ADD(s->m->arena, &copy->rows, s->rows.at[k]);
    for (int32_t k = 0; k < s->unknowns.n; k++)
        VEC_ADD(s->m->arena, &copy->unknowns, s->unknowns.at[k]);
    if (s->aliases) copy->aliases = ARENA_NEW(s->m->arena, struct graph_aliases);
    if (s->aliases) *copy->aliases = *s->aliases;
    for (int32_t k = 0; s->aliases && k < s->aliases->pieces.n; k++) {
        if (k == 0) memset(&copy->aliases->pieces, 0, sizeof copy->aliases->pieces);
        VEC_ADD(s->m->arena, &copy->aliases->pieces, s->aliases->pieces.at[k]);
    }
    for (int32_t k = 0; k < 3; k++) {
        copy->number[k] = ARENA_ARRAY(s->m->arena, int32_t, s->m->vars.n + 1);
        memcpy(copy->number[k], s->number[k], sizeof **s->number * (size_t)s->m->vars.n);
    }
    return copy;
}

enum { MOST_TURNS = 100 };

/* Steps until all rows have found what they determine. */
static enum result go_on(struct index *x)
{
    bool apart = false;
    for (int32_t turn = 0; turn < MOST_TURNS; turn++) {
        enum result result;
        if (graph_match_rolled(x->s)) return DONE;
        result = step(x);
        if (result == FAILED || (result == DONE && apart)) return result;
        if (result == AGAIN) continue;
        if (!graph_match_apart(x->s)) return FAILED;
        if (!unmatched(x->s)) return DONE;
        apart = true;
    }
    return FAILED;
}

bool graph_reduce(struct graph_system *s)
{
    struct graph_system *old;
    struct index *x;
    enum result result;
    int errors = s->m->messages->errors;
    int32_t apart = s->m->apart.n;
    s->whole = s;
    if (graph_match_rolled(s)) return true;
    old = copy_of(s);
    x = index_new(s);
    result = go_on(x);
    if (result == DONE && x->steps == 0 && x->split.n == 0) return true;
    if (result == DONE && x->steps > 0 && !unmatched(s) && index_choose(x)) return true;
    for (int32_t k = 0; k < x->split.n; k++)
        if (index_of(x, x->split.at[k])->state) x->split.at[k]->kind = VAR_STATE;
    *s = *old;
    s->m->vars.n = x->vars;
    s->m->apart.n = apart;
    return s->m->messages->errors == errors;
}
