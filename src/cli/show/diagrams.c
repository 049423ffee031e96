/* SPDX-License-Identifier: MIT */
/* diagrams.c - 'saltus check' and 'saltus explain' of a diagram: what is in it, in which order it
 * acts.
 *
 * Explain lists the blocks of every level once, with their arguments, then the wires, the parts of
 * the flattened model in select order, and what is shown. Loops are reported by the loader: a
 * diagram that has one is refused. */
#include "cli/show/diagrams.h"
#include "base/text.h"
#include "cli/core/names.h"
#include "devs/kernel/run.h"
#include "diagram/diagram.h"
#include "saltus_classic.h"
#include <errno.h>
#include <string.h>

enum { MOST_PARTS = 40, MOST_LINES = 200 };

static saltus_status load(const struct job *j, saltus_diagram **d)
{
    saltus_diagram_options o = {.struct_size = sizeof(saltus_diagram_options),
                                .sets = j->sets,
                                .n_sets = j->n_sets,
                                .interpret = 1,
                                .no_external = j->no_external,
                                .library = j->library,
                                .engine = saltus_classic()};
    return saltus_diagram_load(j->path, &o, d);
}

static bool settings_fit(const struct job *j, const saltus_diagram *d)
{
    for (size_t k = 0; k < j->n_sets; k++) {
        if (saltus_diagram_took(d, j->sets[k].name)) continue;
        talk_error("--set: diagram %s has no parameter '%s'", saltus_diagram_model(d)->name,
                   j->sets[k].name);
        names_hint(saltus_diagram_model(d), NAMES_PARAMETERS, j->sets[k].name);
        return false;
    }
    return true;
}

static int open_diagram(const struct job *j, saltus_diagram **d)
{
    saltus_status st = load(j, d);
    if (st < 0) return cli_compile_exit(st);
    return settings_fit(j, *d) ? EXIT_FINE : EXIT_USAGE;
}

/* ---- Check ----------------------------------------------------------------------------------- */

static int32_t elements(const saltus_variable *v)
{
    int32_t n = 0;
    for (; v && v->name; v++) n += text_elements(v->size);
    return n;
}

/* Blocks that reach outside when they start: files, pipes. They are not started to be checked. */
static bool reaches_out(const struct diagram_level *l)
{
    for (int32_t k = 0; k < l->blocks.n; k++) {
        const struct diagram_block *b = &l->blocks.at[k];
        const char *group = b->type && b->type->group ? b->type->group : "";
        if (b->inner ? reaches_out(b->inner) : strstr(group, "sink") || strstr(group, "link"))
            return true;
    }
    return false;
}

/* What blocks say about their arguments when they start. */
static int try_start(const struct job *j, const saltus_diagram *d)
{
    saltus_options o = saltus_defaults();
    saltus_sim *s = NULL;
    saltus_status st;
    o.engine = saltus_classic();
    o.method = j->method;
    st = saltus_sim_new(saltus_diagram_model(d), &o, &s);
    saltus_sim_free(s);
    return st < 0 ? EXIT_MODEL : EXIT_FINE;
}

int diagrams_check(const struct job *j)
{
    saltus_diagram *d = NULL;
    int code = open_diagram(j, &d);
    if (code == EXIT_FINE && !reaches_out(d->root)) code = try_start(j, d);
    if (code == EXIT_FINE) {
        const saltus_model *m = saltus_diagram_model(d);
        talk_note("%s: fine (diagram %s: %d block%s, %d wire%s, %d state%s)", j->path, m->name,
                  d->root->blocks.n, d->root->blocks.n == 1 ? "" : "s", d->root->wires.n,
                  d->root->wires.n == 1 ? "" : "s", elements(m->states),
                  elements(m->states) == 1 ? "" : "s");
    }
    saltus_diagram_free(d);
    return code;
}

/* ---- Explain: levels ------------------------------------------------------------------------- */

static void put_value(const saltus_arg *a)
{
    int32_t n = a->rows * a->cols;
    if (a->word) {
        printf("\"%s\"", a->word);
        return;
    }
    if (n != 1) printf("%s", "{");
    for (int32_t k = 0; k < n && k < 4; k++) printf("%s%g", k ? ", " : "", a->v[k]);
    if (n > 4) printf(", ... %d numbers", n);
    if (n != 1) printf("%s", "}");
}

static void put_block(const struct diagram_block *b)
{
    printf("  %-12s %s", b->name, b->type ? b->type->name : b->inner->name);
    if (b->part.size > 1) printf("[%d]", b->part.size);
    if (b->inner) printf(" (diagram)");
    for (size_t k = 0; k < b->part.n_args; k++) {
        printf("%s%s = ", k ? ", " : "  ", b->part.args[k].name);
        put_value(&b->part.args[k]);
    }
    putchar('\n');
}

static void put_end(const struct diagram_level *l, const struct diagram_end *e)
{
    if (e->block >= 0)
        printf("%s.%s", l->blocks.at[e->block].name, e->port);
    else
        printf("%s", e->port);
    if (e->count == 1)
        printf("[%d]", e->first + 1);
    else if (e->count > 1 && e->step == 1)
        printf("[%d:%d]", e->first + 1, e->first + e->count);
    else if (e->count > 1)
        printf("[%d:%d:%d]", e->first + 1, e->step, e->first + 1 + e->step * (e->count - 1));
}

static void put_level(const struct diagram_level *l, bool root)
{
    int32_t n = l->blocks.n < MOST_LINES ? l->blocks.n : MOST_LINES;
    printf("%s%s %s\n", root ? "" : "\n", root ? "Diagram" : "Nested diagram", l->name);
    if (l->text) printf("  %s\n", l->text);
    for (int32_t k = 0; k < l->params.n; k++) {
        const struct diagram_param *p = &l->params.at[k];
        saltus_arg a = {.rows = p->value.rows, .cols = p->value.cols, .v = p->value.v};
        printf("%s%s = ", k ? ", " : "  Parameters: ", p->name);
        put_value(&a);
    }
    if (l->params.n) putchar('\n');
    puts("\nBlocks");
    for (int32_t k = 0; k < n; k++) put_block(&l->blocks.at[k]);
    if (n < l->blocks.n) printf("  ... %d more\n", l->blocks.n - n);
    if (l->wires.n) puts("\nWires");
    n = l->wires.n < MOST_LINES ? l->wires.n : MOST_LINES;
    for (int32_t k = 0; k < n; k++) {
        printf("  ");
        put_end(l, &l->wires.at[k].from);
        printf(" -> ");
        put_end(l, &l->wires.at[k].to);
        putchar('\n');
    }
    if (n < l->wires.n) printf("  ... %d more\n", l->wires.n - n);
}

/* In the order in which they are used; the last made are first in the list. */
static void put_nested(const struct diagram_level *l, const struct diagram_level *root)
{
    if (!l) return;
    put_nested(l->next, root);
    if (l != root) put_level(l, false);
}

/* ---- Explain: the flattened model ------------------------------------------------------------ */

static void put_order(const saltus_diagram *d)
{
    saltus_devs *run = NULL;
    int32_t n;
    if (devs_check(d->root->coupled, NULL, &run) < 0) return;
    n = run->n_slots < MOST_PARTS ? run->n_slots : MOST_PARTS;
    printf("\nSelect order: who acts first of those that are due at one instant\n ");
    for (int32_t k = 0; k < n; k++) printf(" %s", run->order[k]->name);
    if (n < run->n_slots) printf(" ... %d more", run->n_slots - n);
    putchar('\n');
    saltus_devs_free(run);
}

static void put_table(const char *title, const saltus_variable *v)
{
    int lines = 0;
    if (!v || !v->name) return;
    printf("\n%s (%d)\n ", title, elements(v));
    for (; v->name && lines < MOST_PARTS; v++, lines++) {
        printf(" %s", v->name);
        if (v->size[0]) printf("[%d]", v->size[0]);
    }
    puts(v->name ? " ..." : "");
}

static void put_text(const saltus_diagram *d)
{
    const saltus_model *m = saltus_diagram_model(d);
    put_level(d->root, true);
    put_nested(d->levels, d->root);
    put_order(d);
    put_table("States", m->states);
    put_table("Discrete variables", m->discretes);
    put_table("Outputs", m->outputs);
}

static int put_picture(const saltus_diagram *d, const char *path)
{
    FILE *f = !strcmp(path, "-") ? stdout : fopen(path, "w");
    saltus_status st = f ? saltus_diagram_svg(d, f) : SALTUS_EIO;
    if (f && f != stdout && fclose(f) != 0) st = SALTUS_EIO;
    if (st < 0) talk_error("%s: %s", path, errno ? strerror(errno) : saltus_status_text(st));
    return st < 0 ? EXIT_RUN : EXIT_FINE;
}

int diagrams_explain(const struct job *j, const char *svg)
{
    saltus_diagram *d = NULL;
    int code = open_diagram(j, &d);
    if (code == EXIT_FINE && !(svg && !strcmp(svg, "-"))) put_text(d);
    if (code == EXIT_FINE && svg) code = put_picture(d, svg);
    saltus_diagram_free(d);
    return code;
}
