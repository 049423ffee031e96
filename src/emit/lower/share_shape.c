/* SPDX-License-Identifier: MIT */
/* share_shape.c - what a function consists of, and its copy with holes: the two walk through it in
 * the same order. Comments and lines do not belong to the shape; messages at run time do. */
#include "emit/lower/share.h"
#include <string.h>

static bool is_literal(const struct code_expr *x)
{
    return x->op == CODE_REAL || x->op == CODE_INT;
}

/* ---- Shapes ---------------------------------------------------------------------------------- */

static void word(struct share_shape *to, int64_t v)
{
    VEC_ADD(to->arena, &to->words, v);
}

static void shape_literal(struct share_shape *to, const struct code_expr *x)
{
    int64_t bits = x->integer;
    if (x->op == CODE_REAL) memcpy(&bits, &x->number, sizeof bits);
    VEC_ADD(to->arena, &to->literals, bits);
    VEC_ADD(to->arena, &to->real, x->op == CODE_REAL);
}

static void shape_expr(struct share_shape *to, const struct code_expr *x)
{
    word(to, x ? (int64_t)x->op * 4 + x->type : -1);
    if (!x) return;
    if (is_literal(x)) {
        shape_literal(to, x);
        return;
    }
    word(to, x->slot);
    word(to, x->op == CODE_CALL ? x->fn->number : x->integer);
    shape_expr(to, x->a);
    shape_expr(to, x->b);
    shape_expr(to, x->c);
    for (int32_t k = 0; x->op == CODE_CALL && k < x->fn->n_params; k++) {
        shape_expr(to, x->args[k]);
    }
}

/* Messages differ where their text does. */
static void shape_text(struct share_shape *to, const struct code_stmt *x)
{
    if (x->op == CODE_FAULT || x->op == CODE_WHILE) {
        word(to, x->at.file);
        word(to, (int64_t)x->at.pos << 32 | x->at.len);
    }
    for (const char *c = x->text ? x->text : ""; *c; c++) word(to, *c);
    word(to, 0);
}

static void shape_body(struct share_shape *to, const struct code_body *body)
{
    for (const struct code_stmt *x = body->first; x; x = x->next) {
        if (x->op == CODE_LINE || x->op == CODE_NOTE) continue;
        word(to, x->op);
        word(to, x->slot);
        word(to, x->integer);
        shape_text(to, x);
        shape_expr(to, x->a);
        shape_expr(to, x->b);
        shape_body(to, &x->body);
        shape_body(to, &x->other);
    }
    word(to, -1);
}

void share_shape(struct share_shape *to, const struct code_fn *f)
{
    to->words.n = to->literals.n = to->real.n = 0;
    word(to, f->role);
    word(to, f->type);
    for (int32_t k = 0; k < f->slots.n; k++) {
        word(to, (int64_t)f->slots.at[k].size * 4 + f->slots.at[k].type);
    }
    word(to, -2);
    shape_body(to, &f->body);
}

/* ---- The copy -------------------------------------------------------------------------------- */

struct copying {
    struct code_model *m;
    const struct code_fn *of;
    const struct share_column *columns;
    int32_t literal;   /* number of literals copied so far */
    int32_t more, n_i; /* parameters added, integers among them */
};

static int32_t slot_of(const struct copying *c, int32_t slot)
{
    return slot < c->of->n_params ? slot : slot + c->more;
}

static struct code_expr hole(const struct copying *c, const struct share_column *column,
                             enum code_type type)
{
    struct code_expr x = {.op = CODE_HOLE, .type = type, .integer = column->at};
    if (!c->of->twin) return x;
    x.op = CODE_LOCAL;
    x.integer = 0;
    x.slot = c->of->n_params + (column->real ? c->n_i : 0) + column->at;
    return x;
}

static struct code_expr *copy_expr(struct copying *c, const struct code_expr *x)
{
    struct code_expr *y;
    if (!x) return NULL;
    y = ARENA_NEW(c->m->arena, struct code_expr);
    *y = *x;
    if (is_literal(x)) {
        const struct share_column *column = &c->columns[c->literal++];
        if (column->hole) *y = hole(c, column, x->type);
        return y;
    }
    y->slot = slot_of(c, x->slot);
    y->a = copy_expr(c, x->a);
    y->b = copy_expr(c, x->b);
    y->c = copy_expr(c, x->c);
    if (x->op != CODE_CALL) return y;
    y->args = ARENA_ARRAY(c->m->arena, struct code_expr *, x->fn->n_params + 1);
    for (int32_t k = 0; k < x->fn->n_params; k++) y->args[k] = copy_expr(c, x->args[k]);
    return y;
}

static void copy_body(struct copying *c, struct code_body *to, const struct code_body *from)
{
    *to = (struct code_body){.last = &to->first};
    for (const struct code_stmt *x = from->first; x; x = x->next) {
        struct code_stmt *y = code_add(c->m, to, x->op);
        y->slot = slot_of(c, x->slot);
        y->integer = x->integer;
        y->text = x->text;
        y->at = x->at;
        y->a = copy_expr(c, x->a);
        y->b = copy_expr(c, x->b);
        copy_body(c, &y->body, &x->body);
        copy_body(c, &y->other, &x->other);
    }
}

static void copy_slots(struct copying *c, struct code_fn *to)
{
    const struct code_fn *f = c->of;
    memset(&to->slots, 0, sizeof to->slots);
    for (int32_t k = 0; k < f->slots.n + c->more; k++) {
        int32_t added = k - f->n_params;
        struct code_slot s = {.name = "n", .type = CODE_I};
        if (added >= c->n_i) s = (struct code_slot){.name = "r", .type = CODE_R};
        if (added < 0) s = f->slots.at[k];
        if (added >= c->more) s = f->slots.at[k - c->more];
        VEC_ADD(c->m->arena, &to->slots, s);
    }
    to->n_params += c->more;
}

struct code_fn *share_copy(struct code_model *m, const struct code_fn *f,
                           const struct share_column *columns, int32_t n_i, int32_t n_r)
{
    struct copying c = {.m = m, .of = f, .columns = columns, .n_i = n_i};
    struct code_fn *g = ARENA_NEW(m->arena, struct code_fn);
    *g = *f;
    if (f->twin) c.more = n_i + n_r;
    if (c.more) copy_slots(&c, g);
    copy_body(&c, &g->body, &f->body);
    VEC_ADD(m->arena, &m->functions, g);
    return g;
}
