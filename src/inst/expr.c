/* SPDX-License-Identifier: MIT */
/* expr.c - expressions and statements with flat names.
 *
 * A tree is copied; every name in it is replaced (name.c), the function of a call by its name in
 * the flat class (function.c). Iterators hide what has their name outside. */
#include "inst/stage.h"
#include "lang/builtin.h"

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

struct ast_expr *inst_new_error(struct inst *in, struct place at)
{
    return inst_new_expr(in, EXPR_ERROR, at);
}

/* ---- Calls ----------------------------------------------------------------------------------- */

static bool is_builtin(const struct inst *in, const char *name)
{
    return builtin_is_name(name) || (in->mu && builtin_is_math(name));
}

static void say_no_function(struct inst_ctx *c, const struct ast_expr *e, const char *word)
{
    const char *last = e->path[e->n_path - 1].name;
    error_at(c->in->m, path_place(e->path, e->n_path), "'%s' is a %s, not a function", last, word);
}

/* The call of class env. It is a function only if it is another name of a built-in one. */
static bool call_of_class(struct inst_ctx *c, const struct ast_expr *e, const struct inst_env *env,
                          struct ast_expr *out)
{
    const struct ast_element *a = env->c->alias;
    if (env->c->kind != CLASS_FUNCTION) {
        say_no_function(c, e, class_word(env->c->kind));
    } else if (a && a->n_type_path == 1 && is_builtin(c->in, a->type_path[0].name)) {
        out->path = ARENA_NEW(c->in->arena, struct ast_part);
        *out->path =
            (struct ast_part){.name = a->type_path[0].name, .at = path_place(e->path, e->n_path)};
        out->n_path = 1;
        return true;
    } else if (a) {
        struct inst_found f =
            inst_find_class(c->in, env->up, a->type_path, a->n_type_path, a->type_absolute, false);
        if (f.env) error_at(c->in->m, e->at, "function '%s' is defined by itself", e->path[0].name);
    }
    return false;
}

/* math.f, where a package math of the user has no such function, or one in C that is built in. */
static bool is_of_math(const struct inst *in, const struct ast_expr *e)
{
    return in->mu && e->n_path == 2 && strcmp(e->path[0].name, "math") == 0 &&
           is_builtin(in, e->path[1].name);
}

/* What is called, if it is not a function of a text: it must be built in. False after an error. */
static bool callee(struct inst_ctx *c, const struct ast_expr *e, struct ast_expr *out)
{
    struct inst_found f = {.env = NULL};
    const struct inst_env *env = inst_called(c, e);
    out->absolute = false;
    if (e->n_path == 0) return true;
    if (env) return call_of_class(c, e, env, out);
    if (!e->absolute) f = inst_find(c->in, c->scope.env, e->path[0].name);
    if (!f.env && !f.member && is_builtin(c->in, e->path[0].name)) return true;
    if (f.env && is_of_math(c->in, e)) return true;
    if (f.member && e->n_path == 1) {
        say_no_function(c, e, class_member_word(f.member->e->prefixes));
        hint_last(c->in->m, "an index is written in brackets: %s[...]", e->path[0].name);
    } else if (e->n_path > 1) {
        inst_find_class(c->in, c->scope.env, e->path, e->n_path, e->absolute, false);
    } else {
        inst_say_unknown(c->in, c->scope.env, &e->path[0], "function");
    }
    return false;
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

/* Is argument k a size, or an end of a range? In an array of parts it is one number for all. */
static bool is_size(const struct inst_ctx *c, const struct ast_expr *e, int32_t k)
{
    static const struct {
        const char *name;
        int32_t first, last;
    } sized[] = {
        {"zeros", 0, 9}, {"ones", 0, 9}, {"identity", 0, 0}, {"fill", 1, 9}, {"linspace", 2, 2}};
    if (c->algorithm || c->plain || c->in->making) return false;
    if (e->kind == EXPR_RANGE) return true;
    if (e->kind != EXPR_CALL || e->n_path != 1) return false;
    for (size_t i = 0; i < sizeof sized / sizeof *sized; i++)
        if (strcmp(e->path[0].name, sized[i].name) == 0)
            return k >= sized[i].first && k <= sized[i].last;
    return false;
}

static struct ast_expr **arguments(struct inst_ctx *c, const struct ast_expr *e)
{
    struct ast_expr **out =
        e->n_args > 0 ? ARENA_ARRAY(c->in->arena, struct ast_expr *, e->n_args) : NULL;
    bool old = c->first;
    for (int32_t k = 0; k < e->n_args; k++) {
        c->first = old || is_size(c, e, k);
        out[k] = e->args[k] ? inst_expr(c, e->args[k]) : NULL;
    }
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

/* ---- Operators that end here ------------------------------------------------------------------ */

static const struct ast_expr *named(const struct ast_expr *e, int32_t k, const char *name)
{
    for (int32_t i = 0; i < e->n_args; i++) {
        const char *given = e->arg_names ? e->arg_names[i] : NULL;
        if (given ? strcmp(given, name) == 0 : i == k) return e->args[i];
    }
    return NULL;
}

/* homotopy(actual, simplified) is the actual expression; the simplified one, from which a start may
 * be continued, must be right, but is not used. */
static struct ast_expr *homotopy(struct inst_ctx *c, const struct ast_expr *e)
{
    const struct ast_expr *actual = named(e, 0, "actual"), *other = named(e, 1, "simplified");
    if (e->n_args != 2 || !actual || !other) {
        error_at(c->in->m, e->at, "'homotopy' has two arguments, actual and simplified");
        c->in->soft++;
        return inst_new_error(c->in, e->at);
    }
    (void)inst_expr(c, other);
    return inst_expr(c, actual);
}

/* getInstanceName(): the model, and the names of the parts that lead here. */
static struct ast_expr *instance_name(struct inst_ctx *c, const struct ast_expr *e)
{
    const struct inst_part *p = c->scope.part;
    struct ast_expr *out = inst_new_expr(c->in, EXPR_STRING, e->at);
    const char *model = c->in->model->c->name;
    if (e->n_args || !p || c->in->making || p->n_levels > 0) {
        error_at(c->in->m, e->at,
                 e->n_args       ? "'getInstanceName' has no arguments"
                 : !p            ? "'getInstanceName' is known in components only"
                 : c->in->making ? "'getInstanceName' in a function is not supported"
                                 : "'getInstanceName' in an array of components is not supported");
        c->in->soft++;
        return inst_new_error(c->in, e->at);
    }
    out->text = p->flat[0] ? arena_format(c->in->arena, "%s.%s", model, p->flat) : model;
    return out;
}

/* NULL: an ordinary call. */
static struct ast_expr *operator_call(struct inst_ctx *c, const struct ast_expr *e)
{
    if (e->kind != EXPR_CALL || e->n_path != 1 || inst_called(c, e)) return NULL;
    if (strcmp(e->path[0].name, "homotopy") == 0) return homotopy(c, e);
    if (strcmp(e->path[0].name, "getInstanceName") == 0) return instance_name(c, e);
    return NULL;
}

static struct ast_expr *not_single(struct inst_ctx *c, const struct ast_expr *e)
{
    error_at(c->in->m, e->at, "this operator gives a record, but a single value is needed here");
    c->in->soft++;
    return inst_new_error(c->in, e->at);
}

struct ast_expr *inst_expr(struct inst_ctx *c, const struct ast_expr *e)
{
    struct ast_expr *out;
    struct inst_env *env;
    int errors = c->in->m->errors, soft = c->in->soft;
    if (inst_is_given(c, e)) return inst_given_expr(c, e);
    if (e->kind == EXPR_NAME) return e->n_args ? inst_field_expr(c, e) : inst_name(c, e);
    out = e->kind == EXPR_CALL && !c->plain ? inst_record_call(c, e) : NULL;
    if (!out && !c->plain) out = operator_call(c, e);
    if (!out && !c->plain && (env = inst_operator(c, e)))
        out = inst_operator_result(c->in, env) ? not_single(c, e)
                                               : inst_operator_expr(c, e, env, NULL, 0);
    if (out) return out;
    out = ARENA_NEW(c->in->arena, struct ast_expr);
    *out = *e;
    if ((e->kind == EXPR_CALL || e->kind == EXPR_REDUCE) && !c->plain && !callee(c, e, out))
        out->kind = EXPR_ERROR;
    if (out->kind == EXPR_ERROR) c->in->soft = soft + c->in->m->errors - errors;
    if (out->kind == EXPR_ERROR && e->n_path > 0 && builtin_unsupported(e->path[0].name))
        return out;
    if (e->n_iterators > 0) {
        out->iterators = ARENA_ARRAY(c->in->arena, struct ast_iterator, e->n_iterators);
        iterate(c, e->iterators, out->iterators, e->n_iterators, 0, e, out, NULL, NULL);
        return out;
    }
    out->args = arguments(c, e);
    return out;
}

struct ast_expr *inst_copy(struct inst *in, const struct ast_expr *e)
{
    struct inst_ctx c = {.in = in, .plain = true};
    return inst_expr(&c, e);
}

/* ---- Statements ------------------------------------------------------------------------------ */

/* A call of a function that is ModelicaError(text) in C: assert(false, text). NULL: it is none. */
static const struct ast_expr *as_assertion(struct inst_ctx *c, const struct ast_stmt *s)
{
    const struct ast_expr *e = s->kind == STMT_CALL && !c->plain ? s->exprs[0] : NULL;
    const struct inst_env *env = e ? inst_called(c, e) : NULL;
    const struct ast_external *x = env ? env->c->external : NULL;
    struct ast_expr *out;
    if (!x || !x->call || x->call->n_path != 1 || e->n_args != 1) return NULL;
    if (strcmp(x->call->path[0].name, "ModelicaError") != 0) return NULL;
    out = inst_new_name(c->in, names_intern(c->in->names, "assert", 6), e->at);
    out->kind = EXPR_CALL;
    out->args = ARENA_ARRAY(c->in->arena, struct ast_expr *, 2);
    out->args[0] = inst_new_expr(c->in, EXPR_BOOLEAN, e->at);
    out->args[1] = e->args[0];
    out->n_args = 2;
    out->height = e->args[0]->height + 1;
    return out;
}

void inst_stmt(struct inst_ctx *c, const struct ast_stmt *s, struct ast_stmt *out)
{
    const struct ast_expr *assertion = as_assertion(c, s);
    *out = *s;
    if (assertion) {
        out->exprs = ARENA_NEW(c->in->arena, struct ast_expr *);
        out->exprs[0] = inst_expr(c, assertion);
        return;
    }
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
