/* SPDX-License-Identifier: MIT */
/* coupled.c - coupled models are put together: every call copies what it is given and checks nothing.
 *
 * Texts and arguments live in an arena, the lists in growing arrays; all go with the model. Rows of the name table are
 * doubled when there are more parts than rows. */
#include "devs/model/coupled.h"

#include <string.h>

uint64_t coupled_hash(const char *name)
{
    uint64_t h = 0xcbf29ce484222325u;
    for (; *name; name++) h = (h ^ (unsigned char)*name) * 0x100000001b3u;
    h = (h ^ h >> 32) * 0x9e3779b97f4a7c15u;
    return h ^ h >> 29;
}

saltus_status saltus_coupled_new(const char *name, saltus_coupled **out)
{
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
        alloc_free(&a, m->port_rows[way].at);
    }
    alloc_free(&a, m->part);
    alloc_free(&a, m->wire);
    alloc_free(&a, m->rows.at);
    alloc_free(&a, m);
}

/* ---- Growing lists, copies of texts ------------------------------------------------------------- */

static bool grow(saltus_coupled *m, void **at, int32_t n, int32_t *room, size_t size)
{
    if (n < *room) return true;
    if (*room > INT32_MAX / 2) return false;
    int32_t to = *room ? 2 * *room : 8;
    void *p = alloc_resize(&m->alloc, *at, (size_t)to, size);
    if (!p) return false;
    *at = p;
    *room = to;
    return true;
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

/* ---- Tables of names ----------------------------------------------------------------------------- */

static int32_t *row_of(const struct coupled_rows *r, uint32_t hash)
{
    return &r->at[hash & (uint32_t)(r->n - 1)];
}

/* Room for one more of n items; true and `anew`: all rows are empty, enter all items again. */
static bool more_rows(saltus_coupled *m, struct coupled_rows *r, int32_t n, bool *anew)
{
    *anew = n >= r->n;
    if (!*anew) return true;
    int32_t to = r->n ? 2 * r->n : 16;
    int32_t *at = alloc_resize(&m->alloc, r->at, (size_t)to, sizeof *at);
    if (!at) return false;
    r->at = at;
    r->n = to;
    for (int32_t k = 0; k < to; k++) at[k] = -1;
    return true;
}

static void enter_part(saltus_coupled *m, int32_t k)
{
    int32_t *row = row_of(&m->rows, m->part[k].hash);
    if (m->part[k].twin >= 0) return;
    m->part[k].next = *row;
    *row = k;
}

static void enter_port(saltus_coupled *m, int way, int32_t k)
{
    struct coupled_port *p = &m->port[way][k];
    int32_t *row = row_of(&m->port_rows[way], p->hash);
    p->next = *row;
    *row = k;
}

static bool part_rows(saltus_coupled *m)
{
    bool anew;
    if (!more_rows(m, &m->rows, m->n_parts, &anew)) return false;
    for (int32_t k = 0; anew && k < m->n_parts; k++) enter_part(m, k);
    return true;
}

static bool port_rows(saltus_coupled *m, int way)
{
    bool anew;
    if (!more_rows(m, &m->port_rows[way], m->n_ports[way], &anew)) return false;
    for (int32_t k = 0; anew && k < m->n_ports[way]; k++) enter_port(m, way, k);
    return true;
}

int32_t coupled_find(const saltus_coupled *m, const char *name)
{
    if (!m->rows.n || !name) return -1;
    uint32_t hash = (uint32_t)coupled_hash(name);
    int32_t k = *row_of(&m->rows, hash);
    while (k >= 0 && (m->part[k].hash != hash || strcmp(m->part[k].part->name, name) != 0))
        k = m->part[k].next;
    return k;
}

/* Of two ports with one name, the first. */
int32_t coupled_find_port(const saltus_coupled *m, int way, const char *name)
{
    int32_t found = -1;
    if (!m->port_rows[way].n || !name) return -1;
    uint32_t hash = (uint32_t)coupled_hash(name);
    for (int32_t k = *row_of(&m->port_rows[way], hash); k >= 0; k = m->port[way][k].next)
        if (m->port[way][k].hash == hash && !strcmp(m->port[way][k].name, name))
            if (found < 0 || k < found) found = k;
    return found;
}

/* ---- Ports, parts, wires -------------------------------------------------------------------------------- */

saltus_status saltus_coupled_port(saltus_coupled *m, int way, const char *name, const char *type,
                                  int32_t size, saltus_loc at)
{
    way = way != 0;
    if (setjmp(m->arena.fail)) return SALTUS_ENOMEM;
    if (!grow(m, (void **)&m->port[way], m->n_ports[way], &m->room_ports[way], sizeof *m->port[way]) ||
        !port_rows(m, way))
        return SALTUS_ENOMEM;
    struct coupled_port p = {.name = text(m, name ? name : ""),
                             .type = text(m, type ? type : SALTUS_TYPE_SIGNAL),
                             .size = size == 0 ? 1 : size,
                             .hash = (uint32_t)coupled_hash(name ? name : ""),
                             .at = place(m, at)};
    m->port[way][m->n_ports[way]] = p;
    enter_port(m, way, m->n_ports[way]++);
    return SALTUS_OK;
}

static saltus_status add(saltus_coupled *m, const saltus_part *given, const saltus_coupled *inner)
{
    if (setjmp(m->arena.fail)) return SALTUS_ENOMEM;
    if (!grow(m, (void **)&m->part, m->n_parts, &m->room_parts, sizeof *m->part) || !part_rows(m))
        return SALTUS_ENOMEM;
    saltus_part *copy = part_place(given, arena_take(&m->arena, part_bytes(given)));
    copy->at = place(m, given->at);
    int32_t k = m->n_parts;
    m->part[k] = (struct coupled_part){.part = copy,
                                       .inner = inner,
                                       .hash = (uint32_t)coupled_hash(copy->name),
                                       .next = -1,
                                       .twin = coupled_find(m, copy->name)};
    enter_part(m, k);
    m->n_parts++;
    return SALTUS_OK;
}

saltus_status saltus_coupled_add(saltus_coupled *m, const saltus_part *part)
{
    return add(m, part, NULL);
}

saltus_status saltus_coupled_nest(saltus_coupled *m, const char *name, const saltus_coupled *inner,
                                  saltus_loc at)
{
    return inner ? add(m, &(saltus_part){.name = name, .at = at}, inner) : SALTUS_EARG;
}

saltus_status saltus_coupled_wire(saltus_coupled *m, const saltus_wire *w)
{
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
