/* SPDX-License-Identifier: MIT */
/* test_figure_terminal.c - figures in a terminal: they keep to their size, show what they should, and can do without
 * colour and without Unicode. */
#include "figures.h"

#include "out/plot/braille.h"

#include <stdlib.h>

#define PATH "test_figure_terminal.tmp"

static void show(const struct figure *f, int columns, int rows, int colour)
{
    FILE *out = fopen(PATH, "w");
    CHECK(out);
    figure_terminal(out, f, columns, rows, colour);
    fclose(out);
    figure_read(PATH);
}

/* Letters of the longest line, and lines. Escape sequences have no width. */
static int widest(int *lines)
{
    int most = 0, n = 0;
    *lines = 0;
    for (const char *s = figure_text; *s; s++) {
        if (*s == 0x1b) s += strcspn(s, "m") + 1;
        if (*s == '\0') break;
        if (*s == '\n') {
            ++*lines;
            n = 0;
            continue;
        }
        if (*s == 0x1b) {
            s--;
            continue;
        }
        n += (*s & 0xc0) != 0x80;
        if (n > most) most = n;
    }
    return most;
}

static int is_ascii(void)
{
    for (const char *s = figure_text; *s; s++)
        if (*s & 0x80) return 0;
    return 1;
}

static struct figure waves(struct figure_curve *c, struct figure_panel *p, struct record *r,
                           size_t n)
{
    static const char *const name[] = {"one", "two", "three", "four", "five"};
    for (size_t i = 0; i < n; i++) {
        c[i] = (struct figure_curve){.record = r, .index = i, .label = name[i % 5]};
        p[i] = (struct figure_panel){.ylabel = "value / V", .curves = c, .n = i + 1};
    }
    return (struct figure){.title = "Waves",
                           .note = "a note",
                           .xlabel = "time / s",
                           .panels = p,
                           .n = n,
                           .t0 = 0,
                           .t1 = 1};
}

PROP(figures_keep_to_their_size, 300)
{
    struct figure_curve c[5];
    struct figure_panel p[5];
    struct record *r = figure_waves(5, 40);
    struct figure f = waves(c, p, r, (size_t)rng_int(g, 1, 5));
    int columns = rng_int(g, 30, 200), rows = rng_int(g, 8, 60), lines;
    if (rng_int(g, 0, 1)) {
        CHECK_EQ_INT(record_event(r, 0.3), SALTUS_OK);
        record_step(r, 0.3);
        f.marks = r;
        f.density = rng_int(g, 0, 1);
    }
    p[0].log_y = rng_int(g, 0, 1);
    show(&f, columns, rows, rng_int(g, 0, 1));
    CHECK(widest(&lines) <= columns);
    CHECK(lines <= rows && lines > 4);
    record_free(r);
}

/* The dots of a constant are a line across, half way up. */
TEST(a_constant_is_a_line)
{
    struct record *r;
    int lines = 0, found = 0;
    CHECK_EQ_INT(record_new(0, 1, 1, &r), SALTUS_OK);
    CHECK_EQ_INT(record_segment(r, 0, 0, &(double){5}, 0), SALTUS_OK);
    record_end(r, 1);
    struct figure_curve c = {.record = r};
    struct figure_panel p = {.curves = &c, .n = 1};
    struct figure f = {.panels = &p, .n = 1, .t0 = 0, .t1 = 1};
    show(&f, 60, 20, 0);
    for (char *line = strtok(figure_text, "\n"); line; line = strtok(NULL, "\n"), lines++) {
        int dots = 0;
        for (const char *s = line; *s; s++)
            dots += (unsigned char)*s == 0xe2 && (unsigned char)s[1] >= 0xa0 &&
                    (unsigned char)s[1] < 0xa4;
        CHECK(dots == 0 || dots > 40);
        found += dots > 40;
    }
    CHECK_EQ_INT(found, 1);
    record_free(r);
}

TEST(colour_only_when_asked_for)
{
    struct figure_curve c[5];
    struct figure_panel p[5];
    struct record *r = figure_waves(5, 40);
    struct figure f = waves(c, p, r, 3);
    show(&f, 80, 40, 0);
    CHECK(!strchr(figure_text, 0x1b));
    CHECK(strstr(figure_text, "a one") && strstr(figure_text, "c three")); /* letters instead */
    CHECK(strstr(figure_text, "Waves") && strstr(figure_text, "a note") &&
          strstr(figure_text, "time / s"));
    show(&f, 80, 40, 1);
    CHECK(strstr(figure_text, "\x1b[0;36m") && strstr(figure_text, "\x1b[0;33m"));
    record_free(r);
}

TEST(the_locale_decides_about_unicode)
{
    struct figure_curve c[5];
    struct figure_panel p[5];
    struct record *r = figure_waves(2, 40);
    struct figure f = waves(c, p, r, 2);
    f.title = "\xc3\xbc";
    CHECK_EQ_INT(setenv("LC_ALL", "C", 1), 0);
    show(&f, 80, 30, 0);
    CHECK(is_ascii());
    CHECK(strstr(figure_text, "* one") && strstr(figure_text, "+ two"));
    CHECK_EQ_INT(setenv("LC_ALL", "de_DE.utf8", 1), 0);
    show(&f, 80, 30, 0);
    CHECK(!is_ascii());
    CHECK_EQ_INT(setenv("LC_ALL", "", 1), 0); /* as if unset */
    CHECK_EQ_INT(setenv("LC_CTYPE", "en_US.UTF-8", 1), 0);
    show(&f, 80, 30, 0);
    CHECK(!is_ascii());
    record_free(r);
}

TEST(panels_without_room_are_counted)
{
    struct figure_curve c[5];
    struct figure_panel p[5];
    int lines;
    struct record *r = figure_waves(5, 10);
    struct figure f = waves(c, p, r, 5);
    show(&f, 80, 16, 0);
    CHECK(strstr(figure_text, "more panels have no room)"));
    widest(&lines);
    CHECK(lines <= 16);
    show(&f, 80, 40, 0);
    CHECK(!strstr(figure_text, "more panels"));
    record_free(r);
}

TEST(odd_figures_do_no_harm)
{
    double x[3] = {1, NAN, 1e300}, y[3] = {-1, 2, INFINITY};
    struct figure_curve c = {.x = x, .y = y, .n = 3, .label = "\xff<&>\x1b[31m"};
    struct figure_panel p = {.curves = &c, .n = 1, .log_y = 1};
    struct figure f = {.panels = &p, .n = 1, .t0 = NAN, .t1 = NAN, .log_x = 1};
    show(&f, -5, 0, 0);
    CHECK(!strchr(figure_text, 0x1b));
    f.t0 = 1;
    f.t1 = 0;
    show(&f, 80, 20, 0); /* refused */
    CHECK_EQ_INT(figure_bytes, 0);
    f = (struct figure){.t0 = 0, .t1 = 1};
    show(&f, 100000, 100000, 1);
    CHECK(figure_bytes > 100);
}

TEST(dots_have_their_bits)
{
    struct braille_cell cell[4] = {{{0}, 0, 0}};
    struct braille b = {.columns = 2, .rows = 2, .cell = cell};
    braille_dot(&b, 0, 0, 1);
    braille_dot(&b, 1, 3, 1);
    braille_dot(&b, 3, 4, 2);
    braille_dot(&b, -1, 0, 1);
    braille_dot(&b, 0, 8, 1);
    CHECK_EQ_INT(cell[0].dots, 1 + 128);
    CHECK_EQ_INT(cell[3].dots, 8);
    CHECK_EQ_INT(cell[1].dots + cell[2].dots, 0);
    FILE *out = fopen(PATH, "w");
    CHECK(out);
    braille_print(&b, out, 0);
    fclose(out);
    figure_read(PATH);
    CHECK(strcmp(figure_text, "\xe2\xa2\x81\n \xe2\xa0\x88\n") == 0); /* U+2881, U+2808 */
    CHECK_EQ_INT(braille_text(&b, 1, 0,
                              "\xc3\xa4"
                              "b",
                              9, 0),
                 2);
    CHECK(strcmp(cell[1].text, "\xc3\xa4") == 0); /* the second letter lies outside */
}

TEST_MAIN()
