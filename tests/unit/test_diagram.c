/* SPDX-License-Identifier: MIT */
/* test_diagram.c - layout of graphs: nothing overlaps, edges go down, files are well formed. */
#include "out/plot/diagram_layout.h"
#include "testing.h"

enum { NODES = 40, EDGES = 120 };

struct graph {
    struct diagram d;
    struct diagram_node nodes[NODES];
    struct diagram_edge edges[EDGES];
};

static void random_graph(struct graph *r, struct rng *g, int32_t most)
{
    static const char *const labels[] = {"x", "voltage", "a > b && c", "t\xc3\xbcr",
                                         "w[j - 1] - UT < 0"};
    static const saltus_kind kinds[] = {SALTUS_STATE, SALTUS_DISCRETE, SALTUS_GUARD, SALTUS_CLOCK,
                                        SALTUS_SUM};
    r->d = (struct diagram){"graph", r->nodes, rng_int(g, 0, most), r->edges, 0};
    for (int32_t k = 0; k < r->d.n_nodes; k++)
        r->nodes[k] = (struct diagram_node){
            labels[rng_int(g, 0, 4)], rng_int(g, 0, 1) ? "12" : NULL, kinds[rng_int(g, 0, 4)]};
    r->d.n_edges = r->d.n_nodes ? rng_int(g, 0, 3 * r->d.n_nodes) : 0;
    for (int32_t k = 0; k < r->d.n_edges; k++)
        r->edges[k] = (struct diagram_edge){
            rng_int(g, 0, r->d.n_nodes - 1), rng_int(g, 0, r->d.n_nodes - 1),
            rng_int(g, 0, 3) ? NULL : "i - 1", rng_int(g, 0, 1), rng_int(g, 0, 1)};
}

static void lay_out(struct diagram_layout *l, struct arena *a)
{
    arena_init(a, NULL, NULL, 0);
    if (setjmp(a->fail)) FAIL("no memory");
    diagram_lay_out(l, a);
}

/* Edges go down, layer by layer, from one end to the other. */
static void check_chains(const struct diagram_layout *at)
{
    const struct layers *l = &at->in;
    for (int32_t e = 0; e < at->d->n_edges; e++) {
        const struct layers_edge *g = &l->edges[e];
        const int32_t *c = l->chain + g->first;
        if (g->self) {
            CHECK_EQ_INT(at->d->edges[e].from, at->d->edges[e].to);
            continue;
        }
        CHECK(g->count >= 2);
        CHECK_EQ_INT(c[0], g->turned ? at->d->edges[e].to : at->d->edges[e].from);
        CHECK_EQ_INT(c[g->count - 1], g->turned ? at->d->edges[e].from : at->d->edges[e].to);
        for (int32_t k = 0; k + 1 < g->count; k++) {
            CHECK_EQ_INT(l->items[c[k + 1]].layer, l->items[c[k]].layer + 1);
            CHECK(at->shape[c[k + 1]].y > at->shape[c[k]].y);
            CHECK(k == 0 || l->items[c[k]].node < 0);
        }
        CHECK(fabs(at->ends[e].from_x - l->items[c[0]].x) <= at->shape[c[0]].width / 2);
    }
}

/* Neighbours keep their distance, and all is inside the picture. */
static void check_places(const struct diagram_layout *at)
{
    const struct layers *l = &at->in;
    int32_t n = 0;
    for (int32_t k = 0; k < l->n_layers; k++)
        for (int32_t i = l->start[k]; i < l->start[k + 1]; i++, n++) {
            const struct layers_item *it = &l->items[l->layer[i]];
            CHECK_EQ_INT(it->layer, k);
            CHECK(it->x - it->before >= -1e-6 && it->x + it->after <= at->width + 1e-6);
            const struct diagram_shape *s = &at->shape[l->layer[i]];
            CHECK(s->y - s->height / 2 >= 0 && s->y + s->height / 2 <= at->height);
            if (i == l->start[k]) continue;
            const struct layers_item *left = &l->items[l->layer[i - 1]];
            CHECK(it->x - left->x >= left->after + it->before - 1e-6);
        }
    CHECK_EQ_INT(n, l->n_items);
}

PROP(nothing_overlaps, 300)
{
    struct graph r;
    struct diagram_layout l = {.d = &r.d};
    struct arena a;
    random_graph(&r, g, NODES);
    lay_out(&l, &a);
    check_chains(&l);
    check_places(&l);
    arena_free(&a);
}

/* Without cycles no edge is turned. */
PROP(edges_without_cycles_go_down, 100)
{
    struct graph r;
    struct diagram_layout l = {.d = &r.d};
    struct arena a;
    random_graph(&r, g, NODES);
    for (int32_t k = 0; k < r.d.n_edges; k++)
        if (r.edges[k].from > r.edges[k].to) {
            int32_t to = r.edges[k].to;
            r.edges[k].to = r.edges[k].from;
            r.edges[k].from = to;
        }
    lay_out(&l, &a);
    for (int32_t k = 0; k < r.d.n_edges; k++) CHECK(!l.in.edges[k].turned);
    arena_free(&a);
}

/* Chains and trees have no crossings, and a chain is straight. */
TEST(a_chain_is_straight)
{
    struct graph r = {.d = {"chain", r.nodes, 10, r.edges, 9}};
    struct diagram_layout l = {.d = &r.d};
    struct arena a;
    for (int32_t k = 0; k < 10; k++) r.nodes[k] = (struct diagram_node){"n", NULL, SALTUS_STATE};
    for (int32_t k = 0; k < 9; k++) r.edges[k] = (struct diagram_edge){.from = k, .to = k + 1};
    lay_out(&l, &a);
    CHECK_EQ_INT(l.in.n_layers, 10);
    for (int32_t k = 1; k < 10; k++) CHECK_CLOSE(l.in.items[k].x, l.in.items[0].x, 1e-6);
    arena_free(&a);
}

static char *slurp(const char *path)
{
    FILE *f = fopen(path, "rb");
    char *text = calloc(1, 1 << 20);
    CHECK(f && text);
    text[fread(text, 1, (1 << 20) - 1, f)] = 0;
    fclose(f);
    return text;
}

/* Every tag that is opened is closed, and no text has left its element. */
static void check_xml(const char *s)
{
    int depth = 0;
    for (; *s; s++) {
        if (*s == '&')
            CHECK(!strncmp(s, "&amp;", 5) || !strncmp(s, "&lt;", 4) || !strncmp(s, "&gt;", 4) ||
                  !strncmp(s, "&quot;", 6) || !strncmp(s, "&apos;", 6));
        if (*s != '<') continue;
        const char *end = strchr(s, '>');
        CHECK(end != NULL);
        depth += s[1] == '/' ? -1 : end[-1] == '/' ? 0 : 1;
        CHECK(depth >= 0);
        s = end;
    }
    CHECK_EQ_INT(depth, 0);
}

PROP(pictures_are_well_formed_and_repeatable, 30)
{
    struct graph r;
    char *a, *b;
    random_graph(&r, g, 15);
    CHECK_EQ_INT(diagram_svg("diagram_a.svg", &r.d), SALTUS_OK);
    CHECK_EQ_INT(diagram_svg("diagram_b.svg", &r.d), SALTUS_OK);
    a = slurp("diagram_a.svg");
    b = slurp("diagram_b.svg");
    check_xml(a);
    CHECK(strcmp(a, b) == 0);
    free(a);
    free(b);
    remove("diagram_a.svg");
    remove("diagram_b.svg");
}

TEST(dot_quotes_what_needs_it)
{
    struct diagram_node nodes[] = {{"a \"b\" \\", "2 x 3", SALTUS_STATE},
                                   {"g", NULL, SALTUS_GUARD}};
    struct diagram_edge edges[] = {
        {0, 1, NULL, false, false}, {1, 0, "i", true, false}, {1, 1, NULL, false, true}};
    struct diagram d = {"m", nodes, 2, edges, 3};
    char *text;
    CHECK_EQ_INT(diagram_dot("diagram.dot", &d), SALTUS_OK);
    text = slurp("diagram.dot");
    CHECK(strstr(text, "n0 [label=\"a \\\"b\\\" \\\\\\n2 x 3\", shape=box"));
    CHECK(strstr(text, "  n0 -> n1;\n"));
    CHECK(strstr(text, "  n1 -> n0 [label=\"i\", style=dashed];\n"));
    CHECK(strstr(text, "  n1 -> n1 [dir=both];\n"));
    free(text);
    remove("diagram.dot");
}

TEST(where_nothing_can_be_written)
{
    struct diagram d = {"m", NULL, 0, NULL, 0};
    CHECK_EQ_INT(diagram_svg("/no/such/folder/x.svg", &d), SALTUS_EIO);
    CHECK_EQ_INT(diagram_dot("/no/such/folder/x.dot", &d), SALTUS_EIO);
}

TEST_MAIN()
