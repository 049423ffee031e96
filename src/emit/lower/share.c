/* SPDX-License-Identifier: MIT */
/* share.c - equations of one shape become one function.
 *
 * A model of a thousand scalar equations has a thousand functions, but few shapes: most differ only
 * in the indices and constants in them. Compilation time is spent per function, so functions of the
 * groups that are equal up to literals are replaced by one, in which the literals that differ are
 * holes, and a table with one row of numbers per original.
 *
 * Equal shapes have the same literals at the same places (share.h), so a row of the table is the
 * list of an original without the columns in which all agree; of equal columns one is kept. The
 * first original lends its name, comments and lines.
 *
 * Twins, functions that only one other calls, come first: the literals that differ become
 * parameters, and those who call them then differ in the arguments, which are literals like others.
 *
 * The result depends on the order of groups only. */
#include "emit/lower/share.h"
#include <string.h>

enum { MOST_PARAMETERS = 100 }; /* of a twin; C allows 127 */

/* Where the model names a function. */
struct reference {
    struct code_fn **fn;
    int32_t *row;
};

/* One function. */
struct sample {
    struct code_fn *fn;
    const int64_t *literals;
    struct code_fn *into; /* what replaces it; NULL: nothing */
    int32_t row;
    int32_t shape; /* its family */
    int32_t next;  /* of the same shape; -1: last */
};

/* All functions of one shape. */
struct family {
    const int64_t *words, *real;
    int32_t n_words, n; /* n: literals */
    int32_t first, last, count;
    struct share_column *columns;
    struct code_rows rows;
};

struct sharing {
    struct code_model *m;
    VEC(struct reference) references;
    VEC(struct sample) samples;
    VEC(struct family) families;
    struct share_shape shape; /* of the function that is looked at */
    int32_t *table;           /* hash -> family, or -1; a power of 2 */
    int32_t size;
};

/* ---- Samples --------------------------------------------------------------------------------- */

static void refer(struct sharing *s, struct code_fn **fn, int32_t *row)
{
    struct reference r = {fn, row};
    if (*fn && (*fn)->role != CODE_USER) VEC_ADD(s->m->arena, &s->references, r);
}

static void refer_kind(struct sharing *s, struct code_kind *k)
{
    for (int32_t g = 0; g < k->groups.n; g++) {
        struct code_group *at = &k->groups.at[g];
        refer(s, &at->eval, &at->eval_row);
        refer(s, &at->partial, &at->partial_row);
        refer(s, &at->reads, &at->reads_row);
        refer(s, &at->flat, &at->flat_row);
        refer(s, &at->handle, &at->handle_row);
        refer(s, &at->writes, &at->writes_row);
        refer(s, &at->by_wave, &at->by_wave_row);
    }
}

static void refer_all(struct sharing *s)
{
    struct code_model *m = s->m;
    refer_kind(s, &m->der);
    refer_kind(s, &m->guard);
    refer_kind(s, &m->output);
    refer_kind(s, &m->clock);
    refer_kind(s, &m->term);
    refer_kind(s, &m->delayed);
    refer_kind(s, &m->angle);
}

/* `number` is the place of a function in m->functions, or that of its sample: no number is there
 * twice. */
static void number_functions(struct sharing *s)
{
    for (int32_t k = 0; k < s->m->functions.n; k++) s->m->functions.at[k]->number = -1 - k;
}

static void take_sample(struct sharing *s, struct code_fn *f)
{
    struct sample sample = {.fn = f, .next = -1};
    if (f->number >= 0 || f->rows.n) return;
    f->number = s->samples.n;
    VEC_ADD(s->m->arena, &s->samples, sample);
}

/* ---- Families -------------------------------------------------------------------------------- */

static uint64_t mix(uint64_t h, uint64_t v)
{
    h = (h ^ v) * 0x9e3779b97f4a7c15u;
    return h ^ h >> 29;
}

static int64_t *keep(struct sharing *s, const share_words *w)
{
    int64_t *to = ARENA_ARRAY(s->m->arena, int64_t, w->n + 1);
    if (w->n) memcpy(to, w->at, (size_t)w->n * sizeof *to);
    return to;
}

static bool same_shape(const struct sharing *s, int32_t family)
{
    const struct family *c = &s->families.at[family];
    return c->n_words == s->shape.words.n &&
           memcmp(c->words, s->shape.words.at, (size_t)c->n_words * sizeof *c->words) == 0;
}

static int32_t family_new(struct sharing *s)
{
    struct family c = {.words = keep(s, &s->shape.words),
                       .real = keep(s, &s->shape.real),
                       .n_words = s->shape.words.n,
                       .n = s->shape.literals.n,
                       .first = -1};
    VEC_ADD(s->m->arena, &s->families, c);
    return s->families.n - 1;
}

/* The family of the shape that is looked at. */
static int32_t family_of(struct sharing *s)
{
    uint64_t h = 0;
    int32_t at;
    for (int32_t n = 0; n < s->shape.words.n; n++) h = mix(h, (uint64_t)s->shape.words.at[n]);
    at = (int32_t)(h & (uint64_t)(s->size - 1));
    while (s->table[at] >= 0 && !same_shape(s, s->table[at])) at = (at + 1) & (s->size - 1);
    if (s->table[at] < 0) s->table[at] = family_new(s);
    return s->table[at];
}

/* Sample k behind the others of its shape. */
static void classify(struct sharing *s, int32_t k)
{
    struct sample *x = &s->samples.at[k];
    struct family *c;
    share_shape(&s->shape, x->fn);
    x->literals = keep(s, &s->shape.literals);
    x->shape = family_of(s);
    c = &s->families.at[x->shape];
    if (c->first < 0)
        c->first = k;
    else
        s->samples.at[c->last].next = k;
    c->last = k;
    c->count++;
}

static void find_families(struct sharing *s)
{
    s->shape.arena = s->m->arena;
    for (s->size = 16; s->size < 2 * s->samples.n; s->size *= 2) continue;
    s->table = ARENA_ARRAY(s->m->arena, int32_t, s->size);
    for (int32_t k = 0; k < s->size; k++) s->table[k] = -1;
    for (int32_t k = 0; k < s->samples.n; k++) classify(s, k);
}

/* ---- Columns --------------------------------------------------------------------------------- */

static bool same_column(const struct sharing *s, const struct family *c, int32_t a, int32_t b)
{
    for (int32_t k = c->first; k >= 0; k = s->samples.at[k].next) {
        const int64_t *row = s->samples.at[k].literals;
        if (row[a] != row[b]) return false;
    }
    return true;
}

static void hash_columns(const struct sharing *s, struct family *c)
{
    const int64_t *first = s->samples.at[c->first].literals;
    for (int32_t k = c->first; k >= 0; k = s->samples.at[k].next) {
        const int64_t *row = s->samples.at[k].literals;
        for (int32_t j = 0; j < c->n; j++) {
            c->columns[j].hash = mix(c->columns[j].hash, (uint64_t)row[j]);
            c->columns[j].hole |= row[j] != first[j];
        }
    }
}

static bool twins(const struct sharing *s, const struct family *c, int32_t a, int32_t b)
{
    const struct share_column *x = &c->columns[a], *y = &c->columns[b];
    return x->kept && x->real == y->real && x->hash == y->hash && same_column(s, c, a, b);
}

/* Numbers the holes; sets the lengths of a row. */
static void number_columns(const struct sharing *s, struct family *c)
{
    for (int32_t j = 0; j < c->n; j++) {
        struct share_column *column = &c->columns[j];
        int32_t twin = 0;
        column->real = c->real[j] != 0;
        if (!column->hole) continue;
        while (twin < j && !twins(s, c, twin, j)) twin++;
        column->kept = twin == j;
        if (twin < j)
            column->at = c->columns[twin].at;
        else
            column->at = column->real ? c->rows.n_r++ : c->rows.n_i++;
    }
}

static double real_of(int64_t bits)
{
    double v;
    memcpy(&v, &bits, sizeof v);
    return v;
}

static void fill_rows(struct sharing *s, struct family *c)
{
    struct code_rows *rows = &c->rows;
    rows->n = c->count;
    rows->i = ARENA_ARRAY(s->m->arena, int64_t, (size_t)rows->n * (size_t)rows->n_i + 1);
    rows->r = ARENA_ARRAY(s->m->arena, double, (size_t)rows->n *(size_t)rows->n_r + 1);
    for (int32_t k = c->first, row = 0; k >= 0; k = s->samples.at[k].next, row++) {
        for (int32_t j = 0; j < c->n; j++) {
            int64_t v = s->samples.at[k].literals[j];
            if (!c->columns[j].kept) continue;
            if (c->columns[j].real)
                rows->r[(int64_t)row * rows->n_r + c->columns[j].at] = real_of(v);
            else
                rows->i[(int64_t)row * rows->n_i + c->columns[j].at] = v;
        }
    }
}

/* ---- The shared function --------------------------------------------------------------------- */

static void share_family(struct sharing *s, struct family *c)
{
    struct code_fn *into = s->samples.at[c->first].fn;
    int32_t row = 0, holes;
    if (c->count < 2) return;
    c->columns = ARENA_ARRAY(s->m->arena, struct share_column, c->n + 1);
    hash_columns(s, c);
    number_columns(s, c);
    holes = c->rows.n_i + c->rows.n_r;
    if (into->twin && holes > MOST_PARAMETERS) return;
    if (holes) {
        into = share_copy(s->m, into, c->columns, c->rows.n_i, c->rows.n_r);
        fill_rows(s, c);
        if (!into->twin) into->rows = c->rows;
    }
    for (int32_t k = c->first; k >= 0; k = s->samples.at[k].next) {
        s->samples.at[k].into = into;
        s->samples.at[k].row = holes ? row++ : 0;
    }
}

static void share_families(struct sharing *s)
{
    find_families(s);
    for (int32_t k = 0; k < s->families.n; k++) share_family(s, &s->families.at[k]);
}

/* ---- Twins ----------------------------------------------------------------------------------- */

/* The call of a shared twin: the numbers of its row behind its arguments. */
static void call_shared(void *user, struct code_expr *x)
{
    struct sharing *s = user;
    struct code_expr **args;
    const struct sample *of;
    const struct code_rows *rows;
    int32_t n;
    if (x->op != CODE_CALL || !x->fn->twin || x->fn->number < 0) return;
    of = &s->samples.at[x->fn->number];
    if (!of->into) return;
    n = x->fn->n_params;
    rows = &s->families.at[of->shape].rows;
    args = ARENA_ARRAY(s->m->arena, struct code_expr *, of->into->n_params + 1);
    for (int32_t k = 0; k < n; k++) args[k] = x->args[k];
    for (int32_t k = 0; k < rows->n_i; k++)
        args[n + k] = code_int(s->m, rows->i[(int64_t)of->row * rows->n_i + k]);
    for (int32_t k = 0; k < rows->n_r; k++)
        args[n + rows->n_i + k] = code_real(s->m, rows->r[(int64_t)of->row * rows->n_r + k]);
    x->args = args;
    x->fn = of->into;
}

static void call_shared_in(void *user, struct code_stmt *x)
{
    code_look(x->a, call_shared, user);
    code_look(x->b, call_shared, user);
}

static void share_twins(struct code_model *m)
{
    struct sharing s = {.m = m};
    int32_t n = m->functions.n;
    number_functions(&s);
    for (int32_t k = 0; k < n; k++)
        if (m->functions.at[k]->twin) take_sample(&s, m->functions.at[k]);
    if (s.samples.n < 2) return;
    share_families(&s);
    for (int32_t k = n; k < m->functions.n; k++) m->functions.at[k]->number = -1;
    for (int32_t k = 0; k < n; k++) code_visit(&m->functions.at[k]->body, call_shared_in, &s);
}

void code_share(struct code_model *m)
{
    struct sharing s = {.m = m};
    share_twins(m);
    refer_all(&s);
    number_functions(&s);
    for (int32_t k = 0; k < s.references.n; k++) take_sample(&s, *s.references.at[k].fn);
    share_families(&s);
    for (int32_t k = 0; k < s.references.n; k++) {
        const struct reference *r = &s.references.at[k];
        const struct sample *x;
        if ((*r->fn)->rows.n || (*r->fn)->number < 0) continue;
        x = &s.samples.at[(*r->fn)->number];
        if (!x->into) continue;
        *r->row = x->row;
        *r->fn = x->into;
    }
}
