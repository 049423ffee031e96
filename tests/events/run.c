/* SPDX-License-Identifier: MIT */
/* run.c - the suite of hybrid models that are known to make trouble: run [-v] FILE.mo [METHOD ...]
 *
 * Every method runs the model with a quantum that suits its order. Its events must be those of the file
 * NAME.events beside the model (expect.h): the same guards and clocks in the same order and directions, at the
 * same times within a tolerance that follows from the quantum, with the same end and the same final values.
 *
 * What does not hold stands in exceptions.txt beside the model, one line each: model, method (* and ? as in file
 * names), and the reason in words. An exception that no longer happens is a failure, too.
 *
 * Prints a line for each method. -v lists what fired. Exit 1: some method differs.               */
#include "expect.h"
#include "saltus.h"
#include "saltus_compile.h"
#ifdef SALTUS_CLASSIC
#include "saltus_classic.h"
#endif
#include <fnmatch.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "all_methods.h"

enum { MOST_FIRED = 100000, MOST_STEPS = 20000000 };

struct fired {
    double t;
    saltus_kind kind;
    int32_t index;
    int direction;
};

/* One run of one method. */
struct trial {
    const char *method;
    double quantum; /* or the tolerance */
    double unit;    /* in which errors are judged */
    saltus_sim *sim;
    struct fired *fired;
    int n;
    saltus_status status;
    double end;
    char said[4096];
    size_t n_said;
    double worst;  /* of the times, in their tolerance */
    double off;    /* the same in seconds */
    char why[640]; /* what differs first; empty: nothing */
};

struct suite {
    char folder[512], name[128];
    struct expect expect;
    saltus_compiled *compiled;
    int verbose;
};

/* ---- Running --------------------------------------------------------------------------------- */

static int note(void *user, double t, saltus_kind kind, int32_t index, int direction)
{
    struct trial *r = user;
    if (r->n == MOST_FIRED) return 1;
    r->fired[r->n++] = (struct fired){t, kind, index, direction};
    return 0;
}

static void listen(void *user, const saltus_diag *d)
{
    struct trial *r = user;
    size_t room = sizeof r->said - r->n_said;
    int n = snprintf(r->said + r->n_said, room, "%s%s%s\n", d->var ? d->var : "",
                     d->var ? ": " : "", d->text ? d->text : "");
    if (n > 0) r->n_said += (size_t)n < room ? (size_t)n : room - 1;
}

/* Quantized: a quantum that costs about the same number of steps whatever the order. The others: the error of a
 * step, of which a run adds up many; the unit in which it is judged is a hundred of them. */
static void choose_quantum(struct trial *r, const saltus_method_info *m, double scale)
{
    static const double quantum[] = {1e-5, 1e-5, 1e-8, 1e-9, 1e-9};
    int quantized = strcmp(m->family, "quantized") == 0;
    int order = m->order < 0 ? 0 : m->order > 4 ? 4 : m->order;
    r->quantum = scale * (quantized ? quantum[order] : 1e-10);
    r->unit = r->quantum * (quantized ? 1 : 100);
}

static void simulate(const struct suite *u, saltus_options *o, struct trial *r)
{
    o->method = r->method;
    o->rel = 0;
    o->abs = r->quantum;
    o->fired = note;
    o->diag = listen;
    o->user = r;
    o->max_events = MOST_STEPS;
    r->status = saltus_sim_new(saltus_compiled_model(u->compiled), o, &r->sim);
    if (r->status == SALTUS_OK) r->status = saltus_sim_run(r->sim, u->expect.stop);
    if (r->sim) r->end = saltus_sim_time(r->sim);
}

/* ---- Judging --------------------------------------------------------------------------------- */

#define DIFFERS(r, ...) (snprintf((r)->why, sizeof(r)->why, __VA_ARGS__), 0)

static const char *sign_of(int direction)
{
    return direction > 0 ? "+" : direction < 0 ? "-" : ".";
}

static void name_of(const struct trial *r, int k, char *name)
{
    saltus_sim_name(r->sim, r->fired[k].kind, r->fired[k].index, name, NAME_SIZE);
}

static int is_expected(const struct trial *r, int k, const struct expected *e)
{
    char name[NAME_SIZE];
    name_of(r, k, name);
    return r->fired[k].direction == e->direction && strcmp(name, e->name) == 0;
}

/* Puts first what was expected first, where the order does not matter. */
static void arrange(const struct expect *x, struct trial *r, int k)
{
    for (int j = k + 1; j < r->n && j < x->n_events && x->event[j].with_last; j++)
        if (!is_expected(r, k, &x->event[k]) && is_expected(r, j, &x->event[k])) {
            struct fired first = r->fired[j];
            memmove(&r->fired[k + 1], &r->fired[k], sizeof first * (size_t)(j - k));
            r->fired[k] = first;
        }
}

static int time_fits(const struct expect *x, struct trial *r, int k)
{
    const struct expected *e = &x->event[k];
    double tol = expect_tolerance(x, e->t, e->direction == 0, r->unit);
    double off = fabs(r->fired[k].t - e->t);
    r->off = fmax(r->off, off);
    r->worst = fmax(r->worst, off / tol);
    if (off <= tol) return 1;
    return DIFFERS(r, "event %d, %s, at %.12g instead of %.12g +- %.2g", k + 1, e->name,
                   r->fired[k].t, e->t, tol);
}

static int free_fits(const struct expect *x, struct trial *r, int k)
{
    char name[NAME_SIZE];
    name_of(r, k, name);
    for (int j = 0; j < x->n_free; j++)
        if (strcmp(name, x->free[j]) == 0) return 1;
    return DIFFERS(r, "event %d, %s %s at %.12g, is one too many", k + 1,
                   sign_of(r->fired[k].direction), name, r->fired[k].t);
}

static int events_fit(const struct expect *x, struct trial *r)
{
    char name[NAME_SIZE];
    for (int k = 0; k < r->n; k++) {
        if (k >= x->n_events) {
            if (!free_fits(x, r, k)) return 0;
            continue;
        }
        arrange(x, r, k);
        name_of(r, k, name);
        if (!is_expected(r, k, &x->event[k]))
            return DIFFERS(r, "event %d is %s %s at %.12g instead of %s %s at %.12g", k + 1,
                           sign_of(r->fired[k].direction), name, r->fired[k].t,
                           sign_of(x->event[k].direction), x->event[k].name, x->event[k].t);
        if (!time_fits(x, r, k)) return 0;
    }
    if (r->n < x->n_events)
        return DIFFERS(r, "event %d, %s %s at %.12g, is missing; the end is %s at %.12g", r->n + 1,
                       sign_of(x->event[r->n].direction), x->event[r->n].name, x->event[r->n].t,
                       saltus_status_name(r->status), r->end);
    return 1;
}

static int end_fits(const struct expect *x, struct trial *r)
{
    double tol = x->end_tol;
    if (strcmp(saltus_status_name(r->status), x->ends) != 0)
        return DIFFERS(r, "ends with %s at %.12g instead of %s: %.100s",
                       saltus_status_name(r->status), r->end, x->ends, r->said);
    if (x->says[0] && !strstr(r->said, x->says))
        return DIFFERS(r, "does not say '%s' but '%.100s'", x->says, r->said);
    if (isnan(x->end)) return 1;
    if (isnan(tol)) tol = expect_tolerance(x, x->end, 0, r->unit);
    if (fabs(r->end - x->end) <= tol) return 1;
    return DIFFERS(r, "ends at %.12g instead of %.12g +- %.2g", r->end, x->end, tol);
}

static int values_fit(const struct expect *x, struct trial *r)
{
    for (int k = 0; k < x->n_values; k++) {
        const struct expected_value *v = &x->value[k];
        int32_t var = saltus_sim_find(r->sim, v->name);
        double got, tol = 1e-12 * fmax(1, fabs(v->value)) + v->gain * pow(r->unit, x->power);
        if (var < 0) return DIFFERS(r, "there is no variable '%s'", v->name);
        got = saltus_sim_value(r->sim, var, r->end);
        if (!(fabs(got - v->value) <= tol))
            return DIFFERS(r, "%s ends as %.12g instead of %.12g +- %.2g", v->name, got, v->value,
                           tol);
    }
    return 1;
}

static void list_all(const struct expect *x, const struct trial *r)
{
    char name[NAME_SIZE];
    for (int k = 0; k < r->n; k++) {
        name_of(r, k, name);
        printf("%.15g %s %s\n", r->fired[k].t, sign_of(r->fired[k].direction), name);
    }
    printf("ends %s %.15g\n%s", saltus_status_name(r->status), r->end, r->said);
    for (int k = 0; k < x->n_values; k++)
        printf("value %s %.15g\n", x->value[k].name,
               saltus_sim_value(r->sim, saltus_sim_find(r->sim, x->value[k].name), r->end));
}

/* ---- Exceptions ------------------------------------------------------------------------------ */

static int is_exception(const struct suite *u, const char *method)
{
    char path[640], line[512], model[128], pattern[64];
    FILE *in;
    int found = 0;
    snprintf(path, sizeof path, "%s/exceptions.txt", u->folder);
    in = fopen(path, "r");
    while (in && !found && fgets(line, sizeof line, in))
        found = line[0] != '#' && sscanf(line, "%127s %63s", model, pattern) == 2 &&
                strcmp(model, u->name) == 0 && fnmatch(pattern, method, 0) == 0;
    if (in) fclose(in);
    return found;
}

/* 1: as it should be, or known not to be. */
static int verdict(const struct suite *u, const struct trial *r)
{
    int known = is_exception(u, r->method), good = r->why[0] == 0;
    const char *word = known ? "exception: " : "NOT OK: ";
    if (good) word = known ? "NOT OK: listed in exceptions.txt, but it passes" : "ok";
    printf("    %-12s %8.0e %6d %10.1e %8.2g   %s%s\n", r->method, r->quantum, r->n, r->off,
           r->worst, word, r->why);
    return good != known;
}

static int try_method(const struct suite *u, saltus_options o, const saltus_method_info *m)
{
    struct trial r = {.method = m->name};
    int good;
    choose_quantum(&r, m, u->expect.scale);
    r.fired = malloc(sizeof *r.fired * MOST_FIRED);
    if (!r.fired) return 0;
    simulate(u, &o, &r);
    if (u->verbose && r.sim) list_all(&u->expect, &r);
    if (!r.sim)
        (void)DIFFERS(&r, "does not start: %.200s", r.said);
    else if (events_fit(&u->expect, &r) && end_fits(&u->expect, &r))
        (void)values_fit(&u->expect, &r);
    good = verdict(u, &r);
    saltus_sim_free(r.sim);
    free(r.fired);
    return good;
}

/* ---- All methods ----------------------------------------------------------------------------- */

static int wanted(const char *method, int n, char **names)
{
    int found = n == 0;
    for (int k = 0; k < n; k++) found |= strcmp(names[k], method) == 0;
    return found;
}

/* How many of a list differ. */
static int try_list(const struct suite *u, saltus_options o, const saltus_method_info *list,
                    size_t count, int n, char **names)
{
    int bad = 0;
    for (size_t k = 0; k < count; k++)
        if (!list[k].missing && wanted(list[k].name, n, names)) bad += !try_method(u, o, &list[k]);
    return bad;
}

static int try_all(const struct suite *u, int n, char **names)
{
    saltus_options o = saltus_defaults();
    const saltus_method_info *list;
    size_t count = all_methods(&list);
    int bad = try_list(u, o, list, count, n, names);
#ifdef SALTUS_CLASSIC
    o.engine = saltus_classic();
    count = all_classic_methods(&list);
    bad += try_list(u, o, list, count, n, names);
#endif
    return bad;
}

static int prepare(struct suite *u, const char *path)
{
    const char *slash = strrchr(path, '/'), *base = slash ? slash + 1 : path;
    size_t n = strlen(base);
    char file[768];
    if (n < 4 || n > 100 || strcmp(base + n - 3, ".mo") != 0) return 0;
    snprintf(u->folder, sizeof u->folder, "%.*s", slash ? (int)(slash - path) : 1,
             slash ? path : ".");
    snprintf(u->name, sizeof u->name, "%.*s", (int)(n - 3), base);
    snprintf(file, sizeof file, "%s/%s.events", u->folder, u->name);
    return expect_read(&u->expect, file) &&
           saltus_compile_file(path, NULL, &u->compiled) == SALTUS_OK;
}

int main(int argc, char **argv)
{
    static struct suite u;
    int first = 1, bad = 1;
    if (first < argc && strcmp(argv[first], "-v") == 0) u.verbose = first++;
    if (first >= argc) {
        fprintf(stderr, "usage: %s [-v] FILE.mo [METHOD ...]\n", argv[0]);
        return 2;
    }
    if (prepare(&u, argv[first])) {
        printf("%s: %d events\n    %-12s %8s %6s %10s %8s\n", u.name, u.expect.n_events, "method",
               "quantum", "events", "off by", "/allowed");
        bad = try_all(&u, argc - first - 1, argv + first + 1);
    }
    saltus_compiled_free(u.compiled);
    printf("%s %s\n", bad ? "not ok" : "ok", argv[first]);
    return bad != 0;
}
