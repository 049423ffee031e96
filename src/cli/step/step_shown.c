/* SPDX-License-Identifier: MIT */
/* step_shown.c - the last polynomial of everything that parts show. */
#include "cli/core/grow.h"
#include "cli/step/step.h"
#include <math.h>

static struct shown_row *rows_of(struct shown *s, int32_t cell, int k)
{
    if (cell >= s->n) {
        int32_t n = 2 * cell + 8;
        s->cell = grow(s->cell, (size_t)n, sizeof(void *));
        s->rows = grow(s->rows, (size_t)n, sizeof *s->rows);
        for (int32_t j = s->n; j < n; j++) s->cell[j] = NULL, s->rows[j] = 0;
        s->n = n;
    }
    if (k >= s->rows[cell]) {
        s->cell[cell] = grow(s->cell[cell], (size_t)k + 1, sizeof **s->cell);
        for (int j = s->rows[cell]; j <= k; j++) s->cell[cell][j] = (struct shown_row){0};
        s->rows[cell] = k + 1;
    }
    return s->cell[cell];
}

static void make_room(struct shown_row *r, int32_t index)
{
    int32_t n = index + 1 > 2 * r->n ? index + 1 : 2 * r->n;
    if (index < r->n) return;
    r->at = grow(r->at, (size_t)n, sizeof *r->at);
    for (int32_t j = r->n; j < n; j++) r->at[j].order = -1;
    r->n = n;
}

void shown_set(struct shown *s, int32_t cell, int k, int32_t index, double t, const double *poly,
               int order)
{
    struct shown_row *r;
    if (cell < 0 || k < 0 || index < 0) return;
    r = &rows_of(s, cell, k)[k];
    make_room(r, index);
    struct shown_value *v = &r->at[index];
    *v = (struct shown_value){.t = t, .order = order < SALTUS_SERIES ? order : SALTUS_SERIES - 1};
    memcpy(v->c, poly, (size_t)(v->order + 1) * sizeof *v->c);
}

void shown_copy(struct shown *to, const struct shown *from)
{
    for (int32_t c = 0; c < from->n; c++)
        for (int k = 0; k < from->rows[c]; k++)
            for (int32_t i = 0; i < from->cell[c][k].n; i++) {
                const struct shown_value *v = &from->cell[c][k].at[i];
                if (v->order >= 0) shown_set(to, c, k, i, v->t, v->c, v->order);
            }
}

void shown_clear(struct shown *s)
{
    for (int32_t c = 0; c < s->n; c++) {
        for (int k = 0; k < s->rows[c]; k++) free(s->cell[c][k].at);
        free(s->cell[c]);
    }
    free(s->cell);
    free(s->rows);
    *s = (struct shown){0};
}

static double value_at(const struct shown_value *v, double t)
{
    double y = 0;
    for (int k = v->order; k >= 0; k--) y = y * (t - v->t) + v->c[k];
    return y;
}

static void print_value(FILE *out, const saltus_shown *what, const struct shown_value *v, double t)
{
    if (v->order < 0)
        fputs(" -", out);
    else
        fprintf(out, " %.9g", what->kind == SALTUS_GUARD ? v->t : value_at(v, t));
}

/* Elements of shows[k] that there are, up to the last that has shown something. */
static int32_t elements(const struct shown *s, const saltus_cell *c, int k)
{
    const struct shown_row *r = c->id < s->n && k < s->rows[c->id] ? &s->cell[c->id][k] : NULL;
    int32_t n = r ? r->n : 0;
    while (n > 0 && r->at[n - 1].order < 0) n--;
    return n;
}

void shown_print(FILE *out, const char *before, const struct shown *s, const saltus_cell *c,
                 double t)
{
    enum { MOST = 5 };
    for (int k = 0; c->type->shows && c->type->shows[k].name; k++) {
        const saltus_shown *what = &c->type->shows[k];
        int32_t n = elements(s, c, k);
        if (n == 0) continue;
        fprintf(out, "%s%s %s", before, *what->name ? what->name : c->part->name,
                what->kind == SALTUS_GUARD ? "fired at" : "=");
        for (int32_t i = 0; i < n && i < MOST; i++)
            print_value(out, what, &s->cell[c->id][k].at[i], t);
        if (n > MOST) fprintf(out, " .. (%d)", n);
        before = ", ";
    }
}
