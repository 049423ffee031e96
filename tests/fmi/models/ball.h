/* SPDX-License-Identifier: MIT */
/* A ball falls from 1 m, and comes back from the floor with 0.7 of its speed. */
enum { N_VALUES = 8, N_STATES = 2, N_INDICATORS = 1 };
static const double starts[N_VALUES] = {1,   0, 0, -9.81, 9.81,
                                        0.7, 0, 1}; /* h, der(h), v, der(v), g, e, bounces, z */
static const int state[] = {0, 2}, der[] = {1, 3};

static void compute(struct fmu *m)
{
    m->v[1] = m->v[2];
    m->v[3] = -m->v[4];
    m->v[7] = m->v[0];
}
static void indicators(const struct fmu *m, double *z)
{
    z[0] = m->v[0] == 0 && m->v[2] == 0 ? 1 : m->v[0];
}
static bool event(struct fmu *m)
{
    if (m->v[0] > 0 || m->v[2] >= 0 || m->t == 0) return false;
    m->v[0] = 0x1p-1022;
    m->v[2] = -m->v[5] * m->v[2];
    m->v[6] += 1;
    return true;
}
