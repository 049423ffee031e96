/* SPDX-License-Identifier: MIT */
/* source_table.c - signals given by points (t_k, y_k): held, joined by lines, or by cubics.
 *
 * hold: y_k from t_k on. linear: the line from point to point. cubic: on each interval of length h
 * and mean slope d_k = (y_{k+1} - y_k) / h_k the Hermite cubic with slopes m_k at its ends,
 *     y_k + m_k s + (3 d - 2 m_k - m_{k+1}) s^2 / h + (m_k + m_{k+1} - 2 d) s^3 / h^2,          (1)
 * where m_k is 0 at a local extremum and else the harmonic mean of both sides, weighted by the
 * lengths a = 2 h_k + h_{k-1}, b = h_k + 2 h_{k-1}:
 *     m_k = (a + b) / (a / d_{k-1} + b / d_k),                                              (2)
 * so that the curve is monotone where the points are, and never leaves their range. At both ends m
 * is the slope of the last interval. Two points at one time are a jump; a cubic begins again there.
 *
 * Repeated: the times of turn r are t_k + r (t_last - t_first), computed again each time. */
#include "blocks/discrete/event.h"
#include "blocks/source/source.h"

#include <math.h>
#include <string.h>

enum { HOLD, LINEAR, CUBIC };
enum { END_HOLD, END_REPEAT, END_EXTRAPOLATE };

int source_points_word(const char *word, const char *const *words)
{
    for (int k = 0; words[k]; k++)
        if (word && !strcmp(word, words[k])) return k;
    return 0;
}

int source_points_fine(const saltus_cell *c, const struct source_points *p, const char *param)
{
    for (int32_t k = 1; k < p->n; k++) {
        if (p->t[k] >= p->t[k - 1]) continue;
        event_fail(c, param, NULL, "times must not decrease: number %d, %g, comes after %g", k + 1,
                   p->t[k], p->t[k - 1]);
        return 0;
    }
    if (p->n < 1)
        event_fail(c, param, NULL, "there are no points");
    else if (p->end == END_REPEAT && !(p->t[p->n - 1] > p->t[0]))
        event_fail(c, "end", NULL, "points at a single time cannot be repeated");
    else
        return 1;
    return 0;
}

static double y_of(const struct source_points *p, int32_t k)
{
    return p->y[(ptrdiff_t)k * p->stride];
}

static double mean_slope(const struct source_points *p, int32_t k)
{
    return (y_of(p, k + 1) - y_of(p, k)) / (p->t[k + 1] - p->t[k]);
}

static int joined(const struct source_points *p, int32_t k) /* to the point after it */
{
    return k >= 0 && k + 1 < p->n && p->t[k + 1] > p->t[k];
}

static double slope_at(const struct source_points *p, int32_t k) /* (2) */
{
    int left = joined(p, k - 1), right = joined(p, k);
    if (!left || !right) return left ? mean_slope(p, k - 1) : right ? mean_slope(p, k) : 0;
    double h0 = p->t[k] - p->t[k - 1], h1 = p->t[k + 1] - p->t[k];
    double d0 = mean_slope(p, k - 1), d1 = mean_slope(p, k);
    if (!(d0 * d1 > 0)) return 0;
    return 3 * (h0 + h1) / ((2 * h1 + h0) / d0 + (h1 + 2 * h0) / d1);
}

/* The curve on interval k, about its beginning. */
static int interval(const struct source_points *p, int32_t k, double *c)
{
    memset(c, 0, SALTUS_SERIES * sizeof *c);
    c[0] = y_of(p, k);
    if (p->shape == HOLD || !joined(p, k)) return 0;
    double h = p->t[k + 1] - p->t[k], d = mean_slope(p, k), m0, m1;
    c[1] = d;
    if (p->shape == LINEAR) return 1;
    m0 = slope_at(p, k);
    m1 = slope_at(p, k + 1);
    c[1] = m0;
    c[2] = (3 * d - 2 * m0 - m1) / h; /* (1) */
    c[3] = (m0 + m1 - 2 * d) / (h * h);
    return 3;
}

static double time_of(const struct source_points *p, int64_t turn, int32_t k)
{
    return turn > 0 ? p->t[k] + (double)turn * (p->t[p->n - 1] - p->t[0]) : p->t[k];
}

static int extended(const struct source_points *p, int32_t k)
{
    return p->end == END_EXTRAPOLATE && p->shape != HOLD && k == p->n - 1 && joined(p, k - 1);
}

/* Piece p->place of turn p->turn from p->t on; place -1: before the first point. */
static void piece(const struct source_points *tab, struct source_piece *p)
{
    int32_t k = p->place;
    if (k < 0) {
        p->c[0] = y_of(tab, 0);
        p->order = 0;
        return;
    }
    p->order = interval(tab, k, p->c);
    if (extended(tab, k)) {
        p->c[1] = slope_at(tab, k);
        p->order = 1;
    }
    double late = p->t - time_of(tab, p->turn, k);
    for (int j = 0; j < p->order && late > 0; j++)
        for (int n = p->order - 1; n >= j; n--) p->c[n] += late * p->c[n + 1];
}

static void begin(const struct source_points *tab, double t, struct source_piece *p)
{
    double length = tab->t[tab->n - 1] - tab->t[0];
    p->t = t;
    p->place = -1;
    if (t < tab->t[0]) return;
    if (tab->end == END_REPEAT) p->turn = (int64_t)floor((t - tab->t[0]) / length);
    while (p->turn > 0 && time_of(tab, p->turn, 0) > t) p->turn--;
    if (tab->end == END_REPEAT && time_of(tab, p->turn, tab->n - 1) <= t) p->turn++;
    int32_t lo = 0, hi = tab->n;
    while (hi - lo > 1) { /* time_of(lo) <= t < time_of(hi) */
        int32_t mid = lo + (hi - lo) / 2;
        *(time_of(tab, p->turn, mid) <= t ? &lo : &hi) = mid;
    }
    p->place = lo;
}

/* The point after p->place, over all points at one instant. */
static void advance(const struct source_points *tab, struct source_piece *p)
{
    do {
        p->place++;
        if (tab->end == END_REPEAT && p->place == tab->n - 1) {
            p->turn++;
            p->place = 0;
        }
    } while (p->place + 1 < tab->n && tab->t[p->place + 1] == tab->t[p->place]);
}

void source_points_next(const saltus_cell *c, const struct source_points *tab,
                        struct source_piece *p)
{
    double last = p->t;
    if (p->k == 0) {
        begin(tab, c->t, p);
    } else {
        advance(tab, p);
        p->t = p->place < tab->n ? time_of(tab, p->turn, p->place) : INFINITY;
        if (p->place >= tab->n) return;
        if (!(p->t > last))
            event_fail(c, "end", NULL, "a repetition is below the rounding of the time");
    }
    piece(tab, p);
}

/* ---- table_source ---------------------------------------------------------------------------- */

static const char *const shapes[] = {"hold", "linear", "cubic", NULL};
static const char *const ends[] = {"hold", "repeat", "extrapolate", NULL};

static struct source_points table_of(const saltus_cell *c, int32_t i)
{
    int32_t rows = 0, cols = 0;
    saltus_part_count(c->part, "values", &rows, &cols);
    const double *v = saltus_part_reals(c->part, "values");
    return (struct source_points){
        .t = saltus_part_reals(c->part, "times"),
        .n = saltus_part_count(c->part, "times", NULL, NULL),
        .y = v && cols > 1 ? v + i : v,
        .stride = cols > 1 ? cols : 1,
        .shape = source_points_word(saltus_part_word(c->part, "shape"), shapes),
        .end = source_points_word(saltus_part_word(c->part, "end"), ends)};
}

static int table_ready(saltus_cell *c)
{
    int32_t rows = 0, cols = 0, n = saltus_part_count(c->part, "values", &rows, &cols);
    struct source_points p = table_of(c, 0);
    int32_t given = cols > 1 ? rows : n;
    if (given != p.n)
        event_fail(c, "values", NULL, "there are %d times and %d values", p.n, given);
    else if (cols > 1 && cols != c->size)
        event_fail(c, "values", "a column for each element, or one for all",
                   "%d columns for %d elements", cols, c->size);
    else
        return source_points_fine(c, &p, "times");
    return 0;
}

static void table_next(saltus_cell *c, int32_t i, struct source_piece *p)
{
    struct source_points tab = table_of(c, i);
    source_points_next(c, &tab, p);
}

static const saltus_param table_params[] = {
    REALS_NEEDED("times", "s", "the times, not decreasing; two equal ones: a jump"),
    REALS_NEEDED(
        "values", NULL,
        "a value for each time; of a vector: a row for each time, a column for each element"),
    CHOICE_PARAM("shape", "linear", "hold|linear|cubic", "what is between the points"),
    CHOICE_PARAM(
        "end", "hold", "hold|repeat|extrapolate",
        "what comes behind the last point: its value; the points again; the last slope forever"),
    {0}};

const struct source_type source_table = {
    SOURCE_TABLE(
        "table_source", "A signal given by points",
        "Goes through points (time, value). `hold`: each value until the next time. `linear`: "
        "straight lines. `cubic`: smooth, monotone where the points are, so without overshoot. "
        "Before the first time it has the first value. `repeat` starts again where the last time "
        "is reached, the last value being replaced by the first.",
        signal, table_params),
    table_next, table_ready, 0};
