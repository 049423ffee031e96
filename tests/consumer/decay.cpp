/* SPDX-License-Identifier: MIT */
/* decay.cpp - decay.c in C++, where the operators work on jets. */
#include <saltus.h>
#include <saltus_jet.h>

SALTUS_INLINE jet f(jet_at e, int32_t)
{
    return -1.0 * jet_state(e, 0);
}
SALTUS_FUNCTION(f)

static saltus_model decay_model(const saltus_variable *states)
{
    saltus_model m = {};
    m.abi = SALTUS_ABI;
    m.name = "decay";
    m.states = states;
    m.der = SALTUS_FUNCTION_OF(f);
    return m;
}

int main()
{
    saltus_variable states[2] = {};
    states[0].name = "x";
    states[0].start = 1;
    saltus_model decay = decay_model(states);

    saltus_options o = saltus_defaults();
    o.method = "qss2";
    o.rel = 0;
    o.abs = 1e-4;
    saltus_sim *s = nullptr;
    saltus_status status = saltus_sim_new(&decay, &o, &s);
    if (status == SALTUS_OK) status = saltus_sim_run(s, 1);
    double x = status == SALTUS_OK ? saltus_sim_value(s, saltus_sim_find(s, "x"), 1) : NAN;
    saltus_sim_free(s);
    printf("saltus %s from C++: %s, x(1) = %.6f\n", saltus_version(), saltus_status_text(status), x);
    return fabs(x - exp(-1)) <= 2e-4 ? 0 : 1;
}
