/* SPDX-License-Identifier: MIT */
/* explain.c - what became of the equations, in the words of the text.
 *
 * graph/ notes for each equation, or for each `for` of equations, the unknown it was solved for and how,
 * in the order in which values are found. Algebraic variables are then put in everywhere, so that
 * nothing of this is left in the definitions; here it is made readable. */
#include "emit/explain.h"
#include "flat/print.h"
#include <string.h>

static saltus_loc loc_of(const struct ir_model *m, struct place at)
{
    saltus_loc loc = {0};
    if (at.file <= 0 || at.file >= m->messages->sources.n) return loc;
    loc.file = m->messages->sources.at[at.file].name;
    loc.len = at.len;
    place_line(m->messages, at, &loc.line, &loc.col);
    return loc;
}

static const char *range_text(struct ir_model *m, const struct ir_solution *s)
{
    struct printer p = {.arena = m->arena};
    if (s->n_iters == 0) return NULL;
    for (int32_t k = 0; k < s->n_iters; k++) {
        ir_put(&p, k ? ", " : "");
        ir_put_range(&p, s->iters[k]);
    }
    VEC_ADD(m->arena, &p.text, 0);
    return p.text.at;
}

static saltus_how how_of(enum ir_how how)
{
    static const saltus_how map[] = {[HOW_EXPLICIT] = SALTUS_EXPLICIT,
                                     [HOW_LINEAR] = SALTUS_DIVIDED,
                                     [HOW_ELIMINATED] = SALTUS_ELIMINATED,
                                     [HOW_CRAMER] = SALTUS_CRAMER,
                                     [HOW_LU] = SALTUS_LU,
                                     [HOW_NEWTON] = SALTUS_NEWTON,
                                     [HOW_ALIAS] = SALTUS_ALIAS};
    return map[how];
}

const saltus_solution *explain_solutions(struct ir_model *m)
{
    saltus_solution *list = ARENA_ARRAY(m->arena, saltus_solution, m->solutions.n + 1);
    for (int32_t k = 0; k < m->solutions.n; k++) {
        const struct ir_solution *s = &m->solutions.at[k];
        list[k] = (saltus_solution){.unknown = ir_text(m->arena, s->unknown),
                                    .range = range_text(m, s),
                                    .text = s->text,
                                    .at = loc_of(m, s->at),
                                    .how = how_of(s->how),
                                    .block = s->block,
                                    .start = s->start};
    }
    return list;
}

bool explain_structural(const struct ir_model *m, const char *parameter)
{
    for (int32_t k = 0; k < m->vars.n; k++) {
        const struct ir_var *v = m->vars.at[k];
        if (strcmp(v->label ? v->label : v->name, parameter) == 0) return v->structural;
    }
    return false;
}

const char *explain_text(const struct ir_model *m)
{
    const struct symbol *model = m->checked ? m->checked->model : NULL;
    return model && model->class_ ? model->class_->comment : NULL;
}
