/* SPDX-License-Identifier: MIT */
/* handler.c - what happens when a guard crosses zero, a clock is due, or the run ends.
 *
 * A guard's mode becomes what the crossing says; a clock's mode becomes true, or counts. All else
 * follows from that (handler_plan.c). A handler whose mode nothing reads but equations between
 * events is one assignment. At the start guards report on which side they are: the same code,
 * mostly without effect, since the modes are already so (startup.c). */
#include "emit/lower/handler.h"

enum { SLOT_I, SLOT_DIRECTION };

static struct taylor handle_new(struct lower *l, const char *name, struct place at,
                                const char *text)
{
    struct code_fn *f = code_fn_new(l->code, CODE_HANDLE, name);
    struct taylor t = taylor_new(l, f, AT_HANDLE);
    f->at = t.at = at;
    f->text = text;
    return t;
}

static struct code_expr *mode_number(struct taylor *t, const struct ir_var *mode)
{
    return code_binary(t->code, CODE_ADD, code_local(t->code, t->f, SLOT_I),
                       code_int(t->code, mode->first));
}

/* ---- What a handler may write ---------------------------------------------------------------- */

static void list_variable(struct taylor *t, struct code_body *to, const struct ir_var *v)
{
    struct code_model *m = t->code;
    struct code_body part = {0};
    struct code_stmt *s;
    int32_t k = code_slot_new(m, t->f, "k", CODE_I, 0);
    s = code_add(m, &part, CODE_READ);
    s->integer = v->kind == VAR_STATE ? SALTUS_STATE : SALTUS_DISCRETE;
    s->a = code_local(m, t->f, k);
    taylor_loop(t, to, k, v->first, (int64_t)v->first + v->count - 1, 1, &part);
}

static void list_change(struct taylor *t, struct code_body *to, const struct change *c)
{
    struct code_model *m = t->code;
    struct code_body part = {0};
    struct code_expr *at;
    struct code_stmt *s;
    if (!c->element) {
        list_variable(t, to, c->var);
        return;
    }
    at = taylor_value(t, to, c->element);
    s = code_add(m, &part, CODE_READ);
    s->integer = SALTUS_DISCRETE;
    s->a = code_binary(m, CODE_ADD, at, code_int(m, c->var->first));
    taylor_if(t, to,
              taylor_in_range(c->element, c->var->count)
                  ? code_int(m, 1)
                  : code_unary(m, CODE_NOT, taylor_outside(m, at, c->var->count)),
              &part, NULL);
}

static struct code_fn *make_writes(struct lower *l, const char *name, const struct reaction *r,
                                   struct ir_iter **iters, int32_t n)
{
    struct code_fn *f = code_fn_new(l->code, CODE_READS, arena_format(l->arena, "%s_writes", name));
    struct taylor t = taylor_new(l, f, AT_EVAL);
    taylor_bind_box(&t, &f->body, iters, n, code_local(l->code, f, SLOT_I));
    for (int32_t k = 0; k < r->changes.n; k++) list_change(&t, &f->body, &r->changes.at[k]);
    for (int32_t k = 0; k < r->instances.n; k++) {
        const struct item *item = r->instances.at[k].item;
        for (int32_t j = 0; j < item->resets.n; j++)
            list_variable(&t, &f->body, item->resets.at[j]);
    }
    return f;
}

/* ---- Guards ---------------------------------------------------------------------------------- */

/* The next value of a floor from the signals, as the guard sees them: from x, it might be one that
 * the guard is far from, and on the wrong side of. */
static void put_floor(struct taylor *t, struct code_body *to, const struct ir_guard *g, int width)
{
    struct taylor seen = *t;
    seen.place = AT_EVAL;
    seen.width = width;
    seen.spans = seen.safe = (struct node_map){0};
    lower_assign(t, to, g->mode, mode_number(t, g->mode), taylor_value(&seen, to, g->next));
}

/* floor: beyond the edge that was crossed */
static void assign_floor(struct taylor *t, const struct ir_guard *g)
{
    struct code_body part = {0}, narrow = {0}, wide = {0};
    put_floor(t, &narrow, g, 2);
    put_floor(t, &wide, g, SALTUS_SIGNAL);
    taylor_if(t, &part,
              code_binary(t->code, CODE_LT, code_int(t->code, 2),
                          code_leaf(t->code, CODE_WIDTH, 0, NULL)),
              &wide, &narrow);
    taylor_if(t, &t->f->body,
              code_binary(t->code, CODE_LT, code_int(t->code, 0),
                          code_local(t->code, t->f, SLOT_DIRECTION)),
              &part, NULL);
}

static void guard_handler(struct lower *l, const struct items *items, const struct ir_guard *g,
                          struct code_group *group, int32_t number)
{
    const char *name = arena_format(l->arena, "event_%d", number + 1);
    struct taylor t = handle_new(l, name, g->at, g->text);
    struct reaction r = handler_plan(l, items, g->mode, ir_position(l->m, g->iters, g->n_iters));
    struct code_expr *up = code_binary(l->code, CODE_LT, code_int(l->code, 0),
                                       code_local(l->code, t.f, SLOT_DIRECTION));
    if (r.instances.n || g->floor_of)
        taylor_bind_box(&t, &t.f->body, g->iters, g->n_iters, code_local(l->code, t.f, SLOT_I));
    if (g->floor_of)
        assign_floor(&t, g);
    else
        lower_assign(&t, &t.f->body, g->mode, mode_number(&t, g->mode), up);
    handler_run(&t, &t.f->body, &r);
    group->handle = t.f;
    group->writes = make_writes(l, name, &r, g->iters, g->n_iters);
}

/* ---- Clocks ---------------------------------------------------------------------------------- */

/* Clocks that are not of loops and due at one instant fire together, if it matters: the handler of
 * the first takes the others along. A sample may be early by this part of its interval. */
static const double slack = 1e-10;
enum { MOST_TOGETHER = 16, MOST_ITEMS = 300 };

static bool may_coincide(const struct ir_clock *a, const struct ir_clock *b)
{
    double ta, tb;
    if (a == b || b->n_iters || a->strict != b->strict) return false;
    return a->sample || b->sample || !ir_constant(a->due, &ta) || !ir_constant(b->due, &tb) ||
           ta == tb;
}

/* Adds to the changes those of other clocks that may fire together with c. */
static int32_t find_companions(struct taylor *t, const struct items *items,
                               const struct ir_clock *c, struct change *changes)
{
    const struct ir_model *m = t->l->m;
    struct reaction own;
    int32_t n = 0, scalar = 0;
    for (int32_t k = 0; k < m->clocks.n; k++) scalar += !m->clocks.at[k].n_iters;
    if (c->n_iters || scalar > MOST_TOGETHER || items->n > MOST_ITEMS) return 0;
    own = handler_plan(t->l, items, c->mode, ir_int(t->l->m, 0));
    for (int32_t k = 0; k < m->clocks.n; k++) {
        const struct ir_clock *other = &m->clocks.at[k];
        struct reaction r;
        if (!may_coincide(c, other)) continue;
        r = handler_plan(t->l, items, other->mode, ir_int(t->l->m, 0));
        if (!handler_meet(&own, &r)) continue;
        VEC_ADD(t->l->arena, &t->companions,
                ((struct companion){other, code_slot_new(t->code, t->f, "also", CODE_I, 0)}));
        changes[n++] = (struct change){other->mode, ir_int(t->l->m, 0)};
    }
    return n;
}

static void fire_companion(struct taylor *t, const struct companion *with)
{
    struct code_model *m = t->code;
    const struct ir_clock *c = with->clock;
    struct code_body *to = &t->f->body, part = {0};
    struct code_expr *now = code_leaf(m, CODE_TIME, 0, NULL), *to_value = code_real(m, 1), *test;
    struct code_expr *at = code_int(m, c->mode->first), *mode = code_leaf(m, CODE_D, 0, at);
    if (c->sample) {
        now = code_binary(
            m, CODE_ADD, now,
            code_binary(m, CODE_MUL, code_real(m, slack), taylor_value(t, to, c->sample_interval)));
        to_value = code_binary(m, CODE_ADD, mode, to_value);
    }
    test = code_binary(m, CODE_LE, taylor_value(t, to, c->due), now);
    if (!c->sample)
        test = code_binary(m, CODE_AND, code_binary(m, CODE_EQ, mode, code_real(m, 0)), test);
    code_set(m, to, with->slot, test);
    lower_assign(t, &part, c->mode, at, to_value);
    taylor_if(t, to, code_local(m, t->f, with->slot), &part, NULL);
}

static void clock_handler(struct lower *l, const struct items *items, const struct ir_clock *c,
                          struct code_group *group, int32_t number)
{
    const char *name = arena_format(l->arena, "tick_%d", number + 1);
    struct taylor t = handle_new(l, name, c->at, c->text);
    struct ir *at = ir_position(l->m, c->iters, c->n_iters);
    struct change changes[1 + MOST_TOGETHER] = {{c->mode, at}};
    int32_t n = 1 + find_companions(&t, items, c, changes + 1);
    struct reaction r = handler_plan_all(l, items, changes, n);
    struct code_expr *to = code_real(l->code, 1), *mode = mode_number(&t, c->mode);
    if (c->sample) to = code_binary(l->code, CODE_ADD, code_leaf(l->code, CODE_D, 0, mode), to);
    t.clock = c;
    t.point = code_local(l->code, t.f, SLOT_I);
    if (r.instances.n)
        taylor_bind_box(&t, &t.f->body, c->iters, c->n_iters, code_local(l->code, t.f, SLOT_I));
    lower_assign(&t, &t.f->body, c->mode, mode, to);
    for (int32_t k = 0; k < t.companions.n; k++) fire_companion(&t, &t.companions.at[k]);
    handler_run(&t, &t.f->body, &r);
    group->handle = t.f;
    group->writes = make_writes(l, name, &r, c->iters, c->n_iters);
}

/* ---- The end --------------------------------------------------------------------------------- */

static bool has_terminal(struct lower *l, const struct ir_when *w)
{
    for (int32_t j = 0; j < w->n_branches; j++)
        for (int32_t i = 0; i < w->branches[j].n_conds; i++)
            if (ir_has_op(l->m, w->branches[j].conds[i], IR_TERMINAL)) return true;
    return false;
}

static void end_handler(struct lower *l, const struct items *items)
{
    struct taylor t = {0};
    struct reaction r = {.l = l, .items = items};
    for (int32_t k = 0; k < items->n; k++) {
        const struct item *item = &items->at[k];
        struct instance in = {.item = item, .test = ir_bool(l->m, 1)};
        if (item->kind != ITEM_WHEN || !has_terminal(l, &l->m->whens.at[item->number])) continue;
        if (!item->n_iters) in.to = ARENA_NEW(l->arena, struct ir *);
        VEC_ADD(l->arena, &r.instances, in);
    }
    if (!r.instances.n) return;
    t = handle_new(l, "end", l->m->whens.at[r.instances.at[0].item->number].at, NULL);
    t.terminal = true;
    handler_run(&t, &t.f->body, &r);
    l->code->end = t.f;
}

static struct code_group *group_at(struct code_kind *kind, int32_t first)
{
    for (int32_t k = 0; k < kind->groups.n; k++)
        if (kind->groups.at[k].first == first) return &kind->groups.at[k];
    return NULL;
}

void lower_handlers(struct lower *l)
{
    struct items items = handler_items(l);
    for (int32_t k = 0; k < l->m->guards.n; k++) {
        const struct ir_guard *g = &l->m->guards.at[k];
        if (g->mode && lower_points(g->iters, g->n_iters))
            guard_handler(l, &items, g, group_at(&l->code->guard, g->first), k);
    }
    for (int32_t k = 0; k < l->m->clocks.n; k++) {
        const struct ir_clock *c = &l->m->clocks.at[k];
        if (lower_points(c->iters, c->n_iters))
            clock_handler(l, &items, c, group_at(&l->code->clock, c->first), k);
    }
    end_handler(l, &items);
}
