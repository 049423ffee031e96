/* SPDX-License-Identifier: MIT */
/* closure.c - closure under coupling: a coupled model as an atomic one.
 *
 * S is a run of the coupled model inside, which the functions of the atomic model lead by the hand:
 *     ta         until the first event inside
 *     lambda     what the imminent parts inside send to the outputs of the model
 *     delta_int  one step inside (CLASSIC: of the first imminent part; PARALLEL: of all)
 *     delta_ext  the messages along the wires from the model's inputs
 *     delta_con  PARALLEL: both in one round
 * Parts inside have the names they would have in the flattened model, so that their random numbers
 * and messages are the same: the model is put into a shell for each level of the name of the part
 * that it is. The trace of the run outside is told of transitions inside, with the run inside. What
 * parts inside show or count is not passed on. */
#include "devs/model/coupled.h"
#include "devs/kernel/snapshot.h"
#include <math.h>
#include <string.h>

struct closure_type {
    saltus_atomic a; /* first */
    struct alloc alloc;
    const saltus_coupled *m;
    saltus_semantics semantics;
    saltus_port *port[2];
};

struct shell {
    struct shell *inner; /* NULL: the innermost, around the model itself */
    saltus_coupled *m;
};

struct closure {
    saltus_devs *inner;
    struct shell *shell; /* outermost */
    int sending;         /* lambda: what comes out is wanted */
};

static const struct closure_type *type_of(const saltus_cell *c)
{
    return (const struct closure_type *)c->type;
}

static struct closure *closure_of(const saltus_cell *c)
{
    return c->state;
}

/* ---- Shells ---------------------------------------------------------------------------------- */

static void free_shells(saltus_devs *run, struct shell *s)
{
    while (s) {
        struct shell *inner = s->inner;
        saltus_coupled_free(s->m);
        alloc_free(&run->alloc, s);
        s = inner;
    }
}

static saltus_status shell_port(saltus_coupled *to, int way, const struct coupled_port *p,
                                const char *part)
{
    saltus_end own = {.port = p->name}, its = {.part = part, .port = p->name};
    saltus_wire w = {.from = way ? its : own, .to = way ? own : its, .at = p->at};
    saltus_status st = saltus_coupled_port(to, way, p->name, p->type, p->size, p->at);
    return st == SALTUS_OK ? saltus_coupled_wire(to, &w) : st;
}

/* A model with the ports of m and nothing in it but `inner`, under this name. */
static saltus_status fill_shell(saltus_coupled *to, const saltus_coupled *m,
                                const saltus_coupled *inner, const char *name, saltus_loc at)
{
    saltus_status st = saltus_coupled_nest(to, name, inner, at);
    for (int way = 0; way < 2; way++)
        for (int32_t k = 0; k < m->n_ports[way] && st == SALTUS_OK; k++)
            st = shell_port(to, way, &m->port[way][k], name);
    return st;
}

static saltus_status add_shell(const saltus_cell *c, struct closure *s, const char *name)
{
    const saltus_coupled *m = type_of(c)->m;
    struct shell *shell = alloc_array(&c->run->alloc, 1, sizeof *shell);
    if (!shell) return SALTUS_ENOMEM;
    shell->inner = s->shell;
    s->shell = shell;
    saltus_status st = saltus_coupled_new(m->name, &shell->m);
    if (st != SALTUS_OK) return st;
    return fill_shell(shell->m, m, shell->inner ? shell->inner->m : m, name, c->part->at);
}

/* For "a.b.c" shells c, b and a, from inside to outside. */
static saltus_status add_shells(const saltus_cell *c, struct closure *s)
{
    const char *name = devs_cell_of(c)->name;
    size_t n = strlen(name);
    char *path = alloc_array(&c->run->alloc, n + 1, 1);
    saltus_status st = path ? SALTUS_OK : SALTUS_ENOMEM;
    if (path) strcpy(path, name);
    while (st == SALTUS_OK && n > 0) {
        while (n > 0 && path[n - 1] != '.') n--;
        st = add_shell(c, s, path + n);
        if (n > 0) path[--n] = 0;
    }
    alloc_free(&c->run->alloc, path);
    return st;
}

/* ---- Between inside and outside -------------------------------------------------------------- */

static void sent(void *user, double t, int port, const saltus_message *m)
{
    const saltus_cell *c = user;
    (void)t;
    if (!closure_of(c)->sending) return;
    saltus_message *out = saltus_cell_out(c, port, m->index);
    if (!out) return;
    *out = *m;
    out->port = port;
}

static void told(void *user, const saltus_diag *d)
{
    const saltus_cell *c = user;
    saltus_devs *run = c->run;
    devs_tell(run, d);
    if (d->status < 0 && run->status >= 0) run->status = d->status;
}

static void traced(void *user, const saltus_devs *inner, const saltus_trace *tr)
{
    const saltus_cell *c = user;
    const saltus_devs *run = c->run;
    if (run->opt.trace && !run->silent) run->opt.trace(run->opt.user, inner, tr);
}

/* What happened inside is what happens to the run outside. */
static void follow(const saltus_cell *c)
{
    saltus_devs *inner = closure_of(c)->inner;
    if (inner->changes.n && !inner->status) devs_apply_changes(inner);
    if (inner->status && !c->run->status) c->run->status = inner->status;
}

/* ---- The atomic model ------------------------------------------------------------------------ */

static saltus_devs_options options_inside(const saltus_cell *c)
{
    const saltus_devs_options *outer = &c->run->opt;
    saltus_devs_options o = saltus_devs_defaults();
    o.semantics = outer->semantics;
    o.t0 = c->t;
    o.signals = &c->run->signals;
    o.seed = outer->seed;
    o.max_instant = outer->max_instant;
    o.trace = outer->trace ? traced : NULL;
    o.output = sent;
    o.diag = told;
    o.user = (void *)(uintptr_t)c;
    o.alloc = outer->alloc;
    o.alloc_user = outer->alloc_user;
    return o;
}

static void closure_start(saltus_cell *c)
{
    struct closure *s = closure_of(c);
    saltus_devs_options o = options_inside(c);
    if (type_of(c)->semantics != o.semantics) {
        saltus_cell_fail(c, SALTUS_EARG, NULL,
                         "this atomic model was made for a run with other semantics",
                         "give saltus_coupled_atomic the semantics of the run");
        return;
    }
    saltus_status st = add_shells(c, s);
    if (st == SALTUS_OK) st = saltus_devs_new(s->shell->m, &o, &s->inner);
    if (st < 0 && !c->run->status)
        saltus_cell_fail(c, st, NULL, "the coupled model inside cannot start", NULL);
}

static double closure_due(const saltus_cell *c)
{
    double t = INFINITY;
    if (closure_of(c)->inner) sched_top(closure_of(c)->inner->sched, &t);
    return t;
}

static void closure_lambda(const saltus_cell *c)
{
    struct closure *s = closure_of(c);
    s->sending = 1;
    devs_peek_outputs(s->inner);
    s->sending = 0;
}

static void closure_int(saltus_cell *c)
{
    saltus_devs *inner = closure_of(c)->inner;
    double t;
    int32_t slot = sched_top(inner->sched, &t);
    if (inner->opt.semantics == SALTUS_DEVS_PARALLEL)
        devs_step_parallel(inner, t);
    else if (slot >= 0)
        devs_step_classic(inner, inner->order[slot], t);
    follow(c);
}

static void closure_ext(saltus_cell *c, double e, const saltus_message *x, size_t n)
{
    (void)e;
    if (!closure_of(c)->inner) return;
    devs_feed(closure_of(c)->inner, c->t, x, n, 0);
    follow(c);
}

static void closure_con(saltus_cell *c, const saltus_message *x, size_t n)
{
    devs_feed(closure_of(c)->inner, c->t, x, n, 1);
    follow(c);
}

static void closure_stop(saltus_cell *c)
{
    struct closure *s = closure_of(c);
    if (s->inner) saltus_devs_finish(s->inner);
    saltus_devs_free(s->inner);
    free_shells(c->run, s->shell);
    *s = (struct closure){0};
}

static size_t closure_save(const saltus_cell *c, void *to, size_t room)
{
    return closure_of(c)->inner ? devs_save(closure_of(c)->inner, to, room) : 0;
}

static void closure_load(saltus_cell *c, const void *from, size_t n)
{
    if (!n || devs_load(closure_of(c)->inner, from, n)) return;
    saltus_cell_fail(
        c, SALTUS_EMODEL, NULL,
        "parts or wires inside have come or gone since the snapshot, which cannot be put back",
        "use the coupled model itself: flattened, it can be put back");
}

static int32_t closure_port_size(const saltus_part *p, int way, int port)
{
    const struct closure_type *type = (const struct closure_type *)p->type;
    int32_t size = type->m->port[way][port].size;
    return size ? size : 1;
}

/* ---- Its table ------------------------------------------------------------------------------- */

static bool has_rigid(const saltus_coupled *m, int depth)
{
    for (int32_t k = 0; k < m->n_parts && depth < 1000; k++) {
        const struct coupled_part *p = &m->part[k];
        if (p->inner ? has_rigid(p->inner, depth + 1) : p->part->type && p->part->type->rigid)
            return true;
    }
    return false;
}

static bool copy_ports(struct closure_type *t, int way)
{
    int32_t n = t->m->n_ports[way];
    t->port[way] = alloc_array(&t->alloc, (size_t)n + 1, sizeof(saltus_port));
    for (int32_t k = 0; k < n && t->port[way]; k++) {
        const struct coupled_port *p = &t->m->port[way][k];
        t->port[way][k] = (saltus_port){.name = p->name, .type = p->type, .optional = 1};
    }
    return t->port[way] != NULL;
}

static void fill_table(struct closure_type *t)
{
    t->a = (saltus_atomic){.name = t->m->name,
                           .inputs = t->port[0],
                           .outputs = t->port[1],
                           .struct_size = sizeof(saltus_atomic),
                           .state_size = sizeof(struct closure),
                           .port_size = closure_port_size,
                           .start = closure_start,
                           .due = closure_due,
                           .lambda = closure_lambda,
                           .delta_int = closure_int,
                           .delta_ext = closure_ext,
                           .delta_con = closure_con,
                           .stop = closure_stop,
                           .save = closure_save,
                           .load = closure_load,
                           .rigid = has_rigid(t->m, 0)};
}

saltus_status saltus_coupled_atomic(const saltus_coupled *m, int semantics, saltus_atomic **out)
{
    struct alloc a;
    if (out) *out = NULL;
    if (!m || !out) return SALTUS_EARG;
    if (semantics != SALTUS_DEVS_CLASSIC && semantics != SALTUS_DEVS_PARALLEL) return SALTUS_EARG;
    alloc_init(&a, NULL, NULL);
    struct closure_type *t = alloc_array(&a, 1, sizeof *t);
    if (!t) return SALTUS_ENOMEM;
    t->alloc = a, t->m = m, t->semantics = (saltus_semantics)semantics;
    if (!copy_ports(t, 0) || !copy_ports(t, 1)) {
        saltus_coupled_atomic_free(&t->a);
        return SALTUS_ENOMEM;
    }
    fill_table(t);
    *out = &t->a;
    return SALTUS_OK;
}

void saltus_coupled_atomic_free(saltus_atomic *a)
{
    struct closure_type *t = (struct closure_type *)a;
    if (!t) return;
    struct alloc memory = t->alloc;
    alloc_free(&t->alloc, t->port[0]);
    alloc_free(&t->alloc, t->port[1]);
    alloc_free(&memory, t);
}
