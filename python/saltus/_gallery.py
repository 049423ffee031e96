# SPDX-License-Identifier: MIT
"""Where models are: files, the gallery by name, and classes of packages.

The gallery is a folder with a folder per model, NAME/NAME.mo. SALTUS_MODELS names it; else it came with this package, or
lies beside the library: in a build folder, in the source tree, or installed in share/saltus. The library of parts lies
in the same way in models/lib or share/saltus/lib.
"""
import os
import re

from . import _lib
from ._errors import FileError, nearest

_PACKAGE = os.path.dirname(os.path.abspath(__file__))


def _first_folder(installed, in_source):
    beside = os.path.dirname(os.path.realpath(_lib.path)) if os.path.dirname(_lib.path) else ""
    places = [os.path.join(_PACKAGE, "share", os.path.basename(installed))]
    if beside:
        places += [os.path.join(beside, in_source)] + [os.path.join(beside, *[".."] * up, path) for up in (1, 2, 3)
                                                       for path in (in_source, installed)]
    places += [os.path.join(root, installed) for root in ("/usr/local", "/usr")]
    return next((os.path.normpath(place) for place in places if os.path.isdir(place)), None)


def folder():
    """The gallery; None: it was not found."""
    return os.environ.get("SALTUS_MODELS") or _first_folder("share/saltus/models", "models")


def _diagrams():
    models = folder()
    return os.path.join(os.path.dirname(os.path.abspath(models)), "diagrams") if models else None


def libraries(given=None):
    """Folders of packages: those that are given, SALTUS_PATH, and the library of parts."""
    listed = [given] if isinstance(given, (str, os.PathLike)) else list(given or [])
    for place in listed:
        if not os.path.isdir(place):
            raise FileError(f"library: there is no folder '{os.fspath(place)}'", file=os.fspath(place))
    listed += [place for place in os.environ.get("SALTUS_PATH", "").split(":") if place]
    ours = _first_folder("share/saltus/lib", "models/lib")
    return [os.path.abspath(place) for place in listed] + ([ours] if ours else [])


def models():
    """Names of the models of the gallery."""
    place = folder()
    if not place or not os.path.isdir(place):
        return []
    return sorted(name for name in os.listdir(place) if os.path.isfile(os.path.join(place, name, name + ".mo")))


def _package(name, folders):
    """The file of a class like Saltus.Electrical.Resistor; None: no package of that name."""
    if not re.fullmatch(r"[A-Za-z_]\w*(\.[A-Za-z_]\w*)+", name):
        return None
    first = name.split(".")[0]
    for place in [""] + folders:
        for path in (os.path.join(place, first + ".mo"), os.path.join(place, first, "package.mo")):
            if os.path.isfile(path):
                return path
    return None


def find(model, folders):
    """(path, class or None) of a model that is given by its path, its name in the gallery, or its class."""
    if os.path.isfile(model):
        return model, None
    if not model.endswith((".mo", ".json")):
        path = _package(model, folders)
        if path:
            return path, model
    place, name = folder(), os.path.basename(os.path.normpath(model))
    if place and "/" not in model and not model.startswith("."):
        for path in (os.path.join(place, model, model + ".mo"), os.path.join(_diagrams(), model),
                     os.path.join(_diagrams(), model + ".json")):
            if os.path.isfile(path):
                return path, None
    inside = os.path.join(model, name + ".mo")
    if os.path.isfile(inside):
        return inside, None
    stem = re.sub(r"\.(mo|json)$", "", name)
    is_path = "/" in model or stem != name
    what = f"there is no file '{model}'" if is_path else f"there is no model '{model}', neither as a file nor in the gallery"
    raise FileError(what + (nearest(stem, models()) or ("" if models() else
                    "; the gallery was not found, either; SALTUS_MODELS says where it is")), file=model)
