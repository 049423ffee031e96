/* SPDX-License-Identifier: MIT */
/* ir_int.c - integer expressions: sums in normal form, their range, division with remainder.
 *
 * An index is a sum c1*a1 + c2*a2 + ... + c0 of atoms: iterators first, by depth, then whatever
 * else is an integer, by id. Sums, differences and multiples of such forms are such forms, so
 * that equal indices become the same node. Arithmetic is modulo 2^64, where all laws of a ring
 * hold, and therefore nothing is lost by it. A sum of more than 16 terms is left as it is.
 *
 * The range of a form is exact, because iterators are independent. It decides relations (i < N
 * in a loop over 1:N-1 is true) and divisions: with e = d*q + r, 0 <= r < d and q >= 0,
 *     div(e, d) = q,   mod(e, d) = r.                                                       (1) */
#include "flat/ir/ir_node.h"

#include <math.h>
#include <string.h>

enum { TERMS = 16, DEPTH = 64 };

struct form {
    int n;
    int64_t c0, c[TERMS];
    struct ir *atom[TERMS];
};

static int64_t add(int64_t a, int64_t b)
{
    return (int64_t)((uint64_t)a + (uint64_t)b);
}

static int64_t mul(int64_t a, int64_t b)
{
    return (int64_t)((uint64_t)a * (uint64_t)b);
}

static bool atom_before(const struct ir *a, const struct ir *b)
{
    bool ia = a->op == IR_ITER, ib = b->op == IR_ITER;
    if (ia != ib) return ia;
    if (ia && a->iter->depth != b->iter->depth) return a->iter->depth < b->iter->depth;
    return ia ? a->iter->number < b->iter->number : a->id < b->id;
}

/* f += c*atom; false: too many terms. */
static bool add_atom(struct form *f, struct ir *atom, int64_t c)
{
    int k = f->n;
    while (k > 0 && atom_before(atom, f->atom[k - 1])) k--;
    if (k > 0 && f->atom[k - 1] == atom) {
        f->c[k - 1] = add(f->c[k - 1], c);
        return true;
    }
    if (f->n == TERMS) return false;
    memmove(f->c + k + 1, f->c + k, (size_t)(f->n - k) * sizeof *f->c);
    memmove(f->atom + k + 1, f->atom + k, (size_t)(f->n - k) * sizeof *f->atom);
    f->c[k] = c;
    f->atom[k] = atom;
    f->n++;
    return true;
}

static bool add_term(struct form *f, struct ir *t, int64_t factor)
{
    if (t->op == IR_INT) {
        f->c0 = add(f->c0, mul(factor, t->integer));
        return true;
    }
    if (t->op == IR_MUL && t->arg[0]->op == IR_INT)
        return add_atom(f, t->arg[1], mul(factor, t->arg[0]->integer));
    return add_atom(f, t, factor);
}

/* f += factor*e */
static bool add_sum(struct form *f, struct ir *e, int64_t factor)
{
    for (; e->op == IR_ADD; e = e->arg[0])
        if (!add_term(f, e->arg[1], factor)) return false;
    return add_term(f, e, factor);
}

static struct ir *sum_of(struct ir_model *m, const struct form *f)
{
    struct ir *sum = NULL;
    for (int k = 0; k < f->n; k++) {
        struct ir *t = f->atom[k];
        if (f->c[k] == 0) continue;
        if (f->c[k] != 1) t = ir_node2(m, IR_MUL, IR_I, ir_int(m, f->c[k]), t);
        sum = sum ? ir_node2(m, IR_ADD, IR_I, sum, t) : t;
    }
    if (!sum) return ir_int(m, f->c0);
    return f->c0 ? ir_node2(m, IR_ADD, IR_I, sum, ir_int(m, f->c0)) : sum;
}

/* a + factor*b */
struct ir *ir_int_sum(struct ir_model *m, struct ir *a, struct ir *b, int64_t factor)
{
    struct form f = {0};
    if (add_sum(&f, a, 1) && add_sum(&f, b, factor)) return sum_of(m, &f);
    if (factor != 1) b = ir_node2(m, IR_MUL, IR_I, ir_int(m, factor), b);
    return ir_node2(m, IR_ADD, IR_I, a, b);
}

struct ir *ir_int_product(struct ir_model *m, struct ir *a, struct ir *b)
{
    if (a->op == IR_INT) return ir_int_sum(m, ir_int(m, 0), b, a->integer);
    if (b->op == IR_INT) return ir_int_sum(m, ir_int(m, 0), a, b->integer);
    return a->id <= b->id ? ir_node2(m, IR_MUL, IR_I, a, b) : ir_node2(m, IR_MUL, IR_I, b, a);
}

/* ---- Range ----------------------------------------------------------------------------------- */

static bool small(double v)
{
    return fabs(v) <= 9007199254740992.0;
}

struct range {
    int64_t lo, hi;
};

static struct range join(struct range a, struct range b)
{
    return (struct range){a.lo < b.lo ? a.lo : b.lo, a.hi > b.hi ? a.hi : b.hi};
}

static bool range_of(const struct ir *e, struct range *r, int depth);

static bool range_product(struct range a, struct range b, struct range *r)
{
    double x = fmax(fabs((double)a.lo), fabs((double)a.hi));
    double y = fmax(fabs((double)b.lo), fabs((double)b.hi));
    if (!small(x * y)) return false;
    *r = join(
        join((struct range){a.lo * b.lo, a.lo * b.lo}, (struct range){a.lo * b.hi, a.lo * b.hi}),
        join((struct range){a.hi * b.lo, a.hi * b.lo}, (struct range){a.hi * b.hi, a.hi * b.hi}));
    return true;
}

static bool range_iter(const struct ir_iter *it, struct range *r)
{
    double last = (double)it->lo + (double)it->step * (it->count - 1);
    if (it->count < 1 || !small((double)it->lo) || !small(last)) return false;
    r->lo = it->step > 0 ? it->lo : (int64_t)last;
    r->hi = it->step > 0 ? (int64_t)last : it->lo;
    return true;
}

static bool range_data(const struct ir_var *v, struct range *r)
{
    double lo = INFINITY, hi = -INFINITY;
    if (!v->data || !(v->kind == VAR_CONSTANT || v->structural)) return false;
    for (int32_t k = 0; k < v->count; k++) {
        lo = fmin(lo, v->data[k]);
        hi = fmax(hi, v->data[k]);
    }
    if (!small(lo) || !small(hi)) return false;
    *r = (struct range){(int64_t)lo, (int64_t)hi};
    return true;
}

static bool range_division(const struct ir *e, struct range a, struct range *r)
{
    int64_t d = e->arg[1]->integer;
    if (e->arg[1]->op != IR_INT || d == 0 || !small((double)d)) return false;
    if (e->op == IR_IDIV) {
        *r = join((struct range){a.lo / d, a.lo / d}, (struct range){a.hi / d, a.hi / d});
        return true;
    }
    *r = d > 0 ? (struct range){0, d - 1} : (struct range){d + 1, 0};
    return true;
}

static bool range_two(const struct ir *e, int first, struct range *r, int depth)
{
    struct range a, b;
    if (!range_of(e->arg[first], &a, depth) || !range_of(e->arg[first + 1], &b, depth))
        return false;
    if (e->op == IR_MUL) return range_product(a, b, r);
    *r = e->op == IR_IF ? join(a, b) : (struct range){a.lo + b.lo, a.hi + b.hi};
    return small((double)r->lo) && small((double)r->hi);
}

static bool range_of(const struct ir *e, struct range *r, int depth)
{
    if (depth > DEPTH || e->type == IR_R) return false;
    switch (e->op) {
    case IR_INT: *r = (struct range){e->integer, e->integer}; return small((double)e->integer);
    case IR_ITER: return range_iter(e->iter, r);
    case IR_VAR: return range_data(e->var, r);
    case IR_ADD:
    case IR_MUL: return range_two(e, 0, r, depth + 1);
    case IR_IF: return range_two(e, 1, r, depth + 1);
    case IR_IDIV:
    case IR_IMOD: return range_of(e->arg[0], r, depth + 1) && range_division(e, *r, r);
    case IR_MIN:
    case IR_MAX: return e->iter->count > 0 && range_of(e->arg[0], r, depth + 1);
    default: return false;
    }
}

bool ir_bounds(const struct ir *e, int64_t *lo, int64_t *hi)
{
    struct range r = {0, 0};
    if (!range_of(e, &r, 0)) return false;
    *lo = r.lo;
    *hi = r.hi;
    return true;
}

bool ir_affine(const struct ir *index, struct ir_iter **iters, int32_t n, int64_t *c0, int64_t *c)
{
    *c0 = 0;
    for (int32_t k = 0; k < n; k++) c[k] = 0;
    for (const struct ir *e = index, *t; e; e = t == e ? NULL : e->arg[0]) {
        int64_t factor = 1;
        int32_t k = 0;
        t = e->op == IR_ADD ? e->arg[1] : e;
        const struct ir *atom = t;
        if (t->op == IR_MUL && t->arg[0]->op == IR_INT) {
            factor = t->arg[0]->integer;
            atom = t->arg[1];
        }
        while (k < n && !(atom->op == IR_ITER && atom->iter == iters[k])) k++;
        if (t->op == IR_INT)
            *c0 = add(*c0, t->integer);
        else if (k < n)
            c[k] = add(c[k], factor);
        else
            return false;
    }
    return true;
}

/* ---- Division -------------------------------------------------------------------------------- */

static int64_t modulo(int64_t a, int64_t b)
{
    int64_t r = b == -1 ? 0 : a % b;
    return r != 0 && (r < 0) != (b < 0) ? r + b : r;
}

/* e = d*quotient + rest with 0 <= rest < d, if the terms that d does not divide allow it. */
static bool split(struct ir_model *m, struct ir *e, int64_t d, struct ir **quotient,
                  struct ir **rest)
{
    struct form f = {0}, q = {0}, r = {0};
    int64_t lo, hi;
    if (d <= 0 || !ir_bounds(e, &lo, &hi) || !add_sum(&f, e, 1)) return false;
    for (int k = 0; k < f.n; k++)
        (void)(f.c[k] % d ? add_atom(&r, f.atom[k], f.c[k]) : add_atom(&q, f.atom[k], f.c[k] / d));
    *rest = sum_of(m, &r);
    if (!ir_bounds(*rest, &lo, &hi)) return false;
    r.c0 = modulo(lo + f.c0, d) - lo;
    q.c0 = (f.c0 - r.c0) / d;
    *rest = sum_of(m, &r);
    *quotient = sum_of(m, &q);
    return hi + r.c0 < d;
}

/* (1), and literals. */
struct ir *ir_int_quotient(struct ir_model *m, enum ir_op op, struct ir *a, struct ir *b)
{
    struct ir *q, *r;
    int64_t d = b->integer, lo, hi;
    if (b->op != IR_INT || d == 0) return ir_node2(m, op, IR_I, a, b);
    if (a->op == IR_INT && op == IR_IMOD) return ir_int(m, modulo(a->integer, d));
    if (a->op == IR_INT && d != -1) return ir_int(m, a->integer / d);
    if (d == 1) return op == IR_IDIV ? a : ir_int(m, 0);
    if (op == IR_IDIV && d == -1) return ir_int_product(m, b, a);
    if (split(m, a, d, &q, &r)) {
        if (op == IR_IMOD) return r;
        if (r->op == IR_INT && r->integer == 0) return q;
        if (ir_bounds(q, &lo, &hi) && lo >= 0) return q;
    }
    return ir_node2(m, op, IR_I, a, b);
}

/* ---- Boxes ----------------------------------------------------------------------------------- */

/* (value - lo)/step */
static struct ir *step_number(struct ir_model *m, struct ir_iter *it)
{
    struct ir *offset = ir_binary(m, IR_SUB, ir_iter_value(m, it), ir_int(m, it->lo));
    return it->step == 1 ? offset : ir_int_quotient(m, IR_IDIV, offset, ir_int(m, it->step));
}

struct ir *ir_position(struct ir_model *m, struct ir_iter **iters, int32_t n)
{
    struct ir *at = ir_int(m, 0);
    for (int32_t k = 0; k < n; k++) {
        at = ir_int_product(m, at, ir_int(m, iters[k]->count));
        at = ir_int_sum(m, at, step_number(m, iters[k]), 1);
    }
    return at;
}
