/* SPDX-License-Identifier: MIT */
/* devs_queue.c - an atomic model of one's own beside a block of the library: customers at a desk. */
#include "saltus_devs.h"
#include <math.h>

/* S: who waits, including the one being served; how many have gone; when the present one is done. */
struct desk {
    int waiting, served;
    double done;
};

static double desk_due(const saltus_cell *c)
{
    const struct desk *s = c->state;
    return s->waiting ? s->done : INFINITY;
}

static void desk_done(saltus_cell *c)
{
    struct desk *s = c->state;
    s->waiting--, s->served++, s->done = c->t + 2;
}

static void desk_come(saltus_cell *c, double e, const saltus_message *x, size_t n)
{
    struct desk *s = c->state;
    (void)e, (void)x; /* the time since its last transition; what the messages say */
    if (s->waiting == 0) s->done = c->t + 2;
    s->waiting += (int)n;
}

static const saltus_port in[] = {{.name = "u", .type = SALTUS_TYPE_EVENT}, {0}};
static const saltus_atomic desk = {.name = "desk",
                                   .inputs = in,
                                   .struct_size = sizeof(saltus_atomic),
                                   .state_size = sizeof(struct desk),
                                   .due = desk_due,
                                   .delta_int = desk_done,
                                   .delta_ext = desk_come};

int main(void)
{
    saltus_arg rate = {.name = "rate", .rows = 1, .cols = 1, .v = (double[]){1.0 / 3}};
    saltus_coupled *shop;
    saltus_devs *run;
    if (saltus_coupled_new("shop", &shop) != SALTUS_OK) return 1;
    saltus_part parts[] = {
        {.name = "door", .type = saltus_block("poisson"), .args = &rate, .n_args = 1},
        {.name = "desk", .type = &desk}};
    saltus_wire wire = {.from = {.part = "door", .port = "y"}, .to = {.part = "desk", .port = "u"}};
    for (int k = 0; k < 2; k++) saltus_coupled_add(shop, &parts[k]);
    saltus_coupled_wire(shop, &wire);
    if (saltus_devs_new(shop, NULL, &run) != SALTUS_OK) return 1;
    if (saltus_devs_run(run, 480) != SALTUS_OK) return 1;
    const struct desk *s = saltus_devs_cell(run, saltus_devs_find(run, "desk"))->state;
    printf("%d customers served, %d still waiting\n", s->served, s->waiting);
    saltus_devs_free(run);
    saltus_coupled_free(shop);
    return 0;
}
