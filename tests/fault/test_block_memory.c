/* SPDX-License-Identifier: MIT */
/* test_block_memory.c - the n-th allocation of a run with integrators, linear systems and delays fails, for all n: an error, no
 * crash, nothing left behind. */
#include "block_bench.h"
#include "failing.h"

/* Everything once: vectors, mLIQSS with partners in other parts, histories that grow. */
static struct rig *everything(void)
{
    struct rig *r = rig_new();
    r->signals.method = "mliqss2";
    rig_add(r, "t", "ramp", 1, "slope = 1");
    rig_add(r, "sin", "sin", 1, "");
    rig_add(r, "x", "integrator", 3, "start = 1, 2, 3");
    rig_add(r, "g", "gain", 3, "k = -1");
    rig_add(r, "a", "integrator", 1, "start = 1");
    rig_add(r, "b", "integrator", 1, "");
    rig_add(r, "neg", "negate", 1, "");
    rig_add(r, "p", "pure_integrator", 1, "");
    rig_add(r, "n", "integrate_and_fire", 1, "threshold = 0.5");
    rig_add(r, "tf", "transfer_function", 1, "num = 1; den = 1, 2, 1");
    rig_add(r, "pid", "pid", 1, "kp = 1; ki = 1; kd = 1; tf = 0.1; max = 0.7");
    rig_add(r, "d", "delay", 1, "lag = 0.3");
    rig_add(r, "lag", "constant", 1, "value = 0.2");
    rig_add(r, "v", "variable_delay", 1, "");
    rig_add(r, "z", "unit_delay", 1, "period = 0.1");
    rig_add(r, "e", "event_delay", 1, "lag = 0.1");
    rig_wire(r, "t.y", "sin.u");
    rig_wire(r, "x.y", "g.u");
    rig_wire(r, "g.y", "x.u");
    rig_wire(r, "a.y", "neg.u");
    rig_wire(r, "neg.y", "b.u");
    rig_wire(r, "b.y", "a.u");
    rig_wire(r, "sin.y", "p.u");
    rig_wire(r, "lag.y", "n.u");
    rig_wire(r, "n.spike", "e.u");
    rig_wire(r, "sin.y", "tf.u");
    rig_wire(r, "sin.y", "pid.e");
    rig_wire(r, "sin.y", "d.u");
    rig_wire(r, "sin.y", "v.u");
    rig_wire(r, "lag.y", "v.lag");
    rig_wire(r, "sin.y", "z.u");
    return r;
}

static saltus_status once(int64_t left)
{
    struct rig *r = everything();
    struct memory m = {.left = left};
    saltus_status st;
    r->o.alloc = limited;
    r->o.alloc_user = &m;
    r->o.trace = NULL;
    rig_run(r, 3);
    st = r->status;
    if (st != SALTUS_OK && st != SALTUS_ENOMEM) FAIL("after %d: %s", (int)left, r->said);
    rig_free(r);
    CHECK_EQ_INT(m.live, 0);
    return st;
}

TEST(no_failing_allocation_is_a_crash)
{
    int64_t n = 0;
    CHECK_EQ_INT(once(-1), SALTUS_OK);
    while (once(n) == SALTUS_ENOMEM) n++;
    CHECK(n > 30);
}

TEST_MAIN()
