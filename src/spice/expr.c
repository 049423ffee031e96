/* SPDX-License-Identifier: MIT */
/* expr.c - expressions of netlists.
 *
 *     expression = or [? expression : expression]
 *     or         = and {|| and}              and = relation {&& relation}
 *     relation   = sum [(< | <= | > | >= | == | !=) sum]
 *     sum        = product {(+ | -) product} product = factor {(* | /) factor}
 *     factor     = (- | + | !) factor | power
 *     power      = primary [(** | ^) factor]
 *     primary    = number | ( expression ) | { expression } | name | name(...)
 *
 * V(a), V(a,b) and I(part) are voltages and currents; other calls are functions, those of .func
 * included. */
#include "spice/netlist.h"
#include <math.h>
#include <string.h>

enum { DEEPEST = 200, LONGEST = 2000 /* operators */ };

struct parser {
    struct netlist *n;
    struct line l;
    int depth, terms;
    bool failed;
};

static struct x *make(struct parser *p, enum x_kind kind, struct place at, int32_t n)
{
    struct x *e = ARENA_NEW(p->n->arena, struct x);
    e->kind = kind;
    e->at = at;
    e->n = n;
    e->arg = ARENA_ARRAY(p->n->arena, struct x *, n ? n : 1);
    return e;
}

struct x *x_number(struct netlist *n, double value, struct place at)
{
    struct x *e = ARENA_NEW(n->arena, struct x);
    e->kind = X_NUMBER;
    e->at = at;
    e->number = value;
    return e;
}

static struct x *fail(struct parser *p, struct place at, const char *text);

static struct x *binary(struct parser *p, enum x_kind kind, struct x *a, struct x *b)
{
    struct x *e;
    if (++p->terms > LONGEST) return fail(p, a->at, "the expression is too long");
    e = make(p, kind, place_join(a->at, b->at), 2);
    e->arg[0] = a;
    e->arg[1] = b;
    return e;
}

static struct x *fail(struct parser *p, struct place at, const char *text)
{
    if (!p->failed) error_at(p->n->m, at, "%s", text);
    p->failed = true;
    p->l.pos = p->l.end;
    return x_number(p->n, 0, at);
}

/* Is the next text that operator? Then it is skipped. */
static bool takes(struct parser *p, const char *text)
{
    uint32_t n = (uint32_t)strlen(text);
    line_ends(&p->l);
    if (p->l.end - p->l.pos < n || memcmp(p->l.text + p->l.pos, text, n) != 0) return false;
    p->l.pos += n;
    return true;
}

static struct x *expression(struct parser *p);
static struct x *factor(struct parser *p);

static bool name_letter(char c, bool first)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '#' ||
           (!first && ((c >= '0' && c <= '9') || c == '.' || c == ':'));
}

/* A name of a node or a part: nearly anything. */
static struct word thing(struct parser *p)
{
    uint32_t from;
    line_ends(&p->l);
    from = p->l.pos;
    while (p->l.pos < p->l.end && !strchr(" \t\r\n,()", p->l.text[p->l.pos])) p->l.pos++;
    return (struct word){p->l.text + from, p->l.pos - from, {p->l.file, from, p->l.pos - from}};
}

static struct x *probe(struct parser *p, struct word name)
{
    struct x *e = make(p, word_is(name, "v") ? X_VOLTAGE : X_CURRENT, name.at, 0);
    e->word = thing(p);
    e->other.s = NULL;
    if (e->word.n == 0) return fail(p, name.at, "the name of a node or a part is missing");
    if (e->kind == X_VOLTAGE && takes(p, ",")) e->other = thing(p);
    if (!takes(p, ")")) return fail(p, name.at, "')' is missing");
    e->at = place_join(name.at, (struct place){p->l.file, p->l.pos - 1, 1});
    return e;
}

static struct x *call(struct parser *p, struct word name)
{
    struct xs args = {NULL, 0, 0};
    struct x *e;
    if (!takes(p, ")")) {
        do VEC_ADD(p->n->arena, &args, expression(p));
        while (takes(p, ","));
        if (!takes(p, ")")) return fail(p, name.at, "')' is missing");
    }
    e = make(p, X_CALL, place_join(name.at, (struct place){p->l.file, p->l.pos - 1, 1}), 0);
    e->word = name;
    e->arg = args.at;
    e->n = args.n;
    return e;
}

static struct x *number(struct parser *p)
{
    uint32_t from = p->l.pos, to = from;
    const char *s = p->l.text;
    double value = 0;
    while (
        to < p->l.end &&
        ((s[to] >= '0' && s[to] <= '9') || s[to] == '.' || name_letter(s[to], true) ||
         (unsigned char)s[to] >= 0x80 ||
         ((s[to] == '+' || s[to] == '-') && to > from && (s[to - 1] | 32) == 'e' &&
          to + 1 < p->l.end && s[to + 1] >= '0' && s[to + 1] <= '9' &&
          ((s[to - 2 >= from ? to - 2 : from] >= '0' && s[to - 2 >= from ? to - 2 : from] <= '9') ||
           s[to - 2 >= from ? to - 2 : from] == '.'))))
        to++;
    p->l.pos = to;
    if (spice_number(s + from, to - from, &value) != 1)
        return fail(p, (struct place){p->l.file, from, to - from}, "not a number");
    return x_number(p->n, value, (struct place){p->l.file, from, to - from});
}

static struct x *closed(struct parser *p, const char *end)
{
    struct place at = {p->l.file, p->l.pos - 1, 1};
    struct x *e = expression(p);
    if (takes(p, end)) return e;
    return fail(p, at, "it is not closed");
}

static struct x *primary(struct parser *p)
{
    struct word w;
    struct x *e;
    char c;
    if (line_ends(&p->l))
        return fail(p, (struct place){p->l.file, p->l.end ? p->l.end - 1 : 0, 1},
                    "the expression ends too early");
    c = p->l.text[p->l.pos];
    if (takes(p, "(")) return closed(p, ")");
    if (takes(p, "{")) return closed(p, "}");
    if ((c >= '0' && c <= '9') || c == '.') return number(p);
    if (!name_letter(c, true))
        return fail(p, (struct place){p->l.file, p->l.pos, 1},
                    "this does not belong into an expression");
    w = (struct word){p->l.text + p->l.pos, 0, {p->l.file, p->l.pos, 0}};
    while (p->l.pos < p->l.end && name_letter(p->l.text[p->l.pos], false)) p->l.pos++, w.n++;
    w.at.len = w.n;
    if (takes(p, "(")) return word_is(w, "v") || word_is(w, "i") ? probe(p, w) : call(p, w);
    e = make(p, X_NAME, w.at, 0);
    e->word = w;
    return e;
}

static struct x *power(struct parser *p)
{
    struct x *a = primary(p);
    if (takes(p, "**") || takes(p, "^")) return binary(p, X_POWER, a, factor(p));
    return a;
}

static struct x *unary(struct parser *p, enum x_kind kind)
{
    struct place at = {p->l.file, p->l.pos - 1, 1};
    struct x *a = factor(p), *e = make(p, kind, place_join(at, a->at), 1);
    e->arg[0] = a;
    return e;
}

static struct x *factor(struct parser *p)
{
    struct x *e;
    if (++p->depth > DEEPEST)
        e = fail(p, (struct place){p->l.file, p->l.pos < p->l.end ? p->l.pos : 0, 1},
                 "it is nested too deeply");
    else if (takes(p, "-"))
        e = unary(p, X_MINUS);
    else if (takes(p, "+"))
        e = factor(p);
    else if (!(p->l.pos + 1 < p->l.end && p->l.text[p->l.pos + 1] == '=') && takes(p, "!"))
        e = unary(p, X_NOT);
    else
        e = power(p);
    p->depth--;
    return e;
}

static struct x *product(struct parser *p)
{
    struct x *a = factor(p);
    for (;;) {
        if (takes(p, "*"))
            a = binary(p, X_TIMES, a, factor(p));
        else if (takes(p, "/"))
            a = binary(p, X_DIVIDE, a, factor(p));
        else
            return a;
    }
}

static struct x *sum(struct parser *p)
{
    struct x *a = product(p);
    for (;;) {
        if (takes(p, "+"))
            a = binary(p, X_ADD, a, product(p));
        else if (takes(p, "-"))
            a = binary(p, X_SUBTRACT, a, product(p));
        else
            return a;
    }
}

static struct x *relation(struct parser *p)
{
    static const struct {
        const char *text;
        enum x_kind kind;
    } signs[] = {{"<=", X_LESS_EQUAL}, {">=", X_MORE_EQUAL}, {"==", X_EQUAL}, {"!=", X_UNEQUAL},
                 {"<>", X_UNEQUAL},    {"<", X_LESS},        {">", X_MORE}};
    struct x *a = sum(p);
    for (size_t k = 0; k < sizeof signs / sizeof signs[0]; k++)
        if (takes(p, signs[k].text)) return binary(p, signs[k].kind, a, sum(p));
    return a;
}

static struct x *and_(struct parser *p)
{
    struct x *a = relation(p);
    while (takes(p, "&&") || takes(p, "&")) a = binary(p, X_AND, a, relation(p));
    return a;
}

static struct x *or_(struct parser *p)
{
    struct x *a = and_(p);
    while (takes(p, "||") || takes(p, "|")) a = binary(p, X_OR, a, and_(p));
    return a;
}

static struct x *expression(struct parser *p)
{
    struct x *a, *e;
    if (++p->depth > DEEPEST) {
        p->depth--;
        return fail(p, (struct place){p->l.file, p->l.pos < p->l.end ? p->l.pos : 0, 1},
                    "it is nested too deeply");
    }
    a = or_(p);
    if (takes(p, "?")) {
        e = make(p, X_IF, a->at, 3);
        e->arg[0] = a;
        e->arg[1] = expression(p);
        e->arg[2] = takes(p, ":") ? expression(p) : fail(p, a->at, "':' is missing");
        e->at = place_join(a->at, e->arg[2]->at);
        a = e;
    }
    p->depth--;
    return a;
}

struct x *spice_expression(struct netlist *n, struct line l)
{
    struct parser p = {n, l, 0, 0, false};
    struct x *e = expression(&p);
    if (!p.failed && !line_ends(&p.l))
        return fail(&p, line_place(&p.l), "this does not belong to the expression");
    return e;
}

/* ---- Values ---------------------------------------------------------------------------------- */

struct x *spice_value(struct netlist *n, struct word w)
{
    struct line l = {w.s ? w.s - w.at.pos : NULL, w.at.file, w.at.pos, w.at.pos + w.n};
    double value = 0;
    int is = w.n ? spice_number(w.s, w.n, &value) : 0;
    if (is == 1) return x_number(n, value, w.at);
    if (is == 2) {
        error_at(n->m, w.at, "'%.*s' is not a number that all programs read alike", (int)w.n, w.s);
        hint_last(n->m, "write 4.7k for 4k7");
        return x_number(n, 0, w.at);
    }
    if (w.n >= 2 && (w.s[0] == '\'' || w.s[0] == '"')) {
        l.pos++;
        l.end -= w.s[w.n - 1] == w.s[0];
    }
    return spice_expression(n, l);
}
