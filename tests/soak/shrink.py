# SPDX-License-Identifier: MIT
"""shrink.py - a model that shows an error, made smaller while it still does.

First items are left out, in ever smaller groups; then equations and declarations get simpler: a function call becomes
its argument, a factor or a summand goes.
"""
import copy
import re


def fewer(items, wrong):
    size = max(1, len(items) // 2)
    while True:
        k = 0
        while k < len(items) and len(items) > 1:
            less = items[:k] + items[k + size:]
            if less and wrong(less):
                items = less
            else:
                k += size
        if size == 1:
            return items
        size //= 2


def inner_most(line):
    """All calls f(...) without a call inside, as (from, to, argument)."""
    for m in re.finditer(r"\b(?:sin|cos|tanh|exp|atan|abs|log|sqrt)\(([^()]*)\)", line):
        yield m.start(), m.end(), m.group(1)


def plainer(items, wrong, most=40):
    tries = 0
    for k in range(len(items)):
        for part in ("declare", "equations"):
            for j in range(len(getattr(items[k], part))):
                for start, end, inside in list(inner_most(getattr(items[k], part)[j])):
                    if tries >= most:
                        return items
                    tries += 1
                    less = copy.deepcopy(items)
                    line = getattr(less[k], part)[j]
                    getattr(less[k], part)[j] = line[:start] + "(0.5)" + line[end:]
                    if wrong(less):
                        items = less
                        break
    return items


def smaller(model, wrong):
    """The model made smaller, as long as wrong(model)."""
    if not wrong(model):
        return model
    if (model.start, model.unit) != (0, 1) and wrong(model.at(0, 1)):
        model = model.at(0, 1)
    items = fewer(model.items, lambda less: wrong(model.of(less)))
    return model.of(plainer(items, lambda less: wrong(model.of(less))))
