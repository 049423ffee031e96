/* SPDX-License-Identifier: MIT */
#include "cli/core/given.h"
#include "cli/core/grow.h"
#include "out/number.h"
#include "run/options.h"

void given_name(char *buf, size_t size, const struct option *o)
{
    snprintf(buf, size, "%s", o->name);
    for (; *buf; buf++)
        if (*buf == '-') *buf = '_';
}

/* Equal values become equal texts. */
static char *canonical(const struct option *o, const char *text)
{
    char number[2][NUMBER_SIZE], both[2 * NUMBER_SIZE + 1];
    double rel, abs, v = 0;
    switch (o->type) {
    case VALUE_NUMBER:
    case VALUE_POSITIVE:
    case VALUE_COUNT: arg_number(text, &v); return grow_text(number_exact(number[0], v));
    case VALUE_TOLERANCE:
        option_tolerance(text, &rel, &abs);
        snprintf(both, sizeof both, "%s,%s", number_exact(number[0], rel),
                 number_exact(number[1], abs));
        return grow_text(both);
    default: return grow_text(text);
    }
}

static struct given_item *find(const struct given *g, const char *name)
{
    for (size_t k = 0; k < g->n; k++)
        if (strcmp(g->at[k].name, name) == 0) return &g->at[k];
    return NULL;
}

/* By name, so that the order in which they were given makes no difference. */
static struct given_item *add(struct given *g, const char *name)
{
    struct given_item *item = find(g, name);
    size_t k = g->n;
    if (item) return item;
    g->at = grow_one(g->at, g->n++, sizeof *g->at);
    for (; k > 0 && strcmp(g->at[k - 1].name, name) > 0; k--) g->at[k] = g->at[k - 1];
    g->at[k] = (struct given_item){grow_text(name), NULL};
    return &g->at[k];
}

void given_put(struct given *g, const struct option *o, const char *text)
{
    char name[64];
    struct given_item *item;
    given_name(name, sizeof name, o);
    item = add(g, name);
    free(item->text);
    item->text = canonical(o, text);
}

const char *given_text(const struct given *g, const char *name)
{
    const struct given_item *item = find(g, name);
    return item ? item->text : NULL;
}

double given_number(const struct given *g, const char *name, double otherwise)
{
    const char *text = given_text(g, name);
    return text ? strtod(text, NULL) : otherwise;
}

void given_merge(struct given *g, const struct given *other)
{
    for (size_t k = 0; k < other->n; k++)
        if (!find(g, other->at[k].name))
            add(g, other->at[k].name)->text = grow_text(other->at[k].text);
}

void given_free(struct given *g)
{
    for (size_t k = 0; k < g->n; k++) {
        free(g->at[k].name);
        free(g->at[k].text);
    }
    free(g->at);
    *g = (struct given){NULL, 0};
}
