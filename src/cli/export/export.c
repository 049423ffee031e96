/* SPDX-License-Identifier: MIT */
/* export.c - saltus export: a model as an FMU. */
#include "cli/export/export.h"
#include "cli/run/job.h"
#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>

/* The name of the model as one of C. */
static void identifier(struct export_fmu *x)
{
    size_t n = 0;
    const char *s = x->model->name;
    if (isdigit((unsigned char)*s)) x->id[n++] = '_';
    for (; *s && n + 1 < sizeof x->id; s++) x->id[n++] = isalnum((unsigned char)*s) ? *s : '_';
    x->id[n] = 0;
}

static bool is_quantized(const char *method)
{
    const saltus_method_info *m;
    for (size_t k = 0; (m = saltus_method(k)); k++)
        if (strcmp(m->name, method) == 0) return strcmp(m->family, "quantized") == 0;
    return false;
}

/* What cannot become an FMU of that kind. */
static bool choose_kind(const struct cli *c, struct export_fmu *x)
{
    const char *kind = cli_text(c, "kind");
    const saltus_variable *d = x->model->delays;
    bool delays = d && d->name;
    x->exchange = !kind || strcmp(kind, "cs") != 0;
    x->cosim = !kind || strcmp(kind, "me") != 0;
    if (!delays || !x->exchange) return true;
    if (!x->cosim) {
        talk_error("model %s has delays, whose history the FMU must keep", x->model->name);
        talk_hint("--kind cs");
        return false;
    }
    talk_note("model %s has delays: the FMU is for co-simulation only", x->model->name);
    x->exchange = false;
    return true;
}

static bool all_built_in(const struct job *j, const struct export_fmu *x)
{
    for (size_t k = 0; k < j->n_sets; k++) {
        if (saltus_compiled_took(x->compiled, k)) continue;
        talk_error("--set: '%s' is no parameter on which sizes depend", j->sets[k].name);
        talk_hint("set it in the program that imports the FMU");
        return false;
    }
    return true;
}

static const char *platform(int version)
{
    struct utsname u;
    bool arm = uname(&u) == 0 && strcmp(u.machine, "aarch64") == 0;
    if (version == 2) return arm ? "linux64-arm" : "linux64";
    return arm ? "aarch64-linux" : "x86_64-linux";
}

/* All files of the FMU, in their order. */
static bool write_all(struct export_fmu *x, struct export_zip *z, const char *code, size_t n)
{
    char *xml = NULL, *bytes = NULL, path[256];
    size_t xml_size = 0, size = 0;
    FILE *out = open_memstream(&xml, &xml_size);
    bool fine = out != NULL;
    if (out) {
        export_description(x, out);
        fine = fclose(out) == 0;
    }
    if (!fine) talk_error("out of memory");
    fine = fine && export_library(x, code, n, &bytes, &size);
    if (fine) {
        export_zip_add(z, "modelDescription.xml", xml, xml_size);
        snprintf(path, sizeof path, "binaries/%s/%s.so", platform(x->version), x->id);
        export_zip_add(z, path, bytes, size);
    }
    if (fine && x->n_files) fine = export_sources_add(x, z, code, n);
    free(xml);
    free(bytes);
    return fine;
}

static int write_fmu(struct export_fmu *x, const char *to, const char *code, size_t n)
{
    struct export_zip z = {.out = fopen(to, "wb")};
    bool fine, written;
    if (!z.out) {
        talk_error("%s: %s", to, strerror(errno));
        return EXIT_RUN;
    }
    fine = write_all(x, &z, code, n);
    errno = 0;
    written = export_zip_end(&z);
    if (fclose(z.out) != 0) written = false;
    if (fine && !written)
        talk_error("%s: %s", to, errno ? strerror(errno) : "could not be written");
    if (fine && written) return EXIT_FINE;
    remove(to);
    return EXIT_RUN;
}

static int export_model(const struct cli *c, const struct job *j, struct export_fmu *x,
                        saltus_compile_options *o, const char *to)
{
    char *code = NULL;
    size_t n = 0;
    int status;
    x->model = saltus_compiled_model(x->compiled);
    x->method = x->model->experiment.method ? x->model->experiment.method : SALTUS_METHOD;
    if (!is_quantized(x->method)) x->method = SALTUS_METHOD;
    identifier(x);
    if (!all_built_in(j, x) || !choose_kind(c, x)) return EXIT_USAGE;
    if (!export_vars(x)) {
        talk_error("out of memory");
        return EXIT_RUN;
    }
    if (cli_given(c, "sources") && !export_sources_list(x)) return EXIT_RUN;
    o->only_errors = 1;
    status = export_code(x, j->path, o, &code, &n) ? write_fmu(x, to, code, n) : EXIT_RUN;
    free(code);
    return status;
}

int cmd_export(const struct cli *c)
{
    const char *version = cli_text(c, "fmi"), *to = cli_text(c, "output");
    struct export_fmu x = {.version = version && *version == '2' ? 2 : 3};
    struct job j;
    saltus_compile_options o = saltus_compile_defaults();
    saltus_status st;
    char own[192];
    int status = EXIT_USAGE;
    if (!job_options(c, &j)) return EXIT_USAGE;
    o.backend = SALTUS_INTERPRETED;
    o.model = j.class_name;
    o.library = j.library;
    o.no_external = j.no_external;
    o.sets = j.sets;
    o.n_sets = j.n_sets;
    if (job_is_diagram(j.path)) {
        job_needs_text(&j, "export");
    } else {
        st = saltus_compile_file(j.path, &o, &x.compiled);
        status = cli_compile_exit(st);
        if (st == SALTUS_OK) {
            snprintf(own, sizeof own, "%s.fmu", saltus_compiled_model(x.compiled)->name);
            status = export_model(c, &j, &x, &o, to ? to : own);
        }
    }
    export_sources_free(&x);
    export_vars_free(&x);
    saltus_compiled_free(x.compiled);
    job_free(&j);
    return status;
}
