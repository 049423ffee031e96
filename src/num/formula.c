/* SPDX-License-Identifier: MIT */
/* formula.c - a formula is constant between the places where one of its atoms changes.
 *
 *  1. Each atom gives the places where it changes: those of its roots in (0, limit] after which its
 *     polynomial has another sign than before. An atom that cannot get to 0 in time,
 *         sum_{k>0} |c[k]| limit^k < |c[0]|,                                                   (1)
 *     has none, and costs no search.
 *  2. All of them, sorted: a list of switches.
 *  3. The formula is evaluated just after 0, and again after each place, all switches of one place
 *     being thrown together (`a and not a` is never true). */
#include "num/formula.h"
#include "num/poly.h"
#include <math.h>

struct change {
    double s;
    int atom;
};

bool formula_valid(const int32_t *code, int length, int atoms)
{
    int depth = 0;
    if (length < 1 || length > SALTUS_FORMULA || atoms > FORMULA_ATOMS) return false;
    for (int k = 0; k < length; k++) {
        int takes = code[k] >= 0 ? 0 : code[k] == SALTUS_NOT ? 1 : 2;
        if (code[k] >= atoms || code[k] < SALTUS_NOT || depth < takes) return false;
        depth += 1 - takes;
    }
    return depth == 1;
}

/* The stack is a word of bits, too: its top is bit 0. */
bool formula_value(const int32_t *code, int length, uint32_t holds)
{
    uint64_t stack = 0;
    for (int k = 0; k < length; k++) {
        uint64_t top = stack & 1;
        if (code[k] >= 0)
            stack = stack << 1 | (holds >> code[k] & 1);
        else if (code[k] == SALTUS_NOT)
            stack ^= 1;
        else if (code[k] == SALTUS_AND)
            stack = stack >> 1 & (~UINT64_C(1) | top);
        else
            stack = stack >> 1 | top;
    }
    return stack & 1;
}

bool formula_atom(const double *p, int n)
{
    for (int k = 0; k <= n; k++)
        if (p[k] != 0) return p[k] > 0;
    return false;
}

/* (1) */
static bool stays(const double *p, int n, double limit)
{
    double sum = 0;
    if (isinf(limit)) return false;
    for (int k = n; k > 0; k--) sum = (sum + fabs(p[k])) * limit;
    return sum < fabs(p[0]);
}

/* 1. Appends to list; returns its new length. */
static int changes_of(const double *p, int n, int atom, double limit, struct change *list,
                      int count)
{
    double root[ROOTS_MAX_DEGREE];
    bool is = formula_atom(p, n);
    int roots = stays(p, n, limit) ? 0 : roots_all(p, n, INFINITY, root);
    for (int k = 0; k < roots && root[k] <= limit; k++) {
        double next = k + 1 < roots ? root[k] / 2 + root[k + 1] / 2 : root[k] * 2;
        bool after = poly_value(p, n, next) > 0;
        if (after != is) list[count++] = (struct change){root[k], atom};
        is = after;
    }
    return count;
}

/* 2. Each atom's changes are sorted already. */
static void sort(struct change *list, int count)
{
    for (int k = 1; k < count; k++) {
        struct change it = list[k];
        int j = k;
        for (; j > 0 && list[j - 1].s > it.s; j--) list[j] = list[j - 1];
        list[j] = it;
    }
}

double formula_first(const int32_t *code, int length, const double (*p)[FORMULA_TERMS], int atoms,
                     int n, double limit, bool wanted)
{
    struct change list[FORMULA_ATOMS * ROOTS_MAX_DEGREE];
    uint32_t holds = 0;
    int count = 0;
    for (int j = 0; j < atoms; j++) holds |= (uint32_t)formula_atom(p[j], n) << j;
    if (formula_value(code, length, holds) == wanted) return 0;
    for (int j = 0; j < atoms; j++) count = changes_of(p[j], n, j, limit, list, count);
    sort(list, count);
    for (int k = 0; k < count;) { /* 3. */
        double s = list[k].s;
        for (; k < count && list[k].s == s; k++) holds ^= UINT32_C(1) << list[k].atom;
        if (formula_value(code, length, holds) == wanted) return s;
    }
    return INFINITY;
}
