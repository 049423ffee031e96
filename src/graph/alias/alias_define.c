/* SPDX-License-Identifier: MIT */
/* alias_define.c - what was taken out of the system gets its definitions.
 *
 * Once the rest is solved, a piece is a definition like others: x[index] := y[...]. Those that were
 * taken out last come first, since earlier ones may refer to them. */
#include "graph/alias/alias.h"

int64_t graph_aliased(const struct graph_system *s, int32_t u,
                      void (*fn)(void *user, const struct graph_span *span), void *user)
{
    int64_t n = 0;
    if (!s->aliases || u >= s->aliases->n_unknowns) return 0;
    for (int32_t k = 0; k < s->aliases->of[u].n; k++) {
        const struct alias_piece *p = &s->aliases->pieces.at[s->aliases->of[u].at[k]];
        if (p->kept) continue;
        if (fn) fn(user, &p->span);
        n += p->span.size;
    }
    return n;
}

static void note(struct graph_system *s, const struct alias_piece *p, struct ir *x)
{
    struct ir *leaf = p->value->op == IR_NEG ? p->value->arg[0] : p->value;
    bool other = leaf->op == IR_VAR && leaf->var->kind != VAR_PARAMETER;
    struct ir_solution n = {.unknown = x,
                            .iters = p->iters,
                            .n_iters = p->n_iters,
                            .how = other ? SALTUS_ALIAS : SALTUS_EXPLICIT,
                            .at = p->at,
                            .text = p->text};
    VEC_ADD(s->m->arena, &s->m->solutions, n);
}

void graph_define_aliases(struct graph_system *s)
{
    for (int32_t k = s->aliases ? s->aliases->pieces.n - 1 : -1; k >= 0; k--) {
        const struct alias_piece *p = &s->aliases->pieces.at[k];
        struct ir_var *v = s->unknowns.at[p->unknown].var;
        struct graph_def d = {.def = {.var = v,
                                      .iters = p->iters,
                                      .n_iters = p->n_iters,
                                      .index = p->index,
                                      .value = p->value,
                                      .at = p->at,
                                      .text = p->text}};
        if (p->kept || p->gone) continue;
        d.span = p->span;
        note(s, p, ir_var_at(s->m, IR_VAR, v, p->index));
        VEC_ADD(s->m->arena, &s->defs, d);
    }
}
