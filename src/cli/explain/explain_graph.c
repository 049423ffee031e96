/* SPDX-License-Identifier: MIT */
/* explain_graph.c - who drives whom as a graph: a node per variable, an array is one node.
 *
 * States, sums, delays, guards, clocks and the discretes of the text are nodes. The discrete that
 * holds the value of a relation is not: what reads it reads its guard. The label of an edge says
 * which elements, if that is not plainly all of one or element by element. */
#include "cli/explain/explain.h"
#include "base/text.h"
#include "cli/core/grow.h"
#include "out/plot/diagram.h"
#include <errno.h>

enum { LABEL = 60 };

struct drawing {
    struct explain *x;
    int32_t *node_of; /* by decl; -1: none */
    struct diagram_node *nodes;
    struct diagram_edge *edges;
    size_t n_nodes, n_edges;
};

static char *note_of(const struct explain *x, const struct decl *d)
{
    char text[96] = "";
    size_t n = 0;
    for (int k = 0; k < d->rank && n < sizeof text; k++)
        n += (size_t)snprintf(text + n, sizeof text - n, k ? " x %d" : "%d", d->size[k]);
    (void)x;
    return d->rank ? grow_text(text) : NULL;
}

/* Parts of formulas make no events. */
static bool is_part(const struct explain *x, int32_t k)
{
    const saltus_guard *g = x->model->guards;
    return x->d.at[k].kind == SALTUS_GUARD && g[k - x->d.from[SALTUS_GUARD]].side == SALTUS_PART;
}

static void add_nodes(struct drawing *g)
{
    const struct decls *d = &g->x->d;
    char name[400];
    g->node_of = grow(NULL, (size_t)d->n + 1, sizeof *g->node_of);
    for (int32_t k = 0; k < d->n; k++) {
        saltus_kind kind = d->at[k].kind;
        g->node_of[k] = -1;
        if (kind == SALTUS_PARAMETER || kind == SALTUS_OUTPUT || g->x->mode_of[k] >= 0) continue;
        if (strncmp(d->at[k].name, "__", 2) == 0 || is_part(g->x, k))
            continue; /* the compiler's own */
        text_whole(name, sizeof name, d->at[k].name);
        g->nodes = grow_one(g->nodes, g->n_nodes, sizeof *g->nodes);
        g->nodes[g->n_nodes] =
            (struct diagram_node){grow_text(name), note_of(g->x, &d->at[k]), kind};
        g->node_of[k] = (int32_t)g->n_nodes++;
    }
    for (int32_t k = 0; k < d->n; k++)
        if (g->x->mode_of[k] >= 0) g->node_of[k] = g->node_of[g->x->mode_of[k]];
}

/* ---- Labels: "i - 1, i + 1" ------------------------------------------------------------------ */

/* The place inside the brackets, or ""; of an array and its like the same element goes without
 * saying. */
static void place_text(const struct drawing *g, const struct patterns *ps, const struct pattern *p,
                       const struct slot *s, char *buf, size_t size)
{
    const struct decl *y = &g->x->d.at[s->decl];
    struct pattern alone = *p;
    struct slot beside = *s;
    char text[300];
    const char *open;
    buf[0] = 0;
    if (y->rank == 0 || y->count <= 1) return;
    if (p->count == 1 && g->x->d.at[ps->decl].rank == y->rank) { /* seen from there: i, not 1 */
        alone.count = 2;
        beside.step = 1;
        p = &alone;
        s = &beside;
    }
    pattern_slot(&g->x->d, ps, p, s, text, sizeof text);
    if (strncmp(text, "all of ", 7) == 0) {
        snprintf(buf, size, "all");
        return;
    }
    open = pattern_indices(y, text);
    if (!open) {
        snprintf(buf, size, "some");
        return;
    }
    snprintf(buf, size, "%.*s", (int)strcspn(open + 1, "]"), open + 1);
}

static bool has_word(const char *list, const char *word)
{
    size_t n = strlen(word);
    for (const char *at = strstr(list, word); at; at = strstr(at + 1, word))
        if ((at == list || at[-1] == ' ') && (at[n] == 0 || at[n] == ';')) return true;
    return false;
}

static void add_word(char **label, const char *word)
{
    char text[LABEL * 2];
    if (!*word || (*label && (has_word(*label, word) || has_word(*label, "...")))) return;
    snprintf(text, sizeof text, "%s%s%s", *label ? *label : "", *label ? "; " : "", word);
    if (strlen(text) > LABEL - 20 && *label) snprintf(text, sizeof text, "%s; ...", *label);
    free(*label);
    *label = grow_text(text);
}

/* ---- Edges ----------------------------------------------------------------------------------- */

static struct diagram_edge *edge(struct drawing *g, int32_t from, int32_t to, bool event)
{
    for (size_t k = 0; k < g->n_edges; k++)
        if (g->edges[k].from == from && g->edges[k].to == to && g->edges[k].event == event)
            return &g->edges[k];
    g->edges = grow_one(g->edges, g->n_edges, sizeof *g->edges);
    g->edges[g->n_edges] = (struct diagram_edge){from, to, NULL, event, false};
    return &g->edges[g->n_edges++];
}

/* Of an edge between arrays that only says "i" nothing needs to be said. */
static void tidy(struct drawing *g)
{
    for (size_t k = 0; k < g->n_edges; k++) {
        const char *label = g->edges[k].label;
        if (!label || (strcmp(label, "i") != 0 && strcmp(label, "i,j") != 0)) continue;
        free((char *)(uintptr_t)label);
        g->edges[k].label = NULL;
    }
}

/* Two edges without labels, there and back, become one. */
static void pair_up(struct drawing *g)
{
    size_t n = 0;
    for (size_t k = 0; k < g->n_edges; k++) {
        struct diagram_edge e = g->edges[k];
        bool taken = false;
        for (size_t j = 0; j < n && !taken && !e.label && e.from != e.to; j++) {
            struct diagram_edge *o = &g->edges[j];
            taken =
                !o->label && !o->both && o->event == e.event && o->from == e.to && o->to == e.from;
            if (taken) o->both = true;
        }
        if (!taken) g->edges[n++] = e;
    }
    g->n_edges = n;
}

static void add_edges(struct drawing *g, int32_t decl, const struct patterns *ps, bool writes)
{
    int32_t own = g->node_of[decl];
    for (int32_t k = 0; k < ps->n; k++)
        for (int s = 0; s < ps->at[k].n; s++) {
            const struct slot *slot = &ps->at[k].slot[s];
            int32_t other = g->node_of[slot->decl];
            struct diagram_edge *e;
            char word[LABEL], *label;
            if (other < 0 || own < 0) continue;
            if (g->x->mode_of[slot->decl] == decl) continue; /* its own value */
            e = edge(g, writes ? own : other, writes ? other : own, writes);
            place_text(g, ps, &ps->at[k], slot, word, sizeof word);
            label = (char *)(uintptr_t)e->label;
            add_word(&label, word);
            e->label = label;
        }
}

static void add_all_edges(struct drawing *g)
{
    const struct decls *d = &g->x->d;
    for (int32_t k = 0; k < d->n; k++) {
        add_edges(g, k, &g->x->reads[k], false);
        add_edges(g, k, &g->x->writes[k], true);
    }
    tidy(g);
    pair_up(g);
}

static void drawing_free(struct drawing *g)
{
    for (size_t k = 0; k < g->n_nodes; k++) {
        free((char *)(uintptr_t)g->nodes[k].label);
        free((char *)(uintptr_t)g->nodes[k].note);
    }
    for (size_t k = 0; k < g->n_edges; k++) free((char *)(uintptr_t)g->edges[k].label);
    free(g->nodes);
    free(g->edges);
    free(g->node_of);
}

static bool wrote(saltus_status st, const char *path)
{
    if (st == SALTUS_OK) return true;
    talk_error("%s: %s", path,
               st == SALTUS_EIO && errno ? strerror(errno) : saltus_status_text(st));
    return false;
}

bool explain_graph(struct explain *x, const char *dot, const char *svg)
{
    struct drawing g = {.x = x};
    struct diagram d = {.title = x->model->name};
    bool good = true;
    add_nodes(&g);
    add_all_edges(&g);
    d.nodes = g.nodes;
    d.n_nodes = (int32_t)g.n_nodes;
    d.edges = g.edges;
    d.n_edges = (int32_t)g.n_edges;
    errno = 0;
    if (dot) good = wrote(diagram_dot(dot, &d), dot);
    if (svg) good = wrote(diagram_svg(svg, &d), svg) && good;
    drawing_free(&g);
    return good;
}
