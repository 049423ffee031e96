/* SPDX-License-Identifier: MIT */
/* range.c - runs programs for ranges.
 *
 * A branch of which it is not known whether it is taken is run both ways from the same variables,
 * and what comes out is put together: the values are hulls, slopes are unknown, since the function
 * may jump. A way that leaves its loop or its function while the other goes on waits there. */
#include "base/range.h"
#include "base/range_jet.h"
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { SMALL = 16384, MOST_TURNS = 100000 };

enum flow { ON, LEFT_LOOP, LEFT, DONE, LOST, OPAQUE };

struct machine {
    const saltus_box *b;
    const saltus_program *p;
    int order;
    saltus_span *r;
    int turns; /* left */
};

/* The variables of a function at some point of it; jets NULL: none. */
struct state {
    struct range_jet *jets;
    int64_t *ints;
};

struct frame {
    struct machine *m;
    const int32_t *code, *whole;
    const double *real;
    struct range_jet *j;
    int64_t *i;
    struct state *left, *left_loop; /* what waits at the end of the function, of the loop */
};

static enum flow run(struct frame *f, int32_t pc, int32_t end);

/* ---- States ---------------------------------------------------------------------------------- */

static size_t jets_size(const struct frame *f)
{
    return (size_t)f->code[RANGE_LOCAL_JETS] * sizeof(struct range_jet);
}

static size_t ints_size(const struct frame *f)
{
    return (size_t)f->code[RANGE_LOCAL_INTS] * sizeof(int64_t);
}

static bool state_keep(const struct frame *f, struct state *s)
{
    s->jets = malloc(jets_size(f) + ints_size(f) + 1);
    if (!s->jets) return false;
    s->ints = (int64_t *)(void *)((char *)s->jets + jets_size(f));
    memcpy(s->jets, f->j, jets_size(f));
    memcpy(s->ints, f->i, ints_size(f));
    return true;
}

static void state_drop(struct state *s)
{
    free(s->jets);
    s->jets = NULL;
}

static void state_restore(struct frame *f, const struct state *s)
{
    memcpy(f->j, s->jets, jets_size(f));
    memcpy(f->i, s->ints, ints_size(f));
}

static bool same_jet(const struct range_jet *a, const struct range_jet *b)
{
    return a->n == b->n && memcmp(a->c, b->c, (size_t)a->n * sizeof a->c[0]) == 0;
}

/* The variables are these, or those of s. */
static void state_join(struct frame *f, struct state *s)
{
    if (!s->jets) return;
    for (int32_t k = 0; k < f->code[RANGE_LOCAL_JETS]; k++)
        if (!same_jet(&f->j[k], &s->jets[k]))
            f->j[k] = range_jet_either(f->m->order, f->j[k], s->jets[k], 1);
    for (int32_t k = 0; k < f->code[RANGE_LOCAL_INTS]; k++)
        if (f->i[k] != s->ints[k]) f->i[k] = RANGE_UNKNOWN;
    state_drop(s);
}

/* The variables as they are wait there, together with what waits already. */
static bool wait_at(struct frame *f, struct state *there)
{
    state_join(f, there);
    return state_keep(f, there);
}

static bool leave(struct frame *f, enum flow flow)
{
    return flow == LEFT ? wait_at(f, f->left) : wait_at(f, f->left_loop);
}

static bool is_leaving(enum flow flow)
{
    return flow == LEFT || flow == LEFT_LOOP;
}

/* ---- Branches and loops ---------------------------------------------------------------------- */

/* Both ways of an IF that is not decided. */
static enum flow both_ways(struct frame *f, int32_t yes, int32_t no, int32_t end)
{
    struct state before = {0}, after = {0};
    enum flow first, second = LOST;
    if (!state_keep(f, &before)) return LOST;
    first = run(f, yes, no);
    if (first == ON || is_leaving(first)) {
        if (is_leaving(first) && !leave(f, first)) first = LOST;
        if (first == ON && !state_keep(f, &after)) first = LOST;
    }
    if (first == ON || is_leaving(first)) {
        state_restore(f, &before);
        second = run(f, no, end);
        if (is_leaving(second) && !leave(f, second)) second = LOST;
    } else {
        second = first;
    }
    state_drop(&before);
    if (second > LEFT) return state_drop(&after), second;
    if (first == ON && second == ON) return state_join(f, &after), ON;
    if (first == ON) state_restore(f, &after);
    state_drop(&after);
    if (first == ON || second == ON) return ON;
    /* both have left; the farther one of the two waits where it belongs */
    if (first == LEFT_LOOP || second == LEFT_LOOP) {
        state_restore(f, f->left_loop);
        state_drop(f->left_loop);
        return LEFT_LOOP;
    }
    state_restore(f, f->left);
    state_drop(f->left);
    return LEFT;
}

static enum flow branch(struct frame *f, int64_t which, int32_t yes, int32_t no, int32_t end)
{
    if (which == RANGE_UNKNOWN) return both_ways(f, yes, no, end);
    return which ? run(f, yes, no) : run(f, no, end);
}

/* One turn of a loop: ON, or how it was left. */
static enum flow turn(struct frame *f, int32_t from, int32_t to)
{
    if (f->m->turns-- <= 0) return LOST;
    return run(f, from, to);
}

static enum flow end_loop(struct frame *f, enum flow flow, struct state *outer, struct state *own)
{
    if (flow == ON || flow == LEFT_LOOP) {
        state_join(f, own);
        flow = ON;
    }
    if (flow == LEFT && own->jets) { /* some ways go on behind the loop */
        if (!leave(f, LEFT)) flow = LOST;
        if (flow == LEFT) {
            state_restore(f, own);
            flow = ON;
        }
    }
    state_drop(own);
    f->left_loop = outer;
    return flow;
}

static enum flow loop(struct frame *f, int32_t i, const int32_t *range, int32_t from, int32_t to)
{
    struct state own = {0}, *outer = f->left_loop;
    enum flow flow = ON;
    f->left_loop = &own;
    for (int32_t k = 0; k < range[2] && flow == ON; k++) {
        f->i[i] = (int64_t)range[0] + (int64_t)k * range[1];
        flow = turn(f, from, to);
    }
    return end_loop(f, flow, outer, &own);
}

static enum flow loop_while(struct frame *f, int32_t i, int32_t from, int32_t body, int32_t to)
{
    struct state own = {0}, *outer = f->left_loop;
    enum flow flow = ON;
    f->left_loop = &own;
    while (flow == ON) {
        flow = turn(f, from, body);
        if (flow != ON || f->i[i] == 0) break;
        flow = f->i[i] == RANGE_UNKNOWN ? LOST : run(f, body, to);
    }
    return end_loop(f, flow, outer, &own);
}

/* ---- Calls ----------------------------------------------------------------------------------- */

static void copies(struct frame *to, const struct frame *from, const int32_t *w, int32_t n)
{
    for (int32_t k = 0; k < n; k++, w += 4) {
        if (w[0])
            memcpy(to->i + w[1], from->i + w[2], (size_t)w[3] * sizeof *to->i);
        else
            memcpy(to->j + w[1], from->j + w[2], (size_t)w[3] * sizeof *to->j);
    }
}

static enum flow call(struct frame *f, const int32_t *w)
{
    struct state left = {0};
    const saltus_program *p = f->m->p;
    struct frame g = {.m = f->m,
                      .code = p->code + w[0],
                      .whole = p->whole + w[1],
                      .real = p->real + w[2],
                      .j = f->j + f->code[RANGE_OWN_JETS],
                      .i = f->i + f->code[RANGE_OWN_INTS],
                      .left = &left};
    enum flow flow;
    copies(&g, f, w + 5, w[3]);
    flow = run(&g, RANGE_HEAD, INT32_MAX);
    if (flow == LEFT || flow == ON) {
        state_join(&g, &left);
        copies(f, &g, w + 5 + 4 * w[3], w[4]);
        flow = ON;
    }
    state_drop(&left);
    return flow;
}

/* ---- Loops of equations ---------------------------------------------------------------------- */

static void to_spans(saltus_span *to, const struct range_jet *from, int order)
{
    for (int k = 0; k < SALTUS_SERIES; k++)
        to[k] = k < from->n && k < order ? from->c[k] : span_of(0);
}

static enum flow solve(struct frame *f, const int32_t *w)
{
    int32_t inputs = w[5], values = w[6], n = w[7];
    int order = f->m->order, solved;
    size_t spans = (size_t)SALTUS_SERIES * ((size_t)inputs + (size_t)n) + 1;
    int64_t point = f->i[w[1]];
    saltus_span *u, *y;
    double *v;
    if (!f->m->b->solve || point == RANGE_UNKNOWN) return OPAQUE;
    u = malloc(spans * sizeof *u + ((size_t)values + 1) * sizeof *v);
    if (!u) return LOST;
    y = u + (size_t)SALTUS_SERIES * (size_t)inputs;
    v = (double *)(void *)(u + spans);
    for (int32_t k = 0; k < inputs; k++)
        to_spans(u + (size_t)SALTUS_SERIES * (size_t)k, &f->j[w[2] + k], order);
    for (int32_t k = 0; k < values; k++) v[k] = f->j[w[3] + k].c[0].lo;
    solved = f->m->b->solve(f->m->b, w[0], (int32_t)point, order, u, v, 0, n, y);
    for (int32_t k = 0; k < n && solved; k++) {
        struct range_jet *to = &f->j[w[4] + k];
        to->n = order;
        memcpy(to->c, y + (size_t)SALTUS_SERIES * (size_t)k, (size_t)order * sizeof to->c[0]);
    }
    free(u);
    return solved ? ON : OPAQUE;
}

/* ---- Integers -------------------------------------------------------------------------------- */

static int64_t modulo(int64_t a, int64_t b)
{
    int64_t rest = b == -1 ? 0 : a % b;
    return rest && (rest < 0) != (b < 0) ? rest + b : rest;
}

static int64_t known(int op, int64_t a, int64_t b)
{
    uint64_t u = (uint64_t)a, v = (uint64_t)b;
    switch (op) {
    case RANGE_INT_ADD: return (int64_t)(u + v);
    case RANGE_INT_SUB: return (int64_t)(u - v);
    case RANGE_INT_MUL: return (int64_t)(u * v);
    case RANGE_INT_DIV: return b == 0 ? RANGE_UNKNOWN : b == -1 ? (int64_t)(0 - u) : a / b;
    case RANGE_INT_MOD: return b == 0 ? RANGE_UNKNOWN : modulo(a, b);
    case RANGE_INT_LT: return a < b;
    case RANGE_INT_LE: return a <= b;
    case RANGE_INT_EQ: return a == b;
    case RANGE_INT_NE: return a != b;
    case RANGE_INT_MIN: return a < b ? a : b;
    default: return a > b ? a : b;
    }
}

static int64_t integers(int op, int64_t a, int64_t b)
{
    return a == RANGE_UNKNOWN || b == RANGE_UNKNOWN ? RANGE_UNKNOWN : known(op, a, b);
}

static int64_t and_of(int64_t a, int64_t b)
{
    if (a == 0 || b == 0) return 0;
    return a == RANGE_UNKNOWN || b == RANGE_UNKNOWN ? RANGE_UNKNOWN : 1;
}

static int64_t not_of(int64_t a)
{
    return a == RANGE_UNKNOWN ? a : !a;
}

static int64_t less(saltus_span a, saltus_span b)
{
    return a.hi < b.lo ? 1 : a.lo >= b.hi ? 0 : RANGE_UNKNOWN;
}

static int64_t equal(saltus_span a, saltus_span b)
{
    if (a.hi < b.lo || b.hi < a.lo) return 0;
    return a.lo == a.hi && b.lo == b.hi ? 1 : RANGE_UNKNOWN;
}

static int64_t to_int(saltus_span a)
{
    if (a.lo != a.hi || fabs(a.lo) >= 9007199254740992.0) return RANGE_UNKNOWN;
    return (int64_t)a.lo;
}

/* Not 0? */
static int64_t to_bool(saltus_span a)
{
    return not_of(equal(a, span_of(0)));
}

/* ---- Series ---------------------------------------------------------------------------------- */

static bool inside(int64_t index, int32_t count)
{
    return index >= 0 && index < count;
}

static void signal(const struct machine *m, struct range_jet *to, int64_t at)
{
    const saltus_box *b = m->b;
    const saltus_span *q = b->q + at * b->stride;
    to->n = b->width < m->order ? b->width : m->order;
    for (int k = 0; k < to->n; k++) to->c[k] = q[k];
}

static struct range_jet now(const struct machine *m)
{
    struct range_jet r = range_jet_of(m->b->t);
    if (m->order < 2) return r;
    r.c[1] = span_of(1);
    r.n = 2;
    return r;
}

/* A number of the model; what is none, or not finite, can be anything. */
static void point(struct range_jet *to, double v)
{
    to->c[0] = isfinite(v) ? span_of(v) : span_all();
    to->n = 1;
}

static void element(const struct frame *f, int op, struct range_jet *to, int64_t at,
                    const int32_t *w)
{
    const struct machine *m = f->m;
    if (!inside(at, w[1])) {
        *to = range_jet_all(m->order);
        return;
    }
    switch (op) {
    case RANGE_SIGNAL: signal(m, to, w[0] + at); break;
    case RANGE_D: point(to, m->b->env->d[w[0] + at]); break;
    case RANGE_P: point(to, m->b->env->p[w[0] + at]); break;
    default: point(to, m->p->tables[w[0]][at]); break;
    }
}

static struct range_jet select_of(int order, int64_t which, const struct range_jet *a,
                                  const struct range_jet *b, int op)
{
    int smooth = op == RANGE_SPIKE ? SALTUS_SERIES : op == RANGE_KINK ? 2 : 1;
    if (which != RANGE_UNKNOWN) return which ? *a : *b;
    return same_jet(a, b) ? *a : range_jet_either(order, *a, *b, smooth);
}

static struct range_jet real_of(int order, int64_t i, bool truth)
{
    struct range_jet r;
    if (i != RANGE_UNKNOWN) return range_jet_of(span_of((double)i));
    r = range_jet_all(order);
    if (truth) r.c[0] = span_make(0, 1);
    return r;
}

/* As the model computes it, if all operands are numbers. */
static bool still(struct frame *f, int op, const int32_t *w)
{
    bool two = op <= RANGE_MAX, math = op == RANGE_MATH1 || op == RANGE_MATH2;
    saltus_span x = f->j[w[math ? 2 : 1]].c[0];
    saltus_span y = two || op == RANGE_MATH2 ? f->j[w[math ? 3 : 2]].c[0] : x;
    double a = x.lo, b = y.lo, v;
    if (x.lo != x.hi || y.lo != y.hi) return false;
    switch (op) {
    case RANGE_ADD: v = a + b; break;
    case RANGE_SUB: v = a - b; break;
    case RANGE_MUL: v = a * b; break;
    case RANGE_DIV: v = a / b; break;
    case RANGE_POW: v = pow(a, b); break;
    case RANGE_MIN: v = b < a ? b : a; break;
    case RANGE_MAX: v = a < b ? b : a; break;
    case RANGE_NEG: v = -a; break;
    case RANGE_SQR: v = a * a; break;
    case RANGE_FLOOR: v = floor(a); break;
    default: v = elementary_value((enum elementary)w[1], a, b); break;
    }
    point(&f->j[w[0]], v);
    return true;
}

static void series(struct frame *f, int op, const int32_t *w)
{
    struct range_jet *j = f->j, *to = &j[w[0]];
    int order = f->m->order;
    switch (op) {
    case RANGE_ADD: range_jet_add(order, to, &j[w[1]], &j[w[2]]); break;
    case RANGE_SUB: range_jet_sub(order, to, &j[w[1]], &j[w[2]]); break;
    case RANGE_MUL: range_jet_mul(order, to, &j[w[1]], &j[w[2]]); break;
    case RANGE_DIV: range_jet_div(order, to, &j[w[1]], &j[w[2]]); break;
    case RANGE_POW: *to = range_jet_pow(order, j[w[1]], j[w[2]]); break;
    case RANGE_MIN: *to = range_jet_min(order, j[w[1]], j[w[2]]); break;
    case RANGE_MAX: *to = range_jet_max(order, j[w[1]], j[w[2]]); break;
    case RANGE_NEG: range_jet_neg(order, to, &j[w[1]]); break;
    case RANGE_SQR: range_jet_sqr(order, to, &j[w[1]]); break;
    case RANGE_FLOOR: *to = range_jet_floor(order, j[w[1]]); break;
    case RANGE_MATH1: *to = range_jet_math(order, (enum elementary)w[1], j[w[2]], j[w[2]]); break;
    default: *to = range_jet_math(order, (enum elementary)w[1], j[w[2]], j[w[3]]); break;
    }
}

static void clear(struct frame *f, int32_t from, int32_t n)
{
    for (int32_t k = 0; k < n; k++) f->j[from + k] = range_jet_of(span_of(0));
}

static void put(struct frame *f, const int32_t *w)
{
    struct range_jet *to = f->j + w[0];
    if (inside(f->i[w[2]], w[3])) {
        to[f->i[w[2]]] = f->j[w[1]];
        return;
    }
    for (int32_t k = 0; k < w[3]; k++) to[k] = range_jet_all(f->m->order);
}

static void put_int(struct frame *f, const int32_t *w)
{
    int64_t *to = f->i + w[0];
    if (inside(f->i[w[2]], w[3])) {
        to[f->i[w[2]]] = f->i[w[1]];
        return;
    }
    for (int32_t k = 0; k < w[3]; k++) to[k] = RANGE_UNKNOWN;
}

static enum flow end(struct frame *f, const struct range_jet *result)
{
    for (int k = 0; k < f->m->order; k++) f->m->r[k] = k < result->n ? result->c[k] : span_of(0);
    return DONE;
}

/* ---- One operation --------------------------------------------------------------------------- */

static int64_t wide(const int32_t *w)
{
    return (int64_t)((uint64_t)(uint32_t)w[0] | (uint64_t)(uint32_t)w[1] << 32);
}

/* What leaves the order of the text. *pc: where to go on. */
static enum flow jump(struct frame *f, int op, const int32_t *w, int32_t *pc)
{
    int32_t from = *pc;
    switch (op) {
    case RANGE_END: return end(f, &f->j[w[0]]);
    case RANGE_UNLESS:
        if (f->i[w[0]] == RANGE_UNKNOWN) return LOST;
        if (!f->i[w[0]]) *pc = w[1];
        return ON;
    case RANGE_LOOP: *pc = w[2]; return loop(f, w[0], f->whole + w[1], from, w[2]);
    case RANGE_WHILE: *pc = w[2]; return loop_while(f, w[0], from, w[1], w[2]);
    case RANGE_IF: *pc = w[2]; return branch(f, f->i[w[0]], from, w[1], w[2]);
    case RANGE_BREAK: return LEFT_LOOP;
    case RANGE_RETURN: return LEFT;
    case RANGE_CALL: *pc = from + 4 * (w[3] + w[4]); return call(f, w);
    default: return solve(f, w);
    }
}

static void integer(struct frame *f, int op, const int32_t *w)
{
    struct range_jet *j = f->j;
    int64_t *i = f->i, *to = &i[w[0]];
    switch (op) {
    case RANGE_TO_INT: *to = to_int(j[w[1]].c[0]); break;
    case RANGE_TO_BOOL: *to = to_bool(j[w[1]].c[0]); break;
    case RANGE_LT: *to = less(j[w[1]].c[0], j[w[2]].c[0]); break;
    case RANGE_LE: *to = not_of(less(j[w[2]].c[0], j[w[1]].c[0])); break;
    case RANGE_EQ: *to = equal(j[w[1]].c[0], j[w[2]].c[0]); break;
    case RANGE_NE: *to = not_of(equal(j[w[1]].c[0], j[w[2]].c[0])); break;
    case RANGE_INT: *to = f->whole[w[1]]; break;
    case RANGE_WIDE: *to = wide(f->whole + w[1]); break;
    case RANGE_INT_NEG: *to = i[w[1]] == RANGE_UNKNOWN ? RANGE_UNKNOWN : -i[w[1]]; break;
    case RANGE_AND: *to = and_of(i[w[1]], i[w[2]]); break;
    case RANGE_OR: *to = not_of(and_of(not_of(i[w[1]]), not_of(i[w[2]]))); break;
    case RANGE_NOT: *to = not_of(i[w[1]]); break;
    case RANGE_INT_SELECT:
        if (i[w[1]] != RANGE_UNKNOWN)
            *to = i[w[1]] ? i[w[2]] : i[w[3]];
        else
            *to = i[w[2]] == i[w[3]] ? i[w[2]] : RANGE_UNKNOWN;
        break;
    default: *to = integers(op, i[w[1]], i[w[2]]); break;
    }
}

static void other(struct frame *f, int op, const int32_t *w)
{
    struct range_jet *j = f->j, *to = &j[w[0]];
    const struct machine *m = f->m;
    int64_t *i = f->i;
    switch (op) {
    case RANGE_REAL: point(to, f->real[w[1]]); break;
    case RANGE_TIME: *to = now(m); break;
    case RANGE_SIGNAL_AT: signal(m, to, f->whole[w[1]]); break;
    case RANGE_D_AT: point(to, m->b->env->d[f->whole[w[1]]]); break;
    case RANGE_P_AT: point(to, m->b->env->p[f->whole[w[1]]]); break;
    case RANGE_SIGNAL:
    case RANGE_D:
    case RANGE_P:
    case RANGE_TABLE: element(f, op, to, i[w[1]], f->whole + w[2]); break;
    case RANGE_ITEM:
        *to = inside(i[w[2]], w[3]) ? j[w[1] + i[w[2]]] : range_jet_all(m->order);
        break;
    case RANGE_ITEM_INT: i[w[0]] = inside(i[w[2]], w[3]) ? i[w[1] + i[w[2]]] : RANGE_UNKNOWN; break;
    case RANGE_PUT: put(f, w); break;
    case RANGE_PUT_INT: put_int(f, w); break;
    case RANGE_COPY: memmove(to, j + w[1], (size_t)w[2] * sizeof *to); break;
    case RANGE_COPY_INT: memmove(i + w[0], i + w[1], (size_t)w[2] * sizeof *i); break;
    case RANGE_CLEAR: clear(f, w[0], w[1]); break;
    case RANGE_CLEAR_INT: memset(i + w[0], 0, (size_t)w[1] * sizeof *i); break;
    case RANGE_SELECT:
    case RANGE_KINK:
    case RANGE_SPIKE: *to = select_of(m->order, i[w[1]], &j[w[2]], &j[w[3]], op); break;
    default: *to = real_of(m->order, i[w[1]], op == RANGE_BOOL_TO_REAL); break;
    }
}

static int operands(int op)
{
#define LENGTH(name, text) [RANGE_##name] = sizeof(text) - 1,
    static const unsigned char lengths[] = {RANGE_OPS(LENGTH)};
#undef LENGTH
    return lengths[op];
}

/* From pc up to end. */
static enum flow run(struct frame *f, int32_t pc, int32_t end)
{
    while (pc < end) {
        int op = f->code[pc] & ~RANGE_STILL;
        bool is_still = (f->code[pc] & RANGE_STILL) != 0;
        const int32_t *w = f->code + pc + 1;
        enum flow flow;
        pc += 1 + operands(op);
        if (op >= RANGE_ADD && op <= RANGE_MATH2) {
            if (!is_still || !still(f, op, w)) series(f, op, w);
        } else if (op >= RANGE_TO_INT && op <= RANGE_INT_SELECT) {
            integer(f, op, w);
        } else if (op >= RANGE_UNLESS || op == RANGE_END) {
            flow = jump(f, op, w, &pc);
            if (flow != ON) return flow;
        } else {
            other(f, op, w);
        }
    }
    return ON;
}

/* ---- From outside ---------------------------------------------------------------------------- */

static enum flow start(struct machine *m, const int32_t *at, int32_t i, void *memory)
{
    struct state left = {0};
    struct frame f = {.m = m,
                      .code = m->p->code + at[0],
                      .whole = m->p->whole + at[1],
                      .real = m->p->real + at[2],
                      .left = &left};
    f.j = memory;
    f.i = (int64_t *)(void *)(f.j + f.code[RANGE_JETS]);
    f.i[0] = i;
    return run(&f, RANGE_HEAD, INT32_MAX);
}

int range_run(const saltus_box *b, const saltus_program *p, const int32_t *at, int32_t i, int order,
              saltus_span *r)
{
    union {
        struct range_jet jets[1];
        int64_t ints[1];
        char bytes[SMALL];
    } small;
    const int32_t *head = p->code + at[0];
    size_t size = (size_t)head[RANGE_JETS] * sizeof(struct range_jet) +
                  (size_t)head[RANGE_INTS] * sizeof(int64_t);
    void *memory = size <= sizeof small ? &small : malloc(size);
    struct machine m = {b, p, order, r, MOST_TURNS};
    enum flow flow = memory ? start(&m, at, i, memory) : LOST;
    if (memory != (void *)&small) free(memory);
    if (flow == OPAQUE) return 0;
    for (int k = 0; k < order && flow != DONE; k++) r[k] = span_all();
    return 1;
}
