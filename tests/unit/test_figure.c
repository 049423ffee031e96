/* SPDX-License-Identifier: MIT */
/* test_figure.c - figures: axes, bands, panels, marks, points; everything inside the paper; odd input. */
#include "figures.h"

#include "num/poly.h"
#include "out/plot/axis.h"
#include "out/plot/mark.h"
#include "out/plot/piece.h"

#define PATH "test_figure.tmp.svg"

static saltus_status draw(const struct figure *f)
{
    saltus_status status = figure_svg(PATH, f);
    if (status != SALTUS_OK) return status;
    figure_read(PATH);
    CHECK(figure_is_xml(figure_text));
    CHECK(!strstr(figure_text, "nan") && !strstr(figure_text, "inf"));
    return status;
}

static struct figure one_panel(const struct figure_panel *p, double t0, double t1)
{
    return (struct figure){.panels = p, .n = 1, .t0 = t0, .t1 = t1};
}

/* ---- Reading back ----------------------------------------------------------------------------- */

static double attribute(const char *tag, const char *name)
{
    char key[32];
    snprintf(key, sizeof key, " %s=\"", name);
    const char *at = strstr(tag, key);
    return at && at < strchr(tag, '>') ? strtod(at + strlen(key), NULL) : NAN;
}

/* Length of a text, the marks of its runs left out. */
static double text_width(const char *tag, double size)
{
    char plain[512];
    size_t n = 0;
    const char *s = strchr(tag, '>') + 1;
    for (int in = 0; strncmp(s, "</text>", 7) != 0; s++) {
        in += *s == '<';
        if (!in && n + 1 < sizeof plain) plain[n++] = *s;
        if (!in && *s == '&') s = strchr(s, ';'); /* one letter */
        in -= *s == '>';
    }
    plain[n] = '\0';
    return mark_width(plain, 300, size);
}

/* All texts, as wide as they are estimated, lie on the paper. */
static void check_texts(double width, double height)
{
    for (const char *s = figure_text; (s = strstr(s, "<text ")); s++) {
        const char *end = strchr(s, '>'), *turned = strstr(s, "translate(");
        double size = attribute(s, "font-size"), length = text_width(s, size), x, y;
        if (turned && turned < end) {
            CHECK_EQ_INT(sscanf(turned, "translate(%lf %lf)", &x, &y), 2);
            CHECK(x - size >= 0 && y - length / 2 >= -1 && y + length / 2 <= height + 1);
            continue;
        }
        const char *anchor = strstr(s, "text-anchor=\"") + 13;
        x = attribute(s, "x");
        y = attribute(s, "y");
        double left = *anchor == 's' ? x : *anchor == 'e' ? x - length : x - length / 2;
        if (left < -1 || left + length > width + 1 || y > height || y < size / 2)
            FAIL("outside: %.60s", s);
    }
}

/* ---- Axes --------------------------------------------------------------------------------------- */

static int labels_of(const struct axis *a, char texts[][24])
{
    struct axis_tick t;
    int n = 0;
    for (int k = 0; k < a->count; k++)
        if (axis_tick(a, k, &t) && t.major && n < 32)
            snprintf(texts[n++], 24, "%.10s%s%.8s", t.text, *t.raised ? "^" : "", t.raised);
    return n;
}

TEST(linear_axes_have_round_ticks)
{
    char s[32][24];
    struct axis a = axis_of(0, 10, 0, 6, NULL);
    CHECK_EQ_INT(labels_of(&a, s), 6);
    CHECK(strcmp(s[0], "0") == 0 && strcmp(s[1], "2") == 0 && strcmp(s[5], "10") == 0);
    a = axis_of(-0.3, 0.3, 0, 4, NULL);
    CHECK_EQ_INT(labels_of(&a, s), 3);
    CHECK(strcmp(s[0], "\xe2\x88\x92"
                       "0.2") == 0);
}

TEST(logarithmic_axes_have_decades)
{
    char s[32][24];
    struct axis a = axis_of(2e-4, 3e2, 1, 7, NULL);
    CHECK_EQ_INT(labels_of(&a, s), 6);
    CHECK(strcmp(s[0], "10^\xe2\x88\x92"
                       "3") == 0);
    CHECK(strcmp(s[5], "10^2") == 0);
    a = axis_of(0.9, 120, 1, 9, NULL); /* few decades: 2 and 5, too, and plain numbers */
    CHECK_EQ_INT(labels_of(&a, s), 7);
    CHECK(strcmp(s[0], "1") == 0 && strcmp(s[1], "2") == 0 && strcmp(s[6], "100") == 0);
    a = axis_of(1e-100, 1e100, 1, 6, NULL); /* many: some of them */
    int n = labels_of(&a, s);
    CHECK(n >= 3 && n <= 7);
    a = axis_of(3, 7, 1, 5, NULL); /* less than one: round numbers */
    CHECK(labels_of(&a, s) >= 3);
}

PROP(ticks_lie_inside_and_ascend, 500)
{
    struct axis_tick t;
    int log = rng_int(g, 0, 1);
    double lo = rng_log(g, 1e-9, 1e9), hi = lo * (1 + rng_log(g, 1e-2, 1e9)), last = -INFINITY;
    if (!log && rng_int(g, 0, 1)) lo = -lo;
    struct axis a = axis_of(lo, hi, log, rng_int(g, 2, 20), NULL);
    int n = 0;
    for (int k = 0; k < a.count; k++) {
        if (!axis_tick(&a, k, &t)) continue;
        CHECK_LE(lo - (hi - lo) * 1e-6, t.at);
        CHECK_LE(t.at, hi + (hi - lo) * 1e-6);
        CHECK(t.at > last);
        last = t.at;
        n += t.major;
    }
    CHECK(n <= 42);
}

PROP(labels_across_have_room, 200)
{
    double lo = rng_sign(g) * rng_log(g, 1e-9, 1e9), hi = lo + rng_log(g, 1e-6, 1e9);
    double room = rng_uniform(g, 60, 2000);
    struct axis a = axis_across(lo, hi, 0, room, NULL);
    CHECK(a.count <= 1 || a.count * axis_widest(&a) <= room);
}

TEST(views_map_both_ways)
{
    struct view w = {
        .t0 = 1e-3, .t1 = 1e3, .v = {1, 100}, .box = {10, 20, 610, 220}, .log_x = 1, .log_y = 1};
    CHECK_CLOSE(view_x(&w, 1), 310, 1e-12);
    CHECK_CLOSE(view_time(&w, 310), 1, 1e-12);
    CHECK_CLOSE(view_y(&w, 10), 120, 1e-12);
    CHECK(view_y(&w, 0) > 1000 && view_y(&w, -3) > 1000 && view_x(&w, 0) < 0);
    w.log_x = w.log_y = 0;
    w.v = (struct range){-1e308, 1e308}; /* the difference is not a double */
    CHECK_CLOSE(view_y(&w, 0), 120, 1e-9);
}

/* ---- Curves ------------------------------------------------------------------------------------- */

TEST(a_cubic_is_one_exact_curve)
{
    double c[4] = {0, 6.75, -13.5, 6.75}, z[8], left, bottom, right, top, skip;
    struct record *r;
    CHECK_EQ_INT(record_new(0, 1, 1, &r), SALTUS_OK);
    CHECK_EQ_INT(record_segment(r, 0, 0, c, 3), SALTUS_OK);
    record_end(r, 1);
    struct figure_curve curve = {.record = r};
    struct figure_panel p = {.curves = &curve, .n = 1};
    struct figure f = one_panel(&p, 0, 1);
    CHECK_EQ_INT(draw(&f), SALTUS_OK);
    const char *s = strstr(figure_text, "stroke=\"#555555\"");
    CHECK_EQ_INT(sscanf(strstr(s, " d=\"") + 4, " M%lf %lfH%lf M%lf %lfV", &left, &bottom, &right,
                        &skip, &top),
                 5);
    s = strstr(figure_text, "stroke-linejoin");
    CHECK_EQ_INT(sscanf(strstr(s, " d=\"") + 4, " M%lf %lf C%lf %lf %lf %lf %lf %lf", z, z + 1,
                        z + 2, z + 3, z + 4, z + 5, z + 6, z + 7),
                 8);
    double unit = (bottom - top) / 1.1, zero = bottom - unit / 20; /* values 0..1 with a margin */
    CHECK(fabs(z[0] - left) < 0.01 && fabs(z[6] - right) < 0.01);
    CHECK(fabs(z[2] - (left + (right - left) / 3)) < 0.01);
    CHECK(fabs(z[4] - (right - (right - left) / 3)) < 0.01);
    CHECK(fabs(z[1] - zero) < 0.01 && fabs(z[7] - zero) < 0.01);
    CHECK(fabs(z[3] - (zero - 2.25 * unit)) < 0.01); /* p(0) + p'(0)/3 */
    CHECK(fabs(z[5] - zero) < 0.01);                 /* p(1) - p'(1)/3, p'(1) = 0 */
    record_free(r);
}

/* Reads the band of the first curve: its least and greatest y, and how many points. */
static int band(double *top, double *bottom)
{
    int n = 0;
    double x, y;
    const char *s = strstr(figure_text, "fill-opacity=\"0.28\" d=\"");
    *top = INFINITY;
    *bottom = -INFINITY;
    if (!s) return 0;
    s += 23;
    x = y = 0;
    while (*s != '"') {
        char c = *s++;
        char *end;
        if (c == 'M' || c == 'L') {
            x = strtod(s, &end);
            s = end;
        }
        if (c == 'H') x = strtod(s, &end), s = end;
        if (c == 'M' || c == 'L' || c == 'V') {
            y = strtod(s, &end);
            s = end;
        }
        if (c == '\n' || c == 'Z') continue;
        *top = fmin(*top, y);
        *bottom = fmax(*bottom, y);
        n++;
    }
    return x >= 0 ? n : -1;
}

static struct record *switching(int pieces)
{
    struct record *r;
    CHECK_EQ_INT(record_new(0, 1, 1, &r), SALTUS_OK);
    for (int k = 0; k < pieces; k++)
        CHECK_EQ_INT(record_segment(r, 0, (double)k / pieces, &(double){k % 2}, 0), SALTUS_OK);
    record_end(r, 1);
    return r;
}

static void check_switching(int pieces, int is_band)
{
    double top, bottom;
    struct record *r = switching(pieces);
    struct figure_curve curve = {.record = r};
    struct figure_panel p = {.curves = &curve, .n = 1};
    struct figure f = one_panel(&p, 0, 1);
    CHECK_EQ_INT(draw(&f), SALTUS_OK);
    CHECK(figure_bytes < 60000);
    CHECK_EQ_INT(band(&top, &bottom) > 0, is_band);
    if (is_band) { /* from 0 to 1, which are 1/1.1 of the box */
        double box = 420 - 32 - 16;
        CHECK(fabs(bottom - top - box / 1.1) < 0.1);
    }
    record_free(r);
}

TEST(fast_switching_is_a_band)
{
    check_switching(100, 0);
    check_switching(5000, 1);   /* exact pieces */
    check_switching(100000, 1); /* columns */
}

TEST(a_million_pieces_give_a_small_file)
{
    struct record *r;
    CHECK_EQ_INT(record_new(0, 1, 1, &r), SALTUS_OK);
    for (int k = 0; k < 1000000; k++) { /* smooth: stays a line */
        double t = k / 1e6, c[2] = {sin(6 * t), 6 * cos(6 * t)};
        CHECK_EQ_INT(record_segment(r, 0, t, c, 1), SALTUS_OK);
    }
    record_end(r, 1);
    struct figure_curve curve = {.record = r};
    struct figure_panel p = {.curves = &curve, .n = 1};
    struct figure f = one_panel(&p, 0, 1);
    CHECK_EQ_INT(draw(&f), SALTUS_OK);
    CHECK(figure_bytes < 40000);
    CHECK_EQ_INT(figure_count("fill-opacity=\"0.28\""), 0);
    CHECK(figure_count("\nL") > 500); /* and is there */
    record_free(r);
}

/* By sampling the polynomial that holds at t. */
static double value_at(const struct record *r, size_t curve, double t)
{
    const double *c = NULL;
    double start = 0;
    size_t k = record_pieces(r, curve);
    int order = 0;
    while (k > 0) {
        order = record_piece(r, curve, --k, &start, &c);
        if (start <= t) break;
    }
    return poly_value(c, order, t - start);
}

/* Everything a curve does between two times lies within its extent, and reaches it. */
PROP(extents_are_those_of_the_curve, 200)
{
    struct record *r = figure_waves(3, rng_int(g, 1, 60));
    struct piece_curve c = {.record = r, .index = (size_t)rng_int(g, 0, 2)};
    struct view w = {.t0 = 0, .t1 = 1, .v = {-2, 2}, .box = {0, 0, 1000, 1000}};
    double a = rng_uniform(g, 0, 0.9), b = a + rng_uniform(g, 1e-3, 0.1);
    double top = INFINITY, bottom = -INFINITY;
    struct piece_extent e = piece_extent(&c, &w, a, b);
    for (int i = 0; i <= 4000; i++) {
        double y = view_y(&w, value_at(r, c.index, a + (b - a) * i / 4000.001));
        top = fmin(top, y);
        bottom = fmax(bottom, y);
    }
    double height = e.bottom - e.top;
    CHECK(e.top <= top + 1e-6 && e.bottom >= bottom - 1e-6);
    CHECK_LE(top - e.top, 0.01 + 3e-3 * height);
    CHECK_LE(e.bottom - bottom, 0.01 + 3e-3 * height);
    CHECK(e.way >= height - 1e-9);
    record_free(r);
}

TEST(logarithmic_values_leave_out_what_is_not_positive)
{
    double c[2] = {1, -2}; /* falls through 0 at 1/2 */
    struct record *r;
    CHECK_EQ_INT(record_new(0, 1, 1, &r), SALTUS_OK);
    CHECK_EQ_INT(record_segment(r, 0, 0, c, 1), SALTUS_OK);
    record_end(r, 1);
    struct figure_curve curve = {.record = r};
    struct figure_panel p = {.curves = &curve, .n = 1, .log_y = 1};
    struct figure f = one_panel(&p, 0, 1);
    CHECK_EQ_INT(draw(&f), SALTUS_OK);
    CHECK(strstr(figure_text, "values \xe2\x89\xa4 0 left out"));
    p.log_y = 0;
    CHECK_EQ_INT(draw(&f), SALTUS_OK);
    CHECK(!strstr(figure_text, "left out"));
    record_free(r);
}

/* A bump of which both ends lie below the axis. */
TEST(logarithmic_bumps_are_seen)
{
    double c[3] = {-1, 8, -8}; /* 1 at 1/2, positive between 0.15 and 0.85 */
    struct record *r;
    CHECK_EQ_INT(record_new(0, 1, 1, &r), SALTUS_OK);
    CHECK_EQ_INT(record_segment(r, 0, 0, c, 2), SALTUS_OK);
    record_end(r, 1);
    struct figure_curve curve = {.record = r};
    struct figure_panel p = {.curves = &curve, .n = 1, .log_y = 1};
    struct figure f = one_panel(&p, 0, 1);
    CHECK_EQ_INT(draw(&f), SALTUS_OK);
    const char *s = strstr(strstr(figure_text, "stroke-linejoin"), " d=\"");
    CHECK(strchr(s + 4, '"') - s > 200);
    record_free(r);
}

/* ---- Panels, strips, points ----------------------------------------------------------------------- */

TEST(panels_share_the_time_axis)
{
    struct record *r = figure_waves(3, 50);
    for (int k = 0; k < 20; k++) CHECK_EQ_INT(record_event(r, k / 20.0), SALTUS_OK);
    for (int k = 0; k < 2000; k++) record_step(r, k / 2000.0);
    struct figure_curve c[3] = {{.record = r, .label = "one"},
                                {.record = r, .index = 1, .label = "two"},
                                {.record = r, .index = 2}};
    struct figure_panel p[3] = {
        {"a", NULL, c, 2, 0}, {"b / V", NULL, c + 1, 2, 0}, {"c", NULL, c, 3, 1}};
    struct figure f = {"Title", "a note", "time / ms", NULL, p, 3, 0, 1, 0, r, 1, 0, 0};
    CHECK_EQ_INT(draw(&f), SALTUS_OK);
    CHECK_EQ_INT(figure_count("<clipPath"), 3);
    CHECK_EQ_INT(figure_count(">events</text>"), 1);
    CHECK_EQ_INT(figure_count(">steps / ms</text>"), 1);
    CHECK_EQ_INT(figure_count(">a note</text>"), 1);
    CHECK_EQ_INT(figure_count(">0.2</text>"),
                 1); /* labels of the time below the lowest panel only */
    const char *svg = strstr(figure_text, "<svg ");
    check_texts(900, attribute(svg, "height"));
    record_free(r);
}

TEST(marks_become_a_density)
{
    struct record *r = figure_waves(1, 5);
    struct figure f = {.t0 = 0, .t1 = 1, .marks = r};
    CHECK_EQ_INT(draw(&f), SALTUS_OK);
    CHECK_EQ_INT(figure_count("#8a4b08"), 0); /* no events, no strip */
    for (int k = 0; k < 50; k++) CHECK_EQ_INT(record_event(r, k / 50.0), SALTUS_OK);
    CHECK_EQ_INT(draw(&f), SALTUS_OK);
    CHECK_EQ_INT(figure_count("stroke=\"#8a4b08\""), 1);
    for (int k = 0; k < 5000; k++) CHECK_EQ_INT(record_event(r, 0.5 + k / 10000.0), SALTUS_OK);
    CHECK_EQ_INT(draw(&f), SALTUS_OK);
    CHECK_EQ_INT(figure_count("stroke=\"#8a4b08\""), 0);
    CHECK(figure_count("fill=\"#8a4b08\"") >= 2);
    record_free(r);
}

TEST(points_have_markers_and_notes)
{
    double x[4] = {1e-3, 1e-2, 0.1, -1}, y[4] = {1e-2, 1e-4, NAN, 1};
    const char *notes[4] = {"1e-2", "1e-4", "none", NULL};
    struct figure_curve c = {.label = "qss3", .x = x, .y = y, .n = 4, .notes = notes};
    struct figure_panel p = {"error", NULL, &c, 1, 1};
    struct figure f = {
        .panels = &p, .n = 1, .t0 = NAN, .t1 = NAN, .log_x = 1, .xlabel = "CPU time / s"};
    CHECK_EQ_INT(draw(&f), SALTUS_OK);
    CHECK_EQ_INT(figure_count("stroke=\"#ffffff\""), 3); /* two points, one in the legend */
    CHECK_EQ_INT(figure_count(">1e-2</text>") + figure_count(">1e-4</text>"), 2);
    CHECK_EQ_INT(figure_count(">none</text>"), 0);
    CHECK(strstr(figure_text, ">10<tspan"));
    check_texts(900, 420);
    f.t1 = 1; /* only one of both */
    CHECK_EQ_INT(draw(&f), SALTUS_EARG);
}

TEST(time_may_be_logarithmic)
{
    struct record *r = figure_waves(1, 100);
    struct figure_curve c = {.record = r, .label = "x"};
    struct figure_panel p = {NULL, NULL, &c, 1, 0};
    struct figure f = {.panels = &p, .n = 1, .t0 = 0, .t1 = 1, .log_x = 1};
    CHECK_EQ_INT(draw(&f), SALTUS_OK);
    CHECK(strstr(figure_text, ">0.01</text>"));
    f.t0 = -2;
    f.t1 = -1;
    CHECK_EQ_INT(draw(&f), SALTUS_EARG);
    record_free(r);
}

/* ---- Text ----------------------------------------------------------------------------------------- */

TEST(names_are_escaped_cut_and_inside)
{
    struct record *r = figure_waves(3, 30);
    struct figure_curve c[3] = {
        {.record = r, .label = "a<b> & \"c\""},
        {.record = r, .index = 1, .label = "\xc3\xbc.\xcf\x88[3] \xff"},
        {.record = r, .index = 2, .label = "a.very.long.name.of.a.variable.in.a.component[17]"}};
    struct figure_panel p = {
        "a label that is much too long for a panel of this height, and goes on and on and on", NULL,
        c, 3, 0};
    struct figure f = one_panel(&p, 0, 1);
    f.title = "A title that is too long for the paper that it has been given, so that it has to be "
              "made smaller to fit";
    f.note = "and a note: liqss2, quantum max(1e-3 |x|, 1e-6), 123456789 steps, 0.25 s, and more "
             "of the same";
    struct figure_panel narrow = {"y", NULL, c + 2, 1, 0};
    struct figure small = one_panel(&narrow, 0, 1);
    small.width = small.height = 200;
    CHECK_EQ_INT(draw(&small), SALTUS_OK);
    check_texts(200, attribute(strstr(figure_text, "<svg "), "height"));
    for (int width = 240; width <= 900; width += 110) {
        f.width = width;
        f.height = width / 2;
        CHECK_EQ_INT(draw(&f), SALTUS_OK);
        if (width > 400) { /* else labels are cut, or have no room at all */
            CHECK(strstr(figure_text, ">a&lt;b&gt; &amp; &quot;c&quot;</text>"));
            CHECK(strstr(figure_text, "\xc3\xbc.\xcf\x88[3] \xef\xbf\xbd</text>"));
            CHECK(strstr(figure_text, "\xe2\x80\xa6</text>"));
        }
        check_texts(width, attribute(strstr(figure_text, "<svg "), "height"));
    }
    record_free(r);
}

/* ---- Corners -------------------------------------------------------------------------------------- */

TEST(all_magnitudes_and_constants)
{
    static const double size[] = {0, 1e-308, 1e-300, 1e-12, 1, 1e12, 1e300, 1.7e308};
    for (size_t i = 0; i < 8 * 8 * 4; i++) {
        double v[2] = {size[i % 8], size[i / 8 % 8]};
        if (i / 64 & 1) v[0] = -v[0];
        struct record *r;
        CHECK_EQ_INT(record_new(0, 1, 1, &r), SALTUS_OK);
        CHECK_EQ_INT(record_segment(r, 0, 0, &v[0], 0), SALTUS_OK);
        CHECK_EQ_INT(record_segment(r, 0, 0.5, &v[1], 0), SALTUS_OK);
        record_end(r, 1);
        struct figure_curve c = {.record = r, .label = "x"};
        struct figure_panel p = {NULL, NULL, &c, 1, (int)(i / 128)};
        struct figure f = one_panel(&p, 0, 1);
        CHECK_EQ_INT(draw(&f), SALTUS_OK);
        CHECK(figure_bytes < 30000);
        record_free(r);
    }
}

TEST(empty_figures_are_figures)
{
    struct record *r;
    CHECK_EQ_INT(record_new(0, 1, 2, &r), SALTUS_OK);
    struct figure_curve c[2] = {{.record = r, .label = "nothing"}, {.label = "no source"}};
    struct figure_panel p = {NULL, NULL, c, 2, 0};
    struct figure f = {.t0 = 0, .t1 = 1, .marks = r, .density = 1};
    CHECK_EQ_INT(draw(&f), SALTUS_OK); /* no panels */
    f.panels = &p;
    f.n = 1;
    CHECK_EQ_INT(draw(&f), SALTUS_OK); /* nothing recorded */
    p.log_y = f.log_x = 1;
    CHECK_EQ_INT(draw(&f), SALTUS_OK);
    CHECK_EQ_INT(record_segment(r, 0, 0.5, &(double){NAN}, 0), SALTUS_OK);
    record_end(r, 0.5);
    CHECK_EQ_INT(draw(&f), SALTUS_OK); /* a single instant, not a number */
    f.t0 = f.t1 = NAN;
    CHECK_EQ_INT(draw(&f), SALTUS_OK);
    record_free(r);
}

TEST(wrong_figures_are_refused)
{
    static struct figure_panel many[FIGURE_PANELS + 1];
    struct figure f = {.t0 = 0, .t1 = 1};
    CHECK_EQ_INT(figure_svg(NULL, &f), SALTUS_EARG);
    CHECK_EQ_INT(figure_svg(PATH, NULL), SALTUS_EARG);
    double bad[][2] = {{1, 1}, {1, 0}, {NAN, 1}, {0, NAN}, {0, INFINITY}, {-INFINITY, 0}};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        f.t0 = bad[i][0];
        f.t1 = bad[i][1];
        CHECK_EQ_INT(draw(&f), SALTUS_EARG);
    }
    f = (struct figure){.t0 = 0, .t1 = 1, .width = 100};
    CHECK_EQ_INT(draw(&f), SALTUS_EARG);
    f = (struct figure){.t0 = 0, .t1 = 1, .height = 40000};
    CHECK_EQ_INT(draw(&f), SALTUS_EARG);
    f = (struct figure){.t0 = 0, .t1 = 1, .panels = many, .n = FIGURE_PANELS + 1};
    CHECK_EQ_INT(draw(&f), SALTUS_EARG);
    f.n = FIGURE_PANELS;
    CHECK_EQ_INT(draw(&f), SALTUS_OK);
    CHECK_EQ_INT(figure_svg("no/such/folder/x.svg", &f), SALTUS_EIO);
    f.height = 200; /* too little for 64 panels: made higher */
    CHECK_EQ_INT(draw(&f), SALTUS_OK);
    CHECK(attribute(strstr(figure_text, "<svg "), "height") > 64 * 50);
}

TEST(equal_figures_give_equal_bytes)
{
    static char first[sizeof figure_text];
    struct record *r = figure_waves(5, 3000);
    struct figure_curve c[5];
    for (size_t i = 0; i < 5; i++)
        c[i] = (struct figure_curve){.record = r, .index = i, .label = "x"};
    struct figure_panel p = {"y", NULL, c, 5, 0};
    struct figure f = one_panel(&p, 0, 1);
    CHECK_EQ_INT(draw(&f), SALTUS_OK);
    memcpy(first, figure_text, figure_bytes + 1);
    CHECK_EQ_INT(draw(&f), SALTUS_OK);
    CHECK(strcmp(first, figure_text) == 0);
    record_free(r);
}

TEST(the_check_of_xml_can_fail)
{
    CHECK(figure_is_xml("<a b=\"1\"><c/></a>"));
    CHECK(!figure_is_xml("<a><b></a></b>"));
    CHECK(!figure_is_xml("<a>x & y</a>"));
    CHECK(!figure_is_xml("<a b=\"1></a>"));
    CHECK(!figure_is_xml("<a>"));
}

/* ---- Units ----------------------------------------------------------------------------------- */

static void has_label(double lo, double hi, const char *unit, int plain, const char *want,
                      const char *last)
{
    struct axis a = axis_of(lo, hi, 0, 6, unit);
    struct axis_tick t;
    char buf[256];
    axis_label(buf, sizeof buf, &a, "v", unit, plain);
    axis_tick(&a, a.count - 1, &t);
    if (strcmp(buf, want) || strcmp(t.text, last)) printf("%s, %s\n", buf, t.text);
    CHECK(strcmp(buf, want) == 0);
    CHECK(strcmp(t.text, last) == 0);
}

TEST(units_take_prefixes)
{
    has_label(0, 0.01, "s", 0, "v [ms]", "10");
    has_label(0, 2e-6, "s", 0, "v [\xc2\xb5s]", "2.0");
    has_label(0, 2e-6, "s", 1, "v [us]", "2.0");
    has_label(0, 5000, "s", 0, "v [s]", "5000");
    has_label(0, 0.6, "A", 0, "v [A]", "0.6");
    has_label(0, 5e5, "V", 0, "v [kV]", "500");
    has_label(0, 5e-2, "rad/s", 0, "v [rad/s]", "0.05");
    has_label(0, 1, NULL, 0, "v", "1.0");
    struct axis a = axis_of(0, 5e-4, 0, 6, "rad/s"), b = axis_of(0, 5e-4, 0, 6, "V");
    CHECK(axis_has_note(&a) && !axis_has_note(&b));
    a = axis_of(1000, 1000.001, 0, 5, "V"); /* an offset stays an offset */
    CHECK(axis_has_note(&a));
}

TEST_MAIN()
