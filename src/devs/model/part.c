/* SPDX-License-Identifier: MIT */
/* part.c - a part as it was given: its copy, its arguments, its ports.
 *
 * A copy is one piece of memory: the part, its arguments, their numbers, all texts. Objects are
 * borrowed. A table whose last port is `many` stands for name1, name2, ... at its end, as many as
 * the part has. */
#include "devs/model/coupled.h"
#include "devs/kernel/run.h"

#include "base/text.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- Copies ---------------------------------------------------------------------------------- */

static size_t text_bytes(const char *s)
{
    return s ? strlen(s) + 1 : 0;
}

static size_t numbers(const saltus_arg *a)
{
    return a->v && a->rows > 0 && a->cols > 0 ? (size_t)a->rows * (size_t)a->cols : 0;
}

size_t part_bytes(const saltus_part *p)
{
    size_t n = sizeof *p + p->n_args * sizeof *p->args + text_bytes(p->name ? p->name : "") +
               text_bytes(p->at.file);
    for (size_t k = 0; k < p->n_args; k++) {
        const saltus_arg *a = &p->args[k];
        n += numbers(a) * sizeof *a->v + text_bytes(a->name ? a->name : "") + text_bytes(a->word) +
             text_bytes(a->at.file);
    }
    return n;
}

static const char *put_text(char **to, const char *s)
{
    char *at = *to;
    if (!s) return NULL;
    size_t n = strlen(s) + 1;
    memcpy(at, s, n);
    *to += n;
    return at;
}

static const double *put_numbers(double **to, const saltus_arg *a)
{
    size_t n = numbers(a);
    double *at = *to;
    if (!a->v) return NULL;
    if (n) memcpy(at, a->v, n * sizeof *at);
    *to += n;
    return at;
}

saltus_part *part_place(const saltus_part *p, void *memory)
{
    saltus_part *c = memory;
    saltus_arg *args = (saltus_arg *)(c + 1);
    double *v = (double *)(args + p->n_args);
    size_t n = 0;
    for (size_t k = 0; k < p->n_args; k++) n += numbers(&p->args[k]);
    char *s = (char *)(v + n);
    *c = *p;
    c->args = p->n_args ? args : NULL;
    c->name = put_text(&s, p->name ? p->name : "");
    c->at.file = put_text(&s, p->at.file);
    if (c->size == 0) c->size = 1;
    if (c->inputs == 0) c->inputs = 2;
    if (c->outputs == 0) c->outputs = 1;
    for (size_t k = 0; k < p->n_args; k++) {
        args[k] = p->args[k];
        args[k].v = put_numbers(&v, &p->args[k]);
        args[k].name = put_text(&s, p->args[k].name ? p->args[k].name : "");
        args[k].word = put_text(&s, p->args[k].word);
        args[k].at.file = put_text(&s, p->args[k].at.file);
    }
    return c;
}

/* ---- Arguments ------------------------------------------------------------------------------- */

const saltus_arg *part_arg(const saltus_part *p, const char *name)
{
    for (size_t k = 0; k < p->n_args; k++)
        if (!strcmp(p->args[k].name, name)) return &p->args[k];
    return NULL;
}

const saltus_param *part_param(const saltus_part *p, const char *name)
{
    for (const saltus_param *q = p->type->params; q && q->name; q++)
        if (!strcmp(q->name, name)) return q;
    return NULL;
}

double saltus_part_real(const saltus_part *p, const char *name, int32_t i)
{
    if (!p || !name) return (double)NAN;
    const saltus_arg *a = part_arg(p, name);
    const saltus_param *q = part_param(p, name);
    size_t n = a ? numbers(a) : 0;
    if (n == 1) return a->v[0];
    if (n > 1) return i >= 0 && (size_t)i < n ? a->v[i] : (double)NAN;
    return q ? q->value : (double)NAN;
}

int32_t saltus_part_count(const saltus_part *p, const char *name, int32_t *rows, int32_t *cols)
{
    if (!p || !name) return 0;
    const saltus_arg *a = part_arg(p, name);
    bool given = a && a->v;
    if (rows) *rows = given ? a->rows : 0;
    if (cols) *cols = given ? a->cols : 0;
    return given ? (int32_t)numbers(a) : 0;
}

const double *saltus_part_reals(const saltus_part *p, const char *name)
{
    if (!p || !name) return NULL;
    const saltus_arg *a = part_arg(p, name);
    return a ? a->v : NULL;
}

const char *saltus_part_word(const saltus_part *p, const char *name)
{
    if (!p || !name) return NULL;
    const saltus_arg *a = part_arg(p, name);
    const saltus_param *q = part_param(p, name);
    return a && a->word ? a->word : q ? q->word : NULL;
}

const void *saltus_part_object(const saltus_part *p, const char *name)
{
    if (!p || !name) return NULL;
    const saltus_arg *a = part_arg(p, name);
    return a ? a->object : NULL;
}

/* ---- Ports ----------------------------------------------------------------------------------- */

static const saltus_port *table(const saltus_part *p, int way)
{
    return way ? p->type->outputs : p->type->inputs;
}

int devs_port_count(const saltus_part *p, int way)
{
    const saltus_port *q = table(p, way);
    int n = 0;
    for (; q && q->name; q++) n += q->many ? (way ? p->outputs : p->inputs) : 1;
    return n < 0 ? 0 : n;
}

/* The `many` port is the last of its table. */
const saltus_port *devs_port_row(const saltus_part *p, int way, int port)
{
    const saltus_port *q = table(p, way);
    for (int k = 0; q && q->name; q++, k++)
        if (q->many || k == port) return q;
    return NULL;
}

int32_t devs_port_size(const saltus_part *p, int way, int port)
{
    return p->type->port_size ? p->type->port_size(p, way, port) : p->size;
}

void devs_port_name(const saltus_part *p, int way, int port, char *buf, size_t size)
{
    const saltus_port *q = devs_port_row(p, way, port);
    if (!q)
        snprintf(buf, size, "?");
    else if (q->many)
        snprintf(buf, size, "%s%d", q->name, port - (int)(q - table(p, way)) + 1);
    else
        snprintf(buf, size, "%s", q->name);
}

static int many_number(const saltus_port *q, const char *name, int count)
{
    size_t n = strlen(q->name);
    int k = 0;
    if (strncmp(name, q->name, n) != 0 || !name[n] || name[n] == '0') return -1;
    for (const char *s = name + n; *s; s++) {
        if (*s < '0' || *s > '9' || k > count) return -1;
        k = 10 * k + (*s - '0');
    }
    return k >= 1 && k <= count ? k - 1 : -1;
}

int devs_port_find(const saltus_part *p, int way, const char *name, const char **best)
{
    const saltus_port *q = table(p, way);
    int k = 0, nearest = TEXT_FAR;
    if (best) *best = NULL;
    if (!name) return devs_port_count(p, way) == 1 ? 0 : -1;
    for (; q && q->name; q++, k++) {
        int count = q->many ? (way ? p->outputs : p->inputs) : 0;
        int m = q->many ? many_number(q, name, count) : -1;
        if (m >= 0) return k + m;
        if (q->many && count == 1 && !strcmp(q->name, name)) return k;
        if (!q->many && !strcmp(q->name, name)) return k;
        if (best && text_nearer(name, q->name, &nearest)) *best = q->name;
    }
    return -1;
}
