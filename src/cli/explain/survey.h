/* SPDX-License-Identifier: MIT */
/* survey.h - what kind of problem is it? Numbers from a short pilot run, and the method they speak
 * for. */
#ifndef CLI_SURVEY_H
#define CLI_SURVEY_H

#include "cli/run/point.h"

struct survey {
    int32_t n, guards, clocks;
    bool affine, timed, delayed;
    double density;        /* part of the pairs of states that the Jacobian has                   */
    double reached, until; /* time that the pilot run has covered; how far it would have gone     */
    int32_t points;        /* where the Jacobian was looked at                                   */
    uint64_t steps, events;
    double disturbed; /* part of the evaluations of derivatives that events have caused */
    double fast;  /* largest decay rate on the diagonal                                         */
    double stiff; /* largest product of such a rate and the mean step of its state               */
    int32_t stiff_state;
    /* the same for two states that drive each other: sqrt|a_ij a_ji| and their steps */
    double pair;
    int32_t pair_states[2];
    double pair_coupling; /* |a_ij a_ji| / |a_ii a_jj| of these                                   */
    bool spectrum; /* eigenvalues at the start are known:                                   */
    /* |Re|, smallest and largest of what decays; |Im| largest; largest Re */
    double slowest, fastest, swing, growth;
};

/* Silent. False: the model could not be looked at, and `why` says where. */
bool survey_make(const struct point *p, struct survey *s, char *why, size_t size);

/* A method, and the reasons in sentences, separated by line ends. rel: the relative tolerance in
 * use. */
const char *survey_advice(const struct survey *s, const saltus_sim *sim, double rel, char *why,
                          size_t size);

#endif
