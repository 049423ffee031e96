/* SPDX-License-Identifier: MIT */
/* math_elementary.c - a block y = f(u) for each elementary function that has a jet, and the
 * logistic function. */
#include "base/elementary.h"
#include "blocks/static/function.h"

#define BLOCK(name_, must_, title_, text_)                                                         \
    static jet name_##_of(const struct args *a, const jet *u)                                      \
    {                                                                                              \
        (void)a;                                                                                   \
        return jet_##name_(u[0]);                                                                  \
    }                                                                                              \
    const struct function block_##name_ = {                                                        \
        .atomic = FUNCTION_ATOMIC(#name_, title_ " of its input", text_, function_one, NULL),      \
        .f = name_##_of,                                                                           \
        .hint = sizeof must_ > 1 ? "the input must " must_ : NULL};
#define ROW(NAME, name, c, n, RESULT, UNIT, RANGE, SERIES, lo, hi, must, by_a, by_b, over, title,  \
            text)                                                                                  \
    ELEMENTARY_JET_##SERIES##_##n(BLOCK(name, must, title, text))
SALTUS_ELEMENTARY(ROW, )

/* Two forms of the same function, so that neither exponential overflows. */
static jet sigmoid_of(const struct args *a, const jet *u)
{
    jet x = jet_mul(u[0], a->p[0]), w;
    if (x.c[0] > 0 || x.range) return jet_div(1.0, jet_add(1.0, jet_exp(jet_neg(x))));
    w = jet_exp(x);
    return jet_div(w, jet_add(1.0, w));
}

static const saltus_param sigmoid_params[] = {REAL_PARAM("k", 1, NULL, "steepness"), {0}};
const struct function block_sigmoid = {
    .atomic =
        FUNCTION_ATOMIC("sigmoid", "logistic function of its input",
                        "y = 1/(1 + e^(-k u)): from 0 to 1, 1/2 at u = 0, where its slope is k/4.",
                        function_one, sigmoid_params),
    .f = sigmoid_of};
