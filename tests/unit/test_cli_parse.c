/* SPDX-License-Identifier: MIT */
/* test_cli_parse.c - words of a command line to options and operands; values to numbers; near words.
 *
 * The parser is linked with a command of the test's own instead of the real table. What it says when something is
 * wrong is tested by the transcripts (tests/cli). */
#include "cli/core/table.h"
#include "run/options.h"

#include "testing.h"

/* ---- a command --------------------------------------------------------------------------------- */

static const struct option heading = {.help = "A heading"};
static const struct option flag = {.name = "flag", .letter = 'f', .help = ""};
static const struct option number = {
    .name = "number", .letter = 'n', .type = VALUE_NUMBER, .argument = "X", .help = ""};
static const struct option tol = {
    .name = "tol", .type = VALUE_TOLERANCE, .argument = "REL", .help = ""};
static const struct option set = {
    .name = "set", .repeated = true, .type = VALUE_SETTING, .argument = "A=B", .help = ""};
static const struct option vars = {.name = "vars",
                                   .repeated = true,
                                   .list = true,
                                   .type = VALUE_TEXT,
                                   .argument = "A,...",
                                   .help = ""};
static const struct option plot = {.name = "plot",
                                   .repeated = true,
                                   .optional = true,
                                   .type = VALUE_FILE,
                                   .choices = ".svg .png",
                                   .argument = "FILE",
                                   .help = ""};
static const struct option stats = {.name = "stats",
                                    .optional = true,
                                    .type = VALUE_CHOICE,
                                    .choices = "table json",
                                    .argument = "HOW",
                                    .help = ""};
static const struct option *const list[] = {&heading, &flag, &number, &tol, &set,
                                            &vars,    &plot, &stats,  NULL};
const struct command command_list[] = {
    {.name = "do", .operands = {"[WORD]", 0, 2, VALUE_TEXT, NULL}, .options = list},
    {.name = NULL}};

const struct command *command_find(const char *name)
{
    return strcmp(name, "do") == 0 ? command_list : NULL;
}

/* The line, its words separated by spaces; "_" is an empty word. */
static struct cli *parse(const char *line)
{
    static char text[256];
    char *words[32];
    int n = 0;
    snprintf(text, sizeof text, "%s", line);
    for (char *w = strtok(text, " "); w; w = strtok(NULL, " ")) {
        if (strcmp(w, "_") == 0) *w = 0;
        words[n++] = w;
    }
    return cli_parse(command_list, n, words);
}

/* All values of an option, separated by spaces. */
static const char *values(const struct cli *c, const char *option)
{
    static char text[256];
    text[0] = 0;
    for (size_t k = 0; cli_value(c, option, k); k++) {
        if (k) strcat(text, " ");
        strcat(text, cli_value(c, option, k));
    }
    return text;
}

static int is_refused(const char *line)
{
    struct cli *c = parse(line);
    cli_free(c);
    return c == NULL;
}

/* ---- words --------------------------------------------------------------------------------------- */

TEST(nothing_is_given_by_itself)
{
    struct cli *c = parse("");
    CHECK_EQ_INT((int)cli_operands(c), 0);
    CHECK(!cli_operand(c, 0) && !cli_given(c, "flag") && !cli_text(c, "number"));
    CHECK(cli_number(c, "number", 7) == 7);
    CHECK(!cli_value(c, "set", 0) && !cli_bare(c, "plot") && !cli_wants_help(c));
    cli_free(c);
}

TEST(forms_of_an_option)
{
    static const char *const lines[] = {"--number 2 a", "--number=2 a", "a -n 2",
                                        "-n2 a",        "-n=2 -- a",    "--number 1 a -n 2"};
    for (int k = 0; k < 6; k++) {
        struct cli *c = parse(lines[k]);
        CHECK(c && cli_number(c, "number", 0) == 2);
        CHECK(cli_operands(c) == 1 && strcmp(cli_operand(c, 0), "a") == 0);
        cli_free(c);
    }
}

TEST(negative_numbers_and_dashes_are_values)
{
    struct cli *c = parse("--number -1.5e3 -f -- --flag");
    CHECK(c && cli_number(c, "number", 0) == -1500 && cli_given(c, "flag"));
    CHECK(strcmp(cli_operand(c, 0), "--flag") == 0);
    cli_free(c);
    c = parse("-");
    CHECK(c && strcmp(cli_operand(c, 0), "-") == 0);
    cli_free(c);
}

TEST(repeated_options_and_lists)
{
    struct cli *c = parse("--set a=1 --vars x,y[1,2],z[3] --set b[2]=-2 --vars *");
    CHECK(c && strcmp(values(c, "set"), "a=1 b[2]=-2") == 0);
    CHECK(strcmp(values(c, "vars"), "x y[1,2] z[3] *") == 0);
    CHECK(strcmp(cli_text(c, "set"), "b[2]=-2") == 0);
    cli_free(c);
    c = parse("--vars x[1,y");
    CHECK(c && strcmp(values(c, "vars"), "x[1,y") == 0);
    cli_free(c);
}

TEST(optional_values)
{
    struct cli *c = parse("--plot a --plot b.svg --plot=c.png --stats json");
    CHECK(c && cli_bare(c, "plot") && strcmp(values(c, "plot"), "b.svg c.png") == 0);
    CHECK(strcmp(cli_operand(c, 0), "a") == 0 && strcmp(cli_text(c, "stats"), "json") == 0);
    cli_free(c);
    c = parse("--stats --plot");
    CHECK(c && cli_given(c, "stats") && !cli_text(c, "stats") && cli_bare(c, "stats"));
    CHECK(cli_bare(c, "plot") && !cli_value(c, "plot", 0));
    cli_free(c);
}

TEST(help_ends_it)
{
    struct cli *c = parse("a --help --nonsense");
    CHECK(c && cli_wants_help(c));
    cli_free(c);
}

TEST(mistakes_are_refused)
{
    static const char *const lines[] = {
        "--nonsense",  "--fla",       "-x",         "-fx",         "--flag=1",     "--number",
        "--number --", "--number a",  "--number _", "--number 1x", "--number nan", "--number=",
        "--tol 0",     "--tol 1,0",   "--tol -1,1", "--tol 1,",    "--set a",      "--set a=",
        "--set =1",    "--set a=x",   "--vars a,",  "--vars ,",    "--plot=a.pdf", "--plot=.svg",
        "--plot=",     "--stats=jso", "a b c",      "--heading",
    };
    for (size_t k = 0; k < sizeof lines / sizeof lines[0]; k++)
        if (!is_refused(lines[k])) FAIL("'%s' is taken", lines[k]);
    CHECK(!is_refused("--"));
    CHECK(!is_refused("--tol 0,1e-6"));
}

/* ---- numbers --------------------------------------------------------------------------------------- */

static int range_is(const char *text, size_t n, double first, double last)
{
    struct arg_range r;
    return arg_range(text, &r) && r.n == n && arg_range_at(&r, 0) == first &&
           fabs(arg_range_at(&r, n - 1) - last) <= 1e-12 * fabs(last);
}

TEST(ranges)
{
    struct arg_range r;
    CHECK(range_is("1:0.5:10", 19, 1, 10));
    CHECK(range_is("1:0.1:2", 11, 1, 2));
    CHECK(range_is("0:0.1:0.3", 4, 0, 0.3));
    CHECK(range_is("1:0.4:2", 3, 1, 1.8));
    CHECK(range_is("3:-1:1", 3, 3, 1));
    CHECK(range_is("2:5", 4, 2, 5));
    CHECK(range_is("1:1:1", 1, 1, 1));
    CHECK(range_is("1e-3", 1, 1e-3, 1e-3));
    CHECK(range_is("4,2,-1e2", 3, 4, -100));
    CHECK(range_is("true,false", 2, 1, 0));
    static const char *const wrong[] = {"",        "1:0:2",   "2:1:1",     "1:2:", ":1",
                                        "1:2:3:4", "1,",      ",1",        "fals", "1,x",
                                        "1:nan:2", "inf:1:2", "0:1e-300:1"};
    for (size_t k = 0; k < sizeof wrong / sizeof wrong[0]; k++)
        if (arg_range(wrong[k], &r)) FAIL("'%s' is taken", wrong[k]);
}

TEST(pairs_and_settings)
{
    double rel, abs, v;
    size_t n;
    CHECK(option_tolerance("1e-3", &rel, &abs) && rel == 1e-3 && abs == 1e-6);
    CHECK(option_tolerance("0,2", &rel, &abs) && rel == 0 && abs == 2);
    CHECK(!option_tolerance("1,2,3", &rel, &abs) && !option_tolerance(",2", &rel, &abs) &&
          !option_tolerance(" 1", &rel, &abs));
    CHECK(arg_setting("a[1,2]=3", &n, &v) && n == 6 && v == 3);
    CHECK(arg_setting("on=true", &n, &v) && v == 1);
    CHECK(arg_setting("on=false", &n, &v) && v == 0);
    CHECK(!arg_setting("a=nan", &n, &v) && !arg_setting("a=1 ", &n, &v));
}

/* ---- near words ------------------------------------------------------------------------------------- */

TEST(near_words)
{
    static const char *const words[] = {"method", "method-of", "max-events",
                                        "stop",   "start",     "qss3"};
    CHECK(strcmp(talk_nearest("metod", words, 6), "method") == 0);
    CHECK(strcmp(talk_nearest("METHOD_OF", words, 6), "method-of") == 0);
    CHECK(strcmp(talk_nearest("sotp", words, 6), "stop") == 0);
    CHECK(strcmp(talk_nearest("max", words, 6), "max-events") == 0);
    CHECK(strcmp(talk_nearest("qqs3", words, 6), "qss3") == 0);
    CHECK(!talk_nearest("frobnicate", words, 6));
    CHECK(!talk_nearest("", words, 6));
    CHECK(!talk_nearest("x", words, 6));
    CHECK(!talk_nearest("method", words, 0));
}

TEST_MAIN()
