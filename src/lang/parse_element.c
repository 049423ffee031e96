/* SPDX-License-Identifier: MIT */
/* parse_element.c - what a class is made of: components, classes, imports, base classes.
 *
 *     element   = import ";" | extends ";" | prefixes (class | component) [constrainedby] ";"
 *     prefixes  = {"redeclare" | "final" | "inner" | "outer" | "replaceable" | "flow" | "stream" |
 *                  "discrete" | "parameter" | "constant" | "input" | "output" | "partial" | ...}
 *     component = type [subscripts] declaration {"," declaration}
 *     constrainedby = "constrainedby" type [modifiers] comment
 *     redeclaration = prefixes (short class | type declaration) [constrainedby]
 *
 * `Real x, y;` makes two elements that share the type; all but the first are `joined`. A
 * redeclaration is in a modification, `R1(redeclare Diode d(Vt = 0.1))`, and is one element. */
#include "lang/parse.h"

/* ---- Prefixes -------------------------------------------------------------------------------- */

static uint32_t prefix_bit(enum token_kind kind)
{
    switch (kind) {
    case TOKEN_CONSTANT: return PREFIX_CONSTANT;
    case TOKEN_PARAMETER: return PREFIX_PARAMETER;
    case TOKEN_DISCRETE: return PREFIX_DISCRETE;
    case TOKEN_INPUT: return PREFIX_INPUT;
    case TOKEN_OUTPUT: return PREFIX_OUTPUT;
    case TOKEN_FLOW: return PREFIX_FLOW;
    case TOKEN_STREAM: return PREFIX_STREAM;
    case TOKEN_FINAL: return PREFIX_FINAL;
    case TOKEN_INNER: return PREFIX_INNER;
    case TOKEN_OUTER: return PREFIX_OUTER;
    case TOKEN_REPLACEABLE: return PREFIX_REPLACEABLE;
    case TOKEN_REDECLARE: return PREFIX_REDECLARE;
    case TOKEN_PARTIAL: return PREFIX_PARTIAL;
    case TOKEN_ENCAPSULATED: return PREFIX_ENCAPSULATED;
    case TOKEN_PURE: return PREFIX_PURE;
    case TOKEN_IMPURE: return PREFIX_IMPURE;
    default: return 0;
    }
}

/* Is there another prefix that excludes this one? */
static bool excluded(uint32_t bit, uint32_t others)
{
    static const uint32_t groups[] = {PREFIX_CONSTANT | PREFIX_PARAMETER | PREFIX_DISCRETE,
                                      PREFIX_INPUT | PREFIX_OUTPUT, PREFIX_FLOW | PREFIX_STREAM,
                                      PREFIX_PURE | PREFIX_IMPURE};
    for (size_t k = 0; k < sizeof groups / sizeof *groups; k++)
        if ((groups[k] & bit) && (groups[k] & others & ~bit)) return true;
    return false;
}

/* prefixes: in any order */
uint32_t parse_prefixes(struct parser *p)
{
    uint32_t all = 0, bit;
    for (; !p->bad && (bit = prefix_bit(p->now.kind)) != 0; parse_take(p)) {
        const char *word = lex_text(p->now.kind);
        if (all & bit)
            parse_error(p, p->now.at, "'%s' appears here twice", word);
        else if (excluded(bit, all))
            parse_error(p, p->now.at, "'%s' contradicts the word before", word);
        else
            all |= bit;
    }
    return all;
}

/* ---- Imports and base classes ---------------------------------------------------------------- */

/* "{" IDENT {"," IDENT} "}" */
static void import_list(struct parser *p, struct ast_element *e)
{
    VEC(const char *) list = {0};
    struct place at;
    do VEC_ADD(p->a, &list, parse_ident(p, &at, "a name to import"));
    while (parse_accept(p, TOKEN_COMMA));
    parse_expect(p, TOKEN_RBRACE, "after the names to import");
    e->import_names = list.at;
    e->n_import_names = list.n;
}

/* import = "import" (IDENT "=" path | path [".*" | ".{" list "}"]) comment */
static void import(struct parser *p, struct ast_element *e)
{
    e->kind = ELEMENT_IMPORT;
    parse_take(p);
    if (parse_at(p, TOKEN_IDENT) && p->next.kind == TOKEN_EQUALS) {
        e->name = parse_ident(p, &e->name_at, "a name");
        parse_take(p);
    }
    e->type_at = p->now.at;
    e->type_absolute = parse_accept(p, TOKEN_DOT);
    parse_name(p, "what to import", &e->type_path, &e->n_type_path);
    e->type_at = parse_since(p, e->type_at);
    if (e->name) return;
    if (parse_accept(p, TOKEN_DOT_STAR))
        e->import_all = true;
    else if (p->next.kind == TOKEN_LBRACE && parse_accept(p, TOKEN_DOT))
        parse_take(p), import_list(p, e);
}

/* extends = "extends" type [modifiers] [annotation] */
static void extends(struct parser *p, struct ast_element *e)
{
    e->kind = ELEMENT_EXTENDS;
    parse_take(p);
    parse_type(p, e);
    e->mod_parens = !p->bad && parse_at(p, TOKEN_LPAREN);
    if (e->mod_parens) parse_modifiers(p, &e->mods, &e->n_mods);
}

/* ---- Components ------------------------------------------------------------------------------ */

/* type = ["."] path [subscripts] */
void parse_type(struct parser *p, struct ast_element *e)
{
    e->type_at = p->now.at;
    e->type_absolute = parse_accept(p, TOKEN_DOT);
    parse_name(p, "a type", &e->type_path, &e->n_type_path);
    e->type_at = parse_since(p, e->type_at);
    if (!p->bad) parse_subscripts(p, &e->type_sub, &e->n_type_sub);
}

static void no_name(struct parser *p)
{
    bool equation =
        parse_at(p, TOKEN_EQUALS) || parse_at(p, TOKEN_ASSIGN) || parse_at(p, TOKEN_LPAREN);
    parse_expected(p, "a name after the type");
    if (equation)
        hint_last(p->m, "equations belong after the word 'equation', statements after 'algorithm'");
}

/* declaration = IDENT [subscripts] [modifiers] [("=" | ":=") expression] ["if" expression]
 *               comment */
static void declaration(struct parser *p, struct ast_element *e)
{
    if (!parse_at(p, TOKEN_IDENT) && !lex_is_keyword(p->now.kind)) no_name(p);
    e->name = parse_ident(p, &e->name_at, "a name after the type");
    parse_subscripts(p, &e->sub, &e->n_sub);
    e->mod_parens = !p->bad && parse_at(p, TOKEN_LPAREN);
    if (e->mod_parens) parse_modifiers(p, &e->mods, &e->n_mods);
    e->value_assign = !p->bad && parse_at(p, TOKEN_ASSIGN);
    if (parse_accept(p, TOKEN_EQUALS) || parse_accept(p, TOKEN_ASSIGN)) e->value = parse_value(p);
    if (parse_accept(p, TOKEN_IF)) e->condition = parse_expr(p);
    parse_comment(p, &e->comment, &e->annotation, &e->n_annotation);
}

/* component = type [subscripts] declaration {"," declaration} */
static void component(struct parser *p, parse_elements *list, struct ast_element shared)
{
    struct place start = shared.at;
    shared.kind = ELEMENT_COMPONENT;
    parse_type(p, &shared);
    do {
        struct ast_element e = shared;
        declaration(p, &e);
        e.at = parse_since(p, start);
        if (!p->bad) VEC_ADD(p->a, list, e);
        shared.joined = true;
        start = p->now.at;
    } while (parse_accept(p, TOKEN_COMMA) && (start = p->now.at, true));
}

/* ---- Elements -------------------------------------------------------------------------------- */

/* constrainedby = "constrainedby" type [modifiers] comment; NULL: there is none */
static struct ast_element *constraint(struct parser *p, uint32_t prefixes)
{
    if (p->bad || !parse_at(p, TOKEN_CONSTRAINEDBY)) return NULL;
    struct ast_element *e = ARENA_NEW(p->a, struct ast_element);
    e->kind = ELEMENT_EXTENDS;
    e->at = p->now.at;
    if (!(prefixes & PREFIX_REPLACEABLE)) {
        parse_error(p, e->at, "'constrainedby' needs 'replaceable' before the declaration");
        hint_last(p->m, "what cannot be replaced needs no constraint");
    }
    parse_take(p);
    parse_type(p, e);
    e->mod_parens = !p->bad && parse_at(p, TOKEN_LPAREN);
    if (e->mod_parens) parse_modifiers(p, &e->mods, &e->n_mods);
    parse_comment(p, &e->comment, &e->annotation, &e->n_annotation);
    e->at = parse_since(p, e->at);
    return e;
}

static void class_element(struct parser *p, struct ast_element *e, struct place start,
                          uint32_t bits)
{
    e->kind = ELEMENT_CLASS;
    e->class_ = parse_class(p, start, bits);
    e->name = e->class_->name;
    e->name_at = e->class_->name_at;
    e->at = parse_since(p, start);
    if (e->class_->extends_same) e->prefixes |= PREFIX_REDECLARE; /* whether it says so or not */
}

/* False: the `end` of a class is missing, and with it the ";". */
static bool with_prefixes(struct parser *p, parse_elements *list, struct ast_element e)
{
    struct place start = p->now.at;
    uint32_t all = parse_prefixes(p);
    e.prefixes |= all & ~(uint32_t)PARSE_CLASS_BITS;
    if (p->bad || (!parse_starts_class(p->now.kind) && !(all & PARSE_CLASS_BITS))) {
        component(p, list, e);
        return true;
    }
    class_element(p, &e, start, all & PARSE_CLASS_BITS);
    if (!p->bad) VEC_ADD(p->a, list, e);
    return e.class_->closed;
}

/* element: see above. prefixes: PREFIX_PROTECTED or 0 */
void parse_element(struct parser *p, parse_elements *list, uint32_t prefixes)
{
    struct ast_element e = {.at = p->now.at, .prefixes = prefixes};
    bool closed = true, class_ = false;
    int32_t first = list->n;
    if (parse_at(p, TOKEN_IMPORT) || parse_at(p, TOKEN_EXTENDS)) {
        if (parse_at(p, TOKEN_IMPORT))
            import(p, &e);
        else
            extends(p, &e);
        parse_comment(p, &e.comment, &e.annotation, &e.n_annotation);
        e.at = parse_since(p, e.at);
        if (!p->bad) VEC_ADD(p->a, list, e);
    } else {
        closed = with_prefixes(p, list, e);
        class_ = list->n && list->at[list->n - 1].kind == ELEMENT_CLASS;
    }
    e.constraint = constraint(p, list->n > first ? list->at[first].prefixes : PREFIX_REPLACEABLE);
    for (int32_t k = first; k < list->n; k++) list->at[k].constraint = e.constraint;
    if (closed) parse_semicolon(p, class_ ? "the class" : "the declaration");
}

/* redeclaration = prefixes (short class | type declaration) [constrainedby] */
struct ast_element *parse_redeclaration(struct parser *p, uint32_t prefixes)
{
    struct ast_element *e = ARENA_NEW(p->a, struct ast_element);
    struct place start = p->now.at;
    uint32_t all = parse_prefixes(p);
    e->prefixes = prefixes | (all & ~(uint32_t)PARSE_CLASS_BITS);
    e->at = start;
    if (p->bad || (!parse_starts_class(p->now.kind) && !(all & PARSE_CLASS_BITS))) {
        parse_type(p, e);
        declaration(p, e);
        if (e->condition)
            parse_error(p, e->condition->at, "a redeclaration cannot have a condition");
        e->at = parse_since(p, start);
    } else {
        class_element(p, e, start, (all & PARSE_CLASS_BITS) | PREFIX_REDECLARE);
        if (!p->bad && !e->class_->alias && !e->class_->is_enumeration) {
            parse_error(p, e->name_at, "a class is redeclared in a modification by a short form");
            hint_last(p->m, "such as: redeclare model %s = Other(a = 1)", e->name);
        }
    }
    e->constraint = constraint(p, e->prefixes);
    return e;
}
