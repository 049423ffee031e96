/* SPDX-License-Identifier: MIT */
/* rows_in.c - rows of values to linear segments. */
#include "out/file/rows_in.h"

#include <math.h>

saltus_status rows_in_init(struct rows_in *in, struct alloc *a, size_t n, rows_fetch_fn *fetch)
{
    *in = (struct rows_in){.fetch = fetch, .n = n};
    in->a = alloc_array(a, n, sizeof *in->a);
    in->b = alloc_array(a, n, sizeof *in->b);
    return in->a && in->b ? SALTUS_OK : SALTUS_ENOMEM;
}

void rows_in_free(struct rows_in *in, struct alloc *a)
{
    alloc_free(a, in->a);
    alloc_free(a, in->b);
    *in = (struct rows_in){0};
}

void rows_in_restart(struct rows_in *in)
{
    in->stage = ROWS_START;
    in->i = 0;
}

/* Row b becomes the present one and the next is read. */
static saltus_status go_on(saltus_result *r, struct rows_in *in)
{
    double *row = in->a;
    in->a = in->b;
    in->b = row;
    in->ta = in->tb;
    in->i = 0;
    int got = in->fetch(r, &in->tb, in->b);
    if (got < 0) return (saltus_status)got;
    if (got == 0) in->stage = ROWS_LAST;
    r->end = in->ta;
    return SALTUS_OK;
}

saltus_status rows_in_start(saltus_result *r, struct rows_in *in)
{
    if (in->stage != ROWS_START) return SALTUS_OK;
    int got = in->fetch(r, &in->tb, in->b);
    if (got < 0) return (saltus_status)got;
    in->stage = got == 0 ? ROWS_END : ROWS_GO;
    in->i = in->n; /* of a row before the first */
    return SALTUS_OK;
}

static void line(const struct rows_in *in, size_t i, saltus_record *rec)
{
    double a = in->a[i], b = in->b[i], slope = 0;
    if (in->stage == ROWS_GO) slope = (b - a) / (in->tb - in->ta);
    rec->poly[0] = a;
    rec->poly[1] = slope;
    rec->order = isfinite(slope) && slope != 0;
}

saltus_status rows_in_next(saltus_result *r, struct rows_in *in, const size_t *column,
                           saltus_record *rec)
{
    saltus_status status = rows_in_start(r, in);
    while (status == SALTUS_OK && in->stage == ROWS_GO && (in->i == in->n || in->tb == in->ta))
        status = go_on(r, in);
    if (status != SALTUS_OK) return status;
    if (in->stage == ROWS_LAST && in->i == in->n) in->stage = ROWS_END;
    if (in->stage == ROWS_END) {
        rec->kind = SALTUS_RECORD_END;
        return SALTUS_OK;
    }
    rec->kind = SALTUS_RECORD_SEGMENT;
    rec->t = in->ta;
    rec->k = column ? column[in->i] : in->i;
    line(in, in->i++, rec);
    return SALTUS_OK;
}
