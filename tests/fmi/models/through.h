/* SPDX-License-Identifier: MIT */
/* Every type there is, from input to output; FMI 3.0: an array of three besides. */
enum { N_VALUES = 12, N_STATES = 0, N_INDICATORS = 0 };
/* real in, real out, integer in, integer out, Boolean in, Boolean out, array in (3), array out (3) */
static const double starts[N_VALUES] = {0.5, 0, 3, 0, 1, 0, 1, 2, 3};
static const int state[] = {0}, der[] = {0};
#define ELEMENTS(ref) ((ref) >= 6 ? 3 : 1)

static void compute(struct fmu *m)
{
    m->v[1] = m->v[0];
    m->v[3] = m->v[2];
    m->v[5] = m->v[4];
    for (int k = 0; k < 3; k++) m->v[9 + k] = 2 * m->v[6 + k];
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
