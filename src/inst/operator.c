/* SPDX-License-Identifier: MIT */
/* operator.c - operators of records.
 *
 *     operator record C
 *       Real re, im;
 *       operator '+' function add input C a, b; output C c; algorithm c := C(a.re + b.re, ...); end add; end '+';
 *     end C;
 *     z = u + v              z.re = u.re + v.re;  z.im = ...
 *
 * An operator with an operand that is a record is the function of the record's class that fits. If
 * its algorithm is one assignment, as usual, the value of that stands for the call, with what was
 * *given* for the inputs in place of them: no function is left, and equations can be solved for what
 * is in it. Else it is a call. A number among the operands is what the constructor makes of it: its
 * first field, the others by their defaults. */
#include "inst/stage.h"
#include "lang/builtin.h"

#include <string.h>

enum { MOST_OPERANDS = 2, MOST_NESTED = 400, MOST_PLACED = 1000000 };

/* ---- Which function --------------------------------------------------------------------------- */

static const char *operator_name(struct inst *in, enum expr_op op)
{
    static const char *const names[OP_COUNT] = {
        [OP_ADD] = "'+'", [OP_SUB] = "'-'",   [OP_MUL] = "'*'",  [OP_DIV] = "'/'",
        [OP_POW] = "'^'", [OP_EADD] = "'+'",  [OP_ESUB] = "'-'", [OP_LT] = "'<'",
        [OP_LE] = "'<='", [OP_GT] = "'>'",    [OP_GE] = "'>='",  [OP_EQ] = "'=='",
        [OP_NE] = "'<>'", [OP_AND] = "'and'", [OP_OR] = "'or'",  [OP_NOT] = "'not'"};
    return names[op] ? names_intern(in->names, names[op], strlen(names[op])) : NULL;
}

/* Component number k with that prefix; NULL: there are no more. */
static const struct inst_member *nth(struct inst *in, struct inst_env *f, uint32_t prefix,
                                     int32_t k)
{
    inst_env_ready(in, f);
    for (int32_t i = 0; i < f->members.n; i++) {
        const struct inst_member *m = f->members.at[i];
        if (!m->class_ && (m->e->prefixes & prefix) && k-- == 0) return m;
    }
    return NULL;
}

struct operands { /* of each the record that it is, NULL: a number; asked for once */
    struct inst_env *record[MOST_OPERANDS];
    int32_t n;
};

/* Does the function take these operands; numbers only where it takes numbers, or (made) also where
 * it takes records? */
static bool takes(struct inst *in, struct inst_env *f, const struct operands *of, bool made)
{
    if (f->c->kind != CLASS_FUNCTION || nth(in, f, PREFIX_INPUT, of->n)) return false;
    for (int32_t k = 0; k < of->n; k++) {
        const struct inst_member *m = nth(in, f, PREFIX_INPUT, k);
        bool record;
        if (!m || m->e->n_sub || m->e->n_type_sub) return false;
        record = inst_record_of_member(in, m) != NULL;
        if (of->record[k] ? !record : record && !made) return false;
    }
    return true;
}

static struct inst_env *function_in(struct inst *in, struct inst_env *env,
                                    const struct operands *of)
{
    if (env->c->kind == CLASS_FUNCTION) return takes(in, env, of, true) ? env : NULL;
    inst_env_ready(in, env);
    for (int made = 0; made < 2; made++)
        for (int32_t k = 0; k < env->members.n; k++) {
            const struct inst_member *m = env->members.at[k];
            struct inst_env *f = m->class_ ? inst_member_env(in, m) : NULL;
            if (f && takes(in, f, of, made)) return f;
        }
    return NULL;
}

struct inst_env *inst_operator(struct inst_ctx *c, const struct ast_expr *e)
{
    struct operands of = {{NULL}, e->n_args};
    struct inst_env *record = NULL;
    const struct inst_member *m;
    const char *name;
    if ((e->kind != EXPR_BINARY && e->kind != EXPR_UNARY) || !c->in->has_records) return NULL;
    for (int32_t k = 0; k < e->n_args; k++) {
        of.record[k] = inst_record_of(c, e->args[k]);
        if (!record) record = of.record[k];
    }
    name = record && record->c->is_operator ? operator_name(c->in, e->op) : NULL;
    m = name ? inst_env_get(c->in, record, name) : NULL;
    return m && m->class_ ? function_in(c->in, inst_member_env(c->in, m), &of) : NULL;
}

struct inst_env *inst_operator_result(struct inst *in, struct inst_env *f)
{
    const struct inst_member *m = nth(in, f, PREFIX_OUTPUT, 0);
    return m ? inst_record_of_member(in, m) : NULL;
}

/* ---- Constructors ----------------------------------------------------------------------------- */

static bool is_own_name(const struct ast_modifier *m)
{
    const struct ast_expr *e = m->value;
    return m->n_path == 1 && e && e->kind == EXPR_NAME && e->n_path == 1 && !e->absolute &&
           e->path[0].name == m->path[0].name;
}

/* Inputs for fields, in order, and an output (a = a, b = b): nothing but defaults. */
static bool is_plain(struct inst *in, struct inst_env *f, const struct inst_env *record)
{
    const struct inst_member *out = nth(in, f, PREFIX_OUTPUT, 0), *m;
    for (int32_t k = 0; k < f->c->n_sections; k++)
        if (f->c->sections[k].body.n > 0) return false;
    if (!out || out->e->value || f->c->external) return false;
    for (int32_t k = 0; k < out->e->n_mods; k++)
        if (!is_own_name(&out->e->mods[k])) return false;
    for (int32_t k = 0, at = 0; (m = nth(in, f, PREFIX_INPUT, k)); k++, at++) {
        while (at < record->members.n && record->members.at[at]->class_) at++;
        if (at == record->members.n || record->members.at[at]->name != m->name) return false;
        if (k >= out->e->n_mods || out->e->mods[k].path[0].name != m->name) return false;
    }
    return true;
}

const struct inst_member *inst_operator_default(struct inst *in, struct inst_env *record,
                                                const char *field, bool *odd)
{
    const struct inst_member *m, *found = NULL;
    struct inst_env *of;
    *odd = false;
    m = record->c->is_operator
            ? inst_env_get(in, record, names_intern(in->names, "'constructor'", 13))
            : NULL;
    if (!m || !m->class_) return NULL;
    of = inst_member_env(in, m);
    inst_env_ready(in, of);
    inst_env_ready(in, record);
    for (int32_t k = 0; k < (of->c->kind == CLASS_FUNCTION ? 1 : of->members.n); k++) {
        struct inst_env *f = of;
        if (of->c->kind != CLASS_FUNCTION)
            f = of->members.at[k]->class_ ? inst_member_env(in, of->members.at[k]) : NULL;
        if (!f || f->c->kind != CLASS_FUNCTION) continue;
        if (!is_plain(in, f, record)) *odd = true;
        for (int32_t i = 0; (m = nth(in, f, PREFIX_INPUT, i)); i++)
            if (m->name == field && m->e->value) found = m;
    }
    return found;
}

/* ---- What was given --------------------------------------------------------------------------- */

struct inst_given { /* on the C stack */
    const char *name;
    const struct ast_expr *e;
    struct inst_ctx *from;
    struct inst_env *record; /* of a number that stands for a record, else NULL */
    const struct inst_given *up;
};

static const struct inst_given *given(const struct inst_ctx *c, const struct ast_expr *e)
{
    const struct inst_given *g = c->given;
    if (e->kind != EXPR_NAME || e->absolute || e->n_args || !e->n_path) return NULL;
    while (g && g->name != e->path[0].name) g = g->up;
    return g;
}

bool inst_is_given(const struct inst_ctx *c, const struct ast_expr *e)
{
    return given(c, e) != NULL;
}

struct inst_env *inst_given_record(struct inst_ctx *c, const struct ast_expr *e)
{
    const struct inst_given *g = given(c, e);
    return g->record ? g->record : inst_record_of(g->from, g->e);
}

/* A number as a record: its first field is the number. */
static struct ast_expr *made_field(const struct inst_given *g, const char *field)
{
    struct inst *in = g->from->in;
    const struct inst_member *m;
    bool odd;
    for (int32_t k = 0; k < g->record->members.n; k++) {
        m = g->record->members.at[k];
        if (m->class_) continue;
        if (m->name == field) return inst_expr(g->from, g->e);
        break;
    }
    m = inst_operator_default(in, g->record, field, &odd);
    if (m && !odd) {
        struct inst_ctx there = {.in = in, .scope = {NULL, m->home}};
        return inst_expr(&there, m->e->value);
    }
    error_at(in->m, g->e->at,
             "this number cannot be made a record '%s': its constructor gives '%s' no default",
             inst_env_text(in, g->record), field);
    return inst_new_integer(in, 0, g->e->at);
}

struct ast_expr *inst_given_expr(struct inst_ctx *c, const struct ast_expr *e)
{
    const struct inst_given *g = given(c, e);
    struct ast_expr *whole = (struct ast_expr *)g->e;
    if (g->record && e->n_path == 2) return made_field(g, e->path[1].name);
    for (int32_t k = 1; k < e->n_path; k++) whole = inst_field(c->in, whole, e->path[k].name);
    return inst_expr(g->from, whole);
}

/* ---- The value -------------------------------------------------------------------------------- */

/* Something given has no elements here. */
static bool has_subscripts(const struct ast_expr *e)
{
    for (int32_t k = 0; k < e->n_path; k++)
        if (e->path[k].n_sub) return true;
    for (int32_t k = 0; k < e->n_args; k++)
        if (e->args[k] && has_subscripts(e->args[k])) return true;
    return false;
}

static bool is_empty(const struct inst_env *env, int depth)
{
    if (env->c->n_sections || depth > INST_DEEPEST) return false;
    for (int32_t k = 0; k < env->bases.n; k++)
        if (!is_empty(env->bases.at[k].env, depth + 1)) return false;
    return true;
}

/* The one assignment of the function's algorithm; NULL: it has more in it. */
static const struct ast_expr *only_value(struct inst *in, struct inst_env *f)
{
    const struct inst_member *out = nth(in, f, PREFIX_OUTPUT, 0);
    const struct ast_stmt *s;
    if (f->c->n_sections != 1 || f->c->sections[0].body.n != 1 || !out) return NULL;
    for (int32_t k = 0; k < f->bases.n; k++)
        if (!is_empty(f->bases.at[k].env, 0)) return NULL;
    if (nth(in, f, PREFIX_PROTECTED, 0) || nth(in, f, PREFIX_OUTPUT, 1)) return NULL;
    s = &f->c->sections[0].body.stmts[0];
    if (s->kind != STMT_ASSIGN || s->exprs[0]->kind != EXPR_NAME || s->exprs[0]->n_path != 1 ||
        s->exprs[0]->path[0].name != out->name || s->exprs[0]->path[0].n_sub)
        return NULL;
    return has_subscripts(s->exprs[1]) ? NULL : s->exprs[1];
}

/* An expression in place of a call. An operator may be defined by itself; a product needs all fields
 * of its operands for each of its own. */
static struct ast_expr *in_place(struct inst_ctx *inner, const struct ast_expr *call,
                                 const struct ast_expr *value)
{
    struct inst *in = inner->in;
    struct ast_expr *out;
    const char *why = NULL;
    if (inner->depth > INST_DEEPEST)
        why = "this is defined by itself";
    else if (++in->placed > MOST_PLACED || in->operators >= MOST_NESTED)
        why = "these are too many operators of records in one expression";
    if (why) {
        error_at(in->m, call->at, "%s", why);
        return inst_new_integer(in, 0, call->at);
    }
    in->operators++;
    out = inst_expr(inner, value);
    in->operators--;
    return out;
}

struct ast_expr *inst_operator_expr(struct inst_ctx *c, const struct ast_expr *e,
                                    struct inst_env *f, const struct ast_part *path, int32_t n)
{
    struct inst_ctx inner = {
        .in = c->in, .scope = {NULL, f}, .first = c->first, .depth = c->depth + 1};
    struct inst_given list[MOST_OPERANDS];
    struct ast_expr *value = (struct ast_expr *)only_value(c->in, f), *call;
    inner.algorithm = c->algorithm;
    for (int32_t k = 0; k < e->n_args; k++) {
        const struct inst_member *m = nth(c->in, f, PREFIX_INPUT, k);
        struct inst_env *record = inst_record_of_member(c->in, m);
        bool number = record && !inst_record_of(c, e->args[k]);
        list[k] = (struct inst_given){m->name, e->args[k], c, number ? record : NULL, inner.given};
        inner.given = &list[k];
    }
    if (value) {
        for (int32_t k = 0; k < n; k++) value = inst_field(c->in, value, path[k].name);
        return in_place(&inner, e, value);
    }
    call = inst_new_expr(c->in, EXPR_CALL, e->at);
    inst_env_path(c->in, f);
    call->path = f->path;
    call->n_path = f->n_path;
    call->n_args = e->n_args;
    call->args = ARENA_ARRAY(c->in->arena, struct ast_expr *, e->n_args);
    for (int32_t k = 0; k < e->n_args; k++) {
        static const char *const names[MOST_OPERANDS] = {"$left", "$right"};
        list[k].name = names_intern(c->in->names, names[k], strlen(names[k]));
        call->args[k] = inst_new_name(c->in, list[k].name, e->args[k]->at);
    }
    inner.scope = c->scope;
    return inst_function_call(&inner, call, f, path, n);
}

/* ---- Functions that are written out ------------------------------------------------------------ */

static bool wants_inline(const struct ast_class *f)
{
    for (int32_t k = 0; k < f->n_annotation; k++) {
        const struct ast_modifier *m = &f->annotation[k];
        if (m->n_path == 1 && strcmp(m->path[0].name, "Inline") == 0 && m->value)
            return m->value->kind == EXPR_BOOLEAN && m->value->integer;
    }
    return false;
}

static bool is_built_in(const struct ast_class *f)
{
    return f->kind == CLASS_FUNCTION && f->external && f->external->language &&
           strcmp(f->external->language, "builtin") == 0;
}

/* Sums, products, elementary functions and constructors: what means the same element by element. */
static bool is_simple(struct inst *in, struct inst_env *f, const struct ast_expr *e)
{
    struct inst_found called = {.env = NULL};
    switch (e->kind) {
    case EXPR_REAL:
    case EXPR_INTEGER: return true;
    case EXPR_NAME:
        for (int32_t k = 0; k < e->n_path; k++)
            if (e->path[k].n_sub) return false;
        return !e->n_args;
    case EXPR_UNARY:
    case EXPR_BINARY:
        if (e->op > OP_EPOW) return false;
        break;
    case EXPR_CALL:
        called = inst_find_class(in, f, e->path, e->n_path, e->absolute, true);
        if (called.env ? !inst_is_record(called.env) && !is_built_in(called.env->c)
                       : e->n_path != 1 || !builtin_is_elementary(e->path[0].name))
            return false;
        break;
    default: return false;
    }
    for (int32_t k = 0; k < e->n_args; k++)
        if (!is_simple(in, f, e->args[k])) return false;
    return true;
}

static struct ast_expr *by_elements(struct inst *in, const struct ast_expr *e)
{
    struct ast_expr *out = ARENA_NEW(in->arena, struct ast_expr);
    *out = *e;
    if (e->kind == EXPR_BINARY && e->op < OP_EADD) out->op = e->op - OP_ADD + OP_EADD;
    out->args = ARENA_ARRAY(in->arena, struct ast_expr *, e->n_args + 1);
    for (int32_t k = 0; k < e->n_args; k++) out->args[k] = by_elements(in, e->args[k]);
    return out;
}

/* What is given for input k, by position or by name; NULL: nothing. */
static const struct ast_expr *argument(const struct ast_expr *e, const char *name, int32_t k)
{
    for (int32_t i = 0; i < e->n_args; i++) {
        const char *said = e->arg_names ? e->arg_names[i] : NULL;
        if (said ? said == name : i == k) return e->args[i];
    }
    return NULL;
}

enum { MOST_INPUTS = 8 };

/* external "builtin" y = exp(u), with its inputs in order: another name of the function. */
static bool is_other_name(struct inst *in, struct inst_env *f, const struct ast_expr *e)
{
    const struct ast_expr *call = is_built_in(f->c) ? f->c->external->call : NULL;
    if (!call || e->arg_names || !f->c->external->result || call->n_args != e->n_args) return false;
    if (call->n_path != 1 || !builtin_is_elementary(call->path[0].name)) return false;
    for (int32_t k = 0; k < call->n_args; k++) {
        const struct inst_member *m = nth(in, f, PREFIX_INPUT, k);
        const struct ast_expr *a = call->args[k];
        if (!m || a->kind != EXPR_NAME || a->n_path != 1 || a->path[0].name != m->name)
            return false;
        if (m->e->n_sub || m->e->n_type_sub) return false;
    }
    return !nth(in, f, PREFIX_INPUT, call->n_args);
}

/* ModelicaStrings_substring(text, first, last) in C, of constants. */
static bool is_substring(const struct ast_class *f, const struct ast_expr *e)
{
    const struct ast_external *x = f->kind == CLASS_FUNCTION ? f->external : NULL;
    if (!x || !x->call || x->call->n_path != 1 || e->arg_names) return false;
    return strcmp(x->call->path[0].name, "ModelicaStrings_substring") == 0 &&
           (e->n_args == 2 || e->n_args == 3);
}

static struct ast_expr *substring(struct inst_ctx *c, const struct ast_expr *e)
{
    struct ast_expr *out =
        inst_new_name(c->in, names_intern(c->in->names, "$substring", 10), e->at);
    out->kind = EXPR_CALL;
    out->n_args = 3;
    out->args = ARENA_ARRAY(c->in->arena, struct ast_expr *, 3);
    for (int32_t k = 0; k < 3; k++) {
        out->args[k] = inst_expr(c, e->args[k < e->n_args ? k : 1]);
        if (out->args[k]->height >= out->height) out->height = out->args[k]->height + 1;
    }
    return out;
}

bool inst_is_written_out(struct inst *in, struct inst_env *f, const struct ast_expr *e)
{
    const struct inst_member *m;
    const struct ast_expr *value;
    int32_t n = 0;
    if (f && (is_other_name(in, f, e) || is_substring(f->c, e))) return true;
    if (in->making || !f || f->c->kind != CLASS_FUNCTION || !wants_inline(f->c)) return false;
    if (!(value = only_value(in, f)) || !is_simple(in, f, value)) return false;
    for (; (m = nth(in, f, PREFIX_INPUT, n)); n++)
        if (m->e->n_sub || m->e->n_type_sub || !argument(e, m->name, n)) return false;
    return n == e->n_args && n <= MOST_INPUTS;
}

/* exp(e) for f(e), where f is exp. */
static struct ast_expr *built_in(struct inst_ctx *c, const struct ast_expr *e,
                                 const struct inst_env *f)
{
    const struct ast_expr *call = f->c->external->call;
    struct ast_expr *out = inst_new_name(c->in, call->path[0].name, e->at);
    out->kind = EXPR_CALL;
    out->n_args = e->n_args;
    out->args = inst_exprs(c, e->args, e->n_args);
    for (int32_t k = 0; k < e->n_args; k++)
        if (out->args[k]->height >= out->height) out->height = out->args[k]->height + 1;
    return out;
}

struct ast_expr *inst_written_out(struct inst_ctx *c, const struct ast_expr *e, struct inst_env *f,
                                  const struct ast_part *path, int32_t n)
{
    struct inst_ctx inner = {
        .in = c->in, .scope = {NULL, f}, .first = c->first, .depth = c->depth + 1};
    struct inst_given list[MOST_INPUTS];
    struct ast_expr *value;
    const struct inst_member *m;
    if (!inst_is_written_out(c->in, f, e)) return NULL;
    if (is_substring(f->c, e)) return n == 0 ? substring(c, e) : NULL;
    if (is_built_in(f->c)) return n == 0 ? built_in(c, e, f) : NULL;
    inner.algorithm = c->algorithm;
    for (int32_t k = 0; (m = nth(c->in, f, PREFIX_INPUT, k)); k++) {
        const struct ast_expr *a = argument(e, m->name, k);
        struct inst_env *record = inst_record_of_member(c->in, m);
        if (record && inst_record_of(c, a)) record = NULL;
        list[k] = (struct inst_given){m->name, a, c, record, inner.given};
        inner.given = &list[k];
    }
    value = by_elements(c->in, only_value(c->in, f));
    for (int32_t k = 0; k < n; k++) value = inst_field(c->in, value, path[k].name);
    return in_place(&inner, e, value);
}
