/* SPDX-License-Identifier: MIT */
/* run.c - the language test suite: run [--library PATHS] [--interpreted] FOLDER ... or FILE.mo ...
 *
 * Each .mo file is one case. What it must give stands in it, in lines that begin with //!
 *
 *     //! 1.5: x = 0.25 +- 1e-3          x, simulated until 1.5, is 0.25 within 1e-3
 *     //! 2: on = true                   exactly
 *     //! set N = 3                      compiled and run with this value
 *     //! method qss2                    instead of what the model says
 *     //! tol 1e-4 1e-6                  quantum, relative and absolute
 *     //! ends TERMINATED                how the run ends (a status without SALTUS_)
 *     //! says text                      some message of the run contains the text
 *     //! model name                     which class to run
 *     //! events 40                      guards fire at most so often
 *
 * Every accepted file is compiled twice, for the interpreter and to native code, and both must make the
 * same trajectories bit for bit; of the native one, all derivatives at once must be those asked one by
 * one (--interpreted: only the first). Its text is printed and parsed again to the same tree. Warnings
 * must equal the file NAME.err beside it, if there is one; without one there must be none.
 *
 * A file without //! lines must be rejected, with the messages of NAME.err. BLESS=1 in the environment
 * writes the .err files anew.                                                                    */
#include "../at_once.h"
#include "lang/lang.h"
#include "lang/lex.h"
#include "saltus.h"
#include "saltus_compile.h"
#include <dirent.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MOST_CHECKS = 64, MOST_SETS = 8, MOST_FILES = 4096 };

struct check {
    double t, value, tol;
    char name[128];
    int line;
};

struct program {
    char path[512], *text;
    struct check checks[MOST_CHECKS];
    saltus_set sets[MOST_SETS];
    char set_names[MOST_SETS][64];
    int n_checks, n_sets;
    char method[32], model[64], ends[32], says[128];
    double rel, abs, most_events;
};

/* What one run of it gave. */
struct outcome {
    uint64_t hash; /* of all polynomials */
    saltus_status status;
    double values[MOST_CHECKS];
    int missing; /* 1 + the check whose variable does not exist */
    saltus_stats stats;
};

static struct {
    char said[4096];
    size_t n;
} messages;

static struct {
    const char *library;
    int backends;
} settings = {NULL, 2};

static char *slurp(const char *path)
{
    FILE *in = fopen(path, "rb");
    char *text;
    size_t n;
    if (!in) return NULL;
    fseek(in, 0, SEEK_END);
    n = (size_t)ftell(in);
    rewind(in);
    text = malloc(n + 1);
    if (text) text[fread(text, 1, n, in)] = 0;
    fclose(in);
    return text;
}

/* ---- What is expected ---------------------------------------------------------------------------- */

static int read_check(struct program *p, const char *line, int number)
{
    struct check *c = &p->checks[p->n_checks];
    const char *colon = strchr(line, ':'), *equals = strstr(line, " = ");
    char value[64] = "";
    int n;
    c->tol = 0;
    c->line = number;
    if (!colon || !equals || equals < colon + 2 || sscanf(line, " %lf :", &c->t) != 1) return 0;
    snprintf(c->name, sizeof c->name, "%.*s", (int)(equals - colon - 2), colon + 2);
    n = sscanf(equals, " = %63s +- %lf", value, &c->tol);
    if (n < 1 || p->n_checks + 1 >= MOST_CHECKS) return 0;
    if (strcmp(value, "true") == 0 || strcmp(value, "false") == 0)
        c->value = value[0] == 't';
    else
        c->value = strtod(value, NULL);
    p->n_checks++;
    return 1;
}

static int read_line(struct program *p, const char *line, int number)
{
    saltus_set *set = &p->sets[p->n_sets];
    if (strncmp(line, " set ", 5) == 0 && p->n_sets < MOST_SETS) {
        if (sscanf(line, " set %63[^ =] = %lf", p->set_names[p->n_sets], &set->value) != 2)
            return 0;
        set->name = p->set_names[p->n_sets++];
        return 1;
    }
    if (strncmp(line, " says ", 6) == 0) return sscanf(line, " says %127[^\n]", p->says) == 1;
    if (sscanf(line, " method %31s", p->method) == 1) return 1;
    if (sscanf(line, " model %63s", p->model) == 1) return 1;
    if (sscanf(line, " ends %31s", p->ends) == 1) return 1;
    if (sscanf(line, " events %lf", &p->most_events) == 1) return 1;
    if (sscanf(line, " tol %lf %lf", &p->rel, &p->abs) == 2) return 1;
    return read_check(p, line, number);
}

/* Number of //! lines; -1: one of them makes no sense. */
static int read_program(struct program *p, const char *path)
{
    int found = 0, number = 1;
    memset(p, 0, sizeof *p);
    p->rel = p->abs = -1;
    snprintf(p->path, sizeof p->path, "%s", path);
    p->text = slurp(path);
    if (!p->text) return -1;
    for (const char *s = p->text; s; s = strchr(s, '\n') ? strchr(s, '\n') + 1 : NULL, number++) {
        if (strncmp(s, "//!", 3) != 0) continue;
        found++;
        if (!read_line(p, s + 3, number)) {
            printf("    %s:%d: not understood\n", path, number);
            return -1;
        }
    }
    return found;
}

/* ---- Running it ----------------------------------------------------------------------------------- */

static void add(uint64_t *hash, const void *data, size_t n)
{
    const unsigned char *b = data;
    for (size_t k = 0; k < n; k++) *hash = (*hash ^ b[k]) * 0x100000001b3u;
}

static int sink(void *user, double t, int32_t var, const double *poly, int order)
{
    struct outcome *r = user;
    add(&r->hash, &t, sizeof t);
    add(&r->hash, &var, sizeof var);
    add(&r->hash, poly, sizeof *poly * (size_t)(order + 1));
    return 0;
}

static void listen(void *user, const saltus_diag *d)
{
    (void)user;
    if (messages.n < sizeof messages.said)
        messages.n += (size_t)snprintf(messages.said + messages.n,
                                       sizeof messages.said - messages.n, "%s\n", d->text);
}

static int by_time(const void *a, const void *b)
{
    double s = ((const struct check *)a)->t, t = ((const struct check *)b)->t;
    return (s > t) - (s < t);
}

static void simulate(struct program *p, const saltus_compiled *c, struct outcome *r)
{
    const saltus_model *m = saltus_compiled_model(c);
    saltus_options o = saltus_defaults();
    saltus_set sets[MOST_SETS];
    saltus_sim *s = NULL;
    memset(r, 0, sizeof *r);
    r->hash = 0xcbf29ce484222325u;
    messages.n = 0;
    messages.said[0] = 0;
    for (int k = 0; k < p->n_sets; k++)
        if (!saltus_compiled_took(c, (size_t)k)) sets[o.n_sets++] = p->sets[k];
    o.sets = sets;
    if (p->method[0]) o.method = p->method;
    if (p->abs > 0) o.rel = p->rel, o.abs = p->abs;
    o.sink = sink;
    o.diag = listen;
    o.user = r;
    o.max_events = 5000000;
    r->status = saltus_sim_new(m, &o, &s);
    for (int k = 0; k < p->n_checks && r->status == SALTUS_OK; k++) {
        int32_t var = saltus_sim_find(s, p->checks[k].name);
        if (var < 0) r->missing = k + 1;
        if (p->checks[k].t > saltus_sim_time(s)) r->status = saltus_sim_run(s, p->checks[k].t);
        r->values[k] = saltus_sim_value(s, var, p->checks[k].t);
    }
    if (r->status == SALTUS_OK && m->experiment.stop > saltus_sim_time(s))
        r->status = saltus_sim_run(s, m->experiment.stop);
    if (s && r->status >= SALTUS_OK) saltus_sim_finish(s);
    if (s) r->stats = saltus_sim_stats(s);
    saltus_sim_free(s);
}

/* ---- Judging it ----------------------------------------------------------------------------------- */

/* Does the text, printed, give the same tree? */
static int prints_itself(const struct program *p)
{
    struct arena a;
    struct messages m;
    struct names names;
    struct ast_file *first, *again;
    volatile int same = 0;
    char *text = NULL;
    size_t size = 0;
    FILE *out;
    arena_init(&a, NULL, NULL, (size_t)1 << 28);
    if (setjmp(a.fail)) goto done;
    messages_init(&m, &a);
    names_init(&names, &a);
    first = parse_file(&m, &names, source_add(&m, p->path, p->text, (uint32_t)strlen(p->text)));
    out = open_memstream(&text, &size);
    print_file(out, first);
    fclose(out);
    again = parse_file(&m, &names, source_add(&m, "printed", text, (uint32_t)size));
    same = m.errors == 0 && ast_equal(first, again);
done:
    arena_free(&a);
    free(text);
    return same;
}

static int values_fit(const struct program *p, const struct outcome *r)
{
    int good = 1;
    if (r->missing) {
        printf("    there is no variable '%s'\n", p->checks[r->missing - 1].name);
        return 0;
    }
    for (int k = 0; k < p->n_checks; k++) {
        const struct check *c = &p->checks[k];
        if (fabs(r->values[k] - c->value) <= c->tol) continue;
        printf("    %s:%d: %s(%g) is %.9g, not %.9g +- %g\n", p->path, c->line, c->name, c->t,
               r->values[k], c->value, c->tol);
        good = 0;
    }
    return good;
}

static int ends_well(const struct program *p, const struct outcome *r)
{
    const char *wanted = p->ends[0] ? p->ends : "OK";
    if (strcmp(saltus_status_name(r->status), wanted) != 0) {
        printf("    the run ends with %s, not %s: %s\n", saltus_status_name(r->status), wanted,
               messages.said);
        return 0;
    }
    if (p->most_events > 0 && (double)r->stats.events > p->most_events) {
        printf("    %.0f events, not %g at most\n", (double)r->stats.events, p->most_events);
        return 0;
    }
    if (p->says[0] && !strstr(messages.said, p->says)) {
        printf("    the run does not say '%s' but '%s'\n", p->says, messages.said);
        return 0;
    }
    return 1;
}

/* Are these the messages of NAME.err? (BLESS: they become so.) */
static int messages_fit(const struct program *p, const char *got)
{
    char path[512];
    char *wanted;
    int same;
    snprintf(path, sizeof path, "%.*s.err", (int)(strlen(p->path) - 3), p->path);
    wanted = slurp(path);
    same = strcmp(wanted ? wanted : "", got) == 0;
    free(wanted);
    if (!same && getenv("BLESS")) {
        FILE *out = fopen(path, "w");
        if (out) fputs(got, out), fclose(out);
        printf("    blessed %s\n", path);
        return out != NULL;
    }
    if (!same) printf("    messages differ from %s:\n%s", path, got);
    return same;
}

/* Into the folder of the file: it may import others that lie there. */
static int enter(const char *path, char here[PATH_MAX])
{
    char folder[512];
    const char *slash = strrchr(path, '/');
    if (!getcwd(here, PATH_MAX)) return -1;
    snprintf(folder, sizeof folder, "%.*s", slash ? (int)(slash - path) : 1, slash ? path : ".");
    return chdir(folder);
}

static saltus_status compile(struct program *p, saltus_backend backend, char **said,
                             saltus_compiled **c)
{
    saltus_compile_options o = {.struct_size = sizeof(saltus_compile_options),
                                .backend = backend,
                                .sets = p->sets,
                                .n_sets = (size_t)p->n_sets,
                                .library = settings.library};
    const char *name = strrchr(p->path, '/') ? strrchr(p->path, '/') + 1 : p->path;
    size_t size = 0;
    saltus_status status;
    char here[PATH_MAX];
    o.log = open_memstream(said, &size);
    if (p->model[0]) o.model = p->model;
    if (enter(p->path, here) != 0) printf("    no way into the folder of %s\n", p->path);
    status = saltus_compile_text(name, p->text, strlen(p->text), &o, c);
    if (chdir(here) != 0) printf("    no way back to %s\n", here);
    fclose(o.log);
    return status;
}

static int run_accepted(struct program *p)
{
    saltus_compiled *c[2] = {NULL, NULL};
    char *said[2] = {NULL, NULL}, why[200];
    struct outcome r[2] = {{0}, {0}};
    int good = 1;
    qsort(p->checks, (size_t)p->n_checks, sizeof p->checks[0], by_time);
    for (int k = 0; k < settings.backends && good; k++) {
        good = compile(p, k ? SALTUS_NATIVE : SALTUS_INTERPRETED, &said[k], &c[k]) == SALTUS_OK;
        if (!good) {
            printf("    it is rejected:\n%s", said[k]);
            break;
        }
        good = messages_fit(p, said[k]);
        simulate(p, c[k], &r[k]);
        good = ends_well(p, &r[k]) && values_fit(p, &r[k]) && good;
    }
    if (good && !prints_itself(p)) printf("    its print parses to another tree\n"), good = 0;
    if (good && settings.backends == 2 &&
        (r[0].hash != r[1].hash || r[0].stats.steps != r[1].stats.steps))
        printf("    interpreted and native runs differ\n"), good = 0;
    if (good && settings.backends == 2 && at_once_differs(saltus_compiled_model(c[1]), why))
        printf("    %s\n", why), good = 0;
    for (int k = 0; k < 2; k++) saltus_compiled_free(c[k]), free(said[k]);
    return good;
}

static int run_rejected(struct program *p)
{
    saltus_compiled *c = NULL;
    char *said = NULL;
    saltus_status status = compile(p, SALTUS_INTERPRETED, &said, &c);
    int good = status == SALTUS_EMODEL || status == SALTUS_ELIMIT;
    if (!good) printf("    it is accepted\n");
    good = good && messages_fit(p, said);
    saltus_compiled_free(c);
    free(said);
    return good;
}

static int run_file(const char *path)
{
    struct program p;
    int found = read_program(&p, path), good = 0;
    if (found > 0) good = run_accepted(&p);
    if (found == 0) good = run_rejected(&p);
    printf("%s %s\n", good ? "ok" : "not ok", path);
    free(p.text);
    return good;
}

/* ---- Folders -------------------------------------------------------------------------------------- */

static int by_name(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static int list(const char *folder, char **names)
{
    DIR *d = opendir(folder);
    struct dirent *e;
    int n = 0;
    if (!d) return 0;
    while ((e = readdir(d)) && n < MOST_FILES) {
        size_t length = strlen(e->d_name), room = strlen(folder) + length + 2;
        if (length < 4 || strcmp(e->d_name + length - 3, ".mo") != 0) continue;
        names[n] = malloc(room);
        snprintf(names[n++], room, "%s/%s", folder, e->d_name);
    }
    closedir(d);
    qsort(names, (size_t)n, sizeof *names, by_name);
    return n;
}

int main(int argc, char **argv)
{
    static char *names[MOST_FILES];
    int passed = 0, failed = 0;
    for (int k = 1; k < argc; k++) {
        size_t length = strlen(argv[k]);
        if (strcmp(argv[k], "--library") == 0 && k + 1 < argc) {
            settings.library = argv[++k];
            continue;
        }
        if (strcmp(argv[k], "--interpreted") == 0) {
            settings.backends = 1;
            continue;
        }
        if (length > 3 && strcmp(argv[k] + length - 3, ".mo") == 0) {
            run_file(argv[k]) ? passed++ : failed++;
            continue;
        }
        for (int n = list(argv[k], names), j = 0; j < n; j++) {
            run_file(names[j]) ? passed++ : failed++;
            free(names[j]);
        }
    }
    printf("%d passed, %d failed\n", passed, failed);
    return failed > 0 || passed == 0;
}
