/* SPDX-License-Identifier: MIT */
/* turns.c - warns of loops in functions that stop at a value, and so may lose derivatives.
 *
 * The series of a function is that of the statements that run. A loop that iterates until a Real is
 * small enough stops by the value alone: at a start that happens to be the solution it makes no
 * turn, and the derivatives of its result are those of the start.
 *
 * A local `moves` if it is a Real that is computed from moving inputs. It `varies` if its value
 * depends on these in any way, also by the choice of what runs. A loop stops at a value if its
 * condition, a bound, or a condition around its break or return varies. It is then reported unless
 * every Real in it has right derivatives whatever the number of turns: a copy, an expression that
 * no turn before has changed (the search in a table), and v := v + c with such a c that does not
 * move (the remainder of a period). A loop with any number of turns is reported if it keeps or
 * drops what a turn has computed because of a value: the result of a bisection does not move.
 *
 * A function that calls itself until a value is small enough is such a loop, too. It is reported
 * unless the call only moves its arguments by what does not move: f(x) = f(x - 1) beyond 1. */
#include "emit/taylor/taylor.h"

struct turns {
    struct lower *l;
    const struct ir_fn *fn;
    bool *moves, *varies;         /* by local                                                     */
    bool changed;                 /* in this pass                                                 */
    const struct ir_stmt *inside; /* the loop that is looked at                                   */
    struct turns *up;             /* the function that calls it                                   */
    bool chosen;                  /* what is looked at runs or not because of a value             */
    bool told;                    /* that it calls itself                                         */
};

static void look(struct lower *l, struct turns *up, struct ir_fn *fn, uint64_t inputs);

static int32_t number(const struct turns *t, const struct ir *e)
{
    int32_t k = 0;
    if (e->op != IR_LOCAL) return -1;
    while (k < t->fn->locals.n && t->fn->locals.at[k] != e->var) k++;
    return k < t->fn->locals.n ? k : -1;
}

/* ---- Expressions ----------------------------------------------------------------------------- */

static int is_varying(void *user, struct ir *e)
{
    const struct turns *t = user;
    int32_t k = number(t, e);
    return k >= 0 && t->varies[k];
}

static int is_moving(void *user, struct ir *e)
{
    const struct turns *t = user;
    int32_t k = number(t, e);
    return k >= 0 && t->moves[k];
}

static bool varies(struct turns *t, struct ir *e)
{
    return e && ir_visit(t->l->m, e, is_varying, t);
}

static bool moves(struct turns *t, struct ir *e)
{
    return e && ir_visit(t->l->m, e, is_moving, t);
}

/* ---- Which loops stop at a value ------------------------------------------------------------- */

static bool is_loop(const struct ir_stmt *s)
{
    return s->op == DO_FOR || s->op == DO_FOR_RANGE || s->op == DO_WHILE;
}

/* May something in the list leave the loop around it because of a value? deep: only return does. */
static bool leaves(struct turns *t, const struct ir_stmt *s, bool chosen, bool deep)
{
    for (; s; s = s->next) {
        bool here = chosen || (s->op == DO_IF && varies(t, s->cond));
        if (chosen && (s->op == DO_RETURN || (s->op == DO_BREAK && !deep))) return true;
        if (leaves(t, s->body, here, deep || is_loop(s))) return true;
        if (leaves(t, s->other, here, deep)) return true;
    }
    return false;
}

static bool stops(struct turns *t, const struct ir_stmt *loop)
{
    if (loop->op == DO_WHILE && varies(t, loop->cond)) return true;
    for (int k = 0; loop->op == DO_FOR_RANGE && k < 3; k++)
        if (varies(t, loop->range[k])) return true;
    return leaves(t, loop->body, false, false);
}

/* ---- What moves, what varies ----------------------------------------------------------------- */

static void mark(struct turns *t, const struct ir *target, bool moving, bool varying)
{
    int32_t k = target ? number(t, target) : -1;
    if (k < 0) return;
    if (moving && target->var->type == IR_R && !t->moves[k]) t->moves[k] = t->changed = true;
    if ((moving || varying) && !t->varies[k]) t->varies[k] = t->changed = true;
}

static void spread(struct turns *t, const struct ir_stmt *s, bool chosen)
{
    for (; s; s = s->next) {
        bool here = chosen;
        if (s->op == DO_IF) here = here || varies(t, s->cond);
        if (is_loop(s)) here = here || stops(t, s);
        if (s->op == DO_ASSIGN)
            mark(t, s->target, moves(t, s->value),
                 chosen || varies(t, s->value) || varies(t, s->target->arg[0]));
        for (int32_t k = 0; s->op == DO_ASSIGN_CALL && k < s->n_targets; k++)
            mark(t, s->targets[k], moves(t, s->value), chosen || varies(t, s->value));
        if (s->op == DO_FOR_RANGE) mark(t, s->target, false, here);
        spread(t, s->body, here);
        spread(t, s->other, here);
    }
}

/* ---- Loops that may lose derivatives --------------------------------------------------------- */

static bool assigns(const struct ir_stmt *s, const struct ir_var *v)
{
    for (; s; s = s->next) {
        if (s->op == DO_ASSIGN && s->target->var == v) return true;
        for (int32_t k = 0; s->op == DO_ASSIGN_CALL && k < s->n_targets; k++)
            if (s->targets[k] && s->targets[k]->var == v) return true;
        if (assigns(s->body, v) || assigns(s->other, v)) return true;
    }
    return false;
}

static int is_carried(void *user, struct ir *e)
{
    const struct turns *t = user;
    return e->op == IR_LOCAL && e->type == IR_R && assigns(t->inside->body, e->var);
}

static bool carried(struct turns *t, struct ir *e)
{
    return ir_visit(t->l->m, e, is_carried, t) != 0;
}

static bool shifts(struct turns *t, const struct ir_stmt *s)
{
    struct ir *e = s->value;
    for (int k = 0; k < 2 && (e->op == IR_ADD || (e->op == IR_SUB && k == 0)); k++)
        if (e->arg[k] == s->target) return !carried(t, e->arg[1 - k]) && !moves(t, e->arg[1 - k]);
    return false;
}

/* Does the number of turns of t->inside change derivatives of what is assigned in the list? */
static bool iterates(struct turns *t, const struct ir_stmt *s)
{
    for (; s; s = s->next) {
        if (s->op == DO_ASSIGN && s->target->var->type == IR_R && s->value->op != IR_LOCAL &&
            carried(t, s->value) && !shifts(t, s))
            return true;
        if (s->op == DO_ASSIGN_CALL && carried(t, s->value)) return true;
        if (iterates(t, s->body) || iterates(t, s->other)) return true;
    }
    return false;
}

static int is_sought(void *user, struct ir *e)
{
    return e->op == IR_LOCAL && e->var == user;
}

/* Does a Real in the list become more than a copy of v? */
static bool feeds(struct turns *t, const struct ir_stmt *s, struct ir_var *v)
{
    for (; s; s = s->next) {
        bool real = s->op == DO_ASSIGN_CALL || (s->op == DO_ASSIGN && s->target->var->type == IR_R);
        if (real && s->value->op != IR_LOCAL && ir_visit(t->l->m, s->value, is_sought, v))
            return true;
        if (feeds(t, s->body, v) || feeds(t, s->other, v)) return true;
    }
    return false;
}

/* Is a Real that a turn has computed kept for the next one because of a value, as in bisection? */
static bool chooses(struct turns *t, const struct ir_stmt *s, bool chosen)
{
    for (; s; s = s->next) {
        bool here = chosen || (s->op == DO_IF && varies(t, s->cond));
        if (chosen && s->op == DO_ASSIGN && is_carried(t, s->value) &&
            feeds(t, t->inside->body, s->target->var))
            return true;
        if (chooses(t, s->body, here) || chooses(t, s->other, here)) return true;
    }
    return false;
}

static void say(const struct turns *t, struct place at, const char *why, const char *advice)
{
    struct messages *to = t->l->m->messages;
    bool section = t->fn->name[0] == '$'; /* an algorithm of the model */
    const char *name =
        section ? "this algorithm" : arena_format(t->l->arena, "function '%s'", t->fn->name);
    warning_at(to, at,
               "the derivatives of %s are those of the turns its loop makes: it %s, and may lose "
               "them",
               name, why);
    hint_last(to, "%swrite the equation that it solves, as in `r*r = a`", advice);
}

static bool is_reported(struct turns *t, const struct ir_stmt *s)
{
    t->inside = s;
    if (!is_loop(s) || !iterates(t, s->body)) return false;
    if (chooses(t, s->body, false))
        say(t, s->at, "chooses by a value", "");
    else if (stops(t, s))
        say(t, s->at, "stops at a value", "let it make a fixed number of turns, or ");
    else
        return false;
    return true;
}

static void warn(struct turns *t, const struct ir_stmt *s)
{
    for (; s; s = s->next) {
        if (is_reported(t, s)) continue;
        warn(t, s->body);
        warn(t, s->other);
    }
}

/* ---- Functions ------------------------------------------------------------------------------- */

static uint64_t bit(int32_t k)
{
    return (uint64_t)1 << (k < 63 ? k : 63);
}

/* An input, as it is or moved by what does not move. */
static bool passes(struct turns *t, struct ir *e)
{
    if (e->op == IR_ADD && !moves(t, e->arg[0])) return passes(t, e->arg[1]);
    if ((e->op == IR_ADD || e->op == IR_SUB) && !moves(t, e->arg[1])) return passes(t, e->arg[0]);
    return !moves(t, e) || (number(t, e) >= 0 && number(t, e) < t->fn->n_inputs);
}

/* Does it call a function that waits for it, with arguments that it has computed? */
static bool recurs(struct turns *t, const struct ir *call, int32_t first)
{
    const struct turns *p = t;
    while (p && p->fn != call->fn) p = p->up;
    if (!p) return false;
    for (int32_t k = first; k < call->n; k++)
        if (!passes(t, call->arg[k])) return true;
    return false;
}

static int look_inside(void *user, struct ir *e)
{
    struct turns *t = user;
    int32_t first = e->op == IR_CALL_AT;
    uint64_t inputs = 0;
    if (e->op != IR_CALL && e->op != IR_CALL_AT) return 0;
    for (int32_t k = first; k < e->n; k++)
        if (moves(t, e->arg[k])) inputs |= bit(k - first);
    if (inputs && t->chosen && !t->told && recurs(t, e, first)) {
        warning_at(t->l->m->messages, e->fn->at,
                   "the derivatives of function '%s' are those of the calls it makes: it calls "
                   "itself until a value is reached, and may lose them",
                   e->fn->name);
        hint_last(t->l->m->messages, "write the equation that it solves, as in `r*r = a`");
        t->told = true;
    }
    look(t->l, t, e->fn, inputs);
    return 0;
}

static int chooses_inside(void *user, struct ir *e)
{
    return e->op == IR_IF && varies(user, e->arg[0]);
}

static void look_into(struct turns *t, const struct ir_stmt *s, bool chosen)
{
    for (; s; s = s->next) {
        bool here = chosen || (s->op == DO_IF && varies(t, s->cond)) || leaves(t, s, false, false);
        t->chosen = here || (s->value && ir_visit(t->l->m, s->value, chooses_inside, t));
        if (s->cond) ir_visit(t->l->m, s->cond, look_inside, t);
        if (s->value) ir_visit(t->l->m, s->value, look_inside, t);
        look_into(t, s->body, here);
        look_into(t, s->other, here);
    }
}

/* Does the function with these moving inputs bring something new? */
static bool is_new(struct lower *l, const struct ir_fn *fn, uint64_t inputs)
{
    struct lower_turns fresh = {fn, inputs};
    for (int32_t k = 0; k < l->turns.n; k++) {
        struct lower_turns *at = &l->turns.at[k];
        if (at->fn != fn) continue;
        if ((at->inputs | inputs) == at->inputs) return false;
        at->inputs |= inputs;
        return true;
    }
    VEC_ADD(l->arena, &l->turns, fresh);
    return true;
}

/* Functions in C are compiled as they are: what they compute on the way is not known. */
static void say_external(struct lower *l, const struct ir_fn *fn)
{
    for (int32_t k = 0, seen = 0; k < l->turns.n; k++)
        if (l->turns.at[k].fn->external &&
            l->turns.at[k].fn->external->at.pos == fn->external->at.pos &&
            l->turns.at[k].fn->external->at.file == fn->external->at.file && seen++ > 0)
            return;
    warning_at(l->m->messages, fn->external->at,
               "the derivatives of external function '%s' come from differences of its values",
               fn->name);
    hint_last(l->m->messages, "exact ones come from a function: annotation(derivative = ...)");
}

static void look(struct lower *l, struct turns *up, struct ir_fn *fn, uint64_t inputs)
{
    struct turns t = {.l = l, .fn = fn, .up = up};
    if (!inputs || !is_new(l, fn, inputs)) return;
    if (fn->external) {
        if (!fn->external->derivative) say_external(l, fn);
        return;
    }
    t.moves = ARENA_ARRAY(l->arena, bool, fn->locals.n + 1);
    t.varies = ARENA_ARRAY(l->arena, bool, fn->locals.n + 1);
    for (int32_t k = 0; k < fn->n_inputs; k++)
        if (inputs & bit(k) && fn->locals.at[k]->type == IR_R) t.moves[k] = t.varies[k] = true;
    do {
        t.changed = false;
        spread(&t, fn->body, false);
    } while (t.changed);
    warn(&t, fn->body);
    look_into(&t, fn->body, false);
}

void taylor_turns(struct taylor *t, struct ir_fn *fn, struct ir **arg)
{
    uint64_t inputs = 0;
    if (t->place != AT_EVAL) return;
    for (int32_t k = 0; k < fn->n_inputs; k++)
        if (fn->locals.at[k]->type == IR_R && taylor_span(t, arg[k]) > 1) inputs |= bit(k);
    look(t->l, NULL, fn, inputs);
}
