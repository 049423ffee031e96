/* SPDX-License-Identifier: MIT */
/* cli.h - the command line: one table of commands and options feeds parser, help, completion and
 * man pages.
 *
 * A command is a function that gets the parsed line and returns the exit status. It asks for
 * options by name; types have been checked before, with messages. Data goes to stdout, talk to
 * stderr. */
#ifndef CLI_CLI_H
#define CLI_CLI_H

#include "saltus.h"
#include "saltus_compile.h"
#include <stdbool.h>

/* As the help says (command_exits). After an interrupt main ends by the signal instead. */
enum { EXIT_FINE = 0, EXIT_RUN = 1, EXIT_USAGE = 2, EXIT_MODEL = 3 };

struct cli;

/* Operands: what is not an option. */
size_t cli_operands(const struct cli *c);
const char *cli_operand(const struct cli *c, size_t k); /* NULL: there is none */
bool cli_given(const struct cli *c, const char *option);
int cli_times(const struct cli *c, const char *option); /* how often it was given */
/* The last value given; NULL: not given (or given without a value, where that is allowed). Options
 * by their name without "--". */
const char *cli_text(const struct cli *c, const char *option);
double cli_number(const struct cli *c, const char *option, double otherwise);
/* Value k of an option that may be repeated (or has a list, separated by commas, if the table says
 * so); NULL: no more. */
const char *cli_value(const struct cli *c, const char *option, size_t k);
/* Was it given without a value? (--plot may be given both ways.) */
bool cli_bare(const struct cli *c, const char *option);

/* ---- arg.c: values as numbers; false: not of that form. Options of a type have been checked. - */

/* The whole text; inf is one, nan is not. 47u is 47e-6 (T G M k m u n p f). */
bool arg_number(const char *text, double *v);
/* NAME=REST: length of the name, 0: not of that form. The first = counts. */
size_t arg_name(const char *text, const char **rest);
/* Of a parameter: also true is 1, false is 0. */
bool arg_value(const char *text, double *v);
bool arg_setting(const char *text, size_t *name, double *v); /* NAME=VALUE                */

/* START:STEP:STOP, START:STOP (step 1), V1,V2,... or one value: n of them. */
struct arg_range {
    size_t n;
    const char *list; /* V1,V2,... (borrowed) or NULL */
    double start, step;
};
bool arg_range(const char *text, struct arg_range *r);
double arg_range_at(const struct arg_range *r, size_t k);

/* ---- methods_list.c: the methods of all libraries -------------------------------------------- */

size_t methods_all(const saltus_method_info **list);      /* how many; list: static             */
const saltus_method_info *methods_find(const char *name); /* NULL: there is none                */
/* The name of the quantized method to take that has these traits and this order. */
const char *methods_advised(saltus_trait is, int order);
/* Names of classic methods with these traits, joined by "or". */
const char *methods_classic(unsigned traits, char *buf, size_t size);
/* Those with a place in a list (info.compared, info.reference), in that order: the k-th; NULL:
 * there are fewer. */
const saltus_method_info *methods_compared(int k);
const saltus_method_info *methods_reference(bool quantized, int k);
bool methods_quantized(const char *name); /* do states move one by one?         */
/* "max_step": has it an effect? */
bool methods_listens(const saltus_method_info *m, const char *option);

/* The exit status that belongs to what the compiler returned. */
int cli_compile_exit(saltus_status s);

/* ---- talk.c: to the user, on stderr ---------------------------------------------------------- */

void talk_error(const char *format, ...)
    __attribute__((format(printf, 1, 2))); /* "saltus: ...\n"      */
void talk_hint(const char *format, ...)
    __attribute__((format(printf, 1, 2))); /* "    = hint: ...\n"  */
void talk_note(const char *format, ...)
    __attribute__((format(printf, 1, 2))); /* nothing with -q      */
void talk_warning(const char *format, ...)
    __attribute__((format(printf, 1, 2))); /* nothing with -qq     */
/* 0: all is said; 1 (-q): warnings and errors; 2 (-qq): errors. */
void talk_set_silence(int silence);
int talk_silence(void);
/* The nearest of n words, if it is near enough to be meant; else NULL. */
const char *talk_nearest(const char *word, const char *const *words, size_t n);

/* ---- gallery.c: models by name --------------------------------------------------------------- */

/* A path if there is such a file, else the path of the gallery model of that name (SALTUS_MODELS,
 * then beside the program: ../share/saltus/models, ../models, models), written to buf. NULL:
 * neither; has been said, with the nearest name. */
const char *gallery_find(const char *model, char *buf, size_t size);
/* The file of a class with its packages, A.B.C: A.mo or A/package.mo here or in one of the folders,
 * separated by ':'. False: the name is not of that form, or there is none. */
bool gallery_class(const char *name, const char *folders, char *buf, size_t size);
/* Names of all gallery models, sorted; you free the list with gallery_free. */
size_t gallery_list(char ***names);
void gallery_free(char **names, size_t n);

/* ---- library.c ------------------------------------------------------------------------------- */

/* The folders in which packages are looked for, separated by ':' (NULL: none); you free it. false:
 * has been said. */
bool cli_library(const struct cli *c, char **out);

/* ---- Commands, one file each ----------------------------------------------------------------- */

int cmd_run(const struct cli *c);
int cmd_compare(const struct cli *c);
int cmd_sweep(const struct cli *c);
int cmd_bound(const struct cli *c);
int cmd_step(const struct cli *c);
int cmd_explain(const struct cli *c);
int cmd_check(const struct cli *c);
int cmd_dump(const struct cli *c);
int cmd_export(const struct cli *c);
int cmd_methods(const struct cli *c);
int cmd_models(const struct cli *c);
int cmd_plot(const struct cli *c);
int cmd_measure(const struct cli *c);
int cmd_convert(const struct cli *c);
int cmd_blocks(const struct cli *c);
int cmd_cache(const struct cli *c);
int cmd_version(const struct cli *c);
int cmd_help(const struct cli *c);
int cmd_completion(const struct cli *c);
int cmd_man(const struct cli *c);

#endif
