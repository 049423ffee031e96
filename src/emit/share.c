/* SPDX-License-Identifier: MIT */
/* share.c - equations of one shape become one function.
 *
 * A model of a thousand scalar equations has a thousand functions, but few shapes: most differ only
 * in the indices and constants in them. Compilation time is spent per function, so functions of the
 * groups that are equal up to literals are replaced by one, in which the literals that differ are
 * holes, and a table with one row of numbers per original.
 *
 * The shape of a function is the list of all that is not a literal, in the order of its text; its
 * literals are another list. Equal shapes have the same literals at the same places, so a row of
 * the table is the list of an original without the columns in which all agree; of equal columns
 * one is kept. Comments and lines do not belong to the shape: the first original lends its own.
 *
 * The result depends on the order of groups only.                                              */
#include "emit/back.h"
#include <string.h>

typedef VEC(int64_t) word_list;

/* Where the model names a function. */
struct reference {
    struct code_fn **fn;
    int32_t *row;
};

/* One function and what it consists of. */
struct sample {
    struct code_fn *fn;
    word_list shape, literals; /* literals: integers, or the bits of a double */
    struct code_fn *into;      /* what replaces it; NULL: nothing */
    int32_t row;
    int32_t next; /* of the same shape; -1: last */
};

struct column {
    uint64_t hash;
    bool real, kept, hole;
    int32_t at; /* number in the row */
};

struct sharing {
    struct code_model *m;
    VEC(struct reference) references;
    VEC(struct sample) samples;
    int32_t *table; /* hash -> first sample of a shape, or -1; a power of 2 */
    int32_t size;
    const struct column *columns; /* while a function is copied */
    int32_t literal;              /* number of literals copied so far */
};

/* ---- Shapes ---------------------------------------------------------------------------------- */

static void word(struct sharing *s, struct sample *to, int64_t v)
{
    VEC_ADD(s->m->arena, &to->shape, v);
}

static int64_t bits_of(double v)
{
    int64_t bits;
    memcpy(&bits, &v, sizeof bits);
    return bits;
}

static double real_of(int64_t bits)
{
    double v;
    memcpy(&v, &bits, sizeof v);
    return v;
}

static bool is_literal(const struct code_expr *x)
{
    return x->op == CODE_REAL || x->op == CODE_INT;
}

static void shape_expr(struct sharing *s, struct sample *to, const struct code_expr *x)
{
    word(s, to, x ? (int64_t)x->op * 4 + x->type : -1);
    if (!x) return;
    if (is_literal(x)) {
        VEC_ADD(s->m->arena, &to->literals, x->op == CODE_REAL ? bits_of(x->number) : x->integer);
        return;
    }
    word(s, to, x->slot);
    word(s, to, x->op == CODE_CALL ? x->fn->number : x->integer);
    shape_expr(s, to, x->a);
    shape_expr(s, to, x->b);
    shape_expr(s, to, x->c);
    for (int32_t k = 0; x->op == CODE_CALL && k < x->fn->n_params; k++) {
        shape_expr(s, to, x->args[k]);
    }
}

/* What is told to people differs where the text does. */
static void shape_text(struct sharing *s, struct sample *to, const struct code_stmt *x)
{
    if (x->op == CODE_FAULT || x->op == CODE_WHILE) {
        word(s, to, x->at.file);
        word(s, to, (int64_t)x->at.pos << 32 | x->at.len);
    }
    for (const char *c = x->text ? x->text : ""; *c; c++) word(s, to, *c);
    word(s, to, 0);
}

static void shape_body(struct sharing *s, struct sample *to, const struct code_body *body)
{
    for (const struct code_stmt *x = body->first; x; x = x->next) {
        if (x->op == CODE_LINE || x->op == CODE_NOTE) continue;
        word(s, to, x->op);
        word(s, to, x->slot);
        word(s, to, x->integer);
        shape_text(s, to, x);
        shape_expr(s, to, x->a);
        shape_expr(s, to, x->b);
        shape_body(s, to, &x->body);
        shape_body(s, to, &x->other);
    }
    word(s, to, -1);
}

static void shape_fn(struct sharing *s, struct sample *to)
{
    const struct code_fn *f = to->fn;
    word(s, to, f->role);
    word(s, to, f->type);
    for (int32_t k = 0; k < f->slots.n; k++) {
        word(s, to, (int64_t)f->slots.at[k].size * 4 + f->slots.at[k].type);
    }
    word(s, to, -2);
    shape_body(s, to, &f->body);
}

/* ---- Samples and classes --------------------------------------------------------------------- */

static uint64_t mix(uint64_t h, uint64_t v)
{
    h = (h ^ v) * 0x9e3779b97f4a7c15u;
    return h ^ h >> 29;
}

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
    }
}

/* `number` is the place of a function in m->functions, or later that of its sample. */
static void take_samples(struct sharing *s)
{
    struct code_model *m = s->m;
    refer_kind(s, &m->der);
    refer_kind(s, &m->guard);
    refer_kind(s, &m->output);
    refer_kind(s, &m->clock);
    refer_kind(s, &m->term);
    refer_kind(s, &m->delayed);
    for (int32_t k = 0; k < m->functions.n; k++) m->functions.at[k]->number = -1 - k;
    for (int32_t k = 0; k < s->references.n; k++) {
        struct code_fn *f = *s->references.at[k].fn;
        struct sample sample = {.fn = f, .next = -1};
        if (f->number >= 0 || f->rows.n) continue;
        f->number = s->samples.n;
        VEC_ADD(m->arena, &s->samples, sample);
    }
}

static bool same_shape(const struct sample *a, const struct sample *b)
{
    return a->shape.n == b->shape.n &&
           memcmp(a->shape.at, b->shape.at, (size_t)a->shape.n * sizeof *a->shape.at) == 0;
}

/* Puts sample k behind the others of its shape; `last` is the end of the list of a first one. */
static void classify(struct sharing *s, int32_t k, int32_t *last)
{
    struct sample *x = &s->samples.at[k];
    uint64_t h = 0;
    int32_t at;
    for (int32_t n = 0; n < x->shape.n; n++) h = mix(h, (uint64_t)x->shape.at[n]);
    at = (int32_t)(h & (uint64_t)(s->size - 1));
    while (s->table[at] >= 0 && !same_shape(&s->samples.at[s->table[at]], x)) {
        at = (at + 1) & (s->size - 1);
    }
    if (s->table[at] < 0) {
        s->table[at] = k;
    } else {
        s->samples.at[last[s->table[at]]].next = k;
        x->row = -1; /* not the first */
    }
    last[s->table[at]] = k;
}

static void find_classes(struct sharing *s)
{
    int32_t *last = ARENA_ARRAY(s->m->arena, int32_t, s->samples.n + 1);
    for (s->size = 16; s->size < 2 * s->samples.n; s->size *= 2) continue;
    s->table = ARENA_ARRAY(s->m->arena, int32_t, s->size);
    for (int32_t k = 0; k < s->size; k++) s->table[k] = -1;
    for (int32_t k = 0; k < s->samples.n; k++) {
        shape_fn(s, &s->samples.at[k]);
        classify(s, k, last);
    }
}

/* ---- Columns --------------------------------------------------------------------------------- */

static void see_literal(void *user, struct code_expr *x)
{
    word_list *to = user;
    if (is_literal(x)) to->at[to->n++] = x->op == CODE_REAL;
}

static void see_literals(void *user, struct code_stmt *x)
{
    code_look(x->a, see_literal, user);
    code_look(x->b, see_literal, user);
}

/* Which literals of f are real: the walk of visit.c has the order of shape_body. */
static void find_types(struct sharing *s, const struct code_fn *f, struct column *columns, int32_t n)
{
    word_list real = {.at = ARENA_ARRAY(s->m->arena, int64_t, n + 1)};
    code_visit(&f->body, see_literals, &real);
    for (int32_t k = 0; k < n; k++) columns[k].real = real.at[k] != 0;
}

static bool same_column(const struct sharing *s, int32_t first, int32_t a, int32_t b)
{
    for (int32_t k = first; k >= 0; k = s->samples.at[k].next) {
        const int64_t *row = s->samples.at[k].literals.at;
        if (row[a] != row[b]) return false;
    }
    return true;
}

static void hash_columns(const struct sharing *s, int32_t first, struct column *columns, int32_t n)
{
    const struct sample *x = &s->samples.at[first];
    for (int32_t k = first; k >= 0; k = s->samples.at[k].next) {
        for (int32_t c = 0; c < n; c++) {
            int64_t v = s->samples.at[k].literals.at[c];
            columns[c].hash = mix(columns[c].hash, (uint64_t)v);
            columns[c].hole |= v != x->literals.at[c];
        }
    }
}

/* Numbers the holes; sets the lengths of a row. */
static void number_columns(const struct sharing *s, int32_t first, struct column *columns,
                           int32_t n, struct code_rows *rows)
{
    for (int32_t c = 0; c < n; c++) {
        int32_t twin = 0;
        if (!columns[c].hole) continue;
        while (twin < c &&
               !(columns[twin].kept && columns[twin].real == columns[c].real &&
                 columns[twin].hash == columns[c].hash && same_column(s, first, twin, c))) {
            twin++;
        }
        columns[c].kept = twin == c;
        if (twin < c)
            columns[c].at = columns[twin].at;
        else
            columns[c].at = columns[c].real ? rows->n_r++ : rows->n_i++;
    }
}

static void fill_rows(struct sharing *s, int32_t first, const struct column *columns, int32_t n,
                      struct code_rows *rows)
{
    rows->i = ARENA_ARRAY(s->m->arena, int64_t, (size_t)rows->n * (size_t)rows->n_i + 1);
    rows->r = ARENA_ARRAY(s->m->arena, double, (size_t)rows->n *(size_t)rows->n_r + 1);
    for (int32_t k = first, row = 0; k >= 0; k = s->samples.at[k].next, row++) {
        for (int32_t c = 0; c < n; c++) {
            int64_t v = s->samples.at[k].literals.at[c];
            if (!columns[c].kept) continue;
            if (columns[c].real)
                rows->r[(int64_t)row * rows->n_r + columns[c].at] = real_of(v);
            else
                rows->i[(int64_t)row * rows->n_i + columns[c].at] = v;
        }
    }
}

/* ---- The shared function --------------------------------------------------------------------- */

static struct code_expr *copy_expr(struct sharing *s, const struct code_expr *x)
{
    struct code_expr *y;
    if (!x) return NULL;
    y = ARENA_NEW(s->m->arena, struct code_expr);
    *y = *x;
    if (is_literal(x)) {
        const struct column *c = &s->columns[s->literal++];
        if (c->hole) *y = (struct code_expr){.op = CODE_HOLE, .type = x->type, .integer = c->at};
        return y;
    }
    y->a = copy_expr(s, x->a);
    y->b = copy_expr(s, x->b);
    y->c = copy_expr(s, x->c);
    if (x->op != CODE_CALL) return y;
    y->args = ARENA_ARRAY(s->m->arena, struct code_expr *, x->fn->n_params + 1);
    for (int32_t k = 0; k < x->fn->n_params; k++) y->args[k] = copy_expr(s, x->args[k]);
    return y;
}

static void copy_body(struct sharing *s, struct code_body *to, const struct code_body *from)
{
    *to = (struct code_body){.last = &to->first};
    for (const struct code_stmt *x = from->first; x; x = x->next) {
        struct code_stmt *y = code_add(s->m, to, x->op);
        y->slot = x->slot;
        y->integer = x->integer;
        y->text = x->text;
        y->at = x->at;
        y->a = copy_expr(s, x->a);
        y->b = copy_expr(s, x->b);
        copy_body(s, &y->body, &x->body);
        copy_body(s, &y->other, &x->other);
    }
}

static struct code_fn *copy_fn(struct sharing *s, const struct code_fn *f,
                               const struct column *columns)
{
    struct code_fn *g = ARENA_NEW(s->m->arena, struct code_fn);
    *g = *f;
    s->columns = columns;
    s->literal = 0;
    copy_body(s, &g->body, &f->body);
    VEC_ADD(s->m->arena, &s->m->functions, g);
    return g;
}

static void share_class(struct sharing *s, int32_t first)
{
    struct sample *x = &s->samples.at[first];
    int32_t n = x->literals.n, row = 0;
    struct column *columns = ARENA_ARRAY(s->m->arena, struct column, n + 1);
    struct code_rows rows = {.n = 0};
    struct code_fn *into;
    for (int32_t k = first; k >= 0; k = s->samples.at[k].next) rows.n++;
    if (rows.n < 2) return;
    find_types(s, x->fn, columns, n);
    hash_columns(s, first, columns, n);
    number_columns(s, first, columns, n, &rows);
    into = rows.n_i + rows.n_r ? copy_fn(s, x->fn, columns) : x->fn;
    if (into != x->fn) {
        fill_rows(s, first, columns, n, &rows);
        into->rows = rows;
    }
    for (int32_t k = first; k >= 0; k = s->samples.at[k].next) {
        s->samples.at[k].into = into;
        s->samples.at[k].row = into->rows.n ? row++ : 0;
    }
}

void code_share(struct code_model *m)
{
    struct sharing s = {.m = m};
    take_samples(&s);
    find_classes(&s);
    for (int32_t k = 0; k < s.samples.n; k++) {
        if (s.samples.at[k].row == 0 && !s.samples.at[k].into) share_class(&s, k);
    }
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
