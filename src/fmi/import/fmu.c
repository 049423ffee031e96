/* SPDX-License-Identifier: MIT */
/* fmu.c - see fmu.h: the archive, the folder in which it is unpacked, and what it is given. */
#include "base/text.h"
#include "fmi/import/fmu_zip.h"
#include "fmi/import/instance.h"
#include <dirent.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <unistd.h>

/* ---- Messages -------------------------------------------------------------------------------- */

static saltus_status refuse(const struct fmu *f, int line, const char *var, const char *text,
                            const char *hint)
{
    char file[1200];
    saltus_diag d = {.status = SALTUS_EMODEL, .t = NAN, .var = var, .text = text, .hint = hint};
    snprintf(file, sizeof file, "%s/modelDescription.xml", f->path);
    if (line > 0) d.at = (saltus_loc){.file = file, .line = (uint32_t)line};
    if (line <= 0 && !var) d.var = f->path;
    if (f->opt.diag)
        f->opt.diag(f->opt.user, &d);
    else
        saltus_diag_print(stderr, &d);
    return SALTUS_EMODEL;
}

void fmu_tell(const struct fmu *f, saltus_status st, const char *text, const char *more)
{
    char all[900];
    saltus_diag d = {.status = st, .t = NAN, .text = all};
    snprintf(all, sizeof all, "FMU %s: %s%s", f->d->name, text, more);
    if (f->opt.diag)
        f->opt.diag(f->opt.user, &d);
    else
        saltus_diag_print(stderr, &d);
}

/* ---- The folder ------------------------------------------------------------------------------ */

static void remove_tree(const char *folder)
{
    DIR *d = opendir(folder);
    struct dirent *e;
    char path[4096];
    struct stat st;
    while (d && (e = readdir(d))) {
        int n = snprintf(path, sizeof path, "%s/%s", folder, e->d_name);
        if (!strcmp(e->d_name, ".") || !strcmp(e->d_name, "..") || n < 0 ||
            (size_t)n >= sizeof path)
            continue;
        if (lstat(path, &st) == 0 && S_ISDIR(st.st_mode))
            remove_tree(path);
        else
            unlink(path);
    }
    if (d) closedir(d);
    rmdir(folder);
}

static bool make_folder(struct fmu *f, char *text, size_t n)
{
    const char *tmp = getenv("TMPDIR");
    char *folder = arena_format(&f->arena, "%s/saltus-fmu-XXXXXX", tmp && *tmp ? tmp : "/tmp");
    if (!mkdtemp(folder)) {
        snprintf(text, n, "%s: %s", folder, strerror(errno));
        return false;
    }
    f->folder = realpath(folder, NULL);
    f->owner = getpid();
    if (f->folder) return true;
    rmdir(folder);
    snprintf(text, n, "out of memory");
    return false;
}

/* The folder below binaries/ for this machine. */
static const char *platform(struct fmu *f)
{
    struct utsname u;
    if (uname(&u) != 0) return "unknown";
    if (f->d->version == 3) return arena_format(&f->arena, "%s-linux", u.machine);
    return !strcmp(u.machine, "x86_64") ? "linux64"
           : u.machine[0] == 'i'        ? "linux32"
                                        : arena_text(&f->arena, u.machine, strlen(u.machine));
}

/* file:///..., with all that is not plain as %XX */
static const char *uri(struct fmu *f, const char *path)
{
    char *to = arena_take(&f->arena, 3 * strlen(path) + 8), *at = to;
    at += sprintf(at, "file://");
    for (; *path; path++) {
        bool plain = (*path >= 'a' && *path <= 'z') || (*path >= 'A' && *path <= 'Z') ||
                     (*path >= '0' && *path <= '9') || strchr("/-._~", *path);
        if (plain)
            *at++ = *path;
        else
            at += sprintf(at, "%%%02X", (unsigned)(unsigned char)*path);
    }
    return to;
}

static bool unpack(struct fmu *f, struct fmu_zip *z, char *text, size_t n)
{
    const char *where = platform(f), *folder = arena_format(&f->arena, "binaries/%s/", where);
    const char *library = arena_format(&f->arena, "%s%s.so", folder, f->kind->id), *resources;
    char has[200];
    if (!fmu_zip_has(z, library)) {
        fmu_zip_platforms(z, has, sizeof has);
        snprintf(text, n, "it has no %s; %s%s", library,
                 *has ? "its binaries are for " : "it has no binaries", has);
        return false;
    }
    if (!make_folder(f, text, n) || !fmu_zip_unpack(z, folder, f->folder, text, n) ||
        !fmu_zip_unpack(z, "resources/", f->folder, text, n))
        return false;
    f->library = arena_format(&f->arena, "%s/%s", f->folder, library);
    resources = arena_format(&f->arena, "%s/resources", f->folder);
    mkdir(resources, 0700);
    f->resources =
        f->d->version == 2 ? uri(f, resources) : arena_format(&f->arena, "%s/", resources);
    return true;
}

/* ---- What it is for ----------------------------------------------------------------------------- */

static void describe(struct fmu *f)
{
    const struct fmu_description *d = f->d;
    saltus_experiment *e = &f->model.experiment;
    f->model.abi = SALTUS_ABI;
    f->model.name = d->name;
    f->model.data = f;
    e->start = d->has_start ? d->start : 0;
    e->stop = d->has_stop ? d->stop : 0;
    e->rel = d->has_tolerance ? d->tolerance : 0;
    e->text = d->text;
    f->start = isnan(f->opt.start) ? e->start : f->opt.start;
    f->stop = !isnan(f->opt.stop) ? f->opt.stop : e->stop > 0 ? e->stop : f->start + 1;
    f->step = f->opt.step > 0 ? f->opt.step : d->has_step ? d->step : (f->stop - f->start) / 500;
    if (f->opt.step <= 0 && !d->has_step && f->kind->fixed_step > 0) f->step = f->kind->fixed_step;
    if (f->cs) e->interval = f->step; /* a row for each communication point */
}

/* ---- Settings -------------------------------------------------------------------------------- */

static bool fits(const struct fmu_variable *v, double value)
{
    static const double low[] = {-128, 0, -32768, 0, -2147483648.0, 0, -9007199254740992.0, 0};
    static const double high[] = {
        127, 255, 32767, 65535, 2147483647, 4294967295.0, 9007199254740992.0, 9007199254740992.0};
    if (v->type == FMU_BOOLEAN) return value == 0 || value == 1;
    if (v->type < FMU_INT8) return isfinite(value);
    return value == floor(value) && value >= low[v->type - FMU_INT8] &&
           value <= high[v->type - FMU_INT8];
}

/* The variable of which `name` is the whole or an element; -1: none. */
static int find_element(const struct fmu *f, const char *name, int *element)
{
    int k = fmu_find(f->d, name);
    *element = 0;
    if (k >= 0 && f->d->variables[k].rank == 0) return k;
    for (k = 0; k < f->d->n_variables; k++) {
        const struct fmu_variable *v = &f->d->variables[k];
        int32_t size[SALTUS_RANK] = {0};
        if (v->rank == 0 || v->elements == 0) continue;
        for (int j = 0; j < v->rank; j++) size[j] = v->size[j];
        *element = text_index(name, v->name, size);
        if (*element >= 0) return k;
    }
    return -1;
}

static saltus_status unknown(const struct fmu *f, const char *name)
{
    char hint[200];
    const char *near = NULL;
    int best = TEXT_FAR;
    for (int k = 0; k < f->d->n_variables; k++)
        if (text_nearer(name, f->d->variables[k].name, &best)) near = f->d->variables[k].name;
    if (near) snprintf(hint, sizeof hint, "did you mean '%.150s'?", near);
    return refuse(f, 0, name, "the FMU has no variable of this name",
                  near ? hint : "'saltus explain' lists them");
}

static saltus_status take_set(struct fmu *f, const saltus_set *set)
{
    int element, k = find_element(f, set->name, &element);
    const struct fmu_variable *v = &f->d->variables[k < 0 ? 0 : k];
    double *values;
    char text[200];
    if (k < 0) return unknown(f, set->name);
    if (v->type > FMU_BOOLEAN) {
        snprintf(text, sizeof text, "a value of type %s cannot be given as a number",
                 fmu_type_names[v->type]);
        return refuse(f, 0, set->name, text, NULL);
    }
    if (v->causality == FMU_STRUCTURAL)
        return refuse(f, 0, set->name,
                      "it is a structural parameter, and sizes stay as the FMU has them", NULL);
    if (!fmu_settable(v))
        return refuse(f, 0, set->name, "the FMU computes it; it cannot be given",
                      "parameters, inputs and variables with a start value can");
    if (!fits(v, set->value)) {
        snprintf(text, sizeof text, "%g is not a value of type %s", set->value,
                 fmu_type_names[v->type]);
        return refuse(f, 0, set->name, text, NULL);
    }
    values = (double *)(uintptr_t)fmu_given_to(f, k);
    if (!values) {
        struct fmu_given g = {k, values = ARENA_ARRAY(&f->arena, double, v->elements)};
        if (!v->start && v->elements > 1)
            return refuse(f, 0, set->name,
                          "an array without start values cannot be given element by element", NULL);
        for (int j = 0; v->start && j < v->elements; j++) values[j] = v->start[j];
        VEC_ADD(&f->arena, &f->given, g);
    }
    values[element] = set->value;
    VEC_ADD(&f->arena, &f->took, arena_text(&f->arena, set->name, strlen(set->name)));
    return SALTUS_OK;
}

/* ---- The whole ------------------------------------------------------------------------------- */

static saltus_status choose(struct fmu *f)
{
    const struct fmu_description *d = f->d;
    const char *want = f->opt.kind;
    f->cs = want ? !strcmp(want, "cs") : d->cs.id != NULL;
    f->kind = f->cs ? &d->cs : &d->me;
    if (f->kind->id) return SALTUS_OK;
    return refuse(f, 0, NULL,
                  f->cs ? "the FMU is not for co-simulation, but for model exchange"
                        : "the FMU is not for model exchange, but for co-simulation",
                  NULL);
}

/* A step that may not vary must fit into the run. */
static saltus_status check_step(const struct fmu *f)
{
    double length = f->stop - f->start, n = floor(length / f->step + 0.5);
    char text[200];
    if (!f->cs) return SALTUS_OK;
    if (!(f->step > 0) || !(length > 0)) return SALTUS_OK; /* the run says it */
    if (length / f->step > 1e9)
        return refuse(f, 0, NULL, "more than 1e9 communication points",
                      "a longer communication interval");
    if (f->kind->variable_step || fabs(n * f->step - length) <= 1e-9 * length) return SALTUS_OK;
    snprintf(text, sizeof text,
             "its steps may not vary, and %.9g is no multiple of the communication interval %.9g",
             length, f->step);
    return refuse(f, 0, NULL, text, "--communicate sets another one, --stop another end");
}

static saltus_status read_all(struct fmu *f)
{
    struct fmu_zip **z = &f->zip;
    char **xml = &f->xml;
    char text[700] = "";
    struct fmu_where where = {0};
    size_t size;
    saltus_status st = SALTUS_OK;
    if (!fmu_zip_open(f->path, z, text, sizeof text)) return refuse(f, 0, NULL, text, NULL);
    if (!(*xml = fmu_zip_read(*z, "modelDescription.xml", &size, text, sizeof text)))
        return refuse(f, 0, NULL, text, NULL);
    f->d = fmu_describe(&f->arena, *xml, size, &where);
    if (!f->d) return refuse(f, where.line, NULL, where.text, NULL);
    if (choose(f) < 0) return SALTUS_EMODEL;
    for (size_t k = 0; k < f->opt.n_sets && st >= 0; k++) st = take_set(f, &f->opt.sets[k]);
    if (st < 0) return st;
    describe(f);
    fmu_tables(f);
    if (f->opt.look_only) return SALTUS_OK;
    if (check_step(f) < 0) return SALTUS_EMODEL;
    if (!unpack(f, *z, text, sizeof text)) return refuse(f, 0, NULL, text, NULL);
    if (f->cs)
        fmu_cs_model(f);
    else
        fmu_me_model(f);
    return SALTUS_OK;
}

saltus_status fmu_open(const char *path, const struct fmu_options *o, struct fmu **out)
{
    struct fmu *volatile f = calloc(1, sizeof *f);
    volatile saltus_status st = SALTUS_ENOMEM;
    *out = NULL;
    if (!f) return st;
    f->opt = *o;
    arena_init(&f->arena, NULL, NULL, (size_t)2 << 30);
    f->path = (char *)(uintptr_t)path;
    if (setjmp(f->arena.fail) == 0) {
        f->path = arena_text(&f->arena, path, strlen(path));
        st = read_all(f);
    } else {
        st = SALTUS_ENOMEM;
    }
    fmu_zip_close(f->zip);
    free(f->xml);
    f->opt.sets = NULL;
    f->opt.n_sets = 0;
    if (st >= 0)
        *out = f;
    else
        fmu_close(f);
    return st;
}

void fmu_close(struct fmu *f)
{
    if (!f) return;
    if (f->folder && f->owner == getpid()) remove_tree(f->folder);
    free(f->folder);
    arena_free(&f->arena);
    free(f);
}

const saltus_model *fmu_model(const struct fmu *f)
{
    return &f->model;
}

const struct fmu_description *fmu_description_of(const struct fmu *f)
{
    return f->d;
}

bool fmu_took(const struct fmu *f, const char *name)
{
    for (int k = 0; k < f->took.n; k++)
        if (!strcmp(f->took.at[k], name)) return true;
    return false;
}

bool fmu_is_cs(const struct fmu *f)
{
    return f->cs;
}

double fmu_step(const struct fmu *f)
{
    return f->step;
}
