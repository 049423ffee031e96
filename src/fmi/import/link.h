/* SPDX-License-Identifier: MIT */
/* link.h - from a run to the server of its FMU (serve.h), which is in a process of its own or, on request, in this one.
 *
 * The process is the program itself, started anew with the word LINK_WORD (link_serve): the FMU finds neither the
 * memory nor the files of the run. What it prints goes to stderr. If it crashes, ends or does not answer in time, the
 * run is told in which function that was. */
#ifndef FMI_LINK_H
#define FMI_LINK_H

#include "fmi/import/serve.h"
#include <stdatomic.h>
#include <sys/types.h>

#define LINK_WORD "__fmu"

struct link {
    struct serve *serve; /* in this process */
    struct serve_page *page, own;
    char *page_path;
    pid_t pid; /* of the process; 0: it is not there */
    int fd;
    bool ended;             /* it has failed: nothing is asked any more */
    double limit;           /* seconds for an answer; 0: any time */
    const atomic_int *stop; /* not 0: the user wants an end; or NULL */
    struct wire request, reply;
    char text[700]; /* why it has ended */
    void (*log)(void *user, int status, const char *text);
    void *user;
};

/* folder: where the page can be; it stays as long as the link. False: text. */
bool link_open(struct link *l, const char *folder, bool in_process);
/* Ends the process, whatever it does. */
void link_close(struct link *l);
/* Begins a request: what belongs to the action is put behind it. */
struct wire *link_request(struct link *l, enum serve_action action);
/* Sends it. FINE: l->reply is at what the action gives. Else l->text; after FAILED nothing more is asked. */
enum serve_answer link_ask(struct link *l);

/* The main program of the process. */
int link_serve(const char *page_path);

#endif
