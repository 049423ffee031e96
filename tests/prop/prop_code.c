/* SPDX-License-Identifier: MIT */
/* prop_code.c - random programs compute the same bits interpreted and compiled, by every compiler
 * here.
 *
 * A program has functions of the user, which call only earlier ones, and equations. Structure and
 * literals come from two generators: pairs of equations have the same structure and other literals,
 * so that code_share has something to do. Loops are short and indices inside their arrays, as the
 * lowering promises. */
#include "code_models.h"

enum { USERS = 6, EQUATIONS = 24, N = 6, LENGTH = 7 };

struct gen {
    struct workshop *w;
    struct rng *g, *literals;
    struct code_fn *f;
    struct code_fn *users[USERS];
    int n_users;
    int loops; /* how many are around */
    VEC(int32_t) reals, ints, arrays;
};

static int one_of(struct gen *z, int n)
{
    return rng_int(z->g, 0, n - 1);
}

/* ---- Expressions ----------------------------------------------------------------------------- */

static double any_double(struct rng *g)
{
    static const double special[] = {0.0,    -0.0,     1,         -1,      0.5,
                                     2,      INFINITY, -INFINITY, NAN,     1e308,
                                     5e-324, 0.1,      3,         -1e-300, 9007199254740993.0,
                                     1e19,   -9.3e18};
    uint64_t bits = rng_u64(g);
    double v;
    memcpy(&v, &bits, sizeof v);
    switch (rng_int(g, 0, 3)) {
    case 0: return special[rng_int(g, 0, (int)(sizeof special / sizeof special[0]) - 1)];
    case 1: return v;
    default: return rng_uniform(g, -10, 10);
    }
}

static int64_t any_int(struct rng *g)
{
    static const int64_t special[] = {
        0, 1, -1, 2, INT64_MAX, INT64_MIN, INT32_MAX, INT32_MIN, (int64_t)1 << 32, 1000000007};
    if (rng_int(g, 0, 4) == 0) return (int64_t)rng_u64(g);
    return rng_int(g, 0, 2) ? rng_int(g, -9, 9) : special[rng_int(g, 0, 9)];
}

static struct code_expr *real(struct gen *z, int depth);
static struct code_expr *integer(struct gen *z, int depth);

/* 0 <= it < n */
static struct code_expr *index_below(struct gen *z, int n, int depth)
{
    struct code_expr *x;
    if (depth <= 0 || one_of(z, 2)) return whole(z->w, rng_int(z->literals, 0, n - 1));
    x = op2(z->w, CODE_IMOD, integer(z, depth - 1), whole(z->w, n));
    return op2(z->w, CODE_IMOD, op2(z->w, CODE_ADD, x, whole(z->w, n)), whole(z->w, n));
}

static struct code_expr *local(struct gen *z, const void *list)
{
    const struct {
        int32_t *at;
        int32_t n, room;
    } *v = list;
    return v->n ? code_local(&z->w->m, z->f, v->at[one_of(z, v->n)]) : NULL;
}

static struct code_expr *call(struct gen *z, enum code_type type, int depth)
{
    int first = z->n_users ? one_of(z, z->n_users) : 0;
    for (int k = 0; k < z->n_users; k++) {
        struct code_fn *f = z->users[(first + k) % z->n_users];
        struct code_expr **args = ARENA_ARRAY(&z->w->arena, struct code_expr *, f->n_params + 1);
        if (f->type != type) continue;
        for (int32_t n = 0; n < f->n_params; n++) {
            const struct code_slot *s = &f->slots.at[n];
            args[n] = s->size             ? local(z, &z->arrays)
                      : s->type == CODE_R ? real(z, depth)
                                          : integer(z, depth);
            if (!args[n]) return NULL;
        }
        return code_call(&z->w->m, f, args);
    }
    return NULL;
}

static struct code_expr *outer(struct gen *z, int depth)
{
    static const enum code_op ops[] = {CODE_TIME, CODE_SIGNAL, CODE_D, CODE_P, CODE_TABLE};
    enum code_op op = ops[one_of(z, 5)];
    if (op == CODE_TIME) return code_leaf(&z->w->m, op, 0, NULL);
    return code_leaf(&z->w->m, op, op == CODE_SIGNAL ? one_of(z, 5) : 0, index_below(z, N, depth));
}

static struct code_expr *real_leaf(struct gen *z)
{
    struct code_expr *x = one_of(z, 3) ? local(z, &z->reals) : NULL;
    if (x) return x;
    return one_of(z, 2) ? outer(z, 0) : num(z->w, any_double(z->literals));
}

/* Of so many arguments, and known in C. */
static int function(struct gen *z, int arity)
{
    for (;;) {
        int f = one_of(z, CODE_MATH_COUNT);
        const struct elementary_row *row =
            f < ELEMENTARY_COUNT ? elementary_row((enum elementary)f) : NULL;
        if (!row && arity == 1 + (f == CODE_POW)) return f;
        if (row && row->arity == arity && row->series != ELEMENTARY_SERIES_JUMP) return f;
    }
}

static struct code_expr *real(struct gen *z, int depth)
{
    struct code_model *m = &z->w->m;
    struct code_expr *x = NULL;
    if (depth <= 0) return real_leaf(z);
    switch (one_of(z, 13)) {
    case 0: return outer(z, depth - 1);
    case 1:
        if (!z->arrays.n) break;
        return code_item(m, z->arrays.at[one_of(z, z->arrays.n)],
                         index_below(z, LENGTH, depth - 1));
    case 2: return code_unary(m, CODE_NEG, real(z, depth - 1));
    case 3: return code_unary(m, CODE_TO_REAL, integer(z, depth - 1));
    case 4: return code_cond(m, integer(z, depth - 1), real(z, depth - 1), real(z, depth - 1));
    case 5: x = code_math(m, function(z, 1), real(z, depth - 1), NULL); break;
    case 6: x = code_math(m, function(z, 2), real(z, depth - 1), real(z, depth - 1)); break;
    case 7: x = call(z, CODE_R, depth - 1); break;
    case 8: return real_leaf(z);
    default:
        x = op2(z->w, (enum code_op[]){CODE_ADD, CODE_SUB, CODE_MUL, CODE_DIV}[one_of(z, 4)],
                real(z, depth - 1), real(z, depth - 1));
    }
    return x ? x : real_leaf(z);
}

static struct code_expr *int_leaf(struct gen *z)
{
    struct code_expr *x = one_of(z, 3) ? local(z, &z->ints) : NULL;
    if (x) return x;
    if (one_of(z, 5) == 0) return code_leaf(&z->w->m, CODE_WIDTH, 0, NULL);
    return whole(z->w, any_int(z->literals));
}

static struct code_expr *integer(struct gen *z, int depth)
{
    static const enum code_op pairs[] = {CODE_ADD,  CODE_SUB, CODE_MUL, CODE_IDIV,
                                         CODE_IMOD, CODE_LT,  CODE_LE,  CODE_EQ,
                                         CODE_NE,   CODE_AND, CODE_OR};
    struct code_model *m = &z->w->m;
    struct code_expr *x = NULL;
    int k;
    if (depth <= 0) return int_leaf(z);
    switch (one_of(z, 10)) {
    case 0: return code_unary(m, CODE_NEG, integer(z, depth - 1));
    case 1: return code_unary(m, CODE_NOT, integer(z, depth - 1));
    case 2: return code_unary(m, CODE_TO_INT, real(z, depth - 1));
    case 3:
        return code_cond(m, integer(z, depth - 1), integer(z, depth - 1), integer(z, depth - 1));
    case 4: x = call(z, CODE_I, depth - 1); break;
    case 5: return op2(z->w, pairs[5 + one_of(z, 4)], real(z, depth - 1), real(z, depth - 1));
    default:
        k = one_of(z, 11);
        return op2(z->w, pairs[k], integer(z, depth - 1), integer(z, depth - 1));
    }
    return x ? x : int_leaf(z);
}

/* ---- Statements ------------------------------------------------------------------------------ */

static void body(struct gen *z, struct code_body *to, int n, int depth);

static void loop(struct gen *z, struct code_body *to, int depth)
{
    struct code_model *m = &z->w->m;
    int32_t slot = code_slot_new(m, z->f, "n", CODE_I, 0);
    int step = (int[]){1, -1, 2, -3}[one_of(z, 4)], first = one_of(z, 5) - 2;
    struct code_stmt *s;
    z->loops++;
    if (one_of(z, 2)) {
        s = code_add(m, to, CODE_FOR);
        s->slot = slot;
        s->integer = step;
        s->a = whole(z->w, first);
        s->b = whole(z->w, first + step * one_of(z, 4));
        VEC_ADD(&z->w->arena, &z->ints, slot);
        body(z, &s->body, 2, depth - 1);
        z->ints.n--; /* its value behind the loop is not asked for */
    } else {
        code_set(m, to, slot, whole(z->w, one_of(z, 4)));
        s = code_add(m, to, CODE_WHILE);
        s->a = op2(z->w, CODE_LT, whole(z->w, 0), code_local(m, z->f, slot));
        code_set(m, &s->body, slot, op2(z->w, CODE_SUB, code_local(m, z->f, slot), whole(z->w, 1)));
        body(z, &s->body, 2, depth - 1);
    }
    z->loops--;
}

static void choice(struct gen *z, struct code_body *to, int depth)
{
    struct code_stmt *s = code_add(&z->w->m, to, CODE_IF);
    s->a = integer(z, 2);
    body(z, &s->body, 2, depth - 1);
    if (one_of(z, 2)) body(z, &s->other, 2, depth - 1);
    if (z->loops && one_of(z, 3) == 0) code_add(&z->w->m, &s->body, CODE_BREAK);
}

/* Variables made here are known only inside. */
static void new_variable(struct gen *z, struct code_body *to)
{
    struct code_model *m = &z->w->m;
    bool r = one_of(z, 2) != 0;
    int32_t slot = code_slot_new(m, z->f, r ? "x" : "if", r ? CODE_R : CODE_I, 0);
    code_set(m, to, slot, r ? real(z, 3) : integer(z, 3));
    if (r)
        VEC_ADD(&z->w->arena, &z->reals, slot);
    else
        VEC_ADD(&z->w->arena, &z->ints, slot);
}

static void assign(struct gen *z, struct code_body *to)
{
    struct code_model *m = &z->w->m;
    bool pure = z->f->role == CODE_USER && z->f->type != CODE_V;
    int32_t slot;
    if (one_of(z, 2) && z->reals.n) {
        code_set(m, to, z->reals.at[one_of(z, z->reals.n)], real(z, 3));
    } else if (z->arrays.n) {
        slot = z->arrays.at[one_of(z, z->arrays.n)];
        if (pure && slot < z->f->n_params) return; /* seen by others whose order is not fixed */
        code_put(m, to, slot, index_below(z, LENGTH, 2), real(z, 3));
    }
}

static void statement(struct gen *z, struct code_body *to, int depth)
{
    struct code_model *m = &z->w->m;
    struct code_expr *x;
    struct code_stmt *s;
    switch (one_of(z, depth > 0 ? 11 : 6)) {
    case 0:
    case 1: new_variable(z, to); break;
    case 2:
    case 3: assign(z, to); break;
    case 4:
        s = code_add(m, to, one_of(z, 2) ? CODE_LINE : CODE_NOTE);
        s->text = "as */ it is \\ written ?\?/";
        s->at = (struct place){1, (uint32_t)one_of(z, 20), 3};
        break;
    case 5:
        x = call(z, CODE_V, 2);
        if (x) code_add(m, to, CODE_DO)->a = x;
        break;
    case 6:
    case 7: loop(z, to, depth); break;
    case 8:
        s = code_add(m, to, CODE_IF);
        s->a = op2(z->w, CODE_LT, real(z, 2), num(z->w, -1e200));
        s = code_add(m, &s->body, CODE_FAULT);
        s->text = "a \"fault\"";
        s->at = (struct place){1, 3, 4};
        break;
    default: choice(z, to, depth);
    }
}

static void body(struct gen *z, struct code_body *to, int n, int depth)
{
    int32_t reals = z->reals.n, ints = z->ints.n;
    for (int k = 0; k < n; k++) statement(z, to, depth);
    z->reals.n = reals;
    z->ints.n = ints;
}

/* ---- Functions ------------------------------------------------------------------------------- */

static void know(struct gen *z, int32_t slot)
{
    const struct code_slot *s = &z->f->slots.at[slot];
    if (s->size)
        VEC_ADD(&z->w->arena, &z->arrays, slot);
    else if (s->type == CODE_R)
        VEC_ADD(&z->w->arena, &z->reals, slot);
    else
        VEC_ADD(&z->w->arena, &z->ints, slot);
}

static void begin(struct gen *z, struct code_fn *f)
{
    z->f = f;
    z->reals.n = z->ints.n = z->arrays.n = z->loops = 0;
}

static void fill_array(struct gen *z)
{
    int32_t a = code_slot_new(&z->w->m, z->f, "a.b[1]", CODE_R, LENGTH);
    for (int k = 0; k < LENGTH; k++) {
        code_put(&z->w->m, &z->f->body, a, whole(z->w, k), num(z->w, any_double(z->literals)));
    }
    know(z, a);
}

static void make_user(struct gen *z)
{
    struct code_model *m = &z->w->m;
    struct code_fn *f = code_fn_new(m, CODE_USER, "sin");
    int n = one_of(z, 4);
    begin(z, f);
    f->type = (enum code_type)one_of(z, 3);
    for (int k = 0; k < n; k++) {
        bool array = one_of(z, 3) == 0;
        know(z, code_slot_new(m, f, "e", one_of(z, 2) ? CODE_R : CODE_I, array ? -1 : 0));
    }
    f->n_params = n;
    if (f->type == CODE_V || one_of(z, 3) == 0) fill_array(z);
    for (int k = 0; k < 4; k++) statement(z, &f->body, 2);
    if (f->type == CODE_R) code_add(m, &f->body, CODE_RETURN)->a = real(z, 4);
    if (f->type == CODE_I) code_add(m, &f->body, CODE_RETURN)->a = integer(z, 4);
    z->users[z->n_users++] = f;
}

static void make_equation(struct gen *z, int n)
{
    struct code_model *m = &z->w->m;
    struct code_fn *f = code_fn_new(m, CODE_EVAL, arena_format(&z->w->arena, "x.%d", n));
    struct code_group *at;
    begin(z, f);
    know(z, 0);
    know(z, 1);
    fill_array(z);
    for (int k = 0; k < 5; k++) statement(z, &f->body, 3);
    for (int k = 0; k < 5; k++) {
        code_put(m, &f->body, 2, whole(z->w, k),
                 k == 4 ? code_unary(m, CODE_TO_REAL, integer(z, 5)) : real(z, 5));
    }
    at = add_group(z->w, &m->der, 1);
    at->eval = f;
}

static void make_table(struct gen *z)
{
    struct code_table t = {ARENA_ARRAY(&z->w->arena, double, N), N};
    for (int k = 0; k < N; k++) t.at[k] = any_double(z->literals);
    VEC_ADD(&z->w->arena, &z->w->m.tables, t);
}

static void make_model(struct workshop *w, struct rng *g)
{
    static const char text[] = "line one\nline two\nline three\n";
    saltus_variable six = {.name = "x", .size = {N}};
    struct rng literals = {rng_u64(g)};
    struct gen *z = calloc(1, sizeof *z);
    z->w = w;
    z->literals = &literals;
    source_add(&w->messages, "random \"one\".mo", text, sizeof text - 1);
    VEC_ADD(&w->arena, &w->m.states, six);
    VEC_ADD(&w->arena, &w->m.discretes, six);
    VEC_ADD(&w->arena, &w->m.parameters, six);
    z->g = g;
    make_table(z);
    for (int k = 0; k < USERS; k++) make_user(z);
    for (int k = 0; k < EQUATIONS; k += 2) {
        struct rng one = {rng_u64(g)}, two = one;
        z->g = &one;
        make_equation(z, k);
        z->g = &two;
        make_equation(z, k + 1);
        z->g = g;
    }
    free(z);
}

/* ---- Comparing ------------------------------------------------------------------------------- */

static void compare(struct rng *g, const saltus_model *a, const saltus_model *b, const char *who)
{
    double q[5 * N] = {0}, d[N] = {0}, p[N] = {0}, x[5], y[5];
    struct caller ca = caller_of(a, q, d, p), cb = caller_of(b, q, d, p);
    for (int k = 0; k < 5 * N; k++) q[k] = any_double(g);
    for (int k = 0; k < N; k++) d[k] = any_double(g), p[k] = any_double(g);
    ca.env.t = cb.env.t = any_double(g);
    for (int i = 0; i < EQUATIONS; i++) {
        ca.faults = cb.faults = 0;
        a->der.eval(&ca.env, i, 5, x);
        b->der.eval(&cb.env, i, 5, y);
        for (int k = 0; k < 5; k++) {
            if (same_bits(x[k], y[k])) continue;
            FAIL("%s: equation %d, c[%d]: %.17g, %.17g", who, i, k, x[k], y[k]);
        }
        if (ca.faults != cb.faults) FAIL("%s: %d: %d faults, %d", who, i, ca.faults, cb.faults);
    }
}

static void compare_native(struct rng *g, struct workshop *w, const saltus_model *oracle,
                           const char *cc)
{
    struct native *n = NULL;
    const char *why = NULL;
    saltus_status status;
    setenv("CC", cc, 1);
    status = native_load(&w->m, &n, &why);
    unsetenv("CC");
    if (status == SALTUS_EIO && strstr(why, "not found")) return;
    if (status != SALTUS_OK) FAIL("%s: %.300s", cc, why);
    for (int k = 0; k < 20; k++) compare(g, oracle, native_model(n), cc);
    native_free(n);
}

PROP(interpreted_and_native_agree_bit_for_bit, 4)
{
    struct rng two = *g;
    WORKSHOP(plain);
    WORKSHOP(shared);
    const saltus_model *oracle;
    own_cache();
    make_model(plain, g);
    make_model(shared, &two);
    code_share(&shared->m);
    oracle = code_interpret(&plain->m);
    for (int k = 0; k < 20; k++) compare(g, oracle, code_interpret(&shared->m), "shared");
    compare_native(g, shared, oracle, "gcc");
    compare_native(g, shared, oracle, "clang");
    compare_native(g, shared, oracle, "tcc");
    compare_native(g, plain, oracle, "tcc");
    compare_native(g, plain, oracle, "gcc -O0");
    workshop_close(plain);
    workshop_close(shared);
}

TEST_MAIN()
