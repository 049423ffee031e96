/* SPDX-License-Identifier: MIT */
/* event.c - checks of arguments, and messages that wait to be sent. */
#include "blocks/discrete/event.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void event_fail(const saltus_cell *c, const char *param, const char *hint, const char *format, ...)
{
    char text[512];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    saltus_cell_fail(c, SALTUS_EARG, param, text, hint);
}

static int numbers_fine(const saltus_cell *c, const saltus_param *p)
{
    int32_t n = saltus_part_count(c->part, p->name, NULL, NULL);
    const double *v = saltus_part_reals(c->part, p->name);
    for (int32_t i = 0; v && i < n; i++) {
        if (isfinite(v[i]) || (isinf(v[i]) && v[i] > 0 && isinf(p->max))) continue;
        event_fail(c, p->name, NULL, "%g is not a finite number", v[i]);
        return 0;
    }
    return 1;
}

int event_numbers_fine(const saltus_cell *c)
{
    for (const saltus_param *p = c->type->params; p && p->name; p++)
        if (p->kind <= SALTUS_REALS && !numbers_fine(c, p)) return 0;
    return 1;
}

int event_is_scalar(const saltus_cell *c)
{
    if (c->size == 1) return 1;
    event_fail(c, NULL, "use several blocks", "a %s has no vector form", c->type->name);
    return 0;
}

/* In a loop without delay events may double in every round: memory ends long before the rounds that
 * are allowed. */
static int too_many(const saltus_cell *c, uint32_t n)
{
    enum { MANY = 1 << 20, EACH = 16 };
    if (n < MANY + (uint64_t)EACH * (uint64_t)c->size) return 0;
    saltus_cell_fail(c, SALTUS_EZENO, NULL, "more than a million events wait here at one instant",
                     "a loop of blocks that answer each other at once needs a delay somewhere");
    return 1;
}

void event_hold(saltus_cell *c, int store, uint32_t *n, const saltus_message *m, int port)
{
    size_t have = 0;
    if (too_many(c, *n)) return;
    saltus_cell_stored(c, store, &have);
    size_t need = ((size_t)*n + 1) * sizeof *m;
    saltus_message *list = saltus_cell_store(c, store, need <= have ? have : 2 * need);
    if (!list) return;
    list[*n] = *m;
    list[*n].port = port;
    list[*n].data = NULL; /* borrowed for the call; events have none */
    list[(*n)++].bytes = 0;
}

void event_send_held(const saltus_cell *c, int store, uint32_t n)
{
    const saltus_message *list = saltus_cell_stored(c, store, NULL);
    for (uint32_t k = 0; k < n && list; k++) {
        saltus_message *m = saltus_cell_out(c, list[k].port, list[k].index);
        if (!m) return;
        m->order = list[k].order;
        memcpy(m->c, list[k].c, sizeof m->c);
    }
}

void event_send(const saltus_cell *c, int port, int32_t index, const double *v, int n)
{
    saltus_message *m = saltus_cell_out(c, port, index);
    if (!m) return;
    m->order = (int16_t)(n - 1);
    memcpy(m->c, v, (size_t)n * sizeof *v);
}
