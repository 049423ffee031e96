/* SPDX-License-Identifier: MIT */
/* write.c - the circuit and its subcircuits as classes of Modelica. */
#include "spice/write.h"
#include "spice/spice.h"
#include <string.h>

enum { MOST_TEXT = 64 << 20 };

/* ---- Text ------------------------------------------------------------------------------------ */

void put_text(struct out *o, const char *format, ...)
{
    va_list args;
    const char *s;
    if (o->full) return;
    va_start(args, format);
    s = arena_formatv(o->n->arena, format, args);
    va_end(args);
    for (; *s; s++) VEC_ADD(o->n->arena, &o->text, *s);
    if (o->text.n < MOST_TEXT) return;
    o->full = true;
    error_at(o->n->m, o->from, "the model would be larger than 64 MB");
}

void put_from(struct out *o, struct place at)
{
    o->from = at;
    VEC_ADD(o->n->arena, &o->origins, ((struct source_origin){(uint32_t)o->text.n, at}));
}

/* A text between quotes. */
static void put_quoted(struct out *o, const char *before, struct word w)
{
    put_text(o, " \"%s", before);
    for (uint32_t k = 0; k < w.n; k++) {
        unsigned char c = (unsigned char)w.s[k];
        put_text(o, "%s%c", c == '"' || c == '\\' ? "\\" : "", c < 32 || c >= 127 ? '?' : c);
    }
    put_text(o, "\"");
}

/* ---- Classes --------------------------------------------------------------------------------- */

static void put_params(struct out *o, struct scope *s)
{
    for (int32_t k = 0; k < s->params.n; k++) {
        const struct assign *a = &s->params.at[k];
        if (!a->ident) {
            warning_at(o->n->m, a->name.at,
                       "the parameter '%.*s' is given again below, and that value counts",
                       (int)a->name.n, a->name.s);
            continue;
        }
        put_from(o, a->name.at);
        put_text(o, "  parameter Real %s = ", a->ident);
        put_x(o, s, a->value);
        put_text(o, ";\n");
    }
    for (int32_t k = 0; k < s->outer.n; k++)
        put_text(o, "  parameter Real %s \"of the circuit around it\";\n", s->outer.at[k].ident);
}

static void put_nodes(struct out *o, struct scope *s)
{
    for (int32_t k = 0; k < s->nodes.n; k++) {
        struct node *node = s->nodes.at[k];
        if (!node->touched && !node->port) {
            error_at(o->n->m, node->start_at, "there is no node '%.*s'", (int)node->name.n,
                     node->name.s);
            continue;
        }
        put_from(o, node->name.at);
        put_text(o, "  Pin %s", node->ident);
        if (node->guess) {
            put_text(o, "(v(start = ");
            put_x(o, s, node->guess);
            put_text(o, "))");
        }
        if (!word_is(node->name, node->ident)) put_quoted(o, "node ", node->name);
        put_text(o, ";\n");
    }
}

static void put_body(struct out *o, struct scope *s)
{
    put_params(o, s);
    put_nodes(o, s);
    for (int32_t k = 0; k < s->parts.n; k++) put_part(o, s, s->parts.at[k]);
    put_from(o, s->up ? s->name.at : o->n->title.at);
}

static void put_wires(struct out *o, struct scope *s)
{
    put_text(o, "equation\n");
    for (int32_t k = 0; k < s->parts.n; k++) put_connections(o, s, s->parts.at[k]);
}

static bool needs_ground(const struct scope *s)
{
    for (int32_t k = 0; k < s->parts.n; k++)
        for (int32_t j = 0; j < s->parts.at[k]->nodes.n; j++)
            if (node_is_ground(s->parts.at[k]->nodes.at[j])) return true;
    return false;
}

static void put_subcircuits(struct out *o, struct scope *s);

static void put_subcircuit(struct out *o, struct scope *s)
{
    put_from(o, s->name.at);
    put_text(o, "  model %s\n", s->ident);
    put_body(o, s);
    if (needs_ground(s)) put_text(o, "  Electrical.Ground gnd;\n");
    put_wires(o, s);
    put_text(o, "  end %s;\n\n", s->ident);
    put_subcircuits(o, s);
}

static void put_subcircuits(struct out *o, struct scope *s)
{
    for (int32_t k = 0; k < s->models.n; k++) {
        const struct model *m = s->models.at[k];
        bool first = true;
        if (!m->ident) continue;
        put_from(o, m->name.at);
        put_text(o, "  model %s = %s(", m->ident, m->kind->class_name);
        put_model_values(o, s, m, &first);
        if (first) o->text.n--;
        put_text(o, "%s;\n", first ? "" : ")");
    }
    for (int32_t k = 0; k < s->inner.n; k++) put_subcircuit(o, s->inner.at[k]);
}

static void put_experiment(struct out *o)
{
    struct netlist *n = o->n;
    double stop = 0, step = 0, begin = 0;
    if (!x_constant(n, n->top, n->stop, &stop) || !(stop > 0))
        error_at(n->m, n->stop->at, "the time at which to stop must be a number above 0");
    if (n->begin && (!x_constant(n, n->top, n->begin, &begin) || begin != 0))
        warning_at(n->m, n->begin->at, "results are kept from 0 on");
    put_from(o, n->tran);
    put_text(o, "  annotation(experiment(StopTime = ");
    put_number(o, stop);
    if (n->step && x_constant(n, n->top, n->step, &step) && step > 0 && stop / step < 1e7) {
        put_text(o, ", Interval = ");
        put_number(o, step);
    }
    if (n->reltol > 0) {
        put_text(o, ", Tolerance = ");
        put_number(o, n->reltol);
    }
    put_text(o, "));\n");
}

static const char *circuit_name(struct netlist *n, int32_t file)
{
    const char *path = n->m->sources.at[file].name, *slash = strrchr(path, '/'), *dot;
    struct word w = {.s = slash ? slash + 1 : path};
    struct dict taken = {0};
    dot = strrchr(w.s, '.');
    w.n = (uint32_t)(dot && dot > w.s ? (size_t)(dot - w.s) : strlen(w.s));
    return name_ident(n->arena, &taken, w, "c");
}

static void put_circuit(struct out *o, const char *name)
{
    struct netlist *n = o->n;
    struct word t = n->title;
    put_from(o, t.at);
    put_text(o, "model %s", name);
    while (t.n && strchr(" \t\r*", t.s[0])) t.s++, t.n--;
    while (t.n && strchr(" \t\r", t.s[t.n - 1])) t.n--;
    if (t.n) put_quoted(o, "", t);
    put_text(o, "\n  import Saltus.Electrical;\n  import Saltus.Spice;\n  import "
                "Saltus.Electrical.Interfaces.Pin;\n\n");
    put_subcircuits(o, n->top);
    put_body(o, n->top);
    put_text(o, "  Electrical.Ground gnd;\n");
    put_wires(o, n->top);
    put_text(o, "initial equation\n");
    put_starts(o);
    put_experiment(o);
    put_text(o, "end %s;\n", name);
}

/* ---- From outside ---------------------------------------------------------------------------- */

bool spice_is_netlist(const char *path)
{
    static const char *const endings[] = {".cir", ".net", ".sp", ".ckt", ".spice"};
    size_t n = strlen(path);
    for (size_t k = 0; k < sizeof endings / sizeof endings[0]; k++) {
        size_t e = strlen(endings[k]);
        if (n > e && word_is((struct word){.s = path + n - e, .n = (uint32_t)e}, endings[k]))
            return true;
    }
    return false;
}

static void check(struct netlist *n)
{
    struct place begin = {n->title.at.file, 0, n->title.n};
    if (!n->stop) {
        error_at(n->m, begin, "there is no .tran: it says until when to simulate");
        hint_last(n->m, ".tran 1u 10m");
    }
    if (n->top->parts.n == 0)
        error_at(n->m, begin, "the netlist has no parts (its first line is a title)");
    if (n->temperature != 27 || n->nominal != 27)
        warning_at(
            n->m, begin,
            "at other temperatures than 27 degrees Celsius only the thermal voltage changes");
}

int32_t spice_convert(struct messages *m, int32_t file, bool no_files)
{
    struct netlist n = {.arena = m->arena,
                        .m = m,
                        .gmin = 1e-12,
                        .temperature = 27,
                        .nominal = 27,
                        .no_files = no_files};
    struct out o = {.n = &n};
    const char *name;
    char *text;
    int32_t made;
    spice_read(&n, file);
    check(&n);
    if (m->errors) return 0;
    name = circuit_name(&n, file);
    names_find_outer(&n);
    names_choose(&n);
    put_circuit(&o, name);
    if (m->errors || o.full) return 0;
    text = arena_text(m->arena, o.text.at, (size_t)o.text.n);
    made = source_add(m, arena_format(m->arena, "%s.mo", name), text, (uint32_t)o.text.n);
    source_made_of(m, made, o.origins.at, o.origins.n);
    return made;
}
