/* SPDX-License-Identifier: MIT */
/* expand_fn.c - functions, one instance per tuple of sizes.
 *
 * A call asks for the instance of its key: the sizes of its array arguments, and the values of
 * Integer arguments that decide a size inside. At once the instance gets its variables, so that
 * the sizes of its results are known; its body is expanded later (expand_bodies). Whoever expands
 * something of a function first lets the symbols of its variables stand for those of the instance,
 * and afterwards again for what they stood for before. */
#include "flat/expand/expand.h"

#include <string.h>

/* ---- Variables of a function ----------------------------------------------------------------- */

/* Inputs, then outputs, then the others. */
static int32_t n_variables(const struct symbol *fn)
{
    return fn->n_inputs + fn->n_outputs + fn->n_locals;
}

static struct symbol *variable(const struct symbol *fn, int32_t k)
{
    if (k < fn->n_inputs) return fn->inputs[k];
    if (k < fn->n_inputs + fn->n_outputs) return fn->outputs[k - fn->n_inputs];
    return fn->locals[k - fn->n_inputs - fn->n_outputs];
}

static void **enter(struct expand *x, const struct instance *i)
{
    int32_t n = n_variables(i->symbol);
    void **old = ARENA_ARRAY(x->arena, void *, n + 1);
    for (int32_t k = 0; k < n; k++) {
        old[k] = variable(i->symbol, k)->flat;
        if (!expand_is_constant(variable(i->symbol, k)))
            variable(i->symbol, k)->flat = i->locals[k];
    }
    return old;
}

static void leave(const struct instance *i, void **old)
{
    for (int32_t k = 0; k < n_variables(i->symbol); k++) variable(i->symbol, k)->flat = old[k];
}

/* ---- Which Integers decide sizes? ------------------------------------------------------------ */

static bool in_declaration(const struct symbol *v, const struct symbol *s)
{
    const struct ast_element *e = v->element;
    for (int32_t k = 0; e && k < e->n_sub; k++)
        if (expand_mentions(e->sub[k], s)) return true;
    for (int32_t k = 0; e && k < e->n_type_sub; k++)
        if (expand_mentions(e->type_sub[k], s)) return true;
    if (!v->binding || v->causality == CAUSE_INPUT) return false;
    return v->type->base == TYPE_INTEGER && v->type->rank == 0
               ? expand_mentions(v->binding, s)
               : expand_shapes_depend(v->binding, s, false);
}

static bool decides_sizes(const struct symbol *fn, const struct symbol *s)
{
    if (s->type->base != TYPE_INTEGER || s->type->rank != 0) return false;
    for (int32_t k = 0; k < n_variables(fn); k++)
        if (in_declaration(variable(fn, k), s)) return true;
    for (int32_t k = 0; k < fn->class_->n_sections; k++) {
        const struct ast_body *body = &fn->class_->sections[k].body;
        for (int32_t j = 0; j < body->n; j++)
            if (expand_loops_depend(&body->stmts[j], s, false)) return true;
    }
    return false;
}

/* ---- Key ------------------------------------------------------------------------------------- */

static int64_t *make_key(const struct site *w, struct ast_expr *call, int32_t *n)
{
    struct symbol *fn = call->symbol;
    int64_t *key = ARENA_ARRAY(w->x->arena, int64_t, fn->n_inputs * (CHECK_RANK + 1) + 1);
    *n = 0;
    for (int32_t k = 0; k < fn->n_inputs; k++) {
        struct shape s = expand_actual_shape(w, call, k);
        int32_t rank = fn->inputs[k]->type->rank, extra = s.rank > rank ? s.rank - rank : 0;
        for (int32_t d = 0; d < rank; d++) key[(*n)++] = extra + d < s.rank ? s.size[extra + d] : 0;
        if (rank > 0) continue;
        key[*n] = INT64_MIN;
        if (decides_sizes(fn, fn->inputs[k])) expand_actual_integer(w, call, k, &key[*n]);
        (*n)++;
    }
    return key;
}

static struct instance *find(struct expand *x, struct ast_expr *call, const int64_t *key, int32_t n)
{
    int32_t count = 0;
    for (struct instance *i = x->instances; i; i = i->next) {
        if (i->symbol != call->symbol) continue;
        if (i->n_key == n && memcmp(i->key, key, (size_t)n * sizeof *key) == 0) return i;
        count++;
    }
    if (count >= EXPAND_INSTANCES) {
        error_at(x->messages, call->at, "'%s' is called with more than %d combinations of sizes",
                 call->symbol->name, EXPAND_INSTANCES);
        x->stopped = true;
    }
    return NULL;
}

/* ---- New instances --------------------------------------------------------------------------- */

static void add_local(struct expand *x, struct instance *i, int32_t k, const struct shape *shape)
{
    struct symbol *s = variable(i->symbol, k);
    struct ir_var *v = expand_new_var(x, s->name, expand_type(s->type), VAR_LOCAL, shape);
    v->at = s->at;
    v->text = s->comment;
    v->input = s->causality == CAUSE_INPUT;
    v->output = s->causality == CAUSE_OUTPUT;
    v->number = i->fn->locals.n;
    i->locals[k]->var = v;
    VEC_ADD(x->arena, &i->fn->locals, v);
}

/* Size d of a declaration that says so only with other variables. */
static int32_t declared(const struct site *w, struct symbol *s, int32_t d)
{
    const struct ast_element *e = s->element;
    struct ast_expr *size = NULL;
    if (s->type->size[d] >= 0) return s->type->size[d];
    if (e && d < e->n_sub)
        size = e->sub[d];
    else if (e && d - e->n_sub < e->n_type_sub)
        size = e->type_sub[d - e->n_sub];
    if (size && size->kind != EXPR_COLON) return expand_size(w, size);
    if (s->binding && s->binding->type && s->binding->type->rank > d)
        return expand_shape(w, s->binding).size[d];
    error_at(w->x->messages, s->at, "the size of '%s' is not known at compile time", s->name);
    return 0;
}

static void add_inputs(struct expand *x, struct instance *i)
{
    const int64_t *key = i->key;
    for (int32_t k = 0; k < i->symbol->n_inputs; k++) {
        struct shape s = {.rank = i->symbol->inputs[k]->type->rank};
        for (int32_t d = 0; d < s.rank; d++) s.size[d] = (int32_t)*key++;
        add_local(x, i, k, &s);
        if (s.rank > 0) continue;
        i->locals[k]->known = *key != INT64_MIN;
        i->locals[k]->value = *key++;
    }
}

/* input Real b[size(a, 1)]: has the argument that size? */
static void check_inputs(const struct site *w, const struct instance *i,
                         const struct ast_expr *call)
{
    for (int32_t k = 0; k < i->symbol->n_inputs; k++) {
        const struct symbol *s = i->symbol->inputs[k];
        for (int32_t d = 0; s->element && d < s->element->n_sub && d < s->type->rank; d++) {
            int32_t wanted, given = i->locals[k]->var->size[d];
            if (s->type->size[d] >= 0 || s->element->sub[d]->kind == EXPR_COLON) continue;
            wanted = expand_size(w, s->element->sub[d]);
            if (wanted == given) continue;
            error_at(w->x->messages, call->at, "size %d of input '%s' of '%s' must be %d, not %d",
                     d + 1, s->name, i->symbol->name, wanted, given);
            break;
        }
    }
}

static void add_others(const struct site *w, struct instance *i)
{
    for (int32_t k = i->symbol->n_inputs; k < n_variables(i->symbol); k++) {
        struct symbol *s = variable(i->symbol, k);
        struct shape shape = {.rank = s->type->rank};
        if (s->causality == CAUSE_NONE && (expand_is_constant(s) || i->locals[k]->known)) continue;
        for (int32_t d = 0; d < shape.rank; d++) shape.size[d] = declared(w, s, d);
        add_local(w->x, i, k, &shape);
    }
}

static bool assigns(const struct ast_body *body, const struct symbol *s)
{
    for (int32_t k = 0; k < body->n; k++) {
        const struct ast_stmt *stmt = &body->stmts[k];
        const struct ast_expr *lhs = stmt->kind == STMT_ASSIGN ? stmt->exprs[0] : NULL;
        if (lhs && lhs->symbol == s) return true;
        for (int32_t j = 0; lhs && lhs->kind == EXPR_TUPLE && j < lhs->n_args; j++)
            if (lhs->args[j] && lhs->args[j]->symbol == s) return true;
        for (int32_t b = 0; b < stmt->n_bodies; b++)
            if (assigns(&stmt->bodies[b], s)) return true;
    }
    return false;
}

static bool never_assigned(const struct symbol *fn, const struct symbol *s)
{
    for (int32_t k = 0; k < fn->class_->n_sections; k++)
        if (assigns(&fn->class_->sections[k].body, s)) return false;
    return true;
}

/* protected Integer n = size(x, 1), never assigned: may decide sizes, too. */
static void find_known(const struct site *w, struct instance *i)
{
    for (int32_t k = i->symbol->n_inputs + i->symbol->n_outputs; k < n_variables(i->symbol); k++) {
        struct symbol *s = variable(i->symbol, k);
        struct local *l = i->locals[k];
        if (s->type->base != TYPE_INTEGER || s->type->rank > 0 || !s->binding ||
            expand_is_constant(s))
            continue;
        if (never_assigned(i->symbol, s)) l->known = expand_integer(w, s->binding, &l->value);
    }
}

static struct instance *new_instance(struct expand *x, struct symbol *fn, int64_t *key, int32_t n)
{
    struct instance *i = ARENA_NEW(x->arena, struct instance);
    i->symbol = fn;
    i->key = key;
    i->n_key = n;
    i->fn = ARENA_NEW(x->arena, struct ir_fn);
    i->fn->name = fn->name;
    i->fn->at = fn->at;
    i->fn->n_inputs = fn->n_inputs;
    i->fn->n_outputs = fn->n_outputs;
    i->fn->number = x->m->functions.n;
    VEC_ADD(x->arena, &x->m->functions, i->fn);
    i->locals = ARENA_ARRAY(x->arena, struct local *, n_variables(fn) + 1);
    for (int32_t k = 0; k < n_variables(fn); k++) {
        i->locals[k] = ARENA_NEW(x->arena, struct local);
        if (variable(fn, k)->causality == CAUSE_NONE) expand_evaluate(x, variable(fn, k));
    }
    *x->last_instance = i;
    x->last_instance = &i->next;
    return i;
}

struct instance *expand_instance(const struct site *w, struct ast_expr *call)
{
    int32_t n;
    struct expand *x = w->x;
    int64_t *key = make_key(w, call, &n);
    struct instance *i = find(x, call, key, n);
    struct site in = {.x = x, .sizing = true, .end = -1};
    void **old;
    if (i || x->stopped) return i;
    i = new_instance(x, call->symbol, key, n);
    in.fn = i->fn;
    old = enter(x, i);
    add_inputs(x, i);
    find_known(&in, i);
    check_inputs(&in, i, call);
    add_others(&in, i);
    leave(i, old);
    return i;
}

/* ---- Bodies ---------------------------------------------------------------------------------- */

static bool waits(const struct symbol *fn, const struct symbol *s, const bool *done)
{
    for (int32_t k = fn->n_inputs; k < n_variables(fn); k++)
        if (!done[k] && variable(fn, k) != s && expand_mentions(s->binding, variable(fn, k)))
            return true;
    return false;
}

/* Values of declarations, each after those that it mentions. */
static void defaults(struct stmt_list *out, const struct site *w, struct instance *i)
{
    int32_t n = n_variables(i->symbol);
    bool *done = ARENA_ARRAY(w->x->arena, bool, n + 1);
    for (int32_t k = 0; k < n; k++)
        done[k] = k < i->symbol->n_inputs || !variable(i->symbol, k)->binding ||
                  !i->locals[k]->var || i->locals[k]->known;
    for (int round = 0; round < 2; round++) { /* the second is for those that wait for each other */
        for (int32_t k = 0; k < n; k++) {
            struct symbol *s = variable(i->symbol, k);
            if (done[k] || (round == 0 && waits(i->symbol, s, done))) continue;
            expand_assign(out, w, expand_name(w->x, s), s->binding, s->binding->at);
            done[k] = true;
            k = -1;
        }
    }
}

static void expand_body(struct expand *x, struct instance *i)
{
    struct site w = {.x = x, .end = -1, .fn = i->fn};
    struct stmt_list out = {NULL, NULL};
    void **old = enter(x, i);
    if (i->symbol->class_->external) {
        expand_external(&w, i);
        leave(i, old);
        return;
    }
    defaults(&out, &w, i);
    for (int32_t k = 0; k < i->symbol->class_->n_sections; k++)
        expand_stmts(&out, &w, &i->symbol->class_->sections[k].body);
    i->fn->body = out.first;
    leave(i, old);
}

void expand_bodies(struct expand *x)
{
    for (struct instance *i = x->instances; i; i = i->next)
        if (!i->done && !x->stopped) {
            i->done = true;
            expand_body(x, i);
        }
}
