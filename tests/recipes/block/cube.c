/* SPDX-License-Identifier: MIT */
/* cube.c - the toy of the recipe "Add a block". */
#include "blocks/static/function.h"

static jet cube_of(const struct args *a, const jet *u)
{
    (void)a;
    return jet_mul(jet_mul(*u, *u), *u);
}

static int cube_degree(const struct args *a, const int *d)
{
    (void)a;
    return 3 * d[0];
}

const struct function block_cube = {
    .atomic = FUNCTION_ATOMIC("cube", "cube of its input", "$y = u^3$.", function_one, NULL),
    .f = cube_of,
    .degree = cube_degree};
