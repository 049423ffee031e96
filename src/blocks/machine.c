/* SPDX-License-Identifier: MIT */
/* machine.c - the state machine: events and times move it from state to state (text: machine.h).
 *
 * A time that has passed moves it in an internal transition without output; what follows is sent by the next one, at
 * the same instant. Entering a state, also the one it is in, starts all times anew. */
#include "blocks/machine.h"
#include "blocks/event.h"

#include <math.h>

static const struct machine_state *state_of(const saltus_cell *c)
{
    const struct machine *m = c->state;
    const struct machine_state *list = saltus_cell_stored(c, MACHINE_STATES, NULL);
    return list + m->now;
}

static void emit(saltus_cell *c, double v)
{
    struct machine *m = c->state;
    saltus_message e = {.c = {v}};
    if (!isnan(v)) event_hold(c, MACHINE_HELD, &m->held, &e, 1);
}

/* The first time that moves it out of its state; *which: that move. */
static double timeout(const saltus_cell *c, int32_t *which)
{
    const struct machine *m = c->state;
    const struct machine_move *e = saltus_cell_stored(c, MACHINE_MOVES, NULL);
    double first = INFINITY;
    for (int32_t k = 0; k < m->moves; k++) {
        if (e[k].port >= 0 || (e[k].from >= 0 && e[k].from != m->now)) continue;
        if (m->since + e[k].bound >= first) continue;
        first = m->since + e[k].bound;
        *which = k;
    }
    return first;
}

static void enter(saltus_cell *c, int32_t state)
{
    struct machine *m = c->state;
    int32_t which;
    m->now = state;
    m->since = c->t;
    m->owes = 1;
    emit(c, state_of(c)->emit);
    m->due = timeout(c, &which);
    event_show(c, 0, 0, state_of(c)->value);
    event_show(c, 1, 0, state + 1);
}

static void move(saltus_cell *c, int32_t k)
{
    const struct machine_move *e = saltus_cell_stored(c, MACHINE_MOVES, NULL);
    int32_t to = e[k].to;
    ((struct machine *)c->state)->moved = 1;
    emit(c, e[k].emit);
    enter(c, to);
}

static void machine_start(saltus_cell *c)
{
    struct machine *m = c->state;
    m->due = INFINITY;
    if (event_is_scalar(c) && machine_read(c)) enter(c, 0);
}

static double machine_due(const saltus_cell *c)
{
    const struct machine *m = c->state;
    return m->owes || m->held ? c->t : m->due;
}

static void machine_lambda(const saltus_cell *c)
{
    const struct machine *m = c->state;
    if (m->owes) {
        saltus_message *y = saltus_cell_out(c, 0, 0);
        if (!y) return;
        y->c[0] = state_of(c)->value;
        if (m->moved) y->size = SALTUS_JUMP;
    }
    event_send_held(c, MACHINE_HELD, m->held);
}

static void machine_int(saltus_cell *c)
{
    struct machine *m = c->state;
    int32_t which = -1;
    int sent = m->owes || m->held;
    m->owes = 0;
    m->held = 0;
    if (sent || m->due > c->t) return;
    timeout(c, &which);
    if (which >= 0) move(c, which);
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

static void machine_ext(saltus_cell *c, double elapsed, const saltus_message *x, size_t n)
{
    const struct machine *m = c->state;
    (void)elapsed;
    for (; n > 0; n--, x++) {
        const struct machine_move *e = saltus_cell_stored(c, MACHINE_MOVES, NULL);
        for (int32_t k = 0; k < m->moves; k++) {
            if (e[k].port != x->port || (e[k].from >= 0 && e[k].from != m->now)) continue;
            if (!holds(e[k].op, x->c[0], e[k].bound)) continue;
            move(c, k);
            break;
        }
    }
}

static const saltus_port inputs[] = {{"u", SALTUS_TYPE_EVENT, 1, 1, "events"}, {0}};
static const saltus_port outputs[] = {
    {"y", SALTUS_TYPE_SIGNAL, 0, 0, "the value of the state"},
    {"event", SALTUS_TYPE_EVENT, 0, 0, "what moves and states emit"},
    {0}};
static const saltus_param params[] = {{"table", SALTUS_TEXT, 1, 0, NULL, NULL, 0, 0, NULL,
                                       "states and moves, a line for each; also separated by ;"},
                                      {0}};
static const saltus_shown shows[] = {{"y", SALTUS_DISCRETE, "the value of the state"},
                                     {"state", SALTUS_DISCRETE, "the number of the state, from 1"},
                                     {0}};

const saltus_atomic machine_block = {
    .name = "state_machine",
    .group = "events",
    .title = "States, and moves by events and times",
    .text = "The table has a line for each state, `state NAME`, with `= VALUE` "
            "(the output in this state; default: 0, 1, ... in "
            "their order) and `emit VALUE` (sent as an event on entry); and a "
            "line for each move, `FROM -> TO on u1`, with a "
            "condition like `== 2` or `> 0.5` for the value of the event, or "
            "`FROM -> TO after TIME`; FROM may be `*`, any "
            "state; `emit VALUE` sends an event. The first state is that of "
            "the start. Of several moves that fit, the first "
            "counts. Comments begin with #.\n\n"
            "    state red = 0\n    state green = 1 emit 7\n    red -> green "
            "after 30\n    green -> red on u1 > 0.5\n",
    .inputs = inputs,
    .outputs = outputs,
    .params = params,
    .shows = shows,
    .rank = -1,
    .size = sizeof(struct machine),
    .start = machine_start,
    .due = machine_due,
    .lambda = machine_lambda,
    .delta_int = machine_int,
    .delta_ext = machine_ext};
