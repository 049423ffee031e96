/* SPDX-License-Identifier: MIT */
/* test_radau.c - one state stepped by RLIQSS2: the polynomial x - q is the promised one, the step
 * ends when it should, and x goes where the method of Radau says. */
#include "quant/method.h"

#include "testing.h"

extern const struct method method_rliqss2, method_auto;

static const struct tuning tune = {.theta = 1.9, .band = 2};

/* x' = A q + u0 + u1 s, with s the time since `now`. */
struct lone {
    struct state s;
    double A, u0, u1, now;
};

/* x[1], x[2] from the present q, expanded at `now`. */
static void lone_evaluate(struct lone *l)
{
    struct state *s = &l->s;
    s->tx = l->now;
    s->x[1] = l->A * (s->q[0] + (l->now - s->tq) * s->q[1]) + l->u0;
    s->x[2] = (l->A * s->q[1] + l->u1) / 2;
}

/* Time, value, rate and quantum of any size; an old q that is somewhere near x. */
static void lone_random(struct lone *l, struct rng *g)
{
    double size = rng_log(g, 1e-2, 1e2), rate = rng_log(g, 1e-4, 1e4);
    memset(l, 0, sizeof *l);
    l->A = rng_int(g, 0, 5) ? -rate : 0;
    l->u0 = rate * size * rng_uniform(g, -1, 1);
    l->u1 = rng_int(g, 0, 2) ? rate * rate * size * rng_uniform(g, -1, 1) * rng_log(g, 1e-6, 1) : 0;
    l->s.x[0] = size * rng_uniform(g, -1, 1);
    l->s.dq = size * rng_log(g, 1e-5, 1);
    l->s.q[0] = l->s.x[0] + 2 * l->s.dq * rng_uniform(g, -1, 1);
    l->s.q[1] = rate * size * rng_uniform(g, -1, 1);
    l->s.tq = -rng_log(g, 1e-3, 1) * l->s.dq / (rate * size);
    l->s.a = l->A;
    lone_evaluate(l);
}

static void lone_choose(struct lone *l)
{
    method_rliqss2.choose(&method_rliqss2, &l->s, l->now, &tune);
    CHECK(l->s.tq == l->now);
    lone_evaluate(l);
}

/* x - q at s after tx, and the size of what is added up in it. */
static double apart(const struct lone *l, double s, double *size)
{
    const struct state *z = &l->s;
    double q0 = z->q[0] + (z->tx - z->tq) * z->q[1];
    *size = fabs(z->x[0]) + fabs(q0) + s * (fabs(l->A * q0) + fabs(l->u0) + fabs(z->q[1])) +
            s * s * (fabs(l->A * z->q[1]) + fabs(l->u1));
    return z->x[0] - q0 + s * (z->x[1] - z->q[1]) + s * s * z->x[2];
}

/* ---- The choice ------------------------------------------------------------------------------ */

/* T at 0, 0 at h, and a mean of 0, by the rule of Simpson. Close to an equilibrium h is large, and
 * ill-conditioned. */
static void check_shape(const struct lone *l, double h, double T)
{
    double size, first = apart(l, 0, &size), middle, last, condition = 1 - h * l->A;
    CHECK_LE(fabs(fabs(first) - T), 1e-13 * size);
    middle = apart(l, h / 2, &size);
    last = apart(l, h, &size);
    CHECK_LE(fabs(last), 1e-12 * size * condition);
    CHECK_LE(fabs(first + 4 * middle + last), 1e-11 * size * condition);
}

/* x'' = 0, x' = q', not further away than T. before: what rounding has started from. */
static void check_rest(const struct lone *l, const struct lone *before, double T)
{
    double size, first = apart(l, 0, &size), a = fabs(l->A);
    CHECK_LE(fabs(first), T + 1e-13 * size);
    size += fabs(before->s.q[0]);
    CHECK_LE(fabs(l->s.x[1] - l->s.q[1]), 1e-13 * (a * size + fabs(l->u0)));
    size = a * (a * size + fabs(before->s.q[1]) + fabs(l->u0)) + fabs(l->u1);
    CHECK_LE(fabs(l->s.x[2]), 1e-13 * size);
}

PROP(the_difference_is_a_polynomial_of_radau, 20000)
{
    struct lone l, before;
    double T;
    lone_random(&l, g);
    before = l;
    T = method_find("auto")->couple->distance(&l.s, &tune);
    CHECK(T > 0.9 * tune.band * l.s.dq && T < tune.band * l.s.dq);
    lone_choose(&l);
    if (isinf(l.s.aux[0]))
        check_rest(&l, &before, T);
    else
        check_shape(&l, l.s.aux[0], T);
}

/* What is chosen depends on f, x and the quantum, not on where q was. */
PROP(the_old_q_does_not_matter, 2000)
{
    struct lone l, other;
    double size;
    lone_random(&l, g);
    other = l;
    other.s.q[0] = other.s.x[0] - 1.5 * other.s.dq;
    other.s.tq = 0;
    lone_evaluate(&other);
    lone_choose(&l);
    lone_choose(&other);
    if (isinf(l.s.aux[0]) || isinf(other.s.aux[0])) return;
    (void)apart(&l, l.s.aux[0], &size);
    CHECK_LE(fabs(l.s.q[0] - other.s.q[0]), 1e-13 * size);
    CHECK_LE(fabs(l.s.q[1] - other.s.q[1]) * l.s.aux[0], 1e-10 * size);
}

/* x(h) = R(hA) x(0), R(z) = (1 + z/3)/(1 - 2z/3 + z^2/6): Radau IIA with two points. */
PROP(alone_x_goes_where_radau_goes, 5000)
{
    struct lone l;
    double h, z, end;
    lone_random(&l, g);
    l.A = l.s.a = -rng_log(g, 1e-4, 1e4);
    l.u0 = l.u1 = 0;
    lone_evaluate(&l);
    lone_choose(&l);
    if (isinf(l.s.aux[0])) return;
    h = l.s.aux[0];
    z = h * l.A;
    end = l.s.x[0] + h * l.s.x[1] + h * h * l.s.x[2];
    CHECK_LE(fabs(end - l.s.x[0] * (1 + z / 3) / (1 - 2 * z / 3 + z * z / 6)),
             1e-12 * fabs(l.s.x[0]) * (1 + z * z));
}

/* Nothing is stiff where A > 0. */
PROP(growth_counts_as_no_feedback, 1000)
{
    struct lone l, none;
    lone_random(&l, g);
    l.A = l.s.a = rng_log(g, 1e-4, 1e4);
    lone_evaluate(&l);
    none = l;
    none.s.a = 0;
    lone_choose(&l);
    lone_choose(&none);
    CHECK(l.s.q[0] == none.s.q[0] && l.s.q[1] == none.s.q[1] && l.s.aux[0] == none.s.aux[0]);
    CHECK(isfinite(l.s.q[0]) && isfinite(l.s.q[1]) && l.s.aux[0] > 0);
}

/* A line without feedback is followed exactly, and for ever. */
TEST(a_line_needs_no_step)
{
    struct lone l = {.u0 = 3, .s = {.x = {5, 3}, .q = {4, 0}, .dq = 0.1}};
    lone_choose(&l);
    CHECK(l.s.q[0] == 5 && l.s.q[1] == 3 && isinf(l.s.aux[0]));
    CHECK(isinf(method_rliqss2.wait(&method_rliqss2, &l.s, &tune, true)));
}

/* x' = 2 s, dq = 1/2: x - q = T (1 - 4 s/h + 3 (s/h)^2) with x[2] = 1 = 3 T/h^2. */
TEST(a_parabola)
{
    struct lone l = {.u1 = 2, .s = {.x = {1, 0, 1}, .dq = 0.5}};
    double T = 0.995, h = sqrt(3 * T);
    lone_choose(&l);
    CHECK_CLOSE(l.s.q[0], 1 - T, 1e-13);
    CHECK_CLOSE(l.s.q[1], 4 * T / h, 1e-14);
    CHECK_CLOSE(l.s.aux[0], h, 1e-14);
}

/* ---- The wait -------------------------------------------------------------------------------- */

static double wait_of(const struct lone *l)
{
    double own = method_rliqss2.wait(&method_rliqss2, &l->s, &tune, true);
    CHECK(own == method_rliqss2.wait(&method_rliqss2, &l->s, &tune, false));
    CHECK(own == method_auto.wait(&method_auto, &l->s, &tune, true));
    return own;
}

/* At the end of the wait, and not before, |x - q| = band, unless the step ends first. */
static void check_wait(const struct lone *l)
{
    double band = tune.band * l->s.dq, left = method_planned(&l->s) - (l->s.tx - l->s.tq);
    double w = wait_of(l), size, d;
    if (!(left > 0) || fabs(apart(l, 0, &size)) >= band) {
        CHECK(w == 0);
        return;
    }
    CHECK(w >= 0 && w <= left);
    for (int k = 0; k < 300 && w > 0; k++) {
        double s = isinf(w) ? pow(10, k / 30.0 - 5) : w * k / 300;
        d = apart(l, s, &size);
        CHECK_LE(fabs(d), band + 1e-8 * size);
    }
    if (w == left) return;
    d = apart(l, w, &size);
    CHECK_LE(fabs(fabs(d) - band), 1e-8 * size);
}

PROP(undisturbed_steps_end_as_planned, 5000)
{
    struct lone l;
    double h;
    lone_random(&l, g);
    lone_choose(&l);
    h = l.s.aux[0];
    if (isinf(h)) {
        check_wait(&l);
        return;
    }
    CHECK(wait_of(&l) == h);
    l.now = h * rng_uniform(g, 0.01, 0.99); /* looked at on the way */
    l.s.x[0] += l.now * (l.s.x[1] + l.now * l.s.x[2]);
    l.u0 += l.now * l.u1;
    lone_evaluate(&l);
    CHECK(wait_of(&l) == h - l.now);
    l.now = l.s.tx = h;
    CHECK(wait_of(&l) == 0);
}

/* Another state bends x on the way. */
PROP(bent_steps_end_at_the_edge_of_the_band, 20000)
{
    struct lone l;
    double h, kick;
    lone_random(&l, g);
    lone_choose(&l);
    h = isinf(l.s.aux[0]) ? rng_log(g, 1e-3, 1e3) : l.s.aux[0];
    l.now = h * rng_uniform(g, 0, 1);
    l.s.x[0] += l.now * (l.s.x[1] + l.now * l.s.x[2]);
    kick = l.s.dq / h * rng_log(g, 1e-2, 1e3);
    l.u0 += l.now * l.u1 + kick * rng_uniform(g, -1, 1);
    l.u1 += kick / h * rng_uniform(g, -1, 1);
    if (rng_int(g, 0, 9) == 0) l.s.x[0] += 4 * l.s.dq * rng_uniform(g, -1, 1);
    lone_evaluate(&l);
    check_wait(&l);
}

/* Far ahead of a front, x'' is as small as numbers can be; the root in h would vanish. */
TEST(next_to_nothing)
{
    for (int e = -1074; e < -900; e++) {
        struct lone l = {.u1 = ldexp(1, e), .s = {.dq = 1e-9}};
        lone_evaluate(&l);
        lone_choose(&l);
        CHECK(fabs(l.s.q[0]) <= 2e-9 && fabs(l.s.q[1]) <= 1e-9 && l.s.aux[0] > 1e100);
        CHECK(wait_of(&l) > 1e100);
    }
}

TEST(without_a_plan_x_waits_for_the_band)
{
    struct lone l = {.u0 = 2, .s = {.x = {1, 2}, .q = {1, 0}, .dq = 0.5}};
    CHECK_CLOSE(wait_of(&l), 0.5, 1e-15); /* before the first step */
    l.s.aux[0] = 0.125;
    CHECK(wait_of(&l) == 0.125);
    l.s.tq = -0.125;
    CHECK(wait_of(&l) == 0);
    method_rliqss2.held(&l.s);
    CHECK_CLOSE(wait_of(&l), 0.5, 1e-15);
}

/* x' = A (q - c(t)) with c a parabola: q is c up to what its own motion costs, and x stays where it
 * was relative to q. Without leave to bend q stays a line. */
TEST(a_fast_state_follows_a_curve)
{
    const struct tuning bends = {.theta = 1.9, .band = 2, .bends = true};
    const double A = -1e6, c[] = {3, 40, -500};
    for (int bent = 0; bent < 2; bent++) {
        struct state s = {.x = {3.0005}, .q = {3, 0}, .dq = 1e-3, .a = A};
        s.x[1] = A * (s.q[0] - c[0]);
        s.x[2] = -A * c[1] / 2;
        s.x[3] = -A * c[2] / 3;
        method_rliqss2.choose(&method_rliqss2, &s, 0, bent ? &bends : &tune);
        CHECK(isinf(s.aux[0]));
        CHECK_EQ_INT(s.q[2] != 0, bent);
        if (!bent) continue;
        CHECK_CLOSE(s.q[2], c[2], 1e-15);
        CHECK_CLOSE(s.q[1], c[1] + 2 * c[2] / A, 1e-15);
        CHECK_CLOSE(s.q[0], c[0] + s.q[1] / A, 1e-15);
        s.x[1] = A * (s.q[0] - c[0]); /* x' = q' */
        s.x[2] = A * (s.q[1] - c[1]) / 2;
        s.x[3] = 0;
        CHECK_CLOSE(s.x[1], s.q[1], 1e-6);
        CHECK(method_rliqss2.wait(&method_rliqss2, &s, &bends, true) > 1);
    }
}

TEST_MAIN()
