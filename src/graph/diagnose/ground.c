/* SPDX-License-Identifier: MIT */
/* ground.c - does each circuit of a large model have a ground?
 *
 * circuit.c says in detail why a network is not determined, but only of some thousand scalar
 * equations. In a larger one, the commonest mistake is looked for before anything else, on rows as
 * they are in loops: a row does not notice that all potentials are raised by the same if its
 * coefficients of potentials are numbers with the sum 0. Rows join the arrays of potentials that
 * they read to circuits; a circuit in which all rows are of this kind has no ground. Elements of an
 * array count as one circuit: a ground may be overlooked to be missing, but none is reported to be
 * missing that is there. */
#include "graph/graph.h"

#include <math.h>
#include <string.h>

struct grounds {
    struct graph_system *s;
    enum graph_kind *kind; /* by var->number */
    int32_t *root;         /* by unknown: another one of its circuit */
    char *fixed, *read;    /* by root: it has a ground; some row reads it */
};

static int32_t root_of(struct grounds *g, int32_t u)
{
    while (g->root[u] != u) u = g->root[u] = g->root[g->root[u]];
    return u;
}

static bool is_potential(const struct grounds *g, int32_t u)
{
    const struct graph_unknown *x = &g->s->unknowns.at[u];
    return x->op == IR_VAR && g->kind[x->var->number] == KIND_POTENTIAL;
}

static void join(struct grounds *g, int32_t u, int32_t v)
{
    int32_t a = root_of(g, u), b = root_of(g, v);
    if (a == b) return;
    g->root[b] = a;
    g->fixed[a] |= g->fixed[b];
    g->read[a] |= g->read[b];
}

/* What a row says of the circuit of the potentials in it. */
static void read_row(struct grounds *g, const struct graph_row *r)
{
    struct ir_model *m = g->s->m;
    struct ir *both = NULL;
    double sum = 0, size = 0;
    int32_t first = -1;
    for (int32_t k = 0; k < r->accesses.n; k++) {
        const struct graph_access *a = &r->accesses.at[k];
        struct ir *by;
        if (!is_potential(g, a->unknown)) continue;
        if (!both) both = ir_binary(m, IR_SUB, r->lhs, r->rhs);
        by = ir_diff(m, both, a->node);
        sum += by && by->op == IR_REAL ? by->number : NAN;
        size += by && by->op == IR_REAL ? fabs(by->number) : 0;
        if (first >= 0) join(g, first, a->unknown);
        first = a->unknown;
    }
    if (first >= 0) g->read[root_of(g, first)] = 1;
    if (first >= 0 && !(fabs(sum) <= 1e-12 * size)) g->fixed[root_of(g, first)] = 1;
}

/* An equation between two parts of the circuit: most likely a connection. */
static struct place place_of(struct grounds *g, int32_t root)
{
    struct place nowhere = {0};
    for (int32_t k = 0; k < g->s->rows.n; k++) {
        const struct graph_row *r = &g->s->rows.at[k];
        const char *first = NULL;
        for (int32_t j = 0; j < r->accesses.n; j++) {
            int32_t u = r->accesses.at[j].unknown;
            const char *part;
            if (!is_potential(g, u) || root_of(g, u) != root) continue;
            part = graph_part_of(g->s->m, g->s->unknowns.at[u].var->name);
            if (first && part && strcmp(first, part) != 0) return r->at;
            first = part;
        }
    }
    return nowhere;
}

static void report(struct grounds *g, int32_t root)
{
    struct ir_model *m = g->s->m;
    struct graph_names parts = {0};
    for (int32_t u = 0; u < g->s->unknowns.n; u++) {
        const char *part;
        if (!is_potential(g, u) || root_of(g, u) != root) continue;
        part = graph_part_of(m, g->s->unknowns.at[u].var->name);
        if (part) graph_names_add(m, &parts, part, strlen(part));
    }
    error_at(m->messages, place_of(g, root),
             "no ground in the circuit of %s: its potentials are known only up to a constant",
             parts.list ? parts.list : "?");
    hint_last(m->messages,
              "connect a ground (a component that fixes a potential) to one of its nodes");
}

static int64_t points_of(const struct graph_system *s)
{
    int64_t points = 0;
    for (int32_t k = 0; k < s->rows.n; k++) points += s->rows.at[k].points;
    return points;
}

bool graph_check_grounds(struct graph_system *s)
{
    struct arena *a = s->m->arena;
    struct grounds g = {.s = s};
    int errors = s->m->messages->errors;
    if (points_of(s) <= GRAPH_SMALL) return true;
    g.kind = graph_kinds(s->m);
    g.root = ARENA_ARRAY(a, int32_t, s->unknowns.n + 1);
    g.fixed = ARENA_ARRAY(a, char, s->unknowns.n + 1);
    g.read = ARENA_ARRAY(a, char, s->unknowns.n + 1);
    for (int32_t u = 0; u < s->unknowns.n; u++) g.root[u] = u;
    for (int32_t k = 0; k < s->rows.n; k++) read_row(&g, &s->rows.at[k]);
    for (int32_t u = 0; u < s->unknowns.n; u++)
        if (is_potential(&g, u) && root_of(&g, u) == u && g.read[u] && !g.fixed[u]) report(&g, u);
    return s->m->messages->errors == errors;
}
