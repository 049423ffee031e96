/* SPDX-License-Identifier: MIT */
/* contact.h - when do x and q meet, or part? The step rule of LIQSS1, LIQSS2 and mLIQSS as of
 * [dmk18].
 *
 * d = x - q is a line or parabola d0 + d1 s + d2 s^2. The next step is due when
 *     d = 0  (x has reached q, which was chosen for it)   or   |d| = band,                     (1)
 * whichever comes first. Turn the picture so that d0 > 0; then only the lines 0 and band matter:
 *     d2 > 0, d1 < 0, and the vertex at or below 0:   first root of d = 0;
 *     d2 > 0 otherwise:                               later root of d = band;
 *     d2 <= 0, d1 > 0, vertex at or above band:       first root of d = band;
 *     d2 <= 0 otherwise:                              later root of d = 0.
 * One square root and one division in each case.
 *
 * Two rules against rounding. The contact that a step was computed for is tangential, and
 * whether the vertex of d lies at +1e-17 or -1e-17 is chance: a vertex within 1e-3 D of 0 counts
 * as contact. And where |d0| < 1e-9 D, x = q holds already and is not an event to come: d starts
 * from 0. */
#ifndef QUANT_CONTACT_H
#define QUANT_CONTACT_H

#include <math.h>
#include <stdbool.h>

/* First s > 0 with d(s) = level, where d(0) = d0 < level and d1 > 0: the smaller root if d2 < 0
 * (disc >= 0 given). */
static inline double contact_rise(double gap, double d1, double disc)
{
    return 2 * gap / (d1 + sqrt(disc));
}

/* The one positive root of gap + d1 s + d2 s^2 = 0 where gap and d2 have opposite signs. */
static inline double contact_fall(double gap, double d1, double d2)
{
    double r = sqrt(d1 * d1 - 4 * d2 * gap);
    if (d2 < 0) return d1 > 0 ? (d1 + r) / (-2 * d2) : 2 * gap / (r - d1);
    return d1 < 0 ? (r - d1) / (2 * d2) : -2 * gap / (d1 + r);
}

/* d0 > 0, or d0 = 0 and d is about to grow; meet: the line 0 counts. */
static inline double contact_positive(double d0, double d1, double d2, double quantum, double band,
                                      bool meet)
{
    double disc;
    if (d2 == 0) {
        if (d1 > 0) return (band - d0) / d1;
        if (d1 == 0) return INFINITY;
        return meet ? -d0 / d1 : -(band + d0) / d1;
    }
    if (d2 > 0) {
        if (d1 < 0) {
            disc = d1 * d1 - 4 * d2 * d0;
            if (meet && disc >= 0) return 2 * d0 / (sqrt(disc) - d1);
            if (meet && disc > -4e-3 * d2 * quantum) return -d1 / (2 * d2);
            disc = d1 * d1 - 4 * d2 * (d0 + band);
            if (disc > 0) return 2 * (d0 + band) / (sqrt(disc) - d1);
        }
        return contact_fall(d0 - band, d1, d2);
    }
    if (d1 > 0) {
        disc = d1 * d1 + 4 * d2 * (band - d0);
        if (disc >= 0) return contact_rise(band - d0, d1, disc);
    }
    if (meet) return d0 > 0 || d1 > 0 ? contact_fall(d0, d1, d2) : 0;
    return contact_fall(d0 + band, d1, d2);
}

/* Time until (1), from d at the present; quantum: D; meet false: only |d| = band counts. */
static inline double contact_wait(double d0, double d1, double d2, double quantum, double band,
                                  bool meet)
{
    if (!(fabs(d0) < band)) return 0;
    if (fabs(d0) < 1e-9 * quantum) {
        bool up = d1 != 0 ? d1 > 0 : d2 > 0;
        return up ? contact_positive(0, d1, d2, quantum, band, meet)
                  : contact_positive(0, -d1, -d2, quantum, band, meet);
    }
    return d0 > 0 ? contact_positive(d0, d1, d2, quantum, band, meet)
                  : contact_positive(-d0, -d1, -d2, quantum, band, meet);
}

#endif
