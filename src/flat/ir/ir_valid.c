/* SPDX-License-Identifier: MIT */
/* ir_valid.c - which fields of the flat model hold after which stage (docs/compiler.md). For
 * assertions between stages. */
#include "flat/ir/ir.h"

static bool equations_hold(const struct ir_model *m)
{
    for (int32_t k = 0; k < m->eqs.n; k++)
        if (!m->eqs.at[k].lhs || !m->eqs.at[k].rhs) return false;
    for (int32_t k = 0; k < m->vars.n; k++)
        if (!m->vars.at[k] || !m->vars.at[k]->name) return false;
    return true;
}

static bool is_watched(const struct ir_model *m)
{
    for (int32_t k = 0; k < m->guards.n; k++)
        if (!m->guards.at[k].z) return false;
    return true;
}

static bool is_solved(const struct ir_model *m)
{
    for (int32_t k = 0; k < m->defs.n; k++)
        if (!m->defs.at[k].var || !m->defs.at[k].value) return false;
    for (int32_t k = 0; k < m->loops.n; k++)
        if (!m->loops.at[k] || !m->loops.at[k]->residual) return false;
    return true;
}

bool ir_is_valid(const struct ir_model *m, enum ir_stage after)
{
    bool no_guards = m->guards.n == 0 && m->clocks.n == 0;
    bool no_defs = m->defs.n == 0 && m->start_defs.n == 0 && m->loops.n == 0 && m->n_states == 0;
    switch (after) {
    case STAGE_EXPANDED: return equations_hold(m) && no_guards && no_defs;
    case STAGE_WATCHED: return equations_hold(m) && is_watched(m) && no_defs;
    case STAGE_SOLVED: return is_watched(m) && is_solved(m);
    }
    return false;
}
