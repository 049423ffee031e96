/* SPDX-License-Identifier: MIT */
/* braille.c - a screen of characters: the block U+2800 of Unicode has one for each set of 2 x 4
 * dots.
 *
 * Bits of the dots, left and right column from top to bottom: 1 2 4 64, 8 16 32 128. Text covers
 * dots; the last ink of a cell colours all of it. On a plain screen a cell with dots shows the sign
 * of its last ink. */
#include "out/plot/braille.h"

#include "out/plot/mark.h"

#include <string.h>

int braille_colour(int ink)
{
    static const int colour[] = {6, 3, 2, 5, 4, 1}; /* cyan, yellow, green, magenta, blue, red */
    return colour[(ink + 5) % 6];
}

char braille_sign(int ink)
{
    return "*+ox#@%&"[(ink + 7) % 8];
}

static struct braille_cell *cell_at(struct braille *b, int column, int row)
{
    if (column < 0 || row < 0 || column >= b->columns || row >= b->rows) return NULL;
    return &b->cell[row * b->columns + column];
}

void braille_dot(struct braille *b, int x, int y, int ink)
{
    static const unsigned char bit[2][4] = {{1, 2, 4, 64}, {8, 16, 32, 128}};
    struct braille_cell *c = x < 0 || y < 0 ? NULL : cell_at(b, x / 2, y / 4);
    if (!c || *c->text) return;
    c->dots |= bit[x % 2][y % 4];
    c->ink = (unsigned char)ink;
}

static int letter_bytes(const char *s)
{
    int n = 1;
    while ((s[n] & 0xc0) == 0x80 && n < 4) n++;
    return n;
}

int braille_text(struct braille *b, int column, int row, const char *s, int most, int ink)
{
    char buf[1024];
    int written = 0;
    for (s = mark_clean(buf, sizeof buf, s, most); *s; written++) {
        int n = letter_bytes(s);
        struct braille_cell *c = cell_at(b, column + written, row);
        if (c) {
            memset(c->text, 0, sizeof c->text);
            memcpy(c->text, b->plain && n > 1 ? "?" : s, b->plain && n > 1 ? 1 : (size_t)n);
            c->ink = (unsigned char)ink;
        }
        s += n;
    }
    return written;
}

/* ---- Printing -------------------------------------------------------------------------------- */

static int is_blank(const struct braille_cell *c)
{
    return *c->text ? strcmp(c->text, " ") == 0 : c->dots == 0;
}

static void put_cell(FILE *f, const struct braille_cell *c, int plain)
{
    if (is_blank(c)) {
        putc(' ', f);
    } else if (*c->text) {
        fputs(c->text, f);
    } else if (plain) {
        putc(braille_sign(c->ink), f);
    } else { /* U+2800 + dots */
        putc(0xe2, f);
        putc(0xa0 | c->dots >> 6, f);
        putc(0x80 | (c->dots & 0x3f), f);
    }
}

static void put_ink(FILE *f, int ink)
{
    switch (ink) {
    case BRAILLE_PLAIN: fputs("\x1b[0m", f); break;
    case BRAILLE_DIM: fputs("\x1b[0;2m", f); break;
    case BRAILLE_BOLD: fputs("\x1b[0;1m", f); break;
    default: fprintf(f, "\x1b[0;3%dm", braille_colour(ink));
    }
}

static void put_row(FILE *f, const struct braille_cell *c, int n, int plain, int colour)
{
    int ink = BRAILLE_PLAIN;
    for (int i = 0; i < n; i++) {
        if (colour && !is_blank(&c[i]) && c[i].ink != ink) put_ink(f, ink = c[i].ink);
        put_cell(f, &c[i], plain);
    }
    if (ink != BRAILLE_PLAIN) put_ink(f, BRAILLE_PLAIN);
    putc('\n', f);
}

static int used_columns(const struct braille *b, int row)
{
    int n = b->columns;
    while (n > 0 && is_blank(&b->cell[row * b->columns + n - 1])) n--;
    return n;
}

void braille_print(const struct braille *b, FILE *f, int colour)
{
    int rows = b->rows;
    while (rows > 0 && used_columns(b, rows - 1) == 0) rows--;
    for (int i = 0; i < rows; i++)
        put_row(f, &b->cell[i * b->columns], used_columns(b, i), b->plain, colour);
}
