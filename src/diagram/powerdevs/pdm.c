/* SPDX-License-Identifier: MIT */
/* pdm.c - a PowerDEVS model as a diagram: all steps of it, and what is said on the way.
 *
 * The diagram is written to memory first: errors are found until the last wire, and a file that is
 * not complete helps no one who has not asked for it. */
#include "diagram/powerdevs/pdm.h"
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_BYTES = 1 << 30 };

/* ---- Messages -------------------------------------------------------------------------------- */

static void say(struct pdm *p, saltus_status st, uint32_t line, const char *hint, const char *text)
{
    saltus_diag d = {.status = st, .t = NAN, .text = text, .hint = hint};
    d.at.file = p->path;
    d.at.line = line;
    if (p->diag)
        p->diag(p->user, &d);
    else
        saltus_diag_print(stderr, &d);
}

static void keep(struct pdm *p, saltus_status st, uint32_t line, const char *hint, const char *text)
{
    struct pdm_message m = {st, line, p->messages.n, text, hint};
    VEC_ADD(&p->arena, &p->messages, m);
}

void pdm_error(struct pdm *p, uint32_t line, const char *hint, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    p->errors++;
    keep(p, SALTUS_EMODEL, line, hint, arena_formatv(&p->arena, format, args));
    va_end(args);
}

void pdm_note(struct pdm *p, uint32_t line, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    keep(p, SALTUS_OK, line, NULL, arena_formatv(&p->arena, format, args));
    va_end(args);
}

static int by_line(const void *a, const void *b)
{
    const struct pdm_message *x = a, *y = b;
    if (x->line != y->line) return x->line < y->line ? -1 : 1;
    return x->order < y->order ? -1 : x->order > y->order;
}

static void tell(struct pdm *p)
{
    if (p->messages.n)
        qsort(p->messages.at, (size_t)p->messages.n, sizeof *p->messages.at, by_line);
    for (int32_t k = 0; k < p->messages.n; k++) {
        const struct pdm_message *m = &p->messages.at[k];
        say(p, m->status, m->line, m->hint, m->text);
    }
}

/* ---- All steps ------------------------------------------------------------------------------- */

static saltus_status steps(struct pdm *p, const char *text, size_t size, FILE *memory)
{
    struct pdm_globals g = {0};
    const struct pdm_item *item = pdm_read(p, text, size);
    struct pdm_coupled *c = item ? pdm_model(p, item) : NULL;
    if (!c) return SALTUS_EMODEL;
    pdm_recognize(p, c, &g);
    pdm_map(p, c, &g);
    if (p->errors && !p->partial) return SALTUS_EMODEL;
    pdm_write(p, c, &g, memory);
    return p->errors ? SALTUS_EMODEL : SALTUS_OK;
}

saltus_status pdm_convert(const char *path, const char *text, size_t size, bool partial,
                          saltus_diag_fn *diag, void *user, FILE *out)
{
    struct pdm p = {.path = path, .diag = diag, .user = user, .partial = partial};
    char *written = NULL;
    size_t n = 0;
    FILE *memory = open_memstream(&written, &n);
    volatile saltus_status st = SALTUS_ENOMEM;
    if (!memory) return SALTUS_ENOMEM;
    arena_init(&p.arena, NULL, NULL, MOST_BYTES);
    if (setjmp(p.arena.fail) == 0)
        st = steps(&p, text, size, memory);
    else
        say(&p, SALTUS_ENOMEM, 0, NULL, p.arena.full ? "the file is too large" : "out of memory");
    tell(&p);
    if (fclose(memory) != 0 && st == SALTUS_OK) st = SALTUS_ENOMEM;
    if (st == SALTUS_OK || (partial && st == SALTUS_EMODEL)) fwrite(written, 1, n, out);
    arena_free(&p.arena);
    free(written);
    return st == SALTUS_OK && ferror(out) ? SALTUS_EIO : st;
}

/* ---- From a file ----------------------------------------------------------------------------- */

static char *read_whole(const char *path, size_t *size)
{
    FILE *f = fopen(path, "rb");
    char *text = NULL, *more;
    size_t room = 0;
    *size = 0;
    while (f && !feof(f) && !ferror(f)) {
        if (*size == room) {
            room = room ? 2 * room : 1 << 16;
            more = realloc(text, room);
            if (!more) break;
            text = more;
        }
        *size += fread(text + *size, 1, room - *size, f);
    }
    if (f && (ferror(f) || !feof(f))) free(text), text = NULL;
    if (f) fclose(f);
    return text;
}

saltus_status saltus_diagram_from_pdm(const char *path, int partial, saltus_diag_fn *diag,
                                      void *user, FILE *out)
{
    struct pdm p = {.path = path, .diag = diag, .user = user};
    size_t size;
    char *text;
    saltus_status st;
    errno = 0;
    text = read_whole(path, &size);
    if (!text) {
        say(&p, SALTUS_EIO, 0, NULL, errno ? strerror(errno) : "the file could not be read");
        return SALTUS_EIO;
    }
    st = pdm_convert(path, text, size, partial, diag, user, out);
    free(text);
    return st;
}
