/* SPDX-License-Identifier: MIT */
/* block.c - the blocks of a level: what they are, and with which arguments.
 *
 *     "name": {"block": "integrator", "size": "m", "start": 0, "at": [100, 40]}
 *     "name": {"diagram": "pi", "k": 3}
 *
 * Two turns, since expressions are evaluated together: first every block is read and its values are
 * put into a batch (draft), then parts and nested levels are made of them. What is wrong with an
 * argument's value is left to the kernel's check, which knows parameters and their ranges; here it
 * is only seen whether it has such a parameter, and the kind. */
#include "diagram/block.h"
#include <math.h>
#include <string.h>

/* ---- Types ----------------------------------------------------------------------------------- */

static const saltus_atomic *find_type(saltus_diagram *d, const struct diagram_source *s,
                                      const struct node *name)
{
    const saltus_atomic *t, *const *list;
    const char **names;
    size_t n;
    if (name->kind != NODE_TEXT) {
        say_error(&d->say, diagram_at(s, name), "'block' must be the name of a block, not %s",
                  node_kind_name(name));
        return NULL;
    }
    if (d->last_type && strcmp(d->last_type->name, name->text) == 0) return d->last_type;
    t = saltus_block(name->text);
    if (t) return d->last_type = t;
    n = saltus_blocks(&list);
    names = ARENA_ARRAY(&d->arena, const char *, n + 1);
    for (size_t k = 0; k < n; k++) names[k] = list[k]->name;
    say_error(&d->say, diagram_at(s, name), "there is no block '%s' in the library", name->text);
    say_nearest(&d->say, name->text, names, n, "'saltus blocks' lists them");
    return NULL;
}

static const saltus_param *find_param(const saltus_atomic *t, const char *name)
{
    const saltus_param *p = t->params;
    while (p && p->name && strcmp(p->name, name) != 0) p++;
    return p && p->name ? p : NULL;
}

static void unknown_param(saltus_diagram *d, const struct block_draft *b, const struct node *n)
{
    static const char *const keys[] = {"size", "inputs", "outputs", "at", "text", "priority"};
    const char *names[64], *all = NULL;
    size_t count = 0;
    for (const saltus_param *p = b->type->params; p && p->name && count < 58; p++) {
        names[count++] = p->name;
        all = arena_format(&d->arena, "%s%s'%s'", all ? all : "it has ", all ? ", " : "", p->name);
    }
    for (size_t k = 0; k < sizeof keys / sizeof *keys; k++) names[count++] = keys[k];
    say_error(&d->say, diagram_key(b->source, n), "the block '%s' has no parameter '%s'",
              b->type->name, n->key);
    say_nearest(&d->say, n->key, names, count, all ? all : "it has none");
}

/* ---- Reading: keys of all blocks ------------------------------------------------------------- */

static bool reserved(const char *key)
{
    static const char *const words[] = {"block",   "diagram", "size", "inputs",
                                        "outputs", "at",      "text", "priority"};
    for (size_t k = 0; k < sizeof words / sizeof *words; k++)
        if (strcmp(words[k], key) == 0) return true;
    return false;
}

struct block_arg *block_add_arg(saltus_diagram *d, struct block_draft *b, const struct node *n)
{
    struct block_arg *a = &b->args[b->n_args++];
    *a = (struct block_arg){.name = n->key, .at = diagram_at(b->source, n)};
    (void)d;
    return a;
}

/* A list of texts is a text of so many lines; NULL: it is no such list. */
static const char *read_lines(saltus_diagram *d, const struct node *list)
{
    size_t n = 1;
    char *text, *end;
    if (list->kind != NODE_LIST || !list->first) return NULL;
    NODE_EACH(line, list)
    {
        if (line->kind != NODE_TEXT) return NULL;
        n += (size_t)line->count + 1;
    }
    text = end = ARENA_ARRAY(&d->arena, char, n);
    NODE_EACH(line, list)
    {
        memcpy(end, line->text, line->count);
        end += line->count;
        *end++ = line->next ? '\n' : 0;
    }
    return text;
}

static void read_word(saltus_diagram *d, struct block_draft *b, const struct node *n,
                      const saltus_param *p)
{
    const char *lines;
    if (n->kind == NODE_TEXT)
        block_add_arg(d, b, n)->value.word = n->text;
    else if (p->kind == SALTUS_TEXT && (lines = read_lines(d, n)))
        block_add_arg(d, b, n)->value.word = lines;
    else
        say_error(&d->say, diagram_at(b->source, n), "'%s' must be a text in quotes%s%s, not %s",
                  n->key, p->choices ? ", one of " : "", p->choices ? p->choices : "",
                  node_kind_name(n));
}

static void read_arg(saltus_diagram *d, struct block_draft *b, struct batch *batch,
                     const struct node *n)
{
    static const enum batch_want wants[] = {[SALTUS_REAL] = BATCH_ANY,
                                            [SALTUS_INTEGER] = BATCH_INTEGER,
                                            [SALTUS_BOOLEAN] = BATCH_BOOLEAN,
                                            [SALTUS_REALS] = BATCH_ANY};
    const saltus_param *p = find_param(b->type, n->key);
    if (!p)
        unknown_param(d, b, n);
    else if (p->kind == SALTUS_OBJECT)
        say_error(&d->say, diagram_key(b->source, n), "only a program can give '%s'", n->key);
    else if (p->kind == SALTUS_TEXT || p->kind == SALTUS_CHOICE)
        read_word(d, b, n, p);
    else
        batch_value(batch, b->source, n, wants[p->kind], n->key, &block_add_arg(d, b, n)->value);
}

static void read_count(saltus_diagram *d, struct block_draft *b, struct batch *batch,
                       const char *key, struct diagram_value *to)
{
    const struct node *n = node_get(b->node, key);
    (void)d;
    if (n) batch_value(batch, b->source, n, BATCH_INTEGER, key, to);
}

static void read_given(saltus_diagram *d, struct block_draft *b, struct batch *batch)
{
    NODE_EACH(n, b->node)
    {
        if (!strcmp(n->key, "size") || !strcmp(n->key, "inputs") || !strcmp(n->key, "outputs"))
            say_error(&d->say, diagram_key(b->source, n),
                      "a nested diagram has its own %s: '%s' cannot be given here",
                      n->key[0] == 's' ? "sizes" : "ports", n->key);
        if (reserved(n->key)) continue;
        batch_value(batch, b->source, n, BATCH_ANY, n->key, &block_add_arg(d, b, n)->value);
    }
}

static void read_library(saltus_diagram *d, struct block_draft *b, struct batch *batch)
{
    read_count(d, b, batch, "inputs", &b->inputs);
    read_count(d, b, batch, "outputs", &b->outputs);
    NODE_EACH(n, b->node) if (!reserved(n->key)) read_arg(d, b, batch, n);
}

static void read_block(saltus_diagram *d, struct block_draft *b, struct diagram_block *to,
                       struct batch *batch)
{
    const struct node *type = node_get(b->node, "block"), *inner = node_get(b->node, "diagram");
    b->args = ARENA_ARRAY(&d->scratch, struct block_arg, b->node->count + d->opt.n_sets);
    diagram_point(d, b->source, b->node, &to->placed, to->at);
    to->text = diagram_text(d, b->source, b->node, "text");
    if (!type == !inner) {
        say_error(&d->say, diagram_key(b->source, b->node),
                  type ? "'%s' is both a block and a diagram"
                       : "what is '%s'? The key 'block' or 'diagram' is missing",
                  b->node->key);
        return;
    }
    read_count(d, b, batch, "priority", &b->priority);
    if (inner) {
        b->inner = diagram_find(d, (struct diagram_source *)(uintptr_t)b->source, inner);
        if (b->inner) read_given(d, b, batch);
        return;
    }
    b->type = find_type(d, b->source, type);
    if (!b->type) return;
    read_count(d, b, batch, "size", &b->size);
    b->made = block_made_of(b->type->name);
    if (b->made)
        block_read_made(d, b, batch);
    else
        read_library(d, b, batch);
}

/* ---- Settings of the user: --set x.k=1, --start-value x=1 ------------------------------------ */

static bool starts(const saltus_atomic *t)
{
    return t && find_param(t, "start") && t->shows && t->shows->name && !*t->shows->name;
}

static void override(saltus_diagram *d, struct block_draft *b, const char *path)
{
    size_t at = strlen(path), n = strlen(b->node->key);
    for (size_t k = 0; k < d->opt.n_sets; k++) {
        const char *name = d->opt.sets[k].name, *key;
        int32_t i = 0;
        if (strncmp(name, path, at) != 0 || strncmp(name + at, b->node->key, n) != 0) continue;
        key = name[at + n] == '.'                ? name + at + n + 1
              : !name[at + n] && starts(b->type) ? "start"
                                                 : NULL;
        if (!key || !b->type || (!find_param(b->type, key) && b->made != BLOCK_MODEL)) continue;
        while (i < b->n_args && strcmp(b->args[i].name, key) != 0) i++;
        b->args[i] = (struct block_arg){.name = key, .at = diagram_key(b->source, b->node)};
        b->args[i].value = batch_number(d, d->opt.sets[k].value, false);
        if (i == b->n_args) b->n_args++;
        d->used[k] = true;
    }
}

/* ---- Making: parts --------------------------------------------------------------------------- */

static int32_t count_of(saltus_diagram *d, const struct block_draft *b, const char *key,
                        const struct diagram_value *v, double least)
{
    if (!v->v) return 0;
    if (*v->v >= least && *v->v <= 0x1p30) return (int32_t)*v->v;
    say_error(&d->say, diagram_at(b->source, node_get(b->node, key)),
              "'%s' is %g here, and must be %s", key, *v->v,
              least >= 1 ? "at least 1" : "a whole number");
    return 0;
}

void block_give(struct diagram_block *to, const struct block_arg *a)
{
    const struct diagram_value *v = &a->value;
    if (!v->v && !v->word) return; /* has been said */
    to->args[to->part.n_args++] = (saltus_arg){.name = a->name,
                                               .rows = v->rows,
                                               .cols = v->cols,
                                               .v = v->v,
                                               .word = v->word,
                                               .at = say_loc(a->at)};
}

static void make_args(saltus_diagram *d, const struct block_draft *b, struct diagram_block *to)
{
    to->args = ARENA_ARRAY(&d->arena, saltus_arg, b->n_args + 1);
    for (int32_t k = 0; k < b->n_args; k++) block_give(to, &b->args[k]);
    to->part.args = to->args;
}

/* A sum of one signal makes little sense, a picture of one does. */
static bool is_sink(const saltus_atomic *type)
{
    return type && type->group && !strcmp(type->group, "sinks");
}

static void make_part(saltus_diagram *d, struct diagram_level *l, struct block_draft *b,
                      struct diagram_block *to)
{
    to->part = (saltus_part){.name = to->name,
                             .size = count_of(d, b, "size", &b->size, 1),
                             .inputs = count_of(d, b, "inputs", &b->inputs, 1),
                             .outputs = count_of(d, b, "outputs", &b->outputs, 1),
                             .priority = count_of(d, b, "priority", &b->priority, -0x1p30),
                             .at = say_loc(to->place)};
    if (to->part.size == 0) to->part.size = 1;
    if (b->made)
        b->type = block_make(d, l, b, to);
    else
        make_args(d, b, to);
    if (to->part.inputs == 0) to->part.inputs = is_sink(b->type) ? 1 : 2;
    if (to->part.outputs == 0) to->part.outputs = 1;
    to->type = to->part.type = b->type;
}

static void make_nested(saltus_diagram *d, struct diagram_level *l, const struct block_draft *b,
                        struct diagram_block *to, const char *path)
{
    struct diagram_param *given = ARENA_ARRAY(&d->arena, struct diagram_param, b->n_args + 1);
    int32_t n = 0;
    for (int32_t k = 0; k < b->n_args; k++)
        if (b->args[k].value.v)
            given[n++] = (struct diagram_param){
                .name = b->args[k].name, .value = b->args[k].value, .at = b->args[k].at};
    to->part.name = to->name;
    to->part.at = say_loc(to->place);
    to->inner = diagram_level(d, b->inner, given, n,
                              d->opt.n_sets ? arena_format(&d->arena, "%s%s.", path, to->name) : "",
                              l->source, to->place);
}

void diagram_blocks(saltus_diagram *d, struct diagram_level *l, const char *path)
{
    const struct node *list = node_get(l->source->node, "blocks");
    struct batch batch = {.d = d, .in = l};
    uint32_t count = list && list->kind == NODE_OBJECT ? list->count : 0;
    struct block_draft *drafts = ARENA_ARRAY(&d->scratch, struct block_draft, count + 1);
    bool fine;
    l->blocks.at = ARENA_ARRAY(&d->arena, struct diagram_block, count + 1);
    l->blocks.room = (int32_t)count;
    NODE_EACH(n, count ? list : NULL)
    {
        struct diagram_block *to = &l->blocks.at[l->blocks.n];
        struct block_draft *b = &drafts[l->blocks.n];
        *b = (struct block_draft){.source = l->source, .node = n};
        *to = (struct diagram_block){.name = n->key, .node = n, .place = diagram_key(l->source, n)};
        if (!diagram_name(d, to->place, n->key, "a block")) continue;
        l->blocks.n++;
        if (n->kind == NODE_OBJECT)
            read_block(d, b, to, &batch);
        else
            say_error(&d->say, diagram_at(l->source, n),
                      "a block is an object: {\"block\": \"integrator\", ...}");
    }
    fine = batch_run(&batch);
    for (int32_t k = 0; k < l->blocks.n; k++) {
        struct block_draft *b = &drafts[k];
        if (d->opt.n_sets && b->args) override(d, b, path);
        if (b->type && (fine || !b->made)) make_part(d, l, b, &l->blocks.at[k]);
        if (b->inner) make_nested(d, l, b, &l->blocks.at[k], path);
    }
}
