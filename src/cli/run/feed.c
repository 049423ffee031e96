/* SPDX-License-Identifier: MIT */
/* feed.c - from the engine to the sinks of a job (feed.h). */
#include "cli/run/feed.h"
#include "cli/run/clock.h"
#include "saltus_diagram.h"
#include <stdlib.h>
#include <string.h>

enum { BATCH = 4096 };

struct piece {
    double t, poly[SALTUS_SERIES + 1];
    int32_t what;   /* a column; an event: -1 - mark                                             */
    int32_t order;  /* or direction                                                              */
    uint32_t steps; /* made since the piece before                                              */
};

void feed_keep(struct feed *r, saltus_status s)
{
    if (s < 0 && r->status >= 0) r->status = s;
}

static void hand_on(struct feed *r, const struct piece *p)
{
    const struct job_sink *k = r->sink;
    if (p->steps && k->steps) k->steps(k->user, p->t, p->steps);
    if (p->what >= 0 && k->segment)
        feed_keep(r, k->segment(k->user, p->t, (size_t)p->what, p->poly, p->order));
    if (p->what < 0 && k->event)
        feed_keep(r, k->event(k->user, p->t, (size_t)(-1 - p->what), p->order));
}

void feed_drain(struct feed *r)
{
    double begun = clock_cpu();
    for (size_t k = 0; k < r->n && r->status >= 0; k++) hand_on(r, &r->piece[k]);
    r->n = 0;
    r->sinking += clock_cpu() - begun;
}

/* Room for one piece; NULL: the run ends. Before the sink is open everything is kept. */
static struct piece *next_piece(struct feed *r)
{
    if (r->n == r->room && r->ready) feed_drain(r);
    if (r->n == r->room) {
        size_t room = r->room ? 2 * r->room : BATCH;
        struct piece *p = realloc(r->piece, room * sizeof *p);
        if (!p) {
            if (r->status >= 0)
                talk_error("out of memory for what the run has made before its files are open");
            feed_keep(r, SALTUS_ENOMEM);
            return NULL;
        }
        r->piece = p;
        r->room = room;
    }
    return r->status < 0 ? NULL : &r->piece[r->n++];
}

static uint32_t note_steps(struct feed *r, double t)
{
    uint64_t all = r->sim ? saltus_sim_all_steps(r->sim) : 0, more = all - r->steps;
    if (!more) return 0;
    r->last_step = t;
    r->steps = all;
    return (uint32_t)more;
}

/* False: no memory is left. */
static bool keep(struct job_keep *k, double t, int32_t var, const double *poly, int order)
{
    if (++k->seen > k->most) return true;
    return saltus_traj_sink(k->traj, t, var, poly, order) == 0;
}

int feed_segment(void *user, double t, int32_t var, const double *poly, int order)
{
    struct feed *r = user;
    uint32_t steps = note_steps(r, t);
    int32_t column = r->columns->column_of ? r->columns->column_of[var] : -1;
    struct piece *p;
    if (r->keep && !keep(r->keep, t, var, poly, order)) feed_keep(r, SALTUS_ENOMEM);
    if (steps && r->sink->step && r->ready) r->sink->step(r->sink->user, t, r->sim);
    if (column < 0) {
        if (steps && r->sink->steps && r->ready) r->sink->steps(r->sink->user, t, steps);
        return r->status < 0;
    }
    if (!(p = next_piece(r))) return 1;
    p->t = t;
    p->what = column;
    p->order = order;
    p->steps = steps;
    memcpy(p->poly, poly, ((size_t)order + 1) * sizeof *poly);
    return 0;
}

int feed_event(void *user, double t, saltus_kind kind, int32_t index, int direction)
{
    struct feed *r = user;
    const struct columns *c = r->columns;
    struct piece *p = next_piece(r);
    if (!p) return 1;
    p->t = t;
    p->what = -1 - c->mark_of[kind == SALTUS_GUARD ? index : c->n_guards + index];
    p->order = direction;
    p->steps = note_steps(r, t);
    return 0;
}

int feed_sample(void *user, double t, const saltus_sim *s)
{
    struct feed *r = user;
    double begun;
    if (!r->ready || r->sampled == r->n_instants) return 0;
    r->sampled++;
    feed_drain(r);
    begun = clock_cpu();
    feed_keep(r, r->sink->sample(r->sink->user, t, s));
    r->sinking += clock_cpu() - begun;
    return r->status < 0;
}

static void print(const struct feed *r, const saltus_diag *d)
{
    if (r->diagram)
        saltus_diagram_print(stderr, r->diagram, d);
    else
        saltus_diag_print(stderr, d);
}

void feed_diag(void *user, const saltus_diag *d)
{
    struct feed *r = user;
    /* notes of a run are about how good it is, except that the model has ended it */
    int most = d->status < 0 ? 2 : d->status == SALTUS_TERMINATED ? 0 : 1;
    progress_clear(&r->progress);
    if (!r->hush && talk_silence() <= most) print(r, d);
    if (d->status >= 0) return;
    snprintf(r->out->message, sizeof r->out->message, "%s%s%s", d->var ? d->var : "",
             d->var ? ": " : "", d->text);
}

void feed_free(struct feed *r)
{
    free(r->piece);
    r->piece = NULL;
}
