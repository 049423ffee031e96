/* SPDX-License-Identifier: MIT */
/* test_messages.c - what a run says: the model's messages, its end by the model, and how a
 * message is printed. */
#include "saltus.h"
#include "saltus_jet.h"

#include "testing.h"
#include "all_methods.h"

SALTUS_INLINE jet f(jet_at e, int32_t i)
{
    return (void)e, (void)i, jet_const(1);
}
SALTUS_AFFINE_FUNCTION(f)

SALTUS_INLINE jet z(jet_at e, int32_t k)
{
    return jet_sub(jet_state(e, 0), 1.5 + 2 * k);
}
SALTUS_AFFINE_FUNCTION(z)

static double next(const saltus_env *e, int32_t k)
{
    return (void)k, floor(e->t) + 1;
}

/* A word each second; the end when x passes 3.5. */
static void handle(saltus_event *ev)
{
    if (ev->cause == SALTUS_CLOCK) saltus_event_message(ev, "tick");
    if (ev->initial || ev->cause == SALTUS_CLOCK) return;
    if (ev->index == 0) saltus_event_message(ev, "passed");
    if (ev->index == 1) saltus_event_assign(ev, 0, 5);
    if (ev->index == 1) saltus_event_terminate(ev, "far enough");
}

static const saltus_variable states[] = {{.name = "x"}, {.name = NULL}};
static const saltus_variable discretes[] = {{.name = "d"}, {.name = NULL}};
static const saltus_guard guards[] = {
    {.name = "wall", .size = {2}, .at = {.file = "room.mo", .line = 12, .col = 3, .len = 4}},
    {.name = NULL}};
static const saltus_guard clocks[] = {{.name = "clock"}, {.name = NULL}};
static const saltus_model model = {.abi = SALTUS_ABI,
                                   .name = "messages",
                                   .states = states,
                                   .discretes = discretes,
                                   .guards = guards,
                                   .clocks = clocks,
                                   .der = SALTUS_AFFINE_FUNCTION_OF(f),
                                   .guard = SALTUS_AFFINE_FUNCTION_OF(z),
                                   .next = next,
                                   .handle = handle};

struct book {
    int n;
    struct line {
        saltus_status status;
        double t;
        uint32_t line;
        char var[20], text[40];
    } at[20];
};

static void write_down(void *user, const saltus_diag *d)
{
    struct book *b = user;
    struct line *to = &b->at[b->n++];
    CHECK(b->n <= 20 && d->text && d->var);
    to->status = d->status, to->t = d->t, to->line = d->at.line;
    snprintf(to->var, sizeof to->var, "%s", d->var);
    snprintf(to->text, sizeof to->text, "%s", d->text);
}

static void is(const struct line *l, saltus_status st, double t, const char *var, const char *text)
{
    if (l->status != st || strcmp(l->var, var) != 0 || strcmp(l->text, text) != 0)
        FAIL("%s: %s: %s", saltus_status_name(l->status), l->var, l->text);
    CHECK_LE(fabs(l->t - t), 0.01);
}

TEST(messages_and_termination)
{
    const saltus_method_info *list;
    size_t n = all_methods(&list);
    for (size_t k = 0; k < n; k++) {
        struct book b = {0};
        saltus_options o = saltus_defaults();
        saltus_sim *s;
        o.method = list[k].name;
        o.diag = write_down;
        o.user = &b;
        CHECK_EQ_INT(saltus_sim_new(&model, &o, &s), SALTUS_OK);
        CHECK_EQ_INT(saltus_sim_run(s, 10), SALTUS_TERMINATED);
        CHECK_EQ_INT(b.n, 5);
        is(&b.at[0], SALTUS_OK, 1, "clock", "tick");
        is(&b.at[1], SALTUS_OK, 1.5, "wall[1]", "passed");
        is(&b.at[2], SALTUS_OK, 2, "clock", "tick");
        is(&b.at[3], SALTUS_OK, 3, "clock", "tick");
        is(&b.at[4], SALTUS_TERMINATED, 3.5, "wall[2]", "far enough");
        CHECK(b.at[0].t == 1 && b.at[0].line == 0 && b.at[1].line == 12 && b.at[4].line == 12);
        CHECK_EQ_INT(saltus_sim_run(s, 10), SALTUS_TERMINATED); /* for good */
        CHECK(b.n == 5 && saltus_sim_time(s) == b.at[4].t);
        CHECK(saltus_sim_value(s, 1, 3.5) == 5); /* the last handler took effect */
        saltus_sim_free(s);
    }
}

static void end_at_once(saltus_event *ev)
{
    if (ev->initial) saltus_event_terminate(ev, NULL);
}

TEST(termination_at_the_start)
{
    struct book b = {0};
    saltus_model m = model;
    saltus_options o = saltus_defaults();
    saltus_sim *s;
    m.handle = end_at_once;
    o.diag = write_down;
    o.user = &b;
    CHECK_EQ_INT(saltus_sim_new(&m, &o, &s), SALTUS_OK);
    CHECK(s && b.n == 1 && b.at[0].status == SALTUS_TERMINATED && b.at[0].text[0]);
    CHECK_EQ_INT(saltus_sim_run(s, 10), SALTUS_TERMINATED);
    CHECK(saltus_sim_time(s) == 0);
    saltus_sim_free(s);
}

/* ---- Printing -------------------------------------------------------------------------------- */

static void prints(saltus_diag d, const char *wanted)
{
    char buffer[300] = "";
    FILE *out = tmpfile();
    size_t n;
    CHECK(out);
    saltus_diag_print(out, &d);
    rewind(out);
    n = fread(buffer, 1, sizeof buffer - 1, out);
    fclose(out);
    buffer[n] = 0;
    if (strcmp(buffer, wanted) != 0) FAIL("printed '%s'", buffer);
}

TEST(printed_messages)
{
    saltus_diag d = {
        .status = SALTUS_ENAN, .t = 0.25, .var = "x", .text = "its value is not finite"};
    prints(d, "error: x: its value is not finite (t = 0.25)\n");
    d.at = (saltus_loc){"room.mo", 7, 1, 1};
    d.hint = "try this";
    prints(d, "room.mo:7: error: x: its value is not finite (t = 0.25)\n    = hint: try this\n");
    d = (saltus_diag){.status = SALTUS_OK, .t = NAN, .text = "hello"};
    prints(d, "note: hello\n");
}

TEST(names_and_texts_of_status)
{
#define EACH(name, value, text)                                                                    \
    CHECK(strcmp(saltus_status_name(SALTUS_##name), #name) == 0);                                  \
    CHECK(strcmp(saltus_status_text(SALTUS_##name), text) == 0);                                   \
    CHECK_EQ_INT(SALTUS_##name, value);
    SALTUS_STATUS_MAP(EACH)
    CHECK(saltus_status_name((saltus_status)99)[0] && saltus_status_text((saltus_status)-99)[0]);
    CHECK(strcmp(saltus_version(), SALTUS_VERSION) == 0);
}

TEST_MAIN()
