/* SPDX-License-Identifier: MIT */
/* serve.c - see serve.h.
 *
 * Functions are called through `call2` and `call3`, which tell the page which one it is. A status of warning is fine,
 * discard is an answer of its own, error and fatal fail the action; the text says which function it was. */
#include "fmi/import/serve.h"
#include "fmi/abi2.h"
#include "fmi/abi3.h"
#include "fmi/import/description.h"
#include <dlfcn.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_ROUNDS = 1000, MOST_LOGS = 50, LOG_LENGTH = 1000 };

#define ENTRY(result, name, arguments, whom) result(*name) arguments;
struct functions2 {
    FMI2_FUNCTIONS(ENTRY)
};
struct functions3 {
    FMI3_FUNCTIONS(ENTRY)
};
#undef ENTRY

struct entry { /* a variable */
    enum fmu_type type;
    unsigned ref;
    uint32_t elements;
};

struct group { /* entries of one type, asked for at once */
    uint32_t n, elements;
    unsigned *refs;
    uint32_t *at; /* by entry: where its values stand in the reply */
    uint32_t *of; /* by entry: how many there are                  */
};

struct serve {
    struct serve_page *page;
    int version;
    enum serve_kind kind;
    void *library;
    struct functions2 f2;
    struct functions3 f3;
    struct fmi2_callbacks callbacks;
    void *c;                    /* the instance */
    char *instance, *resources; /* texts that the FMU may keep */
    bool initialized;
    bool event_mode, early; /* FMI 3.0, co-simulation: it has events, it may return early */
    uint32_t n_values;      /* of all entries */
    struct group group[FMU_TYPES];
    void *room; /* for the values of one group */
    double *values;
    uint32_t n_states, n_indicators;
    double *x, *z;
    struct wire logs;
    uint32_t n_logs;
    enum serve_answer answer;
    char text[400]; /* why the action has failed */
};

/* ---- Calling --------------------------------------------------------------------------------- */

static void enter(struct serve *s, const char *function)
{
    snprintf(s->page->function, sizeof s->page->function, "%s", function);
}

static bool leave(struct serve *s, int status)
{
    static const char *const said[] = {"ok", "warning", "discard", "error", "fatal", "pending"};
    if (status == FMI2_OK || status == FMI2_WARNING) {
        s->page->function[0] = 0;
        return true;
    }
    if (status == FMI2_DISCARD) {
        if (s->answer == SERVE_FINE) s->answer = SERVE_DISCARDED;
    } else {
        s->answer = SERVE_FAILED;
    }
    if (!*s->text) {
        if (status >= 0 && status <= FMI2_PENDING)
            snprintf(s->text, sizeof s->text, "%s returned '%s'", s->page->function, said[status]);
        else
            snprintf(s->text, sizeof s->text, "%s returned %d, which is no status",
                     s->page->function, status);
    }
    s->page->function[0] = 0;
    return false;
}

static bool fail(struct serve *s, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    if (s->answer != SERVE_FAILED) vsnprintf(s->text, sizeof s->text, format, args);
    va_end(args);
    s->answer = SERVE_FAILED;
    return false;
}

#define CALL2(s, function, ...) (enter(s, #function), leave(s, (int)(s)->f2.function(__VA_ARGS__)))
#define CALL3(s, function, ...) (enter(s, #function), leave(s, (int)(s)->f3.function(__VA_ARGS__)))

static void keep_log(struct serve *s, int status, const char *text)
{
    if (++s->n_logs > MOST_LOGS) return;
    wire_put(&s->logs, (uint32_t)status);
    wire_put_text(&s->logs, text);
}

static void log_of_2(void *environment, const char *instance, enum fmi2_status status,
                     const char *category, const char *message, ...)
{
    char text[LOG_LENGTH];
    va_list args;
    (void)instance, (void)category;
    if (!environment || !message) return;
    va_start(args, message);
    vsnprintf(text, sizeof text, message, args);
    va_end(args);
    keep_log(environment, (int)status, text);
}

static void log_of_3(void *environment, enum fmi3_status status, const char *category,
                     const char *message)
{
    char text[LOG_LENGTH];
    (void)category;
    if (!environment || !message) return;
    snprintf(text, sizeof text, "%s", message);
    keep_log(environment, (int)status, text);
}

/* ---- Loading --------------------------------------------------------------------------------- */

/* Functions that are called; an FMU that lacks another one will do. */
#define NEEDED2(X)                                                                                 \
    X(fmi2Instantiate)                                                                             \
    X(fmi2FreeInstance)                                                                            \
    X(fmi2SetupExperiment)                                                                         \
    X(fmi2EnterInitializationMode)                                                                 \
    X(fmi2ExitInitializationMode)                                                                  \
    X(fmi2Terminate)                                                                               \
    X(fmi2GetReal)                                                                                 \
    X(fmi2GetInteger)                                                                              \
    X(fmi2GetBoolean)                                                                              \
    X(fmi2SetReal)                                                                                 \
    X(fmi2SetInteger)                                                                              \
    X(fmi2SetBoolean)                                                                              \
    X(fmi2SetString)
#define NEEDED2_ME(X)                                                                              \
    X(fmi2EnterEventMode)                                                                          \
    X(fmi2NewDiscreteStates)                                                                       \
    X(fmi2EnterContinuousTimeMode)                                                                 \
    X(fmi2CompletedIntegratorStep)                                                                 \
    X(fmi2SetTime)                                                                                 \
    X(fmi2SetContinuousStates)                                                                     \
    X(fmi2GetDerivatives)                                                                          \
    X(fmi2GetEventIndicators)                                                                      \
    X(fmi2GetContinuousStates)                                                                     \
    X(fmi2GetNominalsOfContinuousStates)
#define NEEDED2_CS(X) X(fmi2DoStep)
#define NEEDED3(X)                                                                                 \
    X(fmi3FreeInstance)                                                                            \
    X(fmi3EnterInitializationMode)                                                                 \
    X(fmi3ExitInitializationMode)                                                                  \
    X(fmi3Terminate)                                                                               \
    X(fmi3GetFloat64)                                                                              \
    X(fmi3SetFloat64)                                                                              \
    X(fmi3GetFloat32)                                                                              \
    X(fmi3SetFloat32)                                                                              \
    X(fmi3GetInt8)                                                                                 \
    X(fmi3SetInt8)                                                                                 \
    X(fmi3GetUInt8)                                                                                \
    X(fmi3SetUInt8)                                                                                \
    X(fmi3GetInt16)                                                                                \
    X(fmi3SetInt16)                                                                                \
    X(fmi3GetUInt16)                                                                               \
    X(fmi3SetUInt16)                                                                               \
    X(fmi3GetInt32)                                                                                \
    X(fmi3SetInt32)                                                                                \
    X(fmi3GetUInt32)                                                                               \
    X(fmi3SetUInt32)                                                                               \
    X(fmi3GetInt64)                                                                                \
    X(fmi3SetInt64)                                                                                \
    X(fmi3GetUInt64)                                                                               \
    X(fmi3SetUInt64)                                                                               \
    X(fmi3GetBoolean)                                                                              \
    X(fmi3SetBoolean)                                                                              \
    X(fmi3SetString)
#define NEEDED3_ME(X)                                                                              \
    X(fmi3InstantiateModelExchange)                                                                \
    X(fmi3EnterEventMode)                                                                          \
    X(fmi3UpdateDiscreteStates)                                                                    \
    X(fmi3EnterContinuousTimeMode)                                                                 \
    X(fmi3CompletedIntegratorStep)                                                                 \
    X(fmi3SetTime)                                                                                 \
    X(fmi3SetContinuousStates)                                                                     \
    X(fmi3GetContinuousStateDerivatives)                                                           \
    X(fmi3GetEventIndicators)                                                                      \
    X(fmi3GetContinuousStates)                                                                     \
    X(fmi3GetNominalsOfContinuousStates)
#define NEEDED3_CS(X)                                                                              \
    X(fmi3InstantiateCoSimulation)                                                                 \
    X(fmi3DoStep)                                                                                  \
    X(fmi3EnterEventMode)                                                                          \
    X(fmi3UpdateDiscreteStates)                                                                    \
    X(fmi3EnterStepMode)

static void lacks(struct serve *s, const char *name)
{
    size_t n = strlen(s->text);
    if (n == 0) n = (size_t)snprintf(s->text, sizeof s->text, "its library lacks");
    if (n < sizeof s->text - 80) snprintf(s->text + n, sizeof s->text - n, " %s", name);
    s->answer = SERVE_FAILED;
}

static bool find_functions(struct serve *s)
{
#define FIND2(result, name, arguments, whom) *(void **)&s->f2.name = dlsym(s->library, #name);
#define FIND3(result, name, arguments, whom) *(void **)&s->f3.name = dlsym(s->library, #name);
#define CHECK2(name)                                                                               \
    if (!s->f2.name) lacks(s, #name);
#define CHECK3(name)                                                                               \
    if (!s->f3.name) lacks(s, #name);
    if (s->version == 2) {
        FMI2_FUNCTIONS(FIND2)
        NEEDED2(CHECK2)
        if (s->kind == SERVE_ME) {
            NEEDED2_ME(CHECK2)
        } else {
            NEEDED2_CS(CHECK2)
        }
    } else {
        FMI3_FUNCTIONS(FIND3)
        NEEDED3(CHECK3)
        if (s->kind == SERVE_ME) {
            NEEDED3_ME(CHECK3)
        } else {
            NEEDED3_CS(CHECK3)
        }
    }
#undef FIND2
#undef FIND3
#undef CHECK2
#undef CHECK3
    return s->answer == SERVE_FINE;
}

static bool instantiate(struct serve *s, const char *token, bool logging)
{
    const char *function = s->version == 2       ? "fmi2Instantiate"
                           : s->kind == SERVE_ME ? "fmi3InstantiateModelExchange"
                                                 : "fmi3InstantiateCoSimulation";
    enter(s, function);
    s->callbacks = (struct fmi2_callbacks){
        .logger = log_of_2, .allocate = calloc, .release = free, .environment = s};
    if (s->version == 2)
        s->c = s->f2.fmi2Instantiate(s->instance,
                                     s->kind == SERVE_ME ? FMI2_MODEL_EXCHANGE : FMI2_CO_SIMULATION,
                                     token, s->resources, &s->callbacks, 0, logging);
    else if (s->kind == SERVE_ME)
        s->c = s->f3.fmi3InstantiateModelExchange(s->instance, token, s->resources, false, logging,
                                                  s, log_of_3);
    else
        s->c =
            s->f3.fmi3InstantiateCoSimulation(s->instance, token, s->resources, false, logging,
                                              s->event_mode, s->early, NULL, 0, s, log_of_3, NULL);
    s->page->function[0] = 0;
    return s->c ? true : fail(s, "%s refused to make an instance", function);
}

static bool no_memory(struct serve *s)
{
    return fail(s, "out of memory");
}

/* The entries, by type. */
static bool group_entries(struct serve *s, struct wire *r)
{
    uint32_t n = wire_get(r), most = 0;
    for (uint32_t k = 0; k < n && !r->bad; k++) {
        uint32_t type = wire_get(r), ref = wire_get(r), elements = wire_get(r);
        struct group *g = &s->group[type < FMU_TYPES ? type : 0];
        if ((g->n & (g->n + 1)) == 0 || !g->refs) {
            size_t room = 2 * (size_t)g->n + 2;
            unsigned *refs = realloc(g->refs, room * sizeof *refs);
            if (refs) g->refs = refs;
            uint32_t *at = realloc(g->at, room * sizeof *at);
            if (at) g->at = at;
            uint32_t *of = realloc(g->of, room * sizeof *of);
            if (of) g->of = of;
            if (!refs || !at || !of) return no_memory(s);
        }
        g->refs[g->n] = ref;
        g->at[g->n] = s->n_values;
        g->of[g->n++] = elements;
        g->elements += elements;
        s->n_values += elements;
        if (g->elements > most) most = g->elements;
    }
    s->n_states = wire_get(r);
    s->n_indicators = wire_get(r);
    s->room = calloc((size_t)most + 1, sizeof(double));
    s->values = calloc((size_t)s->n_values + 1, sizeof(double));
    s->x = calloc((size_t)s->n_states + 1, sizeof(double));
    s->z = calloc((size_t)s->n_indicators + 1, sizeof(double));
    if (r->bad) return fail(s, "a request is malformed");
    return s->room && s->values && s->x && s->z ? true : no_memory(s);
}

static char *copy(const char *text)
{
    size_t n = strlen(text) + 1;
    char *to = malloc(n);
    return to ? memcpy(to, text, n) : NULL;
}

static bool load(struct serve *s, struct wire *r)
{
    const char *path, *token;
    bool logging;
    s->version = (int)wire_get(r);
    s->kind = (enum serve_kind)wire_get(r);
    path = wire_get_text(r);
    s->instance = copy(wire_get_text(r));
    token = wire_get_text(r);
    s->resources = copy(wire_get_text(r));
    logging = wire_get(r) != 0;
    s->event_mode = wire_get(r) != 0;
    s->early = wire_get(r) != 0;
    if (!s->instance || !s->resources) return no_memory(s);
    if (!group_entries(s, r)) return false;
    enter(s, "its initialization by dlopen");
    s->library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    s->page->function[0] = 0;
    if (!s->library) return fail(s, "its library cannot be loaded: %s", dlerror());
    return find_functions(s) && instantiate(s, token, logging);
}

/* ---- Values ---------------------------------------------------------------------------------- */

/* Values of one type of FMI 3.0 as they come and go. */
#define EACH_NUMBER3(X)                                                                            \
    X(FMU_FLOAT64, double, Float64)                                                                \
    X(FMU_FLOAT32, float, Float32)                                                                 \
    X(FMU_INT8, int8_t, Int8)                                                                      \
    X(FMU_UINT8, uint8_t, UInt8)                                                                   \
    X(FMU_INT16, int16_t, Int16)                                                                   \
    X(FMU_UINT16, uint16_t, UInt16)                                                                \
    X(FMU_INT32, int32_t, Int32)                                                                   \
    X(FMU_UINT32, uint32_t, UInt32)                                                                \
    X(FMU_INT64, int64_t, Int64)                                                                   \
    X(FMU_UINT64, uint64_t, UInt64)
#define EACH_TYPE3(X) EACH_NUMBER3(X) X(FMU_BOOLEAN, bool, Boolean)

static void spread(struct serve *s, const struct group *g, uint32_t k, uint32_t j, double value)
{
    s->values[g->at[k] + j] = value;
}

#define GET3(TYPE, plain, Name)                                                                    \
    case TYPE: {                                                                                   \
        const plain *v = s->room;                                                                  \
        if (!CALL3(s, fmi3Get##Name, s->c, g->refs, g->n, s->room, g->elements)) return false;     \
        for (uint32_t k = 0; k < g->n; k++)                                                        \
            for (uint32_t j = 0; j < g->of[k]; j++) spread(s, g, k, j, (double)*v++);              \
        return true;                                                                               \
    }

static bool get_group3(struct serve *s, int type, const struct group *g)
{
    if (type == FMU_BOOLEAN) { /* whatever a stranger takes for a bool */
        const unsigned char *v = s->room;
        if (!CALL3(s, fmi3GetBoolean, s->c, g->refs, g->n, s->room, g->elements)) return false;
        for (uint32_t k = 0; k < g->n; k++)
            for (uint32_t j = 0; j < g->of[k]; j++) spread(s, g, k, j, *v++ != 0);
        return true;
    }
    switch (type) {
        EACH_NUMBER3(GET3)
    default: return true;
    }
}

static bool get_group2(struct serve *s, int type, const struct group *g)
{
    const int *v = s->room;
    if (type == FMU_FLOAT64) {
        if (!CALL2(s, fmi2GetReal, s->c, g->refs, g->n, s->room)) return false;
        for (uint32_t k = 0; k < g->n; k++) spread(s, g, k, 0, ((const double *)s->room)[k]);
        return true;
    }
    if (type == FMU_INT32) {
        if (!CALL2(s, fmi2GetInteger, s->c, g->refs, g->n, s->room)) return false;
    } else if (!CALL2(s, fmi2GetBoolean, s->c, g->refs, g->n, s->room)) {
        return false;
    }
    for (uint32_t k = 0; k < g->n; k++) spread(s, g, k, 0, v[k]);
    return true;
}

static bool get_values(struct serve *s)
{
    for (int t = 0; t < FMU_TYPES; t++) {
        const struct group *g = &s->group[t];
        if (g->n == 0) continue;
        if (!(s->version == 2 ? get_group2(s, t, g) : get_group3(s, t, g))) return false;
    }
    return true;
}

#define SET3(TYPE, plain, Name)                                                                    \
    case TYPE: {                                                                                   \
        plain *to = room;                                                                          \
        for (uint32_t j = 0; j < n; j++) to[j] = (plain)v[j];                                      \
        return CALL3(s, fmi3Set##Name, s->c, &ref, 1, to, n);                                      \
    }

static bool set_numbers(struct serve *s, enum fmu_type type, unsigned ref, uint32_t n,
                        const double *v, void *room)
{
    int whole = (int)*v;
    if (s->version == 2 && type == FMU_FLOAT64) return CALL2(s, fmi2SetReal, s->c, &ref, 1, v);
    if (s->version == 2 && type == FMU_INT32)
        return CALL2(s, fmi2SetInteger, s->c, &ref, 1, &whole);
    if (s->version == 2) return CALL2(s, fmi2SetBoolean, s->c, &ref, 1, &whole);
    switch (type) {
        EACH_TYPE3(SET3)
    default: return fail(s, "values of type %s cannot be set", fmu_type_names[type]);
    }
}

static bool set_entry(struct serve *s, struct wire *r)
{
    uint32_t type = wire_get(r), ref = wire_get(r), n = wire_get(r);
    double *v, *room;
    bool good = false;
    if (type == FMU_STRING) {
        const char *text = wire_get_text(r);
        return s->version == 2 ? CALL2(s, fmi2SetString, s->c, &ref, 1, &text)
                               : CALL3(s, fmi3SetString, s->c, &ref, 1, &text, 1);
    }
    v = calloc((size_t)n + 1, sizeof *v);
    room = calloc((size_t)n + 1, sizeof *room);
    if (v && room) {
        wire_get_reals(r, v, n);
        good = r->bad || type >= FMU_TYPES ? fail(s, "a request is malformed")
                                           : set_numbers(s, (enum fmu_type)type, ref, n, v, room);
    } else {
        no_memory(s);
    }
    free(v);
    free(room);
    return good;
}

static bool set(struct serve *s, struct wire *r)
{
    uint32_t n = wire_get(r);
    for (uint32_t k = 0; k < n; k++)
        if (!set_entry(s, r)) return false;
    return true;
}

static void put_values(struct serve *s, struct wire *reply)
{
    wire_put_reals(reply, s->values, s->n_values);
}

/* ---- Initialization -------------------------------------------------------------------------- */

static bool begin(struct serve *s, struct wire *r)
{
    bool has_tolerance = wire_get(r), has_stop;
    double tolerance = wire_get_real(r), start = wire_get_real(r), stop;
    has_stop = wire_get(r);
    stop = wire_get_real(r);
    s->page->time = start;
    if (s->version == 2)
        return CALL2(s, fmi2SetupExperiment, s->c, has_tolerance, tolerance, start, has_stop,
                     stop) &&
               CALL2(s, fmi2EnterInitializationMode, s->c);
    return CALL3(s, fmi3EnterInitializationMode, s->c, has_tolerance, tolerance, start, has_stop,
                 stop);
}

/* Iterates events until the FMU wants no more. */
static bool iterate(struct serve *s, struct fmi2_event_info *news)
{
    bool states = false, nominals = false;
    for (int k = 0; k < MOST_ROUNDS; k++) {
        *news = (struct fmi2_event_info){0};
        if (s->version == 2) {
            if (!CALL2(s, fmi2NewDiscreteStates, s->c, news)) return false;
        } else {
            bool b[5] = {false};
            if (!CALL3(s, fmi3UpdateDiscreteStates, s->c, &b[0], &b[1], &b[2], &b[3], &b[4],
                       &news->next_time))
                return false;
            news->needs_another = b[0];
            news->terminate = b[1];
            news->nominals_changed = b[2];
            news->states_changed = b[3];
            news->next_time_defined = b[4];
        }
        states |= news->states_changed != 0;
        nominals |= news->nominals_changed != 0;
        news->states_changed = states;
        news->nominals_changed = nominals;
        if (!news->needs_another || news->terminate) return true;
    }
    return fail(s, "its events did not settle in %d rounds", MOST_ROUNDS);
}

static bool ready(struct serve *s)
{
    struct fmi2_event_info news;
    s->initialized = true;
    if (s->version == 2) return CALL2(s, fmi2ExitInitializationMode, s->c);
    if (!CALL3(s, fmi3ExitInitializationMode, s->c)) return false;
    /* with event mode, co-simulation begins in it */
    if (s->kind == SERVE_ME) return true;
    return !s->event_mode || (iterate(s, &news) && CALL3(s, fmi3EnterStepMode, s->c));
}

/* ---- Co-simulation --------------------------------------------------------------------------- */

/* What a step that was not finished says of itself. */
static bool unfinished2(struct serve *s, double *reached, bool *end)
{
    int over = 0;
    double t;
    s->answer = SERVE_FINE;
    if (s->f2.fmi2GetBooleanStatus &&
        s->f2.fmi2GetBooleanStatus(s->c, FMI2_TERMINATED, &over) <= FMI2_WARNING && over) {
        *end = true;
        if (s->f2.fmi2GetRealStatus &&
            s->f2.fmi2GetRealStatus(s->c, FMI2_LAST_SUCCESSFUL_TIME, &t) <= FMI2_WARNING)
            *reached = t;
        s->text[0] = 0;
        return true;
    }
    s->answer = SERVE_FAILED;
    return false;
}

static bool step(struct serve *s, struct wire *r, struct wire *reply)
{
    double t = wire_get_real(r), h = wire_get_real(r), reached = t + h;
    bool event = false, end = false, early = false;
    struct fmi2_event_info news = {0};
    s->page->time = t;
    if (s->version == 2) {
        if (!CALL2(s, fmi2DoStep, s->c, t, h, 1) &&
            (s->answer == SERVE_FAILED || !unfinished2(s, &reached, &end)))
            return fail(s, "a step cannot be made");
    } else {
        double last = reached;
        if (!CALL3(s, fmi3DoStep, s->c, t, h, true, &event, &end, &early, &last)) return false;
        if (early || end) reached = last;
    }
    s->page->time = reached;
    if (!(reached >= t && reached <= t + h))
        return fail(s, "its step from %.17g by %.17g came to %.17g", t, h, reached);
    if (!get_values(s)) return false;
    wire_put_real(reply, reached);
    wire_put(reply, event);
    wire_put(reply, end);
    put_values(s, reply);
    if (!event || end) return true;
    if (!CALL3(s, fmi3EnterEventMode, s->c) || !iterate(s, &news) ||
        !CALL3(s, fmi3EnterStepMode, s->c) || !get_values(s))
        return false;
    wire_put(reply, news.terminate != 0);
    put_values(s, reply);
    return true;
}

/* ---- Model exchange -------------------------------------------------------------------------- */

static bool go_to(struct serve *s, struct wire *r)
{
    double t = wire_get_real(r);
    wire_get_reals(r, s->x, s->n_states);
    s->page->time = t;
    if (s->version == 2)
        return CALL2(s, fmi2SetTime, s->c, t) &&
               (!s->n_states || CALL2(s, fmi2SetContinuousStates, s->c, s->x, s->n_states));
    return CALL3(s, fmi3SetTime, s->c, t) &&
           (!s->n_states || CALL3(s, fmi3SetContinuousStates, s->c, s->x, s->n_states));
}

static bool states_of(struct serve *s, double *x, double *nominal)
{
    if (!s->n_states) return true;
    if (s->version == 2)
        return CALL2(s, fmi2GetContinuousStates, s->c, x, s->n_states) &&
               CALL2(s, fmi2GetNominalsOfContinuousStates, s->c, nominal, s->n_states);
    return CALL3(s, fmi3GetContinuousStates, s->c, x, s->n_states) &&
           CALL3(s, fmi3GetNominalsOfContinuousStates, s->c, nominal, s->n_states);
}

/* first: the FMU is in event mode, after its initialization */
static bool event(struct serve *s, struct wire *r, struct wire *reply)
{
    bool first = wire_get(r), good;
    struct fmi2_event_info news;
    double *nominal = calloc((size_t)s->n_states + 1, sizeof *nominal);
    if (!nominal) return no_memory(s);
    good = first || (go_to(s, r) && (s->version == 2 ? CALL2(s, fmi2EnterEventMode, s->c)
                                                     : CALL3(s, fmi3EnterEventMode, s->c)));
    good = good && iterate(s, &news);
    if (good && !news.terminate)
        good = s->version == 2 ? CALL2(s, fmi2EnterContinuousTimeMode, s->c)
                               : CALL3(s, fmi3EnterContinuousTimeMode, s->c);
    good = good && states_of(s, s->x, nominal) && get_values(s);
    if (good) {
        wire_put(reply, news.terminate != 0);
        wire_put(reply, news.next_time_defined != 0);
        wire_put_real(reply, news.next_time);
        wire_put(reply, news.states_changed != 0);
        wire_put_reals(reply, s->x, s->n_states);
        wire_put_reals(reply, nominal, s->n_states);
        put_values(s, reply);
    }
    free(nominal);
    return good;
}

static bool point(struct serve *s, struct wire *r, struct wire *reply)
{
    if (!go_to(s, r)) return false;
    if (s->n_states &&
        !(s->version == 2 ? CALL2(s, fmi2GetDerivatives, s->c, s->x, s->n_states)
                          : CALL3(s, fmi3GetContinuousStateDerivatives, s->c, s->x, s->n_states)))
        return false;
    if (s->n_indicators &&
        !(s->version == 2 ? CALL2(s, fmi2GetEventIndicators, s->c, s->z, s->n_indicators)
                          : CALL3(s, fmi3GetEventIndicators, s->c, s->z, s->n_indicators)))
        return false;
    wire_put_reals(reply, s->x, s->n_states);
    wire_put_reals(reply, s->z, s->n_indicators);
    return true;
}

static bool look(struct serve *s, struct wire *r, struct wire *reply)
{
    if (!go_to(s, r) || !get_values(s)) return false;
    put_values(s, reply);
    return true;
}

static bool done(struct serve *s, struct wire *r, struct wire *reply)
{
    bool wants = false, end = false;
    int wants2 = 0, end2 = 0;
    if (!go_to(s, r)) return false;
    if (s->version == 2) {
        if (!CALL2(s, fmi2CompletedIntegratorStep, s->c, 1, &wants2, &end2)) return false;
        wants = wants2;
        end = end2;
    } else if (!CALL3(s, fmi3CompletedIntegratorStep, s->c, true, &wants, &end)) {
        return false;
    }
    wire_put(reply, wants);
    wire_put(reply, end);
    return true;
}

/* ---- The end --------------------------------------------------------------------------------- */

static bool end(struct serve *s)
{
    bool good = true;
    void *c = s->c;
    s->c = NULL;
    if (!c) return true;
    if (s->initialized)
        good = s->version == 2 ? CALL2(s, fmi2Terminate, c) : CALL3(s, fmi3Terminate, c);
    enter(s, s->version == 2 ? "fmi2FreeInstance" : "fmi3FreeInstance");
    if (s->version == 2)
        s->f2.fmi2FreeInstance(c);
    else
        s->f3.fmi3FreeInstance(c);
    s->page->function[0] = 0;
    return good;
}

struct serve *serve_new(struct serve_page *page)
{
    struct serve *s = calloc(1, sizeof *s);
    if (s) s->page = page;
    return s;
}

void serve_free(struct serve *s)
{
    if (!s) return;
    for (int t = 0; t < FMU_TYPES; t++) {
        free(s->group[t].refs);
        free(s->group[t].at);
        free(s->group[t].of);
    }
    if (s->library) {
        enter(s, "its end by dlclose");
        dlclose(s->library);
        s->page->function[0] = 0;
    }
    free(s->instance);
    free(s->resources);
    free(s->room);
    free(s->values);
    free(s->x);
    free(s->z);
    wire_free(&s->logs);
    free(s);
}

static void act(struct serve *s, uint32_t action, struct wire *r, struct wire *reply)
{
    if (action != SERVE_LOAD && action != SERVE_END && !s->c) {
        fail(s, "there is no instance");
        return;
    }
    switch (action) {
    case SERVE_LOAD: load(s, r); break;
    case SERVE_SET: set(s, r); break;
    case SERVE_BEGIN: begin(s, r); break;
    case SERVE_READY: ready(s); break;
    case SERVE_GET:
        if (get_values(s)) put_values(s, reply);
        break;
    case SERVE_STEP: step(s, r, reply); break;
    case SERVE_EVENT: event(s, r, reply); break;
    case SERVE_POINT: point(s, r, reply); break;
    case SERVE_LOOK: look(s, r, reply); break;
    case SERVE_DONE: done(s, r, reply); break;
    case SERVE_END: end(s); break;
    default: fail(s, "a request is unknown");
    }
    if (r->bad) fail(s, "a request is malformed");
}

/* reply = answer, text, number of logs, logs, what the action gives */
void serve_act(struct serve *s, struct wire *request, struct wire *reply)
{
    struct wire given = {0};
    s->answer = SERVE_FINE;
    s->text[0] = 0;
    s->n_logs = 0;
    wire_clear(&s->logs);
    act(s, wire_get(request), request, &given);
    wire_clear(reply);
    wire_put(reply, (uint32_t)s->answer);
    wire_put_text(reply, s->answer == SERVE_FINE ? "" : s->text);
    wire_put(reply, s->n_logs < MOST_LOGS ? s->n_logs : MOST_LOGS);
    if (s->logs.n) {
        unsigned char *to = wire_grow(reply, s->logs.n);
        if (to) memcpy(to, s->logs.at, s->logs.n);
    }
    if (s->answer == SERVE_FINE && given.n) {
        unsigned char *to = wire_grow(reply, given.n);
        if (to) memcpy(to, given.at, given.n);
    }
    reply->bad |= given.bad | s->logs.bad;
    wire_free(&given);
}
