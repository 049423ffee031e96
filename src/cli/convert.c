/* SPDX-License-Identifier: MIT */
/* convert.c - saltus convert: a result file in another format. */
#include "cli/cli.h"
#include "saltus_result.h"
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

int cmd_convert(const struct cli *c)
{
    const char *in = cli_operand(c, 0), *out = cli_operand(c, 1), *why = NULL;
    const char **patterns;
    size_t n = 0;
    saltus_status s;
    if (saltus_format_of(out) == SALTUS_NO_FORMAT) {
        talk_error("'%s' does not end in .csv, .mat or .seg", out);
        return EXIT_USAGE;
    }
    while (cli_value(c, "vars", n)) n++;
    patterns = calloc(n + 1, sizeof *patterns);
    if (!patterns) return talk_error("out of memory"), EXIT_RUN;
    for (size_t k = 0; k < n; k++) patterns[k] = cli_value(c, "vars", k);
    errno = 0;
    s = saltus_convert(in, out, cli_number(c, "interval", NAN), n ? patterns : NULL, n, &why);
    free(patterns);
    if (s >= 0 && why && *why) talk_note("%s: %s", in, why);
    if (s >= 0) return EXIT_FINE;
    talk_error("%s: %s", in, why ? why : errno ? strerror(errno) : saltus_status_text(s));
    return EXIT_RUN;
}
