/* SPDX-License-Identifier: MIT */
#include "base/paint.h"
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

bool paint_wanted(FILE *f)
{
    const char *no = getenv("NO_COLOR"), *term = getenv("TERM");
    if (no && *no) return false;
    if (term && strcmp(term, "dumb") == 0) return false;
    return isatty(fileno(f)) == 1;
}

const char *paint_code(FILE *f, enum paint kind)
{
    static const char *const codes[] = {
        [PAINT_OFF] = "\033[0m",     [PAINT_ERROR] = "\033[1;31m", [PAINT_WARNING] = "\033[1;35m",
        [PAINT_NOTE] = "\033[1;36m", [PAINT_HINT] = "\033[36m",    [PAINT_MARK] = "\033[1;32m"};
    return paint_wanted(f) ? codes[kind] : "";
}
