/* SPDX-License-Identifier: MIT */
/* math_powers.c - quotients and powers. */
#include "blocks/static/function.h"

static jet divide_of(const struct args *a, const jet *u)
{
    (void)a;
    return jet_div(u[0], u[1]);
}

/* By a constant it stays a polynomial. */
static int divide_degree(const struct args *a, const int *d)
{
    (void)a;
    return d[1] ? FUNCTION_SERIES : d[0];
}

const struct function block_divide = {
    .atomic = FUNCTION_ATOMIC("divide", "quotient of two inputs",
                              "y = u1/u2. The run ends with a message when u2 is 0. Exact while u2 "
                              "is constant, else a series that is renewed in time.",
                              function_two, NULL),
    .f = divide_of,
    .degree = divide_degree,
    .hint = "the divisor must not be 0"};

static jet inverse_of(const struct args *a, const jet *u)
{
    (void)a;
    return jet_div(1.0, u[0]);
}

const struct function block_inverse = {
    .atomic =
        FUNCTION_ATOMIC("inverse", "one divided by its input",
                        "y = 1/u. The run ends with a message when u is 0.", function_one, NULL),
    .f = inverse_of,
    .hint = "the input must not be 0"};

/* Is it a whole number that repeated squaring can do? */
static int whole(double p)
{
    return p == floor(p) && fabs(p) <= 1024;
}

static jet power_of(const struct args *a, const jet *u)
{
    return whole(a->p[0]) ? jet_powi(u[0], (int)a->p[0]) : jet_pow(u[0], a->p[0]);
}

static int power_degree(const struct args *a, const int *d)
{
    double p = a->p[0];
    return whole(p) && p >= 0 && p * d[0] < FUNCTION_SERIES ? (int)p * d[0] : FUNCTION_SERIES;
}

static const saltus_param power_params[] = {REAL_NEEDED("exponent", NULL, "any number"), {0}};
const struct function block_power = {
    .atomic = FUNCTION_ATOMIC(
        "power", "its input to a constant power",
        "y = u^exponent. With a whole exponent u may have any sign (but not be 0 if the exponent "
        "is negative), and small powers of polynomials are exact. With any other exponent u must "
        "be positive; a constant 0 is fine if the exponent is positive.",
        function_one, power_params),
    .f = power_of,
    .degree = power_degree,
    .hint =
        "the input must be > 0, unless the exponent is a whole number; not 0 if it is negative"};
