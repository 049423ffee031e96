/* SPDX-License-Identifier: MIT */
/* name.c - what a name in an expression becomes.
 *
 *     a variable of a part      r[2].p.v       'r.p.v'[2]; inside stage[N]: 'stage.r.p.v'[$1, 2]
 *     a constant, a literal     g, Mode.on     'Package.g', 'Package.Mode'.on
 *     iterators, built-in names                as they are
 *
 * Subscripts that are not written are `:`, and left out at the end: the flat name then is the
 * array. Where one number is wanted for all parts of an array, for sizes and conditions, it is
 * $same('s.n', 1), which is an error unless 's.n' is the same in all of them. */
#include "inst/stage.h"
#include "lang/builtin.h"

#include <string.h>

/* ---- Names ----------------------------------------------------------------------------------- */

bool inst_is_bound(const struct inst_ctx *c, const char *name)
{
    for (const struct inst_bound *b = c->bound; b; b = b->up)
        if (b->name == name) return true;
    return false;
}

struct ast_expr **inst_exprs(struct inst_ctx *c, struct ast_expr *const *list, int32_t n)
{
    struct ast_expr **out = n > 0 ? ARENA_ARRAY(c->in->arena, struct ast_expr *, n) : NULL;
    for (int32_t k = 0; k < n; k++) out[k] = list[k] ? inst_expr(c, list[k]) : NULL;
    return out;
}

/* The subscripts of the levels of part p, as seen from the scope. */
static void add_levels(struct inst_ctx *c, struct inst_ref *r, const struct inst_part *p,
                       struct place at)
{
    for (int32_t k = 0; k < p->n_levels; k++) {
        struct ast_expr *index = c->first ? inst_new_expr(c->in, EXPR_COLON, at)
                                          : inst_new_name(c->in, inst_level_name(c->in, k), at);
        VEC_ADD(c->in->arena, &r->sub, index);
        c->used = true;
    }
    r->levels = p->n_levels;
}

/* Those written behind one name, with `:` for those that are missing. */
static bool add_written(struct inst_ctx *c, struct inst_ref *r, const struct inst_part *p,
                        const struct ast_part *name)
{
    if (name->n_sub > p->n_dims && !p->leaf) {
        if (p->n_dims == 0)
            error_at(c->in->m, name->at, "'%s' is not an array", p->flat);
        else
            error_at(c->in->m, name->at, "'%s' has %d dimension%s, but %d subscripts", p->flat,
                     p->n_dims, p->n_dims == 1 ? "" : "s", name->n_sub);
        return false;
    }
    for (int32_t k = 0; k < name->n_sub; k++)
        VEC_ADD(c->in->arena, &r->sub, inst_expr(c, name->sub[k]));
    for (int32_t k = name->n_sub; k < p->n_dims; k++)
        VEC_ADD(c->in->arena, &r->sub, inst_new_expr(c->in, EXPR_COLON, name->at));
    return true;
}

static void say_no_part(struct inst_ctx *c, struct inst_part *p, const struct ast_part *name)
{
    if (!p->leaf) {
        inst_say_no_member(c->in, p->env, name);
        return;
    }
    error_at(c->in->m, name->at, "'%s' is a variable and has no member '%s'", p->flat, name->name);
}

static bool may_see(struct inst_ctx *c, struct inst_part *p, const struct ast_part *name)
{
    const struct inst_member *m = p->leaf ? NULL : inst_env_get(c->in, p->env, name->name);
    if (!m || !m->is_protected) return true;
    error_at(c->in->m, name->at, "'%s' is protected in '%s'", m->name,
             inst_env_text(c->in, p->env));
    return false;
}

/* One name further: into part `name` of r->part. */
static bool step(struct inst_ctx *c, struct inst_ref *r, const struct ast_part *name)
{
    struct inst_part *p = r->part, *kid;
    int errors = c->in->m->errors;
    if (!may_see(c, p, name)) return false;
    kid = inst_part_kid(c->in, p, name->name);
    if (!kid) {
        const struct inst_member *m = p->leaf ? NULL : inst_env_get(c->in, p->env, name->name);
        if (!m && c->in->m->errors == errors) say_no_part(c, p, name);
        return false;
    }
    if (kid->up != p) { /* an outer one: its own subscripts */
        r->sub.n = 0;
        add_levels(c, r, kid->up, name->at);
    }
    r->part = kid;
    return add_written(c, r, kid, name);
}

struct inst_ref inst_ref_of(struct inst_ctx *c, const struct ast_expr *e, bool *said)
{
    struct inst_ref r = {.part = NULL}, none = {.part = NULL};
    struct inst_part *p = c->scope.part, *kid;
    const struct inst_member *m;
    struct inst_found f;
    *said = false;
    if (!p || e->absolute || e->n_path == 0) return none;
    f = inst_find(c->in, c->scope.env, e->path[0].name);
    if (!f.member || !f.here) return none;
    m = inst_env_get(c->in, p->env, e->path[0].name);
    if (!m || !inst_is_member(m, f.member->e))
        return none; /* a type of another class brought the name here */
    *said = true;    /* whatever goes wrong now was reported */
    if (!(kid = inst_part_kid(c->in, p, e->path[0].name))) return none;
    add_levels(c, &r, kid->up, e->path[0].at);
    r.part = kid;
    r.own = kid->connector;
    if (!add_written(c, &r, kid, &e->path[0])) return none;
    for (int32_t k = 1; k < e->n_path; k++)
        if (!step(c, &r, &e->path[k])) return none;
    *said = false;
    return r;
}

struct ast_expr *inst_ref_expr(struct inst *in, const struct inst_ref *r,
                               const struct inst_part *leaf, struct place at)
{
    struct ast_expr *out = inst_new_name(in, leaf->flat, at);
    int32_t n = r->sub.n;
    while (n > 0 && r->sub.at[n - 1]->kind == EXPR_COLON) n--;
    out->path->n_sub = n;
    out->path->sub = n > 0 ? ARENA_ARRAY(in->arena, struct ast_expr *, n) : NULL;
    for (int32_t k = 0; k < n; k++) {
        out->path->sub[k] = inst_copy(in, r->sub.at[k]);
        if (out->height <= r->sub.at[k]->height) out->height = r->sub.at[k]->height + 1;
    }
    return out;
}

/* ---- Constants, literals --------------------------------------------------------------------- */

/* A constant as a variable of the flat class, with the subscripts it was written with. */
static struct ast_expr *element_of(struct inst_ctx *c, const struct ast_expr *e,
                                   struct inst_part *part, int32_t at)
{
    struct inst_ref r = {.part = part};
    if (!add_written(c, &r, part, &e->path[at])) return NULL;
    for (int32_t k = at + 1; k < e->n_path; k++)
        if (!step(c, &r, &e->path[k])) return NULL;
    if (!r.part->leaf) return inst_record(c, e, &r);
    inst_constant_use(c->in, r.part);
    return inst_ref_expr(c->in, &r, r.part, e->at);
}

static struct ast_expr *constant(struct inst_ctx *c, const struct ast_expr *e,
                                 const struct inst_member *m, struct inst_env *of, int32_t at)
{
    struct inst_part *leaf;
    if (m->e->prefixes & PREFIX_CONSTANT)
        return (leaf = inst_constant(c->in, m, of)) ? element_of(c, e, leaf, at) : NULL;
    if (c->in->making && at == 0) {
        error_at(c->in->m, e->path[at].at, "function '%s' cannot see %s '%s'",
                 inst_making_name(c->in), class_member_word(m->e->prefixes), m->name);
        hint_last(c->in->m, "make it an input of the function");
    } else {
        error_at(c->in->m, e->path[at].at,
                 "'%s' of %s '%s' is not a constant: from here only constants of it are seen",
                 m->name, class_word(m->home->c->kind), inst_env_text(c->in, m->home));
    }
    return NULL;
}

static bool has_literal(const struct inst_env *env, const char *name)
{
    for (int32_t k = 0; k < env->c->n_literals; k++)
        if (env->c->literals[k].name == name) return true;
    return false;
}

/* The enumeration itself, or one of its literals. */
static struct ast_expr *of_enumeration(struct inst_ctx *c, const struct ast_expr *e,
                                       struct inst_env *env, const struct ast_part *literal)
{
    struct ast_expr *out = inst_new_name(c->in, inst_enumeration(c->in, env), e->path[0].at);
    struct ast_part *path = ARENA_ARRAY(c->in->arena, struct ast_part, 2);
    out->at = e->at;
    if (!literal) return out;
    path[0] = *out->path;
    path[1] = *literal;
    path[1].sub = inst_exprs(c, literal->sub, literal->n_sub);
    out->path = path;
    out->n_path = 2;
    return out;
}

static struct ast_expr *say_class(struct inst_ctx *c, const struct ast_expr *e,
                                  const struct inst_env *env)
{
    error_at(c->in->m, path_place(e->path, e->n_path), "'%s' is a %s and has no value",
             e->path[e->n_path - 1].name, class_word(env->c->kind));
    if (env->c->kind == CLASS_FUNCTION)
        hint_last(c->in->m, "to call it, write %s(...)", e->path[e->n_path - 1].name);
    return NULL;
}

/* A name that begins with a class, or with a constant outside. */
static struct ast_expr *in_classes(struct inst_ctx *c, const struct ast_expr *e,
                                   struct inst_found f)
{
    if (f.member) return constant(c, e, f.member, f.of, 0);
    for (int32_t k = 1; k < e->n_path; k++) {
        struct inst_env *env = inst_open(c->in, f.env);
        const struct inst_member *m;
        if (k + 1 == e->n_path && has_literal(env, e->path[k].name))
            return of_enumeration(c, e, env, &e->path[k]);
        m = inst_env_get(c->in, env, e->path[k].name);
        if (!m) {
            inst_say_no_member(c->in, env, &e->path[k]);
            return NULL;
        }
        if (!m->class_) return constant(c, e, m, env, k);
        f.env = inst_member_env(c->in, m);
    }
    f.env = inst_open(c->in, f.env);
    return f.env->c->is_enumeration ? of_enumeration(c, e, f.env, NULL) : say_class(c, e, f.env);
}

/* ---- Names of all kinds ---------------------------------------------------------------------- */

static struct ast_expr *as_written(struct inst_ctx *c, const struct ast_expr *e)
{
    struct ast_expr *out = ARENA_NEW(c->in->arena, struct ast_expr);
    *out = *e;
    out->absolute = false;
    out->path = ARENA_ARRAY(c->in->arena, struct ast_part, e->n_path + 1);
    for (int32_t k = 0; k < e->n_path; k++) {
        out->path[k] = e->path[k];
        out->path[k].sub = inst_exprs(c, e->path[k].sub, e->path[k].n_sub);
    }
    return out;
}

/* $same(e, n): of an array of parts, with n levels, what all have. */
static struct ast_expr *same(struct inst *in, struct ast_expr *e, int32_t levels)
{
    struct ast_expr *out;
    if (levels == 0) return e;
    out = inst_new_name(in, names_intern(in->names, "$same", 5), e->at);
    out->kind = EXPR_CALL;
    out->n_args = 2;
    out->args = ARENA_ARRAY(in->arena, struct ast_expr *, 2);
    out->args[0] = e;
    out->args[1] = inst_new_integer(in, levels, e->at);
    out->height = e->height + 1;
    return out;
}

/* NULL after an error. */
static struct ast_expr *named(struct inst_ctx *c, const struct ast_expr *e)
{
    struct inst_found f;
    bool said;
    struct inst_ref r = inst_ref_of(c, e, &said);
    if (said) return NULL;
    if (r.part && r.part->leaf)
        return same(c->in, inst_ref_expr(c->in, &r, r.part, e->at), c->first ? r.levels : 0);
    if (r.part) return inst_record(c, e, &r);
    f = e->absolute ? inst_find_top(c->in, e->path[0].name)
                    : inst_find(c->in, c->scope.env, e->path[0].name);
    if (f.env || f.member) return in_classes(c, e, f);
    if (builtin_is_name(e->path[0].name)) return as_written(c, e);
    inst_say_unknown(c->in, c->scope.env, &e->path[0], "name");
    return NULL;
}

struct ast_expr *inst_name(struct inst_ctx *c, const struct ast_expr *e)
{
    int errors = c->in->m->errors, soft = c->in->soft;
    struct ast_expr *out;
    if (c->plain || e->n_path == 0 || (!e->absolute && inst_is_bound(c, e->path[0].name)))
        return as_written(c, e);
    out = named(c, e);
    if (c->in->m->errors > errors) c->in->soft = soft + c->in->m->errors - errors;
    return out ? out : inst_new_error(c->in, e->at);
}
