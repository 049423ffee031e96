/* SPDX-License-Identifier: MIT */
/* connect.c - parts and wires of a run that are made or taken away one by one. */
#include "devs/model/coupled.h"
#include "devs/model/flatten.h"
#include "devs/model/map.h"
#include "devs/kernel/run.h"

#include <stdio.h>
#include <string.h>

/* ---- Cells ----------------------------------------------------------------------------------- */

struct refusing {
    saltus_devs *run;
    const char *name;
};

static void refuse(void *user, saltus_loc at, const char *hint, const char *text)
{
    struct refusing *r = user;
    saltus_diag d = {.status = SALTUS_EMODEL,
                     .at = at,
                     .t = r->run->t,
                     .var = r->name,
                     .text = text,
                     .hint = hint};
    if (r->run->status == SALTUS_OK) r->run->status = SALTUS_EMODEL;
    devs_tell(r->run, &d);
}

static bool acceptable(saltus_devs *run, const saltus_part *p, const char *name)
{
    char text[FLAT_TEXT];
    struct refusing r = {run, name};
    if (!p->type || p->size < 1 || p->inputs < 0 || p->outputs < 0)
        refuse(&r, p->at, NULL, "a part that is added needs a type and a positive size");
    else if (!check_type(p->type, text, sizeof text))
        refuse(&r, p->at, NULL, text);
    else if (p->type->wire)
        refuse(&r, p->at, NULL, "an index block cannot be added during a run");
    else
        check_args(p, refuse, &r);
    return run->status == SALTUS_OK;
}

struct cell *devs_cell_new(saltus_devs *run, const saltus_part *part, const char *name)
{
    struct alloc *a = &run->alloc;
    struct cell *c = alloc_array(a, 1, sizeof *c);
    void *copy = alloc_array(a, part_bytes(part), 1);
    char *text = alloc_array(a, strlen(name) + 1, 1);
    if (c && copy && text) {
        c->own = part_place(part, copy);
        c->name = strcpy(text, name);
        if (acceptable(run, c->own, name)) {
            devs_cell_fill(run, c, c->own);
            c->out = alloc_array(a, (size_t)c->pub.outputs, sizeof *c->out);
            c->pub.state = alloc_array(a, c->pub.type->state_size, 1);
        }
    }
    if (c && c->out && c->pub.state) {
        c->flags = CELL_ADDED;
        for (int q = 0; q < c->pub.outputs; q++) c->out[q].size = devs_port_size(c->own, 1, q);
        return c;
    }
    if (run->status == SALTUS_OK) devs_no_memory(run);
    alloc_free(a, text);
    alloc_free(a, copy);
    if (c) {
        alloc_free(a, c->out);
        alloc_free(a, c->pub.state);
    }
    alloc_free(a, c);
    return NULL;
}

static void free_fan(saltus_devs *run, struct fan *f)
{
    for (int32_t k = 0; k < f->n; k++) route_free(&run->alloc, &f->at[k]);
    if (f->room) alloc_free(&run->alloc, f->at);
    f->at = NULL;
    f->n = f->room = 0;
}

/* Cells that flattening made lie in blocks of the run: only what they own goes. */
void devs_cell_free(saltus_devs *run, struct cell *c)
{
    struct alloc *a = &run->alloc;
    for (int q = 0; q < c->pub.outputs; q++) free_fan(run, &c->out[q]);
    for (int k = 0; c->store && k < DEVS_STORES; k++) alloc_free(a, c->store[k].p);
    alloc_free(a, c->store);
    c->store = NULL;
    if (!(c->flags & CELL_ADDED)) return;
    alloc_free(a, c->out);
    alloc_free(a, c->pub.state);
    alloc_free(a, (void *)c->name);
    alloc_free(a, c->own);
    alloc_free(a, c);
}

/* ---- Wires ----------------------------------------------------------------------------------- */

static bool bad_wire(saltus_devs *run, const saltus_wire *w, const struct wire_text *why)
{
    char name[400];
    wire_names(w, name, sizeof name);
    devs_fail(run, NULL, SALTUS_EMODEL, why->hint[0] ? why->hint : NULL, "%s: %s", name, why->text);
    return false;
}

bool devs_find_end(saltus_devs *run, const saltus_wire *w, int way, struct devs_end *end)
{
    const saltus_end *e = way ? &w->to : &w->from;
    struct wire_text why = {"", ""};
    *end = (struct devs_end){0};
    if (!e->part) return wire_model_port(run->model, e, way, end, &why) || bad_wire(run, w, &why);
    end->cell = devs_find(run, e->part);
    if (end->cell)
        return wire_part_port(end->cell->pub.part, e, way, end, &why) || bad_wire(run, w, &why);
    snprintf(why.text, sizeof why.text, "there is no part '%s' in the run", e->part);
    return bad_wire(run, w, &why);
}

bool devs_make_route(saltus_devs *run, const saltus_wire *w, const struct devs_end *from,
                     const struct devs_end *to, struct route *r)
{
    struct wire_text why;
    struct map m = {0};
    *r = (struct route){.to = to->cell, .port = to->port};
    if (!wire_fit(w, from, to, &m, &why)) return bad_wire(run, w, &why);
    return map_route(&run->alloc, &m, from->size, to->size, r);
}

bool devs_fan_add(saltus_devs *run, struct fan *f, const struct route *r)
{
    if (f->n >= f->room) {
        int32_t room = f->n < 4 ? 4 : 2 * f->n;
        struct route *at =
            alloc_resize(&run->alloc, f->room ? f->at : NULL, (size_t)room, sizeof *at);
        if (!at) {
            struct route lost = *r;
            route_free(&run->alloc, &lost);
            devs_no_memory(run);
            return false;
        }
        if (!f->room && f->n) memcpy(at, f->at, (size_t)f->n * sizeof *at);
        f->at = at;
        f->room = room;
    }
    f->at[f->n++] = *r;
    return true;
}

void devs_fan_remove(saltus_devs *run, struct fan *f, int32_t k)
{
    route_free(&run->alloc, &f->at[k]);
    memmove(&f->at[k], &f->at[k + 1], (size_t)(f->n - k - 1) * sizeof *f->at);
    f->n--;
}

void devs_rewired(saltus_devs *run)
{
    alloc_free(&run->alloc, run->source);
    alloc_free(&run->alloc, run->input_start);
    run->source = NULL;
    run->input_start = NULL;
    run->n_inputs = 0;
    devs_tangent_free(run);
}
