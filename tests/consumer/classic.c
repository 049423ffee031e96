/* SPDX-License-Identifier: MIT */
/* classic.c - a program that knows only the installed headers, with the library saltus_classic:
 * x' = -x by every classic method that was built, compared with exp(-1). */
#include <saltus_classic.h>
#include <saltus_jet.h>
#include <stdio.h>

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

static double run(const char *method)
{
    saltus_options o = saltus_defaults();
    saltus_sim *s = NULL;
    double x = NAN;
    o.method = method;
    o.engine = saltus_classic();
    o.rel = 0;
    o.abs = 1e-6;
    if (saltus_sim_new(&decay, &o, &s) == SALTUS_OK && saltus_sim_run(s, 1) == SALTUS_OK)
        x = saltus_sim_value(s, saltus_sim_find(s, "x"), 1);
    saltus_sim_free(s);
    return x;
}

int main(void)
{
    const saltus_method_info *m;
    size_t n = 0, wrong = 0;
    for (; (m = saltus_classic_method(n)); n++) {
        double x = m->missing ? exp(-1) : run(m->name);
        printf("%s: %s, x(1) = %.6f\n", m->name, m->missing ? "not built" : "built", x);
        wrong += !(fabs(x - exp(-1)) <= 1e-4);
    }
    return wrong != 0 || n == 0;
}
