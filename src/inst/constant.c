/* SPDX-License-Identifier: MIT */
/* constant.c - what the flat class takes from other classes: constants and enumerations.
 *
 *     package Earth constant Real g = 9.81; constant Real twice = 2*g; end Earth;
 *     package Moon = Earth(g = 1.6);
 *
 * A class whose constants are needed becomes a part; those that are needed become variables of the
 * flat class, 'Earth.g'. In Moon g is another number, and so is `twice`: the same class in other
 * surroundings is another environment, hence another part, 'Earth$1.twice'.
 *
 * A class has one name in the flat class. It is written as seen from the model; a name that is
 * taken, by a component of the model, another class or a built-in function, gets a number. */
#include "inst/stage.h"
#include "lang/builtin.h"

#include <string.h>

/* ---- Names ----------------------------------------------------------------------------------- */

static bool is_around(const struct inst_env *model, const struct inst_env *env)
{
    for (; env; env = env->up)
        if (env == model) return true;
    return false;
}

static bool is_taken(struct inst *in, const char *name)
{
    size_t n = strcspn(name, ".");
    const struct inst_member *m = inst_env_look(in->model, names_intern(in->names, name, n));
    if (m && !m->class_) return true;
    for (int32_t k = 0; k < in->named.n; k++)
        if (in->named.at[k].name == name) return true;
    return builtin_is_name(name);
}

const char *inst_flat_name(struct inst *in, struct inst_env *env)
{
    const char *text, *name;
    if (env->flat) return env->flat;
    inst_env_path(in, env);
    int32_t outside = 0;
    if (is_around(in->model, env) && env != in->model)
        for (const struct inst_env *e = in->model; e; e = e->up) outside++;
    text = path_text(in->arena, env->path + outside, env->n_path - outside);
    name = names_intern(in->names, text, strlen(text));
    while (is_taken(in, name)) {
        const char *other = arena_format(in->arena, "%s$%d", text, ++in->renamed);
        name = names_intern(in->names, other, strlen(other));
    }
    VEC_ADD(in->arena, &in->named, ((struct inst_flat_class){env, name}));
    return env->flat = name;
}

/* ---- Constants ------------------------------------------------------------------------------- */

struct inst_part *inst_constant(struct inst *in, const struct inst_member *m, struct inst_env *of)
{
    struct inst_env *home = m->mods ? of : m->home; /* an extends clause may have given a value */
    if (home == in->model && in->whole) return inst_part_kid(in, in->whole, m->name);
    if (!home->package) home->package = inst_part_package(in, home, inst_flat_name(in, home));
    return inst_part_constant(in, home->package, m->name);
}

bool inst_is_elsewhere(const struct inst_part *p)
{
    while (p && !p->package) p = p->up;
    return p != NULL;
}

void inst_constant_use(struct inst *in, struct inst_part *leaf)
{
    if (leaf->needed || !inst_is_elsewhere(leaf)) return;
    leaf->needed = true;
    VEC_ADD(in->arena, &in->constants, leaf);
}

void inst_constants_put(struct inst *in)
{
    while (in->put < in->constants.n) inst_variable(in, in->constants.at[in->put++]);
}

/* ---- Enumerations ---------------------------------------------------------------------------- */

const char *inst_enumeration(struct inst *in, struct inst_env *env)
{
    for (int32_t k = 0; k < in->enumerations.n; k++) /* one type, whoever redeclares around it */
        if (in->enumerations.at[k]->c == env->c) return inst_flat_name(in, in->enumerations.at[k]);
    VEC_ADD(in->arena, &in->enumerations, env);
    return inst_flat_name(in, env);
}

void inst_enumerations_put(struct inst *in)
{
    for (int32_t k = 0; k < in->enumerations.n; k++) {
        struct ast_class *c = ARENA_NEW(in->arena, struct ast_class);
        struct ast_element e = {.kind = ELEMENT_CLASS, .class_ = c};
        *c = *in->enumerations.at[k]->c;
        c->name = e.name = in->enumerations.at[k]->flat;
        e.at = c->at;
        e.name_at = c->name_at;
        VEC_ADD(in->arena, &in->elements, e);
    }
}
