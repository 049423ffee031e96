/* SPDX-License-Identifier: MIT */
/* radau_matrix.c - the exact Jacobian in the two matrices of Newton's method,
 *     gamma/h I - J   (real)      and      (alpha + i beta)/h I - J   (complex).
 *
 * Small ones go to num/lu and num/full, which exchange rows. Others go to num/sparse, which does not:
 * in minimum-degree order, their pattern is symmetric by then, and the diagonals are strong as soon
 * as h is short enough. Exchanges of rows would need an order for the worst of them, whose factors
 * fill up: the Brusselator on a square takes ten times the operations. The pattern is kept; J is
 * asked for when the stepper wants it. */
#include "engine/runge/radau.h"
#include "num/full.h"
#include <string.h>

enum { SMALL = 8, THROUGH_SUMS = 64, MOST = 1 << 25 };

static struct alloc *memory(struct engine_host *run)
{
    return &whole_sim(run)->alloc;
}

static bool find_pattern(struct engine_host *run, struct radau_matrix *m)
{
    saltus_status st = run->call->pattern(run, MOST, (int64_t)THROUGH_SUMS * run->n, &m->j);
    if (st == SALTUS_ELIMIT)
        run->call->refuse(run, SALTUS_EARG, run->model,
                          "its Jacobian has too many entries for an implicit method",
                          "rk5 needs none");
    else if (st != SALTUS_OK)
        run->call->refuse(run, st, NULL, "out of memory for the Jacobian", NULL);
    return st == SALTUS_OK;
}

/* Rows of J with the diagonal, and the same by columns. */
static bool add_diagonal(struct engine_host *run, struct radau_matrix *m)
{
    struct csr_builder b;
    int bad = csr_begin(&b, &m->rows, run->n, memory(run));
    for (int32_t i = 0; i < run->n && !bad; i++) {
        for (int32_t k = m->j.start[i]; k < m->j.start[i + 1] && !bad; k++)
            bad = csr_add(&b, m->j.item[k]);
        if (!bad) bad = csr_add(&b, i);
        if (!bad) bad = csr_row(&b);
    }
    return !bad && !csr_end(&b) && !csr_transpose(&m->column, &m->rows, run->n, memory(run));
}

static int32_t find(const struct csr *c, int32_t row, int32_t item)
{
    const int32_t *from = csr_first(c, row), *to = csr_last(c, row);
    while (from + 1 < to) {
        const int32_t *middle = from + (to - from) / 2;
        if (*middle <= item)
            from = middle;
        else
            to = middle;
    }
    return (int32_t)(from - c->item);
}

/* What is at (i, j) or (j, i), without the diagonal. */
static bool make_sparse(struct engine_host *run, struct radau_matrix *m)
{
    struct csr near = {0};
    struct csr_builder b;
    int bad = csr_begin(&b, &near, run->n, memory(run));
    for (int32_t i = 0; i < run->n && !bad; i++) {
        const struct csr *both[] = {&m->rows, &m->column};
        for (int k = 0; k < 2; k++)
            for (const int32_t *j = csr_first(both[k], i); j < csr_last(both[k], i) && !bad; j++)
                if (*j != i) bad = csr_add(&b, *j);
        if (!bad) bad = csr_row(&b);
    }
    if (!bad) bad = csr_end(&b);
    if (!bad) bad = sparse_init(&m->sparse, &near, memory(run));
    csr_free(&near, memory(run));
    return !bad;
}

static int32_t place_of(const struct radau_matrix *m, int32_t i, int32_t j)
{
    return m->full ? find(&m->column, j, i) : sparse_at(&m->sparse, i, j);
}

static bool make(struct engine_host *run, struct radau_matrix *m)
{
    int32_t n = run->n, entries = m->j.start[n];
    if (!add_diagonal(run, m)) return false;
    m->full = n <= SMALL || (n <= LU_DENSE && 3 * entries > n * n);
    m->entry = run->call->room(run, entries, sizeof *m->entry);
    m->place = run->call->room(run, entries, sizeof *m->place);
    m->diagonal = run->call->room(run, n, sizeof *m->diagonal);
    m->work = run->call->room(run, n, 2 * sizeof *m->work);
    if (m->full) {
        m->complex = run->call->room(run, n * n, 2 * sizeof *m->complex);
        m->row = run->call->room(run, n, sizeof *m->row);
    } else if (*run->status >= 0 && !make_sparse(run, m))
        return false;
    m->real = run->call->room(run, m->full ? m->rows.start[n] : m->sparse.values, sizeof *m->real);
    if (*run->status < 0) return false;
    for (int32_t i = 0; i < n; i++) {
        m->diagonal[i] = place_of(m, i, i);
        for (int32_t k = m->j.start[i]; k < m->j.start[i + 1]; k++)
            m->place[k] = place_of(m, i, m->j.item[k]);
    }
    return !m->full || lu_plan_init(&m->plan, n, m->column.start, m->column.item, memory(run));
}

bool radau_matrix_open(struct engine_host *run, struct radau_matrix *m)
{
    if (!find_pattern(run, m)) return false;
    if (!make(run, m))
        run->call->refuse(run, SALTUS_ENOMEM, NULL,
                          "out of memory for the matrices of Newton's method", NULL);
    return *run->status >= 0;
}

void radau_matrix_close(struct engine_host *run, struct radau_matrix *m)
{
    void *arrays[] = {m->entry, m->place, m->diagonal, m->real, m->work, m->complex, m->row};
    lu_free(&m->lu, memory(run));
    lu_plan_free(&m->plan, memory(run));
    sparse_free(&m->sparse, memory(run));
    csr_free(&m->rows, memory(run));
    csr_free(&m->column, memory(run));
    for (size_t k = 0; k < sizeof arrays / sizeof *arrays; k++)
        run->call->give_back(run, arrays[k]);
}

static bool factor_real(struct engine_host *run, struct radau_matrix *m, double gamma)
{
    int32_t n = run->n, values = m->full ? m->rows.start[n] : m->sparse.values;
    memset(m->real, 0, (size_t)values * sizeof *m->real);
    for (int32_t k = 0; k < m->j.start[n]; k++) m->real[m->place[k]] = -m->entry[k];
    for (int32_t i = 0; i < n; i++) m->real[m->diagonal[i]] += gamma;
    if (!m->full) return sparse_factor_real(&m->sparse, m->real);
    if (lu_factor(&m->plan, &m->lu, m->real, memory(run))) return true;
    if (m->lu.bad < 0)
        run->call->refuse(run, SALTUS_ENOMEM, NULL, "out of memory for Newton's method", NULL);
    return false;
}

static bool factor_full(struct radau_matrix *m, int32_t n, double alpha, double beta)
{
    size_t room = (size_t)n;
    memset(m->complex, 0, 2 * room * room * sizeof *m->complex);
    for (int32_t i = 0; i < n; i++) {
        double *d = m->complex + 2 * (room + 1) * (size_t)i;
        d[0] = alpha;
        d[1] = beta;
    }
    for (int32_t i = 0; i < n; i++)
        for (int32_t k = m->j.start[i]; k < m->j.start[i + 1]; k++)
            m->complex[2 * ((size_t)m->j.item[k] * room + (size_t)i)] -= m->entry[k];
    return full_factor(m->complex, m->row, n);
}

static bool factor_sparse(struct radau_matrix *m, int32_t n, double alpha, double beta)
{
    struct sparse *a = &m->sparse;
    memset(a->value, 0, 2 * (size_t)a->values * sizeof *a->value);
    for (int32_t k = 0; k < n; k++) {
        a->value[2 * k] = alpha;
        a->value[2 * k + 1] = beta;
    }
    for (int32_t k = 0; k < m->j.start[n]; k++) a->value[2 * m->place[k]] -= m->entry[k];
    return sparse_factor(a);
}

bool radau_matrix_factor(struct engine_host *run, struct radau_matrix *m, double gamma,
                         double alpha, double beta)
{
    ++*run->factorizations;
    return factor_real(run, m, gamma) &&
           (m->full ? factor_full(m, run->n, alpha, beta) : factor_sparse(m, run->n, alpha, beta));
}

void radau_solve_real(const struct radau_matrix *m, double *v)
{
    if (m->full)
        lu_solve(&m->plan, &m->lu, v);
    else
        sparse_solve_real(&m->sparse, m->real, v, m->work);
}

void radau_solve_complex(struct radau_matrix *m, double *v)
{
    if (m->full)
        full_solve(m->complex, m->row, m->j.n, v);
    else
        sparse_solve(&m->sparse, v, m->work);
}

double radau_matrix_work(const struct radau_matrix *m, bool factor)
{
    double n = m->j.n, fill = m->full ? n * n : m->sparse.values, pairs = 0;
    if (!factor) return 5 * fill;
    if (m->full) return 5 * n * n * n / 3;
    for (int32_t k = 0; k < m->j.n; k++) {
        double d = m->sparse.first[k + 1] - m->sparse.first[k];
        pairs += d * d;
    }
    return 5 * pairs + 5 * fill;
}
