/* SPDX-License-Identifier: MIT */
/* devs_parts.h - small atomic models for tests of the DEVS engine, and a trace as text.
 *
 *   tick    an event every `period`, the first after `first`, with the number of the event as its value
 *   relay   passes an event on after `lag`, adding 1 to its value; a new one replaces the one that waits,
 *           of several in a bag the largest
 *   store   counts and keeps what comes (struct stored); never acts
 *   level   a signal, `value` times the number of the element, sent once at the start
 *   linear  static: y = sum of k u_k, k = 1, 2, ... (u1, u2, ...), element by element, of constants
 *   total   static: y = sum over the elements of u
 *   shift   an index block: element i of u becomes element i + by of y                          */
#ifndef TESTS_DEVS_PARTS_H
#define TESTS_DEVS_PARTS_H

#include "saltus_devs.h"
#include "testing.h"

#define ONE_EVENT(name_)                                                                           \
    {                                                                                              \
        {.name = name_, .type = SALTUS_TYPE_EVENT},                                                \
        {                                                                                          \
            .name = NULL                                                                           \
        }                                                                                          \
    }
#define ONE_SIGNAL(name_)                                                                          \
    {                                                                                              \
        {.name = name_, .type = SALTUS_TYPE_SIGNAL},                                               \
        {                                                                                          \
            .name = NULL                                                                           \
        }                                                                                          \
    }
static const saltus_port event_in[] = ONE_EVENT("u"), event_out[] = ONE_EVENT("y");
static const saltus_port signal_in[] = ONE_SIGNAL("u"), signal_out[] = ONE_SIGNAL("y");

/* ---- Events --------------------------------------------------------------------------------------- */

struct tick {
    double next, n;
};
static void tick_start(saltus_cell *c)
{
    struct tick *s = c->state;
    s->next = c->t + saltus_part_real(c->part, "first", 0);
}
static double tick_due(const saltus_cell *c)
{
    return ((const struct tick *)c->state)->next;
}
static void tick_out(const saltus_cell *c)
{
    saltus_cell_out(c, 0, 0)->c[0] = ((const struct tick *)c->state)->n;
}
static void tick_next(saltus_cell *c)
{
    struct tick *s = c->state;
    s->next = c->t + saltus_part_real(c->part, "period", 0);
    s->n++;
}
static const saltus_param tick_params[] = {
    {.name = "period", .kind = SALTUS_REAL, .needed = 1, .min = 1e-9, .max = 1e9},
    {.name = "first", .kind = SALTUS_REAL, .value = 1},
    {.name = "mode", .kind = SALTUS_CHOICE, .word = "plain", .choices = "plain|fancy"},
    {.name = "count", .kind = SALTUS_INTEGER, .value = 3},
    {.name = NULL}};
static const saltus_atomic tick = {.name = "tick",
                                   .outputs = event_out,
                                   .params = tick_params,
                                   .struct_size = sizeof(saltus_atomic),
                                   .state_size = sizeof(struct tick),
                                   .start = tick_start,
                                   .due = tick_due,
                                   .lambda = tick_out,
                                   .delta_int = tick_next};

struct relay {
    double value, at;
    int busy;
};
static double relay_due(const saltus_cell *c)
{
    const struct relay *s = c->state;
    return s->busy ? s->at : INFINITY;
}
static void relay_out(const saltus_cell *c)
{
    saltus_cell_out(c, 0, 0)->c[0] = ((const struct relay *)c->state)->value + 1;
}
static void relay_int(saltus_cell *c)
{
    ((struct relay *)c->state)->busy = 0;
}
static void relay_ext(saltus_cell *c, double e, const saltus_message *x, size_t n)
{
    struct relay *s = c->state;
    (void)e;
    s->value = x[0].c[0];
    for (size_t k = 1; k < n; k++) s->value = fmax(s->value, x[k].c[0]); /* a bag has no order */
    s->at = c->t + saltus_part_real(c->part, "lag", 0);
    s->busy = 1;
}
static const saltus_param relay_params[] = {{.name = "lag", .kind = SALTUS_REAL, .value = 0},
                                            {.name = NULL}};
static const saltus_atomic relay = {.name = "relay",
                                    .inputs = event_in,
                                    .outputs = event_out,
                                    .params = relay_params,
                                    .struct_size = sizeof(saltus_atomic),
                                    .state_size = sizeof(struct relay),
                                    .due = relay_due,
                                    .lambda = relay_out,
                                    .delta_int = relay_int,
                                    .delta_ext = relay_ext};

struct stored {
    int transitions, messages;
    int32_t index[16];
    double value[16], e;
};
static void store_ext(saltus_cell *c, double e, const saltus_message *x, size_t n)
{
    struct stored *s = c->state;
    s->transitions++;
    s->e = e;
    for (size_t k = 0; k < n; k++, s->messages++)
        if (s->messages < 16) {
            s->index[s->messages] = x[k].index;
            s->value[s->messages] = x[k].c[0];
        }
}
static const saltus_port any_in[] = {{.name = "u", .type = SALTUS_TYPE_ANY}, {.name = NULL}};
static const saltus_atomic store = {.name = "store",
                                    .inputs = any_in,
                                    .struct_size = sizeof(saltus_atomic),
                                    .state_size = sizeof(struct stored),
                                    .delta_ext = store_ext};

/* ---- Signals ---------------------------------------------------------------------------------------- */

static double mark_due(const saltus_cell *c) /* S begins with an int: is there anything to send? */
{
    return *(const int *)c->state ? c->t : INFINITY;
}
static void mark_clear(saltus_cell *c)
{
    *(int *)c->state = 0;
}
static void level_start(saltus_cell *c)
{
    *(int *)c->state = 1;
}
static void level_out(const saltus_cell *c)
{
    for (int32_t i = 0; i < c->size; i++)
        saltus_cell_out(c, 0, i)->c[0] = saltus_part_real(c->part, "value", i) * (i + 1);
}
static const saltus_param level_params[] = {{.name = "value", .kind = SALTUS_REAL, .needed = 1},
                                            {.name = NULL}};
static const saltus_atomic level = {.name = "level",
                                    .outputs = signal_out,
                                    .params = level_params,
                                    .struct_size = sizeof(saltus_atomic),
                                    .state_size = sizeof(int),
                                    .start = level_start,
                                    .due = mark_due,
                                    .lambda = level_out,
                                    .delta_int = mark_clear,
                                    .rank = -1};

static double *linear_u(saltus_cell *c)
{
    return saltus_cell_store(c, 0, sizeof(double) * (size_t)c->size * (size_t)c->inputs);
}
static void linear_ext(saltus_cell *c, double e, const saltus_message *x, size_t n)
{
    double *u = linear_u(c);
    char *mark = saltus_cell_store(c, 1, (size_t)c->size); /* elements to be sent */
    (void)e;
    for (size_t k = 0; u && mark && k < n; k++)
        for (int32_t i = 0; i < c->size; i++)
            if (x[k].index == SALTUS_ALL || x[k].index == i) {
                u[x[k].port * c->size + i] = x[k].c[0];
                mark[i] = 1;
            }
    *(int *)c->state = 1;
}
static void linear_int(saltus_cell *c)
{
    char *mark = saltus_cell_store(c, 1, (size_t)c->size);
    if (mark) memset(mark, 0, (size_t)c->size);
    *(int *)c->state = 0;
}
static double linear_y(const saltus_cell *c, int32_t i)
{
    const double *u = saltus_cell_stored(c, 0, NULL);
    double y = 0;
    for (int k = 0; u && k < c->inputs; k++) y += (k + 1) * u[k * c->size + i];
    return y;
}
static void linear_out(const saltus_cell *c)
{
    const char *mark = saltus_cell_stored(c, 1, NULL);
    for (int32_t i = 0; mark && i < c->size; i++)
        if (mark[i]) saltus_cell_out(c, 0, i)->c[0] = linear_y(c, i);
}
static int linear_through(const saltus_part *p, int in, int out)
{
    (void)p, (void)in, (void)out;
    return 1;
}
static double linear_partial(const saltus_cell *c, int out, int32_t i, int in, int32_t j)
{
    (void)c, (void)out;
    return i == j ? in + 1 : 0;
}
static const saltus_port linear_in[] = {{.name = "u", .type = SALTUS_TYPE_SIGNAL, .many = 1},
                                        {.name = NULL}};
static const saltus_atomic linear = {.name = "linear",
                                     .inputs = linear_in,
                                     .outputs = signal_out,
                                     .struct_size = sizeof(saltus_atomic),
                                     .state_size = sizeof(int),
                                     .due = mark_due,
                                     .lambda = linear_out,
                                     .delta_int = linear_int,
                                     .delta_ext = linear_ext,
                                     .rank = -2,
                                     .through = linear_through,
                                     .partial = linear_partial};

static int32_t total_size(const saltus_part *p, int way, int port)
{
    (void)port;
    return way ? 1 : p->size;
}
static void total_out(const saltus_cell *c)
{
    double y = 0;
    for (int32_t i = 0; i < c->size; i++) y += linear_y(c, i);
    saltus_cell_out(c, 0, 0)->c[0] = y;
}
static double total_partial(const saltus_cell *c, int out, int32_t i, int in, int32_t j)
{
    (void)c, (void)out, (void)i, (void)in, (void)j;
    return 1;
}
static void total_reach(const saltus_cell *c, int in, int32_t j, int out,
                        void (*add)(void *user, int32_t i), void *user)
{
    (void)c, (void)in, (void)j, (void)out;
    add(user, 0);
}
static const saltus_atomic total = {.name = "total",
                                    .inputs = signal_in,
                                    .outputs = signal_out,
                                    .struct_size = sizeof(saltus_atomic),
                                    .state_size = sizeof(int),
                                    .port_size = total_size,
                                    .due = mark_due,
                                    .lambda = total_out,
                                    .delta_int = mark_clear,
                                    .delta_ext = linear_ext,
                                    .rank = -2,
                                    .through = linear_through,
                                    .partial = total_partial,
                                    .reach = total_reach};

static int32_t shift_wire(const saltus_part *p, int in, int32_t j)
{
    int32_t i = j + (int32_t)saltus_part_real(p, "by", 0);
    (void)in;
    return i >= 0 && i < p->size ? i : -1;
}
static const saltus_param shift_params[] = {
    {.name = "by", .kind = SALTUS_INTEGER, .value = 1, .min = -100, .max = 100}, {.name = NULL}};
static const saltus_port shift_in[] = {{.name = "u", .type = SALTUS_TYPE_SIGNAL, .optional = 1},
                                       {.name = NULL}};
static const saltus_atomic shift = {.struct_size = sizeof(saltus_atomic),
                                    .name = "shift",
                                    .inputs = shift_in,
                                    .outputs = signal_out,
                                    .params = shift_params,
                                    .wire = shift_wire};

/* ---- Putting models together ---------------------------------------------------------------------------- */

static inline saltus_coupled *model(const char *name)
{
    saltus_coupled *m;
    CHECK(saltus_coupled_new(name, &m) == SALTUS_OK);
    return m;
}

/* A part with up to two numbers as arguments (NULL: none). */
static inline void add_part(saltus_coupled *m, const char *name, const saltus_atomic *type,
                            int32_t size, const char *a, double va, const char *b, double vb)
{
    saltus_arg args[2] = {{.name = a, .rows = 1, .cols = 1, .v = &va},
                          {.name = b, .rows = 1, .cols = 1, .v = &vb}};
    saltus_part p = {
        .name = name, .type = type, .args = args, .n_args = (size_t)(!!a + !!b), .size = size};
    CHECK(saltus_coupled_add(m, &p) == SALTUS_OK);
}
static inline void add_ports(saltus_coupled *m, const char *name, const saltus_atomic *type,
                             int32_t size, int32_t inputs)
{
    saltus_part p = {.name = name, .type = type, .size = size, .inputs = inputs};
    CHECK(saltus_coupled_add(m, &p) == SALTUS_OK);
}
static inline void wire(saltus_coupled *m, const char *a, const char *ap, const char *b,
                        const char *bp)
{
    saltus_wire w = {.from = {.part = a, .port = ap}, .to = {.part = b, .port = bp}};
    CHECK(saltus_coupled_wire(m, &w) == SALTUS_OK);
}
static inline void wire_range(saltus_coupled *m, const char *a, int32_t first, int32_t count,
                              int32_t step, const char *b, const char *bp, int32_t to,
                              int32_t to_count, int32_t to_step)
{
    saltus_wire w = {
        .from = {.part = a, .first = first, .count = count, .step = step},
        .to = {.part = b, .port = bp, .first = to, .count = to_count, .step = to_step}};
    CHECK(saltus_coupled_wire(m, &w) == SALTUS_OK);
}

/* ---- What happened, as text -------------------------------------------------------------------------------- */

struct log {
    char text[60000];
    size_t n;
    int plain; /* 1: without the round and without START */
    int errors;
    char first[700]; /* "var: text | hint" of the first message */
    saltus_status status;
};

static inline void log_trace(void *user, const saltus_devs *run, const saltus_trace *tr)
{
    static const char *const kinds[] = {"start", "lambda", "int", "ext", "con", "added", "removed"};
    struct log *l = user;
    if (l->plain && tr->kind == SALTUS_START) return;
    size_t room = sizeof l->text - l->n;
    if (room < 200) return;
    l->n += (size_t)snprintf(l->text + l->n, room, "%g %s %s", tr->t, kinds[tr->kind],
                             saltus_devs_name(run, tr->cell));
    if (!l->plain) l->n += (size_t)snprintf(l->text + l->n, room - 100, " #%d", (int)tr->round);
    for (size_t k = 0; k < tr->n && sizeof l->text - l->n > 200; k++)
        l->n += (size_t)snprintf(l->text + l->n, 100, " %d[%d]=%g", (int)tr->x[k].port,
                                 (int)tr->x[k].index, tr->x[k].c[0]);
    l->n += (size_t)snprintf(l->text + l->n, 4, "\n");
}
static inline void log_diag(void *user, const saltus_diag *d)
{
    struct log *l = user;
    if (!l->errors++)
        snprintf(l->first, sizeof l->first, "%s: %s | %s", d->var ? d->var : "", d->text,
                 d->hint ? d->hint : "");
    l->status = d->status;
}

static inline saltus_devs_options log_options(struct log *l, saltus_semantics semantics)
{
    saltus_devs_options o = saltus_devs_defaults();
    memset(l, 0, sizeof *l);
    o.semantics = semantics;
    o.trace = log_trace;
    o.diag = log_diag;
    o.user = l;
    return o;
}

/* Runs m and frees the run: its trace is in l. */
static inline saltus_status log_run(const saltus_coupled *m, saltus_semantics semantics,
                                    double until, struct log *l, int plain)
{
    saltus_devs_options o = log_options(l, semantics);
    saltus_devs *run;
    l->plain = plain;
    saltus_status st = saltus_devs_new(m, &o, &run);
    if (st == SALTUS_OK) st = saltus_devs_run(run, until);
    saltus_devs_free(run);
    return st;
}

#define CHECK_HAS(l, words)                                                                        \
    do {                                                                                           \
        if (!strstr((l)->first, words)) FAIL("'%s' is not in: %s", words, (l)->first);             \
    } while (0)

#endif
