/* SPDX-License-Identifier: MIT */
/* report.c - what goes wrong is reported once, with the part, its place and the time; then the run
 * is over. */
#include "devs/kernel/run.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>

void devs_tell(saltus_devs *run, const saltus_diag *d)
{
    if (run->silent) return;
    if (run->opt.diag)
        run->opt.diag(run->opt.user, d);
    else
        saltus_diag_print(stderr, d);
}

void devs_fail(saltus_devs *run, const struct cell *c, saltus_status st, const char *hint,
               const char *format, ...)
{
    char text[1000];
    va_list v;
    if (run->status != SALTUS_OK) return; /* the first one counts */
    va_start(v, format);
    vsnprintf(text, sizeof text, format, v);
    va_end(v);
    saltus_diag d = {.status = st, .t = run->t, .text = text, .hint = hint};
    if (c) {
        d.var = c->name;
        d.at = c->pub.part->at;
    }
    run->status = st;
    devs_tell(run, &d);
}

void devs_no_memory(saltus_devs *run)
{
    devs_fail(run, NULL, SALTUS_ENOMEM, NULL, "out of memory");
}

bool devs_grow(saltus_devs *run, void **at, size_t *room, size_t n, size_t size)
{
    if (alloc_grow(&run->alloc, at, room, n, size)) return true;
    devs_no_memory(run);
    return false;
}

/* ---- What parts say -------------------------------------------------------------------------- */

static saltus_loc place_of(const saltus_cell *c, const char *param)
{
    for (size_t k = 0; param && k < c->part->n_args; k++) {
        const char *a = c->part->args[k].name, *b = param;
        while (*a && *a == *b) a++, b++;
        if (*a == *b && c->part->args[k].at.line) return c->part->args[k].at;
    }
    return c->part->at;
}

void saltus_cell_fail(const saltus_cell *c, saltus_status st, const char *param, const char *text,
                      const char *hint)
{
    if (!c) return;
    saltus_devs *run = c->run;
    char with[1000];
    if (run->status != SALTUS_OK) return;
    if (st >= 0) st = SALTUS_EMODEL;
    if (param) snprintf(with, sizeof with, "parameter '%s': %s", param, text ? text : "");
    saltus_diag d = {.status = st,
                     .at = place_of(c, param),
                     .t = run->started ? c->t : (double)NAN,
                     .var = devs_cell_of(c)->name,
                     .text = param  ? with
                             : text ? text
                                    : "",
                     .hint = hint};
    run->status = st;
    devs_tell(run, &d);
}

static void say(const saltus_cell *c, saltus_status st, const char *text)
{
    saltus_diag d = {.status = st,
                     .at = c->part->at,
                     .t = c->t,
                     .var = devs_cell_of(c)->name,
                     .text = text ? text : ""};
    devs_tell(c->run, &d);
}

void saltus_cell_note(const saltus_cell *c, const char *text)
{
    if (!c) return;
    say(c, SALTUS_OK, text);
}

void saltus_cell_end(const saltus_cell *c, const char *text)
{
    if (!c) return;
    if (c->run->status != SALTUS_OK) return;
    c->run->status = SALTUS_TERMINATED;
    if (text) say(c, SALTUS_TERMINATED, text);
}
