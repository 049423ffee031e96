/* SPDX-License-Identifier: MIT */
/* expand_direct.c - algorithms that are equations already.
 *
 * If every element is assigned at most once, and each reader of an element that is assigned here
 * does so after that, then the value read is the value the variable has, and x := e is the equation
 * x = e. Statements are laid out as entries (target, value, loops around). Two entries in different
 * statements at the top are in the order of the text; within one loop at the top, an element is
 * read in time if it is the one just written, or one that an earlier turn wrote. Everything
 * uncertain counts as "no". */
#include "flat/expand/expand.h"

enum { ENTRIES = 400 };

struct entry {
    int32_t top; /* number of the statement at the top                                */
    struct ir_iter **box;
    int32_t n_box;
    struct ir *target, *value; /* an assertion has no target                                      */
    const struct ir_stmt *stmt;
};

struct layout {
    struct expand *x;
    VEC(struct entry) list;
    struct ir_iter *box[EXPAND_BOX];
    int32_t n_box, top;
};

static bool lay_out(struct layout *l, const struct ir_stmt *s);

/* ---- Entries --------------------------------------------------------------------------------- */

static bool add(struct layout *l, const struct ir_stmt *s, struct ir *target, struct ir *value)
{
    struct entry e = {l->top, NULL, l->n_box, target, value, s};
    if (l->list.n == ENTRIES || (target && target->op != IR_VAR)) return false;
    e.box = ARENA_ARRAY(l->x->arena, struct ir_iter *, l->n_box + 1);
    for (int32_t k = 0; k < l->n_box; k++) e.box[k] = l->box[k];
    VEC_ADD(l->x->arena, &l->list, e);
    return true;
}

static bool enter(struct layout *l, struct ir_iter *it)
{
    if (l->n_box == EXPAND_BOX) return false;
    l->box[l->n_box++] = it;
    return true;
}

static bool loop(struct layout *l, const struct ir_stmt *s)
{
    bool ok = enter(l, s->iter) && lay_out(l, s->body);
    l->n_box--;
    return ok;
}

/* Output k of a call, into a scalar or a whole array. */
static bool output(struct layout *l, const struct ir_stmt *s, int32_t k)
{
    struct ir_model *m = l->x->m;
    struct ir *call = s->value, *index = ir_int(m, 0);
    struct ir_var *v = s->targets[k]->var, *out = call->fn->locals.at[call->fn->n_inputs + k];
    int32_t outer = l->n_box;
    bool ok = s->targets[k]->op == IR_VAR;
    if (out->rank == 0)
        return add(l, s, s->targets[k], ir_call(m, call->fn, k, NULL, call->arg, call->n));
    for (int32_t d = 0; d < v->rank && ok; d++) {
        struct ir_iter *it = ir_iter_new(m, outer + d, 1, 1, v->size[d], "k");
        struct ir *at = ir_binary(m, IR_SUB, ir_iter_value(m, it), ir_int(m, 1));
        index = ir_binary(m, IR_ADD, ir_binary(m, IR_MUL, index, ir_int(m, v->size[d])), at);
        if (it->count > 1) ok = enter(l, it);
    }
    ok = ok && add(l, s, ir_var_at(m, IR_VAR, v, index),
                   ir_call(m, call->fn, k, index, call->arg, call->n));
    l->n_box = outer;
    return ok;
}

static bool same_place(const struct entry *a, const struct entry *b)
{
    if (a->target != b->target || !a->target || a->n_box != b->n_box) return false;
    for (int32_t k = 0; k < a->n_box; k++)
        if (a->box[k] != b->box[k]) return false;
    return true;
}

/* Both branches assign the same in the same order: if c then a else b. */
static bool branches(struct layout *l, const struct ir_stmt *s)
{
    int32_t first = l->list.n, n;
    if (!lay_out(l, s->body)) return false;
    n = l->list.n - first;
    if (!lay_out(l, s->other) || l->list.n != first + 2 * n) return false;
    for (int32_t k = first; k < first + n; k++) {
        struct entry *a = &l->list.at[k], *b = &l->list.at[k + n];
        if (!same_place(a, b)) return false;
        a->value = ir_if(l->x->m, s->cond, a->value, b->value);
    }
    l->list.n = first + n;
    return true;
}

static bool lay_out(struct layout *l, const struct ir_stmt *s)
{
    bool ok = true;
    for (; s && ok; s = s->next, l->top += l->n_box == 0) {
        switch (s->op) {
        case DO_ASSIGN: ok = add(l, s, s->target, s->value); break;
        case DO_ASSERT: ok = add(l, s, NULL, s->cond); break;
        case DO_FOR: ok = loop(l, s); break;
        case DO_IF: ok = branches(l, s); break;
        case DO_ASSIGN_CALL:
            for (int32_t k = 0; k < s->n_targets && ok; k++)
                if (s->targets[k]) ok = output(l, s, k);
            break;
        default: ok = false;
        }
    }
    return ok;
}

/* ---- Once, and read afterwards --------------------------------------------------------------- */

/* Can the two indices be equal, whatever the iterators are? */
static bool overlap(const struct ir *a, const struct ir *b)
{
    int64_t alo, ahi, blo, bhi;
    if (!ir_bounds(a, &alo, &ahi) || !ir_bounds(b, &blo, &bhi)) return true;
    return alo <= bhi && blo <= ahi;
}

/* Different points of the box have different indices: with strides in order of size, each is
 * larger than what those before it span. */
static bool injective(const struct entry *e)
{
    int64_t c0, c[EXPAND_BOX], reach = 0;
    if (!ir_affine(e->target->arg[0], e->box, e->n_box, &c0, c)) return false;
    for (int32_t done = 0; done < e->n_box; done++) {
        int32_t least = -1;
        int64_t stride = INT64_MAX;
        for (int32_t k = 0; k < e->n_box; k++) {
            int64_t s = c[k] * e->box[k]->step;
            if (c[k] != 0 && (s < 0 ? -s : s) < stride) stride = s < 0 ? -s : s, least = k;
        }
        if (least < 0 || stride <= reach) return false;
        reach += stride * (e->box[least]->count - 1);
        c[least] = 0;
    }
    return true;
}

static bool once(const struct layout *l)
{
    for (int32_t k = 0; k < l->list.n; k++) {
        const struct entry *e = &l->list.at[k];
        if (!e->target) continue;
        if (!injective(e)) return false;
        for (int32_t j = 0; j < k; j++) {
            const struct entry *o = &l->list.at[j];
            if (o->target && o->target->var == e->target->var &&
                overlap(o->target->arg[0], e->target->arg[0]))
                return false;
        }
    }
    return true;
}

struct reading {
    const struct layout *l;
    int32_t reader;
};

/* Is element r, read by entry k, written before by entry j (of the same statement at the top)? */
static bool in_time(const struct layout *l, const struct ir *r, int32_t k, int32_t j)
{
    const struct entry *reader = &l->list.at[k], *writer = &l->list.at[j];
    struct ir *d;
    if (r == writer->target && j < k && reader->n_box == writer->n_box) return true;
    if (!overlap(writer->target->arg[0], r->arg[0])) return true;
    if (writer->n_box != 1 || reader->n_box != 1 || writer->box[0] != reader->box[0]) return false;
    d = ir_binary(l->x->m, IR_SUB, writer->target->arg[0], r->arg[0]);
    int64_t c0, c;
    if (d->op != IR_INT || d->integer == 0 ||
        !ir_affine(writer->target->arg[0], writer->box, 1, &c0, &c))
        return false;
    return (d->integer > 0) == (c * writer->box[0]->step > 0); /* an earlier turn wrote it        */
}

static int too_early(void *user, struct ir *e)
{
    const struct reading *r = user;
    const struct layout *l = r->l;
    if (e->op != IR_VAR) return 0;
    for (int32_t j = 0; j < l->list.n; j++) {
        const struct entry *w = &l->list.at[j];
        if (!w->target || w->target->var != e->var || w->top < l->list.at[r->reader].top) continue;
        if (w->top > l->list.at[r->reader].top ? overlap(w->target->arg[0], e->arg[0])
                                               : !in_time(l, e, r->reader, j))
            return 1;
    }
    return 0;
}

static bool afterwards(struct layout *l)
{
    for (int32_t k = 0; k < l->list.n; k++) {
        struct entry *e = &l->list.at[k];
        struct reading r = {l, k};
        if (ir_visit(l->x->m, e->value, too_early, &r)) return false;
        if (e->target && ir_visit(l->x->m, e->target->arg[0], too_early, &r)) return false;
    }
    return true;
}

/* ---- Equations ------------------------------------------------------------------------------- */

static void assertion(struct expand *x, const struct entry *e)
{
    struct ir_assert a = {.iters = e->box, .n_iters = e->n_box, .cond = e->value};
    a.text = e->stmt->text;
    a.warning = e->stmt->integer != 0;
    a.side = e->stmt->side;
    a.at = e->stmt->at;
    VEC_ADD(x->arena, &x->m->asserts, a);
}

bool expand_direct(struct frame *f, const struct ir_stmt *list)
{
    struct layout l = {.x = f->w.x};
    if (!lay_out(&l, list) || !once(&l) || !afterwards(&l)) return false;
    for (int32_t k = 0; k < l.list.n; k++) {
        struct entry *e = &l.list.at[k];
        struct frame in = *f;
        if (!e->target) {
            assertion(f->w.x, e);
            continue;
        }
        for (int32_t d = 0; d < e->n_box; d++) expand_enter(&in, e->box[d], NULL);
        expand_add_eq(&in, e->target, e->value, e->stmt->at, e->stmt->text);
    }
    return true;
}
