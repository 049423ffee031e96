/* SPDX-License-Identifier: MIT */
/* parse_expr.c - expressions, from the operators that bind least to those that bind most.
 *
 *     expression = if_expression | simple            simple    = or [":" or [":" or]]
 *     or         = and {"or" and}                    and       = not {"and" not}
 *     not        = ["not"] relation                  relation  = sum [relop sum]
 *     sum        = [sign] product {addop term}       term      = [sign] product
 *     product    = power {mulop factor}              factor    = [sign] power
 *     power      = primary [("^" | ".^") exponent]   exponent  = [sign] primary
 *
 * A sign behind an operator (a*-b, a + -b) is not Modelica's, but all tools read it, and so do we.
 * Note what there is not: chains of relations or powers (a < b < c, a^b^c), `not` behind an
 * operator. Each of these is clear to the reader but not to the grammar: it is reported with the
 * parentheses it wants, and read on.
 *
 * Chains a + b + ... make trees that grow to the left, in a loop. Everything that walks a tree
 * recurses, here and in later stages, so a tree has at most HIGHEST levels. */
#include "lang/parse.h"

enum { HIGHEST = 5000 };

struct ast_expr *parse_new(struct parser *p, enum expr_kind kind, int32_t n_args)
{
    struct ast_expr *e = ARENA_NEW(p->a, struct ast_expr);
    e->kind = kind;
    e->at = p->now.at;
    e->n_args = n_args;
    if (n_args) e->args = ARENA_ARRAY(p->a, struct ast_expr *, n_args);
    return e;
}

static int32_t higher(struct ast_expr *const *list, int32_t n, int32_t height)
{
    for (int32_t k = 0; k < n; k++)
        if (list[k] && list[k]->height > height) height = list[k]->height;
    return height;
}

struct ast_expr *parse_done(struct parser *p, struct ast_expr *e, struct place start)
{
    int32_t below = higher(e->args, e->n_args, 0);
    for (int32_t k = 0; k < e->n_path; k++) below = higher(e->path[k].sub, e->path[k].n_sub, below);
    for (int32_t k = 0; k < e->n_iterators; k++) below = higher(&e->iterators[k].range, 1, below);
    e->at = parse_since(p, start);
    e->height = below + 1;
    if (e->height <= HIGHEST) return e;
    parse_error(p, start, "expression too long");
    hint_last(p->m, "at most %d operators may follow each other; give parts of it a name", HIGHEST);
    p->bad = true;
    return e;
}

/* ---- Operators ------------------------------------------------------------------------------- */

enum level { OR, AND, RELATION, SUM, PRODUCT, POWER, NONE };

static enum level level_of(enum token_kind kind)
{
    switch (kind) {
    case TOKEN_OR: return OR;
    case TOKEN_AND: return AND;
    case TOKEN_LT:
    case TOKEN_LE:
    case TOKEN_GT:
    case TOKEN_GE:
    case TOKEN_EQ:
    case TOKEN_NE: return RELATION;
    case TOKEN_PLUS:
    case TOKEN_MINUS:
    case TOKEN_DOT_PLUS:
    case TOKEN_DOT_MINUS: return SUM;
    case TOKEN_STAR:
    case TOKEN_SLASH:
    case TOKEN_DOT_STAR:
    case TOKEN_DOT_SLASH: return PRODUCT;
    case TOKEN_CARET:
    case TOKEN_DOT_CARET: return POWER;
    default: return NONE;
    }
}

static enum expr_op op_of(enum token_kind kind)
{
    switch (kind) {
    case TOKEN_OR: return OP_OR;
    case TOKEN_AND: return OP_AND;
    case TOKEN_NOT: return OP_NOT;
    case TOKEN_PLUS: return OP_ADD;
    case TOKEN_MINUS: return OP_SUB;
    case TOKEN_STAR: return OP_MUL;
    case TOKEN_SLASH: return OP_DIV;
    case TOKEN_CARET: return OP_POW;
    case TOKEN_DOT_PLUS: return OP_EADD;
    case TOKEN_DOT_MINUS: return OP_ESUB;
    case TOKEN_DOT_STAR: return OP_EMUL;
    case TOKEN_DOT_SLASH: return OP_EDIV;
    case TOKEN_DOT_CARET: return OP_EPOW;
    case TOKEN_LT: return OP_LT;
    case TOKEN_LE: return OP_LE;
    case TOKEN_GT: return OP_GT;
    case TOKEN_GE: return OP_GE;
    case TOKEN_EQ: return OP_EQ;
    default: return OP_NE;
    }
}

static bool at_level(const struct parser *p, enum level level)
{
    return !p->bad && level_of(p->now.kind) == level;
}

typedef struct ast_expr *rule(struct parser *p);

/* Afterwards left, the operator at hand and the operand that follows are one expression. */
static struct ast_expr *binary(struct parser *p, struct place start, struct ast_expr *left,
                               rule *right)
{
    struct ast_expr *e = parse_new(p, EXPR_BINARY, 2);
    e->op = op_of(p->now.kind);
    parse_take(p);
    e->args[0] = left;
    e->args[1] = right(p);
    return parse_done(p, e, start);
}

static struct ast_expr *unary(struct parser *p, rule *operand)
{
    struct place start = p->now.at;
    struct ast_expr *e = parse_new(p, EXPR_UNARY, 1);
    e->op = op_of(p->now.kind);
    parse_take(p);
    e->args[0] = operand(p);
    return parse_done(p, e, start);
}

/* operand {operator operand}, to the left */
static struct ast_expr *chain(struct parser *p, enum level level, rule *operand)
{
    struct place start = p->now.at;
    struct ast_expr *e = operand(p);
    while (at_level(p, level)) e = binary(p, start, e, operand);
    return e;
}

/* A sign, `not` or `if` where a primary must be. */
static struct ast_expr *operand(struct parser *p)
{
    enum token_kind kind = p->now.kind;
    struct place at = p->now.at;
    if (kind == TOKEN_IF) {
        parse_error(p, at, "an if-expression within another expression needs parentheses");
        return parse_if(p);
    }
    if (kind != TOKEN_NOT && level_of(kind) != SUM) return parse_primary(p);
    parse_error(p, at, "'%s' cannot follow another operator", lex_text(kind));
    hint_last(p->m, "put it in parentheses with its operand: (%s ...)", lex_text(kind));
    while (p->now.kind == TOKEN_NOT || level_of(p->now.kind) == SUM) parse_take(p);
    return parse_primary(p);
}

/* A sign behind an operator, which Modelica wants in parentheses and other tools do not. */
static bool at_sign(const struct parser *p)
{
    return !p->bad && (p->now.kind == TOKEN_MINUS || p->now.kind == TOKEN_PLUS);
}

/* exponent = [sign] primary */
static struct ast_expr *exponent(struct parser *p)
{
    return at_sign(p) ? unary(p, operand) : operand(p);
}

/* power = primary [("^" | ".^") exponent] */
static struct ast_expr *power(struct parser *p)
{
    struct place start = p->now.at;
    struct ast_expr *e = operand(p);
    if (!at_level(p, POWER)) return e;
    e = binary(p, start, e, exponent);
    if (!at_level(p, POWER)) return e;
    parse_error(p, p->now.at, "'%s' cannot follow another power", lex_text(p->now.kind));
    hint_last(p->m, "write (a^b)^c or a^(b^c)");
    while (at_level(p, POWER)) e = binary(p, start, e, operand);
    return e;
}

/* factor = [sign] power */
static struct ast_expr *factor(struct parser *p)
{
    return at_sign(p) ? unary(p, power) : power(p);
}

/* product = power {("*" | "/" | ".*" | "./") factor} */
static struct ast_expr *product(struct parser *p)
{
    struct place start = p->now.at;
    struct ast_expr *e = power(p);
    while (at_level(p, PRODUCT)) e = binary(p, start, e, factor);
    return e;
}

/* term = [sign] product */
static struct ast_expr *term(struct parser *p)
{
    return at_sign(p) ? unary(p, product) : product(p);
}

/* sum = [sign] product {("+" | "-" | ".+" | ".-") term} */
static struct ast_expr *sum(struct parser *p)
{
    struct place start = p->now.at;
    struct ast_expr *e = at_level(p, SUM) ? unary(p, product) : product(p);
    while (at_level(p, SUM)) e = binary(p, start, e, term);
    return e;
}

/* relation = sum [("<" | "<=" | ">" | ">=" | "==" | "<>") sum] */
static struct ast_expr *relation(struct parser *p)
{
    struct place start = p->now.at;
    struct ast_expr *e = sum(p);
    if (!at_level(p, RELATION)) return e;
    p->relation = p->now.at;
    e = binary(p, start, e, sum);
    if (!at_level(p, RELATION)) return e;
    parse_error(p, p->now.at, "relations cannot be chained");
    hint_last(p->m, "write: a < b and b < c");
    while (at_level(p, RELATION)) e = binary(p, start, e, sum);
    return e;
}

/* not = ["not"] relation */
static struct ast_expr * not(struct parser * p)
{
    return parse_at(p, TOKEN_NOT) ? unary(p, relation) : relation(p);
}

/* and = not {"and" not} */
static struct ast_expr * and (struct parser * p)
{
    return chain(p, AND, not );
}

/* or = and {"or" and} */
static struct ast_expr * or (struct parser * p)
{
    return chain(p, OR, and);
}

/* ---- Ranges and choices ---------------------------------------------------------------------- */

/* simple = or [":" or [":" or]] */
static struct ast_expr *simple(struct parser *p)
{
    struct place start = p->now.at;
    struct ast_expr *first = or (p), *second, *e;
    if (!parse_accept(p, TOKEN_COLON)) return first;
    second = or (p);
    bool three = parse_accept(p, TOKEN_COLON);
    e = parse_new(p, EXPR_RANGE, three ? 3 : 2);
    e->args[0] = first;
    e->args[1] = second;
    if (three) e->args[2] = or (p);
    return parse_done(p, e, start);
}

static bool accept_elseif(struct parser *p)
{
    if (p->bad || parse_misspelt(p, NULL) != TOKEN_ELSEIF) return parse_accept(p, TOKEN_ELSEIF);
    parse_error(p, p->now.at, "'%s' is not Modelica", p->now.text);
    hint_last(p->m, "write 'elseif'");
    parse_take(p);
    return true;
}

/* if_expression = "if" expression "then" expression
 *                 {"elseif" expression "then" expression} "else" expression */
struct ast_expr *parse_if(struct parser *p)
{
    struct place start = p->now.at;
    struct ast_expr *e = parse_new(p, EXPR_IF, 0);
    VEC(struct ast_expr *) args = {0};
    parse_take(p);
    do {
        VEC_ADD(p->a, &args, parse_expr(p));
        parse_expect(p, TOKEN_THEN, "after the condition");
        VEC_ADD(p->a, &args, parse_expr(p));
    } while (accept_elseif(p));
    if (parse_expect(p, TOKEN_ELSE, "in the if-expression")) VEC_ADD(p->a, &args, parse_expr(p));
    e->args = args.at;
    e->n_args = args.n;
    return parse_done(p, e, start);
}

/* expression = if_expression | simple */
struct ast_expr *parse_expr(struct parser *p)
{
    struct ast_expr *e;
    if (p->bad || !parse_enter(p))
        e = parse_new(p, EXPR_BOOLEAN, 0);
    else
        e = parse_at(p, TOKEN_IF) ? parse_if(p) : simple(p);
    parse_leave(p);
    return e;
}
