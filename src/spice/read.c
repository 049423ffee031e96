/* SPDX-License-Identifier: MIT */
/* read.c - the lines of a netlist, one after the other, into the tree; files that it includes.
 *
 * What changes the circuit or its simulation and is not understood is an error. What only says what
 * to print is a warning. */
#include "spice/directive.h"
#include <string.h>

enum { DEEPEST_FILE = 20, MOST_TEXT = 64 << 20 };

/* ---- Scopes ---------------------------------------------------------------------------------- */

static struct scope *scope_new(struct netlist *n, struct scope *up, struct word name)
{
    struct scope *s = ARENA_NEW(n->arena, struct scope);
    s->name = name;
    s->up = up;
    return s;
}

bool node_is_ground(struct word name)
{
    return word_is(name, "0") || word_is(name, "gnd");
}

struct node *circuit_node(struct netlist *n, struct scope *in, struct word name)
{
    struct dict_row *row;
    char *key;
    if (node_is_ground(name)) return NULL;
    key = arena_text(n->arena, name.s, name.n);
    for (uint32_t k = 0; k < name.n; k++)
        if (key[k] >= 'A' && key[k] <= 'Z') key[k] = (char)(key[k] + 32);
    row = dict_add(n->arena, &in->node_by_name, key, name.n, in->nodes.n);
    if (row->value == in->nodes.n) {
        struct node *made = ARENA_NEW(n->arena, struct node);
        made->name = name;
        VEC_ADD(n->arena, &in->nodes, made);
    }
    return in->nodes.at[row->value];
}

struct part *circuit_part(const struct scope *in, struct word name)
{
    for (int32_t k = 0; k < in->parts.n; k++)
        if (word_same(in->parts.at[k]->name, name)) return in->parts.at[k];
    return NULL;
}

struct model *circuit_model(const struct scope *in, struct word name)
{
    for (; in; in = in->up)
        for (int32_t k = 0; k < in->models.n; k++)
            if (word_same(in->models.at[k]->name, name)) return in->models.at[k];
    return NULL;
}

struct scope *circuit_subcircuit(const struct scope *in, struct word name)
{
    for (; in; in = in->up)
        for (int32_t k = 0; k < in->inner.n; k++)
            if (word_same(in->inner.at[k]->name, name)) return in->inner.at[k];
    return NULL;
}

const struct assign *assigns_find(const struct assigns *a, const char *lower)
{
    for (int32_t k = a->n - 1; k >= 0; k--)
        if (word_is(a->at[k].name, lower)) return &a->at[k];
    return NULL;
}

const struct assign *circuit_param(const struct scope *in, struct word name,
                                   const struct scope **where)
{
    for (; in; in = in->up)
        for (int32_t k = in->params.n - 1; k >= 0; k--)
            if (word_same(in->params.at[k].name, name)) {
                if (where) *where = in;
                return &in->params.at[k];
            }
    return NULL;
}

/* ---- Assignments ----------------------------------------------------------------------------- */

void spice_read_assigns(struct netlist *n, struct line *l, struct assigns *to)
{
    while (!line_ends(l)) {
        struct word name = line_word(n, l), value;
        if (!name.s) return;
        if (!line_takes(l, '=')) {
            VEC_ADD(n->arena, to, ((struct assign){name, NULL, NULL}));
            continue;
        }
        value = line_word(n, l);
        if (!value.s) {
            error_at(n->m, name.at, "'%.*s' has no value", (int)name.n, name.s);
            return;
        }
        VEC_ADD(n->arena, to, ((struct assign){name, spice_value(n, value), NULL}));
    }
}

/* Up to the next NAME = or the end: .param a = 2*b c = 3. */
static struct line until_next(const struct line *l)
{
    struct line value = *l, rest = *l;
    while (!line_ends(&rest)) {
        uint32_t pos = rest.pos;
        if (pos > l->pos && line_assigns(&rest) && strchr(" \t\n,", rest.text[pos - 1])) {
            value.end = pos;
            return value;
        }
        line_word(NULL, &rest);
    }
    return value;
}

/* A text in quotes or braces, without them; without commas at the end. */
static struct line unwrap(struct line l)
{
    line_ends(&l);
    while (l.end > l.pos && strchr(" \t\r\n,", l.text[l.end - 1])) l.end--;
    if (l.end > l.pos + 1 && (l.text[l.pos] == '\'' || l.text[l.pos] == '"') &&
        l.text[l.end - 1] == l.text[l.pos])
        l.pos++, l.end--;
    return l;
}

void spice_read_params(struct netlist *n, struct line *l, struct assigns *to)
{
    while (!line_ends(l)) {
        struct word name = line_word(n, l);
        struct line value;
        if (!name.s) return;
        if (!line_takes(l, '=')) {
            error_at(n->m, name.at, "'%.*s' has no value", (int)name.n, name.s);
            return;
        }
        value = until_next(l);
        l->pos = value.end;
        VEC_ADD(n->arena, to, ((struct assign){name, spice_expression(n, unwrap(value)), NULL}));
    }
}

/* ---- Files ----------------------------------------------------------------------------------- */

/* Beside the file that names it. */
static const char *beside(struct netlist *n, int32_t file, const char *name)
{
    const char *own = n->m->sources.at[file].name, *slash = strrchr(own, '/');
    if (!slash || name[0] == '/') return name;
    return arena_format(n->arena, "%.*s/%s", (int)(slash - own), own, name);
}

static int32_t load(struct netlist *n, struct word w)
{
    const char *path;
    FILE *in;
    char *text;
    size_t size = 0, got;
    struct word bare = w;
    if (bare.n >= 2 && (bare.s[0] == '"' || bare.s[0] == '\'')) bare.s++, bare.n -= 2;
    path = beside(n, w.at.file, arena_text(n->arena, bare.s, bare.n));
    in = n->no_files ? NULL : fopen(path, "rb");
    if (!in) {
        error_at(n->m, w.at, "'%s' cannot be opened", path);
        return -1;
    }
    text = ARENA_ARRAY(n->arena, char, 1 << 14);
    for (size_t room = 1 << 14;;) {
        got = fread(text + size, 1, room - size - 1, in);
        if (got == 0) break;
        size += got;
        if (size > MOST_TEXT) break;
        if (size + 1 >= room) {
            char *more = ARENA_ARRAY(n->arena, char, 2 * room);
            memcpy(more, text, size);
            text = more;
            room *= 2;
        }
    }
    if (ferror(in) || size > MOST_TEXT) {
        error_at(n->m, w.at, "'%s' %s", path,
                 ferror(in) ? "cannot be read" : "is larger than 64 MB");
        fclose(in);
        return -1;
    }
    fclose(in);
    text[size] = 0;
    return source_add(n->m, path, text, (uint32_t)size);
}

static void read_lines(struct reader *r, struct lines all, struct word section);

static void include(struct reader *r, struct word file, struct word section)
{
    int32_t number;
    if (!file.s) {
        error_at(r->n->m, r->at, "the name of the file is missing");
        return;
    }
    if (r->depth >= DEEPEST_FILE) {
        error_at(r->n->m, file.at, "files include each other more than %d deep", DEEPEST_FILE);
        return;
    }
    number = load(r->n, file);
    if (number < 0) return;
    r->depth++;
    read_lines(r, spice_lines(r->n->m, number, false), section);
    r->depth--;
}

/* A file name: all up to the next blank, or in quotes. */
static struct word file_word(struct line *l)
{
    struct line rest = *l;
    uint32_t from;
    line_ends(&rest);
    from = rest.pos;
    if (from < rest.end && (rest.text[from] == '"' || rest.text[from] == '\'')) {
        struct word w = line_word(NULL, &rest);
        *l = rest;
        return w;
    }
    while (rest.pos < rest.end && !strchr(" \t\r\n", rest.text[rest.pos])) rest.pos++;
    l->pos = rest.pos;
    return (struct word){from < rest.pos ? rest.text + from : NULL,
                         rest.pos - from,
                         {rest.file, from, rest.pos - from}};
}

/* ---- Subcircuits and models ------------------------------------------------------------------ */

static void open_subcircuit(struct reader *r, struct line *l)
{
    struct word name = line_word(r->n, l);
    struct scope *s;
    if (!name.s) {
        error_at(r->n->m, r->at, "the subcircuit has no name");
        name = (struct word){"?", 1, r->at};
    }
    s = scope_new(r->n, r->in, name);
    for (int32_t k = 0; k < r->in->inner.n; k++)
        if (word_same(r->in->inner.at[k]->name, name))
            error_at(r->n->m, name.at, "a second subcircuit '%.*s'", (int)name.n, name.s);
    VEC_ADD(r->n->arena, &r->in->inner, s);
    while (!line_ends(l) && !line_assigns(l)) {
        struct word node = line_word(r->n, l);
        struct node *made;
        if (!node.s || word_is(node, "params:") || word_is(node, "optional:")) continue;
        made = circuit_node(r->n, s, node);
        if (!made || made->port)
            error_at(r->n->m, node.at,
                     made ? "this node is there twice" : "ground cannot be a port");
        else
            made->port = true;
    }
    s->ports = s->nodes.n;
    while (!line_ends(l)) {
        struct line before = *l;
        struct word w = line_word(r->n, l);
        if (word_is(w, "params:")) continue;
        *l = before;
        spice_read_assigns(r->n, l, &s->params);
    }
    for (int32_t k = 0; k < s->params.n; k++)
        if (!s->params.at[k].value) {
            struct word p = s->params.at[k].name;
            error_at(r->n->m, p.at, "'%.*s' has no value", (int)p.n, p.s);
            s->params.at[k].value = x_number(r->n, 0, p.at);
        }
    s->head = s->params.n;
    r->in = s;
}

static void read_model(struct reader *r, struct line *l)
{
    struct model *m = ARENA_NEW(r->n->arena, struct model);
    m->name = line_word(r->n, l);
    m->type = line_word(r->n, l);
    if (!m->type.s) {
        error_at(r->n->m, r->at, "a model needs a name and a type");
        return;
    }
    m->in = r->in;
    spice_read_assigns(r->n, l, &m->params);
    for (int32_t k = 0; k < r->in->models.n; k++)
        if (word_same(r->in->models.at[k]->name, m->name))
            error_at(r->n->m, m->name.at, "a second model '%.*s'", (int)m->name.n, m->name.s);
    VEC_ADD(r->n->arena, &r->in->models, m);
}

static void read_function(struct reader *r, struct line *l)
{
    struct function f = {.name = line_word(r->n, l)};
    if (!f.name.s || !line_takes(l, '(')) {
        error_at(r->n->m, r->at, "a function is .func name(arguments) {expression}");
        return;
    }
    while (!line_takes(l, ')') && !line_ends(l)) {
        struct word w;
        line_takes(l, ',');
        w = line_word(r->n, l);
        if (w.s) VEC_ADD(r->n->arena, &f.args, w);
    }
    line_takes(l, '=');
    f.body = spice_expression(r->n, unwrap(*l));
    VEC_ADD(r->n->arena, &r->n->functions, f);
}

/* ---- Lines ----------------------------------------------------------------------------------- */

static void read_directive(struct reader *r, struct line l)
{
    struct word w = line_word(r->n, &l), none = {0};
    r->at = w.at;
    if (word_is(w, ".include") || word_is(w, ".inc") || word_is(w, ".incl")) {
        include(r, file_word(&l), none);
    } else if (word_is(w, ".lib")) {
        struct word file = file_word(&l);
        include(r, file, file_word(&l));
    } else if (word_is(w, ".subckt") || word_is(w, ".macro")) {
        open_subcircuit(r, &l);
    } else if (word_is(w, ".ends") || word_is(w, ".eom")) {
        if (r->in->up)
            r->in = r->in->up;
        else
            error_at(r->n->m, w.at, "there is no subcircuit to end");
    } else if (word_is(w, ".model")) {
        read_model(r, &l);
    } else if (word_is(w, ".param") || word_is(w, ".params") || word_is(w, ".parameter")) {
        spice_read_params(r->n, &l, &r->in->params);
    } else if (word_is(w, ".func")) {
        read_function(r, &l);
    } else if (word_is(w, ".end")) {
        r->ended = true;
    } else if (word_is(w, ".control")) {
        warning_at(r->n->m, w.at, "commands between .control and .endc are not executed");
        r->control = true;
    } else {
        spice_read_directive(r, w, l);
    }
}

static void read_line(struct reader *r, struct line l)
{
    char c = l.text[l.pos];
    if (r->control) {
        struct word w = line_word(r->n, &l);
        if (word_is(w, ".endc")) r->control = false;
    } else if (c == '.') {
        read_directive(r, l);
    } else if (c == '+') {
        error_at(r->n->m, (struct place){l.file, l.pos, 1}, "there is no line to continue");
    } else {
        spice_read_part(r->n, r->in, l);
    }
}

/* Is the line a directive of that name? *word: what follows. */
static bool directive(struct netlist *n, struct line l, const char *name, struct word *word)
{
    if (!word_is(line_word(n, &l), name)) return false;
    *word = file_word(&l);
    return true;
}

/* All lines, or those of a section: from .lib NAME to .endl. */
static void read_lines(struct reader *r, struct lines all, struct word section)
{
    bool inside = !section.s, found = inside;
    struct word w;
    for (int32_t k = 0; k < all.n && !r->ended; k++) {
        if (section.s && directive(r->n, all.at[k], ".endl", &w)) {
            inside = false;
        } else if (!inside && directive(r->n, all.at[k], ".lib", &w)) {
            inside = word_same(w, section);
            found |= inside;
        } else if (inside) {
            read_line(r, all.at[k]);
        }
    }
    if (!found)
        error_at(r->n->m, section.at, "the file has no section '%.*s'", (int)section.n, section.s);
}

void spice_read(struct netlist *n, int32_t file)
{
    struct reader r = {.n = n};
    struct lines all = spice_lines(n->m, file, true);
    struct word none = {0};
    n->top = r.in = scope_new(n, NULL, none);
    if (all.n) {
        n->title = (struct word){all.at[0].text, all.at[0].end, {file, 0, all.at[0].end}};
        all.at++, all.n--;
    }
    read_lines(&r, all, none);
    for (; r.in->up; r.in = r.in->up)
        error_at(n->m, r.in->name.at, "the subcircuit '%.*s' is not ended by .ends",
                 (int)r.in->name.n, r.in->name.s);
}
