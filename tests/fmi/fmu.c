/* SPDX-License-Identifier: MIT */
/* fmu.c - an FMU for the tests, of FMI 2.0 or 3.0, for model exchange and co-simulation, around a model of tests/fmi/models.
 *
 *     cc -shared -fPIC -DFMI=2 -DMODEL='"models/ball.h"' -o ball.so fmu.c
 *
 * A model has values v[], by value reference; states, their derivatives, event indicators, and what happens at events.
 * Co-simulation makes Runge-Kutta steps of at most SUBSTEP. The function that is named by FMU_BAD in the environment does what FMU_HOW says, a
 * number of enum how, from the time FMU_FROM on;
 * every function checks that it may be called where the FMU is. */
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef SUBSTEP
#define SUBSTEP 1e-3
#endif
enum how { CRASH, QUIT, HANG, FAIL, DISCARD, FATAL, NONSENSE, NAN_VALUES, ABORT };

enum place { MADE, INITIALIZING, EVENTS, CONTINUOUS, STEPPING, OVER };

struct fmu {
    double v[64], t;
    enum place place;
    bool me, changed, event_mode;
    int mode; /* of the model */
    double next;
};

#include MODEL
/* A model has: enum { N_VALUES, N_STATES, N_INDICATORS }; starts[N_VALUES]; state[], der[]: value references;
 * compute(m): derivatives and outputs; indicators(m, z); event(m): what happens, true if states have changed. */

static double now; /* as the FMU was told last */

static int hostile(const char *function, double *values, size_t n)
{
    volatile int *nowhere = NULL;
    const char *bad = getenv("FMU_BAD"), *how = getenv("FMU_HOW"), *from = getenv("FMU_FROM");
    if (!bad || !how || strcmp(function, bad) != 0) return 0;
    if (from && now < atof(from)) return 0;
    switch (atoi(how)) {
    case CRASH: *nowhere = 1; break;
    case QUIT: exit(0);
    case ABORT: abort();
    case HANG:
        for (;;) nowhere = NULL;
    case FAIL: return 3;
    case DISCARD: return 2;
    case FATAL: return 4;
    case NONSENSE: return 77;
    case NAN_VALUES:
        for (size_t k = 0; k < n; k++) values[k] = NAN;
        break;
    }
    return 0;
}

/* Which places a function may be called in, as bits. */
#define IN(place) (1u << (place))
#define CHECK(name, places)                                                                        \
    do {                                                                                           \
        int bad_ = hostile(name, NULL, 0);                                                         \
        if (bad_) return bad_;                                                                     \
        if (!((places)&IN(m->place))) return fprintf(stderr, "%s out of order\n", name), 3;        \
    } while (0)

static void derivatives(struct fmu *m, const double *x, double t, double *f)
{
    m->t = t;
    for (int k = 0; k < N_STATES; k++) m->v[state[k]] = x[k];
    compute(m);
    for (int k = 0; k < N_STATES; k++) f[k] = m->v[der[k]];
}

static void handle(struct fmu *m)
{
    double z[N_INDICATORS + 1];
    m->changed = event(m);
#ifdef ON_EVENT
    ON_EVENT;
#endif
    compute(m);
    indicators(m, z);
    (void)z;
}

static void substep(struct fmu *m, double h)
{
    double x[N_STATES + 1], y[N_STATES + 1], f[4][N_STATES + 1], t = m->t;
    static const double at[4] = {0, 0.5, 0.5, 1};
    for (int k = 0; k < N_STATES; k++) x[k] = y[k] = m->v[state[k]];
    for (int j = 0; j < 4; j++) {
        for (int k = 0; k < N_STATES && j > 0; k++) y[k] = x[k] + h * at[j] * f[j - 1][k];
        derivatives(m, y, t + h * at[j], f[j]);
    }
    for (int k = 0; k < N_STATES; k++)
        m->v[state[k]] = x[k] + h / 6 * (f[0][k] + 2 * f[1][k] + 2 * f[2][k] + f[3][k]);
    m->t = t + h;
    compute(m);
}

/* Up to `to`; stops after an event if early. */
static bool integrate(struct fmu *m, double to, bool early)
{
    double before[N_INDICATORS + 1] = {0}, z[N_INDICATORS + 1] = {0};
    indicators(m, before);
    while (m->t < to) {
        double until = fmin(fmin(to, m->next), m->t + SUBSTEP);
        bool due = false;
        if (to - until < 1e-9 * SUBSTEP) until = to;
        substep(m, until - m->t);
        m->t = until;
        compute(m);
        indicators(m, z);
        for (int k = 0; k < N_INDICATORS; k++) due |= (before[k] > 0) != (z[k] > 0);
        due |= m->t >= m->next;
        memcpy(before, z, sizeof z);
        if (!due) continue;
        if (early) return true;
        handle(m);
        indicators(m, before);
    }
    return false;
}

static struct fmu *make(bool me)
{
    struct fmu *m = calloc(1, sizeof *m);
    m->me = me;
    m->next = INFINITY;
    memcpy(m->v, starts, sizeof starts);
    return m;
}

#define EXPORT __attribute__((visibility("default")))

#if FMI == 2
#include "fmi/abi2.h"
#define REF fmi2_ref
typedef enum fmi2_status status;
#define BOOL int

EXPORT const char *fmi2GetTypesPlatform(void)
{
    return "default";
}
EXPORT const char *fmi2GetVersion(void)
{
    return "2.0";
}
EXPORT void *fmi2Instantiate(const char *name, enum fmi2_type type, const char *guid,
                             const char *resources, const struct fmi2_callbacks *callbacks,
                             int visible, int logging)
{
    (void)visible, (void)resources;
    if (hostile("fmi2Instantiate", NULL, 0)) return NULL;
    if (strcmp(guid, TOKEN) != 0) {
        callbacks->logger(callbacks->environment, name, FMI2_ERROR, "error",
                          "the guid %s is wrong, %d", guid, 42);
        return NULL;
    }
    if (logging)
        callbacks->logger(callbacks->environment, name, FMI2_OK, "info", "%s is made", name);
    return make(type == FMI2_MODEL_EXCHANGE);
}
EXPORT void fmi2FreeInstance(void *c)
{
    hostile("fmi2FreeInstance", NULL, 0);
    free(c);
}
EXPORT status fmi2SetupExperiment(void *c, int has_tolerance, double tolerance, double start,
                                  int has_stop, double stop)
{
    struct fmu *m = c;
    (void)has_tolerance, (void)tolerance, (void)has_stop, (void)stop;
    CHECK("fmi2SetupExperiment", IN(MADE));
    m->t = start;
    return FMI2_OK;
}
EXPORT status fmi2EnterInitializationMode(void *c)
{
    struct fmu *m = c;
    CHECK("fmi2EnterInitializationMode", IN(MADE));
    m->place = INITIALIZING;
    return FMI2_OK;
}
#define VALUES(plain, Get, Set)                                                                    \
    EXPORT status Get(void *c, const REF refs[], size_t n, plain values[])                         \
    {                                                                                              \
        struct fmu *m = c;                                                                         \
        int bad = hostile(#Get, NULL, 0);                                                          \
        double nan = 0;                                                                            \
        if (bad) return (status)bad;                                                               \
        if (m->place == MADE || m->place == OVER) return FMI2_ERROR;                               \
        compute(m);                                                                                \
        hostile(#Get, &nan, 1);                                                                    \
        for (size_t k = 0; k < n; k++) {                                                           \
            if (refs[k] >= N_VALUES) return FMI2_ERROR;                                            \
            values[k] = (plain)(m->v[refs[k]] + nan);                                              \
        }                                                                                          \
        return FMI2_OK;                                                                            \
    }                                                                                              \
    EXPORT status Set(void *c, const REF refs[], size_t n, const plain values[])                   \
    {                                                                                              \
        struct fmu *m = c;                                                                         \
        CHECK(#Set, IN(MADE) | IN(INITIALIZING) | IN(EVENTS) | IN(CONTINUOUS) | IN(STEPPING));     \
        for (size_t k = 0; k < n; k++) {                                                           \
            if (refs[k] >= N_VALUES) return FMI2_ERROR;                                            \
            m->v[refs[k]] = (double)values[k];                                                     \
        }                                                                                          \
        return FMI2_OK;                                                                            \
    }
VALUES(double, fmi2GetReal, fmi2SetReal)
VALUES(int, fmi2GetInteger, fmi2SetInteger)
VALUES(int, fmi2GetBoolean, fmi2SetBoolean)
EXPORT status fmi2SetString(void *c, const REF refs[], size_t n, const char *const values[])
{
    (void)c, (void)refs, (void)n, (void)values;
    return FMI2_OK;
}
EXPORT status fmi2ExitInitializationMode(void *c)
{
    struct fmu *m = c;
    CHECK("fmi2ExitInitializationMode", IN(INITIALIZING));
    m->place = m->me ? EVENTS : STEPPING;
    compute(m);
    if (!m->me) handle(m);
    return FMI2_OK;
}
EXPORT status fmi2NewDiscreteStates(void *c, struct fmi2_event_info *info)
{
    struct fmu *m = c;
    CHECK("fmi2NewDiscreteStates", IN(EVENTS));
    handle(m);
    *info = (struct fmi2_event_info){
        .states_changed = m->changed, .next_time_defined = isfinite(m->next), .next_time = m->next};
    return FMI2_OK;
}
#define P(name)     fmi2##name
#define ENDED(flag) *(flag) = 0

#else
#include "fmi/abi3.h"
#define REF  fmi3_ref
typedef enum fmi3_status status;
#define BOOL bool

EXPORT const char *fmi3GetVersion(void)
{
    return "3.0";
}
static void *instantiate(const char *function, bool me, const char *token, void *environment,
                         fmi3_log *log)
{
    if (hostile(function, NULL, 0)) return NULL;
    if (strcmp(token, TOKEN) == 0) return make(me);
    log(environment, FMI3_ERROR, "error", "the token is wrong");
    return NULL;
}
EXPORT void *fmi3InstantiateModelExchange(const char *name, const char *token,
                                          const char *resources, bool visible, bool logging,
                                          void *environment, fmi3_log *log)
{
    (void)name, (void)resources, (void)visible, (void)logging;
    return instantiate("fmi3InstantiateModelExchange", true, token, environment, log);
}
EXPORT void *fmi3InstantiateCoSimulation(const char *name, const char *token, const char *resources,
                                         bool visible, bool logging, bool event_mode,
                                         bool early_return, const REF intermediate[], size_t n,
                                         void *environment, fmi3_log *log,
                                         fmi3_intermediate *update)
{
    struct fmu *m = instantiate("fmi3InstantiateCoSimulation", false, token, environment, log);
    (void)name, (void)resources, (void)visible, (void)logging, (void)intermediate, (void)n,
        (void)update;
    if (m) m->event_mode = event_mode && early_return;
    return m;
}
EXPORT void fmi3FreeInstance(void *c)
{
    hostile("fmi3FreeInstance", NULL, 0);
    free(c);
}
EXPORT status fmi3EnterInitializationMode(void *c, bool has_tolerance, double tolerance,
                                          double start, bool has_stop, double stop)
{
    struct fmu *m = c;
    (void)has_tolerance, (void)tolerance, (void)has_stop, (void)stop;
    CHECK("fmi3EnterInitializationMode", IN(MADE));
    m->t = start;
    m->place = INITIALIZING;
    return FMI3_OK;
}
#define VALUES(plain, Get, Set)                                                                    \
    EXPORT status Get(void *c, const REF refs[], size_t n, plain values[], size_t n_values)        \
    {                                                                                              \
        struct fmu *m = c;                                                                         \
        size_t at = 0;                                                                             \
        double nan = 0;                                                                            \
        int bad = hostile(#Get, NULL, 0);                                                          \
        if (bad) return (status)bad;                                                               \
        if (m->place == MADE || m->place == OVER) return FMI3_ERROR;                               \
        compute(m);                                                                                \
        hostile(#Get, &nan, 1);                                                                    \
        for (size_t k = 0; k < n; k++) {                                                           \
            size_t size = ELEMENTS(refs[k]);                                                       \
            if (refs[k] + size > N_VALUES || at + size > n_values) return FMI3_ERROR;              \
            for (size_t j = 0; j < size; j++) values[at++] = (plain)(m->v[refs[k] + j] + nan);     \
        }                                                                                          \
        return FMI3_OK;                                                                            \
    }                                                                                              \
    EXPORT status Set(void *c, const REF refs[], size_t n, const plain values[], size_t n_values)  \
    {                                                                                              \
        struct fmu *m = c;                                                                         \
        size_t at = 0;                                                                             \
        CHECK(#Set, IN(MADE) | IN(INITIALIZING) | IN(EVENTS) | IN(CONTINUOUS) | IN(STEPPING));     \
        for (size_t k = 0; k < n; k++) {                                                           \
            size_t size = ELEMENTS(refs[k]);                                                       \
            if (refs[k] + size > N_VALUES || at + size > n_values) return FMI3_ERROR;              \
            for (size_t j = 0; j < size; j++) m->v[refs[k] + j] = (double)values[at++];            \
        }                                                                                          \
        return FMI3_OK;                                                                            \
    }
#ifndef ELEMENTS
#define ELEMENTS(ref) 1
#endif
VALUES(double, fmi3GetFloat64, fmi3SetFloat64)
VALUES(float, fmi3GetFloat32, fmi3SetFloat32)
VALUES(int8_t, fmi3GetInt8, fmi3SetInt8)
VALUES(uint8_t, fmi3GetUInt8, fmi3SetUInt8)
VALUES(int16_t, fmi3GetInt16, fmi3SetInt16)
VALUES(uint16_t, fmi3GetUInt16, fmi3SetUInt16)
VALUES(int32_t, fmi3GetInt32, fmi3SetInt32)
VALUES(uint32_t, fmi3GetUInt32, fmi3SetUInt32)
VALUES(int64_t, fmi3GetInt64, fmi3SetInt64)
VALUES(uint64_t, fmi3GetUInt64, fmi3SetUInt64)
VALUES(bool, fmi3GetBoolean, fmi3SetBoolean)
EXPORT status fmi3SetString(void *c, const REF refs[], size_t n, const char *const values[],
                            size_t n_values)
{
    (void)c, (void)refs, (void)n, (void)values, (void)n_values;
    return FMI3_OK;
}
EXPORT status fmi3ExitInitializationMode(void *c)
{
    struct fmu *m = c;
    CHECK("fmi3ExitInitializationMode", IN(INITIALIZING));
    m->place = m->me || m->event_mode ? EVENTS : STEPPING;
    compute(m);
    if (m->place == STEPPING) handle(m);
    return FMI3_OK;
}
EXPORT status fmi3UpdateDiscreteStates(void *c, bool *again, bool *end, bool *nominals,
                                       bool *states, bool *has_next, double *next)
{
    struct fmu *m = c;
    CHECK("fmi3UpdateDiscreteStates", IN(EVENTS));
    handle(m);
    *again = *end = *nominals = false;
    *states = m->changed;
    *has_next = isfinite(m->next);
    *next = m->next;
    return FMI3_OK;
}
EXPORT status fmi3EnterStepMode(void *c)
{
    struct fmu *m = c;
    CHECK("fmi3EnterStepMode", IN(EVENTS));
    m->place = STEPPING;
    return FMI3_OK;
}
#define P(name)            fmi3##name
#define ENDED(flag)        *(flag) = false
#define fmi3GetDerivatives fmi3GetContinuousStateDerivatives
#endif

#define STRING_(x) #x
#define STRING(x)  STRING_(x)
#define N(name)    STRING(P(name))

#if FMI == 2
EXPORT status fmi2DoStep(void *c, double time, double step, int no_set)
{
    struct fmu *m = c;
    (void)no_set;
    now = time;
    CHECK("fmi2DoStep", IN(STEPPING));
    if (fabs(time - m->t) > 1e-9) return FMI2_ERROR;
    m->t = now = time;
    integrate(m, time + step, false);
    return FMI2_OK;
}
#else
EXPORT status fmi3DoStep(void *c, double time, double step, bool no_set, bool *event_needed,
                         bool *end, bool *early, double *last)
{
    struct fmu *m = c;
    (void)no_set;
    now = time;
    CHECK("fmi3DoStep", IN(STEPPING));
    if (fabs(time - m->t) > 1e-9) return FMI3_ERROR;
    m->t = now = time;
    *event_needed = integrate(m, time + step, m->event_mode);
    *early = *event_needed && m->t < time + step;
    *end = false;
    *last = m->t;
    return FMI3_OK;
}
#endif

EXPORT status P(Terminate)(void *c)
{
    struct fmu *m = c;
    CHECK(N(Terminate), IN(EVENTS) | IN(CONTINUOUS) | IN(STEPPING));
    m->place = OVER;
    return 0;
}
EXPORT status P(EnterEventMode)(void *c)
{
    struct fmu *m = c;
    CHECK(N(EnterEventMode), IN(CONTINUOUS) | IN(STEPPING));
    m->place = EVENTS;
    return 0;
}
EXPORT status P(EnterContinuousTimeMode)(void *c)
{
    struct fmu *m = c;
    CHECK(N(EnterContinuousTimeMode), IN(EVENTS));
    m->place = CONTINUOUS;
    return 0;
}
EXPORT status P(SetTime)(void *c, double t)
{
    struct fmu *m = c;
    now = t;
    CHECK(N(SetTime), IN(CONTINUOUS) | IN(EVENTS));
    m->t = t;
    return 0;
}
EXPORT status P(SetContinuousStates)(void *c, const double x[], size_t n)
{
    struct fmu *m = c;
    CHECK(N(SetContinuousStates), IN(CONTINUOUS));
    if (n != N_STATES) return 3;
    for (int k = 0; k < N_STATES; k++) m->v[state[k]] = x[k];
    return 0;
}
EXPORT status P(GetDerivatives)(void *c, double f[], size_t n)
{
    struct fmu *m = c;
    CHECK(N(GetDerivatives), IN(CONTINUOUS) | IN(EVENTS) | IN(INITIALIZING));
    if (n != N_STATES) return 3;
    compute(m);
    for (int k = 0; k < N_STATES; k++) f[k] = m->v[der[k]];
    hostile(N(GetDerivatives), f, n);
    return 0;
}
EXPORT status P(GetEventIndicators)(void *c, double z[], size_t n)
{
    struct fmu *m = c;
    CHECK(N(GetEventIndicators), IN(CONTINUOUS) | IN(EVENTS) | IN(INITIALIZING));
    if (n != N_INDICATORS) return 3;
    compute(m);
    indicators(m, z);
    hostile(N(GetEventIndicators), z, n);
    return 0;
}
EXPORT status P(GetContinuousStates)(void *c, double x[], size_t n)
{
    struct fmu *m = c;
    CHECK(N(GetContinuousStates), IN(CONTINUOUS) | IN(EVENTS) | IN(INITIALIZING));
    if (n != N_STATES) return 3;
    for (int k = 0; k < N_STATES; k++) x[k] = m->v[state[k]];
    return 0;
}
EXPORT status P(GetNominalsOfContinuousStates)(void *c, double x[], size_t n)
{
    struct fmu *m = c;
    CHECK(N(GetNominalsOfContinuousStates), IN(CONTINUOUS) | IN(EVENTS) | IN(INITIALIZING));
    for (size_t k = 0; k < n; k++) x[k] = 1;
    return 0;
}
EXPORT status P(CompletedIntegratorStep)(void *c, BOOL no_set, BOOL *enter, BOOL *end)
{
    struct fmu *m = c;
    (void)no_set;
    CHECK(N(CompletedIntegratorStep), IN(CONTINUOUS));
    ENDED(enter);
    ENDED(end);
#ifdef STEPPED
    *enter = STEPPED(m);
#endif
    return 0;
}
