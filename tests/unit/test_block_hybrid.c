/* SPDX-License-Identifier: MIT */
/* test_block_hybrid.c - blocks with modes: values, exact times of events, starts on the edge,
 * jumps, samples. */
#include "block_rig.h"

static void begin(struct rig *r, const char *block, const saltus_arg *args, size_t n, int inputs)
{
    rig_begin(r, &(saltus_part){
                     .type = saltus_block(block), .args = args, .n_args = n, .inputs = inputs});
}

#define NUMBER(name_, value_)                                                                      \
    {                                                                                              \
        .name = name_, .rows = 1, .cols = 1, .v = (double[])                                       \
        {                                                                                          \
            value_                                                                                 \
        }                                                                                          \
    }
#define WORD(name_, word_)                                                                         \
    {                                                                                              \
        .name = name_, .word = word_                                                               \
    }

/* A block of one input u = c0 + c1 t + ... from t = 0 on: events at these times, in these
 * directions. */
static void fires(const char *block, const saltus_arg *args, size_t n_args, int order,
                  const double *c, double until, int n, const double *t, const double *way)
{
    struct rig r;
    begin(&r, block, args, n_args, 0);
    rig_say(&r, 0, 0, 0, order, c);
    CHECK(rig_run(&r, until) >= 0);
    CHECK_EQ_INT(r.guards, n);
    for (int k = 0; k < n; k++) {
        CHECK_LE(fabs(r.guard[k].t - t[k]), 1e-12 * fmax(1, fabs(t[k])));
        CHECK(r.guard[k].way == way[k]);
    }
    rig_end(&r);
}

TEST(abs_has_an_event_at_each_zero)
{
    fires("abs", NULL, 0, 1, (double[]){-1, 0.5}, 10, 1, (double[]){2}, (double[]){1});
    fires("abs", NULL, 0, 2, (double[]){2, -3, 1}, 10, 2, (double[]){1, 2}, (double[]){-1, 1});
    fires("abs", NULL, 0, 4, (double[]){24, -50, 35, -10, 1}, 10, 4, (double[]){1, 2, 3, 4},
          (double[]){-1, 1, -1, 1});
}

TEST(touching_is_no_event)
{
    fires("abs", NULL, 0, 2, (double[]){1, -2, 1}, 10, 0, NULL, NULL);
    fires("abs", NULL, 0, 2, (double[]){-4, 4, -1}, 10, 0, NULL, NULL);
}

TEST(a_start_at_zero_is_decided_by_the_slope)
{
    fires("abs", NULL, 0, 1, (double[]){0, 1}, 10, 0, NULL, NULL);
    fires("abs", NULL, 0, 1, (double[]){0, -1}, 10, 0, NULL, NULL);
    fires("abs", NULL, 0, 2, (double[]){0, -1, 1}, 10, 1, (double[]){1}, (double[]){1});
}

TEST(abs_is_what_it_says)
{
    struct rig r;
    begin(&r, "abs", NULL, 0, 0);
    rig_say(&r, 0, 0, 0, 2, (double[]){2, -3, 1});
    CHECK(rig_run(&r, 5) >= 0);
    for (double t = 0; t < 5; t += 0.1)
        CHECK_LE(fabs(rig_value(&r, 0, 0, t) - fabs(2 - 3 * t + t * t)), 1e-13);
    CHECK(!r.heard[0].jump && r.heard[1].jump && r.heard[2].jump);
    CHECK_EQ_INT(r.n, 3);
    rig_end(&r);
}

TEST(the_sign_of_a_constant_zero_is_zero)
{
    struct rig r;
    begin(&r, "sign", NULL, 0, 0);
    rig_say(&r, 0, 0, 0, 0, (double[]){0});
    rig_say(&r, 0, 1, 0, 1, (double[]){0, -1});
    rig_say(&r, 0, 2, 0, 0, (double[]){0});
    rig_say(&r, 0, 3, 0, 1, (double[]){-1, 1});
    CHECK(rig_run(&r, 10) >= 0);
    CHECK(rig_value(&r, 0, 0, 0.5) == 0 && rig_value(&r, 0, 0, 1.5) == -1);
    CHECK(rig_value(&r, 0, 0, 2.5) == 0 && rig_value(&r, 0, 0, 3.5) == -1 &&
          rig_value(&r, 0, 0, 4.5) == 1);
    CHECK_CLOSE(r.heard[r.n - 1].t, 4, 1e-15);
    rig_end(&r);
}

TEST(a_jump_changes_the_mode_at_once)
{
    struct rig r;
    begin(&r, "abs", NULL, 0, 0);
    rig_say(&r, 0, 0, 0, 0, (double[]){1});
    rig_say(&r, 0, 1, 0, 0, (double[]){-3});
    CHECK(rig_run(&r, 10) >= 0);
    CHECK_EQ_INT(r.n, 2);
    CHECK_EQ_INT(r.guards, 1);
    CHECK(r.heard[1].t == 1 && r.heard[1].c[0] == 3 && r.guard[0].t == 1 && r.guard[0].way == -1);
    rig_end(&r);
}

TEST(largest_and_smallest_of_three)
{
    struct rig r, s;
    begin(&r, "max", NULL, 0, 3);
    begin(&s, "min", NULL, 0, 3);
    for (int k = 0; k < 3; k++) {
        double u[3][3] = {{1, 0, 0}, {-1, 1, 0}, {0, 0, 0.125}};
        rig_say(&r, k, 0, 0, 2, u[k]);
        rig_say(&s, k, 0, 0, 2, u[k]);
    }
    CHECK(rig_run(&r, 9) >= 0 && rig_run(&s, 9) >= 0);
    for (double t = 0; t < 9; t += 0.1) {
        CHECK_LE(fabs(rig_value(&r, 0, 0, t) - fmax(1, fmax(t - 1, t * t / 8))), 1e-13);
        CHECK_LE(fabs(rig_value(&s, 0, 0, t) - fmin(1, fmin(t - 1, t * t / 8))), 1e-13);
    }
    CHECK_EQ_INT(r.guards, 2); /* 1, then t - 1, then t^2/8 */
    CHECK_LE(fabs(r.guard[0].t - 2), 1e-14);
    CHECK_LE(fabs(r.guard[1].t - (4 + 2 * sqrt(2))), 1e-13);
    rig_end(&r);
    rig_end(&s);
}

TEST(saturation_and_dead_zone)
{
    saltus_arg band[] = {NUMBER("low", -1), NUMBER("high", 2)};
    struct rig r, d;
    begin(&r, "saturation", band, 2, 0);
    begin(&d, "dead_zone", band, 2, 0);
    rig_say(&r, 0, 0, 0, 1, (double[]){-3, 1});
    rig_say(&d, 0, 0, 0, 1, (double[]){-3, 1});
    CHECK(rig_run(&r, 9) >= 0 && rig_run(&d, 9) >= 0);
    CHECK_EQ_INT(r.guards, 2);
    CHECK(r.guard[0].t == 2 && r.guard[1].t == 5 && r.heard[0].order == 0 && r.heard[2].order == 0);
    for (double t = 0; t < 9; t += 0.25) {
        double u = t - 3;
        CHECK_CLOSE(rig_value(&r, 0, 0, t), fmin(2, fmax(-1, u)), 1e-15);
        CHECK_CLOSE(rig_value(&d, 0, 0, t), u > 2 ? u - 2 : u < -1 ? u + 1 : 0, 1e-15);
    }
    rig_end(&r);
    rig_end(&d);
}

TEST(limits_may_be_infinite_or_equal)
{
    saltus_arg open[] = {NUMBER("low", -INFINITY), NUMBER("high", 2)},
               none[] = {NUMBER("low", 1), NUMBER("high", 1)};
    fires("saturation", open, 2, 2, (double[]){-3, 0, 1}, 9, 1, (double[]){sqrt(5)}, (double[]){1});
    fires("saturation", none, 2, 1, (double[]){0, 1}, 9, 1, (double[]){1}, (double[]){1});
}

TEST(quantizer_rounds_with_hysteresis)
{
    saltus_arg plain[] = {NUMBER("step", 0.5)},
               wide[] = {NUMBER("step", 1), NUMBER("hysteresis", 0.5)};
    saltus_arg low[] = {NUMBER("step", 1), WORD("kind", "floor")};
    fires("quantizer", plain, 1, 1, (double[]){0, 1}, 1.5, 3, (double[]){0.25, 0.75, 1.25},
          (double[]){1, 1, 1});
    fires("quantizer", wide, 2, 2, (double[]){0, 2, -1}, 2.5, 3,
          (double[]){0.5, 1.8660254037844386, 2.3228756555322954}, (double[]){1, -1, -1});
    fires("quantizer", low, 2, 1, (double[]){0.5, -1}, 2, 2, (double[]){0.5, 1.5},
          (double[]){-1, -1});
}

TEST(wrap_stays_in_its_range)
{
    saltus_arg turn[] = {NUMBER("low", -1), NUMBER("high", 1)};
    struct rig r;
    begin(&r, "wrap", turn, 2, 0);
    rig_say(&r, 0, 0, 0, 1, (double[]){0, 3});
    rig_say(&r, 0, 5, 0, 1, (double[]){1000.25, -1});
    CHECK(rig_run(&r, 9) >= 0);
    for (double t = 0.01; t < 9; t += 0.1) {
        double u = t < 5 ? 3 * t : 1000.25 - (t - 5);
        CHECK_LE(fabs(rig_value(&r, 0, 0, t)), 1 + 1e-12);
        CHECK_LE(fabs(remainder(rig_value(&r, 0, 0, t) - u, 2)), 1e-11);
    }
    CHECK_LE(fabs(r.guard[0].t - 1.0 / 3), 1e-15);
    rig_end(&r);
}

TEST(relay_has_two_thresholds)
{
    saltus_arg a[] = {NUMBER("off_at", -1), NUMBER("on_at", 1), NUMBER("on", 5), NUMBER("off", -5)};
    saltus_arg one[] = {NUMBER("off_at", 0), NUMBER("on_at", 0)};
    /* u = 3 - (t-2)^2 = -1 + 4t - t^2: 1 at 0.586, -1 at 4 */
    fires("relay", a, 4, 2, (double[]){-1, 4, -1}, 9, 2, (double[]){2 - sqrt(2), 4},
          (double[]){1, -1});
    fires("relay", one, 2, 2, (double[]){-1, 4, -1}, 9, 2, (double[]){2 - sqrt(3), 2 + sqrt(3)},
          (double[]){1, -1});
}

TEST(switch_and_comparator)
{
    struct rig r, k;
    begin(&r, "switch", NULL, 0, 0);
    begin(&k, "comparator", NULL, 0, 0);
    rig_say(&r, 0, 0, 0, 1, (double[]){1, 1});
    rig_say(&r, 1, 0, 0, 0, (double[]){-7});
    rig_say(&r, 2, 0, 0, 1, (double[]){0, 0.25});
    rig_say(&k, 0, 0, 0, 1, (double[]){0, 1});
    rig_say(&k, 1, 0, 0, 0, (double[]){3});
    CHECK(rig_run(&r, 9) >= 0 && rig_run(&k, 9) >= 0);
    CHECK(rig_value(&r, 0, 0, 1.9) == -7);
    CHECK_CLOSE(rig_value(&r, 0, 0, 4), 5, 1e-15);
    CHECK(r.guards == 1 && r.guard[0].t == 2 && r.n == 2);
    CHECK(k.n == 2 && k.heard[0].c[0] == 0 && k.heard[1].c[0] == 1 && k.heard[1].t == 3);
    rig_end(&r);
    rig_end(&k);
}

TEST(an_event_switch_obeys_events)
{
    saltus_arg on[] = {NUMBER("start", 1)};
    struct rig r;
    begin(&r, "event_switch", on, 1, 0);
    rig_say(&r, 0, 0, 0, 0, (double[]){10});
    rig_say(&r, 1, 0, 0, 1, (double[]){0, 1});
    rig_say(&r, 2, 2, 0, 0, (double[]){0});
    rig_say(&r, 2, 3, 0, 0, (double[]){0});
    rig_say(&r, 2, 4, 0, 0, (double[]){1});
    CHECK(rig_run(&r, 9) >= 0);
    CHECK(rig_value(&r, 0, 0, 1) == 10 && rig_value(&r, 0, 0, 3.5) == 3.5 &&
          rig_value(&r, 0, 0, 5) == 10);
    CHECK_EQ_INT(r.guards, 2);
    rig_end(&r);
}

TEST(a_diode_has_a_kink)
{
    saltus_arg a[] = {NUMBER("Ron", 0.01), NUMBER("Roff", 1000), NUMBER("V", 0.5)};
    struct rig r;
    begin(&r, "diode", a, 3, 0);
    rig_say(&r, 0, 0, 0, 1, (double[]){-1, 1});
    CHECK(rig_run(&r, 9) >= 0);
    CHECK(r.n == 2 && r.heard[1].t == 1.5);
    CHECK_CLOSE(rig_value(&r, 0, 0, 1), 0, 1e-15);
    CHECK_CLOSE(rig_value(&r, 0, 0, 0), -1e-3, 1e-15);
    CHECK_CLOSE(r.heard[1].c[0], 5e-4, 1e-12);
    CHECK_CLOSE(rig_value(&r, 0, 0, 2.5), 5e-4 + 100, 1e-15);
    rig_end(&r);
}

TEST(of_a_pair_one_is_on)
{
    saltus_arg a[] = {NUMBER("on", 1e-5), NUMBER("off", 1e5)};
    struct rig r;
    begin(&r, "switch_pair", a, 2, 0);
    rig_say(&r, 0, 0, 0, 0, (double[]){0});
    rig_say(&r, 0, 1, 0, 0, (double[]){1});
    CHECK(rig_run(&r, 9) >= 0);
    CHECK(rig_value(&r, 0, 0, 0.5) == 1e5 && rig_value(&r, 1, 0, 0.5) == 1e-5);
    CHECK(rig_value(&r, 0, 0, 1.5) == 1e-5 && rig_value(&r, 1, 0, 1.5) == 1e5);
    rig_end(&r);
}

TEST(crossings_send_events)
{
    saltus_arg up[] = {NUMBER("level", 1), WORD("direction", "up")};
    struct rig r, b;
    begin(&r, "cross_detector", up, 2, 0);
    begin(&b, "cross_detector", NULL, 0, 0);
    rig_say(&r, 0, 0, 0, 2, (double[]){0, 2.5, -1}); /* 1 at 0.5 and 2 */
    rig_say(&b, 0, 0, 0, 2, (double[]){2, -3, 1});
    rig_say(&b, 0, 4, 0, 0, (double[]){-5});
    CHECK(rig_run(&r, 9) >= 0 && rig_run(&b, 9) >= 0);
    CHECK(r.n == 1 && r.guards == 1);
    CHECK_CLOSE(r.heard[0].t, 0.5, 1e-14);
    CHECK_CLOSE(r.heard[0].c[0], 1, 1e-14);
    CHECK(r.heard[0].c[1] == 1 && r.heard[0].order == 1);
    CHECK(b.n == 3 && b.heard[0].c[1] == -1 && b.heard[1].c[1] == 1 && b.heard[2].t == 4 &&
          b.heard[2].c[1] == -1);
    rig_end(&r);
    rig_end(&b);
}

TEST(peaks_are_held)
{
    struct rig r, m;
    begin(&r, "max_hold", NULL, 0, 0);
    begin(&m, "min_hold", NULL, 0, 0);
    for (struct rig *x = &r; x; x = x == &r ? &m : NULL) {
        double s = x == &r ? 1 : -1;
        rig_say(x, 0, 0, 0, 2, (double[]){0, s * 2, -s}); /* peak 1 at 1 */
        rig_say(x, 0, 2, 0, 1, (double[]){0, s});         /* 1 again at 3 */
        rig_say(x, 0, 4, 0, 1, (double[]){0, -s});        /* falls from 2 */
        rig_say(x, 0, 5, 0, 1, (double[]){s * 7, -s});    /* jumps to 7, falls */
        rig_say(x, 1, 8, 0, 0, (double[]){0});            /* reset at 4 */
        CHECK(rig_run(x, 10) >= 0);
        CHECK_LE(fabs(rig_value(x, 0, 0, 0.5) - s * 0.75), 1e-15);
        CHECK_LE(fabs(rig_value(x, 0, 0, 2.5) - s), 1e-15);
        CHECK_LE(fabs(rig_value(x, 0, 0, 3.5) - s * 1.5), 1e-14);
        CHECK_LE(fabs(rig_value(x, 0, 0, 4.5) - s * 2), 1e-14);
        CHECK_LE(fabs(rig_value(x, 0, 0, 7) - s * 7), 1e-14);
        CHECK_LE(fabs(rig_value(x, 0, 0, 9) - s * 4), 1e-14);
        CHECK_LE(fabs(x->guard[0].t - 1), 1e-14);
        CHECK_LE(fabs(x->guard[1].t - 3), 1e-14);
        rig_end(x);
    }
}

TEST(pwm_compares_exactly)
{
    saltus_arg saw[] = {NUMBER("period", 0.1)},
               tri[] = {NUMBER("period", 0.1), WORD("carrier", "triangle")};
    struct rig r, s;
    begin(&r, "pwm", saw, 1, 0);
    begin(&s, "pwm", tri, 2, 0);
    rig_say(&r, 0, 0, 0, 0, (double[]){0.3});
    rig_say(&s, 0, 0, 0, 1, (double[]){0.3, 1});
    CHECK(rig_run(&r, 0.25) >= 0 && rig_run(&s, 0.1) >= 0);
    CHECK_EQ_INT(r.n, 6); /* on, off at 0.03, on at 0.1, ... */
    CHECK_LE(fabs(r.heard[1].t - 0.03), 1e-16);
    CHECK(r.heard[2].t == 0.1 && r.heard[2].c[0] == 1);
    CHECK_EQ_INT(s.n, 3); /* 0.3 + t = 20t; 0.3 + t = 1 - 20(t - 0.05) */
    CHECK_CLOSE(s.heard[1].t, 0.3 / 19, 1e-14);
    CHECK_CLOSE(s.heard[2].t, 1.7 / 21, 1e-14);
    rig_end(&r);
    rig_end(&s);
}

TEST(pwm_at_its_ends_is_quiet)
{
    for (double duty = -1; duty <= 2; duty += 0.5) {
        saltus_arg saw[] = {NUMBER("period", 0.1)},
                   tri[] = {NUMBER("period", 0.1), WORD("carrier", "triangle")};
        if (duty == 0.5) continue;
        for (int k = 0; k < 2; k++) {
            struct rig r;
            begin(&r, "pwm", k ? tri : saw, k ? 2 : 1, 0);
            rig_say(&r, 0, 0.33, 0, 0, (double[]){duty});
            CHECK(rig_run(&r, 20) >= 0);
            CHECK_EQ_INT(r.n, 1);
            CHECK(r.heard[0].c[0] == (duty > 0.5));
            rig_end(&r);
        }
    }
}

TEST(atan2_jumps_at_its_cut)
{
    struct rig r;
    int k = 0;
    begin(&r, "atan2", NULL, 0, 0);
    rig_say(&r, 0, 0, 0, 1, (double[]){1, -1});
    rig_say(&r, 1, 0, 0, 0, (double[]){-1});
    CHECK(rig_run(&r, 3) >= 0);
    while (r.heard[k].t < 1 && k + 1 < r.n) k++; /* its series are sent again in time */
    CHECK(r.heard[k].t == 1);
    CHECK_CLOSE(r.heard[0].c[0], atan2(1, -1), 1e-15);
    CHECK_CLOSE(r.heard[k].c[0], -acos(-1.0), 1e-15);
    CHECK_CLOSE(r.heard[k].c[1], 1, 1e-15);
    CHECK_LE(fabs(rig_value(&r, 0, 0, 1.05) - atan2(-0.05, -1)), 1e-6);
    rig_end(&r);
}

TEST(samples_are_held)
{
    saltus_arg z[] = {NUMBER("period", 0.1), NUMBER("start", 0.2), NUMBER("initial", 9)};
    struct rig r;
    begin(&r, "zero_order_hold", z, 3, 0);
    rig_say(&r, 0, 0, 0, 2, (double[]){0, 1, 1});
    CHECK(rig_run(&r, 999.95) >= 0);
    CHECK_EQ_INT(r.n, 1 + 9998);
    CHECK(r.heard[0].t == 0 && r.heard[0].c[0] == 9 && !r.heard[0].jump && r.heard[1].jump);
    for (int k = 0; k < 9998; k++) {
        double t = 0.2 + k * 0.1;
        CHECK(r.heard[1 + k].t == t);
        CHECK_CLOSE(r.heard[1 + k].c[0], t + t * t, 1e-14);
    }
    rig_end(&r);
}

TEST(a_clock_and_a_first_value_at_one_instant)
{
    saltus_arg z[] = {NUMBER("period", 1)};
    struct rig r;
    begin(&r, "zero_order_hold", z, 1, 0);
    rig_say(&r, 0, 0.5, 0, 0, (double[]){4});
    CHECK(rig_run(&r, 1.5) >= 0);
    CHECK(r.n == 2 && r.heard[0].t == 0.5 && r.heard[0].c[0] == 4 && r.heard[1].t == 1);
    rig_end(&r);
}

TEST(events_take_samples)
{
    struct rig r, s;
    begin(&r, "sample_and_hold", NULL, 0, 0);
    begin(&s, "triggered_sampler", NULL, 0, 0);
    for (struct rig *x = &r; x; x = x == &r ? &s : NULL) {
        rig_say(x, 0, 0, 0, 1, (double[]){0, 2});
        rig_say(x, 1, 1, 0, 0, (double[]){1});
        rig_say(x, 1, 3, 0, 0, (double[]){1});
        CHECK(rig_run(x, 5) >= 0);
    }
    CHECK(r.n == 3 && r.heard[0].c[0] == 0 && r.heard[1].c[0] == 2 && r.heard[2].c[0] == 6);
    CHECK(s.n == 2 && s.heard[0].t == 1 && s.heard[0].c[0] == 2 && s.heard[1].c[0] == 6);
    rig_end(&r);
    rig_end(&s);
}

/* |sin 3t|, by way of series that are cut off: every zero, to full accuracy. */
TEST(zeros_of_open_series_are_found)
{
    struct rig r;
    double pi = acos(-1.0);
    begin(&r, "abs", NULL, 0, 0);
    r.through = "sin";
    rig_say(&r, 0, 0, 0, 1, (double[]){0.5, 3});
    CHECK(rig_run(&r, 20) >= 0);
    CHECK_EQ_INT(r.guards, 19);
    for (int k = 0; k < r.guards; k++)
        CHECK_LE(fabs(r.guard[k].t - ((k + 1) * pi - 0.5) / 3), 1e-13 * (k + 1));
    rig_end(&r);
}

TEST(peaks_of_open_series_are_found)
{
    struct rig r;
    begin(&r, "max_hold", NULL, 0, 0);
    r.through = "sin";
    rig_say(&r, 0, 0, 0, 1, (double[]){0, 1});
    CHECK(rig_run(&r, 20) >= 0);
    CHECK(r.guards >= 1);
    CHECK_LE(fabs(r.guard[0].t - acos(-1.0) / 2), 1e-6); /* flat there: the value counts */
    CHECK_LE(fabs(rig_value(&r, 0, 0, 19) - 1), 1e-14);
    rig_end(&r);
}

static void add(saltus_coupled *m, const char *name, const char *block, const saltus_arg *args,
                size_t n)
{
    CHECK(saltus_coupled_add(
              m, &(saltus_part){
                     .name = name, .type = saltus_block(block), .args = args, .n_args = n}) == 0);
}

static void wire(saltus_coupled *m, const char *from, const char *to, const char *port)
{
    CHECK(saltus_coupled_wire(m, &(saltus_wire){.from = {.part = from, .port = "y"},
                                                .to = {.part = to, .port = port}}) == 0);
}

/* |sin t| + max(sin t, 0), sampled long after anything was sent: all of it is computed anew, upstream. */
TEST(modes_are_made_fresh_for_whoever_asks)
{
    saltus_arg clock[] = {NUMBER("period", 0.5)}, source = {.name = "script"},
               half[] = {NUMBER("low", 0), NUMBER("high", INFINITY)};
    struct rig r = {.heard = calloc(RIG_ROOM, sizeof *r.heard)};
    saltus_arg sink = {.name = "rig", .object = &r};
    saltus_devs_options o = saltus_devs_defaults();
    r.script[0] = (struct script){.line = {{.order = 1, .c = {0, 1}}}, .n = 1};
    source.object = &r.script[0];
    CHECK(saltus_coupled_new("chain", &r.m) == 0);
    CHECK(saltus_coupled_add(
              r.m, &(saltus_part){
                       .name = "ramp", .type = &signal_script, .args = &source, .n_args = 1}) == 0);
    CHECK(saltus_coupled_add(
              r.m, &(saltus_part){.name = "end", .type = &record, .args = &sink, .n_args = 1}) ==
          0);
    add(r.m, "sin", "sin", NULL, 0);
    add(r.m, "abs", "abs", NULL, 0);
    add(r.m, "half", "saturation", half, 2);
    add(r.m, "sum", "sum", NULL, 0);
    add(r.m, "hold", "zero_order_hold", clock, 1);
    wire(r.m, "ramp", "sin", "u");
    wire(r.m, "sin", "abs", "u");
    wire(r.m, "sin", "half", "u");
    wire(r.m, "abs", "sum", "u1");
    wire(r.m, "half", "sum", "u2");
    wire(r.m, "sum", "hold", "u");
    wire(r.m, "hold", "end", "u");
    CHECK(saltus_devs_new(r.m, &o, &r.run) >= 0 && saltus_devs_run(r.run, 30) >= 0);
    CHECK_EQ_INT(r.n, 61);
    for (int k = 0; k < r.n; k++) {
        double u = sin(0.5 * k);
        CHECK_LE(fabs(r.heard[k].c[0] - (fabs(u) + fmax(u, 0))), 1e-14);
    }
    rig_end(&r);
}

/* x' = 1 up to x = 1, then -1 down to -1, and so on: the integrator is exact, and so are the switches. */
TEST(a_relay_makes_an_exact_cycle)
{
    saltus_arg relay[] = {NUMBER("off", 1), NUMBER("on", -1), NUMBER("off_at", -1),
                          NUMBER("on_at", 1)},
               start[] = {NUMBER("start", 0)};
    struct rig r = {.heard = calloc(RIG_ROOM, sizeof *r.heard)};
    saltus_arg sink = {.name = "rig", .object = &r};
    saltus_devs_options o = saltus_devs_defaults();
    saltus_options signals = saltus_defaults();
    signals.method = "qss2";
    o.signals = &signals;
    CHECK(saltus_coupled_new("cycle", &r.m) == 0);
    CHECK(saltus_coupled_add(
              r.m, &(saltus_part){.name = "end", .type = &record, .args = &sink, .n_args = 1}) ==
          0);
    add(r.m, "x", "integrator", start, 1);
    add(r.m, "relay", "relay", relay, 4);
    wire(r.m, "x", "relay", "u");
    wire(r.m, "relay", "x", "u");
    wire(r.m, "relay", "end", "u");
    CHECK(saltus_devs_new(r.m, &o, &r.run) >= 0 && saltus_devs_run(r.run, 100) >= 0);
    int last = 0;
    double turn = 1;
    for (int k = 1; k < r.n; k++) {
        if (r.heard[k].c[0] == r.heard[last].c[0]) continue; /* the same value again */
        CHECK_LE(fabs(r.heard[k].t - turn), 1e-10);
        CHECK(r.heard[k].jump);
        turn += 2;
        last = k;
    }
    CHECK(turn == 101);
    rig_end(&r);
}

TEST(vectors_have_a_mode_for_each_element)
{
    struct rig r;
    rig_begin(&r, &(saltus_part){.type = saltus_block("abs"), .size = 37});
    rig_say(&r, 0, 0, SALTUS_ALL, 1, (double[]){-5, 1});
    for (int k = 1; k <= 36; k++) rig_say(&r, 0, 0.5, k, 1, (double[]){k % 5 - 6, 1});
    CHECK(rig_run(&r, 20) >= 0);
    CHECK_EQ_INT(r.guards, 37);
    for (int k = 0; k < 37; k++) {
        int32_t e = r.guard[k].index;
        CHECK(r.guard[k].t == (e ? 0.5 + 6 - e % 5 : 5));
        CHECK_CLOSE(rig_value(&r, 0, e, 19), 19 - r.guard[k].t, 1e-14);
        if (k) CHECK(r.guard[k].t >= r.guard[k - 1].t);
    }
    rig_end(&r);
}

/* Everything that a block knows is put back with the run. */
TEST(a_restored_run_goes_on_in_the_same_way)
{
    static const char *const names[] = {"abs", "max_hold", "quantizer", "zero_order_hold", "pwm"};
    for (int b = 0; b < 5; b++) {
        saltus_arg a[] = {NUMBER(b == 2 ? "step" : "period", 0.25)};
        saltus_snapshot *s = NULL;
        struct rig r;
        int n, end;
        begin(&r, names[b], a, b >= 2, 0);
        r.through = b == 0 ? "sin" : NULL;
        rig_say(&r, 0, 0, 0, 2, (double[]){0.9, -1, 0.2});
        rig_say(&r, 0, 3, 0, 2, (double[]){0.1, 1, -0.2});
        CHECK(rig_run(&r, 2) >= 0);
        n = r.n;
        CHECK(saltus_devs_snapshot(r.run, &s) == SALTUS_OK);
        CHECK(rig_run(&r, 9) >= 0);
        end = r.n;
        CHECK(end > n);
        CHECK(saltus_devs_restore(r.run, s) == SALTUS_OK);
        CHECK(rig_run(&r, 9) >= 0);
        CHECK_EQ_INT(r.n - end, end - n);
        CHECK(memcmp(r.heard + n, r.heard + end, (size_t)(end - n) * sizeof *r.heard) == 0);
        saltus_snapshot_free(s);
        rig_end(&r);
    }
}

static void *fragile(void *user, void *old, size_t size)
{
    int *left = user;
    if (size && --*left < 0) return NULL;
    if (size) return realloc(old, size);
    free(old);
    return NULL;
}

/* Whichever allocation fails, the run says so and leaves nothing behind. */
TEST(want_of_memory_is_told)
{
    static const char *const names[] = {"abs", "product", "sum_over", "index_map",
                                        "sample_and_hold"};
    for (int b = 0; b < 5; b++) {
        double map[] = {1, 2, 1};
        saltus_arg a = {.name = "map", .rows = 3, .cols = 1, .v = map};
        saltus_status st = SALTUS_ENOMEM;
        for (int allowed = 0; st == SALTUS_ENOMEM && allowed < 1000; allowed++) {
            saltus_devs_options o = saltus_devs_defaults();
            int left = allowed;
            struct rig r;
            rig_begin(&r,
                      &(saltus_part){
                          .type = saltus_block(names[b]), .args = &a, .n_args = b == 3, .size = 3});
            for (int k = 0; k < r.inputs; k++) rig_say(&r, k, 0, SALTUS_ALL, 1, (double[]){-1, 1});
            rig_build(&r);
            o.alloc = fragile;
            o.alloc_user = &left;
            o.diag = rig_told;
            o.user = &r;
            st = saltus_devs_new(r.m, &o, &r.run);
            if (st >= 0) st = saltus_devs_run(r.run, 3);
            rig_end(&r);
        }
        CHECK(st >= 0);
    }
}

TEST(wrong_arguments_are_told)
{
    saltus_arg band[] = {NUMBER("low", 2), NUMBER("high", 1)};
    struct rig r;
    begin(&r, "saturation", band, 2, 0);
    rig_say(&r, 0, 0, 0, 0, (double[]){0});
    CHECK_EQ_INT(rig_run(&r, 1), SALTUS_EARG);
    CHECK(strstr(r.told, "high"));
    rig_end(&r);
}

TEST(parallel_semantics_give_the_same)
{
    for (int k = 0; k < 2; k++) {
        struct rig r;
        begin(&r, "switch", NULL, 0, 0);
        r.semantics = k ? SALTUS_DEVS_PARALLEL : SALTUS_DEVS_CLASSIC;
        rig_say(&r, 0, 0, 0, 1, (double[]){1, 1});
        rig_say(&r, 1, 0, 0, 0, (double[]){-7});
        rig_say(&r, 2, 0, 0, 1, (double[]){0, 0.25});
        rig_say(&r, 1, 2, 0, 0, (double[]){-8}); /* with the crossing */
        CHECK(rig_run(&r, 9) >= 0);
        CHECK_EQ_INT(r.guards, 1);
        CHECK_CLOSE(rig_value(&r, 0, 0, 3), 4, 1e-15);
        rig_end(&r);
    }
}

TEST_MAIN()
