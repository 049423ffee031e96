/* SPDX-License-Identifier: MIT */
/* ir_dump.c - the flat model as text, for --stage=flat and --stage=structure.
 *
 * It reads like Modelica: declarations with their attributes, equations in their loops, whens,
 * functions. What the stages behind have added follows: guards and clocks, and, in the structure,
 * every definition in the order of evaluation, loops with their unknowns, sums and delays. */
#include "flat/ir/print.h"
#include "saltus_model.h"

static void line(struct printer *p, int indent)
{
    for (int k = 0; k < indent; k++) ir_put(p, "  ");
}

static void put_words(struct printer *p, const char *a, const char *b, const char *c)
{
    ir_put(p, a);
    ir_put(p, b);
    ir_put(p, c);
}

static void put_labelled(struct printer *p, const char *label, const struct ir *e)
{
    ir_put(p, label);
    ir_put_expr(p, e);
}

/* ---- Declarations ---------------------------------------------------------------------------- */

static const char *kind_name(const struct ir_var *v)
{
    static const char *const names[] = {"constant ",  "parameter ", "state ",
                                        "algebraic ", "discrete ",  ""};
    if (v->kind == VAR_LOCAL) return v->input ? "input " : v->output ? "output " : "";
    return names[v->kind];
}

static const char *type_name(enum ir_type type)
{
    return type == IR_R ? "Real " : type == IR_I ? "Integer " : "Boolean ";
}

static void put_sizes(struct printer *p, const struct ir_var *v)
{
    for (int32_t k = 0; k < v->rank; k++) {
        ir_put(p, k ? ", " : "[");
        ir_put_int(p, v->size[k]);
    }
    if (v->rank) ir_put(p, "]");
}

/* `i*0.1 for i in 1:10` where the value differs from element to element. */
static void put_attribute(struct printer *p, const char **before, const char *label,
                          const struct ir *e)
{
    if (!e) return;
    ir_put(p, *before);
    *before = ", ";
    put_labelled(p, label, e);
    for (int32_t k = 0; k < e->n_free; k++) {
        ir_put(p, k ? ", " : " for ");
        ir_put_range(p, e->free[k]);
    }
}

static void put_attributes(struct printer *p, const struct ir_var *v)
{
    const char *before = "(";
    put_attribute(p, &before, "start = ", v->start);
    if (v->fixed) ir_put(p, before), ir_put(p, "fixed = true"), before = ", ";
    put_attribute(p, &before, "min = ", v->min);
    put_attribute(p, &before, "max = ", v->max);
    put_attribute(p, &before, "nominal = ", v->nominal);
    if (v->unit) ir_put(p, before), put_words(p, "unit = \"", v->unit, "\""), before = ", ";
    if (before[0] == ',') ir_put(p, ")");
}

static void put_data(struct printer *p, const struct ir_var *v)
{
    int32_t most = v->count < 8 ? v->count : 8;
    ir_put(p, v->rank ? " = {" : " = ");
    for (int32_t k = 0; k < most; k++) {
        ir_put(p, k ? ", " : "");
        if (v->type == IR_B)
            ir_put(p, v->data[k] != 0 ? "true" : "false");
        else
            ir_put_real(p, v->data[k]);
    }
    ir_put(p, most < v->count ? ", ..." : "");
    ir_put(p, v->rank ? "}" : "");
}

static void put_var(struct printer *p, const struct ir_var *v)
{
    const char *nothing = "";
    line(p, 1);
    if (v->hidden) ir_put(p, "hidden ");
    if (v->kind != VAR_LOCAL && v->input) ir_put(p, "input ");
    if (v->kind != VAR_LOCAL && v->output) ir_put(p, "output ");
    if (v->structural) ir_put(p, "structural ");
    put_words(p, kind_name(v), type_name(v->type), "");
    ir_put_name(p, v);
    put_sizes(p, v);
    put_attributes(p, v);
    if (v->data)
        put_data(p, v);
    else if (v->binding)
        put_attribute(p, &nothing, " = ", v->binding);
    if (v->text && v->text[0]) put_words(p, " \"", v->text, "\"");
    ir_put(p, ";\n");
}

/* ---- Loops and statements -------------------------------------------------------------------- */

/* Opens the loops of a box; gives the indent of what is inside. */
static int open_box(struct printer *p, struct ir_iter **iters, int32_t n, int indent)
{
    for (int32_t k = 0; k < n; k++) {
        line(p, indent++);
        ir_put(p, "for ");
        ir_put_range(p, iters[k]);
        ir_put(p, " loop\n");
    }
    return indent;
}

static void close_box(struct printer *p, int32_t n, int indent)
{
    while (n-- > 0) {
        line(p, --indent);
        ir_put(p, "end for;\n");
    }
}

static void put_eq(struct printer *p, const struct ir_eq *e)
{
    int indent = open_box(p, e->iters, e->n_iters, 1);
    line(p, indent);
    ir_put_expr(p, e->lhs);
    put_labelled(p, " = ", e->rhs);
    ir_put(p, ";\n");
    close_box(p, e->n_iters, indent);
}

static void put_stmts(struct printer *p, const struct ir_stmt *s, int indent);

static void put_block(struct printer *p, const struct ir_stmt *body, const char *end, int indent)
{
    put_stmts(p, body, indent + 1);
    line(p, indent);
    put_words(p, "end ", end, ";\n");
}

static void put_targets(struct printer *p, const struct ir_stmt *s)
{
    ir_put(p, "(");
    for (int32_t k = 0; k < s->n_targets; k++) {
        if (k) ir_put(p, ", ");
        if (s->targets[k]) ir_put_name(p, s->targets[k]->var);
    }
    put_labelled(p, ") := ", s->value);
    ir_put(p, ";\n");
}

static void put_if(struct printer *p, const struct ir_stmt *s, int indent)
{
    put_labelled(p, "if ", s->cond);
    ir_put(p, " then\n");
    if (s->other) {
        put_stmts(p, s->body, indent + 1);
        line(p, indent);
        ir_put(p, "else\n");
    }
    put_block(p, s->other ? s->other : s->body, "if", indent);
}

static void put_for_range(struct printer *p, const struct ir_stmt *s, int indent)
{
    put_labelled(p, "for ", s->target);
    put_labelled(p, " in ", s->range[0]);
    put_labelled(p, ":", s->range[1]);
    put_labelled(p, ":", s->range[2]);
    ir_put(p, " loop\n");
    put_block(p, s->body, "for", indent);
}

static void put_stmt(struct printer *p, const struct ir_stmt *s, int indent)
{
    switch (s->op) {
    case DO_ASSIGN:
        ir_put_expr(p, s->target);
        put_labelled(p, " := ", s->value);
        ir_put(p, ";\n");
        break;
    case DO_ASSIGN_CALL: put_targets(p, s); break;
    case DO_REINIT:
        put_labelled(p, "reinit(", s->target);
        put_labelled(p, ", ", s->value);
        ir_put(p, ");\n");
        break;
    case DO_IF: put_if(p, s, indent); break;
    case DO_FOR:
        ir_put(p, "for ");
        ir_put_range(p, s->iter);
        ir_put(p, " loop\n");
        put_block(p, s->body, "for", indent);
        break;
    case DO_FOR_RANGE: put_for_range(p, s, indent); break;
    case DO_WHILE:
        put_labelled(p, "while ", s->cond);
        ir_put(p, " loop\n");
        put_block(p, s->body, "while", indent);
        break;
    case DO_BREAK: ir_put(p, "break;\n"); break;
    case DO_RETURN: ir_put(p, "return;\n"); break;
    case DO_ASSERT:
        put_labelled(p, "assert(", s->cond);
        put_words(p, ", \"", s->text ? s->text : "", s->integer ? "\", warning);\n" : "\");\n");
        break;
    case DO_TERMINATE: put_words(p, "terminate(\"", s->text ? s->text : "", "\");\n"); break;
    }
}

static void put_stmts(struct printer *p, const struct ir_stmt *s, int indent)
{
    for (; s; s = s->next) {
        line(p, indent);
        put_stmt(p, s, indent);
    }
}

/* ---- Whens, asserts, functions --------------------------------------------------------------- */

static const char *side_name(saltus_side side)
{
    static const char *const names[] = {"", " // unilateral", " // must cross", " // part"};
    return names[side];
}

static void put_branch(struct printer *p, const struct ir_branch *b, const char *word, int indent)
{
    line(p, indent);
    ir_put(p, word);
    for (int32_t k = 0; k < b->n_conds; k++)
        put_labelled(p, k ? ", " : b->n_conds > 1 ? "{" : "", b->conds[k]);
    ir_put(p, b->n_conds > 1 ? "} then" : " then");
}

static void put_when(struct printer *p, const struct ir_when *w)
{
    int indent = open_box(p, w->iters, w->n_iters, 1);
    for (int32_t k = 0; k < w->n_branches; k++) {
        put_branch(p, &w->branches[k], k ? "elsewhen " : "when ", indent);
        put_words(p, k ? "" : side_name(w->side), "\n", "");
        put_stmts(p, w->branches[k].body, indent + 1);
    }
    line(p, indent);
    ir_put(p, "end when;\n");
    close_box(p, w->n_iters, indent);
}

static void put_assert(struct printer *p, const struct ir_assert *a)
{
    int indent = open_box(p, a->iters, a->n_iters, 1);
    line(p, indent);
    put_labelled(p, "assert(", a->cond);
    put_words(p, ", \"", a->text ? a->text : "", a->warning ? "\", warning);" : "\");");
    put_words(p, side_name(a->side), "\n", "");
    close_box(p, a->n_iters, indent);
}

static void put_function(struct printer *p, const struct ir_fn *f)
{
    put_words(p, "function ", f->name, "\n");
    for (int32_t k = 0; k < f->locals.n; k++) put_var(p, f->locals.at[k]);
    ir_put(p, "algorithm\n");
    put_stmts(p, f->body, 1);
    put_words(p, "end ", f->name, ";\n\n");
}

/* ---- Events ---------------------------------------------------------------------------------- */

/* A formula ends before code[end]: where does it begin? */
static int32_t formula_begin(const int32_t *code, int32_t end)
{
    int32_t missing = 1;
    while (missing) missing += code[--end] < 0 ? 1 : -1;
    return end;
}

static void put_formula(struct printer *p, const struct ir_model *m, const int32_t *code,
                        int32_t end)
{
    int32_t last = code[end - 1], right;
    if (last >= 0) {
        put_labelled(p, "", m->guards.at[last].z);
        return;
    }
    right = formula_begin(code, end - 1);
    ir_put(p, last == SALTUS_AND ? "min(" : "max(");
    put_formula(p, m, code, right);
    ir_put(p, ", ");
    put_formula(p, m, code, end - 1);
    ir_put(p, ")");
}

static void put_guard(struct printer *p, const struct ir_model *m, const struct ir_guard *g)
{
    int indent = open_box(p, g->iters, g->n_iters, 1);
    line(p, indent);
    if (g->mode)
        ir_put_name(p, g->mode);
    else
        put_words(p, "'", g->text, "'");
    if (g->n_formula) {
        ir_put(p, ": 0 < ");
        put_formula(p, m, g->formula, g->n_formula);
    } else {
        put_labelled(p, g->floor_of ? ": floor, inside while 0 > " : ": 0 < ", g->z);
    }
    put_words(p, ";", side_name(g->side), "\n");
    close_box(p, g->n_iters, indent);
}

static void put_clock(struct printer *p, const struct ir_clock *c)
{
    int indent = open_box(p, c->iters, c->n_iters, 1);
    line(p, indent);
    ir_put_name(p, c->mode);
    if (c->sample) {
        put_labelled(p, ": start ", c->sample_start);
        put_labelled(p, ", interval ", c->sample_interval);
    } else {
        put_labelled(p, ": time >= ", c->due);
    }
    ir_put(p, ";\n");
    close_box(p, c->n_iters, indent);
}

static void put_events(struct printer *p, const struct ir_model *m)
{
    if (m->guards.n) ir_put(p, "guards\n");
    for (int32_t k = 0; k < m->guards.n; k++) put_guard(p, m, &m->guards.at[k]);
    if (m->clocks.n) ir_put(p, "clocks\n");
    for (int32_t k = 0; k < m->clocks.n; k++) put_clock(p, &m->clocks.at[k]);
}

static void put_body(struct printer *p, const struct ir_model *m)
{
    if (m->initial_eqs.n) ir_put(p, "initial equation\n");
    for (int32_t k = 0; k < m->initial_eqs.n; k++) put_eq(p, &m->initial_eqs.at[k]);
    if (m->initial) ir_put(p, "initial algorithm\n");
    put_stmts(p, m->initial, 1);
    ir_put(p, "equation\n");
    for (int32_t k = 0; k < m->eqs.n; k++) put_eq(p, &m->eqs.at[k]);
    for (int32_t k = 0; k < m->whens.n; k++) put_when(p, &m->whens.at[k]);
    for (int32_t k = 0; k < m->asserts.n; k++) put_assert(p, &m->asserts.at[k]);
}

void ir_dump(FILE *out, const struct ir_model *m)
{
    struct printer p = {.out = out};
    const char *name = m->name ? m->name : "model";
    for (int32_t k = 0; k < m->functions.n; k++) put_function(&p, m->functions.at[k]);
    put_words(&p, "model ", name, "\n");
    for (int32_t k = 0; k < m->vars.n; k++) put_var(&p, m->vars.at[k]);
    put_body(&p, m);
    put_events(&p, m);
    put_words(&p, "end ", name, ";\n");
}

/* ---- Structure ------------------------------------------------------------------------------- */

static void put_count(struct printer *p, const char *what, int64_t n, bool *some)
{
    if (!n) return;
    ir_put(p, *some ? ", " : "");
    ir_put_int(p, n);
    put_words(p, " ", what, n == 1 ? "" : "s");
    *some = true;
}

/* Parts of formulas make no events. */
static int64_t watched_guards(const struct ir_model *m)
{
    int64_t n = 0;
    for (int32_t k = 0; k < m->guards.n; k++)
        n += m->guards.at[k].mode ? m->guards.at[k].mode->count : 0;
    return n;
}

static void put_counts(struct printer *p, const struct ir_model *m)
{
    bool some = false;
    put_words(p, m->name ? m->name : "model", ": ", "");
    put_count(p, "state", m->n_states, &some);
    put_count(p, "discrete", m->n_discretes, &some);
    put_count(p, "parameter", m->n_parameters, &some);
    put_count(p, "output", m->n_outputs, &some);
    put_count(p, "guard", watched_guards(m), &some);
    put_count(p, "clock", m->n_clocks, &some);
    put_count(p, "sum", m->n_sums, &some);
    put_count(p, "term", m->n_terms, &some);
    put_count(p, "delay", m->n_delays, &some);
    ir_put(p, some ? "\n" : "nothing\n");
}

static void put_def(struct printer *p, const struct ir_def *d)
{
    int indent = open_box(p, d->iters, d->n_iters, 1);
    line(p, indent);
    ir_put(p, d->der ? "der(" : "");
    p->budget = IR_BUDGET;
    if (d->index)
        ir_put_element(p, d->var, d->index);
    else
        ir_put_name(p, d->var);
    put_labelled(p, d->der ? ") := " : " := ", d->value);
    ir_put(p, ";\n");
    close_box(p, d->n_iters, indent);
}

static void put_defs(struct printer *p, const char *title, const struct ir_def *defs, int32_t n)
{
    if (n) ir_put(p, title);
    for (int32_t k = 0; k < n; k++) put_def(p, &defs[k]);
}

static void put_loop(struct printer *p, const struct ir_loop *l)
{
    int indent = open_box(p, l->iters, l->n_iters, 1);
    line(p, indent);
    ir_put(p, "loop ");
    ir_put_int(p, l->number);
    ir_put(p, l->linear ? ", linear, for" : ", Newton, for");
    for (int32_t k = 0; k < l->n; k++) put_words(p, k ? ", " : " ", l->names[k], "");
    ir_put(p, "\n");
    for (int32_t k = 0; k < l->n; k++) {
        line(p, indent + 1);
        put_labelled(p, "0 = ", l->residual[k]);
        if (l->start && l->start[k]) put_labelled(p, "; start ", l->start[k]);
        ir_put(p, ";\n");
    }
    close_box(p, l->n_iters, indent);
}

static void put_sum(struct printer *p, const struct ir_sum *s, int32_t number)
{
    int indent = open_box(p, s->iters, s->n_iters, 1);
    line(p, indent);
    ir_put(p, "sum#");
    ir_put_int(p, number);
    put_labelled(p, " := sum(", s->body);
    ir_put(p, " for ");
    ir_put_range(p, s->iter);
    ir_put(p, ");\n");
    close_box(p, s->n_iters, indent);
}

static void put_delay(struct printer *p, const struct ir_delay *d, int32_t number)
{
    int indent = open_box(p, d->iters, d->n_iters, 1);
    line(p, indent);
    ir_put(p, "delay#");
    ir_put_int(p, number);
    put_labelled(p, " := delay(", d->value);
    if (d->by >= 0) {
        ir_put(p, ", delay#");
        ir_put_int(p, d->by);
        ir_put(p, " as it is");
    }
    put_labelled(p, ", ", d->lag);
    ir_put(p, ");\n");
    close_box(p, d->n_iters, indent);
}

static void put_reduced(struct printer *p, const struct ir_reduced *r)
{
    ir_put(p, r->var ? "  no state: " : "  differentiated");
    if (r->var) ir_put_name(p, r->var);
    if (!r->var && r->times > 1) ir_put(p, r->times == 2 ? " twice" : " several times");
    if (!r->var) put_words(p, ": ", r->text ? r->text : "?", "");
    ir_put(p, "\n");
}

static void put_apart(struct printer *p, const struct ir_apart *a)
{
    ir_put(p, "  ");
    ir_put_int(p, a->points);
    put_words(p, ", ", a->why, "");
    put_words(p, ": ", a->text ? a->text : "?", "");
    ir_put(p, "\n");
}

void ir_dump_structure(FILE *out, const struct ir_model *m)
{
    struct printer p = {.out = out};
    put_counts(&p, m);
    if (m->reduced.n) ir_put(&p, "index reduction\n");
    for (int32_t k = 0; k < m->reduced.n; k++) put_reduced(&p, &m->reduced.at[k]);
    if (m->apart.n) ir_put(&p, "written out one by one\n");
    for (int32_t k = 0; k < m->apart.n; k++) put_apart(&p, &m->apart.at[k]);
    put_defs(&p, "start\n", m->start_defs.at, m->start_defs.n);
    if (m->sums.n) ir_put(&p, "sums\n");
    for (int32_t k = 0; k < m->sums.n; k++) put_sum(&p, &m->sums.at[k], k);
    if (m->delays.n) ir_put(&p, "delays\n");
    for (int32_t k = 0; k < m->delays.n; k++) put_delay(&p, &m->delays.at[k], k);
    if (m->loops.n) ir_put(&p, "loops\n");
    for (int32_t k = 0; k < m->loops.n; k++) put_loop(&p, m->loops.at[k]);
    put_defs(&p, "definitions\n", m->defs.at, m->defs.n);
    put_defs(&p, "discrete definitions\n", m->discrete_defs.at, m->discrete_defs.n);
    if (m->whens.n) ir_put(&p, "handlers\n");
    for (int32_t k = 0; k < m->whens.n; k++) put_when(&p, &m->whens.at[k]);
    put_events(&p, m);
}
