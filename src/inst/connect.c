/* SPDX-License-Identifier: MIT */
/* connect.c - connect(a, b) to pairs of variables.
 *
 * Both sides are connectors: instances of connector classes, or parts of such, or arrays of them.
 * Their variables are paired by name; both must have the same ones, and a flow variable faces a
 * flow variable. What equations the pairs make is decided when all connections are known (flat/).
 *
 * A side is *outside* if its first name is a connector of the class in which connect is:
 * there the part is seen from within, and a flow that enters it counts the other way. */
#include "inst/stage.h"

#include <string.h>

enum { MOST_NAMES = 8 }; /* in a hint */

struct pairs {
    struct inst_ctx *c;
    const struct ast_stmt *s;
    const struct inst_ref *a, *b;
    VEC(struct ast_expr *) list;
};

static const char *class_of(struct inst *in, const struct inst_part *p)
{
    return p->env ? inst_env_text(in, p->env) : p->builtin;
}

static void say_mismatch(struct pairs *p, const char *why)
{
    struct inst *in = p->c->in;
    error_at(in->m, p->s->at, "connect: '%s' (%s) and '%s' (%s) do not fit: %s", p->a->part->flat,
             class_of(in, p->a->part), p->b->part->flat, class_of(in, p->b->part), why);
}

static const char *names_in(struct inst *in, const struct inst_part *p)
{
    const char *list = NULL;
    for (int32_t k = 0; k < p->env->members.n && k < MOST_NAMES; k++)
        if (!p->env->members.at[k]->class_)
            list = arena_format(in->arena, "%s%s%s", list ? list : "", list ? ", " : "",
                                p->env->members.at[k]->name);
    return list ? list : "nothing";
}

static void hint_names(struct pairs *p, const struct inst_part *a, const struct inst_part *b)
{
    struct inst *in = p->c->in;
    hint_last(in->m, "'%s' has %s; '%s' has %s: what is connected must have the same", a->flat,
              names_in(in, a), b->flat, names_in(in, b));
}

static const char *base_type(struct inst *in, const struct inst_part *p)
{
    struct inst_env *env = p->env;
    if (p->builtin) return p->builtin;
    for (int depth = 0; env && !env->c->is_enumeration && depth < INST_DEEPEST; depth++) {
        const struct ast_element *a = inst_definition(env->c);
        if (!a) break;
        struct inst_found f =
            inst_find_class(in, env->up, a->type_path, a->n_type_path, a->type_absolute, true);
        if (f.builtin) return f.builtin;
        env = f.env;
    }
    return env ? env->c->name : "?";
}

static bool pair_leaves(struct pairs *p, struct inst_part *a, struct inst_part *b)
{
    struct inst *in = p->c->in;
    bool flow_a = (a->prefixes & PREFIX_FLOW) != 0, flow_b = (b->prefixes & PREFIX_FLOW) != 0;
    if (flow_a != flow_b) {
        say_mismatch(p, arena_format(in->arena, "'%s' is a flow variable, '%s' is not",
                                     flow_a ? a->flat : b->flat, flow_a ? b->flat : a->flat));
        hint_last(in->m, "flows of connected components add up to 0, potentials are equal: if it "
                         "is a flow, declare it so: flow Real ...");
        return false;
    }
    if (strcmp(base_type(in, a), base_type(in, b)) != 0) {
        say_mismatch(p, arena_format(in->arena, "'%s' is %s, '%s' is %s", a->flat, base_type(in, a),
                                     b->flat, base_type(in, b)));
        return false;
    }
    if (a->prefixes & PREFIX_CONSTANT) return true;
    VEC_ADD(in->arena, &p->list, inst_ref_expr(in, p->a, a, p->s->exprs[0]->at));
    VEC_ADD(in->arena, &p->list, inst_ref_expr(in, p->b, b, p->s->exprs[1]->at));
    return true;
}

static bool pair(struct pairs *p, struct inst_part *a, struct inst_part *b);

static bool pair_kids(struct pairs *p, struct inst_part *a, struct inst_part *b)
{
    struct inst *in = p->c->in;
    for (int32_t k = 0; k < a->env->members.n; k++) {
        const struct inst_member *m = a->env->members.at[k];
        struct inst_part *x = m->class_ ? NULL : a->kids[m->kid], *y;
        if (!x) continue;
        if (!(y = inst_part_kid(in, b, m->name))) {
            say_mismatch(p, arena_format(in->arena, "there is no '%s' in '%s'", m->name, b->flat));
            hint_names(p, a, b);
            return false;
        }
        if (!pair(p, x, y)) return false;
    }
    for (int32_t k = 0; k < b->env->members.n; k++) {
        const struct inst_member *m = b->env->members.at[k];
        if (m->class_ || inst_env_get(in, a->env, m->name)) continue;
        say_mismatch(p, arena_format(in->arena, "there is no '%s' in '%s'", m->name, a->flat));
        hint_names(p, a, b);
        return false;
    }
    return true;
}

static bool pair(struct pairs *p, struct inst_part *a, struct inst_part *b)
{
    if (a->leaf && b->leaf) return pair_leaves(p, a, b);
    if (!a->leaf && !b->leaf) return pair_kids(p, a, b);
    say_mismatch(p, arena_format(p->c->in->arena,
                                 "'%s' is a signal, '%s' is a connector with several variables",
                                 a->leaf ? a->flat : b->flat, a->leaf ? b->flat : a->flat));
    hint_last(p->c->in->m, "a sensor makes a signal of what is in a connector; a source with an "
                           "input goes the other way");
    return false;
}

/* ---- Sides ----------------------------------------------------------------------------------- */

static void say_no_connector(struct inst *in, const struct ast_expr *e, const struct inst_part *p)
{
    const char *some = NULL;
    error_at(in->m, e->at, "'%s' is not a connector", p->flat);
    for (int32_t k = 0; !p->leaf && k < p->env->n_kids; k++) {
        const struct inst_part *kid = p->kids[k];
        if (!kid || !kid->connector || (some && strlen(some) > 60)) continue;
        some = some ? arena_format(in->arena, "%s, %s.%s", some, p->name, kid->name)
                    : arena_format(in->arena, "%s.%s", p->name, kid->name);
    }
    if (some)
        hint_last(in->m, "it is of '%s' and has connectors: %s", inst_env_text(in, p->env), some);
    else if (p->leaf)
        hint_last(in->m, "it is a variable; write an equation, or declare it by a connector class");
}

static bool side(struct inst_ctx *c, const struct ast_expr *e, struct inst_ref *out)
{
    bool said = false;
    if (e->kind != EXPR_NAME) {
        error_at(c->in->m, e->at, "connect has the names of two connectors");
        return false;
    }
    *out = inst_ref_of(c, e, &said);
    if (!out->part && !said) {
        struct inst_found f = inst_find(c->in, c->scope.env, e->path[0].name);
        if (f.env || f.member || f.builtin)
            error_at(c->in->m, e->at, "'%s' is not a connector",
                     path_text(c->in->arena, e->path, e->n_path));
        else
            inst_say_unknown(c->in, c->scope.env, &e->path[0], "name");
    }
    if (!out->part) return false;
    if (!out->part->connector) say_no_connector(c->in, e, out->part);
    return out->part->connector;
}

void inst_connect(struct inst_ctx *c, const struct ast_stmt *s, struct ast_stmt *out)
{
    struct inst_ref a, b;
    struct pairs p = {.c = c, .s = s, .a = &a, .b = &b};
    bool good = side(c, s->exprs[0], &a);
    out->n_exprs = 0;
    if (!side(c, s->exprs[1], &b) || !good) return;
    if (!pair(&p, a.part, b.part)) return;
    out->exprs = p.list.at;
    out->n_exprs = p.list.n;
    out->outside[0] = a.own;
    out->outside[1] = b.own;
}
