/* SPDX-License-Identifier: MIT */
/* reference.h - reference solutions (tests/data/reference) and the distance of a run from them.
 *
 * A file is CSV: a header "t,name,...", then one row per instant. A column w500 or C2_7 is the
 * variable w[500], C2[7]. Errors are those of the papers, over all rows and chosen columns:
 * relative [dmk18, Eq. 20], sqrt(sum (x - ref)^2 / sum ref^2); mean square of x - ref; mean and
 * maximum of |x - ref|; and the same two of q, of the worst column. */
#ifndef TESTS_REFERENCE_H
#define TESTS_REFERENCE_H

#include "saltus.h"
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { REFERENCE_COLUMNS = 40, REFERENCE_NAME = 32 };

struct reference {
    int rows, columns; /* columns without t */
    double *t;         /* rows */
    double *value;     /* rows * columns */
    char name[REFERENCE_COLUMNS][REFERENCE_NAME];
};

struct reference_error {
    double rel, square, mean, max;
    double mean_q, max_q;
    int rows; /* compared */
};

static inline void reference_free(struct reference *r)
{
    free(r->t);
    free(r->value);
    *r = (struct reference){0};
}

static inline void reference_header(struct reference *r, char *line)
{
    for (char *p = strchr(line, ','); p && r->columns < REFERENCE_COLUMNS; p = strchr(p, ',')) {
        size_t n = strcspn(++p, ",\r\n");
        snprintf(r->name[r->columns++], REFERENCE_NAME, "%.*s", (int)n, p);
    }
}

static inline int reference_row(struct reference *r, char *p)
{
    int k = r->rows, n = r->columns;
    double *t = realloc(r->t, sizeof *t * (size_t)(k + 1)), *v;
    if (t) r->t = t;
    v = realloc(r->value, sizeof *v * (size_t)((k + 1) * n));
    if (v) r->value = v;
    if (!t || !v) return 0;
    r->t[k] = strtod(p, &p);
    for (int j = 0; j < n; j++) v[k * n + j] = *p == ',' ? strtod(p + 1, &p) : NAN;
    r->rows++;
    return 1;
}

/* 0: could not be read. You own the arrays (reference_free). */
static inline int reference_read(struct reference *r, const char *folder, const char *name)
{
    char path[500], line[4000];
    FILE *f;
    *r = (struct reference){0};
    snprintf(path, sizeof path, "%s/%s.csv", folder, name);
    f = fopen(path, "r");
    if (!f) return 0;
    if (fgets(line, sizeof line, f)) reference_header(r, line);
    while (r->columns > 0 && fgets(line, sizeof line, f))
        if (!reference_row(r, line)) break;
    fclose(f);
    return r->rows > 0;
}

/* The variable that a column means, or -1. */
static inline int32_t reference_var(const saltus_sim *s, const char *column)
{
    char name[REFERENCE_NAME + 4];
    int32_t var = saltus_sim_find(s, column);
    size_t n = strlen(column), k = n;
    if (var >= 0) return var;
    while (k > 0 && isdigit((unsigned char)column[k - 1])) k--;
    snprintf(name, sizeof name, "%.*s[%s]", (int)(k > 0 && column[k - 1] == '_' ? k - 1 : k),
             column, column + k);
    return saltus_sim_find(s, name);
}

/* Sums over the rows seen so far. */
struct reference_sums {
    int32_t var[REFERENCE_COLUMNS]; /* -1: does not count */
    double square, scale, sum, q[REFERENCE_COLUMNS];
};

static inline void reference_add(struct reference_sums *n, const saltus_sim *s,
                                 const struct reference *r, struct reference_error *e)
{
    int row = e->rows++;
    double t = r->t[row];
    for (int j = 0; j < r->columns; j++) {
        double b = r->value[row * r->columns + j], a, q;
        if (n->var[j] < 0) continue;
        a = fabs(saltus_sim_value(s, n->var[j], t) - b);
        q = fabs(saltus_sim_quantized(s, n->var[j], t) - b);
        n->square += a * a;
        n->scale += b * b;
        n->sum += a;
        n->q[j] += q;
        e->max = fmax(e->max, a);
        e->max_q = fmax(e->max_q, q);
    }
}

/* Runs s along the rows up to `until`; only columns whose names begin with prefix count (NULL:
 * all). Errors are those up to where the run came. */
static inline saltus_status reference_compare(saltus_sim *s, const struct reference *r,
                                              const char *prefix, double until,
                                              struct reference_error *e)
{
    struct reference_sums n = {.square = 0};
    saltus_status st = SALTUS_OK;
    double columns = 0;
    *e = (struct reference_error){0};
    for (int j = 0; j < r->columns; j++) {
        int wanted = !prefix || strncmp(r->name[j], prefix, strlen(prefix)) == 0;
        n.var[j] = wanted ? reference_var(s, r->name[j]) : -1;
        columns += n.var[j] >= 0;
    }
    while (e->rows < r->rows && r->t[e->rows] <= until) {
        if ((st = saltus_sim_run(s, r->t[e->rows])) != SALTUS_OK) break;
        reference_add(&n, s, r, e);
    }
    e->rel = sqrt(n.square / n.scale);
    e->square = n.square / (columns * e->rows);
    e->mean = n.sum / (columns * e->rows);
    for (int j = 0; j < r->columns; j++) e->mean_q = fmax(e->mean_q, n.q[j] / e->rows);
    return st;
}

#endif
