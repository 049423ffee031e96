/* SPDX-License-Identifier: MIT */
/* block_build.c - the memory of blocks: their members, the entries of the Jacobian among them, the
 * pattern of its factors; and how they are kept with the rest of a run: only what cannot be built
 * again from the members. */
#include "engine/qss/block.h"
#include "run/outside/keep.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* So large a block keeps factors of two steps, and its pattern when it is given up. */
enum { WORTH_KEEPING = 64 };

/* ---- Memory ---------------------------------------------------------------------------------- */

bool blocks_new(struct sim *s)
{
    size_t n = (size_t)s->net.n;
    struct blocks *b = qss_of(s)->blocks = alloc_array(&s->alloc, 1, sizeof *b);
    if (!b) return false;
    b->of = alloc_array(&s->alloc, n, sizeof *b->of);
    b->local = alloc_array(&s->alloc, n, sizeof *b->local);
    b->queue = alloc_array(&s->alloc, n, sizeof *b->queue);
    b->wait = alloc_array(&s->alloc, n, sizeof *b->wait);
    b->tries = alloc_array(&s->alloc, n, sizeof *b->tries);
    b->patience = alloc_array(&s->alloc, n, sizeof *b->patience);
    if (!b->of || !b->local || !b->queue || !b->wait || !b->tries || !b->patience) {
        blocks_free(s);
        return false;
    }
    for (size_t i = 0; i < n; i++) b->of[i] = -1;
    return true;
}

void block_free(struct sim *s, struct block *b)
{
    if (!b) return;
    alloc_free(&s->alloc, b->member);
    alloc_free(&s->alloc, b->row);
    alloc_free(&s->alloc, b->a);
    alloc_free(&s->alloc, b->idle);
    alloc_free(&s->alloc, b->other);
    sparse_free(&b->lu, &s->alloc);
    alloc_free(&s->alloc, b);
}

void blocks_free(struct sim *s)
{
    struct blocks *b = qss_of(s)->blocks;
    if (!b) return;
    for (int32_t k = 0; k < b->n; k++) block_free(s, b->list[k]);
    block_free(s, b->spare);
    alloc_free(&s->alloc, b->of);
    alloc_free(&s->alloc, b->local);
    alloc_free(&s->alloc, b->queue);
    alloc_free(&s->alloc, b->wait);
    alloc_free(&s->alloc, b->loop);
    alloc_free(&s->alloc, b->tries);
    alloc_free(&s->alloc, b->patience);
    alloc_free(&s->alloc, b->list);
    alloc_free(&s->alloc, b->work);
    alloc_free(&s->alloc, b);
    qss_of(s)->blocks = NULL;
}

void blocks_resume(struct sim *s)
{
    struct blocks *all = qss_of(s)->blocks;
    for (int32_t k = 0; k < all->n; k++) {
        struct block *b = all->list[k];
        if (!b) continue;
        b->last = s->net.env.t;
        b->most = INFINITY;
        b->steps = b->rest = 0;
        b->pause = b->h;
    }
}

/* One more number. */
static int32_t new_place(struct sim *s)
{
    struct blocks *b = qss_of(s)->blocks;
    if (b->n == b->room) {
        int32_t room = 2 * b->room + 8;
        struct block **more = alloc_resize(&s->alloc, b->list, (size_t)room, sizeof *more);
        if (!more) return -1;
        b->list = more;
        b->room = room;
    }
    b->list[b->n] = NULL;
    return b->n++;
}

int32_t block_number(struct sim *s)
{
    const struct blocks *b = qss_of(s)->blocks;
    for (int32_t k = 0; k < b->n; k++)
        if (!b->list[k]) return k;
    return new_place(s);
}

void block_dissolve(struct sim *s, int32_t number)
{
    struct blocks *all = qss_of(s)->blocks;
    struct block *b = all->list[number];
    for (int32_t k = 0; k < b->n; k++) all->of[b->member[k]] = -1;
    if (b->n >= WORTH_KEEPING && (!all->spare || b->n >= all->spare->n)) {
        struct block *smaller = all->spare;
        all->spare = b;
        b = smaller;
    }
    block_free(s, b);
    all->list[number] = NULL;
}

/* ---- Building -------------------------------------------------------------------------------- */

/* Entries besides the diagonal ones, by column; counted only if b->row is NULL. */
static int32_t entries(const struct sim *s, struct block *b, int32_t number)
{
    int32_t e = b->n;
    for (int32_t k = 0; k < b->n; k++) {
        int32_t j = b->member[k];
        for (const int32_t *f = csr_first(&s->net.feeds, j); f < csr_last(&s->net.feeds, j); f++) {
            if (qss_of(s)->blocks->of[*f] != number || *f == j) continue;
            if (b->row) {
                b->row[e] = qss_of(s)->blocks->local[*f];
                b->col[e] = k;
            }
            e++;
        }
    }
    return e;
}

/* A + A' without the diagonal. */
static int pattern(struct sim *s, const struct block *b, struct csr *both)
{
    struct csr near = {0}, turned = {0};
    struct csr_builder m;
    int32_t e = b->n;
    int bad = csr_begin(&m, &near, b->n, &s->alloc);
    for (int32_t k = 0; !bad && k < b->n; k++) {
        for (; !bad && e < b->entries && b->col[e] == k; e++) bad = csr_add(&m, b->row[e]);
        bad = bad || csr_row(&m);
    }
    bad = bad || csr_end(&m) || csr_transpose(&turned, &near, b->n, &s->alloc);
    bad = bad || csr_begin(&m, both, b->n, &s->alloc);
    for (int32_t k = 0; !bad && k < b->n; k++) {
        const struct csr *from[] = {&near, &turned};
        for (int way = 0; way < 2; way++)
            for (const int32_t *f = csr_first(from[way], k); !bad && f < csr_last(from[way], k);
                 f++)
                bad = csr_add(&m, *f);
        bad = bad || csr_row(&m);
    }
    bad = bad || csr_end(&m);
    csr_free(&near, &s->alloc);
    csr_free(&turned, &s->alloc);
    return bad;
}

static bool fill(struct sim *s, struct block *b, int32_t number)
{
    struct csr near = {0};
    size_t n = (size_t)b->n, count;
    int bad;
    b->entries = entries(s, b, number);
    count = (size_t)b->entries;
    b->row = alloc_array(&s->alloc, 3 * count, sizeof *b->row);
    b->a = alloc_array(&s->alloc, count, sizeof *b->a);
    b->idle = alloc_array(&s->alloc, n, sizeof *b->idle);
    if (!b->row || !b->a || !b->idle) return false;
    b->col = b->row + count;
    b->at = b->col + count;
    for (int32_t k = 0; k < b->n; k++) b->row[k] = b->col[k] = k;
    (void)entries(s, b, number);
    bad = pattern(s, b, &near) || sparse_init(&b->lu, &near, false, &s->alloc);
    csr_free(&near, &s->alloc);
    for (int32_t e = 0; !bad && e < b->entries; e++)
        b->at[e] = sparse_at(&b->lu, b->row[e], b->col[e]);
    return !bad;
}

static bool more_work(struct sim *s, int32_t n)
{
    struct blocks *all = qss_of(s)->blocks;
    double *more;
    if (n <= all->room_work) return true;
    more = alloc_resize(&s->alloc, all->work, BLOCK_WORK * (size_t)n, sizeof *more);
    if (!more) return false;
    all->work = more;
    all->room_work = n;
    return true;
}

/* May its steps be mended (block_mend.c)? Not where a new q may cross a guard, where the time bends f,
 * or where f reads sums, which follow later. */
static bool smooth(const struct sim *s, const struct block *b)
{
    for (int32_t k = 0; k < b->n; k++)
        if (s->timed[b->member[k]] || csr_count(&s->feeds_guard, b->member[k]) > 0) return false;
    return s->n_signals == 0;
}

/* The block that was given up last, if it had the same members: all but its pattern and its factors
 * is as in a new one. */
static struct block *take_spare(struct sim *s, int32_t count)
{
    struct blocks *all = qss_of(s)->blocks;
    struct block *b = all->spare;
    if (!b || b->n != count || count < WORTH_KEEPING) return NULL;
    qsort(all->queue, (size_t)count, sizeof *all->queue, csr_ascending);
    if (memcmp(b->member, all->queue, (size_t)count * sizeof *b->member) != 0) return NULL;
    all->spare = NULL;
    *b = (struct block){.n = b->n,
                        .entries = b->entries,
                        .member = b->member,
                        .row = b->row,
                        .col = b->col,
                        .at = b->at,
                        .a = b->a,
                        .idle = b->idle,
                        .most = INFINITY,
                        .lu = b->lu,
                        .factored = b->factored,
                        .other_factored = b->other_factored,
                        .other = b->other};
    memset(b->idle, 0, (size_t)count * sizeof *b->idle);
    return b;
}

/* A new one from the queue; false: no memory. */
static bool make(struct sim *s, struct block *b, int32_t number, int32_t count)
{
    struct blocks *all = qss_of(s)->blocks;
    b->n = count;
    b->most = INFINITY;
    b->member = alloc_array(&s->alloc, (size_t)count, sizeof *b->member);
    if (!b->member) return false;
    memcpy(b->member, all->queue, (size_t)count * sizeof *b->member);
    qsort(b->member, (size_t)count, sizeof *b->member, csr_ascending);
    for (int32_t k = 0; k < count; k++) all->local[b->member[k]] = k;
    block_forget(b);
    if (!fill(s, b, number)) return false;
    if (count >= WORTH_KEEPING)
        b->other = alloc_array(&s->alloc, 2 * (size_t)b->lu.values, sizeof *b->other);
    return (b->other || count < WORTH_KEEPING) && more_work(s, count);
}

/* From `count` states in the queue, whose `of` says so already. */
struct block *block_build(struct sim *s, int32_t number, int32_t count)
{
    struct blocks *all = qss_of(s)->blocks;
    struct block *b = all->list[number] = take_spare(s, count);
    bool ok = b != NULL;
    if (ok) {
        for (int32_t k = 0; k < count; k++) all->local[b->member[k]] = k;
    } else {
        b = all->list[number] = alloc_array(&s->alloc, 1, sizeof *b);
        ok = b && make(s, b, number, count);
    }
    if (ok) b->smooth = smooth(s, b);
    if (ok) return b;
    for (int32_t k = 0; k < count; k++) all->of[all->queue[k]] = -1;
    block_free(s, b);
    all->list[number] = NULL;
    return NULL;
}

/* ---- With the rest of a run ------------------------------------------------------------------ */

static void keep_block(struct keep *k, struct block *b)
{
    keep_bytes(k, b->idle, (size_t)b->n * sizeof *b->idle);
    keep_bytes(k, &b->idlers, sizeof b->idlers);
    keep_bytes(k, &b->steps, sizeof b->steps);
    keep_bytes(k, &b->layers, sizeof b->layers);
    keep_bytes(k, &b->h, sizeof b->h);
    keep_bytes(k, &b->most, sizeof b->most);
    keep_bytes(k, &b->last, sizeof b->last);
    keep_bytes(k, &b->pause, sizeof b->pause);
    keep_bytes(k, &b->path, sizeof b->path);
    keep_bytes(k, &b->rate, sizeof b->rate);
    keep_bytes(k, &b->vain, sizeof b->vain);
    keep_bytes(k, &b->rest, sizeof b->rest);
}

/* Does `of` speak only of blocks that there are? Else no state is in one. */
static bool known(struct sim *s, int32_t numbers)
{
    bool good = true;
    for (int32_t i = 0; i < s->net.n; i++)
        good &= qss_of(s)->blocks->of[i] >= -1 && qss_of(s)->blocks->of[i] < numbers;
    for (int32_t i = 0; !good && i < s->net.n; i++) qss_of(s)->blocks->of[i] = -1;
    return good;
}

/* The blocks that `of` speaks of are built. */
static bool build_all(struct sim *s, int32_t numbers)
{
    struct blocks *all = qss_of(s)->blocks;
    while (all->n < numbers)
        if (new_place(s) < 0) return false;
    for (int32_t b = 0; b < numbers; b++) {
        int32_t count = 0;
        for (int32_t i = 0; i < s->net.n; i++)
            if (all->of[i] == b) all->queue[count++] = i;
        if (count && !block_build(s, b, count)) return false;
    }
    return true;
}

void blocks_keep(struct keep *k, struct sim *s)
{
    bool any = qss_of(s)->blocks != NULL;
    int32_t numbers = any ? qss_of(s)->blocks->n : 0;
    size_t n = (size_t)s->net.n;
    keep_bytes(k, &any, sizeof any);
    keep_bytes(k, &numbers, sizeof numbers);
    if (k->load) blocks_free(s);
    if (k->failed || !any) return;
    if (k->load && (numbers < 0 || numbers > s->net.n || !blocks_new(s))) {
        k->failed = true;
        return;
    }
    keep_bytes(k, qss_of(s)->blocks->of, n * sizeof *qss_of(s)->blocks->of);
    keep_bytes(k, qss_of(s)->blocks->wait, n * sizeof *qss_of(s)->blocks->wait);
    keep_bytes(k, qss_of(s)->blocks->tries, n * sizeof *qss_of(s)->blocks->tries);
    keep_bytes(k, qss_of(s)->blocks->patience, n * sizeof *qss_of(s)->blocks->patience);
    keep_bytes(k, &qss_of(s)->blocks->formed, sizeof qss_of(s)->blocks->formed);
    keep_bytes(k, &qss_of(s)->blocks->largest, sizeof qss_of(s)->blocks->largest);
    if (k->load && !k->failed) k->failed = !known(s, numbers) || !build_all(s, numbers);
    for (int32_t b = 0; b < numbers && !k->failed; b++)
        if (qss_of(s)->blocks->list[b]) keep_block(k, qss_of(s)->blocks->list[b]);
}
