/* SPDX-License-Identifier: MIT */
/* vector_index.c - blocks that only change an index. They cost nothing: wires go straight through
 * them when the model is flattened. Indices in arguments count from 1, those in messages from 0. */
#include "blocks/static/function.h"

static int32_t size_of(const saltus_part *p)
{
    return p->size > 0 ? p->size : 1;
}

static int32_t whole(const saltus_part *p, const char *name)
{
    double v = saltus_part_real(p, name, 0);
    return v >= 2e9 ? 2000000000 : v <= -2e9 ? -2000000000 : (int32_t)v;
}

static const saltus_port vector_input[] = {SIGNAL_PORT("u", "vector"), {0}};
static const saltus_port vector_output[] = {SIGNAL_PORT("y", "vector"), {0}};
static const saltus_port scalar_output[] = {SIGNAL_PORT("y", "scalar"), {0}};

/* ---- index_shift ----------------------------------------------------------------------------- */

static int32_t shift_wire(const saltus_part *p, int in, int32_t j)
{
    int64_t n = size_of(p), to = (int64_t)j + whole(p, "by");
    (void)in;
    if (saltus_part_real(p, "wrap", 0) != 0) return (int32_t)(((to % n) + n) % n);
    return to >= 0 && to < n ? (int32_t)to : -1;
}

static const saltus_param shift_params[] = {
    {.name = "by",
     .kind = SALTUS_INTEGER,
     .needed = 1,
     .text = "y[i + by] = u[i]; may be negative"},
    BOOLEAN_PARAM("wrap", 0, "1: what leaves at one end comes in at the other, as in a ring"),
    {0}};
const saltus_atomic block_index_shift = {
    .struct_size = sizeof(saltus_atomic),
    BLOCK_NAME("index_shift", "vectors", "elements of a vector, moved along"),
    .text = "y[i + by] = u[i]. Without `wrap`, elements that leave the vector are dropped, and as "
            "many at the other end have no source: connect only the others, as in `shift.y[2:n] -> "
            "f.u[2:n]`. Same as a wire between slices; costs nothing.",
    BLOCK_TABLES(vector_input, vector_output, shift_params, NULL),
    .rank = -2,
    .wire = shift_wire};

/* ---- index_select ---------------------------------------------------------------------------- */

static int32_t step_of(const saltus_part *p)
{
    int32_t step = whole(p, "step");
    return step > 0 ? step : 1;
}

static int32_t select_size(const saltus_part *p, int way, int port)
{
    int32_t first = whole(p, "first") - 1, count = whole(p, "count"), room;
    (void)port;
    if (way == 0) return size_of(p);
    room = first < size_of(p) && first >= 0 ? (size_of(p) - 1 - first) / step_of(p) + 1 : 1;
    return count > 0 ? count : room;
}

static int32_t select_wire(const saltus_part *p, int in, int32_t j)
{
    int32_t way = j - (whole(p, "first") - 1), step = step_of(p);
    (void)in;
    if (way < 0 || way % step) return -1;
    return way / step < select_size(p, 1, 0) ? way / step : -1;
}

static const saltus_param select_params[] = {
    INTEGER_IN("first", 1, 1, 2e9, "first element, counted from 1"),
    INTEGER_IN("step", 1, 1, 2e9, "distance of the elements"),
    INTEGER_IN("count", 0, 0, 2e9, "how many; 0: as many as there are"),
    {0}};
const saltus_atomic block_index_select = {
    .struct_size = sizeof(saltus_atomic),
    BLOCK_NAME("index_select", "vectors", "some elements of a vector"),
    .text = "y = u[first], u[first + step], ... `size` is the size of u; y has `count` elements. "
            "Any other choice: `index_map`. Same as a wire from a slice; costs nothing.",
    BLOCK_TABLES(vector_input, vector_output, select_params, NULL),
    .rank = -2,
    .port_size = select_size,
    .wire = select_wire};

/* ---- vector_to_scalar ------------------------------------------------------------------------ */

static int32_t scalar_size(const saltus_part *p, int way, int port)
{
    (void)port;
    return way == 0 ? size_of(p) : 1;
}

static int32_t scalar_wire(const saltus_part *p, int in, int32_t j)
{
    (void)in;
    return j == whole(p, "index") - 1 ? 0 : -1;
}

static const saltus_param scalar_params[] = {{.name = "index",
                                              .kind = SALTUS_INTEGER,
                                              .needed = 1,
                                              .min = 1,
                                              .max = 2e9,
                                              .text = "which element, counted from 1"},
                                             {0}};
const saltus_atomic block_vector_to_scalar = {
    .struct_size = sizeof(saltus_atomic),
    BLOCK_NAME("vector_to_scalar", "vectors", "one element of a vector"),
    .text = "y = u[index]. `size` is the size of u. Same as a wire from `u[index]`; costs nothing.",
    BLOCK_TABLES(vector_input, scalar_output, scalar_params, NULL),
    .rank = -2,
    .port_size = scalar_size,
    .wire = scalar_wire};

/* ---- mux ------------------------------------------------------------------------------------- */

static int32_t mux_size(const saltus_part *p, int way, int port)
{
    (void)port;
    if (way == 0) return 1;
    return p->inputs > 0 ? p->inputs : 2;
}

static int32_t mux_wire(const saltus_part *p, int in, int32_t j)
{
    (void)p, (void)j;
    return in;
}

static const saltus_port mux_inputs[] = {
    {.name = "u", .type = SALTUS_TYPE_SIGNAL, .many = 1, .text = "scalars u1, u2, ..."}, {0}};
const saltus_atomic block_mux = {
    .struct_size = sizeof(saltus_atomic),
    BLOCK_NAME("mux", "vectors", "a vector of scalars"),
    .text = "y = (u1, u2, ...). `\"inputs\": n` says how many there are (2 if it is left out); y "
            "has as many elements. Costs nothing.",
    BLOCK_TABLES(mux_inputs, vector_output, NULL, NULL),
    .rank = -2,
    .port_size = mux_size,
    .wire = mux_wire};
