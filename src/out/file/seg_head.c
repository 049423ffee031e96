/* SPDX-License-Identifier: MIT */
/* seg_head.c - the header of a segment file, read back.
 *
 *     model, t0, t1, interval, n_columns {kind, [value of a parameter], name, unit, text}, n_marks
 *     {name}, n_notes {key, value}
 *
 * Numbers are varints or f64, texts are a varint with their length, the bytes, and a zero byte, so
 * that they can be used where they are. A count is believed only if the bytes that follow could
 * hold as many. */
#include "out/file/seg_read.h"

#include <math.h>

struct cursor {
    const unsigned char *p, *end; /* p NULL: something was wrong */
};

static uint64_t get_varint(struct cursor *c)
{
    uint64_t v = 0;
    if (c->p) c->p = seg_get_varint(c->p, c->end, &v);
    return c->p ? v : 0;
}

static double get_f64(struct cursor *c)
{
    if (!c->p || c->end - c->p < 8) {
        c->p = NULL;
        return 0;
    }
    c->p += 8;
    return result_get_f64(c->p - 8);
}

static const char *get_text(struct cursor *c)
{
    uint64_t n = get_varint(c);
    if (!c->p || n >= (uint64_t)(c->end - c->p) || c->p[n] != 0) {
        c->p = NULL;
        return "";
    }
    const char *s = (const char *)c->p;
    c->p += n + 1;
    return s;
}

static const char *get_optional(struct cursor *c)
{
    const char *s = get_text(c);
    return *s ? s : NULL;
}

/* A count of things of at least `least` bytes. */
static size_t get_count(struct cursor *c, size_t least)
{
    uint64_t n = get_varint(c);
    if (!c->p || n > (uint64_t)(c->end - c->p) / least) {
        c->p = NULL;
        return 0;
    }
    return (size_t)n;
}

static void get_column(struct cursor *c, saltus_column *column)
{
    if (!c->p || c->p == c->end || *c->p > SALTUS_OUTPUT) {
        c->p = NULL;
        return;
    }
    column->kind = (saltus_kind)*c->p++;
    if (column->kind == SALTUS_PARAMETER) column->value = get_f64(c);
    column->name = get_text(c);
    column->unit = get_optional(c);
    column->text = get_optional(c);
}

/* ENOMEM, or OK with c->p NULL if the bytes are not a header. */
static saltus_status get_columns(saltus_result *r, struct cursor *c)
{
    size_t n = get_count(c, 7);
    r->columns = alloc_array(&r->alloc, n, sizeof *r->columns);
    if (!r->columns) return SALTUS_ENOMEM;
    for (size_t k = 0; k < n && c->p; k++) get_column(c, &r->columns[k]);
    r->header.n_columns = n;
    return SALTUS_OK;
}

static saltus_status get_marks(saltus_result *r, struct cursor *c)
{
    size_t n = get_count(c, 2);
    r->marks = alloc_array(&r->alloc, n, sizeof *r->marks);
    if (!r->marks) return SALTUS_ENOMEM;
    for (size_t k = 0; k < n && c->p; k++) r->marks[k] = get_text(c);
    r->header.n_marks = n;
    return SALTUS_OK;
}

static saltus_status get_notes(saltus_result *r, struct cursor *c)
{
    size_t n = get_count(c, 4);
    r->notes = alloc_array(&r->alloc, n, sizeof *r->notes);
    if (!r->notes) return SALTUS_ENOMEM;
    for (size_t k = 0; k < n && c->p; k++) {
        r->notes[k].key = get_text(c);
        r->notes[k].value = get_text(c);
    }
    r->header.n_notes = n;
    return SALTUS_OK;
}

static saltus_status parse(saltus_result *r, struct cursor c)
{
    saltus_header *h = &r->header;
    h->model = get_text(&c);
    h->t0 = get_f64(&c);
    h->t1 = get_f64(&c);
    h->interval = get_f64(&c);
    saltus_status status = get_columns(r, &c);
    if (status == SALTUS_OK) status = get_marks(r, &c);
    if (status == SALTUS_OK) status = get_notes(r, &c);
    if (status != SALTUS_OK) return status;
    int fine =
        c.p && isfinite(h->t0) && h->t1 >= h->t0 && h->interval >= 0 && isfinite(h->interval);
    return fine ? SALTUS_OK : result_fail(r, SALTUS_EMODEL, "its header makes no sense");
}

/* All HEAD blocks in one piece. */
static saltus_status gather(saltus_result *r, size_t *size)
{
    struct seg_in *s = r->state;
    size_t room = 0;
    do {
        if (seg_next_block(r) != 1) return SALTUS_EMODEL;
        if (s->head.type != SEG_HEAD)
            return result_fail(r, SALTUS_EMODEL, "its header does not end");
        if (!alloc_grow(&r->alloc, (void **)&s->texts, &room, *size + s->head.length, 1))
            return SALTUS_ENOMEM;
        if (s->head.length) memcpy(s->texts + *size, s->block + SEG_BLOCK, s->head.length);
        *size += s->head.length;
    } while (!(s->head.flags & SEG_LAST));
    return SALTUS_OK;
}

saltus_status seg_read_header(saltus_result *r)
{
    struct seg_in *s = r->state;
    size_t size = 0;
    saltus_status status = gather(r, &size);
    if (status != SALTUS_OK) return status;
    if (size == 0) return result_fail(r, SALTUS_EMODEL, "its header is empty");
    const unsigned char *p = (const unsigned char *)s->texts;
    return parse(r, (struct cursor){p, p + size});
}
