/* SPDX-License-Identifier: MIT */
/* test_history.c - a run in memory: curves, events, messages; to a file and back. */
#include "testing.h"

#include "saltus_compile.h"
#include "saltus_estimate.h"
#include "saltus_history.h"

static const char ball[] = "model ball\n"
                           "  parameter Integer most = 3;\n"
                           "  Real h(start = 1, fixed = true), v(start = 0, fixed = true);\n"
                           "  discrete Integer bounces(start = 0);\n"
                           "  Boolean up = v > 0;\n"
                           "  Real energy = 9.81 * h + v^2 / 2;\n"
                           "equation\n"
                           "  der(h) = v; der(v) = -9.81;\n"
                           "  when h < 0 then reinit(v, -0.8*pre(v)); bounces = pre(bounces) + 1;\n"
                           "    assert(bounces < 2, \"often\", AssertionLevel.warning); end when;\n"
                           "end ball;\n";

struct run {
    saltus_compiled *compiled;
    saltus_history *h;
    saltus_sim *sim;
};

static struct run run_ball(void)
{
    static const int32_t vars[] = {0, 1, 2};
    struct run r = {NULL, NULL, NULL};
    saltus_compile_options c = saltus_compile_defaults();
    saltus_options o = saltus_defaults();
    c.backend = SALTUS_INTERPRETED;
    o.method = "qss3";
    CHECK_EQ_INT(saltus_compile_text("ball", ball, sizeof ball - 1, &c, &r.compiled), SALTUS_OK);
    CHECK_EQ_INT(saltus_history_new(vars, 3, &r.h), SALTUS_OK);
    CHECK_EQ_INT(saltus_history_keep(r.h, &o), SALTUS_OK);
    CHECK_EQ_INT(saltus_sim_new(saltus_compiled_model(r.compiled), &o, &r.sim), SALTUS_OK);
    CHECK_EQ_INT(saltus_sim_run(r.sim, 2), SALTUS_OK);
    return r;
}

static void run_free(struct run *r)
{
    saltus_sim_free(r->sim);
    saltus_history_free(r->h);
    saltus_compiled_free(r->compiled);
}

/* Falls from 1: t1 = sqrt(2/g); the next one is 1.6 t1 later. */
TEST(run_is_kept)
{
    struct run r = run_ball();
    size_t n, found = 0;
    const saltus_firing *f = saltus_history_firings(r.h, &n);
    double t1 = sqrt(2 / 9.81);
    CHECK(n >= 2);
    for (size_t k = 0; k < n; k++) found += f[k].kind == SALTUS_GUARD && fabs(f[k].t - t1) < 1e-5;
    CHECK(found >= 1);
    CHECK_CLOSE(saltus_traj_value(saltus_history_traj(r.h), 0, 0.3), 1 - 4.905 * 0.09, 1e-3);
    CHECK_CLOSE(saltus_traj_value(saltus_history_traj(r.h), 2, 1.5), 2, 0);
    CHECK(saltus_history_messages(r.h) >= 1);
    CHECK(strstr(saltus_history_message(r.h, 0)->text, "often"));
    CHECK(saltus_history_message(r.h, saltus_history_messages(r.h)) == NULL);
    run_free(&r);
}

TEST(types_are_those_of_the_text)
{
    struct run r = run_ball();
    const saltus_model *m = saltus_compiled_model(r.compiled);
    CHECK_EQ_INT(saltus_compiled_type(r.compiled, SALTUS_STATE, 0), SALTUS_TYPE_REAL);
    CHECK_EQ_INT(saltus_compiled_type(r.compiled, SALTUS_STATE, 2), -1);
    CHECK_EQ_INT(saltus_compiled_type(r.compiled, SALTUS_PARAMETER, 0), SALTUS_TYPE_INTEGER);
    for (size_t k = 0; m->discretes[k].name; k++) {
        int type = saltus_compiled_type(r.compiled, SALTUS_DISCRETE, k);
        if (!strcmp(m->discretes[k].name, "bounces")) CHECK_EQ_INT(type, SALTUS_TYPE_INTEGER);
        if (!strcmp(m->discretes[k].name, "up")) CHECK_EQ_INT(type, SALTUS_TYPE_BOOLEAN);
    }
    CHECK_EQ_INT(saltus_compiled_type(r.compiled, SALTUS_GUARD, 0), -1);
    run_free(&r);
}

/* The same curves and events, bit by bit. */
TEST(file_and_back)
{
    static const saltus_column columns[] = {
        {.name = "h"}, {.name = "v"}, {.name = "bounces", .kind = SALTUS_DISCRETE}};
    static const char *const marks[] = {"a", "b", "c", "d", "e", "f"};
    static const int32_t vars[] = {0, 1, 2};
    saltus_header header = {.struct_size = sizeof header,
                            .model = "ball",
                            .t1 = 2,
                            .columns = columns,
                            .n_columns = 3,
                            .marks = marks,
                            .n_marks = 6};
    struct run r = run_ball();
    saltus_writer *w;
    saltus_result *in;
    saltus_history *back;
    size_t n, m;
    const double *p, *q;
    CHECK_EQ_INT(saltus_writer_open("history.seg", &header, &w), SALTUS_OK);
    CHECK_EQ_INT(saltus_history_write(r.h, w, vars, 3, saltus_sim_count(r.sim, SALTUS_GUARD)),
                 SALTUS_OK);
    CHECK_EQ_INT(saltus_writer_close(w, 2, "ok"), SALTUS_OK);
    CHECK_EQ_INT(saltus_result_open("history.seg", &in, NULL), SALTUS_OK);
    CHECK_EQ_INT(saltus_history_new(vars, 3, &back), SALTUS_OK);
    CHECK_EQ_INT(saltus_history_read(back, in), SALTUS_OK);
    CHECK_EQ_INT(saltus_result_complete(in), 1);
    for (int32_t k = 0; k < 3; k++) {
        const saltus_piece *a = saltus_traj_pieces(saltus_history_traj(r.h), k, &n, &p);
        const saltus_piece *b = saltus_traj_pieces(saltus_history_traj(back), k, &m, &q);
        CHECK_EQ_INT(n, m);
        for (size_t i = 0; i < n && i < m; i++) {
            CHECK(a[i].t == b[i].t);
            for (double t = 0; t < 0.01; t += 0.003)
                CHECK(saltus_traj_value(saltus_history_traj(r.h), k, a[i].t + t) ==
                      saltus_traj_value(saltus_history_traj(back), k, a[i].t + t));
        }
    }
    saltus_history_firings(r.h, &n);
    saltus_history_firings(back, &m);
    CHECK(n > 0);
    CHECK_EQ_INT(n, m);
    saltus_result_close(in);
    saltus_history_free(back);
    run_free(&r);
    remove("history.seg");
}

TEST(first_messages_and_the_last_are_kept)
{
    saltus_history *h;
    saltus_options o = saltus_defaults();
    char text[20];
    CHECK_EQ_INT(saltus_history_new(NULL, 0, &h), SALTUS_OK);
    saltus_history_keep(h, &o);
    for (int k = 0; k < 2000; k++) {
        saltus_diag d = {.text = text};
        snprintf(text, sizeof text, "%d", k);
        o.diag(o.user, &d);
    }
    CHECK_EQ_INT(saltus_history_messages(h), 2000);
    CHECK(!strcmp(saltus_history_message(h, 999)->text, "999"));
    CHECK(!strcmp(saltus_history_message(h, 1000)->text, "1999"));
    CHECK(saltus_history_message(h, 1001) == NULL);
    saltus_history_free(h);
}

TEST(short_runs_are_told_by_what_they_count)
{
    saltus_stats s;
    memset(&s, 0, sizeof s);
    s.struct_size = sizeof s;
    s.steps = 5000000;
    CHECK(saltus_estimate_is_short(&s, 3, 100, 0));
    CHECK(!saltus_estimate_is_short(&s, 3, 100, 1));
    CHECK(!saltus_estimate_is_short(&s, 3, SALTUS_ESTIMATE_SEGMENTS + 1, 0));
    s.evaluations = 5000001;
    CHECK(!saltus_estimate_is_short(&s, 3, 100, 0));
    CHECK_EQ_INT(saltus_estimate_limit(&s), 100010000);
}

TEST_MAIN()
