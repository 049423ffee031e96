/* SPDX-License-Identifier: MIT */
/* main.c - the saltus command: look into a model, run it.
 *
 * Exit status: 0 fine, 1 the run failed, 2 wrong usage, 3 the model has errors. Data goes to stdout, talk to
 * stderr. */
#include "saltus.h"
#include "saltus_compile.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { EXIT_RUN = 1, EXIT_USAGE = 2, EXIT_MODEL = 3, MOST_SETS = 64 };

static const char usage[] =
    "Usage: saltus run MODEL.mo [--method NAME] [--tol REL[,ABS]] [--stop T] [--set NAME=VALUE]\n"
    "       saltus check MODEL.mo [--set NAME=VALUE]\n"
    "       saltus dump MODEL.mo --stage=tokens|ast|print|flat|structure|c\n"
    "       saltus version\n"
    "Common: --interpret runs without the C compiler; --class NAME picks a model of the file.\n";

struct request {
    const char *command, *path, *stage;
    saltus_compile_options compile;
    saltus_options run;
    saltus_set sets[MOST_SETS];
    size_t n_sets;
    double stop;
};

static int complain(const char *text, const char *what)
{
    fprintf(stderr, "saltus: %s '%s'\n%s", text, what, usage);
    return EXIT_USAGE;
}

/* NAME=VALUE; the name is cut off in place. */
static int read_set(struct request *r, char *text)
{
    char *equals = strchr(text, '='), *end;
    saltus_set *set = &r->sets[r->n_sets];
    if (!equals || equals == text || r->n_sets == MOST_SETS) return 0;
    *equals = 0;
    set->name = text;
    set->value = strtod(equals + 1, &end);
    if (end == equals + 1 || *end) return 0;
    r->n_sets++;
    return 1;
}

static int read_tolerance(struct request *r, const char *text)
{
    char *end;
    r->run.rel = strtod(text, &end);
    r->run.abs = r->run.rel * 1e-3;
    if (*end == ',') r->run.abs = strtod(end + 1, &end);
    return end != text && *end == 0 && r->run.rel >= 0 && r->run.abs > 0;
}

/* The value of option `name` at argv[*k] (--name VALUE or --name=VALUE); NULL: another option. */
static char *value_of(char **argv, int argc, int *k, const char *name)
{
    size_t n = strlen(name);
    if (strncmp(argv[*k], name, n) != 0) return NULL;
    if (argv[*k][n] == '=') return argv[*k] + n + 1;
    if (argv[*k][n] == 0 && *k + 1 < argc) return argv[++*k];
    return NULL;
}

static int read_option(struct request *r, char **argv, int argc, int *k)
{
    char *v;
    if (strcmp(argv[*k], "--interpret") == 0) return r->compile.backend = SALTUS_INTERPRETED, 1;
    if ((v = value_of(argv, argc, k, "--stage"))) return r->stage = v, 1;
    if ((v = value_of(argv, argc, k, "--class"))) return r->compile.model = v, 1;
    if ((v = value_of(argv, argc, k, "--method"))) return r->run.method = v, 1;
    if ((v = value_of(argv, argc, k, "--set"))) return read_set(r, v);
    if ((v = value_of(argv, argc, k, "--tol"))) return read_tolerance(r, v);
    if ((v = value_of(argv, argc, k, "--stop"))) {
        char *end;
        r->stop = strtod(v, &end);
        return end != v && *end == 0;
    }
    return 0;
}

static int dump(struct request *r)
{
    saltus_status s = saltus_compile_dump(r->path, r->stage, &r->compile, stdout);
    if (s == SALTUS_EARG) return complain("there is no stage", r->stage);
    return s == SALTUS_OK ? 0 : s == SALTUS_EMODEL ? EXIT_MODEL : EXIT_RUN;
}

static void print_values(const saltus_sim *s)
{
    static const saltus_kind kinds[] = {SALTUS_STATE, SALTUS_OUTPUT};
    double t = saltus_sim_time(s);
    char name[256];
    for (int k = 0; k < 2; k++) {
        int32_t n = saltus_sim_count(s, kinds[k]);
        for (int32_t i = 0; i < n && i < 12; i++) {
            saltus_sim_name(s, kinds[k], i, name, sizeof name);
            printf("%s = %.9g\n", name, saltus_sim_value(s, saltus_sim_var(s, kinds[k], i), t));
        }
        if (n > 12) printf("... %d more\n", n - 12);
    }
}

static int run(struct request *r)
{
    saltus_compiled *c;
    saltus_sim *s = NULL;
    saltus_set rest[MOST_SETS];
    const saltus_model *m;
    saltus_status status = saltus_compile_file(r->path, &r->compile, &c);
    if (status != SALTUS_OK) return status == SALTUS_EMODEL ? EXIT_MODEL : EXIT_RUN;
    m = saltus_compiled_model(c);
    for (size_t k = 0; k < r->n_sets; k++)
        if (!saltus_compiled_took(c, k)) rest[r->run.n_sets++] = r->sets[k];
    r->run.sets = rest;
    status = saltus_sim_new(m, &r->run, &s);
    if (status == SALTUS_OK)
        status = saltus_sim_run(
            s, isnan(r->stop) ? (m->experiment.stop > 0 ? m->experiment.stop : 1) : r->stop);
    if (s && status >= SALTUS_OK) {
        saltus_sim_finish(s);
        saltus_stats_print(stderr, s);
        print_values(s);
    }
    saltus_sim_free(s);
    saltus_compiled_free(c);
    return status >= SALTUS_OK ? 0 : EXIT_RUN;
}

int main(int argc, char **argv)
{
    struct request r = {.run = saltus_defaults(), .stop = NAN};
    if (argc < 2) return fputs(usage, stderr), EXIT_USAGE;
    r.command = argv[1];
    if (strcmp(r.command, "version") == 0) return printf("saltus %s\n", saltus_version()), 0;
    if (strcmp(r.command, "help") == 0 || strcmp(r.command, "--help") == 0)
        return fputs(usage, stdout), 0;
    for (int k = 2; k < argc; k++) {
        if (argv[k][0] != '-' && !r.path)
            r.path = argv[k];
        else if (!read_option(&r, argv, argc, &k))
            return complain("cannot understand", argv[k]);
    }
    r.compile.sets = r.sets;
    r.compile.n_sets = r.n_sets;
    if (!r.path) return complain("which model? Nothing follows", argv[argc - 1]);
    if (strcmp(r.command, "run") == 0) return run(&r);
    if (strcmp(r.command, "check") == 0) r.stage = "check";
    if (strcmp(r.command, "check") == 0 || (strcmp(r.command, "dump") == 0 && r.stage))
        return dump(&r);
    return complain("there is no command", r.command);
}
