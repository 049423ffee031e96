/* SPDX-License-Identifier: MIT */
/* integrator_pair.c - mLIQSS in a diagram: which states drive each other, and
 * the step of two at once.
 *
 * Partners of an element are the elements of this or other integrators of the same method whose u
 * reads its q and whose q its u reads, through static parts. They are found when an element first
 * steps, and kept. For a step, the element and its partners are laid out as a small network
 * (quant/net.h), whose partial derivatives are asked of the diagram; the method does the rest. The
 * states are those before the step, the partial derivatives those with the new q of the element
 * that steps: so it sends that q first, and then, at the same instant, it is found out whether a
 * partner has to come along. */
#include "blocks/continuous/integrator_blocks.h"
#include "blocks/continuous/integrator_cell.h"
#include <stddef.h>
#include <stdlib.h>

enum { PARTNERS = 3, WORK = 4 }; /* stores */

/* Store PARTNERS: n + 1 starts, counted in partners; then two numbers each: part, element. */
struct search {
    saltus_cell *c;
    int32_t i;
    const struct method *m;
    int32_t n;     /* partners so far, of all elements  */
    int32_t first; /* of this element                   */
    bool failed;
};

static struct element *element_of(const saltus_cell *c, int32_t part, int32_t i)
{
    const saltus_cell *other = part == c->id ? c : saltus_cell_other(c, part);
    if (!other || (other->type != &block_integrator && other->type != &block_integrate_and_fire))
        return NULL;
    if (i >= other->size) return NULL; /* another part has its number now */
    return &integrator_elements(other)[i];
}

static void found(void *user, int32_t part, int in, int32_t k)
{
    struct search *f = user;
    struct integrator *s = f->c->state;
    const struct element *e = in == 0 ? element_of(f->c, part, k) : NULL;
    int32_t *at;
    if (f->failed || !e || e->m != f->m || (part == f->c->id && k == f->i)) return;
    at = saltus_cell_store(f->c, PARTNERS,
                           ((size_t)s->n + 1 + 2 * ((size_t)f->n + 1)) * sizeof(int32_t));
    f->failed = !at;
    if (!at) return;
    at += s->n + 1;
    for (int32_t j = f->first; j < f->n; j++)
        if (at[2 * j] == part && at[2 * j + 1] == k) return;
    at[2 * f->n] = part;
    at[2 * f->n + 1] = k;
    f->n++;
}

static int by_number(const void *a, const void *b)
{
    const int32_t *p = a, *q = b;
    if (p[0] != q[0]) return p[0] < q[0] ? -1 : 1;
    return p[1] < q[1] ? -1 : p[1] > q[1];
}

/* Of those that read q_i, the ones whose q u_i reads. */
static void both_ways(struct search *f, int32_t *at)
{
    int32_t kept = f->first;
    for (int32_t j = f->first; j < f->n; j++) {
        if (!saltus_cell_reaches(f->c, 0, f->i, at[2 * j], 0, at[2 * j + 1])) continue;
        at[2 * kept] = at[2 * j];
        at[2 * kept + 1] = at[2 * j + 1];
        kept++;
    }
    f->n = kept;
    qsort(at + 2 * f->first, (size_t)(f->n - f->first), 2 * sizeof *at, by_number);
}

/* The partners of all elements; false: no memory. */
static bool search(saltus_cell *c, struct integrator *s)
{
    struct search f = {.c = c};
    const struct element *e = integrator_elements(c);
    if (!saltus_cell_store(c, PARTNERS, ((size_t)s->n + 1) * sizeof(int32_t))) return false;
    for (int32_t i = 0; i < s->n && !f.failed; i++) {
        int32_t *at;
        f.i = i;
        f.m = e[i].m;
        f.first = f.n;
        if (f.m->pair) saltus_cell_readers(c, 0, i, found, &f);
        at = (int32_t *)(uintptr_t)saltus_cell_stored(c, PARTNERS, NULL);
        if (!f.failed) both_ways(&f, at + s->n + 1);
        at[i + 1] = f.n;
    }
    s->paired = !f.failed;
    return !f.failed;
}

/* ---- The small network ----------------------------------------------------------------------- */

struct little {
    struct net net;
    const saltus_cell *c;
    int32_t i;
    const int32_t *who; /* part, element of 1, 2, ... */
};

static void name_of(const struct little *w, int32_t k, int32_t *part, int32_t *element)
{
    *part = k ? w->who[2 * (k - 1)] : w->c->id;
    *element = k ? w->who[2 * (k - 1) + 1] : w->i;
}

/* d u of state a / d q of state b */
static double partial(const saltus_env *env, int32_t a, int32_t b)
{
    const struct little *w =
        (const struct little *)(const void *)((const char *)env - offsetof(struct net, env));
    int32_t part, element, from, k;
    const saltus_cell *at;
    name_of(w, a, &part, &element);
    name_of(w, b, &from, &k);
    at = part == w->c->id ? w->c : saltus_cell_other(w->c, part);
    return at ? saltus_cell_partial(at, 0, element, from, 0, k) : 0;
}

static const saltus_model diagram = {.der = {.partial = partial}};

/* Memory for n states behind each other with all that belongs to them. */
static bool lay_out(saltus_cell *c, struct little *w, int32_t n)
{
    size_t each = sizeof(struct state) + sizeof(struct quantum) + sizeof(int32_t) + 1;
    char *p = saltus_cell_store(c, WORK, (size_t)n * each + 2 * sizeof(int32_t));
    if (!p) return false;
    w->net.n = n;
    w->net.s = (struct state *)(void *)p;
    w->net.quanta = (struct quantum *)(void *)(w->net.s + n);
    w->net.each = -1;
    w->net.pairs.n = 1;
    w->net.pairs.start =
        (int32_t *)(void *)((char *)(void *)w->net.s +
                            (size_t)n * (sizeof(struct state) + sizeof(struct quantum)));
    w->net.pairs.item = w->net.pairs.start + 2;
    w->net.method_of = memset(w->net.pairs.item + n, 0, (size_t)n); /* all have the same */
    w->net.pairs.start[0] = 0;
    w->net.pairs.start[1] = n - 1;
    return true;
}

static void fill(struct little *w, const struct integrator *s, const struct element *e)
{
    struct quantum *quanta = (struct quantum *)(uintptr_t)w->net.quanta;
    w->net.s[0] = s->plan.own;
    quanta[0] = (struct quantum){e->rel, e->abs};
    for (int32_t k = 1; k < w->net.n; k++) {
        const struct element *p = element_of(w->c, w->who[2 * (k - 1)], w->who[2 * (k - 1) + 1]);
        w->net.s[k] = p ? p->s : e->s; /* a part that was removed is like one without influence */
        quanta[k] = p ? (struct quantum){p->rel, p->abs} : quanta[0];
        w->net.pairs.item[k - 1] = k;
    }
}

static const struct method *const *list_of(const struct method *m)
{
    int k = 0;
    while (method_list[k] != m) k++;
    return &method_list[k];
}

/* The network of the step that is planned, as it lies in the store. */
static bool open_network(const saltus_cell *c, struct integrator *s, struct little *w)
{
    const int32_t *at = saltus_cell_stored(c, PARTNERS, NULL);
    const struct element *e = &integrator_elements(c)[s->plan.i];
    *w = (struct little){.c = c, .i = s->plan.i};
    w->who = at + s->n + 1 + 2 * at[w->i];
    if (!lay_out((saltus_cell *)(uintptr_t)c, w, at[w->i + 1] - at[w->i] + 1)) return false;
    w->net.methods = list_of(e->m);
    w->net.tune = element_tuning(c);
    w->net.model = &diagram;
    w->net.env.t = c->t;
    return true;
}

/* q, and what belongs to it. */
static void put_q(struct state *to, const struct state *from)
{
    to->tq = from->tq;
    memcpy(to->q, from->q, sizeof to->q);
    memcpy(to->aux, from->aux, sizeof to->aux);
    to->a = from->a;
    to->dq = from->dq;
}

bool integrator_gather(const saltus_cell *c, struct integrator *s)
{
    saltus_cell *own = (saltus_cell *)(uintptr_t)c; /* its stores: what is known, not what it is */
    const struct element *e = &integrator_elements(c)[s->plan.i];
    struct little w;
    if (!s->paired && !search(own, s)) return false;
    if (!open_network(c, s, &w)) return false;
    fill(&w, s, e);
    if (w.net.n > 1) return true;
    e->m->pair(e->m, &w.net, 0, &s->plan.was);
    put_q(&s->plan.own, &w.net.s[0]);
    return false;
}

bool integrator_pair(const saltus_cell *c, struct integrator *s)
{
    const struct method *m = integrator_elements(c)[s->plan.i].m;
    struct planned *p = &s->plan;
    struct little w;
    int32_t j;
    if (p->waits == 2) return p->part >= 0; /* known since lambda */
    p->part = -1;
    p->both = p->own;
    if (!open_network(c, s, &w)) return false;
    p->waits = 2;
    j = m->pair(m, &w.net, 0, &p->was);
    p->both = w.net.s[0];
    if (j < 1) return false;
    name_of(&w, j, &p->part, &p->element);
    p->other = w.net.s[j];
    return true;
}

void integrator_put_q(struct element *e, const struct state *from)
{
    put_q(&e->s, from);
}
