/* SPDX-License-Identifier: MIT */
/* matrix.c - y = A u, kept up to date one element of u at a time.
 *
 * Each element of y is a polynomial about some time, the sum of a_ij u_j. When u_j changes, for
 * every i in its column
 *     y_i := y_i + a_ij (u_j new - u_j old)                                                     (1)
 * with both sides expanded at now: as much work as the column has entries. (1) rounds each time;
 * after as many exchanges as the row has entries, and not before 64, the row is added up again
 * from the inputs as they are known, which costs one addition per exchange: the error is that of
 * a few plain sums, however long the run.
 *
 * Open inputs. y_i is open as soon as one of its inputs is, and ends with the shortest of them.
 * An open input is made fresh before what is cut off can exceed `share` of its value,
 *     |c_n| h^n <= share (|c_0| + |c_1| h),                                                     (2)
 * so that a row that is sent often does not live on old series; whoever reads y between gets all
 * of them fresh (`again`).
 *
 * The sum over a vector is a matrix with one row of ones. */
#include "blocks/static/matrix.h"
#include "blocks/signal_times.h"
#include "blocks/static/function.h"
#include "num/poly.h"
#include "num/power.h"

struct row {
    double t, c[SALTUS_SERIES];
    int32_t age, terms; /* exchanges since it was added up; entries                        */
    int32_t heard;      /* entries whose input has spoken: all of them: it may be sent     */
    int32_t closed[SALTUS_SERIES], open[SALTUS_SERIES]; /* inputs by degree, by order             */
    int32_t timed; /* open inputs that follow the time itself                         */
};
struct matrix_state {
    struct matrix_shape s;
};
enum { STORE_ENTRIES = STORE_ARGS, STORE_STARTS, STORE_ROWS, STORE_LATER };
enum { LEAST_AGE = 64 };

/* ---- Stores ---------------------------------------------------------------------------------- */

static const struct matrix_shape *shape(const saltus_cell *c)
{
    return &((const struct matrix_state *)c->state)->s;
}

/* Entries of column j / row i: [*first, *end). */
static void column(const saltus_cell *c, int32_t j, const struct matrix_entry **first,
                   const struct matrix_entry **end)
{
    const int64_t *start = saltus_cell_stored(c, STORE_STARTS, NULL);
    const struct matrix_entry *all = saltus_cell_stored(c, STORE_ENTRIES, NULL);
    *first = all + start[j];
    *end = all + start[j + 1];
}

static void row_entries(const saltus_cell *c, int32_t i, const struct matrix_entry **first,
                        const struct matrix_entry **end)
{
    const int64_t *start = saltus_cell_stored(c, STORE_STARTS, NULL);
    const struct matrix_entry *all = saltus_cell_stored(c, STORE_ENTRIES, NULL);
    start += shape(c)->cols + 1;
    all += shape(c)->entries;
    *first = all + start[i];
    *end = all + start[i + 1];
}

static struct row *rows(const saltus_cell *c)
{
    return (struct row *)saltus_cell_stored(c, STORE_ROWS, NULL);
}

static struct signal *signals(const saltus_cell *c)
{
    return (struct signal *)saltus_cell_stored(c, STORE_SIGNALS, NULL);
}

static struct times *times(const saltus_cell *c)
{
    return (struct times *)saltus_cell_stored(c, STORE_LATER, NULL);
}
static int32_t matrix_size(const saltus_part *p, int way, int port)
{
    struct matrix_shape s;
    (void)port;
    matrix_shape(p, &s);
    return (way == 0 ? s.cols : s.rows) > 0 ? (way == 0 ? s.cols : s.rows) : 1;
}
static int make_stores(saltus_cell *c)
{
    const struct matrix_shape *s = shape(c);
    size_t starts = (size_t)s->cols + (size_t)s->rows + 2;
    int64_t *start = saltus_cell_store(c, STORE_STARTS, starts * sizeof *start);
    struct matrix_entry *e =
        saltus_cell_store(c, STORE_ENTRIES, 2 * (size_t)s->entries * sizeof *e);
    struct marks *m = saltus_cell_store(c, STORE_MARKS, marks_bytes(s->rows));
    struct times *t = saltus_cell_store(c, STORE_LATER, times_bytes(s->cols));
    struct row *r = saltus_cell_store(c, STORE_ROWS, (size_t)s->rows * sizeof *r);
    if (!start || !e || !m || !t || !r ||
        !saltus_cell_store(c, STORE_SIGNALS, (size_t)s->cols * sizeof(struct signal)))
        return 0;
    matrix_sort(c->part, s, 1, start, e);
    matrix_sort(c->part, s, 0, start + s->cols + 1, e + s->entries);
    marks_start(m, s->rows);
    times_start(t, s->cols);
    start += s->cols + 1;
    for (int32_t i = 0; i < s->rows; i++) {
        r[i].terms = (int32_t)(start[i + 1] - start[i]);
        r[i].t = c->t;
        if (!r[i].terms) marks_add(m, i); /* it is 0 */
    }
    return 1;
}

static void matrix_start(saltus_cell *c)
{
    struct matrix_state *s = c->state;
    const char *param = NULL, *text;
    matrix_shape(c->part, &s->s);
    text = matrix_wrong(c->part, &s->s, &param);
    if (text)
        saltus_cell_fail(c, SALTUS_EARG, param, text, NULL);
    else
        make_stores(c);
}

/* ---- Exchanges ------------------------------------------------------------------------------- */

/* Does its coefficient beyond (2) matter after h? The time for which it does not. */
static double lasts(const saltus_cell *c, const struct signal *s)
{
    double rel = saltus_cell_options(c)->rel;
    return s->order > 0 ? rules_outgrows(s->c, s->order, rel > 0 ? 1e-3 * rel : 1e-6) : INFINITY;
}

static void count_in(struct row *r, const struct signal *s, int32_t one)
{
    int degree = signal_degree(s->c, s->order);
    if (!s->heard) return;
    *(s->open ? &r->open[s->order] : &r->closed[degree]) += one;
    r->timed += s->open == 2 ? one : 0;
}

/* (1) for one entry. */
static void exchange(struct row *r, double a, double t, const struct signal *old,
                     const struct signal *new)
{
    double was[SALTUS_SERIES];
    signal_at(old, t, was);
    poly_shift(r->c, SALTUS_SERIES - 1, t - r->t);
    r->t = t;
    for (int k = 0; k < SALTUS_SERIES; k++) r->c[k] += a * (new->c[k] - was[k]);
    count_in(r, old, -1);
    count_in(r, new, 1);
    r->heard += !old->heard;
    r->age++;
}

/* Input j says this from now on. */
static void change(saltus_cell *c, int32_t j, const saltus_message *x)
{
    struct marks *m = frame_marks(c);
    struct signal *s = signals(c) + j, old = *s;
    const struct matrix_entry *e, *end;
    double h;
    signal_set(s, c->t, x);
    h = s->open ? fmax(lasts(c, s), 4e-16 * fabs(c->t) + 1e-300) : INFINITY;
    times_set(times(c), j, c->t + h);
    for (column(c, j, &e, &end); e < end; e++) {
        struct row *r = rows(c) + e->index;
        exchange(r, e->a, c->t, &old, s);
        if (r->heard < r->terms) continue;
        marks_add(m, e->index);
        if (signal_jumps(x)) marks_flags(m)[e->index] |= MARKED_JUMP;
    }
}

static void matrix_ext(saltus_cell *c, double elapsed, const saltus_message *x, size_t n)
{
    int32_t first, end;
    (void)elapsed;
    for (; n > 0; n--, x++) {
        signal_span(x, shape(c)->cols, &first, &end);
        for (int32_t j = first; j < end; j++) change(c, j, x);
    }
}

/* ---- Rows ------------------------------------------------------------------------------------ */

static void add_up(const saltus_cell *c, int32_t i, double *y)
{
    const struct matrix_entry *e, *end;
    double u[SALTUS_SERIES];
    memset(y, 0, SALTUS_SERIES * sizeof *y);
    for (row_entries(c, i, &e, &end); e < end; e++) {
        signal_at(signals(c) + e->index, c->t, u);
        for (int k = 0; k < SALTUS_SERIES; k++) y[k] += e->a * u[k];
    }
}

/* Order and openness of a row. */
static int order_of(const struct row *r, int *open)
{
    int order = SALTUS_SERIES - 1;
    *open = 0;
    for (int k = SALTUS_SERIES - 1; k >= 0; k--) {
        if (!r->open[k]) continue;
        order = k;
        *open = r->timed ? 2 : 1;
    }
    while (!*open && order > 0 && !r->closed[order]) order--;
    return order;
}

/* Row i at now; *anew: it was added up. */
static void value(const saltus_cell *c, int32_t i, double *y, int *anew)
{
    const struct row *r = rows(c) + i;
    *anew = r->age >= (r->terms > LEAST_AGE ? r->terms : LEAST_AGE);
    if (*anew) {
        add_up(c, i, y);
    } else {
        memcpy(y, r->c, sizeof r->c);
        poly_shift(y, SALTUS_SERIES - 1, c->t - r->t);
    }
}

static double matrix_due(const saltus_cell *c)
{
    return frame_marks(c)->n ? c->t : times_first(times(c));
}

static int is_finite(const double *y)
{
    double sum = 0;
    for (int k = 0; k < SALTUS_SERIES; k++) sum += y[k] - y[k];
    return sum == 0;
}

static void matrix_lambda(const saltus_cell *c)
{
    struct marks *m = frame_marks(c);
    for (int32_t k = 0; k < m->n; k++) {
        int32_t i = m->item[k];
        double y[SALTUS_SERIES];
        int anew, open, order = order_of(rows(c) + i, &open);
        saltus_message *out = saltus_cell_out(c, 0, i);
        value(c, i, y, &anew);
        if (!is_finite(y)) {
            saltus_cell_fail(c, SALTUS_ENAN, NULL, "a sum is not finite", NULL);
            return;
        }
        signal_say(out, y, order, open);
        if (marks_flags(m)[i] & MARKED_JUMP) out->jump = 1;
        saltus_cell_show(c, 0, i, y, order);
    }
}

/* Inputs that have grown old; their rows are then to be sent, in the next turn at the same
 * instant. */
static void refresh(saltus_cell *c)
{
    saltus_message x;
    for (int32_t j = times_next(times(c), -1, c->t); j >= 0; j = times_next(times(c), j, c->t)) {
        memset(&x, 0, sizeof x);
        if (saltus_cell_renew(c, 0, j, &x)) change(c, j, &x);
        /* its source knows when to speak */
        else
            times_set(times(c), j, INFINITY);
    }
}

static void matrix_int(saltus_cell *c)
{
    struct marks *m = frame_marks(c);
    for (int32_t k = 0; k < m->n; k++) {
        struct row *r = rows(c) + m->item[k];
        double y[SALTUS_SERIES];
        int anew, open, order = order_of(r, &open);
        value(c, m->item[k], y, &anew);
        for (int p = order + 1; !open && p < SALTUS_SERIES; p++)
            y[p] = 0; /* what rounding has left there */
        memcpy(r->c, y, sizeof y);
        r->t = c->t;
        if (anew) r->age = 0;
    }
    marks_clear(m);
    refresh(c);
}

/* ---- Structure ------------------------------------------------------------------------------- */

static int matrix_through(const saltus_part *p, int in, int out)
{
    (void)p, (void)in, (void)out;
    return 1;
}

static double matrix_partial(const saltus_cell *c, int out, int32_t i, int in, int32_t j)
{
    const struct matrix_entry *e, *end;
    double sum = 0;
    (void)out, (void)in;
    for (column(c, j, &e, &end); e < end; e++) sum += e->index == i ? e->a : 0;
    return sum;
}

/* Before the start, too, when loops are looked for. */
static void matrix_reach(const saltus_cell *c, int in, int32_t j, int out,
                         void (*add)(void *user, int32_t i), void *user)
{
    const struct matrix_entry *e, *end;
    struct matrix_shape s;
    int32_t at[2];
    double a;
    (void)in, (void)out;
    if (saltus_cell_stored(c, STORE_STARTS, NULL)) {
        for (column(c, j, &e, &end); e < end; e++) add(user, e->index);
        return;
    }
    matrix_shape(c->part, &s);
    for (int64_t k = 0; k < s.entries; k++)
        if (matrix_entry(c->part, &s, k, &at[0], &at[1], &a) && at[1] == j) add(user, at[0]);
}

static void matrix_again(saltus_cell *c, int out, int32_t i, saltus_message *m)
{
    const struct matrix_entry *e, *end;
    double y[SALTUS_SERIES];
    int open, order;
    (void)out;
    for (row_entries(c, i, &e, &end); e < end; e++) {
        struct signal *s = signals(c) + e->index;
        saltus_message x = {0};
        if (s->open && s->t != c->t && saltus_cell_renew(c, 0, e->index, &x)) {
            struct marks *marked = frame_marks(c);
            int32_t n = marked->n;
            change(c, e->index, &x);
            while (marked->n > n)
                marks_flags(marked)[marked->item[--marked->n]] = 0; /* nothing is sent */
        }
    }
    order = order_of(rows(c) + i, &open);
    add_up(c, i, y);
    signal_say(m, y, order, open);
}

static const saltus_port vector_input[] = {SIGNAL_PORT("u", "vector"), {0}};
static const saltus_port scalar_output[] = {SIGNAL_PORT("y", "scalar"), {0}};
static const saltus_port vector_output[] = {SIGNAL_PORT("y", "vector"), {0}};

#define MATRIX_ATOMIC(name_, title_, text_, outputs_, params_)                                     \
    {                                                                                              \
        .name = name_, .group = "vectors", .title = title_, .text = text_, .inputs = vector_input, \
        .outputs = outputs_, .params = params_, .shows = function_shows,                           \
        .struct_size = sizeof(saltus_atomic), .state_size = sizeof(struct matrix_state),           \
        .rank = -2, .port_size = matrix_size, .start = matrix_start, .due = matrix_due,            \
        .lambda = matrix_lambda, .delta_int = matrix_int, .delta_ext = matrix_ext,                 \
        .through = matrix_through, .partial = matrix_partial, .reach = matrix_reach,               \
        .again = matrix_again                                                                      \
    }

const saltus_atomic block_sum_over =
    MATRIX_ATOMIC("sum_over", "sum of all elements of a vector",
                  "y = u[1] + u[2] + ... A change of one element costs the same however long the "
                  "vector is; the sum is added up again often enough that rounding does not grow.",
                  scalar_output, NULL);

static const saltus_param matrix_params[] = {
    REALS_PARAM("matrix", NULL, "A, as a list of its rows; zeros cost nothing"),
    REALS_PARAM("i", NULL, "of a sparse matrix: row of each entry, counted from 1"),
    REALS_PARAM("j", NULL, "its column"),
    REALS_PARAM("v", NULL, "its value; entries at the same place add up"),
    INTEGER_IN("rows", 0, 0, 2e9, "of a sparse matrix: elements of y"),
    INTEGER_IN("cols", 0, 0, 2e9, "of a sparse matrix: elements of u"),
    {0}};
const saltus_atomic block_matrix_gain =
    MATRIX_ATOMIC("matrix_gain", "a matrix times a vector",
                  "y = A u. A is given either as `matrix`, or by its entries that are not 0: `i`, "
                  "`j`, `v`, with its size in `rows` and `cols`. A change of u[j] costs as much as "
                  "column j has entries. `size` is not used.",
                  vector_output, matrix_params);
