/* SPDX-License-Identifier: MIT */
/* alias_form.c - rows that only say that a variable is another one.
 *
 * Both sides of the row are taken apart into terms, t1 - t2 + ... = 0; equal terms of opposite sign
 * cancel. What is left is an alias if it has
 *     two unknowns and nothing else             x - y = 0, x + y = 0
 *     one unknown                               x = 0
 *     one unknown and one variable that is known (a state, a discrete, a parameter)
 *     one unknown and terms made of parameters only. */
#include "graph/alias/alias.h"

enum { TERMS = 8, DEPTH = 16 };

struct terms {
    struct graph_system *s;
    struct ir *at[TERMS];
    bool minus[TERMS];
    int32_t n;
};

static bool add_term(struct terms *t, struct ir *e, bool minus)
{
    if (e->op == IR_REAL && e->number == 0) return true;
    for (int32_t k = 0; k < t->n; k++)
        if (t->at[k] == e && t->minus[k] != minus) {
            t->n--;
            t->at[k] = t->at[t->n];
            t->minus[k] = t->minus[t->n];
            return true;
        }
    if (t->n == TERMS) return false;
    t->at[t->n] = e;
    t->minus[t->n++] = minus;
    return true;
}

static bool take_apart(struct terms *t, struct ir *e, bool minus, int depth)
{
    if (depth == DEPTH) return false;
    if (e->op == IR_NEG) return take_apart(t, e->arg[0], !minus, depth + 1);
    if (e->op == IR_ADD || e->op == IR_SUB)
        return take_apart(t, e->arg[0], minus, depth + 1) &&
               take_apart(t, e->arg[1], minus != (e->op == IR_SUB), depth + 1);
    return add_term(t, e, minus);
}

static bool is_variable(const struct ir *e)
{
    return e->op == IR_VAR && e->var->kind != VAR_LOCAL;
}

#define BIT(op) ((uint64_t)1 << (op))

static int not_parameter(void *user, struct ir *e)
{
    (void)user;
    return e->op == IR_VAR && e->var->kind != VAR_PARAMETER && e->var->kind != VAR_CONSTANT;
}

static bool of_parameters(struct ir_model *m, struct ir *e)
{
    const uint64_t no = BIT(IR_TIME) | BIT(IR_DER) | BIT(IR_PRE) | BIT(IR_LOCAL) | BIT(IR_CALL) |
                        BIT(IR_CALL_AT) | BIT(IR_SUM) | BIT(IR_PRODUCT) | BIT(IR_MIN) |
                        BIT(IR_MAX) | BIT(IR_INITIAL) | BIT(IR_TERMINAL) | BIT(IR_SAMPLE) |
                        BIT(IR_DELAY) | BIT(IR_DELAYED) | BIT(IR_RANDOM) | BIT(IR_SOLVED) |
                        BIT(IR_SUM_OF) | BIT(IR_BUILD);
    return !(e->ops & no) && !ir_visit(m, e, not_parameter, NULL);
}

static const struct graph_access *access_of(const struct graph_row *r, const struct ir *node)
{
    for (int32_t k = 0; k < r->accesses.n; k++)
        if (r->accesses.at[k].node == node) return &r->accesses.at[k];
    return NULL;
}

/* The value of a from the terms that are not unknowns; NULL: not simple enough. */
static struct ir *known_value(struct terms *t, int32_t unknown)
{
    struct ir_model *m = t->s->m;
    struct ir *sum = NULL;
    for (int32_t k = 0; k < t->n; k++) {
        struct ir *e = t->at[k];
        if (k == unknown) continue;
        if (!(t->n == 2 && is_variable(e)) && !of_parameters(m, e)) return NULL;
        if (t->minus[k] == t->minus[unknown]) e = graph_minus(m, e);
        sum = sum ? graph_plus(m, sum, e) : e;
    }
    return sum ? sum : ir_real(m, 0);
}

bool alias_form_of(struct graph_system *s, const struct graph_row *r, struct alias_form *f)
{
    struct terms t = {.s = s};
    int32_t first = -1, second = -1;
    if (r->accesses.n > TERMS) return false;
    if (!take_apart(&t, r->lhs, false, 0) || !take_apart(&t, r->rhs, true, 0)) return false;
    for (int32_t k = 0; k < t.n; k++) {
        if (graph_unknown_of(s, t.at[k]) < 0) continue;
        if (t.at[k]->op != IR_VAR || second >= 0) return false;
        if (first < 0)
            first = k;
        else
            second = k;
    }
    if (first < 0 || (second >= 0 && (t.n != 2 || t.at[0] == t.at[1]))) return false;
    *f = (struct alias_form){.a = access_of(r, t.at[first])};
    if (second < 0) {
        f->value = known_value(&t, first);
        return f->a && f->value;
    }
    f->b = access_of(r, t.at[second]);
    f->minus = t.minus[first] == t.minus[second];
    return f->a && f->b;
}
