/* SPDX-License-Identifier: MIT */
/* method_names.h - the list of all methods by name, for both halves: the compiler knows which names
 * a model may ask for, the run time finds the tables behind them.
 *
 * A quantized-state method is a file in quant/ that ends with its table, method_<symbol>, and a
 * line here: symbol and name, in the order of the documentation. The last one is listed by LAST. */
#ifndef BASE_METHOD_NAMES_H
#define BASE_METHOD_NAMES_H

#define METHOD_NAMES(X, LAST)                                                                      \
    X(qss1, "qss1")                                                                                \
    X(qss2, "qss2")                                                                                \
    X(qss3, "qss3")                                                                                \
    X(qss4, "qss4")                                                                                \
    X(bqss, "bqss")                                                                                \
    X(cqss, "cqss")                                                                                \
    X(liqss1, "liqss1")                                                                            \
    X(liqss1_2018, "liqss1-2018")                                                                  \
    X(liqss2, "liqss2")                                                                            \
    X(liqss2_2013, "liqss2-2013")                                                                  \
    X(liqss3, "liqss3")                                                                            \
    X(liqss4, "liqss4")                                                                            \
    X(mliqss1, "mliqss1")                                                                          \
    X(mliqss2, "mliqss2")                                                                          \
    X(rliqss2, "rliqss2")                                                                          \
    LAST(auto, "auto")

/* Those that move all states together, from the tables of engine/. */
#define METHOD_NAMES_WHOLE(X)                                                                      \
    X("abm")                                                                                       \
    X("radau5")                                                                                    \
    X("rodas4")                                                                                    \
    X("rk5")                                                                                       \
    X("cvode")                                                                                     \
    X("cvode-adams")                                                                               \
    X("ida")                                                                                       \
    X("esdirk32")                                                                                  \
    X("esdirk43")                                                                                  \
    X("dopri5")

/* The one that moves linear parts exactly (engine/qss/part.h). */
#define METHOD_NAMES_EXACT(X) X("exact")

/* The first list as the choices of a parameter: "qss1|qss2|..." */
#define METHOD_NAMES_CHOICE(symbol, name) name "|"
#define METHOD_NAMES_END(symbol, name)    name
#define METHOD_NAMES_CHOICES              METHOD_NAMES(METHOD_NAMES_CHOICE, METHOD_NAMES_END)

#endif
