/* SPDX-License-Identifier: MIT */
/* Watched outputs reach the sink as polynomials; events are told. */
#include "out/file/rows.h"
#include "saltus.h"
#include "saltus_compile.h"
#include "testing.h"
#include <math.h>
#include <string.h>

static const char text[] = "model M\n"
                           "  Real x(start = 1, fixed = true), v(start = 0, fixed = true);\n"
                           "  Real line, product, clock, sign_of_x;\n"
                           "equation\n"
                           "  der(x) = v;\n"
                           "  der(v) = -x;\n"
                           "  line = 2*x + v;\n"
                           "  product = x*v;\n"
                           "  clock = time^2;\n"
                           "  sign_of_x = if x > 0 then 1 else -1;\n"
                           "end M;\n";

enum { MOST = 8, ROOM = 100000 };

struct log {
    saltus_sim *sim;
    int32_t first, told[MOST], fired, rising;
    double worst[MOST], t[MOST], poly[MOST][5];
    int order[MOST], stop_after;
};

static double value(const struct log *l, int k, double t)
{
    double v = 0;
    for (int j = l->order[k]; j >= 0; j--) v = v * (t - l->t[k]) + l->poly[k][j];
    return v;
}

static int on_segment(void *user, double t, int32_t var, const double *poly, int order)
{
    struct log *l = user;
    int k = var - l->first;
    if (k < 0) return 0;
    l->told[k]++;
    l->t[k] = t;
    l->order[k] = order;
    memcpy(l->poly[k], poly, ((size_t)order + 1) * sizeof *poly);
    return 0;
}

static int on_fired(void *user, double t, saltus_kind kind, int32_t index, int direction)
{
    struct log *l = user;
    (void)t, (void)index;
    l->fired += kind == SALTUS_GUARD;
    l->rising += direction > 0;
    return l->stop_after && l->fired >= l->stop_after;
}

static int on_sample(void *user, double t, const saltus_sim *s)
{
    struct log *l = user;
    for (int k = 0; k < saltus_sim_count(s, SALTUS_OUTPUT); k++)
        l->worst[k] =
            fmax(l->worst[k], fabs(value(l, k, t) - saltus_sim_value(s, l->first + k, t)));
    return 0;
}

struct bench {
    saltus_compiled *compiled;
    struct log log;
    saltus_options o;
    int32_t outputs[MOST];
};

static void prepare(struct bench *b)
{
    saltus_compile_options c = {.struct_size = sizeof(saltus_compile_options),
                                .backend = SALTUS_INTERPRETED};
    memset(b, 0, sizeof *b);
    CHECK_EQ_INT(saltus_compile_text("m.mo", text, strlen(text), &c, &b->compiled), SALTUS_OK);
    b->o = saltus_defaults();
    b->o.method = "qss3";
    b->o.rel = b->o.abs = 1e-4;
    b->o.sink = on_segment;
    b->o.fired = on_fired;
    b->o.user = &b->log;
    b->o.outputs = b->outputs;
    b->log.first = saltus_model_find(saltus_compiled_model(b->compiled), "line");
    CHECK(b->log.first >= 0);
    for (int k = 0; k < 4; k++) b->outputs[b->o.n_outputs++] = b->log.first + k;
}

static void finish(struct bench *b)
{
    saltus_sim_free(b->log.sim);
    saltus_compiled_free(b->compiled);
}

TEST(polynomials_of_outputs_equal_their_values)
{
    struct bench b;
    prepare(&b);
    b.o.sample = on_sample;
    b.o.interval = 0.013;
    CHECK_EQ_INT(saltus_sim_new(saltus_compiled_model(b.compiled), &b.o, &b.log.sim), SALTUS_OK);
    CHECK_EQ_INT(b.log.told[0] > 0, 1);
    CHECK_EQ_INT(saltus_sim_run(b.log.sim, 20), SALTUS_OK);
    CHECK_LE(b.log.worst[0], 1e-12); /* of degree 4, but its last coefficient is below that */
    CHECK_LE(b.log.worst[1], 1e-12);
    CHECK_LE(b.log.worst[2], 1e-12);
    CHECK_EQ_INT(b.log.worst[3] == 0, 1);
    finish(&b);
}

TEST(only_series_that_grow_old_are_told_at_samples)
{
    struct bench b;
    int32_t line;
    prepare(&b);
    CHECK_EQ_INT(saltus_sim_new(saltus_compiled_model(b.compiled), &b.o, &b.log.sim), SALTUS_OK);
    CHECK_EQ_INT(saltus_sim_run(b.log.sim, 1), SALTUS_OK);
    line = b.log.told[0];
    CHECK(b.log.told[2] <
          20); /* nothing that it reads has changed but the time, and no end is known */
    finish(&b);
    prepare(&b);
    b.o.interval = 0.01;
    CHECK_EQ_INT(saltus_sim_new(saltus_compiled_model(b.compiled), &b.o, &b.log.sim), SALTUS_OK);
    CHECK_EQ_INT(saltus_sim_run(b.log.sim, 1), SALTUS_OK);
    CHECK_EQ_INT(b.log.told[0], line);
    CHECK(b.log.told[2] >= 100);
    finish(&b);
}

TEST(every_event_is_told_once)
{
    struct bench b;
    prepare(&b);
    CHECK_EQ_INT(saltus_sim_new(saltus_compiled_model(b.compiled), &b.o, &b.log.sim), SALTUS_OK);
    CHECK_EQ_INT(saltus_sim_run(b.log.sim, 20), SALTUS_OK);
    CHECK_EQ_INT(b.log.fired, 6); /* zeros of cos t up to 20 */
    CHECK_EQ_INT(b.log.rising, 3);
    CHECK_EQ_INT((int)saltus_sim_stats(b.log.sim).events, 6);
    finish(&b);
}

TEST(a_listener_may_stop_the_run)
{
    struct bench b;
    prepare(&b);
    b.log.stop_after = 2;
    CHECK_EQ_INT(saltus_sim_new(saltus_compiled_model(b.compiled), &b.o, &b.log.sim), SALTUS_OK);
    CHECK_EQ_INT(saltus_sim_run(b.log.sim, 20), SALTUS_STOPPED);
    CHECK_EQ_INT(b.log.fired, 2);
    CHECK_CLOSE(saltus_sim_time(b.log.sim), 4.712389, 1e-2);
    finish(&b);
}

static void hush(void *user, const saltus_diag *d)
{
    (void)user, (void)d;
}

TEST(what_is_not_an_output_cannot_be_watched)
{
    struct bench b;
    prepare(&b);
    b.outputs[1] = 0;
    b.o.diag = hush;
    CHECK_EQ_INT(saltus_sim_new(saltus_compiled_model(b.compiled), &b.o, &b.log.sim), SALTUS_EARG);
    finish(&b);
}

/* ---- Rows of a grid -------------------------------------------------------------------------- */

static const char fast[] = "model F\n"
                           "  Real x(start = 0, fixed = true), y;\n"
                           "equation\n"
                           "  der(x) = 1;\n"
                           "  y = sin(314.159*time);\n"
                           "end F;\n";

struct table {
    struct rows rows;
    int count;
    double worst, last;
};

static saltus_status on_row(void *user, double t, const double *row)
{
    struct table *w = user;
    w->count++;
    w->worst = fmax(w->worst, fabs(row[0] - sin(314.159 * t)));
    w->last = t;
    return SALTUS_OK;
}

static int to_rows(void *user, double t, int32_t var, const double *poly, int order)
{
    struct table *w = user;
    return var == 1 && rows_segment(&w->rows, t, 0, poly, order) != SALTUS_OK;
}

/* A sine of 2.5 periods between two rows: a row that were extrapolated from the one before would
 * be off by hundreds. The instants of run and rows must be the same to the last bit. */
TEST(rows_of_a_grid_are_evaluated_at_their_instant)
{
    static const double interval[] = {0.05, 0.07, 0.1, 1.0 / 3, 0.015625};
    static const double stop[] = {1, 0.7, 1.23456, 2};
    for (size_t k = 0; k < 5; k++)
        for (size_t j = 0; j < 4; j++) {
            saltus_compile_options c = {.struct_size = sizeof(saltus_compile_options),
                                        .backend = SALTUS_INTERPRETED};
            saltus_column column = {.name = "y", .kind = SALTUS_OUTPUT};
            saltus_header h = {
                .t1 = stop[j], .interval = interval[k], .n_columns = 1, .columns = &column};
            struct table w = {.count = 0};
            saltus_options o = saltus_defaults();
            saltus_compiled *compiled;
            saltus_sim *s;
            struct alloc a;
            int32_t y = 1;
            alloc_init(&a, NULL, NULL);
            CHECK_EQ_INT(rows_init(&w.rows, &a, &h, on_row, &w), SALTUS_OK);
            CHECK_EQ_INT(saltus_compile_text("f.mo", fast, strlen(fast), &c, &compiled), SALTUS_OK);
            o.sink = to_rows;
            o.user = &w;
            o.outputs = &y;
            o.n_outputs = 1;
            o.interval = interval[k];
            CHECK_EQ_INT(saltus_sim_new(saltus_compiled_model(compiled), &o, &s), SALTUS_OK);
            CHECK_EQ_INT(saltus_sim_run(s, stop[j]), SALTUS_OK);
            CHECK_EQ_INT(saltus_sim_finish(s), SALTUS_OK);
            saltus_sim_free(s);
            CHECK_EQ_INT(rows_close(&w.rows, stop[j]), SALTUS_OK);
            rows_free(&w.rows);
            saltus_compiled_free(compiled);
            CHECK(w.last == stop[j] && w.count > 2);
            CHECK_LE(w.worst, 1e-12);
        }
}

TEST_MAIN()
