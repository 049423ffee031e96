/* SPDX-License-Identifier: MIT */
/* load.c - packages: from a name to a class in a file.
 *
 * A package is a folder with a file package.mo, which holds the package itself; beside it lie
 * classes in files of their own, Name.mo, and packages in folders, Name/package.mo. At the top the
 * same holds for each folder of the library path.
 *
 *     lib/Saltus/package.mo                 within ;                   package Saltus
 *     lib/Saltus/Electrical/package.mo      within Saltus;             package Electrical
 *     lib/Saltus/Electrical/Resistor.mo     within Saltus.Electrical;  model Resistor
 *
 * Nothing is read before someone asks for a name, and nothing twice: what was asked for is
 * remembered, also if it is not there. A file must say where it belongs, and its class must have
 * its name; otherwise that is an error of the file.
 *
 * The model's own file may belong to a package, too: if it says `within A.B` and lies in folder
 * A/B, the folder around A is the first of the path, and A.B has the classes of the file as they
 * were parsed already. */
#include "inst/package.h"
#include "lang/lex.h"

#include <string.h>

/* What a name was found to be: the class `name` of package `of` (NULL: at the top), or none (class_
 * NULL). */
struct library_entry {
    struct ast_class *of;
    const char *name;
    struct ast_class *class_;
    const char *within; /* what the files in its folder must say: Saltus.Electrical */
};

static const struct library_entry *remembered(const struct library *l, const struct ast_class *of,
                                              const char *name)
{
    for (int32_t k = 0; k < l->entries.n; k++)
        if (l->entries.at[k].name == name && l->entries.at[k].of == of) return &l->entries.at[k];
    return NULL;
}

static const char *within_of(const struct library *l, const struct ast_class *class_)
{
    for (int32_t k = 0; k < l->entries.n; k++)
        if (l->entries.at[k].class_ == class_ && class_) return l->entries.at[k].within;
    return "";
}

static struct ast_class *remember(struct library *l, struct ast_class *of, const char *name,
                                  struct ast_class *class_)
{
    const char *around = within_of(l, of);
    struct library_entry e = {of, name, class_, name};
    if (*around) e.within = arena_format(l->arena, "%s.%s", around, name);
    VEC_ADD(l->arena, &l->entries, e);
    return class_;
}

/* ---- A file of a package --------------------------------------------------------------------- */

static const char *within_text(struct library *l, const struct ast_file *f)
{
    const char *text = "";
    for (int32_t k = 0; k < f->n_within; k++)
        text = arena_format(l->arena, "%s%s%s", text, k ? "." : "", f->within[k].name);
    return text;
}

/* Does the file say where it belongs? */
static void check_within(struct library *l, const struct ast_file *f, const char *wanted)
{
    struct place at = {f->source, 0, 1};
    const char *blank = *wanted ? " " : "";
    if (strcmp(within_text(l, f), wanted) == 0 && (f->has_within || !*wanted)) return;
    if (f->n_within) at = place_join(f->within[0].at, f->within[f->n_within - 1].at);
    if (!f->has_within)
        error_at(l->m, at, "'within %s;' is missing", wanted);
    else
        error_at(l->m, at, "the file belongs to %s%s%s", *wanted ? "package '" : "no package",
                 wanted, *wanted ? "'" : "");
    hint_last(l->m, "for where it lies, its first line must be: within%s%s;", blank, wanted);
}

/* The class of the file, which has to have that name; NULL: there is none. */
static struct ast_class *class_of(struct library *l, const struct ast_file *f, const char *name)
{
    const char *path = l->m->sources.at[f->source].name;
    struct ast_class *first = f->n_classes ? f->classes[0] : NULL;
    if (!first) {
        error_at(l->m, (struct place){f->source, 0, 1}, "the file has no class '%s'", name);
        return NULL;
    }
    if (f->n_classes > 1) {
        error_at(l->m, f->classes[1]->name_at, "a file of a package holds one class");
        hint_last(l->m, "give '%s' a file of its own", f->classes[1]->name);
    }
    if (first->name != name) {
        error_at(l->m, first->name_at, "the class must be called '%s', as its file is", name);
        hint_last(l->m, "it was read from %s", path);
    }
    return first;
}

static struct ast_class *parse(struct library *l, const char *path, const char *name,
                               const char *within)
{
    int errors = l->m->errors;
    int32_t source = package_read(l->m, path);
    if (source < 0) return NULL;
    struct ast_file *f = parse_file(l->m, l->names, source);
    struct ast_class *class_ = NULL;
    if (l->m->errors == errors) check_within(l, f, within);
    if (l->m->errors == errors || f->n_classes) class_ = class_of(l, f, name);
    if (l->m->errors > errors && l->asked_for) library_use(l, source, l->asked_for, l->asked, true);
    return class_;
}

/* The classes of the model's own file are there already. */
static struct ast_class *own(const struct library *l, const char *name)
{
    for (int32_t k = 0; k < l->file->n_classes; k++)
        if (l->file->classes[k]->name == name) return l->file->classes[k];
    return NULL;
}

/* ---- Where a class may lie ------------------------------------------------------------------- */

/* 'a/b' is a name in Modelica, too. */
static bool can_be_file(const char *name)
{
    return *name != '\'' && strchr(name, '/') == NULL && strchr(name, '.') == NULL &&
           strlen(name) < 200;
}

/* Name.mo or Name/package.mo in that folder; *found: is there one? */
static struct ast_class *look(struct library *l, const char *folder, const char *name,
                              const char *within, bool *found)
{
    const char *inside = arena_format(l->arena, "%s/%s", folder, name);
    const char *path = arena_format(l->arena, "%s/package.mo", inside);
    const char *single = arena_format(l->arena, "%s.mo", inside);
    struct package_id id;
    bool package = package_file_exists(path, &id);
    *found = package || package_file_exists(single, &id);
    if (!*found) return NULL;
    if (package && package_file_exists(single, NULL)) {
        error_at(l->m, (struct place){0, 0, 0}, "'%s' is there twice: %s and %s", name, path,
                 single);
        return NULL;
    }
    bool same = l->is_file && id.device == l->device && id.number == l->number;
    struct ast_class *class_ =
        same ? own(l, name) : parse(l, package ? path : single, name, within);
    if (class_ && package) class_->folder = inside;
    return class_;
}

/* The next folder of the path, which is moved on; NULL: there are no more. */
static const char *next_folder(struct library *l, const char **path)
{
    while (*path && **path) {
        const char *folder = *path;
        size_t n = strcspn(folder, ":");
        *path = folder[n] ? folder + n + 1 : folder + n;
        while (n > 1 && folder[n - 1] == '/') n--;
        if (n) return arena_text(l->arena, folder, n);
    }
    return NULL;
}

struct ast_class *library_top(struct library *l, const char *name)
{
    const struct library_entry *known = remembered(l, NULL, name);
    const char *path = l->path, *folder;
    struct ast_class *class_ = NULL;
    bool found = false;
    if (known) return known->class_;
    for (int32_t k = 0; k < l->top.n; k++)
        if (l->top.at[k]->name == name) return remember(l, NULL, name, l->top.at[k]);
    while (can_be_file(name) && !found && (folder = next_folder(l, &path)))
        class_ = look(l, folder, name, "", &found);
    if (!found && strcmp(name, "StateSelect") == 0) class_ = library_state_select(l->m, l->names);
    if (!found && strcmp(name, "Modelica") == 0) class_ = library_modelica(l->m, l->names);
    return remember(l, NULL, name, class_);
}

static struct ast_class *element(const struct ast_class *of, const char *name)
{
    for (int32_t k = 0; k < of->n_elements; k++) {
        const struct ast_element *e = &of->elements[k];
        if (e->kind == ELEMENT_CLASS && e->class_ && e->name == name) return e->class_;
    }
    return NULL;
}

struct ast_class *library_member(struct library *l, struct ast_class *of, const char *name)
{
    const struct library_entry *known;
    struct ast_class *class_ = element(of, name);
    bool found;
    if (class_ || !of->folder || !can_be_file(name)) return class_;
    if ((known = remembered(l, of, name))) return known->class_;
    class_ = look(l, of->folder, name, within_of(l, of), &found);
    return remember(l, of, name, class_);
}

/* ---- Beside the model ------------------------------------------------------------------------- */

/* The folder of the file, then `up` folders above it. */
static const char *folder_above(struct arena *a, const char *file, int up)
{
    const char *slash = strrchr(file, '/');
    char *path = slash ? arena_text(a, file, (size_t)(slash - file)) : arena_text(a, ".", 1);
    for (; up > 0; up--) {
        char *last = strrchr(path, '/'), *name = last ? last + 1 : path;
        if (!*name || !strcmp(name, ".") || !strcmp(name, ".."))
            path = arena_format(a, "%s/..", path);
        else if (last)
            *last = 0;
        else
            path = arena_text(a, ".", 1);
    }
    return path;
}

/* Classes that are not in a package, as if they were. */
static struct ast_class *package_around(struct library *l, const struct ast_file *f,
                                        const char *name)
{
    struct ast_class *c = ARENA_NEW(l->arena, struct ast_class);
    *c = (struct ast_class){.kind = CLASS_PACKAGE, .name = name, .closed = true};
    c->at = c->name_at = (struct place){f->source, 0, 1};
    c->elements = ARENA_ARRAY(l->arena, struct ast_element, f->n_classes + 1);
    for (int32_t k = 0; k < f->n_classes; k++)
        c->elements[c->n_elements++] = (struct ast_element){.kind = ELEMENT_CLASS,
                                                            .at = f->classes[k]->at,
                                                            .name = f->classes[k]->name,
                                                            .name_at = f->classes[k]->name_at,
                                                            .class_ = f->classes[k]};
    return c;
}

static struct ast_class *read_beside(struct library *l, const char *name)
{
    const char *own_path = l->m->sources.at[l->file->source].name;
    const char *path =
        arena_format(l->arena, "%s/%s.mo", folder_above(l->arena, own_path, 0), name);
    struct package_id id;
    struct ast_file *f;
    int32_t source;
    int errors = l->m->errors;
    if (!l->is_file || !can_be_file(name) || !package_file_exists(path, &id)) return NULL;
    if (id.device == l->device && id.number == l->number) return NULL;
    if ((source = package_read(l->m, path)) < 0) return NULL;
    f = parse_file(l->m, l->names, source);
    if (l->m->errors > errors) return NULL;
    for (int32_t k = 0; k < f->n_classes; k++)
        if (f->classes[k]->name == name) return f->classes[k];
    return package_around(l, f, name);
}

struct ast_class *library_beside(struct library *l, const char *name)
{
    struct library_entry e = {NULL, name, NULL, name};
    for (int32_t k = 0; k < l->beside.n; k++)
        if (l->beside.at[k].name == name) return l->beside.at[k].class_;
    e.class_ = read_beside(l, name);
    VEC_ADD(l->arena, &l->beside, e);
    return e.class_;
}

/* ---- Beginning and end ----------------------------------------------------------------------- */

enum { DEEPEST = 12 };

/* If the file lies in its package, the folder around that comes first on the path. */
static void enter_package(struct library *l, const struct ast_file *file, const char *name)
{
    const char *slash = strrchr(name, '/'), *base = slash ? slash + 1 : name;
    bool package = strcmp(base, "package.mo") == 0 && file->n_classes == 1;
    int up = file->n_within + (package ? 1 : 0);
    if (!l->is_file || up == 0 || up > DEEPEST || strlen(name) > 4000 || strchr(name, ':')) return;
    const char *root = folder_above(l->arena, name, up);
    const char *first = file->n_within ? file->within[0].name : file->classes[0]->name;
    if (!package_file_exists(arena_format(l->arena, "%s/%s/package.mo", root, first), NULL)) return;
    l->path = l->path && *l->path ? arena_format(l->arena, "%s:%s", root, l->path) : root;
    l->inside = true;
}

struct library *library_new(struct messages *m, struct names *names, const char *path,
                            const struct ast_file *file)
{
    struct library *l = ARENA_NEW(m->arena, struct library);
    const char *name = m->sources.at[file->source].name;
    struct package_id id = {0, 0};
    *l = (struct library){.arena = m->arena, .m = m, .names = names, .path = path, .file = file};
    l->is_file = package_file_exists(name, &id);
    l->device = id.device;
    l->number = id.number;
    enter_package(l, file, name);
    for (int32_t k = 0; k < file->n_classes && !l->inside; k++)
        VEC_ADD(m->arena, &l->top, file->classes[k]);
    return l;
}

void library_hint(struct library *l, const char *name)
{
    const char *path = l->path, *folder, *list = NULL, *near = NULL, *with = NULL;
    if (!can_be_file(name) || l->m->dropped) return;
    while ((folder = next_folder(l, &path))) {
        list = list ? arena_format(l->arena, "%s, %s", list, folder) : folder;
        if (!near) near = package_near(l->arena, folder, name);
        if (!with) with = package_with(l->arena, folder, name, 0);
    }
    if (with)
        hint_last(l->m, "there is '%s.%s'; or write, at the beginning of the model: import %s.*;",
                  with, name, with);
    else if (near)
        hint_last(l->m, "did you mean '%s'?", near);
    if (with) return;
    if (list)
        hint_last(l->m, "a package of that name was looked for in %s", list);
    else
        hint_last(l->m, "for packages in files, give their folder: --library FOLDER");
}
