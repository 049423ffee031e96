/* SPDX-License-Identifier: MIT */
/* brief.c - many brief runs of one model from C, to compare with the same from Python.
 *
 *     brief MODEL.mo PARAMETER VARIABLE RUNS [estimate]
 *
 * Every run sets the parameter anew, keeps all states, discretes and outputs, and its last value
 * of the variable is added up; with `estimate` a second, finer run estimates the errors of the
 * states. Prints CPU seconds of all runs, and the sum. bench/python/brief.py runs it. */
#include "saltus_compile.h"
#include "saltus_estimate.h"
#include "saltus_history.h"
#include <stdlib.h>
#include <time.h>

enum { MOST = 200 };

static double now(void)
{
    return (double)clock() / CLOCKS_PER_SEC;
}

static saltus_status estimate(const saltus_model *m, const saltus_options *o, const saltus_traj *t,
                              saltus_sim *s, double stop)
{
    saltus_error errors[MOST];
    int32_t vars[MOST];
    saltus_estimate_options p = saltus_estimate_defaults();
    saltus_stats stats = saltus_sim_stats(s);
    p.n_vars = (size_t)saltus_sim_count(s, SALTUS_STATE);
    if (p.n_vars > MOST) p.n_vars = MOST;
    for (int32_t k = 0; k < (int32_t)p.n_vars; k++) vars[k] = k;
    p.vars = vars;
    p.first = t;
    p.first_end = saltus_sim_time(s);
    p.max_events = saltus_estimate_limit(&stats);
    return saltus_estimate(m, o, stop, &p, errors);
}

static double one(const saltus_model *m, const char *parameter, double value, const char *name,
                  const int32_t *vars, int32_t n, int32_t first_output, int wants_estimate)
{
    saltus_set set = {parameter, value};
    saltus_options o = saltus_defaults();
    saltus_history *h;
    saltus_sim *s = NULL;
    double stop = m->experiment.stop, x = 0;
    if (saltus_history_new(vars, (size_t)n, &h) < 0) exit(1);
    saltus_history_keep(h, &o);
    o.sets = &set;
    o.n_sets = 1;
    o.outputs = vars + first_output;
    o.n_outputs = (size_t)(n - first_output);
    o.interval = m->experiment.interval > 0 ? m->experiment.interval : stop / 500;
    if (saltus_sim_new(m, &o, &s) < 0 || saltus_sim_run(s, stop) < 0 || saltus_sim_finish(s) < 0)
        exit(1);
    x = saltus_traj_value(saltus_history_traj(h), saltus_sim_find(s, name), saltus_sim_time(s));
    if (wants_estimate && estimate(m, &o, saltus_history_traj(h), s, stop) < 0) exit(1);
    saltus_sim_free(s);
    saltus_history_free(h);
    return x;
}

/* Numbers of all variables, and which is the first output. */
static int32_t *all(const saltus_model *m, int32_t *n, int32_t *first_output)
{
    saltus_options o = saltus_defaults();
    saltus_sim *s;
    int32_t *vars;
    if (saltus_sim_new(m, &o, &s) < 0) exit(1);
    *first_output = saltus_sim_count(s, SALTUS_STATE) + saltus_sim_count(s, SALTUS_DISCRETE);
    *n = *first_output + saltus_sim_count(s, SALTUS_OUTPUT);
    if (!(vars = calloc((size_t)*n + 1, sizeof *vars))) exit(1);
    for (int32_t k = 0; k < *n; k++) vars[k] = k;
    saltus_sim_free(s);
    return vars;
}

int main(int argc, char **argv)
{
    saltus_compiled *c;
    int32_t n, first_output, *vars;
    double begun, sum = 0;
    if (argc < 5 || saltus_compile_file(argv[1], NULL, &c) < 0) return 2;
    const saltus_model *m = saltus_compiled_model(c);
    int runs = atoi(argv[4]);
    vars = all(m, &n, &first_output);
    begun = now();
    for (int k = 0; k < runs; k++)
        sum += one(m, argv[2], 1 + 0.001 * k, argv[3], vars, n, first_output, argc > 5);
    printf("%.6f %.17g\n", now() - begun, sum);
    free(vars);
    saltus_compiled_free(c);
    return 0;
}
