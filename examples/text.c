/* SPDX-License-Identifier: MIT */
/* text.c - a model as text inside a program: a thermostat, compiled and run for two gains of its heater.
 *
 * The model is compiled once, to native code in the cache; parameters are set for each run. */
#include "saltus.h"
#include "saltus_compile.h"
#include <string.h>

static const char text[] = "model room \"A room with a heater\"\n"
                           "  parameter Real gain = 30 \"of the heater\";\n"
                           "  Real T(start = 15, fixed = true) \"temperature\";\n"
                           "  Boolean on(start = true, fixed = true) \"is the heater?\";\n"
                           "  Integer n(start = 0, fixed = true) \"how often it was switched\";\n"
                           "equation\n"
                           "  3600*der(T) = 5 - T + (if on then gain else 0);\n"
                           "  when T > 21 then\n"
                           "    on = false;\n"
                           "  elsewhen T < 19 then\n"
                           "    on = true;\n"
                           "  end when;\n"
                           "  when change(on) then\n"
                           "    n = pre(n) + 1;\n"
                           "  end when;\n"
                           "end room;\n";

static saltus_status run(const saltus_model *m, double gain)
{
    saltus_options o = saltus_defaults();
    saltus_set set = {"gain", gain};
    saltus_sim *s = NULL;
    saltus_status status;
    o.sets = &set;
    o.n_sets = 1;
    status = saltus_sim_new(m, &o, &s);
    if (status == SALTUS_OK) status = saltus_sim_run(s, 20000);
    if (status == SALTUS_OK)
        printf("gain %g: %g degrees, switched %g times\n", gain,
               saltus_sim_value(s, saltus_sim_find(s, "T"), 20000),
               saltus_sim_value(s, saltus_sim_find(s, "n"), 20000));
    saltus_sim_free(s);
    return status;
}

int main(void)
{
    saltus_compiled *c = NULL;
    saltus_status status = saltus_compile_text("room.mo", text, strlen(text), NULL, &c);
    if (status == SALTUS_OK) status = run(saltus_compiled_model(c), 30);
    if (status == SALTUS_OK) status = run(saltus_compiled_model(c), 20);
    saltus_compiled_free(c);
    return status == SALTUS_OK ? 0 : 1;
}
