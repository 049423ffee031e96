/* SPDX-License-Identifier: MIT */
/* test_block.c - states that step together: what a step of a block promises, what it is good for,
 * who forms none; and that a run with blocks can be kept, and does without memory if it must. */
#include "engine/qss/block.h"

#include "chain.h"
#include "failing.h"
#include "quant/method.h"
#include "run/outside/keep.h"

/* ---- Runs ------------------------------------------------------------------------------------ */

/* What the sink was told: a hash of it, and the largest error. */
struct heard {
    const struct linear *m;
    struct linear_at at;
    uint64_t hash;
    double error;
};

static int hear(void *user, double t, int32_t var, const double *poly, int order)
{
    struct heard *h = user;
    h->hash = linear_hash(h->hash, &t, sizeof t);
    h->hash = linear_hash(h->hash, &var, sizeof var);
    h->hash = linear_hash(h->hash, poly, (size_t)(order + 1) * sizeof *poly);
    h->error = fmax(h->error, linear_error(h->m, &h->at, t, var, poly[0]));
    return 0;
}

static const double quantum = 1e-3;

static struct sim *start(const struct linear *m, const char *method, struct heard *h)
{
    saltus_options o = linear_options(method, quantum);
    saltus_sim *s;
    *h = (struct heard){.m = m};
    o.sink = hear;
    o.user = h;
    o.max_events = 5000;
    CHECK_EQ_INT(saltus_sim_new(&m->model, &o, &s), SALTUS_OK);
    return (struct sim *)s;
}

static saltus_status run_to(struct sim *s, double t)
{
    return saltus_sim_run((saltus_sim *)s, t);
}

/* Every member says so, and nobody else does. */
static void check_lists(const struct sim *s)
{
    int32_t members = 0;
    for (int32_t k = 0; qss_of(s)->blocks && k < qss_of(s)->blocks->n; k++) {
        const struct block *b = qss_of(s)->blocks->list[k];
        for (int32_t i = 0; b && i < b->n; i++) {
            CHECK(i == 0 || b->member[i - 1] < b->member[i]);
            CHECK_EQ_INT(qss_of(s)->blocks->of[b->member[i]], k);
            CHECK_EQ_INT(qss_of(s)->blocks->local[b->member[i]], i);
            members++;
        }
    }
    for (int32_t i = 0; qss_of(s)->blocks && i < s->net.n; i++)
        members -= qss_of(s)->blocks->of[i] >= 0;
    CHECK_EQ_INT(members, 0);
}

/* A few hundred steps are what is needed; states that step each for itself take up to fifty times
 * as many. */
PROP(stiff_chains_end_soon, 8)
{
    struct linear m;
    struct heard h;
    struct sim *s;
    uint64_t steps;
    chain_stiff(&m, g, LINEAR_MAX, 1e4);
    s = start(&m, "auto", &h);
    CHECK_EQ_INT(run_to(s, 5), SALTUS_OK);
    steps = s->stats.steps;
    check_lists(s);
    CHECK(saltus_sim_stats((saltus_sim *)s).blocks > 0);
    CHECK(saltus_sim_stats((saltus_sim *)s).largest_block >= 2);
    CHECK_LE((double)steps, 3000);
    CHECK_LE(h.error, 8 * quantum);
    saltus_sim_free((saltus_sim *)s);
    s = start(&m, "rliqss2", &h);
    (void)run_to(s, 5); /* it may take more steps than it is allowed */
    CHECK_LE((double)steps, (double)s->stats.steps);
    CHECK(qss_of(s)->blocks == NULL && s->stats.pair_steps == 0);
    saltus_sim_free((saltus_sim *)s);
}

/* x - q at time t. */
static double apart(const struct state *x, double t)
{
    double a = t - x->tx, b = t - x->tq;
    return x->x[0] + a * (x->x[1] + a * x->x[2]) - x->q[0] - b * x->q[1];
}

/* x - q starts within T, ends at 0, and has the mean 0 (Simpson): a polynomial of Radau. */
static void check_member(const struct sim *s, const struct block *b, int32_t i)
{
    const struct state *x = &s->net.s[i];
    const struct state *leader = &s->net.s[b->member[0]];
    double begin = x->tq, end = begin + method_planned(x);
    double first = apart(x, begin), last = apart(x, end);
    CHECK(begin == leader->tq && method_planned(x) == method_planned(leader));
    CHECK_LE(fabs(first), method_find("auto")->couple->distance(x, &s->net.tune) * (1 + 1e-9));
    CHECK_LE(fabs(last), 1e-3 * quantum);
    CHECK_LE(fabs(first + 4 * apart(x, (begin + end) / 2) + last), 1e-2 * quantum);
}

/* Cells that exchange much faster than the chain as a whole loses. */
static void tight_chain(struct linear *m, struct rng *g)
{
    struct chain c = {.n = rng_int(g, 2, 6)};
    for (int32_t i = 0; i < c.n; i++) {
        c.C[i] = rng_uniform(g, 1, 3);
        c.K[i] = rng_uniform(g, 1e3, 3e3);
    }
    c.L[0] = c.L[c.n - 1] = 1;
    chain_model(m, g, &c);
}

/* If a block has all the states, nothing disturbs them. */
TEST(members_meet_their_q_together)
{
    int looks = 0;
    for (int k = 0; k < 40; k++) {
        struct linear m;
        struct heard h;
        struct sim *s;
        tight_chain(&m, g);
        s = start(&m, "auto", &h);
        for (double t = 0.001; t < 3; t *= 1.2) {
            const struct block *b;
            CHECK_EQ_INT(run_to(s, t), SALTUS_OK);
            b = qss_of(s)->blocks && qss_of(s)->blocks->of[0] >= 0
                    ? qss_of(s)->blocks->list[qss_of(s)->blocks->of[0]]
                    : NULL;
            if (!b || b->n < m.n || b->steps == 0) continue;
            looks++;
            for (int32_t i = 0; i < m.n; i++) check_member(s, b, i);
        }
        saltus_sim_free((saltus_sim *)s);
    }
    CHECK(looks > 100);
}

/* Neighbours that hardly answer, or of which only one reads the other. */
static void loose_chain(struct linear *m, struct rng *g, double forth, double back)
{
    linear_init(m, LINEAR_MAX);
    for (int32_t i = 0; i < m->n; i++) {
        m->A[i][i] = -rng_uniform(g, 0.5, 2);
        if (i > 0) m->A[i][i - 1] = forth;
        if (i + 1 < m->n) m->A[i][i + 1] = back;
        m->b[i] = rng_uniform(g, -1, 1);
        m->start[i] = rng_uniform(g, -3, 3);
    }
}

/* It is then RLIQSS2, bit for bit. */
static void check_no_block(const struct linear *m)
{
    uint64_t hash[2];
    for (int k = 0; k < 2; k++) {
        struct heard h;
        struct sim *s = start(m, k ? "rliqss2" : "auto", &h);
        CHECK_EQ_INT(run_to(s, 20), SALTUS_OK);
        CHECK_EQ_INT(saltus_sim_stats((saltus_sim *)s).blocks, 0);
        CHECK_EQ_INT(s->stats.pair_steps, 0);
        CHECK(s->stats.steps > 100);
        hash[k] = h.hash;
        saltus_sim_free((saltus_sim *)s);
    }
    CHECK(hash[0] == hash[1]);
}

PROP(what_is_not_coupled_forms_no_block, 10)
{
    struct linear m;
    loose_chain(&m, g, 0.03, 0.03);
    check_no_block(&m);
    loose_chain(&m, g, 1, 0); /* one way only: nobody answers */
    check_no_block(&m);
}

/* Each reads only the one before it: no two read each other, but all depend on all. */
PROP(stiff_rings_are_one_block, 10)
{
    struct linear m;
    struct heard h;
    struct sim *s;
    int32_t n = rng_int(g, 3, 8);
    linear_init(&m, n);
    for (int32_t i = 0; i < n; i++) {
        double rate = rng_log(g, 1e3, 1e4);
        m.A[i][i] = -1.0001 * rate;
        m.A[i][(i + n - 1) % n] = rate;
        m.b[i] = rate * rng_uniform(g, -1, 1);
        m.start[i] = rng_uniform(g, -3, 3);
    }
    s = start(&m, "auto", &h);
    CHECK_EQ_INT(run_to(s, 1), SALTUS_OK);
    check_lists(s);
    CHECK_EQ_INT(saltus_sim_stats((saltus_sim *)s).largest_block, n);
    saltus_sim_free((saltus_sim *)s);
}

/* ---- Kept, and put back ---------------------------------------------------------------------- */

/* Everything that the future depends on. */
static void check_twins(const struct sim *s, const struct sim *other)
{
    const struct blocks *a = qss_of(s)->blocks, *b = qss_of(other)->blocks;
    size_t n = (size_t)s->net.n;
    CHECK(a->n == b->n && a->formed == b->formed && a->largest == b->largest);
    CHECK(!memcmp(a->of, b->of, n * sizeof *a->of));
    CHECK(!memcmp(a->wait, b->wait, n * sizeof *a->wait));
    CHECK(!memcmp(a->tries, b->tries, n * sizeof *a->tries));
    CHECK(!memcmp(a->patience, b->patience, n * sizeof *a->patience));
    for (int32_t k = 0; k < a->n; k++) {
        const struct block *x = a->list[k], *y = b->list[k];
        CHECK((x == NULL) == (y == NULL));
        if (!x) continue;
        CHECK(x->n == y->n && x->entries == y->entries && x->lu.values == y->lu.values);
        CHECK(!memcmp(x->idle, y->idle, (size_t)x->n) && x->idlers == y->idlers);
        CHECK(x->steps == y->steps && x->layers == y->layers && x->h == y->h && x->path == y->path);
        CHECK(x->last == y->last && x->pause == y->pause && x->rate == y->rate);
    }
}

/* To the end; what it said on the way. */
static uint64_t rest_of_run(struct sim *s, struct heard *h)
{
    h->hash = 0;
    CHECK_EQ_INT(run_to(s, 5), SALTUS_OK);
    check_lists(s);
    return h->hash;
}

PROP(a_run_with_blocks_goes_on_from_its_bytes, 12)
{
    struct linear m;
    struct heard h, h2, h3;
    struct sim *s, *twin, *other;
    double t = rng_log(g, 0.1, 2);
    unsigned char *bytes;
    uint64_t first;
    size_t n;
    chain_stiff(&m, g, LINEAR_MAX, 1e4);
    s = start(&m, "auto", &h);
    twin = start(&m, "auto", &h2);
    other = start(&m, "auto", &h3);
    CHECK(run_to(s, t) == SALTUS_OK && run_to(twin, t) == SALTUS_OK);
    CHECK(qss_of(s)->blocks && qss_of(s)->blocks->formed > 0);
    n = sim_keep(s, NULL, 0);
    bytes = malloc(n);
    CHECK(bytes && sim_keep(s, bytes, n) == n);
    first = rest_of_run(s, &h);
    CHECK(sim_put_back(s, bytes, n));     /* into the same run, whose blocks are others by now */
    CHECK(sim_put_back(other, bytes, n)); /* into one that has none */
    check_lists(s);
    check_twins(s, twin);
    check_twins(other, twin);
    CHECK(rest_of_run(s, &h) == first);
    CHECK(rest_of_run(other, &h3) == first);
    CHECK(s->stats.steps == other->stats.steps);
    CHECK(!sim_put_back(other, bytes, n - 1));
    saltus_sim_free((saltus_sim *)other);
    saltus_sim_free((saltus_sim *)twin);
    saltus_sim_free((saltus_sim *)s);
    free(bytes);
}

/* ---- Without memory -------------------------------------------------------------------------- */

/* A run of which request n fails, or all from there on; *blocks: how many it has formed. */
static saltus_status run_short(const struct linear *m, struct memory *mem, uint64_t *blocks)
{
    saltus_options o = linear_options("auto", quantum);
    saltus_sim *s = NULL;
    saltus_status st;
    o.max_events = 3000;
    o.shadow = 1;
    o.alloc = limited;
    o.alloc_user = mem;
    *blocks = 0;
    st = saltus_sim_new(&m->model, &o, &s);
    if (st == SALTUS_OK) {
        st = saltus_sim_run(s, 0.2);
        *blocks = saltus_sim_stats(s).blocks;
        check_lists((struct sim *)s);
    }
    saltus_sim_free(s);
    CHECK_EQ_INT(mem->live, 0);
    return st;
}

TEST(a_request_that_fails_costs_a_block_at_most)
{
    struct linear m;
    struct memory mem = {.left = -1};
    uint64_t blocks;
    int64_t all;
    int without = 0;
    chain_stiff(&m, g, LINEAR_MAX, 1e4);
    CHECK_EQ_INT(run_short(&m, &mem, &blocks), SALTUS_OK);
    CHECK(blocks > 0);
    all = mem.requests;
    for (int64_t n = 0; n < all; n++) {
        saltus_status st;
        mem = (struct memory){.left = n};
        st = run_short(&m, &mem, &blocks);
        CHECK(st == SALTUS_OK || st == SALTUS_ENOMEM || st == SALTUS_ELIMIT);
        without += st == SALTUS_OK;
    }
    CHECK(without > 20);
}

/* Nothing is left once the run has been made. */
static void *nothing_more(void *user, void *p, size_t n)
{
    return n == 0 ? limited(user, p, n) : NULL;
}

TEST(without_memory_each_state_steps_alone)
{
    struct linear m;
    struct memory mem = {.left = -1};
    saltus_options o = linear_options("auto", quantum);
    struct heard h = {.m = &m};
    saltus_sim *s;
    chain_stiff(&m, g, 6, 300);
    o.alloc = limited;
    o.alloc_user = &mem;
    o.sink = hear;
    o.user = &h;
    CHECK_EQ_INT(saltus_sim_new(&m.model, &o, &s), SALTUS_OK);
    ((struct sim *)s)->alloc.fn = nothing_more;
    CHECK_EQ_INT(saltus_sim_run(s, 0.2), SALTUS_OK);
    CHECK(qss_of((struct sim *)s)->blocks == NULL);
    CHECK_LE(h.error, 20 * quantum);
    saltus_sim_free(s);
    CHECK_EQ_INT(mem.live, 0);
}

/* Put back with too little memory: refused, and nothing is lost. */
TEST(bytes_put_back_without_memory)
{
    struct linear m;
    struct heard h;
    struct sim *s;
    unsigned char *bytes;
    size_t n;
    bool good = false;
    int tries = 0;
    chain_stiff(&m, g, LINEAR_MAX, 1e4);
    s = start(&m, "auto", &h);
    CHECK_EQ_INT(run_to(s, 0.3), SALTUS_OK);
    n = sim_keep(s, NULL, 0);
    bytes = malloc(n);
    CHECK(bytes && sim_keep(s, bytes, n) == n);
    saltus_sim_free((saltus_sim *)s);
    for (; !good; tries++) {
        struct memory mem = {.left = -1};
        saltus_options o = linear_options("auto", quantum);
        saltus_sim *to;
        o.alloc = limited;
        o.alloc_user = &mem;
        CHECK_EQ_INT(saltus_sim_new(&m.model, &o, &to), SALTUS_OK);
        mem.left = tries;
        good = sim_put_back((struct sim *)to, bytes, n);
        CHECK(good || saltus_sim_run(to, 5) < 0);
        saltus_sim_free(to);
        CHECK_EQ_INT(mem.live, 0);
    }
    CHECK(tries > 10);
    free(bytes);
}

TEST_MAIN()
