/* SPDX-License-Identifier: MIT */
/* load.c - a diagram from its file: sources, what they may say, and the way to the model.
 *
 *  1. The file becomes a tree (node.c), which is the root source.
 *  2. The root level is made from it, and nested ones as blocks ask for them (level.c); all errors
 *     are collected.
 *  3. Levels become coupled models (couple.c), which the kernel checks as a whole; its errors join
 *     the others.
 *  4. The parts and what they show become the tables of a model (model.c). */
#include "base/contract.h"
#include "diagram/batch.h"
#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { LARGEST = 0x7fffffff };

/* ---- Memory ---------------------------------------------------------------------------------- */

void diagram_no_memory(saltus_diagram *d)
{
    longjmp(d->arena.fail, 1);
}

struct diagram_owned *diagram_hold(saltus_diagram *d, void (*give)(void *p))
{
    struct diagram_owned *o = ARENA_NEW(&d->arena, struct diagram_owned);
    *o = (struct diagram_owned){NULL, give, d->owned};
    return d->owned = o;
}

void diagram_drop(struct diagram_owned *o)
{
    if (o->p) o->give(o->p);
    o->p = NULL;
}

void saltus_diagram_free(saltus_diagram *d)
{
    if (!d) return;
    for (struct diagram_level *l = d->levels; l; l = l->next) saltus_coupled_free(l->coupled);
    for (struct diagram_owned *o = d->owned; o; o = o->next) diagram_drop(o);
    arena_free(&d->scratch);
    arena_free(&d->arena);
    free(d);
}

/* ---- Places, keys, names --------------------------------------------------------------------- */

struct say_place diagram_at(const struct diagram_source *s, const struct node *n)
{
    return (struct say_place){s->file, n->pos, n->len};
}

struct say_place diagram_key(const struct diagram_source *s, const struct node *n)
{
    return (struct say_place){s->file, n->key_pos, n->key_len};
}

void diagram_keys(saltus_diagram *d, const struct diagram_source *s, const struct node *object,
                  const char *const *words, const char *what)
{
    size_t n = 0;
    while (words[n]) n++;
    NODE_EACH(v, object)
    {
        size_t k = 0;
        while (k < n && strcmp(words[k], v->key) != 0) k++;
        if (k < n) continue;
        say_error(&d->say, diagram_key(s, v), "%s has no key '%s'", what, v->key);
        say_nearest(&d->say, v->key, words, n, NULL);
    }
}

const char *diagram_text(saltus_diagram *d, const struct diagram_source *s,
                         const struct node *object, const char *key)
{
    const struct node *n = node_get(object, key);
    if (!n || n->kind == NODE_TEXT) return n ? n->text : NULL;
    say_error(&d->say, diagram_at(s, n), "'%s' must be a text in quotes, not %s", key,
              node_kind_name(n));
    return NULL;
}

bool diagram_name(saltus_diagram *d, struct say_place at, const char *name, const char *what)
{
    const char *p = name;
    if (isalpha((unsigned char)*p) || *p == '_')
        while (isalnum((unsigned char)*p) || *p == '_') p++;
    if (p > name && !*p && strcmp(name, "time") != 0) return true;
    say_error(&d->say, at, "'%s' cannot be the name of %s", name, what);
    say_hint(&d->say, *p || p == name ? "letters, digits and _, not beginning with a digit"
                                      : "it is the time, in expressions and in results");
    return false;
}

/* ---- Files ----------------------------------------------------------------------------------- */

/* All of it, with a 0 behind; NULL: said. */
static char *slurp(saltus_diagram *d, const char *path, struct say_place at, size_t *size)
{
    FILE *f = fopen(path, "rb");
    struct stat st;
    char *text;
    long n = -1;
    if (f && fseek(f, 0, SEEK_END) == 0) n = ftell(f);
    if (stat(path, &st) == 0 && S_ISDIR(st.st_mode)) n = -1, errno = EISDIR;
    if (n < 0 || n > LARGEST - 1 || fseek(f, 0, SEEK_SET) != 0) {
        const char *why = n > LARGEST - 1 ? "it is too large" : strerror(errno);
        if (f) fclose(f);
        d->unreadable |= !at.file;
        say_error(&d->say, at, "cannot read %s: %s", path, why);
        return NULL;
    }
    text = arena_take(&d->arena, (size_t)n + 1);
    *size = fread(text, 1, (size_t)n, f);
    text[*size] = 0;
    if (ferror(f)) {
        say_error(&d->say, at, "cannot read %s", path);
        text = NULL;
    }
    fclose(f);
    return text;
}

static struct diagram_source *new_source(saltus_diagram *d, const char *name,
                                         const struct say_file *file, const struct node *node,
                                         struct diagram_source *outside)
{
    struct diagram_source *s = ARENA_NEW(&d->arena, struct diagram_source);
    s->name = name;
    s->file = file;
    s->node = node;
    s->outside = outside;
    s->next = d->sources;
    d->sources = s;
    return s;
}

/* False: it is something else. */
static bool check_version(saltus_diagram *d, const struct diagram_source *s)
{
    const struct node *v = node_get(s->node, "saltus");
    if (!v) {
        say_error(&d->say, (struct say_place){s->file, s->node->pos, 1},
                  "this is not a diagram: the key 'saltus' is missing");
        say_hint(&d->say, "a diagram begins with {\"saltus\": 1, ...");
        return false;
    } else if (v->kind != NODE_NUMBER || v->number != 1) {
        say_error(&d->say, diagram_at(s, v), "'saltus' must be 1, the version of the format");
        return false;
    }
    return true;
}

/* "a/b/pi.json" -> "pi", as far as it is a name. */
static const char *base_name(saltus_diagram *d, const char *path)
{
    const char *slash = strrchr(path, '/'), *begin = slash ? slash + 1 : path;
    size_t n = strcspn(begin, ".");
    char *name = arena_text(&d->arena, begin, n);
    for (char *p = name; *p; p++)
        if (!isalnum((unsigned char)*p)) *p = '_';
    if (!isalpha((unsigned char)*name)) return arena_format(&d->arena, "d%s", name);
    return name;
}

static struct diagram_source *source_of_text(saltus_diagram *d, const char *name, const char *text,
                                             size_t size)
{
    struct say_file *f = say_file(&d->say, name, text, (uint32_t)size);
    const struct node *n = node_read(&d->say, f);
    struct diagram_source *s;
    if (!n) return NULL;
    if (n->kind != NODE_OBJECT) {
        say_error(&d->say, (struct say_place){f, n->pos, 1}, "a diagram is an object: {...}");
        return NULL;
    }
    s = new_source(d, base_name(d, name), f, n, NULL);
    if (node_get(n, "name") && node_get(n, "name")->kind == NODE_TEXT && *node_get(n, "name")->text)
        s->name = node_get(n, "name")->text;
    return check_version(d, s) ? s : NULL;
}

static struct diagram_source *source_of_file(saltus_diagram *d, const char *path,
                                             struct say_place at)
{
    struct stat st;
    struct diagram_source *s;
    size_t size = 0;
    const char *text;
    bool known = stat(path, &st) == 0;
    for (s = d->sources; known && s; s = s->next)
        if (s->is_file && s->device == (uint64_t)st.st_dev && s->number == (uint64_t)st.st_ino)
            return s;
    if (!(text = slurp(d, path, at, &size))) return NULL;
    s = source_of_text(d, path, text, size);
    if (!s) return NULL;
    s->is_file = known;
    s->device = known ? (uint64_t)st.st_dev : 0;
    s->number = known ? (uint64_t)st.st_ino : 0;
    return s;
}

const char *diagram_path(saltus_diagram *d, const struct diagram_source *s, const char *path)
{
    const char *slash = strrchr(s->file->name, '/');
    if (*path == '/' || !slash) return path;
    return arena_format(&d->arena, "%.*s/%s", (int)(slash - s->file->name), s->file->name, path);
}

/* ---- Nested diagrams ------------------------------------------------------------------------- */

/* A definition: {"file": "pi.json"}, or the diagram itself. */
static struct diagram_source *define(saltus_diagram *d, struct diagram_source *in, const char *name,
                                     const struct node *def)
{
    static const char *const words[] = {"file", NULL};
    const struct node *file = node_get(def, "file");
    struct diagram_source *s;
    for (s = d->sources; s; s = s->next)
        if (s->node == def) return s;
    if (def->kind != NODE_OBJECT) {
        say_error(&d->say, diagram_at(in, def), "a diagram is an object: {...}");
        return NULL;
    }
    if (!file) return new_source(d, name, in->file, def, in);
    diagram_keys(d, in, def, words, "a diagram from a file");
    if (!diagram_text(d, in, def, "file")) return NULL;
    return source_of_file(d, diagram_path(d, in, file->text), diagram_at(in, file));
}

static void unknown_diagram(saltus_diagram *d, const struct diagram_source *in,
                            const struct node *name)
{
    const char *names[64];
    size_t n = 0;
    for (const struct diagram_source *s = in; s; s = s->outside)
        NODE_EACH(def, node_object(s->node, "diagrams")) if (n < 64) names[n++] = def->key;
    say_error(&d->say, diagram_at(in, name), "there is no diagram '%s'", name->text);
    say_nearest(&d->say, name->text, names, n,
                "nested diagrams are defined under the key \"diagrams\"");
}

struct diagram_source *diagram_find(saltus_diagram *d, struct diagram_source *in,
                                    const struct node *name)
{
    if (name->kind == NODE_OBJECT) return define(d, in, "diagram", name);
    if (name->kind != NODE_TEXT) {
        say_error(&d->say, diagram_at(in, name), "'diagram' must be the name of a diagram");
        return NULL;
    }
    for (struct diagram_source *s = in; s; s = s->outside) {
        const struct node *def = node_get(node_get(s->node, "diagrams"), name->text);
        if (def) return define(d, s, def->key, def);
    }
    unknown_diagram(d, in, name);
    return NULL;
}

/* ---- From text to model ---------------------------------------------------------------------- */

static saltus_status errors(saltus_diagram *d)
{
    say_all(&d->say);
    return d->say.errors ? SALTUS_EMODEL : SALTUS_OK;
}

static saltus_status make(saltus_diagram *d, struct diagram_source *s)
{
    saltus_status st;
    if (s) d->root = diagram_level(d, s, NULL, 0, "", NULL, (struct say_place){0});
    if (d->root && s) diagram_experiment(d);
    if (d->say.errors || !d->root) {
        (void)errors(d);
        return d->unreadable ? SALTUS_EIO : SALTUS_EMODEL;
    }
    diagram_couple(d, d->root);
    st = diagram_model(d);
    if (errors(d) < 0) return st < 0 ? st : SALTUS_EMODEL;
    return st;
}

static saltus_status begin(const saltus_diagram_options *o, saltus_diagram **out)
{
    saltus_diagram_options taken, plain = saltus_diagram_defaults();
    saltus_diagram *d;
    if (!out) return SALTUS_EARG;
    *out = NULL;
    if (!contract_take(&taken, sizeof taken, o ? o : &plain)) return SALTUS_EARG;
    if (!contract_sets(taken.sets, taken.n_sets)) return SALTUS_EARG;
    d = calloc(1, sizeof *d);
    if (!d) return SALTUS_ENOMEM;
    d->opt = taken;
    arena_init(&d->arena, d->opt.alloc, d->opt.alloc_user, 0);
    arena_init(&d->scratch, d->opt.alloc, d->opt.alloc_user, 0);
    d->say = (struct say){.arena = &d->arena,
                          .diag = d->opt.diag,
                          .log = d->opt.log ? d->opt.log : stderr,
                          .only_errors = d->opt.only_errors != 0,
                          .user = d->opt.user};
    *out = d;
    return SALTUS_OK;
}

static saltus_status give_up(saltus_diagram *d)
{
    saltus_diag m = {.status = SALTUS_ENOMEM, .t = NAN, .text = "out of memory"};
    if (d->opt.diag)
        d->opt.diag(d->opt.user, &m);
    else
        saltus_diag_print(d->say.log, &m);
    saltus_diagram_free(d);
    return SALTUS_ENOMEM;
}

/* text NULL: the file `name`. */
static saltus_status load(const char *name, const char *text, size_t size,
                          const saltus_diagram_options *o, saltus_diagram **out)
{
    saltus_diagram *d;
    saltus_status st = begin(o, &d);
    if (st < 0) return st;
    if (setjmp(d->arena.fail)) return give_up(d);
    if (setjmp(d->scratch.fail)) return give_up(d);
    d->used = ARENA_ARRAY(&d->arena, bool, d->opt.n_sets + 1);
    name = arena_text(&d->arena, name, strlen(name));
    if (!text)
        st = make(d, source_of_file(d, name, (struct say_place){0}));
    else if (size > LARGEST - 1)
        say_error(&d->say, (struct say_place){0}, "the text is too large"), st = make(d, NULL);
    else
        st = make(d, source_of_text(d, name, arena_text(&d->arena, text, size), size));
    arena_free(&d->scratch);
    if (st < 0)
        saltus_diagram_free(d);
    else
        *out = d;
    return st;
}

saltus_status saltus_diagram_load(const char *path, const saltus_diagram_options *o,
                                  saltus_diagram **out)
{
    if (!out) return SALTUS_EARG;
    *out = NULL;
    return path ? load(path, NULL, 0, o, out) : SALTUS_EARG;
}

saltus_status saltus_diagram_parse(const char *name, const char *text, size_t size,
                                   const saltus_diagram_options *o, saltus_diagram **out)
{
    if (!out) return SALTUS_EARG;
    *out = NULL;
    return name && text ? load(name, text, size, o, out) : SALTUS_EARG;
}

void saltus_diagram_print(FILE *out, const saltus_diagram *d, const saltus_diag *m)
{
    if (!out || !m) return;
    say_print(out, &d->say, m);
}

const saltus_coupled *saltus_diagram_coupled(const saltus_diagram *d)
{
    if (!d) return NULL;
    return d->root->coupled;
}

const saltus_model *saltus_diagram_model(const saltus_diagram *d)
{
    return &d->model;
}

int saltus_diagram_took(const saltus_diagram *d, const char *parameter)
{
    if (!d) return 0;
    for (int32_t k = 0; k < d->root->params.n; k++)
        if (strcmp(d->root->params.at[k].name, parameter) == 0) return 1;
    for (size_t k = 0; k < d->opt.n_sets; k++)
        if (d->used[k] && strcmp(d->opt.sets[k].name, parameter) == 0) return 1;
    return 0;
}
