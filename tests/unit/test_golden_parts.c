/* SPDX-License-Identifier: MIT */
/* test_golden_parts.c - what is said of mistakes in models that are made of
 * parts, from the text to the run.
 *
 * Each NAME.mo of tests/golden/parts is a model as somebody might write it,
 * with one mistake; it uses the library of models/lib and, for mistakes in
 * packages, that of tests/golden/parts/lib. It is compiled; if there is nothing
 * to say, or only warnings, it is run and its outputs are looked at. All
 * messages together are compared with NAME.err, which is never empty, and no
 * message of the compiler may lie in a text of the library: whoever reads it
 * has not written that. BLESS=1 rewrites the .err files. */
#include "golden_files.h"

#include "saltus.h"
#include "saltus_compile.h"

#include <unistd.h>

#define FOLDER  TEST_DATA "/../golden/parts"
#define LIBRARY "../../../models/lib"

enum { LOOKS = 20 }; /* at the outputs of a run */

static void tell(void *user, const saltus_diag *d)
{
    saltus_diag_print(user, d);
}

/* To the end of the experiment; what is wrong is told. */
static void run(const saltus_compiled *c, FILE *out)
{
    const saltus_model *m = saltus_compiled_model(c);
    saltus_options o = saltus_defaults();
    saltus_sim *s = NULL;
    o.diag = tell;
    o.user = out;
    saltus_status status = saltus_sim_new(m, &o, &s);
    int32_t n = status == SALTUS_OK
                    ? saltus_sim_count(s, SALTUS_STATE) + saltus_sim_count(s, SALTUS_DISCRETE) +
                          saltus_sim_count(s, SALTUS_OUTPUT)
                    : 0;
    for (int k = 0; k <= LOOKS && status == SALTUS_OK; k++) {
        double t = m->experiment.stop * k / LOOKS;
        status = saltus_sim_run(s, t);
        for (int32_t v = 0; status == SALTUS_OK && v < n; v++) (void)saltus_sim_value(s, v, t);
    }
    saltus_sim_free(s);
}

static void one_file(const char *path, const char *name)
{
    saltus_compile_options o = {.struct_size = sizeof(saltus_compile_options),
                                .library = "lib:" LIBRARY,
                                .backend = SALTUS_INTERPRETED};
    saltus_compiled *c;
    char err[1200], *text = NULL;
    size_t n;
    o.log = open_memstream(&text, &n);
    CHECK(o.log != NULL);
    saltus_status status = saltus_compile_file(name, &o, &c);
    fflush(o.log);
    if (strncmp(text, LIBRARY, strlen(LIBRARY)) == 0 || strstr(text, "\n" LIBRARY))
        FAIL("%s: a message lies in the library:\n%s", name, text);
    if (status == SALTUS_OK) run(c, o.log);
    saltus_compiled_free(c);
    fclose(o.log);
    if (!*text) FAIL("%s: nothing is said", name);
    snprintf(err, sizeof err, "%.*serr", (int)strlen(path) - 2, path);
    golden_compare(err, text);
    free(text);
}

TEST(messages_are_as_recorded)
{
    CHECK(chdir(FOLDER) == 0);
    CHECK(golden_walk("./", ".mo", one_file) >= 60);
}

TEST_MAIN()
