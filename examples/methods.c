/* SPDX-License-Identifier: MIT */
/* methods.c - prints docs/methods.md, the part between its markers, from the tables of the
 * methods.
 *
 *     build/examples/methods                     the Markdown; tests/golden/methods.sh compares it */
#include "saltus.h"
#include <string.h>

/* Where the method is derived. */
static const char *page(const char *name)
{
    if (strstr(name, "mliqss")) return "mliqss";
    if (!strcmp(name, "liqss2") || !strcmp(name, "liqss1-2018")) return "liqss2";
    if (strstr(name, "liqss")) return "liqss";
    return strchr("bc", name[0]) ? name : "qss";
}

static void put_summary(const saltus_method_info *m, size_t n)
{
    puts("| method | order | bound | |\n|---|---|---|---|");
    for (size_t k = 0; k < n; k++)
        printf("| [%s](#%s) | %d | %g | %s |\n", m[k].name, m[k].name, m[k].order, m[k].bound,
               m[k].title);
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
    printf("\n## %s\n\n%c%s. %s\n\n", m->name, m->title[0] - 'a' + 'A', m->title + 1, m->text);
    printf("- Order: %d\n- Bound: |q - x| ≤ %g ΔQ\n- Options: ", m->order, m->bound);
    put_options(m->options);
    printf("- Source: [%s] in [refs.bib](refs.bib); derivation: [math/%s.md](math/%s.md)\n",
           m->cite, page(m->name), page(m->name));
}

int main(void)
{
    const saltus_method_info *list;
    size_t n = saltus_methods(&list);
    put_summary(list, n);
    for (size_t k = 0; k < n; k++) put_method(&list[k]);
    return 0;
}
