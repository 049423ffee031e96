/* SPDX-License-Identifier: MIT */
/* chain.c - a pulse runs through a chain of 500 inverters: statistics, and a plot.
 *
 * The chain is stiff and most of it is at rest at any time. Classic solvers compute all 500
 * states at every step; here only the inverters that the pulse is passing make steps. */
#include "models.h"
#include "saltus.h"

enum { SHOWN = 6 };
static const char *const names[SHOWN] = {"w[1]", "w[100]", "w[200]", "w[300]", "w[400]", "w[500]"};

static int fail(const char *what)
{
    fprintf(stderr, "chain: %s\n", what);
    return 1;
}

int main(int argc, char **argv)
{
    const char *path = argc > 1 ? argv[1] : "inverters.svg";
    saltus_model *model = models_make("inverters", 500);
    saltus_options o = saltus_defaults();
    saltus_curve curve[SHOWN];
    int32_t var[SHOWN];
    saltus_traj *traj;
    saltus_sim *sim;

    for (int k = 0; k < SHOWN; k++) var[k] = 100 * k - (k > 0); /* w[1], w[100], ... */
    if (!model || saltus_traj_new(var, SHOWN, &traj) != SALTUS_OK) return fail("out of memory");
    o.method = "liqss2";
    o.rel = o.abs = 1e-4;
    o.sink = saltus_traj_sink;
    o.user = traj;
    if (saltus_sim_new(model, &o, &sim) != SALTUS_OK) return fail("the model could not be loaded");
    if (saltus_sim_run(sim, 130) != SALTUS_OK) return fail("the run failed");

    puts(
        "A pulse in a chain of 500 inverters, t = 0 .. 130, liqss2, quantum max(1e-4 |x|, 1e-4)\n");
    saltus_stats_print(stdout, sim);
    for (int k = 0; k < SHOWN; k++)
        curve[k] = (saltus_curve){.traj = traj, .var = var[k], .label = names[k]};
    saltus_plot plot = {.struct_size = sizeof(saltus_plot),
                        .title = "A pulse in a chain of 500 inverters (liqss2, 1e-4)",
                        .xlabel = "time",
                        .ylabel = "output voltage",
                        .t1 = 130,
                        .curves = curve,
                        .n = SHOWN};
    if (saltus_plot_svg(path, &plot) != SALTUS_OK) return fail("the plot could not be written");
    saltus_sim_free(sim);
    saltus_traj_free(traj);
    models_free(model);
    return 0;
}
