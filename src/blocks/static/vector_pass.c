/* SPDX-License-Identifier: MIT */
/* vector_pass.c - static blocks that pass elements of one vector on, unchanged, to one or
 * several places: a map from elements of the input to (output, element). What comes is sent on
 * at now; a record of the input serves `again`. */
#include "blocks/static/function.h"

extern const saltus_atomic block_scalar_to_vector, block_demux;

/* The map of index_map, inverted: elements of y that show element j of u are to[first[j]] ..
 * to[first[j + 1] - 1]. */
enum { STORE_FIRST = STORE_FREE, STORE_TO };

static int32_t size_of(const saltus_part *p)
{
    return p->size > 0 ? p->size : 1;
}

static int32_t outputs_of(const saltus_part *p)
{
    return p->outputs > 0 ? p->outputs : 1;
}

static int32_t pass_size(const saltus_part *p, int way, int port)
{
    if (p->type == &block_scalar_to_vector) return way == 0 ? 1 : size_of(p);
    if (p->type == &block_demux) return way == 0 ? outputs_of(p) : 1;
    (void)port;
    return way == 0 ? size_of(p) : saltus_part_count(p, "map", NULL, NULL);
}

/* ---- Start ----------------------------------------------------------------------------------- */

static int pass_begin(saltus_cell *c, int32_t n)
{
    struct marks *m = saltus_cell_store(c, STORE_MARKS, marks_bytes(n));
    if (!m || !saltus_cell_store(c, STORE_SIGNALS, (size_t)n * sizeof(struct signal))) return 0;
    marks_start(m, n);
    return 1;
}

static void pass_start(saltus_cell *c)
{
    pass_begin(c, pass_size(c->part, 0, 0));
}

/* Inverts the map: counts, places, fills. */
static void map_start(saltus_cell *c)
{
    const double *map = saltus_part_reals(c->part, "map");
    int32_t n = saltus_part_count(c->part, "map", NULL, NULL), *first, *to;
    if (!pass_begin(c, c->size)) return;
    first = saltus_cell_store(c, STORE_FIRST, ((size_t)c->size + 1) * sizeof *first);
    to = saltus_cell_store(c, STORE_TO, (size_t)n * sizeof *to + 1);
    if (!first || !to) return;
    for (int32_t i = 0; i < n; i++) {
        if (!(map[i] >= 1 && map[i] <= c->size && map[i] == floor(map[i]))) {
            saltus_cell_fail(c, SALTUS_EARG, "map",
                             "the numbers must be elements of u: whole, from 1 to its size", NULL);
            return;
        }
        first[(int32_t)map[i]]++;
    }
    for (int32_t j = 0; j < c->size; j++) first[j + 1] += first[j];
    for (int32_t i = n - 1; i >= 0; i--) to[--first[(int32_t)map[i]]] = i;
    for (int32_t j = 0; j < c->size; j++) first[j] = first[j + 1];
    first[c->size] = n;
}

/* ---- Running --------------------------------------------------------------------------------- */

static double pass_due(const saltus_cell *c)
{
    return frame_marks(c)->n ? c->t : INFINITY;
}

static struct signal *signals(const saltus_cell *c)
{
    return (struct signal *)saltus_cell_stored(c, STORE_SIGNALS, NULL);
}

static void pass_ext(saltus_cell *c, double elapsed, const saltus_message *x, size_t n)
{
    struct marks *m = frame_marks(c);
    int32_t first, end;
    (void)elapsed;
    for (; n > 0; n--, x++) {
        signal_span(x, m->size, &first, &end);
        for (int32_t j = first; j < end; j++) {
            signal_set(signals(c) + j, c->t, x);
            marks_add(m, j);
            if (signal_jumps(x)) marks_flags(m)[j] |= MARKED_JUMP;
        }
    }
}

static void say(const saltus_cell *c, int out, int32_t i, int32_t j)
{
    const struct signal *s = signals(c) + j;
    saltus_message *m = saltus_cell_out(c, out, i);
    double y[SALTUS_SERIES];
    signal_at(s, c->t, y);
    signal_say(m, y, s->order, s->open);
    if (marks_flags(frame_marks(c))[j] & MARKED_JUMP) m->jump = 1;
}

static void pass_lambda(const saltus_cell *c)
{
    const struct marks *m = frame_marks(c);
    const int32_t *first = saltus_cell_stored(c, STORE_FIRST, NULL),
                  *to = saltus_cell_stored(c, STORE_TO, NULL);
    for (int32_t k = 0; k < m->n; k++) {
        int32_t j = m->item[k];
        if (c->type == &block_scalar_to_vector)
            say(c, 0, SALTUS_ALL, j);
        else if (c->type == &block_demux)
            say(c, j, 0, j);
        else
            for (int32_t p = first[j]; p < first[j + 1]; p++) say(c, 0, to[p], j);
    }
}

static void pass_int(saltus_cell *c)
{
    marks_clear(frame_marks(c));
}

/* ---- Structure ------------------------------------------------------------------------------- */

static int pass_through(const saltus_part *p, int in, int out)
{
    (void)p, (void)in, (void)out;
    return 1;
}

/* The element of u that element i of output `out` shows. */
static int32_t origin(const saltus_cell *c, int out, int32_t i)
{
    if (c->type == &block_scalar_to_vector) return 0;
    if (c->type == &block_demux) return out;
    return (int32_t)saltus_part_reals(c->part, "map")[i] - 1;
}

static double pass_partial(const saltus_cell *c, int out, int32_t i, int in, int32_t j)
{
    (void)in;
    return origin(c, out, i) == j;
}

static void pass_reach(const saltus_cell *c, int in, int32_t j, int out,
                       void (*add)(void *user, int32_t i), void *user)
{
    const int32_t *first = saltus_cell_stored(c, STORE_FIRST, NULL),
                  *to = saltus_cell_stored(c, STORE_TO, NULL);
    (void)in;
    if (c->type == &block_demux) {
        if (out == j) add(user, 0);
    } else if (c->type == &block_scalar_to_vector) {
        for (int32_t i = 0; i < c->size; i++) add(user, i);
    } else if (first) {
        for (int32_t p = first[j]; p < first[j + 1]; p++) add(user, to[p]);
    } else { /* not started yet */
        for (int32_t i = 0; i < pass_size(c->part, 1, 0); i++)
            if (origin(c, out, i) == j) add(user, i);
    }
}

static void pass_again(saltus_cell *c, int out, int32_t i, saltus_message *m)
{
    int32_t j = origin(c, out, i);
    struct signal *s = signals(c) + j;
    double y[SALTUS_SERIES];
    signal_fresh(c, 0, j, s);
    signal_at(s, c->t, y);
    signal_say(m, y, s->order, s->open);
}

#define PASS_ATOMIC(name_, title_, text_, inputs_, outputs_, params_, start_)                      \
    {                                                                                              \
        .name = name_, .group = "vectors", .title = title_, .text = text_, .inputs = inputs_,      \
        .outputs = outputs_, .params = params_, .struct_size = sizeof(saltus_atomic),              \
        .state_size = sizeof(struct function_state), .rank = -2, .port_size = pass_size,           \
        .start = start_, .due = pass_due, .lambda = pass_lambda, .delta_int = pass_int,            \
        .delta_ext = pass_ext, .through = pass_through, .partial = pass_partial,                   \
        .reach = pass_reach, .again = pass_again                                                   \
    }

static const saltus_port scalar_input[] = {SIGNAL_PORT("u", "scalar"), {0}};
static const saltus_port vector_input[] = {SIGNAL_PORT("u", "vector"), {0}};
static const saltus_port vector_output[] = {SIGNAL_PORT("y", "vector"), {0}};
static const saltus_port demux_outputs[] = {
    {.name = "y", .type = SALTUS_TYPE_SIGNAL, .many = 1, .text = "scalars y1, y2, ..."}, {0}};
static const saltus_param map_params[] = {
    REALS_NEEDED("map", NULL,
                 "for each element of y, which element of u it is, counted from 1; the same one "
                 "may occur again"),
    {0}};

const saltus_atomic block_index_map =
    PASS_ATOMIC("index_map", "elements of a vector in any order",
                "y[i] = u[map[i]]. `size` is the size of u, y is as long as `map`. Elements of u "
                "may be left out or go to several elements of y.",
                vector_input, vector_output, map_params, map_start);

const saltus_atomic block_scalar_to_vector =
    PASS_ATOMIC("scalar_to_vector", "a vector whose elements are all the same",
                "y[i] = u for all i. A wire from a scalar to a vector does the same.", scalar_input,
                vector_output, NULL, pass_start);

const saltus_atomic block_demux =
    PASS_ATOMIC("demux", "the elements of a vector, one by one",
                "y1 = u[1], y2 = u[2], ... `\"outputs\": n` says how many there are; u has as many "
                "elements. A wire from `u[k]` does the same.",
                vector_input, demux_outputs, NULL, pass_start);
