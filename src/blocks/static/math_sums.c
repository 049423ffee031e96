/* SPDX-License-Identifier: MIT */
/* math_sums.c - sums, products, polynomials: what is closed for polynomials. */
#include "blocks/static/function.h"

/* ---- sum ------------------------------------------------------------------------------------- */

static jet sum_of(const struct args *a, const jet *u)
{
    jet y = jet_const(0);
    for (int32_t k = 0; k < a->inputs; k++)
        y = a->count[0] ? jet_add(y, jet_mul(u[k], a->list[0][k])) : jet_add(y, u[k]);
    return y;
}

static const char *sum_check(const struct args *a, const char **param)
{
    *param = "weights";
    return a->count[0] == 0 || a->count[0] == a->inputs ? NULL
                                                        : "there must be as many weights as inputs";
}

static const saltus_param sum_params[] = {
    REALS_PARAM("weights", NULL,
                "factor of each input, as many as there are inputs; not given: all 1"),
    {0}};
const struct function block_sum = {
    .atomic =
        FUNCTION_ATOMIC("sum", "weighted sum of its inputs",
                        "y = weights[1] u1 + weights[2] u2 + ... For a difference: `\"weights\": "
                        "[1, -1]`. `\"inputs\": n` says how many inputs there are (2 if it is left "
                        "out). The sum of polynomials is exact; its degree is the largest of all.",
                        function_many, sum_params),
    .f = sum_of,
    .degree = function_linear,
    .check = sum_check};

/* ---- gain, offset, negate -------------------------------------------------------------------- */

static jet gain_of(const struct args *a, const jet *u)
{
    return jet_mul(u[0], a->p[0]);
}

static const saltus_param gain_params[] = {REAL_NEEDED("k", NULL, "factor"), {0}};
const struct function block_gain = {
    .atomic = FUNCTION_ATOMIC("gain", "its input times a constant",
                              "y = k u, exact. For a vector, k may have a number for each element. "
                              "A matrix times a vector is `matrix_gain`.",
                              function_one, gain_params),
    .f = gain_of,
    .degree = function_linear};

static jet offset_of(const struct args *a, const jet *u)
{
    return jet_add(u[0], a->p[0]);
}

static const saltus_param offset_params[] = {REAL_NEEDED("b", NULL, "what is added"), {0}};
const struct function block_offset = {
    .atomic =
        FUNCTION_ATOMIC("offset", "its input plus a constant",
                        "y = u + b, exact. For a vector, b may have a number for each element.",
                        function_one, offset_params),
    .f = offset_of,
    .degree = function_linear};

static jet negate_of(const struct args *a, const jet *u)
{
    (void)a;
    return jet_neg(u[0]);
}

const struct function block_negate = {.atomic =
                                          FUNCTION_ATOMIC("negate", "its input with the other sign",
                                                          "y = -u, exact.", function_one, NULL),
                                      .f = negate_of,
                                      .degree = function_linear};

/* ---- product, square, polynomial ------------------------------------------------------------- */

static jet product_of(const struct args *a, const jet *u)
{
    jet y = u[0];
    for (int32_t k = 1; k < a->inputs; k++) y = jet_mul(y, u[k]);
    return y;
}

const struct function block_product = {
    .atomic = FUNCTION_ATOMIC(
        "product", "product of its inputs",
        "y = u1 u2 ... `\"inputs\": n` says how many inputs there are (2 if it is left out). "
        "Degrees add up: exact up to degree 4, beyond that a series that is renewed in time.",
        function_many, NULL),
    .f = product_of,
    .degree = function_product};

static jet square_of(const struct args *a, const jet *u)
{
    (void)a;
    return jet_sqr(u[0]);
}

static int square_degree(const struct args *a, const int *d)
{
    (void)a;
    return 2 * d[0];
}

const struct function block_square = {.atomic = FUNCTION_ATOMIC("square", "its input squared",
                                                                "y = u^2, exact up to degree 4.",
                                                                function_one, NULL),
                                      .f = square_of,
                                      .degree = square_degree};

/* Horner's rule */
static jet polynomial_of(const struct args *a, const jet *u)
{
    jet y = jet_const(a->list[0][a->count[0] - 1]);
    for (int32_t k = a->count[0] - 2; k >= 0; k--) y = jet_add(jet_mul(y, u[0]), a->list[0][k]);
    return y;
}

static int polynomial_degree(const struct args *a, const int *d)
{
    int32_t n = a->count[0] - 1;
    while (n > 0 && a->list[0][n] == 0) n--;
    return n < FUNCTION_SERIES ? n * d[0] : FUNCTION_SERIES;
}

static const char *polynomial_check(const struct args *a, const char **param)
{
    *param = "coefficients";
    return a->count[0] ? NULL : "there must be at least one coefficient";
}

static const saltus_param polynomial_params[] = {
    REALS_NEEDED("coefficients", NULL, "of 1, u, u^2, ..., in this order"), {0}};
const struct function block_polynomial = {
    .atomic =
        FUNCTION_ATOMIC("polynomial", "polynomial of its input",
                        "y = c[1] + c[2] u + c[3] u^2 + ..., by Horner's rule. Exact as long as "
                        "the degree in time is at most 4, else a series that is renewed in time.",
                        function_one, polynomial_params),
    .f = polynomial_of,
    .degree = polynomial_degree,
    .check = polynomial_check};
