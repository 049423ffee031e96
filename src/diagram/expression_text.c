/* SPDX-License-Identifier: MIT */
/* expression_text.c - expressions of a diagram as a model of the language.
 *
 *     "inputs": ["w", "up"], "y": "U - w - g*up^2", "size": 500     becomes
 *
 *     model f
 *       parameter Real U = 5;
 *       parameter Real g = 0.25;
 *       input Real w[500];
 *       input Real up[500];
 *       output Real y[500];
 *     equation
 *       for i in 1:500 loop
 *     y[i] = (
 *     U - w[i] - g*up[i]^2
 *     );
 *       end for;
 *     end f;
 *
 * Every text is in lines of its own, so that the place of a message in the
 * model tells which text and where in it: the only difference is the [i] that
 * names without an index get. A text that contains line ends keeps them. */
#include "base/keywords.h"
#include "diagram/expression.h"
#include <ctype.h>
#include <math.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Names in texts -------------------------------------------------------------------------- */

#define TEXT_(name, text) text,
static const char *const words[] = {TOKEN_KEYWORDS(TEXT_) "time", "Real", "Integer", "Boolean",
                                    "String"};
#undef TEXT_

static bool is_word(const char *name)
{
    for (size_t k = 0; k < sizeof words / sizeof *words; k++)
        if (!strcmp(words[k], name)) return true;
    return false;
}

static bool begins_name(char c)
{
    return isalpha((unsigned char)c) || c == '_';
}
static bool goes_on(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

/* One step through a text: the piece at s (a name, a number, a string, a
 * comment, or one character) and its length. */
enum piece { OTHER, NAME };
static enum piece next_piece(const char *s, size_t *n)
{
    *n = 1;
    if (begins_name(*s)) {
        while (goes_on(s[*n])) ++*n;
        return NAME;
    }
    if (isdigit((unsigned char)*s) || (*s == '.' && isdigit((unsigned char)s[1]))) {
        while (goes_on(s[*n]) || s[*n] == '.' ||
               ((s[*n] == '+' || s[*n] == '-') && (s[*n - 1] == 'e' || s[*n - 1] == 'E')))
            ++*n;
    } else if (*s == '"') {
        while (s[*n] && s[*n] != '"') *n += s[*n] == '\\' && s[*n + 1] ? 2 : 1;
        *n += s[*n] == '"';
    } else if (*s == '/' && s[1] == '/') {
        while (s[*n] && s[*n] != '\n') ++*n;
    } else if (*s == '/' && s[1] == '*') {
        const char *end = strstr(s + 2, "*/");
        *n = end ? (size_t)(end + 2 - s) : strlen(s);
    }
    return OTHER;
}

static bool same_name(const char *s, size_t n, const char *name)
{
    return strlen(name) == n && !memcmp(s, name, n);
}

/* Is it an input or an output? */
static bool is_signal(const struct expression_spec *x, const char *s, size_t n)
{
    for (size_t k = 0; k < x->n_inputs; k++)
        if (same_name(s, n, x->inputs[k])) return true;
    for (size_t k = 0; k < x->n_outputs; k++)
        if (same_name(s, n, x->outputs[k].name)) return true;
    return false;
}

static bool text_names(const char *text, const char *name)
{
    size_t n;
    for (const char *s = text ? text : ""; *s; s += n)
        if (next_piece(s, &n) == NAME && same_name(s, n, name)) return true;
    return false;
}

static bool is_named(const struct expression_spec *x, const char *name)
{
    for (size_t k = 0; k < x->n_outputs; k++)
        if (text_names(x->outputs[k].text, name) || text_names(x->outputs[k].start, name))
            return true;
    return false;
}

/* Does the piece of n bytes at s stand for its element i? Not with an index,
 * not as a function or part of a name. */
static bool gets_index(const struct expression_spec *x, const char *text, const char *s, size_t n)
{
    const char *behind = s + n;
    if (!begins_name(*s) || !is_signal(x, s, n) || (s > text && s[-1] == '.')) return false;
    while (isspace((unsigned char)*behind)) behind++;
    return *behind != '[' && *behind != '(' && *behind != '.';
}

/* ---- The model ------------------------------------------------------------------------------- */

#define INDEX "[i]"

static void put_text(FILE *out, const struct expression_spec *x, const char *text)
{
    size_t n;
    for (const char *s = text; *s; s += n) {
        next_piece(s, &n);
        fwrite(s, 1, n, out);
        if (gets_index(x, text, s, n)) fputs(INDEX, out);
    }
}

static void put_numbers(FILE *out, const struct expression_parameter *p)
{
    int32_t n = p->rows * p->cols;
    if (p->rank == 0) {
        fprintf(out, "%.17g", p->v[0]);
        return;
    }
    fputc('{', out);
    for (int32_t k = 0; k < n; k++) {
        if (p->rank == 2 && k % p->cols == 0) fputs(k ? "}, {" : "{", out);
        fprintf(out, "%s%.17g", k && (p->rank == 1 || k % p->cols) ? ", " : "", p->v[k]);
    }
    fputs(p->rank == 2 ? "}}" : "}", out);
}

static void put_parameter(FILE *out, const struct expression_parameter *p)
{
    fprintf(out, "  parameter %s %s", p->whole ? "Integer" : "Real", p->name);
    if (p->rank == 1) fprintf(out, "[%d]", (int)(p->rows * p->cols));
    if (p->rank == 2) fprintf(out, "[%d, %d]", (int)p->rows, (int)p->cols);
    fputs(" = ", out);
    put_numbers(out, p);
    fputs(";\n", out);
}

/* An = that is not part of ==, <=, >=, := and not inside brackets. */
static bool is_equation(const char *text)
{
    size_t n;
    int depth = 0;
    for (const char *s = text; *s; s += n) {
        next_piece(s, &n);
        if (n > 1) continue;
        depth += (*s == '(' || *s == '[' || *s == '{') - (*s == ')' || *s == ']' || *s == '}');
        if (*s == '=' && depth == 0 && s[1] != '=' && (s == text || !strchr("<>=:", s[-1])))
            return true;
    }
    return false;
}

/* The text starts a line; *at: where in the model. */
static void put_equation(FILE *out, const struct expression_spec *x,
                         const struct expression_output *y, size_t *at)
{
    if (!x->implicit)
        fprintf(out, "%s[i] = (\n", y->name);
    else
        fputs(is_equation(y->text) ? "\n" : "0 = (\n", out);
    *at = (size_t)ftell(out);
    put_text(out, x, y->text);
    fputs(x->implicit && is_equation(y->text) ? "\n;\n" : "\n);\n", out);
}

static void put_starts(FILE *out, const struct expression_spec *x,
                       const struct expression_output *y)
{
    fprintf(out, "  output Real %s[%d]", y->name, (int)x->size);
    if (x->implicit && y->start) {
        fputs("(start = {\n", out);
        put_text(out, x, y->start);
        fprintf(out, "\n for i in 1:%d})", (int)x->size);
    }
    fputs(";\n", out);
}

/* A name of the language made from any text. */
static void put_model_name(FILE *out, const char *name)
{
    fputs("b_", out);
    for (; *name; name++) fputc(goes_on(*name) ? *name : '_', out);
}

static void put_model(FILE *out, const struct expression_spec *x, size_t *at)
{
    fputs("model ", out);
    put_model_name(out, x->name);
    fputc('\n', out);
    for (size_t k = 0; k < x->n_parameters; k++) {
        const struct expression_parameter *p = &x->parameters[k];
        if (is_named(x, p->name) && !is_signal(x, p->name, strlen(p->name)) &&
            p->rows * p->cols > 0)
            put_parameter(out, p);
    }
    for (size_t k = 0; k < x->n_inputs; k++)
        fprintf(out, "  input Real %s[%d];\n", x->inputs[k], (int)x->size);
    for (size_t k = 0; k < x->n_outputs; k++) put_starts(out, x, &x->outputs[k]);
    fprintf(out, "equation\n  for i in 1:%d loop\n", (int)x->size);
    for (size_t k = 0; k < x->n_outputs; k++) put_equation(out, x, &x->outputs[k], &at[k]);
    fputs("  end for;\nend ", out);
    put_model_name(out, x->name);
    fputs(";\n", out);
}

/* ---- Checks ---------------------------------------------------------------------------------- */

static void complain(const struct expression_spec *x, int32_t output, const char *hint,
                     const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 4, 5)))
#endif
    ;
static void complain(const struct expression_spec *x, int32_t output, const char *hint,
                     const char *format, ...)
{
    char text[256];
    va_list ap;
    va_start(ap, format);
    vsnprintf(text, sizeof text, format, ap);
    va_end(ap);
    if (x->error) x->error(x->user, output, 0, 0, SALTUS_EMODEL, text, hint);
}

static bool good_name(const struct expression_spec *x, const char *name, int32_t output)
{
    const char *s = name;
    if (!begins_name(*s)) s = "?";
    while (goes_on(*s)) s++;
    if (*s) {
        complain(x, output, "a letter, then letters, digits and _",
                 "'%s' is not a valid name for a signal", name);
        return false;
    }
    if (is_word(name) || !strcmp(name, "i")) {
        complain(x, output, "choose another name", "'%s' cannot be the name of a signal: %s", name,
                 strcmp(name, "i") ? "it is a word of the language"
                                   : "it is the number of the element");
        return false;
    }
    return true;
}

/* Brackets of a text must close inside it: otherwise it would end the model around it. */
static bool good_text(const struct expression_spec *x, int32_t output, const char *text)
{
    size_t n;
    int depth = 0;
    for (const char *s = text; *s; s += n) {
        next_piece(s, &n);
        if (n == 1) depth += (*s == '(') - (*s == ')');
        if (depth < 0 || (n == 1 && *s == ';')) {
            if (x->error)
                x->error(x->user, output, (uint32_t)(s - text), 1, SALTUS_EMODEL,
                         *s == ';' ? "an expression has no ';'" : "this ')' has no '('", NULL);
            return false;
        }
    }
    for (const char *s = text; *s; s++)
        if (!isspace((unsigned char)*s)) return true;
    complain(x, output, NULL, "the expression is empty");
    return false;
}

static bool good_spec(const struct expression_spec *x)
{
    bool good = true;
    for (size_t k = 0; k < x->n_inputs; k++) good &= good_name(x, x->inputs[k], -1);
    for (size_t k = 0; k < x->n_outputs; k++) {
        const struct expression_output *y = &x->outputs[k];
        good &= good_name(x, y->name, (int32_t)k) && good_text(x, (int32_t)k, y->text);
        for (size_t j = 0; j < x->n_inputs; j++)
            if (!strcmp(x->inputs[j], y->name)) {
                complain(x, (int32_t)k, NULL, "'%s' is an input and an output", y->name);
                good = false;
            }
    }
    for (size_t k = 0; k < x->n_parameters; k++)
        for (int32_t j = 0; j < x->parameters[k].rows * x->parameters[k].cols; j++)
            if (!isfinite(x->parameters[k].v[j]) && is_named(x, x->parameters[k].name)) {
                complain(x, -1, NULL, "parameter '%s' is not finite", x->parameters[k].name);
                return false;
            }
    if (x->n_outputs == 0) complain(x, -1, NULL, "the block has no output");
    return good && x->n_outputs > 0;
}

char *expression_text(const struct expression_spec *x, size_t *at)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out;
    if (!good_spec(x) || !(out = open_memstream(&text, &size))) return NULL;
    put_model(out, x, at);
    if (ferror(out) | fclose(out)) {
        free(text);
        return NULL;
    }
    return text;
}

/* ---- Places ---------------------------------------------------------------------------------- */

size_t expression_place(const struct expression_spec *x, const char *text, size_t k)
{
    size_t n, made = 0;
    for (const char *s = text; *s; s += n) {
        size_t more;
        next_piece(s, &n);
        more = n + (gets_index(x, text, s, n) ? sizeof INDEX - 1 : 0);
        if (k < made + more) return (size_t)(s - text) + (k - made < n ? k - made : n - 1);
        made += more;
    }
    return k == made ? strlen(text) : SIZE_MAX;
}
