/* SPDX-License-Identifier: MIT */
/* table.h - what commands and options are: the one table behind parser, help, completion and man
 * pages.
 *
 * Options of runs are rows of the library (src/run/options.c). options.c has those that only the
 * command has, and for each command the list of what it takes; commands.c has the commands. */
#ifndef CLI_TABLE_H
#define CLI_TABLE_H

#include "cli/core/cli.h"

enum value_type {
    VALUE_NONE,      /* a switch                                                                 */
    VALUE_NUMBER,    /* finite                                                                   */
    VALUE_POSITIVE,  /* number > 0                                                               */
    VALUE_COUNT,     /* 0, 1, 2 ...; 1e6 is one, too                                             */
    VALUE_TOLERANCE, /* REL[,ABS], REL >= 0, ABS > 0                                             */
    VALUE_SETTING,   /* NAME=VALUE                                                               */
    VALUE_RANGE,     /* NAME=VALUE, NAME=V1,V2,... or NAME=START:STEP:STOP                       */
    VALUE_QUANTUM,   /* PATTERN=REL[,ABS]                                                        */
    VALUE_METHOD_OF, /* PATTERN=METHOD                                                           */
    VALUE_METHOD,    /* one of methods_all                                                       */
    VALUE_CHOICE,    /* one of `choices`                                                         */
    VALUE_SHARD,     /* K/N, 1 <= K <= N                                                         */
    VALUE_FILE,      /* a path; with `choices` it ends in one of those, or is "-" if listed      */
    VALUE_MODEL,     /* a gallery name or the path of a .mo file                                 */
    VALUE_COMMAND,   /* the name of a command                                                    */
    VALUE_TEXT       /* anything but nothing                                                     */
};

struct option {
    const char *name; /* without "--"; NULL: a heading of the list, whose text is `help`    */
    char letter;      /* short form, 0: none                                                */
    bool repeated;    /* may be given several times, all count                              */
    bool list;        /* values are separated by commas (not inside brackets)               */
    bool optional;    /* may stand without a value                                          */
    bool setting;     /* of a run: also a key of study files, and noted in results          */
    enum value_type type;
    const char *argument;  /* name of the value in help: "FILE"                                  */
    const char *choices;   /* separated by spaces: words, or endings ".svg .png"; NULL: any      */
    const char *otherwise; /* what holds if it is not given, as text; NULL: nothing to say       */
    const char *help;      /* one to three sentences                                             */
    const saltus_option_info *row; /* of the library; NULL: the command's own                     */
    const char *library; /* stands for a row of the library; all else is empty                 */
};

struct operand_kind {
    const char *usage;    /* "MODEL", "[METHOD]", "FILE..."                                     */
    int least, most;      /* how many                                                           */
    enum value_type type; /* what completion offers and the parser checks                       */
    const char *choices;  /* as for options                                                     */
};

struct command {
    const char *name;
    int (*run)(const struct cli *c);
    struct operand_kind operands;
    const char *summary;  /* one line, no full stop                                             */
    const char *text;     /* paragraphs, separated by an empty line; wrapped when printed       */
    const char *examples; /* lines "command\twhat it does"                                      */
    const struct option *const *options; /* ends with NULL; read by option_next; --help is added */
};

/* commands.c: in the order of the help; the last one has the name NULL. */
extern const struct command command_list[];
const struct command *command_find(const char *name); /* NULL: none */
/* What is true of all commands: environment variables "NAME\ttext" and exit status "0\ttext", by
 * lines. */
extern const char command_environment[], command_exits[];

/* options.c: which command takes which. */
typedef const struct option *const option_list[];
extern option_list options_run, options_compare, options_sweep, options_bound, options_explain,
    options_check, options_dump, options_export, options_models, options_plot, options_measure,
    options_convert, options_blocks, options_step, options_cache, options_man, options_none;
extern const struct option option_help; /* taken by every command */
/* The options and headings of a command, one after the other, those of the library put in; NULL: no
 * more. */
struct option_walk {
    size_t k, row; /* all 0 at the beginning */
};
const struct option *option_next(const struct command *c, struct option_walk *w);
/* NULL: the command has no such option. */
const struct option *option_find(const struct command *c, const char *name, size_t length);
const struct option *option_letter(const struct command *c, char letter);

/* Word k of a text of words separated by spaces; its length, 0: no more. */
size_t table_word(const char *words, size_t k, const char **word);

/* parse.c: the words after the command. NULL: wrong, which has been said. Free with cli_free. */
struct cli *cli_parse(const struct command *command, int argc, char **argv);
bool cli_wants_help(const struct cli *c); /* --help was among them */
const struct command *cli_command(const struct cli *c);
void cli_free(struct cli *c);

/* typed.c: is the text a value of that type? If not, says so: "saltus: --tol: '...' is not ...".
 * `where` is what the message begins with, "--tol" or "the model". */
bool typed_fits(const struct option *o, const char *where, const char *text);
/* Says what an option with choices takes, as a hint. */
void typed_tell(const struct option *o);
/* Would an optional value take this word? */
bool typed_takes(const struct option *o, const char *word);

/* completion.c: what could stand in place of the last of these words (the first is the program), a
 * line each; "*.mo": files that end so. Its exit status. */
int completion_words(int argc, char **argv);

/* help.c: pieces that methods and models use, too. Prints text from column `at` on with `indent`
 * spaces before every other line, no line longer than 80; an empty line in the text stays one. */
void help_wrap(FILE *f, const char *text, int indent, int at);
void help_overview(FILE *f);
void help_command(FILE *f, const struct command *c);
/* "--output FILE", "--plot[=FILE]"; its length. */
int help_option_name(char *buf, size_t size, const struct option *o);

#endif
