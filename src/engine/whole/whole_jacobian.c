/* SPDX-License-Identifier: MIT */
/* whole_jacobian.c - the Jacobian at the point that whole_show has shown last. */
#include "engine/whole/whole.h"

saltus_status whole_jacobian_pattern(struct sim *s, int64_t most, int64_t most_sums,
                                     struct jacobian *out)
{
    return sim_jacobian_pattern((const saltus_sim *)s, &whole_of(s)->env, most, most_sums, out);
}

saltus_status whole_jacobian_values(struct sim *s, const struct jacobian *j, double *entry,
                                    int32_t at[2])
{
    struct whole *w = whole_of(s);
    struct jacobian_point p = {&w->env, w->signals, w->n_edges ? whole_allowed : NULL};
    saltus_status st = sim_jacobian_values((const saltus_sim *)s, j, &p, entry, at);
    return w->faulted ? SALTUS_EMODEL : st;
}
