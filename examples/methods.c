/* SPDX-License-Identifier: MIT */
/* methods.c - prints docs/methods.md, the part between its markers, from the tables of the
 * methods of both libraries.
 *
 *     build/examples/methods                     the Markdown; tests/golden/methods.sh compares it */
#include "saltus_classic.h"
#include <string.h>

static void put_family(const saltus_method_info *m, size_t n, const char *family, const char *text)
{
    printf("%s\n\n| method | order | bound | |\n|---|---|---|---|\n", text);
    for (size_t k = 0; k < n; k++) {
        if (strcmp(m[k].family, family)) continue;
        printf("| [%s](#%s) | %d | ", m[k].name, m[k].name, m[k].order);
        if (m[k].bound > 0) printf("%g", m[k].bound);
        printf(" | %s |\n", m[k].title);
    }
}

static void put_options(const char *names)
{
    if (!*names) {
        puts("none of its own");
        return;
    }
    for (const char *s = names; *s; s += strspn(s, " ")) {
        int n = (int)strcspn(s, " ");
        printf("%s`%.*s`", s == names ? "" : ", ", n, s);
        s += n;
    }
    puts("");
}

static void put_method(const saltus_method_info *m)
{
    char first = m->title[0];
    if (first >= 'a' && first <= 'z') first = (char)(first - 'a' + 'A');
    printf("\n## %s\n\n%c%s. %s\n\n- Order: %d\n", m->name, first, m->title + 1, m->text, m->order);
    if (m->bound > 0)
        printf("- Bound: |q - x| ≤ %g ΔQ\n- Options: ", m->bound);
    else
        printf("- Bound: none; the error of a step is kept below rel·|x| + abs\n- Options: ");
    put_options(m->options);
    printf("- Example: `saltus run %s --method %s`\n", m->example, m->name);
    printf("- Source: [%s] in [refs.bib](refs.bib)", m->cite);
    if (m->page) printf("; derivation: [math/%s.md](math/%s.md)", m->page, m->page);
    for (const char *s = m->sections; s && *s; s += strcspn(s, "|"), s += *s != 0)
        printf("%s%.*s", s == m->sections ? ": " : ", ", (int)strcspn(s, "|"), s);
    puts("");
}

int main(void)
{
    const saltus_method_info *core, *classic;
    size_t n = saltus_methods(&core), more = saltus_classic_methods(&classic);
    put_family(core, n, "quantized", "**Quantized states**: every state moves by itself.");
    put_family(
        core, n, "adams",
        "\n**Adams**: all states move together, up to events that are seen before the step.");
    put_family(classic, more, "classic",
               "\n**Classic**: all states move together, by the solvers of SUNDIALS.");
    for (size_t k = 0; k < n; k++) put_method(&core[k]);
    for (size_t k = 0; k < more; k++) put_method(&classic[k]);
    return 0;
}
