/* SPDX-License-Identifier: MIT */
/* constant.c - the number of an expression of numbers and parameters. */
#include "spice/netlist.h"
#include <math.h>

enum { DEEPEST = 4000, MOST_STEPS = 100000 };

struct finding {
    struct netlist *n;
    int depth, steps;
};

static bool find(struct finding *f, const struct scope *in, const struct x *e, double *v);

static bool of_name(struct finding *f, const struct scope *in, const struct x *e, double *v)
{
    const struct scope *where = NULL;
    const struct assign *a = circuit_param(in, e->word, &where);
    if (a) return a->value && find(f, where, a->value, v);
    if (word_is(e->word, "pi")) return *v = 3.14159265358979323846, true;
    if (word_is(e->word, "temper")) return *v = f->n->temperature, true;
    return false;
}

static bool of_call(struct finding *f, const struct scope *in, const struct x *e, double *v)
{
    static const struct {
        const char *name;
        double (*fn)(double);
    } functions[] = {{"sqrt", sqrt},   {"exp", exp},   {"ln", log},    {"log", log},
                     {"log10", log10}, {"abs", fabs},  {"sin", sin},   {"cos", cos},
                     {"tan", tan},     {"atan", atan}, {"tanh", tanh}, {"floor", floor},
                     {"ceil", ceil}};
    double a = 0, b = 0;
    if (e->n < 1 || e->n > 2 || !find(f, in, e->arg[0], &a)) return false;
    if (e->n == 2 && !find(f, in, e->arg[1], &b)) return false;
    for (size_t k = 0; e->n == 1 && k < sizeof functions / sizeof functions[0]; k++)
        if (word_is(e->word, functions[k].name)) return *v = functions[k].fn(a), true;
    if (e->n == 2 && word_is(e->word, "pow")) return *v = pow(a, b), true;
    if (e->n == 2 && word_is(e->word, "min")) return *v = fmin(a, b), true;
    if (e->n == 2 && word_is(e->word, "max")) return *v = fmax(a, b), true;
    return false;
}

static double of_two(enum x_kind kind, double a, double b)
{
    switch (kind) {
    case X_ADD: return a + b;
    case X_SUBTRACT: return a - b;
    case X_TIMES: return a * b;
    case X_DIVIDE: return a / b;
    case X_POWER: return pow(a, b);
    case X_LESS: return a < b;
    case X_LESS_EQUAL: return a <= b;
    case X_MORE: return a > b;
    case X_MORE_EQUAL: return a >= b;
    case X_EQUAL: return a == b;
    case X_UNEQUAL: return a != b;
    case X_AND: return a != 0 && b != 0;
    case X_OR: return a != 0 || b != 0;
    default: return NAN;
    }
}

static bool by_kind(struct finding *f, const struct scope *in, const struct x *e, double *v)
{
    double a, b;
    switch (e->kind) {
    case X_NUMBER: return *v = e->number, true;
    case X_NAME: return of_name(f, in, e, v);
    case X_CALL: return of_call(f, in, e, v);
    case X_VOLTAGE:
    case X_CURRENT: return false;
    case X_MINUS: return find(f, in, e->arg[0], &a) && (*v = -a, true);
    case X_NOT: return find(f, in, e->arg[0], &a) && (*v = a == 0, true);
    case X_IF: return find(f, in, e->arg[0], &a) && find(f, in, e->arg[a != 0 ? 1 : 2], v);
    default:
        if (!find(f, in, e->arg[0], &a) || !find(f, in, e->arg[1], &b)) return false;
        *v = of_two(e->kind, a, b);
        return true;
    }
}

static bool find(struct finding *f, const struct scope *in, const struct x *e, double *v)
{
    bool found = false;
    if (f->depth++ < DEEPEST && f->steps++ < MOST_STEPS) found = by_kind(f, in, e, v);
    f->depth--;
    return found;
}

bool x_constant(struct netlist *n, struct scope *in, const struct x *e, double *value)
{
    struct finding f = {n, 0, 0};
    return e && find(&f, in, e, value) && isfinite(*value);
}
