/* SPDX-License-Identifier: MIT */
/* uses.c - whose text it is: from a place in a package to the part of the model that it is used by.
 *
 * A mistake in a model may show only in an equation of a part, which is in a file of a library.
 * Whoever made the mistake has written neither the equation nor the file; what they know is the
 * part. So it is noted which parts of the model use which files, and at the end a message that lies
 * in such a file
 *
 *     is moved to the declaration of the part, with the line it was about as a hint, if there is
 *     one part only, or one whose name the message mentions, first of all;
 *     else it stays where it is, and names the parts.
 *
 * Files that cannot be read as they are keep their messages: what asked for them is named. */
#include "inst/stage.h"

#include <string.h>

enum { MOST_NAMED = 3, MOST_QUOTED = 80, DEEPEST = 20 };

void library_use(struct library *l, int32_t file, const char *part, struct place at, bool broken)
{
    struct library_use u = {file, part, at, broken};
    for (int32_t k = l->uses.n - 1; k >= 0 && l->uses.at[k].part == part; k--)
        if (l->uses.at[k].file == file) return;
    VEC_ADD(l->arena, &l->uses, u);
}

static void use_class(struct inst *in, const struct inst_env *env, const struct inst_part *top,
                      int depth)
{
    if (env->c->at.file != in->file)
        library_use(in->l, env->c->at.file, top->name, top->member->e->name_at, false);
    for (int32_t k = 0; k < env->bases.n && depth < DEEPEST; k++)
        if (env->bases.at[k].env) use_class(in, env->bases.at[k].env, top, depth + 1);
}

void inst_use(struct inst *in, const struct inst_part *p)
{
    const struct inst_part *top = p;
    while (top->up && top->up->up) top = top->up;
    if (top->up && top->member && top->member->e) use_class(in, p->env, top, 0);
}

/* ---- Messages -------------------------------------------------------------------------------- */

static void add_hint(struct library *l, struct message *m, const char *text)
{
    m->hint = m->hint ? arena_format(l->arena, "%s\n%s", m->hint, text) : text;
}

static const char *where(struct library *l, struct place at)
{
    uint32_t line, col;
    if (at.file <= 0) return "?";
    place_line(l->m, at, &line, &col);
    return arena_format(l->arena, "%s:%u", l->m->sources.at[at.file].name, line);
}

/* Where: 'r', 'r.p.v', 'r[2].v', der(r.v). NULL: nowhere. */
static const char *mentions(const char *text, const char *part)
{
    size_t n = strlen(part);
    for (const char *s = text; s && (s = strstr(s, part)); s++)
        if (s > text && strchr("'( ", s[-1]) && strchr("'.[", s[n]) && s[n]) return s;
    return NULL;
}

/* The line of the place, without blanks around it. */
static const char *quote(struct library *l, struct place at)
{
    const struct source *s = &l->m->sources.at[at.file];
    uint32_t from = at.pos < s->size ? at.pos : s->size, to = from;
    while (from > 0 && s->text[from - 1] != '\n' && to - from < MOST_QUOTED) from--;
    while (from < to && (s->text[from] == ' ' || s->text[from] == '\t')) from++;
    while (to < s->size && s->text[to] != '\n' && s->text[to] != '\r' && to - from < MOST_QUOTED)
        to++;
    return arena_text(l->arena, s->text + from, to - from);
}

static void move(struct library *l, struct message *m, const struct library_use *u)
{
    add_hint(l, m,
             arena_format(l->arena, "in component '%s', %s: %s", u->part, where(l, m->at),
                          quote(l, m->at)));
    m->at = u->at;
}

static void name_one(struct library *l, struct message *m)
{
    const struct library_use *one = NULL, *said = NULL;
    const char *list = NULL, *at, *first = NULL;
    int32_t n = 0;
    for (int32_t k = 0; k < l->uses.n; k++) {
        const struct library_use *u = &l->uses.at[k];
        if (u->file != m->at.file) continue;
        if (u->broken) {
            add_hint(l, m, arena_format(l->arena, "needed for '%s', %s", u->part, where(l, u->at)));
            return;
        }
        one = u;
        at = mentions(m->text, u->part);
        if (at && (!first || at < first)) said = u, first = at;
        if (n < MOST_NAMED)
            list = arena_format(l->arena, "%s%s'%s'", list ? list : "", list ? ", " : "", u->part);
        n++;
    }
    if (n == 0) return;
    if (said || n == 1)
        move(l, m, said ? said : one);
    else
        add_hint(l, m,
                 arena_format(l->arena, "of components %s%s", list, n > MOST_NAMED ? ", ..." : ""));
}

void library_name_parts(struct library *l)
{
    for (int32_t k = 0; k < l->m->list.n; k++)
        if (l->m->list.at[k].at.file > 0 && l->m->list.at[k].at.file != l->file->source)
            name_one(l, &l->m->list.at[k]);
}
