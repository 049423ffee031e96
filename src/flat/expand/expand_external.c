/* SPDX-License-Identifier: MIT */
/* expand_external.c - functions in C: the call with variables and numbers, and what its annotation
 * says of files. */
#include "flat/expand/expand.h"

#include <string.h>

/* Texts of an attribute of the annotation: "a", or {"a", "b"}. */
static void texts(struct expand *x, const struct ast_external *from, const char *name,
                  ir_texts *list)
{
    for (int32_t k = 0; k < from->n_annotation; k++) {
        const struct ast_modifier *mod = &from->annotation[k];
        const struct ast_expr *e = mod->value;
        if (mod->n_path != 1 || strcmp(mod->path[0].name, name) != 0 || !e) continue;
        for (int32_t i = 0; e->kind == EXPR_ARRAY && i < e->n_args; i++)
            if (e->args[i]->kind == EXPR_STRING) VEC_ADD(x->arena, list, e->args[i]->text);
        if (e->kind == EXPR_STRING) VEC_ADD(x->arena, list, e->text);
        if (e->kind == EXPR_STRING || e->kind == EXPR_ARRAY) continue;
        warning_at(x->messages, mod->at, "'%s' must be a text: this has no effect", name);
    }
}

/* A folder as the C compiler wants it: relative ones begin at the model's file. */
static const char *folder(struct expand *x, const char *text, struct place at)
{
    const char *file = at.file > 0 && at.file < x->messages->sources.n
                           ? x->messages->sources.at[at.file].name
                           : "";
    const char *slash = strrchr(file, '/');
    if (strncmp(text, "file://", 7) == 0) text += 7;
    if (*text == '/' || !slash) return text;
    return arena_format(x->arena, "%.*s/%s", (int)(slash - file), file, text);
}

static void folders(struct expand *x, const struct ast_external *from, const char *name,
                    struct place at, ir_texts *list)
{
    ir_texts as_written = {NULL, 0, 0};
    texts(x, from, name, &as_written);
    for (int32_t k = 0; k < as_written.n; k++)
        VEC_ADD(x->arena, list, folder(x, as_written.at[k], at));
}

static double literal(const struct ast_expr *e)
{
    double sign = 1;
    if (e->kind == EXPR_UNARY) {
        if (e->op == OP_SUB) sign = -1;
        e = e->args[0];
    }
    return sign * (e->kind == EXPR_REAL ? e->number : (double)e->integer);
}

static struct ir_external_arg argument(const struct site *w, struct ast_expr *e)
{
    struct ir_external_arg a = {.kind = EXTERNAL_WHOLE};
    struct local *l = e->kind == EXPR_NAME ? e->symbol->flat : NULL;
    int64_t known = 0;
    if (l && l->var) {
        a.kind = EXTERNAL_VARIABLE;
        a.var = l->var;
        if (e->symbol->causality == CAUSE_NONE && e->symbol->binding)
            error_at(w->x->messages, e->at,
                     "'%s' has a value that is not known at compile time: pass an input",
                     e->symbol->name);
    } else if (e->kind == EXPR_STRING) {
        a.kind = EXTERNAL_TEXT;
        a.text = e->text;
    } else if (e->kind == EXPR_NAME || e->kind == EXPR_CALL) {
        if (!expand_integer(w, e, &known))
            error_at(w->x->messages, e->at, "this is not known at compile time");
        a.number = (double)known;
    } else {
        if (e->type->base == TYPE_REAL) a.kind = EXTERNAL_NUMBER;
        a.number = literal(e);
    }
    return a;
}

/* The instance of the function that gives the derivative: sizes as here, twice. */
static struct ir_fn *derivative(const struct site *w, const struct instance *i, struct place at)
{
    struct symbol *f = i->symbol, *g = f->class_->external->derived;
    struct ast_expr *call;
    struct instance *made;
    if (!g || g->n_outputs == 0) return NULL;
    call = ARENA_NEW(w->x->arena, struct ast_expr);
    *call = (struct ast_expr){.kind = EXPR_CALL, .at = at, .height = 2, .symbol = g};
    call->type = g->outputs[0]->type;
    call->args = ARENA_ARRAY(w->x->arena, struct ast_expr *, g->n_inputs + 1);
    for (int32_t k = 0; k < f->n_inputs; k++)
        call->args[call->n_args++] = expand_name(w->x, f->inputs[k]);
    for (int32_t k = 0; k < f->n_inputs; k++)
        if (f->inputs[k]->type->base == TYPE_REAL)
            call->args[call->n_args++] = expand_name(w->x, f->inputs[k]);
    made = expand_instance(w, call);
    return made ? made->fn : NULL;
}

void expand_external(const struct site *w, struct instance *i)
{
    const struct ast_external *from = i->symbol->class_->external;
    struct place at = i->symbol->class_->external_at;
    struct ir_external *x = ARENA_NEW(w->x->arena, struct ir_external);
    struct local *result = from->result ? from->result->symbol->flat : NULL;
    x->name = from->call->path[0].name;
    x->at = at;
    x->result = result ? result->var : NULL;
    x->n = from->call->n_args;
    x->args = ARENA_ARRAY(w->x->arena, struct ir_external_arg, x->n + 1);
    for (int32_t k = 0; k < x->n; k++) x->args[k] = argument(w, from->call->args[k]);
    texts(w->x, from, "Include", &x->include);
    texts(w->x, from, "Library", &x->library);
    folders(w->x, from, "IncludeDirectory", at, &x->include_folder);
    folders(w->x, from, "LibraryDirectory", at, &x->library_folder);
    VEC_ADD(w->x->arena, &x->include_folder, folder(w->x, ".", at));
    x->derivative = derivative(w, i, at);
    i->fn->external = x;
}
