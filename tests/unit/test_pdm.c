/* SPDX-License-Identifier: MIT */
/* test_pdm.c - diagrams of PowerDEVS: what they become, what is said about them. */
#include "diagram/powerdevs/pdm.h"
#include "models.h"
#include "testing.h"
#include <unistd.h>

struct result {
    char *json;
    size_t size;
    saltus_status status;
    int errors, notes;
    char said[4096]; /* "line: text\n" of all messages */
};

static void hear(void *user, const saltus_diag *d)
{
    struct result *r = user;
    size_t n = strlen(r->said);
    if (d->status < 0)
        r->errors++;
    else
        r->notes++;
    snprintf(r->said + n, sizeof r->said - n, "%d: %s\n", (int)d->at.line, d->text);
}

static struct result convert_text(const char *text, size_t size, bool partial)
{
    struct result r = {0};
    FILE *f = open_memstream(&r.json, &r.size);
    r.status = pdm_convert("x.pdm", text, size, partial, hear, &r, f);
    fclose(f);
    return r;
}

static struct result convert(const char *name, bool partial)
{
    struct result r = {0};
    char path[512];
    FILE *f = open_memstream(&r.json, &r.size);
    snprintf(path, sizeof path, TEST_DATA "/pdm/%s.pdm", name);
    r.status = saltus_diagram_from_pdm(path, partial, hear, &r, f);
    fclose(f);
    return r;
}

static void has(const struct result *r, const char *text)
{
    if (!strstr(r->json, text)) printf("# not there: %s\n%s", text, r->json);
    CHECK(strstr(r->json, text));
}

/* ---- Whole models ------------------------------------------------------------------------------- */

TEST(parts_values_and_wires_are_converted)
{
    struct result r = convert("stiff", false);
    CHECK_EQ_INT(r.status, SALTUS_OK);
    CHECK_EQ_INT(r.errors + r.notes, 0);
    has(&r, "\"name\": \"stiff\"");
    has(&r, "\"text\": \"A stiff system of order 2\"");
    has(&r, "\"Constant_0\": {\"block\": \"constant\", \"value\": 2020, \"at\": [0, 0]}");
    has(&r, "{\"block\": \"sum\", \"inputs\": 3, \"weights\": [-100, -100, 1], \"at\": [150, 0]}");
    has(&r, "\"method\": \"liqss2\", \"abs\": 1, \"rel\": 0, \"start\": 20");
    has(&r, "\"x2 -> WSum_0.u2\""); /* drawn from the input, through a point */
    has(&r, "\"x1 -> WSum_0.u1\"");
    has(&r, "\"x2 -> GnuPlot_0.u2\"");
    has(&r, "\"file\": \"GnuPlot_0.svg\"");
    free(r.json);
}

TEST(index_blocks_become_indices_and_silence_is_zero)
{
    struct result r = convert("advection", false);
    CHECK_EQ_INT(r.status, SALTUS_OK);
    has(&r, "\"parameters\": {\"N\": 20, \"dx\": \"10/N\", \"a\": 1.5}");
    has(&r, "\"size\": \"N\"");
    has(&r, "\"Vector_QSS_Int_0[1:end-1] -> Vector_WSum_0.u1[2:end]\"");
    has(&r, "\"zero -> Vector_WSum_0.u1[1]\"");
    has(&r, "\"Pulse_0 -> Vector_WSum_0.u3[1]\"");
    has(&r, "\"zero -> Vector_WSum_0.u3[2:end]\"");
    has(&r, "\"Vector_QSS_Int_0[N] -> GnuPlot_0");
    CHECK(!strstr(r.json, "Index_Shift"));
    free(r.json);
}

TEST(coupled_models_become_nested_diagrams_with_the_variables_they_need)
{
    struct result r = convert("motor", false);
    CHECK_EQ_INT(r.status, SALTUS_OK);
    has(&r, "{\"diagram\": \"PI_Regler\", \"Kp\": \"Kp\", \"Ti\": \"Ti\", \"at\": [200, 200]}");
    has(&r, "\"PI_Regler\": {\n      \"text\": \"Regler f\xc3\xbcr die Drehzahl\"");
    has(&r, "      \"parameters\": {\"Kp\": 2, \"Ti\": 0.5},");
    has(&r, "\"inputs\": {\"Inport_0\": {\"at\": [0, 150]}, \"Inport_1\": {\"at\": [0, 300]}}");
    has(&r, "\"Step_0 -> PI_Regler.Inport_0\"");
    has(&r, "\"Saturation_0 -> Outport_0\"");
    has(&r, "\"zero -> WSum_0.u3\"");
    CHECK_EQ_INT(r.notes, 2);
    CHECK(strstr(r.said, "two inports have one number"));
    CHECK(strstr(r.said, "input 3 of 'WSum 0' has no line: it is 0"));
    free(r.json);
}

TEST(everything_unknown_is_named_by_line_and_nothing_is_written)
{
    struct result r = convert("unknown", false);
    CHECK_EQ_INT(r.status, SALTUS_EMODEL);
    CHECK_EQ_INT(r.size, 0);
    CHECK_EQ_INT(r.errors, 9);
    CHECK(strstr(r.said, "21: block 'My Block' (mine/secret.h) is not known\n40: block 'Other 1'"));
    CHECK(strstr(r.said, "'r=grand(n,1)': 'grand(...)' has no counterpart"));
    CHECK(strstr(r.said, "'Method' of 'x' is '12%QSS"));
    CHECK(strstr(r.said, "118: parameter 'Sparkle' of 'Gain 0' is not known"));
    CHECK(strstr(r.said, "'x' has no output 2, only 1"));
    CHECK(strstr(r.said, "there is no such end of a line: 'Foo ; 1'"));
    free(r.json);
}

TEST(partial_writes_the_rest)
{
    struct result r = convert("unknown", true);
    CHECK_EQ_INT(r.status, SALTUS_EMODEL);
    has(&r, "\"Gain_0\": {\"block\": \"gain\", \"k\": 2");
    CHECK(!strstr(r.json, "My_Block"));
    free(r.json);
}

/* ---- What was converted runs ----------------------------------------------------------------------- */

/* Sinks write their files where the test runs: into a folder of its own. */
static void into_scratch(char *folder)
{
    CHECK(mkdtemp(folder));
    CHECK(chdir(folder) == 0);
}

static void out_of_scratch(const char *folder)
{
    remove("GnuPlot_0.svg");
    CHECK(chdir("/") == 0);
    rmdir(folder);
}

static saltus_sim *run_converted(const char *name, double until, saltus_diagram **d)
{
    struct result r = convert(name, false);
    saltus_options o = saltus_defaults();
    saltus_sim *s = NULL;
    CHECK_EQ_INT(r.status, SALTUS_OK);
    CHECK_EQ_INT(saltus_diagram_parse(name, r.json, r.size, NULL, d), SALTUS_OK);
    CHECK_EQ_INT(saltus_sim_new(saltus_diagram_model(*d), &o, &s), SALTUS_OK);
    CHECK_EQ_INT(saltus_sim_run(s, until), SALTUS_OK);
    free(r.json);
    return s;
}

/* The stiff system of order 2, as its equations are: the stand-alone engine takes 9 and 13 steps. */
TEST(a_converted_diagram_takes_the_steps_of_its_equations)
{
    char folder[] = "/tmp/saltus-pdm-XXXXXX";
    saltus_diagram *d = NULL;
    saltus_sim *s, *alone = NULL;
    saltus_model *m = models_make("stiff2", 0);
    saltus_options o = saltus_defaults();
    into_scratch(folder);
    s = run_converted("stiff", 500, &d);
    o.method = "liqss2";
    o.rel = 0;
    o.abs = 1;
    CHECK_EQ_INT(saltus_sim_new(m, &o, &alone), SALTUS_OK);
    CHECK_EQ_INT(saltus_sim_run(alone, 500), SALTUS_OK);
    CHECK_EQ_INT(saltus_sim_steps(s, 1),
                 saltus_sim_steps(alone, 0)); /* x2 comes first in the file */
    CHECK_EQ_INT(saltus_sim_steps(s, 0), saltus_sim_steps(alone, 1));
    saltus_sim_free(alone);
    models_free(m);
    saltus_sim_free(s);
    saltus_diagram_free(d);
    out_of_scratch(folder);
}

/* One of almost every block of the library: all of them load, and run together. */
TEST(the_library_is_converted)
{
    char folder[] = "/tmp/saltus-pdm-XXXXXX";
    struct result r = convert("library", false);
    saltus_diagram *d = NULL;
    saltus_sim *s;
    CHECK_EQ_INT(r.errors + r.notes, 0);
    has(&r, "\"slope\": 2.5, \"duration\": 2");
    has(&r, "\"y\": \"sin(u0)*u1+a^2\"");
    has(&r, "\"matrix\": \"fill((1/(sum(w) / size(w, 1))), 1, n)\"");
    has(&r, "\"Vector_Sum_1\": {\"block\": \"sum_over\", \"size\": \"n\"");
    has(&r, "\"Cross_detect_0 -> Reset_QSS_Integrator_0.reset\"");
    free(r.json);
    into_scratch(folder);
    s = run_converted("library", 3, &d);
    CHECK_CLOSE(saltus_sim_value(s, saltus_sim_find(s, "ImpFunction_0.y"), 3), 1.5159802276928,
                1e-6); /* y^3 + y = 5 */
    saltus_sim_free(s);
    saltus_diagram_free(d);
    out_of_scratch(folder);
}

/* The controller brings the speed to 1 and keeps it there. */
/* A part with so many inputs, all fed by parts 1, 2, ... in their order, which are constants. */
static struct result convert_fed(const char *path, const char *name, int inputs, const char *params)
{
    char text[8192];
    int n =
        snprintf(text, sizeof text, "Coupled\n{\nType = Root\nName = m\nPorts = 0; 0\nSystem\n{\n");
    for (int k = 0; k < inputs; k++)
        n += snprintf(text + n, sizeof text - (size_t)n,
                      "Atomic\n{\nName = C%d\nPorts = 0 ; 1\nPath = sources/constant_sci.h\n"
                      "Parameters\n{\nK = Str; %d ;\n}\n}\n",
                      k, k);
    n += snprintf(text + n, sizeof text - (size_t)n,
                  "Atomic\n{\nName = %s\nPorts = %d ; 1\nPath = %s\nParameters\n{\n%s}\n}\n", name,
                  inputs, path, params);
    for (int k = 0; k < inputs; k++)
        n += snprintf(text + n, sizeof text - (size_t)n,
                      "Line\n{\nSource = Cmp ; %d ; 1 ; 0\nSink = Cmp ; %d ; %d ; -1\n}\n", k + 1,
                      inputs + 1, k + 1);
    n += snprintf(text + n, sizeof text - (size_t)n, "}\n}\n");
    return convert_text(text, (size_t)n, false);
}

TEST(ports_and_ranges_mean_what_they_mean_there)
{
    struct result r = convert_fed("qss/qss_switch.h", "S", 3, "level = Str; 2 ;\n");
    CHECK_EQ_INT(r.errors, 0);
    has(&r, "\"C0 -> S.u1\"");
    has(&r, "\"C1 -> S.control\"");
    has(&r, "\"C2 -> S.u2\"");
    free(r.json);
    r = convert_fed("qss/variable_delay.h", "D", 2, "");
    CHECK_EQ_INT(r.errors, 0);
    has(&r, "\"C0 -> D.lag\"");
    has(&r, "\"C1 -> D.u\"");
    free(r.json);
    r = convert_fed("sources/saw_sci.h", "W", 0, "a = Str; 3 ;\nf = Str; 2 ;\n");
    CHECK_EQ_INT(r.errors, 0);
    has(&r, "\"low\": -3, \"high\": 3");
    free(r.json);
}

/* Parameters under names that no one knows, in the order of the palette. */
TEST(parameters_count_by_their_places)
{
    char folder[] = "/tmp/saltus-pdm-XXXXXX";
    struct result r = convert("palette", false);
    saltus_diagram *d = NULL;
    saltus_sim *s;
    CHECK_EQ_INT(r.errors, 0);
    has(&r, "\"block\": \"step\", \"low\": 1, \"high\": 3, \"start\": 0.5");
    has(&r, "\"block\": \"sine\", \"amplitude\": 2, \"frequency\": 1, \"phase\": 0");
    has(&r, "\"block\": \"saw\", \"period\": 0.5, \"low\": -1, \"high\": 1");
    has(&r, "\"block\": \"zero_order_hold\", \"period\": 0.25");
    has(&r, "\"block\": \"unit_delay\", \"period\": 0.1, \"start\": -1");
    has(&r, "\"block\": \"variable_delay\", \"start\": 0.5");
    has(&r, "\"block\": \"noise\", \"interval\": 10, \"mean\": 0");
    has(&r, "\"block\": \"comparator\", \"low\": -2, \"high\": 2");
    free(r.json);
    into_scratch(folder);
    s = run_converted("palette", 1.05, &d);
    CHECK_CLOSE(saltus_sim_value(s, saltus_sim_find(s, "Variable_Delay0"), 1.05),
                2 * sin(1.5 * acos(-1.0)), 1e-3);
    saltus_sim_free(s);
    saltus_diagram_free(d);
    out_of_scratch(folder);
    /* one parameter too few: no one knows which */
    r = convert_fed("sources/step_sci.h", "S", 0, "first = Str; 1 ;\nthen = Str; 3 ;\n");
    CHECK(r.errors > 0);
    free(r.json);
    /* known names win over places */
    r = convert_fed("sources/step_sci.h", "S", 0, "uf = Str; 3 ;\nu0 = Str; 1 ;\nt0 = Str; 2 ;\n");
    CHECK_EQ_INT(r.errors, 0);
    has(&r, "\"low\": 1, \"high\": 3, \"start\": 2");
    free(r.json);
    r = convert_fed("qss/dqssv2o3.h", "D", 2, "tau0 = Str; 1 ;\ny(t<0) = Str; [1 2] ;\n");
    CHECK(strstr(r.said, "the history of 'D' is not a constant"));
    free(r.json);
}

/* A diode made of a hysteresis and switches; a matrix; a reset to the value of an event. */
TEST(diodes_matrices_and_resets_run)
{
    char folder[] = "/tmp/saltus-pdm-XXXXXX";
    saltus_diagram *d = NULL;
    saltus_sim *s;
    into_scratch(folder);
    s = run_converted("chopper", 0.01, &d);
    CHECK_LE(fabs(saltus_sim_value(s, saltus_sim_find(s, "UC"), 0.01) - 14.2), 2.5);
    saltus_sim_free(s);
    saltus_diagram_free(d);
    for (int k = 0; k < 3; k++) { /* x := A x + B from 0 */
        const double want[] = {1, 0.5, 1.55};
        s = run_converted("matrix", k + 1.5, &d);
        CHECK_CLOSE(saltus_sim_value(s, saltus_sim_find(s, "Vector_unit_delay[3]"), k + 1.5),
                    want[k], 1e-12);
        saltus_sim_free(s);
        saltus_diagram_free(d);
    }
    s = run_converted("spikes", 6, &d); /* from -6 to 3 at 2/s, then from -6.5 */
    CHECK_CLOSE(saltus_sim_value(s, saltus_sim_find(s, "Reset_Qss_Integ0"), 6), -3.5, 1e-6);
    saltus_sim_free(s);
    saltus_diagram_free(d);
    out_of_scratch(folder);
}

TEST(a_converted_nested_diagram_runs)
{
    char folder[] = "/tmp/saltus-pdm-XXXXXX";
    saltus_diagram *d = NULL;
    saltus_sim *s;
    into_scratch(folder);
    s = run_converted("motor", 20, &d);
    CHECK_CLOSE(saltus_sim_value(s, saltus_sim_find(s, "Speed"), 20), 1, 1e-2);
    saltus_sim_free(s);
    saltus_diagram_free(d);
    out_of_scratch(folder);
}

/* A pulse of height 1 and length 1 enters and moves through twenty cells of length 1/2 with speed 1.5: what has come in is
 * in the cells until it leaves them, 1.5 times 1. */
TEST(a_converted_vector_diagram_runs)
{
    char folder[] = "/tmp/saltus-pdm-XXXXXX";
    saltus_diagram *d = NULL;
    saltus_sim *s;
    double sum = 0;
    into_scratch(folder);
    s = run_converted("advection", 3, &d);
    for (int32_t k = 0; k < 20; k++) sum += 0.5 * saltus_sim_value(s, k, 3);
    CHECK_CLOSE(sum, 1.5, 0.02);
    saltus_sim_free(s);
    saltus_diagram_free(d);
    out_of_scratch(folder);
}

TEST(conversion_repeats_byte_for_byte)
{
    struct result a = convert("motor", false), b = convert("motor", false);
    CHECK(a.size == b.size && memcmp(a.json, b.json, a.size) == 0);
    free(a.json);
    free(b.json);
}

/* ---- The text ------------------------------------------------------------------------------------- */

static void refuses(const char *text, const char *said)
{
    struct result r = convert_text(text, strlen(text), true);
    CHECK_EQ_INT(r.status, SALTUS_EMODEL);
    if (!strstr(r.said, said)) printf("# said: %s", r.said);
    CHECK(strstr(r.said, said));
    free(r.json);
}

TEST(broken_texts_are_located)
{
    refuses("", "1: the file is empty");
    refuses("  \n\n", "1: the file is empty");
    refuses("hello\n", "1: this is not a model of PowerDEVS");
    refuses("Coupled\nName = x\n", "2: '{' is missing behind 'Coupled'");
    refuses("Coupled\n{\nName = x\n", "1: 'Coupled' has no closing brace");
    refuses("Coupled {\n%%%\n}\n", "2: '%%%' is not understood");
    refuses("Coupled {\n= 3\n}\n", "2: there is no name before '='");
    refuses("Coupled {\nSystem {\nBanana {\n}\n}\n}\n", "3: 'Banana' is not understood here");
    refuses("Coupled {\nName = c\nParameters {\nk = Str; 1 ;\n}\n}\n",
            "4: parameter 'k' of the coupled model 'c' is not converted");
    refuses("Coupled {\nSystem {\nAtomic {\nName = a\nPorts = 99999999 ; 1\n}\n}\n}\n",
            "'a' has 99999999 inputs");
}

TEST(deep_nesting_is_refused)
{
    char text[4096] = "";
    size_t n = 0;
    for (int k = 0; k < 150; k++) n += (size_t)snprintf(text + n, sizeof text - n, "Coupled {\n");
    refuses(text, "more than 100 levels");
}

TEST(every_prefix_of_a_model_ends_well)
{
    static char text[20000];
    FILE *f = fopen(TEST_DATA "/pdm/motor.pdm", "rb");
    size_t size = f ? fread(text, 1, sizeof text, f) : 0;
    if (f) fclose(f);
    CHECK(size > 1000);
    for (size_t n = 0; n < size; n += 37) {
        struct result r = convert_text(text, n, true);
        CHECK_EQ_INT(r.status, SALTUS_EMODEL);
        CHECK(r.errors > 0);
        free(r.json);
    }
}

/* ---- Expressions ----------------------------------------------------------------------------------- */

static void becomes(const char *scilab, const char *ours)
{
    struct pdm p = {.path = "x"};
    struct pdm_globals g = {0};
    struct pdm_value v = {.name = "v", .text = "{1, 2}"};
    pdm_names used = {0};
    const char *what = NULL, *text;
    arena_init(&p.arena, NULL, NULL, 0);
    CHECK(setjmp(p.arena.fail) == 0);
    VEC_ADD(&p.arena, &g.list, v);
    text = pdm_expression(&p, scilab, &g, &used, &what);
    if (ours && (!text || strcmp(text, ours) != 0))
        printf("# %s -> %s (%s)\n", scilab, text ? text : "-", what ? what : "");
    CHECK(ours ? text && strcmp(text, ours) == 0 : text == NULL && what != NULL);
    arena_free(&p.arena);
}

TEST(expressions_of_scilab)
{
    becomes("1e-6", "1e-6");
    becomes(".5", "0.5");
    becomes("1d-3", "1e-3");
    becomes("-1/C/Rl", "-1/C/Rl");
    becomes("2*%pi*f", "2*Modelica.Constants.pi*f");
    becomes("6.247e-3*ones(N,1)", "6.247e-3*ones(N)");
    becomes("zeros(1,N)", "zeros(N)");
    becomes("zeros(2,3)", "zeros(2, 3)");
    becomes("[1 2 3]", "{1, 2, 3}");
    becomes("[1;2;3]", "{1, 2, 3}");
    becomes("[1,2;3,4]", "[1, 2; 3, 4]");
    becomes("[1 -2]", "{1, -2}");
    becomes("[1 - 2]", "{1 - 2}");
    becomes("[]", "{}");
    becomes("v(2)", "v[2]");
    becomes("(Cap.*Res).^(-1)", "(Cap.*Res).^(-1)");
    becomes("1/mean(v)", "1/(sum(v) / size(v, 1))");
    becomes("length(v)*max(1, 2)", "size(v, 1)*max(1, 2)");
    becomes("modulo(7,3)", "mod(7, 3)");
    becomes("%e", "exp(1)");
    becomes("rand(2,1)", "{0.211324865464121, 0.756043854169548}");
    becomes("rand(1,2)*4+18", "{0.211324865464121, 0.756043854169548}*4.+18");
    becomes("rand()", "0.211324865464121");
    becomes("rand(2,2)", NULL);
    becomes("grand(3,1)", NULL);
    becomes("'text'", NULL);
    becomes("(1", NULL);
    becomes("[1 2", NULL);
    becomes("a==b", NULL);
}

static const char *assigned(const char *text, const char *name, struct pdm *p, int errors)
{
    static char value[512];
    struct pdm_globals g = {0};
    *p = (struct pdm){.path = "x"};
    value[0] = 0;
    arena_init(&p->arena, NULL, NULL, 0);
    CHECK(setjmp(p->arena.fail) == 0);
    pdm_assignments(p, 1, text, &g);
    CHECK_EQ_INT(p->errors, errors);
    for (int32_t k = 0; k < g.list.n; k++)
        if (strcmp(g.list.at[k].name, name) == 0)
            snprintf(value, sizeof value, "%s", g.list.at[k].text);
    arena_free(&p->arena);
    return value;
}

TEST(assignments_become_parameters)
{
    struct pdm p;
    CHECK(strcmp(assigned("N=1000;dx=10/N", "dx", &p, 0), "10/N") == 0);
    CHECK(strcmp(assigned("a=[1,2;3,4], b = 2", "a", &p, 0), "[1, 2; 3, 4]") == 0);
    CHECK(strcmp(assigned("a=1\\nb=2", "b", &p, 0), "2") == 0);
    CHECK(strcmp(assigned("a=1,a=2", "a", &p, 0), "2") == 0);
    CHECK(strcmp(assigned("n=4,w=ones(n,1),w(1:2:n)=5", "w_1", &p, 0), "ones(n)") == 0);
    CHECK(strcmp(assigned("n=4,w=ones(n,1),w(1:2:n)=5", "w", &p, 0),
                 "{if j >= 1 and j <= n and mod(j - (1), 2) == 0 then 5 else w_1[j] for j in "
                 "1:size(w_1, 1)}") == 0);
    CHECK(strcmp(assigned("w=ones(3,1),w(2)=7", "w", &p, 0),
                 "{if j == 2 then 7 else w_1[j] for j in 1:size(w_1, 1)}") == 0);
    assigned("x", "x", &p, 1);
    assigned("x=1,x=x+1", "x", &p, 1);
    assigned("q(3)=1", "q", &p, 1);
    assigned("for i=1:3", "i", &p, 1);
}

/* ---- The table ------------------------------------------------------------------------------------- */

static bool has_param(const saltus_atomic *b, const char *name, size_t n)
{
    for (const saltus_param *p = b->params; p && p->name; p++)
        if (strlen(p->name) == n && strncmp(p->name, name, n) == 0) return true;
    return false;
}

static bool has_input(const saltus_atomic *b, const char *name, size_t n)
{
    for (const saltus_port *p = b->inputs; p && p->name; p++)
        if (strlen(p->name) == n && strncmp(p->name, name, n) == 0) return true;
    return false;
}

/* Whoever renames a block, a port or a parameter finds out here. */
TEST(the_table_names_blocks_ports_and_parameters_that_exist)
{
    const char *block, *values, *inputs, *outputs;
    for (size_t k = 0; pdm_map_entry(k, &block, &values, &inputs, &outputs); k++) {
        const saltus_atomic *b = block ? saltus_block(block) : NULL;
        bool made = block && (!strcmp(block, "expression") || !strcmp(block, "implicit"));
        if (block && !b) printf("# there is no block %s\n", block);
        CHECK(!block || b);
        for (const char *s = values; b && *s && !made; s += strcspn(s, ";"), s += strspn(s, "; ")) {
            size_t n = strcspn(s, "=");
            if (strncmp(s, "size", n) == 0) continue;
            if (!has_param(b, s, n)) printf("# %s has no parameter %.*s\n", block, (int)n, s);
            CHECK(has_param(b, s, n));
        }
        for (const char *s = inputs ? inputs : ""; b && *s;
             s += strcspn(s, " "), s += strspn(s, " ")) {
            if (!has_input(b, s, strcspn(s, " "))) printf("# %s has no input %s\n", block, s);
            CHECK(has_input(b, s, strcspn(s, " ")));
        }
    }
}

TEST_MAIN()
