/* SPDX-License-Identifier: MIT */
/* expression.c - blocks that are made of text: compiled, and messages of the
 * compiler brought back to their places. */
#include "diagram/expression.h"
#include "saltus_compile.h"
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

struct expression {
    saltus_compiled *compiled;
    saltus_atomic *type;
};

/* ---- Messages -------------------------------------------------------------------------------- */

struct listener {
    const struct expression_spec *x;
    const char *text; /* the model */
    const size_t *at; /* where in it the texts of the outputs are */
};

/* Byte of the model's text where a place is. */
static size_t byte_of(const char *text, uint32_t line, uint32_t col)
{
    const char *s = text;
    for (; line > 1 && *s; s++) line -= *s == '\n';
    for (; col > 1 && *s && *s != '\n'; s++) col--;
    return (size_t)(s - text);
}

static void on_diag(void *user, const saltus_diag *d)
{
    const struct listener *l = user;
    const struct expression_spec *x = l->x;
    size_t at = byte_of(l->text, d->at.line, d->at.col);
    if (!x->error) return;
    for (size_t k = 0; d->at.line && k < x->n_outputs; k++) {
        const char *own = x->outputs[k].text;
        size_t first, last;
        bool whole =
            at < l->at[k] && at + 2 >= l->at[k]; /* the bracket around it, and a line end */
        if (at < l->at[k] && !whole) continue;
        first = whole ? 0 : expression_place(x, own, at - l->at[k]);
        if (first == SIZE_MAX) continue;
        last = whole ? strlen(own) - 1
                     : expression_place(x, own, at + (d->at.len ? d->at.len - 1 : 0) - l->at[k]);
        if (last == SIZE_MAX) last = first;
        x->error(x->user, (int32_t)k, (uint32_t)first, (uint32_t)(last - first + 1), d->status,
                 d->text, d->hint);
        return;
    }
    x->error(x->user, -1, 0, 0, d->status, d->text, d->hint);
}

/* ---- Compiled -------------------------------------------------------------------------------- */

static saltus_status finish(struct expression *e, const char *const *outputs,
                            struct expression **out)
{
    saltus_status st = saltus_model_atomic(saltus_compiled_model(e->compiled), outputs, &e->type);
    if (st < 0)
        expression_free(e);
    else
        *out = e;
    return st;
}

static saltus_status compile(const struct expression_spec *x, const char *text, const size_t *at,
                             const char **names, struct expression **out)
{
    struct listener l = {x, text, at};
    saltus_compile_options o = {.struct_size = sizeof(saltus_compile_options),
                                .backend = x->interpret ? SALTUS_INTERPRETED : SALTUS_AUTO,
                                .diag = on_diag,
                                .user = &l};
    struct expression *e = calloc(1, sizeof *e);
    saltus_status st;
    if (!e) return SALTUS_ENOMEM;
    for (size_t k = 0; k < x->n_outputs; k++) names[k] = x->outputs[k].name;
    st = saltus_compile_text(x->name, text, strlen(text), &o, &e->compiled);
    if (st >= 0) return finish(e, names, out);
    expression_free(e);
    return st;
}

saltus_status expression_make(const struct expression_spec *x, struct expression **out)
{
    const char **names = calloc(x->n_outputs + 1, sizeof *names);
    size_t *at = calloc(x->n_outputs + 1, sizeof *at);
    char *text = names && at ? expression_text(x, at) : NULL;
    saltus_status st = !names || !at ? SALTUS_ENOMEM : SALTUS_EMODEL;
    *out = NULL;
    if (text) st = compile(x, text, at, names, out);
    free(text);
    free(at);
    free(names);
    return st;
}

/* ---- Models in files ------------------------------------------------------------------------- */

static bool has_outputs(const struct expression_model *x, const saltus_model *m)
{
    bool good = true;
    for (int32_t k = 0; x->outputs && x->outputs[k]; k++) {
        const saltus_variable *const tables[] = {m->states, m->discretes, m->outputs};
        bool found = false;
        for (int j = 0; j < 3; j++)
            for (const saltus_variable *v = tables[j]; v && v->name; v++)
                found |= !v->input && !strcmp(v->name, x->outputs[k]);
        if (found) continue;
        good = false;
        if (x->error)
            x->error(x->user, k, 0, 0, SALTUS_EMODEL,
                     "the model has no state, discrete or output of this name", NULL);
    }
    return good;
}

saltus_status expression_model(const struct expression_model *x, struct expression **out)
{
    saltus_compile_options o = {.struct_size = sizeof(saltus_compile_options),
                                .model = x->model,
                                .library = x->library,
                                .sets = x->sets,
                                .n_sets = x->n_sets,
                                .backend = x->interpret ? SALTUS_INTERPRETED : SALTUS_AUTO,
                                .diag = x->diag,
                                .user = x->user,
                                .no_external = x->no_external};
    struct expression *e = calloc(1, sizeof *e);
    saltus_status st;
    *out = NULL;
    if (!e) return SALTUS_ENOMEM;
    st = saltus_compile_file(x->path, &o, &e->compiled);
    if (st >= 0 && !has_outputs(x, saltus_compiled_model(e->compiled))) st = SALTUS_EMODEL;
    if (st >= 0) return finish(e, x->outputs, out);
    expression_free(e);
    return st;
}

const saltus_atomic *expression_type(const struct expression *e)
{
    return e->type;
}
const saltus_model *expression_compiled(const struct expression *e)
{
    return saltus_compiled_model(e->compiled);
}

int expression_took(const struct expression *e, size_t k)
{
    return saltus_compiled_took(e->compiled, k);
}

void expression_free(struct expression *e)
{
    if (!e) return;
    saltus_model_atomic_free(e->type);
    saltus_compiled_free(e->compiled);
    free(e);
}
