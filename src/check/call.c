/* SPDX-License-Identifier: MIT */
/* call.c - f(a, n = 3): calls of functions written in the model text.
 *
 * Arguments are put in the order of the inputs: afterwards e->args has one entry per input, NULL
 * where the default holds, and e->arg_names is NULL. A function of scalars applied to arrays is
 * applied to each of their elements; the result has their sizes. Of several outputs an
 * expression takes the first; (a, b) = f(x) takes them all, and the type is a tuple. */
#include "check/stage.h"

#include <string.h>

/* ---- Arguments ------------------------------------------------------------------------------- */

static int32_t input_named(const struct symbol *f, const char *name)
{
    for (int32_t k = 0; k < f->n_inputs; k++)
        if (f->inputs[k]->name == name) return k;
    return -1;
}

static void say_no_input(struct check *c, const struct symbol *f, const struct ast_expr *arg,
                         const char *name)
{
    const char **names = ARENA_ARRAY(c->arena, const char *, f->n_inputs + 1), *near;
    for (int32_t k = 0; k < f->n_inputs; k++) names[k] = f->inputs[k]->name;
    near = scope_nearest(name, names, f->n_inputs);
    error_at(c->m, arg->at, "function '%s' has no input '%s'", f->name, name);
    if (near) hint_last(c->m, "did you mean '%s'?", near);
}

static bool place_argument(struct check *c, const struct symbol *f, struct ast_expr *arg,
                           const char *name, int32_t k, struct ast_expr **into)
{
    int32_t at = name ? input_named(f, name) : k;
    if (at < 0) {
        say_no_input(c, f, arg, name);
        return false;
    }
    if (into[at]) {
        error_at(c->m, arg->at, "input '%s' of '%s' is given twice", f->inputs[at]->name, f->name);
        return false;
    }
    into[at] = arg;
    return true;
}

static bool none_missing(struct check *c, const struct ast_expr *e, const struct symbol *f)
{
    for (int32_t k = 0; k < f->n_inputs; k++) {
        if (e->args[k] || f->inputs[k]->binding) continue;
        error_at(c->m, e->at, "input '%s' of '%s' has no value", f->inputs[k]->name, f->name);
        return false;
    }
    return true;
}

static bool order_arguments(struct check *c, struct ast_expr *e, const struct symbol *f)
{
    struct ast_expr **args = ARENA_ARRAY(c->arena, struct ast_expr *, f->n_inputs + 1);
    bool good = true;
    if (e->n_args > f->n_inputs) {
        error_at(c->m, e->at, "'%s' takes %d argument%s, but %d are given", f->name, f->n_inputs,
                 f->n_inputs == 1 ? "" : "s", e->n_args);
        return false;
    }
    for (int32_t k = 0; k < e->n_args; k++)
        good &= place_argument(c, f, e->args[k], e->arg_names ? e->arg_names[k] : NULL, k, args);
    if (!good) return false;
    e->args = args;
    e->n_args = f->n_inputs;
    e->arg_names = NULL;
    return none_missing(c, e, f);
}

/* ---- Types ----------------------------------------------------------------------------------- */

struct spread { /* the sizes over which a call is repeated */
    int32_t rank, size[CHECK_RANK];
    bool set;
};

static bool say_argument(struct check *c, const struct ast_expr *arg, const struct symbol *input,
                         const struct symbol *f)
{
    error_at(c->m, arg->at, "input '%s' of '%s' is %s, not %s", input->name, f->name,
             type_text(c->arena, input->type), type_text(c->arena, arg->type));
    if (input->type->base == TYPE_INTEGER && arg->type->base == TYPE_REAL)
        hint_last(c->m, "integer(...) makes an Integer");
    return false;
}

/* An argument of more dimensions than its input: the leading ones are those of the spread. */
static bool spread_argument(struct check *c, const struct ast_expr *arg, const struct symbol *input,
                            const struct symbol *f, struct spread *s)
{
    int32_t extra = arg->type->rank - input->type->rank;
    if (extra <= 0 || !type_fits(input->type, type_element(c->arena, arg->type, extra)))
        return say_argument(c, arg, input, f);
    if (!s->set) {
        s->set = true;
        s->rank = extra;
        memcpy(s->size, arg->type->size, sizeof s->size);
        return true;
    }
    for (int32_t k = 0; extra == s->rank && k < extra; k++)
        if (s->size[k] != arg->type->size[k] && s->size[k] >= 0 && arg->type->size[k] >= 0)
            extra = -1;
    if (extra == s->rank) return true;
    error_at(c->m, arg->at, "the arrays that '%s' is applied to have different sizes", f->name);
    return false;
}

static bool check_arguments(struct check *c, struct ast_expr *e, const struct symbol *f,
                            struct spread *s)
{
    bool good = true;
    for (int32_t k = 0; k < e->n_args; k++) {
        struct ast_expr *arg = e->args[k];
        if (!arg) continue;
        if (type_is_error(check_expr(c, arg)) || type_is_error(f->inputs[k]->type))
            good = false;
        else if (!type_fits(f->inputs[k]->type, arg->type))
            good &= spread_argument(c, arg, f->inputs[k], f, s);
    }
    return good;
}

static const struct type *output_type(struct check *c, struct ast_expr *e,
                                      const struct symbol *output)
{
    int32_t size[CHECK_RANK];
    if (type_is_error(output->type)) return output->type;
    if (!check_call_shape(c, e, output, size)) return type_scalar(TYPE_ERROR);
    return type_array(c->arena, type_element(c->arena, output->type, output->type->rank),
                      output->type->rank, size);
}

static const struct type *tuple_type(struct check *c, struct ast_expr *e, const struct symbol *f)
{
    struct type *t = ARENA_NEW(c->arena, struct type);
    t->base = TYPE_TUPLE;
    t->n_parts = f->n_outputs;
    t->parts = ARENA_ARRAY(c->arena, const struct type *, f->n_outputs + 1);
    for (int32_t k = 0; k < f->n_outputs; k++) t->parts[k] = output_type(c, e, f->outputs[k]);
    return t;
}

static const struct type *result(struct check *c, struct ast_expr *e, const struct symbol *f,
                                 const struct spread *s, bool tuple)
{
    const struct type *t;
    if (tuple && !s->set) return tuple_type(c, e, f);
    if (tuple) {
        error_at(c->m, e->at, "'%s' is applied to arrays here and gives its first output only",
                 f->name);
        return type_scalar(TYPE_ERROR);
    }
    if (f->n_outputs == 0) return type_scalar(TYPE_NONE);
    t = output_type(c, e, f->outputs[0]);
    if (!s->set || type_is_error(t)) return t;
    if (s->rank + t->rank > CHECK_RANK) {
        error_at(c->m, e->at, "arrays have at most %d dimensions", CHECK_RANK);
        return type_scalar(TYPE_ERROR);
    }
    return type_array(c->arena, t, s->rank, s->size);
}

static const struct type *user_call(struct check *c, struct ast_expr *e, struct symbol *f,
                                    bool tuple)
{
    struct spread s = {0, {0}, false};
    e->symbol = f;
    check_function(c, f);
    for (int32_t k = 0; k < e->n_args; k++) check_expr(c, e->args[k]);
    if (type_is_error(f->type) || !order_arguments(c, e, f) || !check_arguments(c, e, f, &s))
        return type_scalar(TYPE_ERROR);
    return result(c, e, f, &s, tuple);
}

/* ---- All calls ------------------------------------------------------------------------------- */

static const struct type *call(struct check *c, struct ast_expr *e, bool tuple)
{
    struct symbol *s = scope_find(c, e->path, e->n_path, false);
    if (!s) return type_scalar(TYPE_ERROR);
    if (s->kind == SYMBOL_FUNCTION) return user_call(c, e, s, tuple);
    if (!s->builtin) {
        error_at(c->m, path_place(e->path, e->n_path), "'%s' is a %s, not a function", s->name,
                 symbol_word(s));
        return type_scalar(TYPE_ERROR);
    }
    e->symbol = s;
    e->builtin = s->builtin;
    return check_builtin(c, e);
}

const struct type *check_call(struct check *c, struct ast_expr *e, bool tuple)
{
    struct where old = c->in;
    if (e->type) return e->type;
    c->in.integral = false;
    c->in.end_type = NULL;
    e->type = call(c, e, tuple);
    c->in = old;
    return e->type;
}
