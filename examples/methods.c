/* SPDX-License-Identifier: MIT */
/* methods.c - prints docs/methods.md, the part between its markers, from the tables of the
 * methods of both libraries.
 *
 *     build/examples/methods                     the Markdown; tests/golden/methods.sh compares it */
#include "saltus_classic.h"
#include <string.h>

/* Method k of both libraries; NULL: no more. */
static const saltus_method_info *method(size_t k)
{
    size_t n = 0;
    while (saltus_method(n)) n++;
    return k < n ? saltus_method(k) : saltus_classic_method(k - n);
}

static void put_family(const char *family, const char *text)
{
    const saltus_method_info *m;
    printf("%s\n\n| method | order | bound | |\n|---|---|---|---|\n", text);
    for (size_t k = 0; (m = method(k)); k++) {
        if (strcmp(m->family, family)) continue;
        printf("| [%s](#%s) | %d | ", m->name, m->name, m->order);
        if (m->bound > 0) printf("%g", m->bound);
        printf(" | %s |\n", m->title);
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
    else if (strcmp(m->family, "exact") == 0)
        printf("- Bound: rounding\n- Options: ");
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
    put_family("quantized", "**Quantized states**: every state moves by itself.");
    put_family("exact", "\n**Exact**: linear parts go from event to event.");
    put_family(
        "adams",
        "\n**Adams**: all states move together, up to events that are seen before the step.");
    put_family("classic", "\n**Classic**: all states move together, by the solvers of SUNDIALS.");
    for (size_t k = 0; method(k); k++) put_method(method(k));
    return 0;
}
