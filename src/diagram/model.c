/* SPDX-License-Identifier: MIT */
/* model.c - the model of a diagram: tables of what its parts show.
 *
 * The coupled model is flattened once, without starting anything. Every part of the flattened model
 * that shows something gives variables: "x" or "x[3]" for what is named like the part, "x.y" else.
 * Parts have the same numbers in every run, so that a number of a part and of what it shows leads
 * to a variable by two lookups (struct diagram_tables). */
#include "diagram/tables.h"
#include "base/text.h"
#include "devs/kernel/run.h"
#include <math.h>
#include <string.h>

/* ---- Sizes ----------------------------------------------------------------------------------- */

static int32_t shown_size(const saltus_part *p, int k)
{
    const char *name = p->type->shows[k].name;
    int port;
    if (p->type->shown_size) return p->type->shown_size(p, k);
    port = *name ? devs_port_find(p, 1, name, NULL) : -1;
    return port >= 0 ? devs_port_size(p, 1, port) : p->size;
}

static struct table *table_of(struct diagram_tables *t, saltus_kind kind)
{
    switch (kind) {
    case SALTUS_STATE: return &t->states;
    case SALTUS_DISCRETE: return &t->discretes;
    case SALTUS_OUTPUT: return &t->outputs;
    case SALTUS_GUARD: return &t->guards;
    default: return NULL;
    }
}

static int32_t count_shown(const saltus_atomic *type)
{
    int32_t n = 0;
    while (type->shows && type->shows[n].name) n++;
    return n;
}

/* ---- Filling in ------------------------------------------------------------------------------ */

static void describe(struct diagram_tables *t, struct table *to, const saltus_shown *w,
                     const char *name, const saltus_part *p, int32_t size)
{
    if (to == &t->guards) {
        t->guard[to->rows] = (saltus_guard){.name = name, .at = p->at};
        if (size != 1) t->guard[to->rows].size[0] = size;
    } else {
        to->row[to->rows] = (saltus_variable){.name = name, .text = w->text, .at = p->at};
        if (size != 1) to->row[to->rows].size[0] = size;
    }
    to->rows++;
}

static void add(saltus_diagram *d, int32_t cell, const char *part, const saltus_part *p, int k,
                struct shown *entry)
{
    struct diagram_tables *t = d->tables;
    const saltus_shown *w = &p->type->shows[k];
    struct table *to = table_of(t, w->kind);
    int32_t size = to ? shown_size(p, k) : 0;
    *entry = (struct shown){(int8_t)w->kind, -1, 0};
    if (size <= 0) return;
    if (size > INT32_MAX / 4 - to->elements) {
        say_error(&d->say, (struct say_place){0}, "the diagram has too many variables");
        return;
    }
    *entry = (struct shown){(int8_t)w->kind, to->elements, size};
    if (to == &t->outputs)
        t->origin[to->rows] = (struct origin){
            to->elements, cell, p->type->again ? devs_port_find(p, 1, w->name, NULL) : -1};
    to->elements += size;
    describe(t, to, w,
             *w->name ? arena_format(&d->arena, "%s.%s", part, w->name)
                      : arena_text(&d->arena, part, strlen(part)),
             p, size);
}

static void room(saltus_diagram *d, const saltus_devs *run)
{
    struct diagram_tables *t = d->tables;
    int32_t n[4] = {0}, all = 0;
    for (int32_t c = 0; c < t->n_cells; c++) {
        const saltus_cell *cell = saltus_devs_cell(run, c);
        for (int32_t k = 0; cell && k < count_shown(cell->type); k++, all++) {
            struct table *to = table_of(t, cell->type->shows[k].kind);
            n[to == &t->states ? 0 : to == &t->discretes ? 1 : to == &t->outputs ? 2 : 3]++;
        }
    }
    t->states.row = ARENA_ARRAY(&d->arena, saltus_variable, n[0] + 1);
    t->discretes.row = ARENA_ARRAY(&d->arena, saltus_variable, n[1] + 1);
    t->outputs.row = ARENA_ARRAY(&d->arena, saltus_variable, n[2] + 1);
    t->origin = ARENA_ARRAY(&d->arena, struct origin, n[2] + 1);
    t->guard = ARENA_ARRAY(&d->arena, saltus_guard, n[3] + 1);
    t->first = ARENA_ARRAY(&d->arena, int32_t, t->n_cells + 1);
    t->shown = ARENA_ARRAY(&d->arena, struct shown, all + 1);
}

static void fill(saltus_diagram *d, const saltus_devs *run)
{
    struct diagram_tables *t = d->tables;
    int32_t at = 0;
    for (int32_t c = 0; c < t->n_cells; c++) {
        const saltus_cell *cell = saltus_devs_cell(run, c);
        t->first[c] = at;
        if (!cell) continue;
        for (int32_t k = 0; k < count_shown(cell->type); k++)
            add(d, c, saltus_devs_name(run, c), cell->part, k, &t->shown[at++]);
    }
    t->first[t->n_cells] = at;
}

/* ---- Parameters ------------------------------------------------------------------------------ */

static void parameters(saltus_diagram *d)
{
    const struct diagram_level *l = d->root;
    saltus_variable *v = ARENA_ARRAY(&d->arena, saltus_variable, l->params.n + 1);
    int32_t n = 0;
    for (int32_t k = 0; k < l->params.n; k++) {
        const struct diagram_param *p = &l->params.at[k];
        if (p->value.rows * p->value.cols == 0) continue;
        v[n] = (saltus_variable){.name = p->name,
                                 .text = p->text,
                                 .unit = p->unit,
                                 .start = *p->value.v,
                                 .at = say_loc(p->at)};
        if (p->value.rank > 0) v[n].size[0] = p->value.rows;
        if (p->value.rank > 1) v[n].size[1] = p->value.cols;
        n++;
    }
    d->model.parameters = v;
}

/* Arrays of parameters, which a table cannot say. */
static void start(const saltus_env *e, const unsigned char *given, double *p, double *x, double *z)
{
    const saltus_diagram *d = e->model->data;
    (void)given, (void)x, (void)z;
    for (int32_t k = 0; k < d->root->params.n; k++) {
        const struct diagram_value *v = &d->root->params.at[k].value;
        for (int32_t i = 0; i < v->rows * v->cols; i++) *p++ = v->v[i];
    }
}

/* ---- The model ------------------------------------------------------------------------------- */

static void check_watch(saltus_diagram *d)
{
    const struct node *list = node_get(node_get(d->root->source->node, "experiment"), "watch");
    const saltus_variable *const tables[] = {d->model.states, d->model.discretes, d->model.outputs};
    NODE_EACH(x, list)
    {
        bool found = strpbrk(x->text, "*?[") != NULL;
        for (int k = 0; k < 3; k++)
            for (const saltus_variable *v = tables[k]; v->name && !found; v++)
                found = strcmp(v->name, x->text) == 0;
        if (found) continue;
        say_error(&d->say, diagram_at(d->root->source, x), "there is no variable '%s' to watch",
                  x->text);
        say_hint(&d->say, "variables are named after blocks: \"x\", \"gain.y\", \"sub.x[3]\"");
    }
}

static void give_run(void *p)
{
    saltus_devs_free(p);
}

/* Static parts that no order suits may still be sorted element by element; to see that, they must
 * have started. */
static saltus_status flatten(const saltus_diagram *d, const saltus_devs_options *o,
                             saltus_devs **run)
{
    saltus_status st = devs_check(d->root->coupled, o, run);
    if (st < 0 || !(*run)->n_knots) return st;
    saltus_devs_free(*run);
    return saltus_devs_new(d->root->coupled, o, run);
}

saltus_status diagram_model(saltus_diagram *d)
{
    saltus_options signals = saltus_defaults();
    saltus_devs_options o = saltus_devs_defaults();
    struct diagram_owned *held = diagram_hold(d, give_run);
    saltus_devs *run = NULL;
    saltus_status st;
    o.alloc = d->opt.alloc;
    o.alloc_user = d->opt.alloc_user;
    o.diag = say_collect;
    o.user = &d->say;
    o.signals = &signals;
    o.t0 = d->model.experiment.start;
    signals.engine = d->opt.engine;
    signals.method = d->model.experiment.method;
    st = flatten(d, &o, &run);
    if (st == SALTUS_ENOMEM) diagram_no_memory(d);
    if (st < 0) return st;
    held->p = run;
    d->tables = ARENA_NEW(&d->arena, struct diagram_tables);
    d->tables->n_cells = saltus_devs_cells(run);
    room(d, run);
    fill(d, run);
    diagram_drop(held);
    parameters(d);
    d->model.abi = SALTUS_ABI;
    d->model.name = d->root->name;
    d->model.data = d;
    d->model.states = d->tables->states.row;
    d->model.discretes = d->tables->discretes.row;
    d->model.outputs = d->tables->outputs.row;
    d->model.guards = d->tables->guard;
    d->model.start = start;
    d->model.engine = &diagram_engine.head;
    check_watch(d);
    return SALTUS_OK;
}
