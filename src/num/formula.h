/* SPDX-License-Identifier: MIT */
/* formula.h - when does a Boolean formula of inequalities between polynomials become true?
 *
 * Atom j says p_j(s) > 0 for a polynomial p_j(s) = sum_k c[j][k] s^k of degree <= 8. A formula is a
 * list in postfix order: j >= 0 stands for atom j, SALTUS_AND, SALTUS_OR and SALTUS_NOT
 * (saltus_model.h) for what they say, at most SALTUS_FORMULA entries. The set of true atoms is a
 * word of bits.
 *
 * An atom has a value on intervals, not at points: at s it is the sign that p_j has just after s.
 * So a root that is only touched changes nothing, and p == 0 is false. */
#ifndef NUM_FORMULA_H
#define NUM_FORMULA_H

#include "num/roots.h"
#include "saltus_model.h"
#include <stdbool.h>

enum { FORMULA_ATOMS = 32, FORMULA_TERMS = ROOTS_MAX_DEGREE + 1 };

/* Is it a formula over the atoms 0..atoms-1, atoms <= FORMULA_ATOMS? */
bool formula_valid(const int32_t *code, int length, int atoms);

/* Its value, bit j of `holds` being atom j. */
bool formula_value(const int32_t *code, int length, uint32_t holds);

/* The value of atom p just after 0. */
bool formula_atom(const double *p, int n);

/* The first s in [0, limit] from which on the formula has the value `wanted`; +infinity: none.
 * limit may be +infinity. n: the degree of all p. */
double formula_first(const int32_t *code, int length, const double (*p)[FORMULA_TERMS], int atoms,
                     int n, double limit, bool wanted);

#endif
