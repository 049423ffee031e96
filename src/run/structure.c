/* SPDX-License-Identifier: MIT */
/* structure.c - who reads whom, and from it who has to be told.
 *
 * Each function of the model (derivative, guard, clock, term of a sum, delayed expression) lists
 * what it reads, one index at a time; a function without such a list reads everything. The lists
 * become rows of sparse matrices, reader -> what it reads, and these are inverted into what a run
 * needs: what has changed -> readers.
 *
 * Vocabulary: feeds goes out from a state, drives from a discrete, shown from a signal (a sum, then
 * the delays); inner functions are the terms, then the delayed expressions; a derivative that reads
 * the time is timed; a pair are two states of one mLIQSS method that read each other.
 *
 * Invariant: every index in a matrix exists (others are refused), and rows are sorted without
 * repetition (csr.h). The matrices of what is read live only as long as this file runs (but for
 * `moves`); those of the readers belong to the run. */
#include "run/edge/edge.h"

/* Collects one row of reads after the other, sorted by kind into up to three lists. */
struct gather {
    saltus_reads reads;
    struct sim *sim;
    struct csr_builder *states, *discretes, *signals; /* NULL: not wanted */
    bool term;                                        /* may read no time and no signal */
    bool timed, wide;                                 /* what this row reads: the time; a signal */
    bool failed;
};

static void refuse_read(struct gather *g, const char *text)
{
    sim_refuse(g->sim, SALTUS_EMODEL, g->sim->model->name, text, NULL);
}

static void gather_add(saltus_reads *r, saltus_kind kind, int32_t j)
{
    struct gather *g = (struct gather *)r;
    struct sim *s = g->sim;
    bool sum = kind == SALTUS_SUM, signal = sum || kind == SALTUS_DELAY;
    struct csr_builder *to = kind == SALTUS_STATE      ? g->states
                             : kind == SALTUS_DISCRETE ? g->discretes
                             : signal                  ? g->signals
                                                       : NULL;
    int32_t most = saltus_sim_count((const saltus_sim *)s, kind);
    g->timed |= kind == SALTUS_TIME;
    g->wide |= signal;
    if (g->term && (signal || kind == SALTUS_TIME))
        refuse_read(g, "a term of a sum reads the time, a sum or a delay");
    else if (signal && (j < 0 || j >= most))
        refuse_read(g, "a function of the model reads a sum or delay that does not exist");
    if (!to || g->failed || s->status < 0) return;
    if (j < 0 || j >= most) {
        refuse_read(g, "a function of the model reads a state or discrete that does not exist");
        return;
    }
    g->failed = csr_add(to, signal && !sum ? s->net.n_sums + j : j) != 0;
}

static void read_all(struct gather *g)
{
    const struct sim *s = g->sim;
    for (int32_t j = 0; g->states && j < s->net.n; j++) gather_add(&g->reads, SALTUS_STATE, j);
    for (int32_t j = 0; g->discretes && j < s->n_discretes; j++)
        gather_add(&g->reads, SALTUS_DISCRETE, j);
    if (g->term) return;
    gather_add(&g->reads, SALTUS_TIME, 0);
    for (int32_t j = 0; g->signals && j < s->net.n_sums; j++) gather_add(&g->reads, SALTUS_SUM, j);
    for (int32_t j = 0; g->signals && j < s->n_delays; j++) gather_add(&g->reads, SALTUS_DELAY, j);
}

typedef void reads_fn(const saltus_env *e, int32_t i, saltus_reads *r);

static void gather_reads(struct gather *g, reads_fn *fn, int32_t i)
{
    if (fn)
        fn(&g->sim->net.env, i, &g->reads);
    else
        read_all(g);
}

static void end_row(struct gather *g)
{
    if (g->states) csr_row(g->states);
    if (g->discretes) csr_row(g->discretes);
    if (g->signals) csr_row(g->signals);
}

/* The next row of the open lists: what function i of its kind reads. */
static void gather_row(struct gather *g, reads_fn *fn, int32_t i)
{
    g->timed = g->wide = false;
    gather_reads(g, fn, i);
    end_row(g);
}

/* Guard k: a formula reads what its parts read; a part by itself is never looked at. */
static void gather_guard(struct gather *g, int32_t k)
{
    struct sim *s = g->sim;
    const struct edge *e = s->watch[k].special ? edge_find(s, k) : NULL;
    reads_fn *fn = s->model->guard.reads;
    g->timed = g->wide = false;
    if (!s->watch[k].part) gather_reads(g, fn, k);
    for (int32_t j = 0; e && j < e->n_atoms; j++) {
        int32_t part = s->fences->atom[e->first_atom + j].guard;
        if (part != k) gather_reads(g, fn, part);
    }
    end_row(g);
}

static bool going(const struct gather *g)
{
    return !g->failed && g->sim->status >= 0;
}

/* ---- Matrices -------------------------------------------------------------------------------- */

/* Matrices of readers while they are made. */
struct making {
    struct gather g;
    struct csr_builder discretes, states, signals;
    struct csr reads_d, reads_s, reads_y;
};

static void open_list(struct making *m, struct csr_builder *b, struct csr *to, int32_t rows)
{
    struct alloc *a = &m->g.sim->alloc;
    if (going(&m->g)) m->g.failed = csr_begin(b, to, rows, a) != 0;
}
static void close_list(struct making *m, struct csr_builder *b)
{
    if (going(&m->g)) m->g.failed = csr_end(b) != 0;
}

/* to := the inverse; from is no longer needed. */
static void invert(struct making *m, struct csr *to, struct csr *from, int32_t rows)
{
    struct alloc *a = &m->g.sim->alloc;
    if (going(&m->g)) m->g.failed = csr_transpose(to, from, rows, a) != 0;
    csr_free(from, a);
}

/* A kind of function begins: rows of states (for `states` functions) and of signals. */
static void begin_kind(struct making *m, int32_t rows, int32_t signal_rows)
{
    bool signals = m->g.sim->n_signals > 0;
    open_list(m, &m->states, &m->reads_s, rows);
    if (signals) open_list(m, &m->signals, &m->reads_y, signal_rows);
    m->g.states = &m->states;
    m->g.signals = signals ? &m->signals : NULL;
}
static void end_kind(struct making *m)
{
    close_list(m, &m->states);
    if (m->g.sim->n_signals) close_list(m, &m->signals);
    m->g.states = m->g.signals = NULL;
}

/* mLIQSS: i and j read each other. reads: derivative -> states. */
static void pairs(struct sim *s, const struct csr *reads)
{
    struct csr_builder b;
    bool any = false, failed;
    for (int k = 0; s->methods[k]; k++) any |= s->methods[k]->pair != NULL || s->methods[k]->couple;
    if (!any || s->status < 0) return;
    failed = csr_begin(&b, &s->net.pairs, s->net.n, &s->alloc) != 0;
    for (int32_t i = 0; i < s->net.n && !failed; i++) {
        for (const int32_t *j = csr_first(reads, i); j < csr_last(reads, i) && !failed; j++)
            if (*j != i && s->method_of[*j] == s->method_of[i] && csr_has(&s->net.feeds, i, *j))
                failed = csr_add(&b, *j) != 0;
        if (!failed) csr_row(&b);
    }
    if (failed || csr_end(&b)) sim_no_memory(s);
}

static void derivatives(struct making *m)
{
    struct sim *s = m->g.sim;
    int32_t n = s->net.n;
    begin_kind(m, n, n);
    for (int32_t i = 0; i < n && going(&m->g); i++) {
        gather_row(&m->g, s->model->der.reads, i);
        s->timed[i] = m->g.timed;
        if (m->g.wide && s->bent)
            s->affine[i] = SERIES_GOES_ON;
        else if (s->affine[i] != SERIES_ENDS)
            s->affine[i] = sim_series_kind(s, i);
    }
    end_kind(m);
    if (going(&m->g)) m->g.failed = csr_transpose(&s->net.feeds, &m->reads_s, n, &s->alloc) != 0;
    if (going(&m->g)) pairs(s, &m->reads_s);
    csr_free(&m->reads_s, &s->alloc);
    if (s->n_signals) invert(m, &s->shown, &m->reads_y, s->n_signals);
}

static void guards_and_clocks(struct making *m)
{
    struct sim *s = m->g.sim;
    begin_kind(m, s->n_guards, s->n_guards);
    for (int32_t k = 0; k < s->n_guards && going(&m->g); k++) {
        gather_guard(&m->g, k);
        if (m->g.wide && s->bent) s->watch[k].affine = false;
    }
    end_kind(m);
    for (int32_t k = 0; k < s->n_clocks && going(&m->g); k++)
        gather_row(&m->g, s->model->clock_reads, k);
    invert(m, &s->feeds_guard, &m->reads_s, s->net.n);
    if (s->n_signals) invert(m, &s->shown_guard, &m->reads_y, s->n_signals);
}

/* Terms read no signals; `moves` keeps what they read, if they are bent or their sums may have bands. */
static void inner_functions(struct making *m)
{
    struct sim *s = m->g.sim;
    int32_t terms = s->net.n_terms, n = terms + s->n_delays;
    begin_kind(m, n, s->n_delays);
    m->g.term = true;
    m->g.signals = NULL;
    for (int32_t j = 0; j < terms && going(&m->g); j++) gather_row(&m->g, s->model->term.reads, j);
    m->g.term = false;
    m->g.signals = &m->signals;
    for (int32_t k = 0; k < s->n_delays && going(&m->g); k++)
        gather_row(&m->g, s->model->delayed.reads, k);
    end_kind(m);
    if (going(&m->g))
        m->g.failed = csr_transpose(&s->net.inner, &m->reads_s, s->net.n, &s->alloc) != 0;
    if ((s->bent_terms || sim_bands_wanted(s)) && going(&m->g)) {
        s->moves = m->reads_s;
        m->reads_s = (struct csr){0};
    }
    csr_free(&m->reads_s, &s->alloc);
    invert(m, &s->shown_delay, &m->reads_y, s->n_signals);
}

void sim_structure(struct sim *s)
{
    struct making m = {.g = {.reads = {gather_add}, .sim = s}};
    int32_t inner = s->net.n_terms + s->n_delays;
    m.g.discretes = &m.discretes;
    open_list(&m, &m.discretes, &m.reads_d, s->net.n + s->n_guards + s->n_clocks + inner);
    derivatives(&m);
    guards_and_clocks(&m);
    if (s->n_signals) inner_functions(&m);
    close_list(&m, &m.discretes);
    invert(&m, &s->drives, &m.reads_d, s->n_discretes);
    if (m.g.failed) sim_no_memory(s);
}

/* The same for the outputs that are watched; to be called after sim_structure. */
void sim_outputs_structure(struct sim *s)
{
    struct making m = {.g = {.reads = {gather_add}, .sim = s}};
    m.g.discretes = &m.discretes;
    open_list(&m, &m.discretes, &m.reads_d, s->n_watched);
    begin_kind(&m, s->n_watched, s->n_watched);
    for (int32_t k = 0; k < s->n_watched && going(&m.g); k++) {
        const saltus_function *f = &s->model->output;
        gather_row(&m.g, f->reads, s->outputs[k]);
        s->bent_output[k] =
            m.g.timed || m.g.wide || !f->affine || f->affine(&s->net.env, s->outputs[k]) != 1;
    }
    end_kind(&m);
    close_list(&m, &m.discretes);
    invert(&m, &s->seen_state, &m.reads_s, s->net.n);
    invert(&m, &s->seen_discrete, &m.reads_d, s->n_discretes);
    if (s->n_signals) invert(&m, &s->seen_signal, &m.reads_y, s->n_signals);
    if (m.g.failed) sim_no_memory(s);
}
