/* SPDX-License-Identifier: MIT */
/* xml.h - reads XML element by element, from a stranger.
 *
 * What a model description needs and no more: elements, attributes, comments, CDATA and processing instructions, in
 * UTF-8. There are no document types, so that no entity can be declared; the five predefined ones and character
 * references are understood. Depth, attributes and lengths have limits. Text between elements is skipped. The first
 * mistake ends the reading: text and line stay in `error` and `error_line`. */
#ifndef FMI_XML_H
#define FMI_XML_H

#include "base/arena.h"
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

enum { XML_DEPTH = 64, XML_ATTRIBUTES = 64, XML_NAME = 128, XML_VALUES = 1 << 24 };

enum xml_event { XML_OPEN, XML_CLOSE, XML_END, XML_BAD };

struct xml_attribute {
    char name[XML_NAME];
    size_t value; /* where it begins in `values` */
};

struct xml {
    const char *at, *end;
    int line;
    int depth;    /* elements that are open         */
    bool closing; /* the last one was <x/>          */
    bool rooted;  /* there has been an element      */
    bool checked; /* the encoding is right          */
    char name[XML_DEPTH][XML_NAME];
    int opened[XML_DEPTH]; /* line of each                   */
    int n_attributes;
    struct xml_attribute attribute[XML_ATTRIBUTES];
    struct arena *arena;
    VEC(char) values; /* of the last element opened     */
    int error_line;
    char error[256];
};

/* text stays as long as the reading, with a 0 behind it. */
void xml_begin(struct xml *x, struct arena *a, const char *text, size_t size);
enum xml_event xml_next(struct xml *x);
/* Name of the element that was just opened, without its prefix. */
const char *xml_name(const struct xml *x);
/* Of the element that was just opened; NULL: it has no such attribute. */
const char *xml_get(const struct xml *x, const char *attribute);
/* A mistake found by the reader's user; the first one counts. Returns XML_BAD. */
enum xml_event xml_fail(struct xml *x, const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 2, 3)))
#endif
    ;

#endif
