/* SPDX-License-Identifier: MIT */
/* part.c - the tree of parts of a model.
 *
 * From the model inwards: a part takes the modifications of itself apart, makes a part for each
 * component of its class with what is said of that, and so on, until predefined types are
 * reached. A redeclared component has the type that the outermost redeclaration says; a
 * redeclared class inside a part makes an environment of its own for it (class.c).
 *
 * An `outer` component makes no part: its name means the nearest `inner` one of that name
 * further out.                                                                                   */
#include "inst/stage.h"

#include <string.h>

static const uint32_t PASSED = PREFIX_CONSTANT | PREFIX_PARAMETER | PREFIX_DISCRETE | PREFIX_INPUT |
                               PREFIX_OUTPUT | PREFIX_FLOW | PREFIX_PROTECTED | PREFIX_FINAL;

static void fill(struct inst *in, struct inst_part *p);

/* ---- Names ----------------------------------------------------------------------------------- */

static const char *marks(struct inst *in, int32_t n)
{
    const char *text = n > 0 ? "[#" : "";
    for (int32_t k = 1; k < n; k++) text = arena_format(in->arena, "%s,#", text);
    return n > 0 ? arena_format(in->arena, "%s]", text) : text;
}

static void name_part(struct inst *in, struct inst_part *p)
{
    const char *before = p->up->flat, *label = p->up->label ? p->up->label : before;
    int32_t dims = p->leaf ? 0 : p->n_dims;
    p->flat = p->name;
    if (before[0]) p->flat = arena_format(in->arena, "%s.%s", before, p->name);
    p->flat = names_intern(in->names, p->flat, strlen(p->flat));
    if (!p->up->label && dims == 0) return;
    p->label =
        arena_format(in->arena, "%s%s%s%s", label, label[0] ? "." : "", p->name, marks(in, dims));
}

/* ---- Modifications, taken apart -------------------------------------------------------------- */

static void give(struct inst *in, struct inst_part *p, struct inst_mods *lists,
                 const struct ast_part *name, struct inst_mod mod)
{
    const struct inst_member *m = inst_env_get(in, p->env, name->name);
    if (!m) {
        inst_say_no_member(in, p->env, name);
    } else if (m->class_) {
        error_at(in->m, mod.at, "'%s' is a %s: it can be redeclared, not modified", m->name,
                 inst_class_word(m->class_));
    } else if (m->is_protected) {
        error_at(in->m, mod.at, "'%s' is protected in '%s' and cannot be modified from outside",
                 m->name, inst_env_text(in, p->env));
    } else {
        if (m->kid >= 0) inst_mods_add(in, &lists[m->kid], mod);
    }
}

/* The value of a record: one for each of its fields. */
static void give_fields(struct inst *in, struct inst_part *p, const struct inst_mod *m,
                        struct inst_mods *lists)
{
    if (!inst_is_record(p->env)) {
        error_at(in->m, m->value->at, "'%s' is a %s (%s) and has no value", p->flat,
                 inst_class_word(p->env->c), inst_env_text(in, p->env));
        return;
    }
    for (int32_t k = 0; k < p->env->members.n; k++) {
        const struct inst_member *f = p->env->members.at[k];
        struct inst_mod mod = *m;
        if (f->class_ || f->kid < 0 || (f->e->prefixes & (PREFIX_CONSTANT | PREFIX_FINAL)))
            continue;
        mod.inner = NULL;
        mod.n_inner = 0;
        mod.redeclare = NULL;
        mod.value = inst_field(in, m->value, f->name);
        inst_mods_add(in, &lists[f->kid], mod);
    }
}

static void take_apart(struct inst *in, struct inst_part *p, const struct inst_mod *m,
                       struct inst_mods *lists)
{
    if (m->n_rest > 0) {
        give(in, p, lists, &m->rest[0], inst_mod_rest(m));
        return;
    }
    inst_check_twice(in, m->inner, m->n_inner);
    for (int32_t k = 0; k < m->n_inner; k++) {
        const struct ast_modifier *inner = &m->inner[k];
        if (!inst_mod_is_class(inner))
            give(in, p, lists, &inner->path[0], inst_mod_inner(m, inner, p->n_levels));
        else if (!inst_env_get(in, p->env, inner->redeclare->class_->name))
            inst_say_no_member(in, p->env, &inner->path[0]);
    }
    if (m->value) give_fields(in, p, m, lists);
}

/* ---- Redeclaration --------------------------------------------------------------------------- */

static const struct inst_mod *redeclaration(const struct inst_mod *list)
{
    while (list && !list->redeclare) list = list->next;
    return list;
}

static void check_component(struct inst *in, const struct inst_part *p, const struct inst_member *m,
                            const struct inst_mod *r, const struct inst_type *given)
{
    const struct ast_element *limit = m->e->constraint ? m->e->constraint : m->e;
    struct inst_type wanted;
    if (!(m->e->prefixes & PREFIX_REPLACEABLE)) {
        error_at(in->m, r->at, "'%s' is not replaceable in '%s'", m->name,
                 inst_env_text(in, m->home));
        hint_last(in->m, "declare it: replaceable %s %s",
                  inst_path_text(in->arena, m->e->type_path, m->e->n_type_path), m->name);
        return;
    }
    if (inst_find_type(in, (struct inst_scope){(struct inst_part *)p, m->home}, limit, &wanted))
        inst_check_constraint(in, &wanted, given, r->at, m->name);
}

/* The classes of a part that were redeclared have what their constraints have. */
static void check_classes(struct inst *in, struct inst_env *env)
{
    for (int32_t k = 0; k < env->members.n; k++) {
        const struct inst_member *m = env->members.at[k];
        struct inst_type wanted, given;
        bool good;
        if (!m->class_ || !m->redecl) continue;
        if (!((m->e->prefixes | m->class_->prefixes) & PREFIX_REPLACEABLE)) continue;
        good =
            m->e->constraint
                ? inst_find_type(in, (struct inst_scope){NULL, m->home}, m->e->constraint, &wanted)
                : inst_type_of(in, inst_env_of(in, m->class_, m->home, NULL), &wanted);
        if (good && inst_type_of(in, inst_member_env(in, m), &given))
            inst_check_constraint(in, &wanted, &given, m->redecl->e->at, m->name);
    }
}

/* ---- One part -------------------------------------------------------------------------------- */

static void say_final(struct inst *in, const struct inst_member *m, const struct inst_mod *first)
{
    if (!(m->e->prefixes & PREFIX_FINAL) || !first) return;
    error_at(in->m, first->at, "'%s' is final in '%s' and cannot be modified", m->name,
             inst_env_text(in, m->home));
}

static void add_said(struct inst *in, struct inst_mods *list, struct inst_mod mod)
{
    if (mod.n_inner > 0 || mod.value) inst_mods_add(in, list, mod);
}

/* All that is said of member m of p, from the outside in. */
static struct inst_mods collect(struct inst *in, struct inst_part *p, const struct inst_member *m,
                                const struct inst_mod *outer)
{
    struct inst_scope own = {p, m->home};
    struct inst_mods list;
    const struct ast_element *e = m->e;
    bool redeclared = false;
    inst_mods_init(&list);
    for (; outer; outer = outer->next) {
        if (redeclared && outer->redeclare) continue;
        redeclared |= outer->redeclare != NULL;
        inst_mods_add(in, &list, *outer);
    }
    for (const struct inst_mod *k = m->mods; k; k = k->next) {
        struct inst_mod *copy;
        if (redeclared && k->redeclare) continue;
        redeclared |= k->redeclare != NULL;
        copy = inst_mods_add(in, &list, *k);
        copy->scope.part = p;
        copy->covered = p->n_levels;
    }
    say_final(in, m, list.first);
    if (!(redeclared && e->constraint)) add_said(in, &list, inst_mod_own(e, own, p->n_levels));
    if (e->constraint) add_said(in, &list, inst_mod_own(e->constraint, own, p->n_levels));
    return list;
}

static void add_dims(struct inst *in, struct inst_part *p, const struct ast_element *e,
                     struct inst_scope scope, const struct inst_type *t)
{
    int32_t n = e->n_sub + e->n_type_sub + t->dims.n, k = 0;
    p->dims = n ? ARENA_ARRAY(in->arena, struct inst_dim, n) : NULL;
    for (int32_t i = 0; i < e->n_sub; i++) p->dims[k++] = (struct inst_dim){e->sub[i], scope};
    for (int32_t i = 0; i < e->n_type_sub; i++)
        p->dims[k++] = (struct inst_dim){e->type_sub[i], scope};
    for (int32_t i = 0; i < t->dims.n; i++) p->dims[k++] = t->dims.at[i];
    for (k = 0; k < n; k++)
        if (!p->dims[k].scope.part) p->dims[k].scope.part = p->up;
    p->n_dims = n;
    p->n_levels = p->up->n_levels + n;
}

static bool instantiable(struct inst *in, const struct inst_part *p, const struct inst_member *m)
{
    const struct ast_class *c = p->env->c;
    int inside = 0;
    if (c->kind == CLASS_PACKAGE || c->kind == CLASS_FUNCTION || c->kind == CLASS_OPERATOR) {
        error_at(in->m, m->e->type_at, "'%s' is a %s, not a type", c->name, inst_class_word(c));
        return false;
    }
    if (c->prefixes & PREFIX_PARTIAL) {
        error_at(in->m, p->e->type_at, "%s '%s' is partial: '%s' needs a complete one",
                 inst_class_word(c), inst_env_text(in, p->env), p->name);
        if (m->e->prefixes & PREFIX_REPLACEABLE)
            hint_last(in->m, "redeclare it: (redeclare ... %s)", p->name);
        return false;
    }
    if (p->depth > INST_DEEPEST) {
        error_at(in->m, m->e->name_at,
                 "parts stand in each other more than %d deep, up to this '%s'", INST_DEEPEST,
                 p->name);
        return false;
    }
    for (const struct inst_part *q = p->up; q; q = q->up) inside += q->env->c == c;
    if (inside == 0 || (p->env->redecls && inside < INST_TWICE)) return true;
    error_at(in->m, m->e->name_at, "%s '%s' contains itself: as '%s'", inst_class_word(c),
             inst_env_text(in, p->env), p->flat);
    return false;
}

/* The part for component m of p; NULL after an error. */
static struct inst_part *make(struct inst *in, struct inst_part *p, const struct inst_member *m,
                              const struct inst_mod *outer)
{
    struct inst_part *kid = ARENA_NEW(in->arena, struct inst_part);
    struct inst_scope own = {p, m->home}, from = own;
    struct inst_mods list = collect(in, p, m, outer);
    const struct inst_mod *r = redeclaration(list.first);
    struct inst_type t;
    kid->e = r ? r->redeclare : m->e;
    if (r) from = r->scope;
    if (!inst_find_type(in, from, kid->e, &t)) return NULL;
    if (r) check_component(in, p, m, r, &t);
    kid->name = m->name;
    kid->up = p;
    kid->member = m;
    kid->env = t.env;
    kid->builtin = t.builtin;
    kid->leaf = t.leaf;
    kid->depth = p->depth + 1;
    kid->prefixes = (p->prefixes & PASSED) | m->e->prefixes | kid->e->prefixes | t.prefixes;
    kid->connector = t.connector || p->connector;
    kid->inside =
        p->up &&
        (p->inside || (p->env->c->kind != CLASS_CONNECTOR && p->env->c->kind != CLASS_RECORD));
    add_dims(in, kid, r && (kid->e->n_sub || kid->e->n_type_sub) ? kid->e : m->e,
             r && (kid->e->n_sub || kid->e->n_type_sub) ? from : own, &t);
    name_part(in, kid);
    for (const struct inst_mod *k = t.mods.first; k; k = k->next) {
        struct inst_mod *copy = inst_mods_add(in, &list, *k);
        if (!copy->scope.part) copy->scope.part = p;
        copy->covered = kid->n_levels;
    }
    kid->mods = list.first;
    if (kid->leaf) in->leaves++;
    if (kid->leaf) return kid;
    in->has_records |= inst_is_record(kid->env);
    kid->env = inst_env_with(in, kid->env, inst_mods_redecls(in, kid->mods));
    if (!instantiable(in, kid, m)) return NULL;
    fill(in, kid);
    return kid;
}

/* Makes the parts of p. */
static void fill(struct inst *in, struct inst_part *p)
{
    struct inst_mods *lists;
    int errors = in->m->errors;
    inst_env_ready(in, p->env);
    inst_use(in, p);
    lists = ARENA_ARRAY(in->arena, struct inst_mods, p->env->n_kids + 1);
    p->kids = ARENA_ARRAY(in->arena, struct inst_part *, p->env->n_kids + 1);
    for (int32_t k = 0; k < p->env->n_kids; k++) inst_mods_init(&lists[k]);
    for (const struct inst_mod *m = p->mods; m; m = m->next) take_apart(in, p, m, lists);
    check_classes(in, p->env);
    if (in->m->errors > errors + 20) return;
    for (int32_t k = 0; k < p->env->members.n; k++) {
        const struct inst_member *m = p->env->members.at[k];
        bool outer = m->e && (m->e->prefixes & PREFIX_OUTER) && !(m->e->prefixes & PREFIX_INNER);
        if (!m->class_ && !outer) p->kids[m->kid] = make(in, p, m, lists[m->kid].first);
    }
}

struct inst_part *inst_part_model(struct inst *in, struct inst_type *t)
{
    struct inst_part *p = ARENA_NEW(in->arena, struct inst_part);
    p->name = p->flat = "";
    p->env = t->env;
    p->mods = t->mods.first; /* of a short definition */
    fill(in, p);
    return p;
}

/* ---- Inner and outer ------------------------------------------------------------------------- */

static void say_no_inner(struct inst *in, const struct inst_part *p, const struct inst_member *m)
{
    error_at(in->m, m->e->name_at, "there is no `inner` '%s' around '%s'", m->name,
             p->flat[0] ? p->flat : p->env->c->name);
    hint_last(in->m, "declare it in the model: inner %s %s",
              inst_path_text(in->arena, m->e->type_path, m->e->n_type_path), m->name);
}

static struct inst_part *inner_of(struct inst *in, const struct inst_part *p,
                                  const struct inst_member *m)
{
    for (const struct inst_part *q = p->up; q; q = q->up) {
        const struct inst_member *k = inst_env_get(in, q->env, m->name);
        if (k && !k->class_ && (k->e->prefixes & PREFIX_INNER)) return q->kids[k->kid];
    }
    say_no_inner(in, p, m);
    return NULL;
}

struct inst_part *inst_part_kid(struct inst *in, struct inst_part *p, const char *name)
{
    const struct inst_member *m = p->leaf ? NULL : inst_env_get(in, p->env, name);
    if (!m || m->class_ || m->kid < 0) return NULL;
    if (!(m->e->prefixes & PREFIX_OUTER)) return p->kids[m->kid];
    return inner_of(in, p, m);
}

/* ---- Sizes and conditions -------------------------------------------------------------------- */

static struct ast_expr *size_of(struct inst *in, struct inst_part *p, const struct inst_dim *d)
{
    struct inst_ctx c = {.in = in, .scope = d->scope, .first = true};
    if (d->size->kind == EXPR_COLON) {
        if (!p->leaf && !in->making)
            error_at(in->m, d->size->at, "the size of '%s' must be given: it has no value", p->flat);
        return inst_new_expr(in, EXPR_COLON, d->size->at);
    }
    if (d->size->kind == EXPR_NAME && !p->leaf) { /* an enumeration */
        const struct ast_expr *e = d->size;
        struct inst_found f =
            inst_find_class(in, d->scope.env, e->path, e->n_path, e->absolute, true);
        if (f.env && f.env->c->is_enumeration)
            return inst_new_integer(in, f.env->c->n_literals, e->at);
    }
    return inst_expr(&c, d->size);
}

struct ast_expr **inst_part_sizes(struct inst *in, struct inst_part *p)
{
    struct ast_expr **above;
    int32_t n = p->up ? p->up->n_levels : 0;
    if (p->sizes || p->n_levels == 0) return p->sizes;
    above = p->up ? inst_part_sizes(in, p->up) : NULL;
    p->sizes = ARENA_ARRAY(in->arena, struct ast_expr *, p->n_levels);
    for (int32_t k = 0; k < n; k++) p->sizes[k] = above[k];
    for (int32_t k = 0; k < p->n_dims; k++) p->sizes[n + k] = size_of(in, p, &p->dims[k]);
    return p->sizes;
}

struct ast_expr *inst_part_condition(struct inst *in, struct inst_part *p)
{
    const struct ast_expr *own = p->member ? p->member->e->condition : NULL;
    struct inst_ctx c = {.in = in, .first = true};
    struct ast_expr *above, *mine, *both;
    if (p->conditioned || !p->up) return p->condition;
    p->conditioned = true;
    above = p->condition = inst_part_condition(in, p->up);
    if (!own) return p->condition;
    c.scope = (struct inst_scope){p->up, p->member->home};
    mine = p->condition = inst_expr(&c, own);
    if (!above) return mine;
    both = inst_new_expr(in, EXPR_BINARY, own->at);
    both->op = OP_AND;
    both->n_args = 2;
    both->args = ARENA_ARRAY(in->arena, struct ast_expr *, 2);
    both->args[0] = above;
    both->args[1] = mine;
    return p->condition = both;
}
