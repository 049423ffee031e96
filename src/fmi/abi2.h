/* SPDX-License-Identifier: MIT */
/* abi2.h - the binary interface of FMI 2.0: what an FMU exports and what it calls back.
 *
 * These are our own declarations of the types that the standard fixes. Where it gives a name to a plain C type, the
 * plain type is written: a real is double, an integer and a Boolean are int, a string is const char *, a component,
 * its environment and its state are void *.
 *
 * One table lists all functions. X(result, name, arguments, for): `for` says who must export the function: ALL, ME or
 * CS. The exporter makes prototypes of the rows, the importer a struct of pointers. */
#ifndef SALTUS_FMI_ABI2_H
#define SALTUS_FMI_ABI2_H
#include <stddef.h>

#define FMI2_VERSION        "2.0"
#define FMI2_TYPES_PLATFORM "default"

typedef unsigned int fmi2_ref; /* value reference of a variable, unique within its type */

enum fmi2_status { FMI2_OK, FMI2_WARNING, FMI2_DISCARD, FMI2_ERROR, FMI2_FATAL, FMI2_PENDING };
enum fmi2_type { FMI2_MODEL_EXCHANGE, FMI2_CO_SIMULATION };
enum fmi2_status_kind {
    FMI2_DO_STEP_STATUS,
    FMI2_PENDING_STATUS,
    FMI2_LAST_SUCCESSFUL_TIME,
    FMI2_TERMINATED
};

/* What the importer offers. The FMU keeps the pointer: the struct lives as long as the instance. */
struct fmi2_callbacks {
    void (*logger)(void *environment, const char *instance, enum fmi2_status status,
                   const char *category, const char *message,
                   ...);                          /* message is a format of printf */
    void *(*allocate)(size_t count, size_t size); /* as calloc; may be NULL */
    void (*release)(void *memory);                /* as free; may be NULL */
    void (*step_finished)(void *environment,
                          enum fmi2_status status); /* asynchronous steps only; may be NULL */
    void *environment;
};

/* What an iteration of the events gives. Booleans are int: 0 or 1. */
struct fmi2_event_info {
    int needs_another;     /* call newDiscreteStates once more */
    int terminate;         /* the model ends the simulation */
    int nominals_changed;  /* of the continuous states */
    int states_changed;    /* the values of the continuous states */
    int next_time_defined; /* next_time is the next time event */
    double next_time;
};

/* clang-format off */
#define FMI2_FUNCTIONS(X)                                                                                              \
    X(const char *, fmi2GetTypesPlatform, (void), ALL)                                                                 \
    X(const char *, fmi2GetVersion, (void), ALL)                                                                       \
    X(enum fmi2_status, fmi2SetDebugLogging,                                                                           \
      (void *c, int on, size_t count, const char *const categories[]), ALL)                                            \
    X(void *, fmi2Instantiate,                                                                                         \
      (const char *name, enum fmi2_type type, const char *guid, const char *resources,                                 \
       const struct fmi2_callbacks *callbacks, int visible, int logging), ALL)                                         \
    X(void, fmi2FreeInstance, (void *c), ALL)                                                                          \
    X(enum fmi2_status, fmi2SetupExperiment,                                                                           \
      (void *c, int has_tolerance, double tolerance, double start, int has_stop, double stop), ALL)                    \
    X(enum fmi2_status, fmi2EnterInitializationMode, (void *c), ALL)                                                   \
    X(enum fmi2_status, fmi2ExitInitializationMode, (void *c), ALL)                                                    \
    X(enum fmi2_status, fmi2Terminate, (void *c), ALL)                                                                 \
    X(enum fmi2_status, fmi2Reset, (void *c), ALL)                                                                     \
    X(enum fmi2_status, fmi2GetReal, (void *c, const fmi2_ref refs[], size_t n, double values[]), ALL)                 \
    X(enum fmi2_status, fmi2GetInteger, (void *c, const fmi2_ref refs[], size_t n, int values[]), ALL)                 \
    X(enum fmi2_status, fmi2GetBoolean, (void *c, const fmi2_ref refs[], size_t n, int values[]), ALL)                 \
    X(enum fmi2_status, fmi2GetString, (void *c, const fmi2_ref refs[], size_t n, const char *values[]), ALL)          \
    X(enum fmi2_status, fmi2SetReal, (void *c, const fmi2_ref refs[], size_t n, const double values[]), ALL)           \
    X(enum fmi2_status, fmi2SetInteger, (void *c, const fmi2_ref refs[], size_t n, const int values[]), ALL)           \
    X(enum fmi2_status, fmi2SetBoolean, (void *c, const fmi2_ref refs[], size_t n, const int values[]), ALL)           \
    X(enum fmi2_status, fmi2SetString, (void *c, const fmi2_ref refs[], size_t n, const char *const values[]), ALL)    \
    X(enum fmi2_status, fmi2GetFMUstate, (void *c, void **state), ALL)                                                 \
    X(enum fmi2_status, fmi2SetFMUstate, (void *c, void *state), ALL)                                                  \
    X(enum fmi2_status, fmi2FreeFMUstate, (void *c, void **state), ALL)                                                \
    X(enum fmi2_status, fmi2SerializedFMUstateSize, (void *c, void *state, size_t *size), ALL)                         \
    X(enum fmi2_status, fmi2SerializeFMUstate, (void *c, void *state, char bytes[], size_t size), ALL)                 \
    X(enum fmi2_status, fmi2DeSerializeFMUstate, (void *c, const char bytes[], size_t size, void **state), ALL)        \
    X(enum fmi2_status, fmi2GetDirectionalDerivative,                                                                  \
      (void *c, const fmi2_ref unknowns[], size_t n_unknowns, const fmi2_ref knowns[], size_t n_knowns,                \
       const double seed[], double sensitivity[]), ALL)                                                                \
    X(enum fmi2_status, fmi2EnterEventMode, (void *c), ME)                                                             \
    X(enum fmi2_status, fmi2NewDiscreteStates, (void *c, struct fmi2_event_info *info), ME)                            \
    X(enum fmi2_status, fmi2EnterContinuousTimeMode, (void *c), ME)                                                    \
    X(enum fmi2_status, fmi2CompletedIntegratorStep,                                                                   \
      (void *c, int no_set_state_before, int *enter_event_mode, int *terminate), ME)                                   \
    X(enum fmi2_status, fmi2SetTime, (void *c, double time), ME)                                                       \
    X(enum fmi2_status, fmi2SetContinuousStates, (void *c, const double x[], size_t n), ME)                            \
    X(enum fmi2_status, fmi2GetDerivatives, (void *c, double der[], size_t n), ME)                                     \
    X(enum fmi2_status, fmi2GetEventIndicators, (void *c, double z[], size_t n), ME)                                   \
    X(enum fmi2_status, fmi2GetContinuousStates, (void *c, double x[], size_t n), ME)                                  \
    X(enum fmi2_status, fmi2GetNominalsOfContinuousStates, (void *c, double nominal[], size_t n), ME)                  \
    X(enum fmi2_status, fmi2SetRealInputDerivatives,                                                                   \
      (void *c, const fmi2_ref refs[], size_t n, const int orders[], const double values[]), CS)                       \
    X(enum fmi2_status, fmi2GetRealOutputDerivatives,                                                                  \
      (void *c, const fmi2_ref refs[], size_t n, const int orders[], double values[]), CS)                             \
    X(enum fmi2_status, fmi2DoStep, (void *c, double time, double step, int no_set_state_before), CS)                  \
    X(enum fmi2_status, fmi2CancelStep, (void *c), CS)                                                                 \
    X(enum fmi2_status, fmi2GetStatus, (void *c, enum fmi2_status_kind kind, enum fmi2_status *value), CS)             \
    X(enum fmi2_status, fmi2GetRealStatus, (void *c, enum fmi2_status_kind kind, double *value), CS)                   \
    X(enum fmi2_status, fmi2GetIntegerStatus, (void *c, enum fmi2_status_kind kind, int *value), CS)                   \
    X(enum fmi2_status, fmi2GetBooleanStatus, (void *c, enum fmi2_status_kind kind, int *value), CS)                   \
    X(enum fmi2_status, fmi2GetStringStatus, (void *c, enum fmi2_status_kind kind, const char **value), CS)
/* clang-format on */

#endif
