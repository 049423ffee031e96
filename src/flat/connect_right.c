/* SPDX-License-Identifier: MIT */
/* connect_right.c - which member of a set the others are set equal to.
 *
 * Any will do; but a good choice makes equations that hold for whole arrays. In a chain of cells
 * with pins a and b, where a[i+1] is connected to b[i], the capacitor in each cell is always
 * connected to b, but not always to some a: c.v[i] = b.v[i] holds for all i, c.v[i] = a.v[i+1] for
 * all but the last. So keys are counted that occur together in sets:
 *
 *     together(k, r) = nodes of key k in sets in which there is one node of key r,
 *     all(k)         = nodes of key k in any set.
 *
 * The right-hand side is of the key r, alone in its set, with together(k, r) = all(k) for the most
 * other keys k there; among equals, with the larger sum of together(k, r); then the first. Sets of
 * many keys are not looked at so closely: of these, and if no key is alone, one of the key that has
 * the fewest nodes in the set is taken. */
#include "flat/connect.h"

enum { MOST_KEYS = 16 };

struct connect_right {
    struct connect *c;
    int32_t *all;   /* by key */
    uint64_t *pair; /* k, r as one number + 1, by hash; 0: free */
    int32_t *together;
    uint32_t room, used; /* room is a power of 2 */
};

struct keys { /* of a set; n > MOST_KEYS: there are more */
    int32_t n, key[MOST_KEYS], first[MOST_KEYS], count[MOST_KEYS];
};

struct connect_right *connect_right_new(struct connect *c)
{
    struct connect_right *r = ARENA_NEW(c->arena, struct connect_right);
    r->c = c;
    r->room = 256;
    r->all = ARENA_ARRAY(c->arena, int32_t, 2 * (int64_t)c->m->vars.n + 1);
    r->pair = ARENA_ARRAY(c->arena, uint64_t, r->room);
    r->together = ARENA_ARRAY(c->arena, int32_t, r->room);
    return r;
}

/* ---- Counting -------------------------------------------------------------------------------- */

static uint32_t slot_of(const struct connect_right *r, uint64_t pair)
{
    uint32_t h = (uint32_t)(pair * 0x9e3779b97f4a7c15u >> 32);
    while (r->pair[h & (r->room - 1)] && r->pair[h & (r->room - 1)] != pair) h++;
    return h & (r->room - 1);
}

static void make_room(struct connect_right *r)
{
    struct connect_right old = *r;
    r->room *= 2;
    r->pair = ARENA_ARRAY(r->c->arena, uint64_t, r->room);
    r->together = ARENA_ARRAY(r->c->arena, int32_t, r->room);
    for (uint32_t k = 0; k < old.room; k++) {
        if (!old.pair[k]) continue;
        uint32_t slot = slot_of(r, old.pair[k]);
        r->pair[slot] = old.pair[k];
        r->together[slot] = old.together[k];
    }
}

static int32_t *together(struct connect_right *r, int32_t key, int32_t right)
{
    uint64_t pair = ((uint64_t)(uint32_t)key << 32 | (uint32_t)right) + 1;
    uint32_t slot;
    if (2 * r->used >= r->room) make_room(r);
    slot = slot_of(r, pair);
    r->used += !r->pair[slot];
    r->pair[slot] = pair;
    return &r->together[slot];
}

static struct keys keys_of(const struct connect *c, const int32_t *member, int32_t n)
{
    struct keys k = {.n = 0};
    for (int32_t from = 0, to; from < n && k.n <= MOST_KEYS; from = to) {
        for (to = from + 1; to < n && c->key[member[to]] == c->key[member[from]];) to++;
        if (k.n < MOST_KEYS) {
            k.key[k.n] = c->key[member[from]];
            k.first[k.n] = from;
            k.count[k.n] = to - from;
        }
        k.n++;
    }
    return k;
}

void connect_right_count(struct connect_right *r, const int32_t *member, int32_t n)
{
    struct keys k = keys_of(r->c, member, n);
    for (int32_t j = 0; j < n; j++) r->all[r->c->key[member[j]]]++;
    if (k.n > MOST_KEYS) return;
    for (int32_t a = 0; a < k.n; a++)
        for (int32_t b = 0; b < k.n; b++)
            if (a != b && k.count[b] == 1) *together(r, k.key[a], k.key[b]) += k.count[a];
}

/* ---- Choosing -------------------------------------------------------------------------------- */

static int32_t fewest(const struct connect *c, const int32_t *member, int32_t n)
{
    int32_t best = 0, least = INT32_MAX;
    for (int32_t from = 0, to; from < n; from = to) {
        for (to = from + 1; to < n && c->key[member[to]] == c->key[member[from]];) to++;
        if (to - from < least) least = to - from, best = from;
    }
    return best;
}

int32_t connect_right_choose(struct connect_right *r, const int32_t *member, int32_t n)
{
    struct keys k = keys_of(r->c, member, n);
    int64_t best = -1, best_sum = 0;
    int32_t found = -1;
    for (int32_t b = 0; k.n <= MOST_KEYS && b < k.n; b++) {
        int64_t always = 0, sum = 0;
        if (k.count[b] != 1) continue;
        for (int32_t a = 0; a < k.n; a++) {
            int32_t with = a == b ? 0 : *together(r, k.key[a], k.key[b]);
            always += a != b && with == r->all[k.key[a]];
            sum += with;
        }
        if (always < best || (always == best && sum <= best_sum)) continue;
        best = always;
        best_sum = sum;
        found = k.first[b];
    }
    return found >= 0 ? found : fewest(r->c, member, n);
}
