/* SPDX-License-Identifier: MIT */
/* test_result.c - results written, read back and converted, in every format. */
#include "result_files.h"

#include "out/file/result.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>

__attribute__((destructor)) static void clean(void)
{
    temporary_end();
}

static saltus_result *opened(const char *path)
{
    saltus_result *r;
    const char *why;
    saltus_status status = saltus_result_open(path, &r, &why);
    if (status != SALTUS_OK) FAIL("%s: %s", path, why);
    return r;
}

static void check_text(const char *path, const char *text)
{
    size_t n;
    char *p = file_load(path, &n);
    int same = strcmp(p, text) == 0;
    if (!same) printf("# got:\n%s", p);
    free(p);
    CHECK(same);
}

/* ---- Bounce: known by hand --------------------------------------------------------------------- */

static void give(saltus_writer *w, double t, size_t k, double a, double b, double c)
{
    CHECK_EQ_INT(saltus_writer_segment(w, t, k, (double[]){a, b, c},
                                       c != 0   ? 2
                                       : b != 0 ? 1
                                                : 0),
                 SALTUS_OK);
}

/* x falls from 1 with x'' = -2 and is thrown back at t = 1 from 0 with speed 1; d counts. */
static void bounce(const char *path, double interval)
{
    struct script s;
    saltus_writer *w;
    script_header(&s, interval);
    s.header.t1 = 1.5;
    CHECK_EQ_INT(saltus_writer_open(path, &s.header, &w), SALTUS_OK);
    give(w, 0, 0, 1, 0, -1);
    give(w, 0, 1, 0, -2, 0);
    give(w, 0, 3, 0, 0, 0);
    CHECK_EQ_INT(saltus_writer_event(w, 1, 0, -1), SALTUS_OK);
    give(w, 1, 0, 0, 1, -1);
    give(w, 1, 1, 1, -2, 0);
    give(w, 1, 3, 1, 0, 0);
    CHECK_EQ_INT(saltus_writer_close(w, 1.5, "ok"), SALTUS_OK);
}

TEST(csv_at_multiples_of_an_interval)
{
    bounce(temporary("a.csv"), 0.5);
    check_text(temporary("a.csv"),
               "time,x,\"a[1,2]\",\"on \"\"off\"\"\",\xce\xb1\n"
               "0,1,0,0,nan\n0.5,0.75,-1,0,nan\n1,0,1,1,nan\n1.5,0.25,0,1,nan\n");
    bounce(temporary("a.csv"), 0.4); /* and the end, which is none */
    check_text(temporary("a.csv"),
               "time,x,\"a[1,2]\",\"on \"\"off\"\"\",\xce\xb1\n"
               "0,1,0,0,nan\n0.4,0.84,-0.8,0,nan\n0.8,0.3599999999999999,-1.6,0,nan\n"
               "1.2,0.15999999999999998,0.6000000000000001,1,nan\n1.5,0.25,0,1,nan\n");
}

TEST(csv_at_every_change_has_both_sides_of_a_jump)
{
    bounce(temporary("a.csv"), 0);
    check_text(temporary("a.csv"), "time,x,\"a[1,2]\",\"on \"\"off\"\"\",\xce\xb1\n"
                                   "0,1,0,0,nan\n1,0,-2,0,nan\n1,0,1,1,nan\n1.5,0.25,0,1,nan\n");
}

TEST(a_row_of_the_left_limits_only_where_something_jumps)
{
    struct script s;
    saltus_writer *w;
    script_header(&s, 0);
    s.header.n_columns = 1;
    CHECK_EQ_INT(saltus_writer_open(temporary("a.csv"), &s.header, &w), SALTUS_OK);
    double p[] = {1, 0.1};
    for (int i = 0; i < 3; i++) { /* goes on without a jump, but for rounding */
        saltus_writer_segment(w, 0.1 * i, 0, p, 1);
        p[0] = p[0] + p[1] * 0.1 + 1e-15;
    }
    CHECK_EQ_INT(saltus_writer_close(w, 0.2, "ok"), SALTUS_OK);
    check_text(temporary("a.csv"), "time,x\n0,1\n0.1,1.0100000000000011\n0.2,1.0200000000000022\n");
}

TEST(multiples_of_a_decimal_interval_are_not_summed_up)
{
    struct script s;
    saltus_writer *w;
    size_t n, lines = 0;
    script_header(&s, 0.001);
    s.header.n_columns = 1;
    CHECK_EQ_INT(saltus_writer_open(temporary("a.csv"), &s.header, &w), SALTUS_OK);
    give(w, 0, 0, 1, 0, 0);
    CHECK_EQ_INT(saltus_writer_close(w, 1, "ok"), SALTUS_OK);
    char *text = file_load(temporary("a.csv"), &n);
    for (char *p = strtok(text, "\n"); p; p = strtok(NULL, "\n"), lines++)
        CHECK_LE((double)strlen(p), 7);
    free(text);
    CHECK_EQ_INT(lines, 1002);
}

TEST(an_interval_that_ends_near_t1_ends_there)
{
    struct script s;
    saltus_writer *w;
    size_t n;
    script_header(&s, 1.0 / 3);
    s.header.n_columns = 0;
    s.header.t0 = 0.1;
    s.header.t1 = 1.1;
    CHECK_EQ_INT(saltus_writer_open(temporary("a.csv"), &s.header, &w), SALTUS_OK);
    CHECK_EQ_INT(saltus_writer_close(w, 1.1, "ok"), SALTUS_OK);
    char *text = file_load(temporary("a.csv"), &n);
    size_t lines = 0;
    for (size_t i = 0; i < n; i++) lines += text[i] == '\n';
    free(text);
    CHECK_EQ_INT(lines, 5); /* names, 0.1, 0.43, 0.76, 1.1 */
}

/* ---- Round trips --------------------------------------------------------------------------------- */

static void check_header(const saltus_header *a, const saltus_header *b)
{
    CHECK(strcmp(a->model, b->model) == 0 && a->t0 == b->t0 && a->t1 == b->t1);
    CHECK(a->n_columns == b->n_columns && a->n_marks == b->n_marks && a->n_notes == b->n_notes);
    for (size_t k = 0; k < a->n_columns; k++) {
        const saltus_column *x = &a->columns[k], *y = &b->columns[k];
        CHECK(strcmp(x->name, y->name) == 0 && x->kind == y->kind && x->value == y->value);
        CHECK(strcmp(x->unit ? x->unit : "", y->unit ? y->unit : "") == 0);
        CHECK(strcmp(x->text ? x->text : "", y->text ? y->text : "") == 0);
    }
    for (size_t k = 0; k < a->n_marks; k++) CHECK(strcmp(a->marks[k], b->marks[k]) == 0);
    for (size_t k = 0; k < a->n_notes; k++)
        CHECK(strcmp(a->notes[k].key, b->notes[k].key) == 0 &&
              strcmp(a->notes[k].value, b->notes[k].value) == 0);
}

PROP(seg_reads_back_bit_for_bit, 60)
{
    struct script s;
    saltus_record rec;
    script_make(&s, g, (size_t)rng_int(g, 0, 9000), 0.25);
    script_write(&s, temporary("a.seg"));
    saltus_result *r = opened(temporary("a.seg"));
    check_header(saltus_result_header(r), &s.header);
    CHECK(saltus_result_header(r)->interval == 0.25);
    for (int pass = 0; pass < 2; pass++) {
        for (size_t i = 0; i < s.n; i++) {
            CHECK_EQ_INT(saltus_result_next(r, &rec), SALTUS_OK);
            CHECK(same_record(&rec, &s.rec[i]));
        }
        for (int again = 0; again < 2; again++)
            CHECK(saltus_result_next(r, &rec) == SALTUS_OK && rec.kind == SALTUS_RECORD_END);
        CHECK(saltus_result_complete(r) && saltus_result_end(r) == s.t_end);
        CHECK(strcmp(saltus_result_outcome(r), "ok") == 0 && !*saltus_result_why(r));
        CHECK_EQ_INT(saltus_result_seek(r, 0), SALTUS_OK);
    }
    CHECK(saltus_result_find(r, "p") == 5 && saltus_result_find(r, "q") == SIZE_MAX);
    saltus_result_close(r);
    script_free(&s);
}

/* Value of column k at t by what a reader gives. */
static double value_in(const char *path, const char *name, double t)
{
    saltus_result *r = opened(path);
    saltus_record rec;
    size_t k = saltus_result_find(r, name);
    double v = NAN;
    CHECK(k != SIZE_MAX);
    while (saltus_result_next(r, &rec) == SALTUS_OK && rec.kind != SALTUS_RECORD_END && rec.t <= t)
        if (rec.kind == SALTUS_RECORD_SEGMENT && rec.k == k)
            v = poly_value(rec.poly, rec.order, t - rec.t);
    saltus_result_close(r);
    return v;
}

static void rows_hold_the_values(struct rng *g, const char *path)
{
    struct script s;
    script_make(&s, g, (size_t)rng_int(g, 0, 300), 1.0 / 64); /* whose multiples are exact */
    script_write(&s, path);
    for (int i = 0; i < 5; i++) {
        double t = rng_int(g, 0, (int)floor(s.t_end * 64)) / 64.0;
        size_t k = (size_t)rng_int(g, 0, 1);
        double v = value_in(path, s.columns[k].name, t);
        CHECK(v == script_value(&s, k, t, 0));
    }
    CHECK_CLOSE(value_in(path, "\xce\xb1", s.t_end), script_value(&s, 4, s.t_end, 0), 1e-15);
    script_free(&s);
}

PROP(csv_rows_hold_the_values, 40)
{
    rows_hold_the_values(g, temporary("a.csv"));
}

PROP(mat_rows_hold_the_values, 40)
{
    rows_hold_the_values(g, temporary("a.mat"));
}

static void changes_hold_the_values(struct rng *g, const char *path)
{
    struct script s;
    script_make(&s, g, (size_t)rng_int(g, 0, 200), 0);
    script_write(&s, path);
    for (int i = 0; i < 5; i++) {
        double t = s.rec[rng_int(g, 0, (int)s.n - 1)].t;
        size_t k = (size_t)rng_int(g, 0, 1);
        int seen = 0; /* an instant with events alone has no row */
        for (size_t j = 0; j < s.n; j++)
            seen |= s.rec[j].t == t && s.rec[j].kind == SALTUS_RECORD_SEGMENT;
        if (seen) CHECK(value_in(path, s.columns[k].name, t) == script_value(&s, k, t, 0));
    }
    script_free(&s);
}

PROP(rows_at_every_change_hold_the_values, 40)
{
    changes_hold_the_values(g, temporary(rng_int(g, 0, 1) ? "a.csv" : "a.mat"));
}

TEST(mat_keeps_units_texts_parameters_and_notes)
{
    bounce(temporary("a.mat"), 0.5);
    saltus_result *r = opened(temporary("a.mat"));
    const saltus_header *h = saltus_result_header(r);
    saltus_record rec;
    CHECK(strcmp(h->model, "ball") == 0 && h->n_columns == 6 && h->t0 == 0 && h->t1 == 1.5);
    CHECK(strcmp(h->columns[0].unit, "m") == 0 && strcmp(h->columns[0].text, "where it is") == 0);
    CHECK(strcmp(h->columns[4].unit, "rad") == 0);
    CHECK(strcmp(h->columns[4].text, "\xce\xb1 is an angle [of 2] things") == 0);
    CHECK(!h->columns[3].unit && !h->columns[3].text);
    CHECK(h->columns[2].kind == SALTUS_PARAMETER && h->columns[2].value == 0.1 + 0.2);
    CHECK(h->columns[5].kind == SALTUS_PARAMETER && h->columns[5].value == -1e300);
    CHECK(h->n_notes == 2 && strcmp(h->notes[1].key, "rel") == 0 &&
          strcmp(h->notes[1].value, "0.001") == 0);
    while (saltus_result_next(r, &rec) == SALTUS_OK && rec.kind != SALTUS_RECORD_END) {
    }
    CHECK(saltus_result_complete(r) && saltus_result_end(r) == 1.5);
    saltus_result_close(r);
}

TEST(mat_can_be_read_after_every_flush)
{
    struct script s;
    saltus_writer *w;
    script_make(&s, g, 50, 0);
    CHECK_EQ_INT(saltus_writer_open(temporary("a.mat"), &s.header, &w), SALTUS_OK);
    script_play(&s, w, 0, 30);
    CHECK_EQ_INT(saltus_writer_flush(w), SALTUS_OK);
    double t = s.rec[20].t;
    CHECK(value_in(temporary("a.mat"), "x", t) == script_value(&s, 0, t, 0));
    script_play(&s, w, 30, s.n);
    CHECK_EQ_INT(saltus_writer_close(w, s.t_end, "ok"), SALTUS_OK);
    script_free(&s);
}

/* ---- Conversion ----------------------------------------------------------------------------------- */

static void convert(const char *in, const char *out, double interval)
{
    const char *why;
    saltus_status status = saltus_convert(in, out, interval, NULL, 0, &why);
    if (status != SALTUS_OK) FAIL("%s to %s: %s", in, out, why);
}

PROP(converted_files_have_the_bytes_of_direct_ones, 30)
{
    static const double intervals[] = {0, 0.01, 0.125, 1.0 / 3};
    double interval = intervals[rng_int(g, 0, 3)];
    struct script s;
    script_make(&s, g, (size_t)rng_int(g, 0, 400), interval);
    script_write(&s, temporary("a.seg"));
    script_write(&s, temporary("a.csv"));
    script_write(&s, temporary("a.mat"));
    convert(temporary("a.seg"), temporary("b.csv"), interval);
    convert(temporary("a.seg"), temporary("b.mat"), interval);
    convert(temporary("a.seg"), temporary("b.seg"), NAN);
    CHECK(file_equal(temporary("a.csv"), temporary("b.csv")));
    CHECK(file_equal(temporary("a.mat"), temporary("b.mat")));
    CHECK(file_equal(temporary("a.seg"), temporary("b.seg")));
    script_free(&s);
}

TEST(rows_survive_all_formats)
{
    struct script s;
    script_make(&s, g, 300, 1.0 / 32);
    script_write(&s, temporary("a.csv"));
    convert(temporary("a.csv"), temporary("b.seg"), NAN);
    convert(temporary("b.seg"), temporary("b.mat"), NAN);
    convert(temporary("b.mat"), temporary("b.csv"), NAN);
    CHECK(file_equal(temporary("a.csv"), temporary("b.csv")));
    script_free(&s);
}

TEST(only_columns_that_match_are_converted)
{
    const char *patterns[] = {"a*", "o?*"}, *nothing[] = {"zz"}, *why;
    bounce(temporary("a.seg"), 0);
    CHECK_EQ_INT(saltus_convert(temporary("a.seg"), temporary("a.csv"), 0.5, patterns, 2, &why),
                 SALTUS_OK);
    check_text(temporary("a.csv"),
               "time,\"a[1,2]\",\"on \"\"off\"\"\"\n0,0,0\n0.5,-1,0\n1,1,1\n1.5,0,1\n");
    CHECK_EQ_INT(saltus_convert(temporary("a.seg"), temporary("a.csv"), 0.5, nothing, 1, &why),
                 SALTUS_EARG);
    CHECK(strcmp(why, "no column matches") == 0);
}

TEST(conversion_says_what_is_wrong)
{
    const char *why;
    bounce(temporary("a.seg"), 0);
    CHECK_EQ_INT(saltus_convert(temporary("a.seg"), temporary("a.seg"), 0, NULL, 0, &why),
                 SALTUS_EARG);
    CHECK(strstr(why, "itself"));
    CHECK_EQ_INT(saltus_convert(temporary("a.seg"), "x.txt", 0, NULL, 0, &why), SALTUS_EARG);
    CHECK(strstr(why, ".seg, .csv or .mat"));
    CHECK_EQ_INT(saltus_convert("no/such.seg", temporary("a.csv"), 0, NULL, 0, &why), SALTUS_EIO);
    CHECK(strstr(why, "No such file"));
    CHECK_EQ_INT(saltus_convert(temporary("a.seg"), "no/such.csv", 0, NULL, 0, &why), SALTUS_EIO);
    CHECK(strstr(why, "cannot write 'no/such.csv': No such file"));
    CHECK_EQ_INT(saltus_convert(temporary("a.seg"), temporary("a.csv"), -1, NULL, 0, &why),
                 SALTUS_EARG);
    CHECK(strstr(why, "interval"));
}

TEST(what_is_left_of_a_file_is_converted)
{
    const char *why;
    size_t n;
    bounce(temporary("a.seg"), 0);
    char *p = file_load(temporary("a.seg"), &n);
    file_save(temporary("b.seg"), p, n - 1);
    free(p);
    CHECK_EQ_INT(saltus_convert(temporary("b.seg"), temporary("b.csv"), 0.5, NULL, 0, &why),
                 SALTUS_OK);
    CHECK(strncmp(why, "cut off in the block at byte ", 29) == 0);
    check_text(temporary("b.csv"),
               "time,x,\"a[1,2]\",\"on \"\"off\"\"\",\xce\xb1\n"
               "0,1,0,0,nan\n0.5,0.75,-1,0,nan\n1,0,1,1,nan\n"); /* no end is known */
    CHECK_EQ_INT(saltus_convert(temporary("b.seg"), temporary("c.seg"), NAN, NULL, 0, &why),
                 SALTUS_OK);
    saltus_result *r = opened(temporary("c.seg"));
    saltus_record rec;
    while (saltus_result_next(r, &rec) == SALTUS_OK && rec.kind != SALTUS_RECORD_END) {
    }
    CHECK(strcmp(saltus_result_outcome(r), "incomplete") == 0);
    saltus_result_close(r);
}

/* Tables that were cut off give rows of the whole one, or say what is wrong. */
static void cut_everywhere(const char *name, double interval)
{
    size_t n, most = 0;
    char *p;
    bounce(temporary(name), interval);
    p = file_load(temporary(name), &n);
    for (size_t cut = 0; cut <= n; cut++) {
        saltus_result *r;
        saltus_record rec;
        const char *why;
        size_t records = 0;
        file_save(temporary(name), p, cut);
        if (saltus_result_open(temporary(name), &r, &why) != SALTUS_OK) {
            CHECK(*why && cut < n && most == 0);
            continue;
        }
        while (saltus_result_next(r, &rec) == SALTUS_OK && rec.kind != SALTUS_RECORD_END) records++;
        CHECK(records + 4 >= most &&
              (cut < n || saltus_result_complete(r))); /* but for a line that does not end */
        CHECK(saltus_result_complete(r) || *saltus_result_why(r));
        if (records > most) most = records;
        saltus_result_close(r);
    }
    free(p);
    CHECK(most > 0);
}

TEST(tables_may_be_cut_off_anywhere)
{
    cut_everywhere("c.csv", 0.1);
    cut_everywhere("c.mat", 0.1);
}

/* ---- CSV of others --------------------------------------------------------------------------------- */

static const char *read_all(const char *text, size_t *records, char *why)
{
    saltus_result *r;
    saltus_record rec;
    const char *said;
    *records = 0;
    file_save(temporary("c.csv"), text, strlen(text));
    saltus_status status = saltus_result_open(temporary("c.csv"), &r, &said);
    if (status != SALTUS_OK) {
        snprintf(why, RESULT_WHY, "%s", said);
        return saltus_status_name(status);
    }
    while ((status = saltus_result_next(r, &rec)) == SALTUS_OK && rec.kind != SALTUS_RECORD_END)
        ++*records;
    snprintf(why, RESULT_WHY, "%s", saltus_result_why(r));
    const char *name = status != SALTUS_OK         ? saltus_status_name(status)
                       : saltus_result_complete(r) ? "complete"
                                                   : "cut";
    saltus_result_close(r);
    return name;
}

static void csv_is(const char *text, const char *outcome, size_t records, const char *said)
{
    char why[RESULT_WHY];
    size_t n;
    const char *name = read_all(text, &n, why);
    if (strcmp(name, outcome) != 0 || n != records || strcmp(why, said) != 0)
        FAIL("'%s': %s, %zu records, '%s'", text, name, n, why);
}

TEST(csv_of_every_dialect_is_read)
{
    csv_is("t,a\n0,1\n1,2\n", "complete", 2, "");
    csv_is("time,a\r\n0,1\r\n1,2\r\n", "complete", 2, "");
    csv_is("\xef\xbb\xbftime,a\n0,1\n", "complete", 1, "");
    csv_is("\"time\",\"a,\"\"b\"\"\r\nc\"\n\"0\", 1 \n\n1,\n", "complete", 2, "");
    csv_is("Time\n0\n1\n", "complete", 0, "");
    csv_is("t,a\n", "complete", 0, "");
    csv_is("t,a\n0,1\n0,2\n1,nan\n1,-inf\n2,1e-400\n", "complete", 3, "");
    csv_is("t,a\n0,1\n1,2", "cut", 2, "the last line does not end");
    csv_is("t,a\n0,1\n1", "cut", 1, "cut off in line 3");
    csv_is("t,a\n0,1\n1,1e", "cut", 1, "cut off in line 3");
    csv_is("t,a\n0,1\n1,\"2", "cut", 2, "the last line does not end");
}

TEST(csv_errors_have_a_line_number)
{
    csv_is("", "EMODEL", 0, "the file is empty");
    csv_is("x,y\n0,1\n", "EMODEL", 0,
           "not a result file: line 1 does not begin with a column 'time' or 't'");
    csv_is("t,a\n0,1,2\n", "EMODEL", 0, "line 2: 3 fields instead of 2");
    csv_is("t,a\n0,1\n1,2\n2\n", "EMODEL", 1, "line 4: 1 fields instead of 2");
    csv_is("t,a\n0,1\n1,2\n2,x\n", "EMODEL", 1, "line 4: 'x' is not a number (field 2)");
    csv_is("t,a\n1,1\n\n0,2\n", "EMODEL", 0, "line 4: time goes back");
    csv_is("t,a\n,1\n", "EMODEL", 0, "line 2: no time");
    csv_is("t,a\n0,0x10\n", "EMODEL", 0, "line 2: '0x10' is not a number (field 2)");
}

TEST(reference_files_are_read)
{
    CHECK_CLOSE(value_in(TEST_DATA "/reference/arm.csv", "theta1", 0.00795), -0.15993392462523,
                1e-15);
    saltus_result *r = opened(TEST_DATA "/reference/adr.csv");
    CHECK(saltus_result_header(r)->n_columns == 8 && saltus_result_header(r)->t1 >= 9.9);
    saltus_result_close(r);
}

/* ---- Odds and ends --------------------------------------------------------------------------------- */

TEST(formats_by_extension)
{
    CHECK(saltus_format_of("a.seg") == SALTUS_SEG && saltus_format_of("x/y.z.csv") == SALTUS_CSV);
    CHECK(saltus_format_of("a.mat") == SALTUS_MAT && saltus_format_of("-") == SALTUS_CSV);
    CHECK(saltus_format_of("seg") == SALTUS_NO_FORMAT &&
          saltus_format_of(".seg") == SALTUS_NO_FORMAT);
    CHECK(saltus_format_of("") == SALTUS_NO_FORMAT && saltus_format_of(NULL) == SALTUS_NO_FORMAT);
    CHECK(saltus_format_of("a.CSV") == SALTUS_NO_FORMAT);
}

TEST(wrong_arguments_stick)
{
    struct script s;
    saltus_writer *w;
    double p[7] = {0};
    script_header(&s, 0);
    CHECK_EQ_INT(saltus_writer_open("a.txt", &s.header, &w), SALTUS_EARG);
    CHECK(!w);
    for (int i = 0; i < 7; i++) {
        CHECK_EQ_INT(saltus_writer_open(temporary("a.seg"), &s.header, &w), SALTUS_OK);
        CHECK_EQ_INT(saltus_writer_segment(w, 0.5, 0, p, 0), SALTUS_OK);
        if (i == 0) CHECK_EQ_INT(saltus_writer_segment(w, 0.4, 0, p, 0), SALTUS_EARG);
        if (i == 1) CHECK_EQ_INT(saltus_writer_segment(w, 0.5, 6, p, 0), SALTUS_EARG);
        if (i == 2) CHECK_EQ_INT(saltus_writer_segment(w, 0.5, 2, p, 0), SALTUS_EARG);
        if (i == 3) CHECK_EQ_INT(saltus_writer_segment(w, 0.5, 0, p, 6), SALTUS_EARG);
        if (i == 4) CHECK_EQ_INT(saltus_writer_segment(w, NAN, 0, p, 0), SALTUS_EARG);
        if (i == 5) CHECK_EQ_INT(saltus_writer_event(w, 0.5, 3, 0), SALTUS_EARG);
        if (i == 6) CHECK_EQ_INT(saltus_writer_segment(w, INFINITY, 0, p, 0), SALTUS_EARG);
        CHECK_EQ_INT(saltus_writer_segment(w, 1, 0, p, 0), SALTUS_EARG);
        CHECK_EQ_INT(saltus_writer_close(w, 1, "ok"), SALTUS_EARG);
    }
    s.header.interval = NAN;
    CHECK_EQ_INT(saltus_writer_open(temporary("a.seg"), &s.header, &w), SALTUS_EARG);
    s.header.interval = 1e-30;
    s.header.t0 = 1;
    CHECK_EQ_INT(saltus_writer_open(temporary("a.csv"), &s.header, &w), SALTUS_EARG);
    CHECK_EQ_INT(saltus_writer_close(NULL, 0, NULL), SALTUS_OK);
}

TEST(a_file_that_cannot_be_created_says_why)
{
    struct script s;
    saltus_writer *w;
    script_header(&s, 0);
    errno = 0;
    CHECK_EQ_INT(saltus_writer_open("no/such/folder.seg", &s.header, &w), SALTUS_EIO);
    CHECK_EQ_INT(errno, ENOENT);
}

TEST(a_result_without_records)
{
    struct script s;
    saltus_record rec;
    static const char *const names[] = {"a.seg", "a.csv", "a.mat"};
    script_header(&s, 0);
    for (int i = 0; i < 3; i++) {
        script_write(&s, temporary(names[i])); /* ends at 0 */
        saltus_result *r = opened(temporary(names[i]));
        CHECK(saltus_result_next(r, &rec) == SALTUS_OK);
        CHECK(rec.kind == (i == 0 ? SALTUS_RECORD_END : SALTUS_RECORD_SEGMENT)); /* NaN */
        saltus_result_close(r);
    }
}

TEST(csv_comes_through_a_pipe)
{
    int fd[2], out = dup(1);
    struct script s;
    saltus_writer *w;
    char text[256] = "";
    script_header(&s, 0);
    s.header.n_columns = 1;
    CHECK(pipe(fd) == 0 && out >= 0);
    fflush(stdout);
    dup2(fd[1], 1);
    saltus_status opening = saltus_writer_open("-", &s.header, &w);
    saltus_status status = saltus_writer_segment(w, 0, 0, (double[]){1, 2}, 1);
    saltus_status closing = saltus_writer_close(w, 1, "ok");
    dup2(out, 1);
    close(out);
    close(fd[1]);
    ssize_t n = read(fd[0], text, sizeof text - 1);
    close(fd[0]);
    CHECK(opening == SALTUS_OK && status == SALTUS_OK && closing == SALTUS_OK && n > 0);
    CHECK(strcmp(text, "time,x\n0,1\n1,3\n") == 0);
}

TEST_MAIN()
