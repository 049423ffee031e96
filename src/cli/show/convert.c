/* SPDX-License-Identifier: MIT */
/* convert.c - saltus convert: a result file in another format, a PowerDEVS diagram as one of our
 * own, or a SPICE netlist as a model. */
#include "cli/core/cli.h"
#include "saltus_diagram.h"
#include "saltus_result.h"
#include "spice/spice.h"
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static bool ends_in(const char *path, const char *ending)
{
    size_t n = strlen(path), k = strlen(ending);
    return n > k && strcmp(path + n - k, ending) == 0;
}

/* ---- Diagrams -------------------------------------------------------------------------------- */

static int write_whole(const char *path, const char *text, size_t size)
{
    bool out = strcmp(path, "-") == 0, failed;
    FILE *f = out ? stdout : fopen(path, "w");
    errno = 0;
    failed = !f || fwrite(text, 1, size, f) != size;
    if (f && (out ? fflush(f) : fclose(f)) != 0) failed = true;
    if (failed) talk_error("%s: %s", path, errno ? strerror(errno) : "could not be written");
    return failed ? EXIT_RUN : EXIT_FINE;
}

/* Messages of the converter: errors with their place, notes unless --quiet. */
static void tell(void *user, const saltus_diag *d)
{
    (void)user;
    if (d->at.line == 0)
        talk_error("%s: %s", d->at.file, d->text);
    else if (d->status < 0 || talk_silence() < 1)
        saltus_diag_print(stderr, d);
}

static void hush(void *user, const saltus_diag *d)
{
    (void)user, (void)d;
}

/* The diagram as text, which the caller frees; *size 0: there is none. */
static saltus_status converted(const char *in, bool partial, saltus_diag_fn *diag, char **text,
                               size_t *size)
{
    FILE *f = open_memstream(text, size);
    saltus_status s;
    if (!f) return SALTUS_ENOMEM;
    s = saltus_diagram_from_pdm(in, partial, diag, NULL, f);
    if (fclose(f) != 0 && s >= 0) s = SALTUS_ENOMEM;
    return s;
}

/* Would --partial write anything? */
static void offer_partial(const char *in)
{
    char *text = NULL;
    size_t size = 0;
    converted(in, true, hush, &text, &size);
    if (size > 0) talk_hint("nothing was written; --partial writes what could be converted");
    free(text);
}

static int convert_diagram(const char *in, const char *out, bool partial)
{
    char *text = NULL;
    size_t size = 0;
    saltus_status s;
    int code;
    if (!ends_in(out, ".json") && strcmp(out, "-") != 0) {
        talk_error("a .pdm diagram becomes a .json file, not '%s'", out);
        return EXIT_USAGE;
    }
    s = converted(in, partial, tell, &text, &size);
    code = s == SALTUS_OK ? EXIT_FINE : s == SALTUS_EMODEL ? EXIT_MODEL : EXIT_RUN;
    if (size > 0 && write_whole(out, text, size) != EXIT_FINE) code = EXIT_RUN;
    if (s == SALTUS_EMODEL && !partial) offer_partial(in);
    free(text);
    return code;
}

/* ---- Netlists -------------------------------------------------------------------------------- */

static int convert_netlist(const char *in, const char *out)
{
    saltus_compile_options o = saltus_compile_defaults();
    char *text = NULL;
    size_t size = 0;
    saltus_status s;
    FILE *f;
    int code;
    if (!ends_in(out, ".mo") && strcmp(out, "-") != 0) {
        talk_error("a netlist becomes a .mo file, not '%s'", out);
        return EXIT_USAGE;
    }
    o.only_errors = talk_silence() > 1;
    f = open_memstream(&text, &size);
    if (!f) return talk_error("out of memory"), EXIT_RUN;
    s = saltus_compile_dump(in, "modelica", &o, f);
    if (fclose(f) != 0 && s >= 0) s = SALTUS_ENOMEM;
    if (s == SALTUS_ENOMEM) talk_error("%s", saltus_status_text(s));
    code = s == SALTUS_OK ? write_whole(out, text, size) : cli_compile_exit(s);
    free(text);
    return code;
}

/* ---- Results --------------------------------------------------------------------------------- */

static int convert_result(const struct cli *c, const char *in, const char *out)
{
    const char *why = NULL, **patterns;
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
    if (s >= 0 && why && *why) talk_warning("%s: %s", in, why);
    if (s >= 0) return EXIT_FINE;
    talk_error("%s: %s", in, why ? why : errno ? strerror(errno) : saltus_status_text(s));
    return EXIT_RUN;
}

int cmd_convert(const struct cli *c)
{
    const char *in = cli_operand(c, 0), *out = cli_operand(c, 1);
    if (ends_in(in, ".pdm")) return convert_diagram(in, out, cli_given(c, "partial"));
    if (spice_is_netlist(in)) return convert_netlist(in, out);
    return convert_result(c, in, out);
}
