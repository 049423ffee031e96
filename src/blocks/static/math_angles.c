/* SPDX-License-Identifier: MIT */
/* math_angles.c - trigonometric and hyperbolic functions; angles are in
 * radians. */
#include "blocks/static/function.h"

/* A block y = f(u) from the function of saltus_jet.h of the same name. */
#define ANGLE(name_, title_, text_, hint_)                                                         \
    static jet name_##_of(const struct args *a, const jet *u)                                      \
    {                                                                                              \
        (void)a;                                                                                   \
        return jet_##name_(u[0]);                                                                  \
    }                                                                                              \
    const struct function block_##name_ = {                                                        \
        .atomic = FUNCTION_ATOMIC(#name_, title_, text_, function_one, NULL),                      \
        .f = name_##_of,                                                                           \
        .hint = hint_};

ANGLE(sin, "sine of its input", "y = sin u, u in radians.", NULL)
ANGLE(cos, "cosine of its input", "y = cos u, u in radians.", NULL)
ANGLE(tan, "tangent of its input",
      "y = tan u, u in radians. It has poles at pi/2 + k pi: an input that "
      "passes one is not noticed as an event.",
      "the input must not come to pi/2 + k pi")
ANGLE(asin, "arc sine of its input",
      "y = asin u in [-pi/2, pi/2]. At u = -1 and 1 the slope of y is "
      "infinite: there u must be constant. Outside, the run ends "
      "with a message.",
      "the input must be between -1 and 1")
ANGLE(acos, "arc cosine of its input",
      "y = acos u in [0, pi]. At u = -1 and 1 the slope of y is infinite: "
      "there u must be constant. Outside, the run ends with "
      "a message.",
      "the input must be between -1 and 1")
ANGLE(atan, "arc tangent of its input",
      "y = atan u in (-pi/2, pi/2). The angle of a point is `atan2`.", NULL)
ANGLE(sinh, "hyperbolic sine of its input", "y = sinh u.", "the input must be between -710 and 710")
ANGLE(cosh, "hyperbolic cosine of its input", "y = cosh u.",
      "the input must be between -710 and 710")
ANGLE(tanh, "hyperbolic tangent of its input", "y = tanh u, a smooth limiter with slope 1 at 0.",
      NULL)

/* Two forms of the same function, so that neither exponential overflows. */
static jet sigmoid_of(const struct args *a, const jet *u)
{
    jet x = jet_mul(u[0], a->p[0]), w;
    if (x.c[0] > 0) return jet_div(1.0, jet_add(1.0, jet_exp(jet_neg(x))));
    w = jet_exp(x);
    return jet_div(w, jet_add(1.0, w));
}

static const saltus_param sigmoid_params[] = {
    {.name = "k", .kind = SALTUS_REAL, .value = 1, .text = "steepness"}, {.name = NULL}};
const struct function block_sigmoid = {
    .atomic = FUNCTION_ATOMIC("sigmoid", "logistic function of its input",
                              "y = 1/(1 + e^(-k u)): from 0 to 1, 1/2 at u = "
                              "0, where its slope is k/4.",
                              function_one, sigmoid_params),
    .f = sigmoid_of};
