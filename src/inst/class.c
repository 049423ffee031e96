/* SPDX-License-Identifier: MIT */
/* class.c - a class in its surroundings: all its members by name, own and inherited.
 *
 *   1. the own members are entered; from then on names can be looked up in it
 *   2. the extends clauses are resolved, among the own members and around; a base class gets the
 *      redeclarations of the classes inside it, so that its own text sees them
 *   3. the members of the bases are copied in, each with what the extends clause says of it
 *
 * Environments are made on demand into a class, once for each class, surroundings and writer; those
 * with redeclarations are made again each time. */
#include "inst/stage.h"

#include <string.h>

struct inst_chain {
    const struct ast_class *c;
    const struct inst_chain *up;
    int depth;
};

/* ---- Own members ----------------------------------------------------------------------------- */

static const struct inst_redecl *redecl_of(const struct inst_env *env, const char *name)
{
    for (const struct inst_redecl *r = env->redecls; r; r = r->next)
        if (r->name == name && r->e) return r;
    return NULL;
}

/* What is said of it from around, in the same order. */
static void modify_own(struct inst *in, struct inst_env *env, struct inst_member *m)
{
    struct inst_mods list;
    inst_mods_init(&list);
    for (const struct inst_redecl *r = env->redecls; r; r = r->next)
        if (r->name == m->name && !r->e) inst_mods_add(in, &list, r->mod);
    m->mods = list.first;
}

static void redeclare_class(struct inst *in, struct inst_env *env, struct inst_member *m)
{
    const struct inst_redecl *r = redecl_of(env, m->name);
    if (!r) return;
    m->redecl = r;
    if ((m->e->prefixes | m->class_->prefixes) & PREFIX_REPLACEABLE) return;
    error_at(in->m, r->e->at, "%s '%s' is not replaceable in '%s'", class_word(m->class_->kind),
             m->name, env->c->name);
    hint_last(in->m, "declare it: replaceable %s %s ...", class_word(m->class_->kind), m->name);
}

static struct place place_of(const struct inst_member *m)
{
    return m->class_ ? m->class_->name_at : m->e->name_at;
}

static void say_declared_twice(struct inst *in, const struct inst_member *m,
                               const struct inst_member *first)
{
    uint32_t line, col;
    error_at(in->m, place_of(m), "'%s' is declared twice", m->name);
    place_line(in->m, place_of(first), &line, &col);
    hint_last(in->m, "it is declared before, in line %u", (unsigned)line);
}

static void enter_own(struct inst *in, struct inst_env *env, struct ast_element *e)
{
    struct inst_member *m = ARENA_NEW(in->arena, struct inst_member), *first;
    *m = (struct inst_member){.e = e, .home = env, .kid = -1};
    m->class_ = e->kind == ELEMENT_CLASS ? e->class_ : NULL;
    m->name = m->class_ ? m->class_->name : e->name;
    m->is_protected = (e->prefixes & PREFIX_PROTECTED) != 0;
    if (!m->name) return;
    if ((first = inst_env_look(env, m->name))) {
        say_declared_twice(in, m, first);
        return;
    }
    inst_env_put(in, env, m);
    modify_own(in, env, m);
    if (m->class_) redeclare_class(in, env, m);
}

static void enter_all_own(struct inst *in, struct inst_env *env)
{
    env->state = INST_OWN;
    for (int32_t k = 0; k < env->c->n_elements; k++) {
        struct ast_element *e = &env->c->elements[k];
        if (e->kind == ELEMENT_IMPORT) VEC_ADD(in->arena, &env->imports, e);
        if (e->kind == ELEMENT_COMPONENT || (e->kind == ELEMENT_CLASS && e->class_))
            enter_own(in, env, e);
    }
}

/* ---- Inherited members ----------------------------------------------------------------------- */

static bool same_text(struct inst *in, const struct ast_expr *a, const struct ast_expr *b)
{
    if (!a || !b) return a == b;
    return strcmp(print_short(in->arena, a, 4000), print_short(in->arena, b, 4000)) == 0;
}

/* Attributes that bound a value or say how it is shown: they may differ, the first ones count. */
static bool is_bound(const struct ast_modifier *m)
{
    static const char *const names[] = {"min", "max", "nominal", "displayUnit"};
    for (size_t k = 0; k < sizeof names / sizeof *names; k++)
        if (m->n_path == 1 && strcmp(m->path[0].name, names[k]) == 0) return true;
    return false;
}

/* Do two lists of modifiers say the same? */
static bool same_said(const struct ast_modifier *a, int32_t n_a, const struct ast_modifier *b,
                      int32_t n_b)
{
    int32_t i = 0, k = 0;
    for (;;) {
        while (i < n_a && is_bound(&a[i])) i++;
        while (k < n_b && is_bound(&b[k])) k++;
        if (i == n_a || k == n_b) return i == n_a && k == n_b;
        if (!ast_same_modifier(&a[i++], &b[k++])) return false;
    }
}

static bool same_member(struct inst *in, const struct inst_member *a, const struct inst_member *b)
{
    const struct ast_element *x = a->e, *y = b->e;
    if (x == y) return true;
    if (!x || !y || a->class_ || b->class_ || x->prefixes != y->prefixes || x->n_sub != y->n_sub)
        return false;
    if (x->n_type_path != y->n_type_path || !same_said(x->mods, x->n_mods, y->mods, y->n_mods))
        return false;
    for (int32_t k = 0; k < x->n_type_path; k++)
        if (x->type_path[k].name != y->type_path[k].name) return false;
    for (int32_t k = 0; k < x->n_sub; k++)
        if (!same_text(in, x->sub[k], y->sub[k])) return false;
    return same_text(in, x->value, y->value) && same_text(in, x->condition, y->condition);
}

static void prepend(struct inst *in, struct inst_member *m, struct inst_mod mod)
{
    struct inst_mod *copy = ARENA_NEW(in->arena, struct inst_mod);
    *copy = mod;
    copy->next = m->mods;
    m->mods = copy;
}

static struct inst_member *copy_of(struct inst *in, struct inst_env *env,
                                   const struct inst_member *from)
{
    struct inst_member *m = ARENA_NEW(in->arena, struct inst_member);
    *m = *from;
    m->inherited = true;
    inst_env_put(in, env, m);
    VEC_ADD(in->arena, &env->members, m);
    return m;
}

static void say_twice(struct inst *in, struct inst_env *env, const struct inst_member *old,
                      const struct inst_member *new, const struct ast_element *extends)
{
    const struct inst_member *own = old->inherited ? NULL : old;
    error_at(in->m, own && own->e ? own->e->name_at : extends->at,
             "'%s' is declared differently in '%s' and in '%s'", new->name,
             inst_env_text(in, old->home), inst_env_text(in, new->home));
    if (own)
        hint_last(in->m, "only what is replaceable can be redeclared: redeclare ... %s", new->name);
    (void)env;
}

bool inst_is_member(const struct inst_member *m, const struct ast_element *e)
{
    const struct inst_twin *t = m->twins;
    while (t && t->e != e) t = t->next;
    return t || m->e == e;
}

/* Both are one: the first one stays, and names in the other's class mean it. */
static void add_twin(struct inst *in, struct inst_member *m, const struct inst_member *other)
{
    struct inst_twin *t;
    for (const struct inst_twin *k = other->twins; k; k = k->next) {
        t = ARENA_NEW(in->arena, struct inst_twin);
        *t = (struct inst_twin){k->e, m->twins};
        m->twins = t;
    }
    if (!other->e || inst_is_member(m, other->e)) return;
    t = ARENA_NEW(in->arena, struct inst_twin);
    *t = (struct inst_twin){other->e, m->twins};
    m->twins = t;
}

/* A member of a base class; NULL: there is one already. */
static struct inst_member *inherit(struct inst *in, struct inst_env *env,
                                   const struct inst_member *from,
                                   const struct ast_element *extends)
{
    struct inst_member *old = inst_env_look(env, from->name), *m;
    bool again = old && !old->inherited && old->e && (old->e->prefixes & PREFIX_REDECLARE);
    if (!old) {
        m = copy_of(in, env, from);
        if (extends->prefixes & PREFIX_PROTECTED) m->is_protected = true;
        return m;
    }
    if (again && old->class_ && from->class_) {
        old->inherited = true;
        VEC_ADD(in->arena, &env->members, old);
        return NULL;
    }
    if (again && !old->class_ && !from->class_) return copy_of(in, env, from);
    if (!same_member(in, old, from))
        say_twice(in, env, old, from, extends);
    else
        add_twin(in, old, from);
    return NULL;
}

/* What a list of modifiers says of members of a base. */
static void modify(struct inst *in, struct inst_env *env, struct inst_env *base,
                   const struct inst_mod *mod)
{
    inst_check_twice(in, mod->inner, mod->n_inner);
    for (int32_t k = mod->n_inner - 1; k >= 0; k--) {
        const struct ast_modifier *inner = &mod->inner[k];
        struct inst_member *m = inst_env_get(in, base, inner->path[0].name);
        if (!m) {
            inst_say_no_member(in, base, &inner->path[0]);
            continue;
        }
        if (m->class_ || env->c->kind == CLASS_PACKAGE)
            continue; /* inst_redecls has seen to that */
        if ((m = inst_env_look(env, m->name)) && m->inherited)
            prepend(in, m, inst_mod_inner(mod, inner, 0));
    }
}

static void modify_all(struct inst *in, struct inst_env *env, struct inst_env *base,
                       const struct inst_mod *list, int depth)
{
    if (!list || depth > INST_DEEPEST) return;
    modify_all(in, env, base, list->next, depth + 1);
    modify(in, env, base, list);
}

/* Own elements `redeclare T x` of what is inherited. */
static void redeclare_own(struct inst *in, struct inst_env *env, const struct ast_element *e)
{
    struct inst_member *m = e->class_ ? inst_env_look(env, e->class_->name)
                            : e->name ? inst_env_look(env, e->name)
                                      : NULL;
    struct inst_mod mod;
    if (!m) return;
    if (!m->inherited) {
        error_at(in->m, e->class_ ? e->class_->name_at : e->name_at,
                 "there is no inherited '%s' in '%s' that could be redeclared", m->name,
                 env->c->name);
        return;
    }
    if (e->kind != ELEMENT_COMPONENT) return;
    mod = inst_mod_own(e, (struct inst_scope){NULL, env}, 0);
    mod.redeclare = e;
    prepend(in, m, mod);
}

/* ---- Base classes ---------------------------------------------------------------------------- */

static bool in_chain(const struct inst *in, const struct ast_class *c)
{
    for (const struct inst_chain *k = in->building; k; k = k->up)
        if (k->c == c) return true;
    return false;
}

/* How it comes back to c. */
static void say_chain(struct inst *in, const struct ast_class *c)
{
    const char *text = c->name;
    int n = 0;
    for (const struct inst_chain *k = in->building; k && k->c != c && n < 10; k = k->up, n++)
        text = arena_format(in->arena, "%s, that extends %s", k->c->name, text);
    if (n > 0) hint_last(in->m, "%s extends %s", c->name, text);
}

/* `model extends X`, in a class that inherits X: the X that it would have otherwise. Of the list of
 * redeclarations that hold where X was declared, this is what comes after the class itself. */
static struct inst_env *same_base(struct inst *in, struct inst_env *env,
                                  const struct ast_element *e)
{
    const char *name = env->c->name;
    for (int32_t k = 0; env->up && k < env->up->bases.n; k++) {
        const struct inst_member *m = inst_env_get(in, env->up->bases.at[k].env, name);
        const struct inst_redecl *r;
        bool passed = false;
        if (!m || !m->class_) continue;
        for (r = m->home->redecls; r && !(passed && r->name == name && r->e); r = r->next)
            passed |= r->e && r->e->class_ == env->c;
        return r ? inst_env_of(in, r->e->class_, r->scope.env, r->scope.part)
                 : inst_env_of(in, m->class_, m->home, NULL);
    }
    if (!env->up) /* else redeclare_own says so */
        error_at(in->m, e->type_at, "there is no inherited '%s' that could be extended", name);
    return NULL;
}

/* The base class of an extends clause, NULL after an error. */
static struct inst_env *base_of(struct inst *in, struct inst_env *env, const struct ast_element *e,
                                struct inst_type *t)
{
    struct inst_env *same = e->same ? same_base(in, env, e) : NULL;
    if (e->same ? !same || !inst_type_of(in, same, t)
                : !inst_find_type(in, (struct inst_scope){NULL, env}, e, t))
        return NULL;
    if (t->leaf || !t->env) {
        error_at(in->m, e->type_at, "'%s' cannot be extended: it is not a class with members",
                 path_text(in->arena, e->type_path, e->n_type_path));
        return NULL;
    }
    if (in_chain(in, t->env->c)) {
        error_at(in->m, e->type_at, "'%s' extends itself", inst_env_text(in, t->env));
        say_chain(in, t->env->c);
        return NULL;
    }
    return t->env;
}

static const struct inst_redecl *redecls_for_base(struct inst *in, struct inst_env *env)
{
    const struct inst_redecl *list = NULL;
    for (int32_t k = env->c->n_elements - 1; k >= 0; k--) {
        const struct ast_element *e = &env->c->elements[k];
        struct inst_redecl *r;
        if (e->kind != ELEMENT_CLASS || !e->class_ || !(e->prefixes & PREFIX_REDECLARE)) continue;
        r = ARENA_NEW(in->arena, struct inst_redecl);
        *r = (struct inst_redecl){
            .next = (struct inst_redecl *)list, .name = e->class_->name, .e = e};
        r->scope.env = env;
        list = r;
    }
    return list;
}

static void add_base(struct inst *in, struct inst_env *env, const struct ast_element *e)
{
    struct inst_type t;
    struct inst_env *base = inst_definition(env->c) == e ? NULL : base_of(in, env, e, &t);
    struct inst_mod mod = inst_mod_own(e, (struct inst_scope){NULL, env}, 0);
    if (!base) return;
    base = inst_env_with(in, base, inst_redecls(in, base, &mod));
    base = inst_env_with(in, base, redecls_for_base(in, env));
    base = inst_env_with(in, base, env->redecls);
    inst_env_ready(in, base);
    VEC_ADD(in->arena, &env->bases, ((struct inst_base){base, e}));
    for (int32_t k = 0; k < base->members.n; k++) inherit(in, env, base->members.at[k], e);
    modify_all(in, env, base, t.mods.first, 0);
    modify(in, env, base, &mod);
}

static void add_in_order(struct inst *in, struct inst_env *env)
{
    for (int32_t k = 0; k < env->c->n_elements; k++) {
        struct ast_element *e = &env->c->elements[k];
        struct inst_member *m;
        if (e->kind == ELEMENT_EXTENDS) add_base(in, env, e);
        if (e->kind != ELEMENT_COMPONENT && e->kind != ELEMENT_CLASS) continue;
        if (e->prefixes & PREFIX_REDECLARE) continue;
        m = e->class_ ? inst_env_look(env, e->class_->name)
            : e->name ? inst_env_look(env, e->name)
                      : NULL;
        if (m && m->e == e) VEC_ADD(in->arena, &env->members, m);
    }
    for (int32_t k = 0; k < env->c->n_elements; k++)
        if (env->c->elements[k].prefixes & PREFIX_REDECLARE)
            redeclare_own(in, env, &env->c->elements[k]);
}

void inst_env_ready(struct inst *in, struct inst_env *env)
{
    struct inst_chain here = {env->c, in->building, in->building ? in->building->depth + 1 : 0};
    if (env->state != INST_NEW) return;
    enter_all_own(in, env);
    if (here.depth > INST_DEEPEST) {
        error_at(in->m, env->c->name_at, "classes extend each other more than %d deep, up to '%s'",
                 INST_DEEPEST, env->c->name);
        return;
    }
    in->building = &here;
    add_in_order(in, env);
    in->building = here.up;
    for (int32_t k = 0; k < env->members.n; k++)
        if (!env->members.at[k]->class_) env->members.at[k]->kid = env->n_kids++;
    env->state = INST_READY;
}

/* ---- Looking into it ------------------------------------------------------------------------- */

/* A class that is in a file of its own. */
static struct inst_member *from_folder(struct inst *in, struct inst_env *env, const char *name)
{
    struct ast_class *c = env->c->folder ? library_member(in->l, env->c, name) : NULL;
    struct inst_member *m;
    if (!c) return NULL;
    m = ARENA_NEW(in->arena, struct inst_member);
    *m = (struct inst_member){.name = name, .class_ = c, .home = env, .kid = -1};
    inst_env_put(in, env, m);
    return m;
}

struct inst_member *inst_env_get(struct inst *in, struct inst_env *env, const char *name)
{
    struct inst_member *m;
    inst_env_ready(in, env);
    m = inst_env_look(env, name);
    return m ? m : from_folder(in, env, name);
}

/* Of a class of which something is said from around. */
static struct inst_env *with_mods(struct inst *in, struct inst_env *env, struct inst_member *m)
{
    struct inst_env *out;
    if (m->modified) return m->modified;
    if (env->c->kind == CLASS_PACKAGE) {
        m->modified = inst_env_with(in, env, inst_redecls(in, inst_open(in, env), m->mods));
        return m->modified;
    }
    if (env->c->kind == CLASS_FUNCTION)
        error_at(in->m, m->mods->at, "'%s' is a function: it can be redeclared, not modified",
                 m->name);
    m->modified = out = ARENA_NEW(in->arena, struct inst_env);
    *out = (struct inst_env){.c = env->c, .up = env->up, .part = env->part, .mods = m->mods};
    out->redeclares = env->redeclares;
    return out;
}

struct inst_env *inst_member_env(struct inst *in, const struct inst_member *m)
{
    struct inst_env *env;
    struct ast_class *table = inst_table_class(in, m->class_);
    if (table) return inst_env_of(in, table, NULL, NULL);
    if (m->redecl) {
        env = inst_env_of(in, m->redecl->e->class_, m->redecl->scope.env, m->redecl->scope.part);
        env->redeclares = true;
    } else {
        env = inst_env_of(in, m->class_, m->home, NULL);
    }
    if (m->mods) env = with_mods(in, env, (struct inst_member *)m);
    if (!m->e || !m->e->constraint) return env;
    env->constraint = m->e->constraint;
    env->home = m->home;
    return env;
}
