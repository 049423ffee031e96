/* SPDX-License-Identifier: MIT */
/* flat.c - the tree of parts to the elements and sections of one class.
 *
 * A leaf becomes a variable: its sizes are those of all arrays of parts around it, then its own.
 * Its value was written in some scope, for one part or for an array; it is repeated over the
 * levels that it does not carry itself:
 *
 *     r[N](R = {1, 2, 3})       'r.R'[N] = {1, 2, 3}
 *     r[N](each R = 5)          'r.R'[N] = {5 for $1 in 1:N}
 *     in the class: R = 2*k     'r.R'[N] = {2*'r.k'[$1] for $1 in 1:N}
 *
 * The same holds for attributes; what is the same for all is written `each`. Equations of a part
 * in arrays are in a loop over its levels, those of a conditional one in an `if`. */
#include "inst/stage.h"

#include <string.h>

/* ---- Values ---------------------------------------------------------------------------------- */

static struct ast_expr *two(struct inst *in, struct ast_expr *e, struct ast_expr *a,
                            struct ast_expr *b)
{
    e->args = ARENA_ARRAY(in->arena, struct ast_expr *, 2);
    e->args[0] = a;
    e->args[1] = b;
    e->n_args = 2;
    e->height = (a->height > b->height ? a->height : b->height) + 1;
    return e;
}

/* The size of level k; of x[:] it is size(x, k). */
static struct ast_expr *extent(struct inst *in, struct inst_part *p, int32_t k)
{
    struct ast_expr *size = inst_part_sizes(in, p)[k], *e;
    if (size->kind != EXPR_COLON) return size;
    e = inst_new_name(in, names_intern(in->names, "size", 4), size->at);
    e->kind = EXPR_CALL;
    return two(in, e, inst_new_name(in, p->flat, size->at), inst_new_integer(in, k + 1, size->at));
}

/* {value for $n in 1:size} for the levels 1 .. n, the first one outermost. */
static struct ast_expr *repeat(struct inst *in, struct ast_expr *value, struct inst_part *p,
                               int32_t n)
{
    for (int32_t k = n - 1; k >= 0; k--) {
        struct ast_expr *e = inst_new_expr(in, EXPR_COMPREHENSION, value->at),
                        *size = extent(in, p, k);
        e->args = ARENA_NEW(in->arena, struct ast_expr *);
        e->args[0] = value;
        e->n_args = 1;
        e->iterators = ARENA_NEW(in->arena, struct ast_iterator);
        e->iterators[0] = inst_level_iterator(in, k, size, value->at);
        e->n_iterators = 1;
        e->height = (value->height > size->height ? value->height : size->height + 1) + 1;
        value = e;
    }
    return value;
}

static bool is_scalar(const struct ast_expr *e)
{
    return e->kind == EXPR_REAL || e->kind == EXPR_INTEGER || e->kind == EXPR_STRING ||
           e->kind == EXPR_BOOLEAN || (e->kind == EXPR_UNARY && is_scalar(e->args[0]));
}

/* A value for a whole array of parts must be an array. */
static void check_each(struct inst *in, const struct inst_part *p, const struct inst_mod *m,
                       const char *what)
{
    if (m->covered >= p->up->n_levels || !is_scalar(m->value)) return;
    error_at(in->m, m->value->at, "'%s' is in an array of components, but %s is one value", p->flat,
             what);
    hint_last(in->m, "write `each` for the same in all of them, or an array with one for each");
}

static struct ast_expr *value_of(struct inst *in, struct inst_part *p, const struct inst_mod *m,
                                 bool *used)
{
    struct inst_ctx c = {.in = in, .scope = m->scope};
    struct ast_expr *e = inst_expr(&c, m->value);
    *used = c.used;
    (void)p;
    return e;
}

static bool is_text(const char *attribute)
{
    return strcmp(attribute, "unit") == 0 || strcmp(attribute, "displayUnit") == 0 ||
           strcmp(attribute, "quantity") == 0;
}

/* ---- Attributes ------------------------------------------------------------------------------ */

typedef VEC(struct ast_modifier) modifiers;

static bool has(const modifiers *list, const char *name)
{
    for (int32_t k = 0; k < list->n; k++)
        if (list->at[k].path[0].name == name) return true;
    return false;
}

static void add_attribute(struct inst *in, struct inst_part *p,
                          const struct ast_modifier *as_written, modifiers *list)
{
    const struct ast_part *name = &as_written->path[0];
    struct inst_mod *m = inst_mods_value(in, p, name->name);
    struct ast_modifier out = {.n_path = 1};
    bool used;
    if (!m) {
        VEC_ADD(in->arena, list, *as_written); /* check says what is wrong with it */
        return;
    }
    if (m->each) m->covered = p->n_levels;
    check_each(in, p, m, arena_format(in->arena, "'%s'", name->name));
    out.path = ARENA_NEW(in->arena, struct ast_part);
    *out.path = (struct ast_part){.name = name->name, .at = name->at};
    out.at = m->at;
    out.final = m->final;
    out.value = value_of(in, p, m, &used);
    out.each =
        p->n_levels == 0 ? m->each : !used && (m->covered >= p->n_levels || is_text(name->name));
    if (!out.each) out.value = repeat(in, out.value, p, m->covered);
    VEC_ADD(in->arena, list, out);
}

static void add_attributes(struct inst *in, struct inst_part *p, struct ast_element *e)
{
    modifiers list = {NULL, 0, 0};
    for (const struct inst_mod *m = p->mods; m; m = m->next) {
        if (m->n_rest == 0) inst_check_twice(in, m->inner, m->n_inner);
        struct ast_modifier rest = {.path = (struct ast_part *)m->rest, .n_path = m->n_rest};
        rest.at = m->at;
        rest.value = m->value;
        if (m->n_rest > 0 && !has(&list, m->rest[0].name)) add_attribute(in, p, &rest, &list);
        for (int32_t k = 0; m->n_rest == 0 && k < m->n_inner; k++)
            if (!has(&list, m->inner[k].path[0].name)) add_attribute(in, p, &m->inner[k], &list);
    }
    e->mods = list.at;
    e->n_mods = list.n;
    e->mod_parens = list.n > 0;
}

/* ---- Variables ------------------------------------------------------------------------------- */

/* A protected connector is connected from inside its class only: no one outside gives it a value. */
static bool is_hidden(const struct inst_part *p)
{
    while (p->up && p->up->connector) p = p->up;
    return p->connector && p->member && p->member->is_protected;
}

/* A constant of a part in an array is an array of constants, whose size may be a parameter: it
 * becomes a final parameter. */
static uint32_t flat_prefixes(const struct inst *in, const struct inst_part *p)
{
    uint32_t kept = p->prefixes & (PREFIX_CONSTANT | PREFIX_PARAMETER | PREFIX_DISCRETE |
                                   PREFIX_FLOW | PREFIX_STREAM | PREFIX_PROTECTED | PREFIX_FINAL);
    if (is_hidden(p)) return kept | PREFIX_CONNECTOR | (p->up->connector ? PREFIX_PIN : 0u);
    if (p->prefixes & PREFIX_INPUT) kept |= p->inside ? PREFIX_PART_INPUT : PREFIX_INPUT;
    if (p->prefixes & PREFIX_OUTPUT) kept |= p->inside ? PREFIX_PART_OUTPUT : PREFIX_OUTPUT;
    if (p->connector) kept |= PREFIX_CONNECTOR;
    if (p->up && p->up->connector) kept |= PREFIX_PIN;
    if (inst_is_elsewhere(p)) kept |= PREFIX_ELSEWHERE;
    if (in->making && (kept & PREFIX_CONSTANT)) /* fields of records: an input has its own */
        kept &= ~(uint32_t)(kept & PREFIX_INPUT ? PREFIX_CONSTANT : PREFIX_OUTPUT);
    if ((kept & PREFIX_CONSTANT) && p->n_levels > p->n_dims)
        kept = (kept & ~(uint32_t)PREFIX_CONSTANT) | PREFIX_PARAMETER | PREFIX_FINAL;
    return kept;
}

static void set_type(struct inst *in, const struct inst_part *p, struct ast_element *e)
{
    e->type_at = p->e->type_at;
    e->type_path = ARENA_NEW(in->arena, struct ast_part);
    *e->type_path = (struct ast_part){
        .name = p->builtin ? p->builtin : inst_enumeration(in, p->env), .at = p->e->type_at};
    e->n_type_path = 1;
}

static void set_value(struct inst *in, struct inst_part *p, struct ast_element *e)
{
    struct inst_mod *m = inst_mods_value(in, p, NULL);
    bool used;
    if (!m) return;
    check_each(in, p, m, "its value");
    e->value = repeat(in, value_of(in, p, m, &used), p, m->covered);
    if (m->final) e->prefixes |= PREFIX_FINAL;
}

/* Of a flow in a connector of a part that the model's own file declares in the model: where. */
static struct place pin_of(const struct inst *in, const struct inst_part *p)
{
    const struct inst_part *part = p->up ? p->up->up : NULL;
    if (!(p->prefixes & PREFIX_FLOW) || !part || !part->up || part->up->up || !part->e ||
        part->e->name_at.file != in->file)
        return (struct place){0};
    return part->e->name_at;
}

void inst_variable(struct inst *in, struct inst_part *p)
{
    const struct ast_element *from = p->member->e;
    struct ast_element e = {
        .kind = ELEMENT_COMPONENT, .at = from->at, .name = p->flat, .name_at = from->name_at};
    struct ast_expr **sizes = inst_part_sizes(in, p), *condition = inst_part_condition(in, p);
    e.prefixes = flat_prefixes(in, p);
    e.label = p->label;
    e.pin_of = pin_of(in, p);
    e.comment = from->comment;
    e.annotation = from->annotation;
    e.n_annotation = from->n_annotation;
    set_type(in, p, &e);
    e.n_sub = p->n_levels;
    e.sub = e.n_sub ? ARENA_ARRAY(in->arena, struct ast_expr *, e.n_sub) : NULL;
    for (int32_t k = 0; k < e.n_sub; k++) e.sub[k] = inst_copy(in, sizes[k]);
    if (condition) e.condition = inst_copy(in, condition);
    add_attributes(in, p, &e);
    set_value(in, p, &e);
    VEC_ADD(in->arena, &in->elements, e);
}

/* ---- Equations ------------------------------------------------------------------------------- */

struct ast_body inst_around(struct inst *in, struct inst_part *p, struct ast_body body,
                            struct place at)
{
    struct ast_expr *condition = inst_part_condition(in, p);
    struct ast_stmt s = {.at = at};
    if (p->n_levels > 0) {
        s.kind = STMT_FOR;
        s.n_bodies = 1;
        s.bodies = ARENA_NEW(in->arena, struct ast_body);
        s.bodies[0] = body;
        s.n_iterators = p->n_levels;
        s.iterators = ARENA_ARRAY(in->arena, struct ast_iterator, p->n_levels);
        for (int32_t k = 0; k < p->n_levels; k++)
            s.iterators[k] = inst_level_iterator(in, k, extent(in, p, k), at);
        body = (struct ast_body){ARENA_NEW(in->arena, struct ast_stmt), 1};
        body.stmts[0] = s;
    }
    if (condition) {
        s = (struct ast_stmt){.kind = STMT_IF, .at = at, .n_exprs = 1, .n_bodies = 1};
        s.exprs = ARENA_NEW(in->arena, struct ast_expr *);
        s.exprs[0] = inst_copy(in, condition);
        s.bodies = ARENA_NEW(in->arena, struct ast_body);
        s.bodies[0] = body;
        body = (struct ast_body){ARENA_NEW(in->arena, struct ast_stmt), 1};
        body.stmts[0] = s;
    }
    return body;
}

static void algorithm(struct inst *in, struct inst_part *p, struct inst_ctx *c,
                      const struct ast_section *s)
{
    struct ast_section out = *s;
    c->algorithm = true;
    inst_body(c, &s->body, &out.body);
    out.body = inst_around(in, p, out.body, s->at);
    VEC_ADD(in->arena, &in->algorithms, out);
}

/* Equations of single parts, the most of them, go into the flat class at once. */
static void section(struct inst *in, struct inst_part *p, struct inst_env *env,
                    const struct ast_section *s)
{
    struct inst_ctx c = {.in = in, .scope = {p, env}};
    inst_stmts *list = s->initial ? &in->initial : &in->equations;
    struct ast_body body;
    if (s->body.n == 0) return;
    if (s->kind == SECTION_ALGORITHM) {
        algorithm(in, p, &c, s);
    } else if (p->n_levels == 0 && !inst_part_condition(in, p)) {
        inst_add(&c, &s->body, list);
    } else {
        inst_body(&c, &s->body, &body);
        body = inst_around(in, p, body, s->at);
        for (int32_t k = 0; k < body.n; k++) VEC_ADD(in->arena, list, body.stmts[k]);
    }
}

/* Of the base classes first. */
static void sections(struct inst *in, struct inst_part *p, struct inst_env *env)
{
    for (int32_t k = 0; k < env->bases.n; k++) sections(in, p, env->bases.at[k].env);
    for (int32_t k = 0; k < env->c->n_sections; k++) section(in, p, env, &env->c->sections[k]);
}

/* ---- All ------------------------------------------------------------------------------------- */

/* What is outer has an inner one that fits. */
static void check_outer(struct inst *in, struct inst_part *p, const struct inst_member *m)
{
    struct inst_part *inner = inst_part_kid(in, p, m->name);
    struct inst_type wanted, given = {.env = NULL};
    if (!inner || !inst_find_type(in, (struct inst_scope){p, m->home}, m->e, &wanted)) return;
    given.env = inner->env;
    given.builtin = inner->builtin;
    given.leaf = inner->leaf;
    inst_check_constraint(in, &wanted, &given, m->e->name_at, m->name);
}

static void flatten(struct inst *in, struct inst_part *p)
{
    sections(in, p, p->env);
    for (int32_t k = 0; k < p->env->members.n; k++) {
        const struct inst_member *m = p->env->members.at[k];
        struct inst_part *kid = m->class_ ? NULL : p->kids[m->kid];
        if (!m->class_ && m->e->prefixes & PREFIX_OUTER) check_outer(in, p, m);
        if (kid && kid->leaf) inst_variable(in, kid);
        if (kid && !kid->leaf) flatten(in, kid);
    }
}

void inst_flatten(struct inst *in, struct inst_part *model)
{
    flatten(in, model);
}
