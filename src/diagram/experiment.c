/* SPDX-License-Identifier: MIT */
/* experiment.c - what a diagram suggests for a run: the key "experiment" of the outermost
 * diagram. */
#include "diagram/batch.h"
#include <math.h>
#include <string.h>

enum { START, STOP, REL, ABS, INTERVAL, NUMBERS };
static const char *const number_names[] = {"start", "stop", "rel", "abs", "interval"};

static void read_watch(saltus_diagram *d, const struct diagram_source *s, const struct node *list)
{
    const char **names = ARENA_ARRAY(&d->arena, const char *, list->count + 1);
    size_t n = 0;
    if (list->kind != NODE_LIST)
        say_error(&d->say, diagram_at(s, list), "'watch' must be a list of names: [\"x\", \"y\"]");
    NODE_EACH(x, list)
    {
        if (x->kind == NODE_TEXT)
            names[n++] = x->text;
        else
            say_error(&d->say, diagram_at(s, x), "'watch' must be a list of names");
    }
    if (n) d->model.experiment.watch = names;
}

static void refuse(saltus_diagram *d, const struct diagram_source *s, const struct node *object,
                   int k, const char *text)
{
    say_error(&d->say, diagram_at(s, node_get(object, number_names[k])), "'%s' %s", number_names[k],
              text);
}

static void check(saltus_diagram *d, const struct diagram_source *s, const struct node *object,
                  const struct diagram_value *v)
{
    saltus_experiment *e = &d->model.experiment;
    if (v[REL].v && !(e->rel >= 0)) refuse(d, s, object, REL, "must not be negative");
    if (v[ABS].v && !(e->abs > 0)) refuse(d, s, object, ABS, "must be positive");
    if (v[INTERVAL].v && !(e->interval > 0)) refuse(d, s, object, INTERVAL, "must be positive");
    if (v[STOP].v && !(e->stop > e->start)) refuse(d, s, object, STOP, "must lie after the start");
}

void diagram_experiment(saltus_diagram *d)
{
    static const char *const words[] = {"start",    "stop",  "rel",    "abs",
                                        "interval", "watch", "method", NULL};
    const struct diagram_source *s = d->root->source;
    const struct node *object = node_get(s->node, "experiment");
    struct diagram_value v[NUMBERS] = {{0}};
    saltus_experiment *e = &d->model.experiment;
    double *to[] = {&e->start, &e->stop, &e->rel, &e->abs, &e->interval};
    struct batch b = {.d = d, .in = d->root};
    e->text = d->root->text;
    if (!object) return;
    if (object->kind != NODE_OBJECT) {
        say_error(&d->say, diagram_at(s, object), "'experiment' must be an object: {\"stop\": 10}");
        return;
    }
    diagram_keys(d, s, object, words, "an experiment");
    for (int k = 0; k < NUMBERS; k++) {
        const struct node *n = node_get(object, number_names[k]);
        if (n) batch_value(&b, s, n, BATCH_REAL, number_names[k], &v[k]);
    }
    e->method = diagram_text(d, s, object, "method");
    if (node_get(object, "watch")) read_watch(d, s, node_get(object, "watch"));
    if (!batch_run(&b)) return;
    for (int k = 0; k < NUMBERS; k++)
        if (v[k].v) *to[k] = *v[k].v;
    check(d, s, object, v);
}
