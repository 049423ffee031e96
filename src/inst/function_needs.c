/* SPDX-License-Identifier: MIT */
/* function_needs.c - which functions are made flat (function.c): those that have records, or base
 * classes, or are in a package that is changed (constant.c), or call one that is made flat. Calls
 * are followed 200 deep. */
#include "inst/stage.h"

static bool expr_needs(struct inst *in, struct inst_env *env, const struct ast_expr *e);

static bool exprs_need(struct inst *in, struct inst_env *env, struct ast_expr *const *list,
                       int32_t n)
{
    for (int32_t k = 0; k < n; k++)
        if (expr_needs(in, env, list[k])) return true;
    return false;
}

bool inst_call_needs(struct inst *in, struct inst_env *env, const struct ast_expr *e)
{
    struct inst_ctx c = {.in = in, .scope = {NULL, env}};
    struct inst_env *f = inst_called(&c, e);
    if (!f) return false;
    if (inst_is_record(f)) return true;
    return inst_function_flat(in, f);
}

static bool expr_needs(struct inst *in, struct inst_env *env, const struct ast_expr *e)
{
    if (!e) return false;
    if (e->kind == EXPR_CALL && inst_call_needs(in, env, e)) return true;
    if (e->kind == EXPR_NAME && inst_is_field(in, env, e)) return true;
    for (int32_t k = 0; k < e->n_path; k++)
        if (exprs_need(in, env, e->path[k].sub, e->path[k].n_sub)) return true;
    for (int32_t k = 0; k < e->n_iterators; k++)
        if (expr_needs(in, env, e->iterators[k].range)) return true;
    return exprs_need(in, env, e->args, e->n_args);
}

static bool body_needs(struct inst *in, struct inst_env *env, const struct ast_body *b)
{
    for (int32_t k = 0; k < b->n; k++) {
        const struct ast_stmt *s = &b->stmts[k];
        if (exprs_need(in, env, s->exprs, s->n_exprs)) return true;
        for (int32_t i = 0; i < s->n_iterators; i++)
            if (expr_needs(in, env, s->iterators[i].range)) return true;
        for (int32_t i = 0; i < s->n_bodies; i++)
            if (body_needs(in, env, &s->bodies[i])) return true;
    }
    return false;
}

static bool component_needs(struct inst *in, const struct inst_member *m)
{
    struct inst_found f;
    struct inst_type t;
    if (m->class_) return false;
    f = inst_find_class(in, m->home, m->e->type_path, m->e->n_type_path, m->e->type_absolute, true);
    return (f.env && inst_type_of(in, f.env, &t) && !t.leaf) || expr_needs(in, m->home, m->e->value);
}

bool inst_function_needs(struct inst *in, struct inst_env *env)
{
    if (env->c->is_external || env->c->alias || (env->c->prefixes & PREFIX_PARTIAL)) return false;
    inst_env_ready(in, env);
    if (env->bases.n > 0 || inst_is_changed(env->up)) return true;
    for (int32_t k = 0; k < env->members.n; k++)
        if (component_needs(in, env->members.at[k])) return true;
    for (int32_t k = 0; k < env->c->n_sections; k++)
        if (body_needs(in, env, &env->c->sections[k].body)) return true;
    return false;
}
