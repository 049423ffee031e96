/* SPDX-License-Identifier: MIT */
/* gallery.h - where the gallery is; for 'saltus models'. Others need gallery_find (cli.h) only. */
#ifndef CLI_GALLERY_H
#define CLI_GALLERY_H

#include <stdbool.h>
#include <stddef.h>

enum { GALLERY_PATH = 4096 };

bool gallery_folder(char *buf, size_t size); /* false: there is none */
/* the packages that came with the program; false: none */
bool gallery_library(char *buf, size_t size);
/* The path of a file in the folder of model `name`; false: there is no such file. */
bool gallery_file(const char *name, const char *file, char *buf, size_t size);
bool gallery_model(const char *name, char *buf, size_t size);   /* of NAME.mo */
bool gallery_diagram(const char *name, char *buf, size_t size); /* of NAME.json */
/* NAME.json of all diagrams, sorted; freed by gallery_free */
size_t gallery_diagrams(char ***names);

#endif
