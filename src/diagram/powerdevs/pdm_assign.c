/* SPDX-License-Identifier: MIT */
/* pdm_assign.c - what a Scilab Command assigns at the start, as parameters of a diagram.
 *
 * A parameter has one value: of several assignments to a whole variable the last one counts. An
 * assignment to some elements, v(1:2:n)=5, keeps the old value as a parameter of another name, and
 * chooses between both element by element. Everything else (loops, functions, a value made from its
 * old one) has no counterpart. */
#include "diagram/powerdevs/pdm.h"
#include <ctype.h>
#include <string.h>

/* Length of the statement at s: up to a comma, semicolon or line break outside brackets. */
static size_t statement(const char *s)
{
    int depth = 0;
    size_t n = 0;
    for (; s[n]; n++) {
        if (strchr("([{", s[n])) depth++;
        if (strchr(")]}", s[n])) depth--;
        if (depth <= 0 && (s[n] == ',' || s[n] == ';' || s[n] == '\n')) break;
        if (depth <= 0 && s[n] == '\\' && s[n + 1] == 'n') break;
    }
    return n;
}

static const char *without_blanks(struct pdm *p, const char *s, size_t n)
{
    while (n && isspace((unsigned char)*s)) s++, n--;
    while (n && isspace((unsigned char)s[n - 1])) n--;
    return arena_text(&p->arena, s, n);
}

static bool is_name(const char *s)
{
    if (!isalpha((unsigned char)*s)) return false;
    while (isalnum((unsigned char)*s) || *s == '_') s++;
    return *s == 0;
}

static struct pdm_value *variable(struct pdm_globals *g, const char *name_)
{
    for (int32_t k = 0; k < g->list.n; k++)
        if (strcmp(g->list.at[k].name, name_) == 0) return &g->list.at[k];
    return NULL;
}

/* When is j one of the indices "3", "a:b" or "a:d:b"? NULL: something in them has no
 * counterpart. */
static const char *index_test(struct pdm *p, const char *text, const struct pdm_globals *g,
                              pdm_names *used)
{
    const char *piece[3] = {NULL, NULL, NULL}, *what = NULL;
    int n = 0;
    for (const char *s = text; n < 3; n++) {
        size_t length = strcspn(s, ":");
        piece[n] = pdm_expression(p, without_blanks(p, s, length), g, used, &what);
        if (!piece[n] || !*piece[n]) return NULL;
        s += length;
        if (!*s++) break;
    }
    if (n == 0) return arena_format(&p->arena, "j == %s", piece[0]);
    if (n == 1) return arena_format(&p->arena, "j >= %s and j <= %s", piece[0], piece[1]);
    if (n > 2) return NULL;
    return arena_format(&p->arena, "j >= %s and j <= %s and mod(j - (%s), %s) == 0", piece[0],
                        piece[2], piece[0], piece[1]);
}

/* v(1:2:n) = 5: the old value is kept under another name, the new one chooses between both. */
static bool assign_some(struct pdm *p, const char *left, const char *right, struct pdm_globals *g)
{
    size_t n = strcspn(left, "(");
    const char *name_ = arena_text(&p->arena, left, n), *test, *what = NULL, *value;
    struct pdm_value old, *v = variable(g, name_);
    pdm_names used = {0};
    if (!v || left[n] != '(' || left[strlen(left) - 1] != ')') return false;
    test = index_test(p, arena_text(&p->arena, left + n + 1, strlen(left) - n - 2), g, &used);
    value = pdm_expression(p, right, g, &used, &what);
    if (!test || !value) return false;
    old = *v;
    old.name = arena_format(&p->arena, "%s_1", name_);
    for (int k = 2; variable(g, old.name); k++)
        old.name = arena_format(&p->arena, "%s_%d", name_, k);
    v->text = arena_format(&p->arena, "{if %s then %s else %s[j] for j in 1:size(%s, 1)}", test,
                           value, old.name, old.name);
    VEC_ADD(&p->arena, &used, old.name);
    v->reads = used;
    VEC_ADD(&p->arena, &g->list, old);
    return true;
}

static bool assign_whole(struct pdm *p, uint32_t line, const char *text, const char *right,
                         const char *name_, struct pdm_globals *g)
{
    const char *what = NULL;
    pdm_names used = {0};
    struct pdm_value v = {.name = name_}, *old = variable(g, name_);
    v.text = pdm_expression(p, right, g, &used, &what);
    if (what)
        pdm_error(p, line, NULL, "'%s': %s has no counterpart in the model language", text, what);
    if (!v.text) v.text = "0";
    if (old && pdm_has(&used, name_)) return false;
    v.reads = used;
    if (old)
        *old = v;
    else
        VEC_ADD(&p->arena, &g->list, v);
    return true;
}

static void assign(struct pdm *p, uint32_t line, const char *text, struct pdm_globals *g)
{
    const char *equals = strchr(text, '='), *left, *right;
    bool done = false;
    if (equals && equals[1] != '=') {
        left = without_blanks(p, text, (size_t)(equals - text));
        right = without_blanks(p, equals + 1, strlen(equals + 1));
        done = is_name(left) ? assign_whole(p, line, text, right, left, g)
                             : assign_some(p, left, right, g);
    }
    if (done) return;
    pdm_error(p, line, "give the variable its value in one assignment, or in the diagram by hand",
              "'%s' is not converted", text);
}

void pdm_assignments(struct pdm *p, uint32_t line, const char *scilab, struct pdm_globals *g)
{
    for (const char *s = scilab; *s;) {
        size_t n = statement(s);
        const char *text = without_blanks(p, s, n);
        if (*text && strncmp(text, "//", 2) != 0) assign(p, line, text, g);
        s += n;
        if (s[0] == '\\' && s[1] == 'n')
            s += 2;
        else if (*s)
            s++;
    }
}
