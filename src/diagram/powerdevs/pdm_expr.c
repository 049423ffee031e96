/* SPDX-License-Identifier: MIT */
/* pdm_expr.c - expressions of Scilab, as parameters of PowerDEVS are, in the model language.
 *
 * Most are the same in both: numbers, + - * / ^ .* ./ .^ and the elementary functions. Different
 * are
 *
 *     %pi %e %eps            Modelica.Constants.pi, exp(1), 2.220446049250313e-16
 *     [1 2 3]  [1;2;3]       {1, 2, 3};  a matrix [1, 2; 3, 4] stays
 *     ones(n,1)              ones(n), and so zeros
 *     v(3)                   v[3], if v is a variable
 *     length(v) mean(v)      size(v, 1), (sum(v) / size(v, 1))
 *     rand(3,1)              {0.211324865464121, ...}: the numbers themselves, as Scilab draws them
 *
 * rand of Scilab is the generator URAND of Forsythe, Malcolm and Moler, from the seed 0:
 *     s := (843314861 s + 453816693) mod 2^31,   rand = s / 2^31.
 *
 * Anything else has no counterpart and is named. */
#include "base/elementary.h"
#include "diagram/powerdevs/pdm.h"
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct scan {
    struct pdm *p;
    const char *s;
    const struct pdm_globals *g;
    pdm_names *used;
    char *out;
    size_t n, room;
    const char *what; /* that has no counterpart; NULL: all is fine */
    int depth;
    bool drawn; /* a vector of random numbers: + and - go element by element */
};

/* ---- What is written ------------------------------------------------------------------------- */

static void put(struct scan *c, const char *text, size_t n)
{
    if (c->n + n + 1 > c->room) {
        size_t room = 2 * (c->n + n) + 64;
        char *more = arena_take(&c->p->arena, room);
        if (c->n) memcpy(more, c->out, c->n);
        c->out = more;
        c->room = room;
    }
    memcpy(c->out + c->n, text, n);
    c->out[c->n += n] = 0;
}

static void puts_to(struct scan *c, const char *text)
{
    put(c, text, strlen(text));
}

bool pdm_has(const pdm_names *l, const char *name)
{
    for (int32_t k = 0; k < l->n; k++)
        if (strcmp(l->at[k], name) == 0) return true;
    return false;
}

static bool is_variable(const struct pdm_globals *g, const char *name)
{
    for (int32_t k = 0; g && k < g->list.n; k++)
        if (strcmp(g->list.at[k].name, name) == 0) return true;
    return false;
}

static void skip(struct scan *c)
{
    while (*c->s == ' ' || *c->s == '\t') c->s++;
}

static void expression(struct scan *c, const char *stops);

/* ---- Calls ----------------------------------------------------------------------------------- */

/* What a function of Scilab is called here, or a text in which %1 is the argument; NULL: it has no
 * counterpart. */
static const char *counterpart(const char *name)
{
    static const char *const others[][2] = {
        {"sum", "sum"},
        {"max", "max"},
        {"min", "min"},
        {"floor", "floor"},
        {"ceil", "ceil"},
        {"linspace", "linspace"},
        {"ones", "ones(%1)"},
        {"zeros", "zeros(%1)"},
        {"modulo", "mod"},
        {"length", "size(%1, 1)"},
        {"mean", "(sum(%1) / size(%1, 1))"},
    };
    for (size_t k = 0; k < sizeof others / sizeof *others; k++)
        if (strcmp(others[k][0], name) == 0) return others[k][1];
    return elementary_find(name) >= 0 ? name : NULL;
}

/* An expression inside this one, as text of its own. */
static const char *inner(struct scan *c, const char *stops)
{
    struct scan in = {.p = c->p, .s = c->s, .g = c->g, .used = c->used, .depth = c->depth + 1};
    puts_to(&in, "");
    expression(&in, stops);
    c->s = in.s;
    if (in.what) c->what = in.what;
    return in.out;
}

static void put_pattern(struct scan *c, const char *pattern, const char *argument)
{
    for (; *pattern; pattern++) {
        if (pattern[0] == '%' && pattern[1] == '1')
            puts_to(c, argument), pattern++;
        else
            put(c, pattern, 1);
    }
}

/* ones(n,1) and ones(1,n) are vectors of length n; other shapes keep both. */
static const char *shape(struct scan *c, const char *rows, const char *cols)
{
    if (strcmp(cols, "1") == 0) return rows;
    return strcmp(rows, "1") == 0 ? cols : arena_format(&c->p->arena, "%s, %s", rows, cols);
}

/* The present character is the one behind "(". */
static void arguments(struct scan *c, const char *ours)
{
    const char *first = inner(c, ",)"), *more = NULL;
    bool pattern = strstr(ours, "%1") != NULL;
    if (!pattern) puts_to(c, ours), puts_to(c, "("), puts_to(c, first);
    while (*c->s == ',' && !c->what) {
        c->s++;
        more = inner(c, ",)");
        if (pattern)
            first = shape(c, first, more);
        else
            puts_to(c, ", "), puts_to(c, more);
    }
    if (*c->s != ')') {
        c->what = "an unfinished '('";
        return;
    }
    c->s++;
    if (pattern)
        put_pattern(c, ours, first);
    else
        puts_to(c, ")");
}

static void index_of(struct scan *c)
{
    puts_to(c, "[");
    puts_to(c, inner(c, ")"));
    if (*c->s != ')') {
        c->what = "an unfinished '('";
        return;
    }
    c->s++;
    puts_to(c, "]");
}

/* A number of elements: a literal, or a variable that is one; 0: it is not known. */
static long count_of(const struct scan *c, const char *text)
{
    char *end;
    long n = strtol(text, &end, 10);
    for (int32_t k = 0; c->g && k < c->g->list.n; k++)
        if (!strcmp(c->g->list.at[k].name, text)) n = strtol(c->g->list.at[k].text, &end, 10);
    return *text && !*end && n > 0 && n <= 100000 ? n : 0;
}

/* rand(), rand(n,1), rand(1,n): the present character is the one behind "rand(". */
static void draw(struct scan *c)
{
    const char *rows = inner(c, ",)"), *cols = "1";
    long n = *rows ? 0 : 1;
    char number[40];
    bool scalar = !*rows;
    if (*c->s == ',') c->s++, cols = inner(c, ")");
    if (*rows) n = count_of(c, strcmp(rows, "1") == 0 ? cols : rows);
    if (*c->s != ')' || n == 0 || (strcmp(rows, "1") != 0 && strcmp(cols, "1") != 0)) {
        c->what = "'rand(...)' of this shape";
        return;
    }
    c->s++;
    if (!scalar) puts_to(c, "{");
    for (long k = 0; k < n; k++) {
        c->p->drawn = (843314861u * c->p->drawn + 453816693u) & 0x7fffffffu;
        snprintf(number, sizeof number, "%s%.15g", k ? ", " : "", c->p->drawn / 2147483648.0);
        puts_to(c, number);
    }
    if (!scalar) puts_to(c, "}");
    c->drawn |= !scalar;
}

static void name(struct scan *c)
{
    const char *from = c->s;
    char *word;
    while (isalnum((unsigned char)*c->s) || *c->s == '_') c->s++;
    word = arena_text(&c->p->arena, from, (size_t)(c->s - from));
    if (*c->s != '(' || is_variable(c->g, word)) {
        if (!pdm_has(c->used, word)) VEC_ADD(&c->p->arena, c->used, word);
        puts_to(c, word);
        if (*c->s == '(') c->s++, index_of(c);
    } else if (strcmp(word, "rand") == 0) {
        c->s++;
        draw(c);
    } else if (counterpart(word)) {
        c->s++;
        arguments(c, counterpart(word));
    } else {
        c->what = arena_format(&c->p->arena, "'%s(...)'", word);
    }
}

/* ---- Constants, matrices --------------------------------------------------------------------- */

static void constant(struct scan *c)
{
    static const char *const known[][2] = {{"%pi", "Modelica.Constants.pi"},
                                           {"%eps", "2.220446049250313e-16"},
                                           {"%e", "exp(1)"},
                                           {"%t", "1"},
                                           {"%f", "0"}};
    for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
        size_t n = strlen(known[k][0]);
        if (strncmp(c->s, known[k][0], n) != 0 || isalnum((unsigned char)c->s[n])) continue;
        puts_to(c, known[k][1]);
        c->s += n;
        return;
    }
    c->what = arena_format(&c->p->arena, "'%.12s'", c->s);
}

static bool ends_operand(char ch)
{
    return isalnum((unsigned char)ch) || ch == ')' || ch == ']' || ch == '}' || ch == '_' ||
           ch == '.';
}

/* [a b; c d]: the present character is behind "[". Rows of one element each, or one row, are a
 * vector. */
static void matrix(struct scan *c)
{
    VEC(const char *) item = {0};
    VEC(int32_t) row = {0};
    int32_t rows = 1;
    for (skip(c); *c->s && *c->s != ']' && !c->what; skip(c)) {
        const char *text = inner(c, ",;] ");
        VEC_ADD(&c->p->arena, &item, text);
        VEC_ADD(&c->p->arena, &row, rows);
        skip(c);
        if (*c->s == ';') rows++;
        if (*c->s == ';' || *c->s == ',') c->s++;
    }
    if (*c->s != ']' && !c->what) c->what = "an unfinished '['";
    if (c->what) return;
    c->s++;
    bool vector = rows == 1 || rows == item.n;
    puts_to(c, vector ? "{" : "[");
    for (int32_t k = 0; k < item.n; k++) {
        if (k) puts_to(c, !vector && row.at[k] != row.at[k - 1] ? "; " : ", ");
        puts_to(c, item.at[k]);
    }
    puts_to(c, vector ? "}" : "]");
}

static void number(struct scan *c)
{
    const char *from = c->s;
    while (isdigit((unsigned char)*c->s)) c->s++;
    if (*c->s == '.' && !strchr("*/^", c->s[1] ? c->s[1] : ' ')) c->s++;
    while (isdigit((unsigned char)*c->s)) c->s++;
    if (strchr("eEdD", *c->s) && *c->s &&
        (isdigit((unsigned char)c->s[1]) ||
         (strchr("+-", c->s[1]) && isdigit((unsigned char)c->s[2])))) {
        c->s += 2;
        while (isdigit((unsigned char)*c->s)) c->s++;
    }
    if (*from == '.') puts_to(c, "0");
    put(c, from, (size_t)(c->s - from));
    for (size_t k = c->n; k-- > 0 && c->out[k] != ' ';)
        if (c->out[k] == 'd' || c->out[k] == 'D') {
            if (k && (isdigit((unsigned char)c->out[k - 1]) || c->out[k - 1] == '.'))
                c->out[k] = 'e';
            break;
        }
}

/* ---- Expressions ----------------------------------------------------------------------------- */

/* One thing: an operand or an operator. */
static void piece(struct scan *c)
{
    char ch = *c->s;
    if (isdigit((unsigned char)ch) || (ch == '.' && isdigit((unsigned char)c->s[1]))) {
        number(c);
    } else if (isalpha((unsigned char)ch) || ch == '_') {
        name(c);
    } else if (ch == '%') {
        constant(c);
    } else if (ch == '[') {
        c->s++;
        matrix(c);
    } else if (ch == '(') {
        c->s++;
        puts_to(c, "(");
        puts_to(c, inner(c, ")"));
        if (*c->s == ')')
            c->s++, puts_to(c, ")");
        else if (!c->what)
            c->what = "an unfinished '('";
    } else if (strchr("+-*/^:.", ch)) {
        if (c->drawn && strchr("+-", ch)) put(c, ".", 1);
        put(c, c->s++, 1);
    } else {
        c->what = arena_format(&c->p->arena, "'%.12s'", c->s);
    }
}

/* Up to one of the characters in stops (a blank among them: between two operands), or to the
 * end. */
static void expression(struct scan *c, const char *stops)
{
    bool blanks = strchr(stops, ' ') != NULL;
    if (c->depth > 50) c->what = "too many brackets";
    for (;;) {
        const char *before = c->s;
        skip(c);
        if (!*c->s || c->what || (*c->s != ' ' && strchr(stops, *c->s))) return;
        if (c->s > before && c->n) {
            bool sign = strchr("+-", *c->s) && c->s[1] != ' ';
            bool operand = isalnum((unsigned char)*c->s) || strchr("([%_.", *c->s) || sign;
            if (blanks && ends_operand(c->out[c->n - 1]) && operand &&
                !(c->s[0] == '.' && !isdigit((unsigned char)c->s[1])))
                return;
            put(c, " ", 1);
        }
        piece(c);
    }
}

const char *pdm_expression(struct pdm *p, const char *scilab, const struct pdm_globals *g,
                           pdm_names *used, const char **what)
{
    struct scan c = {.p = p, .s = scilab, .g = g, .used = used};
    puts_to(&c, "");
    expression(&c, "");
    *what = c.what;
    return c.what ? NULL : c.out;
}
