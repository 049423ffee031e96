/* SPDX-License-Identifier: MIT */
/* logic_gate.c - gates: Boolean functions of Boolean signals, at the same instant.
 *
 * A gate is static: it comes after all that feeds it, and sends once per instant, if its value is
 * another than before. The first value is sent when all inputs have one. */
#include "blocks/discrete/event.h"
#include "blocks/discrete/logic.h"

#include <math.h>

/* How many inputs are true once v has come at `port`; -1: some have no value yet. */
static int count_true(const saltus_cell *c, int port, double v, const struct logic_element *e)
{
    int n = 0;
    for (int32_t k = 0; k < c->inputs; k++) {
        double u = k == port ? v : e->in[k];
        if (isnan(u)) return -1;
        n += u != 0;
    }
    return n;
}

#define GATE(name, value)                                                                          \
    static void name##_hear(const saltus_cell *c, int32_t i, int port, double v,                   \
                            struct logic_element *e)                                               \
    {                                                                                              \
        int n = count_true(c, port, v, e);                                                         \
        (void)i;                                                                                   \
        if (n >= 0) e->y = (value);                                                                \
    }
GATE(and, n == c->inputs)
GATE(or, n > 0)
GATE(xor, n % 2)
GATE(nand, n < c->inputs)
GATE(nor, n == 0)
GATE(not, n == 0)

static const saltus_port many[] = {{"u", SALTUS_TYPE_SIGNAL, 1, 0, "a Boolean signal"}, {0}};
static const saltus_port one[] = {{"u", SALTUS_TYPE_SIGNAL, 0, 0, "a Boolean signal"}, {0}};
static const saltus_port result[] = {{"y", SALTUS_TYPE_SIGNAL, 0, 0, "the result, 0 or 1"}, {0}};
static const saltus_shown shows[] = {{"y", SALTUS_DISCRETE, "the result"}, {0}};

#define TABLE(id, line, what, ports)                                                               \
    const struct logic_type logic_##id = {{.name = #id,                                            \
                                           .group = "events",                                      \
                                           .title = line,                                          \
                                           .text = what,                                           \
                                           .inputs = ports,                                        \
                                           .outputs = result,                                      \
                                           .shows = shows,                                         \
                                           .rank = -2,                                             \
                                           .through = logic_through,                               \
                                           .partial = logic_partial,                               \
                                           LOGIC_FRAME},                                           \
                                          NULL,                                                    \
                                          id##_hear,                                               \
                                          NULL,                                                    \
                                          0}

#define BOOLEAN " Signals are Boolean: 0 or 1 between events; 0.5 and more counts as 1."

TABLE(and, "And", "1 if all inputs are 1." BOOLEAN, many);
TABLE(or, "Or", "1 if at least one input is 1." BOOLEAN, many);
TABLE(xor, "Exclusive or", "1 if an odd number of inputs is 1." BOOLEAN, many);
TABLE(nand, "Not and", "0 if all inputs are 1." BOOLEAN, many);
TABLE(nor, "Not or", "0 if at least one input is 1." BOOLEAN, many);
TABLE(not, "Not", "1 if the input is 0." BOOLEAN, one);
