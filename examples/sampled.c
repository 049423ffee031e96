/* SPDX-License-Identifier: MIT */
/* sampled.c - three ways to the results of one run: a CSV file, every polynomial, a plot.
 *
 * A predator and its prey:  x' = x (1 - y),  y' = y (x - 1);  x - log x + y - log y is
 * conserved. */
#include "saltus.h"
#include "saltus_jet.h"
#include "saltus_result.h"

SALTUS_INLINE jet f(jet_at e, int32_t i)
{
    jet x = jet_state(e, 0), y = jet_state(e, 1);
    return i == 0 ? jet_mul(x, jet_sub(1, y)) : jet_mul(y, jet_sub(x, 1));
}
SALTUS_FUNCTION(f)
SALTUS_INLINE jet conserved(jet_at e, int32_t k)
{
    jet x = jet_state(e, k), y = jet_state(e, k + 1); /* k is 0: there is one output only */
    return jet_add(jet_sub(x, jet_log(x)), jet_sub(y, jet_log(y)));
}
SALTUS_FUNCTION(conserved)
SALTUS_RANGE(range, SALTUS_RANGE_OF(STATE, f) SALTUS_RANGE_OF(OUTPUT, conserved))
static const saltus_variable states[] = {{.name = "x", .start = 2}, {.name = "y", .start = 1}, {0}};
static const saltus_variable outputs[] = {{.name = "c"}, {0}};
static const saltus_model prey = {.abi = SALTUS_ABI,
                                  .name = "prey",
                                  .states = states,
                                  .outputs = outputs,
                                  .der = SALTUS_FUNCTION_OF(f),
                                  .output = SALTUS_FUNCTION_OF(conserved),
                                  .range = range};

struct results {
    saltus_writer *file;
    saltus_traj *traj;
};
static int piece(void *user, double t, int32_t var, const double *poly, int order)
{
    struct results *r = user; /* columns have the numbers of the variables here */
    return saltus_writer_segment(r->file, t, (size_t)var, poly, order) != SALTUS_OK ||
           (var < 2 && saltus_traj_sink(r->traj, t, var, poly, order));
}

int main(void)
{
    const int32_t vars[] = {0, 1, 2}; /* states first, then discretes, then outputs */
    const saltus_column columns[] = {{.name = "x"}, {.name = "y"}, {.name = "c"}};
    const saltus_header header = {.struct_size = sizeof header,
                                  .t1 = 20,
                                  .columns = columns,
                                  .n_columns = 3,
                                  .interval = 0.5};
    struct results r;
    saltus_options o = saltus_defaults();
    saltus_sim *s;
    o.method = "qss3", o.rel = 1e-4, o.abs = 1e-6;
    o.sink = piece, o.user = &r, o.outputs = vars + 2, o.n_outputs = 1;
    if (saltus_traj_new(vars, 2, &r.traj) || saltus_writer_open("prey.csv", &header, &r.file))
        return 1;
    if (saltus_sim_new(&prey, &o, &s) || saltus_sim_run(s, 20)) return 1;
    saltus_curve curves[] = {{r.traj, 0, "prey"}, {r.traj, 1, "predator"}};
    saltus_plot plot = {.struct_size = sizeof(saltus_plot),
                        .title = "Prey and predator",
                        .t1 = 20,
                        .curves = curves,
                        .n = 2};
    printf("x(3.21) = %.6f, in one of %d pieces\n", saltus_traj_value(r.traj, 0, 3.21),
           (int)saltus_traj_segments(r.traj, 0));
    if (saltus_plot_svg("prey.svg", &plot) || saltus_writer_close(r.file, 20, "ok")) return 1;
    saltus_traj_free(r.traj);
    saltus_sim_free(s);
}
