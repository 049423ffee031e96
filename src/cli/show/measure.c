/* SPDX-License-Identifier: MIT */
/* measure.c - saltus measure: numbers of a result file. */
#include "cli/core/grow.h"
#include "cli/run/measured.h"
#include "cli/run/picture.h"
#include "out/number.h"
#include <errno.h>
#include <math.h>

static saltus_status feed(saltus_result *r, struct measured *l)
{
    saltus_record rec;
    saltus_status s;
    measured_open(l, saltus_result_header(r));
    while ((s = saltus_result_next(r, &rec)) >= 0 && rec.kind != SALTUS_RECORD_END)
        if (rec.kind == SALTUS_RECORD_SEGMENT)
            measured_segment(l, rec.t, rec.k, rec.poly, rec.order);
    if (s >= 0) measured_finish(l, saltus_result_end(r), NULL, NULL);
    return s;
}

/* ---- Without anything asked for -------------------------------------------------------------- */

static const char *const usual[] = {"min", "max", "mean", "rms"};
enum { USUAL = sizeof usual / sizeof *usual };

static void add_usual(struct measured *l, const saltus_header *h, const struct picture *p)
{
    struct measured_names names = {.where = "measure", .header = h};
    for (size_t k = 0; k < p->n; k++)
        for (size_t i = 0; i < USUAL; i++) {
            char text[MEASURE_NAME + 20];
            snprintf(text, sizeof text, "%s('%s')", usual[i], h->columns[p->column[k]].name);
            measured_add(l, text, &names);
        }
}

static void print_usual(const struct measured *l, const saltus_header *h, const struct picture *p)
{
    size_t width = 4;
    for (size_t k = 0; k < p->n; k++)
        if (strlen(h->columns[p->column[k]].name) > width)
            width = strlen(h->columns[p->column[k]].name);
    printf("%-*s", (int)width, "");
    for (size_t i = 0; i < USUAL; i++) printf("%14s", usual[i]);
    putchar('\n');
    for (size_t k = 0; k < p->n && (k + 1) * USUAL <= l->n; k++) {
        const saltus_column *c = &h->columns[p->column[k]];
        printf("%-*s", (int)width, c->name);
        for (size_t i = 0; i < USUAL; i++) printf("%14.6g", l->one[k * USUAL + i].value + 0.0);
        printf("%s%s\n", c->unit && *c->unit ? "  " : "", c->unit ? c->unit : "");
    }
}

/* ---- The command ----------------------------------------------------------------------------- */

static int print(const struct cli *c, const struct measured *l, const saltus_header *h,
                 const struct picture *p)
{
    int status = EXIT_FINE;
    if (cli_given(c, "json")) {
        measured_json(stdout, l, h, "");
        putchar('\n');
        for (size_t k = 0; k < l->n; k++)
            if (isnan(l->one[k].value)) status = EXIT_RUN;
        return status;
    }
    if (cli_operands(c) > 1) return measured_print(stdout, l, h);
    print_usual(l, h, p);
    return EXIT_FINE;
}

static int measure_file(const struct cli *c, saltus_result *r)
{
    const char *path = cli_operand(c, 0);
    const saltus_header *h = saltus_result_header(r);
    struct measured l = {0};
    struct measured_names names = {.where = "measure", .header = h};
    struct picture p = {0};
    int status = EXIT_FINE;
    for (size_t k = 1; k < cli_operands(c) && !status; k++)
        if (!measured_add(&l, cli_operand(c, k), &names)) status = EXIT_USAGE;
    if (cli_operands(c) == 1) {
        if (!picture_choose(&p, h, false)) status = EXIT_RUN;
        add_usual(&l, h, &p);
    }
    if (!status) {
        saltus_status s = feed(r, &l);
        if (s >= 0 && !saltus_result_complete(r))
            talk_warning("%s ends at t = %g and was not completed", path, saltus_result_end(r));
        if (s >= 0)
            status = print(c, &l, h, &p);
        else
            status = EXIT_RUN;
        if (s < 0)
            talk_error("%s: %s", path,
                       *saltus_result_why(r) ? saltus_result_why(r) : saltus_status_text(s));
    }
    picture_close(&p);
    measured_free(&l);
    return status;
}

int cmd_measure(const struct cli *c)
{
    const char *why = NULL, *path = cli_operand(c, 0);
    saltus_result *r = NULL;
    int status;
    if (saltus_result_open(path, &r, &why) < 0) {
        talk_error("%s: %s", path, why ? why : strerror(errno));
        return EXIT_RUN;
    }
    status = measure_file(c, r);
    saltus_result_close(r);
    return status;
}
