/* SPDX-License-Identifier: MIT */
/* embed_say.c - what the run inside a part says goes on to the run around it: values, events,
 * messages, statistics.
 *
 * Of the model's variables the part shows states, discretes that have a name, and the outputs that
 * are ports; guards as events. Outputs of a model with states are shown along x, as everywhere,
 * though others see them along q. */
#include "blocks/embed/embed.h"
#include "run/engine.h"
#include <stdio.h>
#include <string.h>

/* ---- What the run inside says ---------------------------------------------------------------- */

void embed_show(struct embedded *e, int32_t var, const double *poly, int order)
{
    const struct embed_type *t = e->type;
    int32_t k = t->show_of[var], first = var >= t->n_states + t->n_discretes
                                             ? t->n_states + t->n_discretes
                                         : var >= t->n_states ? t->n_states
                                                              : 0;
    if (k >= 0) saltus_cell_show(e->cell, k, var - first - t->shown[k].first, poly, order);
}

static int on_segment(void *user, double t, int32_t var, const double *poly, int order)
{
    struct embedded *e = user;
    const struct embed_type *type = e->type;
    if (!e->o) return 0;
    if (outside_collect(e->o, t, var, poly, order)) return 0;
    if (var >= type->n_states && var < type->n_states + type->n_discretes)
        outside_written(e->o, var - type->n_states);
    embed_show(e, var, poly, order);
    return 0;
}

static void on_piece(void *user, int32_t var, const double *poly, int degree)
{
    embed_show(user, var, poly, degree);
}

static int on_event(void *user, double t, saltus_kind kind, int32_t index, int direction)
{
    struct embedded *e = user;
    const struct embed_type *type = e->type;
    double way = direction;
    int32_t k;
    (void)t;
    if (kind == SALTUS_CLOCK) {
        saltus_cell_count(e->cell, SALTUS_COUNT_CLOCK, -1, index);
        return 0;
    }
    k = type->show_of[type->n_states + type->n_discretes + type->n_outputs + index];
    if (k >= 0) saltus_cell_show(e->cell, k, index - type->shown[k].first, &way, 0);
    return 0;
}

/* "... in the equation of line 8: ..." without the line: that of a text which no one has
 * written. */
static void cut_lines(char *text)
{
    char *from = strstr(text, " in the equation"), *to = from ? strchr(from, ':') : NULL;
    if (to) memmove(from, to, strlen(to) + 1);
}

static void on_diag(void *user, const saltus_diag *d)
{
    const struct embedded *e = user;
    const char *method;
    char text[512], place[160] = "";
    bool file = d->at.file && strcmp(d->at.file, e->cell->part->name) != 0; /* else of a diagram */
    if (d->at.line && file)
        snprintf(place, sizeof place, " (%s:%u:%u)", d->at.file, (unsigned)d->at.line,
                 (unsigned)d->at.col);
    snprintf(text, sizeof text, "%s%s%s%s", d->var ? d->var : "", d->var ? ": " : "",
             d->text ? d->text : "", place);
    if (!file) cut_lines(text);
    method = saltus_part_word(e->cell->part, "method");
    if (d->status < 0)
        saltus_cell_fail(e->cell, d->status,
                         method && d->var && !strcmp(d->var, method) ? "method" : NULL, text,
                         d->hint);
    else if (d->status == SALTUS_TERMINATED)
        saltus_cell_end(e->cell, text);
    else
        saltus_cell_note(e->cell, text);
}

/* An input whose series was cut off: the one that feeds it may have a fresh one. */
static void on_fresh(void *user, int32_t state)
{
    struct embedded *e = user;
    int in = e->type->in_of[state];
    saltus_message m;
    if (!saltus_cell_renew((saltus_cell *)(uintptr_t)e->cell, in, state - e->type->in[in].first,
                           &m))
        return;
    outside_put(e->o, e->cell->t, state, m.c, m.order, m.open);
}

/* ---- Statistics ------------------------------------------------------------------------------ */

static void count(struct embedded *e, saltus_counted what, uint64_t *told, uint64_t now)
{
    for (; *told < now; ++*told) saltus_cell_count(e->cell, what, -1, -1);
}

static void count_state(struct embedded *e, int32_t i)
{
    const struct embed_type *t = e->type;
    int32_t k = t->show_of[i];
    if (k < 0) return;
    for (; e->counted[i] < e->o->sim->steps[i]; e->counted[i]++)
        saltus_cell_count(e->cell, SALTUS_COUNT_STEP, k, i - t->shown[k].first);
}

/* Steps of all states together count as steps of the first one that is shown. */
static void count_whole(struct embedded *e)
{
    uint64_t now = e->o->sim->stats.steps;
    for (; e->told.steps < now; e->told.steps++)
        saltus_cell_count(e->cell, SALTUS_COUNT_STEP, 0, 0);
}

void embed_count_initial(struct embedded *e)
{
    const struct embed_type *t = e->type;
    for (int32_t i = 0; i < t->n_states; i++) {
        int32_t k = t->show_of[i];
        for (int j = 0; k >= 0 && !sim_together(e->o->sim) && j < e->o->sim->initial[i]; j++)
            saltus_cell_count(e->cell, SALTUS_COUNT_INITIAL, k, i - t->shown[k].first);
        count_state(e, i);
    }
}

void embed_count_work(struct embedded *e)
{
    const struct sim *s = e->o->sim;
    count(e, SALTUS_COUNT_GUARD_EVALUATION, &e->told.guard_evaluations, s->stats.guard_evaluations);
    if (e->type->still) return;
    count(e, SALTUS_COUNT_EVALUATION, &e->told.evaluations, s->stats.evaluations);
    count(e, SALTUS_COUNT_PARTIAL, &e->told.partials, s->net.partials);
    count(e, SALTUS_COUNT_PAIR, &e->told.pair_steps, s->stats.pair_steps);
    count(e, SALTUS_COUNT_REFRESH, &e->told.refreshes, s->stats.refreshes);
    if (sim_together(e->o->sim)) count_whole(e);
}

/* Steps of its states at this instant. */
void embed_count_steps(struct embedded *e)
{
    for (int32_t k = 0; k < e->o->stepped.count && !sim_together(e->o->sim); k++)
        count_state(e, e->o->stepped.item[k]);
    set_clear(&e->o->stepped);
}

void embed_show_outputs(struct embedded *e)
{
    struct sim *s = e->o->sim;
    double c[SALTUS_SIGNAL];
    for (int32_t j = 0; j < s->stale.count && !sim_together(e->o->sim); j++) {
        int32_t k = s->outputs[s->stale.item[j]], degree = SALTUS_SIGNAL - 1;
        sim_output_series(s, k, e->cell->t, SALTUS_SIGNAL, c);
        while (degree > 0 && c[degree] == 0) degree--;
        embed_show(e, s->net.n + s->n_discretes + k, c, degree);
    }
    set_clear(&s->stale);
}

/* ---- Listening ------------------------------------------------------------------------------- */

void embed_listen(struct embedded *e, saltus_options *o)
{
    o->sink = on_segment;
    o->fired = on_event;
    o->diag = on_diag;
    o->user = e;
}

void embed_listen_outside(struct embedded *e)
{
    e->o->fresh = on_fresh;
    e->o->show = on_piece;
    e->o->user = e;
}
