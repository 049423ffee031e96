/* SPDX-License-Identifier: MIT */
/* expr.c - expressions and statements with flat names.
 *
 * A tree is copied; every name in it is replaced (name.c), the function of a call by its full
 * name. Iterators hide what has their name outside.                                              */
#include "inst/stage.h"

#include <string.h>

/* ---- New nodes ------------------------------------------------------------------------------- */

struct ast_expr *inst_new_expr(struct inst *in, enum expr_kind kind, struct place at)
{
    struct ast_expr *e = ARENA_NEW(in->arena, struct ast_expr);
    e->kind = kind;
    e->at = at;
    e->height = 1;
    return e;
}

struct ast_expr *inst_new_name(struct inst *in, const char *name, struct place at)
{
    struct ast_expr *e = inst_new_expr(in, EXPR_NAME, at);
    e->path = ARENA_NEW(in->arena, struct ast_part);
    *e->path = (struct ast_part){.name = name, .at = at};
    e->n_path = 1;
    return e;
}

struct ast_expr *inst_new_integer(struct inst *in, int64_t value, struct place at)
{
    struct ast_expr *e = inst_new_expr(in, EXPR_INTEGER, at);
    e->integer = value;
    e->number = (double)value;
    e->text = arena_format(in->arena, "%lld", (long long)value);
    return e;
}

const char *inst_level_name(struct inst *in, int32_t level)
{
    const char *text = arena_format(in->arena, "$%d", (int)level + 1);
    return names_intern(in->names, text, strlen(text));
}

struct ast_iterator inst_level_iterator(struct inst *in, int32_t level, struct ast_expr *size,
                                        struct place at)
{
    struct ast_iterator it = {.name = inst_level_name(in, level), .at = at};
    it.range = inst_new_expr(in, EXPR_RANGE, at);
    it.range->n_args = 2;
    it.range->args = ARENA_ARRAY(in->arena, struct ast_expr *, 2);
    it.range->args[0] = inst_new_integer(in, 1, at);
    it.range->args[1] = inst_copy(in, size);
    it.range->height = size->height + 1;
    return it;
}

/* ---- Calls ----------------------------------------------------------------------------------- */

static const char *refused(const char *f)
{
    static const char *const names[][2] = {{"cardinality", "'cardinality' is"},
                                           {"inStream", "`stream` connectors are"},
                                           {"actualStream", "`stream` connectors are"},
                                           {"Connections", "overdetermined connectors are"},
                                           {"rooted", "overdetermined connectors are"}};
    for (size_t k = 0; k < sizeof names / sizeof *names; k++)
        if (strcmp(f, names[k][0]) == 0) return names[k][1];
    return NULL;
}

/* The function's full name into out->path; false: the call is refused. */
static bool callee(struct inst_ctx *c, const struct ast_expr *e, struct ast_expr *out)
{
    const char *why;
    struct inst_found f;
    struct inst_env *env;
    if (e->n_path == 0) return true;
    f = inst_find_class(c->in, c->scope.env, e->path, e->n_path, e->absolute, true);
    if (!f.env && (why = refused(e->path[0].name))) {
        error_at(c->in->m, e->at, "%s not supported", why);
        return false;
    }
    if (!f.env) return true; /* a built-in function, or check says what it is */
    env = inst_open(c->in, f.env);
    inst_env_path(c->in, env);
    out->absolute = true;
    out->n_path = env->n_path;
    out->path = ARENA_ARRAY(c->in->arena, struct ast_part, env->n_path);
    for (int32_t k = 0; k < env->n_path; k++)
        out->path[k] =
            (struct ast_part){.name = env->path[k].name, .at = path_place(e->path, e->n_path)};
    return true;
}

/* a:b in an equation decides how many equations there are: as many in all parts of an array. */
static struct ast_expr *range(struct inst_ctx *c, const struct ast_expr *e)
{
    bool old = c->first;
    struct ast_expr *out;
    if (e->kind == EXPR_RANGE && !c->algorithm) c->first = true;
    out = inst_expr(c, e);
    c->first = old;
    return out;
}

/* Iterators from k on, then the rest in their scope. */
static void iterate(struct inst_ctx *c, const struct ast_iterator *from, struct ast_iterator *to,
                    int32_t n, int32_t k, const struct ast_expr *e, struct ast_expr *out,
                    const struct ast_body *body, struct ast_body *into)
{
    struct inst_bound b = {NULL, c->bound};
    const struct inst_bound *old = c->bound;
    if (k == n) {
        if (e) out->args = inst_exprs(c, e->args, e->n_args);
        if (body) inst_body(c, body, into);
        return;
    }
    to[k] = from[k];
    to[k].range = from[k].range ? range(c, from[k].range) : NULL;
    b.name = from[k].name;
    c->bound = &b;
    iterate(c, from, to, n, k + 1, e, out, body, into);
    c->bound = old;
}

struct ast_expr *inst_expr(struct inst_ctx *c, const struct ast_expr *e)
{
    struct ast_expr *out;
    if (e->kind == EXPR_NAME) return e->n_args ? inst_field_expr(c, e) : inst_name(c, e);
    if (e->kind == EXPR_CALL && !c->plain && (out = inst_record_call(c, e))) return out;
    out = ARENA_NEW(c->in->arena, struct ast_expr);
    *out = *e;
    if ((e->kind == EXPR_CALL || e->kind == EXPR_REDUCE) && !c->plain && !callee(c, e, out))
        return out;
    if (e->n_iterators > 0) {
        out->iterators = ARENA_ARRAY(c->in->arena, struct ast_iterator, e->n_iterators);
        iterate(c, e->iterators, out->iterators, e->n_iterators, 0, e, out, NULL, NULL);
        return out;
    }
    out->args = inst_exprs(c, e->args, e->n_args);
    return out;
}

struct ast_expr *inst_copy(struct inst *in, const struct ast_expr *e)
{
    struct inst_ctx c = {.in = in, .plain = true};
    return inst_expr(&c, e);
}

/* ---- Statements ------------------------------------------------------------------------------ */

void inst_stmt(struct inst_ctx *c, const struct ast_stmt *s, struct ast_stmt *out)
{
    *out = *s;
    if (s->kind == STMT_CONNECT) {
        inst_connect(c, s, out);
        return;
    }
    if (s->n_iterators > 0) {
        out->iterators = ARENA_ARRAY(c->in->arena, struct ast_iterator, s->n_iterators);
        out->bodies = ARENA_NEW(c->in->arena, struct ast_body);
        iterate(c, s->iterators, out->iterators, s->n_iterators, 0, NULL, NULL, &s->bodies[0],
                &out->bodies[0]);
        return;
    }
    out->exprs = inst_exprs(c, s->exprs, s->n_exprs);
    out->bodies = s->n_bodies ? ARENA_ARRAY(c->in->arena, struct ast_body, s->n_bodies) : NULL;
    for (int32_t k = 0; k < s->n_bodies; k++) inst_body(c, &s->bodies[k], &out->bodies[k]);
}

void inst_add(struct inst_ctx *c, const struct ast_body *b, inst_stmts *list)
{
    for (int32_t k = 0; k < b->n; k++) {
        struct ast_stmt one;
        if (inst_record_stmt(c, &b->stmts[k], list)) continue;
        inst_stmt(c, &b->stmts[k], &one);
        VEC_ADD(c->in->arena, list, one);
    }
}

void inst_body(struct inst_ctx *c, const struct ast_body *b, struct ast_body *out)
{
    inst_stmts list = {NULL, 0, 0};
    inst_add(c, b, &list);
    out->stmts = list.at;
    out->n = list.n;
}
