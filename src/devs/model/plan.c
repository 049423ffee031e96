/* SPDX-License-Identifier: MIT */
/* plan.c - a coupled model, checked, with its wires as links between numbered ports.
 *
 * Sources are numbered: first the inputs of the model itself, then the outputs of its parts one
 * after the other. The links of one source are together, in the order of the wires. Plans are made
 * depth first; a model that is met while its own plan is being made is nested in itself. */
#include "base/text.h"
#include "devs/model/flatten.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

struct nesting { /* the models that are being planned, innermost first */
    const saltus_coupled *m;
    const char *part; /* of the model outside */
    const struct nesting *up;
    int depth;
};

void flat_error(struct flat *f, saltus_loc at, const char *var, const char *hint,
                const char *format, ...)
{
    char text[2 * FLAT_TEXT];
    va_list v;
    if (f->errors++ >= FLAT_TOLD) return;
    va_start(v, format);
    vsnprintf(text, sizeof text, format, v);
    va_end(v);
    saltus_diag d = {.status = SALTUS_EMODEL,
                     .at = at,
                     .t = (double)NAN,
                     .var = var,
                     .text = text,
                     .hint = hint};
    devs_tell(f->run, &d);
}

/* ---- Wires ----------------------------------------------------------------------------------- */

static bool no_part(const saltus_coupled *m, const char *name, struct wire_text *why)
{
    const char *best = NULL;
    int nearest = TEXT_FAR;
    why->hint[0] = 0;
    for (int32_t k = 0; k < m->n_parts && k < 10000; k++)
        if (text_nearer(name, m->part[k].part->name, &nearest)) best = m->part[k].part->name;
    snprintf(why->text, FLAT_TEXT, "model '%s' has no part '%s'", m->name, name);
    if (best) snprintf(why->hint, FLAT_TEXT, "did you mean '%s'?", best);
    return false;
}

/* One end of wire w in m: *part is its number, -1: m itself. */
static bool find_end(const saltus_coupled *m, const saltus_end *e, int way, int32_t *part,
                     struct devs_end *out, struct wire_text *why)
{
    *part = -1;
    if (!e->part) return wire_model_port(m, e, way, out, why);
    *part = coupled_find(m, e->part);
    if (*part < 0) return no_part(m, e->part, why);
    const struct coupled_part *p = &m->part[*part];
    if (p->inner) return wire_model_port(p->inner, e, !way, out, why);
    if (!p->part->type) return false; /* reported already */
    return wire_part_port(p->part, e, way, out, why);
}

struct wire_ends {
    int32_t source; /* -1: bad */
    struct link link;
};

static int32_t source_number(const struct plan *p, int32_t part, int32_t port)
{
    return part < 0 ? port : p->first[part] + port;
}

static void resolve(struct flat *f, const struct plan *p, int32_t k, struct wire_ends *out)
{
    const saltus_wire *w = &p->m->wire[k];
    struct devs_end from = {0}, to = {0};
    struct wire_text why = {"", ""};
    int32_t part, target;
    out->source = -1;
    bool ok = find_end(p->m, &w->from, 0, &part, &from, &why);
    ok = ok && find_end(p->m, &w->to, 1, &target, &to, &why);
    ok = ok && wire_fit(w, &from, &to, &out->link.map, &why);
    if (ok) {
        out->source = source_number(p, part, from.port);
        out->link.part = target;
        out->link.port = to.port;
        out->link.wire = k;
    } else if (why.text[0]) {
        char name[400];
        wire_names(w, name, sizeof name);
        flat_error(f, w->at, name, why.hint[0] ? why.hint : NULL, "%s", why.text);
    }
}

static int32_t sources(const struct plan *p)
{
    return p->first[p->m->n_parts];
}

static bool links(struct flat *f, struct plan *p)
{
    int32_t n = p->m->n_wires, s = sources(p);
    struct wire_ends *e = alloc_array(f->alloc, (size_t)n, sizeof *e);
    p->link = alloc_array(f->alloc, (size_t)n, sizeof *p->link);
    p->start = alloc_array(f->alloc, (size_t)s + 2, sizeof *p->start);
    bool ok = e && p->link && p->start;
    for (int32_t k = 0; ok && k < n; k++) {
        resolve(f, p, k, &e[k]);
        if (e[k].source >= 0) p->start[e[k].source + 2]++;
    }
    for (int32_t k = 0; ok && k < s; k++) p->start[k + 2] += p->start[k + 1];
    for (int32_t k = 0; ok && k < n; k++)
        if (e[k].source >= 0) p->link[p->start[e[k].source + 1]++] = e[k].link;
    alloc_free(f->alloc, e);
    return ok;
}

/* ---- Parts ----------------------------------------------------------------------------------- */

static void nested_in_itself(struct flat *f, const saltus_coupled *m, const saltus_part *p)
{
    char path[FLAT_TEXT] = "", with[FLAT_TEXT];
    const struct nesting *n = f->nesting;
    snprintf(path, sizeof path, "%s", m->name);
    for (; n && n->m != m; n = n->up) {
        snprintf(with, sizeof with, "%.200s -> %.390s", n->m->name, path);
        snprintf(path, sizeof path, "%s", with);
    }
    flat_error(f, p->at, p->name, NULL, "model '%s' is nested in itself: %s -> %s", m->name,
               m->name, path);
}

static struct plan *plan_inner(struct flat *f, const saltus_coupled *m, const saltus_part *p)
{
    struct nesting here = {.m = m, .part = p->name, .up = f->nesting};
    here.depth = here.up ? here.up->depth + 1 : 1;
    if (here.depth > FLAT_DEEPEST) {
        if (here.depth == FLAT_DEEPEST + 1)
            flat_error(f, p->at, p->name, NULL, "models are nested more than %d deep",
                       FLAT_DEEPEST);
        return NULL;
    }
    f->nesting = &here;
    struct plan *q = plan_of(f, m);
    f->nesting = here.up;
    return q;
}

static void parts(struct flat *f, struct plan *p)
{
    const saltus_coupled *m = p->m;
    int64_t n = m->n_ports[0];
    for (int32_t k = 0; k < m->n_parts; k++) {
        const struct coupled_part *c = &m->part[k];
        p->first[k] = (int32_t)n;
        check_part(f, m, k);
        if (c->inner)
            n += c->inner->n_ports[1];
        else if (c->part->type)
            n += devs_port_count(c->part, 1);
        if (n > INT32_MAX / 2) n = INT32_MAX / 2;
    }
    p->first[m->n_parts] = (int32_t)n;
    for (int32_t k = 0; k < m->n_parts && f->run->status >= 0; k++)
        if (m->part[k].inner) {
            struct plan *q = NULL, *r = f->row[(size_t)m->part[k].inner / 64 % 1024];
            while (r && r->m != m->part[k].inner) r = r->twin;
            if (r && r->busy)
                nested_in_itself(f, r->m, m->part[k].part);
            else
                q = r ? r : plan_inner(f, m->part[k].inner, m->part[k].part);
            p->inner[k] = q;
        }
}

/* Models nested in models grow like powers: counted before anything is made. */
static void count(struct plan *p)
{
    p->nodes = p->m->n_parts;
    for (int32_t k = 0; k < p->m->n_parts; k++) {
        const struct coupled_part *c = &p->m->part[k];
        if (p->inner[k]) {
            p->cells += p->inner[k]->cells;
            p->nodes += p->inner[k]->nodes + 1;
            p->fans += p->inner[k]->fans;
        } else if (c->part->type && !c->part->type->wire) {
            p->cells += 1;
            p->fans += devs_port_count(c->part, 1);
        }
    }
}

struct plan *plan_of(struct flat *f, const saltus_coupled *m)
{
    struct plan *p = alloc_array(f->alloc, 1, sizeof *p), **row = &f->row[(size_t)m / 64 % 1024];
    if (!p) {
        devs_no_memory(f->run);
        return NULL;
    }
    *p = (struct plan){.m = m, .next = f->plans, .twin = *row, .busy = true};
    f->plans = *row = p;
    p->first = alloc_array(f->alloc, (size_t)m->n_parts + 1, sizeof *p->first);
    p->inner = alloc_array(f->alloc, (size_t)m->n_parts, sizeof(struct plan *));
    if (p->first && p->inner) {
        check_ports(f, m);
        parts(f, p);
        count(p);
    }
    if (!p->first || !p->inner || !links(f, p)) devs_no_memory(f->run);
    p->busy = false;
    return p;
}

void plans_free(struct flat *f)
{
    for (struct plan *p = f->plans, *next; p; p = next) {
        next = p->next;
        alloc_free(f->alloc, p->first);
        alloc_free(f->alloc, p->inner);
        alloc_free(f->alloc, p->link);
        alloc_free(f->alloc, p->start);
        alloc_free(f->alloc, p);
    }
    f->plans = NULL;
}
