/* SPDX-License-Identifier: MIT */
/* counter grows by 1 at 1, 2, 3 ... */
enum { N_VALUES = 1, N_STATES = 0, N_INDICATORS = 0 };
static const double starts[N_VALUES] = {1}; /* counter */
static const int state[] = {0}, der[] = {0};

static void compute(struct fmu *m)
{
    (void)m;
}
static void indicators(const struct fmu *m, double *z)
{
    (void)m, (void)z;
}
static bool event(struct fmu *m)
{
    if (m->t >= m->next) m->v[0] += 1;
    m->next = floor(m->t + 1e-9) + 1;
    return false;
}
