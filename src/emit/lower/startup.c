/* SPDX-License-Identifier: MIT */
/* startup.c - what holds when a run begins.
 *
 *  1. Parameters that depend on others (unless the user has set them), start values, what initial
 *     equations determine, in the order in which graph/ has put them. What the tables say already
 *     is left out.
 *  2. Initial algorithms; whens with initial(). Here and in the first part of 3 initial() is true, and
 *     pre(x) of a discrete is what x was before. If these whens read modes, or what equations of
 *     discretes give, the modes are set before them, too, by 3. If equations of discretes say
 *     initial(), they hold so first, and then without it.
 *  3. Modes: guards z > 0 (with a side: what they stand for), clocks time >= due, counters of
 *     samples; equations of discretes. Several times if these depend on each other; what is then
 *     still open, the events of the start will settle. Where the circuit decides the modes and the
 *     modes the circuit, it begins with all of them false, or as a variable that is nothing else
 *     says: off(start = true), off = s < 0. Such a guess stays where z is 0, or no number: ideal
 *     diodes that all conduct may be no circuit at all.
 *  4. In the dialect of existing QSS models all conditions are false before the start: whens whose
 *     condition holds run now. (Clocks are due, and fire when the run has begun.)
 *  5. What initial equations determine with modes is determined again, and the modes, until nothing
 *     changes; if that does not end, the model has no such start.
 *  6. Start values that are fixed, of variables that are no states; assertions. */
#include "emit/lower/handler.h"
#include <math.h>

enum { SLOT_GIVEN, SLOT_P, PASSES = 4 };

typedef void point_fn(struct taylor *t, struct code_body *to, const void *what);

/* Code for each point of a box, in loops. */
static void for_each(struct taylor *t, struct code_body *to, struct ir_iter **iters, int32_t n,
                     point_fn *make, const void *what)
{
    struct code_body part = {0};
    int32_t i;
    if (n == 0) {
        make(t, to, what);
        return;
    }
    i = code_slot_new(t->code, t->f, taylor_identifier(t->l->arena, iters[0]->name, -1), CODE_I, 0);
    taylor_bind(t, iters[0], code_local(t->code, t->f, i), iters[0]->lo, iters[0]->step);
    for_each(t, &part, iters + 1, n - 1, make, what);
    taylor_unbind(t);
    taylor_loop(t, to, i, 0, iters[0]->count - 1, 1, &part);
}

/* ---- 1. Values ------------------------------------------------------------------------------- */

static void set_value(struct taylor *t, struct code_body *to, const void *what)
{
    const struct ir_def *d = what;
    const struct ir_var *v = d->var;
    struct code_model *m = t->code;
    struct code_expr *at = taylor_target(t, to, d->index, v->first, v->count, v->name);
    struct code_expr *given =
        code_binary(m, CODE_NE, code_item(m, SLOT_GIVEN, at), code_real(m, 0));
    struct code_body part = {0};
    lower_assign(t, &part, v, at, taylor_value(t, &part, d->value));
    if (v->kind == VAR_PARAMETER)
        taylor_if(t, to, code_unary(m, CODE_NOT, given), &part, NULL);
    else
        taylor_attach(to, &part);
}

static bool in_table(const struct ir_def *d)
{
    double table, value;
    return lower_uniform(d->var, &table) && ir_constant(d->value, &value) && table == value;
}

static void set_values(struct taylor *t, struct code_body *to)
{
    const struct ir_model *m = t->l->m;
    bool *touched = ARENA_ARRAY(m->arena, bool, m->vars.n + 1);
    for (int32_t k = 0; k < m->start_defs.n; k++) {
        const struct ir_def *d = &m->start_defs.at[k];
        if (in_table(d) && !touched[d->var->number]) continue;
        touched[d->var->number] = true;
        t->at = d->at;
        for_each(t, to, d->iters, d->n_iters, set_value, d);
    }
}

static void set_again(struct taylor *t, struct code_body *to)
{
    const struct ir_model *m = t->l->m;
    for (int32_t k = 0; k < m->start_defs.n; k++) {
        const struct ir_def *d = &m->start_defs.at[k];
        if (!d->again) continue;
        t->at = d->at;
        for_each(t, to, d->iters, d->n_iters, set_value, d);
    }
}

/* ---- 2. pre() -------------------------------------------------------------------------------- */

enum { MOST_PAST = 1 << 16 }; /* elements: they are on the stack */

static void keep_past(struct taylor *t, struct code_body *to, const struct ir_var *v)
{
    struct code_model *m = t->code;
    struct code_body part = {0};
    int32_t slot, k;
    for (int32_t j = 0; j < t->past.n; j++)
        if (t->past.at[j].var == v) return;
    if (v->count == 0) return;
    slot = code_slot_new(m, t->f, "before", CODE_R, v->count);
    k = code_slot_new(m, t->f, "k", CODE_I, 0);
    code_put(m, &part, slot, code_local(m, t->f, k),
             code_leaf(m, CODE_D, 0,
                       code_binary(m, CODE_ADD, code_local(m, t->f, k), code_int(m, v->first))));
    taylor_loop(t, to, k, 0, v->count - 1, 1, &part);
    VEC_ADD(t->l->arena, &t->past, ((struct past){v, slot}));
}

static bool is_initial(struct lower *l, struct ir *cond)
{
    return ir_has_op(l->m, cond, IR_INITIAL);
}

/* Does an equation of a discrete say initial()? */
static bool defs_initial(struct lower *l)
{
    for (int32_t k = 0; k < l->m->discrete_defs.n; k++)
        if (is_initial(l, l->m->discrete_defs.at[k].value)) return true;
    return false;
}

static bool has_initial(struct lower *l, const struct ir_when *w)
{
    for (int32_t j = 0; j < w->n_branches; j++)
        for (int32_t i = 0; i < w->branches[j].n_conds; i++)
            if (is_initial(l, w->branches[j].conds[i])) return true;
    return false;
}

static bool is_given(const struct ir_model *m, const struct ir_var *v)
{
    for (int32_t k = 0; k < m->guards.n; k++)
        if (m->guards.at[k].mode == v) return true;
    for (int32_t k = 0; k < m->clocks.n; k++)
        if (m->clocks.at[k].mode == v) return true;
    for (int32_t k = 0; k < m->discrete_defs.n; k++)
        if (m->discrete_defs.at[k].var == v) return true;
    return false;
}

/* Do whens with initial() read modes, or what equations of discretes give? */
static bool need_modes(struct lower *l)
{
    struct items items = handler_items(l);
    for (int32_t k = 0; k < items.n; k++) {
        const struct item *item = &items.at[k];
        if (item->kind != ITEM_WHEN || !has_initial(l, &l->m->whens.at[item->number])) continue;
        for (int32_t j = 0; j < item->reads.n + item->uses.n; j++) {
            const struct access *a =
                j < item->reads.n ? &item->reads.at[j] : &item->uses.at[j - item->reads.n];
            if (!a->pre && is_given(l->m, a->var)) return true;
        }
    }
    return false;
}

/* Keeps what whens with initial() use the pre() of, and equations if some say initial(). */
static void keep_pasts(struct taylor *t, struct code_body *to)
{
    struct lower *l = t->l;
    struct items items = handler_items(l);
    bool defs = defs_initial(l) || need_modes(l);
    for (int32_t k = 0; k < items.n; k++) {
        const struct item *item = &items.at[k];
        if (item->kind == ITEM_WHEN ? !has_initial(l, &l->m->whens.at[item->number])
                                    : item->kind != ITEM_DEF || !defs)
            continue;
        for (int32_t j = 0; j < item->reads.n + item->uses.n; j++) {
            const struct access *a =
                j < item->reads.n ? &item->reads.at[j] : &item->uses.at[j - item->reads.n];
            if (!a->pre || (a->var->count > MOST_PAST && item->kind == ITEM_WHEN)) continue;
            if (a->var->count > MOST_PAST)
                error_at(l->m->messages, a->var->at,
                         "pre(%s) has more than %d elements, and equations say initial()",
                         a->var->name, MOST_PAST);
            else
                keep_past(t, to, a->var);
        }
    }
}

/* ---- 2. Whens with initial() ----------------------------------------------------------------- */

/* Branches from k on, of those conditions that say initial() or of all; the first that holds
 * runs. */
static void branches(struct taylor *t, struct code_body *to, const struct ir_when *w, int32_t k,
                     bool initial)
{
    struct code_body yes = {0}, no = {0};
    struct code_expr *any = code_int(t->code, 0);
    if (k == w->n_branches) return;
    t->at = w->branches[k].at;
    for (int32_t j = 0; j < w->branches[k].n_conds; j++)
        if (is_initial(t->l, w->branches[k].conds[j]) == initial)
            any = code_binary(t->code, CODE_OR, any, taylor_value(t, to, w->branches[k].conds[j]));
    lower_statements(t, &yes, w->branches[k].body);
    branches(t, &no, w, k + 1, initial);
    taylor_if(t, to, any, &yes, &no);
}

static void when_initial(struct taylor *t, struct code_body *to, const void *what)
{
    branches(t, to, what, 0, true);
}

static void when_true(struct taylor *t, struct code_body *to, const void *what)
{
    branches(t, to, what, 0, false);
}

static void run_whens(struct taylor *t, struct code_body *to, bool initial)
{
    enum { MOST = 300 }; /* more stay as they are                                           */
    const struct ir_model *m = t->l->m;
    struct items items = handler_items(t->l);
    struct reaction r = {.l = t->l, .items = &items};
    for (int32_t k = 0; k < items.n; k++)
        if (items.at[k].kind == ITEM_WHEN &&
            (!initial || has_initial(t->l, &m->whens.at[items.at[k].number])))
            VEC_ADD(t->l->arena, &r.instances, ((struct instance){.item = &items.at[k]}));
    if (r.instances.n > 1 && r.instances.n <= MOST) handler_order(&r);
    for (int32_t k = 0; k < r.instances.n; k++) {
        const struct ir_when *w = &m->whens.at[r.instances.at[k].item->number];
        for_each(t, to, w->iters, w->n_iters, initial ? when_initial : when_true, w);
    }
}

/* ---- 3. Modes -------------------------------------------------------------------------------- */

static void assign_mode(struct taylor *t, struct code_body *to, const struct ir_var *mode,
                        struct ir_iter **iters, int32_t n, struct code_expr *value)
{
    struct ir *at = ir_position(t->l->m, iters, n);
    lower_assign(t, to, mode, taylor_target(t, to, at, mode->first, mode->count, mode->name),
                 value);
}

/* Unknowns of loops of equations count as such, whatever these read. */
static int is_discrete(void *user, struct ir *e)
{
    const struct ir_var *own = user;
    if (e->op == IR_SOLVED) return true;
    return (e->op == IR_VAR || e->op == IR_PRE) && e->var->kind == VAR_DISCRETE && e->var != own;
}

/* The mode (or its opposite, then *negated) that an equation of a Boolean with a start value gives
 * it; NULL: another equation. */
static struct ir *mode_of(const struct ir_def *d, bool *negated)
{
    struct ir *e = d->value;
    *negated = e->op == IR_NOT;
    if (*negated) e = e->arg[0];
    return d->var->start && e->op == IR_VAR && e->var->hidden && e->type == IR_B ? e : NULL;
}

static bool is_guessed(struct ir_model *m, const struct ir_guard *g)
{
    bool negated;
    if (!ir_visit(m, g->z, is_discrete, NULL)) return false; /* no circle */
    for (int32_t k = 0; k < m->discrete_defs.n; k++) {
        const struct ir *mode = mode_of(&m->discrete_defs.at[k], &negated);
        if (mode && mode->var == g->mode) return true;
    }
    return false;
}

static void guess_mode(struct taylor *t, struct code_body *to, const void *what)
{
    const struct ir_def *d = what;
    bool negated;
    struct ir *mode = mode_of(d, &negated);
    struct code_expr *x = taylor_value(t, to, ir_var_at(t->l->m, IR_VAR, d->var, d->index)), *at;
    at = taylor_target(t, to, mode->arg[0], mode->var->first, mode->var->count, mode->var->name);
    lower_assign(t, to, mode->var, at, negated ? code_unary(t->code, CODE_NOT, x) : x);
}

/* Before the first pass. */
static void guess_modes(struct taylor *t, struct code_body *to)
{
    const struct ir_model *m = t->l->m;
    bool negated;
    for (int32_t k = 0; k < m->discrete_defs.n; k++) {
        const struct ir_def *d = &m->discrete_defs.at[k];
        if (!mode_of(d, &negated)) continue;
        t->at = d->at;
        for_each(t, to, d->iters, d->n_iters, guess_mode, d);
    }
}

/* z > 0; where z is neither above nor below 0, what it was. */
static struct code_expr *unless_open(struct taylor *t, struct code_body *to,
                                     const struct ir_guard *g, struct code_expr *z)
{
    struct code_model *m = t->code;
    struct ir *at = ir_position(t->l->m, g->iters, g->n_iters);
    int32_t slot = code_slot_new(m, t->f, "z", CODE_R, 0);
    struct code_expr *was = taylor_value(t, to, ir_var_at(t->l->m, IR_VAR, g->mode, at));
    code_set(m, to, slot, z);
    z = code_local(m, t->f, slot);
    struct code_expr *below = code_binary(m, CODE_LT, z, code_real(m, 0));
    struct code_expr *above = code_binary(m, CODE_LT, code_real(m, 0), z);
    return code_binary(m, CODE_OR, above,
                       code_binary(m, CODE_AND, was, code_unary(m, CODE_NOT, below)));
}

static void guard_mode(struct taylor *t, struct code_body *to, const void *what)
{
    const struct ir_guard *g = what;
    struct ir *e = g->floor_of ? g->floor_of : g->holds ? g->holds : g->z;
    struct code_expr *x;
    if (!g->mode) return;
    t->at = g->at;
    x = taylor_value(t, to, e);
    if (g->floor_of)
        x = code_math(t->code, CODE_FLOOR, x, NULL);
    else if (!g->holds && is_guessed(t->l->m, g))
        x = unless_open(t, to, g, x);
    else if (!g->holds)
        x = code_binary(t->code, CODE_LT, code_real(t->code, 0), x);
    assign_mode(t, to, g->mode, g->iters, g->n_iters, x);
}

/* First k >= 0 with start + k*interval >= t. */
static struct code_expr *first_sample(struct taylor *t, struct code_body *to,
                                      const struct ir_clock *c)
{
    struct code_model *m = t->code;
    struct code_expr *start = taylor_value(t, to, c->sample_start);
    struct code_expr *interval = taylor_value(t, to, c->sample_interval);
    struct code_expr *now = code_leaf(m, CODE_TIME, 0, NULL), *k, *good;
    struct code_body bad = {0};
    double constant;
    good = code_binary(m, CODE_LT, code_real(m, 0), interval);
    lower_say(t, &bad, CODE_FAULT, "the interval of sample must be positive");
    if (!ir_constant(c->sample_interval, &constant))
        taylor_if(t, to, code_unary(m, CODE_NOT, good), &bad, NULL);
    k = code_math(m, CODE_CEIL,
                  code_binary(m, CODE_DIV, code_binary(m, CODE_SUB, now, start), interval), NULL);
    return code_cond(m, code_binary(m, CODE_LT, start, now), k, code_real(m, 0));
}

static void clock_mode(struct taylor *t, struct code_body *to, const void *what)
{
    const struct ir_clock *c = what;
    struct code_model *m = t->code;
    struct code_expr *due, *now = code_leaf(m, CODE_TIME, 0, NULL), *x;
    t->at = c->at;
    if (c->sample) {
        x = first_sample(t, to, c);
    } else if (t->l->m->checked && t->l->m->checked->mu) {
        x = code_int(m, 0);
    } else {
        due = taylor_value(t, to, c->due);
        x = code_binary(m, c->strict ? CODE_LT : CODE_LE, due, now);
    }
    assign_mode(t, to, c->mode, c->iters, c->n_iters, x);
}

static void define(struct taylor *t, struct code_body *to, const void *what)
{
    handler_define(t, to, what, -1);
}

/* Does a guard read what another one, or an equation of discretes, sets? */
static bool depend(struct lower *l)
{
    struct ir_model *m = l->m;
    for (int32_t k = 0; k < m->guards.n; k++)
        if (ir_visit(m, m->guards.at[k].z, is_discrete, m->guards.at[k].mode)) return true;
    return m->guards.n + m->clocks.n > 0 && m->discrete_defs.n > 1;
}

/* All of them once. */
static void follow_modes(struct taylor *t, struct code_body *to)
{
    const struct ir_model *m = t->l->m;
    for (int32_t k = 0; k < m->guards.n; k++)
        for_each(t, to, m->guards.at[k].iters, m->guards.at[k].n_iters, guard_mode,
                 &m->guards.at[k]);
    for (int32_t k = 0; k < m->clocks.n; k++)
        for_each(t, to, m->clocks.at[k].iters, m->clocks.at[k].n_iters, clock_mode,
                 &m->clocks.at[k]);
    for (int32_t k = 0; k < m->discrete_defs.n; k++)
        for_each(t, to, m->discrete_defs.at[k].iters, m->discrete_defs.at[k].n_iters, define,
                 &m->discrete_defs.at[k]);
}

static void set_modes(struct taylor *t, struct code_body *to)
{
    struct code_body part = {0};
    guess_modes(t, to);
    follow_modes(t, &part);
    if (!depend(t->l)) {
        taylor_attach(to, &part);
        return;
    }
    taylor_loop(t, to, code_slot_new(t->code, t->f, "pass", CODE_I, 0), 1, PASSES, 1, &part);
}

/* ---- 5. Values that depend on modes ---------------------------------------------------------- */

enum { ROUNDS = 100 }; /* and one for each guard: each may wait for the one before it */

struct again {
    const struct ir_def *def;
    int32_t open; /* slot: rounds that remain; PASSES after a change by more than 1e-9        */
};

static void value_again(struct taylor *t, struct code_body *to, const void *what)
{
    const struct again *a = what;
    const struct ir_def *d = a->def;
    struct code_model *m = t->code;
    int32_t was = code_slot_new(m, t->f, "was", CODE_R, 0);
    int32_t off = code_slot_new(m, t->f, "off", CODE_R, 0);
    struct ir *x = ir_var_at(t->l->m, IR_VAR, d->var, d->index);
    struct code_expr *now, *e = code_local(m, t->f, off);
    code_set(m, to, was, taylor_value(t, to, x));
    set_value(t, to, d);
    now = taylor_value(t, to, x);
    code_set(m, to, off, code_binary(m, CODE_SUB, now, code_local(m, t->f, was)));
    now = code_binary(m, CODE_MUL, code_real(m, 1e-18), code_binary(m, CODE_MUL, now, now));
    e = code_binary(m, CODE_LT, now, code_binary(m, CODE_MUL, e, e));
    e = code_cond(m, e, code_int(m, PASSES), code_local(m, t->f, a->open));
    code_set(m, to, a->open, e);
}

static struct code_expr *settles(struct taylor *t, int32_t open)
{
    return code_binary(t->code, CODE_LT, code_int(t->code, 0), code_local(t->code, t->f, open));
}

static void values_by_modes(struct taylor *t, struct code_body *to)
{
    const struct ir_model *m = t->l->m;
    struct code_model *code = t->code;
    struct code_body part = {0}, round = {0}, bad = {0};
    const struct ir_def *one = NULL;
    int64_t rounds = ROUNDS;
    int32_t open = code_slot_new(code, t->f, "open", CODE_I, 0);
    code_set(code, &part, open,
             code_binary(code, CODE_SUB, code_local(code, t->f, open), code_int(code, 1)));
    for (int32_t k = 0; k < m->start_defs.n; k++) {
        const struct ir_def *d = &m->start_defs.at[k];
        struct again a = {d, open};
        if (!d->by_mode) continue;
        one = d;
        t->at = d->at;
        for_each(t, &part, d->iters, d->n_iters, value_again, &a);
    }
    if (!one) return;
    for (int32_t k = 0; k < m->guards.n; k++)
        rounds += lower_points(m->guards.at[k].iters, m->guards.at[k].n_iters);
    follow_modes(t, &part);
    code_set(code, to, open, code_int(code, PASSES));
    taylor_if(t, &round, settles(t, open), &part, NULL);
    taylor_loop(t, to, code_slot_new(code, t->f, "pass", CODE_I, 0), 1, rounds, 1, &round);
    t->at = one->at;
    lower_say(t, &bad, CODE_FAULT,
              "the initial equations and the events that depend on them do not settle");
    taylor_if(t, to, settles(t, open), &bad, NULL);
}

/* ---- 6. Assertions --------------------------------------------------------------------------- */

static void check(struct taylor *t, struct code_body *to, const void *what)
{
    const struct ir_assert *a = what;
    struct code_body bad = {0};
    struct code_expr *cond;
    t->at = a->at;
    if (a->warning) return;
    cond = taylor_value(t, to, a->cond);
    lower_say(t, &bad, CODE_FAULT, a->text);
    taylor_if(t, to, code_unary(t->code, CODE_NOT, cond), &bad, NULL);
}

void lower_start(struct lower *l)
{
    struct code_fn *f = code_fn_new(l->code, CODE_START, "start");
    struct taylor t = taylor_new(l, f, AT_START);
    const struct ir_model *m = l->m;
    t.initial = true;
    set_values(&t, &f->body);
    lower_statements(&t, &f->body, m->initial);
    set_again(&t, &f->body);
    keep_pasts(&t, &f->body);
    if (need_modes(l)) set_modes(&t, &f->body);
    run_whens(&t, &f->body, true);
    if (defs_initial(l)) set_modes(&t, &f->body);
    t.initial = false;
    t.past.n = 0;
    set_modes(&t, &f->body);
    if (m->checked && m->checked->mu && m->whens.n) {
        run_whens(&t, &f->body, false);
        set_modes(&t, &f->body);
    }
    values_by_modes(&t, &f->body);
    lower_statements(&t, &f->body, m->start_checks);
    for (int32_t k = 0; k < m->asserts.n; k++)
        for_each(&t, &f->body, m->asserts.at[k].iters, m->asserts.at[k].n_iters, check,
                 &m->asserts.at[k]);
    if (f->body.first) l->code->start = f;
}
