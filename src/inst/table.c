/* SPDX-License-Identifier: MIT */
/* table.c - tables that are external objects, as equations.
 *
 * Libraries keep tables in external objects and read them by functions in C: an interpolation in
 * which nothing is an event. Saltus knows the functions by their names in C and has tables of its
 * own in their place:
 *
 *     the object               a record of the constructor's arguments, with assertions of what is
 *                              supported
 *     a call of a function     an expression of these, with a relation for each knot
 *
 * so that pieces are exact and knots are events. With the knots (x[k], y[k]), slopes s[k] between
 * them (0 where two knots have one x: there it jumps) and u inside the table
 *
 *     y(u) = y[1] + s[1] (u - x[1]) + sum over k in 2:n-1 with u >= x[k]
 *                                          of (s[k] - s[k-1]) (u - x[k]) + jump[k]
 *
 * Left of the table and right of it the first and the last slope are kept (last two points) or taken
 * away (hold). A periodic table is read at x[1] + mod(u - x[1], x[n] - x[1]). What is decided by the
 * kind of table is a sum of 0 or 1 terms, so that it is decided at compile time. */
#include "inst/stage.h"
#include "lang/lex.h"

#include <string.h>

/* ---- The objects ------------------------------------------------------------------------------ */

#define KINDS                                                                                      \
    "parameter .Modelica.Blocks.Types.Smoothness smoothness;\n"                                    \
    "parameter .Modelica.Blocks.Types.Extrapolation extrapolation\n"                               \
    "= .Modelica.Blocks.Types.Extrapolation.LastTwoPoints;\n"
#define CHECKS                                                                                     \
    "assert(tableName == \"NoName\", \"tables in files are not supported\");\n"                    \
    "assert(smoothness == .Modelica.Blocks.Types.Smoothness.LinearSegments or smoothness == "      \
    ".Modelica.Blocks.Types.Smoothness.ConstantSegments, "                                         \
    "\"tables are linear or constant between their points; other kinds of smoothness are not "     \
    "supported\");\n"                                                                              \
    "assert(extrapolation <> .Modelica.Blocks.Types.Extrapolation.NoExtrapolation, "               \
    "\"a table that must not be left is not supported\");\n"                                       \
    "for k in 2:size(table, 1) loop assert(table[k, 1] >= table[k - 1, 1], "                       \
    "\"the first column of a table must not decrease\"); end for;\n"

static const char time_table[] =
    "record CombiTimeTable\n"
    "parameter String tableName; parameter String fileName annotation(__Saltus_unused = true);\n"
    "parameter Real table[:, :]; parameter Real startTime; parameter Integer columns[:];\n" KINDS
    "parameter Real shiftTime = 0;\n"
    "parameter .Modelica.Blocks.Types.TimeEvents timeEvents\n"
    "= .Modelica.Blocks.Types.TimeEvents.Always; parameter Boolean verboseRead = true;\n"
    "equation\n" CHECKS "end CombiTimeTable;";

static const char table_1d[] =
    "record CombiTable1D\n"
    "parameter String tableName; parameter String fileName annotation(__Saltus_unused = true);\n"
    "parameter Real table[:, :]; parameter Integer columns[:];\n" KINDS
    "parameter Boolean verboseRead = true;\n"
    "equation\n" CHECKS "end CombiTable1D;";

static const struct {
    const char *constructor, *text;
} objects[INST_TABLES] = {
    {"ModelicaStandardTables_CombiTimeTable_init2", time_table},
    {"ModelicaStandardTables_CombiTable1D_init2", table_1d},
};

static const char *called_in_c(const struct ast_class *f)
{
    const struct ast_external *x = f && f->kind == CLASS_FUNCTION ? f->external : NULL;
    return x && x->call && x->call->n_path == 1 ? x->call->path[0].name : NULL;
}

/* The function in C that makes an object of the class; NULL: it is no external object. */
static const char *constructor_of(const struct ast_class *c)
{
    const struct ast_element *first = c->n_elements ? &c->elements[0] : NULL;
    if (!first || first->kind != ELEMENT_EXTENDS || first->n_type_path != 1) return NULL;
    if (strcmp(first->type_path[0].name, "ExternalObject") != 0) return NULL;
    for (int32_t k = 1; k < c->n_elements; k++) {
        const struct ast_class *f = c->elements[k].class_;
        if (f && strcmp(f->name, "constructor") == 0) return called_in_c(f);
    }
    return NULL;
}

struct ast_class *inst_table_class(struct inst *in, const struct ast_class *c)
{
    const char *made = c->kind == CLASS_CLASS ? constructor_of(c) : NULL;
    for (int k = 0; made && k < INST_TABLES; k++) {
        if (strcmp(made, objects[k].constructor) != 0) continue;
        if (!in->tables[k]) {
            size_t n = strlen(objects[k].text);
            int32_t file = source_add(in->m, "built-in library", objects[k].text, (uint32_t)n);
            in->tables[k] = parse_file(in->m, in->names, file)->classes[0];
        }
        return in->tables[k];
    }
    return NULL;
}

bool inst_table_unused(const struct inst_part *p, const struct ast_element *e)
{
    return !p->env->up && p->env->c->kind == CLASS_RECORD && e->n_annotation == 1 &&
           strcmp(e->annotation[0].path[0].name, "__Saltus_unused") == 0;
}

/* ---- The functions ---------------------------------------------------------------------------- */

/* What stands for what in the texts below: T the object, I the column, U the argument of a call; K
 * the argument of these. */
static const struct {
    const char *name, *text;
} words[INST_TABLE_WORDS] = {
    {"N", "size(T.table, 1)"},
    {"X", "T.table[K, 1]"},
    {"Y", "T.table[K, T.columns[I]]"},
    {"Slope", "if X(K + 1) > X(K) then (Y(K + 1) - Y(K))/(X(K + 1) - X(K)) else 0"},
    {"Jump", "if X(K) > X(K - 1) then 0 else Y(K) - Y(K - 1)"},
    {"One", "1:(if K then 1 else 0)"},
    {"Last", "T.extrapolation == .Modelica.Blocks.Types.Extrapolation.LastTwoPoints"},
    {"Periodic", "T.extrapolation == .Modelica.Blocks.Types.Extrapolation.Periodic"},
    {"Steps", "T.smoothness == .Modelica.Blocks.Types.Smoothness.ConstantSegments"},
    {"Linear",
     "Y(1) + sum(Slope(1)*(K - X(1)) for saltus_a in One(Last))"
     " + sum(if K >= X(1) then Slope(1)*(K - X(1)) else 0 for saltus_b in One(not Last))"
     " + sum(if K >= X(saltus_k) then (Slope(saltus_k) - Slope(saltus_k - 1))*(K - X(saltus_k))"
     " + Jump(saltus_k) else 0 for saltus_k in 2:N - 1)"
     " + sum(if K >= X(N) then Jump(N) - Slope(N - 1)*(K - X(N)) else 0"
     " for saltus_c in One(not Last))"
     " + sum(if K >= X(N) then Jump(N) else 0 for saltus_d in One(Last))"},
    {"Constant",
     "Y(1) + sum(if K >= X(saltus_k) then Y(saltus_k) - Y(saltus_k - 1) else 0"
     " for saltus_k in 2:N)"
     " + sum((if K >= X(1) then 0 else Slope(1)*(K - X(1)))"
     " + (if K >= X(N) then Slope(N - 1)*(K - X(N)) else 0) for saltus_e in One(Last))"},
    {"Either",
     "sum(Constant(K) for saltus_s in One(Steps)) + sum(Linear(K) for saltus_t in One(not Steps))"},
    {"Value", "sum(Either(K) for saltus_p in One(not Periodic))"
              " + sum(Either(X(1) + mod(K - X(1), X(N) - X(1))) for saltus_q in One(Periodic))"},
};

static const struct {
    const char *name, *text;
    int n_args; /* T, I, U, of the others T first */
} functions[] = {
    {"ModelicaStandardTables_CombiTimeTable_getValue",
     "if U >= T.startTime then Value(U - T.shiftTime) else 0", 5},
    {"ModelicaStandardTables_CombiTimeTable_minimumTime", "X(1)", 1},
    {"ModelicaStandardTables_CombiTimeTable_maximumTime", "X(N)", 1},
    /* never: relations are events by themselves */
    {"ModelicaStandardTables_CombiTimeTable_nextTimeEvent", "1e60", 2},
    {"ModelicaStandardTables_CombiTable1D_getValue", "Value(U)", 3},
    {"ModelicaStandardTables_CombiTable1D_minimumAbscissa", "X(1)", 1},
    {"ModelicaStandardTables_CombiTable1D_maximumAbscissa", "X(N)", 1},
};

/* ---- Expressions ------------------------------------------------------------------------------ */

struct filling {
    struct inst *in;
    const struct ast_expr *call;
    struct ast_expr *k; /* for K */
};

static struct ast_expr *fill(const struct filling *f, const struct ast_expr *e);

static const struct ast_expr *parsed(struct inst *in, const char *text)
{
    int32_t file = source_add(in->m, "built-in library", text, (uint32_t)strlen(text));
    return parse_expression(in->m, in->names, file);
}

static const struct ast_expr *word(struct inst *in, const char *name)
{
    for (int k = 0; k < INST_TABLE_WORDS; k++) {
        if (strcmp(words[k].name, name) != 0) continue;
        if (!in->table_words[k]) in->table_words[k] = parsed(in, words[k].text);
        return in->table_words[k];
    }
    return NULL;
}

static struct ast_expr **fill_all(const struct filling *f, struct ast_expr *const *list, int32_t n)
{
    struct ast_expr **out = n ? ARENA_ARRAY(f->in->arena, struct ast_expr *, n) : NULL;
    for (int32_t k = 0; k < n; k++) out[k] = fill(f, list[k]);
    return out;
}

/* T.a[k] with the name of the object for T. */
static struct ast_expr *of_object(const struct filling *f, const struct ast_expr *e,
                                  struct ast_expr *out)
{
    const struct ast_expr *object = f->call->args[0];
    int32_t n = object->n_path;
    out->absolute = object->absolute;
    out->n_path = n + e->n_path - 1;
    out->path = ARENA_ARRAY(f->in->arena, struct ast_part, out->n_path);
    for (int32_t k = 0; k < n; k++) out->path[k] = object->path[k];
    for (int32_t k = 1; k < e->n_path; k++) {
        struct ast_part *p = &out->path[n + k - 1];
        *p = e->path[k];
        p->at = f->call->at;
        p->sub = fill_all(f, e->path[k].sub, e->path[k].n_sub);
    }
    return out;
}

/* The heights of what was written in place of names are those of the whole, at most. */
static void measure(struct ast_expr *e)
{
    e->height = 1;
    for (int32_t k = 0; k < e->n_args; k++)
        if (e->args[k]->height >= e->height) e->height = e->args[k]->height + 1;
}

/* A copy at the place of the call. */
static struct ast_expr *fill(const struct filling *f, const struct ast_expr *e)
{
    bool named = (e->kind == EXPR_NAME || e->kind == EXPR_CALL) && !e->absolute && e->n_path == 1;
    const char *name = named ? e->path[0].name : "";
    const struct ast_expr *meant = *name ? word(f->in, name) : NULL;
    struct ast_expr *out;
    if (strcmp(name, "I") == 0) return f->call->args[1];
    if (strcmp(name, "U") == 0) return f->call->args[2];
    if (strcmp(name, "K") == 0) return f->k;
    if (meant) {
        struct filling inner = {f->in, f->call, e->n_args ? fill(f, e->args[0]) : NULL};
        return fill(&inner, meant);
    }
    out = ARENA_NEW(f->in->arena, struct ast_expr);
    *out = *e;
    out->at = f->call->at;
    if (e->kind == EXPR_NAME && !e->absolute && strcmp(e->path[0].name, "T") == 0)
        return of_object(f, e, out);
    out->args = fill_all(f, e->args, e->n_args);
    measure(out);
    if (!e->n_iterators) return out;
    out->iterators = ARENA_ARRAY(f->in->arena, struct ast_iterator, e->n_iterators);
    for (int32_t k = 0; k < e->n_iterators; k++) {
        out->iterators[k] = e->iterators[k];
        out->iterators[k].range = fill(f, e->iterators[k].range);
    }
    return out;
}

/* The arguments in order, by position. */
static bool fits(struct inst_ctx *c, const struct ast_expr *e, int n_args)
{
    const char *why = NULL;
    if (e->n_args != n_args || e->arg_names)
        why = "its arguments are given by position, all of them";
    else if (e->args[0]->kind != EXPR_NAME || e->args[0]->n_args)
        why = "the table is given by its name";
    else if (c->in->making)
        why = "tables are read in equations, not in functions";
    if (!why) return true;
    error_at(c->in->m, e->at, "this use of a table is not supported: %s", why);
    c->in->soft++;
    return false;
}

bool inst_table_reads(const struct ast_class *f)
{
    const char *name = called_in_c(f);
    for (size_t k = 0; name && k < sizeof functions / sizeof *functions; k++)
        if (strcmp(name, functions[k].name) == 0) return true;
    return false;
}

struct ast_expr *inst_table_call(struct inst_ctx *c, const struct ast_expr *e,
                                 const struct inst_env *env)
{
    const char *name = called_in_c(env->c);
    struct filling f = {c->in, e, NULL};
    for (size_t k = 0; name && k < sizeof functions / sizeof *functions; k++) {
        if (strcmp(name, functions[k].name) != 0) continue;
        if (!fits(c, e, functions[k].n_args)) return inst_new_error(c->in, e->at);
        return inst_expr(c, fill(&f, parsed(c->in, functions[k].text)));
    }
    return NULL;
}
