/* SPDX-License-Identifier: MIT */
/* structure.c - who reads whom, and from it who has to be told.
 *
 * Each function of the model (derivative, guard, clock) lists what it reads, one index at a
 * time; a function without such a list reads everything. The lists become rows of sparse
 * matrices, reader -> what it reads, and these are inverted into what a run needs: what has
 * changed -> readers.
 *
 * Vocabulary: feeds goes out from a state, drives from a discrete; a derivative that reads the
 * time is timed; a pair are two states of one mLIQSS method that read each other.
 *
 * Invariant: every index in a matrix exists (others are refused), and rows are sorted without
 * repetition (csr.h). The matrices of what is read live only as long as this file runs; those of
 * the readers belong to the run. */
#include "sim/sim.h"

/* Collects one row of reads, sorted by kind into up to three lists. */
struct gather {
    saltus_reads reads;
    struct sim *sim;
    struct csr_builder *states, *discretes; /* NULL: not wanted */
    uint8_t *timed;                         /* of this row; NULL: not wanted */
    bool failed;
};

static void gather_add(saltus_reads *r, saltus_kind kind, int32_t j)
{
    struct gather *g = (struct gather *)r;
    struct csr_builder *to = kind == SALTUS_STATE      ? g->states
                             : kind == SALTUS_DISCRETE ? g->discretes
                                                       : NULL;
    int32_t most = kind == SALTUS_STATE ? g->sim->net.n : g->sim->n_discretes;
    if (kind == SALTUS_TIME && g->timed) *g->timed = 1;
    if (!to || g->failed) return;
    if (j < 0 || j >= most) {
        sim_refuse(g->sim, SALTUS_EMODEL, g->sim->model->name,
                   "a function of the model reads a state or discrete that does not exist", NULL);
        return;
    }
    g->failed = csr_add(to, j) != 0;
}

static void read_all(struct gather *g)
{
    gather_add(&g->reads, SALTUS_TIME, 0);
    for (int32_t j = 0; g->states && j < g->sim->net.n; j++) gather_add(&g->reads, SALTUS_STATE, j);
    for (int32_t j = 0; g->discretes && j < g->sim->n_discretes; j++)
        gather_add(&g->reads, SALTUS_DISCRETE, j);
}

typedef void reads_fn(const saltus_env *e, int32_t i, saltus_reads *r);

/* reads: rows x (states, discretes), either list may be NULL; timed: rows, or NULL. */
static void gather_rows(struct sim *s, reads_fn *fn, int32_t rows, struct csr *states,
                        struct csr *discretes, uint8_t *timed)
{
    struct csr_builder bs, bd;
    struct gather g = {.reads = {gather_add},
                       .sim = s,
                       .states = states ? &bs : NULL,
                       .discretes = discretes ? &bd : NULL};
    if (s->status < 0) return;
    if (states && csr_begin(&bs, states, rows, &s->alloc)) g.failed = true;
    if (discretes && csr_begin(&bd, discretes, rows, &s->alloc)) g.failed = true;
    for (int32_t i = 0; i < rows && !g.failed; i++) {
        g.timed = timed ? timed + i : NULL;
        if (fn)
            fn(&s->net.env, i, &g.reads);
        else
            read_all(&g);
        if (states) csr_row(&bs);
        if (discretes) csr_row(&bd);
    }
    if (!g.failed && states) g.failed = csr_end(&bs) != 0;
    if (!g.failed && discretes) g.failed = csr_end(&bd) != 0;
    if (g.failed) sim_refuse(s, SALTUS_ENOMEM, NULL, "out of memory while loading the model", NULL);
}

static void invert(struct sim *s, struct csr *to, const struct csr *from, int32_t rows)
{
    if (s->status >= 0 && csr_transpose(to, from, rows, &s->alloc))
        sim_refuse(s, SALTUS_ENOMEM, NULL, "out of memory while loading the model", NULL);
}

/* mLIQSS: i and j read each other. reads: derivative -> states. */
static void pairs(struct sim *s, const struct csr *reads)
{
    struct csr_builder b;
    bool any = false, failed;
    for (int k = 0; s->methods[k]; k++) any |= s->methods[k]->pair != NULL;
    if (!any || s->status < 0) return;
    failed = csr_begin(&b, &s->net.pairs, s->net.n, &s->alloc) != 0;
    for (int32_t i = 0; i < s->net.n && !failed; i++) {
        for (const int32_t *j = csr_first(reads, i); j < csr_last(reads, i) && !failed; j++)
            if (*j != i && s->method_of[*j] == s->method_of[i] && csr_has(&s->net.feeds, i, *j))
                failed = csr_add(&b, *j) != 0;
        if (!failed) csr_row(&b);
    }
    if (failed || csr_end(&b))
        sim_refuse(s, SALTUS_ENOMEM, NULL, "out of memory while loading the model", NULL);
}

void sim_structure(struct sim *s)
{
    const saltus_model *m = s->model;
    struct csr reads = {0}, reads_d = {0}, guard_s = {0}, guard_d = {0}, clock_d = {0};
    gather_rows(s, m->der.reads, s->net.n, &reads, &reads_d, s->timed);
    gather_rows(s, m->guard.reads, s->n_guards, &guard_s, &guard_d, NULL);
    gather_rows(s, m->clock_reads, s->n_clocks, NULL, &clock_d, NULL);
    invert(s, &s->net.feeds, &reads, s->net.n);
    invert(s, &s->feeds_guard, &guard_s, s->net.n);
    invert(s, &s->drives, &reads_d, s->n_discretes);
    invert(s, &s->drives_guard, &guard_d, s->n_discretes);
    invert(s, &s->drives_clock, &clock_d, s->n_discretes);
    pairs(s, &reads);
    csr_free(&reads, &s->alloc);
    csr_free(&reads_d, &s->alloc);
    csr_free(&guard_s, &s->alloc);
    csr_free(&guard_d, &s->alloc);
    csr_free(&clock_d, &s->alloc);
}
