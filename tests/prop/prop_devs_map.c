/* SPDX-License-Identifier: MIT */
/* prop_devs_map.c - index maps: composed lines equal the composed lists of pairs, and routes deliver what they say. */
#include "devs/model/map.h"
#include "testing.h"

enum { SIZE = 24 };

struct pairs {
    int n;
    int s[4 * SIZE * SIZE], d[4 * SIZE * SIZE];
};

static void gather(void *user, int32_t s, int32_t d)
{
    struct pairs *p = user;
    p->s[p->n] = s;
    p->d[p->n++] = d;
}

static int has(const struct pairs *p, int s, int d)
{
    int n = 0;
    for (int k = 0; k < p->n; k++) n += p->s[k] == s && p->d[k] == d;
    return n;
}

static struct map line(struct rng *g)
{
    for (;;) {
        struct map m = {.n = rng_int(g, 1, 10),
                        .s = rng_int(g, 0, SIZE - 1),
                        .ds = rng_int(g, 0, 3),
                        .d = rng_int(g, 0, SIZE - 1),
                        .dd = rng_int(g, -3, 3)};
        if (m.n == 1) m.ds = m.dd = 0;
        int s1 = m.s + m.ds * (m.n - 1), d1 = m.d + m.dd * (m.n - 1);
        if ((m.n == 1 || m.dd) && s1 < SIZE && d1 >= 0 && d1 < SIZE) return m;
    }
}

static void list(const struct map *m, struct pairs *out)
{
    out->n = 0;
    for (int k = 0; k < m->n; k++)
        if (m->pair)
            gather(out, m->pair[2 * k], m->pair[2 * k + 1]);
        else
            gather(out, m->s + m->ds * k, m->d + m->dd * k);
}

static void same(const struct pairs *x, const struct pairs *y)
{
    CHECK_EQ_INT(x->n, y->n);
    for (int k = 0; k < x->n; k++) CHECK_EQ_INT(has(x, x->s[k], x->d[k]), has(y, x->s[k], x->d[k]));
}

static void compose(const struct pairs *a, const struct pairs *b, struct pairs *out)
{
    out->n = 0;
    for (int i = 0; i < a->n; i++)
        for (int j = 0; j < b->n; j++)
            if (a->d[i] == b->s[j]) gather(out, a->s[i], b->d[j]);
}

static int32_t odd(const void *user, int32_t d)
{
    (void)user;
    return d % 3 == 1 ? -1 : (d * 7) % SIZE;
}

static void check_route(struct alloc *al, struct map *m, const struct pairs *expected)
{
    static struct pairs got;
    struct route r = {0};
    CHECK(map_route(al, m, SIZE, SIZE, &r));
    got.n = 0;
    route_pairs(&r, SIZE, gather, &got);
    same(expected, &got);
    for (int e = SALTUS_ALL; e < SIZE; e++) {
        struct devs_targets to;
        int n = 0, all = 0, want = 0;
        for (devs_targets_begin(&to, &r, e); devs_targets_next(&to); n++) {
            all += to.index == SALTUS_ALL;
            if (e >= 0 && to.index >= 0) CHECK(has(expected, e, to.index));
        }
        for (int k = 0; k < expected->n; k++) want += e == SALTUS_ALL || expected->s[k] == e;
        if (!all)
            CHECK_EQ_INT(n, want);
        else
            CHECK_EQ_INT(want, e == SALTUS_ALL && r.kind == ROUTE_SAME ? SIZE : r.count);
    }
    route_free(al, &r);
}

PROP(composition_equals_the_lists, 20000)
{
    static struct pairs x, y, want, got;
    struct alloc al;
    struct map a = line(g), b = line(g), c, d;
    alloc_init(&al, NULL, NULL);
    list(&a, &x);
    list(&b, &y);
    compose(&x, &y, &want);
    CHECK(map_then(&al, &a, &b, &c));
    CHECK(!c.pair);
    list(&c, &got);
    same(&want, &got);
    CHECK(map_through(&al, &c, odd, NULL, &d)); /* now a list */
    x.n = 0;
    for (int k = 0; k < want.n; k++)
        if (odd(NULL, want.d[k]) >= 0) gather(&x, want.s[k], odd(NULL, want.d[k]));
    list(&d, &got);
    same(&x, &got);
    struct map e, l = line(g);
    list(&l, &y);
    compose(&x, &y, &want);
    CHECK(map_then(&al, &d, &l, &e));
    list(&e, &got);
    same(&want, &got);
    map_free(&al, &d);
    if (e.n) check_route(&al, &e, &want);
    map_free(&al, &e);
    CHECK_EQ_INT(al.bytes, 0);
}

PROP(routes_of_lines, 20000)
{
    static struct pairs x;
    struct alloc al;
    struct map a = rng_int(g, 0, 9) ? line(g) : map_same(SIZE);
    alloc_init(&al, NULL, NULL);
    list(&a, &x);
    check_route(&al, &a, &x);
}

TEST_MAIN()
