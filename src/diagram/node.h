/* SPDX-License-Identifier: MIT */
/* node.h - JSON as a tree that knows where everything is.
 *
 * Strict JSON (RFC 8259) in UTF-8. Every error is reported with its place; a duplicate key in one
 * object is an error. */
#ifndef DIAGRAM_NODE_H
#define DIAGRAM_NODE_H

#include "diagram/say.h"

enum node_kind { NODE_NULL, NODE_FALSE, NODE_TRUE, NODE_NUMBER, NODE_TEXT, NODE_LIST, NODE_OBJECT };

struct node {
    uint8_t kind;
    bool
        /* TEXT: without escapes, so that its columns are those of the file; NUMBER: without . or
         * e */
        plain;
    uint32_t pos, len; /* with quotes or brackets                                          */
    uint32_t count;    /* TEXT: bytes; LIST, OBJECT: items                                  */
    union {
        double number;
        const char *text;   /* count bytes and a 0; has no 0 inside                        */
        struct node *first; /* LIST, OBJECT                                                */
    };
    struct node *next; /* in its list or object                                            */
    const char *key;   /* in an object; NULL: none                                         */
    uint32_t key_pos, key_len;
};

enum { NODE_DEPTH = 100 };

/* NULL: errors have been said. */
struct node *node_read(struct say *s, const struct say_file *f);

/* NULL: no object, or not there */
struct node *node_get(const struct node *object, const char *key);
/* NULL as well if the value is not an object */
struct node *node_object(const struct node *object, const char *key);
const char *node_kind_name(const struct node *n); /* "a number"                   */

#define NODE_EACH(item, parent)                                                                    \
    for (const struct node *item = (parent) && (parent)->kind >= NODE_LIST ? (parent)->first       \
                                                                           : NULL;                 \
         item; item = item->next)

#endif
