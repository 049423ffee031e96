/* SPDX-License-Identifier: MIT */
/* check.c - one model and all it uses.
 *
 *   1. built-in names and the classes of the file are entered; the model is chosen
 *   2. variables get types and sizes, their values and attributes are checked
 *   3. equations and algorithms
 *   4. bodies of functions, of those that were called and of those in the file
 *   5. what only now is known: parameters without a value, reinit of what is no state
 *   6. annotations                                                                             */
#include "check/stage.h"
#include "base/text.h"
#include "inst/inst.h"

#include <math.h>
#include <string.h>

/* ---- The model ------------------------------------------------------------------------------- */

static bool is_model(const struct symbol *s)
{
    return s->kind == SYMBOL_CLASS && s->class_ &&
           (s->class_->kind == CLASS_MODEL || s->class_->kind == CLASS_BLOCK ||
            s->class_->kind == CLASS_CLASS);
}

/* The last model of a scope, or of the packages in it; complete ones first. */
static struct symbol *last_model(struct check *c, struct scope *scope, int depth)
{
    struct symbol *found = NULL, *inside;
    for (int32_t k = 0; k < scope->members.n; k++) {
        struct symbol *s = scope->members.at[k];
        bool partial = s->class_ && (s->class_->prefixes & PREFIX_PARTIAL);
        if (is_model(s) && (!partial || !found)) found = s;
    }
    for (int32_t k = 0; !found && k < scope->members.n && depth < 20; k++) {
        struct symbol *s = scope->members.at[k];
        if (s->kind != SYMBOL_CLASS || s->class_->kind != CLASS_PACKAGE) continue;
        if ((inside = last_model(c, scope_of(c, s), depth + 1))) found = inside;
    }
    return found;
}

static struct symbol *named_model(struct check *c, const char *name)
{
    struct symbol *s = NULL;
    struct scope *scope = c->root;
    for (const char *dot; scope && name; name = dot ? dot + 1 : NULL) {
        dot = strchr(name, '.');
        s = scope_get(scope,
                      names_intern(c->names, name, dot ? (size_t)(dot - name) : strlen(name)));
        scope = s && s->class_ ? scope_of(c, s) : NULL;
        if (!s) return NULL;
        if (!scope && dot) return NULL;
    }
    return s && is_model(s) ? s : NULL;
}

static struct symbol *choose(struct check *c, const char *name)
{
    struct symbol *s = name ? named_model(c, name) : last_model(c, c->root, 0), *other;
    if (s) return s;
    other = last_model(c, c->root, 0);
    if (name)
        error_at(c->m, (struct place){0, 0, 0}, "there is no model '%s'", name);
    else
        error_at(c->m, (struct place){0, 0, 0}, "there is no model in %s",
                 c->m->sources.n > 1 ? c->m->sources.at[1].name : "the text");
    if (name && other) hint_last(c->m, "there is '%s'", other->name);
    return NULL;
}

/* ---- Elements -------------------------------------------------------------------------------- */

static bool import_exists(struct check *c, const struct ast_element *e)
{
    struct symbol *s;
    if (e->n_type_path == 0) return false;
    if (e->n_type_path == 1 && strcmp(e->type_path[0].name, "math") == 0) return false;
    s = scope_find(c, e->type_path, e->n_type_path, true, false);
    if (s && (e->import_all || e->n_import_names > 0) && !scope_of(c, s)) {
        error_at(c->m, e->at, "'%s' is no package", s->name);
        return false;
    }
    return s != NULL;
}

static void check_import(struct check *c, const struct ast_element *e)
{
    if (!import_exists(c, e)) return;
    for (int32_t k = 0; k < e->n_import_names; k++) {
        struct symbol *s = scope_find(c, e->type_path, e->n_type_path, true, true);
        if (s && !scope_get(scope_of(c, s), e->import_names[k]))
            error_at(c->m, e->at, "there is no '%s' in %s '%s'", e->import_names[k], symbol_word(s),
                     s->name);
    }
}

static void check_inner_class(struct check *c, struct ast_class *class_, uint32_t prefixes)
{
    struct symbol *s = class_->symbol;
    if (!s) return;
    if (c->flat) return; /* what the model uses of it is checked there; inst has found the rest */
    if ((class_->prefixes | prefixes) & (PREFIX_REPLACEABLE | PREFIX_REDECLARE))
        error_at(c->m, class_->name_at, "`replaceable` classes are not supported: '%s'", s->name);
    else if (s->kind == SYMBOL_FUNCTION && !class_->alias)
        check_function(c, s);
    else if (s->kind == SYMBOL_FUNCTION)
        check_function_named(c, s, s->at);
    else if (s->kind == SYMBOL_CLASS && class_->kind == CLASS_PACKAGE && !s->phase)
        check_class(c, s);
}

static void check_element(struct check *c, struct ast_element *e)
{
    switch (e->kind) {
    case ELEMENT_IMPORT: check_import(c, e); break;
    case ELEMENT_CLASS:
        if (e->class_) check_inner_class(c, e->class_, e->prefixes);
        break;
    case ELEMENT_EXTENDS:
        if (!c->flat) error_at(c->m, e->at, "`extends` is not supported yet");
        break;
    case ELEMENT_COMPONENT:
        if (!e->symbol) break;
        check_bound(c, e->symbol);
        if (e->symbol->variability == VARY_CONSTANT && !e->symbol->binding)
            error_at(c->m, e->symbol->at, "constant '%s' has no value", e->symbol->name);
        break;
    }
}

static void check_package_member(struct check *c, const struct ast_element *e)
{
    if (e->kind != ELEMENT_COMPONENT || !e->symbol || e->symbol->variability == VARY_CONSTANT)
        return;
    error_at(c->m, e->name_at, "'%s' is no constant: packages have constants and functions only",
             e->name);
}

void check_class(struct check *c, struct symbol *class_)
{
    struct where old = check_surroundings(c, scope_of(c, class_));
    class_->phase = 1;
    if (class_->class_->kind == CLASS_PACKAGE)
        for (int32_t k = 0; k < class_->class_->n_elements; k++)
            check_package_member(c, &class_->class_->elements[k]);
    for (int32_t k = 0; k < class_->class_->n_elements; k++)
        check_element(c, &class_->class_->elements[k]);
    if (class_->class_->kind == CLASS_PACKAGE && class_->class_->n_sections > 0)
        error_at(c->m, class_->class_->sections[0].at, "a package has no equations");
    else
        check_sections(c, class_->class_);
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
    struct scope *scope = scope_of(c, model);
    for (int32_t k = 0; k < scope->members.n; k++) {
        struct symbol *s = scope->members.at[k];
        if (s->kind != SYMBOL_VARIABLE) continue;
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

static void check_has_value(struct check *c, struct symbol *s)
{
    if (s->absent || s->binding || type_is_error(s->type) || s->value) return;
    if (s->variability == VARY_PARAMETER && !s->assigned) {
        if (s->attr[ATTR_START].value && s->attr[ATTR_FIXED].value)
            return; /* an initial equation will give it */
        else if (s->attr[ATTR_START].value)
            warning_at(c->m, s->at, "parameter '%s' has no value: its start value is used", s->name);
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

static void check_file(struct check *c, const struct ast_file *file)
{
    for (int32_t k = 0; k < file->n_classes; k++) {
        struct ast_class *class_ = file->classes[k];
        if (class_->name && scope_get(c->root, class_->name) == class_->symbol)
            check_inner_class(c, class_, 0);
    }
}

static void check_one(struct check *c, struct symbol *model, const struct ast_file *file)
{
    c->out->model = model;
    if (model->class_->prefixes & PREFIX_PARTIAL)
        error_at(c->m, model->at, "'%s' is partial and cannot be simulated", model->name);
    if (model->class_->alias) {
        error_at(c->m, model->at, "short model definitions are not supported: '%s'", model->name);
        return;
    }
    collect_variables(c, model);
    check_mark_discrete(c, model);
    check_class(c, model);
    check_file(c, file);
    for (int32_t k = 0; k < c->functions.n; k++) check_function_body(c, c->functions.at[k]);
    check_variables(c);
    check_cycles(c);
    check_settings(c, model->class_);
    for (int32_t k = 0; k < c->out->variables.n; k++) /* behind: later rules win */
        check_variable_annotation(c, c->out->variables.at[k]);
    if (!c->m->errors && !c->out->mu) check_units(c);
}

/* The names that can be seen from everywhere: built-in ones, the file, packages that were read. */
static void enter_all(struct check *c, struct ast_file *file, const struct inst_model *inst)
{
    scope_builtins(c);
    c->root = scope_new(c->arena, NULL, c->library);
    c->in.scope = c->root;
    scope_enter_file(c, file, c->root);
    for (int32_t k = 0; inst && k < inst->n_tops; k++) scope_enter_top(c, inst->tops[k], c->root);
}

struct checked *check_model(struct messages *m, struct names *names, struct ast_file *file,
                            const struct inst_model *inst, const char *model,
                            struct check_override *overrides, int32_t n_overrides)
{
    struct check *c = ARENA_NEW(m->arena, struct check);
    struct symbol *chosen;
    int errors = m->errors;
    *c = (struct check){.m = m, .names = names, .arena = m->arena, .flat = inst && inst->flat};
    c->out = ARENA_NEW(m->arena, struct checked);
    c->overrides = overrides;
    c->n_overrides = n_overrides;
    c->root_file = file->source;
    enter_all(c, file, inst);
    if (c->flat)
        chosen = scope_flat(c, inst->flat);
    else
        chosen = choose(c, inst && inst->name ? inst->name : model);
    if (!chosen) return NULL;
    c->out->mu = check_is_mu(file, chosen->class_);
    check_one(c, chosen, file);
    return m->errors > errors ? NULL : c->out;
}
