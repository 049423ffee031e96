/* SPDX-License-Identifier: MIT */
/* Boolean formulas of polynomial inequalities: values, and the first place of a change. */
#include "num/formula.h"
#include "../testing.h"
#include "num/poly.h"

enum { AND = SALTUS_AND, OR = SALTUS_OR, NOT = SALTUS_NOT };

#define LENGTH(a) ((int)(sizeof(a) / sizeof *(a)))

TEST(values)
{
    const int32_t both[] = {0, 1, AND}, either[] = {0, 1, OR}, none[] = {0, 1, OR, NOT};
    const int32_t deep[] = {0, 1, 2, NOT, AND, OR}; /* a or (b and not c) */
    for (uint32_t w = 0; w < 8; w++) {
        bool a = w & 1, b = w & 2, c = w & 4;
        CHECK_EQ_INT(formula_value(both, 3, w), a && b);
        CHECK_EQ_INT(formula_value(either, 3, w), a || b);
        CHECK_EQ_INT(formula_value(none, 4, w), !(a || b));
        CHECK_EQ_INT(formula_value(deep, 6, w), a || (b && !c));
    }
}

TEST(what_is_no_formula)
{
    const int32_t ok[] = {0, 1, AND}, shallow[] = {0, AND}, two[] = {0, 1}, far[] = {0, 2, OR};
    const int32_t odd[] = {0, -4};
    CHECK(formula_valid(ok, 3, 2));
    CHECK(!formula_valid(shallow, 2, 2));
    CHECK(!formula_valid(two, 2, 2));
    CHECK(!formula_valid(far, 3, 2));
    CHECK(!formula_valid(odd, 2, 2));
    CHECK(!formula_valid(ok, 0, 2));
    CHECK(!formula_valid(ok, 3, FORMULA_ATOMS + 1));
}

TEST(as_deep_as_it_gets)
{
    int32_t code[SALTUS_FORMULA];
    int n = 0;
    for (; n < 32; n++) code[n] = n;
    for (; n < 63; n++) code[n] = AND;
    CHECK(formula_valid(code, 63, 32));
    CHECK(formula_value(code, 63, UINT32_MAX));
    for (int k = 0; k < 32; k++) CHECK(!formula_value(code, 63, ~(UINT32_C(1) << k)));
}

TEST(first_of_one_atom)
{
    const int32_t a[] = {0}, not_a[] = {0, NOT};
    const double p[1][FORMULA_TERMS] = {{-2, 1}}, down[1][FORMULA_TERMS] = {{2, -1}};
    CHECK(formula_first(a, 1, p, 1, 1, INFINITY, true) == 2);
    CHECK(formula_first(a, 1, p, 1, 1, 2, true) == 2);
    CHECK(isinf(formula_first(a, 1, p, 1, 1, 1.9, true)));
    CHECK(formula_first(a, 1, p, 1, 1, INFINITY, false) == 0);
    CHECK(formula_first(not_a, 2, p, 1, 1, INFINITY, false) == 2);
    CHECK(formula_first(a, 1, down, 1, 1, INFINITY, true) == 0);
    CHECK(formula_first(a, 1, down, 1, 1, INFINITY, false) == 2);
}

/* At 0 the first coefficient that is not 0 decides; 0 for ever is false. */
TEST(at_zero)
{
    const int32_t a[] = {0};
    const double rises[1][FORMULA_TERMS] = {{0, 0, 1}}, falls[1][FORMULA_TERMS] = {{0, -1, 1}};
    const double still[1][FORMULA_TERMS] = {{0}};
    CHECK(formula_first(a, 1, rises, 1, 3, INFINITY, true) == 0);
    CHECK_CLOSE(formula_first(a, 1, falls, 1, 3, INFINITY, true), 1, 1e-14);
    CHECK(isinf(formula_first(a, 1, still, 1, 3, INFINITY, true)));
}

/* -(s-1)^2 touches, -(s-1)^2 (s-3) goes on, (s-1)^3 crosses at a triple root. */
TEST(multiple_roots)
{
    const int32_t a[] = {0};
    const double touch[1][FORMULA_TERMS] = {{-1, 2, -1}};
    const double later[1][FORMULA_TERMS] = {{-3, 7, -5, 1}}; /* (s-1)^2 (s-3) */
    const double triple[1][FORMULA_TERMS] = {{-1, 3, -3, 1}};
    CHECK(isinf(formula_first(a, 1, touch, 1, 2, INFINITY, true)));
    CHECK_CLOSE(formula_first(a, 1, later, 1, 3, INFINITY, true), 3, 1e-12);
    CHECK_CLOSE(formula_first(a, 1, triple, 1, 3, INFINITY, true), 1, 1e-5);
}

/* A wedge: true only while both hold, and never if they do not meet. */
TEST(wedge)
{
    const int32_t both[] = {0, 1, AND}, either[] = {0, 1, OR};
    const double meet[2][FORMULA_TERMS] = {{-3, 4, -1}, {-2, 1}};   /* (1,3) and (2,..) */
    const double miss[2][FORMULA_TERMS] = {{-3, 4, -1}, {-3.5, 1}}; /* (1,3) and (3.5,..) */
    CHECK_CLOSE(formula_first(both, 3, meet, 2, 2, INFINITY, true), 2, 1e-14);
    CHECK(isinf(formula_first(both, 3, miss, 2, 2, INFINITY, true)));
    CHECK_CLOSE(formula_first(either, 3, miss, 2, 2, INFINITY, true), 1, 1e-14);
}

TEST(switches_of_one_place_are_thrown_together)
{
    const int32_t never[] = {0, 1, NOT, AND};
    const double p[2][FORMULA_TERMS] = {{-2, 0.3, 1}, {-2, 0.3, 1}};
    CHECK(isinf(formula_first(never, 4, p, 2, 2, INFINITY, true)));
}

/* Against a walk along a fine grid. */
static void random_code(struct rng *g, int32_t *code, int *length, int atoms)
{
    int depth = 0, n = 0;
    while (n < 12 || depth > 1) {
        int pick = n < 12 ? rng_int(g, 0, 3) : 1 + rng_int(g, 0, 1);
        if (pick == 0 || depth == 0 || (pick < 3 && depth < 2)) {
            code[n++] = rng_int(g, 0, atoms - 1);
            depth++;
        } else if (pick == 3) {
            code[n++] = NOT;
        } else {
            code[n++] = pick == 1 ? AND : OR;
            depth--;
        }
    }
    *length = n;
}

static bool at(const int32_t *code, int length, const double (*p)[FORMULA_TERMS], int n, double s)
{
    uint32_t holds = 0;
    for (int j = 0; j < 4; j++) holds |= (uint32_t)(poly_value(p[j], n, s) > 0) << j;
    return formula_value(code, length, holds);
}

PROP(as_seen_on_a_grid, 2000)
{
    int32_t code[SALTUS_FORMULA];
    double p[4][FORMULA_TERMS], limit = rng_uniform(g, 0.5, 2), found, step = limit / 500;
    int length, n = rng_int(g, 1, 8);
    random_code(g, code, &length, 4);
    CHECK(formula_valid(code, length, 4));
    for (int j = 0; j < 4; j++)
        for (int k = 0; k <= n; k++) p[j][k] = rng_uniform(g, -1, 1);
    found = formula_first(code, length, (const double(*)[FORMULA_TERMS])p, 4, n, limit, true);
    CHECK(found >= 0 && (found <= limit || isinf(found)));
    for (double s = step / 2; s < fmin(found, limit) * (1 - 1e-9); s += step)
        CHECK(!at(code, length, (const double(*)[FORMULA_TERMS])p, n, s));
    if (found < limit * (1 - 1e-6))
        CHECK(at(code, length, (const double(*)[FORMULA_TERMS])p, n, found + 1e-9 * limit));
}

TEST_MAIN()
