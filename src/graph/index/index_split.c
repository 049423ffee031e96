/* SPDX-License-Identifier: MIT */
/* index_split.c - rows and arrays of which only a part is differentiated.
 *
 * A row is *plain* if what it says of its variables, it says of whole ones: a row without a loop
 * has scalars, a row over N points arrays of N elements, each at its own point. Derivatives of
 * plain rows are plain, and variables have derivatives as a whole. Everything else is taken apart
 * first: rows are written out, and an array x of which single elements are concerned is split into
 * *pieces*, variables with the names of the elements. What refers to x with an index that is not a
 * number keeps doing so: x stays an array of algebraics with the equations x[k] = piece k, and the
 * same holds for its derivative. If nothing needs it, it is gone in the end. */
#include "graph/alias/alias.h"
#include "graph/index/index.h"

#include <string.h>

enum { MOST_SCALARS = 32 }; /* an array of up to so many elements is split into scalars */
enum { TAKEN = 2 };

/* ---- Plain rows ------------------------------------------------------------------------------ */

struct look {
    struct index *x;
    const struct graph_row *r;
    struct ir *position;
};

static int is_odd(void *user, struct ir *e)
{
    struct look *l = user;
    if (!index_is_variable(e)) return 0;
    if (index_of(l->x, e->var)->pieces || e->var->count != l->r->points) return 1;
    return e->var->count > 1 && e->arg[0] != l->position;
}

bool index_plain(struct index *x, const struct graph_row *r)
{
    struct look l = {x, r, graph_position(x->m, r->iters, r->n_iters)};
    return !ir_visit(x->m, r->lhs, is_odd, &l) && !ir_visit(x->m, r->rhs, is_odd, &l);
}

/* ---- Pieces in place of elements ------------------------------------------------------------- */

static const struct index_piece *piece_of(struct index *x, struct ir *e)
{
    const struct index_pieces *p = index_of(x, e->var)->pieces;
    struct graph_span span = graph_span_of(x->m, e->arg[0], e->var->count);
    int32_t a = 0, b = p->n;
    while (a < b) { /* those before a begin at span.lo or before, those from b on behind it */
        int32_t mid = a + (b - a) / 2;
        if (p->at[mid].lo <= span.lo)
            a = mid + 1;
        else
            b = mid;
    }
    return a > 0 && span.lo >= 0 && span.hi <= p->at[a - 1].hi ? &p->at[a - 1] : NULL;
}

struct ir *index_piece_node(void *user, struct ir *e)
{
    struct index *x = user;
    const struct index_piece *p;
    struct ir *index;
    enum ir_op op = e->op;
    if (e->op != IR_VAR && e->op != IR_DER && e->op != IR_PRE) return e;
    if (!index_of(x, e->var)->pieces) return e;
    p = piece_of(x, e);
    if (!p && e->op == IR_DER && index_of(x, e->var)->pieces->derivative)
        return ir_var_at(x->m, IR_VAR, index_of(x, e->var)->pieces->derivative, e->arg[0]);
    if (!p) return e;
    if (index_of(x, e->var)->pieces->derived) op = IR_DER;
    index = p->var->count > 1 ? ir_binary(x->m, IR_SUB, e->arg[0], ir_int(x->m, p->lo))
                              : ir_int(x->m, 0);
    return ir_var_at(x->m, op, p->var, index);
}

static struct graph_row *with_pieces(struct index *x, const struct graph_row *r)
{
    struct graph_row *new = ARENA_NEW(x->m->arena, struct graph_row);
    *new = graph_row_make(x->s, r->iters, r->n_iters, ir_map(x->m, r->lhs, index_piece_node, x),
                          ir_map(x->m, r->rhs, index_piece_node, x), r->at, r->text);
    if (r->below) new->below = with_pieces(x, r->below);
    new->of_pieces = r->of_pieces;
    return new;
}

/* ---- Writing rows out ------------------------------------------------------------------------ */

/* A system in which all states and algebraics and their derivatives are unknowns. */
static struct graph_system *wide_system(struct index *x)
{
    struct graph_system *s = graph_system_new(x->m);
    for (int32_t k = 0; k < x->m->vars.n; k++) {
        struct ir_var *v = x->m->vars.at[k];
        if (v->kind != VAR_STATE && v->kind != VAR_ALGEBRAIC) continue;
        graph_add_unknown(s, v, IR_VAR, 0);
        graph_add_unknown(s, v, IR_DER, 0);
    }
    return s;
}

static bool replace_row(struct index *x, struct graph_system *wide, int32_t at)
{
    struct graph_row old = x->s->rows.at[at];
    int32_t zero = 0;
    wide->rows.n = 0;
    VEC_ADD(x->m->arena, &wide->rows, old);
    if (!graph_unroll(wide, &zero, 1, GRAPH_UNROLL, "to differentiate some of them")) return false;
    for (int32_t k = 0; k < wide->rows.n; k++) {
        struct graph_row new = *with_pieces(x, &wide->rows.at[k]);
        if (k == 0)
            x->s->rows.at[at] = new;
        else
            VEC_ADD(x->m->arena, &x->s->rows, new);
    }
    return true;
}

static bool to_be_written_out(struct index *x, struct graph_system *wide, int32_t at)
{
    struct graph_row *r = &x->s->rows.at[at];
    int32_t zero = 0;
    if (r->of_pieces || index_plain(x, r)) return false;
    if (r->n_iters > 0) return true;
    wide->rows.n = 0;
    VEC_ADD(x->m->arena, &wide->rows, *r);
    return graph_has_reductions(wide, &zero, 1);
}

/* ---- Splitting arrays ------------------------------------------------------------------------ */

static const char *piece_name(struct index *x, const struct ir_var *v, int64_t lo, int64_t hi)
{
    struct graph_span span = {.lo = lo, .hi = lo};
    if (index_of(x, v)->pieces->scalars) return graph_name(x->m, v, IR_VAR, &span);
    return arena_format(x->m->arena, "%s' %lld..%lld", v->name, (long long)lo + 1,
                        (long long)hi + 1);
}

static struct ir *shifted(struct index *x, struct ir_var *v, struct ir_var *p, int64_t lo,
                          struct ir *e)
{
    struct ir **to, *index;
    if (!e) return NULL;
    to = ARENA_ARRAY(x->m->arena, struct ir *, v->rank + 1);
    graph_point(x->m, v->iters, v->rank, lo, to);
    if (p->count == 1) return ir_replace(x->m, e, v->iters, to, v->rank);
    index = ir_binary(x->m, IR_ADD, graph_position(x->m, p->iters, 1), ir_int(x->m, lo));
    if (!graph_invert(x->m, graph_position(x->m, v->iters, v->rank), v->iters, v->rank, index, to))
        return NULL;
    return ir_replace(x->m, e, v->iters, to, v->rank);
}

static struct ir_var *make_piece(struct index *x, struct ir_var *v, int64_t lo, int64_t hi)
{
    struct ir_var like = {.rank = hi > lo, .count = (int32_t)(hi - lo + 1), .at = v->at}, *p;
    bool varied = false;
    if (hi > lo) like.size[0] = like.count;
    if (hi > lo) like.iters[0] = ir_iter_new(x->m, 0, 1, 1, like.count, "i");
    p = index_add(x, piece_name(x, v, lo, hi), &like);
    p->kind = v->kind;
    p->unit = v->unit;
    p->select = v->select;
    p->text = v->text;
    p->start = shifted(x, v, p, lo, v->start);
    p->min = shifted(x, v, p, lo, v->min);
    p->max = shifted(x, v, p, lo, v->max);
    p->nominal = shifted(x, v, p, lo, v->nominal);
    p->fixed = v->fixed_each ? v->fixed_each[lo] != 0 : v->fixed;
    for (int64_t k = lo; v->fixed_each && k <= hi; k++)
        varied = varied || v->fixed_each[k] != v->fixed_each[lo];
    if (varied) p->fixed_each = v->fixed_each + lo;
    return p;
}

static void add_piece(struct index *x, struct ir_var *v, int64_t lo, int64_t hi)
{
    struct index_piece p = {make_piece(x, v, lo, hi), lo, hi};
    struct index_var *of = index_of(x, p.var);
    of->state = index_of(x, v)->state;
    of->top = index_of(x, v)->top;
    VEC_ADD(x->m->arena, index_of(x, v)->pieces, p);
}

/* Derivatives of v have the derivatives of its pieces for pieces. */
static void split_derivatives(struct index *x, struct ir_var *v)
{
    struct ir_var *next = index_of(x, v)->next;
    if (!next) return;
    index_of(x, next)->pieces = ARENA_NEW(x->m->arena, struct index_pieces);
    for (int32_t k = 0; k < index_of(x, v)->pieces->n; k++) {
        struct index_piece p = index_of(x, v)->pieces->at[k];
        p.var = index_next(x, p.var);
        VEC_ADD(x->m->arena, index_of(x, next)->pieces, p);
    }
    split_derivatives(x, next);
}

static struct ir_var *top_of(struct index *x, struct ir_var *v, int32_t top)
{
    for (int32_t k = 1; k < top; k++) v = index_next(x, v);
    return v;
}

/* The array itself is an unknown now, of which each element is determined by its piece. */
static void exchange_unknowns(struct index *x, struct ir_var *v)
{
    int32_t top = index_of(x, v)->top, u;
    struct ir_var *highest = top_of(x, v, top);
    u = x->s->number[top > 0][highest->number];
    x->s->number[top > 0][highest->number] = -1;
    if (u < 0) return;
    x->s->unknowns.at[u] = (struct graph_unknown){v, IR_VAR, 1};
    x->s->number[0][v->number] = u;
    for (int32_t k = 0; k < index_of(x, v)->pieces->n; k++) {
        struct ir_var *p = top_of(x, index_of(x, v)->pieces->at[k].var, top);
        graph_add_unknown(x->s, p, top ? IR_DER : IR_VAR, !top);
    }
}

static void add_alias(struct index *x, struct ir_var *whole, const struct index_piece *p,
                      enum ir_op op)
{
    struct ir_iter **iters = ARENA_ARRAY(x->m->arena, struct ir_iter *, 1);
    int32_t n = p->var->count > 1;
    struct ir *at = ir_int(x->m, 0), *lhs;
    struct graph_row r;
    if (n) iters[0] = p->var->iters[0];
    if (n) at = graph_position(x->m, iters, 1);
    lhs = ir_var_at(x->m, IR_VAR, whole, ir_binary(x->m, IR_ADD, at, ir_int(x->m, p->lo)));
    r = graph_row_make(x->s, iters, n, lhs, ir_var_at(x->m, op, p->var, at), p->var->at,
                       whole->name);
    r.of_pieces = true;
    VEC_ADD(x->m->arena, &x->s->rows, r);
}

static void mark_taken(void *user, const struct graph_span *span)
{
    char *alone = user;
    for (int64_t k = span->lo; k <= span->hi; k++)
        if (!span->exact || graph_span_has(span, k)) alone[k] = TAKEN;
}

/* Elements that are aliases of others are not in the system and stay what they are. */
static void make_pieces(struct index *x, struct ir_var *v, char *alone)
{
    struct index_pieces *pieces = index_of(x, v)->pieces;
    int32_t u = x->s->number[0][v->number];
    int64_t lo = 0;
    if (u >= 0 && graph_aliased(x->s, u, mark_taken, alone) > 0) pieces->scalars = false;
    for (int64_t k = 0; k < v->count; k++) {
        bool single = alone[k] || pieces->scalars;
        if (single && k > lo) add_piece(x, v, lo, k - 1);
        if (single && alone[k] != TAKEN) add_piece(x, v, k, k);
        if (single) lo = k + 1;
    }
    if (lo < v->count) add_piece(x, v, lo, v->count - 1);
}

/* The pieces of the array of derivatives are the derivatives of the pieces. */
static void add_derivative(struct index *x, struct index_pieces *pieces)
{
    struct index_pieces *of = ARENA_NEW(x->m->arena, struct index_pieces);
    *of = *pieces;
    of->derived = true;
    of->derivative = NULL;
    index_of(x, pieces->derivative)->pieces = of;
    graph_add_unknown(x->s, pieces->derivative, IR_VAR, 1);
}

/* Scalars, unless only few of many elements are concerned. */
static bool into_scalars(const struct ir_var *v, const char *alone)
{
    int64_t n = 0;
    for (int32_t k = 0; k < v->count; k++) n += alone[k] != 0;
    return v->count <= MOST_SCALARS || (2 * n >= v->count && v->count <= GRAPH_CHAIN);
}

static void split(struct index *x, struct ir_var *v, char *alone)
{
    struct index_pieces *pieces = ARENA_NEW(x->m->arena, struct index_pieces);
    index_of(x, v)->pieces = pieces;
    pieces->scalars = into_scalars(v, alone);
    make_pieces(x, v, alone);
    split_derivatives(x, v);
    exchange_unknowns(x, v);
    if (index_of(x, v)->state)
        pieces->derivative = index_add(x, arena_format(x->m->arena, "der(%s)", v->name), v);
    if (pieces->derivative) add_derivative(x, pieces);
    v->kind = VAR_ALGEBRAIC;
    for (int32_t k = 0; k < pieces->n; k++) {
        add_alias(x, v, &pieces->at[k], IR_VAR);
        if (pieces->derivative) add_alias(x, pieces->derivative, &pieces->at[k], IR_DER);
    }
    VEC_ADD(x->m->arena, &x->split, v);
}

/* ---- All of it ------------------------------------------------------------------------------- */

struct concerned {
    struct index *x;
    char **alone; /* by var->number: elements */
    VEC(struct ir_var *) vars;
    bool good;
};

static int note_element(void *user, struct ir *e)
{
    struct concerned *c = user;
    struct ir_var *v = e->var;
    if (!index_is_variable(e) || v->count <= 1 || index_of(c->x, v)->pieces) return 0;
    while (index_of(c->x, v)->before) v = index_of(c->x, v)->before;
    if (e->arg[0]->op != IR_INT) c->good = false;
    if (!c->good || e->arg[0]->integer < 0 || e->arg[0]->integer >= v->count) return 0;
    if (!c->alone[v->number]) {
        c->alone[v->number] = ARENA_ARRAY(c->x->m->arena, char, v->count + 1);
        VEC_ADD(c->x->m->arena, &c->vars, v);
    }
    c->alone[v->number][e->arg[0]->integer] = 1;
    return 0;
}

static int refers_to_split(void *user, struct ir *e)
{
    return (e->op == IR_VAR || e->op == IR_DER) && index_of(user, e->var)->pieces;
}

static int refers_to_scalars(void *user, struct ir *e)
{
    return refers_to_split(user, e) && index_of(user, e->var)->pieces->scalars;
}

static bool wants_scalars(struct index *x, const struct graph_row *r)
{
    return ir_visit(x->m, r->lhs, refers_to_scalars, x) ||
           ir_visit(x->m, r->rhs, refers_to_scalars, x);
}

/* Aliases of elements that have become scalars are rows again. */
static bool spread_in_aliases(struct index *x)
{
    struct graph_aliases *a = x->s->aliases;
    struct graph_system *wide = wide_system(x);
    for (int32_t k = 0; a && k < a->pieces.n; k++) {
        struct alias_piece *p = &a->pieces.at[k];
        struct ir_var *v = x->s->unknowns.at[p->unknown].var;
        if (p->kept || p->gone || !ir_visit(x->m, p->value, refers_to_scalars, x)) continue;
        p->kept = true;
        VEC_ADD(x->m->arena, &x->s->rows,
                graph_row_make(x->s, p->iters, p->n_iters, ir_var_at(x->m, IR_VAR, v, p->index),
                               p->value, p->at, p->text));
        if (!replace_row(x, wide, x->s->rows.n - 1)) return false;
    }
    return true;
}

/* Pieces everywhere; what refers to an array of scalars now, or has something below
 * and refers to a split array, is written out. */
static bool spread_pieces(struct index *x)
{
    struct graph_system *wide = wide_system(x);
    int32_t n = x->s->rows.n;
    for (int32_t k = 0; k < n; k++) {
        struct graph_row *r = &x->s->rows.at[k];
        if (r->of_pieces) continue;
        if (!ir_visit(x->m, r->lhs, refers_to_split, x) &&
            !ir_visit(x->m, r->rhs, refers_to_split, x))
            continue;
        if (r->n_iters == 0 || (!r->below && !wants_scalars(x, r)))
            x->s->rows.at[k] = *with_pieces(x, r);
        else if (!replace_row(x, wide, k))
            return false;
    }
    return true;
}

bool index_take_apart(struct index *x, const int32_t *which, int32_t n)
{
    struct graph_system *wide = wide_system(x);
    struct concerned c = {.x = x, .good = true};
    bool changed = false;
    c.alone = ARENA_ARRAY(x->m->arena, char *, x->m->vars.n + 1);
    for (int32_t k = 0; k < n; k++)
        if (to_be_written_out(x, wide, which[k])) {
            changed = true;
            if (!replace_row(x, wide, which[k])) return false;
        }
    if (changed) return true;
    for (int32_t k = 0; k < n; k++) {
        struct graph_row *r = &x->s->rows.at[which[k]];
        if (r->of_pieces || index_plain(x, r)) continue;
        ir_visit(x->m, r->lhs, note_element, &c);
        ir_visit(x->m, r->rhs, note_element, &c);
    }
    if (!c.good || c.vars.n == 0) return false;
    for (int32_t k = 0; k < c.vars.n; k++) split(x, c.vars.at[k], c.alone[c.vars.at[k]->number]);
    return spread_pieces(x) && spread_in_aliases(x);
}
