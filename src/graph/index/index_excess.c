/* SPDX-License-Identifier: MIT */
/* index_excess.c - which rows are differentiated, and whether they may be.
 *
 * A row without match and all rows that can be reached from it, from an unknown in a row to the row
 * that determines it, are one row more than they have unknowns. Rolled rows may have missed a match
 * that their elements would find: rows are taken only if all that they read is determined by rows
 * that are reached as well.
 *
 * Nothing is gained if they have no states in them, or more equations than variables; and what
 * changes at events or comes from outside has no derivative. */
#include "graph/index/index.h"

#include <string.h>

/* ---- Rows in excess -------------------------------------------------------------------------- */

enum mark {
    APART,
    CERTAIN,
    DOUBTFUL
}; /* DOUBTFUL: matching of rolled rows may have missed something */

static bool covered(struct index_excess *e, const struct graph_access *a,
                    const struct graph_ends *by)
{
    struct graph_system *s = e->x->s;
    int64_t size = 0;
    for (int32_t k = 0; k < by->n; k++) {
        const struct graph_row *h = &s->rows.at[by->at[k]];
        const struct graph_span *span = &h->accesses.at[h->match].span;
        if (graph_span_within(&a->span, span)) return true;
        if (graph_span_within(span, &a->span)) size += span->size;
    }
    return a->span.exact && size == a->span.size;
}

/* Collects what can be reached from row r. False if something is free there. */
static bool reach(struct index_excess *e, int32_t r)
{
    struct graph_system *s = e->x->s;
    bool certain = true;
    e->now.n = 0;
    e->mark[r] = CERTAIN;
    VEC_ADD(s->m->arena, &e->now, r);
    for (int32_t k = 0; k < e->now.n; k++) {
        const struct graph_row *row = &s->rows.at[e->now.at[k]];
        for (int32_t j = 0; j < row->accesses.n; j++) {
            struct graph_ends ends = {0};
            graph_holders_find(e->holders, &row->accesses.at[j], &ends);
            if (!covered(e, &row->accesses.at[j], &ends)) certain = false;
            for (int32_t i = 0; i < ends.n; i++) {
                if (e->mark[ends.at[i]] == DOUBTFUL) certain = false;
                if (e->mark[ends.at[i]] != APART) continue;
                e->mark[ends.at[i]] = CERTAIN;
                VEC_ADD(s->m->arena, &e->now, ends.at[i]);
            }
        }
    }
    return certain;
}

void index_find_excess(struct index_excess *e)
{
    struct graph_system *s = e->x->s;
    int32_t *all = ARENA_ARRAY(s->m->arena, int32_t, s->rows.n + 1);
    for (int32_t r = 0; r < s->rows.n; r++) all[r] = r;
    e->holders = graph_holders_new(s, all, s->rows.n);
    e->mark = ARENA_ARRAY(s->m->arena, char, s->rows.n + 1);
    for (int32_t r = 0; r < s->rows.n; r++) {
        bool certain;
        if (s->rows.at[r].match >= 0) continue;
        certain = reach(e, r);
        for (int32_t k = 0; k < e->now.n; k++) {
            if (!certain) e->mark[e->now.at[k]] = DOUBTFUL;
            if (certain) VEC_ADD(s->m->arena, &e->rows, e->now.at[k]);
        }
    }
}

/* ---- May they be differentiated? ------------------------------------------------------------- */

struct census {
    struct index *x;
    VEC(char) seen; /* by id of a node */
    int64_t elements, states;
    const struct ir_var *outside;
    const struct ir *jumps;
};

static int count_variable(void *user, struct ir *e)
{
    struct census *c = user;
    struct ir_var *v = e->var;
    struct ir *node;
    if ((e->op == IR_VAR || e->op == IR_PRE) && v->kind == VAR_DISCRETE && !c->jumps) c->jumps = e;
    if (e->op == IR_FLOOR && !c->jumps) c->jumps = e;
    if (!index_is_variable(e)) return 0;
    while (index_of(c->x, v)->before) v = index_of(c->x, v)->before;
    if (v->outside) c->outside = v;
    node = ir_var_at(c->x->m, IR_VAR, v, e->arg[0]);
    while (c->seen.n <= (int32_t)node->id) VEC_ADD(c->x->m->arena, &c->seen, 0);
    if (c->seen.at[node->id]) return 0;
    c->seen.at[node->id] = 1;
    if (!v->outside) c->elements += v->count;
    if (v->kind == VAR_STATE && !v->outside) c->states++;
    return 0;
}

struct parts {
    struct index *x;
    struct graph_names names;
    bool states; /* only theirs */
};

/* The part of a model to which a variable belongs, or the variable itself: the first name of its
 * path. */
static int note_part(void *user, struct ir *e)
{
    struct parts *p = user;
    const char *name = e->var ? e->var->name : NULL;
    if (!index_is_variable(e) || (p->states && e->var->kind != VAR_STATE)) return 0;
    while (strncmp(name, "der(", 4) == 0) name += 4;
    if (*name == '\'') name++;
    graph_names_add(p->x->m, &p->names, name, strcspn(name, ".[)'"));
    return 0;
}

static const char *parts_of(struct index *x, const struct index_excess *e)
{
    struct parts p = {.x = x, .states = true};
    for (int32_t turn = 0; turn < 2 && !p.names.list; turn++, p.states = false)
        for (int32_t k = 0; k < e->rows.n; k++) {
            const struct graph_row *r = &x->s->rows.at[e->rows.at[k]];
            ir_visit(x->m, r->lhs, note_part, &p);
            ir_visit(x->m, r->rhs, note_part, &p);
        }
    return p.names.list ? p.names.list : "?";
}

static bool refuse_jump(struct index *x, const struct index_excess *e, const struct graph_row *r,
                        const struct ir *jumps)
{
    const char *what = "a condition in them";
    if (jumps->op != IR_FLOOR && !jumps->var->hidden)
        what = arena_format(x->m->arena, "'%s'", jumps->var->name);
    error_at(x->m->messages, index_lowest(r)->at,
             "a state of %s would have to jump: equations bind it to a source or to other states, "
             "and %s changes at events",
             parts_of(x, e), what);
    hint_last(x->m->messages, "a small resistance in series with a capacitor, a large one parallel "
                              "to an inductor, damping in mechanics lets go; what is continuous in "
                              "spite of the condition can be said with noEvent(...)");
    return false;
}

static bool refuse_input(struct index *x, const struct graph_row *r, const struct ir_var *v)
{
    error_at(x->m->messages, index_lowest(r)->at,
             "the equation determines nothing that is not given, and has no derivative: '%s' in it "
             "is given from outside",
             v->name);
    hint_last(x->m->messages, "an input may jump, and what is bound to it would have to jump, too");
    return false;
}

/* Of more equations than variables, no derivative makes a solution. */
bool index_hopeless(struct index_excess *e)
{
    struct census c = {.x = e->x};
    int64_t points = 0;
    for (int32_t k = 0; k < e->rows.n; k++) {
        const struct graph_row *r = &e->x->s->rows.at[e->rows.at[k]];
        points += r->points;
        ir_visit(e->x->m, r->lhs, count_variable, &c);
        ir_visit(e->x->m, r->rhs, count_variable, &c);
    }
    return points > c.elements || c.states == 0;
}

struct arrays {
    struct index *x;
    char *seen; /* by var->number */
    int64_t elements;
};

static int count_array(void *user, struct ir *e)
{
    struct arrays *a = user;
    struct ir_var *v = e->var;
    if (!index_is_variable(e)) return 0;
    while (index_of(a->x, v)->before) v = index_of(a->x, v)->before;
    if (!a->seen[v->number]) a->elements += v->count;
    a->seen[v->number] = 1;
    return 0;
}

/* The same, of rolled rows: more equations than all arrays in them have elements. */
bool index_crowded(struct index_excess *e)
{
    struct arrays a = {.x = e->x};
    int64_t points = 0;
    a.seen = ARENA_ARRAY(e->x->m->arena, char, e->x->m->vars.n + 1);
    for (int32_t k = 0; k < e->rows.n; k++) {
        const struct graph_row *r = &e->x->s->rows.at[e->rows.at[k]];
        points += r->points;
        ir_visit(e->x->m, r->lhs, count_array, &a);
        ir_visit(e->x->m, r->rhs, count_array, &a);
    }
    return points > a.elements;
}

bool index_may_differentiate(struct index_excess *e)
{
    struct index *x = e->x;
    struct census c = {.x = x};
    for (int32_t k = 0; k < e->rows.n; k++) {
        const struct graph_row *r = &x->s->rows.at[e->rows.at[k]];
        ir_visit(x->m, r->lhs, count_variable, &c);
        ir_visit(x->m, r->rhs, count_variable, &c);
        if (c.outside) return refuse_input(x, r, c.outside);
        if (c.jumps) return refuse_jump(x, e, r, c.jumps);
    }
    return true;
}
