/* SPDX-License-Identifier: MIT */
/* number_exact.c - doubles to the shortest decimals that read back exactly, and back.
 *
 * A double v = m 2^e is what every real number between (2m - 1) 2^(e-1) and (2m + 1) 2^(e-1) reads
 * as; the ends belong to it if m is even; if m is a power of two the lower end is half as far.
 * Multiplied by 10^k, so that v has 17 or 18 digits before the point, these ends become integers lo
 * and hi with lo <= hi, since an ulp is then more than 1. The shortest decimal is the multiple of
 * the largest 10^d between them, and of several the nearest to v.
 *     v 10^k = m 5^k 2^(e+k)                                                              (1)
 * is exact in 128 bits for k <= 31, that is from 2^-49 up to 2^53. Other numbers are printed by the
 * C library with more and more digits until they read back: 15 digits always survive a double, 17
 * always suffice.
 *
 * Reading: up to 2^53, a product or quotient with a power of ten up to 10^22 is rounded once. The
 * rest is left to strtod. */
#include "out/number.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- Digits to text -------------------------------------------------------------------------- */

/* As %.15g would, but with all n digits; exponent: of the first digit. */
static void put_digits(char *p, const char *digit, int n, int exponent)
{
    int plain = exponent >= -4 && exponent < (n > 15 ? n : 15);
    int before = plain && exponent >= 0 ? exponent + 1
                 : plain                ? 0
                                        : 1; /* digits before the point */
    if (before == 0) *p++ = '0';
    for (int i = 0; i < before; i++) *p++ = i < n ? digit[i] : '0';
    if (n > before) *p++ = '.';
    if (plain)
        for (int i = exponent; i < -1; i++) *p++ = '0';
    for (int i = before; i < n; i++) *p++ = digit[i];
    if (!plain) p += sprintf(p, "e%c%02d", exponent < 0 ? '-' : '+', abs(exponent));
    *p = '\0';
}

/* ---- From 2^-49 up to 2^53 ------------------------------------------------------------------- */

#ifdef __SIZEOF_INT128__
__extension__ typedef unsigned __int128 wide;

static wide power_of_five(int k) /* k <= 31: below 2^72 */
{
    uint64_t p = 1, q = 1;
    for (int i = 0; i < k && i < 27; i++) p *= 5;
    for (int i = 27; i < k; i++) q *= 5;
    return (wide)p * q;
}

/* The multiple of 10^d, d as large as can be, in lo..hi that is nearest to v = at + rest, 0 <= rest
 * < 1; half: how rest compares to 1/2. */
static uint64_t shorten(uint64_t lo, uint64_t hi, uint64_t at, int half, int *d)
{
    uint64_t unit = 1;
    *d = 0;
    while (hi / (unit * 10) * (unit * 10) >= lo && unit < 1000000000000000000u / 10) {
        unit *= 10;
        ++*d;
    }
    uint64_t down = at / unit * unit, up = down + unit, rest = at - down;
    int side = unit == 1 ? half : rest * 2 < unit ? -1 : rest * 2 > unit || half != -2 ? 1 : 0;
    if (side == 0) side = down / unit % 2 ? 1 : -1;
    uint64_t best = side < 0 ? down : up;
    if (best < lo) best = up;
    if (best > hi) best = down;
    return best / unit;
}

static int exact_fast(char *buf, double v)
{
    int e;
    uint64_t m = (uint64_t)ldexp(frexp(v, &e), 53); /* v = m 2^(e - 53), m in 2^52 .. 2^53 */
    int k = 16 - (int)floor((e - 1) * 0.30102999566398114);
    int shift =
        2 + 53 - e - k; /* 4 v 10^k = 4 m 5^k / 2^(shift - 2), with 4 taken into the shift */
    wide p = power_of_five(k), one = (wide)1 << shift, mask = one - 1;
    wide x = p * (4 * m), low = x - (m == (uint64_t)1 << 52 ? p : 2 * p), high = x + 2 * p;
    uint64_t lo = (uint64_t)(low >> shift), hi = (uint64_t)(high >> shift),
             at = (uint64_t)(x >> shift);
    int even = m % 2 == 0;
    if ((low & mask) != 0 || !even) lo++;
    if ((high & mask) == 0 && !even) hi--;
    wide rest = x & mask;
    int half = rest == 0 ? -2 : rest * 2 < one ? -1 : rest * 2 > one ? 1 : 0, d, n;
    uint64_t digits = shorten(lo, hi, at, half, &d);
    char text[20];
    for (n = 0; digits > 0; digits /= 10) text[19 - n++] = (char)('0' + digits % 10);
    put_digits(buf, text + 20 - n, n, n - 1 + d - k);
    return 1;
}
#else
static int exact_fast(char *buf, double v)
{
    (void)buf, (void)v;
    return 0;
}
#endif

/* ---- Anything -------------------------------------------------------------------------------- */

/* The 16 digits above those in buf, if they read as v: the nearest 16 digits below a power of two
 * may not, though those above do, as the gap above is twice as wide. */
static int next_digits_fit(char *buf, double v)
{
    snprintf(buf, NUMBER_SIZE, "%#.16g", v); /* with zeros at the end */
    char *end = strchr(buf, 'e'), *p = end ? end : buf + strlen(buf);
    for (p--; p >= buf; p--) {
        if (*p < '0' || *p > '9') continue;
        *p = *p == '9' ? '0' : (char)(*p + 1);
        if (*p != '0') break;
    }
    return strtod(buf, NULL) == v;
}

static char *exact_slow(char *buf, double v)
{
    int half, is_power = frexp(v, &half) == 0.5;
    for (int digits = v < DBL_MIN ? 1 : 15; digits <= 17; digits++) {
        snprintf(buf, NUMBER_SIZE, "%.*g", digits, v);
        if (strtod(buf, NULL) == v) break;
        if (digits == 16 && is_power && v > DBL_MIN && next_digits_fit(buf, v)) break;
    }
    return number_plain(buf);
}

char *number_exact(char *buf, double v)
{
    char *p = buf;
    if (!isfinite(v)) return number_not_finite(buf, v);
    if (signbit(v)) *p++ = '-';
    v = fabs(v);
    if (v == 0)
        strcpy(p, "0");
    else if (v < 0x1p-49 || v >= 0x1p53 || !exact_fast(p, v))
        exact_slow(p, v);
    return buf;
}

/* ---- Reading --------------------------------------------------------------------------------- */

static const char *read_word(const char *s, double *v)
{
    static const struct {
        const char *word;
        double value;
    } words[] = {{"nan", NAN}, {"infinity", INFINITY}, {"inf", INFINITY}};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        size_t n = 0;
        while (words[i].word[n] && (s[n] | 32) == words[i].word[n]) n++;
        if (words[i].word[n]) continue;
        *v = words[i].value;
        return s + n;
    }
    return NULL;
}

/* strtod, whatever the point of the locale is. */
static double read_slow(const char *s, const char *end)
{
    char point[16], text[NUMBER_SIZE], *to = text;
    snprintf(point, sizeof point, "%.1f", 0.5); /* "0.5", or what it is here */
    size_t wide_point = strlen(point) - 2;
    for (; s < end && to < text + sizeof text - 16; s++) {
        if (*s != '.') {
            *to++ = *s;
            continue;
        }
        memcpy(to, point + 1, wide_point);
        to += wide_point;
    }
    *to = '\0';
    return s == end ? strtod(text, NULL) : NAN;
}

static int is_digit(char c)
{
    return c >= '0' && c <= '9';
}

struct decimal {
    uint64_t digits;  /* the first 19 */
    int many;         /* there were more, other than 0 */
    int64_t exponent; /* of ten */
    int any;
};

static const char *read_digits(const char *s, struct decimal *d, int after_point)
{
    for (; is_digit(*s); s++) {
        d->any = 1;
        if (d->digits < 1000000000000000000u) {
            d->digits = d->digits * 10 + (uint64_t)(*s - '0');
            d->exponent -= after_point;
        } else {
            d->many |= *s != '0';
            d->exponent += !after_point;
        }
    }
    return s;
}

static const char *read_exponent(const char *s, int64_t *exponent)
{
    if (*s != 'e' && *s != 'E') return s;
    const char *p = s + 1;
    int minus = *p == '-', e = 0;
    if (*p == '-' || *p == '+') p++;
    if (!is_digit(*p)) return s;
    for (; is_digit(*p); p++)
        if (e < 100000) e = 10 * e + (*p - '0');
    *exponent += minus ? -e : e;
    return p;
}

const char *number_read(const char *s, double *v)
{
    static const double ten[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                 1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
    struct decimal d = {0};
    int minus = *s == '-';
    if (*s == '-' || *s == '+') s++;
    const char *end = read_digits(s, &d, 0);
    if (*end == '.') end = read_digits(end + 1, &d, 1);
    if (d.any)
        end = read_exponent(end, &d.exponent);
    else
        end = read_word(s, v);
    if (!end) return NULL;
    if (d.any && !d.many && d.digits <= (uint64_t)1 << 53 && d.exponent >= -22 && d.exponent <= 22)
        *v = d.exponent < 0 ? (double)d.digits / ten[-d.exponent]
                            : (double)d.digits * ten[d.exponent];
    else if (d.any && end - s > NUMBER_SIZE - 32)
        return NULL; /* no one writes that many digits */
    else if (d.any)
        *v = read_slow(s, end);
    if (minus) *v = -*v;
    return end;
}

/* The exponent of a prefix of SI at the beginning of the text, and its length; 0: none. */
static size_t si_prefix(const char *text, int *exponent)
{
    static const struct {
        const char *text;
        int exponent;
    } list[] = {{"T", 12}, {"G", 9},   {"M", 6},   {"k", 3},         {"m", -3},       {"u", -6},
                {"n", -9}, {"p", -12}, {"f", -15}, {"\xc2\xb5", -6}, {"\xce\xbc", -6}};
    for (size_t k = 0; k < sizeof list / sizeof list[0]; k++) {
        size_t n = strlen(list[k].text);
        if (strncmp(text, list[k].text, n) != 0) continue;
        *exponent = list[k].exponent;
        return n;
    }
    return 0;
}

const char *number_read_si(const char *s, double *v)
{
    const char *end = number_read(s, v);
    char plain[64];
    int exponent;
    size_t n = end ? si_prefix(end, &exponent) : 0, digits = end ? (size_t)(end - s) : 0;
    if (n == 0) return end;
    if (digits > 40 || strspn(s, "+-.0123456789") != digits) return NULL;
    snprintf(plain, sizeof plain, "%.*se%d", (int)digits, s, exponent);
    return number_read(plain, v) ? end + n : NULL;
}
