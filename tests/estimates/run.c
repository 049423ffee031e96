/* SPDX-License-Identifier: MIT */
/* run.c - do estimates of errors tell the truth?
 *
 *     estimates [--short] [--cases] [MODEL]
 *
 * The models of the gallery, circuits and random models (stiff_draw.h) are run by several methods
 * with several tolerances. Of each variable that a model watches the estimate (saltus_estimate.h) is
 * compared with the true error. Both are distances by the same measure; the true one is that from a
 * solution with a tolerance of 1e-10, which counts where another one, with 1e-9 by another method,
 * differs from it by less than a tenth of the true error.
 *
 * The estimate is right if the true error is within a factor of 5 of it, or if both are below a
 * hundredth of the tolerance. It must be so in 95 % of all cases; if not, the program fails. --short:
 * a fixed part of the models, in seconds. --cases: a line for each case. MODEL: this one only, or random. */
#include "estimate/distance.h"
#include "base/text.h"
#include "saltus_compile.h"
#include "saltus_estimate.h"
#include "stiff_run.h"
#include <stdbool.h>

enum { MOST = 12 };
#define FACTOR 5.0
#define TINY   0.01 /* tolerances */
#define SURE   0.1  /* error of the reference, in true errors */
#define LIMIT  100000

struct problem {
    const char *name;
    const saltus_model *model;
    double stop;
    int32_t vars[MOST];
    size_t n;
    saltus_traj *ref, *check; /* NULL: none */
    double ref_end, check_end;
};

struct tally {
    int cases, right, low, high, unknown, failed;
};

static bool show_cases;

static void quiet(void *user, const saltus_diag *d)
{
    (void)user, (void)d;
}

static saltus_options options(const char *method, double tol)
{
    saltus_options o = saltus_defaults();
    o.method = method;
    o.engine = saltus_classic();
    o.rel = tol;
    o.abs = tol * SALTUS_ABS_PER_REL;
    o.diag = quiet;
    o.max_events = LIMIT;
    return o;
}

/* ---- Models ---------------------------------------------------------------------------------- */

static bool is_watched(const saltus_model *m, const char *name)
{
    const char *const *w = m->experiment.watch;
    if (!w) return true;
    for (; *w; w++)
        if (text_match(*w, name)) return true;
    return false;
}

static void add_variables(struct problem *p, const saltus_variable *v, int32_t *next)
{
    char name[300];
    for (; v && v->name; v++) {
        int32_t n = text_elements(v->size);
        for (int32_t i = 0; i < n; i++, ++*next) {
            text_element(name, sizeof name, v->name, v->size, i);
            if (p->n < MOST && strncmp(name, "__", 2) != 0 && is_watched(p->model, name))
                p->vars[p->n++] = *next;
        }
    }
}

static void choose(struct problem *p)
{
    const saltus_model *m = p->model;
    int32_t next = 0;
    add_variables(p, m->states, &next);
    if (m->experiment.watch) {
        add_variables(p, m->discretes, &next);
        add_variables(p, m->outputs, &next);
    }
}

/* ---- The truth ------------------------------------------------------------------------------- */

static saltus_traj *trajectory(const struct problem *p, saltus_options o, double *end)
{
    saltus_traj *tr = NULL;
    saltus_sim *s = NULL;
    int32_t outputs[MOST], first = 0;
    saltus_status st;
    for (const saltus_variable *v = p->model->states; v && v->name; v++)
        first += text_elements(v->size);
    for (const saltus_variable *v = p->model->discretes; v && v->name; v++)
        first += text_elements(v->size);
    for (size_t k = 0; k < p->n; k++)
        if (p->vars[k] >= first) outputs[o.n_outputs++] = p->vars[k];
    saltus_traj_new(p->vars, p->n, &tr);
    o.outputs = outputs;
    o.interval = p->model->experiment.interval > 0 ? p->model->experiment.interval : p->stop / 500;
    o.sink = saltus_traj_sink;
    o.user = tr;
    st = saltus_sim_new(p->model, &o, &s);
    if (st == SALTUS_OK) st = saltus_sim_run(s, p->stop);
    *end = s ? saltus_sim_time(s) : 0;
    saltus_sim_free(s);
    if (st == SALTUS_OK || st == SALTUS_TERMINATED) return tr;
    saltus_traj_free(tr);
    return NULL;
}

static bool is_built(const char *method)
{
    const saltus_method_info *m;
    for (size_t k = 0; (m = saltus_classic_method(k)); k++)
        if (strcmp(m->name, method) == 0) return !m->missing;
    return true;
}

/* Without SUNDIALS by abm. */
static void solve(struct problem *p)
{
    bool classic = is_built("cvode");
    p->ref = trajectory(p, options(classic ? "cvode" : "abm", 1e-10), &p->ref_end);
    if (p->ref)
        p->check = trajectory(p, options(classic ? "esdirk43" : "qss4", classic ? 1e-9 : 1e-7),
                              &p->check_end);
}

/* ---- Cases ----------------------------------------------------------------------------------- */

struct judged {
    double truth, doubt;
};

static struct judged judge(const struct problem *p, const saltus_traj *x, double end, int32_t var)
{
    double to = fmin(fmin(end, p->ref_end), p->check_end);
    struct judged j;
    j.truth = estimate_distance(x, p->ref, var, 0, to, SALTUS_ESTIMATE_PARTS).worst;
    j.doubt = estimate_distance(p->check, p->ref, var, 0, to, SALTUS_ESTIMATE_PARTS).worst;
    return j;
}

static const char *verdict(struct tally *t, const struct judged *j, const saltus_error *e)
{
    bool tiny = j->truth <= TINY * e->tolerance && e->error <= TINY * e->tolerance;
    if (!tiny && j->doubt > SURE * j->truth) return t->unknown++, "unknown";
    t->cases++;
    if (tiny || (e->error <= FACTOR * j->truth && j->truth <= FACTOR * e->error))
        return t->right++, "right";
    return e->error < j->truth ? (t->low++, "low") : (t->high++, "high");
}

static void one(struct problem *p, const char *method, double tol, struct tally *t)
{
    saltus_options o = options(method, tol);
    saltus_estimate_options want = saltus_estimate_defaults();
    saltus_error e[MOST];
    saltus_traj *x;
    double end;
    want.vars = p->vars;
    want.n_vars = p->n;
    want.max_events = 4 * (uint64_t)LIMIT;
    x = trajectory(p, o, &end);
    want.first = x;
    want.first_end = end;
    if (!x || saltus_estimate(p->model, &o, p->stop, &want, e) != SALTUS_OK) {
        t->failed++;
        if (show_cases) printf("%-14s %-10s %.0e failed\n", p->name, method, tol);
        saltus_traj_free(x);
        return;
    }
    for (size_t k = 0; k < p->n; k++) {
        struct judged j = judge(p, x, end, p->vars[k]);
        const char *v = verdict(t, &j, &e[k]);
        if (show_cases)
            printf("%-14s %-10s %.0e var %-5d size %-9.2e true %-9.2e est %-9.2e est/true %-7.2g "
                   "in tol %-8.2g %s\n",
                   p->name, method, tol, (int)p->vars[k], e[k].size, j.truth, e[k].error,
                   e[k].error / j.truth, j.truth / e[k].tolerance, v);
    }
    saltus_traj_free(x);
}

/* ---- All of them ----------------------------------------------------------------------------- */

static const char *const methods[] = {"auto", "liqss2", "qss3",   "mliqss2", "liqss1",
                                      "abm",  "cvode",  "dopri5", "esdirk43"};
static const double tols[] = {1e-2, 1e-3, 1e-4};
enum { METHODS = sizeof methods / sizeof *methods, TOLS = 3 };

static struct tally by_method[METHODS];

static void add(struct tally *to, const struct tally *t)
{
    to->cases += t->cases, to->right += t->right, to->low += t->low, to->high += t->high;
    to->unknown += t->unknown, to->failed += t->failed;
}

static void print(const char *name, const struct tally *t)
{
    printf("%-16s %7d %7d %7.1f %5d %5d %8d %7d\n", name, t->cases, t->right,
           t->cases ? 100.0 * t->right / t->cases : 100.0, t->low, t->high, t->unknown, t->failed);
    fflush(stdout);
}

static void all(struct problem *p, struct tally *sum)
{
    struct tally t = {0};
    choose(p);
    solve(p);
    for (int k = 0; k < METHODS && p->check; k++) {
        struct tally of = {0};
        for (int i = 0; i < TOLS && is_built(methods[k]); i++) one(p, methods[k], tols[i], &of);
        add(&by_method[k], &of);
        add(&t, &of);
    }
    if (!p->check)
        printf("%-16s no reference\n", p->name);
    else
        print(p->name, &t);
    add(sum, &t);
    saltus_traj_free(p->ref);
    saltus_traj_free(p->check);
}

struct row {
    const char *name;
    int cells; /* N; 0: as it is */
    bool brief;
};

static const struct row gallery[] = {{"adr", 30, false},
                                     {"appendix_a", 0, true},
                                     {"arm", 0, true},
                                     {"bball", 0, false},
                                     {"bounce", 0, true},
                                     {"buck", 0, false},
                                     {"buckn", 2, false},
                                     {"bumpercars", 3, false},
                                     {"circuits/Boost", 0, false},
                                     {"circuits/Buck", 0, false},
                                     {"circuits/Inverter", 0, false},
                                     {"circuits/Rectifier", 0, false},
                                     {"circuits/ScrBridge", 0, false},
                                     {"circuits/SixPulse", 0, false},
                                     {"circuits/ThermalGrid", 0, false},
                                     {"cuk", 1, false},
                                     {"d4", 0, false},
                                     {"hybrid_pi", 0, true},
                                     {"inverters", 10, false},
                                     {"lotka", 0, true},
                                     {"oscillator", 0, false},
                                     {"pair", 0, true},
                                     {"ring", 0, false},
                                     {"robot", 0, true},
                                     {"stiff2", 0, true},
                                     {"thermostat", 0, false},
                                     {"tline", 5, false},
                                     {"tyson", 1, false},
                                     {"vanderpol", 0, false}};

static void one_of_gallery(const struct row *r, bool brief, struct tally *t)
{
    saltus_compile_options o = saltus_compile_defaults();
    saltus_set cells = {"N", r->cells};
    saltus_compiled *c = NULL;
    const char *slash = strchr(r->name, '/');
    char path[500];
    snprintf(path, sizeof path, slash ? "%s/models/%s.mo" : "%s/models/%s/%s.mo", TEST_ROOT,
             r->name, r->name);
    o.library = TEST_ROOT "/models/lib";
    o.sets = &cells;
    o.n_sets = r->cells > 0;
    if (brief) o.backend = SALTUS_INTERPRETED;
    if (saltus_compile_file(path, &o, &c) != SALTUS_OK) exit(2);
    struct problem p = {.name = slash ? slash + 1 : r->name, .model = saltus_compiled_model(c)};
    p.stop = p.model->experiment.stop > 0 ? p.model->experiment.stop : 1;
    all(&p, t);
    saltus_compiled_free(c);
}

static void random_models(int n, struct tally *t)
{
    static struct stiff m;
    char name[20];
    for (int i = 0; i < n; i++) {
        snprintf(name, sizeof name, "random %d", i);
        stiff_draw(&m, (uint64_t)i);
        struct problem p = {.name = name, .model = &m.model, .stop = m.until};
        all(&p, t);
    }
}

int main(int argc, char **argv)
{
    struct tally t = {0};
    const char *only = NULL;
    bool brief = false;
    for (int k = 1; k < argc; k++) {
        if (!strcmp(argv[k], "--short"))
            brief = true;
        else if (!strcmp(argv[k], "--cases"))
            show_cases = true;
        else
            only = argv[k];
    }
    printf("%-16s %7s %7s %7s %5s %5s %8s %7s\n", "model", "cases", "right", "%", "low", "high",
           "unknown", "failed");
    for (size_t k = 0; k < sizeof gallery / sizeof *gallery; k++)
        if (only ? !strcmp(only, gallery[k].name) : !brief || gallery[k].brief)
            one_of_gallery(&gallery[k], brief, &t);
    if (!only || !strcmp(only, "random")) random_models(brief ? 3 : 40, &t);
    printf("\n");
    for (int k = 0; k < METHODS; k++) print(methods[k], &by_method[k]);
    print("all", &t);
    return t.cases == 0 || t.right < 0.95 * t.cases;
}
