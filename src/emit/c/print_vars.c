/* SPDX-License-Identifier: MIT */
/* print_vars.c - who mentions which variable of a function, and where: decides what is declared
 * where, and what need not be printed at all.
 *
 * Mentions are met in the order of the text. A variable can be declared by the statement of its
 * first mention if that one sets it, and if the block it is in is around all other mentions.
 * (In a loop it then gets a value in every turn before it is read.) */
#include "emit/c/print.h"

static const struct block *common(const struct block *a, const struct block *b)
{
    while (a != b) {
        if (a->depth >= b->depth)
            a = a->up;
        else
            b = b->up;
    }
    return a;
}

static struct mention *mention(struct writer *w, int32_t slot, bool reads)
{
    struct mention *of = &w->of[slot];
    of->around = of->first ? common(of->around, w->block) : w->block;
    if (!of->first) {
        of->first = w->stmt;
        of->first_in = w->block;
        of->first_reads = reads;
    }
    *(reads ? &of->reads : &of->writes) += 1;
    return of;
}

static void see_expr(void *user, struct code_expr *x)
{
    struct writer *w = user;
    switch (x->op) {
    case CODE_LOCAL:
    case CODE_ITEM: mention(w, x->slot, true); break;
    case CODE_HOLE: *(x->type == CODE_R ? &w->sees_row_r : &w->sees_row_i) = true; break;
    case CODE_TIME:
    case CODE_SIGNAL:
    case CODE_WIDTH:
    case CODE_D:
    case CODE_P: w->sees_env = true; break;
    case CODE_CALL:
        w->sees_env = true;
        w->sees_reads |= x->fn->role == CODE_READS;
        w->sees_event |= x->fn->event;
        break;
    case CODE_PRE:
    case CODE_X: w->sees_event = true; break;
    default: break;
    }
}

static void see_stmt(struct writer *w, enum code_do op)
{
    bool loop = op == CODE_SOLVE || op == CODE_KNOWN;
    w->sees_env |= op == CODE_FAULT || op == CODE_WHILE || loop;
    for (int32_t k = 1; op == CODE_EXTERN && k < w->f->n_params; k++) mention(w, k, true);
    for (int32_t k = 0; loop && k < w->f->n_params; k++)
        if (op == CODE_SOLVE || k != 2) mention(w, k, true);
    w->sees_reads |= op == CODE_READ;
    w->sees_event |= op >= CODE_ASSIGN && op <= CODE_ADVANCE;
}

static void see_body(struct writer *w, const struct code_body *body, int32_t loop_slot)
{
    struct block *inner;
    const struct block *outer = w->block;
    if (!body->first && loop_slot < 0) return;
    inner = ARENA_NEW(w->p->m->arena, struct block);
    *inner = (struct block){outer, outer ? outer->depth + 1 : 0};
    w->block = inner;
    if (loop_slot >= 0) mention(w, loop_slot, false)->reads++; /* the loop itself reads it */
    for (const struct code_stmt *s = body->first; s; s = s->next) {
        w->stmt = s;
        code_look(s->a, see_expr, w);
        code_look(s->b, see_expr, w);
        if (s->op == CODE_SET || s->op == CODE_PUT) mention(w, s->slot, false);
        see_stmt(w, s->op);
        see_body(w, &s->body, s->op == CODE_FOR ? s->slot : -1);
        see_body(w, &s->other, -1);
    }
    w->block = outer;
}

bool code_is_param(const struct writer *w, int32_t slot)
{
    return slot < w->f->n_params;
}

bool code_declared_there(const struct writer *w, int32_t slot)
{
    const struct mention *of = &w->of[slot];
    if (code_is_param(w, slot) || w->f->slots.at[slot].size || !of->first) return false;
    return of->first_in == of->around && !of->first_reads;
}

bool code_is_idle(const struct writer *w, const struct code_stmt *s)
{
    if (s->op != CODE_SET && s->op != CODE_PUT) return false;
    return !w->of[s->slot].reads && !code_is_param(w, s->slot);
}

bool code_is_printed(const struct writer *w, const struct code_stmt *s)
{
    return s->op != CODE_LINE && (!code_is_idle(w, s) || code_calls(s->a) || code_calls(s->b));
}

void code_see(struct writer *w)
{
    w->of = ARENA_ARRAY(w->p->m->arena, struct mention, w->f->slots.n + 1);
    w->sees_env = w->f->counted;
    see_body(w, &w->f->body, -1);
}
