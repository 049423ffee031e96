/* SPDX-License-Identifier: MIT */
/* explain.c - what became of the equations, in the words of the text.
 *
 * graph/ notes for each equation, or for each `for` of equations, the unknown it was solved for and
 * how, in the order in which values are found. Algebraic variables are then put in everywhere, so
 * that nothing of this is left in the definitions; here it is made readable. */
#include "emit/explain.h"
#include "flat/ir/print.h"
#include <string.h>

static saltus_loc loc_of(const struct ir_model *m, struct place at)
{
    saltus_loc loc = {0};
    if (at.file <= 0 || at.file >= m->messages->sources.n) return loc;
    at = place_origin(m->messages, at);
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

const saltus_solution *explain_solutions(struct ir_model *m)
{
    saltus_solution *list = ARENA_ARRAY(m->arena, saltus_solution, m->solutions.n + 1);
    for (int32_t k = 0; k < m->solutions.n; k++) {
        const struct ir_solution *s = &m->solutions.at[k];
        list[k] = (saltus_solution){.unknown = ir_text(m->arena, s->unknown),
                                    .range = range_text(m, s),
                                    .text = s->text,
                                    .at = loc_of(m, s->at),
                                    .how = s->how,
                                    .block = s->block,
                                    .start = s->start};
    }
    return list;
}

/* ---- Notes ----------------------------------------------------------------------------------- */

struct notes {
    struct ir_model *m;
    VEC(saltus_change) list;
    VEC(struct place) at; /* of each */
};

/* Equations of one place, differentiated as often, are one note. */
static void note_reduced(struct notes *n, const struct ir_reduced *r)
{
    saltus_change new = {.kind = r->var ? SALTUS_NO_STATE : SALTUS_DIFFERENTIATED, .count = 1};
    for (int32_t k = 0; k < n->list.n && !r->var; k++) {
        saltus_change *old = &n->list.at[k];
        if (old->times != r->times || n->at.at[k].pos != r->at.pos ||
            n->at.at[k].file != r->at.file)
            continue;
        old->count += r->points;
        return;
    }
    new.text = r->var ? r->var->name : r->text;
    if (r->var) new.count = r->var->count;
    if (!r->var) new.count = r->points;
    new.at = loc_of(n->m, r->at);
    new.times = r->times;
    VEC_ADD(n->m->arena, &n->list, new);
    VEC_ADD(n->m->arena, &n->at, r->at);
}

static void note_opaque(struct notes *n, const struct ir_opaque *o)
{
    saltus_loc why = loc_of(n->m, o->why_at), at = loc_of(n->m, o->at);
    saltus_change new = {.kind = SALTUS_NO_RANGE, .text = o->text, .at = at, .count = o->count};
    new.why = o->why;
    if (why.line && why.line != at.line)
        new.why = arena_format(n->m->arena, "%s, line %u", o->why, why.line);
    VEC_ADD(n->m->arena, &n->list, new);
}

const saltus_change *explain_changes(struct ir_model *m, size_t *n)
{
    struct notes notes = {.m = m};
    for (int var = 0; var < 2; var++)
        for (int32_t k = 0; k < m->reduced.n; k++)
            if ((m->reduced.at[k].var != NULL) == var) note_reduced(&notes, &m->reduced.at[k]);
    for (int32_t k = 0; k < m->apart.n; k++) {
        const struct ir_apart *a = &m->apart.at[k];
        saltus_change new = {.kind = SALTUS_WRITTEN_OUT,
                             .text = a->text,
                             .at = loc_of(m, a->at),
                             .count = (int32_t)a->points,
                             .why = a->why};
        VEC_ADD(m->arena, &notes.list, new);
    }
    for (int32_t k = 0; k < m->opaque.n; k++) note_opaque(&notes, &m->opaque.at[k]);
    *n = (size_t)notes.list.n;
    return notes.list.at;
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
