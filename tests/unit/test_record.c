/* SPDX-License-Identifier: MIT */
/* test_record.c - records: exact while short; then columns that hold exactly what the curve did, in bounded memory. */
#include "testing.h"

#include "num/poly.h"
#include "out/plot/record.h"

static struct record *record(double t0, double t1, size_t n)
{
    struct record *r;
    CHECK_EQ_INT(record_new(t0, t1, n, &r), SALTUS_OK);
    return r;
}

/* ---- An oracle: all pieces, sampled densely ---------------------------------------------------- */

enum { PIECES = 40000, SAMPLES = 64 };

static struct {
    double t, c[6];
    int order;
} piece[PIECES];

/* Pieces that jump, of all orders, long and short. */
static int random_pieces(struct rng *g, double t1)
{
    double t = 0;
    int n = 0;
    for (; n < PIECES && t < t1; n++) {
        double h = rng_log(g, 1e-7, 5e-4) * t1;
        piece[n].t = t;
        piece[n].order = rng_int(g, 0, 5);
        for (int k = 0; k <= piece[n].order; k++) piece[n].c[k] = rng_uniform(g, -1, 1) / pow(h, k);
        t += h;
    }
    return n;
}

static struct record *recorded(int n, double t0, double t1)
{
    struct record *r = record(t0, t1, 1);
    for (int k = 0; k < n; k++)
        CHECK_EQ_INT(record_segment(r, 0, piece[k].t, piece[k].c, piece[k].order), SALTUS_OK);
    record_end(r, t1);
    return r;
}

/* Widens lo, hi by samples of everything between a and b. */
static void sample(int n, double end, double a, double b, double *lo, double *hi)
{
    for (int k = 0; k < n; k++) {
        double from = fmax(a, piece[k].t), to = fmin(b, k + 1 < n ? piece[k + 1].t : end);
        for (int i = 0; i <= SAMPLES && from < to; i++) {
            double t = from + (to - from) * i / SAMPLES;
            double v = poly_value(piece[k].c, piece[k].order, t - piece[k].t);
            *lo = fmin(*lo, v);
            *hi = fmax(*hi, v);
        }
    }
}

PROP(columns_hold_what_the_curve_did, 4)
{
    double t1 = rng_log(g, 1e-3, 1e3), width, worst = 0;
    size_t columns;
    int n = random_pieces(g, t1);
    struct record *r = recorded(n, 0, t1);
    CHECK(n > RECORD_PIECES);
    CHECK_EQ_INT(record_pieces(r, 0), 0);
    const struct record_column *c = record_columns(r, 0, &columns, &width);
    CHECK(c);
    CHECK_CLOSE((double)columns * width, t1, 1e-12);
    for (size_t j = 0; j < columns; j += 37) {
        double lo = INFINITY, hi = -INFINITY;
        sample(n, t1, (double)j * width, (double)(j + 1) * width, &lo, &hi);
        CHECK_LE(c[j].lo, lo + 1e-9);
        CHECK_LE(hi - 1e-9, c[j].hi);
        worst = fmax(worst, fmax(lo - c[j].lo, c[j].hi - hi)); /* attained, up to the sampling */
        CHECK(c[j].first >= c[j].lo && c[j].first <= c[j].hi);
        CHECK(c[j].last >= c[j].lo && c[j].last <= c[j].hi);
    }
    CHECK_LE(worst, 0.02);
    record_free(r);
}

/* The ends of columns are values of the curve. */
PROP(first_and_last_are_the_ends, 4)
{
    double width;
    size_t columns, k = 0, m = 0;
    int n = random_pieces(g, 1);
    struct record *r = recorded(n, 0, 1);
    const struct record_column *c = record_columns(r, 0, &columns, &width);
    CHECK(c);
    for (size_t j = 0; j < columns; j++) {
        double t = (double)j * width;
        while (k + 1 < (size_t)n && piece[k + 1].t <= t) k++;
        double v = poly_value(piece[k].c, piece[k].order, t - piece[k].t);
        if (t - piece[k].t > 1e-9) CHECK(fabs(c[j].first - v) < 1e-6);
        t += width;
        while (m + 1 < (size_t)n && piece[m + 1].t < t) m++;
        v = poly_value(piece[m].c, piece[m].order, t - piece[m].t);
        if (t - piece[m].t > 1e-9) CHECK(fabs(c[j].last - v) < 1e-6);
    }
    record_free(r);
}

TEST(one_spike_among_a_million_pieces)
{
    enum { N = 1000000, SPIKE = 777777 };
    double width;
    size_t columns, bytes = 0;
    struct record *r = record(0, N, 1);
    for (int k = 0; k < N; k++) { /* 4 u (1 - u) in one, else 0 */
        double c[3] = {0, k == SPIKE ? 4 : 0, k == SPIKE ? -4 : 0};
        CHECK_EQ_INT(record_segment(r, 0, k, c, 2), SALTUS_OK);
        if (record_bytes(r) > bytes) bytes = record_bytes(r);
    }
    record_end(r, N);
    CHECK(bytes < 1 << 20);
    const struct record_column *c = record_columns(r, 0, &columns, &width);
    CHECK(c);
    for (size_t j = 0; j < columns; j++)
        CHECK_CLOSE(c[j].hi, j == (size_t)(SPIKE / width) ? 1 : 0, 1e-12);
    record_free(r);
}

/* ---- Exactness ---------------------------------------------------------------------------------- */

TEST(short_curves_are_exact)
{
    const double *poly;
    double t, c[3] = {1, 2, 3};
    size_t n;
    struct record *r = record(0, 10, 2);
    for (int k = 0; k < 100; k++) CHECK_EQ_INT(record_segment(r, 1, k / 10.0, c, k % 3), SALTUS_OK);
    record_end(r, 10);
    CHECK_EQ_INT(record_pieces(r, 0), 0);
    CHECK_EQ_INT(record_pieces(r, 1), 100);
    CHECK_EQ_INT(record_piece(r, 1, 50, &t, &poly), 2);
    CHECK(t == 5 && poly[0] == 1 && poly[1] == 2 && poly[2] == 3);
    CHECK_EQ_INT(record_piece(r, 1, 100, &t, &poly), -1);
    CHECK_EQ_INT(record_piece(r, 7, 0, &t, &poly), -1);
    CHECK(!record_columns(r, 1, &n, &t));
    record_free(r);
}

TEST(at_one_instant_the_newest_counts)
{
    struct record *r = record(0, 1, 1);
    const double *poly;
    for (int k = 0; k < 5; k++) CHECK_EQ_INT(record_segment(r, 0, 0.5, &(double){k}, 0), SALTUS_OK);
    CHECK_EQ_INT(record_pieces(r, 0), 1);
    CHECK_EQ_INT(record_piece(r, 0, 0, NULL, &poly), 0);
    CHECK(*poly == 4);
    record_free(r);
}

/* What was exact is in the columns, too: one ramp over everything, then many short pieces. */
TEST(the_change_to_columns_keeps_everything)
{
    double width, c[2] = {0, 1};
    size_t columns;
    struct record *r = record(0, 2, 1);
    CHECK_EQ_INT(record_segment(r, 0, 0, c, 1), SALTUS_OK); /* x = t up to 1 */
    for (int k = 0; k < 2 * RECORD_PIECES; k++)
        CHECK_EQ_INT(record_segment(r, 0, 1 + k / (2.0 * RECORD_PIECES), &(double){9}, 0),
                     SALTUS_OK);
    record_end(r, 2);
    const struct record_column *k = record_columns(r, 0, &columns, &width);
    CHECK(k);
    for (size_t j = 0; j < columns; j++) {
        double a = (double)j * width;
        CHECK(fabs(k[j].first - (a < 1 ? a : 9)) < 1e-12);
        CHECK(fabs(k[j].last - (a < 1 ? a + width : 9)) < 1e-12);
    }
    record_free(r);
}

/* A run that ends after a thousandth of its time has columns of that size. */
TEST(early_ends_are_not_coarse)
{
    double width;
    size_t columns, used = 0;
    struct record *r = record(0, 1000, 1);
    for (int k = 0; k < 20000; k++) {
        CHECK_EQ_INT(record_segment(r, 0, k / 20000.0, &(double){k % 2}, 0), SALTUS_OK);
        record_step(r, k / 20000.0);
        CHECK_EQ_INT(record_event(r, k / 20000.0), SALTUS_OK);
    }
    record_end(r, 1);
    CHECK(record_last(r) == 1);
    const struct record_column *c = record_columns(r, 0, &columns, &width);
    for (size_t j = 0; j < columns; j++) used += c[j].lo <= c[j].hi;
    CHECK(used >= RECORD_COLUMNS / 2);
    CHECK_LE((double)used * width, 1 + 2 * width);
    const uint32_t *n = record_step_counts(r, &width, NULL);
    CHECK(width < 1.0 / 2048);
    CHECK(n[RECORD_COLUMNS / 4] > 0);
    record_free(r);
}

/* ---- Corners ------------------------------------------------------------------------------------ */

TEST(what_is_not_finite_leaves_a_gap)
{
    double width;
    size_t columns;
    struct record *r = record(0, 3, 1);
    for (int k = 0; k < 30000; k++) {
        double v = k < 10000 ? 1 : k < 20000 ? (k % 2 ? NAN : INFINITY) : 2;
        CHECK_EQ_INT(record_segment(r, 0, k / 10000.0, &v, 0), SALTUS_OK);
    }
    record_end(r, 3);
    const struct record_column *c = record_columns(r, 0, &columns, &width);
    CHECK(c[100].lo == 1 && c[100].hi == 1);
    CHECK(c[columns / 2].lo > c[columns / 2].hi);
    CHECK(c[columns - 1].lo == 2 && c[columns - 1].hi == 2);
    record_free(r);
}

TEST(times_outside_are_cut_off)
{
    double width, c[2] = {-5, 1}; /* x = t, from t = -5 on */
    size_t columns;
    struct record *r = record(0, 1, 1);
    CHECK_EQ_INT(record_segment(r, 0, -5, c, 1), SALTUS_OK);
    for (int k = 0; k < RECORD_PIECES + 5; k++) {
        double t = 2 + k;
        CHECK_EQ_INT(record_segment(r, 0, t, &t, 0), SALTUS_OK);
    }
    record_end(r, 1e6);
    CHECK(record_last(r) == 1);
    const struct record_column *k = record_columns(r, 0, &columns, &width);
    CHECK(k);
    CHECK(fabs(k[0].first) < 1e-12 && fabs(k[columns - 1].last - 1) < 1e-12);
    CHECK_EQ_INT(record_event(r, -1), SALTUS_OK);
    CHECK_EQ_INT(record_event(r, 7), SALTUS_OK);
    uint64_t n;
    record_events(r, &n);
    CHECK_EQ_INT(n, 0);
    record_free(r);
}

TEST(wrong_arguments_are_refused)
{
    struct record *r;
    double c[16] = {0};
    CHECK_EQ_INT(record_new(1, 1, 1, &r), SALTUS_EARG);
    CHECK_EQ_INT(record_new(1, 0, 1, &r), SALTUS_EARG);
    CHECK_EQ_INT(record_new(NAN, 1, 1, &r), SALTUS_EARG);
    CHECK_EQ_INT(record_new(0, INFINITY, 1, &r), SALTUS_EARG);
    CHECK_EQ_INT(record_new(0, 1, RECORD_CURVES + 1, &r), SALTUS_EARG);
    CHECK(!r);
    r = record(0, 1, 1);
    CHECK_EQ_INT(record_segment(r, 1, 0, c, 0), SALTUS_EARG);
    CHECK_EQ_INT(record_segment(r, 0, NAN, c, 0), SALTUS_EARG);
    CHECK_EQ_INT(record_segment(r, 0, 0, c, -1), SALTUS_EARG);
    CHECK_EQ_INT(record_segment(r, 0, 0, c, RECORD_MAX_ORDER + 1), SALTUS_EARG);
    CHECK_EQ_INT(record_event(r, NAN), SALTUS_EARG);
    record_step(r, NAN);
    record_end(r, NAN);
    record_free(r);
    record_free(NULL);
}

/* ---- Memory and counts --------------------------------------------------------------------------- */

static void check_memory(size_t curves, int pieces)
{
    struct record *r = record(0, pieces, curves);
    double c[4] = {1, -1, 1, -1};
    size_t most = 0;
    for (int k = 0; k < pieces; k++) {
        for (size_t i = 0; i < curves; i++) CHECK_EQ_INT(record_segment(r, i, k, c, 3), SALTUS_OK);
        if (record_bytes(r) > most) most = record_bytes(r);
    }
    record_end(r, pieces);
    CHECK(most < 64u << 20);
    record_free(r);
}

TEST(memory_is_bounded_for_any_number_of_curves)
{
    check_memory(1, 300000);
    check_memory(100, 9000);
    check_memory(500, 4000);
    check_memory(RECORD_CURVES, 100);
}

TEST(events_and_steps_are_counted)
{
    double width, sum = 0;
    uint64_t n, total;
    struct record *r = record(10, 20, 0);
    for (int k = 0; k < 1000; k++) CHECK_EQ_INT(record_event(r, 10 + k / 100.0), SALTUS_OK);
    const double *t = record_events(r, &n);
    CHECK_EQ_INT(n, 1000);
    CHECK(t && t[0] == 10 && t[500] == 15);
    for (int k = 0; k < 100000; k++) {
        CHECK_EQ_INT(record_event(r, 20), SALTUS_OK);
        record_step(r, 15);
    }
    CHECK(!record_events(r, &n));
    CHECK_EQ_INT(n, 101000);
    const uint32_t *counts = record_event_counts(r, &width);
    CHECK_CLOSE(width * RECORD_COLUMNS, 10, 1e-12);
    for (int j = 0; j < RECORD_COLUMNS; j++) sum += counts[j];
    CHECK(sum == 101000 && counts[RECORD_COLUMNS - 1] >= 100000);
    counts = record_step_counts(r, &width, &total);
    CHECK_EQ_INT(total, 100000);
    int at = (int)fmin(RECORD_COLUMNS - 1, floor(5 / width));
    CHECK_EQ_INT(counts[at] + counts[at - 1], 100000); /* an edge may be either's */
    record_free(r);
}

TEST_MAIN()
