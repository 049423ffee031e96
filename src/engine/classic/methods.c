/* SPDX-License-Identifier: MIT */
/* methods.c - the list of the classic methods, also where they are not built. */
#include "saltus_classic.h"
#include "engine/whole/host.h"
#ifdef SALTUS_SUNDIALS
#include "engine/classic/classic.h"
#include <klu.h>
#include <sundials/sundials_config.h>
#define TEXT_(x) #x
#define TEXT(x)  TEXT_(x)
#define MISSING  NULL
#else
#define MISSING "built without SUNDIALS; 'make sundials' gets it, then build again"
#endif

/* X(variant, name, title, cite, order, options, text, traits, example, compared, reference) */
#define CLASSIC_MAP(X)                                                                             \
    X(BDF, "cvode", "BDF of variable order 1-5 with Newton's method (CVODE)", "hbg05", 5,          \
      "max_order max_step",                                                                        \
      "Stiff models with few events, from moderate accuracy to high. The exact sparse Jacobian "   \
      "of "                                                                                        \
      "the model is factored by KLU. After an event it restarts with order 1.",                    \
      SALTUS_TRAIT_BLOCKS | SALTUS_TRAIT_ADVISED, "stiff2", 6, 1)                                  \
    X(ADAMS, "cvode-adams", "Adams-Moulton of variable order 1-12 (CVODE)", "hbg05", 12,           \
      "max_order max_step",                                                                        \
      "Smooth models that are not stiff, high accuracy, costly derivatives: two evaluations or "   \
      "so "                                                                                        \
      "for each step, and no matrix.",                                                             \
      SALTUS_TRAIT_EXPLICIT, "lotka", 0, 0)                                                        \
    X(IDA, "ida", "BDF of variable order 1-5 on x' - f(x) = 0 (IDA)", "hbg05", 5,                  \
      "max_order max_step",                                                                        \
      "As cvode, by the code that most simulators of differential-algebraic systems use; usually " \
      "somewhat slower.",                                                                          \
      SALTUS_TRAIT_BLOCKS, "stiff2", 0, 0)                                                         \
    X(ESDIRK32, "esdirk32", "ESDIRK 3(2), L-stable, stiffly accurate (ARKODE)", "kc19", 3,         \
      "max_step",                                                                                  \
      "Stiff models with many events, low to moderate accuracy: it needs no history, so an event " \
      "costs no more than the step that it cuts.",                                                 \
      SALTUS_TRAIT_BLOCKS, "buck", 0, 0)                                                           \
    X(ESDIRK43, "esdirk43", "ESDIRK 4(3), L-stable, stiffly accurate (ARKODE)", "kc19", 4,         \
      "max_step", "As esdirk32, for higher accuracy.", SALTUS_TRAIT_BLOCKS, "buck", 7, 0)          \
    X(DOPRI5, "dopri5", "Dormand-Prince 5(4), explicit (ARKODE)", "dp80", 5, "max_step",           \
      "Models that are not stiff, also with many events. The simplest thing that may be best: "    \
      "where the fastest time constant is not far below what one wants to see, try it.",           \
      SALTUS_TRAIT_EXPLICIT, "bounce", 8, 0)

#define METHOD(variant_, name_, title_, cite_, order_, options_, text_, traits_, example_,         \
               compared_, reference_)                                                              \
    {.variant = CLASSIC_##variant_,                                                                \
     .info = {.family = "classic",                                                                 \
              .page = "classic",                                                                   \
              .missing = MISSING,                                                                  \
              .name = name_,                                                                       \
              .title = title_,                                                                     \
              .cite = cite_,                                                                       \
              .order = order_,                                                                     \
              .options = options_,                                                                 \
              .text = text_,                                                                       \
              .traits = traits_,                                                                   \
              .example = example_,                                                                 \
              .compared = compared_,                                                               \
              .reference = reference_}},
#define VARIANT(variant_, ...) CLASSIC_##variant_,

#ifndef SALTUS_SUNDIALS
enum { CLASSIC_MAP(VARIANT) };

static void refuse(struct engine_host *run, int variant)
{
    (void)variant;
    run->call->refuse(run, SALTUS_EARG, run->method, "this method is not there: " MISSING, NULL);
}
static void nothing(struct engine_host *run)
{
    (void)run;
}
static int32_t no_step(struct engine_host *run, double limit)
{
    (void)run, (void)limit;
    return -1;
}
#endif

#ifdef SALTUS_SUNDIALS
static int32_t step(struct engine_host *run, double limit)
{
    return run->call->stepper_step(run, limit);
}
static void dense(struct engine_host *run)
{
    run->call->stepper_dense(run);
}
static void restart(struct engine_host *run)
{
    run->call->stepper_restart(run);
}
#endif

static const struct engine_method methods[] = {CLASSIC_MAP(METHOD){.info = {.name = NULL}}};

static const struct whole_engine engine = {.head = {.version = ENGINE_VERSION, .methods = methods},
#ifdef SALTUS_SUNDIALS
                                           .open = classic_open,
                                           .close = classic_close,
                                           .step = step,
                                           .dense = dense,
                                           .restart = restart
#else
                                           .open = refuse,
                                           .close = nothing,
                                           .step = no_step,
                                           .dense = nothing,
                                           .restart = nothing
#endif
};

const saltus_engine *saltus_classic(void)
{
    return &engine.head;
}

const saltus_method_info *saltus_classic_method(size_t k)
{
    return k < sizeof methods / sizeof *methods - 1 ? &methods[k].info : NULL;
}

const char *saltus_classic_version(void)
{
#ifdef SALTUS_SUNDIALS
    return "SUNDIALS " SUNDIALS_VERSION
           ", KLU " TEXT(KLU_MAIN_VERSION) "." TEXT(KLU_SUB_VERSION) "." TEXT(KLU_SUBSUB_VERSION);
#else
    return NULL;
#endif
}
