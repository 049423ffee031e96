/* SPDX-License-Identifier: MIT */
/* test_at_once.c - all derivatives by one call of compiled code: equal to those asked one by one, for
 * every model of the gallery and for what the loops over elements could get wrong; and an engine that
 * uses them runs as it does without (the interpreter has no such function). */
#include "at_once.h"
#include "code_models.h"
#include "saltus.h"
#include "saltus_compile.h"
#include <math.h>

static saltus_compiled *compile(const char *text, saltus_backend backend)
{
    saltus_compile_options o = {.struct_size = sizeof(saltus_compile_options), .backend = backend};
    saltus_compiled *c = NULL;
    own_cache();
    if (saltus_compile_text("test.mo", text, strlen(text), &o, &c)) FAIL("not compiled: %s", text);
    return c;
}

static void same(const char *text)
{
    saltus_compiled *c = compile(text, SALTUS_NATIVE);
    const saltus_model *m = saltus_compiled_model(c);
    char why[200];
    CHECK(m->derivatives != NULL);
    if (at_once_differs(m, why)) FAIL("%s\n%s", why, text);
    saltus_compiled_free(c);
}

TEST(gallery)
{
    static const char *const names[] = {
        "adr",        "airconds",   "appendix_a", "arm",       "bball",     "bounce", "buck",
        "bumpercars", "cuk",        "d4",         "hybrid_pi", "lotka",     "motor",  "neurons",
        "oscillator", "pair",       "ring",       "robot",     "inverters", "sine",   "stiff2",
        "tline",      "thermostat", "tyson",      "vanderpol"};
    int seen = 0;
    own_cache();
    for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
        saltus_compile_options o = {.struct_size = sizeof(saltus_compile_options),
                                    .backend = SALTUS_NATIVE};
        saltus_compiled *c = NULL;
        char path[1024], why[200];
        FILE *there;
        snprintf(path, sizeof path, "%s/models/%s/%s.mo", TEST_ROOT, names[k], names[k]);
        there = fopen(path, "r");
        if (!there) continue; /* it exists in C only */
        fclose(there);
        CHECK_EQ_INT(saltus_compile_file(path, &o, &c), SALTUS_OK);
        CHECK(saltus_compiled_model(c)->derivatives != NULL);
        if (at_once_differs(saltus_compiled_model(c), why)) FAIL("%s: %s", names[k], why);
        saltus_compiled_free(c);
        seen++;
    }
    CHECK(seen >= 20);
}

TEST(boxes)
{
    same("model M Real x[7]; equation\n"
         "for i in 1:2:7 loop der(x[i]) = i*x[8 - i]; end for;\n"
         "for i in 6:-2:2 loop der(x[i]) = x[i - 1] - i; end for; end M;");
    same("model M Real x[4, 3]; equation for i in 1:4, j in 1:3 loop\n"
         "der(x[5 - i, j]) = x[i, 4 - j]*i - j*time; end for; end M;");
    same("model M Real x[3, 3]; equation for i in 1:3 loop\n"
         "der(x[i, i]) = -x[i, i];\n"
         "for j in i + 1:3 loop der(x[i, j]) = x[j, i]; der(x[j, i]) = 2*x[i, j]; end for;\n"
         "end for; end M;");
    same("model M Real x[3]; Real y; equation for i in 2:2 loop der(x[i]) = x[1]; end for;\n"
         "der(x[1]) = y; der(x[3]) = x[2]; der(y) = -x[3]; end M;");
}

TEST(expressions)
{
    same("model M parameter Real p = 2.5; parameter Integer n = 3; Real x(start = 2), y(start = "
         "1);\n"
         "equation der(x) = x^p + x^n + x^2 - 1/x + sqrt(x) + atan2(x, y);\n"
         "der(y) = if y > 0.5 then sin(x)*exp(-y) else abs(y - x) + sign(x); end M;");
    same("function f input Real a; input Real v[3]; output Real r; protected Integer k; algorithm\n"
         "r := a; k := 0; while k < 3 loop k := k + 1; r := r + v[k]*a; end while; end f;\n"
         "model M Real x[3](each start = 1); equation\n"
         "for i in 1:3 loop der(x[i]) = f(x[i], {x[1], time, x[3]}); end for; end M;");
    same("model M Real x(start = 1), y, z; equation y + y^3 = x + z; z = 2*x - y;\n"
         "der(x) = -y*z; end M;");
    same("model M parameter Integer N = 6; Real x[N](each start = 1); Real s; equation\n"
         "s = sum(x[i]^2 for i in 1:N);\n"
         "for i in 1:N loop der(x[i]) = s - x[i] + max(x[j] for j in 1:N)\n"
         "+ product(x[j] for j in 1:i - i + 2); end for; end M;");
    same("model M Real x(start = 1), y; equation der(x) = -delay(x, 0.5) + y;\n"
         "der(y) = delay(y*x, 0.25); end M;");
}

/* An index that leaves its range, in some of the points. */
TEST(faults)
{
    same("model M Real x[3](start = {0, 1, 2}); equation for i in 1:3 loop\n"
         "der(x[i]) = x[noEvent(integer(x[i]*2)) + 1]; end for; end M;");
}

/* More equations than are called by name; those of one shape share their function. */
TEST(many_equations)
{
    char text[20000];
    int n = 0, count = 150;
    n += snprintf(text, sizeof text, "model M ");
    for (int k = 0; k < count; k++)
        n += snprintf(text + n, sizeof text - (size_t)n, "Real x%d(start = %d.5);", k, k % 7);
    n += snprintf(text + n, sizeof text - (size_t)n, " equation\n");
    for (int k = 0; k < count; k++)
        n += snprintf(text + n, sizeof text - (size_t)n,
                      k % 3 ? "der(x%d) = %d.25*x%d - x%d*x%d;\n"
                            : "der(x%d) = %d*x%d/(1 + x%d*x%d);\n",
                      k, k, (k + 1) % count, (k + 2) % count, k);
    snprintf(text + n, sizeof text - (size_t)n, "end M;");
    same(text);
}

/* ---- Engines --------------------------------------------------------------------------------- */

struct end {
    saltus_status status;
    uint64_t evaluations;
    double x[8];
    char var[32], text[100];
};

static void hear(void *user, const saltus_diag *d)
{
    struct end *end = user;
    snprintf(end->var, sizeof end->var, "%s", d->var ? d->var : "");
    snprintf(end->text, sizeof end->text, "%s", d->text);
}

static struct end run(const char *text, saltus_backend backend, int32_t n)
{
    saltus_compiled *c = compile(text, backend);
    saltus_options o = saltus_defaults();
    saltus_sim *s = NULL;
    struct end end = {.status = SALTUS_OK};
    o.method = "abm";
    o.diag = hear;
    o.user = &end;
    saltus_model m = *saltus_compiled_model(c);
    CHECK(m.derivatives != NULL);
    if (backend == SALTUS_INTERPRETED) m.derivatives = NULL; /* one by one */
    CHECK_EQ_INT(saltus_sim_new(&m, &o, &s), SALTUS_OK);
    end.status = saltus_sim_run(s, 2);
    end.evaluations = saltus_sim_stats(s).evaluations;
    for (int32_t i = 0; i < n; i++) end.x[i] = saltus_sim_value(s, i, saltus_sim_time(s));
    saltus_sim_free(s);
    saltus_compiled_free(c);
    return end;
}

static struct end runs_alike(const char *text, int32_t n)
{
    struct end a = run(text, SALTUS_INTERPRETED, n), b = run(text, SALTUS_NATIVE, n);
    CHECK_EQ_INT(a.status, b.status);
    CHECK(a.evaluations == b.evaluations);
    CHECK(memcmp(a.x, b.x, sizeof a.x) == 0);
    if (strcmp(a.var, b.var) != 0 || strcmp(a.text, b.text) != 0)
        FAIL("%s: %s\n%s: %s", a.var, a.text, b.var, b.text);
    return b;
}

TEST(runs)
{
    struct end e = runs_alike("model M Real x(start = 1), v; equation der(x) = v; der(v) = -x;\n"
                              "when x < 0 then reinit(v, -0.9*pre(v)); end when; end M;",
                              2);
    CHECK_EQ_INT(e.status, SALTUS_OK);
    e = runs_alike(
        "model M Real x[4](each start = 1); Real s; equation s = sum(x[i] for i in 1:4);\n"
        "for i in 1:4 loop der(x[i]) = i - s - x[i]; end for; end M;",
        4);
    CHECK_EQ_INT(e.status, SALTUS_OK);
    e = runs_alike("model M Real x(start = 1); equation der(x) = -delay(x, 0.5); end M;", 1);
    CHECK_EQ_INT(e.status, SALTUS_OK);
    e = runs_alike(
        "model M Real x(start = 1); Boolean done(start = false); equation\n"
        "der(x) = if done then 0 else -sqrt(x);\n"
        "when x <= 0 then done = true; end when annotation(__Saltus_unilateral = true);\n"
        "end M;",
        1);
    CHECK_EQ_INT(e.status, SALTUS_OK);
}

/* Who is to blame is told as precisely. */
TEST(failures)
{
    struct end e = runs_alike("model M Real a(start = 1), x(start = 1); equation der(a) = -a;\n"
                              "der(x) = -1/noEvent(if time < 1 then 1 else 0); end M;",
                              2);
    CHECK_EQ_INT(e.status, SALTUS_ENAN);
    CHECK(strcmp(e.var, "x") == 0);
    e = runs_alike("model M Real x[3](start = {1, 1, 1}); equation for i in 1:3 loop\n"
                   "der(x[i]) = x[noEvent(if i == 2 and time > 1 then 7 else i)]; end for; end M;",
                   3);
    CHECK_EQ_INT(e.status, SALTUS_EMODEL);
    CHECK(strstr(e.text, "outside its range") != NULL);
}

TEST_MAIN()
