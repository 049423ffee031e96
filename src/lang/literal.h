/* SPDX-License-Identifier: MIT */
/* literal.h - the part of the lexer that reads numbers, strings and quoted names. Each starts at
 * lex->pos, leaves lex->pos behind what it read, and sets kind, text and value of the token. */
#ifndef LANG_LITERAL_H
#define LANG_LITERAL_H

#include "lang/lex.h"

void lex_number(struct lexer *lex, struct token *t); /* a digit, or a dot and a digit */
void lex_string(struct lexer *lex, struct token *t); /* " */
void lex_quoted(struct lexer *lex, struct token *t); /* ' */

/* Reports the run of bytes at lex->pos that are neither UTF-8 nor text, once, and skips it. */
void lex_invalid_bytes(struct lexer *lex);

#endif
