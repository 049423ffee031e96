/* SPDX-License-Identifier: MIT */
/* drive.c - a small importer of FMUs, for tests: loads the library, runs it, prints values.
 *
 *     drive LIBRARY 2|3 me|cs TOKEN START STOP ROWS TOLERANCE INDICATORS STATES DERIVATIVES SHOWN [OPTION...]
 *
 * STATES, DERIVATIVES and SHOWN are lists of value references, 1,2,3 or - for none. Options:
 *
 *     set=REF:VALUE    before the initialization     input=REF:T:VALUE   an input from time T on
 *     early            (3, cs) steps end at events   steps=N             steps between two rows
 *     save             the state is saved half way, the run goes on, is put back, goes on again, and must
 *                      give the same bytes; also in a new instance, from the serialized state
 *     misuse           calls what must not be called; nothing may crash, each must be an error
 *
 * Model exchange is integrated by the linearly implicit method of Euler, extrapolated, with the Jacobian that the FMU
 * gives as directional derivatives. Rows: the time and the values shown. */
#include "fmi/abi2.h"
#include "fmi/abi3.h"
#include <dlfcn.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define POINTER(result, name, arguments, part) result(*name) arguments;
struct two {
    FMI2_FUNCTIONS(POINTER)
};
struct three {
    FMI3_FUNCTIONS(POINTER)
};

static struct two f2;
static struct three f3;
static int version, exchange, quiet;
static void *c; /* the instance */
static unsigned states[4096], ders[4096], shown[4096];
static int n, n_der, n_shown, nz, errors;
static const char *token;

static void die(const char *what)
{
    fprintf(stderr, "drive: %s\n", what);
    exit(1);
}

static void heard2(void *e, const char *name, enum fmi2_status status, const char *category,
                   const char *message, ...)
{
    va_list args;
    (void)e, (void)name;
    if (status >= FMI2_ERROR) errors++;
    if (quiet) return;
    fprintf(stderr, "drive: %s: ", category);
    va_start(args, message);
    vfprintf(stderr, message, args);
    va_end(args);
    fputc('\n', stderr);
}

static void heard3(void *e, enum fmi3_status status, const char *category, const char *message)
{
    (void)e;
    if (status >= FMI3_ERROR) errors++;
    if (!quiet) fprintf(stderr, "drive: %s: %s\n", category, message);
}

static const struct fmi2_callbacks callbacks = {heard2, calloc, free, NULL, NULL};

/* Each call by the version; anything but OK ends the program. */
#define CALL(two_, three_)                                                                         \
    do {                                                                                           \
        int st_ = version == 2 ? (int)f2.two_ : (int)f3.three_;                                    \
        if (st_ != 0) {                                                                            \
            fprintf(stderr, "drive: %s: status %d\n", #two_, st_);                                 \
            exit(1);                                                                               \
        }                                                                                          \
    } while (0)

static void load(const char *path)
{
    void *so = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!so) die(dlerror());
#define GET2(result, name, arguments, part) *(void **)&f2.name = dlsym(so, #name);
#define GET3(result, name, arguments, part) *(void **)&f3.name = dlsym(so, #name);
#define NEED2(result, name, arguments, part)                                                       \
    if (!f2.name) die("lacks " #name);
#define NEED3(result, name, arguments, part)                                                       \
    if (!f3.name) die("lacks " #name);
    if (version == 2) {
        FMI2_FUNCTIONS(GET2)
        FMI2_FUNCTIONS(NEED2)
        if (strcmp(f2.fmi2GetVersion(), "2.0")) die("version");
    } else {
        FMI3_FUNCTIONS(GET3)
        FMI3_FUNCTIONS(NEED3)
        if (strcmp(f3.fmi3GetVersion(), "3.0")) die("version");
    }
}

static void *instance(const char *with, bool early)
{
    if (version == 2)
        return f2.fmi2Instantiate("it", exchange ? FMI2_MODEL_EXCHANGE : FMI2_CO_SIMULATION, with,
                                  "", &callbacks, 0, 0);
    return exchange ? f3.fmi3InstantiateModelExchange("it", with, "", false, false, NULL, heard3)
                    : f3.fmi3InstantiateCoSimulation("it", with, "", false, false, false, early,
                                                     NULL, 0, NULL, heard3, NULL);
}

static void release(void *p)
{
    version == 2 ? f2.fmi2FreeInstance(p) : f3.fmi3FreeInstance(p);
}

static void get(const unsigned *refs, int m, double *to)
{
    CALL(fmi2GetReal(c, refs, (size_t)m, to), fmi3GetFloat64(c, refs, (size_t)m, to, (size_t)m));
}

static void set(unsigned ref, double v)
{
    CALL(fmi2SetReal(c, &ref, 1, &v), fmi3SetFloat64(c, &ref, 1, &v, 1));
}

static void row(double t)
{
    double v[4096];
    get(shown, n_shown, v);
    printf("%.17g", t);
    for (int k = 0; k < n_shown; k++) printf(",%.17g", v[k]);
    putchar('\n');
}

/* ---- Model exchange -------------------------------------------------------------------------- */

static double next_event, h; /* h: the step to be tried next */
static bool ended;

/* false: there are none here, but perhaps nearer to where we are. */
static bool derivatives(double t, const double *x, double *f)
{
    int st;
    CALL(fmi2SetTime(c, t), fmi3SetTime(c, t));
    CALL(fmi2SetContinuousStates(c, x, (size_t)n), fmi3SetContinuousStates(c, x, (size_t)n));
    st = version == 2 ? (int)f2.fmi2GetDerivatives(c, f, (size_t)n)
                      : (int)f3.fmi3GetContinuousStateDerivatives(c, f, (size_t)n);
    if (st > 2) die("no derivatives");
    return st < 2;
}

static void indicators(double *z)
{
    CALL(fmi2GetEventIndicators(c, z, (size_t)nz), fmi3GetEventIndicators(c, z, (size_t)nz));
}

/* J at the point set. */
static void jacobian(double *J)
{
    double one = 1, column[4096];
    for (int j = 0; j < n; j++) {
        CALL(fmi2GetDirectionalDerivative(c, ders, (size_t)n, &states[j], 1, &one, column),
             fmi3GetDirectionalDerivative(c, ders, (size_t)n, &states[j], 1, &one, 1, column,
                                          (size_t)n));
        for (int i = 0; i < n; i++) J[i * n + j] = column[i];
    }
}

/* y := (I - by J)^-1 y */
static void solve(const double *J, double by, double *y)
{
    double *a = malloc((size_t)(n * n + 1) * sizeof *a);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) a[i * n + j] = (i == j) - by * J[i * n + j];
    for (int k = 0; k < n; k++) {
        int p = k;
        for (int i = k + 1; i < n; i++)
            if (fabs(a[i * n + k]) > fabs(a[p * n + k])) p = i;
        for (int j = 0; j < n && p != k; j++) {
            double s = a[k * n + j];
            a[k * n + j] = a[p * n + j];
            a[p * n + j] = s;
        }
        double s = y[k];
        y[k] = y[p];
        y[p] = s;
        for (int i = k + 1; i < n; i++) {
            double m = a[i * n + k] / a[k * n + k];
            if (m == 0) continue;
            for (int j = k; j < n; j++) a[i * n + j] -= m * a[k * n + j];
            y[i] -= m * y[k];
        }
    }
    for (int k = n - 1; k >= 0; k--) {
        for (int j = k + 1; j < n; j++) y[k] -= a[k * n + j] * y[j];
        y[k] /= a[k * n + k];
    }
    free(a);
}

/* x(t + by) to x1; the estimated error in tolerances. */
static double step(double t, double by, const double *x, const double *J, double tol, double *x1)
{
    double f[4096], half[4096], full[4096], error = 0;
    if (!derivatives(t + by, x, f)) return 1e9;
    for (int i = 0; i < n; i++) full[i] = by * f[i];
    solve(J, by, full);
    if (!derivatives(t + by / 2, x, f)) return 1e9;
    for (int i = 0; i < n; i++) half[i] = by / 2 * f[i];
    solve(J, by / 2, half);
    for (int i = 0; i < n; i++) half[i] += x[i];
    if (!derivatives(t + by, half, f)) return 1e9;
    for (int i = 0; i < n; i++) f[i] *= by / 2;
    solve(J, by / 2, f);
    for (int i = 0; i < n; i++) {
        double two = half[i] + f[i], one = x[i] + full[i];
        x1[i] = 2 * two - one;
        error = fmax(error, fabs(two - one) / (tol * (fabs(x1[i]) + 1e-3)));
    }
    return isfinite(error) ? error : 1e9;
}

static void event_mode(double t, double *x)
{
    bool again = true, changed = false;
    next_event = INFINITY;
    for (int k = 0; again && k < 100; k++) {
        if (version == 2) {
            struct fmi2_event_info e;
            CALL(fmi2NewDiscreteStates(c, &e), fmi3EnterEventMode(c));
            again = e.needs_another;
            ended |= e.terminate != 0;
            changed |= e.states_changed != 0;
            next_event = e.next_time_defined ? e.next_time : INFINITY;
        } else {
            bool terminate, nominals, states_changed, defined;
            double next;
            CALL(fmi2EnterEventMode(c), fmi3UpdateDiscreteStates(c, &again, &terminate, &nominals,
                                                                 &states_changed, &defined, &next));
            ended |= terminate;
            changed |= states_changed;
            next_event = defined ? next : INFINITY;
        }
    }
    if (again) die("events do not settle");
    if (next_event <= t) die("a time event lies in the past");
    CALL(fmi2EnterContinuousTimeMode(c), fmi3EnterContinuousTimeMode(c));
    CALL(fmi2GetContinuousStates(c, x, (size_t)n), fmi3GetContinuousStates(c, x, (size_t)n));
    (void)changed;
}

static bool crossed(const double *a, const double *b)
{
    for (int k = 0; k < nz; k++)
        if ((a[k] > 0) != (b[k] > 0)) return true;
    return false;
}

/* From t to end; a step is halved until it has no event, or until it is as short as can be. */
static void integrate(double *at, double end, double *x, double tol)
{
    double t = *at, z[4096], z1[4096], x1[4096], f[4096],
           *J = malloc((size_t)(n * n + 1) * sizeof *J);
    if (h == 0) h = (end - t) * 1e-3;
    while (t < end && !ended) {
        double stop = fmin(end, next_event), error, least = 1e-13 * fmax(fabs(t), stop - t) + 1e-16;
        bool reach = false, event;
        derivatives(t, x, f);
        indicators(z);
        jacobian(J);
        for (;;) {
            reach = t + h >= stop - least;
            double take = reach ? stop - t : h;
            error = step(t, take, x, J, tol, x1);
            if (error > 1 && take > least) {
                h = take * fmax(0.2, 0.8 / sqrt(error));
                continue;
            }
            if (!derivatives(reach ? stop : t + take, x1, f)) {
                if (take < least) die("it cannot go on");
                h = take * 0.2;
                continue;
            }
            indicators(z1);
            event = crossed(z, z1);
            if (event && take > 4 * least && take > 1e-12 * fabs(end)) {
                double lo = 0, hi = take; /* where is it? */
                for (int k = 0; k < 60 && hi - lo > least; k++) {
                    double mid = (lo + hi) / 2;
                    step(t, mid, x, J, tol, x1);
                    derivatives(t + mid, x1, f);
                    indicators(z1);
                    if (crossed(z, z1))
                        hi = mid;
                    else
                        lo = mid;
                }
                step(t, hi, x, J, tol, x1);
                derivatives(t + hi, x1, f);
                t += hi;
                reach = false;
            } else {
                t = reach ? stop : t + take;
            }
            break;
        }
        memcpy(x, x1, (size_t)n * sizeof *x);
        if (!event && !reach) h *= fmin(3, 0.8 / sqrt(fmax(error, 1e-3)));
        bool enter = false;
        if (version == 2) {
            int e, s;
            CALL(fmi2CompletedIntegratorStep(c, 1, &e, &s), fmi3Terminate(c));
            enter = e != 0;
        } else {
            bool s;
            CALL(fmi2Terminate(c), fmi3CompletedIntegratorStep(c, true, &enter, &s));
        }
        if (event || enter || t >= next_event) {
            CALL(fmi2EnterEventMode(c), fmi3EnterEventMode(c));
            event_mode(t, x);
            h = fmin(h, (end - *at) * 1e-2);
        }
        if (h < 1e-14 * (end - *at)) h = 1e-14 * (end - *at);
    }
    free(J);
    *at = t;
}

/* ---- The run --------------------------------------------------------------------------------- */

struct input {
    unsigned ref;
    double t, value;
} input[64];
static int n_input;

static void inputs(double t)
{
    for (int k = 0; k < n_input; k++)
        if (input[k].t <= t) set(input[k].ref, input[k].value);
}

static void do_step(double t, double end, bool early)
{
    while (t < end && !ended) {
        if (version == 2) {
            enum fmi2_status st = f2.fmi2DoStep(c, t, end - t, 1);
            if (st != FMI2_OK && st != FMI2_DISCARD) die("fmi2DoStep failed");
            ended = st == FMI2_DISCARD;
            return;
        }
        bool event, terminate, returned;
        double last;
        if (f3.fmi3DoStep(c, t, end - t, true, &event, &terminate, &returned, &last) != FMI3_OK)
            die("fmi3DoStep failed");
        ended = terminate;
        if (returned && !early) die("it returned early");
        if (returned && early) fprintf(stderr, "event %.17g\n", last);
        if (!returned && !terminate && last != end) die("a step ends elsewhere");
        t = last;
    }
}

static double x[4096];

static void start(double from, double to, double tol, int argc, char **argv)
{
    for (int k = 0; k < argc; k++) {
        unsigned ref;
        double v;
        if (sscanf(argv[k], "set=%u:%lf", &ref, &v) == 2) set(ref, v);
    }
    if (version == 2) {
        if (f2.fmi2SetupExperiment(c, tol > 0, tol, from, 1, to)) die("fmi2SetupExperiment");
    }
    CALL(fmi2EnterInitializationMode(c),
         fmi3EnterInitializationMode(c, tol > 0, tol, from, true, to));
    inputs(from);
    CALL(fmi2ExitInitializationMode(c), fmi3ExitInitializationMode(c));
    if (exchange) event_mode(from, x);
}

/* Rows from k on. */
static void run(double from, double to, int first, int rows, int last, int steps, double tol,
                bool early)
{
    for (int k = first; k < last && !ended; k++) {
        double t = from + (to - from) * k / rows;
        for (int j = 1; j <= steps && !ended; j++) {
            double end = from + (to - from) * (k * (double)steps + j) / (rows * (double)steps);
            if (exchange)
                integrate(&t, end, x, tol);
            else
                do_step(t, end, early);
            t = end;
            inputs(t);
        }
        if (!ended) row(t);
    }
}

/* The rows behind the middle, three times: as they come, after going back, in another instance. */
static void saved(double from, double to, int rows, int steps, double tol)
{
    void *state = NULL, *first = c;
    size_t size;
    double keep[4096];
    run(from, to, 0, rows, rows / 2, steps, tol, false);
    memcpy(keep, x, sizeof keep);
    CALL(fmi2GetFMUstate(c, &state), fmi3GetFMUState(c, &state));
    CALL(fmi2SerializedFMUstateSize(c, state, &size), fmi3SerializedFMUStateSize(c, state, &size));
    unsigned char *bytes = malloc(size);
    CALL(fmi2SerializeFMUstate(c, state, (char *)bytes, size),
         fmi3SerializeFMUState(c, state, bytes, size));
    for (int time = 0; time < 3; time++) {
        double next = next_event, size_of_step = h;
        if (time == 1) CALL(fmi2SetFMUstate(c, state), fmi3SetFMUState(c, state));
        if (time == 2) {
            void *other = NULL;
            c = instance(token, false);
            if (!c) die("no second instance");
            CALL(fmi2DeSerializeFMUstate(c, (char *)bytes, size, &other),
                 fmi3DeserializeFMUState(c, bytes, size, &other));
            CALL(fmi2SetFMUstate(c, other), fmi3SetFMUState(c, other));
            CALL(fmi2FreeFMUstate(c, &other), fmi3FreeFMUState(c, &other));
        }
        memcpy(x, keep, sizeof keep);
        printf("again\n");
        run(from, to, rows / 2, rows, rows, steps, tol, false);
        next_event = next;
        h = size_of_step;
        ended = false;
    }
    bytes[size / 2] ^= 1; /* damaged: refused */
    void *bad = NULL;
    quiet = 1;
    int st = version == 2 ? (int)f2.fmi2DeSerializeFMUstate(c, (char *)bytes, size, &bad)
                          : (int)f3.fmi3DeserializeFMUState(c, bytes, size, &bad);
    if (st != 3) die("a damaged state is taken");
    quiet = 0;
    free(bytes);
    release(c);
    c = first;
    CALL(fmi2FreeFMUstate(c, &state), fmi3FreeFMUState(c, &state));
}

/* ---- What must not be done ------------------------------------------------------------------- */

static int wrong, tried;
#define BAD(two_, three_)                                                                          \
    do {                                                                                           \
        int st_ = version == 2 ? (int)f2.two_ : (int)f3.three_;                                    \
        tried++;                                                                                   \
        if (st_ == 3) break;                                                                       \
        wrong++;                                                                                   \
        fprintf(stderr, "drive: %s: status %d, not an error\n", version == 2 ? #two_ : #three_,    \
                st_);                                                                              \
    } while (0)

static void misuse(double from, double to)
{
    unsigned none = 4000000000u, time = 0;
    double v = 1, bad = NAN, y[8];
    void *state = NULL;
    quiet = 1;
    if (instance("another", false)) wrong++, fprintf(stderr, "drive: another token is taken\n");
    if (instance(NULL, false)) wrong++, fprintf(stderr, "drive: no token is taken\n");
    BAD(fmi2GetReal(NULL, &none, 1, y), fmi3GetFloat64(NULL, &none, 1, y, 1));
    BAD(fmi2GetReal(c, &none, 1, y), fmi3GetFloat64(c, &none, 1, y, 1));
    BAD(fmi2GetReal(c, NULL, 1, y), fmi3GetFloat64(c, NULL, 1, y, 1));
    BAD(fmi2SetReal(c, &none, 1, &v), fmi3SetFloat64(c, &none, 1, &v, 1));
    BAD(fmi2SetReal(c, &time, 1, &v), fmi3SetFloat64(c, &time, 1, &v, 1));
    BAD(fmi2GetInteger(c, shown, 1, (int[1]){0}), fmi3GetInt64(c, shown, 1, (int64_t[1]){0}, 1));
    BAD(fmi2GetString(c, shown, 1, (const char *[1]){0}),
        fmi3GetString(c, shown, 1, (const char *[1]){0}, 1));
    BAD(fmi2SetReal(c, states, n > 0, &bad), fmi3SetFloat64(c, states, 1, n ? &bad : NULL, 1));
    BAD(fmi2ExitInitializationMode(c), fmi3ExitInitializationMode(c));
    BAD(fmi2DoStep(c, from, to - from, 1), fmi3DoStep(c, from, 1, true, NULL, NULL, NULL, NULL));
    BAD(fmi2Terminate(c), fmi3Terminate(c));
    BAD(fmi2SetTime(c, 1), fmi3SetTime(c, 1));
    BAD(fmi2SetFMUstate(c, NULL), fmi3SetFMUState(c, NULL));
    BAD(fmi2DeSerializeFMUstate(c, "short", 5, &state),
        fmi3DeserializeFMUState(c, (const uint8_t *)"short", 5, &state));
    BAD(fmi2SetupExperiment(c, 1, -1, from, 1, to),
        fmi3EnterInitializationMode(c, true, -1, from, true, to));
    BAD(fmi2SetupExperiment(c, 0, 0, NAN, 1, to),
        fmi3EnterInitializationMode(c, false, 0, NAN, true, to));
    BAD(fmi2SetupExperiment(c, 0, 0, from, 1, from - 1),
        fmi3EnterInitializationMode(c, false, 0, from, true, from - 1));
    BAD(fmi2CancelStep(c), fmi3EnterStepMode(c));
    start(from, to, 0, 0, NULL);
    BAD(fmi2EnterInitializationMode(c), fmi3EnterInitializationMode(c, false, 0, from, false, 0));
    BAD(fmi2SetupExperiment(c, 0, 0, from, 1, to), fmi3EnterConfigurationMode(c));
    BAD(fmi2GetDirectionalDerivative(c, &none, 1, shown, 1, &v, y),
        fmi3GetDirectionalDerivative(c, &none, 1, shown, 1, &v, 1, y, 1));
    BAD(fmi2GetDirectionalDerivative(c, ders, 1, &time, 1, &v, y),
        fmi3GetDirectionalDerivative(c, ders, 1, &time, 1, &v, 1, y, 1));
    BAD(fmi2GetDirectionalDerivative(c, ders, 1, states, 1, &bad, y),
        fmi3GetDirectionalDerivative(c, ders, 1, states, 1, &bad, 1, y, 1));
    if (exchange) {
        BAD(fmi2SetTime(c, INFINITY), fmi3SetTime(c, INFINITY));
        BAD(fmi2SetContinuousStates(c, x, (size_t)n + 1),
            fmi3SetContinuousStates(c, x, (size_t)n + 1));
        if (n) BAD(fmi2SetContinuousStates(c, &bad, 1), fmi3SetContinuousStates(c, &bad, 1));
        BAD(fmi2GetDerivatives(c, y, (size_t)n + 1),
            fmi3GetContinuousStateDerivatives(c, y, (size_t)n + 1));
        BAD(fmi2GetEventIndicators(c, y, (size_t)nz + 1),
            fmi3GetEventIndicators(c, y, (size_t)nz + 1));
        BAD(fmi2NewDiscreteStates(c, NULL),
            fmi3UpdateDiscreteStates(c, NULL, NULL, NULL, NULL, NULL, NULL));
        BAD(fmi2DoStep(c, from, 1, 1), fmi3DoStep(c, from, 1, true, NULL, NULL, NULL, NULL));
    } else {
        bool b;
        double last;
        BAD(fmi2DoStep(c, from, -1, 1), fmi3DoStep(c, from, -1, true, &b, &b, &b, &last));
        BAD(fmi2DoStep(c, from, NAN, 1), fmi3DoStep(c, from, NAN, true, &b, &b, &b, &last));
        BAD(fmi2DoStep(c, from + 3 * (to - from), 1, 1),
            fmi3DoStep(c, from + 3 * (to - from), 1, true, &b, &b, &b, &last));
        BAD(fmi2EnterEventMode(c), fmi3EnterEventMode(c));
        BAD(fmi2GetDerivatives(c, y, (size_t)n),
            fmi3GetContinuousStateDerivatives(c, y, (size_t)n));
        BAD(fmi2GetRealOutputDerivatives(c, shown, 1, (int[]){7}, y),
            fmi3GetOutputDerivatives(c, shown, 1, (int32_t[]){7}, y, 1));
    }
    CALL(fmi2Terminate(c), fmi3Terminate(c));
    BAD(fmi2Terminate(c), fmi3Terminate(c));
    BAD(fmi2DoStep(c, from, 1, 1), fmi3DoStep(c, from, 1, true, NULL, NULL, NULL, NULL));
    CALL(fmi2Reset(c), fmi3Reset(c));
    start(from, to, 0, 0, NULL);
    CALL(fmi2Terminate(c), fmi3Terminate(c));
    printf("%d of %d misuses are errors, %d messages\n", tried - wrong, tried, errors);
    if (wrong || !errors) exit(1);
}

static int list(const char *s, unsigned *to)
{
    int k = 0;
    if (*s == '-') return 0;
    for (char *p = (char *)s; *p && k < 4096; p += *p == ',')
        to[k++] = (unsigned)strtoul(p, &p, 10);
    return k;
}

int main(int argc, char **argv)
{
    int rows, steps = 1;
    bool early = false, save = false, bad = false;
    if (argc < 13) die("too few arguments");
    version = atoi(argv[2]);
    exchange = strcmp(argv[3], "me") == 0;
    token = argv[4];
    double from = atof(argv[5]), to = atof(argv[6]), tol = atof(argv[8]);
    rows = atoi(argv[7]);
    nz = atoi(argv[9]);
    n = list(argv[10], states);
    n_der = list(argv[11], ders);
    n_shown = list(argv[12], shown);
    for (int k = 13; k < argc; k++) {
        struct input *u = &input[n_input];
        if (sscanf(argv[k], "input=%u:%lf:%lf", &u->ref, &u->t, &u->value) == 3) n_input++;
        sscanf(argv[k], "steps=%d", &steps);
        early |= strcmp(argv[k], "early") == 0;
        save |= strcmp(argv[k], "save") == 0;
        bad |= strcmp(argv[k], "misuse") == 0;
    }
    load(argv[1]);
    c = instance(token, early);
    if (!c) die("no instance");
    if (bad) {
        misuse(from, to);
    } else {
        start(from, to, tol, argc - 13, argv + 13);
        if (save) {
            saved(from, to, rows, steps, tol);
        } else {
            row(from);
            run(from, to, 0, rows, rows, steps, tol, early);
        }
        if (!save) CALL(fmi2Terminate(c), fmi3Terminate(c));
    }
    release(c);
    return 0;
}
