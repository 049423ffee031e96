/* SPDX-License-Identifier: MIT */
/* function.c - the functions that a model calls, as functions of the flat class.
 *
 * A function is made flat like a model, with the variables and algorithms of its base classes, and
 * with one variable for each field of a record; calls of it pass field by field:
 *
 *     function add                    function 'add'
 *       input Complex a, b;             input Real 'a.re', 'a.im', 'b.re', 'b.im';
 *       output Complex c;               output Real 'c.re', 'c.im';
 *     z = add(u, v)                   ('z.re', 'z.im') = 'add'('u.re', 'u.im', 'v.re', 'v.im')
 *     x = abs(add(u, v))              x = 'abs'('add'(...), 'add:c.im'(...))
 *
 * Where one field of the result is needed, a variant of the function is called that has this output
 * first: 'add:c.im'. */
#include "inst/stage.h"
#include "lang/builtin.h"

#include <string.h>

struct inst_variant {
    int32_t first; /* number of the output that comes first */
    const char *name;
};

struct inst_function {
    struct inst_env *env;
    const char *name;
    struct inst_part *root;
    struct ast_class *class_;
    VEC(struct inst_variant) variants;
    VEC(const char *) copies; /* variables of which there are copies */
};

static int32_t component_count(const struct inst_function *f, uint32_t prefix);
static struct ast_external *external(struct inst *in, const struct inst_function *f);
static struct inst_function *function_of(struct inst *in, struct inst_env *env);

/* ---- Making it flat -------------------------------------------------------------------------- */

static const char *copy_name(struct inst *in, const char *name)
{
    const char *text = arena_format(in->arena, "%s:new", name);
    return names_intern(in->names, text, strlen(text));
}

const char *inst_function_copy(struct inst *in, const struct ast_expr *e)
{
    struct inst_function *f = in->making;
    const char *name = e->path[0].name;
    if (!f) {
        error_at(in->m, e->at, "outside functions a record cannot be assigned from its own fields");
        hint_last(in->m, "assign to another record first");
        return NULL;
    }
    for (int32_t k = 0; k < f->copies.n; k++)
        if (f->copies.at[k] == name) return copy_name(in, name);
    VEC_ADD(in->arena, &f->copies, name);
    return copy_name(in, name);
}

static void add_copies(struct inst *in, const struct inst_function *f)
{
    for (int32_t k = 0, n = in->elements.n; k < n; k++) {
        struct ast_element e = in->elements.at[k];
        for (int32_t i = 0; i < f->copies.n; i++) {
            if (f->copies.at[i] != e.name) continue;
            e.name = copy_name(in, e.name);
            e.prefixes = PREFIX_PROTECTED;
            e.value = NULL;
            VEC_ADD(in->arena, &in->elements, e);
            break;
        }
    }
}

/* external "builtin" y = sin(u): an algorithm that calls the built-in function. */
static void builtin_body(struct inst *in, const struct inst_function *f, struct ast_class *c)
{
    const struct ast_external *e = external(in, f);
    struct ast_stmt *s = ARENA_NEW(in->arena, struct ast_stmt);
    if (!e->call || !e->result || e->call->n_path != 1 || !builtin_is_name(e->call->path->name)) {
        error_at(in->m, f->env->c->external_at, "this is no call of a built-in function");
        hint_last(in->m, "such as: external \"builtin\" y = sin(u);");
        return;
    }
    *s = (struct ast_stmt){.kind = STMT_ASSIGN, .at = f->env->c->external_at, .n_exprs = 2};
    s->exprs = ARENA_ARRAY(in->arena, struct ast_expr *, 2);
    s->exprs[0] = e->result;
    s->exprs[1] = e->call;
    for (int32_t k = 0; k < e->call->n_args; k++)
        if (e->call->args[k]->height >= e->call->height)
            e->call->height = e->call->args[k]->height + 1;
    c->sections = ARENA_NEW(in->arena, struct ast_section);
    *c->sections = (struct ast_section){.kind = SECTION_ALGORITHM, .at = s->at, .body = {s, 1}};
    c->n_sections = 1;
}

static bool is_builtin(const struct ast_class *c)
{
    return c->external && c->external->language && strcmp(c->external->language, "builtin") == 0;
}

/* A function without outputs asserts something: it gets one, `asserted`, which is true. */
static void add_output(struct inst *in, const struct inst_function *f, struct ast_class *c)
{
    struct place at = f->env->c->name_at;
    const char *name = names_intern(in->names, "$asserted", 9);
    struct ast_element e = {.kind = ELEMENT_COMPONENT, .prefixes = PREFIX_OUTPUT, .at = at};
    e.type_path = ARENA_NEW(in->arena, struct ast_part);
    *e.type_path = (struct ast_part){.name = names_intern(in->names, "Boolean", 7), .at = at};
    e.n_type_path = 1;
    e.type_at = e.name_at = at;
    e.name = name;
    e.value = inst_new_expr(in, EXPR_BOOLEAN, at);
    e.value->integer = 1;
    VEC_ADD(in->arena, &in->elements, e);
    c->elements = in->elements.at;
    c->n_elements = in->elements.n;
}

/* What the flat class has by now is put aside. */
static void flatten(struct inst *in, struct inst_function *f)
{
    struct inst saved = *in;
    struct ast_class *c = ARENA_NEW(in->arena, struct ast_class);
    memset(&in->elements, 0, sizeof in->elements);
    memset(&in->equations, 0, sizeof in->equations);
    memset(&in->initial, 0, sizeof in->initial);
    memset(&in->algorithms, 0, sizeof in->algorithms);
    in->making = f;
    inst_flatten(in, f->root);
    add_copies(in, f);
    *c = (struct ast_class){.kind = CLASS_FUNCTION, .name = f->name, .comment = f->env->c->comment};
    c->at = f->env->c->at;
    c->name_at = f->env->c->name_at;
    c->closed = true;
    c->elements = in->elements.at;
    c->n_elements = in->elements.n;
    if (component_count(f, PREFIX_OUTPUT) == 0 && !f->env->c->external) add_output(in, f, c);
    c->sections = in->algorithms.at;
    c->n_sections = in->algorithms.n;
    c->external_at = f->env->c->external_at;
    f->class_ = c;
    in->elements = saved.elements;
    in->equations = saved.equations;
    in->initial = saved.initial;
    in->algorithms = saved.algorithms;
    in->making = saved.making;
    if (is_builtin(f->env->c) && !c->n_sections)
        builtin_body(in, f, c);
    else if (f->env->c->external)
        c->external = external(in, f);
}

/* The function that annotation(derivative = g) names; NULL: none, or one that needs more than that
 * (noDerivative, order = 2). */
static const char *derivative_of(struct inst *in, struct inst_env *env)
{
    const struct ast_class *c = env->c;
    for (int32_t k = 0; k < c->n_annotation; k++) {
        const struct ast_modifier *mod = &c->annotation[k];
        const struct ast_expr *e = mod->value;
        struct inst_found found;
        struct inst_function *f;
        if (mod->n_path != 1 || strcmp(mod->path[0].name, "derivative") != 0) continue;
        if (mod->n_inner > 0 || !e || e->kind != EXPR_NAME) continue;
        found = inst_find_class(in, env->up, e->path, e->n_path, e->absolute, false);
        if ((f = function_of(in, found.env))) return f->name;
    }
    return NULL;
}

/* Its call, with the names of the flat function. */
static struct ast_external *external(struct inst *in, const struct inst_function *f)
{
    const struct ast_external *from = f->env->c->external;
    struct ast_external *e = ARENA_NEW(in->arena, struct ast_external);
    struct inst_ctx c = {.in = in, .scope = {f->root, f->root->env}};
    *e = *from;
    e->derivative = derivative_of(in, f->env);
    for (int32_t k = 0; k < f->root->env->members.n; k++) {
        const struct inst_member *m = f->root->env->members.at[k];
        const struct inst_part *kid = m->class_ ? NULL : f->root->kids[m->kid];
        if (!kid || kid->leaf) continue; /* NULL: its class was not found */
        error_at(in->m, m->e->name_at, "a record cannot be passed to an external function");
    }
    if (from->result) e->result = inst_expr(&c, from->result);
    if (!from->call) return e;
    e->call = ARENA_NEW(in->arena, struct ast_expr);
    *e->call = *from->call;
    e->call->args = ARENA_ARRAY(in->arena, struct ast_expr *, from->call->n_args + 1);
    for (int32_t k = 0; k < from->call->n_args; k++)
        e->call->args[k] = inst_expr(&c, from->call->args[k]);
    return e;
}

static void check_sections(struct inst *in, const struct ast_class *c)
{
    for (int32_t k = 0; k < c->n_sections; k++) {
        if (c->sections[k].kind == SECTION_ALGORITHM && !c->sections[k].initial) continue;
        error_at(in->m, c->sections[k].at, "a function has no %s section",
                 c->sections[k].initial ? "initial" : "equation");
        in->soft++;
    }
}

/* The function with its inputs and outputs; its body is made by inst_functions_make. NULL: it is
 * another name of a built-in one, or there was an error. */
static struct inst_function *function_of(struct inst *in, struct inst_env *env)
{
    struct inst_function *f;
    struct inst_type t;
    if (!env || env->c->kind != CLASS_FUNCTION || env->c->alias || inst_table_reads(env->c))
        return NULL;
    if (env->function) return env->function->root ? env->function : NULL;
    f = env->function = ARENA_NEW(in->arena, struct inst_function);
    f->env = env;
    if (env->c->prefixes & PREFIX_PARTIAL) {
        error_at(in->m, env->c->name_at, "partial functions are not supported: '%s'", env->c->name);
        return NULL;
    }
    if (env->c->external && !is_builtin(env->c) && in->l->no_external) {
        error_at(in->m, env->c->external_at, "external function '%s' is refused, as was asked for",
                 env->c->name);
        hint_last(in->m, "without --no-external it is compiled and run");
        return NULL;
    }
    f->name = inst_flat_name(in, env);
    check_sections(in, env->c);
    if (!inst_type_of(in, env, &t)) return NULL;
    f->root = inst_part_model(in, &t);
    VEC_ADD(in->arena, &in->functions, f);
    return f;
}

void inst_functions_make(struct inst *in)
{
    while (in->made < in->functions.n) flatten(in, in->functions.at[in->made++]);
}

const char *inst_making_name(const struct inst *in)
{
    return in->making->name;
}

/* ---- Those of the file ----------------------------------------------------------------------- */

static void check_package(struct inst *in, const struct ast_class *c)
{
    for (int32_t k = 0; k < c->n_elements; k++) {
        const struct ast_element *e = &c->elements[k];
        if (e->kind == ELEMENT_COMPONENT && !(e->prefixes & PREFIX_CONSTANT))
            error_at(in->m, e->name_at,
                     "'%s' is not a constant: packages have constants and functions only", e->name);
    }
    if (c->n_sections > 0) error_at(in->m, c->sections[0].at, "a package has no equations");
}

static void visit(struct inst *in, struct inst_env *env, int depth)
{
    if (env->c->prefixes & PREFIX_PARTIAL) return;
    if (env->c->kind == CLASS_FUNCTION && !env->c->external) function_of(in, env);
    if (env->c->kind == CLASS_PACKAGE) check_package(in, env->c);
    if ((env->c->kind != CLASS_PACKAGE && env != in->model) || env->c->alias ||
        depth > INST_DEEPEST)
        return;
    inst_env_ready(in, env);
    inst_check_imports(in, env);
    for (int32_t k = 0; k < env->members.n; k++) {
        const struct inst_member *m = env->members.at[k];
        if (m->class_ && !m->inherited && !m->redecl) visit(in, inst_member_env(in, m), depth + 1);
    }
}

void inst_functions_of_file(struct inst *in)
{
    visit(in, (struct inst_env *)in->model, 0);
    for (int32_t k = 0; k < in->l->top.n; k++)
        visit(in, inst_env_of(in, in->l->top.at[k], NULL, NULL), 0);
}

/* ---- Inputs and outputs ---------------------------------------------------------------------- */

/* Number n of the components with that prefix; NULL: there are no more. */
static struct inst_part *component(const struct inst_function *f, uint32_t prefix, int32_t n)
{
    for (int32_t k = 0; k < f->root->env->members.n; k++) {
        const struct inst_member *m = f->root->env->members.at[k];
        struct inst_part *kid = m->class_ ? NULL : f->root->kids[m->kid];
        if (kid && (kid->prefixes & prefix) && n-- == 0) return kid;
    }
    return NULL;
}

static int32_t component_count(const struct inst_function *f, uint32_t prefix)
{
    int32_t n = 0;
    while (component(f, prefix, n)) n++;
    return n;
}

static struct inst_part *input_named(const struct inst_function *f, const char *name)
{
    struct inst_part *p;
    for (int32_t k = 0; (p = component(f, PREFIX_INPUT, k)); k++)
        if (p->name == name) return p;
    return NULL;
}

struct inst_env *inst_function_result(struct inst *in, struct inst_env *env)
{
    struct inst_function *f = function_of(in, env);
    const struct inst_part *p = f ? component(f, PREFIX_OUTPUT, 0) : NULL;
    return p && !p->leaf ? p->env : NULL;
}

/* ---- Variants -------------------------------------------------------------------------------- */

static const char *variant(struct inst *in, struct inst_function *f, int32_t first,
                           const char *field)
{
    const char *text;
    if (first == 0) return f->name;
    for (int32_t k = 0; k < f->variants.n; k++)
        if (f->variants.at[k].first == first) return f->variants.at[k].name;
    text = arena_format(in->arena, "%s:%s", f->name, field);
    text = names_intern(in->names, text, strlen(text));
    VEC_ADD(in->arena, &f->variants, ((struct inst_variant){first, text}));
    return text;
}

/* The class with output number `first` before the others. It is made again: the next stage writes
 * into the tree. */
static struct ast_class *reordered(struct inst *in, const struct inst_function *f,
                                   const struct inst_variant *v)
{
    struct inst_function again = *f;
    const struct ast_element *from;
    struct ast_class *c;
    int32_t n = 0, wanted = v->first;
    flatten(in, &again);
    c = again.class_;
    c->name = v->name;
    from = c->elements;
    c->elements = ARENA_ARRAY(in->arena, struct ast_element, c->n_elements + 1);
    for (int32_t k = 0; k < c->n_elements; k++)
        if ((from[k].prefixes & PREFIX_OUTPUT) && wanted-- == 0) c->elements[n++] = from[k];
    for (int32_t k = 0, number = 0; k < c->n_elements; k++)
        if (!(from[k].prefixes & PREFIX_OUTPUT) || number++ != v->first) c->elements[n++] = from[k];
    return c;
}

static void put(struct inst *in, struct ast_class *c)
{
    struct ast_element e = {
        .kind = ELEMENT_CLASS, .at = c->at, .name = c->name, .name_at = c->name_at, .class_ = c};
    VEC_ADD(in->arena, &in->elements, e);
}

void inst_functions_put(struct inst *in)
{
    for (int32_t k = 0; k < in->functions.n; k++) {
        const struct inst_function *f = in->functions.at[k];
        put(in, f->class_);
        for (int32_t i = 0; i < f->variants.n; i++) put(in, reordered(in, f, &f->variants.at[i]));
    }
}

/* ---- Calls ----------------------------------------------------------------------------------- */

struct arguments {
    VEC(struct ast_expr *) list;
    VEC(const char *) names;
    bool named;
};

static void add_argument(struct inst_ctx *c, struct arguments *a, struct ast_expr *e,
                         const char *name)
{
    VEC_ADD(c->in->arena, &a->list, inst_expr(c, e));
    VEC_ADD(c->in->arena, &a->names, name);
    a->named |= name != NULL;
}

static void pass(struct inst_ctx *c, struct arguments *a, struct ast_expr *e, struct inst_part *to,
                 bool named)
{
    if (to->leaf) {
        add_argument(c, a, e, named ? to->flat : NULL);
        return;
    }
    inst_leaves all = inst_leaves_of(c->in, to);
    for (int32_t k = 0; k < all.n; k++)
        add_argument(c, a, inst_fields(c->in, e, all.at[k].path, all.at[k].n),
                     named ? all.at[k].part->flat : NULL);
}

static struct ast_expr *call(struct inst_ctx *c, const struct ast_expr *e,
                             const struct inst_function *f, const char *name)
{
    struct ast_expr *out = inst_new_expr(c->in, EXPR_CALL, e->at);
    struct arguments a = {.named = false};
    for (int32_t k = 0; k < e->n_args; k++) {
        const char *given = e->arg_names ? e->arg_names[k] : NULL;
        struct inst_part *to = given ? input_named(f, given) : component(f, PREFIX_INPUT, k);
        if (to)
            pass(c, &a, e->args[k], to, given != NULL);
        else if (inst_record_of(c, e->args[k]))
            error_at(c->in->m, e->args[k]->at, "function '%s' has only %d input%s", f->name, k,
                     k == 1 ? "" : "s");
        else /* check says that there is no such input */
            add_argument(c, &a, e->args[k], given);
    }
    out->path = ARENA_NEW(c->in->arena, struct ast_part);
    *out->path = (struct ast_part){.name = name, .at = path_place(e->path, e->n_path)};
    out->n_path = 1;
    out->args = a.list.at;
    out->n_args = a.list.n;
    out->arg_names = a.named ? a.names.at : NULL;
    for (int32_t k = 0; k < out->n_args; k++)
        if (out->args[k]->height >= out->height) out->height = out->args[k]->height + 1;
    return out;
}

static bool same_path(const struct inst_leaf *l, const struct ast_part *path, int32_t n)
{
    if (l->n != n) return false;
    for (int32_t k = 0; k < n; k++)
        if (l->path[k] != path[k].name) return false;
    return true;
}

struct ast_expr *inst_function_call(struct inst_ctx *c, const struct ast_expr *e,
                                    struct inst_env *env, const struct ast_part *path, int32_t n)
{
    struct ast_expr *out = n == 0 ? inst_table_call(c, e, env) : NULL;
    if (!out) out = inst_written_out(c, e, env, path, n);
    if (out) return out;
    struct inst_function *f = function_of(c->in, env);
    struct inst_part *result = f ? component(f, PREFIX_OUTPUT, 0) : NULL;
    if (!f) return NULL;
    if ((!result || result->leaf) && n == 0) return call(c, e, f, f->name);
    inst_leaves all = {NULL, 0, 0};
    if (result && !result->leaf) all = inst_leaves_of(c->in, result);
    for (int32_t k = 0; k < all.n && n > 0; k++)
        if (same_path(&all.at[k], path, n))
            return call(c, e, f, variant(c->in, f, k, all.at[k].part->flat));
    if (n > 0)
        error_at(c->in->m, e->at, "the result of '%s' has no field '%s'", f->name,
                 path_text(c->in->arena, path, n));
    else
        error_at(c->in->m, e->at, "'%s' gives a record, but a single value is needed here",
                 f->name);
    return inst_new_integer(c->in, 0, e->at);
}

/* ---- Equations with several results ---------------------------------------------------------- */

/* What is on the left for output k; NULL: nothing. */
static struct ast_expr *target(const struct ast_expr *left, int32_t k)
{
    if (left->kind == EXPR_TUPLE) return k < left->n_args ? left->args[k] : NULL;
    return k == 0 ? (struct ast_expr *)left : NULL;
}

static struct ast_expr *targets(struct inst_ctx *c, const struct ast_expr *left,
                                const struct inst_function *f)
{
    struct ast_expr *out = inst_new_expr(c->in, EXPR_TUPLE, left->at), *t;
    VEC(struct ast_expr *) list = {0};
    struct inst_part *p;
    for (int32_t k = 0; (p = component(f, PREFIX_OUTPUT, k)); k++) {
        t = target(left, k);
        if (p->leaf) {
            VEC_ADD(c->in->arena, &list, t ? inst_expr(c, t) : NULL);
            continue;
        }
        inst_leaves all = inst_leaves_of(c->in, p);
        for (int32_t i = 0; i < all.n; i++)
            VEC_ADD(c->in->arena, &list,
                    t ? inst_expr(c, inst_fields(c->in, t, all.at[i].path, all.at[i].n)) : NULL);
    }
    while (list.n > 0 && !list.at[list.n - 1]) list.n--;
    for (int32_t k = component_count(f, PREFIX_OUTPUT); (t = target(left, k)); k++)
        VEC_ADD(c->in->arena, &list, inst_expr(c, t)); /* check says that these are too many */
    for (int32_t k = 0; k < list.n; k++)
        if (list.at[k] && list.at[k]->height >= out->height) out->height = list.at[k]->height + 1;
    out->args = list.at;
    out->n_args = list.n;
    return list.n == 1 ? list.at[0] : out;
}

bool inst_function_stmt(struct inst_ctx *c, const struct ast_stmt *s, inst_stmts *list)
{
    struct ast_expr *left = s->exprs[0], *right = s->exprs[1];
    struct inst_function *f;
    struct ast_stmt out = *s;
    if (s->kind == STMT_EQUATION && left->kind == EXPR_CALL && right->kind == EXPR_NAME) {
        left = s->exprs[1];
        right = s->exprs[0];
    }
    if (right->kind == EXPR_CALL && left->kind != EXPR_TUPLE &&
        inst_is_written_out(c->in, inst_called(c, right), right))
        return false;
    if (right->kind != EXPR_CALL || !(f = function_of(c->in, inst_called(c, right)))) return false;
    if (left->kind != EXPR_TUPLE && left->kind != EXPR_NAME) return false;
    out.exprs = ARENA_ARRAY(c->in->arena, struct ast_expr *, 2);
    out.exprs[0] = targets(c, left, f);
    out.exprs[1] = call(c, right, f, f->name);
    VEC_ADD(c->in->arena, list, out);
    return true;
}
