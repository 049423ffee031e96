/* SPDX-License-Identifier: MIT */
/* check.c - 'saltus check' and 'saltus dump': the compiler without a run.
 *
 * Check compiles the whole way, for the interpreter, so that what it lets through also runs; it
 * then says in one line what kind of model that is. */
#include "base/text.h"
#include "cli/show/diagrams.h"
#include "cli/show/fmus.h"
#include "cli/core/names.h"
#include <string.h>

static void count(char *buf, size_t size, int32_t n, const char *what)
{
    size_t used = strlen(buf);
    if (n == 0) return;
    snprintf(buf + used, size - used, "%s%d %s%s", used ? ", " : "", n, what, n == 1 ? "" : "s");
}

static int32_t elements(const saltus_variable *v)
{
    int32_t n = 0;
    for (; v && v->name; v++) n += text_elements(v->size);
    return n;
}

static int32_t elements_of_guards(const saltus_guard *g, saltus_side side)
{
    int32_t n = 0;
    for (; g && g->name; g++)
        if (g->side == side) n += text_elements(g->size);
    return n;
}

/* "3 guards, 1 of them unilateral"; parts of formulas make no events. */
static void count_guards(char *buf, size_t size, const saltus_guard *g)
{
    int32_t one = elements_of_guards(g, SALTUS_UNILATERAL);
    int32_t cross = elements_of_guards(g, SALTUS_MUST_CROSS);
    size_t used;
    count(buf, size, elements_of_guards(g, SALTUS_BILATERAL) + one + cross, "guard");
    used = strlen(buf);
    if (one && cross)
        snprintf(buf + used, size - used, ", %d of them unilateral, %d must-cross", one, cross);
    else if (one || cross)
        snprintf(buf + used, size - used, ", %d of them %s", one + cross,
                 one ? "unilateral" : "must-cross");
}

static void tell_fine(const char *path, const saltus_model *m)
{
    char text[256] = "";
    count(text, sizeof text, elements(m->states), "state");
    count(text, sizeof text, elements(m->discretes), "discrete");
    count(text, sizeof text, elements(m->outputs), "output");
    count_guards(text, sizeof text, m->guards);
    count(text, sizeof text, elements_of_guards(m->clocks, SALTUS_BILATERAL), "clock");
    talk_note("%s: fine (model %s: %s)", path, m->name, *text ? text : "nothing that changes");
}

/* ---- Settings -------------------------------------------------------------------------------- */

/* A setting that the compiler did not build in must be one that a run would take. */
static int check_settings(const saltus_compiled *c, const struct job *j)
{
    const saltus_model *m = saltus_compiled_model(c);
    for (size_t k = 0; k < j->n_sets; k++) {
        const char *name = j->sets[k].name;
        if (saltus_compiled_took(c, k) || names_has(m, NAMES_SETTABLE, name)) continue;
        talk_error("--set: model %s has no parameter '%s'", m->name, name);
        names_hint(m, NAMES_PARAMETERS, name);
        return EXIT_USAGE;
    }
    return EXIT_FINE;
}

/* ---- Commands -------------------------------------------------------------------------------- */

static int check(const struct job *j, const saltus_compile_options *o)
{
    saltus_compiled *compiled;
    saltus_status status = saltus_compile_file(j->path, o, &compiled);
    int code = cli_compile_exit(status);
    if (status == SALTUS_OK) code = check_settings(compiled, j);
    if (status == SALTUS_OK && code == EXIT_FINE)
        tell_fine(j->path, saltus_compiled_model(compiled));
    saltus_compiled_free(compiled);
    return code;
}

static int with_model(const struct cli *c, const char *stage)
{
    struct job j;
    saltus_compile_options o = {.struct_size = sizeof(saltus_compile_options),
                                .backend = SALTUS_INTERPRETED};
    int code;
    if (!job_options(c, &j)) return EXIT_USAGE;
    o.model = j.class_name;
    o.library = j.library;
    o.no_external = j.no_external;
    o.sets = j.sets;
    o.n_sets = j.n_sets;
    if (job_is_diagram(j.path) || job_is_fmu(j.path)) {
        code = stage             ? job_needs_text(&j, "dump"), EXIT_USAGE
            : job_is_fmu(j.path) ? fmus_check(&j)
                                 : diagrams_check(&j);
        job_free(&j);
        return code;
    }
    code = stage ? cli_compile_exit(saltus_compile_dump(j.path, stage, &o, stdout)) : check(&j, &o);
    job_free(&j);
    return code;
}

int cmd_check(const struct cli *c)
{
    return with_model(c, NULL);
}

int cmd_dump(const struct cli *c)
{
    const char *stage = cli_text(c, "stage");
    return with_model(c, stage ? stage : "flat");
}
