/* SPDX-License-Identifier: MIT */
/* table.c - samples of several variables at rising instants: CSV files, and how far a run is from them. */
#include "suite.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

int table_new(struct table *b, int rows, int columns)
{
    b->rows = rows;
    b->columns = columns;
    b->t = calloc((size_t)rows + 1, sizeof *b->t);
    b->value = calloc((size_t)(rows * columns) + 1, sizeof *b->value);
    b->name = calloc((size_t)columns + 1, sizeof *b->name);
    return b->t && b->value && b->name;
}

void table_free(struct table *b)
{
    free(b->t);
    free(b->value);
    free(b->name);
    *b = (struct table){0};
}

/* Is the column one of the names in the list, or does it begin with one that ends in '_'? */
static int wanted(const char *columns, const char *name, size_t length)
{
    const char *p = columns;
    if (!*columns) return 1;
    for (;;) {
        size_t n = strcspn(p, ",");
        int open = n > 0 && p[n - 1] == '_';
        if (n <= length && (open || n == length) && strncmp(p, name, n) == 0) return 1;
        if (!p[n]) return 0;
        p += n + 1;
    }
}

/* Marks which columns of the file count and copies their names. */
static int header(struct table *b, char *line, const char *columns, unsigned char *keep, int most)
{
    int n = 0;
    for (char *p = strchr(line, ','); p && n < most; p = strchr(p, ',')) {
        size_t length = strcspn(++p, ",\r\n");
        keep[n] = (unsigned char)(length < SUITE_NAME && wanted(columns, p, length));
        if (keep[n]) snprintf(b->name[b->columns++], SUITE_NAME, "%.*s", (int)length, p);
        n++;
    }
    return n;
}

static void row(struct table *b, char *p, const unsigned char *keep, int n)
{
    double *v = &b->value[b->rows * b->columns];
    b->t[b->rows++] = strtod(p, &p);
    for (int j = 0; j < n; j++) {
        double x = *p == ',' ? strtod(p + 1, &p) : NAN;
        if (keep[j]) *v++ = x;
    }
}

int table_read(struct table *b, const char *path, const char *columns, double until)
{
    enum { COLUMNS = 64, ROWS = 4096 };
    unsigned char keep[COLUMNS];
    char line[4000];
    FILE *f = fopen(path, "r");
    int n;
    if (!f) return 0;
    if (!table_new(b, ROWS, COLUMNS) || !fgets(line, sizeof line, f)) {
        fclose(f);
        table_free(b);
        return 0;
    }
    b->rows = b->columns = 0;
    n = header(b, line, columns, keep, COLUMNS);
    while (b->rows < ROWS && fgets(line, sizeof line, f) && strtod(line, NULL) <= until)
        row(b, line, keep, n);
    fclose(f);
    if (b->rows > 0 && b->columns > 0) return 1;
    table_free(b);
    return 0;
}

int table_write(const struct table *b, const char *path)
{
    FILE *f = fopen(path, "w");
    if (!f) return 0;
    fputs("t", f);
    for (int j = 0; j < b->columns; j++) fprintf(f, ",%s", b->name[j]);
    for (int k = 0; k < b->rows; k++) {
        fprintf(f, "\n%.14g", b->t[k]);
        for (int j = 0; j < b->columns; j++) fprintf(f, ",%.14g", b->value[k * b->columns + j]);
    }
    fputs("\n", f);
    return fclose(f) == 0;
}

struct table_error table_distance(const struct table *b, const double *value)
{
    struct table_error e = {0, 0, 0};
    double square = 0, sum = 0;
    for (int j = 0; j < b->columns; j++) {
        double most = 0, largest = 0, all = 0, low = INFINITY, high = -INFINITY;
        for (int k = 0; k < b->rows; k++) {
            double r = b->value[k * b->columns + j], a = fabs(value[k * b->columns + j] - r);
            sum += a * a;
            all += a;
            low = fmin(low, r), high = fmax(high, r);
            square += r * r;
            largest = fmax(largest, fabs(r));
            most = a <= most ? most : a; /* NaN stays */
        }
        if (largest > 0) e.max = most / largest <= e.max ? e.max : most / largest;
        all /= b->rows * (high - low);
        if (high > low) e.mean = all <= e.mean ? e.mean : all; /* NaN stays */
    }
    e.relative = sqrt(sum / square);
    return e;
}
