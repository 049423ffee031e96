# SPDX-License-Identifier: MIT
"""saltus_build.py - makes a wheel of the package, for pip: `pip install ./python` after `make python`.

A wheel is an archive with the package, the shared libraries from the newest build folder, the gallery and the library of
parts, and three files that say what it is (PEP 427). Nothing is compiled here, and no other package is needed (PEP 517).
"""
import base64
import glob
import hashlib
import os
import re
import sysconfig
import tarfile
import zipfile

HERE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
ROOT = os.path.dirname(HERE)


def version():
    with open(os.path.join(ROOT, "include", "saltus.h"), encoding="utf-8") as file:
        return re.search(r'#define SALTUS_VERSION "([^"]+)"', file.read())[1]


def libraries():
    """The shared library, and the classic methods if they were built, under the names by which the package finds them."""
    found = [path for folder in ("build", "build-release") for path in glob.glob(os.path.join(ROOT, folder, "libsaltus.so"))]
    if not found:
        raise SystemExit("saltus: libsaltus.so was not built; run `make python` (or `make`) first")
    newest = max(found, key=os.path.getmtime)
    classic = os.path.join(os.path.dirname(newest), "libsaltus_classic.so")
    return {f"saltus/lib/{os.path.basename(path)}": path for path in [newest] + ([classic] if os.path.exists(classic) else [])}


def tree(folder, into, ends, without=()):
    """Files below a folder, by their place in the wheel."""
    for place, folders, files in os.walk(os.path.join(ROOT, folder)):
        inside = os.path.relpath(place, os.path.join(ROOT, folder))
        folders[:] = sorted(f for f in folders if os.path.normpath(os.path.join(inside, f)) not in without and f != "__pycache__")
        for name in sorted(files):
            if name.endswith(ends) or name.startswith("package."):
                yield os.path.normpath(os.path.join(into, inside, name)), os.path.join(place, name)


def contents():
    files = dict(tree("python/saltus", "saltus", (".py", ".typed")))
    files.update(libraries())
    files.update(tree("models", "saltus/share/models", (".mo",), ("lib",)))
    files.update(tree("models/lib", "saltus/share/lib", (".mo", ".svg")))
    files.update(tree("diagrams", "saltus/share/diagrams", (".json", ".mo")))
    return files


def metadata():
    with open(os.path.join(HERE, "README.md"), encoding="utf-8") as file:
        text = file.read()
    return (f"Metadata-Version: 2.1\nName: saltus\nVersion: {version()}\nSummary: Simulation of stiff, discontinuous and large models "
            "by quantized-state methods\nLicense: MIT\nRequires-Python: >=3.9\nRequires-Dist: numpy\n"
            f"Description-Content-Type: text/markdown\n\n{text}")


def wheel(folder, files, tag):
    """Writes the archive; returns its name."""
    info = f"saltus-{version()}.dist-info"
    name = f"saltus-{version()}-{tag}.whl"
    texts = {f"{info}/METADATA": metadata().encode(),
             f"{info}/WHEEL": f"Wheel-Version: 1.0\nGenerator: saltus_build\nRoot-Is-Purelib: false\nTag: {tag}\n".encode()}
    record = []
    with zipfile.ZipFile(os.path.join(folder, name), "w", zipfile.ZIP_DEFLATED) as archive:
        for inside, data in list(files.items()) + list(texts.items()):
            if isinstance(data, str):
                with open(data, "rb") as file:
                    data = file.read()
            entry = zipfile.ZipInfo(inside, (2020, 1, 1, 0, 0, 0))
            entry.compress_type, entry.external_attr = zipfile.ZIP_DEFLATED, 0o644 << 16
            archive.writestr(entry, data)
            digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
            record.append(f"{inside},sha256={digest},{len(data)}\n")
        archive.writestr(f"{info}/RECORD", "".join(record) + f"{info}/RECORD,,\n")
    return name


# ---- What pip calls ------------------------------------------------------------------------------


def _tag():
    return "py3-none-" + re.sub(r"[-.]", "_", sysconfig.get_platform())


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    return wheel(wheel_directory, contents(), _tag())


def build_editable(wheel_directory, config_settings=None, metadata_directory=None):
    """`pip install -e`: the package stays in the tree and finds the library in its build folder."""
    return wheel(wheel_directory, {"saltus.pth": (HERE + "\n").encode()}, _tag())


def build_sdist(sdist_directory, config_settings=None):
    name = f"saltus-{version()}"
    with tarfile.open(os.path.join(sdist_directory, name + ".tar.gz"), "w:gz") as archive:
        archive.add(HERE, name, filter=lambda member: None if "__pycache__" in member.name else member)
    return name + ".tar.gz"
