/* SPDX-License-Identifier: MIT */
/* start.c - the operating point: what holds at the start, as initial equations.
 *
 * SPICE begins where no current flows into capacitors and no voltage is across inductors. With `uic` it begins with the given
 * voltages and currents, or with 0. An equation too many, or one too few, would make the model contradictory or indetermined, so the
 * circuit is looked at as a graph, with all subcircuits written out:
 *     a capacitor that closes a loop of voltage sources and capacitors follows from them: no equation
 *     an inductor that is in a cut of inductors and current sources follows from them: no equation
 *     a capacitor that alone joins two parts of the circuit would leave its voltage open: it begins at 0
 *     an inductor that closes a loop of voltage sources and inductors would leave its current open: it begins at 0
 * .ic holds nodes: capacitors between such nodes begin with the voltage that is given. */
#include "spice/write.h"
#include <string.h>

enum { MOST_PARTS = 200000, DEEPEST = 50 };

enum edge_kind { BY_VOLTAGE, BY_CURRENT, CONDUCTS, STORES_CHARGE, STORES_FLUX };

struct edge {
    enum edge_kind kind;
    int32_t a, b;
    const char *path;        /* of a part with a state: "X1.C1" */
    const struct part *part; /* NULL: inside a part */
    struct scope *in;
    struct place at;
};
VEC_TYPE(edges, struct edge);

struct graph {
    struct out *o;
    struct edges edges;
    int32_t nodes, parts;
    VEC(const struct node *) top; /* by number; NULL: inside a subcircuit */
    bool full;
};

static int32_t new_node(struct graph *g, const struct node *node)
{
    VEC_ADD(g->o->n->arena, &g->top, node);
    return g->nodes++;
}

static void edge(struct graph *g, struct edge e)
{
    VEC_ADD(g->o->n->arena, &g->edges, e);
}

/* ---- Writing out ----------------------------------------------------------------------------- */

struct place_in { /* where parts are */
    struct graph *g;
    struct scope *in;
    const char *path;      /* "", "X1.", ... */
    const int32_t *number; /* by node of the scope */
    int depth;
};

static int32_t number_of(const struct place_in *p, struct word w)
{
    char key[256];
    struct dict_row *row = NULL;
    if (node_is_ground(w)) return 0;
    if (w.n < sizeof key) {
        for (uint32_t k = 0; k < w.n; k++)
            key[k] = (char)(w.s[k] >= 'A' && w.s[k] <= 'Z' ? w.s[k] + 32 : w.s[k]);
        row = dict_find(&p->in->node_by_name, key, w.n);
    }
    return row ? p->number[row->value] : 0;
}

/* A node behind a resistance, or the same one if there is none. */
static int32_t behind(const struct place_in *p, const struct model *m, const char *resistance,
                      int32_t node)
{
    int32_t inner;
    if (kind_number(p->g->o->n, m, resistance, 0, 1) == 0) return node;
    inner = new_node(p->g, NULL);
    edge(p->g, (struct edge){.kind = CONDUCTS, .a = node, .b = inner});
    return inner;
}

static void inside(const struct place_in *p, const struct part *of, const char *name, int32_t a,
                   int32_t b, bool there)
{
    if (!there) return;
    edge(p->g, (struct edge){STORES_CHARGE, a, b,
                             arena_format(p->g->o->n->arena, "%s%s.%s", p->path, of->ident, name),
                             NULL, p->in, of->name.at});
}

static bool has(const struct place_in *p, const struct model *m, const char *a, const char *b)
{
    struct netlist *n = p->g->o->n;
    return kind_number(n, m, a, 0, 1) > 0 || (b && kind_number(n, m, b, 0, 1) > 0);
}

static void conducts(const struct place_in *p, int32_t a, int32_t b)
{
    edge(p->g, (struct edge){.kind = CONDUCTS, .a = a, .b = b});
}

static void device(const struct place_in *p, const struct part *d, const int32_t *at)
{
    const struct model *m = circuit_model(p->in, d->of);
    if (!m || !m->kind) return;
    if (d->kind == 'D') {
        int32_t j =
            strcmp(m->kind->class_name, "Spice.Diode") == 0 ? behind(p, m, "RS", at[0]) : at[0];
        conducts(p, j, at[1]);
        inside(p, d, "charge", j, at[1], has(p, m, "CJO", "TT"));
    } else if (d->kind == 'Q') {
        int32_t c = behind(p, m, "RC", at[0]), b = behind(p, m, "RB", at[1]),
                e = behind(p, m, "RE", at[2]);
        conducts(p, b, e);
        conducts(p, b, c);
        inside(p, d, "cbe", b, e, has(p, m, "CJE", "TF"));
        inside(p, d, "cbc", b, c, has(p, m, "CJC", "TR"));
    } else {
        int32_t drain = behind(p, m, "RD", at[0]), source = behind(p, m, "RS", at[2]),
                bulk = d->nodes.n > 3 ? at[3] : at[2];
        conducts(p, bulk, drain);
        conducts(p, bulk, source);
        inside(p, d, "cbd", bulk, drain, has(p, m, "CBD", NULL));
        inside(p, d, "cbs", bulk, source, has(p, m, "CBS", NULL));
        inside(p, d, "cgs", at[1], source, has(p, m, "CGSO", NULL));
        inside(p, d, "cgd", at[1], drain, has(p, m, "CGDO", NULL));
        inside(p, d, "cgb", at[1], bulk, has(p, m, "CGBO", NULL));
    }
}

static void write_out(struct place_in p);

static void use(const struct place_in *p, const struct part *x, const int32_t *at)
{
    struct scope *sub = circuit_subcircuit(p->in, x->of);
    struct arena *a = p->g->o->n->arena;
    int32_t *number;
    if (!sub || sub->ports != x->nodes.n) return;
    if (p->depth >= DEEPEST) {
        if (!p->g->full)
            error_at(p->g->o->n->m, x->name.at,
                     "subcircuits are nested more than %d deep, or use themselves", DEEPEST);
        p->g->full = true;
        return;
    }
    number = ARENA_ARRAY(a, int32_t, sub->nodes.n ? sub->nodes.n : 1);
    for (int32_t k = 0; k < sub->nodes.n; k++)
        number[k] = k < sub->ports ? at[k] : new_node(p->g, NULL);
    write_out((struct place_in){p->g, sub, arena_format(a, "%s%s.", p->path, x->ident), number,
                                p->depth + 1});
}

static void one_part(const struct place_in *p, const struct part *d)
{
    static const char kinds[] = "RVEHIGFBCLSWT";
    static const enum edge_kind of[] = {
        CONDUCTS,   BY_VOLTAGE,    BY_VOLTAGE,  BY_VOLTAGE, BY_CURRENT, BY_CURRENT, BY_CURRENT,
        BY_VOLTAGE, STORES_CHARGE, STORES_FLUX, CONDUCTS,   CONDUCTS,   CONDUCTS};
    const char *which = strchr(kinds, d->kind);
    int32_t *at = ARENA_ARRAY(p->g->o->n->arena, int32_t, d->nodes.n ? d->nodes.n : 1);
    for (int32_t k = 0; k < d->nodes.n; k++) at[k] = number_of(p, d->nodes.at[k]);
    if (d->kind == 'X') {
        use(p, d, at);
    } else if (strchr("DQM", d->kind)) {
        device(p, d, at);
    } else if (which) {
        enum edge_kind kind = of[which - kinds];
        if (d->kind == 'B' && word_is(d->of, "i")) kind = BY_CURRENT;
        edge(p->g, (struct edge){kind, at[0], at[1],
                                 arena_format(p->g->o->n->arena, "%s%s", p->path, d->ident), d,
                                 p->in, d->name.at});
        if (d->kind == 'T') { /* for direct current it is two wires */
            conducts(p, at[0], at[2]);
            conducts(p, at[1], at[3]);
        }
    }
}

static void write_out(struct place_in p)
{
    for (int32_t k = 0; k < p.in->parts.n && !p.g->full; k++) {
        if (++p.g->parts > MOST_PARTS) {
            error_at(p.g->o->n->m, p.in->parts.at[k]->name.at, "the circuit has more than %d parts",
                     MOST_PARTS);
            p.g->full = true;
            return;
        }
        one_part(&p, p.in->parts.at[k]);
    }
}

/* ---- Forests --------------------------------------------------------------------------------- */

static int32_t root(int32_t *up, int32_t k)
{
    while (up[k] != k) k = up[k] = up[up[k]];
    return k;
}

/* Joins the ends of an edge; false: they were joined before. */
static bool join(int32_t *up, const struct edge *e)
{
    int32_t a = root(up, e->a), b = root(up, e->b);
    up[a] = b;
    return a != b;
}

static int32_t *forest(struct graph *g, unsigned kinds)
{
    int32_t *up = ARENA_ARRAY(g->o->n->arena, int32_t, g->nodes);
    for (int32_t k = 0; k < g->nodes; k++) up[k] = k;
    for (int32_t k = 0; k < g->edges.n; k++)
        if (kinds >> g->edges.at[k].kind & 1) join(up, &g->edges.at[k]);
    return up;
}

/* ---- Equations ------------------------------------------------------------------------------- */

static const struct x *held(const struct graph *g, int32_t node)
{
    return node > 0 && g->top.at[node] ? g->top.at[node]->start : NULL;
}

static void put_line(struct graph *g, const struct edge *e, const char *variable)
{
    put_from(g->o, e->at);
    put_text(g->o, "  %s.%s = ", e->path, variable);
}

/* A value that a line of a part gives, as a number or as an expression of the circuit's own. */
static void put_given(struct graph *g, const struct edge *e, const struct x *value)
{
    double number;
    if (!e->in->up) {
        put_x(g->o, e->in, value);
    } else if (x_constant(g->o->n, e->in, value, &number)) {
        put_number(g->o, number);
    } else {
        error_at(g->o->n->m, value->at, "inside a subcircuit this must be a number");
        put_text(g->o, "0");
    }
}

static void put_held(struct graph *g, const struct edge *e)
{
    const struct x *a = held(g, e->a), *b = held(g, e->b);
    put_line(g, e, "v");
    if (a) put_factor(g->o, g->o->n->top, a);
    if (!a) put_text(g->o, "0");
    if (b) {
        put_text(g->o, " - ");
        put_factor(g->o, g->o->n->top, b);
    }
    put_text(g->o, ";\n");
}

static const struct x *given(const struct edge *e)
{
    const struct assign *a = e->part ? assigns_find(&e->part->params, "ic") : NULL;
    return a ? a->value : NULL;
}

static bool between_held(const struct graph *g, const struct edge *e)
{
    return (held(g, e->a) || e->a == 0) && (held(g, e->b) || e->b == 0) && e->a != e->b &&
           (held(g, e->a) || held(g, e->b));
}

static void capacitor(struct graph *g, const struct edge *e, int32_t *loops, int32_t *paths)
{
    bool alone;
    if (!join(loops, e)) return;
    alone = join(paths, e);
    if (g->o->n->uic && given(e)) {
        put_line(g, e, "v");
        put_given(g, e, given(e));
        put_text(g->o, ";\n");
    } else if (between_held(g, e)) {
        put_held(g, e);
    } else if (g->o->n->uic || alone) {
        if (!g->o->n->uic)
            warning_at(g->o->n->m, e->at,
                       "nothing determines the voltage of '%s' at the start: it is 0", e->path);
        put_line(g, e, "v");
        put_text(g->o, "0;\n");
    } else {
        put_line(g, e, "i");
        put_text(g->o, "0;\n");
    }
}

static void inductor(struct graph *g, const struct edge *e, int32_t *cuts, int32_t *loops)
{
    bool closes;
    if (join(cuts, e)) return;
    closes = !join(loops, e);
    if (g->o->n->uic && given(e)) {
        put_line(g, e, "i");
        put_given(g, e, given(e));
        put_text(g->o, ";\n");
    } else if (g->o->n->uic || closes) {
        if (!g->o->n->uic)
            warning_at(g->o->n->m, e->at,
                       "nothing determines the current of '%s' at the start: it is 0", e->path);
        put_line(g, e, "i");
        put_text(g->o, "0;\n");
    } else {
        put_line(g, e, "v");
        put_text(g->o, "0;\n");
    }
}

/* What comes out of a line. */
static void waves(struct graph *g, const struct edge *e)
{
    put_from(g->o, e->at);
    for (int side = 1; side <= 2; side++) {
        if (g->o->n->uic)
            put_text(g->o, "  %s.w%d = 0;\n", e->path, side);
        else
            put_text(g->o, "  der(%s.w%d) = 0;\n", e->path, side);
    }
}

/* Each node of .ic needs a capacitor that keeps it. */
static void check_held(struct graph *g)
{
    for (int32_t k = 1; k < g->nodes; k++) {
        bool kept = !held(g, k);
        for (int32_t j = 0; j < g->edges.n && !kept; j++) {
            const struct edge *e = &g->edges.at[j];
            kept = e->kind == STORES_CHARGE && (e->a == k || e->b == k) && between_held(g, e);
        }
        if (!kept)
            warning_at(g->o->n->m, g->top.at[k]->start_at,
                       "no capacitor to ground, or to another node of .ic, keeps this voltage: it "
                       "has no effect");
    }
}

void put_starts(struct out *o)
{
    struct graph g = {.o = o};
    struct scope *top = o->n->top;
    int32_t *number = ARENA_ARRAY(o->n->arena, int32_t, top->nodes.n ? top->nodes.n : 1);
    int32_t *loops, *paths, *cuts, *windings;
    new_node(&g, NULL);
    for (int32_t k = 0; k < top->nodes.n; k++) number[k] = new_node(&g, top->nodes.at[k]);
    write_out((struct place_in){&g, top, "", number, 0});
    if (g.full) return;
    check_held(&g);
    loops = forest(&g, 1u << BY_VOLTAGE);
    paths = forest(&g, 1u << BY_VOLTAGE | 1u << CONDUCTS | 1u << STORES_FLUX);
    cuts = forest(&g, 1u << BY_VOLTAGE | 1u << CONDUCTS | 1u << STORES_CHARGE);
    windings = forest(&g, 1u << BY_VOLTAGE);
    /* those that are held or given first: they are kept when others close a loop */
    for (int turn = 0; turn < 2; turn++)
        for (int32_t k = 0; k < g.edges.n; k++) {
            const struct edge *e = &g.edges.at[k];
            bool first = between_held(&g, e) || given(e);
            if (e->kind == STORES_CHARGE && first == (turn == 0)) capacitor(&g, e, loops, paths);
            if (e->part && e->part->kind == 'T' && turn == 1) waves(&g, e);
            if (e->kind == STORES_FLUX && turn == 1) inductor(&g, e, cuts, windings);
        }
}
