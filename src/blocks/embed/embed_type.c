/* SPDX-License-Identifier: MIT */
/* embed_type.c - saltus_model_atomic: the tables of a model as an atomic model.
 *
 * Ports, parameters and what is shown have the names of the model's variables. Which output follows
 * which input at once is found in the structure of the model, by loading it once with its own
 * values. All memory belongs to the type. */
#include "base/contract.h"
#include "base/text.h"
#include "blocks/embed/embed.h"
#include <ctype.h>
#include <math.h>
#include <string.h>

static int32_t declarations(const saltus_variable *v)
{
    int32_t n = 0;
    while (v && v[n].name) n++;
    return n;
}
static int32_t elements(const saltus_variable *v)
{
    int32_t n = 0;
    for (; v && v->name; v++) n += text_elements(v->size);
    return n;
}
static int32_t guard_declarations(const saltus_guard *g)
{
    int32_t n = 0;
    while (g && g[n].name) n++;
    return n;
}

static void *room(struct embed_type *t, int32_t n, size_t size)
{
    return alloc_array(&t->alloc, (size_t)n + 1, size);
}

/* Room for the names of all that have # in theirs, once as a port or a parameter and once to be
 * shown. */
static bool make_names(struct embed_type *t)
{
    const saltus_model *m = t->model;
    const saltus_variable *const tables[] = {m->states, m->discretes, m->outputs, m->parameters};
    size_t n = 1;
    for (int k = 0; k < 4; k++)
        for (const saltus_variable *v = tables[k]; v && v->name; v++)
            if (text_hole(v->name)) n += 2 * (strlen(v->name) + 1);
    t->names = alloc_array(&t->alloc, n, 1);
    return t->names != NULL;
}

/* What a diagram calls the variable; to be asked for what make_names has room for. */
static const char *name_of(struct embed_type *t, const saltus_variable *v)
{
    char *name = t->names + t->n_names;
    if (!text_hole(v->name)) return v->name;
    t->n_names += (size_t)text_whole(name, strlen(v->name) + 1, v->name) + 1;
    return name;
}

static bool is_named(const saltus_variable *v, const char *name)
{
    char whole[512];
    text_whole(whole, sizeof whole, v->name);
    return !strcmp(whole, name);
}

/* Not one that the compiler has made. */
static bool has_name(const saltus_variable *v)
{
    char whole[512];
    const char *name = whole;
    text_whole(whole, sizeof whole, v->name);
    if (!strncmp(name, "__", 2)) return false;
    for (; *name; name++)
        if (!isalnum((unsigned char)*name) && *name != '_' && *name != '.') return false;
    return true;
}

/* ---- Ports ----------------------------------------------------------------------------------- */

static saltus_port port_of(struct embed_type *t, const saltus_variable *v)
{
    return (saltus_port){
        .name = name_of(t, v), .type = SALTUS_TYPE_SIGNAL, .text = v->text ? v->text : ""};
}

static bool make_inputs(struct embed_type *t)
{
    const saltus_model *m = t->model;
    saltus_port *ports = room(t, declarations(m->states), sizeof *ports);
    int32_t first = 0;
    t->atomic.inputs = ports;
    t->in = room(t, declarations(m->states), sizeof *t->in);
    t->in_of = room(t, t->n_states, sizeof *t->in_of);
    if (!ports || !t->in || !t->in_of) return false;
    for (const saltus_variable *v = m->states; v && v->name; v++) {
        int32_t n = text_elements(v->size);
        for (int32_t k = 0; k < n; k++) t->in_of[first + k] = v->input ? t->n_in : -1;
        if (v->input && n > 0) {
            ports[t->n_in] = port_of(t, v);
            t->in[t->n_in++] = (struct embed_port){first, n};
        }
        first += n;
    }
    return true;
}

static void add_output(struct embed_type *t, saltus_port *ports, const saltus_variable *v,
                       saltus_kind kind, int32_t first)
{
    int32_t n = text_elements(v->size);
    ports[t->n_out] = port_of(t, v);
    t->out[t->n_out] = (struct embed_port){t->n_lines, n};
    for (int32_t k = 0; k < n; k++) {
        t->port_of[t->n_lines] = t->n_out;
        t->line[t->n_lines++] = (struct outside_line){kind, first + k};
    }
    t->n_out++;
}

/* The variable of this name, but no input; false: there is none. */
static bool add_named(struct embed_type *t, saltus_port *ports, const char *name)
{
    const saltus_model *m = t->model;
    const saltus_variable *const tables[] = {m->outputs, m->states, m->discretes};
    static const saltus_kind kinds[] = {SALTUS_OUTPUT, SALTUS_STATE, SALTUS_DISCRETE};
    for (int32_t k = 0; k < t->n_out; k++)
        if (!strcmp(ports[k].name, name)) return false;
    for (int j = 0; j < 3; j++) {
        int32_t first = 0;
        for (const saltus_variable *v = tables[j]; v && v->name; v++) {
            if (!v->input && is_named(v, name) && text_elements(v->size) > 0) {
                add_output(t, ports, v, kinds[j], first);
                return true;
            }
            first += text_elements(v->size);
        }
    }
    return false;
}

static void add_all(struct embed_type *t, saltus_port *ports)
{
    const saltus_model *m = t->model;
    bool any = elements(m->outputs) > 0;
    int32_t first = 0;
    for (const saltus_variable *v = any ? m->outputs : m->states; v && v->name; v++) {
        int32_t n = text_elements(v->size);
        if (n > 0 && !v->input) add_output(t, ports, v, any ? SALTUS_OUTPUT : SALTUS_STATE, first);
        first += n;
    }
}

static saltus_status make_outputs(struct embed_type *t, const char *const *names)
{
    const saltus_model *m = t->model;
    int32_t all = t->n_states + t->n_discretes + t->n_outputs;
    int32_t most = declarations(m->states) + declarations(m->discretes) + declarations(m->outputs);
    saltus_port *ports = room(t, most, sizeof *ports);
    t->atomic.outputs = ports;
    t->out = room(t, most, sizeof *t->out);
    t->line = room(t, all, sizeof *t->line);
    t->port_of = room(t, all, sizeof *t->port_of);
    if (!ports || !t->out || !t->line || !t->port_of) return SALTUS_ENOMEM;
    if (!names) add_all(t, ports);
    for (; names && *names; names++)
        if (!add_named(t, ports, *names)) return SALTUS_EARG;
    return SALTUS_OK;
}

/* ---- Parameters ------------------------------------------------------------------------------ */

static const saltus_param own[] = {
    TEXT_PARAM("method", NULL, "method of its states; not given: that of the run"),
    REAL_PARAM("rel", -1, NULL, "relative quantum of its states; negative: that of the run"),
    REAL_PARAM("abs", -1, NULL, "absolute quantum of its states; negative: that of the run")};
enum { OWN = sizeof own / sizeof *own };

static bool make_params(struct embed_type *t)
{
    const saltus_variable *v = t->model->parameters;
    int32_t n = 0;
    saltus_param *p = room(t, declarations(v) + OWN, sizeof *p);
    t->atomic.params = p;
    if (!p) return false;
    for (; v && v->name; v++)
        if (has_name(v))
            p[n++] = (saltus_param){.name = name_of(t, v),
                                    .kind = v->size[0] ? SALTUS_REALS : SALTUS_REAL,
                                    .value = v->start,
                                    .unit = v->unit,
                                    .text = v->text ? v->text : ""};
    for (int k = 0; k < OWN; k++) {
        bool taken = false;
        for (int32_t j = 0; j < n; j++) taken |= !strcmp(p[j].name, own[k].name);
        if (!taken) p[n++] = own[k];
    }
    return true;
}

/* ---- What is shown --------------------------------------------------------------------------- */

static void show(struct embed_type *t, saltus_shown *list, const char *name, const char *text,
                 struct embed_shown what, int32_t base)
{
    int32_t k = t->n_shown++;
    list[k] = (saltus_shown){name, what.kind, text ? text : ""};
    t->shown[k] = what;
    for (int32_t j = 0; j < what.count; j++) t->show_of[base + what.first + j] = k;
}

static void show_variables(struct embed_type *t, saltus_shown *list, const saltus_variable *v,
                           saltus_kind kind, int32_t base)
{
    int32_t first = 0;
    for (; v && v->name; v++) {
        int32_t n = text_elements(v->size);
        if (n > 0 && !v->input && has_name(v))
            show(t, list, name_of(t, v), v->text, (struct embed_shown){kind, first, n}, base);
        first += n;
    }
}

static void show_lines(struct embed_type *t, saltus_shown *list, int32_t base)
{
    for (int32_t p = 0; p < t->n_out; p++) {
        const struct outside_line *l = &t->line[t->out[p].first];
        if (l->kind == SALTUS_OUTPUT)
            show(t, list, t->atomic.outputs[p].name, t->atomic.outputs[p].text,
                 (struct embed_shown){SALTUS_OUTPUT, l->index, t->out[p].count}, base);
    }
}

static bool make_shows(struct embed_type *t)
{
    const saltus_model *m = t->model;
    int32_t most = declarations(m->states) + declarations(m->discretes) + t->n_out +
                   guard_declarations(m->guards);
    int32_t all = t->n_states + t->n_discretes + t->n_outputs + t->n_guards, first = 0;
    saltus_shown *list = room(t, most, sizeof *list);
    t->atomic.shows = list;
    t->shown = room(t, most, sizeof *t->shown);
    t->show_of = room(t, all, sizeof *t->show_of);
    if (!list || !t->shown || !t->show_of) return false;
    for (int32_t k = 0; k < all; k++) t->show_of[k] = -1;
    show_variables(t, list, m->states, SALTUS_STATE, 0);
    show_variables(t, list, m->discretes, SALTUS_DISCRETE, t->n_states);
    show_lines(t, list, t->n_states + t->n_discretes);
    for (const saltus_guard *g = m->guards; g && g->name; g++) {
        int32_t n = text_elements(g->size);
        if (n > 0 && g->side != SALTUS_PART)
            show(t, list, g->name, NULL, (struct embed_shown){SALTUS_GUARD, first, n},
                 t->n_states + t->n_discretes + t->n_outputs);
        first += n;
    }
    return true;
}

/* ---- Structure ------------------------------------------------------------------------------- */

static int no_sink(void *user, double t, int32_t var, const double *poly, int order)
{
    return (void)user, (void)t, (void)var, (void)poly, (void)order, 0;
}
static void no_diag(void *user, const saltus_diag *d)
{
    (void)user, (void)d;
}

static saltus_status find_structure(struct embed_type *t, bool *any)
{
    saltus_options o = saltus_defaults();
    struct outside *run;
    saltus_status st;
    o.method = method_any()->info.name;
    o.sink = no_sink;
    o.diag = no_diag;
    options_start(&o, 0);
    st = outside_new(t->model, &o, t->line, t->n_lines, &run);
    if (st < 0) return st;
    t->still = run->still;
    *any = false;
    for (int32_t i = 0; i < t->n_states; i++)
        for (const int32_t *k = csr_first(&run->reach, i);
             t->in_of[i] >= 0 && k < csr_last(&run->reach, i); k++)
            t->through[t->in_of[i] * t->n_out + t->port_of[*k]] = 1, *any = true;
    outside_free(run);
    return SALTUS_OK;
}

static saltus_status make(struct embed_type *t, const char *const *outputs)
{
    saltus_status st;
    bool through;
    if (!make_names(t) || !make_inputs(t) || !make_params(t)) return SALTUS_ENOMEM;
    st = make_outputs(t, outputs);
    if (st < 0) return st;
    t->through = room(t, t->n_in * t->n_out, 1);
    if (!t->through || !make_shows(t)) return SALTUS_ENOMEM;
    st = find_structure(t, &through);
    if (st < 0) return st;
    embed_functions(&t->atomic, t->still, through);
    return SALTUS_OK;
}

saltus_status saltus_model_atomic(const saltus_model *m, const char *const *outputs,
                                  saltus_atomic **out)
{
    struct alloc a;
    struct embed_type *t;
    saltus_status st;
    if (!out) return SALTUS_EARG;
    *out = NULL;
    if (!m || !contract_fits(m) || m->engine) return SALTUS_EARG;
    alloc_init(&a, NULL, NULL);
    t = alloc_array(&a, 1, sizeof *t);
    if (!t) return SALTUS_ENOMEM;
    t->alloc = a;
    t->model = m = contract_complete(m, &t->completed);
    t->n_states = elements(m->states);
    t->n_discretes = elements(m->discretes);
    t->n_outputs = elements(m->outputs);
    for (const saltus_guard *g = m->guards; g && g->name; g++)
        t->n_guards += text_elements(g->size);
    t->atomic.name = m->name ? m->name : "model";
    t->atomic.title = "A model as a block";
    t->atomic.text = m->experiment.text;
    st = make(t, outputs);
    if (st < 0)
        saltus_model_atomic_free(&t->atomic);
    else
        *out = &t->atomic;
    return st < 0 ? st : SALTUS_OK;
}

void saltus_model_atomic_free(saltus_atomic *a)
{
    struct embed_type *t = (struct embed_type *)(void *)a;
    struct alloc mine;
    if (!a) return;
    void *arrays[] = {(void *)(uintptr_t)a->inputs,
                      (void *)(uintptr_t)a->outputs,
                      (void *)(uintptr_t)a->params,
                      (void *)(uintptr_t)a->shows,
                      t->in,
                      t->out,
                      t->line,
                      t->port_of,
                      t->show_of,
                      t->in_of,
                      t->shown,
                      t->through,
                      t->names};
    for (size_t k = 0; k < sizeof arrays / sizeof *arrays; k++) alloc_free(&t->alloc, arrays[k]);
    mine = t->alloc;
    alloc_free(&mine, t);
}
