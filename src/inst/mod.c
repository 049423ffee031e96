/* SPDX-License-Identifier: MIT */
/* mod.c - modifications: what is said of a component from around it.
 *
 * r(R = 5, p(v(start = 1))) is a modification of r. When the parts of r are made, it is taken
 * apart: one modification of R, one of p, and so on inwards. What is said of one component from
 * several places is a list, the outermost first:
 *
 *     ..., the declaration of the part around; extends clauses; the declaration itself
 *
 * A value keeps the scope in which it was written. In an array of parts it also has the dimensions
 * of the arrays between the writer and the component, unless it was given with `each`. */
#include "inst/stage.h"

#include <string.h>

enum { MOST_COMPARED = 200 }; /* modifiers of one list, each with each */

void inst_mods_init(struct inst_mods *list)
{
    list->first = NULL;
    list->end = &list->first;
}

struct inst_mod *inst_mods_add(struct inst *in, struct inst_mods *list, struct inst_mod mod)
{
    struct inst_mod *copy = ARENA_NEW(in->scratch, struct inst_mod);
    *copy = mod;
    copy->next = NULL;
    if (!list->first) list->end = &list->first; /* an empty list may have been copied */
    *list->end = copy;
    list->end = &copy->next;
    return copy;
}

bool inst_mod_is_class(const struct ast_modifier *m)
{
    return m->redeclare && m->redeclare->kind == ELEMENT_CLASS && m->redeclare->class_;
}

void inst_check_twice(struct inst *in, const struct ast_modifier *list, int32_t n)
{
    for (int32_t k = 1; k < n && n <= MOST_COMPARED; k++)
        for (int32_t i = 0; i < k; i++)
            if (list[i].n_path == 1 && list[k].n_path == 1 && list[i].value && list[k].value &&
                list[i].path[0].name == list[k].path[0].name) {
                error_at(in->m, list[k].at, "'%s' is given two values here", list[k].path[0].name);
                in->soft++;
            }
}

struct inst_mod inst_mod_inner(const struct inst_mod *m, const struct ast_modifier *inner,
                               int32_t levels)
{
    struct inst_mod out = *m;
    out.next = NULL;
    out.rest = inner->path + 1;
    out.n_rest = inner->n_path - 1;
    out.inner = inner->inner;
    out.n_inner = inner->n_inner;
    out.value = inner->value;
    out.at = inner->at;
    out.final = m->final || inner->final;
    out.each = inner->each;
    out.redeclare = inner->redeclare;
    if (inner->each && levels > out.covered) out.covered = levels;
    if (!inner->redeclare) return out;
    out.inner = inner->redeclare->mods;
    out.n_inner = inner->redeclare->n_mods;
    out.value = inner->redeclare->value;
    return out;
}

struct inst_mod inst_mod_rest(const struct inst_mod *m)
{
    struct inst_mod out = *m;
    out.next = NULL;
    out.rest++;
    out.n_rest--;
    return out;
}

struct inst_mod inst_mod_own(const struct ast_element *e, struct inst_scope scope, int32_t covered)
{
    struct inst_mod m = {.inner = e->mods, .n_inner = e->n_mods, .value = e->value};
    m.at = e->kind == ELEMENT_COMPONENT ? e->name_at : e->at;
    m.scope = scope;
    m.covered = covered;
    return m;
}

/* ---- Redeclared classes ---------------------------------------------------------------------- */

static struct inst_redecl *add_redecl(struct inst *in, struct inst_redecl ***end)
{
    struct inst_redecl *r = ARENA_NEW(in->arena, struct inst_redecl);
    **end = r;
    *end = &r->next;
    return r;
}

/* m says something of `name` of env: is that a class, or a constant of a package? */
static void add_said(struct inst *in, struct inst_env *env, const char *name,
                     const struct inst_mod *m, struct inst_redecl ***end)
{
    const struct inst_member *member = inst_env_get(in, env, name);
    struct inst_redecl *r;
    if (!member || (!member->class_ && env->c->kind != CLASS_PACKAGE)) return;
    r = add_redecl(in, end);
    r->name = name;
    r->scope = m->scope;
    r->mod = *m;
}

const struct inst_redecl *inst_redecls(struct inst *in, struct inst_env *env,
                                       const struct inst_mod *list)
{
    struct inst_redecl *first = NULL, **end = &first, *r;
    for (const struct inst_mod *m = list; m; m = m->next) {
        struct inst_mod inner;
        if (m->n_rest > 0) {
            inner = inst_mod_rest(m);
            add_said(in, env, m->rest[0].name, &inner, &end);
        }
        for (int32_t k = 0; m->n_rest == 0 && k < m->n_inner; k++) {
            if (!inst_mod_is_class(&m->inner[k])) {
                inner = inst_mod_inner(m, &m->inner[k], 0);
                add_said(in, env, m->inner[k].path[0].name, &inner, &end);
                continue;
            }
            r = add_redecl(in, &end);
            r->name = m->inner[k].redeclare->class_->name;
            r->e = m->inner[k].redeclare;
            r->scope = m->scope;
        }
    }
    return first;
}

/* ---- The value that holds -------------------------------------------------------------------- */

static void say_final(struct inst *in, const struct inst_mod *outer, const char *of,
                      const char *name)
{
    if (name)
        error_at(in->m, outer->at, "'%s' of '%s' is final and cannot be modified", name, of);
    else
        error_at(in->m, outer->at, "'%s' is final and cannot be modified", of);
}

static const struct ast_modifier *attribute(const struct inst_mod *m, const char *name)
{
    for (int32_t k = 0; k < m->n_inner; k++)
        if (m->inner[k].n_path == 1 && m->inner[k].path[0].name == name) return &m->inner[k];
    return NULL;
}

/* As one modification of the attribute, with its own scope; false: m says nothing of it. */
static bool says(const struct inst_mod *m, const char *name, struct inst_mod *out)
{
    const struct ast_modifier *a;
    if (!name) {
        *out = *m;
        return m->n_rest == 0 && m->value;
    }
    if (m->n_rest == 1 && m->rest[0].name == name && m->value) {
        *out = inst_mod_rest(m);
        return true;
    }
    a = m->n_rest == 0 ? attribute(m, name) : NULL;
    if (!a || !a->value) return false;
    *out = inst_mod_inner(m, a, m->covered);
    return true;
}

struct inst_mod *inst_mods_value(struct inst *in, const struct inst_part *p, const char *name)
{
    struct inst_mod *found = NULL, one;
    for (const struct inst_mod *m = p->mods; m; m = m->next) {
        if (!says(m, name, &one)) continue;
        if (found && one.final && !found->of_record) {
            say_final(in, found, p->flat, name);
            continue;
        }
        if (found && !one.final) continue;
        found = ARENA_NEW(in->scratch, struct inst_mod);
        *found = one;
        found->each = one.each && name;
    }
    return found;
}
