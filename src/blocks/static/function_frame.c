/* SPDX-License-Identifier: MIT */
/* function_frame.c - what all blocks that work element by element have in
 * common: their inputs as series at now. */
#include "blocks/static/function.h"
#include "blocks/signal_times.h"
#include "num/power.h"
#include <float.h>
#include <stdio.h>

enum { KNOWN = 2 }; /* in `heard` of the first input: all inputs of this element are known */

/* Inputs that are signals; they come first. */
static int32_t signals(const saltus_cell *c)
{
    const saltus_port *p = c->type->inputs;
    int32_t n = c->inputs;
    for (; p && p->name; p++) n -= !strcmp(p->type, SALTUS_TYPE_EVENT);
    return n;
}

static int32_t ports(const saltus_cell *c)
{
    return ((const struct function_state *)c->state)->ports;
}

static int arguments_fit(saltus_cell *c,
                         const char *(*check)(const struct args *a, const char **param))
{
    const char *param = NULL, *text;
    struct args a;
    for (int32_t e = 0; check && e < c->size; e++) {
        args_of(c, STORE_ARGS, e, &a);
        text = check(&a, &param);
        if (!text) continue;
        saltus_cell_fail(c, SALTUS_EARG, param, text, NULL);
        return 0;
    }
    return 1;
}

int frame_start(saltus_cell *c, const char *(*check)(const struct args *a, const char **param))
{
    struct marks *m = saltus_cell_store(c, STORE_MARKS, marks_bytes(c->size));
    size_t n = (size_t)c->inputs * (size_t)c->size;
    ((struct function_state *)c->state)->ports = signals(c);
    if (!m || !saltus_cell_store(c, STORE_SIGNALS, n * sizeof(struct signal))) return 0;
    marks_start(m, c->size);
    if (c->inputs > 8 && !saltus_cell_store(c, STORE_SCRATCH,
                                            (size_t)c->inputs * (2 * sizeof(jet) + sizeof(int) +
                                                                 2 * sizeof(int16_t))))
        return 0;
    if (!args_start(c, STORE_ARGS) || !saltus_cell_store(c, STORE_TIMES, times_bytes(c->size)))
        return 0;
    times_start(frame_times(c), c->size);
    return arguments_fit(c, check);
}

struct times *frame_times(const saltus_cell *c)
{
    return (struct times *)saltus_cell_stored(c, STORE_TIMES, NULL);
}

double frame_due(const saltus_cell *c)
{
    const struct function_state *s = c->state;
    return s->marked ? c->t : times_first(frame_times(c));
}

void frame_touch(saltus_cell *c, int32_t e)
{
    struct function_state *s = c->state;
    marks_add(frame_marks(c), e);
    s->marked = 1;
}

struct signal *frame_signal(const saltus_cell *c, int in, int32_t e)
{
    const struct signal *s = saltus_cell_stored(c, STORE_SIGNALS, NULL);
    return (struct signal *)s + (ptrdiff_t)in * c->size + e;
}

struct marks *frame_marks(const saltus_cell *c)
{
    return (struct marks *)saltus_cell_stored(c, STORE_MARKS, NULL);
}

/* Must input `in` of e have spoken first? */
static int awaited(const saltus_cell *c, int in, int32_t e)
{
    const saltus_port *p = c->type->inputs;
    for (int k = 0; k < in && !p->many; k++) p++;
    return !p->optional || saltus_cell_wired(c, in, e);
}

/* Has every input of e that is connected at all said something? */
static int known(const saltus_cell *c, struct signal *s, int32_t e)
{
    if (s[e].heard & KNOWN) return 1;
    for (int in = 0; in < ports(c); in++)
        if (!s[(ptrdiff_t)in * c->size + e].heard && awaited(c, in, e)) return 0;
    s[e].heard |= KNOWN;
    return 1;
}

void frame_take(saltus_cell *c, const saltus_message *x, size_t n,
                void (*touched)(saltus_cell *c, int32_t e))
{
    struct signal *s = frame_signal(c, 0, 0);
    unsigned char *flag = marks_flags(frame_marks(c));
    for (; n > 0; n--, x++) {
        struct signal *to = s + (ptrdiff_t)x->port * c->size;
        int32_t first, end;
        signal_span(x, c->size, &first, &end);
        for (int32_t e = first; e < end; e++) {
            signal_set(to + e, c->t, x);
            if (!known(c, s, e)) continue;
            touched(c, e);
            if (signal_jumps(x) && flag[e]) flag[e] |= MARKED_JUMP;
        }
    }
}

void frame_inputs(const saltus_cell *c, int32_t e, int fresh, struct inputs *in)
{
    struct signal *s = frame_signal(c, 0, e);
    in->n = ports(c);
    in->u = in->few;
    in->degree = in->fews;
    in->order = in->orders;
    in->open = in->opens;
    in->level = 0;
    in->low = in->fresh = SALTUS_SERIES;
    if (c->inputs > 8) {
        in->u = (jet *)saltus_cell_stored(c, STORE_SCRATCH, NULL);
        in->degree = (int *)(in->u + 2 * c->inputs);
        in->order = (int16_t *)(in->degree + c->inputs);
        in->open = in->order + c->inputs;
    }
    for (int32_t k = 0; k < in->n; k++, s += c->size) {
        if (fresh) signal_fresh(c, k, e, s);
        in->u[k].range = 0;
        in->degree[k] = signal_degree(in->u[k].c, signal_at(s, c->t, in->u[k].c));
        in->order[k] = s->order;
        in->open[k] = s->open;
        if (s->open > in->level) in->level = s->open;
        if (s->open && s->order < in->low) in->low = s->order;
        if (s->open && s->t == c->t && s->order < in->fresh) in->fresh = s->order;
    }
}

void frame_seed(struct inputs *in, int32_t j)
{
    for (int32_t k = 0; k < in->n; k++) {
        in->u[k] = jet_const(in->u[k].c[0]);
        in->u[k].c[1] = k == j;
    }
}

void frame_order(const struct inputs *in, int degree, int *order, int *open)
{
    *open = in->level ? in->level : degree >= SALTUS_SERIES;
    *order = in->low < SALTUS_SERIES ? in->low : degree;
    if (*order >= SALTUS_SERIES) *order = SALTUS_SERIES - 1;
}

int frame_finite(const jet *y, int *order, int *open)
{
    int n = 0;
    while (n <= *order && isfinite(y->c[n])) n++;
    if (n > *order) return 1;
    *order = n - 1;
    if (!*open) *open = 1;
    return n > 0;
}

void frame_range(const double *u, double h, jet *range)
{
    saltus_span r[SALTUS_SERIES];
    certain_about(u, SALTUS_SERIES, SALTUS_SERIES, h, r);
    *range = jet_const(0);
    range->range = SALTUS_SERIES;
    for (int n = 0; n < SALTUS_SERIES; n++) jet_set_span(range, n, r[n]);
}

jet *frame_spare(const saltus_cell *c)
{
    return (jet *)saltus_cell_stored(c, STORE_SCRATCH, NULL) + c->inputs;
}

void frame_certify(const saltus_cell *c, const struct inputs *in, const double *y, int order,
                   int open, bool (*ask)(void *user, double h, saltus_span *r), void *user,
                   struct told *t)
{
    const saltus_options *o = saltus_cell_options(c);
    struct certain_told f = {ask,
                             user,
                             y,
                             order,
                             fmax(o->rel, 0) * cell_scale(c),
                             fmax(o->abs, 0) * cell_scale(c),
                             INFINITY,
                             INFINITY};
    double most = INFINITY;
    t->next = INFINITY;
    if (!open) return;
    for (int32_t k = 0; k < in->n; k++) {
        const double *u = in->u[k].c, size = fabs(u[0]);
        if (in->open[k]) most = fmin(most, rules_open_lasts(u, in->order[k], f.rel, f.abs));
        f.first = fmin(f.first, certain_moves(u, in->degree[k], size > 0 ? size : 1));
        f.unseen =
            fmin(f.unseen, certain_moves(u, in->degree[k], rules_signal_error(f.rel, f.abs, size)));
    }
    t->next = c->t + fmin(certain_told(&f, c->t, &t->reach), fmax(most, rules_soonest(c->t)));
}

int frame_drifted(const saltus_cell *c, const struct told *t, const double *y, int open)
{
    const saltus_options *o = saltus_cell_options(c);
    if (!open && !t->sent.open) return 0;
    if (t->sent.t == c->t) return 1; /* lambda is called again */
    return !rules_believed(t->sent.c, t->sent.order, c->t - t->sent.t, y, t->next - c->t,
                           fmax(o->rel, 0) * cell_scale(c), fmax(o->abs, 0) * cell_scale(c));
}

void frame_fail(const saltus_cell *c, int32_t e, const struct inputs *in, const char *hint)
{
    char text[200];
    int n = snprintf(text, sizeof text, "'%s' has no finite value or slope", c->type->name);
    if (c->size > 1) n += snprintf(text + n, sizeof text - (size_t)n, " in element %d", (int)e + 1);
    for (int32_t k = 0; k < in->n && k < 3; k++)
        n += snprintf(text + n, sizeof text - (size_t)n, "%s%.9g%s", k ? ", " : " for the input ",
                      in->u[k].c[0], k == 2 && in->n > 3 ? ", ..." : "");
    if (in->n == 1 && in->degree[0] > 0)
        snprintf(text + n, sizeof text - (size_t)n, " (slope %.9g)", in->u[0].c[1]);
    saltus_cell_fail(c, SALTUS_ENAN, NULL, text, hint);
}
