/* SPDX-License-Identifier: MIT */
/* constant.c - constants of packages that are not what their text says.
 *
 *     package Moon = Earth(g = 1.6);      package Moon extends Earth(g = 1.6); end Moon;
 *
 * A constant of an ordinary package is left to the next stage, by its full name (name.c). In Moon,
 * however, g is another number, and so is 2*g, and a function of Earth that is called as Moon.f
 * reads that g. Such a package is *changed*: something in it was redeclared or modified, or it
 * inherits, from where the next stage would not find it. It becomes a part, whose constants that
 * are needed are variables of the flat class, 'Earth$1.g', and its functions are made flat
 * (function.c). */
#include "inst/stage.h"

#include <string.h>

bool inst_is_changed(const struct inst_env *env)
{
    for (; env; env = env->up) {
        if (env->redecls) return true;
        if (env->c->kind != CLASS_PACKAGE) continue;
        for (int32_t k = 0; k < env->c->n_elements; k++)
            if (env->c->elements[k].kind == ELEMENT_EXTENDS) return true;
    }
    return false;
}

struct inst_part *inst_constant(struct inst *in, const struct inst_member *m)
{
    struct inst_env *home = m->home;
    if (home->c->kind != CLASS_PACKAGE || !inst_is_changed(home)) return NULL;
    if (!home->package)
        home->package = inst_part_package(
            in, home, arena_format(in->arena, "%s$%d", inst_env_text(in, home), ++in->packages));
    return inst_part_kid(in, home->package, m->name);
}

void inst_constant_use(struct inst *in, struct inst_part *leaf)
{
    if (leaf->needed) return;
    leaf->needed = true;
    VEC_ADD(in->arena, &in->constants, leaf);
}

void inst_constants_put(struct inst *in)
{
    for (int32_t k = 0; k < in->constants.n; k++) inst_variable(in, in->constants.at[k]);
}
