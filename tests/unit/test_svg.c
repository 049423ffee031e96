/* SPDX-License-Identifier: MIT */
/* test_svg.c - plots: curves are exact, dense ones keep their extremes, odd input gives a plot or
 * an error.
 *
 * Paths are read back from the file: `trace` holds the points that a curve's path goes through, in
 * pixels, with Bezier curves sampled. The frame's path, "M left bottom H right", has the scale. */
#include "testing.h"

#include "saltus.h"

#define PATH "test_svg.tmp.svg"

enum { SAMPLES = 8, ROOM = 1 << 17 };

struct trace {
    int n, curves, moves; /* points; commands C; commands M */
    double x[ROOM], y[ROOM];
};

static char text[1 << 22]; /* of the file */
static struct trace trace;

static void read_file(void)
{
    FILE *f = fopen(PATH, "r");
    CHECK(f);
    size_t n = fread(text, 1, sizeof text - 1, f);
    fclose(f);
    remove(PATH);
    text[n] = '\0';
    CHECK(n < sizeof text - 1);
    CHECK(strstr(text, "</svg>\n"));
}

static void add_point(double x, double y)
{
    CHECK(trace.n < ROOM);
    trace.x[trace.n] = x;
    trace.y[trace.n++] = y;
}

static double bezier(double a, double b, double c, double d, double u)
{
    double v = 1 - u;
    return a * v * v * v + 3 * b * v * v * u + 3 * c * v * u * u + d * u * u * u;
}

static void add_bezier(const double *z)
{
    double x = trace.x[trace.n - 1], y = trace.y[trace.n - 1];
    for (int i = 1; i <= SAMPLES; i++) {
        double u = (double)i / SAMPLES;
        add_point(bezier(x, z[0], z[2], z[4], u), bezier(y, z[1], z[3], z[5], u));
    }
    trace.curves++;
}

static void add_command(char c, const double *z)
{
    if (c == 'M' || c == 'L') add_point(z[0], z[1]);
    if (c == 'H') add_point(z[0], trace.y[trace.n - 1]);
    if (c == 'V') add_point(trace.x[trace.n - 1], z[0]);
    if (c == 'C') add_bezier(z);
    trace.moves += c == 'M';
}

/* The path of the k-th curve. */
static void follow(int k)
{
    const char *s = strstr(text, "stroke-linejoin");
    CHECK(s);
    for (; k >= 0; k--) {
        s = strstr(s, " d=\"");
        CHECK(s);
        s += 4;
    }
    trace.n = trace.curves = trace.moves = 0;
    while (*s != '"') {
        double z[6] = {0};
        char *end, c = *s++;
        for (int i = 0; i < 6; i++) {
            z[i] = strtod(s, &end);
            if (end == s) break;
            s = end;
        }
        add_command(c, z);
        while (*s == '\n') s++;
    }
}

/* Pixels from the frame: bottom line, then left line. */
static void frame(double *left, double *right, double *top, double *bottom)
{
    double skip;
    const char *s = strstr(text, "stroke=\"#555555\"");
    CHECK(s);
    s = strstr(s, " d=\"");
    CHECK(s);
    CHECK_EQ_INT(sscanf(s + 4, " M%lf %lfH%lf M%lf %lfV", left, bottom, right, &skip, top), 5);
}

static saltus_traj *traj(int32_t n)
{
    int32_t vars[16];
    saltus_traj *tr;
    for (int32_t i = 0; i < n; i++) vars[i] = i;
    CHECK_EQ_INT(saltus_traj_new(vars, (size_t)n, &tr), SALTUS_OK);
    return tr;
}

static saltus_status plot(const saltus_traj *tr, double t0, double t1)
{
    saltus_curve c = {tr, 0, NULL};
    saltus_plot p = {.struct_size = sizeof(saltus_plot), .t0 = t0, .t1 = t1, .curves = &c, .n = 1};
    return saltus_plot_svg(PATH, &p);
}

/* Largest distance in pixels between the path and the trajectory, which spans lo..hi. */
static double deviation(const saltus_traj *tr, double t0, double t1, double lo, double hi)
{
    double left, right, top, bottom, worst = 0, margin = (hi - lo) / 20;
    frame(&left, &right, &top, &bottom);
    for (int i = 0; i < trace.n; i++) {
        double t = t0 + (trace.x[i] - left) / (right - left) * (t1 - t0);
        double v = saltus_traj_value(tr, 0, fmin(fmax(t, t0), t1));
        double y = bottom - (v - lo + margin) / (hi - lo + 2 * margin) * (bottom - top);
        worst = fmax(worst, fabs(y - trace.y[i]));
    }
    return worst;
}

TEST(cubic_is_one_bezier_curve)
{
    double c[4] = {0, 6.75, -13.5, 6.75}; /* 27/4 u (1-u)^2: up to 1 at 1/3, back to 0 */
    saltus_traj *tr = traj(1);
    saltus_traj_sink(tr, 0, 0, c, 3);
    CHECK_EQ_INT(plot(tr, 0, 1), SALTUS_OK);
    read_file();
    follow(0);
    CHECK_EQ_INT(trace.curves, 1);
    CHECK_EQ_INT(trace.moves, 1);
    CHECK_EQ_INT(trace.n, 1 + SAMPLES);
    CHECK_LE(deviation(tr, 0, 1, 0, 1), 0.03);
    saltus_traj_free(tr);
}

TEST(part_of_a_piece_is_drawn_exactly)
{
    double c[3] = {0, 4, -1}; /* (4 - t) t */
    saltus_traj *tr = traj(1);
    saltus_traj_sink(tr, 0, 0, c, 2);
    CHECK_EQ_INT(plot(tr, 1, 4), SALTUS_OK);
    read_file();
    follow(0);
    CHECK_EQ_INT(trace.curves, 1);
    CHECK_LE(deviation(tr, 1, 4, 0, 4), 0.03);
    saltus_traj_free(tr);
}

TEST(higher_degrees_are_split_until_nothing_shows)
{
    double c[9] = {1, 0, -32, 0, 160, 0, -256, 0, 128}; /* Chebyshev's T8, -1..1 */
    saltus_traj *tr = traj(1);
    saltus_traj_sink(tr, 0, 0, c, 8);
    CHECK_EQ_INT(plot(tr, 0, 1), SALTUS_OK);
    read_file();
    follow(0);
    CHECK(trace.curves > 4 && trace.curves <= 64);
    CHECK_LE(deviation(tr, 0, 1, -1, 1), 0.1);
    saltus_traj_free(tr);
}

TEST(constants_are_steps)
{
    saltus_traj *tr = traj(1);
    for (int k = 0; k < 10; k++) saltus_traj_sink(tr, k, 0, &(double){k % 2}, 0);
    CHECK_EQ_INT(plot(tr, 0, 10), SALTUS_OK);
    read_file();
    follow(0);
    CHECK_EQ_INT(trace.curves, 0);
    CHECK_EQ_INT(trace.moves, 1);
    CHECK_EQ_INT(trace.n, 20);
    for (int i = 1; i < trace.n; i++)
        CHECK(trace.x[i] == trace.x[i - 1] || trace.y[i] == trace.y[i - 1]);
    saltus_traj_free(tr);
}

/* A single spike whose ends are as low as everything else must be seen among 200000 pieces. */
TEST(dense_curves_keep_their_extremes)
{
    enum { N = 200000, SPIKE = 77777 };
    double left, right, top, bottom, highest = INFINITY, lowest = -INFINITY;
    saltus_traj *tr = traj(1);
    for (int k = 0; k < N; k++)
        saltus_traj_sink(tr, k, 0, (double[3]){0, k == SPIKE ? 4 : 0, k == SPIKE ? -4 : 0}, 2);
    CHECK_EQ_INT(plot(tr, 0, N), SALTUS_OK);
    read_file();
    CHECK(strlen(text) < 100000);
    follow(0);
    frame(&left, &right, &top, &bottom);
    for (int i = 0; i < trace.n; i++) {
        highest = fmin(highest, trace.y[i]);
        lowest = fmax(lowest, trace.y[i]);
        if (i > 0) CHECK(trace.x[i] >= trace.x[i - 1]);
    }
    CHECK(fabs((lowest - highest) - (bottom - top) / 1.1) < 0.1);
    saltus_traj_free(tr);
}

TEST(exact_and_dense_parts_join)
{
    double t = 0;
    saltus_traj *tr = traj(1);
    for (int k = 0; k < 2000; k++) {
        saltus_traj_sink(tr, t, 0, (double[2]){t, 1}, 1); /* the line x = t */
        t += k < 1990 ? 1e-4 : 0.1;
    }
    CHECK_EQ_INT(plot(tr, 0, 1), SALTUS_OK);
    read_file();
    follow(0);
    CHECK_EQ_INT(trace.moves, 1);
    CHECK(trace.n > 150 && trace.n < 1000);
    CHECK_LE(deviation(tr, 0, 1, 0, 1), 0.03); /* a column that only climbs is a line */
    saltus_traj_free(tr);
}

TEST(gaps_where_values_are_not_finite)
{
    saltus_traj *tr = traj(1);
    saltus_traj_sink(tr, 1, 0, &(double){1}, 0);
    saltus_traj_sink(tr, 2, 0, &(double){NAN}, 0);
    saltus_traj_sink(tr, 3, 0, (double[2]){2, INFINITY}, 1);
    saltus_traj_sink(tr, 4, 0, &(double){3}, 0);
    CHECK_EQ_INT(plot(tr, 0, 5), SALTUS_OK);
    read_file();
    follow(0);
    CHECK_EQ_INT(trace.moves, 2);
    CHECK(!strstr(text, "nan") && !strstr(text, "inf"));
    saltus_traj_free(tr);
}

static void check_range(double c0, double c1)
{
    saltus_traj *tr = traj(1);
    saltus_traj_sink(tr, 0, 0, (double[2]){c0, c1}, 1);
    CHECK_EQ_INT(plot(tr, 0, 1), SALTUS_OK);
    read_file();
    CHECK(!strstr(text, "nan") && !strstr(text, "inf"));
    CHECK(strlen(text) < 10000);
    saltus_traj_free(tr);
}

TEST(all_magnitudes_can_be_shown)
{
    const double size[] = {0, 1e-308, 1e-300, 1e-12, 1, 1e12, 1e300, 1.7e308};
    for (size_t i = 0; i < sizeof size / sizeof *size; i++)
        for (size_t k = 0; k < sizeof size / sizeof *size; k++) {
            check_range(size[i], size[k]);
            check_range(-size[i], size[k]);
        }
}

TEST(small_numbers_show_an_exponent)
{
    check_range(0, 1e-12);
    CHECK(strstr(text, "10<tspan dy=\"-4\" font-size=\"9\">\xe2\x88\x92"
                       "12</tspan>"));
    check_range(0, 1);
    CHECK(!strstr(text, "<tspan"));
}

TEST(empty_plots_are_plots)
{
    saltus_traj *tr = traj(1);
    CHECK_EQ_INT(plot(tr, 0, 1), SALTUS_OK); /* nothing recorded */
    read_file();
    CHECK_EQ_INT(plot(NULL, 0, 1), SALTUS_EARG);
    saltus_traj_sink(tr, 5, 0, &(double){1}, 0); /* begins after the plot */
    CHECK_EQ_INT(plot(tr, 0, 1), SALTUS_OK);
    read_file();
    CHECK_EQ_INT(
        saltus_plot_svg(PATH, &(saltus_plot){.struct_size = sizeof(saltus_plot), .t0 = 0, .t1 = 1}),
        SALTUS_OK);
    read_file();
    saltus_traj_free(tr);
}

TEST(labels_are_escaped)
{
    saltus_traj *tr = traj(1);
    saltus_traj_sink(tr, 0, 0, &(double){1}, 0);
    saltus_curve c = {tr, 0, "a<b & \"c\""};
    saltus_plot p = {sizeof p, "tit'le>", "x\x01y", "bad \xff\xc0\x80 good \xc2\xb5", 0, 1, &c,
                     1,        0,         0};
    CHECK_EQ_INT(saltus_plot_svg(PATH, &p), SALTUS_OK);
    read_file();
    CHECK(strstr(text, ">a&lt;b &amp; &quot;c&quot;</text>"));
    CHECK(strstr(text, ">tit&apos;le&gt;</text>"));
    CHECK(strstr(text, ">x\xef\xbf\xbdy</text>"));
    CHECK(strstr(text, ">bad \xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd good \xc2\xb5</text>"));
    saltus_traj_free(tr);
}

TEST(legends_of_many_curves_are_cut)
{
    saltus_curve c[500];
    saltus_traj *tr = traj(1);
    saltus_traj_sink(tr, 0, 0, &(double){1}, 0);
    for (int i = 0; i < 500; i++) c[i] = (saltus_curve){tr, 0, "curve"};
    saltus_plot p = {.struct_size = sizeof(saltus_plot), .t0 = 0, .t1 = 1, .curves = c, .n = 500};
    CHECK_EQ_INT(saltus_plot_svg(PATH, &p), SALTUS_OK);
    read_file();
    CHECK(strstr(text, " more</text>"));
    p.n = 3;
    CHECK_EQ_INT(saltus_plot_svg(PATH, &p), SALTUS_OK);
    read_file();
    CHECK(!strstr(text, " more</text>"));
    saltus_traj_free(tr);
}

TEST(equal_plots_give_equal_files)
{
    static char first[sizeof text];
    saltus_traj *tr = traj(1);
    for (int k = 0; k < 1000; k++) saltus_traj_sink(tr, k, 0, (double[3]){k % 7, 1, -1}, 2);
    CHECK_EQ_INT(plot(tr, 3, 900), SALTUS_OK);
    read_file();
    memcpy(first, text, sizeof text);
    CHECK_EQ_INT(plot(tr, 3, 900), SALTUS_OK);
    read_file();
    CHECK(strcmp(first, text) == 0);
    saltus_traj_free(tr);
}

TEST(wrong_arguments_are_refused)
{
    saltus_plot p = {.struct_size = sizeof(saltus_plot), .t0 = 0, .t1 = 1};
    double c[20] = {0};
    saltus_traj *tr = traj(1);
    CHECK_EQ_INT(plot(tr, NAN, 1), SALTUS_EARG);
    CHECK_EQ_INT(plot(tr, 0, NAN), SALTUS_EARG);
    CHECK_EQ_INT(plot(tr, 1, 1), SALTUS_EARG);
    CHECK_EQ_INT(plot(tr, 1, 0), SALTUS_EARG);
    CHECK_EQ_INT(plot(tr, 0, INFINITY), SALTUS_EARG);
    CHECK_EQ_INT(saltus_plot_svg(NULL, &p), SALTUS_EARG);
    CHECK_EQ_INT(saltus_plot_svg(PATH, NULL), SALTUS_EARG);
    p.width = -5;
    CHECK_EQ_INT(saltus_plot_svg(PATH, &p), SALTUS_EARG);
    p.width = 0;
    p.n = 1;
    CHECK_EQ_INT(saltus_plot_svg(PATH, &p), SALTUS_EARG);
    saltus_traj_sink(tr, 0, 0, c, 19);
    CHECK_EQ_INT(plot(tr, 0, 1), SALTUS_EARG);
    saltus_traj_free(tr);
}

TEST(write_errors_are_reported)
{
    saltus_plot p = {.struct_size = sizeof(saltus_plot), .t0 = 0, .t1 = 1};
    CHECK_EQ_INT(saltus_plot_svg("no/such/folder/x.svg", &p), SALTUS_EIO);
    FILE *f = fopen("/dev/full", "w");
    if (!f) return; /* no such device here */
    fclose(f);
    CHECK_EQ_INT(saltus_plot_svg("/dev/full", &p), SALTUS_EIO);
}

TEST_MAIN()
