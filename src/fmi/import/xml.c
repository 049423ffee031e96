/* SPDX-License-Identifier: MIT */
/* xml.c - see xml.h. */
#include "fmi/import/xml.h"
#include "base/utf8.h"
#include <stdio.h>
#include <string.h>

void xml_begin(struct xml *x, struct arena *a, const char *text, size_t size)
{
    memset(x, 0, sizeof *x);
    x->at = text;
    x->end = text + size;
    x->line = 1;
    x->arena = a;
    if (size >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0) x->at += 3;
}

enum xml_event xml_fail(struct xml *x, const char *format, ...)
{
    va_list args;
    if (*x->error) return XML_BAD;
    va_start(args, format);
    vsnprintf(x->error, sizeof x->error, format, args);
    va_end(args);
    x->error_line = x->line;
    return XML_BAD;
}

/* ---- Characters ------------------------------------------------------------------------------ */

static bool space(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

static bool name_char(char c, bool first)
{
    if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == ':') return true;
    if ((unsigned char)c >= 0x80) return true;
    return !first && ((c >= '0' && c <= '9') || c == '-' || c == '.');
}

static void skip(struct xml *x, size_t n)
{
    for (; n > 0; n--)
        if (*x->at++ == '\n') x->line++;
}

static void skip_space(struct xml *x)
{
    while (x->at < x->end && space(*x->at)) skip(x, 1);
}

static bool begins(const struct xml *x, const char *text)
{
    size_t n = strlen(text);
    return (size_t)(x->end - x->at) >= n && memcmp(x->at, text, n) == 0;
}

/* Goes behind the next `text`. */
static bool skip_past(struct xml *x, const char *text, const char *what)
{
    int line = x->line;
    while (x->at < x->end && !begins(x, text)) skip(x, 1);
    if (x->at < x->end) {
        skip(x, strlen(text));
        return true;
    }
    x->line = line;
    xml_fail(x, "%s that begins here does not end", what);
    return false;
}

/* name = letter { letter | digit | "-" | "." | ":" }; of an element the prefix before ":" is dropped */
static bool read_name(struct xml *x, char to[XML_NAME], bool whole, const char *what)
{
    size_t n = 0;
    if (x->at == x->end || !name_char(*x->at, true)) {
        xml_fail(x, "a name of %s is missing", what);
        return false;
    }
    for (; x->at < x->end && name_char(*x->at, n == 0); x->at++) {
        if (*x->at == ':' && !whole) {
            n = 0;
            continue;
        }
        if (n == XML_NAME - 1) {
            xml_fail(x, "a name of %s is longer than %d bytes", what, XML_NAME - 1);
            return false;
        }
        to[n++] = *x->at;
    }
    to[n] = 0;
    return true;
}

/* ---- Values ---------------------------------------------------------------------------------- */

static bool put(struct xml *x, char c)
{
    if (x->values.n >= XML_VALUES) {
        xml_fail(x, "the attributes of an element are longer than %d bytes", XML_VALUES);
        return false;
    }
    VEC_ADD(x->arena, &x->values, c);
    return true;
}

static bool put_code(struct xml *x, unsigned long code)
{
    char bytes[8], *end;
    if (code == 0 || code > 0x10FFFF || (code >= 0xD800 && code < 0xE000)) {
        xml_fail(x, "a character reference is no character");
        return false;
    }
    end = utf8_put(bytes, (unsigned)code);
    for (const char *c = bytes; c < end; c++)
        if (!put(x, *c)) return false;
    return true;
}

/* "&#" digits ";" or "&#x" hexadecimal digits ";" */
static bool character(struct xml *x)
{
    bool hex = begins(x, "&#x");
    unsigned long code = 0;
    int digits = 0;
    for (x->at += hex ? 3 : 2; x->at < x->end && *x->at != ';'; x->at++, digits++) {
        char c = *x->at;
        int d = c >= '0' && c <= '9'          ? c - '0'
                : hex && c >= 'a' && c <= 'f' ? c - 'a' + 10
                : hex && c >= 'A' && c <= 'F' ? c - 'A' + 10
                                              : -1;
        if (d < 0 || digits == 8) {
            xml_fail(x, "a character reference is malformed");
            return false;
        }
        code = code * (hex ? 16 : 10) + (unsigned long)d;
    }
    if (x->at == x->end || digits == 0) {
        xml_fail(x, "a character reference is malformed");
        return false;
    }
    x->at++;
    return put_code(x, code);
}

static bool entity(struct xml *x)
{
    static const struct {
        const char *text;
        char c;
    } known[] = {{"&lt;", '<'}, {"&gt;", '>'}, {"&amp;", '&'}, {"&quot;", '"'}, {"&apos;", '\''}};
    if (begins(x, "&#")) return character(x);
    for (int k = 0; k < 5; k++) {
        if (!begins(x, known[k].text)) continue;
        x->at += strlen(known[k].text);
        return put(x, known[k].c);
    }
    xml_fail(x, "an entity other than &lt; &gt; &amp; &quot; &apos;: none can be declared");
    return false;
}

static bool read_value(struct xml *x, size_t *to)
{
    char quote;
    if (x->at == x->end || (*x->at != '"' && *x->at != '\'')) {
        xml_fail(x, "the value of an attribute is not in quotes");
        return false;
    }
    quote = *x->at++;
    *to = (size_t)x->values.n;
    while (x->at < x->end && *x->at != quote) {
        bool good;
        if (*x->at == '<') {
            xml_fail(x, "'<' in the value of an attribute; is a quote missing?");
            return false;
        }
        if (*x->at == '&') {
            good = entity(x);
        } else {
            good = put(x, space(*x->at) ? ' ' : *x->at);
            skip(x, 1);
        }
        if (!good) return false;
    }
    if (x->at == x->end) {
        xml_fail(x, "the value of an attribute does not end");
        return false;
    }
    x->at++;
    return put(x, 0);
}

/* attribute = name "=" value */
static bool read_attribute(struct xml *x)
{
    struct xml_attribute *a = &x->attribute[x->n_attributes];
    if (x->n_attributes == XML_ATTRIBUTES) {
        xml_fail(x, "an element has more than %d attributes", XML_ATTRIBUTES);
        return false;
    }
    if (!read_name(x, a->name, true, "an attribute")) return false;
    skip_space(x);
    if (x->at == x->end || *x->at != '=') {
        xml_fail(x, "'=' is missing after the attribute '%s'", a->name);
        return false;
    }
    x->at++;
    skip_space(x);
    if (!read_value(x, &a->value)) return false;
    for (int k = 0; k < x->n_attributes; k++) {
        if (strcmp(x->attribute[k].name, a->name) != 0) continue;
        xml_fail(x, "the attribute '%s' is given twice", a->name);
        return false;
    }
    x->n_attributes++;
    return true;
}

/* ---- Elements -------------------------------------------------------------------------------- */

/* "<" name { attribute } ( ">" | "/>" ) */
static enum xml_event open_element(struct xml *x)
{
    x->n_attributes = 0;
    x->values.n = 0;
    if (x->depth == 0 && x->rooted) return xml_fail(x, "a second element at the outermost level");
    if (x->depth == XML_DEPTH) return xml_fail(x, "elements are nested deeper than %d", XML_DEPTH);
    x->rooted = true;
    x->opened[x->depth] = x->line;
    x->at++;
    if (!read_name(x, x->name[x->depth], false, "an element")) return XML_BAD;
    x->depth++;
    for (;;) {
        const char *before = x->at;
        skip_space(x);
        if (x->at == x->end) {
            x->line = x->opened[x->depth - 1];
            return xml_fail(x, "the tag <%s> does not end", xml_name(x));
        }
        if (*x->at == '>') {
            x->at++;
            return XML_OPEN;
        }
        if (begins(x, "/>")) {
            x->at += 2;
            x->closing = true;
            return XML_OPEN;
        }
        if (x->at == before) return xml_fail(x, "a space is missing in the tag <%s>", xml_name(x));
        if (!read_attribute(x)) return XML_BAD;
    }
}

/* "</" name ">" */
static enum xml_event close_element(struct xml *x)
{
    char name[XML_NAME];
    x->at += 2;
    if (!read_name(x, name, false, "an element")) return XML_BAD;
    skip_space(x);
    if (x->at == x->end || *x->at != '>') return xml_fail(x, "'>' is missing after </%s", name);
    x->at++;
    if (x->depth == 0) return xml_fail(x, "</%s> closes nothing", name);
    if (strcmp(name, xml_name(x)) != 0)
        return xml_fail(x, "</%s> closes <%s>, which line %d opens", name, xml_name(x),
                        x->opened[x->depth - 1]);
    x->depth--;
    return XML_CLOSE;
}

/* Text, comments and the like, up to the next tag. */
static bool skip_rest(struct xml *x)
{
    for (;;) {
        while (x->at < x->end && *x->at != '<') {
            if (x->depth == 0 && !space(*x->at)) {
                xml_fail(x, x->rooted ? "text after the last element"
                                      : "this is not XML: it does not begin with '<'");
                return false;
            }
            if (*x->at == '&') {
                x->values.n = 0;
                x->n_attributes = 0;
                if (!entity(x)) return false;
            } else {
                skip(x, 1);
            }
        }
        if (begins(x, "<!--")) {
            skip(x, 4);
            if (!skip_past(x, "-->", "a comment")) return false;
        } else if (begins(x, "<![CDATA[")) {
            if (!skip_past(x, "]]>", "a CDATA section")) return false;
        } else if (begins(x, "<?")) {
            if (!skip_past(x, "?>", "a processing instruction")) return false;
        } else if (begins(x, "<!")) {
            xml_fail(x, "document types and declarations (<!...>) are refused");
            return false;
        } else {
            return true;
        }
    }
}

/* The whole text is UTF-8 without zeros, and says nothing else. */
static bool encoded(struct xml *x)
{
    const char *s = x->at, *declared, *close;
    for (; s < x->end; s++) {
        int n;
        if (*s == '\n') x->line++;
        if (*s == 0) {
            xml_fail(x, "a byte 0 in the text; is it UTF-16? UTF-8 is needed");
            return false;
        }
        if ((unsigned char)*s < 0x80) continue;
        n = utf8_length(s, (size_t)(x->end - s));
        if (n == 0) {
            xml_fail(x, "the text is not UTF-8");
            return false;
        }
        s += n - 1;
    }
    x->line = 1;
    if (!begins(x, "<?xml")) return true;
    close = strstr(x->at, "?>");
    declared = strstr(x->at, "encoding");
    if (!close || !declared || declared > close) return true;
    declared += strcspn(declared, "\"'?");
    if (*declared == '?') return true;
    declared++;
    if (strncmp(declared, "UTF-8", 5) == 0 || strncmp(declared, "utf-8", 5) == 0 ||
        strncmp(declared, "US-ASCII", 8) == 0 || strncmp(declared, "ASCII", 5) == 0)
        return true;
    xml_fail(x, "the encoding is %.*s; UTF-8 is needed", (int)strcspn(declared, "\"'?"), declared);
    return false;
}

enum xml_event xml_next(struct xml *x)
{
    if (*x->error) return XML_BAD;
    if (!x->checked) {
        x->checked = true;
        if (!encoded(x)) return XML_BAD;
    }
    if (x->closing) {
        x->closing = false;
        x->depth--;
        return XML_CLOSE;
    }
    if (!skip_rest(x)) return XML_BAD;
    if (x->at < x->end) return begins(x, "</") ? close_element(x) : open_element(x);
    if (x->depth > 0) {
        x->line = x->opened[x->depth - 1];
        return xml_fail(x, "<%s> is never closed: the text ends inside it", xml_name(x));
    }
    if (!x->rooted) return xml_fail(x, "there is no element");
    return XML_END;
}

const char *xml_name(const struct xml *x)
{
    return x->name[x->depth > 0 ? x->depth - 1 : 0];
}

const char *xml_get(const struct xml *x, const char *attribute)
{
    for (int k = 0; k < x->n_attributes; k++)
        if (strcmp(x->attribute[k].name, attribute) == 0)
            return x->values.at + x->attribute[k].value;
    return NULL;
}
