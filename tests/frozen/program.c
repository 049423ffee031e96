/* SPDX-License-Identifier: MIT */
/* program.c - a program that was compiled against the frozen headers, with the library of today. */
#include "saltus.h"
#include "saltus_compile.h"
#include "saltus_devs.h"
#include "saltus_result.h"
#include <math.h>
#include <stddef.h>
#include <stdlib.h>

extern const saltus_model frozen_model;

#define MUST(condition)                                                                            \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            fprintf(stderr, "line %d: %s\n", __LINE__, #condition);                                \
            exit(1);                                                                               \
        }                                                                                          \
    } while (0)

static int events;
static int fired(void *user, double t, saltus_kind kind, int32_t index, int direction)
{
    (void)user, (void)t, (void)index, (void)direction;
    return events += kind == SALTUS_GUARD, 0;
}

/* From height 1 with g = 2 the ball meets the ground at 1, 3, 5 ... */
static void run(const saltus_options *o)
{
    saltus_sim *s;
    saltus_stats st;
    events = 0;
    MUST(saltus_sim_new(&frozen_model, o, &s) == SALTUS_OK);
    MUST(saltus_sim_run(s, 4) == SALTUS_OK);
    MUST(fabs(saltus_sim_value(s, saltus_sim_find(s, "h"), 4) - 1) < 1e-2);
    st = saltus_sim_stats(s);
    MUST(st.struct_size == sizeof st && st.steps > 0 && st.events >= 2);
    saltus_sim_free(s);
}

/* A struct that ends earlier, as that of an older version, in memory of just that size. */
static void shorter(const saltus_options *o)
{
    size_t size = offsetof(saltus_options, sink);
    saltus_options *old = malloc(size);
    struct {
        size_t struct_size;
        uint64_t steps;
    } few = {sizeof few, 0};
    saltus_sim *s;
    memcpy(old, o, size);
    memcpy(old, &size, sizeof size);
    MUST(saltus_sim_new(&frozen_model, old, &s) == SALTUS_OK);
    MUST(saltus_sim_run(s, 4) == SALTUS_OK);
    MUST(saltus_sim_get_stats(s, (saltus_stats *)(void *)&few) == SALTUS_OK && few.steps > 0);
    saltus_sim_free(s);
    free(old);
}

/* One that goes on behind the last member of today, as that of a newer version. */
static void longer(const saltus_options *o)
{
    enum { MORE = 4096 };
    char *memory = calloc(1, MORE);
    saltus_options *newer = (saltus_options *)(void *)memory;
    saltus_sim *s;
    *newer = *o;
    newer->struct_size = MORE;
    run(newer);
    memory[MORE - 1] = 1; /* something is set that this library does not know */
    MUST(saltus_sim_new(&frozen_model, newer, &s) == SALTUS_EARG && !s);
    free(memory);
}

/* An atomic model of its own counts its ticks. */
static double tick_due(const saltus_cell *c)
{
    return floor(c->t) + 1;
}
static void tick_send(const saltus_cell *c)
{
    saltus_cell_out(c, 0, 0)->c[0] = 1;
}
static void tick_on(saltus_cell *c)
{
    ++*(int *)c->state;
}

static void devs(void)
{
    static const saltus_port y[] = {{.name = "y", .type = SALTUS_TYPE_EVENT}, {0}};
    static const saltus_atomic tick = {.struct_size = sizeof(saltus_atomic),
                                       .name = "tick",
                                       .outputs = y,
                                       .state_size = sizeof(int),
                                       .due = tick_due,
                                       .lambda = tick_send,
                                       .delta_int = tick_on};
    saltus_coupled *m;
    saltus_devs *r;
    MUST(saltus_coupled_new("m", &m) == SALTUS_OK);
    MUST(saltus_coupled_add(m, &(saltus_part){.name = "a", .type = &tick}) == SALTUS_OK);
    MUST(saltus_devs_new(m, NULL, &r) == SALTUS_OK && saltus_devs_run(r, 3) == SALTUS_OK);
    MUST(*(const int *)saltus_devs_cell(r, 0)->state == 3);
    saltus_devs_free(r);
    saltus_coupled_free(m);
}

int main(void)
{
    saltus_options o = saltus_defaults();
    saltus_compile_options c = saltus_compile_defaults();
    static const char text[] =
        "model m Real x(start = 1, fixed = true); equation der(x) = -x; end m;";
    saltus_compiled *compiled;
    size_t n = 0;
    o.method = "liqss2", o.rel = 1e-3, o.abs = 1e-5, o.fired = fired;
    MUST(saltus_options_set(&o, "theta", "1.5") == SALTUS_OK);
    run(&o);
    MUST(events >= 2);
    shorter(&o);
    longer(&o);
    devs();
    while (saltus_method(n)) n++;
    MUST(n > 10 && saltus_option(0) && saltus_option(0)->name);
    c.backend = SALTUS_INTERPRETED;
    MUST(saltus_compile_text("m.mo", text, sizeof text - 1, &c, &compiled) == SALTUS_OK);
    MUST(saltus_compiled_stats(compiled).interpreted == 1);
    MUST(saltus_compiled_solution(compiled, 0) && !saltus_compiled_solution(compiled, 1000));
    saltus_compiled_free(compiled);
    puts("fine");
    return 0;
}
