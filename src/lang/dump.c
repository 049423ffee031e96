/* SPDX-License-Identifier: MIT */
/* dump.c - a tree as indented text, one node to a line, each with the line and column it begins at:
 *
 *     model M 1:1
 *       component x : Real 2:3
 *         modifier start 2:10
 *           real 1.0 2:18
 *       equation section 3:1
 *         equation 4:3
 *           call der 4:3
 *             name x 4:7
 *           unary - 4:12
 *             name x 4:13
 *
 * Expressions are printed as trees, so that precedence can be seen; paths as text. Levels beyond 40
 * are not indented further but numbered. */
#include "lang/lang.h"

struct dump {
    FILE *out;
    const struct messages *m;
};

static void indent(const struct dump *d, int level)
{
    for (int k = 0; k < level && k < 40; k++) fputs("  ", d->out);
    if (level > 40) fprintf(d->out, "<%d> ", level);
}

static void end_line(const struct dump *d, struct place at)
{
    uint32_t line, col;
    place_line(d->m, at, &line, &col);
    fprintf(d->out, " %u:%u\n", line, col);
}

static void line(const struct dump *d, int level, const char *word, struct place at)
{
    indent(d, level);
    fputs(word, d->out);
    end_line(d, at);
}

/* ---- Expressions ----------------------------------------------------------------------------- */

static void expr(const struct dump *d, const struct ast_expr *e, int level);

static void exprs(const struct dump *d, struct ast_expr *const *list, int32_t n, int level)
{
    for (int32_t k = 0; k < n; k++) expr(d, list[k], level);
}

static void path(const struct dump *d, const struct ast_part *p, int32_t n, bool absolute)
{
    for (int32_t k = 0; k < n; k++) fprintf(d->out, "%s%s", k || absolute ? "." : " ", p[k].name);
}

static void subscripts(const struct dump *d, struct ast_expr *const *sub, int32_t n, int level)
{
    if (!n) return;
    line(d, level, "subscripts", sub[0]->at);
    exprs(d, sub, n, level + 1);
}

static void iterators(const struct dump *d, const struct ast_iterator *list, int32_t n, int level)
{
    for (int32_t k = 0; k < n; k++) {
        indent(d, level);
        fprintf(d->out, "iterator %s", list[k].name);
        end_line(d, list[k].at);
        if (list[k].range) expr(d, list[k].range, level + 1);
    }
}

static const char *op_text(enum expr_op op)
{
    static const char *const texts[OP_COUNT] = {
        "+", "-",  "*", "/",  "^",  ".+", ".-",  ".*", "./", ".^",
        "<", "<=", ">", ">=", "==", "<>", "and", "or", "not"};
    return texts[op];
}

static const char *kind_text(enum expr_kind kind)
{
    static const char *const texts[] = {[EXPR_REAL] = "real",
                                        [EXPR_INTEGER] = "integer",
                                        [EXPR_STRING] = "string",
                                        [EXPR_BOOLEAN] = "boolean",
                                        [EXPR_NAME] = "name",
                                        [EXPR_CALL] = "call",
                                        [EXPR_REDUCE] = "reduce",
                                        [EXPR_UNARY] = "unary",
                                        [EXPR_BINARY] = "binary",
                                        [EXPR_IF] = "if",
                                        [EXPR_RANGE] = "range",
                                        [EXPR_ARRAY] = "array",
                                        [EXPR_COMPREHENSION] = "comprehension",
                                        [EXPR_MATRIX] = "matrix",
                                        [EXPR_TUPLE] = "tuple",
                                        [EXPR_COLON] = "colon",
                                        [EXPR_END] = "end",
                                        [EXPR_ERROR] = "error"};
    return texts[kind];
}

/* The rest of the line after the kind. */
static void expr_text(const struct dump *d, const struct ast_expr *e)
{
    switch (e->kind) {
    case EXPR_REAL:
    case EXPR_INTEGER: fprintf(d->out, " %s", e->text); break;
    case EXPR_STRING: putc(' ', d->out), print_expr(d->out, e); break;
    case EXPR_BOOLEAN: fputs(e->integer ? " true" : " false", d->out); break;
    case EXPR_UNARY:
    case EXPR_BINARY: fprintf(d->out, " %s", op_text(e->op)); break;
    default: path(d, e->path, e->n_path, e->absolute); break;
    }
}

static void expr(const struct dump *d, const struct ast_expr *e, int level)
{
    indent(d, level);
    if (!e) {
        fputs("omitted\n", d->out);
        return;
    }
    fputs(kind_text(e->kind), d->out);
    expr_text(d, e);
    end_line(d, e->at);
    for (int32_t k = 0; k < e->n_path; k++)
        subscripts(d, e->path[k].sub, e->path[k].n_sub, level + 1);
    for (int32_t k = 0; k < e->n_args; k++) {
        const char *name = e->arg_names ? e->arg_names[k] : NULL;
        if (name) indent(d, level + 1), fprintf(d->out, "argument %s\n", name);
        expr(d, e->args[k], name ? level + 2 : level + 1);
    }
    iterators(d, e->iterators, e->n_iterators, level + 1);
}

/* ---- Modifications and statements ------------------------------------------------------------ */

static void element(const struct dump *d, const struct ast_element *e, int level);

static void modifiers(const struct dump *d, const struct ast_modifier *list, int32_t n, int level)
{
    for (int32_t k = 0; k < n; k++) {
        const struct ast_modifier *m = &list[k];
        indent(d, level);
        fprintf(d->out, "modifier%s%s", m->each ? " each" : "", m->final ? " final" : "");
        path(d, m->path, m->n_path, false);
        end_line(d, m->at);
        modifiers(d, m->inner, m->n_inner, level + 1);
        if (m->value) expr(d, m->value, level + 1);
        if (m->redeclare) element(d, m->redeclare, level + 1);
    }
}

static void annotation(const struct dump *d, const struct ast_modifier *list, int32_t n, int level)
{
    if (!n) return;
    line(d, level, "annotation", list[0].at);
    modifiers(d, list, n, level + 1);
}

static void body(const struct dump *d, const struct ast_body *b, int level);

static void branches(const struct dump *d, const struct ast_stmt *s, int level)
{
    for (int32_t k = 0; k < s->n_bodies; k++) {
        indent(d, level);
        fputs(k < s->n_exprs ? "branch\n" : "else\n", d->out);
        if (k < s->n_exprs) expr(d, s->exprs[k], level + 1);
        body(d, &s->bodies[k], level + 1);
    }
}

static void stmt(const struct dump *d, const struct ast_stmt *s, int level)
{
    static const char *const words[] = {
        [STMT_EQUATION] = "equation", [STMT_ASSIGN] = "assign",   [STMT_CALL] = "statement",
        [STMT_FOR] = "for",           [STMT_WHILE] = "while",     [STMT_IF] = "if",
        [STMT_WHEN] = "when",         [STMT_CONNECT] = "connect", [STMT_BREAK] = "break",
        [STMT_RETURN] = "return"};
    line(d, level, words[s->kind], s->at);
    iterators(d, s->iterators, s->n_iterators, level + 1);
    if (s->kind == STMT_IF || s->kind == STMT_WHEN) {
        branches(d, s, level + 1);
    } else {
        exprs(d, s->exprs, s->n_exprs, level + 1);
        if (s->n_bodies) body(d, &s->bodies[0], level + 1);
    }
    annotation(d, s->annotation, s->n_annotation, level + 1);
}

static void body(const struct dump *d, const struct ast_body *b, int level)
{
    for (int32_t k = 0; k < b->n; k++) stmt(d, &b->stmts[k], level);
}

/* ---- Classes --------------------------------------------------------------------------------- */

static void prefixes(const struct dump *d, uint32_t bits)
{
    static const char *const words[] = {
        "constant",  "parameter", "discrete",     "input", "output",      "flow",
        "stream",    "final",     "inner",        "outer", "replaceable", "redeclare",
        "protected", "partial",   "encapsulated", "pure",  "impure"};
    for (size_t k = 0; k < sizeof words / sizeof *words; k++)
        if (bits & 1u << k) fprintf(d->out, " %s", words[k]);
}

static void class(const struct dump *d, const struct ast_class *c, int level);

static void element(const struct dump *d, const struct ast_element *e, int level)
{
    static const char *const words[] = {[ELEMENT_COMPONENT] = "component",
                                        [ELEMENT_CLASS] = "class",
                                        [ELEMENT_IMPORT] = "import",
                                        [ELEMENT_EXTENDS] = "extends"};
    indent(d, level);
    fprintf(d->out, "%s%s%s", words[e->kind], e->name ? " " : "", e->name ? e->name : "");
    if (e->n_type_path)
        fputs(" :", d->out), path(d, e->type_path, e->n_type_path, e->type_absolute);
    if (e->import_all) fputs(".*", d->out);
    for (int32_t k = 0; k < e->n_import_names; k++) fprintf(d->out, " {%s}", e->import_names[k]);
    prefixes(d, e->prefixes);
    end_line(d, e->at);
    subscripts(d, e->type_sub, e->n_type_sub, level + 1);
    subscripts(d, e->sub, e->n_sub, level + 1);
    modifiers(d, e->mods, e->n_mods, level + 1);
    if (e->value) expr(d, e->value, level + 1);
    if (e->condition)
        line(d, level + 1, "condition", e->condition->at), expr(d, e->condition, level + 2);
    annotation(d, e->annotation, e->n_annotation, level + 1);
    if (e->class_) class(d, e->class_, level + 1);
    if (e->constraint)
        line(d, level + 1, "constrainedby", e->constraint->at),
            element(d, e->constraint, level + 2);
}

static void sections(const struct dump *d, const struct ast_class *c, int level)
{
    for (int32_t k = 0; k < c->n_sections; k++) {
        const struct ast_section *s = &c->sections[k];
        indent(d, level);
        fprintf(d->out, "%s%s section", s->initial ? "initial " : "",
                s->kind == SECTION_EQUATION ? "equation" : "algorithm");
        end_line(d, s->at);
        body(d, &s->body, level + 1);
    }
}

static void class(const struct dump *d, const struct ast_class *c, int level)
{
    indent(d, level);
    fprintf(d->out, "%s%s%s %s", c->expandable ? "expandable " : "",
            c->is_operator ? "operator " : "", class_word(c->kind), c->name ? c->name : "?");
    prefixes(d, c->prefixes);
    end_line(d, c->at);
    if (c->alias) element(d, c->alias, level + 1);
    for (int32_t k = 0; k < c->n_literals; k++) {
        indent(d, level + 1);
        fprintf(d->out, "literal %s", c->literals[k].name);
        end_line(d, c->literals[k].at);
    }
    for (int32_t k = 0; k < c->n_elements; k++) element(d, &c->elements[k], level + 1);
    sections(d, c, level + 1);
    if (c->external) line(d, level + 1, "external", c->external_at);
    annotation(d, c->annotation, c->n_annotation, level + 1);
}

void ast_dump(FILE *out, const struct messages *m, const struct ast_file *file)
{
    struct dump d = {out, m};
    if (file->has_within) {
        fputs("within", out);
        path(&d, file->within, file->n_within, false);
        putc('\n', out);
    }
    for (int32_t k = 0; k < file->n_classes; k++) class(&d, file->classes[k], 0);
}
