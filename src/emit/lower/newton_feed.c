/* SPDX-License-Identifier: MIT */
/* newton_feed.c - code that needs an unknown calls a function of its loop,
 *     solve(point, order, j, first, count, y),
 * which computes the loop's inputs and values at a point and has the engine solve it. One such
 * function is made for signals of each width, one that differentiates by state j in place of time,
 * one for handlers, and one for the start (which has the states in place of j). So the text of a
 * model grows with the sizes of its loops, not with the number of their readers.
 *
 * Other loops on which inputs depend are asked first, each once. Where many functions read a loop
 * at one instant, the engine says so (saltus_env.stamp), and only the first of them computes the
 * inputs. */
#include "emit/lower/newton.h"

enum { POINT, ORDER, J, FIRST, COUNT, Y, STATES = J };

struct feed {
    struct lower *l;
    struct lower_loop *loop;
    struct taylor t;
    VEC(struct ir *) asked; /* IR_SOLVED: of each loop and point once */
    VEC(int32_t) slot;      /* where the answer is */
    struct node_map seen;
    bool deep; /* also what is needed only if some condition holds */
};

static struct code_expr *get(struct feed *f, int32_t slot)
{
    return code_local(f->l->code, f->t.f, slot);
}

/* ---- Other loops ----------------------------------------------------------------------------- */

static int32_t asked_before(const struct feed *f, const struct ir *e)
{
    for (int32_t k = 0; k < f->asked.n; k++) {
        const struct ir *x = f->asked.at[k];
        bool all = e->loop->n <= NEWTON_COPY;
        if (x->loop == e->loop && x->arg[0] == e->arg[0] && (all || x->integer == e->integer))
            return f->slot.at[k];
    }
    return -1;
}

static int32_t ask(struct feed *f, struct ir *e)
{
    struct lower_loop *other = lower_loop(f->l, e->loop);
    bool all = e->loop->n <= NEWTON_COPY;
    int32_t count = all ? e->loop->n : 1;
    int32_t slot = code_slot_new(f->l->code, f->t.f, "other", CODE_R, SERIES * count);
    struct code_expr *point = taylor_value(&f->t, &f->t.f->body, e->arg[0]);
    newton_call(&f->t, &f->t.f->body, other, point, get(f, ORDER), all ? 0 : (int32_t)e->integer,
                count, slot);
    VEC_ADD(f->l->scratch, &f->asked, e);
    VEC_ADD(f->l->scratch, &f->slot, slot);
    return slot;
}

static void know(struct feed *f, struct ir *e)
{
    struct stand_in in = {.node = e, .slot = asked_before(f, e)};
    if (in.slot < 0 && f->deep) return;
    if (in.slot < 0) in.slot = ask(f, e);
    if (taylor_stand_in(&f->t, e)) return;
    in.span = taylor_span(&f->t, e);
    in.offset = e->loop->n <= NEWTON_COPY ? SERIES * e->integer : 0;
    taylor_stand(&f->t, in);
}

static void walk(struct feed *f, struct ir *e)
{
    bool choice = e->op == IR_IF || e->op == IR_AND || e->op == IR_OR;
    if (!(e->ops >> IR_SOLVED & 1) || node_map_get(&f->seen, e)) return;
    node_map_put(f->l->scratch, &f->seen, e)->value = e;
    if (e->op == IR_SOLVED) {
        know(f, e);
        return;
    }
    if (e->op == IR_SUM || e->op == IR_PRODUCT || e->op == IR_MIN || e->op == IR_MAX ||
        e->op == IR_BUILD)
        return; /* the point may depend on an iterator */
    for (int32_t k = 0; k < (choice && !f->deep ? 1 : e->n); k++) walk(f, e->arg[k]);
}

static void ask_others(struct feed *f)
{
    for (int pass = 0; pass < 2; pass++) {
        f->deep = pass == 1;
        f->seen = (struct node_map){0};
        for (int32_t k = 0; k < f->loop->inputs.n; k++) walk(f, f->loop->inputs.at[k]);
        for (int32_t k = 0; k < f->loop->values.n; k++) walk(f, f->loop->values.at[k]);
    }
}

/* ---- The function ---------------------------------------------------------------------------- */

static const char *kind_of(const struct taylor *like)
{
    if (like->place == AT_START) return "_start";
    if (like->place == AT_HANDLE) return like->before ? "_before" : "_event";
    if (like->width == 1) return "_flat";
    if (like->by_wave) return "_by_wave";
    if (like->seed >= 0) return like->width == SALTUS_SIGNAL ? "_along" : "_along_narrow";
    return like->width == SALTUS_SIGNAL ? "" : "_narrow";
}

static struct code_fn *fn_new(struct lower *l, const struct lower_loop *loop,
                              const struct taylor *like)
{
    static const char *const names[] = {"point", "order", "j", "first", "count", "y"};
    struct code_fn *f = code_fn_new(
        l->code, CODE_USER, arena_format(l->arena, "solve_%d%s", loop->number + 1, kind_of(like)));
    for (int k = POINT; k <= Y; k++) {
        bool array = k == Y || (k == STATES && like->place == AT_START);
        code_slot_new(l->code, f, k == STATES && array ? "x" : names[k], array ? CODE_R : CODE_I,
                      array ? -1 : 0);
    }
    f->n_params = f->slots.n;
    f->type = CODE_V;
    f->at = loop->of->at[0];
    f->event = like->place == AT_HANDLE;
    return f;
}

/* Expressions in fn are read as `like` reads them. */
static struct taylor taylor_like(const struct taylor *like, struct code_fn *fn)
{
    struct taylor t = taylor_new(like->l, fn, like->place);
    t.at = fn->at;
    t.before = like->before;
    t.width = like->width;
    t.by_wave = like->by_wave;
    if (like->seed >= 0) t.seed = J;
    if (like->place == AT_EVAL && like->seed < 0 && like->width > 1) t.order = ORDER;
    if (like->seed >= 0) t.levels = 2;
    if (like->width == 1) t.levels = 1;
    return t;
}

static struct code_expr **arguments(struct feed *f, int32_t u, int32_t v)
{
    struct code_expr **args = ARENA_ARRAY(f->l->arena, struct code_expr *, 7);
    args[0] = get(f, POINT);
    args[1] = get(f, ORDER);
    args[2] = get(f, u);
    args[3] = get(f, v);
    args[4] = get(f, FIRST);
    args[5] = get(f, COUNT);
    args[6] = get(f, Y);
    return args;
}

static struct code_fn *make(const struct taylor *like, struct lower_loop *loop)
{
    struct lower *l = like->l;
    struct feed f = {.l = l, .loop = loop};
    struct code_model *m = l->code;
    struct code_fn *fn = fn_new(l, loop, like);
    int32_t u = code_slot_new(m, fn, "u", CODE_R, SERIES * (loop->inputs.n + 1));
    int32_t v = code_slot_new(m, fn, "v", CODE_R, loop->values.n + 1);
    if (like->place == AT_EVAL && like->seed < 0)
        code_add(m, &fn->body, CODE_KNOWN)->integer = loop->number;
    f.t = taylor_like(like, fn);
    taylor_bind_box(&f.t, &fn->body, loop->of->iters, loop->of->n_iters, get(&f, POINT));
    ask_others(&f);
    for (int32_t k = 0; k < loop->values.n; k++)
        code_put(m, &fn->body, v, code_int(m, k),
                 taylor_value(&f.t, &fn->body, loop->values.at[k]));
    for (int32_t k = 0; k < loop->inputs.n; k++)
        taylor_store(&f.t, NULL, &fn->body, loop->inputs.at[k], u,
                     code_int(m, (int64_t)SERIES * k));
    code_add(m, &fn->body, CODE_DO)->a = code_call(m, loop->solve, arguments(&f, u, v));
    return fn;
}

/* ---- Who may call it ------------------------------------------------------------------------- */

static int is_special(void *user, struct ir *e)
{
    struct lower *l = user;
    if (e->op == IR_SOLVED) {
        struct taylor t = {.l = l, .place = AT_HANDLE};
        return !newton_shared(&t, lower_loop(l, e->loop));
    }
    return e->op == IR_INITIAL || e->op == IR_TERMINAL || e->op == IR_SAMPLE || e->op == IR_RANDOM;
}

bool newton_shared(const struct taylor *t, struct lower_loop *loop)
{
    struct lower *l = t->l;
    if (t->place == AT_EVAL) return true;
    if (t->place == AT_FUNCTION) return false;
    for (int32_t k = 0; loop->special == 0 && k < loop->inputs.n; k++)
        if (ir_visit(l->m, loop->inputs.at[k], is_special, l)) loop->special = 2;
    for (int32_t k = 0; loop->special == 0 && k < loop->values.n; k++)
        if (ir_visit(l->m, loop->values.at[k], is_special, l)) loop->special = 2;
    if (loop->special == 0) loop->special = 1;
    return loop->special == 1;
}

static struct code_fn **fn_for(const struct taylor *t, struct lower_loop *loop)
{
    if (t->place == AT_START) return &loop->at_start;
    if (t->place == AT_HANDLE) return &loop->at_event[t->before];
    return &loop->fed[t->by_wave ? 2 : t->seed >= 0][t->width];
}

void newton_call(struct taylor *t, struct code_body *to, struct lower_loop *loop,
                 struct code_expr *point, struct code_expr *order, int32_t first, int32_t count,
                 int32_t slot)
{
    struct code_fn **f = fn_for(t, loop);
    struct code_model *m = t->code;
    struct code_expr **args = ARENA_ARRAY(t->l->arena, struct code_expr *, 6);
    if (!*f) *f = make(t, loop);
    args[POINT] = point;
    args[ORDER] = order;
    args[J] = t->place == AT_START ? code_local(m, t->f, STATES)
              : t->seed >= 0       ? code_local(m, t->f, t->seed)
                                   : code_int(m, 0);
    args[FIRST] = code_int(m, first);
    args[COUNT] = code_int(m, count);
    args[Y] = code_local(m, t->f, slot);
    code_add(m, to, CODE_DO)->a = code_call(m, *f, args);
}
