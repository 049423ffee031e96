/* SPDX-License-Identifier: MIT */
/* figures.h - for tests of pictures: a file as text, curves to draw, and is it well-formed XML? */
#ifndef FIGURES_H
#define FIGURES_H

#include "testing.h"

#include "out/plot/figure.h"

static char figure_text[1 << 22];
static size_t figure_bytes;

/* The file becomes figure_text and is removed. */
static inline void figure_read(const char *path)
{
    FILE *f = fopen(path, "rb");
    CHECK(f);
    figure_bytes = fread(figure_text, 1, sizeof figure_text - 1, f);
    fclose(f);
    remove(path);
    CHECK(figure_bytes < sizeof figure_text - 1);
    figure_text[figure_bytes] = '\0';
}

/* Elements nest, attributes are quoted and none is given twice, entities are known. */
static inline int figure_is_xml(const char *s)
{
    char open[64][16];
    int depth = 0;
    for (; *s; s++) {
        if (*s == '&' && strncmp(s, "&amp;", 5) && strncmp(s, "&lt;", 4) && strncmp(s, "&gt;", 4) &&
            strncmp(s, "&quot;", 6) && strncmp(s, "&apos;", 6))
            return 0;
        if ((unsigned char)*s < 0x20 && *s != '\n') return 0;
        if (*s != '<') continue;
        int closing = s[1] == '/', n = (int)strcspn(s + 1 + closing, " />\n?");
        if (n > 15) return 0;
        const char *name = s + 1 + closing;
        const char *end = name;
        int quoted = 0;
        for (; *end && (quoted || *end != '>'); end++) {
            if (*end == '"') quoted = !quoted;
            if (*end == '<') return 0;
        }
        if (!*end || quoted) return 0;
        if (closing) {
            if (depth == 0 || (int)strlen(open[depth - 1]) != n ||
                strncmp(open[depth - 1], name, (size_t)n))
                return 0;
            depth--;
        } else if (end[-1] != '/' && end[-1] != '?') {
            if (depth == 64) return 0;
            snprintf(open[depth++], 16, "%.*s", n, name);
        }
        s = end;
    }
    return depth == 0;
}

static inline int figure_count(const char *what)
{
    int n = 0;
    for (const char *s = figure_text; (s = strstr(s, what)); s += strlen(what)) n++;
    return n;
}

/* Curve i of a record of n: a wave of `pieces` cubics over 0..1, other for each. */
static inline struct record *figure_waves(size_t n, int pieces)
{
    struct record *r;
    CHECK_EQ_INT(record_new(0, 1, n, &r), SALTUS_OK);
    for (int k = 0; k < pieces; k++)
        for (size_t i = 0; i < n; i++) {
            double h = 1.0 / pieces, a = 6.2831853 * (double)(i + 1), t = k * h;
            double c[4] = {sin(a * t), a * cos(a * t), -a * a * sin(a * t) / 2,
                           -a * a * a * cos(a * t) / 6};
            CHECK_EQ_INT(record_segment(r, i, t, c, 3), SALTUS_OK);
        }
    record_end(r, 1);
    return r;
}

#endif
