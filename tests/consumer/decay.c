/* SPDX-License-Identifier: MIT */
/* decay.c - a program that knows only the installed headers: x' = -x from 1, compared with
 * exp(-1). */
#include <saltus.h>
#include <saltus_jet.h>

SALTUS_INLINE jet f(jet_at e, int32_t i)
{
    (void)i;
    return jet_neg(jet_state(e, 0));
}
SALTUS_FUNCTION(f)

static const saltus_variable states[] = {{.name = "x", .start = 1}, {0}};
static const saltus_model decay = {
    .abi = SALTUS_ABI,
    .name = "decay",
    .states = states,
    .der = SALTUS_FUNCTION_OF(f),
};

int main(void)
{
    saltus_options o = saltus_defaults();
    saltus_sim *s = NULL;
    o.method = "qss2";
    o.rel = 0;
    o.abs = 1e-4;
    saltus_status status = saltus_sim_new(&decay, &o, &s);
    if (status == SALTUS_OK) status = saltus_sim_run(s, 1);
    double x = status == SALTUS_OK ? saltus_sim_value(s, saltus_sim_find(s, "x"), 1) : NAN;
    saltus_sim_free(s);
    printf("saltus %s from C: %s, x(1) = %.6f\n", saltus_version(), saltus_status_text(status), x);
    return fabs(x - exp(-1)) <= 2e-4 ? 0 : 1;
}
