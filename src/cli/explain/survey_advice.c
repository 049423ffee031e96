/* SPDX-License-Identifier: MIT */
/* survey_advice.c - from the numbers of a survey to a method, with the reasons in words.
 *
 *   stiff, in pairs                         auto
 *   stiff                                   auto; liqss3 at tight tolerances without events
 *   not stiff, events all the time          qss2
 *   not stiff                               qss3
 * Steps more than STIFF times longer than 1/rate mean stiff. A model that is small, smooth and
 * dense is told that a classic solver may do better. */
#include "cli/explain/survey.h"
#include <math.h>
#include <stdarg.h>
#include <string.h>

static const double STIFF = 10, OFTEN = 0.5, TIGHT = 1e-5;

struct text {
    char *buf;
    size_t size;
};

static __attribute__((format(printf, 2, 3))) void say(struct text *t, const char *format, ...)
{
    size_t n = strlen(t->buf);
    va_list args;
    va_start(args, format);
    if (n + 1 < t->size) vsnprintf(t->buf + n, t->size - n, format, args);
    va_end(args);
}

static void name_of(const saltus_sim *sim, int32_t i, char *buf, size_t size)
{
    saltus_sim_name(sim, SALTUS_STATE, i, buf, size);
}

static void say_pair(struct text *t, const struct survey *s, const saltus_sim *sim)
{
    char a[100], b[100];
    name_of(sim, s->pair_states[0], a, sizeof a);
    name_of(sim, s->pair_states[1], b, sizeof b);
    say(t,
        "Stiff in pairs: %s and %s drive each other, and accuracy allows steps %.3g times longer "
        "than their common time constant. ",
        a, b, s->pair);
    if (isfinite(s->pair_coupling))
        say(t,
            "What goes through both, |a_ij a_ji|, is %.2g times |a_ii a_jj|: neither can be "
            "treated alone.\n",
            s->pair_coupling);
    else
        say(t, "Neither acts on itself, so that neither can be treated alone.\n");
}

static void say_stiff(struct text *t, const struct survey *s, const saltus_sim *sim, double rel)
{
    char a[100];
    name_of(sim, s->stiff_state, a, sizeof a);
    say(t, "Stiff: accuracy allows steps %.3g times longer than the time constant of %s", s->stiff,
        a);
    say(t, "; the largest decay rate met is %.3g.\n", s->fast);
    say(t, "The fast states damp themselves (no two of them depend on each other as strongly), so "
           "one implicit state at a time is enough.\n");
    if (s->guards + s->clocks > 0)
        say(t, "Events cost a linearly implicit method nothing extra: no restart, no iteration.\n");
    if (rel > 0 && rel <= TIGHT && s->guards + s->clocks == 0)
        say(t, "At this tolerance, without events, the third order pays.\n");
}

static bool keeps_energy(const struct survey *s)
{
    return s->spectrum && s->affine && s->swing > 0 && s->fastest <= 1e-9 * s->swing &&
           s->growth <= 1e-9 * s->swing;
}

static void say_not_stiff(struct text *t, const struct survey *s)
{
    double longest = fmax(s->stiff, s->pair);
    if (longest > 0)
        say(t,
            "Not stiff: steps as long as accuracy allows are at most %.2g times the time constant "
            "of their state.\n",
            longest);
    else
        say(t, "Not stiff: no state damps itself.\n");
    if (keeps_energy(s))
        say(t,
            "All eigenvalues are imaginary, up to %.3g: an oscillation that neither grows nor "
            "fades. At first order only cqss keeps its amplitude.\n",
            s->swing);
}

static void say_classic(struct text *t, const struct survey *s)
{
    bool stiff = fmax(s->stiff, s->pair) > STIFF;
    char names[128];
    if (s->n < 3 || s->n > 60 || s->density < 0.5 || s->guards + s->clocks > 0) return;
    say(t,
        "Honestly: %d states without events, of which each derivative reads %.0f %% - a step of "
        "one state renews most of the others. A classic solver that moves all at once may well be "
        "faster: %s, with --method.\n",
        s->n, 100 * s->density,
        methods_classic(stiff ? SALTUS_TRAIT_BLOCKS | SALTUS_TRAIT_ADVISED : SALTUS_TRAIT_EXPLICIT,
                        names, sizeof names));
}

const char *survey_advice(const struct survey *s, const saltus_sim *sim, double rel, char *why,
                          size_t size)
{
    struct text t = {why, size};
    bool often = s->disturbed > OFTEN && 10 * s->events > s->steps;
    const char *method = methods_advised(SALTUS_TRAIT_EXPLICIT, 3);
    why[0] = 0;
    if (s->n == 0) {
        say(&t, "There are no states: any method will do.\n");
        return method;
    }
    if (s->pair > STIFF) {
        method = methods_advised(SALTUS_TRAIT_BLOCKS, 2);
        say_pair(&t, s, sim);
    } else if (s->stiff > STIFF) {
        method = rel > 0 && rel <= TIGHT && s->guards + s->clocks == 0
                     ? methods_advised(SALTUS_TRAIT_DIAGONAL, 3)
                     : methods_advised(SALTUS_TRAIT_BLOCKS, 2);
        say_stiff(&t, s, sim, rel);
    } else {
        say_not_stiff(&t, s);
        if (often) method = methods_advised(SALTUS_TRAIT_EXPLICIT, 2);
        if (often)
            say(&t,
                "Events cause %.0f %% of all new derivatives: higher orders are seldom of use "
                "before the next one.\n",
                100 * s->disturbed);
    }
    say_classic(&t, s);
    return method;
}
