#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Walks the recipes of docs/adding.md: recipes_test.py ROOT

Paths exist, names in parentheses behind a path stand in that file, and the files of a recipe are those that name its
example, as many as it says."""
import fnmatch
import pathlib
import re
import subprocess
import sys

NOT_COUNTED = ("tests/", "docs/")
PATH = re.compile(r"`([\w<][\w<>.-]*/[\w<>./-]+)(?: [^`]*)?`(?: \(`([^`]+)`\))?")


def pattern(path):
    return re.sub(r"<[^>]*>", "*", path)


def paths_of(text, files, folders, title, errors):
    """Patterns of the paths in a recipe."""
    found = set()
    for path, name in PATH.findall(text):
        matches = fnmatch.filter(files, pattern(path)) + fnmatch.filter(folders, pattern(path))
        if not matches:
            errors.append(f"{title}: no file {path}")
        elif name and not any(re.search(rf"\b{re.escape(name)}\b", (ROOT / match).read_text()) for match in matches):
            errors.append(f"{title}: {path} does not name {name}")
        found.add(pattern(path))
    return found


def check_example(title, body, files, folders, errors):
    shown = re.search(r"^Shown by (.*): (\d+) files?[.,]", body, re.M)
    if not shown:
        return
    words = re.findall(r"`([^`]+)`", shown[1])
    steps = "\n".join(re.findall(r"^\d+\. .*(?:\n   .*)*", body, re.M))
    listed = {path for path in paths_of(steps, files, folders, title, []) if path not in folders}
    naming = {file for file in files if not file.startswith(NOT_COUNTED) and not file.endswith(".md")
              and any(word == pathlib.PurePath(file).stem or re.search(rf"\b{re.escape(word)}\b", text_of(file)) for word in words)}
    for file in sorted(naming):
        if not any(fnmatch.fnmatch(file, path) for path in listed):
            errors.append(f"{title}: {file} names {' or '.join(words)} and is not in the recipe")
    if len(naming) != int(shown[2]):
        errors.append(f"{title}: {len(naming)} files name {' or '.join(words)}, not {shown[2]}")


def text_of(file):
    try:
        return (ROOT / file).read_text()
    except UnicodeDecodeError:
        return ""


def main():
    files = [file for file in subprocess.run(
        ["git", "-C", ROOT, "ls-files", "--cached", "--others", "--exclude-standard"], check=True, capture_output=True,
        text=True).stdout.splitlines() if (ROOT / file).is_file()]
    folders = sorted({str(parent) for file in files for parent in pathlib.PurePath(file).parents})
    errors = []
    recipes = re.split(r"^## ", (ROOT / "docs/adding.md").read_text(), flags=re.M)[1:]
    for recipe in recipes:
        title, body = recipe.split("\n", 1)
        paths_of(body, files, folders, title, errors)
        check_example(title, body, files, folders, errors)
    if len(recipes) < 10:
        errors.append("docs/adding.md: the recipes were not found")
    sys.exit("\n".join(errors) or 0)


ROOT = pathlib.Path(sys.argv[1])
main()
