/* SPDX-License-Identifier: MIT */
/* path.c - words for messages: kinds of classes, names with dots, and which name may have been
 * meant.
 *
 * Several stages look names up, each in tables of its own; what they say if there is none is made
 * here. A name counts as misspelt if few letters differ: none of up to 2, one of up to 5, else two;
 * or upper and lower case only. */
#include "base/text.h"
#include "lang/lang.h"

#include <string.h>

const char *class_word(enum class_kind kind)
{
    static const char *const words[] = {
        [CLASS_MODEL] = "model",      [CLASS_BLOCK] = "block",
        [CLASS_CLASS] = "class",      [CLASS_FUNCTION] = "function",
        [CLASS_PACKAGE] = "package",  [CLASS_TYPE] = "type",
        [CLASS_RECORD] = "record",    [CLASS_CONNECTOR] = "connector",
        [CLASS_OPERATOR] = "operator"};
    return words[kind];
}

const char *class_member_word(uint32_t prefixes)
{
    return prefixes & PREFIX_CONSTANT    ? "constant"
           : prefixes & PREFIX_PARAMETER ? "parameter"
           : prefixes & PREFIX_INPUT     ? "input"
           : prefixes & PREFIX_OUTPUT    ? "output"
           : prefixes & PREFIX_DISCRETE  ? "discrete variable"
                                         : "variable";
}

const char *path_text(struct arena *a, const struct ast_part *path, int32_t n)
{
    const char *text = n > 0 ? path[0].name : "";
    for (int32_t k = 1; k < n; k++) text = arena_format(a, "%s.%s", text, path[k].name);
    return text;
}

struct place path_place(const struct ast_part *path, int32_t n)
{
    return place_join(path[0].at, path[n - 1].at);
}

/* r for R */
static bool differ_in_case(const char *a, const char *b)
{
    for (; *a && *b; a++, b++) {
        char x = *a >= 'A' && *a <= 'Z' ? (char)(*a - 'A' + 'a') : *a;
        char y = *b >= 'A' && *b <= 'Z' ? (char)(*b - 'A' + 'a') : *b;
        if (x != y) return false;
    }
    return *a == *b;
}

bool name_nearer(const char *wanted, const char *name, int *best)
{
    size_t n = strlen(wanted), common = 0, length = strlen(name);
    int most = n <= 2 ? 0 : n <= 5 ? 1 : 2, d;
    if (length == 0 || length > n + 2 || n > length + 2 || n > 64) return false;
    d = text_distance(wanted, name);
    if (d > 0 && differ_in_case(wanted, name)) d = most = 1;
    if (d == 0 || d > most) return false;
    while (common < n && wanted[common] == name[common]) common++;
    d = 100 * d - (int)common; /* at equal distance, the one that begins alike */
    if (d >= *best) return false;
    *best = d;
    return true;
}
