/* SPDX-License-Identifier: MIT */
/* print_index.c - sums of Integers and the subscripts of array elements as text.
 *
 * The flat index of an element of a matrix is taken apart again. With sizes n1 x n2, index =
 * (s1 - 1) n2 + (s2 - 1): each coefficient of the sum is divided by n2 with remainder; the
 * remainders make s2, the quotients s1. That is the answer if both are within their range for
 * all values of the iterators. Coefficients are divided to the nearest first (6 = 1*5 + 1 and
 * 4 = 1*5 - 1: diagonals), then towards 0. If neither fits, or ranges are not known, the flat
 * index is shown in braces, from 0: A{3*i + j}. */
#include "base/text.h"
#include "flat/ir/print.h"

enum { TERMS = 16 };

/* ---- Sums ------------------------------------------------------------------------------------ */

struct form {
    int n;
    int64_t c0, c[TERMS];
    const struct ir *atom[TERMS];
};

static int64_t add(int64_t a, int64_t b)
{
    return (int64_t)((uint64_t)a + (uint64_t)b);
}

static bool add_term(struct form *f, const struct ir *t)
{
    bool multiple = t->op == IR_MUL && t->arg[0]->op == IR_INT;
    if (t->op == IR_INT) {
        f->c0 = add(f->c0, t->integer);
        return true;
    }
    if (f->n == TERMS) return false;
    f->c[f->n] = multiple ? t->arg[0]->integer : 1;
    f->atom[f->n++] = multiple ? t->arg[1] : t;
    return true;
}

static bool form_of(const struct ir *e, struct form *f)
{
    struct form g = {0};
    f->n = 0;
    for (; e->op == IR_ADD; e = e->arg[0])
        if (!add_term(&g, e->arg[1])) return false;
    if (!add_term(&g, e)) return false;
    for (f->c0 = g.c0; f->n < g.n; f->n++) { /* in order again */
        f->c[f->n] = g.c[g.n - 1 - f->n];
        f->atom[f->n] = g.atom[g.n - 1 - f->n];
    }
    return true;
}

static void print_term(struct printer *p, const struct form *f, int k, bool first)
{
    int64_t c = f->c[k];
    if (!first) ir_put(p, c < 0 ? " - " : " + ");
    if (!first && c < 0 && c > INT64_MIN) c = -c;
    if (c == -1)
        ir_put(p, "-");
    else if (c != 1)
        ir_put_int(p, c), ir_put(p, "*");
    ir_put_part(p, f->atom[k], PRODUCT);
}

static void print_form(struct printer *p, const struct form *f)
{
    bool constant_first = f->n > 0 && f->c[0] < 0 && f->c0 > 0;
    if (constant_first || f->n == 0) ir_put_int(p, f->c0);
    for (int k = 0; k < f->n; k++) print_term(p, f, k, k == 0 && !constant_first);
    if (constant_first || f->n == 0 || f->c0 == 0) return;
    ir_put(p, f->c0 < 0 ? " - " : " + ");
    ir_put_int(p, f->c0 < 0 && f->c0 > INT64_MIN ? -f->c0 : f->c0);
}

bool ir_put_sum(struct printer *p, const struct ir *e, int64_t offset)
{
    struct form f;
    if (!form_of(e, &f)) return false;
    f.c0 = add(f.c0, offset);
    print_form(p, &f);
    return true;
}

/* Also what is too long for a form. */
static void print_any(struct printer *p, const struct ir *e, int64_t offset)
{
    if (ir_put_sum(p, e, offset)) return;
    ir_put_part(p, e, SUM);
    if (offset) ir_put(p, " + "), ir_put_int(p, offset);
}

/* ---- Elements of arrays ---------------------------------------------------------------------- */

static bool small(int64_t v)
{
    return v > -INT32_MAX && v < INT32_MAX;
}

static bool form_range(const struct form *f, int64_t *lo, int64_t *hi)
{
    int64_t a, b;
    *lo = *hi = f->c0;
    if (!small(f->c0)) return false;
    for (int k = 0; k < f->n; k++) {
        if (!ir_bounds(f->atom[k], &a, &b) || !small(a) || !small(b) || !small(f->c[k]))
            return false;
        *lo += f->c[k] * (f->c[k] > 0 ? a : b);
        *hi += f->c[k] * (f->c[k] > 0 ? b : a);
    }
    return true;
}

static int64_t nearest(int64_t c, int64_t size, bool balanced)
{
    int64_t q = c / size, r = c % size;
    if (balanced && 2 * r > size) return q + 1;
    return balanced && 2 * r < -size ? q - 1 : q;
}

/* f = size*outer + inner with inner in 0..size-1 */
static bool divide(const struct form *f, int64_t size, bool balanced, struct form *outer,
                   struct form *inner)
{
    int64_t lo, hi, c0;
    outer->n = inner->n = 0;
    outer->c0 = inner->c0 = 0;
    for (int k = 0; k < f->n; k++) {
        int64_t q = nearest(f->c[k], size, balanced), r = f->c[k] - q * size;
        if (q) outer->atom[outer->n] = f->atom[k], outer->c[outer->n++] = q;
        if (r) inner->atom[inner->n] = f->atom[k], inner->c[inner->n++] = r;
    }
    if (!form_range(inner, &lo, &hi)) return false;
    c0 = ((lo + f->c0) % size + size) % size - lo;
    inner->c0 = c0;
    outer->c0 = (f->c0 - c0) / size;
    return hi + c0 < size;
}

static bool subscripts(const struct ir *index, const int32_t *size, int32_t rank, bool balanced,
                       struct form *sub)
{
    struct form rest;
    int64_t lo, hi;
    if (!form_of(index, &sub[0]) || !form_range(&sub[0], &lo, &hi)) return false;
    for (int32_t k = rank - 1; k > 0; k--) {
        if (size[k] <= 0 || !divide(&sub[0], size[k], balanced, &rest, &sub[k])) return false;
        sub[0] = rest;
    }
    return form_range(&sub[0], &lo, &hi) && lo >= 0 && hi < size[0];
}

static void print_matrix_index(struct printer *p, const struct ir *index, const int32_t *size,
                               int32_t rank)
{
    struct form sub[CHECK_RANK];
    if (!subscripts(index, size, rank, true, sub) && !subscripts(index, size, rank, false, sub)) {
        ir_put(p, "{");
        print_any(p, index, 0);
        ir_put(p, "}");
        return;
    }
    for (int32_t k = 0; k < rank; k++) {
        ir_put(p, k ? ", " : "[");
        sub[k].c0 += 1;
        print_form(p, &sub[k]);
    }
    ir_put(p, "]");
}

void ir_put_index(struct printer *p, const struct ir *index, const int32_t *size, int32_t rank)
{
    if (rank == 0) return;
    if (rank > 1) {
        print_matrix_index(p, index, size, rank);
        return;
    }
    ir_put(p, "[");
    print_any(p, index, 1);
    ir_put(p, "]");
}

/* ---- Arrays in arrays of parts --------------------------------------------------------------- */

static void put_letters(struct printer *p, const char *from, const char *to)
{
    char one[2] = {0, 0};
    for (; from < to; from++) {
        one[0] = *from;
        ir_put(p, one);
    }
}

/* The subscripts in their places of the label. */
static void put_labelled(struct printer *p, const char *label, struct form *sub, int32_t rank)
{
    const char *gap = text_hole(label);
    int32_t k = 0;
    for (; k < rank && gap; k++, gap = text_hole(label)) {
        put_letters(p, label, gap);
        print_form(p, &sub[k]);
        label = gap + 1;
    }
    ir_put(p, label);
    for (int32_t first = k; k < rank; k++) {
        ir_put(p, k > first ? ", " : "[");
        print_form(p, &sub[k]);
        if (k + 1 == rank) ir_put(p, "]");
    }
}

void ir_put_element(struct printer *p, const struct ir_var *v, const struct ir *index)
{
    struct form sub[CHECK_RANK];
    bool known = v->rank > 0 && v->label && text_hole(v->label);
    if (known && v->rank == 1)
        known = form_of(index, &sub[0]);
    else if (known)
        known = subscripts(index, v->size, v->rank, true, sub) ||
                subscripts(index, v->size, v->rank, false, sub);
    if (!known) {
        ir_put_name(p, v);
        ir_put_index(p, index, v->size, v->rank);
        return;
    }
    for (int32_t k = 0; k < v->rank; k++) sub[k].c0 = add(sub[k].c0, 1);
    put_labelled(p, v->label, sub, v->rank);
}
