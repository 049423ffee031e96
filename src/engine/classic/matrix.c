/* SPDX-License-Identifier: MIT */
/* matrix.c - the Jacobian of the model, exact and sparse, in the matrix of Newton's method.
 *
 * The pattern is asked of the model once. Values are asked for when an integrator wants a new
 * Jacobian; a model whose derivatives are all affine is asked once between two events. What changes
 * more often is the step size, and with it the matrix
 *     M = diagonal * I + scale * J,                                                             (1)
 * I - gamma J for CVODE and ARKODE, c I - J for IDA: it is put together from the values that are
 * kept, in one pass, without a second matrix.
 *
 * Small or full systems are dense, all others go to KLU in compressed columns, ordered by minimum
 * degree. Entries through sums are left out where they would fill the matrix (more than 64 for each
 * state): then Newton's method takes some more iterations, each of which is cheap. */
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

static bool has_diagonal(const struct engine_pattern *rows, int32_t i)
{
    int32_t k = rows->start[i];
    while (k < rows->start[i + 1] && rows->item[k] < i) k++;
    return k < rows->start[i + 1] && rows->item[k] == i;
}

/* Entries of the matrix: those of J and the diagonal. */
static int64_t count_entries(const struct engine_pattern *rows)
{
    int64_t n = rows->start[rows->n];
    for (int32_t i = 0; i < rows->n; i++) n += !has_diagonal(rows, i);
    return n;
}

/* One pass over the rows, with the diagonal in its place among them: entry k of J (-1: a diagonal
 * that J has not) goes to the next place of column j. */
static void walk(struct matrix *m, sunindextype *next, sunindextype *row_of)
{
    const struct engine_pattern *rows = &m->jacobian;
    for (int32_t i = 0; i < rows->n; i++) {
        for (int32_t k = rows->start[i]; k < rows->start[i + 1]; k++) {
            int32_t j = rows->item[k];
            m->place[k] = (int32_t)next[j];
            if (i == j) m->diagonal[i] = m->place[k];
            row_of[next[j]++] = i;
        }
        if (has_diagonal(rows, i)) continue;
        m->diagonal[i] = (int32_t)next[i];
        row_of[next[i]++] = i;
    }
}

static void count_columns(const struct engine_pattern *rows, sunindextype *start)
{
    memset(start, 0, sizeof *start * ((size_t)rows->n + 1));
    for (int32_t k = 0; k < rows->start[rows->n]; k++) start[rows->item[k] + 1]++;
    for (int32_t i = 0; i < rows->n; i++) start[i + 1] += !has_diagonal(rows, i);
    for (int32_t i = 0; i < rows->n; i++) start[i + 1] += start[i];
}

/* Columns of a sparse matrix; afterwards start[j] is the beginning of column j again. */
static void lay_out(struct matrix *m, SUNMatrix a)
{
    const struct engine_pattern *rows = &m->jacobian;
    sunindextype *start = SUNSparseMatrix_IndexPointers(a);
    count_columns(rows, start);
    walk(m, start, SUNSparseMatrix_IndexValues(a));
    memmove(start + 1, start, sizeof *start * (size_t)rows->n);
    start[0] = 0;
}

static void find_pattern(struct classic *c)
{
    struct engine_host *run = c->base.run;
    saltus_status st =
        run->call->pattern(run, MOST, (int64_t)THROUGH_SUMS * run->n, &c->matrix.jacobian);
    if (st == SALTUS_ELIMIT)
        run->call->refuse(run, SALTUS_EARG, run->model,
                          "its Jacobian has too many entries for an implicit method",
                          "cvode-adams and dopri5 need none");
    else if (st != SALTUS_OK)
        run->call->refuse(run, st, NULL, "out of memory for the Jacobian", NULL);
}

/* ---- Memory ---------------------------------------------------------------------------------- */

static void make_dense(struct classic *c)
{
    struct matrix *m = &c->matrix;
    m->m = SUNDenseMatrix(c->base.run->n, c->base.run->n, c->context);
    if (m->m) m->solver = SUNLinSol_Dense(c->y, m->m, c->context);
}

static void make_sparse(struct classic *c, int64_t entries)
{
    struct matrix *m = &c->matrix;
    int32_t n = c->base.run->n;
    m->place = c->base.run->call->room(c->base.run, m->jacobian.start[n], sizeof *m->place);
    m->diagonal = c->base.run->call->room(c->base.run, n, sizeof *m->diagonal);
    if (*c->base.run->status < 0) return;
    m->m = SUNSparseMatrix(n, n, entries, CSC_MAT, c->context);
    if (!m->m) return;
    lay_out(m, m->m);
    m->solver = SUNLinSol_KLU(c->y, m->m, c->context);
    if (m->solver) SUNLinSol_KLUSetOrdering(m->solver, 0);
}

bool matrix_open(struct classic *c)
{
    struct matrix *m = &c->matrix;
    struct engine_host *run = c->base.run;
    int32_t n = run->n;
    int64_t entries;
    find_pattern(c);
    if (*run->status < 0) return false;
    entries = count_entries(&m->jacobian);
    m->entry = run->call->room(run, m->jacobian.start[n], sizeof *m->entry);
    m->dense = n <= SMALL || (n <= FULL && entries > (int64_t)n * n / 3);
    if (m->dense)
        make_dense(c);
    else
        make_sparse(c, entries);
    if (*run->status >= 0 && !m->solver)
        run->call->refuse(run, SALTUS_ENOMEM, NULL,
                          "out of memory for the matrix of Newton's method", NULL);
    return *run->status >= 0;
}

void matrix_close(struct classic *c)
{
    struct matrix *m = &c->matrix;
    if (m->solver) SUNLinSolFree(m->solver);
    if (m->m) SUNMatDestroy(m->m);
    c->base.run->call->give_back(c->base.run, m->entry);
    c->base.run->call->give_back(c->base.run, m->place);
    c->base.run->call->give_back(c->base.run, m->diagonal);
    *m = (struct matrix){.m = NULL};
}

/* ---- Values ---------------------------------------------------------------------------------- */

/* 0; 1: they cannot be had at this point. */
static int renew(struct classic *c, double t, N_Vector y)
{
    enum whole_answer answer =
        c->base.run->call->jacobian(c->base.run, t, N_VGetArrayPointer(y), c->matrix.entry);
    if (answer != WHOLE_BEYOND) c->matrix.known = answer == WHOLE_OK;
    if (answer == WHOLE_OK) return 0;
    c->base.trouble = answer;
    return 1;
}

static void fill_dense(const struct matrix *m, double diagonal, double scale, SUNMatrix a)
{
    const struct engine_pattern *rows = &m->jacobian;
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
    const struct engine_pattern *rows = &m->jacobian;
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
    *renewed = !m->known || (!old && !m->jacobian.constant);
    if (*renewed && renew(c, t, y)) return 1;
    ++*c->base.run->factorizations;
    if (m->dense)
        fill_dense(m, diagonal, scale, a);
    else
        fill_sparse(m, diagonal, scale, a);
    return 0;
}
#endif
