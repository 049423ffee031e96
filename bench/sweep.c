/* SPDX-License-Identifier: MIT */
/* sweep.c - random stiff sparse models by every method that is meant for them: does it end, how large is the error, what
 * does it cost?
 *
 *     sweep [N] [SEED] [-t TOL] [-m METHOD,...] [-v] [-c FILE]
 *         N well-conditioned models (500), numbered from SEED on (1), with the tolerance TOL (1e-3). -v prints a line
 *         for each run that does not end or misses the solution by more than MISS tolerances
 *         times the condition of the model; -c writes all runs as CSV.
 *     sweep --one SEED METHOD TOL [STEPS]
 *         one model, one run: its equations in words, cost, error, the busiest states.
 *
 * The models and the measures of the error are those of tests/stiff_draw.h and tests/stiff_run.h; the solution is
 * computed by CVODE with 1e-9. A run that takes more than LIMIT steps and events (of the default
 * method: PATIENT) has not ended. CPU times are the least of
 * REPEAT runs, the methods in turn.
 *
 * Without -m: every quantized method of order 2 and more that is meant for stiff models, and cvode beside them. */
#include "sweep_report.h"
#include "../tests/all_methods.h"

enum { REPEAT = 3, LIMIT = 400000, PATIENT = 20000000 };

/* Of the method that has to end, the end is awaited. */
static uint64_t limit_of(const char *method)
{
    return strcmp(method, SALTUS_METHOD) == 0 ? PATIENT : LIMIT;
}

/* ---- Which methods --------------------------------------------------------------------------- */

static int listed(const char *names, const char *name)
{
    size_t n = strlen(name);
    for (const char *p = names; p && *p; p = strchr(p, ',') ? strchr(p, ',') + 1 : NULL)
        if (strncmp(p, name, n) == 0 && (p[n] == ',' || p[n] == 0)) return 1;
    return 0;
}

static void take_methods(struct sweep *w, const char *names)
{
    const saltus_method_info *list;
    size_t n = all_methods(&list);
    for (size_t k = 0; k < n && w->methods < METHODS; k++)
        if (names ? listed(names, list[k].name) : stiff_method(&list[k]))
            w->method[w->methods++] = &list[k];
    n = all_classic_methods(&list);
    for (size_t k = 0; k < n && w->methods < METHODS; k++)
        if (!list[k].missing && listed(names ? names : "cvode", list[k].name))
            w->method[w->methods++] = &list[k];
}

/* ---- The runs -------------------------------------------------------------------------------- */

static void note(const struct sweep *w, const struct stiff *m, const struct stiff_path *ref,
                 const struct stiff_path *p, struct run *r)
{
    struct stiff_error e = stiff_compare(m, ref, p, w->tol);
    r->status = p->status;
    r->steps = p->stats.steps;
    r->evaluations = p->stats.evaluations;
    r->events = (uint64_t)p->events;
    r->worst = p->status == SALTUS_OK ? e.worst : INFINITY;
    r->rel = p->status == SALTUS_OK ? e.rel : INFINITY;
}

static void tell(const struct sweep *w, int method, const struct stiff *m, const struct run *r)
{
    uint64_t seed = w->seeds[w->found];
    if (w->csv)
        fprintf(w->csv, "%llu,\"%s\",%g,%s,%g,%d,%llu,%llu,%llu,%g,%g,%g\n",
                (unsigned long long)seed, m->text, w->condition[w->found], w->method[method]->name,
                w->tol, (int)r->status, (unsigned long long)r->steps,
                (unsigned long long)r->evaluations, (unsigned long long)r->events, r->seconds,
                r->worst, r->rel);
    if (!w->verbose || (r->status == SALTUS_OK && !misses(w, w->found, method))) return;
    printf("%llu %s %g: ", (unsigned long long)seed, w->method[method]->name, w->tol);
    if (r->status != SALTUS_OK)
        printf("%s", saltus_status_text(r->status));
    else
        printf("error %.3g, by (20) %.3g", r->worst, r->rel);
    printf("; %s\n", m->text);
}

/* Short runs again, in turn. */
static void time_again(const struct sweep *w, const struct stiff *m, struct run *r)
{
    static struct stiff_path path;
    for (int again = 1; again < REPEAT; again++)
        for (int k = 0; k < w->methods; k++) {
            if (r[k].status != SALTUS_OK || r[k].seconds > 0.05) continue;
            stiff_solve(m, w->method[k]->name, w->tol, limit_of(w->method[k]->name), &path);
            r[k].seconds = fmin(r[k].seconds, path.stats.cpu_seconds);
        }
}

static void one_model(struct sweep *w, const struct stiff *m, const struct stiff_path *ref)
{
    static struct stiff_path path;
    struct run *r = run_of(w, w->found, 0);
    for (int k = 0; k < w->methods; k++) {
        stiff_solve(m, w->method[k]->name, w->tol, limit_of(w->method[k]->name), &path);
        note(w, m, ref, &path, &r[k]);
        r[k].seconds = path.stats.cpu_seconds;
    }
    time_again(w, m, r);
    for (int k = 0; k < w->methods; k++) tell(w, k, m, &r[k]);
}

static void all_models(struct sweep *w)
{
    static struct stiff m;
    static struct stiff_path ref;
    int left_out = 0;
    for (uint64_t seed = w->seed; w->found < w->models && left_out < 9 * w->models; seed++) {
        double condition;
        stiff_draw(&m, seed);
        condition = stiff_reference(&m, &ref);
        if (condition == 0) {
            left_out++;
            continue;
        }
        w->condition[w->found] = condition;
        w->seeds[w->found] = seed;
        w->kind[w->found] = (int)m.physics + (m.switches ? STIFF_PHYSICS : 0);
        one_model(w, &m, &ref);
        w->found++;
    }
    printf("%d models from seed %llu on (%d ill-conditioned ones left out), tolerance %g, solution "
           "by %s\n",
           w->found, (unsigned long long)w->seed, left_out, w->tol, stiff_solver());
}

/* ---- The command ----------------------------------------------------------------------------- */

static void print_equations(const struct stiff *m)
{
    static const char *const kinds[] = {"x",    "limited", "tanh", "hill",
                                        "cube", "sine",    "d",    "kink"};
    for (int32_t i = 0; i < m->n; i++) {
        printf("  x[%d](0) = %.3g, x' = %.3g %+.4g x", (int)i + 1, m->start[i], m->b[i],
               m->diag[i]);
        for (int32_t k = m->row[i]; k < m->row[i + 1]; k++)
            printf(" %+.4g %s[%d]", m->term[k].a, kinds[m->term[k].kind],
                   (int)(m->term[k].kind == STIFF_INPUT ? m->term[k].k : m->term[k].j) + 1);
        puts("");
    }
}

static int one(int argc, char **argv)
{
    static struct stiff m;
    static struct stiff_path ref, path;
    double tol = argc > 4 ? atof(argv[4]) : 1e-3;
    uint64_t limit = argc > 5 ? strtoull(argv[5], NULL, 0) : argc > 3 ? limit_of(argv[3]) : 0;
    struct stiff_error e;
    saltus_options o = saltus_defaults();
    saltus_sim *s = NULL;
    if (argc < 4) return 2;
    stiff_draw(&m, strtoull(argv[2], NULL, 0));
    puts(m.text);
    print_equations(&m);
    printf("condition %.3g (0: left out); solution: %d events\n", stiff_reference(&m, &ref),
           ref.events);
    stiff_solve(&m, argv[3], tol, limit, &path);
    e = stiff_compare(&m, &ref, &path, tol);
    printf("%s: error %.3g tolerances (x[%d] at %g), by (20) %.3g; %d events\n",
           saltus_status_text(path.status), e.worst, (int)e.state + 1, e.t, e.rel, path.events);
    o.method = argv[3], o.engine = saltus_classic();
    o.rel = tol, o.abs = 1e-3 * tol;
    o.t0 = 0, o.max_events = limit;
    if (saltus_sim_new(&m.model, &o, &s) == SALTUS_OK) {
        saltus_sim_run(s, m.until);
        printf("reached %g of %g\n", saltus_sim_time(s), m.until);
        saltus_stats_print(stdout, s);
    }
    saltus_sim_free(s);
    return path.status != SALTUS_OK;
}

static int usage(void)
{
    fputs("sweep [N] [SEED] [-t TOL] [-m METHOD,...] [-v] [-c FILE]; sweep --one SEED METHOD TOL "
          "[STEPS]\n",
          stderr);
    return 2;
}

static int options(struct sweep *w, int argc, char **argv, const char **names, const char **csv)
{
    int plain = 0;
    for (int k = 1; k < argc; k++) {
        int more = k + 1 < argc;
        if (strcmp(argv[k], "-v") == 0)
            w->verbose = 1;
        else if (strcmp(argv[k], "-t") == 0 && more)
            w->tol = atof(argv[++k]);
        else if (strcmp(argv[k], "-m") == 0 && more)
            *names = argv[++k];
        else if (strcmp(argv[k], "-c") == 0 && more)
            *csv = argv[++k];
        else if (plain == 0 && (w->models = atoi(argv[k])) > 0)
            plain++;
        else if (plain == 1)
            w->seed = strtoull(argv[k], NULL, 0), plain++;
        else
            return 0;
    }
    return 1;
}

int main(int argc, char **argv)
{
    struct sweep w = {.models = 500, .seed = 1, .tol = 1e-3};
    const char *names = NULL, *csv = NULL;
    double *v = NULL;
    int ok = 0;
    if (argc > 1 && strcmp(argv[1], "--one") == 0) return argc < 4 ? usage() : one(argc, argv);
    if (!options(&w, argc, argv, &names, &csv)) return usage();
    take_methods(&w, names);
    w.run = calloc((size_t)(w.models * w.methods), sizeof *w.run);
    w.seeds = calloc((size_t)w.models, sizeof *w.seeds);
    w.kind = calloc((size_t)w.models, sizeof *w.kind);
    w.condition = calloc((size_t)w.models, sizeof *w.condition);
    v = calloc((size_t)w.models, sizeof *v);
    if (csv) w.csv = fopen(csv, "w");
    if (!w.run || !w.seeds || !w.kind || !w.condition || !v || (csv && !w.csv) || w.methods == 0)
        goto done;
    if (w.csv)
        fputs("seed,model,condition,method,tol,status,steps,evaluations,events,seconds,worst,rel\n",
              w.csv);
    all_models(&w);
    print_table(&w, v);
    print_kinds(&w);
    for (int k = 0; k < w.methods; k++)
        if (names ? strcmp(w.method[k]->family, "quantized") == 0
                  : strcmp(w.method[k]->name, "auto") == 0)
            print_against(&w, k, v), print_worst(&w, k, v);
    ok = 1;
done:
    if (w.csv && fclose(w.csv) != 0) ok = 0;
    free(w.run), free(w.seeds), free(w.kind), free(w.condition), free(v);
    return !ok;
}
