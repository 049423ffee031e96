/* SPDX-License-Identifier: MIT */
/* prop_connect.c - equations of connections, in loops, are those that the sets make one by one.
 *
 * Variables of one or two dimensions, flows and potentials, are connected at random in loops with random strides. The
 * sets are found again in the simplest way, by giving all members the smallest number until nothing changes.
 * Every equation of the result is written out: flows must be the sums of the sets, each once; equalities must be one
 * fewer than a set has members, and connect these and no others. */
#include "ir_eval.h"
#include "testing.h"

#include "flat/connect.h"

enum { VARS = 6, MOST = 64, NODES = 2 * VARS * MOST };

struct net {
    struct ir_world w;
    struct connect_var vars[VARS];
    struct connect_list pairs;
    struct eq_list eqs;
    int set[NODES]; /* smallest node connected with it; nodes: (2 var + face) MOST + element      */
};

static int face(const struct net *n, const struct connect_pair *p, int s)
{
    return n->vars[p->side[s]->var->number].flow && p->outside[s];
}

static int node(int var, int side, int64_t element)
{
    return (2 * var + side) * MOST + (int)element;
}

/* ---- Making ----------------------------------------------------------------------------------- */

static void make_variables(struct net *n, struct rng *g)
{
    static const char *const names[VARS] = {"a", "b", "c", "d", "e", "f"};
    for (int k = 0; k < VARS; k++) {
        int count = rng_int(g, 0, 3) ? rng_int(g, 2, MOST) : 1;
        struct ir_var *v = ir_world_var(&n->w, names[k], IR_R, VAR_ALGEBRAIC, count);
        n->vars[k].flow = k % 2;
        for (int e = 0; e < count; e++) n->w.value[v->number][e] = rng_int(g, 1, 1 << 30);
    }
}

/* c0 + c1*i + c2*j within 0..count-1 */
static struct ir *index_in(struct net *n, struct rng *g, int32_t count, struct ir_iter **iters,
                           int32_t n_iters)
{
    struct ir_model *m = n->w.m;
    int64_t lo = 0, hi = 0, c[2] = {0, 0};
    struct ir *e;
    for (int tries = 0; tries < 100; tries++) {
        lo = hi = 0;
        for (int32_t k = 0; k < n_iters; k++) {
            c[k] = rng_int(g, -8, 8);
            lo += c[k] < 0 ? c[k] * (iters[k]->count - 1) : 0;
            hi += c[k] > 0 ? c[k] * (iters[k]->count - 1) : 0;
        }
        if (hi - lo < count) break;
        c[0] = c[1] = lo = hi = 0;
    }
    e = ir_int(m, rng_int(g, (int)-lo, (int)(count - 1 - hi)));
    for (int32_t k = 0; k < n_iters; k++) {
        struct ir *steps = ir_binary(m, IR_SUB, ir_iter_value(m, iters[k]), ir_int(m, 1));
        e = ir_binary(m, IR_ADD, e, ir_binary(m, IR_MUL, ir_int(m, c[k]), steps));
    }
    return e;
}

static void make_pair(struct net *n, struct rng *g)
{
    struct connect_pair p = {.n_iters = rng_int(g, 0, 2), .text = "connect"};
    int kind = rng_int(g, 0, 1);
    p.iters = ARENA_ARRAY(&n->w.arena, struct ir_iter *, 2);
    for (int32_t k = 0; k < p.n_iters; k++)
        p.iters[k] = ir_iter_new(n->w.m, k, 1, 1, rng_int(g, 2, 9), "i");
    for (int s = 0; s < 2; s++) {
        struct ir_var *v = n->w.m->vars.at[2 * rng_int(g, 0, VARS / 2 - 1) + kind];
        p.side[s] = ir_var_at(n->w.m, IR_VAR, v, index_in(n, g, v->count, p.iters, p.n_iters));
        p.outside[s] = rng_int(g, 0, 3) == 0;
    }
    VEC_ADD(&n->w.arena, &n->pairs, p);
}

/* ---- Points ----------------------------------------------------------------------------------- */

typedef void point_fn(struct net *n, void *user);

static void each_point(struct net *n, struct ir_iter **iters, int32_t count, point_fn *fn,
                       void *user)
{
    if (count == 0) {
        fn(n, user);
        return;
    }
    if (iters[0]->number >= IR_WORLD_ITERS) abort();
    for (int32_t k = 0; k < iters[0]->count; k++) {
        n->w.iter[iters[0]->number] = iters[0]->lo + k * iters[0]->step;
        each_point(n, iters + 1, count - 1, fn, user);
    }
}

static int64_t element(struct net *n, const struct ir *e)
{
    return (int64_t)ir_eval(&n->w, e->arg[0]);
}

/* ---- The sets, in the simplest way ------------------------------------------------------------ */

static void merge(struct net *n, int a, int b)
{
    int low = n->set[a] < n->set[b] ? n->set[a] : n->set[b];
    int high = n->set[a] + n->set[b] - low;
    for (int k = 0; k < NODES; k++)
        if (n->set[k] == high) n->set[k] = low;
}

static void join(struct net *n, void *user)
{
    const struct connect_pair *p = user;
    int at[2];
    for (int s = 0; s < 2; s++)
        at[s] = node(p->side[s]->var->number, face(n, p, s), element(n, p->side[s]));
    merge(n, at[0], at[1]);
}

static void find_sets(struct net *n)
{
    for (int k = 0; k < NODES; k++) n->set[k] = k;
    for (int32_t k = 0; k < n->pairs.n; k++)
        each_point(n, n->pairs.at[k].iters, n->pairs.at[k].n_iters, join, &n->pairs.at[k]);
}

static int size_of(const struct net *n, int root)
{
    int size = 0;
    for (int k = 0; k < NODES; k++) size += n->set[k] == root;
    return size;
}

/* ---- What must be ------------------------------------------------------------------------------ */

struct sums {
    double at[NODES];
    int n;
};

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* The sum of each set of flows; an outside face alone is none. */
static void sums_of_sets(const struct net *n, struct sums *out)
{
    for (int root = 0; root < NODES; root++) {
        int var = root / MOST / 2;
        double sum = 0;
        bool any = false;
        if (n->set[root] != root || !n->vars[var].flow) continue;
        if (root % MOST >= n->w.m->vars.at[var]->count) continue;
        if (root / MOST % 2 && size_of(n, root) == 1) continue;
        for (int k = 0; k < NODES; k++) {
            if (n->set[k] != root || k % MOST >= n->w.m->vars.at[k / MOST / 2]->count) continue;
            sum += n->w.value[k / MOST / 2][k % MOST] * (k / MOST % 2 ? -1 : 1);
            any = true;
        }
        if (any) out->at[out->n++] = fabs(sum);
    }
}

/* ---- What is ----------------------------------------------------------------------------------- */

struct reading {
    const struct ir_eq *eq;
    struct sums sums;
    int left[NODES], right[NODES], n; /* equalities */
};

static void read_point(struct net *n, void *user)
{
    struct reading *r = user;
    const struct ir *a = r->eq->lhs, *b = r->eq->rhs;
    if (r->n >= NODES || r->sums.n >= NODES) return;
    if (a->op == IR_VAR && b->op == IR_VAR && !n->vars[a->var->number].flow) {
        r->left[r->n] = node(a->var->number, 0, element(n, a));
        r->right[r->n++] = node(b->var->number, 0, element(n, b));
        return;
    }
    r->sums.at[r->sums.n++] = fabs(ir_eval(&n->w, r->eq->lhs) - ir_eval(&n->w, r->eq->rhs));
}

/* Equalities stay within sets, and connect them: merging along them makes each set one. */
static const char *wrong_equalities(struct net *n, const struct reading *r)
{
    static int old[NODES];
    int merges = 0;
    memcpy(old, n->set, sizeof old);
    for (int k = 0; k < NODES; k++) n->set[k] = k;
    for (int k = 0; k < r->n; k++) {
        if (old[r->left[k]] != old[r->right[k]]) return "an equality between two sets";
        merges += n->set[r->left[k]] != n->set[r->right[k]];
        merge(n, r->left[k], r->right[k]);
    }
    if (merges != r->n) return "an equality too many";
    for (int k = 0; k < NODES; k++)
        if (!n->vars[k / MOST / 2].flow && n->set[k] != old[k]) return "an equality is missing";
    return NULL;
}

static const char *compare(struct net *n)
{
    struct reading r = {.n = 0};
    struct sums must = {.n = 0};
    for (int32_t k = 0; k < n->eqs.n; k++) {
        r.eq = &n->eqs.at[k];
        each_point(n, r.eq->iters, r.eq->n_iters, read_point, &r);
    }
    sums_of_sets(n, &must);
    if (must.n != r.sums.n) return "number of sums";
    qsort(must.at, (size_t)must.n, sizeof *must.at, ascending);
    qsort(r.sums.at, (size_t)must.n, sizeof *must.at, ascending);
    for (int k = 0; k < must.n; k++)
        if (must.at[k] != r.sums.at[k]) return "a sum";
    return wrong_equalities(n, &r);
}

PROP(rolled_equations_are_those_of_the_sets, 1500)
{
    static struct net n;
    const char *wrong;
    memset(&n, 0, sizeof n);
    ir_world_open(&n.w);
    make_variables(&n, g);
    for (int k = rng_int(g, 0, 6); k > 0; k--) make_pair(&n, g);
    find_sets(&n);
    flat_connect(n.w.m, n.vars, &n.pairs, &n.eqs);
    wrong = n.w.messages.errors ? "an error" : compare(&n);
    ir_world_close(&n.w);
    if (wrong) FAIL("%s", wrong);
}

/* ---- Rolling ---------------------------------------------------------------------------------- */

static bool same_vector(const int32_t *a, const int32_t *from, const struct connect_box *b,
                        int32_t place, int32_t dim)
{
    for (int32_t k = 0; k < dim; k++) {
        int32_t v = from[k], rest = place;
        for (int32_t l = 0; l < b->n; l++) {
            v += rest % b->count[l] * b->stride[l][k];
            rest /= b->count[l];
        }
        if (v != a[k]) return false;
    }
    return true;
}

/* How many vectors, in their order, are those of the boxes? */
static int32_t vectors_met(struct arena *a, const int32_t *value, int32_t n, int32_t dim)
{
    struct connect_boxes b = connect_roll(a, value, n, dim);
    int32_t met = 0;
    for (int32_t k = 0; k < b.n; k++) {
        const int32_t *from = value + met * dim;
        if (b.at[k].from != met) return -1;
        for (int32_t p = 0; p < connect_box_count(&b.at[k]); p++, met++)
            if (!same_vector(value + met * dim, from, &b.at[k], p, dim)) return -1;
    }
    return met;
}

PROP(boxes_are_the_vectors_that_were_rolled, 5000)
{
    struct ir_world w;
    int32_t value[200], dim = rng_int(g, 1, 3), n = rng_int(g, 0, 60);
    for (int32_t k = 0; k < n * dim; k++) {
        bool jump = k < dim || rng_int(g, 0, 5) == 0;
        value[k] = jump ? rng_int(g, 0, 100) : value[k - dim] + k % dim + 1;
    }
    ir_world_open(&w);
    CHECK_EQ_INT(vectors_met(&w.arena, value, n, dim), n);
    ir_world_close(&w);
}

TEST_MAIN()
