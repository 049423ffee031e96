/* SPDX-License-Identifier: MIT */
/* machine_read.c - the text of a state machine (grammar: machine.h).
 *
 * Two passes: the states, then the moves, so that a move may name a state that comes later. The
 * first thing that is wrong is reported with its line and column in the text. */
#include "base/text.h"
#include "blocks/discrete/event.h"
#include "blocks/discrete/machine.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

struct scan {
    saltus_cell *c;
    const char *text, *p; /* all of it; where the reading is */
    int failed;
};

struct word {
    const char *at;
    int length;
};

static void wrong(struct scan *s, const char *at, const char *hint, const char *what, struct word w)
{
    int line = 1, col = 1;
    for (const char *q = s->text; q < at; q++) {
        col = *q == '\n' ? 1 : col + 1;
        line += *q == '\n';
    }
    if (!s->failed)
        event_fail(s->c, "table", hint, "line %d, column %d: %s%s%.*s%s", line, col, what,
                   w.length ? " '" : "", w.length, w.length ? w.at : "", w.length ? "'" : "");
    s->failed = 1;
}

static void blanks(struct scan *s)
{
    while (*s->p == ' ' || *s->p == '\t' || *s->p == '\r') s->p++;
    if (*s->p == '#') s->p += strcspn(s->p, "\n");
}

static int at_end(struct scan *s)
{
    blanks(s);
    return *s->p == 0 || *s->p == '\n' || *s->p == ';';
}

/* A name, or a run of signs; empty at the end of a line. */
static struct word next(struct scan *s)
{
    if (at_end(s)) return (struct word){s->p, 0};
    struct word w = {s->p, 0};
    int (*kind)(int) = isalpha((unsigned char)*s->p) || *s->p == '_' ? isalnum : ispunct;
    while ((kind((unsigned char)*s->p) || *s->p == '_') && !strchr("#;", *s->p)) s->p++;
    if (*w.at == '*' || s->p == w.at) s->p = w.at + 1; /* also a digit or a foreign sign */
    w.length = (int)(s->p - w.at);
    return w;
}

static int is(struct word w, const char *text)
{
    return (size_t)w.length == strlen(text) && !memcmp(w.at, text, (size_t)w.length);
}

static int is_name(struct word w)
{
    return w.length > 0 && (isalpha((unsigned char)*w.at) || *w.at == '_');
}

static double number(struct scan *s)
{
    double v = NAN;
    blanks(s);
    const char *end = event_number_read(s->p, &v);
    if (!end || !isfinite(v))
        wrong(s, s->p, NULL, "a number is expected", (struct word){0});
    else
        s->p = end;
    return v;
}

/* Optional "emit" number, then the end of the line. */
static double tail(struct scan *s)
{
    double v = NAN;
    if (!at_end(s)) {
        struct word w = next(s);
        if (is(w, "emit"))
            v = number(s);
        else
            wrong(s, w.at, NULL, "'emit' or the end of the line is expected, not", w);
    }
    if (!s->failed && !at_end(s))
        wrong(s, s->p, NULL, "the end of the line is expected", (struct word){0});
    return v;
}

static int32_t find(const struct scan *s, struct word w)
{
    const struct machine *m = s->c->state;
    const struct machine_state *list = saltus_cell_stored(s->c, MACHINE_STATES, NULL);
    for (int32_t k = 0; k < m->states; k++)
        if (list[k].length == w.length && !memcmp(s->text + list[k].at, w.at, (size_t)w.length))
            return k;
    return -1;
}

static void unknown(struct scan *s, struct word w)
{
    const struct machine *m = s->c->state;
    const struct machine_state *list = saltus_cell_stored(s->c, MACHINE_STATES, NULL);
    char hint[100] = "", name[64], given[64];
    int best = TEXT_FAR;
    snprintf(given, sizeof given, "%.*s", w.length, w.at);
    for (int32_t k = 0; k < m->states; k++) {
        snprintf(name, sizeof name, "%.*s", (int)list[k].length, s->text + list[k].at);
        if (text_nearer(given, name, &best))
            snprintf(hint, sizeof hint, "did you mean '%s'?", name);
    }
    wrong(s, w.at, *hint ? hint : "declare it: state NAME", "there is no state", w);
}

static void take_state(struct scan *s)
{
    struct machine *m = s->c->state;
    struct word w = next(s);
    if (!is_name(w))
        wrong(s, w.at, NULL, "the name of a state is expected", w);
    else if (find(s, w) >= 0)
        wrong(s, w.at, NULL, "there are two states", w);
    if (s->failed) return;
    struct machine_state *list =
        saltus_cell_store(s->c, MACHINE_STATES, ((size_t)m->states + 1) * sizeof *list);
    if (!list) {
        s->failed = 1;
        return;
    }
    struct machine_state *e = &list[m->states];
    *e = (struct machine_state){(int32_t)(w.at - s->text), w.length, m->states, NAN};
    blanks(s);
    if (*s->p == '=') {
        s->p++;
        e->value = number(s);
    }
    e->emit = tail(s);
    m->states++;
}

static int32_t input(struct scan *s)
{
    struct word w = next(s);
    char *end;
    long k = is_name(w) && *w.at == 'u' ? strtol(w.at + 1, &end, 10) : 0;
    if (k >= 1 && k <= s->c->inputs && end == w.at + w.length) return (int32_t)k - 1;
    wrong(s, w.at, "inputs are u1, u2, ...", "there is no input", w);
    return 0;
}

static void condition(struct scan *s, struct machine_move *m)
{
    static const char *const ops[] = {"", "==", "!=", "<", "<=", ">", ">="};
    blanks(s);
    if (!*s->p || !strchr("=!<>", *s->p)) return;
    struct word w = {s->p, (int)strspn(s->p, "=!<>")};
    s->p += w.length;
    for (int k = OP_EQ; k <= OP_GE; k++)
        if (is(w, ops[k])) m->op = k;
    if (m->op == OP_ANY)
        wrong(s, w.at, NULL, "there is no condition", w);
    else
        m->bound = number(s);
}

/* Of a move: a number, or "exponential" and a number. */
static void duration(struct scan *s, struct machine_move *m)
{
    blanks(s);
    if (isalpha((unsigned char)*s->p)) {
        struct word w = next(s);
        m->random = is(w, "exponential");
        if (!m->random)
            wrong(s, w.at, "after 3, or: after exponential 3", "a time is expected, not", w);
    }
    if (!s->failed) m->bound = number(s);
}

static void take_move(struct scan *s, struct word from)
{
    struct machine *m = s->c->state;
    struct machine_move e = {.from = is(from, "*") ? -1 : find(s, from), .port = -1};
    struct word arrow = next(s), to = next(s), how = next(s);
    e.to = find(s, to);
    if (!is(from, "*") && e.from < 0)
        unknown(s, from);
    else if (!is(arrow, "->"))
        wrong(s, arrow.at, NULL, "'->' is expected", arrow);
    else if (e.to < 0)
        unknown(s, to);
    else if (is(how, "after"))
        duration(s, &e);
    else if (is(how, "on"))
        e.port = input(s);
    else
        wrong(s, how.at, NULL, "'on' or 'after' is expected", how);
    if (!s->failed && e.port >= 0) condition(s, &e);
    if (!s->failed && e.port < 0 && e.bound < 0)
        wrong(s, how.at, NULL, "the time is negative", (struct word){0});
    if (!s->failed) e.emit = tail(s);
    if (s->failed) return;
    struct machine_move *list =
        saltus_cell_store(s->c, MACHINE_MOVES, ((size_t)m->moves + 1) * sizeof *list);
    if (list)
        list[m->moves++] = e;
    else
        s->failed = 1;
}

/* pass 0: states; pass 1: moves; the lines of the other kind are skipped. */
static void lines(struct scan *s, int pass)
{
    for (s->p = s->text; *s->p && !s->failed;) {
        if (at_end(s)) {
            if (*s->p) s->p++;
            continue;
        }
        struct word w = next(s);
        int state = is(w, "state");
        if (state && pass == 0)
            take_state(s);
        else if (!state && pass == 1)
            take_move(s, w);
        else
            while (!at_end(s)) s->p++;
    }
}

int machine_read(saltus_cell *c)
{
    struct scan s = {.c = c, .text = saltus_part_word(c->part, "table")};
    if (!s.text) s.text = "";
    lines(&s, 0);
    if (!s.failed && ((struct machine *)c->state)->states == 0)
        wrong(&s, s.text, "state NAME", "there is no state", (struct word){0});
    if (!s.failed) lines(&s, 1);
    return !s.failed;
}
