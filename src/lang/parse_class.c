/* SPDX-License-Identifier: MIT */
/* parse_class.c - classes.
 *
 *     class = prefixes word IDENT (long | short)
 *     long  = string_comment composition "end" IDENT
 *     class = prefixes word "extends" IDENT [modifiers] long
 *     short = "=" ["input" | "output"] type [subscripts] [modifiers] comment
 *           | "=" "enumeration" "(" literal {"," literal} ")" comment
 *     composition = elements {("public" | "protected") elements | section}
 *                   [external] [annotation ";"]
 *
 * Elements and sections may come in any order; the tree keeps them in two lists. An annotation of
 * the class is accepted wherever an element may be. An equation among the declarations, and a
 * declaration among the equations, is reported once, and what follows is read as what it is. */
#include "lang/parse.h"

#include <string.h>

/* ---- The word -------------------------------------------------------------------------------- */

static enum class_kind kind_of(enum token_kind word)
{
    switch (word) {
    case TOKEN_MODEL: return CLASS_MODEL;
    case TOKEN_BLOCK: return CLASS_BLOCK;
    case TOKEN_FUNCTION: return CLASS_FUNCTION;
    case TOKEN_PACKAGE: return CLASS_PACKAGE;
    case TOKEN_TYPE: return CLASS_TYPE;
    case TOKEN_RECORD: return CLASS_RECORD;
    case TOKEN_CONNECTOR: return CLASS_CONNECTOR;
    case TOKEN_OPERATOR: return CLASS_OPERATOR;
    default: return CLASS_CLASS;
    }
}

/* word = "model" | "block" | "class" | ["operator"] "function" | "package" | "type"
 *      | ["expandable"] "connector" | "operator" | ["operator"] "record" */
static enum token_kind class_token(struct parser *p, struct ast_class *c)
{
    enum token_kind word = p->now.kind, second = p->next.kind;
    if (word == TOKEN_EXPANDABLE) {
        c->expandable = true;
        parse_take(p);
        word = p->now.kind;
    } else if (word == TOKEN_OPERATOR && (second == TOKEN_RECORD || second == TOKEN_FUNCTION)) {
        c->is_operator = true;
        parse_take(p);
        word = second;
    }
    if (c->expandable && word != TOKEN_CONNECTOR)
        parse_expected(p, "'connector' after 'expandable'");
    else if (parse_starts_class(word))
        parse_take(p);
    else
        parse_expected(p, "a class such as 'model' or 'function'");
    return word;
}

/* ---- Short classes --------------------------------------------------------------------------- */

/* literal = IDENT comment */
static void literals(struct parser *p, struct ast_class *c)
{
    VEC(struct ast_literal) list = {0};
    do {
        struct ast_literal l = {0};
        l.name = parse_ident(p, &l.at, "the name of a value of the enumeration");
        parse_comment(p, &l.comment, &l.annotation, &l.n_annotation);
        VEC_ADD(p->a, &list, l);
    } while (parse_accept(p, TOKEN_COMMA));
    c->literals = list.at;
    c->n_literals = list.n;
}

/* enumeration = "enumeration" "(" (":" | [literal {"," literal}]) ")" */
static void enumeration(struct parser *p, struct ast_class *c)
{
    c->is_enumeration = true;
    parse_take(p);
    parse_expect(p, TOKEN_LPAREN, "after 'enumeration'");
    if (!p->bad && parse_at(p, TOKEN_COLON)) {
        parse_unsupported(p, p->now.at, "`enumeration(:)` is");
        parse_take(p);
    } else if (!parse_at(p, TOKEN_RPAREN))
        literals(p, c);
    parse_expect(p, TOKEN_RPAREN, "after the values of the enumeration");
}

/* short = "=" (enumeration | ["input" | "output"] type [subscripts] [modifiers]) comment */
static void short_class(struct parser *p, struct ast_class *c)
{
    if (parse_at(p, TOKEN_DER)) {
        parse_unsupported(p, p->now.at, "a class `= der(...)` is");
        p->bad = true;
    } else if (parse_at(p, TOKEN_ENUMERATION)) {
        enumeration(p, c);
    } else {
        struct ast_element *e = c->alias = ARENA_NEW(p->a, struct ast_element);
        e->at = p->now.at;
        e->prefixes = parse_prefixes(p);
        if (e->prefixes & ~(uint32_t)(PREFIX_INPUT | PREFIX_OUTPUT))
            parse_error(p, parse_since(p, e->at),
                        "only 'input' or 'output' can come before the type");
        parse_type(p, e);
        e->mod_parens = !p->bad && parse_at(p, TOKEN_LPAREN);
        if (e->mod_parens) parse_modifiers(p, &e->mods, &e->n_mods);
        e->at = parse_since(p, e->at);
    }
    parse_comment(p, &c->comment, &c->annotation, &c->n_annotation);
}

/* ---- Sections -------------------------------------------------------------------------------- */

struct composition {
    parse_elements elements;
    VEC(struct ast_section) sections;
    uint32_t visibility; /* 0 or PREFIX_PROTECTED */
    bool in_section;     /* the last thing was a section, not public or protected */
};

/* section = ["initial"] ("equation" | "algorithm") body. Without its words if kind was guessed. */
static void section(struct parser *p, struct composition *c, bool guessed, enum section_kind kind)
{
    struct ast_section s = {.kind = kind, .at = p->now.at};
    if (!guessed) {
        s.initial = parse_accept(p, TOKEN_INITIAL);
        s.kind = parse_at(p, TOKEN_EQUATION) ? SECTION_EQUATION : SECTION_ALGORITHM;
        parse_take(p);
    }
    s.body = parse_body(p, s.kind);
    s.at = parse_since(p, s.at);
    VEC_ADD(p->a, &c->sections, s);
    c->in_section = true;
}

/* external = "external" [string] [[name "="] call] [annotation] ";" */
static void external(struct parser *p, struct ast_class *c)
{
    struct ast_external *e = c->external = ARENA_NEW(p->a, struct ast_external);
    struct ast_expr *first;
    c->external_at = p->now.at;
    parse_take(p);
    if (parse_at(p, TOKEN_STRING)) e->language = parse_primary(p)->text;
    if (parse_at(p, TOKEN_IDENT)) {
        first = parse_primary(p);
        if (parse_accept(p, TOKEN_EQUALS)) {
            e->result = first;
            first = parse_primary(p);
        }
        e->call = first;
        if (first->kind != EXPR_CALL || (e->result && e->result->kind != EXPR_NAME))
            parse_error(p, first->at, "expected a call of a C function: y = f(x)");
    }
    c->external_at = parse_since(p, c->external_at);
    if (parse_at(p, TOKEN_ANNOTATION)) parse_annotation(p, &e->annotation, &e->n_annotation);
    parse_semicolon(p, "the external function");
}

/* annotation ";" */
static void class_annotation(struct parser *p, struct ast_class *c)
{
    struct place start = p->now.at;
    struct ast_modifier *list = NULL;
    int32_t n = 0;
    parse_annotation(p, &list, &n);
    if (c->annotated) {
        parse_error(p, start, "the class has an annotation already");
        hint_last(p->m, "put both into one: annotation(a, b)");
    } else {
        c->annotation = list;
        c->n_annotation = n;
        c->annotated = true;
    }
    parse_semicolon(p, "the annotation");
}

/* A word that begins an equation among the declarations. */
static bool starts_equation(const struct parser *p)
{
    switch (p->now.kind) {
    case TOKEN_IF:
    case TOKEN_FOR:
    case TOKEN_WHEN:
    case TOKEN_WHILE:
    case TOKEN_DER:
    case TOKEN_CONNECT:
    case TOKEN_INITIAL:
    case TOKEN_LPAREN: return true;
    case TOKEN_IDENT: return p->next.kind == TOKEN_EQUALS || p->next.kind == TOKEN_ASSIGN;
    default: return false;
    }
}

static void equation_too_soon(struct parser *p, struct composition *c)
{
    bool assign = p->next.kind == TOKEN_ASSIGN || parse_at(p, TOKEN_WHILE);
    parse_error(p, p->now.at, "expected a declaration, found %s", parse_found(p));
    hint_last(p->m, "equations belong after the word 'equation', statements after 'algorithm'");
    section(p, c, true, assign ? SECTION_ALGORITHM : SECTION_EQUATION);
}

/* "equations", alone on its line: the word is known, but not with an s. */
static bool misspelt_section(const struct parser *p)
{
    return parse_at(p, TOKEN_IDENT) && p->now.first && p->next.first &&
           (!strcmp(p->now.text, "equations") || !strcmp(p->now.text, "algorithms"));
}

static void meant_section(struct parser *p, struct composition *c)
{
    bool equation = p->now.text[0] == 'e';
    parse_error(p, p->now.at, "unknown word '%s'", p->now.text);
    hint_last(p->m, "did you mean '%s'?", equation ? "equation" : "algorithm");
    parse_take(p);
    section(p, c, true, equation ? SECTION_EQUATION : SECTION_ALGORITHM);
}

/* ---- Composition ----------------------------------------------------------------------------- */

static bool starts_element(const struct parser *p)
{
    enum token_kind k = p->now.kind;
    return parse_starts_declaration(k) || k == TOKEN_IDENT || k == TOKEN_DOT;
}

static void one_element(struct parser *p, struct composition *c)
{
    if (c->in_section) {
        parse_error(p, p->now.at, "a declaration within a section");
        hint_last(p->m,
                  "declarations belong before the sections, or after 'public' or 'protected'");
        c->in_section = false;
    }
    parse_element(p, &c->elements, c->visibility);
}

static void visibility(struct parser *p, struct composition *c)
{
    c->visibility = parse_at(p, TOKEN_PROTECTED) ? PREFIX_PROTECTED : 0;
    c->in_section = false;
    parse_take(p);
}

static void one_thing(struct parser *p, struct ast_class *to, struct composition *c)
{
    enum token_kind k = p->now.kind;
    if (k == TOKEN_PUBLIC || k == TOKEN_PROTECTED)
        visibility(p, c);
    else if (parse_starts_section(p))
        section(p, c, false, SECTION_EQUATION);
    else if (k == TOKEN_ANNOTATION)
        class_annotation(p, to);
    else if (k == TOKEN_EXTERNAL && to->external)
        parse_error(p, p->now.at, "the class has an external function already"), parse_take(p);
    else if (k == TOKEN_EXTERNAL)
        external(p, to);
    else if (parse_stray(p))
        return;
    else if (starts_equation(p))
        equation_too_soon(p, c);
    else if (misspelt_section(p))
        meant_section(p, c);
    else if (starts_element(p))
        one_element(p, c);
    else if (k == TOKEN_SEMICOLON)
        parse_error(p, p->now.at, "a ';' too many"), parse_take(p);
    else
        parse_unexpected(p, "a declaration, a section or 'end %s'", to->name);
}

/* composition: see above. Stops at `end` or at the end of the file. */
static void composition(struct parser *p, struct ast_class *to, const struct ast_element *same)
{
    struct composition c = {0};
    if (same) VEC_ADD(p->a, &c.elements, *same);
    for (;;) {
        uint64_t taken = p->taken;
        enum token_kind n = p->next.kind;
        if (parse_at(p, TOKEN_EOF)) break;
        if (parse_at(p, TOKEN_END) && n != TOKEN_IF && n != TOKEN_FOR && n != TOKEN_WHEN &&
            n != TOKEN_WHILE)
            break;
        one_thing(p, to, &c);
        if (p->bad) parse_sync(p);
        if (p->taken == taken) parse_take(p);
    }
    to->elements = c.elements.at;
    to->n_elements = c.elements.n;
    to->sections = c.sections.at;
    to->n_sections = c.sections.n;
}

/* ---- The end --------------------------------------------------------------------------------- */

static void begins_in(struct parser *p, const struct parse_open *o)
{
    hint_last(p->m, "'%s %s' begins in line %u", lex_text(o->what), o->name, parse_line(p, o->at));
}

/* At "end" and a name. If a class further out has it, the end of this one is missing. */
static bool close_named(struct parser *p, const struct parse_open *o)
{
    bool nameless = o->name[0] == '?', right = p->next.text == o->name || nameless;
    bool outer = !right && parse_find_open(p, TOKEN_EOF, p->next.text);
    if (!right) {
        parse_error(p, p->next.at, "expected 'end %s', found 'end %s'", o->name, p->next.text);
        begins_in(p, o);
    }
    if (outer) return false;
    parse_take(p);
    parse_take(p);
    return true;
}

/* "end" IDENT; false: it is missing */
static bool close_class(struct parser *p, const struct parse_open *o)
{
    p->open = o->outer;
    if (parse_at(p, TOKEN_END) && (p->next.kind == TOKEN_IDENT || p->next.text == o->name))
        return close_named(p, o);
    if (parse_accept(p, TOKEN_END))
        parse_expected(p, "'%s' after 'end'", o->name);
    else
        parse_unexpected(p, "'end %s'", o->name);
    begins_in(p, o);
    p->bad = false;
    return parse_at(p, TOKEN_SEMICOLON);
}

/* long = string_comment composition "end" IDENT */
static bool long_class(struct parser *p, struct ast_class *c, enum token_kind word,
                       const struct ast_element *same)
{
    struct parse_open o = {.what = word, .name = c->name, .at = c->at, .outer = p->open};
    p->open = &o;
    c->comment = parse_string_comment(p);
    if (p->bad) parse_sync(p);
    composition(p, c, same);
    return close_class(p, &o);
}

/* A name in the next line before another name is the type of a component; the class has none. */
static void class_name(struct parser *p, struct ast_class *c)
{
    if (p->now.first && parse_at(p, TOKEN_IDENT) && p->next.kind == TOKEN_IDENT) {
        parse_expected(p, "the name of the class");
        p->bad = false;
        c->name = names_intern(p->names, "?", 1);
        c->name_at = p->before.at;
    } else
        c->name = parse_ident(p, &c->name_at, "the name of the class");
}

/* "extends" IDENT [modifiers], of a class that extends the inherited one of its name */
static void extends_same(struct parser *p, struct ast_class *c, struct ast_element *e)
{
    e->kind = ELEMENT_EXTENDS;
    e->same = c->extends_same = true;
    e->at = p->now.at;
    parse_take(p);
    class_name(p, c);
    e->type_at = c->name_at;
    e->type_path = ARENA_NEW(p->a, struct ast_part);
    *e->type_path = (struct ast_part){.name = c->name, .at = c->name_at};
    e->n_type_path = 1;
    e->mod_parens = !p->bad && parse_at(p, TOKEN_LPAREN);
    if (e->mod_parens) parse_modifiers(p, &e->mods, &e->n_mods);
    e->at = parse_since(p, e->at);
}

/* class = prefixes word IDENT (long | short). Without the ";" that follows. With PREFIX_REDECLARE
 * it is in a modification, where an error before its contents is not mended. */
struct ast_class *parse_class(struct parser *p, struct place start, uint32_t prefixes)
{
    struct ast_class *c = ARENA_NEW(p->a, struct ast_class);
    c->prefixes = prefixes & ~(uint32_t)PREFIX_REDECLARE;
    c->at = start;
    if (!parse_enter(p)) return parse_leave(p), c;
    enum token_kind word = class_token(p, c);
    struct ast_element same = {.kind = ELEMENT_EXTENDS};
    c->kind = kind_of(word);
    if (!p->bad && parse_at(p, TOKEN_EXTENDS))
        extends_same(p, c, &same);
    else
        class_name(p, c);
    c->closed = true;
    if (!c->extends_same && parse_accept(p, TOKEN_EQUALS))
        short_class(p, c);
    else if (!p->bad || !(prefixes & PREFIX_REDECLARE))
        c->closed = long_class(p, c, word, c->extends_same ? &same : NULL);
    c->at = parse_since(p, start);
    parse_leave(p);
    return c;
}
