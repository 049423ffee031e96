/* SPDX-License-Identifier: MIT */
/* matrix.c - the Jacobian of the model, exact and sparse, in the matrix of Newton's method.
 *
 * The pattern is asked of the model once. Values are asked for when an integrator wants a new Jacobian;
 * a model whose derivatives are all affine is asked once between two events. What changes more often
 * is the step size, and with it the matrix
 *     M = diagonal * I + scale * J,                                                             (1)
 * I - gamma J for CVODE and ARKODE, c I - J for IDA: it is put together from the values that are kept,
 * in one pass, without a second matrix.
 *
 * Small or full systems are dense, all others go to KLU in compressed columns, ordered by minimum degree.
 * Entries through sums are left out where they would fill the matrix (more than 64 for each state): then
 * Newton's method takes some more iterations, each of which is cheap. */
#include "saltus_classic.h"
#ifdef SALTUS_SUNDIALS
#include "engine/classic/classic.h"
#include <string.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunlinsol/sunlinsol_klu.h>
#include <sunmatrix/sunmatrix_dense.h>
#include <sunmatrix/sunmatrix_sparse.h>

enum { SMALL = 12, FULL = 500, THROUGH_SUMS = 64, MOST = 1 << 25 };

/* ---- The pattern ----------------------------------------------------------------------------- */

static bool all_affine(const struct sim *s)
{
    const saltus_function *f = &s->model->der;
    for (int32_t i = 0; i < s->net.n; i++)
        if (!f->affine || f->affine(&whole_of(s)->env, i) == 0) return false;
    return s->net.n_sums == 0;
}

/* Entries of the matrix: those of J and the diagonal. */
static int64_t count_entries(const struct csr *rows)
{
    int64_t n = rows->start[rows->n];
    for (int32_t i = 0; i < rows->n; i++) n += !csr_has(rows, i, i);
    return n;
}

/* One pass over the rows, with the diagonal in its place among them: entry k of J (-1: a diagonal that J
 * has not) goes to the next place of column j. */
static void walk(struct matrix *m, sunindextype *next, sunindextype *row_of)
{
    const struct csr *rows = &m->jacobian.rows;
    for (int32_t i = 0; i < rows->n; i++) {
        for (int32_t k = rows->start[i]; k < rows->start[i + 1]; k++) {
            int32_t j = rows->item[k];
            m->place[k] = (int32_t)next[j];
            if (i == j) m->diagonal[i] = m->place[k];
            row_of[next[j]++] = i;
        }
        if (csr_has(rows, i, i)) continue;
        m->diagonal[i] = (int32_t)next[i];
        row_of[next[i]++] = i;
    }
}

static void count_columns(const struct csr *rows, sunindextype *start)
{
    memset(start, 0, sizeof *start * ((size_t)rows->n + 1));
    for (int32_t k = 0; k < rows->start[rows->n]; k++) start[rows->item[k] + 1]++;
    for (int32_t i = 0; i < rows->n; i++) start[i + 1] += !csr_has(rows, i, i);
    for (int32_t i = 0; i < rows->n; i++) start[i + 1] += start[i];
}

/* Columns of a sparse matrix; afterwards start[j] is the beginning of column j again. */
static void lay_out(struct matrix *m, SUNMatrix a)
{
    const struct csr *rows = &m->jacobian.rows;
    sunindextype *start = SUNSparseMatrix_IndexPointers(a);
    count_columns(rows, start);
    walk(m, start, SUNSparseMatrix_IndexValues(a));
    memmove(start + 1, start, sizeof *start * (size_t)rows->n);
    start[0] = 0;
}

static void find_pattern(struct classic *c)
{
    struct sim *s = c->sim;
    saltus_status st =
        whole_jacobian_pattern(s, MOST, (int64_t)THROUGH_SUMS * s->net.n, &c->matrix.jacobian);
    if (st == SALTUS_ELIMIT)
        sim_refuse(s, SALTUS_EARG, s->model->name,
                   "its Jacobian has too many entries for an implicit method",
                   "cvode-adams and dopri5 need none");
    else if (st != SALTUS_OK)
        sim_refuse(s, st, NULL, "out of memory for the Jacobian", NULL);
}

/* ---- Memory ---------------------------------------------------------------------------------- */

static void make_dense(struct classic *c)
{
    struct matrix *m = &c->matrix;
    m->m = SUNDenseMatrix(c->sim->net.n, c->sim->net.n, c->context);
    if (m->m) m->solver = SUNLinSol_Dense(c->y, m->m, c->context);
}

static void make_sparse(struct classic *c, int64_t entries)
{
    struct matrix *m = &c->matrix;
    int32_t n = c->sim->net.n;
    m->place = sim_room(c->sim, m->jacobian.rows.start[n], sizeof *m->place);
    m->diagonal = sim_room(c->sim, n, sizeof *m->diagonal);
    if (c->sim->status < 0) return;
    m->m = SUNSparseMatrix(n, n, entries, CSC_MAT, c->context);
    if (!m->m) return;
    lay_out(m, m->m);
    m->solver = SUNLinSol_KLU(c->y, m->m, c->context);
    if (m->solver) SUNLinSol_KLUSetOrdering(m->solver, 0);
}

bool matrix_open(struct classic *c)
{
    struct matrix *m = &c->matrix;
    struct sim *s = c->sim;
    int32_t n = s->net.n;
    int64_t entries;
    find_pattern(c);
    if (s->status < 0) return false;
    entries = count_entries(&m->jacobian.rows);
    m->constant = all_affine(s);
    m->entry = sim_room(s, m->jacobian.rows.start[n], sizeof *m->entry);
    m->dense = n <= SMALL || (n <= FULL && entries > (int64_t)n * n / 3);
    if (m->dense)
        make_dense(c);
    else
        make_sparse(c, entries);
    if (s->status >= 0 && !m->solver)
        sim_refuse(s, SALTUS_ENOMEM, NULL, "out of memory for the matrix of Newton's method", NULL);
    return s->status >= 0;
}

void matrix_close(struct classic *c)
{
    struct matrix *m = &c->matrix;
    if (m->solver) SUNLinSolFree(m->solver);
    if (m->m) SUNMatDestroy(m->m);
    alloc_free(&c->sim->alloc, m->entry);
    alloc_free(&c->sim->alloc, m->place);
    alloc_free(&c->sim->alloc, m->diagonal);
    if (m->jacobian.alloc.fn) jacobian_free(&m->jacobian);
    *m = (struct matrix){.m = NULL};
}

/* ---- Values ---------------------------------------------------------------------------------- */

/* 0; 1: they cannot be had at this point. */
static int renew(struct classic *c, double t, N_Vector y)
{
    struct sim *s = c->sim;
    int32_t at[2];
    whole_show(s, t, N_VGetArrayPointer(y), NULL);
    if (whole_of(s)->n_edges && !whole_allowed(s)) {
        c->trouble = WHOLE_BEYOND;
        return 1;
    }
    c->matrix.known = false;
    switch (whole_jacobian_values(s, &c->matrix.jacobian, c->matrix.entry, at)) {
    case SALTUS_OK: c->matrix.known = true; return 0;
    case SALTUS_ENAN:
        c->trouble = WHOLE_NAN;
        whole_of(s)->not_finite = at[0];
        return 1;
    default: c->trouble = WHOLE_FAULT; return 1;
    }
}

static void fill_dense(const struct matrix *m, double diagonal, double scale, SUNMatrix a)
{
    const struct csr *rows = &m->jacobian.rows;
    double *v = SUNDenseMatrix_Data(a);
    size_t n = (size_t)rows->n;
    memset(v, 0, n * n * sizeof *v);
    for (size_t i = 0; i < n; i++) {
        v[i + i * n] = diagonal;
        for (int32_t k = rows->start[i]; k < rows->start[i + 1]; k++)
            v[i + (size_t)rows->item[k] * n] += scale * m->entry[k];
    }
}

static void fill_sparse(struct matrix *m, double diagonal, double scale, SUNMatrix a)
{
    const struct csr *rows = &m->jacobian.rows;
    double *v = SUNSparseMatrix_Data(a);
    if (SUNSparseMatrix_IndexPointers(a)[rows->n] == 0) lay_out(m, a); /* SUNMatZero was here */
    for (int32_t i = 0; i < rows->n; i++) v[m->diagonal[i]] = 0;
    for (int32_t k = 0; k < rows->start[rows->n]; k++) v[m->place[k]] = scale * m->entry[k];
    for (int32_t i = 0; i < rows->n; i++) v[m->diagonal[i]] += diagonal;
}

int matrix_fill(struct classic *c, double t, N_Vector y, bool old, double diagonal, double scale,
                SUNMatrix a, bool *renewed)
{
    struct matrix *m = &c->matrix;
    *renewed = !m->known || (!old && !m->constant);
    if (*renewed && renew(c, t, y)) return 1;
    c->sim->stats.factorizations++;
    if (m->dense)
        fill_dense(m, diagonal, scale, a);
    else
        fill_sparse(m, diagonal, scale, a);
    return 0;
}
#endif
