/* SPDX-License-Identifier: MIT */
/* arena.h - memory of one compilation: taken piece by piece, given back at once.
 *
 * Nothing taken from an arena is NULL: when memory is short, or the arena has grown past its limit,
 * control jumps to where `fail` was set. A stage therefore reads like mathematics, and the one who
 * opens the arena (emit/compile.c, a test, a fuzz target) says once what happens then:
 *
 *     struct arena a;
 *     arena_init(&a, fn, user, limit);
 *     if (setjmp(a.fail)) { status = ENOMEM or too large (a.full); goto done; } */
#ifndef BASE_ARENA_H
#define BASE_ARENA_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

struct arena {
    jmp_buf fail;       /* set by the owner right after arena_init                            */
    int full;           /* why control came to fail: 0 no memory, 1 the limit was reached     */
    size_t used, limit; /* bytes asked of fn; limit 0 at arena_init: none                     */
    void *(*fn)(void *user, void *p, size_t n); /* as saltus_alloc_fn; NULL: realloc and free */
    void *user;
    struct arena_block *block;
    struct arena *up;      /* of a scratch arena: the one that it belongs to                     */
    struct arena *scratch; /* the one that belongs to it, or NULL                                */
};

void arena_init(struct arena *a, void *(*fn)(void *, void *, size_t), void *user, size_t limit);
void arena_free(struct arena *a); /* everything; the arena may be initialised again  */

/* A second arena for what is soon forgotten, the same one at each call: limit, failure and
 * arena_free are those of a. arena_clear gives back all that was taken from it. */
struct arena *arena_scratch(struct arena *a);
void arena_clear(struct arena *scratch);

void *arena_take(struct arena *a, size_t n); /* n zeroed bytes, aligned for any type            */
char *arena_text(struct arena *a, const char *s, size_t n); /* a copy with a 0 behind it */
char *arena_format(struct arena *a, const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 2, 3)))
#endif
    ;
char *arena_formatv(struct arena *a, const char *format, va_list args);

#define ARENA_NEW(a, type)      ((type *)arena_take(a, sizeof(type)))
#define ARENA_ARRAY(a, type, n) ((type *)arena_take(a, sizeof(type) * (size_t)(n)))

/* A growing array: a struct with the members `type *at; int32_t n, room;`. VEC_ADD appends one
 * item and gives a pointer to it (valid until the next VEC_ADD). */
#define VEC(type)                                                                                  \
    struct {                                                                                       \
        type *at;                                                                                  \
        int32_t n, room;                                                                           \
    }
#define VEC_ADD(a, v, item)                                                                        \
    (arena_grow_(a, (void **)&(v)->at, (v)->n, &(v)->room, sizeof *(v)->at),                       \
     (v)->at[(v)->n] = (item), &(v)->at[(v)->n++])
void arena_grow_(struct arena *a, void **at, int32_t n, int32_t *room, size_t size);

#endif
