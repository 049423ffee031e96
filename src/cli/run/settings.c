/* SPDX-License-Identifier: MIT */
/* settings.c - the options that make a run, as a job.
 *
 * The parser has checked the form of every value. Here names meet: methods with the libraries,
 * models with the gallery. Parameters and variables are checked later, against the model. */
#include "cli/run/job.h"
#include "run/options.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* What is before '=', you own; *value: what is behind. */
static char *name_of(const char *text, const char **value)
{
    const char *equals = strchr(text, '=');
    size_t n = equals ? (size_t)(equals - text) : strlen(text);
    char *name = malloc(n + 1);
    *value = equals ? equals + 1 : "";
    if (!name) return NULL;
    memcpy(name, text, n);
    name[n] = 0;
    return name;
}

static double value_of(const char *text)
{
    double v = NAN;
    (void)arg_value(text, &v);
    return v;
}

/* One more item in a list that doubles; false: no memory. */
static bool grow(void *list, size_t n, size_t size)
{
    void **p = list, *more;
    if (n & (n - 1)) return true; /* room up to the next power of 2 */
    more = realloc(*p, (n ? 2 * n : 1) * size);
    if (!more) return false;
    *p = more;
    return true;
}

static bool add_set(struct job *j, char *name, double value)
{
    void *list = j->sets;
    if (!name || !grow(&list, j->n_sets, sizeof *j->sets)) {
        free(name);
        return false;
    }
    j->sets = list;
    j->sets[j->n_sets++] = (saltus_set){name, value};
    return true;
}

static bool add_rule(struct job *j, saltus_rule rule)
{
    void *list = j->rules;
    if (!rule.pattern || !grow(&list, j->n_rules, sizeof *j->rules)) {
        free((char *)(uintptr_t)rule.pattern);
        return false;
    }
    j->rules = list;
    j->rules[j->n_rules++] = rule;
    return true;
}

void job_set(struct job *j, const char *name, double value)
{
    for (size_t k = 0; k < j->n_sets; k++)
        if (!strcmp(j->sets[k].name, name)) {
            j->sets[k].value = value;
            return;
        }
    if (!add_set(j, strdup(name), value)) talk_error("out of memory");
}

static bool read_sets(const struct cli *c, struct job *j)
{
    static const char *const options[] = {"set", "start-value"};
    const char *text, *value;
    for (int o = 0; o < 2; o++)
        for (size_t k = 0; (text = cli_value(c, options[o], k)); k++) {
            char *name = name_of(text, &value);
            if (!add_set(j, name, value_of(value))) return false;
        }
    return true;
}

static bool read_rules(const struct cli *c, struct job *j)
{
    const char *text, *value;
    for (size_t k = 0; (text = cli_value(c, "quantum", k)); k++) {
        saltus_rule r = {.pattern = name_of(text, &value)};
        option_tolerance(value, &r.rel, &r.abs);
        if (!add_rule(j, r)) return false;
    }
    for (size_t k = 0; (text = cli_value(c, "method-of", k)); k++) {
        saltus_rule r = {0};
        r.pattern = name_of(text, &r.method);
        if (!add_rule(j, r)) return false;
    }
    return true;
}

static bool read_vars(const struct cli *c, struct job *j)
{
    const char *text;
    for (size_t k = 0; (text = cli_value(c, "vars", k)); k++) {
        void *list = j->vars;
        if (!grow(&list, j->n_vars, sizeof *j->vars)) return false;
        j->vars = list;
        j->vars[j->n_vars++] = text;
    }
    return true;
}

static enum job_progress progress_of(const struct cli *c)
{
    const char *text = cli_text(c, "progress");
    if (text && !strcmp(text, "json")) return PROGRESS_JSON;
    if (text && !strcmp(text, "bar")) return PROGRESS_BAR;
    if ((text && !strcmp(text, "off")) || cli_given(c, "quiet")) return PROGRESS_OFF;
    return PROGRESS_AUTO;
}

static void read_given(const struct cli *c, struct given *g)
{
    const struct option *o;
    for (struct option_walk w = {0}; (o = option_next(cli_command(c), &w));)
        if (o->setting && cli_given(c, o->name)) given_put(g, o, cli_text(c, o->name));
}

void job_resolve(struct job *j)
{
    const char *tol = given_text(&j->given, "tol");
    j->method = given_text(&j->given, "method");
    j->class_name = given_text(&j->given, "class");
    if (tol) option_tolerance(tol, &j->rel, &j->abs);
    tol = given_text(&j->given, "accuracy");
    if (tol) option_tolerance(tol, &j->accuracy.rel, &j->accuracy.abs);
    j->start = given_number(&j->given, "start", NAN);
    j->stop = given_number(&j->given, "stop", NAN);
    j->seed = given_number(&j->given, "seed", NAN);
    j->max_events = (uint64_t)given_number(&j->given, "max_events", 0);
    j->max_cpu = given_number(&j->given, "max_cpu", 0);
    j->fmu = given_text(&j->given, "fmu");
    j->communicate = given_number(&j->given, "communicate", 0);
}

saltus_options job_run_options(const struct job *j)
{
    saltus_options o = saltus_defaults();
    for (size_t k = 0; k < j->given.n; k++)
        if (option_named(j->given.at[k].name))
            saltus_options_set(&o, j->given.at[k].name, j->given.at[k].text);
    o.method = j->method;
    o.rel = j->rel;
    o.abs = j->abs;
    o.max_events = j->max_events;
    if (j->scale > 0) saltus_options_set_number(&o, "scale", j->scale);
    return o;
}

bool job_options(const struct cli *c, struct job *j)
{
    return job_options_for(c, cli_operand(c, 0), j);
}

bool job_options_for(const struct cli *c, const char *model, struct job *j)
{
    const char *path;
    *j = (struct job){.model = model};
    if (!cli_library(c, &j->library)) return false;
    if (gallery_class(model, j->library, j->path, sizeof j->path)) {
        const struct option *o = option_find(cli_command(c), "class", 5);
        if (o) given_put(&j->given, o, model);
    } else {
        path = gallery_find(j->model, j->path, sizeof j->path);
        if (!path) {
            free(j->library);
            j->library = NULL;
            return false;
        }
        if (path != j->path) snprintf(j->path, sizeof j->path, "%s", path);
    }
    read_given(c, &j->given);
    job_resolve(j);
    j->interval = cli_given(c, "events") ? 0 : cli_number(c, "interval", NAN);
    j->interpret = cli_given(c, "interpret");
    j->no_external = cli_given(c, "no-external");
    j->parallel = cli_given(c, "parallel");
    j->speed = cli_number(c, "speed", 0);
    j->trace = cli_text(c, "trace");
    j->listen = cli_text(c, "listen");
    j->fmu_limit = cli_number(c, "fmu-limit", 60);
    j->in_process = cli_given(c, "in-process");
    j->fmu_log = cli_given(c, "fmu-log");
    j->progress = progress_of(c);
    if (read_sets(c, j) && read_rules(c, j) && read_vars(c, j)) return true;
    talk_error("out of memory");
    job_free(j);
    return false;
}

/* ---- Methods --------------------------------------------------------------------------------- */

const char *job_method(const struct job *j, const saltus_model *m)
{
    return j->method ? j->method : m->experiment.method ? m->experiment.method : SALTUS_METHOD;
}

bool job_method_there(const struct job *j, const saltus_model *model)
{
    const char *name = job_method(j, model);
    const saltus_method_info *m = methods_find(name);
    if (m && !m->missing) return true;
    if (j->method && m)
        talk_error("the method '%s' is not built", name);
    else
        talk_error("model %s asks for the method '%s', which %s", model->name, name,
                   m ? "is not built" : "there is not");
    if (m) talk_hint("%s", m->missing);
    if (!j->method) talk_hint("--method auto takes another one; 'saltus methods' lists them");
    return false;
}

static bool listens(const char *method, const char *option)
{
    const saltus_method_info *m = methods_find(method);
    return m && methods_listens(m, option);
}

/* By its own method, or by that which one of its states has. */
static bool is_heard(const char *option, const struct job *j, const saltus_model *model,
                     const char *const *methods, size_t n)
{
    const saltus_rule *own = model->experiment.rules;
    for (size_t k = 0; k < n; k++)
        if (listens(methods[k], option)) return true;
    for (size_t k = 0; k < j->n_rules; k++)
        if (listens(j->rules[k].method, option)) return true;
    for (; own && own->pattern; own++)
        if (listens(own->method, option)) return true;
    return false;
}

void job_unheard(const struct cli *c, const struct job *j, const saltus_model *m,
                 const char *const *methods, size_t n)
{
    const struct option *o;
    for (struct option_walk w = {0}; (o = option_next(cli_command(c), &w));) {
        if (!o->row || !o->row->of_method || !cli_given(c, o->name)) continue;
        if (is_heard(o->row->name, j, m, methods, n)) continue;
        if (n == 1)
            talk_warning("--%s has no effect: %s does not listen to it", o->name, methods[0]);
        else
            talk_warning("--%s has no effect: none of these methods listens to it", o->name);
    }
}

void job_free(struct job *j)
{
    for (size_t k = 0; k < j->n_sets; k++) free((char *)(uintptr_t)j->sets[k].name);
    for (size_t k = 0; k < j->n_rules; k++) free((char *)(uintptr_t)j->rules[k].pattern);
    free(j->sets);
    free(j->rules);
    free(j->vars);
    free(j->library);
    given_free(&j->given);
    *j = (struct job){0};
}
