/* SPDX-License-Identifier: MIT */
/* kid.c - what is asked of parts: the part of a name, sizes, conditions.
 *
 * An `outer` component makes no part: its name means the nearest `inner` one of that name further
 * out. The sizes of a part are those of the arrays around it, then its own; a condition holds for
 * all that is inside. Both are made when they are asked for first. */
#include "inst/stage.h"

/* ---- Inner and outer ------------------------------------------------------------------------- */

static void say_no_inner(struct inst *in, const struct inst_part *p, const struct inst_member *m)
{
    error_at(in->m, m->e->name_at, "there is no `inner` '%s' around '%s'", m->name,
             p->flat[0] ? p->flat : p->env->c->name);
    hint_last(in->m, "declare it in the model: inner %s %s",
              path_text(in->arena, m->e->type_path, m->e->n_type_path), m->name);
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
            error_at(in->m, d->size->at, "the size of '%s' must be given: it has no value",
                     p->flat);
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
