/* SPDX-License-Identifier: MIT */
/* completion.c - words that could come next, from the table, and the scripts by which shells ask
 * for them.
 *
 * A script hands over the words up to the cursor ('saltus __complete WORD...'); the answer has a
 * candidate per line, each in place of the whole last word. A line that begins with "*" stands for
 * files: "*.mo" for those that end so, "*" for all; shells know best how to look for them and how
 * to quote. Bash cuts words at "=", so that "--method" "=" "l" comes in three pieces: they are put
 * together here, and the script takes off again what bash does not want. */
#include "cli/show/gallery.h"
#include "cli/core/table.h"
#include <string.h>

enum { MOST_WORDS = 1024, POOL = 1 << 16 };

struct asked {
    const char *word; /* what is there already                                     */
    size_t before;    /* so much of it stands fast: "--method=", "qss1,"           */
};

static void offer(const struct asked *a, const char *candidate)
{
    const char *typed = a->word + a->before;
    if (strncmp(candidate, typed, strlen(typed)) == 0)
        printf("%.*s%s\n", (int)a->before, a->word, candidate);
}

static void offer_choices(const struct asked *a, const char *choices)
{
    const char *word;
    char text[64];
    size_t n;
    for (size_t k = 0; (n = table_word(choices, k, &word)) > 0; k++) {
        snprintf(text, sizeof text, "%.*s", (int)n, word);
        offer(a, text);
    }
}

/* of_states: those that single states can have. */
static void offer_methods(const struct asked *a, bool of_states)
{
    const saltus_method_info *list;
    size_t n = methods_all(&list);
    for (size_t k = 0; k < n; k++)
        if (!of_states || methods_quantized(list[k].name)) offer(a, list[k].name);
}

static void offer_models(const struct asked *a)
{
    char **names;
    size_t n = gallery_list(&names);
    for (size_t k = 0; k < n; k++) offer(a, names[k]);
    gallery_free(names, n);
}

static void offer_commands(const struct asked *a)
{
    for (const struct command *c = command_list; c->name; c++) offer(a, c->name);
}

/* The endings become patterns: ".svg .png" -> *.svg, *.png */
static void offer_files(const char *choices)
{
    const char *word;
    size_t n;
    if (!choices) puts("*");
    for (size_t k = 0; choices && (n = table_word(choices, k, &word)) > 0; k++)
        if (*word == '.') printf("*%.*s\n", (int)n, word);
}

static void offer_values(const struct asked *a, enum value_type type, const char *choices)
{
    switch (type) {
    case VALUE_METHOD: offer_methods(a, false); break;
    case VALUE_CHOICE: offer_choices(a, choices); break;
    case VALUE_COMMAND: offer_commands(a); break;
    case VALUE_MODEL: offer_models(a), offer_files(".mo .json"); break;
    case VALUE_FILE: offer_files(choices); break;
    default: break;
    }
}

/* Of a list and of STATE=METHOD only the last part is open. */
static void offer_of(struct asked a, const struct option *o)
{
    const char *part = strrchr(a.word + a.before, o->list ? ',' : '=');
    if (part && (o->list || o->type == VALUE_METHOD_OF)) a.before = (size_t)(part + 1 - a.word);
    if (o->type == VALUE_METHOD_OF && part)
        offer_methods(&a, true);
    else
        offer_values(&a, o->type, o->choices);
}

static void offer_options(const struct asked *a, const struct command *c)
{
    char name[64];
    const struct option *o;
    for (struct option_walk w = {0}; (o = option_next(c, &w));)
        if (o->name) {
            snprintf(name, sizeof name, "--%s", o->name);
            offer(a, name);
        }
    offer(a, "--help");
}

/* ---- Where are we? --------------------------------------------------------------------------- */

/* The option that `word` is, waiting for its value in the next word; NULL: none. */
static const struct option *waiting(const struct command *c, const char *word)
{
    const struct option *o = NULL;
    if (strncmp(word, "--", 2) == 0) o = option_find(c, word + 2, strlen(word) - 2);
    if (word[0] == '-' && word[1] && !word[2]) o = option_letter(c, word[1]);
    return o && o->type != VALUE_NONE ? o : NULL;
}

/* The option of --name=VALUE; NULL: it is not that. */
static const struct option *joined(const struct command *c, struct asked *a)
{
    size_t n = strcspn(a->word, "=");
    if (strncmp(a->word, "--", 2) != 0 || !a->word[n]) return NULL;
    a->before = n + 1;
    return option_find(c, a->word + 2, n - 2);
}

/* Is there room for another operand? */
static bool room(const struct command *c, char **words, int n)
{
    int operands = 0;
    for (int k = 0; k + 1 < n; k++) {
        const struct option *o = k > 0 ? waiting(c, words[k - 1]) : NULL;
        operands += words[k][0] != '-' && (!o || (o->optional && !typed_takes(o, words[k])));
    }
    return operands < c->operands.most;
}

static void complete(const struct command *c, char **words, int n)
{
    struct asked a = {words[n - 1], 0};
    const struct option *o = n > 1 ? waiting(c, words[n - 2]) : NULL;
    if (o) offer_of(a, o);
    if (o && !o->optional) return;
    if ((o = joined(c, &a)))
        offer_of(a, o);
    else if (a.word[0] == '-')
        offer_options(&a, c);
    else if (room(c, words, n))
        offer_values(&a, c->operands.type, c->operands.choices);
}

/* The pieces of words that were cut at "=". How many words there are; 0: too many, too long. */
static int glue(int argc, char **argv, char **words, char *pool, size_t room)
{
    int n = 0;
    bool open = false;
    for (int k = 0; k < argc; k++) {
        size_t size = strlen(argv[k]) + 1;
        bool equals = strcmp(argv[k], "=") == 0;
        if (size > room || n == MOST_WORDS) return 0;
        if (n > 0 && (equals || open))
            pool--; /* over the 0 of the word before */
        else
            words[n++] = pool;
        memcpy(pool, argv[k], size);
        pool += size;
        room -= size;
        open = equals;
    }
    return n;
}

int completion_words(int argc, char **argv)
{
    char *words[MOST_WORDS], pool[POOL];
    int n = glue(argc, argv, words, pool, sizeof pool);
    const struct command *c = n > 1 ? command_find(words[0]) : NULL;
    if (n == 1) {
        struct asked a = {words[0], 0};
        offer_commands(&a);
        if (a.word[0] == '-') offer_choices(&a, "--help --version");
    }
    if (c) complete(c, words + 1, n - 1);
    return EXIT_FINE;
}

/* ---- Scripts --------------------------------------------------------------------------------- */

static const char bash[] =
    "# Completion of saltus for bash, made by 'saltus completion bash'.\n"
    "_saltus()\n"
    "{\n"
    "    local program=${COMP_WORDS[0]/#\\~\\//$HOME/} cur=${COMP_WORDS[COMP_CWORD]} line file\n"
    "    [[ $cur == = ]] && cur=\n"
    "    COMPREPLY=()\n"
    "    while IFS= read -r line; do\n"
    "        if [[ $line == \\** ]]; then\n"
    "            compopt -o filenames 2>/dev/null\n"
    "            while IFS= read -r file; do\n"
    "                COMPREPLY+=(\"$file\")\n"
    "            done < <(compgen -f -X \"!$line\" -- \"$cur\"; compgen -d -- \"$cur\")\n"
    "        else\n"
    "            COMPREPLY+=(\"${line##*=}\")\n"
    "        fi\n"
    "    done < <(\"$program\" __complete \"${COMP_WORDS[@]:1:COMP_CWORD}\" 2>/dev/null)\n"
    "}\n"
    "complete -F _saltus saltus\n";

static const char zsh[] =
    "#compdef saltus\n"
    "# Completion of saltus for zsh, made by 'saltus completion zsh'.\n"
    "_saltus()\n"
    "{\n"
    "    local line\n"
    "    local -a found files\n"
    "    while IFS= read -r line; do\n"
    "        if [[ $line == \\** ]]; then files+=(\"$line\"); else found+=(\"$line\"); fi\n"
    "    done < <(${~words[1]} __complete \"${(@)words[2,CURRENT]}\" 2>/dev/null)\n"
    "    (( $#found )) && compadd -a found\n"
    "    if (( $#files )); then\n"
    "        compset -P '--*='\n"
    "        _files -g \"(${(j:|:)files})\"\n"
    "    fi\n"
    "}\n"
    "if [[ $funcstack[1] == _saltus ]]; then _saltus \"$@\"; else compdef _saltus saltus; fi\n";

static const char fish[] =
    "# Completion of saltus for fish, made by 'saltus completion fish'.\n"
    "function __saltus_complete\n"
    "    set -l words (commandline -opc)\n"
    "    set -l token (commandline -ct)\n"
    "    for line in ($words[1] __complete $words[2..-1] \"$token\" 2>/dev/null)\n"
    "        if string match -q '\\\\**' -- $line\n"
    "            __fish_complete_suffix (string sub -s 2 -- $line)\n"
    "        else\n"
    "            echo $line\n"
    "        end\n"
    "    end\n"
    "end\n"
    "complete -c saltus -f -a '(__saltus_complete)'\n";

int cmd_completion(const struct cli *c)
{
    const char *shell = cli_operand(c, 0);
    if (!shell || strcmp(shell, "bash") == 0)
        fputs(bash, stdout);
    else if (strcmp(shell, "zsh") == 0)
        fputs(zsh, stdout);
    else
        fputs(fish, stdout);
    return EXIT_FINE;
}
