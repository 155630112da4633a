#!/usr/bin/env python3
"""What packaging/check is to find, it finds, and nothing else: it fails on code that clang-tidy must not pass, and counts
the lines of functions.

Usage: check.py ROOT [tidy]
"""
import importlib.machinery
import importlib.util
import os
import subprocess
import sys
import tempfile

NOTHING = "int* nothing() { return %s; }\n"
LAYOUT = """namespace n {

int first(int a) {
  if (a > 0) {
    return 1;
  }
  return 2;
}

struct S {
  int second(int a,
             int b) {

    return a + b;
  }
};

const char* table[] = {
    "a(",
};

}  // namespace n
"""

failures = []


def check(holds, what):
    if not holds:
        failures.append(what)


def tidy(root, expression):
    """As packaging/check --tidy calls it, but with no headers: those of the build take a minute to read."""
    with tempfile.TemporaryDirectory() as folder:
        probe = os.path.join(folder, "probe.cpp")
        with open(probe, "w", encoding="utf-8") as file:
            file.write(NOTHING % expression)
        return subprocess.run(["clang-tidy-19", "--config-file=.clang-tidy", "--quiet", probe, "--", "-std=c++20"],
                              cwd=root, capture_output=True, text=True, timeout=300, check=False)


def main():
    program = os.path.join(sys.argv[1], "packaging", "check")
    loader = importlib.machinery.SourceFileLoader("check", program)
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("check", loader))
    loader.exec_module(module)
    found = list(module.functions_in(LAYOUT.split("\n")))
    check(found == [(3, 6), (11, 5)], f"functions_in: {found}")
    if "tidy" in sys.argv[2:]:
        bad, good = tidy(sys.argv[1], "0"), tidy(sys.argv[1], "nullptr")
        check(bad.returncode != 0 and "modernize-use-nullptr" in bad.stdout, f"no nullptr: {bad}")
        check(good.returncode == 0, f"nothing wrong: {good}")
    print("\n".join(failures) or "packaging/check finds what it is to find")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
