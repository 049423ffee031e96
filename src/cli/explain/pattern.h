/* SPDX-License-Identifier: MIT */
/* pattern.h - who reads whom, array by array: x[i] reads x[i - 1], whatever the number of elements.
 *
 * A *decl* is an entry of one of the model's tables: a scalar or an array. For each of its elements
 * the model lists what it reads; elements that read the same relative to themselves share a
 * *pattern*. A *slot* of it is what is read of one decl: a run of elements whose place moves by
 * `step` from one reading element to the next (0: always the same ones). */
#ifndef CLI_PATTERN_H
#define CLI_PATTERN_H

#include "saltus.h"
#include <stdbool.h>

struct decl {
    saltus_kind kind;
    const char *name, *unit, *text;
    const int32_t *size;
    int rank;
    int32_t first, count; /* elements, numbered within the kind */
    saltus_loc at;
};

struct decls {
    struct decl *at; /* by kind, in the order of the tables */
    int32_t n;
    int32_t from[SALTUS_END + 1]; /* of each kind: from[kind] .. from[kind] + number[kind] - 1 */
    int32_t number[SALTUS_END + 1];
};

struct decls decls_of(const saltus_model *m);
void decls_free(struct decls *d);
/* The decl of an element; -1: none. */
int32_t decls_find(const struct decls *d, saltus_kind kind, int32_t index);
/* "x", "x[3]", "x[2,1]" */
void decls_element(const struct decl *d, int32_t element, char *buf, size_t size);

enum { PATTERN_SLOTS = 24, PATTERN_NO_STEP = INT32_MIN };

struct slot {
    int32_t decl;
    int32_t lo,
        /* elements for the first of the readers; length 0: too many pieces, `number` of them */
        length;
    int32_t step, number;
};

struct pattern {
    int32_t first, last, count; /* readers; count < last - first + 1: with gaps */
    bool time;
    int n;
    struct slot slot[PATTERN_SLOTS];
};

struct patterns {
    int32_t decl;
    struct pattern *at;
    int32_t n;
    int32_t rest;        /* readers beyond the patterns that are kept */
    int32_t least, most; /* how much one of these reads */
};

/* Asks for every element of a decl. */
typedef void pattern_ask(void *user, int32_t index, saltus_reads *r);
struct patterns patterns_of(const struct decls *d, int32_t decl, pattern_ask *ask, void *user);
void patterns_free(struct patterns *p);

/* "x[i]", "x[3]", "x[2:499]"; what a slot reads, as seen from there: "x[i - 1]", "all of y",
 * "u". */
void pattern_reader(const struct decls *d, const struct patterns *ps, const struct pattern *p,
                    char *buf, size_t size);
void pattern_slot(const struct decls *d, const struct patterns *ps, const struct pattern *p,
                  const struct slot *s, char *buf, size_t size);
/* Where the indices begin in such a text of an element of d, [i - 1]; NULL: it has none. */
const char *pattern_indices(const struct decl *d, const char *text);

#endif
