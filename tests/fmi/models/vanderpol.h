/* SPDX-License-Identifier: MIT */
enum { N_VALUES = 5, N_STATES = 2, N_INDICATORS = 0 };
static const double starts[N_VALUES] = {2, 0, 0, -2, 1}; /* x0, der(x0), x1, der(x1), mu */
static const int state[] = {0, 2}, der[] = {1, 3};

static void compute(struct fmu *m)
{
    m->v[1] = m->v[2];
    m->v[3] = m->v[4] * ((1 - m->v[0] * m->v[0]) * m->v[2]) - m->v[0];
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
