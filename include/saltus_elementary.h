/* SPDX-License-Identifier: MIT */
/* saltus_elementary.h - the elementary functions, one row each: all that Saltus knows of sin, exp,
 * ...
 *
 * The compiler (names, types, units, derivatives, Taylor series, C code, interpreter),
 * saltus_jet.h, the blocks and the manual read these rows. It is for them; a model includes
 * saltus_jet.h.
 *
 *     X(NAME, name, c, n, RESULT, UNIT, RANGE, SERIES, lo, hi, must, by_a, by_b, over, title, text)
 *
 *   name    in the text of a model; c: the function of C that computes it; n: its arguments, a and b
 *   RESULT  REAL; SAME, the type of its argument; INTEGER
 *   UNIT    NUMBER: from a number to a number; ANGLE: from a number to rad; POINT: from two of one unit to rad;
 *           ROOT(n): the unit to the power 1/n; UNKNOWN
 *   RANGE   over an interval: RISING, FALLING, VALLEY (least at 0), WAVE (between -1 and 1, extremes pi apart), POLES
 *           (pi apart, rising in between), PLANE (of two: the angle of a point); span_name of saltus_span.h follows from it
 *   SERIES  its Taylor series, if r = f(a):
 *           SLOPE   r' = a' g, and g does not use r
 *           SELF    r' = a' g, and g uses r
 *           PAIR    as SLOPE, but g and r are each other's slopes: saltus_jet.h computes them together, by hand
 *           ROOT    r r = a, by hand
 *           KINK    a or -a; no jet, since a jet knows no events
 *           JUMP    constant in pieces; no jet
 *   lo, hi  where it is finite and has derivatives; must: what to say outside, after "must"; or ""
 *   by_a, by_b, over   f' = (by_a a' + by_b b') / over, in terms of A, B, the result R, NUM(v), ADD, SUB, MUL, NEG, SQR and
 *           OF(NAME, name, x), another row, which has its jet by hand or stands above
 *   title, text   for the manual: what it is; a sentence on y = f(u)
 *
 * O is the beginning of the names of those operations: each reader defines O_A, O_ADD(x, y), ...
 * for what it computes with. */
#ifndef SALTUS_ELEMENTARY_H
#define SALTUS_ELEMENTARY_H

/* clang-format off */
#define SALTUS_ELEMENTARY(X, O)                                                                    \
    X(SIN, sin, sin, 1, REAL, NUMBER, WAVE, PAIR, -HUGE_VAL, HUGE_VAL, "",                         \
      O##_OF(COS, cos, O##_A), O##_NUM(0), O##_NUM(1),                                             \
      "sine", "y = sin u, u in radians.")                                                          \
    X(COS, cos, cos, 1, REAL, NUMBER, WAVE, PAIR, -HUGE_VAL, HUGE_VAL, "",                         \
      O##_NEG(O##_OF(SIN, sin, O##_A)), O##_NUM(0), O##_NUM(1),                                    \
      "cosine", "y = cos u, u in radians.")                                                        \
    X(TAN, tan, tan, 1, REAL, NUMBER, POLES, SELF, -HUGE_VAL, HUGE_VAL,                            \
      "not come to pi/2 + k pi",                                                                   \
      O##_ADD(O##_NUM(1), O##_SQR(O##_R)), O##_NUM(0), O##_NUM(1),                                 \
      "tangent", "y = tan u, u in radians. It has poles at pi/2 + k pi: an input that "            \
      "passes one is not noticed as an event.")                                                    \
    X(ASIN, asin, asin, 1, REAL, ANGLE, RISING, SLOPE, -1, 1, "be between -1 and 1",               \
      O##_NUM(1), O##_NUM(0), O##_OF(SQRT, sqrt, O##_SUB(O##_NUM(1), O##_SQR(O##_A))),             \
      "arc sine", "y = asin u in [-pi/2, pi/2]. At u = -1 and 1 the slope of y is "                \
      "infinite: there u must be constant. Outside, the run ends with a message.")                 \
    X(ACOS, acos, acos, 1, REAL, ANGLE, FALLING, SLOPE, -1, 1, "be between -1 and 1",              \
      O##_NUM(-1), O##_NUM(0), O##_OF(SQRT, sqrt, O##_SUB(O##_NUM(1), O##_SQR(O##_A))),            \
      "arc cosine", "y = acos u in [0, pi]. At u = -1 and 1 the slope of y is infinite: "          \
      "there u must be constant. Outside, the run ends with a message.")                           \
    X(ATAN, atan, atan, 1, REAL, ANGLE, RISING, SLOPE, -HUGE_VAL, HUGE_VAL, "",                    \
      O##_NUM(1), O##_NUM(0), O##_ADD(O##_NUM(1), O##_SQR(O##_A)),                                 \
      "arc tangent", "y = atan u in (-pi/2, pi/2). The angle of a point is `atan2`.")              \
    X(SINH, sinh, sinh, 1, REAL, NUMBER, RISING, PAIR, -710, 710, "be between -710 and 710",       \
      O##_OF(COSH, cosh, O##_A), O##_NUM(0), O##_NUM(1),                                           \
      "hyperbolic sine", "y = sinh u.")                                                            \
    X(COSH, cosh, cosh, 1, REAL, NUMBER, VALLEY, PAIR, -710, 710, "be between -710 and 710",       \
      O##_OF(SINH, sinh, O##_A), O##_NUM(0), O##_NUM(1),                                           \
      "hyperbolic cosine", "y = cosh u.")                                                          \
    X(TANH, tanh, tanh, 1, REAL, NUMBER, RISING, SELF, -HUGE_VAL, HUGE_VAL, "",                    \
      O##_SUB(O##_NUM(1), O##_SQR(O##_R)), O##_NUM(0), O##_NUM(1),                                 \
      "hyperbolic tangent", "y = tanh u, a smooth limiter with slope 1 at 0.")                     \
    X(EXP, exp, exp, 1, REAL, NUMBER, RISING, SELF, -HUGE_VAL, 709, "be below 709",                \
      O##_R, O##_NUM(0), O##_NUM(1),                                                               \
      "exponential", "y = e^u. Beyond u = 709 it is too large for a number, and the run "          \
      "ends with a message.")                                                                      \
    X(LOG, log, log, 1, REAL, NUMBER, RISING, SLOPE, 0, HUGE_VAL, "be > 0",                        \
      O##_NUM(1), O##_NUM(0), O##_A,                                                               \
      "natural logarithm", "y = ln u. For u <= 0 the run ends with a message.")                    \
    X(LOG10, log10, log10, 1, REAL, NUMBER, RISING, SLOPE, 0, HUGE_VAL, "be > 0",                  \
      O##_NUM(0.43429448190325182765), O##_NUM(0), O##_A,                                          \
      "decimal logarithm", "y = log10 u. For u <= 0 the run ends with a message.")                 \
    X(SQRT, sqrt, sqrt, 1, REAL, ROOT(2), RISING, ROOT, 0, HUGE_VAL, "be > 0",                     \
      O##_NUM(1), O##_NUM(0), O##_MUL(O##_NUM(2), O##_R),                                          \
      "square root", "y = sqrt(u). At u = 0 the slope of y is infinite: there u must be "          \
      "constant. For negative u the run ends with a message.")                                     \
    X(ATAN2, atan2, atan2, 2, REAL, POINT, PLANE, SLOPE, -HUGE_VAL, HUGE_VAL, "not both be 0",     \
      O##_B, O##_NEG(O##_A), O##_ADD(O##_SQR(O##_B), O##_SQR(O##_A)),                              \
      "angle of a point", "The angle of the point (b, a), from -pi to pi.")                        \
    X(ABS, abs, fabs, 1, SAME, ROOT(1), VALLEY, KINK, -HUGE_VAL, HUGE_VAL, "",                     \
      O##_OF(SIGN, sign, O##_A), O##_NUM(0), O##_NUM(1),                                           \
      "absolute value", "y = |u|, with an event where u changes its sign.")                        \
    X(SIGN, sign, elementary_sign, 1, INTEGER, UNKNOWN, RISING, JUMP, -HUGE_VAL, HUGE_VAL, "",     \
      O##_NUM(0), O##_NUM(0), O##_NUM(1),                                                          \
      "sign", "y = -1, 0 or 1, with an event where u changes its sign.")
/* clang-format on */

#endif
