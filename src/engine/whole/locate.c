/* SPDX-License-Identifier: MIT */
/* locate.c - the first crossing within a step that an engine has made, along its dense output.
 *
 * A guard has a side, +1 or -1; p = side * z is positive until it crosses. The dense output is a
 * polynomial of each state. There are three kinds of guards.
 *
 * Affine: along the step it is a polynomial, too. Its series at the end of the step, along the first
 * four coefficients of the states, gives as many of its own; the others follow in pairs, from
 * signals with the coefficients (x, 0, c_4, c_5), (x, 0, c_6, c_7) ...                          (1)
 *
 * Ranged: spans of p and p' over any part of the step are known (along.h), formulas included.
 *
 * In both cases one span over the whole step settles most guards, and num/isolate.c finds the first
 * crossing of the others: an even number of roots is seen as well as an odd one.
 *
 * Opaque: the model says nothing but values. The step is looked at in PIECES parts. At both ends of
 * a part p and its slope are known, hence the cubic that has them, with the Bernstein coefficients
 *     p0,  p0 + h p0'/3,  p1 - h p1'/3,  p1.                                                    (2)
 * If the last three are positive by a margin, a quarter of what the coefficients vary, the part is
 * done with; if by four times that over the whole step, all of it. Otherwise the true z is asked for at the first minimum of the cubic, which splits the
 * part in two, and so on. A formula is asked for between the roots of the cubics of its parts.
 *
 * An edge, or a guard that must cross, is due some levels before or behind its zero (run/edge/edge.h).
 * Each part of a formula has a level of its own, by which it is shifted before they are combined: a
 * part that hardly reads a state is not early because another one is steep.
 *
 * The crossing is then enclosed: the root of the cubic through both ends of the bracket, then a
 * point just beyond the root that the value there promises, so that both ends come in; halving
 * where this does not. In the end neighbours in time, up to a few units in the last place, lie on
 * either side. The step is cut there before the next suspect is examined. A look at one guard costs
 * what that guard reads, however many states there are. */
#include "engine/whole/locate.h"
#include "num/isolate.h"
#include "num/roots.h"
#include "run/edge/edge.h"
#include "engine/whole/whole.h"
#include <float.h>
#include <math.h>
#include <string.h>

enum { DEPTH = 8, PIECES = 8, TRIES = 200, MOST = 200000, RENEWED = 20 };
static const double MARGIN = 0.25, FAR = 4;

struct search {
    struct sim *sim;
    struct locate *l;
    const struct locate_path *path;
    int32_t guard;
    double side, level; /* p = side * z + level */
    /* A formula with a side: p = side * z, and part j of z is shifted by w polarity_j level_j. */
    const struct edge *formula;
    double w; /* levels; 0: none, or it has fired */
};

/* ---- Memory ---------------------------------------------------------------------------------- */

static int formula_of(const struct sim *s, int32_t k, int32_t *code)
{
    return s->model->formula ? s->model->formula(&whole_of(s)->env, k, code) : 0;
}

/* Who reads what; a guard that reads sums or delays reads all, in the end. */
static void find_reads(struct sim *s, struct locate *l)
{
    if (s->status < 0 || s->n_guards == 0) return;
    if (csr_transpose(&l->reads, &s->feeds_guard, s->n_guards, &s->alloc)) {
        sim_no_memory(s);
        return;
    }
    for (int32_t j = 0; j < s->n_signals; j++)
        for (const int32_t *k = csr_first(&s->shown_guard, j); k < csr_last(&s->shown_guard, j);
             k++)
            l->wide[*k] = true;
}

static void find_kinds(struct sim *s, struct locate *l)
{
    for (int32_t k = 0; s->status >= 0 && k < s->n_guards; k++) {
        bool unseen = l->wide[k] && l->along.opaque_sum;
        l->kind[k] = LOCATE_RANGED;
        if (s->watch[k].affine && !s->watch[k].special && !l->wide[k])
            l->kind[k] = LOCATE_POLYNOMIAL;
        else if (unseen || along_opaque(s, &l->along, SALTUS_GUARD, k))
            l->kind[k] = LOCATE_OPAQUE;
        l->ranged |= l->kind[k] == LOCATE_RANGED;
    }
}

void locate_open(struct sim *s, struct locate *l)
{
    int32_t code[SALTUS_FORMULA];
    l->known = NAN;
    l->rests = true;
    l->x = sim_room(s, s->net.n, sizeof(double));
    l->f = sim_room(s, s->net.n, sizeof(double));
    l->start = sim_room(s, s->n_guards, sizeof *l->start);
    l->end = sim_room(s, s->n_guards, sizeof *l->end);
    l->rest = sim_room(s, s->n_guards, sizeof *l->rest);
    l->level = sim_room(s, s->n_guards, sizeof *l->level);
    l->suspects = sim_room(s, s->n_guards, sizeof *l->suspects);
    l->formulas = sim_room(s, s->model->formula ? s->n_guards : 0, sizeof *l->formulas);
    l->wide = sim_room(s, s->n_guards, sizeof *l->wide);
    l->kind = sim_room(s, s->n_guards, sizeof *l->kind);
    l->poly = sim_room(s, s->n_guards, WHOLE_TERMS * sizeof *l->poly);
    for (int32_t k = 0; l->rest && k < s->n_guards; k++) l->rest[k] = -1;
    along_open(s, &l->along);
    find_reads(s, l);
    find_kinds(s, l);
    for (int32_t k = 0; s->status >= 0 && s->model->formula && k < s->n_guards; k++)
        if (formula_of(s, k, code) > 0) l->formulas[l->n_formulas++] = k;
}

void locate_close(struct sim *s, struct locate *l)
{
    void *arrays[] = {l->x,        l->f,        l->start, l->end,  l->rest, l->level,
                      l->suspects, l->formulas, l->wide,  l->kind, l->poly};
    along_close(s, &l->along);
    csr_free(&l->reads, &s->alloc);
    for (size_t k = 0; k < sizeof arrays / sizeof *arrays; k++) alloc_free(&s->alloc, arrays[k]);
    *l = (struct locate){.known = NAN};
}

void locate_rest(struct locate *l, int32_t k)
{
    l->rest[k] = -1;
    l->rests = true;
}

/* ---- Looking --------------------------------------------------------------------------------- */

static void look_at_all(struct sim *s, struct locate_value *to)
{
    double c[SALTUS_SERIES];
    for (int32_t k = 0; k < s->n_guards; k++) {
        whole_guard(s, k, 2, c);
        to[k] = (struct locate_value){c[0], c[1]};
    }
}

void locate_begin(struct sim *s, struct locate *l, double t, const double *x, const double *f)
{
    if (s->n_guards == 0) return;
    whole_show(s, t, x, f);
    look_at_all(s, l->start);
    l->known = t;
}

/* Coefficients of all states: (x, .., .., ..) becomes (x, x', c_2, c_3) or, if `first` > 3, (x, 0,
 * c_first, c_first+1). */
static void show_more(struct sim *s, struct locate *l, int first)
{
    struct whole *w = whole_of(s);
    const double *c;
    w->env.width = SALTUS_SIGNAL;
    for (int32_t i = 0; i < s->net.n; i++) {
        double *to = w->signals + (size_t)i * (1 + SALTUS_SIGNAL);
        int n = along_series(&l->along, i, &c), at = first > 3 ? first : 2;
        if (first > 3) to[2] = 0;
        to[3] = at <= n ? c[at] : 0;
        to[4] = at + 1 <= n ? c[at + 1] : 0;
    }
}

/* (1) */
static void find_polynomials(struct sim *s, struct locate *l)
{
    double c[SALTUS_SERIES];
    for (int first = 4; first <= l->degree; first += 2) {
        show_more(s, l, first);
        for (int32_t k = 0; k < s->n_guards; k++) {
            double *p = l->poly + (size_t)k * WHOLE_TERMS + first;
            if (l->kind[k] != LOCATE_POLYNOMIAL) continue;
            whole_guard(s, k, SALTUS_SIGNAL, c);
            p[0] = c[2];
            if (first + 1 < WHOLE_TERMS) p[1] = c[3];
        }
    }
}

static void show(const struct search *q, double t)
{
    q->path->at(q->path->user, t, q->l->x, q->l->f);
    whole_show(q->sim, t, q->l->x, q->l->f);
}

/* All guards at the end of the step, and those that are polynomials in it. */
static void look_at_end(const struct search *q, double t)
{
    struct sim *s = q->sim;
    struct locate *l = q->l;
    double c[SALTUS_SERIES];
    l->degree = along_step(s, &l->along, q->path, t);
    show(q, t);
    for (int32_t j = 0; j < s->n_edges; j++)
        if (s->edges[j].side != SALTUS_BILATERAL && !q->path->plain)
            edge_levels_along(s, &s->edges[j], &whole_of(s)->env);
    show_more(s, l, 2);
    for (int32_t k = 0; k < s->n_guards; k++) {
        bool all = l->kind[k] == LOCATE_POLYNOMIAL;
        whole_guard(s, k, all ? SALTUS_SIGNAL : 2, c);
        l->end[k] = (struct locate_value){c[0], c[1]};
        for (int m = 0; all && m < SALTUS_SIGNAL; m++)
            l->poly[(size_t)k * WHOLE_TERMS + (size_t)m] = c[m];
    }
    find_polynomials(s, l);
}

/* What the guard of this search reads, and nothing else. */
static void show_own(const struct search *q, double t)
{
    struct whole *w = whole_of(q->sim);
    const int32_t *list = csr_first(&q->l->reads, q->guard);
    int32_t count = csr_count(&q->l->reads, q->guard);
    if (!q->path->some || q->l->wide[q->guard]) {
        show(q, t);
        return;
    }
    q->path->some(q->path->user, t, list, count, q->l->x, q->l->f);
    w->env.t = t;
    w->env.width = 2;
    w->faulted = false;
    for (int32_t j = 0; j < count; j++) {
        double *to = w->signals + (size_t)list[j] * (1 + SALTUS_SIGNAL);
        to[0] = t;
        to[1] = q->l->x[list[j]];
        to[2] = q->l->f[list[j]];
        to[3] = to[4] = 0;
    }
}

/* What is not finite counts as beyond. */
static struct isolate_mark mark_of(const struct search *q, double t, double z, double slope)
{
    struct isolate_mark m = {t, q->side * z + q->level, q->side * slope, isfinite(z)};
    if (!m.finite) m.p = -1;
    if (!isfinite(m.slope)) m.slope = 0;
    return m;
}

static const struct atom *atom_of(const struct search *q, int32_t j)
{
    return &q->sim->fences->atom[q->formula->first_atom + j];
}

static double shift_of(const struct search *q, int32_t j)
{
    return q->w * atom_of(q, j)->polarity * atom_of(q, j)->level;
}

/* A formula whose parts are shifted: its value and slope in c, where they are shown. */
static void shifted(const struct search *q, double *c)
{
    const struct edge *e = q->formula;
    double stack[SALTUS_FORMULA][2], part[SALTUS_SERIES];
    int depth = 0;
    bool finite = true;
    for (int32_t k = e->first_code; k < e->first_code + e->n_code; k++) {
        int32_t j = q->sim->fences->code[k];
        double *a = stack[depth > 1 ? depth - 2 : 0], *b = stack[depth > 0 ? depth - 1 : 0];
        if (j >= 0) {
            whole_guard(q->sim, atom_of(q, j)->guard, 2, part);
            finite &= isfinite(part[0]);
            stack[depth][0] = part[0] + shift_of(q, j);
            stack[depth++][1] = part[1];
        } else if (j == SALTUS_NOT) {
            b[0] = -b[0];
            b[1] = -b[1];
        } else {
            if ((j == SALTUS_AND) == (b[0] < a[0])) memcpy(a, b, sizeof *stack);
            depth--;
        }
    }
    c[0] = finite ? stack[0][0] : NAN;
    c[1] = stack[0][1];
}

static struct isolate_mark mark_at(const struct search *q, double t)
{
    double c[SALTUS_SERIES];
    show_own(q, t);
    if (q->formula)
        shifted(q, c);
    else
        whole_guard(q->sim, q->guard, 2, c);
    return mark_of(q, t, c[0], c[1]);
}

/* ---- Where to look --------------------------------------------------------------------------- */

/* The cubic through two marks: c[0..3] in s = (t - a->t)/h. */
static void cubic(const struct isolate_mark *a, const struct isolate_mark *b, double *c)
{
    double h = b->t - a->t, u = h * a->slope, v = h * b->slope, d = b->p - a->p;
    c[0] = a->p;
    c[1] = u;
    c[2] = 3 * d - 2 * u - v;
    c[3] = u + v - 2 * d;
}

/* Stationary points of the cubic inside (0, 1): a maximum if `top`, else a minimum; NaN: none. */
static double stationary(const double *c, bool top)
{
    double qa = 3 * c[3], qb = 2 * c[2], qc = c[1], d = qb * qb - 4 * qa * qc, r, s[2];
    if (!(d > 0)) return NAN;
    r = -0.5 * (qb + copysign(sqrt(d), qb));
    s[0] = qa != 0 ? r / qa : NAN;
    s[1] = r != 0 ? qc / r : NAN;
    for (int j = 0; j < 2; j++)
        if (s[j] > 0 && s[j] < 1 && (2 * qa * s[j] + qb > 0) != top) return s[j];
    return NAN;
}

/* (2): can p have a root from above between a and b? The coefficients must be positive by so many
 * times what they vary. */
static bool suspicious(const struct isolate_mark *a, const struct isolate_mark *b, double margin)
{
    double h = b->t - a->t, c1 = a->p + h * a->slope / 3, c2 = b->p - h * b->slope / 3;
    double high = fmax(fmax(a->p, c1), fmax(c2, b->p)), low = fmin(fmin(a->p, c1), fmin(c2, b->p));
    double least = margin * (high - low);
    if (a->p == 0 && a->slope == 0 && b->p == 0 && b->slope == 0) return false;
    return !b->finite || !(b->p > 0 && c1 > least && c2 > least);
}

/* The first interval in [a, b] over which the guard crosses: false: none; else *lo is not past it
 * and *hi is. */
static bool bracket(const struct search *q, struct isolate_mark a, struct isolate_mark b, int depth,
                    struct isolate_mark *lo, struct isolate_mark *hi)
{
    double c[4], s, h = b.t - a.t;
    bool rising = a.p < 0 || (a.p == 0 && a.slope > 0);
    struct isolate_mark m;
    if (!suspicious(&a, &b, MARGIN)) return false;
    cubic(&a, &b, c);
    s = b.finite ? stationary(c, rising) : 0.5;
    if (depth > 0 && a.t + s * h > a.t && a.t + s * h < b.t) {
        m = mark_at(q, a.t + s * h);
        if (rising && m.p > 0) return bracket(q, m, b, depth - 1, lo, hi);
        if (!rising || isolate_past(&m)) {
            if (bracket(q, a, m, depth - 1, lo, hi)) return true;
            return bracket(q, m, b, depth - 1, lo, hi);
        }
    }
    if (!isolate_past(&b)) return false;
    *lo = a;
    *hi = b;
    return true;
}

/* ---- Formulas: between the roots of their parts ---------------------------------------------- */

/* The parts of the formula at t, in the order of its code. */
static void look_at_parts(const struct search *q, const int32_t *code, int length, double t,
                          struct locate_value *to)
{
    double c[SALTUS_SERIES];
    show_own(q, t);
    for (int j = 0; j < length; j++) {
        if (code[j] < 0) continue;
        whole_guard(q->sim, code[j], 2, c);
        to[j] = (struct locate_value){c[0], c[1]};
    }
}

static void sort(double *a, int n)
{
    for (int i = 1; i < n; i++)
        for (int j = i; j > 0 && a[j] < a[j - 1]; j--) {
            double keep = a[j];
            a[j] = a[j - 1];
            a[j - 1] = keep;
        }
}

/* The roots of the cubics of all parts, in (0, 1], in their order. */
static int part_roots(const struct search *q, double from, double to, double *out)
{
    struct locate_value begin[SALTUS_FORMULA], end[SALTUS_FORMULA];
    int32_t code[SALTUS_FORMULA] = {0};
    int length = formula_of(q->sim, q->guard, code), count = 0, atom = 0;
    look_at_parts(q, code, length, from, begin);
    look_at_parts(q, code, length, to, end);
    for (int j = 0; j < length; j++) {
        struct search part = {.side = 1};
        struct isolate_mark u, v;
        double c[4];
        if (code[j] < 0) continue;
        if (q->formula) part.level = shift_of(q, atom++);
        u = mark_of(&part, from, begin[j].z, begin[j].slope);
        v = mark_of(&part, to, end[j].z, end[j].slope);
        if (!u.finite || !v.finite) continue;
        cubic(&u, &v, c);
        count += roots_all(c, 3, 1, out + count);
    }
    sort(out, count);
    return count;
}

static bool bracket_formula(const struct search *q, struct isolate_mark a, struct isolate_mark b,
                            struct isolate_mark *lo, struct isolate_mark *hi)
{
    double root[3 * SALTUS_FORMULA];
    int n = part_roots(q, a.t, b.t, root);
    *lo = a;
    for (int j = 0; j < n; j++) {
        double s = j + 1 < n ? (root[j] + root[j + 1]) / 2 : (root[j] + 1) / 2;
        *hi = mark_at(q, a.t + s * (b.t - a.t));
        if (isolate_past(hi)) return true;
        if (hi->p > 0 || lo->p <= 0) *lo = *hi;
    }
    *hi = b;
    return isolate_past(&b);
}

static bool is_formula(const struct locate *l, int32_t k)
{
    for (int32_t j = 0; j < l->n_formulas; j++)
        if (l->formulas[j] == k) return true;
    return false;
}

/* An opaque guard: part by part. */
static bool sample(const struct search *q, struct isolate_mark a, const struct isolate_mark *b,
                   struct isolate_mark *lo, struct isolate_mark *hi)
{
    bool formula = is_formula(q->l, q->guard);
    double from = a.t;
    if (!formula && !suspicious(&a, b, FAR)) return false;
    for (int part = 1; part <= PIECES; part++) {
        double t = part < PIECES ? from + (b->t - from) * part / PIECES : b->t;
        struct isolate_mark m;
        if (!(t > a.t)) continue;
        m = part < PIECES ? mark_at(q, t) : *b;
        if (formula ? bracket_formula(q, a, m, lo, hi) : bracket(q, a, m, DEPTH, lo, hi))
            return true;
        a = m;
    }
    return false;
}

/* ---- Ranges ---------------------------------------------------------------------------------- */

/* p of a span of z; p' of one of z', with the level 0. */
static saltus_span outward(const struct search *q, saltus_span z, double level)
{
    if (q->side > 0) return (saltus_span){z.lo + level, z.hi + level};
    return (saltus_span){level - z.hi, level - z.lo};
}

/* a and b joined by AND or OR, `terms` of each. Where neither is surely the one that counts, the
 * slope is one of both. */
static void join(int32_t by, saltus_span *a, const saltus_span *b, int terms)
{
    bool least = by == SALTUS_AND;
    bool other = least ? b->hi < a->lo : b->lo > a->hi, own = least ? a->hi < b->lo : a->lo > b->hi;
    for (int m = 0; m < terms && !own; m++) {
        if (other) {
            a[m] = b[m];
        } else if (m == 0) {
            a->lo = least ? fmin(a->lo, b->lo) : fmax(a->lo, b->lo);
            a->hi = least ? fmin(a->hi, b->hi) : fmax(a->hi, b->hi);
        } else {
            a[m] = (saltus_span){fmin(a[m].lo, b[m].lo), fmax(a[m].hi, b[m].hi)};
        }
    }
}

/* The span of a formula whose parts are shifted, along what is shown. */
static bool shifted_range(const struct search *q, int terms, saltus_span *r)
{
    const struct edge *e = q->formula;
    saltus_span stack[SALTUS_FORMULA][2], part[SALTUS_SERIES];
    int depth = 0;
    for (int32_t k = e->first_code; k < e->first_code + e->n_code; k++) {
        int32_t j = q->sim->fences->code[k];
        if (j >= 0) {
            int32_t guard = atom_of(q, j)->guard;
            double shift = shift_of(q, j);
            if (!along_range(q->sim, &q->l->along, SALTUS_GUARD, guard, terms, part)) return false;
            if (!(part->lo - part->lo == 0 && part->hi - part->hi == 0)) return false;
            part->lo += shift;
            part->hi += shift;
            memcpy(stack[depth++], part, sizeof *stack);
        } else if (j == SALTUS_NOT) {
            for (int m = 0; m < terms; m++)
                stack[depth - 1][m] =
                    (saltus_span){-stack[depth - 1][m].hi, -stack[depth - 1][m].lo};
        } else {
            depth--;
            join(j, stack[depth - 1], stack[depth], terms);
        }
    }
    memcpy(r, stack[0], (size_t)terms * sizeof *r);
    return true;
}

static bool range_of(const struct search *q, int terms, saltus_span *r)
{
    if (q->formula) return shifted_range(q, terms, r);
    return along_range(q->sim, &q->l->along, SALTUS_GUARD, q->guard, terms, r);
}

/* No bend of formulas, whose parts meet in corners; nor behind sums and delays. */
static bool range(void *user, double a, double b, int terms, saltus_span *r)
{
    const struct search *q = user;
    struct locate *l = q->l;
    const int32_t *list = l->wide[q->guard] ? NULL : csr_first(&l->reads, q->guard);
    static const int32_t none = 0;
    if (l->kind[q->guard] == LOCATE_POLYNOMIAL) {
        along_spans(l->poly + (size_t)q->guard * WHOLE_TERMS, l->degree, a - l->along.at,
                    b - l->along.at, terms, r);
    } else {
        if (terms > 2 && (q->formula || l->wide[q->guard])) return false;
        if (!l->wide[q->guard] && !list) list = &none;
        along_show(q->sim, &l->along, a, b, list, csr_count(&l->reads, q->guard), terms);
        if (!range_of(q, terms, r)) return false;
        q->sim->stats.guard_evaluations++;
    }
    for (int m = 0; m < terms; m++) r[m] = outward(q, r[m], m == 0 ? q->level : 0);
    return true;
}

static struct isolate_mark look(void *user, double t)
{
    return mark_at(user, t);
}

static bool first_in(const struct search *q, const struct isolate_mark *a,
                     const struct isolate_mark *b, struct isolate_mark *lo, struct isolate_mark *hi)
{
    struct search own = *q;
    bool plain = q->level == 0 && !q->formula && !q->sim->watch[q->guard].special;
    struct isolate f = {&own, range, look, MOST, plain};
    if (q->l->kind[q->guard] == LOCATE_OPAQUE) return sample(q, *a, b, lo, hi);
    return isolate_first(&f, a, b, lo, hi);
}

/* ---- Enclosing ------------------------------------------------------------------------------- */

/* The root of the cubic between lo (above) and hi (below), by halving and Newton. */
static double cubic_root(const struct isolate_mark *lo, const struct isolate_mark *hi)
{
    double c[4], s0 = 0, s1 = 1, s = 0.5;
    cubic(lo, hi, c);
    if (lo->p > 0 && lo->p - hi->p > 0) s = lo->p / (lo->p - hi->p);
    for (int j = 0; j < 40; j++) {
        double v = ((c[3] * s + c[2]) * s + c[1]) * s + c[0];
        double d = (3 * c[3] * s + 2 * c[2]) * s + c[1], next;
        if (v < 0)
            s1 = s;
        else
            s0 = s;
        next = s - v / d;
        if (!(next > s0 && next < s1)) next = (s0 + s1) / 2;
        if (fabs(next - s) < 1e-15) break;
        s = next;
    }
    return lo->t + s * (hi->t - lo->t);
}

/* A little beyond the root that m promises, on the other side of it; NaN: it promises none. */
static double beyond_root(const struct isolate_mark *m, double least)
{
    double step = -m->p / m->slope;
    if (!m->finite || !(fabs(step) < HUGE_VAL)) return NAN;
    return m->t + step + (isolate_past(m) ? -1 : 1) * (0.05 * fabs(step) + 2 * least);
}

static double next_look(const struct isolate_mark *lo, const struct isolate_mark *hi,
                        const struct isolate_mark *last, bool slow, double least)
{
    double t = NAN;
    if (!slow && last) t = beyond_root(last, least);
    if (!slow && !last && hi->finite) t = cubic_root(lo, hi);
    if (!(t > lo->t && t < hi->t)) t = lo->t + (hi->t - lo->t) / 2;
    return t;
}

static void enclose(const struct search *q, struct isolate_mark *lo, struct isolate_mark *hi)
{
    struct isolate_mark m;
    bool polish = false;
    double before = INFINITY;
    for (int j = 0; j < TRIES; j++) {
        double width = hi->t - lo->t, least = DBL_EPSILON * fmax(fabs(lo->t), fabs(hi->t)), t;
        if (width <= 4 * least || nextafter(lo->t, hi->t) >= hi->t) return;
        t = next_look(lo, hi, polish ? &m : NULL, j % 3 == 2 && width > before / 8, least);
        if (j % 3 == 2) before = width;
        if (!(t > lo->t && t < hi->t)) return;
        m = mark_at(q, t);
        if (isolate_past(&m))
            *hi = m;
        else
            *lo = m;
        polish = !polish && m.finite;
    }
}

/* ---- One guard, all guards ------------------------------------------------------------------- */

/* Must-cross: beyond its level. An edge: before it, and on the way back behind that place. */
static struct search search_for(struct sim *s, struct locate *l, const struct locate_path *path,
                                int32_t k)
{
    struct search q = {.sim = s, .l = l, .path = path, .guard = k, .side = s->watch[k].sign};
    const struct edge *e = s->watch[k].special ? edge_find(s, k) : NULL;
    q.level = l->level[k];
    if (e && e->side == SALTUS_MUST_CROSS && q.side < 0) q.w = -1;
    if (e && e->side == SALTUS_UNILATERAL) q.w = q.side > 0 ? e->back : e->share;
    if (q.w != 0 && e->n_atoms > 1)
        q.formula = e;
    else if (q.w != 0)
        q.level = q.side * q.w * s->fences->atom[e->first_atom].level;
    return q;
}

/* Is it 0 up to rounding where the run starts, or has come to rest? Its enclosure says so; what is on the other side of 0
 * was taken as 0 there. */
static double rest_of(struct sim *s, int32_t k, double z, const saltus_span *enclosure)
{
    if (s->watch[k].special || s->watch[k].part) return 0;
    if (!enclosure || !(enclosure->lo <= 0 && enclosure->hi >= 0)) return 0;
    return fmax(sim_guard_rounding(s, k, z), s->watch[k].sign * z < 0 ? 2 * fabs(z) : DBL_MIN);
}

/* A guard that starts or rests at 0 up to rounding does not cross before it has left it. */
static void find_rest(struct sim *s, struct locate *l, double from)
{
    bool any = false;
    if (!l->rests) return;
    along_show(s, &l->along, from, from, NULL, 0, 1);
    for (int32_t k = 0; k < s->n_guards; k++) {
        saltus_span r[SALTUS_SERIES];
        double z = l->start[k].z;
        bool known;
        l->level[k] = 0;
        if (l->rest[k] == 0) continue;
        known = along_range(s, &l->along, SALTUS_GUARD, k, 1, r) && r[0].hi - r[0].lo < HUGE_VAL;
        if (l->rest[k] < 0) l->rest[k] = rest_of(s, k, z, known ? r : NULL);
        l->level[k] = known ? fmax(l->rest[k], r[0].hi - r[0].lo) : l->rest[k];
        if (l->rest[k] == 0 || fabs(z) > l->level[k]) l->level[k] = l->rest[k] = 0;
        any |= l->rest[k] > 0;
    }
    l->rests = any;
}

static struct isolate_mark at_start(const struct search *q, double t)
{
    if (q->formula) return mark_at(q, t);
    return mark_of(q, t, q->l->start[q->guard].z, q->l->start[q->guard].slope);
}

/* Does it cross in (from, b->t]? *when: there. */
static bool crosses(const struct search *q, double from, const struct isolate_mark *b, bool edge,
                    double *when)
{
    struct isolate_mark lo, hi, a = at_start(q, from);
    if (!first_in(q, &a, b, &lo, &hi)) return false;
    enclose(q, &lo, &hi);
    if (!hi.finite && !edge) {
        q->sim->net.env.t = hi.t; /* for the message */
        sim_fail(q->sim, SALTUS_ENAN, SALTUS_GUARD, q->guard, "the guard is not finite", NULL);
    }
    *when = edge ? lo.t : hi.t;
    return true;
}

/* The levels of q's edge at the end of the step may be many times those at t. Has one shrunk? */
static bool levels_shrink(struct search *q, double t)
{
    struct edge *e = edge_find(q->sim, q->guard);
    double before[FORMULA_ATOMS];
    bool shrinks = false;
    for (int32_t j = 0; j < e->n_atoms; j++)
        before[j] = q->sim->fences->atom[e->first_atom + j].level;
    show_own(q, t);
    edge_levels_along(q->sim, e, &whole_of(q->sim)->env);
    for (int32_t j = 0; j < e->n_atoms; j++)
        shrinks |= q->sim->fences->atom[e->first_atom + j].level < 0.5 * before[j];
    *q = search_for(q->sim, q->l, q->path, q->guard);
    return shrinks;
}

/* Does it cross in (from, to] or, if that is less, before *when? */
static bool settles(struct search *q, double from, double to, bool edge, double *when)
{
    double limit = *when;
    for (int j = 0; j < RENEWED; j++) {
        struct isolate_mark b;
        if (limit < to || q->formula)
            b = mark_at(q, limit);
        else
            b = mark_of(q, to, q->l->end[q->guard].z, q->l->end[q->guard].slope);
        if (!crosses(q, from, &b, edge, when)) {
            *when = limit;
            return false;
        }
        if (q->w == 0 || !levels_shrink(q, *when)) break;
    }
    return true;
}

/* An edge that has fired, and nothing has changed: going beyond it is an error. */
static const struct edge *spent(const struct sim *s, int32_t k)
{
    const struct edge *e = s->watch[k].special ? edge_find(s, k) : NULL;
    return e && e->side == SALTUS_UNILATERAL && e->fence == FENCE_FIRED ? e : NULL;
}

/* Is one span over the whole step enough? What is shown for ranges is all of it. */
static bool clear(struct sim *s, struct locate *l, const struct locate_path *path, int32_t k,
                  double from, double to)
{
    struct search q = search_for(s, l, path, k);
    saltus_span r[SALTUS_SERIES];
    if (!isfinite(l->end[k].z) || l->kind[k] == LOCATE_OPAQUE || spent(s, k)) return false;
    if (l->kind[k] == LOCATE_POLYNOMIAL)
        along_spans(l->poly + (size_t)k * WHOLE_TERMS, l->degree, from - l->along.at,
                    to - l->along.at, 1, r);
    else if (!range_of(&q, 1, r))
        return false;
    return outward(&q, r[0], q.level).lo > 0;
}

/* Is it one that the engine looks at itself? */
static bool elsewhere(const struct sim *s, const struct locate_path *path, int32_t k)
{
    const struct edge *e = path->plain && s->watch[k].special ? edge_find(s, k) : NULL;
    return e && e->side != SALTUS_BILATERAL;
}

static int32_t find_suspects(struct sim *s, struct locate *l, const struct locate_path *path,
                             double from, double to)
{
    int32_t count = 0;
    if (l->ranged) along_show(s, &l->along, from, to, NULL, 0, 1);
    for (int32_t k = 0; k < s->n_guards; k++)
        if (!s->watch[k].part && !elsewhere(s, path, k) && !clear(s, l, path, k, from, to))
            l->suspects[count++] = k;
    return count;
}

/* Is k an edge that must not be passed now? */
static bool fenced(const struct sim *s, int32_t k)
{
    for (int32_t j = 0; j < whole_of(s)->n_edges; j++)
        if (whole_of(s)->edges[j] == k) return s->watch[k].sign < 0;
    return false;
}

/* Of the suspects that are edges, or of the others: the first crossing before *when. `to`: the end
 * of the step. */
static int32_t examine(struct sim *s, struct locate *l, const struct locate_path *path, double from,
                       double to, int32_t count, bool edges, double *when)
{
    int32_t found = -1;
    for (int32_t j = 0; j < count && s->status >= 0 && *when > from; j++) {
        struct search q = search_for(s, l, path, l->suspects[j]);
        const struct edge *e = edges ? spent(s, q.guard) : NULL;
        if (!e && fenced(s, q.guard) != edges) continue;
        if (e) q.side = -1, q.level = q.w = 0, q.formula = NULL;
        if (!settles(&q, from, to, edges, when)) continue;
        if (e) edge_error(s, e);
        found = q.guard;
    }
    return found;
}

int32_t locate_first(struct sim *s, struct locate *l, const struct locate_path *path, double from,
                     double to, double *when)
{
    struct search q = {.sim = s, .l = l, .path = path};
    struct locate_value *swap;
    int32_t count, found = -1, other;
    *when = to;
    if (s->n_guards == 0) return -1;
    if (l->known != from) {
        show(&q, from);
        look_at_all(s, l->start);
    }
    look_at_end(&q, to);
    find_rest(s, l, from);
    count = find_suspects(s, l, path, from, to);
    if (whole_of(s)->n_edges) found = examine(s, l, path, from, to, count, true, when);
    other = examine(s, l, path, from, to, count, false, when);
    if (other >= 0) found = other;
    l->known = found < 0 ? to : NAN;
    swap = l->start, l->start = l->end, l->end = swap;
    return found;
}
