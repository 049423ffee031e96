/* SPDX-License-Identifier: MIT */
/* prop_devs_models.c - any model is run or refused with a message; never anything else, and twice the same.
 *
 * Models are put together at random, mostly right: some wires name parts or ports that are not there, elements outside, or
 * sizes that do not fit; some models are nested in themselves; static parts form loops. */
#include "devs_parts.h"

enum { MODELS = 4 };

static const char *const parts[] = {"a", "b", "c", "d", "e", "f", "g", "nobody"};
static const char *const ports[] = {"u", "y", "u1", "u2", "in", "out", NULL};

/* The parts of devs_parts.h, in order; inputs need no wire. */
enum kind { TICK, RELAY, STORE, LEVEL, LINEAR, TOTAL, SHIFT, NESTED, KINDS };
static saltus_atomic type[NESTED];
static saltus_port loose[NESTED][2];

static void make_types(void)
{
    static const saltus_atomic *const from[] = {&tick,   &relay, &store, &level,
                                                &linear, &total, &shift};
    for (int k = 0; k < NESTED; k++) {
        type[k] = *from[k];
        if (!type[k].inputs) continue;
        loose[k][0] = type[k].inputs[0];
        loose[k][0].optional = 1;
        type[k].inputs = loose[k];
    }
}

static void random_part(struct rng *g, saltus_coupled *m, const char *name, enum kind k)
{
    int32_t size = rng_int(g, 0, 30) ? 2 : 3;
    if (k == TICK)
        add_part(m, name, &type[k], 1, "period", rng_int(g, 1, 3), NULL, 0);
    else if (k == LEVEL)
        add_part(m, name, &type[k], size, "value", 1, NULL, 0);
    else if (k == RELAY)
        add_part(m, name, &type[k], 1, rng_int(g, 0, 30) ? "lag" : "lak", rng_int(g, 0, 2), NULL,
                 0);
    else if (k == LINEAR)
        add_ports(m, name, &type[k], size, 1);
    else
        add_part(m, name, &type[k], size, NULL, 0, NULL, 0);
}

static saltus_end random_end(struct rng *g)
{
    saltus_end e = {.part =
                        rng_int(g, 0, 5) ? parts[rng_int(g, 0, rng_int(g, 0, 9) ? 6 : 7)] : NULL,
                    .port = rng_int(g, 0, 2) ? NULL : ports[rng_int(g, 0, 6)]};
    if (rng_int(g, 0, 3) == 0) {
        e.first = rng_int(g, -1, 3);
        e.count = rng_int(g, 0, 3);
        e.step = rng_int(g, -1, 2);
    }
    return e;
}

static int of_events(enum kind k)
{
    return k == TICK || k == RELAY || k == NESTED;
}

/* A wire that is all right, or nearly so; of signals only forwards, so that few have two sources or go round. */
static void random_wire(struct rng *g, saltus_coupled *m, const enum kind *kind, int n)
{
    int a = rng_int(g, 0, n - 1), b = rng_int(g, 0, n - 1), any = kind[b] == STORE;
    saltus_wire w = {.from = {.part = parts[a]}, .to = {.part = parts[b]}};
    if (rng_int(g, 0, 30) == 0)
        w = (saltus_wire){.from = random_end(g), .to = random_end(g)};
    else if (kind[a] == STORE || kind[b] == TICK || kind[b] == LEVEL)
        return;
    else if (!any &&
             (of_events(kind[a]) != of_events(kind[b]) || (!of_events(kind[a]) && b != a + 1)))
        return;
    else if (any)
        w.to.first = rng_int(g, 0, 1), w.to.count = 1, w.from.count = 1;
    if (!any && (kind[a] == TOTAL || kind[b] == TOTAL)) w.from.count = w.to.count = 1;
    CHECK(!saltus_coupled_wire(m, &w));
}

static void fill(struct rng *g, saltus_coupled *m, saltus_coupled *const all[MODELS], int self)
{
    int n = rng_int(g, 2, 7);
    enum kind kind[8];
    saltus_coupled_port(m, 0, "in", "event", rng_int(g, 0, 30) ? 1 : 3, (saltus_loc){0});
    saltus_coupled_port(m, 1, "out", "event", 1, (saltus_loc){0});
    for (int k = 0; k < n; k++) {
        int inner = rng_int(g, 0, rng_int(g, 0, 30) && self ? self - 1 : MODELS - 1);
        kind[k] = (enum kind)rng_int(g, 0, self ? NESTED : SHIFT);
        if (kind[k] == NESTED)
            saltus_coupled_nest(m, parts[k], all[inner], (saltus_loc){0});
        else
            random_part(g, m, parts[k], kind[k]);
    }
    for (int k = 0; k < 12; k++) random_wire(g, m, kind, n);
    for (int k = 0; k < n; k++) {
        if (of_events(kind[k]) && rng_int(g, 0, 1)) wire(m, parts[k], NULL, NULL, "out");
        if (of_events(kind[k]) && kind[k] != TICK && rng_int(g, 0, 1))
            wire(m, NULL, "in", parts[k], NULL);
    }
}

static void out_of_it(void *user, double t, int port, const saltus_message *m)
{
    struct log *l = user;
    if (sizeof l->text - l->n > 100)
        l->n += (size_t)snprintf(l->text + l->n, 60, "%g %d[%d]\n", t, port, (int)m->index);
}

static saltus_status go(const saltus_coupled *m, int sem, struct log *l)
{
    saltus_devs_options o = log_options(l, (saltus_semantics)sem);
    saltus_devs *run;
    o.output = out_of_it;
    o.max_events = 300;
    o.max_instant = 50;
    saltus_status st = saltus_devs_new(m, &o, &run);
    CHECK((st == SALTUS_OK) == (run != NULL));
    if (run) st = saltus_devs_run(run, 5);
    saltus_devs_free(run);
    return st;
}

PROP(a_model_runs_or_is_refused, 20000)
{
    static struct log a, b;
    saltus_coupled *m[MODELS];
    make_types();
    for (int k = 0; k < MODELS; k++) m[k] = model((const char *[]){"w", "x", "y", "z"}[k]);
    for (int k = 0; k < MODELS; k++) fill(g, m[k], m, k);
    for (int k = 0; k < MODELS; k++) {
        int sem = rng_int(g, 0, 1);
        saltus_status st = go(m[k], sem, &a);
        if (st != SALTUS_OK && st != SALTUS_EMODEL && st != SALTUS_ELIMIT && st != SALTUS_EZENO)
            FAIL("%s: %s", saltus_status_name(st), a.first);
        CHECK((st == SALTUS_OK) == (a.errors == 0));
        CHECK_EQ_INT(go(m[k], sem, &b), st);
        CHECK(a.n == b.n && !memcmp(a.text, b.text, a.n) && !strcmp(a.first, b.first));
    }
    for (int k = 0; k < MODELS; k++) saltus_coupled_free(m[k]);
}

TEST_MAIN()
