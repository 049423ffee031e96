/* SPDX-License-Identifier: MIT */
/* embed.c - a part that is a model: its run, and how it follows messages.
 *
 * A message on an input is stored (outside_give); nothing is evaluated before all inputs that
 * change at this instant have done so: the part is due at once, and acts when its turn comes. Then,
 * at the beginning of lambda, its run catches up with the present: what follows from the inputs,
 * events, steps. The outputs that have changed are sent. lambda may be called again at the same
 * instant; it then sends the same. delta_int forgets what was sent.
 *
 * The start. What reads no input (states of its own, outputs made of them) is sent at once, as
 * constants, for others may need it; the model itself starts when every input with a wire has had a
 * message: before that, its functions might be asked where they are not defined. Inputs without a
 * wire keep their start values. */
#include "blocks/embed/embed.h"
#include "run/outside/keep.h"
#include <math.h>
#include <string.h>

/* ---- The start ------------------------------------------------------------------------------- */

static saltus_options options_of(saltus_cell *c, struct embedded *e)
{
    saltus_options o = *saltus_cell_options(c);
    options_start(&o, c->t);
    o.rules = NULL;
    o.outputs = NULL;
    o.sets = NULL;
    o.n_rules = o.n_outputs = o.n_sets = 0;
    o.sample = NULL;
    o.interval = 0;
    o.max_events = 0;
    o.shadow = 0;
    embed_listen(e, &o);
    return o;
}

static bool has_own_states(const struct embed_type *t)
{
    for (int32_t i = 0; i < t->n_states; i++)
        if (t->in_of[i] < 0) return true;
    return false;
}

static void embed_start(saltus_cell *c)
{
    const struct embed_type *t = embed_type_of(c->part);
    const saltus_options *run = saltus_cell_options(c);
    saltus_options o;
    struct alloc a;
    struct embedded *e;
    saltus_status st = SALTUS_ENOMEM;
    alloc_init(&a, run->alloc, run->alloc_user);
    e = alloc_array(&a, 1, sizeof *e);
    *(struct embedded **)c->state = e;
    if (e) {
        e->alloc = a;
        e->type = t;
        e->cell = c;
        e->waiting = -1;
        e->hello = has_own_states(t);
        e->heard = alloc_array(&e->alloc, (size_t)t->n_states, 1);
        e->counted = alloc_array(&e->alloc, (size_t)t->n_states, sizeof *e->counted);
        o = options_of(c, e);
        if (e->heard && e->counted) st = embed_open(c, e, &o);
    }
    if (st == SALTUS_ENOMEM)
        saltus_cell_fail(c, st, NULL, "out of memory for the model of this block", NULL);
    if (st < 0) return;
    embed_listen_outside(e);
}

static void embed_stop(saltus_cell *c)
{
    struct embedded *e = embedded_of(c);
    struct alloc a;
    if (!e) return;
    if (e->o && !e->o->begun && e->waiting > 0 && saltus_devs_time(c->run) > c->t)
        saltus_cell_note(c, "it has never started: not all of its inputs have had a value");
    outside_free(e->o);
    alloc_free(&e->alloc, e->heard);
    alloc_free(&e->alloc, e->counted);
    a = e->alloc;
    alloc_free(&a, e);
    *(struct embedded **)c->state = NULL;
}

static int32_t count_waiting(const saltus_cell *c, const struct embedded *e)
{
    const struct embed_type *t = e->type;
    int32_t n = 0;
    for (int32_t p = 0; p < t->n_in; p++)
        for (int32_t i = 0; i < t->in[p].count; i++)
            n += !e->heard[t->in[p].first + i] && saltus_cell_wired(c, p, i);
    return n;
}

static void begin(struct embedded *e, double t)
{
    outside_begin(e->o, t);
    e->hello = false;
    if (e->o->sim->status < 0) return;
    embed_count_initial(e);
}

/* ---- The run --------------------------------------------------------------------------------- */

static void hear(struct embedded *e, const saltus_message *m)
{
    const struct embed_port *p = &e->type->in[m->port];
    int32_t from = m->index == SALTUS_ALL ? 0 : m->index,
            to = m->index == SALTUS_ALL ? p->count : m->index + 1;
    for (int32_t i = p->first + from; i < p->first + to; i++) {
        if (!e->heard[i]) {
            e->heard[i] = 1;
            e->waiting -= e->waiting > 0;
        }
        outside_give(e->o, e->cell->t, i, m->c, m->order, m->open, m->jump != 0);
    }
}

static void embed_external(saltus_cell *c, double elapsed, const saltus_message *x, size_t n)
{
    struct embedded *e = embedded_of(c);
    (void)elapsed;
    if (!e || !e->o) return;
    e->cell = c;
    if (e->waiting < 0) e->waiting = count_waiting(c, e);
    for (size_t k = 0; k < n; k++) hear(e, &x[k]);
}

static double embed_due(const saltus_cell *c)
{
    struct embedded *e = embedded_of(c);
    if (!e || !e->o || e->o->sim->status) return INFINITY;
    if (!e->o->begun) {
        if (e->waiting < 0) e->waiting = count_waiting(c, e);
        return e->hello || e->waiting == 0 ? c->t : INFINITY;
    }
    return e->o->moved.count || e->o->lines.count ? c->t : outside_next(e->o);
}

static void catch_up(struct embedded *e, double t)
{
    outside_run(e->o, t);
    if (!e->type->still) {
        embed_count_steps(e);
        embed_show_outputs(e);
    } else {
        set_clear(&e->o->sim->stale);
    }
    embed_count_work(e);
}

/* The value of a line before the model has started; false: it reads an input, and must wait. */
static bool first_value(struct embedded *e, int32_t k, double *value)
{
    const struct outside_line *l = &e->type->line[k];
    struct sim *s = e->o->sim;
    if (l->kind == SALTUS_STATE) {
        *value = s->net.s[l->index].x[0];
    } else if (l->kind == SALTUS_DISCRETE) {
        *value = s->discretes[l->index];
    } else {
        for (const int32_t *i = csr_first(&e->o->reads, k); i < csr_last(&e->o->reads, k); i++)
            if (outside_has(e->o, *i)) return false;
        sim_asks(s, SALTUS_OUTPUT, l->index);
        s->model->output.eval(&s->net.env, l->index, 1, value);
    }
    return isfinite(*value);
}

/* Before the model has started. */
static void send_hello(const saltus_cell *c, struct embedded *e)
{
    for (int32_t k = 0; k < e->type->n_lines; k++) {
        int32_t port = e->type->port_of[k];
        double value;
        if (first_value(e, k, &value))
            saltus_cell_out(c, port, k - e->type->out[port].first)->c[0] = value;
    }
}

static void send(const saltus_cell *c, struct embedded *e)
{
    struct outside *o = e->o;
    const struct embed_type *t = e->type;
    for (int32_t j = 0; j < o->lines.count; j++) {
        int32_t k = o->lines.item[j], port = t->port_of[k];
        double y[SALTUS_SERIES];
        int open, order = outside_line(o, k, c->t, y, &open);
        saltus_message *m;
        if (o->sim->status < 0) return;
        m = saltus_cell_out(c, port, k - t->out[port].first);
        m->order = (int16_t)order;
        m->open = (int8_t)open;
        if (o->jumped[k]) m->jump = 1;
        memcpy(m->c, y, (size_t)(order + 1) * sizeof *y);
        outside_tell(o, k, c->t, y, order, open);
        if (t->still && t->line[k].kind == SALTUS_OUTPUT)
            embed_show(e, t->n_states + t->n_discretes + t->line[k].index, y, order);
    }
}

static void embed_lambda(const saltus_cell *c)
{
    struct embedded *e = embedded_of(c);
    if (!e || !e->o) return;
    e->cell = c;
    if (!e->o->begun && e->waiting == 0) begin(e, c->t);
    if (!e->o->begun) {
        if (e->hello) send_hello(c, e);
        return;
    }
    catch_up(e, c->t);
    if (e->o->sim->status >= 0) send(c, e);
}

static void embed_internal(saltus_cell *c)
{
    struct embedded *e = embedded_of(c);
    struct outside *o;
    if (!e || !e->o) return;
    o = e->o;
    e->cell = c;
    e->hello = false;
    for (int32_t j = 0; j < o->lines.count; j++) o->jumped[o->lines.item[j]] = false;
    set_clear(&o->lines);
}

/* ---- Structure and values for others --------------------------------------------------------- */

static int32_t embed_port_size(const saltus_part *p, int way, int port)
{
    const struct embed_type *t = embed_type_of(p);
    return way ? t->out[port].count : t->in[port].count;
}

static int32_t embed_shown_size(const saltus_part *p, int k)
{
    return embed_type_of(p)->shown[k].count;
}

static int embed_through(const saltus_part *p, int in, int out)
{
    const struct embed_type *t = embed_type_of(p);
    return t->through[in * t->n_out + out];
}

static double embed_partial(const saltus_cell *c, int out, int32_t i, int in, int32_t j)
{
    struct embedded *e = embedded_of(c);
    const struct embed_type *t = embed_type_of(c->part);
    if (!e || !e->o) return 0;
    e->cell = c;
    return outside_partial(e->o, t->out[out].first + i, t->in[in].first + j, c->t);
}

static void embed_reach(const saltus_cell *c, int in, int32_t j, int out,
                        void (*add)(void *user, int32_t i), void *user)
{
    const struct embedded *e = embedded_of(c);
    const struct embed_type *t = embed_type_of(c->part);
    int32_t state = t->in[in].first + j, first = t->out[out].first, end = first + t->out[out].count;
    if (!e || !e->o) return;
    for (const int32_t *k = csr_first(&e->o->reach, state); k < csr_last(&e->o->reach, state); k++)
        if (*k >= first && *k < end) add(user, *k - first);
}

static void embed_again(saltus_cell *c, int out, int32_t i, saltus_message *m)
{
    struct embedded *e = embedded_of(c);
    int open = 0;
    double y[SALTUS_SERIES] = {0};
    m->order = m->open = 0;
    memcpy(m->c, y, sizeof y);
    if (!e || !e->o || !e->o->begun) return;
    e->cell = c;
    m->order =
        (int16_t)outside_line(e->o, embed_type_of(c->part)->out[out].first + i, c->t, y, &open);
    m->open = (int8_t)open;
    memcpy(m->c, y, (size_t)(m->order + 1) * sizeof *y);
}

/* ---- Snapshots ------------------------------------------------------------------------------- */

static void keep_part(struct keep *k, struct embedded *e)
{
    int32_t n = e->type->n_states;
    keep_bytes(k, e->heard, (size_t)n);
    keep_bytes(k, e->counted, (size_t)n * sizeof *e->counted);
    keep_bytes(k, &e->told, sizeof e->told);
    keep_bytes(k, &e->waiting, sizeof e->waiting);
    keep_bytes(k, &e->hello, sizeof e->hello);
    outside_keep(k, e->o);
}

static size_t embed_save(const saltus_cell *c, void *to, size_t room)
{
    struct embedded *e = embedded_of(c);
    struct keep k = {.at = to, .room = room};
    if (!e || !e->o) return 0;
    keep_part(&k, e);
    return k.used;
}

static void embed_load(saltus_cell *c, const void *from, size_t n)
{
    struct embedded *e = embedded_of(c);
    struct keep k = {.at = (unsigned char *)(uintptr_t)from, .room = n, .load = true};
    if (!e || !e->o) return;
    e->cell = c;
    keep_part(&k, e);
    if (k.failed || k.used != n)
        saltus_cell_fail(c, SALTUS_EARG, NULL,
                         "the snapshot does not fit this model, or memory is short", NULL);
}

void embed_functions(saltus_atomic *a, bool is_static, bool is_through)
{
    a->struct_size = sizeof *a;
    a->state_size = sizeof(struct embedded *);
    a->rank = is_static || is_through ? -2 : 1;
    a->port_size = embed_port_size;
    a->shown_size = embed_shown_size;
    a->start = embed_start;
    a->stop = embed_stop;
    a->due = embed_due;
    a->lambda = embed_lambda;
    a->delta_int = embed_internal;
    a->delta_ext = embed_external;
    a->save = embed_save;
    a->load = embed_load;
    if (!is_static && !is_through) return;
    a->through = embed_through;
    a->partial = embed_partial;
    a->reach = embed_reach;
    a->again = embed_again;
}
