/* SPDX-License-Identifier: MIT */
/* text.h - names of array elements, patterns, spelling suggestions. */
#ifndef BASE_TEXT_H
#define BASE_TEXT_H

#include "saltus_model.h"

/* Does s match pattern, where * stands for any characters and ? for one? (Brackets are ordinary:
 * names have them.) */
int text_match(const char *pattern, const char *s);

/* name, or name[i,j,...] of element `index` of an array of the given sizes (1-based, last index
 * fastest); of a name with spaces, which is a relation, (name)[i,j,...]; as snprintf. An array
 * inside arrays of parts has # in place of its first indices, stage[#].c.x: its elements are
 * stage[3].c.x[1]. */
int text_element(char *buf, size_t room, const char *name, const int32_t size[SALTUS_RANK],
                 int32_t index);
/* The next # of a name that stands for an index; NULL: none. */
const char *text_hole(const char *name);
/* The same with any texts as subscripts. */
int text_subscripted(char *buf, size_t room, const char *name, const char *const *sub, int rank);
/* The name of all elements together: stage.c.x. */
int text_whole(char *buf, size_t room, const char *name);
/* The first of these letters in s that is not part of a quoted name, 'a b'; NULL: none. */
const char *text_outside_quotes(const char *s, const char *letters);

/* Inverse: the flat index of `text` in the array `name`, or -1 if text is not an element of it. */
int32_t text_index(const char *text, const char *name, const int32_t size[SALTUS_RANK]);

/* Number of elements: 1 for a scalar; -1 if a size is negative or the product passes 2^31 - 1. */
int32_t text_elements(const int32_t size[SALTUS_RANK]);

/* How many single-letter edits (insert, delete, replace, swap) lead from a to b; stops counting
 * at 9. */
int text_distance(const char *a, const char *b);

/* Is `name` what someone who wrote `given` may have meant, and more likely than what was found
 * before (*best, TEXT_FAR at first)? One edit in 2 to 5 letters, two in more, or other capitals. */
enum { TEXT_FAR = 1000 };
int text_nearer(const char *given, const char *name, int *best);

#endif
