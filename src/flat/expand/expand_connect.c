/* SPDX-License-Identifier: MIT */
/* expand_connect.c - connect(a, b): collected as they are met, made equations when all are known
 * (connect.h).
 *
 * A pair of array variables gets a loop for each dimension, as an array equation does. Variables of
 * a part that is not there have no connections. Parameters of connectors are not unknowns: that
 * they agree is asserted.
 *
 * An input of a part that is not connected may also have its value from an equation of the model
 * around, as in gain.u = 2*x. It is taken for one if gain.u is alone on the left, or faces an
 * expression, and nothing else in the equation belongs to gain. */
#include "flat/connect.h"

#include <string.h>

/* ---- Collecting ------------------------------------------------------------------------------ */

int32_t expand_connect_count(const struct expand *x)
{
    return x->connects ? x->connects->n : 0;
}

void expand_connect_forget(struct expand *x, int32_t n)
{
    if (x->connects) x->connects->n = n;
}

/* connect(r.n, c.p), without what follows. */
static const char *text_of(struct expand *x, const struct ast_stmt *s)
{
    char *text, *end;
    if (x->text_of == s) return x->text;
    text = (char *)expand_quote(x, s->at, 120);
    end = strchr(text, ')');
    for (char *p = text, depth = 0; *p; p++) { /* indices have parentheses, too */
        depth = (char)(depth + (*p == '(') - (*p == ')'));
        if (*p == ')' && depth == 0) {
            end = p;
            break;
        }
    }
    if (end) end[1] = 0;
    x->text_of = s;
    return x->text = text;
}

static bool is_unknown(const struct ir *e)
{
    return e->op == IR_VAR && e->var->kind > VAR_PARAMETER;
}

static void same_parameters(struct frame *f, const struct ast_stmt *s, struct ir *a, struct ir *b,
                            const char *name)
{
    struct expand *x = f->w.x;
    struct ir_assert check = {.at = s->at};
    check.cond = ir_relation(x->m, IR_EQ, a, b, false);
    if (check.cond->op == IR_INT && check.cond->integer) return;
    check.text =
        arena_format(x->arena, "%s: the values of '%s' are different", text_of(x, s), name);
    check.iters = expand_box(f, &check.n_iters);
    VEC_ADD(x->arena, &x->m->asserts, check);
}

static void add_pair(struct frame *f, const struct ast_stmt *s, struct ir *a, struct ir *b)
{
    struct expand *x = f->w.x;
    struct connect_pair p = {
        .side = {a, b}, .outside = {s->outside[0], s->outside[1]}, .at = s->at};
    if (!x->connects) x->connects = ARENA_NEW(x->arena, struct connect_list);
    p.text = text_of(x, s);
    p.iters = expand_box(f, &p.n_iters);
    VEC_ADD(x->arena, x->connects, p);
}

/* One pair of variables; true: it is one and the same. */
static bool connect_variables(struct frame *f, const struct ast_stmt *s, struct ast_expr *a,
                              struct ast_expr *b)
{
    struct frame in = *f;
    struct shape shape = {.rank = a->type->rank};
    struct ir *idx[CHECK_RANK], *left, *right;
    if (a->symbol->absent || b->symbol->absent || a->type->base == TYPE_STRING) return false;
    if (shape.rank > 0) shape = expand_shape(&f->w, a);
    if (expand_count(&shape) == 0) return false;
    for (int32_t d = 0; d < shape.rank; d++) {
        struct ir_iter *it = ir_iter_new(f->w.x->m, in.w.depth, 1, 1, shape.size[d], "i");
        expand_enter(&in, it, NULL);
        idx[d] = ir_binary(f->w.x->m, IR_SUB, ir_iter_value(f->w.x->m, it), ir_int(f->w.x->m, 1));
    }
    left = expand_element(&in.w, a, idx);
    right = expand_element(&in.w, b, idx);
    if (!is_unknown(left) || !is_unknown(right)) {
        same_parameters(&in, s, left, right, a->symbol->name);
        return false;
    }
    add_pair(&in, s, left, right);
    return left == right && s->outside[0] == s->outside[1];
}

void expand_connect(struct frame *f, const struct ast_stmt *s)
{
    bool itself = false;
    for (int32_t k = 0; k + 1 < s->n_exprs && !f->w.x->stopped; k += 2)
        itself |= connect_variables(f, s, s->exprs[k], s->exprs[k + 1]);
    if (itself) warning_at(f->w.x->messages, s->at, "this connects a connector to itself");
}

/* ---- Inputs given by equations --------------------------------------------------------------- */

struct asking {
    const struct ir_var *input;
    size_t part; /* letters of its name up to the last dot */
    bool inside; /* something else of the part was met */
};

static int of_same_part(void *user, struct ir *e)
{
    struct asking *q = user;
    if ((e->op != IR_VAR && e->op != IR_DER && e->op != IR_PRE) || e->var == q->input) return 0;
    q->inside |= e->var->kind > VAR_PARAMETER && q->part > 0 &&
                 strncmp(e->var->name, q->input->name, q->part) == 0;
    return q->inside;
}

/* Does the equation of these sides say what the variable `one` is? */
static void ask_side(struct expand *x, struct connect_var *vars, const struct ir *one,
                     struct ir *other)
{
    struct asking q = {.input = one->var};
    const char *dot;
    if (one->op != IR_VAR || !vars[one->var->number].input) return;
    dot = strrchr(one->var->name, '.');
    q.part = dot ? (size_t)(dot - one->var->name) + 1 : 0;
    ir_visit(x->m, other, of_same_part, &q);
    if (!q.inside) vars[one->var->number].given = true;
}

static void ask_target(void *user, const struct ir_stmt *s, struct ir *target)
{
    struct connect_var *vars = user;
    (void)s;
    if (target->op == IR_VAR) vars[target->var->number].given = true;
}

static void find_given(struct expand *x, struct connect_var *vars, const struct eq_list *eqs)
{
    for (int32_t k = 0; k < eqs->n; k++) {
        ask_side(x, vars, eqs->at[k].lhs, eqs->at[k].rhs);
        if (eqs->at[k].lhs->op != IR_VAR) ask_side(x, vars, eqs->at[k].rhs, eqs->at[k].lhs);
    }
    for (int32_t k = 0; k < x->m->whens.n; k++)
        for (int32_t b = 0; b < x->m->whens.at[k].n_branches; b++)
            expand_each_target(x->m->whens.at[k].branches[b].body, ask_target, vars);
}

/* ---- All ------------------------------------------------------------------------------------- */

/* False: there is nothing to connect in this model. */
static bool describe(const struct expand *x, struct connect_var *vars)
{
    bool any = x->connects != NULL;
    for (int32_t k = 0; k < x->c->variables.n; k++) {
        const struct symbol *s = x->c->variables.at[k];
        const struct ir_var *v = s->flat;
        if (!v || s->absent || v->kind <= VAR_PARAMETER) continue;
        vars[v->number] = (struct connect_var){
            .flow = s->flow,
            .pin_of = s->pin_of,
            .input = s->part_input,
            .output = s->part_output,
            .source = s->causality == CAUSE_INPUT,
            .given = s->binding != NULL || s->state,
        };
        any = any || s->flow || s->part_input;
    }
    return any;
}

void expand_connections(struct expand *x, struct eq_list *eqs)
{
    static const struct connect_list none = {NULL, 0, 0};
    struct connect_var *vars = ARENA_ARRAY(x->arena, struct connect_var, x->m->vars.n + 1);
    if (x->stopped || !describe(x, vars)) return;
    find_given(x, vars, eqs);
    flat_connect(x->m, vars, x->connects ? x->connects : &none, eqs);
}
