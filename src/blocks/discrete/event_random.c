/* SPDX-License-Identifier: MIT */
/* event_random.c - random times by inversion and sums.
 *
 * With u uniform in [0, 1): an exponential time is -log(1 - u); an Erlang time the sum of `shape`
 * exponential ones, each with mean / shape; a normal number by the formula of Box and Muller,
 * sqrt(-2 log(1 - u)) cos(2 pi v), which always takes two numbers, so that the count of numbers
 * drawn depends on nothing else. All numbers of a part are counted: restoring the count restores
 * the sequence. */
#include "blocks/discrete/event.h"

#include <math.h>
#include <string.h>

double event_exponential(const saltus_cell *c, uint64_t k)
{
    return -log1p(-saltus_cell_random(c, k));
}

double event_normal(const saltus_cell *c, uint64_t k)
{
    double r = sqrt(2 * event_exponential(c, k));
    return r * cos(6.283185307179586 * saltus_cell_random(c, k + 1));
}

static int kind_of(const char *word)
{
    static const char *const words[] = {"constant", "exponential", "uniform", "normal",
                                        "erlang",   "list",        "payload"};
    for (int k = 0; k <= LAW_PAYLOAD; k++)
        if (word && !strcmp(word, words[k])) return k;
    return LAW_CONSTANT;
}

/* Names of the parameters that a law cannot do without. */
static const char *const wanted[][3] = {
    [LAW_CONSTANT] = {"mean"},        [LAW_EXPONENTIAL] = {"mean"},
    [LAW_UNIFORM] = {"min", "max"},   [LAW_NORMAL] = {"mean", "deviation"},
    [LAW_ERLANG] = {"mean", "shape"}, [LAW_LIST] = {"list"},
    [LAW_PAYLOAD] = {NULL},
};

static int list_fine(const saltus_cell *c)
{
    const double *v = saltus_part_reals(c->part, "list");
    for (int32_t i = 0, n = saltus_part_count(c->part, "list", NULL, NULL); i < n; i++) {
        if (v[i] >= 0) continue;
        event_fail(c, "list", NULL, "time %d of the list is negative: %g", i + 1, v[i]);
        return 0;
    }
    return 1;
}

int event_law_read(const saltus_cell *c, struct event_law *law)
{
    const char *word = saltus_part_word(c->part, "law");
    law->kind = kind_of(word);
    for (const char *const *w = wanted[law->kind]; *w; w++)
        if (!saltus_part_count(c->part, *w, NULL, NULL)) {
            event_fail(c, *w, NULL, "the law '%s' needs the parameter '%s'", word, *w);
            return 0;
        }
    int uniform = law->kind == LAW_UNIFORM;
    law->a = saltus_part_real(c->part, uniform ? "min" : "mean", 0);
    law->b = saltus_part_real(c->part, uniform ? "max" : "deviation", 0);
    law->shape = (int32_t)saltus_part_real(c->part, "shape", 0);
    if (uniform && law->b < law->a) {
        event_fail(c, "max", NULL, "max = %g is below min = %g", law->b, law->a);
        return 0;
    }
    return law->kind != LAW_LIST || list_fine(c);
}

static double erlang(const saltus_cell *c, const struct event_law *law, uint64_t *k)
{
    double sum = 0;
    for (int32_t j = 0; j < law->shape; j++) sum += event_exponential(c, (*k)++);
    return law->a * sum / law->shape;
}

static double normal(const saltus_cell *c, const struct event_law *law, uint64_t *k)
{
    double t;
    do {
        t = law->a + law->b * event_normal(c, *k);
        *k += 2;
    } while (t < 0);
    return t;
}

static double listed(const saltus_cell *c, uint64_t n)
{
    int32_t count = saltus_part_count(c->part, "list", NULL, NULL);
    const double *v = saltus_part_reals(c->part, "list");
    return v && n < (uint64_t)count ? v[n] : INFINITY;
}

double event_law_draw(const saltus_cell *c, const struct event_law *law, uint64_t n, uint64_t *k,
                      const double *job)
{
    switch (law->kind) {
    case LAW_EXPONENTIAL: return law->a * event_exponential(c, (*k)++);
    case LAW_UNIFORM: return law->a + (law->b - law->a) * saltus_cell_random(c, (*k)++);
    case LAW_NORMAL: return normal(c, law, k);
    case LAW_ERLANG: return erlang(c, law, k);
    case LAW_LIST: return listed(c, n);
    case LAW_PAYLOAD: return job ? job[JOB_PAYLOAD] : 0;
    default: return law->a;
    }
}
