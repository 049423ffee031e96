/* SPDX-License-Identifier: MIT */
/* made.c - blocks whose type is made from a text: expressions, implicit functions, whole models.
 *
 *     {"block": "expression", "inputs": ["w", "up"], "y": "U - w - up^2", "size": "m"}
 *     {"block": "expression", "inputs": ["a", "b"], "outputs": ["s", "p"], "s": "a + b", "p": "a*b"}
 *     {"block": "implicit", "inputs": ["u"], "y": "y^3 + y - u", "start": 1}
 *     {"block": "model", "file": "motor.mo", "method": "cvode", "outputs": ["w"], "R": 2}
 *
 * The texts of the first two are compiled by expression.c. Native code is worth its compilation for
 * some, not for thousands: beyond MOST_NATIVE of them in a diagram they are interpreted, with the
 * same results. */
#include "diagram/block.h"
#include "diagram/expression.h"
#include <stdio.h>
#include <string.h>

enum { MOST_NATIVE = 40 };

enum block_made block_made_of(const char *name)
{
    return !strcmp(name, "expression") ? BLOCK_EXPRESSION
           : !strcmp(name, "implicit") ? BLOCK_IMPLICIT
           : !strcmp(name, "model")    ? BLOCK_MODEL
                                       : BLOCK_PLAIN;
}

/* ---- Lists of names -------------------------------------------------------------------------- */

/* NULL-terminated; *n is their number, 0 if the key is not there or something is wrong (said). */
static const char **names(saltus_diagram *d, const struct block_draft *b, const char *key,
                          size_t *n)
{
    const struct node *list = node_get(b->node, key);
    const char **all = ARENA_ARRAY(&d->arena, const char *, list ? list->count + 1 : 2);
    *n = 0;
    if (!list) return all;
    if (list->kind != NODE_LIST)
        say_error(&d->say, diagram_at(b->source, list),
                  "'%s' must be a list of names: [\"a\", \"b\"]", key);
    NODE_EACH(x, list)
    {
        if (x->kind != NODE_TEXT)
            say_error(&d->say, diagram_at(b->source, x), "'%s' must be a list of names", key);
        else if (b->made == BLOCK_MODEL ||
                 diagram_name(d, diagram_at(b->source, x), x->text, "a port"))
            all[(*n)++] = x->text;
    }
    return all;
}

static bool listed(const char *name, const char *const *list)
{
    while (*list && strcmp(*list, name) != 0) list++;
    return *list != NULL;
}

/* ---- Reading --------------------------------------------------------------------------------- */

static bool common(const char *key)
{
    static const char *const words[] = {"block", "size", "inputs",   "outputs",
                                        "at",    "text", "priority", NULL};
    return listed(key, words);
}

static void check_expression(saltus_diagram *d, struct block_draft *b)
{
    size_t n;
    const char **outputs = names(d, b, "outputs", &n);
    if (n == 0) outputs[0] = "y";
    NODE_EACH(x, b->node)
    {
        if (common(x->key) || listed(x->key, outputs)) continue;
        if (b->made == BLOCK_IMPLICIT && !strcmp(x->key, "start")) continue;
        say_error(&d->say, diagram_key(b->source, x), "'%s' is not an output of this block",
                  x->key);
        say_hint(&d->say, "outputs are listed: \"outputs\": [\"y\", ...]; expressions may use the "
                          "diagram's parameters");
    }
}

static void read_model(saltus_diagram *d, struct block_draft *b, struct batch *batch)
{
    static const char *const texts[] = {"file", "class", "method", NULL};
    NODE_EACH(x, b->node)
    {
        if (common(x->key)) continue;
        if (!listed(x->key, texts)) {
            batch_value(batch, b->source, x, BATCH_ANY, x->key, &block_add_arg(d, b, x)->value);
        } else if (diagram_text(d, b->source, b->node, x->key) && !strcmp(x->key, "method")) {
            block_add_arg(d, b, x)->value.word = x->text;
        }
    }
    if (!node_get(b->node, "file"))
        say_error(&d->say, diagram_key(b->source, b->node),
                  "the model block '%s' has no 'file': the .mo file of its model", b->node->key);
}

void block_read_made(saltus_diagram *d, struct block_draft *b, struct batch *batch)
{
    if (b->made == BLOCK_MODEL)
        read_model(d, b, batch);
    else
        check_expression(d, b);
}

/* ---- Expressions ----------------------------------------------------------------------------- */

/* The texts of a block, so that errors find their places. */
struct texts {
    saltus_diagram *d;
    const struct block_draft *b;
    const struct node **node; /* by output */
    int32_t n;
};

static void tell(void *user, int32_t output, uint32_t at, uint32_t len, saltus_status st,
                 const char *text, const char *hint)
{
    const struct texts *x = user;
    struct say_place place = diagram_key(x->b->source, x->b->node);
    if (st >= 0) return;
    if (output >= 0 && output < x->n) {
        place = diagram_at(x->b->source, x->node[output]);
        if (x->node[output]->plain && at <= x->node[output]->count) {
            place.pos += 1 + at;
            place.len = len;
        }
    }
    say_error(&x->d->say, place, "%s", text);
    if (hint) say_hint(&x->d->say, "%s", hint);
}

struct using
{
    const struct diagram_level *l;
    bool *used;
};

static void use(void *user, const char *name, size_t n)
{
    struct using *u = user;
    for (int32_t k = 0; k < u->l->params.n; k++)
        if (strncmp(u->l->params.at[k].name, name, n) == 0 && !u->l->params.at[k].name[n])
            u->used[k] = true;
}

/* The parameters that the texts name. */
static size_t parameters(saltus_diagram *d, const struct diagram_level *l,
                         const struct expression_output *out, size_t n,
                         struct expression_parameter *to)
{
    struct using u = {l, ARENA_ARRAY(&d->arena, bool, l->params.n + 1)};
    size_t count = 0;
    for (size_t k = 0; k < n; k++) {
        batch_names(out[k].text, use, &u);
        if (out[k].start) batch_names(out[k].start, use, &u);
    }
    for (int32_t k = 0; k < l->params.n; k++) {
        const struct diagram_value *v = &l->params.at[k].value;
        if (u.used[k] && v->v)
            to[count++] = (struct expression_parameter){
                l->params.at[k].name, v->rows, v->cols, v->rank, v->whole, v->v};
    }
    return count;
}

static const char *start_text(saltus_diagram *d, const struct block_draft *b, const char *output)
{
    const struct node *n = node_get(b->node, "start");
    if (n && n->kind == NODE_OBJECT) n = node_get(n, output);
    if (!n) return NULL;
    if (n->kind == NODE_TEXT) return n->text;
    if (n->kind == NODE_NUMBER) return arena_format(&d->arena, "%.17g", n->number);
    say_error(&d->say, diagram_at(b->source, n), "'start' must be a number or an expression");
    return NULL;
}

static struct expression_output *outputs_of(saltus_diagram *d, struct texts *x, size_t *n)
{
    const struct block_draft *b = x->b;
    const char **list = names(d, b, "outputs", n);
    struct expression_output *out;
    if (*n == 0) list[(*n)++] = "y";
    out = ARENA_ARRAY(&d->arena, struct expression_output, *n);
    x->node = ARENA_ARRAY(&d->arena, const struct node *, *n);
    for (size_t k = 0; k < *n; k++) {
        const struct node *e = x->node[k] = node_get(b->node, list[k]);
        if (!e || e->kind != NODE_TEXT) {
            say_error(&d->say, e ? diagram_at(b->source, e) : diagram_key(b->source, b->node),
                      "the block '%s' needs an expression, in quotes, for its output '%s'",
                      b->node->key, list[k]);
            return NULL;
        }
        x->n++;
        out[k] = (struct expression_output){.name = list[k], .text = e->text};
        if (b->made == BLOCK_IMPLICIT) out[k].start = start_text(d, b, list[k]);
    }
    return out;
}

static void give_expression(void *p)
{
    expression_free(p);
}

/* The type that was made; an error without a word would be one in vain. */
static const saltus_atomic *made(saltus_diagram *d, saltus_status st, const struct expression *e,
                                 const struct diagram_block *to, int errors)
{
    if (st == SALTUS_ENOMEM) diagram_no_memory(d);
    if (st >= 0) return expression_type(e);
    if (d->say.errors == errors)
        say_error(&d->say, to->place, "the block '%s' cannot be made: %s", to->name,
                  saltus_status_text(st));
    return NULL;
}

static const saltus_atomic *make_expression(saltus_diagram *d, const struct diagram_level *l,
                                            struct block_draft *b, struct diagram_block *to)
{
    struct texts x = {.d = d, .b = b};
    struct expression_spec spec = {.name = to->name,
                                   .implicit = b->made == BLOCK_IMPLICIT,
                                   .size = to->part.size,
                                   .interpret = d->opt.interpret || d->n_made++ >= MOST_NATIVE,
                                   .error = tell,
                                   .user = &x};
    struct expression_parameter *params =
        ARENA_ARRAY(&d->arena, struct expression_parameter, l->params.n + 1);
    struct diagram_owned *held = diagram_hold(d, give_expression);
    struct expression *e = NULL;
    int errors = d->say.errors;
    saltus_status st;
    spec.inputs = names(d, b, "inputs", &spec.n_inputs);
    spec.outputs = outputs_of(d, &x, &spec.n_outputs);
    if (d->say.errors > errors) return NULL;
    spec.n_parameters = parameters(d, l, spec.outputs, spec.n_outputs, params);
    spec.parameters = params;
    st = expression_make(&spec, &e);
    held->p = e;
    return made(d, st, e, to, errors);
}

/* ---- Models ---------------------------------------------------------------------------------- */

/* Numbers that may decide a size go to the compiler, all others to the part. */
static size_t settings(saltus_diagram *d, const struct block_draft *b, saltus_set **sets)
{
    size_t n = 0;
    *sets = ARENA_ARRAY(&d->arena, saltus_set, b->n_args + 1);
    for (int32_t k = 0; k < b->n_args; k++)
        if (b->args[k].value.v && b->args[k].value.rank == 0 && strcmp(b->args[k].name, "rel") &&
            strcmp(b->args[k].name, "abs"))
            (*sets)[n++] = (saltus_set){b->args[k].name, *b->args[k].value.v};
    return n;
}

static bool built_in(const struct expression *e, const saltus_set *sets, size_t n, const char *name)
{
    for (size_t k = 0; k < n; k++)
        if (strcmp(sets[k].name, name) == 0) return expression_took(e, k);
    return false;
}

static void model_args(saltus_diagram *d, const struct block_draft *b, struct diagram_block *to,
                       const struct expression *e, const saltus_set *sets, size_t n)
{
    to->args = ARENA_ARRAY(&d->arena, saltus_arg, b->n_args + 1);
    to->part.args = to->args;
    for (int32_t k = 0; k < b->n_args; k++)
        if (!built_in(e, sets, n, b->args[k].name)) block_give(to, &b->args[k]);
}

/* Messages about the file of a model; those without a place are about the file as a whole. */
static void tell_file(void *user, const saltus_diag *m)
{
    const struct texts *x = user;
    const struct node *file = node_get(x->b->node, "file");
    if (m->at.line || m->status >= 0)
        say_collect(&x->d->say, m);
    else
        say_error(&x->d->say, diagram_at(x->b->source, file), "%s: %s", file->text, m->text);
}

static const saltus_atomic *make_model(saltus_diagram *d, struct block_draft *b,
                                       struct diagram_block *to)
{
    const struct node *file = node_get(b->node, "file"), *list = node_get(b->node, "outputs");
    struct texts x = {.d = d, .b = b};
    saltus_set *sets;
    size_t n = settings(d, b, &sets), n_outputs;
    const char **outputs = names(d, b, "outputs", &n_outputs);
    struct expression_model spec = {.model = diagram_text(d, b->source, b->node, "class"),
                                    .outputs = n_outputs ? outputs : NULL,
                                    .sets = sets,
                                    .n_sets = n,
                                    .interpret = d->opt.interpret,
                                    .no_external = d->opt.no_external,
                                    .library = d->opt.library,
                                    .diag = tell_file,
                                    .error = tell,
                                    .user = &x};
    struct diagram_owned *held = diagram_hold(d, give_expression);
    struct expression *e = NULL;
    int errors = d->say.errors;
    const saltus_atomic *type;
    saltus_status st;
    if (!file || file->kind != NODE_TEXT) return NULL;
    x.node = ARENA_ARRAY(&d->arena, const struct node *, n_outputs + 1);
    NODE_EACH(name, list) if (name->kind == NODE_TEXT) x.node[x.n++] = name;
    spec.path = diagram_path(d, b->source, file->text);
    st = expression_model(&spec, &e);
    held->p = e;
    type = made(d, st, e, to, errors);
    if (type) model_args(d, b, to, e, sets, n);
    return type;
}

const saltus_atomic *block_make(saltus_diagram *d, const struct diagram_level *l,
                                struct block_draft *b, struct diagram_block *to)
{
    return b->made == BLOCK_MODEL ? make_model(d, b, to) : make_expression(d, l, b, to);
}
