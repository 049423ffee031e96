/* SPDX-License-Identifier: MIT */
/* record_eq.c - equations and assignments between records: one for each field.
 *
 *     z = w                    z.re = w.re;  z.im = w.im
 *     z := R(z.im, z.re)       the second reads what the first has changed: both new values go into
 *     variables of their
 *                              own first
 *
 * Whether the sides fit is seen from their fields: the same names in the same order. */
#include "inst/stage.h"

static bool same_fields(struct inst_ctx *c, const struct ast_stmt *s, const inst_leaves *a,
                        struct inst_env *env_a, struct inst_env *env_b)
{
    inst_leaves b = inst_class_leaves(c->in, env_b);
    bool same = env_a == env_b || a->n == b.n;
    for (int32_t k = 0; same && env_a != env_b && k < b.n; k++) {
        same = a->at[k].n == b.at[k].n;
        for (int32_t i = 0; same && i < b.at[k].n; i++) same = a->at[k].path[i] == b.at[k].path[i];
    }
    if (!same)
        error_at(c->in->m, s->at, "records '%s' and '%s' have different fields",
                 inst_env_text(c->in, env_a), inst_env_text(c->in, env_b));
    return same;
}

static struct ast_stmt one_field(struct inst_ctx *c, const struct ast_stmt *s,
                                 const struct inst_leaf *l)
{
    struct ast_stmt copy = *s, out;
    copy.exprs = ARENA_ARRAY(c->in->arena, struct ast_expr *, 2);
    for (int k = 0; k < 2; k++) copy.exprs[k] = inst_fields(c->in, s->exprs[k], l->path, l->n);
    inst_stmt(c, &copy, &out);
    return out;
}

static bool mentions(const struct ast_expr *e, const char *name)
{
    if (!e) return false;
    for (int32_t k = 0; k < e->n_path; k++) {
        if (e->kind == EXPR_NAME && e->path[k].name == name) return true;
        for (int32_t i = 0; i < e->path[k].n_sub; i++)
            if (mentions(e->path[k].sub[i], name)) return true;
    }
    for (int32_t k = 0; k < e->n_iterators; k++)
        if (mentions(e->iterators[k].range, name)) return true;
    for (int32_t k = 0; k < e->n_args; k++)
        if (mentions(e->args[k], name)) return true;
    return false;
}

/* z := R(z.im, z.re): does a statement read what one before it has changed? */
static bool disturbed(const struct ast_stmt *list, int32_t n)
{
    for (int32_t k = 1; k < n; k++)
        for (int32_t i = 0; i < k; i++)
            if (list[i].exprs[0]->kind == EXPR_NAME &&
                mentions(list[k].exprs[1], list[i].exprs[0]->path[0].name))
                return true;
    return false;
}

/* Then all new values go into variables of their own first. */
static void by_copies(struct inst_ctx *c, struct ast_stmt *list, int32_t n, inst_stmts *out)
{
    for (int32_t k = 0; k < n; k++) {
        struct ast_expr *copy = inst_copy(c->in, list[k].exprs[0]), *value = list[k].exprs[1];
        copy->path[0].name = inst_function_copy(c->in, list[k].exprs[0]);
        if (!copy->path[0].name) return;
        list[k].exprs[1] = copy;
        struct ast_stmt first = list[k];
        first.exprs = ARENA_ARRAY(c->in->arena, struct ast_expr *, 2);
        first.exprs[0] = copy;
        first.exprs[1] = value;
        VEC_ADD(c->in->arena, out, first);
    }
    for (int32_t k = 0; k < n; k++) VEC_ADD(c->in->arena, out, list[k]);
}

static void all_fields(struct inst_ctx *c, const struct ast_stmt *s, const inst_leaves *fields,
                       inst_stmts *out)
{
    struct ast_stmt *list = ARENA_ARRAY(c->in->arena, struct ast_stmt, fields->n + 1);
    for (int32_t k = 0; k < fields->n; k++) list[k] = one_field(c, s, &fields->at[k]);
    if (s->kind == STMT_ASSIGN && disturbed(list, fields->n))
        by_copies(c, list, fields->n, out);
    else
        for (int32_t k = 0; k < fields->n; k++) VEC_ADD(c->in->arena, out, list[k]);
}

static void say_record_needed(struct inst_ctx *c, const struct ast_expr *e, struct inst_env *env)
{
    error_at(c->in->m, e->at, "a record '%s' is needed here", inst_env_text(c->in, env));
}

bool inst_record_stmt(struct inst_ctx *c, const struct ast_stmt *s, inst_stmts *list)
{
    struct inst_env *left, *right;
    if ((s->kind != STMT_EQUATION && s->kind != STMT_ASSIGN) || s->n_exprs != 2) return false;
    if (s->exprs[0]->kind == EXPR_TUPLE) return inst_function_stmt(c, s, list);
    left = inst_record_of(c, s->exprs[0]);
    right = inst_record_of(c, s->exprs[1]);
    if (!left && !right) return false;
    if (!left || !right) {
        say_record_needed(c, s->exprs[left ? 1 : 0], left ? left : right);
        return true;
    }
    inst_leaves fields = inst_class_leaves(c->in, left);
    if (!same_fields(c, s, &fields, left, right)) return true;
    if (!inst_function_stmt(c, s, list)) all_fields(c, s, &fields, list);
    return true;
}
