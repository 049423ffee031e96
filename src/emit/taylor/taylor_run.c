/* SPDX-License-Identifier: MIT */
/* taylor_run.c - whole expressions: their levels one after the other, each only if it is wanted. */
#include "emit/taylor/taylor.h"
#include <ctype.h>
#include <string.h>

struct taylor taylor_new(struct lower *l, struct code_fn *f, enum taylor_place place)
{
    struct taylor t = {.l = l, .code = l->code, .f = f, .place = place};
    t.order = -1;
    t.levels = place == AT_EVAL || place == AT_FUNCTION ? SERIES : 1;
    t.width = SALTUS_SIGNAL;
    t.seed = -1;
    return t;
}

const char *taylor_identifier(struct arena *a, const char *name, int k)
{
    char *s = k < 0 ? arena_format(a, "%s", name) : arena_format(a, "%s_%d", name, k);
    for (char *p = s; *p; p++)
        if (!isalnum((unsigned char)*p) && *p != '_') *p = '_';
    return s;
}

/* ---- Statements ------------------------------------------------------------------------------ */

void taylor_attach(struct code_body *to, struct code_body *part)
{
    if (!part->first) return;
    if (!to->last) to->last = &to->first;
    *to->last = part->first;
    to->last = part->last;
}

struct code_stmt *taylor_loop(struct taylor *t, struct code_body *to, int32_t slot, int64_t from,
                              int64_t last, int64_t step, struct code_body *part)
{
    struct code_stmt *s = code_add(t->code, to, CODE_FOR);
    s->slot = slot;
    s->integer = step;
    s->a = code_int(t->code, from);
    s->b = code_int(t->code, last);
    taylor_attach(&s->body, part);
    return s;
}

void taylor_if(struct taylor *t, struct code_body *to, struct code_expr *cond,
               struct code_body *yes, struct code_body *no)
{
    struct code_stmt *s;
    if (cond->op == CODE_INT) {
        if (cond->integer) taylor_attach(to, yes);
        if (!cond->integer && no) taylor_attach(to, no);
        return;
    }
    if (!yes->first && (!no || !no->first)) return;
    if (!yes->first) {
        cond = code_unary(t->code, CODE_NOT, cond);
        yes = no;
        no = NULL;
    }
    s = code_add(t->code, to, CODE_IF);
    s->a = cond;
    taylor_attach(&s->body, yes);
    if (no) taylor_attach(&s->other, no);
}

void taylor_fault(struct taylor *t, struct code_body *to, const char *text)
{
    struct code_stmt *s = code_add(t->code, to, CODE_FAULT);
    s->text = text;
    s->at = t->at;
}

struct code_expr *taylor_wanted(struct taylor *t, int k)
{
    if (t->order < 0) return code_int(t->code, k < t->levels);
    return code_binary(t->code, CODE_LT, code_int(t->code, k), code_local(t->code, t->f, t->order));
}

/* ---- Levels ---------------------------------------------------------------------------------- */

struct run {
    struct plan *p;
    struct ir *e;
    int levels;
    taylor_sink_fn *sink;
    void *user;
};

static void level(struct run *r, int k)
{
    struct region *top = r->p->top;
    taylor_push(top, k);
    r->sink(r->user, top->body, k, taylor_coef(top, r->e, k));
}

static void run_from(struct run *r, int k)
{
    struct code_body *here = r->p->top->body, inner = {0};
    level(r, k);
    if (k + 1 >= r->levels) return;
    r->p->top->body = &inner;
    run_from(r, k + 1);
    r->p->top->body = here;
    taylor_if(r->p->t, here, taylor_wanted(r->p->t, k + 1), &inner, NULL);
}

static int fewer(int a, int b)
{
    return a < b ? a : b;
}

void taylor_nest(struct taylor *t, struct region *outer, const struct ir_iter *iter,
                 struct code_body *to, struct ir *e, int levels, taylor_sink_fn *sink, void *user)
{
    struct run r = {NULL, e, fewer(levels, taylor_span(t, e)), sink, user};
    r.p = taylor_plan(t, outer, iter, r.levels, e);
    r.p->top->body = to;
    run_from(&r, 0);
}

struct code_expr *taylor_value(struct taylor *t, struct code_body *to, struct ir *e)
{
    struct plan *p = taylor_plan(t, NULL, NULL, 1, e);
    p->top->body = to;
    taylor_push(p->top, 0);
    return taylor_number(p->top, e, 0);
}

struct code_expr *taylor_target(struct taylor *t, struct code_body *to, struct ir *index,
                                int32_t first, int32_t count, const char *name)
{
    struct plan *p = taylor_plan(t, NULL, NULL, 1, index);
    p->top->body = to;
    return taylor_element(p->top, index, first, count, name);
}

struct store {
    struct taylor *t;
    int32_t slot;
    struct code_expr *offset;
};

static void put(void *user, struct code_body *to, int k, struct code_expr *c)
{
    struct store *s = user;
    struct code_model *m = s->t->code;
    code_put(m, to, s->slot, code_binary(m, CODE_ADD, s->offset, code_int(m, k)),
             c ? c : code_real(m, 0));
}

void taylor_store(struct taylor *t, struct region *outer, struct code_body *to, struct ir *e,
                  int32_t slot, struct code_expr *offset)
{
    struct store s = {t, slot, offset};
    taylor_nest(t, outer, NULL, to, e, t->levels, put, &s);
    for (int k = taylor_span(t, e); k < t->levels; k++) put(&s, to, k, NULL);
}
