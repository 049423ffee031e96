/* SPDX-License-Identifier: MIT */
/* coupled.c - coupled models are put together: every call copies what it is given and checks
 * nothing.
 *
 * Texts and arguments live in an arena, the lists in growing arrays; all go with the model. */
#include "devs/model/coupled.h"

#include "base/hash.h"

#include <string.h>

uint64_t coupled_hash(const char *name)
{
    uint64_t h = hash_bytes(HASH_START, name, strlen(name));
    h = (h ^ h >> 32) * HASH_STEP;
    return h ^ h >> 29;
}

saltus_status saltus_coupled_new(const char *name, saltus_coupled **out)
{
    if (!out) return SALTUS_EARG;
    struct alloc a;
    alloc_init(&a, NULL, NULL);
    saltus_coupled *m = *out = alloc_array(&a, 1, sizeof *m);
    if (!m) return SALTUS_ENOMEM;
    m->alloc = a;
    arena_init(&m->arena, NULL, NULL, 0);
    if (setjmp(m->arena.fail)) {
        saltus_coupled_free(*out);
        *out = NULL;
        return SALTUS_ENOMEM;
    }
    m->name = arena_text(&m->arena, name ? name : "", name ? strlen(name) : 0);
    return SALTUS_OK;
}

void saltus_coupled_free(saltus_coupled *m)
{
    if (!m) return;
    struct alloc a = m->alloc;
    arena_free(&m->arena);
    for (int way = 0; way < 2; way++) {
        alloc_free(&a, m->port[way]);
    }
    alloc_free(&a, m->part);
    alloc_free(&a, m->wire);
    alloc_free(&a, m);
}

/* ---- Growing lists, copies of texts ---------------------------------------------------------- */

static bool grow(saltus_coupled *m, void **at, int32_t n, size_t *room, size_t size)
{
    return n < INT32_MAX && alloc_grow(&m->alloc, at, room, (size_t)n + 1, size);
}

static const char *text(saltus_coupled *m, const char *s)
{
    return s ? arena_text(&m->arena, s, strlen(s)) : NULL;
}

/* Files repeat: the last one is kept. */
static saltus_loc place(saltus_coupled *m, saltus_loc at)
{
    if (at.file && (!m->file || strcmp(m->file, at.file) != 0)) m->file = text(m, at.file);
    if (at.file) at.file = m->file;
    return at;
}

/* ---- Tables of names ------------------------------------------------------------------------- */

static int32_t find(const struct dict *names, const char *name)
{
    const struct dict_row *row = name ? dict_find(names, name, strlen(name)) : NULL;
    return row ? row->value : -1;
}

int32_t coupled_find(const saltus_coupled *m, const char *name)
{
    return find(&m->part_names, name);
}

int32_t coupled_find_port(const saltus_coupled *m, int way, const char *name)
{
    return find(&m->port_names[way], name);
}

/* ---- Ports, parts, wires --------------------------------------------------------------------- */

saltus_status saltus_coupled_port(saltus_coupled *m, int way, const char *name, const char *type,
                                  int32_t size, saltus_loc at)
{
    if (!m) return SALTUS_EARG;
    way = way != 0;
    if (setjmp(m->arena.fail)) return SALTUS_ENOMEM;
    if (!grow(m, (void **)&m->port[way], m->n_ports[way], &m->room_ports[way],
              sizeof *m->port[way]))
        return SALTUS_ENOMEM;
    struct coupled_port p = {.name = text(m, name ? name : ""),
                             .type = text(m, type ? type : SALTUS_TYPE_SIGNAL),
                             .size = size == 0 ? 1 : size,
                             .at = place(m, at)};
    dict_add(&m->arena, &m->port_names[way], p.name, strlen(p.name), m->n_ports[way]);
    m->port[way][m->n_ports[way]++] = p;
    return SALTUS_OK;
}

static saltus_status add(saltus_coupled *m, const saltus_part *given, const saltus_coupled *inner)
{
    if (setjmp(m->arena.fail)) return SALTUS_ENOMEM;
    if (!grow(m, (void **)&m->part, m->n_parts, &m->room_parts, sizeof *m->part))
        return SALTUS_ENOMEM;
    saltus_part *copy = part_place(given, arena_take(&m->arena, part_bytes(given)));
    copy->at = place(m, given->at);
    int32_t k = m->n_parts,
            first = dict_add(&m->arena, &m->part_names, copy->name, strlen(copy->name), k)->value;
    m->part[k] =
        (struct coupled_part){.part = copy, .inner = inner, .twin = first < k ? first : -1};
    m->n_parts++;
    return SALTUS_OK;
}

saltus_status saltus_coupled_add(saltus_coupled *m, const saltus_part *part)
{
    if (!m || !part || (part->n_args && !part->args)) return SALTUS_EARG;
    return add(m, part, NULL);
}

saltus_status saltus_coupled_nest(saltus_coupled *m, const char *name, const saltus_coupled *inner,
                                  saltus_loc at)
{
    if (!m) return SALTUS_EARG;
    return inner ? add(m, &(saltus_part){.name = name, .at = at}, inner) : SALTUS_EARG;
}

saltus_status saltus_coupled_wire(saltus_coupled *m, const saltus_wire *w)
{
    if (!m || !w) return SALTUS_EARG;
    if (setjmp(m->arena.fail)) return SALTUS_ENOMEM;
    if (!grow(m, (void **)&m->wire, m->n_wires, &m->room_wires, sizeof *m->wire))
        return SALTUS_ENOMEM;
    saltus_wire c = *w;
    c.from.part = text(m, w->from.part);
    c.from.port = text(m, w->from.port);
    c.to.part = text(m, w->to.part);
    c.to.port = text(m, w->to.port);
    c.at = place(m, w->at);
    m->wire[m->n_wires++] = c;
    return SALTUS_OK;
}
