/* SPDX-License-Identifier: MIT */
/* sink.c - the frame of the recorders: signals come in, open ones are renewed, names of columns. */
#include "blocks/sink/sink.h"
#include "blocks/discrete/event.h"
#include "blocks/signal.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static const struct sink_type *type_of(const saltus_cell *c)
{
    return (const struct sink_type *)(const void *)c->type;
}

int32_t sink_columns(const saltus_cell *c)
{
    return c->inputs * c->size;
}

static struct signal *signals(saltus_cell *c)
{
    return saltus_cell_store(c, SINK_SIGNALS, (size_t)sink_columns(c) * sizeof(struct signal));
}

void sink_start(saltus_cell *c)
{
    struct sink *s = c->state;
    s->due = INFINITY;
    s->begin = c->t;
    if (signals(c) && event_numbers_fine(c)) type_of(c)->open(c);
}

double sink_due(const saltus_cell *c)
{
    return ((const struct sink *)c->state)->due;
}

/* How long an open signal may be shown as it is. */
static double good_for(const saltus_cell *c, const struct signal *s)
{
    return signal_lasts(c, s->c, s->order, s->open, 1);
}

static double renewal(const saltus_cell *c, const struct signal *s)
{
    double t = s->t + good_for(c, s);
    return t > c->t ? t : nextafter(c->t, INFINITY);
}

static void plan(saltus_cell *c)
{
    struct sink *s = c->state;
    const struct signal *all = signals(c);
    s->due = INFINITY;
    for (int32_t k = 0; all && s->open > 0 && k < sink_columns(c); k++)
        if (all[k].heard && all[k].open) s->due = fmin(s->due, renewal(c, &all[k]));
}

static void take(saltus_cell *c, int32_t column, const saltus_message *m)
{
    struct sink *s = c->state;
    struct signal *e = signals(c);
    if (!e) return;
    e += column;
    s->open += (m->open != 0) - (e->heard && e->open);
    signal_set(e, c->t, m);
    if (!s->failed) type_of(c)->take(c, column, m->c, m->order);
}

/* Renews what has grown old; a signal that no one can renew is left as it is. */
void sink_int(saltus_cell *c)
{
    struct sink *s = c->state;
    struct signal *e = signals(c);
    for (int32_t k = 0; e && k < sink_columns(c); k++) {
        saltus_message m;
        if (!e[k].heard || !e[k].open || e[k].t + good_for(c, &e[k]) > c->t) continue;
        if (saltus_cell_renew(c, k / c->size, k % c->size, &m)) {
            take(c, k, &m);
        } else {
            e[k].open = 0;
            s->open--;
        }
    }
    plan(c);
}

void sink_ext(saltus_cell *c, double elapsed, const saltus_message *x, size_t n)
{
    (void)elapsed;
    for (; n > 0; n--, x++)
        for (int32_t i = event_first(x); i < event_end(c, x); i++)
            take(c, x->port * c->size + i, x);
    plan(c);
}

void sink_stop(saltus_cell *c)
{
    type_of(c)->close(c);
}

/* Word k of a list with commas; its length, 0: none. */
static size_t listed(const char **list, int32_t k)
{
    for (; *list && k > 0; k--) {
        *list = strchr(*list, ',');
        if (*list) ++*list;
    }
    if (!*list) return 0;
    *list += strspn(*list, " ");
    return strcspn(*list, ",");
}

void sink_name(const saltus_cell *c, int32_t column, char *buf, size_t size)
{
    const char *list = saltus_part_word(c->part, "names");
    int32_t port = column / c->size, i = column % c->size;
    size_t n = listed(&list, port);
    if (n > 0)
        snprintf(buf, size, "%.*s", (int)n, list);
    else
        saltus_devs_names(c->run, c->id, 0, port, buf, size);
    n = strlen(buf);
    if (c->size > 1) snprintf(buf + n, size - n, "[%d]", i + 1);
}

void sink_file_fails(const saltus_cell *c, const char *path, saltus_status st)
{
    char text[512];
    const char *why = st == SALTUS_EIO ? strerror(errno) : saltus_status_text(st);
    snprintf(text, sizeof text, "cannot write %s: %s", path ? path : "", why);
    saltus_cell_fail(c, st, "file", text, NULL);
}
