#!/usr/bin/env python3
"""Fixes of SARIF, applied as SARIF says, give what `rewrite` writes, byte for byte. Every applicable finding has one; where
`rewrite` says why it cannot be written, the finding is open, with that reason. Without a toolkit, and with one where it
is there.

Usage: sarif_fixes.py WARPWRIGHT FILE...
"""
import base64
import json
import os
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
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


def check(program, file, toolkit):
    """How many findings have fixes, and how many are open for what `rewrite` says."""
    where = f"{os.path.basename(file)}, --cuda {toolkit}"
    options = (file, "--cuda", toolkit, "--format")
    done, told = run(program, "analyze", *options, "sarif"), run(program, "analyze", *options, "json")
    if done.returncode != 0 or told.returncode != 0:
        failures.append(f"{where}: analyze: exit {done.returncode}: {done.stderr.decode()[-300:]}")
        return 0, 0
    one = json.loads(done.stdout)["runs"][0]
    if not one["invocations"][0]["executionSuccessful"]:
        failures.append(f"{where}: not successful")
    results = {result["partialFingerprints"]["warpwrightOpportunity/v1"]: result for result in one["results"]}
    fixed = opened = 0
    for finding in [found["id"] for kernel in json.loads(told.stdout)["kernels"] for found in kernel["opportunities"]
                    if found["verdict"] == "applicable"]:
        result = results[finding]
        written = json.loads(run(program, "rewrite", *options, "json", "--opportunity", finding).stdout)
        if result["kind"] == "open":
            opened += 1
            if "files" in written or written["message"] not in result["message"]["text"]:
                failures.append(f"{where}: {finding} is open for another reason than that of `rewrite`")
            if result["properties"]["verdict"] != "unknown" or "fixes" in result:
                failures.append(f"{where}: {finding} is open and yet {result['properties']['verdict']}")
            continue
        fixed += 1
        if len(result.get("fixes", [])) != 1:
            failures.append(f"{where}: {finding} has {len(result.get('fixes', []))} fixes")
            continue
        files = {entry["file"]: entry["text"].encode() for entry in written.get("files", [])}
        if applied(result["fixes"][0], one["originalUriBaseIds"]) != files:
            failures.append(f"{where}: {finding}: the fix gives another text than `rewrite`")
    return fixed, opened


def main():
    # Out of the repository, whose build files say nothing of how a sample is compiled.
    folder = tempfile.mkdtemp()
    program, files = sys.argv[1], [shutil.copy(name, folder) for name in sys.argv[2:]]
    toolkits = ["none"] + (["auto"] if shutil.which("nvcc") or os.path.exists("/usr/local/cuda/bin/nvcc") else [])
    for toolkit in toolkits:
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            counts = list(pool.map(lambda file: check(program, file, toolkit), files))
        fixed, opened = (sum(column) for column in zip(*counts))
        if fixed < len(files):
            failures.append(f"--cuda {toolkit}: only {fixed} fixes in {len(files)} files")
        print(f"--cuda {toolkit}: {fixed} fixes applied, {opened} findings open")
    shutil.rmtree(folder)
    for failure in failures:
        print(failure)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
