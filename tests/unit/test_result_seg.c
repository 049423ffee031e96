/* SPDX-License-Identifier: MIT */
/* test_result_seg.c - segment files that were cut off, damaged, continued, or are entered in the middle. */
#include "result_files.h"

#include "out/file/result.h"
#include "out/file/seg_write.h"

__attribute__((destructor)) static void clean(void)
{
    temporary_end();
}

/* As script_write, with short blocks and snapshots that come often. */
static void write_dense(const struct script *s, const char *path, size_t block, uint64_t snap_every)
{
    saltus_writer *w;
    CHECK_EQ_INT(saltus_writer_open(path, &s->header, &w), SALTUS_OK);
    ((struct seg *)w->state)->snap_every = snap_every;
    for (size_t i = 0; i < s->n; i += block) {
        CHECK_EQ_INT(script_play(s, w, i, i + block < s->n ? i + block : s->n), SALTUS_OK);
        CHECK_EQ_INT(saltus_writer_flush(w), SALTUS_OK);
    }
    CHECK_EQ_INT(saltus_writer_close(w, s->t_end, "ok"), SALTUS_OK);
}

/* How many records of the script a file gives; all must be right. SIZE_MAX: it cannot be opened. */
static size_t prefix(const struct script *s, const char *path, int *complete)
{
    saltus_result *r;
    saltus_record rec;
    size_t n = 0;
    if (saltus_result_open(path, &r, NULL) != SALTUS_OK) return SIZE_MAX;
    while (saltus_result_next(r, &rec) == SALTUS_OK && rec.kind != SALTUS_RECORD_END) {
        CHECK(n < s->n);
        CHECK(same_record(&rec, &s->rec[n++]));
    }
    *complete = saltus_result_complete(r);
    if (!*complete)
        CHECK(*saltus_result_why(r) && saltus_result_end(r) == (n ? s->rec[n - 1].t : 0));
    saltus_result_close(r);
    return n;
}

TEST(crc_is_that_of_everybody)
{
    struct seg_crc c;
    seg_crc_init(&c);
    CHECK(seg_crc_of(&c, (const unsigned char *)"123456789", 9) == 0xcbf43926u);
    CHECK(seg_crc_of(&c, (const unsigned char *)"", 0) == 0);
}

TEST(cut_off_at_every_byte_a_prefix_is_left)
{
    struct script s;
    size_t n, before = 0;
    int complete;
    script_make(&s, g, 120, 0);
    write_dense(&s, temporary("a.seg"), 25, 1000);
    char *p = file_load(temporary("a.seg"), &n);
    for (size_t cut = 0; cut <= n; cut++) {
        file_save(temporary("b.seg"), p, cut);
        size_t got = prefix(&s, temporary("b.seg"), &complete);
        if (got == SIZE_MAX) {
            CHECK(before == 0); /* only in the header */
            continue;
        }
        CHECK(got >= before && (got == s.n || got % 25 == 0));
        CHECK(complete == (cut == n));
        before = got;
    }
    CHECK(before == s.n);
    free(p);
    script_free(&s);
}

TEST(flipped_bits_are_found)
{
    struct script s;
    size_t n;
    int complete;
    script_make(&s, g, 60, 0);
    write_dense(&s, temporary("a.seg"), 20, 1000);
    char *p = file_load(temporary("a.seg"), &n);
    for (size_t i = 0; i < n; i++) {
        char flipped = (char)(1 << i % 8);
        p[i] = (char)(p[i] ^ flipped);
        file_save(temporary("b.seg"), p, n);
        size_t got = prefix(&s, temporary("b.seg"), &complete);
        CHECK(got == SIZE_MAX || !complete ||
              (i >= 10 && i < SEG_SIGNATURE)); /* minor version, reserved */
        p[i] = (char)(p[i] ^ flipped);
    }
    free(p);
    script_free(&s);
}

static uint32_t random_part(struct rng *g, size_t n)
{
    return (uint32_t)rng_int(g, 0, (int)n);
}

/* From the place that a seek finds, every column must be what the script says, and the rest must follow. */
static void check_seek(const struct script *s, saltus_result *r, double t)
{
    static const size_t valued[] = {0, 1, 3, 4};
    saltus_record rec, now[6] = {{0}};
    size_t known = 0;
    double last = -INFINITY;
    CHECK_EQ_INT(saltus_result_seek(r, t), SALTUS_OK);
    while (saltus_result_next(r, &rec) == SALTUS_OK && rec.kind != SALTUS_RECORD_END &&
           rec.t <= t) {
        CHECK(rec.t >= last);
        last = rec.t;
        if (rec.kind == SALTUS_RECORD_SEGMENT) now[rec.k] = rec;
        known++;
    }
    for (int i = 0; i < 4; i++) {
        const saltus_record *x = &now[valued[i]];
        CHECK(poly_value(x->poly, x->order, t - x->t) == script_value(s, valued[i], t, 0));
    }
    CHECK(known > 0);
}

PROP(seek_finds_every_column, 40)
{
    struct script s;
    script_make(&s, g, (size_t)rng_int(g, 300, 3000), 0);
    write_dense(&s, temporary("a.seg"), 40, 3000);
    if (rng_int(g, 0, 1)) { /* not closed: the index is not to be found */
        size_t n;
        char *p = file_load(temporary("a.seg"), &n);
        file_save(temporary("a.seg"), p, n - 1);
        free(p);
    }
    saltus_result *r;
    CHECK_EQ_INT(saltus_result_open(temporary("a.seg"), &r, NULL), SALTUS_OK);
    for (int i = 0; i < 10; i++) {
        size_t at = random_part(g, s.n - 1);
        check_seek(&s, r, rng_int(g, 0, 1) ? s.rec[at].t : rng_uniform(g, 0, s.t_end));
    }
    saltus_result_close(r);
    script_free(&s);
}

TEST(seek_reads_little_of_a_long_file)
{
    struct script s;
    saltus_result *r;
    saltus_record rec;
    size_t n = 0;
    script_make(&s, g, 50000, 0);
    write_dense(&s, temporary("a.seg"), 50, 20000);
    CHECK_EQ_INT(saltus_result_open(temporary("a.seg"), &r, NULL), SALTUS_OK);
    CHECK_EQ_INT(saltus_result_seek(r, s.t_end), SALTUS_OK);
    while (saltus_result_next(r, &rec) == SALTUS_OK && rec.kind != SALTUS_RECORD_END) n++;
    CHECK(n < 2000 && n > 0 && saltus_result_complete(r));
    saltus_result_close(r);
    script_free(&s);
}

TEST(many_snapshots_need_several_index_blocks)
{
    struct script s;
    saltus_result *r;
    script_make(&s, g, 12000, 0);
    write_dense(&s, temporary("a.seg"), 3,
                1); /* about 1 snapshot for 8 times its size: more than 1024 */
    CHECK_EQ_INT(saltus_result_open(temporary("a.seg"), &r, NULL), SALTUS_OK);
    for (int i = 0; i < 30; i++) check_seek(&s, r, rng_uniform(g, 0, s.t_end));
    saltus_result_close(r);
    script_free(&s);
}

PROP(append_goes_on_after_the_last_complete_block, 40)
{
    struct script s;
    saltus_writer *w;
    size_t n;
    int complete;
    script_make(&s, g, (size_t)rng_int(g, 50, 2000), 0);
    size_t half = s.n / 2;
    struct script first = s;
    first.n = half;
    first.t_end = s.rec[half - 1].t;
    write_dense(&first, temporary("a.seg"), 30, 1500);
    if (rng_int(g, 0, 1)) {
        char *p = file_load(temporary("a.seg"), &n);
        file_save(temporary("a.seg"), p, n - random_part(g, 400 < n / 2 ? 400 : n / 2));
        free(p);
    }
    size_t have = prefix(&s, temporary("a.seg"), &complete);
    CHECK(have <= half);
    CHECK_EQ_INT(saltus_writer_append(temporary("a.seg"), &w, NULL), SALTUS_OK);
    ((struct seg *)w->state)->snap_every = 1500;
    for (size_t i = have; i < s.n; i += 30) {
        CHECK_EQ_INT(script_play(&s, w, i, i + 30 < s.n ? i + 30 : s.n), SALTUS_OK);
        saltus_writer_flush(w);
    }
    CHECK_EQ_INT(saltus_writer_close(w, s.t_end, "ok"), SALTUS_OK);
    CHECK(prefix(&s, temporary("a.seg"), &complete) == s.n && complete);
    saltus_result *r;
    CHECK_EQ_INT(saltus_result_open(temporary("a.seg"), &r, NULL), SALTUS_OK);
    for (int i = 0; i < 5; i++) check_seek(&s, r, rng_uniform(g, 0, s.t_end));
    saltus_result_close(r);
    script_free(&s);
}

TEST(append_refuses_what_it_would_spoil)
{
    struct script s;
    saltus_writer *w;
    const char *why;
    size_t n;
    script_make(&s, g, 9000, 0);
    script_write(&s, temporary("a.seg"));
    char *p = file_load(temporary("a.seg"), &n);
    p[n / 3] ^= 1;
    file_save(temporary("a.seg"), p, n);
    free(p);
    CHECK_EQ_INT(saltus_writer_append(temporary("a.seg"), &w, &why), SALTUS_EMODEL);
    CHECK(!w && strstr(why, "wrong checksum"));
    size_t after;
    free(file_load(temporary("a.seg"), &after));
    CHECK(after == n);
    file_save(temporary("a.csv"), "time,a\n0,1\n", 11);
    CHECK_EQ_INT(saltus_writer_append(temporary("a.csv"), &w, &why), SALTUS_EMODEL);
    CHECK(strcmp(why, "not a segment file") == 0);
    CHECK_EQ_INT(saltus_writer_append("no/such.seg", &w, &why), SALTUS_EIO);
    script_free(&s);
}

TEST(a_header_may_fill_many_blocks)
{
    enum { N = 20000 };
    saltus_column *c = calloc(N, sizeof *c);
    char *names = calloc(N, 16);
    saltus_header h = {
        .struct_size = sizeof h, .model = "wide", .t1 = 1, .columns = c, .n_columns = N};
    saltus_writer *w;
    saltus_result *r;
    saltus_record rec;
    CHECK(c && names);
    for (int k = 0; k < N; k++) {
        snprintf(names + 16 * k, 16, "x[%d]", k + 1);
        c[k] = (saltus_column){.name = names + 16 * k, .kind = SALTUS_STATE};
    }
    CHECK_EQ_INT(saltus_writer_open(temporary("a.seg"), &h, &w), SALTUS_OK);
    CHECK_EQ_INT(saltus_writer_segment(w, 0.5, N - 1, (double[]){7}, 0), SALTUS_OK);
    CHECK_EQ_INT(saltus_writer_segment(w, 0.5, 0, (double[]){8}, 0), SALTUS_OK);
    CHECK_EQ_INT(saltus_writer_close(w, 1, "ok"), SALTUS_OK);
    CHECK_EQ_INT(saltus_result_open(temporary("a.seg"), &r, NULL), SALTUS_OK);
    CHECK(saltus_result_find(r, "x[20000]") == N - 1);
    CHECK(saltus_result_next(r, &rec) == SALTUS_OK && rec.k == N - 1 && rec.poly[0] == 7);
    CHECK(saltus_result_next(r, &rec) == SALTUS_OK && rec.k == 0 && rec.poly[0] == 8);
    saltus_result_close(r);
    free(c);
    free(names);
}

TEST(versions_to_come_are_refused_by_name)
{
    struct script s;
    saltus_result *r;
    const char *why;
    size_t n;
    script_header(&s, 0);
    script_write(&s, temporary("a.seg"));
    char *p = file_load(temporary("a.seg"), &n);
    p[8] = 2;
    file_save(temporary("a.seg"), p, n);
    free(p);
    CHECK_EQ_INT(saltus_result_open(temporary("a.seg"), &r, &why), SALTUS_EMODEL);
    CHECK(strcmp(why, "a segment file of version 2; this program reads version 1") == 0);
}

TEST_MAIN()
