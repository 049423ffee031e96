/* SPDX-License-Identifier: MIT */
/* test_methods.c - the table of methods describes itself completely. */
#include "base/method_names.h"
#include "quant/method.h"
#include "engine/adams/abm.h"
#include "engine/runge/runge.h"
#include "saltus_classic.h"

#include "testing.h"
#include "all_methods.h"

static int text(const char *s)
{
    return s && s[0];
}

TEST(every_method_describes_itself)
{
    for (int k = 0; method_list[k]; k++) {
        const struct method *m = method_list[k];
        if (!text(m->info.name)) FAIL("method %d has no name", k);
        if (!text(m->info.title) || !text(m->info.text) || !text(m->info.cite))
            FAIL("%s: title, text or cite is missing", m->info.name);
        if (strchr(m->info.title, '\n')) FAIL("%s: the title has several lines", m->info.name);
        if (m->info.order < 1 || m->info.order > SALTUS_SIGNAL) FAIL("%s: order", m->info.name);
        if (!(m->info.bound >= 1 && isfinite(m->info.bound))) FAIL("%s: bound", m->info.name);
        if (!m->choose || !m->wait) FAIL("%s: a function is missing", m->info.name);
        if (m->pair && !m->implicit) FAIL("%s: pairs need A_ii", m->info.name);
    }
}

TEST(names_are_unique_and_found)
{
    for (int k = 0; method_list[k]; k++) {
        CHECK(method_find(method_list[k]->info.name) == method_list[k]);
        for (int j = 0; j < k; j++)
            CHECK(strcmp(method_list[j]->info.name, method_list[k]->info.name) != 0);
    }
    CHECK(!method_find("") && !method_find("qss") && !method_find("LIQSS2") &&
          !method_find("qss2 "));
}

/* What the compiler and blocks of diagrams know of methods is the list of their names. */
TEST(the_list_of_names_is_that_of_the_tables)
{
#define NAME(symbol, name) name,
#define WHOLE(name)        name,
    static const char *const names[] = {METHOD_NAMES(NAME, NAME) METHOD_NAMES_WHOLE(WHOLE) NULL};
    const saltus_method_info *core, *classic;
    size_t n = all_methods(&core), more = all_classic_methods(&classic);
    for (size_t k = 0; k < n + more; k++) {
        CHECK(names[k]);
        CHECK(!strcmp(names[k], k < n ? core[k].name : classic[k - n].name));
    }
    CHECK(!names[n + more]);
    for (const char *s = METHOD_NAMES_CHOICES; *s; s += strcspn(s, "|"), s += *s != 0) {
        char name[40];
        snprintf(name, sizeof name, "%.*s", (int)strcspn(s, "|"), s);
        if (!method_find(name)) FAIL("a block offers '%s'", name);
    }
}

/* The places in comparisons are 1, 2, .. without gaps, and what is advised is told apart by traits and order. */
TEST(places_and_advice_are_unambiguous)
{
    const saltus_method_info *core, *classic;
    size_t n = all_methods(&core), more = all_classic_methods(&classic);
    int compared = 0, sum = 0;
    for (size_t k = 0; k < n + more; k++) {
        const saltus_method_info *m = k < n ? &core[k] : &classic[k - n];
        compared += m->compared > 0;
        sum += m->compared;
        CHECK(m->example && m->example[0]);
        for (size_t j = 0; j < k && j < n; j++)
            if (m->traits & SALTUS_TRAIT_ADVISED && core[j].traits == m->traits &&
                core[j].order == m->order && !strcmp(core[j].family, m->family))
                FAIL("%s or %s?", core[j].name, m->name);
    }
    CHECK_EQ_INT(sum, compared * (compared + 1) / 2);
}

/* The digit in a name is the order; BQSS and CQSS follow levels, as first-order methods do; auto has none. */
TEST(order_is_the_digit_of_the_name)
{
    for (int k = 0; method_list[k]; k++) {
        const char *digit = strpbrk(method_list[k]->info.name, "0123456789");
        int wanted = digit ? *digit - '0' : method_list[k]->info.order;
        if (method_list[k]->info.order != wanted) FAIL("%s", method_list[k]->info.name);
        CHECK(digit || method_list[k]->target || !strcmp(method_list[k]->info.name, "auto"));
    }
}

TEST(listens_only_to_options_that_exist)
{
    const saltus_option_info *o;
    char copy[200];
    for (int k = 0; method_list[k]; k++) {
        if (!method_list[k]->info.options) continue;
        snprintf(copy, sizeof copy, "%s", method_list[k]->info.options);
        for (char *word = strtok(copy, " "); word; word = strtok(NULL, " ")) {
            size_t j = 0;
            while ((o = saltus_option(j)) && strcmp(o->name, word) != 0) j++;
            if (!o || !o->of_method) FAIL("%s: '%s'", method_list[k]->info.name, word);
        }
    }
}

TEST(public_list_is_the_same)
{
    const saltus_method_info *list;
    size_t n = all_methods(&list), k = 0, others = 0;
    for (; method_list[k]; k++) {
        CHECK(k < n);
        CHECK(list[k].name == method_list[k]->info.name &&
              list[k].order == method_list[k]->info.order);
    }
    for (const struct engine_method *m = adams_engine.head.methods; m->info.name; m++, others++)
        CHECK(list[k + others].name == m->info.name);
    for (const struct engine_method *m = runge_engine.head.methods; m->info.name; m++, others++)
        CHECK(list[k + others].name == m->info.name);
    CHECK_EQ_INT(n, k + others);
    CHECK(n >= 12 && saltus_method(n) && !saltus_method(n + 1)); /* with `exact` */
}

TEST_MAIN()
