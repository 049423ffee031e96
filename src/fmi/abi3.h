/* SPDX-License-Identifier: MIT */
/* abi3.h - the binary interface of FMI 3.0: what an FMU exports and what it calls back.
 *
 * These are our own declarations of the types that the standard fixes. Where it gives a name to a plain C type, the
 * plain type is written: a float is double or float, an integer is one of <stdint.h>, a Boolean and a clock are bool,
 * a string is const char *, a binary is const uint8_t *, an instance, its environment and its state are void *.
 *
 * One table lists all 75 functions. X(result, name, arguments, for): `for` says for which kind the function is meant:
 * ALL, ME, CS or SE. Every FMU must export all of them. The exporter makes prototypes of the rows, the importer a
 * struct of pointers. */
#ifndef SALTUS_FMI_ABI3_H
#define SALTUS_FMI_ABI3_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define FMI3_VERSION "3.0"

typedef uint32_t fmi3_ref; /* value reference of a variable, unique in the model */

enum fmi3_status { FMI3_OK, FMI3_WARNING, FMI3_DISCARD, FMI3_ERROR, FMI3_FATAL };
enum fmi3_dependency {
    FMI3_INDEPENDENT,
    FMI3_CONSTANT,
    FMI3_FIXED,
    FMI3_TUNABLE,
    FMI3_DISCRETE,
    FMI3_DEPENDENT,
};
enum fmi3_interval { FMI3_NOT_YET_KNOWN, FMI3_UNCHANGED, FMI3_CHANGED };

/* What the importer offers. Each may be NULL. */
typedef void fmi3_log(void *environment, enum fmi3_status status, const char *category,
                      const char *message);
typedef void fmi3_intermediate(void *environment, double time, bool may_set, bool may_get,
                               bool step_finished, bool may_return_early, bool *return_early,
                               double *return_time);
typedef void fmi3_clock_update(void *environment);
typedef void fmi3_preemption(void);

/* clang-format off */
#define FMI3_FUNCTIONS(X)                                                                                              \
    X(const char *, fmi3GetVersion, (void), ALL)                                                                       \
    X(enum fmi3_status, fmi3SetDebugLogging, (void *c, bool on, size_t count, const char *const categories[]), ALL)    \
    X(void *, fmi3InstantiateModelExchange,                                                                            \
      (const char *name, const char *token, const char *resources, bool visible, bool logging, void *environment,      \
       fmi3_log *log), ME)                                                                                             \
    X(void *, fmi3InstantiateCoSimulation,                                                                             \
      (const char *name, const char *token, const char *resources, bool visible, bool logging, bool event_mode,        \
       bool early_return, const fmi3_ref intermediate[], size_t n_intermediate, void *environment, fmi3_log *log,      \
       fmi3_intermediate *update), CS)                                                                                 \
    X(void *, fmi3InstantiateScheduledExecution,                                                                       \
      (const char *name, const char *token, const char *resources, bool visible, bool logging, void *environment,      \
       fmi3_log *log, fmi3_clock_update *update, fmi3_preemption *lock, fmi3_preemption *unlock), SE)                  \
    X(void, fmi3FreeInstance, (void *c), ALL)                                                                          \
    X(enum fmi3_status, fmi3EnterInitializationMode,                                                                   \
      (void *c, bool has_tolerance, double tolerance, double start, bool has_stop, double stop), ALL)                  \
    X(enum fmi3_status, fmi3ExitInitializationMode, (void *c), ALL)                                                    \
    X(enum fmi3_status, fmi3EnterEventMode, (void *c), ALL)                                                            \
    X(enum fmi3_status, fmi3Terminate, (void *c), ALL)                                                                 \
    X(enum fmi3_status, fmi3Reset, (void *c), ALL)                                                                     \
    X(enum fmi3_status, fmi3GetFloat32,                                                                                \
      (void *c, const fmi3_ref refs[], size_t n, float values[], size_t n_values), ALL)                                \
    X(enum fmi3_status, fmi3GetFloat64,                                                                                \
      (void *c, const fmi3_ref refs[], size_t n, double values[], size_t n_values), ALL)                               \
    X(enum fmi3_status, fmi3GetInt8,                                                                                   \
      (void *c, const fmi3_ref refs[], size_t n, int8_t values[], size_t n_values), ALL)                               \
    X(enum fmi3_status, fmi3GetUInt8,                                                                                  \
      (void *c, const fmi3_ref refs[], size_t n, uint8_t values[], size_t n_values), ALL)                              \
    X(enum fmi3_status, fmi3GetInt16,                                                                                  \
      (void *c, const fmi3_ref refs[], size_t n, int16_t values[], size_t n_values), ALL)                              \
    X(enum fmi3_status, fmi3GetUInt16,                                                                                 \
      (void *c, const fmi3_ref refs[], size_t n, uint16_t values[], size_t n_values), ALL)                             \
    X(enum fmi3_status, fmi3GetInt32,                                                                                  \
      (void *c, const fmi3_ref refs[], size_t n, int32_t values[], size_t n_values), ALL)                              \
    X(enum fmi3_status, fmi3GetUInt32,                                                                                 \
      (void *c, const fmi3_ref refs[], size_t n, uint32_t values[], size_t n_values), ALL)                             \
    X(enum fmi3_status, fmi3GetInt64,                                                                                  \
      (void *c, const fmi3_ref refs[], size_t n, int64_t values[], size_t n_values), ALL)                              \
    X(enum fmi3_status, fmi3GetUInt64,                                                                                 \
      (void *c, const fmi3_ref refs[], size_t n, uint64_t values[], size_t n_values), ALL)                             \
    X(enum fmi3_status, fmi3GetBoolean,                                                                                \
      (void *c, const fmi3_ref refs[], size_t n, bool values[], size_t n_values), ALL)                                 \
    X(enum fmi3_status, fmi3GetString,                                                                                 \
      (void *c, const fmi3_ref refs[], size_t n, const char *values[], size_t n_values), ALL)                          \
    X(enum fmi3_status, fmi3GetBinary,                                                                                 \
      (void *c, const fmi3_ref refs[], size_t n, size_t sizes[], const uint8_t *values[], size_t n_values), ALL)       \
    X(enum fmi3_status, fmi3GetClock, (void *c, const fmi3_ref refs[], size_t n, bool values[]), ALL)                  \
    X(enum fmi3_status, fmi3SetFloat32,                                                                                \
      (void *c, const fmi3_ref refs[], size_t n, const float values[], size_t n_values), ALL)                          \
    X(enum fmi3_status, fmi3SetFloat64,                                                                                \
      (void *c, const fmi3_ref refs[], size_t n, const double values[], size_t n_values), ALL)                         \
    X(enum fmi3_status, fmi3SetInt8,                                                                                   \
      (void *c, const fmi3_ref refs[], size_t n, const int8_t values[], size_t n_values), ALL)                         \
    X(enum fmi3_status, fmi3SetUInt8,                                                                                  \
      (void *c, const fmi3_ref refs[], size_t n, const uint8_t values[], size_t n_values), ALL)                        \
    X(enum fmi3_status, fmi3SetInt16,                                                                                  \
      (void *c, const fmi3_ref refs[], size_t n, const int16_t values[], size_t n_values), ALL)                        \
    X(enum fmi3_status, fmi3SetUInt16,                                                                                 \
      (void *c, const fmi3_ref refs[], size_t n, const uint16_t values[], size_t n_values), ALL)                       \
    X(enum fmi3_status, fmi3SetInt32,                                                                                  \
      (void *c, const fmi3_ref refs[], size_t n, const int32_t values[], size_t n_values), ALL)                        \
    X(enum fmi3_status, fmi3SetUInt32,                                                                                 \
      (void *c, const fmi3_ref refs[], size_t n, const uint32_t values[], size_t n_values), ALL)                       \
    X(enum fmi3_status, fmi3SetInt64,                                                                                  \
      (void *c, const fmi3_ref refs[], size_t n, const int64_t values[], size_t n_values), ALL)                        \
    X(enum fmi3_status, fmi3SetUInt64,                                                                                 \
      (void *c, const fmi3_ref refs[], size_t n, const uint64_t values[], size_t n_values), ALL)                       \
    X(enum fmi3_status, fmi3SetBoolean,                                                                                \
      (void *c, const fmi3_ref refs[], size_t n, const bool values[], size_t n_values), ALL)                           \
    X(enum fmi3_status, fmi3SetString,                                                                                 \
      (void *c, const fmi3_ref refs[], size_t n, const char *const values[], size_t n_values), ALL)                    \
    X(enum fmi3_status, fmi3SetBinary,                                                                                 \
      (void *c, const fmi3_ref refs[], size_t n, const size_t sizes[], const uint8_t *const values[],                  \
       size_t n_values), ALL)                                                                                          \
    X(enum fmi3_status, fmi3SetClock, (void *c, const fmi3_ref refs[], size_t n, const bool values[]), ALL)            \
    X(enum fmi3_status, fmi3GetNumberOfVariableDependencies, (void *c, fmi3_ref ref, size_t *count), ALL)              \
    X(enum fmi3_status, fmi3GetVariableDependencies,                                                                   \
      (void *c, fmi3_ref ref, size_t elements[], fmi3_ref independents[], size_t elements_of_independents[],           \
       enum fmi3_dependency kinds[], size_t count), ALL)                                                               \
    X(enum fmi3_status, fmi3GetFMUState, (void *c, void **state), ALL)                                                 \
    X(enum fmi3_status, fmi3SetFMUState, (void *c, void *state), ALL)                                                  \
    X(enum fmi3_status, fmi3FreeFMUState, (void *c, void **state), ALL)                                                \
    X(enum fmi3_status, fmi3SerializedFMUStateSize, (void *c, void *state, size_t *size), ALL)                         \
    X(enum fmi3_status, fmi3SerializeFMUState, (void *c, void *state, uint8_t bytes[], size_t size), ALL)              \
    X(enum fmi3_status, fmi3DeserializeFMUState, (void *c, const uint8_t bytes[], size_t size, void **state), ALL)     \
    X(enum fmi3_status, fmi3GetDirectionalDerivative,                                                                  \
      (void *c, const fmi3_ref unknowns[], size_t n_unknowns, const fmi3_ref knowns[], size_t n_knowns,                \
       const double seed[], size_t n_seed, double sensitivity[], size_t n_sensitivity), ALL)                           \
    X(enum fmi3_status, fmi3GetAdjointDerivative,                                                                      \
      (void *c, const fmi3_ref unknowns[], size_t n_unknowns, const fmi3_ref knowns[], size_t n_knowns,                \
       const double seed[], size_t n_seed, double sensitivity[], size_t n_sensitivity), ALL)                           \
    X(enum fmi3_status, fmi3EnterConfigurationMode, (void *c), ALL)                                                    \
    X(enum fmi3_status, fmi3ExitConfigurationMode, (void *c), ALL)                                                     \
    X(enum fmi3_status, fmi3GetIntervalDecimal,                                                                        \
      (void *c, const fmi3_ref refs[], size_t n, double intervals[], enum fmi3_interval qualifiers[]), ALL)            \
    X(enum fmi3_status, fmi3GetIntervalFraction,                                                                       \
      (void *c, const fmi3_ref refs[], size_t n, uint64_t counters[], uint64_t resolutions[],                          \
       enum fmi3_interval qualifiers[]), ALL)                                                                          \
    X(enum fmi3_status, fmi3GetShiftDecimal, (void *c, const fmi3_ref refs[], size_t n, double shifts[]), ALL)         \
    X(enum fmi3_status, fmi3GetShiftFraction,                                                                          \
      (void *c, const fmi3_ref refs[], size_t n, uint64_t counters[], uint64_t resolutions[]), ALL)                    \
    X(enum fmi3_status, fmi3SetIntervalDecimal,                                                                        \
      (void *c, const fmi3_ref refs[], size_t n, const double intervals[]), ALL)                                       \
    X(enum fmi3_status, fmi3SetIntervalFraction,                                                                       \
      (void *c, const fmi3_ref refs[], size_t n, const uint64_t counters[], const uint64_t resolutions[]), ALL)        \
    X(enum fmi3_status, fmi3SetShiftDecimal, (void *c, const fmi3_ref refs[], size_t n, const double shifts[]), ALL)   \
    X(enum fmi3_status, fmi3SetShiftFraction,                                                                          \
      (void *c, const fmi3_ref refs[], size_t n, const uint64_t counters[], const uint64_t resolutions[]), ALL)        \
    X(enum fmi3_status, fmi3EvaluateDiscreteStates, (void *c), ALL)                                                    \
    X(enum fmi3_status, fmi3UpdateDiscreteStates,                                                                      \
      (void *c, bool *needs_another, bool *terminate, bool *nominals_changed, bool *states_changed,                    \
       bool *next_time_defined, double *next_time), ALL)                                                               \
    X(enum fmi3_status, fmi3EnterContinuousTimeMode, (void *c), ME)                                                    \
    X(enum fmi3_status, fmi3CompletedIntegratorStep,                                                                   \
      (void *c, bool no_set_state_before, bool *enter_event_mode, bool *terminate), ME)                                \
    X(enum fmi3_status, fmi3SetTime, (void *c, double time), ME)                                                       \
    X(enum fmi3_status, fmi3SetContinuousStates, (void *c, const double x[], size_t n), ME)                            \
    X(enum fmi3_status, fmi3GetContinuousStateDerivatives, (void *c, double der[], size_t n), ME)                      \
    X(enum fmi3_status, fmi3GetEventIndicators, (void *c, double z[], size_t n), ME)                                   \
    X(enum fmi3_status, fmi3GetContinuousStates, (void *c, double x[], size_t n), ME)                                  \
    X(enum fmi3_status, fmi3GetNominalsOfContinuousStates, (void *c, double nominal[], size_t n), ME)                  \
    X(enum fmi3_status, fmi3GetNumberOfEventIndicators, (void *c, size_t *n), ME)                                      \
    X(enum fmi3_status, fmi3GetNumberOfContinuousStates, (void *c, size_t *n), ME)                                     \
    X(enum fmi3_status, fmi3EnterStepMode, (void *c), CS)                                                              \
    X(enum fmi3_status, fmi3GetOutputDerivatives,                                                                      \
      (void *c, const fmi3_ref refs[], size_t n, const int32_t orders[], double values[], size_t n_values), CS)        \
    X(enum fmi3_status, fmi3DoStep,                                                                                    \
      (void *c, double time, double step, bool no_set_state_before, bool *event_needed, bool *terminate, bool *early,  \
       double *last_time), CS)                                                                                         \
    X(enum fmi3_status, fmi3ActivateModelPartition, (void *c, fmi3_ref clock, double time), SE)
/* clang-format on */

#endif
