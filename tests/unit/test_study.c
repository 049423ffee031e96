/* SPDX-License-Identifier: MIT */
/* test_study.c - cells of a study: products of axes, JSON, random values. What is said about wrong files is tested by
 * transcripts (tests/cli/sweep.t). */
#include "cli/sweep/study.h"
#include "testing.h"
#include <unistd.h>

/* The command, as far as studies need it. */
const struct command command_list[] = {{.name = "sweep", .options = options_sweep}, {.name = NULL}};
const struct command *command_find(const char *name)
{
    return strcmp(name, "sweep") == 0 ? command_list : NULL;
}

static struct study read_text(const char *text, bool *fine)
{
    char path[] = "/tmp/saltus-study-XXXXXX";
    int fd = mkstemp(path);
    struct study s = {0};
    CHECK(fd >= 0);
    CHECK_EQ_INT(write(fd, text, strlen(text)), (long)strlen(text));
    close(fd);
    *fine = study_read(path, &s);
    unlink(path);
    return s;
}

TEST(the_last_axis_changes_fastest)
{
    struct study s = {0};
    CHECK(study_add(&s, "a", (double[]){1, 2}, 2));
    CHECK(study_add(&s, "b", (double[]){10, 20, 30}, 3));
    CHECK(!study_add(&s, "a", (double[]){1}, 1));
    CHECK(study_close(&s));
    CHECK_EQ_INT(s.cells, 6);
    for (size_t k = 0; k < 6; k++) {
        CHECK_CLOSE(study_value(&s, k, 0), 1 + (double)(k / 3), 0);
        CHECK_CLOSE(study_value(&s, k, 1), 10 + 10 * (double)(k % 3), 0);
    }
    CHECK(study_replace(&s, "b", (double[]){7}, 1));
    CHECK(!study_replace(&s, "c", (double[]){7}, 1));
    CHECK(study_close(&s));
    CHECK_EQ_INT(s.cells, 2);
    CHECK_CLOSE(study_value(&s, 1, 1), 7, 0);
    study_free(&s);
}

TEST(tuples_stay_together)
{
    bool fine;
    struct study s =
        read_text("{\"model\": \"m\", \"cells\": [{\"a\": 1, \"b\": 2}, {\"b\": 4, \"a\": 3}],"
                  " \"sets\": {\"c\": [5, 6]}}",
                  &fine);
    const double expected[4][3] = {{1, 2, 5}, {1, 2, 6}, {3, 4, 5}, {3, 4, 6}};
    CHECK(fine && study_close(&s));
    CHECK_EQ_INT(s.cells, 4);
    for (size_t k = 0; k < 4; k++)
        for (size_t j = 0; j < 3; j++) CHECK_CLOSE(study_value(&s, k, j), expected[k][j], 0);
    study_free(&s);
}

/* The product of the ends is 0 in doubles. */
TEST(a_logarithmic_range_of_tiny_numbers)
{
    bool fine;
    struct study s =
        read_text("{\"model\": \"m\", \"sets\": {\"a\": {\"from\": -1e-200, \"to\": -1e-180, "
                  "\"count\": 3, \"scale\": \"log\"}}}",
                  &fine);
    CHECK(fine && study_close(&s));
    CHECK_EQ_INT(s.cells, 3);
    CHECK_CLOSE(study_value(&s, 1, 0) * 1e190, -1, 1e-12);
    study_free(&s);
    s = read_text("{\"model\": \"m\", \"sets\": {\"a\": {\"from\": 0, \"to\": 1, \"count\": 3, "
                  "\"scale\": \"log\"}}}",
                  &fine);
    CHECK(!fine);
    study_free(&s);
}

TEST(ranges)
{
    bool fine;
    struct study s =
        read_text("{\"model\": \"m\", \"sets\": {"
                  "\"a\": {\"from\": 1, \"to\": 2, \"step\": 0.1},"
                  "\"b\": {\"from\": 1, \"to\": 1000, \"count\": 4, \"scale\": \"log\"},"
                  "\"c\": {\"from\": 3, \"to\": -3, \"count\": 3}, \"d\": true}}",
                  &fine);
    CHECK(fine);
    CHECK_EQ_INT(s.axes[0].n, 11);
    CHECK_CLOSE(s.axes[0].value[10], 2, 1e-15);
    CHECK_EQ_INT(s.axes[1].n, 4);
    CHECK_CLOSE(s.axes[1].value[1], 10, 1e-13);
    CHECK_CLOSE(s.axes[1].value[3], 1000, 0);
    CHECK_CLOSE(s.axes[2].value[1], 0, 0);
    CHECK_CLOSE(s.axes[2].value[2], -3, 0);
    CHECK_CLOSE(s.axes[3].value[0], 1, 0);
    study_free(&s);
}

TEST(settings)
{
    bool fine;
    struct study s =
        read_text("{\"model\": \"m\", \"method\": \"qss2\", \"tol\": [1e-4, 1e-7], \"stop\": 3,"
                  " \"quantum\": {\"x*\": 1e-2}, \"method_of\": {\"y\": \"qss3\"},"
                  " \"start_values\": {\"x\": 2}, \"observe\": [\"max(x)\"], \"max_cpu\": 2}",
                  &fine);
    CHECK(fine);
    CHECK(strcmp(s.model, "m") == 0);
    CHECK(strcmp(given_text(&s.given, "method"), "qss2") == 0);
    CHECK(strcmp(given_text(&s.given, "tol"), "0.0001,1e-07") == 0);
    CHECK_CLOSE(given_number(&s.given, "max_cpu", 0), 2, 0);
    CHECK_EQ_INT(s.n_rules, 2);
    CHECK_CLOSE(s.rules[0].abs, 1e-5, 1e-15);
    CHECK(strcmp(s.rules[1].method, "qss3") == 0);
    CHECK_CLOSE(s.sets[0].value, 2, 0);
    CHECK(strcmp(s.observe[0], "max(x)") == 0);
    study_free(&s);
}

/* A key for every option of a run, whether the library or the command has it. */
TEST(every_setting_is_a_key)
{
    const struct option *o;
    int n = 0;
    for (struct option_walk w = {0}; (o = option_next(command_list, &w));) {
        char key[64], text[300];
        const char *value = o->type == VALUE_METHOD   ? "\"qss3\""
                            : o->type == VALUE_CHOICE ? NULL
                            : o->type == VALUE_TEXT   ? "\"x\""
                            : o->type == VALUE_COUNT  ? "1"
                                                      : "0.5";
        const char *word;
        bool fine;
        struct study s;
        char choice[64];
        if (!o->setting) continue;
        given_name(key, sizeof key, o);
        if (!value) {
            int length = (int)table_word(o->choices, 0, &word);
            snprintf(choice, sizeof choice, "\"%.*s\"", length, word);
            value = choice;
        }
        snprintf(text, sizeof text, "{\"model\": \"m\", \"%s\": %s}", key, value);
        s = read_text(text, &fine);
        if (!fine || !given_text(&s.given, key)) FAIL("%s: %s", key, text);
        study_free(&s);
        n++;
    }
    for (size_t k = 0; saltus_option(k); k++) {
        char name[64];
        snprintf(name, sizeof name, "%s", saltus_option(k)->name);
        for (char *c = name; *c; c++)
            if (*c == '_') *c = '-';
        if (strcmp(name, "shadow") == 0) continue; /* for one run at a time */
        if (strcmp(name, "scale") == 0) continue;  /* for second runs: the command has --tol */
        if (!option_find(command_list, name, strlen(name))) FAIL("sweep lacks --%s", name);
    }
    CHECK(n >= 14);
}

TEST(random_values_depend_on_seed_name_and_number_only)
{
    const char *text = "{\"model\": \"m\", \"samples\": 50, \"sample_seed\": 3, \"sets\": {%s"
                       "\"a\": {\"random\": \"uniform\", \"from\": 2, \"to\": 3}}}";
    char one[400], two[400];
    bool fine;
    struct study s, t;
    snprintf(one, sizeof one, text, "");
    snprintf(two, sizeof two, text, "\"z\": {\"random\": \"log\", \"from\": 1e-3, \"to\": 1e3},");
    s = read_text(one, &fine);
    CHECK(fine && study_close(&s));
    t = read_text(two, &fine);
    CHECK(fine && study_close(&t));
    CHECK_EQ_INT(t.cells, 50);
    for (size_t k = 0; k < 50; k++) {
        CHECK(study_value(&s, k, 0) > 2 && study_value(&s, k, 0) < 3);
        CHECK_CLOSE(study_value(&s, k, 0), study_value(&t, k, 1), 0);
        CHECK(study_value(&t, k, 0) > 1e-3 && study_value(&t, k, 0) < 1e3);
    }
    study_free(&s);
    study_free(&t);
}

TEST(random_values_have_their_distribution)
{
    enum { N = 40000 };
    double mean = 0, normal = 0, square = 0;
    for (uint64_t k = 0; k < N; k++) {
        double v = study_normal(1, "x", k);
        mean += study_uniform(1, "x", k) / N;
        normal += v / N;
        square += v * v / N;
    }
    CHECK_CLOSE(mean, 0.5, 0.01);
    CHECK_LE(fabs(normal), 0.02);
    CHECK_CLOSE(square, 1, 0.03);
}

TEST(wrong_files_are_refused)
{
    static const char *const wrong[] = {
        "",
        "[]",
        "{",
        "{\"sets\": {\"a\": 1}}",
        "{\"model\": 3}",
        "{\"model\": \"m\", \"model\": \"n\"}",
        "{\"model\": \"m\", \"sets\": {\"a\": []}}",
        "{\"model\": \"m\", \"sets\": {\"a\": [1, \"x\"]}}",
        "{\"model\": \"m\", \"sets\": {\"a\": {\"from\": 1, \"to\": 0, \"step\": 1}}}",
        "{\"model\": \"m\", \"sets\": {\"a\": {\"from\": 1, \"to\": 2, \"step\": 1e-300}}}",
        ("{\"model\": \"m\", \"sets\": {\"a\": {\"random\": \"normal\", \"mean\": 1, "
         "\"deviation\": "
         "1}}}"),
        "{\"model\": \"m\", \"cells\": [{\"a\": 1}, {\"b\": 1}]}",
        "{\"model\": \"m\", \"cells\": [{}]}",
        "{\"model\": \"m\", \"sets\": {\"a\": 1}, \"cells\": [{\"a\": 1}]}",
        "{\"model\": \"m\", \"theta\": 2}",
        "{\"model\": \"m\", \"theta\": \"1\"}",
        "{\"model\": \"m\", \"max_step\": 0}",
        "{\"model\": \"m\", \"detector\": \"eye\"}",
        "{\"model\": \"m\", \"tol\": [1e-3]}",
        "{\"model\": \"m\", \"setz\": {}}"};
    CHECK(freopen("/dev/null", "w", stderr) != NULL);
    for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++) {
        bool fine;
        struct study s = read_text(wrong[k], &fine);
        if (fine) FAIL("accepted: %s", wrong[k]);
        study_free(&s);
    }
}

TEST_MAIN()
