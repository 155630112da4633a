#!/usr/bin/env python3
"""Fixes of SARIF, applied as SARIF says, give what `rewrite` writes, byte for byte; every applicable finding has one.

Usage: sarif_fixes.py WARPWRIGHT FILE...
"""
import base64
import json
import os
import shutil
import subprocess
import sys
import tempfile
from urllib.parse import unquote, urlparse

failures = []


def run(program, *words):
    return subprocess.run([program, *words], capture_output=True, timeout=600, check=False)


def offset(text, line, column):
    """Of a place in the text, as code points; lines end with a line feed."""
    at = 0
    for _ in range(line - 1):
        at = text.index("\n", at) + 1
    return at + column - 1


def path_of(location, bases):
    base = bases.get(location.get("uriBaseId"), {}).get("uri", "")
    return unquote(urlparse(base + location["uri"]).path)


def applied(fix, bases):
    """The texts of the files after the fix."""
    texts = {}
    for change in fix["artifactChanges"]:
        path = path_of(change["artifactLocation"], bases)
        text = ""
        if os.path.exists(path):
            with open(path, "rb") as file:
                text = file.read().decode("utf-8", "surrogateescape")
        places = []
        for one in change["replacements"]:
            region, content = one["deletedRegion"], one["insertedContent"]
            new = content["text"] if "text" in content else \
                base64.b64decode(content["binary"]).decode("utf-8", "surrogateescape")
            places.append((offset(text, region["startLine"], region["startColumn"]),
                           offset(text, region["endLine"], region["endColumn"]), new))
        for begin, end, new in sorted(places, reverse=True):
            text = text[:begin] + new + text[end:]
        texts[path] = text.encode("utf-8", "surrogateescape")
    return texts


def check(program, file):
    done = run(program, "analyze", file, "--cuda", "none", "--format", "sarif", "--only", "applicable")
    if done.returncode != 0:
        failures.append(f"{file}: analyze: exit {done.returncode}: {done.stderr.decode()[-300:]}")
        return 0
    one = json.loads(done.stdout)["runs"][0]
    if not one["invocations"][0]["executionSuccessful"]:
        failures.append(f"{file}: not successful")
    for result in one["results"]:
        finding = result["partialFingerprints"]["warpwrightOpportunity/v1"]
        if len(result.get("fixes", [])) != 1:
            failures.append(f"{file}: {finding} has {len(result.get('fixes', []))} fixes")
            continue
        texts = applied(result["fixes"][0], one["originalUriBaseIds"])
        written = run(program, "rewrite", file, "--cuda", "none", "--opportunity", finding, "--format", "json")
        files = {entry["file"]: entry["text"].encode() for entry in json.loads(written.stdout)["files"]}
        if texts != files:
            failures.append(f"{file}: {finding}: the fix gives another text than `rewrite`")
    return len(one["results"])


def main():
    # Out of the repository, whose build files say nothing of how a sample is compiled.
    folder = tempfile.mkdtemp()
    program, files = sys.argv[1], [shutil.copy(name, folder) for name in sys.argv[2:]]
    count = sum(check(program, file) for file in files)
    if count < len(files):
        failures.append(f"only {count} findings in {len(files)} files")
    shutil.rmtree(folder)
    for failure in failures:
        print(failure)
    print(f"{count} fixes applied, {len(failures)} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
