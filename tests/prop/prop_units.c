/* SPDX-License-Identifier: MIT */
/* prop_units.c - the engine has no unit of its own: every problem, with all times a million times as long or as short, or
 * all states in another unit, takes the same steps, fires the same events and gives the same values.
 *
 * The factors are powers of two next to 1e6 and 1e9 (scaled.h): then nothing is rounded otherwise, and "the same" can be
 * asked for to the last bit. prop_invariance.c does this with random linear models, and with factors that do round.
 * Here are events, clocks, kinks and stiffness. (The classic methods are left out: SUNDIALS has constants of its own.) */
#include "gallery.h"
#include "scaled.h"
#include "stiff_draw.h"
#include "all_methods.h"

enum { LIMIT = 1500 };

static void compare(const char *method, const struct gallery_problem *p, const struct scaled *m,
                    const struct gallery_path *a, const struct gallery_path *b)
{
    if (a->status != b->status || a->stats.steps != b->stats.steps ||
        a->stats.events != b->stats.events)
        FAIL("%s by %s, times %g, states %g: %g steps and %g events, then %g and %g", p->model,
             method, m->time, m->size, (double)a->stats.steps, (double)a->stats.events,
             (double)b->stats.steps, (double)b->stats.events);
    for (int k = 0; k < GALLERY_SAMPLES; k++)
        for (int32_t i = 0; i < a->n; i++)
            if (a->x[k][i] != b->x[k][i] / m->size)
                FAIL("%s by %s, times %g, states %g: state %d is %.17g, then %.17g", p->model,
                     method, m->time, m->size, (int)i, a->x[k][i], b->x[k][i] / m->size);
}

static void in_unit(const struct gallery_problem *p, const saltus_model *model, const char *method,
                    const struct gallery_path *base, double time, double size)
{
    static struct gallery_path path;
    struct gallery_problem q = *p;
    struct scaled m;
    scaled_open(&m, model, time, size);
    q.until *= time;
    q.scale *= size;
    q.rule.abs *= size;
    gallery_run(&q, &m.model, method, 1e-3, LIMIT, &path);
    compare(method, p, &m, base, &path);
    scaled_close(&m);
}

static void by_method(const struct gallery_problem *p, const saltus_model *m, const char *method)
{
    static struct gallery_path base;
    gallery_run(p, m, method, 1e-3, LIMIT, &base);
    CHECK(base.status == SALTUS_OK || base.status == SALTUS_ELIMIT);
    in_unit(p, m, method, &base, 1, 1);
    in_unit(p, m, method, &base, 0x1p20, 1);
    in_unit(p, m, method, &base, 0x1p-20, 1);
    in_unit(p, m, method, &base, 1, 0x1p30);
    in_unit(p, m, method, &base, 0x1p20, 0x1p-30);
}

static void every_method(const struct gallery_problem *p, const saltus_model *m)
{
    const saltus_method_info *list;
    size_t n = all_methods(&list);
    CHECK(m != NULL);
    for (size_t k = 0; k < n; k += gallery_stride()) by_method(p, m, list[k].name);
}

#define PROBLEM(name, cells, span, unit)                                                           \
    TEST(name)                                                                                     \
    {                                                                                              \
        static const struct gallery_problem p = {                                                  \
            .model = #name, .n = cells, .until = span, .scale = unit};                             \
        saltus_model *m = models_make(#name, cells);                                               \
        every_method(&p, m);                                                                       \
        models_free(m);                                                                            \
    }

PROBLEM(stiff2, 0, 20, 1)
PROBLEM(d4, 0, 10, 1e-5)
PROBLEM(vanderpol, 0, 900, 1e-3)
PROBLEM(tline, 4, 16, 1)
PROBLEM(buck, 0, 0.0005, 1)
PROBLEM(buckn, 2, 0.0005, 1)
PROBLEM(motor, 0, 0.002, 1)
PROBLEM(inverters, 3, 24, 1)
PROBLEM(adr, 10, 2, 1)
PROBLEM(cuk, 2, 0.0004, 1)
PROBLEM(tyson, 1, 30, 0.1)
PROBLEM(neurons, 10, 60, 1)
PROBLEM(airconds, 5, 20, 1)
PROBLEM(hybrid_pi, 0, 10, 1)
PROBLEM(bounce, 0, 2, 1)
PROBLEM(bball, 0, 10, 1)
PROBLEM(ring, 5, 2, 1)
PROBLEM(sine, 0, 10, 1)
PROBLEM(robot, 0, 4, 1)

/* Switches and stiffness of all kinds. */
TEST(random_stiff_models)
{
    static struct stiff m;
    for (uint64_t seed = 1; seed <= 20; seed++) {
        stiff_draw(&m, seed);
        if (m.n > 16) continue;
        every_method(&(struct gallery_problem){.model = m.text, .until = m.until, .scale = 1e-3},
                     &m.model);
    }
}

TEST_MAIN()
