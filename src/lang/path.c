/* SPDX-License-Identifier: MIT */
/* path.c - words for messages: kinds of classes, names with dots, and which name may have been
 * meant.
 *
 * Several stages look names up, each in tables of its own; what they say if there is none is made
 * here. */
#include "lang/lang.h"

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
