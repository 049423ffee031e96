/* SPDX-License-Identifier: MIT */
/* main.c - the saltus command: finds the command in the table, has the rest of the line parsed,
 * runs it.
 *
 * Exit status: as command_exits says. Data goes to stdout, talk to stderr. What could not be written to stdout is noticed here, for all commands: a
 * full disk and a closed pipe end with 1 and a message. */
#include "cli/run/interrupt.h"
#include "cli/show/gallery.h"
#include "cli/core/table.h"
#include "fmi/import/link.h"
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

int cmd_version(const struct cli *c)
{
    (void)c;
    printf("saltus %s\n", saltus_version());
    return EXIT_FINE;
}

int cli_compile_exit(saltus_status s)
{
    if (s >= SALTUS_OK) return EXIT_FINE;
    return s == SALTUS_EMODEL || s == SALTUS_ELIMIT ? EXIT_MODEL : EXIT_RUN;
}

static int unknown_command(const char *word)
{
    static const struct option command = {.type = VALUE_COMMAND};
    char path[GALLERY_PATH];
    size_t n = strlen(word);
    if (gallery_model(word, path, sizeof path) || (n > 3 && strcmp(word + n - 3, ".mo") == 0)) {
        talk_error("'%s' is a model, not a command", word);
        talk_hint("to simulate it: saltus run %s", word);
    } else if (word[0] == '-') {
        talk_error("a command comes first, not the option '%s'", word);
        talk_hint("for example: saltus run buck; 'saltus help' lists the commands");
    } else {
        typed_fits(&command, "", word);
    }
    return EXIT_USAGE;
}

static int run_command(const struct command *command, int argc, char **argv)
{
    struct cli *c = cli_parse(command, argc, argv);
    int code;
    if (!c) return EXIT_USAGE;
    if (cli_wants_help(c)) {
        help_command(stdout, command);
        code = EXIT_FINE;
    } else {
        talk_set_silence(cli_times(c, "quiet"));
        code = command->run(c);
    }
    cli_free(c);
    return code;
}

static int dispatch(int argc, char **argv)
{
    static const char *const help[] = {"--help", "-h", "-help", "-?"};
    static const char *const version[] = {"--version", "-v", "-V", "-version"};
    const char *word = argc > 1 ? argv[1] : NULL;
    const struct command *command;
    if (!word) return help_overview(stderr), EXIT_USAGE;
    if (strcmp(word, "__complete") == 0) return completion_words(argc - 2, argv + 2);
    if (strcmp(word, LINK_WORD) == 0 && argc == 3) return link_serve(argv[2]);
    for (int k = 0; k < 4; k++) {
        if (strcmp(word, help[k]) == 0) word = "help";
        if (strcmp(word, version[k]) == 0) word = "version";
    }
    command = command_find(word);
    return command ? run_command(command, argc - 2, argv + 2) : unknown_command(word);
}

/* If stdin, stdout or stderr are closed, the next file to be opened would take their place, and
 * what is meant for them would go into it. What holds the place here cannot be written, so that a
 * missing stdout is noticed. */
static void hold_places(void)
{
    int fd;
    do fd = open("/dev/null", O_RDONLY);
    while (fd >= 0 && fd <= STDERR_FILENO);
    if (fd >= 0) close(fd);
}

int main(int argc, char **argv)
{
    int code;
    hold_places();
    signal(SIGPIPE, SIG_IGN); /* a closed pipe is a write error like any other */
    code = dispatch(argc, argv);
    errno = 0;
    if (fflush(stdout) != 0 || ferror(stdout)) {
        talk_error("stdout could not be written: %s",
                   errno ? strerror(errno) : "the disk is full, or the reader has gone");
        if (code == EXIT_FINE) code = EXIT_RUN;
    }
    interrupt_pass_on();
    return code;
}
