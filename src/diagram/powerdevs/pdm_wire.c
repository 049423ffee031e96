/* SPDX-License-Identifier: MIT */
/* pdm_wire.c - wires of PowerDEVS as texts of ours, with indices where an index block was.
 *
 *     Index Shift n          x[1:end-n] -> f[n+1:end], and 0 for the rest
 *     Scalar to Vector k     x -> f[k+1], and 0 for the rest; k = -1: x -> f
 *     Vector to Scalar k     x[k+1] -> f
 *
 * Indices count from 0 there, from 1 here. */
#include "diagram/powerdevs/pdm.h"
#include <stdlib.h>
#include <string.h>

/* ---- Sizes ----------------------------------------------------------------------------------- */

/* Of an end inside c, as seen from the other end of the wire. */
static const char *end_size(struct pdm_writer *w, const struct pdm_coupled *c, struct pdm_end e,
                            bool output)
{
    const struct pdm_part *part;
    if (e.part < 0) return NULL;
    part = &c->parts.at[e.part];
    if (part->inner) {
        for (int32_t k = 0; k < part->inner->ports.n; k++)
            if (part->inner->ports.at[k].output == output &&
                part->inner->ports.at[k].number == e.port)
                return pdm_port_size(w, part->inner, k);
        return NULL;
    }
    if (output && part->block &&
        (!strcmp(part->block->name, "sum_over") || !strcmp(part->block->name, "matrix_gain")))
        return NULL;
    if (pdm_role(part) == PDM_BLOCK) return part->size;
    if (pdm_role(part) == PDM_TO_VECTOR && !output) return NULL;
    if (pdm_role(part) == PDM_TO_SCALAR && output) return NULL;
    for (int32_t k = 0; k < c->wires.n; k++) { /* what is at the other side of the index block */
        const struct pdm_wire *x = &c->wires.at[k];
        const struct pdm_end *near = output ? &x->to : &x->from, *far = output ? &x->from : &x->to;
        const char *size =
            near->part == e.part && far->part != e.part ? end_size(w, c, *far, output) : NULL;
        if (size) return size;
    }
    return NULL;
}

/* Of a port of the coupled model: as what it is connected with inside. */
const char *pdm_port_size(struct pdm_writer *w, const struct pdm_coupled *c, int32_t port)
{
    bool output = c->ports.at[port].output;
    for (int32_t k = 0; k < c->wires.n; k++) {
        const struct pdm_wire *x = &c->wires.at[k];
        const struct pdm_end *own = output ? &x->to : &x->from, *far = output ? &x->from : &x->to;
        const char *size = own->part < 0 && own->port == port ? end_size(w, c, *far, output) : NULL;
        if (size) return size;
    }
    return NULL;
}

/* ---- Wires ----------------------------------------------------------------------------------- */

/* "block.port" of an end; NULL: it does not exist here. */
static const char *end_name(struct pdm_writer *w, struct pdm_end e, int way)
{
    const struct pdm_part *part = e.part < 0 ? NULL : &w->c->parts.at[e.part];
    const char *port;
    if (!part) return w->c->ports.at[e.port].id;
    if (part->inner) {
        for (int32_t k = 0; k < part->inner->ports.n; k++)
            if (part->inner->ports.at[k].output == way && part->inner->ports.at[k].number == e.port)
                return arena_format(&w->p->arena, "%s.%s", part->id, part->inner->ports.at[k].id);
        return NULL;
    }
    port = part->block ? pdm_port_name(w->p, part, way, e.port) : NULL;
    if (!port) return NULL;
    return *port ? arena_format(&w->p->arena, "%s.%s", part->id, port) : part->id;
}

static void put_wire(struct pdm_writer *w, const char *from, const char *from_index, const char *to,
                     const char *to_index)
{
    fprintf(w->out, "%s\n%s  \"%s%s -> %s%s\"", w->wires++ ? "," : "", w->indent, from, from_index,
            to, to_index);
}

/* The text plus a whole number: "N-1" + 1 -> "N", "3" + 1 -> "4". */
static const char *plus(struct pdm *p, const char *text, long n)
{
    char *end;
    long v = strtol(text, &end, 10);
    const char *minus = strrchr(text, '-');
    if (*text && !*end) return arena_format(&p->arena, "%ld", v + n);
    if (minus && minus > text && n > 0) {
        long less = strtol(minus + 1, &end, 10);
        if (minus[1] && !*end && less >= n && !strpbrk(text, "*/^(")) {
            const char *head = arena_text(&p->arena, text, (size_t)(minus - text));
            return less == n ? head : arena_format(&p->arena, "%s-%ld", head, less - n);
        }
    }
    return n < 0 ? arena_format(&p->arena, "%s-%ld", text, -n)
                 : arena_format(&p->arena, "%s+%ld", text, n);
}

static void put_shifted(struct pdm_writer *w, const struct pdm_part *part, const char *from,
                        const char *to)
{
    struct arena *a = &w->p->arena;
    char *end;
    long n = strtol(part->index ? part->index : "", &end, 10);
    if (!part->index || *end) {
        pdm_error(w->p, part->line, "write the number itself",
                  "the shift of '%s' is not a whole number", part->name);
    } else if (n == 0) {
        put_wire(w, from, "", to, "");
    } else if (n > 0) {
        put_wire(w, from, arena_format(a, "[1:end-%ld]", n), to,
                 arena_format(a, "[%ld:end]", n + 1));
        put_wire(w, w->zero, "", to, n == 1 ? "[1]" : arena_format(a, "[1:%ld]", n));
    } else {
        put_wire(w, from, arena_format(a, "[%ld:end]", 1 - n), to,
                 arena_format(a, "[1:end-%ld]", -n));
        put_wire(w, w->zero, "", to, n == -1 ? "[end]" : arena_format(a, "[end-%ld:end]", -n - 1));
    }
}

static void put_spread(struct pdm_writer *w, const struct pdm_part *part, const char *from,
                       const char *to, const char *size)
{
    struct arena *a = &w->p->arena;
    const char *k = part->index ? part->index : "0", *place = plus(w->p, k, 1);
    bool last = size && strcmp(place, size) == 0;
    if (strcmp(k, "-1") == 0) {
        put_wire(w, from, "", to, "");
        return;
    }
    put_wire(w, from, "", to, arena_format(a, "[%s]", place));
    if (strcmp(k, "0") != 0) put_wire(w, w->zero, "", to, arena_format(a, "[1:%s]", k));
    if (!last) put_wire(w, w->zero, "", to, arena_format(a, "[%s:end]", plus(w->p, k, 2)));
}

/* From x through an index block to the end of wire y. */
static void put_indexed(struct pdm_writer *w, const struct pdm_wire *x, const struct pdm_wire *y)
{
    const struct pdm_part *part = &w->c->parts.at[y->from.part];
    const char *from = end_name(w, x->from, 1), *to = end_name(w, y->to, 0);
    const char *size = end_size(w, w->c, y->to, false);
    if (x->from.part >= 0 && pdm_role(&w->c->parts.at[x->from.part]) >= PDM_SHIFT) {
        pdm_error(w->p, part->line, "make one of them",
                  "'%s' follows another index block, which is not converted", part->name);
        return;
    }
    if (!from || !to) return;
    if (pdm_role(part) == PDM_SHIFT)
        put_shifted(w, part, from, to);
    else if (pdm_role(part) == PDM_TO_VECTOR)
        put_spread(w, part, from, to, size);
    else
        put_wire(w, from,
                 arena_format(&w->p->arena, "[%s]", plus(w->p, part->index ? part->index : "0", 1)),
                 to, "");
}

/* A wire to a port that our block does not have. Unknown blocks have been named already. */
static void lost(struct pdm_writer *w, const struct pdm_wire *y, bool output)
{
    struct pdm_end e = output ? y->from : y->to;
    const struct pdm_part *part = &w->c->parts.at[e.part];
    if (!part->block && !part->inner) return;
    pdm_error(w->p, y->line, NULL, "%s %d of '%s' has no counterpart", output ? "output" : "input",
              e.port + 1, part->name);
}

static bool is_index(const struct pdm_writer *w, struct pdm_end e)
{
    return e.part >= 0 && pdm_role(&w->c->parts.at[e.part]) >= PDM_SHIFT;
}

/* ---- Events as signals, and back ------------------------------------------------------------- */

const char *pdm_between(struct pdm *p, const struct pdm_coupled *c, const struct pdm_wire *x)
{
    const struct pdm_part *from = x->from.part < 0 ? NULL : &c->parts.at[x->from.part];
    const struct pdm_part *to = x->to.part < 0 ? NULL : &c->parts.at[x->to.part];
    if (!from || !to || !from->block || !to->block) return NULL;
    bool gives = pdm_port_events(p, from, 1, x->from.port),
         takes = pdm_port_events(p, to, 0, x->to.port);
    if (gives == takes || !strcmp(to->block->name, "plot") || !strcmp(to->block->name, "segments"))
        return NULL;
    return gives ? "event_to_signal" : "signal_to_event";
}

const char *pdm_between_name(struct pdm *p, const struct pdm_coupled *c, const struct pdm_wire *x)
{
    const char *kind = pdm_between(p, c, x);
    return arena_format(&p->arena, "%s_%s", c->parts.at[x->from.part].id,
                        *kind == 'e' ? "held" : "events");
}

/* One is enough for all wires that need the same. */
bool pdm_is_first_between(struct pdm *p, const struct pdm_coupled *c, int32_t wire)
{
    const struct pdm_wire *x = &c->wires.at[wire];
    const char *kind = pdm_between(p, c, x);
    for (int32_t k = 0; kind && k < wire; k++) {
        const struct pdm_wire *y = &c->wires.at[k];
        const char *other = y->from.part == x->from.part ? pdm_between(p, c, y) : NULL;
        if (other && !strcmp(other, kind)) return false;
    }
    return kind != NULL;
}

static void put_one(struct pdm_writer *w, const struct pdm_wire *y)
{
    const char *from, *to;
    if (is_index(w, y->to)) return;
    if (!is_index(w, y->from)) {
        from = end_name(w, y->from, 1);
        to = end_name(w, y->to, 0);
        if (from && to && pdm_between(w->p, w->c, y))
            put_wire(w, pdm_between_name(w->p, w->c, y), "", to, "");
        else if (from && to)
            put_wire(w, from, "", to, "");
        else
            lost(w, y, !from);
        return;
    }
    if (y->from.port > 0) { /* what falls out of the range of an index */
        pdm_error(w->p, y->line, NULL, "output %d of '%s' is not converted", y->from.port + 1,
                  w->c->parts.at[y->from.part].name);
        return;
    }
    for (int32_t k = 0; k < w->c->wires.n; k++)
        if (w->c->wires.at[k].to.part == y->from.part) put_indexed(w, &w->c->wires.at[k], y);
}

/* Inputs that must have a wire and have none. */
static bool is_needed(const struct pdm_part *part, int32_t port)
{
    const saltus_port *list = part->block ? part->block->inputs : NULL;
    if (part->inner || !part->block || part->fed[port]) return false;
    for (int32_t k = 0; list && list[k].name; k++)
        if (list[k].many || k == port) return !list[k].optional;
    return true;
}

void pdm_put_wires(struct pdm_writer *w)
{
    fprintf(w->out, "%s\"wires\": [", w->indent);
    w->wires = 0;
    for (int32_t k = 0; k < w->c->wires.n; k++) put_one(w, &w->c->wires.at[k]);
    for (int32_t k = 0; k < w->c->wires.n; k++)
        if (pdm_is_first_between(w->p, w->c, k))
            put_wire(w, end_name(w, w->c->wires.at[k].from, 1), "",
                     pdm_between_name(w->p, w->c, &w->c->wires.at[k]), "");
    for (int32_t k = 0; k < w->c->parts.n; k++) {
        const struct pdm_part *part = &w->c->parts.at[k];
        for (int32_t i = 0; i < part->inputs; i++) {
            const char *to = is_needed(part, i) ? end_name(w, (struct pdm_end){k, i}, 0) : NULL;
            if (to) put_wire(w, w->zero, "", to, "");
        }
    }
    fprintf(w->out, "\n%s]", w->indent);
}

/* Does anything need the constant 0? */
bool pdm_zero_needed(struct pdm_writer *w)
{
    for (int32_t k = 0; k < w->c->parts.n; k++) {
        const struct pdm_part *part = &w->c->parts.at[k];
        if (pdm_role(part) == PDM_SHIFT && (!part->index || strcmp(part->index, "0") != 0))
            return true;
        if (pdm_role(part) == PDM_TO_VECTOR && (!part->index || strcmp(part->index, "-1") != 0))
            return true;
        for (int32_t i = 0; i < part->inputs; i++)
            if (is_needed(part, i)) return true;
    }
    return false;
}

void pdm_note_silent(struct pdm_writer *w)
{
    for (int32_t k = 0; k < w->c->parts.n; k++)
        for (int32_t i = 0; i < w->c->parts.at[k].inputs; i++)
            if (is_needed(&w->c->parts.at[k], i))
                pdm_note(w->p, w->c->parts.at[k].line, "input %d of '%s' has no line: it is 0",
                         i + 1, w->c->parts.at[k].name);
}
