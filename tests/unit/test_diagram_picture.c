/* SPDX-License-Identifier: MIT */
/* test_diagram_picture.c - drawings of diagrams: nothing overlaps, no wire runs through a box, all of it is there. */
#include "diagram/picture/picture.h"
#include "saltus_diagram.h"
#include "testing.h"

/* ---- Random boxes and wires ------------------------------------------------------------------------- */

static void add_box(struct picture *p, const char *name, int32_t inputs, int32_t outputs)
{
    struct picture_box b = {.name = name, .symbol = "f", .fill = "#fff", .line = "#000"};
    b.n_in = inputs;
    b.n_out = outputs;
    b.in = ARENA_ARRAY(p->arena, struct picture_port, inputs + 1);
    b.out = ARENA_ARRAY(p->arena, struct picture_port, outputs + 1);
    for (int32_t k = 0; k < inputs; k++) b.in[k].name = "in";
    for (int32_t k = 0; k < outputs; k++) b.out[k].name = "";
    VEC_ADD(p->arena, &p->boxes, b);
}

/* Every input has one wire, from anywhere, also from its own box. */
static void fill(struct picture *p, struct rng *g, int32_t boxes, bool placed)
{
    static const char *const names[] = {"a", "motor", "a_rather_long_name_of_a_block"};
    for (int32_t k = 0; k < boxes; k++)
        add_box(p, names[rng_int(g, 0, 2)], rng_int(g, 0, 5), rng_int(g, 1, 3));
    for (int32_t k = 0; k < boxes; k++)
        for (int32_t i = 0; i < p->boxes.at[k].n_in; i++) {
            struct picture_wire w = {.from = rng_int(g, 0, boxes - 1), .to = k, .in = i};
            w.out = rng_int(g, 0, p->boxes.at[w.from].n_out - 1);
            w.label = rng_int(g, 0, 4) ? NULL : "[1:9]";
            VEC_ADD(p->arena, &p->wires, w);
        }
    for (int32_t k = 0; k < boxes && placed; k++) {
        p->boxes.at[k].placed = rng_int(g, 0, 5) > 0;
        for (int i = 0; i < 2; i++) p->boxes.at[k].at[i] = rng_uniform(g, -200, 700);
    }
}

/* ---- What must hold ----------------------------------------------------------------------------------- */

static bool overlap(const struct picture_box *a, const struct picture_box *b)
{
    int32_t below_a = a->label ? 2 : 0, below_b = b->label ? 2 : 0;
    return a->x < b->x + b->w && b->x < a->x + a->w && a->y < b->y + b->h + below_b &&
           b->y < a->y + a->h + below_a;
}

/* Does the piece from a to b go through the inside of the box? */
static bool through(struct picture_point a, struct picture_point b, const struct picture_box *box)
{
    int32_t x0 = a.x < b.x ? a.x : b.x, x1 = a.x < b.x ? b.x : a.x;
    int32_t y0 = a.y < b.y ? a.y : b.y, y1 = a.y < b.y ? b.y : a.y;
    return x0 < box->x + box->w && x1 > box->x && y0 < box->y + box->h && y1 > box->y;
}

static void check_wire(const struct picture *p, const struct picture_wire *w)
{
    struct picture_point from = picture_port_at(&p->boxes.at[w->from], 1, w->out);
    struct picture_point to = picture_port_at(&p->boxes.at[w->to], 0, w->in);
    int32_t n = w->path.n;
    CHECK(n >= 2);
    CHECK(w->path.at[0].x == from.x && w->path.at[0].y == from.y);
    CHECK(w->path.at[n - 1].x == to.x && w->path.at[n - 1].y == to.y);
    CHECK(w->path.at[1].y == from.y && w->path.at[1].x > from.x); /* leaves to the right ... */
    CHECK(w->path.at[n - 2].y == to.y &&
          w->path.at[n - 2].x < to.x); /* ... arrives from the left */
    for (int32_t k = 0; k + 1 < n; k++) {
        struct picture_point a = w->path.at[k], b = w->path.at[k + 1];
        CHECK((a.x == b.x) != (a.y == b.y));
        CHECK(a.x >= 0 && a.y >= 0 && a.x <= p->width && a.y <= p->height);
        for (int32_t i = 0; i < p->boxes.n; i++) CHECK(!through(a, b, &p->boxes.at[i]));
    }
}

/* Two wires of different nets never share a piece of their way. */
static bool share(const struct picture_wire *v, const struct picture_wire *w)
{
    for (int32_t i = 0; i + 1 < v->path.n; i++)
        for (int32_t j = 0; j + 1 < w->path.n; j++) {
            struct picture_point a = v->path.at[i], b = v->path.at[i + 1], c = w->path.at[j],
                                 d = w->path.at[j + 1];
            bool flat = a.y == b.y && c.y == d.y && a.y == c.y,
                 upright = a.x == b.x && c.x == d.x && a.x == c.x;
            int32_t p0 = flat ? a.x : a.y, p1 = flat ? b.x : b.y, q0 = flat ? c.x : c.y,
                    q1 = flat ? d.x : d.y;
            int32_t low = (p0 < p1 ? p0 : p1) > (q0 < q1 ? q0 : q1) ? (p0 < p1 ? p0 : p1)
                                                                    : (q0 < q1 ? q0 : q1);
            int32_t high = (p0 > p1 ? p0 : p1) < (q0 > q1 ? q0 : q1) ? (p0 > p1 ? p0 : p1)
                                                                     : (q0 > q1 ? q0 : q1);
            if ((flat || upright) && low < high) return true;
        }
    return false;
}

static int shared_ways(const struct picture *p)
{
    int n = 0;
    for (int32_t i = 0; i < p->wires.n; i++)
        for (int32_t j = 0; j < i; j++) {
            const struct picture_wire *v = &p->wires.at[i], *w = &p->wires.at[j];
            if (v->from != w->from || v->out != w->out) n += share(v, w);
        }
    return n;
}

static void check_drawing(const struct picture *p)
{
    for (int32_t i = 0; i < p->boxes.n; i++)
        for (int32_t j = 0; j < i; j++) CHECK(!overlap(&p->boxes.at[i], &p->boxes.at[j]));
    for (int32_t k = 0; k < p->wires.n; k++) check_wire(p, &p->wires.at[k]);
}

static void draw_random(struct rng *g, int32_t boxes, bool placed, bool strict)
{
    struct arena a;
    struct picture p = {.arena = &a, .title = "random"};
    arena_init(&a, NULL, NULL, 0);
    CHECK(setjmp(a.fail) == 0);
    fill(&p, g, boxes, placed);
    picture_place(&p);
    picture_route(&p);
    check_drawing(&p);
    if (strict) CHECK_EQ_INT(shared_ways(&p), 0);
    arena_free(&a);
}

PROP(small_drawings_are_sound, 150)
{
    draw_random(g, rng_int(g, 1, 8), false, true);
}

PROP(large_drawings_are_sound, 5)
{
    draw_random(g, rng_int(g, 15, 30), false, false);
}

PROP(drawings_with_places_are_sound, 25)
{
    draw_random(g, rng_int(g, 1, 9), true, false);
}

/* ---- Whole diagrams ------------------------------------------------------------------------------------ */

static const char diagram[] =
    "{\"saltus\": 1, \"name\": \"demo\", \"parameters\": {\"m\": 5},\n"
    "\"blocks\": {\"x\": {\"block\": \"integrator\", \"size\": \"m\", \"start\": 2},\n"
    "  \"f\": {\"block\": \"sum\", \"size\": \"m\", \"weights\": [1, -3]},\n"
    "  \"one\": {\"block\": \"constant\", \"value\": 7}, \"box\": {\"diagram\": \"half\"}, \"s\": "
    "{\"block\": \"scope\"}},\n"
    "\"wires\": [\"x -> f.u2\", \"x[1:m-1] -> f.u1[2:m]\", \"one -> f.u1[1]\", \"f -> x.u\", "
    "\"x[m] -> box\", \"box -> s\"],\n"
    "\"diagrams\": {\"half\": {\"inputs\": [\"u\"], \"outputs\": [\"y\"], \"blocks\": {\"g\": "
    "{\"block\": \"gain\", \"k\": 0.5}},\n"
    "  \"wires\": [\"u -> g\", \"g -> y\"]}}}\n";

static char *svg_of(const char *text, size_t *size)
{
    saltus_diagram *d = NULL;
    char *svg = NULL;
    FILE *f;
    CHECK_EQ_INT(saltus_diagram_parse("demo.json", text, strlen(text), NULL, &d), SALTUS_OK);
    f = open_memstream(&svg, size);
    CHECK_EQ_INT(saltus_diagram_svg(d, f), SALTUS_OK);
    fclose(f);
    saltus_diagram_free(d);
    return svg;
}

static int count(const char *text, const char *word)
{
    int n = 0;
    for (const char *s = text; (s = strstr(s, word)); s += strlen(word)) n++;
    return n;
}

TEST(a_diagram_shows_its_blocks_values_slices_and_nested_diagrams)
{
    size_t size;
    char *svg = svg_of(diagram, &size);
    CHECK(strncmp(svg, "<svg xmlns=", 11) == 0 && strstr(svg, "</svg>\n"));
    CHECK_EQ_INT(count(svg, ">\xe2\x88\xab<"), 1);
    CHECK_EQ_INT(count(svg, ">\xce\xa3<"), 1);
    CHECK_EQ_INT(count(svg, ">7<"), 1);
    CHECK_EQ_INT(count(svg, ">0.5<"), 1);
    CHECK_EQ_INT(count(svg, ">start = 2<"), 1);
    CHECK_EQ_INT(count(svg, ">+[2:5]<"), 1);
    CHECK_EQ_INT(count(svg, ">+[1]<"), 1);
    CHECK_EQ_INT(count(svg, ">\xe2\x88\x92"
                            "3<"),
                 1);
    CHECK_EQ_INT(count(svg, ">[1:4]<"), 1);
    CHECK_EQ_INT(count(svg, "font-weight=\"bold\">"), 2); /* two drawings */
    CHECK_EQ_INT(count(svg, "marker-end"), 8);            /* wires */
    CHECK_EQ_INT(count(svg, "stroke-width=\"2.4\""), 3);  /* of them vectors */
    free(svg);
}

TEST(the_same_diagram_gives_the_same_bytes)
{
    size_t n, m;
    char *a = svg_of(diagram, &n), *b = svg_of(diagram, &m);
    CHECK(n == m && memcmp(a, b, n) == 0);
    free(a);
    free(b);
}

TEST(texts_are_safe_in_xml)
{
    size_t n;
    char *svg = svg_of(
        "{\"saltus\": 1, \"name\": \"demo\", \"text\": \"a < b & \\\"c\\\"\", \"parameters\": "
        "{\"k\": 1},\n"
        "\"blocks\": {\"c\": {\"block\": \"constant\", \"value\": \"if k < 2 then 1 else 2\"}}}",
        &n);
    CHECK(strstr(svg, "a &lt; b &amp; &quot;c&quot;"));
    CHECK(strstr(svg, "if k &lt; 2 then 1"));
    free(svg);
}

TEST(places_far_away_or_equal_are_no_harm)
{
    size_t n;
    char *svg =
        svg_of("{\"saltus\": 1, \"name\": \"demo\", \"blocks\": {\"a\": {\"block\": \"constant\", "
               "\"value\": 1, \"at\": [1e300, 0]},\n"
               "\"b\": {\"block\": \"scope\", \"at\": [-1e300, -5]}}, \"wires\": [\"a -> b\"]}",
               &n);
    free(svg);
    svg = svg_of("{\"saltus\": 1, \"name\": \"demo\", \"blocks\": {\"a\": {\"block\": "
                 "\"constant\", \"value\": 1, \"at\": [5, 5]},\n"
                 "\"b\": {\"block\": \"scope\", \"at\": [5, 5]}}, \"wires\": [\"a -> b\"]}",
                 &n);
    CHECK(n < 10000);
    free(svg);
}

TEST(of_very_many_blocks_the_first_are_drawn)
{
    static char text[400000];
    size_t n = (size_t)snprintf(text, sizeof text,
                                "{\"saltus\": 1, \"name\": \"demo\", \"blocks\": {\"b\": "
                                "{\"block\": \"constant\", \"value\": 1}");
    for (int k = 0; k < 3000; k++)
        n += (size_t)snprintf(text + n, sizeof text - n,
                              ",\n\"b%d\": {\"block\": \"constant\", \"value\": %d}", k, k);
    snprintf(text + n, sizeof text - n, "}}");
    char *svg = svg_of(text, &n);
    CHECK(strstr(svg, "and 2751 more blocks that are not drawn"));
    free(svg);
}

TEST_MAIN()
