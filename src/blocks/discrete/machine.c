/* SPDX-License-Identifier: MIT */
/* machine.c - the state machine: events and times move it from state to state (text: machine.h).
 *
 * A time that has passed moves it in an internal transition without output; what follows is sent by
 * the next one, at the same instant. Entering a state, also the one it is in, starts all times
 * again. Of a vector of machines those whose times have passed move together, in their order. */
#include "blocks/discrete/machine.h"
#include "blocks/discrete/event.h"
#include "blocks/signal_times.h"

#include <math.h>

static struct machine_element *element(const saltus_cell *c, int32_t i)
{
    return (struct machine_element *)(uintptr_t)saltus_cell_stored(c, MACHINE_ELEMENTS, NULL) + i;
}

static struct times *times_of(const saltus_cell *c)
{
    return (struct times *)(uintptr_t)saltus_cell_stored(c, MACHINE_TIMES, NULL);
}

static const struct machine_state *state_of(const saltus_cell *c, int32_t i)
{
    const struct machine_state *list = saltus_cell_stored(c, MACHINE_STATES, NULL);
    return list + element(c, i)->now;
}

static void emit(saltus_cell *c, int32_t i, double v)
{
    struct machine *m = c->state;
    saltus_message e = {.index = i, .c = {v}};
    if (!isnan(v)) event_hold(c, MACHINE_HELD, &m->held, &e, 1);
}

/* The first time that moves it out of its state is drawn and kept. */
static void set_time(saltus_cell *c, int32_t i)
{
    struct machine *m = c->state;
    struct machine_element *x = element(c, i);
    const struct machine_move *e = saltus_cell_stored(c, MACHINE_MOVES, NULL);
    double first = INFINITY;
    x->which = -1;
    for (int32_t k = 0; k < m->moves; k++) {
        if (e[k].port >= 0 || (e[k].from >= 0 && e[k].from != x->now)) continue;
        double t = c->t + e[k].bound * (e[k].random ? event_exponential(c, m->drawn++) : 1);
        if (t >= first) continue;
        first = t;
        x->which = k;
    }
    times_set(times_of(c), i, first);
}

static void owe(saltus_cell *c, int32_t i)
{
    struct machine *m = c->state;
    int32_t *list = (int32_t *)(uintptr_t)saltus_cell_stored(c, MACHINE_OWED, NULL);
    if (element(c, i)->owes) return;
    element(c, i)->owes = 1;
    list[m->owing++] = i;
}

static void enter(saltus_cell *c, int32_t i, int32_t state)
{
    element(c, i)->now = state;
    owe(c, i);
    emit(c, i, state_of(c, i)->emit);
    set_time(c, i);
    event_show(c, 0, i, state_of(c, i)->value);
    event_show(c, 1, i, state + 1);
}

static void move(saltus_cell *c, int32_t i, int32_t k)
{
    const struct machine_move *e = saltus_cell_stored(c, MACHINE_MOVES, NULL);
    int32_t to = e[k].to;
    element(c, i)->moved = 1;
    emit(c, i, e[k].emit);
    enter(c, i, to);
}

static void machine_start(saltus_cell *c)
{
    size_t n = (size_t)c->size;
    struct times *times = saltus_cell_store(c, MACHINE_TIMES, times_bytes(c->size));
    if (!times) return;
    times_start(times, c->size);
    if (!saltus_cell_store(c, MACHINE_ELEMENTS, n * sizeof(struct machine_element)) ||
        !saltus_cell_store(c, MACHINE_OWED, n * sizeof(int32_t)) || !machine_read(c))
        return;
    for (int32_t i = 0; i < c->size; i++) enter(c, i, 0);
}

static double machine_due(const saltus_cell *c)
{
    const struct machine *m = c->state;
    if (m->owing > 0 || m->held > 0) return c->t;
    return times_of(c) ? times_first(times_of(c)) : INFINITY;
}

static void machine_lambda(const saltus_cell *c)
{
    const struct machine *m = c->state;
    const int32_t *list = saltus_cell_stored(c, MACHINE_OWED, NULL);
    for (int32_t k = 0; k < m->owing; k++) {
        saltus_message *y = saltus_cell_out(c, 0, list[k]);
        if (!y) return;
        y->c[0] = state_of(c, list[k])->value;
        if (element(c, list[k])->moved) y->jump = 1;
    }
    event_send_held(c, MACHINE_HELD, m->held);
}

static void machine_int(saltus_cell *c)
{
    struct machine *m = c->state;
    const int32_t *list = saltus_cell_stored(c, MACHINE_OWED, NULL);
    int sent = m->owing > 0 || m->held > 0;
    for (int32_t k = 0; k < m->owing; k++) element(c, list[k])->owes = 0;
    m->owing = 0;
    m->held = 0;
    if (sent) return;
    /* a machine that is due again at once waits for the next transition, after what it sends */
    for (int32_t i = times_next(times_of(c), -1, c->t); i >= 0;
         i = times_next(times_of(c), i, c->t))
        move(c, i, element(c, i)->which);
}

static int holds(int op, double v, double bound)
{
    switch (op) {
    case OP_EQ: return v == bound;
    case OP_NE: return v != bound;
    case OP_LT: return v < bound;
    case OP_LE: return v <= bound;
    case OP_GT: return v > bound;
    case OP_GE: return v >= bound;
    default: return 1;
    }
}

static void hear(saltus_cell *c, int32_t i, const saltus_message *x)
{
    const struct machine *m = c->state;
    const struct machine_move *e = saltus_cell_stored(c, MACHINE_MOVES, NULL);
    for (int32_t k = 0; k < m->moves; k++) {
        if (e[k].port != x->port || (e[k].from >= 0 && e[k].from != element(c, i)->now)) continue;
        if (!holds(e[k].op, x->c[0], e[k].bound)) continue;
        move(c, i, k);
        return;
    }
}

static void machine_ext(saltus_cell *c, double elapsed, const saltus_message *x, size_t n)
{
    (void)elapsed;
    for (; n > 0; n--, x++)
        for (int32_t i = event_first(x); i < event_end(c, x); i++) hear(c, i, x);
}

static const saltus_port inputs[] = {{"u", SALTUS_TYPE_EVENT, 1, 1, "events"}, {0}};
static const saltus_port outputs[] = {
    {"y", SALTUS_TYPE_SIGNAL, 0, 0, "the value of the state"},
    {"event", SALTUS_TYPE_EVENT, 0, 0, "what moves and states emit"},
    {0}};
static const saltus_param params[] = {
    TEXT_NEEDED("table", "states and moves, a line for each; also separated by ;"), {0}};
static const saltus_shown shows[] = {{"y", SALTUS_DISCRETE, "the value of the state"},
                                     {"state", SALTUS_DISCRETE, "the number of the state, from 1"},
                                     {0}};

const saltus_atomic machine_block = {
    BLOCK_NAME("state_machine", "events", "States, and moves by events and times"),
    .text = "The table has a line for each state, `state NAME`, with `= VALUE` (the output in this "
            "state; default: 0, 1, ... in their order) and `emit VALUE` (sent as an event on "
            "entry); and a line for each move, `FROM -> TO on u1`, with a condition like `== 2` or "
            "`> 0.5` for the value of the event, or `FROM -> TO after TIME`, also `after "
            "exponential MEAN`, which is drawn again in each state; FROM may be `*`, any state; "
            "`emit VALUE` sends an event. The first state is that of the start. Of several moves "
            "that fit, the first counts. Comments begin with #. With a `size` it is a vector of "
            "machines with the same table: element k of the inputs moves machine k.\n\n"
            "Example: `state red = 0; state green = 1 emit 7; red -> green after 30; green -> red "
            "on u1 > 0.5`.",
    BLOCK_TABLES(inputs, outputs, params, shows),
    .rank = -1,
    .struct_size = sizeof(saltus_atomic),
    .state_size = sizeof(struct machine),
    BLOCK_STEPS(machine_start, machine_due, machine_lambda, machine_int, machine_ext)};
