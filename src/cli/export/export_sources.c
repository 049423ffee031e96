/* SPDX-License-Identifier: MIT */
/* export_sources.c - the folder sources/ of an FMU: the engine as it comes with this program, and the model.
 *
 * The file fmu/files beside the program, or where an installation has it, lists what belongs to it: one path in a
 * line, of src/ or include/. In the FMU headers stand as if src/ and include/ were one folder. What is compiled stands
 * in sources/ itself, a/b.c as a_b.c: who compiles all into one folder gets an object for each. */
#include "cli/export/export.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>

static bool ends_in(const char *s, const char *end)
{
    size_t n = strlen(s), k = strlen(end);
    return n >= k && strcmp(s + n - k, end) == 0;
}

/* Its name in sources/. */
static void inside(const char *path, char *buf, size_t size)
{
    const char *slash = strchr(path, '/');
    snprintf(buf, size, "%s", slash ? slash + 1 : path);
    for (char *p = buf; ends_in(path, ".c") && *p; p++)
        if (*p == '/') *p = '_';
}

/* The other version of the standard has no place in it. */
static bool is_other(const struct export_fmu *x, const char *path)
{
    return ends_in(path, x->version == 2 ? "fmu/fmi3.c" : "fmu/fmi2.c");
}

static bool add_line(char ***list, size_t *n, const char *line)
{
    char **more = realloc(*list, (*n + 1) * sizeof *more);
    if (!more) return false;
    *list = more;
    more[*n] = malloc(strlen(line) + 1);
    if (!more[*n]) return false;
    strcpy(more[(*n)++], line);
    return true;
}

bool export_sources_list(struct export_fmu *x)
{
    char path[4200], line[512];
    FILE *in = NULL;
    bool fine = export_folder("fmu/files", path, sizeof path);
    if (fine) in = fopen(path, "r");
    if (fine && !in) talk_error("%s: %s", path, strerror(errno));
    if (!in) return false;
    while (fine && fgets(line, sizeof line, in)) {
        line[strcspn(line, "\n")] = 0;
        if (*line && !is_other(x, line)) fine = add_line(&x->paths, &x->n_paths, line);
    }
    fclose(in);
    fine = fine && add_line(&x->paths, &x->n_paths, "model.c");
    for (size_t k = 0; fine && k < x->n_paths; k++) {
        inside(x->paths[k], line, sizeof line);
        if (ends_in(line, ".c")) fine = add_line(&x->files, &x->n_files, line);
    }
    if (!fine) talk_error("out of memory");
    return fine;
}

void export_sources_free(struct export_fmu *x)
{
    for (size_t k = 0; k < x->n_paths; k++) free(x->paths[k]);
    for (size_t k = 0; k < x->n_files; k++) free(x->files[k]);
    free(x->paths);
    free(x->files);
}

static bool add_file(struct export_zip *z, const char *path, const char *name)
{
    char *bytes = NULL;
    size_t n = 0;
    bool fine = export_slurp(path, &bytes, &n);
    if (fine)
        export_zip_add(z, name, bytes, n);
    else
        talk_error("%s: %s", path, strerror(errno));
    free(bytes);
    return fine;
}

static bool add_description(const struct export_fmu *x, struct export_zip *z)
{
    char *xml = NULL;
    size_t n = 0;
    FILE *out = open_memstream(&xml, &n);
    bool fine = out != NULL;
    if (out) {
        export_build_description(x, out);
        fine = fclose(out) == 0;
    }
    if (fine)
        export_zip_add(z, "sources/buildDescription.xml", xml, n);
    else
        talk_error("out of memory");
    free(xml);
    return fine;
}

bool export_sources_add(const struct export_fmu *x, struct export_zip *z, const char *code,
                        size_t n)
{
    bool fine = true;
    for (size_t k = 0; k + 1 < x->n_paths && fine; k++) { /* the last one is the model */
        char path[4200], file[600], name[600] = "sources/";
        snprintf(file, sizeof file, "fmu/%s", x->paths[k]);
        inside(x->paths[k], name + strlen(name), sizeof name - strlen(name));
        fine = export_folder(file, path, sizeof path) && add_file(z, path, name);
    }
    if (fine) export_zip_add(z, "sources/model.c", code, n);
    return fine && (x->version == 2 || add_description(x, z));
}
