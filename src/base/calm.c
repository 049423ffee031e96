/* SPDX-License-Identifier: MIT */
/* calm.c - is a function smooth at the scale of a box?
 *
 * Along a path whose signals are polynomials of a low degree, a function is sharp only where one of its
 * operations is: a quotient where its divisor comes close to 0 beside what it moves, a sine whose
 * argument runs through several turns, an exponential that grows by orders of magnitude. So it is
 * followed as spans of values, and each operation is asked how far its argument moves, beside the
 * distance at which its nearest singularity, or the next turn, stands:
 *     1/y, y^p, log, sqrt    (hi - lo)/(5 min |y|)
 *     sin    (hi - lo)/6             exp, tanh, atan ..    (hi - lo)/4                        (1)
 * More than 1: restless. A quotient whose divisor grows sixfold, or a sine over a turn, is a
 * polynomial of degree 5 up to a few hundredths: a method of that order sees it, and its estimate is large.
 * How quickly a result bends is counted like a degree, 1 for a signal,
 *     a + b: max     a b: sum     f(a): that of a, + 3 times (1), of a sine 4.5 times           (2)
 * and what has more than `most` is restless. So is what the machine does not follow: a relation that
 * changes in the box, functions that are called, loops of equations.
 *
 * All is told of CALM_LANES functions at once, which differ by i only: a word is read once for all of
 * them. Rounding plays no part. */
#include "base/calm.h"
#include "base/elementary.h"
#include <math.h>
#include <string.h>

enum { LANES = CALM_LANES, MOST_WORDS = 4000 };
static const double most = 8, restless = 1e300, degree = 3;
static const double far_zero = 5, far_turn = 6, far_other = 4; /* (1) */

struct lanes {
    double lo[LANES], hi[LANES], bends[LANES];
};

struct whole_numbers {
    int64_t v[LANES];
};

struct machine {
    const saltus_box *b;
    const struct calm_signal *q;
    const struct calm_program *f;
    const int32_t *code, *whole;
    const double *real;
    struct lanes *j;
    struct whole_numbers *i;
    const struct lanes *result;
    int words; /* left */
};

static double larger(double a, double b)
{
    return a > b ? a : b;
}

static double smaller(double a, double b)
{
    return a < b ? a : b;
}

/* ---- Programs -------------------------------------------------------------------------------- */

struct finder {
    saltus_box box; /* first */
    struct calm_program found;
};

static int find(const saltus_box *b, const saltus_program *p, const int32_t *at, int32_t i,
                int order, saltus_span *r)
{
    struct finder *f = (struct finder *)(uintptr_t)b;
    f->found = (struct calm_program){p, {at[0], at[1], at[2]}, i};
    for (int k = 0; k < order; k++) r[k] = (saltus_span){-INFINITY, INFINITY};
    return 1;
}

struct calm_program calm_find(const saltus_box *b,
                              int (*range)(const saltus_box *b, saltus_kind kind, int32_t i,
                                           int order, saltus_span *r),
                              saltus_kind kind, int32_t i)
{
    struct finder f = {.box = *b};
    saltus_span r[SALTUS_SERIES];
    f.box.run = find;
    if (!range || !range(&f.box, kind, i, 1, r)) f.found.p = NULL;
    return f.found;
}

size_t calm_room(const struct calm_program *f)
{
    const int32_t *head = f->p->code + f->at[0];
    return ((size_t)head[RANGE_JETS] * sizeof(struct lanes) +
            (size_t)head[RANGE_INTS] * sizeof(struct whole_numbers)) /
           sizeof(double);
}

bool calm_same(const struct calm_program *a, const struct calm_program *b)
{
    return a->p == b->p && memcmp(a->at, b->at, sizeof a->at) == 0;
}

/* ---- Arithmetic ------------------------------------------------------------------------------ */

static void number(struct lanes *to, int l, double v)
{
    to->lo[l] = to->hi[l] = v;
    to->bends[l] = isfinite(v) ? 0 : restless;
}

static void add(struct lanes *to, const struct lanes *a, const struct lanes *b)
{
    for (int l = 0; l < LANES; l++) {
        to->lo[l] = a->lo[l] + b->lo[l];
        to->hi[l] = a->hi[l] + b->hi[l];
        to->bends[l] = larger(a->bends[l], b->bends[l]);
    }
}

static void subtract(struct lanes *to, const struct lanes *a, const struct lanes *b)
{
    for (int l = 0; l < LANES; l++) {
        double lo = a->lo[l] - b->hi[l], hi = a->hi[l] - b->lo[l];
        to->lo[l] = lo;
        to->hi[l] = hi;
        to->bends[l] = larger(a->bends[l], b->bends[l]);
    }
}

static void multiply(struct lanes *to, const struct lanes *a, const struct lanes *b)
{
    for (int l = 0; l < LANES; l++) {
        double p = a->lo[l] * b->lo[l], q = a->lo[l] * b->hi[l];
        double r = a->hi[l] * b->lo[l], s = a->hi[l] * b->hi[l];
        to->lo[l] = smaller(smaller(p, q), smaller(r, s));
        to->hi[l] = larger(larger(p, q), larger(r, s));
        to->bends[l] = a->bends[l] + b->bends[l];
    }
}

static void square(struct lanes *to, const struct lanes *a)
{
    for (int l = 0; l < LANES; l++) {
        double p = a->lo[l] * a->lo[l], q = a->hi[l] * a->hi[l];
        to->lo[l] = a->lo[l] * a->hi[l] < 0 ? 0 : smaller(p, q);
        to->hi[l] = larger(p, q);
        to->bends[l] = 2 * a->bends[l];
    }
}

/* What an operation adds to the bends of its argument: from (1). */
static double by_motion(double motion)
{
    return motion <= 1 ? degree * motion : restless;
}

/* (1) of 1/y and its like */
static double near_zero(double lo, double hi)
{
    double least = smaller(fabs(lo), fabs(hi));
    if (lo == hi && lo != 0) return 0;
    return lo * hi > 0 ? by_motion((hi - lo) / (far_zero * least)) : restless;
}

static void divide(struct lanes *to, const struct lanes *a, const struct lanes *b)
{
    struct lanes by;
    for (int l = 0; l < LANES; l++) {
        double p = 1 / b->lo[l], q = 1 / b->hi[l];
        by.lo[l] = smaller(p, q);
        by.hi[l] = larger(p, q);
        by.bends[l] = b->bends[l] + near_zero(b->lo[l], b->hi[l]);
    }
    multiply(to, a, &by);
}

static void ends(struct lanes *to, int l, double p, double q, double bends)
{
    to->lo[l] = smaller(p, q);
    to->hi[l] = larger(p, q);
    to->bends[l] = isfinite(p) && isfinite(q) ? bends : restless;
}

/* Of one function: a power p, which does not move. */
static void power_of(struct lanes *to, int l, const struct lanes *a, double p)
{
    double lo = a->lo[l], hi = a->hi[l], bends = a->bends[l];
    if (p == 0) {
        number(to, l, 1);
        return;
    }
    if (p == floor(p) && p > 0 && p <= 4) {
        ends(to, l, pow(lo, p), pow(hi, p), p * bends);
        if (lo * hi < 0 && fmod(p, 2) == 0) to->lo[l] = 0;
        return;
    }
    ends(to, l, pow(lo, p), pow(hi, p), bends + near_zero(lo, hi) * larger(1, fabs(p) / 4));
    if (lo <= 0) to->bends[l] = restless;
}

static void power(struct lanes *to, const struct lanes *a, const struct lanes *b)
{
    bool two = true;
    for (int l = 0; l < LANES; l++) two &= b->lo[l] == 2 && b->hi[l] == 2;
    if (two) {
        square(to, a);
        return;
    }
    for (int l = 0; l < LANES; l++) {
        double p = b->lo[l];
        bool moves = b->hi[l] != p;
        power_of(to, l, a, p);
        if (moves) to->bends[l] = restless;
    }
}

static void wave(struct lanes *to, int l, enum elementary f, const struct lanes *a)
{
    double lo = a->lo[l], hi = a->hi[l], m = lo + (hi - lo) / 2, r = (hi - lo) / 2;
    double v = elementary_value(f, m, m);
    to->bends[l] = a->bends[l] + 1.5 * by_motion((hi - lo) / far_turn);
    to->lo[l] = larger(v - r, -1);
    to->hi[l] = smaller(v + r, 1);
}

/* Elementary functions that rise everywhere where they are defined, and sines. */
static void math1(struct lanes *to, int l, enum elementary f, const struct lanes *a)
{
    double lo = a->lo[l], hi = a->hi[l], bends = a->bends[l];
    if (lo == hi) {
        number(to, l, elementary_value(f, lo, lo));
        return;
    }
    switch (f) {
    case ELEMENTARY_SIN:
    case ELEMENTARY_COS: wave(to, l, f, a); return;
    case ELEMENTARY_EXP:
    case ELEMENTARY_SINH:
    case ELEMENTARY_TANH:
    case ELEMENTARY_ATAN: bends += by_motion((hi - lo) / far_other); break;
    case ELEMENTARY_LOG:
    case ELEMENTARY_LOG10:
    case ELEMENTARY_SQRT: bends += lo > 0 ? near_zero(lo, hi) : restless; break;
    case ELEMENTARY_ABS: bends += lo * hi > 0 ? 0 : restless; break;
    default: bends = restless;
    }
    ends(to, l, elementary_value(f, lo, lo), elementary_value(f, hi, hi), bends);
}

/* The larger one of two, or the smaller one, where that is the same one all the time. */
static void either(struct lanes *to, const struct lanes *a, const struct lanes *b, bool least)
{
    for (int l = 0; l < LANES; l++) {
        bool first = least ? a->hi[l] <= b->lo[l] : a->lo[l] >= b->hi[l];
        bool second = least ? b->hi[l] <= a->lo[l] : b->lo[l] >= a->hi[l];
        const struct lanes *x = first ? a : b;
        double lo = x->lo[l], hi = x->hi[l], bends = x->bends[l];
        to->lo[l] = lo;
        to->hi[l] = hi;
        to->bends[l] = first || second ? bends : restless;
    }
}

static void arithmetic(struct machine *m, int op, const int32_t *w)
{
    struct lanes *j = m->j, *to = &j[w[0]];
    switch (op) {
    case RANGE_ADD: add(to, &j[w[1]], &j[w[2]]); break;
    case RANGE_SUB: subtract(to, &j[w[1]], &j[w[2]]); break;
    case RANGE_MUL: multiply(to, &j[w[1]], &j[w[2]]); break;
    case RANGE_DIV: divide(to, &j[w[1]], &j[w[2]]); break;
    case RANGE_POW: power(to, &j[w[1]], &j[w[2]]); break;
    case RANGE_MIN: either(to, &j[w[1]], &j[w[2]], true); break;
    case RANGE_MAX: either(to, &j[w[1]], &j[w[2]], false); break;
    case RANGE_SQR: square(to, &j[w[1]]); break;
    case RANGE_NEG:
        for (int l = 0; l < LANES; l++) {
            double lo = j[w[1]].lo[l], hi = j[w[1]].hi[l];
            to->lo[l] = -hi;
            to->hi[l] = -lo;
            to->bends[l] = j[w[1]].bends[l];
        }
        break;
    case RANGE_MATH1:
        for (int l = 0; l < LANES; l++) math1(to, l, (enum elementary)w[1], &j[w[2]]);
        break;
    default: /* a function of two arguments, or with jumps */
        for (int l = 0; l < LANES; l++) {
            const struct lanes *a = &j[w[op == RANGE_MATH2 ? 2 : 1]];
            const struct lanes *b = &j[w[op == RANGE_MATH2 ? 3 : 1]];
            double x = a->lo[l], y = b->lo[l];
            bool still = x == a->hi[l] && y == b->hi[l];
            number(to, l,
                   op == RANGE_MATH2 ? elementary_value((enum elementary)w[1], x, y) : floor(x));
            if (!still) to->bends[l] = restless;
        }
    }
}

/* ---- Integers -------------------------------------------------------------------------------- */

static int64_t whole_of(int op, int64_t a, int64_t b, int64_t c)
{
    if (op == RANGE_NOT) return a == RANGE_UNKNOWN ? a : !a;
    if (op == RANGE_INT_NEG) return a == RANGE_UNKNOWN ? a : -a;
    if (op == RANGE_INT_SELECT) return a == RANGE_UNKNOWN ? a : a ? b : c;
    if (a == RANGE_UNKNOWN || b == RANGE_UNKNOWN) return RANGE_UNKNOWN;
    switch (op) {
    case RANGE_AND: return a && b;
    case RANGE_OR: return a || b;
    case RANGE_INT_ADD: return (int64_t)((uint64_t)a + (uint64_t)b);
    case RANGE_INT_SUB: return (int64_t)((uint64_t)a - (uint64_t)b);
    case RANGE_INT_MUL: return (int64_t)((uint64_t)a * (uint64_t)b);
    case RANGE_INT_LT: return a < b;
    case RANGE_INT_LE: return a <= b;
    case RANGE_INT_EQ: return a == b;
    case RANGE_INT_NE: return a != b;
    case RANGE_INT_MIN: return a < b ? a : b;
    case RANGE_INT_MAX: return a > b ? a : b;
    default: return RANGE_UNKNOWN;
    }
}

static int64_t modulo(int64_t a, int64_t b)
{
    int64_t rest;
    if (a == RANGE_UNKNOWN || b == RANGE_UNKNOWN || b == 0) return RANGE_UNKNOWN;
    rest = b == -1 ? 0 : a % b;
    return rest && (rest < 0) != (b < 0) ? rest + b : rest;
}

static int64_t quotient(int64_t a, int64_t b)
{
    if (a == RANGE_UNKNOWN || b == RANGE_UNKNOWN || b == 0 || b == -1) return RANGE_UNKNOWN;
    return a / b;
}

/* Does a relation hold everywhere, nowhere, or is that not known? */
static int64_t relation(int op, const struct lanes *a, const struct lanes *b, int l)
{
    bool below = a->hi[l]<b->lo[l], above = a->lo[l]> b->hi[l];
    bool still = a->lo[l] == a->hi[l] && b->lo[l] == b->hi[l];
    if (!(a->bends[l] < restless && b->bends[l] < restless)) return RANGE_UNKNOWN;
    if (op == RANGE_LT || op == RANGE_LE) {
        if (below || (op == RANGE_LE && a->hi[l] <= b->lo[l])) return 1;
        return above || (op == RANGE_LT && a->lo[l] >= b->hi[l]) ? 0 : RANGE_UNKNOWN;
    }
    if (below || above) return op == RANGE_NE;
    return still ? op == RANGE_EQ : RANGE_UNKNOWN;
}

static int64_t truncated(const struct lanes *a, int l, bool truth)
{
    double v = a->lo[l];
    if (v != a->hi[l] || !(a->bends[l] < restless) || fabs(v) >= 9007199254740992.0)
        return RANGE_UNKNOWN;
    return truth ? v != 0 : (int64_t)v;
}

static void integers(struct machine *m, int op, const int32_t *w)
{
    struct whole_numbers *i = m->i, *to = &i[w[0]];
    struct lanes *j = m->j;
    for (int l = 0; l < LANES; l++) {
        switch (op) {
        case RANGE_TO_INT: to->v[l] = truncated(&j[w[1]], l, false); break;
        case RANGE_TO_BOOL: to->v[l] = truncated(&j[w[1]], l, true); break;
        case RANGE_LT:
        case RANGE_LE:
        case RANGE_EQ:
        case RANGE_NE: to->v[l] = relation(op, &j[w[1]], &j[w[2]], l); break;
        case RANGE_INT: to->v[l] = m->whole[w[1]]; break;
        case RANGE_WIDE:
            to->v[l] = (int64_t)((uint64_t)(uint32_t)m->whole[w[1]] |
                                 (uint64_t)(uint32_t)m->whole[w[1] + 1] << 32);
            break;
        case RANGE_INT_NEG:
        case RANGE_NOT: to->v[l] = whole_of(op, i[w[1]].v[l], 0, 0); break;
        case RANGE_INT_DIV: to->v[l] = quotient(i[w[1]].v[l], i[w[2]].v[l]); break;
        case RANGE_INT_MOD: to->v[l] = modulo(i[w[1]].v[l], i[w[2]].v[l]); break;
        case RANGE_INT_SELECT:
            to->v[l] = whole_of(op, i[w[1]].v[l], i[w[2]].v[l], i[w[3]].v[l]);
            break;
        default: to->v[l] = whole_of(op, i[w[1]].v[l], i[w[2]].v[l], 0);
        }
    }
}

/* ---- All else -------------------------------------------------------------------------------- */

static void signal(const struct machine *m, struct lanes *to, int l, int64_t at)
{
    const struct calm_signal *q = m->q + at;
    to->lo[l] = q->lo;
    to->hi[l] = q->hi;
    to->bends[l] = q->bends;
}

static void element(const struct machine *m, int op, struct lanes *to, int l, int64_t at,
                    const int32_t *w)
{
    if (at < 0 || at >= w[1]) {
        number(to, l, NAN);
        return;
    }
    switch (op) {
    case RANGE_SIGNAL: signal(m, to, l, w[0] + at); break;
    case RANGE_D: number(to, l, m->b->env->d[w[0] + at]); break;
    case RANGE_P: number(to, l, m->b->env->p[w[0] + at]); break;
    default: number(to, l, m->f->p->tables[w[0]][at]);
    }
}

static void select_of(struct lanes *to, const struct whole_numbers *which, const struct lanes *a,
                      const struct lanes *b)
{
    for (int l = 0; l < LANES; l++) {
        const struct lanes *x = which->v[l] ? a : b;
        double lo = x->lo[l], hi = x->hi[l];
        to->bends[l] = which->v[l] == RANGE_UNKNOWN ? restless : x->bends[l];
        to->lo[l] = lo;
        to->hi[l] = hi;
    }
}

static void moment(const struct machine *m, struct lanes *to)
{
    for (int l = 0; l < LANES; l++) {
        to->lo[l] = m->b->t.lo;
        to->hi[l] = m->b->t.hi;
        to->bends[l] = 1;
    }
}

/* False: the machine does not know it. */
static bool other(struct machine *m, int op, const int32_t *w)
{
    struct lanes *j = m->j, *to = &j[w[0]];
    struct whole_numbers *i = m->i;
    switch (op) {
    case RANGE_TIME: moment(m, to); return true;
    case RANGE_SELECT:
    case RANGE_KINK:
    case RANGE_SPIKE: select_of(to, &i[w[1]], &j[w[2]], &j[w[3]]); return true;
    case RANGE_COPY: memmove(to, j + w[1], (size_t)w[2] * sizeof *to); return true;
    case RANGE_COPY_INT: memmove(i + w[0], i + w[1], (size_t)w[2] * sizeof *i); return true;
    case RANGE_CLEAR: memset(to, 0, (size_t)w[1] * sizeof *to); return true;
    case RANGE_CLEAR_INT: memset(i + w[0], 0, (size_t)w[1] * sizeof *i); return true;
    default: break;
    }
    for (int l = 0; l < LANES; l++) {
        switch (op) {
        case RANGE_REAL: number(to, l, m->real[w[1]]); break;
        case RANGE_SIGNAL_AT: signal(m, to, l, m->whole[w[1]]); break;
        case RANGE_D_AT: number(to, l, m->b->env->d[m->whole[w[1]]]); break;
        case RANGE_P_AT: number(to, l, m->b->env->p[m->whole[w[1]]]); break;
        case RANGE_SIGNAL:
        case RANGE_D:
        case RANGE_P:
        case RANGE_TABLE: element(m, op, to, l, i[w[1]].v[l], m->whole + w[2]); break;
        case RANGE_TO_REAL:
        case RANGE_BOOL_TO_REAL:
            number(to, l, i[w[1]].v[l] == RANGE_UNKNOWN ? NAN : (double)i[w[1]].v[l]);
            break;
        default: return false;
        }
    }
    return true;
}

static int operands(int op)
{
#define LENGTH(name, text) [RANGE_##name] = sizeof(text) - 1,
    static const unsigned char lengths[] = {RANGE_OPS(LENGTH)};
#undef LENGTH
    return lengths[op];
}

static bool run(struct machine *m, int32_t pc, int32_t end);

static bool loop(struct machine *m, struct whole_numbers *i, const int32_t *range, int32_t from,
                 int32_t to)
{
    for (int32_t k = 0; k < range[2]; k++) {
        for (int l = 0; l < LANES; l++) i->v[l] = (int64_t)range[0] + (int64_t)k * range[1];
        if (!run(m, from, to) || m->result) return false;
    }
    return true;
}

/* All lanes go the same way. False: they do not, or no one knows the way. */
static bool same_way(const struct whole_numbers *i, bool *way)
{
    for (int l = 0; l < LANES; l++)
        if (i->v[l] == RANGE_UNKNOWN || !i->v[l] != !i->v[0]) return false;
    *way = i->v[0] != 0;
    return true;
}

static bool jump(struct machine *m, int op, const int32_t *w, int32_t *pc)
{
    int32_t from = *pc;
    bool way;
    switch (op) {
    case RANGE_END: m->result = &m->j[w[0]]; return true;
    case RANGE_UNLESS:
        if (!same_way(&m->i[w[0]], &way)) return false;
        if (!way) *pc = w[1];
        return true;
    case RANGE_LOOP: *pc = w[2]; return loop(m, &m->i[w[0]], m->whole + w[1], from, w[2]);
    case RANGE_IF:
        if (!same_way(&m->i[w[0]], &way)) return false;
        *pc = w[2];
        return way ? run(m, from, w[1]) : run(m, w[1], w[2]);
    default: return false;
    }
}

/* From pc up to end, or to a result. False: the machine does not follow. */
static bool run(struct machine *m, int32_t pc, int32_t end)
{
    while (pc < end && !m->result) {
        int op = m->code[pc] & ~RANGE_STILL;
        const int32_t *w = m->code + pc + 1;
        pc += 1 + operands(op);
        if (m->words-- <= 0) return false;
        if (op >= RANGE_ADD && op <= RANGE_MATH2) {
            arithmetic(m, op, w);
        } else if (op >= RANGE_TO_INT && op <= RANGE_INT_SELECT) {
            integers(m, op, w);
        } else if (op >= RANGE_UNLESS || op == RANGE_END) {
            if (!jump(m, op, w, &pc)) return false;
        } else if (!other(m, op, w)) {
            return false;
        }
    }
    return true;
}

void calm_run(const saltus_box *b, const struct calm_program *f, int32_t count,
              const struct calm_signal *q, double *room, bool *calm, struct calm_signal *value)
{
    const saltus_program *p = f->p;
    struct machine m = {.b = b,
                        .q = q,
                        .f = f,
                        .code = p->code + f->at[0],
                        .whole = p->whole + f->at[1],
                        .real = p->real + f->at[2],
                        .words = MOST_WORDS};
    bool known;
    m.j = (struct lanes *)(void *)room;
    m.i = (struct whole_numbers *)(void *)(m.j + m.code[RANGE_JETS]);
    for (int l = 0; l < LANES; l++) m.i[0].v[l] = f[l < count ? l : count - 1].i;
    known = run(&m, RANGE_HEAD, INT32_MAX) && m.result;
    for (int32_t l = 0; l < count; l++) {
        struct calm_signal v = {-INFINITY, INFINITY, restless};
        if (known) v = (struct calm_signal){m.result->lo[l], m.result->hi[l], m.result->bends[l]};
        calm[l] = v.bends <= most && isfinite(v.lo) && isfinite(v.hi);
        if (value) value[l] = v;
    }
}
