/* SPDX-License-Identifier: MIT */
/* blocks_doc.h - the tables of blocks as text: for the command, for docs/blocks.md, and for the
 * test that nothing is missing in them. */
#ifndef DIAGRAM_BLOCKS_DOC_H
#define DIAGRAM_BLOCKS_DOC_H

#include "saltus_devs.h"

/* What a group is called in headings: "events" -> "Discrete events"; a group that is not known by
 * its own name. */
const char *blocks_doc_group(const char *group);

/* Its title, which begins with a capital. */
void blocks_doc_title(const saltus_atomic *b, char *buf, size_t size);
/* "u1, u2, ..." of a port that stands for many; its name. */
void blocks_doc_port(const saltus_port *p, char *buf, size_t size);
/* "number, or one for each element", "one of a, b, c". */
void blocks_doc_kind(const saltus_param *p, char *buf, size_t size);
/* Default: "needed", "1", "'hold'", "none"; range: ">= 0", "0 .. 1", "" for none. */
void blocks_doc_default(const saltus_param *p, char *buf, size_t size);
void blocks_doc_range(const saltus_param *p, char *buf, size_t size);

/* All blocks as a page of Markdown. */
void blocks_doc_markdown(FILE *out);

/* What is missing in the table of a block; NULL: nothing. */
const char *blocks_doc_missing(const saltus_atomic *b, char *buf, size_t size);

#endif
