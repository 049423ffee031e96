/* SPDX-License-Identifier: MIT */
/* arena.c - a case made ready: its model (text compiled to native code, or the twin in C) and its reference (read, or
 * made once and kept in the folder for work). */
#include "models.h"
#include "saltus_compile.h"
#include "suite.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

static int open_model(struct arena_case *a)
{
    const struct suite_case *c = a->c;
    saltus_set size = {"N", c->size};
    saltus_compile_options o = {.struct_size = sizeof(saltus_compile_options),
                                .sets = &size,
                                .n_sets = c->size > 0,
                                .library = SUITE_ROOT "/models/lib"};
    saltus_compile_stats s;
    char path[500];
    if (!c->text) {
        a->model = a->hand = models_make(c->model, c->size);
        return a->hand != NULL;
    }
    if (c->file[0])
        snprintf(path, sizeof path, "%s/%s", SUITE_ROOT, c->file);
    else
        snprintf(path, sizeof path, "%s/models/%s/%s.mo", SUITE_ROOT, c->model, c->model);
    if (saltus_compile_file(path, &o, &a->text) != SALTUS_OK) return 0;
    s = saltus_compiled_stats(a->text);
    a->compile = (s.front_ms + s.native_ms + s.load_ms) / 1000;
    a->model = saltus_compiled_model(a->text);
    return 1;
}

static int32_t count_states(const saltus_model *m)
{
    int32_t n = 0;
    for (const saltus_variable *v = m->states; v && v->name; v++) {
        int32_t size = 1;
        for (int k = 0; k < 2 && v->size[k] > 0; k++) size *= v->size[k];
        n += size;
    }
    return n;
}

/* Rows at equal distances, columns as the case names them, no values yet. */
static int empty_table(struct table *b, const struct suite_case *c)
{
    char names[SUITE_TEXT];
    int columns = 1;
    for (const char *p = c->columns; *p; p++) columns += *p == ',';
    if (!table_new(b, c->rows, columns)) return 0;
    memcpy(names, c->columns, sizeof names);
    columns = 0;
    for (char *w = strtok(names, ","); w; w = strtok(NULL, ","))
        snprintf(b->name[columns++], SUITE_NAME, "%.*s", SUITE_NAME - 1, w);
    for (int k = 0; k < c->rows; k++) b->t[k] = c->stop * k / (c->rows - 1);
    return 1;
}

/* A contestant by its name, which need not take part itself. 0: there is none. */
static int find(const struct suite_case *c, const char *name, struct contestant *found)
{
    struct suite_case open = *c;
    struct contestant *list;
    int n, k = 0;
    open.only[0] = open.without[0] = 0;
    n = contest_list(&open, &list);
    while (k < n && strcmp(list[k].name, name) != 0) k++;
    if (k < n) *found = list[k];
    free(list);
    return k < n;
}

/* How far is another method, at a fine tolerance? */
static void confirm(struct arena_case *a)
{
    const struct suite_case *c = a->c;
    struct contestant other;
    struct outcome o;
    a->confirmed = NAN;
    if (!c->confirm[0] || a->reference.rows == 0 || !find(c, c->confirm, &other)) return;
    child_run(a, &other, c->confirm_tol, c->maker_limit, 1, NULL, &o);
    a->confirmed = o.error.mean;
    printf("    reference: %s at %g differs by %.1e of the range in the mean\n", c->confirm,
           c->confirm_tol, a->confirmed);
}

/* By the case's maker at its tolerance; how far the same is at ten times that tolerance tells its accuracy. */
static int make_reference(struct arena_case *a, const char *path)
{
    const struct suite_case *c = a->c;
    struct contestant maker;
    struct outcome o;
    int ok = find(c, c->maker, &maker) && empty_table(&a->reference, c);
    if (ok) {
        printf("    reference: %s at %g\n", c->maker, c->maker_tol);
        child_run(a, &maker, c->maker_tol, c->maker_limit, 1, a->reference.value, &o);
        ok = o.status == SUITE_OK &&
             isfinite(table_distance(&a->reference, a->reference.value).relative);
    }
    if (ok) {
        child_run(a, &maker, 10 * c->maker_tol, c->maker_limit, 1, NULL, &o);
        a->accuracy = o.error.relative;
        table_write(&a->reference, path);
        printf("    reference: made, differs by %.1e from that at ten times the tolerance\n",
               a->accuracy);
    } else {
        printf("    reference: %s did not make it\n", c->maker);
        table_free(&a->reference);
    }
    return ok;
}

static void open_reference(struct arena_case *a, const char *work)
{
    const struct suite_case *c = a->c;
    char path[600];
    if (c->reference[0]) {
        snprintf(path, sizeof path, "%s/tests/data/reference/%s.csv", SUITE_ROOT, c->reference);
        if (table_read(&a->reference, path, c->columns, c->stop * (1 + 1e-9))) return;
        snprintf(path, sizeof path, "%s/%s/%s.csv", a->folder, c->problem, c->reference);
        if (table_read(&a->reference, path, c->columns, c->stop * (1 + 1e-9))) return;
        printf("    reference: %s is missing\n", c->reference);
    } else if (c->maker[0]) {
        snprintf(path, sizeof path, "%s/%s-%s.csv", work, c->problem, c->name);
        if (!table_read(&a->reference, path, c->columns, c->stop * (1 + 1e-9)))
            make_reference(a, path);
    }
}

int arena_open(struct arena_case *a, const char *work)
{
    if (!open_model(a)) return 0;
    a->states = count_states(a->model);
    open_reference(a, work);
    confirm(a);
    return 1;
}

void arena_close(struct arena_case *a)
{
    table_free(&a->reference);
    saltus_compiled_free(a->text);
    models_free(a->hand);
}
