/* SPDX-License-Identifier: MIT */
/* print.h - what the files of the printer share: where the text goes. */
#ifndef LANG_PRINT_H
#define LANG_PRINT_H

#include "lang/lang.h"

struct printer {
    FILE *out; /* or NULL: to text[0..room-1] */
    char *text;
    size_t used, room; /* used > room: the text is full, and the rest is not wanted */
};

void print_text(struct printer *p, const char *s);
void print_quoted(struct printer *p, const char *s); /* a string literal */
/* A name; one that the grammar does not know, such as a.b of a flat class, in quotes: 'a.b'. In a
 * short text for a message: as it is. */
void print_name(struct printer *p, const char *s);
void print_expression(struct printer *p, const struct ast_expr *e);
void print_left_side(struct printer *p, const struct ast_expr *e); /* of = or := */
void print_path(struct printer *p, bool absolute, const struct ast_part *path, int32_t n);
void print_subscripts(struct printer *p, struct ast_expr *const *sub, int32_t n);
void print_iterators(struct printer *p, const struct ast_iterator *list, int32_t n);
void print_indent(struct printer *p, int indent);
void print_modifiers(struct printer *p, const struct ast_modifier *list, int32_t n);
void print_annotation(struct printer *p, const struct ast_modifier *list, int32_t n);
void print_comment(struct printer *p, const char *text, const struct ast_modifier *list, int32_t n);
void print_statement(struct printer *p, const struct ast_stmt *s, int indent);
void print_body(struct printer *p, const struct ast_body *b, int indent);

#endif
