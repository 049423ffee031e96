/* SPDX-License-Identifier: MIT */
/* explain_links.c - events, sums and delays, and who drives whom, as text. */
#include "cli/explain/explain.h"
#include "base/text.h"
#include "cli/core/grow.h"

enum { SHOWN = 8, TEXT = 400 };

/* ---- Lists of what is read or written -------------------------------------------------------- */

/* A mode is shown as its relation, in quotes. */
static void put_slot(const struct explain *x, const struct patterns *ps, const struct pattern *p,
                     const struct slot *s, char *buf, size_t size)
{
    const struct decl *d = &x->d.at[s->decl];
    const char *indices;
    char text[TEXT];
    pattern_slot(&x->d, ps, p, s, text, sizeof text);
    indices = pattern_indices(d, text);
    if (x->mode_of[s->decl] >= 0 && (indices || strcmp(text, d->name) == 0))
        snprintf(buf, size, "'%s'%s", d->name, indices ? indices : "");
    else
        snprintf(buf, size, "%s", text);
}

/* Prints the slots of a pattern; own: not those that are the mode of the guard itself. */
static void put_slots(const struct explain *x, const struct patterns *ps, const struct pattern *p,
                      bool own)
{
    char text[TEXT];
    int n = 0;
    for (int k = 0; k < p->n; k++) {
        if (own && x->mode_of[p->slot[k].decl] == ps->decl) continue;
        put_slot(x, ps, p, &p->slot[k], text, sizeof text);
        printf("%s%s", n++ ? ", " : "", text);
    }
    if (p->time) printf("%stime", n++ ? ", " : "");
    if (n == 0) printf("nothing");
}

static bool any_slot(const struct explain *x, const struct patterns *ps, const struct pattern *p)
{
    for (int k = 0; k < p->n; k++)
        if (x->mode_of[p->slot[k].decl] != ps->decl) return true;
    return p->time;
}

static void put_rest(const struct patterns *ps, int32_t hidden, const char *indent)
{
    if (hidden || ps->rest)
        printf("%s... %d more patterns%s\n", indent, hidden + (ps->rest > 0),
               ps->rest ? ", the last of them for all the rest" : "");
}

/* ---- Events ---------------------------------------------------------------------------------- */

static const char *direction_text(const saltus_guard *g)
{
    return g->direction > 0 ? ", rising" : g->direction < 0 ? ", falling" : "";
}

static const char *side_text(const saltus_guard *g)
{
    if (g->side == SALTUS_UNILATERAL) return ", approached from one side";
    return g->side == SALTUS_MUST_CROSS ? ", noticed only when surely crossed" : "";
}

static void put_links(struct explain *x, int32_t decl, const char *verb, const struct patterns *ps,
                      bool own)
{
    char reader[TEXT];
    int32_t shown = 0, hidden = 0;
    for (int32_t k = 0; k < ps->n; k++) {
        const struct pattern *p = &ps->at[k];
        if (own && !any_slot(x, ps, p)) continue;
        if (shown++ >= SHOWN) {
            hidden++;
            continue;
        }
        pattern_reader(&x->d, ps, p, reader, sizeof reader);
        printf("      %s", verb);
        if (x->d.at[decl].rank > 0) printf(" (%s)", strrchr(reader, '['));
        printf(" ");
        put_slots(x, ps, p, own);
        putchar('\n');
    }
    put_rest(ps, hidden, "      ");
}

static bool reads_mode(const struct explain *x, int32_t decl, int32_t guard)
{
    const struct patterns *ps = &x->reads[decl];
    for (int32_t k = 0; k < ps->n; k++)
        for (int s = 0; s < ps->at[k].n; s++)
            if (x->mode_of[ps->at[k].slot[s].decl] == guard) return true;
    return false;
}

/* Whose right-hand side is another one after this event. */
static void put_switched(const struct explain *x, int32_t guard)
{
    int32_t n = 0;
    char name[TEXT];
    for (int32_t k = 0; k < x->d.n; k++) {
        saltus_kind kind = x->d.at[k].kind;
        bool state = kind == SALTUS_STATE;
        if (k == guard || (!state && kind != SALTUS_GUARD && kind != SALTUS_SUM)) continue;
        if (!reads_mode(x, k, guard) || n++ >= SHOWN) continue;
        text_whole(name, sizeof name, x->d.at[k].name);
        printf("%s%s%s%s", n == 1 ? "      switches " : ", ", state ? "der(" : "'", name,
               state ? ")" : "'");
    }
    if (n > SHOWN) printf(", ... %d more", n - SHOWN);
    if (n) putchar('\n');
}

/* Parts of formulas make no events. */
static int32_t count_events(const struct explain *x, saltus_kind kind, const saltus_guard *g)
{
    int32_t from = x->d.from[kind], n = 0;
    for (int32_t k = 0; k < x->d.number[kind]; k++)
        if (g[k].side != SALTUS_PART) n += x->d.at[from + k].count;
    return n;
}

static void put_events(struct explain *x, saltus_kind kind, const saltus_guard *g,
                       const char *title)
{
    int32_t from = x->d.from[kind], n = x->d.number[kind], shown = 0;
    char place[160];
    if (n == 0) return;
    printf("\n%s (%d)\n", title, count_events(x, kind, g));
    for (int32_t k = from; k < from + n; k++) {
        const struct decl *d = &x->d.at[k];
        if (g[k - from].side == SALTUS_PART || shown++ >= 40) continue;
        printf("  %s", d->name);
        if (d->count > 1) printf("  x %d", d->count);
        if (d->at.line) printf("  %s", explain_place(x, d->at, place, sizeof place));
        printf("%s%s\n", direction_text(&g[k - from]), side_text(&g[k - from]));
        put_links(x, k, "reads", &x->reads[k], kind == SALTUS_CLOCK);
        put_links(x, k, "writes", &x->writes[k], true);
        put_switched(x, k);
    }
    if (shown > 40) printf("  ... %d more\n", shown - 40);
}

void explain_events(struct explain *x)
{
    put_events(x, SALTUS_GUARD, x->model->guards, "Guards: events where a relation changes");
    put_events(x, SALTUS_CLOCK, x->model->clocks, "Clocks: events at instants known in advance");
}

/* ---- Who drives whom ------------------------------------------------------------------------- */

static const char *nature(const struct explain *x, int32_t state)
{
    const saltus_function *f = &x->model->der;
    int a = f->affine ? f->affine(x->env, state) : 0;
    return a == 1 ? "linear" : a == 2 ? "linear, reads time" : "not linear";
}

static void put_drivers(struct explain *x, int32_t decl)
{
    const struct patterns *ps = &x->reads[decl];
    bool state = x->d.at[decl].kind == SALTUS_STATE;
    char reader[TEXT];
    for (int32_t k = 0; k < ps->n && k < SHOWN; k++) {
        pattern_reader(&x->d, ps, &ps->at[k], reader, sizeof reader);
        printf("  %-18s <-  ", reader);
        put_slots(x, ps, &ps->at[k], false);
        if (state) printf("   [%s]", nature(x, x->d.at[decl].first + ps->at[k].first));
        putchar('\n');
    }
    put_rest(ps, ps->n > SHOWN ? ps->n - SHOWN : 0, "  ");
}

static void list_drivers(struct explain *x, saltus_kind kind, const char *title)
{
    int32_t from = x->d.from[kind], n = x->d.number[kind];
    if (n == 0) return;
    printf("\n%s\n", title);
    for (int32_t k = from; k < from + n && k < from + 100; k++) put_drivers(x, k);
    if (n > 100) printf("  ... %d more\n", n - 100);
}

void explain_links(struct explain *x)
{
    list_drivers(x, SALTUS_STATE, "Who drives whom: what the derivative of a state reads");
    list_drivers(x, SALTUS_SUM, "Sums that are kept up to date term by term, and what they add up");
    list_drivers(x, SALTUS_DELAY, "Delays, and what they delay");
}
