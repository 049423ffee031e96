/* SPDX-License-Identifier: MIT */
/* test_devs_check.c - models with errors: every one is told, with its names, and nothing is left behind. */
#include "devs_parts.h"

static struct log heard;

/* m is refused; the first message is in `heard`. Frees m. */
static void refused(saltus_coupled *m, int errors)
{
    saltus_devs *run = (saltus_devs *)m;
    saltus_devs_options o = log_options(&heard, SALTUS_DEVS_CLASSIC);
    saltus_status st = saltus_devs_new(m, &o, &run);
    CHECK(!run);
    saltus_devs_free(run);
    saltus_coupled_free(m);
    CHECK_EQ_INT(st, SALTUS_EMODEL);
    if (heard.errors != errors) FAIL("%d errors, not %d: %s", heard.errors, errors, heard.first);
}

static saltus_coupled *start(void)
{
    saltus_coupled *m = model("m");
    add_part(m, "clock", &tick, 0, "period", 1, NULL, 0);
    add_part(m, "relay", &relay, 0, NULL, 0, NULL, 0);
    add_part(m, "v", &level, 4, "value", 1, NULL, 0);
    add_part(m, "s", &store, 4, NULL, 0, NULL, 0);
    return m;
}

TEST(names_of_parts)
{
    saltus_coupled *m = model("m");
    add_part(m, "a b", &tick, 0, "period", 1, NULL, 0);
    add_part(m, "", &tick, 0, "period", 1, NULL, 0);
    add_part(m, "x", &tick, 0, "period", 1, NULL, 0);
    add_part(m, "x", &tick, 0, "period", 1, NULL, 0);
    refused(m, 3);
    CHECK_HAS(&heard, "'a b' is not a valid name for a part");
}

TEST(unknown_parts_and_ports_get_a_suggestion)
{
    saltus_coupled *m = start();
    wire(m, "clok", "y", "relay", "u");
    wire(m, "v", "y", "s", "u");
    wire(m, "clock", "y", "relay", "u");
    refused(m, 1);
    CHECK_HAS(&heard, "clok.y -> relay.u: model 'm' has no part 'clok' | did you mean 'clock'?");
    m = start();
    wire(m, "clock", "z", "relay", "u");
    refused(m, 1);
    CHECK_HAS(&heard, "'clock', a tick, has no output 'z' | its outputs are y");
    m = start();
    wire(m, "clock", "y", "relay", "y");
    refused(m, 1);
    CHECK_HAS(&heard, "'y' is an output");
    m = start();
    wire(m, NULL, "go", "relay", "u");
    refused(m, 1);
    CHECK_HAS(&heard, "model 'm' has no input 'go'");
}

TEST(types_and_sizes_must_fit)
{
    saltus_coupled *m = start();
    wire(m, "v", "y", "relay", "u");
    refused(m, 1);
    CHECK_HAS(&heard, "v.y sends 'signal', but relay.u takes 'event'");
    m = start();
    wire_range(m, "v", 1, 3, 1, "s", "u", 0, 0, 0);
    refused(m, 1);
    CHECK_HAS(&heard, "v[2:4] has 3 elements, but s.u has 4");
    m = start();
    wire_range(m, "v", 2, 3, 1, "s", "u", 0, 3, 0);
    refused(m, 1);
    CHECK_HAS(&heard, "v[3:5] is outside the port, which has 4 elements | elements are 1 to 4");
    m = start();
    wire_range(m, "v", 0, 3, -1, "s", "u", 0, 3, 0);
    refused(m, 1);
    CHECK_HAS(&heard, "is outside the port");
}

TEST(inputs_without_a_wire)
{
    saltus_coupled *m = model("m");
    add_part(m, "v", &level, 4, "value", 1, NULL, 0);
    add_ports(m, "sum", &linear, 4, 2);
    wire(m, "v", "y", "sum", "u1");
    wire_range(m, "v", 0, 3, 1, "sum", "u2", 1, 3, 1);
    refused(m, 1);
    CHECK_HAS(&heard, "sum: element 1 of input 'u2' has no wire");
    m = start();
    refused(m, 2);
    CHECK_HAS(&heard, "relay: input 'u' has no wire");
}

TEST(a_signal_has_one_source)
{
    saltus_coupled *m = model("m");
    add_part(m, "v", &level, 4, "value", 1, NULL, 0);
    add_ports(m, "sum", &linear, 4, 1);
    wire(m, "v", "y", "sum", "u1");
    wire_range(m, "v", 2, 1, 1, "sum", "u", 1, 1, 1);
    refused(m, 1);
    CHECK_HAS(&heard, "sum: two wires lead to element 2 of input 'u1'; a signal has one source");
}

TEST(arguments)
{
    double ok = 1, two[2] = {1, 2}, nan = NAN, half = 0.5, far = 1e12;
    saltus_arg args[] = {{.name = "perod", .rows = 1, .cols = 1, .v = &ok},
                         {.name = "first", .rows = 2, .cols = 1, .v = two},
                         {.name = "count", .rows = 1, .cols = 1, .v = &half},
                         {.name = "mode", .word = "odd"},
                         {.name = "count", .rows = 1, .cols = 1, .v = &ok}};
    saltus_coupled *m = model("m");
    CHECK(!saltus_coupled_add(
        m, &(saltus_part){.name = "a", .type = &tick, .args = args, .n_args = 5}));
    refused(m, 6); /* with period, which is missing */
    CHECK_HAS(&heard, "a: a tick has no parameter 'perod' | did you mean 'period'?");
    m = model("m");
    args[0] = (saltus_arg){.name = "period", .rows = 1, .cols = 1, .v = &far};
    args[1].v = &nan, args[1].rows = 1;
    CHECK(!saltus_coupled_add(
        m, &(saltus_part){.name = "a", .type = &tick, .args = args, .n_args = 2}));
    refused(m, 2);
    CHECK_HAS(&heard, "period = 1e+12 is outside its range | from 1e-09 to 1e+09");
    m = model("m");
    args[0] = (saltus_arg){.name = "period", .word = "fast"};
    CHECK(!saltus_coupled_add(
        m, &(saltus_part){.name = "a", .type = &tick, .args = args, .n_args = 1}));
    refused(m, 1);
    CHECK_HAS(&heard, "parameter 'period' must be a number");
}

TEST(types_that_lack_functions)
{
    saltus_atomic t = tick;
    saltus_coupled *m = model("m");
    t.due = NULL;
    add_part(m, "a", &t, 0, "period", 1, NULL, 0);
    refused(m, 1);
    CHECK_HAS(&heard, "neither 'ta' nor 'due'");
    t = relay;
    t.delta_ext = NULL;
    m = model("m");
    add_part(m, "a", &t, 0, NULL, 0, NULL, 0);
    refused(m, 1);
    CHECK_HAS(&heard, "has inputs, but no 'delta_ext'");
    t = tick;
    t.struct_size = 0;
    m = model("m");
    add_part(m, "a", &t, 0, "period", 1, NULL, 0);
    refused(m, 1);
    CHECK_HAS(&heard, "struct_size");
    m = model("m");
    add_part(m, "a", NULL, 0, NULL, 0, NULL, 0);
    refused(m, 1);
    m = model("m");
    add_part(m, "a", &tick, -3, "period", 1, NULL, 0);
    refused(m, 1);
    CHECK_HAS(&heard, "its size -3 is not positive");
}

TEST(all_blocks_say_their_struct_size)
{
    const saltus_atomic *const *list;
    size_t n = saltus_blocks(&list);
    CHECK(n > 50);
    for (size_t k = 0; k < n; k++) CHECK_EQ_INT(list[k]->struct_size, sizeof(saltus_atomic));
}

TEST(nested_in_itself)
{
    saltus_coupled *a = model("a"), *b = model("b"), *c = model("c");
    saltus_coupled_nest(a, "inb", b, (saltus_loc){0});
    saltus_coupled_nest(b, "inc", c, (saltus_loc){0});
    saltus_coupled_nest(c, "ina", a, (saltus_loc){.file = "f.json", .line = 7});
    refused(a, 1);
    CHECK_HAS(&heard, "ina: model 'a' is nested in itself: a -> b -> c -> a");
    saltus_coupled_free(b);
    saltus_coupled_free(c);
    a = model("self");
    saltus_coupled_nest(a, "me", a, (saltus_loc){0});
    refused(a, 1);
    CHECK_HAS(&heard, "model 'self' is nested in itself: self -> self");
}

TEST(powers_of_nesting_are_refused_before_they_are_made)
{
    enum { DEEP = 60 };
    saltus_coupled *m[DEEP];
    for (int k = 0; k < DEEP; k++) {
        m[k] = model("level");
        add_part(m[k], "t", &tick, 0, "period", 1, NULL, 0);
        for (int j = 0; k && j < 2; j++)
            saltus_coupled_nest(m[k], j ? "a" : "b", m[k - 1], (saltus_loc){0});
    }
    refused(m[DEEP - 1], 1);
    CHECK_HAS(&heard, "flattened, the model would have more than 100000000 parts");
    for (int k = 0; k < DEEP - 1; k++) saltus_coupled_free(m[k]);
}

TEST(too_deep)
{
    enum { DEEP = 3000 };
    static saltus_coupled *m[DEEP];
    for (int k = 0; k < DEEP; k++) {
        m[k] = model("level");
        if (k) saltus_coupled_nest(m[k], "x", m[k - 1], (saltus_loc){0});
    }
    refused(m[DEEP - 1], 1);
    CHECK_HAS(&heard, "models are nested more than 1000 deep");
    for (int k = 0; k < DEEP - 1; k++) saltus_coupled_free(m[k]);
}

TEST(wires_in_a_circle_without_a_part)
{
    saltus_coupled *inner = model("pass"), *m = model("m");
    saltus_coupled_port(inner, 0, "a", "event", 0, (saltus_loc){0});
    saltus_coupled_port(inner, 1, "b", "event", 0, (saltus_loc){0});
    wire(inner, NULL, "a", NULL, "b");
    add_part(m, "clock", &tick, 0, "period", 1, NULL, 0);
    saltus_coupled_nest(m, "i", inner, (saltus_loc){0});
    wire(m, "clock", "y", "i", "a");
    wire(m, "i", "b", "i", "a");
    refused(m, 1);
    CHECK_HAS(&heard, "wires go round in a circle");
    saltus_coupled_free(inner);
}

TEST(algebraic_loops_are_named)
{
    saltus_coupled *m = model("m");
    add_ports(m, "a", &linear, 3, 1);
    add_ports(m, "b", &linear, 3, 1);
    wire(m, "a", "y", "b", "u1");
    wire(m, "b", "y", "a", "u1");
    refused(m, 1);
    CHECK_HAS(&heard, "an algebraic loop: ");
    CHECK_HAS(&heard, "a.u1[1] -> b.u1[1]");
    CHECK_HAS(&heard, "put an integrator or a delay into the loop");
    m = model("m");
    add_part(m, "v", &level, 1, "value", 1, NULL, 0);
    add_part(m, "t", &total, 3, NULL, 0, NULL, 0);
    wire_range(m, "v", 0, 1, 1, "t", "u", 0, 1, 1);
    wire_range(m, "t", 0, 1, 1, "t", "u", 1, 2, 1);
    refused(m, 1);
    CHECK_HAS(&heard, "t.u[3] -> t.u[3]");
}

TEST(a_loop_of_ports_that_is_none_of_elements)
{
    saltus_coupled *m = model("m");
    add_part(m, "v", &level, 1, "value", 1, NULL, 0);
    add_ports(m, "a", &linear, 5, 1);
    add_part(m, "s", &store, 5, NULL, 0, NULL, 0);
    wire_range(m, "v", 0, 1, 1, "a", "u", 0, 1, 1);
    wire_range(m, "a", 0, 4, 1, "a", "u", 1, 4, 1);
    wire(m, "a", "y", "s", "u");
    CHECK_EQ_INT(log_run(m, SALTUS_DEVS_CLASSIC, 1, &heard, 1), SALTUS_OK);
    saltus_coupled_free(m);
    CHECK_EQ_INT(heard.errors, 0);
}

TEST(many_errors_are_counted)
{
    saltus_coupled *m = model("m");
    for (int k = 0; k < 70; k++) add_part(m, "x", &tick, 0, NULL, 0, NULL, 0);
    refused(m, 51);
}

TEST_MAIN()
