/* SPDX-License-Identifier: MIT */
/* test_shadow.c - reads that a model does not declare, and models that declare nothing at all. */
#include "quantized.h"
#include "models.h"
#include "saltus.h"
#include "saltus_jet.h"

#include "heard.h"

/* x' = 1; y' = x once d is set, at t = 1: tracing at the start does not see x. */
SALTUS_INLINE jet f(jet_at e, int32_t i)
{
    if (i == 0) return jet_add(1, jet_mul(-0.1, jet_state(e, 0)));
    return jet_discrete(e, 0) != 0 ? jet_state(e, 0) : jet_const(1);
}
SALTUS_AFFINE_FUNCTION(f)

SALTUS_INLINE jet declared(jet_at e, int32_t i)
{
    jet x = jet_state(e, 0);
    if (i == 0) return jet_add(1, jet_mul(-0.1, x));
    return jet_if(jet_discrete(e, 0) != 0, x, jet_const(1));
}
SALTUS_AFFINE_FUNCTION(declared)

static double next(const saltus_env *e, int32_t k)
{
    return (void)k, e->t < 1 ? 1 : INFINITY;
}

static void handle(saltus_event *ev)
{
    saltus_event_assign(ev, 0, 1);
}

static const saltus_variable states[] = {{.name = "x"}, {.name = "y"}, {.name = NULL}};
static const saltus_variable discretes[] = {{.name = "d"}, {.name = NULL}};
static const saltus_guard clocks[] = {{.name = "c"}, {.name = NULL}};
static const saltus_model branch = {.abi = SALTUS_ABI,
                                    .name = "branch",
                                    .states = states,
                                    .discretes = discretes,
                                    .clocks = clocks,
                                    .der = SALTUS_AFFINE_FUNCTION_OF(f),
                                    .next = next,
                                    .handle = handle};

static saltus_status run(const saltus_model *m, const char *method, int shadow, double until,
                         struct heard *h)
{
    saltus_options o = heard_options(h, method);
    saltus_sim *s;
    saltus_status st;
    o.shadow = shadow;
    st = saltus_sim_new(m, &o, &s);
    if (st >= 0) st = saltus_sim_run(s, until);
    saltus_sim_free(s);
    return st;
}

TEST(an_undeclared_read_is_caught)
{
    static const char *const methods[] = {"qss1",   "qss2",   "qss3",   "liqss1",
                                          "liqss2", "liqss3", "mliqss2"};
    for (size_t k = 0; k < sizeof methods / sizeof *methods; k++) {
        saltus_model m = branch;
        struct heard h;
        CHECK_EQ_INT(run(&m, methods[k], 0, 5, &h), SALTUS_OK);
        CHECK_EQ_INT(run(&m, methods[k], 1, 5, &h), SALTUS_EMODEL);
        CHECK(h.count == 1 && strcmp(h.var, "y") == 0 && h.t >= 1 && h.t < 5);
        m.der = (saltus_function)SALTUS_AFFINE_FUNCTION_OF(declared);
        CHECK_EQ_INT(run(&m, methods[k], 1, 5, &h), SALTUS_OK);
    }
}

/* The discrete itself is not declared: caught at the event that changes it. */
static void reads_x_only(const saltus_env *e, int32_t i, saltus_reads *r)
{
    (void)e, (void)i;
    r->add(r, SALTUS_STATE, 0);
}

TEST(an_undeclared_discrete_is_caught)
{
    const saltus_method_info *list;
    for (size_t k = 0; k < quantized_methods(&list); k++) {
        saltus_model m = branch;
        struct heard h;
        m.der.reads = reads_x_only;
        CHECK_EQ_INT(run(&m, list[k].name, 1, 5, &h), SALTUS_EMODEL);
        CHECK(h.count == 1 && strcmp(h.var, "y") == 0 && h.t >= 1);
    }
}

TEST(all_models_declare_what_they_read)
{
    size_t n;
    const struct models_entry *list = models_list(&n);
    for (size_t k = 0; k < n; k++) {
        saltus_model *m = list[k].make(list[k].size ? 4 : 0);
        struct heard h;
        saltus_options o = heard_options(&h, NULL);
        saltus_sim *s;
        saltus_status st;
        CHECK(m);
        o.shadow = 1;
        o.max_events = 20000;
        o.rel = 1e-2, o.abs = 1e-4;
        st = saltus_sim_new(m, &o, &s);
        if (st >= 0) st = saltus_sim_run(s, m->experiment.stop);
        if (st < 0 && st != SALTUS_ELIMIT)
            FAIL("%s: %s, '%s'", list[k].name, saltus_status_name(st), h.var);
        saltus_sim_free(s);
        models_free(m);
    }
}

/* ---- Black boxes ----------------------------------------------------------------------------- */

static double end_of(const saltus_model *m, const char *method, int32_t var, double until)
{
    saltus_options o = saltus_defaults();
    saltus_sim *s;
    double v;
    o.method = method;
    o.rel = 1e-4, o.abs = 1e-6;
    CHECK_EQ_INT(saltus_sim_new(m, &o, &s), SALTUS_OK);
    CHECK_EQ_INT(saltus_sim_run(s, until), SALTUS_OK);
    v = saltus_sim_value(s, var, until);
    saltus_sim_free(s);
    return v;
}

/* Without partial and without reads, each model gives the same result up to its tolerance. */
TEST(black_boxes)
{
    static const struct {
        const char *name;
        double until, scale;
    } is[] = {{"stiff2", 20, 10},
              {"pair", 1, 1},
              {"buck", 1e-3, 10},
              {"oscillator", 5, 1},
              {"bounce", 1, 1}};
    static const char *const methods[] = {"qss2",   "liqss1",  "liqss2",
                                          "liqss3", "mliqss1", "mliqss2"};
    for (size_t k = 0; k < sizeof is / sizeof *is; k++)
        for (size_t j = 0; j < sizeof methods / sizeof *methods; j++) {
            saltus_model *m, box;
            if (strchr(methods[j], '1') && k == 2) continue; /* thousands of steps per period */
            CHECK((m = models_make(is[k].name, 0)));
            box = *m;
            box.der.partial = box.guard.partial = NULL;
            box.der.reads = box.guard.reads = NULL;
            box.clock_reads = NULL;
            for (int32_t i = 0; i < 2; i++) {
                double a = end_of(m, methods[j], i, is[k].until),
                       b = end_of(&box, methods[j], i, is[k].until);
                if (fabs(a - b) > 1e-2 * is[k].scale)
                    FAIL("%s, %s: %.9g, black box %.9g", is[k].name, methods[j], a, b);
            }
            models_free(m);
        }
}

TEST_MAIN()
