/* SPDX-License-Identifier: MIT */
/* look.c - what a name means.
 *
 *     the class in which it is, with all it inherits
 *     what that class imports by name, then with .*
 *     the class around it, ..., up to one that is encapsulated
 *     the outermost classes: of the file, of the library path
 *     Real, Integer, Boolean, String
 *
 * A type may be defined by a short definition, connector RealInput = input Real(...), which adds
 * prefixes, modifications and sizes: they are collected on the way to the class itself, or to the
 * built-in type. */
#include "base/text.h"
#include "inst/package.h"
#include "inst/stage.h"
#include "lang/builtin.h"

#include <string.h>

/* ---- Messages -------------------------------------------------------------------------------- */

struct nearest { /* what may have been meant */
    const char *name;
    const struct inst_member *member; /* NULL: something else */
    int best;
};

static void nearest_member(const struct inst_env *env, const char *name, bool classes,
                           struct nearest *n)
{
    for (int32_t k = 0; k < env->members.n && k < 10000; k++) {
        const struct inst_member *m = env->members.at[k];
        if ((classes && !m->class_) || !text_nearer(name, m->name, &n->best)) continue;
        n->name = m->name;
        n->member = m;
    }
}

static void nearest_name(const char *name, const char *other, struct nearest *n)
{
    if (!other || !text_nearer(name, other, &n->best)) return;
    n->name = other;
    n->member = NULL;
}

static void suggest(struct inst *in, const struct nearest *n)
{
    const struct inst_member *m = n->member;
    struct place at = {0, 0, 0};
    const char *word = "built-in function";
    uint32_t line, col;
    if (m) at = m->class_ ? m->class_->name_at : m->e->name_at;
    if (!m && builtin_is_type(n->name)) word = "type";
    if (m) word = m->class_ ? class_word(m->class_->kind) : class_member_word(m->e->prefixes);
    if (strcmp(word, "variable") == 0 && !builtin_is_type(m->e->type_path[0].name))
        word = "component";
    place_line(in->m, at, &line, &col);
    if (m && at.file == in->file)
        hint_last(in->m, "did you mean '%s' (%s, line %u)?", n->name, word, (unsigned)line);
    else if (m || builtin_is_name(n->name))
        hint_last(in->m, "did you mean '%s' (%s)?", n->name, word);
    else
        hint_last(in->m, "did you mean '%s'?", n->name);
}

static struct inst_found imported_path(struct inst *in, const struct ast_element *e);

/* In packages that are imported with .*, the names of files that no one has read as well. */
static void nearest_imported(struct inst *in, const struct inst_env *env, const char *name,
                             struct nearest *n)
{
    for (int32_t k = 0; k < env->imports.n; k++) {
        struct inst_found f = {.env = NULL};
        if (env->imports.at[k]->import_all) f = imported_path(in, env->imports.at[k]);
        if (!f.env) continue;
        f.env = inst_open(in, f.env);
        nearest_member(f.env, name, true, n);
        if (f.env->c->folder)
            nearest_name(name, package_near(in->arena, f.env->c->folder, name), n);
    }
}

void inst_say_unknown(struct inst *in, struct inst_env *env, const struct ast_part *part,
                      const char *what)
{
    struct nearest n = {.best = TEXT_FAR};
    bool classes = strcmp(what, "class") == 0;
    const struct inst_env *sealed = env;
    const char *kind = builtin_unsupported(part->name);
    if (kind) {
        error_at(in->m, part->at, *kind ? "%s are not supported: '%s'" : "%s'%s' is not supported",
                 kind, part->name);
        return;
    }
    while (sealed && !(sealed->c->prefixes & PREFIX_ENCAPSULATED)) sealed = sealed->up;
    error_at(in->m, part->at, "unknown %s '%s'", what, part->name);
    for (; env; env = env->up) {
        nearest_member(env, part->name, classes, &n);
        if (classes && !in->m->dropped) nearest_imported(in, env, part->name, &n);
    }
    for (int32_t k = 0; k < in->l->top.n; k++) nearest_name(part->name, in->l->top.at[k]->name, &n);
    nearest_name(part->name, builtin_nearest(part->name, classes), &n);
    if (n.name)
        suggest(in, &n);
    else if (sealed)
        hint_last(in->m,
                  "%s '%s' is encapsulated: of what is around it, it sees only what it imports",
                  class_word(sealed->c->kind), sealed->c->name);
    else if (classes)
        library_hint(in->l, part->name);
}

/* What there is instead, if that is not much. */
static void hint_members(struct inst *in, const struct inst_env *env)
{
    const char *list = NULL;
    int32_t n = 0;
    for (int32_t k = 0; k < env->members.n && n <= 16; k++) {
        const struct inst_member *m = env->members.at[k];
        if (m->class_ || !m->e || (m->e->prefixes & PREFIX_PROTECTED)) continue;
        list = list ? arena_format(in->arena, "%s, %s", list, m->name) : m->name;
        n++;
    }
    if (n > 0 && n <= 16) hint_last(in->m, "it has %s", list);
}

void inst_say_no_member(struct inst *in, struct inst_env *env, const struct ast_part *part)
{
    struct nearest n = {.best = TEXT_FAR};
    error_at(in->m, part->at, "there is no '%s' in %s '%s'", part->name, class_word(env->c->kind),
             inst_env_text(in, env));
    nearest_member(env, part->name, false, &n);
    for (int32_t k = 0; k < env->c->n_literals; k++)
        nearest_name(part->name, env->c->literals[k].name, &n);
    if (!n.name && env->c->folder && !in->m->dropped)
        n.name = package_near(in->arena, env->c->folder, part->name);
    if (n.name)
        suggest(in, &n);
    else if (strcmp(inst_env_text(in, env), "Modelica") == 0)
        hint_last(in->m, "built in are Modelica.Constants, Math and Units; components are in the "
                         "packages Saltus.Electrical, Rotational, Thermal, Blocks");
    else
        hint_members(in, env);
}

/* ---- Names ----------------------------------------------------------------------------------- */

/* In the dialect, functions in C of a package math that Saltus has, too: those of the package need a
 * library of another tool. */
static bool is_ours(const struct inst *in, const struct inst_member *m, const struct inst_env *of)
{
    return in->mu && m->class_ && m->class_->external && strcmp(of->c->name, "math") == 0 &&
           (builtin_is_math(m->name) || builtin_is_name(m->name));
}

static struct inst_found as_found(struct inst *in, const struct inst_member *m, struct inst_env *of,
                                  bool here)
{
    struct inst_found f = {.of = of, .here = here};
    if (m && is_ours(in, m, of)) return (struct inst_found){.env = NULL};
    if (m && m->class_) f.env = inst_member_env(in, m);
    if (m && !m->class_) f.member = m;
    return f;
}

struct inst_found inst_find_top(struct inst *in, const char *name)
{
    struct ast_class *c = library_top(in->l, name);
    struct inst_found f = {.env = NULL};
    if (c) f.env = inst_env_of(in, c, NULL, NULL);
    return f;
}

static struct inst_found inside(struct inst *in, struct inst_env *env, const char *name)
{
    env = inst_open(in, env);
    return as_found(in, inst_env_get(in, env, name), env, false);
}

static struct inst_found imported_path(struct inst *in, const struct ast_element *e)
{
    struct inst_found f = {.env = NULL};
    struct ast_class *beside;
    if (e->n_type_path > 0) f = inst_find_top(in, e->type_path[0].name);
    if (!f.env && e->n_type_path > 0 && (beside = library_beside(in->l, e->type_path[0].name)))
        f.env = inst_env_of(in, beside, NULL, NULL);
    for (int32_t k = 1; k < e->n_type_path; k++) {
        struct inst_env *env = f.env;
        f = (struct inst_found){.env = NULL};
        if (env) f = inside(in, env, e->type_path[k].name);
    }
    return f;
}

static bool lists(const struct ast_element *e, const char *name)
{
    for (int32_t k = 0; k < e->n_import_names; k++)
        if (e->import_names[k] == name) return true;
    return false;
}

static struct inst_found import_of(struct inst *in, const struct ast_element *e, const char *name,
                                   bool all)
{
    struct inst_found f = {.env = NULL};
    if (e->import_all != all || e->n_type_path == 0) return f;
    if (all || e->n_import_names > 0) {
        if (!all && !lists(e, name)) return f;
        f = imported_path(in, e);
        if (!f.env) return f;
        return inside(in, f.env, name);
    }
    if (name != (e->name ? e->name : e->type_path[e->n_type_path - 1].name)) return f;
    return imported_path(in, e);
}

static bool something(const struct inst_found *f)
{
    return f->env || f->member || f->builtin;
}

/* In the dialect `import tools;` also brings in what the package has, as `import math;` does. */
static struct inst_found import_plain(struct inst *in, const struct ast_element *e,
                                      const char *name)
{
    struct inst_found f = {.env = NULL};
    if (e->import_all || e->name || e->n_import_names > 0 || e->n_type_path == 0) return f;
    f = imported_path(in, e);
    if (f.env && f.env->c->kind == CLASS_PACKAGE) return inside(in, f.env, name);
    return (struct inst_found){.env = NULL};
}

static struct inst_found imported(struct inst *in, const struct inst_env *env, const char *name)
{
    struct inst_found f = {.env = NULL};
    for (int32_t k = 0; k < env->imports.n && !something(&f); k++)
        f = import_of(in, env->imports.at[k], name, false);
    for (int32_t k = 0; k < env->imports.n && !something(&f); k++)
        f = import_of(in, env->imports.at[k], name, true);
    for (int32_t k = 0; k < env->imports.n && !something(&f) && in->mu; k++)
        f = import_plain(in, env->imports.at[k], name);
    return f;
}

struct inst_found inst_find(struct inst *in, struct inst_env *env, const char *name)
{
    struct inst_found f = {.env = NULL};
    bool sealed = false;
    for (struct inst_env *e = env; e && !sealed; e = e->up) {
        const struct inst_member *m = inst_env_get(in, e, name);
        if (m) return as_found(in, m, e, e == env);
        f = imported(in, e, name);
        if (something(&f)) return f;
        sealed = (e->c->prefixes & PREFIX_ENCAPSULATED) != 0;
    }
    if (builtin_is_type(name)) f.builtin = name;
    if (f.builtin) return f;
    return sealed && strcmp(name, "StateSelect") != 0 ? f : inst_find_top(in, name);
}

/* The whole name of what an import brings in as `name`. */
static const char *import_text(struct inst *in, const struct ast_element *e, const char *name)
{
    const char *path = path_text(in->arena, e->type_path, e->n_type_path);
    if (!e->import_all && e->n_import_names == 0) return path;
    return arena_format(in->arena, "%s.%s", path, name);
}

/* Two imports of one rank bring in different things of this name: the first is taken. */
static void warn_twice(struct inst *in, const struct inst_env *env, const struct ast_part *part,
                       bool all)
{
    const struct ast_element *first = NULL;
    struct inst_found found = {.env = NULL};
    for (int32_t k = 0; k < env->imports.n; k++) {
        const struct ast_element *e = env->imports.at[k];
        struct inst_found f = import_of(in, e, part->name, all);
        if (!something(&f)) continue;
        if (!first) {
            first = e;
            found = f;
        } else if (f.env && found.env && f.env->c != found.env->c) {
            warning_at(in->m, part->at, "two imports bring in '%s': '%s', which is used, and '%s'",
                       part->name, import_text(in, first, part->name),
                       import_text(in, e, part->name));
            hint_last(in->m, "write the whole name of the one that is meant: %s",
                      import_text(in, first, part->name));
            return;
        }
    }
}

/* Is it the order of imports that decides what this name is? In the model's own file only. */
static void check_order(struct inst *in, struct inst_env *env, const struct ast_part *part)
{
    for (struct inst_env *e = env; e; e = e->up) {
        bool all = true;
        struct inst_found f = {.env = NULL};
        if (inst_env_get(in, e, part->name)) return;
        for (int32_t k = 0; k < e->imports.n && all; k++) {
            f = import_of(in, e->imports.at[k], part->name, false);
            all = !something(&f);
        }
        if (e->imports.n > 1) warn_twice(in, e, part, all);
        f = imported(in, e, part->name);
        if (something(&f) || e->c->prefixes & PREFIX_ENCAPSULATED) return;
    }
}

struct inst_found inst_find_class(struct inst *in, struct inst_env *env,
                                  const struct ast_part *path, int32_t n, bool absolute, bool quiet)
{
    struct inst_found f = {.env = NULL}, none = {.env = NULL};
    if (n == 0) return none;
    if (path[0].at.file == in->file) {
        in->l->asked = path_place(path, n);
        in->l->asked_for = path_text(in->arena, path, n);
    }
    f = absolute ? inst_find_top(in, path[0].name) : inst_find(in, env, path[0].name);
    if (!something(&f) && !quiet) inst_say_unknown(in, env, &path[0], "class");
    if (f.env && !absolute && path[0].at.file == in->file) check_order(in, env, &path[0]);
    for (int32_t k = 1; k < n && f.env; k++) {
        struct inst_env *of = inst_open(in, f.env);
        f = inside(in, of, path[k].name);
        if (!something(&f) && !quiet) inst_say_no_member(in, of, &path[k]);
    }
    if (f.member && !quiet)
        error_at(in->m, path_place(path, n), "'%s' is a component, not a class",
                 path_text(in->arena, path, n));
    return f.member ? none : f;
}

/* import A.{b, c}: are they there? */
static void check_imported_names(struct inst *in, const struct ast_element *e, struct inst_env *env)
{
    for (int32_t k = 0; k < e->n_import_names; k++)
        if (!inst_env_get(in, env, e->import_names[k]))
            inst_say_no_member(in, env,
                               &(struct ast_part){.name = e->import_names[k], .at = e->at});
}

static void check_import(struct inst *in, const struct ast_element *e)
{
    struct inst_found f = imported_path(in, e);
    int errors = in->m->errors;
    if (e->n_type_path == 1 && !f.env && strcmp(e->type_path[0].name, "math") == 0) return;
    if (!something(&f))
        inst_find_class(in, NULL, e->type_path, e->n_type_path, true, false);
    else if (f.env)
        check_imported_names(in, e, inst_open(in, f.env));
    else if (e->import_all || e->n_import_names > 0)
        error_at(in->m, e->at, "'%s' is not a package",
                 path_text(in->arena, e->type_path, e->n_type_path));
    in->soft += in->m->errors - errors;
}

void inst_check_imports(struct inst *in, struct inst_env *env)
{
    for (; env && !env->imports_checked; env = env->up) {
        env->imports_checked = true;
        for (int32_t k = 0; k < env->imports.n; k++) {
            const struct ast_element *e = env->imports.at[k];
            if (e->n_type_path > 0 && e->type_path[0].at.file == in->file) check_import(in, e);
        }
    }
}

/* ---- Types ----------------------------------------------------------------------------------- */

static void add_dims(struct inst *in, struct inst_type *t, struct ast_expr **sub, int32_t n,
                     struct inst_scope scope)
{
    for (int32_t k = 0; k < n; k++)
        VEC_ADD(in->arena, &t->dims, ((struct inst_dim){sub[k], scope}));
}

static const uint32_t KEPT = PREFIX_INPUT | PREFIX_OUTPUT | PREFIX_FLOW | PREFIX_CONSTANT |
                             PREFIX_PARAMETER | PREFIX_DISCRETE;

const struct ast_element *inst_definition(const struct ast_class *c)
{
    bool only = c->kind == CLASS_TYPE && c->n_elements == 1 && c->n_sections == 0;
    if (c->alias || !only || c->elements[0].kind != ELEMENT_EXTENDS) return c->alias;
    return &c->elements[0];
}

/* One definition further: A = B(mods)[n]. */
static struct inst_found follow(struct inst *in, struct inst_env *env, struct inst_part *part,
                                struct inst_type *t)
{
    const struct ast_element *a = inst_definition(env->c);
    struct inst_scope scope = {env->part ? env->part : part, env->up};
    struct inst_found f =
        inst_find_class(in, env->up, a->type_path, a->n_type_path, a->type_absolute, false);
    struct inst_mod mod = inst_mod_own(a, scope, 0);
    t->prefixes |= a->prefixes & KEPT;
    if (a->n_mods > 0) inst_mods_add(in, &t->mods, mod);
    add_dims(in, t, a->sub, a->n_sub, scope);
    add_dims(in, t, a->type_sub, a->n_type_sub, scope);
    if (f.env && a->n_mods > 0)
        f.env = inst_env_with(in, f.env, inst_redecls(in, inst_open(in, f.env), &mod));
    if (f.env) f.env = inst_env_with(in, f.env, env->redecls);
    return f;
}

static bool is_broken(const struct inst *in, const struct ast_class *c)
{
    for (int32_t k = 0; k < in->broken.n; k++)
        if (in->broken.at[k] == c) return true;
    return false;
}

static void say_long_type(struct inst *in, const struct ast_class *c)
{
    if (is_broken(in, c)) return;
    error_at(in->m, c->name_at, "type '%s' has more in it than one extends clause", c->name);
    hint_last(in->m, "write: type %s = Real(...);", c->name);
    VEC_ADD(in->arena, &in->broken, c);
}

/* A short definition that leads back to itself is followed once. */
static struct inst_found follow_once(struct inst *in, struct inst_env *env, struct inst_part *part,
                                     struct inst_type *t, int depth)
{
    struct inst_found f = {.env = NULL};
    struct inst_following here = {env->c, in->following};
    bool again = depth > INST_DEEPEST;
    if (is_broken(in, env->c)) return f;
    for (const struct inst_following *k = in->following; k; k = k->up) again |= k->c == env->c;
    if (again) {
        error_at(in->m, env->c->name_at, "%s '%s' is defined by itself", class_word(env->c->kind),
                 env->c->name);
        VEC_ADD(in->arena, &in->broken, env->c);
        return f;
    }
    in->following = &here;
    f = follow(in, env, part, t);
    in->following = here.up;
    return f;
}

static bool type_of(struct inst *in, struct inst_found f, struct inst_part *part,
                    struct inst_type *out)
{
    const struct inst_env *named = f.env;
    memset(out, 0, sizeof *out);
    inst_mods_init(&out->mods);
    for (int depth = 0; f.env; depth++) {
        if (f.env->c->kind == CLASS_CONNECTOR) out->connector = true;
        for (const struct inst_mod *m = f.env->mods; m; m = m->next)
            inst_mods_add(in, &out->mods, *m);
        if (f.env->c->is_enumeration || !inst_definition(f.env->c)) break;
        f = follow_once(in, f.env, part, out, depth);
    }
    if (named && named->constraint) {
        struct inst_scope home = {part, named->home};
        inst_mods_add(in, &out->mods, inst_mod_own(named->constraint, home, 0));
    }
    if (f.env && f.env->c->kind == CLASS_TYPE && !f.env->c->is_enumeration) {
        say_long_type(in, f.env->c);
        return false;
    }
    out->env = f.env;
    out->builtin = f.builtin;
    out->leaf = f.builtin || (f.env && f.env->c->is_enumeration);
    return f.env || f.builtin;
}

bool inst_find_type(struct inst *in, struct inst_scope from, const struct ast_element *e,
                    struct inst_type *out)
{
    struct inst_found f =
        inst_find_class(in, from.env, e->type_path, e->n_type_path, e->type_absolute, false);
    return type_of(in, f, from.part, out);
}

bool inst_type_of(struct inst *in, struct inst_env *env, struct inst_type *out)
{
    return type_of(in, (struct inst_found){.env = env}, NULL, out);
}

/* package A = B(g = 1): is there a g? */
static void check_said(struct inst *in, const struct ast_element *alias, struct inst_env *env)
{
    for (int32_t k = 0; k < alias->n_mods; k++)
        if (alias->mods[k].n_path > 0 && !inst_env_get(in, env, alias->mods[k].path[0].name))
            inst_say_no_member(in, env, &alias->mods[k].path[0]);
}

struct inst_env *inst_open(struct inst *in, struct inst_env *env)
{
    struct inst_type t;
    bool good;
    if (!env->c->alias || (!env->redeclares && env->c->kind == CLASS_FUNCTION)) return env;
    if (env->opened) return env->opened;
    good = inst_type_of(in, env, &t);
    if (!good || !t.env) return env;
    env->opened = t.env;
    if (env->c->kind == CLASS_PACKAGE) check_said(in, env->c->alias, t.env);
    return t.env;
}
