/* SPDX-License-Identifier: MIT */
/* check.c - one flat class.
 *
 *   1. built-in names and the members of the class are entered
 *   2. variables get types and sizes, their values and attributes are checked
 *   3. equations and algorithms
 *   4. bodies of functions
 *   5. what only now is known: parameters without a value, reinit of what is not a state
 *   6. annotations */
#include "check/stage.h"
#include "base/text.h"
#include "inst/inst.h"

#include <math.h>
#include <string.h>

/* ---- The flat class -------------------------------------------------------------------------- */

static void check_element(struct check *c, struct ast_element *e)
{
    if (e->kind == ELEMENT_CLASS && !e->class_->is_enumeration)
        check_function(c, e->class_->symbol);
    if (e->kind != ELEMENT_COMPONENT) return;
    check_bound(c, e->symbol);
    if (e->symbol->variability == VARY_CONSTANT && !e->symbol->binding)
        error_at(c->m, e->symbol->at, "constant '%s' has no value", e->symbol->name);
}

static void check_class(struct check *c, struct symbol *model)
{
    struct where old = check_surroundings(c, model->scope);
    for (int32_t k = 0; k < model->class_->n_elements; k++)
        check_element(c, &model->class_->elements[k]);
    check_sections(c, model->class_);
    c->in = old;
}

/* ---- Variables of the model ------------------------------------------------------------------ */

/* Does the setting name s, or an element of it? stage[2].r.R is one of stage.r.R. */
static bool is_set_by(const struct symbol *s, const struct check_override *o)
{
    const char *name = s->name, *p = o->name, *index;
    while ((index = text_outside_quotes(p, "["))) {
        size_t n = (size_t)(index - p);
        if (strncmp(name, p, n) != 0) return false;
        name += n;
        if (!(p = strchr(index, ']'))) return false;
        p++;
    }
    return strcmp(name, p) == 0;
}

static void find_overrides(struct check *c, struct symbol *s)
{
    bool fixed = s->variability == VARY_CONSTANT || s->is_final;
    if (s->variability > VARY_PARAMETER) return;
    for (int32_t i = c->n_overrides - 1; i >= 0; i--) {
        if (!is_set_by(s, &c->overrides[i])) continue;
        if (fixed) {
            error_at(c->m, s->at, "'%s' is %s and cannot be set to %g", s->name,
                     s->variability == VARY_CONSTANT ? "a constant" : "final",
                     c->overrides[i].value);
            return;
        }
        s->override = &c->overrides[i];
        s->n_overrides = c->n_overrides - i;
    }
}

static void collect_variables(struct check *c, struct symbol *model)
{
    const struct scope *scope = model->scope;
    for (int32_t k = 0; k < scope->members.n; k++) {
        struct symbol *s = scope->members.at[k];
        if (s->kind != SYMBOL_VARIABLE || (s->element->prefixes & PREFIX_ELSEWHERE)) continue;
        s->number = c->out->variables.n;
        VEC_ADD(c->arena, &c->out->variables, s);
        find_overrides(c, s);
    }
}

/* An input without a value is given from outside; a run of the model alone keeps its start
 * value. */
static void check_outside(struct check *c, struct symbol *s)
{
    s->outside = s->type->base == TYPE_REAL && s->variability == VARY_CONTINUOUS && !s->state;
    if (s->outside) return;
    if (s->state) {
        error_at(c->m, s->at, "the derivative of input '%s' is not known", s->name);
        hint_last(c->m, "what is given from outside may jump; give it a value: input Real %s = ...",
                  s->name);
        return;
    }
    error_at(c->m, s->at, "input '%s' has no value", s->name);
    hint_last(
        c->m,
        "only a continuous Real can be given from outside; give it a value, or make it a Real");
}

/* In the dialect, what no one mentions keeps its start value. */
static void check_mentioned(struct check *c, struct symbol *s)
{
    if (!c->out->mu || s->used || s->assigned || s->causality != CAUSE_NONE) return;
    if (s->variability != VARY_CONTINUOUS || s->type->base != TYPE_REAL) return;
    s->variability = VARY_DISCRETE;
    warning_at(c->m, s->at, "no equation determines '%s', and none reads it: it keeps its %s",
               s->name, s->attr[ATTR_START].value ? "start value" : "value 0");
}

static void check_has_value(struct check *c, struct symbol *s)
{
    if (s->absent || s->binding || type_is_error(s->type) || s->value) return;
    check_mentioned(c, s);
    if (s->variability == VARY_PARAMETER && !s->assigned) {
        if (s->attr[ATTR_START].value && s->attr[ATTR_FIXED].value)
            return; /* an initial equation will give it */
        else if (s->attr[ATTR_START].value)
            warning_at(c->m, s->at, "parameter '%s' has no value: its start value is used",
                       s->name);
        else if (c->out->mu)
            warning_at(c->m, s->at, "parameter '%s' has no value: 0 is used", s->name);
        else if (!s->attr[ATTR_FIXED].value) {
            error_at(c->m, s->at, "parameter '%s' has no value", s->name);
            hint_last(c->m, "write: parameter %s %s = ...",
                      type_text(c->arena, type_scalar(s->type->base)), s->name);
        }
    }
    if (c->out->mu && s->discrete_prefix && !s->assigned && !s->attr[ATTR_START].value)
        warning_at(c->m, s->at, "discrete '%s' has no start value: 0 is used", s->name);
    if (s->causality == CAUSE_INPUT && s->variability > VARY_PARAMETER) check_outside(c, s);
}

/* Constants and texts get their values, unless they are large. */
static void check_constant(struct check *c, struct symbol *s)
{
    struct value_reason why;
    bool text = s->type->base == TYPE_STRING && s->variability == VARY_PARAMETER;
    check_bound(c, s);
    if (s->absent) return;
    if ((s->variability != VARY_CONSTANT && !text) || !s->binding || type_is_error(s->type)) return;
    if (type_is_error(s->binding->type) || type_count(s->type) > 10000) return;
    if ((s->parent && s->parent->kind == SYMBOL_FUNCTION && s->variability != VARY_CONSTANT) ||
        s->value)
        return;
    if (value_of_symbol(c->m, c, s, s->at, &why) != VALUE_NONE) return;
    error_at(c->m, s->at, "the value of %s '%s' cannot be computed%s%s", symbol_word(s), s->name,
             why.text ? ": " : "", why.text ? why.text : "");
}

/* A setting must be a value of the type, also of a variable that is set when the run starts. */
static void check_overrides(struct check *c, const struct symbol *s)
{
    bool whole = s->type->base == TYPE_INTEGER || s->type->base == TYPE_ENUM;
    if (c->m->errors || (!whole && s->type->base != TYPE_BOOLEAN)) return;
    for (int32_t k = 0; k < c->n_overrides; k++) {
        const struct check_override *o = &c->overrides[k];
        if (!is_set_by(s, o) || (whole ? o->value == floor(o->value) && fabs(o->value) < 0x1p53
                                       : o->value == 0 || o->value == 1))
            continue;
        error_at(c->m, s->at, "%s '%s' cannot be set to %g",
                 type_text(c->arena, type_scalar(s->type->base)), o->name, o->value);
        return;
    }
}

static void check_variables(struct check *c)
{
    for (int32_t k = 0; k < c->out->variables.n; k++) {
        struct symbol *s = c->out->variables.at[k];
        check_has_value(c, s);
        check_constant(c, s);
        check_overrides(c, s);
    }
    for (int32_t k = 0; k < c->constants.n; k++) check_constant(c, c->constants.at[k]);
    for (int32_t k = 0; k < c->reinits.n; k++) {
        const struct ast_expr *e = c->reinits.at[k];
        if (e->symbol->state) continue;
        error_at(c->m, e->at, "reinit needs a state, but der(%s) does not occur", e->symbol->name);
    }
}

/* ---- All ------------------------------------------------------------------------------------- */

static void check_all(struct check *c, struct symbol *model)
{
    c->out->model = model;
    collect_variables(c, model);
    check_mark_discrete(model);
    check_class(c, model);
    for (int32_t k = 0; k < c->functions.n; k++) check_function_body(c, c->functions.at[k]);
    check_variables(c);
    check_cycles(c);
    check_settings(c, model->class_);
    for (int32_t k = 0; k < c->out->variables.n; k++) /* behind: later rules win */
        check_variable_annotation(c, c->out->variables.at[k]);
    if (!c->m->errors && !c->out->mu) check_units(c);
}

struct checked *check_model(struct messages *m, struct names *names, const struct inst_model *inst,
                            struct check_override *overrides, int32_t n_overrides)
{
    struct check *c = ARENA_NEW(m->arena, struct check);
    struct symbol *model;
    *c = (struct check){.m = m, .names = names, .arena = m->arena};
    c->out = ARENA_NEW(m->arena, struct checked);
    c->overrides = overrides;
    c->n_overrides = n_overrides;
    c->root_file = inst->flat->at.file;
    scope_builtins(c);
    model = scope_model(c, inst->flat);
    c->in.scope = model->scope;
    c->out->mu = inst->mu;
    check_all(c, model);
    return m->errors > 0 ? NULL : c->out;
}

bool check_is_complete(const struct checked *c)
{
    for (int32_t k = 0; k < c->variables.n; k++) {
        const struct symbol *s = c->variables.at[k];
        if (!s->type || type_is_error(s->type) || s->number != k || !s->element) return false;
        if (s->binding && !s->binding->type) return false;
    }
    return c->model && c->model->class_;
}
