/* SPDX-License-Identifier: MIT */
/* pdm_map.c - the parameters of a block of PowerDEVS as those of ours, by templates:
 *
 *     high=$Base Value$+$Amplitude$      an expression; $a|b$ is a parameter that may have either name
 *     method=@Method                     the word that was chosen from a list, as one of ours
 *     weights=#K                         K[0], K[1], ..., as many as there are inputs
 *     y=%Function$                       a formula of u0, u1, ...
 *     kind='floor                        that word
 *     matrix=*A$                         a matrix, also if it is a row or a column
 *     shape=~Method                      of a list: its first entry is `hold`, any other `linear`
 *     file=^.svg                         the name of the part, then .svg
 *
 * Every parameter of theirs must be used or be among those that mean nothing here; what is left is
 * an error, because it would be lost. */
#include "diagram/powerdevs/pdm.h"
#include "out/number.h"
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum pdm_role pdm_role(const struct pdm_part *part)
{
    return part->map ? part->map->role : PDM_BLOCK;
}

/* ---- Their parameters ------------------------------------------------------------------------ */

/* The value of "Str; 1e-6 ; text": its second piece. */
static const char *value_of(struct pdm *p, const struct pdm_field *f)
{
    const char *kind = pdm_piece(p, f->value, 0), *value = pdm_piece(p, f->value, 1);
    if (!value) return kind ? kind : "";
    return value;
}

/* "3%QSS%QSS2%QSS3%" -> "QSS3"; a word without % is itself. NULL: the number is none of the
 * list. */
static const char *chosen(struct pdm *p, const char *value)
{
    char *end;
    long n = strtol(value, &end, 10);
    const char *s = end;
    if (end == value || *end != '%') return value;
    for (; n > 1 && *s; n--) s += 1 + strcspn(s + 1, "%");
    if (n != 1 || *s != '%' || !s[1]) return NULL;
    return arena_text(&p->arena, s + 1, strcspn(s + 1, "%"));
}

struct use { /* of the parameters of one part */
    struct pdm *p;
    struct pdm_part *part;
    const struct pdm_globals *g;
    const struct pdm_item *params;
    bool *used;
    pdm_names *names;
};

/* How many names there are in a list; where one of them is, -1: nowhere. */
static int32_t places(const char *list)
{
    int32_t n = list && *list;
    for (; list && *list; list++) n += *list == ';';
    return n;
}

static int32_t place_of(const char *list, const char *name)
{
    for (int32_t k = 0; list && *list; k++) {
        size_t n = strcspn(list, ";");
        if (pdm_equal(list, n, name)) return k;
        list += n + (list[n] == ';');
    }
    return -1;
}

/* Does the table know this name of a parameter, for whatever? */
static bool is_ours(const struct pdm_block *b, const char *key)
{
    size_t n = strlen(key);
    if (pdm_listed(b->idle, ';', key) || place_of(b->places, key) >= 0) return true;
    for (const char *s = b->values; (s = strpbrk(s, "$|@%#*~")) && *s;) {
        s++;
        if (pdm_equal(s, strcspn(s, "$|;"), key) && strcspn(s, "$|;") == n) return true;
    }
    return false;
}

/* Parameters count by their places. A file that has all of them, under names that are not known here,
 * has them in the order of the palette: the one in place of `name`, if its own name is not known. */
static const struct pdm_field *field_at(const struct use *u, const char *name)
{
    const struct pdm_block *b = u->part->map;
    int32_t k = place_of(b->places, name);
    if (k < 0 || !u->params || u->params->fields.n != places(b->places)) return NULL;
    return is_ours(b, u->params->fields.at[k].key) ? NULL : &u->params->fields.at[k];
}

/* The field that has one of the names a|b, or else its place; it counts as used. */
static const struct pdm_field *take_field(struct use *u, const char *names, size_t n)
{
    for (const char *s = names; s < names + n;) {
        size_t length = strcspn(s, "|");
        if (s + length > names + n) length = (size_t)(names + n - s);
        const char *name = arena_text(&u->p->arena, s, length);
        const struct pdm_field *f = pdm_field(u->params, name);
        if (!f) f = field_at(u, name);
        if (f) {
            u->used[f - u->params->fields.at] = true;
            return f;
        }
        s += length + 1;
    }
    return NULL;
}

/* Parameter k means nothing here, by its name or its place. */
static bool is_idle(const struct use *u, int32_t k)
{
    const struct pdm_block *b = u->part->map;
    const char *s = b->places;
    if (!strcmp(b->idle, "*") || pdm_listed(b->idle, ';', u->params->fields.at[k].key)) return true;
    if (!s || u->params->fields.n != places(s)) return false;
    for (; k > 0; k--) s += strcspn(s, ";") + 1;
    return pdm_listed(b->idle, ';', arena_text(&u->p->arena, s, strcspn(s, ";")));
}

static const char *expression_of(struct use *u, const struct pdm_field *f)
{
    const char *scilab = value_of(u->p, f), *what = NULL, *text;
    if (strcmp(scilab, "%Inputs") == 0) return arena_format(&u->p->arena, "%d", u->part->inputs);
    text = pdm_expression(u->p, *scilab ? scilab : "0", u->g, u->names, &what);
    if (what)
        pdm_error(u->p, f->line, NULL, "'%s' of '%s': %s has no counterpart in the model language",
                  f->key, u->part->name, what);
    return text ? text : "0";
}

/* ---- Templates ------------------------------------------------------------------------------- */

static bool plain(const char *s)
{
    if (*s == '-') s++;
    while (isalnum((unsigned char)*s) || *s == '_' || *s == '.') s++;
    return *s == 0;
}

/* "5/2" of two numbers -> 2.5; else the text. */
static const char *folded(struct pdm *p, const char *text)
{
    double a, b;
    const char *s = number_read(text, &a), *end;
    char buf[NUMBER_SIZE];
    if (!s || !*s || !strchr("+-*/", *s)) return text;
    end = number_read(s + 1, &b);
    if (!end || *end) return text;
    a = *s == '+' ? a + b : *s == '-' ? a - b : *s == '*' ? a * b : a / b;
    if (!(a - a == 0)) return text; /* not finite */
    return arena_format(&p->arena, "%s", number_exact(buf, a));
}

/* The template with every $name$ replaced; NULL: one of them was not given. */
static const char *filled(struct use *u, const char *s, size_t n)
{
    char *out = arena_text(&u->p->arena, "", 0);
    const char *end = s + n;
    while (s < end) {
        const char *close;
        if (*s != '$') {
            out = arena_format(&u->p->arena, "%s%c", out, *s++);
            continue;
        }
        close = memchr(s + 1, '$', (size_t)(end - s - 1));
        const struct pdm_field *f = close ? take_field(u, s + 1, (size_t)(close - s - 1)) : NULL;
        if (!f) return NULL;
        const char *text = expression_of(u, f);
        bool alone = n == (size_t)(close - s) + 1;
        out = arena_format(&u->p->arena, alone || plain(text) ? "%s%s" : "%s(%s)", out, text);
        s = close + 1;
    }
    return folded(u->p, out);
}

static const char *method_of(struct pdm *p, const char *word)
{
    static const char *const names[][2] = {{"QSS", "qss1"}, {"LIQSS", "liqss1"}};
    char *lower;
    for (size_t k = 0; k < sizeof names / sizeof *names; k++)
        if (pdm_equal(names[k][0], strlen(names[k][0]), word)) return names[k][1];
    lower = arena_text(&p->arena, word, strlen(word));
    for (char *s = lower; *s; s++) *s = (char)tolower((unsigned char)*s);
    return lower;
}

static bool method_exists(const char *name)
{
    const saltus_method_info *m;
    for (size_t k = 0; (m = saltus_method(k)); k++)
        if (strcmp(m->name, name) == 0) return true;
    return false;
}

/* A word from a list of theirs. */
static void choose(struct use *u, const char *ours, const char *theirs, size_t n)
{
    const struct pdm_field *f = take_field(u, theirs, n);
    const char *word = f ? chosen(u->p, value_of(u->p, f)) : NULL;
    struct pdm_value v = {.name = ours, .word = true};
    if (!f) return;
    if (word && strcmp(ours, "method") == 0) {
        v.text = method_of(u->p, word);
        if (!method_exists(v.text)) word = NULL;
    } else if (word && strcmp(ours, "hysteresis") == 0) {
        if (pdm_equal("No", 2, word)) return;
        word = NULL; /* its band has another place there */
    }
    if (!word) {
        pdm_error(u->p, f->line, NULL, "'%s' of '%s' is '%s', which is not converted", f->key,
                  u->part->name, value_of(u->p, f));
        return;
    }
    VEC_ADD(&u->p->arena, &u->part->values, v);
}

/* {K[0], K[1], ...}, as many as inputs; all 1: nothing need be said. */
static void weigh(struct use *u, const char *ours, const char *theirs)
{
    struct pdm_value v = {.name = ours};
    char *list = arena_text(&u->p->arena, "{", 1);
    bool ones = true;
    for (int32_t k = 0; k < u->part->inputs; k++) {
        char key[40];
        const struct pdm_field *f;
        const char *text;
        snprintf(key, sizeof key, "%.20s[%d]", theirs, k);
        f = take_field(u, key, strlen(key));
        text = f ? expression_of(u, f) : "0";
        ones = ones && strcmp(text, "1") == 0;
        list = arena_format(&u->p->arena, "%s%s%s", list, k ? ", " : "", text);
    }
    v.text = arena_format(&u->p->arena, "%s}", list);
    if (!ones) VEC_ADD(&u->p->arena, &u->part->values, v);
}

/* The text of a function of u0, u1, ... */
static void formula(struct use *u, const char *ours, const char *names, size_t n)
{
    const struct pdm_field *f = take_field(u, names, n);
    struct pdm_value v = {.name = ours, .word = true};
    pdm_names own = {0};
    const char *what = NULL;
    if (!f) {
        pdm_error(u->p, u->part->line, NULL, "'%s' has no function", u->part->name);
        return;
    }
    v.text = pdm_expression(u->p, value_of(u->p, f), u->g, &own, &what);
    if (what)
        pdm_error(u->p, f->line, NULL, "'%s' of '%s': %s has no counterpart", f->key, u->part->name,
                  what);
    for (int32_t k = 0; k < own.n; k++) {
        const char *s = own.at[k];
        if ((s[0] == 'u' && isdigit((unsigned char)s[1])) || strcmp(s, "y") == 0) continue;
        VEC_ADD(&u->p->arena, u->names, s);
    }
    if (v.text) VEC_ADD(&u->p->arena, &u->part->values, v);
}

/* "{a, b}", which a row and a column both are there, as the row [a, b] or the column [a; b]. */
static void matrix(struct use *u, const char *ours, const char *names, size_t n)
{
    const struct pdm_field *f = take_field(u, names, n);
    struct pdm_value v = {.name = ours};
    char *text;
    if (!f) return;
    v.text = expression_of(u, f);
    if (*v.text == '{') {
        text = arena_text(&u->p->arena, v.text, strlen(v.text));
        text[0] = '[';
        text[strlen(text) - 1] = ']';
        for (char *s = text; *s && strchr(value_of(u->p, f), ';'); s++)
            if (*s == ',') *s = ';';
        v.text = text;
    }
    VEC_ADD(&u->p->arena, &u->part->values, v);
}

/* One template "ours=...". */
static void apply(struct use *u, const char *s, size_t n)
{
    const char *equals = memchr(s, '=', n), *from = equals + 1;
    const char *ours = arena_text(&u->p->arena, s, (size_t)(equals - s));
    size_t rest = n - (size_t)(from - s);
    struct pdm_value v = {.name = ours};
    if (*from == '@') {
        choose(u, ours, from + 1, rest - 1);
    } else if (*from == '#') {
        weigh(u, ours, arena_text(&u->p->arena, from + 1, rest - 1));
    } else if (*from == '*') {
        matrix(u, ours, from + 1, rest - 2);
    } else if (*from == '~') {
        const struct pdm_field *f = take_field(u, from + 1, rest - 1);
        v.word = true;
        v.text = f && strtol(value_of(u->p, f), NULL, 10) > 1 ? "linear" : "hold";
        VEC_ADD(&u->p->arena, &u->part->values, v);
    } else if (*from == '%') {
        formula(u, ours, from + 1, rest - 2);
    } else if (*from == '\'' || *from == '^') {
        v.word = true;
        v.text = arena_format(&u->p->arena, "%s%.*s", *from == '^' ? u->part->id : "",
                              (int)rest - 1, from + 1);
        VEC_ADD(&u->p->arena, &u->part->values, v);
    } else if ((v.text = filled(u, from, rest))) {
        if (strcmp(ours, "size") == 0)
            u->part->size = v.text;
        else if (strcmp(ours, "index") == 0)
            u->part->index = v.text;
        else
            VEC_ADD(&u->p->arena, &u->part->values, v);
    }
}

/* ---- Parts ----------------------------------------------------------------------------------- */

static bool has_value(const struct pdm_part *part, const char *name)
{
    for (int32_t k = 0; k < part->values.n; k++)
        if (strcmp(part->values.at[k].name, name) == 0) return true;
    return false;
}

/* Palettes name parameters as they like, since they count by their places; but there must be as many
 * as are known here. */
static const char *known_names(struct use *u)
{
    const char *values = u->part->map->values, *order = u->part->map->places;
    if (order)
        return arena_format(
            &u->p->arena, "parameters are known by name, or by their places if there are %d: '%s'",
            (int)places(order), order);
    return arena_format(&u->p->arena,
                        "names are expected as in '%s'; give them these names in the file, or "
                        "convert with --partial and write the block into the diagram",
                        *values ? values : "no parameters at all");
}

/* What our block needs and theirs did not give; what theirs gave and nothing used. */
static void check_values(struct use *u)
{
    const struct pdm_block *b = u->part->map;
    for (const saltus_param *q = u->part->block ? u->part->block->params : NULL; q && q->name; q++)
        if (q->needed && !has_value(u->part, q->name) && strcmp(b->block, "expression") != 0)
            pdm_error(u->p, u->part->line, known_names(u),
                      "'%s' says nothing that could be '%s' of our block '%s'", u->part->name,
                      q->name, b->block);
    for (int32_t k = 0; u->params && k < u->params->fields.n; k++) {
        const struct pdm_field *f = &u->params->fields.at[k];
        if (u->used[k] || is_idle(u, k)) continue;
        pdm_error(u->p, f->line, known_names(u), "parameter '%s' of '%s' is not known", f->key,
                  u->part->name);
    }
}

/* A history that is a list of points has no counterpart. */
static void check_history(struct use *u)
{
    for (int32_t k = 0; k < u->part->values.n; k++) {
        const struct pdm_value *v = &u->part->values.at[k];
        if (strcmp(v->name, "start") != 0 || u->part->size || !strchr("{[", *v->text)) continue;
        if (strcmp(u->part->block->name, "variable_delay") && strcmp(u->part->block->name, "delay"))
            continue;
        pdm_error(u->p, u->part->line, "give it one number",
                  "the history of '%s' is not a constant, which is not converted", u->part->name);
    }
}

/* A cross detector that has no value to send sends its input. */
static void plain_crossing(struct pdm_part *part)
{
    int32_t n = 0;
    if (strcmp(part->block->name, "cross_detector") != 0 || has_value(part, "output")) return;
    for (int32_t k = 0; k < part->values.n; k++)
        if (strcmp(part->values.at[k].name, "value") != 0)
            part->values.at[n++] = part->values.at[k];
    part->values.n = n;
}

/* A row of ones is a sum. */
static void plain_sum(struct pdm_part *part)
{
    if (!part->block || strcmp(part->block->name, "matrix_gain") != 0 || !part->values.n) return;
    if (strncmp(part->values.at[0].text, "fill(1, ", 8) != 0) return;
    part->block = saltus_block("sum_over");
    part->values.n = 0;
}

static void map_part(struct pdm *p, struct pdm_part *part, const struct pdm_globals *g,
                     pdm_names *names)
{
    const struct pdm_item *params = pdm_inside(part->item, "Parameters");
    struct use u = {.p = p, .part = part, .g = g, .params = params, .names = names};
    u.used = ARENA_ARRAY(&p->arena, bool, params ? params->fields.n + 1 : 1);
    part->block = part->map->block ? saltus_block(part->map->block) : NULL;
    if (part->map->block && !part->block)
        pdm_error(p, part->line, NULL, "our library has no block '%s' for '%s'", part->map->block,
                  part->name);
    for (const char *s = part->map->values; *s;) {
        size_t n = strcspn(s, ";");
        apply(&u, s, n);
        s += n + strspn(s + n, "; ");
    }
    plain_sum(part);
    if (part->block) check_history(&u);
    if (part->block) plain_crossing(part);
    if (part->map->role != PDM_COMMAND) check_values(&u);
}

/* ---- All ------------------------------------------------------------------------------------- */

static void run_command(struct pdm *p, const struct pdm_part *part, struct pdm_globals *g)
{
    const struct pdm_item *params = pdm_inside(part->item, "Parameters");
    const struct pdm_field *f = pdm_field(params, "Run at Init");
    static const char *const later[] = {"Run at External", "Run at Exit"};
    if (f) pdm_assignments(p, f->line, value_of(p, f), g);
    for (size_t k = 0; k < sizeof later / sizeof *later; k++) {
        f = pdm_field(params, later[k]);
        if (f && *value_of(p, f))
            pdm_error(p, f->line, NULL, "'%s': commands during or after the run are not converted",
                      part->name);
    }
}

/* What to do about a block that is not known, by the folder or the header of its Path. */
static const char *advice(const char *path)
{
    static const char *const list[][2] = {
        {"petri",
         "a net is wired differently here: convert with --partial and add blocks 'place' and "
         "'transition' or 'timed_transition', with two wires for an arc to a transition "
         "('tokens' to 'in', 'take' back to 'take') and one for an arc from it ('put' to 'put'); "
         "docs/powerdevs.md has an example"},
        {"random", "see 'noise' and 'poisson' in 'saltus blocks'"},
        {"sound", "blocks for real time and sound have no counterpart"},
        {"realtime", "blocks for real time have no counterpart; see 'saltus run --speed'"}};
    char lower[64];
    size_t n = 0;
    for (; path[n] && n + 1 < sizeof lower; n++) lower[n] = (char)tolower((unsigned char)path[n]);
    lower[n] = 0;
    for (size_t k = 0; k < sizeof list / sizeof *list; k++)
        if (strstr(lower, list[k][0])) return list[k][1];
    return NULL;
}

/* One's own atomic model: what it may be supplied as. */
static const char *supply(struct pdm *p, const char *path)
{
    const char *s = path, *from = path;
    for (; *s; s++)
        if (*s == '/' || *s == '\\') from = s + 1;
    size_t n = strcspn(from, ".");
    return arena_format(
        &p->arena,
        "it is not of the library: write it as a model, %.*s.mo with its inputs and "
        "outputs, or in C (docs/powerdevs.md), convert with --partial, and put "
        "{\"block\": \"model\", \"file\": \"%.*s.mo\"} in its place",
        (int)n, from, (int)n, from);
}

void pdm_recognize(struct pdm *p, struct pdm_coupled *c, struct pdm_globals *g)
{
    for (int32_t k = 0; k < c->parts.n; k++) {
        struct pdm_part *part = &c->parts.at[k];
        if (part->inner) {
            pdm_recognize(p, part->inner, g);
            continue;
        }
        part->map = pdm_find(p, part);
        const char *hint = part->map ? NULL : advice(part->path);
        if (!part->map)
            pdm_error(p, part->line, hint ? hint : supply(p, part->path),
                      "block '%s' (%s) is not known", part->name,
                      *part->path ? part->path : "no Path");
        else if (part->map->role == PDM_COMMAND)
            run_command(p, part, g);
    }
}

static void add_used(struct pdm *p, pdm_names *to, const char *name)
{
    for (int32_t k = 0; k < to->n; k++)
        if (strcmp(to->at[k], name) == 0) return;
    VEC_ADD(&p->arena, to, name);
}

void pdm_map(struct pdm *p, struct pdm_coupled *c, const struct pdm_globals *g)
{
    for (int32_t k = 0; k < c->parts.n; k++) {
        struct pdm_part *part = &c->parts.at[k];
        if (part->inner) pdm_map(p, part->inner, g);
        for (int32_t i = 0; part->inner && i < part->inner->used.n; i++)
            add_used(p, &c->used, part->inner->used.at[i]);
        if (part->map) map_part(p, part, g, &c->used);
    }
}

/* ---- Ports ----------------------------------------------------------------------------------- */

/* Name k of "u1 u2 control". */
static const char *word_of(struct pdm *p, const char *words, int32_t k)
{
    for (; k > 0 && *words; k--)
        words += strcspn(words, " ") + strspn(words + strcspn(words, " "), " ");
    return *words ? arena_text(&p->arena, words, strcspn(words, " ")) : NULL;
}

static int32_t ports_in(const saltus_port *list)
{
    int32_t n = 0;
    while (list && list[n].name) n++;
    return n;
}

const char *pdm_port_name(struct pdm *p, const struct pdm_part *part, int way, int32_t port)
{
    const struct pdm_block *b = part->map;
    const saltus_port *list =
        part->block ? (way ? part->block->outputs : part->block->inputs) : NULL;
    const char *words = b ? (way ? b->out : b->in) : NULL;
    int32_t n = ports_in(list);
    if (b && b->block && !way && (!strcmp(b->block, "expression") || !strcmp(b->block, "implicit")))
        return arena_format(&p->arena, "u%d", port);
    if (b && b->block && way && (!strcmp(b->block, "expression") || !strcmp(b->block, "implicit")))
        return port ? NULL : "";
    if (words) {
        const char *name = word_of(p, words, port);
        return name && n == 1 ? "" : name;
    }
    if (n == 1 && !list[0].many) return port == 0 ? "" : NULL;
    if (port < n && !list[port].many) return list[port].name;
    if (n && list[n - 1].many)
        return arena_format(&p->arena, "%s%d", list[n - 1].name, port - n + 2);
    return NULL;
}

bool pdm_port_events(struct pdm *p, const struct pdm_part *part, int way, int32_t port)
{
    const saltus_port *list =
        part->block ? (way ? part->block->outputs : part->block->inputs) : NULL;
    const char *name = part->block ? pdm_port_name(p, part, way, port) : NULL;
    for (; list && name && list->name; list++) {
        size_t n = strlen(list->name);
        if (!*name || !strcmp(name, list->name) || (list->many && !strncmp(name, list->name, n)))
            return list->type && !strcmp(list->type, SALTUS_TYPE_EVENT);
    }
    return false;
}
