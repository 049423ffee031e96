/* SPDX-License-Identifier: MIT */
/* integrator_ring.c - the token: who has it next, and which round comes after this one. */
#include "blocks/continuous/integrator_ring.h"
#include "blocks/continuous/integrator_blocks.h"

bool ring_member(const saltus_atomic *type)
{
    static const saltus_atomic *const family[] = {&block_integrator, &block_integrate_and_fire,
                                                  &block_state_space, &block_transfer_function,
                                                  &block_pid};
    for (size_t k = 0; k < sizeof family / sizeof *family; k++)
        if (type == family[k]) return true;
    return false;
}

/* The ring of part `id`, if it is one of us and has not begun to run. */
static struct ring *waiting(const saltus_cell *c, int32_t id)
{
    const saltus_cell *other = saltus_cell_other(c, id);
    struct ring *r;
    if (!other || !ring_member(other->type)) return NULL;
    r = other->state;
    return r->done ? NULL : r;
}

void ring_start(const saltus_cell *c, struct ring *r)
{
    r->leader = c->id;
    r->next = -1;
    r->all = r->wants;
    r->most = r->width;
    if (saltus_devs_semantics(c->run) == SALTUS_DEVS_PARALLEL) r->next = c->id;
    for (int32_t id = c->id - 1; id >= 0 && r->next < 0; id--)
        if (waiting(c, id)) {
            r->leader = id; /* not the first of all, but not this one; the token will tell */
            return;
        }
    r->token = 1;
}

void ring_take(struct ring *r, const saltus_message *m)
{
    r->phase = (int8_t)m->c[0];
    r->pass = (int8_t)m->c[1];
    r->most = (int8_t)m->c[2] > r->width ? (int8_t)m->c[2] : r->width;
    r->all = (int8_t)((int8_t)m->c[3] | r->wants);
    r->leader = (int32_t)m->c[4];
    r->token = 1;
}

static int32_t successor(const saltus_cell *c, const struct ring *r)
{
    int32_t n = saltus_devs_cells(c->run);
    if (r->next >= 0) return r->next;
    for (int32_t id = c->id + 1; id < n; id++)
        if (waiting(c, id)) return id;
    return r->leader;
}

/* The round after this one, for all parts. */
static void round_after(const struct ring *r, int *phase, int *pass)
{
    *phase = r->phase;
    *pass = r->pass;
    if (r->phase <= RING_SLOPES && r->pass + 1 < r->most) {
        *phase = RING_SLOPES;
        *pass = r->pass + 1;
        return;
    }
    if (*phase == RING_VALUES) *phase = RING_SLOPES;
    ++*phase;
    if (*phase == RING_AIM && !(r->all & RING_AIMS)) *phase = RING_GO;
    if (*phase == RING_FIRST && !(r->all & RING_STEPS)) *phase = RING_RUN;
}

/* Behind the last part of a round comes the first part of the next one. */
static int32_t onward(const saltus_cell *c, const struct ring *r, int *phase, int *pass)
{
    int32_t next = successor(c, r);
    *phase = r->phase;
    *pass = r->pass;
    if (next == r->leader) round_after(r, phase, pass);
    return next;
}

void ring_pass(const saltus_cell *c, const struct ring *r)
{
    int phase, pass;
    int32_t next = onward(c, r, &phase, &pass);
    saltus_message *m;
    if (next == c->id || phase == RING_RUN) return;
    m = saltus_cell_send(c, next, 0);
    m->order = SALTUS_SERIES - 1;
    m->c[0] = phase;
    m->c[1] = pass;
    m->c[2] = r->most;
    m->c[3] = r->all;
    m->c[4] = r->leader;
}

void ring_passed(const saltus_cell *c, struct ring *r)
{
    int phase, pass, mine, again;
    r->next = onward(c, r, &phase, &pass);
    r->token = 0;
    if (r->next == c->id && phase != RING_RUN) {
        r->phase = (int8_t)phase;
        r->pass = (int8_t)pass;
        r->token = 1;
        return;
    }
    /* is this the last round, as far as this part is concerned? */
    round_after(r, &mine, &again);
    if (mine == RING_RUN) {
        r->phase = RING_RUN;
        r->done = 1;
    }
}

struct ring *ring_leader(const saltus_cell *c, struct ring *r)
{
    const saltus_cell *other = r->leader == c->id ? NULL : saltus_cell_other(c, r->leader);
    return other && ring_member(other->type) ? other->state : r;
}
