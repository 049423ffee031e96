/* SPDX-License-Identifier: MIT */
/* heard.h - remembers the last message of a run and how many there were. */
#ifndef TESTS_HEARD_H
#define TESTS_HEARD_H

#include "saltus.h"
#include "testing.h"

struct heard {
    int count, errors; /* messages; those of them that are no notes */
    saltus_status status;
    double t;
    char var[100], text[200], hint[200];
};

/* The diag function; user is a struct heard. Every message says something. */
static inline void hear(void *user, const saltus_diag *d)
{
    struct heard *h = user;
    CHECK(d->text && d->text[0]);
    h->count++;
    h->errors += d->status < 0;
    h->status = d->status;
    h->t = d->t;
    snprintf(h->var, sizeof h->var, "%s", d->var ? d->var : "");
    snprintf(h->text, sizeof h->text, "%s", d->text);
    snprintf(h->hint, sizeof h->hint, "%s", d->hint ? d->hint : "");
}

/* Default options for a method (NULL: the default) that write to h, which begins anew. */
static inline saltus_options heard_options(struct heard *h, const char *method)
{
    saltus_options o = saltus_defaults();
    *h = (struct heard){.t = -1};
    o.method = method;
    o.diag = hear;
    o.user = h;
    return o;
}

#endif
