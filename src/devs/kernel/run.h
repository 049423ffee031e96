/* SPDX-License-Identifier: MIT */
/* run.h - a flattened DEVS model while it runs: what the files of devs/ share.
 *
 *     coupled.c, part.c        models as they are put together       coupled.h
 *     check.c, flatten.c ...   model -> cells and routes             flatten.h
 *     engine.c, parallel.c     the two loops                         legit.c: loops that do not end
 *     cell.c, tangent.c        what atomic models may call           renew.c
 *     snapshot.c, back.c, dynamic.c, clock.c, inject.c, closure.c    on top of the loops
 *
 * A cell is an atomic model of the run. Its address never changes while it lives; its number (id)
 * is its place in run->cell, its slot its place in select order, which is also its slot in the
 * scheduler. A fan is what leaves an output port: its routes, each with a receiver and a map from
 * elements of the output to elements of an input. The input ports of the root model have fans, too
 * (run->entry); a route without a receiver leads to an output port of the root.
 *
 * Invariants between two steps: every cell's slot holds its next instant (+infinity: never); all
 * buffers of messages are empty; run->status is that of the first error, which ends the run for
 * good. */
#ifndef DEVS_RUN_H
#define DEVS_RUN_H

#include "base/alloc.h"
#include "run/options.h"
#include "saltus_devs.h"
#include "sched/sched.h"
#include <stdatomic.h>
#include <stdbool.h>

enum { DEVS_STORES = 8, DEVS_RING = 256 };

/* ---- Wires, flattened ------------------------------------------------------------------------ */

/* SAME: element i to i, of two ports of one size. LINE: first + step k to to + stride k, 0 <= k <
 * count. SPREAD: the one element `first` to to + stride k. TABLE: by a map. */
enum route_kind { ROUTE_SAME, ROUTE_LINE, ROUTE_SPREAD, ROUTE_TABLE };

/* Element e of the output goes to item[start[e - first]] .. item[start[e - first + 1] - 1]; one
 * allocation. */
struct route_map {
    int32_t first, n;
    int32_t *start; /* n + 1 */
    int32_t *item;
};

struct route {
    struct cell *to; /* NULL: an output port of the root */
    int32_t port;    /* of the receiver */
    int16_t kind;
    int16_t whole; /* LINE, SPREAD: all elements of the receiver's port are reached */
    int32_t first, step, target, stride, count;
    struct route_map *map; /* TABLE: owned by the route */
};

struct fan {
    struct route *at;
    int32_t n, room; /* room 0: `at` lies in run->routes and must be copied to grow */
    int32_t size;    /* elements of the port */
};

/* ---- Cells ----------------------------------------------------------------------------------- */

struct store {
    void *p;
    size_t bytes, room; /* bytes: what was asked for; all behind that are 0 */
};

/* flags: made during the run; stop() has been called; PARALLEL: in run->active; due in this round;
 * start() has been called */
enum { CELL_ADDED = 1, CELL_ENDED = 2, CELL_ACTIVE = 4, CELL_IMMINENT = 8, CELL_STARTED = 16 };

struct cell {
    saltus_cell pub; /* first: functions of the model get its address */
    struct fan *out; /* [pub.outputs] */
    int32_t slot;    /* in select order */
    int16_t flags;
    int16_t is_static;  /* has `through` */
    int16_t is_shallow; /* static, and no static part feeds it */
    int16_t due_kind;   /* 0: never, 1: due, 2: ta */
    int16_t opens;      /* static, and holds its output: it opens a circle of static parts */
    uint32_t mute; /* bits of what it shows: nothing wants to be told, those who look will ask */
    int32_t bag, bag_end; /* PARALLEL: chain of what has come in this round; -1: nothing */
    int32_t first_input;  /* number of its first input port in run->input_start */
    struct store *store;  /* [DEVS_STORES]; NULL: none */
    const char *name;     /* "a.b.c" */
    uint64_t hash;        /* of the name: its stream of random numbers */
    struct cell *twin;    /* next in the same row of run->names */
    saltus_part *own;     /* CELL_ADDED: pub.part, owned */
};

/* Who feeds element i of an input port. */
struct source {
    const struct cell *from; /* NULL: nobody, or an input port of the root */
    int32_t port, element;
};

/* ---- The run --------------------------------------------------------------------------------- */

struct devs_bag_item { /* a message on its way to a cell */
    int32_t message, port, index, next;
};

struct messages {
    saltus_message *at;
    size_t n, room;
};

/* Asked for by saltus_cell_add and so on, done by devs_apply_changes (dynamic.c). */
struct devs_changes {
    struct devs_change *at;
    size_t n, room;
};

struct saltus_devs {
    struct alloc alloc;
    const saltus_coupled *model;
    saltus_devs_options opt;
    struct knobs knobs;     /* of the signals                                                   */
    saltus_options signals; /* filled in; its rules, sets and texts are copies, in signal_texts */
    char *signal_texts;
    saltus_status status; /* < 0 or TERMINATED: the run is over */
    bool silent;          /* trace, output, count and notes are not told (repeating a run) */
    bool started;

    double t;       /* now */
    uint64_t round; /* n of (t, n) */
    saltus_devs_stats stats;

    struct cell **cell; /* [n_cells] by id; NULL: removed */
    int32_t n_cells, room_cells;
    struct cell **order; /* [n_slots] by slot; NULL: of a part that is gone, never due */
    int32_t n_slots, room_slots;
    struct sched *sched; /* of room_slots slots */
    struct cell **names; /* [n_names], a power of 2: rows by hash */
    size_t n_names;

    struct fan *entry; /* [n_entries] input ports of the root */
    int32_t n_entries, n_exits;

    /* what flattening allocated in one piece each */
    bool routed; /* the fans point into routes */
    struct cell *cells;
    struct fan *fans;
    struct route *routes;
    char *states;
    char *texts;

    /* who feeds whom, backwards; made when first asked for (devs_source), dropped by
     * devs_rewired */
    struct source *source; /* of element i of input port k: source[input_start[k] + i] */
    size_t *input_start;   /* [n_inputs + 1] */
    int32_t n_inputs;
    int32_t n_knots; /* static parts that no order suits; their loops must end element by element */
    struct tangent *tangent; /* work space of tangent.c, dropped likewise */

    struct messages out; /* what lambda has sent */
    struct fan straight; /* of a message without a wire (straight.c) */
    struct route straight_route;
    saltus_message lost;       /* goes nowhere: of a run that has failed */
    const struct cell *sender; /* whose lambda is at work; NULL: none */
    struct cell *
        /* CLASSIC: made the last transition of a step; when it is due will be asked; NULL: none */
        late;
    struct messages bag; /* the bag of one transition */
    struct devs_bag_item *item;
    size_t n_items, room_items;
    struct cell **active; /* [room_slots] PARALLEL: those that make a transition */
    int32_t n_active;
    char *bytes; /* copies of data of messages */
    size_t n_bytes, room_bytes;

    int32_t *ring; /* [DEVS_RING] who acted last at an instant that does not end */
    uint64_t ring_n;
    uint32_t *acts; /* [n_acts] how often each cell did since then */
    int32_t n_acts;

    struct devs_changes changes;
    struct devs_inbox *inbox;     /* inject.c: queue with its lock; NULL: no one has asked for it */
    struct devs_clock *clock;     /* clock.c; NULL: opt.speed is 0 */
    struct devs_back *back;       /* back.c */
    struct devs_dynamic *dynamic; /* dynamic.c: free numbers, ... */
    atomic_int attention;         /* something waits in the inbox, or stop was asked for */
    atomic_int stop;
};

/* ---- run.c: a run as a whole ----------------------------------------------------------------- */

/* Flattens run->model and starts all parts at opt.t0; the status is run->status. devs_clear: stop()
 * of all that has started, then all memory but the handle and its options; devs_build may
 * follow. */
saltus_status devs_build(saltus_devs *run);
void devs_clear(saltus_devs *run);
/* Like saltus_devs_new, but no part is started: for a look at the flattened model. */
saltus_status devs_check(const saltus_coupled *m, const saltus_devs_options *o, saltus_devs **out);

/* ---- engine.c, parallel.c: steps ------------------------------------------------------------- */

/* Messages (port: input port of the root) at time t >= run->t, as one step. internal 1 (PARALLEL):
 * together with the parts that are imminent at t. t must not be after the next event. */
void devs_feed(saltus_devs *run, double t, const saltus_message *x, size_t n, int internal);
/* What the parts that are imminent now would send to the outputs of the root: opt.output is told,
 * nothing else happens. */
void devs_peek_outputs(saltus_devs *run);

void devs_step_classic(saltus_devs *run, struct cell *c, double t);
void devs_step_parallel(saltus_devs *run, double t);
void devs_feed_parallel(saltus_devs *run, double t, const saltus_message *x, size_t n,
                        int internal);

/* The clock is at t: a new instant, or the next round of this one. False: too many rounds; the loop
 * has been named. cell: who acts; NULL: several. */
bool devs_advance(saltus_devs *run, double t, const struct cell *c);
/* legit.c: beyond max_instant rounds, is it a loop? */
bool devs_too_long(saltus_devs *run, const struct cell *c);
void devs_ring_add(saltus_devs *run, const struct cell *c);
/* Asks c when it is due and tells the scheduler. */
void devs_schedule(saltus_devs *run, struct cell *c);
/* m (index: of the sender) to an output port of the root along a route. */
void devs_to_outside(saltus_devs *run, const struct route *r, const saltus_message *m);
void devs_trace(saltus_devs *run, saltus_transition kind, const struct cell *c,
                const saltus_message *x, size_t n);
/* copies the data of n messages */
bool devs_keep_data(saltus_devs *run, saltus_message *m, size_t n);

/* start() of one cell at run->t, due asked, trace told. */
void devs_start_cell(saltus_devs *run, struct cell *c);
void devs_stop_cell(struct cell *c);

/* ---- flatten: also for changes of the structure ---------------------------------------------- */

/* run->model as cells and routes, nothing started; false: told. */
bool devs_flatten(saltus_devs *run);
/* what follows from its part */
void devs_cell_fill(saltus_devs *run, struct cell *c, const saltus_part *p);
/* A cell made from a part and a name, both copied; not in any list yet; flags CELL_ADDED. NULL:
 * status says why. */
struct cell *devs_cell_new(saltus_devs *run, const saltus_part *part, const char *name);
void devs_cell_free(saltus_devs *run, struct cell *c); /* its memory, not those of routes to it */
void devs_name_add(saltus_devs *run, struct cell *c);  /* hashes c->name; puts it into the rows */
void devs_name_remove(saltus_devs *run, struct cell *c);
/* All slots anew, from the n_slots cells in order[] (no holes): static parts first, sorted by who
 * feeds whom; then by (rank, priority, place in order[]), cells that were added during the run
 * last. Due times move along; new cells have none yet (slot -1). The scheduler has room_slots, or
 * as many as are needed. */
bool devs_select_order(saltus_devs *run);
/* Static parts that feed each other in a circle, element by element: told, false. */
bool devs_check_loops(saltus_devs *run);

/* An end of a wire, by names in the run. cell NULL: the root. False: told. way 0: `from`, 1:
 * `to`. */
struct devs_end {
    struct cell *cell;
    int32_t port, size; /* elements of the port */
    int32_t first, count, step;
    const char *type;
};
bool devs_find_end(saltus_devs *run, const saltus_wire *w, int way, struct devs_end *end);
/* The route that a wire between two ends is (they fit: else told, false). */
bool devs_make_route(saltus_devs *run, const saltus_wire *w, const struct devs_end *from,
                     const struct devs_end *to, struct route *r);
bool devs_fan_add(saltus_devs *run, struct fan *f, const struct route *r); /* takes r->map */
void devs_fan_remove(saltus_devs *run, struct fan *f, int32_t k);
void devs_tangent_free(saltus_devs *run);
/* wires or parts have changed: what was derived from them is dropped */
void devs_rewired(saltus_devs *run);

/* Elements of a port, and the port behind `name` (-1: none; *best: a name that is near, or
 * NULL). */
int32_t devs_port_size(const saltus_part *p, int way, int port);
int devs_port_count(const saltus_part *p, int way);
const saltus_port *devs_port_row(const saltus_part *p, int way, int port);
int devs_port_find(const saltus_part *p, int way, const char *name, const char **best);
void devs_port_name(const saltus_part *p, int way, int port, char *buf, size_t size);

/* ---- look.c, report.c ------------------------------------------------------------------------ */

struct cell *devs_find(const saltus_devs *run, const char *name); /* NULL: none */
/* NULL: the run has failed for want of memory. Else who feeds element i of input `in` of c. */
bool devs_has_input(const saltus_cell *c, int in, int32_t i);
const struct source *devs_source(saltus_devs *run, const struct cell *c, int in, int32_t i);
bool devs_number_inputs(saltus_devs *run); /* input_start, if it is not there */

/* The run has failed: kept if it is the first, and told. c NULL: no part. */
void devs_fail(saltus_devs *run, const struct cell *c, saltus_status st, const char *hint,
               const char *format, ...) __attribute__((format(printf, 5, 6)));
void devs_no_memory(saltus_devs *run);
void devs_tell(saltus_devs *run, const saltus_diag *d); /* through opt.diag; not if silent */

/* A growing array: at least n items of this size; false: no memory, the run has failed. Contents
 * are kept. */
bool devs_grow(saltus_devs *run, void **at, size_t *room, size_t n, size_t size);

/* ---- Hooks: the files on top ----------------------------------------------------------------- */

/* inject.c, clock.c. Before acting at t (+infinity: nothing is due), when attention is set, a clock
 * runs or messages wait; also when t > until, just before the run returns. It waits (up to `until`
 * at most), takes and feeds what was injected; true: look at the queue again. The loop itself looks
 * at run->stop. */
bool devs_before(saltus_devs *run, double t, double until);
bool devs_must_look(
    /* is devs_before needed although attention is not set? Asked once per run/step */
    const saltus_devs *run);
void devs_wake(saltus_devs *run); /* it may be waiting: look at run->attention; from any thread */
void devs_inbox_free(saltus_devs *run);
void devs_clock_free(saltus_devs *run);

/* dynamic.c. After a transition (PARALLEL: round), if changes.n > 0. */
void devs_apply_changes(saltus_devs *run);
void devs_changes_free(saltus_devs *run); /* the queue and what dynamic.c keeps */

/* back.c. After every step, if opt.history > 0 or anything was injected; and when the run is
 * freed. */
void devs_keep(saltus_devs *run);
void devs_back_free(saltus_devs *run);

/* Elements of the receiver that a message for element `index` of the sender (or SALTUS_ALL) goes
 * to:
 *     for (devs_targets_begin(&to, r, index); devs_targets_next(&to);) ... to.index ... */
struct devs_targets {
    const int32_t *item; /* TABLE */
    int32_t index, next, stride, left;
};
static inline void devs_targets_begin(struct devs_targets *to, const struct route *r, int32_t index)
{
    *to = (struct devs_targets){.left = 0};
    if (r->kind == ROUTE_SAME) {
        to->next = index;
        to->left = 1;
    } else if (r->kind == ROUTE_TABLE) {
        const struct route_map *m = r->map;
        if (!m || (index != SALTUS_ALL && (index < m->first || index - m->first >= m->n))) return;
        int32_t k = index == SALTUS_ALL ? 0 : index - m->first;
        to->item = m->item + m->start[k];
        to->left = m->start[index == SALTUS_ALL ? m->n : k + 1] - m->start[k];
    } else if (index == SALTUS_ALL || (r->kind == ROUTE_SPREAD && index == r->first)) {
        to->next = r->whole ? SALTUS_ALL : r->target;
        to->stride = r->whole ? 0 : r->stride;
        to->left = r->whole ? 1 : r->count;
    } else if (r->kind == ROUTE_LINE) {
        int32_t off = index - r->first, k = r->step == 1 ? off : off / r->step;
        if (off < 0 || k >= r->count || (r->step != 1 && k * r->step != off)) return;
        to->next = r->target + r->stride * k;
        to->left = 1;
    }
}
static inline bool devs_targets_next(struct devs_targets *to)
{
    if (to->left-- <= 0) return false;
    if (to->item) {
        to->index = *to->item++;
    } else {
        to->index = to->next;
        to->next += to->stride;
    }
    return true;
}

/* straight.c: the fan of a message without a wire. */
const struct fan *devs_straight(saltus_devs *run, const saltus_message *m);

static inline struct cell *devs_cell_of(const saltus_cell *c)
{
    return (struct cell *)c; /* c is its first member */
}

/* A store that is known to be there: saltus_cell_stored without its questions. */
static inline void *devs_stored(const saltus_cell *c, int k)
{
    return devs_cell_of(c)->store[k].p;
}

static inline void devs_lambda(saltus_devs *run, struct cell *c)
{
    run->sender = c;
    if (c->pub.type->lambda) c->pub.type->lambda(&c->pub);
    run->sender = NULL;
}

static inline const struct fan *devs_fan_of(saltus_devs *run, const struct cell *c,
                                            const saltus_message *m)
{
    return m->port >= 0 ? &c->out[m->port] : devs_straight(run, m);
}

#endif
