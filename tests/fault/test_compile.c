/* SPDX-License-Identifier: MIT */
/* test_compile.c - the compiler under hostile texts and without memory: a clear error, in bounded time and
 * memory, and nothing lost. */
#include "saltus.h"
#include "saltus_compile.h"
#include "testing.h"

enum { ROOM = 11 << 20 };

static char said[1 << 16];

/* Compiles for the interpreter; `said` is what the compiler had to say. */
static saltus_status compile(const char *text, size_t size, size_t memory)
{
    saltus_compile_options o = {.struct_size = sizeof(saltus_compile_options),
                                .backend = SALTUS_INTERPRETED,
                                .max_memory = memory};
    saltus_compiled *c = NULL;
    saltus_status status;
    o.log = fmemopen(said, sizeof said, "w");
    status = saltus_compile_text("t.mo", text, size, &o, &c);
    fclose(o.log);
    CHECK((c != NULL) == (status == SALTUS_OK));
    saltus_compiled_free(c);
    return status;
}

static void refuses(const char *text, const char *because)
{
    CHECK_EQ_INT(compile(text, strlen(text), 0), SALTUS_EMODEL);
    if (!strstr(said, because)) FAIL("no '%s' in: %s", because, said);
    if (!strstr(said, "t.mo:")) FAIL("no place in: %s", said);
}

/* before, n times what, after. */
static char *repeat(const char *before, const char *what, size_t n, const char *after)
{
    size_t length = strlen(what), at = strlen(before);
    char *text = malloc(at + n * length + strlen(after) + 1);
    memcpy(text, before, at);
    for (size_t k = 0; k < n; k++, at += length) memcpy(text + at, what, length);
    memcpy(text + at, after, strlen(after) + 1);
    return text;
}

static void refuses_repeated(const char *before, const char *what, size_t n, const char *after,
                             const char *because)
{
    char *text = repeat(before, what, n, after);
    refuses(text, because);
    free(text);
}

TEST(deep_nesting_is_refused)
{
    refuses_repeated("model m Real x = ", "(", 1000, "1", "nest");
    refuses_repeated("model m Real x = ", "(", ROOM, "", "nest");
    refuses_repeated("model m Real x = ", "-", 100000, "1; end m;", "");
    refuses_repeated("model m Real x = ", "if true then 1 else ", 10000, "1; end m;", "nest");
    refuses_repeated("model m Real x = ", "{", 5000, "1; end m;", "nest");
    refuses_repeated("", "model m ", 5000, "", "nest");
    refuses_repeated("model m equation ", "for i in 1:1 loop ", 5000, "end m;", "nest");
}

TEST(long_expressions_are_refused)
{
    refuses_repeated("model m Real x = 1", " + 1", 100000, "; end m;", "too long");
}

TEST(ten_megabytes_without_sense)
{
    refuses_repeated("", "#", ROOM, "", "");
    refuses_repeated("", "x = 1; ", ROOM / 7, "", "");
    refuses_repeated("/*", "x", ROOM, "", "comment");
    refuses_repeated("model m \"", "x", ROOM, "", "string");
}

TEST(ten_megabytes_of_declarations_hit_the_limit)
{
    char *text = repeat("model m ", "Real x; ", ROOM / 8, "end m;");
    saltus_status status = compile(text, strlen(text), (size_t)64 << 20);
    free(text);
    CHECK(status == SALTUS_ELIMIT || status == SALTUS_EMODEL);
    CHECK(said[0]);
}

TEST(zeros_in_the_text_are_reported)
{
    static const char text[] = "model m\0 Real x = 1; end m;";
    CHECK_EQ_INT(compile(text, sizeof text - 1, 0), SALTUS_EMODEL);
    CHECK(strstr(said, "t.mo:1:8"));
    CHECK_EQ_INT(compile("", 0, 0), SALTUS_EMODEL);
}

TEST(circles_are_named)
{
    refuses("model m parameter Integer n = m1; parameter Integer m1 = n; Real x[n]; end m;",
            "itself");
    refuses("model m parameter Real a = b, b = c, c = a; Real x = a; end m;", "itself");
    refuses("model m type T = U; type U = T; T x = 1; end m;", "itself");
    refuses("model m constant Integer n = size(x, 1); Real x[n] = fill(1, n); end m;", "itself");
    refuses("model m function f input Integer n; output Integer r; algorithm r := f(n + 1); end f; "
            "Real x[f(1)]; equation x = zeros(f(1)); end m;",
            "");
    refuses(
        "model m function f input Integer n; output Integer r; algorithm r := 0; while true loop "
        "r := 1 - r; end while; end f; parameter Integer n = f(1); Real x[n]; end m;",
        "");
}

TEST(what_is_final_or_constant_cannot_be_set)
{
    static const char text[] = "model m final parameter Integer N = 3; constant Real k = 2; "
                               "parameter Real p = 1; Real x[N] = fill(k*p, N); end m;";
    static const struct {
        saltus_set set;
        saltus_status status;
    } all[] = {{{"N", 4}, SALTUS_EMODEL}, {{"k", 4}, SALTUS_EMODEL}, {{"p", 4}, SALTUS_OK}};
    for (int k = 0; k < 3; k++) {
        saltus_compile_options o = {.struct_size = sizeof(saltus_compile_options),
                                    .backend = SALTUS_INTERPRETED,
                                    .sets = &all[k].set,
                                    .n_sets = 1};
        saltus_compiled *c = NULL;
        o.log = fmemopen(said, sizeof said, "w");
        CHECK_EQ_INT(saltus_compile_text("t.mo", text, sizeof text - 1, &o, &c), all[k].status);
        fclose(o.log);
        if (!c) CHECK(strstr(said, "cannot be set"));
        saltus_compiled_free(c);
    }
}

TEST(sizes_beyond_reason)
{
    refuses("model m Real x[2000000000, 2000000000]; equation der(x) = x; end m;", "");
    refuses("model m Real x[9000000000]; equation der(x) = x; end m;", "");
    refuses("model m Real x = sum({1 for i in 1:1000000000000}); end m;", "");
    refuses("model m Real x[3]; equation for i in 1:1000000000 loop x[i] = 1; end for; end m;", "");
}

TEST(missing_file_and_folder)
{
    saltus_compile_options o = {.struct_size = sizeof(saltus_compile_options),
                                .log = fmemopen(said, sizeof said, "w")};
    saltus_compiled *c = NULL;
    CHECK_EQ_INT(saltus_compile_file("/nowhere/at/all.mo", &o, &c), SALTUS_EIO);
    CHECK_EQ_INT(saltus_compile_file("/", &o, &c), SALTUS_EIO);
    CHECK_EQ_INT(saltus_compile_dump("/nowhere/at/all.mo", "flat", &o, stdout), SALTUS_EIO);
    CHECK_EQ_INT(saltus_compile_dump("/nowhere/at/all.mo", "flt", &o, stdout), SALTUS_EARG);
    CHECK(c == NULL);
    fclose(o.log);
    CHECK(strstr(said, "/nowhere/at/all.mo"));
}

/* ---- Memory ------------------------------------------------------------------------------------- */

static struct {
    long left; /* allocations until one fails; < 0: never */
    long held; /* handed out and not freed                */
} memory;

static void *scarce(void *user, void *p, size_t n)
{
    (void)user;
    if (n == 0) {
        if (p) memory.held--;
        free(p);
        return NULL;
    }
    if (memory.left == 0) return NULL;
    if (memory.left > 0) memory.left--;
    if (!p) memory.held++;
    return realloc(p, n);
}

TEST(every_allocation_may_fail)
{
    static const char text[] =
        "model m function f input Real x; output Real y; algorithm y := x^2; end f;"
        " parameter Integer N = 40; Real x[N](each start = 1); Real s = sum(x); Real a, b;"
        " Boolean on(start = true); equation for i in 1:N loop der(x[i]) = if on then -f(x[i])/s "
        "else 1;"
        " end for; a + b = s; a - b = sin(s); when s < 1 then on = false; end when; end m;";
    saltus_compile_options o = {.struct_size = sizeof(saltus_compile_options),
                                .backend = SALTUS_INTERPRETED,
                                .alloc = scarce};
    long n;
    o.log = fmemopen(said, sizeof said, "w");
    for (n = 0; n < 100000; n++) {
        saltus_compiled *c = NULL;
        saltus_status status;
        memory.left = n;
        status = saltus_compile_text("t.mo", text, sizeof text - 1, &o, &c);
        memory.left = -1;
        if (status == SALTUS_OK) saltus_compiled_free(c);
        CHECK_EQ_INT(memory.held, 0);
        if (status == SALTUS_OK) break;
        CHECK_EQ_INT(status, SALTUS_ENOMEM);
    }
    fclose(o.log);
    CHECK(n >= 3);
}

TEST_MAIN()
