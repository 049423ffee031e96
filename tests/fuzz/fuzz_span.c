/* SPDX-License-Identifier: MIT */
/* fuzz_span.c - random programs of the range machine on arbitrary spans: what a program computes for
 * numbers inside lies inside, and no end of a span is a NaN.
 *
 * An input is three spans (time and two signals), a number in each, and words of four bytes: an
 * operation, a result and two operands. Some of them stand in the branches of an IF. The numbers are
 * computed as the model would; after one that is not finite nothing is known but that spans are spans.
 *
 *     tests/fuzz/run.sh span 60 */
#include "base/range.h"
#include "base/range_jet.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { REALS = 8, INTS = 4, SPANS = 3, MOST = 40, CODE = 8 * MOST + RANGE_HEAD + 8 };

/* A register as a number; dead: not finite, or made from what is not. */
struct number {
    double v;
    bool dead;
};

struct program {
    int32_t code[CODE], n;
    struct number r[REALS];
    int64_t i[INTS];
    bool lost[INTS]; /* the integer came from what is dead */
};

static const int binary[] = {RANGE_ADD, RANGE_SUB, RANGE_MUL, RANGE_DIV,
                             RANGE_POW, RANGE_MIN, RANGE_MAX};
static const int unary[] = {RANGE_NEG, RANGE_SQR, RANGE_FLOOR};

static void must(bool holds)
{
    if (!holds) abort();
}

static bool is_span(saltus_span a)
{
    return a.lo <= a.hi && a.lo <= DBL_MAX && a.hi >= -DBL_MAX;
}

static void word(struct program *p, int32_t w)
{
    p->code[p->n++] = w;
}

static double of_two(int op, double a, double b)
{
    switch (op) {
    case RANGE_ADD: return a + b;
    case RANGE_SUB: return a - b;
    case RANGE_MUL: return a * b;
    case RANGE_DIV: return a / b;
    case RANGE_POW: return pow(a, b);
    case RANGE_MIN: return b < a ? b : a;
    default: return a < b ? b : a;
    }
}

static double of_one(int op, double a)
{
    return op == RANGE_NEG ? -a : op == RANGE_SQR ? a * a : floor(a);
}

static void store(struct number *to, double v, bool dead)
{
    *to = (struct number){v, dead || !isfinite(v)};
}

/* One operation into the code, and, if it runs, its value. */
static void operation(struct program *p, const uint8_t *w, bool runs)
{
    int to = w[1] % REALS, a = w[2] % REALS, b = w[3] % REALS, k = w[1] % INTS;
    struct number x = p->r[a], y = p->r[b], *r = &p->r[to];
    bool dead = x.dead || y.dead;
    switch (w[0] % 8) {
    case 0:
    case 1: {
        int op = binary[w[0] / 8 % (int)(sizeof binary / sizeof *binary)];
        word(p, op), word(p, to), word(p, a), word(p, b);
        if (runs) store(r, of_two(op, x.v, y.v), dead);
        break;
    }
    case 2: {
        int op = unary[w[0] / 8 % (int)(sizeof unary / sizeof *unary)];
        word(p, op), word(p, to), word(p, a);
        if (runs) store(r, of_one(op, x.v), x.dead);
        break;
    }
    case 3:
    case 4: {
        enum elementary f = (enum elementary)(w[0] / 8 % ELEMENTARY_COUNT);
        bool two = elementary_row(f)->arity == 2;
        word(p, two ? RANGE_MATH2 : RANGE_MATH1), word(p, to), word(p, f), word(p, a);
        if (two) word(p, b);
        if (runs) store(r, elementary_value(f, x.v, y.v), two ? dead : x.dead);
        break;
    }
    case 5:
        word(p, w[0] & 8 ? RANGE_LT : RANGE_LE), word(p, k), word(p, a), word(p, b);
        if (runs) p->i[k] = w[0] & 8 ? x.v < y.v : x.v <= y.v, p->lost[k] = dead;
        break;
    case 6:
        word(p, RANGE_SELECT), word(p, to), word(p, k), word(p, a), word(p, b);
        if (runs) {
            struct number chosen = p->i[k] ? x : y;
            store(r, chosen.v, chosen.dead || p->lost[k]);
        }
        break;
    default:
        word(p, RANGE_BOOL_TO_REAL), word(p, to), word(p, k);
        if (runs) store(r, (double)(p->i[k] != 0), p->lost[k]);
    }
}

/* if i then the next operation else the one after it */
static void both(struct program *p, const uint8_t *w)
{
    int32_t at, k = w[1] % INTS;
    bool yes = p->i[k] != 0, lost = p->lost[k];
    word(p, RANGE_IF), word(p, k);
    at = p->n;
    p->n += 2;
    operation(p, w + 4, yes);
    p->code[at] = p->n;
    operation(p, w + 8, !yes);
    p->code[at + 1] = p->n;
    for (int j = 0; lost && j < REALS; j++) p->r[j].dead = true;
    for (int j = 0; lost && j < INTS; j++) p->lost[j] = true;
}

/* A span, and a number in it. */
static saltus_span take(const uint8_t **data, struct number *v)
{
    double lo, hi, u = (*data)[16] / 255.0, m;
    saltus_span a;
    memcpy(&lo, *data, sizeof lo);
    memcpy(&hi, *data + 8, sizeof hi);
    *data += 17;
    a = span_make(lo, hi);
    if (!(lo <= hi)) a = span_make(hi, lo);
    lo = fmax(a.lo, -DBL_MAX), hi = fmin(a.hi, DBL_MAX);
    m = lo * (1 - u) + hi * u;
    *v = (struct number){fmin(hi, fmax(lo, m)), false};
    return a;
}

static void prologue(struct program *p)
{
    static const int32_t head[RANGE_HEAD] = {REALS, INTS, REALS, INTS, REALS, INTS};
    memcpy(p->code, head, sizeof head);
    p->n = RANGE_HEAD;
    word(p, RANGE_CLEAR), word(p, 0), word(p, REALS);
    word(p, RANGE_CLEAR_INT), word(p, 0), word(p, INTS);
    word(p, RANGE_TIME), word(p, 0);
    for (int32_t k = 0; k < 2; k++) word(p, RANGE_SIGNAL_AT), word(p, k + 1), word(p, k);
    word(p, RANGE_REAL), word(p, 3), word(p, 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const int32_t whole[] = {0, 1}, at[] = {0, 0, 0};
    saltus_span q[2 * SALTUS_SERIES], r[SALTUS_SERIES];
    struct program p = {.n = 0};
    const uint8_t *end = data + size;
    saltus_env env = {.t = 0};
    saltus_box b = {.q = q, .stride = SALTUS_SERIES, .width = SALTUS_SIGNAL, .env = &env};
    double real;
    int result, order, left = MOST;
    if (size < SPANS * 17 + 2 + sizeof real) return 0;
    b.t = take(&data, &p.r[0]);
    for (int k = 0; k < 2; k++) {
        q[k * SALTUS_SERIES] = take(&data, &p.r[k + 1]);
        for (int j = 1; j < SALTUS_SERIES; j++)
            q[k * SALTUS_SERIES + j] = j < 3 ? q[k * SALTUS_SERIES] : span_of(0);
    }
    memcpy(&real, data, sizeof real);
    store(&p.r[3], real, false);
    data += sizeof real;
    result = *data++ % REALS;
    order = 1 + *data++ % SALTUS_SERIES;
    prologue(&p);
    for (; end - data >= 12 && left >= 3; left--) {
        bool branch = data[0] >= 250;
        if (branch)
            both(&p, data);
        else
            operation(&p, data, true);
        data += branch ? 12 : 4;
        left -= branch ? 2 : 0;
    }
    word(&p, RANGE_END), word(&p, result);
    must(range_run(&b, &(saltus_program){.code = p.code, .whole = whole, .real = &real}, at, 0,
                   order, r) == 1);
    for (int k = 0; k < order; k++) must(is_span(r[k]));
    must(p.r[result].dead || span_has(r[0], p.r[result].v));
    return 0;
}
