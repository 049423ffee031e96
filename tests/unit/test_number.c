/* SPDX-License-Identifier: MIT */
/* test_number.c - numbers read back exactly, in every locale; ticks are round and inside. */
#include "testing.h"

#include "out/number.h"

#include <float.h>
#include <locale.h>

static double reads_back(double v)
{
    char buf[NUMBER_SIZE];
    return strtod(number_exact(buf, v), NULL);
}

static int same_text(const char *a, const char *b)
{
    if (strcmp(a, b) != 0) printf("# \"%s\" is not \"%s\"\n", a, b);
    return strcmp(a, b) == 0;
}

TEST(exact_is_short_where_it_can_be)
{
    char buf[NUMBER_SIZE];
    CHECK(same_text(number_exact(buf, 0.1), "0.1"));
    CHECK(same_text(number_exact(buf, 1), "1"));
    CHECK(same_text(number_exact(buf, -2.5), "-2.5"));
    CHECK(same_text(number_exact(buf, 1e23), "1e+23"));
    CHECK(same_text(number_exact(buf, 0.1 + 0.2), "0.30000000000000004"));
    CHECK(same_text(number_exact(buf, -0.0), "-0"));
}

/* Is there really no shorter one? All with one digit less that lie nearest are tried. */
static int is_shortest(double v)
{
    char buf[NUMBER_SIZE], shorter[64];
    int digits = 0;
    number_exact(buf, v);
    for (const char *p = buf; *p && *p != 'e'; p++)
        digits += *p >= '0' && *p <= '9' && (digits > 0 || *p > '0');
    for (const char *p = buf + strcspn(buf, "e"); !strchr(buf, '.') && p > buf && p[-1] == '0'; p--)
        digits--;
    if (digits <= 1) return 1;
    snprintf(shorter, sizeof shorter, "%.*e", digits - 2, v);
    double below = strtod(shorter, NULL), step = pow(10, floor(log10(fabs(v))) - (digits - 2));
    for (int i = -1; i <= 1; i++) {
        snprintf(shorter, sizeof shorter, "%.*e", digits - 2, below + i * step);
        if (strtod(shorter, NULL) == v) return 0;
    }
    return 1;
}

TEST(exact_is_shortest_for_powers_of_two)
{
    char buf[NUMBER_SIZE];
    CHECK(same_text(number_exact(buf, 0x1p-1074), "5e-324"));
    CHECK(same_text(number_exact(buf, 0x1p-44), "5.684341886080802e-14"));
    CHECK(same_text(number_exact(buf, 0x1p53), "9007199254740992"));
    CHECK(same_text(number_exact(buf, 7.678447687145631e-239), "7.678447687145631e-239"));
    for (int e = -1022; e < 1024; e++) CHECK(reads_back(ldexp(1, e)) == ldexp(1, e));
    for (int e = -290; e < 290; e++) CHECK(is_shortest(ldexp(1, e)));
}

PROP(exact_is_shortest, 20000)
{
    char buf[NUMBER_SIZE], text[64];
    snprintf(text, sizeof text, "%.*e", rng_int(g, 0, 16), rng_sign(g) * rng_log(g, 1e-200, 1e200));
    double v = strtod(text, NULL);
    CHECK(is_shortest(v) && reads_back(v) == v);
    v = rng_sign(g) * rng_log(g, 1e-16, 1e17);
    CHECK(is_shortest(v) && reads_back(v) == v);
    CHECK(strlen(number_exact(buf, v)) <= 24);
}

PROP(read_is_the_inverse, 20000)
{
    char buf[NUMBER_SIZE];
    uint64_t bits = rng_u64(g);
    double v, w;
    memcpy(&v, &bits, sizeof v);
    if (rng_int(g, 0, 1)) v = rng_sign(g) * rng_log(g, 1e-18, 1e18);
    const char *end = number_read(number_exact(buf, v), &w);
    CHECK(end && *end == '\0');
    CHECK(isnan(v) ? isnan(w) : memcmp(&v, &w, sizeof v) == 0);
    snprintf(buf, sizeof buf, "%.*e", rng_int(g, 0, 25), v);
    end = number_read(buf, &w);
    CHECK(end && *end == '\0' && (isnan(v) || w == strtod(buf, NULL)));
}

TEST(read_takes_numbers_and_nothing_else)
{
    double v;
    CHECK(*number_read("1.5x", &v) == 'x' && v == 1.5);
    CHECK(*number_read("+.5e1", &v) == '\0' && v == 5);
    CHECK(*number_read("2.e", &v) == 'e' && v == 2);
    CHECK(*number_read("1e400", &v) == '\0' && isinf(v));
    CHECK(*number_read("-INF", &v) == '\0' && v == -INFINITY);
    CHECK(*number_read("-0", &v) == '\0' && v == 0 && signbit(v));
    CHECK(*number_read("0x10", &v) == 'x' && v == 0);
    CHECK(*number_read("1e99999999999", &v) == '\0' && isinf(v));
    CHECK(!number_read("", &v) && !number_read("-", &v) && !number_read(".", &v) &&
          !number_read("e5", &v));
}

TEST(exact_says_what_is_not_finite)
{
    char buf[NUMBER_SIZE];
    CHECK(same_text(number_exact(buf, NAN), "nan"));
    CHECK(same_text(number_exact(buf, INFINITY), "inf"));
    CHECK(same_text(number_exact(buf, -INFINITY), "-inf"));
    CHECK(isnan(reads_back(NAN)));
}

TEST(exact_reads_back_at_the_edges)
{
    const double edge[] = {DBL_MAX, -DBL_MAX, DBL_MIN, DBL_TRUE_MIN, DBL_EPSILON, 0x1.8p-1060};
    for (size_t i = 0; i < sizeof edge / sizeof *edge; i++) CHECK(reads_back(edge[i]) == edge[i]);
}

PROP(exact_reads_back, 20000)
{
    uint64_t bits = rng_u64(g);
    double v, w;
    memcpy(&v, &bits, sizeof v);
    if (!isfinite(v)) return;
    w = reads_back(v);
    CHECK(memcmp(&v, &w, sizeof v) == 0);
}

TEST(point_is_a_point_in_other_locales)
{
    static const char *const names[] = {"de_DE.UTF-8", "de_DE.utf8", "fr_FR.UTF-8", "ps_AF"};
    char buf[NUMBER_SIZE];
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (!setlocale(LC_ALL, names[i])) continue; /* not installed */
        int exact = same_text(number_exact(buf, 0.1 + 0.2), "0.30000000000000004");
        int fixed = same_text(number_fixed(buf, -1.5, 2), "-1.50");
        double slow = 0;
        int read = number_read("1.2345678901234567890123", &slow) && slow == 0x1.3c0ca428c59fbp+0;
        setlocale(LC_ALL, "C");
        CHECK(exact && fixed && read);
    }
}

TEST(fixed_keeps_zeros_and_short_does_not)
{
    char buf[NUMBER_SIZE];
    CHECK(same_text(number_fixed(buf, 12.5, 2), "12.50"));
    CHECK(same_text(number_short(buf, 12.5, 2), "12.5"));
    CHECK(same_text(number_short(buf, 100, 2), "100"));
    CHECK(same_text(number_short(buf, 100, 0), "100"));
    CHECK(same_text(number_short(buf, -0.001, 2), "0"));
    CHECK(strlen(number_fixed(buf, -DBL_MAX, 20)) < NUMBER_SIZE);
}

TEST(decimal_places_the_point)
{
    char buf[NUMBER_SIZE];
    CHECK(same_text(number_decimal(buf, 25, -1), "2.5"));
    CHECK(same_text(number_decimal(buf, 25, -2), "0.25"));
    CHECK(same_text(number_decimal(buf, -25, -3), "-0.025"));
    CHECK(same_text(number_decimal(buf, 2, 3), "2000"));
    CHECK(same_text(number_decimal(buf, 0, 3), "0"));
    CHECK(same_text(number_decimal(buf, 0, -1), "0.0"));
    CHECK(same_text(number_decimal(buf, INT64_MIN, 0), "-9223372036854775808"));
}

TEST(axis_steps_by_1_2_5)
{
    char buf[NUMBER_SIZE];
    struct number_axis a = number_axis_of(0, 10, 10);
    CHECK(a.digit == 1 && a.power == 0 && a.first == 0 && a.last == 10);
    a = number_axis_of(-0.5, 1.1, 8);
    CHECK(a.digit == 2 && a.power == -1 && a.first == -2 && a.last == 5);
    CHECK(same_text(number_axis_label(buf, &a, -2), "-0.4"));
    a = number_axis_of(0, 10, 3);
    CHECK(a.digit == 5 && a.power == 0);
}

TEST(brief_numbers)
{
    char buf[NUMBER_SIZE];
    CHECK(strcmp(number_brief(buf, 393.7007874), "393.7") == 0);
    CHECK(strcmp(number_brief(buf, -0.0), "0") == 0);
    CHECK(strcmp(number_brief(buf, 2), "2") == 0);
    CHECK(strcmp(number_brief(buf, 1.23456e-7), "1.235e-07") == 0);
    CHECK(strcmp(number_brief(buf, INFINITY), "inf") == 0);
}

TEST(prefixes_of_si)
{
    double v = 0;
    CHECK(*number_read_si("47u", &v) == 0 && v == 47e-6);
    CHECK(*number_read_si("4.7k", &v) == 0 && v == 4700);
    CHECK(*number_read_si("-1M", &v) == 0 && v == -1e6);
    CHECK(*number_read_si("1e3", &v) == 0 && v == 1000);
    CHECK(strcmp(number_read_si("47uH", &v), "H") == 0 && v == 47e-6);
    CHECK(number_read_si("1e3k", &v) == NULL);
    CHECK(number_read_si("k", &v) == NULL);
}

TEST(axis_of_large_and_small_numbers_has_an_exponent)
{
    char buf[NUMBER_SIZE];
    struct number_axis a = number_axis_of(0, 1e-12, 5);
    CHECK_EQ_INT(a.exponent, -12);
    CHECK(same_text(number_axis_label(buf, &a, 1), "0.2"));
    a = number_axis_of(-4e12, 4e12, 8);
    CHECK_EQ_INT(a.exponent, 12);
    CHECK(same_text(number_axis_label(buf, &a, -4), "-4"));
    a = number_axis_of(0, 1000, 5);
    CHECK_EQ_INT(a.exponent, 0);
}

TEST(axis_far_from_zero_has_an_offset)
{
    char buf[NUMBER_SIZE];
    struct number_axis a = number_axis_of(1000, 1000.001, 5);
    CHECK(a.offset == 1000);
    CHECK(strlen(number_axis_label(buf, &a, a.last)) <= 5);
}

PROP(axis_ticks_lie_within, 20000)
{
    double lo = rng_sign(g) * rng_log(g, 1e-200, 1e200), range = rng_log(g, 1e-9, 1e9) * fabs(lo);
    int most = rng_int(g, 1, 20);
    struct number_axis a = number_axis_of(lo, lo + range, most);
    CHECK_LE((double)(a.last - a.first), most);
    CHECK_LE(most / 3.0 - 2, (double)(a.last - a.first)); /* steps grow by at most 2.5 */
    for (int64_t k = a.first; k <= a.last; k++) {
        char buf[NUMBER_SIZE];
        double t = number_axis_tick(&a, k), slack = 1e-8 * range + 1e-14 * fabs(lo);
        CHECK(t >= lo - slack && t <= lo + range + slack);
        double label = strtod(number_axis_label(buf, &a, k), NULL) * pow(10, a.exponent);
        CHECK(fabs(label + a.offset - t) <= 1e-14 * (fabs(t) + fabs(a.offset) + range));
        CHECK(strlen(buf) <= 11);
    }
}

TEST(files_tell_what_failed)
{
    CHECK(!out_open("no/such/folder/x"));
    FILE *f = out_open("/dev/full");
    if (!f) return; /* no such device here */
    fputs("lost", f);
    CHECK_EQ_INT(out_close(f), SALTUS_EIO);
}

TEST_MAIN()
