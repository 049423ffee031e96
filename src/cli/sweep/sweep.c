/* SPDX-License-Identifier: MIT */
/* sweep.c - `saltus sweep`: many runs of one model, over ranges of its parameters.
 *
 * What is varied comes from --set or a study file; options of the command line come before those of
 * the file. Exit status 0 if at least one run of the table came to its end (with --strict: if all
 * did), 1 if none did, if the table could not be written, or after Ctrl-C. */
#include "base/hash.h"
#include "base/text.h"
#include "cli/show/gallery.h"
#include "cli/run/clock.h"
#include "cli/compare/compare.h"
#include "cli/core/grow.h"
#include "cli/core/names.h"
#include "cli/sweep/sweep.h"
#include <math.h>
#include <unistd.h>

enum { TRIES = 8, MOST_WORKERS = 1024 };

/* ---- From the command line to a study -------------------------------------------------------- */

static bool ends_with(const char *text, const char *end)
{
    size_t n = strlen(text), k = strlen(end);
    return n >= k && !strcmp(text + n - k, end);
}

static bool add_range(struct study *s, const char *text)
{
    const char *rest;
    size_t n = arg_name(text, &rest);
    char *name = grow_text(text);
    struct arg_range r;
    double *value;
    bool fine;
    name[n] = 0;
    if (!n || !arg_range(rest, &r) || r.n > STUDY_MOST) {
        /* its form is checked before */
        talk_error("--set: '%s' has more than %d values", text, STUDY_MOST);
        free(name);
        return false;
    }
    value = grow(NULL, r.n, sizeof *value);
    for (size_t k = 0; k < r.n; k++) value[k] = arg_range_at(&r, k);
    fine = study_find(s, name) == SIZE_MAX ? study_add(s, name, value, r.n)
                                           : study_replace(s, name, value, r.n);
    if (!fine) talk_error("--set: '%s' is varied together with others by the study file", name);
    free(value);
    free(name);
    return fine;
}

/* Does an earlier --set name the same parameter? Which of them should count? */
static bool set_before(const struct cli *c, size_t k)
{
    const char *text = cli_value(c, "set", k), *rest;
    size_t n = arg_name(text, &rest);
    for (size_t i = 0; i < k; i++) {
        if (strncmp(cli_value(c, "set", i), text, n + 1) != 0) continue;
        talk_error("--set: '%.*s' is given twice", (int)n, text);
        talk_hint("all its values in one: --set %.*s=V1,V2,...", (int)n, text);
        return true;
    }
    return false;
}

/* A start value of what is varied would be overruled, or overrule. */
static bool starts_are_free(const struct cli *c, const struct study *s)
{
    const char *text, *rest;
    for (size_t k = 0; (text = cli_value(c, "start-value", k)); k++) {
        size_t n = arg_name(text, &rest);
        char *name = grow_text(text);
        bool varied;
        name[n] = 0;
        varied = study_find(s, name) != SIZE_MAX;
        if (varied) talk_error("--start-value: '%s' is what the sweep varies", name);
        free(name);
        if (varied) return false;
    }
    return true;
}

/* A file with the key "saltus", or one of the gallery. */
static bool is_diagram(const char *operand)
{
    char path[GALLERY_PATH];
    if (access(operand, R_OK) != 0) return gallery_diagram(operand, path, sizeof path);
    return study_is_diagram(operand);
}

static bool read_study(const struct cli *c, struct study *s)
{
    const char *operand = cli_operand(c, 0), *text;
    *s = (struct study){0};
    if (ends_with(operand, ".json") && !is_diagram(operand) && !study_read(operand, s))
        return false;
    for (size_t k = 0; (text = cli_value(c, "set", k)); k++)
        if (set_before(c, k) || !add_range(s, text)) return false;
    if (!starts_are_free(c, s)) return false;
    if (cli_given(c, "observe")) study_observe(s, NULL);
    for (size_t k = 0; (text = cli_value(c, "observe", k)); k++) study_observe(s, text);
    return study_close(s);
}

/* The model of a study file is looked for beside it, too. */
static const char *model_of(const struct study *s, const char *operand, char *buf, size_t size)
{
    const char *slash = strrchr(operand, '/');
    if (!s->model) return operand;
    if (s->model[0] == '/' || !slash) return s->model;
    snprintf(buf, size, "%.*s/%s", (int)(slash - operand), operand, s->model);
    return access(buf, R_OK) == 0 ? buf : s->model;
}

/* Rules of the file come first, since later ones win. */
static void put_rules_first(struct job *j, const struct study *s)
{
    size_t n = s->n_rules;
    j->rules = grow(j->rules, n + j->n_rules, sizeof *j->rules);
    memmove(j->rules + n, j->rules, j->n_rules * sizeof *j->rules);
    for (size_t k = 0; k < n; k++) {
        j->rules[k] = s->rules[k];
        j->rules[k].pattern = grow_text(s->rules[k].pattern);
    }
    j->n_rules += n;
}

static void from_file(struct job *j, const struct study *s)
{
    size_t given = j->n_sets;
    given_merge(&j->given, &s->given);
    job_resolve(j);
    for (size_t k = 0; k < s->n_sets; k++) {
        bool there = false;
        for (size_t i = 0; i < given; i++)
            there = there || !strcmp(j->sets[i].name, s->sets[k].name);
        if (!there) job_set(j, s->sets[k].name, s->sets[k].value);
    }
    if (s->n_rules) put_rules_first(j, s);
}

static bool known_methods(const struct job *j)
{
    const char *wrong = j->method && !methods_find(j->method) ? j->method : NULL, *whole = NULL;
    for (size_t k = 0; k < j->n_rules; k++) {
        const char *method = j->rules[k].method;
        if (method && !methods_find(method)) wrong = method;
        if (method && !methods_quantized(method)) whole = method;
    }
    if (wrong) talk_error("there is no method '%s'; 'saltus methods' lists them", wrong);
    if (whole)
        talk_error(
            "method_of: '%s' moves all states together; it cannot be the method of single ones",
            whole);
    return !wrong && !whole;
}

static void tell_unheard(const struct cli *c, const struct sweep *s)
{
    const saltus_model *m = job_model_of(s->model);
    const char *method = job_method(&s->job, m);
    job_unheard(c, &s->job, m, &method, 1);
}

/* ---- The model ------------------------------------------------------------------------------- */

/* Every name that is varied must be something in the model. */
static bool known_parameters(struct sweep *s)
{
    const saltus_model *m = job_model_of(s->model);
    for (size_t k = 0; k < s->study.n_names; k++) {
        const char *name = s->study.name[k];
        s->structural[k] = job_model_took(s->model, name);
        s->compiles = s->compiles || s->structural[k];
        if (s->structural[k] || names_has(m, NAMES_SETTABLE, name)) continue;
        talk_error("%s has no parameter '%s'", m->name, name);
        names_hint(m, NAMES_PARAMETERS, name);
        return false;
    }
    return true;
}

/* Compiles for one cell. If a value makes that impossible (N = 0), another cell is tried. */
static int compile_one(struct sweep *s, size_t *cell)
{
    size_t step = s->study.cells > TRIES ? s->study.cells / TRIES : 1;
    int exit_status = EXIT_MODEL;
    for (*cell = 0; *cell < s->study.cells; *cell += step) {
        for (size_t k = 0; k < s->study.n_names; k++)
            job_set(&s->job, s->study.name[k], study_value(&s->study, *cell, k));
        exit_status = job_compile(&s->job, &s->model);
        if (exit_status == EXIT_FINE || job_interrupted()) break;
    }
    return exit_status;
}

static int prepare_model(struct sweep *s)
{
    size_t cell;
    int exit_status = compile_one(s, &cell);
    if (exit_status != EXIT_FINE) return exit_status;
    s->structural = grow_zero(s->study.n_names, sizeof *s->structural);
    if (!known_parameters(s)) return EXIT_USAGE;
    s->built_key = sweep_key(s, cell);
    return observe_choose(s) ? EXIT_FINE : EXIT_USAGE;
}

/* ---- Identity of the study ------------------------------------------------------------------- */

static void mix_bytes(uint64_t *h, const void *data, size_t n)
{
    *h = hash_bytes(*h, data, n);
}

static void mix_text(uint64_t *h, const char *text)
{
    mix_bytes(h, text ? text : "", text ? strlen(text) + 1 : 1);
}

static void mix_number(uint64_t *h, double v)
{
    if (isnan(v)) v = 0.125; /* one NaN for all */
    mix_bytes(h, &v, sizeof v);
}

static void mix_file(uint64_t *h, const char *path)
{
    FILE *f = fopen(path, "rb");
    char buf[4096];
    size_t n;
    while (f && (n = fread(buf, 1, sizeof buf, f)) > 0) mix_bytes(h, buf, n);
    if (f) fclose(f);
}

static void mix_job(uint64_t *h, const struct job *j, const struct study *s)
{
    mix_file(h, j->path);
    for (size_t k = 0; k < j->given.n; k++) {
        mix_text(h, j->given.at[k].name);
        mix_text(h, j->given.at[k].text);
    }
    for (size_t k = 0; k < j->n_rules; k++) {
        mix_text(h, j->rules[k].pattern);
        mix_text(h, j->rules[k].method);
        mix_number(h, j->rules[k].rel);
        mix_number(h, j->rules[k].abs);
    }
    for (size_t k = 0; k < j->n_sets; k++) {
        if (study_find(s, j->sets[k].name) != SIZE_MAX) continue;
        mix_text(h, j->sets[k].name);
        mix_number(h, j->sets[k].value);
    }
}

static void identify(struct sweep *s)
{
    uint64_t h = HASH_START;
    const struct study *t = &s->study;
    mix_text(&h, SALTUS_VERSION);
    mix_job(&h, &s->job, t);
    for (size_t k = 0; k < t->n_names; k++) mix_text(&h, t->name[k]);
    for (size_t k = 0; k < t->n_axes; k++) {
        const struct axis *a = &t->axes[k];
        mix_number(&h, (double)a->n);
        for (size_t i = 0; i < a->n * a->width; i++) mix_number(&h, a->value[i]);
    }
    for (size_t k = 0; k < s->seen.n; k++) mix_text(&h, s->seen.one[k].title);
    snprintf(s->id, sizeof s->id, "%016llx", (unsigned long long)h);
}

/* ---- The whole ------------------------------------------------------------------------------- */

static void read_pool_options(const struct cli *c, struct sweep *s)
{
    const char *shard = cli_text(c, "shard"), *output = cli_text(c, "output");
    double jobs = cli_number(c, "jobs", 0);
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    char *end;
    s->shards = 1;
    if (shard) {
        s->shard = strtoul(shard, &end, 10) - 1;
        s->shards = strtoul(end + 1, NULL, 10);
    }
    s->workers = jobs >= 1        ? (size_t)fmin(jobs, MOST_WORKERS)
                 : processors > 0 ? (size_t)processors
                                  : 1;
    if (!output) output = s->study.output;
    if (output)
        snprintf(s->output, sizeof s->output, "%s", output);
    else
        snprintf(s->output, sizeof s->output, "%s-sweep.csv", job_model_of(s->model)->name);
    s->progress_json = s->job.progress == PROGRESS_JSON;
    s->progress_bar = s->job.progress == PROGRESS_BAR ||
                      (s->job.progress == PROGRESS_AUTO && isatty(STDERR_FILENO));
    s->job.progress = PROGRESS_OFF;
    s->job.vars = NULL;
    s->job.n_vars = 0;
}

static int verdict(const struct sweep *s, bool strict, bool written)
{
    if (job_interrupted()) talk_error("interrupted; --resume goes on with %s", s->output);
    if (job_interrupted() || !written) return EXIT_RUN;
    if (strict && s->failed) return EXIT_RUN;
    return s->failed < s->finished || s->earlier || !s->finished ? EXIT_FINE : EXIT_RUN;
}

static int sweep(const struct cli *c, struct sweep *s)
{
    int exit_status = prepare_model(s);
    bool written;
    if (exit_status != EXIT_FINE) return exit_status;
    if (!job_method_there(&s->job, job_model_of(s->model))) return EXIT_USAGE;
    tell_unheard(c, s);
    read_pool_options(c, s);
    identify(s);
    s->done = grow_zero(s->study.cells, 1);
    for (size_t k = 0; k < s->study.cells; k++) s->wanted += sweep_wants(s, k);
    exit_status = sweep_open(s, cli_given(c, "resume"), cli_given(c, "overwrite"));
    if (exit_status != EXIT_FINE) return exit_status;
    s->begun = clock_wall();
    sweep_pool(s);
    written = sweep_close(s);
    sweep_summary(s);
    return verdict(s, cli_given(c, "strict"), written);
}

int cmd_sweep(const struct cli *c)
{
    struct sweep s = {.output = ""};
    char beside[1200];
    int exit_status = EXIT_USAGE;
    if (read_study(c, &s.study) &&
        job_options_for(c, model_of(&s.study, cli_operand(c, 0), beside, sizeof beside), &s.job)) {
        from_file(&s.job, &s.study);
        job_signals();
        if (known_methods(&s.job)) exit_status = sweep(c, &s);
    }
    if (s.file) fclose(s.file);
    measured_free(&s.seen);
    free(s.done);
    free(s.structural);
    job_model_free(s.model);
    job_free(&s.job);
    study_free(&s.study);
    return exit_status;
}
