/* SPDX-License-Identifier: MIT */
/* record.c - records in expressions and equations.
 *
 * A record is a part without equations: its fields are variables like those of other parts. What is
 * special is that it can be said as a whole, z = f(w). Such an expression is taken apart, one
 * expression for each field:
 *
 *     (z).re                             z.re
 *     (Complex(1, x)).re                 1
 *     (if c then a else b).re            if c then a.re else b.re
 *     ({a, b}).re, ({e for i in r}).re   {a.re, b.re}, {(e).re for i in r}
 *     (f(w)).re                          a variant of f that has this field as its first result
 *     (function.c)
 *
 * In the tree (e).re is an EXPR_NAME with args[0] = e and the fields as its path; only this file
 * makes such nodes, and in a flat expression there are none. The value of a record is one value for
 * each of its fields (part.c). */
#include "inst/stage.h"

#include <string.h>

bool inst_is_record(const struct inst_env *env)
{
    return env && env->c->kind == CLASS_RECORD;
}

/* ---- (e).name -------------------------------------------------------------------------------- */

static struct ast_expr *longer(struct inst *in, const struct ast_expr *e, const char *name)
{
    struct ast_expr *out = ARENA_NEW(in->arena, struct ast_expr);
    *out = *e;
    out->path = ARENA_ARRAY(in->arena, struct ast_part, e->n_path + 1);
    if (e->n_path) memcpy(out->path, e->path, sizeof *out->path * (size_t)e->n_path);
    out->path[out->n_path++] = (struct ast_part){.name = name, .at = e->at};
    return out;
}

struct ast_expr *inst_field(struct inst *in, struct ast_expr *e, const char *name)
{
    struct ast_expr *out;
    if (e->kind == EXPR_NAME) return longer(in, e, name);
    out = inst_new_expr(in, EXPR_NAME, e->at);
    out->args = ARENA_NEW(in->arena, struct ast_expr *);
    out->args[0] = e;
    out->n_args = 1;
    out->height = e->height + 1;
    return longer(in, out, name);
}

/* The same through several records. */
struct ast_expr *inst_fields(struct inst *in, struct ast_expr *e, const char *const *path,
                             int32_t n)
{
    for (int32_t k = 0; k < n; k++) e = inst_field(in, e, path[k]);
    return e;
}

static struct ast_expr *with_path(struct inst *in, struct ast_expr *e, const struct ast_part *path,
                                  int32_t n)
{
    for (int32_t k = 0; k < n; k++) e = inst_field(in, e, path[k].name);
    return e;
}

/* ---- The class of an expression -------------------------------------------------------------- */

/* function g = f; comes to f, if that is a function of a text. */
static struct inst_env *real_function(struct inst *in, struct inst_env *env)
{
    for (int k = 0; k < INST_DEEPEST && env->c->alias; k++) {
        const struct ast_element *a = env->c->alias;
        struct inst_found f =
            inst_find_class(in, env->up, a->type_path, a->n_type_path, a->type_absolute, true);
        if (!f.env) break;
        env = f.env;
    }
    return env;
}

struct inst_env *inst_called(struct inst_ctx *c, const struct ast_expr *e)
{
    struct inst_found f;
    struct inst_type t;
    if (e->kind != EXPR_CALL || e->n_path == 0 || !c->scope.env) return NULL;
    f = inst_find_class(c->in, c->scope.env, e->path, e->n_path, e->absolute, true);
    if (!f.env) return NULL;
    if (f.env->c->kind == CLASS_FUNCTION) return real_function(c->in, f.env);
    if (f.env->redeclares || f.env->c->alias)
        return inst_type_of(c->in, f.env, &t) && t.env ? t.env : f.env;
    return f.env;
}

/* A constant of a package or class that a name leads to; *at: where in the path. */
static const struct inst_member *outside(struct inst_ctx *c, const struct ast_expr *e, int32_t *at)
{
    struct inst_found f = e->absolute ? inst_find_top(c->in, e->path[0].name)
                                      : inst_find(c->in, c->scope.env, e->path[0].name);
    const struct inst_member *m = f.member;
    *at = 0;
    while (!m && f.env && ++*at < e->n_path) {
        m = inst_env_get(c->in, f.env, e->path[*at].name);
        if (!m || !m->class_) return m;
        f.env = inst_member_env(c->in, m);
        m = NULL;
    }
    return m;
}

struct inst_env *inst_record_of_member(struct inst *in, const struct inst_member *m)
{
    struct inst_type t;
    if (!m || !m->e || m->class_) return NULL;
    if (!inst_find_type(in, (struct inst_scope){NULL, m->home}, m->e, &t) || t.leaf) return NULL;
    return inst_is_record(t.env) ? t.env : NULL;
}

/* Through fields; NULL: the last one is not a record. */
static struct inst_env *inside(struct inst *in, struct inst_env *env, const struct ast_part *path,
                               int32_t n)
{
    for (int32_t k = 0; env && k < n; k++)
        env = inst_record_of_member(in, inst_env_get(in, env, path[k].name));
    return env;
}

static struct inst_env *record_of_name(struct inst_ctx *c, const struct ast_expr *e)
{
    bool said;
    int32_t at;
    struct inst_ref r;
    if (e->n_path == 0 || (!e->absolute && inst_is_bound(c, e->path[0].name))) return NULL;
    if (inst_is_given(c, e))
        return inside(c->in, inst_given_record(c, e), e->path + 1, e->n_path - 1);
    if (e->n_args) return inside(c->in, inst_record_of(c, e->args[0]), e->path, e->n_path);
    r = inst_ref_of(c, e, &said);
    if (said) return NULL;
    if (r.part) return r.part->leaf || !inst_is_record(r.part->env) ? NULL : r.part->env;
    struct inst_env *env = inst_record_of_member(c->in, outside(c, e, &at));
    return env ? inside(c->in, env, e->path + at + 1, e->n_path - at - 1) : NULL;
}

/* That of what is in {e for i in r}, where i is bound. */
static struct inst_env *with_iterators(struct inst_ctx *c, const struct ast_expr *e, int32_t k)
{
    struct inst_bound b = {k < e->n_iterators ? e->iterators[k].name : NULL, c->bound};
    const struct inst_bound *old = c->bound;
    struct inst_env *env;
    if (k == e->n_iterators) return inst_record_of(c, e->args[0]);
    c->bound = &b;
    env = with_iterators(c, e, k + 1);
    c->bound = old;
    return env;
}

struct inst_env *inst_record_of(struct inst_ctx *c, const struct ast_expr *e)
{
    struct inst_env *env;
    if (!e) return NULL;
    switch (e->kind) {
    case EXPR_NAME: return c->in->has_records ? record_of_name(c, e) : NULL;
    case EXPR_IF: return inst_record_of(c, e->args[1]);
    case EXPR_UNARY:
    case EXPR_BINARY:
        env = inst_operator(c, e);
        return env ? inst_operator_result(c->in, env) : NULL;
    case EXPR_ARRAY: return e->n_args ? inst_record_of(c, e->args[0]) : NULL;
    case EXPR_COMPREHENSION: return with_iterators(c, e, 0);
    case EXPR_CALL:
        env = inst_called(c, e);
        return !env || inst_is_record(env) ? env : inst_function_result(c->in, env);
    default: return NULL;
    }
}

/* ---- The fields of a record ------------------------------------------------------------------ */

static void add_leaves(struct inst *in, const struct inst_part *p, struct inst_leaf at,
                       inst_leaves *list)
{
    for (int32_t k = 0; k < p->env->members.n; k++) {
        const struct inst_member *m = p->env->members.at[k];
        struct inst_part *kid = m->class_ ? NULL : p->kids[m->kid];
        struct inst_leaf next = {.n = at.n + 1, .part = kid};
        if (!kid || ((kid->prefixes & PREFIX_CONSTANT) && !(kid->prefixes & PREFIX_INPUT)))
            continue;
        next.path = ARENA_ARRAY(in->arena, const char *, next.n);
        if (at.n) memcpy(next.path, at.path, sizeof *next.path * (size_t)at.n);
        next.path[at.n] = m->name;
        if (kid->leaf)
            VEC_ADD(in->arena, list, next);
        else
            add_leaves(in, kid, next, list);
    }
}

inst_leaves inst_leaves_of(struct inst *in, const struct inst_part *p)
{
    inst_leaves list = {NULL, 0, 0};
    add_leaves(in, p, (struct inst_leaf){NULL, 0, NULL}, &list);
    return list;
}

inst_leaves inst_class_leaves(struct inst *in, struct inst_env *env)
{
    struct inst_type t;
    inst_leaves none = {NULL, 0, 0};
    int errors = in->m->errors;
    if (!inst_type_of(in, env, &t)) return none;
    struct inst_part *p = inst_part_model(in, &t);
    return in->m->errors > errors ? none : inst_leaves_of(in, p);
}

/* ---- Constructors ---------------------------------------------------------------------------- */

/* Can the constructor give it a value? */
static bool is_given(const struct inst_member *m)
{
    if (m->class_ || (m->e->prefixes & PREFIX_CONSTANT)) return false;
    return !(m->e->prefixes & PREFIX_FINAL) || !m->e->value;
}

static const struct inst_member *nth_field(const struct inst_env *env, int32_t n)
{
    for (int32_t k = 0; k < env->members.n; k++)
        if (is_given(env->members.at[k]) && n-- == 0) return env->members.at[k];
    return NULL;
}

/* All arguments belong to fields. */
static bool check_arguments(struct inst_ctx *c, const struct ast_expr *e, struct inst_env *env)
{
    for (int32_t k = 0; k < e->n_args; k++) {
        const char *name = e->arg_names ? e->arg_names[k] : NULL;
        const struct inst_member *m = name ? inst_env_get(c->in, env, name) : nth_field(env, k);
        if (m && is_given(m)) continue;
        if (name)
            error_at(c->in->m, e->args[k]->at, "record '%s' has no field '%s'",
                     inst_env_text(c->in, env), name);
        else
            error_at(c->in->m, e->args[k]->at, "record '%s' has only %d field%s",
                     inst_env_text(c->in, env), k, k == 1 ? "" : "s");
        return false;
    }
    return true;
}

static struct ast_expr *argument(const struct ast_expr *e, const struct inst_env *env,
                                 const char *field)
{
    for (int32_t k = 0; k < e->n_args; k++) {
        const char *name = e->arg_names ? e->arg_names[k] : NULL;
        if (name ? name == field : nth_field(env, k)->name == field) return e->args[k];
    }
    return NULL;
}

/* A value that was written in another class. */
static struct ast_expr *value_there(struct inst *in, struct inst_env *env, struct ast_expr *value,
                                    const struct ast_part *path, int32_t n)
{
    struct inst_ctx there = {.in = in, .scope = {NULL, env}};
    struct ast_expr *out = value;
    if (++in->nesting > INST_DEEPEST)
        error_at(in->m, value->at, "this value depends on itself, or on more than %d others",
                 INST_DEEPEST);
    else
        out = inst_expr(&there, with_path(in, value, path, n));
    in->nesting--;
    return out;
}

/* Field path of R(...). */
static struct ast_expr *from_constructor(struct inst_ctx *c, const struct ast_expr *e,
                                         struct inst_env *env, const struct ast_part *path,
                                         int32_t n)
{
    const struct inst_member *m = inst_env_get(c->in, env, path[0].name);
    const struct inst_member *by_default;
    struct ast_expr *value;
    bool odd;
    if (!m || m->class_) {
        inst_say_no_member(c->in, env, &path[0]);
        return inst_new_integer(c->in, 0, e->at);
    }
    if (!check_arguments(c, e, env)) return inst_new_integer(c->in, 0, e->at);
    by_default = inst_operator_default(c->in, env, m->name, &odd);
    if (odd) {
        error_at(c->in->m, e->at,
                 "a constructor of '%s' does more than give fields their values: this is not "
                 "supported",
                 inst_env_text(c->in, env));
        return inst_new_integer(c->in, 0, e->at);
    }
    value = argument(e, env, m->name);
    if (value) return inst_expr(c, with_path(c->in, value, path + 1, n - 1));
    if (by_default) m = by_default;
    if (m->e->value) return value_there(c->in, m->home, m->e->value, path + 1, n - 1);
    error_at(c->in->m, e->at, "field '%s' of record '%s' has no value here", m->name,
             inst_env_text(c->in, env));
    hint_last(c->in->m, "give it one: %s(..., %s = ...)", env->c->name, m->name);
    return inst_new_integer(c->in, 0, e->at);
}

/* ---- Fields of expressions ------------------------------------------------------------------- */

/* The fields put inside: of the branches of an `if`, of the elements of an array. */
static struct ast_expr *put_inside(struct inst *in, const struct ast_expr *e,
                                   const struct ast_part *path, int32_t n)
{
    struct ast_expr *out = ARENA_NEW(in->arena, struct ast_expr);
    *out = *e;
    out->args = ARENA_ARRAY(in->arena, struct ast_expr *, e->n_args + 1);
    for (int32_t k = 0; k < e->n_args; k++) {
        bool condition = e->kind == EXPR_IF && k % 2 == 0 && k + 1 < e->n_args;
        out->args[k] = condition ? e->args[k] : with_path(in, e->args[k], path, n);
    }
    return out;
}

static struct ast_expr *field_of_call(struct inst_ctx *c, const struct ast_expr *call,
                                      const struct ast_expr *e)
{
    struct inst_env *env = inst_called(c, call);
    struct ast_expr *out = NULL;
    if (inst_is_record(env)) return from_constructor(c, call, env, e->path, e->n_path);
    if (env) out = inst_function_call(c, call, env, e->path, e->n_path);
    if (out) return out;
    error_at(c->in->m, call->at, "'%s' gives no record",
             path_text(c->in->arena, call->path, call->n_path));
    return inst_new_integer(c->in, 0, e->at);
}

struct ast_expr *inst_field_expr(struct inst_ctx *c, const struct ast_expr *e)
{
    const struct ast_expr *from = e->args[0];
    struct inst_env *f;
    switch (from->kind) {
    case EXPR_CALL: return field_of_call(c, from, e);
    case EXPR_IF:
    case EXPR_ARRAY:
    case EXPR_COMPREHENSION: return inst_expr(c, put_inside(c->in, from, e->path, e->n_path));
    case EXPR_UNARY:
    case EXPR_BINARY:
        if ((f = inst_operator(c, from))) return inst_operator_expr(c, from, f, e->path, e->n_path);
        error_at(c->in->m, from->at, "there is no such operator for these operands");
        return inst_new_integer(c->in, 0, e->at);
    default:
        error_at(c->in->m, from->at, "a record is needed here");
        return inst_new_integer(c->in, 0, e->at);
    }
}

/* size(r, 1) of an array of parts: that of any of its variables. NULL: it is none. */
static struct ast_expr *size_of_parts(struct inst_ctx *c, const struct ast_expr *e)
{
    struct ast_expr *name, *copy;
    struct inst_ref r;
    bool said;
    if (e->n_args != 2 || e->n_path != 1 || strcmp(e->path[0].name, "size") != 0) return NULL;
    name = e->args[0];
    if (inst_is_given(c, name)) return NULL;
    if (name->kind != EXPR_NAME || name->n_args || !name->n_path ||
        inst_is_bound(c, name->path[0].name))
        return NULL;
    r = inst_ref_of(c, name, &said);
    if (said || !r.part || r.part->leaf) return NULL;
    inst_leaves all = inst_leaves_of(c->in, r.part);
    if (!all.n) return NULL;
    copy = ARENA_NEW(c->in->arena, struct ast_expr);
    *copy = *e;
    copy->args = ARENA_ARRAY(c->in->arena, struct ast_expr *, 2);
    copy->args[0] = inst_fields(c->in, name, all.at[0].path, all.at[0].n);
    copy->args[1] = e->args[1];
    return inst_expr(c, copy);
}

struct ast_expr *inst_record_call(struct inst_ctx *c, const struct ast_expr *e)
{
    struct inst_env *env = inst_called(c, e);
    if (!env) return size_of_parts(c, e);
    if (!inst_is_record(env)) return inst_function_call(c, e, env, NULL, 0);
    error_at(c->in->m, e->at, "'%s' makes a record, but a single value is needed here",
             inst_env_text(c->in, env));
    return inst_new_integer(c->in, 0, e->at);
}

struct ast_expr *inst_record(struct inst_ctx *c, const struct ast_expr *e, const struct inst_ref *r)
{
    struct inst *in = c->in;
    error_at(in->m, e->at, "'%s' is a %s (%s), not a variable", r->part->flat,
             class_word(r->part->env->c->kind), inst_env_text(in, r->part->env));
    return inst_new_integer(in, 0, e->at);
}
