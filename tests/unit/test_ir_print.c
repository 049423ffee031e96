/* SPDX-License-Identifier: MIT */
/* test_ir_print.c - expressions and models as text. */
#include "ir_eval.h"
#include "testing.h"

struct pw {
    struct ir_world w;
    struct ir_model *m;
    struct ir_var *x, *a;
    struct ir_iter *i, *j;
    struct ir *X
    , *Y, *D, *I, *J;
};

/* x, y, discrete d, a[3, 5]; i in 1:3, j in 1:5 */
static void open_pw(struct pw *p)
{
    ir_world_open(&p->w);
    p->m = p->w.m;
    p->x = ir_world_var(&p->w, "x", IR_R, VAR_STATE, 10);
    p->X
    = ir_var_at(p->m, IR_VAR, p->x, ir_int(p->m, 0));
    p->Y = ir_var_at(p->m, IR_VAR, ir_world_var(&p->w, "y", IR_R, VAR_STATE, 1), ir_int(p->m, 0));
    struct ir_var *d = ir_world_var(&p->w, "d", IR_R, VAR_DISCRETE, 1);
    p->D = ir_var_at(p->m, IR_VAR, d, ir_int(p->m, 0));
    p->a = ir_world_var(&p->w, "a", IR_R, VAR_STATE, 15);
    p->a->rank = 2;
    p->a->size[0] = 3;
    p->a->size[1] = 5;
    p->i = ir_iter_new(p->m, 0, 1, 1, 3, "i");
    p->j = ir_iter_new(p->m, 1, 1, 1, 5, "j");
    p->I = ir_iter_value(p->m, p->i);
    p->J = ir_iter_value(p->m, p->j);
}

static struct ir *op(struct pw *p, enum ir_op o, struct ir *a, struct ir *b)
{
    return ir_binary(p->m, o, a, b);
}

static struct ir *num(struct pw *p, int64_t v)
{
    return ir_int(p->m, v);
}

/* ci*i + cj*j + c0 */
static struct ir *line(struct pw *p, int64_t ci, int64_t cj, int64_t c0)
{
    struct ir *e = op(p, IR_ADD, op(p, IR_MUL, num(p, ci), p->I), op(p, IR_MUL, num(p, cj), p->J));
    return op(p, IR_ADD, e, num(p, c0));
}

#define PRINTS(p, e, text)                                                                         \
    do {                                                                                           \
        const char *s_ = ir_text(&(p)->w.arena, e);                                                \
        if (strcmp(s_, text)) FAIL("%s, not %s", s_, text);                                        \
    } while (0)

TEST(operators_bind_as_in_modelica)
{
    struct pw p;
    open_pw(&p);
    struct ir *two = ir_real(p.m, 2), *sum = op(&p, IR_ADD, p.X, p.Y), *neg;
    neg = ir_unary(p.m, IR_NEG, p.X);
    PRINTS(&p, op(&p, IR_MUL, sum, two), "(x[1] + y)*2");
    PRINTS(&p, op(&p, IR_SUB, p.Y, sum), "y - (x[1] + y)");
    PRINTS(&p, op(&p, IR_SUB, sum, p.Y), "x[1] + y - y");
    PRINTS(&p, op(&p, IR_DIV, p.X, op(&p, IR_MUL, p.X, p.Y)), "x[1]/(x[1]*y)");
    PRINTS(&p, op(&p, IR_POW, sum, two), "(x[1] + y)^2");
    PRINTS(&p, op(&p, IR_POW, p.Y, ir_real(p.m, -0.5)), "y^(-0.5)");
    PRINTS(&p, op(&p, IR_MUL, neg, p.Y), "(-x[1])*y");
    PRINTS(&p, ir_unary(p.m, IR_NEG, sum), "-(x[1] + y)");
    PRINTS(&p, op(&p, IR_ADD, neg, p.Y), "-x[1] + y");
    PRINTS(&p, ir_math(p.m, ELEMENTARY_ATAN2, p.X, two), "atan2(x[1], 2)");
    PRINTS(&p, ir_real(p.m, 0.1), "0.1");
    ir_world_close(&p.w);
}

TEST(relations_and_choices)
{
    struct pw p;
    open_pw(&p);
    struct ir *c = ir_relation(p.m, IR_LT, ir_real(p.m, 1), p.Y, true);
    struct ir *q = ir_relation(p.m, IR_LE, p.X, p.Y, false), *both = op(&p, IR_OR, c, q);
    struct ir *time = ir_other(p.m, IR_TIME, IR_R, 0, NULL, 0);
    PRINTS(&p, c, "y > 1");
    PRINTS(&p, q, "noEvent(x[1] <= y)");
    PRINTS(&p, ir_relation(p.m, IR_LE, p.D, time, true), "time >= d");
    PRINTS(&p, ir_relation(p.m, IR_LT, p.D, ir_real(p.m, 2), false), "d < 2");
    PRINTS(&p, op(&p, IR_AND, both, c), "(y > 1 or noEvent(x[1] <= y)) and y > 1");
    PRINTS(&p, ir_unary(p.m, IR_NOT, c), "not y > 1");
    PRINTS(&p, op(&p, IR_MUL, p.X, ir_if(p.m, c, p.X, p.Y)), "x[1]*(if y > 1 then x[1] else y)");
    ir_world_close(&p.w);
}

TEST(subscripts_are_taken_apart)
{
    struct pw p;
    open_pw(&p);
    struct ir_var *a = p.a;
    PRINTS(&p, ir_var_at(p.m, IR_VAR, p.x, line(&p, 1, 0, -1)), "x[i]");
    PRINTS(&p, ir_var_at(p.m, IR_DER, p.x, line(&p, 2, 0, 0)), "der(x[2*i + 1])");
    PRINTS(&p, ir_var_at(p.m, IR_PRE, p.x, line(&p, -1, 0, 3)), "pre(x[4 - i])");
    PRINTS(&p, ir_var_at(p.m, IR_VAR, a, line(&p, 5, 1, -6)), "a[i, j]");
    PRINTS(&p, ir_var_at(p.m, IR_VAR, a, line(&p, 5, -1, 0)), "a[i, 6 - j]");
    PRINTS(&p, ir_var_at(p.m, IR_VAR, a, line(&p, 6, 0, -6)), "a[i, i]");
    PRINTS(&p, ir_var_at(p.m, IR_VAR, a, line(&p, 6, 0, -5)), "a[i, i + 1]");
    PRINTS(&p, ir_var_at(p.m, IR_VAR, a, line(&p, -5, 1, 14)), "a[4 - i, j]");
    PRINTS(&p, ir_var_at(p.m, IR_VAR, a, num(&p, 7)), "a[2, 3]");
    PRINTS(&p, ir_var_at(p.m, IR_VAR, a, line(&p, 5, 0, -4)), "a[i, 2]");
    PRINTS(&p, ir_var_at(p.m, IR_VAR, a, line(&p, 1, 2, 0)), "a{i + 2*j}");
    ir_world_close(&p.w);
}

/* A sum such as -2*i + j - 3 at i, j; ends at , ] or }. */
static int64_t sum_at(const char **s, int64_t i, int64_t j)
{
    int64_t sum = 0;
    while (!strchr(",]}", **s)) {
        int64_t sign = 1, term = 1;
        for (; **s == ' ' || **s == '+' || **s == '-'; ++*s)
            if (**s == '-') sign = -sign;
        if (**s >= '0' && **s <= '9') {
            char *end;
            term = strtol(*s, &end, 10);
            *s = end + (*end == '*');
        }
        if (**s == 'i' || **s == 'j') term *= *(*s)++ == 'i' ? i : j;
        sum += sign * term;
    }
    ++*s;
    return sum;
}

PROP(subscripts_give_the_index_back, 2000)
{
    struct pw p;
    open_pw(&p);
    int64_t c0 = rng_int(g, -8, 8), ci = rng_int(g, -6, 6), cj = rng_int(g, -2, 2);
    struct ir *index = line(&p, ci, cj, c0);
    const char *text = ir_text(&p.w.arena, ir_var_at(p.m, IR_VAR, p.a, index));
    int64_t wrong = 0;
    for (int64_t i = 1; i <= 3; i++)
        for (int64_t j = 1; j <= 5; j++) {
            const char *s = text + 2;
            int64_t row = sum_at(&s, i, j), col = text[1] == '[' ? sum_at(&s, i, j) : 1;
            bool inside = row >= 1 && row <= 3 && col >= 1 && col <= 5;
            if (text[1] == '[')
                wrong += !inside || 5 * (row - 1) + col - 1 != ci * i + cj * j + c0;
            else
                wrong += row != ci * i + cj * j + c0;
        }
    if (wrong) printf("# %s\n", text);
    ir_world_close(&p.w);
    CHECK_EQ_INT(wrong, 0);
}

TEST(reductions_say_their_range)
{
    struct pw p;
    open_pw(&p);
    struct ir_iter *down = ir_iter_new(p.m, 1, 9, -2, 4, "j");
    struct ir *xi = ir_var_at(p.m, IR_VAR, p.x, line(&p, 1, 0, -1));
    struct ir *xd = ir_var_at(p.m, IR_VAR, p.x, ir_iter_value(p.m, down));
    PRINTS(&p, ir_reduce(p.m, IR_SUM, p.i, xi), "sum(x[i] for i in 1:3)");
    PRINTS(&p, ir_reduce(p.m, IR_MAX, down, xd), "max(x[j + 1] for j in 9:-2:3)");
    PRINTS(&p, ir_build(p.m, &p.i, 1, xi), "{x[i] for i in 1:3}");
    ir_world_close(&p.w);
}

/* ---- Models ---------------------------------------------------------------------------------- */

static void small_model(struct pw *p)
{
    struct ir *xi = ir_var_at(p->m, IR_VAR, p->x, line(p, 1, 0, -1));
    struct ir *dxi = ir_var_at(p->m, IR_DER, p->x, line(p, 1, 0, -1));
    struct ir *c = ir_relation(p->m, IR_LT, ir_real(p->m, 1), xi, true);
    struct ir_eq eq = {.lhs = dxi, .rhs = ir_if(p->m, c, ir_unary(p->m, IR_NEG, xi), p->D)};
    struct ir_stmt *s = ARENA_NEW(&p->w.arena, struct ir_stmt);
    struct ir_when w = {.n_branches = 1, .side = SALTUS_UNILATERAL};
    w.branches = ARENA_NEW(&p->w.arena, struct ir_branch);
    w.branches->conds = ARENA_NEW(&p->w.arena, struct ir *);
    w.branches->conds[0] = ir_relation(p->m, IR_LT, p->Y, ir_real(p->m, 0), true);
    w.branches->n_conds = 1;
    w.branches->body = s;
    s->op = DO_ASSIGN;
    s->target = p->D;
    s->value = op(p, IR_ADD, ir_var_at(p->m, IR_PRE, p->D->var, num(p, 0)), ir_real(p->m, 1));
    eq.iters = &p->i;
    eq.n_iters = 1;
    p->m->name = "small";
    p->x->start = ir_real(p->m, 2);
    p->x->fixed = true;
    VEC_ADD(&p->w.arena, &p->m->eqs, eq);
    VEC_ADD(&p->w.arena, &p->m->whens, w);
}

static char *dumped(const struct ir_model *m, void (*dump)(FILE *, const struct ir_model *))
{
    static char text[4096];
    FILE *f = tmpfile();
    size_t n;
    dump(f, m);
    rewind(f);
    n = fread(text, 1, sizeof text - 1, f);
    text[n] = 0;
    fclose(f);
    return text;
}

TEST(a_flat_model_reads_like_modelica)
{
    struct pw p;
    open_pw(&p);
    small_model(&p);
    CHECK(flat_events(p.m));
    const char *text = dumped(p.m, ir_dump);
    CHECK(!strcmp(text, "model small\n"
                        "  state Real x[10](start = 2, fixed = true);\n"
                        "  state Real y;\n"
                        "  discrete Real d;\n"
                        "  state Real a[3, 5];\n"
                        "  hidden discrete Boolean 'x[i] > 1'[3];\n"
                        "  hidden discrete Boolean 'y < 0';\n"
                        "equation\n"
                        "  for i in 1:3 loop\n"
                        "    der(x[i]) = if 'x[i] > 1'[i] then -x[i] else d;\n"
                        "  end for;\n"
                        "  when 'y < 0' then // unilateral\n"
                        "    d := pre(d) + 1;\n"
                        "  end when;\n"
                        "guards\n"
                        "  for i in 1:3 loop\n"
                        "    'x[i] > 1': 0 < x[i] - 1;\n"
                        "  end for;\n"
                        "  'y < 0': 0 < -y; // unilateral\n"
                        "end small;\n"));
    ir_world_close(&p.w);
}

TEST(a_structure_lists_definitions)
{
    struct pw p;
    open_pw(&p);
    struct ir *time = ir_other(p.m, IR_TIME, IR_R, 0, NULL, 0);
    struct ir_def d = {.var = p.x, .der = true, .iters = &p.i, .n_iters = 1, .value = time};
    d.index = line(&p, 1, 0, -1);
    p.m->name = "s";
    p.m->n_states = 3;
    VEC_ADD(&p.w.arena, &p.m->defs, d);
    const char *text = dumped(p.m, ir_dump_structure);
    CHECK(!strcmp(text, "s: 3 states\ndefinitions\n  for i in 1:3 loop\n    der(x[i]) := time;\n"
                        "  end for;\n"));
    ir_world_close(&p.w);
}

TEST_MAIN()
