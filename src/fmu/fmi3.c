/* SPDX-License-Identifier: MIT */
/* fmi3.c - the functions of FMI 3.0, all 75. Reals are Float64, Integers Int64; there are no arrays: each element is
 * a variable. */
#include "fmi/abi3.h"
#include "fmu/fmu.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define PROTOTYPE(result, name, arguments, part)                                                   \
    __attribute__((visibility("default"))) result name arguments;
FMI3_FUNCTIONS(PROTOTYPE)

struct instance {
    struct fmu *f;
    void *environment;
    fmi3_log *log;
    bool early; /* steps may end at events */
};

static void log_message(void *user, enum fmu_status status, const char *category, const char *text)
{
    const struct instance *in = user;
    if (in->log) in->log(in->environment, (enum fmi3_status)status, category, text);
}

static struct fmu *of(void *c)
{
    return c ? ((struct instance *)c)->f : NULL;
}

static bool may(void *c, unsigned phases, const char *function)
{
    return c && fmu_may(of(c), phases, function);
}

static bool may_kind(void *c, bool exchange, unsigned phases, const char *function)
{
    if (!c) return false;
    if (of(c)->exchange != exchange) {
        fmu_say(of(c), FMU_ERROR, "%s is not a function of %s", function,
                exchange ? "co-simulation" : "model exchange");
        return false;
    }
    return fmu_may(of(c), phases, function);
}

#define ALLOW(c, phases)                                                                           \
    if (!may((c), (phases), __func__)) return FMI3_ERROR
#define ALLOW_ME(c, phases)                                                                        \
    if (!may_kind((c), true, (phases), __func__)) return FMI3_ERROR
#define ALLOW_CS(c, phases)                                                                        \
    if (!may_kind((c), false, (phases), __func__)) return FMI3_ERROR
#define NEED(c, condition)                                                                         \
    if (!(condition))                                                                              \
    return (enum fmi3_status)fmu_say(of(c), FMU_ERROR,                                             \
                                     "%s: a pointer is missing, or a size is wrong", __func__)

enum {
    EVENT = 1 << FMU_EVENT,
    CONTINUOUS = 1 << FMU_CONTINUOUS,
    STEPPING = 1 << FMU_STEPPING,
    STARTED = 1 << FMU_INITIALIZING | FMU_RUNNING | 1 << FMU_TERMINATED
};

/* ---- Life ------------------------------------------------------------------------------------ */

const char *fmi3GetVersion(void)
{
    return FMI3_VERSION;
}

enum fmi3_status fmi3SetDebugLogging(void *c, bool on, size_t count, const char *const categories[])
{
    ALLOW(c, FMU_ANY | 1 << FMU_BROKEN);
    NEED(c, !count || categories);
    of(c)->logging = on;
    return FMI3_OK;
}

static void *instantiate(bool exchange, const char *name, const char *token, bool logging,
                         bool early, void *environment, fmi3_log *log)
{
    struct instance *in = calloc(1, sizeof *in);
    if (!in) return NULL;
    in->environment = environment;
    in->log = log;
    in->early = early;
    if (!name || !*name)
        log_message(in, FMU_ERROR, "logStatusError", "an instance needs a name");
    else
        in->f = fmu_new(&fmu_about, exchange, token, logging, log_message, in);
    if (in->f) return in;
    free(in);
    return NULL;
}

void *fmi3InstantiateModelExchange(const char *name, const char *token, const char *resources,
                                   bool visible, bool logging, void *environment, fmi3_log *log)
{
    (void)resources, (void)visible;
    return instantiate(true, name, token, logging, false, environment, log);
}

void *fmi3InstantiateCoSimulation(const char *name, const char *token, const char *resources,
                                  bool visible, bool logging, bool event_mode, bool early_return,
                                  const fmi3_ref intermediate[], size_t n_intermediate,
                                  void *environment, fmi3_log *log, fmi3_intermediate *update)
{
    const char *wrong = event_mode ? "this FMU has no event mode in co-simulation"
                        : n_intermediate || intermediate ? "this FMU has no intermediate updates"
                                                         : NULL;
    (void)resources, (void)visible, (void)update;
    if (wrong && log) log(environment, FMI3_ERROR, "logStatusError", wrong);
    return wrong ? NULL : instantiate(false, name, token, logging, early_return, environment, log);
}

void *fmi3InstantiateScheduledExecution(const char *name, const char *token, const char *resources,
                                        bool visible, bool logging, void *environment,
                                        fmi3_log *log, fmi3_clock_update *update,
                                        fmi3_preemption *lock, fmi3_preemption *unlock)
{
    (void)name, (void)token, (void)resources, (void)visible, (void)logging;
    (void)update, (void)lock, (void)unlock;
    if (log) log(environment, FMI3_ERROR, "logStatusError", "this FMU has no scheduled execution");
    return NULL;
}

void fmi3FreeInstance(void *c)
{
    if (!c) return;
    fmu_free(of(c));
    free(c);
}

enum fmi3_status fmi3EnterInitializationMode(void *c, bool has_tolerance, double tolerance,
                                             double start, bool has_stop, double stop)
{
    enum fmu_status st;
    ALLOW(c, 1 << FMU_INSTANTIATED);
    if (has_tolerance && !(tolerance > 0))
        return (enum fmi3_status)fmu_say(of(c), FMU_ERROR, "the tolerance %g is not positive",
                                         tolerance);
    st = fmu_setup(of(c), has_tolerance ? tolerance : 0, start, has_stop, stop);
    return (enum fmi3_status)(st == FMU_OK ? fmu_initialize(of(c)) : st);
}

enum fmi3_status fmi3ExitInitializationMode(void *c)
{
    ALLOW(c, 1 << FMU_INITIALIZING);
    return (enum fmi3_status)fmu_initialized(of(c));
}

enum fmi3_status fmi3EnterEventMode(void *c)
{
    ALLOW_ME(c, EVENT | CONTINUOUS);
    of(c)->phase = FMU_EVENT;
    return FMI3_OK;
}

enum fmi3_status fmi3Terminate(void *c)
{
    ALLOW(c, FMU_RUNNING);
    return (enum fmi3_status)fmu_terminate(of(c));
}

enum fmi3_status fmi3Reset(void *c)
{
    ALLOW(c, FMU_ANY | 1 << FMU_BROKEN);
    return (enum fmi3_status)fmu_reset(of(c));
}

/* ---- Variables ------------------------------------------------------------------------------- */

enum fmi3_status fmi3GetFloat64(void *c, const fmi3_ref refs[], size_t n, double values[],
                                size_t n_values)
{
    enum fmu_status st = FMU_OK;
    ALLOW(c, FMU_ANY);
    NEED(c, n == n_values && (!n || (refs && values)));
    for (size_t k = 0; k < n && st == FMU_OK; k++)
        st = fmu_get(of(c), refs[k], FMU_REAL, &values[k]);
    return (enum fmi3_status)st;
}

enum fmi3_status fmi3GetInt64(void *c, const fmi3_ref refs[], size_t n, int64_t values[],
                              size_t n_values)
{
    enum fmu_status st = FMU_OK;
    ALLOW(c, FMU_ANY);
    NEED(c, n == n_values && (!n || (refs && values)));
    for (size_t k = 0; k < n && st == FMU_OK; k++) {
        double v = 0;
        st = fmu_get(of(c), refs[k], FMU_INTEGER, &v);
        if (st == FMU_OK && !(fabs(v) <= 9007199254740992.0))
            st = fmu_say(of(c), FMU_ERROR, "value reference %u is %g, no Integer",
                         (unsigned)refs[k], v);
        if (st == FMU_OK) values[k] = (int64_t)v;
    }
    return (enum fmi3_status)st;
}

enum fmi3_status fmi3GetBoolean(void *c, const fmi3_ref refs[], size_t n, bool values[],
                                size_t n_values)
{
    enum fmu_status st = FMU_OK;
    ALLOW(c, FMU_ANY);
    NEED(c, n == n_values && (!n || (refs && values)));
    for (size_t k = 0; k < n && st == FMU_OK; k++) {
        double v = 0;
        st = fmu_get(of(c), refs[k], FMU_BOOLEAN, &v);
        if (st == FMU_OK) values[k] = v != 0;
    }
    return (enum fmi3_status)st;
}

enum fmi3_status fmi3SetFloat64(void *c, const fmi3_ref refs[], size_t n, const double values[],
                                size_t n_values)
{
    enum fmu_status st = FMU_OK;
    ALLOW(c, FMU_BEFORE | FMU_RUNNING);
    NEED(c, n == n_values && (!n || (refs && values)));
    for (size_t k = 0; k < n && st == FMU_OK; k++)
        st = fmu_set(of(c), refs[k], FMU_REAL, values[k]);
    return (enum fmi3_status)st;
}

enum fmi3_status fmi3SetInt64(void *c, const fmi3_ref refs[], size_t n, const int64_t values[],
                              size_t n_values)
{
    enum fmu_status st = FMU_OK;
    ALLOW(c, FMU_BEFORE | FMU_RUNNING);
    NEED(c, n == n_values && (!n || (refs && values)));
    for (size_t k = 0; k < n && st == FMU_OK; k++)
        st = fmu_set(of(c), refs[k], FMU_INTEGER, (double)values[k]);
    return (enum fmi3_status)st;
}

enum fmi3_status fmi3SetBoolean(void *c, const fmi3_ref refs[], size_t n, const bool values[],
                                size_t n_values)
{
    enum fmu_status st = FMU_OK;
    ALLOW(c, FMU_BEFORE | FMU_RUNNING);
    NEED(c, n == n_values && (!n || (refs && values)));
    for (size_t k = 0; k < n && st == FMU_OK; k++)
        st = fmu_set(of(c), refs[k], FMU_BOOLEAN, values[k]);
    return (enum fmi3_status)st;
}

/* Types that no variable has. */
#define OTHER_TYPE(name, type)                                                                     \
    enum fmi3_status fmi3Get##name(void *c, const fmi3_ref refs[], size_t n, type values[],        \
                                   size_t n_values)                                                \
    {                                                                                              \
        (void)refs, (void)values, (void)n_values;                                                  \
        ALLOW(c, FMU_ANY);                                                                         \
        return none(c, n, #name);                                                                  \
    }                                                                                              \
    enum fmi3_status fmi3Set##name(void *c, const fmi3_ref refs[], size_t n, type const values[],  \
                                   size_t n_values)                                                \
    {                                                                                              \
        (void)refs, (void)values, (void)n_values;                                                  \
        ALLOW(c, FMU_BEFORE | FMU_RUNNING);                                                        \
        return none(c, n, #name);                                                                  \
    }

static enum fmi3_status none(void *c, size_t n, const char *type)
{
    return n ? (enum fmi3_status)fmu_say(of(c), FMU_ERROR, "no variable has the type %s", type)
             : FMI3_OK;
}

OTHER_TYPE(Float32, float)
OTHER_TYPE(Int8, int8_t)
OTHER_TYPE(UInt8, uint8_t)
OTHER_TYPE(Int16, int16_t)
OTHER_TYPE(UInt16, uint16_t)
OTHER_TYPE(Int32, int32_t)
OTHER_TYPE(UInt32, uint32_t)
OTHER_TYPE(UInt64, uint64_t)
typedef const char *text;
OTHER_TYPE(String, text)

enum fmi3_status fmi3GetBinary(void *c, const fmi3_ref refs[], size_t n, size_t sizes[],
                               const uint8_t *values[], size_t n_values)
{
    (void)refs, (void)sizes, (void)values, (void)n_values;
    ALLOW(c, FMU_ANY);
    return none(c, n, "Binary");
}

enum fmi3_status fmi3SetBinary(void *c, const fmi3_ref refs[], size_t n, const size_t sizes[],
                               const uint8_t *const values[], size_t n_values)
{
    (void)refs, (void)sizes, (void)values, (void)n_values;
    ALLOW(c, FMU_BEFORE | FMU_RUNNING);
    return none(c, n, "Binary");
}

enum fmi3_status fmi3GetClock(void *c, const fmi3_ref refs[], size_t n, bool values[])
{
    (void)refs, (void)values;
    ALLOW(c, FMU_ANY);
    return none(c, n, "Clock");
}

enum fmi3_status fmi3SetClock(void *c, const fmi3_ref refs[], size_t n, const bool values[])
{
    (void)refs, (void)values;
    ALLOW(c, FMU_BEFORE | FMU_RUNNING);
    return none(c, n, "Clock");
}

/* What the FMU does not offer, and says so in its description. */
static enum fmi3_status not_here(void *c, const char *what)
{
    if (!c) return FMI3_ERROR;
    return (enum fmi3_status)fmu_say(of(c), FMU_ERROR, "this FMU has no %s", what);
}

enum fmi3_status fmi3GetNumberOfVariableDependencies(void *c, fmi3_ref ref, size_t *count)
{
    (void)ref, (void)count;
    return not_here(c, "dependencies that change");
}

enum fmi3_status fmi3GetVariableDependencies(void *c, fmi3_ref ref, size_t elements[],
                                             fmi3_ref independents[],
                                             size_t elements_of_independents[],
                                             enum fmi3_dependency kinds[], size_t count)
{
    (void)ref, (void)elements, (void)independents, (void)elements_of_independents, (void)kinds;
    (void)count;
    return not_here(c, "dependencies that change");
}

enum fmi3_status fmi3GetDirectionalDerivative(void *c, const fmi3_ref unknowns[], size_t n_unknowns,
                                              const fmi3_ref knowns[], size_t n_knowns,
                                              const double seed[], size_t n_seed,
                                              double sensitivity[], size_t n_sensitivity)
{
    ALLOW(c, STARTED);
    NEED(c, n_seed == n_knowns && n_sensitivity == n_unknowns);
    return (enum fmi3_status)fmu_directional(of(c), unknowns, n_unknowns, knowns, n_knowns, seed,
                                             sensitivity);
}

enum fmi3_status fmi3GetAdjointDerivative(void *c, const fmi3_ref unknowns[], size_t n_unknowns,
                                          const fmi3_ref knowns[], size_t n_knowns,
                                          const double seed[], size_t n_seed, double sensitivity[],
                                          size_t n_sensitivity)
{
    enum fmu_status st = FMU_OK;
    double *column;
    ALLOW(c, STARTED);
    NEED(c, n_seed == n_unknowns && n_sensitivity == n_knowns &&
                (!n_knowns || (knowns && sensitivity)) && (!n_unknowns || (unknowns && seed)));
    column = calloc(n_unknowns + 1, sizeof *column);
    if (!column) return (enum fmi3_status)fmu_say(of(c), FMU_ERROR, "out of memory");
    for (size_t j = 0; j < n_knowns && st == FMU_OK; j++) {
        double one = 1;
        st = fmu_directional(of(c), unknowns, n_unknowns, &knowns[j], 1, &one, column);
        sensitivity[j] = 0;
        for (size_t i = 0; i < n_unknowns; i++) sensitivity[j] += seed[i] * column[i];
    }
    free(column);
    return (enum fmi3_status)st;
}

/* ---- The state ------------------------------------------------------------------------------- */

enum fmi3_status fmi3GetFMUState(void *c, void **state)
{
    ALLOW(c, FMU_ANY);
    NEED(c, state);
    return (enum fmi3_status)fmu_keep(of(c), (struct fmu_state **)state);
}

enum fmi3_status fmi3SetFMUState(void *c, void *state)
{
    ALLOW(c, FMU_ANY | 1 << FMU_BROKEN);
    return (enum fmi3_status)fmu_put_back(of(c), state);
}

enum fmi3_status fmi3FreeFMUState(void *c, void **state)
{
    ALLOW(c, FMU_ANY | 1 << FMU_BROKEN);
    if (!state) return FMI3_OK;
    free(*state);
    *state = NULL;
    return FMI3_OK;
}

enum fmi3_status fmi3SerializedFMUStateSize(void *c, void *state, size_t *size)
{
    ALLOW(c, FMU_ANY);
    NEED(c, state && size);
    *size = ((struct fmu_state *)state)->n;
    return FMI3_OK;
}

enum fmi3_status fmi3SerializeFMUState(void *c, void *state, uint8_t bytes[], size_t size)
{
    const struct fmu_state *s = state;
    ALLOW(c, FMU_ANY);
    NEED(c, s && bytes && size >= s->n);
    memcpy(bytes, s->bytes, s->n);
    return FMI3_OK;
}

enum fmi3_status fmi3DeserializeFMUState(void *c, const uint8_t bytes[], size_t size, void **state)
{
    ALLOW(c, FMU_ANY);
    NEED(c, bytes && state);
    return (enum fmi3_status)fmu_state_read(of(c), bytes, size, (struct fmu_state **)state);
}

/* ---- Configuration, clocks ------------------------------------------------------------------- */

enum fmi3_status fmi3EnterConfigurationMode(void *c)
{
    return not_here(c, "structural parameters");
}

enum fmi3_status fmi3ExitConfigurationMode(void *c)
{
    return not_here(c, "structural parameters");
}

enum fmi3_status fmi3GetIntervalDecimal(void *c, const fmi3_ref refs[], size_t n,
                                        double intervals[], enum fmi3_interval qualifiers[])
{
    (void)refs, (void)n, (void)intervals, (void)qualifiers;
    return not_here(c, "clocks");
}

enum fmi3_status fmi3GetIntervalFraction(void *c, const fmi3_ref refs[], size_t n,
                                         uint64_t counters[], uint64_t resolutions[],
                                         enum fmi3_interval qualifiers[])
{
    (void)refs, (void)n, (void)counters, (void)resolutions, (void)qualifiers;
    return not_here(c, "clocks");
}

enum fmi3_status fmi3GetShiftDecimal(void *c, const fmi3_ref refs[], size_t n, double shifts[])
{
    (void)refs, (void)n, (void)shifts;
    return not_here(c, "clocks");
}

enum fmi3_status fmi3GetShiftFraction(void *c, const fmi3_ref refs[], size_t n, uint64_t counters[],
                                      uint64_t resolutions[])
{
    (void)refs, (void)n, (void)counters, (void)resolutions;
    return not_here(c, "clocks");
}

enum fmi3_status fmi3SetIntervalDecimal(void *c, const fmi3_ref refs[], size_t n,
                                        const double intervals[])
{
    (void)refs, (void)n, (void)intervals;
    return not_here(c, "clocks");
}

enum fmi3_status fmi3SetIntervalFraction(void *c, const fmi3_ref refs[], size_t n,
                                         const uint64_t counters[], const uint64_t resolutions[])
{
    (void)refs, (void)n, (void)counters, (void)resolutions;
    return not_here(c, "clocks");
}

enum fmi3_status fmi3SetShiftDecimal(void *c, const fmi3_ref refs[], size_t n,
                                     const double shifts[])
{
    (void)refs, (void)n, (void)shifts;
    return not_here(c, "clocks");
}

enum fmi3_status fmi3SetShiftFraction(void *c, const fmi3_ref refs[], size_t n,
                                      const uint64_t counters[], const uint64_t resolutions[])
{
    (void)refs, (void)n, (void)counters, (void)resolutions;
    return not_here(c, "clocks");
}

enum fmi3_status fmi3ActivateModelPartition(void *c, fmi3_ref clock, double time)
{
    (void)clock, (void)time;
    return not_here(c, "model partitions");
}

/* ---- Events, model exchange ------------------------------------------------------------------ */

enum fmi3_status fmi3EvaluateDiscreteStates(void *c)
{
    ALLOW_ME(c, EVENT | 1 << FMU_INITIALIZING);
    return FMI3_OK;
}

enum fmi3_status fmi3UpdateDiscreteStates(void *c, bool *needs_another, bool *terminate,
                                          bool *nominals_changed, bool *states_changed,
                                          bool *next_time_defined, double *next_time)
{
    struct fmu_events e = {0};
    enum fmu_status st;
    ALLOW_ME(c, EVENT);
    NEED(c, needs_another && terminate && nominals_changed && states_changed && next_time_defined &&
                next_time);
    st = fmu_exchange_instant(of(c), &e);
    *needs_another = *nominals_changed = false;
    *terminate = e.terminate;
    *states_changed = e.states_changed;
    *next_time_defined = e.next_defined;
    *next_time = e.next_defined ? e.next : 0;
    return (enum fmi3_status)st;
}

enum fmi3_status fmi3EnterContinuousTimeMode(void *c)
{
    ALLOW_ME(c, EVENT);
    of(c)->phase = FMU_CONTINUOUS;
    return FMI3_OK;
}

enum fmi3_status fmi3CompletedIntegratorStep(void *c, bool no_set_state_before,
                                             bool *enter_event_mode, bool *terminate)
{
    enum fmu_status st;
    (void)no_set_state_before;
    ALLOW_ME(c, CONTINUOUS);
    NEED(c, enter_event_mode && terminate);
    st = fmu_exchange_stepped(of(c), enter_event_mode);
    *terminate = of(c)->terminated;
    return (enum fmi3_status)st;
}

enum fmi3_status fmi3SetTime(void *c, double time)
{
    ALLOW_ME(c, EVENT | CONTINUOUS);
    return (enum fmi3_status)fmu_exchange_time(of(c), time);
}

enum fmi3_status fmi3SetContinuousStates(void *c, const double x[], size_t n)
{
    ALLOW_ME(c, CONTINUOUS);
    return (enum fmi3_status)fmu_exchange_states(of(c), x, n);
}

enum fmi3_status fmi3GetContinuousStateDerivatives(void *c, double der[], size_t n)
{
    ALLOW_ME(c, STARTED);
    return (enum fmi3_status)fmu_exchange_derivatives(of(c), der, n);
}

enum fmi3_status fmi3GetEventIndicators(void *c, double z[], size_t n)
{
    ALLOW_ME(c, STARTED);
    return (enum fmi3_status)fmu_exchange_indicators(of(c), z, n);
}

enum fmi3_status fmi3GetContinuousStates(void *c, double x[], size_t n)
{
    ALLOW_ME(c, STARTED);
    NEED(c, n == (size_t)of(c)->n_continuous && (!n || x));
    if (!fmu_ready(of(c))) return FMI3_ERROR;
    for (size_t k = 0; k < n; k++) x[k] = fmu_exchange_state(of(c), of(c)->continuous[k]);
    return FMI3_OK;
}

enum fmi3_status fmi3GetNominalsOfContinuousStates(void *c, double nominal[], size_t n)
{
    ALLOW_ME(c, FMU_ANY);
    return (enum fmi3_status)fmu_exchange_nominals(of(c), nominal, n);
}

enum fmi3_status fmi3GetNumberOfEventIndicators(void *c, size_t *n)
{
    ALLOW_ME(c, FMU_ANY);
    NEED(c, n);
    *n = (size_t)of(c)->n_indicators;
    return FMI3_OK;
}

enum fmi3_status fmi3GetNumberOfContinuousStates(void *c, size_t *n)
{
    ALLOW_ME(c, FMU_ANY);
    NEED(c, n);
    *n = (size_t)of(c)->n_continuous;
    return FMI3_OK;
}

/* ---- Co-simulation --------------------------------------------------------------------------- */

enum fmi3_status fmi3EnterStepMode(void *c)
{
    return not_here(c, "event mode in co-simulation");
}

enum fmi3_status fmi3GetOutputDerivatives(void *c, const fmi3_ref refs[], size_t n,
                                          const int32_t orders[], double values[], size_t n_values)
{
    enum fmu_status st = FMU_OK;
    ALLOW_CS(c, STEPPING | 1 << FMU_TERMINATED);
    NEED(c, n == n_values && (!n || (refs && orders && values)));
    for (size_t k = 0; k < n && st == FMU_OK; k++)
        st = fmu_output_derivative(of(c), refs[k], orders[k], &values[k]);
    return (enum fmi3_status)st;
}

enum fmi3_status fmi3DoStep(void *c, double time, double step, bool no_set_state_before,
                            bool *event_needed, bool *terminate, bool *early, double *last_time)
{
    const struct instance *in = c;
    enum fmu_status st;
    (void)no_set_state_before;
    ALLOW_CS(c, STEPPING);
    NEED(c, event_needed && terminate && early && last_time);
    *event_needed = *early = false;
    st = fmu_step(in->f, time, step, in->early ? early : NULL);
    *terminate = in->f->terminated;
    *last_time = in->f->t;
    return (enum fmi3_status)(*terminate && st == FMU_DISCARD ? FMU_OK : st);
}
