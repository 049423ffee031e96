/* SPDX-License-Identifier: MIT */
/* reference.h - reference solutions (tests/data/reference) and the distance of a run from them.
 *
 * A file is CSV: a header "t,name,...", then one row per instant. A column w500 or C2_7 is the variable w[500], C2[7].
 * Errors are those of the papers: relative as equation 20 of the mLIQSS paper, sqrt(sum (a-b)^2/sum b^2) over all rows and chosen columns,
 * mean and maximum of |a - b|; of x, and of q where asked for.                                 */
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
    double rel, mean, max;
    double mean_q, max_q;
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
    snprintf(name, sizeof name, "%.*s[%s]", (int)(k > 0 && column[k - 1] == '_' ? k - 1 : k), column,
             column + k);
    return saltus_sim_find(s, name);
}

/* Runs s along the rows up to `until`; only columns whose names begin with prefix count (NULL: all). */
static inline saltus_status reference_compare(saltus_sim *s, const struct reference *r,
                                              const char *prefix, double until,
                                              struct reference_error *e)
{
    double square = 0, scale = 0, count = 0;
    saltus_status st = SALTUS_OK;
    *e = (struct reference_error){0};
    for (int k = 0; k < r->rows && r->t[k] <= until; k++) {
        if ((st = saltus_sim_run(s, r->t[k])) != SALTUS_OK) return st;
        for (int j = 0; j < r->columns; j++) {
            int32_t var = reference_var(s, r->name[j]);
            double b = r->value[k * r->columns + j], a, q;
            if (var < 0 || (prefix && strncmp(r->name[j], prefix, strlen(prefix)) != 0)) continue;
            a = fabs(saltus_sim_value(s, var, r->t[k]) - b);
            q = fabs(saltus_sim_quantized(s, var, r->t[k]) - b);
            square += a * a;
            scale += b * b;
            count++;
            e->mean += a;
            e->mean_q += q;
            e->max = fmax(e->max, a);
            e->max_q = fmax(e->max_q, q);
        }
    }
    e->rel = sqrt(square / scale);
    e->mean /= count;
    e->mean_q /= count;
    return st;
}

#endif
