/* SPDX-License-Identifier: MIT */
/* source_sine.c - a sine as a train of truncated Taylor series whose error has a bound.
 *
 * About t_j, with w = 2 pi f and x_j = w t_j + phase,
 *     a sin(x_j + w s) = a sum_{n < N} (w s)^n / n! sin(x_j + n pi/2) + R,   |R| <= |a| (w s)^N / N!.      (1)
 * N = SALTUS_SERIES coefficients are sent. The remainder stays below `error` for
 *     w s <= d = (N! error / |a|)^(1/N).                                                    (2)
 * A turn is cut into n = ceil(2 pi / d) equal pieces, at least 4, so that the pieces of all turns
 * are the same:
 *     t = start + (k n + j) / (n f),   x_j = 2 pi j / n + phase.
 * The argument of sin is never large; a run of any length is as exact as its first turn.
 *
 * error = 0: a tenth of the absolute quantum of the run, or 1e-9 of the amplitude if there is none;
 * and at most a tenth of the relative one, of the amplitude, which may be in any unit.
 * At each renewal the signal jumps by at most `error`: far less than a quantum, no event for
 * anybody. */
#include "blocks/discrete/event.h"
#include "blocks/source/source.h"

#include <math.h>

static const double two_pi = 6.283185307179586;

static double bound(const saltus_cell *c, int32_t i, double amplitude)
{
    double error = saltus_part_real(c->part, "error", i);
    if (error > 0) return error;
    const saltus_options *o = saltus_cell_options(c);
    double most = o->rel > 0 ? 0.1 * o->rel * amplitude : INFINITY;
    return fmin(most, o->abs > 0 ? o->abs / 10 : 1e-9 * amplitude);
}

/* n above, as a number: it may be huge. */
static double pieces(const saltus_cell *c, int32_t i)
{
    double amplitude = fabs(saltus_part_real(c->part, "amplitude", i)), factorial = 1;
    for (int n = 2; n <= SALTUS_SERIES; n++) factorial *= n;
    double d = pow(factorial * bound(c, i, amplitude) / amplitude, 1.0 / SALTUS_SERIES); /* (2) */
    return fmax(4, ceil(two_pi / d));
}

static void expand(struct source_piece *p, double offset, double amplitude, double w, double x)
{
    double s = amplitude * sin(x), k = amplitude * cos(x), factor = 1;
    double around[4] = {s, k, -s, -k};
    p->order = SALTUS_SERIES - 1;
    p->open = 2;                              /* follows the time itself */
    for (int n = 0; n < SALTUS_SERIES; n++) { /* (1) */
        p->c[n] = around[n % 4] * factor;
        factor *= w / (n + 1);
    }
    p->c[0] += offset;
}

/* The piece, of all turns together, that t >= start belongs to. */
static int64_t piece_at(double t, double start, double rate)
{
    double k = floor((t - start) * rate);
    while (k > 0 && start + k / rate > t) k--;
    if (start + (k + 1) / rate <= t) k++;
    return (int64_t)fmax(k, 0);
}

static void sine_piece(saltus_cell *c, int32_t i, struct source_piece *p, double a, double f)
{
    double start = saltus_part_real(c->part, "start", i),
           offset = saltus_part_real(c->part, "offset", i);
    double phase = saltus_part_real(c->part, "phase", i), n = pieces(c, i), rate = n * f,
           last = p->t;
    if (p->k == 0)
        p->turn = c->t < start ? -1 : piece_at(c->t, start, rate);
    else
        p->turn++;
    double first = start + (double)p->turn / rate;
    p->t = p->k == 0 ? c->t : first;
    if (p->k > 0 && !(p->t > last))
        event_fail(c, "frequency", NULL, "pieces of %g s are below the rounding of the time",
                   1 / rate);
    double turns = p->turn < 0 ? 0 : fmod((double)p->turn, n) / n + (p->t - first) * f;
    expand(p, offset, a, two_pi * f, two_pi * turns + phase);
    if (p->turn < 0) p->order = p->open = 0;
}

/* Without a frequency or an amplitude there is one piece only. */
static void sine_next(saltus_cell *c, int32_t i, struct source_piece *p)
{
    double a = saltus_part_real(c->part, "amplitude", i),
           f = saltus_part_real(c->part, "frequency", i);
    if (a != 0 && f != 0) {
        sine_piece(c, i, p, a, f);
        return;
    }
    p->c[0] =
        saltus_part_real(c->part, "offset", i) + a * sin(saltus_part_real(c->part, "phase", i));
    p->t = p->k == 0 ? c->t : INFINITY;
}

static const saltus_param sine_params[] = {
    REAL_NEEDED_IN("frequency", 0, 1e300, "Hz", "turns per second"),
    REAL_PARAM("amplitude", 1, NULL, "half the distance from peak to peak"),
    REAL_PARAM("phase", 0, "rad", "the angle at the start; pi/2 makes it a cosine"),
    REAL_PARAM("offset", 0, NULL, "the mean"),
    REAL_PARAM("start", 0, "s", "when it begins; before, it stays at its first value"),
    REAL_IN(
        "error", 0, 0, 1e300, NULL,
        "bound of the error of the series that are sent; 0: a tenth of the run's absolute quantum, "
        "or of its relative one, of the amplitude, if that is less"),
    {0}};

const struct source_type source_sine = {
    SOURCE_TABLE("sine", "A sine, with a bound for its error",
                 "`offset + amplitude sin(2 pi frequency (t - start) + phase)`, as Taylor series "
                 "with five coefficients, open, renewed so often that the rest stays below "
                 "`error`: about `2.4 (amplitude / error)^(1/5)` times a turn. The instants of "
                 "renewal are fractions of a turn and do not drift.",
                 signal, sine_params),
    sine_next, NULL, 0};
