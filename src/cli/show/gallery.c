/* SPDX-License-Identifier: MIT */
/* gallery.c - models by name: the gallery is a folder with a folder per model, NAME/NAME.mo.
 *
 * Where it is: SALTUS_MODELS; else, seen from the folder of the program, ../share/saltus/models
 * (installed), ../models (in the source tree) or models (in a build folder elsewhere). The first
 * one that exists is taken. */
#include "cli/show/gallery.h"
#include "cli/core/cli.h"
#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool is_folder(const char *path)
{
    struct stat st;
    return stat(path, &st) == 0 && S_ISDIR(st.st_mode);
}

static bool is_file(const char *path)
{
    struct stat st;
    return stat(path, &st) == 0 && !S_ISDIR(st.st_mode);
}

/* So many folders up from the program: 2: /usr/bin/saltus -> /usr. */
static bool above_program(int folders, char *buf, size_t size)
{
    ssize_t n = readlink("/proc/self/exe", buf, size - 1);
    if (n <= 0 || (size_t)n >= size - 1) return false;
    buf[n] = 0;
    for (int up = 0; up < folders; up++) {
        char *slash = strrchr(buf, '/');
        if (!slash) return false;
        *slash = 0;
    }
    return true;
}

/* The first of three folders that is there; each so many folders above the program. */
static bool first_folder(const char *installed, const char *in_source, char *buf, size_t size)
{
    const struct {
        int up;
        const char *path;
    } places[] = {{2, installed}, {2, in_source}, {1, in_source}};
    char root[GALLERY_PATH];
    for (size_t k = 0; k < sizeof places / sizeof places[0]; k++)
        if (above_program(places[k].up, root, sizeof root) &&
            (size_t)snprintf(buf, size, "%s/%s", root, places[k].path) < size && is_folder(buf))
            return true;
    return false;
}

bool gallery_folder(char *buf, size_t size)
{
    const char *own = getenv("SALTUS_MODELS");
    if (own && *own) return (size_t)snprintf(buf, size, "%s", own) < size;
    return first_folder("share/saltus/models", "models", buf, size);
}

bool gallery_library(char *buf, size_t size)
{
    return first_folder("share/saltus/lib", "models/lib", buf, size);
}

bool gallery_file(const char *name, const char *file, char *buf, size_t size)
{
    char folder[GALLERY_PATH];
    if (!*name || strchr(name, '/') || name[0] == '.' || !gallery_folder(folder, sizeof folder))
        return false;
    return (size_t)snprintf(buf, size, "%s/%s/%s", folder, name, file) < size && is_file(buf);
}

/* Diagrams lie in a folder beside the models: NAME.json, or just NAME. */
static bool diagrams_folder(char *buf, size_t size)
{
    char models[GALLERY_PATH], *slash;
    if (!gallery_folder(models, sizeof models)) return false;
    for (size_t n = strlen(models); n > 1 && models[n - 1] == '/';) models[--n] = 0;
    slash = strrchr(models, '/');
    if (slash) *slash = 0;
    return (size_t)snprintf(buf, size, "%s%sdiagrams", slash ? models : "", slash ? "/" : "") <
           size;
}

bool gallery_diagram(const char *name, char *buf, size_t size)
{
    char folder[GALLERY_PATH];
    size_t n = strlen(name);
    const char *more = n > 5 && strcmp(name + n - 5, ".json") == 0 ? "" : ".json";
    if (!*name || strchr(name, '/') || name[0] == '.' || !diagrams_folder(folder, sizeof folder))
        return false;
    return (size_t)snprintf(buf, size, "%s/%s%s", folder, name, more) < size && is_file(buf);
}

bool gallery_model(const char *name, char *buf, size_t size)
{
    char file[GALLERY_PATH];
    return (size_t)snprintf(file, sizeof file, "%s.mo", name) < sizeof file &&
           gallery_file(name, file, buf, size);
}

/* ---- The list -------------------------------------------------------------------------------- */

static int by_name(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static bool add(char ***names, size_t *n, const char *name)
{
    char **more = realloc(*names, (*n + 1) * sizeof *more);
    if (!more) return false;
    *names = more;
    more[*n] = malloc(strlen(name) + 1);
    if (!more[*n]) return false;
    strcpy(more[(*n)++], name);
    return true;
}

size_t gallery_list(char ***names)
{
    char folder[GALLERY_PATH], path[2 * GALLERY_PATH];
    struct dirent *entry;
    DIR *d;
    size_t n = 0;
    *names = NULL;
    if (!gallery_folder(folder, sizeof folder) || !(d = opendir(folder))) return 0;
    while ((entry = readdir(d)))
        if (gallery_model(entry->d_name, path, sizeof path) && !add(names, &n, entry->d_name))
            break;
    closedir(d);
    if (n) qsort(*names, n, sizeof **names, by_name);
    return n;
}

size_t gallery_diagrams(char ***names)
{
    char folder[GALLERY_PATH];
    struct dirent *entry;
    DIR *d;
    size_t n = 0;
    *names = NULL;
    if (!diagrams_folder(folder, sizeof folder) || !(d = opendir(folder))) return 0;
    while ((entry = readdir(d))) {
        size_t length = strlen(entry->d_name);
        if (length < 6 || strcmp(entry->d_name + length - 5, ".json") != 0) continue;
        if (!add(names, &n, entry->d_name)) break;
    }
    closedir(d);
    if (n) qsort(*names, n, sizeof **names, by_name);
    return n;
}

void gallery_free(char **names, size_t n)
{
    for (size_t k = 0; k < n; k++) free(names[k]);
    free(names);
}

/* ---- By name or path ------------------------------------------------------------------------- */

/* "dir/bukc.mo" -> "bukc" */
static void base_name(const char *model, char *buf, size_t size)
{
    const char *slash = strrchr(model, '/');
    size_t n;
    snprintf(buf, size, "%s", slash ? slash + 1 : model);
    n = strlen(buf);
    if (n > 3 && strcmp(buf + n - 3, ".mo") == 0) buf[n - 3] = 0;
    if (n > 5 && strcmp(buf + n - 5, ".json") == 0) buf[n - 5] = 0;
}

static bool missing(const char *model)
{
    char name[GALLERY_PATH], **names;
    bool json = strlen(model) > 5 && strcmp(model + strlen(model) - 5, ".json") == 0;
    size_t n = json ? gallery_diagrams(&names) : gallery_list(&names);
    const char *near, *own = getenv("SALTUS_MODELS");
    bool path = strchr(model, '/') ||
                (strlen(model) > 3 && (strstr(model, ".mo") || strstr(model, ".json")));
    base_name(model, name, sizeof name);
    if (json) strcat(name, ".json"); /* it was there before */
    near = talk_nearest(name, (const char *const *)names, n);
    if (path)
        talk_error("there is no file '%s'", model);
    else
        talk_error("there is no model '%s', neither as a file nor in the gallery", model);
    if (n == 0 && own && *own)
        talk_hint("there is no gallery at '%s', either, which is what SALTUS_MODELS says", own);
    else if (n == 0)
        talk_hint("the gallery was not found, either; SALTUS_MODELS says where it is");
    else if (near)
        talk_hint("did you mean '%s'? 'saltus models' lists the gallery", near);
    else
        talk_hint("'saltus models' lists the gallery");
    gallery_free(names, n);
    return false;
}

/* A folder MODEL with MODEL.mo in it is meant as that. */
static bool in_folder(const char *model, char *buf, size_t size)
{
    char path[GALLERY_PATH], name[GALLERY_PATH];
    size_t n = strlen(model);
    while (n > 1 && model[n - 1] == '/') n--;
    if ((size_t)snprintf(path, sizeof path, "%.*s", (int)n, model) >= sizeof path) return false;
    base_name(path, name, sizeof name);
    return (size_t)snprintf(buf, size, "%s/%s.mo", path, name) < size && is_file(buf);
}

/* Words joined by points, of which the first names a package. */
static bool is_class(const char *name)
{
    size_t n = 0;
    bool dotted = false, begins = true;
    for (; name[n]; n++) {
        bool letter = isalpha((unsigned char)name[n]) || name[n] == '_';
        if (name[n] == '.' ? begins : !letter && (begins || !isdigit((unsigned char)name[n])))
            return false;
        begins = name[n] == '.';
        dotted |= begins;
    }
    return dotted && !begins;
}

bool gallery_class(const char *name, const char *folders, char *buf, size_t size)
{
    static const char *const files[] = {".mo", "/package.mo"};
    int first = (int)strcspn(name, ".");
    const char *at = folders ? folders : "";
    if (!is_class(name) || is_file(name)) return false;
    for (int k = 0; k < 2; k++)
        if ((size_t)snprintf(buf, size, "%.*s%s", first, name, files[k]) < size && is_file(buf))
            return true;
    for (; *at; at += *at == ':') {
        int n = (int)strcspn(at, ":");
        for (int k = 0; n > 0 && k < 2; k++)
            if ((size_t)snprintf(buf, size, "%.*s/%.*s%s", n, at, first, name, files[k]) < size &&
                is_file(buf))
                return true;
        at += n;
    }
    return false;
}

const char *gallery_find(const char *model, char *buf, size_t size)
{
    if (is_file(model)) {
        if ((size_t)snprintf(buf, size, "%s", model) < size) return buf;
        talk_error("the path is too long: %s", model);
        return NULL;
    }
    if (gallery_model(model, buf, size) || gallery_diagram(model, buf, size)) return buf;
    if (is_folder(model)) {
        if (in_folder(model, buf, size)) return buf;
        talk_error("'%s' is a folder without a model of that name", model);
        talk_hint("name the .mo file in it");
        return NULL;
    }
    return missing(model) ? buf : NULL;
}
