/* SPDX-License-Identifier: MIT */
/* test_csv.c - rows of a real run read back exactly; names are quoted; errors do not get lost. Also
 * the table of statistics. */
#define _POSIX_C_SOURCE 200809L
#include "testing.h"

#include "models.h"
#include "saltus.h"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#define PATH "test_csv.tmp.csv"

static char text[1 << 16];

static void read_file(FILE *f)
{
    CHECK(f);
    size_t n = fread(text, 1, sizeof text - 1, f);
    text[n] = '\0';
    fclose(f);
    remove(PATH);
}

static saltus_sim *simulate(const saltus_model *m, double until)
{
    saltus_options o = saltus_defaults();
    saltus_sim *s;
    CHECK(m);
    CHECK_EQ_INT(saltus_sim_new(m, &o, &s), SALTUS_OK);
    CHECK_EQ_INT(saltus_sim_run(s, until), SALTUS_OK);
    return s;
}

static void write_row(const saltus_sim *s, const int32_t *vars, size_t n, double t)
{
    saltus_csv *c;
    CHECK_EQ_INT(saltus_csv_open(PATH, s, vars, n, &c), SALTUS_OK);
    CHECK_EQ_INT(saltus_csv_row(c, t, s), SALTUS_OK);
    CHECK_EQ_INT(saltus_csv_close(c), SALTUS_OK);
    read_file(fopen(PATH, "r"));
}

/* ---- A model with odd names whose states rest ----------------------------------------------- */

static void rest(const saltus_env *e, int32_t i, int order, double *c)
{
    (void)e, (void)i;
    for (int k = 0; k < order; k++) c[k] = 0;
}

static void read_nothing(const saltus_env *e, int32_t i, saltus_reads *r)
{
    (void)e, (void)i, (void)r;
}

static saltus_model odd_model(void)
{
    static char name[301];
    static const saltus_variable states[] = {{.name = "a", .size = {1, 2}, .start = 0.5},
                                             {.name = "say \"hi\"", .start = -1},
                                             {.name = name, .start = 3},
                                             {.name = NULL}};
    static const saltus_variable discretes[] = {{.name = "two\nlines", .start = 1e300},
                                                {.name = NULL}};
    memset(name, 'n', sizeof name - 1);
    return (saltus_model){.abi = SALTUS_ABI,
                          .name = "odd",
                          .states = states,
                          .discretes = discretes,
                          .der = {.eval = rest, .reads = read_nothing}};
}

/* ---- Tests ----------------------------------------------------------------------------------- */

TEST(rows_read_back_exactly)
{
    saltus_model *m = models_make("stiff2", 0);
    saltus_sim *s = simulate(m, 1);
    double t, x2, x1;
    char end;
    write_row(s, (int32_t[]){1, 0}, 2, 1 - 1e-15);
    CHECK(strncmp(text, "time,x2,x1\n", 11) == 0);
    CHECK_EQ_INT(sscanf(text + 11, "%lf,%lf,%lf%c", &t, &x2, &x1, &end), 4);
    CHECK(t == 1 - 1e-15 && x1 == saltus_sim_value(s, 0, t) && x2 == saltus_sim_value(s, 1, t));
    CHECK(end == '\n' && text[strlen(text) - 1] == '\n');
    saltus_sim_free(s);
    models_free(m);
}

TEST(names_are_quoted_where_they_must_be)
{
    saltus_model m = odd_model();
    saltus_sim *s = simulate(&m, 1);
    write_row(s, (int32_t[]){0, 1, 2, 4}, 4, 1);
    CHECK(strcmp(text, "time,\"a[1,1]\",\"a[1,2]\",\"say \"\"hi\"\"\",\"two\nlines\"\n"
                       "1,0.5,0.5,-1,1e+300\n") == 0);
    write_row(s, (int32_t[]){3}, 1, 1);
    CHECK_EQ_INT(strcspn(text, "\n"), 5 + 300);
    write_row(s, NULL, 0, 1);
    CHECK(strcmp(text, "time\n1\n") == 0);
    saltus_sim_free(s);
}

TEST(wrong_arguments_are_refused)
{
    saltus_model m = odd_model();
    saltus_sim *s = simulate(&m, 1);
    saltus_csv *c;
    CHECK_EQ_INT(saltus_csv_open(PATH, s, (int32_t[]){5}, 1, &c), SALTUS_EARG);
    CHECK(!c);
    CHECK_EQ_INT(saltus_csv_open(PATH, s, (int32_t[]){-1}, 1, &c), SALTUS_EARG);
    CHECK_EQ_INT(saltus_csv_open(PATH, s, NULL, 1, &c), SALTUS_EARG);
    CHECK_EQ_INT(saltus_csv_open(NULL, s, NULL, 0, &c), SALTUS_EARG);
    CHECK_EQ_INT(saltus_csv_open(PATH, NULL, NULL, 0, &c), SALTUS_EARG);
    CHECK(!fopen(PATH, "r")); /* nothing was left behind */
    CHECK_EQ_INT(saltus_csv_row(NULL, 0, s), SALTUS_EARG);
    CHECK_EQ_INT(saltus_csv_close(NULL), SALTUS_OK);
    saltus_sim_free(s);
}

/* Many rows, so that the buffer is written in between: a row, too, must tell. */
TEST(full_disk_is_reported)
{
    saltus_model m = odd_model();
    saltus_sim *s = simulate(&m, 1);
    saltus_csv *c;
    saltus_status rows = SALTUS_OK;
    CHECK_EQ_INT(saltus_csv_open("no/such/folder/x.csv", s, NULL, 0, &c), SALTUS_EIO);
    CHECK(!c);
    if (access("/dev/full", W_OK) == 0) {
        CHECK_EQ_INT(saltus_csv_open("/dev/full", s, NULL, 0, &c), SALTUS_OK);
        for (int i = 0; i < 100000; i++) rows = saltus_csv_row(c, i, s);
        CHECK_EQ_INT(rows, SALTUS_EIO);
        CHECK_EQ_INT(saltus_csv_close(c), SALTUS_EIO);
        CHECK_EQ_INT(saltus_csv_open("/dev/full", s, NULL, 0, &c), SALTUS_OK);
        CHECK_EQ_INT(saltus_csv_close(c), SALTUS_EIO); /* a short file fails when it is closed */
    }
    saltus_sim_free(s);
}

/* A child writes to "-", a pipe. Returns the child's status; what it wrote is in text. */
static saltus_status write_to_pipe(saltus_sim *s, int reader_leaves)
{
    int fd[2], result;
    CHECK(fflush(stdout) == 0 && pipe(fd) == 0);
    if (reader_leaves) close(fd[0]);
    pid_t child = fork();
    if (child == 0) {
        saltus_csv *c;
        saltus_status st;
        signal(SIGPIPE, SIG_IGN);
        dup2(fd[1], 1);
        close(fd[1]);
        saltus_csv_open("-", s, (int32_t[]){3}, 1, &c);
        saltus_csv_row(c, 1, s);
        st = saltus_csv_close(c);
        saltus_sim_free(s); /* the child's copy */
        _exit(-st);
    }
    close(fd[1]);
    if (!reader_leaves) read_file(fdopen(fd[0], "r"));
    CHECK(waitpid(child, &result, 0) == child && WIFEXITED(result));
    return (saltus_status)-WEXITSTATUS(result);
}

TEST(dash_is_standard_output)
{
    saltus_model m = odd_model();
    saltus_sim *s = simulate(&m, 1);
    CHECK_EQ_INT(write_to_pipe(s, 0), SALTUS_OK);
    CHECK(strncmp(text, "time,nnn", 8) == 0 && strstr(text, "\n1,3\n"));
    CHECK_EQ_INT(write_to_pipe(s, 1), SALTUS_EIO);
    saltus_sim_free(s);
}

TEST(table_lists_the_busiest)
{
    saltus_model *m = models_make("bounce", 0);
    saltus_sim *s = simulate(m, 1);
    char expected[64];
    saltus_stats_print(stdout, NULL);
    FILE *f = tmpfile();
    CHECK(f);
    saltus_stats_print(f, s);
    rewind(f);
    read_file(f);
    snprintf(expected, sizeof expected, "%-20s %12llu\n", "steps",
             (unsigned long long)saltus_sim_stats(s).steps);
    CHECK(strncmp(text, expected, strlen(expected)) == 0);
    CHECK(strstr(text, "\nbusiest states  "));
    CHECK(saltus_sim_stats(s).events == 0 || strstr(text, "\nbusiest guards  "));
    saltus_sim_free(s);
    models_free(m);
}

TEST_MAIN()
