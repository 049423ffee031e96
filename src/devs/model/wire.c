/* SPDX-License-Identifier: MIT */
/* wire.c - the two ends of a wire: ports by their names, elements by their range, and whether they
 * fit.
 *
 * Elements are numbered from 0 in the interface and from 1 in messages, as in the model
 * language. */
#include "base/text.h"
#include "devs/model/flatten.h"

#include <stdio.h>
#include <string.h>

/* ---- Texts ----------------------------------------------------------------------------------- */

void wire_name(const saltus_end *e, char *buf, size_t size)
{
    char range[60] = "";
    long long step = e->step ? e->step : 1, last = e->first + step * (e->count - 1);
    if (e->count == 1)
        snprintf(range, sizeof range, "[%lld]", (long long)e->first + 1);
    else if (e->count && step == 1)
        snprintf(range, sizeof range, "[%lld:%lld]", (long long)e->first + 1, last + 1);
    else if (e->count)
        snprintf(range, sizeof range, "[%lld:%lld:%lld]", (long long)e->first + 1, step, last + 1);
    snprintf(buf, size, "%s%s%s%s", e->part ? e->part : "", e->part && e->port ? "." : "",
             e->port ? e->port : "", range);
}

void wire_names(const saltus_wire *w, char *buf, size_t size)
{
    char from[200], to[200];
    wire_name(&w->from, from, sizeof from);
    wire_name(&w->to, to, sizeof to);
    snprintf(buf, size, "%s -> %s", from, to);
}

/* ---- Ports ----------------------------------------------------------------------------------- */

static void list_ports(const saltus_part *p, int way, char *buf, size_t size)
{
    int n = devs_port_count(p, way), shown = n > 12 ? 12 : n;
    size_t used = 0;
    if (size) buf[0] = 0;
    for (int k = 0; k < shown && used < size; k++) {
        char name[100];
        devs_port_name(p, way, k, name, sizeof name);
        used += (size_t)snprintf(buf + used, size - used, "%s%s", k ? ", " : "", name);
    }
    if (shown < n && used < size) snprintf(buf + used, size - used, ", ...");
}

static bool no_port(const saltus_part *p, const saltus_end *e, int way, const char *best,
                    struct wire_text *why)
{
    const char *kind = way ? "input" : "output", *other = way ? "output" : "input";
    char list[300];
    list_ports(p, !way, list, sizeof list);
    why->hint[0] = 0;
    if (!e->port)
        snprintf(why->text, FLAT_TEXT, "which %s of '%s' is meant? It has %d", kind, e->part,
                 devs_port_count(p, !way));
    else
        snprintf(why->text, FLAT_TEXT, "'%s', a %s, has no %s '%s'", e->part, p->type->name, kind,
                 e->port);
    if (e->port && devs_port_find(p, way, e->port, NULL) >= 0)
        snprintf(why->hint, FLAT_TEXT, "'%s' is an %s", e->port, other);
    else if (best)
        snprintf(why->hint, FLAT_TEXT, "did you mean '%s'?", best);
    else if (list[0])
        snprintf(why->hint, FLAT_TEXT, "its %ss are %s", kind, list);
    else
        snprintf(why->hint, FLAT_TEXT, "it has no %ss at all", kind);
    return false;
}

static bool set_range(const saltus_end *e, struct devs_end *out, struct wire_text *why)
{
    char name[200];
    int64_t step = e->step ? e->step : 1, count = e->count;
    out->first = e->first;
    out->step = (int32_t)step;
    out->count = e->count;
    if (count == 0 && e->first == 0 && step == 1)
        out->count = out->size;
    else if (count == 0) { /* all from first on */
        count = step > 0 ? ((int64_t)out->size - 1 - e->first) / step + 1 : e->first / -step + 1;
        out->count = (int32_t)(e->first < 0 || e->first >= out->size ? 0 : count);
    }
    int64_t last = e->first + step * ((int64_t)out->count - 1);
    if (out->count >= 1 && e->first >= 0 && e->first < out->size && last >= 0 && last < out->size)
        return true;
    wire_name(e, name, sizeof name);
    snprintf(why->text, FLAT_TEXT, "%s is outside the port, which has %d element%s", name,
             (int)out->size, out->size == 1 ? "" : "s");
    snprintf(why->hint, FLAT_TEXT, "elements are 1 to %d", (int)out->size);
    return false;
}

bool wire_part_port(const saltus_part *p, const saltus_end *e, int way, struct devs_end *out,
                    struct wire_text *why)
{
    const char *best;
    int port = devs_port_find(p, !way, e->port, &best); /* a wire comes from an output */
    why->hint[0] = 0;
    if (port < 0) return no_port(p, e, way, best, why);
    out->port = port;
    out->size = devs_port_size(p, !way, port);
    out->type = devs_port_row(p, !way, port)->type;
    if (!out->type) out->type = SALTUS_TYPE_SIGNAL;
    return set_range(e, out, why);
}

bool wire_model_port(const saltus_coupled *m, const saltus_end *e, int way, struct devs_end *out,
                     struct wire_text *why)
{
    const char *kind = way ? "output" : "input", *best = NULL;
    int32_t k = e->port || m->n_ports[way] != 1 ? coupled_find_port(m, way, e->port) : 0;
    int nearest = TEXT_FAR;
    why->hint[0] = 0;
    if (k >= 0) {
        out->port = k;
        out->size = m->port[way][k].size;
        out->type = m->port[way][k].type;
        return set_range(e, out, why);
    }
    for (int32_t j = 0; e->port && j < m->n_ports[way]; j++)
        if (text_nearer(e->port, m->port[way][j].name, &nearest)) best = m->port[way][j].name;
    snprintf(why->text, FLAT_TEXT, "model '%s' has no %s '%s'", m->name, kind,
             e->port ? e->port : "(no name given)");
    if (best) snprintf(why->hint, FLAT_TEXT, "did you mean '%s'?", best);
    return false;
}

/* ---- Do they fit? ---------------------------------------------------------------------------- */

static bool types_fit(const char *a, const char *b)
{
    return a == b || !strcmp(a, b) || !strcmp(a, SALTUS_TYPE_ANY) || !strcmp(b, SALTUS_TYPE_ANY);
}

static void turn_up(struct map *m) /* sources ascend */
{
    if (m->ds >= 0) return;
    m->s += m->ds * (m->n - 1);
    m->d += m->dd * (m->n - 1);
    m->ds = -m->ds;
    m->dd = -m->dd;
}

bool wire_fit(const saltus_wire *w, const struct devs_end *from, const struct devs_end *to,
              struct map *map, struct wire_text *why)
{
    char a[200], b[200];
    why->hint[0] = 0;
    wire_name(&w->from, a, sizeof a);
    wire_name(&w->to, b, sizeof b);
    if (!types_fit(from->type, to->type)) {
        snprintf(why->text, FLAT_TEXT, "%s sends '%s', but %s takes '%s'", a, from->type, b,
                 to->type);
        return false;
    }
    if (from->count != to->count && from->count != 1) {
        snprintf(why->text, FLAT_TEXT, "%s has %d elements, but %s has %d", a, (int)from->count, b,
                 (int)to->count);
        snprintf(why->hint, FLAT_TEXT,
                 "give both ends the same number of elements, or the first a single one");
        return false;
    }
    *map = (struct map){.n = to->count,
                        .s = from->first,
                        .ds = from->count == 1 ? 0 : from->step,
                        .d = to->first,
                        .dd = to->count == 1 ? 0 : to->step};
    turn_up(map);
    return true;
}
