/* SPDX-License-Identifier: MIT */
/* map.h - which element goes where: maps between the elements of two ports, composed along wires.
 *
 * A line takes s + ds k to d + dd k for 0 <= k < n; ds = 0 is one element to many. What is not a
 * line is a list of n pairs. Composition of lines is exact and costs no more than a few divisions,
 * whatever n is. */
#ifndef DEVS_MAP_H
#define DEVS_MAP_H

#include "devs/kernel/run.h"

struct map {
    int32_t n;
    int32_t s, ds, d, dd;
    int32_t *pair; /* NULL: a line; else s, d, s, d, ... : owned */
};

struct map map_same(int32_t n);
/* Line b after map a; an empty map: nothing arrives. False: no memory. */
bool map_then(struct alloc *al, const struct map *a, const struct map *b, struct map *out);
/* Every element d of a becomes f(user, d), -1: none. False: no memory. */
bool map_through(struct alloc *al, const struct map *a, int32_t (*f)(const void *user, int32_t d),
                 const void *user, struct map *out);
void map_free(struct alloc *al, struct map *m);

/* The route with this map, between ports of these sizes; takes m->pair. False: no memory. */
bool map_route(struct alloc *al, struct map *m, int32_t from_size, int32_t to_size,
               struct route *r);
void route_free(struct alloc *al, struct route *r); /* its map */

/* All pairs: SAME needs the size. */
void route_pairs(const struct route *r, int32_t size, void (*to)(void *user, int32_t s, int32_t d),
                 void *user);

#endif
