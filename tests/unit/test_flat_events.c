/* SPDX-License-Identifier: MIT */
/* test_flat_events.c - relations become modes of guards and clocks. */
#include "ir_eval.h"
#include "testing.h"

struct ew {
    struct ir_world w;
    struct ir_model *m;
    struct ir_var *x, *y, *d, *p, *b;
    struct ir *X
    , *Y, *D, *P, *T;
};

static struct ir *num(struct ew *e, int64_t v)
{
    return ir_int(e->m, v);
}

static struct ir *real(struct ew *e, double v)
{
    return ir_real(e->m, v);
}

/* State x, algebraic y, discrete d, parameter p, Boolean discretes b. */
static void open_ew(struct ew *e)
{
    ir_world_open(&e->w);
    e->m = e->w.m;
    e->x = ir_world_var(&e->w, "x", IR_R, VAR_STATE, 10);
    e->y = ir_world_var(&e->w, "y", IR_R, VAR_ALGEBRAIC, 1);
    e->d = ir_world_var(&e->w, "d", IR_R, VAR_DISCRETE, 1);
    e->p = ir_world_var(&e->w, "p", IR_R, VAR_PARAMETER, 1);
    e->b = ir_world_var(&e->w, "b", IR_B, VAR_DISCRETE, 10);
    e->X
    = ir_var_at(e->m, IR_VAR, e->x, num(e, 0));
    e->Y = ir_var_at(e->m, IR_VAR, e->y, num(e, 0));
    e->D = ir_var_at(e->m, IR_VAR, e->d, num(e, 0));
    e->P = ir_var_at(e->m, IR_VAR, e->p, num(e, 0));
    e->T = ir_other(e->m, IR_TIME, IR_R, 0, NULL, 0);
}

static struct ir *rel(struct ew *e, enum ir_op op, struct ir *a, struct ir *b)
{
    return ir_relation(e->m, op, a, b, true);
}

static struct ir *op2(struct ew *e, enum ir_op op, struct ir *a, struct ir *b)
{
    return ir_binary(e->m, op, a, b);
}

/* b[k+1] = cond, over iters. */
static void add_eq(struct ew *e, struct ir *index, struct ir *cond, struct ir_iter **iters,
                   int32_t n)
{
    struct ir_eq eq = {.iters = iters, .n_iters = n, .rhs = cond};
    eq.lhs = ir_var_at(e->m, IR_VAR, e->b, index);
    VEC_ADD(&e->w.arena, &e->m->eqs, eq);
}

static void add_cond(struct ew *e, struct ir *cond)
{
    add_eq(e, num(e, e->m->eqs.n), cond, NULL, 0);
}

static struct ir *result(struct ew *e, int32_t k)
{
    return e->m->eqs.at[k].rhs;
}

static struct ir *mode(struct ew *e, struct ir_var *v)
{
    return ir_var_at(e->m, IR_VAR, v, num(e, 0));
}

TEST(opposite_relations_share_a_guard)
{
    struct ew e;
    open_ew(&e);
    struct ir *one = real(&e, 1);
    add_cond(&e, rel(&e, IR_LT, one, e.X)); /* x > 1 */
    add_cond(&e, rel(&e, IR_LE, e.X, one)); /* x <= 1 */
    add_cond(&e, rel(&e, IR_LE, one, e.X)); /* x >= 1: differs at x = 1 */
    CHECK(flat_events(e.m));
    CHECK_EQ_INT(e.m->guards.n, 2);
    CHECK_EQ_INT(e.m->clocks.n, 0);
    CHECK(e.m->guards.at[0].z == op2(&e, IR_SUB, e.X, one));
    CHECK(e.m->guards.at[1].z == op2(&e, IR_SUB, one, e.X));
    struct ir *mode0 = mode(&e, e.m->guards.at[0].mode);
    CHECK(result(&e, 0) == mode0);
    CHECK(result(&e, 1) == ir_unary(e.m, IR_NOT, mode0));
    CHECK(result(&e, 2) == ir_unary(e.m, IR_NOT, mode(&e, e.m->guards.at[1].mode)));
    CHECK(!strcmp(e.m->guards.at[0].mode->name, "x[1] > 1"));
    CHECK(!strcmp(e.m->guards.at[0].text, "x[1] > 1"));
    CHECK(!strcmp(e.m->guards.at[1].mode->name, "x[1] < 1"));
    CHECK(e.m->guards.at[0].mode->hidden && e.m->guards.at[0].mode->kind == VAR_DISCRETE);
    ir_world_close(&e.w);
}

TEST(one_guard_serves_a_loop)
{
    struct ew e;
    open_ew(&e);
    struct ir_iter *i = ir_iter_new(e.m, 0, 2, 1, 9, "i"), *odd = ir_iter_new(e.m, 0, 1, 2, 5, "o");
    struct ir *I = ir_iter_value(e.m, i), *index = op2(&e, IR_SUB, I, num(&e, 1));
    struct ir *xi = ir_var_at(e.m, IR_VAR, e.x, index), *O = ir_iter_value(e.m, odd);
    struct ir *xo = ir_var_at(e.m, IR_VAR, e.x, op2(&e, IR_SUB, O, num(&e, 1)));
    struct ir *c = rel(&e, IR_LT, xi, e.Y);
    add_eq(&e, index, c, &i, 1);
    add_eq(&e, index, op2(&e, IR_AND, c, rel(&e, IR_LT, e.X, e.Y)), &i, 1);
    add_eq(&e, num(&e, 0), rel(&e, IR_LT, xo, e.Y), &odd, 1);
    CHECK(flat_events(e.m));
    CHECK_EQ_INT(e.m->guards.n, 3);
    struct ir_guard *first = &e.m->guards.at[0];
    CHECK(first->n_iters == 1 && first->iters[0] == i);
    CHECK(first->mode->count == 9 && first->mode->rank == 1);
    CHECK(result(&e, 0)->var == first->mode);
    CHECK(result(&e, 0)->arg[0] == op2(&e, IR_SUB, I, num(&e, 2)));
    CHECK_EQ_INT(e.m->guards.at[1].n_iters, 0);
    CHECK_EQ_INT(e.m->guards.at[2].mode->count, 5);
    for (int t = 0; t < 5; t++) {
        e.w.iter[odd->number] = 1 + 2 * t;
        CHECK_EQ_INT(ir_eval_int(&e.w, result(&e, 2)->arg[0]), t);
    }
    ir_world_close(&e.w);
}

TEST(guards_inside_reductions)
{
    struct ew e;
    open_ew(&e);
    struct ir_iter *k = ir_iter_new(e.m, 1, 0, 1, 10, "k");
    struct ir *xk = ir_var_at(e.m, IR_VAR, e.x, ir_iter_value(e.m, k));
    struct ir *pos = ir_if(e.m, rel(&e, IR_LT, real(&e, 0), xk), xk, real(&e, 0));
    struct ir_eq eq = {.lhs = e.Y, .rhs = ir_reduce(e.m, IR_SUM, k, pos)};
    VEC_ADD(&e.w.arena, &e.m->eqs, eq);
    CHECK(flat_events(e.m));
    CHECK(e.m->guards.n == 1 && e.m->guards.at[0].iters[0] == k && e.m->guards.at[0].z == xk);
    CHECK_EQ_INT(result(&e, 0)->n_free, 0);
    ir_world_close(&e.w);
}

TEST(discrete_relations_make_no_events)
{
    struct ew e;
    open_ew(&e);
    struct ir *noevent = ir_relation(e.m, IR_LT, e.X, e.P, false);
    add_cond(&e, rel(&e, IR_LT, e.D, e.P));
    add_cond(&e, noevent);
    add_cond(&e, rel(&e, IR_EQ, e.D, e.P));
    CHECK(flat_events(e.m));
    CHECK_EQ_INT(e.m->guards.n + e.m->clocks.n, 0);
    CHECK(result(&e, 0) == ir_relation(e.m, IR_LT, e.D, e.P, false));
    CHECK(result(&e, 1) == noevent);
    CHECK(result(&e, 2) == ir_relation(e.m, IR_EQ, e.D, e.P, false));
    ir_world_close(&e.w);
}

TEST(inner_relations_come_first)
{
    struct ew e;
    open_ew(&e);
    struct ir *step = ir_if(e.m, rel(&e, IR_LT, e.X, e.P), e.D, e.P); /* not continuous */
    add_cond(&e, rel(&e, IR_LT, step, real(&e, 3)));
    CHECK(flat_events(e.m));
    CHECK_EQ_INT(e.m->guards.n, 1);
    CHECK(result(&e, 0)->op == IR_LT && result(&e, 0)->integer == 0);
    ir_world_close(&e.w);
}

TEST(equality_of_continuous_reals_is_an_error)
{
    struct ew e;
    open_ew(&e);
    add_cond(&e, rel(&e, IR_EQ, e.X, e.P));
    CHECK(!flat_events(e.m));
    CHECK_EQ_INT(e.w.messages.errors, 1);
    ir_world_close(&e.w);
}

TEST(time_against_discretes_is_a_clock)
{
    struct ew e;
    open_ew(&e);
    add_cond(&e, rel(&e, IR_LE, e.D, e.T)); /* time >= d */
    add_cond(&e, rel(&e, IR_LT, e.T, e.D)); /* time < d */
    add_cond(&e, rel(&e, IR_LT, e.D, e.T)); /* time > d */
    add_cond(&e, rel(&e, IR_LE, e.T, e.D)); /* time <= d */
    CHECK(flat_events(e.m));
    CHECK_EQ_INT(e.m->guards.n, 0);
    CHECK_EQ_INT(e.m->clocks.n, 2);
    struct ir_clock *c = e.m->clocks.at;
    CHECK(c[0].due == e.D && !c[0].strict && c[1].due == e.D && c[1].strict);
    CHECK(result(&e, 0) == mode(&e, c[0].mode));
    CHECK(result(&e, 1) == ir_unary(e.m, IR_NOT, mode(&e, c[0].mode)));
    CHECK(result(&e, 2) == mode(&e, c[1].mode));
    CHECK(result(&e, 3) == ir_unary(e.m, IR_NOT, mode(&e, c[1].mode)));
    CHECK(!strcmp(c[0].mode->name, "time >= d"));
    ir_world_close(&e.w);
}

TEST(lines_in_time_are_clocks)
{
    struct ew e;
    open_ew(&e);
    struct ir *two = real(&e, 2), *late = op2(&e, IR_SUB, e.T, e.D);
    e.w.value[e.d->number][0] = 5;
    e.w.value[e.p->number][0] = 3;
    add_cond(&e, rel(&e, IR_LE, e.P, late));                       /* time - d >= p */
    add_cond(&e, rel(&e, IR_LT, op2(&e, IR_MUL, two, e.T), e.P));  /* 2*time < p    */
    add_cond(&e, rel(&e, IR_LT, e.P, op2(&e, IR_MUL, e.P, e.T)));  /* sign unknown  */
    add_cond(&e, rel(&e, IR_LT, e.P, op2(&e, IR_MUL, e.T, e.T)));  /* not linear    */
    add_cond(&e, rel(&e, IR_LT, e.X, e.T));                        /* a state       */
    add_cond(&e, rel(&e, IR_LT, ir_floor(e.m, late, false), e.T)); /* not linear    */
    CHECK(flat_events(e.m));
    CHECK_EQ_INT(e.m->clocks.n, 2);
    CHECK_EQ_INT(e.m->guards.n, 4);
    CHECK(ir_eval(&e.w, e.m->clocks.at[0].due) == 8);
    CHECK(ir_eval(&e.w, e.m->clocks.at[1].due) == 1.5);
    CHECK(result(&e, 1)->op == IR_NOT);
    ir_world_close(&e.w);
}

/* A when with one condition. */
static void add_when(struct ew *e, struct ir *cond, struct ir_stmt *body, saltus_side side)
{
    struct ir_when w = {.n_branches = 1, .side = side};
    struct ir_branch *b = ARENA_NEW(&e->w.arena, struct ir_branch);
    b->conds = ARENA_NEW(&e->w.arena, struct ir *);
    b->conds[0] = cond;
    b->n_conds = 1;
    b->body = body;
    w.branches = b;
    VEC_ADD(&e->w.arena, &e->m->whens, w);
}

TEST(samples_count)
{
    struct ew e;
    open_ew(&e);
    struct ir *args[2] = {e.P, real(&e, 0.5)}, *bad[2] = { e.X, e.P };
    struct ir *s = ir_other(e.m, IR_SAMPLE, IR_B, 0, args, 2);
    add_when(&e, s, NULL, SALTUS_BILATERAL);
    add_when(&e, s, NULL, SALTUS_BILATERAL);
    CHECK(flat_events(e.m));
    CHECK_EQ_INT(e.m->clocks.n, 1);
    struct ir_clock *c = e.m->clocks.at;
    CHECK(c->sample && c->sample_start == e.P && c->mode->type == IR_I);
    CHECK(e.m->whens.at[0].branches[0].conds[0]->op == IR_SAMPLE);
    CHECK_EQ_INT(e.m->whens.at[1].branches[0].conds[0]->integer, 1);
    add_when(&e, ir_other(e.m, IR_SAMPLE, IR_B, 0, bad, 2), NULL, SALTUS_BILATERAL);
    CHECK(!flat_events(e.m));
    ir_world_close(&e.w);
}

static void check_guard(struct ew *e, int32_t k, saltus_side side, struct ir *z)
{
    CHECK(e->m->guards.at[k].side == side);
    CHECK(e->m->guards.at[k].z == z);
    CHECK(!e->m->guards.at[k].mode == (side == SALTUS_PART));
}

TEST(conditions_with_a_side_have_guards_of_their_own)
{
    struct ew e;
    open_ew(&e);
    struct ir *less = rel(&e, IR_LT, e.X, e.P), *most = rel(&e, IR_LE, e.X, e.P);
    add_cond(&e, less);
    add_cond(&e, most);
    add_when(&e, less, NULL, SALTUS_UNILATERAL);
    add_when(&e, most, NULL, SALTUS_UNILATERAL);
    add_when(&e, less, NULL, SALTUS_MUST_CROSS);
    add_when(&e, less, NULL, SALTUS_UNILATERAL);
    CHECK(flat_events(e.m));
    CHECK_EQ_INT(e.m->guards.n, 5);
    check_guard(&e, 0, SALTUS_BILATERAL, op2(&e, IR_SUB, e.P, e.X));
    check_guard(&e, 1, SALTUS_BILATERAL, op2(&e, IR_SUB, e.X, e.P));
    for (int32_t k = 2; k < 4; k++)
        check_guard(&e, k, SALTUS_UNILATERAL, op2(&e, IR_SUB, e.P, e.X));
    check_guard(&e, 4, SALTUS_MUST_CROSS, op2(&e, IR_SUB, e.P, e.X));
    for (int32_t k = 0; k < 4; k++) {
        int32_t guard = k < 3 ? k + 2 : 2; /* the fourth when shares with the first */
        CHECK(e.m->whens.at[k].branches[0].conds[0] == mode(&e, e.m->guards.at[guard].mode));
    }
    CHECK(e.m->guards.at[2].holds == ir_relation(e.m, IR_LT, e.X, e.P, false));
    CHECK(e.m->guards.at[3].holds == ir_relation(e.m, IR_LE, e.X, e.P, false));
    CHECK_EQ_INT(e.w.messages.warnings, 0);
    ir_world_close(&e.w);
}

TEST(assertions_with_a_side_are_guards_of_their_violation)
{
    struct ew e;
    open_ew(&e);
    struct ir_assert a = {.cond = rel(&e, IR_LE, real(&e, 0), e.X), .side = SALTUS_UNILATERAL };
    VEC_ADD(&e.w.arena, &e.m->asserts, a);
    CHECK(flat_events(e.m));
    CHECK_EQ_INT(e.m->guards.n, 1);
    check_guard(&e, 0, SALTUS_UNILATERAL, op2(&e, IR_SUB, real(&e, 0), e.X));
    CHECK(e.m->asserts.at[0].cond == ir_unary(e.m, IR_NOT, mode(&e, e.m->guards.at[0].mode)));
    CHECK(strcmp(e.m->guards.at[0].text, "x[1] >= 0") == 0);
    ir_world_close(&e.w);
}

/* not (x < p or b) and y <= 1 */
TEST(formulas_of_several_relations)
{
    struct ew e;
    static const int32_t code[] = {1, 2, -1, 3, -1};
    open_ew(&e);
    struct ir *b = mode(&e, e.b), *one = real(&e, 1);
    struct ir * or = op2(&e, IR_OR, rel(&e, IR_LT, e.X, e.P), b);
    add_when(&e, op2(&e, IR_AND, ir_unary(e.m, IR_NOT, or), rel(&e, IR_LE, e.Y, one)), NULL,
             SALTUS_MUST_CROSS);
    CHECK(flat_events(e.m));
    CHECK_EQ_INT(e.m->guards.n, 4);
    CHECK(e.m->guards.at[0].side == SALTUS_MUST_CROSS);
    check_guard(&e, 1, SALTUS_PART, op2(&e, IR_SUB, e.X, e.P));
    check_guard(&e, 2, SALTUS_PART, ir_if(e.m, b, real(&e, -1), one));
    check_guard(&e, 3, SALTUS_PART, op2(&e, IR_SUB, one, e.Y));
    CHECK_EQ_INT(e.m->guards.at[0].n_formula, 5);
    for (int k = 0; k < 5; k++) CHECK_EQ_INT(e.m->guards.at[0].formula[k], code[k]);
    ir_world_close(&e.w);
}

/* ... but a relation that has just changed is what it has become. */
TEST(bodies_evaluate_there_and_then)
{
    struct ew e;
    open_ew(&e);
    struct ir *c = rel(&e, IR_LT, e.X, e.P);
    struct ir_stmt s = {.op = DO_ASSIGN, .target = e.D, .value = ir_if(e.m, c, e.X, e.P) };
    struct ir_stmt outer = {.op = DO_IF, .cond = c, .body = &s};
    add_when(&e, c, &outer, SALTUS_BILATERAL);
    e.x->start = ir_if(e.m, c, e.P, real(&e, 2));
    CHECK(flat_events(e.m));
    CHECK_EQ_INT(e.m->guards.n, 1);
    struct ir *now = ir_relation(e.m, IR_LT, e.X, e.P, false);
    struct ir *known = e.m->whens.at[0].branches[0].conds[0];
    struct ir *before = ir_var_at(e.m, IR_PRE, known->var, known->arg[0]);
    struct ir *changed = ir_relation(e.m, IR_NE, known, before, false);
    CHECK(e.x->start->arg[0] == now);
    CHECK(outer.cond == ir_if(e.m, changed, known, now) && s.value->arg[0] == outer.cond);
    CHECK(e.m->whens.at[0].branches[0].conds[0]->op == IR_VAR);
    ir_world_close(&e.w);
}

TEST(floors_step_to_their_neighbours)
{
    struct ew e;
    open_ew(&e);
    struct ir_eq eq = {.lhs = e.Y, .rhs = ir_floor(e.m, e.X, true) };
    static const double a[] = {3 + 1e-9, 3 - 1e-9, 2 - 1e-9, 2 + 1e-9, 4.7, -3.2};
    static const double next[] = {3, 3, 1, 1, 4, -4};
    VEC_ADD(&e.w.arena, &e.m->eqs, eq);
    add_cond(&e, rel(&e, IR_LT, ir_floor(e.m, e.D, true), e.P));
    CHECK(flat_events(e.m));
    CHECK_EQ_INT(e.m->guards.n, 1);
    struct ir_guard *first = e.m->guards.at;
    CHECK(first->floor_of == e.X && first->mode->type == IR_R);
    CHECK(result(&e, 0) == mode(&e, first->mode));
    e.w.value[first->mode->number] = ARENA_NEW(&e.w.arena, double);
    *e.w.value[first->mode->number] = 2;
    for (int k = 0; k < 6; k++) {
        *e.w.value[e.x->number] = a[k];
        CHECK(ir_eval(&e.w, first->next) == next[k]);
    }
    *e.w.value[e.x->number] = 2.5;
    CHECK(ir_eval(&e.w, first->z) < 0);
    *e.w.value[e.x->number] = 3.1;
    CHECK(ir_eval(&e.w, first->z) > 0);
    ir_world_close(&e.w);
}

TEST(names_of_modes_are_unique)
{
    struct ew e;
    open_ew(&e);
    struct ir *sum = e.X;
    for (int k = 0; k < 100; k++) {
        sum = op2(&e, IR_ADD, sum, real(&e, k + 1));
        add_cond(&e, rel(&e, IR_LT, sum, e.P)); /* names are cut: many look the same */
    }
    CHECK(flat_events(e.m));
    CHECK_EQ_INT(e.m->guards.n, 100);
    for (int k = 0; k < 100; k++)
        for (int n = 0; n < k; n++)
            CHECK(strcmp(e.m->guards.at[k].mode->name, e.m->guards.at[n].mode->name));
    ir_world_close(&e.w);
}

TEST_MAIN()
