/* SPDX-License-Identifier: MIT */
/* expression.c - expressions of netlists as expressions of Modelica.
 *
 * In SPICE a relation is 1 or 0; here it is a condition, or `if a > b then 1 else 0` where a number is needed. */
#include "spice/write.h"
#include <string.h>

void put_number(struct out *o, double v)
{
    char text[40];
    for (int digits = 15; digits <= 17; digits++) {
        double back;
        snprintf(text, sizeof text, "%.*g", digits, v);
        if (sscanf(text, "%lf", &back) == 1 && back == v) break;
    }
    put_text(o, "%s", text);
}

bool x_has_names(const struct x *e)
{
    if (!e) return false;
    if (e->kind == X_NAME || e->kind == X_VOLTAGE || e->kind == X_CURRENT) return true;
    for (int32_t k = 0; k < e->n; k++)
        if (x_has_names(e->arg[k])) return true;
    return false;
}

static void put_condition(struct out *o, struct scope *in, const struct x *e);

static struct node *node_of(struct scope *in, struct word w)
{
    for (int32_t k = 0; k < in->nodes.n; k++)
        if (word_same(in->nodes.at[k]->name, w)) return in->nodes.at[k];
    return NULL;
}

const char *node_pin(struct out *o, struct scope *in, struct word w)
{
    struct node *node = circuit_node(o->n, in, w);
    if (!node) return in->uses_ground = true, "gnd.p";
    return node->ident;
}

static void put_potential(struct out *o, struct scope *in, struct word w)
{
    struct node *node = node_is_ground(w) ? NULL : node_of(in, w);
    if (node) {
        put_text(o, "%s.v", node->ident);
        return;
    }
    if (!node_is_ground(w)) error_at(o->n->m, w.at, "there is no node '%.*s'", (int)w.n, w.s);
    put_text(o, "0");
}

static void put_voltage(struct out *o, struct scope *in, const struct x *e)
{
    if (!e->other.s || node_is_ground(e->other)) {
        put_potential(o, in, e->word);
        return;
    }
    put_text(o, "(");
    put_potential(o, in, e->word);
    put_text(o, " - ");
    put_potential(o, in, e->other);
    put_text(o, ")");
}

static void put_current(struct out *o, struct scope *in, const struct x *e)
{
    const struct part *p = circuit_part(in, e->word);
    const char *kinds = "VERLCIBGFHDSW";
    if (!p) {
        error_at(o->n->m, e->word.at, "there is no part '%.*s'", (int)e->word.n, e->word.s);
        put_text(o, "0");
    } else if (!strchr(kinds, p->kind)) {
        error_at(o->n->m, e->word.at, "the current of '%.*s' has no single path", (int)e->word.n,
                 e->word.s);
        put_text(o, "0");
    } else {
        put_text(o, "%s.i", p->ident);
    }
}

/* ---- Names and calls ------------------------------------------------------------------------- */

static void put_name(struct out *o, struct scope *in, const struct x *e)
{
    const struct scope *where = NULL;
    const struct assign *a = circuit_param(in, e->word, &where);
    if (a && where == in && a->ident) {
        put_text(o, "%s", a->ident);
        return;
    }
    for (int32_t k = 0; k < in->outer.n; k++)
        if (word_same(in->outer.at[k].name, e->word)) {
            put_text(o, "%s", in->outer.at[k].ident);
            return;
        }
    if (word_is(e->word, "time")) {
        put_text(o, "time");
    } else if (word_is(e->word, "pi")) {
        put_text(o, "3.141592653589793");
    } else if (word_is(e->word, "temper")) {
        put_number(o, o->n->temperature);
    } else {
        error_at(o->n->m, e->at, "there is no parameter '%.*s'", (int)e->word.n, e->word.s);
        put_text(o, "0");
    }
}

/* A function of .func, with its arguments put in. */
static struct x *instead(struct netlist *n, const struct function *f, const struct x *call,
                         const struct x *e, int *budget)
{
    struct x *copy;
    if (e->kind == X_NAME)
        for (int32_t k = 0; k < f->args.n; k++)
            if (word_same(f->args.at[k], e->word)) return call->arg[k];
    if (--*budget < 0) return x_number(n, 0, call->at);
    copy = ARENA_NEW(n->arena, struct x);
    *copy = *e;
    copy->at = call->at;
    copy->arg = ARENA_ARRAY(n->arena, struct x *, e->n ? e->n : 1);
    for (int32_t k = 0; k < e->n; k++) copy->arg[k] = instead(n, f, call, e->arg[k], budget);
    return copy;
}

static bool put_own_function(struct out *o, struct scope *in, const struct x *e)
{
    const struct function *f = NULL;
    int budget = 10000;
    for (int32_t k = 0; k < o->n->functions.n && !f; k++)
        if (word_same(o->n->functions.at[k].name, e->word)) f = &o->n->functions.at[k];
    if (!f) return false;
    if (f->args.n != e->n) {
        error_at(o->n->m, e->at, "'%.*s' has %d arguments", (int)f->name.n, f->name.s,
                 (int)f->args.n);
    } else if (++o->depth > 20) {
        error_at(o->n->m, e->at, "'%.*s' calls itself, or is nested too deeply", (int)f->name.n,
                 f->name.s);
    } else {
        put_text(o, "(");
        put_x(o, in, instead(o->n, f, e, f->body, &budget));
        put_text(o, ")");
    }
    o->depth -= f->args.n == e->n;
    return true;
}

/* Straight lines between points: table(x, x1, y1, x2, y2, ...). */
static void put_table(struct out *o, struct scope *in, const struct x *e)
{
    struct x *const *a = e->arg;
    int32_t last = e->n - 2;
    if (e->n < 3 || e->n % 2 == 0) {
        error_at(o->n->m, e->at, "table needs pairs of numbers");
        return;
    }
    put_text(o, "(");
    for (int32_t k = 1; k <= last; k += 2) {
        put_text(o, "%sif ", k > 1 ? " else" : "");
        put_factor(o, in, a[0]);
        put_text(o, " < ");
        put_factor(o, in, a[k]);
        put_text(o, " then ");
        if (k == 1) {
            put_factor(o, in, a[2]);
            continue;
        }
        put_factor(o, in, a[k - 1]);
        put_text(o, " + (");
        put_factor(o, in, a[k + 1]);
        put_text(o, " - ");
        put_factor(o, in, a[k - 1]);
        put_text(o, ")/(");
        put_factor(o, in, a[k]);
        put_text(o, " - ");
        put_factor(o, in, a[k - 2]);
        put_text(o, ")*(");
        put_factor(o, in, a[0]);
        put_text(o, " - ");
        put_factor(o, in, a[k - 2]);
        put_text(o, ")");
    }
    put_text(o, " else ");
    put_factor(o, in, a[last + 1]);
    put_text(o, ")");
}

/* In %: a argument 1, b argument 2, c argument 3, A argument 1 as a condition. */
static const struct {
    const char *name;
    int args;
    const char *as;
} functions[] = {{"sqrt", 1, "sqrt(%a)"},
                 {"exp", 1, "exp(%a)"},
                 {"ln", 1, "log(%a)"},
                 {"log", 1, "log(%a)"},
                 {"log10", 1, "log10(%a)"},
                 {"sin", 1, "sin(%a)"},
                 {"cos", 1, "cos(%a)"},
                 {"tan", 1, "tan(%a)"},
                 {"asin", 1, "asin(%a)"},
                 {"acos", 1, "acos(%a)"},
                 {"atan", 1, "atan(%a)"},
                 {"arctan", 1, "atan(%a)"},
                 {"sinh", 1, "sinh(%a)"},
                 {"cosh", 1, "cosh(%a)"},
                 {"tanh", 1, "tanh(%a)"},
                 {"abs", 1, "abs(%a)"},
                 {"floor", 1, "floor(%a)"},
                 {"ceil", 1, "ceil(%a)"},
                 {"int", 1, "(if %a >= 0 then floor(%a) else ceil(%a))"},
                 {"sgn", 1, "(if %a > 0 then 1 elseif %a < 0 then -1 else 0)"},
                 {"u", 1, "(if %a > 0 then 1 else 0)"},
                 {"stp", 1, "(if %a > 0 then 1 else 0)"},
                 {"uramp", 1, "(if %a > 0 then %a else 0)"},
                 {"square", 1, "(%a)^2"},
                 {"pow", 2, "(%a)^(%b)"},
                 {"pwr", 2, "abs(%a)^(%b)"},
                 {"atan2", 2, "atan2(%a, %b)"},
                 {"hypot", 2, "sqrt((%a)^2 + (%b)^2)"},
                 {"min", 2, "min(%a, %b)"},
                 {"max", 2, "max(%a, %b)"},
                 {"limit", 3, "max(min(%a, max(%b, %c)), min(%b, %c))"},
                 {"if", 3, "(if %A then %b else %c)"}};

static void put_call(struct out *o, struct scope *in, const struct x *e)
{
    if (put_own_function(o, in, e)) return;
    if (word_is(e->word, "table") || word_is(e->word, "pwl")) {
        put_table(o, in, e);
        return;
    }
    for (size_t k = 0; k < sizeof functions / sizeof functions[0]; k++) {
        if (!word_is(e->word, functions[k].name)) continue;
        if (e->n != functions[k].args) {
            error_at(o->n->m, e->at, "'%s' has %d argument%s", functions[k].name, functions[k].args,
                     functions[k].args > 1 ? "s" : "");
            return;
        }
        for (const char *s = functions[k].as; *s; s++)
            if (*s != '%')
                put_text(o, "%c", *s);
            else if (*++s == 'A')
                put_condition(o, in, e->arg[0]);
            else
                put_x(o, in, e->arg[*s - 'a']);
        return;
    }
    error_at(o->n->m, e->word.at, "there is no function '%.*s'", (int)e->word.n, e->word.s);
    put_text(o, "0");
}

/* ---- Operators ------------------------------------------------------------------------------- */

static void put_relation(struct out *o, struct scope *in, const struct x *e)
{
    static const char *const signs[] = {
        [X_LESS] = "<", [X_LESS_EQUAL] = "<=", [X_MORE] = ">", [X_MORE_EQUAL] = ">="};
    put_factor(o, in, e->arg[0]);
    put_text(o, " %s ", signs[e->kind]);
    put_factor(o, in, e->arg[1]);
}

static void put_condition(struct out *o, struct scope *in, const struct x *e)
{
    switch (e->kind) {
    case X_LESS:
    case X_LESS_EQUAL:
    case X_MORE:
    case X_MORE_EQUAL: put_relation(o, in, e); return;
    case X_AND:
    case X_OR:
        put_text(o, "(");
        put_condition(o, in, e->arg[0]);
        put_text(o, e->kind == X_AND ? ") and (" : ") or (");
        put_condition(o, in, e->arg[1]);
        put_text(o, ")");
        return;
    case X_NOT:
        put_text(o, "not (");
        put_condition(o, in, e->arg[0]);
        put_text(o, ")");
        return;
    case X_EQUAL:
    case X_UNEQUAL:
        error_at(o->n->m, e->at,
                 "two real numbers are hardly ever equal: write a comparison with < or >");
        put_text(o, "false");
        return;
    default: /* a number: true if it is not 0; it is meant to be 0 or 1 */
        put_factor(o, in, e);
        put_text(o, " > 0.5");
        if (e->kind == X_NUMBER ||
            (e->kind == X_CALL && (word_is(e->word, "u") || word_is(e->word, "stp"))))
            return;
        warning_at(o->n->m, e->at, "a number as a condition is taken as true if it is above 0.5");
        return;
    }
}

/* What binds more has a higher rank. */
static int rank(const struct x *e)
{
    switch (e->kind) {
    case X_ADD:
    case X_SUBTRACT: return 1;
    case X_TIMES:
    case X_DIVIDE: return 2;
    case X_POWER: return 3;
    case X_NAME:
    case X_VOLTAGE:
    case X_CURRENT:
    case X_CALL: return 4;
    case X_NUMBER: return e->number >= 0 ? 4 : 0;
    default: return 0;
    }
}

static void put_operand(struct out *o, struct scope *in, const struct x *e, int least)
{
    bool bare = rank(e) >= least;
    if (!bare) put_text(o, "(");
    put_x(o, in, e);
    if (!bare) put_text(o, ")");
}

static void put_binary(struct out *o, struct scope *in, const struct x *e, const char *sign)
{
    put_operand(o, in, e->arg[0], e->kind == X_POWER ? 4 : rank(e));
    put_text(o, "%s", sign);
    put_operand(o, in, e->arg[1], rank(e) + 1);
}

void put_x(struct out *o, struct scope *in, const struct x *e)
{
    if (o->full) return;
    switch (e->kind) {
    case X_NUMBER: put_number(o, e->number); return;
    case X_NAME: put_name(o, in, e); return;
    case X_VOLTAGE: put_voltage(o, in, e); return;
    case X_CURRENT: put_current(o, in, e); return;
    case X_CALL: put_call(o, in, e); return;
    case X_MINUS:
        put_text(o, "-");
        put_factor(o, in, e->arg[0]);
        return;
    case X_ADD: put_binary(o, in, e, " + "); return;
    case X_SUBTRACT: put_binary(o, in, e, " - "); return;
    case X_TIMES: put_binary(o, in, e, "*"); return;
    case X_DIVIDE: put_binary(o, in, e, "/"); return;
    case X_POWER: put_binary(o, in, e, "^"); return;
    case X_IF:
        put_text(o, "if ");
        put_condition(o, in, e->arg[0]);
        put_text(o, " then ");
        put_factor(o, in, e->arg[1]);
        put_text(o, " else ");
        put_factor(o, in, e->arg[2]);
        return;
    default:
        put_text(o, "if ");
        put_condition(o, in, e);
        put_text(o, " then 1 else 0");
        return;
    }
}

void put_factor(struct out *o, struct scope *in, const struct x *e)
{
    put_operand(o, in, e, 4);
}
