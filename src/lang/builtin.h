/* SPDX-License-Identifier: MIT */
/* builtin.h - the names that are there before the first line of a model. */
#ifndef LANG_BUILTIN_H
#define LANG_BUILTIN_H

#include "base/elementary.h"
#include <stdbool.h>
#include <stdint.h>

/* Built-in functions and operators besides the elementary ones (base/elementary.h), whose numbers
 * follow: the second column is the name in the text. */
#define BUILTIN_MAP(X)                                                                             \
    X(DER, "der")                                                                                  \
    X(PRE, "pre")                                                                                  \
    X(EDGE, "edge")                                                                                \
    X(CHANGE, "change")                                                                            \
    X(INITIAL, "initial")                                                                          \
    X(TERMINAL, "terminal")                                                                        \
    X(SAMPLE, "sample")                                                                            \
    X(NOEVENT, "noEvent")                                                                          \
    X(SMOOTH, "smooth")                                                                            \
    X(SEMILINEAR, "semiLinear")                                                                    \
    X(DELAY, "delay")                                                                              \
    X(REINIT, "reinit")                                                                            \
    X(ASSERT, "assert")                                                                            \
    X(TERMINATE, "terminate")                                                                      \
    X(MIN, "min")                                                                                  \
    X(MAX, "max")                                                                                  \
    X(MOD, "mod")                                                                                  \
    X(REM, "rem")                                                                                  \
    X(DIV, "div")                                                                                  \
    X(FLOOR, "floor")                                                                              \
    X(CEIL, "ceil")                                                                                \
    X(INTEGER, "integer")                                                                          \
    X(SIZE, "size")                                                                                \
    X(NDIMS, "ndims")                                                                              \
    X(ZEROS, "zeros")                                                                              \
    X(ONES, "ones")                                                                                \
    X(FILL, "fill")                                                                                \
    X(LINSPACE, "linspace")                                                                        \
    X(IDENTITY, "identity")                                                                        \
    X(DIAGONAL, "diagonal")                                                                        \
    X(TRANSPOSE, "transpose")                                                                      \
    X(SUM, "sum")                                                                                  \
    X(PRODUCT, "product")                                                                          \
    X(SCALAR, "scalar")                                                                            \
    X(VECTOR, "vector")                                                                            \
    X(MATRIX, "matrix")                                                                            \
    X(CAT, "cat")                                                                                  \
    X(ARRAY, "array")                                                                              \
    X(CROSS, "cross")                                                                              \
    X(OUTER_PRODUCT, "outerProduct")                                                               \
    X(SYMMETRIC, "symmetric")                                                                      \
    X(SAME, "$same")                                                                               \
    X(SUBSTRING, "$substring")                                                                     \
    X(SKEW, "skew")                                                                                \
    X(STRING, "String")                                                                            \
    X(TO_INTEGER, "Integer")                                                                       \
    /* package math of the dialect: */                                                             \
    X(MU_RAND, "math.rand")                                                                        \
    X(MU_RANDOM, "math.random")                                                                    \
    X(MU_RAND_INT, "math.rand_int")                                                                \
    X(MU_UNIFORM, "math.uniform")                                                                  \
    X(MU_NORMAL, "math.normal")                                                                    \
    X(MU_EXPONENTIAL, "math.exponential")                                                          \
    X(MU_POISSON, "math.poisson")                                                                  \
    X(MU_POW, "math.pow")                                                                          \
    X(MU_FABS, "math.fabs")                                                                        \
    X(MU_FMOD, "math.fmod")
#define BUILTIN_ENUM_(NAME, ...) BUILTIN_##NAME,
enum builtin {
    BUILTIN_NONE,
    BUILTIN_MAP(BUILTIN_ENUM_) SALTUS_ELEMENTARY(BUILTIN_ENUM_, ) BUILTIN_COUNT
};
#undef BUILTIN_ENUM_

/* The elementary function that it is; -1: none. */
static inline int builtin_elementary(int builtin)
{
    int first = BUILTIN_COUNT - ELEMENTARY_COUNT;
    return builtin >= first ? builtin - first : -1;
}

/* Does argument k, counted from 0, say how many elements the result has? */
static inline bool builtin_takes_size(int builtin, int32_t k)
{
    switch (builtin) {
    case BUILTIN_ZEROS:
    case BUILTIN_ONES:
    case BUILTIN_IDENTITY: return true;
    case BUILTIN_FILL: return k > 0;
    case BUILTIN_LINSPACE: return k == 2;
    default: return false;
    }
}

/* Its name. */
const char *builtin_text(int builtin);
/* Is it a built-in function, type or variable? */
bool builtin_is_name(const char *name);
/* Is it an elementary function? */
bool builtin_is_elementary(const char *name);
/* Is it one of package math of the dialect, without its package? */
bool builtin_is_math(const char *name);
bool builtin_is_type(const char *name);
/* Of Modelica, but not of this dialect: "synchronous operators" for hold, ...; "" if the name is a
 * kind of its own; NULL: none. */
const char *builtin_unsupported(const char *name);
/* The built-in name closest to this one, a type or anything; NULL: none is near. */
const char *builtin_nearest(const char *name, bool types_only);

#endif
