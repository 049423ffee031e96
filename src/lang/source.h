/* SPDX-License-Identifier: MIT */
/* source.h - texts, places in them, and messages about places. */
#ifndef LANG_SOURCE_H
#define LANG_SOURCE_H

#include "base/arena.h"
#include <stdio.h>

/* A piece of a text: bytes pos .. pos+len-1 of file `file`. file 0 is built in (no text). */
struct place {
    int32_t file;
    uint32_t pos, len;
};

/* From byte pos on, up to the next one, a text was made of this place of another text. */
struct source_origin {
    uint32_t pos;
    struct place at;
};

struct source {
    const char *name; /* as messages show it                                           */
    const char *text; /* size bytes and a 0                                             */
    uint32_t size;
    const struct source_mark *marks; /* line and column at every 256th byte (source.c)            */
    const struct source_origin *origins; /* NULL: it was not made of another                      */
    int32_t n_origins;
};

enum severity { NOTE, WARNING, ERROR };

struct message {
    enum severity severity;
    struct place at;         /* file 0: nowhere                                                */
    const char *text, *hint; /* hint NULL: none                                                */
};

/* All that a compilation has to say. Stages add; no one prints before the end of a stage. */
struct messages {
    struct arena *arena;
    VEC(struct source) sources; /* [0] is the built-in one                                        */
    VEC(struct message) list;
    int errors, warnings;
    int32_t limit;   /* of errors, and of warnings: further ones are only counted; 100 */
    int only_errors; /* are printed                                                  */
    int dropped;     /* was the last message dropped? Then so is its hint              */
};

void messages_init(struct messages *m, struct arena *a);
/* Adds a text (borrowed), gives its number. */
int32_t source_add(struct messages *m, const char *name, const char *text, uint32_t size);

/* Text `file` was made of others (borrowed): messages about it show what it was made of. */
void source_made_of(struct messages *m, int32_t file, const struct source_origin *origins,
                    int32_t n);
/* What a place was made of; the place itself if that is as it was written. */
struct place place_origin(const struct messages *m, struct place at);

/* printf-like. The message is dropped if the same text was already said of the same place. */
void error_at(struct messages *m, struct place at, const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 3, 4)))
#endif
    ;
void warning_at(struct messages *m, struct place at, const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 3, 4)))
#endif
    ;
/* Gives the last message a hint (only if it was not dropped); a second one is one line more. */
void hint_last(struct messages *m, const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 2, 3)))
#endif
    ;

/* From the first byte of a to the last of b. */
struct place place_join(struct place a, struct place b);
/* Line and column, both from 1; columns count characters (UTF-8), a tab is one. */
void place_line(const struct messages *m, struct place at, uint32_t *line, uint32_t *col);

/* One message as
 *     name.mo:7:17: error: unknown name 'dragg'
 *         7 |   der(v) = -g + dragg*v;
 *           |                 ^^^^^
 *           = hint: did you mean 'drag' (parameter, line 3)?
 * or all, ordered by place. */
void message_print(FILE *out, const struct messages *m, const struct message *one);
void messages_print(FILE *out, const struct messages *m);

#endif
