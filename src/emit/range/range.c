/* SPDX-License-Identifier: MIT */
/* range.c - expressions as operations on series of spans. */
#include "emit/range/range.h"

/* ---- Words ----------------------------------------------------------------------------------- */

struct range range_new(struct lower *l)
{
    struct range r = {.l = l};
    for (int k = 0; k < RANGE_HEAD; k++) VEC_ADD(l->scratch, &r.code, 0);
    return r;
}

void range_op(struct range *r, int op, int n, const int32_t *operands)
{
    VEC_ADD(r->l->scratch, &r->code, op);
    for (int k = 0; k < n; k++) VEC_ADD(r->l->scratch, &r->code, operands[k]);
}

int32_t range_here(const struct range *r)
{
    return r->code.n;
}

int32_t range_jet_new(struct range *r, int32_t n)
{
    r->jets += n;
    return r->jets - n;
}

int32_t range_int_new(struct range *r, int32_t n)
{
    r->ints += n;
    return r->ints - n;
}

int32_t range_whole(struct range *r, int64_t v)
{
    VEC_ADD(r->l->scratch, &r->whole, (int32_t)v);
    return r->whole.n - 1;
}

int32_t range_int(struct range *r, int64_t v)
{
    int32_t to = range_int_new(r, 1), at = range_whole(r, (int32_t)(uint32_t)(uint64_t)v);
    if (v == (int32_t)v) {
        RANGE_EMIT(r, RANGE_INT, to, at);
        return to;
    }
    range_whole(r, (int32_t)(uint32_t)((uint64_t)v >> 32));
    RANGE_EMIT(r, RANGE_WIDE, to, at);
    return to;
}

void range_opaque(struct range *r, const char *why)
{
    if (r->opaque) return;
    r->opaque = why;
    r->at = r->l->m->at;
}

/* ---- Programs -------------------------------------------------------------------------------- */

/* Where this key stands already, or -1; then it is noted to stand at `at`. */
static int32_t place_of(struct lower *l, struct dict *known, const void *key, size_t size,
                        int32_t at)
{
    struct dict_row *row = dict_find(known, key, size);
    if (row) return row->value;
    dict_add(l->arena, known, arena_text(l->arena, key, size), size, at);
    return -1;
}

static int32_t place_words(struct lower *l, struct dict *known, range_words *all,
                           const range_words *words)
{
    int32_t at;
    if (!words->n) return 0;
    at = place_of(l, known, words->at, (size_t)words->n * sizeof *words->at, all->n);
    if (at >= 0) return at;
    at = all->n;
    for (int32_t k = 0; k < words->n; k++) VEC_ADD(l->arena, all, words->at[k]);
    return at;
}

static int32_t place_reals(struct lower *l, const struct range *r)
{
    struct code_programs *to = &l->code->programs;
    int32_t at;
    if (!r->real.n) return 0;
    at =
        place_of(l, &l->range_real, r->real.at, (size_t)r->real.n * sizeof *r->real.at, to->real.n);
    if (at >= 0) return at;
    at = to->real.n;
    for (int32_t k = 0; k < r->real.n; k++) VEC_ADD(l->arena, &to->real, r->real.at[k]);
    return at;
}

void range_finish(struct range *r, int32_t local_jets, int32_t local_ints, int32_t at[3])
{
    struct lower *l = r->l;
    struct code_programs *to = &l->code->programs;
    int32_t *head = r->code.at;
    head[RANGE_JETS] = r->jets + r->more_jets;
    head[RANGE_INTS] = r->ints + r->more_ints;
    head[RANGE_OWN_JETS] = r->jets;
    head[RANGE_OWN_INTS] = r->ints;
    head[RANGE_LOCAL_JETS] = local_jets;
    head[RANGE_LOCAL_INTS] = local_ints;
    at[0] = place_words(l, &l->range_code, (range_words *)&to->code, &r->code);
    at[1] = place_words(l, &l->range_whole, (range_words *)&to->whole, &r->whole);
    at[2] = place_reals(l, r);
}

/* ---- Nodes ----------------------------------------------------------------------------------- */

struct held {
    int32_t at; /* its register */
    bool still; /* constant between events */
};

/* False: not known. Inside a loop, what contains its iterator is not what it is outside. */
static struct range_scope *outer(const struct range_scope *s, const struct ir *e)
{
    for (int32_t k = 0; s->iter && k < e->n_free; k++)
        if (e->free[k] == s->iter) return NULL;
    return s->up;
}

static bool lookup(const struct range *r, const struct ir *e, struct held *v)
{
    for (struct range_scope *s = r->scope; s; s = outer(s, e)) {
        int64_t number = node_map_number(&s->known, e);
        if (!number) continue;
        *v = (struct held){(int32_t)(number / 2 - 1), number % 2};
        return true;
    }
    return false;
}

const int32_t *range_known(const struct range *r, const struct ir *call)
{
    for (struct range_scope *s = r->scope; s; s = outer(s, call)) {
        const int32_t *outputs = node_map_get(&s->outputs, call);
        if (outputs) return outputs;
    }
    return NULL;
}

void range_know(struct range *r, const struct ir *call, const int32_t *outputs)
{
    node_map_put(r->l->scratch, &r->scope->outputs, call)->value = (void *)(uintptr_t)outputs;
}

static void know(struct range *r, const struct ir *e, int32_t at, bool still)
{
    node_map_put(r->l->scratch, &r->scope->known, e)->number = ((int64_t)at + 1) * 2 + still;
}

static const struct range_bound *bound_of(const struct range *r, const struct ir_iter *it)
{
    const struct range_bound *b = r->bounds;
    while (b && b->iter != it) b = b->up;
    return b;
}

static bool is_bound(const struct range *r, const struct ir *e)
{
    for (int32_t k = 0; k < e->n_free; k++)
        if (!bound_of(r, e->free[k])) return false;
    return true;
}

void range_bind(struct range *r, const struct ir_iter *it, int32_t value)
{
    struct range_bound *b = ARENA_NEW(r->l->scratch, struct range_bound);
    *b = (struct range_bound){it, value, r->bounds};
    r->bounds = b;
}

/* A node that has come before, or a literal. */
static struct held get(struct range *r, const struct ir *e)
{
    struct held v = {0, true};
    if (lookup(r, e, &v) || e->op != IR_INT) return v;
    v.at = range_int(r, e->integer);
    know(r, e, v.at, true);
    return v;
}

static struct held arg(struct range *r, const struct ir *e, int32_t k)
{
    return get(r, e->arg[k]);
}

static bool still_args(struct range *r, const struct ir *e)
{
    struct held v;
    for (int32_t k = 0; k < e->n; k++)
        if (lookup(r, e->arg[k], &v) && !v.still) return false;
    return true;
}

static int32_t target(struct range *r, const struct ir *e)
{
    return e->type == IR_R ? range_jet_new(r, 1) : range_int_new(r, 1);
}

/* ---- Leaves ---------------------------------------------------------------------------------- */

static int32_t real_number(struct range *r, double v)
{
    int32_t to = range_jet_new(r, 1);
    VEC_ADD(r->l->scratch, &r->real, v);
    RANGE_EMIT(r, RANGE_REAL, to, r->real.n - 1);
    return to;
}

/* Element `index` of `count` from number `first` on: the operation op, or at a known one op_at. */
static int32_t element(struct range *r, int op, int op_at, struct ir *index, int64_t first,
                       int32_t count)
{
    int32_t to = range_jet_new(r, 1), at, i;
    bool known = index->op == IR_INT && index->integer >= 0 && index->integer < count;
    if (known && op_at) {
        at = range_whole(r, first + index->integer);
        RANGE_EMIT(r, op_at, to, at);
        return to;
    }
    i = get(r, index).at;
    at = range_whole(r, first);
    range_whole(r, count);
    RANGE_EMIT(r, op, to, i, at);
    return to;
}

/* A number of the model as its type has it. */
static int32_t typed(struct range *r, enum ir_type type, int32_t jet)
{
    int32_t to;
    if (type == IR_R) return jet;
    to = range_int_new(r, 1);
    RANGE_EMIT(r, type == IR_I ? RANGE_TO_INT : RANGE_TO_BOOL, to, jet);
    return to;
}

static int32_t variable(struct range *r, struct ir *e)
{
    const struct ir_var *v = e->var;
    struct ir *index = e->arg[0];
    if (v->kind == VAR_STATE)
        return element(r, RANGE_SIGNAL, RANGE_SIGNAL_AT, index, v->first, v->count);
    if (v->data && (v->kind == VAR_CONSTANT || v->structural)) {
        bool known = index->op == IR_INT && index->integer >= 0 && index->integer < v->count;
        if (known) return typed(r, v->type, real_number(r, v->data[index->integer]));
        return typed(r, v->type, element(r, RANGE_TABLE, 0, index, lower_table(r->l, v), v->count));
    }
    if (v->kind == VAR_DISCRETE)
        return typed(r, v->type, element(r, RANGE_D, RANGE_D_AT, index, v->first, v->count));
    return typed(r, v->type, element(r, RANGE_P, RANGE_P_AT, index, v->first, v->count));
}

static int32_t local(struct range *r, const struct ir *e)
{
    const struct ir_var *v = e->var;
    int32_t k = 0, to;
    while (k < r->fn->locals.n && r->fn->locals.at[k] != v) k++;
    if (k == r->fn->locals.n) return range_opaque(r, "it reads a variable of another function"), 0;
    if (e->arg[0]->op == IR_INT && e->arg[0]->integer >= 0 && e->arg[0]->integer < v->count)
        return r->local[k] + (int32_t)e->arg[0]->integer;
    to = target(r, e);
    RANGE_EMIT(r, e->type == IR_R ? RANGE_ITEM : RANGE_ITEM_INT, to, r->local[k], arg(r, e, 0).at,
               v->count);
    return to;
}

static int32_t iterator(struct range *r, const struct ir *e)
{
    return bound_of(r, e->iter)->value;
}

static int32_t sum_signal(struct range *r, const struct ir *e)
{
    const struct ir_model *m = r->l->m;
    const struct ir_sum *of = &m->sums.at[e->integer];
    return element(r, RANGE_SIGNAL, RANGE_SIGNAL_AT, e->arg[0], (int64_t)m->n_states + of->first,
                   (int32_t)lower_points(of->iters, of->n_iters));
}

static int32_t delay_signal(struct range *r, const struct ir *e)
{
    const struct ir_model *m = r->l->m;
    const struct ir_delay *of = &m->delays.at[e->integer];
    return element(r, RANGE_SIGNAL, RANGE_SIGNAL_AT, e->arg[0],
                   (int64_t)m->n_states + m->n_sums + of->first,
                   (int32_t)lower_points(of->iters, of->n_iters));
}

static bool is_still_leaf(const struct ir *e)
{
    switch (e->op) {
    case IR_TIME:
    case IR_SUM_OF:
    case IR_DELAYED:
    case IR_LOCAL: return false;
    case IR_VAR: return e->var->kind != VAR_STATE;
    default: return true;
    }
}

/* -1: it is none. */
static int32_t leaf(struct range *r, struct ir *e)
{
    int32_t to;
    switch (e->op) {
    case IR_REAL: return real_number(r, e->number);
    case IR_ITER: return iterator(r, e);
    case IR_TIME:
        to = range_jet_new(r, 1);
        RANGE_EMIT(r, RANGE_TIME, to);
        return to;
    case IR_VAR:
    case IR_PRE: return variable(r, e);
    case IR_LOCAL: return local(r, e);
    case IR_SUM_OF: return sum_signal(r, e);
    case IR_DELAYED: return delay_signal(r, e);
    case IR_INITIAL:
    case IR_TERMINAL:
    case IR_SAMPLE: return range_int(r, 0);
    default: return -1;
    }
}

/* ---- Choices --------------------------------------------------------------------------------- */

enum { SMALL_TREE = 60 };

static int tree_size(const struct ir *e, int room)
{
    for (int32_t k = 0; k < e->n && room > 0; k++) room = tree_size(e->arg[k], room - 1);
    return room;
}

struct exchange {
    const struct ir *from;
    struct ir *to;
};

static struct ir *put_in(void *user, struct ir *e)
{
    const struct exchange *x = user;
    return e == x->from ? x->to : e;
}

/* Are a and b the same where `from` is equal to `to`? */
static bool meet(struct range *r, struct ir *a, struct ir *b, struct ir *from, struct ir *to)
{
    const uint64_t bound = (uint64_t)1 << IR_SUM | (uint64_t)1 << IR_PRODUCT |
                           (uint64_t)1 << IR_MIN | (uint64_t)1 << IR_MAX | (uint64_t)1 << IR_BUILD;
    struct exchange x = {from, to};
    if (from->op == IR_REAL || ((a->ops | b->ops) & bound)) return false;
    return ir_map(r->l->m, a, put_in, &x) == ir_map(r->l->m, b, put_in, &x);
}

/* Does the value not jump where the condition changes? */
static bool is_continuous(struct range *r, const struct ir *e)
{
    struct ir *c = e->arg[0], *a, *b;
    if (c->op == IR_NOT) c = c->arg[0];
    if ((c->op != IR_LT && c->op != IR_LE) || c->arg[0]->type != IR_R) return false;
    if (tree_size(e->arg[1], SMALL_TREE) <= 0 || tree_size(e->arg[2], SMALL_TREE) <= 0)
        return false;
    a = c->arg[0];
    b = c->arg[1];
    return meet(r, e->arg[1], e->arg[2], a, b) || meet(r, e->arg[1], e->arg[2], b, a);
}

static int breaks(void *user, struct ir *e)
{
    (void)user;
    switch (e->op) {
    case IR_IF:
    case IR_FLOOR:
    case IR_TO_REAL:
    case IR_LOCAL:
    case IR_CALL:
    case IR_CALL_AT:
    case IR_MIN:
    case IR_MAX: return 1;
    case IR_MATH: return taylor_rule(e) >= ELEMENTARY_SERIES_KINK;
    default: return 0;
    }
}

/* A condition that changes only for an instant: two smooth Reals are equal then, or always. */
static bool is_instant(struct range *r, const struct ir *e)
{
    struct ir *c = e->arg[0];
    if (c->op == IR_NOT) c = c->arg[0];
    return (c->op == IR_EQ || c->op == IR_NE) && c->arg[0]->type == IR_R &&
           !ir_visit(r->l->m, c, breaks, NULL);
}

/* RANGE_MIN or RANGE_MAX, if e is the smaller or larger one of what it compares; else 0 */
static int extreme_of(const struct ir *e)
{
    const struct ir *c = e->arg[0];
    if ((c->op != IR_LT && c->op != IR_LE) || c->arg[0]->type != IR_R) return 0;
    if (c->arg[0] == e->arg[1] && c->arg[1] == e->arg[2]) return RANGE_MIN;
    return c->arg[0] == e->arg[2] && c->arg[1] == e->arg[1] ? RANGE_MAX : 0;
}

static int32_t choice(struct range *r, struct ir *e, int32_t to, bool still)
{
    int op = e->type != IR_R ? 0 : extreme_of(e);
    int32_t c = arg(r, e, 0).at, a = arg(r, e, 1).at, b = arg(r, e, 2).at;
    if (op && !still) {
        RANGE_EMIT(r, op, to, a, b);
        return to;
    }
    op = e->type != IR_R                 ? RANGE_INT_SELECT
         : !still && is_instant(r, e)    ? RANGE_SPIKE
         : !still && is_continuous(r, e) ? RANGE_KINK
                                         : RANGE_SELECT;
    RANGE_EMIT(r, op, to, c, a, b);
    return to;
}

/* An integer that is chosen is unknown while the choice is; as Reals, they have a hull. */
static int32_t real_choice(struct range *r, const struct ir *e)
{
    struct ir_model *m = r->l->m;
    struct ir *yes = ir_unary(m, IR_TO_REAL, e->arg[1]), *no = ir_unary(m, IR_TO_REAL, e->arg[2]);
    return range_value(r, ir_if(m, e->arg[0], yes, no));
}

/* ---- Reductions ------------------------------------------------------------------------------ */

int32_t range_loop(struct range *r, const struct ir_iter *it)
{
    int32_t value = range_int_new(r, 1), at = range_whole(r, it->lo);
    range_whole(r, it->step);
    range_whole(r, it->count);
    range_bind(r, it, value);
    RANGE_EMIT(r, RANGE_LOOP, value, at, 0);
    return range_here(r) - 1;
}

void range_loop_end(struct range *r, int32_t at)
{
    r->bounds = r->bounds->up;
    r->code.at[at] = range_here(r);
}

static int32_t neutral(struct range *r, const struct ir *e)
{
    double big = e->op == IR_MIN ? 0x1.fffffffffffffp1023 : -0x1.fffffffffffffp1023;
    bool extreme = e->op == IR_MIN || e->op == IR_MAX;
    if (e->type == IR_R) return real_number(r, extreme ? big : e->op == IR_PRODUCT);
    return range_int(r, !extreme          ? e->op == IR_PRODUCT
                        : e->op == IR_MIN ? INT64_MAX
                                          : INT64_MIN + 1);
}

static int joins(const struct ir *e)
{
    bool real = e->type == IR_R;
    switch (e->op) {
    case IR_SUM: return real ? RANGE_ADD : RANGE_INT_ADD;
    case IR_PRODUCT: return real ? RANGE_MUL : RANGE_INT_MUL;
    case IR_MIN: return real ? RANGE_MIN : RANGE_INT_MIN;
    default: return real ? RANGE_MAX : RANGE_INT_MAX;
    }
}

static int32_t reduction(struct range *r, struct ir *e, bool *still)
{
    struct range_scope inner = {.up = r->scope, .iter = e->iter};
    struct held v;
    int32_t sum = neutral(r, e), end = range_loop(r, e->iter);
    r->scope = &inner;
    range_value(r, e->arg[0]);
    v = get(r, e->arg[0]);
    *still = v.still;
    RANGE_EMIT(r, joins(e) + (v.still && e->type == IR_R ? RANGE_STILL : 0), sum, sum, v.at);
    r->scope = inner.up;
    range_loop_end(r, end);
    return sum;
}

/* ---- Any node -------------------------------------------------------------------------------- */

/* Operations that take the registers of their arguments, and nothing else. */
static int plain(const struct ir *e)
{
    bool real = e->n && e->arg[0]->type == IR_R;
    switch (e->op) {
    case IR_ADD: return real ? RANGE_ADD : RANGE_INT_ADD;
    case IR_SUB: return real ? RANGE_SUB : RANGE_INT_SUB;
    case IR_NEG: return real ? RANGE_NEG : RANGE_INT_NEG;
    case IR_MUL:
        if (!real) return RANGE_INT_MUL;
        return e->arg[0] == e->arg[1] ? RANGE_SQR : RANGE_MUL;
    case IR_DIV: return RANGE_DIV;
    case IR_POW: return RANGE_POW;
    case IR_IDIV: return RANGE_INT_DIV;
    case IR_IMOD: return RANGE_INT_MOD;
    case IR_LT: return real ? RANGE_LT : RANGE_INT_LT;
    case IR_LE: return real ? RANGE_LE : RANGE_INT_LE;
    case IR_EQ: return real ? RANGE_EQ : RANGE_INT_EQ;
    case IR_NE: return real ? RANGE_NE : RANGE_INT_NE;
    case IR_AND: return RANGE_AND;
    case IR_OR: return RANGE_OR;
    case IR_NOT: return RANGE_NOT;
    case IR_FLOOR: return RANGE_FLOOR;
    case IR_TO_REAL: return e->arg[0]->type == IR_B ? RANGE_BOOL_TO_REAL : RANGE_TO_REAL;
    case IR_TO_INT: return RANGE_TO_INT;
    default: return -1;
    }
}

static int32_t operation(struct range *r, struct ir *e, int op, bool still)
{
    int32_t to = target(r, e), a = arg(r, e, 0).at;
    if (still && op >= RANGE_ADD && op <= RANGE_FLOOR) op += RANGE_STILL;
    if (e->n == 1 || (op & ~RANGE_STILL) == RANGE_SQR)
        RANGE_EMIT(r, op, to, a);
    else
        RANGE_EMIT(r, op, to, a, arg(r, e, 1).at);
    return to;
}

static int32_t math(struct range *r, struct ir *e, bool still)
{
    int32_t to = range_jet_new(r, 1), f = (int32_t)e->integer, more = still ? RANGE_STILL : 0;
    if (e->n == 1)
        RANGE_EMIT(r, RANGE_MATH1 + more, to, f, arg(r, e, 0).at);
    else
        RANGE_EMIT(r, RANGE_MATH2 + more, to, f, arg(r, e, 0).at, arg(r, e, 1).at);
    return to;
}

static int32_t node(struct range *r, struct ir *e, bool *still)
{
    int32_t at = leaf(r, e);
    struct ir *power;
    int op;
    *still = at >= 0 ? is_still_leaf(e) : still_args(r, e);
    if (at >= 0) return at;
    if (e->op == IR_TO_REAL && e->arg[0]->op == IR_TO_INT) return arg(r, e->arg[0], 0).at;
    if (e->op == IR_TO_REAL && e->arg[0]->op == IR_IF) return real_choice(r, e->arg[0]);
    power = *still && e->op == IR_POW ? taylor_whole_power(r->l->m, e) : NULL;
    if (power) return range_value(r, power); /* as the model computes it */
    op = plain(e);
    if (op >= 0) return operation(r, e, op, *still);
    switch (e->op) {
    case IR_MATH: return math(r, e, *still);
    case IR_IF: return choice(r, e, target(r, e), *still);
    case IR_SUM:
    case IR_PRODUCT:
    case IR_MIN:
    case IR_MAX: return reduction(r, e, still);
    case IR_CALL:
    case IR_CALL_AT: *still = false; return range_call(r, e);
    case IR_SOLVED: *still = false; return range_solved(r, e);
    default: return range_opaque(r, "it draws random numbers"), 0;
    }
}

static int visit(void *user, struct ir *e)
{
    struct range *r = user;
    struct held v;
    int32_t at;
    if (r->opaque) return 1;
    if (e->op == IR_BUILD || e->op == IR_INT || lookup(r, e, &v) || !is_bound(r, e)) return 0;
    at = node(r, e, &v.still);
    if (r->opaque) return 1;
    know(r, e, at, v.still);
    return 0;
}

int32_t range_value(struct range *r, struct ir *e)
{
    struct held v;
    if (!lookup(r, e, &v)) ir_visit(r->l->m, e, visit, r);
    return get(r, e).at;
}

bool range_is_still(struct range *r, struct ir *e)
{
    struct held v = {0, false};
    return lookup(r, e, &v) && v.still;
}
