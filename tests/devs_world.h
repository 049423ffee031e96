/* SPDX-License-Identifier: MIT */
/* devs_world.h - a small world of atomic models for tests of DEVS runs, and their trace as text.
 *
 *     tick    sends 0, 1, 2, ... every `period`
 *     queue   first come, first served; each takes 0.1 to 1.1, at random; sends what it has served
 *     adder   sends the sum of all values it has got, at once
 *     bench   tick -> queue -> adder, with an input `in` to the queue and an output `out` of the adder */
#ifndef DEVS_WORLD_H
#define DEVS_WORLD_H

#include "devs/kernel/trace.h"
#include "saltus_devs.h"
#include "testing.h"

static const saltus_port world_in[] = {{.name = "u", .type = SALTUS_TYPE_EVENT, .optional = 1},
                                       {0}};
static const saltus_port world_out[] = {{.name = "y", .type = SALTUS_TYPE_EVENT}, {0}};

/* ---- tick ---- */

struct tick {
    double next;
    int64_t k;
};

static inline void tick_start(saltus_cell *c)
{
    ((struct tick *)c->state)->next = c->t + saltus_part_real(c->part, "period", 0);
}

static inline double tick_due(const saltus_cell *c)
{
    return ((const struct tick *)c->state)->next;
}

static inline void tick_out(const saltus_cell *c)
{
    saltus_cell_out(c, 0, 0)->c[0] = (double)((const struct tick *)c->state)->k;
}

static inline void tick_int(saltus_cell *c)
{
    struct tick *s = c->state;
    s->next += saltus_part_real(c->part, "period", 0);
    s->k++;
}

static const saltus_param tick_params[] = {{.name = "period", .kind = SALTUS_REAL, .value = 1},
                                           {0}};
static const saltus_atomic tick_type = {.name = "tick",
                                        .outputs = world_out,
                                        .params = tick_params,
                                        .struct_size = sizeof(saltus_atomic),
                                        .state_size = sizeof(struct tick),
                                        .start = tick_start,
                                        .due = tick_due,
                                        .lambda = tick_out,
                                        .delta_int = tick_int};

/* ---- queue: values in a store ---- */

struct queue {
    double done;
    uint64_t first, n, drawn;
};

static inline double queue_due(const saltus_cell *c)
{
    const struct queue *s = c->state;
    return s->first < s->n ? s->done : INFINITY;
}

static inline void queue_next(saltus_cell *c)
{
    struct queue *s = c->state;
    s->done = c->t + 0.1 + saltus_cell_random(c, s->drawn++);
}

static inline void queue_out(const saltus_cell *c)
{
    const struct queue *s = c->state;
    const double *v = saltus_cell_stored(c, 0, NULL);
    saltus_cell_out(c, 0, 0)->c[0] = v[s->first];
}

static inline void queue_int(saltus_cell *c)
{
    ((struct queue *)c->state)->first++;
    queue_next(c);
}

static inline void queue_ext(saltus_cell *c, double e, const saltus_message *x, size_t n)
{
    struct queue *s = c->state;
    (void)e;
    for (size_t k = 0; k < n; k++) {
        double *v = saltus_cell_store(c, 0, (s->n + 1) * sizeof *v);
        if (!v) return;
        if (s->first == s->n) queue_next(c);
        v[s->n++] = x[k].c[0];
    }
}

static const saltus_atomic queue_type = {.name = "queue",
                                         .inputs = world_in,
                                         .outputs = world_out,
                                         .struct_size = sizeof(saltus_atomic),
                                         .state_size = sizeof(struct queue),
                                         .due = queue_due,
                                         .lambda = queue_out,
                                         .delta_int = queue_int,
                                         .delta_ext = queue_ext};

/* ---- adder ---- */

struct adder {
    double sum;
    int busy;
};

static inline double adder_ta(const saltus_cell *c)
{
    return ((const struct adder *)c->state)->busy ? 0 : INFINITY;
}

static inline void adder_out(const saltus_cell *c)
{
    saltus_cell_out(c, 0, 0)->c[0] = ((const struct adder *)c->state)->sum;
}

static inline void adder_int(saltus_cell *c)
{
    ((struct adder *)c->state)->busy = 0;
}

static inline void adder_ext(saltus_cell *c, double e, const saltus_message *x, size_t n)
{
    struct adder *s = c->state;
    (void)e;
    for (size_t k = 0; k < n; k++) s->sum += x[k].c[0];
    s->busy = 1;
}

static const saltus_atomic adder_type = {.name = "adder",
                                         .inputs = world_in,
                                         .outputs = world_out,
                                         .struct_size = sizeof(saltus_atomic),
                                         .state_size = sizeof(struct adder),
                                         .ta = adder_ta,
                                         .lambda = adder_out,
                                         .delta_int = adder_int,
                                         .delta_ext = adder_ext};

/* ---- Models ---- */

static inline void world_add(saltus_coupled *m, const char *name, const saltus_atomic *type)
{
    CHECK_EQ_INT(saltus_coupled_add(m, &(saltus_part){.name = name, .type = type}), SALTUS_OK);
}

/* "a" or NULL: the model itself; ports y -> u unless the end is the model: then out, in. */
static inline saltus_wire world_wire_of(const char *from, const char *to)
{
    return (saltus_wire){.from = {.part = from, .port = from ? "y" : "in"},
                         .to = {.part = to, .port = to ? "u" : "out"}};
}

static inline void world_wire(saltus_coupled *m, const char *from, const char *to)
{
    saltus_wire w = world_wire_of(from, to);
    CHECK_EQ_INT(saltus_coupled_wire(m, &w), SALTUS_OK);
}

static inline saltus_coupled *world_new(const char *name)
{
    saltus_coupled *m;
    CHECK_EQ_INT(saltus_coupled_new(name, &m), SALTUS_OK);
    saltus_coupled_port(m, 0, "in", SALTUS_TYPE_EVENT, 1, (saltus_loc){0});
    saltus_coupled_port(m, 1, "out", SALTUS_TYPE_EVENT, 1, (saltus_loc){0});
    return m;
}

static inline saltus_coupled *world_bench(void)
{
    saltus_coupled *m = world_new("bench");
    world_add(m, "tick", &tick_type);
    world_add(m, "queue", &queue_type);
    world_add(m, "adder", &adder_type);
    world_wire(m, "tick", "queue");
    world_wire(m, NULL, "queue");
    world_wire(m, "queue", "adder");
    world_wire(m, "adder", NULL);
    return m;
}

/* ---- What a run does, as text ---- */

struct world {
    FILE *f;
    char *text;
    size_t n;
    char said[2000]; /* messages of the run */
};

static inline void world_trace(void *user, const saltus_devs *run, const saltus_trace *tr)
{
    struct world *w = user;
    if (w->f) devs_trace_print(w->f, run, tr);
}

static inline void world_said(void *user, const saltus_diag *d)
{
    struct world *w = user;
    size_t n = strlen(w->said);
    snprintf(w->said + n, sizeof w->said - n, "%s%s%s|", d->var ? d->var : "", d->var ? ": " : "",
             d->text);
}

/* From now on the trace goes to w->text, whatever was there is gone. */
static inline void world_listen(struct world *w)
{
    if (w->f) fclose(w->f);
    free(w->text);
    w->text = NULL;
    w->f = open_memstream(&w->text, &w->n);
}

/* The trace so far; you own it. */
static inline char *world_heard(struct world *w)
{
    fflush(w->f);
    return strdup(w->text);
}

static inline void world_end(struct world *w)
{
    if (w->f) fclose(w->f);
    free(w->text);
    *w = (struct world){0};
}

static inline saltus_devs_options world_options(struct world *w, int semantics)
{
    saltus_devs_options o = saltus_devs_defaults();
    o.semantics = (saltus_semantics)semantics;
    o.trace = world_trace;
    o.diag = world_said;
    o.user = w;
    return o;
}

#endif
