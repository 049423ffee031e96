/* SPDX-License-Identifier: MIT */
/* index_choose.c - which derivatives become unknowns of their own, and what is a state then.
 *
 * m rows have been differentiated and hold n > m derivatives, linearly: G x' = .... Any m columns
 * of G that do not depend on each other may be taken for dummy derivatives: then the rows below
 * determine what these are derivatives of, and the other n - m stay states. Taking columns one by
 * one, the ones that one would rather lose first, and leaving out those that depend on what was
 * taken, gives the best choice (independent columns are a matroid). Rows that were differentiated
 * twice are chosen from once more: their rows below, and among what was taken before.
 *
 * Lost first: derivatives that the model did not have; then states without start value, with one,
 * with a fixed one, unless stateSelect says something else; and rather those with coefficients that
 * never change, because a coefficient that becomes zero on the way cannot be divided by. The choice
 * is made once, for the whole run. */
#include "graph/index/index.h"
#include "graph/diagnose/rank.h"

#include <stdlib.h>
#include <string.h>

struct column {
    struct ir_var *var; /* the derivative is IR_DER of it */
    int32_t score;
    struct ir *varies;     /* a coefficient that does, or NULL */
    struct rank_vector in; /* by row */
};

struct choice {
    struct index *x;
    VEC(const struct graph_row *) rows;
    VEC(struct column) columns;
    int32_t *column; /* by var->number, -1: none */
    const struct graph_row *row;
    int32_t level;
    struct rank_basis *basis;
};

/* ---- Columns --------------------------------------------------------------------------------- */

struct ir_var *index_base(struct index *x, struct ir_var *v)
{
    while (index_of(x, v)->before) v = index_of(x, v)->before;
    return v;
}

static int32_t score_of(struct index *x, struct ir_var *v)
{
    if (index_of(x, v)->order > 0) return 0;
    if (!index_of(x, v)->state) return 1;
    if (v->select) return v->select < 0 ? 4 + v->select : 7 + v->select;
    return v->fixed || v->fixed_each ? 6 : v->start ? 5 : 4;
}

static bool is_candidate(struct choice *c, struct ir *e)
{
    struct ir_var *next;
    if (e->op != IR_DER) return false;
    if (c->level == 0)
        return index_of(c->x, e->var)->order + 1 == index_of(c->x, index_base(c->x, e->var))->top;
    next = index_of(c->x, e->var)->next;
    return next && index_of(c->x, next)->dummy;
}

static int add_entry(void *user, struct ir *e)
{
    struct choice *c = user;
    struct ir_model *m = c->x->m;
    struct column *column, new = {.var = e->var};
    struct ir *a;
    if (!is_candidate(c, e)) return 0;
    if (c->column[e->var->number] < 0) {
        new.score = score_of(c->x, e->var);
        c->column[e->var->number] = c->columns.n;
        VEC_ADD(m->arena, &c->columns, new);
    }
    column = &c->columns.at[c->column[e->var->number]];
    a = ir_diff(m, ir_binary(m, IR_SUB, c->row->lhs, c->row->rhs), e);
    if (!a || ir_continuous(m, a)) column->varies = a ? a : e;
    rank_put(c->basis, &column->in, c->rows.n - 1, a ? rank_value(a) : 1);
    return 0;
}

static void add_row(struct choice *c, const struct graph_row *r)
{
    struct ir *both = ir_binary(c->x->m, IR_SUB, r->lhs, r->rhs);
    c->row = r;
    VEC_ADD(c->x->m->arena, &c->rows, r);
    ir_visit(c->x->m, both, add_entry, c);
}

static int by_score(const void *a, const void *b)
{
    const struct column *x = a, *y = b;
    int32_t p = x->score + (x->varies && x->score > 1 ? 10 : 0);
    int32_t q = y->score + (y->varies && y->score > 1 ? 10 : 0);
    if (p != q) return p < q ? -1 : 1;
    return (x->var->number < y->var->number) - (x->var->number > y->var->number);
}

/* ---- Choosing -------------------------------------------------------------------------------- */

static bool refuse(struct choice *c)
{
    struct ir_model *m = c->x->m;
    error_at(m->messages, index_lowest(c->rows.at[0])->at,
             "these equations bind states, but one of them follows from the others, or contradicts "
             "them");
    for (int32_t k = 1; k < c->rows.n && k < 6; k++) {
        uint32_t line = 0, col = 0;
        struct place at = index_lowest(c->rows.at[k])->at;
        if (at.file) place_line(m->messages, at, &line, &col);
        hint_last(m->messages, "another of them, line %u: %s", line,
                  index_lowest(c->rows.at[k])->text ? index_lowest(c->rows.at[k])->text : "?");
    }
    return false;
}

static void warn(struct choice *c, const struct column *column)
{
    const char *text;
    if (column->score <= 1 || column->varies->op == IR_DER) return;
    text = ir_text(c->x->m->arena, column->varies);
    warning_at(c->x->m->messages, column->var->at,
               "'%s' follows from other states where %s is not 0: the run fails where it becomes 0",
               column->var->name, text);
}

static bool choose_level(struct choice *c)
{
    struct rank_basis *b = rank_basis_new(c->x->m->arena, c->rows.n);
    if (c->columns.n > 1)
        qsort(c->columns.at, (size_t)c->columns.n, sizeof *c->columns.at, by_score);
    for (int32_t k = 0; k < c->columns.n && b->rank < c->rows.n; k++) {
        struct column *column = &c->columns.at[k];
        if (!rank_add(b, &column->in)) continue;
        index_of(c->x, column->var)->dummy = true;
        if (column->varies) warn(c, column);
    }
    return b->rank == c->rows.n ? true : refuse(c);
}

/* True if rows were differentiated so often. */
static bool collect(struct choice *c, int32_t level)
{
    struct graph_system *s = c->x->s;
    c->rows.n = c->columns.n = 0;
    c->level = level;
    for (int32_t k = 0; k < c->x->m->vars.n; k++) c->column[k] = -1;
    for (int32_t k = 0; k < s->rows.n; k++) {
        const struct graph_row *r = &s->rows.at[k];
        for (int32_t down = 0; r && down < level; down++) r = r->below;
        if (r && r->below) add_row(c, r);
    }
    return c->rows.n > 0;
}

/* ---- All of it ------------------------------------------------------------------------------- */

bool index_choose(struct index *x)
{
    struct choice c = {.x = x, .basis = rank_basis_new(x->m->arena, 0)};
    c.column = ARENA_ARRAY(x->m->arena, int32_t, x->m->vars.n + 1);
    for (int32_t level = 0; collect(&c, level); level++)
        if (!choose_level(&c)) return false;
    index_follow(x);
    return true;
}
