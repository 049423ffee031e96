/* SPDX-License-Identifier: MIT */
/* models.c - 'saltus models': the gallery, a line each, or one model with what its README says.
 *
 * The line is the heading of the README, "# name: what it is". */
#include "cli/core/cli.h"
#include "cli/show/gallery.h"
#include <errno.h>
#include <jansson.h>
#include <string.h>

/* What the model is, in a line; "" if no one says. */
static void headline(const char *name, char *buf, size_t size)
{
    char path[GALLERY_PATH], line[256], *colon;
    FILE *f = gallery_file(name, "README.md", path, sizeof path) ? fopen(path, "r") : NULL;
    buf[0] = 0;
    if (!f) return;
    if (fgets(line, sizeof line, f) && line[0] == '#') {
        line[strcspn(line, "\r\n")] = 0;
        colon = strchr(line, ':');
        snprintf(buf, size, "%s", colon ? colon + 1 + strspn(colon + 1, " ") : line + 2);
    }
    fclose(f);
}

static int copy(const char *path)
{
    char buf[1 << 14];
    size_t n;
    FILE *f = fopen(path, "r");
    bool failed = !f;
    while (f && (n = fread(buf, 1, sizeof buf, f)) > 0) fwrite(buf, 1, n, stdout);
    if (failed || ferror(f)) talk_error("%s: %s", path, strerror(errno)), failed = true;
    if (f) fclose(f);
    return failed ? EXIT_RUN : EXIT_FINE;
}

/* The text of a diagram, up to its first full stop or colon. */
static void diagram_line(const char *name, char *buf, size_t size)
{
    char path[GALLERY_PATH];
    json_t *root;
    const char *text;
    buf[0] = 0;
    if (!gallery_diagram(name, path, sizeof path)) return;
    root = json_load_file(path, 0, NULL);
    text = json_string_value(json_object_get(root, "text"));
    if (text) snprintf(buf, size, "%.*s", (int)strcspn(text, ".:\n"), text);
    json_decref(root);
}

static void put_diagrams(void)
{
    char **names, text[256];
    size_t n = gallery_diagrams(&names);
    if (n) puts("\nDiagrams");
    for (size_t k = 0; k < n; k++) {
        diagram_line(names[k], text, sizeof text);
        printf("%-*s%s\n", *text ? 19 : 0, names[k], text);
    }
    gallery_free(names, n);
}

static int put_list(void)
{
    char **names, text[256], folder[GALLERY_PATH];
    size_t n = gallery_list(&names);
    if (n == 0) {
        if (gallery_folder(folder, sizeof folder))
            talk_error("there are no models in the gallery, %s", folder);
        else
            talk_error("the gallery of models was not found");
        talk_hint("SALTUS_MODELS says where it is: a folder with NAME/NAME.mo for each model");
        return EXIT_RUN;
    }
    for (size_t k = 0; k < n; k++) {
        headline(names[k], text, sizeof text);
        printf("%-*s%s\n", *text ? 13 : 0, names[k], text);
    }
    gallery_free(names, n);
    put_diagrams();
    talk_note("\n'saltus models NAME' describes one, 'saltus run NAME' simulates it.");
    return EXIT_FINE;
}

static int put_one(const char *name, const char *path)
{
    char readme[GALLERY_PATH];
    int code;
    if (!gallery_file(name, "README.md", readme, sizeof readme)) return copy(path);
    code = copy(readme);
    printf("\nModel: %s\nTry:   saltus run %s\n", path, name);
    return code;
}

int cmd_models(const struct cli *c)
{
    const char *name = cli_operand(c, 0);
    char path[GALLERY_PATH];
    if (!name && (cli_given(c, "path") || cli_given(c, "text"))) {
        talk_error("of which model? For example: saltus models buck --path");
        return EXIT_USAGE;
    }
    if (!name) return put_list();
    if (!gallery_find(name, path, sizeof path)) return EXIT_USAGE;
    if (cli_given(c, "path")) return printf("%s\n", path), EXIT_FINE;
    return cli_given(c, "text") ? copy(path) : put_one(name, path);
}
