/* SPDX-License-Identifier: MIT */
/* testing.h - tests and property tests in one header, without dependencies.
 *
 *     TEST(adds) { CHECK_EQ_INT(1 + 1, 2); }
 *     PROP(sqrt_inverts_square, 1000) {
 *         double x = rng_log(g, 1e-100, 1e100);
 *         CHECK_CLOSE(sqrt(x * x), x, 1e-15);
 *     }
 *     TEST_MAIN()
 *
 * A failing CHECK prints where and what and ends its test; the next one goes on. A property is
 * run for many cases, each with a fresh generator g that depends only on the seed and the number
 * of the case; both are printed on failure. SALTUS_SEED=7 SALTUS_CASE=123 ./prop_x name repeats
 * that case alone. An argument selects the tests whose names contain it. Output: one line "ok N
 * name" or "not ok N name: file:line: what" each, then "N passed, N failed".                    */
#ifndef TESTING_H
#define TESTING_H

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct rng {
    uint64_t state;
}; /* splitmix64 */

static inline uint64_t rng_u64(struct rng *g)
{
    uint64_t z = g->state += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

static inline double rng_uniform(struct rng *g, double lo, double hi) /* in [lo, hi) */
{
    return lo + (hi - lo) * ((double)(rng_u64(g) >> 11) * 0x1p-53);
}

static inline double rng_log(struct rng *g, double lo, double hi) /* log-uniform, 0 < lo < hi */
{
    return exp(rng_uniform(g, log(lo), log(hi)));
}

static inline int rng_int(struct rng *g, int lo, int hi) /* lo..hi, both included */
{
    return lo + (int)(rng_u64(g) % ((uint64_t)((int64_t)hi - lo) + 1));
}

static inline double rng_sign(struct rng *g) /* -1 or 1 */
{
    return rng_u64(g) >> 63 ? 1 : -1;
}

struct test {
    const char *name;
    void (*body)(struct rng *g);
    int cases; /* 0: a plain test */
    struct test *next;
};

static struct {
    struct test *first, **end;
    jmp_buf failed;
    char what[512];
} testing;

static inline void testing_add(struct test *t)
{
    if (!testing.end) testing.end = &testing.first;
    *testing.end = t;
    testing.end = &t->next;
}

#define PROP(name, cases)                                                                          \
    static void name##_body(struct rng *g);                                                        \
    static struct test name##_test = {#name, name##_body, cases, NULL};                            \
    __attribute__((constructor)) static void name##_add(void)                                      \
    {                                                                                              \
        testing_add(&name##_test);                                                                 \
    }                                                                                              \
    static void name##_body(__attribute__((unused)) struct rng *g)

#define TEST(name) PROP(name, 0)

/* Checks evaluate each argument once. */
__attribute__((noreturn, format(printf, 3, 4))) static inline void testing_fail(const char *file,
                                                                                int line,
                                                                                const char *format,
                                                                                ...)
{
    va_list args;
    int n = snprintf(testing.what, sizeof testing.what, "%s:%d: ", file, line);
    size_t used = n < 0 ? 0 : (size_t)n < sizeof testing.what ? (size_t)n : sizeof testing.what;
    va_start(args, format);
    vsnprintf(testing.what + used, sizeof testing.what - used, format, args);
    va_end(args);
    longjmp(testing.failed, 1);
}

static inline int testing_close(double a, double b, double reltol)
{
    return a == b || fabs(a - b) <= reltol * fmax(fabs(a), fabs(b));
}

#define FAIL(...) testing_fail(__FILE__, __LINE__, __VA_ARGS__)
#define CHECK(cond)                                                                                \
    do {                                                                                           \
        if (!(cond)) FAIL("%s", #cond);                                                            \
    } while (0)
#define CHECK_EQ_INT(a, b)                                                                         \
    do {                                                                                           \
        long long a_ = (long long)(a), b_ = (long long)(b);                                        \
        if (a_ != b_) FAIL("%s == %s: %lld, %lld", #a, #b, a_, b_);                                \
    } while (0)
#define CHECK_CLOSE(a, b, reltol)                                                                  \
    do {                                                                                           \
        double a_ = (a), b_ = (b);                                                                 \
        if (!testing_close(a_, b_, reltol)) FAIL("%s ~ %s: %.17g, %.17g", #a, #b, a_, b_);         \
    } while (0)
#define CHECK_LE(a, b)                                                                             \
    do {                                                                                           \
        double a_ = (a), b_ = (b);                                                                 \
        if (!(a_ <= b_)) FAIL("%s <= %s: %.17g, %.17g", #a, #b, a_, b_);                           \
    } while (0)

static inline unsigned long long testing_env(const char *name, unsigned long long otherwise)
{
    const char *text = getenv(name);
    return text ? strtoull(text, NULL, 0) : otherwise;
}

static inline int testing_case(struct test *t, unsigned long long seed, unsigned long long i)
{
    if (setjmp(testing.failed)) return 0;
    t->body(&(struct rng){seed * 0xd1342543de82ef95u + (i << 32)});
    return 1;
}

#if defined(__has_feature) /* clang says it in another way */
#if __has_feature(address_sanitizer) && !defined(__SANITIZE_ADDRESS__)
#define __SANITIZE_ADDRESS__ 1
#endif
#endif

/* With sanitizers a quarter of the cases must do: they are several times as slow, and look for something else. */
static inline unsigned long long testing_cases(const struct test *t)
{
#if defined(__SANITIZE_ADDRESS__)
    return (unsigned)t->cases / 4 + 1;
#else
    return (unsigned)t->cases;
#endif
}

static inline int testing_run(struct test *t, int number) /* 1: passed */
{
    unsigned long long seed = testing_env("SALTUS_SEED", 1), i = testing_env("SALTUS_CASE", 0);
    unsigned long long end = t->cases && !getenv("SALTUS_CASE") ? testing_cases(t) : i + 1;
    while (i < end && testing_case(t, seed, i)) i++;
    printf("%s %d %s", i == end ? "ok" : "not ok", number, t->name);
    if (i < end) printf(": %s", testing.what);
    if (i < end && t->cases) printf(" [SALTUS_SEED=%llu SALTUS_CASE=%llu]", seed, i);
    return putchar('\n'), i == end;
}

#define TEST_MAIN()                                                                                \
    int main(int argc, char **argv)                                                                \
    {                                                                                              \
        int passed = 0, failed = 0;                                                                \
        for (struct test *t = testing.first; t; t = t->next) {                                     \
            if (argc > 1 && !strstr(t->name, argv[1])) continue;                                   \
            *(testing_run(t, passed + failed + 1) ? &passed : &failed) += 1;                       \
            fflush(stdout);                                                                        \
        }                                                                                          \
        printf("%d passed, %d failed\n", passed, failed);                                          \
        return failed != 0;                                                                        \
    }

#endif
