/* SPDX-License-Identifier: MIT */
/* diagram_dot.c - a diagram in the language of Graphviz, with the shapes of our own pictures. */
#include "out/plot/diagram.h"
#include "out/number.h"

static const char *style_of(saltus_kind kind)
{
    switch (kind) {
    case SALTUS_STATE:
        return "shape=box, style=\"rounded,filled\", fillcolor=\"#dcebf7\", color=\"#0072b2\"";
    case SALTUS_DISCRETE:
        return "shape=box, style=filled, fillcolor=\"#fbe6d6\", color=\"#d55e00\"";
    case SALTUS_GUARD:
        return "shape=hexagon, style=filled, fillcolor=\"#dbf0e8\", color=\"#009e73\"";
    case SALTUS_CLOCK:
        return "shape=box, peripheries=2, style=filled, fillcolor=\"#f5e3ec\", color=\"#b0568a\"";
    case SALTUS_SUM: return "shape=ellipse, style=filled, fillcolor=\"#eeeeee\", color=\"#555555\"";
    case SALTUS_DELAY:
        return "shape=ellipse, style=filled, fillcolor=\"#fdf3d8\", color=\"#b8860b\"";
    default: return "shape=plaintext";
    }
}

/* Inside quotes: quotes and backslashes are ordinary characters, a line end is "\n". */
static void put_text(FILE *f, const char *s)
{
    for (; *s; s++) {
        if (*s == '"' || *s == '\\') fputc('\\', f);
        if (*s == '\n')
            fputs("\\n", f);
        else
            fputc(*s, f);
    }
}

static void put_node(FILE *f, const struct diagram_node *n, int32_t k)
{
    fprintf(f, "  n%d [label=\"", k);
    put_text(f, n->label);
    if (n->note) {
        fputs("\\n", f);
        put_text(f, n->note);
    }
    fprintf(f, "\", %s];\n", style_of(n->kind));
}

static void put_edge(FILE *f, const struct diagram_edge *e)
{
    const char *before = " [";
    fprintf(f, "  n%d -> n%d", e->from, e->to);
    if (e->label) {
        fputs(" [label=\"", f);
        put_text(f, e->label);
        fputs("\"", f);
        before = ", ";
    }
    if (e->event) fprintf(f, "%sstyle=dashed", before), before = ", ";
    if (e->both) fprintf(f, "%sdir=both", before), before = ", ";
    fputs(*before == ',' ? "];\n" : ";\n", f);
}

saltus_status diagram_dot(const char *path, const struct diagram *d)
{
    FILE *f = out_open(path);
    if (!f) return SALTUS_EIO;
    fputs("digraph \"", f);
    put_text(f, d->title ? d->title : "");
    fputs("\" {\n  node [fontname=\"Helvetica\"];\n  edge [fontname=\"Helvetica\", fontsize=10];\n",
          f);
    for (int32_t k = 0; k < d->n_nodes; k++) put_node(f, &d->nodes[k], k);
    for (int32_t k = 0; k < d->n_edges; k++) put_edge(f, &d->edges[k]);
    fputs("}\n", f);
    return out_close(f);
}
