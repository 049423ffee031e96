/* SPDX-License-Identifier: MIT */
/* settings.c - annotation(experiment(...), __Saltus_...): how a model wants to be run.
 *
 * Standard annotations that do not concern a run, and those of other vendors, are passed over. A
 * name of ours that does not exist is an error. Those of the dialect, MMO_..., are in vendor.c. */
#include "check/settings.h"
#include "base/method_names.h"
#include "base/text.h"

#include <math.h>
#include <string.h>

#define NAME(symbol, name) name,
#define WHOLE(name)        name,
static const char *const methods[] = {METHOD_NAMES(NAME, NAME) METHOD_NAMES_EXACT(WHOLE)
                                          METHOD_NAMES_WHOLE(WHOLE) NULL};
static const char *const whole_methods[] = {METHOD_NAMES_WHOLE(WHOLE) NULL};

/* ---- Values ---------------------------------------------------------------------------------- */

struct value *check_setting(struct check *c, const struct ast_modifier *mod)
{
    struct value_reason why;
    struct value *v = NULL;
    if (!mod->value) {
        error_at(c->m, mod->at, "'%s' needs a value", mod->path[0].name);
        return NULL;
    }
    if (type_is_error(check_expr(c, mod->value))) return NULL;
    if (value_of(c->m, c, mod->value, &v, &why) == VALUE_OK) return v;
    error_at(c->m, mod->value->at, "'%s' must be a constant", mod->path[0].name);
    return NULL;
}

bool check_setting_number(struct check *c, const struct ast_modifier *mod, double *out)
{
    struct value *v = check_setting(c, mod);
    if (!v) return false;
    if (v->number && v->type->base != TYPE_BOOLEAN && v->count == 1 && v->type->rank <= 1) {
        *out = v->number[0];
        return true;
    }
    error_at(c->m, mod->value->at, "'%s' must be a number, not %s", mod->path[0].name,
             type_text(c->arena, v->type));
    return false;
}

static void say_unknown(struct check *c, const struct ast_modifier *mod, const char *const *known,
                        bool error)
{
    const char *name = mod->path[0].name, *near;
    int32_t n = 0;
    while (known[n]) n++;
    near = scope_nearest(name, known, n);
    if (error)
        error_at(c->m, mod->path[0].at, "unknown annotation '%s'", name);
    else
        warning_at(c->m, mod->path[0].at, "unknown annotation '%s' is ignored", name);
    if (near) hint_last(c->m, "did you mean '%s'?", near);
}

/* ---- Tolerances ------------------------------------------------------------------------------ */

static int64_t state_scalars(const struct check *c)
{
    int64_t n = 0;
    for (int32_t k = 0; k < c->out->variables.n; k++)
        if (c->out->variables.at[k]->state) n += type_count(c->out->variables.at[k]->type);
    return n;
}

static bool positive(struct check *c, const struct ast_modifier *mod, const struct value *v)
{
    for (int64_t k = 0; k < v->count; k++) {
        if (v->number[k] > 0 && isfinite(v->number[k])) continue;
        error_at(c->m, mod->value->at, "'%s' must be positive", mod->path[0].name);
        return false;
    }
    return true;
}

/* One empty rule for each state, in order of declaration. */
static void make_state_rules(struct check *c)
{
    for (int32_t k = 0; k < c->out->variables.n; k++) {
        const struct symbol *s = c->out->variables.at[k];
        for (int32_t i = 0; s->state && i < type_count(s->type); i++) {
            char name[512];
            saltus_rule rule = {NULL, NULL, 0, 0};
            text_element(name, sizeof name, s->label, s->type->size, i);
            rule.pattern = arena_text(c->arena, name, strlen(name));
            VEC_ADD(c->arena, &c->out->settings.rules, rule);
        }
    }
    c->state_rules = true;
}

static void rules_per_state(struct check *c, const struct value *v, bool abs)
{
    if (!c->state_rules) make_state_rules(c);
    for (int64_t k = 0; k < v->count; k++) {
        saltus_rule *rule = &c->out->settings.rules.at[k];
        *(abs ? &rule->abs : &rule->rel) = v->number[k];
    }
}

/* One number, a list of one, or a list with one for each state. */
void check_tolerance(struct check *c, const struct ast_modifier *mod, bool abs)
{
    struct value *v = check_setting(c, mod);
    if (!v) return;
    if (!v->number || v->type->base == TYPE_BOOLEAN || v->type->rank > 1) {
        error_at(c->m, mod->value->at, "'%s' must be a number or a list, not %s", mod->path[0].name,
                 type_text(c->arena, v->type));
    } else if (positive(c, mod, v)) {
        if (v->count == 1)
            *(abs ? &c->out->settings.abs : &c->out->settings.rel) = v->number[0];
        else if (v->count == state_scalars(c) && v->count <= 10000)
            rules_per_state(c, v, abs);
        else
            error_at(c->m, mod->value->at, "'%s' has %lld values, but there are %lld states",
                     mod->path[0].name, (long long)v->count, (long long)state_scalars(c));
    }
}

/* ---- Methods --------------------------------------------------------------------------------- */

static const char *method_of(struct check *c, const struct ast_modifier *mod)
{
    struct value *v = check_setting(c, mod);
    const char *near;
    int32_t n = 0;
    if (!v) return NULL;
    if (!v->text || v->count != 1) {
        error_at(c->m, mod->value->at, "'%s' must be a String", mod->path[0].name);
        return NULL;
    }
    for (; methods[n]; n++)
        if (strcmp(methods[n], v->text[0]) == 0) return methods[n];
    near = scope_nearest(v->text[0], methods, n);
    error_at(c->m, mod->value->at, "unknown method '%s'", v->text[0]);
    if (near)
        hint_last(c->m, "did you mean '%s'?", near);
    else
        hint_last(c->m, "'saltus methods' lists those that there are");
    return NULL;
}

/* Which of two would count? */
static void say_twice(struct check *c, const struct ast_modifier *list, int32_t n)
{
    for (int32_t k = 1; k < n; k++)
        for (int32_t j = 0; j < k; j++)
            if (list[j].n_path == 1 && list[k].n_path == 1 &&
                list[j].path[0].name == list[k].path[0].name) {
                error_at(c->m, list[k].path[0].at, "'%s' is given twice", list[k].path[0].name);
                break;
            }
}

/* ---- experiment ------------------------------------------------------------------------------ */

static const char *const experiment_names[] = {"StartTime", "StopTime",     "Tolerance",
                                               "Interval",  "AbsTolerance", NULL};

/* Was StopTime given, and well? */
static bool check_experiment_entry(struct check *c, const struct ast_modifier *mod)
{
    struct check_settings *s = &c->out->settings;
    const char *name = mod->path[0].name;
    if (strncmp(name, "MMO_", 4) == 0 || strcmp(name, "Jacobian") == 0)
        check_mmo(c, mod);
    else if (strcmp(name, "StartTime") == 0)
        check_setting_number(c, mod, &s->start);
    else if (strcmp(name, "StopTime") == 0)
        return check_setting_number(c, mod, &s->stop);
    else if (strcmp(name, "Tolerance") == 0)
        check_tolerance(c, mod, false);
    else if (strcmp(name, "AbsTolerance") == 0)
        check_tolerance(c, mod, true);
    else if (strcmp(name, "Interval") == 0) {
        if (check_setting_number(c, mod, &s->interval) && !(s->interval > 0))
            error_at(c->m, mod->value->at, "'Interval' must be positive");
    } else if (strncmp(name, "__", 2) != 0 || strncmp(name, "__Saltus_", 9) == 0)
        say_unknown(c, mod, experiment_names, false);
    return false;
}

static void check_experiment(struct check *c, const struct ast_modifier *mod)
{
    const struct check_settings *s = &c->out->settings;
    const struct ast_modifier *stop = NULL;
    say_twice(c, mod->inner, mod->n_inner);
    for (int32_t k = 0; k < mod->n_inner; k++)
        if (mod->inner[k].n_path > 0 && check_experiment_entry(c, &mod->inner[k]))
            stop = &mod->inner[k];
    if (stop && !(s->stop > s->start))
        error_at(c->m, stop->value->at, "StopTime %g is not after StartTime %g", s->stop, s->start);
}

/* ---- Ours ------------------------------------------------------------------------------------ */

static const char *const class_names[] = {"__Saltus_method",       "__Saltus_tolerance",
                                          "__Saltus_absTolerance", "__Saltus_watch",
                                          "__Saltus_seed",         NULL};

static void check_watch(struct check *c, const struct ast_modifier *mod)
{
    struct value *v = check_setting(c, mod);
    if (!v) return;
    if (!v->text || v->type->rank > 1) {
        error_at(c->m, mod->value->at, "'__Saltus_watch' must be a list of Strings");
        hint_last(c->m, "write: {\"x\", \"u[1]\"}");
        return;
    }
    for (int64_t k = 0; k < v->count; k++) VEC_ADD(c->arena, &c->out->settings.watch, v->text[k]);
}

void check_seed(struct check *c, const struct ast_modifier *mod)
{
    double x;
    if (!check_setting_number(c, mod, &x)) return;
    if (!(x >= 0 && x <= 9007199254740992.0) || x != floor(x)) {
        error_at(c->m, mod->value->at, "a seed is a natural number");
        return;
    }
    c->out->settings.seed = (uint64_t)x;
    c->out->settings.has_seed = true;
}

static void check_ours(struct check *c, const struct ast_modifier *mod)
{
    const char *name = mod->path[0].name;
    if (strcmp(name, "__Saltus_method") == 0)
        c->out->settings.method = method_of(c, mod);
    else if (strcmp(name, "__Saltus_tolerance") == 0)
        check_tolerance(c, mod, false);
    else if (strcmp(name, "__Saltus_absTolerance") == 0)
        check_tolerance(c, mod, true);
    else if (strcmp(name, "__Saltus_watch") == 0)
        check_watch(c, mod);
    else if (strcmp(name, "__Saltus_seed") == 0)
        check_seed(c, mod);
    else
        say_unknown(c, mod, class_names, true);
}

void check_settings(struct check *c, struct ast_class *model)
{
    struct where old = check_surroundings(c, model->symbol->scope);
    c->in.section = IN_ANNOTATION;
    say_twice(c, model->annotation, model->n_annotation);
    for (int32_t k = 0; k < model->n_annotation; k++) {
        const struct ast_modifier *mod = &model->annotation[k];
        if (mod->n_path == 0) continue;
        if (strcmp(mod->path[0].name, "experiment") == 0) check_experiment(c, mod);
        if (strncmp(mod->path[0].name, "__Saltus_", 9) == 0) check_ours(c, mod);
        if (strncmp(mod->path[0].name, "MMO_", 4) == 0) check_mmo(c, mod);
    }
    c->in = old;
}

/* ---- Of variables and statements ------------------------------------------------------------- */

static bool quantum_of(struct check *c, const struct ast_modifier *mod, saltus_rule *rule)
{
    struct value *v = check_setting(c, mod);
    if (!v) return false;
    if (!v->number || v->type->base == TYPE_BOOLEAN || v->count > 2 || v->count < 1 ||
        v->type->rank > 1) {
        error_at(c->m, mod->value->at, "'__Saltus_quantum' is {relative, absolute}, not %s",
                 type_text(c->arena, v->type));
        return false;
    }
    if (!(v->count == 2 && v->number[0] == 0 && v->number[1] > 0) && !positive(c, mod, v))
        return false;
    rule->rel = v->number[0];
    if (v->count == 2) rule->abs = v->number[1];
    return true;
}

/* A single variable can have only a method that moves states one by one. */
static const char *method_of_one(struct check *c, const struct ast_modifier *mod)
{
    const char *name = method_of(c, mod);
    for (const char *const *whole = whole_methods; name && *whole; whole++) {
        if (strcmp(*whole, name) != 0) continue;
        error_at(c->m, mod->value->at, "'%s' moves all states together", name);
        hint_last(c->m, "it can be the method of the whole model, not of one variable");
        return NULL;
    }
    return name;
}

/* x[*], stage[*].c.x[*] */
static const char *all_elements(struct check *c, const struct symbol *s)
{
    const char *stars[CHECK_RANK];
    char buf[512];
    int rank = 0;
    for (const char *p = s->label; (p = text_hole(p)) && rank < s->type->rank; p++)
        stars[rank++] = "*";
    if (rank < s->type->rank) stars[rank++] = "*"; /* * stands for any letters, also 1,2 */
    text_subscripted(buf, sizeof buf, s->label, stars, rank);
    return arena_text(c->arena, buf, strlen(buf));
}

void check_variable_annotation(struct check *c, struct symbol *s)
{
    static const char *const names[] = {"__Saltus_quantum", "__Saltus_method", NULL};
    saltus_rule rule = {NULL, NULL, 0, 0};
    struct where old;
    if (!s->element || !s->element->n_annotation) return;
    old = check_surroundings(c, s->parent->scope);
    c->in.section = IN_ANNOTATION;
    for (int32_t k = 0; k < s->element->n_annotation; k++) {
        const struct ast_modifier *mod = &s->element->annotation[k];
        if (mod->n_path == 0 || strncmp(mod->path[0].name, "__Saltus_", 9) != 0) continue;
        if (strcmp(mod->path[0].name, names[0]) == 0)
            quantum_of(c, mod, &rule);
        else if (strcmp(mod->path[0].name, names[1]) == 0)
            rule.method = method_of_one(c, mod);
        else
            say_unknown(c, mod, names, true);
    }
    c->in = old;
    if (!rule.method && !(rule.rel > 0) && !(rule.abs > 0)) return;
    if (!s->state)
        warning_at(c->m, s->at, "'%s' is not a state: its annotation has no effect", s->name);
    rule.pattern = all_elements(c, s);
    VEC_ADD(c->arena, &c->out->settings.rules, rule);
}

/* ---- Sides of whens and assertions ----------------------------------------------------------- */

static const char *const side_names[] = {"__Saltus_unilateral", "__Saltus_mustCross", NULL};

/* Is it there, right, and true? */
static bool is_asked(struct check *c, const struct ast_modifier *mod)
{
    struct value_reason why;
    struct value *v = NULL;
    const char *name = mod->path[0].name;
    if (!mod->value) {
        error_at(c->m, mod->at, "'%s' needs a value", name);
        return false;
    }
    if (type_is_error(check_expr(c, mod->value))) return false;
    if (mod->value->type->base != TYPE_BOOLEAN || mod->value->type->rank > 0) {
        error_at(c->m, mod->value->at, "'%s' must be a Boolean", name);
        return false;
    }
    if (value_of(c->m, c, mod->value, &v, &why) != VALUE_OK) {
        error_at(c->m, mod->value->at, "'%s' must be a constant", name);
        return false;
    }
    return v->number && v->count == 1 && v->number[0] != 0;
}

static bool is_assert(const struct ast_stmt *s)
{
    return s->kind == STMT_CALL && s->exprs[0]->builtin == BUILTIN_ASSERT;
}

static bool only_warns(const struct ast_expr *call)
{
    const struct ast_expr *level = call->n_args > 2 ? call->args[2] : NULL;
    return level && level->kind == EXPR_NAME && level->n_path == 2 &&
           strcmp(level->path[1].name, "warning") == 0;
}

/* May the statement have this side? */
static void check_side(struct check *c, const struct ast_stmt *s, const struct ast_modifier *mod)
{
    bool unilateral = strcmp(mod->path[0].name, side_names[0]) == 0;
    if (s->kind == STMT_WHEN || (s->kind == STMT_CALL && !s->exprs[0]->builtin)) return;
    if (!is_assert(s)) {
        warning_at(c->m, mod->at, "'%s' has an effect on `when` and `assert` only",
                   mod->path[0].name);
    } else if (c->in.when || c->in.initial || c->in.function) {
        warning_at(c->m, mod->at,
                   "'%s' has no effect on an assertion that is not watched all the time",
                   mod->path[0].name);
    } else if (unilateral && only_warns(s->exprs[0])) {
        error_at(c->m, s->exprs[0]->args[2]->at,
                 "a unilateral assertion cannot be a warning: the run ends before it is violated");
        hint_last(c->m, "leave AssertionLevel.warning out, or %s = true", side_names[0]);
    }
}

void check_stmt_annotation(struct check *c, const struct ast_stmt *s)
{
    const struct ast_modifier *first = NULL;
    for (int32_t k = 0; k < s->n_annotation; k++) {
        const struct ast_modifier *mod = &s->annotation[k];
        const char *name = mod->n_path ? mod->path[0].name : "";
        if (strncmp(name, "__Saltus_", 9) != 0) continue;
        if (strcmp(name, side_names[0]) != 0 && strcmp(name, side_names[1]) != 0) {
            say_unknown(c, mod, side_names, true);
            continue;
        }
        if (!is_asked(c, mod)) continue;
        if (first && strcmp(first->path[0].name, name) != 0)
            error_at(c->m, mod->at, "'%s' and '%s' exclude each other", first->path[0].name, name);
        else
            check_side(c, s, mod);
        first = mod;
    }
}
