/* SPDX-License-Identifier: MIT */
/* locate.c - the first crossing within a step that an engine has made, along its dense output.
 *
 * A guard has a side, +1 or -1; p = side * z is positive until it crosses. At both ends of the step
 * p and its slope along the dense output are known, hence the cubic that has them; with h the
 * length of the step its Bernstein coefficients are
 *     p0,  p0 + h p0'/3,  p1 - h p1'/3,  p1.                                                    (1)
 * If the last three are positive, the cubic has no root from above, and the guard is done with:
 * this is all that most guards cost, however many there are. Otherwise the true z is asked for at
 * the first minimum of the cubic, which splits the step in two, and so on: so an even number of
 * roots is seen as well as an odd one, and of three roots the first. For a guard that is not
 * affine, (1) has to be positive by a margin, a quarter of what the coefficients vary.
 *
 * A formula is a guard with corners. It is asked for between the roots of the cubics of its parts.
 *
 * The crossing is then enclosed: the root of the cubic through both ends of the bracket, then a
 * point just beyond the root that the value there promises, so that both ends come in; halving
 * where this does not. In the end neighbours in time, up to a few units in the last place, lie on
 * either side. The step is cut there before the next suspect is examined. A look at one guard costs
 * what that guard reads, however many states there are. */
#include "engine/whole/locate.h"
#include "num/roots.h"
#include "run/edge/edge.h"
#include "engine/whole/whole.h"
#include <float.h>
#include <math.h>

enum { DEPTH = 8, PARTS = SALTUS_FORMULA, TRIES = 200 };

/* One instant of one guard. */
struct mark {
    double t, p, slope;
    bool finite;
};

struct search {
    struct sim *sim;
    struct locate *l;
    const struct locate_path *path;
    int32_t guard;
    double side, level; /* p = side * z + level */
    double margin;      /* 0, or for a guard that is not affine: a quarter */
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

void locate_open(struct sim *s, struct locate *l)
{
    int32_t code[SALTUS_FORMULA];
    l->known = NAN;
    l->x = sim_room(s, s->net.n, sizeof(double));
    l->f = sim_room(s, s->net.n, sizeof(double));
    l->start = sim_room(s, s->n_guards, sizeof *l->start);
    l->end = sim_room(s, s->n_guards, sizeof *l->end);
    l->suspects = sim_room(s, s->n_guards, sizeof *l->suspects);
    l->formulas = sim_room(s, s->model->formula ? s->n_guards : 0, sizeof *l->formulas);
    l->wide = sim_room(s, s->n_guards, sizeof *l->wide);
    find_reads(s, l);
    for (int32_t k = 0; s->status >= 0 && s->model->formula && k < s->n_guards; k++)
        if (formula_of(s, k, code) > 0) l->formulas[l->n_formulas++] = k;
}

void locate_close(struct sim *s, struct locate *l)
{
    void *arrays[] = {l->x, l->f, l->start, l->end, l->suspects, l->formulas, l->wide};
    csr_free(&l->reads, &s->alloc);
    for (size_t k = 0; k < sizeof arrays / sizeof *arrays; k++) alloc_free(&s->alloc, arrays[k]);
    *l = (struct locate){.known = NAN};
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

static void show(const struct search *q, double t)
{
    q->path->at(q->path->user, t, q->l->x, q->l->f);
    whole_show(q->sim, t, q->l->x, q->l->f);
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
static struct mark mark_of(const struct search *q, double t, double z, double slope)
{
    struct mark m = {t, q->side * z + q->level, q->side * slope, isfinite(z)};
    if (!m.finite) m.p = -1;
    if (!isfinite(m.slope)) m.slope = 0;
    return m;
}

static struct mark mark_at(const struct search *q, double t)
{
    double c[SALTUS_SERIES];
    show_own(q, t);
    whole_guard(q->sim, q->guard, 2, c);
    return mark_of(q, t, c[0], c[1]);
}

/* Past the crossing: p < 0, or 0 and on its way. */
static bool past(const struct mark *m)
{
    return m->p < 0 || (m->p == 0 && m->slope < 0);
}

/* ---- Where to look --------------------------------------------------------------------------- */

/* The cubic through two marks: c[0..3] in s = (t - a->t)/h. */
static void cubic(const struct mark *a, const struct mark *b, double *c)
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

/* (1): can p have a root from above between a and b? */
static bool suspicious(double margin, double h, double p0, double u, double p1, double v)
{
    double c1 = p0 + h * u / 3, c2 = p1 - h * v / 3, least = 0;
    if (margin > 0) {
        double high = fmax(fmax(p0, c1), fmax(c2, p1)), low = fmin(fmin(p0, c1), fmin(c2, p1));
        least = margin * (high - low);
    }
    if (p0 == 0 && u == 0 && p1 == 0 && v == 0) return false;
    return !(p1 > 0 && c1 > least && c2 > least);
}

static bool may_cross(const struct search *q, const struct mark *a, const struct mark *b)
{
    return !b->finite || suspicious(q->margin, b->t - a->t, a->p, a->slope, b->p, b->slope);
}

/* The first interval in [a, b] over which the guard crosses: false: none; else *lo is not past it
 * and *hi is. */
static bool bracket(const struct search *q, struct mark a, struct mark b, int depth,
                    struct mark *lo, struct mark *hi)
{
    double c[4], s, h = b.t - a.t;
    bool rising = a.p < 0 || (a.p == 0 && a.slope > 0);
    struct mark m;
    if (!may_cross(q, &a, &b)) return false;
    cubic(&a, &b, c);
    s = b.finite ? stationary(c, rising) : 0.5;
    if (depth > 0 && a.t + s * h > a.t && a.t + s * h < b.t) {
        m = mark_at(q, a.t + s * h);
        if (rising && m.p > 0) return bracket(q, m, b, depth - 1, lo, hi);
        if (!rising || past(&m)) {
            if (bracket(q, a, m, depth - 1, lo, hi)) return true;
            return bracket(q, m, b, depth - 1, lo, hi);
        }
    }
    if (!past(&b)) return false;
    *lo = a;
    *hi = b;
    return true;
}

/* ---- Formulas: between the roots of their parts ---------------------------------------------- */

static int part_roots(const struct search *q, const struct mark *a, const struct mark *b,
                      const struct locate_value *end, double *out)
{
    int32_t code[SALTUS_FORMULA];
    int length = formula_of(q->sim, q->guard, code), count = 0;
    for (int j = 0; j < length; j++) {
        struct search part = {.side = 1};
        struct mark u, v;
        double c[4];
        if (code[j] < 0) continue;
        u = mark_of(&part, a->t, q->l->start[code[j]].z, q->l->start[code[j]].slope);
        v = mark_of(&part, b->t, end[j].z, end[j].slope);
        if (!u.finite || !v.finite) continue;
        cubic(&u, &v, c);
        count += roots_all(c, 3, 1, out + count);
    }
    return count;
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

static bool bracket_formula(const struct search *q, struct mark a, struct mark b, struct mark *lo,
                            struct mark *hi)
{
    struct locate_value end[SALTUS_FORMULA];
    double root[3 * SALTUS_FORMULA], c[SALTUS_SERIES];
    int32_t code[SALTUS_FORMULA];
    int length = formula_of(q->sim, q->guard, code), n;
    show_own(q, b.t);
    for (int j = 0; j < length; j++) {
        if (code[j] < 0) continue;
        whole_guard(q->sim, code[j], 2, c);
        end[j] = (struct locate_value){c[0], c[1]};
    }
    n = part_roots(q, &a, &b, end, root);
    sort(root, n);
    *lo = a;
    for (int j = 0; j < n; j++) {
        double s = j + 1 < n ? (root[j] + root[j + 1]) / 2 : (root[j] + 1) / 2;
        *hi = mark_at(q, a.t + s * (b.t - a.t));
        if (past(hi)) return true;
        if (hi->p > 0 || lo->p <= 0) *lo = *hi;
    }
    *hi = b;
    return past(&b);
}

/* ---- Enclosing ------------------------------------------------------------------------------- */

/* The root of the cubic between lo (above) and hi (below), by halving and Newton. */
static double cubic_root(const struct mark *lo, const struct mark *hi)
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
static double beyond_root(const struct mark *m, double least)
{
    double step = -m->p / m->slope;
    if (!m->finite || !(fabs(step) < HUGE_VAL)) return NAN;
    return m->t + step + (past(m) ? -1 : 1) * (0.05 * fabs(step) + 2 * least);
}

static double next_look(const struct mark *lo, const struct mark *hi, const struct mark *last,
                        bool slow, double least)
{
    double t = NAN;
    if (!slow && last) t = beyond_root(last, least);
    if (!slow && !last && hi->finite) t = cubic_root(lo, hi);
    if (!(t > lo->t && t < hi->t)) t = lo->t + (hi->t - lo->t) / 2;
    return t;
}

static void enclose(const struct search *q, struct mark *lo, struct mark *hi)
{
    struct mark m;
    bool polish = false;
    double before = INFINITY;
    for (int j = 0; j < TRIES; j++) {
        double width = hi->t - lo->t, least = DBL_EPSILON * fmax(fabs(lo->t), fabs(hi->t)), t;
        if (width <= 4 * least || nextafter(lo->t, hi->t) >= hi->t) return;
        t = next_look(lo, hi, polish ? &m : NULL, j % 3 == 2 && width > before / 8, least);
        if (j % 3 == 2) before = width;
        if (!(t > lo->t && t < hi->t)) return;
        m = mark_at(q, t);
        if (past(&m))
            *hi = m;
        else
            *lo = m;
        polish = !polish && m.finite;
    }
}

/* ---- One guard, all guards ------------------------------------------------------------------- */

static bool is_formula(const struct locate *l, int32_t k)
{
    for (int32_t j = 0; j < l->n_formulas; j++)
        if (l->formulas[j] == k) return true;
    return false;
}

static double level_of(const struct sim *s, const struct edge *e)
{
    double most = 0;
    for (int32_t j = 0; j < e->n_atoms; j++)
        most = fmax(most, s->fences->atom[e->first_atom + j].level);
    return most;
}

/* Must-cross: beyond its level. An edge: before it, and on the way back behind that place. */
static struct search search_for(struct sim *s, struct locate *l, const struct locate_path *path,
                                int32_t k)
{
    struct search q = {.sim = s,
                       .l = l,
                       .path = path,
                       .guard = k,
                       .side = s->watch[k].sign,
                       .margin = s->watch[k].affine ? 0 : 0.25};
    const struct edge *e = s->watch[k].special ? edge_find(s, k) : NULL;
    if (e && e->side == SALTUS_MUST_CROSS && q.side < 0) q.level = level_of(s, e);
    if (e && e->side == SALTUS_UNILATERAL)
        q.level = (q.side > 0 ? e->back : -e->share) * level_of(s, e);
    return q;
}

static struct mark at_start(const struct search *q, double t)
{
    return mark_of(q, t, q->l->start[q->guard].z, q->l->start[q->guard].slope);
}

/* Does it cross in (from, b->t]? *when: there. */
static bool crosses(const struct search *q, double from, const struct mark *b, bool edge,
                    double *when)
{
    struct mark lo, hi, a = at_start(q, from);
    if (is_formula(q->l, q->guard) ? !bracket_formula(q, a, *b, &lo, &hi)
                                   : !bracket(q, a, *b, DEPTH, &lo, &hi))
        return false;
    enclose(q, &lo, &hi);
    if (!hi.finite && !edge)
        sim_fail(q->sim, SALTUS_ENAN, SALTUS_GUARD, q->guard, "the guard is not finite", NULL);
    *when = edge ? lo.t : hi.t;
    return true;
}

/* (1) for a guard without margin: by far the most. */
static inline bool clear(double side, double third, const struct locate_value *a,
                         const struct locate_value *b)
{
    double z1 = side * b->z;
    return z1 > 0 && z1 - third * side * b->slope > 0 && side * (a->z + third * a->slope) > 0;
}

static int32_t find_suspects(struct sim *s, struct locate *l, double from, double to)
{
    int32_t count = 0;
    double h = to - from;
    for (int32_t k = 0; k < s->n_guards; k++) {
        const struct locate_value *a = &l->start[k], *b = &l->end[k];
        const struct watch *w = &s->watch[k];
        double side = w->sign;
        if (w->part || (w->affine && !w->special && clear(side, h / 3, a, b))) continue;
        if (!isfinite(b->z) || w->special ||
            suspicious(w->affine ? 0 : 0.25, h, side * a->z, side * a->slope, side * b->z,
                       side * b->slope))
            l->suspects[count++] = k;
    }
    return count;
}

/* Is k an edge that must not be passed now? */
static bool fenced(const struct sim *s, int32_t k)
{
    for (int32_t j = 0; j < whole_of(s)->n_edges; j++)
        if (whole_of(s)->edges[j] == k) return s->watch[k].sign < 0;
    return false;
}

/* An edge that has fired, and nothing has changed: going beyond it is an error. */
static const struct edge *spent(const struct sim *s, int32_t k)
{
    const struct edge *e = s->watch[k].special ? edge_find(s, k) : NULL;
    return e && e->side == SALTUS_UNILATERAL && e->fence == FENCE_FIRED ? e : NULL;
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
        struct mark b;
        if (!e && fenced(s, q.guard) != edges) continue;
        if (e) q.side = -1, q.level = 0;
        if (*when < to)
            b = mark_at(&q, *when);
        else
            b = mark_of(&q, to, l->end[q.guard].z, l->end[q.guard].slope);
        if (!crosses(&q, from, &b, edges, when)) continue;
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
    show(&q, to);
    look_at_all(s, l->end);
    count = find_suspects(s, l, from, to);
    if (whole_of(s)->n_edges) found = examine(s, l, path, from, to, count, true, when);
    other = examine(s, l, path, from, to, count, false, when);
    if (other >= 0) found = other;
    l->known = found < 0 ? to : NAN;
    swap = l->start, l->start = l->end, l->end = swap;
    return found;
}
