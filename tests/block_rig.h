/* SPDX-License-Identifier: MIT */
/* block_rig.h - one block between scripts and a record: what it is told, and what it says.
 *
 *     struct rig r;
 *     rig_begin(&r, &(saltus_part){.type = saltus_block("gain"), .args = ..., .n_args = 1});
 *     rig_say(&r, 0, 0.5, 0, 1, (double[]){2, 3});     // input 0 at t = 0.5, element 0: 2 + 3 s
 *     rig_run(&r, 10);
 *     CHECK_CLOSE(rig_value(&r, 0, 0, 2.0), ..., 1e-15);
 *     rig_end(&r);
 *
 * With `through` set, every signal passes a static block first (rig_through). Events are said in
 * the same way: order values behind the first. */
#ifndef TESTS_BLOCK_RIG_H
#define TESTS_BLOCK_RIG_H

#include "saltus_devs.h"
#include "testing.h"

enum { RIG_INPUTS = 12, RIG_LINES = 64, RIG_ROOM = 20000 };

struct line {
    double t;
    int32_t index;
    int order, open;
    double c[SALTUS_SERIES];
};
struct script {
    struct line line[RIG_LINES];
    int n;
    int size;
};
struct heard {
    double t;
    int port;
    int32_t index;
    int order, open, jump;
    double c[SALTUS_SERIES];
};
struct shown {
    double t, way;
    int32_t index;
};
struct rig {
    saltus_coupled *m;
    saltus_devs *run;
    saltus_status status;
    struct script script[RIG_INPUTS];
    saltus_part part;
    struct heard *heard;
    int n, inputs, outputs;
    int32_t in_size[RIG_INPUTS], out_size[RIG_INPUTS];
    struct shown guard[400];
    int guards;
    int k_guard;         /* which of its shows is an event; -1: none                       */
    const char *through; /* a static block between the scripts and the block; NULL: none    */
    double t0;
    saltus_semantics semantics;
    char told[600];
};

/* ---- script ---- */

static const struct script *script_of(const saltus_cell *c)
{
    return saltus_part_object(c->part, "script");
}
static double script_due(const saltus_cell *c)
{
    const int *k = c->state;
    return *k < script_of(c)->n ? script_of(c)->line[*k].t : INFINITY;
}
static void script_say(const saltus_cell *c)
{
    const struct script *s = script_of(c);
    for (int k = *(const int *)c->state; k < s->n && s->line[k].t == c->t; k++) {
        saltus_message *m = saltus_cell_out(c, 0, s->line[k].index);
        m->order = (int16_t)s->line[k].order;
        m->open = (int8_t)s->line[k].open;
        memcpy(m->c, s->line[k].c, sizeof m->c);
    }
}
static void script_next(saltus_cell *c)
{
    const struct script *s = script_of(c);
    int *k = c->state;
    while (*k < s->n && s->line[*k].t == c->t) ++*k;
}
static const saltus_param script_params[] = {{.name = "script", .kind = SALTUS_OBJECT, .needed = 1},
                                             {.name = NULL}};
static const saltus_port script_signal[] = {{.name = "y", .type = SALTUS_TYPE_SIGNAL},
                                            {.name = NULL}};
static const saltus_port script_event[] = {{.name = "y", .type = SALTUS_TYPE_EVENT},
                                           {.name = NULL}};
#define SCRIPT(ports_)                                                                             \
    {                                                                                              \
        .name = "script", .outputs = ports_, .params = script_params,                              \
        .struct_size = sizeof(saltus_atomic), .state_size = sizeof(int), .rank = -1,               \
        .due = script_due, .lambda = script_say, .delta_int = script_next                          \
    }
static const saltus_atomic signal_script = SCRIPT(script_signal),
                           event_script = SCRIPT(script_event);

/* ---- record: one part for each output port ---- */

static void record_take(saltus_cell *c, double e, const saltus_message *x, size_t n)
{
    struct rig *r = (struct rig *)saltus_part_object(c->part, "rig");
    (void)e;
    for (; n > 0 && r->n < RIG_ROOM; n--, x++) {
        struct heard *h = &r->heard[r->n++];
        *h = (struct heard){c->t,     (int)saltus_part_real(c->part, "port", 0),
                            x->index, x->order,
                            x->open,  x->jump != 0,
                            {0}};
        memcpy(h->c, x->c, sizeof h->c);
    }
}
static const saltus_param record_params[] = {{.name = "rig", .kind = SALTUS_OBJECT, .needed = 1},
                                             {.name = "port", .kind = SALTUS_INTEGER},
                                             {.name = NULL}};
static const saltus_port record_input[] = {{.name = "u", .type = SALTUS_TYPE_ANY}, {.name = NULL}};
static const saltus_atomic record = {.name = "record",
                                     .inputs = record_input,
                                     .params = record_params,
                                     .rank = 2,
                                     .struct_size = sizeof(saltus_atomic),
                                     .state_size = 8,
                                     .delta_ext = record_take};

/* ---- the rig ---- */

static void rig_show(void *user, int32_t cell, int k, int32_t index, double t, const double *poly,
                     int order)
{
    struct rig *r = user;
    (void)order;
    if (k != r->k_guard || r->guards == 400) return;
    if (cell == saltus_devs_find(r->run, "block"))
        r->guard[r->guards++] = (struct shown){t, poly[0], index};
}

static void rig_told(void *user, const saltus_diag *d)
{
    struct rig *r = user;
    size_t n = strlen(r->told);
    snprintf(r->told + n, sizeof r->told - n, "%s%s%s%s%s%s\n", d->var ? d->var : "",
             d->var ? ": " : "", d->text ? d->text : "", d->hint ? " (" : "",
             d->hint ? d->hint : "", d->hint ? ")" : "");
}

static int32_t rig_port_size(const saltus_part *p, int way, int port)
{
    if (p->type->port_size) return p->type->port_size(p, way, port);
    return p->size ? p->size : 1;
}

/* Name of port k; *event: it is one. Returns 0 if there is none. */
static int rig_port(const saltus_part *p, int way, int k, char *name, int *event)
{
    const saltus_port *row = way ? p->type->outputs : p->type->inputs;
    int many = way ? (p->outputs ? p->outputs : 1) : (p->inputs ? p->inputs : 2);
    for (; row && row->name; row++) {
        int here = row->many ? many : 1;
        *event = !strcmp(row->type, SALTUS_TYPE_EVENT);
        if (k < here) return snprintf(name, 40, row->many ? "%s%d" : "%s", row->name, k + 1);
        k -= here;
    }
    return 0;
}

static void rig_begin(struct rig *r, const saltus_part *part)
{
    char name[40];
    int event;
    memset(r, 0, sizeof *r);
    CHECK(part->type);
    r->part = *part;
    r->part.name = "block";
    r->heard = calloc(RIG_ROOM, sizeof *r->heard);
    for (; rig_port(part, 0, r->inputs, name, &event); r->inputs++)
        r->in_size[r->inputs] = rig_port_size(part, 0, r->inputs);
    for (; rig_port(part, 1, r->outputs, name, &event); r->outputs++)
        r->out_size[r->outputs] = rig_port_size(part, 1, r->outputs);
    CHECK(saltus_coupled_new("rig", &r->m) == SALTUS_OK);
    CHECK(saltus_coupled_add(r->m, &r->part) == SALTUS_OK);
    r->k_guard = -1;
    for (int k = 0; part->type->shows && part->type->shows[k].name; k++)
        if (part->type->shows[k].kind == SALTUS_GUARD) r->k_guard = k;
}

static void rig_say(struct rig *r, int input, double t, int32_t index, int order, const double *c)
{
    struct script *s = &r->script[input];
    struct line *l = &s->line[s->n++];
    CHECK(s->n <= RIG_LINES && input < r->inputs);
    *l = (struct line){.t = t, .index = index, .order = order};
    memcpy(l->c, c, (size_t)(order + 1) * sizeof *c);
}

static void rig_wire(struct rig *r, const char *a, const char *out, const char *b, const char *in)
{
    CHECK(saltus_coupled_wire(r->m, &(saltus_wire){.from = {.part = a, .port = out},
                                                   .to = {.part = b, .port = in}}) == 0);
}

static void rig_build(struct rig *r)
{
    char name[40], port[40], filter[40];
    int event;
    for (int k = 0; k < r->inputs; k++) {
        saltus_arg arg = {.name = "script", .object = &r->script[k]};
        rig_port(&r->part, 0, k, port, &event);
        if (event && !r->script[k].n) continue;
        snprintf(name, sizeof name, "in%d", k);
        saltus_part p = {.name = name,
                         .type = event ? &event_script : &signal_script,
                         .args = &arg,
                         .n_args = 1,
                         .size = r->in_size[k]};
        CHECK(saltus_coupled_add(r->m, &p) == SALTUS_OK);
        if (r->through && !event) {
            snprintf(filter, sizeof filter, "filter%d", k);
            p = (saltus_part){.name = filter, .type = saltus_block(r->through), .size = p.size};
            CHECK(saltus_coupled_add(r->m, &p) == SALTUS_OK);
            rig_wire(r, name, "y", filter, "u");
            rig_wire(r, filter, "y", "block", port);
        } else {
            rig_wire(r, name, "y", "block", port);
        }
    }
    for (int k = 0; k < r->outputs; k++) {
        double number = k;
        saltus_arg args[] = {{.name = "rig", .object = r},
                             {.name = "port", .rows = 1, .cols = 1, .v = &number}};
        rig_port(&r->part, 1, k, port, &event);
        snprintf(name, sizeof name, "out%d", k);
        CHECK(saltus_coupled_add(r->m, &(saltus_part){.name = name,
                                                      .type = &record,
                                                      .args = args,
                                                      .n_args = 2,
                                                      .size = r->out_size[k]}) == SALTUS_OK);
        rig_wire(r, "block", port, name, "u");
    }
}

static saltus_status rig_run(struct rig *r, double until)
{
    if (!r->run && r->status >= 0) {
        saltus_devs_options o = saltus_devs_defaults();
        o.t0 = r->t0;
        o.semantics = r->semantics;
        o.show = rig_show;
        o.diag = rig_told;
        o.user = r;
        rig_build(r);
        r->status = saltus_devs_new(r->m, &o, &r->run);
    }
    if (r->status >= 0) r->status = saltus_devs_run(r->run, until);
    if (getenv("SALTUS_TELL")) fputs(r->told, stderr); /* for debugging a test */
    return r->status;
}

static void rig_end(struct rig *r)
{
    saltus_devs_free(r->run);
    saltus_coupled_free(r->m);
    free(r->heard);
    r->heard = NULL;
}

/* What was said last about element i of an output up to time t (all messages at t counted);
 * NULL: nothing. */
__attribute__((unused)) static const struct heard *rig_last(const struct rig *r, int port,
                                                            int32_t i, double t)
{
    const struct heard *last = NULL;
    for (int k = 0; k < r->n && r->heard[k].t <= t; k++)
        if (r->heard[k].port == port && (r->heard[k].index == i || r->heard[k].index == SALTUS_ALL))
            last = &r->heard[k];
    return last;
}

__attribute__((unused)) static double rig_value(const struct rig *r, int port, int32_t i, double t)
{
    const struct heard *h = rig_last(r, port, i, t);
    double v = 0;
    if (!h) return NAN;
    for (int k = h->order; k >= 0; k--) v = v * (t - h->t) + h->c[k];
    return v;
}

#endif
