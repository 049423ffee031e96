/* SPDX-License-Identifier: MIT */
/* test_golden_diagram.c - the messages about every diagram of tests/golden/diagram.
 *
 * NAME.json is loaded; what is said is compared with NAME.err (empty: it is fine). BLESS=1 rewrites the .err files. */
#include "golden_files.h"
#include "saltus_diagram.h"
#include <unistd.h>

#define FOLDER TEST_DATA "/../golden/diagram/"

static void check_file(const char *path, const char *name)
{
    saltus_diagram_options o = {.struct_size = sizeof(saltus_diagram_options), .interpret = 1};
    saltus_diagram *d = NULL;
    char err[1200], *text = NULL;
    size_t size = 0;
    saltus_status st;
    o.log = open_memstream(&text, &size);
    CHECK(o.log != NULL);
    st = saltus_diagram_load(name, &o, &d); /* from within the folder: no message names it */
    fclose(o.log);
    snprintf(err, sizeof err, "%.*serr", (int)strlen(path) - 4, path);
    golden_compare(err, text);
    if ((d == NULL) != (st < 0) || (d == NULL) != (size > 0))
        FAIL("%s: errors and no result do not agree", name);
    saltus_diagram_free(d);
    free(text);
}

TEST(messages_are_as_recorded)
{
    CHECK(chdir(FOLDER) == 0);
    CHECK(golden_walk(FOLDER, ".json", check_file) >= 50);
}

TEST_MAIN()
