/* SPDX-License-Identifier: MIT */
/* block_bench.h - a bench for blocks: build a small diagram from texts, run it, look at what was sent, shown and said.
 *
 *     struct rig *r = rig_new();
 *     rig_add(r, "s", "step", 1, "start = 2; high = 5");
 *     rig_add(r, "p", "scope", 1, "");
 *     rig_wire(r, "s.y", "p.u");
 *     CHECK(rig_run(r, 10));
 *     CHECK_CLOSE(rig_sent(r, "s", 0, 1)->c[0], 5, 0);
 *
 * Arguments are "name = value" separated by semicolons, vectors with commas, rows of a matrix separated by |. A text with
 * such signs is given by rig_text before the block that takes it. Wires: "part.port" or "part.port[k]", k from 1. All memory
 * is freed by rig_free. */
#ifndef BLOCK_BENCH_H
#define BLOCK_BENCH_H

#include "saltus_devs.h"
#include "testing.h"

struct rig_message {
    double t;
    int32_t cell, port, index;
    int order, open;
    double c[SALTUS_SERIES];
};

struct rig_shown {
    double t, value;
    int32_t cell, index;
    int k;
};

struct rig {
    saltus_coupled *model;
    saltus_devs *run;
    saltus_devs_options o;
    saltus_options signals;
    struct rig_message *sent;
    struct rig_shown *shown;
    size_t n_sent, n_shown;
    saltus_status status;
    int quiet;       /* 1: nothing is recorded but the last value shown                  */
    char said[4096]; /* messages, one line each                                         */
    const char *text_name, *text;
};

static inline void rig_diag(void *user, const saltus_diag *d)
{
    struct rig *r = user;
    size_t n = strlen(r->said);
    snprintf(r->said + n, sizeof r->said - n, "%s: %s%s%s\n", d->var ? d->var : "",
             d->text ? d->text : "", d->hint ? " / " : "", d->hint ? d->hint : "");
}

static inline void rig_trace(void *user, const saltus_devs *run, const saltus_trace *tr)
{
    struct rig *r = user;
    (void)run;
    if (tr->kind != SALTUS_LAMBDA) return;
    for (size_t k = 0; k < tr->n; k++) {
        if ((r->n_sent & (r->n_sent - 1)) == 0)
            r->sent = realloc(r->sent, (2 * r->n_sent + 1) * sizeof *r->sent);
        struct rig_message *m = &r->sent[r->n_sent++];
        *m = (struct rig_message){
            tr->t, tr->cell, tr->x[k].port, tr->x[k].index, tr->x[k].order, tr->x[k].open, {0}};
        memcpy(m->c, tr->x[k].c, sizeof m->c);
    }
}

static inline void rig_show(void *user, int32_t cell, int k, int32_t index, double t,
                            const double *poly, int order)
{
    struct rig *r = user;
    (void)order;
    for (size_t j = r->n_shown; r->quiet && j-- > 0;) {
        struct rig_shown *s = &r->shown[j];
        if (s->cell != cell || s->k != k || s->index != index) continue;
        s->t = t;
        s->value = poly[0];
        return;
    }
    if ((r->n_shown & (r->n_shown - 1)) == 0)
        r->shown = realloc(r->shown, (2 * r->n_shown + 1) * sizeof *r->shown);
    r->shown[r->n_shown++] = (struct rig_shown){t, poly[0], cell, index, k};
}

static inline struct rig *rig_new(void)
{
    struct rig *r = calloc(1, sizeof *r);
    r->signals = saltus_defaults();
    r->signals.rel = 1e-3;
    r->signals.abs = 1e-6;
    r->o = saltus_devs_defaults();
    r->o.signals = &r->signals;
    r->o.diag = rig_diag;
    r->o.trace = rig_trace;
    r->o.show = rig_show;
    r->o.user = r;
    CHECK(saltus_coupled_new("rig", &r->model) == SALTUS_OK);
    return r;
}

static inline void rig_text(struct rig *r, const char *name, const char *text)
{
    r->text_name = name;
    r->text = text;
}

/* One argument from "name = value" into a; numbers go to v, at most room of them. */
static inline void rig_arg(char *item, saltus_arg *a, double *v, int room)
{
    char *eq = strchr(item, '='), *name = item + strspn(item, " \n"), *value = eq + 1, *end;
    *eq = 0;
    name[strcspn(name, " ")] = 0;
    value += strspn(value, " ");
    for (size_t n = strlen(value); n > 0 && value[n - 1] == ' ';) value[--n] = 0;
    *a = (saltus_arg){.name = name, .word = value};
    strtod(value, &end);
    if (end == value) return;
    int n = 0, rows = 1;
    for (char *p = value; *p && n < room; p = *end ? end + 1 : end) {
        v[n++] = strtod(p, &end);
        end += strspn(end, " ");
        rows += *end == '|';
    }
    *a = (saltus_arg){
        .name = name, .rows = rows > 1 ? rows : n, .cols = rows > 1 ? n / rows : 1, .v = v};
}

static inline void rig_part(struct rig *r, saltus_part p, const char *block, const char *args)
{
    static double v[8][64];
    saltus_arg a[9];
    char copy[2048], *at = copy;
    size_t n = 0;
    snprintf(copy, sizeof copy, "%s", args);
    while (at && *at && n < 8) {
        char *next = strchr(at, ';');
        if (next) *next++ = 0;
        if (strchr(at, '=')) {
            rig_arg(at, &a[n], v[n], 64);
            n++;
        }
        at = next;
    }
    if (r->text_name) a[n++] = (saltus_arg){.name = r->text_name, .word = r->text};
    r->text_name = NULL;
    p.type = saltus_block(block);
    if (!p.type) FAIL("there is no block '%s'", block);
    p.args = a;
    p.n_args = n;
    CHECK(saltus_coupled_add(r->model, &p) == SALTUS_OK);
}

static inline void rig_add(struct rig *r, const char *name, const char *block, int32_t size,
                           const char *args)
{
    rig_part(r, (saltus_part){.name = name, .size = size}, block, args);
}

static inline void rig_end_of(const char *text, char *buf, size_t size, saltus_end *e)
{
    int first = 0;
    snprintf(buf, size, "%s", text);
    char *dot = strrchr(buf, '.'), *bracket = strchr(buf, '[');
    if (bracket) first = atoi(bracket + 1);
    if (bracket) *bracket = 0;
    *dot = 0;
    *e = (saltus_end){
        .part = buf, .port = dot + 1, .first = first > 0 ? first - 1 : 0, .count = first > 0};
}

static inline void rig_wire(struct rig *r, const char *from, const char *to)
{
    char a[256], b[256];
    saltus_wire w = {0};
    rig_end_of(from, a, sizeof a, &w.from);
    rig_end_of(to, b, sizeof b, &w.to);
    CHECK(saltus_coupled_wire(r->model, &w) == SALTUS_OK);
}

/* 1: it ran to `until` without an error; else r->status and r->said tell. Does not finish the run. */
static inline int rig_run(struct rig *r, double until)
{
    if (!r->run) r->status = saltus_devs_new(r->model, &r->o, &r->run);
    if (r->status == SALTUS_OK) r->status = saltus_devs_run(r->run, until);
    return r->status == SALTUS_OK;
}

static inline int rig_finish(struct rig *r)
{
    return saltus_devs_finish(r->run) == SALTUS_OK;
}

/* The k-th message of a part, at any output (port -1) or this one; NULL: fewer. */
static inline const struct rig_message *rig_sent_at(struct rig *r, const char *part, int port,
                                                    size_t k)
{
    int32_t id = saltus_devs_find(r->run, part);
    for (size_t j = 0; j < r->n_sent; j++)
        if (r->sent[j].cell == id && (port < 0 || r->sent[j].port == port) && k-- == 0)
            return &r->sent[j];
    return NULL;
}

static inline const struct rig_message *rig_sent(struct rig *r, const char *part, int port,
                                                 size_t k)
{
    const struct rig_message *m = rig_sent_at(r, part, port, k);
    if (!m) FAIL("%s has sent fewer than %zu messages; %s", part, k + 1, r->said);
    return m;
}

static inline size_t rig_count(struct rig *r, const char *part, int port)
{
    size_t n = 0;
    while (rig_sent_at(r, part, port, n)) n++;
    return n;
}

/* What a part shows under this name, last; NaN: nothing. */
static inline double rig_last(struct rig *r, const char *part, const char *name)
{
    int32_t id = saltus_devs_find(r->run, part);
    const saltus_shown *shows = saltus_devs_cell(r->run, id)->type->shows;
    for (size_t j = r->n_shown; j-- > 0;)
        if (r->shown[j].cell == id && !strcmp(shows[r->shown[j].k].name, name))
            return r->shown[j].value;
    return NAN;
}

/* When that was; NaN: never. */
static inline double rig_last_time(struct rig *r, const char *part, const char *name)
{
    int32_t id = saltus_devs_find(r->run, part);
    const saltus_shown *shows = saltus_devs_cell(r->run, id)->type->shows;
    for (size_t j = r->n_shown; j-- > 0;)
        if (r->shown[j].cell == id && !strcmp(shows[r->shown[j].k].name, name))
            return r->shown[j].t;
    return NAN;
}

/* The signal that element `index` of port 0 of a part sends, at time t. */
static inline double rig_value(struct rig *r, const char *part, int32_t index, double t)
{
    const struct rig_message *last = NULL;
    int32_t id = saltus_devs_find(r->run, part);
    for (size_t j = 0; j < r->n_sent && r->sent[j].t <= t; j++)
        if (r->sent[j].cell == id && r->sent[j].port == 0 &&
            (r->sent[j].index == index || r->sent[j].index == SALTUS_ALL))
            last = &r->sent[j];
    double v = last ? last->c[last->order] : NAN;
    for (int k = last ? last->order - 1 : -1; k >= 0; k--) v = v * (t - last->t) + last->c[k];
    return v;
}

static inline void rig_free(struct rig *r)
{
    saltus_devs_free(r->run);
    saltus_coupled_free(r->model);
    free(r->sent);
    free(r->shown);
    free(r);
}

/* The run fails, and what is said has this text in it; frees r. */
static inline void rig_refuses(struct rig *r, const char *text)
{
    char all[sizeof r->said];
    int fine = rig_run(r, 10);
    memcpy(all, r->said, sizeof all);
    rig_free(r);
    if (fine || !strstr(all, text)) FAIL("'%s' is expected: %.300s", text, all);
}

#endif
