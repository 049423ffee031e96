/* SPDX-License-Identifier: MIT */
/* constraint.c - does what is redeclared fit?
 *
 * Whoever wrote the replaceable part or class counted on its connectors, parameters and variables:
 * what comes in its place has the same public ones, each of the same kind. It may have more. */
#include "inst/stage.h"

#include <string.h>

static const char *kind_of(struct inst *in, const struct inst_member *m)
{
    struct inst_type t;
    if (m->class_) return class_word(m->class_->kind);
    if (m->e->prefixes & PREFIX_CONSTANT) return "constant";
    if (m->e->prefixes & PREFIX_PARAMETER) return "parameter";
    if (!inst_find_type(in, (struct inst_scope){NULL, m->home}, m->e, &t)) return "?";
    return t.connector ? "connector" : t.leaf ? "variable" : "component";
}

static void say_lacks(struct inst *in, struct place at, struct inst_env *given,
                      struct inst_env *wanted, const struct inst_member *w,
                      const struct inst_member *g)
{
    const char *kind = kind_of(in, w);
    if (g)
        error_at(in->m, at, "'%s' does not fit: '%s' is a %s there, but a %s in '%s'",
                 inst_env_text(in, given), w->name, kind_of(in, g), kind,
                 inst_env_text(in, wanted));
    else
        error_at(in->m, at, "'%s' does not fit: it lacks the %s '%s' of '%s'",
                 inst_env_text(in, given), kind, w->name, inst_env_text(in, wanted));
}

void inst_check_constraint(struct inst *in, const struct inst_type *wanted,
                           const struct inst_type *given, struct place at, const char *what)
{
    if (wanted->leaf != given->leaf) {
        error_at(in->m, at, "'%s' is %s and cannot become %s", what,
                 wanted->leaf ? "a variable"
                              : arena_format(in->arena, "of '%s'", inst_env_text(in, wanted->env)),
                 given->leaf
                     ? "a variable"
                     : arena_format(in->arena, "one of '%s'", inst_env_text(in, given->env)));
        return;
    }
    if (wanted->leaf || wanted->env->c == given->env->c) return;
    inst_env_ready(in, wanted->env);
    for (int32_t k = 0; k < wanted->env->members.n; k++) {
        const struct inst_member *w = wanted->env->members.at[k], *g;
        const char *kind = w->is_protected || w->class_ ? NULL : kind_of(in, w);
        if (!kind) continue;
        g = inst_env_get(in, given->env, w->name);
        if (g && strcmp(kind_of(in, g), kind) == 0) continue;
        say_lacks(in, at, given->env, wanted->env, w, g);
        return;
    }
}
