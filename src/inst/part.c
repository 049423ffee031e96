/* SPDX-License-Identifier: MIT */
/* part.c - the tree of parts of a model.
 *
 * From the model inwards: a part takes the modifications of itself apart, makes a part for each
 * component of its class with what is said of that, and so on, until predefined types are
 * reached. A redeclared component has the type that the outermost redeclaration says; a
 * redeclared class inside a part makes an environment of its own for it (class.c). What is asked
 * of parts then is in kid.c. */
#include "inst/stage.h"

#include <string.h>

static const uint32_t PASSED = PREFIX_CONSTANT | PREFIX_PARAMETER | PREFIX_DISCRETE | PREFIX_INPUT |
                               PREFIX_OUTPUT | PREFIX_FLOW | PREFIX_PROTECTED | PREFIX_FINAL;

static void fill(struct inst *in, struct inst_part *p);

/* The instance in which what is in the class of p is looked up; of a package there is none. */
static struct inst_part *writer(struct inst_part *p)
{
    return p->package ? NULL : p;
}

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
                 class_word(p->env->c->kind), inst_env_text(in, p->env));
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
        mod.of_record = true;
        inst_mods_add(in, &lists[f->kid], mod);
    }
}

static void say_each(struct inst *in, const struct inst_part *p, const struct ast_modifier *inner)
{
    error_at(in->m, inner->at, "'%s' is not an array: `each` has no meaning here", p->flat);
    hint_last(in->m, "leave `each` out");
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
        if (inner->each && m->scope.part && p->n_levels <= m->scope.part->n_levels)
            say_each(in, p, inner);
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

/* False: it stays what it is. */
static bool check_component(struct inst *in, const struct inst_part *p, const struct inst_member *m,
                            const struct inst_mod *r, const struct inst_type *given)
{
    const struct ast_element *limit = m->e->constraint ? m->e->constraint : m->e;
    struct inst_type wanted;
    if (!(m->e->prefixes & PREFIX_REPLACEABLE)) {
        error_at(in->m, r->at, "'%s' is not replaceable in '%s'", m->name,
                 inst_env_text(in, m->home));
        hint_last(in->m, "declare it: replaceable %s %s",
                  path_text(in->arena, m->e->type_path, m->e->n_type_path), m->name);
        return false;
    }
    if (!inst_find_type(in, (struct inst_scope){(struct inst_part *)p, m->home}, limit, &wanted))
        return false;
    inst_check_constraint(in, &wanted, given, r->at, m->name);
    return wanted.leaf == given->leaf;
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
    struct inst_scope own = {writer(p), m->home};
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
        copy->scope.part = writer(p);
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
        if (!p->dims[k].scope.part) p->dims[k].scope.part = writer(p->up);
    p->n_dims = n;
    p->n_levels = p->up->n_levels + n;
}

static bool instantiable(struct inst *in, const struct inst_part *p, const struct inst_member *m)
{
    const struct ast_class *c = p->env->c;
    int inside = 0;
    if (c->kind == CLASS_PACKAGE || c->kind == CLASS_FUNCTION || c->kind == CLASS_OPERATOR) {
        error_at(in->m, m->e->type_at, "'%s' is a %s, not a type", c->name, class_word(c->kind));
        return false;
    }
    if (c->expandable) {
        error_at(in->m, p->e->type_at, "`expandable connector` is not supported yet: '%s'",
                 inst_env_text(in, p->env));
        return false;
    }
    if (c->prefixes & PREFIX_PARTIAL) {
        error_at(in->m, p->e->type_at, "%s '%s' is partial: '%s' needs a complete one",
                 class_word(c->kind), inst_env_text(in, p->env), p->name);
        if (m->e->prefixes & PREFIX_REPLACEABLE)
            hint_last(in->m, "redeclare it: (redeclare ... %s)", p->name);
        else
            hint_last(in->m, "a partial class is a base for others: take one that extends it");
        return false;
    }
    if (p->depth > INST_DEEPEST) {
        error_at(in->m, m->e->name_at, "components are nested more than %d deep, up to this '%s'",
                 INST_DEEPEST, p->name);
        return false;
    }
    for (const struct inst_part *q = p->up; q; q = q->up) inside += q->env->c == c;
    if (inside == 0 || (p->env->redecls && inside < INST_TWICE)) return true;
    error_at(in->m, m->e->name_at, "%s '%s' contains itself: as '%s'", class_word(c->kind),
             inst_env_text(in, p->env), p->flat);
    hint_last(in->m, "if another '%s' is meant, write it with its package", c->name);
    return false;
}

/* The part for component m of p; NULL after an error. */
static struct inst_part *make(struct inst *in, struct inst_part *p, const struct inst_member *m,
                              const struct inst_mod *outer)
{
    struct inst_part *kid = ARENA_NEW(in->scratch, struct inst_part);
    struct inst_scope own = {writer(p), m->home}, from = own;
    struct inst_mods list = collect(in, p, m, outer);
    const struct inst_mod *r = redeclaration(list.first);
    struct inst_type t;
    kid->e = r ? r->redeclare : m->e;
    if (r) from = r->scope;
    if (!inst_find_type(in, from, kid->e, &t)) return NULL;
    if (r && !check_component(in, p, m, r, &t)) return NULL;
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
        if (!copy->scope.part) copy->scope.part = writer(p);
        copy->covered = kid->n_levels;
    }
    kid->mods = list.first;
    if (kid->leaf) in->leaves++;
    if (kid->leaf) return kid;
    in->has_records |= inst_is_record(kid->env);
    kid->env = inst_env_with(in, kid->env, inst_redecls(in, kid->env, kid->mods));
    if (!instantiable(in, kid, m)) return NULL;
    fill(in, kid);
    return kid;
}

/* An `outer` component is another one's name. */
static void check_outer(struct inst *in, const struct inst_part *p, const struct inst_member *m,
                        const struct inst_mod *said)
{
    if (!said) said = m->mods;
    if (!said && m->e->n_mods == 0 && !m->e->value) return;
    error_at(in->m, said ? said->at : m->e->name_at,
             "'%s' is `outer` in '%s' and cannot be modified here", m->name,
             inst_env_text(in, p->env));
    hint_last(in->m, "modify the `inner` one that it stands for");
}

/* In the equations of a class and its bases. */
static int32_t statements(const struct inst_env *env, int depth)
{
    int32_t n = 0;
    for (int32_t k = 0; k < env->c->n_sections; k++)
        if (env->c->sections[k].kind == SECTION_EQUATION) n += env->c->sections[k].body.n;
    for (int32_t k = 0; k < env->bases.n && depth < INST_DEEPEST; k++)
        n += statements(env->bases.at[k].env, depth + 1);
    return n;
}

/* Makes the parts of p. */
static void fill(struct inst *in, struct inst_part *p)
{
    struct inst_mods *lists;
    int errors = in->m->errors;
    inst_env_ready(in, p->env);
    inst_use(in, p);
    in->statements += statements(p->env, 0);
    inst_check_imports(in, p->env);
    lists = ARENA_ARRAY(in->scratch, struct inst_mods, p->env->n_kids + 1);
    p->kids = ARENA_ARRAY(in->scratch, struct inst_part *, p->env->n_kids + 1);
    for (int32_t k = 0; k < p->env->n_kids; k++) inst_mods_init(&lists[k]);
    for (const struct inst_mod *m = p->mods; m; m = m->next) take_apart(in, p, m, lists);
    check_classes(in, p->env);
    if (in->m->errors > errors + 20) return;
    for (int32_t k = 0; k < p->env->members.n; k++) {
        const struct inst_member *m = p->env->members.at[k];
        bool outer = m->e && (m->e->prefixes & PREFIX_OUTER) && !(m->e->prefixes & PREFIX_INNER);
        if (outer) check_outer(in, p, m, lists[m->kid].first);
        if (!m->class_ && !outer && !inst_table_unused(p, m->e))
            p->kids[m->kid] = make(in, p, m, lists[m->kid].first);
    }
}

struct inst_part *inst_part_model(struct inst *in, struct inst_type *t)
{
    struct inst_part *p = ARENA_NEW(in->scratch, struct inst_part);
    p->name = p->flat = "";
    p->env = t->env;
    p->mods = t->mods.first; /* of a short definition */
    fill(in, p);
    return p;
}

struct inst_part *inst_part_package(struct inst *in, struct inst_env *env, const char *name)
{
    struct inst_part *p = ARENA_NEW(in->scratch, struct inst_part);
    p->name = p->flat = name;
    p->env = env;
    p->package = true;
    inst_env_ready(in, env);
    inst_check_imports(in, env);
    p->kids = ARENA_ARRAY(in->scratch, struct inst_part *, env->n_kids + 1);
    return p;
}

struct inst_part *inst_part_constant(struct inst *in, struct inst_part *package, const char *name)
{
    const struct inst_member *m = inst_env_get(in, package->env, name);
    struct inst_part **kid = m && m->kid >= 0 ? &package->kids[m->kid] : NULL;
    if (kid && !*kid) *kid = make(in, package, m, NULL);
    return kid ? *kid : NULL;
}
