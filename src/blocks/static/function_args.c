/* SPDX-License-Identifier: MIT */
/* function_args.c - the arguments of a block, read once.
 *
 * In the store: a head; then the numbers, one row for all elements if every
 * argument is a single number, else one row for each element; then the lists. A
 * word counts as its place among the choices, from 0. */
#include "blocks/static/function.h"

struct head {
    int32_t stride, rows, lists, unused; /* numbers in a row, rows; lists */
    int32_t count[ARGS_LISTS], cols[ARGS_LISTS];
};

static int is_number(const saltus_param *p)
{
    return p->kind == SALTUS_REAL || p->kind == SALTUS_INTEGER || p->kind == SALTUS_BOOLEAN ||
           p->kind == SALTUS_CHOICE;
}

/* Place of the word among the choices. */
static double place(const saltus_param *p, const char *word)
{
    const char *at = p->choices;
    size_t n = word ? strlen(word) : 0;
    for (int k = 0; at && word; k++) {
        if (!strncmp(at, word, n) && (at[n] == '|' || !at[n])) return k;
        at = strchr(at, '|');
        if (at) at++;
    }
    return 0;
}

static double number(const saltus_cell *c, const saltus_param *p, int32_t i)
{
    if (p->kind == SALTUS_CHOICE) return place(p, saltus_part_word(c->part, p->name));
    return saltus_part_real(c->part, p->name, i);
}

static size_t measure(const saltus_cell *c, struct head *h)
{
    size_t n = 0;
    int32_t rows, cols;
    h->rows = 1;
    for (const saltus_param *p = c->type->params; p && p->name; p++) {
        if (is_number(p)) {
            h->stride++;
            if (p->kind != SALTUS_CHOICE && saltus_part_count(c->part, p->name, &rows, &cols) > 1)
                h->rows = c->size;
        } else if (p->kind == SALTUS_REALS && h->lists < ARGS_LISTS) {
            int32_t count = saltus_part_count(c->part, p->name, &rows, &cols);
            h->count[h->lists] = count;
            h->cols[h->lists++] = count ? cols : 0;
            n += (size_t)count;
        }
    }
    return n + (size_t)h->stride * (size_t)h->rows;
}

static double *fill_numbers(const saltus_cell *c, const struct head *h, double *to)
{
    for (int32_t i = 0; i < h->rows; i++)
        for (const saltus_param *p = c->type->params; p && p->name; p++)
            if (is_number(p)) *to++ = number(c, p, i);
    return to;
}

int args_start(saltus_cell *c, int k)
{
    struct head h = {0}, *in;
    size_t n = measure(c, &h);
    int list = 0;
    double *to;
    in = saltus_cell_store(c, k, sizeof h + n * sizeof(double));
    if (!in) return 0;
    *in = h;
    to = fill_numbers(c, &h, (double *)(in + 1));
    for (const saltus_param *p = c->type->params; p && p->name; p++) {
        if (p->kind != SALTUS_REALS || list == h.lists) continue;
        size_t count = (size_t)h.count[list++];
        if (count) memcpy(to, saltus_part_reals(c->part, p->name), count * sizeof *to);
        to += count;
    }
    return 1;
}

void args_of(const saltus_cell *c, int k, int32_t e, struct args *a)
{
    const struct head *h = saltus_cell_stored(c, k, NULL);
    const double *first = (const double *)(h + 1), *list = first + (ptrdiff_t)h->stride * h->rows;
    a->p = h->rows > 1 ? first + (ptrdiff_t)h->stride * e : first;
    a->inputs = ((const struct function_state *)c->state)->ports;
    a->t = c->t;
    for (int l = 0; l < ARGS_LISTS; l++) {
        a->list[l] = list;
        a->count[l] = h->count[l];
        a->cols[l] = h->cols[l];
        list += h->count[l];
    }
}
