/* SPDX-License-Identifier: MIT */
/* engines.c - all engines of the library: which of them a run gets; the list of all methods. */
#include "base/text.h"
#include "engine/adams/abm.h"
#include "engine/change.h"
#include "engine/qss/qss.h"
#include "engine/runge/runge.h"
#include <string.h>

/* Besides engine/qss, whose methods are in quant/. */
static const saltus_engine *const engine_list[] = {&adams_engine.head, &runge_engine.head, NULL};

static const struct engine_method *find_in(const saltus_engine *e, const char *method)
{
    for (const struct engine_method *m = e->methods; m->info.name; m++)
        if (strcmp(m->info.name, method) == 0) return m;
    return NULL;
}

/* The engine that has a method, of the library or `more`; NULL: none. */
static const saltus_engine *find(const saltus_engine *more, const char *method,
                                 const struct engine_method **found)
{
    for (int k = 0; engine_list[k]; k++)
        if ((*found = find_in(engine_list[k], method))) return engine_list[k];
    *found = more && more->version == ENGINE_VERSION ? find_in(more, method) : NULL;
    return *found ? more : NULL;
}

/* Does the method leave its states to others where that is less work? */
static bool lends(const char *method)
{
    const struct method *m = method_find(method);
    return m && m->lends;
}

static bool has_states(const saltus_model *m)
{
    for (const saltus_variable *v = m->states; v && v->name; v++)
        if (text_elements(v->size) > 0) return true;
    return false;
}

/* Without states there is nothing to move: events alone are the business of engine/qss. */
struct engine_choice engine_choose(const saltus_model *m, const saltus_options *o)
{
    struct engine_choice c = {.engine = &qss_engine};
    c.given = find(o->engine, o->method, &c.method);
    if (m->engine) c.given = m->engine;
    if (c.given && (m->engine || has_states(m)))
        c.engine = c.given->frame ? c.given->frame : &whole_frame;
    else if (lends(o->method))
        c.change = &engine_change;
    return c;
}

/* ---- The public view: the info of each table, side by side ----------------------------------- */

enum { MOST = 64 };

static size_t collect(saltus_method_info *to)
{
    size_t n = 0;
    for (int k = 0; method_list[k] && n < MOST; k++) {
        to[n] = method_list[k]->info;
        to[n++].family = "quantized";
    }
    to[n++] = method_exact.info;
    for (int k = 0; engine_list[k]; k++)
        for (const struct engine_method *m = engine_list[k]->methods; m->info.name && n < MOST; m++)
            to[n++] = m->info;
    return n;
}

const saltus_method_info *saltus_method(size_t k)
{
    static saltus_method_info copy[MOST];
    static atomic_size_t made;
    size_t n = atomic_load(&made);
    if (!n) atomic_store(&made, n = collect(copy));
    return k < n ? &copy[k] : NULL;
}
