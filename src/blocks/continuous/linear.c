/* SPDX-License-Identifier: MIT */
/* linear.c - a linear system as a block: its states step one by one, as integrators do; what they
 * drive inside follows at once, by (1) of linear.h, and the outputs concerned are marked and sent
 * at the same instant.
 *
 * A_ii for the linearly implicit methods is that of the matrix plus what comes back from outside:
 *     A_ii + sum_jl B_ij (du_j/dy_l) C_li,                                                     (2)
 * exact, through the static parts of the diagram. mLIQSS makes no pair steps inside such a block.
 *
 * Slots of the queue: all states, copy by copy; then one for each copy: its output reaches a limit
 * (pid). */
#include "blocks/continuous/linear.h"
#include <math.h>

/* ---- Memory ---------------------------------------------------------------------------------- */

static size_t plant_size(const struct linear *s)
{
    return (size_t)s->nx * (size_t)(s->nx + s->nu + 1) +
           (size_t)s->ny * (size_t)(s->nx + s->nu + 1);
}

bool linear_room(saltus_cell *c, struct linear *s)
{
    int32_t states = s->copies * s->nx, slots = states + s->copies;
    size_t sets = (size_t)s->modes * (size_t)(s->own ? s->copies : 1);
    struct marks *marks;
    struct queue q;
    s->leaves = queue_leaves(slots);
    if (!saltus_cell_store(c, LINEAR_ELEMENTS, (size_t)(states + 1) * sizeof(struct element)) ||
        !saltus_cell_store(c, LINEAR_QUEUE, queue_bytes(slots)) ||
        !saltus_cell_store(c, LINEAR_MATRICES, sets * plant_size(s) * sizeof(double)) ||
        !saltus_cell_store(c, LINEAR_INPUTS,
                           (size_t)(s->copies * s->nu + 1) * sizeof(struct signal)) ||
        !saltus_cell_store(c, LINEAR_MODES, 2 * (size_t)s->copies * sizeof(int32_t)))
        return false;
    marks = saltus_cell_store(c, LINEAR_MARKS, marks_bytes(s->copies * s->ny));
    if (!marks) return false;
    marks_start(marks, s->copies * s->ny);
    q = queue_at(saltus_cell_store(c, LINEAR_QUEUE, 0), s->leaves);
    queue_clear(&q);
    return true;
}

static void *stored(const saltus_cell *c, int k)
{
    return (void *)(uintptr_t)saltus_cell_stored(c, k, NULL);
}
static struct element *elements(const saltus_cell *c)
{
    return stored(c, LINEAR_ELEMENTS);
}
static struct signal *inputs(const saltus_cell *c)
{
    return stored(c, LINEAR_INPUTS);
}
static struct marks *marks(const saltus_cell *c)
{
    return stored(c, LINEAR_MARKS);
}
/* The mode of each copy; behind them: is what its guard is due for surely a root? */
static int32_t *modes(const saltus_cell *c)
{
    return stored(c, LINEAR_MODES);
}

struct plant linear_plant(const saltus_cell *c, const struct linear *s, int32_t copy, int mode)
{
    size_t set = (size_t)(s->own ? copy : 0) * (size_t)s->modes + (size_t)mode;
    struct plant p;
    p.A = (double *)stored(c, LINEAR_MATRICES) + set * plant_size(s);
    p.B = p.A + s->nx * s->nx;
    p.C = p.B + s->nx * s->nu;
    p.D = p.C + s->ny * s->nx;
    p.b = p.D + s->ny * s->nu;
    p.d = p.b + s->nx;
    return p;
}

static void set_due(const saltus_cell *c, const struct linear *s, int32_t slot, double t)
{
    struct queue q = queue_at(stored(c, LINEAR_QUEUE), s->leaves);
    queue_set(&q, slot, t);
}

/* ---- (1) as series --------------------------------------------------------------------------- */

struct sum {
    double c[SALTUS_SERIES];
    int order, open;
};

static void add(struct sum *to, double factor, const double *c, int order, int open)
{
    for (int k = 0; k <= order; k++) to->c[k] += factor * c[k];
    if (order > to->order) to->order = order;
    if (open > to->open) to->open = open;
}

/* row of A or C, row of B or D, constant, for one copy. */
static void combine(const saltus_cell *c, const struct linear *s, int32_t copy, const double *on_q,
                    const double *on_u, double constant, struct sum *to)
{
    const struct element *e = elements(c) + copy * s->nx;
    struct signal *u = inputs(c) + copy * s->nu;
    double v[SALTUS_SERIES];
    *to = (struct sum){.c = {constant}};
    for (int32_t j = 0; j < s->nx; j++)
        if (on_q[j] != 0) {
            saltus_message m;
            element_say(&e[j], c->t, &m);
            add(to, on_q[j], m.c, m.order, 0);
        }
    for (int32_t j = 0; j < s->nu; j++)
        if (on_u[j] != 0) {
            signal_fresh(c, 0, copy * s->nu + j, &u[j]);
            signal_at(&u[j], c->t, v);
            add(to, on_u[j], v, u[j].order, u[j].open);
        }
}

int linear_output(saltus_cell *c, struct linear *s, int mode, int32_t copy, int32_t l, double *y,
                  int *open)
{
    struct plant p = linear_plant(c, s, copy, mode);
    struct sum sum;
    combine(c, s, copy, p.C + l * s->nx, p.D + l * s->nu, p.d[l], &sum);
    memcpy(y, sum.c, sizeof sum.c);
    *open = sum.open;
    return sum.order;
}

/* (2) */
static double self(const saltus_cell *c, int32_t index)
{
    const struct linear *s = c->state;
    int32_t copy = index / s->nx, i = index % s->nx;
    struct plant p = linear_plant(c, s, copy, modes(c)[copy]);
    double a = p.A[i * s->nx + i];
    saltus_cell_count(c, SALTUS_COUNT_PARTIAL, 0, index);
    for (int32_t j = 0; j < s->nu; j++)
        for (int32_t l = 0; l < s->ny; l++)
            if (p.B[i * s->nu + j] != 0 && p.C[l * s->nx + i] != 0)
                a += p.B[i * s->nu + j] * p.C[l * s->nx + i] *
                     saltus_cell_partial(c, 0, copy * s->nu + j, c->id, 0, copy * s->ny + l);
    return a;
}

/* ---- What follows from what ------------------------------------------------------------------ */

static void show(const saltus_cell *c, const struct element *e, int32_t index)
{
    saltus_cell_show(c, 0, index, e->s.x, element_order(e) + 1);
}

/* The derivative of state `index` again; true: its target has turned, and q with it. */
static bool evaluate(saltus_cell *c, struct linear *s, int32_t index, bool own)
{
    struct element *e = &elements(c)[index];
    int32_t copy = index / s->nx, i = index % s->nx;
    struct plant p = linear_plant(c, s, copy, modes(c)[copy]);
    bool turned = false;
    struct sum sum;
    combine(c, s, copy, p.A + i * s->nx, p.B + i * s->nu, p.b[i], &sum);
    e->u.t = c->t;
    memcpy(e->u.c, sum.c, sizeof sum.c);
    e->u.order = (int16_t)sum.order;
    e->u.open = (int16_t)sum.open;
    saltus_cell_count(c, SALTUS_COUNT_EVALUATION, 0, index);
    if (s->ring.done && !own)
        turned = element_turn(c, e, index, self, ring_leader(c, &s->ring)->cascades);
    if (turned) saltus_cell_count(c, SALTUS_COUNT_STEP, 0, index);
    element_take(c, e, index, self);
    if (s->ring.phase > RING_GO || (s->ring.phase == RING_GO && s->ring.token != 1))
        set_due(c, s, index, element_next(c, e, own || turned));
    show(c, e, index);
    return turned;
}

static void mark_outputs(saltus_cell *c, struct linear *s, int32_t copy, const double *column,
                         int32_t stride)
{
    for (int32_t l = 0; l < s->ny; l++)
        if (column[l * stride] != 0) marks_add(marks(c), copy * s->ny + l);
}

/* Its derivative does not read its own q: a series that ends goes on as it is. */
static void follow_itself(saltus_cell *c, struct linear *s, int32_t index)
{
    struct element *e = &elements(c)[index];
    if (e->u.open || e->u.order >= element_order(e) || e->m->target)
        evaluate(c, s, index, true);
    else
        set_due(c, s, index, element_next(c, e, true));
}

/* q of state `index` has changed. */
static void follow_q(saltus_cell *c, struct linear *s, int32_t index, bool own)
{
    int32_t copy = index / s->nx, i = index % s->nx;
    struct plant p = linear_plant(c, s, copy, modes(c)[copy]);
    if (own && p.A[i * s->nx + i] == 0) follow_itself(c, s, index);
    for (int32_t r = 0; r < s->nx; r++)
        if (p.A[r * s->nx + i] != 0 && evaluate(c, s, copy * s->nx + r, r == i && own))
            follow_q(c, s, copy * s->nx + r, false);
    mark_outputs(c, s, copy, p.C + i, s->nx);
}

/* ---- Limits of a pid ------------------------------------------------------------------------- */

/* The limit of a pid, which is its output in mode 1 (upper) or 2 (lower). */
static double limit_of(const saltus_cell *c, const struct linear *s, int32_t copy, int mode)
{
    return linear_plant(c, s, copy, mode).d[0];
}

static int mode_for(const saltus_cell *c, const struct linear *s, int32_t copy, const double *v,
                    int order)
{
    for (int side = -1; side <= 1; side += 2) {
        double level = limit_of(c, s, copy, side > 0 ? 1 : 2);
        double d = side * (v[0] - level);
        for (int k = 1; k <= order && d == 0; k++) d = side * v[k];
        if (d > 0) return side > 0 ? 1 : 2;
    }
    return 0;
}

/* How long until v, unlimited, next reaches a limit from either side; *sure as in element_root. */
static double limit_after(const saltus_cell *c, const struct linear *s, int32_t copy,
                          const double *v, int order, int open, bool *sure)
{
    double d[SALTUS_SERIES], h = INFINITY;
    memcpy(d, v, sizeof d);
    *sure = true;
    for (int side = 0; side < 2; side++) {
        double level = limit_of(c, s, copy, side ? 1 : 2), at;
        bool is;
        if (isinf(level)) continue;
        d[0] = v[0] - level;
        at = element_root(d, order, open, c->t, &is);
        if (at >= h) continue;
        h = at;
        *sure = is;
    }
    return h;
}

/* The output is inside or at a limit; when that changes, everything follows the other matrices.
 * `root`: it has just been solved for. */
static void look(saltus_cell *c, struct linear *s, int32_t copy, bool root)
{
    double v[SALTUS_SERIES];
    int open, order, mode;
    bool sure;
    if (s->modes == 1) return;
    order = linear_output(c, s, 0, copy, 0, v, &open);
    if (root && modes(c)[s->copies + copy]) { /* rounding must not decide at a root */
        double max = limit_of(c, s, copy, 1), min = limit_of(c, s, copy, 2);
        v[0] = fabs(v[0] - max) < fabs(v[0] - min) ? max : min;
    }
    mode = mode_for(c, s, copy, v, order);
    if (mode != modes(c)[copy]) {
        modes(c)[copy] = mode;
        saltus_cell_show(c, 2, copy, (const double[]){mode == 1 ? 1 : -1}, 0);
        for (int32_t i = 0; i < s->nx; i++) element_freeze(&elements(c)[copy * s->nx + i], c->t);
        for (int32_t i = 0; i < s->nx; i++) evaluate(c, s, copy * s->nx + i, true);
        for (int32_t l = 0; l < s->ny; l++) marks_add(marks(c), copy * s->ny + l);
    }
    set_due(c, s, s->copies * s->nx + copy, c->t + limit_after(c, s, copy, v, order, open, &sure));
    modes(c)[s->copies + copy] = sure;
}

/* ---- Messages -------------------------------------------------------------------------------- */

static void hear(saltus_cell *c, struct linear *s, int32_t input, const saltus_message *m)
{
    int32_t copy = input / s->nu, j = input % s->nu;
    struct plant p = linear_plant(c, s, copy, modes(c)[copy]);
    signal_set(&inputs(c)[input], c->t, m);
    for (int32_t i = 0; i < s->nx; i++) {
        struct element *e = &elements(c)[copy * s->nx + i];
        if (p.B[i * s->nu + j] == 0) continue;
        if (m->jump != 0 && s->ring.done && element_freeze(e, c->t))
            follow_q(c, s, copy * s->nx + i, true);
        else if (evaluate(c, s, copy * s->nx + i, false))
            follow_q(c, s, copy * s->nx + i, false);
    }
    mark_outputs(c, s, copy, p.D + j, s->nu);
    look(c, s, copy, false);
}

void linear_delta_ext(saltus_cell *c, double elapsed, const saltus_message *x, size_t n)
{
    struct linear *s = c->state;
    (void)elapsed;
    for (size_t k = 0; k < n; k++) {
        int32_t i, end;
        if (x[k].port == -1) {
            ring_take(&s->ring, &x[k]);
            continue;
        }
        signal_span(&x[k], s->copies * s->nu, &i, &end);
        for (; i < end; i++) hear(c, s, i, &x[k]);
    }
}

static bool all_heard(const saltus_cell *c, const struct linear *s)
{
    for (int32_t j = 0; j < s->copies * s->nu; j++)
        if (!inputs(c)[j].heard) return false;
    return true;
}

/* Sources come later in select order: after its first round the start waits for what they say.
 * Where they say nothing at that instant, it goes on just after it. */
double linear_due(const saltus_cell *c)
{
    const struct linear *s = c->state;
    struct queue q;
    if (marks(c)->n) return c->t;
    if (s->ring.token == 1 && s->ring.phase > RING_VALUES && !all_heard(c, s))
        return nextafter(c->t, INFINITY);
    if (s->ring.token) return c->t;
    if (!s->ring.done) return INFINITY;
    q = queue_at(stored(c, LINEAR_QUEUE), s->leaves);
    return q.due[queue_top(&q)];
}

/* Have all inputs that output l of a copy follows at once been heard? */
static bool heard(const saltus_cell *c, const struct linear *s, int32_t copy, const double *row)
{
    for (int32_t j = 0; j < s->nu; j++)
        if (row[j] != 0 && !inputs(c)[copy * s->nu + j].heard) return false;
    return true;
}

static void say(saltus_cell *c, struct linear *s, int32_t output, saltus_message *m)
{
    int32_t copy = output / s->ny;
    double y[SALTUS_SERIES];
    int open, order = linear_output(c, s, modes(c)[copy], copy, output % s->ny, y, &open);
    signal_say(m, y, order, open);
    saltus_cell_show(c, 1, output, y, order);
}

void linear_lambda(const saltus_cell *c)
{
    struct linear *s = c->state;
    saltus_cell *own = (saltus_cell *)(uintptr_t)c; /* inputs are made fresh */
    const struct marks *m = marks(c);
    for (int32_t k = 0; k < m->n; k++) {
        int32_t copy = m->item[k] / s->ny, l = m->item[k] % s->ny;
        struct plant p = linear_plant(c, s, copy, modes(c)[copy]);
        if (heard(c, s, copy, p.D + l * s->nu))
            say(own, s, m->item[k], saltus_cell_out(c, 0, m->item[k]));
    }
    if (!s->ring.done && s->ring.token == 2) ring_pass(c, &s->ring);
}

/* ---- Steps ----------------------------------------------------------------------------------- */

static void step(saltus_cell *c, struct linear *s, int32_t index)
{
    struct element *e = &elements(c)[index];
    struct state next;
    element_ready(c, e, index, self, &next);
    element_choose(c, e, &next);
    e->s = next;
    if (e->m->pair) e->s.aux[1] = isinf(e->s.aux[0]); /* as a step that found no partner */
    saltus_cell_count(c, SALTUS_COUNT_STEP, 0, index);
    if (e->m->target) {
        e->considered = c->t;
        e->cascade = ++ring_leader(c, &s->ring)->cascades;
    }
    follow_q(c, s, index, true);
    look(c, s, index / s->nx, false);
}

static void act(saltus_cell *c, struct linear *s)
{
    struct queue q = queue_at(stored(c, LINEAR_QUEUE), s->leaves);
    int32_t slot = queue_top(&q);
    struct element *e = &elements(c)[slot];
    if (slot >= s->copies * s->nx) {
        look(c, s, slot - s->copies * s->nx, true);
        return;
    }
    if ((e->why == ELEMENT_STEP ? e->s.tq : e->s.tx) == c->t &&
        !element_repeat(c, slot, &s->when, &s->repeats))
        return;
    if (e->why == ELEMENT_STEP) {
        step(c, s, slot);
        return;
    }
    saltus_cell_count(c, SALTUS_COUNT_REFRESH, 0, slot);
    e->considered = -INFINITY;
    if (evaluate(c, s, slot, false)) follow_q(c, s, slot, false);
}

/* ---- The start ------------------------------------------------------------------------------- */

static void begin_element(saltus_cell *c, struct linear *s, struct element *e, int32_t index)
{
    int k = s->ring.pass;
    switch (s->ring.phase) {
    case RING_SLOPES:
        if (k < element_order(e)) e->s.q[k] = e->s.x[k];
        break;
    case RING_AIM:
        if (e->m->target) e->m->target->begin(&e->s, c->t);
        break;
    case RING_TURN:
        if (!e->m->target || !(e->u.c[0] > 0)) break;
        e->m->target->turn(&e->s, e->u.c[0], c->t);
        saltus_cell_count(c, SALTUS_COUNT_INITIAL, 0, index);
        break;
    case RING_FIRST:
        if (e->m->first_step) step(c, s, index);
        break;
    default: break;
    }
}

static void begin_round(saltus_cell *c, struct linear *s)
{
    int32_t states = s->copies * s->nx;
    s->ring.token = 2;
    for (int32_t i = 0; i < states; i++) begin_element(c, s, &elements(c)[i], i);
    if (s->ring.phase == RING_FIRST) return;
    for (int32_t i = 0; i < states; i++) evaluate(c, s, i, true);
    if (s->ring.phase == RING_GO) {
        for (int32_t i = 0; i < states; i++)
            set_due(c, s, i, element_next(c, &elements(c)[i], true));
        for (int32_t k = 0; k < s->copies; k++) look(c, s, k, false);
    } else {
        for (int32_t l = 0; l < s->copies * s->ny; l++) marks_add(marks(c), l);
    }
}

void linear_delta_int(saltus_cell *c)
{
    struct linear *s = c->state;
    bool sent = marks(c)->n > 0;
    marks_clear(marks(c));
    if (s->ring.done) {
        if (!sent) act(c, s);
    } else if (s->ring.token == 1) {
        begin_round(c, s);
    } else if (s->ring.token == 2) {
        ring_passed(c, &s->ring);
    }
}

void linear_begin(saltus_cell *c, struct linear *s, double (*start)(const saltus_cell *, int32_t))
{
    int32_t states = s->copies * s->nx;
    s->when = NAN;
    for (int32_t i = 0; i < states; i++) {
        struct element *e = &elements(c)[i];
        if (!element_start(c, e, i, start ? start(c, i) : 0)) return;
        if (element_order(e) > s->ring.width) s->ring.width = (int8_t)element_order(e);
        if (e->m->target) s->ring.wants |= RING_AIMS;
        if (e->m->first_step) s->ring.wants |= RING_STEPS;
        saltus_cell_count(c, SALTUS_COUNT_INITIAL, 0, i);
        show(c, e, i);
    }
    ring_start(c, &s->ring);
}

/* ---- Static parts of it ---------------------------------------------------------------------- */

double linear_partial(const saltus_cell *c, int out, int32_t i, int in, int32_t j)
{
    const struct linear *s = c->state;
    (void)out, (void)in;
    if (i / s->ny != j / s->nu) return 0;
    return linear_plant(c, s, i / s->ny, modes(c)[i / s->ny]).D[(i % s->ny) * s->nu + j % s->nu];
}

void linear_reach(const saltus_cell *c, int in, int32_t j, int out,
                  void (*found)(void *user, int32_t i), void *user)
{
    const struct linear *s = c->state;
    struct plant p = linear_plant(c, s, j / s->nu, 0);
    (void)in, (void)out;
    for (int32_t l = 0; l < s->ny; l++)
        if (p.D[l * s->nu + j % s->nu] != 0) found(user, j / s->nu * s->ny + l);
}

void linear_again(saltus_cell *c, int out, int32_t i, saltus_message *m)
{
    (void)out;
    say(c, c->state, i, m);
}
