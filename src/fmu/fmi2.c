/* SPDX-License-Identifier: MIT */
/* fmi2.c - the functions of FMI 2.0. */
#include "fmi/abi2.h"
#include "fmu/fmu.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define PROTOTYPE(result, name, arguments, part)                                                   \
    __attribute__((visibility("default"))) result name arguments;
FMI2_FUNCTIONS(PROTOTYPE)

struct instance {
    struct fmu *f;
    const struct fmi2_callbacks *call;
    char *name;
    enum fmi2_status last; /* of the last step */
};

static void log_message(void *user, enum fmu_status status, const char *category, const char *text)
{
    const struct instance *in = user;
    if (in->call && in->call->logger)
        in->call->logger(in->call->environment, in->name, (enum fmi2_status)status, category, "%s",
                         text);
}

static struct fmu *of(void *c)
{
    return c ? ((struct instance *)c)->f : NULL;
}

/* Is it an instance in one of these phases? */
static bool may(void *c, unsigned phases, const char *function)
{
    return c && fmu_may(of(c), phases, function);
}

/* The same, of one kind: co-simulation or model exchange. */
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
    if (!may((c), (phases), __func__)) return FMI2_ERROR
#define ALLOW_ME(c, phases)                                                                        \
    if (!may_kind((c), true, (phases), __func__)) return FMI2_ERROR
#define ALLOW_CS(c, phases)                                                                        \
    if (!may_kind((c), false, (phases), __func__)) return FMI2_ERROR
#define NEED(c, condition)                                                                         \
    if (!(condition))                                                                              \
    return (enum fmi2_status)fmu_say(of(c), FMU_ERROR, "%s: a pointer is missing", __func__)

enum {
    EVENT = 1 << FMU_EVENT,
    CONTINUOUS = 1 << FMU_CONTINUOUS,
    STEPPING = 1 << FMU_STEPPING,
    STARTED = 1 << FMU_INITIALIZING | FMU_RUNNING | 1 << FMU_TERMINATED
};

/* ---- Life ------------------------------------------------------------------------------------ */

const char *fmi2GetTypesPlatform(void)
{
    return FMI2_TYPES_PLATFORM;
}

const char *fmi2GetVersion(void)
{
    return FMI2_VERSION;
}

enum fmi2_status fmi2SetDebugLogging(void *c, int on, size_t count, const char *const categories[])
{
    ALLOW(c, FMU_ANY | 1 << FMU_BROKEN);
    NEED(c, !count || categories);
    of(c)->logging = on != 0;
    return FMI2_OK;
}

void *fmi2Instantiate(const char *name, enum fmi2_type type, const char *guid,
                      const char *resources, const struct fmi2_callbacks *callbacks, int visible,
                      int logging)
{
    struct instance *in;
    (void)resources, (void)visible;
    if (!callbacks || (type != FMI2_MODEL_EXCHANGE && type != FMI2_CO_SIMULATION)) return NULL;
    in = calloc(1, sizeof *in);
    if (!in) return NULL;
    in->call = callbacks;
    in->name = malloc(strlen(name ? name : "") + 1);
    if (in->name) strcpy(in->name, name ? name : "");
    if (!name || !*name)
        log_message(in, FMU_ERROR, "logStatusError", "an instance needs a name");
    else if (in->name)
        in->f =
            fmu_new(&fmu_about, type == FMI2_MODEL_EXCHANGE, guid, logging != 0, log_message, in);
    if (in->f) return in;
    free(in->name);
    free(in);
    return NULL;
}

void fmi2FreeInstance(void *c)
{
    struct instance *in = c;
    if (!in) return;
    fmu_free(in->f);
    free(in->name);
    free(in);
}

enum fmi2_status fmi2SetupExperiment(void *c, int has_tolerance, double tolerance, double start,
                                     int has_stop, double stop)
{
    ALLOW(c, 1 << FMU_INSTANTIATED);
    if (has_tolerance && !(tolerance > 0))
        return (enum fmi2_status)fmu_say(of(c), FMU_ERROR, "the tolerance %g is not positive",
                                         tolerance);
    return (enum fmi2_status)fmu_setup(of(c), has_tolerance ? tolerance : 0, start, has_stop != 0,
                                       stop);
}

enum fmi2_status fmi2EnterInitializationMode(void *c)
{
    ALLOW(c, 1 << FMU_INSTANTIATED);
    return (enum fmi2_status)fmu_initialize(of(c));
}

enum fmi2_status fmi2ExitInitializationMode(void *c)
{
    ALLOW(c, 1 << FMU_INITIALIZING);
    return (enum fmi2_status)fmu_initialized(of(c));
}

enum fmi2_status fmi2Terminate(void *c)
{
    ALLOW(c, FMU_RUNNING);
    return (enum fmi2_status)fmu_terminate(of(c));
}

enum fmi2_status fmi2Reset(void *c)
{
    ALLOW(c, FMU_ANY | 1 << FMU_BROKEN);
    return (enum fmi2_status)fmu_reset(of(c));
}

/* ---- Variables ------------------------------------------------------------------------------- */

enum fmi2_status fmi2GetReal(void *c, const fmi2_ref refs[], size_t n, double values[])
{
    enum fmu_status st = FMU_OK;
    ALLOW(c, FMU_ANY);
    NEED(c, !n || (refs && values));
    for (size_t k = 0; k < n && st == FMU_OK; k++)
        st = fmu_get(of(c), refs[k], FMU_REAL, &values[k]);
    return (enum fmi2_status)st;
}

static enum fmi2_status get_whole(void *c, const fmi2_ref *refs, size_t n, enum fmu_type type,
                                  int *values)
{
    enum fmu_status st = FMU_OK;
    for (size_t k = 0; k < n && st == FMU_OK; k++) {
        double v = 0;
        st = fmu_get(of(c), refs[k], type, &v);
        if (st == FMU_OK && !(fabs(v) <= 2147483647))
            st = fmu_say(of(c), FMU_ERROR, "value reference %u is %g, too large for an Integer",
                         refs[k], v);
        if (st == FMU_OK) values[k] = (int)v;
    }
    return (enum fmi2_status)st;
}

enum fmi2_status fmi2GetInteger(void *c, const fmi2_ref refs[], size_t n, int values[])
{
    ALLOW(c, FMU_ANY);
    NEED(c, !n || (refs && values));
    return get_whole(c, refs, n, FMU_INTEGER, values);
}

enum fmi2_status fmi2GetBoolean(void *c, const fmi2_ref refs[], size_t n, int values[])
{
    ALLOW(c, FMU_ANY);
    NEED(c, !n || (refs && values));
    return get_whole(c, refs, n, FMU_BOOLEAN, values);
}

static enum fmi2_status no_strings(void *c, size_t n)
{
    return n ? (enum fmi2_status)fmu_say(of(c), FMU_ERROR, "this FMU has no strings") : FMI2_OK;
}

enum fmi2_status fmi2GetString(void *c, const fmi2_ref refs[], size_t n, const char *values[])
{
    ALLOW(c, FMU_ANY);
    (void)refs, (void)values;
    return no_strings(c, n);
}

enum fmi2_status fmi2SetReal(void *c, const fmi2_ref refs[], size_t n, const double values[])
{
    enum fmu_status st = FMU_OK;
    ALLOW(c, FMU_BEFORE | FMU_RUNNING);
    NEED(c, !n || (refs && values));
    for (size_t k = 0; k < n && st == FMU_OK; k++)
        st = fmu_set(of(c), refs[k], FMU_REAL, values[k]);
    return (enum fmi2_status)st;
}

static enum fmi2_status set_whole(void *c, const fmi2_ref *refs, size_t n, enum fmu_type type,
                                  const int *values)
{
    enum fmu_status st = FMU_OK;
    for (size_t k = 0; k < n && st == FMU_OK; k++)
        st = fmu_set(of(c), refs[k], type, type == FMU_BOOLEAN ? values[k] != 0 : values[k]);
    return (enum fmi2_status)st;
}

enum fmi2_status fmi2SetInteger(void *c, const fmi2_ref refs[], size_t n, const int values[])
{
    ALLOW(c, FMU_BEFORE | FMU_RUNNING);
    NEED(c, !n || (refs && values));
    return set_whole(c, refs, n, FMU_INTEGER, values);
}

enum fmi2_status fmi2SetBoolean(void *c, const fmi2_ref refs[], size_t n, const int values[])
{
    ALLOW(c, FMU_BEFORE | FMU_RUNNING);
    NEED(c, !n || (refs && values));
    return set_whole(c, refs, n, FMU_BOOLEAN, values);
}

enum fmi2_status fmi2SetString(void *c, const fmi2_ref refs[], size_t n, const char *const values[])
{
    ALLOW(c, FMU_BEFORE | FMU_RUNNING);
    (void)refs, (void)values;
    return no_strings(c, n);
}

enum fmi2_status fmi2GetDirectionalDerivative(void *c, const fmi2_ref unknowns[], size_t n_unknowns,
                                              const fmi2_ref knowns[], size_t n_knowns,
                                              const double seed[], double sensitivity[])
{
    ALLOW(c, STARTED);
    return (enum fmi2_status)fmu_directional(of(c), unknowns, n_unknowns, knowns, n_knowns, seed,
                                             sensitivity);
}

/* ---- The state ------------------------------------------------------------------------------- */

enum fmi2_status fmi2GetFMUstate(void *c, void **state)
{
    ALLOW(c, FMU_ANY);
    NEED(c, state);
    return (enum fmi2_status)fmu_keep(of(c), (struct fmu_state **)state);
}

enum fmi2_status fmi2SetFMUstate(void *c, void *state)
{
    ALLOW(c, FMU_ANY | 1 << FMU_BROKEN);
    return (enum fmi2_status)fmu_put_back(of(c), state);
}

enum fmi2_status fmi2FreeFMUstate(void *c, void **state)
{
    ALLOW(c, FMU_ANY | 1 << FMU_BROKEN);
    if (!state) return FMI2_OK;
    free(*state);
    *state = NULL;
    return FMI2_OK;
}

enum fmi2_status fmi2SerializedFMUstateSize(void *c, void *state, size_t *size)
{
    ALLOW(c, FMU_ANY);
    NEED(c, state && size);
    *size = ((struct fmu_state *)state)->n;
    return FMI2_OK;
}

enum fmi2_status fmi2SerializeFMUstate(void *c, void *state, char bytes[], size_t size)
{
    const struct fmu_state *s = state;
    ALLOW(c, FMU_ANY);
    NEED(c, s && bytes);
    if (size < s->n)
        return (enum fmi2_status)fmu_say(
            of(c), FMU_ERROR, "the state has %zu bytes, there is room for %zu", s->n, size);
    memcpy(bytes, s->bytes, s->n);
    return FMI2_OK;
}

enum fmi2_status fmi2DeSerializeFMUstate(void *c, const char bytes[], size_t size, void **state)
{
    ALLOW(c, FMU_ANY);
    NEED(c, bytes && state);
    return (enum fmi2_status)fmu_state_read(of(c), bytes, size, (struct fmu_state **)state);
}

/* ---- Model exchange -------------------------------------------------------------------------- */

enum fmi2_status fmi2EnterEventMode(void *c)
{
    ALLOW_ME(c, EVENT | CONTINUOUS);
    of(c)->phase = FMU_EVENT;
    return FMI2_OK;
}

enum fmi2_status fmi2NewDiscreteStates(void *c, struct fmi2_event_info *info)
{
    struct fmu_events e = {0};
    enum fmu_status st;
    ALLOW_ME(c, EVENT);
    NEED(c, info);
    st = fmu_exchange_instant(of(c), &e);
    *info = (struct fmi2_event_info){.terminate = e.terminate,
                                     .states_changed = e.states_changed,
                                     .next_time_defined = e.next_defined,
                                     .next_time = e.next_defined ? e.next : 0};
    return (enum fmi2_status)st;
}

enum fmi2_status fmi2EnterContinuousTimeMode(void *c)
{
    ALLOW_ME(c, EVENT);
    of(c)->phase = FMU_CONTINUOUS;
    return FMI2_OK;
}

enum fmi2_status fmi2CompletedIntegratorStep(void *c, int no_set_state_before,
                                             int *enter_event_mode, int *terminate)
{
    bool event = false;
    enum fmu_status st;
    (void)no_set_state_before;
    ALLOW_ME(c, CONTINUOUS);
    NEED(c, enter_event_mode && terminate);
    st = fmu_exchange_stepped(of(c), &event);
    *enter_event_mode = event;
    *terminate = of(c)->terminated;
    return (enum fmi2_status)st;
}

enum fmi2_status fmi2SetTime(void *c, double time)
{
    ALLOW_ME(c, EVENT | CONTINUOUS);
    return (enum fmi2_status)fmu_exchange_time(of(c), time);
}

enum fmi2_status fmi2SetContinuousStates(void *c, const double x[], size_t n)
{
    ALLOW_ME(c, CONTINUOUS);
    return (enum fmi2_status)fmu_exchange_states(of(c), x, n);
}

enum fmi2_status fmi2GetDerivatives(void *c, double der[], size_t n)
{
    ALLOW_ME(c, STARTED);
    return (enum fmi2_status)fmu_exchange_derivatives(of(c), der, n);
}

enum fmi2_status fmi2GetEventIndicators(void *c, double z[], size_t n)
{
    ALLOW_ME(c, STARTED);
    return (enum fmi2_status)fmu_exchange_indicators(of(c), z, n);
}

enum fmi2_status fmi2GetContinuousStates(void *c, double x[], size_t n)
{
    ALLOW_ME(c, STARTED);
    if (n != (size_t)of(c)->n_continuous || (n && !x))
        return (enum fmi2_status)fmu_say(of(c), FMU_ERROR,
                                         "there are %d continuous states, not %zu",
                                         (int)of(c)->n_continuous, n);
    if (!fmu_ready(of(c))) return FMI2_ERROR;
    for (size_t k = 0; k < n; k++) x[k] = fmu_exchange_state(of(c), of(c)->continuous[k]);
    return FMI2_OK;
}

enum fmi2_status fmi2GetNominalsOfContinuousStates(void *c, double nominal[], size_t n)
{
    ALLOW_ME(c, FMU_ANY);
    return (enum fmi2_status)fmu_exchange_nominals(of(c), nominal, n);
}

/* ---- Co-simulation --------------------------------------------------------------------------- */

enum fmi2_status fmi2SetRealInputDerivatives(void *c, const fmi2_ref refs[], size_t n,
                                             const int orders[], const double values[])
{
    ALLOW_CS(c, FMU_BEFORE | STEPPING);
    (void)refs, (void)orders, (void)values;
    if (!n) return FMI2_OK;
    return (enum fmi2_status)fmu_say(of(c), FMU_ERROR, "inputs are constant within a step");
}

enum fmi2_status fmi2GetRealOutputDerivatives(void *c, const fmi2_ref refs[], size_t n,
                                              const int orders[], double values[])
{
    enum fmu_status st = FMU_OK;
    ALLOW_CS(c, STEPPING | 1 << FMU_TERMINATED);
    NEED(c, !n || (refs && orders && values));
    for (size_t k = 0; k < n && st == FMU_OK; k++)
        st = fmu_output_derivative(of(c), refs[k], orders[k], &values[k]);
    return (enum fmi2_status)st;
}

enum fmi2_status fmi2DoStep(void *c, double time, double step, int no_set_state_before)
{
    struct instance *in = c;
    (void)no_set_state_before;
    ALLOW_CS(c, STEPPING);
    return in->last = (enum fmi2_status)fmu_step(in->f, time, step, NULL);
}

enum fmi2_status fmi2CancelStep(void *c)
{
    ALLOW_CS(c, STEPPING);
    return (enum fmi2_status)fmu_say(of(c), FMU_ERROR, "no step is under way");
}

enum fmi2_status fmi2GetStatus(void *c, enum fmi2_status_kind kind, enum fmi2_status *value)
{
    ALLOW_CS(c, FMU_ANY | 1 << FMU_BROKEN);
    NEED(c, value);
    if (kind != FMI2_DO_STEP_STATUS) return FMI2_DISCARD;
    *value = ((struct instance *)c)->last;
    return FMI2_OK;
}

enum fmi2_status fmi2GetRealStatus(void *c, enum fmi2_status_kind kind, double *value)
{
    ALLOW_CS(c, FMU_ANY | 1 << FMU_BROKEN);
    NEED(c, value);
    if (kind != FMI2_LAST_SUCCESSFUL_TIME) return FMI2_DISCARD;
    *value = of(c)->t;
    return FMI2_OK;
}

enum fmi2_status fmi2GetIntegerStatus(void *c, enum fmi2_status_kind kind, int *value)
{
    ALLOW_CS(c, FMU_ANY | 1 << FMU_BROKEN);
    (void)kind, (void)value;
    return FMI2_DISCARD;
}

enum fmi2_status fmi2GetBooleanStatus(void *c, enum fmi2_status_kind kind, int *value)
{
    ALLOW_CS(c, FMU_ANY | 1 << FMU_BROKEN);
    NEED(c, value);
    if (kind != FMI2_TERMINATED) return FMI2_DISCARD;
    *value = of(c)->terminated;
    return FMI2_OK;
}

enum fmi2_status fmi2GetStringStatus(void *c, enum fmi2_status_kind kind, const char **value)
{
    ALLOW_CS(c, FMU_ANY | 1 << FMU_BROKEN);
    NEED(c, value);
    if (kind != FMI2_PENDING_STATUS && kind != FMI2_DO_STEP_STATUS) return FMI2_DISCARD;
    *value = "";
    return FMI2_OK;
}
