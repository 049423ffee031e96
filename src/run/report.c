/* SPDX-License-Identifier: MIT */
/* report.c - messages that name the variable, its place in the model, and the time.
 *
 * The place is that of the equation, if the model knows it, or else that of the declaration. A
 * fault that the model reports concerns what it was last asked for (sim_asks). */
#include "base/paint.h"
#include "base/text.h"
#include "run/sim.h"
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

static const saltus_variable *table(const saltus_model *m, saltus_kind kind)
{
    switch (kind) {
    case SALTUS_STATE: return m->states;
    case SALTUS_DISCRETE: return m->discretes;
    case SALTUS_PARAMETER: return m->parameters;
    case SALTUS_OUTPUT: return m->outputs;
    case SALTUS_SUM: return m->sums;
    case SALTUS_DELAY: return m->delays;
    default: return NULL;
    }
}

int sim_name(const saltus_model *m, saltus_kind kind, int32_t index, char *buf, size_t room)
{
    const saltus_variable *v = table(m, kind);
    const saltus_guard *g = kind == SALTUS_GUARD   ? m->guards
                            : kind == SALTUS_CLOCK ? m->clocks
                                                   : NULL;
    for (; index >= 0 && v && v->name; v++) {
        int32_t n = text_elements(v->size);
        if (index < n) return text_element(buf, room, v->name, v->size, index);
        index -= n;
    }
    for (; index >= 0 && g && g->name; g++) {
        int32_t n = text_elements(g->size);
        if (index < n) return text_element(buf, room, g->name, g->size, index);
        index -= n;
    }
    return snprintf(buf, room, "%s", "?");
}

static saltus_loc declared(const saltus_model *m, saltus_kind kind, int32_t index)
{
    const saltus_variable *v = table(m, kind);
    const saltus_guard *g = kind == SALTUS_GUARD   ? m->guards
                            : kind == SALTUS_CLOCK ? m->clocks
                                                   : NULL;
    for (; v && v->name; v++) {
        int32_t n = text_elements(v->size);
        if (index < n) return v->at;
        index -= n;
    }
    for (; g && g->name; g++) {
        int32_t n = text_elements(g->size);
        if (index < n) return g->at;
        index -= n;
    }
    return (saltus_loc){0};
}

saltus_loc sim_place(const struct sim *s, saltus_kind kind, int32_t index)
{
    const saltus_model *m = s->model;
    bool equation = kind != SALTUS_DISCRETE && kind != SALTUS_PARAMETER;
    const saltus_loc *at =
        m->where && equation && index >= 0 ? m->where(&s->net.env, kind, index) : NULL;
    return at ? *at : declared(m, kind, index);
}

void saltus_diag_print(FILE *out, const saltus_diag *d)
{
    if (!out || !d) return;
    if (d->at.file && d->at.line) fprintf(out, "%s:%u: ", d->at.file, (unsigned)d->at.line);
    fprintf(out, "%s%s:%s ", paint_code(out, d->status < 0 ? PAINT_ERROR : PAINT_NOTE),
            d->status < 0 ? "error" : "note", paint_code(out, PAINT_OFF));
    if (d->var) fprintf(out, "%s: ", d->var);
    fprintf(out, "%s", d->text);
    if (!isnan(d->t)) fprintf(out, " (t = %.9g)", d->t);
    fputc('\n', out);
    if (d->hint)
        fprintf(out, "    = %shint:%s %s\n", paint_code(out, PAINT_HINT),
                paint_code(out, PAINT_OFF), d->hint);
}

void sim_tell(const saltus_options *o, const saltus_diag *d)
{
    if (o->diag)
        o->diag(o->user, d);
    else
        saltus_diag_print(stderr, d);
}

void sim_note(struct sim *s, saltus_status st, const saltus_loc *at, saltus_kind kind,
              int32_t index, const char *text, const char *hint)
{
    char name[200];
    saltus_diag d = {.status = st, .t = s->net.env.t, .text = text, .hint = hint};
    if (index >= 0 && kind != SALTUS_END && kind != SALTUS_TIME) {
        sim_name(s->model, kind, index, name, sizeof name);
        d.var = name;
        d.at = sim_place(s, kind, index);
    }
    if (at) d.at = *at;
    sim_tell(&s->opt, &d);
}

void sim_fail_at(struct sim *s, saltus_status st, const saltus_loc *at, saltus_kind kind,
                 int32_t index, const char *text, const char *hint)
{
    if (s->status < 0) return;
    s->status = st;
    if (s->withholding && (st == SALTUS_ENAN || st == SALTUS_EMODEL))
        s->withheld = true;
    else
        sim_note(s, st, at, kind, index, text, hint);
}

void sim_fail(struct sim *s, saltus_status st, saltus_kind kind, int32_t index, const char *text,
              const char *hint)
{
    sim_fail_at(s, st, NULL, kind, index, text, hint);
}

/* The text may lie on the model's stack: it is told, or copied, before this returns. */
void sim_fault(const saltus_env *e, const saltus_loc *at, const char *text)
{
    size_t offset = offsetof(struct sim, net) + offsetof(struct net, env);
    struct sim *s = (struct sim *)((char *)(uintptr_t)e - offset);
    sim_fail_at(s, SALTUS_EMODEL, at, s->asked, s->asked_index,
                text ? text : "the model cannot go on", NULL);
}

/* Acting twice at one instant is common, acting forever is not. The limit counts all
 * repetitions of an instant. */
void sim_repeat(struct sim *s, saltus_kind kind, int32_t index)
{
    uint64_t actors = (uint64_t)s->net.n + (uint64_t)s->n_guards + (uint64_t)s->n_clocks +
                      (uint64_t)s->n_delays + (uint64_t)s->net.n_terms;
    uint64_t limit = s->opt.max_instant + 4 * actors;
    uint64_t left = ++s->repeats <= limit ? limit + 1 - s->repeats : 0;
    if (kind == SALTUS_GUARD) sim_unsettled(s, index, left);
    if (left > 0 || kind == SALTUS_GUARD) return;
    if (kind == SALTUS_STATE)
        sim_fail(s, SALTUS_ESTUCK, kind, index,
                 "its steps have become too small to advance the clock",
                 "a larger absolute quantum, or a method for stiff models (auto)");
    else if (kind == SALTUS_DELAY)
        sim_fail(s, SALTUS_ESTUCK, kind, index, "its lag is too small to advance the clock",
                 "a larger lag, or the expression itself in place of its delay");
    else if (kind == SALTUS_SUM)
        sim_fail(s, SALTUS_ESTUCK, kind, index, "its terms change too fast to advance the clock",
                 "a larger absolute quantum of the states that it reads");
    else
        sim_fail(s, SALTUS_EZENO, kind, index, "this clock is due again at the instant it fired",
                 "the next instant must lie after the present one");
}

/* Is it the voltage of a capacitor, or the current of a coil? */
static bool is_electrical(const saltus_model *m, int32_t i)
{
    for (const saltus_variable *v = m->states; v && v->name; v++) {
        if (i < text_elements(v->size))
            return v->unit && (!strcmp(v->unit, "V") || !strcmp(v->unit, "A"));
        i -= text_elements(v->size);
    }
    return false;
}

/* In which mode it happened: " with d1.off = 0, 'time >= t1' true", what is discrete in the derivative. */
static void say_modes(const struct sim *s, int32_t i, char *text, size_t room)
{
    enum { SOME = 6 };
    int32_t n = 0;
    size_t at = strlen(text);
    for (int32_t d = 0; d < s->n_discretes && s->drives.start; d++) {
        char name[200];
        if (!csr_has(&s->drives, d, i) || n++ >= SOME) continue;
        sim_name(s->model, SALTUS_DISCRETE, d, name, sizeof name);
        const char *before = n == 1 ? " with " : ", ";
        if (strpbrk(name, "<>"))
            at += (size_t)snprintf(text + at, room - at, "%s'%s' %s", before, name,
                                   s->discretes[d] != 0 ? "true" : "false");
        else
            at += (size_t)snprintf(text + at, room - at, "%s%s = %.6g", before, name,
                                   s->discretes[d]);
    }
    if (n > SOME) snprintf(text + at, room - at, " and %d more", (int)(n - SOME));
}

/* Slopes that are not told leave no trace: they will be found again. */
void sim_not_finite(struct sim *s, int32_t i)
{
    char text[2000] = "its value is not finite";
    for (int k = 1; s->withholding && k <= SALTUS_SIGNAL + 1; k++) s->net.s[i].x[k] = 0;
    if (isfinite(s->net.s[i].x[0])) {
        snprintf(text, sizeof text, "its derivative is not finite");
        say_modes(s, i, text, sizeof text);
    }
    sim_fail(s, SALTUS_ENAN, SALTUS_STATE, i, text,
             is_electrical(s->model, i)
                 ? "a division by zero, a root or logarithm outside its domain, or a model that "
                   "explodes; in a circuit: a diode or switch without resistance across a "
                   "capacitor, or one that interrupts a coil (set Ron, Goff)"
                 : "a division by zero, a root or logarithm outside its domain, or a model that "
                   "explodes");
}
