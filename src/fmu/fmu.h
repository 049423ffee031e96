/* SPDX-License-Identifier: MIT */
/* fmu.h - the run inside an exported FMU, whatever version of FMI it is seen through.
 *
 * An FMU is the C code of a model, a table about it (struct fmu_about), this folder, and the engine. fmi2.c and
 * fmi3.c translate the functions of the standard into those below, which know no version. A function that can fail
 * says why through the callback for messages, and returns what the standard returns; no misuse is a crash.
 *
 * Variables have numbers, the same in both versions: 0 is the time; then all scalars of states, discretes, outputs
 * and parameters; then the derivatives of the states; then the guards, which are event indicators.
 *
 * The run is made when a value is first asked for, from what has been set until then, and made again if more is set
 * before the initialization ends. Co-simulation is a run with inputs from outside (run/outside). Model exchange is a
 * run by an engine in the frame engine/whole that makes no steps: the importer makes them, events are handled as in
 * every run. */
#ifndef FMU_FMU_H
#define FMU_FMU_H

#include "run/outside/outside.h"
#include "saltus.h"

enum fmu_status { FMU_OK, FMU_WARNING, FMU_DISCARD, FMU_ERROR, FMU_FATAL };
enum fmu_phase {
    FMU_INSTANTIATED,
    FMU_INITIALIZING,
    FMU_EVENT,
    FMU_CONTINUOUS,
    FMU_STEPPING,
    FMU_TERMINATED,
    FMU_BROKEN
};
enum fmu_type { FMU_REAL = 'r', FMU_INTEGER = 'i', FMU_BOOLEAN = 'b' };
enum fmu_role {
    FMU_ABSENT = '-', /* not a variable of the FMU */
    FMU_READ = 'r',   /* only read */
    FMU_START = 's',  /* set before the initialization ends */
    FMU_INPUT = 'u'
};

/* What the exporter writes beside the code of the model. */
struct fmu_about {
    const saltus_model *model;
    const char *token;  /* GUID or instantiation token */
    const char *method; /* of co-simulation */
    /* of each scalar of states, discretes, outputs, parameters: enum fmu_type, enum fmu_role */
    const char *types, *roles;
};
extern const struct fmu_about fmu_about;

typedef void fmu_log(void *user, enum fmu_status status, const char *category, const char *text);

struct fmu {
    const struct fmu_about *about;
    bool exchange; /* model exchange, or co-simulation */
    bool logging;
    enum fmu_phase phase;
    fmu_log *log;
    void *user;
    int32_t n_states, n_discretes, n_outputs, n_parameters, n_vars, n_guards;
    int32_t n_continuous;    /* states that are not inputs ... */
    int32_t *continuous;     /* ... their numbers */
    int32_t n_indicators;    /* guards with events of their own ... */
    int32_t *indicator;      /* ... their numbers */
    double *set;             /* n_vars: values that were set, of inputs the present ones ... */
    unsigned char *given;    /* ... whether they were */
    double start, tolerance; /* 0: unset */
    double t;
    saltus_status failed;    /* of a run that could not be made */
    struct sim *sim;         /* NULL: not made yet, or to be made again */
    struct outside *outside; /* of co-simulation */
    bool fired;              /* an event since it was cleared */
    bool terminated;         /* by the model */
    bool moved;              /* co-simulation: inputs since the last step */
    saltus_env env;          /* the point where functions are asked ... */
    double *signals;         /* ... with values, and slopes if they are seeded */
    bool shown, faulted;     /* ... it is at (t, x); a function gave up there */
    double *f;               /* n_states: derivatives */
    double *z;               /* n_indicators */
};

/* ---- fmu.c: an instance ---------------------------------------------------------------------- */

/* NULL: memory is short, or the token is another; it is said. */
struct fmu *fmu_new(const struct fmu_about *about, bool exchange, const char *token, bool logging,
                    fmu_log *log, void *user);
void fmu_free(struct fmu *f);
enum fmu_status fmu_reset(struct fmu *f);
enum fmu_status fmu_say(struct fmu *f, enum fmu_status status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* May it be called in this phase (bits 1 << enum fmu_phase)? Else it is said. */
bool fmu_may(struct fmu *f, unsigned phases, const char *function);
enum {
    FMU_BEFORE = 1 << FMU_INSTANTIATED | 1 << FMU_INITIALIZING,
    FMU_RUNNING = 1 << FMU_EVENT | 1 << FMU_CONTINUOUS | 1 << FMU_STEPPING,
    FMU_ANY = FMU_BEFORE | FMU_RUNNING | 1 << FMU_TERMINATED
};

enum fmu_status fmu_setup(struct fmu *f, double tolerance, double start, bool has_stop,
                          double stop);
enum fmu_status fmu_initialize(struct fmu *f);  /* initialization begins */
enum fmu_status fmu_initialized(struct fmu *f); /* ... and ends */
enum fmu_status fmu_terminate(struct fmu *f);
bool fmu_ready(struct fmu *f); /* the run is made if need be; false: it cannot be, which was said */
bool fmu_fine(struct fmu *f);  /* the run goes on; else it is broken from now on */
void fmu_close_run(struct fmu *f);

/* ---- fmu_value.c: variables ------------------------------------------------------------------ */

enum fmu_status fmu_get(struct fmu *f, uint32_t ref, enum fmu_type type, double *value);
enum fmu_status fmu_set(struct fmu *f, uint32_t ref, enum fmu_type type, double value);
double fmu_state(const struct fmu *f, int32_t i); /* now */
/* The derivatives of the unknowns in the direction of the seed, exact. */
enum fmu_status fmu_directional(struct fmu *f, const uint32_t unknowns[], size_t n_unknowns,
                                const uint32_t knowns[], size_t n_knowns, const double seed[],
                                double sensitivity[]);
enum fmu_status fmu_output_derivative(struct fmu *f, uint32_t ref, int32_t order, double *value);

/* ---- fmu_exchange.c: the importer integrates ------------------------------------------------- */

struct fmu_events {
    bool terminate, states_changed, next_defined;
    double next;
};
saltus_status fmu_exchange_open(struct fmu *f, const saltus_options *o);
void fmu_exchange_put(struct fmu *f, int32_t state, double value);
double fmu_exchange_state(const struct fmu *f, int32_t i);
enum fmu_status fmu_exchange_time(struct fmu *f, double t);
enum fmu_status fmu_exchange_states(struct fmu *f, const double *x, size_t n);
enum fmu_status fmu_exchange_derivatives(struct fmu *f, double *to, size_t n);
enum fmu_status fmu_exchange_indicators(struct fmu *f, double *to, size_t n);
enum fmu_status fmu_exchange_nominals(struct fmu *f, double *to, size_t n);
enum fmu_status fmu_exchange_instant(struct fmu *f, struct fmu_events *e);
/* A step of the importer has ended: is there an event? */
enum fmu_status fmu_exchange_stepped(struct fmu *f, bool *event);

/* ---- fmu_step.c: co-simulation --------------------------------------------------------------- */

saltus_status fmu_step_open(struct fmu *f, const saltus_options *o);
void fmu_step_put(struct fmu *f, int32_t state, double value);
/* To t + step, or up to the first event if `early` is not NULL, which is then told. */
enum fmu_status fmu_step(struct fmu *f, double t, double step, bool *early);

/* ---- fmu_state.c: the state as bytes --------------------------------------------------------- */

struct fmu_state {
    size_t n;
    unsigned char bytes[];
};
enum fmu_status fmu_keep(struct fmu *f, struct fmu_state **state);
enum fmu_status fmu_put_back(struct fmu *f, const struct fmu_state *state);
enum fmu_status fmu_state_read(struct fmu *f, const void *bytes, size_t n,
                               struct fmu_state **state);

#endif
