/* SPDX-License-Identifier: MIT */
/* papers.c - every number of the papers' tables beside ours, as a Markdown table.
 *
 * Usage: papers [folder of reference solutions, default tests/data/reference [rows that contain
 * this text]]. `make papers` puts the output into docs/reproduction.md, which explains the
 * differences. Rows that must agree exactly are tests, too: tests/exact/test_papers.c.
 *
 * How papers count. A step is one choice of a q. [mk07], [mkc12] count messages: the initial
 * value of each state is one more (of LIQSS the first step is that message). A function
 * evaluation is one scalar f for one changed q; [dmk18] and Table 4 of [mbkc13] multiply by the
 * order N, since a series of N coefficients is as much work. How they measure errors, at the
 * instants of the reference: [mkc12] max or mean |q - ref|; [mbkc13] mean (x - ref)^2; [dmk18]
 * sqrt(sum (x - ref)^2 / sum ref^2). */
#include "models.h"
#include "reference.h"
#include "saltus.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef TEST_DATA
#define TEST_DATA "tests/data"
#endif

enum { QUANTITIES = 5, RULES = 3 };

/* ---- What is run, and what the paper says ---------------------------------------------------- */

#define QUANTITIES_MAP(X)                                                                          \
    X(STEPS, "steps")                                                                              \
    X(STEPS1, "steps of x1")                                                                       \
    X(STEPS2, "steps of x2")                                                                       \
    X(STEPS3, "steps of x3")                                                                       \
    X(EVALS, "f evaluations")                                                                      \
    X(MAXQ, "max error of q")                                                                      \
    X(MEANQ, "mean error of q")                                                                    \
    X(MSE, "mean square error")                                                                    \
    X(REL, "relative error")                                                                       \
    X(FIRST, "first step of x1 at")                                                                \
    X(BEFORE, "steps of x2 before it")                                                             \
    X(LAST, "last step at")                                                                        \
    X(Q1, "q1 at the end")                                                                         \
    X(Q2, "q2 at the end")                                                                         \
    X(NORM, "norm of x at the end")
#define QUANTITY_ENUM(name, text) name,
enum quantity { NOTHING, QUANTITIES_MAP(QUANTITY_ENUM) };

struct claim {
    enum quantity what;
    double paper; /* NAN: the paper says it in words */
};

struct job {
    const char *paper, *table, *row;
    const char *model, *method;
    double rel, abs, theta, until;
    saltus_rule rules[RULES];
    const char *reference, *columns; /* file; the columns whose names begin so, NULL: all */
    struct claim claim[QUANTITIES];
    const char *remark;
    int32_t n;
    int order;           /* factor of the evaluations, 0: 1 */
    uint64_t max_events; /* 0: 60 million */
};

#define BOTH(q)    .rel = (q), .abs = (q)
#define PLAIN(q)   .rel = 0, .abs = (q)
#define STIFF2(tf) .model = "stiff2", .until = (tf), .reference = "lin2", .columns = "x1"
#define D4(k)                                                                                      \
    .model = "d4", .until = 500, .reference = "d4", PLAIN(1),                                      \
    .rules = {{"x1", 0, 0, 0.01 * (k)}, {"x2", 0, 0, 0.01 * (k)}, {"x3", 0, 0, 5e-8 * (k)}}
#define TLINE(q)                                                                                   \
    .model = "tline", .method = "cqss", .until = 500, .reference = "tline", .columns = "u35",      \
    PLAIN(q), .rules = {{"u[40]", 0, 0, (q)*1e-3}}
#define VANDERPOL(k)                                                                               \
    .model = "vanderpol", .until = 4000, .reference = "vdp", .columns = "x1", PLAIN(1),            \
    .rules = {{"x1", 0, 0, 1e-3 * (k)}, {"x2", 0, 0, (k)}}
#define BUCK      .model = "buck", .until = 0.01, .reference = "buck", .columns = "VC"
#define MOTOR     .model = "motor", .until = 3, .reference = "motor", .columns = "omega"
#define INVERTERS .model = "inverters", .until = 130, .reference = "inverter", .columns = "w500"
#define ADR       .model = "adr", .until = 10, .reference = "adr"
#define CUK       .model = "cuk", .until = 0.02, .reference = "cuk", .columns = "uC2"
#define TYSON     .model = "tyson", .until = 50, .reference = "tyson", .columns = "M_"

/* One line each is easier to compare with the papers. */
/* clang-format off */
static const struct job jobs[] = {
    {"mbkc13, mkc12", "Eq. 4", "QSS1, 1", STIFF2(500), .method = "qss1", PLAIN(1),
     .claim = {{STEPS1, 21}, {STEPS2, 15995}, {FIRST, 4.95}, {BEFORE, 158}}},
    {"mkc12", "Table 1", "BQSS, 1", STIFF2(1000), .method = "bqss", PLAIN(1),
     .claim = {{STEPS, 43}, {EVALS, 65}, {MAXQ, 1.06}, {MEANQ, 0.34}}},
    {"mkc12", "Table 1", "BQSS, 0.1", STIFF2(1000), .method = "bqss", PLAIN(0.1),
     .claim = {{STEPS, 408}, {EVALS, 612}, {MAXQ, 0.199}, {MEANQ, 0.034}}},
    {"mkc12", "Table 1", "BQSS, 0.01", STIFF2(1000), .method = "bqss", PLAIN(0.01),
     .claim = {{STEPS, 4060}, {EVALS, 6098}, {MAXQ, 0.0191}, {MEANQ, 0.0033}}},
    {"mkc12", "Table 2", "D4, BQSS, 0.01, 5e-8", D4(1), .method = "bqss",
     .claim = {{STEPS, 517}, {STEPS3, 315}, {EVALS, 1349}, {MEANQ, 0.014}, {LAST, 419.66}}},
    {"mkc12", "Table 2", "D4, BQSS, 0.001, 5e-9", D4(0.1), .method = "bqss",
     .claim = {{STEPS, 4953}, {EVALS, 12860}, {MEANQ, 7.2e-4}}},
    {"mkc12", "Table 2", "D4, CQSS, 0.01, 5e-8", D4(1), .method = "cqss",
     .claim = {{STEPS, 522}, {EVALS, 1363}, {MEANQ, 0.011}}},
    {"mkc12", "Table 3", "line, CQSS, 0.1", TLINE(0.1),
     .claim = {{STEPS, 497526}, {EVALS, 995052}, {MEANQ, 0.133}}},
    {"mkc12", "Table 3", "line, CQSS, 0.2", TLINE(0.2),
     .claim = {{STEPS, 263506}, {EVALS, 527012}, {MEANQ, 0.290}}},
    {"mkc12", "Table 3", "line, CQSS, 0.5", TLINE(0.5),
     .claim = {{STEPS, 144171}, {EVALS, 288342}, {MEANQ, 0.833}}},
    {"mkc12", "Table 5", "buck, BQSS, 0.1", BUCK, .method = "bqss", PLAIN(0.1),
     .claim = {{STEPS, 10431}, {EVALS, 20862}, {MEANQ, 0.067}}},
    {"mkc12", "Table 5", "buck, BQSS, 0.2", BUCK, .method = "bqss", PLAIN(0.2),
     .claim = {{STEPS, 5386}, {EVALS, 10772}, {MEANQ, 0.139}}},
    {"mkc12", "Table 5", "buck, CQSS, 0.1", BUCK, .method = "cqss", PLAIN(0.1),
     .claim = {{STEPS, 10027}, {EVALS, 20054}, {MEANQ, 0.044}}},
    {"mkc12", "Table 5", "buck, CQSS, 0.2", BUCK, .method = "cqss", PLAIN(0.2),
     .claim = {{STEPS, 4857}, {EVALS, 9714}, {MEANQ, 0.198}}},
    {"mkc12", "Eq. 32", "oscillator, QSS1, 0.1", .model = "oscillator", .method = "qss1", PLAIN(0.1),
     .until = 200, .claim = {{NORM, NAN}}, .remark = "paper: grows from 4"},
    {"mkc12", "Eq. 32", "oscillator, BQSS, 0.1", .model = "oscillator", .method = "bqss", PLAIN(0.1),
     .until = 200, .claim = {{NORM, NAN}}, .remark = "paper: decays"},
    {"mkc12", "Eq. 32", "oscillator, CQSS, 0.1", .model = "oscillator", .method = "cqss", PLAIN(0.1),
     .until = 200, .claim = {{NORM, NAN}}, .remark = "paper: keeps its amplitude"},

    {"mbkc13", "App. A", "LIQSS1, 0.4", .model = "appendix_a", .method = "liqss1", PLAIN(0.4), .until = 10,
     .claim = {{STEPS, 3}, {LAST, 2.667}, {Q1, 1}}},
    {"mk07", "Sect. IV.A", "LIQSS1, 1", STIFF2(500), .method = "liqss1", PLAIN(1),
     .claim = {{STEPS1, 21}, {STEPS2, 25}}},
    {"mk07", "Sect. IV.A", "LIQSS1, 0.1", STIFF2(500), .method = "liqss1", PLAIN(0.1),
     .claim = {{STEPS1, 201}, {STEPS2, 203}}},
    {"mk07", "Sect. IV.A", "LIQSS1, 0.01", STIFF2(500), .method = "liqss1", PLAIN(0.01),
     .claim = {{STEPS1, 2006}, {STEPS2, 2026}}},
    {"mk07", "Sect. IV.A", "LIQSS1, 0.001", STIFF2(500), .method = "liqss1", PLAIN(0.001),
     .claim = {{STEPS1, 20064}, {STEPS2, 28174}}},
    {"mk07", "Sect. IV.A", "LIQSS2, 1", STIFF2(500), .method = "liqss2-2013", PLAIN(1),
     .claim = {{STEPS, 25}}},
    {"mk07", "Sect. IV.A", "LIQSS2, 0.1", STIFF2(500), .method = "liqss2-2013", PLAIN(0.1),
     .claim = {{STEPS, 59}}},
    {"mk07", "Sect. IV.A", "LIQSS2, 0.01", STIFF2(500), .method = "liqss2-2013", PLAIN(0.01),
     .claim = {{STEPS, 186}}},
    {"mk07", "Sect. IV.A", "LIQSS2, 0.001", STIFF2(500), .method = "liqss2-2013", PLAIN(0.001),
     .claim = {{STEPS, 577}}},
    {"mbkc13", "Sect. 2.4", "LIQSS2, 0.1", STIFF2(500), .method = "liqss2-2013", PLAIN(0.1),
     .claim = {{STEPS, 40}}},
    {"mk07", "Sect. IV.B", "Van der Pol, LIQSS2, 1e-3, 1", VANDERPOL(1), .method = "liqss2-2013",
     .claim = {{STEPS, 2159}, {STEPS1, 838}, {STEPS2, 1321}}, .max_events = 3000000},
    {"mk07", "Sect. IV.B", "Van der Pol, mLIQSS2 for LIQSS2, 1e-3, 1", VANDERPOL(1), .method = "mliqss2",
     .claim = {{STEPS, 2159}, {STEPS1, 838}, {STEPS2, 1321}}, .max_events = 3000000},
    {"mk07", "Sect. IV.B", "Van der Pol, LIQSS2, 1e-4, 0.1", VANDERPOL(0.1), .method = "liqss2-2013",
     .claim = {{STEPS, 4148}, {STEPS1, 1975}, {STEPS2, 2173}}, .max_events = 3000000},
    {"mk07", "Sect. IV.B", "Van der Pol, mLIQSS2 for LIQSS2, 1e-4, 0.1", VANDERPOL(0.1), .method = "mliqss2",
     .claim = {{STEPS, 4148}, {STEPS1, 1975}, {STEPS2, 2173}}, .max_events = 3000000},

    {"mbkc13", "Table 3", "motor, LIQSS2, 1e-2", MOTOR, .method = "liqss2-2013", BOTH(1e-2),
     .claim = {{STEPS, 400774}, {EVALS, 819738}, {MSE, 0.8043}}},
    {"mbkc13", "Table 3", "motor, LIQSS2, 1e-3", MOTOR, .method = "liqss2-2013", BOTH(1e-3),
     .claim = {{STEPS, 931348}, {EVALS, 1936255}, {MSE, 0.1132}}},
    {"mbkc13", "Table 3", "motor, LIQSS2, 1e-4", MOTOR, .method = "liqss2-2013", BOTH(1e-4),
     .claim = {{STEPS, 2695093}, {EVALS, 5675314}, {MSE, 7.5e-3}}},
    {"mbkc13", "Table 3", "motor, LIQSS3, 1e-3", MOTOR, .method = "liqss3", BOTH(1e-3),
     .claim = {{STEPS, 539114}, {EVALS, 1162301}, {MSE, 0.072}}},
    {"mbkc13", "Table 3", "motor, LIQSS3, 1e-4", MOTOR, .method = "liqss3", BOTH(1e-4),
     .claim = {{STEPS, 895660}, {EVALS, 1922289}, {MSE, 7.2e-3}}},
    {"mbkc13", "Table 3", "motor, LIQSS3, 1e-5", MOTOR, .method = "liqss3", BOTH(1e-5),
     .claim = {{STEPS, 1640678}, {EVALS, 3558047}, {MSE, 8.6e-5}}},
    {"mbkc13", "Table 4", "inverters, LIQSS2, 1e-2", INVERTERS, .method = "liqss2-2013", BOTH(1e-2), .order = 2,
     .claim = {{STEPS, 178595}, {EVALS, 714380}, {MSE, 0.61}}},
    {"mbkc13", "Table 4", "inverters, LIQSS2, 1e-3", INVERTERS, .method = "liqss2-2013", BOTH(1e-3), .order = 2,
     .claim = {{STEPS, 259591}, {EVALS, 1038364}, {MSE, 0.022}}},
    {"mbkc13", "Table 4", "inverters, LIQSS2, 1e-4", INVERTERS, .method = "liqss2-2013", BOTH(1e-4), .order = 2,
     .claim = {{STEPS, 533200}, {EVALS, 2132800}, {MSE, 2.3e-4}}},
    {"mbkc13", "Table 4", "inverters, LIQSS3, 1e-2", INVERTERS, .method = "liqss3", BOTH(1e-2), .order = 3,
     .claim = {{STEPS, 81377}, {EVALS, 488262}, {MSE, 1.343}}},
    {"mbkc13", "Table 4", "inverters, LIQSS3, 1e-3", INVERTERS, .method = "liqss3", BOTH(1e-3), .order = 3,
     .claim = {{STEPS, 165931}, {EVALS, 995586}, {MSE, 0.443}}},
    {"mbkc13", "Table 4", "inverters, LIQSS3, 1e-4", INVERTERS, .method = "liqss3", BOTH(1e-4), .order = 3,
     .claim = {{STEPS, 286806}, {EVALS, 1720836}, {MSE, 0.119}}},
    {"mbkc13", "Table 4", "inverters, LIQSS3, 1e-5", INVERTERS, .method = "liqss3", BOTH(1e-5), .order = 3,
     .claim = {{STEPS, 368857}, {EVALS, 2213142}, {MSE, 0.0133}}},
    {"mbkc13", "Table 4", "inverters, LIQSS3, 1e-6", INVERTERS, .method = "liqss3", BOTH(1e-6), .order = 3,
     .claim = {{STEPS, 626693}, {EVALS, 3760158}, {MSE, 0.00205}}},

    {"dmk18", "Table 1", "LIQSS1, 1", .model = "pair", .method = "liqss1-2018", PLAIN(1), .theta = 1, .until = 9.5,
     .claim = {{LAST, 9.01}, {Q1, -1}, {Q2, 0.2}}, .remark = "row t8"},
    {"dmk18", "Sect. 3.3", "mLIQSS1, 1", .model = "pair", .method = "mliqss1", PLAIN(1), .theta = 1, .until = 100,
     .claim = {{Q1, -0.5}, {Q2, 0.7}}},
    {"dmk18", "Table 2", "ADR, old LIQSS2, 1e-3", ADR, .method = "liqss2-2013", BOTH(1e-3), .order = 2,
     .claim = {{EVALS, 405104}, {REL, 1.59e-3}}},
    {"dmk18", "Table 2", "ADR, old LIQSS2, 1e-5", ADR, .method = "liqss2-2013", BOTH(1e-5), .order = 2,
     .claim = {{EVALS, 2764382}, {REL, 4.35e-5}}},
    {"dmk18", "Table 2", "ADR, liqss2 for mLIQSS2, 1e-3", ADR, .method = "liqss2", BOTH(1e-3), .order = 2,
     .claim = {{EVALS, 140812}, {REL, 2.82e-3}}},
    {"dmk18", "Table 2", "ADR, liqss2 for mLIQSS2, 1e-5", ADR, .method = "liqss2", BOTH(1e-5), .order = 2,
     .claim = {{EVALS, 1084484}, {REL, 1.98e-5}}},
    {"dmk18", "Table 2", "ADR, mLIQSS2, 1e-3", ADR, .method = "mliqss2", BOTH(1e-3), .order = 2,
     .claim = {{EVALS, 140812}, {REL, 2.82e-3}}},
    {"dmk18", "Table 2", "ADR, mLIQSS2, 1e-5", ADR, .method = "mliqss2", BOTH(1e-5), .order = 2,
     .claim = {{EVALS, 1084484}, {REL, 1.98e-5}}},
    {"dmk18", "Table 3", "Cuk, old LIQSS2, 1e-3", CUK, .method = "liqss2-2013", BOTH(1e-3), .order = 2,
     .claim = {{EVALS, 216086632}, {REL, 1.96e-3}}, .max_events = 20000000},
    {"dmk18", "Table 3", "Cuk, old LIQSS2, 1e-5", CUK, .method = "liqss2-2013", BOTH(1e-5), .order = 2,
     .claim = {{EVALS, 335675912}, {REL, 3.10e-5}}, .max_events = 20000000},
    {"dmk18", "Table 3", "Cuk, mLIQSS2, 1e-3", CUK, .method = "mliqss2", BOTH(1e-3), .order = 2,
     .claim = {{EVALS, 341928}, {REL, 1.23e-3}}},
    {"dmk18", "Table 3", "Cuk, mLIQSS2, 1e-5", CUK, .method = "mliqss2", BOTH(1e-5), .order = 2,
     .claim = {{EVALS, 2021402}, {REL, 1.64e-5}}},
    {"dmk18", "Table 4", "Tyson, old LIQSS1, 1e-3", TYSON, .method = "liqss1", BOTH(1e-3), .order = 1,
     .claim = {{EVALS, 43127543}, {REL, 7.44e-3}}},
    {"dmk18", "Table 4", "Tyson, old LIQSS1, 1e-5", TYSON, .method = "liqss1", BOTH(1e-5), .order = 1,
     .claim = {{EVALS, 134002162}, {REL, 2.11e-5}}},
    {"dmk18", "Table 4", "Tyson, mLIQSS1, 1e-3", TYSON, .method = "mliqss1", BOTH(1e-3), .order = 1,
     .claim = {{EVALS, 8672317}, {REL, 7.10e-3}}},
    {"dmk18", "Table 4", "Tyson, mLIQSS1, 1e-5", TYSON, .method = "mliqss1", BOTH(1e-5), .order = 1,
     .claim = {{EVALS, 56204686}, {REL, 1.00e-5}}},
    {"dmk18", "Table 4", "Tyson, old LIQSS2, 1e-3", TYSON, .method = "liqss2-2013", BOTH(1e-3), .order = 2,
     .claim = {{EVALS, 55720144}, {REL, 6.17e-3}}},
    {"dmk18", "Table 4", "Tyson, old LIQSS2, 1e-5", TYSON, .method = "liqss2-2013", BOTH(1e-5), .order = 2,
     .claim = {{EVALS, 64628190}, {REL, 1.36e-5}}},
    {"dmk18", "Table 4", "Tyson, mLIQSS2, 1e-3", TYSON, .method = "mliqss2", BOTH(1e-3), .order = 2,
     .claim = {{EVALS, 185970}, {REL, 7.53e-3}}},
    {"dmk18", "Table 4", "Tyson, mLIQSS2, 1e-5", TYSON, .method = "mliqss2", BOTH(1e-5), .order = 2,
     .claim = {{EVALS, 1471838}, {REL, 1.21e-5}}},
};
/* clang-format on */

/* ---- One run --------------------------------------------------------------------------------- */

struct run {
    const struct job *job;
    saltus_sim *sim;
    double first, last; /* step of state 0; of any */
    uint64_t before;    /* steps of state 1 until then */
    uint64_t steps[2], any;
    struct reference_error error;
    int missing;
    saltus_status status;
};

static int note(void *user, double t, int32_t var, const double *poly, int order)
{
    struct run *r = user;
    saltus_stats st;
    (void)var, (void)poly, (void)order;
    if (!r->sim) return 0;
    st = saltus_sim_stats(r->sim);
    if (st.steps == r->any) return 0;
    r->any = st.steps;
    r->last = t;
    if (r->first < 0 && saltus_sim_steps(r->sim, 0) > 0) {
        r->first = t;
        r->before = saltus_sim_steps(r->sim, 1);
    }
    return 0;
}

static void hush(void *user, const saltus_diag *d)
{
    (void)user, (void)d;
}

static int wants(const struct job *j, enum quantity a, enum quantity b)
{
    for (int k = 0; k < QUANTITIES; k++)
        if (j->claim[k].what >= a && j->claim[k].what <= b) return 1;
    return 0;
}

static saltus_options options(const struct job *j, struct run *r)
{
    saltus_options o = saltus_defaults();
    o.method = j->method;
    o.rel = j->rel;
    o.abs = j->abs;
    if (j->theta > 0) o.theta = j->theta;
    o.rules = j->rules;
    while (o.n_rules < RULES && j->rules[o.n_rules].pattern) o.n_rules++;
    o.max_events = j->max_events ? j->max_events : 60000000;
    o.diag = hush;
    o.user = r;
    if (wants(j, FIRST, LAST)) o.sink = note;
    return o;
}

static void run_job(struct run *r, const struct job *j, const struct reference *ref,
                    const saltus_model *m)
{
    saltus_options o = options(j, r);
    *r = (struct run){.job = j, .first = -1};
    r->status = saltus_sim_new(m, &o, &r->sim);
    if (r->status == SALTUS_OK)
        r->status = reference_compare(r->sim, ref, j->columns, j->until, &r->error);
    if (r->status == SALTUS_OK) r->status = saltus_sim_run(r->sim, j->until);
    r->missing = j->reference && !ref->rows;
}

/* ---- What came out --------------------------------------------------------------------------- */

/* LIQSS begins with a step, or stays where it is until its first; the others send their initial
 * value. */
static double messages(const struct run *r, int32_t i)
{
    const char *m = r->job->method;
    int sends = !strncmp(m, "qss", 3) || !strcmp(m, "bqss") || !strcmp(m, "cqss");
    double steps = (double)saltus_sim_steps(r->sim, i);
    return sends ? steps + (double)saltus_sim_initial(r->sim, i) : steps;
}

static double count(const struct run *r, int evaluations)
{
    double sum = 0;
    int order = r->job->order > 0 ? r->job->order : 1;
    for (int32_t i = 0; i < saltus_sim_count(r->sim, SALTUS_STATE); i++)
        sum += messages(r, i) * (evaluations ? saltus_sim_dependents(r->sim, i) * order : 1);
    return sum;
}

static double measure(const struct run *r, enum quantity what)
{
    double end = r->job->until;
    if (what >= MAXQ && what <= REL && r->error.rows == 0) return NAN;
    switch (what) {
    case STEPS: return count(r, 0);
    case STEPS1: return messages(r, 0);
    case STEPS2: return messages(r, 1);
    case STEPS3: return messages(r, 2);
    case EVALS: return count(r, 1);
    case MAXQ: return r->error.max_q;
    case MEANQ: return r->error.mean_q;
    case MSE: return r->error.square;
    case REL: return r->error.rel;
    case FIRST: return r->first;
    case BEFORE: return (double)r->before;
    case LAST: return r->last;
    case Q1: return saltus_sim_quantized(r->sim, 0, end);
    case Q2: return saltus_sim_quantized(r->sim, 1, end);
    case NORM: return hypot(saltus_sim_value(r->sim, 0, end), saltus_sim_value(r->sim, 1, end));
    default: return NAN;
    }
}

static void print_number(double x, int whole)
{
    if (isnan(x))
        printf(" - |");
    else if (whole)
        printf(" %.0f |", x);
    else
        printf(" %.4g |", x);
}

static void print_claim(const struct run *r, const struct claim *c)
{
#define QUANTITY_TEXT(name, text) text,
    static const char *const texts[] = {"", QUANTITIES_MAP(QUANTITY_TEXT)};
    const struct job *j = r->job;
    int whole = (c->what >= STEPS && c->what <= EVALS) || c->what == BEFORE;
    int complete = r->status == SALTUS_OK;
    double ours = measure(r, c->what);
    if (!complete && !whole) ours = NAN;
    printf("| %s | %s | %s | %s |", j->paper, j->table, j->row, texts[c->what]);
    print_number(c->paper, whole);
    if (!complete && whole) printf(" >");
    print_number(ours, whole);
    if (!complete || isnan(ours) || isnan(c->paper))
        printf(" - |");
    else
        printf(" %.3f |", ours / c->paper);
    if (!complete)
        printf(" %s at t = %.3g",
               r->status == SALTUS_ELIMIT ? "stopped" : saltus_status_text(r->status),
               saltus_sim_time(r->sim));
    if (r->missing && c->what >= MAXQ && c->what <= REL) printf(" no reference solution");
    printf("%s%s |\n", j->remark ? " " : "", j->remark ? j->remark : "");
}

/* 0: could not be run. */
static int report(const struct job *j, const char *folder)
{
    struct reference ref = {0};
    saltus_model *m = models_make(j->model, j->n);
    struct run r;
    int ok;
    if (!m) return 0;
    if (j->reference) (void)reference_read(&ref, folder, j->reference);
    run_job(&r, j, &ref, m);
    ok = r.sim != NULL;
    for (int k = 0; ok && k < QUANTITIES && j->claim[k].what; k++) print_claim(&r, &j->claim[k]);
    fflush(stdout);
    saltus_sim_free(r.sim);
    models_free(m);
    reference_free(&ref);
    return ok;
}

int main(int argc, char **argv)
{
    const char *folder = argc > 1 ? argv[1] : TEST_DATA "/reference";
    const char *only = argc > 2 ? argv[2] : ""; /* rows that contain it */
    int failed = 0;
    printf("| paper | place | row | quantity | paper's | Saltus | ratio | remark |\n");
    printf("|---|---|---|---|---|---|---|---|\n");
    for (size_t k = 0; k < sizeof jobs / sizeof *jobs; k++) {
        if (!strstr(jobs[k].row, only) || report(&jobs[k], folder)) continue;
        fprintf(stderr, "papers: %s cannot be run\n", jobs[k].row);
        failed = 1;
    }
    return failed;
}
