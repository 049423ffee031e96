#!/bin/sh
# SPDX-License-Identifier: MIT
# words.sh - comments, messages and pages use plain words.
#
# Each line of the list below is a phrase (an extended regular expression) and what to write instead. A phrase in the
# sources, in README.md, ARCHITECTURE.md, CONTRIBUTING.md, CHANGELOG.md, docs/ or a README.md of models/ and diagrams/ is an
# error, and in python/. Pages that are generated from include/ (docs/api) are left out; headers are checked themselves.
cd "$(dirname "$0")/.." || exit 2

list='for ever|forever
(is|are|was|were|been|be|begins?|starts?|made|for|computed|drawn|set|chosen|declared|expanded|evaluated|built) anew|again
beforehand|in advance
is the one (that|which)|name it directly
in the place of|in place of
nobody [a-z]+|nothing, no one
somebody [a-z]+|something, someone
such a one|such a ...
(is|are|was|were) told (with|once|here|below|already)|is reported
(may|can|cannot|must|should|will) stand (in|at|on|before|behind|beside|above|below|there|here)|may be
stand in any order|may be written in any order
stands (in|at|on|before|behind|beside|above|below|there|here|first|last|twice|alone|together)|is
(^|[^e] )(is|are) no (number|error|event|crossing|array|matrix|function|variable|constant|connector|model|package|class|state|text|name|value|polynomial)s?|is not a ...'

files=$(git ls-files 'src/*.[ch]' 'python/*.py' '*.md' 2>/dev/null | grep -v '^docs/api/')
[ -n "$files" ] || files=$(find src docs models diagrams -name '*.[ch]' -o -name '*.md' | grep -v '^docs/api/'; ls ./*.md)

failed=0
echo "$list" | {
    while IFS= read -r line; do
        phrase=${line%|*}
        found=$(printf '%s\n' "$files" | xargs grep -niwE "$phrase" | grep -viE '(there|here) (is|are|was|were) no ')
        [ -n "$found" ] || continue
        printf '%s\n' "$found" | sed "s/\$/   <- write: ${line##*|}/"
        failed=1
    done
    [ $failed = 0 ] && echo "plain words"
    exit $failed
}
