/* SPDX-License-Identifier: MIT */
/* test_diagram_examples.c - the hybrid and discrete diagrams against what is known without them.
 *
 *     second_order   the closed form of a damped oscillation
 *     dde            the method of steps: a polynomial on each interval
 *     stairs         parabolas from bounce to bounce
 *     drive          a recursion from sample to sample, the motor integrated by small Runge-Kutta steps
 *     philosophers   neighbours never eat together, nobody starves; if all are right-handed, all get stuck
 *     mmc            Erlang's formula
 *     petri          invariants of the net, and the Markov chain behind it
 *     neurons        the same network as a model in the language
 *
 * Random ones are run with many seeds, in two families; a mean must lie within four of its standard errors, which must
 * be small. All give the same results, bit for bit, when they are run again. */
#include "saltus_compile.h"
#include "saltus_diagram.h"
#include "testing.h"
#include <stdbool.h>

static char said[1024];

static void hear(void *user, const saltus_diag *d)
{
    (void)user;
    if (d->status < 0) snprintf(said, sizeof said, "%s", d->text);
}

struct setup {
    const char *name;
    saltus_set sets[3];
    size_t n_sets;
    uint64_t seed;
    saltus_options o;
};

static struct setup setup_of(const char *name)
{
    struct setup u = {.name = name, .o = saltus_defaults()};
    u.o.diag = hear;
    return u;
}

static void set(struct setup *u, const char *name, double value)
{
    u->sets[u->n_sets++] = (saltus_set){.name = name, .value = value};
}

struct run {
    saltus_diagram *d;
    saltus_sim *s;
};

static saltus_diagram_options loading(const struct setup *u)
{
    return (saltus_diagram_options){.struct_size = sizeof(saltus_diagram_options),
                                    .interpret = 1,
                                    .diag = hear,
                                    .sets = u->sets,
                                    .n_sets = u->n_sets,
                                    .seed = u->seed};
}

static struct run begin(const struct setup *u)
{
    struct run r = {0};
    char path[1024];
    saltus_diagram_options o = loading(u);
    snprintf(path, sizeof path, "%s/diagrams/%s.json", TEST_ROOT, u->name);
    if (saltus_diagram_load(path, &o, &r.d) != SALTUS_OK) FAIL("%s: %s", u->name, said);
    if (saltus_sim_new(saltus_diagram_model(r.d), &u->o, &r.s) != SALTUS_OK)
        FAIL("%s: %s", u->name, said);
    return r;
}

static void go(struct run *r, double until)
{
    if (saltus_sim_run(r->s, until) != SALTUS_OK) FAIL("%s", said);
}

static double value(const struct run *r, const char *name)
{
    int32_t var = saltus_sim_find(r->s, name);
    if (var < 0) FAIL("there is no %s", name);
    return saltus_sim_value(r->s, var, saltus_sim_time(r->s));
}

static void end(struct run *r)
{
    saltus_sim_free(r->s);
    saltus_diagram_free(r->d);
}

/* ---- second_order: x'' = 1 - x - x'/5, from rest ------------------------------------------------------- */

TEST(oscillation_by_its_closed_form)
{
    double worst = 0, w = sqrt(0.99);
    struct setup u = setup_of("second_order");
    u.o.abs = 1e-6;
    struct run r = begin(&u);
    for (double t = 0; t <= 20; t += 0.25) {
        go(&r, t);
        double x = 1 - exp(-0.1 * t) * (cos(w * t) + 0.1 / w * sin(w * t));
        worst = fmax(worst, fabs(value(&r, "x") - x));
    }
    CHECK_LE(worst, 2e-5);
    end(&r);
}

/* ---- dde: y'(t) = -y(t - 1), y = 1 up to 0 ------------------------------------------------------------ */

/* y(t) = sum_k (-1)^k (t - k + 1)^k / k!, over k with t - k + 1 > 0. */
static double dde_exact(double t)
{
    long double sum = 1;
    for (int k = 1; t - k + 1 > 0; k++) {
        long double term = k % 2 ? -1 : 1;
        for (int j = 1; j <= k; j++) term *= (long double)(t - k + 1) / j;
        sum += term;
    }
    return (double)sum;
}

static double dde_error(const char *method, double quantum)
{
    struct setup u = setup_of("dde");
    double worst = 0;
    u.o.method = method;
    u.o.abs = quantum;
    u.o.rel = 0;
    struct run r = begin(&u);
    for (int k = 0; k <= 100; k++) {
        go(&r, 0.1 * k);
        worst = fmax(worst, fabs(value(&r, "y") - dde_exact(0.1 * k)));
    }
    end(&r);
    return worst;
}

TEST(delay_equation_by_the_method_of_steps)
{
    static const char *const methods[] = {"qss2", "qss3", "liqss2"};
    for (int k = 0; k < 3; k++)
        for (double quantum = 1e-3; quantum > 1e-7; quantum /= 10)
            CHECK_LE(dde_error(methods[k], quantum), 6 * quantum);
    CHECK_CLOSE(dde_exact(2), -0.5, 1e-15); /* 1 - 2 + 1/2 */
}

/* ---- stairs ----------------------------------------------------------------------------------------------- */

enum { BOUNCES = 200 };

struct bounces {
    double t[BOUNCES];
    int n;
    int32_t guard;
};

static int keep_bounce(void *user, double t, saltus_kind kind, int32_t index, int direction)
{
    struct bounces *b = user;
    (void)direction;
    if (kind == SALTUS_GUARD && index == b->guard && b->n < BOUNCES) b->t[b->n++] = t;
    return 0;
}

static int32_t guard_named(const saltus_sim *s, const char *name)
{
    char buf[100];
    for (int32_t k = 0; k < saltus_sim_count(s, SALTUS_GUARD); k++) {
        saltus_sim_name(s, SALTUS_GUARD, k, buf, sizeof buf);
        if (!strcmp(buf, name)) return k;
    }
    FAIL("there is no event %s", name);
    return -1;
}

/* From bounce to bounce: the stair below ends where x is whole; the parabola meets it before, or the next one counts. */
static int bounces_exact(double e, double speed, double until, double *to)
{
    double g = 9.81, x0 = 0.5, y = 10.5, v = 0, t = 0;
    int n = 0;
    for (int stair = 0; t < until;) {
        double edge = (stair + 1 - x0) / speed;
        double fall = (v + sqrt(v * v + 2 * g * (y - (10 - stair)))) / g; /* to this stair */
        double h = t + fall < edge ? fall : edge - t;
        y += v * h - g * h * h / 2;
        v -= g * h;
        t += h;
        if (t >= edge) {
            stair++;
            continue;
        }
        y = 10 - stair;
        v *= -e;
        if (t <= until) to[n++] = t;
    }
    return n;
}

static void check_stairs(double e, double speed, double until)
{
    struct bounces b = {.guard = -1};
    double want[BOUNCES];
    int n = bounces_exact(e, speed, until, want);
    struct setup u = setup_of("stairs");
    set(&u, "e", e);
    set(&u, "speed", speed);
    u.o.fired = keep_bounce;
    u.o.user = &b;
    struct run r = begin(&u);
    b.guard = guard_named(r.s, "bounce.event");
    go(&r, until);
    CHECK_EQ_INT(b.n, n);
    for (int k = 0; k < n; k++) CHECK_CLOSE(b.t[k], want[k], 1e-9);
    end(&r);
}

TEST(bounces_on_stairs)
{
    check_stairs(0.8, 0.5, 40);
    check_stairs(0.8, 3, 10);
    check_stairs(0.95, 0.7, 20);
}

/* ---- drive ------------------------------------------------------------------------------------------------- */

struct drive {
    double i, w, angle, integral, lines;
};

static void motor(const double x[3], double voltage, double torque, double dx[3])
{
    dx[0] = (voltage - 1.73 * x[0] - 0.0551 * x[1]) / 2.54e-3;
    dx[1] = (0.0551 * x[0] - 1.12e-5 * x[1] - torque) / 1.62e-5;
    dx[2] = x[1];
}

static void runge_kutta(double x[3], double h, double voltage, double torque)
{
    static const double at[] = {0, 0.5, 0.5, 1}, weight[] = {1 / 6., 1 / 3., 1 / 3., 1 / 6.};
    double k[3] = {0}, sum[3] = {0};
    for (int stage = 0; stage < 4; stage++) {
        double y[3];
        for (int j = 0; j < 3; j++) y[j] = x[j] + at[stage] * h * k[j];
        motor(y, voltage, torque, k);
        for (int j = 0; j < 3; j++) sum[j] += weight[stage] * k[j];
    }
    for (int j = 0; j < 3; j++) x[j] += h * sum[j];
}

static double clip(double v)
{
    return fmin(fmax(v, -24), 24);
}

/* Sample n; then the motor until the next. Returns the measured speed. */
static double drive_step(struct drive *s, int n)
{
    double T = 1e-3, step = 2 * acos(-1) / 1000, lines = floor(s->angle / step);
    double measured = (lines - s->lines) * step / T, e = (n >= 50 ? 200 : 0) - measured;
    double voltage = clip(s->integral + 0.05 * e), x[3] = {s->i, s->w, s->angle};
    s->integral = clip(s->integral + 3 * T * e);
    s->lines = lines;
    for (int k = 0; k < 50; k++) runge_kutta(x, T / 50, voltage, n >= 500 ? 0.05 : 0);
    s->i = x[0];
    s->w = x[1];
    s->angle = x[2];
    return measured;
}

TEST(sampled_drive_with_a_quantized_sensor)
{
    struct drive s = {0};
    int same = 0;
    double mean = 0;
    struct setup u = setup_of("drive");
    set(&u, "angle.abs", 1e-7);
    u.o.method = "liqss3";
    u.o.abs = u.o.rel = 1e-7;
    struct run r = begin(&u);
    for (int n = 0; n < 1000; n++) {
        go(&r, (n + 0.5) * 1e-3);
        double measured = value(&r, "measured.y");
        same += fabs(drive_step(&s, n) - measured) < 1e-6;
        if (n >= 900) mean += measured / 100;
        go(&r, (n + 0.999) * 1e-3);
        CHECK_LE(fabs(value(&r, "speed") - s.w), 0.5);
    }
    CHECK_LE(990, same); /* an angle next to a line may fall on either side */
    CHECK_CLOSE(mean, 200, 1.0 / 200);
    end(&r);
}

/* ---- philosophers ---------------------------------------------------------------------------------------------- */

enum { MOST = 50, EATS = 4 };

struct table {
    int m;
    int32_t first[2]; /* variables guest.y[1] and last.y */
    bool eats[MOST];
    int meals[MOST], wrong;
};

static int sit(void *user, double t, int32_t var, const double *poly, int order)
{
    struct table *b = user;
    int k = var == b->first[1] ? b->m - 1 : (int)(var - b->first[0]);
    (void)t, (void)order;
    if (b->m == 0 || k < 0 || k >= b->m || (k == b->m - 1 && var != b->first[1])) return 0;
    b->eats[k] = (int)poly[0] == EATS;
    b->meals[k] += b->eats[k];
    b->wrong += b->eats[k] && (b->eats[(k + 1) % b->m] || b->eats[(k + b->m - 1) % b->m]);
    return 0;
}

static void dine(int m, uint64_t seed)
{
    struct table b = {0};
    struct setup u = setup_of("philosophers");
    set(&u, "m", m);
    u.seed = seed;
    u.o.sink = sit;
    u.o.user = &b;
    struct run r = begin(&u);
    b.first[0] = saltus_sim_find(r.s, m > 2 ? "guest.y[1]" : "guest.y");
    b.first[1] = saltus_sim_find(r.s, "last.y");
    CHECK_LE(0, b.first[0]);
    CHECK_LE(0, b.first[1]);
    b.m = m;
    go(&r, 2000);
    CHECK_EQ_INT(b.wrong, 0);
    for (int k = 0; k < m; k++) CHECK_LE(100, b.meals[k]);
    end(&r);
}

TEST(philosophers_share_their_forks)
{
    for (uint64_t seed = 1; seed <= 2; seed++) {
        dine(2, seed);
        dine(3, seed);
        dine(5, seed);
        dine(MOST, seed);
    }
}

/* The text with the first of `old` after `from` replaced; you own it. */
static char *replaced(char *text, const char *from, const char *old, const char *by)
{
    char *at = strstr(text, from), *new;
    if (!at || !(at = strstr(at, old))) FAIL("'%s' is not there", old);
    new = malloc(strlen(text) + strlen(by) + 1);
    if (!new) FAIL("no memory");
    sprintf(new, "%.*s%s%s", (int)(at - text), text, by, at + strlen(old));
    free(text);
    return new;
}

static char *file_text(const char *path)
{
    FILE *f = fopen(path, "rb");
    char *text = calloc(1, 20000);
    if (!f || !text || fread(text, 1, 19999, f) == 0) FAIL("%s cannot be read", path);
    fclose(f);
    return text;
}

TEST(philosophers_that_are_all_alike_get_stuck)
{
    struct setup u = setup_of("philosophers");
    saltus_diagram_options o = loading(&u);
    struct run r = {0};
    char *text = file_text(TEST_ROOT "/diagrams/philosophers.json");
    text = replaced(text, "\"last\"", "thinks -> wants_right after exponential 3 emit 2",
                    "thinks -> wants_left after exponential 3 emit 1");
    text = replaced(text, "\"last\"", "wants_right -> reaches on u2 == 2",
                    "wants_left -> reaches on u1 == 1");
    text = replaced(text, "\"last\"", "reaches -> wants_left after exponential 0.2 emit 1",
                    "reaches -> wants_right after exponential 0.2 emit 2");
    text = replaced(text, "\"last\"", "wants_left -> eats on u1 == 1",
                    "wants_right -> eats on u2 == 2");
    CHECK(saltus_diagram_parse("alike.json", text, strlen(text), &o, &r.d) == SALTUS_OK);
    CHECK(saltus_sim_new(saltus_diagram_model(r.d), &u.o, &r.s) == SALTUS_OK);
    go(&r, 1e6);
    CHECK(isinf(saltus_devs_next(saltus_diagram_run(r.s))));
    CHECK(value(&r, "guest.y[1]") == 3 && value(&r, "last.y") == 3); /* wants the right fork */
    end(&r);
    free(text);
}

/* ---- Random ones ------------------------------------------------------------------------------------------------ */

enum { RUNS = 16 };

/* Mean and standard error of 16 runs, against the theory, for two families of seeds. */
static void check_mean(const char *what, const double *v, double want)
{
    double sum = 0, squares = 0;
    for (int k = 0; k < RUNS; k++) sum += v[k];
    for (int k = 0; k < RUNS; k++) squares += (v[k] - sum / RUNS) * (v[k] - sum / RUNS);
    double mean = sum / RUNS, error = sqrt(squares / (RUNS - 1) / RUNS);
    if (fabs(mean - want) > 4 * error || error > 0.05 * want)
        FAIL("%s: %g +- %g, want %g", what, mean, error, want);
}

/* Probability of waiting, load a = lambda/mu [Erlang C]. */
static double erlang_c(int c, double a)
{
    double b = 1; /* Erlang's B by its recursion */
    for (int k = 1; k <= c; k++) b = a * b / (k + a * b);
    return b / (1 - a / c * (1 - b));
}

static void check_mmc(int c, double lambda, uint64_t seed)
{
    double wait[RUNS], length[RUNS], busy[RUNS], stay[RUNS];
    for (int k = 0; k < RUNS; k++) {
        struct setup u = setup_of("mmc");
        set(&u, "c", c);
        set(&u, "lambda", lambda);
        u.seed = seed + (uint64_t)k;
        struct run r = begin(&u);
        go(&r, 10000);
        wait[k] = value(&r, "line.mean_wait");
        length[k] = value(&r, "line.mean_length");
        busy[k] = value(&r, "desk.mean_busy");
        stay[k] = value(&r, "out.mean");
        end(&r);
    }
    double delay = erlang_c(c, lambda) / (c - lambda);
    check_mean("waiting time", wait, delay);
    check_mean("length of the line", length, lambda * delay);
    check_mean("busy servers", busy, lambda);
    check_mean("time from arrival to end", stay, delay + 1);
}

TEST(queue_with_c_servers_by_erlang)
{
    CHECK_CLOSE(erlang_c(1, 0.5), 0.5, 1e-15);
    CHECK_CLOSE(erlang_c(2, 1), 1 / 3., 1e-15);
    for (uint64_t seed = 1; seed < 2000; seed += 1000) {
        check_mmc(3, 2.4, seed);
        check_mmc(1, 0.6, seed);
    }
}

struct net {
    int32_t var[6]; /* making made full free using idle */
    int samples, wrong;
};

static int look_at_net(void *user, double t, const saltus_sim *s)
{
    struct net *n = user;
    double v[6];
    if (n->var[1] == 0) return 0; /* the first sample comes before their numbers are known */
    for (int k = 0; k < 6; k++) v[k] = saltus_sim_value(s, n->var[k], t);
    n->samples++;
    n->wrong += v[0] + v[1] != 1 || v[2] + v[3] != 3 || v[4] + v[5] != 1;
    for (int k = 0; k < 6; k++) n->wrong += v[k] < 0;
    return 0;
}

static double petri_rate(uint64_t seed)
{
    static const char *const places[] = {"making", "made", "full", "free", "using", "idle"};
    struct net n = {0};
    char name[50];
    struct setup u = setup_of("petri");
    u.seed = seed;
    u.o.sample = look_at_net;
    u.o.interval = 0.5;
    u.o.user = &n;
    struct run r = begin(&u);
    for (int k = 0; k < 6; k++) {
        snprintf(name, sizeof name, "%s.tokens", places[k]);
        n.var[k] = saltus_sim_find(r.s, name);
    }
    go(&r, 5000);
    CHECK_EQ_INT(n.wrong, 0);
    CHECK_LE(9999, n.samples);
    double used = value(&r, "use.fired"), made = value(&r, "make.fired");
    CHECK(made - used ==
          value(&r, "made.tokens") + value(&r, "full.tokens") + value(&r, "using.tokens"));
    end(&r);
    return used / 5000;
}

/* Things made and not yet used: a chain 0 .. 5, up with rate 1, down with 1.25. */
TEST(petri_net_by_its_markov_chain)
{
    double sum = 0, last = 0, v[RUNS];
    for (int k = 0; k <= 5; k++) sum += last = pow(1 / 1.25, k);
    for (uint64_t seed = 1; seed < 2000; seed += 1000) {
        for (int k = 0; k < RUNS; k++) v[k] = petri_rate(seed + (uint64_t)k);
        check_mean("rate", v, 1 - last / sum);
    }
}

/* ---- neurons ----------------------------------------------------------------------------------------------------- */

enum { SPIKES = 2000 };

struct spike {
    int32_t who;
    double when;
};

struct spikes {
    int n;
    struct spike at[SPIKES];
};

static int keep_spike(void *user, double t, saltus_kind kind, int32_t index, int direction)
{
    struct spikes *s = user;
    if (kind == SALTUS_GUARD && direction > 0 && s->n < SPIKES)
        s->at[s->n++] = (struct spike){index, t};
    return 0;
}

static int by_neuron(const void *a, const void *b)
{
    const struct spike *x = a, *y = b;
    if (x->who != y->who) return x->who < y->who ? -1 : 1;
    return x->when < y->when ? -1 : x->when > y->when;
}

static void run_model(struct spikes *to, const saltus_options *given, double until)
{
    saltus_set sets[] = {{.name = "M", .value = 8}};
    saltus_compile_options co = {.struct_size = sizeof(saltus_compile_options),
                                 .backend = SALTUS_INTERPRETED,
                                 .sets = sets,
                                 .n_sets = 1};
    saltus_compiled *c = NULL;
    saltus_sim *s = NULL;
    saltus_options o = *given;
    o.user = to;
    CHECK(saltus_compile_file(TEST_ROOT "/models/neurons/neurons.mo", &co, &c) == SALTUS_OK);
    CHECK(saltus_sim_new(saltus_compiled_model(c), &o, &s) == SALTUS_OK);
    CHECK(saltus_sim_run(s, until) == SALTUS_OK);
    saltus_sim_free(s);
    saltus_compiled_free(c);
}

TEST(thousand_neurons_spike_as_the_model_does)
{
    static struct spikes a, b;
    struct setup u = setup_of("neurons");
    u.o.fired = keep_spike;
    u.o.user = &a;
    u.o.method = "qss3";
    u.o.abs = u.o.rel = 1e-5;
    struct run r = begin(&u);
    go(&r, 60);
    CHECK(value(&r, "spikes.y") == a.n);
    end(&r);
    run_model(&b, &u.o, 60);
    CHECK_LE(400, a.n);
    CHECK_EQ_INT(a.n, b.n);
    qsort(a.at, (size_t)a.n, sizeof *a.at, by_neuron);
    qsort(b.at, (size_t)b.n, sizeof *b.at, by_neuron);
    for (int k = 0; k < a.n; k++) {
        CHECK_EQ_INT(a.at[k].who, b.at[k].who);
        CHECK_LE(fabs(a.at[k].when - b.at[k].when), 0.02);
    }
}

/* ---- All of them ---------------------------------------------------------------------------------------------------- */

static int digest(void *user, double t, int32_t var, const double *poly, int order)
{
    uint64_t *h = user, bits;
    double all[2 + 16] = {t, var};
    for (int k = 0; k <= order && k < 16; k++) all[2 + k] = poly[k];
    for (int k = 0; k < 3 + order; k++) {
        memcpy(&bits, &all[k], sizeof bits);
        *h = (*h ^ bits) * 0x100000001b3u;
        *h ^= *h >> 29;
    }
    return 0;
}

static uint64_t digest_of(const char *name, double until, uint64_t seed)
{
    uint64_t h = 1;
    struct setup u = setup_of(name);
    u.seed = seed;
    u.o.sink = digest;
    u.o.user = &h;
    struct run r = begin(&u);
    go(&r, until);
    end(&r);
    return h;
}

TEST(the_same_again_bit_for_bit)
{
    static const char *const names[] = {"second_order", "dde", "stairs", "drive",
                                        "philosophers", "mmc", "petri",  "neurons"};
    static const double until[] = {20, 10, 10, 0.2, 100, 100, 100, 10};
    static const bool random[] = {0, 0, 0, 0, 1, 1, 1, 0};
    for (int k = 0; k < 8; k++) {
        uint64_t h = digest_of(names[k], until[k], 1);
        CHECK(h != 1);
        if (h != digest_of(names[k], until[k], 1)) FAIL("%s differs", names[k]);
        if ((h != digest_of(names[k], until[k], 2)) != random[k]) FAIL("%s and seeds", names[k]);
    }
}

TEST_MAIN()
