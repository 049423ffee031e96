/* SPDX-License-Identifier: MIT */
/* lang.h - model text to AST and back. */
#ifndef LANG_LANG_H
#define LANG_LANG_H

#include "lang/ast.h"
struct names; /* lex.h */

/* Parses text number `file` of m. Never NULL; what could not be understood is reported in m and
 * left out. Nesting deeper than 256 is an error. */
struct ast_file *parse_file(struct messages *m, struct names *names, int32_t file);
/* One expression and nothing else (for options such as --set N=2*3); NULL after an error. */
struct ast_expr *parse_expression(struct messages *m, struct names *names, int32_t file);

/* Modelica text that parse_file turns into the same tree. */
void print_file(FILE *out, const struct ast_file *file);
void print_class(FILE *out, const struct ast_class *c);
void print_expr(FILE *out, const struct ast_expr *e);
void print_stmt(FILE *out, const struct ast_stmt *s, int indent);
/* An expression as a short text in the arena, for messages and names; cut with ... after `most`
 * bytes. */
const char *print_short(struct arena *a, const struct ast_expr *e, size_t most);

/* "model"; "parameter", of the prefixes of a component; "a.b.c" and its place; path.c */
const char *class_word(enum class_kind kind);
const char *class_member_word(uint32_t prefixes);
const char *path_text(struct arena *a, const struct ast_part *path, int32_t n);
struct place path_place(const struct ast_part *path, int32_t n);

/* Structural equality, places and (check) fields ignored. */
bool ast_equal(const struct ast_file *a, const struct ast_file *b);
bool ast_same_modifier(const struct ast_modifier *a, const struct ast_modifier *b);
/* The tree as indented text with kinds and places, for --stage=ast and tests. */
void ast_dump(FILE *out, const struct messages *m, const struct ast_file *file);

#endif
