/* SPDX-License-Identifier: MIT */
/* test_diagram_node.c - JSON as a located tree: values, places, and that any bytes are a tree or an error. */
#include "diagram/node.h"
#include "testing.h"

struct reading {
    struct arena arena;
    struct say say;
    int told;
    char last[256];
    saltus_loc at;
};

static void hear(void *user, const saltus_diag *d)
{
    struct reading *r = user;
    r->told++;
    r->at = d->at;
    snprintf(r->last, sizeof r->last, "%s", d->text);
}

static struct node *read_bytes(struct reading *r, const char *text, size_t n)
{
    struct node *tree;
    char *copy;
    memset(r, 0, sizeof *r);
    arena_init(&r->arena, NULL, NULL, 0);
    if (setjmp(r->arena.fail)) FAIL("no memory");
    r->say = (struct say){.arena = &r->arena, .diag = hear, .user = r};
    copy = arena_text(&r->arena, text, n);
    tree = node_read(&r->say, say_file(&r->say, "t.json", copy, (uint32_t)n));
    say_all(&r->say);
    return tree;
}

static struct node *read_text(struct reading *r, const char *text)
{
    return read_bytes(r, text, strlen(text));
}

TEST(values_are_read)
{
    struct reading r;
    struct node *t = read_text(
        &r, "{\"a\": [1, -2.5e1, true, false, null], \"b\": \"x\\n\\u00e4\\ud83d\\ude00\"}");
    struct node *a = node_get(t, "a"), *k;
    CHECK(t && t->kind == NODE_OBJECT && t->count == 2);
    CHECK(a && a->kind == NODE_LIST && a->count == 5);
    k = a->first;
    CHECK(k->kind == NODE_NUMBER && k->number == 1 && k->plain);
    k = k->next;
    CHECK(k->number == -25 && !k->plain);
    CHECK(k->next->kind == NODE_TRUE && k->next->next->kind == NODE_FALSE);
    CHECK(k->next->next->next->kind == NODE_NULL && !k->next->next->next->next);
    CHECK(strcmp(node_get(t, "b")->text, "x\n\xc3\xa4\xf0\x9f\x98\x80") == 0);
    CHECK(!node_get(t, "b")->plain && !node_get(t, "c") && !node_get(a, "x"));
    arena_free(&r.arena);
}

TEST(everything_knows_where_it_stands)
{
    struct reading r;
    const char *text = "\xef\xbb\xbf{\"\xc3\xa4\": 1,\n  \"b\": [2,\n 30]}";
    struct node *t = read_text(&r, text), *b = node_get(t, "b");
    saltus_loc at;
    CHECK(b != NULL);
    at = say_loc((struct say_place){r.say.files.at[0], b->key_pos, b->key_len});
    CHECK(at.line == 2 && at.col == 3 && at.len == 3);
    at = say_loc((struct say_place){r.say.files.at[0], b->first->next->pos, b->first->next->len});
    CHECK(at.line == 3 && at.col == 2 && at.len == 2);
    at = say_loc((struct say_place){r.say.files.at[0], t->first->pos, 1});
    CHECK(at.line == 1 && at.col == 7);
    arena_free(&r.arena);
}

TEST(a_place_far_into_a_long_line_is_counted)
{
    struct reading r;
    char text[4000] = "[";
    struct node *t;
    saltus_loc at;
    for (int k = 0; k < 500; k++) strcat(text, k ? ", \"\xc3\xa4\"" : "\"\xc3\xa4\"");
    strcat(text, "]");
    t = read_text(&r, text);
    CHECK(t && t->count == 500);
    for (struct node *n = t->first; n; n = n->next) {
        at = say_loc((struct say_place){r.say.files.at[0], n->pos, n->len});
        CHECK(at.line == 1 && at.col == 2 + 5 * ((n->pos - 1) / 6));
    }
    arena_free(&r.arena);
}

TEST(nesting_has_a_limit)
{
    struct reading r;
    char text[1000] = "";
    for (int k = 0; k < NODE_DEPTH; k++) strcat(text, "[");
    for (int k = 0; k < NODE_DEPTH; k++) strcat(text, "]");
    CHECK(read_text(&r, text) != NULL);
    arena_free(&r.arena);
    memset(text, '[', 200);
    text[200] = 0;
    CHECK(read_text(&r, text) == NULL);
    CHECK(r.told == 1 && strstr(r.last, "too deep"));
    arena_free(&r.arena);
}

TEST(keys_that_stand_twice_are_all_told)
{
    struct reading r;
    CHECK(!read_text(&r, "{\"a\": 1, \"b\": {\"c\": 1, \"c\": 2}, \"a\": 3}"));
    CHECK_EQ_INT(r.told, 2);
    arena_free(&r.arena);
}

PROP(bytes_that_are_changed_are_a_tree_or_an_error, 3000)
{
    static const char good[] =
        "{\"saltus\": 1, \"blocks\": {\"a\": {\"block\": \"g\\u00e4in\", \"k\": [1, -2e3]}}, "
        "\"wires\": [\"a -> b\", {\"from\": \"a\"}], \"x\": [true, false, null]}";
    char text[sizeof good];
    struct reading r;
    memcpy(text, good, sizeof good);
    for (int k = rng_int(g, 1, 4); k > 0; k--)
        text[rng_int(g, 0, (int)sizeof good - 2)] = (char)rng_int(g, 0, 255);
    struct node *t = read_bytes(&r, text, sizeof good - 1);
    CHECK((t == NULL) == (r.told > 0));
    arena_free(&r.arena);
}

TEST_MAIN()
