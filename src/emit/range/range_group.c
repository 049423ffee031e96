/* SPDX-License-Identifier: MIT */
/* range_group.c - the program of a cluster of functions: for each of its pieces, whether it is
 * meant, and its value. Which piece that is, and at which point, is the rule of lower_enter; its
 * statements on integers are translated. */
#include "emit/range/range.h"

/* ---- Integer code ---------------------------------------------------------------------------- */

struct entry {
    struct range *r;
    struct code_fn f; /* of nobody: it only has the slots */
    struct taylor t;
    VEC(int32_t) at; /* registers of the slots */
};

static int32_t translate(struct entry *e, const struct code_expr *x);

static int operation(enum code_op op)
{
    switch (op) {
    case CODE_ADD: return RANGE_INT_ADD;
    case CODE_SUB: return RANGE_INT_SUB;
    case CODE_MUL: return RANGE_INT_MUL;
    case CODE_IDIV: return RANGE_INT_DIV;
    case CODE_IMOD: return RANGE_INT_MOD; /* of what is not negative */
    case CODE_LT: return RANGE_INT_LT;
    case CODE_LE: return RANGE_INT_LE;
    case CODE_EQ: return RANGE_INT_EQ;
    case CODE_AND: return RANGE_AND;
    default: return RANGE_OR;
    }
}

static int32_t translate(struct entry *e, const struct code_expr *x)
{
    int32_t a, b, to;
    if (x->op == CODE_INT) return range_int(e->r, x->integer);
    if (x->op == CODE_LOCAL) return e->at.at[x->slot];
    a = translate(e, x->a);
    b = translate(e, x->b);
    to = range_int_new(e->r, 1);
    RANGE_EMIT(e->r, operation(x->op), to, a, b);
    return to;
}

static void translate_body(struct entry *e, const struct code_body *body)
{
    for (const struct code_stmt *s = body->first; s; s = s->next) {
        int32_t at = translate(e, s->a);
        while (e->at.n <= s->slot) VEC_ADD(e->r->l->scratch, &e->at, 0);
        e->at.at[s->slot] = at;
    }
}

static struct entry *entry_new(struct range *r, int32_t index)
{
    struct entry *e = ARENA_NEW(r->l->scratch, struct entry);
    e->r = r;
    e->f.role = CODE_EVAL;
    code_slot_new(r->l->code, &e->f, "i", CODE_I, 0);
    VEC_ADD(r->l->scratch, &e->at, index);
    e->t = taylor_new(r->l, &e->f, AT_EVAL);
    return e;
}

/* Values of the iterators that e has bound. */
static void bind_all(struct entry *e)
{
    struct range *r = e->r;
    for (const struct bound *b = e->t.bounds; b; b = b->up) {
        int32_t digit = translate(e, b->digit), scaled = range_int_new(r, 1);
        int32_t value = range_int_new(r, 1);
        RANGE_EMIT(r, RANGE_INT_MUL, scaled, digit, range_int(r, b->step));
        RANGE_EMIT(r, RANGE_INT_ADD, value, scaled, range_int(r, b->lo));
        range_bind(r, b->iter, value);
    }
}

void range_enter_box(struct range *r, struct ir_iter **iters, int32_t n, int32_t point)
{
    struct entry *e = entry_new(r, point);
    struct code_body body = {0};
    taylor_bind_box(&e->t, &body, iters, n, code_local(r->l->code, &e->f, 0));
    translate_body(e, &body);
    bind_all(e);
}

/* ---- Clusters -------------------------------------------------------------------------------- */

static void add_piece(struct range *r, const struct cluster *c, const struct piece *p, int32_t i)
{
    struct range_scope scope = {0};
    struct entry *e = entry_new(r, i);
    struct code_body body = {0};
    struct code_expr *member = lower_enter(&e->t, &body, c, p, code_local(r->l->code, &e->f, 0));
    int32_t next = 0;
    translate_body(e, &body);
    if (member) {
        RANGE_EMIT(r, RANGE_UNLESS, translate(e, member), 0);
        next = range_here(r) - 1;
    }
    r->bounds = NULL;
    r->scope = &scope;
    r->l->m->at = p->at;
    bind_all(e);
    RANGE_EMIT(r, RANGE_END, range_value(r, p->value));
    r->scope = NULL;
    if (member) r->code.at[next] = range_here(r);
}

static void note(struct ir_model *m, const struct cluster *c, const struct range *r)
{
    const struct piece *p = c->pieces;
    struct ir_opaque o = {.count = (int32_t)(c->hi - c->lo + 1),
                          .text = p->text ? p->text : p->name,
                          .why = r->opaque,
                          .at = p->at,
                          .why_at = r->at};
    VEC_ADD(m->arena, &m->opaque, o);
}

void range_group(struct lower *l, const struct cluster *c, struct code_group *g)
{
    struct range r = range_new(l);
    int32_t i = range_int_new(&r, 1);
    for (int32_t k = 0; k < c->n && !r.opaque; k++) add_piece(&r, c, &c->pieces[k], i);
    if (c->n > 1) { /* none of them: does not happen */
        int32_t zero = range_jet_new(&r, 1);
        RANGE_EMIT(&r, RANGE_CLEAR, zero, 1);
        RANGE_EMIT(&r, RANGE_END, zero);
    }
    g->opaque = r.opaque;
    if (r.opaque)
        note(l->m, c, &r);
    else
        range_finish(&r, 0, 0, g->range);
}
