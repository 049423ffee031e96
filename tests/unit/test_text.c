/* SPDX-License-Identifier: MIT */
/* test_text.c - names of elements and their inverse, patterns, distances. */
#include "base/text.h"

#include "testing.h"

/* ---- patterns -------------------------------------------------------------------------------- */

/* The definition, tried out in all ways. */
static int match(const char *p, const char *s)
{
    if (*p == '*') return match(p + 1, s) || (*s && match(p, s + 1));
    if (!*p || !*s) return *p == *s;
    return (*p == '?' || *p == *s) && match(p + 1, s + 1);
}

static void random_word(struct rng *g, char *to, int most, const char *letters)
{
    int n = rng_int(g, 0, most);
    for (int k = 0; k < n; k++) to[k] = letters[rng_int(g, 0, (int)strlen(letters) - 1)];
    to[n] = 0;
}

PROP(match_is_what_its_definition_says, 100000)
{
    char p[16], s[16];
    random_word(g, p, 7, "ab*?[");
    random_word(g, s, 10, "ab[");
    if (text_match(p, s) != match(p, s)) FAIL("'%s' against '%s'", p, s);
}

TEST(match_examples)
{
    CHECK(text_match("u[*]", "u[12]") && !text_match("u[*]", "u[12,3]x"));
    CHECK(text_match("u[?]", "u[1]") && !text_match("u[?]", "u[12]"));
    CHECK(text_match("*", "") && text_match("", "") && !text_match("", "a") &&
          !text_match("?", ""));
    CHECK(text_match("a*b*c", "a--b--b--c") && !text_match("a*b*c", "acb"));
}

TEST(many_stars_take_no_exponential_time)
{
    char p[201], s[2001];
    for (int k = 0; k < 200; k++) p[k] = k % 2 ? 'a' : '*';
    memset(s, 'a', 2000);
    p[199] = 'b';
    p[200] = s[2000] = 0;
    CHECK(!text_match(p, s));
}

/* ---- elements -------------------------------------------------------------------------------- */

PROP(element_and_index_are_inverse, 20000)
{
    int32_t size[SALTUS_RANK] = {0}, n;
    int rank = rng_int(g, 0, SALTUS_RANK), most = rank > 3 ? 14 : 1200;
    char name[60];
    for (int k = 0; k < rank; k++) size[k] = rng_int(g, 1, rng_int(g, 1, most));
    n = text_elements(size);
    CHECK(n >= 1);
    for (int k = 0; k < 20; k++) {
        int32_t index = rng_int(g, 0, n - 1);
        int length = text_element(name, sizeof name, "x", size, index);
        CHECK_EQ_INT(length, strlen(name));
        CHECK_EQ_INT(text_index(name, "x", size), index);
        CHECK_EQ_INT(text_index(name, "y", size), -1);
        CHECK_EQ_INT(text_index(name, "xx", size), -1);
        name[length] = ' ', name[length + 1] = 0;
        CHECK_EQ_INT(text_index(name, "x", size), -1);
    }
}

TEST(last_index_runs_fastest)
{
    int32_t size[SALTUS_RANK] = {2, 3, 4}, flat = 0;
    char name[20], wanted[48];
    for (int i = 1; i <= 2; i++)
        for (int j = 1; j <= 3; j++)
            for (int k = 1; k <= 4; k++, flat++) {
                snprintf(wanted, sizeof wanted, "a[%d,%d,%d]", i, j, k);
                text_element(name, sizeof name, "a", size, flat);
                CHECK(strcmp(name, wanted) == 0);
            }
    CHECK_EQ_INT(text_elements(size), flat);
}

TEST(element_cuts_as_snprintf_does)
{
    int32_t size[SALTUS_RANK] = {1000000};
    char name[6];
    CHECK_EQ_INT(text_element(name, sizeof name, "long", size, 999999), 13);
    CHECK(strcmp(name, "long[") == 0);
    CHECK_EQ_INT(text_element(NULL, 0, "long", size, 0), 7);
}

TEST(what_is_no_element_has_no_index)
{
    static const char *const no[] = {"u",
                                     "u[",
                                     "u[]",
                                     "u[0]",
                                     "u[4]",
                                     "u[1",
                                     "u[1]]",
                                     "u[1,1]",
                                     "u(1)",
                                     "u[1] ",
                                     "u[x]",
                                     "v[1]",
                                     "u[-1]",
                                     "",
                                     "u[1.0]",
                                     "u[1e0]",
                                     "u[9999999999999999999]",
                                     "u[1]u[1]"};
    int32_t size[SALTUS_RANK] = {3}, scalar[SALTUS_RANK] = {0};
    for (size_t k = 0; k < sizeof no / sizeof *no; k++)
        if (text_index(no[k], "u", size) != -1) FAIL("'%s' has an index", no[k]);
    CHECK_EQ_INT(text_index("u[3]", "u", size), 2);
    CHECK_EQ_INT(text_index("u", "u", scalar), 0);
    CHECK_EQ_INT(text_index("u[1]", "u", scalar), -1);
}

TEST(number_of_elements)
{
    static const struct {
        int32_t size[SALTUS_RANK], n;
    } is[] = {{{0, 0, 0}, 1},
              {{7, 0, 0}, 7},
              {{2, 3, 0}, 6},
              {{2, 3, 4}, 24},
              {{-1, 0, 0}, -1},
              {{3, -2, 0}, -1},
              {{65536, 65536, 0}, -1},
              {{46341, 46341, 0}, -1},
              {{46340, 46341, 0}, 2147441940},
              {{INT32_MAX, 0, 0}, INT32_MAX},
              {{INT32_MAX, INT32_MAX, INT32_MAX}, -1},
              {{2, 2, 2, 2, 2, 2, 2, 3}, 384}};
    for (size_t k = 0; k < sizeof is / sizeof *is; k++)
        CHECK_EQ_INT(text_elements(is[k].size), is[k].n);
}

/* ---- distances ------------------------------------------------------------------------------- */

/* The recursion that defines it. */
static int distance(const char *a, int n, const char *b, int m)
{
    int d, other;
    if (n == 0 || m == 0) return n + m;
    d = distance(a, n - 1, b, m - 1) + (a[n - 1] != b[m - 1]);
    other = distance(a, n - 1, b, m) + 1;
    if (other < d) d = other;
    other = distance(a, n, b, m - 1) + 1;
    if (other < d) d = other;
    if (n > 1 && m > 1 && a[n - 1] == b[m - 2] && a[n - 2] == b[m - 1]) {
        other = distance(a, n - 2, b, m - 2) + 1;
        if (other < d) d = other;
    }
    return d;
}

PROP(distance_is_what_its_definition_says, 3000)
{
    char a[8], b[8];
    random_word(g, a, 6, "abc");
    random_word(g, b, 6, "abc");
    CHECK_EQ_INT(text_distance(a, b), distance(a, (int)strlen(a), b, (int)strlen(b)));
    CHECK_EQ_INT(text_distance(a, b), text_distance(b, a));
}

TEST(distance_examples)
{
    char lengthy[200];
    memset(lengthy, 'x', 199);
    lengthy[199] = 0;
    CHECK_EQ_INT(text_distance("liqss2", "liqss2"), 0);
    CHECK_EQ_INT(text_distance("lqiss2", "liqss2"), 1);
    CHECK_EQ_INT(text_distance("qss", "qss2"), 1);
    CHECK_EQ_INT(text_distance("", ""), 0);
    CHECK_EQ_INT(text_distance("", "abcdefghijkl"), 9);
    CHECK_EQ_INT(text_distance(lengthy, "qss2"), 9);
    CHECK_EQ_INT(text_distance(lengthy, lengthy), 0);
}

TEST(elements_of_relations_stand_in_parentheses)
{
    int32_t size[SALTUS_RANK] = {3}, scalar[SALTUS_RANK] = {0};
    char name[40];
    text_element(name, sizeof name, "x[i] > 1", size, 1);
    CHECK(!strcmp(name, "(x[i] > 1)[2]"));
    CHECK_EQ_INT(text_index(name, "x[i] > 1", size), 1);
    CHECK_EQ_INT(text_index("x[i] > 1[2]", "x[i] > 1", size), -1);
    text_element(name, sizeof name, "x > 1", scalar, 0);
    CHECK(!strcmp(name, "x > 1"));
    CHECK_EQ_INT(text_index(name, "x > 1", scalar), 0);
    text_element(name, sizeof name, "'a b'", size, 0);
    CHECK(!strcmp(name, "'a b'[1]"));
}

/* ---- Arrays in arrays of parts ---------------------------------------------------------------- */

TEST(indices_of_arrays_of_parts_stand_inside)
{
    static const struct {
        const char *name;
        int32_t size[SALTUS_RANK];
        int32_t index;
        const char *element, *whole;
    } is[] = {
        {"stage[#].c.v", {3}, 1, "stage[2].c.v", "stage.c.v"},
        {"stage[#].c.x", {3, 2}, 3, "stage[2].c.x[2]", "stage.c.x"},
        {"g[#,#].n[#].T", {2, 3, 4}, 23, "g[2,3].n[4].T", "g.n.T"},
        {"g[#,#].T", {2, 3, 4, 5}, 24, "g[1,2].T[1,5]", "g.T"},
        {"'a[#]'.v", {3}, 2, "'a[#]'.v[3]", "'a[#]'.v"},
        {"a.'b c'.v", {3}, 2, "a.'b c'.v[3]", "a.'b c'.v"},
        {"s[#].r > 1", {2}, 1, "(s[#].r > 1)[2]", "s[#].r > 1"},
        {"x#", {2}, 0, "x#[1]", "x#"},
        {"p.v", {0}, 0, "p.v", "p.v"},
    };
    char name[60];
    for (size_t k = 0; k < sizeof is / sizeof *is; k++) {
        text_element(name, sizeof name, is[k].name, is[k].size, is[k].index);
        if (strcmp(name, is[k].element) != 0) FAIL("%s, not %s", name, is[k].element);
        CHECK_EQ_INT(text_index(name, is[k].name, is[k].size), is[k].index);
        text_whole(name, sizeof name, is[k].name);
        if (strcmp(name, is[k].whole) != 0) FAIL("%s, not %s", name, is[k].whole);
    }
}

TEST(what_is_no_element_of_an_array_of_parts)
{
    static const char *const no[] = {"stage.c.x",
                                     "stage[2].c.x",
                                     "stage[2].c.x[3]",
                                     "stage[4].c.x[1]",
                                     "stage[2]c.x[1]",
                                     "stage[2].c.x[1",
                                     "stage[].c.x[1]",
                                     "stage[2].c.x[1]x",
                                     "stage[#].c.x[1]",
                                     "stage[2,1].c.x",
                                     ""};
    int32_t size[SALTUS_RANK] = {3, 2};
    for (size_t k = 0; k < sizeof no / sizeof *no; k++)
        if (text_index(no[k], "stage[#].c.x", size) != -1) FAIL("'%s' has an index", no[k]);
}

TEST(nearer_is_a_slip_of_few_letters)
{
    int best = TEXT_FAR;
    CHECK(!text_nearer("x", "y", &best)); /* one letter has no slips */
    CHECK(text_nearer("im", "in", &best));
    CHECK(!text_nearer("tcsh", "bash", &best));
    best = TEXT_FAR;
    CHECK(text_nearer("velocty", "velocity", &best));
    CHECK(!text_nearer("velocty", "velocities", &best));
    CHECK(!text_nearer("velocity", "velocity", &best)); /* that is not misspelt */
    best = TEXT_FAR;
    CHECK(text_nearer("drag", "brag", &best));
    CHECK(text_nearer("drag", "dray", &best)); /* at equal distance, the one that begins alike */
    best = TEXT_FAR;
    CHECK(text_nearer("REL", "rel", &best));
}

TEST_MAIN()
