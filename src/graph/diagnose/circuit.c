/* SPDX-License-Identifier: MIT */
/* circuit.c - what is wrong with a circuit whose equations do not determine it.
 *
 * The equations of a network may be as many as its unknowns and still leave something open: without
 * a ground all potentials can be raised together; round a loop of ideal voltage sources any current
 * can flow; between two current sources in series the potential is anything. Such a *freedom* is a
 * vector z of changes of the unknowns that no equation notices: J z = 0, J the matrix of all
 * coefficients. It is found exactly (rank.c), and says by itself what is wrong:
 *     z raises potentials, all by the same                    no ground
 *     z has flows in it                                       a loop of sources: a flow may circulate
 *     z has potentials in it, and other variables             a cut of flow sources: nothing fixes them
 * and the parts to which its variables belong are the circuit, the loop, the cut. Where the numbers
 * of equations and unknowns differ, balance.c looks for the part that has too few or too many. */
#include "graph/alias/alias.h"
#include "graph/diagnose/rank.h"

#include <string.h>

enum { MOST_SHOWN = 5 };

struct circuit {
    struct graph_system *s;
    struct ir_model *m;
    int32_t *first;         /* column of the first element, by unknown */
    int32_t columns, now;   /* now: the row that is read */
    struct rank_vector *in; /* by column: its coefficients */
    struct rank_basis *basis;
    enum graph_kind *kind; /* by var->number */
};

/* ---- The matrix ------------------------------------------------------------------------------ */

static void add_unknowns(struct graph_system *s)
{
    for (int32_t k = 0; k < s->m->vars.n; k++) {
        struct ir_var *v = s->m->vars.at[k];
        if (v->count > 0 && v->kind == VAR_STATE) graph_add_unknown(s, v, IR_DER, 0);
        if (v->count > 0 && v->kind == VAR_ALGEBRAIC) graph_add_unknown(s, v, IR_VAR, 1);
    }
}

static void add_equation(struct graph_system *s, struct ir_eq e)
{
    struct graph_row r = graph_row_make(s, e.iters, e.n_iters, e.lhs, e.rhs, e.at, e.text);
    if (r.points > 0) VEC_ADD(s->m->arena, &s->rows, r);
}

/* After index reduction the equations are not those of the model: the rows, and what was taken out
 * of them. */
static void add_rows(struct graph_system *s, const struct graph_system *from)
{
    for (int32_t k = 0; k < from->rows.n; k++) {
        const struct graph_row *r = &from->rows.at[k];
        add_equation(s, (struct ir_eq){r->iters, r->n_iters, r->lhs, r->rhs, r->at, r->text});
    }
    for (int32_t k = 0; from->aliases && k < from->aliases->pieces.n; k++) {
        const struct alias_piece *p = &from->aliases->pieces.at[k];
        struct ir_var *v = from->unknowns.at[p->unknown].var;
        struct ir *x = ir_var_at(s->m, IR_VAR, v, p->index);
        if (p->kept || p->gone) continue;
        add_equation(s, (struct ir_eq){p->iters, p->n_iters, x, p->value, p->at, p->text});
    }
}

/* All equations, one per point; NULL: too many. */
static struct graph_system *whole_system(struct graph_system *now)
{
    struct ir_model *m = now->m;
    struct graph_system *s = graph_system_new(m);
    int64_t points = 0;
    int32_t *all;
    add_unknowns(s);
    if (m->reduced.n) add_rows(s, now->whole ? now->whole : now);
    for (int32_t k = 0; k < m->eqs.n && !m->reduced.n; k++)
        if (!graph_is_discrete(m, &m->eqs.at[k])) add_equation(s, m->eqs.at[k]);
    all = ARENA_ARRAY(m->arena, int32_t, s->rows.n + 1);
    for (int32_t k = 0; k < s->rows.n; k++) {
        all[k] = k;
        points += s->rows.at[k].points;
    }
    if (points > GRAPH_SMALL) return NULL;
    return graph_unroll(s, all, s->rows.n, GRAPH_SMALL, "") ? s : NULL;
}

static bool read_row(struct circuit *c, const struct graph_row *r)
{
    struct ir *both = ir_binary(c->m, IR_SUB, r->lhs, r->rhs);
    for (int32_t k = 0; k < r->accesses.n; k++) {
        const struct graph_access *a = &r->accesses.at[k];
        struct ir *by = ir_diff(c->m, both, a->node);
        int32_t column = c->first[a->unknown] + (int32_t)a->span.lo;
        if (a->span.lo != a->span.hi) return false;
        rank_put(c->basis, &c->in[column], c->now, by ? rank_value(by) : rank_value(a->node));
    }
    return true;
}

static bool read_matrix(struct circuit *c)
{
    c->first = ARENA_ARRAY(c->m->arena, int32_t, c->s->unknowns.n + 1);
    for (int32_t u = 0; u < c->s->unknowns.n; u++) {
        c->first[u] = c->columns;
        c->columns += c->s->unknowns.at[u].var->count;
        if (c->columns > GRAPH_SMALL) return false;
    }
    c->in = ARENA_ARRAY(c->m->arena, struct rank_vector, c->columns + 1);
    c->basis = rank_basis_new(c->m->arena, c->s->rows.n);
    for (c->now = 0; c->now < c->s->rows.n; c->now++)
        if (!read_row(c, &c->s->rows.at[c->now])) return false;
    return true;
}

enum graph_kind *graph_kinds(struct ir_model *m)
{
    const struct checked *checked = m->checked;
    enum graph_kind *kind = ARENA_ARRAY(m->arena, enum graph_kind, m->vars.n + 1);
    for (int32_t k = 0; checked && k < checked->variables.n; k++) {
        const struct symbol *s = checked->variables.at[k];
        const struct ir_var *v = s->flat;
        if (v && s->connector) kind[v->number] = s->flow ? KIND_FLOW : KIND_POTENTIAL;
        if (v && s->part_input) kind[v->number] = KIND_INPUT;
    }
    return kind;
}

/* ---- What a freedom says --------------------------------------------------------------------- */

static struct graph_unknown *unknown_of(struct circuit *c, int32_t column, int64_t *index)
{
    int32_t u = 0;
    while (u + 1 < c->s->unknowns.n && c->first[u + 1] <= column) u++;
    *index = column - c->first[u];
    return &c->s->unknowns.at[u];
}

struct freedom {
    bool equal;      /* all change by the same */
    bool derivative; /* of a state: a matter of index reduction */
    bool flow, potential, other;
    struct graph_names parts, variables;
    const struct ir_var *first; /* of a connector */
    struct place at;            /* of an equation between two of the parts, or else of `first` */
};

/* An equation between parts that reads what is free: most likely a connection. */
static struct place place_of(struct circuit *c, const char *free)
{
    struct place nowhere = {0};
    for (int32_t k = 0; k < c->s->rows.n; k++) {
        const struct graph_row *r = &c->s->rows.at[k];
        const char *first = NULL;
        for (int32_t j = 0; j < r->accesses.n; j++) {
            const struct graph_access *a = &r->accesses.at[j];
            const char *part = graph_part_of(c->m, a->node->var->name);
            if (!free[c->first[a->unknown] + a->span.lo] || !part) continue;
            if (first && strcmp(first, part) != 0) return r->at;
            first = part;
        }
    }
    return nowhere;
}

static struct freedom look_at(struct circuit *c, const struct rank_vector *z)
{
    struct freedom f = {.equal = true, .variables.plain = true};
    const struct ir_var *first = NULL;
    char *free = ARENA_ARRAY(c->m->arena, char, c->columns + 1);
    for (int32_t k = 0; k < z->n; k++) {
        struct graph_span at = {0};
        int32_t column = z->at[k].position - c->basis->width;
        struct graph_unknown *u = unknown_of(c, column, &at.lo);
        const char *part = graph_part_of(c->m, u->var->name), *name;
        enum graph_kind kind = c->kind[u->var->number];
        at.hi = at.lo;
        free[column] = 1;
        f.equal = f.equal && z->at[k].value == z->at[0].value;
        f.derivative |= u->op == IR_DER;
        f.flow |= kind == KIND_FLOW;
        f.potential |= kind == KIND_POTENTIAL;
        f.other |= kind == KIND_OTHER || kind == KIND_INPUT;
        if (part) graph_names_add(c->m, &f.parts, part, strlen(part));
        if (!first && (kind == KIND_POTENTIAL || kind == KIND_FLOW)) first = u->var;
        name = graph_name(c->m, u->var, u->op, &at);
        graph_names_add(c->m, &f.variables, name, strlen(name));
    }
    f.at = place_of(c, free);
    f.first = first;
    if (!f.at.file && first) f.at = first->at;
    return f;
}

static bool report(struct circuit *c, const struct rank_vector *z)
{
    struct freedom f = look_at(c, z);
    struct messages *messages = c->m->messages;
    if (!f.parts.list || f.derivative || (!f.flow && !f.potential)) return false;
    if (f.parts.seen.n == 1 && !f.flow) {
        error_at(messages, f.at,
                 "nothing determines '%s' of component %s: is its connector left open?",
                 f.first->name, f.parts.list);
        hint_last(messages, "connect it, or, if the end is to stay open, a resistance to ground");
    } else if (!f.flow && !f.other && f.equal) {
        error_at(messages, f.at,
                 "no ground in the circuit of %s: its potentials are known only up to a constant",
                 f.parts.list);
        hint_last(messages, "connect a component that fixes a potential (Ground, Fixed, "
                            "FixedTemperature) to one of its nodes");
    } else if (f.flow) {
        error_at(messages, f.at,
                 "%s %s a loop in which nothing limits the flow: ideal voltage sources, or the "
                 "like, in a loop",
                 f.parts.list, f.parts.seen.n == 1 ? "is" : "form");
        hint_last(messages, "a resistance in the loop determines it");
    } else {
        error_at(messages, f.at,
                 "nothing determines the potential between %s: ideal current sources, or the like, "
                 "in series, or an open end",
                 f.parts.list);
        hint_last(messages, "a resistance from there to ground determines it");
    }
    hint_last(messages, "not determined: %s", f.variables.list);
    return true;
}

bool graph_diagnose(struct graph_system *s)
{
    struct ir_model *m = s->m;
    struct circuit c = {.m = m};
    int32_t shown = 0;
    if (m->diagnosed || s->start || s->only_explicit) return m->diagnosed;
    if (!(c.s = whole_system(s)) || !read_matrix(&c)) return false;
    c.kind = graph_kinds(m);
    if (c.s->rows.n != c.columns) return m->diagnosed = graph_report_balances(c.s);
    for (int32_t k = 0; k < c.columns && shown < MOST_SHOWN; k++) {
        rank_put(c.basis, &c.in[k], c.basis->width + k, 1);
        if (!rank_add(c.basis, &c.in[k]) && report(&c, &c.in[k])) shown++;
    }
    m->diagnosed = shown > 0;
    return m->diagnosed;
}
