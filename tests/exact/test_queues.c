/* SPDX-License-Identifier: MIT */
/* test_queues.c - queues against the formulas of queueing theory.
 *
 * Each system is run many times with different seeds; the mean of the runs must lie within four standard errors of the
 * theory, estimated from the runs themselves, and the standard error must be small, so that a wrong formula is found. All is
 * done for two families of seeds. Little's law holds for every single run, up to rounding. */
#include "block_bench.h"

enum { RUNS = 16, FAMILIES = 2 };

struct result {
    double wait, length, busy, sojourn,
        lost; /* lost: share of the arrivals                       */
};

/* generator -> queue -> server -> sink */
static struct rig *line(const char *arrivals, const char *waiting, const char *service)
{
    struct rig *r = rig_new();
    r->quiet = 1;
    r->o.trace = NULL;
    rig_add(r, "gen", "generator", 1, arrivals);
    rig_add(r, "queue", "queue", 1, waiting);
    rig_add(r, "server", "server", 1, service);
    rig_add(r, "sink", "job_sink", 1, "");
    rig_wire(r, "gen.y", "queue.u");
    rig_wire(r, "queue.y", "server.u");
    rig_wire(r, "server.next", "queue.next");
    rig_wire(r, "server.y", "sink.u");
    return r;
}

static struct result measure(struct rig *r)
{
    double served = rig_last(r, "queue", "served"), lost = rig_last(r, "queue", "lost");
    return (struct result){rig_last(r, "queue", "mean_wait"), rig_last(r, "queue", "mean_length"),
                           rig_last(r, "server", "mean_busy"), rig_last(r, "sink", "mean"),
                           lost / (served + lost + rig_last(r, "queue", "length"))};
}

static void compare(const char *what, const double *v, double want)
{
    double mean = 0, variance = 0;
    for (int k = 0; k < RUNS; k++) mean += v[k] / RUNS;
    for (int k = 0; k < RUNS; k++) variance += (v[k] - mean) * (v[k] - mean) / (RUNS - 1);
    double error = sqrt(variance / RUNS);
    if (!(fabs(mean - want) <= 4 * error)) FAIL("%s is %g +- %g, not %g", what, mean, error, want);
    if (!(error <= 0.03 * want))
        FAIL("%s: the standard error %g of %g is too large", what, error, want);
}

/* NaN in `want`: not compared. */
static void check(const char *arrivals, const char *waiting, const char *service, double until,
                  struct result want)
{
    for (int family = 0; family < FAMILIES; family++) {
        double v[5][RUNS];
        for (int k = 0; k < RUNS; k++) {
            struct rig *r = line(arrivals, waiting, service);
            r->o.seed = (uint64_t)(1000 * family + k + 1);
            if (!rig_run(r, until)) FAIL("%s", r->said);
            struct result m = measure(r);
            v[0][k] = m.wait, v[1][k] = m.length, v[2][k] = m.busy, v[3][k] = m.sojourn,
            v[4][k] = m.lost;
            rig_free(r);
        }
        compare("the waiting time", v[0], want.wait);
        compare("the length", v[1], want.length);
        compare("the number in service", v[2], want.busy);
        compare("the sojourn time", v[3], want.sojourn);
        if (!isnan(want.lost)) compare("the share that is lost", v[4], want.lost);
    }
}

TEST(m_m_1)
{
    double rho = 0.7, wait = rho / (1 - rho);
    check("law = exponential; mean = 1.4285714285714286", "", "law = exponential; mean = 1", 20000,
          (struct result){wait, rho * wait, rho, wait + 1, NAN});
}

static double erlang_b(double a, int c)
{
    double b = 1;
    for (int k = 1; k <= c; k++) b = a * b / (k + a * b);
    return b;
}

TEST(m_m_c_by_erlang_c)
{
    int c = 3;
    double a = 2.1, b = erlang_b(a, c), delayed = b / (1 - a / c * (1 - b)),
           wait = delayed / (c - a);
    check("law = exponential; mean = 0.47619047619047616", "",
          "servers = 3; law = exponential; mean = 1", 12000,
          (struct result){wait, a * wait, a, wait + 1, NAN});
}

TEST(m_d_1)
{
    double rho = 0.7, wait = rho / (2 * (1 - rho));
    check("law = exponential; mean = 1.4285714285714286", "", "law = constant; mean = 1", 8000,
          (struct result){wait, rho * wait, rho, wait + 1, NAN});
}

TEST(m_e2_1_by_pollaczek_and_khinchine)
{
    double rho = 0.7, wait = rho * 1.5 / (2 * (1 - rho));
    check("law = exponential; mean = 1.4285714285714286", "", "law = erlang; mean = 1; shape = 2",
          8000, (struct result){wait, rho * wait, rho, wait + 1, NAN});
}

/* At most four wait: five in the system. */
TEST(m_m_1_k_loses_jobs)
{
    double rho = 0.8, sum = 0, inside = 0, full;
    for (int n = 0; n <= 5; n++) {
        sum += pow(rho, n);
        inside += n * pow(rho, n);
    }
    full = pow(rho, 5) / sum;
    inside /= sum;
    double through = rho * (1 - full), busy = 1 - 1 / sum;
    check("law = exponential; mean = 1.25", "capacity = 4", "law = exponential; mean = 1", 8000,
          (struct result){(inside - busy) / through, inside - busy, busy, inside / through, full});
}

/* No queue: Erlang B. */
TEST(m_m_c_c_loses_jobs)
{
    for (int family = 0; family < FAMILIES; family++) {
        double lost[RUNS];
        for (int k = 0; k < RUNS; k++) {
            struct rig *r = rig_new();
            r->quiet = 1;
            r->o.trace = NULL;
            r->o.seed = (uint64_t)(1000 * family + k + 1);
            rig_add(r, "gen", "generator", 1, "law = exponential; mean = 0.5");
            rig_add(r, "server", "server", 1, "servers = 4; law = exponential; mean = 1");
            rig_wire(r, "gen.y", "server.u");
            if (!rig_run(r, 5000)) FAIL("%s", r->said);
            double n = rig_last(r, "server", "lost"),
                   m = rig_last(r, "server", "served") + rig_last(r, "server", "busy");
            lost[k] = n / (n + m);
            rig_free(r);
        }
        compare("the share that is lost", lost, erlang_b(2, 4));
    }
}

/* When all jobs have left, the area under the length is the sum of the waiting times, and the area under the number in the
 * system the sum of the sojourn times. */
TEST(littles_law_is_exact)
{
    for (uint64_t seed = 1; seed <= 5; seed++) {
        struct rig *r = line("law = exponential; mean = 1.1; count = 2000", "order = lifo",
                             "law = normal; mean = 1; deviation = 0.4");
        r->o.seed = seed;
        CHECK(rig_run(r, 1e6));
        CHECK(isinf(saltus_devs_next(r->run)));
        struct result m = measure(r);
        double tq = rig_last_time(r, "queue", "mean_length"),
               ts = rig_last_time(r, "server", "mean_busy");
        CHECK(rig_last(r, "sink", "count") == 2000);
        CHECK_CLOSE(m.length * tq, m.wait * 2000, 1e-11);
        CHECK_CLOSE(m.length * tq + m.busy * ts, m.sojourn * 2000, 1e-11);
        rig_free(r);
    }
}

TEST(the_same_seed_gives_the_same_run)
{
    struct result m[3];
    for (int k = 0; k < 3; k++) {
        struct rig *r = line("law = exponential; mean = 1.1", "", "law = exponential; mean = 1");
        r->o.seed = k < 2 ? 5 : 6;
        CHECK(rig_run(r, 2000));
        m[k] = measure(r);
        rig_free(r);
    }
    CHECK(m[0].wait == m[1].wait && m[0].sojourn == m[1].sojourn && m[0].busy == m[1].busy);
    CHECK(m[0].wait != m[2].wait);
}

/* No two events of this system come together by chance, so that both semantics do the same. */
TEST(parallel_semantics_gives_the_same)
{
    struct result m[2];
    for (int k = 0; k < 2; k++) {
        struct rig *r = line("law = exponential; mean = 0.4", "capacity = 5",
                             "servers = 2; law = exponential; mean = 1");
        r->o.semantics = k ? SALTUS_DEVS_PARALLEL : SALTUS_DEVS_CLASSIC;
        CHECK(rig_run(r, 2000));
        m[k] = measure(r);
        rig_free(r);
    }
    CHECK(m[0].wait == m[1].wait && m[0].sojourn == m[1].sojourn && m[0].lost == m[1].lost);
    CHECK(m[0].lost > 0.2);
}

TEST_MAIN()
