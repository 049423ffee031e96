/* SPDX-License-Identifier: MIT */
/* test_figure_png.c - figures as PNG: a picture of the right size with something in it, the same bytes each time. */
#include "figures.h"

#define PATH "test_figure_png.tmp.png"

static unsigned long number_at(size_t k)
{
    const unsigned char *p = (const unsigned char *)figure_text + k;
    return (unsigned long)p[0] << 24 | (unsigned long)p[1] << 16 | (unsigned long)p[2] << 8 | p[3];
}

/* Signature and header; returns the number of bytes of image data. */
static unsigned long check_file(int width, int height)
{
    static const char signature[] = "\x89PNG\r\n\x1a\n";
    unsigned long data = 0;
    CHECK(figure_bytes > 60 && memcmp(figure_text, signature, 8) == 0);
    CHECK(memcmp(figure_text + 12, "IHDR", 4) == 0);
    CHECK_EQ_INT(number_at(16), width);
    CHECK_EQ_INT(number_at(20), height);
    size_t k = 8;
    for (; k + 12 <= figure_bytes; k += 12 + number_at(k))
        if (memcmp(figure_text + k + 4, "IDAT", 4) == 0) data += number_at(k);
    CHECK_EQ_INT(k, figure_bytes); /* whole chunks */
    CHECK(memcmp(figure_text + figure_bytes - 8, "IEND", 4) == 0);
    return data;
}

static struct figure waves(struct figure_curve *c, struct figure_panel *p, struct record *r)
{
    static const char *const name[] = {"a<b", "\xc3\xbc", "three"};
    for (size_t i = 0; i < 3; i++)
        c[i] = (struct figure_curve){.record = r, .index = i, .label = name[i]};
    *p = (struct figure_panel){.ylabel = "value / V", .curves = c, .n = 3};
    return (struct figure){
        .title = "Waves \xff", .xlabel = "time / s", .panels = p, .n = 1, .t0 = 0, .t1 = 1};
}

TEST(files_are_pictures)
{
    struct figure_curve c[3];
    struct figure_panel p;
    struct record *r = figure_waves(3, 2000);
    struct figure f = waves(c, &p, r);
    if (figure_has_cairo()) {
        CHECK_EQ_INT(figure_png(PATH, &f), SALTUS_OK);
        figure_read(PATH);
        unsigned long full = check_file(1800, 840);
        struct figure blank = {.t0 = 0, .t1 = 1, .width = 300, .height = 150};
        CHECK_EQ_INT(figure_png(PATH, &blank), SALTUS_OK);
        figure_read(PATH);
        unsigned long less = check_file(600, 300);
        CHECK(full > 20000 && less < 10000); /* white paper is compressed to almost nothing */
    } else {
        CHECK_EQ_INT(figure_png(PATH, &f), SALTUS_EARG);
    }
    record_free(r);
}

/* A document with one page, the same bytes each time. */
TEST(documents)
{
    static char first[sizeof figure_text];
    struct figure_curve c[3];
    struct figure_panel p;
    struct record *r = figure_waves(3, 2000);
    struct figure f = waves(c, &p, r);
    if (figure_has_cairo()) {
        CHECK_EQ_INT(figure_pdf(PATH, &f), SALTUS_OK);
        figure_read(PATH);
        size_t n = figure_bytes;
        memcpy(first, figure_text, n);
        CHECK(n > 5000 && memcmp(first, "%PDF-1.", 7) == 0);
        CHECK_EQ_INT(figure_pdf(PATH, &f), SALTUS_OK);
        figure_read(PATH);
        CHECK(figure_bytes == n && memcmp(first, figure_text, n) == 0);
        CHECK_EQ_INT(figure_pdf("no/such/folder.pdf", &f), SALTUS_EIO);
    } else {
        CHECK_EQ_INT(figure_pdf(PATH, &f), SALTUS_EARG);
    }
    CHECK_EQ_INT(figure_pdf(NULL, &f), SALTUS_EARG);
    record_free(r);
}

TEST(equal_figures_give_equal_files)
{
    static char first[sizeof figure_text];
    struct figure_curve c[3];
    struct figure_panel p;
    struct record *r = figure_waves(3, 20000);
    struct figure f = waves(c, &p, r);
    f.marks = r;
    f.density = 1;
    for (int k = 0; k < 3000; k++) {
        CHECK_EQ_INT(record_event(r, k / 3000.0), SALTUS_OK);
        record_step(r, k / 3000.0);
    }
    if (figure_has_cairo()) {
        CHECK_EQ_INT(figure_png(PATH, &f), SALTUS_OK);
        figure_read(PATH);
        memcpy(first, figure_text, figure_bytes);
        CHECK_EQ_INT(figure_png(PATH, &f), SALTUS_OK);
        size_t n = figure_bytes;
        figure_read(PATH);
        CHECK(n == figure_bytes && memcmp(first, figure_text, n) == 0);
    }
    record_free(r);
}

TEST(what_cannot_be_done_is_reported)
{
    struct figure f = {.t0 = 0, .t1 = 1}, wrong = {.t0 = 1, .t1 = 0};
    saltus_status io = figure_has_cairo() ? SALTUS_EIO : SALTUS_EARG;
    CHECK_EQ_INT(figure_png(NULL, &f), SALTUS_EARG);
    CHECK_EQ_INT(figure_png(PATH, NULL), SALTUS_EARG);
    CHECK_EQ_INT(figure_png(PATH, &wrong), SALTUS_EARG);
    CHECK_EQ_INT(figure_png("no/such/folder/x.png", &f), io);
    FILE *full = fopen("/dev/full", "w");
    if (!full) return; /* no such device here */
    fclose(full);
    CHECK_EQ_INT(figure_png("/dev/full", &f), io);
}

TEST_MAIN()
