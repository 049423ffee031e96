/* SPDX-License-Identifier: MIT */
/* pdm_model.c - coupled models from the items of a file.
 *
 * The parts of a System count from 1 in the order of the file, atomic and coupled ones together;
 * its Inports and Outports count by themselves, also together. CoupledPort says which port of the
 * box an Inport or Outport is. Some files give two of them the same number; then the order of the
 * file counts. Names are for people there and may be equal; here each is its own. */
#include "diagram/powerdevs/pdm.h"
#include <ctype.h>
#include <string.h>

char *pdm_id(struct pdm *p, const char *name)
{
    char *id = arena_format(&p->arena, "%s%s", isdigit((unsigned char)*name) ? "b" : "",
                            *name ? name : "part");
    for (char *s = id; *s; s++)
        if (!isalnum((unsigned char)*s)) *s = '_';
    return id;
}

static bool taken(const struct pdm_coupled *c, const char *id)
{
    for (int32_t k = 0; k < c->parts.n; k++)
        if (strcmp(c->parts.at[k].id, id) == 0) return true;
    for (int32_t k = 0; k < c->ports.n; k++)
        if (strcmp(c->ports.at[k].id, id) == 0) return true;
    return false;
}

static const char *own_id(struct pdm *p, const struct pdm_coupled *c, const char *name)
{
    const char *base = pdm_id(p, name), *id = base;
    for (int k = 2; taken(c, id); k++) id = arena_format(&p->arena, "%s_%d", base, k);
    return id;
}

static const char *text_of(const struct pdm_item *it, const char *key)
{
    const struct pdm_field *f = pdm_field(it, key);
    return f ? f->value : "";
}

static void place(struct pdm *p, const struct pdm_item *it, double at[2])
{
    const struct pdm_item *g = pdm_inside(it, "Graphic");
    at[0] = pdm_number(p, g, "Position", 0, 0);
    at[1] = pdm_number(p, g, "Position", 1, 0);
}

/* ---- Ports of a coupled model ---------------------------------------------------------------- */

static void add_port(struct pdm *p, struct pdm_coupled *c, const struct pdm_item *it, bool output)
{
    struct pdm_port port = {.name = text_of(it, "Name"), .output = output, .line = it->line};
    port.id = own_id(p, c, port.name);
    port.number = pdm_number(p, it, "CoupledPort", 0, 0) - 1;
    place(p, it, port.at);
    VEC_ADD(&p->arena, &c->ports, port);
}

static bool numbered(const struct pdm_coupled *c, bool output)
{
    for (int32_t k = 0; k < c->ports.n; k++) {
        if (c->ports.at[k].output != output) continue;
        if (c->ports.at[k].number < 0) return false;
        for (int32_t j = 0; j < k; j++)
            if (c->ports.at[j].output == output && c->ports.at[j].number == c->ports.at[k].number)
                return false;
    }
    return true;
}

static void number_ports(struct pdm *p, struct pdm_coupled *c, bool output)
{
    int32_t n = 0;
    if (numbered(c, output)) return;
    pdm_note(p, c->line, "'%s': two %s have one number; they are counted in the order of the file",
             c->name, output ? "outports" : "inports");
    for (int32_t k = 0; k < c->ports.n; k++)
        if (c->ports.at[k].output == output) c->ports.at[k].number = n++;
}

/* ---- Parts ----------------------------------------------------------------------------------- */

static struct pdm_coupled *read_coupled(struct pdm *p, const struct pdm_item *it);

enum { MOST_PORTS = 10000 };

static void add_part(struct pdm *p, struct pdm_coupled *c, const struct pdm_item *it, bool atomic)
{
    struct pdm_part part = {.name = text_of(it, "Name"), .line = it->line, .item = it};
    part.id = own_id(p, c, part.name);
    part.inputs = pdm_number(p, it, "Ports", 0, 0);
    part.outputs = pdm_number(p, it, "Ports", 1, 0);
    if (part.inputs < 0 || part.inputs > MOST_PORTS || part.outputs < 0 ||
        part.outputs > MOST_PORTS) {
        pdm_error(p, it->line, NULL, "'%s' has %d inputs and %d outputs", part.name, part.inputs,
                  part.outputs);
        part.inputs = part.outputs = 0;
    }
    part.fed = ARENA_ARRAY(&p->arena, bool, part.inputs + 1);
    place(p, it, part.at);
    part.path = atomic ? text_of(it, "Path") : NULL;
    if (!atomic) part.inner = read_coupled(p, it);
    VEC_ADD(&p->arena, &c->parts, part);
}

static void add_item(struct pdm *p, struct pdm_coupled *c, const struct pdm_item *it)
{
    if (!strcmp(it->word, "Atomic") || !strcmp(it->word, "Coupled"))
        add_part(p, c, it, it->word[0] == 'A');
    else if (!strcmp(it->word, "Inport") || !strcmp(it->word, "Outport"))
        add_port(p, c, it, it->word[0] == 'O');
    else if (strcmp(it->word, "Line") != 0 && strcmp(it->word, "Point") != 0)
        pdm_error(p, it->line, "a system has Atomic, Coupled, Inport, Outport, Point and Line",
                  "'%s' is not understood here", it->word);
}

static void no_parameters(struct pdm *p, const struct pdm_item *params, const char *name)
{
    for (int32_t k = 0; params && k < params->fields.n; k++)
        pdm_error(p, params->fields.at[k].line, "give the value to the parts that need it",
                  "parameter '%s' of the coupled model '%s' is not converted",
                  params->fields.at[k].key, name);
}

static struct pdm_coupled *read_coupled(struct pdm *p, const struct pdm_item *it)
{
    struct pdm_coupled *c = ARENA_NEW(&p->arena, struct pdm_coupled);
    const struct pdm_item *system = pdm_inside(it, "System");
    c->name = text_of(it, "Name");
    c->id = pdm_id(p, c->name);
    c->text = text_of(it, "Description");
    c->line = it->line;
    c->item = system;
    no_parameters(p, pdm_inside(it, "Parameters"), c->name);
    if (!system) pdm_note(p, it->line, "'%s' has no System: it is empty", c->name);
    for (int32_t k = 0; system && k < system->items.n; k++) add_item(p, c, system->items.at[k]);
    number_ports(p, c, false);
    number_ports(p, c, true);
    pdm_wires(p, c);
    return c;
}

struct pdm_coupled *pdm_model(struct pdm *p, const struct pdm_item *root)
{
    return read_coupled(p, root);
}
