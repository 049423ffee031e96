/* SPDX-License-Identifier: MIT */
/* parse.c - model text to tree: the entry points, and what is at the top of a file.
 *
 *     file = ["within" [path] ";"] {["final"] class ";"}
 *
 * The parser is one recursive descent over several files:
 *     parse.c  parse_class.c  parse_element.c  parse_mod.c     files, classes, their elements
 *     parse_stmt.c  parse_block.c                              equations and statements
 *     parse_expr.c  parse_primary.c                            expressions
 *     parse_token.c                                            tokens, errors, recovery
 * parse.h says how errors travel. */
#include "lang/parse.h"

/* within = "within" [path] ";" */
static void within(struct parser *p, struct ast_file *f)
{
    parse_take(p);
    f->has_within = true;
    if (!parse_at(p, TOKEN_SEMICOLON))
        parse_name(p, "the name of a package", &f->within, &f->n_within);
    parse_semicolon(p, "'within'");
    if (p->bad) parse_sync(p);
}

static void no_class(struct parser *p)
{
    enum token_kind kind = p->now.kind;
    parse_unexpected(p, "a class such as 'model' or 'function'");
    if (kind == TOKEN_IMPORT) hint_last(p->m, "an import belongs inside a class");
    if (kind == TOKEN_END) hint_last(p->m, "all classes are closed already");
}

/* ["final"] class ";" */
static struct ast_class *top_class(struct parser *p)
{
    struct place start = p->now.at;
    uint32_t prefixes = parse_accept(p, TOKEN_FINAL) ? PREFIX_FINAL : 0;
    struct ast_class *c;
    prefixes |= parse_starts_class(p->now.kind) ? parse_prefixes(p) : 0;
    if (!parse_starts_class(p->now.kind)) return no_class(p), NULL;
    c = parse_class(p, start, prefixes);
    if (c->closed) parse_semicolon(p, "the class");
    return c;
}

/* After something at the top that is not a class: to the next one. */
static void next_class(struct parser *p)
{
    p->bad = false;
    while (!parse_at(p, TOKEN_EOF) && !(p->now.first && parse_starts_class(p->now.kind)) &&
           !(p->before.kind == TOKEN_SEMICOLON && p->now.kind == TOKEN_FINAL))
        parse_take(p);
}

/* file = ["within" [path] ";"] {["final"] class ";"} */
struct ast_file *parse_file(struct messages *m, struct names *names, int32_t file)
{
    struct parser p;
    struct ast_file *f = ARENA_NEW(m->arena, struct ast_file);
    VEC(struct ast_class *) list = {0};
    parse_start(&p, m, names, file);
    f->source = file;
    if (parse_at(&p, TOKEN_WITHIN)) within(&p, f);
    while (!parse_at(&p, TOKEN_EOF)) {
        uint64_t taken = p.taken;
        struct ast_class *c = top_class(&p);
        if (c) VEC_ADD(m->arena, &list, c);
        if (p.bad) next_class(&p);
        if (p.taken == taken) parse_take(&p);
    }
    f->classes = list.at;
    f->n_classes = list.n;
    return f;
}

struct ast_expr *parse_expression(struct messages *m, struct names *names, int32_t file)
{
    struct parser p;
    int errors = m->errors;
    parse_start(&p, m, names, file);
    struct ast_expr *e = parse_expr(&p);
    if (!p.bad && !parse_at(&p, TOKEN_EOF)) parse_expected(&p, "an operator or the end");
    return m->errors == errors && !p.bad ? e : NULL;
}
