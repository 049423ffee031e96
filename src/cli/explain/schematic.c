/* SPDX-License-Identifier: MIT */
/* schematic.c - components and wires as a drawing.
 *
 * The compiler lists components and wires (its stage "parts"); the library has an icon for each
 * class, with the places of its connectors. Connectors joined by wires are a net; the net of a
 * ground is not drawn, its connectors get the symbol of ground.
 *
 * The drawing is that of block diagrams (diagram/picture): boxes in layers from left to right, wires
 * from the right side of one box to the left side of others. So each connector needs a side. From
 * the sources on, a component is entered at its left and left at its right; what closes a loop goes
 * back. A component that is entered at its second pin is mirrored. */
#include "cli/explain/schematic.h"
#include "cli/core/grow.h"
#include "cli/show/gallery.h"
#include "diagram/picture/picture.h"
#include "out/number.h"
#include <errno.h>
#include <math.h>

enum side { NOWHERE, LEFT, RIGHT };

struct pin {
    char *name;
    int32_t part, net; /* net -1: no wire */
    double at[2];      /* in the icon, 0 .. 100 */
    enum side side;
    bool signal, output;
    int32_t port; /* number on its side */
};

struct part {
    char *name, *class_name;
    char *icon; /* NULL: none */
    char colour[8];
    bool ground, done;
    bool array, whole, split; /* an array; a wire names all of it, or an element by its number */
    int32_t box;
};

struct scheme {
    struct part *parts;
    struct pin *pins;
    int32_t n_parts, n_pins, n_nets, n_wires;
    bool *grounded;  /* by net */
    int32_t *driver; /* by net: the pin at a right side from which it is drawn; -1: none yet */
};

/* ---- Icons ----------------------------------------------------------------------------------- */

static char *read_file(const char *path)
{
    FILE *f = fopen(path, "rb");
    char *text = f ? grow_zero(65536, 1) : NULL;
    if (text && fread(text, 1, 65535, f) == 0) {
        free(text);
        text = NULL;
    }
    if (f) fclose(f);
    return text;
}

static int32_t add_pin(struct scheme *s, int32_t part, const char *name, size_t length)
{
    s->pins = grow_one(s->pins, (size_t)s->n_pins, sizeof *s->pins);
    struct pin *p = &s->pins[s->n_pins];
    *p = (struct pin){.name = grow_zero(length + 1, 1), .part = part, .net = -1};
    memcpy(p->name, name, length);
    return s->n_pins++;
}

/* Connectors have id, class and data-at; see tools/icons.py. */
static void read_icon(struct scheme *s, int32_t part, char *text)
{
    struct part *p = &s->parts[part];
    const char *colour = strstr(text, "color=\"#"), *at = text;
    char *body = strstr(text, "</title>"), *end = strstr(text, "</svg>");
    if (!body || !end) return;
    snprintf(p->colour, sizeof p->colour, "%.7s", colour ? colour + 7 : "#333333");
    while ((at = strstr(at, " id=\""))) {
        const char *class_name = strstr(at, "class=\"connector "),
                   *place = strstr(at, "data-at=\"");
        size_t n = strcspn(at + 5, "\"");
        if (!class_name || !place) break;
        int32_t k = add_pin(s, part, at + 5, n);
        struct pin *pin = &s->pins[k];
        class_name += 17;
        pin->signal = strstr(class_name, "put") && strstr(class_name, "put") < place;
        pin->output =
            pin->signal && strstr(class_name, "output") && strstr(class_name, "output") < place;
        place = number_read(place + 9, &pin->at[0]);
        if (place) number_read(place + 1, &pin->at[1]);
        at += 5 + n;
    }
    *end = 0;
    p->icon = grow_text(body + 8);
}

static void find_icon(struct scheme *s, int32_t part)
{
    char folder[GALLERY_PATH], path[GALLERY_PATH + 300], *text;
    if (!gallery_library(folder, sizeof folder)) return;
    snprintf(path, sizeof path, "%s/icons/%.250s.svg", folder, s->parts[part].class_name);
    if (!(text = read_file(path))) return;
    read_icon(s, part, text);
    free(text);
}

/* ---- Components and nets --------------------------------------------------------------------- */

static bool ends_in(const char *text, const char *end)
{
    size_t n = strlen(text), m = strlen(end);
    return n >= m && !strcmp(text + n - m, end);
}

static void add_part(struct scheme *s, const char *name, const char *class_name, bool array)
{
    s->parts = grow_one(s->parts, (size_t)s->n_parts, sizeof *s->parts);
    s->parts[s->n_parts] =
        (struct part){.name = grow_text(name), .class_name = grow_text(class_name), .box = -1};
    s->parts[s->n_parts].ground = ends_in(class_name, ".Ground");
    s->parts[s->n_parts].array = array;
    find_icon(s, s->n_parts++);
}

static int32_t part_named(const struct scheme *s, const char *text, size_t n)
{
    for (int32_t k = 0; k < s->n_parts; k++)
        if (!strncmp(s->parts[k].name, text, n) && !s->parts[k].name[n]) return k;
    return -1;
}

/* "coil", "s[2]": an element that is named by its number is a component of its own. */
static int32_t part_of(struct scheme *s, const char *text, size_t n)
{
    size_t base = strcspn(text, "[.");
    int32_t all = part_named(s, text, base), one;
    char name[300];
    if (all < 0 || !s->parts[all].array) return all;
    if (base >= n || memchr(text, '#', n)) {
        s->parts[all].whole = true;
        return all;
    }
    s->parts[all].split = true;
    if ((one = part_named(s, text, n)) >= 0) return one;
    snprintf(name, sizeof name, "%.*s", (int)n, text);
    add_part(s, name, s->parts[all].class_name, false);
    return s->n_parts - 1;
}

static int32_t pin_named(const struct scheme *s, int32_t part, const char *text, size_t n)
{
    for (int32_t k = 0; k < s->n_pins; k++)
        if (s->pins[k].part == part && !strncmp(s->pins[k].name, text, n) && !s->pins[k].name[n])
            return k;
    return -1;
}

/* "coil.p"; -1: not a connector of a component. An element of an array of connectors, u[2], is where
 * the icon has u. */
static int32_t pin_of(struct scheme *s, const char *text)
{
    size_t n = strcspn(text, "."), m;
    int32_t part, k, like;
    if (!text[n]) return -1;
    m = strcspn(text + n + 1, ".");
    if ((part = part_of(s, text, n)) < 0) return -1;
    if ((k = pin_named(s, part, text + n + 1, m)) >= 0) return k;
    like = pin_named(s, part, text + n + 1, strcspn(text + n + 1, "[."));
    k = add_pin(s, part, text + n + 1, m);
    if (like >= 0) {
        memcpy(s->pins[k].at, s->pins[like].at, sizeof s->pins[k].at);
        s->pins[k].signal = s->pins[like].signal;
        s->pins[k].output = s->pins[like].output;
    }
    return k;
}

static void join(struct scheme *s, int32_t a, int32_t b)
{
    int32_t net = s->pins[a].net >= 0 ? s->pins[a].net : s->pins[b].net;
    int32_t other = s->pins[b].net;
    if (net < 0) net = s->n_nets++;
    for (int32_t k = 0; k < s->n_pins; k++)
        if (other >= 0 && s->pins[k].net == other) s->pins[k].net = net;
    s->pins[a].net = s->pins[b].net = net;
    s->n_wires++;
}

static void read_lines(struct scheme *s, FILE *f)
{
    char line[1024], one[500], two[500];
    while (fgets(line, sizeof line, f)) {
        if (sscanf(line, "part %499s %499s", one, two) == 2) {
            add_part(s, one, two, ends_in(line, " array\n"));
        } else if (sscanf(line, "wire %499s %499s", one, two) == 2) {
            int32_t a = pin_of(s, one), b = pin_of(s, two);
            if (a >= 0 && b >= 0 && a != b) join(s, a, b);
        }
    }
    s->grounded = grow_zero((size_t)s->n_nets + 1, sizeof *s->grounded);
    s->driver = grow(NULL, (size_t)s->n_nets + 1, sizeof *s->driver);
    for (int32_t k = 0; k < s->n_nets; k++) s->driver[k] = -1;
    for (int32_t k = 0; k < s->n_pins; k++)
        if (s->pins[k].net >= 0 && s->parts[s->pins[k].part].ground)
            s->grounded[s->pins[k].net] = true;
}

/* ---- Sides ----------------------------------------------------------------------------------- */

static bool is_ground(const struct scheme *s, const struct pin *p)
{
    return p->net >= 0 && s->grounded[p->net];
}

/* Entered at pin `entry` (-1: it is a beginning); then all that its right side leads to. */
static void orient(struct scheme *s, int32_t part, int32_t entry)
{
    int32_t right = -1;
    if (s->parts[part].done || s->parts[part].ground || s->parts[part].split) return;
    s->parts[part].done = true;
    for (int32_t k = 0; entry < 0 && k < s->n_pins; k++) /* the pin that a beginning leads to */
        if (s->pins[k].part == part && !s->pins[k].signal && !is_ground(s, &s->pins[k]) &&
            right < 0)
            right = k;
    for (int32_t k = 0; k < s->n_pins; k++) {
        struct pin *p = &s->pins[k];
        if (p->part != part) continue;
        if (p->signal)
            p->side = p->output ? RIGHT : LEFT;
        else if (entry >= 0 && !s->pins[entry].signal)
            p->side = k == entry ? LEFT : RIGHT;
        else
            p->side = k == right ? RIGHT : LEFT;
        if (p->side == RIGHT && p->net >= 0 && s->driver[p->net] < 0) s->driver[p->net] = k;
    }
    for (int32_t k = 0; k < s->n_pins; k++) {
        if (s->pins[k].part != part || s->pins[k].side != RIGHT || s->pins[k].net < 0) continue;
        for (int32_t i = 0; i < s->n_pins && !is_ground(s, &s->pins[k]); i++)
            if (s->pins[i].net == s->pins[k].net && !s->pins[i].signal)
                orient(s, s->pins[i].part, i);
    }
}

static bool is_source(const struct part *p)
{
    return strstr(p->class_name, "Voltage") || strstr(p->class_name, "Current") ||
           strstr(p->class_name, "Torque") || strstr(p->class_name, "Temperature");
}

/* A net is drawn from a right side to left sides: it needs one of each. */
static void settle_nets(struct scheme *s)
{
    for (int32_t net = 0; net < s->n_nets; net++) {
        int32_t left = 0;
        if (s->grounded[net]) continue;
        for (int32_t k = 0; k < s->n_pins; k++)
            left += s->pins[k].net == net && s->pins[k].side == LEFT;
        for (int32_t k = 0; k < s->n_pins && s->driver[net] < 0; k++)
            if (s->pins[k].net == net && s->pins[k].side == LEFT) {
                s->pins[k].side = RIGHT;
                s->driver[net] = k;
                left--;
            }
        for (int32_t k = 0; left == 0 && k < s->n_pins; k++)
            if (s->pins[k].net == net && k != s->driver[net]) s->pins[k].side = LEFT;
    }
}

static void choose_sides(struct scheme *s)
{
    for (int pass = 0; pass < 2; pass++)
        for (int32_t k = 0; k < s->n_parts; k++)
            if (pass || (is_source(&s->parts[k]) && !strstr(s->parts[k].class_name, "Sensor")))
                orient(s, k, -1);
    settle_nets(s);
}

/* ---- The drawing ----------------------------------------------------------------------------- */

/* The row of a connector on its side: near its place, where none is yet. */
static int32_t free_row(const struct picture_port *port, int32_t n, double at)
{
    int32_t row = (int32_t)fmin(PICTURE_ICON - 1, fmax(1, round(at * PICTURE_ICON / 100)));
    for (int32_t tries = 0; tries < PICTURE_ICON; tries++) {
        int32_t k = 0;
        while (k < n && port[k].row != row) k++;
        if (k == n) return row;
        row = row % (PICTURE_ICON - 1) + 1;
    }
    return row;
}

/* Do all its texts look the same in a mirror? */
static bool is_symmetric(const char *icon)
{
    static const char *const same[] = {"+", "-", "A",        "V",           "M",
                                       "W", "T", "\xcf\x89", "\xe2\x88\x92"};
    for (const char *at = icon; (at = strstr(at, "<text")); at++) {
        const char *text = strchr(at, '>');
        size_t n = text ? strcspn(text + 1, "<") : 0, k = 0;
        while (k < sizeof same / sizeof *same &&
               (strlen(same[k]) != n || strncmp(same[k], text + 1, n) != 0))
            k++;
        if (k == sizeof same / sizeof *same) return false;
    }
    return true;
}

static void add_box(struct scheme *s, struct picture *p, int32_t part)
{
    struct part *q = &s->parts[part];
    struct arena *a = p->arena;
    const char *dot = strrchr(q->class_name, '.');
    struct picture_box b = {.name = q->name,
                            .symbol = dot ? dot + 1 : q->class_name,
                            .icon = q->icon,
                            .colour = q->colour};
    int32_t swapped = 0;
    b.in = ARENA_ARRAY(a, struct picture_port, s->n_pins + 1);
    b.out = ARENA_ARRAY(a, struct picture_port, s->n_pins + 1);
    picture_paint(&b, NULL);
    for (int32_t k = 0; k < s->n_pins; k++) {
        struct pin *pin = &s->pins[k];
        bool right = pin->side == RIGHT;
        if (pin->part != part || pin->net < 0) continue;
        if (!pin->signal) swapped += right == (pin->at[0] < 50) ? 1 : -1;
        struct picture_port *list = right ? b.out : b.in;
        int32_t *n = right ? &b.n_out : &b.n_in;
        list[*n] = (struct picture_port){.name = q->icon ? "" : pin->name,
                                         .slice = "",
                                         .row = free_row(list, *n, pin->at[1]),
                                         .at = {pin->at[0], pin->at[1]},
                                         .ground = is_ground(s, pin)};
        pin->port = (*n)++;
    }
    b.mirrored = swapped > 0 && q->icon && is_symmetric(q->icon);
    b.vector = q->array;
    q->box = p->boxes.n;
    VEC_ADD(a, &p->boxes, b);
}

static void add_wire(struct scheme *s, struct picture *p, int32_t from, int32_t to)
{
    const struct pin *f = &s->pins[from], *t = &s->pins[to];
    struct picture_wire w = {.from = s->parts[f->part].box,
                             .out = f->port,
                             .to = s->parts[t->part].box,
                             .in = t->port,
                             .plain = !f->signal};
    VEC_ADD(p->arena, &p->wires, w);
}

static void add_wires(struct scheme *s, struct picture *p)
{
    for (int32_t net = 0; net < s->n_nets; net++) {
        int32_t driver = s->driver[net], left = -1;
        if (s->grounded[net] || driver < 0) continue;
        for (int32_t k = 0; k < s->n_pins; k++)
            if (s->pins[k].net == net && s->pins[k].side == LEFT) {
                if (left < 0) left = k;
                add_wire(s, p, driver, k);
            }
        for (int32_t k = 0; k < s->n_pins && left >= 0; k++)
            if (s->pins[k].net == net && s->pins[k].side == RIGHT && k != driver)
                add_wire(s, p, k, left);
    }
}

static bool draw(struct scheme *s, const char *title, FILE *out)
{
    struct arena a;
    struct picture *p;
    volatile bool fine = true;
    arena_init(&a, NULL, NULL, 0);
    if (setjmp(a.fail)) {
        fine = false;
    } else {
        p = ARENA_NEW(&a, struct picture);
        p->arena = &a;
        p->title = title;
        for (int32_t k = 0; k < s->n_parts; k++)
            if (!s->parts[k].ground && !s->parts[k].split) add_box(s, p, k);
        add_wires(s, p);
        picture_place(p);
        picture_route(p);
        picture_svg(&p, 1, out);
    }
    arena_free(&a);
    return fine;
}

static void scheme_free(struct scheme *s)
{
    for (int32_t k = 0; k < s->n_parts; k++) {
        free(s->parts[k].name);
        free(s->parts[k].class_name);
        free(s->parts[k].icon);
    }
    for (int32_t k = 0; k < s->n_pins; k++) free(s->pins[k].name);
    free(s->parts);
    free(s->pins);
    free(s->grounded);
    free(s->driver);
}

static bool list_parts(const struct job *j, struct scheme *s)
{
    saltus_compile_options o = saltus_compile_defaults();
    FILE *f = tmpfile();
    bool fine;
    o.model = j->class_name;
    o.library = j->library;
    fine = f && saltus_compile_dump(j->path, "parts", &o, f) == SALTUS_OK;
    if (f) rewind(f);
    if (fine) read_lines(s, f);
    if (f) fclose(f);
    return fine;
}

/* An array of which wires name both single elements and all of it has no place in one drawing. */
static bool can_draw(const struct scheme *s)
{
    for (int32_t k = 0; k < s->n_parts; k++)
        if (s->parts[k].whole && s->parts[k].split) {
            talk_note("no schematic: wires name elements of '%s' by formulas; who drives whom is "
                      "drawn instead",
                      s->parts[k].name);
            return false;
        }
    return true;
}

int schematic_draw(const struct job *j, const char *title, const char *path)
{
    struct scheme s = {0};
    int status = 0;
    FILE *out;
    if (list_parts(j, &s) && s.n_wires > 0 && can_draw(&s)) {
        choose_sides(&s);
        errno = 0;
        out = out_open(path);
        status = out && draw(&s, title, out) ? 1 : -1;
        if (out && out_close(out) < 0) status = -1;
        if (status < 0) talk_error("%s: %s", path, errno ? strerror(errno) : "out of memory");
    }
    scheme_free(&s);
    return status;
}
