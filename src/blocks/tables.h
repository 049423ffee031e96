/* SPDX-License-Identifier: MIT */
/* tables.h - rows that the tables of the block types share. A unit may be NULL: none. */
#ifndef BLOCKS_TABLES_H
#define BLOCKS_TABLES_H

#include "saltus_devs.h"

#define PORT_ROW(name_, type_, optional_, text_)                                                   \
    {                                                                                              \
        name_, SALTUS_TYPE_##type_, 0, optional_, text_                                            \
    }
#define SIGNAL_PORT(name_, text_)          PORT_ROW(name_, SIGNAL, 0, text_)
#define EVENT_PORT(name_, text_)           PORT_ROW(name_, EVENT, 0, text_)
#define OPTIONAL_PORT(type_, name_, text_) PORT_ROW(name_, type_, 1, text_)

/* Parameters: _NEEDED has no default, _IN has a range. */
#define PARAM_ROW(name_, kind_, needed_, value_, word_, choices_, min_, max_, unit_, text_)        \
    {                                                                                              \
        name_, SALTUS_##kind_, needed_, value_, word_, choices_, min_, max_, unit_, text_          \
    }
#define REAL_IN(name_, value_, min_, max_, unit_, text_)                                           \
    PARAM_ROW(name_, REAL, 0, value_, NULL, NULL, min_, max_, unit_, text_)
#define REAL_PARAM(name_, value_, unit_, text_) REAL_IN(name_, value_, 0, 0, unit_, text_)
#define REAL_NEEDED_IN(name_, min_, max_, unit_, text_)                                            \
    PARAM_ROW(name_, REAL, 1, 0, NULL, NULL, min_, max_, unit_, text_)
#define REAL_NEEDED(name_, unit_, text_) REAL_NEEDED_IN(name_, 0, 0, unit_, text_)
#define INTEGER_IN(name_, value_, min_, max_, text_)                                               \
    PARAM_ROW(name_, INTEGER, 0, value_, NULL, NULL, min_, max_, NULL, text_)
#define BOOLEAN_PARAM(name_, value_, text_)                                                        \
    PARAM_ROW(name_, BOOLEAN, 0, value_, NULL, NULL, 0, 0, NULL, text_)
#define BOOLEAN_NEEDED(name_, text_) PARAM_ROW(name_, BOOLEAN, 1, 0, NULL, NULL, 0, 0, NULL, text_)
#define REALS_PARAM(name_, unit_, text_)                                                           \
    PARAM_ROW(name_, REALS, 0, 0, NULL, NULL, 0, 0, unit_, text_)
#define REALS_NEEDED(name_, unit_, text_)                                                          \
    PARAM_ROW(name_, REALS, 1, 0, NULL, NULL, 0, 0, unit_, text_)
#define TEXT_PARAM(name_, word_, text_) PARAM_ROW(name_, TEXT, 0, 0, word_, NULL, 0, 0, NULL, text_)
#define TEXT_NEEDED(name_, text_)       PARAM_ROW(name_, TEXT, 1, 0, NULL, NULL, 0, 0, NULL, text_)
#define CHOICE_PARAM(name_, word_, choices_, text_)                                                \
    PARAM_ROW(name_, CHOICE, 0, 0, word_, choices_, 0, 0, NULL, text_)

/* Parts of a saltus_atomic. */
#define BLOCK_NAME(name_, group_, title_) .name = name_, .group = group_, .title = title_
#define BLOCK_TABLES(inputs_, outputs_, params_, shows_)                                           \
    .inputs = inputs_, .outputs = outputs_, .params = params_, .shows = shows_
#define BLOCK_STATE(type_, rank_)                                                                  \
    .struct_size = sizeof(saltus_atomic), .state_size = sizeof(type_), .rank = rank_
#define BLOCK_STEPS(start_, due_, lambda_, int_, ext_)                                             \
    .start = start_, .due = due_, .lambda = lambda_, .delta_int = int_, .delta_ext = ext_

#endif
