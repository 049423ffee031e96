/* SPDX-License-Identifier: MIT */
/* table.c - lookup tables in one and two dimensions; the mode is the number of the interval.
 *
 * One dimension, points (x_k, y_k), x increasing, s = u - x_k, h = x_(k+1) - x_k, d = (y_(k+1) -
 * y_k)/h:
 *     linear   y = y_k + d s
 *     cubic    y = y_k + m_k s + (3d - 2m_k - m_(k+1)) s^2/h + (m_k + m_(k+1) - 2d) s^3/h^2     (1)
 *     hold     y = y_k
 * with slopes m_k that make the curve monotone wherever the points are: 0 at an extreme, else
 * the weighted harmonic mean of the slopes on both sides,
 *     m_k = (v + w)/(v/d_(k-1) + w/d_k),   v = 2h_k + h_(k-1),  w = h_k + 2h_(k-1);             (2)
 * at the ends the three-point formula, limited in the same sense. Modes: -1 below x_0, k between
 * x_k and x_(k+1), n-1 above.
 *
 * Two dimensions: bilinear between the corners of a cell. */
#include "blocks/hybrid/piecewise.h"

enum { LINEAR, CUBIC, HOLD };  /* kind */
enum { KEEP, EXTEND, REFUSE }; /* outside */

/* Largest k with x_k <= u; -1: none. */
static int32_t place(const double *x, int32_t n, double u)
{
    int32_t low = -1, high = n;
    while (high - low > 1) {
        int32_t mid = low + (high - low) / 2;
        *(x[mid] <= u ? &low : &high) = mid;
    }
    return low;
}

/* The interval for u; the old one if u is in it or at its end. The last point belongs to the
 * last interval. */
static int32_t interval(const double *x, int32_t n, double u, const int32_t *old)
{
    int32_t k = place(x, n, u);
    if (old && (*old < 0 || x[*old] <= u) && (*old > n - 2 || u <= x[*old + 1])) return *old;
    return k == n - 1 && n > 1 && u == x[k] ? k - 1 : k;
}

static const char *increasing(const double *x, int32_t n)
{
    for (int32_t k = 0; k < n; k++)
        if (!isfinite(x[k]) || (k && !(x[k] > x[k - 1])))
            return "the numbers must be finite and increase";
    return NULL;
}

static const char *finite(const double *y, int32_t n)
{
    for (int32_t k = 0; k < n; k++)
        if (!isfinite(y[k])) return "the numbers must be finite";
    return NULL;
}

/* ---- table1: lists x, y; p = kind, outside --------------------------------------------------- */

static int32_t table1_mode(const struct args *a, const struct inputs *in, const struct mode *m)
{
    return interval(a->list[0], a->count[0], in->u[0].c[0], m->started ? &m->now : NULL);
}

static int32_t two(const struct args *a, int32_t mode)
{
    (void)a, (void)mode;
    return 2;
}

/* Guard 0: the lower end of the interval, 1: the upper one. */
static jet end_guard(const struct inputs *in, int32_t input, const double *x, int32_t n, int32_t k,
                     int upper)
{
    if (upper) return k < n - 1 ? piecewise_below(in, input, x[k + 1]) : jet_const(1);
    return k >= 0 ? piecewise_above(in, input, x[k]) : jet_const(1);
}

static jet table1_guard(const struct args *a, const struct inputs *in, const struct mode *m,
                        int32_t k)
{
    return end_guard(in, 0, a->list[0], a->count[0], m->now, k);
}

static int32_t table1_next(const struct args *a, int32_t mode, int32_t k)
{
    (void)a;
    return k == 0 ? mode - 1 : mode + 1;
}

static double slope(const struct args *a, int32_t k)
{
    return (a->list[1][k + 1] - a->list[1][k]) / (a->list[0][k + 1] - a->list[0][k]);
}

/* m at an end: d of the interval there, e of the next one, with lengths h and g. */
static double end_slope(double d, double e, double h, double g)
{
    double m = ((2 * h + g) * d - h * e) / (h + g);
    if (m * d <= 0) return 0;
    return d * e <= 0 && fabs(m) > 3 * fabs(d) ? 3 * d : m;
}

/* (2) */
static double tangent(const struct args *a, int32_t k)
{
    const double *x = a->list[0];
    int32_t n = a->count[0];
    double d, e, h, g, v, w;
    if (n == 2) return slope(a, 0);
    if (k == 0) return end_slope(slope(a, 0), slope(a, 1), x[1] - x[0], x[2] - x[1]);
    if (k == n - 1)
        return end_slope(slope(a, n - 2), slope(a, n - 3), x[n - 1] - x[n - 2],
                         x[n - 2] - x[n - 3]);
    d = slope(a, k - 1), e = slope(a, k), h = x[k + 1] - x[k], g = x[k] - x[k - 1];
    if (d * e <= 0) return 0;
    v = 2 * h + g, w = h + 2 * g;
    return (v + w) / (v / d + w / e);
}

/* (1), in Horner's form */
static struct result cubic(const struct args *a, const struct inputs *in, int32_t k)
{
    double h = a->list[0][k + 1] - a->list[0][k], d = slope(a, k), m = tangent(a, k),
           n = tangent(a, k + 1);
    jet s = jet_sub(in->u[0], a->list[0][k]);
    jet y = jet_add(jet_mul(s, (m + n - 2 * d) / (h * h)), (3 * d - 2 * m - n) / h);
    y = jet_add(jet_mul(jet_add(jet_mul(y, s), m), s), a->list[1][k]);
    return piecewise_series(in, y, 3 * in->degree[0]);
}

static struct result outside1(const struct args *a, const struct inputs *in, int32_t k)
{
    int32_t end = k < 0 ? 0 : a->count[0] - 1, last = a->count[0] - 2;
    double m;
    if (a->p[1] == REFUSE) return piecewise_constant(NAN);
    if (a->p[1] == KEEP || a->p[0] == HOLD || last < 0) return piecewise_constant(a->list[1][end]);
    m = a->p[0] == CUBIC ? tangent(a, end) : slope(a, k < 0 ? 0 : last);
    return piecewise_line(in, 0, m, a->list[0][end], a->list[1][end]);
}

static struct result table1_value(const struct args *a, const struct inputs *in,
                                  const struct mode *m, int out)
{
    int32_t k = m->now;
    (void)out;
    if (k < 0 || k > a->count[0] - 2) return outside1(a, in, k);
    if (a->p[0] == HOLD) return piecewise_constant(a->list[1][k]);
    if (a->p[0] == CUBIC) return cubic(a, in, k);
    return piecewise_line(in, 0, slope(a, k), a->list[0][k], a->list[1][k]);
}

static const char *table1_check(const struct args *a, const char **param)
{
    const char *text = increasing(a->list[0], a->count[0]);
    *param = "x";
    if (text) return text;
    if (a->count[0] < (a->p[0] == HOLD ? 1 : 2)) return "a table needs at least two points";
    *param = "y";
    return a->count[1] != a->count[0] ? "there must be as many values as points in 'x'"
                                      : finite(a->list[1], a->count[1]);
}

#define OUTSIDE_HINT                                                                               \
    "the input has left the table; \"outside\": \"hold\" goes on with the last value"

static const saltus_param table1_params[] = {
    REALS_NEEDED("x", NULL, "points, increasing"),
    REALS_NEEDED("y", NULL, "value at each point"),
    CHOICE_PARAM("kind", "linear", "linear|cubic|hold",
                 "straight lines; smooth and monotone; the value of the last point passed"),
    CHOICE_PARAM(
        "outside", "fail", "hold|linear|fail",
        "beyond the ends: the value at the end; a straight line; the run ends with a message"),
    {0}};
const struct piecewise block_table1 = {
    .atomic = PIECEWISE_ATOMIC(
        "table1", "hybrid", "function given by points",
        "y = f(u), f going through the points (x[k], y[k]). Points are passed at exactly their "
        "time, with an event. `cubic` keeps f monotone between points (weighted harmonic means of "
        "the slopes), and its first derivative has no jumps.",
        function_one, function_output, table1_params),
    PIECEWISE_RULES(table1_mode, two, table1_guard, table1_next, table1_value),
    .check = table1_check,
    .hint = OUTSIDE_HINT};

/* ---- table2: lists x, y, z (a row for each x); p = outside. Mode: (place in x + 1) (points in
 * y + 1) + place in y + 1 ---- */

static void cell_of(const struct args *a, int32_t mode, int32_t *i, int32_t *j)
{
    *i = mode / (a->count[1] + 1) - 1;
    *j = mode % (a->count[1] + 1) - 1;
}

static int32_t mode_of(const struct args *a, int32_t i, int32_t j)
{
    return (i + 1) * (a->count[1] + 1) + j + 1;
}

static int32_t table2_mode(const struct args *a, const struct inputs *in, const struct mode *m)
{
    int32_t i = 0, j = 0;
    if (m->started) cell_of(a, m->now, &i, &j);
    i = interval(a->list[0], a->count[0], in->u[0].c[0], m->started ? &i : NULL);
    j = interval(a->list[1], a->count[1], in->u[1].c[0], m->started ? &j : NULL);
    return mode_of(a, i, j);
}

static int32_t four(const struct args *a, int32_t mode)
{
    (void)a, (void)mode;
    return 4;
}

static jet table2_guard(const struct args *a, const struct inputs *in, const struct mode *m,
                        int32_t k)
{
    int32_t i, j;
    cell_of(a, m->now, &i, &j);
    return k < 2 ? end_guard(in, 0, a->list[0], a->count[0], i, k)
                 : end_guard(in, 1, a->list[1], a->count[1], j, k - 2);
}

static int32_t table2_next(const struct args *a, int32_t mode, int32_t k)
{
    int32_t i, j;
    cell_of(a, mode, &i, &j);
    return mode_of(a, k == 0 ? i - 1 : k == 1 ? i + 1 : i, k == 2 ? j - 1 : k == 3 ? j + 1 : j);
}

/* Where u is in its interval, from 0 to 1; *k becomes an interval inside. Returns the degree. */
static int share(const struct inputs *in, int32_t input, const double *x, int32_t n, int32_t *k,
                 jet *s)
{
    int below = *k<0, above = *k> n - 2;
    if (below || above) {
        *k = below ? 0 : n - 2;
        *s = jet_const(above);
        return 0;
    }
    *s = jet_div(jet_sub(in->u[input], x[*k]), x[*k + 1] - x[*k]);
    return in->degree[input];
}

static struct result table2_value(const struct args *a, const struct inputs *in,
                                  const struct mode *m, int out)
{
    int32_t i, j, n = a->count[1];
    int degree;
    const double *z;
    jet r, s, low, high;
    (void)out;
    cell_of(a, m->now, &i, &j);
    if (a->p[0] == 1 && (i < 0 || j < 0 || i > a->count[0] - 2 || j > n - 2))
        return piecewise_constant(NAN);
    degree = share(in, 0, a->list[0], a->count[0], &i, &r);
    degree += share(in, 1, a->list[1], n, &j, &s);
    z = a->list[2] + (ptrdiff_t)i * n + j;
    low = jet_add(z[0], jet_mul(s, z[1] - z[0]));
    high = jet_add(z[n], jet_mul(s, z[n + 1] - z[n]));
    return piecewise_series(in, jet_add(low, jet_mul(r, jet_sub(high, low))), degree);
}

static const char *table2_check(const struct args *a, const char **param)
{
    const char *text;
    for (int k = 0; k < 2; k++) {
        *param = k ? "y" : "x";
        if (a->count[k] < 2) return "a table needs at least two points in each direction";
        text = increasing(a->list[k], a->count[k]);
        if (text) return text;
    }
    *param = "z";
    if ((int64_t)a->count[0] * a->count[1] != a->count[2] || a->cols[2] != a->count[1])
        return "it must have a row for each point in 'x' and a column for each in 'y'";
    return finite(a->list[2], a->count[2]);
}

static const saltus_param table2_params[] = {
    REALS_NEEDED("x", NULL, "points of u1, increasing"),
    REALS_NEEDED("y", NULL, "points of u2, increasing"),
    REALS_NEEDED("z", NULL, "matrix of values: a row for each x, a column for each y"),
    CHOICE_PARAM("outside", "fail", "hold|fail",
                 "beyond the ends: as at the edge; the run ends with a message"),
    {0}};
const struct piecewise block_table2 = {
    .atomic = PIECEWISE_ATOMIC("table2", "hybrid", "function of two inputs given on a grid",
                               "y = f(u1, u2), bilinear between the points of the grid. Lines of "
                               "the grid are passed at exactly their time, with an event. Exact "
                               "for polynomial inputs whose degrees add up to at most 4.",
                               function_two, function_output, table2_params),
    PIECEWISE_RULES(table2_mode, four, table2_guard, table2_next, table2_value),
    .check = table2_check,
    .hint = OUTSIDE_HINT};
