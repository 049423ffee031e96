/* SPDX-License-Identifier: MIT */
/* lower.c - the solved model, piece by piece, as code. */
#include "emit/lower/lower.h"
#include <string.h>

int32_t lower_table(struct lower *l, const struct ir_var *v)
{
    struct code_table table = {.n = v->count};
    if (l->table_of[v->number]) return l->table_of[v->number] - 1;
    table.at = ARENA_ARRAY(l->arena, double, v->count + 1);
    if (v->count) memcpy(table.at, v->data, sizeof *table.at * (size_t)v->count);
    VEC_ADD(l->arena, &l->code->tables, table);
    l->table_of[v->number] = l->code->tables.n;
    return l->code->tables.n - 1;
}

/* A model with inputs from outside may be a block in a diagram. */
static bool is_block(const struct ir_model *m)
{
    for (int32_t k = 0; k < m->vars.n; k++)
        if (m->vars.at[k]->outside) return true;
    return false;
}

struct code_model *lower_model(struct ir_model *m)
{
    struct lower l = {.m = m,
                      .arena = m->arena,
                      .scratch = arena_scratch(m->arena),
                      .seed = -1,
                      .draws = -1,
                      .block = is_block(m)};
    int errors = m->messages->errors;
    l.code = ARENA_NEW(m->arena, struct code_model);
    l.code->arena = m->arena;
    l.code->messages = m->messages;
    l.code->name = m->name;
    l.table_of = ARENA_ARRAY(m->arena, int32_t, m->vars.n + 1);
    l.sum_partial = ARENA_ARRAY(m->arena, struct code_fn *, m->sums.n + 1);
    l.loops = ARENA_ARRAY(m->arena, struct lower_loop, m->loops.n + 1);
    l.delay_shape = ARENA_ARRAY(m->arena, int8_t, m->delays.n + 1);
    lower_derivatives(&l);
    lower_outputs(&l);
    lower_guards(&l);
    lower_clocks(&l);
    lower_sums(&l);
    lower_delays(&l);
    lower_angles(&l);
    lower_handlers(&l);
    lower_start(&l);
    lower_tables(&l);
    arena_clear(l.scratch);
    return m->messages->errors > errors ? NULL : l.code;
}
