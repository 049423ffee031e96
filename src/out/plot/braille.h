/* SPDX-License-Identifier: MIT */
/* braille.h - a screen of characters with 2 x 4 dots each, and text over them. */
#ifndef OUT_BRAILLE_H
#define OUT_BRAILLE_H

#include <stdio.h>

enum { BRAILLE_COLUMNS = 500, BRAILLE_ROWS = 300 }; /* at most */
enum {
    BRAILLE_PLAIN = 0,
    BRAILLE_DIM = 254,
    BRAILLE_BOLD = 255
}; /* inks; else 1 + number of a curve */

struct braille_cell {
    char text[5]; /* of one letter, UTF-8; "": dots */
    unsigned char dots, ink;
};

struct braille {
    int columns, rows;
    int plain; /* 1: no characters beyond ASCII */
    struct braille_cell *cell;
};

/* Inks of curves without their colours: ESC [ 3 n m. */
int braille_colour(int ink);
/* The character that stands for dots where there are no dots. */
char braille_sign(int ink);

/* Dot x, y counted from the upper left corner of the screen; outside: ignored. */
void braille_dot(struct braille *b, int x, int y, int ink);
/* s at a place, at most `most` letters; outside: cut off. Returns how many letters were written. */
int braille_text(struct braille *b, int column, int row, const char *s, int most, int ink);
/* Lines without trailing spaces, up to the last that is not empty. */
void braille_print(const struct braille *b, FILE *f, int colour);

#endif
