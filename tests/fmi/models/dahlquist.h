/* SPDX-License-Identifier: MIT */
/* x' = -k x, x(0) = 1: x = exp(-k t) */
enum { N_VALUES = 4, N_STATES = 1, N_INDICATORS = 0 };
static const double starts[N_VALUES] = {1, 0, 2, 0}; /* x, der(x), k, y = 2 x */
static const int state[] = {0}, der[] = {1};

static void compute(struct fmu *m)
{
    m->v[1] = -m->v[2] * m->v[0];
    m->v[3] = 2 * m->v[0];
}
static void indicators(const struct fmu *m, double *z)
{
    (void)m, (void)z;
}
static bool event(struct fmu *m)
{
    (void)m;
    return false;
}
