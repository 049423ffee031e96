/* SPDX-License-Identifier: MIT */
/* campaign.c - random models whose functions are flat here and steep there, against a reference.
 *
 *     campaign N SEED [-m METHOD,METHOD...] [-v]      without -m: the quantized ones; -m all: every one
 *
 *     s' = rate,   x' = F(s, t) - damping x,   when G(s, t) > level: count
 *
 * with F and G from expression.h. Half of the models have something more: a second inequality in the
 * condition (and, or), a side (__Saltus_unilateral, __Saltus_mustCross), s by way of four equations
 * that are solved together, another unit of time, a late start.
 *
 * s is known exactly, so the reference follows t: x by the classical Runge-Kutta method in 400,000
 * steps, the crossings of G by its signs at 400,000 instants, each narrowed down by bisection. A
 * model is left out for a method if G nearly touches its level, or crosses it twice within a few
 * quanta: then the number of events is a matter of rounding.
 *
 * A run differs if it has another number of events, an event at another time, or ends further than
 * 30 tolerances from the reference. Then its own estimate is asked (saltus_estimate.h): if the
 * command would have warned of the run, it counts as *warned*, if the run itself has failed with a
 * message as *failed*, otherwise as *wrong*. *Apart* are those that end further away than 30
 * tolerances of |x| at the end, but not of the largest |x|, which is what a tolerance means elsewhere
 * (docs/trust.md). Prints every such run with its text, and a table of the methods; fails if a run is
 * wrong or has failed. */
#include "expression.h"
#include "saltus.h"
#include "saltus_compile.h"
#include "saltus_estimate.h"
#ifdef SALTUS_CLASSIC
#include "saltus_classic.h"
#endif
#include "all_methods.h"
#include <time.h>

static const double until = 10, tolerance = 1e-4;
enum { DENSE = 400000, EVENTS = 2000 };

enum join { ALONE, AND, OR };

struct model {
    struct expression f, g, g2;
    double rate, damping, level, level2;
    enum join join; /* of g and g2                                     */
    const char *side;
    int looped;          /* s is an unknown of four equations               */
    double unit, begins; /* of time                                         */
    char text[5 * TEXT];
};

struct truth {
    double x, size;
    double nearest, closest; /* nearest: |G - level| at a turn; closest: two events          */
    int count;
    double at[EVENTS];
};

enum verdict { RIGHT, APART, WARNED, FAILED, WRONG };

/* Of one method. */
struct tally {
    int runs, of[WRONG + 1];
    double seconds;
};

struct seen {
    int count, known; /* of the last `known` the time is, too                               */
    double at[EVENTS];
};

static double guard(const struct model *m, double t)
{
    double z = expression_value(&m->g, m->rate * t, t) - m->level, y;
    if (m->join == ALONE) return z;
    y = expression_value(&m->g2, m->rate * t, t) - m->level2;
    return m->join == AND ? fmin(z, y) : fmax(z, y);
}

static double slope(const struct model *m, double t, double x)
{
    return expression_value(&m->f, m->rate * t, t) - m->damping * x;
}

static struct expression draw_expression(struct rng *g, const struct model *m)
{
    struct expression e = expression_random(g, m->rate * until);
    for (int k = 0; k < e.n; k++)
        if (e.piece[k].timed) e.piece[k].c /= m->rate;
    return e;
}

/* What is special about it. */
static void draw_more(struct rng *g, struct model *m)
{
    m->join = ALONE;
    m->side = NULL;
    m->looped = 0;
    m->unit = 1;
    m->begins = 0;
    if (rng_int(g, 0, 1)) return;
    if (rng_int(g, 0, 2) == 0) m->join = rng_int(g, 0, 1) ? AND : OR;
    if (rng_int(g, 0, 2) == 0) m->side = rng_int(g, 0, 1) ? "unilateral" : "mustCross";
    m->looped = rng_int(g, 0, 2) == 0;
    if (rng_int(g, 0, 2) == 0) m->unit = rng_log(g, 1e-9, 1e6);
    if (rng_int(g, 0, 2) == 0) m->begins = m->unit * rng_log(g, 1, 1e4) * rng_sign(g);
    if (m->join == ALONE) return;
    m->g2 = draw_expression(g, m);
    m->level2 = rng_uniform(g, -0.6, 0.6);
}

static void write_model(struct model *m)
{
    static char f[TEXT], z[TEXT], y[TEXT + 100];
    char t[100], side[60] = "";
    const char *s = m->looped ? "a" : "s";
    snprintf(t, sizeof t, "time");
    if (m->unit != 1 || m->begins != 0)
        snprintf(t, sizeof t, "((time - (%.17g))/%.17g)", m->begins, m->unit);
    expression_text(&m->f, s, t, f, sizeof f);
    expression_text(&m->g, s, t, z, sizeof z);
    y[0] = 0;
    if (m->join != ALONE) {
        int at = snprintf(y, sizeof y, m->join == AND ? " and " : " or ");
        expression_text(&m->g2, s, t, y + at, sizeof y - 100);
        at = (int)strlen(y);
        snprintf(y + at, sizeof y - (size_t)at, " > %.17g", m->level2);
    }
    if (m->side) snprintf(side, sizeof side, " annotation(__Saltus_%s = true)", m->side);
    snprintf(
        m->text, sizeof m->text,
        "model m\n  Real s(start = 0, fixed = true), x(start = 0, fixed = true);\n"
        "  Real w(start = 0, fixed = true)%s;\n"
        "  discrete Integer n(start = 0, fixed = true);\n"
        "  discrete Real at(start = 0, fixed = true);\nequation\n%s"
        "  der(s) = %.17g;\n  der(w) = n;\n  der(x) = (%s - %.17g*x)/%.17g;\n"
        "  when %s > %.17g%s then\n    n = pre(n) + 1;\n    at = time;\n  end when%s;\nend m;\n",
        m->looped ? ", a, b, c, d" : "",
        m->looped ? "  a + b + c + d = 4*s; a - b + 2*c - d = s;\n"
                    "  2*a + b - c + d = 3*s; a + 2*b + c - 2*d = 2*s;\n"
                  : "",
        m->rate / m->unit, f, m->damping, m->unit, z, m->level, y, side);
}

static void draw(struct rng *g, struct model *m)
{
    m->rate = rng_log(g, 0.3, 3);
    m->f = draw_expression(g, m);
    m->g = draw_expression(g, m);
    m->damping = rng_int(g, 0, 1) ? rng_log(g, 0.1, 10) : 0;
    m->level = rng_uniform(g, -0.6, 0.6);
    draw_more(g, m);
    write_model(m);
}

static double bisect(const struct model *m, double a, double b)
{
    int side = guard(m, a) > 0;
    for (int k = 0; k < 60; k++) {
        double c = (a + b) / 2;
        *((guard(m, c) > 0) == side ? &a : &b) = c;
    }
    return b;
}

static void find(const struct model *m, struct truth *r)
{
    double h = until / DENSE, before = guard(m, 0), last = before, now = guard(m, h),
           t0 = -INFINITY;
    r->count = 0;
    r->nearest = fabs(before);
    r->closest = INFINITY;
    for (int k = 1; k <= DENSE; k++) {
        double next = guard(m, h * (k + 1));
        if ((now > 0) != (last > 0)) {
            double t = bisect(m, h * (k - 1), h * k);
            if (now > 0 && r->count < EVENTS) r->at[r->count++] = t;
            r->closest = fmin(r->closest, t - t0);
            t0 = t;
        }
        if ((now - last) * (next - now) <= 0) r->nearest = fmin(r->nearest, fabs(now));
        last = now;
        now = next;
    }
    r->nearest = fmin(r->nearest, fabs(last));
}

static void solve(const struct model *m, struct truth *r)
{
    double h = until / DENSE, x = 0;
    r->size = 0;
    for (int k = 0; k < DENSE; k++) {
        double t = h * k, a = slope(m, t, x), b = slope(m, t + h / 2, x + h / 2 * a);
        double c = slope(m, t + h / 2, x + h / 2 * b), d = slope(m, t + h, x + h * c);
        x += h / 6 * (a + 2 * b + 2 * c + d);
        r->size = fmax(r->size, fabs(x));
    }
    r->x = x;
}

static int fired(void *user, double t, saltus_kind kind, int32_t k, int direction)
{
    struct seen *seen = user;
    (void)kind, (void)k;
    if (direction < 0) return 0;
    if (seen->count < EVENTS) seen->at[seen->count] = t;
    seen->count++;
    return 0;
}

/* Is the number of events of this method a matter of rounding? */
static int doubtful(const struct truth *r, const struct model *m, const saltus_method_info *info)
{
    double quantum = info->order > 1 ? 1e-6 : 4 * tolerance * until;
    double steep = 0, near = info->order > 1 ? 1e-7 : 4 * quantum;
    for (int k = 0; k < m->g.n; k++) steep = fmax(steep, fabs(m->g.piece[k].k));
    for (int k = 0; m->join != ALONE && k < m->g2.n; k++)
        steep = fmax(steep, fabs(m->g2.piece[k].k));
    if (r->count >= EVENTS) return 1;
    if (m->side) quantum = 4 * tolerance * until; /* an edge is as wide as a part of that */
    if (m->side || info->order == 1) near = 4 * quantum * steep;
    return r->closest < 4 * quantum / fmin(m->rate, 1) || r->nearest < near;
}

/* As far as it can be told without an estimate. */
static enum verdict judge(const struct truth *r, const struct model *m, const struct seen *seen,
                          double x, const saltus_method_info *info, char *why, size_t room)
{
    double wide = 4 * tolerance * until * fmax(1, 1 / m->rate);
    double late = info->order > 1 && !m->side ? 1e-6 : wide, off = fabs(x - r->x);
    enum verdict v = RIGHT;
    if (!(off <= 30 * tolerance * fmax(1, fabs(r->x)))) {
        snprintf(why, room, "x = %.9g instead of %.9g", x, r->x);
        if (!(off <= 30 * tolerance * fmax(1, r->size))) return WRONG;
        v = APART;
    }
    if (doubtful(r, m, info)) return v;
    if (seen->count != r->count) {
        snprintf(why, room, "%d events instead of %d", seen->count, r->count);
        return WRONG;
    }
    for (int k = r->count - seen->known; k < r->count; k++) {
        double at = (seen->at[k] - m->begins) / m->unit;
        if (!(fabs(at - r->at[k]) <= late)) {
            snprintf(why, room, "event at %.12g instead of %.12g", at, r->at[k]);
            return WRONG;
        }
    }
    return v;
}

static saltus_options options(const struct model *m, const saltus_method_info *info)
{
    saltus_options o = saltus_defaults();
    o.method = info->name;
    o.rel = o.abs = tolerance;
    o.t0 = m->begins;
    o.max_events = 5000000;
#ifdef SALTUS_CLASSIC
    if (strcmp(info->family, "classic") == 0) o.engine = saltus_classic();
#endif
    return o;
}

/* Would the command warn of this run, whose states are s, x and w? */
static int warns(const saltus_model *compiled, const struct model *m,
                 const saltus_method_info *info)
{
    static const int32_t states[] = {0, 1, 2};
    saltus_options o = options(m, info);
    saltus_estimate_options want = saltus_estimate_defaults();
    saltus_error e[3];
    int any = 0;
    want.vars = states;
    want.n_vars = 3;
    if (saltus_estimate(compiled, &o, m->begins + until * m->unit, &want, e) != SALTUS_OK) return 0;
    for (int k = 0; k < 3; k++) any |= e[k].error > SALTUS_ESTIMATE_ALARM * e[k].tolerance;
    return any;
}

static enum verdict run(const saltus_model *compiled, const struct model *m, const struct truth *r,
                        const saltus_method_info *info, char *why, size_t room)
{
    static struct seen seen;
    saltus_options o = options(m, info);
    saltus_sim *s;
    saltus_status st;
    enum verdict v;
    double x, end = m->begins + until * m->unit;
    seen.count = 0;
    o.fired = fired;
    o.user = &seen;
    st = saltus_sim_new(compiled, &o, &s);
    if (st == SALTUS_OK) st = saltus_sim_run(s, end);
    if (st != SALTUS_OK) {
        snprintf(why, room, "status %d", (int)st);
        saltus_sim_free(s);
        return FAILED;
    }
    x = saltus_sim_value(s, 1, end);
    seen.known = seen.count;
    if (m->join != ALONE && !m->side) { /* each inequality is a guard of its own */
        seen.count = (int)saltus_sim_value(s, saltus_model_find(compiled, "n"), end);
        seen.known = seen.count > 0 && seen.count < EVENTS;
        if (seen.known)
            seen.at[seen.count - 1] = saltus_sim_value(s, saltus_model_find(compiled, "at"), end);
    }
    saltus_sim_free(s);
    v = judge(r, m, &seen, x, info, why, room);
    return v != RIGHT && warns(compiled, m, info) ? WARNED : v;
}

static int listed(const char *list, const saltus_method_info *info)
{
    size_t n = strlen(info->name);
    if (!list) return strcmp(info->family, "quantized") == 0;
    if (strcmp(list, "all") == 0) return 1;
    for (const char *p = list; p; p = strchr(p, ',') ? strchr(p, ',') + 1 : NULL)
        if (strncmp(p, info->name, n) == 0 && (p[n] == ',' || !p[n])) return 1;
    return 0;
}

static double seconds(void)
{
    return (double)clock() / CLOCKS_PER_SEC;
}

/* All methods: the library's, then the classic ones. */
struct methods {
    const saltus_method_info *of[2 * ALL_METHODS_MOST];
    struct tally tally[2 * ALL_METHODS_MOST];
    size_t n;
};

static void choose(struct methods *to, const char *names)
{
    const saltus_method_info *list = NULL;
    size_t n = all_methods(&list);
    for (size_t k = 0; k < n; k++)
        if (listed(names, &list[k])) to->of[to->n++] = &list[k];
#ifdef SALTUS_CLASSIC
    n = all_classic_methods(&list);
    for (size_t k = 0; k < n; k++)
        if (listed(names, &list[k])) to->of[to->n++] = &list[k];
#endif
}

static void model(uint64_t seed, struct methods *by, int say)
{
    static const char *const name[] = {"right", "apart", "warned", "failed", "wrong"};
    static struct model m;
    static struct truth r;
    struct rng g = {seed};
    saltus_compile_options c = {.struct_size = sizeof(saltus_compile_options),
                                .backend = SALTUS_INTERPRETED};
    saltus_compiled *compiled;
    int any = 0;
    draw(&g, &m);
    if (saltus_compile_text("m.mo", m.text, strlen(m.text), &c, &compiled) != SALTUS_OK) {
        printf("seed %llu does not compile\n%s", (unsigned long long)seed, m.text);
        exit(1);
    }
    find(&m, &r);
    solve(&m, &r);
    for (size_t k = 0; k < by->n; k++) {
        struct tally *t = &by->tally[k];
        char why[200];
        double before = seconds();
        enum verdict v = run(saltus_compiled_model(compiled), &m, &r, by->of[k], why, sizeof why);
        t->seconds += seconds() - before;
        t->runs++;
        t->of[v]++;
        if (v == RIGHT) continue;
        printf("%s: seed %llu, %s: %s\n", name[v], (unsigned long long)seed, by->of[k]->name, why);
        any = 1;
    }
    if (any || say) printf("%s", m.text);
    saltus_compiled_free(compiled);
}

static int print(const struct methods *by)
{
    struct tally sum = {0};
    printf("%-12s %7s %7s %7s %7s %7s %9s\n", "method", "runs", "apart", "warned", "failed",
           "wrong", "seconds");
    for (size_t k = 0; k <= by->n; k++) {
        const struct tally *t = k < by->n ? &by->tally[k] : &sum;
        printf("%-12s %7d %7d %7d %7d %7d %9.1f\n", k < by->n ? by->of[k]->name : "all", t->runs,
               t->of[APART], t->of[WARNED], t->of[FAILED], t->of[WRONG], t->seconds);
        if (t == &sum) break;
        sum.runs += t->runs;
        sum.seconds += t->seconds;
        for (int v = 0; v <= WRONG; v++) sum.of[v] += t->of[v];
    }
    return sum.of[FAILED] + sum.of[WRONG];
}

int main(int argc, char **argv)
{
    static struct methods by;
    const char *names = NULL;
    int say = 0;
    long count = argc > 1 ? strtol(argv[1], NULL, 10) : 0;
    uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    for (int k = 3; k < argc; k++) {
        if (strcmp(argv[k], "-v") == 0) say = 1;
        if (strcmp(argv[k], "-m") == 0 && k + 1 < argc) names = argv[++k];
    }
    choose(&by, names);
    if (count <= 0 || by.n == 0) {
        fprintf(stderr, "usage: campaign N SEED [-m METHOD,METHOD...] [-v]\n");
        return 2;
    }
    setvbuf(stdout, NULL, _IOLBF, 0);
    for (long k = 0; k < count; k++) model(seed + (uint64_t)k, &by, say);
    printf("models %llu to %llu\n", (unsigned long long)seed,
           (unsigned long long)seed + (unsigned long long)count - 1);
    return print(&by) > 0;
}
