/* SPDX-License-Identifier: MIT */
/* test_diagram_expression.c - texts of expressions as models, and the places of messages about them. */
#include "../testing.h"
#include "diagram/expression.h"
#include <stdbool.h>

struct told {
    int n;
    int32_t output;
    uint32_t at, len;
    char text[300];
};

static void on_error(void *user, int32_t output, uint32_t at, uint32_t len, saltus_status st,
                     const char *text, const char *hint)
{
    struct told *t = user;
    (void)hint;
    if (st >= 0) return;
    if (t->n++) return;
    t->output = output;
    t->at = at;
    t->len = len;
    snprintf(t->text, sizeof t->text, "%s", text);
}

static const char *const wu[] = {"w", "up"};

static struct expression_spec spec(const char *text, int32_t size, struct told *t,
                                   struct expression_output *out)
{
    memset(t, 0, sizeof *t);
    *out = (struct expression_output){"y", text, NULL};
    return (struct expression_spec){.name = "f",
                                    .inputs = wu,
                                    .n_inputs = 2,
                                    .outputs = out,
                                    .n_outputs = 1,
                                    .size = size,
                                    .interpret = 1,
                                    .error = on_error,
                                    .user = t};
}

/* Does the model of this text contain the line? */
static bool becomes(const char *text, const char *line)
{
    struct told t;
    struct expression_output out;
    struct expression_spec x = spec(text, 3, &t, &out);
    size_t at;
    char *model = expression_text(&x, &at);
    bool found;
    CHECK(model != NULL);
    found = !strncmp(model + at, line, strlen(line)) && model[at + strlen(line)] == '\n';
    free(model);
    return found;
}

TEST(names_of_signals_get_the_index)
{
    CHECK(becomes("w + up*2", "w[i] + up[i]*2"));
    CHECK(becomes("w[i-1] + up", "w[i-1] + up[i]"));
    CHECK(becomes("sum(w[:]) - w [1]", "sum(w[:]) - w [1]"));
    CHECK(becomes("ww + wup + up1 + 1e3*w", "ww + wup + up1 + 1e3*w[i]"));
    CHECK(becomes("w(3) + M.w", "w(3) + M.w"));
    CHECK(becomes("w /* w up */ + y", "w[i] /* w up */ + y[i]"));
    CHECK(becomes("if i > 1 then w else 2e-3", "if i > 1 then w[i] else 2e-3"));
}

/* The text is wrong at this byte. */
static bool wrong_at(const char *text, uint32_t at, uint32_t len, const char *says)
{
    struct told t;
    struct expression_output out;
    struct expression_spec x = spec(text, 4, &t, &out);
    struct expression *e;
    bool good = expression_make(&x, &e) < 0 && !e && t.n > 0 && t.output == 0 && t.at == at &&
                t.len == len && strstr(t.text, says);
    if (!good)
        printf("# %s: output %d, at %u, len %u: %s\n", text, (int)t.output, t.at, t.len, t.text);
    return good;
}

TEST(messages_find_their_place)
{
    CHECK(wrong_at("w + up + q", 9, 1, "q"));
    CHECK(wrong_at("w + up +\n  rate*w", 11, 4, "rate"));
    CHECK(wrong_at("w + up)", 6, 1, "no '('"));
    CHECK(wrong_at("w; up", 1, 1, "';'"));
    CHECK(wrong_at("sin(w, up)", 0, 10, "sin"));
    CHECK(wrong_at("w == up", 0, 7, "compared"));
    CHECK(wrong_at("  ", 0, 0, "empty"));
}

TEST(names_are_checked)
{
    struct told t;
    struct expression_output out;
    struct expression *e;
    struct expression_spec x = spec("w", 1, &t, &out);
    x.inputs = (const char *const[]){"w", "end"};
    CHECK(expression_make(&x, &e) < 0 && strstr(t.text, "'end'"));
    x = spec("w", 1, &t, &out);
    x.inputs = (const char *const[]){"w", "i"};
    CHECK(expression_make(&x, &e) < 0 && strstr(t.text, "number of the element"));
    x = spec("w", 1, &t, &out);
    x.inputs = (const char *const[]){"w", "2x"};
    CHECK(expression_make(&x, &e) < 0 && strstr(t.text, "not a valid name"));
    x = spec("w", 1, &t, &out);
    out.name = "up";
    CHECK(expression_make(&x, &e) < 0 && strstr(t.text, "input and an output"));
}

static int32_t ports(const saltus_port *p)
{
    int32_t n = 0;
    while (p && p[n].name) n++;
    return n;
}

TEST(parameters_are_those_that_are_named)
{
    static const double m = 3, k[] = {1, 2, 3}, a[] = {1, 2, 3, 4}, bad = INFINITY;
    const struct expression_parameter p[] = {{"m", 1, 1, 0, 1, &m},
                                             {"k", 3, 1, 1, 0, k},
                                             {"a", 2, 2, 2, 0, a},
                                             {"bad", 1, 1, 0, 0, &bad},
                                             {"w", 1, 1, 0, 0, &m}};
    struct told t;
    struct expression_output out;
    struct expression_spec x = spec("if i < m then k[i]*w + a[1, 2] else up", 3, &t, &out);
    size_t at;
    struct expression *e;
    char *model;
    x.parameters = p;
    x.n_parameters = 5;
    model = expression_text(&x, &at);
    CHECK(model != NULL);
    CHECK(strstr(model, "parameter Integer m = 3;") &&
          strstr(model, "parameter Real k[3] = {1, 2, 3};"));
    CHECK(strstr(model, "parameter Real a[2, 2] = {{1, 2}, {3, 4}};") && !strstr(model, "bad"));
    free(model);
    CHECK(expression_make(&x, &e) == SALTUS_OK);
    CHECK_EQ_INT(ports(expression_type(e)->inputs), 2);
    CHECK_EQ_INT(expression_type(e)->port_size(&(saltus_part){.type = expression_type(e)}, 0, 1),
                 3);
    expression_free(e);
    out.text = "w*bad";
    CHECK(expression_make(&x, &e) < 0 && strstr(t.text, "not finite"));
}

/* ---- What they compute ----------------------------------------------------------------------- */

static double value(const struct expression *e, int32_t output, double w, double up)
{
    const saltus_model *m = expression_compiled(e);
    saltus_options o = saltus_defaults();
    saltus_set sets[] = {{"w[1]", w}, {"up[1]", up}};
    saltus_sim *s;
    double v;
    o.sets = sets;
    o.n_sets = 2;
    CHECK(saltus_sim_new(m, &o, &s) == SALTUS_OK);
    v = saltus_sim_value(s, saltus_sim_var(s, SALTUS_OUTPUT, output), 0);
    saltus_sim_free(s);
    return v;
}

TEST(implicit_functions_are_solved)
{
    struct told t;
    struct expression_output out;
    struct expression_spec x = spec("w - y - up*y^3", 1, &t, &out);
    struct expression *e;
    x.implicit = 1;
    out.start = "1 + i";
    CHECK(expression_make(&x, &e) == SALTUS_OK);
    CHECK_CLOSE(value(e, 0, 3, 2), 1, 1e-12);
    expression_free(e);
    out.text = "y + up*y^3 = w";
    CHECK(expression_make(&x, &e) == SALTUS_OK);
    CHECK_CLOSE(value(e, 0, 10, 1), 2, 1e-12);
    expression_free(e);
}

TEST(several_outputs_use_each_other)
{
    struct told t;
    struct expression_output out[2], one;
    struct expression_spec x = spec("z^2", 1, &t, &one);
    struct expression *e;
    out[0] = one;
    out[1] = (struct expression_output){"z", "w - up", NULL};
    x.outputs = out;
    x.n_outputs = 2;
    CHECK(expression_make(&x, &e) == SALTUS_OK);
    CHECK_EQ_INT(ports(expression_type(e)->outputs), 2);
    CHECK(value(e, 0, 5, 2) == 9 && value(e, 1, 5, 2) == 3);
    expression_free(e);
}

TEST_MAIN()
