/* SPDX-License-Identifier: MIT */
/* print.c - a tree as Modelica text: parse(print(tree)) = tree, whatever the tree.
 *
 * Two blanks per level. Elements come first, under `protected` and `public` headings where that
 * changes, then the sections, then the annotation of the class; the tree holds no other order.
 * Comments of the source (// and the like) are not in the tree; description strings are. */
#include "lang/print.h"

/* ---- Modifications and comments -------------------------------------------------------------- */

static void print_redeclaration(struct printer *p, const struct ast_element *e);

static void print_modifier(struct printer *p, const struct ast_modifier *m)
{
    bool redeclare = m->redeclare && (m->redeclare->prefixes & PREFIX_REDECLARE);
    if (redeclare) print_text(p, "redeclare ");
    if (m->each) print_text(p, "each ");
    if (m->final) print_text(p, "final ");
    if (m->redeclare) {
        print_redeclaration(p, m->redeclare);
        return;
    }
    print_path(p, false, m->path, m->n_path);
    if (m->parens) print_modifiers(p, m->inner, m->n_inner);
    if (m->value) print_text(p, " = "), print_expression(p, m->value);
    if (m->comment) print_text(p, " "), print_quoted(p, m->comment);
}

void print_modifiers(struct printer *p, const struct ast_modifier *list, int32_t n)
{
    print_text(p, "(");
    for (int32_t k = 0; k < n; k++) {
        if (k) print_text(p, ", ");
        print_modifier(p, &list[k]);
    }
    print_text(p, ")");
}

void print_annotation(struct printer *p, const struct ast_modifier *list, int32_t n)
{
    print_text(p, "annotation");
    print_modifiers(p, list, n);
}

void print_comment(struct printer *p, const char *text, const struct ast_modifier *list, int32_t n)
{
    if (text) print_text(p, " "), print_quoted(p, text);
    if (n) print_text(p, " "), print_annotation(p, list, n);
}

/* ---- Elements -------------------------------------------------------------------------------- */

static void print_prefixes(struct printer *p, uint32_t prefixes)
{
    static const struct {
        uint32_t bit;
        const char *text;
    } words[] = {
        {PREFIX_REDECLARE, "redeclare "},
        {PREFIX_FINAL, "final "},
        {PREFIX_INNER, "inner "},
        {PREFIX_OUTER, "outer "},
        {PREFIX_REPLACEABLE, "replaceable "},
        {PREFIX_ENCAPSULATED, "encapsulated "},
        {PREFIX_PARTIAL, "partial "},
        {PREFIX_PURE, "pure "},
        {PREFIX_IMPURE, "impure "},
        {PREFIX_FLOW, "flow "},
        {PREFIX_STREAM, "stream "},
        {PREFIX_DISCRETE, "discrete "},
        {PREFIX_PARAMETER, "parameter "},
        {PREFIX_CONSTANT, "constant "},
        {PREFIX_INPUT, "input "},
        {PREFIX_OUTPUT, "output "},
    };
    for (size_t k = 0; k < sizeof words / sizeof *words; k++)
        if (prefixes & words[k].bit) print_text(p, words[k].text);
}

static void print_type(struct printer *p, const struct ast_element *e)
{
    print_path(p, e->type_absolute, e->type_path, e->n_type_path);
    print_subscripts(p, e->type_sub, e->n_type_sub);
}

static void print_import(struct printer *p, const struct ast_element *e)
{
    print_text(p, "import ");
    if (e->name) print_name(p, e->name), print_text(p, " = ");
    print_type(p, e);
    if (e->import_all) print_text(p, ".*");
    if (e->n_import_names) print_text(p, ".{");
    for (int32_t k = 0; k < e->n_import_names; k++) {
        if (k) print_text(p, ", ");
        print_name(p, e->import_names[k]);
    }
    if (e->n_import_names) print_text(p, "}");
}

static void print_declaration(struct printer *p, const struct ast_element *e)
{
    print_name(p, e->name);
    print_subscripts(p, e->sub, e->n_sub);
    if (e->mod_parens) print_modifiers(p, e->mods, e->n_mods);
    if (e->value) {
        print_text(p, e->value_assign ? " := " : " = ");
        print_expression(p, e->value);
    }
    if (e->condition) print_text(p, " if "), print_expression(p, e->condition);
    print_comment(p, e->comment, e->annotation, e->n_annotation);
}

static void print_class_at(struct printer *p, const struct ast_class *c, uint32_t prefixes,
                           int indent);

static void print_constraint(struct printer *p, const struct ast_element *c)
{
    if (!c) return;
    print_text(p, " constrainedby ");
    print_type(p, c);
    if (c->mod_parens) print_modifiers(p, c->mods, c->n_mods);
    print_comment(p, c->comment, c->annotation, c->n_annotation);
}

/* In a modification, behind its redeclare, each and final. */
static void print_redeclaration(struct printer *p, const struct ast_element *e)
{
    uint32_t prefixes = e->prefixes & ~(uint32_t)PREFIX_REDECLARE;
    if (e->kind == ELEMENT_CLASS) {
        print_class_at(p, e->class_, prefixes, 0);
    } else {
        print_prefixes(p, prefixes);
        print_type(p, e);
        print_text(p, " ");
        print_declaration(p, e);
    }
    print_constraint(p, e->constraint);
}

/* Without the ";": a joined declaration may follow. */
static void print_element(struct printer *p, const struct ast_element *e, int indent)
{
    if (e->kind == ELEMENT_CLASS) {
        print_class_at(p, e->class_, e->prefixes, indent);
        return;
    }
    print_indent(p, indent);
    if (e->kind == ELEMENT_IMPORT) {
        print_import(p, e);
    } else if (e->kind == ELEMENT_EXTENDS) {
        print_text(p, "extends ");
        print_type(p, e);
        if (e->mod_parens) print_modifiers(p, e->mods, e->n_mods);
    } else {
        print_prefixes(p, e->prefixes);
        print_type(p, e);
        print_text(p, " ");
        print_declaration(p, e);
        return;
    }
    print_comment(p, e->comment, e->annotation, e->n_annotation);
}

static void print_elements(struct printer *p, const struct ast_class *c, int indent)
{
    uint32_t seen = 0;
    for (int32_t k = c->extends_same ? 1 : 0; k < c->n_elements; k++) {
        const struct ast_element *e = &c->elements[k];
        bool last = k + 1 == c->n_elements || !e[1].joined;
        if ((e->prefixes & PREFIX_PROTECTED) != seen) {
            seen = e->prefixes & PREFIX_PROTECTED;
            print_indent(p, indent);
            print_text(p, seen ? "protected\n" : "public\n");
        }
        if (e->joined && k)
            print_text(p, ", "), print_declaration(p, e);
        else
            print_element(p, e, indent + 1);
        if (last) print_constraint(p, e->constraint), print_text(p, ";\n");
    }
}

/* ---- Classes --------------------------------------------------------------------------------- */

static void print_literals(struct printer *p, const struct ast_class *c)
{
    print_text(p, "enumeration(");
    for (int32_t k = 0; k < c->n_literals; k++) {
        const struct ast_literal *l = &c->literals[k];
        if (k) print_text(p, ", ");
        print_name(p, l->name);
        print_comment(p, l->comment, l->annotation, l->n_annotation);
    }
    print_text(p, ")");
}

static void print_short_class(struct printer *p, const struct ast_class *c)
{
    print_text(p, " = ");
    if (c->is_enumeration) {
        print_literals(p, c);
    } else {
        print_prefixes(p, c->alias->prefixes);
        print_type(p, c->alias);
        if (c->alias->mod_parens) print_modifiers(p, c->alias->mods, c->alias->n_mods);
    }
    print_comment(p, c->comment, c->annotation, c->n_annotation);
}

static void print_sections(struct printer *p, const struct ast_class *c, int indent)
{
    for (int32_t k = 0; k < c->n_sections; k++) {
        const struct ast_section *s = &c->sections[k];
        print_indent(p, indent);
        if (s->initial) print_text(p, "initial ");
        print_text(p, s->kind == SECTION_EQUATION ? "equation\n" : "algorithm\n");
        print_body(p, &s->body, indent + 1);
    }
}

static void print_external(struct printer *p, const struct ast_external *e, int indent)
{
    print_indent(p, indent);
    print_text(p, "external");
    if (e->language) print_text(p, " "), print_quoted(p, e->language);
    if (e->call) print_text(p, " ");
    if (e->result) print_expression(p, e->result), print_text(p, " = ");
    if (e->call) print_expression(p, e->call);
    if (e->n_annotation) print_text(p, " "), print_annotation(p, e->annotation, e->n_annotation);
    print_text(p, ";\n");
}

static void print_long_class(struct printer *p, const struct ast_class *c, int indent)
{
    print_comment(p, c->comment, NULL, 0);
    print_text(p, "\n");
    print_elements(p, c, indent);
    print_sections(p, c, indent);
    if (c->external) print_external(p, c->external, indent + 1);
    if (c->n_annotation) {
        print_indent(p, indent + 1);
        print_annotation(p, c->annotation, c->n_annotation);
        print_text(p, ";\n");
    }
    print_indent(p, indent);
    print_text(p, "end ");
    print_name(p, c->name);
}

static void print_class_at(struct printer *p, const struct ast_class *c, uint32_t prefixes,
                           int indent)
{
    print_indent(p, indent);
    print_prefixes(p, prefixes | c->prefixes);
    if (c->expandable) print_text(p, "expandable ");
    if (c->is_operator) print_text(p, "operator ");
    print_text(p, class_word(c->kind));
    print_text(p, c->extends_same ? " extends " : " ");
    print_name(p, c->name ? c->name : "?");
    if (c->extends_same && c->elements[0].mod_parens)
        print_modifiers(p, c->elements[0].mods, c->elements[0].n_mods);
    if (c->alias || c->is_enumeration)
        print_short_class(p, c);
    else
        print_long_class(p, c, indent);
}

/* ---- Entry points ---------------------------------------------------------------------------- */

void print_class(FILE *out, const struct ast_class *c)
{
    struct printer p = {.out = out};
    print_class_at(&p, c, 0, 0);
    print_text(&p, ";\n");
}

void print_file(FILE *out, const struct ast_file *file)
{
    struct printer p = {.out = out};
    if (file->has_within) {
        print_text(&p, file->n_within ? "within " : "within");
        print_path(&p, false, file->within, file->n_within);
        print_text(&p, ";\n");
    }
    for (int32_t k = 0; k < file->n_classes; k++) {
        if (k) print_text(&p, "\n");
        print_class(out, file->classes[k]);
    }
}

void print_stmt(FILE *out, const struct ast_stmt *s, int indent)
{
    struct printer p = {.out = out};
    print_statement(&p, s, indent);
}
