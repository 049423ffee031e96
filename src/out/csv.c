/* SPDX-License-Identifier: MIT */
/* csv.c - values as comma-separated text [RFC 4180]: "time" and the names, then a row per instant.
 *
 * Lines end with a newline alone. A name is quoted if it has to be. A write error sticks: every
 * later row and the close report it, so that checking the close is enough. */
#include "saltus.h"

#include "base/alloc.h"
#include "out/number.h"

#include <string.h>

struct saltus_csv {
    struct alloc alloc;
    FILE *f;
    int32_t *var;
    size_t n;
};

/* The kind of variable `var`, and its index among its kind: states, discretes, outputs. */
static saltus_kind kind_of(const saltus_sim *s, int32_t var, int32_t *index)
{
    int32_t states = saltus_sim_count(s, SALTUS_STATE);
    int32_t discretes = saltus_sim_count(s, SALTUS_DISCRETE);
    *index = var < states ? var : var - states;
    if (var < states) return SALTUS_STATE;
    if (*index < discretes) return SALTUS_DISCRETE;
    *index -= discretes;
    return SALTUS_OUTPUT;
}

static int is_variable(const saltus_sim *s, int32_t var)
{
    int32_t index;
    if (var < 0) return 0;
    saltus_kind kind = kind_of(s, var, &index);
    return index < saltus_sim_count(s, kind);
}

static saltus_status put_name(saltus_csv *c, const saltus_sim *s, int32_t var)
{
    int32_t index;
    saltus_kind kind = kind_of(s, var, &index);
    int length = saltus_sim_name(s, kind, index, NULL, 0);
    size_t room = length < 0 ? 1 : (size_t)length + 1;
    char *name = alloc_array(&c->alloc, room, 1);
    if (!name) return SALTUS_ENOMEM;
    saltus_sim_name(s, kind, index, name, room);
    fputc(',', c->f);
    out_csv_text(c->f, "", name);
    alloc_free(&c->alloc, name);
    return SALTUS_OK;
}

static saltus_status put_header(saltus_csv *c, const saltus_sim *s)
{
    saltus_status status = SALTUS_OK;
    fputs("time", c->f);
    for (size_t i = 0; i < c->n && status == SALTUS_OK; i++) status = put_name(c, s, c->var[i]);
    fputc('\n', c->f);
    if (status == SALTUS_OK && ferror(c->f)) status = SALTUS_EIO;
    return status;
}

static saltus_status check(const char *path, const saltus_sim *s, const int32_t *vars, size_t n)
{
    if (!path || !s || (n > 0 && !vars)) return SALTUS_EARG;
    for (size_t i = 0; i < n; i++)
        if (!is_variable(s, vars[i])) return SALTUS_EARG;
    return SALTUS_OK;
}

static saltus_csv *csv_new(const int32_t *vars, size_t n)
{
    struct alloc a;
    alloc_init(&a, NULL, NULL);
    saltus_csv *c = alloc_array(&a, 1, sizeof *c);
    if (!c) return NULL;
    c->alloc = a;
    c->n = n;
    c->var = alloc_array(&c->alloc, n, sizeof *vars);
    if (c->var) {
        if (n > 0) memcpy(c->var, vars, n * sizeof *vars);
        return c;
    }
    alloc_free(&a, c);
    return NULL;
}

saltus_status saltus_csv_open(const char *path, const saltus_sim *s, const int32_t *vars, size_t n,
                              saltus_csv **out)
{
    if (!out) return SALTUS_EARG;
    *out = NULL;
    saltus_status status = check(path, s, vars, n);
    if (status != SALTUS_OK) return status;
    saltus_csv *c = csv_new(vars, n);
    if (!c) return SALTUS_ENOMEM;
    c->f = out_open(path);
    status = c->f ? put_header(c, s) : SALTUS_EIO;
    if (status != SALTUS_OK) {
        saltus_csv_close(c);
        return status;
    }
    *out = c;
    return SALTUS_OK;
}

saltus_status saltus_csv_row(saltus_csv *c, double t, const saltus_sim *s)
{
    char buf[NUMBER_SIZE];
    if (!c || !s) return SALTUS_EARG;
    fputs(number_exact(buf, t), c->f);
    for (size_t i = 0; i < c->n; i++) {
        fputc(',', c->f);
        fputs(number_exact(buf, saltus_sim_value(s, c->var[i], t)), c->f);
    }
    fputc('\n', c->f);
    return ferror(c->f) ? SALTUS_EIO : SALTUS_OK;
}

saltus_status saltus_csv_close(saltus_csv *c)
{
    if (!c) return SALTUS_OK;
    struct alloc a = c->alloc;
    saltus_status status = c->f ? out_close(c->f) : SALTUS_OK;
    alloc_free(&a, c->var);
    alloc_free(&a, c);
    return status;
}
