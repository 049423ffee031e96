/* SPDX-License-Identifier: MIT */
/* radau_matrix.c - the exact Jacobian in the two matrices of Newton's method,
 *     gamma/h I - J   (real)      and      (alpha + i beta)/h I - J   (complex).
 *
 * Small ones go to num/full, which exchanges rows. Others go to num/sparse, which does not:
 * in minimum-degree order, their pattern is symmetric by then, and the diagonals are strong as soon
 * as h is short enough. Exchanges of rows would need an order for the worst of them, whose factors
 * fill up: the Brusselator on a square takes ten times the operations. The pattern is kept; J is
 * asked for when the stepper wants it. */
#include "engine/runge/radau.h"
#include "num/full.h"
#include <math.h>
#include <string.h>

enum { SMALL = 8, FULL = 24, THROUGH_SUMS = 64, MOST = 1 << 25, POWERS = 12 };

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
    else if (m->j.cut && !m->both)
        run->call->refuse(
            run, SALTUS_EARG, run->model,
            "its states read sums of so many terms that their derivatives are left out",
            "radau5 can do without them");
    return *run->status >= 0;
}

/* Rows of J, and the same by columns. */
static int copy_pattern(struct engine_host *run, const struct radau_matrix *m, struct csr *rows,
                        struct csr *column)
{
    struct csr_builder b;
    int bad = csr_begin(&b, rows, run->n, memory(run));
    for (int32_t i = 0; i < run->n && !bad; i++) {
        for (int32_t k = m->j.start[i]; k < m->j.start[i + 1] && !bad; k++)
            bad = csr_add(&b, m->j.item[k]);
        if (!bad) bad = csr_row(&b);
    }
    if (!bad) bad = csr_end(&b);
    return bad || csr_transpose(column, rows, run->n, memory(run));
}

/* What is at (i, j) or (j, i), without the diagonal. */
static bool make_sparse(struct engine_host *run, struct radau_matrix *m)
{
    struct csr near = {0}, rows = {0}, column = {0};
    struct csr_builder b;
    int bad = copy_pattern(run, m, &rows, &column) || csr_begin(&b, &near, run->n, memory(run));
    for (int32_t i = 0; i < run->n && !bad; i++) {
        const struct csr *both[] = {&rows, &column};
        for (int k = 0; k < 2; k++)
            for (const int32_t *j = csr_first(both[k], i); j < csr_last(both[k], i) && !bad; j++)
                if (*j != i) bad = csr_add(&b, *j);
        if (!bad) bad = csr_row(&b);
    }
    if (!bad) bad = csr_end(&b);
    if (!bad) bad = sparse_init(&m->sparse, &near, true, memory(run));
    csr_free(&near, memory(run));
    csr_free(&rows, memory(run));
    csr_free(&column, memory(run));
    return !bad;
}

static int32_t place_of(const struct radau_matrix *m, int32_t i, int32_t j)
{
    return m->full ? j * m->j.n + i : sparse_at(&m->sparse, i, j);
}

static bool make(struct engine_host *run, struct radau_matrix *m)
{
    int32_t n = run->n, entries = m->j.start[n];
    m->full = n <= SMALL || (n <= FULL && 3 * entries > n * n);
    m->entry = run->call->room(run, entries, sizeof *m->entry);
    m->place = run->call->room(run, entries, sizeof *m->place);
    m->diagonal = run->call->room(run, n, sizeof *m->diagonal);
    m->work = run->call->room(run, n, 2 * sizeof *m->work);
    if (m->full) m->row = run->call->room(run, n, 2 * sizeof *m->row);
    if (m->full && m->both) m->complex = run->call->room(run, n * n, 2 * sizeof *m->complex);
    if (*run->status < 0 || (!m->full && !make_sparse(run, m))) return false;
    m->values = m->full ? n * n : m->sparse.values;
    m->real = run->call->room(run, m->values, sizeof *m->real);
    if (*run->status < 0) return false;
    for (int32_t i = 0; i < n; i++) {
        m->diagonal[i] = place_of(m, i, i);
        for (int32_t k = m->j.start[i]; k < m->j.start[i + 1]; k++)
            m->place[k] = place_of(m, i, m->j.item[k]);
    }
    return true;
}

bool radau_matrix_open(struct engine_host *run, struct radau_matrix *m, bool both)
{
    m->both = both;
    if (!find_pattern(run, m)) return false;
    if (!make(run, m))
        run->call->refuse(run, SALTUS_ENOMEM, NULL,
                          "out of memory for the matrices of Newton's method", NULL);
    return *run->status >= 0;
}

void radau_matrix_close(struct engine_host *run, struct radau_matrix *m)
{
    void *arrays[] = {m->entry, m->place, m->diagonal, m->real, m->work, m->complex, m->row};
    sparse_free(&m->sparse, memory(run));
    for (size_t k = 0; k < sizeof arrays / sizeof *arrays; k++)
        run->call->give_back(run, arrays[k]);
}

static bool factor_real(struct radau_matrix *m, double gamma)
{
    int32_t n = m->j.n;
    memset(m->real, 0, (size_t)m->values * sizeof *m->real);
    for (int32_t k = 0; k < m->j.start[n]; k++) m->real[m->place[k]] = -m->entry[k];
    for (int32_t i = 0; i < n; i++) m->real[m->diagonal[i]] += gamma;
    return m->full ? full_factor_real(m->real, m->row, m->work, n)
                   : sparse_factor_real(&m->sparse, m->real);
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
    return full_factor(m->complex, m->row + n, n);
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

bool radau_matrix_factor_real(struct engine_host *run, struct radau_matrix *m, double gamma)
{
    ++*run->factorizations;
    return factor_real(m, gamma);
}

bool radau_matrix_factor(struct engine_host *run, struct radau_matrix *m, double gamma,
                         double alpha, double beta)
{
    ++*run->factorizations;
    return factor_real(m, gamma) &&
           (m->full ? factor_full(m, run->n, alpha, beta) : factor_sparse(m, run->n, alpha, beta));
}

void radau_solve_real(const struct radau_matrix *m, double *v)
{
    if (m->full)
        full_solve_real(m->real, m->row, m->j.n, v);
    else
        sparse_solve_real(&m->sparse, m->real, v, m->work);
}

void radau_solve_complex(struct radau_matrix *m, double *v)
{
    if (m->full)
        full_solve(m->complex, m->row + m->j.n, m->j.n, v);
    else
        sparse_solve(&m->sparse, v, m->work);
}

double radau_matrix_work(const struct radau_matrix *m, bool factor)
{
    double n = m->j.n, fill = m->full ? n * n : m->sparse.values, pairs = 0;
    double each = m->both ? 5 : 1;
    if (!factor) return each * fill;
    if (m->full) return each * n * n * n / 3;
    for (int32_t k = 0; k < m->j.n; k++) {
        double d = m->sparse.first[k + 1] - m->sparse.first[k];
        pairs += d * d;
    }
    return each * (pairs + fill);
}

double radau_matrix_rate(const struct radau_matrix *m, double *v, double *w)
{
    int32_t n = m->j.n;
    double growth = 0, size = 0;
    for (int32_t i = 0; i < n; i++) size += fabs(v[i] = 1 + 0.1 * (i % 7) - 0.2 * (i % 3));
    for (int turn = 0; turn < POWERS && size > 0; turn++) {
        double now = 0;
        for (int32_t i = 0; i < n; i++) {
            double sum = 0;
            for (int32_t k = m->j.start[i]; k < m->j.start[i + 1]; k++)
                sum += m->entry[k] * v[m->j.item[k]];
            now += fabs(w[i] = sum / size);
        }
        if (turn >= POWERS / 2) growth += log(now);
        size = now;
        memcpy(v, w, (size_t)n * sizeof *v);
    }
    return size > 0 ? exp(growth / (POWERS - POWERS / 2)) : 0;
}
