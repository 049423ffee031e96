/* SPDX-License-Identifier: MIT */
/* expand.c - the flat model of a checked one: variables first, then sections, then functions.
 *
 * Variables come first, so that every reference finds its ir_var; among them, a Real that is
 * assigned in a when is discrete. Their attributes and bindings follow when all variables are
 * there. Functions come last: a call only asks for an instance, and bodies are expanded one by one
 * from the list of instances, which grows meanwhile. So functions may call themselves, and nothing
 * here recurses over calls.
 *
 * Work is bounded: by EXPAND_WORK elements, EXPAND_SCALARS equations from unrolled loops, and the
 * node_limit of the graph. Once a limit has been reported, everything comes to an end quickly
 * (stopped). */
#include "flat/expand/expand.h"

#include <string.h>

void expand_stop(struct expand *x, struct place at, const char *what)
{
    if (!x->stopped) error_at(x->messages, at, "%s", what);
    x->stopped = true;
}

/* One more element; true: it is one too many, give any answer. */
bool expand_busy(struct expand *x, struct place at)
{
    x->m->at = at;
    if (++x->work > EXPAND_WORK) expand_stop(x, at, "this model is too large when written out");
    return x->stopped;
}

char *expand_hidden_name(struct expand *x, const char *what)
{
    return arena_format(x->arena, "$%s%d", what, (int)++x->serial);
}

/* The text at a place, as one line; cut with .. after `most` bytes. The checker rewrites calls in
 * the tree, so it is the source that says what was written. */
const char *expand_quote(struct expand *x, struct place at, uint32_t most)
{
    const struct source *s =
        at.file > 0 && at.file < x->messages->sources.n ? &x->messages->sources.at[at.file] : NULL;
    char *line = ARENA_ARRAY(x->arena, char, most + 3);
    uint32_t n = 0;
    bool space = false;
    for (uint32_t k = at.pos; s && k < s->size && k - at.pos < at.len; k++) {
        char c = s->text[k];
        if (c == ' ' || c == '\n' || c == '\t' || c == '\r') {
            space = n > 0;
            continue;
        }
        if (n + space >= most && (c & 0xc0) != 0x80) return memcpy(line + n, "..", 2), line;
        if (space) line[n++] = ' ';
        line[n < most ? n++ : most - 1] = c;
        space = false;
    }
    return line;
}

/* ---- Variables ------------------------------------------------------------------------------- */

/* The variables that need nothing but a place: Strings, and what is not there, have none in the
 * flat model. */
static bool is_variable(const struct symbol *s)
{
    return s->kind == SYMBOL_VARIABLE && s->type && s->type->base != TYPE_STRING && !s->absent;
}

static void make_variables(struct expand *x)
{
    const struct ast_class *model = x->c->model->class_;
    for (int32_t k = 0; k < x->c->variables.n; k++)
        if (is_variable(x->c->variables.at[k])) expand_var(x, x->c->variables.at[k]);
    for (int32_t k = 0; k < model->n_sections; k++)
        if (!model->sections[k].initial) expand_when_targets(x, &model->sections[k].body, false);
}

/* Real y = 2*x is an equation, like one below `equation`. */
static void declaration_equation(struct expand *x, struct symbol *s, struct eq_list *eqs)
{
    struct frame f = {.w = {.x = x, .events = true, .end = -1}, .eqs = eqs};
    const char *text =
        arena_format(x->arena, "%s = %s", s->name, expand_quote(x, s->binding->at, 80));
    expand_equation(&f, expand_name(x, s), s->binding, s->binding->at, text);
}

static void bind_variables(struct expand *x, struct eq_list *eqs)
{
    for (int32_t k = 0; k < x->c->variables.n; k++) {
        struct symbol *s = x->c->variables.at[k];
        if (!is_variable(s)) continue;
        expand_attributes(x, s);
        if (s->binding && s->variability > VARY_PARAMETER) declaration_equation(x, s, eqs);
    }
}

static int outside_derivative(void *user, struct ir *e)
{
    struct expand *x = user;
    if (e->op != IR_DER || !e->var->outside) return 0;
    error_at(x->messages, x->m->at, "the derivative of input '%s' is not known", e->var->name);
    hint_last(x->messages, "what is given from outside may jump");
    return 1;
}

/* Inputs from outside are states that do not move by themselves. No one else knows their slopes. */
static void hold_inputs(struct expand *x, struct eq_list *eqs)
{
    for (int32_t k = 0; k < eqs->n; k++) {
        x->m->at = eqs->at[k].at;
        if (!ir_visit(x->m, eqs->at[k].lhs, outside_derivative, x))
            ir_visit(x->m, eqs->at[k].rhs, outside_derivative, x);
    }
    for (int32_t k = 0; k < x->m->vars.n; k++) {
        struct ir_var *v = x->m->vars.at[k];
        struct ir_eq eq = {.n_iters = v->rank, .at = v->at};
        if (!v->outside || v->count == 0) continue;
        eq.iters = ARENA_ARRAY(x->arena, struct ir_iter *, v->rank + 1);
        for (int32_t d = 0; d < v->rank; d++) eq.iters[d] = v->iters[d];
        eq.lhs = ir_var_at(x->m, IR_DER, v, ir_position(x->m, eq.iters, v->rank));
        eq.rhs = ir_real(x->m, 0);
        eq.text = arena_format(x->arena, "der(%s) = 0", v->name);
        VEC_ADD(x->arena, eqs, eq);
    }
}

/* check_value may have made more parameters structural. */
static void settle_parameters(struct expand *x)
{
    for (int32_t k = 0; k < x->c->variables.n; k++) {
        struct symbol *s = x->c->variables.at[k];
        struct ir_var *v = s->flat;
        if (!is_variable(s) || !v || v->data || !expand_is_constant(s)) continue;
        v->structural = true;
        v->data = s->value->number;
    }
}

/* ---- Sections -------------------------------------------------------------------------------- */

static void initial_algorithm(struct expand *x, const struct ast_section *section,
                              struct stmt_list *out)
{
    struct site w = {.x = x, .random = true, .end = -1};
    expand_stmts(out, &w, &section->body);
}

static void expand_sections(struct expand *x, struct eq_list *eqs, struct eq_list *initial)
{
    const struct ast_class *model = x->c->model->class_;
    struct stmt_list start = {NULL, NULL};
    for (int32_t k = 0; k < model->n_sections; k++) {
        const struct ast_section *section = &model->sections[k];
        struct frame f = {.w = {.x = x, .events = !section->initial, .end = -1},
                          .eqs = section->initial ? initial : eqs,
                          .initial = section->initial};
        if (section->kind == SECTION_EQUATION)
            expand_equations(&f, &section->body);
        else if (section->initial)
            initial_algorithm(x, section, &start);
        else
            expand_algorithm(x, section, eqs);
    }
    x->m->initial = start.first;
}

static void finish_equations(struct expand *x, struct eq_list *eqs, struct eq_list *initial)
{
    struct eq_list cut = {NULL, 0, 0}, first = {NULL, 0, 0};
    for (int32_t k = 0; k < eqs->n; k++) expand_cut_eq(x, &cut, &eqs->at[k]);
    for (int32_t k = 0; k < initial->n; k++) expand_cut_eq(x, &first, &initial->at[k]);
    for (int32_t k = 0; k < cut.n; k++) VEC_ADD(x->arena, &x->m->eqs, cut.at[k]);
    for (int32_t k = 0; k < first.n; k++) VEC_ADD(x->arena, &x->m->initial_eqs, first.at[k]);
}

struct ir_model *flat_expand(struct messages *m, const struct checked *c)
{
    struct expand *x = ARENA_NEW(m->arena, struct expand);
    struct eq_list eqs = {NULL, 0, 0}, initial = {NULL, 0, 0};
    int errors = m->errors;
    x->m = ir_model_new(m->arena, m);
    x->messages = m;
    x->arena = m->arena;
    x->c = c;
    x->last_instance = &x->instances;
    x->m->checked = c;
    x->m->name = c->model->name;
    make_variables(x);
    bind_variables(x, &eqs);
    expand_sections(x, &eqs, &initial);
    expand_connections(x, &eqs);
    expand_bodies(x);
    hold_inputs(x, &eqs);
    finish_equations(x, &eqs, &initial);
    expand_when_conflicts(x);
    settle_parameters(x);
    return m->errors > errors ? NULL : x->m;
}
