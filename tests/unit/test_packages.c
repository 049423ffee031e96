/* SPDX-License-Identifier: MIT */
/* test_packages.c - classes from folders and files: tests/data/packages, found by their names. */
#include "lang_test.h"

#include "inst/inst.h"
#include "testing.h"

#include <unistd.h>

#define PACKAGES TEST_DATA "/packages"

struct shelf {
    struct compilation c;
    struct library *l;
};

/* A library for a model with that text; its own file is `file`. */
static void open_shelf(struct shelf *s, const char *path, const char *file, const char *text)
{
    compile_open(&s->c);
    int32_t number = compile_add(&s->c, file, text);
    s->l = library_new(&s->c.m, &s->c.names, path, parse_file(&s->c.m, &s->c.names, number));
}

/* What "A.B.C" is; NULL: nothing. */
static struct ast_class *find(struct shelf *s, const char *dotted)
{
    struct ast_class *class_ = NULL;
    for (size_t n; *dotted; dotted += dotted[n] ? n + 1 : n) {
        n = strcspn(dotted, ".");
        const char *name = names_intern(&s->c.names, dotted, n);
        class_ = class_ ? library_member(s->l, class_, name) : library_top(s->l, name);
        if (!class_) return NULL;
    }
    return class_;
}

static const char *said(struct shelf *s)
{
    messages_print(s->c.out, &s->c.m);
    return compile_text(&s->c);
}

static void check_comment(struct shelf *s, const char *dotted, const char *comment)
{
    const struct ast_class *class_ = find(s, dotted);
    if (!class_) FAIL("%s was not found: %s", dotted, said(s));
    CHECK(class_->comment && strcmp(class_->comment, comment) == 0);
}

TEST(folders_files_and_classes_inside_them)
{
    struct shelf s;
    open_shelf(&s, "/nowhere:" PACKAGES, "a.mo", "model M end M;");
    check_comment(&s, "Right", "a package in a folder");
    check_comment(&s, "Right.Inline", "in package.mo itself");
    CHECK(find(&s, "Right.Inline.Deep") != NULL);
    check_comment(&s, "Right.Parts", "a folder in a folder");
    check_comment(&s, "Right.Parts.Resistor", "a file of its own");
    check_comment(&s, "Right.Marked", "a text with a byte order mark: \xc3\xa4");
    check_comment(&s, "Single", "a package path may hold single files");
    check_comment(&s, "Latin",
                  "\xc3\xbc"
                  "ber");
    check_comment(&s, "Latin.Sub", "\xc2\xb5 in a folder below");
    CHECK(find(&s, "Modelica.Units.SI.Voltage") != NULL);
    CHECK(find(&s, "Right.Parts") == find(&s, "Right.Parts"));
    CHECK(find(&s, "M") != NULL);
    CHECK_EQ_INT(s.c.m.errors, 0);
    compile_close(&s.c);
}

TEST(what_is_not_there_is_no_error)
{
    static const char *const names[] = {"Missing", "Right.Missing",

                                        "Right.Parts.Inline", "'../packages/Right'",
                                        "Right.'../Single'"};
    struct shelf s;
    open_shelf(&s, PACKAGES, "a.mo", "model M end M;");
    for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
        if (strchr(names[k], '\''))
            CHECK(library_top(s.l, names_intern(&s.c.names, names[k], strlen(names[k]))) == NULL);
        else
            CHECK(find(&s, names[k]) == NULL);
    }
    CHECK_EQ_INT(s.c.m.errors, 0);
    error_at(&s.c.m, (struct place){0, 0, 0}, "unknown 'Missing'");
    library_hint(s.l, "Missing");
    CHECK(strstr(said(&s), "was looked for in " PACKAGES) != NULL);
    compile_close(&s.c);
}

/* The model's file takes precedence over all others, the first folder of the path over the next. */
TEST(the_first_one_is_taken)
{
    struct shelf s;
    open_shelf(&s, PACKAGES "/Right:" PACKAGES, "a.mo",
               "package Modelica end Modelica; model Single end Single;");
    CHECK(find(&s, "Modelica.Units") == NULL);
    CHECK(find(&s, "Single")->comment == NULL);
    CHECK(find(&s, "Parts") != NULL); /* at the top, but it says `within Right` */
    CHECK_EQ_INT(s.c.m.errors, 1);
    compile_close(&s.c);
}

TEST(files_that_are_wrong)
{
    static const struct {
        const char *name, *file, *text;
    } cases[] = {
        {"Wrong.NoWithin", "Wrong/NoWithin.mo:1:1", "'within Wrong;' is missing"},
        {"Wrong.Elsewhere", "Wrong/Elsewhere.mo:1:8", "the file belongs to package 'Wrong'"},
        {"Wrong.Elsewhere", "", "its first line must be: within Wrong;"},
        {"Wrong.Name", "Wrong/Name.mo:2:7", "the class must be called 'Name', as its file is"},
        {"Wrong.Two", "Wrong/Two.mo:4:7", "a file of a package holds one class"},
        {"Wrong.Empty", "Wrong/Empty.mo:1:1", "the file has no class 'Empty'"},
        {"Wrong.Broken", "Wrong/Broken.mo:3:9", "expected ';' after the declaration"},
        {"Wrong.Bytes", "Wrong/Bytes.mo:4:25", "invalid byte 0xe4"},
        {"Wrong.Twice", "", "'Twice' is there twice"},
        {"Odd", "Odd/package.encoding", "the encoding 'KOI8-R' is not known"},
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        struct shelf s;
        open_shelf(&s, PACKAGES, "a.mo", "model M end M;");
        find(&s, cases[k].name);
        find(&s, cases[k].name); /* said once */
        CHECK_EQ_INT(s.c.m.errors, 1);
        const char *text = said(&s);
        if (!strstr(text, cases[k].file) || !strstr(text, cases[k].text))
            FAIL("%s: %s", cases[k].name, text);
        compile_close(&s.c);
    }
}

/* The class of the model's own file is the one that its package has, and the folder around is found. */
TEST(a_file_inside_its_package)
{
    struct shelf s;
    open_shelf(&s, NULL, PACKAGES "/Right/Parts/Own.mo",
               "within Right.Parts; model Own Resistor r; end Own;");
    CHECK(s.l->inside);
    CHECK(find(&s, "Own") == NULL);
    CHECK(find(&s, "Right.Parts.Own") == s.l->file->classes[0]);
    CHECK(find(&s, "Right.Parts.Resistor") != NULL);
    CHECK_EQ_INT(s.c.m.errors, 0);
    compile_close(&s.c);
    open_shelf(&s, NULL, PACKAGES "/Right/package.mo", "within; package Right end Right;");
    CHECK(find(&s, "Right") == s.l->file->classes[0]);
    CHECK(find(&s, "Right.Parts.Resistor") != NULL);
    compile_close(&s.c);
    open_shelf(&s, NULL, PACKAGES "/Single.mo", "within Right.Parts; model Own end Own;");
    CHECK(!s.l->inside); /* it lies elsewhere: as if it said nothing */
    CHECK(find(&s, "Own") != NULL);
    compile_close(&s.c);
}

/* Without blocks on the disk; nothing of it is read. */
TEST(a_file_has_a_limit)
{
    char folder[] = "/tmp/saltus_packages_XXXXXX", path[64];
    struct shelf s;
    CHECK(mkdtemp(folder) != NULL);
    snprintf(path, sizeof path, "%s/Big.mo", folder);
    FILE *f = fopen(path, "w");
    CHECK(f && ftruncate(fileno(f), (64 << 20) + 1) == 0 && fclose(f) == 0);
    open_shelf(&s, folder, "a.mo", "model M end M;");
    CHECK(find(&s, "Big") == NULL);
    CHECK(strstr(said(&s), "Big.mo: is larger than 64 MB") != NULL);
    compile_close(&s.c);
    CHECK(unlink(path) == 0 && rmdir(folder) == 0);
}

TEST_MAIN()
