/* SPDX-License-Identifier: MIT */
/* Formulas: pymdownx.arithmatex leaves \( \) and \[ \] in elements of class arithmatex; KaTeX draws them. */
document.addEventListener("DOMContentLoaded", function () {
    document.querySelectorAll(".arithmatex").forEach(function (element) {
        var text = element.textContent.trim();
        katex.render(text.slice(2, -2), element, {displayMode: text.startsWith("\\["), throwOnError: false});
    });
});
