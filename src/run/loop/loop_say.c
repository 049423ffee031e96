/* SPDX-License-Identifier: MIT */
/* loop_say.c - why a loop of equations has no solution: its unknowns with their last values, its
 * equations with their places and by how much they are not fulfilled. */
#include "run/loop/loop.h"
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { ROOM = 2048, SOME = 6 }; /* characters; unknowns and equations that are listed */

struct text {
    char at[ROOM];
    size_t n;
};

static void say(struct text *t, const char *format, ...)
{
    va_list args;
    int n;
    va_start(args, format);
    n = vsnprintf(t->at + t->n, sizeof t->at - t->n, format, args);
    va_end(args);
    if (n > 0) t->n += (size_t)n;
    if (t->n >= sizeof t->at) t->n = sizeof t->at - 1;
}

static const char *name_of(const saltus_loop *l, int32_t k)
{
    return l->names && l->names[k] ? l->names[k] : "?";
}

static void say_more(struct text *t, int32_t n, const char *what)
{
    if (n > SOME) say(t, "%s%d more", what, (int)(n - SOME));
}

static void say_names(struct text *t, const saltus_loop *l)
{
    for (int32_t k = 0; k < l->n && k < SOME; k++) say(t, "%s%s", k ? ", " : "", name_of(l, k));
    say_more(t, l->n, " and ");
}

static void say_lines(struct text *t, const saltus_loop *l)
{
    uint32_t last = 0;
    int32_t lines = 0;
    for (int32_t k = 0; k < l->n && l->at; k++) {
        if (!l->at[k].line || l->at[k].line == last) continue;
        if (lines < SOME) say(t, "%s%u", lines ? ", " : "", (unsigned)l->at[k].line);
        last = l->at[k].line;
        lines++;
    }
    if (!lines) say(t, "?");
    if (lines > SOME) say(t, " ...");
}

static const char *base_name(const char *file)
{
    const char *slash = file ? strrchr(file, '/') : NULL;
    return slash ? slash + 1 : file ? file : "?";
}

/* Of parts, the equations may be in several files. */
static bool in_files(const saltus_loop *l)
{
    for (int32_t k = 1; l->at && k < l->n; k++)
        if (l->at[k].file && l->at[0].file && strcmp(l->at[k].file, l->at[0].file) != 0)
            return true;
    return false;
}

static void say_equations(struct text *t, const struct loop_call *c)
{
    const saltus_loop *l = c->loop->of;
    bool files = in_files(l);
    for (int32_t k = 0; k < l->n && k < SOME; k++) {
        say(t, "\n    ");
        if (l->at && l->at[k].line && files)
            say(t, "%s:%u: ", base_name(l->at[k].file), (unsigned)l->at[k].line);
        else if (l->at && l->at[k].line)
            say(t, "line %u: ", (unsigned)l->at[k].line);
        say(t, "%s", l->text && l->text[k] ? l->text[k] : "an equation");
        if (l->residual && isfinite(c->loop->r[(size_t)k * LOOP_SERIES]))
            say(t, "   [off by %.6g]", c->loop->r[(size_t)k * LOOP_SERIES]);
        else if (l->residual)
            say(t, "   [no number]");
    }
    say_more(t, l->n, "\n    and ");
}

static void say_values(struct text *t, const struct loop_call *c)
{
    const saltus_loop *l = c->loop->of;
    say(t, "\n    last tried: ");
    for (int32_t k = 0; k < l->n && k < SOME; k++)
        say(t, "%s%s = %.9g", k ? ", " : "", name_of(l, k), c->to->y[(size_t)k * LOOP_SERIES]);
    say_more(t, l->n, " and ");
}

static bool no_number(const struct loop_call *c)
{
    for (int32_t k = 0; c->loop->of->residual && k < c->loop->of->n; k++)
        if (!isfinite(c->loop->r[(size_t)k * LOOP_SERIES])) return true;
    return false;
}

static bool of_part(const saltus_loop *l, int32_t k)
{
    return strchr(name_of(l, k), '.') != NULL;
}

static void say_why(struct text *t, const struct loop_call *c, const struct lu *lu)
{
    const saltus_loop *l = c->loop->of;
    if (no_number(c))
        say(t,
            "%s no value where Newton's method begins (a logarithm or a root of a negative number, "
            "a division by 0?); other start values may help",
            l->n > 1 ? "they have" : "it has");
    else if (!lu)
        say(t, "Newton's method does not converge; start values near the solution may help");
    else if (lu->bad < 0)
        say(t, "out of memory");
    else if (l->residual)
        say(t,
            "their jacobian is singular, nothing determines %s; start values near the solution may "
            "help",
            name_of(l, lu->bad));
    else
        say(t, "their matrix is singular, nothing determines %s%s", name_of(l, lu->bad),
            of_part(l, lu->bad)
                ? " (in a circuit: a node is cut off from ground, or ideal sources, "
                  "capacitors and closed switches form a loop; a resistance in it, "
                  "or Ron > 0, helps)"
                : "");
}

void loop_say(const struct loop_call *c, const struct lu *lu)
{
    const saltus_loop *l = c->loop->of;
    struct text t = {.n = 0};
    say(&t, "no solution found for ");
    say_names(&t, l);
    say(&t, " in the equation%s", l->n > 1 ? "s" : "");
    if (!in_files(l)) {
        say(&t, " of line%s ", l->n > 1 ? "s" : "");
        say_lines(&t, l);
    }
    say(&t, ": ");
    say_why(&t, c, lu);
    say_equations(&t, c);
    if (l->residual) say_values(&t, c);
    c->env->fault(c->env, l->at && l->at[0].line ? &l->at[0] : NULL, t.at);
}
