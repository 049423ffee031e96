/* SPDX-License-Identifier: MIT */
/* pdm_write.c - coupled models of PowerDEVS as a diagram in JSON.
 *
 * Every coupled model becomes a nested diagram of its own; all of them are in the root's
 * "diagrams". The workspace of Scilab, which all parts see, becomes the parameters of the root; a
 * nested diagram has those that it needs, and gets their values from where it is used. Index blocks
 * become indices of wires. There, an input that nothing feeds is 0: here it is fed by a constant.
 *
 * Their unit of length is a fifteenth of a pixel, and blocks have 45 pixels; here they have half as
 * many more. */
#include "diagram/powerdevs/pdm.h"
#include "out/number.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- Values ---------------------------------------------------------------------------------- */

static void put_text(FILE *f, const char *s)
{
    putc('"', f);
    for (; *s; s++) {
        if (s[0] == '\\' && s[1] == 'n') { /* how a .pdm writes a new line */
            fputs("\\n", f);
            s++;
        } else {
            if (*s == '"' || *s == '\\') putc('\\', f);
            putc(*s, f);
        }
    }
    putc('"', f);
}

/* A number as JSON wants it; NULL: the text is not one number. */
static const char *as_number(struct pdm *p, const char *text)
{
    double v;
    const char *end = number_read(text, &v);
    char buf[NUMBER_SIZE];
    if (!end || *end || !isfinite(v)) return NULL;
    return arena_format(&p->arena, "%s", number_exact(buf, v));
}

/* {1, 2, 3} of numbers as a list; false: it is not that. */
static bool put_list(struct pdm_writer *w, const char *text)
{
    VEC(const char *) item = {0};
    size_t n = strlen(text);
    if (n < 3 || text[0] != '{' || text[n - 1] != '}') return false;
    for (const char *s = text + 1; *s && *s != '}';) {
        size_t length = strcspn(s, ",}");
        const char *number = as_number(w->p, arena_text(&w->p->arena, s, length));
        if (!number) return false;
        VEC_ADD(&w->p->arena, &item, number);
        s += length;
        s += strspn(s, ", ");
    }
    putc('[', w->out);
    for (int32_t k = 0; k < item.n; k++) fprintf(w->out, "%s%s", k ? ", " : "", item.at[k]);
    putc(']', w->out);
    return true;
}

static void put_value(struct pdm_writer *w, const struct pdm_value *v)
{
    const char *number = v->word ? NULL : as_number(w->p, v->text);
    fprintf(w->out, "\"%s\": ", v->name);
    if (number)
        fputs(number, w->out);
    else if (v->word || !put_list(w, v->text))
        put_text(w->out, v->text);
}

/* ---- Names ----------------------------------------------------------------------------------- */

static bool is_used(const pdm_names *names, const char *name)
{
    for (int32_t k = 0; k < names->n; k++)
        if (strcmp(names->at[k], name) == 0) return true;
    return false;
}

/* Nested ones, depth first, each with a name of its own. */
static void collect(struct pdm_writer *w, const struct pdm_coupled *c)
{
    for (int32_t k = 0; k < c->parts.n; k++) {
        struct pdm_coupled *inner = c->parts.at[k].inner;
        const char *name = inner ? inner->id : NULL;
        if (!inner) continue;
        for (int i = 2; is_used(&w->names, name); i++)
            name = arena_format(&w->p->arena, "%s_%d", inner->id, i);
        inner->id = name;
        VEC_ADD(&w->p->arena, &w->names, name);
        VEC_ADD(&w->p->arena, &w->inner, inner);
        collect(w, inner);
    }
}

static const struct pdm_value *variable(const struct pdm_writer *w, const char *name)
{
    for (int32_t k = 0; k < w->g->list.n; k++)
        if (strcmp(w->g->list.at[k].name, name) == 0) return &w->g->list.at[k];
    return NULL;
}

/* Adds the variables that those in the list need for their own values. */
static void close_used(struct pdm_writer *w, pdm_names *used)
{
    for (int32_t k = 0; k < used->n; k++) {
        const struct pdm_value *v = variable(w, used->at[k]);
        for (int32_t i = 0; v && i < v->reads.n; i++)
            if (!is_used(used, v->reads.at[i])) VEC_ADD(&w->p->arena, used, v->reads.at[i]);
    }
}

static bool has_port(const struct pdm_coupled *c, const char *name)
{
    for (int32_t k = 0; k < c->ports.n; k++)
        if (strcmp(c->ports.at[k].id, name) == 0) return true;
    return false;
}

static const char *zero_name(struct pdm_writer *w)
{
    const char *name = "zero";
    for (int i = 2;; i++) {
        bool taken = has_port(w->c, name);
        for (int32_t k = 0; k < w->c->parts.n && !taken; k++)
            taken = strcmp(w->c->parts.at[k].id, name) == 0;
        if (!taken) return name;
        name = arena_format(&w->p->arena, "zero_%d", i);
    }
}

/* ---- Places ---------------------------------------------------------------------------------- */

static void corner(const struct pdm_coupled *c, double low[2])
{
    low[0] = low[1] = INFINITY;
    for (int32_t k = 0; k < c->parts.n; k++)
        for (int i = 0; i < 2; i++) low[i] = fmin(low[i], c->parts.at[k].at[i]);
    for (int32_t k = 0; k < c->ports.n; k++)
        for (int i = 0; i < 2; i++) low[i] = fmin(low[i], c->ports.at[k].at[i]);
}

static void put_at(struct pdm_writer *w, const double at[2])
{
    double low[2];
    corner(w->c, low);
    fprintf(w->out, "\"at\": [%.0f, %.0f]", floor((at[0] - low[0]) / 10 + 0.5),
            floor((at[1] - low[1]) / 10 + 0.5));
}

/* ---- Blocks ---------------------------------------------------------------------------------- */

static bool has_many(const saltus_atomic *b)
{
    const saltus_port *p = b->inputs;
    while (p && p->name && !p->many) p++;
    return p && p->name;
}

static void put_inputs(struct pdm_writer *w, const struct pdm_part *part)
{
    const char *block = part->block->name;
    if (!strcmp(block, "expression") || !strcmp(block, "implicit")) {
        fputs(", \"inputs\": [", w->out);
        for (int32_t k = 0; k < part->inputs; k++) fprintf(w->out, "%s\"u%d\"", k ? ", " : "", k);
        putc(']', w->out);
    } else if (has_many(part->block)) {
        fprintf(w->out, ", \"inputs\": %d", part->inputs);
    }
}

static void put_nested(struct pdm_writer *w, const struct pdm_part *part)
{
    fprintf(w->out, "{\"diagram\": \"%s\"", part->inner->id);
    for (int32_t k = 0; k < w->g->list.n; k++) {
        const char *name = w->g->list.at[k].name;
        if (is_used(&part->inner->used, name)) fprintf(w->out, ", \"%s\": \"%s\"", name, name);
    }
}

static void put_block(struct pdm_writer *w, const struct pdm_part *part)
{
    if (part->inner) {
        put_nested(w, part);
    } else {
        struct pdm_value size = {.name = "size", .text = part->size};
        fprintf(w->out, "{\"block\": \"%s\"", part->block->name);
        put_inputs(w, part);
        if (part->size && strcmp(part->block->name, "matrix_gain") != 0)
            fputs(", ", w->out), put_value(w, &size);
        for (int32_t k = 0; k < part->values.n; k++)
            fputs(", ", w->out), put_value(w, &part->values.at[k]);
    }
    fputs(", ", w->out);
    put_at(w, part->at);
    putc('}', w->out);
}

static void put_blocks(struct pdm_writer *w)
{
    bool first = true;
    fprintf(w->out, "%s\"blocks\": {", w->indent);
    for (int32_t k = 0; k < w->c->parts.n; k++) {
        const struct pdm_part *part = &w->c->parts.at[k];
        if (!part->inner && !part->block) continue;
        fprintf(w->out, "%s\n%s  \"%s\": ", first ? "" : ",", w->indent, part->id);
        put_block(w, part);
        first = false;
    }
    for (int32_t k = 0; k < w->c->wires.n; k++) {
        const struct pdm_wire *x = &w->c->wires.at[k];
        struct pdm_value size = {.name = "size"};
        if (!pdm_is_first_between(w->p, w->c, k)) continue;
        fprintf(w->out, "%s\n%s  \"%s\": {\"block\": \"%s\"", first ? "" : ",", w->indent,
                pdm_between_name(w->p, w->c, x), pdm_between(w->p, w->c, x));
        size.text = w->c->parts.at[x->from.part].size;
        if (size.text) fputs(", ", w->out), put_value(w, &size);
        putc('}', w->out);
        first = false;
    }
    if (w->needs_zero)
        fprintf(w->out, "%s\n%s  \"%s\": {\"block\": \"constant\", \"value\": 0}", first ? "" : ",",
                w->indent, w->zero);
    fprintf(w->out, "\n%s}", w->indent);
}

/* ---- Diagrams -------------------------------------------------------------------------------- */

static void put_parameters(struct pdm_writer *w, bool root)
{
    bool first = true;
    for (int32_t k = 0; k < w->g->list.n; k++) {
        const struct pdm_value *v = &w->g->list.at[k];
        if (!root && !is_used(&w->c->used, v->name)) continue;
        fprintf(w->out, "%s", first ? "" : ", ");
        if (first) fprintf(w->out, "%s\"parameters\": {", w->indent);
        put_value(w, v);
        first = false;
    }
    if (!first) fputs("},\n", w->out);
}

/* In the order of their numbers. */
static void put_ports(struct pdm_writer *w, bool output)
{
    bool first = true;
    for (int32_t n = 0; n < w->c->ports.n; n++)
        for (int32_t k = 0; k < w->c->ports.n; k++) {
            const struct pdm_port *port = &w->c->ports.at[k];
            struct pdm_value size = {.name = "size"};
            if (port->output != output || port->number != n) continue;
            if (first) fprintf(w->out, "%s\"%s\": {", w->indent, output ? "outputs" : "inputs");
            fprintf(w->out, "%s\"%s\": {", first ? "" : ", ", port->id);
            size.text = pdm_port_size(w, w->c, k);
            if (size.text) put_value(w, &size), fputs(", ", w->out);
            put_at(w, port->at);
            putc('}', w->out);
            first = false;
        }
    if (!first) fputs("},\n", w->out);
}

static void put_diagram(struct pdm_writer *w, const struct pdm_coupled *c, bool root)
{
    w->c = c;
    w->indent = root ? "  " : "      ";
    w->zero = zero_name(w);
    w->needs_zero = pdm_zero_needed(w);
    if (*c->text && strcmp(c->text, "Coupled DEVS model") != 0) {
        fprintf(w->out, "%s\"text\": ", w->indent);
        put_text(w->out, c->text);
        fputs(",\n", w->out);
    }
    put_parameters(w, root);
    put_ports(w, false);
    put_ports(w, true);
    put_blocks(w);
    fputs(",\n", w->out);
    pdm_put_wires(w);
}

static void prepare(struct pdm_writer *w, const struct pdm_coupled *root)
{
    collect(w, root);
    for (int32_t k = w->inner.n - 1; k >= 0; k--) {
        close_used(w, &w->inner.at[k]->used);
        w->c = w->inner.at[k];
        pdm_note_silent(w);
    }
    w->c = root;
    pdm_note_silent(w);
}

void pdm_write(struct pdm *p, const struct pdm_coupled *root, const struct pdm_globals *g,
               FILE *out)
{
    struct pdm_writer w = {.p = p, .g = g, .out = out};
    prepare(&w, root);
    fprintf(out, "{\n  \"saltus\": 1,\n  \"name\": ");
    put_text(out, root->id);
    fputs(",\n", out);
    put_diagram(&w, root, true);
    for (int32_t k = 0; k < w.inner.n; k++) {
        fprintf(out, "%s    \"%s\": {\n", k ? ",\n" : ",\n  \"diagrams\": {\n", w.inner.at[k]->id);
        put_diagram(&w, w.inner.at[k], false);
        fputs("\n    }", out);
    }
    fputs(w.inner.n ? "\n  }\n}\n" : "\n}\n", out);
}
